"""Variant files: how they are read, what they inherit, and how their mistakes are named."""

import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

from referee import variants
from referee.rules.schema.options import OptionError
from referee.rules.schema.reading import SchemaError
from referee.variants import UnknownGame, catalogue, load
from referee.variants.files import build_game, games_in

HERE = Path(load.__code__.co_filename).parent
PARENT = "six-to-ten"

Folder = Callable[..., Path]


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    """Makes a folder of the games that there are, and `game.toml` with this text."""

    def make(text: str = "", **others: str) -> Path:
        for file in HERE.glob("*.toml"):
            (tmp_path / file.name).write_bytes(file.read_bytes())
        for name, content in {"game": f'extends = "{PARENT}"\n{text}', **others}.items():
            (tmp_path / f"{name}.toml").write_text(content, "utf-8")
        return tmp_path

    return make


@pytest.mark.parametrize("file", sorted(HERE.glob("[!_]*.toml")), ids=lambda file: file.stem)
def test_every_file_is_a_game(file: Path) -> None:
    assert load(file.stem).id == file.stem


def test_catalogue_keeps_the_order_of_its_list() -> None:
    listed = tomllib.loads(Path(variants.__file__).with_name("_order.toml").read_text("utf-8"))
    ids = [game.id for game in catalogue()]
    assert ids == listed["games"]
    assert {"six-to-ten", "contract-rummy-bicycle", "contract-rummy-house", "basic-rummy",
            "contract-rummy-encyclopedia", "rummy-wild", "shanghai-rum"} <= set(ids)  # fmt: skip


def test_game_that_no_list_names_comes_last(folder: Folder) -> None:
    assert games_in(folder()) == (*(game.id for game in catalogue()), "game")


def test_folder_without_a_list_is_in_order_of_its_names(tmp_path: Path) -> None:
    for name in ("b", "a", "_parent"):
        (tmp_path / f"{name}.toml").touch()
    assert games_in(tmp_path) == ("a", "b")


def test_list_may_not_name_a_game_that_is_not_there(folder: Folder) -> None:
    with pytest.raises(SchemaError, match=r"^_order\.toml: games\.1: there is no whist\.toml$"):
        games_in(folder(_order='games = ["whist"]'))


def test_list_needs_names(folder: Folder) -> None:
    with pytest.raises(SchemaError, match=r"^_order\.toml: games: needs a list"):
        games_in(folder(_order="games = 6"))


@pytest.mark.parametrize("id", ["whist", "_seven-deals", "", "../rules", "six-to-ten.toml"])
def test_game_that_is_not_there_is_told_with_those_that_are(id: str) -> None:
    with pytest.raises(UnknownGame, match=r"is no game here\. The games are six-to-ten, .*\.$"):
        load(id)


@pytest.mark.parametrize("options", [None, {}, {"ties": "shared"}, {"ties": "shared", "packs": 1}])
def test_game_under_its_defaults_is_one_object(options: dict[str, object] | None) -> None:
    assert load(PARENT, options) is load(PARENT)


@pytest.mark.parametrize(
    "options",
    [
        {"packs": 2, "ties": "played-off"},
        {"ties": "played-off", "packs": 2},
        {"ties": "played-off", "packs": "2", "same_rank_sets": True},
        {"ties": "played-off", "packs": "2", "same_rank_sets": "true"},
    ],
    ids=["as asked", "other order", "as typed", "with a default"],
)
def test_same_options_are_one_object(options: dict[str, object]) -> None:
    assert load(PARENT, options) is load(PARENT, {"packs": 2, "ties": "played-off"})


@pytest.mark.parametrize("value", [True, 1.0, [1], {}, None, "one", 3])
def test_value_that_an_option_does_not_take_is_refused_again_and_again(value: object) -> None:
    load(PARENT, {"packs": 1})
    for _ in range(2):
        with pytest.raises(OptionError, match="takes one of these: 1, 2"):
            load(PARENT, {"packs": value})


def test_file_is_its_parent_and_the_differences(folder: Folder) -> None:
    game = build_game(folder('name = "Mine"\npoints.A = 25\n[stock]\nout = "reshuffle"'), "game")
    parent = load(PARENT)
    assert (game.name, game.points.by_rank["A"], game.stock.out) == ("Mine", 25, "reshuffle")
    assert (game.deals, game.points.by_rank["K"]) == (parent.deals, parent.points.by_rank["K"])


def test_lists_are_replaced_and_tables_merged(folder: Folder) -> None:
    merged = build_game(folder("wilds.ranks = []"), "game").definition
    assert merged["wilds"] == {"ranks": []}
    assert merged["ranks"] == {"ace": "high", "removed": ["2"]}


MISTAKES = {
    "unknown key": ("nmae = 1", "game.toml: nmae: is not a key here; the keys are name"),
    "unknown key inside": (
        "[jokers]\nper_pakc = 2",
        "game.toml: jokers.per_pakc: is not a key here; the keys are by_players, per_pack",
    ),
    "wrong kind": ('sets.least = "3"', "game.toml: sets.least: needs a whole number, not '3'"),
    "wrong word": ('ranks.ace = "top"', "game.toml: ranks.ace: needs one of “low”, “high”"),
    "no table": ("sets = 3", "game.toml: sets: needs a table, not 3"),
    "no list": ('go_out.by = "meld"', "game.toml: go_out.by: needs a list, not 'meld'"),
    "contract": (
        'deals = [{ name = "", cards = 7, contract = ["pair of 2"] }]',
        'game.toml: deals.1.contract.1: needs the form "set of 3"',
    ),
    "contract too small": (
        'deals = [{ name = "", cards = 7, contract = ["set of 2"] }]',
        "game.toml: deals.1.contract: a set of 2 is smaller than a set may be",
    ),
    "key of a deal missing": (
        'deals = [{ name = "" }]',
        "game.toml: deals.1.cards: is missing",
    ),
    "way out": ('go_out.by = ["talk"]', "game.toml: go_out.by: needs some of discard, meld"),
    "span of players": ("packs.by_players.few = 1", "game.toml: packs.by_players.few: needs the"),
    "players without packs": ("players.most = 5", "packs.by_players: does not say how many for 5"),
    "players turned round": ("players.least = 5", "game.toml: players: needs two players or more"),
    "rank": ('wilds.ranks = ["11"]', "game.toml: wilds.ranks: “11” is no rank"),
    "rank of a deal": ('wilds.by_deal = ["1"]', "game.toml: wilds.by_deal: “1” is no rank"),
    "points of no rank": ("points.11 = 1", 'game.toml: points.11: needs a rank, "joker"'),
    "points twice": ("points.3 = 1", "gives 3 its points twice"),
    "jokers without points": ("jokers.per_pack = 1", "game.toml: points.joker: is missing"),
    "rank removed": ('ranks.removed = ["1"]', "game.toml: ranks.removed: “1” is no rank"),
    "suit": ('suits = ["s", "x"]', "game.toml: suits: “x” is no suit: they are s h d c t"),
    "rank twice": ('ranks.order = ["2", "2"]', "game.toml: ranks.order: “2” stands there twice"),
    "no ranks": (
        'ranks.order = ["2"]\nwilds.ranks = []',
        "game.toml: ranks.order: needs two ranks or more",
    ),
    "no suits": ("suits = []", "game.toml: suits: is missing"),
    "wild rank that the deck has not": (
        'ranks.order = ["3", "4"]\nwilds.ranks = ["2"]',
        "game.toml: wilds.ranks: “2” is a rank that this game takes out of the deck.",
    ),
    "rule that no game has": (
        'says."the Deck" = ["set.colour"]',
        "game.toml: says.the Deck: “set.colour” is no rule that a game can have",
    ),
    "rule in two sections": (
        'says."Elsewhere" = ["set.size"]',
        "game.toml: says.Elsewhere: “set.size” stands under “the Play” already",
    ),
    "offer of nothing": ('offers.moon = "the Deck"', "game.toml: offers.moon: is no option here"),
    "points of no figures": ('points.A = "pips"', "points.A: “pips” needs ranks in figures"),
    "deal in words": ('deals = ["ten cards"]', 'deals.1: needs the form "10: set of 3, run of 4"'),
    "sets turned round": (
        "sets.most = 2",
        "sets.most: A set has at least 3 cards, so it can’t be limited to 2.",
    ),
    "default": ("options.packs.default = 7", "options.packs.default: is none of its choices"),
    "choice": (
        "options.packs.choices = [{ value = 1, players = 3 }]",
        "packs.choices.1.players: is not a key",
    ),
    "number without key": (
        "[options.more]\nrules = []\ndefault = 1",
        "game.toml: options.more.key: is missing",
    ),
    "note": ('notes = [{ heading = "x", text = "y" }]', "game.toml: notes.1.heading: needs one of"),
}


@pytest.mark.parametrize(("text", "says"), MISTAKES.values(), ids=MISTAKES)
def test_mistake_is_named_with_file_key_and_cure(folder: Folder, text: str, says: str) -> None:
    with pytest.raises(SchemaError) as refused:
        build_game(folder(text), "game")
    assert says in str(refused.value)
    assert refused.value.file


IDLE = {
    "contracts without deals": (
        'contracts.size = "exact"',
        "game.toml: contracts.size: changes nothing: ",
    ),
    "ace of a deck without": (
        'ranks = { ace = "high", order = ["2", "3", "4", "5", "6", "7", "8", "9", "10"] }',
        "game.toml: ranks.ace: changes nothing: this game has no aces.",
    ),
    "points of a rank that the deck has not": (
        'ranks.order = ["A", "2", "3"]\npoints = { A = 15, 2-9 = 5 }',
        "game.toml: points.2-9: “9” is a rank that this game takes out of the deck.",
    ),
    "removed rank that the deck has not": (
        'ranks = { order = ["A", "2", "3"], removed = ["9"] }\npoints = { A = 15, 2-3 = 5 }',
        "game.toml: ranks.removed: “9” is a rank that this game takes out of the deck.",
    ),
    "points of a suit that the deck has not": (
        'points = { A-K = 5, "A.t" = 9 }',
        "game.toml: points.A.t: changes nothing: the deck has no such suit.",
    ),
    "last card of a hand that need not be whole": (
        'deals = [{ cards = 7, contract = ["set of 3"], last_card_discarded = true }]',
        "game.toml: deals.1.last_card_discarded: changes nothing: ",
    ),
    "whole hand without a contract": (
        "deals = [{ cards = 7, whole_hand = true }]",
        "game.toml: deals.1.whole_hand: changes nothing: ",
    ),
    "rank without points": ("points = { A-9 = 5, J-K = 5 }", "game.toml: points.10: is missing"),
    "jokers for each pack beside jokers by players": (
        'jokers = { per_pack = 1, by_players = { "2-6" = 2 } }\npoints = { A-K = 5, joker = 20 }',
        "game.toml: jokers.per_pack: changes nothing: ",
    ),
    "cards each beside deals": (
        'cards_each = { "2-6" = 7 }\ndeals = ["7: set of 3"]',
        "game.toml: cards_each: changes nothing: ",
    ),
    "packs for nobody": (
        'packs.by_players = { "2-6" = 1, "7" = 2 }',
        "game.toml: packs.by_players: says how many for 7 players, for whom the game is not",
    ),
}


@pytest.mark.parametrize(("text", "says"), IDLE.values(), ids=IDLE)
def test_what_a_file_sets_for_nothing_is_named(folder: Folder, text: str, says: str) -> None:
    plain = 'name = "Mine"\nplayers = { least = 2, most = 6 }\nsource.title = "Mine"\nabout = ""\n'
    least = {
        "packs.by_players": 'packs.by_players = { "2-6" = 1 }',
        "cards_each": 'cards_each = { "2-6" = 7 }',
        "points": "points = { A-K = 5 }",
    }
    lines = [line for key, line in least.items() if f"{key} = " not in text]
    with pytest.raises(SchemaError) as refused:
        build_game(folder(game="\n".join([plain, text, *lines])), "game")
    assert says in str(refused.value)


BROKEN = {
    "no TOML": ("name = ", "game.toml: is no TOML at its end"),
    "key twice": ("a = 1\na = 2\nb = 3\n", "game.toml: is no TOML at line 2, column 6"),
    "no parent": ('extends = "nobody"', "game.toml: extends: there is no nobody.toml; the files"),
    "parent no name": ("extends = 1", "game.toml: extends: needs the name of another file, not 1"),
    "own parent": ('extends = "game"', "leads round in a circle: game → game"),
    "circle": (
        'extends = "other"',
        "other.toml: extends: leads round in a circle: game → other → game",
    ),
    "empty": ("", "game.toml: name: is missing"),
}


@pytest.mark.parametrize(("text", "says"), BROKEN.values(), ids=BROKEN)
def test_broken_file_is_named(folder: Folder, text: str, says: str) -> None:
    with pytest.raises(SchemaError) as refused:
        build_game(folder(game=text, other='extends = "game"'), "game")
    assert says in str(refused.value)


def test_file_in_another_encoding_is_named(folder: Folder) -> None:
    made = folder()
    (made / "game.toml").write_bytes('name = "Gängig"'.encode("latin-1"))
    with pytest.raises(SchemaError, match=r"^game\.toml: is not written in UTF-8$"):
        build_game(made, "game")


def test_mistake_of_a_parent_is_named_with_the_parent(folder: Folder) -> None:
    made = folder(game='extends = "other"', other=f'extends = "{PARENT}"\nsets.least = true')
    with pytest.raises(SchemaError, match=r"^other\.toml: sets\.least: "):
        build_game(made, "game")


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"moon": "full"}, "“moon” is no option of this game. Its options are "),
        ({"x": 1}, "“x” is no option of this game. Its options are "),
        ({"": "full"}, "“” is no option of this game. Its options are "),
        (
            {"rejoin": True},
            "“rejoin” is no option of this game. Did you mean one of these: end.rejoin",
        ),
        ({"final_discards": True}, "Did you mean one of these: final_discard"),
        (
            {"natural_cards_per_meld": 9},
            "takes a whole number from 1 to 3, or 0 for “none",
        ),
        ({"ties": "fought"}, "takes one of these: shared, played-off"),
    ],
    ids=["option", "a letter", "no name", "part of a name", "nearly a name", "number", "choice"],
)
def test_option_that_a_game_has_not_is_refused(options: dict[str, object], says: str) -> None:
    with pytest.raises(OptionError) as refused:
        load(PARENT, options)
    assert says in str(refused.value)
    assert refused.value.option in options


def test_broken_game_alone_is_left_off_the_list(
    folder: Folder, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    here = [game.id for game in catalogue()]
    monkeypatch.setattr(variants, "_FOLDER", folder("sets.least = true"))
    monkeypatch.setattr(variants, "_ids", lambda: (*here, "game"))
    assert [game.id for game in catalogue()] == here
    assert "game.toml: sets.least: needs a whole number, not True" in caplog.text
    with pytest.raises(UnknownGame, match=r"^The file of “game” cannot be read\. game\.toml: sets"):
        load("game")
