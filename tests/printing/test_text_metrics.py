"""How much room text takes."""

import json

import pytest
from fontTools.ttLib import TTFont

from referee.paths import PRINTABLES
from referee.printing.text_metrics import (
    GLUE,
    POINT,
    counted,
    evened,
    line_count,
    lines_of,
    text_height,
    text_width,
)

FONTS = PRINTABLES / "fonts"


@pytest.mark.parametrize(
    ("cut", "file"),
    [
        ("regular", "FiraSans-Regular"),
        ("bold", "FiraSans-SemiBold"),
        ("narrow", "FiraSansCondensed-Regular"),
        ("strong", "FiraSansCondensed-SemiBold"),
        ("title", "Besley-Bold"),
    ],
)
def test_widths_are_those_of_the_shipped_fonts(cut: str, file: str) -> None:
    kept = json.loads((FONTS / "widths.json").read_text("utf-8"))[cut]
    font = TTFont(FONTS / f"{file}.ttf")
    widths, em = font["hmtx"], font["head"].unitsPerEm
    found = {
        chr(letter): round(widths[glyph][0] * 1000 / em)
        for letter, glyph in font.getBestCmap().items()
    }
    assert kept == found


def test_further_letters_are_those_of_the_wide_font() -> None:
    kept = json.loads((FONTS / "widths.json").read_text("utf-8"))["further"]
    spans = [[int(end, 16) for end in span.split("-")] for span in kept.split()]
    found = [
        set(TTFont(FONTS / f"DejaVuSans{weight}.ttf").getBestCmap()) for weight in ("", "-Bold")
    ]
    assert {at for first, last in spans for at in range(first, last + 1)} == found[0] & found[1]


def test_a_line_is_as_wide_as_its_letters() -> None:
    assert text_width("aa", 10) == pytest.approx(2 * text_width("a", 10))
    assert text_width("a", 20) == pytest.approx(2 * text_width("a", 10))
    assert text_width("a", 10, "bold") > text_width("a", 10)


@pytest.mark.parametrize(
    ("text", "taken"),
    [("", 0), ("one", 1), ("one two", 1), ("one two three four five", 2), ("o" * 60, 5)],
)
def test_words_are_put_on_lines(text: str, taken: int) -> None:
    assert line_count(text, 30, 12) == taken


@pytest.mark.parametrize(
    ("text", "mm", "broken"),
    [
        ("", 20, ""),
        ("one two three", 100, "one two three"),
        ("one two three four five six", 40, "one two three four|five six"),
        ("one two three four five six", 44, "one two three four|five six"),
        ("six nine or ten", 20, "six nine|or ten"),
        # Of more than two lines it may be shorter, but no word alone.
        (
            "one two three four five six one two three",
            30,
            "one two three|four five six|one two three",
        ),
        ("one two three four five six to it", 30, "one two three|four five six|to it"),
        ("one two three four five six seven", 30, "one two three|four five|six seven"),
        # Where the last but one has too few words for that, the line before it gives some, too.
        (
            "A meld may not hold more wilds than natural cards.",
            31,
            "A meld may not|hold more|wilds than|natural cards.",
        ),
        # No more lines than it takes anyway, though the last is short.
        ("mmmmmmmm mmmmmmmm i", 45, "mmmmmmmm|mmmmmmmm i"),
        ("mmmmmmmm i", 30, "mmmmmmmm|i"),
        ("mmmmmmmm i", 20, "mmmmmmmm i"),
    ],
)
def test_the_last_line_of_text_is_no_stray_word_where_it_can_be(
    text: str, mm: float, broken: str
) -> None:
    lines = evened(text, mm, 12)
    assert lines == broken.replace("|", "\n")
    assert line_count(lines, mm, 12) == line_count(text, mm, 12)


def test_no_line_is_left_half_empty_for_the_sake_of_the_last() -> None:
    text = (
        "With two packs the dealer shuffles. With three the dealer and a second player share the "
        "work, and the player on the dealer’s right cuts."
    )
    for mm in range(60, 160):
        *above, last = evened(text, mm, 12).split("\n")
        assert len(last.split()) > 1
        assert all(text_width(line, 12) >= 0.7 * mm for line in above), (mm, above)


@pytest.mark.parametrize(
    ("text", "last"),
    [
        ("The melds of a contract may be longer than asked.", "than asked."),
        ("Whoever wins this one is ahead by about 12~thousand.", "12~thousand."),
    ],
)
def test_a_last_line_takes_no_more_words_than_it_needs(text: str, last: str) -> None:
    *_, line = evened(text.replace("~", GLUE), 62, 9).split("\n")
    assert line == last.replace("~", GLUE)


def test_the_last_line_of_a_title_is_half_as_wide_as_the_first() -> None:
    assert evened("one two three four five six", 44, 12, "title") == "one two three\nfour five six"


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("In deal 7 the contract", "In deal~7 the contract"),
        ("In deal 7 nobody may buy", "In deal~7~nobody may buy"),
        ("10 in deals 1–4 and more", "10 in deals~1–4 and more"),
        ("packs for 3–4 players", "packs for 3–4 players"),
        ("both ends: 14 cards at most", "both ends: 14~cards at most"),
        ("K, Q, J, 10", "K, Q, J, 10"),
        ("in any order. A run has", "in any order. A~run has"),
        ("K and A, or a joker", "K and A, or a joker"),
    ],
)
def test_no_line_ends_between_a_number_and_what_it_goes_with(text: str, kept: str) -> None:
    assert counted(text).replace("\N{NO-BREAK SPACE}", "~") == kept


def test_a_number_is_parted_from_what_it_counts_rather_than_a_fifth_of_a_line_is_empty() -> None:
    text = counted("The game is over as soon as somebody has 100 points. The highest total wins.")
    for mm in range(40, 100):
        *above, _ = evened(text, mm, 9).split("\n")
        for line in above[:-1]:
            assert text_width(line, 9) >= 0.8 * mm or not line.endswith("has"), mm


def test_a_word_wider_than_its_column_is_broken_between_letters() -> None:
    assert line_count("m" * 5, 2.9 * text_width("m", 12), 12) == 3
    assert line_count("a " + "m" * 5, 2.9 * text_width("m", 12), 12) == 4


@pytest.mark.parametrize("size", [9, 10, 12, 15.5])
def test_text_in_a_column_just_as_wide_as_it_is_stands_on_one_line(size: float) -> None:
    for text in ("10 cards", "11 cards", "1, and the others nothing"):
        assert line_count(text, text_width(text, size, "bold"), size, "bold") == 1


def test_things_just_as_wide_together_as_their_column_stand_on_one_line() -> None:
    assert lines_of([0.1, 0.1, 0.1], 0.3) == 1


def test_no_line_ends_at_a_space_that_keeps_words_together() -> None:
    assert line_count("six nine or ten", 20, 12) == 2
    assert line_count("six nine\N{NO-BREAK SPACE}or\N{NO-BREAK SPACE}ten", 21.5, 12) == 2
    assert line_count("six nine or ten six six", 20.5, 12) == 2
    assert line_count("six nine or\N{NO-BREAK SPACE}ten six six", 20.5, 12) == 3


def test_two_lines_are_twice_as_tall_as_one() -> None:
    assert text_height("one two three four five", 30, 12) == pytest.approx(
        2 * text_height("one", 30, 12)
    )


@pytest.mark.parametrize("weight", ["", "-Bold"])
def test_suits_and_other_signs_are_as_wide_as_the_wide_font_has_them(weight: str) -> None:
    font = TTFont(FONTS / f"DejaVuSans{weight}.ttf")
    widths, em, glyphs = font["hmtx"], font["head"].unitsPerEm, font.getBestCmap()
    for sign in "♠♥♦♣♡♢★✓✗":
        assert text_width(sign, 10) >= 10 * POINT * widths[glyphs[ord(sign)]][0] / em


def test_letters_of_other_scripts_take_room_too() -> None:
    assert text_width("山田", 10) > text_width("ab", 10)
    assert text_width("e\u0301", 10) == text_width("e", 10)
