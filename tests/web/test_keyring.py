"""The ring of keys when it is full: no key that writes falls off it, and every refusal says so."""

import io
import json
import re
from collections.abc import Callable
from http.cookies import SimpleCookie
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from referee.rules.schema.variant import Variant
from referee.scorebook.events.table import with_options
from referee.scorebook.limits import KEYRING
from referee.scorebook.links import Link, Role, links_of, new_link, open_game, renew_link, token_of
from referee.scorebook.plain import plain_game
from referee.scorebook.repository import NewGame, delete_game, known_games, start_game
from referee.variants import catalogue
from referee.web import keyring
from referee.web.forms import new_key
from referee.web.limits import COOKIE_DAYS, RENEWED_AFTER_DAYS
from tests.pages import CheckedClient
from tests.scorebook.tables import seat
from tests.sites import client_of
from tests.web.test_copies import bring

GAME = next(variant for variant in catalogue() if variant.players.least == 2)
PLAIN = plain_game()
COOKIE_BYTES = 4093
"""What every browser keeps of a cookie, with its name and all that is said about it."""

NAMES = ["Ann", "Bo"]


def started(app: Flask, game: Variant = PLAIN) -> NewGame:
    with app.app_context():
        return start_game(game, NAMES, 0)


def put_on_ring(client: FlaskClient, *ring: tuple[str, str]) -> None:
    """Give a browser these keys alone, the newest first, as earlier versions kept them."""
    assert isinstance(client, CheckedClient)
    client.forget("game-")
    with client.session_transaction() as held:
        held["ring"] = [list(pair) for pair in ring]


def on_ring(client: FlaskClient) -> list[str]:
    return [game for game, _ in ring_of(client)]


def scored_game(app: Flask) -> tuple[str, str]:
    """A game of others, and the key of its second scorer's link."""
    game = started(app)
    token = scorers_link(app, game).token
    assert token
    return game.game_id, token


def scorers_link(app: Flask, game: NewGame) -> Link:
    with app.app_context():
        access = open_game(game.keeper_token)
        assert access
        new_link(access, Role.SCORER)
        return next(one for one in links_of(access) if one.role is Role.SCORER)


def seats_token(app: Flask, game: NewGame) -> str:
    with app.app_context():
        keeper = open_game(game.keeper_token)
        assert keeper
        return token_of(seat(keeper, "p2").link_id)


@pytest.fixture(scope="module")
def kept(app: Flask) -> list[tuple[str, str]]:
    """As many keepers' keys as a browser remembers, each to a game of its own."""
    games = [started(app) for _ in range(KEYRING)]
    return [(game.game_id, game.keeper_token) for game in games]


def count_games(app: Flask, kept: list[tuple[str, str]]) -> int:
    with app.app_context():
        return len(known_games([token for _, token in kept]))


def test_the_last_game_that_there_is_room_for_is_started(
    client: CheckedClient, kept: list[tuple[str, str]]
) -> None:
    put_on_ring(client, *kept[1:])
    table = client.start(GAME.id, *NAMES)
    assert on_ring(client) == [table.rpartition("/")[2], *(game for game, _ in kept[1:])]
    for game, _ in kept[1:]:
        client.see(f"/games/{game}")
    home = client.see("/").links
    assert len([link for link in home if re.fullmatch(r"/games/[^/]{12}", link)]) == KEYRING


def test_a_full_ring_fits_a_cookie(client: CheckedClient, kept: list[tuple[str, str]]) -> None:
    put_on_ring(client, *kept[1:])
    answer = client.send(f"/games/new/{GAME.id}", {"name-0": "Ann", "name-1": "Bo"})
    assert len(on_ring(client)) == KEYRING
    assert len(answer.headers["Set-Cookie"].encode()) <= COOKIE_BYTES


def test_one_game_more_is_not_started_and_nothing_typed_is_lost(
    client: CheckedClient, kept: list[tuple[str, str]]
) -> None:
    put_on_ring(client, *kept)
    answer = client.send(f"/games/new/{GAME.id}", {"name-0": "Zoë", "name-1": "Yan", "dealer": "1"})
    assert answer.status_code == 422
    assert f"This browser already has {KEYRING} games" in client.page.text
    assert "/games/room" in client.page.links
    fields = client.page.forms[0].fields
    assert (fields["name-0"], fields["name-1"], fields["dealer"]) == ("Zoë", "Yan", "1")
    assert on_ring(client) == [game for game, _ in kept]


def test_a_full_browser_says_so_before_anything_is_typed(
    client: CheckedClient, kept: list[tuple[str, str]]
) -> None:
    put_on_ring(client, *kept)
    assert f"This browser already has {KEYRING} games" in client.see(f"/games/new/{GAME.id}").text
    put_on_ring(client, *kept[1:])
    assert "This browser keeps" not in client.see(f"/games/new/{GAME.id}").text


def test_once_more_is_not_started_without_room(
    client: CheckedClient, kept: list[tuple[str, str]]
) -> None:
    put_on_ring(client, *kept)
    table = f"/games/{kept[0][0]}"
    token = client.see(f"/games/new/{GAME.id}").forms[0].fields["csrf_token"]
    answer = client.post(f"{table}/again", data={"csrf_token": token, "key": "once-more-key"})
    assert answer.status_code == 409
    assert f"This browser already has {KEYRING} games" in client.page.text
    assert on_ring(client) == [game for game, _ in kept]


OPENING = [role for role in Role if role is not Role.COPIED]


@pytest.mark.parametrize("role", OPENING)
def test_a_link_is_not_opened_without_room(
    app: Flask, client: CheckedClient, kept: list[tuple[str, str]], role: Role
) -> None:
    game = started(app)
    token = {
        Role.KEEPER: game.keeper_token,
        Role.SCORER: scorers_link(app, game).token,
        Role.SEAT: seats_token(app, game),
        Role.VIEWER: game.viewer_token,
    }[role]
    put_on_ring(client, *kept)
    assert f"This browser already has {KEYRING} games" in client.see(f"/k/{token}", 409).text
    assert on_ring(client) == [game for game, _ in kept]


def test_a_link_to_a_game_on_a_full_ring_opens(
    client: CheckedClient, kept: list[tuple[str, str]]
) -> None:
    put_on_ring(client, *kept)
    client.see(f"/k/{kept[-1][1]}")
    assert on_ring(client)[0] == kept[-1][0]
    assert len(on_ring(client)) == KEYRING


def test_a_second_scorers_key_stays_on_a_full_ring(
    app: Flask, client: CheckedClient, kept: list[tuple[str, str]]
) -> None:
    game_id, token = scored_game(app)
    put_on_ring(client, *kept[1:], (game_id, token))
    client.see(f"/k/{kept[0][1]}", 409)
    assert on_ring(client)[-1] == game_id


def finished(app: Flask, client: CheckedClient) -> NewGame:
    """A game that is over, for its number of deals was agreed on."""
    game = started(app, with_options(PLAIN, {"rounds": "1"}))
    put_on_ring(client, (game.game_id, game.keeper_token))
    table = f"/games/{game.game_id}"
    assert client.write(table, 1, "p1", p1="0", p2="20").status_code == 302
    assert "Final standings" in client.see(table).text
    return game


def test_what_may_fall_off_falls_in_its_order(
    app: Flask, client: CheckedClient, kept: list[tuple[str, str]]
) -> None:
    gone, watched, old = started(app), started(app), finished(app, client)
    with app.app_context():
        access = open_game(gone.keeper_token)
        assert access
        delete_game(access)
    order = [gone, old, watched]
    put_on_ring(
        client,
        (gone.game_id, gone.keeper_token),
        *kept[3:],
        (old.game_id, old.viewer_token),
        (watched.game_id, watched.viewer_token),
    )
    for number, falls in enumerate(order):
        assert falls.game_id in on_ring(client)
        client.see(f"/k/{kept[number][1]}")
        assert falls.game_id not in on_ring(client)
        assert len(on_ring(client)) == KEYRING
    assert set(on_ring(client)) == {game for game, _ in kept}


@pytest.fixture
def copy(app: Flask, client: CheckedClient) -> Callable[[int], bytes]:
    """Copies of so many games that this browser does not hold."""

    def saved(number: int) -> bytes:
        other = app.test_client()
        games = [started(app) for _ in range(number)]
        put_on_ring(other, *((game.game_id, game.keeper_token) for game in games))
        return other.get("/games/all.json").data

    return saved


def test_a_copy_of_as_many_games_as_there_is_room_for_is_brought(
    client: CheckedClient, kept: list[tuple[str, str]], copy: Callable[[int], bytes]
) -> None:
    put_on_ring(client, *kept[2:])
    assert bring(client, copy(2)) == 200
    here = [link for link in client.page.links if re.fullmatch(r"/games/[^/]{12}", link)]
    assert len(here) == 2
    for link in [*here, *(f"/games/{game}" for game, _ in kept[2:])]:
        client.see(link)


def test_a_copy_of_one_game_more_is_not_brought(
    client: CheckedClient, kept: list[tuple[str, str]], copy: Callable[[int], bytes]
) -> None:
    put_on_ring(client, *kept[2:])
    assert bring(client, copy(3)) == 422
    assert "3 games" in client.page.text and "room for 2 more" in client.page.text
    assert "/games/room" in client.page.links
    assert len(on_ring(client)) == KEYRING - 2


def test_a_whole_ring_is_saved_and_brought_to_an_empty_browser(
    app: Flask, client: CheckedClient, kept: list[tuple[str, str]]
) -> None:
    put_on_ring(client, *kept)
    saved = client.get("/games/all.json").data
    assert len(json.loads(saved)["games"]) == KEYRING
    phone = client_of(app)
    assert bring(phone, saved) == 200
    here = [link for link in phone.page.links if re.fullmatch(r"/games/[^/]{12}", link)]
    assert len(here) == KEYRING
    for link in here:
        phone.see(link)


def sort_out(client: CheckedClient, wish: str, *games: str, **more: str) -> TestResponse:
    """Tick games on the page that manages them, and press one of its buttons."""
    form = next(one for one in client.see("/games/room").forms if one.method == "post")
    return client.post(form.action, data={**form.fields, "game": list(games), "do": wish, **more})


def test_deleting_says_which_games_are_gone_for_everyone(
    app: Flask, client: CheckedClient, kept: list[tuple[str, str]]
) -> None:
    watched, mine = started(app), started(app)
    mine_key = (mine.game_id, mine.keeper_token)
    put_on_ring(client, kept[0], mine_key, (watched.game_id, watched.viewer_token))
    assert f"room for {KEYRING - 2} more" in client.see("/games/room").text
    chosen = (mine.game_id, watched.game_id)
    assert sort_out(client, "delete", *chosen).status_code == 200
    asks = client.page.text
    assert "Delete 2 games?" in asks and "Gone for everyone" in asks
    assert "It only leaves your list" in asks
    assert len(on_ring(client)) == 3
    assert sort_out(client, "delete", *chosen, sure="yes").status_code == 302
    assert on_ring(client) == [kept[0][0]]
    with app.app_context():
        assert open_game(mine.keeper_token) is None
        assert open_game(watched.keeper_token) is not None


def test_a_game_taken_off_the_list_stands_and_its_link_brings_it_back(
    app: Flask, client: CheckedClient, kept: list[tuple[str, str]]
) -> None:
    game_id, token = scored_game(app)
    put_on_ring(client, *kept[1:], (game_id, token))
    sort_out(client, "delete", game_id, sure="yes")
    assert game_id not in on_ring(client)
    client.see(f"/games/{game_id}", 404)
    client.see(f"/k/{token}")
    assert game_id in on_ring(client)


def test_an_archived_game_is_off_the_home_page_until_it_is_brought_back(
    client: CheckedClient,
) -> None:
    one, other = (client.start(GAME.id, *NAMES) for _ in range(2))
    sort_out(client, "archive", one.rpartition("/")[2])
    assert one not in client.see("/").links and other in client.page.links
    assert "1 is archived." in client.page.text
    assert client.get(one).status_code == 200
    sort_out(client, "restore", one.rpartition("/")[2])
    assert {one, other} <= set(client.see("/").links)


def test_nothing_happens_to_a_game_that_nobody_ticked(client: CheckedClient) -> None:
    table = client.start(GAME.id, *NAMES)
    assert sort_out(client, "delete", sure="yes").status_code == 422
    assert "Tick a game first." in client.page.text
    client.see(table)


def test_keeping_a_key_without_room_is_refused_and_changes_nothing(
    app: Flask, kept: list[tuple[str, str]]
) -> None:
    with app.test_request_context():
        for game, token in kept:
            keyring.add(game, token)
        before = list(keyring.current().pairs)
        with pytest.raises(keyring.KeyringFull):
            keyring.add("another game", "token")
        assert list(keyring.current().pairs) == before


def renewed(app: Flask, token: str) -> str:
    """The new secret of the keeper, whose link was renewed on another phone."""
    with app.app_context():
        access = open_game(token)
        assert access
        link = renew_link(access, access.link_id)
        assert link.token
        return link.token


def ring_of(client: FlaskClient) -> list[list[str]]:
    """The keys of a browser, the newest first."""
    with client:
        client.get("/api")
        return list(map(list, keyring.current().pairs))


Form = tuple[str, dict[str, Any]]


def new_form(client: CheckedClient) -> Form:
    """The form of a new game, filled in."""
    fields = client.see(f"/games/new/{GAME.id}").forms[0].fields
    return f"/games/new/{GAME.id}", fields | {"name-0": "Ann", "name-1": "Bo", "dealer": "0"}


def again_form(client: CheckedClient) -> Form:
    """The form that plays a game once more."""
    table = client.start(GAME.id, *NAMES)
    token = client.see(f"/games/new/{GAME.id}").forms[0].fields["csrf_token"]
    return f"{table}/again", {"csrf_token": token, "key": new_key()}


STARTS = pytest.mark.parametrize("form_of", [new_form, again_form], ids=["new", "again"])


@STARTS
def test_an_old_form_leads_to_the_game_whose_link_was_renewed(
    app: Flask, client: CheckedClient, form_of: Callable[[CheckedClient], Form]
) -> None:
    address, fields = form_of(client)
    table = client.post(address, data=fields).headers["Location"]
    others = ring_of(client)[1:]
    game, token = ring_of(client)[0]
    put_on_ring(client, (game, renewed(app, token)), *((one, key) for one, key in others))
    assert client.post(address, data=fields).headers["Location"] == table
    client.see(table)


@STARTS
def test_an_old_form_puts_no_key_on_the_ring_that_opens_nothing(
    app: Flask, client: CheckedClient, form_of: Callable[[CheckedClient], Form]
) -> None:
    address, fields = form_of(client)
    client.post(address, data=fields)
    (_, token), *others = ring_of(client)
    renewed(app, token)
    put_on_ring(client, *((one, key) for one, key in others))
    assert client.post(address, data=fields).status_code == 409
    assert "This game was started before" in client.page.text
    assert ring_of(client) == others


def test_an_old_form_of_a_copy_puts_no_key_on_the_ring_that_opens_nothing(
    app: Flask, client: CheckedClient, copy: Callable[[int], bytes]
) -> None:
    saved = copy(1)
    fields = client.see("/games/bring").forms[-1].fields

    def send() -> None:
        file = io.BytesIO(saved), "copy.json"
        answer = client.post("/games/bring", data=fields | {"file": file})
        assert answer.status_code == 200

    send()
    (_, token), *_ = ring_of(client)
    renewed(app, token)
    put_on_ring(client)
    send()
    assert "its link has been replaced since" in client.page.text
    assert not [link for link in client.page.links if re.fullmatch(r"/games/[^/]{12}", link)]
    assert ring_of(client) == []


def at_once(
    client: CheckedClient, *sends: Callable[[CheckedClient], TestResponse]
) -> list[TestResponse]:
    """Let one browser send several requests before the answer to any of them has come."""
    before = client.cookies()
    answers = []
    for send in sends:
        tab = client_of(client.application)
        for name, value in before.items():
            tab.set_cookie(name, value)
        answers.append(send(tab))
    for answer in answers:
        for line in answer.headers.getlist("Set-Cookie"):
            for name, morsel in SimpleCookie(line).items():
                client.set_cookie(name, morsel.value, max_age=int(morsel["max-age"] or 1))
    return answers


def sent(form: Form) -> Callable[[CheckedClient], TestResponse]:
    return lambda tab: tab.post(form[0], data=form[1])


def test_games_started_joined_and_brought_at_once_are_all_kept(
    app: Flask, client: CheckedClient, copy: Callable[[int], bytes]
) -> None:
    saved, (scored, token) = copy(2), scored_game(app)
    forms = new_form(client), new_form(client), again_form(client)
    before = set(on_ring(client))
    file = client.see("/games/bring").forms[-1].fields | {"file": (io.BytesIO(saved), "a.json")}
    answers = at_once(
        client, *map(sent, forms), lambda tab: tab.get(f"/k/{token}"), sent(("/games/bring", file))
    )
    tables = [answer.headers["Location"] for answer in answers[:4]]
    assert tables[3] == f"/games/{scored}"
    for table in tables:
        client.see(table)
    assert len(set(on_ring(client)) - before) == 4 + 2
    home = client.see("/").links
    assert set(tables) <= set(home)


def test_pages_opened_at_once_after_a_link_have_forms_that_are_good(
    app: Flask, client: CheckedClient
) -> None:
    game, token = scored_game(app)
    client.forget()
    client.get(f"/k/{token}")
    cookies = client.cookies()
    client.get(f"/games/{game}/deals/1")
    # A page that gave the browser another token would make the form of the other page useless.
    assert client.cookies() == cookies


def test_a_key_renewed_while_a_game_is_started_stays(client: CheckedClient) -> None:
    table = client.start(PLAIN.id, *NAMES)
    form = new_form(client)
    links = client.see(f"{table}/links")
    renew = next(one for one in links.forms if one.action.endswith("/renew"))
    new, _ = at_once(client, sent(form), sent((renew.action, renew.fields)))
    client.see(table)
    client.see(new.headers["Location"])


def test_keys_are_renewed_before_they_end(client: CheckedClient) -> None:
    table = client.start(PLAIN.id, *NAMES)
    [(name, value)] = [(name, text) for name, text in client.cookies().items() if "game" in name]
    day, key = value.split(".")
    client.set_cookie(name, f"{int(day) - RENEWED_AFTER_DAYS}.{key}")
    assert "Set-Cookie" not in client.get(table).headers
    client.set_cookie(name, f"{int(day) - RENEWED_AFTER_DAYS - 1}.{key}")
    assert value in client.get(table).headers["Set-Cookie"]
    client.set_cookie(name, f"{int(day) - COOKIE_DAYS - 1}.{key}")
    assert client.get(table).status_code == 404


@pytest.mark.parametrize(
    "value", ["", "x", "1", "20000.short", "99999999999.x", "20000." + "x" * 38]
)
def test_a_forged_cookie_opens_nothing(client: CheckedClient, value: str) -> None:
    client.set_cookie("game-123456789ABC", value)
    assert client.get("/").status_code == 200
    assert client.get("/games/123456789ABC").status_code == 404
