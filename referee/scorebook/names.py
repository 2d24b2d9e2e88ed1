"""Names as people type them: cleaned, capped and told apart."""

import re
import unicodedata
from collections.abc import Sequence
from typing import Final
from zlib import crc32

from referee.language import say
from referee.scorebook.errors import NameRefused, Refused
from referee.scorebook.limits import NAME_LENGTH, NAME_TYPED, NOTE_LENGTH

COLOURS: Final = 8
"""How many colours players have before one comes again, as a ring."""

_JOINERS: Final = "\u200c\u200d"
"""Invisible, yet part of the spelling in Persian, Hindi and others."""
_SHAPERS: Final = (
    "\u034f\u17b4\u17b5\u180b-\u180d\u180f\ufe00-\ufe0f\U000e0100-\U000e01ef" + _JOINERS
)
"""What shows nothing itself, and may change how the sign before it looks; ranges of a pattern."""
_SHAPING: Final = re.compile(f"[{_SHAPERS}]+")
_LOOK_BLANK: Final = "\u115f\u1160\u2800\u3164\uffa0"
"""Letters and signs that show nothing."""
_UNSEEN: Final = frozenset({"Cc", "Cf", "Cs", "Co", "Cn"})
_BREAKS: Final = frozenset({"Zl", "Zp"})
_LOOK_LATIN: Final = str.maketrans(
    # Cyrillic, then Greek.
    "\u0405\u0406\u0408\u0410\u0412\u0415\u041a\u041c\u041d\u041e\u0420\u0421\u0422\u0423\u0425\u04ae\u04c0\u050c\u051c"
    "\u0430\u0435\u043e\u0440\u0441\u0443\u0445\u0455\u0456\u0458\u04bb\u0501\u051b\u051d"
    "\u037f\u0391\u0392\u0395\u0396\u0397\u0399\u039a\u039c\u039d\u039f\u03a1\u03a4\u03a5\u03a7\u03f9\u03bd\u03bf\u03f2\u03f3",
    "SIJABEKMHOPCTYXYIGWaeopcyxsijhdqwJABEZHIKMNOPTYXCvocj",
)
"""Letters drawn as Latin ones are; Unicode's list of confusables (UTS #39) has each of them."""
_LOOSE: Final = re.compile(rf"(?<!\S)[{_SHAPERS}]+|[{_JOINERS}]+(?!\S)")


def clean_name(typed: str, seat: int | None = None) -> str:
    """A player's name as it is kept: NFC, single blanks, nothing invisible, 1 to 40 characters.

    `seat` counts from 0, for the error. Raises `NameRefused`.
    """
    name = _clean(typed[: NAME_TYPED + 1])
    if len(typed) > NAME_TYPED or len(name) > NAME_LENGTH:
        raise NameRefused("no-name-long", whose=_whose(seat), most=NAME_LENGTH, seat=seat)
    if not name:
        raise NameRefused("no-name", whose=_whose(seat), most=NAME_LENGTH, seat=seat)
    return name


def clean_names(typed: Sequence[str]) -> tuple[str, ...]:
    """The names of a whole table, in seat order.

    Raises `NameRefused` for a name that cannot be used, or two that nobody could tell apart.
    """
    names = tuple(clean_name(name, seat) for seat, name in enumerate(typed))
    if alike := first_alike(names):
        first, second = alike
        raise NameRefused(
            "no-name-twice", first=first + 1, second=second + 1, name=names[second], seat=second
        )
    return names


def first_alike(names: Sequence[str]) -> tuple[int, int] | None:
    """The places, from 0, of the first two names that nobody could tell apart, or None."""
    first_with: dict[str, int] = {}
    for place, name in enumerate(names):
        # Вова is ВОВА, and ВОВА looks like BOBA, yet Вова like nobody else.
        for look in (f"same {same_name(name)}", f"drawn {_drawn(name)}"):
            if (first := first_with.setdefault(look, place)) != place:
                return first, place
    return None


def initials(names: Sequence[str]) -> tuple[str, ...]:
    """A letter or two for each name, no two alike: `A` for Ann, `Bo` and `Be` for Bob and Bea.

    Names that share their first letter take a second: that of their last word, else the next in
    the name that is still free, else the number of the seat, from 1.
    """
    firsts = [_letters(name)[:1] for name in names]
    chosen: list[str] = []
    for seat, (name, first) in enumerate(zip(names, firsts, strict=True)):
        if firsts.count(first) == 1:
            chosen.append(first)
            continue
        last_word = _letters(name.split()[-1])[:1] if " " in name else ""
        seconds = (*last_word, *(letter.lower() for letter in _letters(name)[1:]), str(seat + 1))
        chosen.append(
            next((first + second for second in seconds if first + second not in chosen), first)
        )
    return tuple(chosen)


def colours(names: Sequence[str]) -> tuple[int, ...]:
    """The number of each name's colour, from 1: a name has the same at every table it can.

    Of two names of one colour the later takes the next that is free; the ninth begins again.
    """
    chosen: list[int] = []
    for name in names:
        wish = crc32(same_name(name).encode())
        around = (1 + (wish + step) % COLOURS for step in range(COLOURS))
        free = (number for number in around if number not in chosen)
        chosen.append(next(free, len(chosen) + 1))
    return tuple(chosen)


def clean_note(typed: str) -> str:
    """A game's note as it is kept; empty where there is none. Raises `Refused` where too long."""
    note = _clean(typed[: NAME_TYPED + 1])
    if len(typed) > NAME_TYPED or len(note) > NOTE_LENGTH:
        raise Refused("no-note-long", most=NOTE_LENGTH)
    return note


def strip_invisible(typed: str) -> str:
    """A text without what cannot be seen, and with one blank for each blank of any kind."""
    return typed if typed.isascii() and typed.isprintable() else "".join(map(_seen, typed))


def is_visible(text: str) -> bool:
    """Whether a text holds nothing that cannot be seen, joiners apart, and no second line."""
    # What can be printed can be seen; blanks of other kinds are looked at one by one.
    return text.isprintable() or not any(
        character not in _JOINERS and unicodedata.category(character) in _UNSEEN | _BREAKS
        for character in text
    )


def same_name(name: str) -> str:
    """What two names share that nobody could tell apart, whatever their capitals."""
    plain = _SHAPING.sub("", name)
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", plain).casefold())


def _letters(name: str) -> str:
    """The letters and digits of a name in capitals; the name itself where it has none."""
    return "".join(filter(str.isalnum, name)).upper() or name


def _drawn(name: str) -> str:
    """What two names share that look the same in letters of several scripts."""
    letters = unicodedata.normalize("NFKD", _SHAPING.sub("", name))
    return same_name(letters.translate(_LOOK_LATIN))


def _clean(typed: str) -> str:
    blanks_single = " ".join(strip_invisible(typed).split())
    return unicodedata.normalize("NFC", _LOOSE.sub("", blanks_single)).strip()


def _seen(character: str) -> str:
    """The character, one blank for any kind of blank, or nothing for what cannot be seen."""
    if character in _JOINERS:
        return character
    if character.isspace() or character in _LOOK_BLANK:
        return " "
    return "" if unicodedata.category(character) in _UNSEEN else character


def _whose(seat: int | None) -> str:
    return say("name-whose") if seat is None else say("name-whose-player", number=seat + 1)
