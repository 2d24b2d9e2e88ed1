"""Cards: what they are, and how people write them."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from types import MappingProxyType
from typing import NamedTuple, TypeVar

from referee.language import Phrase, say

T = TypeVar("T")

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
"""Every rank that a deck may have."""

SUIT_SIGNS: Mapping[str, str] = MappingProxyType({"s": "♠", "h": "♥", "d": "♦", "c": "♣", "t": "★"})
"""Every suit that a deck may have, by its letter; `t` are stars."""

EVERY_SUIT = tuple(SUIT_SIGNS)
SUITS = EVERY_SUIT[:4]
"""The suits of a deck that names none."""

JOKER_RANK = "*"

MOST_CARDS = 108
"""The most cards that one field of a case may hold: two whole packs with their jokers."""


@dataclass(frozen=True, slots=True, eq=False, init=False)
class Card:
    """One card by what is printed on it.

    `rank` is one of `RANKS`, or `*` for a joker. `suit` is one of `SUIT_SIGNS`, or the empty text
    for a joker and where suits do not matter. `code` is the card as cases write it: `10d`, `*`, or
    a bare rank such as `8`. Equal cards are one object: rulings compare and count cards more than
    anything else, and nothing is quicker to compare.
    """

    rank: str
    suit: str
    code: str = field(repr=False)

    def __new__(cls, rank: str, suit: str = "") -> "Card":
        known = _CARDS.get((rank, suit))
        if known is None:
            made = object.__new__(cls)
            object.__setattr__(made, "rank", rank)
            object.__setattr__(made, "suit", suit)
            object.__setattr__(made, "code", rank + suit)
            # Two threads may both have made it: the first one in is the card.
            known = _CARDS.setdefault((rank, suit), made)
        return known

    def __reduce__(self) -> tuple[type["Card"], tuple[str, str]]:
        return Card, (self.rank, self.suit)

    @property
    def is_joker(self) -> bool:
        """Whether this is a joker."""
        return self.rank == JOKER_RANK

    def __str__(self) -> str:
        """The card as people read it: `10♦`, `joker`, or a bare rank."""
        return _SHOWN[self.code]

    def phrase(self) -> Phrase:
        """What names the card in a sentence: with its rank, `joker` for a joker, and its suit."""
        rank = "joker" if self.is_joker else self.rank
        return Phrase("card", (("rank", rank), ("suit", self.suit or "none")))


_CARDS: dict[tuple[str, str], Card] = {}

_SHOWN: Mapping[str, str] = {
    rank + suit: rank + sign for rank in RANKS for suit, sign in (("", ""), *SUIT_SIGNS.items())
} | {JOKER_RANK: "joker"}

JOKER = Card(JOKER_RANK)


class LaidCard(NamedTuple):
    """A card as it lies in a meld: itself, and what its player says it stands for.

    `says` is None where nothing was said. It is a bare rank where only the rank was said.
    """

    card: Card
    says: Card | None = None

    @property
    def stands(self) -> Card:
        """The card that it was said to stand for, else itself."""
        return self.says or self.card

    @property
    def code(self) -> str:
        """The card as cases write it, such as `2c=Qd`."""
        return self.card.code if self.says is None else f"{self.card.code}={self.says.code}"


Cards = Sequence[Card]
"""Cards in an order."""

Laid = tuple[LaidCard, ...]
"""Cards laid together, in the order given."""

Melds = Sequence[Laid]
"""Melds in the order in which they are laid, or cards that are given as such."""


def cards_of(laid: Iterable[LaidCard]) -> tuple[Card, ...]:
    """The cards of a meld, whatever they are said to stand for."""
    return tuple([card for card, _ in laid])


def cards_in(melds: Iterable[Laid]) -> tuple[Card, ...]:
    """The cards of some melds, one meld after the other."""
    return tuple([card for laid in melds for card, _ in laid])


def without(cards: Iterable[T], gone: Iterable[T]) -> tuple[T, ...]:
    """The cards that stay when others are gone, those that are alike side by side."""
    left = Counter(cards)
    for card in gone:
        left[card] -= 1
    return tuple(left.elements())


def stands_as_itself(card: Card, stands: Card) -> bool:
    """Whether a card stands for the card that it is, or for its own rank."""
    return card.rank == stands.rank and stands.suit in ("", card.suit)


class CardsError(ValueError):
    """Text that cannot be read as cards. The message says what would be right."""


_SUIT_LETTERS = {
    letter: suit
    for suit, letters in zip(EVERY_SUIT, ("s♠♤", "h♥♡", "d♦♢", "c♣♧", "t★☆"), strict=True)
    for letter in letters
}
_WORDS = re.compile(r"[\s,;]+")
_PRESENTATION = dict.fromkeys((0xFE0E, 0xFE0F))
_JOKERS = frozenset({"joker", "jk", "🃏", "*"})


@cache
def _plain(among: tuple[str, ...], suits: bool) -> Mapping[str, LaidCard]:
    """Cards by the words that most people write for them, bare ranks too where not `suits`."""
    named = among if suits else (*among, "")
    cards = (JOKER, *(Card(rank, suit) for rank in RANKS for suit in named))
    return {word: LaidCard(card) for card in cards for word in (card.code, card.code.lower())}


@cache
def _token(suits: tuple[str, ...]) -> re.Pattern[str]:
    """A card, and what it is said to stand for."""
    letters = "".join(letter for letter, suit in _SUIT_LETTERS.items() if suit in suits)
    card = rf"(?:joker|jk|🃏|\*|(?:10|[a2-9tjqk])[{letters}]?)"
    return re.compile(rf"({card})(?:=({card}))?")


def _card(token: str) -> Card:
    if token in _JOKERS:
        return JOKER
    # A lone `t` is a ten.
    suit = _SUIT_LETTERS.get(token[1:][-1:], "")
    rank = (token[:-1] if suit else token).upper()
    return Card("10" if rank == "T" else rank, suit)


def _laid_cards(word: str, suits: tuple[str, ...]) -> list[LaidCard]:
    laid: list[LaidCard] = []
    at = before = 0
    while at < len(word):
        token = _token(suits).match(word, at)
        if not token:
            # What stands before it without a suit is a part of what was meant.
            whole = before if laid and not laid[-1].card.suit else at
            raise CardsError(say("cards-none-such", text=_shorten(word[whole:])))
        said = _card(token[2]) if token[2] else None
        if said is JOKER:
            raise CardsError(say("cards-joker-as"))
        laid.append(LaidCard(_card(token[1]), said))
        before, at = at, token.end()
    if "jk" in word and any(
        laid_card.card.rank in RANKS and not laid_card.card.suit for laid_card in laid
    ):
        raise CardsError(say("cards-two-ways", text=_shorten(word)))
    return laid


@lru_cache(1024)
def _typed(text: str, suits: tuple[str, ...]) -> Laid:
    """Cards however people write them."""
    folded = re.sub(r"\s*=\s*", "=", text.translate(_PRESENTATION).lower())
    return tuple([one for word in _WORDS.split(folded) if word for one in _laid_cards(word, suits)])


def _shorten(text: str) -> str:
    return text if len(text) <= 12 else text[:11] + "…"


def parse_laid(text: str, *, suits: bool = True, among: tuple[str, ...] = EVERY_SUIT) -> Laid:
    """Read cards in the order given, wilds with what they are said to stand for.

    `text` holds cards such as `8s 2h=9s 10s`, with blanks, commas or nothing between them. With
    `suits` every card but a joker must name its suit, one of those `among` which the deck has.
    Where stars are among them, a `t` behind a rank is their letter, else the next ten.
    Returns an empty tuple for blank text. Raises `CardsError` for what is no card and for more than
    `MOST_CARDS` cards.
    """
    if len(text) > MOST_CARDS * 12:
        raise CardsError(say("cards-too-long", most=MOST_CARDS))
    plain = _plain(among, suits)
    try:
        laid = tuple([plain[word] for word in text.split()])
    except KeyError:
        laid = _typed(text, among)
        for card, _ in laid if suits else ():
            if not card.suit and not card.is_joker:
                raise CardsError(say("cards-suitless", rank=card.rank)) from None
    if len(laid) > MOST_CARDS:
        raise CardsError(say("cards-too-many", has=len(laid), most=MOST_CARDS))
    return laid


def parse_cards(
    text: str, *, suits: bool = True, among: tuple[str, ...] = EVERY_SUIT
) -> tuple[Card, ...]:
    """Read cards that stand for nothing but themselves, in the order given.

    As `parse_laid`, and raises `CardsError` where a card is said to stand for another.
    """
    return alone(parse_laid(text, suits=suits, among=among))


def alone(laid: Iterable[LaidCard]) -> tuple[Card, ...]:
    """Cards that stand for nothing but themselves; raises `CardsError` where one does."""
    for card, says in laid:
        if says is not None:
            raise CardsError(say("cards-alone", card=card.code))
    return cards_of(laid)


def write_cards(cards: Iterable[Card | LaidCard]) -> str:
    """Cards as cases write them, with blanks between: `8s *=9s 10s`."""
    return " ".join([card.code for card in cards])
