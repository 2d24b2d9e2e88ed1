"""Text that people typed, made fit for paper: cleaned, and shortened where there is no room."""

import unicodedata
from collections.abc import Callable
from functools import lru_cache
from typing import Final

from referee.language import ISOLATE, ISOLATED, isolated

_JOINERS: Final = "\u200c\u200d"
_ISOLATES: Final = ISOLATE + ISOLATED
_CUT: Final = "…"


def cleaned(text: str, most: int) -> str:
    """One line of at most `most` characters, without control and direction characters.

    What is longer ends in "…". Joiners stay, since names in several scripts and emoji need them.
    What is written from right to left is kept from turning round what stands beside it.
    """
    return isolated(_line(text, most))


def cleaned_sentence(text: str, most: int) -> str:
    """A sentence of the log as `cleaned`, with what is typed in it kept apart as it was."""
    return _closed(_line(text, most, kept=_ISOLATES))


def _closed(text: str) -> str:
    """The text with an end to what is kept apart in it, where that was cut off."""
    return text + ISOLATED * (text.count(ISOLATE) - text.count(ISOLATED))


@lru_cache(maxsize=256)  # A sheet is laid out in several sizes until one fits.
def _line(text: str, most: int, kept: str = "") -> str:
    # More than this is never shown; normalising it all would only cost time.
    text = unicodedata.normalize("NFC", text[: 4 * most])
    written = "".join(
        letter
        if letter in _JOINERS + kept or unicodedata.category(letter)[0] not in "CZ"
        else " " * letter.isspace()
        for letter in text
    )
    line = " ".join(written.split())
    return line if len(line) <= most else line[: most - 1].rstrip() + _CUT


def shortened_to(text: str, fits: Callable[[str], bool]) -> str:
    """The text if it fits, else as much of it as does with "…" behind, and "…" where none does."""
    cut = text
    while text and not fits(cut):
        text = text[:-1].rstrip()
        cut = _closed(text + _CUT)
    return cut
