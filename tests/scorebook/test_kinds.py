"""Every kind of entry is known as soon as the score book is imported."""

import subprocess
import sys

import referee.web  # noqa: F401  Everything that registers a kind.
from referee.scorebook.events import KINDS

NAMES = "import referee.scorebook, referee.scorebook.events as e; print(*sorted(e.KINDS))"


def test_importing_the_score_book_registers_every_kind_of_entry() -> None:
    ended = subprocess.run(
        [sys.executable, "-c", NAMES], capture_output=True, text=True, check=True
    )
    assert "ruling-kept" in KINDS
    assert ended.stdout.split() == sorted(KINDS)
