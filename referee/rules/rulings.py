"""The front door: one case in, one ruling out."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

from referee.rules.building.build import rebuild
from referee.rules.findings import (
    Finding,
    Ruling,
    answered,
    by_option,
    judged,
    rests_on_text,
    violations,
)
from referee.rules.questions import KNOWN, QUESTIONS
from referee.rules.questions.cases import Case, Load, players_faults
from referee.rules.questions.fields import CaseError
from referee.rules.refusals import Refusal
from referee.rules.schema.options import OptionError
from referee.rules.schema.variant import Variant

MOST_OPTIONS_TRIED = 4
"""How many options set by the table are looked at one by one for the one that decides."""


_load: Load
"""Set by the games as they are taken in, which is with the package."""


def play_by(load: Load) -> None:
    """Say where games come from: `load(id, options)`, which raises `LookupError` for no game."""
    global _load
    _load = load


def rule(case: Mapping[str, object]) -> Ruling:
    """Rule on one case, as the case format describes it.

    Raises `CaseError`, naming the field and what would be right, where it cannot be ruled on.
    """
    return _ruled(case, _load)


def rule_by(variant: Variant, case: Mapping[str, object]) -> Ruling:
    """Rule on one case by a game that is at hand, such as a table's own copy of it.

    Its options stand as they are: `game` and `options` of the case choose nothing. Raises as
    `rule`.
    """
    return _ruled(case, lambda game, options: variant)


def _ruled(case: object, load: Load) -> Ruling:
    if not isinstance(case, Mapping):
        raise CaseError("case", "case-no-case")
    for name in case:
        if name not in KNOWN:
            known = ", ".join(sorted(KNOWN))
            raise CaseError(str(name)[:40], "case-no-field", fields=known)
    asked = Case(case, load)
    question = QUESTIONS.get(asked.ask)
    if question is None:
        known = ", ".join(QUESTIONS)
        raise CaseError("ask", "case-no-question", ask=asked.ask[:40], known=known)
    if not question.games(asked.variant):
        raise CaseError("ask", f"case-no-{question.games.name}", game=asked.variant.name)
    # Fields on which nothing turns in this case are held to what they may be, too.
    for field in question.fields:
        if field.name in case:
            asked.if_given(field)
    asked.check_drawn(question.fields)
    if asked.players is not None and (wrong := players_faults(asked.variant, asked.players)):
        asked.check(question.fields)
        return judged(wrong)
    try:
        ruling = question.answer(asked)
    except Refusal as error:
        raise CaseError(error.field, "", error.message) from None
    return _by_the_table(asked, ruling) if asked.variant.overturned else ruling


@lru_cache(4 * MOST_OPTIONS_TRIED)
def _without(asked: Case, options: tuple[str, ...]) -> Ruling | None:
    """What would be ruled with some options as they come; None where nothing would be."""
    try:
        usual = _with_usual(asked.variant, options)
        question = QUESTIONS[asked.ask]
        return question.answer(asked.by(usual)) if question.games(usual) else None
    except (Refusal, OptionError):
        return None


def _by_the_table(asked: Case, ruling: Ruling) -> Ruling:
    """The ruling as the table's where it would be another without an option that the table set.

    A rule that stands in the text all the same decides by the text.
    """
    chosen = asked.variant.overturned
    ruling = _unblamed(asked, ruling)
    is_theirs = any(finding.option in chosen for finding in ruling.findings)
    if is_theirs and not rests_on_text(ruling.findings):
        return ruling
    if len(chosen) > 1 and not _differing(asked, ruling, chosen):
        return ruling
    for option in chosen[:MOST_OPTIONS_TRIED]:
        if rules := _differing(asked, ruling, (option,)):
            findings = [
                by_option(asked.variant, finding, option) if finding.rule in rules else finding
                for finding in ruling.findings
            ]
            return _settled_anew(ruling, findings)
    return ruling


def _settled_anew(ruling: Ruling, findings: Sequence[Finding]) -> Ruling:
    settle = answered if ruling.verdict == "answer" else judged
    return settle(findings, ruling.facts)


def _unblamed(asked: Case, ruling: Ruling) -> Ruling:
    """The ruling without the blame of an option for what is found all the same without it."""
    chosen = asked.variant.overturned
    findings = [
        _settled_by_whom(asked, finding) if finding.option in chosen else finding
        for finding in ruling.findings
    ]
    return ruling if findings == [*ruling.findings] else _settled_anew(ruling, findings)


def _settled_by_whom(asked: Case, finding: Finding) -> Finding:
    """A finding, resting on the option without which it would not be there, or on none of them."""
    chosen = asked.variant.overturned
    for option in dict.fromkeys((finding.option, *chosen[:MOST_OPTIONS_TRIED])):
        if _as_found(_without(asked, (option,)), finding) is None:
            return finding._replace(option=option)
    same = _as_found(_without(asked, chosen), finding)
    if same is None:
        return finding
    basis = replace(finding.basis, by=same.basis.by, option=same.basis.option, turned=False)
    return finding._replace(settled_by=same.settled_by, option=same.option, basis=basis)


def _as_found(other: Ruling | None, finding: Finding) -> Finding | None:
    """The same finding in another ruling; None where it has no such."""
    return next((f for f in other.findings if _told(f) == _told(finding)), None) if other else None


def _told(finding: Finding) -> tuple[object, ...]:
    """What a finding tells, whoever settles it."""
    return finding.rule, finding.ok, finding.code, finding.values


def _differing(asked: Case, ruling: Ruling, options: tuple[str, ...]) -> set[str]:
    """The rules of a ruling that decide otherwise with some options left as they come."""
    other = _without(asked, options)
    if other is None:
        return set()
    ours = {finding.rule for finding in ruling.findings}
    if ruling.verdict == "answer":
        if other.facts == ruling.facts:
            return set()
        said = set(map(_told, other.findings))
        differing = [finding.rule for finding in ruling.findings if _told(finding) not in said]
        return set(differing[:1]) or ours
    broken = {finding.rule for finding in violations(other.findings)}
    if ruling.verdict == "illegal":
        return ours - broken
    return (ours & broken or ours) if broken else set()


@lru_cache
def _with_usual(variant: Variant, options: tuple[str, ...]) -> Variant:
    """The game with some of its options as they come."""
    kept = {name: value for name, value in variant.turned.items() if name not in options}
    return rebuild(variant, kept)
