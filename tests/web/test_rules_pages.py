"""The rules of each game on its page."""

import pytest

from referee.rules.building.rulebook import needed_rules
from referee.rules.law.points import card_values
from referee.rules.schema.variant import Variant
from referee.variants import catalogue
from tests.pages import CheckedClient

EVERY = pytest.mark.parametrize("variant", catalogue(), ids=lambda variant: variant.id)


def test_rules_alone_lead_to_the_list_of_games(client: CheckedClient) -> None:
    assert "/rules" in client.see("/").links
    assert {f"/rules/{variant.id}" for variant in catalogue()} <= set(client.see("/rules").links)


@EVERY
def test_every_rule_stands_on_its_page(client: CheckedClient, variant: Variant) -> None:
    text = client.see(f"/rules/{variant.id}").text
    missing = [id for id in needed_rules(variant) if " ".join(variant.text(id).split()) not in text]
    assert not missing


@EVERY
def test_how_to_play_leads_from_the_deal_to_the_points(
    client: CheckedClient, variant: Variant
) -> None:
    text = client.see(f"/rules/{variant.id}").text
    ends = [id for id in ("go-out.last", "go-out.melded", "showdown.by") if id in variant.rules]
    told = ["cards.dealt", "turn.drawn", "discard.card", ends[0]]
    places = [text.index(" ".join(variant.text(id).split())) for id in told]
    assert places[:3] == sorted(places[:3])
    minute = text[: text.index("Show where each comes from")]
    assert max(places) < len(minute) and "Count the points" in minute
    # A right and a wrong meld of each kind are drawn.
    assert (minute.count("✓ right"), minute.count("✗ wrong")) == (2, 2)


@EVERY
def test_what_the_cards_cost_stands_on_its_page(client: CheckedClient, variant: Variant) -> None:
    text = client.see(f"/rules/{variant.id}").text
    assert all(f"{value.label} {value.points}" in text for value in card_values(variant))


@EVERY
def test_where_a_rule_is_from_ends_before_what_a_table_may_choose(
    client: CheckedClient, variant: Variant
) -> None:
    text = client.see(f"/rules/{variant.id}").text
    before = [part[-1] for part in text.split(" Your table can choose:")[:-1]]
    assert before and set(before) == {"."}


def test_a_reason_leads_to_its_rule_under_the_options_asked_with(client: CheckedClient) -> None:
    address = "/disputes?game=basic-rummy&ask=meld&cards=Qh+Kh+Ah&option-ace=low-or-high"
    page = client.see(address)
    [link] = [link for link in page.links if link.endswith("#rule-run-ace")]
    assert link == "/rules/basic-rummy?ace=low-or-high#rule-run-ace"
    rules = client.see(link.partition("#")[0])
    assert "rule-run-ace" in rules.ids
    assert "In a run the ace is low or high" in rules.text


def test_a_table_shows_the_rules_as_it_plays(client: CheckedClient) -> None:
    table = client.start("basic-rummy", "Mara", "Jon", ace="low-or-high")
    assert "In a run the ace is low or high" in client.see(f"{table}/rules").text


def test_only_a_game_whose_cards_count_says_what_they_count(client: CheckedClient) -> None:
    assert "What the cards count" in client.see("/rules/basic-rummy").text
    assert "What the cards count" not in client.see("/rules/conquian").text


def test_options_that_a_game_has_not_lead_to_its_rules_without_them(client: CheckedClient) -> None:
    answer = client.get("/rules/basic-rummy?no-such=1")
    assert (answer.status_code, answer.headers["Location"]) == (302, "/rules/basic-rummy")
