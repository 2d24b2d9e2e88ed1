"""The standings of a game as a picture to share."""

import io
import re

import pytest
from flask import Flask
from PIL import Image

from referee.paths import STATIC
from referee.printing.picture import COLOURS, Shape, draw_standings
from referee.scorebook.score_table import ScoreTotal
from tests.pages import CheckedClient

NAMES = ("李雷", "أمينة", "מרים", "🃏", "Łukasz", "Ünal", "नमस्ते", "w" * 40)


def size_of(png: bytes) -> tuple[int, int]:
    with Image.open(io.BytesIO(png)) as image:
        image.load()
        assert image.format == "PNG"
        return image.size


def line(place: int, name: str) -> ScoreTotal:
    return ScoreTotal(
        player=f"p{place}", name=name, initial=name[:1], number=place, total=-105,
        place=place, leads=False, complete=True,
    )  # fmt: skip


@pytest.mark.parametrize("shape", Shape)
def test_any_names_are_drawn(shape: Shape) -> None:
    lines = [line(place, name) for place, name in enumerate(NAMES * 2, 1)]
    assert size_of(draw_standings(" ".join(NAMES), NAMES[0], lines, shape)) == shape.value


def test_a_name_is_seen_on_the_picture() -> None:
    drawn = {draw_standings("", "", [line(1, name)]) for name in ("Ann", "Bo", "李雷")}
    assert len(drawn) == 3


def test_players_have_the_colours_that_they_have_on_the_pages() -> None:
    css = (STATIC / "css" / "lists.css").read_text("utf-8")
    assert tuple(re.findall(r"--player: light-dark\((#\w+),", css))[: len(COLOURS)] == COLOURS


def test_it_is_drawn_once_a_version(client: CheckedClient) -> None:
    table = client.start("scores", "Ann", "Bo")
    address = f"{table}/picture.png"
    client.write(table, 1, "", p1="5", p2="10")
    before = client.get(address)
    assert (size_of(before.data), before.mimetype) == (Shape.WIDE.value, "image/png")
    head = {"If-None-Match": str(before.headers["ETag"])}
    assert client.get(address, headers=head).status_code == 304
    client.write(table, 2, "", p1="5", p2="10")
    after = client.get(address, headers=head)
    assert (after.status_code, after.data == before.data) == (200, False)
    assert size_of(client.get(f"{address}?shape=square").data) == Shape.SQUARE.value


def test_only_who_has_a_key_sees_it_and_a_follower_is_led_to_it(
    app: Flask, client: CheckedClient
) -> None:
    table = client.start("scores", "Ann", "Bo")
    links = [link for link in client.see(f"{table}/links").links if "/k/" in link]
    secret = links[0].rpartition("/")[2]
    follower = app.test_client()
    assert follower.get(f"{table}/picture.png").status_code == 404
    follower.get(f"/k/{secret}")
    assert follower.get(f"{table}/picture.png").status_code == 200
    assert secret not in follower.get(table).text
