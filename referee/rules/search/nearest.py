"""The nearest thing that would be legal: what one changed card, or another standing, would do.

One generator makes the changes of some cards: another standing of a wild, a card left out, one
added, one swapped. A change is offered where the cards are legal after it, and nowhere else.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial

from referee.language import Value
from referee.rules.cards import RANKS, SUITS, Card, LaidCard, Meld, cards_of
from referee.rules.deals import DealError, copies_in_play, plan_deal
from referee.rules.findings import Offer, violations
from referee.rules.law.contracts import JudgedContract, judge_contract
from referee.rules.law.faults import distances, likely_kind, packs_faults
from referee.rules.law.melds import JudgedMeld, legal_readings
from referee.rules.law.play import judge_lay_off
from referee.rules.law.readings import fixed_cards, stands_as_wild
from referee.rules.law.table import lay_off_choices, on_table
from referee.rules.phrases import a_card, all_of
from referee.rules.schema.melds import KINDS, Kind
from referee.rules.schema.runs import run_windows
from referee.rules.schema.variant import Terms
from referee.rules.search.contract_gaps import nearest_to_contract
from referee.rules.search.dividing import divides

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

MOST_HEAP = 20
"""The most cards of a heap of which one is changed to see whether it divides then."""

MOST_MELDS = 8
"""The most melds of which one is changed to see whether they are the contract then."""


@dataclass(frozen=True, slots=True)
class Change:
    """One change of some cards: what they are then, and which sentence offers it.

    `new` is the card that comes, `old` the one that goes or stands for `new`; either may be absent.
    `meld` are the cards before the change where they are one meld of several, else none.
    """

    laid: Meld
    code: str
    new: Card | None = None
    old: Card | None = None
    meld: tuple[Card, ...] = ()

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
        return self._said(code, values, what)

    def offer_of_any(self, what: str) -> Offer:
        """That any one of the cards of a rank may be left out."""
        assert self.old is not None, "a card is left out"
        return self._said("less-any", [("ranks", all_of(self.old.rank))], what)

    def _said(self, code: str, values: list[tuple[str, Value]], what: str) -> Offer:
        values.append(("what", what))
        if not self.meld:
            return Offer(code, tuple(values))
        return Offer(f"{code}-of-meld", (*values, ("meld", self.meld)))


def _offers(changes: Iterable[Change], holds: Callable[[Change], bool], what: str) -> list[Offer]:
    """The first of some changes that hold; that any card of a rank may go, where each may."""
    tried: dict[object, list[Change]] = {}
    held: list[Change] = []
    for change in changes:
        if change in held:
            continue
        if change.code == "less" and change.old:
            tried.setdefault((change.meld, change.old.rank), []).append(change)
        elif len(held) >= MOST_OFFERED:
            # Those that leave out a card come together, and first: each of a rank is tried.
            break
        if holds(change):
            held.append(change)
    offers: list[Offer] = []
    for change in held:
        alike = tried.get((change.meld, change.old.rank) if change.old else None, [])
        any_does = change.code == "less" and len(alike) > 1 and all(one in held for one in alike)
        offers.append(change.offer_of_any(what) if any_does else change.offer(what))
    return list(dict.fromkeys(offers))[:MOST_OFFERED]


def _changes(
    terms: Terms,
    laid: Meld,
    *,
    kinds: Sequence[Kind],
    free: Callable[[Card], bool],
    beside: Sequence[Card | None] = (),
    least: int = 1,
) -> Iterator[Change]:
    """Every single change of some cards after which they may be of one of these kinds.

    `free` says whether there is another of a card to be had. `beside` are what other cards of the
    same meld stand for, None for a wild. At `least` so many cards are left.
    """
    yield from _without_standings(laid)
    if len(laid) > least:
        for at in sorted(range(len(laid)), key=lambda at: not terms.is_wild(laid[at].card)):
            yield Change((*laid[:at], *laid[at + 1 :]), "less", old=laid[at].card)
    for kind in kinds:
        for new in _coming(terms, kind, laid, beside):
            if free(new):
                yield Change((*laid, LaidCard(new)), "more", new)
    swaps = [
        (*_unlike(cards_of(laid), kind, new), _steps(laid[at].card, new), at, new)
        for kind in kinds
        for at in range(len(laid))
        if laid[at].says is None
        for new in _coming(terms, kind, (*laid[:at], *laid[at + 1 :]), beside)
        if new != laid[at].card and free(new)
    ]
    for *_, at, new in sorted(swaps, key=lambda swap: swap[:-1]):
        changed = (*laid[:at], LaidCard(new), *laid[at + 1 :])
        yield Change(changed, "exchange", new, laid[at].card)


def _coming(terms: Terms, kind: Kind, laid: Meld, beside: Sequence[Card | None]) -> Iterable[Card]:
    """The natural cards that may make a meld of a kind with others; as `_changes`.

    A wild that may stand as itself is taken as free, and as itself.
    """
    fixed = fixed_cards(terms, laid)
    ways = [fixed]
    if terms.wilds.as_itself:
        itself = [laid_card.card for laid_card in laid]
        own = [at for at, card in enumerate(fixed) if card is None and not itself[at].is_joker]
        ways += [[*fixed[:at], itself[at], *fixed[at + 1 :]] for at in own]
        ways.append([itself[at] if at in own else card for at, card in enumerate(fixed)])
    return dict.fromkeys(new for way in ways for new in _completing(terms, kind, [*beside, *way]))


def _without_standings(laid: Meld) -> Iterator[Change]:
    """The cards with each wild in turn free that was said to stand for another."""
    for at, laid_card in enumerate(laid):
        if laid_card.says is not None:
            freed = (*laid[:at], LaidCard(laid_card.card), *laid[at + 1 :])
            yield Change(freed, "stands", None, laid_card.card)


def _completing(terms: Terms, kind: Kind, fixed: Sequence[Card | None]) -> Iterator[Card]:
    """The natural cards that may make a meld of a kind with others, None for a free wild."""
    there = [card for card in fixed if card is not None]
    ranks, suits = {card.rank for card in there}, {card.suit for card in there if card.suit}
    if kind == "set":
        if len(ranks) > 1:
            return
        naturals = (rank for rank in reversed(RANKS) if not terms.is_wild(Card(rank)))
        rank = next(iter(ranks), next(naturals, RANKS[-1]))
        cards = [Card(rank, suit) for suit in SUITS]
        cards.sort(key=there.count)
    elif len(suits) != 1 or len(ranks) < len(there):
        return
    else:
        [suit] = suits
        cards = [
            Card(rank, suit)
            for window in run_windows(terms.ranks.ace, terms.ranks.removed, len(fixed) + 1)
            if ranks <= window.slots.keys()
            for rank in window.ranks
            if rank not in ranks
        ]
    yield from (card for card in dict.fromkeys(cards) if not terms.is_wild(card))


def _unlike(cards: Sequence[Card], kind: Kind, new: Card) -> tuple[int, int]:
    """Sorts cards that may come: first those of the rank or suit that most have, or the first."""
    alike = [
        at
        for at, card in enumerate(cards)
        if (card.rank == new.rank if kind == "set" else card.suit == new.suit)
    ]
    return -len(alike), alike[0] if alike else len(cards)


def _steps(old: Card, new: Card) -> int:
    """How far a card is from another, a joker farther than any."""
    if old.is_joker:
        return len(RANKS)
    return abs(RANKS.index(old.rank) - RANKS.index(new.rank))


def _free(terms: Terms, players: int | None, cards: Sequence[Card]) -> Callable[[Card], bool]:
    """Whether the packs hold another of a card besides those that are there."""
    return lambda card: cards.count(card) < copies_in_play(terms, players, card)


def _may_hold(terms: Terms, players: int | None, count: int) -> bool:
    """Whether a player may hold so many cards: those dealt, the card drawn, and what is claimed."""
    if terms.has_claims and terms.deal.claims:
        return True
    try:
        plan = plan_deal(terms, players or terms.players.least)
    except DealError:
        return True
    return count <= plan.cards_each + 1


def nearest_melds(
    terms: Terms, meld: JudgedMeld, *, kind: Kind | None = None, players: int | None = None
) -> list[Offer]:
    """What single changes would make cards a meld that are none, nearest first."""
    laid = meld.laid
    # Cards that are a meld are tried too many of a kind for the packs.
    far = meld.far or distances(terms, laid)
    said = any(laid_card.says is not None for laid_card in laid)
    likely = likely_kind(terms, laid)
    for tried in sorted((kind,) if kind else KINDS, key=lambda kind: (far[kind], kind != likely)):
        if far[tried] > 1 and not said:
            continue
        free = _free(terms, players, cards_of(laid))
        changes = _changes(terms, laid, kinds=(tried,), free=free)
        holds = partial(_is_meld, terms, tried, players)
        # Only of the kind that is nearest: what would make a set of a run helps nobody.
        if offers := _offers(_as_read(terms, tried, changes), holds, str(tried)):
            return offers
    return []


def _is_meld(terms: Terms, kind: Kind, players: int | None, change: Change) -> bool:
    return bool(legal_readings(terms, change.laid, kind=kind)) and not packs_faults(
        terms, players, cards_of(change.laid)
    )


def _as_read(terms: Terms, kind: Kind, changes: Iterable[Change]) -> Iterator[Change]:
    """The changes, those of a wild's standing with the card that it would stand for."""
    for change in changes:
        if change.code != "stands":
            yield change
            continue
        at = _freed(change)
        for reading in legal_readings(terms, change.laid, kind=kind)[:1]:
            yield replace(change, new=reading.stands[at])


def _freed(change: Change) -> int:
    """The place of the wild whose standing a change leaves open."""
    return next(
        at for at, laid in enumerate(change.laid) if laid.card == change.old and laid.says is None
    )


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

    def standing(change: Change) -> Change:
        """The change, that of a wild's standing with the card that it would stand for."""
        grown = lay_off_choices(terms, change.laid, table) if change.code == "stands" else ()
        stands = [stands for card, stands in grown[0].cards if card == change.old] if grown else ()
        return replace(change, new=stands[-1]) if stands else change

    besides: list[list[Card | None]] = [[stands for _, stands in table.cards]]
    if terms.lay_off.moves_wild:
        # The card that a wild stands for may come, and the wild goes to an end.
        wilds = [stands_as_wild(terms, *pair) for pair in table.cards]
        besides.append([None if wild else stands
                        for wild, stands in zip(wilds, besides[0], strict=True)])  # fmt: skip
    free = _free(terms, players, [*there, *cards_of(cards)])
    changes = (
        change
        for beside in besides
        for change in _changes(terms, cards, kinds=(table.kind,), free=free, beside=beside)
    )
    return _offers(map(standing, changes), fits, "lay-off")


def nearest_contracts(
    terms: Terms,
    melds: Sequence[Meld],
    *,
    players: int | None = None,
    hand: Sequence[Card] | None = None,
) -> list[Offer]:
    """What a single change of one meld would make melds the contract of a deal.

    `hand` are all cards that the player holds, where that is known: only these can come.
    """
    if not len(terms.contract) <= len(melds) <= MOST_MELDS:
        return []
    laid = [card for meld in melds for card in cards_of(meld)]
    whole = terms.deal.whole_hand and not terms.deal.last_card_discarded
    grows = _may_hold(terms, players, len(laid) + 1)
    of_packs = _free(terms, players, laid)

    def free(card: Card) -> bool:
        return laid.count(card) < hand.count(card) if hand is not None else of_packs(card)

    def changes() -> Iterator[Change]:
        made = [
            replace(change, meld=cards_of(meld))
            for meld in melds
            for change in _changes(terms, meld, kinds=KINDS, free=free)
            if not (change.code == "less" and whole) and (change.code != "more" or grows)
        ]
        # What is nearest of all melds comes first.
        yield from sorted(made, key=lambda change: _ORDER.index(change.code))

    judged: dict[Change, JudgedContract] = {}

    def meets(change: Change) -> bool:
        if not legal_readings(terms, change.laid):
            return False
        at = next(at for at, meld in enumerate(melds) if cards_of(meld) == change.meld)
        changed = [*melds[:at], change.laid, *melds[at + 1 :]]
        judged[change] = judge_contract(terms, changed, players=players, hand=hand)
        return not violations(judged[change].findings)

    offers = []
    for change in changes():
        if change.code != "stands":
            break
        if meets(change):
            match = next(one for one in judged[change].matches if one.meld == change.laid)
            new = match.reading.stands[_freed(change)]
            offers.append(replace(change, new=new).offer(_what(terms)))
    others = (change for change in changes() if change.code != "stands")
    return [*offers, *_offers(others, meets, _what(terms))][:MOST_OFFERED]


def _what(terms: Terms) -> str:
    """What first melds are, in an offer."""
    return "contract" if terms.contract else "opening"


_ORDER = ("stands", "less", "more", "exchange")
"""The kinds of changes, the nearest first."""


def nearest_division(
    terms: Terms,
    laid: Meld,
    *,
    players: int | None = None,
    hand: Sequence[Card] | None = None,
) -> list[Offer]:
    """What one card less, more or swapped would make cards the contract; as `nearest_contracts`."""
    if len(laid) > MOST_HEAP:
        return []
    whole = terms.deal.whole_hand and not terms.deal.last_card_discarded

    def changes() -> Iterator[Change]:
        places = {laid_card: at for at, laid_card in reversed([*enumerate(laid)])}
        if not whole:
            for laid_card, at in places.items():
                yield Change((*laid[:at], *laid[at + 1 :]), "less", old=laid_card.card)
        if _may_hold(terms, players, len(laid) + 1):
            for new in _lacking(terms, laid, players):
                yield Change((*laid, LaidCard(new)), "more", new)
        for laid_card, at in places.items():
            others = (*laid[:at], *laid[at + 1 :])
            for new in _lacking(terms, others, players) if laid_card.says is None else ():
                if new != laid_card.card:
                    changed = (*laid[:at], LaidCard(new), *laid[at + 1 :])
                    yield Change(changed, "exchange", new, laid_card.card)

    cards = cards_of(laid)

    def divide(change: Change) -> bool:
        if hand is not None and change.new and cards.count(change.new) >= hand.count(change.new):
            return False
        return divides(terms, change.laid, players=players) and not packs_faults(
            terms, players, cards_of(change.laid)
        )

    return _offers(changes(), divide, _what(terms))


def _lacking(terms: Terms, laid: Meld, players: int | None) -> tuple[Card, ...]:
    """The one natural card that would make cards the contract of a deal, none left over."""
    near = nearest_to_contract(terms, laid, players=players, most_lacking=1, most_left=0)
    return near.lacking if near is not None and len(near.lacking) == 1 else ()
