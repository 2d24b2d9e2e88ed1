"""Cards tapped on a keypad: what stands in a field, and what a tap makes of it.

A field of cards is text. Everything here goes from one text to the next, so that the desk works
where no script runs; `desk.js` does the same without asking the server.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from referee.rules.cards import Card, CardsError, LaidCard, parse_laid
from referee.web.parsing import parse_index

MELD_BREAK: Final = "/"
"""What stands between two melds in one field of cards."""

OPEN: Final = "open"
"""The key that lets a wild stand for whatever it may."""

TAPS: Final = ("tap", "untap", "says")
"""The names of the buttons that a keypad and its cards have."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Placed:
    """A card in a field: its place among the words there, and what it is.

    `laid` is None for a word that is no card.
    """

    place: int
    text: str
    laid: LaidCard | None

    @property
    def card(self) -> Card | None:
        """The card itself."""
        return self.laid.card if self.laid else None

    @property
    def stands_for(self) -> str:
        """What it is said to stand for, as people read it."""
        return str(self.laid.says) if self.laid and self.laid.says else ""


def words_in(text: str) -> list[str]:
    """The cards of a field one by one, and the breaks between melds; what is no card stays."""
    words: list[str] = []
    for word in text.replace(MELD_BREAK, f" {MELD_BREAK} ").split():
        laid = _readable(word)
        words += [one.code for one in laid] if laid else [word]
    return words


def _readable(word: str) -> tuple[LaidCard, ...]:
    try:
        return parse_laid(word, suits=False)
    except CardsError:
        return ()


def melds_placed(text: str) -> list[list[Placed]]:
    """The cards of a field as they are drawn, meld by meld."""
    melds: list[list[Placed]] = [[]]
    for place, word in enumerate(words_in(text)):
        if word == MELD_BREAK:
            melds.append([])
        else:
            laid = _readable(word)
            melds[-1].append(Placed(place=place, text=word, laid=laid[0] if laid else None))
    return melds


def after_tap(sent: Mapping[str, str], single: frozenset[str]) -> dict[str, str]:
    """What an address says once a button was pressed, the button itself left out.

    `single` are the fields that hold one card. Raises `ValueError` for what is no button.
    """
    after = dict(sent)
    pressed = {name: after.pop(name) for name in TAPS if name in after}
    wild = after.pop("wild", "")
    if "says" in pressed:
        after["wild"] = _spot(pressed["says"], sent)
    elif "untap" in pressed:
        name, place = _spot(pressed["untap"], sent).split(":")
        begin = sent.get("tapping") == "split"
        change = _parted if begin else _without
        after[name] = " ".join(change(words_in(sent.get(name, "")), int(place)))
    elif wild:
        name, place = _spot(wild, sent).split(":")
        after[name] = " ".join(_saying(words_in(sent.get(name, "")), int(place), pressed["tap"]))
    else:
        name = sent.get("into", "")
        held = [] if name in single else words_in(sent.get(name, ""))
        after[name] = " ".join(_tidy([*held, pressed["tap"]]))
    return after


def _spot(text: str, sent: Mapping[str, str]) -> str:
    """A field and a place in it, such as `cards:2`, where there is a word."""
    name, _, at = text.partition(":")
    if parse_index(at, len(words_in(sent.get(name, "")))) is None:
        raise ValueError(text)
    return text


def _without(words: list[str], place: int) -> list[str]:
    return _tidy(words[:place] + words[place + 1 :])


def _parted(words: list[str], place: int) -> list[str]:
    """A meld begins at a place; where one did, it is joined to the one before."""
    if place and words[place - 1] == MELD_BREAK:
        return words[: place - 1] + words[place:]
    return _tidy([*words[:place], MELD_BREAK, *words[place:]])


def _saying(words: list[str], place: int, key: str) -> list[str]:
    card = words[place].partition("=")[0]
    words[place] = card if key == OPEN else f"{card}={key}"
    return words


def _tidy(words: list[str]) -> list[str]:
    """No break stands first, and no two follow each other."""
    tidy: list[str] = []
    for word in words:
        if word != MELD_BREAK or (tidy and tidy[-1] != MELD_BREAK):
            tidy.append(word)
    return tidy
