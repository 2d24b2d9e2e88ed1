"""The nearest thing that would be legal: what one changed card, or another standing, would do.

One generator makes the changes: another standing of a wild, cards left out, added, swapped. What
may come to a meld follows from its cards, and what to a heap from its nearest division. A change is
offered where the cards are legal after it, and nowhere else.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, combinations, islice
from typing import NamedTuple

from referee.language import Value
from referee.rules.cards import RANKS, Card, Cards, Laid, LaidCard, Melds, cards_of, without
from referee.rules.deals import DealError, plan_deal
from referee.rules.findings import Offer
from referee.rules.law.contracts import judge_contract
from referee.rules.law.faults import distances, likely_kind, packs_faults
from referee.rules.law.meld_law import RED
from referee.rules.law.melds import legal_reading
from referee.rules.law.play import judge_lay_off
from referee.rules.law.readings import fixed_cards
from referee.rules.law.table import lay_off_choices, on_table
from referee.rules.phrases import a_card, all_of, laid_as, the_card
from referee.rules.schema.melds import KINDS, Kind
from referee.rules.schema.runs import windows_with
from referee.rules.schema.variant import Terms
from referee.rules.search.arrange import arrange
from referee.rules.search.laying import as_given
from referee.rules.search.why_not import (
    MOST_LACKING,
    STEPS_TO_EXPLAIN,
    NearDivision,
    as_shown,
    divided,
    nearest_to_contract,
)

BEYOND_A_CARD = frozenset(
    {
        "contract.whole-hand", "contract.last-card", "further-meld.allowed",
        "further-meld.contract", "further-meld.when", "further-meld.number",
        "lay-off.contract", "lay-off.when", "lay-off.owner", "opening.rounds",
    }
)  # fmt: skip
"""Rules that no other card would help to keep: it is the time or the rest of the hand."""

MOST_OFFERED = 2
"""How many changes are offered at most."""

MOST_HEAP = 20
"""The most cards of a heap of which one is changed to see whether it divides then."""

MOST_TRIED = 24
"""How many choices of cards that go with some others are tried at most."""

MOST_MELDS = 8
"""The most melds of which one is changed to see whether they are the contract then."""


Way = tuple[tuple[int, ...], tuple[Card, ...]]
"""The places of the cards that go, and the cards that come: it says no more what they stand for."""


class Change(NamedTuple):
    """One change of some cards: what they are then, by which sentence, what went and what came.

    `of` are the cards before the change where they are one meld of several, else none.
    """

    laid: Laid
    code: str
    old: tuple[Card, ...]
    new: tuple[Card, ...]
    of: Laid

    def offer(self, what: str, *, any_of_rank: bool = False) -> Offer:
        """The change as it is offered; `what` names what comes of it."""
        code, several = self.code, self.code == "swap"
        values: dict[str, Value] = {
            name: tuple(map(the_card, cards)) if several else cards[0]
            for name, cards in (("old", self.old), ("new", self.new))
            if cards
        }
        if code == "stands":
            if self.new in ((), self.old):
                return Offer("itself", (("old", self.old[0]),))
            values["new"] = a_card(*self.new)
            return Offer(code, tuple(values.items()))
        if any_of_rank:
            code, values = "less-any", {"ranks": all_of(self.old[0].rank)}
        if self.new and not several:
            code += "-another" * (cards_of(self.laid).count(self.new[0]) > 1)
        values["what"] = what
        if self.of:
            code, values["meld"] = f"{code}-of-meld", cards_of(self.of)
        return Offer(code, tuple(values.items()))


Judge = Callable[[Change], Sequence[tuple[Card, Card]] | None]
"""What each card stands for after a change, as far as that is known; None where that is illegal."""

Coming = Callable[[Laid], Iterable[tuple[Kind, Card]]]
"""The natural cards that may make a meld of a kind with some others."""


def _offers(changes: Iterable[Change], judge: Judge, what: str) -> list[Offer]:
    """The first of some changes that hold; that any card of a rank may go, where each may."""
    held: list[Change] = []
    less: list[Change] = []
    for change in changes:
        if change in held:
            continue
        if change.code == "less":
            less.append(change)
        elif len(held) >= (1 if change.code == "swap" else MOST_OFFERED):
            # Those that leave out a card come together, and first: each of a rank is tried.
            break
        if (pairs := judge(change)) is not None:
            if change.code == "stands":
                (old,) = change.old
                free = [stands for card, stands in pairs if card == old]
                free.sort(key=lambda stands: LaidCard(old, stands) in change.laid)
                change = change._replace(new=tuple(free[:1]))
            held.append(change)
    offers: dict[Offer, None] = {}
    for change in held:
        alike = [
            one in held
            for one in (less if change.code == "less" else ())
            if one.of == change.of and one.old[0].rank == change.old[0].rank
        ]
        any_does = len(alike) > 1 and all(alike)
        offers[change.offer(what, any_of_rank=any_does)] = None
    return list(offers)[:MOST_OFFERED]


def _changes(laid: Laid, ways: Iterable[Way], of: Laid = ()) -> Iterator[Change]:
    """Every change of some cards in these ways, the nearest first.

    That is another standing of a wild, a card left out, one added, one swapped, or several.
    """
    for goes, comes in ways:
        old, new, changed = tuple([laid[at].card for at in goes]), [*map(LaidCard, comes)], laid
        for at in sorted(goes, reverse=True):
            changed, new = (*changed[:at], *new, *changed[at + 1 :]), []
        if old == comes:
            code = "stands"
        elif not comes:
            code = "less"
        else:
            code = ("more", "exchange", "swap")[min(len(old), 2)]
        yield Change((*changed, *new), code, old, comes, of)


def _of_meld(
    terms: Terms, laid: Laid, coming: Coming, free: Callable[[Card], bool]
) -> Iterator[Way]:
    """The ways to change a card of a meld, the nearest first.

    `coming` gives the cards that may come to others, and `free` says whether there is another of a
    card to be had.
    """
    places = range(len(laid))
    for at in places:
        if laid[at].says is not None:
            yield (at,), (laid[at].card,)
    for at in sorted(places, key=lambda at: not terms.is_wild(laid[at].card)):
        if len(laid) > 1:
            yield (at,), ()
    for _, new in coming(laid):
        if free(new):
            yield (), (new,)
    swaps = (
        (*_unlike(laid, kind, new), _steps(laid[at].card, new), at, new)
        for at in places
        if laid[at].says is None
        for kind, new in coming((*laid[:at], *laid[at + 1 :]))
        if new != laid[at].card
    )
    for *_, at, new in sorted(swaps, key=lambda swap: swap[:-1]):
        if free(new):
            yield (at,), (new,)


def _unlike(laid: Laid, kind: Kind, new: Card) -> tuple[int, int]:
    """Sorts cards that may come: first those of the rank or suit that most have, or the first."""
    alike = [card.rank == new.rank if kind == "set" else card.suit == new.suit for card, _ in laid]
    return -sum(alike), alike.index(True) if True in alike else len(laid)


def _steps(old: Card, new: Card) -> int:
    """How far a card is from another, a joker farther than any."""
    if old.is_joker or new.is_joker:
        return len(RANKS)
    return abs(RANKS.index(old.rank) - RANKS.index(new.rank))


def _completing(terms: Terms, kinds: Sequence[Kind], beside: Sequence[Card | None] = ()) -> Coming:
    """The natural cards that may make a meld of one of these kinds with others.

    `beside` is what other cards of the meld stand for, None for a wild. A wild that may stand as
    itself is taken as free, and as itself.
    """

    def coming(laid: Laid) -> list[tuple[Kind, Card]]:
        ways = [fixed_cards(terms, laid)]
        if terms.wilds.as_itself:
            free, own = ways[0], [one.stands for one in laid]
            mine = [at for at, card in enumerate(free) if card is None and not own[at].is_joker]
            ways += [[*free[:at], own[at], *free[at + 1 :]] for at in mine]
            ways.append([own[at] if at in mine else card for at, card in enumerate(free)])
        new = [(kind, card) for kind in kinds for way in ways
               for card in _making(terms, kind, [*beside, *way])]  # fmt: skip
        return [one for one in dict.fromkeys(new) if one[1] not in terms.wild_cards]

    return coming


def _making(terms: Terms, kind: Kind, fixed: Sequence[Card | None]) -> list[Card]:
    """The cards that may make a meld of a kind with others, None for a free wild."""
    there = [card for card in fixed if card is not None]
    ranks = frozenset([card.rank for card in there])
    suits = {card.suit for card in there if card.suit}
    if kind == "set":
        naturals = (rank for rank in reversed(terms.deck.line) if not terms.is_wild(Card(rank)))
        some = ranks or islice(naturals, 1)
        cards = [Card(rank, suit) for rank in some for suit in terms.suits]
        return sorted(cards, key=there.count) if len(ranks) < 2 else []
    if len(ranks) < len(there) or (len(suits) != 1 and not terms.runs.mixed):
        return []
    if terms.runs.mixed:
        # One suit will do for all, or for all of its colour.
        alike = {terms.runs.suits != "any" and suit in RED: suit for suit in reversed(terms.suits)}
        suits = {*alike.values()}
    windows = windows_with(terms.deck, len(fixed) + 1, ranks)
    new = dict.fromkeys([rank for one in windows for rank in one.ranks if rank not in ranks])
    return [Card(rank, suit) for rank in new for suit in terms.suits if suit in suits]


def _free_wilds(terms: Terms, cards: Cards, hand: Cards | None = None) -> list[Card]:
    """The wilds that may come where no natural card helps: those of the hand, or else any one."""
    free = _free(terms, cards, hand)
    wilds = sorted(terms.wild_cards, key=lambda card: (not card.is_joker, card.code))
    some = [card for card in wilds if (card.is_joker or card.suit) and free(card)]
    return some[:1] if hand is None else some


def _wilds(terms: Terms, kind: Kind, cards: Cards, hand: Cards | None = None) -> Coming:
    """As `_completing`, but wilds alone."""
    wilds = [(kind, card) for card in _free_wilds(terms, cards, hand)]
    return lambda laid: wilds


def _free(terms: Terms, cards: Cards, hand: Cards | None = None) -> Callable[[Card], bool]:
    """Whether the player's hand, or else the packs, hold another of a card besides those there."""
    if hand is None:
        return lambda card: cards.count(card) < terms.copies(card)
    return lambda card: cards.count(card) < hand.count(card)


def _may_hold(terms: Terms, count: int) -> bool:
    """Whether a player may hold so many cards: those dealt, the card drawn, and what is claimed."""
    if terms.has_claims and terms.deal.claims:
        return True
    try:
        plan = plan_deal(terms, terms.playing or terms.players.least)
    except DealError:
        return True
    return count <= plan.cards_each + 1


def nearest_melds(terms: Terms, laid: Laid, *, kind: Kind | None = None) -> list[Offer]:
    """What single changes would make cards a meld that are none, nearest first."""
    far, likely = distances(terms, laid), likely_kind(terms, laid)
    said = any(one.says is not None for one in laid)
    for tried in sorted((kind,) if kind else KINDS, key=lambda kind: (far[kind], kind != likely)):

        def reads(change: Change, kind: Kind = tried) -> Sequence[tuple[Card, Card]] | None:
            meld = legal_reading(terms, change.laid, kind)
            if meld is None or packs_faults(terms, cards_of(change.laid)):
                return None
            return meld.pairs

        if far[tried] > 1 and not said:
            continue
        free = _free(terms, cards_of(laid))
        # Only of the kind that is nearest: what would make a set of a run helps nobody.
        for coming in (_completing(terms, (tried,)), _wilds(terms, tried, cards_of(laid))):
            ways = _of_meld(terms, laid, coming, free)
            if offers := _offers(_changes(laid, ways), reads, tried):
                return offers
    return [] if kind or said else _parted(terms, laid)


def _parted(terms: Terms, laid: Laid) -> list[Offer]:
    """The several melds that cards are, where all of them are."""
    cards = cards_of(laid)
    if len(cards) > MOST_HEAP or packs_faults(terms, cards):
        return []
    best = arrange(terms, cards, steps=STEPS_TO_EXPLAIN)
    whole = best.can_lay_contract is None and not best.left
    return [_grouped(best.melds)] * (whole and len(best.melds) > 1)


def _grouped(melds: Melds) -> Offer:
    """The offer to lay cards so."""
    return Offer("group", (("melds", tuple([laid_as(cards_of(meld)) for meld in melds])),))


def nearest_lay_offs(terms: Terms, cards: Laid, onto: Laid) -> list[Offer]:
    """What single changes would make cards fit a meld on the table that do not."""
    table = on_table(terms, onto)
    if table is None:
        return []
    there = cards_of(onto)

    def fits(change: Change) -> Sequence[tuple[Card, Card]] | None:
        findings, _ = judge_lay_off(terms, change.laid, onto, down="earlier")
        together = [*there, *cards_of(change.laid)]
        if not all(f.ok for f in findings) or packs_faults(terms, together):
            return None
        grown = lay_off_choices(terms, change.laid, table)[0]
        return [*(Counter(grown.pairs) - Counter(table.pairs)).elements()]

    beside: list[Sequence[Card | None]] = [table.stands]
    if terms.lay_off.moves_wild:
        # The card that a wild stands for may come, and the wild goes to an end.
        beside.append([None if one.wild else one.stands for one in table.standings])
    free = _free(terms, [*there, *cards_of(cards)])
    ways = [_of_meld(terms, cards, _completing(terms, (table.kind,), lies), free)
            for lies in beside]  # fmt: skip
    return _offers(_changes(cards, chain.from_iterable(ways)), fits, "lay-off")


def nearest_contracts(terms: Terms, melds: Melds, *, hand: Cards | None = None) -> list[Offer]:
    """What other melds of the same cards, or one change of a meld, would make a deal's contract.

    `hand` are all cards that the player holds, where that is known: only these can come.
    """
    cards = tuple(chain.from_iterable(melds))
    if other := regrouped(terms, cards):
        return other
    fewest = min(len(way.contract) for way in (terms, *terms.instead))
    if not fewest <= len(melds) <= MOST_MELDS:
        return []
    laid = cards_of(cards)
    # A change of another meld would leave one that is none as it is.
    wrong = [meld for meld in melds if not legal_reading(terms, meld, *KINDS)]
    if len(wrong) > 1:
        return []
    barred = _barred(terms, laid)
    free = _free(terms, laid, hand)

    def meets(change: Change) -> Sequence[tuple[Card, Card]] | None:
        if not legal_reading(terms, change.laid, *KINDS):
            return None
        at = melds.index(change.of)
        changed = [*melds[:at], change.laid, *melds[at + 1 :]]
        judged = judge_contract(terms, changed, hand=hand)
        if not judged.is_met:
            return None
        return [pair for meld in judged.melds if meld.laid == change.laid for pair in meld.pairs]

    for coming in (_completing(terms, KINDS), _wilds(terms, KINDS[0], laid, hand)):
        changes = [
            change
            for meld in wrong or melds
            for change in _changes(meld, _of_meld(terms, meld, coming, free), meld)
            if change.code not in barred
        ]
        # What is nearest of all melds comes first.
        changes.sort(key=lambda change: ("stands", "less", "more", "exchange").index(change.code))
        if offers := _offers(changes, meets, _what(terms)):
            return offers
    return []


def regrouped(terms: Terms, laid: Laid) -> list[Offer]:
    """Other melds of the same cards that are what a deal asks for, if they are found."""
    near = _divided(terms, laid)
    if near is None:
        return []
    return [_grouped(as_shown(terms, as_given(near.melds, laid)))]


def _divided(
    terms: Terms, laid: Laid, *, lacking: int = 0, most_left: int = 0
) -> NearDivision | None:
    """What a deal asks for of cards that are not too many, so many lacking and no more left."""
    if len(laid) > MOST_HEAP:
        return None
    return nearest_to_contract(terms, laid, lacking=(lacking,), most_left=most_left)


def _what(terms: Terms) -> str:
    """What melds are asked for, in an offer."""
    if terms.showdown.declares:
        return "declare"
    return "contract" if terms.contract else "opening"


def _barred(terms: Terms, cards: Cards) -> set[str]:
    """The changes that no player may make: one less of a whole hand, one more than can be held."""
    if terms.showdown.declares:
        return {"less", "more"}
    whole = terms.deal.whole_hand and not terms.deal.last_card_discarded
    grows = _may_hold(terms, len(cards) + 1)
    return {code for code, holds in (("less", whole), ("more", not grows)) if holds}


def nearest_divisions(terms: Terms, laid: Laid, *, hand: Cards | None = None) -> list[Offer]:
    """What one card less, more or swapped would make a heap what a deal asks for.

    That is its contract, an opening, or a declaration: then else as few cards swapped as are found.
    The rest as `nearest_contracts`.
    """

    def divide(change: Change) -> Sequence[tuple[Card, Card]] | None:
        melds = () if packs_faults(terms, cards_of(change.laid)) else divided(terms, change.laid)
        return [pair for meld in melds for pair in meld.pairs] or None

    for many in range(1, MOST_LACKING + 1 if terms.showdown.declares else 2):
        ways = _of_heap(terms, laid, hand) if many == 1 else _of_hand(terms, laid, many)
        if offers := _offers(_changes(laid, ways), divide, _what(terms)):
            return offers
    return []


def _of_hand(terms: Terms, laid: Laid, many: int) -> Iterator[Way]:
    """The ways to swap so many cards of a hand after which it may divide."""
    if (near := _divided(terms, laid, lacking=many, most_left=many)) is None:
        return
    places = sorted(range(len(laid)), key=lambda at: laid.index(laid[at]))
    left: list[int] = []
    for one in near.left:
        left.append(next(at for at in places if laid[at] == one and at not in left))
    # Where fewer are left, a group has a card too many.
    too_many = combinations([at for at in places if at not in left], many - len(left))
    for more in islice(too_many, MOST_TRIED):
        if not {*near.lacking} & {laid[at].card for at in (*left, *more)}:
            yield (*left, *more), near.lacking


def _of_heap(terms: Terms, laid: Laid, hand: Cards | None) -> Iterator[Way]:
    """The ways to change a card of a heap after which it may divide, the nearest first."""
    cards, barred = cards_of(laid), _barred(terms, cards_of(laid))
    wilds = tuple(dict.fromkeys(one for one in laid if terms.is_wild(one.card)))
    # A card too many for the packs has to go, and a wild may that no meld of a contract can use.
    over = tuple([one for one in laid if cards.count(one.card) > terms.copies(one.card)][:1])
    parts: list[tuple[Laid, Laid, int]] = [] if over else [((), laid, 1)]
    for one in over or (wilds if terms.contract else ()):
        at = laid.index(one)
        parts.append(((one,), (*laid[:at], *laid[at + 1 :]), 0))

    def coming(part: Laid, most_left: int) -> Iterator[tuple[Card, Laid]]:
        """The cards of the hand that make it, else the one that is lacking; what is then left."""
        if hand is None and (near := _divided(terms, part, lacking=1, most_left=most_left)):
            yield near.lacking[0], near.left
            return
        others = _free_wilds(terms, cards) if hand is None else without(hand, cards)
        for new in dict.fromkeys(others):
            if near := _divided(terms, (*part, LaidCard(new)), most_left=most_left):
                yield new, near.left

    goes, part, most_left = parts[0]
    if "less" not in barred and (near := _divided(terms, part, most_left=most_left)):
        ranks = {one.card.rank for one in goes or near.left}
        for at, old in enumerate(laid):
            if old.card.rank in ranks and old not in laid[:at]:
                yield (at,), ()
        return
    for new, _ in coming(laid, 0) if not over and "more" not in barred else ():
        yield (), (new,)
    for goes, part, most_left in parts:
        for new, left in coming(part, most_left):
            for one in goes or left or dict.fromkeys((*wilds, *laid)):
                if one in laid:
                    yield (laid.index(one),), (new,)
