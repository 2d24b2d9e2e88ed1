"""A field of cards: its text, how its cards are drawn, and the keypad that fills it.

Everything here goes from one text to the next. Where scripts run, `desk.js` asks for each tap and
puts what has changed in its place; without them a tap is a page.
"""

from collections.abc import Mapping
from typing import Final, NamedTuple

from referee.rules.cards import Card, CardsError, LaidCard, parse_laid
from referee.rules.schema.runs import windows_with
from referee.rules.schema.variant import Terms
from referee.web.parsing import parse_index

MELD_BREAK: Final = "/"
"""What stands between two melds in one field of cards."""

OPEN: Final = "open"
"""The key that lets a wild stand for whatever it may."""

BACK: Final = "back"
"""The key that takes away the last card."""

MELD: Final = 3
"""So many cards are a meld of their own, as a stroke lays them."""

BUTTONS: Final = ("tap", "untap", "says")
"""The names of the buttons that a keypad and its cards have."""


class Placed(NamedTuple):
    """A card in a field: its place among the words there, and what it is said to stand for.

    `card` is None for a word that is no card.
    """

    at: int
    text: str
    card: Card | None = None
    stands_for: Card | None = None


def melds_in(text: str) -> list[str]:
    """The melds of one field."""
    return [meld for part in text.split(MELD_BREAK) if (meld := part.strip())]


def melds_parted(text: str) -> list[str]:
    """The melds of one field; one of all its cards where a part is too small to be a meld."""
    melds = melds_in(text)
    small = any(len(meld.split()) < MELD for meld in melds)
    return [" ".join(melds)] if small else melds


def words_in(text: str, suits: tuple[str, ...]) -> list[str]:
    """The cards of a field one by one, and the breaks between melds; what is no card stays.

    `suits` are those of the deck.
    """
    words: list[str] = []
    for word in text.replace(MELD_BREAK, f" {MELD_BREAK} ").split():
        laid = readable(word, suits)
        words += [laid_card.code for laid_card in laid] if laid else [word]
    return words


def readable(word: str, suits: tuple[str, ...]) -> tuple[LaidCard, ...]:
    """The cards of a word, none where it is no card."""
    try:
        return parse_laid(word, suits=False, among=suits)
    except CardsError:
        return ()


def placed_melds(text: str, suits: tuple[str, ...]) -> list[list[Placed]]:
    """The cards of a field as they are drawn, meld by meld."""
    melds: list[list[Placed]] = [[]]
    for at, word in enumerate(words_in(text, suits)):
        if word == MELD_BREAK:
            melds.append([])
        else:
            laid = readable(word, suits)
            melds[-1].append(Placed(at, word, *laid[0] if laid else ()))
    return melds


def going_on(text: str, terms: Terms) -> frozenset[str]:
    """The codes of the cards that would go on with the last meld of a field, as far as it is one.

    Wilds say nothing of a meld; two cards are needed to tell a run from a set.
    """
    cards = [
        laid.card for word in words_in(text, terms.suits) for laid in readable(word, terms.suits)
    ]
    held = [card for card in cards if card in terms.deck.pack and not terms.is_wild(card)]
    last = held[-1:]
    for card in reversed(held[:-1]):
        if len({one.rank for one in (*last, card)}) > 1 < len({one.suit for one in (*last, card)}):
            break
        last = [card, *last]
    if len(last) < 2:
        return frozenset()
    ranks = frozenset(card.rank for card in last)
    if len(ranks) == 1:
        codes = {last[0].rank + suit for suit in terms.suits}
    else:
        # What lies further apart is hardly of one run.
        sizes = range(len(ranks), len(ranks) + MELD)
        size = next((size for size in sizes if windows_with(terms.deck, size, ranks)), 0)
        longer = windows_with(terms.deck, size + 1, ranks)
        codes = {rank + last[0].suit for window in longer for rank in window.ranks}
    return frozenset(codes - {card.code for card in last})


def press(sent: Mapping[str, str], fields: Mapping[str, bool], terms: Terms) -> dict[str, str]:
    """What an address says once a button was pressed, the button itself left out.

    `fields` are those that cards go into, each with whether it holds one alone, and `terms` those
    of the deal asked about. Raises `ValueError` for what is no button, and no field.
    """
    after = dict(sent)
    pressed = {name: after.pop(name) for name in BUTTONS if name in after}
    wild, tapped = after.pop("saying", ""), pressed.get("tap", "")
    # A card that lies there is named by its field and its place in it, such as `cards:2`.
    spot = pressed.get("says") or pressed.get("untap") or wild
    name, _, place = (spot or sent["into"]).partition(":")
    words = words_in(sent.get(name, ""), terms.suits)
    index = parse_index(place, len(words)) if spot else 0
    if sent["into"] not in fields or index is None:
        raise ValueError(name)
    if "says" in pressed:
        return after | {"saying": spot}
    if "untap" in pressed:
        del words[index]
    elif wild:
        card = words[index].partition("=")[0]
        words[index] = card if tapped == OPEN else f"{card}={tapped}"
    elif tapped == BACK:
        # What parts it from the next meld goes with it.
        while words and words.pop() == MELD_BREAK:
            pass
    else:
        words = _added([] if fields[name] else words, words_in(tapped, terms.suits), terms)
    return after | {name: " ".join(_tidy(words))}


def _added(held: list[str], tapped: list[str], terms: Terms) -> list[str]:
    """A field with what was tapped: a card, a break, or the cards under one stroke.

    Single cards are not parted: the referee finds their melds. Each stroke is a meld, but that it
    goes on with the last one where the two make one meld; so does a card after a stroke.
    """
    if tapped == [MELD_BREAK] or (
        MELD_BREAK not in held and (len(tapped) < 2 or not _go_together([], held, terms))
    ):
        return [*held, *tapped]
    *melds, last = [meld.split() for meld in melds_in(" ".join(held))] or [[]]
    if _go_together(last, tapped, terms):
        melds.append([*last, *tapped])
    else:
        melds += [last, tapped]
    return [word for meld in melds for word in (*meld, MELD_BREAK)]


def _go_together(meld: list[str], more: list[str], terms: Terms) -> bool:
    """Whether cards may be of one meld, and are not two melds of their own."""
    cards = [laid.card for word in (*meld, *more) for laid in readable(word, terms.suits)]
    naturals = [card for card in cards if not terms.is_wild(card)]
    short = min(len(meld), len(more)) < MELD
    if len({card.rank for card in naturals}) < 2:
        return short
    if len({card.suit for card in naturals}) > 1 and not terms.runs.mixed:
        return False
    ranks = frozenset(card.rank for card in naturals)
    return (short and len(meld) < MELD) or bool(windows_with(terms.deck, len(cards), ranks))


def _tidy(words: list[str]) -> list[str]:
    """No break stands first, and no two follow each other."""
    tidy: list[str] = []
    for word in words:
        if word != MELD_BREAK or (tidy and tidy[-1] != MELD_BREAK):
            tidy.append(word)
    return tidy
