"""Questions about hands that stay together until a deal ends: knocking and declaring."""

from functools import partial
from itertools import chain

from referee.rules.cards import LaidCard, cards_of, write_cards
from referee.rules.findings import Ruling, broken, judged, violations
from referee.rules.law.faults import packs_faults
from referee.rules.law.melds import judge_meld
from referee.rules.questions import fields
from referee.rules.questions.cases import (
    ROUND,
    Case,
    asked_deal,
    check_size,
    dealt_to,
    fewest_dealt,
    in_round,
    nearest,
    parted_as,
    question,
)
from referee.rules.questions.fields import NEVER, CaseError, Field, Where
from referee.rules.search.arrange import MOST_CARDS
from referee.rules.search.declaring import group_kind, judge_groups, judge_hand
from referee.rules.search.mends import nearest_divisions, regrouped
from referee.rules.search.showdown import judge_knock, knock_kind, knocked

DECLARING = Where("declaring", "showdown.declares")


@question(
    "knock",
    asked_deal(),
    fields.HAND.at_desk(),
    fields.UPCARD.at_desk(asked="limited_by_upcard"),
    ROUND,
    fields.ASKED_PLAYERS,
    example={"hand": "As 2s 3s 7s 7h 7d 8c 9c 10c 5d"},
    facts={"kind": str, "melds": [str], "deadwood": str, "points": int},
    games=Where("knocking", "showdown.knocks"),
)
def knock_question(case: Case) -> Ruling:
    """Whether the cards kept after the discard are few enough points, grouped at best."""
    hand, terms = case[fields.HAND], case.terms
    if not hand:
        raise CaseError("hand", "case-no-cards", field="hand", how=fields.HAND.how)
    if too_many := packs_faults(terms, hand):
        return judged(too_many)
    check_size("hand", hand)
    if case.variant.limited_by_upcard:
        case[fields.UPCARD]
    way, dealt = knocked(terms, hand), dealt_to(case)
    finding = (
        broken(terms, "showdown.knock", "short", has=len(hand), dealt=least)
        if len(hand) < (least := fewest_dealt(case))
        else judge_knock(terms, hand, way, dealt)
    )
    facts: dict[str, object] = {
        "melds": [write_cards(meld) for meld in way.melds],
        "deadwood": write_cards(way.left),
        "points": way.points,
    }
    early = [*in_round(case)]
    if violations([finding, *early]):
        return judged([*early, finding], facts)
    shown = [judge_meld(terms, meld, among=True).findings for meld in way.melds]
    kind = knock_kind(terms, hand, way.left, dealt)
    return judged([*early, finding, *chain.from_iterable(shown)], {"kind": kind, **facts})


_WHOLE = Field("cards", fields.HELD, needed=NEVER)
_GROUPS = Field("groups", fields.MELDS, needed=NEVER)


@question(
    "declare",
    asked_deal(),
    _GROUPS,
    _WHOLE.at_desk(holds=fields.MELDS),
    fields.ASKED_PLAYERS,
    example={"wild": "J", "groups": ["3h 4h 5h", "8s 9s *", "Kd Kc Ks", "6h 6d 6s 6c"]},
    facts={
        "groups": [{"kind": str, "cards": str, "reads_as": [str]}],
        "points": int,
        "nearest": [str],
    },
    games=DECLARING,
    finish=partial(parted_as, "groups"),
)
def declare_question(case: Case) -> Ruling:
    """Whether a hand is a declaration."""
    if case.variant.wilds.drawn:
        case[fields.WILD]
    terms = case.terms
    if case.has(_WHOLE) == case.has(_GROUPS):
        raise CaseError("cards", "case-cards-or-groups")
    groups = case.if_given(_GROUPS)
    laid = (
        tuple(chain.from_iterable(groups))
        if groups
        else tuple([LaidCard(one) for one in case[_WHOLE]])
    )
    if not groups and not 0 < len(laid) <= MOST_CARDS:
        raise CaseError("cards", "case-hand-size", has=len(laid), most=MOST_CARDS)
    if too_many := packs_faults(terms, cards_of(laid)):
        return judged(too_many)
    dealt = dealt_to(case)
    found = judge_groups(terms, groups, dealt) if groups else judge_hand(terms, laid, dealt)
    facts: dict[str, object] = {"groups": [
        {"kind": group_kind(one), "cards": write_cards(one.cards), "reads_as": one.reads_as}
        for one in found.groups
    ]}  # fmt: skip
    if violations(found.findings):
        facts["points"] = terms.scoring.wrong_declaration
        if len(laid) == dealt:
            bare = tuple(map(LaidCard, cards_of(laid)))
            facts |= nearest(case, lambda: (
                (groups and regrouped(terms, bare)) or nearest_divisions(terms, bare)
            ))  # fmt: skip
    return judged(found.findings, facts)
