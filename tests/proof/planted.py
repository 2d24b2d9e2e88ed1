"""Layable heaps: melds of a contract are chosen first, then mixed, and the referee finds them."""

import random
import time
from collections import Counter
from collections.abc import Sequence

from referee.rules import rule_by
from referee.rules.cards import JOKER, RANKS, SUITS, Card, Laid, LaidCard, cards_of, write_cards
from referee.rules.deals import DealError, plan_deal
from referee.rules.findings import violations
from referee.rules.law.contracts import judge_contract
from referee.rules.law.melds import judge_meld
from referee.rules.schema.melds import KINDS, Piece
from referee.rules.schema.options import OptionError
from referee.rules.schema.runs import run_windows
from referee.rules.schema.variant import Terms, Variant
from referee.rules.search.arrange import arrange
from referee.rules.search.why_not import Unknown, divide
from referee.variants import catalogue, load
from tests.rules.hands import a_hand, some_deal, some_options

HEAPS = 10_000
SEED = 22
MOST_CARDS = 16


def main() -> bool:
    """Plant heaps and deal hands; true where each heap is ruled legal and every answer is sure."""
    return all((heaps_are_found(HEAPS), hands_are_known(HANDS)))


def heaps_are_found(heaps: int) -> bool:
    """Plant heaps under options mixed and single; true where each is ruled legal."""
    chance = random.Random(SEED)
    refused, unknown, slowest, spent = 0, 0, 0.0, 0.0
    for _ in range(heaps):
        variant, deal, players, heap = planted(chance)
        start = time.process_time()
        case = {"game": variant.id, "ask": "contract", "deal": deal, "players": players}
        ruling = rule_by(variant, {**case, "cards": write_cards(heap)})
        took = time.process_time() - start
        slowest, spent = max(slowest, took), spent + took
        refused += ruling.verdict == "illegal"
        unknown += ruling.verdict == "answer"
        if ruling.verdict != "legal":
            turned = dict(variant.turned)
            print(f"{variant.id} deal {deal}, {players} players, {turned}: {write_cards(heap)}:"
                  f" {ruling.verdict}")  # fmt: skip
    print(f"seed {SEED}: {heaps} heaps, {refused} refused, {unknown} not known; "
          f"{1e3 * spent / heaps:.1f} ms each, slowest {1e3 * slowest:.0f} ms")  # fmt: skip
    return not refused and not unknown


HANDS = 3
"""Hands held under each value of each option of each game."""


def hands_are_known(hands: int) -> bool:
    """Divide and arrange dense hands of the most cards under each single option."""
    chance = random.Random(SEED)
    held = unknown = 0
    slowest = 0.0
    for game in catalogue():
        for option in game.options.values():
            for value in option.values or option.steps[:3]:
                try:
                    variant = load(game.id, {option.name: value})
                except OptionError:
                    continue
                for _ in range(hands):
                    deal = some_deal(chance, variant)
                    wilds = chance.choice([0, 2, 4, 8])
                    hand = a_hand(chance, variant, MOST_CARDS, wilds)
                    start = time.process_time()
                    sure = is_sure(variant.at(deal), hand)
                    slowest = max(slowest, time.process_time() - start)
                    held, unknown = held + 1, unknown + (not sure)
                    if not sure:
                        print(f"{game.id} deal {deal}, {option.name} {value}: {write_cards(hand)}")
    print(
        f"{held} hands of {MOST_CARDS} cards, {unknown} not known, slowest {1e3 * slowest:.0f} ms"
    )
    return not unknown


def is_sure(terms: Terms, hand: Sequence[Card]) -> bool:
    """Whether what a hand can lay, and whether all of it is the contract, is known for sure."""
    try:
        if terms.contract:
            divide(terms, tuple(map(LaidCard, hand)))
    except Unknown:
        return False
    return arrange(terms, hand).proven


def planted(chance: random.Random) -> tuple[Variant, int, int, list[LaidCard]]:
    """A game, a deal, a number of players, and cards that are its contract in some order."""
    games = [game for game in catalogue() if game.has_contracts]
    while True:
        variant = _options(chance, chance.choice(games).id)
        if variant is None:
            continue
        deal = chance.randint(1, len(variant.deals))
        players = chance.randint(variant.players.least, variant.players.most)
        heap = _heap(chance, variant.at(deal), players)
        if heap:
            return variant, deal, players, heap


def _options(chance: random.Random, game: str) -> Variant | None:
    """The game under options of its own, under a single one, or under those that a search feels."""
    match chance.randrange(3):
        case 0:
            return some_options(chance, game)
        case 1:
            option = chance.choice([*load(game).options.values()])
            values = option.values or option.steps
            options: dict[str, object] = {option.name: chance.choice(values)} if values else {}
        case _:
            options = options_felt(chance)
    try:
        return load(game, options)
    except OptionError:
        return None


def options_felt(chance: random.Random) -> dict[str, object]:
    """Options that every search for melds feels."""
    return {
        "wilds.ranks": chance.sample(RANKS, chance.randint(0, 4)),
        "wilds.as_itself": chance.random() < 0.6,
        "contracts.same_suit_runs": chance.choice(["free", "not-consecutive", "gap"]),
        "contracts.same_rank_sets": chance.random() < 0.6,
        "sets.suits": chance.choice(["free", "different"]),
        "wilds.adjacent": chance.random() < 0.7,
        "wilds.ends": chance.random() < 0.7,
        "wilds.kinds": chance.choice(["both", "both", "sets", "runs", "none"]),
        "runs.most_with_wilds": chance.choice([0, 0, 3, 4, 5, 6]),
        "wilds.naturals_per_meld": chance.randint(0, 2),
        "runs.suits": chance.choice(["one", "one", "any", "colour", "alternating"]),
        "wilds.limit": chance.choice(["any", "at-most-naturals", "fewer-than-naturals"]),
        "contracts.wilds": chance.choice(["any", "at-most-naturals", "fewer-than-naturals"]),
        "wilds.most_per_meld": chance.choice([0, 0, 1, 2, 3]),
        "ranks.ace": chance.choice(["low", "high", "low-or-high", "both"]),
    }


def _heap(chance: random.Random, terms: Terms, players: int) -> list[LaidCard] | None:
    """The cards of a contract that the rules allow; None where chance made none."""
    melds = contract_melds(chance, terms, terms.number, players)
    cards = [card for meld in melds or () for card in meld]
    chance.shuffle(cards)
    return [LaidCard(card) for card in cards] or None


def contract_melds(
    chance: random.Random, variant: Variant, deal: int | None, players: int
) -> list[tuple[Card, ...]] | None:
    """Melds that meet a deal's contract, of a game without one any three; None where none came."""
    terms = variant.at(deal, playing=players)
    try:
        dealt = plan_deal(terms, players).cards_each
    except DealError:
        return None
    pieces = terms.contract or [Piece(chance.choice(KINDS), 3) for _ in range(3)]
    for _ in range(12):
        melds = [_meld(chance, terms, piece) for piece in pieces]
        cards = [card for meld in melds for card in cards_of(meld)]
        most = min(MOST_CARDS, dealt + 2)
        if len(cards) > most or any(
            count > terms.deck.copies(card, players) for card, count in Counter(cards).items()
        ):
            continue
        hand = cards if terms.deal.whole_hand else None
        if not terms.contract:
            wrong = any(not judge_meld(terms, meld).readings for meld in melds)
        else:
            judged = judge_contract(terms, melds, hand=hand)
            wrong = bool(violations(judged.findings))
        if not wrong:
            return [cards_of(meld) for meld in melds]
    return None


def _meld(chance: random.Random, terms: Terms, piece: Piece) -> Laid:
    size = piece.size + chance.choice([0, 0, 0, 0, 1, 2])
    cards = _set(chance, size) if piece.kind == "set" else _run(chance, terms, size)
    wild = [JOKER, *(Card(rank, suit) for rank in terms.wilds.ranks for suit in SUITS)]
    share = chance.choice([0, 0.2, 0.5])
    return tuple(LaidCard(chance.choice(wild) if chance.random() < share else c) for c in cards)


def _set(chance: random.Random, size: int) -> Sequence[Card]:
    rank = chance.choice(RANKS)
    return [Card(rank, suit) for suit in (chance.sample(SUITS, 4) * 3)[:size]]


def _run(chance: random.Random, terms: Terms, size: int) -> Sequence[Card]:
    windows = run_windows(terms.deck, size)
    suit = chance.choice(SUITS)
    return [Card(rank, suit) for rank in chance.choice(windows).ranks] if windows else []
