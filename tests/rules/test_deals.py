"""What is dealt, from how many packs, and what is asked for."""

import pytest

from referee.rules.cards import JOKER, Card
from referee.rules.deals import (
    DealError,
    contract_words,
    deal_count,
    packs_words,
    plan_deal,
)
from referee.rules.schema.melds import Piece
from referee.variants import catalogue, load
from tests.rules.altered import altered, played_off

SIX = "six-to-ten"
BICYCLE = "contract-rummy-bicycle"
HOUSE = "contract-rummy-house"
BASIC = "basic-rummy"
ENCYCLOPEDIA = "contract-rummy-encyclopedia"
WILD = "rummy-wild"


def case(game, players, deal, *dealt, **options):
    """Cards each, packs, jokers and cards in play, under the options named."""
    changed = "".join(f", {name} {value}" for name, value in options.items())
    name = f"{game} for {players}, deal {deal}{changed}"
    return pytest.param(game, options, players, deal, dealt, id=name)


@pytest.mark.parametrize(
    ("game", "options", "players", "deal", "dealt"),
    [
        case(SIX, 2, 1, 10, 1, 0, 52),
        case(SIX, 3, 1, 10, 1, 0, 52),
        case(SIX, 3, 5, 10, 2, 0, 104, packs=2),
        case(SIX, 4, 5, 10, 2, 0, 104),
        case(BICYCLE, 3, 1, 10, 2, 1, 105),
        case(BICYCLE, 4, 4, 10, 2, 1, 105),
        case(BICYCLE, 4, 5, 12, 2, 1, 105),
        case(BICYCLE, 5, 4, 10, 3, 2, 158),
        case(BICYCLE, 8, 7, 12, 3, 2, 158),
        case(HOUSE, 3, 3, 10, 2, 2, 106),
        case(HOUSE, 5, 4, 12, 2, 4, 108),
        case(HOUSE, 6, 4, 12, 3, 5, 161),
        case(HOUSE, 8, 7, 12, 3, 7, 163),
        case(BASIC, 2, 1, 10, 1, 0, 52),
        case(BASIC, 3, 1, 7, 1, 0, 52),
        case(BASIC, 4, 99, 7, 1, 0, 52),
        case(BASIC, 6, 1, 6, 1, 0, 52),
        case(ENCYCLOPEDIA, 4, 4, 10, 2, 4, 108),
        case(ENCYCLOPEDIA, 5, 5, 12, 3, 6, 162),
        case(ENCYCLOPEDIA, 8, 7, 12, 4, 8, 216),
        case(WILD, 2, 1, 10, 1, 2, 54),
        case(WILD, 2, 1, 7, 1, 2, 54, two_player_cards=7),
        case(WILD, 5, 1, 6, 1, 2, 54),
        case(WILD, 6, 1, 7, 2, 4, 108),
        case(WILD, 3, 1, 10, 1, 0, 52, wilds="twos"),
    ],
)
def test_what_is_dealt(game, options, players, deal, dealt):
    plan = plan_deal(load(game, options).at(deal), players)
    assert (plan.cards_each, plan.packs, plan.jokers, plan.cards_in_play) == dealt


@pytest.mark.parametrize("variant", catalogue(), ids=lambda variant: variant.id)
def test_every_deal_is_planned_for_every_number_of_players(variant):
    numbers = range(variant.players.least, variant.players.most + 1)
    deals = range(1, (deal_count(variant) or 1) + 1)
    assert all(plan_deal(variant.at(deal), n).number == deal for n in numbers for deal in deals)


@pytest.mark.parametrize(
    ("game", "deal", "words"),
    [
        (SIX, 1, "two sets of 3"),
        (SIX, 2, "a run of 4 and a set of 3"),
        (SIX, 5, "a run of 7 and a set of 3"),
        (BICYCLE, 4, "three sets of 3"),
        (BICYCLE, 5, "two sets of 3 and a run of 4"),
        (HOUSE, 2, "a set of 3 and a set of 4"),
        (HOUSE, 7, "two runs of 4 and a run of 5"),
    ],
)
def test_a_contract_is_asked_for_in_words(game, deal, words):
    assert contract_words(plan_deal(load(game).at(deal), 3).contract) == words


@pytest.mark.parametrize(
    ("pieces", "words"),
    [
        ([], ""),
        (["run of 4"], "a run of 4"),
        (["set of 3", "run of 4", "set of 3"], "two sets of 3 and a run of 4"),
        (["set of 3", "set of 4", "run of 7"], "a set of 3, a set of 4 and a run of 7"),
        (["set of 3"] * 12, "12 sets of 3"),
    ],
    ids=["none", "one", "apart", "three kinds", "many"],
)
def test_pieces_become_words(pieces, words):
    assert contract_words([Piece.read(piece, "") for piece in pieces]) == words


def test_an_option_changes_the_contract():
    changed = load(HOUSE, {"second_deal": "set-and-run"})
    assert contract_words(plan_deal(changed.at(2), 3).contract) == "a set of 3 and a run of 4"


def test_a_game_without_contracts_asks_for_none():
    assert plan_deal(load(BASIC).at(1), 3).contract == ()


def test_a_deal_has_its_name():
    assert [plan_deal(load(SIX).at(deal), 2).name for deal in range(1, 6)] == [
        "Six", "Seven", "Eight", "Nine", "Ten"
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("game", "players", "words"),
    [
        (SIX, 2, "one pack"),
        (SIX, 4, "two packs"),
        (BICYCLE, 4, "two packs and one joker"),
        (BICYCLE, 5, "three packs and two jokers"),
        (ENCYCLOPEDIA, 8, "four packs and eight jokers"),
    ],
)
def test_packs_are_told_in_words(game, players, words):
    assert packs_words(plan_deal(load(game).at(1), players)) == words


@pytest.mark.parametrize(
    ("game", "options", "count"),
    [
        (SIX, {}, 5),
        (BICYCLE, {}, 7),
        (BASIC, {}, None),
        (BASIC, {"rounds": 6}, 6),
        (WILD, {}, None),
    ],
    ids=["five deals", "seven deals", "to a target", "agreed rounds", "wild, to a target"],
)
def test_how_many_deals_there_are(game, options, count):
    assert deal_count(load(game, options)) == count


@pytest.mark.parametrize(
    ("game", "options", "players", "deal", "field", "says"),
    [
        (SIX, {}, 2, 0, "deal", "1 to 5"),
        (SIX, {}, 2, 6, "deal", "1 to 5"),
        (SIX, {}, 2, -1, "deal", "no deal −1"),
        (BASIC, {}, 2, 0, "deal", "count from 1"),
        (BASIC, {"rounds": 3}, 2, 4, "deal", "1 to 3"),
        (SIX, {}, 1, 1, "players", "2 to 4 players, not 1"),
        (SIX, {}, 5, 1, "players", "2 to 4 players, not 5"),
        (BASIC, {}, 0, 1, "players", "2 to 6 players, not 0"),
        (SIX, {}, 5, 6, "players", "not 5"),
    ],
    ids=["nought", "past the last", "negative", "open-ended nought", "past the rounds",
         "too few", "too many", "nobody", "players first"],
)  # fmt: skip
def test_what_cannot_be_dealt(game, options, players, deal, field, says):
    with pytest.raises(DealError, match=says) as refused:
        plan_deal(load(game, options).at(deal), players)
    assert refused.value.field == field


def test_packs_that_are_too_few_are_refused_before_the_first_deal():
    # 5 × 10 would do for the first four deals, 5 × 12 does not for the fifth.
    one_pack = altered(BICYCLE, packs={"always": 1}, jokers={"by_players": {}})
    with pytest.raises(DealError, match=r"at least 62 cards.*use at least 2 packs") as refused:
        plan_deal(one_pack.at(1), 5)
    assert refused.value.field == "players"


def test_a_table_may_use_more_packs_than_the_text_says():
    assert plan_deal(load(BICYCLE, {"packs": 4}).at(1), 4).cards_in_play == 4 * 52 + 1


def test_a_play_off_is_the_last_deal_once_more():
    variant = played_off(SIX)
    last, more = plan_deal(variant.at(5), 2), plan_deal(variant.at(6), 2)
    assert (more.number, more.name, more.contract) == (6, "Play-off", last.contract)


def test_rounds_may_be_followed_by_a_play_off():
    assert plan_deal(played_off(BASIC, {"rounds": 3}).at(4), 2).name == "Play-off"


@pytest.mark.parametrize(
    ("game", "players", "packs", "jokers"),
    [
        (SIX, 2, 1, 0),
        (SIX, None, 2, 0),
        (BICYCLE, 4, 2, 1),
        (BICYCLE, None, 3, 2),
        (BICYCLE, 99, 3, 2),
        (BICYCLE, 0, 3, 2),
        (HOUSE, 6, 3, 5),
        (HOUSE, None, 3, 7),
        (ENCYCLOPEDIA, None, 4, 8),
        (BASIC, None, 1, 0),
        (WILD, None, 2, 4),
    ],
)
def test_packs_and_jokers_in_play(game, players, packs, jokers):
    variant = load(game)
    assert (variant.deck.packs(players), variant.deck.jokers(players)) == (packs, jokers)


@pytest.mark.parametrize(
    ("card", "copies"),
    [(Card("7", "h"), 2), (Card("7"), 8), (JOKER, 1)],
    ids=["suited", "bare rank", "joker"],
)
def test_copies_in_play(card, copies):
    assert load(BICYCLE).deck.copies(card, 4) == copies


def test_no_jokers_are_in_play_in_a_game_without():
    assert load(SIX).deck.copies(JOKER) == 0
