"""Dividing: how loose cards fall into the melds of a contract or an opening."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import chain
from typing import NamedTuple

from referee.rules.cards import RANKS, LaidCard, Meld, cards_of
from referee.rules.findings import broken, violations
from referee.rules.law.contracts import JudgedContract, Match, judge_contract
from referee.rules.law.meld_law import UNLIMITED
from referee.rules.law.table import upwards
from referee.rules.schema.variant import Terms
from referee.rules.search.laying import Waived, as_given, lay, task_of
from referee.rules.search.solver import Budget, Task

MOST_STEPS = 200_000
"""The work that may go into dividing some cards so that no rule is broken."""

STEPS_TO_EXPLAIN = 20_000
"""The work that may go into a division that breaks as few rules as can be."""

STEPS_OF_A_LOOK = 3_000
"""The work that a quick look at whether they divide is worth."""

WAIVED = (
    Waived.NOTHING, Waived.PAIRS, Waived.LAWS, Waived.SIZES, Waived.FURTHER, ~Waived.NOTHING,
)  # fmt: skip
"""What is left out of account one after another, until the cards can be divided."""


class Unknown(Exception):
    """The work did not suffice to say whether cards divide."""


class Division(NamedTuple):
    """Cards divided into the melds of a contract, and what the rules say of them."""

    melds: tuple[Meld, ...]
    judged: JudgedContract


def divide(
    terms: Terms, laid: Sequence[LaidCard], *, players: int | None = None, steps: int = MOST_STEPS
) -> Division | None:
    """Divide cards into the melds of a deal's contract, or of an opening, using them all.

    Where they cannot be divided so that no rule is broken, gives a division that breaks as few as
    it finds. None where the cards do not fall into melds of the kinds and sizes asked for. Raises
    `Unknown` where the `steps` did not suffice to say whether they do.
    """
    best: Division | None = None
    lawful, whole, explaining = task_of(terms), Budget(steps), Budget(STEPS_TO_EXPLAIN)
    tried: list[Task] = []
    waiving = (task_of(terms, waived) for waived in WAIVED)
    for task in chain([_plainest(lawful)], waiving):
        if task is None or task in tried:
            continue
        tried.append(task)
        melds = lay(terms, task, laid, whole if task == lawful else explaining, 0)
        if melds is None and task == lawful:
            if whole.is_spent:
                raise Unknown
            melds = dearest_melds(terms, laid, explaining, 0)
        if not melds:
            continue
        melds = tuple(sorted(as_given(melds, laid), key=_lowest))
        division = _in_order(terms, _judged(terms, melds, players), players)
        if best is None or division.judged.weight < best.judged.weight:
            best = division
        if not violations(best.judged.findings):
            break
    return best


def dearest_melds(
    terms: Terms, laid: Sequence[LaidCard], budget: Budget, most_left: int = UNLIMITED
) -> tuple[Meld, ...]:
    """The melds of some cards that are worth most to open with, as far as the budget lasts.

    None where a game does not open by value.
    """
    task = task_of(terms)
    dearest: tuple[Meld, ...] = ()
    value = 0
    while task and task.value:
        melds = lay(terms, replace(task, value=value + 1), laid, budget, most_left)
        if not melds:
            break
        dearest = melds
        value = judge_contract(terms, melds).value or value + 1
    return dearest


def left_over(terms: Terms, laid: Sequence[LaidCard]) -> JudgedContract:
    """Why cards of which no melds leave fewest over are not all of an opening."""
    task = task_of(terms, Waived.VALUE)
    assert task is not None, "an opening is of any melds"
    budget = Budget(STEPS_TO_EXPLAIN)
    melds = lay(terms, replace(task, objective="cards"), laid, budget, UNLIMITED) or ()
    left = [*(Counter(cards_of(laid)) - Counter(cards_of(chain.from_iterable(melds)))).elements()]
    over = broken(terms, "opening.value", "over", cards=tuple(left))
    return JudgedContract((over,), value=judge_contract(terms, melds).value)


def _plainest(task: Task | None) -> Task | None:
    """The task with one wild to a meld at most: fewer of the table's answers are asked then."""
    if task is None:
        return None
    laws = [replace(demand.law, wilds=min(demand.law.wilds, 1)) for demand in task.demands]
    demands = [replace(demand, law=law) for demand, law in zip(task.demands, laws, strict=True)]
    return replace(task, demands=tuple(demands))


def divides(terms: Terms, laid: Sequence[LaidCard], *, players: int | None = None) -> bool:
    """Whether cards fall into a deal's contract so that no rule is broken, as a quick look finds.

    The arguments are those of `divide`.
    """
    task = task_of(terms)
    melds = lay(terms, task, laid, Budget(STEPS_OF_A_LOOK), 0) if task else None
    return melds is not None and not violations(
        judge_contract(terms, as_given(melds, laid), players=players).findings
    )


def _judged(terms: Terms, melds: tuple[Meld, ...], players: int | None) -> Division:
    return Division(melds, judge_contract(terms, melds, players=players))


def _in_order(terms: Terms, division: Division, players: int | None) -> Division:
    """The same division with the cards of every run from low to high."""
    ordered = {match.meld: _upwards(terms, match) for match in division.judged.matches}
    melds = tuple(ordered.get(meld, meld) for meld in division.melds)
    return division if melds == division.melds else _judged(terms, melds, players)


def _lowest(meld: Meld) -> tuple[str, int]:
    """Sorts melds by suit and rank, however they were found."""
    stands = [laid_card.stands for laid_card in meld if not laid_card.stands.is_joker]
    return min([(card.suit, RANKS.index(card.rank)) for card in stands], default=("", 0))


def _upwards(terms: Terms, match: Match) -> Meld:
    if match.reading.kind == "set":
        free = [
            laid_card.says is None and terms.is_wild(laid_card.card) for laid_card in match.meld
        ]
        by_suit = sorted(zip(free, match.meld, strict=True), key=lambda x: (x[0], x[1].stands.suit))
        return tuple(division for _, division in by_suit)
    pairs = list(zip(cards_of(match.meld), match.reading.stands, strict=True))
    laid = {id(pair): laid_card for pair, laid_card in zip(pairs, match.meld, strict=True)}
    return tuple(laid[id(pair)] for pair in upwards(terms, pairs))
