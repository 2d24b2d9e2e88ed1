"""The score book against a plain model: long games of everything that can be written."""

import traceback

from hypothesis import settings
from hypothesis.stateful import run_state_machine_as_test

from tests.scorebook.machine import TableMachine

GAMES = 2_000
STEPS = 60


def main(games: int = GAMES, steps: int = STEPS) -> bool:
    """Play so many tables of so many steps at most."""
    asked = settings(max_examples=games, stateful_step_count=steps, deadline=None, database=None)
    try:
        run_state_machine_as_test(TableMachine, settings=asked)
    except Exception:
        traceback.print_exc()
        return False
    print(f"{games} tables of up to {steps} entries")
    return True
