"""Cards drawn on paper."""

import re

import pytest

from referee.printing.card_svg import contract_sentence, draw_melds, drawn_width
from referee.printing.options import Inks
from referee.rules import rule
from referee.rules.cards import JOKER, Card, parse_cards, write_cards
from referee.rules.deals import deal_count
from referee.rules.examples import deal_melds
from referee.rules.schema.melds import Kind, Piece
from referee.rules.schema.variant import Variant
from referee.variants import catalogue, load

DEALS = [
    pytest.param(variant, deal, id=f"{variant.id}-{deal}")
    for variant in catalogue()
    if variant.has_contracts
    for deal in range(1, (deal_count(variant) or 0) + 1)
]


def test_sets_and_runs_of_one_height_have_cards_of_one_size() -> None:
    drawn = [draw_melds((parse_cards(one),), "", 10, 100) for one in ("Ks Kh Kd", "3s 4s 5s")]
    sizes = {re.search(r'viewBox="(.*?)" .*? width="(.*?)"', one).groups() for one in drawn}  # type: ignore[union-attr]
    assert len(sizes) == 1


def test_what_is_meant_as_a_run_climbs_whatever_its_cards_are() -> None:
    melds: tuple[tuple[str, Kind, int], ...] = (
        ("4d 2c 6d", "run", 3),
        ("4s 5s 6h", "run", 3),
        ("Ks 2c", "set", 1),
        ("Qs Qh Qd", "set", 1),
        ("3s 4s", "run", 2),
    )
    for cards, kind, heights in melds:
        meld = (parse_cards(cards),)
        drawn, plain = (
            draw_melds(meld, "", 10, 100, kind=kind, struck=one) for one in (True, False)
        )
        placed = re.findall(r"<g transform=\"translate\((\d\S*) (\S+)\)\">\s*<rect", drawn)
        tops = [float(top) for _, top in placed]
        assert len({*tops}) == heights
        # The stroke is as steep as the cards: between rank and suit it is as high on each.
        strokes = re.findall(r'd="M(\S+) ([\d.]+)L(\S+) ([\d.]+)"', drawn)
        for first, begins, last, ends in (map(float, one) for one in strokes):
            steep = (begins - ends) / (last - first)
            for left, top in placed:
                crosses = begins - steep * (float(left) + 7 - first)
                assert crosses - float(top) == pytest.approx(18.6, abs=0.02)
            assert first < 0 and float(placed[-1][0]) + 24 < last
        assert len(strokes) == 2
        # It begins in the margin: what it goes through stands where it would without.
        corners = {re.search(r'viewBox="(\S+ \S+)', one)[1] for one in (drawn, plain)}  # type: ignore[index]
        assert len(corners) == 1


def test_a_stroke_reaches_two_millimetres_beyond_large_cards() -> None:
    drawn = draw_melds((parse_cards("Ks Qh"),), "", 40, 200, struck=True)
    [across] = re.findall(r'viewBox="0 \S+ (\S+)', drawn)
    [over, _] = re.findall(r'd="M-([\d.]+)', drawn)
    assert float(over) / float(across) * drawn_width(drawn) == pytest.approx(2, abs=0.05)


@pytest.mark.parametrize(("variant", "deal"), DEALS)
def test_the_cards_drawn_for_a_contract_fulfil_it(variant: Variant, deal: int) -> None:
    melds = deal_melds(variant, deal)
    ruling = rule(
        {
            "game": variant.id,
            "players": variant.players.least,
            "deal": deal,
            "ask": "contract",
            "melds": [write_cards(meld) for meld in melds],
        }
    )
    assert ruling.verdict == "legal", ruling.as_dict()


@pytest.mark.parametrize(
    ("game", "options", "layout", "held"),
    [
        ("contract-rummy-bicycle", {}, (4, 4, 5), ()),
        ("contract-rummy-bicycle", {"last_deal_discard": True}, (4, 4, 4), ("Kc",)),
        ("contract-rummy-house", {}, (4, 4, 5), ()),
    ],
)
def test_a_contract_that_takes_the_whole_hand_is_drawn_as_all_cards_that_one_holds(
    game: str, options: dict[str, object], layout: tuple[int, ...], held: tuple[str, ...]
) -> None:
    variant = load(game, options)
    melds = deal_melds(variant, 7)
    assert tuple(map(len, melds)) == layout
    written = [write_cards(meld) for meld in melds]
    hand = " ".join([*written, *held])
    assert len(hand.split()) == variant.deals[6].cards + 1
    case = {"game": game, "options": options, "deal": 7, "ask": "contract"}
    ruling = rule({**case, "melds": written, "hand": hand})
    assert ruling.verdict == "legal", ruling.as_dict()


def test_every_card_can_be_drawn() -> None:
    ranks = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]
    cards = (*(Card(rank, suit) for suit in "shdc" for rank in ranks), JOKER, Card("8"))
    drawn = str(draw_melds((cards,), "all of them", 20, 500))
    assert drawn.count("<rect") == 54
    assert drawn.count("<path") == 2 * 52 + 2, "the joker and a card without a suit have one"


def test_a_drawing_has_its_name_as_text() -> None:
    drawn = draw_melds((parse_cards("8s 8h 8d"),), "<a set> & more", 20, 100)
    assert "<title>&lt;a set&gt; &amp; more</title>" in drawn


@pytest.mark.parametrize(
    ("inks", "colours"),
    [
        (Inks.RED, {"#000", "#c4122f"}),
        (Inks.FOUR, {"#000", "#c4122f", "#0a55a0", "#14703a"}),
        (Inks.BLACK, {"#000"}),
    ],
)
def test_suits_are_printed_in_the_inks_chosen(inks: Inks, colours: set[str]) -> None:
    drawn = str(draw_melds((parse_cards("8s 8h 8d 8c"),), "", 20, 500, inks))
    assert set(re.findall(r'(?:fill|stroke)="(#\w+)"', drawn)) == colours


def test_in_black_alone_hearts_and_diamonds_are_hollow() -> None:
    hollow = [
        str(draw_melds((parse_cards(f"8{suit}"),), "", 20, 99, Inks.BLACK)).count("linejoin")
        for suit in "shdc"
    ]
    assert hollow == [0, 1, 1, 0], "outlines, besides that of the card"


@pytest.mark.parametrize(("height", "width"), [(20.0, 500.0), (20.0, 30.0)], ids=["tall", "wide"])
def test_a_drawing_keeps_within_its_room(height: float, width: float) -> None:
    drawn = str(draw_melds((parse_cards("8s 9s 10s Js"),) * 3, "", height, width))
    sizes = {key: float(drawn.split(f' {key}="')[1].split("mm")[0]) for key in ("width", "height")}
    assert sizes["width"] <= width
    assert sizes["height"] <= height


@pytest.mark.parametrize(
    ("mm", "marked"),
    [
        (30, "Two~sets~of~3 and~a~run~of~4"),
        (21, "Two~sets~of~3 and a~run~of~4"),
        (18, "Two sets~of~3 and a~run~of~4"),
        (14.5, "Two sets~of~3 and a run~of~4"),
        (12, "Two sets of~3 and a run of~4"),
    ],
)
def test_no_line_ends_within_a_piece_of_a_contract(mm: float, marked: str) -> None:
    contract = (Piece("set", 3), Piece("set", 3), Piece("run", 4))
    assert contract_sentence(contract, mm, 10, "bold") == marked.replace("~", "\N{NO-BREAK SPACE}")


def test_the_edges_of_large_cards_are_thin_and_those_of_small_ones_as_drawn() -> None:
    meld = (parse_cards("Ks Kh Kd"),)
    for height, millimetres in ((60, 0.45), (10, 1.1 * 10 / 44.2)):
        drawn = draw_melds(meld, "", height, 200)
        wide, edge = (float(re.search(rf'{one}="([\d.]+)', drawn)[1])  # type: ignore[index]
                      for one in (" width", "stroke-width"))  # fmt: skip
        units = float(re.search(r'viewBox="\S+ \S+ (\S+)', drawn)[1])  # type: ignore[index]
        assert edge * wide / units == pytest.approx(millimetres, rel=0.01)


def test_melds_that_are_spread_stand_further_apart_within_their_room() -> None:
    melds = parse_cards("Ks Kh Kd"), parse_cards("3s 4s 5s")

    def wide(height: float, width: float, *, spread: bool) -> float:
        drawn = draw_melds(melds, "", height, width, spread=spread)
        return float(re.search(r' width="([\d.]+)mm', drawn)[1])  # type: ignore[index]

    close = wide(20, 200, spread=False)
    assert wide(20, close, spread=True) == pytest.approx(close, abs=0.1)
    assert wide(20, close + 5, spread=True) == pytest.approx(close + 5, abs=0.1)
    # Melds of one contract are seen as one.
    assert close + 5 < wide(20, 500, spread=True) < 1.5 * close


def test_a_run_of_one_card_is_drawn() -> None:
    assert "<rect" in draw_melds((parse_cards("5s"),), "", 10, 50, kind="run")
