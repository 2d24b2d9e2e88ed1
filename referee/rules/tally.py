"""What cannot be, and what is odd, in the hands that a table writes at the end of a deal."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from math import gcd

from referee.rules.cards import JOKER_RANK, RANKS, SUIT_SIGNS, Card
from referee.rules.deals import DealPlan, copies_in_play, plan_deal
from referee.rules.scoring import NOT_SCORED, point_of_rank, points_of
from referee.rules.variant import Claim, NobodyOut, StockOut, Variant
from referee.rules.wording import cards_of

Hand = int | tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Doubt:
    """Something that cannot be, or is merely odd, in a deal as it is written.

    `player` is the key of the player it is about, None where it is about the whole table. What is
    `impossible` is refused; anything else is asked about once. `says` needs no name beside it.
    """

    player: str | None
    impossible: bool
    says: str


def doubts(
    variant: Variant, *, players: int, deal: int, hands: Mapping[str, Hand], out: str | None
) -> tuple[Doubt, ...]:
    """What cannot be and what is odd in the hands at the end of a deal.

    `hands` holds, by player, the cards that were tapped or the points that were typed. Bare ranks
    and cards with suits may be mixed. Raises `DealError` as `plan_deal` does.

    A hand can hold one card more than was dealt; where discards are claimed, every card but as many
    as were dealt to the others, for who draws also discards, and what they laid down is theirs.
    Cards that were tapped are taken at their word, so that a misdeal can be written: too many of
    them are only odd.
    """
    table = _Table(variant, plan_deal(variant, players, deal), players)
    found = [doubt for player, hand in hands.items() for doubt in _hand(table, player, hand, out)]
    if out is None:
        found += _nobody_out(variant)
    if not any(doubt.impossible for doubt in found):
        found += [Doubt(None, True, says) for says in _all_hands(table, hands.values())]
    return tuple(found)


@dataclass(frozen=True, slots=True)
class _Table:
    variant: Variant
    plan: DealPlan
    players: int

    @property
    def claims(self) -> bool:
        return self.variant.claim.by is not Claim.NONE

    @property
    def most_cards(self) -> int:
        """The most cards that a hand can hold."""
        if not self.claims:
            return self.plan.cards_each + 1
        return self.plan.cards_in_play - (self.players - 1) * self.plan.cards_each

    @property
    def usual_cards(self) -> int:
        """The most cards that nobody wonders about."""
        each = self.plan.cards_each
        return 2 * each if self.claims else each + 1

    @property
    def all_points(self) -> int:
        """What all cards in play cost together."""
        return _all_points(self.variant, self.plan.packs, self.plan.jokers)

    def least_cards(self, points: int) -> int | None:
        """The fewest cards that come to so many points; None where no cards do."""
        sums = _sums(self.variant, self.plan.packs, self.plan.jokers)
        return next(
            (cards for cards, made in enumerate(sums) if cards and made >> points & 1), None
        )


def _hand(table: _Table, player: str, hand: Hand, out: str | None) -> Iterator[Doubt]:
    if player == out:
        if hand:
            yield Doubt(player, True, "Went out, and so holds no cards. Who went out?")
        return
    if not hand:
        yield Doubt(
            player,
            False,
            "Nothing is left in this hand, and yet somebody else went out."
            if out is not None
            else "Nothing is left in this hand, and yet nobody went out.",
        )
    elif isinstance(hand, int):
        yield from _typed(table, player, hand)
    else:
        yield from (Doubt(player, True, says) for says in _too_many(table, hand))
        if len(hand) > table.usual_cards:
            dealt = table.plan.cards_each
            yield Doubt(player, False, f"That is {len(hand)} cards, and {dealt} were dealt.")


def _typed(table: _Table, player: str, points: int) -> Iterator[Doubt]:
    """What is wrong with points that were typed, which nothing else bears out."""
    if points < 0:
        yield Doubt(player, True, f"A hand cannot come to {points}: write 0 or more.")
        return
    if points > table.all_points:
        yield Doubt(
            player, True,
            f"{points} is more than all cards in play come to, which is {table.all_points}.",
        )  # fmt: skip
        return
    cards = table.least_cards(points)
    if cards is None:
        yield Doubt(player, True, _no_such_sum(table, points))
    elif cards > table.usual_cards:
        impossible = cards > table.most_cards
        says = f"{points} takes {cards} cards or more, and {table.plan.cards_each} were dealt."
        yield Doubt(player, impossible, says + " If it is so, tap the cards." * impossible)


def _no_such_sum(table: _Table, points: int) -> str:
    step = gcd(*(point_of_rank(table.variant, rank) for rank in _ranks(table.plan.jokers)))
    if points % step:
        below = points - points % step
        return (f"In this game every hand comes to a multiple of {step}: {points} cannot be, "
                f"{below} or {below + step} may.")  # fmt: skip
    return f"No cards of this game come to {points}."


def _nobody_out(variant: Variant) -> Iterator[Doubt]:
    if variant.scoring.nobody_out is NobodyOut.NOT_SCORED:
        yield Doubt(None, True, NOT_SCORED)
    elif variant.stock.out is not StockOut.DEAL_ENDS:
        yield Doubt(None, False, "Nobody went out, and everybody's cards count.")


def _too_many(table: _Table, cards: Iterable[Card]) -> Iterator[str]:
    """A sentence for every card or rank of which there are more than are in play."""
    held = list(cards)
    for what, count in _kinds(held).items():
        there = copies_in_play(table.variant, table.players, what)
        if count > there:
            yield _too_many_says(what, count, there)


def _kinds(cards: Iterable[Card]) -> Counter[Card]:
    """How many of each rank there are, and of each suited card."""
    kinds: Counter[Card] = Counter()
    for card in cards:
        kinds[Card(card.rank)] += 1
        if card.suit:
            kinds[card] += 1
    return kinds


def _too_many_says(what: Card, count: int, there: int) -> str:
    if what.is_joker and not there:
        return "There are no jokers in this game."
    if what.is_joker:
        return f"That is {count} jokers, and {_are(there)} in play."
    if what.suit:
        return (
            f"That is {what.rank}{SUIT_SIGNS[what.suit]} {count} times, and {_are(there)} in play."
        )
    return f"That is {count} {cards_of(what.rank)}, and {_are(there)} in play."


def _are(count: int) -> str:
    return "only one is" if count == 1 else f"only {count} are"


def _all_hands(table: _Table, hands: Iterable[Hand]) -> Iterator[str]:
    """What cannot be in all hands together where each of them could be."""
    typed = [hand for hand in hands if isinstance(hand, int)]
    tapped = [card for hand in hands if not isinstance(hand, int) for card in hand]
    yield from (f"In all hands together: {says}" for says in _too_many(table, tapped))
    together = sum(typed) + points_of(table.variant, tapped)
    if together > table.all_points:
        yield (f"All hands together come to {together}, and all cards in play "
               f"to {table.all_points}.")  # fmt: skip


def _ranks(jokers: int) -> tuple[str, ...]:
    return (*RANKS, JOKER_RANK) if jokers else RANKS


@lru_cache(maxsize=128)
def _worths(variant: Variant, packs: int, jokers: int) -> Counter[int]:
    """How many cards of each worth are in play."""
    worths = Counter({point_of_rank(variant, JOKER_RANK): jokers})
    for rank in RANKS:
        worths[point_of_rank(variant, rank)] += 4 * packs
    return +worths


def _all_points(variant: Variant, packs: int, jokers: int) -> int:
    return sum(worth * count for worth, count in _worths(variant, packs, jokers).items())


@lru_cache(maxsize=128)
def _sums(variant: Variant, packs: int, jokers: int) -> tuple[int, ...]:
    """For each number of cards from 0, the sums that so many can make: bit n is set for a sum of n.

    Cards of one worth are taken in bundles of 1, 2, 4 … so that few steps reach every number.
    """
    worths = _worths(variant, packs, jokers)
    sums = [1] + [0] * worths.total()
    reached = 0
    for worth, count in worths.items():
        bundle = 1
        while count:
            bundle = min(bundle, count)
            reached += bundle
            for cards in range(reached, bundle - 1, -1):
                sums[cards] |= sums[cards - bundle] << bundle * worth
            count -= bundle
            bundle *= 2
    return tuple(sums)
