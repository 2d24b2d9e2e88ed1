"""The nearest thing that would be legal: what one changed card, or another standing, would do.

One generator makes the changes of a meld: another standing of a wild, a card left out, one added,
one swapped; those of a heap are what its nearest division leaves or lacks. A change is offered
where the cards are legal after it, and nowhere else.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
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
from referee.rules.search.laying import as_given
from referee.rules.search.why_not import (
    MOST_LACKING,
    NearDivision,
    as_shown,
    dividing,
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


class Change(NamedTuple):
    """One change of some cards: what they are then, and which sentence offers it.

    `new` is the card that comes, `old` the one that goes or stands for `new`; either may be absent.
    `of` are the cards before the change where they are one meld of several, else none. `divided`:
    the cards of a heap are known to divide after it.
    """

    laid: Laid
    code: str
    new: Card | None = None
    old: Card | None = None
    of: Laid = ()
    divided: bool = False

    def offer(self, what: str, *, any_of_rank: bool = False) -> Offer:
        """The change as it is offered; `what` names what comes of it."""
        code = self.code
        values: dict[str, Value] = {"old": self.old} if self.old else {}
        if code == "stands":
            if self.new in (None, self.old):
                return Offer("itself", tuple(values.items()))
            values["new"] = a_card(self.new)
            return Offer(code, tuple(values.items()))
        if any_of_rank and self.old:
            code, values = "less-any", {"ranks": all_of(self.old.rank)}
        if self.new:
            values["new"] = self.new
            code += "-another" * (cards_of(self.laid).count(self.new) > 1)
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
    tried: dict[object, list[Change]] = {}
    held: list[Change] = []
    for change in changes:
        if change in held:
            continue
        if change.code == "less" and change.old:
            tried.setdefault((change.of, change.old.rank), []).append(change)
        elif len(held) >= MOST_OFFERED:
            # Those that leave out a card come together, and first: each of a rank is tried.
            break
        if (pairs := judge(change)) is not None:
            if change.code == "stands":
                free = [stands for card, stands in pairs if card == change.old]
                free.sort(key=lambda stands: LaidCard(change.old, stands) in change.laid)  # type: ignore[arg-type]
                change = change._replace(new=free[0] if free else None)
            held.append(change)
    offers: dict[Offer, None] = {}
    for change in held:
        alike = tried.get((change.of, change.old.rank), []) if change.old else []
        any_does = change.code == "less" and len(alike) > 1 and all(one in held for one in alike)
        offers[change.offer(what, any_of_rank=any_does)] = None
    return list(offers)[:MOST_OFFERED]


def _changes(
    terms: Terms, laid: Laid, coming: Coming, free: Callable[[Card], bool]
) -> Iterator[Change]:
    """Every single change of the cards of a meld, the nearest first.

    `coming` gives the cards that may come to others, and `free` says whether there is another of a
    card to be had.
    """
    places = range(len(laid))
    for at in places:
        if laid[at].says is not None:
            yield Change(_put(laid, at, LaidCard(laid[at].card)), "stands", None, laid[at].card)
    for at in sorted(places, key=lambda at: not terms.is_wild(laid[at].card)):
        if len(laid) > 1:
            yield Change(_put(laid, at), "less", None, laid[at].card)
    for _, new in coming(laid):
        if free(new):
            yield Change((*laid, LaidCard(new)), "more", new)
    swaps = (
        (*_unlike(laid, kind, new), _steps(laid[at].card, new), at, new)
        for at in places
        if laid[at].says is None
        for kind, new in coming(_put(laid, at))
        if new != laid[at].card and free(new)
    )
    for *_, at, new in sorted(swaps, key=lambda swap: swap[:-1]):
        yield Change(_put(laid, at, LaidCard(new)), "exchange", new, laid[at].card)


def _put(laid: Laid, at: int, *cards: LaidCard) -> Laid:
    """Cards with others, or none, in the place of one."""
    return (*laid[:at], *cards, *laid[at + 1 :])


def _unlike(laid: Laid, kind: Kind, new: Card) -> tuple[int, int]:
    """Sorts cards that may come: first those of the rank or suit that most have, or the first."""
    alike = [
        at
        for at, (card, _) in enumerate(laid)
        if (card.rank == new.rank if kind == "set" else card.suit == new.suit)
    ]
    return -len(alike), alike[0] if alike else len(laid)


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
        return [one for one in dict.fromkeys(new) if not terms.is_wild(one[1])]

    return coming


def _making(terms: Terms, kind: Kind, fixed: Sequence[Card | None]) -> list[Card]:
    """The cards that may make a meld of a kind with others, None for a free wild."""
    there = [card for card in fixed if card is not None]
    ranks = frozenset([card.rank for card in there])
    suits = {card.suit for card in there if card.suit}
    if kind == "set":
        naturals = [rank for rank in reversed(terms.deck.line) if not terms.is_wild(Card(rank))]
        cards = [Card(rank, suit) for rank in ranks or naturals[:1] for suit in terms.suits]
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
        coming, free = _completing(terms, (tried,)), _free(terms, cards_of(laid))
        # Only of the kind that is nearest: what would make a set of a run helps nobody.
        if offers := _offers(_changes(terms, laid, coming, free), reads, tried):
            return offers
    return []


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
    changes = [_changes(terms, cards, _completing(terms, (table.kind,), lies), free)
               for lies in beside]  # fmt: skip
    return _offers(chain.from_iterable(changes), fits, "lay-off")


def nearest_contracts(terms: Terms, melds: Melds, *, hand: Cards | None = None) -> list[Offer]:
    """What other melds of the same cards, or one change of a meld, would make a deal's contract.

    `hand` are all cards that the player holds, where that is known: only these can come.
    """
    cards = tuple(chain.from_iterable(melds))
    if other := regrouped(terms, cards):
        return other
    if not len(terms.contract) <= len(melds) <= MOST_MELDS:
        return []
    laid = cards_of(cards)
    # A change of another meld would leave one that is none as it is.
    wrong = [meld for meld in melds if not legal_reading(terms, meld, *KINDS)]
    if len(wrong) > 1:
        return []
    barred = _barred(terms, laid)
    free, coming = _free(terms, laid, hand), _completing(terms, KINDS)
    changes = [
        change._replace(of=meld)
        for meld in wrong or melds
        for change in _changes(terms, meld, coming, free)
        if change.code not in barred
    ]
    # What is nearest of all melds comes first.
    changes.sort(key=lambda change: ("stands", "less", "more", "exchange").index(change.code))

    def meets(change: Change) -> Sequence[tuple[Card, Card]] | None:
        if not legal_reading(terms, change.laid, *KINDS):
            return None
        at = melds.index(change.of)
        changed = [*melds[:at], change.laid, *melds[at + 1 :]]
        judged = judge_contract(terms, changed, hand=hand)
        if not judged.is_met:
            return None
        return [pair for meld in judged.melds if meld.laid == change.laid for pair in meld.pairs]

    return _offers(changes, meets, _what(terms))


def regrouped(terms: Terms, laid: Laid) -> list[Offer]:
    """Other melds of the same cards that are what a deal asks for, if they are found."""
    near = _divided(terms, laid)
    if near is None:
        return []
    melds = as_shown(terms, as_given(near.melds, laid))
    named = tuple([laid_as(cards_of(meld)) for meld in melds])
    return [Offer("group", (("melds", named),))]


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

    That is its contract, an opening, or a declaration; the rest as `nearest_contracts`.
    """

    # The changes by one card are parts of the heap with it.
    parts = cache(lambda new: dividing(terms, (*laid, LaidCard(new)) if new else laid))

    def divide(change: Change) -> Sequence[tuple[Card, Card]] | None:
        wrong = packs_faults(terms, cards_of(change.laid))
        return () if not wrong and (change.divided or parts(change.new)(change.laid)) else None

    return _offers(_heap_changes(terms, laid, hand), divide, _what(terms))


def nearest_declarations(terms: Terms, laid: Laid) -> list[Offer]:
    """What would make a hand one to declare: one card swapped, or else as few as are found."""
    return nearest_divisions(terms, laid) or _swapped_together(terms, laid)


def _swapped_together(terms: Terms, laid: Laid) -> list[Offer]:
    for many in range(2, MOST_LACKING + 1):
        if (near := _divided(terms, laid, lacking=many, most_left=many)) is None:
            continue
        # Where fewer are left, a group has a card too many.
        too_many = combinations(without(laid, near.left), many - len(near.left))
        for more in islice(too_many, MOST_TRIED):
            goes = cards_of((*near.left, *more))
            hand = tuple(map(LaidCard, (*without(cards_of(laid), goes), *near.lacking)))
            if not {*goes} & {*near.lacking} and dividing(terms, hand)(hand):
                cards = {"old": goes, "new": near.lacking}
                named = [(name, tuple(map(the_card, some))) for name, some in cards.items()]
                return [Offer("swap", (*named, ("what", _what(terms))))]
    return []


def _heap_changes(terms: Terms, laid: Laid, hand: Cards | None) -> Iterator[Change]:
    """The single changes of a heap after which it may divide, the nearest first."""
    cards, barred = cards_of(laid), _barred(terms, cards_of(laid))
    wilds = tuple(dict.fromkeys(one for one in laid if terms.is_wild(one.card)))
    # A card too many for the packs has to go, and a wild may that no meld of a contract can use.
    over = tuple([one for one in laid if cards.count(one.card) > terms.copies(one.card)][:1])
    parts: list[tuple[Laid, Laid, int]] = [] if over else [((), laid, 1)]
    parts += [((one,), _put(laid, laid.index(one)), 0)
              for one in over or (wilds if terms.contract else ())]  # fmt: skip

    def coming(part: Laid, most_left: int) -> Iterator[tuple[Card, Laid]]:
        """The cards of the hand that make it, else the one that is lacking; what is then left."""
        if hand is None:
            if near := _divided(terms, part, lacking=1, most_left=most_left):
                yield near.lacking[0], near.left
            return
        for new in dict.fromkeys(without(hand, cards)):
            if near := _divided(terms, (*part, LaidCard(new)), most_left=most_left):
                yield new, near.left

    goes, part, most_left = parts[0]
    if "less" not in barred and (near := _divided(terms, part, most_left=most_left)):
        ranks = {one.card.rank for one in goes or near.left}
        for at, old in enumerate(laid):
            if old.card.rank in ranks and old not in laid[:at]:
                yield Change(_put(laid, at), "less", None, old.card)
        return
    for new, _ in coming(laid, 0) if not over and "more" not in barred else ():
        yield Change((*laid, LaidCard(new)), "more", new, divided=True)
    for goes, part, most_left in parts:
        for new, left in coming(part, most_left):
            known = goes or left
            for old in known or dict.fromkeys((*wilds, *laid)):
                if old in laid:
                    changed = _put(laid, laid.index(old), LaidCard(new))
                    yield Change(changed, "exchange", new, old.card, divided=bool(known))
