"""Dividing: how loose cards fall into the melds of a contract, every card used."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, islice, product

from referee.rules.arrange import lay_all
from referee.rules.cards import RANKS, Card, LaidCard
from referee.rules.contracts import JudgedContract, Match, Meld, ReadMelds, judge_contract
from referee.rules.findings import violations
from referee.rules.runs import longest_run, run_windows
from referee.rules.table import upwards
from referee.rules.variant import Further, Kind, Piece, SettledBy, Terms, When

MOST_DIVISIONS = 50
"""How many whole divisions are judged before the best so far stands."""

MOST_WEIGHED = 400
"""How many findings are weighed for each of them."""

MOST_STEPS = 6_000
"""How many melds, whole or begun, are tried before the search for divisions ends."""

MOST_STEPS_TO_LAY_ALL = 20_000
"""The work that then goes into whether the cards can all be laid at all."""

STEPS_OF_A_LOOK = 3_000
"""The work that a quick look at whether they can is worth."""


@dataclass(frozen=True, slots=True)
class Division:
    """Cards divided into the melds of a contract, and what the rules say of them."""

    melds: tuple[Meld, ...]
    judged: JudgedContract


def divide(
    terms: Terms, laid: Sequence[LaidCard], *, players: int | None = None
) -> Division | None:
    """Divide cards into the melds of a deal's contract, using them all.

    Where several divisions are possible, gives the one that breaks
    fewest rules. None where the cards do not fall into melds of the kinds and sizes asked for.
    """
    search = _Search(terms)
    read = ReadMelds(terms)
    best: Division | None = None
    for melds in islice(search.divisions(tuple(laid)), MOST_DIVISIONS):
        judged = judge_contract(terms, melds, players=players, read=read, most_weighed=MOST_WEIGHED)
        if best is None or _weight(judged) < _weight(best.judged):
            best = Division(melds, judged)
        if not any(_weight(judged)):
            break
    if best is None or violations(best.judged.findings):
        best = _exactly(terms, laid, players, MOST_STEPS_TO_LAY_ALL) or best
    return _in_order(terms, best, players) if best else None


def divides(terms: Terms, laid: Sequence[LaidCard], *, players: int | None = None) -> bool:
    """Whether cards fall into a deal's contract so that no rule is broken, as a quick look finds.

    The arguments are those of `divide`.
    """
    if any(one.says for one in laid):
        found = divide(terms, laid, players=players)
    else:
        found = _exactly(terms, laid, players, STEPS_OF_A_LOOK)
    return found is not None and not violations(found.judged.findings)


def _exactly(
    terms: Terms, laid: Sequence[LaidCard], players: int | None, steps: int
) -> Division | None:
    """A division that breaks no rule, looked for with every rule and every unlike wild in mind."""
    if any(one.says for one in laid):
        return None
    found = lay_all(terms, [one.card for one in laid], steps=steps)
    if found is None:
        return None
    melds = tuple(tuple(LaidCard(one.card) for one in meld) for meld in found)
    judged = judge_contract(terms, melds, players=players)
    return None if violations(judged.findings) else Division(melds, judged)


def _in_order(terms: Terms, division: Division, players: int | None) -> Division:
    """The same division with the cards of every run from low to high."""
    ordered = {match.meld: _upwards(terms, match) for match in division.judged.matches}
    melds = tuple(ordered.get(meld, meld) for meld in division.melds)
    if melds == division.melds:
        return division
    return Division(melds, judge_contract(terms, melds, players=players))


def _upwards(terms: Terms, match: Match) -> Meld:
    if match.reading.kind is Kind.SET:
        return match.meld
    pairs = list(zip((one.card for one in match.meld), match.reading.stands, strict=True))
    laid = {id(pair): one for pair, one in zip(pairs, match.meld, strict=True)}
    return tuple(laid[id(pair)] for pair in upwards(terms, pairs))


def _weight(judged: JudgedContract) -> tuple[int, int]:
    asked = sum(one.settled_by is SettledBy.TABLE for one in judged.findings)
    return len(violations(judged.findings)), asked


class _Search:
    """One search for divisions, with the steps that it has left."""

    def __init__(self, terms: Terms) -> None:
        self.terms = terms
        self.pieces = terms.contract
        further = terms.further_melds
        self.further = further.allowed is not Further.NONE and further.when is When.SAME_TURN
        self.steps = MOST_STEPS
        self.dead: set[tuple[Meld, int, tuple[Piece, ...]]] = set()

    def divisions(self, laid: Meld) -> Iterator[tuple[Meld, ...]]:
        """Every way to divide all cards, alike cards not told apart."""
        naturals = sorted(
            (one for one in laid if not self._is_free(one)),
            key=lambda one: (self._stands(one).suit, RANKS.index(self._stands(one).rank)),
        )
        wilds = [one for one in laid if self._is_free(one)]
        yield from self._divide(naturals, wilds, self.pieces)

    def _is_over(self) -> bool:
        """Count a step, and say whether there are none left."""
        self.steps -= 1
        return self.steps < 0

    def _is_free(self, one: LaidCard) -> bool:
        return one.says is None and self.terms.is_wild(one.card)

    def _stands(self, one: LaidCard) -> Card:
        return one.says or one.card

    def _divide(
        self, naturals: list[LaidCard], wilds: list[LaidCard], pieces: tuple[Piece, ...]
    ) -> Iterator[tuple[Meld, ...]]:
        if not naturals:
            if not wilds and not pieces:
                yield ()
            return
        point = (tuple(naturals), len(wilds), pieces)
        if point in self.dead:
            return
        is_dead = True
        for piece, left in self._next_pieces(pieces):
            for meld, others, spare in self._melds(piece, naturals, wilds):
                for rest in self._divide(others, spare, left):
                    is_dead = False
                    yield (meld, *rest)
        if is_dead and self.steps >= 0:
            self.dead.add(point)

    def _next_pieces(self, pieces: tuple[Piece, ...]) -> Iterator[tuple[Piece, tuple[Piece, ...]]]:
        for at, piece in enumerate(pieces):
            if piece not in pieces[:at]:
                yield piece, pieces[:at] + pieces[at + 1 :]
        if self.further:
            yield Piece(Kind.SET, self.terms.sets.least), pieces
            yield Piece(Kind.RUN, self.terms.runs.least), pieces

    def _melds(
        self, piece: Piece, naturals: list[LaidCard], wilds: list[LaidCard]
    ) -> Iterator[tuple[Meld, list[LaidCard], list[LaidCard]]]:
        """Melds for a piece that hold the first natural card, with the cards then left."""
        ways = self._sets if piece.kind is Kind.SET else self._runs
        for chosen, wild_count in ways(piece.size, naturals, len(wilds)):
            if self._is_over():
                return
            taken = [naturals[at] for at in chosen]
            others = [one for at, one in enumerate(naturals) if at not in chosen]
            yield (*taken, *wilds[:wild_count]), others, wilds[wild_count:]

    def _sets(
        self, least: int, naturals: list[LaidCard], wilds: int
    ) -> Iterator[tuple[tuple[int, ...], int]]:
        rank = self._stands(naturals[0]).rank
        alike: dict[LaidCard, list[int]] = {}
        for at, one in enumerate(naturals):
            if at and self._stands(one).rank == rank:
                alike.setdefault(one, []).append(at)
        most = self.terms.sets.most or len(naturals) + wilds
        ways = product(*(range(len(group) + 1) for group in alike.values()))
        for counts in sorted(ways, key=sum, reverse=True):
            size = 1 + sum(counts)
            groups = zip(alike.values(), counts, strict=True)
            chosen = (0, *(at for group, count in groups for at in group[:count]))
            for wild_count in range(max(least - size, 0), min(wilds, most - size) + 1):
                yield chosen, wild_count

    def _runs(
        self, least: int, naturals: list[LaidCard], wilds: int
    ) -> Iterator[tuple[tuple[int, ...], int]]:
        first = self._stands(naturals[0])
        suited = {
            self._stands(one).rank: at
            for at, one in reversed(list(enumerate(naturals)))
            if self._stands(one).suit in (first.suit, "")
        }
        ranks = self.terms.ranks
        for size in range(least, min(longest_run(self.terms), len(naturals) + wilds) + 1):
            seen = set()
            for window in run_windows(ranks.ace, ranks.removed, size):
                if self._is_over():
                    return
                if first.rank not in window.ranks:
                    continue
                there = [suited[rank] for rank in dict.fromkeys(window.ranks)
                         if suited.get(rank)]  # fmt: skip
                lacking = size - 1 - len(there)
                for left_out in range(min(wilds - lacking, len(there)) + 1):
                    for gone in combinations(there, left_out):
                        if self._is_over():
                            return
                        chosen = (0, *(at for at in there if at not in gone))
                        wild_count = size - len(chosen)
                        if wild_count >= 0 and (chosen, wild_count) not in seen:
                            seen.add((chosen, wild_count))
                            yield chosen, wild_count
