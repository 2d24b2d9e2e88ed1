"""Irregularities: what happens when something goes wrong at the table.

Few sources say. Where none does, the answer is the usual one, and a house rule settles it.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Final

from referee.language import Value, say
from referee.rules.cards import Card
from referee.rules.cases import (
    CARD,
    DEAL,
    DOWN,
    HELD,
    MELDS,
    NEVER,
    NUMBER,
    PLAYERS,
    SEATS,
    SOME_NAMES,
    TRUTH,
    WHOSE_TURN,
    WORD,
    Case,
    CaseError,
    Field,
    Where,
)
from referee.rules.declared import asked_deal, mishap, question
from referee.rules.findings import Finding, Ruling, answered, find, violations
from referee.rules.json_types import NAME_OR_NULL
from referee.rules.play import judge_discard
from referee.rules.variant import (
    DrewTwo,
    LateClaim,
    Playable,
    TakenBack,
    WildUpcard,
    WildWanted,
    WrongCount,
)

MOST_MORE: Final = 20
"""The most cards that a hand may have too many, or too few."""

Judged = tuple[Finding, str | None]
"""What decides, and what then happens, by the word that the case format has for it."""

_YES_OR_NO: Final = ("yes", "no")
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


def _judged(case: Case, rule: str, then: str, code: str = "", **values: Value) -> Judged:
    return find(case.variant, f"irregularity.{rule}", code or then, ok=True, **values), then


def _drew_two(case: Case) -> Judged:
    law = case.variant.irregularities.drew_two
    if not case[_SEEN] and law is not DrewTwo.KEEPS_BOTH:
        return _judged(case, "drew-two", str(DrewTwo.PUT_BACK), "unseen")
    return _judged(case, "drew-two", str(law))


def _no_discard(case: Case) -> Judged:
    """What a player does who holds no card that may be discarded; None where one may be."""
    terms, hand = case.terms_of_any, case[_HAND]
    if not hand:
        raise CaseError("hand", say("case-no-cards", field="hand", how=_HAND.how))
    table, down = case.if_given(_TABLE), case[DOWN]

    def may_go(card: Card) -> bool:
        # A second card stands for those that stay: going out is another question.
        return not violations(
            judge_discard(terms, card, [card, card], took=None, table=table, down=down)
        )

    if free := tuple(card for card in dict.fromkeys(hand) if may_go(card)):
        return find(terms, "irregularity.no-discard", "may-go", cards=free), None
    return _judged(case, "no-discard", str(terms.irregularities.no_discard))


def _wild_upcard(case: Case) -> Judged:
    card = case[_UPCARD]
    if not case.terms_of_any.is_wild(card):
        return _judged(case, "wild-upcard", str(WildUpcard.STANDS), "natural", card=card)
    return _judged(case, "wild-upcard", str(case.variant.irregularities.wild_upcard), card=card)


def _wild_wanted(case: Case) -> Judged:
    (seats, turn), wanting = case.table(), case[_WANTING]
    if not wanting or not set(wanting) <= set(seats):
        raise CaseError("wanting", say("case-wanting"))
    law, name = case.variant.irregularities.wild_wanted, wanting[0]
    if law is WildWanted.NEXT_IN_TURN:
        start = seats.index(turn)
        name = min(wanting, key=lambda seat: (seats.index(seat) - start) % len(seats))
    finding, _ = _judged(case, "wild-wanted", str(law), name=name)
    return finding, f"goes-to:{name}"


def _wrong_count(case: Case) -> Judged:
    laws, more = case.variant.irregularities, case[_MORE]
    rule = "count-before-draw" if case[_BEFORE] else "count-after-draw"
    law = laws.count_before_draw if case[_BEFORE] else laws.count_after_draw
    if not more:
        return _judged(case, rule, str(WrongCount.STANDS), "right")
    if law is not WrongCount.CORRECTED:
        return _judged(case, rule, str(law))
    return _judged(case, rule, "discard-without-drawing" if more > 0 else "draw-without-discarding")


def _false_meld(case: Case) -> Judged:
    law = case.variant.irregularities.false_meld
    if law is TakenBack.NEVER:
        return _judged(case, "false-meld", "stands", "never")
    back = case[_WHEN] == "at-once" or law is TakenBack.ALWAYS
    return _judged(case, "false-meld", "take-back" if back else "stands")


def _late_claim(case: Case) -> Judged:
    law = case.variant.irregularities.late_claim
    in_time = law is LateClaim.UNTIL_DRAWN and not case[_DRAWN_NEXT]
    stands = law is LateClaim.ALWAYS or in_time
    return _judged(case, "late-claim", "stands" if stands else "too-late")


def _out_of_turn(case: Case) -> Judged:
    law = str(case.variant.irregularities.out_of_turn)
    return _judged(case, "out-of-turn", law, did=case[_DID])


def _exposed_card(case: Case) -> Judged:
    laws, by = case.variant.irregularities, case[_BY]
    law = laws.exposed_by_dealer if by == "dealer" else laws.exposed_by_player
    return _judged(case, f"exposed-by-{by}", str(law))


_JUDGES: Final[Mapping[str, Callable[[Case], Judged]]] = MappingProxyType(
    {
        "drew-two": _drew_two,
        "no-legal-discard": _no_discard,
        "upcard-wild": _wild_upcard,
        "wild-wanted-by-two": _wild_wanted,
        "wrong-count": _wrong_count,
        "false-meld": _false_meld,
        "late-claim": _late_claim,
        "out-of-turn": _out_of_turn,
        "exposed-card": _exposed_card,
    }
)


_WHAT: Final = Field("what", WORD, words=tuple(_JUDGES))


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


mishap("drew-two", _SEEN.at_desk(choices=_YES_OR_NO), known={"what": "drew-two"})
mishap(
    "no-legal-discard", asked_deal(), _HAND.at_desk(),
    DOWN.at_desk(
        asked=lambda game: game.discard.playable is not Playable.FREE,
        unasked="no",
        preset="earlier",
    ),
    _TABLE.at_desk(needed=False, aside=True), known={"what": "no-legal-discard"},
)  # fmt: skip
mishap(
    "upcard-wild", asked_deal(), _UPCARD.at_desk(), known={"what": "upcard-wild"},
    asked=lambda game: game.has_wilds,
)  # fmt: skip
mishap(
    "wild-wanted-by-two", SEATS.at_desk(), WHOSE_TURN.at_desk(), _WANTING.at_desk(),
    known={"what": "wild-wanted-by-two"}, asked=lambda game: game.takes_wilds,
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
    asked=lambda game: game.has_claims,
)  # fmt: skip
mishap("out-of-turn", _DID.at_desk(), known={"what": "out-of-turn"})
mishap("shown-by-dealer", known={"what": "exposed-card", "by": "dealer"})
mishap("shown-by-player", known={"what": "exposed-card", "by": "player"})
