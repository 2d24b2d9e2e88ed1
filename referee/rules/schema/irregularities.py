"""Irregularities in the schema of a game: what happens when something goes wrong."""

from typing import Literal

from referee.rules.schema.options import knob, table

WrongCount = Literal["redeal", "corrected", "stands"]
"""What is done about a hand of too many cards or too few. `corrected`: the player draws without
discarding, or discards without drawing.
"""

TakenBack = Literal["at-once", "always", "never"]
"""How long a mistake is taken back. `at-once`: only before anybody plays on."""

Exposed = Literal["redeal", "replace", "stands"]
"""What becomes of a card that was shown by mistake. `replace`: it goes back into the stock, and
another takes its place.
"""


@table
class Irregularities:
    """`[irregularities]`: what happens when something goes wrong at the table.

    Few sources say. The defaults are what most card tables do: they are no rules of a game.
    """

    drew_two: Literal["put-back-next-may-take", "put-back", "keeps-both"] = knob(
        "irregularity.drew-two", "irregularity.drew-two unseen", default="put-back",
    )  # fmt: skip
    """What becomes of a second stock card drawn by mistake, once either has been seen.

    `put-back-next-may-take`: it goes back, and the next player may look at it and take it.
    """
    no_discard: Literal["discard-anyway", "keep-all", "play-it", "take-upcard-and-stock-card"] = (
        knob("irregularity.no-discard", applies="bars_discards")
    )
    """What a player does who holds no card that may be discarded."""
    wild_upcard: Literal["stands", "turn-another"] = knob(
        "irregularity.wild-upcard", applies="has_wilds",
    )  # fmt: skip
    """What becomes of a wild card that is turned up as the first card of the discard pile."""
    wild_wanted: Literal["next-in-turn", "first-caller"] = knob(
        "irregularity.wild-wanted",
        applies="takes_wilds and takes_wilds_out_of_turn",
    )  # fmt: skip
    """Who of several gets a wild on the table that each has the card for."""
    count_before_draw: WrongCount = knob("irregularity.count-before-draw")
    count_after_draw: WrongCount = knob("irregularity.count-after-draw", default="corrected")
    false_meld: TakenBack = knob("irregularity.false-meld", applies="lays_melds")
    late_claim: Literal["until-drawn", "always", "never"] = knob(
        "irregularity.late-claim", applies="has_callers",
    )  # fmt: skip
    """How long the discard may be claimed. `until-drawn`: until the next player draws. `never`: not
    once its turn has passed.
    """
    out_of_turn: Literal["take-back", "stands"] = knob("irregularity.out-of-turn")
    """What becomes of something done out of turn."""
    exposed_by_dealer: Exposed = knob("irregularity.exposed-by-dealer")
    exposed_by_player: Exposed = knob("irregularity.exposed-by-player", default="stands")
    false_out: Literal["plays-on", "deal-ends"] = knob("irregularity.false-out")
    """What follows when somebody says to be out who can't go out. `plays-on`: the cards go back
    into the hand, and the deal goes on. `deal-ends`: the deal ends, and nobody has gone out.
    """
    count_after_out: Literal["stands", "redeal"] = knob("irregularity.count-after-out")
    """What is done about a hand of too many cards or too few, found when somebody is out. `stands`:
    it counts as it is.
    """
    discarded_two: TakenBack = knob("irregularity.discarded-two")
    took_two: Literal["put-back", "keeps-both"] = knob(
        "irregularity.took-two", applies="has_discard_pile",
    )  # fmt: skip
    """What becomes of a second discard that was taken by mistake."""
    stock_card_seen: Literal["into-middle", "shown", "stands"] = knob(
        "irregularity.stock-card-seen"
    )
    """What becomes of a card of the stock that somebody looked at. `shown`: everybody sees it, and
    it goes back to its place.
    """
    wrong_dealer: TakenBack = knob("irregularity.wrong-dealer")
    imperfect_pack: Literal["redeal", "stands"] = knob("irregularity.imperfect-pack")
    """What becomes of a deal that was played with a card missing or too many."""
    skipped_turn: TakenBack = knob("irregularity.skipped-turn")
    wrong_score: TakenBack = knob("irregularity.wrong-score", default="always")
    false_take_wild: TakenBack = knob(
        "irregularity.false-take-wild", applies="has_wilds and lays_melds",
    )  # fmt: skip
