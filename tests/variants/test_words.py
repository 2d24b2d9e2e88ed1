"""What players read: every rule worded under every option, with its source, in our own words."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from referee.language import listed
from referee.rules.schema.variant import Variant
from referee.variants import catalogue, load

SOURCES = Path(__file__).resolve().parents[3] / "shared" / "sources"
IN_COMMON = 8
UNNAMED = {"opening lines", "the table at the head"}
"""Where a source decides outside its headings."""

every_game = pytest.mark.parametrize("game", catalogue(), ids=lambda game: game.id)
has_sources = pytest.mark.skipif(not SOURCES.is_dir(), reason="the sources are not beside us")


@every_game
def test_rules_of_the_table_name_an_option_and_no_source(game: Variant) -> None:
    found = {id: game.basis(id) for id in game.rules}
    of_table = {id: basis for id, basis in found.items() if basis.by == "table"}
    assert not {id for id, basis in of_table.items() if basis.section or not basis.option}


@every_game
def test_rule_cites_title_and_section_or_says_that_the_source_is_silent(game: Variant) -> None:
    title = game.source.title
    silent = f"The text of “{title}” says nothing on this"
    for id in game.rules:
        basis = game.basis(id)
        says = f"{title}: {basis.section}" if basis.section else silent
        assert listed((basis.source,)) == says


def test_citation_as_people_read_it() -> None:
    found = load("contract-rummy-bicycle").basis("run.length").source
    assert listed((found,)) == "Bicycle Cards, Contract Rummy: Object of the Game"


@pytest.mark.parametrize(
    ("game", "options", "rule", "text"),
    [
        ("basic-rummy", {}, "end.when", "The game is over as soon as somebody has 500 points."),
        (
            "basic-rummy",
            {"target": 300},
            "end.when",
            "The game is over as soon as somebody has 300 points.",
        ),
        ("basic-rummy", {"rounds": 6}, "end.when", "The game is over after 6 rounds."),
        ("rummy-wild", {"rounds": 1}, "end.when", "The game is over after one round."),
        (
            "rummy-wild",
            {"jokers_per_pack": 3},
            "wild.cards",
            "Jokers are wild. Each pack comes with three jokers.",
        ),
        ("rummy-wild", {"wilds": "8"}, "wild.cards", "Wild cards: eights."),
        ("six-to-ten", {"redeal_discard": True}, "discard.twin", ""),
        (
            "contract-rummy-house",
            {"wilds_per_meld": 1},
            "wild.number",
            "A meld may hold one wild card, no more.",
        ),
        (
            "contract-rummy-encyclopedia",
            {"wilds_per_meld": 1},
            "lay-off.wilds",
            "Wild cards may be added to a meld, as many as fit.",
        ),
    ],
    ids=str,
)
def test_text_follows_the_options(
    game: str, options: dict[str, object], rule: str, text: str
) -> None:
    if rule == "lay-off.wilds":
        assert load(game, options).lay_off.any_wilds
    assert load(game, options).text(rule) == text


def sentences(value: object) -> Iterator[str]:
    """Every text in plain data."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for inner in value.values():
            yield from sentences(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from sentences(inner)


def texts_of(game: Variant) -> list[str]:
    """Every sentence that players read of a game's rules."""
    texts = (*map(game.text, game.rules), *(note.text for note in game.notes))
    return [text for text in texts if text]


def test_below_its_word_a_rule_does_not_say_again_what_it_is_about() -> None:
    game = load("contract-rummy-bicycle")
    rules = ("set.rank", "set.size", "run.length", "run.ace", "run.both-ends", "contract.size",
             "wild.cards")  # fmt: skip
    assert [game.text(rule, short=True) for rule in rules] == [
        "One rank and any suits; identical cards are allowed.",
        "3 cards or more.",
        "4 cards or more.",
        "The ace is low or high, never in the middle.",
        # Where the ace has a word of its own, “it” would be the ace.
        "A run may have an ace at both ends: 14 cards at most.",
        "Its melds may be longer than asked.",
        "Jokers. In play: one for 3–4 players and two for 5–8 players.",
    ]


@every_game
def test_a_rule_below_its_word_is_a_sentence_too(game: Variant) -> None:
    texts = {rule: game.text(rule, short=True) for rule in game.rules}
    assert [rule for rule, text in texts.items() if bool(text) != bool(game.text(rule))] == []
    assert not [one for one in texts.values() if one and not re.fullmatch(r"[A-Z\d].*[.”]", one)]


@every_game
def test_texts_are_sentences(game: Variant) -> None:
    assert not [one for one in texts_of(game) if not re.fullmatch(r"([A-Z]|\{).*[.”]", one)]


@every_game
def test_apostrophes_are_printed_as_in_a_book(game: Variant) -> None:
    said = [game.about, *(note.text for note in game.notes), *map(game.text, game.rules)]
    assert [text for text in said if "'" in text] == []


@every_game
def test_every_option_asks_a_question_with_short_answers(game: Variant) -> None:
    for name, option in game.options.items():
        assert option.asks.endswith("?"), name
        labels = [option.label(one) for one in option.values] or [option.zero_label]
        assert max(map(len, labels)) <= 35, name


def words(text: str) -> list[str]:
    return re.findall(r"[a-z0-9]+", text.lower())


def stretches(text: str) -> set[tuple[str, ...]]:
    found = words(text)
    return {tuple(found[at : at + IN_COMMON]) for at in range(len(found) - IN_COMMON + 1)}


KEPT_BESIDE_US = {
    "six-to-ten",
    "contract-rummy-bicycle",
    "contract-rummy-house",
    "basic-rummy",
    "contract-rummy-encyclopedia",
    "rummy-wild",
}
"""Games whose whole source lies in that folder; of the others' sources only places are cited."""


@has_sources
@every_game
def test_no_sentence_is_taken_from_a_source(game: Variant) -> None:
    taken = set().union(*(stretches(file.read_text("utf-8")) for file in SOURCES.glob("*.txt")))
    texts = [*sentences(dict(game.definition)), *texts_of(game)]
    ours = set().union(*map(stretches, texts))
    assert not ours & taken


@has_sources
@every_game
def test_every_section_stands_in_a_source(game: Variant) -> None:
    if game.id not in KEPT_BESIDE_US:
        pytest.skip("its source is not among these")
    texts = [words(file.read_text("utf-8")) for file in SOURCES.glob("*.txt")]
    known = [f" {' '.join(text)} " for text in texts]
    says: Any = game.definition["says"]
    cited = set(says) | {note.source for note in game.notes}
    parts = {part for section in cited - {"", *UNNAMED} for part in section.split("…")}
    assert not {p for p in parts if not any(f" {' '.join(words(p))} " in one for one in known)}


@pytest.mark.parametrize(
    ("game", "rule", "text"),
    [
        ("basic-rummy", "cards.packs", "In play: one pack. There are no jokers."),
        (
            "kalooki-jamaica",
            "wild.cards",
            "Jokers are wild. "
            "Jokers in play: four for 3–4 players, eight for 5–6 players and ten for 7–8 players.",
        ),
        ("basic-rummy", "claim.who", "Only the player whose turn it is may take the discard."),
    ],
)
def test_rule_reads_so(game, rule, text):
    assert load(game).text(rule) == text


@pytest.mark.parametrize("packs", range(1, 5))
def test_packs_are_counted_in_words_whoever_settled_how_many(packs: int) -> None:
    assert not re.search(r"\d packs?", load("liverpool", {"packs": packs}).text("cards.packs"))
