"""Every sheet of every game: what stands on it, and that it stands within the page."""

import logging
import re
from dataclasses import replace
from pathlib import Path

import pypdfium2
import pytest

from referee.printing import (
    SHEETS,
    GameOnPaper,
    Paper,
    SheetError,
    UnknownSheet,
    print_sheet,
    sheet_css,
    sheet_html,
)
from referee.printing.paper import MOST_PLAYERS, MOST_ROWS
from referee.printing.terms import player_numbers, settings
from referee.rules.deals import contract_words, deal_count, plan_deal
from referee.rules.scoring import card_values
from referee.rules.variant import Variant
from referee.variants import catalogue
from tests.printing.conftest import NAMES, game_of, read, text_of

VARIANTS = catalogue()
WITH_CONTRACTS = [variant for variant in VARIANTS if variant.has_contracts]

every_variant = pytest.mark.parametrize("variant", VARIANTS, ids=lambda one: one.id)
every_sheet = pytest.mark.parametrize("sheet", list(SHEETS))
every_paper = pytest.mark.parametrize("paper", list(Paper), ids=lambda one: one.value)

SIZES = {Paper.A4: (595.3, 841.9), Paper.LETTER: (612.0, 792.0)}
MARGIN = 27
"""Points that stay white along every edge, a little less than the margin of the page."""

LONG = "Maximiliane von und zu Hohenstein-Altdor"
STRANGE = ("محمد الأمين", "山田太郎山田太郎山田太郎", "👩\u200d🌾 Ola", "Żółć", "Ελένη", "שרה")


def most(variant: Variant) -> int:
    return player_numbers(variant)[-1]


@pytest.fixture
def warned(caplog: pytest.LogCaptureFixture) -> pytest.LogCaptureFixture:
    """What the press complains of; no sheet gives it any reason to."""
    caplog.set_level(logging.WARNING)
    return caplog


@every_paper
@every_sheet
@every_variant
def test_a_blank_sheet_is_one_page_of_its_size_without_complaint(
    variant: Variant, sheet: str, paper: Paper, warned: pytest.LogCaptureFixture
) -> None:
    for players in {player_numbers(variant)[0], most(variant)}:
        pdf = print_sheet(sheet, variant, paper=paper, players=players)
        assert [page.mediabox[2:] for page in read(pdf).pages] == [
            pytest.approx(SIZES[paper], abs=0.1)
        ]
        assert outside_margins(pdf) == []
    assert warned.messages == []


@every_paper
@every_sheet
@every_variant
def test_a_game_with_long_names_is_one_page_too(
    variant: Variant, sheet: str, paper: Paper, warned: pytest.LogCaptureFixture
) -> None:
    names = tuple(f"{LONG[:38]} {seat}" for seat in range(most(variant)))
    game = game_of(variant, names, written=deal_count(variant) or 12)
    pdf = print_sheet(sheet, variant, paper=paper, game=game)
    assert len(read(pdf).pages) == 1
    assert outside_margins(pdf) == []
    assert warned.messages == []


def outside_margins(pdf: bytes) -> list[str]:
    """The characters of a PDF file that reach into the margins of their page."""
    found = []
    for page in pypdfium2.PdfDocument(pdf):
        wide, tall = page.get_size()
        text = page.get_textpage()
        for at in range(text.count_chars()):
            left, bottom, right, top = text.get_charbox(at)
            if left == right or bottom == top:
                continue
            if left < MARGIN or right > wide - MARGIN or bottom < MARGIN or top > tall - MARGIN:
                found.append(text.get_text_range(at, 1))
    return found


@every_sheet
@every_variant
def test_a_sheet_names_itself_and_its_language_and_is_tagged(variant: Variant, sheet: str) -> None:
    reader = read(print_sheet(sheet, variant, paper=Paper.A4))
    assert reader.metadata is not None
    assert str(reader.metadata.title).startswith(variant.name)
    assert reader.root_object["/Lang"] == "en"
    assert reader.root_object["/MarkInfo"]["/Marked"]
    assert reader.root_object["/StructTreeRoot"]["/K"]


@every_sheet
@every_variant
def test_all_fonts_are_shipped_ones_and_embedded(variant: Variant, sheet: str) -> None:
    fonts = read(print_sheet(sheet, variant, paper=Paper.A4)).pages[0]["/Resources"]["/Font"]
    for font in fonts.values():
        inner = font["/DescendantFonts"][0]["/FontDescriptor"].get_object()
        assert re.fullmatch(r"/[A-Z]{6}\+Sheet.*", inner["/FontName"])
        assert "/FontFile2" in inner


@pytest.mark.parametrize("sheet", list(SHEETS))
@pytest.mark.parametrize("variant", WITH_CONTRACTS, ids=lambda one: one.id)
def test_every_contract_stands_on_paper_in_words_and_as_cards(variant: Variant, sheet: str) -> None:
    players = most(variant)
    text = text_of(print_sheet(sheet, variant, paper=Paper.A4, players=players))
    html = sheet_html(sheet, variant, paper=Paper.A4, players=players)
    for deal in range(1, (deal_count(variant) or 0) + 1):
        plan = plan_deal(variant, players, deal)
        words = contract_words(plan.contract)
        assert words in text
        assert f"<title>{words}</title>" in html
        assert f"{plan.cards_each} cards" in text
        assert plan.special in text


@every_sheet
@every_variant
def test_every_card_value_stands_on_paper(variant: Variant, sheet: str) -> None:
    text = text_of(print_sheet(sheet, variant, paper=Paper.A4))
    for value in card_values(variant):
        assert f"{value.label} {value.points}" in text


@every_variant
def test_the_pad_says_every_option_in_force(variant: Variant) -> None:
    text = text_of(print_sheet("score-pad", variant, paper=Paper.A4))
    for setting in settings(variant, most(variant)):
        assert f"{setting.asks} {setting.answer}" in text


@every_variant
def test_a_running_game_is_on_its_pad(variant: Variant) -> None:
    names = NAMES[: player_numbers(variant)[0]]
    game = game_of(variant, names, written=3)
    text = text_of(print_sheet("score-pad", variant, paper=Paper.LETTER, game=game))
    assert "Friday night" in text
    assert "21 November 2026" in text
    assert " ".join(names) in text, "names in seat order"
    for row in game.rows:
        assert f"{row.dealer} deals" in text
        for total in row.running:
            assert str(total) in text
    assert f"{game.dealers[3]} deals" in text, "the deal to come has its dealer too"


def test_points_totals_and_who_went_out_stand_in_their_boxes() -> None:
    game = game_of(WITH_CONTRACTS[0], written=2)
    html = sheet_html("score-pad", WITH_CONTRACTS[0], paper=Paper.A4, game=game)
    row = html.split('<tr class="deal">')[2]
    boxes = re.findall(r'class="points">(.*?)</div><div class="total">(.*?)</div>', row)
    assert boxes == [("10", "15"), ("20", "20"), ("0 <small>out</small>", "25")]


def test_what_is_not_written_stays_empty_and_nought_is_written() -> None:
    variant = WITH_CONTRACTS[0]
    game = game_of(variant, written=1)
    holed = replace(game.rows[0], points=(None, 0, -5), running=(None, 0, -5))
    html = sheet_html("score-pad", variant, paper=Paper.A4, game=replace(game, rows=(holed,)))
    boxes = re.findall(r'class="points">(.*?)</div><div class="total">(.*?)</div>', html)
    assert boxes[0] == ("", "")
    assert boxes[1] == ("0 <small>out</small>", "0")
    assert boxes[2] == ("−5", "−5")


def test_the_last_row_waits_for_the_end_of_the_game() -> None:
    variant = WITH_CONTRACTS[0]
    running = game_of(variant, written=2)
    over = replace(running, finished=True, winners=("Mara", "Edith"))
    last = [
        re.findall(r"<td>(.*?)</td>", sheet_html("score-pad", variant, paper=Paper.A4, game=game))
        for game in (running, over)
    ]
    assert last == [["", "", ""], ["15 <small>wins</small>", "20", "25 <small>wins</small>"]]


@pytest.mark.parametrize("sheet", list(SHEETS))
@pytest.mark.parametrize(
    ("link", "drawn"),
    [
        pytest.param("https://rummy.example.org/k/4rGk", True, id="https"),
        pytest.param("http://192.168.1.7:8080/k/4rGk", True, id="home network"),
        pytest.param("javascript:alert(1)", False, id="script"),
        pytest.param("file:///etc/passwd", False, id="file"),
        pytest.param("https://x/" + "y" * 600, False, id="too long"),
        pytest.param(None, False, id="none"),
    ],
)
def test_the_code_leads_to_web_addresses_only(sheet: str, link: str | None, drawn: bool) -> None:
    game = game_of(WITH_CONTRACTS[0], link=link)
    html = sheet_html(sheet, WITH_CONTRACTS[0], paper=Paper.A4, game=game)
    assert ("<title>The game online</title>" in html) is drawn


HOSTILE = (
    "<b>Bold</b>",
    '"><img src=x>',
    "http://evil.example/",
    "file:///etc/passwd",
    "{{ 7 * 7 }}",
    "</th></table>",
    "&lt;Ann&gt;",
    "a\x00b\x1b\u202ec",
)


@every_sheet
def test_hostile_names_and_titles_are_text(sheet: str, warned: pytest.LogCaptureFixture) -> None:
    variant = next(one for one in VARIANTS if one.players.most >= len(HOSTILE))
    game = game_of(variant, HOSTILE, title="<script>alert(1)</script>", date="<i>now</i>")
    plain = game_of(variant, NAMES, title="Friday", date="now")
    tags = [
        re.findall(r"</?[a-z]+", sheet_html(sheet, variant, paper=Paper.A4, game=one))
        for one in (game, plain)
    ]
    assert sorted(set(tags[0])) == sorted(set(tags[1]))
    pdf = print_sheet(sheet, variant, paper=Paper.A4, game=game)
    text = text_of(pdf).replace(" ", "")
    assert "<script>alert(1)</script>" in text
    if sheet == "score-pad":
        assert "<b>Bold</b>" in text
        assert "abc" in text
        assert "49" not in text.split("Deal1")[0]
    assert not read(pdf).attachments
    assert all("/Annots" not in page for page in read(pdf).pages)
    assert warned.messages == []


@pytest.mark.parametrize("name", STRANGE)
def test_names_in_any_script_reach_paper(name: str, warned: pytest.LogCaptureFixture) -> None:
    # Which of them the machine has glyphs for is its own affair, and nothing for the log.
    names = (name, "Ann", "Ben")
    pdf = print_sheet(
        "score-pad", WITH_CONTRACTS[0], paper=Paper.A4, game=game_of(WITH_CONTRACTS[0], names)
    )
    assert len(read(pdf).pages) == 1
    assert outside_margins(pdf) == []
    assert warned.messages == []


def test_a_long_open_game_goes_on_overleaf() -> None:
    variant = next(one for one in VARIANTS if deal_count(one) is None)
    game = game_of(variant, NAMES[:2], written=40)
    pages = read(print_sheet("score-pad", variant, paper=Paper.A4, game=game)).pages
    assert len(pages) > 1
    for page in pages[:2]:
        assert "Mara" in page.extract_text()


def test_more_deals_than_paper_takes_are_refused() -> None:
    variant = next(one for one in VARIANTS if deal_count(one) is None)
    game = game_of(variant, NAMES[:2], written=MOST_ROWS + 1)
    with pytest.raises(SheetError, match=f"at most {MOST_ROWS} deals"):
        sheet_html("score-pad", variant, paper=Paper.A4, game=game)


@every_sheet
@every_variant
def test_a_number_of_players_that_cannot_be_is_refused(variant: Variant, sheet: str) -> None:
    for players in (0, variant.players.least - 1, MOST_PLAYERS + 1, 10**9):
        with pytest.raises(SheetError, match=f"not {players}"):
            sheet_html(sheet, variant, paper=Paper.A4, players=players)


@every_sheet
def test_a_game_with_too_many_names_is_refused(sheet: str) -> None:
    game = game_of(VARIANTS[0], tuple(str(seat) for seat in range(9)), written=1)
    with pytest.raises(SheetError, match="not 9"):
        sheet_html(sheet, VARIANTS[0], paper=Paper.A4, game=game)


def test_a_deal_without_a_number_for_every_name_is_refused() -> None:
    game = game_of(VARIANTS[0], written=1)
    short = replace(game, rows=(replace(game.rows[0], points=(1, 2)),))
    with pytest.raises(SheetError, match="for every name"):
        sheet_html("score-pad", VARIANTS[0], paper=Paper.A4, game=short)


def test_an_unknown_sheet_is_told_which_there_are() -> None:
    with pytest.raises(UnknownSheet, match="score-pad, contracts"):
        sheet_html("../page", VARIANTS[0], paper=Paper.A4)
    with pytest.raises(UnknownSheet):
        sheet_css("none", Paper.A4)


@every_sheet
def test_the_browser_gets_nothing_inline(sheet: str) -> None:
    html = sheet_html(
        sheet, WITH_CONTRACTS[0], paper=Paper.A4, game=game_of(WITH_CONTRACTS[0]),
        stylesheet="/prints/score-pad-a4.css",
    )  # fmt: skip
    assert '<link rel="stylesheet" href="/prints/score-pad-a4.css">' in html
    assert not re.search(r"<style|<script|\sstyle=|\son\w+=|javascript:", html)


@every_sheet
@every_paper
def test_the_stylesheet_names_its_paper_and_where_fonts_are(sheet: str, paper: Paper) -> None:
    css = sheet_css(sheet, paper, fonts="/prints/fonts/")
    assert f"size: {paper.css_size};" in css
    assert 'url("/prints/fonts/DejaVuSans.ttf")' in css
    assert not re.search(r"\d(px|em|rem|vh|vw)\b", css)


def test_fonts_stand_at_an_address() -> None:
    with pytest.raises(ValueError, match="not an address"):
        sheet_css("score-pad", Paper.A4, fonts='x"); } body { color: red')


@every_sheet
def test_the_same_values_give_the_same_bytes(sheet: str) -> None:
    variant, game = WITH_CONTRACTS[0], game_of(WITH_CONTRACTS[0])
    first = print_sheet(sheet, variant, paper=Paper.A4, game=game)
    assert print_sheet(sheet, variant, paper=Paper.A4, game=game) == first


def test_a_finished_sheet_comes_out_of_the_drawer(tmp_path: Path) -> None:
    prints = tmp_path / "prints"
    variant = WITH_CONTRACTS[0]
    first = print_sheet("score-pad", variant, paper=Paper.A4, players=3, prints=prints)
    kept = list(prints.iterdir())
    assert [file.read_bytes() for file in kept] == [first]
    kept[0].write_bytes(b"%PDF- from the drawer %%EOF")
    again = print_sheet("score-pad", variant, paper=Paper.A4, players=3, prints=prints)
    assert again == b"%PDF- from the drawer %%EOF"
    other = print_sheet("score-pad", variant, paper=Paper.A4, players=4, prints=prints)
    assert other not in (first, again)


def test_a_game_may_be_printed_before_its_first_deal() -> None:
    empty = GameOnPaper(title="", names=("Ann", "Ben", "Chi"))
    for sheet in SHEETS:
        assert "<table" in sheet_html(sheet, WITH_CONTRACTS[0], paper=Paper.A4, game=empty)
