"""Questions about hands that stay together until a deal ends: knocking."""

from typing import Final

from referee.language import say
from referee.rules.cards import write_cards
from referee.rules.findings import Ruling, judged, violations
from referee.rules.law.faults import packs_faults
from referee.rules.questions.cases import UPCARD, Case, CaseError, Where
from referee.rules.questions.declared import asked_deal, question
from referee.rules.questions.json_types import TEXT, TEXTS, WHOLE
from referee.rules.questions.shared import ASKED_PLAYERS, HAND, dealt_to
from referee.rules.schema.variant import Variant
from referee.rules.search.showdown import groupings, judge_knock, knock_kind

KNOCKING: Final = Where("knocking", lambda game: game.showdown.knocks)


def _limited_by_upcard(game: Variant) -> bool:
    return game.showdown.knocks and game.showdown.by_upcard


@question(
    "knock",
    asked_deal(),
    HAND.at_desk(),
    UPCARD.at_desk(asked=_limited_by_upcard),
    ASKED_PLAYERS,
    example={"hand": "As 2s 3s 7s 7h 7d 8c 9c 10c 5d"},
    facts={"kind": TEXT, "melds": TEXTS, "deadwood": TEXT, "points": WHOLE},
    games=KNOCKING,
)
def _knock(case: Case) -> Ruling:
    """Whether the cards kept after the discard are few enough points, grouped at best."""
    hand, terms = case[HAND], case.terms
    if not hand:
        raise CaseError("hand", say("case-no-cards", field="hand", how=HAND.how))
    if too_many := packs_faults(case.variant, case.players, hand):
        return judged(too_many, {})
    if _limited_by_upcard(case.variant) and terms.drawn.upcard is None:
        raise CaseError("upcard", say("case-missing", field="upcard", how=UPCARD.how))
    grouped, dealt = next(groupings(terms, hand)), dealt_to(case)
    finding = judge_knock(terms, hand, grouped, dealt)
    facts: dict[str, object] = {
        "melds": [write_cards(meld) for meld in grouped.melds],
        "deadwood": write_cards(grouped.left),
        "points": grouped.points,
    }
    kind = {} if violations([finding]) else {"kind": knock_kind(hand, grouped.left, dealt)}
    return judged([finding], kind | facts)
