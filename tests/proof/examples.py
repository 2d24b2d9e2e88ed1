"""The melds on the sheets of all games, with every answer to every option on melds."""

from referee.printing.game_facts import player_numbers
from referee.variants import catalogue
from tests.printing.test_values import tables, wrong_examples


def main() -> bool:
    """Have every meld shown ruled on for every number of players, and tell which are wrong."""
    wrong = 0
    for variant in catalogue():
        shown = dict(tables(variant))
        for answer, table in shown.items():
            for problem in wrong_examples(table, player_numbers(table)):
                wrong += 1
                print(f"  {variant.id} {answer}: {problem}", flush=True)
        print(f"{variant.id:28} {len(shown):4} tables", flush=True)
    return wrong == 0
