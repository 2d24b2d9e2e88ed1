"""The wheel: the same files as the checkout, and a referee that works without it."""

import json
import os
import subprocess
import sys
import sysconfig
import venv
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.servers import serving

ROOT = Path(__file__).resolve().parent.parent
OUTER_FOLDERS = ("templates", "static", "printables")
SHIPPED = ("referee", *OUTER_FOLDERS)


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of this checkout."""
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder)]
    subprocess.run([*command, str(ROOT)], check=True, capture_output=True)
    [built] = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def referee(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The `referee` command of the wheel, installed in an empty environment."""
    home = tmp_path_factory.mktemp("installed")
    venv.create(home, symlinks=True)
    python = home / "bin" / "python"
    pip = [sys.executable, "-m", "pip", "--python", str(python), "install", "--no-index"]
    subprocess.run([*pip, "--no-deps", str(wheel)], check=True, capture_output=True)
    [packages] = home.glob("lib/python*/site-packages")
    # Its dependencies are those of the tests; of path files only the first layer is read, so the
    # checkout is not found through them.
    (packages / "dependencies.pth").write_text(sysconfig.get_path("purelib") + "\n")
    return home / "bin" / "referee"


def in_checkout() -> Iterator[str]:
    """Where in the wheel each file of the checkout belongs."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", "--", *SHIPPED],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    )
    for name in filter(None, listed.stdout.split("\0")):
        if (ROOT / name).exists():
            yield name if name.startswith("referee/") else f"referee/{name}"


def in_wheel(wheel: Path) -> list[str]:
    with zipfile.ZipFile(wheel) as archive:
        return archive.namelist()


def test_wheel_holds_the_files_of_the_checkout_and_no_others(wheel: Path) -> None:
    shipped = {name for name in in_wheel(wheel) if ".dist-info/" not in name}
    assert shipped == set(in_checkout())


@pytest.mark.parametrize("folder", OUTER_FOLDERS)
def test_outer_folder_is_in_the_wheel(wheel: Path, folder: str) -> None:
    # A folder that is missing from the checkout would be left out without a word.
    assert any(name.startswith(f"referee/{folder}/") for name in in_wheel(wheel))


def test_wheel_holds_the_licence(wheel: Path) -> None:
    assert any(name.endswith(".dist-info/licenses/LICENSE") for name in in_wheel(wheel))


def test_installed_referee_is_the_wheel(referee: Path) -> None:
    asked = "import referee.paths as paths; print(paths.__file__, paths.TEMPLATES, paths.STATIC)"
    found = subprocess.run(
        [referee.with_name("python"), "-P", "-c", asked],
        cwd=referee.parent,
        check=True,
        capture_output=True,
        text=True,
    )
    home = referee.parent.parent
    assert all(Path(path).is_relative_to(home) for path in found.stdout.split())


def test_installed_referee_rules(referee: Path) -> None:
    case = b'{"game": "six-to-ten", "ask": "meld", "cards": "9s 9d 9c"}\n'
    ended = subprocess.run([referee, "rule"], input=case, capture_output=True, cwd=referee.parent)
    assert ended.stderr == b""
    assert json.loads(ended.stdout)["verdict"] == "legal"


def test_installed_referee_serves(referee: Path, tmp_path: Path) -> None:
    with serving(tmp_path / "instance", command=[str(referee)]) as server:
        status, page = server.get()
    assert status == 200
    assert "</h1>" in page


def test_installed_referee_keeps_its_book_in_the_users_data_folder(
    referee: Path, tmp_path: Path
) -> None:
    environment = {**os.environ, "XDG_DATA_HOME": str(tmp_path)}
    environment.pop("REFEREE_INSTANCE", None)
    subprocess.run([referee, "migrate"], check=True, env=environment, capture_output=True)
    assert (tmp_path / "rummy-referee" / "referee.sqlite3").is_file()
