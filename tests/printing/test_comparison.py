"""What tells two games apart: nothing that is not so, and nothing twice."""

import re
from collections.abc import Container
from itertools import combinations

import pytest

from referee.language import say
from referee.printing.comparison import FACTS, facts_apart, rules_apart
from referee.printing.sections import RULES, rules_under
from referee.rules.schema.variant import Variant
from referee.variants import catalogue
from tests.rules.tables import options_in_turn, turned

every_game = pytest.mark.parametrize("game", catalogue(), ids=lambda game: game.id)
UNDER = {say(f"card-{word}"): {*rules_under(word)} for word in ("setup", *RULES)}


@every_game
@pytest.mark.parametrize("each", [(), UNDER], ids=["whole", "each"])
def test_no_row_says_that_a_game_has_none_of_what_it_has(
    game: Variant, each: Container[str]
) -> None:
    games = list(catalogue())
    for other in games[games.index(game) + 1 :]:
        for lead, texts in rules_apart((game, other), each):
            for one, text in zip((game, other), texts, strict=True):
                if text == say("compare-none"):
                    assert UNDER.get(lead, set()).isdisjoint(one.rules), (other.id, lead)


def test_no_two_rows_of_two_games_have_one_heading() -> None:
    for games in combinations(catalogue(), 2):
        leads = [lead for lead, _ in (*facts_apart(games), *rules_apart(games))]
        assert len(leads) == len({*leads}), leads


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
