"""The question about a hand that is declared as a whole."""

from itertools import chain
from typing import Any, Final

from referee.language import say
from referee.rules.cards import LaidCard, Meld, cards_of
from referee.rules.deals import hand_sizes
from referee.rules.findings import Ruling, judged, violations
from referee.rules.law.faults import packs_faults
from referee.rules.questions.cases import HELD, MELDS, NEVER, WILD, Case, CaseError, Field, Where
from referee.rules.questions.declared import asked_deal, question
from referee.rules.questions.json_types import TEXT, TEXTS, WHOLE, listed, table
from referee.rules.questions.shared import ASKED_PLAYERS
from referee.rules.search.arrange import MOST_CARDS
from referee.rules.search.declaring import judge_groups, judge_hand

_HAND: Final = Field("cards", HELD, needed=NEVER)
_GROUPS: Final = Field("groups", MELDS, needed=NEVER)


def _as_groups(case: dict[str, Any]) -> dict[str, Any]:
    """Cards that are not parted into groups are one text."""
    groups = case.pop("cards", None)
    if groups is None:
        return case
    return case | ({"cards": groups[0]} if len(groups) == 1 else {"groups": groups})


@question(
    "declare",
    asked_deal(),
    _GROUPS,
    _HAND.at_desk(holds=MELDS),
    ASKED_PLAYERS,
    example={"wild": "J", "groups": ["3h 4h 5h", "8s 9s *", "Kd Kc Ks", "6h 6d 6s 6c"]},
    facts={
        "groups": listed(table(kind=TEXT, cards=TEXT, reads_as=TEXTS)),
        "points": WHOLE,
    },
    games=Where("declaring", lambda game: game.showdown.declares),
    finish=_as_groups,
)
def _declare(case: Case) -> Ruling:
    if case.variant.wilds.drawn:
        case[WILD]
    terms, groups = case.terms, _groups(case)
    laid = tuple(chain.from_iterable(groups)) if groups else _hand(case)
    if too_many := packs_faults(terms, case.players, cards_of(laid)):
        return judged(too_many, {})
    dealt = hand_sizes(terms, case.players)
    found = judge_groups(terms, groups, dealt) if groups else judge_hand(terms, laid, dealt)
    facts: dict[str, object] = {"groups": [group.as_dict() for group in found.groups]}
    if violations(found.findings):
        facts["points"] = terms.scoring.wrong_declaration
    return judged(found.findings, facts)


def _groups(case: Case) -> tuple[Meld, ...]:
    """The groups in which a hand is shown; none where it is not parted."""
    if case.has(_HAND) == case.has(_GROUPS):
        raise CaseError("cards", say("case-cards-or-groups"))
    return case.if_given(_GROUPS) or ()


def _hand(case: Case) -> Meld:
    """The whole of a hand that is not parted."""
    cards = case[_HAND]
    if not 0 < len(cards) <= MOST_CARDS:
        raise CaseError("cards", say("case-hand-size", has=len(cards), most=MOST_CARDS))
    return tuple(LaidCard(card) for card in cards)
