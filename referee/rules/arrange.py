"""Arranging: the lay-down from one hand that leaves the fewest points, and proof that it does.

Cards of one rank and suit are alike, and so are wilds but for their points. The search takes the
natural cards of a hand from the dearest down, lays each in one of the melds that `choices` lists or
leaves it, and turns back wherever even the best that could follow would not beat what it has found.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate, product
from typing import NamedTuple

from referee.rules.cards import RANKS, SUITS, Card, LaidCard
from referee.rules.cases import CaseError
from referee.rules.choices import (
    FIELD,
    Choice,
    Demand,
    Form,
    Held,
    choices_of,
    contract_demand,
    further_demand,
)
from referee.rules.contracts import Meld
from referee.rules.findings import Finding
from referee.rules.melds import run_windows
from referee.rules.play import judge_discard, judge_go_out
from referee.rules.scoring import point_of_rank, points_of
from referee.rules.variant import Contracts, Deal, Further, Kind, SameSuitRuns, Variant, When

MOST_CARDS = 20
"""The most cards in a hand to arrange."""

MOST_STEPS = 60_000
"""The work that a search may do before the best so far stands, unproven.

A step is about a microsecond on an ordinary machine; what takes several counts as several.
"""

MOST_CHOICES = 4_000
"""The most melds that are listed for one demand."""

MOST_STEPS_TO_GO_OUT = 20_000
"""How much of that may go into whether the player can go out."""

STEPS_TO_START = 20
"""What beginning a search counts for, whatever it finds."""

STEPS_TO_LIST = 2
"""What listing one meld counts for."""

STEPS_TO_LAY = 4
"""What laying one meld counts for."""

TESTS_IN_A_STEP = 8
"""How many melds a step tests for whether the cards left hold them."""

UNLIMITED = 99

NEVER = -1_000_000
"""A bound below all others: nothing can follow."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Arrangement:
    """What to lay down from a hand, and what is then left.

    `can_lay_contract` is None where no contract is asked for. `melds` are as they would be laid,
    runs from low to high and every wild with what it stands for: those of the contract first.
    `proven` is false where the search ended before it had weighed everything. `can_go_out` tells
    whether all cards could leave the hand in this turn with nothing laid off, None where the search
    ended before it knew.
    """

    can_lay_contract: bool | None
    melds: tuple[Meld, ...]
    left: tuple[Card, ...]
    points_left: int
    proven: bool
    can_go_out: bool | None


@dataclass(frozen=True, slots=True, kw_only=True)
class _Terms:
    """What may be laid in one turn: the demands of a contract, how often each, and what follows.

    `demands` are those of the contract, then those of further melds. `further` is how many further
    melds may follow, and `left` how many cards may stay in the hand.
    """

    demands: tuple[Demand, ...]
    owed: tuple[int, ...]
    further: int
    left: int


class _Spent(Exception):
    """The work budget is used up."""


def _within_budget(work: Callable[[], object]) -> bool:
    """Do some work; false where the budget did not last."""
    try:
        work()
    except _Spent:
        return False
    return True


@dataclass(slots=True)
class _Budget:
    steps: int

    def spend(self, steps: int) -> None:
        self.steps -= steps
        if self.steps < 0:
            raise _Spent


class _Point(NamedTuple):
    """How far a search has come.

    `rest` counts the natural cards not yet decided on. `wilds` are not yet laid, and the melds laid
    have `room` for so many of them. `owed` is how often each demand of the contract is still to be
    met, `further` how many further melds may follow. `laid` are those melds of the contract that
    may bar another, and `left` is how many natural cards are left in the hand.
    """

    rest: int
    wilds: int
    room: int
    owed: tuple[int, ...]
    further: int
    laid: tuple[Form, ...]
    left: int


@dataclass(frozen=True, slots=True)
class _Found:
    """The best lay-down so far: what it lays, and the wilds to lay it with, the dearest first."""

    chosen: tuple[Choice, ...]
    owed: tuple[int, ...]
    wilds: tuple[Card, ...]


class _Listed:
    """The melds that a hand could lay for one demand, by the dearest cell that each holds.

    For each cell, `points` is the most and `wilds` the fewest of the melds listed there and below;
    `points` is None where there are none.
    """

    __slots__ = ("choices", "points", "wilds")

    def __init__(self, choices: list[list[Choice]]) -> None:
        self.choices = choices
        self.points: list[int | None] = []
        self.wilds: list[int] = []
        points: int | None = None
        wilds = UNLIMITED
        for listed in choices:
            for one in listed:
                points = one.points if points is None else max(points, one.points)
                wilds = min(wilds, one.wilds)
            self.points.append(points)
            self.wilds.append(wilds)

    def within(self, wilds: int) -> "_Listed":
        """Those that need no more than so many wilds."""
        return _Listed([[one for one in listed if one.wilds <= wilds] for listed in self.choices])


class _Search:
    """A search through the lay-downs of one hand, or of parts of it.

    What the hand could lay is listed once, for all its cards. `complete` is false where that is too
    much to list.
    """

    def __init__(
        self, variant: Variant, terms: _Terms, cards: Sequence[Card], budget: _Budget
    ) -> None:
        self.variant = variant
        self.terms = terms
        self.budget = budget
        self.cards = cards
        wilds = sum(variant.is_wild(card) for card in cards)
        self.held = Held(variant, (card for card in cards if self._is_natural(card)), wilds)
        self.live = 0
        self.complete = True
        self.listed = tuple(self._list_choices())
        self.within = {wilds: self.listed}

    def best(self, cards: Sequence[Card], most_left: int) -> _Found | None:
        """The best lay-down of these cards that leaves no more than so many, if there is one."""
        dearest = sorted(map(self._points, cards), reverse=True)
        self.top = sum(dearest[most_left:]) - 1
        self.found: _Found | None = None
        self.most_left = most_left
        for naturals, wilds in self._standings(cards):
            self._search(naturals, wilds)
        return self.found

    def _is_natural(self, card: Card) -> bool:
        """Whether a card may stand as itself."""
        return not self.variant.is_wild(card) or (
            self.variant.wilds.as_itself
            and not card.is_joker
            and card.rank not in self.variant.ranks.removed
        )

    def _standings(self, cards: Sequence[Card]) -> Iterator[tuple[list[Card], list[Card]]]:
        """Each way to tell natural cards and wilds apart, where a wild may stand as itself."""
        naturals = [card for card in cards if not self.variant.is_wild(card)]
        wilds = Counter(card for card in cards if self.variant.is_wild(card))
        either = [card for card in wilds if self._is_natural(card)]
        ways = product(*(range(wilds[card] + 1) for card in either))
        for counts in sorted(ways, key=sum):
            if sum(counts) > _most_as_itself(self.terms, wilds.total()):
                return
            natural = Counter(dict(zip(either, counts, strict=True)))
            yield [*naturals, *natural.elements()], list((wilds - natural).elements())

    def _search(self, naturals: Sequence[Card], wilds: Sequence[Card]) -> None:
        """Search with these natural cards and wilds."""
        self.budget.spend(STEPS_TO_START)
        self.wilds = tuple(sorted(wilds, key=self._points, reverse=True))
        self.worth = tuple(accumulate(map(self._points, self.wilds), initial=0))
        worth = [self._points(card) for card in self.wilds]
        self.dearer = [sum(one > points for one in worth) for points in self.held.points]
        self.visited: dict[_Point, int] = {}
        self.path: list[Choice] = []
        if self.most_left == UNLIMITED:
            naturals = [card for card in naturals if self.lives(card)]
        packed = self.held.pack(naturals)
        points = sum(map(self._points, naturals))
        start = _Point(packed, len(wilds), 0, self.terms.owed, self.terms.further, (), 0)
        self._explore(start, 0, points)

    def _points(self, card: Card) -> int:
        return point_of_rank(self.variant, card.rank)

    def lives(self, card: Card) -> bool:
        """Whether any meld could hold a natural card."""
        return bool(self.live >> FIELD * self.held.at[card] & (1 << FIELD) - 1)

    def _list_choices(self) -> Iterator[_Listed]:
        """What can be laid for each demand, the most promising first."""
        terms, held = self.terms, self.held
        further = {demand.kind: demand for demand in terms.demands[len(terms.owed) :]}
        for at, demand in enumerate(terms.demands):
            other = further.get(demand.kind) if terms.further == UNLIMITED else None
            cells: list[list[Choice]] = [[] for _ in held.cells]
            for count, choice in enumerate(choices_of(self.variant, held, at, demand, other)):
                if count == MOST_CHOICES:
                    self.complete = False
                    break
                self.budget.steps -= STEPS_TO_LIST
                self.live |= choice.naturals
                cells[(choice.naturals.bit_length() - 1) // FIELD].append(choice)
            for choices in cells:
                choices.sort(key=_promise)
            yield _Listed(cells)

    def _within(self, wilds: int) -> tuple[_Listed, ...]:
        """What can be laid for each demand with so many wilds."""
        if wilds not in self.within:
            self.within[wilds] = tuple(listed.within(wilds) for listed in self.listed)
        return self.within[wilds]

    def _explore(self, at: _Point, gained: int, points: int) -> None:
        """Weigh everything that can follow from a point of the search.

        So far `gained` points of natural cards are laid; those not yet decided on have `points`.
        """
        if self.visited.get(at, -1) >= gained:
            return
        self.visited[at] = gained
        self._close(at, gained)
        if not at.further and not any(at.owed):
            return
        rest, left, guards = at.rest, at.left, self.held.guards
        within = self._within(at.wilds)
        while rest:
            cell = (rest.bit_length() - 1) // FIELD
            if gained + self._bound(at, cell, points) <= self.top:
                return
            guarded = rest | guards
            for meets, others in self._next(at, cell, points):
                choices = within[meets].choices[cell]
                self.budget.spend(1 + len(choices) // TESTS_IN_A_STEP)
                needed = self.top - gained - others
                for choice in choices:
                    if choice.points <= needed:
                        break
                    if guarded - choice.naturals & guards != guards:
                        continue
                    after = self._after(at, choice, rest, left)
                    if after is not None:
                        self.budget.spend(STEPS_TO_LAY)
                        self.path.append(choice)
                        self._explore(after, gained + choice.points, points - choice.points)
                        self.path.pop()
            copies = rest >> FIELD * cell
            rest -= copies << FIELD * cell
            points -= copies * self.held.points[cell]
            if self.most_left < UNLIMITED:
                left += copies
                if left > self.most_left:
                    return

    def _after(self, at: _Point, choice: Choice, rest: int, left: int) -> _Point | None:
        """The point after laying a meld, or None where the rules bar it."""
        owed, further, laid = at.owed, at.further, at.laid
        meets = choice.demand
        if meets >= len(owed):
            if not further:
                return None
            further -= further < UNLIMITED
        elif not owed[meets]:
            return None
        else:
            owed = (*owed[:meets], owed[meets] - 1, *owed[meets + 1 :])
            if self.terms.demands[meets].paired:
                if any(self._clash(choice.form, other) for other in laid):
                    return None
                laid = self._pairing(owed, (*laid, choice.form))
        wilds = at.wilds - choice.wilds
        room = min(at.room + choice.room, wilds)
        return _Point(rest - choice.naturals, wilds, room, owed, further, laid, left)

    def _pairing(self, owed: tuple[int, ...], laid: tuple[Form, ...]) -> tuple[Form, ...]:
        """The melds laid that may still bar one of those owed."""
        demands = self.terms.demands
        kinds = {demands[at].kind for at, times in enumerate(owed) if times and demands[at].paired}
        return tuple(sorted(form for form in laid if form.kind in kinds))

    def _bound(self, at: _Point, cell: int, points: int) -> int:
        """At most so many points can still be added to those of the natural cards laid so far.

        They are those of natural cards from a cell down and of all wilds.
        """
        within = self._within(at.wilds)
        most = need = slots = 0
        for meets, times in enumerate(at.owed):
            if times:
                slots += times * self.terms.demands[meets].most
                listed = within[meets]
                worth = listed.points[cell]
                if worth is not None:
                    most += times * worth
                    need += times * listed.wilds[cell]
                elif not self.terms.demands[meets].alone:
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
        placed = self._wilds_placed(at)
        if placed is None:
            return
        if self.most_left < UNLIMITED:
            left = at.left + len(self.held.unpack(at.rest)) + at.wilds - placed
            if left > self.most_left:
                return
        total = len(self.wilds) - at.wilds + placed
        if gained + self.worth[total] > self.top:
            self.top = gained + self.worth[total]
            self.found = _Found(tuple(self.path), at.owed, self.wilds[:total])

    def _wilds_placed(self, at: _Point) -> int | None:
        """How many of the wilds not yet laid can be, or None where the contract is not met.

        They are added to melds, or make melds of their own where those may be of wilds alone.
        """
        room, needed = at.room, 0
        for meets, times in enumerate(at.owed):
            if times:
                demand = self.terms.demands[meets]
                if not demand.alone:
                    return None
                needed += times * demand.least
                room += times * demand.room(0, demand.least)
        wilds = at.wilds - needed
        if wilds < 0:
            return None
        most = min(wilds, room)
        for demand in self.terms.demands[len(at.owed) :] if at.further else ():
            melds = min(at.further, wilds // demand.least) if demand.alone else 0
            if melds:
                most = max(most, min(wilds, room + melds * min(demand.wilds, demand.most)))
        return needed + most

    def _clash(self, one: Form, other: Form) -> bool:
        return _clash(self.variant.contracts, one, other)


def _promise(choice: Choice) -> tuple[int, int]:
    """Sorts melds so that the most promising is tried first."""
    return -choice.points, choice.wilds


def _clash(rules: Contracts, one: Form, other: Form) -> bool:
    """Whether two melds may not both serve one contract."""
    if one.suit != other.suit:
        return False
    if one.kind is Kind.SET:
        return not rules.same_rank_sets and one.ranks == other.ranks
    if rules.same_suit_runs is SameSuitRuns.FREE:
        return False
    first, second = sorted((_stretch(one.ranks), _stretch(other.ranks)))
    if second[0] <= first[1]:
        return rules.same_suit_runs is SameSuitRuns.GAP or not rules.overlapping_runs
    return second[0] - first[1] == 1


@lru_cache(maxsize=512)
def _stretch(ranks: tuple[str, ...]) -> tuple[int, int]:
    """The places of a run's ends on the line from ace low, 1, to ace high, 14."""
    low, high = RANKS.index(ranks[0]) + 1, RANKS.index(ranks[-1]) + 1
    return low, 14 if high == 1 else high


def arrange(
    variant: Variant, cards: Sequence[Card], *, deal: int | None, steps: int = MOST_STEPS
) -> Arrangement:
    """Find the lay-down from one hand that leaves the fewest points.

    `deal` is the number of the deal from 1, and no matter in a game without contracts. The contract
    comes first where there is one, then further melds where the game allows them in the same turn;
    nothing is laid off. Where the contract cannot be laid, nothing is. `steps` is the work budget.
    Raises `CaseError` for more
    than `MOST_CARDS` cards and for a deal that the game has not.
    """
    if len(cards) > MOST_CARDS:
        raise CaseError("cards", f"These are {len(cards)} cards: a hand of {MOST_CARDS} at most.")
    rules = _deal_of(variant, deal)
    terms = _terms(variant, rules)
    asked = True if rules and rules.contract else None
    if terms is None:
        return _nothing(variant, cards, asked, proven=True)
    search = _Search(variant, terms, cards, _Budget(steps))
    proven = _within_budget(lambda: search.best(cards, terms.left)) and search.complete
    found = search.found
    if found is None:
        return _nothing(variant, cards, asked, proven=proven)
    melds = _lay(search, found)
    left = _left(variant, cards, melds)
    return Arrangement(
        can_lay_contract=asked,
        melds=melds,
        left=left,
        points_left=points_of(variant, left),
        proven=proven,
        can_go_out=_goes_out(search, rules, melds, left),
    )


def _nothing(
    variant: Variant, cards: Sequence[Card], asked: bool | None, proven: bool
) -> Arrangement:
    """The arrangement of a hand from which the contract cannot be laid."""
    return Arrangement(
        can_lay_contract=None if asked is None else False,
        melds=(),
        left=_left(variant, cards, ()),
        points_left=points_of(variant, cards),
        proven=proven,
        can_go_out=False,
    )


def _deal_of(variant: Variant, deal: int | None) -> Deal | None:
    if not variant.deals:
        return None
    if deal is None or not 1 <= deal <= len(variant.deals):
        raise CaseError(
            "deal", f"The deals of {variant.name} are numbered from 1 to {len(variant.deals)}."
        )
    return variant.deals[deal - 1]


def _terms(variant: Variant, deal: Deal | None) -> _Terms | None:
    """What may be laid in one turn, or None where no hand can meet the contract."""
    pieces = Counter(deal.contract if deal else ())
    kinds = Counter(piece.kind for piece in pieces.elements())
    rules = variant.contracts
    paired = {
        Kind.SET: kinds[Kind.SET] > 1 and not rules.same_rank_sets,
        Kind.RUN: kinds[Kind.RUN] > 1 and rules.same_suit_runs is not SameSuitRuns.FREE,
    }
    demands = []
    for piece in pieces:
        demand = contract_demand(variant, piece, paired=paired[piece.kind])
        if demand is None:
            return None
        demands.append(demand)
    allowed = _further_kinds(variant, deal)
    demands += [further_demand(variant, kind) for kind in allowed]
    whole = deal is not None and deal.whole_hand
    return _Terms(
        demands=tuple(demands),
        owed=tuple(pieces.values()),
        further=(variant.further_melds.melds_per_turn or UNLIMITED) if allowed else 0,
        left=int(deal.last_card_discarded) if deal is not None and whole else UNLIMITED,
    )


def _further_kinds(variant: Variant, deal: Deal | None) -> list[Kind]:
    """The kinds of meld that may be laid besides the contract in the same turn."""
    rules = variant.further_melds
    if deal is None or not deal.contract:
        return list(Kind)
    if rules.allowed is Further.NONE or rules.when is When.LATER_TURN:
        return []
    if rules.allowed is Further.ANY:
        return list(Kind)
    return list(dict.fromkeys(piece.kind for piece in deal.contract))


def _most_as_itself(terms: _Terms, wilds: int) -> int:
    """The most wilds that it is any use to take as the cards they are.

    A wild does whatever its own card would, but for counting as natural: so as many are enough as
    melds of wild cards need naturals, unless the game limits wilds.
    """
    limited = any(
        one.balanced or one.wilds < UNLIMITED or one.naturals > 1 for one in terms.demands
    )
    if limited:
        return wilds
    return wilds // min((one.least for one in terms.demands), default=1)


def _left(variant: Variant, cards: Sequence[Card], melds: Sequence[Meld]) -> tuple[Card, ...]:
    """The cards not laid, the dearest first."""
    left = Counter(cards) - Counter(one.card for meld in melds for one in meld)
    return tuple(sorted(left.elements(), key=lambda card: -point_of_rank(variant, card.rank)))


@dataclass(slots=True)
class _Planned:
    """A meld to be laid: what it is chosen for, its form, natural cards, and wilds."""

    demand: int
    form: Form
    naturals: list[Card]
    wilds: int
    room: int


def _lay(search: _Search, found: _Found) -> tuple[Meld, ...]:
    """The melds of a lay-down as they would lie on the table, those of the contract first."""
    variant, terms, held = search.variant, search.terms, search.held
    planned = [
        _Planned(one.demand, one.form, list(held.unpack(one.naturals)), one.wilds, one.room)
        for one in found.chosen
    ]
    for at, times in enumerate(found.owed):
        for _ in range(times):
            planned.append(_of_wilds(search, at, planned))
    spare = len(found.wilds) - sum(one.wilds for one in planned)
    while spare > sum(one.room for one in planned):
        one = _of_wilds(search, _wild_demand(terms), planned)
        planned.append(one)
        spare -= one.wilds
    planned.sort(key=lambda one: one.demand)
    wilds = iter(found.wilds)
    melds = []
    for one in planned:
        more = min(one.room, spare)
        spare -= more
        taken = [next(wilds) for _ in range(one.wilds + more)]
        melds.append(_run_of(variant, one, taken) if one.form.suit else _set_of(one, taken))
    return tuple(melds)


def _wild_demand(terms: _Terms) -> int:
    """The further meld that holds the most wilds and nothing else."""
    alone = [
        at for at, one in enumerate(terms.demands)
        if at >= len(terms.owed) and one.alone
    ]  # fmt: skip
    return max(alone, key=lambda at: min(terms.demands[at].wilds, terms.demands[at].most))


def _of_wilds(search: _Search, at: int, planned: Sequence[_Planned]) -> _Planned:
    """A meld of wilds alone, which clashes with none of the contract."""
    variant, terms = search.variant, search.terms
    demand = terms.demands[at]
    others = [one.form for one in planned if one.demand < len(terms.owed)]
    forms = list(_wild_forms(variant, demand))
    free = [
        form
        for form in forms
        if not any(_clash(variant.contracts, form, other) for other in others)
    ]
    suits = {other.suit for other in others}
    form = next((form for form in free if form.suit not in suits), (free or forms)[0])
    return _Planned(at, form, [], demand.least, demand.room(0, demand.least))


def _wild_forms(variant: Variant, demand: Demand) -> Iterator[Form]:
    ranks = variant.ranks
    if demand.kind is Kind.SET:
        yield from (Form((rank,)) for rank in reversed(RANKS) if rank not in ranks.removed)
        return
    for window in run_windows(ranks.ace, ranks.removed, demand.least):
        yield from (Form(window.ranks, suit) for suit in SUITS)


def _set_of(one: _Planned, wilds: Sequence[Card]) -> Meld:
    rank = Card(one.form.ranks[0])
    return (*map(LaidCard, one.naturals), *(LaidCard(card, rank) for card in wilds))


def _run_of(variant: Variant, one: _Planned, wilds: Sequence[Card]) -> Meld:
    """A run from low to high; wilds that it does not need lengthen it upwards, else downwards."""
    ranks, suit, places = one.form
    size = len(one.naturals) + len(wilds)
    stretches = [w.ranks for w in run_windows(variant.ranks.ace, variant.ranks.removed, size)]
    below, longer = next(
        (below, stretch)
        for below in range(size - len(ranks) + 1)
        for stretch in stretches
        if stretch[below : below + len(ranks)] == ranks
    )
    natural = {below + place for place in places}
    left = iter(wilds)
    return tuple(
        LaidCard(stands) if place in natural else _standing(next(left), stands)
        for place, stands in enumerate(Card(rank, suit) for rank in longer)
    )


def _standing(wild: Card, stands: Card) -> LaidCard:
    return LaidCard(wild, None if wild == stands else stands)


def _goes_out(
    search: _Search, deal: Deal | None, melds: Sequence[Meld], left: Sequence[Card]
) -> bool | None:
    """Whether all cards can leave the hand: all laid, or all but one that is discarded.

    None where the work budget did not last to say so.
    """
    variant = search.variant
    if not left and _kept(judge_go_out(variant, "meld", deal=deal)):
        return True
    if not _kept(judge_go_out(variant, "discard", deal=deal)):
        return False
    if len(left) == 1 and _may_go(variant, deal, left[0], melds):
        return True
    search.budget.steps = min(search.budget.steps, MOST_STEPS_TO_GO_OUT)
    fewest = points_of(variant, left)
    dead = [card for card in search.cards if not variant.is_wild(card) and not search.lives(card)]
    if len(dead) > 1:
        return False
    try:
        return any(
            _lays_all_but(search, deal, card)
            for card in dict.fromkeys(dead or search.cards)
            if point_of_rank(variant, card.rank) >= fewest
        )
    except _Spent:
        return None


def _lays_all_but(search: _Search, deal: Deal | None, card: Card) -> bool:
    """Whether all cards can be laid but one, and that one discarded."""
    if not _may_go(search.variant, deal, card, ()):
        return False
    others = list(search.cards)
    others.remove(card)
    found = search.best(others, 0)
    return found is not None and _may_go(search.variant, deal, card, _lay(search, found))


def _may_go(variant: Variant, deal: Deal | None, card: Card, table: Sequence[Meld]) -> bool:
    return _kept(
        judge_discard(variant, card, [card], deal=deal, took=None, table=table, down="this-turn")
    )


def _kept(findings: Sequence[Finding]) -> bool:
    return all(one.ok for one in findings)
