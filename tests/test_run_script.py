"""The `run` script and the top level of the checkout."""

import hashlib
import io
import os
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
RUN = ROOT / "run"
SCRIPTS = [RUN, ROOT / ".ci" / "run"]
LOCKS = [
    ROOT / "postgres.lock",
    *(ROOT / folder / "requirements.lock" for folder in (".", "tests", "tests/bench")),
]
every_lock = pytest.mark.parametrize("lock", LOCKS, ids=lambda path: str(path.relative_to(ROOT)))

TOP_LEVEL = {
    "LICENSE", "README.md", "postgres.lock", "printables", "pyproject.toml", "referee",
    "requirements.lock", "run", "static", "templates", "tests",
}  # fmt: skip


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [RUN, *arguments], capture_output=True, text=True, stdin=subprocess.DEVNULL, timeout=300
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
    assert listed == {
        *["serve", "backup", "restore", "rule", "print", "static", "test", "bench", "proof"]
    }


def test_unknown_command_shows_the_help() -> None:
    ended = run("dance")
    assert ended.returncode == 2
    assert ended.stdout == ""
    assert ended.stderr == run("help").stdout


def options_of(lock: Path) -> str:
    """What pip is told by the first line of a lock."""
    return lock.read_text(encoding="utf-8").partition("\n")[0]


@every_lock
def test_lock_pins_and_hashes_everything_and_names_no_host(lock: Path) -> None:
    options, _, text = lock.read_text(encoding="utf-8").partition("\n")
    wanted = [line for line in text.splitlines() if line and not line.startswith((" ", "#"))]
    assert options.startswith("--")
    assert wanted
    assert all(re.match(r"[a-z0-9-]+==[\w.]+ ", line) and line.endswith("\\") for line in wanted)
    assert "://" not in text


TOY_SOURCE = {
    "pyproject.toml": "[build-system]\nrequires = []\n"
    'build-backend = "toy"\nbackend-path = ["."]\n',
    "toy.py": "import pathlib\npathlib.Path({ran!r}).touch()\n",
    "PKG-INFO": "Metadata-Version: 2.1\nName: toy\nVersion: 1.0\n",
}


@pytest.mark.parametrize("options", sorted({options_of(lock) for lock in LOCKS}))
def test_nothing_is_built_from_source(options: str, tmp_path: Path) -> None:
    # What a build needs is not pinned, and a source package runs code of its own.
    ran = tmp_path / "ran"
    source = tmp_path / "toy-1.0.tar.gz"
    with tarfile.open(source, "w:gz") as archive:
        for name, text in TOY_SOURCE.items():
            content = text.replace("{ran!r}", repr(str(ran))).encode()
            entry = tarfile.TarInfo(f"toy-1.0/{name}")
            entry.size = len(content)
            archive.addfile(entry, io.BytesIO(content))
    digest = hashlib.sha256(source.read_bytes()).hexdigest()
    wanted = tmp_path / "requirements.lock"
    wanted.write_text(f"{options}\ntoy==1.0 --hash=sha256:{digest}\n")
    ended = subprocess.run(
        [
            *(sys.executable, "-m", "pip", "install", "--no-index", "--find-links", str(tmp_path)),
            *("--dry-run", "--require-hashes", "-r", str(wanted)),
        ],
        capture_output=True,
        text=True,
    )
    assert not ran.exists()
    assert "No matching distribution found for toy" in ended.stderr


def a_checkout(folder: Path) -> Path:
    """A checkout whose locks ask for nothing but, for PostgreSQL, a wheel in its own folder."""
    folder.mkdir()
    for name in ("run", "referee", "templates", "static", "printables"):
        (folder / name).symlink_to(ROOT / name)
    (folder / "run").unlink()
    shutil.copy(RUN, folder / "run")
    wheel = folder / "toy-1.0-py3-none-any.whl"
    with zipfile.ZipFile(wheel, "w") as archive:
        archive.writestr("toy.py", "")
        archive.writestr("toy-1.0.dist-info/METADATA", TOY_SOURCE["PKG-INFO"])
        archive.writestr(
            "toy-1.0.dist-info/WHEEL",
            "Wheel-Version: 1.0\nGenerator: toy\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
        )
        archive.writestr("toy-1.0.dist-info/RECORD", "")
    digest = hashlib.sha256(wheel.read_bytes()).hexdigest()
    (folder / "requirements.lock").write_text("--only-binary :all:\n")
    (folder / "postgres.lock").write_text(f"toy==1.0 --hash=sha256:{digest}\n")
    return folder


@pytest.mark.slow
def test_a_database_gets_its_driver_in_a_prepared_environment_too(tmp_path: Path) -> None:
    checkout = a_checkout(tmp_path / "checkout")
    environment = {
        **os.environ,
        "PIP_NO_INDEX": "1",
        "PIP_FIND_LINKS": str(checkout),
        "REFEREE_INSTANCE": str(tmp_path / "instance"),
    }
    environment.pop("DATABASE_URL", None)
    toys = "lib/python*/site-packages/toy.py"

    def migrate(**more: str) -> str:
        ended = subprocess.run(
            [checkout / "run", "migrate"],
            capture_output=True,
            text=True,
            env={**environment, **more},
            stdin=subprocess.DEVNULL,
        )
        return ended.stderr

    assert "PostgreSQL" not in migrate()
    assert not list((checkout / ".venv").glob(toys))
    address = "postgresql://127.0.0.1:1/rummy"
    assert "Installing the driver for PostgreSQL." in migrate(DATABASE_URL=address)
    assert list((checkout / ".venv").glob(toys))
    assert "Installing" not in migrate(DATABASE_URL=address)


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
