"""Melds: whether cards are a set or a run, and what every wild in them stands for."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice

from referee.rules.cards import JOKER_RANK, Card, LaidCard, cards_of
from referee.rules.findings import Finding, find
from referee.rules.law.faults import distances, fewest_wild_faults, meld_faults, standing_faults
from referee.rules.law.meld_law import allows, law_of
from referee.rules.law.readings import MOST_READINGS, Reading, readings
from referee.rules.phrases import all_of, standings
from referee.rules.schema.melds import KINDS, Kind
from referee.rules.schema.runs import runs_upwards
from referee.rules.schema.variant import Terms


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


def judge_meld(
    terms: Terms, laid: Sequence[LaidCard], *, kind: Kind | None = None, among: bool = False
) -> JudgedMeld:
    """Judge whether cards are a meld, read as a set, a run or either.

    `laid` are the cards in the order given. Sizes are those of any meld; what a contract asks
    besides is judged with the contract. Where no reading is legal, the findings name every rule
    broken under the nearest kind. `among`: other melds lie beside it, so they say
    whose wilds.
    """
    laid = tuple(laid)
    legal = legal_readings(terms, laid, kind=kind)
    if legal:
        return JudgedMeld(laid, legal, meld_permissions(terms, laid, legal, among=among))
    far = distances(terms, laid)
    return JudgedMeld(laid, (), meld_faults(terms, laid, kind=kind, far=far), far)


def legal_readings(
    terms: Terms,
    laid: Sequence[LaidCard],
    *,
    kind: Kind | None = None,
    most: int = MOST_READINGS,
) -> tuple[Reading, ...]:
    """Every legal reading of cards as one meld, the assumed one first; none for no meld."""
    if standing_faults(terms, laid) or fewest_wild_faults(terms, laid):
        return ()
    legal: list[Reading] = []
    for tried in (kind,) if kind else KINDS:
        law = law_of(terms, tried)
        if law.least <= len(laid) <= law.most:
            # Where wilds lie decides, no order of them may be passed over.
            asked = MOST_READINGS if law.spaced else most
            for reading in readings(terms, laid, tried, asked):
                if allows(terms, tried, reading.stands, reading.wilds):
                    legal.append(reading)
    return tuple(legal) if len(legal) <= MOST_READINGS else _most_telling(legal)


def _most_telling(legal: Sequence[Reading]) -> tuple[Reading, ...]:
    """As many readings as a ruling lists: one of each rank or stretch and suit before all others.

    They stay in their order, the assumed one first.
    """
    first: dict[object, int] = {}
    for at, reading in enumerate(legal):
        ranks = frozenset([card.rank for card in reading.stands])
        first.setdefault((reading.kind, reading.stands[0].suit, ranks), at)
    kept = [*first.values()][:MOST_READINGS]
    others = (at for at in range(len(legal)) if at not in first.values())
    kept += islice(others, MOST_READINGS - len(kept))
    return tuple([legal[at] for at in sorted(kept)])


def meld_permissions(
    terms: Terms, laid: Sequence[LaidCard], legal: Sequence[Reading], *, among: bool = False
) -> tuple[Finding, ...]:
    """The rules that permit a meld; of several readings, that which asks the table for least."""
    permissions = [
        reading_permissions(terms, laid, reading, assumed=reading is legal[0], among=among)
        for reading in _representative(legal)
    ]
    return min(permissions, key=lambda permission: sum(f.settled_by == "table" for f in permission))


def _representative(legal: Sequence[Reading]) -> list[Reading]:
    """One reading for each kind and number of wilds: others rest on the same rules."""
    kinds: dict[tuple[Kind, int], Reading] = {}
    for reading in legal:
        kinds.setdefault((reading.kind, reading.wild_count), reading)
    return list(kinds.values())


def reading_permissions(
    terms: Terms,
    laid: Sequence[LaidCard],
    reading: Reading,
    *,
    assumed: bool = True,
    among: bool = False,
) -> tuple[Finding, ...]:
    """The rules that permit a meld under one reading.

    `assumed`: that is the one assumed. `among`: other melds lie beside it, so say whose wilds.
    """
    cards = cards_of(laid)
    wilds = reading.wild_count if terms.has_wilds else 0
    alone = wilds == len(laid)
    permissions = [
        _kind_permission(terms, reading, cards, alone),
        *_size_permission(terms, reading),
    ]
    if reading.kind == "run" and any(card.rank == "A" for card in reading.stands):
        permissions += _ace_permission(terms, reading)
    if wilds:
        standing = standings(_told(laid, reading), may=not assumed)
        if among:
            permissions.append(find(terms, "wild.standing", "in", cards=cards, wilds=standing))
        else:
            permissions.append(find(terms, "wild.standing", wilds=standing))
        permissions += drawn_rank(terms)
        if alone:
            permissions.append(find(terms, "wild.naturals", cards=cards))
    if wilds > 1:
        permissions.append(_number_permission(terms, wilds, cards))
    if terms.wilds.ranks and (itself := _as_themselves(terms, laid, reading)):
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
    return [find(terms, "wild.drawn", code, ranks=all_of(rank))]


def _as_themselves(terms: Terms, laid: Sequence[LaidCard], reading: Reading) -> tuple[Card, ...]:
    """The cards of a wild rank that stand as the cards they are."""
    natural = [
        laid_card.card for laid_card, wild in zip(laid, reading.wilds, strict=True) if not wild
    ]
    return tuple([card for card in natural if card.rank in terms.wild_ranks])


def _kind_permission(
    terms: Terms, reading: Reading, cards: tuple[Card, ...], alone: bool
) -> Finding:
    """That it is of its kind; `alone` where all its cards are wilds."""
    rule = "set.rank" if reading.kind == "set" else "run.order"
    if alone:
        return find(terms, rule, "wilds", cards=cards)
    if reading.kind == "set":
        return find(terms, rule, cards=cards, ranks=all_of(reading.rank))
    return find(terms, rule, cards=cards, suit=reading.stands[0].suit)


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


def _size_permission(terms: Terms, reading: Reading) -> list[Finding]:
    """The option that lets a meld be as short as it is, where the game itself does not."""
    if not terms.turned:
        return []
    rule = "set.size" if reading.kind == "set" else "run.length"
    numbers = (option.default for option in terms.options_of(rule) if option.is_number)
    usual = next(numbers, 0)
    if not isinstance(usual, int) or len(reading.stands) >= usual:
        return []
    return [find(terms, rule, "short", has=len(reading.stands))]


def _ace_permission(terms: Terms, reading: Reading) -> list[Finding]:
    ranks = Counter(card.rank for card in reading.stands)
    if ranks["A"] > 1:
        return [find(terms, "run.both-ends", suit=reading.stands[0].suit)]
    law, size = terms.ranks, len(reading.stands)
    ways = runs_upwards(law.ace, law.removed, size)[tuple(sorted(ranks))]
    # A whole suit may have its ace at either end.
    if len(ways) > 1:
        return []
    ace = Card("A", reading.stands[0].suit)
    return [find(terms, "run.ace", "low" if ways[0][0] == "A" else "high", card=ace)]


def _told(laid: Sequence[LaidCard], reading: Reading) -> list[tuple[Card, Card]]:
    """Each wild with the card it stands for."""
    return [
        (laid_card.card, stands)
        for laid_card, stands, wild in zip(laid, reading.stands, reading.wilds, strict=True)
        if wild
    ]
