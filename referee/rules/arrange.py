"""Arranging: the lay-down from one hand that leaves the fewest points."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from referee.language import say
from referee.rules.cards import RANKS, SUITS, Card, LaidCard
from referee.rules.cases import CaseError
from referee.rules.choices import Demand, Form, contract_demand, further_demand
from referee.rules.contracts import Meld
from referee.rules.findings import Finding
from referee.rules.meld_law import UNLIMITED, set_suits
from referee.rules.play import judge_discard, judge_go_out
from referee.rules.runs import run_windows
from referee.rules.scoring import point_of_rank, points_of
from referee.rules.search import Budget, Found, Search, Spent, Task, clash
from referee.rules.table import TableMeld, lay_off_choices, on_table
from referee.rules.variant import Further, Kind, Piece, SameSuitRuns, Terms, When

MOST_CARDS = 20
"""The most cards in a hand to arrange."""

MOST_STEPS = 60_000
"""The work that a search may do before the best so far stands, unproven.

A step is about a microsecond on an ordinary machine; what takes several counts as several.
"""

MOST_STEPS_TO_GO_OUT = 10_000
"""How much of that may go into whether the player can go out."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Arrangement:
    """What to lay down from a hand, and what is then left.

    `can_lay_contract` is None where no contract is asked for. `melds` are as they would be laid,
    runs from low to high and every wild with what it stands for: those of the contract first.
    `proven` is false where the search ended before it had weighed everything. `can_go_out` tells
    whether all cards could leave the hand in this turn with nothing laid off, None where the search
    ended before it knew; `way_out` is how, where they can. `fits_own` are those cards of `left`
    that may then be added to `melds` in the same turn.
    """

    can_lay_contract: bool | None
    melds: tuple[Meld, ...]
    left: tuple[Card, ...]
    points_left: int
    proven: bool
    can_go_out: bool | None
    way_out: "WayOut | None" = None
    fits_own: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True)
class WayOut:
    """How all cards leave the hand in one turn: the melds laid, and the card discarded last."""

    melds: tuple[Meld, ...]
    discard: Card | None = None


def arrange(terms: Terms, cards: Sequence[Card], *, steps: int = MOST_STEPS) -> Arrangement:
    """Find the lay-down from one hand that leaves the fewest points.

    The contract comes first where there is one, then further melds where the game allows them in
    the same turn; nothing is laid off. Where the contract cannot be laid, nothing is. `steps` is
    the work budget.
    Raises `CaseError` for more than `MOST_CARDS` cards and for a deal that the game has not.
    """
    if len(cards) > MOST_CARDS:
        raise CaseError("cards", say("case-hand-size", has=len(cards), most=MOST_CARDS))
    _check_deal(terms)
    task = task_of(terms)
    asked = True if terms.contract else None
    if task is None:
        return _nothing(terms, cards, asked, proven=True)
    search = Search(terms, task, cards, Budget(steps))
    try:
        search.best(cards, task.left)
        proven = search.complete
    except Spent:
        proven = False
    found = search.found
    if found is None:
        return _nothing(terms, cards, asked, proven=proven)
    melds = laid_melds(search, found)
    left = _left(terms, cards, melds)
    fits_own = () if terms.whole_hand else _fits_own(terms, melds, left)
    try:
        way_out = _way_out(search, melds, left)
        can_go_out: bool | None = way_out is not None
    except Spent:
        way_out = can_go_out = None
    return Arrangement(
        can_lay_contract=asked,
        melds=melds,
        left=left,
        points_left=points_of(terms, left),
        proven=proven,
        can_go_out=can_go_out,
        way_out=way_out,
        fits_own=fits_own,
    )


def lay_all(
    terms: Terms, cards: Sequence[Card], *, steps: int = MOST_STEPS
) -> tuple[Meld, ...] | None:
    """Lay every one of these cards as a deal's contract and the further melds of the same turn.

    `steps` is the work budget. Gives the melds, those of the
    contract first, every wild with what it stands for; None where it cannot be done, or where the
    search ended before it knew.
    """
    _check_deal(terms)
    task = task_of(terms)
    if task is None:
        return None
    search = Search(terms, task, cards, Budget(steps))
    try:
        found = search.best(cards, 0)
    except Spent:
        return None
    return None if found is None else laid_melds(search, found)


def _nothing(terms: Terms, cards: Sequence[Card], asked: bool | None, proven: bool) -> Arrangement:
    """The arrangement of a hand from which the contract cannot be laid."""
    return Arrangement(
        can_lay_contract=None if asked is None else False,
        melds=(),
        left=_left(terms, cards, ()),
        points_left=points_of(terms, cards),
        proven=proven,
        can_go_out=False,
    )


def _check_deal(terms: Terms) -> None:
    if terms.deals and not 1 <= terms.number <= len(terms.deals):
        raise CaseError("deal", say("case-deal", game=terms.name, count=len(terms.deals)))


def task_of(terms: Terms) -> Task | None:
    """What may be laid in one turn, or None where no hand can meet the contract."""
    pieces = Counter(contract_pieces(terms))
    kinds = Counter(piece.kind for piece in pieces.elements())
    rules = terms.contracts
    paired = {
        Kind.SET: kinds[Kind.SET] > 1 and not rules.same_rank_sets,
        Kind.RUN: kinds[Kind.RUN] > 1 and rules.same_suit_runs is not SameSuitRuns.FREE,
    }
    demands = []
    for piece in pieces:
        demand = contract_demand(terms, piece, paired=paired[piece.kind])
        if demand is None:
            return None
        demands.append(demand)
    allowed = _further_kinds(terms)
    demands += [further_demand(terms, kind) for kind in allowed]
    return Task(
        demands=tuple(demands),
        owed=tuple(pieces.values()),
        further=(terms.further_melds.melds_per_turn or UNLIMITED) if allowed else 0,
        left=int(terms.last_card_discarded) if terms.whole_hand else UNLIMITED,
    )


def contract_pieces(terms: Terms) -> tuple[Piece, ...]:
    """The pieces of a deal's contract in the order in which `laid_melds` gives their melds."""
    return tuple(Counter(terms.contract).elements())


def _further_kinds(terms: Terms) -> list[Kind]:
    """The kinds of meld that may be laid besides the contract in the same turn."""
    rules = terms.further_melds
    if not terms.contract:
        return list(Kind)
    if rules.allowed is Further.NONE or rules.when is When.LATER_TURN:
        return []
    if rules.allowed is Further.ANY:
        return list(Kind)
    return list(dict.fromkeys(piece.kind for piece in terms.contract))


def _left(terms: Terms, cards: Sequence[Card], melds: Sequence[Meld]) -> tuple[Card, ...]:
    """The cards not laid, the dearest first."""
    left = Counter(cards) - Counter(one.card for meld in melds for one in meld)
    return tuple(sorted(left.elements(), key=lambda card: -point_of_rank(terms, card.rank)))


@dataclass(slots=True)
class _Planned:
    """A meld to be laid: what it is chosen for, its form, natural cards, and wilds."""

    demand: int
    form: Form
    naturals: list[Card]
    wilds: int
    room: int


def laid_melds(search: Search, found: Found) -> tuple[Meld, ...]:
    """The melds of a lay-down as they would lie on the table, those of the contract first."""
    terms, task, held = search.terms, search.task, search.held
    planned = [
        _Planned(one.demand, one.form, list(held.unpack(one.naturals)), one.wilds, one.room)
        for one in found.chosen
    ]
    for at, times in enumerate(found.owed):
        for _ in range(times):
            planned.append(_of_wilds(search, at, planned))
    spare = len(found.wilds) - sum(one.wilds for one in planned)
    while spare > sum(one.room for one in planned):
        one = _of_wilds(search, _wild_demand(task), planned)
        planned.append(one)
        spare -= one.wilds
    planned.sort(key=lambda one: one.demand)
    wilds = iter(found.wilds)
    melds = []
    for one in planned:
        more = min(one.room, spare)
        spare -= more
        taken = [next(wilds) for _ in range(one.wilds + more)]
        melds.append(_run_of(terms, one, taken) if one.form.suit else _set_of(terms, one, taken))
    return tuple(melds)


def _wild_demand(task: Task) -> int:
    """The further meld that holds the most wilds and nothing else."""
    alone = [
        at for at, one in enumerate(task.demands)
        if at >= len(task.owed) and one.alone
    ]  # fmt: skip
    return max(alone, key=lambda at: min(task.demands[at].law.wilds, task.demands[at].most))


def _of_wilds(search: Search, at: int, planned: Sequence[_Planned]) -> _Planned:
    """A meld of wilds alone, which clashes with none of the contract."""
    terms, task = search.terms, search.task
    demand = task.demands[at]
    others = [one.form for one in planned if one.demand < len(task.owed)]
    forms = list(_wild_forms(terms, demand))
    free = [
        form for form in forms if not any(clash(terms.contracts, form, other) for other in others)
    ]
    suits = {other.suit for other in others}
    form = next((form for form in free if form.suit not in suits), (free or forms)[0])
    return _Planned(at, form, [], demand.least, demand.room(0, demand.least))


def _wild_forms(terms: Terms, demand: Demand) -> Iterator[Form]:
    ranks = terms.ranks
    if demand.kind is Kind.SET:
        yield from (Form((rank,)) for rank in reversed(RANKS) if rank not in ranks.removed)
        return
    for window in run_windows(ranks.ace, ranks.removed, demand.least):
        yield from (Form(window.ranks, suit) for suit in SUITS)


def _set_of(terms: Terms, one: _Planned, wilds: Sequence[Card]) -> Meld:
    rank = one.form.ranks[0]
    as_itself = [card for card in wilds if terms.wilds.as_itself and card.rank == rank]
    others = [LaidCard(card, Card(rank)) for card in wilds if card not in as_itself]
    own = [*one.naturals, *as_itself]
    stands = set_suits(terms, own)
    return (*(_standing(card, as_card) for card, as_card in zip(own, stands, strict=True)), *others)


def _run_of(terms: Terms, one: _Planned, wilds: Sequence[Card]) -> Meld:
    """A run from low to high; wilds that it does not need lengthen it upwards, else downwards."""
    ranks, suit, places = one.form
    size = len(one.naturals) + len(wilds)
    stretches = [w.ranks for w in run_windows(terms.ranks.ace, terms.ranks.removed, size)]
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


def _fits_own(terms: Terms, melds: Sequence[Meld], left: Sequence[Card]) -> tuple[Card, ...]:
    """The natural cards left that may be added to the melds just laid, in the same turn."""
    if terms.lay_off.when is When.LATER_TURN:
        return ()
    table = [lies for meld in melds if (lies := on_table(terms, meld))]
    rest = [card for card in left if not terms.is_wild(card)]
    fitting: list[Card] = []
    while (grown := _grown_by_one(terms, table, rest)) is not None:
        at, card, longer = grown
        table[at] = longer
        rest.remove(card)
        fitting.append(card)
    return tuple(fitting)


def _grown_by_one(
    terms: Terms, table: Sequence[TableMeld], cards: Sequence[Card]
) -> tuple[int, Card, TableMeld] | None:
    """The first card that goes on one of these melds: the meld's place, the card, the meld then."""
    for card in cards:
        for at, meld in enumerate(table):
            choices = lay_off_choices(terms, (LaidCard(card),), meld)
            if choices:
                return at, card, choices[0]
    return None


def _way_out(search: Search, melds: tuple[Meld, ...], left: Sequence[Card]) -> WayOut | None:
    """How all cards can leave the hand: all laid, or all but one that is discarded.

    Raises `Spent` where the work budget did not last to say so.
    """
    terms = search.terms
    if not left and _kept(judge_go_out(terms, "meld")):
        return WayOut(melds)
    if not _kept(judge_go_out(terms, "discard")):
        return None
    if len(left) == 1 and _may_go(terms, left[0], melds):
        return WayOut(melds, left[0])
    search.budget.steps = min(search.budget.steps, MOST_STEPS_TO_GO_OUT)
    fewest = points_of(terms, left)
    dead = [card for card in search.cards if not terms.is_wild(card) and not search.lives(card)]
    if len(dead) > 1:
        return None
    for card in dict.fromkeys(dead or search.cards):
        if point_of_rank(terms, card.rank) >= fewest:
            laid = _laid_but(search, card)
            if laid is not None:
                return WayOut(laid, card)
    return None


def _laid_but(search: Search, card: Card) -> tuple[Meld, ...] | None:
    """All cards but one laid, where that one may be discarded then."""
    if not _may_go(search.terms, card, ()):
        return None
    others = list(search.cards)
    others.remove(card)
    found = search.best(others, 0)
    if found is None:
        return None
    melds = laid_melds(search, found)
    return melds if _may_go(search.terms, card, melds) else None


def _may_go(terms: Terms, card: Card, table: Sequence[Meld]) -> bool:
    return _kept(judge_discard(terms, card, [card], took=None, table=table, down="this-turn"))


def _kept(findings: Sequence[Finding]) -> bool:
    return all(one.ok for one in findings)
