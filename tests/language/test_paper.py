"""The words of paper: none stand outside the catalogue."""

import re
from collections.abc import Iterator
from dataclasses import replace
from html import unescape

import pytest
from werkzeug.datastructures import MultiDict
from wtforms import SelectField

from referee.language import ENGLISH, use
from referee.printing.document import html_of
from referee.printing.kit import fitting_sheets, lay_out_kit
from referee.printing.models import GameOnPaper
from referee.printing.options import Paper, PrintOptions, PrintSize
from referee.printing.sections import RULES
from referee.printing.sheets import SHEETS
from referee.rules.schema.variant import Variant
from referee.scorebook.plain import plain_game
from referee.variants import catalogue
from referee.web.prints.forms import FIELDS, sheet_form
from tests.language.test_rulings import WORD, bracketed, unbracketed
from tests.printing.conftest import game_of, sheet_html
from tests.shares import some

GAMES = (*catalogue(), plain_game())
OPTIONS = {
    "page": PrintOptions(),
    "card": PrintOptions(paper=Paper.A6),
    "large": PrintOptions(print=PrintSize.LARGE, both_sides=True),
}
EVERY = [
    pytest.param(variant, sheet, id=f"{variant.id}-{sheet}")
    for variant in GAMES
    for sheet in SHEETS
]
NAMES = ("Xa", "Xb", "Xc", "Xd", "Xe", "Xf", "Xg", "Xh")
HIDDEN = re.compile(r"<style.*?</style>|<[^>]*>", re.S)


def typed(variant: Variant) -> set[str]:
    """The words of a game's own file, which is of one language."""
    texts = [variant.name, variant.about, *(note.text for note in variant.notes)]
    texts += [deal.name for deal in variant.deals]
    return {word for text in texts for word in WORD.findall(text)}


def games(variant: Variant) -> Iterator[GameOnPaper | None]:
    """No game, one that goes on, and one that is over."""
    names = NAMES[: max(variant.players.least, 2)]
    begun = game_of(variant, names, written=2, title="Xt", date="")
    yield None
    yield begun
    yield replace(
        begun,
        finished=True,
        winners=names[:1],
        corrections=("Xk",),
        rulings=("Xr",),
    )


def strange(html: str, known: set[str]) -> set[str]:
    """The words of a document that stand outside all brackets, suits and ranks left out."""
    words = WORD.findall(unbracketed(unescape(HIDDEN.sub(" ", html))))
    return {word for word in words if word not in known and not word.startswith("X")}


@pytest.mark.parametrize(("variant", "sheet"), some(EVERY, 3))
def test_no_english_is_left_on_a_sheet_in_another_language(variant: Variant, sheet: str) -> None:
    with use(bracketed()):
        for name, options in OPTIONS.items():
            for game in games(variant):
                if SHEETS[sheet].suits(variant, game is not None):
                    html = sheet_html(sheet, variant, options, game=game)
                    html = html.replace(game.link if game and game.link else "-", " ")
                    assert not strange(html, typed(variant)), name


def test_no_english_is_left_on_the_contents_of_a_kit() -> None:
    variant = catalogue()[0]
    with use(bracketed()):
        contents, *_ = lay_out_kit(variant, PrintOptions(), None)
        assert not strange(html_of(contents.sheet_id, contents.layout), typed(variant))


def test_every_sheet_has_a_title_and_says_what_it_is_for() -> None:
    for sheet in SHEETS.values():
        variant = catalogue()[0]
        assert sheet.title_in(variant) and sheet.about_in(variant).endswith(".")


def test_no_sheet_of_a_game_without_contracts_is_called_after_them() -> None:
    game = next(one for one in catalogue() if not one.has_contracts)
    # A game of one's own may have them.
    for sheet in {*fitting_sheets(game, None)} - {"own-rules"}:
        assert "ontract" not in SHEETS[sheet].title_in(game) + SHEETS[sheet].about_in(game)
    assert "Main rules</title>" in sheet_html("contracts", game)


def test_the_document_names_its_language() -> None:
    assert '<html lang="en">' in sheet_html("contracts", catalogue()[0])


def test_every_choice_of_the_prints_page_has_words() -> None:
    form = sheet_form(MultiDict(), GAMES[-1], blank=True)
    choices = {
        f"print-{field.name}_{value}"
        for field in form
        if isinstance(field, SelectField) and field.name not in ("players", "beside")
        for value, *_ in field.iter_choices()
    }
    labels = {f"print-{name}" for name in FIELDS}
    said = {id for id in ENGLISH.ids if id.startswith("print-")}
    assert (choices | labels) <= said
    assert {id for id in said if "_" in id} == choices


def test_every_row_of_melds_has_a_word() -> None:
    named = {id.removeprefix("card-") for id in ENGLISH.ids if id.startswith("card-")}
    assert named >= set(RULES)
