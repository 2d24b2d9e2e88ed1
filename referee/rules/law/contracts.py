"""Contracts and openings: whether the first melds of a player are what a deal asks for."""

from collections.abc import Iterator, Sequence
from functools import lru_cache, partial
from itertools import combinations, product
from typing import NamedTuple

from referee.language import Value
from referee.rules.cards import MOST_CARDS, Card, Cards, Laid, Melds, cards_in, cards_of, without
from referee.rules.findings import Finding, Findings, broken, by_option, find, ruled, violations
from referee.rules.law.faults import distances, meld_faults, packs_faults
from referee.rules.law.meld_law import Meld, law_of, pair_breach
from referee.rules.law.melds import legal_readings, meld_permissions, reading_permissions
from referee.rules.law.points import dearest_way, has_low_ace, points_of, standing_value
from referee.rules.phrases import all_of, contract_of, laid_as, sum_of_melds
from referee.rules.schema.melds import Piece
from referee.rules.schema.runs import runs_apart
from referee.rules.schema.variant import Terms

MOST_WEIGHED = 4000
"""How many findings are weighed, over all ways to match and read melds, before the best stands."""


class JudgedContract(NamedTuple):
    """What the rules say of melds laid as a deal's contract.

    `melds` in the order of the contract, empty where it is not met; `findings` are the rules
    broken, else those that permit it. `value` is what the melds are worth, where the game asks.
    """

    findings: Findings
    melds: tuple[Meld, ...] = ()
    value: int | None = None

    @property
    def is_met(self) -> bool:
        """Whether no rule is broken."""
        return not violations(self.findings)

    @property
    def weight(self) -> tuple[int, int, int]:
        """How badly it comes out: the rules broken, those of the text, what the table permits."""
        wrong = violations(self.findings)
        by_text = [finding for finding in wrong if finding.settled_by == "rules"]
        by_table = [f for f in self.findings if f.ok and f.settled_by == "table"]
        return len(wrong), len(by_text), len(by_table)


def judge_contract(terms: Terms, melds: Melds, *, hand: Cards | None = None) -> JudgedContract:
    """Judge whether melds meet the contract of a deal, or are worth enough to open.

    `melds` are the melds in any order, `hand` all cards held before they are laid down, where the
    deal asks for the whole hand. Of all ways to match melds to the contract and to read their
    wilds, the one that breaks fewest rules is told; every rule that it breaks is found. So it is of
    the contracts that may be laid, of which the nearest is told.
    """
    cards = cards_in(melds)
    # The last card is laid with the others, or discarded.
    closing = [left for left, way in enumerate(("meld", "discard")) if way in terms.ways_out]
    at_once = hand is not None and len(hand) - len(cards) in closing
    best = _best_way(terms, melds) if terms.contract else _as_opening(terms, melds, at_once)
    if terms.contract and not best.is_met:
        # Who is at fault does not hang on the order in which melds are named.
        best = _best_way(terms, sorted(melds, key=lambda laid: sorted(one.code for one in laid)))
    judged = JudgedContract((
        *best.findings,
        *packs_faults(terms, cards),
        *_hand_findings(terms, cards, hand),
    ), (), best.value)  # fmt: skip
    if judged.is_met:
        return judged._replace(melds=best.melds)
    nearest = _misfits(terms, melds) if terms.instead else 0
    for instead in terms.instead:
        if (other := judge_contract(instead, melds, hand=hand)).is_met:
            said = find(terms, "contract.instead", deal=terms.number, contract=_asked(instead))
            others = [finding for finding in other.findings if finding.rule != "contract.pieces"]
            return other._replace(findings=(said, *others))
        if (misfits := _misfits(instead, melds)) < nearest:
            judged, nearest = other, misfits
    return judged


def _misfits(terms: Terms, melds: Melds) -> int:
    """How badly melds suit the pieces of a contract, in the way that suits best."""
    return min(misfits for _, misfits in _assignments(terms, melds))


def _as_opening(terms: Terms, melds: Melds, at_once: bool) -> JudgedContract:
    """What the rules say of melds of any kind, laid to open.

    `at_once`: with the whole hand, all but a card to discard.
    """
    read = _dearest(terms, melds)
    findings = [finding for laid in melds for finding in _said_alone(terms, laid)]
    value = _value(terms, read)
    if not violations(findings):
        least = terms.least_opening
        few = at_once and (value or 0) < least
        if few and terms.opening.at_once:
            findings.append(find(terms, "opening.at-once", least=least))
        else:
            findings += _worth(terms, read)
            if few and "opening.at-once" in terms.rules:
                findings.append(broken(terms, "opening.at-once", "asked", least=least))
    elif not (at_once and terms.opening.at_once):
        findings += _worth_whole(terms, melds)
    return JudgedContract(tuple(findings), tuple(read), value)


def _dearest(terms: Terms, melds: Melds) -> list[Meld]:
    """Melds read so that they are worth most, where the game asks what first melds are worth."""
    if not terms.least_opening:
        return []
    return [meld for laid in melds if (meld := _dearest_read(terms, laid))]


@lru_cache
def _dearest_read(terms: Terms, laid: Laid) -> Meld | None:
    """A meld read so that it is worth most; None for no meld."""
    read = legal_readings(terms, laid)
    return max(read, key=partial(_worth_read, terms), default=None)


def _said_alone(terms: Terms, laid: Laid) -> Findings:
    """What the rules say of a meld by itself."""
    for meld in _dearest(terms, [laid]):
        return reading_permissions(terms, meld, among=True)
    readings = _telling(terms, laid)
    return (
        meld_permissions(terms, readings, among=True)[1] if readings else meld_faults(terms, laid)
    )


def _value(terms: Terms, melds: Sequence[Meld]) -> int | None:
    if not terms.least_opening:
        return None
    return sum(_worth_read(terms, meld) for meld in melds)


def _worth_read(terms: Terms, meld: Meld) -> int:
    """What a meld under one of its readings is worth to open."""
    return standing_value(terms, dearest_way(terms, meld))


def _worth(terms: Terms, melds: Sequence[Meld]) -> Iterator[Finding]:
    """Whether melds are worth enough to open."""
    least, value = terms.least_opening, _value(terms, melds)
    if value is None:
        return
    worth = [(meld.cards, _worth_read(terms, meld)) for meld in melds]
    if any(has_low_ace(terms, dearest_way(terms, meld)) for meld in melds):
        yield find(terms, "points.low-ace", points=terms.points.low_ace or 0)
    words = "few" if worth else "beyond"
    named: dict[str, Value] = {"value": value, "least": least}
    named |= {"melds": sum_of_melds(worth)} if worth else {}
    yield ruled(value >= least, terms, "opening.value", words, **named)


def _worth_whole(terms: Terms, melds: Melds) -> Iterator[Finding]:
    """That melds of which some are none would not be worth enough to open if they were."""
    costs = [cost for card, cost in terms.points.costs.items() if not card.is_joker]
    worth, exact = [], True
    for laid in melds:
        cards, meld = cards_of(laid), _dearest_read(terms, laid)
        wilds = () if meld else tuple(filter(terms.is_wild, cards))
        points = _worth_read(terms, meld) if meld else points_of(terms, without(cards, wilds))
        worth.append((cards, points + len(wilds) * max(costs)))
        exact = exact and not wilds
    value, least = sum(points for _, points in worth), terms.least_opening
    if value < least:
        named: dict[str, Value] = {"melds": sum_of_melds(worth)} if exact else {}
        words = "few" if exact else "beyond"
        yield broken(terms, "opening.value", words, value=value, least=least, **named)


def _best_way(terms: Terms, melds: Melds) -> JudgedContract:
    best = JudgedContract(())
    least: tuple[int, ...] | None = None
    weighed = 0
    for chosen, misfits in _assignments(terms, melds):
        # The melds that fit are not at fault, whatever would be said of fewer rules otherwise.
        if least is not None and misfits > least[0]:
            continue
        for way in _ways_to_read(terms, melds, chosen):
            weight = misfits, *way.weight
            if least is None or weight < least:
                best, least = way, weight
            weighed += len(way.findings)
            if least == (0, 0, 0, 0) or weighed > MOST_WEIGHED:
                return best
    return best


@lru_cache
def _telling(terms: Terms, laid: Laid) -> tuple[Meld, ...]:
    """The readings that a contract tells apart: sets by rank, runs by the stretch they take."""
    unlike: dict[object, Meld] = {}
    for meld in legal_readings(terms, laid):
        unlike.setdefault((meld.kind, meld.suit, frozenset(meld.ranks), len(meld.wilds)), meld)
    return tuple(unlike.values())


@lru_cache
def _serving(terms: Terms, piece: Piece, laid: Laid) -> tuple[Meld, ...]:
    """The readings of the kind that a piece asks for."""
    of_kind = [meld for meld in _telling(terms, laid) if meld.kind == piece.kind]
    return tuple([meld._replace(piece=piece) for meld in of_kind])


def _misfit(terms: Terms, piece: Piece, laid: Laid) -> int:
    """How badly a meld suits a piece: 0 where it does, 1 by its size, else by how many cards."""
    if not _serving(terms, piece, laid):
        # A meld of the other kind is meant as what it is.
        return 1 + (len(laid) if _telling(terms, laid) else distances(terms, laid)[piece.kind])
    law = law_of(terms, piece.kind, piece)
    return int(not law.least <= len(laid) <= law.most)


def _assignments(terms: Terms, melds: Melds) -> Iterator[tuple[tuple[int | None, ...], int]]:
    """Each way to give every piece a meld of its own, with how many of them do not suit.

    The melds that suit a piece best come first, and alike pieces are not told apart. Where there
    are too few melds, some pieces get none.
    """
    pieces = terms.contract
    lacking = max(len(pieces) - len(melds), 0)
    fit = [[_misfit(terms, piece, laid) for laid in melds] for piece in pieces]
    order = [
        [*sorted(range(len(melds)), key=misfits.__getitem__), *[None] * lacking] for misfits in fit
    ]

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


def _ways_to_read(
    terms: Terms, melds: Melds, chosen: tuple[int | None, ...]
) -> Iterator[JudgedContract]:
    """Every way to read the melds chosen for the pieces of a contract."""
    fixed: list[Finding] = []
    ways: list[Sequence[Meld]] = []
    for piece, at in zip(terms.contract, chosen, strict=True):
        if at is None:
            fixed.append(_not_met(terms, "short", piece=piece))
        elif serving := _serving(terms, piece, melds[at]):
            ways.append(serving)
        else:
            fixed += _no_reading(terms, piece, melds[at])
    spare = [laid for at, laid in enumerate(melds) if at not in chosen]
    fixed += _spare_findings(terms, spare)
    besides = _dearest(terms, spare)
    asked = find(terms, "contract.pieces", deal=terms.number, contract=_asked(terms))
    fixed.append(by_option(terms, asked, terms.deal.option))
    for read in product(*ways):
        findings = list(fixed)
        for meld in read:
            findings += reading_permissions(terms, meld, among=True)
        for meld in read:
            findings += _piece_findings(terms, meld)
        for one, other in combinations(read, 2):
            findings += _pair_findings(terms, one, other)
        together = (*read, *besides)
        findings += _worth(terms, together)
        yield JudgedContract(tuple(findings), read, _value(terms, together))


@lru_cache
def _asked(terms: Terms) -> tuple[Value, ...]:
    return contract_of(terms.contract)


def _not_met(terms: Terms, code: str, **named: Value) -> Finding:
    asked = _asked(terms)
    return broken(terms, "contract.pieces", code, deal=terms.number, **named, contract=asked)


def _no_reading(terms: Terms, piece: Piece, laid: Laid) -> Findings:
    """Why a meld cannot be read as the kind that a piece asks for."""
    cards = cards_of(laid)
    if _telling(terms, laid):
        return (_not_met(terms, "kind", kind=piece.kind, cards=cards),)
    faults = meld_faults(terms, laid, kind=piece.kind)
    if len(laid) < piece.size and any(finding.settled_by == "table" for finding in faults):
        # The table may allow smaller melds, and this would still be too small for the contract.
        return (*faults, broken(terms, "contract.pieces", "small", piece=piece, cards=cards))
    return faults


def _spare_findings(terms: Terms, spare: Melds) -> Iterator[Finding]:
    """What the rules say of melds laid down with the contract and besides it."""
    if not spare:
        return
    for laid in spare:
        yield from _said_alone(terms, laid)
    further = terms.further_melds
    at_once = further.allowed != "none" and further.when == "same-turn"
    if terms.contracts.size == "exact" and not at_once:
        contract = _asked(terms)
        for laid in spare:
            cards = cards_of(laid)
            yield broken(terms, "contract.size", "besides", contract=contract, cards=cards)
    yield from further_findings(terms, [(cards_of(laid), _telling(terms, laid)) for laid in spare])


def further_findings(
    terms: Terms,
    melds: Sequence[tuple[tuple[Card, ...], Sequence[Meld]]],
    *,
    down: str = "this-turn",
) -> Iterator[Finding]:
    """What the rules say of melds besides the contract, each with its readings.

    `down` is when the contract or the player's first meld went down: `no`, `this-turn`, `earlier`.
    """
    rules = terms.further_melds
    if terms.must_open and rules.allowed == "none":
        yield broken(terms, "further-meld.allowed", "none")
        return
    if terms.must_open and down == "no":
        words = "first" if terms.has_contracts else "open"
        yield broken(terms, "further-meld.contract", words, least=terms.least_opening)
    elif terms.must_open and down == "this-turn" and rules.when == "later-turn":
        yield broken(terms, "further-meld.when", "later")
    if not terms.has_contracts:
        yield find(terms, "further-meld.allowed", "meld", cards=melds[0][0])
        return
    if 0 < rules.melds_per_turn < len(melds):
        yield broken(terms, "further-meld.number", "besides", most=rules.melds_per_turn)
    asked = terms.contract_kinds
    for _, readings in melds if rules.allowed == "contract-kinds" else ():
        if readings and asked.isdisjoint(meld.kind for meld in readings):
            yield broken(terms, "further-meld.allowed", "kind", kind=readings[0].kind)
    laid = tuple([laid_as(cards) for cards, _ in melds])
    yield find(terms, "further-meld.allowed", melds=laid)


def _piece_findings(terms: Terms, meld: Meld) -> Iterator[Finding]:
    """What the rules say of a meld that is of the kind its piece asks for."""
    piece, cards = meld.piece, meld.cards
    assert piece, "it is read for one"
    wilds, law = len(meld.wilds), law_of(terms, piece.kind, piece)
    for rule, code, _ in law.counts(len(cards) - wilds, wilds):
        if rule == "wild.balance":
            yield broken(terms, "contract.wilds", code, cards=cards)
        elif code == "few":
            yield broken(terms, "contract.pieces", "small", piece=piece, cards=cards)
        else:
            yield broken(terms, "contract.size", "long", piece=piece, cards=cards)
    if len(cards) > piece.size:
        yield find(terms, "contract.size", cards=cards)
    if 2 * wilds > len(cards) and "contract.wilds" in terms.rules:
        yield find(terms, "contract.wilds", cards=cards)


def _pair_findings(terms: Terms, first: Meld, second: Meld) -> Iterator[Finding]:
    """What the rules say of two melds of one contract that are alike in rank or suit."""
    runs = first.kind == "run"
    alike = first.suit == second.suit if runs else first.ranks[0] == second.ranks[0]
    if first.kind != second.kind or not alike or (runs and terms.runs.mixed):
        return
    breach = pair_breach(terms, first.ranks, second.ranks, runs=runs)
    if not runs:
        ranks = all_of(first.ranks[0])
        yield ruled(not breach, terms, "contract.same-rank", "barred", ranks=ranks)
        return
    suit = first.suit
    apart = runs_apart(terms.deck, first.ranks, second.ranks)
    named: dict[str, Value] = {"suit": suit, "first": first.cards, "second": second.cards}
    if breach in ("gap", "touching", "different"):
        named["apart"] = apart
        yield broken(terms, "contract.same-suit", breach, **named)
        return
    yield find(terms, "contract.same-suit", suit=suit)
    if apart == 0 and "contract.overlap" in terms.rules:
        yield ruled(not breach, terms, "contract.overlap", "barred", **named)


def _hand_findings(terms: Terms, cards: Cards, hand: Cards | None) -> Iterator[Finding]:
    """What the rules say of the cards left where the whole hand must go down."""
    if not terms.deal.whole_hand:
        return
    may_keep = terms.deal.last_card_discarded
    if hand is None:
        yield find(terms, "contract.whole-hand", "but-one" if may_keep else "if-all")
        return
    left = without(hand, cards)
    if not left:
        yield find(terms, "contract.whole-hand")
    elif len(left) == 1:
        yield ruled(may_keep, terms, "contract.last-card", "left", card=left[0])
    else:
        yield broken(terms, "contract.whole-hand", "left", cards=left)
