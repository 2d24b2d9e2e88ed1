"""What holds for every text and number that comes from outside."""

import pytest

from referee.scorebook import limits
from referee.scorebook.checked import check_plain
from referee.scorebook.errors import Refused

DEEP: list[object] = []
for _ in range(100_000):
    DEEP = [DEEP]


@pytest.mark.parametrize("number", [limits.NUMBER, -limits.NUMBER, 0.5, True, None])
def test_a_number_that_every_database_keeps_is_taken(number):
    check_plain({"deal": [number]})


@pytest.mark.parametrize(
    "number", [limits.NUMBER + 1, -limits.NUMBER - 1, float("inf"), float("nan")]
)
def test_a_larger_number_is_refused(number):
    with pytest.raises(Refused, match=f"{limits.NUMBER} at most"):
        check_plain({"case": {"rounds": [{"Ann": number}]}})


@pytest.mark.parametrize("plain", [{"a\x00": 1}, {"a": ["\ud800"]}, ["\u202e"]], ids=ascii)
def test_a_sign_that_cannot_be_seen_is_found_at_any_depth(plain):
    with pytest.raises(Refused, match="Please retype it"):
        check_plain({"case": plain})


def test_what_is_nested_without_end_is_looked_through():
    check_plain(DEEP)
