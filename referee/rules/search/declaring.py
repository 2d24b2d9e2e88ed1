"""Declaring: whether a whole hand is in groups, with the runs it needs, and what is missing."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import Literal, NamedTuple

from referee.rules.cards import JOKER, Card, Laid, LaidCard, cards_of, without
from referee.rules.findings import Finding, Offer, broken, find, violations
from referee.rules.law.meld_law import UNLIMITED, Meld
from referee.rules.law.melds import judge_meld, legal_readings
from referee.rules.law.points import points_of
from referee.rules.schema.runs import run_windows
from referee.rules.schema.variant import Terms
from referee.rules.search.laying import laid_melds, task_of, with_runs
from referee.rules.search.solver import Budget, Search, Spent

MOST_STEPS = 1_000_000
"""The work that grouping one hand may take; no hand of a card game comes near it."""

MOST_STEPS_TO_MEND = 8_000
"""The work that may go into finding one card that would mend a hand."""

GroupKind = Literal["pure-run", "run", "set"]
"""What a group counts as in a declaration. `pure-run`: a run without a card used as a wild."""


class Group(NamedTuple):
    """Cards of a declared hand that are a meld, and what each of them stands for."""

    kind: GroupKind
    laid: Laid
    meld: Meld

    def as_dict(self) -> dict[str, object]:
        """The group as plain data."""
        cards = " ".join(laid.card.code for laid in self.laid)
        return {"kind": self.kind, "cards": cards, "reads_as": self.meld.reads_as}


class Declaration(NamedTuple):
    """What the rules say of a declared hand, and its groups as far as they go."""

    findings: tuple[Finding, ...]
    groups: tuple[Group, ...]


def judge_groups(terms: Terms, melds: Sequence[Laid], dealt: int) -> Declaration:
    """Judge a hand in the groups in which it is shown; `dealt` is the size of a whole one."""
    groups = [group_of(terms, meld) for meld in melds]
    found = tuple(group for group in groups if group)
    wrong = [
        fault
        for meld, group in zip(melds, groups, strict=True) if group is None
        for fault in violations(judge_meld(terms, meld, among=True).findings)
    ]  # fmt: skip
    cards = cards_of(chain.from_iterable(melds))
    return Declaration((_size(terms, cards, dealt), *wrong, *_runs(terms, found)), found)


def judge_hand(terms: Terms, laid: Laid, dealt: int) -> Declaration:
    """Judge a hand grouped as well as it can be; `dealt` is the size of a whole one.

    Where it is no declaration, the groups are those that come nearest: with as many pure runs as
    can be, then as many runs, then the fewest points left.
    """
    law = terms.showdown
    melds = _grouped(terms, laid, law.pure_runs, law.runs, 0)
    lacking = melds is None
    if melds is None:
        ways = (_grouped(terms, laid, *need) for need in _needs(law.pure_runs, law.runs))
        melds = next(found for found in ways if found is not None)
    groups = tuple(group for meld in melds if (group := group_of(terms, meld)))
    findings = [_size(terms, cards_of(laid), dealt), *_runs(terms, groups)]
    if lacking:
        grouped = [*cards_of(chain.from_iterable(melds))]
        left = [card for card in cards_of(laid) if not _taken(grouped, card)]
        if left:
            findings.append(broken(terms, "showdown.by", "ungrouped", cards=tuple(left)))
    return Declaration(tuple(findings), groups)


def exchange(terms: Terms, laid: Laid) -> Offer | None:
    """One card of a hand for another after which it is a declaration; None where none is found.

    Where it lies in no pure run, a wild in hand besides shows what the other may be; in one it is
    what the run lacks.
    """
    held, budget = Counter(cards_of(laid)), Budget(MOST_STEPS_TO_MEND)
    try:
        wanted = (*_instead_of_wild(terms, laid, budget), *_lacked_by_pure_runs(terms, held))
        for new in dict.fromkeys(wanted):
            there = held[new] < terms.copies(new)
            if there and (old := _given_for(terms, (*laid, LaidCard(new)), budget)):
                code = "exchange-another" if held[new] else "exchange"
                return Offer(code, (("old", old), ("new", new), ("what", "declare")))
    except Spent:
        pass
    return None


def _given_for(terms: Terms, longer: Laid, budget: Budget) -> Card | None:
    """The card of a hand that may go once its last one has come, for a declaration."""
    law, cards = terms.showdown, cards_of(longer)
    melds = _grouped(terms, longer, law.pure_runs, law.runs, 1, budget)
    if melds is None:
        return None
    if left := without(cards, cards_of(chain.from_iterable(melds))):
        return left[0]
    for at, card in enumerate(cards[:-1]):
        others = (*longer[:at], *longer[at + 1 :])
        if _grouped(terms, others, law.pure_runs, law.runs, 0, budget) is not None:
            return card
    return None


def _instead_of_wild(terms: Terms, laid: Laid, budget: Budget) -> Iterator[Card]:
    """What a wild in hand besides would stand for, all but one card laid."""
    law, longer = terms.showdown, (*laid, LaidCard(JOKER))
    for meld in _grouped(terms, longer, law.pure_runs, law.runs, 1, budget) or ():
        for card, says in meld:
            if card is JOKER and says:
                suits = [says.suit] if says.suit else terms.suits
                yield from (Card(says.rank, suit) for suit in suits)


def _lacked_by_pure_runs(terms: Terms, held: Mapping[Card, int]) -> Iterator[Card]:
    """The cards that would make a pure run of those held."""
    for window in run_windows(terms.deck, terms.runs.least):
        for suit in terms.suits:
            lacked = [Card(rank, suit) for rank in window.ranks if not held.get(Card(rank, suit))]
            if len(lacked) == 1:
                yield lacked[0]


def group_of(terms: Terms, laid: Laid) -> Group | None:
    """What cards count as in a declaration, a pure run before all else; None for no meld."""
    if not any(one.stands.is_joker for one in laid):
        wild = terms.is_wild
        as_themselves = [LaidCard(one.card, one.stands) if wild(one.card) else one for one in laid]
        for meld in legal_readings(terms, as_themselves, kind="run"):
            if not meld.wilds:
                return Group("pure-run", laid, meld)
    legal = sorted(legal_readings(terms, laid), key=lambda meld: meld.kind != "run")
    return Group(legal[0].kind, laid, legal[0]) if legal else None


def why_spared(terms: Terms, melds: Sequence[Laid], left: Sequence[Card]) -> str:
    """Why a hand that was not declared counts as it does, by a code.

    `spared`: its groups do not count; else they do, for there is `no-pure` run, or another is
    `lacking` where that makes a difference, `full` where it makes none.
    """
    if melds:
        return "spared"
    pure = terms.showdown.pure_runs
    runs = _grouped(terms, tuple(map(LaidCard, left)), pure, pure)
    if runs is None:
        return "no-pure"
    spared = points_of(terms, cards_of(chain.from_iterable(runs)))
    cap = terms.scoring.cap or points_of(terms, left)
    return "lacking" if points_of(terms, left) - spared < cap else "full"


def _taken(cards: list[Card], card: Card) -> bool:
    """Whether a card is among others, from which it is taken then."""
    if card not in cards:
        return False
    cards.remove(card)
    return True


def _needs(pure: int, runs: int) -> Iterator[tuple[int, int]]:
    """How many pure runs and runs a hand may be asked for, what is needed first."""
    for least in range(pure, -1, -1):
        yield from ((least, all_runs) for all_runs in range(max(runs, least), least - 1, -1))


def _grouped(
    terms: Terms,
    laid: Laid,
    pure: int,
    runs: int,
    most_left: int = UNLIMITED,
    budget: Budget | None = None,
) -> tuple[Laid, ...] | None:
    """A hand with so many runs, grouped so that it leaves the fewest points; None for no way."""
    task = task_of(terms)
    assert task is not None, "no contract is asked for"
    task = with_runs(terms, task, pure, runs, most_left)
    search = Search(terms, task, laid, budget or Budget(MOST_STEPS))
    best = search.best(laid, most_left)
    return None if best is None else laid_melds(search, best)


def _size(terms: Terms, cards: Sequence[Card], dealt: int) -> Finding:
    """Whether so many cards are a whole hand."""
    if len(cards) == dealt:
        return find(terms, "showdown.by", "whole", cards=dealt)
    code = "few" if len(cards) < dealt else "many"
    return broken(terms, "showdown.by", code, has=len(cards), dealt=dealt)


def _runs(terms: Terms, groups: Sequence[Group]) -> Iterator[Finding]:
    """Whether there are the runs that a declaration needs."""
    law = terms.showdown
    runs = [group for group in groups if group.kind != "set"]
    pure = [group for group in runs if group.kind == "pure-run"]
    if len(pure) < law.pure_runs:
        yield broken(terms, "showdown.runs", "pure", has=len(pure), needs=law.pure_runs)
    if len(runs) < law.runs:
        yield broken(terms, "showdown.runs", "few", has=len(runs), needs=law.runs)
    if len(pure) >= law.pure_runs and len(runs) >= law.runs:
        yield find(terms, "showdown.runs", runs=len(runs), pure=len(pure))
