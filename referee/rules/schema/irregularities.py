"""Irregularities in the schema of a game: what happens when something goes wrong."""

from dataclasses import dataclass
from typing import Literal

from referee.rules.schema.knobs import knob

DrewTwo = Literal["put-back-next-may-take", "put-back", "keeps-both"]
"""What becomes of a second stock card drawn by mistake, once either has been seen.

`put-back-next-may-take`: it goes back, and the next player may look at it and take it.
"""

NoDiscard = Literal["discard-anyway", "keep-all", "play-it", "take-upcard-and-stock-card"]
"""What a player does who holds no card that may be discarded."""

WildUpcard = Literal["stands", "turn-another"]
"""What becomes of a wild card that is turned up as the first card of the discard pile."""

WildWanted = Literal["next-in-turn", "first-caller"]
"""Who of several gets a wild on the table that each has the card for."""

WrongCount = Literal["redeal", "corrected", "stands"]
"""What is done about a hand of too many cards or too few. `corrected`: the player draws without
discarding, or discards without drawing.
"""

TakenBack = Literal["at-once", "always", "never"]
"""How long a mistake is taken back. `at-once`: only before anybody plays on."""

LateClaim = Literal["until-drawn", "always", "never"]
"""How long the discard may be claimed. `until-drawn`: until the next player draws. `never`: not
once its turn has passed.
"""

OutOfTurn = Literal["take-back", "stands"]
"""What becomes of something done out of turn."""

Exposed = Literal["redeal", "replace", "stands"]
"""What becomes of a card that was shown by mistake. `replace`: it goes back into the stock, and
another takes its place.
"""

FalseOut = Literal["plays-on", "deal-ends"]
"""What follows when somebody says to be out who can't go out. `plays-on`: the cards go back into
the hand, and the deal goes on. `deal-ends`: the deal ends, and nobody has gone out.
"""

CountAfterOut = Literal["stands", "redeal"]
"""What is done about a hand of too many cards or too few, found when somebody is out. `stands`: it
counts as it is.
"""

StockCardSeen = Literal["into-middle", "shown", "stands"]
"""What becomes of a card of the stock that somebody looked at. `shown`: everybody sees it, and it
goes back to its place.
"""

ImperfectPack = Literal["redeal", "stands"]
"""What becomes of a deal that was played with a card missing or too many."""

TookTwo = Literal["put-back", "keeps-both"]
"""What becomes of a second discard that was taken by mistake."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Irregularities:
    """`[irregularities]`: what happens when something goes wrong at the table.

    Few sources say. The defaults are what most card tables do: they are no rules of a game.
    """

    drew_two: DrewTwo = knob(
        "irregularity.drew-two", "irregularity.drew-two unseen", default="put-back",
    )  # fmt: skip
    no_discard: NoDiscard = knob(
        "irregularity.no-discard", default="discard-anyway", applies="bars_discards",
    )  # fmt: skip
    wild_upcard: WildUpcard = knob(
        "irregularity.wild-upcard", default="stands", applies="has_wilds",
    )  # fmt: skip
    wild_wanted: WildWanted = knob(
        "irregularity.wild-wanted", default="next-in-turn",
        applies="takes_wilds and takes_wilds_out_of_turn",
    )  # fmt: skip
    count_before_draw: WrongCount = knob("irregularity.count-before-draw", default="redeal")
    count_after_draw: WrongCount = knob("irregularity.count-after-draw", default="corrected")
    false_meld: TakenBack = knob("irregularity.false-meld", default="at-once", applies="lays_melds")
    late_claim: LateClaim = knob(
        "irregularity.late-claim", default="until-drawn", applies="has_callers",
    )  # fmt: skip
    out_of_turn: OutOfTurn = knob("irregularity.out-of-turn", default="take-back")
    exposed_by_dealer: Exposed = knob("irregularity.exposed-by-dealer", default="redeal")
    exposed_by_player: Exposed = knob("irregularity.exposed-by-player", default="stands")
    false_out: FalseOut = knob("irregularity.false-out", default="plays-on")
    count_after_out: CountAfterOut = knob("irregularity.count-after-out", default="stands")
    discarded_two: TakenBack = knob("irregularity.discarded-two", default="at-once")
    took_two: TookTwo = knob(
        "irregularity.took-two", default="put-back", applies="has_discard_pile",
    )  # fmt: skip
    stock_card_seen: StockCardSeen = knob("irregularity.stock-card-seen", default="into-middle")
    wrong_dealer: TakenBack = knob("irregularity.wrong-dealer", default="at-once")
    imperfect_pack: ImperfectPack = knob("irregularity.imperfect-pack", default="redeal")
    skipped_turn: TakenBack = knob("irregularity.skipped-turn", default="at-once")
    wrong_score: TakenBack = knob("irregularity.wrong-score", default="always")
    false_take_wild: TakenBack = knob(
        "irregularity.false-take-wild", default="at-once", applies="has_wilds and lays_melds",
    )  # fmt: skip
