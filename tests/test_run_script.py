"""The `run` script and the top level of the checkout."""

import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
RUN = ROOT / "run"
SCRIPTS = [RUN, ROOT / ".ci" / "run"]
LOCKS = [ROOT / folder / "requirements.lock" for folder in (".", "tests", "tests/bench")]

TOP_LEVEL = {
    "LICENSE", "README.md", "printables", "pyproject.toml", "referee", "requirements.lock", "run",
    "static", "templates", "tests",
}  # fmt: skip


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [RUN, *arguments], capture_output=True, text=True, stdin=subprocess.DEVNULL, timeout=60
    )


def tracked() -> list[str]:
    listed = subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True, text=True
    )
    return [name for name in listed.stdout.split("\0") if name]


def test_top_level_holds_what_the_plan_names_and_no_more() -> None:
    top = {name.partition("/")[0] for name in tracked()}
    assert {name for name in top if not name.startswith(".")} == TOP_LEVEL


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_script_is_sound_for_a_plain_shell(script: Path) -> None:
    assert script.read_text(encoding="utf-8").startswith("#!/bin/sh\n")
    assert script.stat().st_mode & 0o111 == 0o111
    subprocess.run(["sh", "-n", script], check=True)


@pytest.mark.parametrize("asked", ["help", "-h", "--help"])
def test_help_lists_every_command(asked: str) -> None:
    ended = run(asked)
    listed = set(re.findall(r"^\./run (\w+)", ended.stdout, re.MULTILINE))
    assert ended.returncode == 0
    assert listed == {"serve", "backup", "rule", "print", "test", "bench", "proof"}


def test_unknown_command_shows_the_help() -> None:
    ended = run("dance")
    assert ended.returncode == 2
    assert ended.stdout == ""
    assert ended.stderr == run("help").stdout


@pytest.mark.parametrize("lock", LOCKS, ids=lambda path: str(path.relative_to(ROOT)))
def test_lock_pins_and_hashes_everything_and_names_no_host(lock: Path) -> None:
    text = lock.read_text(encoding="utf-8")
    wanted = [line for line in text.splitlines() if line and not line.startswith((" ", "#"))]
    assert wanted
    assert all(re.match(r"[a-z0-9-]+==[\w.]+ ", line) and line.endswith("\\") for line in wanted)
    assert "://" not in text


def test_locks_agree() -> None:
    pinned: dict[str, set[str]] = {}
    for lock in LOCKS:
        # A package may be pinned twice in one file, for older and for newer Pythons.
        versions: dict[str, list[str]] = {}
        for name, version in re.findall(
            r"^([a-z0-9-]+)==([\w.]+)", lock.read_text(encoding="utf-8"), re.MULTILINE
        ):
            versions.setdefault(name, []).append(version)
        for name, found in versions.items():
            pinned.setdefault(name, set()).add(" ".join(sorted(found)))
    assert {name: found for name, found in pinned.items() if len(found) > 1} == {}
