"""The front door: one case in, one ruling out."""

from collections.abc import Callable, Mapping

from referee.rules.cases import Case, CaseError, Load
from referee.rules.fields import FIELDS_OF
from referee.rules.findings import Ruling, judged
from referee.rules.questions import QUESTIONS, players_faults
from referee.rules.variant import Variant


def _no_games(game: str, options: Mapping[str, object] | None) -> Variant:
    raise LookupError(f"There is no game “{game}”: no games have been taken in.")


_load: Load = _no_games


def play_by(load: Callable[[str, Mapping[str, object] | None], Variant]) -> None:
    """Say where games come from: `load(id, options)`, which raises `LookupError` for no game."""
    global _load
    _load = load


def rule(case: Mapping[str, object]) -> Ruling:
    """Rule on one case, as the case format describes it.

    Raises `CaseError`, naming the field and what would be right, where it cannot be ruled on.
    """
    return _ruled(Case(case, _load))


def rule_by(variant: Variant, case: Mapping[str, object]) -> Ruling:
    """Rule on one case by a game that is at hand, such as a table's own copy of it.

    Its options stand as they are: `game` and `options` of the case choose nothing. Raises as
    `rule`.
    """
    return _ruled(Case(case, lambda game, options: variant))


def _ruled(asked: Case) -> Ruling:
    question = QUESTIONS.get(asked.ask)
    if question is None:
        known = ", ".join(QUESTIONS)
        raise CaseError("ask", f"“{asked.ask[:40]}” is not a question. The questions are {known}.")
    if asked.players is not None and (wrong := players_faults(asked.variant, asked.players)):
        asked.read(FIELDS_OF[asked.ask])
        return judged(wrong, {})
    return question(asked)
