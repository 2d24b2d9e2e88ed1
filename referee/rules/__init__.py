"""The rules of rummy games: what is legal, and what it costs.

Standard library and the catalogue of sentences alone: no files, no clock, no chance, no pages.
"""

from referee.rules.findings import Finding, Ruling, Verdict
from referee.rules.questions.fields import CaseError
from referee.rules.rulings import rule, rule_by

__all__ = ["CaseError", "Finding", "Ruling", "Verdict", "rule", "rule_by"]
