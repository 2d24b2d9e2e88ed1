"""Which entries of a table of words the code asks for."""

import ast
from collections.abc import Iterable
from pathlib import Path

HOUSE = Path(__file__).resolve().parent.parent / "referee"


def strings(sources: Iterable[Path]) -> set[str]:
    """Every string that stands in some files of code."""
    return {
        node.value
        for source in sources
        for node in ast.walk(ast.parse(source.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
