"""What tells two games apart: nothing that is not so, and nothing twice."""

import re
from contextlib import suppress
from html import unescape
from itertools import combinations

import pytest

from referee.language import say
from referee.printing.comparison import FACTS, contracts_apart, facts_apart, rules_apart
from referee.printing.options import Paper, PrintOptions, SheetError
from referee.rules.deals import contract_words
from referee.rules.schema.variant import Variant
from referee.variants import catalogue, load
from tests.printing.conftest import sheet_html, words_on
from tests.rules.tables import options_in_turn, turned

every_game = pytest.mark.parametrize("game", catalogue(), ids=lambda game: game.id)


@every_game
def test_no_row_says_of_one_game_alone_what_the_other_says_too(game: Variant) -> None:
    games = list(catalogue())
    for other in games[games.index(game) + 1 :]:
        for lead, texts in rules_apart((game, other)):
            for one, text, beside in zip((game, other), texts, texts[::-1], strict=True):
                told = {part for rule in one.rules for part in sentences(one.text(rule))} - {""}
                # Each says all that the other says and it says as well, or nothing of it.
                missing = {*sentences(beside)} - {*sentences(text)}
                assert told.isdisjoint(missing), (other.id, lead)


@every_game
def test_where_two_games_share_a_column_each_is_named_before_what_it_says(game: Variant) -> None:
    html = sheet_html("compared", game, PrintOptions(paper=Paper.A6, beside="basic-rummy"))
    topics = html.split('<h2 class="heading')[1:]
    names = {game.name, load("basic-rummy").name}
    for topic in topics:
        said = re.findall(r'class="lead">(.*?)\.?</', topic, re.DOTALL)
        assert 0 < len(said) <= 2
        assert {" ".join(unescape(one).split()) for one in said} <= names


@every_game
def test_one_of_two_games_says_something_in_each_row(game: Variant) -> None:
    for other in catalogue():
        for lead, texts in rules_apart((game, other)):
            assert any(texts), (other.id, lead)


def test_contracts_of_one_game_alone_are_shown_by_cards() -> None:
    for paper in (Paper.A4, Paper.A6):
        html = sheet_html("compared", load("gin"), PrintOptions(paper=paper, beside="six-to-ten"))
        assert html.count('class="notation"') == 5


@pytest.mark.parametrize(("game", "beside"), [("six-to-ten", "gin"), ("gin", "five-crowns")])
def test_a_word_that_one_game_alone_has_first_begins_an_empty_cell(game: str, beside: str) -> None:
    for paper in Paper:
        options = PrintOptions(paper=paper, beside=beside)
        with suppress(SheetError):
            assert words_on("compared", load(game), options)


def sentences(text: str) -> list[str]:
    return re.split(r"(?<=\.) ", text)


def test_no_two_rows_of_two_games_have_one_heading() -> None:
    for games in combinations(catalogue(), 2):
        leads = [lead for lead, _ in (*facts_apart(games), *rules_apart(games))]
        assert len(leads) == len({*leads}), leads


def test_the_same_melds_in_another_order_are_the_same_contract() -> None:
    games = load("shanghai-rum"), load("six-to-ten")
    asked = [[deal.contract for deal in game.deals] for game in games]
    alike = [{*one} == {*other} for one, other in zip(*asked, strict=False)]
    assert any(one != other for one, other in zip(*asked, strict=False))
    assert len([*contracts_apart(games, contract_words)]) == alike.count(False) + 1


def test_deals_that_one_of_two_games_has_alone_are_one_row() -> None:
    for games in combinations(catalogue(), 2):
        apart = contracts_apart(games, contract_words)
        alone = [texts for _, texts, asked in apart if not all(asked)]
        counts = [sum(bool(deal.contract) for deal in game.deals) for game in games]
        assert len(alone) == (counts[0] != counts[1]), games
        for texts in alone:
            lines = sorted(len(text.split("\n")) for text in texts)
            assert lines[-1] == abs(counts[0] - counts[1])
            assert {say("compared-no-deal", deals=min(counts))} < {*texts}


def numbers(text: str) -> set[str]:
    return {*re.findall(r"\d+", text)}


@every_game
def test_when_a_game_ends_is_the_same_among_the_facts_as_on_its_card(game: Variant) -> None:
    for table in (game, *turned(game, options_in_turn(game))):
        fact, text = FACTS["end"](table), table.text("end.when")
        assert numbers(fact) == numbers(text.replace("one round", "1 round")), table.turned


@every_game
def test_what_is_wild_is_the_same_among_the_facts_as_on_its_card(game: Variant) -> None:
    for table in (game, *turned(game, options_in_turn(game))):
        assert (FACTS["wilds"](table) == say("compare-none")) is not table.has_wilds, table.turned


@every_game
def test_facts_of_a_game_that_lays_nothing_down_speak_of_nothing_that_is_down(
    game: Variant,
) -> None:
    for table in (game, *turned(game, options_in_turn(game))):
        down = say("compare-lay-off-is", when="down")
        assert table.lays_melds or FACTS["lay-off"](table) != down
