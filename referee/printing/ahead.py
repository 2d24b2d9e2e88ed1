"""Sheets made before anybody asks for them, by a process that yields to all others."""

import os
import pickle
import queue
import signal
import subprocess
import sys
import threading
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Final

from referee.language import catalogue, in_use, use
from referee.printing.models import GameOnPaper
from referee.printing.options import PrintOptions, SheetError
from referee.printing.renderer import RenderFailed, available, print_sheet
from referee.rules.building.build import build
from referee.rules.schema.variant import Variant

WANTED: Final = ("score-pad", "card", "contracts")
"""The sheets that a table asks for first, in that order."""

NICENESS: Final = 19
"""How far the process stands back: as far as there is."""

IDLE_SECONDS: Final = 60
"""Seconds without work after which the process ends and gives back its memory."""

WAITING: Final = 8
"""Games whose sheets may wait to be made; those of others are made when they are asked for."""

_waiting: Final[queue.Queue[bytes]] = queue.Queue(WAITING)


def make_ahead(
    variant: Variant, options: PrintOptions, game: GameOnPaper | None, prints: Path
) -> None:
    """Have the sheets wanted first made into a folder soon; returns at once and raises nothing."""
    if available() is not None:
        return
    # A variant is sent as it is stored: what it is built from, and what the table turned.
    stored = variant.id, variant.definition, dict(variant.turned)
    work = pickle.dumps((in_use().language, *stored, options, game, prints))
    with suppress(queue.Full):
        _waiting.put_nowait(work)
        _handing_over()


@cache
def _handing_over() -> threading.Thread:
    """The thread that hands over what waits, started once."""
    thread = threading.Thread(target=_hand_over, daemon=True)
    thread.start()
    return thread


def _hand_over() -> None:
    maker: subprocess.Popen[bytes] | None = None
    while work := _waiting.get():
        if maker is None or maker.poll() is not None:
            maker = subprocess.Popen(
                [sys.executable, "-P", "-m", __name__, str(NICENESS)],
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )
        # One that ends just now leaves this work to whoever asks for the sheet.
        with suppress(OSError):
            assert maker.stdin
            maker.stdin.write(work)
            maker.stdin.flush()


def main() -> None:
    """Make what standard input names until it ends, or nothing came for a while."""
    os.nice(int(sys.argv[1]))
    # What waits for nothing any more is ended by the system.
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    with suppress(EOFError):
        while True:
            signal.alarm(IDLE_SECONDS)
            language, id, definition, turned, options, game, prints = pickle.load(sys.stdin.buffer)
            signal.alarm(0)
            with use(catalogue(language)):
                variant = build(definition, id=id, options=turned)
                for sheet in WANTED:
                    with suppress(SheetError, RenderFailed):
                        print_sheet(sheet, variant, options, game=game, prints=prints, waits=False)


if __name__ == "__main__":
    main()
