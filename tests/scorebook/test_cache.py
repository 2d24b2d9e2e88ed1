"""What a process keeps at hand, and when it lets go of it."""

import gc
import json
import tracemalloc

import pytest

from referee.scorebook.cache import Recent
from referee.scorebook.events import read, write
from referee.scorebook.events.players import Renamed
from referee.scorebook.events.table import LaidMeld, MeldsLaid, RulingKept
from referee.scorebook.plain import plain_game
from referee.scorebook.replay import read_book
from tests.scorebook.tables import corrected, log_of, started, written


def held(recent):
    return "".join(key for key in "abcd" if recent.get(key) is not None)


def test_what_was_not_asked_for_longest_goes_first():
    recent = Recent[str, int](2)
    recent.put("a", 1)
    recent.put("b", 2)
    recent.get("a")
    recent.put("c", 3)
    assert [recent.get(key) for key in "abc"] == [1, None, 3]


def test_sizes_come_to_so_much_and_no_more():
    recent = Recent[str, str](10, len)
    for key in "abc":
        recent.put(key, key * 4)
    assert held(recent) == "bc"
    recent.put("d", "dd")
    assert held(recent) == "bcd"


def test_a_value_in_place_of_another_takes_its_room():
    recent = Recent[str, str](10, len)
    recent.put("b", "b")
    for length in range(1, 10):
        recent.put("a", "a" * length)
    assert held(recent) == "ab"


def test_a_value_that_is_too_large_puts_no_other_out():
    recent = Recent[str, str](10, len)
    recent.put("a", "a")
    recent.put("b", "b")
    recent.put("a", "a" * 11)
    assert held(recent) == "b"


@pytest.mark.parametrize("go", [lambda recent: recent.drop("a"), lambda recent: recent.clear()])
def test_what_was_let_go_leaves_its_room(go):
    recent = Recent[str, str](10, len)
    recent.put("a", "a" * 10)
    go(recent)
    recent.put("b", "b" * 10)
    assert held(recent) == "b"


def ruling(number):
    findings = [{"rule": f"rule-{place}", "cards": ["9s"]} for place in range(30)]
    return RulingKept(
        asks="Is this a meld?",
        answers="No.",
        case={"game": "scores", "ask": "meld", "cards": f"9s 9d {number}"},
        ruling={"verdict": "illegal", "findings": findings},
    )


def melds(number):
    lie = (LaidMeld(by="p1", cards=f"{number} 8h 9h 10h"),)
    return MeldsLaid(deal=1, melds=lie * 20, did="Laid.")


DEAL = written(1, None, *[5] * 8)
LOGS = {
    "corrections": [DEAL, *(corrected(1, None, points, *[5] * 7) for points in range(400))],
    "names": [Renamed(player="p1", name=f"Name {number}") for number in range(400)],
    "melds": [melds(number) for number in range(200)],
    "rulings": [ruling(number) for number in range(100)],
}


@pytest.mark.parametrize("entries", LOGS.values(), ids=LOGS)
def test_a_book_knows_about_how_much_memory_it_takes(entries):
    log = log_of(started(*(f"Player {number}" for number in range(8))), *entries)
    texts = [json.dumps(write(stamped.event)) for stamped in log]
    gc.collect()
    tracemalloc.start()
    # As they come from the database.
    fresh = log_of(*(read(json.loads(text)) for text in texts))
    book = read_book(plain_game(), fresh)
    assert book.deals is not None
    taken, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert taken / 2 < book.bytes < taken * 3
