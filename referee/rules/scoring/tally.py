"""What cannot be, and what is odd, in the hands that a table writes at the end of a deal."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import gcd
from typing import NamedTuple

from referee.language import Phrase, Value, say, sentence
from referee.rules.cards import JOKER, Card
from referee.rules.deals import DealPlan, plan_deal
from referee.rules.law.points import points_of
from referee.rules.schema.variant import Terms

Hand = int | tuple[Card, ...]


class Doubt(NamedTuple):
    """Something that cannot be, or is merely odd, in a deal as it is written.

    `player` is the key of the player it is about, None where it is about the whole table. What is
    `impossible` is refused; anything else is asked about once. `code` and `values` are its
    sentence, which needs no name beside it; `together`: it is about all hands together.
    """

    player: str | None
    impossible: bool
    code: str
    values: tuple[tuple[str, Value], ...] = ()
    together: bool = False

    @classmethod
    def of(cls, player: str | None, code: str, /, **values: Value) -> "Doubt":
        """What cannot be, by the sentence and what it speaks of."""
        return cls(player, True, code, tuple(values.items()))

    @classmethod
    def odd(cls, player: str | None, code: str, /, **values: Value) -> "Doubt":
        """What is merely odd."""
        return cls(player, False, code, tuple(values.items()))

    def said(self) -> str:
        """Its sentence."""
        says = sentence(f"doubt-{self.code}", self.values)
        return say("doubt-together", says=says) if self.together else says


def doubts(
    terms: Terms,
    *,
    players: int,
    hands: Mapping[str, Hand],
    out: str | None,
    together: int | None = None,
) -> tuple[Doubt, ...]:
    """What cannot be and what is odd in the hands at the end of a deal.

    `hands` holds, by player, the cards that were tapped or the points that were typed. Bare ranks
    and cards with suits may be mixed. `together` is what all of them come to, where that is known.
    Raises `DealError` as `plan_deal` does.

    A hand can hold one card more than was dealt; where discards are claimed, every card but as many
    as were dealt to the others, for who draws also discards, and what they laid down is theirs.
    Cards that were tapped are taken at their word, so that a misdeal can be written: too many of
    them are only odd.
    """
    table = _table(terms, players)
    found = [doubt for player, hand in hands.items() for doubt in table.hand(player, hand, out)]
    everybody_holds = len(hands) == players and all(hands.values())
    nobody_out = terms.scoring.with_nobody_out if out is None else ""
    if nobody_out == "not-scored":
        found.append(Doubt.of(None, "not-scored"))
    elif nobody_out == "all-count" and terms.stock.out != "deal-ends" and not everybody_holds:
        found.append(Doubt.odd(None, "all-count"))
    if any(doubt.impossible for doubt in found):
        return tuple(found)
    # What cannot be in all hands together where each of them could be.
    tapped = [card for hand in hands.values() if not isinstance(hand, int) for card in hand]
    found += [doubt._replace(together=True) for doubt in table.too_many(None, tapped)]
    if together is None:
        typed = [hand for hand in hands.values() if isinstance(hand, int)]
        together = sum(typed) + points_of(terms, tapped)
    if together > table.all_points:
        found.append(Doubt.of(None, "all-above", points=together, all=table.all_points))
    return tuple(found)


@lru_cache
def _table(terms: Terms, players: int) -> "_Table":
    return _Table(terms, plan_deal(terms, players), players)


@dataclass(frozen=True, eq=False)
class _Table:
    terms: Terms
    plan: DealPlan
    players: int

    @cached_property
    def most_cards(self) -> int:
        """The most cards that a hand can hold."""
        if not self.terms.has_claims:
            return self.plan.cards_each + 1
        return self.plan.cards_in_play - (self.players - 1) * self.plan.cards_each

    @cached_property
    def usual_cards(self) -> int:
        """The most cards that nobody wonders about."""
        each = self.plan.cards_each
        return 2 * each if self.terms.has_claims else each + 1

    @cached_property
    def worths(self) -> Counter[int]:
        """How many cards of each worth are in play."""
        points = self.terms.points
        worths = Counter({points.of(JOKER): self.plan.jokers})
        for card in self.terms.deck.pack:
            worths[points.of(card)] += self.plan.packs
        return +worths

    @cached_property
    def all_points(self) -> int:
        """What all cards in play cost together."""
        return sum(worth * count for worth, count in self.worths.items())

    @cached_property
    def sums(self) -> list[int]:
        """For each number of cards from 0, the sums that so many make: bit n is set for a sum of n.

        Cards of one worth are taken in bundles of 1, 2, 4 … so that few steps reach every number.
        """
        sums = [1] + [0] * self.worths.total()
        reached = 0
        for worth, count in self.worths.items():
            bundle = 1
            while count:
                bundle = min(bundle, count)
                reached += bundle
                for cards in range(reached, bundle - 1, -1):
                    sums[cards] |= sums[cards - bundle] << bundle * worth
                count -= bundle
                bundle *= 2
        return sums

    def least_cards(self, points: int) -> int | None:
        """The fewest cards that come to so many points; None where no cards do."""
        return next((cards for cards, made in enumerate(self.sums) if made >> points & 1), None)

    def hand(self, player: str, hand: Hand, out: str | None) -> Iterator[Doubt]:
        """What is wrong with the hand of a player, the one who went out among them."""
        if player == out:
            if hand:
                yield Doubt.of(player, "out-holds")
        elif not hand:
            if not self.terms.scoring.spares_groups:
                yield Doubt.odd(player, "empty" if out is None else "empty-other")
        elif isinstance(hand, int):
            yield from self.typed(player, hand)
        else:
            yield from self.too_many(player, hand)
            if len(hand) > self.usual_cards:
                yield Doubt.odd(player, "cards", has=len(hand), dealt=self.plan.cards_each)

    def typed(self, player: str, points: int) -> Iterator[Doubt]:
        """What is wrong with points that were typed, which nothing else bears out."""
        if points < 0:
            yield Doubt.of(player, "below", points=points)
        elif points > self.all_points:
            yield Doubt.of(player, "above", points=points, all=self.all_points)
        elif (cards := self.least_cards(points)) is None:
            step = gcd(*self.worths)
            below = points - points % step
            code = "no-sum" if below == points else "step"
            yield Doubt.of(player, code, step=step, points=points, below=below, above=below + step)
        elif cards > self.usual_cards:
            cannot = cards > self.most_cards
            doubt, code = (Doubt.of, "takes-tap") if cannot else (Doubt.odd, "takes")
            yield doubt(player, code, points=points, cards=cards, dealt=self.plan.cards_each)

    def too_many(self, player: str | None, cards: Sequence[Card]) -> Iterator[Doubt]:
        """A doubt for every card or rank of which there are more than are in play."""
        # A card with a suit counts as one of its rank too.
        counts = Counter(kind for card in cards for kind in dict.fromkeys((card, Card(card.rank))))
        for card, has in counts.items():
            copies = self.terms.deck.copies(card, self.players)
            if has <= copies:
                continue
            if card.is_joker and not copies:
                yield Doubt.of(player, "no-jokers")
            elif card.suit:
                yield Doubt.of(player, "many", card=card, has=has, copies=copies)
            else:
                ranks = Phrase("rank", card.phrase().values)
                yield Doubt.of(player, "many-ranks", ranks=ranks, has=has, copies=copies)
