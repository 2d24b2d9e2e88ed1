"""The README: its commands run, its example is what the referee says, its pictures are there."""

import json
import re
import subprocess
from pathlib import Path

import pytest

from referee.rules import rule
from referee.variants import catalogue

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
COMMANDS = sorted(set(re.findall(r"`?\./run ([a-z]+)", README)))
PICTURES = sorted(set(re.findall(r'src="([^"]+)"', README)))


def test_it_names_every_game_with_its_source() -> None:
    rows = [f"| {game.name} | `{game.id}` | {game.source.title} |" for game in catalogue()]
    assert [row for row in rows if row not in README] == []


def test_it_names_commands() -> None:
    assert {"test", "bench", "backup", "rule", "serve"} <= set(COMMANDS)


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_it_names_is_one_of_the_script(command: str) -> None:
    shown = subprocess.run(["./run", "help"], cwd=ROOT, capture_output=True, text=True, check=True)
    assert f"./run {command}" in shown.stdout


def test_its_example_is_what_the_referee_says() -> None:
    asked = re.search(r"echo '(\{.*\})' \| ./run rule", README)
    answer = re.search(r"```json\n(\{.*?\})\n```", README, re.DOTALL)
    assert asked and answer
    assert rule(json.loads(asked[1])).as_dict() == json.loads(answer[1])


@pytest.mark.parametrize("picture", PICTURES)
def test_a_picture_it_shows_is_there_and_small(picture: str) -> None:
    assert 0 < (ROOT / picture).stat().st_size < 64_000


@pytest.mark.parametrize("package", re.findall(r"^(?:referee/)?(\w+)/ ", README, re.MULTILINE))
def test_a_package_that_it_lists_is_there(package: str) -> None:
    assert (ROOT / "referee" / package).is_dir() or (ROOT / package).is_dir()
