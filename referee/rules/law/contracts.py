"""Contracts and openings: whether the first melds of a player are what a deal asks for."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache, partial
from itertools import chain, combinations, product
from typing import NamedTuple

from referee.language import Value
from referee.rules.cards import MOST_CARDS, Card, Meld, cards_of, write_cards
from referee.rules.findings import Finding, broken, by_option, find, violations
from referee.rules.law.faults import distances, meld_faults, packs_faults
from referee.rules.law.melds import legal_readings, meld_permissions, reading_permissions
from referee.rules.law.points import dearest_way, has_low_ace, standing_value
from referee.rules.law.readings import Reading
from referee.rules.phrases import all_of, contract_of, laid_as, sum_of_melds
from referee.rules.schema.melds import KINDS, Kind, Piece
from referee.rules.schema.runs import runs_apart
from referee.rules.schema.variant import Terms

MOST_WEIGHED = 4000
"""How many findings are weighed, over all ways to match and read melds, before the best stands."""

ORDERS = 24
"""How many orders of unlike wilds are read in a meld: a contract tells apart only its ranks."""


class Match(NamedTuple):
    """One meld of a contract or an opening: how it is read, and the piece that it serves."""

    meld: Meld
    reading: Reading
    piece: Piece | None = None

    def as_dict(self) -> dict[str, object]:
        """The match as plain data."""
        return {
            "requires": str(self.piece or self.reading.kind),
            "cards": [laid_card.code for laid_card in self.meld],
            "reads_as": self.reading.reads_as,
        }


@dataclass(frozen=True, slots=True)
class JudgedContract:
    """What the rules say of melds laid as a deal's contract.

    `matches` in the order of the contract, empty where it is not met; `findings` are the rules
    broken, else those that permit it. `value` is what the melds are worth, where the game asks.
    """

    findings: tuple[Finding, ...]
    matches: tuple[Match, ...] = ()
    value: int | None = None

    @property
    def weight(self) -> tuple[int, int, int]:
        """How badly it comes out: the rules broken, those of the text, what the table permits."""
        wrong = violations(self.findings)
        by_text = [finding for finding in wrong if finding.settled_by == "rules"]
        by_table = [f for f in self.findings if f.ok and f.settled_by == "table"]
        return len(wrong), len(by_text), len(by_table)


class ReadMeld:
    """A meld with its legal readings, and the rules that permit each, worded once."""

    def __init__(self, terms: Terms, laid: Meld) -> None:
        self.terms, self.laid = terms, laid
        self.readings = legal_readings(terms, laid, most=ORDERS)
        self.telling = {
            kind: _telling([reading for reading in self.readings if reading.kind == kind])
            for kind in KINDS
        }
        """Its readings as each kind that a contract tells apart."""
        self._permissions: dict[int, tuple[Finding, ...]] = {}
        self._faults: dict[Kind, tuple[Finding, ...]] = {}

    @cached_property
    def findings(self) -> tuple[Finding, ...]:
        """What the rules say of it as a meld by itself."""
        if self.dearest:
            return self.permissions(self.dearest)
        if self.readings:
            return meld_permissions(self.terms, self.laid, self.readings, among=True)
        return meld_faults(self.terms, self.laid)

    @cached_property
    def dearest(self) -> Reading | None:
        """The reading in which it is worth most, where the game asks what first melds are worth."""
        worth = partial(_worth_read, self.terms)
        return max(self.readings, key=worth, default=None) if self.terms.least_opening else None

    @cached_property
    def far(self) -> Mapping[Kind, int]:
        """How many of its cards would have to change for a meld of each kind."""
        return distances(self.terms, self.laid)

    def faults(self, kind: Kind) -> tuple[Finding, ...]:
        """The rules it breaks as one kind."""
        if kind not in self._faults:
            self._faults[kind] = meld_faults(self.terms, self.laid, kind=kind)
        return self._faults[kind]

    def misfit(self, piece: Piece, exact: bool) -> int:
        """How badly it suits a piece: 0 where it does, 1 by its size, else by how many cards."""
        if not self.telling[piece.kind]:
            # A meld of the other kind is meant as what it is.
            return 1 + (self.far[piece.kind] if not self.readings else len(self.laid))
        has = len(self.laid)
        return int(has < piece.size or (exact and has > piece.size))

    def permissions(self, reading: Reading) -> tuple[Finding, ...]:
        """The rules that permit the meld under one of its readings."""
        at = id(reading)
        if at not in self._permissions:
            self._permissions[at] = reading_permissions(self.terms, self.laid, reading, among=True)
        return self._permissions[at]


def judge_contract(
    terms: Terms,
    melds: Sequence[Meld],
    *,
    players: int | None = None,
    hand: Sequence[Card] | None = None,
) -> JudgedContract:
    """Judge whether melds meet the contract of a deal, or are worth enough to open.

    `melds` are the melds in any order, `hand` all cards held before they are laid down, where the
    deal asks for the whole hand. Of all ways to match melds to the contract and to read their
    wilds, the one that breaks fewest rules is told; every rule that it breaks is found.
    """
    cards = cards_of(chain.from_iterable(melds))
    read = [ReadMeld(terms, meld) for meld in melds]
    best = _best_way(terms, read) if terms.contract else _as_opening(terms, read)
    if terms.contract and violations(best.findings):
        # Who is at fault does not hang on the order in which melds are named.
        best = _best_way(
            terms, sorted(read, key=lambda meld: sorted(write_cards([laid]) for laid in meld.laid))
        )
    findings = (
        *best.findings,
        *packs_faults(terms, players, cards),
        *_hand_findings(terms, cards, hand),
    )
    return JudgedContract(findings, () if violations(findings) else best.matches, best.value)


def _as_opening(terms: Terms, melds: Sequence[ReadMeld]) -> JudgedContract:
    """What the rules say of melds of any kind, laid to open."""
    read = [(meld.laid, meld.dearest) for meld in melds]
    matches = [Match(laid, reading) for laid, reading in read if reading]
    findings = [finding for meld in melds for finding in meld.findings]
    worth = _worth(terms, matches) if not violations(findings) else ()
    return JudgedContract((*findings, *worth), tuple(matches), _value(terms, matches))


def _value(terms: Terms, matches: Sequence[Match]) -> int | None:
    if not terms.least_opening:
        return None
    return sum(_worth_read(terms, match.reading) for match in matches)


def _worth_read(terms: Terms, reading: Reading) -> int:
    """What a meld under one of its readings is worth to open."""
    return standing_value(terms, dearest_way(terms, reading))


def _worth(terms: Terms, matches: Sequence[Match]) -> Iterator[Finding]:
    """Whether melds are worth enough to open."""
    least, value = terms.least_opening, _value(terms, matches)
    if value is None:
        return
    worth = [(cards_of(match.meld), _worth_read(terms, match.reading)) for match in matches]
    if any(has_low_ace(terms, dearest_way(terms, match.reading)) for match in matches):
        yield find(terms, "points.low-ace", points=terms.points.low_ace or 0)
    words = "" if value >= least else "few" if worth else "beyond"
    named: dict[str, Value] = {"value": value, "least": least}
    named |= {"melds": sum_of_melds(worth)} if worth else {}
    yield find(terms, "opening.value", words, ok=value >= least, **named)


def _best_way(terms: Terms, melds: Sequence[ReadMeld]) -> JudgedContract:
    best = JudgedContract(())
    least: tuple[int, ...] | None = None
    weighed = 0
    for chosen, misfits in _assignments(terms, melds):
        # The melds that fit are not at fault, whatever would be said of fewer rules otherwise.
        if least is not None and misfits > least[0]:
            continue
        for way in _readings_of(terms, melds, chosen):
            weight = misfits, *way.weight
            if least is None or weight < least:
                best, least = way, weight
            weighed += len(way.findings)
            if least == (0, 0, 0, 0) or weighed > MOST_WEIGHED:
                return best
    return best


def _assignments(
    terms: Terms, melds: Sequence[ReadMeld]
) -> Iterator[tuple[tuple[int | None, ...], int]]:
    """Each way to give every piece a meld of its own, with how many of them do not suit.

    The melds that suit a piece best come first, and alike pieces are not told apart. Where there
    are too few melds, some pieces get none.
    """
    pieces = terms.contract
    exact = terms.contracts.size == "exact"
    lacking = max(len(pieces) - len(melds), 0)
    none: list[int | None] = [None] * lacking
    fit = [[meld.misfit(piece, exact) for meld in melds] for piece in pieces]
    order = [[*sorted(range(len(melds)), key=misfits.__getitem__), *none] for misfits in fit]

    def give(
        chosen: tuple[int | None, ...], last: int, wrong: int
    ) -> Iterator[tuple[tuple[int | None, ...], int]]:
        at = len(chosen)
        if at == len(pieces):
            yield chosen, wrong
            return
        alike = at > 0 and pieces[at] == pieces[at - 1]
        for place, meld in enumerate(order[at]):
            if alike and place <= last:
                continue
            if meld is None:
                if chosen.count(None) < lacking:
                    yield from give((*chosen, None), place, wrong + MOST_CARDS)
                    break
            elif meld not in chosen:
                yield from give((*chosen, meld), place, wrong + fit[at][meld])

    return give((), -1, 0)


def _readings_of(
    terms: Terms, melds: Sequence[ReadMeld], chosen: tuple[int | None, ...]
) -> Iterator[JudgedContract]:
    """Every way to read the melds chosen for the pieces of a contract."""
    pieces = terms.contract
    fixed: list[Finding] = []
    open_pieces: list[tuple[Piece, ReadMeld, list[Reading]]] = []
    for piece, at in zip(pieces, chosen, strict=True):
        if at is None:
            fixed.append(broken(terms, "contract.pieces", "short", deal=terms.number, piece=piece,
                                contract=_asked(terms)))  # fmt: skip
            continue
        meld = melds[at]
        of_kind = meld.telling[piece.kind]
        if of_kind:
            open_pieces.append((piece, meld, of_kind))
        else:
            fixed += _no_reading(terms, piece, meld)
    taken = {at for at in chosen if at is not None}
    spare = [meld for at, meld in enumerate(melds) if at not in taken]
    fixed += _spare_findings(terms, spare)
    besides = [Match(one.laid, one.dearest) for one in spare if one.dearest]
    asked = find(terms, "contract.pieces", deal=terms.number, contract=_asked(terms))
    asked = by_option(terms, asked, terms.deal.option)
    for readings in product(*[readings for *_, readings in open_pieces]):
        matches = tuple(
            Match(meld.laid, reading, piece)
            for (piece, meld, _), reading in zip(open_pieces, readings, strict=True)
        )
        permitted = [
            finding
            for (_, meld, _), reading in zip(open_pieces, readings, strict=True)
            for finding in meld.permissions(reading)
        ]
        together = (*matches, *besides)
        worth = _worth(terms, together)
        findings = (*fixed, asked, *permitted, *_matched(terms, matches), *worth)
        yield JudgedContract(findings, matches, _value(terms, together))


def _telling(readings: Sequence[Reading]) -> list[Reading]:
    """Readings that a contract tells apart: sets by rank, runs by the stretch they take."""
    if len(readings) < 2:
        return list(readings)
    different: dict[object, Reading] = {}
    for reading in readings:
        ranks = frozenset(card.rank for card in reading.stands)
        different.setdefault((ranks, reading.stands[0].suit, reading.wild_count), reading)
    return list(different.values())


def _no_reading(terms: Terms, piece: Piece, meld: ReadMeld) -> tuple[Finding, ...]:
    """Why a meld cannot be read as the kind that a piece asks for."""
    if meld.readings:
        named: dict[str, Value] = {
            "deal": terms.number,
            "kind": piece.kind,
            "cards": cards_of(meld.laid),
            "contract": _asked(terms),
        }
        return (broken(terms, "contract.pieces", "kind", **named),)
    faults = meld.faults(piece.kind)
    small = len(meld.laid) < piece.size
    if small and any(finding.settled_by == "table" for finding in faults):
        # The table may allow smaller melds, and this would still be too small for the contract.
        return (*faults, _small(terms, piece, meld.laid))
    return faults


def _small(terms: Terms, piece: Piece, laid: Meld) -> Finding:
    return broken(terms, "contract.pieces", "small", piece=piece, cards=cards_of(laid))


@lru_cache(maxsize=512)
def _asked(terms: Terms) -> tuple[Value, ...]:
    return contract_of(terms.contract)


def _spare_findings(terms: Terms, spare: Sequence[ReadMeld]) -> tuple[Finding, ...]:
    """What the rules say of melds laid down with the contract and besides it."""
    if not spare:
        return ()
    findings = [finding for meld in spare for finding in meld.findings]
    further = terms.further_melds
    at_once = further.allowed != "none" and further.when == "same-turn"
    if terms.contracts.size == "exact" and not at_once:
        contract = _asked(terms)
        findings += [
            broken(terms, "contract.size", "besides", contract=contract, cards=cards_of(meld.laid))
            for meld in spare
        ]
    if further.allowed == "none":
        return (*findings, broken(terms, "further-meld.allowed", "none"))
    if further.when == "later-turn":
        return (*findings, broken(terms, "further-meld.when", "later"))
    if further.allowed == "contract-kinds":
        kinds = {piece.kind for piece in terms.contract}
        findings += [
            broken(terms, "further-meld.allowed", "kind", kind=meld.readings[0].kind)
            for meld in spare
            if meld.readings and not kinds & {reading.kind for reading in meld.readings}
        ]
    most = further.melds_per_turn
    if most and len(spare) > most:
        findings.append(broken(terms, "further-meld.number", "besides", most=most))
    melds = tuple([laid_as(cards_of(meld.laid)) for meld in spare])
    return (*findings, find(terms, "further-meld.allowed", melds=melds))


def _matched(terms: Terms, matches: Sequence[Match]) -> Iterator[Finding]:
    """What the rules say of melds that each are of the kind their piece asks for."""
    for match in matches:
        yield from _size_findings(terms, match)
        yield from _wild_findings(terms, match)
    for one, other in combinations(matches, 2):
        yield from _pair_findings(terms, one, other)


def _size_findings(terms: Terms, match: Match) -> Iterator[Finding]:
    piece, has = match.piece, len(match.meld)
    if piece and has < piece.size:
        yield _small(terms, piece, match.meld)
    elif piece and has > piece.size:
        cards = cards_of(match.meld)
        if terms.contracts.size == "exact":
            yield broken(terms, "contract.size", "long", piece=piece, cards=cards)
        else:
            yield find(terms, "contract.size", cards=cards)


def _wild_findings(terms: Terms, match: Match) -> Iterator[Finding]:
    wilds = match.reading.wild_count
    at_most_naturals = terms.contracts.wilds == "at-most-naturals"
    if at_most_naturals and wilds > len(match.meld) - wilds:
        yield broken(terms, "contract.wilds", "many", cards=cards_of(match.meld))
    elif wilds > len(match.meld) - wilds and "contract.wilds" in terms.rules:
        yield find(terms, "contract.wilds", cards=cards_of(match.meld))


def _pair_findings(terms: Terms, one: Match, other: Match) -> Iterator[Finding]:
    """What the rules say of two melds of one contract that are alike in rank or suit."""
    first, second = one.reading, other.reading
    if first.kind != second.kind:
        return
    if first.kind == "set":
        if first.rank == second.rank:
            allowed = terms.contracts.same_rank_sets
            code, ranks = "" if allowed else "barred", all_of(first.rank)
            yield find(terms, "contract.same-rank", code, ok=allowed, ranks=ranks)
    elif first.stands[0].suit == second.stands[0].suit:
        yield from _same_suit_findings(terms, one, other)


def _same_suit_findings(terms: Terms, one: Match, other: Match) -> Iterator[Finding]:
    suit = one.reading.stands[0].suit
    named: dict[str, Value] = {
        "suit": suit,
        "first": cards_of(one.meld),
        "second": cards_of(other.meld),
    }
    law = terms.contracts.same_suit_runs
    distance = runs_apart(one.reading.ranks, other.reading.ranks)
    if law == "gap" and distance < 2:
        yield broken(terms, "contract.same-suit", "gap", apart=distance, **named)
        return
    if law == "not-consecutive" and distance == 1:
        yield broken(terms, "contract.same-suit", "touching", **named)
        return
    yield find(terms, "contract.same-suit", suit=suit)
    if distance == 0 and "contract.overlap" in terms.rules:
        allowed = terms.contracts.overlapping_runs
        yield find(terms, "contract.overlap", "" if allowed else "barred", ok=allowed, **named)


def _hand_findings(
    terms: Terms, cards: Sequence[Card], hand: Sequence[Card] | None
) -> Iterator[Finding]:
    """What the rules say of the cards left where the whole hand must go down."""
    if not terms.deal.whole_hand:
        return
    if hand is None:
        words = "but-one" if terms.deal.last_card_discarded else "if-all"
        yield find(terms, "contract.whole-hand", words)
        return
    left = list(hand)
    for card in cards:
        left.remove(card)
    if not left:
        yield find(terms, "contract.whole-hand")
    elif len(left) == 1:
        words = "" if terms.deal.last_card_discarded else "left"
        ok = terms.deal.last_card_discarded
        yield find(terms, "contract.last-card", words, ok=ok, card=left[0])
    else:
        yield broken(terms, "contract.whole-hand", "left", cards=tuple(left))
