"""Melds right and wrong on paper: what the referee says of them, and nothing else."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache
from html import escape
from itertools import chain
from typing import cast

import pypdfium2
import pytest

from referee.printing.blocks import Block, TextFace
from referee.printing.card_svg import beside_its_cards, drawn_height
from referee.printing.game_facts import player_numbers
from referee.printing.options import Orientation, Paper, PrintOptions, PrintSize
from referee.printing.sections import rules_under
from referee.printing.text_metrics import GLUE
from referee.rules import rule, rule_by
from referee.rules.building.rulebook import needed_rules
from referee.rules.cards import parse_cards
from referee.rules.examples import Example, examples
from referee.rules.schema.options import OptionError
from referee.rules.schema.variant import Variant
from referee.variants import catalogue, load
from tests.printing.checks import wrong_on_paper
from tests.printing.conftest import lay_out, printed, words_on
from tests.rules.test_decks import game

VARIANTS = catalogue()
Answer = tuple[str, object]
PARTS = ("set", "run", "ace", "wild")
ON_MELDS = ("", "packs", "jokers", "ranks", "wilds", "sets", "runs")
"""Parts of a game that say what a meld is; options of a game's own have no key."""
every_variant = pytest.mark.parametrize("variant", VARIANTS, ids=lambda one: one.id)


def all_examples(variant: Variant) -> list[Example]:
    return [one for part in PARTS for one in examples(variant, part)]


def tables(variant: Variant) -> Iterator[tuple[Answer, Variant]]:
    """Every answer to every option of a game on melds, and the game with it."""
    for name, option in variant.options.items():
        # Where the wild rank changes from deal to deal, the sheet shows melds of the first.
        if option.key.partition(".")[0] not in ON_MELDS or option.key == "wilds.by_deal":
            continue
        answers = range(option.least, min(option.most, 6) + 1) if option.is_number else ()
        for answer in (*answers, *option.values):
            if answer != option.default:
                with suppress(OptionError):
                    yield (name, answer), load(variant.id, {name: answer})


@cache
def table_of_each_answer() -> Mapping[Answer, Variant]:
    """Every answer to the options on melds, each in the next of the games that may give it."""
    by_answer: dict[Answer, list[Variant]] = {}
    for variant in VARIANTS:
        for answer, table in tables(variant):
            by_answer.setdefault(answer, []).append(table)
    turns = enumerate(by_answer.items())
    return {answer: alike[turn % len(alike)] for turn, (answer, alike) in turns}


def wrong_examples(table: Variant, numbers: Sequence[int]) -> list[str]:
    """What is wrong with the melds that a table's sheet shows for these numbers of players."""
    wrong = []
    for one in all_examples(table):
        for players in numbers:
            asked = {"game": table.id, "ask": "meld", "cards": one.cards, "players": players}
            ruling = rule_by(table, asked | {"deal": 1})
            if one.right and ruling.verdict != "legal":
                wrong.append(f"{one.cards} is no meld of {players} players")
        # A reason is about the cards shown, and nothing that is laid down beside them.
        if not one.says or "Deal " in one.says:
            wrong.append(f"{one.cards}: {one.says}")
    for players in numbers:
        for one in (one for part in PARTS for one in examples(table, part, players)):
            for card, copies in Counter(parse_cards(one.cards)).items():
                if copies > table.deck.copies(card, players):
                    wrong.append(f"{one.cards}: more than {players} players have")
    return wrong


@every_variant
def test_what_is_right_may_be_laid_down_by_any_number_of_players(variant: Variant) -> None:
    assert wrong_examples(variant, player_numbers(variant)) == []


@every_variant
def test_what_is_right_may_be_laid_down_by_whatever_the_table_has_agreed_on(
    variant: Variant,
) -> None:
    for answer, table in table_of_each_answer().items():
        if table.id == variant.id:
            numbers = player_numbers(table)
            assert wrong_examples(table, (numbers[0], numbers[-1])) == [], answer


def test_a_meld_that_no_contract_may_hold_is_wrong() -> None:
    game, options = "contract-rummy-encyclopedia", {"contract_wilds": "at-most-naturals"}
    variant = load(game, options)
    two_wilds = [one for one in examples(variant, "wild") if one.cards.count("*") == 2]
    assert [one.right for one in two_wilds] == [False]
    assert "of the contract" in two_wilds[0].says
    alone = rule({"game": game, "options": options, "ask": "meld", "cards": two_wilds[0].cards})
    assert alone.verdict == "legal"


def test_the_sheet_is_for_as_many_as_were_chosen() -> None:
    variant = next(one for one in VARIANTS if {1, 2} <= set(packs_of(one)))
    numbers = {variant.deck.packs(players): players for players in player_numbers(variant)}
    for packs, players in numbers.items():
        titles = [title for title, _ in drawn_on(variant, PrintOptions(players=players))]
        assert any("Q♠ Q♠ Q♥" in title for title in titles) is (packs > 1)


def packs_of(variant: Variant) -> list[int]:
    """The packs in play, for each number of players."""
    return [variant.deck.packs(players) for players in player_numbers(variant)]


def test_a_deck_of_other_ranks_and_suits_is_shown_in_its_own_cards() -> None:
    five = game()
    shown = [one for part in ("set", "run", "wild") for one in examples(five, part)]
    assert {one.right for one in shown} == {True, False}
    assert five.deck.known.issuperset(parse_cards(" ".join(one.cards for one in shown)))
    assert examples(five, "ace") == ()


@every_variant
@pytest.mark.parametrize("part", ["set", "run", "wild"])
def test_right_ones_and_wrong_ones_are_shown(variant: Variant, part: str) -> None:
    if part == "wild" and not variant.has_wilds:
        return
    assert {one.right for one in examples(variant, part)} == {True, False}


@every_variant
def test_wild_cards_are_shown_where_there_are_any(variant: Variant) -> None:
    assert bool(examples(variant, "wild")) is variant.has_wilds


@every_variant
@pytest.mark.parametrize("turn", Orientation)
@pytest.mark.parametrize("paper", [Paper.A4, Paper.LETTER])
def test_it_is_one_page_of_common_paper(variant: Variant, paper: Paper, turn: Orientation) -> None:
    assert len(lay_out("values", variant, PrintOptions(paper=paper, orientation=turn)).faces) == 1


def rows_on(variant: Variant, options: PrintOptions) -> list[Block]:
    """What stands on the sheet, those side by side one after the other."""
    faces = cast("tuple[TextFace, ...]", lay_out("values", variant, options).faces)
    blocks = [block for face in faces for column in face["columns"] for block in column]
    pairs = [
        cast("list[list[Block]]", one.table) if one.kind == "abreast" else [[one]] for one in blocks
    ]
    return [*chain.from_iterable(chain.from_iterable(pairs))]


def drawn_on(variant: Variant, options: PrintOptions) -> list[tuple[str, bool]]:
    """What each drawing of the sheet is said to be, and whether it is struck through."""
    drawn = "".join(str(block.drawn) for block in rows_on(variant, options))
    return [
        (re.search(r"<title>(.*?)</title>", one)[1], 'stroke="white"' in one)  # type: ignore[index]
        for one in drawn.split("</svg>")[:-1]
    ]


@every_variant
@pytest.mark.parametrize("paper", [Paper.A4, Paper.CARD_3X5])
def test_every_meld_is_drawn_once_and_struck_through_where_it_is_none(
    variant: Variant, paper: Paper
) -> None:
    shown = [(escape(one.says), not one.right) for one in all_examples(variant)]
    assert sorted(drawn_on(variant, PrintOptions(paper=paper))) == sorted(shown)


@every_variant
def test_a_wrong_meld_says_why_beside_it_or_below(variant: Variant) -> None:
    for options in (PrintOptions(), PrintOptions(paper=Paper.A6)):
        text = {" ".join(row.text.split()) for row in rows_on(variant, options)}
        wrong = [one for one in all_examples(variant) if not one.right]
        assert text.issuperset(" ".join(beside_its_cards(one.says).split()) for one in wrong)


@pytest.mark.parametrize(
    ("says", "told"),
    [
        ("A set is all of one rank; K♠ Q♥ Q♦ are queens and kings.", "A set is all of one rank."),
        ("3♠ 4♠ 5♠ are only 3 cards; a run needs 4.", "A run needs 4."),
        ("A run can’t wrap past the ace: K♥ A♥ 2♥ 3♥.", "A run can’t wrap past the ace."),
        ("A meld needs 2; here is 1: K♠ joker joker.", "A meld needs 2; here is 1."),
        ("Missing: the 6♠.", "Missing: the 6♠."),
        ("K♥ A♥ 3♥ don’t follow on.", f"K♥{GLUE}A♥{GLUE}3♥ don’t follow on."),
    ],
)
def test_beside_its_cards_a_verdict_does_not_name_them(says: str, told: str) -> None:
    assert beside_its_cards(says) == told


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("carioca", PrintOptions(paper=Paper.LETTER, up=4)),
        ("frustration-ten", PrintOptions(paper=Paper.A5, orientation=Orientation.ACROSS, up=2)),
        ("frustration", PrintOptions(paper=Paper.CARD_3X5, orientation=Orientation.ACROSS)),
        ("red-aces", PrintOptions(orientation=Orientation.ACROSS)),
    ],
)
def test_melds_and_points_take_no_more_lines_than_were_counted(
    game: str, options: PrintOptions
) -> None:
    assert wrong_on_paper("values", load(game), options) == []


def test_what_is_said_begins_beside_the_cards() -> None:
    variant = VARIANTS[0]
    for turn, half in ((Orientation.UPRIGHT, 0.42), (Orientation.ACROSS, 0.27)):
        page = pypdfium2.PdfDocument(printed("values", variant, PrintOptions(orientation=turn)))[0]
        text, width = page.get_textpage(), page.get_size()[0]
        found = text.search("Set.").get_next()
        assert found
        assert text.get_charbox(found[0])[0] == pytest.approx(half * width, abs=0.03 * width)


@every_variant
def test_melds_of_the_first_deal_are_shown_where_the_wild_rank_changes(variant: Variant) -> None:
    table = load(variant.id, {"wilds.by_deal": ["7", "6"]})
    assert "sevens" in words_on("values", table, PrintOptions())
    for one in all_examples(table):
        case = {"game": variant.id, "ask": "meld", "cards": one.cards, "deal": 1}
        assert rule_by(table, case).verdict == "legal" or not one.right


@pytest.mark.parametrize("ace", ["low", "high", "low-or-high", "both"])
def test_ace_is_called_low_where_it_begins_a_run_and_high_where_it_ends_one(ace: str) -> None:
    for example in examples(load("six-to-ten", {"ace": ace}), "ace"):
        first, *_, last = example.cards.split()
        if example.right and "A" in first + last:
            assert ("is low here" in example.says) is (first == "Ah")
            assert ("is high here" in example.says) is (last == "Ah")


@every_variant
@pytest.mark.parametrize("paper", [Paper.A4, Paper.CARD_3X5])
def test_the_sheet_tells_every_rule_on_melds_that_a_card_has_once(
    variant: Variant, paper: Paper
) -> None:
    blocks = rows_on(variant, PrintOptions(paper=paper))
    said = " ".join(word for block in blocks for word in block.text.split())
    needed = needed_rules(variant)
    rules = [rule for word in ("set", "run", "wild") for rule in rules_under(word)]
    worded = [variant.text(rule, short=True) for rule in rules if rule in needed]
    texts = [" ".join(text.split()) for text in worded if text]
    # Sets and runs may be equally long.
    assert [said.count(text) for text in texts] == [" ".join(texts).count(text) for text in texts]


@pytest.mark.parametrize("game", ["six-to-ten", "carioca", "continental", "three-thirteen"])
@pytest.mark.parametrize(
    "options",
    [
        PrintOptions(paper=Paper.CARD_4X6, orientation=Orientation.ACROSS, up=2),
        PrintOptions(paper=Paper.A5, orientation=Orientation.ACROSS, up=4, code=False),
        PrintOptions(paper=Paper.LETTER, orientation=Orientation.ACROSS, print=PrintSize.LARGE),
        PrintOptions(paper=Paper.A5, orientation=Orientation.ACROSS, print=PrintSize.LARGE),
    ],
    ids=["tiny", "low", "large", "large and low"],
)
def test_melds_with_long_rules_stay_on_their_face(game: str, options: PrintOptions) -> None:
    assert wrong_on_paper("values", load(game), options) == []


@pytest.mark.parametrize("paper", [Paper.A6, Paper.CARD_4X6])
def test_melds_are_large_on_small_faces_too(paper: Paper) -> None:
    rows = rows_on(load("contract-rummy-bicycle"), PrintOptions(paper=paper))
    assert min(drawn_height(row.drawn) for row in rows if row.drawn) >= 11


@every_variant
def test_rows_stand_about_as_far_apart_on_all_faces(variant: Variant) -> None:
    faces = lay_out("values", variant, PrintOptions(paper=Paper.A6)).faces
    airs = [air for face in faces for air in cast("TextFace", face)["air"]]
    assert len(airs) > 1 and max(airs) - min(airs) <= 6
