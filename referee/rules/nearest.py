"""The nearest thing that would be legal: what one changed card, or another standing, would do."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain, islice
from operator import itemgetter

from referee.language import Value
from referee.rules.cards import RANKS, SUITS, Card, LaidCard, Meld, cards_of
from referee.rules.contract_gaps import NearDivision
from referee.rules.contracts import JudgedContract, judge_contract
from referee.rules.deals import copies_in_play
from referee.rules.dividing import divides
from referee.rules.faults import distances, likely_kind, packs_faults
from referee.rules.findings import Offer, violations
from referee.rules.meld_law import law_of
from referee.rules.melds import JudgedMeld, legal_readings
from referee.rules.phrases import a_card, all_of
from referee.rules.play import judge_lay_off
from referee.rules.readings import KINDS, Reading, fixed_cards
from referee.rules.runs import longest_run, run_windows
from referee.rules.table import TableMeld, lay_off_choices, on_table
from referee.rules.variant import Kind, Piece, Size, Terms

BEYOND_A_CARD = frozenset(
    {
        "contract.whole-hand", "contract.last-card", "further-meld.allowed",
        "further-meld.contract", "further-meld.when", "further-meld.number",
        "lay-off.contract", "lay-off.when",
    }
)  # fmt: skip
"""Rules that no other card would help to keep: it is the time or the rest of the hand."""

MOST_OFFERED = 2
"""How many changes are offered at most."""

MOST_TRIED = 8
"""How many changes of a meld are tried."""

MOST_HEAP = 14
"""The most cards of a heap of which one is left out to see whether the others divide."""

MOST_CONTRACTS_TRIED = 6
"""How many changed contracts are judged."""


@dataclass(frozen=True, slots=True)
class Change:
    """One change of some cards: what they are then, and which sentence offers it.

    `new` is the card that comes, `old` the one that goes or stands for `new`; either may be absent.
    """

    laid: Meld
    code: str
    new: Card | None = None
    old: Card | None = None

    def offer(self, what: str) -> Offer:
        """The change as it is offered; `what` names what comes of it."""
        values: list[tuple[str, Value]] = []
        if self.old is not None:
            values.append(("old", self.old))
        if self.code == "stands":
            if self.new is None or self.new == self.old:
                return Offer("itself", tuple(values))
            return Offer("stands", (*values, ("new", a_card(self.new))))
        code = self.code
        if self.new is not None:
            values.append(("new", self.new))
            if cards_of(self.laid).count(self.new) > 1:
                code += "-another"
        return Offer(code, (*values, ("what", what)))


def nearest_melds(
    terms: Terms, meld: JudgedMeld, *, kind: Kind | None = None, players: int | None = None
) -> list[Offer]:
    """What single changes would make cards a meld that are none, nearest first."""
    laid = meld.laid
    # Cards that are a meld are tried too many of a kind for the packs.
    far = meld.far or distances(terms, laid)
    likely = likely_kind(terms, laid)
    kinds = (kind,) if kind else KINDS
    if all(far[kind] > 1 for kind in kinds) and all(laid_card.says is None for laid_card in laid):
        return []
    for tried in sorted(kinds, key=lambda kind: (far[kind], kind is not likely)):
        changes = islice(_changes(terms, laid, tried, far[tried], players), MOST_TRIED)
        offers = _offers(changes, partial(_is_meld, terms, tried, players), str(tried))
        # Only of the kind that is nearest: what would make a set of a run helps nobody.
        if offers:
            return offers
    return []


def _is_meld(terms: Terms, kind: Kind, players: int | None, change: Change) -> bool:
    cards = cards_of(change.laid)
    return bool(legal_readings(terms, change.laid, kind=kind)) and not packs_faults(
        terms, players, cards
    )


def _offers(changes: Iterable[Change], holds: Callable[[Change], bool], what: str) -> list[Offer]:
    """The first of some changes that hold; of several alike only one that tells of them all."""
    held: list[Change] = []
    for change in changes:
        if change not in held and holds(change):
            held.append(change)
        if len(_unlike(held)) > MOST_OFFERED:
            break
    return _said_once(held, what)


def _said_once(changes: Iterable[Change], what: str) -> list[Offer]:
    """The offers of some changes, of those alike only one that tells of them all."""
    offers = [_offer_of(alike, what) for alike in _unlike(changes)]
    return list(dict.fromkeys(offers))[:MOST_OFFERED]


def _offer_of(alike: Sequence[Change], what: str) -> Offer:
    """One offer for several changes that are alike."""
    old = alike[0].old
    if len(alike) == 1 or old is None:
        return alike[0].offer(what)
    return Offer("less-any", (("ranks", all_of(old.rank)), ("what", what)))


def _unlike(changes: Iterable[Change]) -> list[list[Change]]:
    """Changes by what tells them apart: those that leave out a card of one rank are alike."""
    alike: dict[object, list[Change]] = {}
    for change in changes:
        key = change.old.rank if change.code == "less" and change.old else change
        alike.setdefault(key, []).append(change)
    return list(alike.values())


def _changes(
    terms: Terms, laid: Meld, kind: Kind, far: int, players: int | None
) -> Iterator[Change]:
    """Changes that may make a meld of a kind, nearest first; `far` is how many cards have to."""
    yield from _other_standings(terms, laid, kind)
    if far <= 1:
        changes_of = _set_changes if kind is Kind.SET else _run_changes
        yield from changes_of(terms, laid, far, players)


def _other_standings(terms: Terms, laid: Meld, kind: Kind) -> Iterator[Change]:
    for at, laid_card in enumerate(laid):
        if laid_card.says is None:
            continue
        freed = (*laid[:at], LaidCard(laid_card.card), *laid[at + 1 :])
        for reading in legal_readings(terms, freed, kind=kind)[:1]:
            yield Change(freed, "stands", reading.stands[at], laid_card.card)


def _exchange(laid: Meld, at: int, new: Card) -> Change:
    changed = (*laid[:at], LaidCard(new), *laid[at + 1 :])
    return Change(changed, "exchange", new, laid[at].card)


def _less(laid: Meld, at: int) -> Change:
    return Change((*laid[:at], *laid[at + 1 :]), "less", None, laid[at].card)


def _more(laid: Meld, new: Card) -> Change:
    return Change((*laid, LaidCard(new)), "more", new)


def _set_changes(terms: Terms, laid: Meld, far: int, players: int | None) -> Iterator[Change]:
    fixed = fixed_cards(terms, laid)
    ranks = [card.rank for card in fixed if card is not None]
    if not ranks:
        return
    rank = max(ranks, key=ranks.count)
    others = [at for at, card in enumerate(fixed) if card is not None and card.rank != rank]
    new = _another(terms, rank, cards_of(laid), players)
    # Where all are of one rank, it is a card too often or a wild too many that has to go.
    odd = (
        others
        or _too_often(terms, laid, players)
        or _barred_beside(terms, fixed)
        or _wilds(terms, laid)[-1:]
    )
    if new is not None and len(laid) >= terms.sets.least:
        for at in odd:
            if laid[at].says is None:
                yield _exchange(laid, at, new)
    if new is not None and not others and len(laid) < terms.sets.least:
        yield _more(laid, new)
    for at in odd or [len(laid) - 1]:
        yield _less(laid, at)


def _another(terms: Terms, rank: str, there: Sequence[Card], players: int | None) -> Card | None:
    """A natural card of a rank that the packs still hold."""
    cards = [Card(rank, suit) for suit in SUITS if not terms.is_wild(Card(rank, suit))]
    cards.sort(key=there.count)
    return next(
        (card for card in cards if there.count(card) < copies_in_play(terms, players, card)),
        None,
    )


def _too_often(terms: Terms, laid: Meld, players: int | None) -> list[int]:
    cards = cards_of(laid)
    return [
        at
        for at, card in enumerate(cards)
        if cards[: at + 1].count(card) > copies_in_play(terms, players, card)
    ]


def _barred_beside(terms: Terms, fixed: Sequence[Card | None]) -> list[int]:
    """The places of cards in a set that may not lie with those before them."""
    law = law_of(terms, Kind.SET)
    return [
        at
        for at, card in enumerate(fixed)
        if card is not None
        and not all(
            law.may_lie((fixed_card, card), ())
            for fixed_card in fixed[:at]
            if fixed_card is not None
        )
    ]


def _wilds(terms: Terms, laid: Meld) -> list[int]:
    return [
        at
        for at, laid_card in enumerate(laid)
        if terms.is_wild(laid_card.card) and laid_card.says is None
    ]


def _run_changes(terms: Terms, laid: Meld, far: int, players: int | None) -> Iterator[Change]:
    fixed = fixed_cards(terms, laid)
    suits = [card.suit for card in fixed if card is not None]
    count, least = len(laid), terms.runs.least
    for suit in sorted(dict.fromkeys(suits), key=suits.count, reverse=True):
        odd = _strangers(fixed, suit)
        if far and not odd and count < longest_run(terms):
            for new in _missing(terms, fixed, suit, count + 1):
                yield _more(laid, new)
        if count >= least:
            if not odd and not far:
                # They follow on: it is a joker too often or a wild too many that has to go.
                odd = _too_often(terms, laid, players) or _wilds(terms, laid)[-1:]
            yield from _run_exchanges(terms, laid, fixed, suit, odd)
        if count > least:
            for at in (*odd, 0, count - 1):
                yield _less(laid, at)


def _strangers(fixed: Sequence[Card | None], suit: str) -> list[int]:
    """The places of cards of another suit, and of cards that are there twice."""
    return [
        at
        for at, card in enumerate(fixed)
        if card is not None and (card.suit != suit or card in fixed[:at])
    ]


def _run_exchanges(
    terms: Terms,
    laid: Meld,
    fixed: Sequence[Card | None],
    suit: str,
    odd: Sequence[int],
) -> Iterator[Change]:
    """Exchanges of the one card that does not fit, by the rank nearest to its own."""
    changes = []
    for at in odd or range(len(laid)):
        if laid[at].says is not None or (fixed[at] is None and not odd):
            continue
        others = [card for place, card in enumerate(fixed) if place != at]
        for new in _missing(terms, others, suit, len(laid)):
            changes.append((_steps(laid[at].card, new), at, new))
    changes.sort(key=itemgetter(0, 1))
    for _, at, new in changes:
        yield _exchange(laid, at, new)


def _steps(old: Card, new: Card) -> int:
    if old.is_joker:
        return len(RANKS)
    return abs(RANKS.index(old.rank) - RANKS.index(new.rank))


def _missing(terms: Terms, fixed: Sequence[Card | None], suit: str, size: int) -> Iterator[Card]:
    """Cards that would make a run of a size with the others; where wilds are spare, any end."""
    there = {card.rank for card in fixed if card is not None}
    lacks = size - sum(card is not None for card in fixed)
    if any(card is not None and card.suit != suit for card in fixed):
        return
    seen = set(terms.wilds.ranks)
    for window in run_windows(terms.ranks.ace, terms.ranks.removed, size):
        lacking = [rank for rank in window.ranks if rank not in there]
        if len(lacking) == lacks:
            for rank in lacking:
                if rank not in seen:
                    seen.add(rank)
                    yield Card(rank, suit)


def nearest_lay_offs(
    terms: Terms, cards: Meld, onto: Meld, *, players: int | None = None
) -> list[Offer]:
    """What single changes would make cards fit a meld on the table that do not."""
    table = on_table(terms, onto)
    if table is None:
        return []
    there = cards_of(onto)

    def fits(change: Change) -> bool:
        findings, _ = judge_lay_off(terms, change.laid, onto, down="earlier")
        together = [*there, *cards_of(change.laid)]
        return not violations(findings) and not packs_faults(terms, players, together)

    changes = _lay_off_changes(terms, cards, table, there, players)
    return _offers(islice(changes, MOST_TRIED), fits, "lay-off")


def _lay_off_changes(
    terms: Terms, cards: Meld, table: TableMeld, there: Sequence[Card], players: int | None
) -> Iterator[Change]:
    for at, laid_card in enumerate(cards):
        if laid_card.says is not None:
            freed = (*cards[:at], LaidCard(laid_card.card), *cards[at + 1 :])
            for grown in lay_off_choices(terms, freed, table)[:1]:
                stands = next(stands for card, stands in grown.cards if card == laid_card.card)
                yield Change(freed, "stands", stands, laid_card.card)
    new = list(_next_cards(terms, table, [*there, *cards_of(cards)], players))
    for card in new:
        if any(_steps(laid_card.card, card) == 1 for laid_card in cards):
            yield _more(cards, card)
    if len(cards) > 1:
        yield from (_less(cards, at) for at in range(len(cards)))
    for at, laid_card in enumerate(cards):
        for card in sorted(new, key=partial(_steps, laid_card.card)):
            yield _exchange(cards, at, card)


def _next_cards(
    terms: Terms, table: TableMeld, there: Sequence[Card], players: int | None
) -> Iterator[Card]:
    """The natural cards that go on a meld next."""
    if table.kind is Kind.SET:
        card = _another(terms, table.cards[0][1].rank, there, players)
        if card is not None:
            yield card
        return
    stands = [stands for _, stands in table.cards]
    yield from _missing(terms, stands, stands[0].suit, len(stands) + 1)


def nearest_contracts(
    terms: Terms, melds: Sequence[Meld], *, players: int | None = None
) -> list[Offer]:
    """What a single change of one meld would make melds the contract of a deal."""
    pieces = terms.contract
    if len(melds) != len(pieces):
        return []

    def changes() -> Iterator[tuple[Change, list[Meld]]]:
        for at, meld in enumerate(melds):
            for change in _piece_changes(terms, meld, players):
                yield change, [*melds[:at], change.laid, *melds[at + 1 :]]

    held: list[Change] = []
    for change, changed in islice(changes(), MOST_CONTRACTS_TRIED):
        judged = judge_contract(terms, changed, players=players)
        if not violations(judged.findings):
            held.append(_as_read(change, judged))
    return _said_once(held, "contract")


def _as_read(change: Change, judged: JudgedContract) -> Change:
    """A change of what a wild stands for, with what it stands for in the contract."""
    if change.code != "stands":
        return change
    at = next(
        place for place, (card, says) in enumerate(change.laid) if card == change.old and not says
    )
    match = next(match for match in judged.matches if match.meld == change.laid)
    return replace(change, new=match.reading.stands[at])


def _piece_changes(terms: Terms, meld: Meld, players: int | None) -> Iterator[Change]:
    """Changes of a meld that serves no piece of a contract, or is longer than it has to be."""
    pieces = dict.fromkeys(terms.contract)
    read = legal_readings(terms, meld)
    kinds = {reading.kind for reading in read}
    far = distances(terms, meld)
    for piece in sorted(pieces, key=lambda piece: far[piece.kind]):
        if piece.kind not in kinds:
            yield from islice(_made(terms, meld, piece, far[piece.kind], players), 1)
            continue
        yield from _other_standings(terms, meld, piece.kind)
        if len(meld) == piece.size - 1:
            yield from islice(_longer(terms, meld, piece.kind, players), 1)
        elif len(meld) == piece.size + 1:
            ends = [len(meld) - 1, 0]
            for at in range(len(meld)) if piece.kind is Kind.SET else ends:
                yield _less(meld, at)
        yield from islice(_natural_instead(terms, meld, read, players), 1)


def _made(
    terms: Terms, meld: Meld, piece: Piece, far: int, players: int | None
) -> Iterator[Change]:
    """Changes that make a meld of a piece's kind, large enough for it."""
    for change in _changes(terms, meld, piece.kind, far, players):
        large = len(change.laid) >= piece.size
        if large and legal_readings(terms, change.laid, kind=piece.kind):
            yield change


def _natural_instead(
    terms: Terms, meld: Meld, read: Sequence[Reading], players: int | None
) -> Iterator[Change]:
    """A natural card in the place of a wild."""
    for at in _wilds(terms, meld):
        stands = read[0].stands[at]
        new = stands if stands.suit else _another(
            terms, stands.rank, cards_of(meld), players
        )  # fmt: skip
        if new is not None and not terms.is_wild(new):
            yield _exchange(meld, at, new)


def _longer(terms: Terms, meld: Meld, kind: Kind, players: int | None) -> Iterator[Change]:
    cards = cards_of(meld)
    stands = legal_readings(terms, meld, kind=kind)[0].stands
    if kind is Kind.SET:
        new = _another(terms, stands[0].rank, cards, players)
        if new is not None:
            yield _more(meld, new)
    else:
        for new in _missing(terms, stands, stands[0].suit, len(meld) + 1):
            yield _more(meld, new)


def nearest_division(
    terms: Terms,
    laid: Meld,
    division: NearDivision | None,
    *,
    players: int | None = None,
) -> list[Offer]:
    """What one card more, one swapped or one left out would make cards the contract of a deal.

    `division` is the one that comes nearest to it, where one is known.
    """
    changes = chain(_filling(laid, division), _leaving_out(terms, laid))

    def divide(change: Change) -> bool:
        return divides(terms, change.laid, players=players)

    return _offers(changes, divide, "contract")


def _filling(laid: Meld, division: NearDivision | None) -> Iterator[Change]:
    """Changes that bring the one card that a division lacks."""
    if division is None or len(division.lacking) != 1:
        return
    [new] = division.lacking
    if not division.left:
        yield _more(laid, new)
    for laid_card in dict.fromkeys(division.left):
        yield _exchange(laid, laid.index(laid_card), new)


def _leaving_out(terms: Terms, laid: Meld) -> Iterator[Change]:
    needed = sum(piece.size for piece in terms.contract)
    exact = terms.contracts.size is Size.EXACT
    if needed < len(laid) <= MOST_HEAP and (not exact or len(laid) == needed + 1):
        for laid_card in dict.fromkeys(laid):
            yield _less(laid, laid.index(laid_card))
