"""Whole numbers from addresses and forms."""

from typing import Final

MOST_DIGITS: Final = 8


def parse_index(text: str, count: int) -> int | None:
    """An index below `count`, from 0; None for any other text."""
    number = parse_whole(text)
    return number if number is not None and number < count else None


def parse_whole(text: str) -> int | None:
    """A whole number from 0 of `MOST_DIGITS` digits at most; None for any other text."""
    plain = text.isascii() and text.isdecimal() and len(text) <= MOST_DIGITS
    return int(text) if plain else None
