"""Tables of as many as may sit down."""

import re
from itertools import pairwise

import pytest

from referee.language import say
from referee.printing.sheets import SHEETS
from referee.rules.schema.variant import Variant
from referee.scorebook.limits import SEATS
from referee.scorebook.plain import plain_game
from referee.variants import catalogue
from referee.web.games.table import LABEL_HEIGHT
from tests.pages import CheckedClient
from tests.shares import some

GAMES = (*catalogue(), plain_game())


def seat_options(variant: Variant) -> dict[str, int]:
    """The options that say how many may sit down, each with the most that it can be set to."""
    return {
        name: option.most
        for name, option in variant.options.items()
        if option.key == "players.most" and option.most > variant.players.most
    }


def most_seats(variant: Variant) -> int:
    """The most players that a game can be set to."""
    return max(variant.players.most, *seat_options(variant).values(), 0)


WIDEST = max(catalogue(), key=most_seats)


def join(client: CheckedClient, table: str, name: str) -> None:
    client.see(f"{table}/people")
    form = next(form for form in client.page.forms if form.action.endswith("/changes/join"))
    assert client.post(form.action, data=form.fields | {"name": name}).status_code == 302


def full_table(client: CheckedClient, variant: Variant) -> str:
    """The address of a table with every seat taken, and two deals written."""
    names = [f"Player {letter}" for letter in "ABCDEFGHIJKLMNOP"[: most_seats(variant)]]
    options = {name: str(most) for name, most in seat_options(variant).items()}
    table = client.start(variant.id, *names[: variant.players.most], dealer=0, **options)
    for name in names[variant.players.most :]:
        join(client, table, name)
    for deal in (1, 2):
        hands = {f"p{seat}": str(5 * seat - 5) for seat in range(1, len(names) + 1)}
        assert client.write(table, deal, "p1", **hands).status_code == 302
    return table


WIDENED = pytest.mark.parametrize(
    "variant", [one for one in GAMES if seat_options(one)], ids=lambda one: one.id
)
LETTERS = [f"Player {letter}" for letter in "ABCDEFGHIJKLMNOP"]


@pytest.mark.parametrize("variant", GAMES, ids=lambda one: one.id)
def test_a_new_game_has_a_seat_for_each_who_may_ever_play(
    client: CheckedClient, variant: Variant
) -> None:
    fields = client.see(f"/games/new/{variant.id}").forms[0].fields
    seats = [name for name in fields if name.startswith("name-")]
    assert seats == [f"name-{seat}" for seat in range(most_seats(variant))]


@WIDENED
def test_all_sit_down_at_once_where_the_table_says_that_so_many_play(
    client: CheckedClient, variant: Variant
) -> None:
    names = LETTERS[: most_seats(variant)]
    options = {name: str(most) for name, most in seat_options(variant).items()}
    text = client.see(client.start(variant.id, *names, dealer=len(names) - 1, **options)).text
    assert all(name in text for name in names)
    assert f"{names[-1]} dealer" in text


@WIDENED
def test_more_than_usual_play_without_looking_for_the_house_rule(
    client: CheckedClient, variant: Variant
) -> None:
    names = LETTERS[: variant.players.most + 1]
    seats = {f"name-{seat}": name for seat, name in enumerate(names)}
    answer = client.send(f"/games/new/{variant.id}", seats)
    assert answer.status_code == 302, client.page.text
    assert all(name in client.see(answer.headers["Location"]).text for name in names)


PAGES = ("", "/screen", "/log", "/links", "/chart", "/menu", "/people", "/seats", "/options")


def opens(client: CheckedClient, variant: Variant, table: str) -> None:
    """Hold every page and every printed sheet of a game to opening."""
    for page in PAGES:
        client.see(f"{table}{page}")
    if f"{table}/print" in client.see(table).links:
        shown = re.findall(r'<iframe[^>]* src="(.*?)"', client.get(f"{table}/print").text)
        assert len(shown) == sum(sheet.suits(variant, True) for sheet in SHEETS.values())
        for address in shown:
            assert client.get(address.replace("&amp;", "&")).status_code == 200


@pytest.mark.parametrize("variant", some(GAMES, 3), ids=lambda one: one.id)
def test_every_page_opens_with_the_most_players_that_a_game_can_be_set_to(
    client: CheckedClient, variant: Variant
) -> None:
    opens(client, variant, full_table(client, variant))


def everybody_who_may_ever_sit(client: CheckedClient) -> str:
    """The address of a table where every seat of the score book is taken, some by who left."""
    table = full_table(client, WIDEST)
    for more in range(SEATS - most_seats(WIDEST)):
        client.see(f"{table}/people")
        form = next(form for form in client.page.forms if form.action.endswith("/changes/leave"))
        assert client.post(form.action, data=form.fields).status_code == 302
        join(client, table, f"Guest {more}")
    return table


def test_every_page_opens_with_as_many_as_ever_sat_at_one_table(client: CheckedClient) -> None:
    table = everybody_who_may_ever_sit(client)
    assert client.see(table).text.count(" left ") == SEATS - most_seats(WIDEST)
    opens(client, WIDEST, table)


def names_on_chart(client: CheckedClient, table: str) -> tuple[list[float], float]:
    """How far down the tops of the names stand, highest first, and how tall the chart is."""
    html = client.get(f"{table}/chart").text
    found = re.search(r'<svg class="chart" viewBox="0 0 \d+ (\d+)"', html)
    assert found
    return sorted(float(y) for y in re.findall(r'class="who" [^>]*y="(.*?)"', html)), float(
        found[1]
    )


@pytest.mark.parametrize("low", [0, 1, most_seats(WIDEST) - 2])
def test_no_name_on_the_chart_lies_on_another_or_over_the_edge(
    client: CheckedClient, low: int
) -> None:
    table = full_table(client, WIDEST)
    count = most_seats(WIDEST)
    hands = {f"p{seat}": "60" if seat > count - low else "5" for seat in range(2, count + 1)}
    assert client.write(table, 3, "p1", p1="0", **hands).status_code == 302
    stand, tall = names_on_chart(client, table)
    assert len(stand) == count
    assert all(after - before >= LABEL_HEIGHT for before, after in pairwise(stand))
    assert stand[0] >= 0 and stand[-1] <= tall - LABEL_HEIGHT


def test_the_chart_grows_with_as_many_names_as_ever_sat_at_one_table(
    client: CheckedClient,
) -> None:
    stand, tall = names_on_chart(client, everybody_who_may_ever_sit(client))
    assert len(stand) == SEATS
    assert all(after - before >= LABEL_HEIGHT for before, after in pairwise(stand))
    assert stand[0] >= 0 and stand[-1] <= tall - LABEL_HEIGHT


def test_no_line_of_the_chart_looks_like_another(client: CheckedClient) -> None:
    html = client.get(f"{everybody_who_may_ever_sit(client)}/chart").text
    looks = re.findall(r'<g class="(player-.*?)"', html)
    css = client.get(re.findall(r'href="(.*?common\.css.*?)"', html)[0]).text
    assert len(set(looks)) == len(looks) == SEATS
    assert [
        one for look in looks for one in look.split() if not re.search(rf"\.{one}\b", css)
    ] == []


def test_the_last_place_is_read_out_as_the_others_are(client: CheckedClient) -> None:
    text = client.see(full_table(client, WIDEST)).text
    assert re.findall(r"Player \w , (\w+),", text)[-1] == "twelfth"


def test_a_place_beyond_all_seats_is_said_in_figures() -> None:
    assert [say("place", place=place) for place in (1, SEATS, SEATS + 1)] == [
        "first", "sixteenth", "number 17",
    ]  # fmt: skip
