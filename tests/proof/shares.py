"""The tests of which a share runs with all others, run whole."""

import os
import subprocess
import sys
from pathlib import Path

from tests.shares import WHOLE

TESTS = Path(__file__).resolve().parents[1]


def main() -> bool:
    """Run each file that takes a share of something; true where no test fails."""
    files = [file for file in TESTS.rglob("test_*.py") if "tests.shares" in file.read_text("utf-8")]
    command = [sys.executable, "-m", "pytest", "-n", "auto", "-q", *map(str, sorted(files))]
    ended = subprocess.run(command, cwd=TESTS.parent, env={**os.environ, WHOLE: "yes"})
    return ended.returncode == 0
