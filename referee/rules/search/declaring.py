"""Declaring: whether a whole hand is in groups, with the runs it needs, and what is missing."""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import chain
from typing import Literal, NamedTuple

from referee.rules.cards import Card, Cards, Laid, LaidCard, Melds, cards_in, cards_of, without
from referee.rules.findings import Finding, Findings, broken, find, violations
from referee.rules.law.faults import meld_faults
from referee.rules.law.meld_law import UNLIMITED, Meld
from referee.rules.law.melds import legal_reading
from referee.rules.law.points import points_of
from referee.rules.schema.variant import Terms
from referee.rules.search.laying import laid_melds, task_of, with_runs
from referee.rules.search.solver import Budget, Search

MOST_STEPS = 1_000_000
"""The work that grouping one hand may take; no hand of a card game comes near it."""

GroupKind = Literal["pure-run", "run", "set"]
"""What a group counts as in a declaration. `pure-run`: a run without a card used as a wild."""


def group_kind(group: Meld) -> GroupKind:
    """What a meld counts as in a declaration."""
    if group.kind == "set":
        return "set"
    return "run" if group.wilds else "pure-run"


class Declaration(NamedTuple):
    """What the rules say of a declared hand, and its groups as far as they go."""

    findings: Findings
    groups: tuple[Meld, ...]


def judge_groups(terms: Terms, melds: Melds, dealt: int) -> Declaration:
    """Judge a hand in the groups in which it is shown; `dealt` is the size of a whole one."""
    groups = [group_of(terms, meld) for meld in melds]
    found = tuple(group for group in groups if group)
    none = [meld for meld, group in zip(melds, groups, strict=True) if group is None]
    wrong = [fault for meld in none for fault in meld_faults(terms, meld)]
    cards = cards_in(melds)
    return Declaration((_size(terms, cards, dealt), *wrong, *_runs(terms, found)), found)


def judge_hand(terms: Terms, laid: Laid, dealt: int) -> Declaration:
    """Judge a hand grouped as well as it can be; `dealt` is the size of a whole one.

    Where it is no declaration, the groups are those that come nearest: with as many pure runs as
    can be, then as many runs, then the fewest points left.
    """
    groups = _as_shown(terms, laid)
    left: tuple[Card, ...] = ()
    if groups is None:
        melds, left = _nearest(terms, laid)
        groups = tuple([group for meld in melds if (group := group_of(terms, meld))])
    findings = [_size(terms, cards_of(laid), dealt), *_runs(terms, groups)]
    if left:
        findings.append(broken(terms, "showdown.by", "ungrouped", cards=left))
    return Declaration(tuple(findings), groups)


def _as_shown(terms: Terms, laid: Laid) -> tuple[Meld, ...] | None:
    """The groups that lie one after another as a hand is shown, if they are what is needed.

    Longer groups than any that has to be are left to the search.
    """
    least = min(terms.sets.least, terms.runs.least)

    def parted(start: int) -> Iterator[tuple[Meld, ...]]:
        if start == len(laid):
            yield ()
        for end in range(start + least, min(start + 2 * least, len(laid) + 1)):
            if 0 < len(laid) - end < least:
                continue
            if group := _group_at(start, end):
                yield from ((group, *others) for others in parted(end))

    _group_at = cache(lambda start, end: group_of(terms, laid[start:end]))
    return next((one for one in parted(0) if not violations(_runs(terms, one))), None)


def _nearest(terms: Terms, laid: Laid) -> tuple[Melds, tuple[Card, ...]]:
    """The melds of a hand that come nearest to a declaration, and the cards that they leave."""
    law, search = terms.showdown, _grouping(terms, laid)
    # All of it, else with fewer pure runs, then with fewer runs.
    needs = (
        (pure, runs, UNLIMITED)
        for pure in range(law.pure_runs, -1, -1)
        for runs in range(max(law.runs, pure), pure - 1, -1)
    )
    ways = (_grouped(search, laid, *need) for need in chain([(law.pure_runs, law.runs, 0)], needs))
    melds = next(found for found in ways if found is not None)
    return melds, without(cards_of(laid), cards_in(melds))


def group_of(terms: Terms, laid: Laid) -> Meld | None:
    """What cards count as in a declaration, a pure run before all else; None for no meld."""
    meld = legal_reading(terms, laid, "run", "set")
    if meld and meld.kind == "run" and meld.wilds:
        # The same with every wild as the card that it is, where nothing else was said of it.
        own = tuple([
            one if one.says or not terms.is_wild(one.card) else LaidCard(one.card, one.card)
            for one in laid
        ])  # fmt: skip
        pure = legal_reading(terms, own, "run")
        meld = pure._replace(laid=laid) if pure and not pure.wilds else meld
    return meld


def why_spared(terms: Terms, melds: Melds, left: Cards) -> str:
    """Why a hand that was not declared counts as it does, by a code.

    `spared`: its groups do not count; else they do, for there is `no-pure` run, or another is
    `lacking` where that makes a difference, `full` where it makes none.
    """
    if melds:
        return "spared"
    pure = terms.showdown.pure_runs
    laid = tuple(map(LaidCard, left))
    runs = _grouped(_grouping(terms, laid), laid, pure, pure)
    if runs is None:
        return "no-pure"
    spared = points_of(terms, cards_in(runs))
    cap = terms.scoring.cap or points_of(terms, left)
    return "lacking" if points_of(terms, left) - spared < cap else "full"


def _grouping(terms: Terms, laid: Laid) -> Search:
    """A search for the groups of a hand."""
    task = with_runs(terms, task_of(terms), 1, 2)
    return Search(terms, task, laid, Budget(MOST_STEPS))


def _grouped(
    search: Search, laid: Laid, pure: int, runs: int, most_left: int = UNLIMITED
) -> Melds | None:
    """A hand with so many runs, grouped so that it leaves the fewest points; None for no way."""
    best = search.best(laid, most_left, owed=(pure, max(runs - pure, 0)))
    return None if best is None else laid_melds(search, best)


def _size(terms: Terms, cards: Cards, dealt: int) -> Finding:
    """Whether so many cards are a whole hand."""
    if len(cards) == dealt:
        return find(terms, "showdown.by", "whole", cards=dealt)
    code = "few" if len(cards) < dealt else "many"
    return broken(terms, "showdown.by", code, has=len(cards), dealt=dealt)


def _runs(terms: Terms, groups: Sequence[Meld]) -> Iterator[Finding]:
    """Whether there are the runs that a declaration needs."""
    law = terms.showdown
    runs = [group for group in groups if group.kind != "set"]
    pure = [group for group in runs if not group.wilds]
    if len(pure) < law.pure_runs:
        yield broken(terms, "showdown.runs", "pure", has=len(pure), needs=law.pure_runs)
    if len(runs) < law.runs:
        yield broken(terms, "showdown.runs", "few", has=len(runs), needs=law.runs)
    yield find(terms, "showdown.runs", runs=len(runs), pure=len(pure))
