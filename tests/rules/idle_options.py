"""Which options change no answer of the case law at a game, though it takes them."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from referee.rules import CaseError, rule
from referee.rules.rulings import rule_by
from referee.rules.schema.options import Option, OptionError, OptionValue, plain
from referee.rules.schema.variant import Variant
from referee.variants import load
from tests.rules.caselaw import precedents
from tests.rules.tables import unusual

APART = "Ks Kh Qd Qc Js Jh 10d 10c 9s 9h 8d 8c 7s 7h 6d 6c 5s 5h 4d 4c 2s 2h Ad Ac"
"""Cards of which none go together."""

HIGH = APART.removesuffix(" 2s 2h Ad Ac")
"""Those of them that a deck without aces and twos has."""

MORE: tuple[dict[str, Any], ...] = (
    {"ask": "contract", "deal": 1, "melds": ["9s 2h 2d", "Ks Kd Kc"]},
    {"ask": "contract", "deal": 1, "melds": ["9s * *", "Ks Kd Kc"]},
    {"ask": "contract", "deal": 3, "melds": ["5h 6h 7h 8h", "6h 7h 8h 9h"]},
    {"ask": "contract", "deal": 1, "melds": ["9s 9h 9d", "Ks Kd Kc", "4s 4d 4c", "7s 7d 7h"]},
    {"ask": "contract", "deal": 1, "melds": ["9s 9h 9d", "Ks Kd Kc", *["4s 4d 4c"] * 4]},
    {"ask": "further-meld", "deal": 1, "cards": "9s 9h 9d", "down": "earlier"},
    {"ask": "further-meld", "deal": 1, "cards": "9s 9h 9d", "down": "this-turn"},
    {"ask": "meld", "deal": 1, "cards": " ".join(["9s"] * 13)},
    {"ask": "meld", "deal": 1, "cards": "9s 2h 2d 2c 2s 2h 2d 2c"},
    {"ask": "meld", "deal": 1, "cards": "9s * * * * * * *"},
    {"ask": "meld", "deal": 1, "cards": "9s 9s"},
    {"ask": "meld", "deal": 1, "cards": "Ah 2h 3h 4h 5h 6h 7h 8h 9h 10h Jh"},
    {"ask": "meld", "deal": 1, "cards": "Ah 2h 3h 4h 5h 6h 7h 8h * 10h Jh"},
    {"ask": "meld", "deal": 1, "cards": "Ah 2h 3h 4h 5h 6h 7h 8h 9h 10h Jh Qh Kh Ah"},
    {"ask": "irregularity", "what": "upcard-wild", "upcard": "3h", "deal": 1},
    {"ask": "irregularity", "what": "upcard-wild", "upcard": "Ah", "deal": 1},
    *(
        {"ask": "score", "deal": 1, "out": "Ann", "hands": {"Ann": "", "Bo": apart}, **more}
        for apart in (APART, HIGH)
        for more in ({}, {"events": {"Ann": ["cut"]}})
    ),
    {"ask": "arrange", "deal": 1, "cards": "9s 9h 9d Ks Kd Kc 4s 4d 4c 7s 7d 7h 6c 6d 6h 5c"},
    *(
        {"ask": "irregularity", "what": "no-legal-discard", "hand": hand, "table": ["9s 9d 9h"]}
        for hand in ("", "2s", "9c")
    ),
    *(
        {
            "ask": "take-wild", "deal": 1, "give": "9h", "meld": meld, "down": down,
            "whose": "other", "turn": "own", "use": use,
        }
        for meld in ("8h * 10h Jh", "8h 2s 10h Jh")
        for down in ("no", "earlier")
        for use in ("now", "keep")
    ),
)  # fmt: skip
"""Cases on which no line of the case law turns, for each game."""


def asked() -> Iterator[tuple[dict[str, Any], set[str]]]:
    """Every case of the case law without its game and options, each once, and the options; more."""
    different: dict[str, tuple[dict[str, Any], set[str]]] = {}
    for one in precedents():
        case = {name: one.case[name] for name in one.case if name not in ("game", "options")}
        if "ask" in case and len(str(case.get("cards", "")).split()) < 14:
            kept = different.setdefault(json.dumps(case, sort_keys=True), (case, set()))
            kept[1].update(one.case.get("options", {}))
    yield from different.values()
    yield from ((case, set()) for case in MORE)


ASKED = tuple(asked())


def answer(table: Variant, case: Mapping[str, Any]) -> object:
    """What a table's referee says, whoever settles it: the verdict, the reasons and the facts."""
    try:
        ruling = rule_by(table, {"game": table.id, **case})
    except CaseError as error:
        return error.field
    told = [(finding.rule, finding.ok, finding.code, finding.values) for finding in ruling.findings]
    return ruling.verdict, told, ruling.plain(str, str)["facts"]


def idle(game: Variant, options: Mapping[str, Option]) -> list[str]:
    """The values of these options that change no answer, and that are not refused by name."""
    usual: dict[int, object] = {}
    found = []
    for name, option in options.items():
        # Cases that turn the option first; what turned the answer for one value likely turns it
        # for the next.
        names = {name, option.key}
        order = sorted(range(len(ASKED)), key=lambda number: not names & ASKED[number][1])
        for value in unusual(option):
            try:
                table = load(game.id, {name: value})
            except OptionError as refused:
                if not is_refused(game, name, value, refused):
                    found.append(f"{name} = {plain(value)} is refused without its name")
                continue
            for place, number in enumerate(order):
                case = ASKED[number][0]
                if number not in usual:
                    usual[number] = answer(game, case)
                if answer(table, case) != usual[number]:
                    order.insert(0, order.pop(place))
                    break
            else:
                found.append(f"{name} = {plain(value)} changes nothing")
    return found


def is_refused(game: Variant, name: str, value: OptionValue, refused: OptionError) -> bool:
    """Whether a case with the option is refused as well, and both name it."""
    case = {"game": game.id, "options": {name: value}, "ask": "points", "cards": "9"}
    try:
        rule(case)
    except CaseError as error:
        return error.field == "options" and refused.option == name and f"“{name}”" in str(refused)
    return False
