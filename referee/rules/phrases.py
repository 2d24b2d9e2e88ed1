"""Parts of sentences: cards as one names them, ranks, contracts, and what wilds stand for."""

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache, reduce

from referee.language import Phrase, Value
from referee.rules.cards import Card, Cards, stands_as_itself
from referee.rules.schema.melds import Piece
from referee.rules.schema.variant import Variant

Standing = tuple[Card, Card]
"""A wild and the card that it stands for, a bare rank in a set."""


@lru_cache
def a_card(card: Card) -> Phrase:
    """A card as one speaks of it: `the 9♥`, or by its rank alone `an 8`, `a king`."""
    return Phrase("a-card", card.phrase().values)


@lru_cache
def the_card(card: Card) -> Phrase:
    """A card with its article: `the 9♥`, `the joker`."""
    return Phrase.of("the-card", card=card)


def these(cards: Cards) -> Phrase:
    """Cards as one speaks of them: `the 8♥`, `8♥ 8♦`, `both jokers`."""
    if len(cards) > 1 and all(card.is_joker for card in cards):
        return Phrase.of("all-jokers", count=len(cards))
    return the_card(cards[0]) if len(cards) == 1 else laid_as(cards)


def laid_as(cards: Iterable[Card]) -> Phrase:
    """Some cards as one thing in a row of others."""
    return Phrase.of("laid", cards=tuple(cards))


@lru_cache
def all_of(rank: str) -> Phrase:
    """The cards of a rank: `eights`, `kings`."""
    return Phrase("rank", Card(rank).phrase().values)


def wild_of_rank(variant: Variant, rank: str) -> Phrase:
    """The cards of a rank that are wild where that rank is: `threes`, `red threes`."""
    return Phrase.of("rank-of-colour", rank=rank, colour=variant.wilds.colour)


def players_between(least: int, most: int) -> Phrase:
    """How many players: `2 players`, `2 to 6 players`."""
    return Phrase.of("players-between" if least < most else "players", least=least, most=most)


def span(first: int, last: int) -> Value:
    """From one number to another, or the one that both are: `2–6`, `4`."""
    return first if first == last else Phrase.of("span", first=first, last=last)


@lru_cache
def suit_named(suit: str) -> Phrase:
    """A suit by its name: `hearts`."""
    return Phrase.of("suit-name", suit=suit)


def contract_of(pieces: Iterable[Piece]) -> tuple[Value, ...]:
    """A contract as people speak of it: `two sets of 3 and a run of 4`."""
    return tuple([
        Phrase.of("pieces", kind=piece.kind, size=piece.size, count=count)
        for piece, count in Counter(pieces).items()
    ])  # fmt: skip


def sum_of_melds(worth: Sequence[tuple[Cards, int]]) -> Phrase:
    """Melds with what they are worth, as a sum: `K♠ K♦ K♥ (30) + 2♣ 3♣ 4♣ (9)`."""
    if len(worth) == 1:
        return laid_as(worth[0][0])
    melds = [Phrase.of("meld-worth", cards=tuple(cards), points=points) for cards, points in worth]
    return reduce(lambda before, after: Phrase.of("plus", before=before, after=after), melds)


def standings(pairs: Sequence[Standing], *, may: bool = False) -> tuple[Value, ...]:
    """What wilds stand for, or `may`, such as `the joker stands for the 9♥`."""
    how = "yes" if may else "no"
    if len(pairs) == 1 or any(stands_as_itself(*pair) for pair in pairs):
        return tuple([_stands(*pair, how) for pair in pairs])
    wilds = [card for card, _ in pairs]
    alike = len(set(wilds)) == 1
    named = tuple([the_card(card) for card in wilds])
    if len({stands for _, stands in pairs}) == 1:
        stands = pairs[0][1]
        what = a_card(stands) if stands.suit else all_of(stands.rank)
        if alike:
            count = len(wilds)
            return (Phrase.of("stand-alike", may=how, wild=wilds[0], count=count, **{"as": what}),)
        return (Phrase.of("stand-unlike", may=how, wilds=named, **{"as": what}),)
    if alike:
        each = tuple([a_card(stands) for _, stands in pairs])
        return (Phrase.of("stand-each", may=how, wild=wilds[0], **{"as": each}),)
    first, *others = pairs
    more = [Phrase.of("stands-too", wild=card, **{"as": a_card(stands)}) for card, stands in others]
    return (_stands(*first, how), *more)


def _stands(wild: Card, stands: Card, may: str) -> Phrase:
    if stands_as_itself(wild, stands):
        return Phrase.of("stands-itself", may=may, wild=wild)
    return Phrase.of("stands", may=may, wild=wild, **{"as": a_card(stands)})


def wild_word(variant: Variant) -> Phrase:
    """What a table calls a wild card of a game: `joker`, `two`, or `wild card`."""
    ranks = variant.wilds.ranks
    if not (variant.wilds.by_deal or variant.wilds.drawn):
        if variant.has_jokers and not ranks:
            return Phrase.of("wild-word", kind="joker")
        if len(ranks) == 1 and not variant.has_jokers:
            return Phrase.of("wild-word", kind="rank", rank=ranks[0])
    return Phrase.of("wild-word", kind="any")
