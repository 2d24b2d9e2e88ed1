"""Sheets made before anybody asks for them, by a process that yields to all others."""

import os
import queue
import signal
import sys
import threading
from contextlib import suppress
from functools import cache
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, Final

from referee.language import catalogue, in_use, use
from referee.printing.models import GameOnPaper
from referee.printing.options import PrintOptions, SheetError
from referee.printing.renderer import RenderFailed, available, print_sheet, start
from referee.rules.building.build import build
from referee.rules.schema.variant import Variant

WANTED: Final = ("score-pad", "card", "contracts")
"""The sheets that a table asks for first, in that order."""

NICENESS: Final = 19
"""How far the process stands back: as far as there is; 0 for not at all."""

IDLE_SECONDS: Final = 60
"""Seconds without work after which the process ends and gives back its memory."""

WAITING: Final = 8
"""Games whose sheets may wait to be made; those of others are made when they are asked for."""

_waiting: Final[queue.Queue[tuple[Any, ...]]] = queue.Queue(WAITING)


def make_ahead(
    variant: Variant, options: PrintOptions, game: GameOnPaper | None, prints: Path
) -> None:
    """Have the sheets wanted first made into a folder soon; returns at once and raises nothing."""
    if available() is not None:
        return
    # A variant is sent as it is stored: what it is built from, and what the table turned.
    stored = variant.id, variant.definition, dict(variant.turned)
    with suppress(queue.Full):
        _waiting.put_nowait((in_use().language, *stored, options, game, prints))
        _handing_over()


@cache
def _handing_over() -> threading.Thread:
    """The thread that hands over what waits, started once."""
    thread = threading.Thread(target=_hand_over, daemon=True)
    thread.start()
    return thread


def _hand_over() -> None:
    maker = None
    while work := _waiting.get():
        if maker is None or maker.poll() is not None:
            maker, pipe = start("-m", __name__, str(NICENESS))
        # One that ends just now leaves this work to whoever asks for the sheet.
        with suppress(OSError):
            pipe.send(work)


def stand_back(niceness: int) -> None:
    """Have this process take no more of a processor than nobody else wants."""
    if niceness:
        os.nice(niceness)
        if sys.platform == "linux":
            # On one processor alone: the others fall idle, and only then take on what waits for it.
            os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
            # Nice alone leaves it a share of what somebody else wants.
            os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))


def main() -> None:
    """Make what comes on standard input until it ends, or nothing came for a while."""
    stand_back(int(sys.argv[1]))
    # What waits for nothing any more is ended by the system.
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    pipe = Connection(sys.stdin.fileno())
    with suppress(EOFError):
        while True:
            signal.alarm(IDLE_SECONDS)
            language, id, definition, turned, options, game, prints = pipe.recv()
            signal.alarm(0)
            with use(catalogue(language)):
                variant = build(definition, id=id, options=turned)
                for sheet in WANTED:
                    with suppress(SheetError, RenderFailed):
                        print_sheet(sheet, variant, options, game=game, prints=prints, waits=False)


if __name__ == "__main__":
    main()
