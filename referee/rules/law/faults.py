"""Faults: every rule that cards break which are no meld, and how far they are from one."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from referee.language import Phrase, Value
from referee.rules.cards import JOKER_RANK, RANKS, SUITS, Card, LaidCard, cards_of
from referee.rules.deals import copies_in_play
from referee.rules.findings import Finding, broken
from referee.rules.law.meld_law import law_faults, law_of, number_faults, size_faults
from referee.rules.law.readings import placements, readings, told_cards
from referee.rules.phrases import a_card, all_of, suit_named
from referee.rules.schema.deck import Ace
from referee.rules.schema.melds import KINDS, Kind
from referee.rules.schema.runs import (
    RANK_BITS,
    longest_run,
    rank_lines,
    run_windows,
    runs_upwards,
    window_of,
)
from referee.rules.schema.variant import Terms, Variant


def meld_faults(
    terms: Terms,
    laid: Sequence[LaidCard],
    *,
    kind: Kind | None = None,
    far: Mapping[Kind, int] | None = None,
) -> tuple[Finding, ...]:
    """Every rule that cards break which are no meld, under the kind that they are nearest to.

    `far` is how far they are from each kind, where that is known already.
    """
    wrong = standing_faults(terms, laid)
    if wrong:
        laid, far = _without_false_standings(terms, laid), None
    kinds = (kind,) if kind else _nearest_kinds(terms, laid, far or distances(terms, laid))
    faults_of = {"set": _set_faults, "run": _run_faults}
    return wrong + tuple([fault for kind in kinds for fault in faults_of[kind](terms, laid)])


def _without_false_standings(terms: Terms, laid: Sequence[LaidCard]) -> tuple[LaidCard, ...]:
    """The cards with wilds free that were said to be a card that is not in the game."""
    removed = terms.ranks.removed
    return tuple(
        LaidCard(laid_card.card)
        if laid_card.says is not None and laid_card.says.rank in removed
        else laid_card
        for laid_card in laid
    )


def standing_faults(terms: Terms, laid: Sequence[LaidCard]) -> tuple[Finding, ...]:
    """Faults in what cards are said to stand for: only a wild may, and only for a card there is."""
    wrong = []
    for laid_card in laid:
        if laid_card.says is None:
            continue
        if not terms.is_wild(laid_card.card):
            rule = "wild.cards" if terms.has_wilds else "cards.packs"
            itself = laid_card.says.rank == laid_card.card.rank and laid_card.says.suit in (
                "",
                laid_card.card.suit,
            )
            words = "natural-itself" if itself else "natural"
            wrong.append(
                broken(terms, rule, words, card=laid_card.card, says=a_card(laid_card.says))
            )
        elif laid_card.says.rank in terms.ranks.removed:
            itself = laid_card.says.rank in terms.wilds.ranks
            rule = "wild.itself" if itself else "wild.standing"
            wrong.append(
                broken(terms, rule, "no-rank", card=laid_card.card, says=a_card(laid_card.says))
            )
    return tuple(wrong)


def fewest_wild_faults(terms: Terms, laid: Sequence[LaidCard]) -> tuple[Finding, ...]:
    """The faults in the number of wilds that no reading can be without."""
    wilds = len(laid) - len(_naturals(terms, laid))
    return number_faults(terms, cards_of(laid), wilds) if wilds else ()


def _nearest_kinds(
    terms: Terms, laid: Sequence[LaidCard], far: Mapping[Kind, int]
) -> tuple[Kind, ...]:
    """The kind for which the fewest cards have to change.

    Where both are as near, the one that people mean; both where even that cannot be told.
    """
    if far["set"] != far["run"]:
        return (min(KINDS, key=far.__getitem__),)
    likely = likely_kind(terms, laid)
    return (likely,) if likely else KINDS


def distances(terms: Terms, laid: Sequence[LaidCard]) -> dict[Kind, int]:
    """How many cards would have to be others, be added or be left out for a meld of each kind."""
    count, naturals = len(laid), told_cards(terms, laid)
    ranks = [card.rank for card in naturals]
    of_rank = max([_most_in_a_set(terms, naturals, rank) for rank in set(ranks)], default=0)
    longest = longest_run(terms)
    size = min(max(count, terms.runs.least), longest)
    law = law_of(terms, "set")
    in_run = _most_in_a_run(terms, naturals, size)
    return {
        "set": _changes(len(naturals) - of_rank, count, law.least, law.most),
        "run": _changes(len(naturals) - in_run, count, terms.runs.least, longest),
    }


def _changes(strange: int, count: int, least: int, most: int) -> int:
    """How many cards have to change where so many are strange to a meld of `least` to `most`."""
    # Cards that are too many are the strange ones first.
    return strange + least - count if count < least else max(strange, count - most)


def _most_in_a_set(terms: Terms, naturals: Sequence[Card], rank: str) -> int:
    """The most of some cards that could lie in one set of a rank."""
    same = [card for card in naturals if card.rank == rank]
    if law_of(terms, "set").may_lie(same, ()):
        return len(same)
    return len({card.suit for card in same})


def _most_in_a_run(terms: Terms, naturals: Sequence[Card], size: int) -> int:
    """The most of some cards that could lie in one run of a size."""
    by_suit: dict[str, int] = {}
    for card in naturals:
        by_suit[card.suit] = by_suit.get(card.suit, 0) | RANK_BITS[card.rank]
    windows = run_windows(terms.ranks.ace, terms.ranks.removed, size)
    held = by_suit.values()
    most = max([(bits & window.bits).bit_count() for bits in held for window in windows], default=0)
    return min(most, len(naturals))


def likely_kind(terms: Terms, laid: Sequence[LaidCard]) -> Kind | None:
    """The kind that people mean by these cards: one rank a set, one suit a run."""
    fixed = told_cards(terms, laid)
    if len(fixed) < 2:
        return None
    if len({card.rank for card in fixed}) == 1:
        return "set"
    return "run" if len({card.suit for card in fixed if card.suit}) == 1 else None


def _set_faults(terms: Terms, laid: Sequence[LaidCard]) -> tuple[Finding, ...]:
    wrong = []
    count, least, most = len(laid), terms.sets.least, terms.sets.most
    if count < least:
        wrong.append(broken(terms, "set.size", "few", least=least, cards=cards_of(laid)))
    if most and count > most:
        wrong.append(broken(terms, "set.size", "many", most=most, cards=cards_of(laid)))
    wrong += size_faults(terms, "set", cards_of(laid))
    ranks = Counter([card.rank for card in told_cards(terms, laid)])
    if len(ranks) > 1:
        cards = tuple(told_cards(terms, laid))
        wrong.append(broken(terms, "set.rank", "mixed", ranks=_all_of_each(ranks), cards=cards))
        return tuple(wrong)
    return (*wrong, *_least_law_faults(terms, laid, "set"))


def _least_law_faults(terms: Terms, laid: Sequence[LaidCard], kind: Kind) -> tuple[Finding, ...]:
    """Why cards may not lie together under the reading of a kind that breaks least."""
    cards = cards_of(laid)
    tried = [
        law_faults(terms, kind, cards, reading.stands, reading.wilds)
        for reading in readings(terms, laid, kind)
    ]  # fmt: skip
    return min(tried, key=len, default=())


def _all_of_each(ranks: Iterable[str]) -> tuple[Value, ...]:
    """The names of ranks, from ace low to king."""
    return tuple([all_of(rank) for rank in sorted(ranks, key=RANKS.index)])


def _run_faults(terms: Terms, laid: Sequence[LaidCard]) -> tuple[Finding, ...]:
    wrong = []
    count, least, most = len(laid), terms.runs.least, longest_run(terms)
    if count < least:
        wrong.append(broken(terms, "run.length", "few", least=least, cards=cards_of(laid)))
    if count > most and not _is_from_ace_to_ace(terms, laid):
        rule = ("run.length", "many") if most == terms.runs.most else ("run.order", "long")
        wrong.append(broken(terms, *rule, most=most, cards=cards_of(laid)))
    fixed = told_cards(terms, laid)
    suits = {card.suit for card in fixed if card.suit}
    if len(suits) > 1:
        named = tuple([suit_named(suit) for suit in SUITS if suit in suits])
        wrong.append(broken(terms, "run.suit", "mixed", suits=named, cards=tuple(fixed)))
    wrong += _order_faults(terms, laid, fixed)
    number = fewest_wild_faults(terms, laid)
    if wrong or number:
        return (*wrong, *number)
    return _least_law_faults(terms, laid, "run")


def _naturals(terms: Terms, laid: Sequence[LaidCard]) -> list[Card]:
    wild = {JOKER_RANK} if terms.wilds.as_itself else terms.wild_ranks
    return [laid_card.card for laid_card in laid if laid_card.card.rank not in wild]


def _order_faults(
    terms: Terms, laid: Sequence[LaidCard], fixed: Sequence[Card]
) -> tuple[Finding, ...]:
    """Why cards do not follow on from each other, whatever their suits."""
    if _is_from_ace_to_ace(terms, laid):
        return (broken(terms, "run.both-ends", "both", cards=tuple(fixed)),)
    return order_faults(terms, fixed, spare=len(laid) - len(fixed))


def order_faults(terms: Terms, fixed: Sequence[Card], spare: int = 0) -> tuple[Finding, ...]:
    """Why cards do not follow on from each other, whatever their suits, with `spare` free wilds."""
    ace, removed, count = terms.ranks.ace, terms.ranks.removed, len(fixed) + spare
    cards = tuple(fixed)
    if count > longest_run(terms) or _fits(ace, removed, count, fixed):
        return ()
    twice = [rank for rank, times in Counter(card.rank for card in fixed).items() if times > 1]
    if twice and (twice != ["A"] or count < 14):
        return (broken(terms, "run.order", "twice", ranks=_all_of_each(twice), cards=cards),)
    if any(card.rank == "A" for card in fixed):
        if _fits("low-or-high", (), count, fixed):
            words = {"low": "not-high", "high": "not-low"}.get(ace, "low-or-high")
            return (broken(terms, "run.ace", words, cards=cards),)
        if _fits("both", removed, count, fixed):
            if ace == "high":
                return (broken(terms, "run.ace", "not-low", cards=cards),)
            return (broken(terms, "run.both-ends", "both", cards=cards),)
        if _fits_around(terms, count, fixed):
            words = "corner-high" if ace == "high" else "corner"
            return (broken(terms, "run.ace", words, cards=cards),)
    missing = missing_from_run(terms, fixed)
    if missing and not spare:
        return (broken(terms, "run.order", "missing", cards=cards, missing=missing),)
    if spare:
        return (broken(terms, "run.order", "wild-gap", cards=cards, wilds=spare),)
    return (broken(terms, "run.order", "gap", cards=cards),)


def missing_from_run(terms: Terms, fixed: Sequence[Card]) -> tuple[Card, ...]:
    """The few cards that would close the gaps between cards of one suit; none where many would."""
    suits = {card.suit for card in fixed}
    held = {card.rank for card in fixed}
    if len(suits) > 1:
        return ()
    for lacking in range(1, MOST_MISSING + 1):
        if (size := len(fixed) + lacking) > longest_run(terms):
            break
        for window in run_windows(terms.ranks.ace, terms.ranks.removed, size):
            if held <= window.slots.keys() and {window.ranks[0], window.ranks[-1]} <= held:
                return tuple([Card(rank, *suits) for rank in window.ranks if rank not in held])
    return ()


MOST_MISSING = 3
"""The most cards that are named as missing from a run."""


def _is_from_ace_to_ace(terms: Terms, laid: Sequence[LaidCard]) -> bool:
    """Whether cards would be a run but for the aces at both its ends."""
    ace, removed = terms.ranks.ace, terms.ranks.removed
    if ace in ("both", "high") or len(laid) <= len(rank_lines(ace, removed)[0]):
        return False
    fixed = told_cards(terms, laid)
    return _fits("both", removed, len(laid), fixed)


def _fits(ace: Ace, removed: tuple[str, ...], count: int, fixed: Sequence[Card]) -> bool:
    if len(fixed) == count:
        return tuple(sorted(card.rank for card in fixed)) in runs_upwards(ace, removed, count)
    windows = run_windows(ace, removed, count)
    return any(True for window in windows for _ in placements(window, fixed))


def _fits_around(terms: Terms, count: int, fixed: Sequence[Card]) -> bool:
    """Whether the cards would be a run if runs could turn the corner at the ace."""
    line = tuple(rank for rank in RANKS if rank not in terms.ranks.removed)
    around = (line + line)[: len(line) + count - 1]
    stretches = {around[at : at + count] for at in range(len(line))}
    return any(True for ranks in stretches for _ in placements(window_of(ranks), fixed))


def packs_faults(
    variant: Variant, players: int | None, cards: Iterable[Card]
) -> tuple[Finding, ...]:
    """Cards of which there are more than the packs in play hold (readings: In every game)."""
    wrong = []
    for card, count in Counter(cards).items():
        if count == 1 and card.suit and card.rank not in variant.out_of_deck:
            continue
        copies = copies_in_play(variant, players, card)
        if count > copies:
            words = ("none", "single")[copies] if copies < 2 else "many"
            # How many jokers there are is the wild cards' affair: packs may be the table's.
            jokers = card.is_joker and variant.has_jokers
            rule = "wild.cards" if jokers else "cards.packs"
            ranks = Phrase("rank", card.phrase().values)
            named: dict[str, Value] = {"card": card, "has": count, "copies": copies, "ranks": ranks}
            wrong.append(broken(variant, rule, words, **named))
    return tuple(wrong)
