"""A table whose wild rank changes from deal to deal: what its pages show and ask."""

import pytest

from referee.language import listed
from referee.rules.deals import wild_cards
from referee.rules.schema.variant import Variant
from referee.variants import catalogue
from tests.pages import CheckedClient

NUMBERED = next(one for one in catalogue() if one.deals and one.has_jokers)
OPEN = next(one for one in catalogue() if not one.deals and one.has_jokers)
BY_DEAL = "option-wilds.by_deal=A+2+3+4+5+6+7+8+9+10+J+Q+K"


@pytest.fixture(params=[NUMBERED, OPEN], ids=lambda game: game.id)
def table(client: CheckedClient, request: pytest.FixtureRequest) -> str:
    """A table of three that has settled it so."""
    address = client.start(request.param.id, "Ann", "Bo", "Cy", dealer=2)
    client.see(f"{address}/options?look=yes&{BY_DEAL}")
    change = next(one for one in client.page.forms if one.action.endswith("/changes/options"))
    client.post(change.action, data=change.fields)
    return address


def test_the_banner_and_the_big_screen_say_what_is_wild(client: CheckedClient, table: str) -> None:
    for page in (table, f"{table}/screen"):
        assert "Wild in this deal: aces and jokers." in client.see(page).text
    client.write(table, 1, "p1", p2="20", p3="20")
    assert "Wild in this deal: twos and jokers." in client.see(table).text


TURNED = [one for one in catalogue() if one.wilds.by_deal]


@pytest.mark.parametrize("game", TURNED, ids=lambda game: game.id)
def test_the_rank_that_is_wild_is_read_from_afar(client: CheckedClient, game: Variant) -> None:
    wild = [listed(wild_cards(game.at(number))[:1]) for number in (1, 2, 3)]
    table = client.start(game.id, "Ann", "Bo", "Cy", dealer=0)
    for page in (table, f"{table}/screen"):
        assert f"{wild[0]} wild".capitalize() in client.see(page).text
    client.see(table)
    assert f"Deal 2: {wild[1]} wild, Bo deals" in client.page.text
    # Said once where no joker is wild besides.
    assert f"Wild in this deal: {wild[0]}." not in client.page.text
    client.write(table, 1, "p1", p2="20", p3="20")
    assert f"{wild[1]} wild".capitalize() in client.see(table).text
    assert f"Deal 3: {wild[2]} wild, Cy deals" in client.page.text
    assert f"{wild[1].capitalize()} wild · Bo dealt" in client.see(f"{table}/deals/2").text


def test_what_a_wild_of_the_deal_stands_for_is_said_on_the_table(
    client: CheckedClient, table: str
) -> None:
    at = table.rpartition("/")[2]
    page = client.see(f"/disputes?at={at}&ask=meld&deal=1&cards=9h+As+9d&by=p2")
    lay = next(form for form in page.forms if form.action.endswith("/melds"))
    assert client.post(lay.action, data=lay.fields).status_code == 302
    page = client.see(f"{table}/melds")
    assert "as 9" in page.text
    add = next(link for link in page.links if "lay-off" in link)
    assert "as 9" in client.see(add).text


def test_the_desk_asks_for_the_deal_and_rules_by_it(client: CheckedClient, table: str) -> None:
    game_id = table.rpartition("/")[2]
    game = NUMBERED if NUMBERED.name in client.see(table).text else OPEN
    desk = f"/disputes?game={game.id}&at={game_id}&ask=meld"
    assert "2: " in client.see(desk).text
    assert "twos and jokers wild" in client.page.text
    cards = "cards=9h+3s+9d&rule=yes"
    assert "deal 3 Yes" in client.see(f"{desk}&deal=3&{cards}").text
    assert "deal 2 No" in client.see(f"{desk}&deal=2&{cards}").text


@pytest.mark.parametrize("ask", ["meld", "lay-off", "take-wild", "discard", "upcard-wild"])
def test_every_question_that_wilds_matter_to_asks_for_the_deal(
    client: CheckedClient, ask: str
) -> None:
    client.see(f"/disputes?game={OPEN.id}&ask={ask}&{BY_DEAL}")
    assert "3: threes and jokers wild" in client.page.text
    client.see(f"/disputes?game={OPEN.id}&ask={ask}")
    assert "jokers wild" not in client.page.text
