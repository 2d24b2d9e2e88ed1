"""Games as the first versions stored them, with every rule in words: the same games as stored now.

A definition of that first edition has no number. What its words said of sources and choices stands
for each game in `second_edition.json`, as its file had it when words came to be of the catalogue.
"""

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

_WORDS = ("options", "rules", "notes")
"""The tables of the first edition that held words."""


def second_edition(definition: Mapping[str, Any], id: str) -> Mapping[str, Any]:
    """The definition of a game with the same values, in the edition that is stored now.

    One that is of it already comes back as it is.
    """
    if "edition" in definition:
        return definition
    values = {key: value for key, value in definition.items() if key not in _WORDS}
    if "deals" in values:
        values["deals"] = [
            {name: value for name, value in deal.items() if name != "special"}
            for deal in values["deals"]
        ]
    return {"edition": 2, **values, **_words().get(id, {})}


@cache
def _words() -> dict[str, dict[str, Any]]:
    file = Path(__file__).with_name("second_edition.json")
    words: dict[str, dict[str, Any]] = json.loads(file.read_text("utf-8"))
    return words
