"""The deck of a game: packs, jokers, ranks in their order, and what each card costs."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import MISSING, dataclass
from functools import cached_property, lru_cache
from types import MappingProxyType
from typing import Any, Literal, NamedTuple

from referee.language import say
from referee.rules.cards import (
    JOKER,
    JOKER_RANK,
    RANKS,
    SUIT_SIGNS,
    Card,
    CardsError,
    Laid,
    alone,
    parse_laid,
)
from referee.rules.schema.options import OptionValue, knob, table
from referee.rules.schema.reading import SchemaError, needs, path

Ace = Literal["low", "high", "low-or-high", "both", "cyclic", "endless"]
"""Where an ace may stand in a run. `both`: at either end, and at both ends of one long run.
`cyclic`: anywhere, as the two follows it and it follows the king; `endless`: so that a run may go
round more than once.
"""

BESIDE_RANKS = ("wild", "low_ace")
"""Keys of `[points]` that are no ranks."""

PIPS = "pips"
"""What stands for the number on a card in place of its points."""


def _ace_at_both_ends(variant: Any, rule: str, before: OptionValue) -> bool:
    """An ace that is low or high stays so where a run may have both."""
    return rule == "run.ace" and {before, variant.ranks.ace} <= {"low-or-high", "both"}


_SPAN = re.compile(r"(\d+)(?:-(\d+))?")

COLOURS = {"red": ("h", "d"), "black": ("s", "c"), **{suit: (suit,) for suit in SUIT_SIGNS}}
"""The suits that a key of `[points]` may name after its ranks: `A.red`, `Q.s`."""


class ByPlayers(NamedTuple):
    """A whole number for each number of players, written `{ "3-4" = 2, "5-8" = 3 }`."""

    numbers: tuple[tuple[int, int], ...]

    @classmethod
    def read(cls, value: object, key: str) -> "ByPlayers":
        """Read the table; raises `SchemaError` for a key that is no number or span."""
        if not isinstance(value, Mapping):
            raise SchemaError(key, needs("by-players", given=value))
        numbers: dict[int, int] = {}
        for span, number in value.items():
            match = _SPAN.fullmatch(str(span))
            if not match or type(number) is not int:
                raise SchemaError(path(key, str(span)), say("schema-form", form='"3-4" = 2'))
            low, high = int(match[1]), int(match[2] or match[1])
            numbers.update(dict.fromkeys(range(low, high + 1), number))
        return cls(tuple(sorted(numbers.items())))

    def patched(self, span: str, number: object, key: str) -> "ByPlayers":
        """These numbers, with another for some numbers of players."""
        other = self.read({span: number}, key)
        return ByPlayers(tuple(sorted({**dict(self.numbers), **dict(other.numbers)}.items())))

    def of(self, players: int) -> int | None:
        """The number for so many players, or None where there is none."""
        return dict(self.numbers).get(players)


@table
class Players:
    """`[players]`: how many may play, and to which side of each the next one sits."""

    least: int
    most: int = knob(
        "players.number", default=MISSING, alias="most_players", least=2, most=12, common=True,
    )  # fmt: skip
    direction: Literal["left", "right"] = "left"

    @property
    def numbers(self) -> range:
        """Each number of players that may play."""
        return range(self.least, self.most + 1)


@table
class Packs:
    """`[packs]`: packs by number of players; `always` overrides them when not 0."""

    by_players: ByPlayers
    always: int = knob("cards.packs", alias="packs", most=6, applies="packs_are_changed")

    def of(self, players: int) -> int:
        """The packs for so many players, one at least."""
        return self.always or self.by_players.of(players) or 1


@table
class Jokers:
    """`[jokers]`: by number of players, or for each pack, or players less `players_minus`.

    With none of them there are no jokers.
    """

    by_players: ByPlayers | None = None
    per_pack: int = knob(
        "cards.packs", "cards.packs jokers", "wild.cards single", "wild.cards many",
        alias="jokers_per_pack", most=4, applies="jokers.by_pack",
        replaces=("jokers.by_players", "jokers.players_minus"),
    )  # fmt: skip
    players_minus: int | None = None

    @property
    def by_pack(self) -> bool:
        """Whether they are counted for each pack."""
        return self.by_players is None and self.players_minus is None

    def of(self, players: int, packs: int) -> int:
        """The jokers for so many players with so many packs."""
        given = (self.by_players.of(players) or 0) if self.by_players else 0
        fewer = 0 if self.players_minus is None else max(players - self.players_minus, 0)
        return given or fewer or self.per_pack * packs


@table
class Ranks:
    """`[ranks]`: the ranks of the deck, and where the ace stands.

    `order`: of which ranks there are cards, each followed in a run by the next. `removed`: those of
    which no run or set is made while they are wild, as where twos stand for other cards alone. A
    game that never makes them wild has no cards of them; it had better not name them in `order`.
    """

    ace: Ace = knob(
        "run.ace", "run.both-ends", "run.ace low", "run.ace high", "run.ace low-or-high",
        "run.ace corner", alias="ace", applies="has_aces", common=True,
        spares=_ace_at_both_ends,
    )  # fmt: skip
    order: tuple[str, ...] = RANKS
    removed: tuple[str, ...] = ()


@dataclass(frozen=True, eq=False)
class Deck:
    """The cards that a game is played with, or a deal of it; made by `deck_of`.

    `ranks` are in their order, jokers apart. `line` are those of them of which runs and sets are
    made: the others are wild and stand for nothing else. `ace` is where an ace may stand in a run.
    `counts` are the packs and jokers by the number of players, under None the most that there may
    be. Equal decks are one object.
    """

    ranks: tuple[str, ...]
    suits: tuple[str, ...]
    line: tuple[str, ...]
    ace: Ace
    counts: Mapping[int | None, tuple[int, int]]

    def packs(self, players: int | None = None) -> int:
        """The packs for so many players, or the most that there may be."""
        return self.counts.get(players, self.counts[None])[0]

    def jokers(self, players: int | None = None) -> int:
        """The jokers for so many players, or the most that there may be."""
        return self.counts.get(players, self.counts[None])[1]

    @property
    def pack(self) -> tuple[Card, ...]:
        """The cards of one pack, without jokers."""
        return tuple(Card(rank, suit) for suit in self.suits for rank in self.ranks)

    @cached_property
    def beside_ace(self) -> tuple[str, ...]:
        """The ranks of the line from low to high, without the ace, which lies beside either end."""
        return tuple([rank for rank in self.line if rank != "A"])

    @cached_property
    def known(self) -> frozenset[Card]:
        """The cards and bare ranks that may be in it; jokers are everywhere."""
        suits = (*self.suits, "")
        return frozenset((JOKER, *(Card(rank, suit) for rank in self.ranks for suit in suits)))

    def copies(self, card: Card, players: int | None = None) -> int:
        """How many copies of a card are in play: of a bare rank, in all suits together."""
        if card.is_joker:
            return self.jokers(players)
        if card not in self.known:
            return 0
        return self.packs(players) * (1 if card.suit else len(self.suits))

    def cards(self, players: int | None = None) -> int:
        """How many cards are in play, with jokers."""
        return self.packs(players) * len(self.ranks) * len(self.suits) + self.jokers(players)


@lru_cache(1024)
def deck_of(
    players: Players, packs: Packs, jokers: Jokers, ranks: tuple[str, ...],
    suits: tuple[str, ...], line: tuple[str, ...], ace: Ace,
) -> Deck:  # fmt: skip
    """The deck of these tables of a game."""
    counts: dict[int | None, tuple[int, int]] = {
        number: (count, jokers.of(number, count))
        for number in players.numbers
        for count in [packs.of(number)]
    }
    most = [max(column) for column in zip(*counts.values(), strict=True)] or [1, 0]
    counts[None] = most[0], most[1]
    return Deck(ranks, suits, line, ace, MappingProxyType(counts))


@lru_cache(1024)
def laid_of(deck: Deck, text: str, *, suits: bool = True) -> Laid:
    """Cards of a deck as `parse_laid` reads them; raises `CardsError` for what it has not, too."""
    laid, known = parse_laid(text, suits=suits, among=deck.suits), deck.known
    for laid_card in laid:
        for card in laid_card:
            if card and card not in known:
                ranks, there = " ".join(deck.ranks), " ".join(deck.suits)
                raise CardsError(say("cards-not-of-deck", card=card, ranks=ranks, suits=there))
    return laid


@lru_cache(1024)
def cards_of_deck(deck: Deck, text: str, *, suits: bool = True) -> tuple[Card, ...]:
    """As `laid_of`, of cards that stand for nothing but themselves."""
    return alone(laid_of(deck, text, suits=suits))


class Drawn(NamedTuple):
    """What a table drew for one deal.

    `wild`: the rank that is wild, `*` where it drew a joker, empty where nobody said. `upcard`: the
    card turned up after the deal, None where nobody said.
    """

    wild: str = ""
    upcard: Card | None = None


NOTHING_DRAWN = Drawn()
"""Where a table drew nothing, or nobody said what."""


class CardPoints(NamedTuple):
    """`[points]`: points by rank, `joker`, or a span of ranks such as `"3-9" = 5`.

    `"2-10" = "pips"` gives each rank the number on it, and `"A.red" = 1` or `"Q.s" = 50` differ by
    colour or suit. `costs` has every card, without a suit the dearest of its rank. `wild`: what a
    card of a rank that is always wild costs, None where its rank alone decides, and `low_ace` what
    an ace counts that is the lowest card of a run. `usual_joker`: the game says nothing of jokers,
    so that they cost as much as the dearest other card.
    """

    costs: Mapping[Card, int]
    wild: int | None = None
    low_ace: int | None = None
    usual_joker: bool = False

    @classmethod
    def read(cls, value: object, key: str) -> "CardPoints":
        """Read the table; raises `SchemaError` for a rank that is unknown or there twice."""
        if not isinstance(value, Mapping):
            raise SchemaError(key, needs("points", given=value))
        points: dict[Card, int] = {}
        for span, number in value.items():
            place, whole = path(key, str(span)), type(number) is int
            if span in BESIDE_RANKS:
                if not whole:
                    raise SchemaError(place, say("schema-whole"))
                continue
            if not whole and number != PIPS:
                raise SchemaError(place, say("schema-points"))
            for card in _cards_of(str(span), place):
                if card in points:
                    raise SchemaError(place, say("schema-points-twice", rank=card.rank))
                if number == PIPS and not card.rank.isdecimal():
                    raise SchemaError(place, say("schema-pips", word=PIPS))
                points[card] = int(card.rank) if number == PIPS else number
        costs: dict[Card, int] = {}
        for card in (JOKER, *(Card(rank, suit) for rank in RANKS for suit in SUIT_SIGNS)):
            cost = points.get(card, points.get(alike := Card(card.rank)))
            if cost is not None:
                costs[card] = cost
                costs[alike] = max(cost, costs.get(alike, cost))
        return cls(MappingProxyType(costs), value.get("wild"), value.get("low_ace"))

    @property
    def by_rank(self) -> Mapping[str, int]:
        """What the dearest card of each rank costs."""
        return {card.rank: cost for card, cost in self.costs.items() if not card.suit}

    def of(self, card: Card) -> int:
        """What a card costs, one without a suit as much as the dearest of its rank."""
        return self.costs.get(card, 0)

    @property
    def differ(self) -> bool:
        """Whether the cards of any rank cost different points."""
        return any(cost != self.costs[Card(card.rank)] for card, cost in self.costs.items())

    def patched(self, span: str, number: Any, key: str) -> "CardPoints":
        """These points, with others for a rank or a span of ranks, whatever the suit."""
        if span in BESIDE_RANKS:
            return self._replace(**{span: number})
        return self._counting(ranks_of(span, key), number)

    def _counting(self, ranks: Iterable[str], number: int) -> "CardPoints":
        suits = {rank: () if rank == JOKER_RANK else SUIT_SIGNS for rank in ranks}
        cards = [Card(rank, suit) for rank in suits for suit in ("", *suits[rank])]
        return self._replace(costs=MappingProxyType({**self.costs, **dict.fromkeys(cards, number)}))

    def with_wilds(self, ranks: Iterable[str], colour: str = "all") -> "CardPoints":
        """These points where the cards of some ranks are wild, or only those of a `colour`."""
        if self.wild is None:
            return self
        costs = {**self.costs}
        for rank in ranks:
            costs |= {Card(rank, suit): self.wild for suit in COLOURS.get(colour, SUIT_SIGNS)}
            costs[Card(rank)] = max(costs.get(Card(rank, suit), 0) for suit in SUIT_SIGNS)
        return self._replace(costs=MappingProxyType(costs))

    def with_joker(self) -> "CardPoints":
        """These points, and the usual ones for jokers where none are given."""
        if JOKER in self.costs:
            return self
        dearest = max(self.costs.values(), default=0)
        return self._counting([JOKER_RANK], dearest)._replace(usual_joker=True)


def _cards_of(span: str, key: str) -> tuple[Card, ...]:
    """The cards of a key of `[points]`, without suits where it names none."""
    ranks, _, colour = span.partition(".")
    if colour and colour not in COLOURS:
        raise SchemaError(key, say("schema-span"))
    suits = COLOURS[colour] if colour else ("",)
    return tuple([Card(rank, suit) for rank in ranks_of(ranks, key) for suit in suits])


def ranks_of(span: str, key: str) -> tuple[str, ...]:
    """The ranks of a span such as `3-9`; raises `SchemaError` for anything else."""
    if span == "joker":
        return (JOKER_RANK,)
    first, _, last = span.partition("-")
    if first not in RANKS or (last and last not in RANKS):
        raise SchemaError(key, say("schema-span"))
    low, high = RANKS.index(first), RANKS.index(last or first)
    return RANKS[low : high + 1]
