"""The front door: one case in, one ruling out."""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache

from referee.language import say
from referee.rules import irregularities as irregularities  # declares a question
from referee.rules.build import OptionError, rebuild
from referee.rules.cases import Case, CaseError, Load
from referee.rules.declared import QUESTIONS
from referee.rules.findings import (
    Ruling,
    Verdict,
    answered,
    by_option,
    judged,
    rests_on_text,
    violations,
)
from referee.rules.questions import players_faults
from referee.rules.rulebook import needed_rules
from referee.rules.scoring import card_values, game_end
from referee.rules.variant import Variant

MOST_OPTIONS_TRIED = 4
"""How many options set by the table are looked at one by one for the one that decides."""


def _no_games(game: str, options: Mapping[str, object] | None) -> Variant:
    raise LookupError(say("case-no-games", game=game))


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
        raise CaseError("ask", say("case-no-question", ask=asked.ask[:40], known=known))
    # Fields on which nothing turns in this case are held to what they may be, too.
    for field in question.fields:
        asked.if_given(field)
    if asked.players is not None and (wrong := players_faults(asked.variant, asked.players)):
        asked.check(question.fields)
        return judged(wrong, {})
    ruling = question.answer(asked)
    chosen = asked.variant.overturned
    return _by_the_table(asked, ruling, chosen) if chosen else ruling


def _by_the_table(asked: Case, ruling: Ruling, chosen: Sequence[str]) -> Ruling:
    """The ruling as the table's where it would be another without an option that the table set.

    A rule that stands in the text all the same decides by the text.
    """
    is_theirs = any(finding.option in chosen for finding in ruling.findings)
    if is_theirs and not rests_on_text(ruling.findings):
        return ruling
    if len(chosen) > 1 and not _differing(asked, ruling, chosen):
        return ruling
    for option in chosen[:MOST_OPTIONS_TRIED]:
        if rules := _differing(asked, ruling, [option]):
            break
    else:
        return ruling
    findings = [
        by_option(asked.variant, finding, option) if finding.rule in rules else finding
        for finding in ruling.findings
    ]
    settle = answered if ruling.verdict is Verdict.ANSWER else judged
    return settle(findings, ruling.facts)


def _differing(asked: Case, ruling: Ruling, options: Sequence[str]) -> set[str]:
    """The rules of a ruling that decide otherwise with some options left as they come."""
    try:
        usual = _with_usual(asked.variant, tuple(options))
        other = QUESTIONS[asked.ask].answer(Case(asked.given, lambda game, chosen: usual))
    except (CaseError, OptionError):
        return set()
    ours = {finding.rule for finding in ruling.findings}
    if ruling.verdict is Verdict.ANSWER:
        if other.facts == ruling.facts:
            return set()
        said = {(finding.rule, finding.code, finding.values) for finding in other.findings}
        differing = [
            finding.rule
            for finding in ruling.findings
            if (finding.rule, finding.code, finding.values) not in said
        ]
        return set(differing[:1]) or ours
    broken = {finding.rule for finding in violations(other.findings)}
    if ruling.verdict is Verdict.ILLEGAL:
        return ours - broken
    return (ours & broken or ours) if broken else set()


def heeds(variant: Variant, option: str) -> bool:
    """Whether what a table answered to an option changes anything, the other answers as they are.

    A total to reach, for one, means nothing where a number of rounds ends the game.
    """
    return _played(variant) != _played(_with_usual(variant, (option,)))


def _played(variant: Variant) -> tuple[object, ...]:
    """What players notice of how a game is played: its rules in words, deals, points and end."""
    texts = {rule: variant.text(rule) for rule in needed_rules(variant)}
    return texts, variant.deals, card_values(variant), game_end(variant), variant.scoring


@lru_cache(maxsize=64)
def _with_usual(variant: Variant, options: tuple[str, ...]) -> Variant:
    """The game with some of its options as they come."""
    kept = {name: value for name, value in variant.chosen.items() if name not in options}
    return rebuild(variant, kept)
