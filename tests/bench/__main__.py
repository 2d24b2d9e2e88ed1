"""Run every benchmark of this folder, or those whose name holds a given word, as a table."""

import importlib
import pkgutil
import platform
import sys

from tests import bench
from tests.bench import BENCHMARKS, Benchmark, Figure, NotHere

COLUMNS = ("what", "time", "floor", "ratio", "floor is", "aim", "")


def main(words: list[str]) -> int:
    """Print the table; 1 where an aim was missed."""
    for module in pkgutil.iter_modules(bench.__path__, "tests.bench."):
        if not module.name.endswith("__main__"):
            importlib.import_module(module.name)
    chosen = [each for each in BENCHMARKS if all(word in each.name for word in words)]
    results = [(each, _measured(each)) for each in chosen]
    interpreter = f"{platform.python_implementation()} {platform.python_version()}"
    print(f"{interpreter} on {platform.system()} {platform.machine()}, median of one call")
    print_table([COLUMNS, *(row(each, figure) for each, figure in results)])
    figures = [(each, figure) for each, figure in results if isinstance(figure, Figure)]
    return 0 if all(each.meets(figure) for each, figure in figures) else 1


def _measured(each: Benchmark) -> Figure | str:
    """The figure, or what is missing here to take it."""
    try:
        return each.measure()
    except NotHere as why:
        return str(why)


def row(each: Benchmark, figure: Figure | str) -> tuple[str, ...]:
    """One line of the table."""
    if isinstance(figure, str):
        return (each.name, "not measured", "", "", each.floor, each.aim, figure)
    floor = "" if figure.floor is None else duration(figure.floor)
    ratio = "" if figure.floor is None else f"{figure.seconds / figure.floor:.2f}"
    met = "" if not each.aim else "met" if each.meets(figure) else "MISSED"
    return (each.name, _amount(figure), floor, ratio, each.floor, each.aim, met)


def _amount(figure: Figure) -> str:
    if figure.mark is not None:
        return f"{figure.mark} of 100"
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


def print_table(rows: list[tuple[str, ...]]) -> None:
    """Print rows in columns as wide as their widest cell."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for cells in rows:
        line = "  ".join(cell.ljust(width) for cell, width in zip(cells, widths, strict=True))
        print(line.rstrip())


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
