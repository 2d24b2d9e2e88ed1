"""Irregularities: what happens when something goes wrong at the table.

Few sources say. Where none does, the answer is the usual one, and a house rule settles it.
"""

from collections.abc import Callable, Mapping
from itertools import chain
from types import MappingProxyType
from typing import Any, NamedTuple

from referee.language import Value
from referee.rules.cards import Card
from referee.rules.findings import Finding, Ruling, answered, broken, find, judged, violations
from referee.rules.law.faults import packs_faults
from referee.rules.law.play import judge_discard
from referee.rules.questions import fields
from referee.rules.questions.cases import (
    Case,
    Question,
    asked_deal,
    claims_differ,
    last_deals_differ,
    question,
    takes_cards,
)
from referee.rules.questions.fields import NEVER, CaseError, Field, FieldType, T, Where
from referee.rules.schema.options import lacking, why_lacking
from referee.rules.schema.variant import Terms, Variant

MOST_MORE = 20
"""The most cards that a hand may have too many, or too few."""

Judged = tuple[Finding, str | None]
"""What decides, and what then happens, by the word that the case format has for it."""

Judge = Callable[[Case, str], Judged]
"""Judges a case of some kind, by the word for it."""

_BY_WHAT = Where("what-happened", lambda _: False)


def _field(name: str, of: FieldType[T], **bounds: Any) -> Field[T]:
    """A field of some kinds, which the desk asks for."""
    return Field(name, of, needed=_BY_WHAT, **bounds).at_desk()


def _keeps_playable(game: Variant) -> bool:
    """Whether a card that could be played may not be discarded."""
    return game.discard.playable != "free"


_SEEN = _field("seen", fields.TRUTH)
_HAND = _field("hand", fields.HELD)
_DOWN = fields.DOWN._replace(needed=_BY_WHAT, default="earlier").at_desk(
    asked=_keeps_playable, unasked="earlier", preset="earlier"
)
"""Only a contract that is down bars discards, so that it is taken to be."""
_TABLE = Field("table", fields.MELDS, needed=NEVER).at_desk(asked=_keeps_playable, aside=True)
_UPCARD = _field("upcard", fields.CARD)
_WANTING = _field("wanting", fields.SOME_NAMES)
_BEFORE = _field("before_first_draw", fields.TRUTH)
_MORE = _field("more", fields.NUMBER, least=-MOST_MORE, most=MOST_MORE)
_WHEN = _field("when", fields.WORD, words=("at-once", "later"))
_DRAWN_NEXT = _field("drawn_next", fields.TRUTH)
_DID = (
    Field("did", fields.WORD, needed=_BY_WHAT, words=("drew", "discarded", "melded"))
    .at_desk(asked="lays_melds")
    .at_desk(asked="not lays_melds", choices=("drew", "discarded"))
)
_BY = _field("by", fields.WORD, words=("dealer", "player"))
_ASKED_SEATS = fields.SEATS._replace(needed=_BY_WHAT).at_desk()
_ASKED_TURN = fields.WHOSE_TURN._replace(needed=_BY_WHAT).at_desk(words="whose-turn")


def _judged(case: Case, rule: str, then: str, code: str = "", **values: Value) -> Judged:
    return find(case.variant, f"irregularity.{rule}", code or then, **values), then


def _law(case: Case, rule: str) -> str:
    """What the table does where something goes wrong, by the rule on that."""
    return str(getattr(case.variant.irregularities, rule.replace("-", "_")))


def _as_agreed(case: Case, rule: str) -> Judged:
    """What ends as its knob says, whatever else there is to know."""
    return _judged(case, rule, _law(case, rule))


def _taken_back(in_time: Callable[[Case], bool], then: str = "take-back") -> Judge:
    """How to judge a mistake that is put right, as `then` says, for as long as its knob says."""

    def judge(case: Case, rule: str) -> Judged:
        law, noticed_in_time = _law(case, rule), in_time(case)
        if law == "never":
            return _judged(case, rule, "stands", "never")
        back = noticed_in_time or law == "always"
        return _judged(case, rule, then if back else "stands")

    return judge


def _drew_two(case: Case, rule: str) -> Judged:
    law = _law(case, rule)
    if not case[_SEEN] and law != "keeps-both":
        return _judged(case, rule, "put-back", "unseen")
    return _judged(case, rule, law)


def _no_discard(case: Case, _: str) -> Judged:
    """What a player does who holds no card that may be discarded; None where nothing is wrong."""
    terms, hand = _terms(case), case[_HAND]
    law = terms.irregularities.no_discard
    if not hand:
        if needs := terms.go_out.melded:
            return find(terms, "go-out.melded", "plays-on", needs=needs), None
        if set(terms.ways_out) != {"discard"}:
            return find(terms, "go-out.last", "gone"), None
        return _judged(case, "no-discard", law, f"empty-{law}")
    table, down = case.if_given(_TABLE), case[_DOWN]

    def may_go(card: Card) -> bool:
        last = len(hand) == 1
        return not violations(
            judge_discard(terms, card, hand, took=(), table=table, down=down, last=last)
        )

    if free := tuple(card for card in dict.fromkeys(hand) if may_go(card)):
        return find(terms, "irregularity.no-discard", "may-go", cards=free), None
    return _judged(case, "no-discard", law)


def _terms(case: Case) -> Terms:
    """What holds in the deal, where the case names it, else whichever deal it is."""
    return case.terms if case.has(fields.DEAL) else case.terms_of_any


def _wild_upcard(case: Case, _: str) -> Judged:
    card = case[_UPCARD]
    if missing := packs_faults(case.any_deal, [card]):
        return missing[0], None
    if not case.terms_of_any.is_wild(card):
        return _judged(case, "wild-upcard", "stands", "natural", card=card)
    return _judged(case, "wild-upcard", _law(case, "wild-upcard"), card=card)


def _wild_wanted(case: Case, _: str) -> Judged:
    (seats, turn), wanting = case.table(), case[_WANTING]
    if not wanting or not set(wanting) <= set(seats):
        raise CaseError("wanting", "case-wanting")
    law, name = _law(case, "wild-wanted"), wanting[0]
    if law == "next-in-turn":
        start = seats.index(turn)
        name = min(wanting, key=lambda seat: (seats.index(seat) - start) % len(seats))
    finding, _then = _judged(case, "wild-wanted", law, name=name)
    return finding, f"goes-to:{name}"


def _wrong_count(case: Case, what: str) -> Judged:
    more, rule = case[_MORE], "count-after-out"
    if what == "wrong-count":
        rule = "count-before-draw" if case[_BEFORE] else "count-after-draw"
    if more and _law(case, rule) == "corrected":
        then = "discard-without-drawing" if more > 0 else "draw-without-discarding"
        return _judged(case, rule, then)
    return _as_agreed(case, rule) if more else _judged(case, rule, "stands", "right")


def _at_once(case: Case) -> bool:
    return case[_WHEN] == "at-once"


def _late_claim(case: Case, rule: str) -> Judged:
    terms, law, drawn = _terms(case), _law(case, rule), case[_DRAWN_NEXT]
    if not terms.deal.claims:
        return broken(terms, "claim.deal", "late", deal=terms.number), "too-late"
    stands = law == "always" or (law == "until-drawn" and not drawn)
    return _judged(case, rule, "stands" if stands else "too-late")


class _Kind(NamedTuple):
    """One kind of thing that goes wrong: how it is judged, and what it asks of a case.

    `needs` are the conditions on which it can happen. `deal` is how the desk asks for the deal.
    `names`: those of its questions at the desk that tell a part of the case, and what they tell.
    """

    judge: Judge = _as_agreed
    asks: tuple[Field[Any], ...] = ()
    needs: str = ""
    deal: Field[int] = fields.DEAL
    names: Mapping[str, Mapping[str, object]] = MappingProxyType({})


_EMPTIES = "lays_melds and go_out.by_hand"
"""Where a hand may be empty at the end of a turn, and whether the deal is over is a question."""

_KINDS: Mapping[str, _Kind] = MappingProxyType({
    "drew-two": _Kind(_drew_two, (_SEEN,)),
    "took-two": _Kind(needs="has_discard_pile"),
    "stock-card-seen": _Kind(),
    "no-legal-discard": _Kind(
        _no_discard, (_HAND, _DOWN, _TABLE), deal=asked_deal(last_deals_differ),
        # What is known of a hand comes before what is asked of one: the first that fits a case is
        # shown.
        names={"nothing-to-discard": {"hand": ""}, "no-legal-discard": {}},
    ),
    "discarded-two": _Kind(_taken_back(lambda case: not case[_DRAWN_NEXT]), (_DRAWN_NEXT,)),
    "upcard-wild": _Kind(_wild_upcard, (_UPCARD,), "has_wilds", asked_deal()),
    "wild-wanted-by-two": _Kind(
        _wild_wanted, (_ASKED_SEATS, _ASKED_TURN, _WANTING), "has_wilds and takes_wilds"
    ),
    "false-take-wild": _Kind(_taken_back(_at_once), (_WHEN,), "has_wilds and lays_melds"),
    "false-meld": _Kind(_taken_back(_at_once), (_WHEN,), "lays_melds"),
    "late-claim": _Kind(_late_claim, (_DRAWN_NEXT,), "has_callers", asked_deal(claims_differ)),
    "out-of-turn": _Kind(
        lambda case, rule: _judged(case, rule, _law(case, rule), did=case[_DID]), (_DID,)
    ),
    "skipped-turn": _Kind(_taken_back(_at_once), (_WHEN,)),
    "wrong-count": _Kind(
        _wrong_count, (_BEFORE, _MORE),
        names={"too-many-cards": {"more": 1}, "too-few-cards": {"more": -1}},
    ),
    "exposed-card": _Kind(
        lambda case, _: _as_agreed(case, f"exposed-by-{case[_BY]}"), (_BY,),
        names={"shown-by-dealer": {"by": "dealer"}, "shown-by-player": {"by": "player"}},
    ),
    "wrong-dealer": _Kind(_taken_back(lambda case: case[_BEFORE], "redeal"), (_BEFORE,)),
    "imperfect-pack": _Kind(),
    "false-out": _Kind(),
    "wrong-count-after-out": _Kind(
        _wrong_count, (_MORE,),
        names={"too-many-after-out": {"more": 1}, "too-few-after-out": {"more": -1}},
    ),
    "wrong-score": _Kind(_taken_back(_at_once, "correct"), (_WHEN,)),
})  # fmt: skip
"""Everything that can be asked about, by the word for it, as players are shown it.

That is the rule on it, too, where it is judged by a single one.
"""


_WHAT = Field("what", fields.WORD, words=tuple(_KINDS))
_OF_ANY: tuple[Field[Any], ...] = (_WHAT, fields.DEAL, fields.PLAYERS, fields.WILD)
_OF_SOME = dict.fromkeys(chain.from_iterable(kind.asks for kind in _KINDS.values()))


@question(
    "irregularity",
    *_OF_ANY,
    *_OF_SOME,
    example={"what": "drew-two", "seen": True},
    facts={"then": str | None},
    asked=NEVER,
)
def irregularity_question(case: Case) -> Ruling:
    """What happens when something goes wrong."""
    what = case[_WHAT]
    kind = _KINDS[what]
    if lacks := lacking(case.variant, kind.needs):
        why = why_lacking(lacks)
        raise CaseError("what", "case-mishap-never", what=what, why=why)
    named = tuple(field.name for field in kind.asks)
    beside = {"game", "ask", "options", *(field.name for field in _OF_ANY), *named}
    for name in case.given:
        if name not in beside:
            raise CaseError(
                name, "case-mishap-field", what=what, field=name, fields=named, count=len(named)
            )
    finding, then = kind.judge(case, what)
    settle = answered if finding.ok else judged
    return settle([finding], {"then": then})


def _at_desk(name: str, what: str, given: Mapping[str, object]) -> Question:
    """What the desk asks about a kind, by a name that tells a part of the case."""
    kind = _KINDS[what]
    # Nothing else is asked of a hand that holds nothing.
    empty = "hand" in given
    asked = () if empty else tuple(one for one in kind.asks if one.name not in given)
    wild = (fields.WILD,) if takes_cards(*asked) else ()
    return irregularity_question._replace(ask=name, fields=(*wild, kind.deal, *asked),
        asked=Where("", _EMPTIES if empty else kind.needs),
        finish=lambda case: case | {"ask": irregularity_question.ask, "what": what, **given},
    )  # fmt: skip


MISHAPS = {
    name: _at_desk(name, what, given)
    for what, kind in _KINDS.items()
    for name, given in (kind.names or {what: {}}).items()
}
"""What the desk asks when something went wrong: each is one `what` of the question on that."""
