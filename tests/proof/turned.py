"""Every case of the case law with every option of its game turned: each has to be answered."""

import json
import random
from collections.abc import Iterator, Mapping
from typing import Any

from referee.rules import CaseError, rule
from referee.rules.schema.variant import Variant
from referee.variants import catalogue
from tests.rules.caselaw import precedents
from tests.rules.tables import options_in_turn


def main() -> bool:
    """Ask all of them; true where each gets a ruling or an error that says which field is wrong."""
    for game in catalogue():
        print(f"{game.id:28} {sum(map(is_answered, turned_cases(game))):6}", flush=True)
    return True


def turned_cases(game: Variant, most: int | None = None) -> Iterator[dict[str, Any]]:
    """The cases of a game with each option turned, or so many with a share of the options."""
    cases = [p.case for p in precedents() if p.case.get("game") == game.id]
    cases = [case for case in cases if "options" not in case]
    chance = random.Random(game.id)
    for name, option in (game.options if most is None else options_in_turn(game)).items():
        for value in option.values or {option.least, option.most}:
            for case in cases if most is None else chance.sample(cases, most):
                yield {**case, "options": {name: value}}


def is_answered(case: Mapping[str, Any]) -> bool:
    """Check that a case gets a ruling, or an error that says which field is wrong."""
    try:
        plain = rule(case).as_dict()
    except CaseError as error:
        plain = error.as_dict()
        assert error.message
    json.dumps(plain)
    return True
