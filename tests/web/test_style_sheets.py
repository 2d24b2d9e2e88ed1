"""The style sheets: a page loads several, so none may speak of what another means."""

import re
from collections import defaultdict

from referee.paths import STATIC


def test_a_class_alone_is_styled_in_one_style_sheet() -> None:
    found = defaultdict(set)
    for sheet in (STATIC / "css").glob("*.css"):
        css = re.sub(r"/\*.*?\*/", "", sheet.read_text("utf-8"), flags=re.DOTALL)
        for selector in re.findall(r"[^{},]+(?=[,{])", css):
            if alone := re.fullmatch(r"\.([\w-]+)", selector.strip()):
                found[alone[1]].add(sheet.name)
    assert {name: sheets for name, sheets in found.items() if len(sheets) > 1} == {}
