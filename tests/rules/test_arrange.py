"""The lay-down that leaves the fewest points: rule by rule, and against an integer program."""

import random

import pytest

from referee.rules import CaseError, rule
from referee.rules.cards import RANKS, SUITS, LaidCard, parse_cards, write_cards
from referee.rules.law.faults import packs_faults
from referee.rules.rulings import rule_by
from referee.rules.search.arrange import MOST_CARDS, Arrangement, arrange
from referee.variants import catalogue, load
from tests.proof.arranging import OUT_GAMES, out_differs
from tests.rules.hands import a_hand, faults, some_deal, some_law, some_options
from tests.rules.oracle import TooMany, best_lay_down
from tests.shares import share

SIX = "six-to-ten"
BICYCLE = "contract-rummy-bicycle"
HOUSE = "contract-rummy-house"
BASIC = "basic-rummy"
ENCYCLOPEDIA = "contract-rummy-encyclopedia"
WILD = "rummy-wild"

HANDS_A_GAME = share(80)
GAMES = [variant.id for variant in catalogue() if variant.scoring.grouped == "any"]


def found(game: str, deal: int | None, cards: str, **options: object) -> Arrangement:
    variant, hand = load(game, options), parse_cards(cards)
    best = arrange(variant.at(deal), hand)
    assert faults(variant, hand, deal, best) == []
    assert best.proven
    return best


def case(name, game, deal, cards, points_left, **options):
    return pytest.param(game, deal, cards, options, points_left, id=name)


@pytest.mark.parametrize(
    ("game", "deal", "cards", "options", "points_left"),
    [
        case("everything", BASIC, None, "4s 5s 6s 6h 6d 6c", 0),
        case("the run that is dearer than the set", BASIC, None, "9s 9h 9d 10s Js", 10),
        case("a card between a run and a set", BASIC, None, "9s 9h 9d 10s Js Qs", 0),
        case("five of a suit as one run", BASIC, None, "3d 4d 5d 6d 7d Ks", 10),
        case("nothing to lay", BASIC, None, "2s 4h 6d 8c", 20),
        case("the ace is low", BASIC, None, "Qs Ks As 4d", 40),
        case("the ace may be high", BASIC, None, "Qs Ks As 4d", 5, ace="low-or-high"),
        case("one meld a turn", BASIC, None, "4s 5s 6s Kd Kh Kc", 15, melds_per_turn=1),
        case("two melds a turn", BASIC, None, "4s 5s 6s Kd Kh Kc", 0, melds_per_turn=2),
        case("four to a set and no more", WILD, None, "8s 8h 8d 8c 8s", 5),
        case("a wild lengthens a run", WILD, None, "6d 7d 8d *", 0),
        case("a wild stands as itself", WILD, None, "2s 2h 2d", 0, wilds="twos"),
        case("a wild never stands as itself", WILD, None, "2s 2h 2d", 15,
             wilds="twos", wild_as_itself=False),
        case("wilds alone are no meld", WILD, None, "* * *", 45),
        case("wilds alone are a meld", WILD, None, "* * *", 0, natural_cards_per_meld=0),
        case("wilds alone that are too few for a run", WILD, None, "* * *", 0,
             natural_cards_per_meld=0, run_size=4),
        case("wilds alone beside those that a meld has room for", WILD, None, "8s 8h 8d * * * *", 0,
             natural_cards_per_meld=0, run_size=4),
        case("two melds a turn, one of wilds alone", WILD, None, "8s * * * * *", 0,
             natural_cards_per_meld=0, run_size=4, wilds_per_meld=3, melds_per_turn=2),
        case("two naturals to a meld", WILD, None, "8s * *", 35, natural_cards_per_meld=2),
        case("one wild to a meld", WILD, None, "8s 8h * *", 15, wilds_per_meld=1),
        case("exact sizes", HOUSE, 1, "8s 8h 8d 8c 9s 9h 9d 9c", 17),
        case("sizes at least", BICYCLE, 1, "8s 8h 8d 8c 9s 9h 9d 9c", 0),
        case("a dear wild goes before a cheap card", HOUSE, 1, "* 8s 8h 8d 9s 9h 9d", 8),
        case("no further melds", BICYCLE, 1, "8s 8h 8d 9s 9h 9d 3s 3h 3d", 9),
        case("further melds in a later turn", HOUSE, 1, "8s 8h 8d 9s 9h 9d 3s 3h 3d", 9),
        case("further melds at once", SIX, 1, "8s 8h 8d 9s 9h 9d 3s 3h 3d", 0),
        case("further melds of the contract's kinds", ENCYCLOPEDIA, 1,
             "8s 8h 8d 9s 9h 9d 3s 3h 3d 4c 5c 6c 7c", 20, further_melds="contract-kinds"),
        case("two packs", BICYCLE, 1, "8s 8s 8h 9d 9d 9d", 0),
        case("wilds are added to what they need not fill", SIX, 1, "8s 8h 8d 9s 9h 9d 2s 2h", 0),
        case("two sets of one rank", BICYCLE, 1, "8s 8h 8d 8s 8h 8d", 0),
        case("runs that overlap", BICYCLE, 3, "2s 3s 4s 5s 5s 6s 7s 8s", 0),
        case("a gap between runs", HOUSE, 3, "2s 3s 4s 5s 7s 8s 9s 10s", 0),
        case("a wild opens the gap", HOUSE, 3, "2s 3s 4s 5s 6s 7s 8s 9s *", 5),
        case("the ace at both ends", BICYCLE, 2,
             "As 2s 3s 4s 5s 6s 7s 8s 9s 10s Js Qs Ks As 4d 4h 4c", 0),
        case("the whole hand", HOUSE, 7, "2s 3s 4s 5s 7s 8s 9s 10s 2h 3h 4h 5h 6h", 0),
        case("the whole hand but one", BICYCLE, 7, "2s 3s 4s 5s 2h 3h 4h 5h 2d 3d 4d 5d Kc", 10,
             last_deal_discard=True),
        case("more wilds than naturals", ENCYCLOPEDIA, 1, "8s * * 9s 9h 9d", 0),
    ],
)  # fmt: skip
def test_leaves_the_fewest_points(game, deal, cards, options, points_left) -> None:
    best = found(game, deal, cards, **options)
    assert best.points_left == points_left
    assert best.can_lay_contract is (True if deal else None)


@pytest.mark.parametrize(
    ("game", "deal", "cards", "options", "points_left"),
    [
        case("runs that follow on", BICYCLE, 3, "2s 3s 4s 5s 6s 7s 8s 9s", 44),
        case("runs that overlap", BICYCLE, 3, "2s 3s 4s 5s 5s 6s 7s 8s", 40,
             overlapping_runs=False),
        case("no gap between runs", HOUSE, 3, "2s 3s 4s 5s 6s 7s 8s 9s", 44),
        case("two sets of one rank", BICYCLE, 1, "8s 8h 8d 8s 8h 8d", 48, same_rank_sets=False),
        case("more wilds than naturals", ENCYCLOPEDIA, 1, "8s * * 9s 9h 9d", 60,
             contract_wilds="at-most-naturals"),
        case("a card over from the whole hand", HOUSE, 7,
             "2s 3s 4s 5s 7s 8s 9s 10s 2h 3h 4h 5h 6h Kc", 78),
        case("a card over with no discard", BICYCLE, 7,
             "2s 3s 4s 5s 2h 3h 4h 5h 2d 3d 4d 5d Kc", 52),
        case("one piece lacking", HOUSE, 2, "8s 8h 8d 9s 9h 9d", 51),
    ],
)  # fmt: skip
def test_lays_nothing_without_the_contract(game, deal, cards, options, points_left) -> None:
    best = found(game, deal, cards, **options)
    assert (best.can_lay_contract, best.melds) == (False, ())
    assert best.points_left == points_left


def test_runs_lie_from_low_to_high_with_what_each_wild_stands_for() -> None:
    best = found(SIX, 2, "9s 2h 6s 8s 4d 4c 4h")
    assert [write_cards(meld) for meld in best.melds] == ["6s 2h=7s 8s 9s", "4h 4d 4c"]


@pytest.mark.parametrize(
    ("game", "deal", "cards", "options", "out"),
    [
        case("all laid", BASIC, None, "4s 5s 6s", True),
        case("all laid and nothing to discard", BASIC, None, "4s 5s 6s", False, final_discard=True),
        case("one kept back to discard", BASIC, None, "4s 5s 6s 7s", True, final_discard=True),
        case("one left to discard", BASIC, None, "4s 5s 6s Kd", True),
        case("two left", BASIC, None, "4s 5s 6s Kd Qd", False),
        case("no contract", HOUSE, 1, "8s 8h 8d 9s 9h Kd", False),
        case("a card left after the contract", HOUSE, 1, "8s 8h 8d 9s 9h 9d Kd", True),
        case("the whole hand", HOUSE, 7, "2s 3s 4s 5s 7s 8s 9s 10s 2h 3h 4h 5h 6h", True),
        case("a wild may not be discarded", SIX, 1, "8s 8h 8d 9s 9h 9d 2h", True),
        case("only a wild would be left", SIX, 2, "3s 4s 5s 6s 9h 9d 9c 2h", True),
        case("what goes on one's own meld may not go", ENCYCLOPEDIA, 1, "8s 8h 8d 9s 9h 9d 9c",
             False),
    ],
)  # fmt: skip
def test_tells_whether_the_player_can_go_out(game, deal, cards, options, out) -> None:
    assert found(game, deal, cards, **options).can_go_out is out


@pytest.mark.parametrize(
    ("cards", "options", "melds"),
    [
        ("7s 7h 7d", {"points.7": 0}, 1),
        ("7s 7h 7d Kd Kc Ks", {"points.7": 0}, 2),
        ("7s 7h 7d 7c 8c 9c", {"points.7": 0, "points.8": 0, "points.9": 0}, 2),
    ],
    ids=["alone", "beside others", "as many cards as can be"],
)
def test_cards_worth_nothing_are_laid(cards: str, options: dict[str, object], melds: int) -> None:
    best = arrange(load(BASIC, options).at(None), parse_cards(cards))
    assert (len(best.melds), best.left, best.can_go_out) == (melds, (), True)


def test_a_hand_of_the_most_cards_is_arranged() -> None:
    hand = parse_cards(
        "As 2s 3s 4s 5s 6s 7s 8s 9s 10s Js Qs Ks Ah 2h 3h 4h 5h 6h 7h 8h 9h 10h Jh Qh Kh"
    )
    assert len(hand) == MOST_CARDS
    best = arrange(load(BASIC).at(None), hand)
    assert (best.points_left, best.proven) == (0, True)


def test_a_hand_has_a_limit() -> None:
    pack = [rank + suit for suit in SUITS for rank in RANKS]
    with pytest.raises(CaseError, match=f"of {MOST_CARDS} at most") as refused:
        rule({"game": BASIC, "ask": "arrange", "cards": " ".join(pack[: MOST_CARDS + 1])})
    assert refused.value.field == "cards"


@pytest.mark.parametrize("steps", [0, 200, 1000, 4000])
@pytest.mark.parametrize("game", GAMES)
def test_past_the_budget_the_answer_is_legal_and_owns_that_it_is_not_proven(
    game: str, steps: int
) -> None:
    chance = random.Random(steps)
    variant = load(game)
    unproven = 0
    for _ in range(20 if steps <= 200 else share(20, 4)):
        hand, deal = a_hand(chance, variant, 18, 4), some_deal(chance, variant)
        best = arrange(variant.at(deal), hand, steps=steps)
        assert faults(variant, hand, deal, best) == []
        assert not best.proven or best.points_left == arrange(variant.at(deal), hand).points_left
        # Where nothing was found in time, nobody knows of anything that follows from it.
        assert best.proven or best.melds or best.can_go_out is None
        unproven += not best.proven
    assert unproven or steps > 200


def test_what_it_lays_can_be_judged_as_a_contract() -> None:
    asked = {"game": SIX, "ask": "arrange", "deal": 2, "cards": "9s 2h 6s 8s 4d 4c 4h Kd"}
    answer = rule(asked)
    assert answer.verdict == "answer"
    again = rule({**asked, "ask": "contract", "cards": None, "melds": answer.facts["melds"]})
    assert again.verdict == "legal"


@pytest.mark.parametrize("said", [0, 0.5, 1], ids=["unsaid", "half said", "said"])
@pytest.mark.parametrize("game", [game for game in GAMES if load(game).has_contracts])
def test_what_it_lays_is_found_again_in_a_heap(game: str, said: float) -> None:
    chance = random.Random(13)
    held = 0
    while held < share(25):
        variant = some_law(chance, game) if chance.random() < 0.3 else some_options(chance, game)
        deal = chance.randint(1, len(variant.deals)) if variant else 0
        if variant is None or variant.deals[deal - 1].whole_hand:
            continue
        terms = variant.at(deal)
        hand = a_hand(chance, terms, 14, chance.randint(0, 6))
        laid = [one for meld in arrange(terms, hand).melds for one in meld]
        if not laid or packs_faults(variant.at(), [one.card for one in laid]):
            continue
        if any(one.says and one.says.rank not in terms.deck.line for one in laid):
            continue  # A wild cannot be said to stand for a rank that is not in the game.
        told = [one if chance.random() < said else LaidCard(one.card) for one in laid]
        held += 1
        heap = write_cards(chance.sample(told, len(told)))
        asked = {"game": game, "ask": "contract", "deal": deal, "cards": heap}
        assert rule_by(variant, asked).verdict == "legal", (dict(variant.turned), asked)


def test_answers_with_every_card_left_and_its_points() -> None:
    facts = rule(
        {"game": SIX, "ask": "arrange", "deal": 1, "cards": "9s 2h 9d 4d 4c 4h Kd Qc"}
    ).facts
    assert facts["left"] == ["Kd", "Qc"]
    assert facts["left_points"] == [{"card": "Kd", "points": 10}, {"card": "Qc", "points": 10}]
    assert facts["points_left"] == 20
    assert (facts["can_lay_contract"], facts["proven"], facts["can_go_out"]) == (True, True, False)


@pytest.mark.parametrize(
    ("asked", "rules"),
    [
        pytest.param(
            {"game": HOUSE, "deal": 1, "cards": "8s 8h 8d 9s 9h Kd"},
            {"contract.pieces": False, "points.cards": True},
            id="not laid",
        ),
        pytest.param(
            {"game": HOUSE, "deal": 1, "cards": "8s 8h 8d 9s 9h 9d"},
            {"contract.pieces": True, "set.rank": True, "go-out.last": False, "points.cards": True},
            id="laid",
        ),
        pytest.param(
            {"game": BASIC, "cards": "4s 5s 6s 7d 7s 7h"},
            {"run.order": True, "set.rank": True, "further-meld.number": True,
             "go-out.last": True, "points.cards": True},
            id="without contracts",
        ),
    ],
)  # fmt: skip
def test_names_the_rules_that_it_rests_on(asked, rules) -> None:
    ruling = rule({"ask": "arrange", **asked})
    assert {one.rule: one.ok for one in ruling.findings} == rules


def test_more_copies_than_the_packs_hold_are_illegal() -> None:
    ruling = rule({"game": BASIC, "ask": "arrange", "cards": "4s 4s 5s"})
    assert (ruling.verdict, [one.rule for one in ruling.findings]) == ("illegal", ["cards.packs"])


def hold_against_the_program(chance: random.Random, game: str) -> None:
    variant = some_options(chance, game)
    hand = a_hand(chance, variant, chance.randint(4, 14), chance.randint(0, 5))
    deal = some_deal(chance, variant)
    told = f"{game} {dict(variant.chosen)} deal {deal}: {write_cards(hand)}"
    try:
        best = best_lay_down(variant, hand, deal)
    except TooMany:
        return
    mine = arrange(variant.at(deal), hand)
    assert mine.proven, told
    assert (mine.can_lay_contract is not False, mine.points_left) == (
        best.down, best.points_left,
    ), told  # fmt: skip
    assert faults(variant, hand, deal, mine) == [], told


@pytest.mark.parametrize("game", GAMES)
def test_leaves_what_the_integer_program_leaves(game: str) -> None:
    chance = random.Random(11)
    for _ in range(HANDS_A_GAME):
        hold_against_the_program(chance, game)


@pytest.mark.parametrize("game", OUT_GAMES)
def test_goes_out_where_the_integer_program_does(game: str) -> None:
    chance = random.Random(12)
    assert [told for _ in range(share(15, 3)) if (told := out_differs(chance, game))] == []


def test_cards_left_are_in_order_the_dearest_first() -> None:
    best = found(BASIC, None, "Jh Kd 5c As 3s 10h Ks 9d Qs")
    assert write_cards(best.left) == "As Kd Ks Qs Jh 10h 9d 5c 3s"
