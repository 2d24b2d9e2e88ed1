"""The catalogue: messages by id, and the values that stand in them."""

import subprocess
import sys
from enum import StrEnum
from pathlib import Path

import pytest
from fluent.runtime import FluentResource
from fluent.syntax.ast import Junk

from referee import language
from referee.language import (
    ENGLISH,
    Catalogue,
    CatalogueError,
    OneOf,
    Phrase,
    Value,
    catalogue,
    languages,
    say,
    use,
)
from referee.language.markup import say_html, tied
from referee.rules.cards import parse_cards
from referee.rules.schema.melds import Piece

GERMAN = """
card = { $rank ->
    [joker] Joker
   *[other] { $rank }
}
list-and = { $before } und { $last }
list-more = { $before }, { $next }
lies = { $cards-count ->
    [one] { $cards-rank ->
        [joker] Der { $cards } liegt
       *[other] Die { $cards } liegt
    }
   *[other] { $cards } liegen
}
given = { $card-rank ->
        [joker] Der { $card }
       *[other] Die { $card }
    } zählt { $points ->
        [one] einen Punkt
       *[other] { $points } Punkte
    }.
"""


def cards(text: str) -> tuple[Value, ...]:
    return parse_cards(text)


@pytest.mark.parametrize(
    ("value", "says"),
    [
        (cards("9h")[0], "9♥"),
        (cards("*")[0], "joker"),
        (cards("10s * 2c"), "10♠ joker 2♣"),
        ((), ""),
        (("Mara",), "Mara"),
        (Phrase.of("number", count=0), "no"),
        (Phrase.of("number", count=10), "ten"),
        (Phrase.of("number", count=11), "11"),
        (("Ann", "Bob"), "Ann and Bob"),
        (("Ann", "Bob", "Cleo"), "Ann, Bob and Cleo"),
        (OneOf(("melded", "laid off")), "melded or laid off"),
        (Piece("set", 3), "set of 3"),
        ((Piece("set", 3), Piece("run", 4)), "set of 3 and run of 4"),
        (Phrase.of("a-rank", rank="8"), "an 8"),
        ("run", "run"),
        (12500, "12500"),
        (-5, "−5"),
        ("דנה", "\u2068דנה\u2069"),
    ],
)
def test_value_is_said(value: Value, says: str) -> None:
    assert Catalogue("en", [*ENGLISH.sources, "it = { $it }"]).say("it", it=value) == says


@pytest.mark.parametrize(
    ("card", "points", "says"),
    [("*", 25, "Der Joker zählt 25 Punkte."), ("9h", 1, "Die 9 zählt einen Punkt.")],
)
def test_language_gives_cards_a_gender_and_counts_a_plural(
    card: str, points: int, says: str
) -> None:
    german = Catalogue("de", [GERMAN])
    assert german.say("given", card=cards(card)[0], points=points) == says


def test_message_selects_by_an_enumeration() -> None:
    class Way(StrEnum):
        UP = "up"
        DOWN = "down"

    there = Catalogue("en", ["goes = { $way ->\n    [up] rises\n   *[down] falls\n }"])
    assert there.say("goes", way=Way.UP) == "rises"


def test_underscore_in_a_name_is_a_hyphen() -> None:
    assert Catalogue("en", ["it = { $cards-each } each"]).say("it", cards_each=7) == "7 each"


def test_missing_message_is_an_error() -> None:
    assert not ENGLISH.has("no-such-message")
    with pytest.raises(CatalogueError, match="no-such-message"):
        ENGLISH.say("no-such-message")


def test_missing_value_is_an_error() -> None:
    with pytest.raises(CatalogueError, match="card"):
        ENGLISH.say("card", suit="h")


@pytest.mark.parametrize("source", ["a = one\na = two", "a = { $", "a = one\n2b = two", "a\n"])
def test_source_that_is_wrong_is_an_error(source: str) -> None:
    with pytest.raises(CatalogueError):
        Catalogue("en", [source]).say("a")


def test_message_written_in_two_files_is_an_error() -> None:
    with pytest.raises(CatalogueError, match="twice"):
        Catalogue("en", ["a = one", "a = two"]).has("a")


def test_sentences_are_made_in_the_language_in_use() -> None:
    with use(Catalogue("de", ["list-and = { $before } und { $last }"])):
        assert say("list-and", before="Ann", last="Bob") == "Ann und Bob"
    assert say("list-and", before="Ann", last="Bob") == "Ann and Bob"


def test_what_is_typed_is_no_markup_in_a_template() -> None:
    with use(Catalogue("en", ["won = <b>{ $names }</b> won", *ENGLISH.sources])):
        assert say_html("won", names=("<Ann>", "Bob")) == "<b>&lt;Ann&gt; and Bob</b> won"


def unlike_english(other: Catalogue) -> frozenset[str]:
    """The messages that a language lacks, and those that it alone has, but for names of games."""
    own = {id for id in other.ids if id.startswith("game-")}
    return (other.ids - own) ^ ENGLISH.ids


def test_every_language_has_every_message_and_no_other() -> None:
    for name in languages():
        assert unlike_english(catalogue(name)) == set(), name
        for source in catalogue(name).sources:
            entries = FluentResource(source).body
            assert not [entry.content for entry in entries if isinstance(entry, Junk)]


def test_what_a_folder_lacks_or_has_alone_is_listed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    texts = "\n".join(ENGLISH.sources).replace("\nsite-name =", "\nsite-nome =")
    (tmp_path / "it").mkdir()
    (tmp_path / "it/all.ftl").write_text(f"{texts}\ngame-gin = Ramino", encoding="utf-8")
    monkeypatch.setattr(language, "FOLDER", tmp_path)
    assert unlike_english(Catalogue("it")) == {"site-name", "site-nome"}


def test_english_is_found_by_its_name() -> None:
    assert catalogue("en") is ENGLISH


def test_fluent_is_imported_with_the_first_sentence() -> None:
    asked = (
        "import sys, referee.rules; print(any(name.startswith('fluent') for name in sys.modules))"
    )
    ended = subprocess.run(
        [sys.executable, "-c", asked], check=True, capture_output=True, text=True
    )
    assert ended.stdout.strip() == "False"


def test_a_number_follows_its_word_and_a_short_name_of_two_is_not_torn() -> None:
    assert tied("Jörg-Peter −5") == "Jörg-\u2060Peter\u00a0−5"
    # A long one has room on two lines alone, and ends the first at its hyphen.
    assert tied("Bartholomew-Maximilian deals") == "Bartholomew-Maximilian deals"
