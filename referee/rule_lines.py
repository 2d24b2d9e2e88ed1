"""Cases in, rulings out: one JSON object a line, in the same order."""

import json
from codecs import BOM_UTF8
from collections.abc import Iterator, Mapping
from io import BufferedIOBase
from typing import BinaryIO, Final, NoReturn

import msgspec

from referee.rules import CaseError, rule

LONGEST_LINE: Final = 64 * 1024
"""The most bytes that one case may take, its line end left out."""

CHUNK: Final = 16 * 1024
"""How many bytes of cases are taken up at once."""


def rule_lines(cases: BufferedIOBase, rulings: BinaryIO) -> bool:
    """Answer every case of a stream, and say whether all of them could be read.

    A line that cannot be read is answered by an `error` object; an empty line is passed over.
    Answers are flushed whenever no more cases are at hand, so that a program at the other end of a
    pipe may ask one at a time.
    """
    all_read = True
    for lines in _at_hand(cases):
        answers = []
        for line in lines:
            answer: Mapping[str, object]
            try:
                answer = rule(_case(line)).as_dict()
            except CaseError as error:
                answer = error.as_dict()
                all_read = False
            answers.append(_written(answer))
        rulings.write(b"".join(answers))
        rulings.flush()
    return all_read


def _at_hand(stream: BufferedIOBase) -> Iterator[list[bytes]]:
    """The whole lines that have arrived, each time that some have; those with nothing on left out.

    Of a line that is too long only its beginning is kept.
    """
    begun = b""
    while chunk := stream.read1(CHUNK):
        *lines, rest = chunk.split(b"\n")
        if lines:
            lines[0] = begun + lines[0]
            begun = rest
            yield [line for line in lines if line and not line.isspace()]
        else:
            begun = (begun + rest)[: LONGEST_LINE + 1]
    if begun and not begun.isspace():
        yield [begun]


def _case(line: bytes) -> Mapping[str, object]:
    """The case that a line holds, or a `CaseError` on the field `case` where it holds none."""
    if len(line) > LONGEST_LINE:
        raise CaseError("case", "case-long-line", most=LONGEST_LINE)
    try:
        case = _READER.decode(line.removeprefix(BOM_UTF8).decode().strip())
    except UnicodeDecodeError as error:
        raise CaseError("case", "case-not-text") from error
    except (ValueError, RecursionError) as error:
        column = error.colno if isinstance(error, json.JSONDecodeError) else 0
        raise CaseError("case", "case-not-json", column=column) from error
    if not isinstance(case, dict):
        raise CaseError("case", "case-no-object")
    return case


def _no_such_number(name: str) -> NoReturn:
    raise ValueError(name)


def _written(answer: Mapping[str, object]) -> bytes:
    try:
        written = msgspec.json.format(msgspec.json.encode(answer), indent=0)
    except UnicodeEncodeError:
        # Half of a surrogate pair, quoted back from a case, is written as the escape it came as.
        written = json.dumps(answer, ensure_ascii=False).encode("utf-8", "backslashreplace")
    return written + b"\n"


_READER: Final = json.JSONDecoder(parse_constant=_no_such_number)
