"""Names and titles that are written from right to left: they turn nothing beside them round."""

from referee.variants import catalogue
from tests.pages import CheckedClient

GAME = next(one for one in catalogue() if one.has_contracts)
SARAH, DAVID = "\u2068שרה\u2069", "\u2068דוד\u2069"


def test_the_log_keeps_names_apart_from_the_points_beside_them(client: CheckedClient) -> None:
    table = client.start(GAME.id, "שרה", "דוד", "Jon")
    client.write(table, 1, "p3", p1="35", p2="15")
    text = client.get(f"{table}/log").text
    assert f"Deal 1: Jon went out; {SARAH} 35, {DAVID} 15" in text
    assert f"<b>New game:</b> {SARAH}, {DAVID} and Jon; {SARAH} deals first" in text


def test_a_list_of_games_keeps_names_and_titles_apart(client: CheckedClient) -> None:
    table = client.start(GAME.id, "שרה", "דוד", "Jon")
    form = client.see(f"{table}/about").forms[0].fields
    client.post(f"{table}/changes/note", data=form | {"title": "ליל שישי 7"})
    text = client.get("/").text
    assert SARAH in text and DAVID in text
    assert "\u2068ליל שישי 7\u2069" in text


def test_names_from_left_to_right_stay_as_they_are(client: CheckedClient) -> None:
    table = client.start(GAME.id, "Żółć", "Ελένη", "Jon")
    client.write(table, 1, "p3", p1="35", p2="15")
    assert "\u2068" not in client.get(table).text
