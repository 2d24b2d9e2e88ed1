"""Choosing and printing sheets."""

import io

import pytest
from pypdf import PdfReader

from referee.printing import SHEETS, Paper
from referee.variants import catalogue
from tests.pages import CheckedClient

GAME = next(v for v in catalogue() if v.has_contracts)
NAMES = ("Ann", "Bo", "Cy")


def text_of(pdf: bytes) -> str:
    """What can be read in a PDF file."""
    return "\n".join(page.extract_text() for page in PdfReader(io.BytesIO(pdf)).pages)


@pytest.fixture
def table(client: CheckedClient) -> str:
    """A table with one deal written."""
    table = client.start(GAME.id, *NAMES[: GAME.players.most])
    client.write(table, 1, "p1", p2="35", p3="15")
    return table


@pytest.mark.parametrize("sheet", SHEETS)
def test_a_blank_sheet_is_a_pdf(client: CheckedClient, sheet: str) -> None:
    answer = client.get(f"/prints/{GAME.id}/pdf?sheet={sheet}&paper={Paper.LETTER}")
    assert (answer.mimetype, answer.data[:5]) == ("application/pdf", b"%PDF-")


def test_the_pad_of_a_game_has_its_names_and_points(client: CheckedClient, table: str) -> None:
    text = text_of(client.get(f"{table}/print/pdf?sheet=score-pad&paper=a4").data)
    assert all(word in text for word in (*NAMES, "35", "15"))


@pytest.mark.parametrize("sheet", SHEETS)
def test_the_print_view_fetches_nothing_but_its_stylesheet(
    client: CheckedClient, table: str, sheet: str
) -> None:
    answer = client.get(f"{table}/print/view?sheet={sheet}&paper=a4")
    style = f"/prints/{sheet}/a4.css"
    assert (answer.status_code, style in answer.text) == (200, True)
    assert client.get(style).mimetype == "text/css"


def test_fonts_of_the_print_view_are_served(client: CheckedClient) -> None:
    css = client.get("/prints/score-pad/a4.css").text
    name = css.split("../fonts/")[1].split(".ttf")[0]
    assert client.get(f"/prints/fonts/{name}.ttf").status_code == 200


def test_without_pango_the_print_view_is_offered(
    client: CheckedClient, table: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    from referee.web.prints import views

    monkeypatch.setattr(views, "available", lambda: "PDF files need the library pango.")
    text = client.see(f"{table}/print").text
    assert "PDF files need the library pango." in text and "Open the print view" in text


def test_a_press_that_fails_says_so_and_offers_the_print_view(
    client: CheckedClient, table: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    from referee.printing import PressFailed
    from referee.web.prints import views

    def broken(*_: object, **__: object) -> bytes:
        raise PressFailed("The press broke on this sheet.")

    monkeypatch.setattr(views, "print_sheet", broken)
    answer = client.get(f"{table}/print/pdf?sheet=score-pad&paper=a4")
    assert (answer.status_code, "The press broke" in client.page.text) == (503, True)
    assert any("/print/view" in link for link in client.page.links)


@pytest.mark.parametrize("players", ["1", "99", "x"])
def test_a_number_of_players_that_cannot_be_is_refused(client: CheckedClient, players: str) -> None:
    client.see(f"/prints/{GAME.id}/pdf?sheet=score-pad&players={players}", 400)
