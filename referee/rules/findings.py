"""Findings and rulings: what was decided, by which rule, and who settles it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from referee.rules.cards import JOKER
from referee.rules.variant import SettledBy, Variant
from referee.rules.wording import SAYS


class Verdict(StrEnum):
    """How a ruling comes out."""

    LEGAL = "legal"
    ILLEGAL = "illegal"
    ANSWER = "answer"


@dataclass(frozen=True, slots=True)
class Finding:
    """One rule that decided.

    `rule` is its id in the rulebook, `ok` whether it was kept, `says` a sentence for the people at
    the table, `source` the title and section it comes from, `option` the house option that would
    change it, empty where the game's text settles it.
    """

    rule: str
    ok: bool
    settled_by: SettledBy
    says: str
    source: str
    option: str = ""

    def as_dict(self) -> dict[str, object]:
        """The finding as plain data; without `option` where there is none."""
        plain: dict[str, object] = {
            "rule": self.rule,
            "ok": self.ok,
            "settled_by": str(self.settled_by),
            "says": self.says,
            "source": self.source,
        }
        if self.option:
            plain["option"] = self.option
        return plain


@dataclass(frozen=True, slots=True)
class Ruling:
    """The answer to one case.

    `findings` hold every rule that decided. `facts` are plain data: texts, numbers, truth values,
    lists and tables of them, as the case format lists them for each question.
    """

    verdict: Verdict
    settled_by: SettledBy
    findings: tuple[Finding, ...]
    facts: Mapping[str, object]

    def as_dict(self) -> dict[str, object]:
        """The ruling as plain data that JSON can hold."""
        return {
            "verdict": str(self.verdict),
            "settled_by": str(self.settled_by),
            "findings": [one.as_dict() for one in self.findings],
            "facts": dict(self.facts),
        }


_SMALL = (f"{JOKER} ", "the ")
"""How a sentence that names cards first may begin with a small letter."""


def find(variant: Variant, rule: str, words: str = "", *, ok: bool = True, **named: Any) -> Finding:
    """Find that a rule was kept or broken.

    `words` chooses the sentence among those of the rule; `named` are the cards, names and numbers
    that it speaks of.
    """
    basis = variant.basis(rule, words)
    says = SAYS[f"{rule} {words}" if words else rule].format_map(named)
    if says.startswith(_SMALL):
        says = says[0].upper() + says[1:]
    return Finding(rule, ok, basis.by, says, basis.source, basis.option)


def by_option(variant: Variant, finding: Finding, option: str) -> Finding:
    """A finding that rests on an option: the table's, where it was changed and is not offered."""
    if option not in variant.overturned:
        return finding
    return replace(finding, settled_by=SettledBy.TABLE, option=option)


def broken(variant: Variant, rule: str, words: str = "", **named: Any) -> Finding:
    """Find that a rule was broken; as `find`."""
    return find(variant, rule, words, ok=False, **named)


def violations(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """Those findings that a rule was broken."""
    return tuple(one for one in findings if not one.ok)


def judged(findings: Iterable[Finding], facts: Mapping[str, object]) -> Ruling:
    """The ruling that findings lead to.

    Illegal if any rule was broken: then the game's text settles it if any broken rule is the
    text's. Else legal: then the table settles it if any permission that it needs is the table's.
    """
    found = _once(findings)
    wrong = violations(found)
    if wrong:
        by_text = any(one.settled_by is SettledBy.RULES for one in wrong)
        settled = SettledBy.RULES if by_text else SettledBy.TABLE
        return Ruling(Verdict.ILLEGAL, settled, wrong, facts)
    return Ruling(Verdict.LEGAL, _rests_on(found), found, facts)


def answered(findings: Iterable[Finding], facts: Mapping[str, object]) -> Ruling:
    """The answer to a question that is neither legal nor illegal; settled as what it rests on."""
    found = _once(findings)
    return Ruling(Verdict.ANSWER, _rests_on(found), found, facts)


def _rests_on(findings: tuple[Finding, ...]) -> SettledBy:
    by_table = any(one.settled_by is SettledBy.TABLE for one in findings)
    return SettledBy.TABLE if by_table else SettledBy.RULES


def _once(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    return tuple(dict.fromkeys(findings))
