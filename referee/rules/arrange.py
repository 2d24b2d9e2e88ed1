"""Arranging: the lay-down from one hand that leaves the fewest points, and proof that it does.

Cards of one rank and suit are alike, and so are wilds but for their points. The search takes the
natural cards of a hand from the dearest down, lays each in one of the melds that `choices` lists or
leaves it, and turns back wherever even the best that could follow would not beat what it has found.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, product

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
from referee.rules.variant import Deal, Further, Kind, SameSuitRuns, Variant, When

MOST_CARDS = 20
"""The most cards in a hand to arrange."""

MOST_STEPS = 300_000
"""How many melds are weighed before the best so far stands, unproven."""

UNLIMITED = 99


@dataclass(frozen=True, slots=True, kw_only=True)
class Arrangement:
    """What to lay down from a hand, and what is then left.

    `can_lay_contract` is None where no contract is asked for. `melds` are as they would be laid,
    runs from low to high and every wild with what it stands for: those of the contract first.
    `proven` is false where the search ended before it had weighed everything. `can_go_out` tells
    whether all cards could leave the hand in this turn with no meld of others on the table.
    """

    can_lay_contract: bool | None
    melds: tuple[Meld, ...]
    left: tuple[Card, ...]
    points_left: int
    proven: bool
    can_go_out: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class _Terms:
    """What may be laid in one turn: the demands of a contract, how often each, and what follows.

    `demands` are those of the contract, then those of further melds. `further` is how many further
    melds may follow. `left` is how many cards may stay in the hand. `barred` tells which pairs of
    contract melds clash.
    """

    demands: tuple[Demand, ...]
    owed: tuple[int, ...]
    further: int
    left: int
    gap: SameSuitRuns
    overlapping: bool
    same_rank: bool
    pairs: bool


class _Spent(Exception):
    """The work budget is used up."""


@dataclass(slots=True)
class _Budget:
    steps: int

    def spend(self, steps: int) -> None:
        self.steps -= steps
        if self.steps < 0:
            raise _Spent


@dataclass(frozen=True, slots=True)
class _Found:
    """The best lay-down so far: its melds, and how many wilds they hold altogether."""

    points: int
    held: Held
    chosen: tuple[Choice, ...]
    placed: int
    owed: tuple[int, ...]


class _Search:
    """One search through the lay-downs of one hand."""

    def __init__(self, terms: _Terms, budget: _Budget) -> None:
        self.terms = terms
        self.budget = budget
        self.best = -1
        self.found: _Found | None = None

    def run(self, variant: Variant, held: Held) -> None:
        """Search one hand, its natural cards and wilds told apart."""
        self.held = held
        self._list_choices(variant)
        worth = [point_of_rank(variant, card.rank) for card in held.wilds]
        self.worth = tuple(accumulate(worth, initial=0))
        self.visited: dict[object, int] = {}
        self.path: list[Choice] = []
        live = held.packed
        if self.terms.left == UNLIMITED:
            live = self._live()
        rest = sum(held.points[held.at[card]] for card in held.unpacked(live))
        self._explore(live, len(held.wilds), 0, self.terms.owed, 0, rest, self.terms.further, (), 0)

    def _list_choices(self, variant: Variant) -> None:
        terms, held = self.terms, self.held
        contract = len(terms.owed)
        further = {demand.kind: demand for demand in terms.demands[contract:]}
        self.by_top: list[list[Choice]] = [[] for _ in held.cells]
        for at, demand in enumerate(terms.demands):
            other = further.get(demand.kind) if terms.further == UNLIMITED else None
            for choice in choices_of(variant, held, at, demand, other):
                self.budget.spend(1)
                self.by_top[(choice.naturals.bit_length() - 1) // FIELD].append(choice)
        for choices in self.by_top:
            choices.sort(key=lambda one: (-one.points, one.wilds, one.demand))
        self._list_bounds(contract)

    def _list_bounds(self, contract: int) -> None:
        """For each demand of the contract and each cell, the most points and fewest wilds of the
        melds that begin there or below; None where there are none."""
        self.most_points: list[list[int | None]] = [[] for _ in range(contract)]
        self.least_wilds: list[list[int]] = [[] for _ in range(contract)]
        for at in range(contract):
            points: int | None = None
            wilds = UNLIMITED
            for choices in self.by_top:
                for one in choices:
                    if one.demand == at:
                        points = one.points if points is None else max(points, one.points)
                        wilds = min(wilds, one.wilds)
                self.most_points[at].append(points)
                self.least_wilds[at].append(wilds)

    def _live(self) -> int:
        """The natural cards that any meld could hold."""
        cells = [False] * len(self.held.cells)
        for choices in self.by_top:
            for one in choices:
                for at in range(len(cells)):
                    if one.naturals >> FIELD * at & (1 << FIELD) - 1:
                        cells[at] = True
        return sum(
            count << FIELD * at
            for at, (count, lives) in enumerate(zip(self.held.counts, cells, strict=True))
            if lives
        )

    def _explore(
        self, rest: int, wilds: int, room: int, owed: tuple[int, ...], gained: int, points: int,
        further: int, laid: tuple[Form, ...], left: int,
    ) -> None:  # fmt: skip
        """Weigh everything that can follow.

        `rest` counts the natural cards not yet decided on, worth `points`; `wilds` are not yet
        laid, and `room` is how many more the melds laid could take; `owed` is how often each demand
        of the contract is still to be met, and `left` how many cards were left so far.
        """
        room = min(room, wilds)
        key = rest, wilds, room, owed, further, laid, left
        if self.visited.get(key, -1) >= gained:
            return
        self.visited[key] = gained
        self._close(rest, wilds, room, owed, gained, further, left)
        owes = any(owed)
        if not owes and not further:
            return
        held, terms = self.held, self.terms
        guards, contract = held.guards, len(owed)
        ceiling = self.worth[-1] + gained
        while rest:
            cell = (rest.bit_length() - 1) // FIELD
            if ceiling + self._bound(owed, cell, wilds, points, further) <= self.best:
                return
            guarded = rest | guards
            choices = self.by_top[cell]
            self.budget.spend(len(choices) + 1)
            for choice in choices:
                needs, naturals, worth, more, at, form = choice
                if needs > wilds or guarded - naturals & guards != guards:
                    continue
                if at < contract:
                    if not owed[at] or (terms.pairs and self._clashes(form, laid)):
                        continue
                    now = (*owed[:at], owed[at] - 1, *owed[at + 1 :])
                    then, down = further, laid
                    if terms.pairs:
                        down = tuple(sorted((*laid, Form(form.ranks, form.suit))))
                elif further:
                    now, then, down = owed, further - 1 if further < UNLIMITED else further, laid
                else:
                    continue
                self.path.append(choice)
                self._explore(
                    rest - naturals, wilds - needs, room + more, now,
                    gained + worth, points - worth, then, down, left,
                )  # fmt: skip
                self.path.pop()
            copies = rest >> FIELD * cell
            rest -= copies << FIELD * cell
            points -= copies * held.points[cell]
            if terms.left < UNLIMITED:
                left += copies
                if left > terms.left:
                    return

    def _bound(
        self, owed: tuple[int, ...], cell: int, wilds: int, points: int, further: int
    ) -> int:
        """At most so many points of natural cards can follow from a cell down."""
        most = need = 0
        for at, times in enumerate(owed):
            if times:
                worth = self.most_points[at][cell]
                if worth is None:
                    if self.terms.demands[at].naturals:
                        return -UNLIMITED * UNLIMITED
                    continue
                most += times * worth
                need += times * self.least_wilds[at][cell] if self.terms.demands[at].naturals else 0
        if need > wilds:
            return -UNLIMITED * UNLIMITED
        return points if further else min(points, most)

    def _close(
        self, rest: int, wilds: int, room: int, owed: tuple[int, ...], gained: int, further: int,
        left: int,
    ) -> None:  # fmt: skip
        """Take what is laid as a whole lay-down, all other natural cards left."""
        placed = self._wilds_placed(wilds, room, owed, further)
        if placed is None:
            return
        if self.terms.left < UNLIMITED:
            cards = sum(rest >> FIELD * at & (1 << FIELD) - 1 for at in range(len(self.held.cells)))
            if left + cards + wilds - placed > self.terms.left:
                return
        total = len(self.held.wilds) - wilds + placed
        if gained + self.worth[total] > self.best:
            self.best = gained + self.worth[total]
            self.found = _Found(self.best, self.held, tuple(self.path), total, owed)

    def _wilds_placed(
        self, wilds: int, room: int, owed: tuple[int, ...], further: int
    ) -> int | None:
        """How many of the wilds not yet laid can be, or None where the contract is not met.

        They are added to melds, or make melds of their own where those may be of wilds alone.
        """
        demands = self.terms.demands
        needed = 0
        for at, times in enumerate(owed):
            if times:
                demand = demands[at]
                if not demand.allows(0, demand.least):
                    return None
                needed += times * demand.least
                room += times * demand.room(0, demand.least)
        if needed > wilds:
            return None
        most = min(wilds, needed + room)
        for demand in demands[len(owed) :] if further else ():
            if demand.allows(0, demand.least):
                each = min(demand.wilds, demand.most)
                for melds in range(1, min(further, (wilds - needed) // demand.least) + 1):
                    most = max(most, min(wilds, needed + room + melds * each))
        return most

    def _clashes(self, form: Form, laid: tuple[Form, ...]) -> bool:
        return any(_clash(self.terms, form, other) for other in laid)


def _clash(terms: _Terms, one: Form, other: Form) -> bool:
    """Whether two melds may not both serve one contract."""
    if one.suit != other.suit:
        return False
    if not one.suit:
        return not terms.same_rank and one.ranks == other.ranks
    if terms.gap is SameSuitRuns.FREE:
        return False
    first, second = sorted((_stretch(one.ranks), _stretch(other.ranks)))
    if second[0] <= first[1]:
        return terms.gap is SameSuitRuns.GAP or not terms.overlapping
    return second[0] - first[1] == 1


def _stretch(ranks: tuple[str, ...]) -> tuple[int, int]:
    """The places of a run's ends on the line from ace low, 1, to ace high, 14."""
    low, high = RANKS.index(ranks[0]) + 1, RANKS.index(ranks[-1]) + 1
    return low, 14 if high == 1 else high


def arrange(variant: Variant, cards: Sequence[Card], *, deal: int | None) -> Arrangement:
    """Find the lay-down from one hand that leaves the fewest points.

    `deal` is the number of the deal from 1, and no matter in a game without contracts. The contract
    comes first where there is one, then further melds where the game allows them in the same turn;
    nothing is laid off. Where the contract cannot be laid, nothing is. Raises `CaseError` for more
    than `MOST_CARDS` cards and for a deal that the game has not.
    """
    if len(cards) > MOST_CARDS:
        raise CaseError("cards", f"These are {len(cards)} cards: a hand of {MOST_CARDS} at most.")
    rules = _deal_of(variant, deal)
    terms = _terms(variant, rules)
    asked = True if rules and rules.contract else None
    budget = _Budget(MOST_STEPS)
    found, proven = _best(variant, terms, cards, budget) if terms else (None, True)
    if not terms or not found:
        return _nothing(variant, cards, asked, proven)
    melds = _lay(variant, terms, found)
    left = _left(variant, cards, melds)
    return Arrangement(
        can_lay_contract=asked,
        melds=melds,
        left=left,
        points_left=points_of(variant, left),
        proven=proven,
        can_go_out=_goes_out(variant, rules, terms, cards, melds, left, budget),
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
    pairs = {
        Kind.SET: kinds[Kind.SET] > 1 and not rules.same_rank_sets,
        Kind.RUN: kinds[Kind.RUN] > 1 and rules.same_suit_runs is not SameSuitRuns.FREE,
    }
    demands = []
    for piece in pieces:
        exact_place = pairs[Kind.RUN] and piece.kind is Kind.RUN
        demand = contract_demand(variant, piece, exact_place=exact_place)
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
        gap=rules.same_suit_runs,
        overlapping=rules.overlapping_runs,
        same_rank=rules.same_rank_sets,
        pairs=any(pairs.values()),
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


def _best(
    variant: Variant, terms: _Terms, cards: Sequence[Card], budget: _Budget
) -> tuple[_Found | None, bool]:
    """The best lay-down, None where there is none, and whether that is proven."""
    search = _Search(terms, budget)
    try:
        for naturals, wilds in _standings(variant, terms, cards):
            search.run(variant, Held(variant, naturals, wilds))
    except _Spent:
        return search.found, False
    return search.found, True


def _standings(
    variant: Variant, terms: _Terms, cards: Sequence[Card]
) -> Iterator[tuple[list[Card], list[Card]]]:
    """Each way to tell natural cards and wilds apart, wilds that may stand as themselves both."""
    naturals = [card for card in cards if not variant.is_wild(card)]
    wilds = [card for card in cards if variant.is_wild(card)]
    either = Counter(
        card for card in wilds
        if variant.wilds.as_itself and not card.is_joker and card.rank not in variant.ranks.removed
    )  # fmt: skip
    ways = product(*(range(copies + 1) for copies in either.values()))
    for counts in sorted(ways, key=sum):
        if sum(counts) > _most_as_itself(terms, len(wilds)):
            return
        natural = [card for card, n in zip(either, counts, strict=True) for _ in range(n)]
        left = Counter(wilds) - Counter(natural)
        yield [*naturals, *natural], list(left.elements())


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


def _lay(variant: Variant, terms: _Terms, found: _Found) -> tuple[Meld, ...]:
    """The melds of a lay-down as they would lie on the table, those of the contract first."""
    planned = [
        _Planned(one.demand, one.form, list(found.held.unpacked(one.naturals)), one.wilds, one.room)
        for one in found.chosen
    ]
    for at, times in enumerate(found.owed):
        for _ in range(times):
            planned.append(_of_wilds(variant, terms, at, planned))
    spare = found.placed - sum(one.wilds for one in planned)
    while spare > sum(one.room for one in planned):
        one = _of_wilds(variant, terms, _wild_demand(terms), planned)
        planned.append(one)
        spare -= one.wilds
    planned.sort(key=lambda one: one.demand)
    wilds = iter(found.held.wilds)
    melds = []
    for one in planned:
        more = min(one.room, spare)
        spare -= more
        taken = [next(wilds) for _ in range(one.wilds + more)]
        melds.append(_set_of(one, taken) if not one.form.suit else _run_of(variant, one, taken))
    return tuple(melds)


def _wild_demand(terms: _Terms) -> int:
    """The further meld that holds the most wilds and nothing else."""
    alone = [
        at for at, one in enumerate(terms.demands)
        if at >= len(terms.owed) and one.allows(0, one.least)
    ]  # fmt: skip
    return max(alone, key=lambda at: min(terms.demands[at].wilds, terms.demands[at].most))


def _of_wilds(variant: Variant, terms: _Terms, at: int, planned: Sequence[_Planned]) -> _Planned:
    """A meld of wilds alone, which clashes with none of the contract."""
    demand = terms.demands[at]
    others = [one.form for one in planned if one.demand < len(terms.owed)]
    forms = list(_wild_forms(variant, demand))
    free = [form for form in forms if not any(_clash(terms, form, other) for other in others)]
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
    variant: Variant, deal: Deal | None, terms: _Terms, cards: Sequence[Card],
    melds: Sequence[Meld], left: Sequence[Card], budget: _Budget,
) -> bool:  # fmt: skip
    """Whether all cards can leave the hand: all laid, or all but one that is discarded."""
    if not left and _kept(judge_go_out(variant, "meld", deal=deal)):
        return True
    if not _kept(judge_go_out(variant, "discard", deal=deal)):
        return False
    if len(left) == 1 and _may_go(variant, deal, left[0], melds):
        return True
    whole = replace(terms, left=0)
    fewest = points_of(variant, left)
    for card in dict.fromkeys(cards):
        if point_of_rank(variant, card.rank) < fewest:
            continue
        others = list(cards)
        others.remove(card)
        found, _ = _best(variant, whole, others, budget)
        if found and _may_go(variant, deal, card, _lay(variant, whole, found)):
            return True
    return False


def _may_go(variant: Variant, deal: Deal | None, card: Card, table: Sequence[Meld]) -> bool:
    return _kept(
        judge_discard(variant, card, [card], deal=deal, took=None, table=table, down="this-turn")
    )


def _kept(findings: Sequence[Finding]) -> bool:
    return all(one.ok for one in findings)
