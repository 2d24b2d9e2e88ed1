"""The style sheets: each class has one home."""

import re
from collections import defaultdict
from collections.abc import Iterator

from referee.paths import STATIC

_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_RULE = re.compile(r"([^{};@]+)\{[^{}]*\}")
_NESTED = re.compile(r"\([^()]*\)")
_CLASS = re.compile(r"\.([a-z][\w-]*)")


def styled(css: str) -> Iterator[str]:
    """The classes that rules are about: those at the end of a selector, not of what holds it."""
    for selectors in _RULE.findall(_COMMENT.sub("", css)):
        # What stands in brackets is another element, or a state.
        while selectors != (flat := _NESTED.sub("", selectors)):
            selectors = flat
        for selector in selectors.split(","):
            last = re.split(r"[\s>+~]+", selector.strip())[-1]
            yield from _CLASS.findall(last)


def test_no_class_is_styled_in_two_sheets() -> None:
    homes = defaultdict[str, set[str]](set)
    for sheet in STATIC.rglob("*.css"):
        for name in styled(sheet.read_text("utf-8")):
            homes[name].add(sheet.name)
    assert len(homes) > 200
    assert {name: sheets for name, sheets in homes.items() if len(sheets) > 1} == {}
