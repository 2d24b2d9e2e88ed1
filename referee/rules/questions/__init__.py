"""The questions of a case, each declared with the function that answers it.

That reads the fields, asks the rules, and gives the ruling. The forms of the desk and the
description of the interface for programs are made from the declarations.
"""

from collections.abc import Mapping
from typing import Any

from referee.rules.questions import melds, play, score, scores, showdown
from referee.rules.questions.cases import Question
from referee.rules.questions.fields import NEVER
from referee.rules.questions.irregularities import MISHAPS, irregularity_question

QUESTIONS = {
    one.ask: one
    for one in (
        melds.meld_question,
        melds.contract_question,
        melds.further_meld_question,
        melds.lay_off_question,
        melds.take_wild_question,
        play.discard_question,
        play.claim_question,
        play.go_out_question,
        scores.deal_question,
        scores.points_question,
        scores.standings_question,
        scores.arrange_question,
        scores.stock_out_question,
        score.score_question,
        showdown.knock_question,
        showdown.declare_question,
        irregularity_question,
    )
}
"""Every question that a case may ask, by the word for it, as players are shown them."""

KNOWN = {"game", "ask", "options"}.union(
    field.name for question in QUESTIONS.values() for field in question.fields
)
"""The names of all fields that a case may have, whatever it asks."""


def question_of(case: Mapping[str, Any]) -> Question | None:
    """The question of a case, as the desk asks it; None for one that it never asks."""
    for mishap in MISHAPS.values():
        if mishap.finish({}).items() <= case.items():
            return mishap
    question = QUESTIONS.get(case["ask"])
    return None if question is None or question.asked is NEVER else question
