"""Why cards are not what a deal asks for: how they divide, what they lack, and what they leave.

That is a contract, an opening or a declaration. One search, relaxed step by step: first by all
rules, then without one of them after another, then with cards lent or left.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain, combinations
from typing import NamedTuple

from referee.rules.cards import (
    JOKER,
    JOKER_RANK,
    RANKS,
    Card,
    Cards,
    Laid,
    LaidCard,
    Melds,
    cards_in,
    cards_of,
    without,
)
from referee.rules.findings import Finding, Findings, broken, violations
from referee.rules.law.contracts import JudgedContract, judge_contract
from referee.rules.law.meld_law import UNLIMITED, Law, Meld, in_order
from referee.rules.law.melds import judge_meld
from referee.rules.phrases import contract_of
from referee.rules.schema.melds import Piece
from referee.rules.schema.reading import patched
from referee.rules.schema.variant import Terms
from referee.rules.search.arrange import MOST_CARDS
from referee.rules.search.candidates import Demand
from referee.rules.search.declaring import judge_groups
from referee.rules.search.laying import as_given, lay, standing_as, task_of, with_runs
from referee.rules.search.solver import Budget, Task

MOST_STEPS = 200_000
"""The work that may go into dividing some cards so that no rule is broken."""

STEPS_TO_EXPLAIN = 20_000
"""The work that may go into a division that breaks, or lacks, as little as can be."""

MOST_LACKING = 4
"""The most cards that a heap may lack for what it lacks to be looked for."""


class Unknown(Exception):
    """The work did not suffice to say whether cards divide."""


def divide(terms: Terms, laid: Laid, *, hand: Cards | None = None) -> JudgedContract | None:
    """Divide cards into the melds of a contract or an opening, using them all, and judge that.

    Where they cannot be divided so that no rule is broken, judges a division that breaks as few as
    it finds. None where the cards do not fall into melds of the kinds and sizes asked for. Raises
    `Unknown` where `MOST_STEPS` did not suffice to say whether they do.
    """
    divided = _divided(terms, laid, hand)
    for instead in terms.instead:
        if divided and divided.is_met:
            break
        other = _divided(instead, laid, None)
        if other and other.is_met:
            divided = judge_contract(terms, [meld.laid for meld in other.melds], hand=hand)
    return divided


def _divided(terms: Terms, laid: Laid, hand: Cards | None) -> JudgedContract | None:
    """As `divide`, by the contract of the deal alone."""
    best: tuple[Melds, JudgedContract] | None = None
    whole, explaining = Budget(MOST_STEPS), Budget(STEPS_TO_EXPLAIN)
    for task in _relaxed(terms):
        lawful = task == task_of(terms)
        melds = lay(terms, task, laid, whole if lawful else explaining, 0)
        if melds is None and lawful:
            if whole.is_spent:
                raise Unknown
            melds = dearest_melds(terms, laid, explaining, 0)
        if not melds:
            continue
        melds = as_shown(terms, sorted(as_given(melds, laid), key=_lowest))
        judged = judge_contract(terms, melds)
        if best is None or judged.weight < best[1].weight:
            best = melds, judged
        if judged.is_met:
            break
    if best is None or hand is None:
        return best and best[1]
    return judge_contract(terms, best[0], hand=hand)


def _relaxed(terms: Terms) -> tuple[Task, ...]:
    """What a deal asks for, then the same with a rule after another left out of account.

    At first with one wild to a meld at most: fewer of the table's answers are asked then.
    """

    def with_more(terms: Terms) -> Terms:
        terms = patched(terms, "further_melds.melds_per_turn", 0)
        kinds_bound = terms.further_melds.allowed == "contract-kinds"
        return patched(terms, "further_melds.allowed", "any") if kinds_bound else terms

    of_any_size = patched(terms, "contracts.size", "at-least")
    lawful, longer, many, loosest = map(
        task_of, (terms, of_any_size, with_more(terms), with_more(of_any_size))
    )
    tasks = (
        _by_law(lawful, lambda law: replace(law, wilds=min(law.wilds, 1))),
        lawful,
        _by_law(lawful, lambda law: law, paired=False),
        _by_law(lawful, Law.of_any_cards),
        longer,
        many,
        _by_law(loosest, Law.of_any_cards, paired=False)._replace(value=0),
    )
    return tuple(dict.fromkeys(tasks))


def _by_law(task: Task, other: Callable[[Law], Law], *, paired: bool = True) -> Task:
    """A task with another law for its melds, of which none bars another where not `paired`."""
    demands = [Demand(other(one.law), one.paired and paired) for one in task.demands]
    return task._replace(demands=tuple(demands))


def dearest_melds(terms: Terms, laid: Laid, budget: Budget, most_left: int = UNLIMITED) -> Melds:
    """The melds of some cards that are worth most to open with, as far as the budget lasts.

    None where a game does not open by value.
    """
    task = task_of(terms)
    dearest: Melds = ()
    value = 0
    while task.value:
        melds = lay(terms, task._replace(value=value + 1), laid, budget, most_left)
        if not melds:
            break
        dearest = melds
        value = judge_contract(terms, melds).value or value + 1
    return dearest


def _lowest(meld: Laid) -> tuple[str, int]:
    """Sorts melds by suit and rank, however they were found."""
    stands = [laid_card.stands for laid_card in meld if not laid_card.stands.is_joker]
    return min([(card.suit, RANKS.index(card.rank)) for card in stands], default=("", 0))


LENT = Card(JOKER_RANK, "lent")
"""What lies in the place of a natural card that is lacking, and is said to stand for it."""


class NearDivision(NamedTuple):
    """A division of cards into melds that lacks as few of them as possible.

    The first `melds` are those of a `contract`, piece by piece. `left` are the cards that no meld
    uses.
    """

    contract: tuple[Piece, ...]
    melds: Melds
    left: Laid

    @property
    def lacking(self) -> tuple[Card, ...]:
        """All cards that are missing, in the order of the melds."""
        return tuple([card for meld in self.melds for card in lacking_in(meld)])

    def serving(self, card: Card) -> Laid | None:
        """The meld that uses a card already, where one does."""
        return next((meld for meld in self.melds if LaidCard(card) in meld), None)


def lacking_in(meld: Laid) -> tuple[Card, ...]:
    """The cards that a meld lacks."""
    return tuple([one.stands for one in meld if one.card is LENT])


def nearest_to_contract(
    terms: Terms,
    laid: Laid,
    *,
    lacking: Iterable[int] = range(MOST_LACKING + 1),
    most_left: int = UNLIMITED,
) -> NearDivision | None:
    """Divide cards into what a deal asks for, or what may be laid instead, with few cards lacking.

    That is its contract, an opening, or the groups of a declaration. Jokers that nobody holds are
    dealt in, as many as may be `lacking`, one number after another until it can be laid; the
    natural cards they stand for are what is lacking. None where no such number will do, where more
    than `most_left` would be left over, or where the search ended before it knew.
    """
    near = None
    for one in (terms, *terms.instead):
        fewer = [count for count in lacking if near is None or count < len(near.lacking)]
        near = _nearest(one, laid, fewer, most_left) or near
    return near


def divided(terms: Terms, laid: Laid) -> Sequence[Meld]:
    """Cards as the melds that a deal asks for, none of them left; none where they do not divide."""
    for one in (terms, *terms.instead):
        if melds := lay(one, _lent(one)[0], laid, Budget(STEPS_TO_EXPLAIN), 0):
            findings, read = judge_laid(one, melds)
            if not violations(findings):
                return read
    return ()


def _nearest(
    terms: Terms, laid: Laid, numbers: Iterable[int], most_left: int
) -> NearDivision | None:
    """As `nearest_to_contract`, by the contract of the deal alone."""
    tasks, budget = _lent(terms), Budget(STEPS_TO_EXPLAIN)
    stay = 0 if most_left == UNLIMITED else most_left
    for lacking in numbers:
        lent = (*laid, *(LaidCard(JOKER),) * lacking)
        if len(lent) > MOST_CARDS:
            break
        for relaxed in tasks[1:] if lacking else tasks[:1]:
            whole = _with_one_lent(terms, relaxed, laid, lacking, budget, most_left)
            melds = whole or lay(terms, relaxed, lent, budget, most_left)
            near = melds and _without_lent(terms, laid, melds, lacking, stay)
            if near:
                return near
    return None


def _with_one_lent(
    terms: Terms, task: Task, laid: Laid, lent: int, budget: Budget, most_left: int
) -> Melds:
    """A contract of which one meld is of lent jokers alone and the others lack nothing, if any."""
    for at, (demand, times) in enumerate(zip(task.demands, task.owed, strict=False)):
        if lent != demand.law.least or terms.showdown.declares:
            continue
        owed = (*task.owed[:at], times - 1, *task.owed[at + 1 :])
        others = lay(terms, task._replace(owed=owed), laid, budget, most_left)
        alone = task._replace(demands=(demand,), owed=(1,), left=0)
        jokers = others and lay(terms, alone, (LaidCard(JOKER),) * lent, budget, 0)
        if others and jokers:
            place = sum(owed[: at + 1])
            return (*others[:place], *jokers, *others[place:])
    return ()


def _lent(terms: Terms) -> tuple[Task, ...]:
    """What may be laid in a deal, then what may be laid for it with cards lent, if any.

    A limit on wilds does not concern the natural cards that lent jokers stand for, and a meld may
    be lacking altogether: then it is of lent jokers alone.
    """
    task, law = task_of(terms), terms.showdown
    if law.declares:
        return tuple([with_runs(terms, task, law.pure_runs, law.runs, lent) for lent in (0, 1)])
    if not terms.contract:
        return (task,)
    lawful = task._replace(demands=task.demands[: len(task.owed)], further=0)
    freed = [
        _by_law(relaxed, lambda law: replace(law, naturals=0))
        for relaxed in (_by_law(lawful, Law.of_any_cards), lawful)
    ]
    return task, *freed


def _without_lent(
    terms: Terms, laid: Laid, melds: Melds, lacking: int, stay: int
) -> NearDivision | None:
    """The division with natural cards in the place of the jokers that were lent.

    No more than so many jokers may `stay` in the hand.
    """
    held = Counter(one for one in laid if one.says)
    free = []
    for meld, cards in enumerate(melds):
        for place, one in enumerate(cards):
            held[one] -= 1
            if terms.is_wild(one.card) and held[one] < 0:
                free.append((meld, place))
    jokers = [(meld, place) for meld, place in free if melds[meld][place].card.is_joker]
    if len(jokers) < lacking or laid.count(LaidCard(JOKER)) + lacking - len(jokers) > stay:
        return None
    # What is lacking is told best of one meld, so ways that leave others whole come first. A joker
    # that lies where no natural card may come changes places with another wild.
    ways = combinations(sorted(free, key=lambda at: at not in jokers), lacking)
    for way in sorted(ways, key=lambda way: (not {*way} <= {*jokers}, len({at for at, _ in way}))):
        others = _with_jokers_at(melds, way, [at for at in jokers if at not in way])
        gaps = _with_gaps(terms, others, way)
        whole = [
            tuple([LaidCard(one.stands) if one.card is LENT else one for one in meld])
            for meld in gaps
        ]
        if gaps and not violations(judge_laid(terms, whole)[0]):
            given = Counter(chain.from_iterable(as_given(gaps, laid)))
            left = tuple(_among(laid, Counter(laid) - given))
            return NearDivision(tuple(Counter(terms.contract).elements()), gaps, left)
    return None


def as_shown(terms: Terms, melds: Melds) -> Melds:
    """Melds with their cards in order, where they are what a deal asks for."""
    shown = {meld.laid: in_order(terms, meld) for meld in judge_laid(terms, melds)[1]}
    return tuple([shown.get(meld, meld) for meld in melds])


def judge_laid(terms: Terms, melds: Melds) -> tuple[Findings, Sequence[Meld]]:
    """What the rules say of melds as a contract, an opening or a declaration, and how they read."""
    if terms.showdown.declares:
        return judge_groups(terms, melds, sum(map(len, melds)))
    judged = judge_contract(terms, melds)
    return judged.findings, judged.melds


def _with_jokers_at(
    melds: Melds, way: Sequence[tuple[int, int]], jokers: Sequence[tuple[int, int]]
) -> list[Laid]:
    """Melds in which wilds lie in the places of some jokers, and these in theirs."""
    lies = [[*meld] for meld in melds]
    moved = [(meld, place) for meld, place in way if not melds[meld][place].card.is_joker]
    for (meld, place), (there, at) in zip(moved, jokers, strict=False):
        one, joker = melds[meld][place], melds[there][at]
        lies[meld][place] = standing_as(joker.card, one.stands)
        lies[there][at] = standing_as(one.card, joker.stands)
    return [*map(tuple, lies)]


def _with_gaps(terms: Terms, melds: Melds, lent: Sequence[tuple[int, int]]) -> Melds:
    """Melds with a natural card named for each lent joker; none where the packs hold no other."""
    used, gaps = Counter(cards_in(melds)), [*melds]
    # In a pure run a wild may be wanted as the card that it is.
    pure = terms.showdown.pure_runs > 0
    for at, place in lent:
        meld = gaps[at]
        rank, suit = meld[place].stands.rank, meld[place].stands.suit
        there = {one.stands if one.card is LENT else one.card for one in meld}
        free = [
            card for card in (Card(rank, own) for own in suit or terms.suits)
            if (pure or not terms.is_wild(card)) and used[card] < terms.copies(card)
        ]  # fmt: skip
        if not free:
            return ()
        # A natural card comes first, then the suit that is used least.
        card = min(free, key=lambda card: (terms.is_wild(card), card in there, used[card]))
        gaps[at] = (*meld[:place], LaidCard(LENT, card), *meld[place + 1 :])
        used[card] += 1
    return gaps


def _among(laid: Laid, some: Counter[LaidCard]) -> Iterator[LaidCard]:
    """Some of the cards laid, in the order in which they were."""
    left = some.copy()
    for one in laid:
        left[one] -= 1
        if left[one] >= 0:
            yield one


def gap_findings(terms: Terms, division: NearDivision) -> Findings:
    """Why cards hold no contract: what each meld lacks, or which cards are left over."""
    if short := _short(division):
        return tuple([_short_of(terms, division, piece, meld) for piece, meld in short])
    rule = "contract.whole-hand" if terms.deal.whole_hand else "contract.pieces"
    return (broken(terms, rule, "over", cards=cards_of(division.left)),)


def undivided(terms: Terms, laid: Laid) -> JudgedContract:
    """Why cards that were all laid down and do not divide are not the contract, or no opening."""
    if terms.contract:
        return JudgedContract(_heap_findings(terms, laid))
    most = task_of(terms)._replace(value=0, objective="cards")
    melds = lay(terms, most, laid, Budget(STEPS_TO_EXPLAIN), UNLIMITED) or ()
    left = without(cards_of(laid), cards_in(melds))
    over = broken(terms, "opening.value", "over", cards=left)
    judged = judge_contract(terms, melds)
    few = [wrong for wrong in violations(judged.findings) if melds and wrong.rule == over.rule]
    return JudgedContract((over, *few), value=judged.value)


def _heap_findings(terms: Terms, laid: Laid) -> Findings:
    near = nearest_to_contract(terms, laid)
    asked = contract_of(terms.contract)
    if near is None or not (near.lacking or near.left):
        return (broken(terms, "contract.pieces", "undivided", deal=terms.number, contract=asked),)
    short = _short(near)
    if len(short) != 1 or len(_held(short[0][1])) > 1 or not near.left:
        return gap_findings(terms, near)
    # Cards beside the rest of the contract do not come near the piece that it still asks for.
    [(piece, meld)] = short
    cards = tuple(_among(laid, Counter([*_held(meld), *near.left])))
    judged = judge_meld(terms, cards)
    is_short_run = len(cards) > 2 and [one.rule for one in judged.findings] == ["run.length"]
    if not judged.readings and not is_short_run:
        return gap_findings(terms, near)
    kind = judged.readings[0].kind if judged.readings else piece.kind
    code = "kind" if kind == piece.kind else "other"
    return (
        broken(terms, "contract.pieces", code, deal=terms.number, contract=asked,
               cards=cards_of(cards), kind=kind),
    )  # fmt: skip


def _short(division: NearDivision) -> list[tuple[Piece, Laid]]:
    """The melds of the contract that lack cards; others never do."""
    pairs = zip(division.contract, division.melds, strict=False)
    return [(piece, meld) for piece, meld in pairs if lacking_in(meld)]


def _held(meld: Laid) -> Laid:
    return tuple([one for one in meld if one.card is not LENT])


def _short_of(terms: Terms, division: NearDivision, piece: Piece, meld: Laid) -> Finding:
    cards, lacking = cards_of(_held(meld)), lacking_in(meld)
    if len(cards) < 2 < piece.size:
        some = len(_short(division)) < len(division.contract)
        return broken(terms, "contract.pieces", "besides" if some else "nothing", piece=piece)
    if len(cards) >= piece.size and piece.kind == "run":
        return broken(terms, "run.order", "missing", cards=cards, missing=lacking)
    twice = [card for card in lacking if division.serving(card) not in (None, meld)]
    told = {"card": twice[0]} if twice else {}
    code = "twice" if twice else "lacking"
    return broken(terms, "contract.pieces", code, piece=piece, cards=cards, **told)
