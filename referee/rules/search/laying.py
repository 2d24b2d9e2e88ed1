"""Laying: what may go down in one turn, and how what the solver finds lies on the table."""

from collections import Counter
from contextlib import suppress
from dataclasses import replace
from functools import lru_cache
from itertools import islice

from referee.rules.cards import Card, Cards, Laid, LaidCard, Melds
from referee.rules.law.meld_law import UNLIMITED, law_of, stands_in_set
from referee.rules.law.points import standing_value
from referee.rules.schema.melds import KINDS
from referee.rules.schema.runs import run_windows
from referee.rules.schema.variant import Terms
from referee.rules.search.candidates import Demand, Form
from referee.rules.search.solver import Budget, Found, Search, Spent, Task


@lru_cache(1024)
def task_of(terms: Terms) -> Task:
    """What may be laid in one turn."""
    pieces = Counter(terms.contract)
    kinds = Counter(piece.kind for piece in pieces.elements())
    rules = terms.contracts
    limited = rules.same_suit_runs != "free" or not rules.overlapping_runs
    paired = {
        "set": kinds["set"] > 1 and not rules.same_rank_sets,
        "run": kinds["run"] > 1 and limited and not terms.runs.mixed,
    }
    demands = [
        Demand(law_of(terms, piece.kind, piece), paired=paired[piece.kind]) for piece in pieces
    ]
    # The kinds of meld that may be laid besides in the same turn.
    further = terms.further_melds
    allowed = KINDS if not pieces or further.allowed == "any" else tuple(kinds)
    if pieces and (further.allowed == "none" or further.when == "later-turn"):
        allowed = ()
    demands += [Demand(law_of(terms, kind)) for kind in allowed]
    value = terms.least_opening
    # Melds that reach the value are no further ones, however many they are.
    most = UNLIMITED if value and not pieces else further.melds_per_turn or UNLIMITED
    return Task(
        demands=tuple(demands),
        owed=tuple(pieces.values()),
        further=most if allowed else 0,
        left=int(terms.deal.last_card_discarded) if terms.deal.whole_hand else UNLIMITED,
        value=value,
        objective="cards" if terms.go_out.melded else "points",
    )


def groupings_of(terms: Terms) -> tuple[Task, ...]:
    """What of a hand may be laid as its holder counts or shows it: the ways to do so, any of them.

    That is what may be laid in one turn, and in a showdown what spares its holder cards.
    """
    task, law = task_of(terms), terms.showdown
    match terms.scoring.grouped if law.declares else "any":
        case "two-runs":
            return (with_runs(terms, task, law.pure_runs, law.runs),)
        case "pure-run":
            return (with_runs(terms, task, law.pure_runs, law.pure_runs),)
        case "by-steps":
            runs = task._replace(demands=tuple(d for d in task.demands if d.law.kind == "run"))
            first = with_runs(terms, runs, law.pure_runs, law.pure_runs)
            return (first, with_runs(terms, task, law.pure_runs, law.runs))
        case _ if task.value and terms.opening.at_once:
            return (task, task._replace(value=0, left=min(task.left, 1)))
        case _:
            return (task,)


def with_runs(terms: Terms, task: Task, pure: int, runs: int, lent: int = 0) -> Task:
    """A task that owes some runs besides, so many `pure` ones, of natural cards alone, first.

    Each of these may hold so many wilds that are `lent` for natural cards.
    """
    law = law_of(terms, "run")
    owed = {
        Demand(replace(law, wilds=lent) if lent else replace(law, pure=True)): pure,
        Demand(law): max(runs - pure, 0),
    }
    asked = {demand: times for demand, times in owed.items() if times}
    return task._replace(demands=(*asked, *task.demands), owed=(*asked.values(), *task.owed))


class Laying:
    """Laying a task from one hand, or from parts of it, as it would lie on the table.

    Where all melds have to be worth so much together, those that are best whatever they are worth
    are looked for first: they are quicker to find, and mostly worth enough. `found` are the best
    so far, None where there are none.
    """

    def __init__(self, terms: Terms, task: Task, laid: Laid, budget: Budget) -> None:
        self.terms, self.task, self.laid, self.budget = terms, task, laid, budget
        self.found: Melds | None = None
        self._searches: dict[int, Search] = {}

    def best(self, laid: Laid, most_left: int) -> Melds | None:
        """The best melds of these cards that leave no more than so many, if there are any.

        Those of the contract come first, runs from low to high and every wild with what it stands
        for. Raises `Spent`.
        """
        self.found = None
        for value in dict.fromkeys((0, self.task.value)):
            search = self._search(value)
            try:
                best = search.best(self._alike(laid), most_left)
            finally:
                if search.found:
                    melds = self._as_held(laid_melds(search, search.found), laid)
                    worth = [standing_value(self.terms, [one.stands for one in meld])
                             for meld in melds]  # fmt: skip
                    self.found = melds if sum(worth) >= self.task.value else None
            if best is None or self.found is not None:
                break
        return self.found

    def lives(self, laid_card: LaidCard) -> bool:
        """Whether any meld could hold a card as itself."""
        return self._search(0).lives(*self._alike((laid_card,)))

    def _search(self, value: int) -> Search:
        """The search for melds that are worth so much together."""
        if value not in self._searches:
            task, laid = self.task._replace(value=value), self._alike(self.laid)
            self._searches[value] = Search(self.terms, task, laid, self.budget)
        return self._searches[value]

    def _alike(self, laid: Laid) -> Laid:
        """The cards to search with: where suits are of no matter, all of a rank of one suit."""
        if self.terms.heeds_suits:
            return laid
        return tuple([LaidCard(self._of_one_suit(one.card), one.says) for one in laid])

    def _of_one_suit(self, card: Card) -> Card:
        return card if self.terms.is_wild(card) else Card(card.rank, self.terms.suits[0])

    def _as_held(self, melds: Melds, laid: Laid) -> Melds:
        """Melds that were searched for with cards that are `_alike`, of the cards themselves."""
        if self.terms.heeds_suits:
            return tuple(melds)
        held = [one.card for one in laid]

        def own(one: LaidCard) -> LaidCard:
            card = next(card for card in held if self._of_one_suit(card) == one.card)
            held.remove(card)
            return LaidCard(card, one.says)

        return tuple(tuple(map(own, meld)) for meld in melds)


def lay(terms: Terms, task: Task, laid: Laid, budget: Budget, most_left: int) -> Melds | None:
    """Lay a task from some cards, with no more than so many of them left.

    Gives the melds as `Laying.best` does, the best so far where the budget is spent; None where it
    cannot be done, or was not until then.
    """
    if not task.is_of(len(laid), most_left):
        return None
    laying = Laying(terms, task, laid, budget)
    with suppress(Spent):
        laying.best(laid, most_left)
    return laying.found


def as_given(melds: Melds, laid: Laid) -> Melds:
    """Melds of some cards in which what those that were not laid so stand for is left open."""
    given = Counter(laid)

    def open_again(one: LaidCard) -> LaidCard:
        given[one] -= 1
        return one if given[one] >= 0 else LaidCard(one.card)

    return tuple(tuple(map(open_again, meld)) for meld in melds)


def laid_melds(search: Search, lay_down: Found) -> Melds:
    """The melds of a lay-down as they would lie on the table, those of the contract first."""
    melds = [(at, one, search.held.unpack(one.naturals)) for at, one in lay_down.chosen]
    wilds = [one.wilds for _, one, _ in melds]
    said = [sum(laid.says is not None for laid in fixed) for *_, fixed in melds]
    for _ in range(len(lay_down.wilds) - sum(wilds)):
        # One to a meld before two to any: fewer rules are asked then.
        _, place = min(
            (wilds[place] + said[place], place)
            for place, (_, one, _) in enumerate(melds)
            if one.room > wilds[place] - one.wilds
        )
        wilds[place] += 1
    left, laid = iter(lay_down.wilds), []
    for place in sorted(range(len(melds)), key=lambda place: melds[place][0]):
        _, one, fixed = melds[place]
        as_lies = _run_of if one.form.kind == "run" else _set_of
        laid.append(as_lies(search.terms, one.form, fixed, [*islice(left, wilds[place])]))
    return tuple(laid)


def _set_of(terms: Terms, form: Form, fixed: Laid, wilds: Cards) -> Laid:
    (rank,) = form.ranks
    said = [laid for laid in fixed if laid.says]
    natural = [laid for laid in fixed if not laid.says]
    own = [card for card in wilds if terms.wilds.as_itself and card.rank == rank]
    others = [LaidCard(card, Card(rank)) for card in wilds if card not in own]
    there = [laid.stands for laid in (*said, *natural, *others)]
    as_cards = map(standing_as, own, stands_in_set(terms, there, own))
    return (*natural, *as_cards, *said, *others)


def _run_of(terms: Terms, form: Form, fixed: Laid, wilds: Cards) -> Laid:
    """A run from low to high; wilds that it does not need lengthen it upwards, else downwards."""
    ranks, suit, places = form
    size = len(fixed) + len(wilds)
    stretches = [w.ranks for w in run_windows(terms.deck, size)]
    below, longer = next(
        (below, stretch)
        for below in range(size - len(ranks) + 1)
        for stretch in stretches
        if stretch[below : below + len(ranks)] == ranks
    )
    own, left = list(fixed), iter(wilds)
    run = []
    for place, rank in enumerate(longer, -below):
        if place in places:
            card = next(laid for laid in own if laid.stands.rank == rank)
            own.remove(card)
            run.append(card)
        else:
            run.append(standing_as(next(left), Card(rank, suit)))
    return tuple(run)


def standing_as(wild: Card, stands: Card) -> LaidCard:
    """A wild as it lies, which nobody need say anything of where it is the card it stands for."""
    return LaidCard(wild, None if wild == stands else stands)
