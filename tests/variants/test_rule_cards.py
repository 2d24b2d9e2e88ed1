"""No rule stands on a card that cannot apply at its table, and no two sentences clash."""

from typing import Any

import pytest

from referee.rules.schema.variant import Variant
from referee.variants import catalogue, load
from referee.web.rule_card import RuleCard
from tests.rules.altered import altered
from tests.rules.card_words import sentences, wrong_on_card
from tests.rules.tables import options_in_turn, turned

every_game = pytest.mark.parametrize("game", catalogue(), ids=lambda game: game.id)


@every_game
def test_nothing_on_a_card_clashes_at_any_value_of_an_option(game: Variant) -> None:
    wrong = {
        f"{dict(table.turned)}: {what}"
        for table in (game, *turned(game, options_in_turn(game)))
        for what in wrong_on_card(table)
    }
    assert not wrong


@every_game
def test_card_says_that_a_run_is_of_one_suit_where_it_is(game: Variant) -> None:
    said = "A run is of one suit." in sentences(game)
    assert said is not game.runs.mixed


@every_game
def test_a_rule_that_a_deal_has_otherwise_says_so_before_it_is_read(game: Variant) -> None:
    for table in (game, *turned(game, options_in_turn(game))):
        usual, *others = table.text("go-out.last").partition("In deal")
        own = [deal for deal in table.deals if deal.out_by]
        assert bool(own) is bool(others[0]) is usual.startswith("Except in deal ")


NONE_OF_IT: dict[str, Any] = {"further_melds": "none", "claim.by": "none", "take_wild.kinds": []}


@pytest.mark.parametrize("game", ["contract-rummy-house", "shanghai-rum", "six-to-ten"])
@pytest.mark.parametrize("names", [*([name] for name in NONE_OF_IT), list(NONE_OF_IT)], ids=str)
def test_what_a_table_leaves_out_takes_its_other_rules_along(game: str, names: list[str]) -> None:
    usual = load(game).chosen
    options = {name: NONE_OF_IT[name] for name in names}
    wished = {
        name: value
        for name, value in options.items()
        if name not in usual or usual[name] != (tuple(value) if value == [] else value)
    }
    card = " ".join(sentences(load(game, wished)))
    if "further_melds" in names:
        assert "More melds may follow" not in card
        assert "you may lay down at most" not in card
    if "claim.by" in names:
        assert "gets the discard this way" not in card
        assert "may be claimed" not in card
    if "take_wild.kinds" in names:
        assert "may take a wild card" not in card
        assert "Wild cards are taken" not in card


def test_without_jokers_shanghai_has_no_rules_on_wild_cards() -> None:
    card = sentences(load("shanghai-rum", {"jokers_per_pack": 0}))
    assert [text for text in card if "wild" in text] == ["No card is wild."]


@pytest.mark.parametrize(
    ("game", "options", "sentence"),
    [
        ("basic-rummy", {"set_size": 4}, "A set has exactly 4 cards."),
        ("six-to-ten", {"most_players": 2}, "For 2 players."),
        ("six-to-ten", {"ace": "both"},
         "A run may have an ace at both ends: 13 cards at most."),
        ("contract-rummy-house", {"melds_per_turn": 1},
         "After the turn of your contract you may lay down one meld in each turn."),
        ("contract-rummy-house", {"claim.by": "passed-left"},
         "In deal 7 a discard that you leave goes to nobody."),
        ("contract-rummy-house",
         {"natural_cards_per_meld": 0, "contract_wilds": "at-most-naturals"},
         "A meld outside the contract may be made of wild cards alone."),
        ("contract-rummy-encyclopedia", {"wilds_per_meld": 2},
         "A meld may hold at most 2 wild cards when it is laid down."),
        ("three-thirteen", {"wilds.colour": "h"},
         "In each deal the hearts of another rank are wild, in this order: threes, fours, fives, "
         "sixes, sevens, eights, nines, tens, jacks, queens and kings."),
        ("indian-rummy", {"wilds.colour": "red"},
         "After the deal a card is drawn: the red cards of its rank are wild in this deal."),
        ("kalooki-40", {"scoring.best": "highest"},
         "Among those left, and those who go out together, the highest total is ahead."),
        ("chinchon", {"scoring.out_bonus": 5},
         "Everybody writes what they have left, the knocker too, less 5 for the knock."),
        ("progressive", {"same_suit_runs": "different"},
         "The runs of a contract are all of different suits."),
        ("shanghai-rum", {},
         "Wild cards may be added to a meld until they are half of it."),
    ],
    ids=str,
)  # fmt: skip
def test_card_says_what_holds_at_the_table(
    game: str, options: dict[str, Any], sentence: str
) -> None:
    assert sentence in sentences(load(game, options))


@pytest.mark.parametrize("writes", ["collects", "one"])
@pytest.mark.parametrize("game", ["continental", "liverpool", "chinchon"])
def test_no_points_come_off_where_only_the_winner_writes(game: str, writes: str) -> None:
    assert " points " in " ".join(said for said in sentences(load(game)) if " off" in said)
    assert not wrong_on_card(load(game, {"scoring.winner": writes}))


def test_none_come_off_what_only_the_winner_writes_where_cards_count_double() -> None:
    doubles = {"scoring.from_hand": "doubles"}
    assert "have 10 points taken off" in " ".join(sentences(load("continental", doubles)))
    assert not wrong_on_card(load("continental", doubles | {"scoring.winner": "collects"}))


@pytest.mark.parametrize(
    ("game", "turned"),
    [
        ("romme", {"scoring.cap": 100}),
        ("indian-rummy", {"scoring.dropped_first": 30}),
        ("continental", {"scoring.from_hand": "doubles"}),
        ("chinchon", {"scoring.closed": 20}),
    ],
)
def test_no_cards_count_where_the_winner_of_a_deal_writes_one(
    game: str, turned: dict[str, Any]
) -> None:
    # Links have had both; what means nothing then is not said.
    for options in ({}, turned):
        assert not wrong_on_card(load(game, options | {"scoring.winner": "one"}))


def test_note_of_a_game_stands_until_the_table_turns_what_it_rests_on() -> None:
    note = {"heading": "turn", "text": "The eldest begins.", "rests_on": ["turn.drawn"]}

    def notes(options: dict[str, object]) -> list[str]:
        card = RuleCard(altered("basic-rummy", options, notes=[note]))
        return [note.text for section in card.sections for note in section.notes]

    assert notes({"own_turn": False}) == ["The eldest begins."]
    assert notes({"draw_first": False}) == []


@pytest.mark.parametrize(
    ("game", "says"),
    [
        ("six-to-ten", "If nobody went out, everybody writes what their cards are worth."),
        ("chinchon", "If nobody knocked, everybody writes what they have left."),
        ("three-thirteen", "If nobody went out, everybody writes what they have left."),
        ("indian-rummy", "If nobody declared, nobody has any points for the deal."),
    ],
)
def test_what_is_written_with_nobody_out_is_what_counts(game: str, says: str) -> None:
    assert load(game).text("score.nobody-out") == says


def test_a_contract_instead_is_told_in_the_order_of_speech() -> None:
    says = "Instead of the contract you may lay a run of 13 in deal 4."
    assert load("kalooki-jamaica").text("contract.instead") == says


def test_nobody_goes_out_of_a_deal_by_the_rules_of_a_game_in_which_they_declare() -> None:
    rules = sentences(load("indian-rummy"))
    assert not [text for text in rules if "goes out" in text or "went out" in text]
    assert "Whoever declares writes 0, the others what they have left." in rules


def test_no_card_says_that_what_has_to_be_played_at_once_may_go_back() -> None:
    back = "The discard that you took may go straight back."
    assert back not in sentences(load("five-hundred"))
    assert back in sentences(load("five-hundred", {"take_discard.use": "free"}))


@pytest.mark.parametrize("game", ["gin", "chinchon"])
def test_where_knocking_leaves_nothing_nobody_undercuts_or_lays_off(game: str) -> None:
    card = " ".join(sentences(load(game, {"showdown.knock": 0})))
    assert "Whoever has the whole hand in sets and runs may knock" in card
    assert "nobody adds to those of others" in card
    assert "undercut" not in card
    assert "few enough" not in card
