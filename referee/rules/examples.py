"""Melds to show, for pages and paper alike: those of a contract, and right and wrong ones."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from referee.language import Catalogue, in_use
from referee.rules.cards import JOKER, Card, Cards, write_cards
from referee.rules.deals import pieces_laid
from referee.rules.rulings import rule_by
from referee.rules.schema.melds import Kind, Piece
from referee.rules.schema.variant import Variant

# Runs stay below the ten, where they are easiest to read; sets lie above them, all apart.
_RUN_STARTS: Final = (1, 2, 0)
_RUN_SUITS: Final = ("s", "h", "c", "d", "t")
_SET_RANKS: Final = (-1, -3, -2, -5)


def example_melds(
    variant: Variant, contract: Sequence[Piece], *, beside: Cards = ()
) -> tuple[tuple[Card, ...], ...]:
    """Natural cards that fulfil a contract: each run in a suit of its own, each set of its rank.

    `beside`: another meld. Runs are of another suit than its first card, and sets of other ranks.
    """
    ranks, runs, sets = plain_ranks(variant), 0, 0
    suits = [suit for suit in _RUN_SUITS if suit in {*variant.suits} - {c.suit for c in beside[:1]}]
    free = [rank for rank in ranks if rank not in {card.rank for card in beside}]
    melds = []
    for piece in contract:
        if piece.kind == "run":
            start = min(_RUN_STARTS[runs % len(_RUN_STARTS)], max(len(ranks) - piece.size, 0))
            run = ranks[start : start + piece.size]
            melds.append(_in_suit(run, suits[runs % len(suits)]))
            runs += 1
        else:
            rank = free[_SET_RANKS[sets % len(_SET_RANKS)] % len(free)]
            melds.append(_of_rank(variant, rank, piece.size, sets))
            sets += 1
    return tuple(melds)


def _in_suit(ranks: Iterable[str], suit: str) -> tuple[Card, ...]:
    return tuple(Card(rank, suit) for rank in ranks)


def _of_rank(variant: Variant, rank: str, size: int, first: int = 0) -> tuple[Card, ...]:
    """Cards of one rank, of as many suits as there are, from one of these on."""
    suits = variant.suits
    return tuple(Card(rank, suits[(first + n) % len(suits)]) for n in range(size))


@lru_cache(maxsize=64)
def deal_melds(variant: Variant, number: int) -> tuple[tuple[Card, ...], ...]:
    """Natural cards that fulfil the contract of a deal, from 1; a play-off is the last one again.

    Where it takes the whole hand they are all cards that one holds after drawing.
    """
    return example_melds(variant, pieces_laid(variant.at(min(number, len(variant.deals)))))


def plain_ranks(variant: Variant) -> tuple[str, ...]:
    """The longest row of ranks, from two to king, that are in play and never wild."""
    out = {"A", *variant.wilds.ranks}
    rows: list[list[str]] = [[]]
    for rank in variant.deck.line:
        if rank in out:
            rows.append([])
        else:
            rows[-1].append(rank)
    longest = max(rows, key=len)
    return tuple(longest)


class Example(NamedTuple):
    """Cards laid down as one kind of meld, whether they may be, and why or why not."""

    kind: Kind
    cards: str
    right: bool
    says: str


def examples(variant: Variant, part: str, players: int | None = None) -> tuple[Example, ...]:
    """Melds that show the rules of one part, each ruled on by the referee here and now.

    In a game of contracts they are ruled on as melds of a contract. Without `players` only what
    holds for every number of players is shown, and of a game whose wild rank changes what holds in
    its first deal.
    """
    return _examples(in_use(), variant, part, players)


def right_and_wrong(variant: Variant, kind: Kind, players: int | None = None) -> list[Example]:
    """The first right and the first wrong one of a kind; arguments as of `examples`.

    House rules may leave a kind without a right or a wrong one.
    """
    ruled = examples(variant, kind, players)
    first = (next((one for one in ruled if one.right is right), None) for right in (True, False))
    return list(filter(None, first))


@lru_cache(maxsize=256)
def _examples(
    _language: Catalogue, variant: Variant, part: str, players: int | None
) -> tuple[Example, ...]:
    variant = variant.at(1) if variant.wilds.by_deal else variant
    # A number of players matters to a meld by the packs and jokers that are then in play.
    numbers = {
        (variant.deck.packs(number), variant.deck.jokers(number)): number
        for number in (variant.players.numbers if players is None else (players,))
    }.values()
    ruled = (
        {_ruled(variant, kind, cards, number) for number in numbers}
        for kind, cards in _PARTS[part](variant, numbers)
    )
    return tuple(same.pop() for same in ruled if len(same) == 1)


def _ruled(variant: Variant, kind: Kind, cards: Cards, players: int) -> Example:
    case: dict[str, object] = {"game": variant.id, "players": players}
    if variant.wilds.by_deal:
        case["deal"] = 1
    laid = write_cards(cards)
    ruling = rule_by(variant, {**case, "ask": "meld", "cards": laid, "kind": kind})
    right = ruling.verdict == "legal"
    says = [finding.said() for finding in ruling.findings if finding.ok is right]
    if right and (contract := _contract_with(variant, kind, cards)):
        in_contract = rule_by(variant, {**case, "ask": "contract", **contract})
        if in_contract.verdict != "legal":
            right = False
            says = [finding.said() for finding in in_contract.findings if not finding.ok]
    return Example(kind, laid, right, " ".join(says[:2]))


def _contract_with(variant: Variant, kind: Kind, cards: Cards) -> dict[str, object] | None:
    """The deal of the smallest contract with a meld of a kind, and its melds, these cards first.

    The other melds are natural cards. None where no deal asks for such a meld.
    """
    meld = Piece(kind, _least(variant, kind))
    asked = [
        (sum(piece.size for piece in deal.contract), number)
        for number, deal in enumerate(variant.deals, 1)
        if meld in deal.contract and (number == 1 or not variant.wilds.by_deal)
    ]
    if not asked:
        return None
    _, number = min(asked)
    others = list(variant.deals[number - 1].contract)
    others.remove(meld)
    melds = (cards, *example_melds(variant, others, beside=cards))
    return {"deal": number, "melds": list(map(write_cards, melds))}


def _least(variant: Variant, kind: Kind) -> int:
    """The fewest cards in a meld of a kind: where deals ask for it, as few as any of them does.

    Deals with rules of their own do not count: the examples show those of the others.
    """
    contracts = [deal.contract for deal in variant.deals if not deal.set]
    asked = [piece.size for contract in contracts for piece in contract if piece.kind == kind]
    return min(asked, default=variant.sets.least if kind == "set" else variant.runs.least)


def _sets(variant: Variant, numbers: Collection[int]) -> Iterator[tuple[Kind, Cards]]:
    least, (*_, low, high) = _least(variant, "set"), plain_ranks(variant)
    yield "set", _of_rank(variant, high, least)
    if all(variant.deck.packs(players) > 1 for players in numbers):
        yield "set", (Card(low, "s"), *_of_rank(variant, low, least - 1))
    yield "set", (Card(high, "s"), *_of_rank(variant, low, least)[1:])
    yield "set", _of_rank(variant, high, variant.sets.least - 1)


def _runs(variant: Variant, numbers: Collection[int]) -> Iterator[tuple[Kind, Cards]]:
    ranks, least = plain_ranks(variant), _least(variant, "run")
    *start, last = ranks[1 : least + 1]
    yield "run", _in_suit((*start, last), "s")
    yield "run", (*_in_suit(start, "s"), Card(last, "h"))
    for beyond in ranks[least + 1 : least + 2]:
        yield "run", _in_suit((*start, beyond), "s")
    yield "run", _in_suit(ranks[1 : variant.runs.least], "s")


def _aces(variant: Variant, numbers: Collection[int]) -> Iterator[tuple[Kind, Cards]]:
    if not variant.has_aces:
        return
    least = _least(variant, "run")
    suit = "s" if variant.is_wild(Card("A", "h")) else "h"
    # The ranks beside the ace, as far as this game has them.
    plain = variant.deck.beside_ace
    yield "run", _in_suit(("A", *plain[: least - 1]), suit)
    yield "run", _in_suit((*plain[len(plain) - least + 1 :], "A"), suit)
    # With a wild card among them it would show something else.
    natural = [rank for rank in plain if rank not in variant.wilds.ranks]
    yield "run", _in_suit((*natural[-1:], "A", *natural[: least - 2]), suit)


def _wilds(variant: Variant, numbers: Collection[int]) -> Iterator[tuple[Kind, Cards]]:
    wilds = [JOKER] * min(map(variant.deck.jokers, numbers)) + [
        card
        for rank in variant.wilds.ranks
        for suit in "cdsh"
        if variant.is_wild(card := Card(rank, suit))
    ]
    if not wilds:
        return
    (wild, *_), least, ranks = wilds, _least(variant, "run"), plain_ranks(variant)
    first, _, *others = _in_suit(ranks[1 : least + 2], "d")
    high = ranks[-1]
    yield "run", (first, wild, *others[: least - 2])
    yield "set", (*_of_rank(variant, high, _least(variant, "set") - 1), wild)
    if wilds[1:]:
        yield "set", (Card(high, "s"), *wilds[:2])
    # One wild card where two are missing.
    yield "run", (first, wild, *others[1:])


_PARTS = {"set": _sets, "run": _runs, "ace": _aces, "wild": _wilds}
