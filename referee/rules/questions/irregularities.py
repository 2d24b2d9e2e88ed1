"""Irregularities: what happens when something goes wrong at the table.

Few sources say. Where none does, the answer is the usual one, and a house rule settles it.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from itertools import chain
from operator import attrgetter
from types import MappingProxyType
from typing import Any, Final

from referee.language import Value, say
from referee.rules.cards import Card
from referee.rules.findings import Finding, Ruling, answered, broken, find, judged, violations
from referee.rules.law.faults import packs_faults
from referee.rules.law.play import judge_discard
from referee.rules.questions.cases import (
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
    WILD,
    WORD,
    Case,
    CaseError,
    Field,
    Where,
)
from referee.rules.questions.declared import asked_deal, mishap, question
from referee.rules.questions.json_types import NAME_OR_NULL
from referee.rules.questions.shared import claims_differ, last_deals_differ
from referee.rules.schema.variant import Terms, Variant

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
_DOWN: Final = replace(DOWN, needed=_BY_WHAT, default="earlier")
"""Only a contract that is down bars discards, so that it is taken to be."""
_ASKED_SEATS: Final = replace(SEATS, needed=_BY_WHAT)
_ASKED_TURN: Final = replace(WHOSE_TURN, needed=_BY_WHAT)


def _judged(case: Case, rule: str, then: str, code: str = "", **values: Value) -> Judged:
    return find(case.variant, f"irregularity.{rule}", code or then, ok=True, **values), then


def _drew_two(case: Case) -> Judged:
    law = case.variant.irregularities.drew_two
    if not case[_SEEN] and law != "keeps-both":
        return _judged(case, "drew-two", "put-back", "unseen")
    return _judged(case, "drew-two", str(law))


def _no_discard(case: Case) -> Judged:
    """What a player does who holds no card that may be discarded; None where nothing is wrong."""
    terms, hand = _terms(case), case[_HAND]
    law = str(terms.irregularities.no_discard)
    if not hand:
        if set(terms.ways_out) != {"discard"}:
            return find(terms, "go-out.last", "gone"), None
        return _judged(case, "no-discard", law, f"empty-{law}")
    table, down = case.if_given(_TABLE), case[_DOWN]

    def may_go(card: Card) -> bool:
        # A second card stands for those that stay: going out is another question.
        return not violations(
            judge_discard(terms, card, [card, card], took=None, table=table, down=down)
        )

    if free := tuple(card for card in dict.fromkeys(hand) if may_go(card)):
        return find(terms, "irregularity.no-discard", "may-go", cards=free), None
    return _judged(case, "no-discard", law)


def _terms(case: Case) -> Terms:
    """What holds in the deal, where the case names it, else whichever deal it is."""
    return case.terms if case.has(DEAL) else case.terms_of_any


def _wild_upcard(case: Case) -> Judged:
    card = case[_UPCARD]
    if missing := packs_faults(case.variant, case.players, [card]):
        return missing[0], None
    if not case.terms_of_any.is_wild(card):
        return _judged(case, "wild-upcard", "stands", "natural", card=card)
    return _judged(case, "wild-upcard", str(case.variant.irregularities.wild_upcard), card=card)


def _wild_wanted(case: Case) -> Judged:
    (seats, turn), wanting = case.table(), case[_WANTING]
    if not wanting or not set(wanting) <= set(seats):
        raise CaseError("wanting", say("case-wanting"))
    law, name = case.variant.irregularities.wild_wanted, wanting[0]
    if law == "next-in-turn":
        start = seats.index(turn)
        name = min(wanting, key=lambda seat: (seats.index(seat) - start) % len(seats))
    finding, _ = _judged(case, "wild-wanted", str(law), name=name)
    return finding, f"goes-to:{name}"


def _wrong_count(case: Case) -> Judged:
    laws, more = case.variant.irregularities, case[_MORE]
    rule = "count-before-draw" if case[_BEFORE] else "count-after-draw"
    law = laws.count_before_draw if case[_BEFORE] else laws.count_after_draw
    if not more:
        return _judged(case, rule, "stands", "right")
    if law != "corrected":
        return _judged(case, rule, str(law))
    return _judged(case, rule, "discard-without-drawing" if more > 0 else "draw-without-discarding")


def _count_after_out(case: Case) -> Judged:
    law = str(case.variant.irregularities.count_after_out)
    if not case[_MORE]:
        return _judged(case, "count-after-out", "stands", "right")
    return _judged(case, "count-after-out", law)


def _taken_back(
    rule: str, in_time: Callable[[Case], bool], then: str = "take-back"
) -> Callable[[Case], Judged]:
    """How to judge a mistake that is put right, as `then` says, for as long as its knob says."""

    def judge(case: Case) -> Judged:
        law = getattr(case.variant.irregularities, rule.replace("-", "_"))
        noticed_in_time = in_time(case)
        if law == "never":
            return _judged(case, rule, "stands", "never")
        back = noticed_in_time or law == "always"
        return _judged(case, rule, then if back else "stands")

    return judge


def _at_once(case: Case) -> bool:
    return case[_WHEN] == "at-once"


def _before_next_draw(case: Case) -> bool:
    return not case[_DRAWN_NEXT]


def _before_first_draw(case: Case) -> bool:
    return case[_BEFORE]


def _always_so(rule: str) -> Callable[[Case], Judged]:
    """How to judge what ends as its knob says, whatever else there is to know."""

    def judge(case: Case) -> Judged:
        law = getattr(case.variant.irregularities, rule.replace("-", "_"))
        return _judged(case, rule, str(law))

    return judge


def _late_claim(case: Case) -> Judged:
    terms, law = _terms(case), case.variant.irregularities.late_claim
    drawn = case[_DRAWN_NEXT]
    if not terms.deal.claims:
        return broken(terms, "claim.deal", "late", deal=terms.number), "too-late"
    in_time = law == "until-drawn" and not drawn
    stands = law == "always" or in_time
    return _judged(case, "late-claim", "stands" if stands else "too-late")


def _out_of_turn(case: Case) -> Judged:
    law = str(case.variant.irregularities.out_of_turn)
    return _judged(case, "out-of-turn", law, did=case[_DID])


def _exposed_card(case: Case) -> Judged:
    laws, by = case.variant.irregularities, case[_BY]
    law = laws.exposed_by_dealer if by == "dealer" else laws.exposed_by_player
    return _judged(case, f"exposed-by-{by}", str(law))


@dataclass(frozen=True, slots=True)
class _Kind:
    """One kind of thing that goes wrong: how it is judged, by which fields of a case.

    `needs` are attributes of a game without which it cannot happen.
    """

    judge: Callable[[Case], Judged]
    fields: tuple[Field[Any], ...] = ()
    needs: tuple[str, ...] = ()

    def lacks_in(self, game: Variant) -> str:
        """The first attribute without which it cannot happen in a game; empty where it can."""
        return next((name for name in self.needs if not attrgetter(name)(game)), "")


_KINDS: Final[Mapping[str, _Kind]] = MappingProxyType(
    {
        "drew-two": _Kind(_drew_two, (_SEEN,)),
        "no-legal-discard": _Kind(_no_discard, (_HAND, _TABLE, _DOWN)),
        "upcard-wild": _Kind(_wild_upcard, (_UPCARD,), ("has_wilds",)),
        "wild-wanted-by-two": _Kind(
            _wild_wanted, (_ASKED_SEATS, _ASKED_TURN, _WANTING), ("has_wilds", "takes_wilds")
        ),
        "wrong-count": _Kind(_wrong_count, (_BEFORE, _MORE)),
        "false-meld": _Kind(_taken_back("false-meld", _at_once), (_WHEN,), ("lays_melds",)),
        "late-claim": _Kind(_late_claim, (_DRAWN_NEXT,), ("has_callers",)),
        "out-of-turn": _Kind(_out_of_turn, (_DID,)),
        "exposed-card": _Kind(_exposed_card, (_BY,)),
        "stock-card-seen": _Kind(_always_so("stock-card-seen")),
        "took-two": _Kind(_always_so("took-two"), (), ("has_discard_pile",)),
        "discarded-two": _Kind(_taken_back("discarded-two", _before_next_draw), (_DRAWN_NEXT,)),
        "skipped-turn": _Kind(_taken_back("skipped-turn", _at_once), (_WHEN,)),
        "false-take-wild": _Kind(
            _taken_back("false-take-wild", _at_once), (_WHEN,), ("has_wilds", "lays_melds")
        ),
        "false-out": _Kind(_always_so("false-out")),
        "wrong-count-after-out": _Kind(_count_after_out, (_MORE,)),
        "wrong-score": _Kind(_taken_back("wrong-score", _at_once, "correct"), (_WHEN,)),
        "wrong-dealer": _Kind(
            _taken_back("wrong-dealer", _before_first_draw, "redeal"), (_BEFORE,)
        ),
        "imperfect-pack": _Kind(_always_so("imperfect-pack")),
    }
)
"""Everything that can be asked about, by the word for it."""


_WHAT: Final = Field("what", WORD, words=tuple(_KINDS))
_OF_ANY: Final[tuple[Field[Any], ...]] = (_WHAT, DEAL, PLAYERS, WILD)
_OF_SOME: Final[tuple[Field[Any], ...]] = tuple(
    chain.from_iterable(kind.fields for kind in _KINDS.values())
)


@question(
    "irregularity",
    *dict.fromkeys((*_OF_ANY, *_OF_SOME)),
    example={"what": "drew-two", "seen": True},
    facts={"then": NAME_OR_NULL},
    asked=NEVER,
)
def _irregularity(case: Case) -> Ruling:
    what = case[_WHAT]
    kind = _KINDS[what]
    if lacks := kind.lacks_in(case.variant):
        why = say(f"lacks-{lacks.replace('.', '-').replace('_', '-')}")
        raise CaseError("what", say("case-mishap-never", what=what, why=why))
    named = tuple(field.name for field in kind.fields)
    beside = {"game", "ask", "options", *(field.name for field in _OF_ANY), *named}
    for name in case.given:
        if name not in beside:
            says = say("case-mishap-field", what=what, field=name, fields=named, count=len(named))
            raise CaseError(name, says)
    finding, then = kind.judge(case)
    settle = answered if finding.ok else judged
    return settle([finding], {"then": then})


def _ask_at_desk(
    name: str,
    *fields: Field[Any],
    what: str = "",
    known: Mapping[str, object] = MappingProxyType({}),
) -> None:
    """Have the desk ask about a kind, of that name where it is not another; see `mishap`."""
    kind = _KINDS[what or name]
    mishap(
        name, *fields, known={"what": what or name, **known},
        asked=lambda game: not kind.lacks_in(game),
    )  # fmt: skip


_SEEN_BY_WORDS: Final = _SEEN.at_desk(choices=_YES_OR_NO)
_BEFORE_BY_WORDS: Final = _BEFORE.at_desk(choices=_YES_OR_NO)
_DRAWN_BY_WORDS: Final = _DRAWN_NEXT.at_desk(choices=_YES_OR_NO)

_ask_at_desk("drew-two", _SEEN_BY_WORDS)
_ask_at_desk("took-two")
_ask_at_desk("stock-card-seen")
# What is known of a hand comes before what is asked of one: the first that fits a case is shown.
_ask_at_desk(
    "nothing-to-discard",
    asked_deal(last_deals_differ),
    what="no-legal-discard",
    known={"hand": ""},
)
_ask_at_desk(
    "no-legal-discard", asked_deal(last_deals_differ), _HAND.at_desk(),
    _DOWN.at_desk(
        asked=lambda game: game.discard.playable != "free",
        unasked="earlier",
        preset="earlier",
    ),
    _TABLE.at_desk(needed=False, aside=True),
)  # fmt: skip
_ask_at_desk("discarded-two", _DRAWN_BY_WORDS)
_ask_at_desk("upcard-wild", asked_deal(), _UPCARD.at_desk())
_ask_at_desk(
    "wild-wanted-by-two",
    SEATS.at_desk(),
    WHOSE_TURN.at_desk(words="whose-turn"),
    _WANTING.at_desk(),
)
_ask_at_desk("false-take-wild", _WHEN.at_desk())
_ask_at_desk("false-meld", _WHEN.at_desk())
_ask_at_desk("late-claim", asked_deal(claims_differ), _DRAWN_BY_WORDS)
_ask_at_desk("out-of-turn", _DID.at_desk())
_ask_at_desk("skipped-turn", _WHEN.at_desk())
_ask_at_desk("too-many-cards", _BEFORE_BY_WORDS, what="wrong-count", known={"more": 1})
_ask_at_desk("too-few-cards", _BEFORE_BY_WORDS, what="wrong-count", known={"more": -1})
_ask_at_desk("shown-by-dealer", what="exposed-card", known={"by": "dealer"})
_ask_at_desk("shown-by-player", what="exposed-card", known={"by": "player"})
_ask_at_desk("wrong-dealer", _BEFORE_BY_WORDS)
_ask_at_desk("imperfect-pack")
_ask_at_desk("false-out")
_ask_at_desk("too-many-after-out", what="wrong-count-after-out", known={"more": 1})
_ask_at_desk("too-few-after-out", what="wrong-count-after-out", known={"more": -1})
_ask_at_desk("wrong-score", _WHEN.at_desk())
