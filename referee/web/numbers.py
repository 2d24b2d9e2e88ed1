"""Whole numbers out of what an address or a form says."""

from typing import Final

MOST_DIGITS: Final = 8


def place_in(text: str, count: int) -> int | None:
    """Which of so many things a text names, from 0; None for any other text."""
    number = whole(text)
    return number if number is not None and number < count else None


def whole(text: str) -> int | None:
    """A whole number from 0 with `MOST_DIGITS` digits at most; None for any other text."""
    plain = text.isascii() and text.isdecimal() and len(text) <= MOST_DIGITS
    return int(text) if plain else None
