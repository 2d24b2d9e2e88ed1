"""What is said of cases, house rules and games' files that cannot be read: no English is left."""

import io
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any, get_type_hints

import pytest

from referee.language import FOLDER, Catalogue, Value, use
from referee.rule_lines import rule_lines
from referee.rules import CaseError, rule
from referee.rules.building.rulebook import HEADINGS, READING_ORDER
from referee.rules.cards import EVERY_SUIT, RANKS
from referee.rules.questions import KNOWN, QUESTIONS
from referee.rules.schema.melds import Deal, Piece
from referee.rules.schema.reading import SchemaError
from referee.rules.schema.variant import KNOBS, Variant
from referee.variants import catalogue
from referee.variants.files import build_game
from tests.language.test_rulings import WORD, bracketed, unbracketed
from tests.rules.caselaw import precedents
from tests.variants.test_files import BROKEN, HERE, MISTAKES, Folder, folder

__all__ = ["folder"]

SIX, BASIC = "six-to-ten", "basic-rummy"
BICYCLE = "contract-rummy-bicycle"
SEATED = {"seats": ["Ann", "Bob"], "turn": "Ann", "wants": True}

HAND_OF_27 = "3s 3h 3d 3c 4s 4h 4d 4c 5s 5h 5d 5c 6s 6h 6d 6c 7s 7h 7d 7c 8s 8h 8d 8c 9s 9h 9d"

CASES: tuple[object, ...] = (
    [],
    {"game": SIX, "ask": "meld", "colour": "red"},
    {"game": SIX, "ask": "meld", "options": []},
    {"game": SIX, "ask": "meld", "options": {1: 2}},
    {"game": SIX, "ask": "meld", "options": {"set.suits": "free"}},
    {"game": SIX, "ask": "meld"},
    {"game": "gin", "ask": "knock", "hand": "As 2s", "upcard": "*", "options": {"oklahoma": "yes"}},
    {"game": SIX, "ask": "go-out", "deal": 1},
    {"game": SIX, "ask": "meld", "cards": "2x"},
    {"game": SIX, "ask": "meld", "cards": "jkjk8"},
    {"game": SIX, "ask": "meld", "cards": "2h=*"},
    {"game": SIX, "ask": "meld", "cards": "8s" * 1400},
    {"game": SIX, "ask": "points", "cards": "2h=9h"},
    {"game": SIX, "ask": "contract", "deal": 1, "melds": ["9s 9d 9c", ""]},
    {"game": SIX, "ask": "contract", "deal": 1, "melds": ["9s"] * 21},
    {"game": SIX, "ask": "arrange", "deal": 1, "cards": HAND_OF_27},
    {"game": SIX, "ask": "claim", "deal": 1, **SEATED, "seats": ["Ann", ""]},
    {"game": SIX, "ask": "claim", "deal": 1, **SEATED, "players": 3},
    {"game": SIX, "ask": "claim", "deal": 1, **SEATED, "claims": ["Cid"]},
    {"game": SIX, "ask": "claim", "deal": 1, **SEATED, "claims": ["Ann"]},
    {"game": BASIC, "ask": "score", "hands": {"Ann": "", "Bob": "K"}},
    {"game": BASIC, "ask": "score", "hands": {"Ann": "9", "Bob": "K"}, "out": "Ann"},
    {"game": BASIC, "ask": "score", "hands": {"Ann": ""}, "out": "Ann", "melded": {"Ann": ["9s"]}},
    {"game": "five-hundred", "ask": "score", "hands": {"Ann": ""}, "out": "Ann",
     "melded": {"Bob": ["9s"]}},
    {"game": BASIC, "ask": "standings", "rounds": [{"Ann": 5}], "left": ["Bob"]},
    {"game": "indian-rummy", "ask": "standings", "rounds": [{"Ann": 0, "Bob": 101}],
     "rejoined": {"Cid": 1}, "options": {"end.rejoin": True}},
    {"game": "indian-rummy", "ask": "score", "wild": "Q", "hands": {"Ann": "", "Bob": "3h"},
     "out": "Ann", "events": {"Ann": ["wrong-declaration"]}},
    {"game": BASIC, "ask": "meld", "options": {"go_out.by": []}},
    {"game": "indian-rummy", "ask": "standings", "rounds": [{"Ann": 5, "Bo": 0}],
     "options": {"end.rejoin": True}, "rejoined": {"Cy": 1}},
    {"game": "indian-rummy", "ask": "standings",
     "rounds": [{"Ann": 0, "Bo": 101, "Cy": 9}, {"Ann": 0, "Bo": 5, "Cy": 9}]},
    {"game": "indian-rummy", "ask": "score", "wild": "7", "hands": {"Ann": "", "Bo": "5h"},
     "out": "Ann", "events": {"Ann": ["wrong-declaration"]}},
    {"game": BICYCLE, "ask": "take-wild", "deal": 1, "down": "earlier", "whose": "other",
     "use": "keep", "give": "9h", "meld": "8h * 10h Jh", "take": "* *"},
    {"game": BASIC, "ask": "irregularity", "what": "late-claim", "drawn_next": True},
    {"game": BICYCLE, "ask": "irregularity", "what": "no-legal-discard", "hand": "", "took": "9h"},
    {"game": BICYCLE, "ask": "irregularity", "what": "false-out", "seen": True},
    {"game": BASIC, "ask": "meld", "options": {"contracts.size": "exact"}},
    {"game": BASIC, "ask": "meld", "options": {"wilds.adjacent": False}},
    {"game": BICYCLE, "ask": "irregularity", "what": "wild-wanted-by-two",
     "seats": ["Ann", "Bob"], "turn": "Ann", "wanting": ["Cid"]},
    {"game": BASIC, "ask": "meld", "options": {"points.K": 1, "sets.least": 700}},
    {"game": BASIC, "ask": "meld", "options": {"sets.most": "few"}},
    {"game": BASIC, "ask": "meld", "options": {"take_wild.kinds": "kings"}},
    {"game": SIX, "ask": "meld", "options": {"packs": 1, "option": 2}},
    {"game": SIX, "ask": "meld", "options": {"sets.least": 4, "sets.most": 3}},
    {"game": SIX, "ask": "meld", "options": {"overlapping_runs": True,
                                             "contracts.overlapping_runs": False}},
)  # fmt: skip
LINES = (b"x" * 2**20, b"\xff", b"{", b"[]", b'{"points": NaN}')

BY_THEMSELVES = {
    # By lines, pages and score books alone.
    "case-no-body", "case-out-stranger", "case-out-points", "case-broken-game",
    "case-long-line", "case-not-text", "case-not-json", "case-no-object",
    # Of games in which points follow the suit.
    "case-suit-counts",
}  # fmt: skip


class Recording(Catalogue):
    """A language that remembers which of its messages were said."""

    def __init__(self) -> None:
        super().__init__("en", bracketed().sources)
        self.said: set[str] = set()

    def say(self, id: str, /, **values: Value) -> str:
        self.said.add(id)
        return super().say(id, **values)


@cache
def recording() -> Recording:
    return Recording()


@cache
def vocabulary() -> frozenset[str]:
    """The words of names that programs use, which are of no language, and of games."""
    games = catalogue()
    names = [*KNOWN, *QUESTIONS, *KNOBS, *HEADINGS, *READING_ORDER]
    names += [game.id for game in games] + [game.name for game in games]
    names += [name for game in games for name in game.options]
    names += [str(knob.answers) + str(knob.items) for knob in KNOBS.values()]
    names += [file.stem for file in HERE.glob("*.toml")]
    names += [section for game in games for section in game.definition["says"]]  # type: ignore[attr-defined]
    parts = (get_type_hints(Variant).values(), (Variant, Deal, Piece))
    kinds = (kind for part in parts for kind in part if is_dataclass(kind))
    names += [field.name for kind in kinds for field in fields(kind)]
    names += [word for one in QUESTIONS.values() for field in one.fields for word in field.words]
    return frozenset(WORD.findall(" ".join(names))) | {"toml", "UTF", "JSON", *RANKS, *EVERY_SUIT}


def english_in(text: str, given: object) -> set[str]:
    """The words of a refusal that are neither in the language nor in what was refused."""
    typed = WORD.findall(json.dumps(given, default=str, ensure_ascii=False))
    return set(WORD.findall(unbracketed(text))) - set(typed) - vocabulary()


def refused(case: Any) -> str:
    with use(recording()):
        try:
            rule(case)
        except CaseError as error:
            return error.message
    return ""


def _refused_by_the_law() -> Iterator[Mapping[str, Any]]:
    yield from (one.case for one in precedents() if "error" in one.expected)


@pytest.mark.parametrize("case", CASES, ids=lambda case: str(case)[:60])
def test_no_english_is_left_where_a_case_is_refused(case: object) -> None:
    text = refused(case)
    assert text
    assert not english_in(text, case), text


def test_no_english_is_left_where_the_case_law_refuses() -> None:
    texts = [(refused(case), case) for case in _refused_by_the_law()]
    assert len(texts) > 50
    assert not [text for text, case in texts if not text or english_in(text, case)]


@pytest.mark.parametrize("line", LINES, ids=["long", "no text", "torn", "list", "no number"])
def test_no_english_is_left_where_a_line_is_refused(line: bytes) -> None:
    answers = io.BytesIO()
    with use(recording()):
        rule_lines(io.BytesIO(line), answers)
    text = json.loads(answers.getvalue())["error"]["message"]
    assert not english_in(text, "")


@pytest.mark.parametrize("name", [*MISTAKES, *BROKEN])
def test_no_english_is_left_where_a_file_is_refused(folder: Folder, name: str) -> None:
    text, _ = (MISTAKES | BROKEN)[name]
    made = folder(game=text, other='extends = "game"') if name in BROKEN else folder(text)
    with use(recording()), pytest.raises(SchemaError) as error:
        build_game(made, "game")
    known = f"{text} game other {error.value.key}"
    assert not english_in(error.value.message, known), error.value


def test_every_refusal_of_a_case_is_among_these() -> None:
    for case in (*CASES, *_refused_by_the_law()):
        refused(case)
    file = FOLDER / "en" / "errors.ftl"
    messages = re.findall(r"^((?:case|cards|options)-[a-z-]+) =", file.read_text("utf-8"), re.M)
    assert set(messages) - recording().said - BY_THEMSELVES == set()
