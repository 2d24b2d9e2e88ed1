"""Sheets printed on the command line: the same files as the pages make."""

import re
import subprocess
from pathlib import Path

import pytest

from referee.cli import main
from referee.instance import prepare
from referee.printing.document import KIT
from referee.printing.options import Duplex, Inks, Orientation, Paper, PrintOptions, PrintSize
from referee.printing.renderer import print_sheet
from referee.scorebook import storage
from referee.scorebook.plain import plain_game
from referee.scorebook.repository import start_game
from referee.serve import settings
from referee.variants import catalogue, load
from referee.web import create_app
from tests.printing.conftest import text_of
from tests.servers import REFEREE

GAME = next(one for one in catalogue() if one.has_contracts)


def test_a_sheet_is_the_same_file_as_ever(tmp_path: Path) -> None:
    file = tmp_path / "pad.pdf"
    assert main(["print", "score-pad", GAME.id, "--players", "3", "--out", str(file)]) == 0
    assert file.read_bytes() == print_sheet("score-pad", GAME, PrintOptions(players=3))


def test_everything_can_be_chosen(tmp_path: Path) -> None:
    file = tmp_path / "cards.pdf"
    chosen = (
        "--paper a5 --across --up 2 --stacked --copies 4 --inks four --players 3 --large "
        "--both-sides --short-edge --no-code"
    )
    options = PrintOptions(
        paper=Paper.A5,
        orientation=Orientation.ACROSS,
        up=2,
        stacked=True,
        copies=4,
        inks=Inks.FOUR,
        players=3,
        print=PrintSize.LARGE,
        code=False,
        both_sides=True,
        duplex=Duplex.SHORT,
    )
    assert main(["print", "contracts", GAME.id, *chosen.split(), "--out", str(file)]) == 0
    assert file.read_bytes() == print_sheet("contracts", GAME, options)


def test_a_kit_is_printed_too(tmp_path: Path) -> None:
    file = tmp_path / "kit.pdf"
    assert main(["print", "kit", GAME.id, "--sheets", "contracts,values", "--out", str(file)]) == 0
    assert file.read_bytes() == print_sheet(KIT, GAME, PrintOptions(kit=("contracts", "values")))


def test_the_options_of_the_table_are_on_its_paper(tmp_path: Path) -> None:
    variant = next(one for one in catalogue() if one.options["target"].default)
    name, option = next((n, o) for n, o in variant.options.items() if not o.is_number)
    other = next(one for one in option.values if one != option.default)
    file = tmp_path / "agreement.pdf"
    written = [f"--option={name}={str(other).lower()}", "--option=target=300"]
    assert main(["print", "agreement", variant.id, *written, "--out", str(file)]) == 0
    as_played = load(variant.id, {name: other, "target": 300})
    assert file.read_bytes() == print_sheet("agreement", as_played)


def test_a_tables_link_prints_its_game(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "instance"
    app = create_app(settings(prepare(folder)))
    storage.migrate(app)
    with app.app_context():
        game = start_game(GAME, ("Ann", "Bo", "Cy"), 0)
    link = f"http://localhost:8080/k/{game.viewer_token}"
    file = tmp_path / "final.pdf"
    asked = ["print", "final", "--link", link, "--instance", str(folder), "--out", str(file)]
    assert main(asked) == 0
    assert re.search("Ann.*Bo.*Cy", text_of(file.read_bytes()))
    again = ["print", "final", GAME.id, *asked[2:-1], str(tmp_path / "again.pdf")]
    assert main(again) == 0
    for conflicting in (["print", "final", "gin", *again[3:]], [*again, "--option=target=300"]):
        assert main(conflicting) == 1
        assert f"opens a game of {GAME.name}" in capsys.readouterr().err
    assert main([*asked[:3], link[:-3], *asked[4:]]) == 1
    assert "doesn’t open a game" in capsys.readouterr().err


@pytest.mark.parametrize("role", ["keeper", "viewer"])
def test_the_sign_of_a_table_leads_to_where_it_is_followed(
    role: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "instance"
    app = create_app(settings(prepare(folder)))
    storage.migrate(app)
    with app.app_context():
        game = start_game(GAME, ("Ann", "Bo", "Cy"), 0)
    token = game.keeper_token if role == "keeper" else game.viewer_token
    monkeypatch.chdir(tmp_path)
    address = "http://localhost:8080/k"
    assert main(["print", "sign", "--link", f"{address}/{token}", "--instance", str(folder)]) == 0
    assert f"{address}/{game.viewer_token}" in text_of(
        (tmp_path / f"{GAME.id}-sign.pdf").read_bytes()
    ).replace(" ", "")


def test_the_rules_of_a_game_of_numbers_alone_are_refused_in_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "instance"
    app = create_app(settings(prepare(folder)))
    storage.migrate(app)
    with app.app_context():
        game = start_game(plain_game(), ("Ann", "Bo"), 0)
    link = f"http://localhost:8080/k/{game.viewer_token}"
    asked = ["print", "rules", "--link", link, "--instance", str(folder)]
    assert main([*asked, "--out", str(tmp_path / "x.pdf")]) == 1
    said = capsys.readouterr().err
    assert said.startswith("A score pad and a final sheet are all that is printed")
    assert not (tmp_path / "x.pdf").exists()


@pytest.mark.parametrize(
    ("asked", "says"),
    [
        (["pad", GAME.id], "There is no sheet “pad”"),
        (["score-pad", "whist"], "is no game here"),
        (["score-pad"], "Name the game"),
        (["score-pad", GAME.id, "--paper", "b5"], "There are: a4, letter, a3, a5, a6, 4x6, 3x5."),
        (["score-pad", GAME.id, "--copies", "51"], "1 to 50 copies"),
        (["score-pad", GAME.id, "--option", "wild"], "isn’t an option such as"),
        (["score-pad", GAME.id, "--option", "nosuch=1"], "nosuch"),
        (["final", GAME.id], "is printed of a game"),
        (["score-pad", GAME.id, "--rows", "3"], f"has {len(GAME.deals)} deals, which is what"),
        (["kit", GAME.id, "--up", "2"], "A kit has one sheet on a page"),
    ],
    ids=[
        "sheet",
        "game",
        "no game",
        "paper",
        "copies",
        "option",
        "unknown option",
        "no table",
        "rows",
        "kit",
    ],
)
def test_what_cannot_be_printed_is_said_in_a_sentence(
    asked: list[str], says: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "x.pdf"
    assert main(["print", *asked, "--out", str(file)]) == 1
    assert says in capsys.readouterr().err
    assert not file.exists()


def test_a_folder_without_a_score_book_is_left_as_it_is(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    link, empty = "http://localhost:8080/k/4rGkPvXwq2NTdMzB7sYhJc", tmp_path / "empty"
    empty.mkdir()
    for folder in (tmp_path / "new", empty):
        assert main(["print", "final", "--link", link, "--instance", str(folder)]) == 1
        assert f"There’s no score book in {folder}." in capsys.readouterr().err
    assert [path.name for path in tmp_path.rglob("*")] == ["empty"]


def test_sheets_of_two_games_are_two_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    games = [one.id for one in catalogue()[:2]]
    assert [main(["print", "contracts", game]) for game in games] == [0, 0]
    assert {file.name for file in tmp_path.iterdir()} == {f"{id}-contracts.pdf" for id in games}


def test_a_second_print_of_a_sheet_is_a_second_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert [main(["print", "contracts", GAME.id]) for _ in range(2)] == [0, 0]
    names = {f"{GAME.id}-contracts.pdf", f"{GAME.id}-contracts-2.pdf"}
    assert {file.name for file in tmp_path.iterdir()} == names


def test_no_file_is_written_over(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "x.pdf"
    file.write_text("mine")
    assert main(["print", "contracts", GAME.id, "--out", str(file)]) == 1
    assert "already exists" in capsys.readouterr().err
    assert file.read_text() == "mine"


def test_help_names_what_can_be_chosen() -> None:
    shown = subprocess.run([*REFEREE, "print", "--help"], capture_output=True, text=True)
    for word in ("--paper", "--large", "--inks", "--copies", "--link", "kit"):
        assert word in shown.stdout
