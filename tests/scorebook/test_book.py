"""What follows from a log: standings, dealers, the end, and the words of the log."""

import json
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from referee.rules.cards import parse_cards
from referee.rules.law.points import points_of
from referee.scorebook import events
from referee.scorebook.errors import LimitReached, Refused, UnreadableEvent
from referee.scorebook.events.base import Event, Hand
from referee.scorebook.events.players import Renamed
from referee.scorebook.events.state import Folded, GameState
from referee.scorebook.events.undoing import Undone
from referee.scorebook.projection import ScoreBook
from referee.scorebook.replay import after_trial, follow, read_book, read_on
from referee.variants import load
from tests.scorebook.tables import corrected, log_of, started, written

FIVE_DEALS = load("six-to-ten")
TO_A_TARGET = load("basic-rummy", {"target": 100})
EVERYBODY_OUT_OR_NOT = load("contract-rummy-house")

SAMPLES = json.loads(
    (Path(__file__).parents[1] / "data" / "sample-games.json").read_text(encoding="utf-8")
)


def book(
    *more: Event, variant=FIVE_DEALS, names=("Mara", "Jon", "Edith"), first_dealer=0
) -> ScoreBook:
    return read_book(variant, log_of(started(*names, first_dealer=first_dealer), *more))


def totals(of: ScoreBook) -> dict[str, int]:
    return {name: of.standings.totals[key] for key, name in of.names.items()}


def sample_book(sample: dict[str, Any], *, with_correction: bool = False) -> ScoreBook:
    """The book of a sample game, its points counted from the cards."""
    variant = load(sample["game"])
    names = sample["players"]
    keys = {name: f"p{number}" for number, name in enumerate(names, 1)}

    def hands_of(held: dict[str, str]) -> tuple[Hand, ...]:
        return tuple(
            Hand(points=points_of(variant, parse_cards(held[name])), cards=held[name])
            for name in names
        )

    log: list[Event] = [started(*names, first_dealer=names.index(sample["first_dealer"]))]
    log += [
        written(number, keys[deal["out"]], *hands_of(deal["hands"]))
        for number, deal in enumerate(sample["deals"], 1)
    ]
    if with_correction:
        fix = sample["correction"]
        deal = sample["deals"][fix["deal"] - 1]
        held = {**deal["hands"], fix["player"]: fix["hand"]}
        log.append(corrected(fix["deal"], keys[deal["out"]], *hands_of(held)))
    return read_book(variant, log_of(*log))


each_sample = pytest.mark.parametrize("sample", SAMPLES, ids=[one["title"] for one in SAMPLES])


@each_sample
def test_a_sample_game_ends_with_its_totals(sample):
    assert totals(sample_book(sample)) == sample["totals"]


@each_sample
def test_a_sample_game_ends_with_its_winners(sample):
    assert list(sample_book(sample).winners) == sample["winners"]


@each_sample
def test_a_sample_game_writes_the_points_of_each_deal(sample):
    found = sample_book(sample)
    assert [
        {found.names[key]: points for key, points in row.points.items()} for row in found.deals
    ] == [deal["points"] for deal in sample["deals"]]


def test_a_correction_changes_the_totals():
    sample = SAMPLES[1]
    assert totals(sample_book(sample, with_correction=True)) == sample["correction"]["totals"]


def test_a_correction_says_what_it_was():
    found = sample_book(SAMPLES[1], with_correction=True)
    assert [line.says for line in found.log if line.number == found.version] == [
        "Chi, deal 2: 34, not 38"
    ]


def test_a_game_begins_with_nothing_written():
    assert book().deals == ()


def test_a_game_begins_with_all_at_nought():
    assert totals(book()) == {"Mara": 0, "Jon": 0, "Edith": 0}


def test_a_game_that_goes_on_has_no_winner():
    assert book(written(1, "p2", 65, 0, 20)).winners == ()


def test_a_deal_not_written_is_absent():
    assert book(written(1, "p2", 65, 0, 20)).deal(2) is None


def test_a_deal_not_written_is_not_in_the_rows():
    assert [row.number for row in book(written(1, "p2", 65, 0, 20)).deals] == [1]


def test_running_totals_go_up_to_their_deal():
    found = book(written(1, "p2", 65, 0, 20), written(2, "p3", 15, 50, 0))
    assert [dict(row.running) for row in found.deals] == [
        {"p1": 65, "p2": 0, "p3": 20},
        {"p1": 80, "p2": 50, "p3": 20},
    ]


def test_the_deal_passes_to_the_left():
    assert [book(first_dealer=1).dealer_of(deal) for deal in range(1, 6)] == [
        "p2", "p3", "p1", "p2", "p3"
    ]  # fmt: skip


def test_the_player_left_of_the_dealer_leads():
    assert [book(first_dealer=dealer).leader for dealer in range(3)] == ["p2", "p3", "p1"]


def test_the_next_deal_has_its_dealer_and_leader():
    found = book(written(1, "p2", 65, 0, 20))
    assert (found.next_deal, found.dealer, found.leader) == (2, "p2", "p3")


def test_a_written_deal_keeps_its_dealer_and_leader():
    found = book(written(1, "p2", 65, 0, 20), written(2, "p3", 15, 50, 0))
    assert [(row.dealer, row.leader) for row in found.deals] == [("p1", "p2"), ("p2", "p3")]


def test_the_next_deal_has_its_plan():
    plan = book(written(1, "p2", 65, 0, 20)).next_plan
    assert plan is not None
    assert plan.number == 2


def test_a_correction_does_not_move_the_deal_on():
    assert book(written(1, "p2", 65, 0, 20), corrected(1, "p2", 60, 0, 20)).next_deal == 2


def test_the_version_is_the_number_of_the_last_entry():
    assert book(written(1, "p2", 65, 0, 20), corrected(1, "p2", 60, 0, 20)).version == 3


WHOLE_GAME = (
    written(1, "p2", 65, 0, 20),
    written(2, "p3", 15, 50, 0),
    written(3, "p2", 5, 0, 65),
    written(4, "p1", 0, 20, 40),
    written(5, "p3", 40, 10, 0),
)


def test_after_the_last_deal_nothing_is_next():
    found = book(*WHOLE_GAME)
    assert (found.next_deal, found.next_plan, found.dealer, found.leader) == (None,) * 4


def test_after_the_last_deal_the_game_is_over():
    assert book(*WHOLE_GAME).finished


def test_a_correction_after_the_end_changes_the_winner():
    # 125 – 80 – 125 becomes 75 – 80 – 125.
    assert book(*WHOLE_GAME, corrected(1, "p2", 15, 0, 20)).winners == ("Mara",)


def test_a_correction_after_the_end_may_leave_a_tie():
    # 125 – 80 – 125 becomes 80 – 80 – 125; winners stand in seat order.
    assert book(*WHOLE_GAME, corrected(1, "p2", 20, 0, 20)).winners == ("Mara", "Jon")


NEAR_THE_TARGET = (written(1, "p1", 0, 30, 25), written(2, "p1", 0, 30, 14))


def test_the_winner_collects_what_the_others_hold():
    found = book(*NEAR_THE_TARGET, variant=TO_A_TARGET)
    assert totals(found) == {"Mara": 99, "Jon": 0, "Edith": 0}


def test_below_the_target_the_game_goes_on():
    assert book(*NEAR_THE_TARGET, variant=TO_A_TARGET).next_deal == 3


def test_a_correction_across_the_target_ends_the_game():
    found = book(*NEAR_THE_TARGET, corrected(2, "p1", 0, 30, 15), variant=TO_A_TARGET)
    assert (found.finished, found.winners, found.next_deal) == (True, ("Mara",), None)


def test_a_correction_back_across_the_target_opens_it_again():
    found = book(
        *NEAR_THE_TARGET,
        corrected(2, "p1", 0, 30, 15),
        corrected(2, "p1", 0, 30, 14),
        variant=TO_A_TARGET,
    )
    assert (found.finished, found.winners, found.next_deal) == (False, (), 3)


def test_a_game_opened_again_goes_on_where_it_was():
    found = book(
        *NEAR_THE_TARGET,
        corrected(2, "p1", 0, 30, 15),
        corrected(2, "p1", 0, 30, 14),
        written(3, "p2", 5, 0, 5),
        variant=TO_A_TARGET,
    )
    assert totals(found) == {"Mara": 99, "Jon": 10, "Edith": 0}


def test_reading_on_comes_to_the_same_book():
    log = log_of(started("Mara", "Jon", "Edith"), *WHOLE_GAME, corrected(1, "p2", 20, 0, 20))
    for at in range(1, len(log) + 1):
        assert read_on(read_book(FIVE_DEALS, log[:at]), log[at:]) == read_book(FIVE_DEALS, log)


def test_reading_on_with_nothing_new_is_the_same_book():
    found = book()
    assert read_on(found, []) is found


NO_TABLE = {"nothing": [], "no beginning": log_of(written(1, None, 1, 2))}


@pytest.mark.parametrize("log", NO_TABLE.values(), ids=NO_TABLE)
def test_a_log_without_a_table_cannot_be_read(log):
    with pytest.raises(UnreadableEvent, match="begins with its table"):
        read_book(FIVE_DEALS, log)


# The words of the log.

BEN, ANA = "p2", "p1"
LOGGED = {
    "sitting down": ((), ["New game: Ana, Ben and Chi; Ben deals first"]),
    "a deal": (
        (written(1, BEN, 12, 0, 34),),
        ["Deal 1: Ben went out; Ana 12, Chi 34"],
    ),
    "a deal with nobody out": (
        (written(1, None, 12, 5, 34),),
        ["Deal 1: nobody went out; Ana 12, Ben 5, Chi 34"],
    ),
    "points": (
        (written(1, BEN, 12, 0, 34), corrected(1, BEN, 12, 0, 38)),
        ["Chi, deal 1: 38, not 34"],
    ),
    "points of two": (
        (written(1, BEN, 12, 0, 34), corrected(1, BEN, 10, 0, 38)),
        ["Ana, deal 1: 10, not 12", "Chi, deal 1: 38, not 34"],
    ),
    "who went out": (
        (written(1, ANA, 0, 5, 34), corrected(1, BEN, 12, 0, 34)),
        ["Deal 1: Ben went out, not Ana", "Ana, deal 1: 12, not 0", "Ben, deal 1: 0, not 5"],
    ),
    "nobody went out": (
        (written(1, ANA, 0, 5, 34), corrected(1, None, 3, 5, 34)),
        ["Deal 1: nobody went out, not Ana", "Ana, deal 1: 3, not 0"],
    ),
    "somebody went out": (
        (written(1, None, 3, 5, 34), corrected(1, ANA, 0, 5, 34)),
        ["Deal 1: Ana went out after all", "Ana, deal 1: 0, not 3"],
    ),
    "other cards": (
        (
            written(1, BEN, 10, 0, Hand(points=10, cards="K")),
            corrected(1, BEN, 10, 0, Hand(points=10, cards="Q")),
        ),
        ["Deal 1: cards corrected, same points"],
    ),
    "nothing": (
        (written(1, BEN, 12, 0, 34), corrected(1, BEN, 12, 0, 34)),
        ["Deal 1: checked, nothing changed"],
    ),
}


@pytest.mark.parametrize(("entries", "says"), LOGGED.values(), ids=LOGGED)
def test_the_log_says(entries, says):
    found = book(
        *entries, variant=EVERYBODY_OUT_OR_NOT, names=("Ana", "Ben", "Chi"), first_dealer=1
    )
    assert [line.says for line in found.log if line.number == found.version] == says


def test_where_the_winner_collects_the_log_says_what_was_held():
    found = book(*NEAR_THE_TARGET, corrected(2, "p1", 0, 30, 15), variant=TO_A_TARGET)
    assert [line.says for line in found.log if line.number == 4] == [
        "Mara, deal 2: 45, not 44",
        "Edith, deal 2: held 15, not 14",
        "That ends the game: Mara won",
    ]


def test_a_line_of_the_log_knows_when_who_and_which_deal():
    log = log_of(started("Mara", "Jon", "Edith"), written(1, "p2", 65, 0, 20))
    line = read_book(FIVE_DEALS, log).log[-1]
    assert (line.number, line.at, line.who, line.deal) == (2, log[1].at, "scorekeeper’s phone", 1)


LOOK_ALIKE = ("Ann", "\u0410nn", "Edith")


def next_entry(of: ScoreBook, entry: Event) -> ScoreBook:
    return follow(of, replace(log_of(entry)[0], number=of.version + 1, key="another-key"))


def test_a_table_that_sat_down_with_names_that_look_alike_plays_on():
    after = next_entry(book(names=LOOK_ALIKE), written(1, "p1", 0, 20, 30))
    assert [row.points["p2"] for row in after.deals] == [20]


def test_names_that_look_alike_are_put_right():
    after = next_entry(book(names=LOOK_ALIKE), Renamed(player="p2", name="Anna"))
    assert list(after.names.values()) == ["Ann", "Anna", "Edith"]


def test_no_taking_back_makes_names_look_alike():
    before = book(
        Renamed(player="p1", name="Bo"),
        Renamed(player="p2", name="Ann"),
        names=("\u0410nn", "Jon", "Edith"),
    )
    with pytest.raises(Refused, match="two players would be called"):
        next_entry(before, Undone(entry=2))


def test_names_are_text_even_where_they_look_like_wording():
    found = book(names=("{deal}", "%s", "{0}"))
    assert found.log[0].says == "New game: {deal}, %s and {0}; {deal} deals first"


# What cannot follow.

REFUSED = {
    "a deal written before": (
        written(1, "p2", 65, 0, 20), None, "Deal 1 is already saved: correct it instead."
    ),
    "a deal too far on": (
        written(3, "p2", 65, 0, 20), None, "Deal 2 comes next, not deal 3."
    ),
    "deal 0": (written(0, "p2", 65, 0, 20), None, "Deal 2 comes next, not deal 0."),
    "a correction of nothing": (
        corrected(2, "p2", 65, 0, 20), None,
        "Deal 2 has no score yet, so there’s nothing to correct.",
    ),
    "a hand missing": (
        written(2, "p2", 65, 0), None, "A deal needs one hand for each of Mara, Jon and Edith."
    ),
    "a hand too many": (
        written(2, "p2", 65, 0, 20, 5), None,
        "A deal needs one hand for each of Mara, Jon and Edith.",
    ),
    "a stranger out": (
        written(2, "p9", 65, 1, 20), None,
        "A deal needs one hand for each of Mara, Jon and Edith.",
    ),
    "points while out": (
        written(2, "p2", 65, 5, 20), 1, "Jon went out, so Jon holds 0 points."
    ),
    "points below nought": (
        written(2, "p2", 65, 0, -5), 2, "Edith needs a whole number of points from 0 to 9999."
    ),
    "points beyond all reason": (
        written(2, "p2", 10_000, 0, 5), 0, "Mara needs a whole number of points from 0 to 9999."
    ),
    "cards that are worth something else": (
        written(2, "p2", 65, 0, Hand(points=5, cards="K")), 2,
        "Edith’s cards are worth 10 points, not 5.",
    ),
    "cards while out": (
        written(2, "p2", 65, Hand(points=0, cards="K"), 5), 1,
        "Jon’s cards are worth 10 points, not 0.",
    ),
    "a second beginning": (
        started("Mara", "Jon"), None, "This game has already started. Start another one."
    ),
}  # fmt: skip


@pytest.mark.parametrize(("entry", "seat", "says"), REFUSED.values(), ids=REFUSED)
def test_what_cannot_follow_is_refused(entry, seat, says):
    with pytest.raises(Refused) as refused:
        entry.check(book(written(1, "p2", 65, 0, 20)))
    assert (str(refused.value), refused.value.seat) == (says, seat)


def test_cards_that_are_none_are_refused():
    with pytest.raises(Refused, match="Edith’s cards: “x” is not a card"):
        written(1, "p2", 65, 0, Hand(points=5, cards="x")).check(book())


def test_a_deal_after_the_end_is_refused():
    with pytest.raises(Refused, match="The game is over"):
        written(6, "p2", 65, 0, 20).check(book(*WHOLE_GAME))


def test_a_deal_that_the_game_cannot_score_is_refused():
    with pytest.raises(Refused, match="nobody went out isn’t scored"):
        after_trial(book(variant=TO_A_TARGET), written(1, None, 65, 3, 20))


ALLOWED = {
    "points": written(2, "p2", 65, 0, 20),
    "cards": written(2, "p2", Hand(points=30, cards="2 K"), Hand(points=0, cards=""), 5),
    "cards with suits": written(2, "p2", Hand(points=30, cards="2h Kd"), 0, 5),
    "nobody out": written(2, None, 65, 5, 20),
    "a correction": corrected(1, "p1", 0, 12, 20),
}


@pytest.mark.parametrize("entry", ALLOWED.values(), ids=ALLOWED)
def test_what_can_follow_is_allowed(entry):
    entry.check(book(written(1, "p2", 65, 0, 20)))


# Limits at their edges.

DEALS_300 = tuple(written(number, "p1", 0, 0, 0) for number in range(1, 301))


def test_a_game_may_have_so_many_deals():
    *_, last = log_of(started("Mara", "Jon", "Edith"), *DEALS_300)
    assert len(follow(book(*DEALS_300[:-1], variant=TO_A_TARGET), last).deals) == 300


def test_one_deal_more_is_refused():
    one_more = written(301, "p1", 0, 0, 0)
    *_, last = log_of(started("Mara", "Jon", "Edith"), *DEALS_300, one_more)
    with pytest.raises(LimitReached, match="at most 300 deals"):
        follow(book(*DEALS_300, variant=TO_A_TARGET), last)


LENGTHS = {
    "a sum": (Hand(points=100, sum="1" * 100), Hand(points=100, sum="1" * 101)),
    "cards": (
        Hand(points=5, cards="3" + " " * 999),
        Hand(points=5, cards="3" + " " * 1000),
    ),
}


@pytest.mark.parametrize(("longest", "longer"), LENGTHS.values(), ids=LENGTHS)
def test_what_a_hand_keeps_has_a_longest_length(longest, longer):
    [kept] = log_of(written(1, "p2", 65, 0, longest))
    [refused] = log_of(written(1, "p2", 65, 0, longer))
    assert follow(book(), kept).deals[0].hands["p3"] == longest
    with pytest.raises(Refused, match="at most 100"):
        follow(book(), refused)


def test_points_that_are_no_number_are_refused():
    [wrong] = log_of(written(1, "p2", True, 0, 5))
    with pytest.raises(Refused, match="whole number"):
        follow(book(), wrong)


def test_points_may_be_so_many():
    written(1, "p2", 9999, 0, 5).check(book())


# A later kind.


@pytest.fixture
def nicknaming():
    """A kind of event that this version does not have, registered as a later one would be."""

    class Nicknamed(Event, frozen=True, kw_only=True):
        player: str
        name: str

        def apply(self, state: GameState) -> Folded:
            return Folded(replace(state, title=self.name))

    events.KINDS["nicknamed"] = Nicknamed
    yield Nicknamed
    del events.KINDS["nicknamed"]


def test_a_later_kind_needs_only_its_own_class(nicknaming):
    plain = events.write(nicknaming(player="p2", name="Jonathan"))
    assert book(events.read(plain), written(1, "p2", 65, 0, 20)).title == "Jonathan"


def test_a_kind_that_says_not_what_it_does_is_never_passed_over():
    class Nameless(Event, frozen=True, kw_only=True):
        player: str

    with pytest.raises(UnreadableEvent, match="nameless"):
        book(Nameless(player="p2"))


@pytest.mark.parametrize("kind", events.KINDS.values(), ids=events.KINDS)
def test_every_kind_says_what_it_does(kind):
    # Reading itself passes over what was taken back.
    assert kind is Undone or kind.apply is not Event.apply


def test_hands_of_a_deal_stay_as_evidence():
    evidence = Hand(points=30, cards="2 K")
    found = book(written(1, "p2", evidence, 0, 20)).deal(1)
    assert found is not None
    assert found.hands["p1"] == evidence
