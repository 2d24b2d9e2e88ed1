"""Writers for a process of their own, each correcting the first deal of its game until killed."""

import os
import time
from collections.abc import Sequence
from pathlib import Path
from threading import Thread

from flask import Flask

from referee.scorebook.links import open_game
from referee.scorebook.repository import Written, write
from tests.scorebook.tables import corrected, open_book, written


def write_on(app: Flask, token: str) -> None:
    """Write the first deal and correct it again and again."""
    with app.app_context():
        while True:
            access = open_game(token)
            assert access is not None
            base = access.version
            entry = corrected(1, "p1", 0, base) if base > 1 else written(1, "p1", 0, 0)
            start = time.perf_counter()
            answer = write(access, entry, key=f"entry-no-{base + 1}", base=base)
            took = (time.perf_counter() - start) * 1000
            assert isinstance(answer, Written)
            # One call to the system for the whole line: it is out, and stays whole.
            os.write(1, f"{token} {answer.recorded.number} {took:.3f}\n".encode())


def keep_writing(folder: Path, database_url: str | None, tokens: Sequence[str]) -> None:
    """Start a writer for each token.

    A line is printed for every entry whose writing was acknowledged: the token, the number of the
    entry, and the milliseconds that it took.
    """
    app = open_book(folder, database_url)
    for token in tokens:
        Thread(target=write_on, args=(app, token)).start()
