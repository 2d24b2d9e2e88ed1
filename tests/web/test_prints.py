"""Choosing and printing sheets."""

import re
import time

import pytest
from flask import Flask

from referee.printing import ahead
from referee.printing.ahead import WANTED
from referee.printing.kit import fitting_sheets
from referee.printing.options import Paper
from referee.printing.sheets import SHEETS
from referee.scorebook.limits import SEATS
from referee.scorebook.plain import plain_game
from referee.variants import catalogue
from tests.pages import CheckedClient
from tests.printing.conftest import pages_of, sizes_of, text_of, words_of_html
from tests.web.test_copies import brought, ruling_of, sealed
from tests.web.test_disputes import kept, settled_otherwise, table_with

GAME = next(v for v in catalogue() if v.has_contracts)
NAMES = ("Ann", "Bo", "Cy")


@pytest.fixture
def table(client: CheckedClient) -> str:
    """A table with one deal written."""
    table = client.start(GAME.id, *NAMES[: GAME.players.most])
    client.write(table, 1, "p1", p2="35", p3="15")
    return table


def test_blank_sheets_are_a_pdf(client: CheckedClient) -> None:
    answer = client.get(f"/prints/{GAME.id}/pdf?sheet=kit&paper={Paper.LETTER}")
    assert answer.mimetype == "application/pdf"
    text = text_of(answer.data)
    blank = [SHEETS[sheet] for sheet in fitting_sheets(GAME, None)]
    assert all(sheet.title_in(GAME) in text for sheet in blank)


def test_the_pad_of_a_game_has_its_names_and_points(client: CheckedClient, table: str) -> None:
    answer = client.get(f"{table}/print/pdf?sheet=score-pad&paper=a4")
    assert f"{GAME.id}-score-pad-a4.pdf" in answer.headers["Content-Disposition"]
    text = text_of(answer.data)
    assert all(word in text for word in (*NAMES, "35", "15"))


def test_names_that_paper_may_have_to_spell_are_told_before_it_is_printed(
    client: CheckedClient, table: str
) -> None:
    said = "If no font here has the letters of"
    assert said not in client.get(f"{table}/print").text
    strange = client.start(GAME.id, "Ann", "山田太郎", "नमस्ते", "Łucja")
    text = client.get(f"{strange}/print").text
    assert f"{said} 山田太郎 and नमस्ते, the PDF says Shan Tian Tai Lang and Nmste." in text


def test_what_a_table_wants_first_is_made_before_it_is_asked_for(
    app: Flask, client: CheckedClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Standing back behind all other tests it would wait for their end.
    monkeypatch.setattr(ahead, "NICENESS", 0)
    monkeypatch.setitem(app.config, "PRINTS_AHEAD", True)
    prints, give_up = app.config["INSTANCE"] / "prints", time.monotonic() + 240
    before = {*prints.glob("*.pdf")}
    table = client.start(GAME.id, *NAMES[: GAME.players.most])
    while len((made := {*prints.glob("*.pdf")}) - before) < len(WANTED):
        assert time.monotonic() < give_up
        time.sleep(0.05)
    for sheet in WANTED:
        assert client.get(f"{table}/print/pdf?sheet={sheet}").mimetype == "application/pdf"
    assert {*prints.glob("*.pdf")} == made


@pytest.mark.parametrize("sheet", SHEETS)
def test_the_print_view_fetches_nothing_but_its_stylesheet(
    client: CheckedClient, table: str, sheet: str
) -> None:
    answer = client.get(f"{table}/print/view?sheet={sheet}&paper=a4")
    assert answer.status_code == 200
    styles = re.findall(r'(?:href|src)="([^"]*)"', answer.text)
    assert len(styles) == 1 and re.fullmatch(rf"/prints/{sheet}/[\dx-]+\.css", styles[0])
    assert client.get(styles[0]).mimetype == "text/css"


def test_of_a_game_of_numbers_alone_the_pad_and_the_final_sheet_are_offered(
    client: CheckedClient,
) -> None:
    table = client.start(plain_game().id, "Ann", "Bo")
    assert f"{table}/print" in client.see(table).links
    text = client.get(f"{table}/print").text
    offered = ["score-pad", "final", "sign", "certificate", "kit"]
    assert re.findall(r'name="sheet" value="([^"]+)"', text) == offered
    assert "1 cards" not in text_of(client.get(f"{table}/print/pdf?sheet=score-pad").data)
    client.see(f"{table}/print/pdf?sheet=rules", 400)


def test_fonts_of_the_print_view_are_served(client: CheckedClient) -> None:
    css = client.get("/prints/score-pad/2100x2970-1x1.css").text
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
    from referee.printing.renderer import RenderFailed
    from referee.web.prints import views

    def broken(*_: object, **__: object) -> bytes:
        raise RenderFailed("Something went wrong with this sheet.")

    monkeypatch.setattr(views, "print_sheet", broken)
    answer = client.get(f"{table}/print/pdf?sheet=score-pad&paper=a4")
    assert (answer.status_code, "Something went wrong" in client.page.text) == (503, True)
    assert any("/print/view" in link for link in client.page.links)


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ("players=1", "on paper is for"),
        ("players=99", f"Paper takes up to {SEATS} players, not 99."),
        ("copies=51", "Print 1 to 50 copies at a time, not 51."),
        ("copies=abc", "Print 1 to 50 copies at a time, not abc."),
        ("copies=1.5", "Print 1 to 50 copies at a time, not 1.5."),
        ("rows=abc", "A pad takes 1 to 60 deals, not abc."),
        ("players=x", f"Paper takes up to {SEATS} players, not x."),
        ("up=3", "Put 1, 2 or 4 on a page, not 3."),
    ],
)
def test_what_no_sheet_takes_is_refused_with_its_sentence(
    client: CheckedClient, wrong: str, says: str
) -> None:
    for way in ("pdf", "view"):
        assert says in client.see(f"/prints/{GAME.id}/{way}?sheet=score-pad&{wrong}", 422).text


def test_what_somebody_puts_into_an_address_reaches_no_other(client: CheckedClient) -> None:
    own = "paper=a5&_external=yes&_scheme=evil&view=pdf&view_args=x"
    text = client.get(f"/prints?game={GAME.id}&{own}").text
    pictures = re.findall(r'<iframe[^>]* src="(.*?)"', text)
    assert pictures and all(one.startswith(f"/prints/{GAME.id}/view?") for one in pictures)
    assert all("paper=a5" in one and "evil" not in one for one in pictures)


CHOSEN = "paper=a5&turn=across&up=2&print=normal&inks=black&copies=3&stacked=y&duplex=short"


def test_all_that_can_be_chosen_reaches_the_paper(client: CheckedClient) -> None:
    answer = client.get(f"/prints/{GAME.id}/pdf?sheet=contracts&players=4&{CHOSEN}")
    pages = sizes_of(answer.data)
    assert len(pages) == 4, "three cards of two sides each, two cards on a page of two sides"
    assert set(pages) == {(148, 210)}


def test_the_page_to_choose_on_shows_a_picture_of_every_sheet(
    client: CheckedClient, table: str
) -> None:
    text = client.get(f"{table}/print?paper=a6").text
    pictures = [one.replace("&amp;", "&") for one in re.findall(r'<iframe[^>]* src="(.*?)"', text)]
    assert [one.split("sheet=")[1].split("&")[0] for one in pictures] == list(SHEETS)
    for picture in pictures:
        answer = client.get(picture)
        assert (answer.status_code, "picture" in answer.text) == (200, True)
        assert "frame-ancestors 'self'" in answer.headers["Content-Security-Policy"]
        assert answer.headers.getlist("X-Frame-Options") == ["SAMEORIGIN"]


def test_of_a_finished_game_the_final_sheet_comes_first(client: CheckedClient, table: str) -> None:
    first = re.compile(r'name="sheet" value="(.*?)"( checked)?')
    assert first.findall(client.get(f"{table}/print").text)[0] == ("score-pad", " checked")
    for deal in range(2, len(GAME.deals) + 1):
        client.write(table, deal, "p1", p2="35", p3="15")
    assert first.findall(client.get(f"{table}/print").text)[0] == ("final", " checked")


def test_only_pictures_may_be_shown_in_a_frame(client: CheckedClient, table: str) -> None:
    for address in (f"{table}/print", f"{table}/print/view?sheet=score-pad", f"{table}/print/pdf"):
        answer = client.get(address)
        assert "frame-ancestors 'none'" in answer.headers["Content-Security-Policy"]
        assert answer.headers.getlist("X-Frame-Options") == ["DENY"]


def test_a_sheet_that_does_not_fit_says_so_in_place_of_its_picture(client: CheckedClient) -> None:
    text = client.see(f"/prints?game={GAME.id}&paper=3x5&print=large").text
    assert "Large print needs paper at least 100 mm wide" in text


def test_a_sheet_that_does_not_fit_is_refused_with_its_sentence(client: CheckedClient) -> None:
    page = client.see(f"/prints/{GAME.id}/pdf?sheet=contracts&paper=3x5&print=large", 422)
    assert "Large print needs paper" in page.text


@pytest.mark.parametrize("wrong", ["paper=b5", "up=x", "kit=none"])
def test_what_cannot_be_chosen_is_refused(client: CheckedClient, wrong: str) -> None:
    client.see(f"/prints/{GAME.id}/pdf?sheet=contracts&{wrong}", 400)


@pytest.mark.parametrize(
    ("wrong", "most"), [("copies=51", 50), ("copies=x", 50), ("rows=61", 60), ("rows=x", 60)]
)
def test_a_number_that_cannot_be_is_told_what_can(
    client: CheckedClient, wrong: str, most: int
) -> None:
    game = next(one for one in catalogue() if not one.deals)
    text = client.get(f"/prints?game={game.id}&{wrong}").text
    said = re.findall(r'class="problem"[^>]*>([^<]*)<', text)
    assert said == [f"Enter a whole number from 1 to {most}."]


def test_a_kit_is_one_file_of_the_sheets_chosen(client: CheckedClient, table: str) -> None:
    answer = client.get(f"{table}/print/pdf?sheet=kit&kit=contracts&kit=final&paper=a4")
    assert len(pages_of(answer.data)) == 3
    assert "one PDF file" in client.see(f"{table}/print/view?sheet=kit", 422).text


def test_the_final_sheet_of_a_game_that_was_played_tells_what_the_table_wrote(
    client: CheckedClient, table: str
) -> None:
    for deal in range(2, len(GAME.deals) + 1):
        client.write(table, deal, "p1", p2="10", p3="20")
    # No part of a time of day.
    for points in ("132", "30"):
        wrong = client.see(f"{table}/deals/1").forms[0].fields
        client.post(f"{table}/deals/1", data=wrong | {"points-p2": points})
    kept(client, table, ask="meld", cards="8h 8s 9s")
    note = "At Mara's, where the rain did not stop until four and Cy had long gone home"
    form = client.see(f"{table}/about").forms[0].fields
    client.post(f"{table}/changes/note", data=form | {"title": note, "day": "2026-11-20"})
    text = text_of(client.get(f"{table}/print/pdf?sheet=final&paper=3x5").data)
    # What further pages begin and end with.
    again = r" At Mara's, where the rain did not st… 6-7-8-9-10 · \d of \d| 6-7-8-9-10(?! ·)"
    text = re.sub(again, "", text)
    # Words before a row are read after it, as numbers of the chart, which are drawn.
    said = r"(.*?) (0 20 .*?) ([\d ]* Deal ★.*) Note (.*) (a: .*) Changes (.*) Rulings"
    found = re.fullmatch(said, text)
    assert found
    before, chart, deals, written, corrections, rulings = found.groups()
    head = f"{before} {deals}"
    assert all(word in chart for word in NAMES)
    assert "20 November 2026" in head and "Ann wins" in head
    assert all(word in head for word in NAMES)
    assert re.match(r"a: deal 1, Bo 30, not 35 \(.*\d\d:\d\d\)", corrections)
    assert re.search(r"\D35 a\D", head) and "132" not in head + corrections
    pad = text_of(client.get(f"{table}/print/pdf?sheet=score-pad&paper=a4").data)
    assert re.search(r"\D30 35 (?!a\b)", pad) and "132" not in pad
    assert rulings.startswith(
        "Is this a meld? No. A set is all of one rank; 8♥ 8♠ 9♠ are eights and nines."
    )
    assert written == note


def test_a_title_that_stands_whole_is_not_noted_again(client: CheckedClient, table: str) -> None:
    form = client.see(f"{table}/about").forms[0].fields
    client.post(f"{table}/changes/note", data=form | {"title": "At Mara's"})
    assert final_text(client, table).count("At Mara's") == 1


def test_a_corrected_game_has_its_correction_on_the_final_sheet(
    client: CheckedClient, table: str
) -> None:
    form = client.see(f"{table}/deals/1").forms[0].fields
    client.post(f"{table}/deals/1", data=form | {"points-p2": "30"})
    assert "30, not 35" in final_text(client, table)


def final_text(client: CheckedClient, table: str) -> str:
    """The words of the final sheet of a game, on one line."""
    return words_of_html(client.get(f"{table}/print/view?sheet=final").text)


def test_what_changes_nothing_that_was_written_is_no_change_on_the_final_sheet(
    client: CheckedClient,
) -> None:
    table = client.start("indian-rummy", *NAMES)
    client.see(table)
    [drawn] = [form for form in client.page.forms if form.action.endswith("/changes/drawn")]
    client.post(drawn.action, data=drawn.fields | {"wild": "7"})
    assert "Drawn as wild for deal 1: seven" in client.see(f"{table}/log").text
    client.see(f"{table}/points")
    given = client.page.forms[-1]
    client.post(given.action, data=given.fields | {"player": "p1", "points": "5"})
    _, _, changes = final_text(client, table).partition("Changes")
    assert "Bonus or penalty" in changes and "Drawn as wild" not in changes


def test_a_ruling_that_answers_a_question_has_its_reason_on_the_final_sheet(
    client: CheckedClient, table: str
) -> None:
    shown = client.see(kept(client, table, ask="points", cards="8h 7s")).text
    reason = re.search(r"\d+ \+ \d+ = \d+\.", shown)
    assert reason
    assert re.search(rf"What do these cost\? \d+ points\. {re.escape(reason[0])}",
                     final_text(client, table))  # fmt: skip


def test_paper_does_not_vouch_for_a_ruling_that_was_changed(
    client: CheckedClient, table: str
) -> None:
    kept(client, table, ask="meld", cards="8h 8s 9s")
    whole, entry = ruling_of(client.get(f"{table}/copy.json").text)
    entry.update(answers="Allowed.")
    text = final_text(client, brought(client, sealed(whole), table))
    assert "From a copy: the referee didn’t confirm it. Is this a meld? Allowed." in text


def test_paper_does_not_call_a_ruling_agreed_that_a_table_settled_otherwise(
    client: CheckedClient,
) -> None:
    table = table_with(client)
    settled_otherwise(client, table)
    kept(client, table, ask="meld", cards="8h 9s")
    text = final_text(client, table)
    assert "Not agreed: Can I go out like this?" in text
    assert text.count("Not agreed:") == 1


def test_the_final_sheet_tells_what_changed_in_the_game_played_and_from_which_deal_on(
    client: CheckedClient,
) -> None:
    table = client.start(GAME.id, *NAMES)

    def do(page: str, act: str, **values: str) -> None:
        forms = client.see(f"{table}{page}").forms
        form = next(form for form in forms if form.action.endswith(act))
        client.post(form.action, data=form.fields | values)

    def turn(points: int) -> None:
        do(f"/options?look=yes&option-points.A={points}", "/changes/options")

    turn(20)
    client.write(table, 1, "p1", p2="35", p3="15")
    do("", "/undo-last")
    turn(25)
    client.write(table, 1, "p1", p2="35", p3="15")
    turn(1)
    turn(5)
    client.write(table, 2, "p1", p2="30", p3="20")
    text = text_of(client.get(f"{table}/print/pdf?sheet=final").data)
    asks = "How many points is an ace?"
    assert text.rpartition(" Changes ")[2] == f"From deal 2 on: {asks} 5 (before: 25)"
