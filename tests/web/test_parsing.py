"""Whole numbers that addresses and forms hold, and texts in their places."""

import io

import pytest

from referee.scorebook.checked import MOST_DIGITS, parse_whole
from referee.variants import catalogue
from referee.web.limits import COPY_BYTES
from referee.web.parsing import parse_index
from tests.pages import CheckedClient

GAME = next(one.id for one in catalogue() if one.claim.by != "none")


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("0", 0),
        ("007", 7),
        ("9" * MOST_DIGITS, 10**MOST_DIGITS - 1),
        ("1" + "0" * MOST_DIGITS, None),
        ("9" * 5_000, None),
        ("", None),
        ("-1", None),
        ("²", None),
        ("٣", None),
        ("1.0", None),
    ],
)
def test_a_text_is_a_whole_number_or_none(text: str, number: int | None) -> None:
    assert parse_whole(text) == number


@pytest.mark.parametrize(("text", "place"), [("2", 2), ("3", None), ("²", None)])
def test_a_place_is_one_of_those_there_are(text: str, place: int | None) -> None:
    assert parse_index(text, 3) == place


@pytest.mark.parametrize("turn", ["²", "٣", "9" * 5_000], ids=["raised", "arabic", "long"])
def test_a_seat_that_is_no_number_breaks_nothing(client: CheckedClient, turn: str) -> None:
    address = f"/disputes?game={GAME}&ask=claim&seats=A,B,C&turn={turn}&wants=0"
    assert client.get(address).status_code in (200, 400, 414, 422)


@pytest.mark.parametrize("pressed", ["untap", "says"])
def test_a_card_at_no_place_breaks_nothing(client: CheckedClient, pressed: str) -> None:
    address = f"/disputes?game={GAME}&ask=meld&cards=8s&{pressed}=cards:{'9' * 1_900}"
    assert client.get(address).status_code in (200, 400, 414, 422)


def test_a_font_of_no_name_is_not_there(client: CheckedClient) -> None:
    assert client.get(f"/prints/fonts/{'a' * 300}.ttf").status_code == 404


def test_a_file_that_is_too_large_is_told_how_large_it_may_be(client: CheckedClient) -> None:
    answer = client.post(
        "/games/bring",
        content_type="multipart/form-data; boundary=x",
        input_stream=io.BytesIO(b""),
        environ_overrides={"CONTENT_LENGTH": str(2 * COPY_BYTES)},
    )
    assert (answer.status_code, "8 MB" in answer.text) == (413, True)
