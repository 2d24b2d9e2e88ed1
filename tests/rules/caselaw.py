"""The case law: every line of `tests/cases`, held to one schema."""

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from referee.rules import CaseError, Ruling, rule

CASES = Path(__file__).parents[1] / "cases"
PUBLIC = "public"
KNOBS = "knobs"
IRREGULARITIES = "irregularities"
"""Cases of any game in which the table turned a knob by its key."""

VERDICTS = {"legal", "illegal", "answer"}
ASKED = {
    "game", "ask", "players", "deal", "options", "cards", "kind", "melds", "hand", "down",
    "onto", "whose", "give", "meld", "take", "turn", "use", "card", "took", "table", "last",
    "seats", "wants", "claims", "stock", "hands", "out", "rounds", "left",
    "drawn", "spent", "laid", "what", "seen", "upcard", "wanting", "before_first_draw", "more",
    "when", "drawn_next",
    "did", "by", "melded", "events", "wild", "groups", "dropped", "rejoined", "round",
}  # fmt: skip
EXPECTED = {"verdict", "settled_by", "facts", "breaks", "error"}
UNORDERED = {"readings", "choices"}
"""Facts that list every possibility: the order matters to nobody."""


class CaseLawError(ValueError):
    """A line of the case law that does not keep to its schema."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Precedent:
    """One line: the case, what has to come of it, and the sentence that it stands for.

    `breaks` holds every rule id that is broken, no more and no fewer.
    """

    id: str
    source: str
    case: Mapping[str, Any]
    expected: Mapping[str, Any]
    because: str


def precedents() -> tuple[Precedent, ...]:
    """Every line of every file; raises `CaseLawError`, naming file and line."""
    return _precedents_in(CASES)


@cache
def _precedents_in(folder: Path) -> tuple[Precedent, ...]:
    found = tuple(_lines(folder))
    ids = [precedent.id for precedent in found]
    twice = [id for id, times in Counter(ids).items() if times > 1]
    if twice:
        raise CaseLawError(f"Used twice: {', '.join(sorted(twice))}.")
    return found


@cache
def rulings() -> tuple[tuple[Precedent, Ruling], ...]:
    """Every line that is ruled on rather than refused, and its ruling of today."""
    ruled = []
    for precedent in precedents():
        with suppress(CaseError):
            ruled.append((precedent, rule(precedent.case)))
    return tuple(ruled)


def _lines(folder: Path) -> Iterator[Precedent]:
    for path in sorted(folder.glob("*.jsonl")):
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
            try:
                yield read_line(json.loads(line), path.stem)
            except (ValueError, KeyError, TypeError) as error:
                raise CaseLawError(f"{path.name}, line {number}: {error}") from error


def read_line(line: Mapping[str, Any], source: str) -> Precedent:
    """One line; the public cases give no reason, all others do."""
    keys = {"id", "case", "expected"} | (set() if source == PUBLIC else {"because"})
    if set(line) != keys:
        raise ValueError(f"its keys are {sorted(line)}, not {sorted(keys)}")
    expected = line["expected"]
    if not set(expected) <= EXPECTED:
        raise ValueError(f"nothing like {sorted(set(expected) - EXPECTED)} is expected of a ruling")
    if "error" in expected:
        if set(expected) != {"error"} or set(expected["error"]) != {"field"}:
            raise ValueError("an error names its field and nothing else")
    else:
        _check_case(line, expected, source)
    because = line.get("because", "")
    if source != PUBLIC and not because.endswith((".", "?")):
        raise ValueError("its reason is not a sentence")
    return Precedent(
        id=line["id"], source=source, case=line["case"], expected=expected, because=because
    )


def _check_case(line: Mapping[str, Any], expected: Mapping[str, Any], source: str) -> None:
    if not set(line["case"]) <= ASKED:
        raise ValueError(f"no case has {sorted(set(line['case']) - ASKED)}")
    if expected.get("verdict") not in VERDICTS:
        raise ValueError("it has no verdict")
    if source not in (PUBLIC, KNOBS, IRREGULARITIES, line["case"]["game"]):
        raise ValueError("it stands in the file of another game")
    if expected.get("settled_by", "rules") not in ("rules", "table"):
        raise ValueError("a ruling is settled by the rules or by the table")
    if bool(expected.get("breaks")) and expected["verdict"] != "illegal":
        raise ValueError("only what is illegal breaks a rule")


def agrees(name: str, wanted: Any, had: Any) -> bool:
    """Whether a fact is as it has to be: possibilities in any order, parts without noughts."""
    if name in UNORDERED and isinstance(had, list):
        return sorted(wanted, key=repr) == sorted(had, key=repr)
    if name == "parts" and isinstance(had, Mapping):
        return _without_noughts(wanted) == _without_noughts(had)
    return bool(wanted == had)


def _without_noughts(parts: Mapping[str, Mapping[str, int]]) -> dict[str, dict[str, int]]:
    return {name: {part: n for part, n in some.items() if n} for name, some in parts.items()}
