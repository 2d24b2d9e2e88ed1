"""A walk over every knob: its words in the catalogue, and its values at every table."""

import re
from itertools import chain

import pytest

from referee.language import ENGLISH
from referee.rules import rule
from referee.rules.building.house_rules import HEADING_OF, house_rules
from referee.rules.building.rulebook import READING_ORDER, needed_rules
from referee.rules.deals import contract_words
from referee.rules.schema.options import Option, OptionError, OptionValue, as_written, plain, same
from referee.rules.schema.variant import KNOBS, Variant
from referee.variants import catalogue, load
from tests.rules.caselaw import IRREGULARITIES, Precedent, precedents
from tests.rules.caselaw import KNOBS as CASES
from tests.rules.tables import options_in_turn

every_knob = pytest.mark.parametrize("knob", KNOBS.values(), ids=list(KNOBS))
every_game = pytest.mark.parametrize("game", catalogue(), ids=lambda game: game.id)

KEYS_OF_THE_INTERFACE = {
    "sets.least", "sets.most", "runs.least", "ranks.ace", "wilds.ranks", "wilds.as_itself",
    "wilds.naturals_per_meld", "wilds.most_per_meld", "contracts.size",
    "contracts.same_suit_runs", "contracts.overlapping_runs", "contracts.same_rank_sets",
    "contracts.wilds", "further_melds.allowed", "further_melds.when",
    "further_melds.melds_per_turn", "lay_off.needs_contract", "lay_off.when",
    "lay_off.moves_wild", "lay_off.any_wilds", "take_wild.kinds", "take_wild.needs_contract",
    "take_wild.owner", "take_wild.turn", "take_wild.use", "discard.taken",
    "discard.twin_of_taken", "discard.wilds", "discard.playable", "go_out.by", "claim.by",
    "claim.extra_cards", "stock.out", "points.joker", "points.A", "points.K", "points.7",
    "scoring.winner", "scoring.best", "scoring.nobody_out", "scoring.ties", "end.target",
    "end.rounds",
}  # fmt: skip


def values(knob: Option) -> list[OptionValue]:
    """Its answers, or its least, no limit where it has one, and its most."""
    return list(knob.answers) or [0 if knob.unlimited else knob.least, knob.most]


ALONG: dict[str, dict[str, object]] = {"showdown.upcard_ace": {"showdown.by_upcard": True}}
"""What has to be turned along with a knob that matters in no game as it comes."""


def turned(game: str, knob: Option, value: OptionValue) -> Variant | None:
    """The game with a knob at that value, None where that cannot go together with the rest."""
    try:
        return load(game, {knob.key: value} | ALONG.get(knob.key, {}))
    except OptionError as refused:
        why = ("cannot go together", "takes a whole number", "changes nothing here")
        assert any(reason in str(refused) for reason in why)
        return None


@pytest.mark.parametrize(
    ("key", "nothing"),
    [("sets.suits", "free"), ("wilds.drawn", False), ("end.target", 0), ("wilds.ranks", ())],
)
def test_knob_that_says_no_default_is_the_first_of_its_words_or_nothing(
    key: str, nothing: OptionValue
) -> None:
    assert same(KNOBS[key].default, nothing)


def test_keys_of_the_interface_are_knobs() -> None:
    assert set(KNOBS) >= KEYS_OF_THE_INTERFACE


@every_knob
def test_knob_rests_on_rules_of_the_book(knob: Option) -> None:
    assert {rule.partition(" ")[0] for rule in (*knob.rules, *knob.shares)} <= set(READING_ORDER)
    assert knob.rules[0] in HEADING_OF


@every_knob
def test_knob_has_a_question_and_an_answer_for_every_value(knob: Option) -> None:
    option = load("rummy-wild").options
    asked = next(one for one in option.values() if one.key == knob.key and not one.own)
    assert re.fullmatch(r"[A-Z].*\?", asked.asks)
    labels = [asked.label(knob.called(value)) for value in values(knob)]
    assert all(labels)
    assert len(set(labels)) == len(labels)


@every_knob
def test_card_has_a_sentence_for_every_value(knob: Option) -> None:
    silent = {
        value
        for value in values(knob)
        if not any(
            says(table, knob) for game in catalogue() if (table := turned(game.id, knob, value))
        )
    }
    assert not silent


def says(table: Variant, knob: Option) -> bool:
    """Whether a rule that the knob decides stands in words at a table.

    Some stand on no card until a table agrees on them: what to do when something goes wrong, and
    how often the discard may be claimed.
    """
    rules = {rule.partition(" ")[0] for rule in (*knob.rules, *knob.shares)}
    unsaid = {rule for rule in rules if HEADING_OF[rule] == "irregularities"} | {"claim.number"}
    return any(table.text(rule) for rule in rules if rule in table.rules or rule in unsaid)


def cases_of(knob: Option) -> dict[str, Precedent]:
    """The cases that turn a knob, by the value that they give it."""
    law = (one for one in precedents() if one.source in (CASES, IRREGULARITIES))
    return {
        plain(as_written(one.case["options"][knob.key])): one
        for one in law
        if one.id.startswith((f"knob-{knob.key}-", "irregular-"))
        and knob.key in one.case.get("options", {})
    }


@every_knob
def test_every_value_has_a_case_that_rests_on_it(knob: Option) -> None:
    cases = cases_of(knob)
    assert cases
    assert {plain(value) for value in knob.answers} <= set(cases)
    for one in (one for one in cases.values() if "error" not in one.expected):
        game = load(one.case["game"], one.case["options"])
        found = rule(one.case).findings
        ours = {rule.partition(" ")[0] for rule in (*knob.rules, *knob.shares)}
        turned = {finding.option for finding in found} & set(game.turned)
        if knob.key == "players.most":  # It lets so many sit down, and needs no finding of its own.
            continue
        assert turned or ours & {finding.rule for finding in found}, one.id
        if game.option_name(knob.key) in game.overturned:
            assert turned, one.id


@every_game
def test_house_rules_are_few_first_and_the_rest_behind(game: Variant) -> None:
    rules = house_rules(game)
    assert 3 <= len(rules.first) <= 20
    assert not set(rules.first) & set(rules.more)
    assert len(rules.more) >= 20


def test_every_message_of_a_knob_belongs_to_one() -> None:
    known = {f"knob-{re.sub('[._]', '-', key)}" for key in KNOBS}
    messages = {message for message in ENGLISH.ids if message.startswith("knob-")}
    assert not {one for one in messages if not any(one.startswith(knob) for knob in known)}


REFUSED = {
    "sets.most": ("How many cards must a set have at least?", "What is the contract of deal 2?"),
    "runs.most": ("How many cards must a run have at least?", "What is the contract of deal 2?"),
    "go_out.by": ("Do hands stay together until a deal ends?",),
}
"""The knobs that some game refuses to turn alone, and the questions that it then names."""


@every_game
def test_a_knob_turns_alone_or_says_what_stands_against_it(game: Variant) -> None:
    for name, option in options_in_turn(game).items():
        numbers = option.steps or (option.least, option.least + 1, option.most)
        for value in option.values or numbers:
            try:
                table = load(game.id, {name: value})
            except OptionError as refused:
                if "changes nothing" in str(refused):
                    assert refused.clash.startswith("That changes nothing here: ")
                    continue
                asked = any(question in refused.clash for question in REFUSED[option.key])
                assert asked or "“deals." in str(refused)
                assert re.search(r"Choose \d+ or more\.|is laid off\.", refused.clash)
            else:
                assert same(table.chosen[name], value)
                assert not unworded(table), f"{name}: {value}"


@every_game
def test_an_answer_changes_what_the_card_says_or_is_refused_with_the_reason(game: Variant) -> None:
    silent, says = [], on_card(game)
    for name in chain.from_iterable(house_rules(game)):
        option = game.options[name]
        for value in option.values or option.steps or (option.least, option.most):
            try:
                table = load(game.id, {name: value})
            except OptionError as refused:
                assert refused.clash
                continue
            if on_card(table) == says and not same(value, option.default):
                silent.append(f"{name} = {plain(value)}")
    assert not silent


def on_card(table: Variant) -> list[str]:
    """The rules and the contracts that a table reads on its rule card."""
    rules = [text for rule in table.rules if (text := table.text(rule))]
    return [*rules, *(contract_words(deal.contract) for deal in table.deals)]


def unworded(table: Variant) -> list[str]:
    """The rules with a place left open, and those that a table needs and that read as nothing."""
    needed = needed_rules(table)
    texts = {rule: table.text(rule) for rule in (*needed, *table.rules)}
    return [rule for rule, text in texts.items() if "{" in text or (rule in needed and not text)]


def test_jokers_that_a_table_adds_count_as_the_dearest_card() -> None:
    game = load("six-to-ten", {"jokers.per_pack": 1})
    assert game.points.by_rank["*"] == game.chosen["joker_points"] == 20
    assert game.text("points.joker") == "A joker counts as much as the dearest other card: 20."
    assert not game.basis("points.joker").section
    asked = rule({"game": game.id, "options": game.turned, "ask": "points", "cards": "* K"})
    assert asked.facts == {"points": 30}
    silent = next(one for one in asked.findings if one.rule == "points.joker")
    assert (silent.settled_by, silent.option) == ("table", "joker_points")


def test_jokers_that_a_table_adds_count_what_it_says() -> None:
    game = load("six-to-ten", {"jokers.per_pack": 1, "points.joker": 50})
    assert game.points.by_rank["*"] == 50
    assert "points.joker" not in game.rules or not game.points.usual_joker
    assert "jokers 50" in game.text("points.cards").lower()


def test_contract_grows_with_the_least_size_of_a_set() -> None:
    game = load("contract-rummy-house", {"sets.least": 4})
    assert [str(piece) for piece in game.deals[0].contract] == ["set of 4", "set of 4"]
    case = {"game": game.id, "options": {"sets.least": 4}, "ask": "contract", "deal": 1,
            "melds": ["9s 9d 9c", "Ks Kd Kc"]}  # fmt: skip
    refused = rule(case)
    assert (refused.verdict, refused.settled_by) == ("illegal", "table")


@every_game
def test_every_option_turned_at_once_is_taken_or_refused_by_name(game: Variant) -> None:
    options = {}
    for name, option in game.options.items():
        values = option.values or [option.least, option.most]
        # Of ranks that the deck has not, no answer may be left.
        for value in [one for one in values if one != option.default][-1:]:
            options[name] = value
    try:
        assert set(load(game.id, options).turned) == set(options)
    except OptionError as refused:
        assert refused.option in options
