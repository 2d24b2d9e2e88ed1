"""Ranks that a game takes out of the deck: no card of them is in play, and runs close up."""

from typing import Any

import pytest

from referee.rules import CaseError
from referee.rules.cards import Card
from referee.rules.findings import Ruling
from referee.rules.law.points import card_values
from referee.rules.rulings import rule_by
from referee.rules.schema.options import OptionError
from referee.rules.schema.variant import Variant
from referee.variants import load
from tests.rules.altered import altered

OUT = ["8", "9", "10"]


def forty(options: dict[str, object] | None = None) -> Variant:
    """Rummy with the forty cards that are left without eights, nines and tens."""
    return altered("basic-rummy", options, ranks={"removed": OUT})


def ask(ask: str, options: dict[str, object] | None = None, **fields: Any) -> Ruling:
    return rule_by(forty(options), {"game": "basic-rummy", "ask": ask, **fields})


def test_cards_in_play_are_those_that_are_left() -> None:
    assert ask("deal", players=2).facts["cards_in_play"] == 40


@pytest.mark.parametrize("cards", ["6h 7h Jh", "7h Jh Qh Kh", "5s 6s 7s Js", "Jd 7d Qd"])
def test_neighbours_of_what_is_taken_out_follow_one_another(cards: str) -> None:
    assert ask("meld", cards=cards).verdict == "legal"


@pytest.mark.parametrize(
    ("question", "wrong", "fields"),
    [
        ("meld", "cards", {"cards": "8s 8h 8d"}),
        ("meld", "cards", {"cards": "6h 7h 8h"}),
        ("meld", "cards", {"cards": "6h 7h *=8h"}),
        ("further-meld", "cards", {"cards": "8s 8h 8d", "down": "earlier"}),
        ("lay-off", "cards", {"cards": "8h", "onto": "5h 6h 7h", "down": "earlier"}),
        ("lay-off", "onto", {"cards": "4h", "onto": "8h 8s 8d", "down": "earlier"}),
        ("discard", "card", {"card": "8h", "hand": "8h 7d", "down": "no"}),
        ("points", "cards", {"cards": "8"}),
        ("points", "cards", {"cards": "K 9h"}),
        ("score", "hands", {"hands": {"Ann": "", "Bob": "10"}, "out": "Ann"}),
        ("arrange", "cards", {"cards": "8s 8h 8d 7c"}),
        ("arrange", "cards", {"cards": "7t 7h 7d 7c"}),
    ],
)
def test_a_card_that_the_deck_has_not_is_an_error(
    question: str, wrong: str, fields: dict[str, Any]
) -> None:
    with pytest.raises(CaseError) as error:
        ask(question, **fields)
    assert error.value.field == wrong


def test_no_mend_names_a_card_that_is_taken_out() -> None:
    for cards in ("6h 7h Qh", "7s 7h", "Js 7s 5s"):
        nearest = ask("meld", cards=cards).as_dict()["facts"].get("nearest", [])  # type: ignore[attr-defined]
        assert not [said for said in nearest if any(rank in said for rank in OUT)]


def test_a_wild_stands_for_no_card_that_is_taken_out() -> None:
    options: dict[str, object] = {"jokers.per_pack": 2}
    assert ask("meld", options, cards="6h * Jh").facts["reads_as"] == ["6h", "7h", "Jh"]
    read = ask("meld", options, cards="6h 7h *").facts["readings"]
    assert [reading["reads_as"][-1] for reading in read] == ["Jh", "5h"]  # type: ignore[attr-defined]


def test_it_costs_nothing_and_is_on_no_card() -> None:
    ranks = {rank for value in card_values(forty()) for rank in value.ranks}
    assert not ranks & set(OUT)
    packs = forty().text("cards.packs")
    assert packs.endswith("Taken out of each pack: eights, nines and tens.")
    assert "eights" not in forty().text("points.cards")


def test_it_cannot_be_made_wild() -> None:
    with pytest.raises(OptionError, match="takes out of the deck"):
        forty({"wilds.ranks": ["8"]})


def test_twos_that_are_wild_in_a_game_stay_in_its_deck_whatever_a_table_makes_wild() -> None:
    game = load("six-to-ten", {"wilds.ranks": ["3"]})
    assert Card("2") in game.deck.known
    case = {"game": game.id, "ask": "meld", "cards": "2s 2h 2d"}
    assert rule_by(game, case).verdict == "legal"
