"""How much of a long test runs with the others; `./run proof shares` runs it whole."""

import os
from collections.abc import Sequence
from typing import Final, TypeVar

WHOLE: Final = "TESTS_WHOLE"
"""Where this is in the environment, nothing is left out."""

Case = TypeVar("Case")


def share(tries: int, of: int = 10) -> int:
    """One in so many of random tries, which are the first of them all."""
    return tries if WHOLE in os.environ else -(-tries // of)


def some(cases: Sequence[Case], of: int) -> Sequence[Case]:
    """One in so many cases; a number without a divisor in common with what they repeat after."""
    return cases if WHOLE in os.environ else cases[::of]
