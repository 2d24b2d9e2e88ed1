"""Names are cleaned, capped and told apart."""

import pytest

from referee.scorebook.errors import NameRefused, Refused
from referee.scorebook.names import (
    clean_name,
    clean_names,
    clean_note,
    initials,
    is_visible,
    same_name,
    strip_invisible,
)

CLEANED = {
    "as typed": ("Mara", "Mara"),
    "blanks outside": ("  Mara ", "Mara"),
    "blanks inside": ("Anna \t  Maria", "Anna Maria"),
    "line ends": ("Anna\r\nMaria", "Anna Maria"),
    "no-break blank": ("Anna\u00a0Maria", "Anna Maria"),
    "control characters": ("Ma\x00r\x1b[a", "Mar[a"),
    "right-to-left override": ("\u202eMara\u202c", "Mara"),
    "direction isolates": ("\u2066Ma\u2069ra\u200f", "Mara"),
    "zero-width space": ("Ma\u200bra", "Mara"),
    "soft hyphen": ("Ma\u00adra", "Mara"),
    "byte order mark": ("\ufeffMara", "Mara"),
    "letters put together": ("Zoe\u0308", "Zoë"),
    "letters that meet once an unseen one is gone": ("Zoe\u200b\u0308", "Zoë"),
    "letters of other scripts": ("Łukasz 明 محمد", "Łukasz 明 محمد"),
    "a joiner inside a word": ("علی\u200cرضا", "علی\u200cرضا"),
    "loose joiners": ("\u200dMara\u200c \u200d", "Mara"),
    "an emoji": ("Mara 🃏", "Mara 🃏"),
    "an emoji in colour": ("Mara ❤\ufe0f", "Mara ❤\ufe0f"),
    "a loose mark of colour": ("\ufe0fMara \ufe0f", "Mara"),
    "blank-looking letters": ("\u3164Mara\u2800", "Mara"),
    "markup is only text": ("<b>Mara</b>", "<b>Mara</b>"),
    "lone surrogate": ("Ma\ud800ra", "Mara"),
}


@pytest.mark.parametrize(("typed", "kept"), CLEANED.values(), ids=CLEANED)
def test_a_name_is_cleaned(typed, kept):
    assert clean_name(typed) == kept


@pytest.mark.parametrize(
    "typed",
    ["", "  ", "\u200b", "\u202e\u202c", "\u3164", "\u200d", "\x00", "\ufe0f", "\u034f \u180b"],
    ids=ascii,
)
def test_a_name_that_shows_nothing_is_missing(typed):
    with pytest.raises(
        NameRefused, match="The name of player 3 is missing: enter 1 to 40"
    ) as fault:
        clean_name(typed, 2)
    assert fault.value.seat == 2


@pytest.mark.parametrize("length", [1, 40])
def test_a_name_may_be_so_long(length):
    assert clean_name("ü" * length) == "ü" * length


def test_a_name_is_measured_once_it_is_clean():
    assert clean_name("u\u0308" * 40 + " " * 100) == "ü" * 40


@pytest.mark.parametrize("typed", ["x" * 41, "\u200b" * 401], ids=["too long", "too much typed"])
def test_a_longer_name_is_refused(typed):
    with pytest.raises(NameRefused, match="The name of player 1 is too long: 40 characters"):
        clean_name(typed, 0)


SAME = {
    "capitals": ("Mara", "MARA"),
    "capitals of other scripts": ("Straße", "STRASSE"),
    "wide letters": ("Mara", "\uff2dara"),
    "a joiner": ("علی\u200cرضا", "علیرضا"),
    "blanks": ("Anna Maria", " Anna  Maria"),
    "marks of colour": ("Mara", "Mara\ufe0f"),
    "marks of shape": ("Mara", "Ma\U000e0101ra\u034f"),
}


@pytest.mark.parametrize(("one", "other"), SAME.values(), ids=SAME)
def test_names_that_look_the_same_are_refused(one, other):
    with pytest.raises(NameRefused, match="Seats 1 and 3 are both called") as fault:
        clean_names([one, "Jon", other])
    assert fault.value.seat == 2


ALIKE = {
    "a Cyrillic capital": ("Ann", "\u0410nn"),
    "Cyrillic small letters": ("Ann Roe", "Ann R\u043e\u0435"),
    "in capitals": ("ann", "\u0410NN"),
    "a word of each": ("\u0421\u0415\u0421\u0406\u0410", "Cecia"),
    "capitals of one word alone": ("Вова", "ВОВА"),
    "a Greek capital": ("Nina", "\u039dina"),
    "a Greek small letter": ("Ron", "R\u03bfn"),
    "Cyrillic and Greek": ("\u0422om", "\u03a4om"),
    "with an accent": ("Zoë", "Zo\u0451"),
}
UNLIKE = {
    "a name in Cyrillic": ("Ann", "Анна"),
    "the same name in both": ("Anna", "Анна"),
    "alike in capitals alone": ("Boba", "Вова"),
    "a name in Greek": ("Nikos", "Νίκος"),
    "an accent": ("Zoe", "Zoё"),
    "two names in Cyrillic": ("Инна", "Нина"),
}


@pytest.mark.parametrize(("one", "other"), ALIKE.values(), ids=ALIKE)
def test_names_of_letters_that_look_alike_are_refused(one, other):
    with pytest.raises(NameRefused, match="tell them apart"):
        clean_names([one, other])
    with pytest.raises(NameRefused, match="tell them apart"):
        clean_names([other, one])


@pytest.mark.parametrize(("one", "other"), UNLIKE.values(), ids=UNLIKE)
def test_names_that_can_be_told_apart_are_kept(one, other):
    assert clean_names([one, other]) == (one, other)


def test_a_table_keeps_its_order():
    assert clean_names([" Mara", "Jon ", "Edith"]) == ("Mara", "Jon", "Edith")


def test_a_refused_name_says_whose_it_is():
    with pytest.raises(NameRefused, match="player 2"):
        clean_names(["Mara", "", "Edith"])


def test_a_note_may_be_empty():
    assert clean_note(" \u200b ") == ""


def test_a_note_may_be_so_long():
    assert len(clean_note("x" * 80)) == 80


@pytest.mark.parametrize("length", [81, 401])
def test_a_longer_note_is_refused(length):
    with pytest.raises(Refused, match="80 characters at most"):
        clean_note("x" * length)


UNSEEN = {
    "a lone surrogate": "\ud800",
    "a control character": "\x00",
    "a tab": "\t",
    "a line end": "\n",
    "a line separator": "\u2028",
    "a direction": "\u202e",
    "a zero-width space": "\u200b",
}
SEEN = {
    "letters": "Łukasz 明 محمد",
    "cards": "8♥ 🃏 10♥",
    "a joiner": "علی\u200cرضا",
    "a sign put together": "👩\u200d👧",
    "a no-break blank": "8♥\u00a09♥",
    "nothing": "",
}


@pytest.mark.parametrize("sign", UNSEEN.values(), ids=UNSEEN)
def test_a_text_with_a_sign_that_cannot_be_seen_is_told(sign):
    assert (is_visible(f"8♥{sign}9♥"), is_visible(strip_invisible(f"8♥{sign}9♥"))) == (False, True)


@pytest.mark.parametrize("text", SEEN.values(), ids=SEEN)
def test_a_text_that_can_be_seen_is_left(text):
    assert is_visible(text)


def test_wide_letters_are_the_same_name():
    assert same_name("Ａｎｎ") == same_name("ANN")


@pytest.mark.parametrize(
    ("names", "letters"),
    [
        (("Ann", "Bob"), ("A", "B")),
        (("Bob", "Ann", "Bea", "bo"), ("Bo", "A", "Be", "B4")),
        (("Player 1", "Player 2", "Anna Maria"), ("P1", "P2", "A")),
        (("Édith", "Эдит", "李", "🃏"), ("É", "Э", "李", "🃏")),
        (("B", "b.", "B!"), ("B1", "B2", "B3")),
    ],
)
def test_initials_tell_players_apart(names, letters):
    assert initials(names) == letters
