"""The house agreement: everything once, and nobody's line torn off."""

import re
from dataclasses import replace
from itertools import product
from typing import Any

import pytest

from referee.language import say
from referee.printing.game_facts import player_numbers, ruled_by, settings
from referee.printing.options import Orientation, Paper, PrintOptions, PrintSize
from referee.printing.sheets.forms import silent_rules
from referee.rules.schema.variant import Variant
from referee.scorebook.limits import SEATS
from referee.variants import catalogue, load
from tests.printing.checks import wrong_on_paper
from tests.printing.conftest import (
    NAMES,
    blocks_of,
    game_of,
    lay_out,
    outside_faces,
    printed,
    sheet_html,
    words_on,
)
from tests.rules.tables import options_in_turn, turned

VARIANTS = catalogue()
WITH_CONTRACTS = next(one for one in VARIANTS if one.has_contracts)

PAPERS = [
    PrintOptions(),
    PrintOptions(orientation=Orientation.ACROSS),
    PrintOptions(paper=Paper.A5),
    PrintOptions(paper=Paper.A5, print=PrintSize.LARGE),
    PrintOptions(paper=Paper.A6),
    PrintOptions(paper=Paper.CARD_4X6, orientation=Orientation.ACROSS),
    PrintOptions(paper=Paper.CARD_3X5),
    PrintOptions(up=2),
]

every_variant = pytest.mark.parametrize("variant", VARIANTS, ids=lambda one: one.id)
every_paper = pytest.mark.parametrize("options", PAPERS, ids=range(len(PAPERS)))


@every_paper
@every_variant
def test_a_heading_and_its_lines_to_write_or_sign_on_are_one_piece(
    variant: Variant, options: PrintOptions
) -> None:
    layout: Any = lay_out("agreement", variant, options)
    columns = [column for face in layout.faces for column in face["columns"]]
    for kind, word in (("write", "Also agreed"), ("sign", "Agreed by")):
        found = [[one.kind for one in column] for column in columns]
        said = [[one.text for one in column] for column in columns]
        on = [at for at, kinds in enumerate(found) if kind in kinds]
        assert len(on) == 1
        assert word in said[on[0]]


@every_variant
def test_an_end_that_a_game_does_not_have_is_not_asked_for(variant: Variant) -> None:
    ends = (one for one in variant.options.values() if one.key.startswith("end.") and one.unlimited)
    without = [one.asks for one in ends if not variant.chosen[one.name]]
    for sheet in ("score-pad", "agreement"):
        text = words_on(sheet, variant)
        assert not [asks for asks in without if asks in text]


@every_variant
def test_there_is_a_line_to_sign_on_for_everybody(variant: Variant) -> None:
    for paper in Paper:
        html = sheet_html("agreement", variant, PrintOptions(paper=paper))
        lines = html.split("Agreed by")[1].count('<p class="of-')
        assert lines == player_numbers(variant)[-1]


@every_variant
def test_it_is_one_page_of_common_paper(variant: Variant) -> None:
    for paper, orientation in product((Paper.A4, Paper.LETTER), Orientation):
        options = PrintOptions(paper=paper, orientation=orientation)
        assert len(lay_out("agreement", variant, options).faces) == 1


@pytest.mark.parametrize("paper", [Paper.A4, Paper.LETTER, Paper.A5])
def test_an_answer_is_not_far_from_its_question_on_paper_that_lies_across(paper: Paper) -> None:
    options = PrintOptions(paper=paper, orientation=Orientation.ACROSS)
    face: Any = lay_out("agreement", WITH_CONTRACTS, options).faces[0]
    assert paper.height / len(face["columns"]) < 110


def test_the_last_line_of_a_question_is_no_short_word_and_leads_to_its_answer() -> None:
    text = sheet_html("agreement", load("gin"), PrintOptions(paper=Paper.A6))
    [last] = re.findall(r'the first[^<]*</p><div><p class="to-\d+">([^<]+\?)</p> <b>', text)
    assert len(last.split()) > 1


def test_a_line_stands_between_what_is_stated_and_what_is_asked() -> None:
    layout: Any = lay_out("agreement", load("gin"), PrintOptions(paper=Paper.A6))
    high = [(one.kind, one.height) for one in blocks_of(layout.faces[0])]
    assert high[[kind for kind, _ in high].index("answer") - 1] == ("custom", 3)
    html = sheet_html("agreement", load("gin"), PrintOptions(paper=Paper.A6))
    assert '</ul><div class="h-3"></div>\n<ul class="items"><li class="answer' in html


def test_an_answer_wider_than_half_of_its_column_stands_on_two_lines() -> None:
    options = PrintOptions(paper=Paper.A3, orientation=Orientation.ACROSS)
    assert wrong_on_paper("agreement", load("scala-40"), options) == []


@pytest.mark.parametrize("paper", [Paper.A4, Paper.CARD_3X5])
def test_as_many_as_a_game_may_name_sign_within_the_page(paper: Paper) -> None:
    names = tuple(f"Maximiliane von Hohenstein-Altdorf {seat}" for seat in range(SEATS))
    game, options = game_of(WITH_CONTRACTS, names, written=1), PrintOptions(paper=paper)
    pdf = printed("agreement", WITH_CONTRACTS, options, game=game)
    assert outside_faces(pdf, lay_out("agreement", WITH_CONTRACTS, options, game)) == []


@pytest.mark.parametrize("paper", [Paper.A4, Paper.A5, Paper.A6, Paper.CARD_4X6])
def test_a_long_name_stands_whole_below_its_line(paper: Paper) -> None:
    name = "Maximiliane-Franziska Hohenstein-Altdorf"
    game = game_of(WITH_CONTRACTS, (name, "Bo", "Chi"), written=1)
    text = words_on("agreement", WITH_CONTRACTS, PrintOptions(paper=paper), game=game)
    assert name.replace(" ", "") in text.replace(" ", "")


@every_variant
def test_every_rule_that_was_agreed_on_is_said_once(variant: Variant) -> None:
    text = words_on("agreement", variant).replace("• ", "")
    found = settings(variant, None)
    for one in found:
        assert text.count(f"{one.asks} {one.answer}") == 1
    for rule in variant.rules:
        if variant.basis(rule).by == "table" and variant.text(rule):
            says = " ".join(variant.text(rule).split())
            answered = [one for one in found if rule in ruled_by(variant, one.name)]
            assert text.count(says) == 1 or len(answered) == 1


@every_variant
def test_no_answer_stands_as_what_the_rules_say_that_the_table_gave(variant: Variant) -> None:
    _, _, kept = words_on("agreement", variant).partition(say("agreement-kept"))
    for one in settings(variant, None):
        by = {variant.basis(rule).by for rule in ruled_by(variant, one.name)}
        assert ("rules" if f"{one.asks} {one.answer}" in kept else "table") in by, one


def test_where_the_rules_say_a_part_of_an_answer_the_rest_is_where_they_are_silent() -> None:
    text = words_on("agreement", load("conquian"))
    silent, _, kept = text.partition(say("agreement-kept"))
    assert "Where may an ace stand in a run? low only" in kept
    assert "No run has an ace at both ends." in silent


def test_what_a_table_does_when_something_goes_wrong_is_agreed_on() -> None:
    table = load("gin", {"irregularities.drew_two": "keeps-both"})
    asks = table.options["irregularities.drew_two"].asks
    assert [one.asks for one in settings(table, 2) if one.changed] == [asks]
    assert asks in words_on("agreement", table)


def test_an_answer_is_not_followed_by_the_rule_that_it_settles() -> None:
    text = words_on("agreement", WITH_CONTRACTS)
    assert "How many non-wild cards does a meld need? 1" in text
    assert "A meld needs at least one non-wild card." not in text


@every_variant
def test_a_rule_that_a_table_changed_stands_under_changed_alone(variant: Variant) -> None:
    for table in turned(variant, options_in_turn(variant)):
        agreed = settings(table, None)
        changed = [one.name for one in agreed if one.changed]
        silent = silent_rules(table, agreed)
        settled = [rule for rule in table.rules if table.basis(rule).option in changed]
        assert not [rule for rule in settled if table.text(rule) in silent], changed


def test_a_rule_stays_where_the_answers_do_not_say_all_of_it() -> None:
    variant = next(one for one in VARIANTS if "scoring" in one.options)
    assert "The highest total wins." in words_on("agreement", variant)


def test_players_sign_by_name() -> None:
    text = words_on("agreement", WITH_CONTRACTS, game=game_of(WITH_CONTRACTS))
    assert "Agreed by" in text
    assert all(name in text for name in NAMES[:3])


def test_a_blank_one_has_a_line_for_every_player_chosen() -> None:
    faces = lay_out("agreement", WITH_CONTRACTS, replace(PrintOptions(), players=4)).faces
    signs = [one for one in blocks_of(faces[0]) if one.kind == "sign"]
    assert sum(len(one.parts) for one in signs) == 4
