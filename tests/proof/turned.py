"""Every case of the case law with every option of its game turned: each has to be answered."""

import json
import random
from collections.abc import Iterator, Mapping
from typing import Any

from referee.rules import CaseError, rule
from referee.rules.schema.variant import Variant
from referee.variants import catalogue
from tests.rules.caselaw import precedents


def main() -> bool:
    """Ask all of them; true where each gets a ruling or an error that says which field is wrong."""
    for game in catalogue():
        print(f"{game.id:28} {sum(map(is_answered, turned_cases(game))):6}", flush=True)
    return True


def turned_cases(game: Variant, most: int | None = None) -> Iterator[dict[str, Any]]:
    """The cases of a game at each of its tables, or a choice of so many at each."""
    cases = [p.case for p in precedents() if p.case.get("game") == game.id]
    cases = [case for case in cases if "options" not in case]
    chance = random.Random(game.id)
    for options in _tables(game):
        for case in cases if most is None else chance.sample(cases, most):
            yield {**case, "options": options}


def _tables(game: Variant) -> Iterator[dict[str, Any]]:
    """Every option of a game by itself, with each value or with its least and its most."""
    for name, option in game.options.items():
        values = option.values
        yield from ({name: value} for value in values or {option.least, option.most})


def is_answered(case: Mapping[str, Any]) -> bool:
    """Check that a case gets a ruling, or an error that says which field is wrong."""
    try:
        plain = rule(case).as_dict()
    except CaseError as error:
        plain = error.as_dict()
        assert error.message
    json.dumps(plain)
    return True
