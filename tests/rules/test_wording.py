"""Words and numbers as people read them."""

import pytest

from referee.rules.wording import in_words, listed

LISTS: dict[str, tuple[list[str], str]] = {
    "none": ([], ""),
    "one": (["Mara"], "Mara"),
    "two": (["Mara", "Jon"], "Mara and Jon"),
    "three": (["Mara", "Jon", "Edith"], "Mara, Jon and Edith"),
}


@pytest.mark.parametrize(("words", "text"), LISTS.values(), ids=LISTS)
def test_words_are_listed(words, text):
    assert listed(words) == text


@pytest.mark.parametrize(("number", "word"), [(0, "no"), (1, "one"), (10, "ten"), (11, "11")])
def test_numbers_up_to_ten_are_words(number, word):
    assert in_words(number) == word
