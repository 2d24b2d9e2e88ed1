"""The six games: the figures and the choices that their sources and readings give."""

from typing import Any

import pytest

from referee.rules.deals import deal_count, plan_deal, special_words
from referee.rules.schema.options import plain
from referee.rules.schema.variant import KNOBS, Variant
from referee.variants import catalogue, load

SIX = "six-to-ten"
BICYCLE = "contract-rummy-bicycle"
HOUSE = "contract-rummy-house"
BASIC = "basic-rummy"
ENCYCLOPEDIA = "contract-rummy-encyclopedia"
WILD = "rummy-wild"

every_game = pytest.mark.parametrize("game", catalogue(), ids=lambda game: game.id)


@pytest.mark.parametrize(
    ("game", "name", "least", "most"),
    [
        (SIX, "6-7-8-9-10", 2, 4),
        (BICYCLE, "Contract Rummy (Bicycle)", 3, 8),
        (HOUSE, "Contract Rummy (the house card)", 3, 8),
        (BASIC, "Rummy", 2, 6),
        (ENCYCLOPEDIA, "Contract Rummy (encyclopedia)", 3, 8),
        (WILD, "Rummy with wild cards", 2, 8),
    ],
)
def test_name_and_players(game: str, name: str, least: int, most: int) -> None:
    found = load(game)
    assert (found.name, found.players.least, found.players.most) == (name, least, most)


TWO_SETS = ("set of 3", "set of 3")
SET_AND_RUN = ("set of 3", "run of 4")
TWO_RUNS = ("run of 4", "run of 4")
THREE_SETS = ("set of 3", "set of 3", "set of 3")
TWO_SETS_AND_RUN = ("set of 3", "set of 3", "run of 4")
SET_AND_TWO_RUNS = ("set of 3", "run of 4", "run of 4")

CONTRACTS = {
    SIX: [
        (10, TWO_SETS),
        (10, ("run of 4", "set of 3")),
        (10, TWO_RUNS),
        (10, THREE_SETS),
        (10, ("run of 7", "set of 3")),
    ],
    BICYCLE: [
        (10, TWO_SETS),
        (10, SET_AND_RUN),
        (10, TWO_RUNS),
        (10, THREE_SETS),
        (12, TWO_SETS_AND_RUN),
        (12, SET_AND_TWO_RUNS),
        (12, ("run of 4", "run of 4", "run of 4")),
    ],
    HOUSE: [
        (10, TWO_SETS),
        (10, ("set of 3", "set of 4")),
        (10, TWO_RUNS),
        (12, THREE_SETS),
        (12, TWO_SETS_AND_RUN),
        (12, SET_AND_TWO_RUNS),
        (12, ("run of 4", "run of 4", "run of 5")),
    ],
    BASIC: [],
    ENCYCLOPEDIA: [
        (10, TWO_SETS),
        (10, SET_AND_RUN),
        (10, TWO_RUNS),
        (10, THREE_SETS),
        (12, TWO_SETS_AND_RUN),
        (12, SET_AND_TWO_RUNS),
        (12, ("set of 3", "run of 7")),
    ],
    WILD: [],
}


@pytest.mark.parametrize(("game", "deals"), CONTRACTS.items(), ids=CONTRACTS)
def test_deals(game: str, deals: list[tuple[int, tuple[str, ...]]]) -> None:
    found = load(game).deals
    assert [(deal.cards, tuple(map(str, deal.contract))) for deal in found] == deals


PACKS = {
    SIX: {2: (1, 0), 3: (1, 0), 4: (2, 0)},
    BICYCLE: {3: (2, 1), 4: (2, 1), 5: (3, 2), 6: (3, 2), 7: (3, 2), 8: (3, 2)},
    HOUSE: {3: (2, 2), 4: (2, 3), 5: (2, 4), 6: (3, 5), 7: (3, 6), 8: (3, 7)},
    BASIC: {2: (1, 0), 3: (1, 0), 4: (1, 0), 5: (1, 0), 6: (1, 0)},
    ENCYCLOPEDIA: {3: (2, 4), 4: (2, 4), 5: (3, 6), 6: (3, 6), 7: (4, 8), 8: (4, 8)},
    WILD: {2: (1, 2), 3: (1, 2), 4: (1, 2), 5: (1, 2), 6: (2, 4), 7: (2, 4), 8: (2, 4)},
}


@pytest.mark.parametrize(("game", "packs"), PACKS.items(), ids=PACKS)
def test_packs_and_jokers(game: str, packs: dict[int, tuple[int, int]]) -> None:
    found = load(game)
    plans = {
        players: plan_deal(found.at(1), players)
        for players in range(found.players.least, found.players.most + 1)
    }
    assert {players: (plan.packs, plan.jokers) for players, plan in plans.items()} == packs


@pytest.mark.parametrize(
    ("game", "players", "cards"),
    [
        (BICYCLE, 4, 105),
        (BICYCLE, 5, 158),
        (ENCYCLOPEDIA, 4, 108),
        (ENCYCLOPEDIA, 8, 216),
        (SIX, 2, 52),
        (SIX, 4, 104),
        (HOUSE, 6, 161),
    ],
)
def test_cards_in_play(game: str, players: int, cards: int) -> None:
    assert plan_deal(load(game).at(1), players).cards_in_play == cards


@pytest.mark.parametrize(
    ("game", "cards"),
    [
        (BASIC, {2: 10, 3: 7, 4: 7, 5: 6, 6: 6}),
        (WILD, {2: 10, 3: 10, 4: 10, 5: 6, 6: 7, 7: 7, 8: 7}),
    ],
)
def test_cards_each_without_deals(game: str, cards: dict[int, int]) -> None:
    found = load(game)
    assert {players: plan_deal(found.at(1), players).cards_each for players in cards} == cards


PIPS = {str(number): number for number in range(2, 11)}
FACES = {"J": 10, "Q": 10, "K": 10}
FIVES = dict.fromkeys("23456789", 5)
POINTS = {
    SIX: FIVES | FACES | {"2": 20, "A": 15, "10": 10},
    BICYCLE: PIPS | FACES | {"A": 15, "*": 15},
    HOUSE: PIPS | FACES | {"A": 15, "*": 15},
    BASIC: FIVES | FACES | {"A": 15, "10": 5},
    ENCYCLOPEDIA: FIVES | FACES | {"2": 20, "A": 20, "10": 10, "*": 20},
    WILD: FIVES | FACES | {"A": 15, "10": 5, "*": 15},
}


@pytest.mark.parametrize(("game", "points"), POINTS.items(), ids=POINTS)
def test_points(game: str, points: dict[str, int]) -> None:
    assert dict(load(game).points.by_rank) == points


# What each game says of one matter, in the order of `SIX` to `WILD`.
SAYS: dict[str, tuple[Any, ...]] = {
    "ranks.ace": ("high", "both", "low-or-high", "low", "low-or-high", "low-or-high"),
    "ranks.removed": (("2",), (), (), (), (), ()),
    "wilds.ranks": (("2",), (), (), (), (), ()),
    "wilds.naturals_per_meld": (1, 1, 1, 1, 1, 1),
    "wilds.most_per_meld": (0, 0, 0, 0, 0, 0),
    "sets.least": (3, 3, 3, 3, 3, 3),
    "sets.most": (0, 0, 0, 4, 0, 4),
    "runs.least": (3, 4, 4, 3, 4, 3),
    "contracts.size": ("at-least", "at-least", "exact", "at-least", "exact", "at-least"),
    "contracts.same_suit_runs": ("free", "not-consecutive", "gap", "free", "free", "free"),
    "further_melds.allowed": ("any", "none", "contract-kinds", "any", "none", "any"),
    "further_melds.when": (
        *("same-turn", "same-turn", "later-turn"),
        *("same-turn", "same-turn", "same-turn"),
    ),
    "lay_off.needs_contract": (True, True, True, False, True, False),
    "lay_off.when": (
        *("same-turn", "same-turn", "later-turn"),
        *("same-turn", "same-turn", "same-turn"),
    ),
    "lay_off.moves_wild": (False, True, False, False, False, False),
    "take_wild.kinds": (("set", "run"), ("run",), ("run",), (), ("run",), ("set", "run")),
    "take_wild.needs_contract": ("yes", "yes", "or-completes", "no", "yes", "no"),
    "take_wild.owner": ("anyone", "others", "others", "anyone", "anyone", "anyone"),
    "take_wild.turn": ("own", "any", "own", "own", "own", "own"),
    "take_wild.use": ("free", "free", "now", "free", "free", "free"),
    "discard.taken": (False, True, True, False, True, False),
    "discard.wilds": (False, True, True, True, True, True),
    "discard.playable": ("free", "free", "free", "free", "barred-once-down", "free"),
    "go_out.by": (
        ("discard",),
        ("discard", "meld", "lay-off"),
        ("discard",),
        ("discard", "meld", "lay-off"),
        ("discard",),
        ("discard",),
    ),
    "claim.by": ("passed-left", "rotation", "rotation", "none", "first-caller", "none"),
    "claim.extra_cards": (1, 1, 1, 0, 1, 0),
    "stock.out": (
        *("must-take-discard", "reshuffle", "deal-ends"),
        *("reshuffle", "reshuffle", "reshuffle"),
    ),
    "scoring.winner": ("zero", "zero", "zero", "collects", "zero", "collects"),
    "scoring.best": ("lowest", "lowest", "lowest", "highest", "lowest", "highest"),
    "scoring.nobody_out": (
        *("all-count", "all-count", "all-count"),
        *("not-scored", "all-count", "not-scored"),
    ),
    "scoring.ties": ("shared",) * 6,
    "end.target": (0, 0, 0, 500, 0, 500),
    "end.rounds": (0, 0, 0, 0, 0, 0),
}


def value_at(game: Variant, key: str) -> Any:
    """What a game holds at a dotted key."""
    found: Any = game
    for step in key.split("."):
        found = found[int(step) - 1] if isinstance(found, tuple) else getattr(found, step)
    return found


@pytest.mark.parametrize(("key", "values"), SAYS.items(), ids=SAYS)
def test_what_each_game_says(key: str, values: tuple[Any, ...]) -> None:
    games = (SIX, BICYCLE, HOUSE, BASIC, ENCYCLOPEDIA, WILD)
    assert tuple(value_at(load(game), key) for game in games) == values


@pytest.mark.parametrize(
    ("game", "whole_hand", "out_by", "claims"),
    [
        (BICYCLE, True, ("meld",), True),
        (HOUSE, True, ("meld",), False),
        (ENCYCLOPEDIA, False, ("meld", "lay-off"), True),
    ],
)
def test_last_deal(game: str, whole_hand: bool, out_by: tuple[str, ...], claims: bool) -> None:
    terms = load(game).at(len(load(game).deals))
    last = terms.deal
    assert last is not None
    assert (last.whole_hand, last.out_by, last.claims) == (whole_hand, out_by, claims)
    assert special_words(terms)


def test_deals_have_names_where_the_game_names_them() -> None:
    named = {game.id: [deal.name for deal in game.deals if deal.name] for game in catalogue()}
    assert {id: names for id, names in named.items() if names} == {
        SIX: ["Six", "Seven", "Eight", "Nine", "Ten"]
    }


YES_NO = {"true", "false"}
STOCK = {"reshuffle", "deal-ends", "must-take-discard"}
NUMBER: set[str] = set()
EVERYWHERE = {
    "natural_cards_per_meld": NUMBER,
    "redeal_discard": YES_NO,
    "own_turn": YES_NO,
    "draw_first": YES_NO,
    "stock_out": STOCK,
    "ties": {"shared", "played-off"},
}
WITH_WILDS = EVERYWHERE | {"wilds_per_meld": NUMBER}
WITH_CONTRACTS = WITH_WILDS | {"same_rank_sets": YES_NO, "packs": NUMBER}
NOBODY_OUT = {"nobody_out": {"all-count", "not-scored"}}
SAME_SUIT = {"same_suit_runs": {"free", "not-consecutive", "gap"}}
RANKS = {"A", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"}

OPTIONS: dict[str, dict[str, set[str]]] = {
    SIX: WITH_CONTRACTS
    | NOBODY_OUT
    | SAME_SUIT
    | {
        "packs": {"1", "2"},
        "contract_size": {"at-least", "exact"},
        "wild_needs_contract": {"no", "yes", "or-completes"},
        "twin_discard": YES_NO,
    },
    BICYCLE: WITH_CONTRACTS
    | NOBODY_OUT
    | {"overlapping_runs": YES_NO, "last_deal_discard": YES_NO},
    HOUSE: WITH_CONTRACTS
    | {
        "most_players": NUMBER,
        "second_deal": {"two-sets", "set-and-run"},
        "set_size": NUMBER,
        "run_size": NUMBER,
        "wild_needs_contract": {"yes", "or-completes"},
    },
    BASIC: EVERYWHERE
    | {
        "ace": {"low", "low-or-high"},
        "final_discard": YES_NO,
        "melds_per_turn": NUMBER,
        "target": NUMBER,
        "rounds": NUMBER,
    },
    ENCYCLOPEDIA: WITH_CONTRACTS
    | NOBODY_OUT
    | SAME_SUIT
    | {
        "most_players": NUMBER,
        "ace": {"low-or-high", "both"},
        "wild_twos": YES_NO,
        "wild_as_itself": YES_NO,
        "contract_wilds": {"any", "at-most-naturals"},
        "further_melds": {"none", "any", "contract-kinds"},
        "keep_taken_wild": YES_NO,
    },
    WILD: WITH_WILDS
    | {
        "most_players": NUMBER,
        "two_player_cards": {"10", "7"},
        "jokers_per_pack": NUMBER,
        "wilds": {"jokers", "twos"} | RANKS,
        "wild_as_itself": YES_NO,
        "lay_off_needs_meld": YES_NO,
        "twin_discard": YES_NO,
        "joker_points": NUMBER,
        "scoring": {"winner-collects", "penalties"},
        "target": NUMBER,
        "rounds": NUMBER,
    },
}


@pytest.mark.parametrize(("game", "offered"), OPTIONS.items(), ids=OPTIONS)
def test_options_that_keep_their_names_and_values(game: str, offered: dict[str, set[str]]) -> None:
    options = load(game).options
    values = {name: set(map(plain, options[name].values)) for name in offered}
    assert {
        name: offered[name] - values[name] for name in offered if offered[name] - values[name]
    } == {}


@every_game
def test_any_knob_is_an_option_of_every_game(game: Variant) -> None:
    turned = {option.key for option in game.options.values() if not option.own}
    assert turned == set(KNOBS)


@every_game
def test_default_is_what_the_game_says_anyway(game: Variant) -> None:
    for name, option in game.options.items():
        if option.key == "points.joker" and not game.has_jokers:
            continue
        for key, value in option.sets(option.default):
            meant = list(value) if isinstance(value, tuple) else value
            assert as_written(game, key) == meant, (name, key)


def as_written(game: Variant, key: str) -> Any:
    """What a game holds at a key of its file, as plain data."""
    table, _, players = key.rpartition(".")
    if key == "points.low_ace" and game.points.low_ace is not None:
        return game.points.low_ace
    if table == "points":
        rank = {"joker": "*", "low_ace": "A"}.get(players, players)
        return game.points.by_rank.get(rank, 0)
    if players.isdecimal():
        return value_at(game, table).of(int(players))
    value = value_at(game, key)
    return [str(one) for one in value] if isinstance(value, tuple) else value


@pytest.mark.parametrize(
    ("game", "options", "key", "value"),
    [
        (SIX, {"natural_cards_per_meld": 2}, "wilds.naturals_per_meld", 2),
        (BICYCLE, {"wilds_per_meld": 1}, "wilds.most_per_meld", 1),
        (BICYCLE, {"redeal_discard": False}, "discard.taken", False),
        (SIX, {"redeal_discard": True}, "discard.taken", True),
        (BICYCLE, {"packs": 4}, "packs.always", 4),
        (BICYCLE, {"last_deal_discard": True}, "deals.7.last_card_discarded", True),
        (BICYCLE, {"last_deal_discard": True}, "deals.7.out_by", ("meld", "discard")),
        (HOUSE, {"run_size": 3}, "runs.least", 3),
        (HOUSE, {"most_players": 12}, "players.most", 12),
        (BASIC, {"final_discard": True}, "go_out.by", ("discard",)),
        (BASIC, {"go_out.by": ["meld", "discard"]}, "go_out.by", ("discard", "meld")),
        (BASIC, {"sets.most": 0}, "sets.most", 0),
        (BICYCLE, {"take_wild.kinds": []}, "take_wild.kinds", ()),
        (BICYCLE, {"wilds.ranks": ["2"]}, "wilds.ranks", ("2",)),
        (BICYCLE, {"stock.out": "deal-ends"}, "stock.out", "deal-ends"),
        (ENCYCLOPEDIA, {"take_wild.use": "now"}, "take_wild.use", "now"),
        (BASIC, {"target": 100}, "end.target", 100),
        (ENCYCLOPEDIA, {"wild_twos": True}, "wilds.ranks", ("2",)),
        (ENCYCLOPEDIA, {"keep_taken_wild": False}, "take_wild.use", "now"),
        (WILD, {"wilds": "twos"}, "wilds.ranks", ("2",)),
        (WILD, {"scoring": "penalties"}, "scoring.best", "lowest"),
        (WILD, {"scoring": "penalties"}, "scoring.nobody_out", "all-count"),
    ],
    ids=str,
)
def test_option_sets_its_key(game: str, options: dict[str, object], key: str, value: Any) -> None:
    assert value_at(load(game, options), key) == value


def test_packs_for_three_leave_other_numbers_of_players_alone() -> None:
    two = load(SIX, {"packs": 2})
    assert [plan_deal(two.at(1), players).packs for players in (2, 3, 4)] == [1, 2, 2]


def test_two_player_cards_leave_other_numbers_of_players_alone() -> None:
    seven = load(WILD, {"two_player_cards": 7})
    assert [plan_deal(seven.at(1), players).cards_each for players in (2, 3)] == [7, 10]


def test_second_deal_may_have_the_usual_contract() -> None:
    usual = plan_deal(load(HOUSE, {"second_deal": "set-and-run"}).at(2), 4)
    assert tuple(map(str, usual.contract)) == SET_AND_RUN


def test_more_players_get_more_packs() -> None:
    many = load(ENCYCLOPEDIA, {"most_players": 12})
    assert [plan_deal(many.at(7), players).packs for players in (8, 9, 10, 11, 12)] == [
        4,
        5,
        5,
        6,
        6,
    ]


@pytest.mark.parametrize("game", [BASIC, WILD])
def test_agreed_rounds_end_a_game(game: str) -> None:
    assert (deal_count(load(game)), deal_count(load(game, {"rounds": 4}))) == (None, 4)
