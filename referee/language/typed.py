"""Text and numbers as they stand in a sentence of any language, and what is wrong with one."""

import unicodedata

ISOLATE = "\u2068"
ISOLATED = "\u2069"
"""The marks before and after text that is written in its own direction, whatever is beside it."""


class CatalogueError(LookupError):
    """A message that is missing or written twice, or a value that it needs and was not given."""


def isolated(text: str) -> str:
    """What somebody typed, kept from turning round what stands beside it in a line.

    Letters that are written from right to left take numbers and names beside them along. Text that
    has none, or that is kept apart already, stays as it is.
    """
    if text.isascii() or ISOLATE in text:
        return text
    turns = any(unicodedata.bidirectional(letter) in ("R", "AL", "AN") for letter in text)
    return f"{ISOLATE}{text}{ISOLATED}" if turns else text


def shown_number(number: int) -> str:
    """A number in figures, ungrouped, with a real minus sign."""
    return str(int(number)).replace("-", "\N{MINUS SIGN}")
