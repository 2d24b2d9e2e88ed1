"""Copies of games: written out whole, checked, and taken in as games of their own."""

import hashlib
import json
from copy import deepcopy
from cProfile import Profile
from functools import partial

import pytest

from referee.rules.cards import JOKER
from referee.rules.search.showdown import knock_limit
from referee.scorebook import cache, limits
from referee.scorebook.cache import book_of
from referee.scorebook.errors import LimitReached, NotAllowed, Refused
from referee.scorebook.events import KINDS
from referee.scorebook.events.base import Hand, Seat
from referee.scorebook.events.deals import CardsDrawn, DealDeleted, DealInserted, ResultsSwapped
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
from referee.scorebook.first_edition import second_edition
from referee.scorebook.links import Role, new_link, open_game, renew_link
from referee.scorebook.plain import plain_game
from referee.scorebook.repository import delete_game, start_game, write
from referee.scorebook.transfer import _digest, export_games, import_games
from referee.variants import load
from tests.scorebook.conftest import EACH_DATABASE
from tests.scorebook.tables import corrected, hands, seat, written
from tests.variants.test_editions import FIRST

GAME = load("six-to-ten", {"ties": "played-off"})
KNOWN = {GAME.id: load(GAME.id)}


def as_it_is(variant, kept, left):
    """Rulings are judged by the pages: here they are taken as they are."""
    return kept


@pytest.fixture
def keeper(app):
    """A game with a deal, its correction, and a player who joined late."""
    game = start_game(GAME, ["Mara", "Jon", "Edith"], 1, note="At the lake")
    access = open_game(game.keeper_token)
    assert access
    dov = Joined(player=Seat(key="p4", name="Dov"), after="p1", begins=Begins.TYPED, points=7)
    for number, one in enumerate([written(1, "p2", 65, 0, 20), corrected(1, "p2", 5, 0, 20), dov]):
        write(access, one, key=f"entry-no-{number}", base=number + 1)
    return open_game(game.keeper_token)


def taken(text, **sent):
    """The book of the only game of a copy, taken in."""
    (one,) = import_games(text, KNOWN, as_it_is, **sent)
    assert one.started, one
    cache.forget()
    access = open_game(one.started.keeper_token)
    assert access
    return access, book_of(access)


def changed(text, change):
    """A copy that somebody changed, its check made good again."""
    games = json.loads(text)["games"]
    change(games[0])
    return with_games(text, games)


def with_games(text, games):
    """A copy with other games, its check made good."""
    try:
        check = _digest(games)
    except UnicodeEncodeError:
        check = "that of no text"
    return json.dumps(json.loads(text) | {"games": games, "check": check})


@EACH_DATABASE
def test_a_copy_comes_back_as_it_was(keeper):
    before, (_, after) = book_of(keeper), taken(export_games([keeper]))
    assert (after.totals, [line.says for line in after.log], after.variant.chosen) == (
        before.totals, [line.says for line in before.log], before.variant.chosen
    )  # fmt: skip


def steps(call):
    """How many functions a call calls."""
    profile = Profile(builtins=False)
    profile.runcall(call)
    return sum(called.callcount for called in profile.getstats())


def test_taking_in_twice_as_long_a_log_takes_about_twice_the_steps(app):
    def bring(length):
        game = start_game(plain_game(), ["Mara", "Jon"], 0)
        access = open_game(game.keeper_token)
        assert access
        deals = [written(deal, None, deal, 5) for deal in range(1, length + 1)]
        fixes = [corrected(1, None, points, 5) for points in range(2, length + 2)]
        for number, entry in enumerate((*deals, *fixes), 1):
            write(access, entry, key=f"entry-no-{number}", base=number)
        text = export_games([access])
        cache.forget()
        return steps(partial(import_games, text, {"scores": plain_game()}, as_it_is))

    bring(5)
    assert bring(80) < 2.5 * bring(40)


def test_a_copy_keeps_who_and_when(keeper):
    before, (_, after) = book_of(keeper), taken(export_games([keeper]))
    assert [(line.at, line.who) for line in after.log] == [
        (line.at, line.who) for line in before.log
    ]


def test_a_copy_overwrites_nothing(keeper):
    access, _ = taken(export_games([keeper]))
    assert access.game_id != keeper.game_id


def started_of(text, **sent):
    (one,) = import_games(text, KNOWN, as_it_is, **sent)
    assert one.started, one
    return one.started


@EACH_DATABASE
def test_a_copy_taken_in_twice_is_one_game_for_its_keeper(keeper):
    text = export_games([keeper])
    first = started_of(text)
    assert started_of(text, ring=[first.keeper_token]) == first


def test_a_copy_taken_in_twice_from_one_form_is_one_game(keeper):
    text = export_games([keeper])
    assert started_of(text, key="one-form") == started_of(text, key="one-form")


def test_two_games_of_a_copy_from_one_form_are_two(app, keeper):
    other = open_game(start_game(GAME, ["Ida", "Kai", "Lu"], 0).keeper_token)
    assert other
    both = import_games(export_games([keeper, other]), KNOWN, as_it_is, key="one-form")
    assert len({one.started.game_id for one in both if one.started}) == 2


@pytest.mark.parametrize("held", ["nothing", "viewer", "scorer", "withdrawn"])
def test_a_copy_hands_nobody_the_game_of_another(keeper, held):
    text = export_games([keeper])
    first = started_of(text)
    theirs = open_game(first.keeper_token)
    assert theirs
    scorer = new_link(theirs, Role.SCORER).token
    if held == "withdrawn":
        renew_link(theirs, theirs.link_id)
    tokens = {"viewer": first.viewer_token, "scorer": scorer, "withdrawn": first.keeper_token}
    ring = [tokens[held]] if held in tokens else []
    assert started_of(text, ring=ring).game_id != first.game_id


def test_who_keeps_a_game_by_a_renewed_link_is_handed_that_link(keeper):
    text = export_games([keeper])
    first = started_of(text)
    access = open_game(first.keeper_token)
    assert access
    renewed = renew_link(access, access.link_id).token
    again = started_of(text, ring=[renewed])
    assert (again.game_id, again.keeper_token) == (first.game_id, renewed)


def test_a_copy_with_a_damaged_key_starts_nothing(keeper):
    with pytest.raises(Refused, match="has expired"):
        import_games(export_games([keeper]), KNOWN, as_it_is, key="two words")


def test_a_game_taken_in_goes_on(keeper):
    access, book = taken(export_games([keeper]))
    answer = write(access, written(2, "p1", 0, 5, 5, 5), key="entry-no-9", base=book.version)
    assert len(answer.book.deals) == 2


DAMAGES = {
    "no JSON": (lambda text: text[:-9], "isn’t a copy of games"),
    "other JSON": (lambda text: "[]", "isn’t a copy of games"),
    "a changed number": (lambda text: text.replace("65", "66"), "incomplete, or was changed"),
    "a later form": (lambda text: text.replace('"schema": 1, "games"', '"schema": 2, "games"')
                     .replace('"schema": 1,\n "games"', '"schema": 2,\n "games"'), "later version"),
}  # fmt: skip


@pytest.mark.parametrize(("damage", "says"), DAMAGES.values(), ids=DAMAGES)
def test_what_is_no_whole_copy_is_refused(keeper, damage, says):
    with pytest.raises(Refused, match=says):
        import_games(damage(export_games([keeper])), KNOWN, as_it_is)


WRONG = {
    "a deal too far on": (lambda game: game["log"][1]["entry"].update(deal=7), 2, "comes next"),
    "an unknown kind": (
        lambda game: game["log"][2]["entry"].update(kind="x"), 3, "“x” was saved by a later version"
    ),
    "no kind": (lambda game: game["log"][2]["entry"].pop("kind"), 3, "data is damaged"),
    "a key twice": (lambda game: game["log"][2].update(key=game["log"][1]["key"]), None, "damaged"),
    "another time": (lambda game: game["log"][1].update(at="noon"), 2, "damaged"),
    "a time after all others": (
        lambda game: game["log"][1].update(at="9999-12-31T23:59:59+00:00"), 2, "damaged"
    ),
    "a start before all others": (
        lambda game: game.update(started_at="0001-01-01T00:00:00+00:00"), None, "damaged"
    ),
    "no time": (lambda game: game["log"][1].pop("at"), 2, "damaged"),
    "a name in disguise": (
        lambda game: game["log"][0]["entry"]["players"][0].update(name="\u202eMara"), 1, "damaged"
    ),
    "rules of its own": (
        lambda game: game["definition"].update(name="Mine"), None, "never used here"
    ),
    "no log": (lambda game: game.update(log=[]), None, "1 to 5000 lines"),
    "no game": (lambda game: game.clear(), None, "damaged"),
}  # fmt: skip


def test_a_copy_of_the_first_edition_comes_in_with_values_that_a_version_had(keeper):
    stored = FIRST[GAME.id][0]
    text = export_games([keeper])
    _, book = taken(changed(text, lambda game: game.update(definition=stored)))
    assert book.variant.definition == second_edition(stored, GAME.id)
    other = {**stored, "points": {**stored["points"], "A": 25}}
    another = changed(text, lambda game: game.update(definition=other))
    (found,) = import_games(another, KNOWN, as_it_is)
    assert not found.started and "never used here" in found.says


@pytest.mark.parametrize(("change", "line", "says"), WRONG.values(), ids=WRONG)
def test_a_game_that_cannot_be_taken_says_where(keeper, change, line, says):
    (found,) = import_games(changed(export_games([keeper]), change), KNOWN, as_it_is)
    assert (found.started, found.line) == (None, line)
    assert says in found.says


def test_a_copy_keeps_what_cards_of_a_wild_rank_once_counted(app):
    red = load("zioncheck", {"wilds.ranks": ("2",), "wilds.colour": "red"})
    access = open_game(start_game(red, ["Mara", "Jon", "Edith"], 0).keeper_token)
    assert access
    write(access, written(1, "p2", Hand(points=15, cards="2s"), 0, 20), key="entry-no-1", base=1)
    with pytest.raises(Refused, match="worth 2 points, not 7"):
        write(access, written(2, "p2", Hand(points=7, cards="2s"), 0, 20), key="entry-no-2", base=2)
    text = export_games([access])
    (one,) = import_games(text, {red.id: load(red.id)}, as_it_is)
    assert one.started, one
    copy = open_game(one.started.keeper_token)
    assert copy
    assert book_of(copy).totals == {"p1": 15, "p2": 0, "p3": 20}


def test_a_joker_that_was_once_turned_up_leaves_the_usual_limit_in_a_book_and_its_copy(
    app, monkeypatch
):
    oklahoma = load("gin", {"oklahoma": "spades"})
    access = open_game(start_game(oklahoma, ["Mara", "Jon"], 0).keeper_token)
    assert access
    with pytest.raises(Refused, match="turned up"):
        write(access, CardsDrawn(deal=1, upcard="*"), key="entry-no-1", base=1)
    with monkeypatch.context() as before:
        before.setattr(CardsDrawn, "check_new", lambda event, book: None)
        write(access, CardsDrawn(deal=1, upcard="*"), key="entry-no-1", base=1)
    write(access, written(1, "p1", 0, 20), key="entry-no-2", base=2)
    (one,) = import_games(export_games([access]), {oklahoma.id: load("gin")}, as_it_is)
    assert one.started, one
    copy = open_game(one.started.keeper_token)
    assert copy
    cache.forget()
    for game in (access, copy):
        book = book_of(game)
        assert book.state.deals[0].drawn.upcard == JOKER
        assert knock_limit(oklahoma.at(1, book.state.deals[0].drawn)) == oklahoma.showdown.knock
        assert book.totals == {"p1": 0, "p2": 20}
        after = write(game, written(2, "p2", 5, 0), key="entry-no-3", base=book.version)
        assert after.book.totals == {"p1": 5, "p2": 20}


@EACH_DATABASE
def test_a_deleted_game_is_gone(keeper):
    delete_game(keeper)
    with pytest.raises(NotAllowed):
        write(keeper, written(2, "p1", 0, 5, 5, 5), key="entry-no-9", base=4)


KEPT = RulingKept(
    asks="Is this a meld?",
    answers="Not allowed.",
    case={"game": GAME.id, "ask": "meld", "cards": "9s 9d"},
    ruling={"verdict": "illegal", "settled_by": "rules", "findings": [], "facts": {}},
    deal=2,
)
MORE = [
    Noted(title="At the lake", day="2026-08-14"),
    MeldsLaid(deal=2, melds=(LaidMeld(by="p1", cards="8h *=9h 10h"),), did="Mara lays 8♥ 10♥."),
    KEPT,
    Undone(entry=6, about=("melds 2",)),
    Left(player="p4"),
    Returned(player="p4", begins=Begins.TYPED, points=5),
    Renamed(player="p4", name="Dora"),
    SeatsMoved(order=("p2", "p1", "p4", "p3")),
    DealerChanged(dealer="p1"),
    OptionsChanged(options={"ties": "shared", "wilds.drawn": True}),
    ResultsSwapped(deal=1, one="p1", other="p3"),
    DealSigned(deal=1, player="p2", out="p2", points={"p1": 20, "p2": 0, "p3": 5}),
    DealInserted(deal=2, out="p1", hands=hands(0, Hand(points=20, sum="12+8"), 5), before=1),
    DealDeleted(deal=2),
    CardsDrawn(deal=3, wild="7"),
    SeatTaken(player="p2", by=None, over=True),
    PointsGiven(id=1, player="p1", points=-10, why="Late"),
    GameEnded(),
]


@pytest.fixture
def full(keeper):
    """A copy of a game with a line of every kind."""
    jon = seat(keeper, "p2")
    for number, entry in enumerate(MORE, 5):
        by = jon if isinstance(entry, DealSigned) else keeper
        write(by, entry, key=f"entry-no-{number}", base=number - 1)
    text = export_games([keeper])
    assert {line["entry"]["kind"] for line in json.loads(text)["games"][0]["log"]} == set(KINDS)
    return text


def test_a_copy_is_written_as_every_one_before(full):
    whole = json.loads(full)
    assert full == json.dumps(whole, ensure_ascii=False)
    games = json.dumps(
        whole["games"], sort_keys=True, ensure_ascii=False, separators=(",", ":")
    ).encode()
    assert whole["check"] == hashlib.sha256(games).hexdigest()


def places(value, at=()):
    """Where the texts of plain data are, names of fields too: the way there, and whether a name."""
    if isinstance(value, str):
        yield at, False
    steps = range(len(value)) if isinstance(value, list) else value
    for step in steps if isinstance(value, dict | list) else ():
        if isinstance(step, str):
            yield (*at, step), True
        yield from places(value[step], (*at, step))


def with_sign(game, way, is_name, sign):
    """Put a sign behind the text at a place, or behind the name of a field."""
    *before, last = way
    for step in before:
        game = game[step]
    if is_name:
        game[last + sign] = game.pop(last)
    else:
        game[last] += sign


def with_signs(text, sign):
    """The game of a copy as often as it has texts, each time with a sign at another place."""
    game = json.loads(text)["games"][0]
    for way, is_name in list(places(game | {"definition": None})):
        other = deepcopy(game)
        with_sign(other, way, is_name, sign)
        yield way, other


@pytest.mark.parametrize("sign", ["\x00", "\u202e"], ids=["control character", "direction"])
def test_no_sign_that_cannot_be_seen_comes_in(full, sign):
    changed_games, started = list(with_signs(full, sign)), 0
    for at in range(0, len(changed_games), limits.KEYRING):
        some = changed_games[at : at + limits.KEYRING]
        text = with_games(full, [game for _, game in some])
        for (way, _), found in zip(some, import_games(text, KNOWN, as_it_is), strict=True):
            assert sign not in found.title + found.says, way
            if found.started:
                access = open_game(found.started.keeper_token)
                assert access
                kept = json.dumps(json.loads(export_games([access])))
                assert json.dumps(sign)[1:-1] not in kept, way
                started += 1
    assert 0 < started < len(changed_games)


def test_no_copy_with_half_a_character_comes_in(full):
    for way, game in with_signs(full, "\ud800"):
        with pytest.raises(Refused):
            pytest.fail(f"{way}: {import_games(with_games(full, [game]), KNOWN, as_it_is)}")


WRONG_KINDS = {
    "a question that is a number": ("ruling-kept", {"asks": 5}, "damaged"),
    "a deal that is a text": ("ruling-kept", {"deal": "2"}, "damaged"),
    "what was done as a list": ("melds-laid", {"did": ["x"]}, "in one line"),
    "a newcomer whose name is a number": (
        "joined", {"player": {"key": "p4", "name": 5}}, "player.name as text of at most 40"
    ),
    "a title that is too long": ("noted", {"title": "x" * 81}, "at most 80 characters"),
    "points without end": ("ruling-kept", {"case": {"points": float("inf")}}, "too large"),
    "an undo that moves a deal to itself": ("undone", {"moves": [2, 2]}, "no such change"),
    "an insertion that moves a deal to itself": ("deal-inserted", {"moves": [2, 2]}, "renumbered"),
    "a deal without end": ("deal-deleted", {"deal": float("inf")}, "damaged"),
}  # fmt: skip


@pytest.mark.parametrize(("kind", "wrong", "says"), WRONG_KINDS.values(), ids=WRONG_KINDS)
def test_what_an_entry_of_a_copy_cannot_hold_is_refused(full, kind, wrong, says):
    def change(game):
        entries = (line["entry"] for line in game["log"])
        next(one for one in entries if one["kind"] == kind).update(wrong)

    (found,) = import_games(changed(full, change), KNOWN, as_it_is)
    assert not found.started and says in found.says


@pytest.mark.parametrize("base", [10**30, -1, 3, limits.NUMBER + 1])
def test_a_version_that_the_log_never_had_is_none_in_a_copy(keeper, base):
    text = changed(export_games([keeper]), lambda game: game["log"][2].update(base=base))
    _, book = taken(text)
    assert [one.base for one in book.events] == [0, 1, 0, 3]


@pytest.mark.parametrize("base", ["1", 1.0, True, None, float("inf"), float("nan")])
def test_a_version_of_another_kind_is_refused_in_a_copy(keeper, base):
    text = changed(export_games([keeper]), lambda game: game["log"][2].update(base=base))
    (found,) = import_games(text, KNOWN, as_it_is)
    assert (found.started, found.line) == (None, 3)


@pytest.mark.parametrize(("most", "line"), [(4, None), (3, 5)])
def test_a_copy_is_held_to_how_much_may_be_taken_back(keeper, monkeypatch, most, line):
    corrected_once = book_of(keeper).undone(3)
    write(keeper, corrected_once, key="entry-no-3", base=4)
    text = export_games([keeper])
    monkeypatch.setattr(limits, "REPLAYED_EVENTS", most)
    (found,) = import_games(text, KNOWN, as_it_is)
    assert (found.started is None, found.line) == (line is not None, line)


def test_what_is_refused_for_too_much_taken_back_is_not_written(keeper, monkeypatch):
    monkeypatch.setattr(limits, "REPLAYED_EVENTS", 3)
    with pytest.raises(LimitReached, match="Too much has been undone"):
        write(keeper, book_of(keeper).undone(3), key="entry-no-3", base=4)
    assert book_of(keeper).version == 4
