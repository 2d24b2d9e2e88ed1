"""What holds for every case: order is no matter, rulings are plain data, nothing brings it down."""

import io
import json
import re
from collections.abc import Sequence
from datetime import timedelta
from itertools import permutations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.language import say
from referee.rule_lines import rule_lines
from referee.rules import CaseError, rule
from referee.rules.cards import SUIT_SIGNS, SUITS, parse_cards
from referee.rules.schema.melds import KINDS, Kind
from referee.rules.schema.variant import Variant
from referee.variants import catalogue, load
from tests.proof.turned import is_answered, turned_cases
from tests.rules.caselaw import precedents
from tests.shares import share

checked = settings(deadline=timedelta(seconds=2), derandomize=True, max_examples=share(150, 3))
well_checked = settings(checked, max_examples=share(400, 4))

GAMES = catalogue()
CONTRACT_GAMES = tuple(game for game in GAMES if game.has_contracts)
LAW = precedents()


def ruled(case: dict[str, Any]) -> dict[str, Any]:
    return rule(case).as_dict()


def wilds_of(game: Variant) -> list[str]:
    jokers = ["*"] if game.has_jokers else []
    return jokers + [rank + suit for rank in game.wilds.ranks for suit in SUITS]


@st.composite
def melds(draw: st.DrawFn, game: Variant, kind: Kind | None = None, size: int = 0) -> list[str]:
    """Cards that are a meld of natural cards, then up to two exchanged for a wild or another."""
    kind = kind or draw(st.sampled_from(list(KINDS)))
    ranks = [rank for rank in game.deck.line if rank != "A"]
    if kind == "set":
        size = size or draw(st.integers(3, 4))
        rank = draw(st.sampled_from(ranks))
        cards = [rank + suit for suit in draw(st.permutations(SUITS))][:size]
    else:
        size = size or draw(st.integers(game.runs.least, 7))
        at = draw(st.integers(0, len(ranks) - size))
        suit = draw(st.sampled_from(SUITS))
        cards = [rank + suit for rank in ranks[at : at + size]]
    others = wilds_of(game) or ["Qh"]
    for _ in range(draw(st.integers(0, 2))):
        cards[draw(st.integers(0, len(cards) - 1))] = draw(st.sampled_from(others))
    return cards


@st.composite
def a_meld(draw: st.DrawFn, games: Sequence[Variant] = GAMES) -> tuple[str, list[str]]:
    """A game and cards that are a meld in it, or nearly."""
    game = draw(st.sampled_from(games))
    cards = draw(melds(game))
    if draw(st.booleans()):
        stray = draw(st.sampled_from(game.deck.pack)).code
        cards[draw(st.integers(0, len(cards) - 1))] = stray
    return game.id, cards


@st.composite
def a_contract(draw: st.DrawFn) -> dict[str, Any]:
    """Melds of the kinds and sizes that a deal asks for, with wilds among them."""
    game = draw(st.sampled_from(CONTRACT_GAMES))
    deal = draw(st.integers(1, len(game.deals)))
    laid = [draw(melds(game, piece.kind, piece.size)) for piece in game.deals[deal - 1].contract]
    return {"game": game.id, "ask": "contract", "deal": deal, "melds": [" ".join(m) for m in laid]}


# Order


@checked
@given(a_meld(), st.randoms(use_true_random=False))
def test_the_order_of_cards_never_changes_a_verdict(meld, chance):
    game, cards = meld
    other = chance.sample(cards, len(cards))
    one, two = (
        ruled({"game": game, "ask": "meld", "deal": 1, "cards": " ".join(c)})
        for c in (cards, other)
    )
    assert (one["verdict"], one["settled_by"]) == (two["verdict"], two["settled_by"])
    assert len(one["facts"].get("readings", [])) == len(two["facts"].get("readings", []))


@pytest.mark.parametrize("cards", ["* 10d Jd Qd Kd", "* 2d 3d 4d", "* Qs Ks"])
def test_a_wild_that_need_be_no_ace_is_settled_alike_in_every_order(cards):
    for game in (game for game in GAMES if game.has_jokers and "A" in game.deck.ranks):
        case = {"game": game.id, "ask": "meld", "deal": 1}
        orders = {" ".join(order) for order in permutations(cards.split())}
        settled = {rule({**case, "cards": order}).settled_by for order in orders}
        assert len(settled) == 1, game.id


def test_the_ace_of_a_run_of_any_suits_is_named_as_it_lies_in_every_order():
    case = {"game": "shanghai-rum", "ask": "meld", "deal": 1, "options": {"runs.suits": "any"}}
    for order in permutations(["*", "Ah", "3s", "4d"]):
        aces = [f for f in rule({**case, "cards": " ".join(order)}).findings if f.rule == "run.ace"]
        assert [ace.said() for ace in aces] == ["The A♥ is low here, the lowest card of its run."]


@checked
@given(a_contract(), st.randoms(use_true_random=False))
def test_the_order_of_melds_and_cards_never_changes_a_verdict(case, chance):
    others = [" ".join(chance.sample(meld.split(), len(meld.split()))) for meld in case["melds"]]
    chance.shuffle(others)
    one, two = ruled(case), ruled({**case, "melds": others})
    assert (one["verdict"], one["settled_by"]) == (two["verdict"], two["settled_by"])


@checked
@given(a_contract(), st.randoms(use_true_random=False))
def test_a_contract_is_found_in_a_heap(case, chance):
    if ruled(case)["verdict"] != "legal":
        return
    cards = " ".join(case.pop("melds")).split()
    heap = " ".join(chance.sample(cards, len(cards)))
    ruling = ruled({**case, "cards": heap})
    assert ruling["verdict"] == "legal"
    told = [card for match in ruling["facts"]["matches"] for card in match["cards"]]
    assert sorted(told) == sorted(cards)


# Lay-offs


@checked
@given(a_meld(tuple(game for game in GAMES if game.lays_melds)), st.data())
def test_what_becomes_of_a_lay_off_is_a_meld(meld, data):
    game, onto = meld
    deck = [card.code for card in load(game).deck.pack] + ["*"]
    near = [card for card in deck if card[:-1] in " ".join(onto) or card[-1] in " ".join(onto)]
    cards = data.draw(st.lists(st.sampled_from(near), min_size=1, max_size=2))
    case = {"game": game, "ask": "lay-off", "deal": 1, "down": "earlier", "whose": "other"}
    ruling = ruled({**case, "cards": " ".join(cards), "onto": " ".join(onto)})
    for choice in ruling["facts"].get("choices", []):
        again = ruled({"game": game, "ask": "meld", "cards": " ".join(choice)})
        assert again["verdict"] == "legal"
        assert sorted(card.partition("=")[0] for card in choice) == sorted(onto + cards)


# What is offered instead


@checked
@given(a_meld())
def test_what_is_offered_instead_is_legal(meld):
    game, cards = meld
    ruling = ruled({"game": game, "ask": "meld", "deal": 1, "cards": " ".join(cards)})
    for offer in ruling["facts"].get("nearest", []):
        changed = " ".join(applied(offer, cards))
        again = ruled({"game": game, "ask": "meld", "deal": 1, "cards": changed})
        assert again["verdict"] == "legal", offer


CARD = rf"joker|(?:10|[2-9AJQK])[{''.join(SUIT_SIGNS.values())}]"


def applied(offer: str, cards: list[str]) -> list[str]:
    """The cards after the change that a sentence offers."""
    named = [parse_cards(card)[0].code for card in re.findall(CARD, offer)]
    if offer.startswith("Swap"):
        old, new = named
        at = len(cards) - 1 - cards[::-1].index(old)
        ways = [[*cards[:i], new, *cards[i + 1 :]] for i, card in enumerate(cards) if card == old]
        return ways[0] if len(ways) == 1 else [*cards[:at], new, *cards[at + 1 :]]
    if offer.startswith("Add"):
        return [*cards, named[0]]
    cards = list(cards)
    cards.remove(named[0] if named else first_of_rank(offer, cards))
    return cards


def first_of_rank(offer: str, cards: list[str]) -> str:
    """A card of which any one may be left out, as `any one of the fours` says."""
    return next(card for card in cards if say("rank", rank=card[:-1]) in offer)


# Plain data


@checked
@given(st.sampled_from(LAW))
def test_a_ruling_comes_back_from_json_as_it_was(precedent):
    try:
        plain = ruled(dict(precedent.case))
    except CaseError as error:
        plain = error.as_dict()
    assert json.loads(json.dumps(plain)) == plain


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_a_choice_of_cases_can_be_ruled_on_at_every_table(game):
    for case in turned_cases(game, most=2):
        is_answered(case)


# Anything whatever

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=30),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner),
    max_leaves=12,
)
PIECES = st.lists(
    st.sampled_from(["8s", "9s", "2h", "*", "=", "10d", " ", ",", "J", "joker", "8h=", "=K", "🃏"])
).map("".join)


@checked
@given(JSON)
def test_any_json_gets_a_ruling_or_an_error(value):
    is_answered(value)


@well_checked
@given(st.sampled_from(LAW), st.data())
def test_a_case_with_anything_in_one_field_gets_a_ruling_or_an_error(precedent, data):
    field = data.draw(st.sampled_from([*precedent.case, "players", "deal", "options"]))
    value = data.draw(JSON | PIECES | st.lists(PIECES, max_size=20) | st.integers(-2, 12))
    is_answered({**precedent.case, field: value})


@well_checked
@given(st.sampled_from(LAW), st.sampled_from(LAW))
def test_a_case_with_the_fields_of_another_gets_a_ruling_or_an_error(one, other):
    is_answered({**other.case, **one.case})
    is_answered({**one.case, **other.case, "game": one.case.get("game")})


@checked
@given(st.lists(st.binary(max_size=60) | st.sampled_from([p.case for p in LAW]).map(
    lambda case: json.dumps(dict(case)).encode()), max_size=6))  # fmt: skip
def test_any_bytes_get_an_answer_a_line(written):
    lines = b"\n".join(written)
    answers = io.BytesIO()
    rule_lines(io.BytesIO(lines), answers)
    asked = [line for line in lines.split(b"\n") if line.strip()]
    told = answers.getvalue().splitlines()
    assert len(told) == len(asked)
    assert all(isinstance(json.loads(line), dict) for line in told)
