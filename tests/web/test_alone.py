"""The site of one phone without a server, and games that travel in addresses."""

import base64
import json
import re
import zlib
from pathlib import Path

import pytest
from flask import Flask

from referee.web.prints import views
from tests.pages import CheckedClient
from tests.sites import client_of, site_in

OF_OTHERS = {
    "games.links", "games.screen", "games.together", "games.together_stop", "games.join",
    "games.sit", "games.seat", "games.picture", "games.key", "prints.pdf",
}  # fmt: skip
"""What takes other phones, or a program that is not there."""
TWICE = 2
"""How many pages of one kind are walked."""


@pytest.fixture
def alone(tmp_path: Path) -> CheckedClient:
    return client_of(site_in(tmp_path, WITHOUT_SERVER=True))


def test_a_visitor_looks_at_a_sample_game_and_leaves_it(alone: CheckedClient) -> None:
    form = next(form for form in alone.see("/").forms if form.action == "/games/sample")
    # The same form twice is one game.
    for _ in range(2):
        table = alone.post("/games/sample", data=form.fields).location
    page = alone.see(table)
    assert "Player 2, deal 1: 25" in page.text and "Player 1, deal 2: 30" in page.text
    leave = next(form for form in page.forms if form.action == f"{table}/delete")
    assert alone.post(leave.action, data=leave.fields).location == "/"
    assert alone.get(table).status_code == 404
    assert "/games/sample" in {form.action for form in alone.see("/").forms}


def test_a_game_travels_in_an_address(app: Flask, client: CheckedClient) -> None:
    table = client.start("six-to-ten", "Ann", "Bo")
    client.write(table, 1, "p1", p2="20")
    address = next(link for link in client.see(f"{table}/take").links if "#copy=" in link)
    assert address.startswith("http://localhost/#copy=")
    assert "data:image/svg" in client.get(f"{table}/take").text
    packed = address.partition("=")[2]
    copy = zlib.decompress(base64.urlsafe_b64decode(packed + "=="), -zlib.MAX_WBITS)
    assert json.loads(copy) == json.loads(client.get(f"{table}/copy.json").data)


def test_every_page_leads_to_what_one_phone_has(
    alone: CheckedClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(views, "available", lambda: "There is no renderer.")
    form = next(form for form in alone.see("/").forms if form.action == "/games/sample")
    sample = alone.post("/games/sample", data=form.fields).location
    over = alone.start("basic-rummy", "Ann", "Bo", target="50")
    alone.write(over, 1, "p1", p2="60")
    site = alone.application.url_map.bind("localhost")
    waiting, seen = ["/", sample, over], dict[str, int]()
    while waiting:
        path = waiting.pop().partition("#")[0]
        name, _ = site.match(path.partition("?")[0])
        seen[name] = seen.get(name, 0) + 1
        assert name not in OF_OTHERS
        if seen[name] > TWICE:
            continue
        answer = alone.get(path, follow_redirects=True)
        assert answer.status_code == 200, path
        assert "No connection" not in answer.text
        if answer.mimetype == "text/html" and name != "prints.view":
            sent = [form.action or path for form in alone.page.forms if form.method == "post"]
            assert not {site.match(path, "POST")[0] for path in sent} & OF_OTHERS
            waiting += [link for link in alone.page.links if link.startswith("/")]
    assert {"games.take", "games.log", "disputes.desk", "prints.of_game", "games.room"} <= set(seen)
    assert "The referee is starting. This page is from" in alone.get("/").text
    # Of sheets, those that a browser prints.
    alone.see(f"{over}/picture.png", 404)
    alone.see(f"{over}/print")
    assert "kit" not in alone.get(f"{over}/print").text
    assert alone.page.forms[0].action == f"{over}/print/view"


def test_a_copy_is_reminded_of(alone: CheckedClient) -> None:
    assert 'data-finished="0" data-written="0"' in alone.get("/").text
    form = next(form for form in alone.page.forms if form.action == "/games/sample")
    alone.post("/games/sample", data=form.fields)
    assert 'data-finished="0" data-written="0"' in alone.get("/").text
    table = alone.start("basic-rummy", "Ann", "Bo", target="50")
    assert 'id="keep"' not in alone.get(table).text
    assert re.search(r'data-finished="0" data-written="\d{13}"', alone.get("/").text)
    alone.write(table, 1, "p1", p2="60")
    assert re.search(r'data-finished="\d{13}" data-written="0"', alone.get(table).text)
    assert re.search(r'data-finished="(\d{13})" data-written="\1"', alone.get("/").text)
