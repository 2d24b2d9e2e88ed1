"""Melds: whether cards are a set or a run, and what every wild in them stands for."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from referee.rules.cards import JOKER_RANK, Card, Laid
from referee.rules.findings import Finding, Findings, find
from referee.rules.law.faults import meld_faults, standing_faults, wilds_at_least
from referee.rules.law.meld_law import Meld, law_of, upwards, violations
from referee.rules.law.readings import MOST_READINGS, readings
from referee.rules.phrases import all_of, standings, wild_of_rank
from referee.rules.schema.melds import KINDS, Kind
from referee.rules.schema.runs import goes_round, runs_upwards
from referee.rules.schema.variant import Terms


class JudgedMeld(NamedTuple):
    """What the rules say of cards laid as one meld.

    `readings` are all legal ones, the assumed one first; none where it is no meld. `findings` are
    then the rules it breaks, else those that permit it, read as `ruled`.
    """

    readings: tuple[Meld, ...]
    findings: Findings
    ruled: Meld | None = None


def judge_meld(
    terms: Terms, laid: Laid, *, kind: Kind | None = None, among: bool = False
) -> JudgedMeld:
    """Judge whether cards are a meld, read as a set, a run or either.

    `laid` are the cards in the order given. Sizes are those of any meld; what a contract asks
    besides is judged with the contract. Where no reading is legal, the findings name every rule
    broken under the nearest kind. `among`: other melds lie beside it, so they say
    whose wilds.
    """
    legal = legal_readings(terms, laid, kind=kind)
    if legal:
        ruled, findings = meld_permissions(terms, legal, among=among)
        return JudgedMeld(legal, findings, ruled)
    return JudgedMeld((), meld_faults(terms, laid, kind=kind))


def legal_readings(terms: Terms, laid: Laid, *, kind: Kind | None = None) -> tuple[Meld, ...]:
    """Every legal reading of cards as one meld, the assumed one first; none for no meld."""
    legal = [*_legal_readings(terms, laid, (kind,) if kind else KINDS)]
    return tuple(legal) if len(legal) <= MOST_READINGS else _most_telling(legal)


def legal_reading(terms: Terms, laid: Laid, *kinds: Kind) -> Meld | None:
    """The legal reading of cards that is assumed, of the first of some kinds; None for none."""
    return next(_legal_readings(terms, laid, kinds), None)


def _legal_readings(terms: Terms, laid: Laid, kinds: Sequence[Kind]) -> Iterator[Meld]:
    if standing_faults(terms, laid):
        return
    wilds = wilds_at_least(terms, laid)
    for kind in kinds:
        law = law_of(terms, kind)
        if law.fits(len(laid) - wilds, wilds):
            for meld in readings(terms, laid, kind):
                if not violations(terms, meld):
                    yield meld


def _most_telling(legal: Sequence[Meld]) -> tuple[Meld, ...]:
    """As many readings as a ruling lists: one of each rank or stretch and suit before all others.

    They stay in their order, the assumed one first.
    """
    places: dict[object, int] = {}
    for at, meld in enumerate(legal):
        places.setdefault((meld.kind, meld.suit, frozenset(meld.ranks)), at)
    first = {*places.values()}
    kept = sorted(range(len(legal)), key=lambda at: at not in first)
    return tuple([legal[at] for at in sorted(kept[:MOST_READINGS])])


def meld_permissions(
    terms: Terms, legal: Sequence[Meld], *, among: bool = False
) -> tuple[Meld, Findings]:
    """Of several readings of a meld that which asks the table for least, and what permits it."""

    def asked(way: tuple[Meld, Findings]) -> int:
        return sum([finding.settled_by == "table" for finding in way[1]])

    best = legal[0], reading_permissions(terms, legal[0], among=among)
    if not asked(best):
        return best
    # One reading for each kind and number of wilds, and place of an ace: others rest on the same.
    unlike: dict[object, Meld] = {}
    for meld in legal:
        ranks = frozenset(meld.ranks)
        unlike.setdefault((meld.kind, len(meld.wilds), "A" in ranks and ranks), meld)
    _, *others = unlike.values()
    ways = [(meld, reading_permissions(terms, meld, assumed=False, among=among)) for meld in others]
    return min([best, *ways], key=asked)


def reading_permissions(
    terms: Terms, meld: Meld, *, assumed: bool = True, among: bool = False
) -> Findings:
    """The rules that permit a meld under one reading.

    `assumed`: that is the one assumed. `among`: other melds lie beside it, so say whose wilds.
    """
    cards, ranks, is_set = meld.cards, meld.ranks, meld.kind == "set"
    mixed, wilds = terms.runs.mixed and not is_set, meld.wilds if terms.has_wilds else []
    alone = len(wilds) == len(cards)
    rule = "set.rank" if is_set else "run.order"
    if alone or mixed:
        permissions = [find(terms, rule, "wilds", cards=cards)]
    elif is_set:
        permissions = [find(terms, rule, cards=cards, ranks=all_of(ranks[0]))]
    else:
        permissions = [find(terms, rule, cards=cards, suit=meld.suit)]
    if terms.turned:
        # The option that lets a meld be as short as it is, where the game itself does not.
        rule = "set.size" if is_set else "run.length"
        usual = next((option.default for option in terms.options_of(rule) if option.is_number), 0)
        if isinstance(usual, int) and len(cards) < usual:
            permissions.append(find(terms, rule, "short", has=len(cards)))
    if "A" in ranks and not is_set:
        permissions += _ace_permission(terms, meld)
    if mixed and len({card.suit for card in meld.stands if card.suit}) > 1:
        permissions.append(find(terms, "run.suit", f"of-{terms.runs.suits}", cards=cards))
    if wilds:
        standing, code = standings(wilds, may=not assumed), "in" if among else ""
        permissions.append(find(terms, "wild.standing", code, cards=cards, wilds=standing))
        permissions += drawn_rank(terms)
        if alone:
            permissions.append(find(terms, "wild.naturals", cards=cards))
    if len(wilds) > 1:
        permissions.append(_number_permission(terms, len(wilds), cards))
    itself = terms.wilds.as_itself and tuple([
        one.card for one in meld.standings if not one.wild and one.card in terms.wild_cards
    ])  # fmt: skip
    if itself:
        permissions.append(find(terms, "wild.itself", cards=itself))
    return tuple(permissions)


def drawn_rank(terms: Terms) -> list[Finding]:
    """Which rank was drawn as wild for the deal, or that nobody said; none where none is drawn."""
    drawn = terms.drawn.wild
    if not terms.wilds.drawn:
        return []
    if not drawn:
        return [find(terms, "wild.drawn", "untold")]
    code, rank = ("joker", terms.wilds.drawn_joker) if drawn == JOKER_RANK else ("", drawn)
    return [find(terms, "wild.drawn", code, ranks=wild_of_rank(terms, rank))]


def _number_permission(terms: Terms, wilds: int, cards: tuple[Card, ...]) -> Finding:
    """That a meld may hold so many wilds."""
    least, most = terms.wilds.naturals_per_meld, terms.wilds.most_per_meld
    if most:
        return find(terms, "wild.number", "up-to", most=most, has=wilds, cards=cards)
    if terms.wilds.balanced:
        return find(terms, "wild.balance", cards=cards)
    if terms.contracts.wilds != "any":
        return find(terms, "wild.number")
    return find(terms, "wild.number", "natural" if least else "any", least=least)


def _ace_permission(terms: Terms, meld: Meld) -> list[Finding]:
    ranks = meld.ranks
    if goes_round(terms.deck):
        lies = upwards(terms, meld)[0].stands
        inner = tuple(dict.fromkeys(card for card in lies[1:-1] if card.rank == "A"))
        return [find(terms, "run.ace", "inner", cards=inner)] if inner else []
    if ranks.count("A") > 1:
        return [find(terms, "run.both-ends", suit=meld.suit)]
    orders = runs_upwards(terms.deck, len(ranks))
    ways = orders[tuple(sorted(ranks))]
    # A whole suit may have its ace at either end.
    if len(ways) > 1:
        return []
    ace = meld.stands[ranks.index("A")]
    return [find(terms, "run.ace", "low" if ways[0][0] == "A" else "high", card=ace)]
