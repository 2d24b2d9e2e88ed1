"""Faults: every rule that cards break which are no meld, and how far they are from one."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import partial

from referee.language import Phrase, Value
from referee.rules.cards import (
    JOKER,
    RANKS,
    Card,
    Cards,
    Laid,
    LaidCard,
    cards_of,
    stands_as_itself,
)
from referee.rules.findings import Finding, Findings, broken
from referee.rules.law.meld_law import law_of, violations
from referee.rules.law.readings import placements, readings, told_cards
from referee.rules.phrases import a_card, all_of, suit_named
from referee.rules.schema.deck import Ace, Deck
from referee.rules.schema.melds import KINDS, Kind
from referee.rules.schema.runs import RANK_BITS, run_windows, runs_upwards, window_of, windows_with
from referee.rules.schema.variant import Terms


def meld_faults(terms: Terms, laid: Laid, *, kind: Kind | None = None) -> Findings:
    """Every rule that cards break which are no meld, under the kind that they are nearest to."""
    wrong = standing_faults(terms, laid)
    if wrong:
        # Wilds that were said to be a card that is not in the game may be any.
        line = terms.deck.line
        laid = tuple([
            LaidCard(one.card) if one.says and one.says.rank not in line else one for one in laid
        ])  # fmt: skip
    kinds: Sequence[Kind] = (kind,) if kind else KINDS
    if not kind:
        # The kind for which the fewest cards have to change; else the one that people mean.
        far, likely = distances(terms, tuple(laid)), likely_kind(terms, laid)
        if far["set"] != far["run"]:
            kinds = (min(KINDS, key=far.__getitem__),)
        elif likely:
            kinds = (likely,)
    return wrong + tuple([fault for kind in kinds for fault in _faults_as(terms, laid, kind)])


def standing_faults(terms: Terms, laid: Laid) -> Findings:
    """Faults in what cards are said to stand for: only a wild may, and only for a card there is."""
    wrong = []
    for card, says in laid:
        if says is None:
            continue
        if not terms.is_wild(card):
            rule = "wild.cards" if terms.has_wilds else "cards.packs"
            words = "natural-itself" if stands_as_itself(card, says) else "natural"
        elif says.rank not in terms.deck.line:
            rule, words = "wild.itself", "no-rank"
        else:
            continue
        wrong.append(broken(terms, rule, words, card=card, says=a_card(says)))
    return tuple(wrong)


def wilds_at_least(terms: Terms, laid: Laid) -> int:
    """How many of some cards are wilds however they are read."""
    wild = (JOKER,) if terms.wilds.as_itself else terms.wild_cards
    return len([card for card, _ in laid if card in wild])


def distances(terms: Terms, laid: Laid) -> Mapping[Kind, int]:
    """How many cards would have to be others, be added or be left out for a meld of each kind."""
    count, naturals = len(laid), told_cards(terms, laid)
    most = {
        "set": max(
            [_most_in_a_set(terms, naturals, card.rank, count) for card in naturals], default=0
        ),
        "run": _most_in_a_run(terms, naturals, count),
    }
    far: dict[Kind, int] = {}
    for kind in KINDS:
        law, strange = law_of(terms, kind), len(naturals) - most[kind]
        # Cards that are too many are the strange ones first.
        far[kind] = (
            strange + law.least - count if count < law.least else max(strange, count - law.most)
        )
    return far


def _most_in_a_set(terms: Terms, naturals: Cards, rank: str, count: int) -> int:
    """The most of some cards that could lie in one set of a rank and of so many cards."""
    law, same = law_of(terms, "set"), [card for card in naturals if card.rank == rank]
    if law.may_lie(same, ()):
        return len(same)
    suits = len({card.suit for card in same})
    # Beside one card of each suit others may be of a suit that is there.
    besides = max(count - law.spread, 0) if law.spread else 0
    return min(len(same), suits + besides)


def _most_in_a_run(terms: Terms, naturals: Cards, count: int) -> int:
    """The most of some cards that could lie in one run of so many, or of a size that there is."""
    law = law_of(terms, "run")
    windows = run_windows(terms.deck, min(max(count, law.least), law.most))
    by_suit: dict[str, int] = {}
    for card in naturals:
        suit = "" if terms.runs.mixed else card.suit
        by_suit[suit] = by_suit.get(suit, 0) | RANK_BITS[card.rank]
    held = by_suit.values()
    most = max([(bits & window.bits).bit_count() for bits in held for window in windows], default=0)
    return min(most, len(naturals))


def likely_kind(terms: Terms, laid: Laid) -> Kind | None:
    """The kind that people mean by these cards: one rank a set, one suit a run."""
    fixed = told_cards(terms, laid)
    if len(fixed) < 2:
        return None
    if len({card.rank for card in fixed}) == 1:
        return "set"
    suits = {card.suit for card in fixed if card.suit}
    return "run" if len(suits) == 1 or terms.runs.mixed else None


def _faults_as(terms: Terms, laid: Laid, kind: Kind) -> Findings:
    """Every rule that cards break as one kind, under the reading that breaks least."""
    strange, wilds = _strange(terms, laid, kind), wilds_at_least(terms, laid)
    law = law_of(terms, kind)
    breaches = [*law.counts(len(laid) - wilds, wilds)]
    if not strange and (kind == "set" or not breaches):
        tried = [violations(terms, meld) for meld in readings(terms, laid, kind)]
        return min(tried, key=len, default=())
    named: dict[str, Value] = {"cards": cards_of(laid)}
    last = []
    for rule, code, values in breaches:
        if (rule, code) == law.over and strange and strange[-1].rule == "run.both-ends":
            continue
        if not rule.startswith("wild."):
            # That they are too many says less than what they are.
            at = len(strange) if (rule, code) == law.over else 0
            strange.insert(at, broken(terms, rule, code, **named | values))
        elif kind == "run":
            last.append(broken(terms, rule, code, **named | values))
    return (*strange, *last)


def _strange(terms: Terms, laid: Laid, kind: Kind) -> list[Finding]:
    """Why cards are not all of one rank, or do not follow on from each other in one suit."""
    fixed = tuple(told_cards(terms, laid))
    if kind == "set":
        ranks = Counter([card.rank for card in fixed])
        if len(ranks) < 2:
            return []
        return [broken(terms, "set.rank", "mixed", ranks=_all_of_each(ranks), cards=fixed)]
    suits = {card.suit for card in fixed if card.suit and not terms.runs.mixed}
    strange = []
    if len(suits) > 1:
        named = tuple([suit_named(suit) for suit in terms.suits if suit in suits])
        strange.append(broken(terms, "run.suit", "mixed", suits=named, cards=fixed))
    fault = order_fault(terms, laid, fixed)
    return [*strange, fault] if fault else strange


def _all_of_each(ranks: Iterable[str]) -> tuple[Value, ...]:
    """The names of ranks, from ace low to king."""
    return tuple([all_of(rank) for rank in sorted(ranks, key=RANKS.index)])


def order_fault(terms: Terms, laid: Laid, fixed: Cards) -> Finding | None:
    """Why cards, `fixed` but for free wilds, do not follow on from each other, whatever suits."""
    deck, ace, count = terms.deck, terms.ranks.ace, len(laid)
    spare = count - len(fixed)
    fault = partial(broken, terms, cards=tuple(fixed))
    at_the_ace = partial(broken, terms, cards=cards_of(laid))
    if (
        count > len(deck.line)
        and ace in ("low", "low-or-high")
        and _fits(deck, "both", count, fixed)
    ):
        return at_the_ace("run.both-ends", "both")
    if count > law_of(terms, "run").most or _fits(deck, ace, count, fixed):
        return None
    windows = run_windows(deck, count, ace)
    again = {rank for one in windows for rank, places in one.slots.items() if len(places) > 1}
    held = Counter(card.rank for card in fixed)
    if twice := [rank for rank, times in held.items() if times > 1 and rank not in again]:
        return fault("run.order", "twice", ranks=_all_of_each(twice))
    if any(card.rank == "A" for card in fixed):
        if _fits(deck, "low-or-high", count, fixed):
            words = {"low": "not-high", "high": "not-low"}
            return at_the_ace("run.ace", words.get(ace, "low-or-high"))
        # They would be a run if runs could turn the corner at the ace.
        around = (deck.line + deck.line)[: len(deck.line) + count - 1]
        stretches = {around[at : at + count] for at in range(len(deck.line))}
        if any(True for ranks in stretches for _ in placements(window_of(ranks), fixed)):
            return at_the_ace("run.ace", "corner-high" if ace == "high" else "corner")
    if spare:
        return fault("run.order", "wild-gap", wilds=spare)
    missing = missing_from_run(terms, fixed)
    return fault("run.order", "missing", missing=missing) if missing else fault("run.order", "gap")


def missing_from_run(terms: Terms, fixed: Cards) -> tuple[Card, ...]:
    """The few cards that would close the gaps between cards of one suit; none where many would."""
    suits = {card.suit for card in fixed if not terms.runs.mixed}
    held = frozenset([card.rank for card in fixed])
    if len(suits) > 1:
        return ()
    for lacking in range(1, MOST_MISSING + 1):
        if (size := len(fixed) + lacking) > law_of(terms, "run").most:
            break
        for window in windows_with(terms.deck, size, held):
            if {window.ranks[0], window.ranks[-1]} <= held:
                return tuple([Card(rank, *suits) for rank in window.ranks if rank not in held])
    return ()


MOST_MISSING = 3
"""The most cards that are named as missing from a run."""


def _fits(deck: Deck, ace: Ace, count: int, fixed: Cards) -> bool:
    if len(fixed) == count:
        return tuple(sorted(card.rank for card in fixed)) in runs_upwards(deck, count, ace)
    windows = run_windows(deck, count, ace)
    return any(True for window in windows for _ in placements(window, fixed))


def packs_faults(terms: Terms, cards: Cards) -> Findings:
    """Cards of which there are more than the packs in play hold (readings: In every game)."""
    different = dict.fromkeys(cards)
    if len(different) == len(cards) and JOKER not in different:
        return ()
    wrong = []
    for card in different:
        if (count := cards.count(card)) == 1 and card.suit:
            continue
        copies = terms.copies(card)
        if count > copies:
            words = ("none", "single")[copies] if copies < 2 else "many"
            # How many jokers there are is the wild cards' affair: packs may be the table's.
            jokers = card.is_joker and terms.has_jokers
            rule = "wild.cards" if jokers else "cards.packs"
            ranks = Phrase("rank", card.phrase().values)
            named: dict[str, Value] = {"card": card, "has": count, "copies": copies, "ranks": ranks}
            wrong.append(broken(terms, rule, words, **named))
    return tuple(wrong)
