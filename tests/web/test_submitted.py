"""What was entered in a form that was not saved, as it is shown again."""

import pytest

from referee.web.submitted import submitted_values

NAMES = {"p1": "Ann", "p2": "Bo"}
SHOWN = {
    "who went out, and a hand": (
        {"out": "p2", "points-p1": "17", "cards-p1": "K 7"},
        (("Went out", "Bo"), ("Ann", "17 · K 7")),
    ),
    "melds beside what is left": (
        {"melded-p1": "30", "cards-melded-p1": "K Q J", "points-p1": "7"},
        (("Ann, melded", "30 · K Q J"), ("Ann", "7")),
    ),
    "points by parts": ({"points-p1": "20", "part2-p1": "5"}, (("Ann", "20 · 5"),)),
    "what happened in a deal": (
        {"big-gin": "yes", "cut": "p1", "fate-p2": "laid"},
        (("Big gin", "yes"), ("Who cut exactly?", "Ann"), ("Bo", "Laid")),
    ),
    "seats, and somebody unknown": (
        {"order": "p2 p1", "after": "p7"},
        (("Seats", "Bo, Ann"), ("Plays after", "Player 7")),
    ),
    "a house rule": ({"option-twos_wild": "yes"}, (("twos wild", "yes"),)),
    "what nobody typed": ({"key": "a", "base": "3", "kept-p1": "5", "csrf_token": "b"}, ()),
}


@pytest.mark.parametrize(("form", "shown"), SHOWN.values(), ids=SHOWN)
def test_what_was_entered_is_shown_by_its_labels(form, shown):
    assert submitted_values(form, NAMES) == shown
