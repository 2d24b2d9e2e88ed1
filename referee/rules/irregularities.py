"""Irregularities: what happens when something goes wrong at the table.

Few sources say. Where none does, the answer is the usual one, and a house rule settles it.
"""

from collections.abc import Sequence

from referee.rules.cards import Card
from referee.rules.findings import Finding, find
from referee.rules.play import judge_discard
from referee.rules.table import Meld
from referee.rules.variant import (
    DrewTwo,
    Exposed,
    LateClaim,
    NoDiscard,
    OutOfTurn,
    TakenBack,
    Variant,
    WildUpcard,
    WildWanted,
    WrongCount,
)

Judged = tuple[Finding, str]
"""What decides, and what then happens, by the word that the case format has for it."""


def _judged(variant: Variant, rule: str, then: str, code: str = "") -> Judged:
    return find(variant, f"irregularity.{rule}", code or then), then


def drew_two(variant: Variant, *, seen: bool) -> Judged:
    """What becomes of a second stock card drawn by mistake; `seen`: either card has been."""
    law = variant.irregularities.drew_two
    if not seen and law is not DrewTwo.KEEPS_BOTH:
        return _judged(variant, "drew-two", str(DrewTwo.PUT_BACK), "unseen")
    return _judged(variant, "drew-two", str(law))


def no_legal_discard(
    variant: Variant, hand: Sequence[Card], *, table: Sequence[Meld] | None, down: str
) -> tuple[Finding, str | None]:
    """What a player does who holds no card that may be discarded; None where one may be.

    `hand` are all cards held, `table` the melds on the table, `down` whether the contract is.
    """
    free = [card for card in dict.fromkeys(hand) if _may_go(variant, card, table, down)]
    if free:
        return find(variant, "irregularity.no-discard", "may-go", cards=tuple(free)), None
    law: NoDiscard = variant.irregularities.no_discard
    return _judged(variant, "no-discard", str(law))


def _may_go(variant: Variant, card: Card, table: Sequence[Meld] | None, down: str) -> bool:
    # A second card stands for those that stay: going out is another question.
    found = judge_discard(variant, card, [card, card], deal=None, took=None, table=table, down=down)
    return all(finding.ok for finding in found)


def wild_upcard(variant: Variant, card: Card) -> Judged:
    """What becomes of the first card turned up, where it is wild."""
    law: WildUpcard = variant.irregularities.wild_upcard
    wild = variant.is_wild(card)
    then, code = (str(law), str(law)) if wild else (str(WildUpcard.STANDS), "natural")
    return find(variant, "irregularity.wild-upcard", code, card=card), then


def wild_wanted_by_two(
    variant: Variant, seats: Sequence[str], turn: str, wanting: Sequence[str]
) -> Judged:
    """Who gets a wild on the table that several want.

    `seats` are the players in order of play, `turn` whose turn it is, `wanting` those who want it,
    in the order in which they called.
    """
    law = variant.irregularities.wild_wanted
    name = wanting[0]
    if law is WildWanted.NEXT_IN_TURN:
        start = seats.index(turn)
        name = min(wanting, key=lambda one: (seats.index(one) - start) % len(seats))
    return find(variant, "irregularity.wild-wanted", str(law), name=name), f"goes-to:{name}"


def wrong_count(variant: Variant, *, before_first_draw: bool, more: int) -> Judged:
    """What is done about a hand of so many cards more than it should have, or fewer if negative."""
    laws = variant.irregularities
    rule = "count-before-draw" if before_first_draw else "count-after-draw"
    law = laws.count_before_draw if before_first_draw else laws.count_after_draw
    then = str(law)
    if not more:
        return _judged(variant, rule, str(WrongCount.STANDS), "right")
    if law is WrongCount.CORRECTED:
        then = "discard-without-drawing" if more > 0 else "draw-without-discarding"
    return find(variant, f"irregularity.{rule}", then, cards=abs(more)), then


def false_meld(variant: Variant, *, at_once: bool) -> Judged:
    """Whether a wrong meld is taken back; `at_once`: it was noticed before anybody played on."""
    law = variant.irregularities.false_meld
    if law is TakenBack.NEVER:
        return _judged(variant, "false-meld", "stands", "never")
    back = at_once or law is TakenBack.ALWAYS
    return _judged(variant, "false-meld", "take-back" if back else "stands")


def late_claim(variant: Variant, *, drawn_next: bool) -> Judged:
    """Whether a late claim of the discard stands; `drawn_next`: the next player has drawn."""
    law = variant.irregularities.late_claim
    stands = law is LateClaim.ALWAYS or (law is LateClaim.UNTIL_DRAWN and not drawn_next)
    return _judged(variant, "late-claim", "stands" if stands else "too-late")


def out_of_turn(variant: Variant, did: str) -> Judged:
    """What becomes of what was done out of turn: `drew`, `discarded` or `melded`."""
    law: OutOfTurn = variant.irregularities.out_of_turn
    return find(variant, "irregularity.out-of-turn", str(law), did=did), str(law)


def exposed_card(variant: Variant, *, by_dealer: bool) -> Judged:
    """What becomes of a card shown by mistake, while dealing or by a player."""
    laws = variant.irregularities
    law: Exposed = laws.exposed_by_dealer if by_dealer else laws.exposed_by_player
    rule = "exposed-by-dealer" if by_dealer else "exposed-by-player"
    return _judged(variant, rule, str(law))
