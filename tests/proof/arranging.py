"""`arrange` against an integer program: random and dense hands, every deal, options mixed."""

import random
import time
from dataclasses import dataclass

from referee.rules.cards import write_cards
from referee.rules.schema.variant import Variant
from referee.rules.search.arrange import MOST_CARDS, arrange
from referee.variants import catalogue, load
from tests.rules.hands import a_hand, faults, some_deal, some_options
from tests.rules.oracle import TooMany, best_lay_down, can_go_out

HANDS_A_GAME = 2100
OUT_HANDS = 200
OUT_GAMES = ("six-to-ten", "contract-rummy-bicycle", "contract-rummy-house", "basic-rummy",
             "rummy-wild")  # fmt: skip
"""Games that bar no discard because it could be played."""
SEED = 20


@dataclass(slots=True)
class Count:
    """What was held against what in one game."""

    held: int = 0
    wild: int = 0
    laid: int = 0
    skipped: int = 0
    unproven: int = 0
    different: int = 0
    program: float = 0
    arranging: float = 0


def main() -> bool:
    """Hold every game's hands; true where nothing differs and every answer is a proven one."""
    print(f"seed {SEED}; skipped are hands with too many melds for the program")
    print(f"{'':28} hands  wilds   laid skipped unproven different  program  arrange")
    counts = [_hold(random.Random(SEED), variant.id) for variant in catalogue()]
    chance = random.Random(SEED)
    out = [
        told for game in OUT_GAMES for _ in range(OUT_HANDS) if (told := out_differs(chance, game))
    ]
    print(f"{len(OUT_GAMES) * OUT_HANDS} hands to go out with", *out, sep="\n")
    return not out and not any(count.different or count.unproven for count in counts)


def _hold(chance: random.Random, game: str) -> Count:
    count = Count()
    while count.held < HANDS_A_GAME:
        variant = some_options(chance, game)
        # Deals in turn, so that each is held as often.
        deal = 1 + count.held % len(variant.deals) if variant.deals else None
        size = chance.choices([chance.randint(3, 13), chance.randint(14, MOST_CARDS)], [3, 1])[0]
        hand = a_hand(chance, variant, size, chance.choice([0, 1, 2, 3, 4, 6, 8]))
        _hold_one(variant, hand, deal, count)
    each = 1e3 / count.held
    print(
        f"{game:28} {count.held:5} {count.wild:6} {count.laid:6} {count.skipped:7} "
        f"{count.unproven:8} {count.different:9} {count.program * each:5.1f} ms "
        f"{count.arranging * each:5.2f} ms",
        flush=True,
    )
    return count


def _hold_one(variant: Variant, hand: list, deal: int | None, count: Count) -> None:
    start = time.process_time()
    try:
        best = best_lay_down(variant, hand, deal)
    except TooMany:
        count.skipped += 1
        return
    between = time.process_time()
    mine = arrange(variant.at(deal), hand)
    count.arranging += time.process_time() - between
    count.program += between - start
    count.held += 1
    count.wild += any(variant.is_wild(card) for card in hand)
    count.laid += bool(mine.melds)
    count.unproven += not mine.proven
    down = mine.can_lay_contract is not False
    wrong = faults(variant, hand, deal, mine)
    if (down, mine.points_left) != (best.down, best.points_left) or wrong:
        count.different += 1
        told = ", ".join(wrong) or f"{mine.points_left} left, not {best.points_left}"
        print(f"{variant.id} {dict(variant.chosen)} deal {deal}: {write_cards(hand)}: {told}")


def out_differs(chance: random.Random, game: str) -> str | None:
    """A hand with which the integer program goes out and `arrange` does not, or the other way."""
    variant = load(game)
    hand = a_hand(chance, variant, chance.randint(4, 13), chance.randint(0, 4))
    deal = some_deal(chance, variant)
    if arrange(variant.at(deal), hand).can_go_out is can_go_out(variant, hand, deal):
        return None
    return f"{game} deal {deal}: {write_cards(hand)}"
