"""The style sheets: one file a component, and every size, space and colour from the top of one."""

import re
from collections import defaultdict
from collections.abc import Iterator

from referee.paths import STATIC
from referee.web.assets import screen_files

SHEETS = sorted((STATIC / "css").glob("*.css"))


def _styled(css: str) -> Iterator[str]:
    """The classes that a style sheet styles: those of the last part of each selector."""
    css = re.sub(r"/\*.*?\*/", "", css, flags=re.DOTALL)
    for selectors in re.findall(r"([^{}]+)\{", css):
        if selectors.strip().startswith("@"):
            continue
        plain = re.sub(r":(?:has|not)\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)", "", selectors)
        # One of several says as much as each of them: a comma inside is none between selectors.
        plain = re.sub(r"\([^()]*\)", lambda found: re.sub(r"[\s,]", "", found[0]), plain)
        for selector in plain.split(","):
            yield from re.findall(r"\.([\w-]+)", re.split(r"[\s>+~]+", selector.strip())[-1])


def test_no_class_is_styled_in_two_style_sheets() -> None:
    found = defaultdict(set)
    for sheet in SHEETS:
        for name in _styled(sheet.read_text("utf-8")):
            found[name].add(sheet.name)
    assert {name: sheets for name, sheets in found.items() if len(sheets) > 1} == {}


def test_a_browser_without_light_dark_has_every_colour_of_the_light_scheme() -> None:
    for name, content in screen_files().items():
        if not name.endswith(".css") or "light-dark(" not in (css := content.decode()):
            continue
        own = css.partition("@supports not (color: light-dark(")[0]
        both = re.findall(r"(--[\w-]+): light-dark\((\S+), \S+\);", own)
        assert own.count("light-dark(") == len(both), name
        for token, light in both:
            assert f"{token}: {light};" in css, (name, token)
