"""Findings and rulings: what was decided, by which rule, and who settles it."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Literal, NamedTuple, cast

from referee.language import Phrase, Value, in_use, sentence
from referee.rules.schema.basis import Basis, SettledBy
from referee.rules.schema.variant import Variant

Verdict = Literal["legal", "illegal", "answer"]
"""How a ruling comes out."""


Values = tuple[tuple[str, Value], ...]
"""The cards, names and numbers that a sentence speaks of, each by its name there."""


class Finding(NamedTuple):
    """One rule that decided.

    `rule` is its id in the rulebook, `ok` whether it was kept, `option` the house option that would
    change it, empty where the game's text settles it. `code` names the sentence among those of the
    rule, `values` what it speaks of. `basis` is what the rule rests on at the table.
    """

    rule: str
    ok: bool
    settled_by: SettledBy
    option: str
    code: str
    values: Values
    basis: Basis

    @property
    def source(self) -> Phrase:
        """The title and section it comes from, as sentences have them."""
        return self.basis.source

    @property
    def message(self) -> str:
        """The id of its sentence in a catalogue."""
        return message_of(self.rule, self.code)

    def said(self) -> str:
        """The finding as a sentence for the people at the table."""
        return sentence(self.message, self.values)

    def as_dict(self) -> dict[str, object]:
        """The finding as plain data; without `option` where there is none."""
        rule_text, source = self.basis.worded(in_use())
        plain: dict[str, object] = {
            "rule": self.rule,
            "ok": self.ok,
            "settled_by": self.settled_by,
            "says": self.said(),
            "rule_text": rule_text,
            "source": source,
        }
        if self.option:
            plain["option"] = self.option
        return plain


Findings = tuple[Finding, ...]
"""What decided, rule by rule."""


def message_of(rule: str, code: str) -> str:
    """The id of a finding's sentence: an underscore parts the rule from the code."""
    return f"{rule.replace('.', '-')}_{code}" if code else rule.replace(".", "-")


class Offer(NamedTuple):
    """What would be legal instead, by `code` and the values its sentence speaks of."""

    code: str
    values: Values = ()

    def said(self) -> str:
        """The offer as a sentence."""
        return sentence(message_of("nearest", self.code), self.values)


class Ruling(NamedTuple):
    """The answer to one case.

    `findings` hold every rule that decided. `facts` are plain data: texts, numbers, truth values,
    lists and tables of them, as the case format lists them for each question. `nearest` holds the
    offers of what would be legal instead.
    """

    verdict: Verdict
    settled_by: SettledBy
    findings: Findings
    facts: Mapping[str, object]

    def as_dict(self) -> dict[str, object]:
        """The ruling as plain data that JSON can hold."""
        return self.plain(Finding.as_dict, Offer.said)

    def plain(
        self, finding: Callable[[Finding], object], offer: Callable[[Offer], object]
    ) -> dict[str, object]:
        """The ruling as plain data, with each finding and each offer made such."""
        facts = dict(self.facts)
        if "nearest" in facts:
            facts["nearest"] = [*map(offer, cast(Sequence[Offer], facts["nearest"]))]
        return {
            "verdict": self.verdict,
            "settled_by": self.settled_by,
            "findings": [*map(finding, self.findings)],
            "facts": facts,
        }


def find(
    variant: Variant, rule: str, code: str = "", ok: bool = True, /, **values: Value
) -> Finding:
    """Find that a rule was kept, or broken where not `ok`.

    `code` chooses the sentence among those of the rule; `values` are the cards, names and numbers
    that it speaks of.
    """
    basis = variant.basis(rule, code)
    if variant.tracks:
        values["tracks"] = "yes"
    return Finding(rule, ok, basis.by, basis.option, code, tuple(values.items()), basis)


def broken(variant: Variant, rule: str, code: str = "", /, **values: Value) -> Finding:
    """Find that a rule was broken; as `find`."""
    return find(variant, rule, code, False, **values)


def ruled(
    ok: bool, variant: Variant, rule: str, wrong: str = "", kept: str = "", /, **values: Value
) -> Finding:
    """Find that a rule was kept, or broken, each in words of its own; as `find`."""
    return find(variant, rule, kept if ok else wrong, ok, **values)


def by_option(variant: Variant, finding: Finding, option: str) -> Finding:
    """A finding that rests on an option: the table's, where it was changed and is not offered."""
    if option not in variant.overturned:
        return finding
    return finding._replace(settled_by="table", option=option)


def violations(findings: Iterable[Finding]) -> Findings:
    """Those findings that a rule was broken."""
    return tuple([finding for finding in findings if not finding.ok])


_NO_FACTS: Mapping[str, object] = MappingProxyType({})


def judged(findings: Iterable[Finding], facts: Mapping[str, object] = _NO_FACTS) -> Ruling:
    """The ruling that findings lead to.

    Illegal if any rule was broken: then the game's text settles it if any broken rule is the
    text's. Else legal: then the table settles it if any permission that it needs is the table's.
    """
    different = _different(findings)
    wrong = violations(different)
    if not wrong:
        return Ruling("legal", _rests_on(different), different, facts)
    settled: SettledBy = "rules" if rests_on_text(wrong) else "table"
    return Ruling("illegal", settled, wrong, facts)


def answered(findings: Iterable[Finding], facts: Mapping[str, object]) -> Ruling:
    """The answer to a question that is neither legal nor illegal; settled as what it rests on."""
    different = _different(findings)
    return Ruling("answer", _rests_on(different), different, facts)


def _different(findings: Iterable[Finding]) -> Findings:
    """Findings in their order, those that are alike once."""
    different: list[Finding] = []
    for finding in findings:
        # Most differ in their rule, so that comparing them is quicker than a hash of all they say.
        if finding not in different:
            different.append(finding)
    return tuple(different)


def rests_on_text(findings: Iterable[Finding]) -> bool:
    """Whether the game's text settles any of some findings."""
    return "rules" in [finding.settled_by for finding in findings]


def _rests_on(findings: Iterable[Finding]) -> SettledBy:
    by_table = "table" in [finding.settled_by for finding in findings]
    return "table" if by_table else "rules"
