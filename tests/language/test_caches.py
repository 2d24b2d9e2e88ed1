"""What is kept between two requests is said in the language of each."""

from referee.language import use
from referee.rules.deals import plan_deal
from referee.rules.law.points import card_values
from referee.variants import catalogue, load
from tests.language.test_rulings import bracketed, unbracketed
from tests.rules.altered import played_off


def test_a_plan_is_read_in_the_language_in_use() -> None:
    more = played_off("six-to-ten").at(6)
    whole = next(
        deal
        for game in catalogue()
        for n in range(len(game.deals))
        if (deal := game.at(n + 1)).deal.whole_hand
    )
    assert plan_deal(more, 2).name == "Play-off"
    assert plan_deal(whole, 4).special
    with use(bracketed()):
        assert plan_deal(more, 2).name == "⟦Play-off⟧"
        assert not any(map(str.isalpha, unbracketed(plan_deal(whole, 4).special)))


def test_card_values_are_named_in_the_language_in_use() -> None:
    game = load("contract-rummy-bicycle")
    assert any("joker" in value.label for value in card_values(game))
    with use(bracketed()):
        assert any("⟦joker⟧" in value.label for value in card_values(game))
