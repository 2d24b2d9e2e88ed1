"""Searching: the best lay-down from one hand, with proof that there is no better.

Cards of one rank and suit are alike, and so are wilds but for their weight. The search takes the
natural cards of a hand from the dearest down, lays each in one of the melds that `candidates` lists
or leaves it, and turns back wherever even the best that could follow would not beat what it has.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import accumulate, islice
from typing import NamedTuple

from referee.rules.cards import Card, Cards, Laid, LaidCard, cards_of
from referee.rules.law.meld_law import UNLIMITED, pair_breach
from referee.rules.schema.melds import Kind
from referee.rules.schema.variant import Terms
from referee.rules.search.candidates import (
    FIELD,
    Candidate,
    Demand,
    Form,
    Held,
    Objective,
    candidates_of,
    of_wilds,
    weight_of,
)

MOST_CHOICES = 20_000
"""The most melds that are listed for one demand."""

STEPS_TO_START = 20
"""What beginning a search counts for, whatever it finds."""

STEPS_TO_LIST = 2
"""What listing one meld counts for."""

STEPS_TO_LAY = 4
"""What laying one meld counts for."""

TESTS_IN_A_STEP = 8
"""How many melds a step tests for whether the cards left hold them."""

NEVER = -1_000_000
"""A bound below all others: nothing can follow."""


class Task(NamedTuple):
    """What may be laid in one turn, and what is best to lay.

    `demands` are those of the contract, each `owed` so often, then those of further melds.
    `further` is how many further melds may follow, `left` how many cards may stay in the hand, and
    `value` the least that all melds are worth together. Of all that keeps to this, the search
    finds the most by the `objective`; with none `left`, that is all there is to find.
    """

    demands: tuple[Demand, ...]
    owed: tuple[int, ...]
    further: int
    left: int
    value: int = 0
    objective: Objective = "points"

    def is_of(self, cards: int, left: int) -> bool:
        """Whether so many cards may be what its melds take and what may be left of them."""
        laws = [(demand.law, times) for demand, times in zip(self.demands, self.owed, strict=False)]
        if cards < sum([times * law.least for law, times in laws]):
            return False
        return bool(self.further) or cards - left <= sum([times * law.most for law, times in laws])


class Spent(Exception):
    """The work budget is used up."""


@dataclass(slots=True)
class Budget:
    """The steps that a search may still take.

    `is_spent`: a search ended before it had weighed everything.
    """

    steps: int
    is_spent: bool = False

    def spend(self, steps: int) -> None:
        """Take so many steps; raises `Spent` where there are not so many left."""
        self.steps -= steps
        if self.steps < 0:
            self.is_spent = True
            raise Spent


class _Point(NamedTuple):
    """How far a search has come.

    `rest` counts the natural cards not yet decided on. `wilds` are not yet laid, and the melds laid
    have `room` for so many of them. `owed` is how often each demand of the contract is still to be
    met, `further` how many further melds may follow. `laid` are those melds of the contract that
    may bar another, and `left` is how many natural cards are left in the hand. `own` are the wilds
    laid as themselves, packed, where wilds differ in weight. `value` is what the melds laid are
    worth, as far as the task asks for it.
    """

    rest: int
    wilds: int
    room: int
    owed: tuple[int, ...]
    further: int
    laid: tuple[Form, ...]
    left: int
    own: int
    value: int


class Found(NamedTuple):
    """The best lay-down so far: the melds for each demand, and its free wilds, dearest first."""

    chosen: tuple[tuple[int, Candidate], ...]
    wilds: Cards


class _Listed:
    """The melds that a hand could lay for one demand, by the dearest cell that each holds.

    For each cell, `points` is the most and `wilds` the fewest of the melds listed there and below;
    `points` is None where there are none. Those of wilds alone, `alone`, are below all.
    """

    def __init__(self, choices: list[list[Candidate]], alone: list[Candidate]) -> None:
        self.choices = choices
        self.alone = alone
        self.points: list[int | None] = []
        self.wilds: list[int] = []
        points = 0 if alone else None
        wilds = min([candidate.taken for candidate in alone], default=UNLIMITED)
        for listed in choices:
            for candidate in listed:
                points = candidate.points if points is None else max(points, candidate.points)
                wilds = min(wilds, candidate.taken)
            self.points.append(points)
            self.wilds.append(wilds)

    def within(self, wilds: int) -> "_Listed":
        """Those that need no more than so many wilds."""
        choices = [
            [candidate for candidate in listed if candidate.taken <= wilds]
            for listed in self.choices
        ]
        return _Listed(choices, [one for one in self.alone if one.taken <= wilds])


class Search:
    """A search through the lay-downs of one hand, or of parts of it.

    What the hand could lay is listed once, for all its cards.
    """

    def __init__(self, terms: Terms, task: Task, laid: Laid, budget: Budget) -> None:
        self.terms = terms
        self.task = task
        self.budget = budget
        self.laid = laid
        free, fixed = self._parted(laid)
        self.held = Held(terms, tuple(fixed), len(free), frozenset(free), task.objective)
        self.values = [terms.points.of(card) for card in self.held.stands]
        self.dearest = max(terms.points.costs.values())
        self.demands = [demand._replace(valued=task.value > 0) for demand in task.demands]
        self.most = [demand.law.most for demand in self.demands]
        self.live: dict[int, int] = {}
        # Demands for the same melds share their list.
        listed = {demand: self._list_choices(demand) for demand in dict.fromkeys(self.demands)}
        self.listed = tuple([listed[demand] for demand in self.demands])
        self.within = {len(free): self.listed}

    def best(self, laid: Laid, most_left: int, owed: tuple[int, ...] | None = None) -> Found | None:
        """The best lay-down of these cards that leaves no more than so many, if there is one.

        `owed` is how often each demand of the contract is owed, where not as the task says.
        """
        self.owed = self.task.owed if owed is None else owed
        dearest = sorted([self._points(laid_card.card) for laid_card in laid], reverse=True)
        self.top = sum(dearest[most_left:]) - 1
        self.found: Found | None = None
        self.most_left = most_left
        self._search(laid)
        return self.found

    def _parted(self, laid: Laid) -> tuple[list[LaidCard], list[LaidCard]]:
        """The wilds that may stand for any card, and what may stand as itself or as was said."""
        wild, as_itself = self.terms.wild_cards, self.terms.wilds.as_itself
        free = [one for one in laid if one.says is None and one.card in wild]
        fixed = [
            one for one in laid
            if one not in free or (as_itself and not one.card.is_joker)
        ]  # fmt: skip
        return free, fixed

    def _search(self, laid: Laid) -> None:
        """Search with these cards."""
        self.budget.spend(STEPS_TO_START)
        free, fixed = self._parted(laid)
        self.wilds = tuple(sorted(cards_of(free), key=self._points, reverse=True))
        worth = [self._points(card) for card in self.wilds]
        self.worth = tuple(accumulate(worth, initial=0))
        self.wilds_alike = not self.held.own or len(set(worth)) < 2
        self.dearer = [sum(map(points.__lt__, worth)) for points in self.held.points]
        self.visited: dict[_Point, int] = {}
        self.path: list[tuple[int, Candidate]] = []
        packed = self.held.pack(fixed)
        points = sum([self.held.points[self.held.place[laid_card]] for laid_card in fixed])
        reach = len(free) * self.dearest
        reach += sum([self.values[self.held.place[laid_card]] for laid_card in fixed])
        start = _Point(packed, len(free), 0, self.owed, self.task.further, (), 0, 0, 0)
        self._explore(start, 0, points, reach)

    def _points(self, card: Card) -> int:
        return weight_of(self.terms, card, self.task.objective)

    def lives(self, laid_card: LaidCard) -> bool:
        """Whether any meld could hold a card as itself."""
        return bool(self._live(self.held.wilds) >> FIELD * self.held.place[laid_card] & 1)

    def _live(self, wilds: int) -> int:
        """The cards that any meld could hold with so many wilds, as bits of a packed number."""
        if wilds not in self.live:
            naturals = 0
            for listed in self._within(wilds):
                for choices in listed.choices:
                    for choice in choices:
                        naturals |= choice.naturals
            some = (1 << FIELD) - 1
            fields = [some << FIELD * cell for cell in range(len(self.held.cells))]
            self.live[wilds] = sum([field for field in fields if naturals & field])
        return self.live[wilds]

    def _without(self, at: _Point, dead: int, points: int, reach: int) -> tuple[_Point, int, int]:
        """A point with some cards left that no meld can hold any more; see `_explore`."""
        left = at.left
        rest = dead
        while rest:
            cell = (rest.bit_length() - 1) // FIELD
            copies = rest >> FIELD * cell
            rest -= copies << FIELD * cell
            points -= copies * self.held.points[cell]
            reach -= copies * self.values[cell]
            if self.most_left < UNLIMITED and cell not in self.held.own:
                left += copies
        return at._replace(rest=at.rest - dead, left=left), points, reach

    def _list_choices(self, demand: Demand) -> _Listed:
        """What can be laid for a demand, as far as it may be listed, the most promising first."""
        cells: list[list[Candidate]] = [[] for _ in self.held.cells]
        candidates = candidates_of(self.terms, self.held, demand, self._rest_of(demand))
        for choice in islice(candidates, MOST_CHOICES):
            cells[(choice.naturals.bit_length() - 1) // FIELD].append(choice)
        self.budget.steps -= STEPS_TO_LIST * sum(map(len, cells))
        if next(candidates, None):
            self.budget.is_spent = True
        for choices in cells:
            choices.sort(key=lambda choice: (-choice.points, choice.wilds))
        return _Listed(cells, list(of_wilds(self.terms, self.held, demand)))

    def _rest_of(self, demand: Demand) -> Demand | None:
        """What part of a longer meld may as well be laid as, where it may be."""
        if self.task.further < UNLIMITED:
            return None
        rules = self.terms.contracts
        free = rules.overlapping_runs and rules.same_suit_runs == "not-consecutive"
        if demand.paired and demand.law.kind == "run" and free:
            # The shorter run may follow on from another that the longer one overlaps.
            return None
        further = self.demands[len(self.task.owed) :]
        return next((one for one in further if one.law.kind == demand.law.kind), None)

    def _within(self, wilds: int) -> tuple[_Listed, ...]:
        """What can be laid for each demand with so many wilds."""
        if wilds not in self.within:
            few = {one: one.within(wilds) for one in dict.fromkeys(self.listed)}
            self.within[wilds] = tuple([few[one] for one in self.listed])
        return self.within[wilds]

    def _explore(self, at: _Point, gained: int, points: int, reach: int) -> None:
        """Weigh everything that can follow from a point of the search.

        So far `gained` points of natural cards are laid; those not yet decided on have `points`.
        All melds together, those laid too, can be worth no more than `reach`.
        """
        if dead := at.rest & ~self._live(at.wilds):
            at, points, reach = self._without(at, dead, points, reach)
            if at.left > self.most_left:
                return
        if self.visited.get(at, -1) >= gained:
            return
        self.visited[at] = gained
        self._close(at, gained)
        owes = any(at.owed)
        if not (at.further or owes):
            return
        rest, left, guards = at.rest, at.left, self.held.guards
        within = self._within(at.wilds)
        free = range(len(at.owed), len(within))
        while rest:
            cell = (rest.bit_length() - 1) // FIELD
            most = self._bound(at, cell, points) if owes else points + self.worth[-1]
            if gained + most <= self.top or reach < self.task.value:
                return
            guarded = rest | guards
            ways = self._next(at, cell, points) if owes else [(meets, most) for meets in free]
            for meets, others in ways:
                choices = within[meets].choices[cell]
                self.budget.spend(1 + len(choices) // TESTS_IN_A_STEP)
                needed = self.top - gained - others
                for choice in choices:
                    if choice.points <= needed:
                        break
                    if guarded - choice.naturals & guards != guards:
                        continue
                    after = self._after(at, meets, choice, rest, left)
                    if after is not None:
                        self.budget.spend(STEPS_TO_LAY)
                        self.path.append((meets, choice))
                        self._explore(after, gained + choice.points, points - choice.points, reach)
                        self.path.pop()
            copies = rest >> FIELD * cell
            rest -= copies << FIELD * cell
            points -= copies * self.held.points[cell]
            reach -= copies * self.values[cell]
            if self.most_left < UNLIMITED and cell not in self.held.own:
                left += copies
                if left > self.most_left:
                    return
        for meets, listed in enumerate(within):
            if not (at.owed[meets] if meets < len(at.owed) else at.further):
                continue
            laid: set[int] = set()
            for choice in listed.alone:
                # Of so many wilds, any meld that is not barred will do.
                barred = choice.wilds in laid
                after = None if barred else self._after(at, meets, choice, 0, left)
                if after is not None:
                    laid.add(choice.wilds)
                    self.budget.spend(STEPS_TO_LAY)
                    self.path.append((meets, choice))
                    self._explore(after, gained, 0, reach)
                    self.path.pop()

    def _after(
        self, at: _Point, meets: int, choice: Candidate, rest: int, left: int
    ) -> _Point | None:
        """The point after laying a meld for a demand, or None where the rules bar it."""
        owed, further, laid = at.owed, at.further, at.laid
        if meets < len(owed):
            owed = (*owed[:meets], owed[meets] - 1, *owed[meets + 1 :])
            if self.demands[meets].paired:
                if any(clash(self.terms, choice.form, other) for other in laid):
                    return None
                kinds = self._paired(owed)
                laid = tuple(sorted([form for form in (*laid, choice.form) if form.kind in kinds]))
        elif further < UNLIMITED:
            further -= 1
        wilds = at.wilds - choice.taken
        room = min(at.room + choice.room, wilds)
        own = at.own if self.wilds_alike else at.own + (choice.naturals & self.held.own_bits)
        value = min(at.value + choice.value, self.task.value)
        return _Point(rest - choice.naturals, wilds, room, owed, further, laid, left, own, value)

    @cached_property
    def _paired(self) -> Callable[[tuple[int, ...]], set[Kind]]:
        """Gives the kinds of meld that may still bar one of those owed."""
        demands = self.demands
        return cache(lambda owed: {
            demands[at].law.kind for at, times in enumerate(owed) if times and demands[at].paired
        })  # fmt: skip

    def _bound(self, at: _Point, cell: int, points: int) -> int:
        """At most so many points can still be added to those of the natural cards laid so far.

        They are those of natural cards from a cell down and of all wilds.
        """
        within = self._within(at.wilds)
        most = need = slots = 0
        for meets, times in enumerate(at.owed):
            if times:
                slots += times * self.most[meets]
                listed = within[meets]
                worth = listed.points[cell]
                if worth is not None:
                    most += times * worth
                    need += times * listed.wilds[cell]
                else:
                    return NEVER
        if need > at.wilds:
            return NEVER
        if at.further:
            return points + self.worth[-1]
        return min(min(points, most) + self.worth[-1], self._filled(at, cell, slots))

    def _next(self, at: _Point, cell: int, points: int) -> Iterator[tuple[int, int]]:
        """The demands that a meld may be laid for, each with the most points that may be added."""
        contract = len(at.owed)
        if at.further:
            for meets in range(len(self.listed)):
                if meets >= contract or at.owed[meets]:
                    yield meets, points + self.worth[-1]
            return
        each = [listed.points[cell] or 0 for listed in self._within(at.wilds)[:contract]]
        most = sum(times * worth for times, worth in zip(at.owed, each, strict=True))
        for meets, times in enumerate(at.owed):
            if times:
                yield meets, most - each[meets] + self.worth[-1]

    def _filled(self, at: _Point, cell: int, slots: int) -> int:
        """What so many cards can be worth at most, wilds and natural cards from a cell down."""
        laid = len(self.wilds) - at.wilds
        instead = min(slots, max(self.dearer[cell] - laid - at.room, 0))
        worth = self.worth[laid + min(at.wilds, at.room + instead)]
        return worth + (slots - instead) * self.held.points[cell]

    def _close(self, at: _Point, gained: int) -> None:
        """Take what is laid as a whole lay-down, all other natural cards left."""
        placed = min(at.wilds, at.room)
        if any(at.owed) or at.value + placed * self.dearest < self.task.value:
            return
        if self.most_left < UNLIMITED:
            undecided = self.held.count(at.rest & ~self.held.own_bits)
            if at.left + undecided + at.wilds - placed > self.most_left:
                return
        total = len(self.wilds) - at.wilds + placed
        if gained + self.worth[total] <= self.top:
            return
        own = sum([choice.naturals & self.held.own_bits for _, choice in self.path])
        as_themselves = Counter(cards_of(self.held.unpack(own)))
        others = [*(Counter(self.wilds) - as_themselves).elements()]
        others.sort(key=self._points, reverse=True)
        free = tuple(others[: total - as_themselves.total()])
        worth = sum(map(self._points, (*free, *as_themselves.elements())))
        if gained + worth > self.top:
            self.top = gained + worth
            self.found = Found(tuple(self.path), free)


def clash(terms: Terms, one: Form, other: Form) -> bool:
    """Whether two melds may not both serve one contract."""
    if one.kind != other.kind or one.suit != other.suit:
        return False
    return bool(pair_breach(terms, one.ranks, other.ranks, runs=one.kind == "run"))
