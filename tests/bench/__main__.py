"""Run every benchmark, or those of the modules that are named, whose name has each other word."""

import importlib
import pkgutil
import platform
import sys
import traceback
from functools import partial

from tests import bench
from tests.bench import BENCHMARKS, Benchmark, Figure, NotHere

COLUMNS = ("what", "time", "floor", "ratio", "floor is", "aim", "")


MODULES = sorted(
    module.name for module in pkgutil.iter_modules(bench.__path__) if module.name != "__main__"
)


def told(each: Benchmark) -> str:
    """Where a benchmark stands, and its name."""
    measure = each.measure.func if isinstance(each.measure, partial) else each.measure
    return f"{measure.__module__} {each.name}"


def main(words: list[str]) -> int:
    """Print each row once it is measured, then what missed its aim or failed; 1 where any did."""
    named = [module for module in MODULES if module in words]
    for module in named or MODULES:
        importlib.import_module(f"tests.bench.{module}")
    begins = tuple(f"{bench.__name__}.{module} " for module in named) or ""
    rest = set(words) - set(named)
    chosen = [
        each
        for each in BENCHMARKS
        if told(each).startswith(begins) and all(word in told(each) for word in rest)
    ]
    interpreter = f"{platform.python_implementation()} {platform.python_version()}"
    print(f"{interpreter} on {platform.system()} {platform.machine()}, median of one call")
    # The widest number is about as wide as this.
    widest = [
        (each.name, "not measured", "999.99 ms", "99.99", each.floor, each.aim, "")
        for each in chosen
    ]
    widths = [max(map(len, column)) for column in zip(COLUMNS, *widest, strict=True)]
    print_row(COLUMNS, widths)
    missed = []
    for each in chosen:
        cells = row(each, _measured(each))
        print_row(cells, widths)
        if cells[-1] in (MISSED, FAILED):
            missed.append(f"{cells[-1]}: {each.name}: {cells[1]} ({each.aim or 'no aim'})")
    print("", *missed or ["Nothing missed its aim."], sep="\n")
    return 1 if missed else 0


MISSED, FAILED = "MISSED", "FAILED"


class Failed(Exception):
    """A benchmark ended with an error."""


def _measured(each: Benchmark) -> Figure | NotHere | Failed:
    """The figure, or why there is none."""
    try:
        return each.measure()
    except NotHere as why:
        return why
    except Exception as error:
        traceback.print_exc()
        return Failed(f"{type(error).__name__}: {error}".partition("\n")[0])


def row(each: Benchmark, figure: Figure | NotHere | Failed) -> tuple[str, ...]:
    """One line of the table."""
    if isinstance(figure, NotHere):
        return (each.name, "not measured", "", "", each.floor, each.aim, str(figure))
    if isinstance(figure, Failed):
        return (each.name, str(figure), "", "", each.floor, each.aim, FAILED)
    floor = "" if figure.floor is None else duration(figure.floor)
    ratio = "" if figure.floor is None else f"{figure.seconds / figure.floor:.2f}"
    met = "" if not each.aim else "met" if each.meets(figure) else MISSED
    return (each.name, _amount(figure), floor, ratio, each.floor, each.aim, met)


def _amount(figure: Figure) -> str:
    if figure.mark is not None:
        return f"{figure.mark} of 100"
    if figure.words is not None:
        touched = f"{figure.taps} taps, {figure.strokes} strokes"
        return f"{figure.seconds:.1f} s: {touched}, {figure.words} words"
    if figure.taps is not None:
        return f"{figure.taps} taps"
    if figure.utterances is not None:
        return f"{figure.utterances} utterances"
    if figure.rate is not None:
        return f"{figure.rate:.0f}/s"
    return duration(figure.seconds) if figure.weight is None else weight(figure.weight)


def duration(seconds: float) -> str:
    """Seconds in the unit that reads best: µs, ms or s."""
    if seconds < 1e-3:
        return f"{seconds * 1e6:.1f} µs"
    return f"{seconds * 1e3:.2f} ms" if seconds < 1 else f"{seconds:.2f} s"


def weight(size: int) -> str:
    """Bytes in the unit that reads best: KB or MB."""
    return f"{size / 1e3:.1f} KB" if size < 1e6 else f"{size / 1e6:.0f} MB"


def print_row(cells: tuple[str, ...], widths: list[int]) -> None:
    """Print a row in columns of these widths, at once."""
    line = "  ".join(cell.ljust(width) for cell, width in zip(cells, widths, strict=True))
    print(line.rstrip(), flush=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
