"""The site of one phone without a server, and games that travel in addresses."""

import base64
import json
import zlib
from pathlib import Path

import pytest
from flask import Flask

from tests.pages import CheckedClient
from tests.sites import client_of, site_in


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


def test_one_phone_is_offered_no_other(alone: CheckedClient) -> None:
    form = next(form for form in alone.see("/").forms if form.action == "/games/sample")
    table = alone.post("/games/sample", data=form.fields).location
    offered = {link.removeprefix(table) for link in alone.see(table).links}
    offered |= {link.removeprefix(table) for link in alone.see(f"{table}/deals/3").links}
    assert "/take" in offered and not offered & {"/links", "/screen", "/together", "/picture.png"}


def test_a_game_travels_in_an_address(app: Flask, client: CheckedClient) -> None:
    table = client.start("six-to-ten", "Ann", "Bo")
    client.write(table, 1, "p1", p2="20")
    address = next(link for link in client.see(f"{table}/take").links if "#copy=" in link)
    assert address.startswith("http://localhost/#copy=")
    assert "data:image/svg" in client.get(f"{table}/take").text
    packed = address.partition("=")[2]
    copy = zlib.decompress(base64.urlsafe_b64decode(packed + "=="), -zlib.MAX_WBITS)
    assert json.loads(copy) == json.loads(client.get(f"{table}/copy.json").data)
