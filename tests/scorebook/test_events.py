"""Events go through plain data and come back the same."""

import json

import pytest

from referee.scorebook.errors import UnreadableEvent
from referee.scorebook.events import KINDS, read, write
from referee.scorebook.events.base import Besides, Event, Hand, Seat
from referee.scorebook.events.deals import (
    CardsDrawn,
    DealCorrected,
    DealDeleted,
    DealInserted,
    ResultsSwapped,
)
from referee.scorebook.events.players import (
    Begins,
    DealerChanged,
    Joined,
    Left,
    Renamed,
    Returned,
    SeatsMoved,
)
from referee.scorebook.events.signing import DealSigned, SeatTaken
from referee.scorebook.events.table import (
    GameEnded,
    LaidMeld,
    MeldsLaid,
    Noted,
    OptionsChanged,
    PointsGiven,
    RulingKept,
)
from referee.scorebook.events.undoing import Undone
from tests.scorebook.tables import corrected, hands, started, written

EXAMPLES: dict[str, Event] = {
    "started": started("Mara", "Jon", first_dealer=1),
    "deal-written": written(
        1,
        "p2",
        Hand(points=45, cards="K 7 7 *"),
        Hand(points=0, cards=""),
        Hand(points=30, sum="12+11+7"),
    ),
    "deal-corrected": DealCorrected(
        deal=3,
        out="p1",
        hands=hands(12, 0, 0),
        besides=Besides(
            gin="gin",
            melded=hands(20, 0, 0),
            events={"p2": ("wrong-declaration",)},
            dropped={"p3": "middle"},
        ),
    ),
    "deal-inserted": DealInserted(deal=4, out="p1", hands=hands(0, 12), before=2),
    "deal-deleted": DealDeleted(deal=2),
    "deal-signed": DealSigned(
        deal=2, player="p3", out="p1", points={"p1": 0, "p2": 12, "p3": None}
    ),
    "seat-taken": SeatTaken(player="p3", by="p1", over=True),
    "results-swapped": ResultsSwapped(deal=2, one="p1", other="p3"),
    "undone": Undone(entry=7, about=("deal 2",)),
    "joined": Joined(
        player=Seat(key="p4", name="Dov"), after="p1", begins=Begins.AVERAGE, points=37
    ),
    "left": Left(player="p2"),
    "returned": Returned(player="p2", begins=Begins.TYPED, points=-5),
    "renamed": Renamed(player="p2", name="Jonathan"),
    "seats-moved": SeatsMoved(order=("p2", "p1", "p3")),
    "dealer-changed": DealerChanged(dealer="p3"),
    "cards-drawn": CardsDrawn(deal=2, wild="7"),
    "game-ended": GameEnded(),
    "points-given": PointsGiven(id=1, player="p2", points=-10, why="Showed a card"),
    "options-changed": OptionsChanged(options={"ties": "played-off", "target": 300}),
    "noted": Noted(title="At the lake", day="2026-08-14"),
    "melds-laid": MeldsLaid(
        deal=2, melds=(LaidMeld(by="p1", cards="8h *=9h 10h"),), did="Mara lays 8♥ joker 10♥."
    ),
    "ruling-kept": RulingKept(
        asks="Is this a meld?",
        answers="Not allowed.",
        case={"game": "six-to-ten", "ask": "meld", "cards": "9s 9d"},
        ruling={"verdict": "illegal", "findings": [], "facts": {}},
        deal=3,
    ),
}


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_comes_back_the_same(kind):
    entry = EXAMPLES[kind]
    assert read(json.loads(json.dumps(write(entry)))) == entry


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_says_its_kind_and_form(kind):
    assert {"kind": kind, "schema": 1}.items() <= write(EXAMPLES[kind]).items()


def test_a_hand_leaves_out_what_was_not_given():
    assert write(EXAMPLES["deal-written"])["hands"] == {
        "p1": {"points": 45, "cards": "K 7 7 *"},
        "p2": {"points": 0, "cards": ""},
        "p3": {"points": 30, "sum": "12+11+7"},
    }


STRANGE = {
    "a later kind": {"kind": "player-left", "schema": 1},
    "a later form": {**write(EXAMPLES["started"]), "schema": 2},
}


@pytest.mark.parametrize("plain", STRANGE.values(), ids=STRANGE)
def test_what_a_later_version_wrote_is_never_guessed(plain):
    with pytest.raises(UnreadableEvent, match="later version"):
        read(plain)


DAMAGED = {
    "no kind": {"schema": 1},
    "no form": {"kind": "started"},
    "no hands": {"kind": "deal-written", "schema": 1, "deal": 1, "out": None},
    "an unknown field": {
        "kind": "deal-written", "schema": 1, "deal": 1, "out": None, "hands": {"p1": {"pts": 3}}
    },
    "players as text": {"kind": "started", "schema": 1, "players": "ab", "first_dealer": "p1"},
}  # fmt: skip


@pytest.mark.parametrize("plain", DAMAGED.values(), ids=DAMAGED)
def test_a_damaged_entry_is_told_from_a_later_one(plain):
    with pytest.raises(UnreadableEvent, match=r"^Its data is damaged\."):
        read(plain)


def test_entries_about_one_deal_touch_the_same_thing():
    assert written(3, None, 1).conflict_keys == corrected(3, None, 2).conflict_keys


def test_entries_about_two_deals_touch_nothing_in_common():
    assert not written(3, None, 1).conflict_keys & corrected(2, None, 2).conflict_keys


def test_an_entry_cannot_be_changed():
    with pytest.raises(AttributeError):
        EXAMPLES["deal-written"].deal = 2  # type: ignore[attr-defined]
