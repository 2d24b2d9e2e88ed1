"""Every line of the case law is ruled on, and every rule of every game has its case."""

from collections import Counter
from collections.abc import Mapping
from functools import cache
from typing import Any

import pytest

from referee.rules import CaseError, rule
from referee.rules.building.rulebook import needed_rules
from referee.variants import catalogue, load
from tests.rules.caselaw import PUBLIC, CaseLawError, Precedent, agrees, precedents, read_line

LAW = precedents()
GAMES = [variant.id for variant in catalogue()]


@cache
def ruled(number: int) -> Mapping[str, Any]:
    try:
        return rule(LAW[number].case).as_dict()
    except CaseError as error:
        return error.as_dict()


def differences(precedent: Precedent, ruling: Mapping[str, Any]) -> list[str]:
    """What of a ruling is not as the case law has it."""
    expected = precedent.expected
    if "error" in expected:
        field = ruling.get("error", {}).get("field")
        wanted = expected["error"]["field"]
        return [] if field == wanted else [f"field {field!r}, not {wanted!r}: {ruling}"]
    if "error" in ruling:
        return [f"an error: {ruling['error']}"]
    found = [
        f"{key} {ruling[key]!r}, not {expected[key]!r}"
        for key in ("verdict", "settled_by")
        if key in expected and ruling[key] != expected[key]
    ]
    broken = sorted({finding["rule"] for finding in ruling["findings"] if not finding["ok"]})
    if "breaks" in expected and broken != sorted(expected["breaks"]):
        found.append(f"breaks {broken}, not {sorted(expected['breaks'])}")
    for name, wanted in expected.get("facts", {}).items():
        if not agrees(name, wanted, ruling["facts"].get(name)):
            found.append(f"{name} {ruling['facts'].get(name)!r}, not {wanted!r}")
    return found


def flaws(ruling: Mapping[str, Any]) -> list[str]:
    """What does not hang together in a ruling, whatever the case law has of it."""
    if "error" in ruling:
        message = ruling["error"]["message"]
        return [] if len(message) > 10 else [f"an error that says {message!r}"]
    findings, verdict = ruling["findings"], ruling["verdict"]
    broken = [finding for finding in findings if not finding["ok"]]
    found = [] if findings else ["no finding"]
    # An answer may tell that a rule stands in the way, such as of going out.
    if verdict != "answer" and bool(broken) != (verdict == "illegal"):
        found.append(f"{verdict}, though it breaks {broken}")
    if len({(finding["rule"], finding["says"]) for finding in findings}) != len(findings):
        found.append(f"a finding twice: {findings}")
    by = "rules" if any(one["settled_by"] == "rules" for one in broken) else "table"
    if verdict == "illegal" and ruling["settled_by"] != by:
        found.append(f"settled by {ruling['settled_by']}, not by the {by}")
    for finding in findings:
        if finding["says"][-1] not in ".!?" or not finding["source"]:
            found.append(f"no whole sentence with its source: {finding}")
        if finding["settled_by"] != "rules" and not finding.get("option"):
            found.append(f"settled by no option: {finding}")
    return found


@pytest.mark.parametrize("source", sorted({precedent.source for precedent in LAW}))
def test_cases_are_ruled_on_as_they_were_before(source):
    found = {
        f"{precedent.id}: {precedent.case}\n{precedent.because}": "\n".join(wrong)
        for number, precedent in enumerate(LAW)
        if precedent.source == source
        and (wrong := differences(precedent, ruled(number)) + flaws(ruled(number)))
    }
    assert not found, "\n\n".join(f"{case}\n{wrong}" for case, wrong in found.items())


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_of_a_game_has_a_case(game):
    touched = {
        finding["rule"]
        for number, precedent in enumerate(LAW)
        if precedent.case.get("game") == game
        for finding in ruled(number).get("findings", ())
    }
    missing = [id for id in needed_rules(load(game)) if id not in touched]
    print(f"{game}, without a case: {', '.join(missing) or 'none'}")
    assert not missing


def test_there_are_cases_for_every_game_and_ask():
    asked = Counter((p.case.get("game"), p.case.get("ask")) for p in LAW if p.source != PUBLIC)
    assert sum(asked.values()) >= 300
    asks = {
        "meld", "further-meld", "lay-off", "discard", "go-out", "claim", "deal",
        "points", "score", "standings", "stock-out", "contract", "take-wild",
    }  # fmt: skip
    assert [(game, ask) for game in GAMES for ask in sorted(asks) if not asked[game, ask]] == []


GOOD: Mapping[str, Any] = {
    "id": "x",
    "case": {"game": "basic-rummy", "ask": "go-out", "last": "meld"},
    "expected": {"verdict": "legal"},
    "because": "The last card may be melded.",
}


@pytest.mark.parametrize(
    "changed",
    [
        {"note": "…"},
        {"because": ""},
        {"expected": {"verdict": "perhaps"}},
        {"expected": {"verdict": "legal", "findings": []}},
        {"expected": {"verdict": "legal", "breaks": ["go-out.last"]}},
        {"expected": {"error": {"message": "no"}}},
        {"case": {**GOOD["case"], "card": "5s", "colour": "red"}},
        {"case": {**GOOD["case"], "game": "rummy-wild"}},
    ],
    ids=[
        "unknown key", "no reason", "no verdict", "unknown expectation", "legal yet broken",
        "error without field", "unknown question", "other game",
    ],
)  # fmt: skip
def test_a_line_off_the_schema_is_refused(changed):
    assert read_line(GOOD, "basic-rummy").id == "x"
    with pytest.raises(ValueError, match=r"\w"):
        read_line({**GOOD, **changed}, "basic-rummy")


def test_the_law_is_read_from_its_files_alone(tmp_path, monkeypatch):
    monkeypatch.setattr("tests.rules.caselaw.CASES", tmp_path)
    (tmp_path / "basic-rummy.jsonl").write_text("{}\n")
    with pytest.raises(CaseLawError, match="line 1"):
        precedents()


def test_a_joker_as_the_upcard_is_an_error() -> None:
    asked = {"game": "gin", "ask": "knock", "hand": "As 2s 3s 7s 7h 7d 8c 9c 10c Kd"}
    with pytest.raises(CaseError, match="turned up in its place") as refused:
        rule({**asked, "options": {"oklahoma": "yes"}, "upcard": "*"})
    assert refused.value.field == "upcard"
