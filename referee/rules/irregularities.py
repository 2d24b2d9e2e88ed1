"""Irregularities: what happens when something goes wrong at the table.

Few sources say. Where none does, the answer is the usual one, and a house rule settles it.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Final

from referee.language import say
from referee.rules import conditions
from referee.rules.cards import Card
from referee.rules.cases import (
    CARD,
    DEAL,
    DOWN,
    HELD,
    MELDS,
    NUMBER,
    PLAYERS,
    SEATS,
    SOME_NAMES,
    TRUTH,
    WHOSE_TURN,
    WORD,
    Case,
    CaseError,
)
from referee.rules.declared import asked_deal, mishap, question
from referee.rules.fields import NEVER, Field, Where
from referee.rules.findings import Finding, Ruling, answered, find
from referee.rules.json_types import NAME_OR_NULL
from referee.rules.play import judge_discard
from referee.rules.table import Meld
from referee.rules.variant import (
    DrewTwo,
    Exposed,
    LateClaim,
    NoDiscard,
    OutOfTurn,
    TakenBack,
    Terms,
    Variant,
    WildUpcard,
    WildWanted,
    WrongCount,
)

MOST_MORE: Final = 20
"""The most cards that a hand may have too many, or too few."""

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
    terms: Terms, hand: Sequence[Card], *, table: Sequence[Meld] | None, down: str
) -> tuple[Finding, str | None]:
    """What a player does who holds no card that may be discarded; None where one may be.

    `hand` are all cards held, `table` the melds on the table, `down` whether the contract is.
    """
    free = [card for card in dict.fromkeys(hand) if _may_go(terms, card, table, down)]
    if free:
        return find(terms, "irregularity.no-discard", "may-go", cards=tuple(free)), None
    law: NoDiscard = terms.irregularities.no_discard
    return _judged(terms, "no-discard", str(law))


def _may_go(terms: Terms, card: Card, table: Sequence[Meld] | None, down: str) -> bool:
    # A second card stands for those that stay: going out is another question.
    found = judge_discard(terms, card, [card, card], took=None, table=table, down=down)
    return all(finding.ok for finding in found)


def wild_upcard(terms: Terms, card: Card) -> Judged:
    """What becomes of the first card turned up, where it is wild."""
    law: WildUpcard = terms.irregularities.wild_upcard
    wild = terms.is_wild(card)
    then, code = (str(law), str(law)) if wild else (str(WildUpcard.STANDS), "natural")
    return find(terms, "irregularity.wild-upcard", code, card=card), then


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
    return _judged(variant, rule, then)


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


_YES_OR_NO: Final = ("yes", "no")
_WHAT: Final = Field(
    "what",
    WORD,
    words=(
        "drew-two", "no-legal-discard", "upcard-wild", "wild-wanted-by-two", "wrong-count",
        "false-meld", "late-claim", "out-of-turn", "exposed-card",
    ),
)  # fmt: skip
_BY_WHAT: Final = Where("what-happened", lambda _: False)
_SEEN: Final = Field("seen", TRUTH, needed=_BY_WHAT)
_HAND: Final = Field("hand", HELD, needed=_BY_WHAT)
_TABLE: Final = Field("table", MELDS, needed=NEVER)
_UPCARD: Final = Field("upcard", CARD, needed=_BY_WHAT)
_WANTING: Final = Field("wanting", SOME_NAMES, needed=_BY_WHAT)
_BEFORE: Final = Field("before_first_draw", TRUTH, needed=_BY_WHAT)
_MORE: Final = Field("more", NUMBER, needed=_BY_WHAT, least=-MOST_MORE, most=MOST_MORE)
_WHEN: Final = Field("when", WORD, needed=_BY_WHAT, words=("at-once", "later"))
_DRAWN_NEXT: Final = Field("drawn_next", TRUTH, needed=_BY_WHAT)
_DID: Final = Field("did", WORD, needed=_BY_WHAT, words=("drew", "discarded", "melded"))
_BY: Final = Field("by", WORD, needed=_BY_WHAT, words=("dealer", "player"))
_ASKED_SEATS: Final = replace(SEATS, needed=_BY_WHAT)
_ASKED_TURN: Final = replace(WHOSE_TURN, needed=_BY_WHAT)


@question(
    "irregularity",
    _WHAT, _SEEN, DEAL, DOWN, _HAND, _TABLE, _UPCARD, _ASKED_SEATS, _ASKED_TURN, _WANTING, _BEFORE,
    _MORE, _WHEN, _DRAWN_NEXT, _DID, _BY, PLAYERS,
    example={"what": "drew-two", "seen": True},
    facts={"then": NAME_OR_NULL},
    asked=NEVER,
)  # fmt: skip
def _irregularity(case: Case) -> Ruling:
    finding, then = _JUDGES[case[_WHAT]](case)
    return answered([finding], {"then": then})


def _no_discard(case: Case) -> tuple[Finding, str | None]:
    hand = case[_HAND]
    if not hand:
        raise CaseError("hand", say("case-no-cards", field="hand", how=_HAND.how))
    return no_legal_discard(case.terms_of_any, hand, table=case.if_given(_TABLE), down=case[DOWN])


def _wanted(case: Case) -> Judged:
    (seats, turn), wanting = case.table(), case[_WANTING]
    if not wanting or not set(wanting) <= set(seats):
        raise CaseError("wanting", say("case-wanting"))
    return wild_wanted_by_two(case.variant, seats, turn, wanting)


def _miscounted(case: Case) -> Judged:
    return wrong_count(case.variant, before_first_draw=case[_BEFORE], more=case[_MORE])


_JUDGES: Final[Mapping[str, Callable[[Case], tuple[Finding, str | None]]]] = MappingProxyType(
    {
        "drew-two": lambda case: drew_two(case.variant, seen=case[_SEEN]),
        "no-legal-discard": _no_discard,
        "upcard-wild": lambda case: wild_upcard(case.terms_of_any, case[_UPCARD]),
        "wild-wanted-by-two": _wanted,
        "wrong-count": _miscounted,
        "false-meld": lambda case: false_meld(case.variant, at_once=case[_WHEN] == "at-once"),
        "late-claim": lambda case: late_claim(case.variant, drawn_next=case[_DRAWN_NEXT]),
        "out-of-turn": lambda case: out_of_turn(case.variant, case[_DID]),
        "exposed-card": lambda case: exposed_card(case.variant, by_dealer=case[_BY] == "dealer"),
    }
)

mishap("drew-two", _SEEN.at_desk(choices=_YES_OR_NO), known={"what": "drew-two"})
mishap(
    "no-legal-discard", asked_deal(), _HAND.at_desk(),
    DOWN.at_desk(asked=conditions.playable_barred, unasked="no"),
    _TABLE.at_desk(needed=False, aside=True), known={"what": "no-legal-discard"},
)  # fmt: skip
mishap(
    "upcard-wild", asked_deal(), _UPCARD.at_desk(), known={"what": "upcard-wild"},
    asked=conditions.has_wilds,
)  # fmt: skip
mishap(
    "wild-wanted-by-two", SEATS.at_desk(), WHOSE_TURN.at_desk(), _WANTING.at_desk(),
    known={"what": "wild-wanted-by-two"}, asked=conditions.takes_wilds,
)  # fmt: skip
mishap(
    "too-many-cards", _BEFORE.at_desk(choices=_YES_OR_NO), known={"what": "wrong-count", "more": 1}
)
mishap(
    "too-few-cards", _BEFORE.at_desk(choices=_YES_OR_NO), known={"what": "wrong-count", "more": -1}
)
mishap("false-meld", _WHEN.at_desk(), known={"what": "false-meld"})
mishap(
    "late-claim", _DRAWN_NEXT.at_desk(choices=_YES_OR_NO), known={"what": "late-claim"},
    asked=conditions.claims_exist,
)  # fmt: skip
mishap("out-of-turn", _DID.at_desk(), known={"what": "out-of-turn"})
mishap("shown-by-dealer", known={"what": "exposed-card", "by": "dealer"})
mishap("shown-by-player", known={"what": "exposed-card", "by": "player"})
