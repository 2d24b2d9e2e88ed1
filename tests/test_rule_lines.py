"""`referee rule`: a case a line in, a ruling a line out."""

import io
import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from referee.rule_lines import LONGEST_LINE, rule_lines
from tests.servers import REFEREE

LEGAL = b'{"game": "six-to-ten", "ask": "meld", "cards": "9s 9d 9c"}\n'
ILLEGAL = b'{"game": "six-to-ten", "ask": "meld", "cards": "As 2s 3s"}\n'


def answers(cases: bytes) -> tuple[bool, list[dict[str, Any]]]:
    written = io.BytesIO()
    all_read = rule_lines(io.BytesIO(cases), written)
    return all_read, [json.loads(line) for line in written.getvalue().splitlines()]


def test_rulings_come_in_the_order_of_the_cases() -> None:
    all_read, rulings = answers(LEGAL + ILLEGAL + LEGAL)
    assert all_read
    assert [ruling["verdict"] for ruling in rulings] == ["legal", "illegal", "legal"]


@pytest.mark.parametrize(
    "line",
    [
        b"nine of spades\n",
        b"[]\n",
        b'"meld"\n',
        b"null\n",
        b'{"cards": "\xff"}\n',
        b'{"points": NaN}\n',
        b'{"points": ' + b"9" * 5000 + b"}\n",
        b"[" * 20_000 + b"\n",
        b'{"cards": "' + b"x" * LONGEST_LINE + b'"}\n',
        b"x" * 3 * LONGEST_LINE + b"\n",
    ],
    ids=[
        "no JSON", "a list", "a string", "null", "not UTF-8", "no number", "endless number",
        "endless nesting", "too long", "much too long",
    ],
)  # fmt: skip
def test_line_that_holds_no_case_is_answered_and_the_others_ruled_on(line: bytes) -> None:
    all_read, rulings = answers(LEGAL + line + ILLEGAL)
    assert not all_read
    assert [ruling.get("verdict") for ruling in rulings] == ["legal", None, "illegal"]
    assert rulings[1]["error"]["field"] == "case"
    assert len(rulings[1]["error"]["message"]) < 200


def test_line_is_read_whole_however_it_arrives() -> None:
    with subprocess.Popen(
        [*REFEREE, "rule"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as asked:
        assert asked.stdin
        assert asked.stdout
        for part in (LEGAL[:9], LEGAL[9:] + ILLEGAL[:20], ILLEGAL[20:]):
            asked.stdin.write(part)
            asked.stdin.flush()
        verdicts = [json.loads(asked.stdout.readline())["verdict"] for _ in range(2)]
    assert verdicts == ["legal", "illegal"]


def test_many_lines_are_answered_line_by_line() -> None:
    _, rulings = answers((LEGAL + ILLEGAL) * 2000)
    assert [ruling["verdict"] for ruling in rulings] == ["legal", "illegal"] * 2000


def test_case_that_cannot_be_read_names_its_field() -> None:
    all_read, [answer] = answers(b'{"game": "six-to-ten", "ask": "weather"}\n')
    assert not all_read
    assert answer["error"]["field"] == "ask"


def test_half_a_surrogate_pair_is_quoted_back_as_valid_json() -> None:
    all_read, [answer] = answers(b'{"game": "\\ud83c", "ask": "meld", "cards": "9s"}\n')
    assert not all_read
    assert answer["error"]["field"] == "game"


@pytest.mark.parametrize(
    "cases",
    [
        b"",
        b"\n",
        b" \r\n",
    ],
    ids=["nothing", "empty line", "blanks"],
)
def test_empty_lines_get_no_answer(cases: bytes) -> None:
    assert answers(cases) == (True, [])


@pytest.mark.parametrize(
    "cases",
    [LEGAL.rstrip(), LEGAL.rstrip() + b"\r\n", b"\xef\xbb\xbf" + LEGAL],
    ids=["no line end", "line end of Windows", "byte order mark"],
)
def test_line_is_read_however_its_editor_left_it(cases: bytes) -> None:
    all_read, rulings = answers(cases)
    assert all_read
    assert [ruling["verdict"] for ruling in rulings] == ["legal"]


@pytest.mark.parametrize(
    ("cases", "status"),
    [(LEGAL + ILLEGAL, 0), (LEGAL + b"?\n" + LEGAL, 2)],
    ids=["every line", "not every line"],
)
def test_exit_status_says_whether_every_line_was_ruled_on(
    tmp_path: Path, cases: bytes, status: int
) -> None:
    file = tmp_path / "cases.jsonl"
    file.write_bytes(cases)
    by_name = subprocess.run([*REFEREE, "rule", str(file)], capture_output=True)
    by_input = subprocess.run([*REFEREE, "rule"], input=cases, capture_output=True)
    assert by_name.returncode == by_input.returncode == status
    assert by_name.stdout == by_input.stdout
    assert by_name.stdout.count(b"\n") == cases.count(b"\n")
    assert by_name.stderr == by_input.stderr == b""


def test_files_are_ruled_on_one_after_the_other(tmp_path: Path) -> None:
    first, second = tmp_path / "first.jsonl", tmp_path / "second.jsonl"
    first.write_bytes(ILLEGAL)
    second.write_bytes(LEGAL)
    ended = subprocess.run(
        [*REFEREE, "rule", str(first), str(second)], capture_output=True, check=True
    )
    verdicts = [json.loads(line)["verdict"] for line in ended.stdout.splitlines()]
    assert verdicts == ["illegal", "legal"]


def test_missing_file_is_named(tmp_path: Path) -> None:
    ended = subprocess.run(
        [*REFEREE, "rule", str(tmp_path / "none.jsonl")], capture_output=True, text=True
    )
    assert ended.returncode == 1
    assert "none.jsonl can’t be read" in ended.stderr


def test_answer_comes_before_the_next_case_is_asked() -> None:
    with subprocess.Popen(
        [*REFEREE, "rule"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as asked:
        assert asked.stdin
        assert asked.stdout
        for _ in range(2):
            asked.stdin.write(LEGAL)
            asked.stdin.flush()
            assert json.loads(asked.stdout.readline())["verdict"] == "legal"


def test_reader_who_has_seen_enough_is_no_error(tmp_path: Path) -> None:
    file = tmp_path / "cases.jsonl"
    file.write_bytes(LEGAL * 5000)
    with subprocess.Popen(
        [*REFEREE, "rule", str(file)], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as asked:
        assert asked.stdout
        assert asked.stderr
        asked.stdout.readline()
        asked.stdout.close()
        assert asked.stderr.read() == b""
        assert asked.wait() == 0


def test_line_may_be_as_long_as_it_may() -> None:
    longest = LEGAL.rstrip().ljust(LONGEST_LINE)
    assert answers(longest + b"\n")[0]
    assert not answers(longest + b" \n")[0]
