"""Melds: whether cards are a set or a run, and what every wild in them stands for."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import islice
from operator import itemgetter
from typing import NamedTuple

from referee.rules.cards import RANKS, SUIT_SIGNS, SUITS, Card, LaidCard, show_cards
from referee.rules.deals import copies_in_play
from referee.rules.findings import Finding, broken, find
from referee.rules.variant import Ace, Kind, SettledBy, Variant

MOST_READINGS = 240
"""The most readings that a ruling lists: enough for five different wilds in one meld."""


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to read cards as a meld.

    `stands` says, in the order given, which card each stands for: a bare rank for a wild in a set.
    `wilds` says which of them are used as wilds.
    """

    kind: Kind
    stands: tuple[Card, ...]
    wilds: tuple[bool, ...]

    @property
    def rank(self) -> str:
        """The rank of a set; of a run, the rank of its first card as given."""
        return self.stands[0].rank

    @property
    def reads_as(self) -> list[str]:
        """What each card stands for, as cases write it, in the order given."""
        return [card.code for card in self.stands]

    @property
    def wild_count(self) -> int:
        """How many wilds it uses."""
        return sum(self.wilds)

    def as_dict(self) -> dict[str, object]:
        """The reading as plain data."""
        return {"kind": str(self.kind), "reads_as": self.reads_as}


@dataclass(frozen=True, slots=True)
class JudgedMeld:
    """What the rules say of cards laid as one meld.

    `readings` are all legal ones, the assumed one first; none where it is no meld. `findings` are
    then the rules it breaks, else those that permit it. `far` says of what is no meld how far it
    is from one of each kind, as `distances`.
    """

    laid: tuple[LaidCard, ...]
    readings: tuple[Reading, ...]
    findings: tuple[Finding, ...]
    far: Mapping[Kind, int] = field(default_factory=dict)


class Window(NamedTuple):
    """A stretch of ranks that a run may take.

    `slots` are the places of each rank in it, `once` whether each rank has a single one. `bits`
    are its ranks as `RANK_BITS`, an ace as that of its end.
    """

    ranks: tuple[str, ...]
    slots: dict[str, tuple[int, ...]]
    once: bool
    bits: int


RANK_BITS = {rank: 1 << at for at, rank in enumerate(RANKS)} | {"A": 1 | 1 << 13}
"""Each rank as a bit, from the low ace to the high one; an ace that is either is both."""


@lru_cache(maxsize=64)
def rank_lines(ace: Ace, removed: tuple[str, ...] = ()) -> tuple[tuple[str, ...], ...]:
    """The ranks in the order in which runs follow them, once for each place of the ace."""
    middle = RANKS[1:]
    lines = {
        Ace.LOW: (("A", *middle),),
        Ace.HIGH: ((*middle, "A"),),
        Ace.EITHER: (("A", *middle), (*middle, "A")),
        Ace.BOTH: (("A", *middle, "A"),),
    }[ace]
    return tuple(tuple(rank for rank in line if rank not in removed) for line in lines)


@lru_cache(maxsize=512)
def run_windows(ace: Ace, removed: tuple[str, ...], size: int) -> tuple[Window, ...]:
    """Every stretch of `size` ranks that a run may take, from low to high."""
    stretches = dict.fromkeys(
        line[at : at + size]
        for line in rank_lines(ace, removed)
        for at in range(len(line) - size + 1)
    )
    return tuple(_window(ranks) for ranks in stretches)


def _window(ranks: tuple[str, ...]) -> Window:
    slots = {rank: tuple(at for at, one in enumerate(ranks) if one == rank) for rank in ranks}
    low = 1 if ranks[0] == "A" else 0
    high = 1 << 13 if ranks[-1] == "A" else 0
    bits = low | high | sum(RANK_BITS[rank] for rank in slots if rank != "A")
    return Window(ranks, slots, len(slots) == len(ranks), bits)


@lru_cache(maxsize=512)
def _stretches(ace: Ace, removed: tuple[str, ...], size: int) -> frozenset[tuple[str, ...]]:
    """The ranks of every run of a size, sorted as texts are."""
    return frozenset(tuple(sorted(window.ranks)) for window in run_windows(ace, removed, size))


def longest_run(variant: Variant) -> int:
    """The most cards that a run can have."""
    # All lines of a game are as long.
    return len(rank_lines(variant.ranks.ace, variant.ranks.removed)[0])


def judge_meld(
    variant: Variant, laid: Sequence[LaidCard], *, kind: Kind | None = None
) -> JudgedMeld:
    """Judge whether cards are a meld, read as a set, a run or either.

    `laid` are the cards in the order given. Sizes are those of any meld; what a contract asks
    besides is judged with the contract. Where no reading is legal, the findings name every rule
    broken under the nearest kind.
    """
    laid = tuple(laid)
    legal = legal_readings(variant, laid, kind=kind)
    if legal:
        return JudgedMeld(laid, legal, meld_permissions(variant, laid, legal))
    far = distances(variant, laid)
    return JudgedMeld(laid, (), meld_faults(variant, laid, kind=kind, far=far), far)


def legal_readings(
    variant: Variant,
    laid: Sequence[LaidCard],
    *,
    kind: Kind | None = None,
    most: int = MOST_READINGS,
) -> tuple[Reading, ...]:
    """Every legal reading of cards as one meld, the assumed one first; none for no meld."""
    if _says_what_cannot_be(variant, laid) or _fewest_wild_faults(variant, laid):
        return ()
    legal: list[Reading] = []
    for one in (kind,) if kind else KINDS:
        if _has_size(variant, one, len(laid)):
            read = readings(variant, laid, one, most)
            legal += [reading for reading in read if not wild_faults(variant, reading)]
    return tuple(legal[:MOST_READINGS])


KINDS = tuple(Kind)


def meld_faults(
    variant: Variant,
    laid: Sequence[LaidCard],
    *,
    kind: Kind | None = None,
    far: Mapping[Kind, int] | None = None,
) -> tuple[Finding, ...]:
    """Every rule that cards break which are no meld, under the kind that they are nearest to.

    `far` is how far they are from each kind, where that is known already.
    """
    wrong = standing_faults(variant, laid)
    if wrong:
        laid, far = _without_false_standings(variant, laid), None
    kinds = (kind,) if kind else _nearest_kinds(variant, laid, far or distances(variant, laid))
    return wrong + tuple([fault for one in kinds for fault in kind_faults(variant, laid, one)])


def _says_what_cannot_be(variant: Variant, laid: Sequence[LaidCard]) -> bool:
    said = [one for one in laid if one.says is not None]
    return bool(said) and bool(standing_faults(variant, said))


def _without_false_standings(variant: Variant, laid: Sequence[LaidCard]) -> tuple[LaidCard, ...]:
    """The cards with wilds free that were said to be a card that is not in the game."""
    removed = variant.ranks.removed
    return tuple(
        LaidCard(one.card) if one.says is not None and one.says.rank in removed else one
        for one in laid
    )


def _has_size(variant: Variant, kind: Kind, count: int) -> bool:
    if kind is Kind.RUN:
        return count >= variant.runs.least
    return count >= variant.sets.least and not 0 < variant.sets.most < count


def readings(
    variant: Variant, laid: Sequence[LaidCard], kind: Kind, most: int = MOST_READINGS
) -> Iterator[Reading]:
    """Every reading of cards as one kind by rank, suit and order alone, the assumed one first.

    Alike wilds are not told apart. Standings that were said are kept. Past `most` readings of a
    suit only one for each stretch of ranks is given.
    """
    if kind is Kind.SET:
        return _set_readings(variant, laid)
    return _run_readings(variant, laid, most)


def assumed_reading(variant: Variant, laid: Sequence[LaidCard]) -> Reading | None:
    """The reading that is assumed of cards laid as a meld, or None for no meld."""
    legal = legal_readings(variant, laid, most=1)
    return legal[0] if legal else None


def fixed_cards(variant: Variant, laid: Sequence[LaidCard]) -> list[Card | None]:
    """The card that each laid card must stand for, or None for a wild that is free."""
    wild = variant.wild_ranks
    return [one.says or (None if one.card.rank in wild else one.card) for one in laid]


def _told(variant: Variant, laid: Sequence[LaidCard]) -> list[Card]:
    """What the cards stand for that are no free wilds."""
    return [card for card in fixed_cards(variant, laid) if card is not None]


def _is_natural(variant: Variant, card: Card, stands: Card) -> bool:
    if not variant.is_wild(card):
        return True
    same = stands.rank == card.rank and stands.suit in ("", card.suit)
    return variant.wilds.as_itself and same


def _set_readings(variant: Variant, laid: Sequence[LaidCard]) -> Iterator[Reading]:
    fixed = fixed_cards(variant, laid)
    ranks = {card.rank for card in fixed if card is not None}
    if len(ranks) > 1:
        return
    for rank in ranks or _free_ranks(variant, laid):
        stands = tuple(
            card if card is not None else _in_set(variant, one.card, rank)
            for one, card in zip(laid, fixed, strict=True)
        )
        yield Reading(Kind.SET, stands, _wild_flags(variant, laid, stands))


def _in_set(variant: Variant, card: Card, rank: str) -> Card:
    as_itself = variant.wilds.as_itself and card.rank == rank
    return card if as_itself else Card(rank)


def _free_ranks(variant: Variant, laid: Sequence[LaidCard]) -> list[str]:
    """The ranks of a set of wilds alone: first those that its cards have themselves."""
    own = [one.card.rank for one in laid if variant.wilds.as_itself and not one.card.is_joker]
    high_first = [rank for rank in ("A", *reversed(RANKS[1:])) if rank not in variant.ranks.removed]
    return list(dict.fromkeys(own + high_first))


def _wild_flags(
    variant: Variant, laid: Sequence[LaidCard], stands: Sequence[Card]
) -> tuple[bool, ...]:
    wild = variant.wild_ranks
    if not [one for one in laid if one.card.rank in wild]:
        return (False,) * len(laid)
    return tuple(
        not _is_natural(variant, one.card, card) for one, card in zip(laid, stands, strict=True)
    )


def _run_readings(
    variant: Variant, laid: Sequence[LaidCard], most: int = MOST_READINGS
) -> Iterator[Reading]:
    fixed = fixed_cards(variant, laid)
    suits = {card.suit for card in fixed if card is not None and card.suit}
    if len(suits) > 1:
        return
    for suit in suits or SUITS:
        for ranks in _orders(variant, laid, fixed, most):
            stands = tuple(Card(rank, suit) for rank in ranks)
            yield Reading(Kind.RUN, stands, _wild_flags(variant, laid, stands))


def _orders(
    variant: Variant, laid: Sequence[LaidCard], fixed: Sequence[Card | None], most: int
) -> Iterator[tuple[str, ...]]:
    """What rank each card may stand for in a run, the assumed order first."""
    ace, removed = variant.ranks.ace, variant.ranks.removed
    ranks = [card.rank for card in fixed if card is not None]
    if len(ranks) == len(laid):
        if tuple(sorted(ranks)) in _stretches(ace, removed, len(laid)):
            yield tuple(ranks)
        return
    found: list[tuple[tuple[int, int, int], tuple[str, ...]]] = []
    for at, window in enumerate(run_windows(ace, removed, len(laid))):
        for places in _placements(window, fixed):
            # The first order of a stretch is the one assumed of it.
            for order in islice(_wild_orders(laid, places), max(most - len(found), 1)):
                key = _assumed_key(order, places, at)
                found.append((key, tuple([window.ranks[place] for place in order])))
    found.sort(key=itemgetter(0))
    yield from dict.fromkeys(order for _, order in found)


def _assumed_key(
    order: tuple[int, ...], places: tuple[int | None, ...], window: int
) -> tuple[int, int, int]:
    """Sorts orders so that the assumed one comes first (readings: as given, else gaps, high, low).

    `order` holds the place of each card in the run, `places` the same but for free wilds. First the
    cards as they lie, upwards and then downwards; else the fewest wilds below the lowest card that
    is no free wild.
    """
    count = len(order)
    if order == _UPWARDS[count]:
        return 0, 0, window
    if order == _DOWNWARDS[count]:
        return 1, 0, window
    return 2, min((place for place in places if place is not None), default=0), window


_UPWARDS = tuple(tuple(range(count)) for count in range(15))
_DOWNWARDS = tuple(tuple(reversed(range(count))) for count in range(15))


def _placements(window: Window, fixed: Sequence[Card | None]) -> Iterable[tuple[int | None, ...]]:
    """Each way to give the fixed cards places of their own in a window."""
    if not window.once:
        return _all_placements(window, fixed)
    places: list[int | None] = []
    for card in fixed:
        slots = window.slots.get(card.rank) if card is not None else ANYWHERE
        if slots is None or (card is not None and slots[0] in places):
            return ()
        places.append(slots[0] if card is not None else None)
    return (tuple(places),)


ANYWHERE = (0,)


def _all_placements(
    window: Window, fixed: Sequence[Card | None]
) -> Iterator[tuple[int | None, ...]]:
    """As `_placements`, in a window that holds a rank twice."""
    if not fixed:
        yield ()
        return
    *others, card = fixed
    for places in _all_placements(window, others):
        if card is None:
            yield (*places, None)
            continue
        for slot in window.slots.get(card.rank, ()):
            if slot not in places:
                yield (*places, slot)


def _wild_orders(
    laid: Sequence[LaidCard], places: tuple[int | None, ...]
) -> Iterator[tuple[int, ...]]:
    """Each way to give the free wilds the places left, alike wilds not told apart.

    Wilds take their places upwards in the order given; downwards where the cards lie so.
    """
    wilds = [at for at, place in enumerate(places) if place is None]
    free = [slot for slot in range(len(places)) if slot not in places]
    if len(wilds) > 1 and _lies_downwards(places):
        free.reverse()
    for way in _unalike_orders(laid, tuple(wilds)):
        order = list(places)
        for wild, slot in zip(way, free, strict=True):
            order[wild] = slot
        yield tuple(order)  # type: ignore[arg-type]


def _unalike_orders(laid: Sequence[LaidCard], wilds: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Every order of the wilds at these places in which alike ones keep theirs."""
    if not wilds:
        yield ()
        return
    tried = set()
    for at, wild in enumerate(wilds):
        if laid[wild].card not in tried:
            tried.add(laid[wild].card)
            for rest in _unalike_orders(laid, wilds[:at] + wilds[at + 1 :]):
                yield (wild, *rest)


def _lies_downwards(places: tuple[int | None, ...]) -> bool:
    """Whether cards can lie as a run from high to low, and not from low to high."""
    last = len(places) - 1
    told = [(at, place) for at, place in enumerate(places) if place is not None]
    downwards = all(place == last - at for at, place in told)
    return downwards and not all(place == at for at, place in told)


def standing_faults(variant: Variant, laid: Sequence[LaidCard]) -> tuple[Finding, ...]:
    """Faults in what cards are said to stand for: only a wild may, and only for a card there is."""
    wrong = []
    for one in laid:
        if one.says is None:
            continue
        if not variant.is_wild(one.card):
            rule = "wild.cards" if variant.has_wilds else "cards.packs"
            wrong.append(broken(variant, rule, "natural", card=one.card, says=one.says))
        elif one.says.rank in variant.ranks.removed:
            itself = one.says.rank in variant.wilds.ranks
            rule = "wild.itself" if itself else "wild.standing"
            wrong.append(broken(variant, rule, "no-rank", card=one.card, says=one.says))
    return tuple(wrong)


def wild_faults(variant: Variant, reading: Reading) -> tuple[Finding, ...]:
    """Faults in the number of wilds that a reading uses."""
    return _number_faults(variant, reading.wild_count, len(reading.wilds) - reading.wild_count)


def _number_faults(variant: Variant, wilds: int, naturals: int) -> tuple[Finding, ...]:
    if not variant.has_wilds or not wilds:
        return ()
    wrong = []
    least, most = variant.wilds.naturals_per_meld, variant.wilds.most_per_meld
    if naturals < least:
        named = {
            "least": least,
            "cards": _cards_word(least, "natural card"),
            "has": naturals or "none",
        }
        wrong.append(broken(variant, "wild.naturals", "few", **named))
    if most and wilds > most:
        wrong.append(broken(variant, "wild.number", "many", most=most, has=wilds))
    return tuple(wrong)


def _fewest_wild_faults(variant: Variant, laid: Sequence[LaidCard]) -> tuple[Finding, ...]:
    """The faults in the number of wilds that no reading can be without."""
    naturals = len(_naturals(variant, laid))
    return _number_faults(variant, len(laid) - naturals, naturals)


def _cards_word(count: int, word: str) -> str:
    return f"{count} {word}" if count == 1 else f"{count} {word}s"


def _nearest_kinds(
    variant: Variant, laid: Sequence[LaidCard], far: Mapping[Kind, int]
) -> tuple[Kind, ...]:
    """The kind for which the fewest cards have to change.

    Where both are as near, the one that people mean; both where even that cannot be told.
    """
    if far[Kind.SET] != far[Kind.RUN]:
        return (min(KINDS, key=far.__getitem__),)
    likely = likely_kind(variant, laid)
    return (likely,) if likely else KINDS


def distances(variant: Variant, laid: Sequence[LaidCard]) -> dict[Kind, int]:
    """How many cards would have to be others, be added or be left out for a meld of each kind."""
    count, told = len(laid), _told(variant, laid)
    ranks = [card.rank for card in told]
    of_rank = max([ranks.count(rank) for rank in set(ranks)], default=0)
    longest = longest_run(variant)
    size = min(max(count, variant.runs.least), longest)
    off_set = _off_size(count, variant.sets.least, variant.sets.most or count)
    off_run = _off_size(count, variant.runs.least, longest)
    return {
        Kind.SET: len(told) - of_rank + off_set,
        Kind.RUN: len(told) - _most_in_a_run(variant, told, size) + off_run,
    }


def _off_size(count: int, least: int, most: int) -> int:
    return least - count if count < least else max(count - most, 0)


def cards_to_change(variant: Variant, laid: Sequence[LaidCard], kind: Kind) -> int:
    """As `distances`, for one kind."""
    return distances(variant, laid)[kind]


def _most_in_a_run(variant: Variant, told: Sequence[Card], size: int) -> int:
    """The most of some cards that could lie in one run of a size."""
    by_suit: dict[str, int] = {}
    for card in told:
        by_suit[card.suit] = by_suit.get(card.suit, 0) | RANK_BITS[card.rank]
    windows = run_windows(variant.ranks.ace, variant.ranks.removed, size)
    held = by_suit.values()
    most = max([(bits & one.bits).bit_count() for bits in held for one in windows], default=0)
    return min(most, len(told))


def likely_kind(variant: Variant, laid: Sequence[LaidCard]) -> Kind | None:
    """The kind that people mean by these cards: one rank a set, one suit a run."""
    fixed = _told(variant, laid)
    if len(fixed) < 2:
        return None
    if len({card.rank for card in fixed}) == 1:
        return Kind.SET
    return Kind.RUN if len({card.suit for card in fixed if card.suit}) == 1 else None


def kind_faults(variant: Variant, laid: Sequence[LaidCard], kind: Kind) -> tuple[Finding, ...]:
    """Every rule that cards break when they are read as one kind."""
    return _set_faults(variant, laid) if kind is Kind.SET else _run_faults(variant, laid)


def _set_faults(variant: Variant, laid: Sequence[LaidCard]) -> tuple[Finding, ...]:
    wrong = []
    count, least, most = len(laid), variant.sets.least, variant.sets.most
    if count < least:
        wrong.append(broken(variant, "set.size", "few", least=least, has=count))
    if most and count > most:
        wrong.append(broken(variant, "set.size", "many", most=most, has=count))
    ranks = Counter([card.rank for card in _told(variant, laid)])
    if len(ranks) > 1:
        shown = _show_laid(variant, laid)
        wrong.append(
            broken(variant, "set.rank", "mixed", ranks=_and(sorted_ranks(ranks)), cards=shown)
        )
        return tuple(wrong)
    found = [wild_faults(variant, reading) for reading in _set_readings(variant, laid)]
    return (*wrong, *min(found, key=len, default=()))


def sorted_ranks(ranks: Iterable[str]) -> list[str]:
    """Ranks from ace low to king."""
    return sorted(ranks, key=RANKS.index)


def _and(words: Sequence[str]) -> str:
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def _show_laid(variant: Variant, laid: Sequence[LaidCard]) -> str:
    return show_cards(_told(variant, laid))


def _run_faults(variant: Variant, laid: Sequence[LaidCard]) -> tuple[Finding, ...]:
    wrong = []
    count, least, most = len(laid), variant.runs.least, longest_run(variant)
    if count < least:
        wrong.append(broken(variant, "run.length", "few", least=least, has=count))
    if count > most and not _is_from_ace_to_ace(variant, laid):
        wrong.append(broken(variant, "run.order", "long", most=most, has=count))
    fixed = _told(variant, laid)
    suits = {card.suit for card in fixed if card.suit}
    if len(suits) > 1:
        signs = _and([SUIT_SIGNS[suit] for suit in SUITS if suit in suits])
        wrong.append(broken(variant, "run.suit", "mixed", suits=signs, cards=show_cards(fixed)))
    wrong += _order_faults(variant, laid, fixed)
    number = _fewest_wild_faults(variant, laid)
    if wrong or number:
        return (*wrong, *number)
    tried = [wild_faults(variant, reading) for reading in _run_readings(variant, laid)]
    return min(tried, key=len, default=())


def _naturals(variant: Variant, laid: Sequence[LaidCard]) -> list[Card]:
    return [
        one.card
        for one in laid
        if not variant.is_wild(one.card) or (variant.wilds.as_itself and not one.card.is_joker)
    ]


def _order_faults(
    variant: Variant, laid: Sequence[LaidCard], fixed: Sequence[Card]
) -> tuple[Finding, ...]:
    """Why cards do not follow on from each other, whatever their suits."""
    ace, removed, count = variant.ranks.ace, variant.ranks.removed, len(laid)
    if _is_from_ace_to_ace(variant, laid):
        return (broken(variant, "run.both-ends", "both"),)
    if count > longest_run(variant) or _fits(ace, removed, count, fixed):
        return ()
    twice = [rank for rank, times in Counter(card.rank for card in fixed).items() if times > 1]
    if twice and (twice != ["A"] or count < 14):
        named = {"rank": _and(sorted_ranks(twice)), "cards": show_cards(fixed)}
        return (broken(variant, "run.order", "twice", **named),)
    if any(card.rank == "A" for card in fixed):
        cards = show_cards(fixed)
        if _fits(Ace.EITHER, (), count, fixed):
            return (broken(variant, "run.ace", str(ace), cards=cards),)
        if _fits(Ace.BOTH, removed, count, fixed):
            rule = "run.ace" if ace is Ace.HIGH else "run.both-ends"
            return (broken(variant, rule, "both", cards=cards),)
        if _fits_around(variant, count, fixed):
            return (broken(variant, "run.ace", "corner", cards=cards),)
    spare = count - len(fixed)
    words = "wild-gap" if spare else "gap"
    named = {"cards": show_cards(fixed), "wilds": _cards_word(spare, "wild")}
    return (broken(variant, "run.order", words, **named),)


def _is_from_ace_to_ace(variant: Variant, laid: Sequence[LaidCard]) -> bool:
    """Whether cards would be a run but for the aces at both its ends."""
    ace, removed = variant.ranks.ace, variant.ranks.removed
    if ace in (Ace.BOTH, Ace.HIGH) or len(laid) <= longest_run(variant):
        return False
    fixed = _told(variant, laid)
    return _fits(Ace.BOTH, removed, len(laid), fixed)


def _fits(ace: Ace, removed: tuple[str, ...], count: int, fixed: Sequence[Card]) -> bool:
    if len(fixed) == count:
        return tuple(sorted(card.rank for card in fixed)) in _stretches(ace, removed, count)
    windows = run_windows(ace, removed, count)
    return any(True for window in windows for _ in _placements(window, fixed))


def _fits_around(variant: Variant, count: int, fixed: Sequence[Card]) -> bool:
    """Whether the cards would be a run if runs could turn the corner at the ace."""
    line = tuple(rank for rank in RANKS if rank not in variant.ranks.removed)
    around = (line + line)[: len(line) + count - 1]
    stretches = {around[at : at + count] for at in range(len(line))}
    return any(True for ranks in stretches for _ in _placements(_window(ranks), fixed))


def meld_permissions(
    variant: Variant, laid: Sequence[LaidCard], legal: Sequence[Reading]
) -> tuple[Finding, ...]:
    """The rules that permit a meld; of several readings, that which asks the table for least."""
    found = [
        reading_permissions(variant, laid, reading, assumed=reading is legal[0])
        for reading in _representative(legal)
    ]
    return min(found, key=lambda one: sum(f.settled_by is SettledBy.TABLE for f in one))


def _representative(legal: Sequence[Reading]) -> list[Reading]:
    """One reading for each kind and number of wilds: others rest on the same rules."""
    kinds: dict[tuple[Kind, int], Reading] = {}
    for reading in legal:
        kinds.setdefault((reading.kind, reading.wild_count), reading)
    return list(kinds.values())


def reading_permissions(
    variant: Variant, laid: Sequence[LaidCard], reading: Reading, *, assumed: bool = True
) -> tuple[Finding, ...]:
    """The rules that permit a meld under one reading; `assumed` whether that is the one assumed."""
    cards = show_cards([one.card for one in laid])
    found = [_kind_permission(variant, reading, cards), *_size_permission(variant, reading)]
    wilds = reading.wild_count if variant.has_wilds else 0
    if reading.kind is Kind.RUN and any(card.rank == "A" for card in reading.stands):
        found += _ace_permission(variant, reading)
    if wilds:
        found.append(_standing(variant, laid, reading, "stands" if assumed else "may stand"))
        if wilds == len(laid):
            found.append(find(variant, "wild.naturals", cards=cards))
    if wilds > 1:
        found.append(find(variant, "wild.number", has=wilds))
    natural = [one.card for one, wild in zip(laid, reading.wilds, strict=True) if not wild]
    itself = [card for card in natural if card.rank in variant.wild_ranks]
    if itself:
        found.append(find(variant, "wild.itself", cards=show_cards(itself)))
    return tuple(found)


def _kind_permission(variant: Variant, reading: Reading, cards: str) -> Finding:
    if reading.kind is Kind.SET:
        return find(variant, "set.rank", cards=cards, rank=reading.rank)
    sign = SUIT_SIGNS[reading.stands[0].suit]
    return find(variant, "run.order", cards=cards, suit=sign)


def _size_permission(variant: Variant, reading: Reading) -> list[Finding]:
    """The option that lets a meld be as short as it is, where the game itself does not."""
    rule = "set.size" if reading.kind is Kind.SET else "run.length"
    option = variant.options.get(variant.rules[rule].option)
    usual = option.default if option is not None and option.is_number else 0
    if not isinstance(usual, int) or len(reading.stands) >= usual:
        return []
    return [find(variant, rule, "short", has=len(reading.stands))]


def _ace_permission(variant: Variant, reading: Reading) -> list[Finding]:
    ranks = Counter(card.rank for card in reading.stands)
    if ranks["A"] > 1:
        return [find(variant, "run.both-ends")]
    low = variant.ranks.ace is Ace.LOW or ("2" in ranks and "K" not in ranks)
    return [find(variant, "run.ace", "low" if low else "high")] if len(ranks) < 13 else []


def _standing(variant: Variant, laid: Sequence[LaidCard], reading: Reading, stand: str) -> Finding:
    """What each wild stands for, in words."""
    told = [
        (one.card, stands)
        for one, stands, wild in zip(laid, reading.stands, reading.wilds, strict=True)
        if wild
    ]
    words = ", ".join(f"the {card} {stand} for {_a_card(stands)}" for card, stands in told)
    return find(variant, "wild.standing", wilds=words[0].upper() + words[1:])


def _a_card(stands: Card) -> str:
    """A card as one speaks of it: “the 9♥”, or by its rank alone “an 8”."""
    if stands.suit:
        return f"the {stands}"
    return f"{'an' if stands.rank in ('A', '8') else 'a'} {stands.rank}"


def packs_faults(
    variant: Variant, players: int | None, cards: Iterable[Card]
) -> tuple[Finding, ...]:
    """Cards of which there are more than the packs in play hold (readings: In every game)."""
    wrong = []
    for card, count in Counter(cards).items():
        if count == 1 and card.suit:
            continue
        copies = copies_in_play(variant, players, card)
        if count > copies:
            words = ("none", "single")[copies] if copies < 2 else "many"
            # How many jokers there are is the wild cards' affair: packs may be the table's.
            jokers = card.is_joker and variant.has_jokers
            rule = "wild.cards" if jokers else "cards.packs"
            wrong.append(broken(variant, rule, words, card=card, has=count, copies=copies))
    return tuple(wrong)
