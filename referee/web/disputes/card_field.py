"""A field of cards: its text, how its cards are drawn, and the keypad that fills it.

Everything here goes from one text to the next, so that cards are tapped where no script runs;
`desk.js` does the same without asking the server.
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

BUTTONS: Final = ("tap", "untap", "says")
"""The names of the buttons that a keypad and its cards have."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Placed:
    """A card in a field: its index among the words there, and what it is.

    `laid` is None for a word that is no card.
    """

    index: int
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


def melds_in(text: str) -> list[str]:
    """The melds of one field."""
    return [meld for part in text.split(MELD_BREAK) if (meld := part.strip())]


def words_in(text: str, suits: tuple[str, ...]) -> list[str]:
    """The cards of a field one by one, and the breaks between melds; what is no card stays.

    `suits` are those of the deck.
    """
    words: list[str] = []
    for word in text.replace(MELD_BREAK, f" {MELD_BREAK} ").split():
        laid = _readable(word, suits)
        words += [laid_card.code for laid_card in laid] if laid else [word]
    return words


def _readable(word: str, suits: tuple[str, ...]) -> tuple[LaidCard, ...]:
    try:
        return parse_laid(word, suits=False, among=suits)
    except CardsError:
        return ()


def placed_melds(text: str, suits: tuple[str, ...]) -> list[list[Placed]]:
    """The cards of a field as they are drawn, meld by meld."""
    melds: list[list[Placed]] = [[]]
    for index, word in enumerate(words_in(text, suits)):
        if word == MELD_BREAK:
            melds.append([])
        else:
            laid = _readable(word, suits)
            melds[-1].append(Placed(index=index, text=word, laid=laid[0] if laid else None))
    return melds


def press(
    sent: Mapping[str, str], single: frozenset[str], suits: tuple[str, ...]
) -> dict[str, str]:
    """What an address says once a button was pressed, the button itself left out.

    `single` are the fields that hold one card, `suits` those of the deck. Raises `ValueError` for
    what is no button.
    """
    after = dict(sent)
    pressed = {name: after.pop(name) for name in BUTTONS if name in after}
    wild = after.pop("saying", "")
    if "says" in pressed:
        name, index = _spot(pressed["says"], sent, suits)
        after["saying"] = f"{name}:{index}"
    elif "untap" in pressed:
        name, index = _spot(pressed["untap"], sent, suits)
        change = _parted if sent.get("tapping") == "split" else _without
        after[name] = " ".join(change(words_in(sent.get(name, ""), suits), index))
    elif wild:
        name, index = _spot(wild, sent, suits)
        after[name] = " ".join(_saying(words_in(sent.get(name, ""), suits), index, pressed["tap"]))
    else:
        name = sent.get("into", "")
        held = [] if name in single else words_in(sent.get(name, ""), suits)
        after[name] = " ".join(_tidy([*held, pressed["tap"]]))
    return after


def _spot(text: str, sent: Mapping[str, str], suits: tuple[str, ...]) -> tuple[str, int]:
    """A field and an index in it, written such as `cards:2`, where there is a word."""
    name, _, place = text.partition(":")
    index = parse_index(place, len(words_in(sent.get(name, ""), suits)))
    if index is None:
        raise ValueError(text)
    return name, index


def _without(words: list[str], index: int) -> list[str]:
    return _tidy(words[:index] + words[index + 1 :])


def _parted(words: list[str], index: int) -> list[str]:
    """A meld begins at an index; where one did, it is joined to the one before."""
    if index and words[index - 1] == MELD_BREAK:
        return words[: index - 1] + words[index:]
    return _tidy([*words[:index], MELD_BREAK, *words[index:]])


def _saying(words: list[str], index: int, key: str) -> list[str]:
    card = words[index].partition("=")[0]
    words[index] = card if key == OPEN else f"{card}={key}"
    return words


def _tidy(words: list[str]) -> list[str]:
    """No break stands first, and no two follow each other."""
    tidy: list[str] = []
    for word in words:
        if word != MELD_BREAK or (tidy and tidy[-1] != MELD_BREAK):
            tidy.append(word)
    return tidy
