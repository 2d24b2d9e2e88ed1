"""Every benchmark can still be run: each once, at its smallest size, whatever its figure."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.bench import Benchmark, Figure
from tests.bench import __main__ as bench

ROOT = Path(__file__).parent.parent
ROWS = 200
"""As many benchmarks as there are at least, with the head of their table."""


@pytest.mark.slow
def test_every_benchmark_runs() -> None:
    ended = subprocess.run(
        [sys.executable, "-m", "tests.bench"],
        cwd=ROOT,
        env={**os.environ, "BENCH_SMALLEST": "yes"},
        capture_output=True,
        text=True,
    )
    assert bench.FAILED not in ended.stdout, ended.stdout + ended.stderr
    assert len(ended.stdout.splitlines()) > ROWS


@pytest.fixture
def two_benchmarks(monkeypatch: pytest.MonkeyPatch) -> None:
    """One that fails, and one that misses its aim."""

    def fail() -> Figure:
        raise ValueError("no figure today")

    def slow() -> Figure:
        return Figure(seconds=2.0)

    both = [
        Benchmark(name="zz fails", floor="", aim="", meets=lambda _: True, measure=fail),
        Benchmark(name="zz slow", floor="", aim="≤ 1 s", meets=lambda _: False, measure=slow),
    ]
    monkeypatch.setattr(bench, "BENCHMARKS", both)


def test_what_fails_stops_nothing_and_is_listed_with_what_missed_its_aim(
    two_benchmarks: None, capsys: pytest.CaptureFixture[str]
) -> None:
    assert bench.main(["zz"]) == 1
    rows = capsys.readouterr().out.splitlines()
    assert [row.split()[:2] for row in rows[2:4]] == [["zz", "fails"], ["zz", "slow"]]
    assert rows[-2:] == [
        "FAILED: zz fails: ValueError: no figure today (no aim)",
        "MISSED: zz slow: 2.00 s (≤ 1 s)",
    ]
