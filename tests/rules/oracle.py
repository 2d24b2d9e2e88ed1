"""A second, deliberately simple reading of the rules of melds, and the best lay-down by it.

It shares no code with the rules but the schema. Every legal meld of a hand is written out, and an
integer program chooses among them. Slow, and as plain as can be: the rules are held against it.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import Any

import highspy
import numpy as np

from referee.rules.cards import Card
from referee.rules.schema.variant import Variant

MOST_MELDS = 8_000
"""Hands with more melds than this are not put to the program."""


class TooMany(Exception):
    """The hand has more melds than the program should be given."""


@dataclass(frozen=True)
class Meld:
    """A meld by the places that natural cards take in it and the wilds that fill the others."""

    kind: str
    naturals: tuple[Card, ...]
    wilds: int
    where: str
    low: int = 0
    high: int = 0
    ranks: tuple[str, ...] = ()
    """Of a run, what its cards stand for, from low to high."""
    spots: tuple[bool, ...] = ()
    """Of a run, which places natural cards take."""

    @property
    def size(self) -> int:
        return len(self.naturals) + self.wilds


@dataclass(frozen=True)
class Best:
    """What the program found: whether there is a lay-down at all, and the points it leaves."""

    down: bool
    points_left: int


def is_legal(variant: Variant, meld: Meld) -> bool:
    """Whether a meld keeps the sizes and the limits on wilds that hold for every meld."""
    rules: Any = variant.runs if meld.kind == "run" else variant.sets
    most = getattr(rules, "most", 0) or 99
    limit = variant.wilds.most_per_meld or 99
    if meld.kind == "set" and str(variant.sets.suits) == "different":
        named = "".join(card.suit for card in meld.naturals)
        if meld.size > len(variant.suits) or any(named.count(s) > 1 for s in variant.suits):
            return False
    suits = len({card.suit for card in meld.naturals}) + meld.wilds
    spread = meld.kind == "set" and str(variant.sets.suits) == "spread"
    if spread and suits < min(meld.size, len(variant.suits)):
        return False
    if not variant.wilds.adjacent:
        lies = "".join("n" if natural else "w" for natural in meld.spots)
        if "ww" in lies:
            return False
    colours = str(variant.runs.suits)
    if meld.kind == "run" and colours in ("colour", "alternating"):
        places = [at for at, natural in enumerate(meld.spots) if natural]
        reds = {
            (card.suit in "hd") is (colours == "colour" or at % 2 == 0)
            for at, card in zip(places, meld.naturals, strict=True)
        }
        if len(reds) > 1:
            return False
    if meld.kind == "run" and meld.wilds:
        if not variant.wilds.ends and not (meld.spots[0] and meld.spots[-1]):
            return False
        if meld.size > (variant.runs.most_with_wilds or 99):
            return False
    if meld.wilds and str(variant.wilds.kinds) not in ("both", meld.kind + "s"):
        return False
    return (
        rules.least <= meld.size <= most
        and (not meld.wilds or len(meld.naturals) >= variant.wilds.naturals_per_meld)
        and meld.wilds <= limit
        and meld.wilds <= most_beside(str(variant.wilds.limit), meld)
    )


def most_beside(limit: str, meld: Meld) -> int:
    """The most wilds beside the natural cards of a meld."""
    naturals = len(meld.naturals)
    fewer = max(naturals - 1, 0)
    return {"any": 99, "at-most-naturals": naturals, "fewer-than-naturals": fewer}[limit]


def left_out(variant: Variant) -> set[str]:
    """The ranks that no meld is made of: those that the game leaves out while they are wild."""
    return set(variant.ranks.removed) & set(variant.wilds.ranks)


def ranks_of(variant: Variant) -> tuple[str, ...]:
    """The ranks of which runs and sets are made, an ace before the others."""
    removed = left_out(variant)
    return tuple(rank for rank in variant.ranks.order if rank not in removed)


def run_places(variant: Variant, longest: int) -> Iterator[tuple[int, tuple[str, ...]]]:
    """Every stretch that a run of so many cards at most may take: where it begins, its ranks.

    Where it does not go round, an ace above the last rank has the place after that.
    """
    ranks, ace = ranks_of(variant), str(variant.ranks.ace)
    count = len(ranks)
    has_ace = "A" in ranks
    if has_ace and ace in ("cyclic", "endless"):
        for low in range(count):
            for size in range(2, (count if ace == "cyclic" else longest) + 1):
                yield low, tuple(ranks[(low + at) % count] for at in range(size))
        return
    line = (*ranks, "A") if has_ace else ranks
    for low, high in product(range(len(line)), repeat=2):
        if high <= low:
            continue
        if has_ace and ace == "low" and high == count:
            continue
        if has_ace and ace == "high" and low == 0:
            continue
        if has_ace and ace == "low-or-high" and low == 0 and high == count:
            continue
        yield low, line[low : high + 1]


def all_runs(variant: Variant, hand: Counter[Card], wilds: int) -> Iterator[Meld]:
    if str(variant.runs.suits) != "one":
        yield from all_mixed_runs(variant, hand, wilds)
        return
    for suit in variant.suits:
        for low, ranks in run_places(variant, hand.total() + wilds):
            cards = [Card(rank, suit) for rank in ranks]
            if sum(card in hand for card in cards) + wilds < len(cards):
                continue
            choices = [(True, False) if card in hand else (False,) for card in cards]
            for chosen in product(*choices):
                if chosen.count(False) > wilds:
                    continue
                naturals = tuple(
                    card for card, natural in zip(cards, chosen, strict=True) if natural
                )
                if Counter(naturals) <= hand:
                    high = low + len(ranks) - 1
                    yield Meld("run", naturals, chosen.count(False), suit, low, high, ranks, chosen)


def all_mixed_runs(variant: Variant, hand: Counter[Card], wilds: int) -> Iterator[Meld]:
    """Runs whose cards may be of any suits."""
    for low, ranks in run_places(variant, hand.total() + wilds):
        choices = [[None, *(card for card in hand if card.rank == rank)] for rank in ranks]
        if sum(len(choice) == 1 for choice in choices) > wilds:
            continue
        for chosen in product(*choices):
            naturals = tuple(card for card in chosen if card)
            count = len(chosen) - len(naturals)
            if count <= wilds and Counter(naturals) <= hand:
                spots = tuple(card is not None for card in chosen)
                yield Meld("run", naturals, count, "", low, low + len(ranks) - 1, ranks, spots)


def all_sets(variant: Variant, hand: Counter[Card], wilds: int) -> Iterator[Meld]:
    for rank in ranks_of(variant):
        cards = [card for card in hand if card.rank == rank]
        for copies in product(*(range(hand[card] + 1) for card in cards)):
            naturals = tuple(c for c, n in zip(cards, copies, strict=True) for _ in range(n))
            for count in range(wilds + 1):
                yield Meld("set", naturals, count, rank)


def may_stand_as_itself(variant: Variant, card: Card) -> bool:
    return variant.wilds.as_itself and not card.is_joker and card.rank not in left_out(variant)


@dataclass
class Program:
    """An integer program, written down row by row."""

    worth: list[float] = field(default_factory=list)
    most: list[float] = field(default_factory=list)
    rows: list[tuple[float, float, list[tuple[int, float]]]] = field(default_factory=list)

    def variable(self, worth: float, most: float) -> int:
        self.worth.append(worth)
        self.most.append(most)
        return len(self.worth) - 1

    def row(self, least: float, most: float, terms: Sequence[tuple[int, float]]) -> None:
        added: Counter[int] = Counter()
        for variable, factor in terms:
            added[variable] += factor  # type: ignore[assignment]
        self.rows.append((least, most, [(v, f) for v, f in added.items() if f]))

    def solve(self) -> float | None:
        """The most that can be had, or None where nothing keeps to every row."""
        solver = highspy.Highs()
        solver.setOptionValue("output_flag", False)
        solver.setOptionValue("mip_rel_gap", 0.0)
        solver.setOptionValue("mip_abs_gap", 0.5)
        solver.setOptionValue("threads", 1)
        solver.passModel(self._model())
        solver.run()
        status = solver.getModelStatus()
        if status == highspy.HighsModelStatus.kInfeasible:
            return None
        assert status == highspy.HighsModelStatus.kOptimal, status
        return float(solver.getInfo().objective_function_value)

    def _model(self) -> highspy.HighsLp:
        model = highspy.HighsLp()
        model.num_col_, model.num_row_ = len(self.worth), len(self.rows)
        model.sense_ = highspy.ObjSense.kMaximize
        model.col_cost_ = np.array(self.worth)
        model.col_lower_ = np.zeros(len(self.worth))
        model.col_upper_ = np.array(self.most)
        model.row_lower_ = np.array([least for least, _, _ in self.rows])
        model.row_upper_ = np.array([most for _, most, _ in self.rows])
        model.integrality_ = [highspy.HighsVarType.kInteger] * len(self.worth)
        starts = np.cumsum([0, *(len(terms) for *_, terms in self.rows)])
        model.a_matrix_.format_ = highspy.MatrixFormat.kRowwise
        model.a_matrix_.start_ = starts.astype(np.int32)
        model.a_matrix_.index_ = np.array(
            [variable for *_, terms in self.rows for variable, _ in terms], dtype=np.int32
        )
        model.a_matrix_.value_ = np.array(
            [factor for *_, terms in self.rows for _, factor in terms], dtype=float
        )
        return model


LAID = 100_000
"""What laying the contract is worth in the program: more than any cards."""


def best_lay_down(
    variant: Variant, cards: Sequence[Card], deal: int | None, *, most_left: int | None = None
) -> Best:
    """The fewest points that a lay-down can leave, by integer programming.

    With `most_left` only lay-downs count that leave no more cards than that.
    """
    ways = [_best(variant, cards, deal, most_left, spared=one) for one in ways_spared(variant)]
    best = min(ways, key=lambda way: (not way.down, way.points_left))
    rules = variant.deals[deal - 1] if variant.deals and deal else None
    for contract in rules.instead if rules else ():
        other = _best(variant, cards, deal, most_left, contract=contract)
        if other.down and (not best.down or other.points_left < best.points_left):
            best = other
    if not best.down and not variant.has_contracts and variant.opening.at_once:
        if most_left is not None:
            return _best(variant, cards, deal, most_left, value=0)
        # Who has to discard last keeps a card for that.
        kept = "meld" not in variant.go_out.by
        return _best(variant, cards, deal, 1, value=0, least_left=int(kept))
    return best


@dataclass(frozen=True)
class Spared:
    """The groups that a loser's hand may be in: of these kinds, with so many runs among them.

    `pure` are the runs without wilds that it needs, of all the `runs`.
    """

    pure: int = 0
    runs: int = 0
    kinds: tuple[str, ...] = ("set", "run")


def ways_spared(variant: Variant) -> tuple[Spared, ...]:
    """The ways in which the holder of a hand may group it."""
    pure, runs = variant.showdown.pure_runs, variant.showdown.runs
    nothing = Spared(kinds=())
    return {
        "any": (Spared(),),
        "two-runs": (Spared(pure, runs), nothing),
        "pure-run": (Spared(pure), nothing),
        "by-steps": (Spared(pure, kinds=("run",)), Spared(pure, runs), nothing),
    }[str(variant.scoring.grouped)]


def _best(
    variant: Variant,
    cards: Sequence[Card],
    deal: int | None,
    most_left: int | None,
    *,
    contract: Sequence[Any] | None = None,
    value: int | None = None,
    least_left: int = 0,
    spared: Spared = Spared(),
) -> Best:
    variant = variant if deal is None else variant.at(deal)
    rules = variant.deals[deal - 1] if variant.deals and deal else None
    pieces: Sequence[Any] = rules.contract if rules else ()
    wanted = Counter(pieces if contract is None else contract)
    value = variant.opening.value if value is None else value
    hand = Counter(cards)
    total = sum(map(variant.points.of, cards))
    wild = Counter(card for card in cards if variant.is_wild(card))
    plain = Counter(
        card for card in cards if not variant.is_wild(card) or may_stand_as_itself(variant, card)
    )
    melds = []
    for meld in (*all_runs(variant, plain, wild.total()), *all_sets(variant, plain, wild.total())):
        if is_legal(variant, meld):
            melds.append(meld)
        if len(melds) > MOST_MELDS:
            raise TooMany
    program = Program()
    # Where cards on the table win, each is worth more than any points.
    most_cards = 1000 if variant.go_out.melded else 0
    laid = program.variable(LAID, 1)
    uses: dict[Card, list[tuple[int, float]]] = {card: [] for card in hand}
    filled: list[tuple[int, float]] = []
    covered: list[tuple[int, float]] = []
    values: list[tuple[int, float]] = []

    def add(meld: Meld) -> int:
        at = program.variable(0, 20)
        for card in meld.naturals:
            uses[card].append((at, 1))
        filled.append((at, meld.wilds))
        covered.append((at, meld.size))
        values.append((at, opening_value(variant, meld)))
        return at

    contract_melds: list[tuple[int, Meld]] = []
    for piece, times in wanted.items():
        exact = str(variant.contracts.size) == "exact"
        serving = []
        for meld in melds:
            fits = meld.size == piece.size if exact else meld.size >= piece.size
            if meld.kind != str(piece.kind) or not fits:
                continue
            if meld.wilds > most_beside(str(variant.contracts.wilds), meld):
                continue
            serving.append((add(meld), meld))
        contract_melds += serving
        program.row(0, 0, [*((at, 1) for at, _ in serving), (laid, -times)])
    bar_pairs(variant, program, contract_melds)
    further = [
        (add(meld), meld)
        for meld in melds
        if meld.kind in spared.kinds and may_follow(variant, wanted, meld)
    ]
    extra = [at for at, _ in further]
    runs = [(at, meld) for at, meld in further if meld.kind == "run"]
    program.row(0, 9999, [*((at, 1) for at, _ in runs), (laid, -spared.runs)])
    pure = [(at, 1) for at, meld in runs if not meld.wilds]
    program.row(0, 9999, [*pure, (laid, -spared.pure)])
    opens = value and not wanted
    limit = 99 if opens else variant.further_melds.melds_per_turn or 99
    program.row(0, 9999, [*values, (laid, -value)])
    program.row(-99, 0, [*((at, 1) for at in extra), (laid, -limit)])
    for card, count in hand.items():
        # What a card is worth is counted where it leaves the hand.
        worth = variant.points.of(card) + most_cards
        as_wild = program.variable(worth, count if card in wild else 0)
        as_itself = program.variable(worth, count if card in plain else 0)
        program.row(0, count, [(as_wild, 1), (as_itself, 1)])
        program.row(0, 0, [*uses[card], (as_itself, -1)])
        if card in wild:
            filled.append((as_wild, -1))
    program.row(0, 0, filled)
    if most_left is None and rules is not None and rules.whole_hand:
        most_left = int(rules.last_card_discarded)
    if most_left is not None:
        program.row(0, 99, [*covered, (laid, most_left - len(cards))])
    program.row(0, len(cards) - least_left, covered)
    found = program.solve()
    assert found is not None
    down = found > LAID / 2
    return Best(down, total - round(found - LAID) % 1000 if down else total)


def opening_value(variant: Variant, meld: Meld) -> int:
    """What a meld is worth to open with: every wild as the card that it stands for."""
    worth = variant.points.by_rank
    if meld.kind == "set":
        return worth[meld.where] * meld.size
    low_ace = variant.points.low_ace
    value = sum(worth[rank] for rank in meld.ranks)
    before_two = low_ace is not None and meld.ranks[0] == "A" and meld.ranks[1] != "A"
    return value - worth["A"] + (low_ace or 0) if before_two else value


def may_follow(variant: Variant, contract: Counter[Any], meld: Meld) -> bool:
    """Whether a meld may go down besides the contract in the same turn."""
    if not contract:
        return True
    further = variant.further_melds
    if str(further.allowed) == "none" or str(further.when) == "later-turn":
        return False
    kinds = {str(piece.kind) for piece in contract}
    return str(further.allowed) == "any" or meld.kind in kinds


def bar_pairs(variant: Variant, program: Program, melds: Sequence[tuple[int, Meld]]) -> None:
    """Bar those pairs of contract melds that may not go down together."""
    rules = variant.contracts
    if not rules.same_rank_sets:
        for rank in ranks_of(variant):
            same = [(at, 1) for at, meld in melds if meld.kind == "set" and meld.where == rank]
            program.row(0, 1, same)
    law = str(rules.same_suit_runs)
    barred = law != "free" or not rules.overlapping_runs
    if barred and law != "different" and str(variant.ranks.ace) in ("cyclic", "endless"):
        # Which stretches touch or overlap round the corner is not written out here.
        raise TooMany
    for suit in variant.suits if barred and variant.runs.suits == "one" else ():
        runs = [(at, meld) for at, meld in melds if meld.kind == "run" and meld.where == suit]
        if law == "different":
            program.row(0, 1, [(at, 1) for at, _ in runs])
            continue
        if law == "not-consecutive":
            for place in range(14):
                ends = [(at, 1) for at, run in runs if run.high == place]
                begins = [(at, 1) for at, run in runs if run.low == place + 1]
                if ends and begins:
                    either = program.variable(0, 1)
                    program.row(-99, 0, [*ends, (either, -99)])
                    program.row(-99, 99, [*begins, (either, 99)])
        if law == "gap" or not rules.overlapping_runs:
            after = 1 if law == "gap" else 0
            for place in range(15):
                there = [(at, 1) for at, run in runs if run.low <= place <= run.high + after]
                program.row(0, 1, there)


def can_go_out(variant: Variant, cards: Sequence[Card], deal: int | None) -> bool:
    """Whether all cards can be laid, or all but one that may be discarded, where either goes out.

    Only for games that bar no discard because it could be played.
    """
    rules = variant.deals[deal - 1] if variant.deals and deal else None
    ways = rules.out_by if rules and rules.out_by else variant.go_out.by
    if "meld" in ways and best_lay_down(variant, cards, deal, most_left=0).down:
        return True
    if "discard" not in ways or (rules and rules.whole_hand and not rules.last_card_discarded):
        return False
    for card in set(cards):
        others = list(cards)
        others.remove(card)
        if variant.is_wild(card) and not variant.discard.wilds:
            continue
        if best_lay_down(variant, others, deal, most_left=0).down:
            return True
    return False
