"""What a heap of cards lacks for the contract of a deal."""

import pytest

from referee.language import listed
from referee.rules.cards import parse_laid
from referee.rules.search.why_not import NearDivision, lacking_in, nearest_to_contract
from referee.variants import load


def near(game: str, deal: int, cards: str, players: int = 4) -> NearDivision:
    """The nearest division of some cards."""
    found = nearest_to_contract(load(game).at(deal, playing=players), parse_laid(cards))
    assert found is not None
    return found


NEAREST = [
    ("a card short", "contract-rummy-bicycle", 1, "4h 4s 4d 7s 7d Kc", "7♥", "K♣"),
    ("a card that would serve twice", "contract-rummy-bicycle", 2, "4h 5h 6h 7s 7d 7h Kc",
     "7♥", "K♣"),
    ("runs that touch", "contract-rummy-bicycle", 3, "2h 3h 4h 5h 6h 7h 8h 9h", "5♥", ""),
    ("a card too many", "contract-rummy-encyclopedia", 2, "4h 5h 6h 7h 8h 9s 9d 9c", "", "4♥"),
    ("three cards short", "six-to-ten", 4, "9h 9d 5s 5d Ks Kd 4h 7c", "K♥ 9♠ 5♥", "4♥ 7♣"),
    ("more wilds than natural cards", "shanghai-rum", 2, "8h * * 3d 4d 5d 6d", "8♠", ""),
    ("a gap in a long run", "six-to-ten", 5, "3h 4h 5h 6h 8h 9h Js Jd Jc Ac", "7♥", "A♣"),
    ("a contract instead", "progressive", 2, "9h 9d 5s 6s 8s Kc", "7♠", "9♥ 9♦ K♣"),
    ("nothing for one meld", "six-to-ten", 1, "9h 9d 9c 5s 6s 7s 8s", "8♥ 8♦", "5♠ 6♠ 7♠"),
    ("a further meld in the same turn", "six-to-ten", 4,
     "2h 2h Js Qc Qc 10d 9s Qh Jc 10d 9d Kd 9h", "", "K♦"),
    ("wild aces of which one lies as an ace", "red-aces", 2, "Ad Ad 4h 5c 6c Qd Kd 6h", "6♠",
     "4♥ 5♣"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("game", "deal", "cards", "lacking", "left"),
    [case[1:] for case in NEAREST],
    ids=[case[0] for case in NEAREST],
)
def test_as_few_cards_as_possible_are_lacking(
    game: str, deal: int, cards: str, lacking: str, left: str
) -> None:
    found = near(game, deal, cards)
    assert listed(found.lacking) == lacking
    assert listed(one.card for one in found.left) == left


@pytest.mark.parametrize(
    ("game", "deal", "cards", "lacking"),
    [
        ("contract-rummy-bicycle", 2, "3s 4s 5s 6s", [3, 0]),
        ("contract-rummy-bicycle", 2, "3s 4s 5s *", [3, 0]),
        ("contract-rummy-bicycle", 5, "3s 4s 5s 6s Kh Kd Kc", [0, 3, 0]),
        ("contract-rummy-bicycle", 6, "3s 4s 5s 6s 3h 4h 5h 6h", [3, 0, 0]),
        ("six-to-ten", 2, "6s 6d 6h", [4, 0]),
    ],
)
def test_no_meld_is_broken_for_one_of_which_nothing_else_is_here(
    game: str, deal: int, cards: str, lacking: list[int]
) -> None:
    assert [len(lacking_in(meld)) for meld in near(game, deal, cards).melds] == lacking


def test_the_meld_that_uses_a_card_already_is_known() -> None:
    found = near("contract-rummy-bicycle", 2, "4h 5h 6h 7s 7d 7h Kc")
    (lacking,) = found.lacking
    serving = found.serving(lacking)
    assert serving is not None
    assert str(dict(zip(found.melds, found.contract, strict=True))[serving]) == "set of 3"


def test_cards_that_lack_too_many_are_not_divided() -> None:
    cards = parse_laid("2h 4d 6s 8c Kh")
    assert nearest_to_contract(load("six-to-ten").at(4, playing=4), cards) is None
