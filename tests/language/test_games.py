"""The texts of a game in another language: a folder of messages, with no change to the game."""

from collections.abc import Iterator

import pytest

from referee.language import ENGLISH, Catalogue, use
from referee.printing.options import PrintOptions
from referee.rules.building.build import build
from referee.variants import load
from tests.pages import CheckedClient
from tests.printing.conftest import sheet_html

GAME = load("basic-rummy")
TEXTS = f"""
game-{GAME.id}-name = Qix
game-{GAME.id}-about = Qiy.
game-{GAME.id}-note-turn-1 = Qin.
"""


@pytest.fixture(autouse=True)
def _other_language() -> Iterator[None]:
    with use(Catalogue("en", [*ENGLISH.sources, TEXTS])):
        yield


@pytest.mark.parametrize(
    ("address", "holds"),
    [
        ("/rules", ["Qix"]),
        (f"/games/new/{GAME.id}", ["Qix", "Qiy."]),
        (f"/rules/{GAME.id}", ["Qix", "Qiy.", "Qin."]),
        (f"/prints?game={GAME.id}", ["Qix"]),
        ("/disputes", ["Qix"]),
    ],
    ids=["list", "start", "rules", "prints", "desk"],
)
def test_pages_have_the_texts_of_the_language(
    client: CheckedClient, address: str, holds: list[str]
) -> None:
    page = client.get(address).text
    assert all(text in page for text in holds)
    assert not any(text in page for text in (f">{GAME.own_name}<", GAME.own_about))


def test_the_list_of_games_names_the_game(client: CheckedClient) -> None:
    client.start(GAME.id, "Ann", "Bo")
    assert "Qix" in client.get("/").text


def test_the_rule_card_has_the_texts_of_the_language() -> None:
    printed = sheet_html("rules", GAME, PrintOptions())
    assert "Qix" in printed


def test_a_note_without_a_message_keeps_its_own_text() -> None:
    assert [note.text for note in GAME.notes if note.heading != "turn"] == [
        note.text for note in GAME.own_notes if note.heading != "turn"
    ]


def test_a_game_that_no_language_names_keeps_its_own_texts() -> None:
    own = build(GAME.definition, id="house-game")
    assert (own.name, own.about, *(note.text for note in own.notes)) == (
        GAME.own_name,
        GAME.own_about,
        *(note.text for note in GAME.own_notes),
    )
