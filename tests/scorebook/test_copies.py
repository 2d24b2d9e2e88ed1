"""Copies of games: written out whole, checked, and taken in as games of their own."""

import json

import pytest

from referee.scorebook import shelf
from referee.scorebook.copies import _digest, copy_of, take_in
from referee.scorebook.entries import Seat
from referee.scorebook.games import book_of, delete_game, open_game, start_game, write
from referee.scorebook.refusals import NotAllowed, Refused
from referee.scorebook.seating import Begins, Joined
from referee.variants import load
from tests.scorebook.tables import corrected, written

GAME = load("six-to-ten", {"ties": "played-off"})
KNOWN = {GAME.id: load(GAME.id)}


def as_it_is(variant, kept):
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


def taken(text):
    """The book of the only game of a copy, taken in."""
    (one,) = take_in(text, KNOWN, as_it_is)
    assert one.started, one
    shelf.forget()
    access = open_game(one.started.keeper_token)
    assert access
    return access, book_of(access)


def changed(text, change):
    """A copy that somebody changed, its check made good again."""
    whole = json.loads(text)
    change(whole["games"][0])
    return json.dumps(whole | {"check": _digest(whole["games"])})


def test_a_copy_comes_back_as_it_was(keeper):
    before, (_, after) = book_of(keeper), taken(copy_of([keeper]))
    assert (after.totals, [line.says for line in after.log], after.variant.chosen) == (
        before.totals, [line.says for line in before.log], before.variant.chosen
    )  # fmt: skip


def test_a_copy_keeps_who_and_when(keeper):
    before, (_, after) = book_of(keeper), taken(copy_of([keeper]))
    assert [(line.at, line.who) for line in after.log] == [
        (line.at, line.who) for line in before.log
    ]


def test_a_copy_overwrites_nothing(keeper):
    access, _ = taken(copy_of([keeper]))
    assert access.game_id != keeper.game_id


def test_a_copy_taken_in_twice_is_one_game(keeper):
    text = copy_of([keeper])
    assert taken(text)[0].game_id == taken(text)[0].game_id


def test_a_game_taken_in_goes_on(keeper):
    access, book = taken(copy_of([keeper]))
    answer = write(access, written(2, "p1", 0, 5, 5, 5), key="entry-no-9", base=book.version)
    assert len(answer.book.deals) == 2


DAMAGES = {
    "no JSON": (lambda text: text[:-9], "no copy of games"),
    "other JSON": (lambda text: "[]", "no copy of games"),
    "a changed number": (lambda text: text.replace("65", "66"), "changed or cut short"),
    "a later form": (lambda text: text.replace('"schema": 1, "games"', '"schema": 2, "games"')
                     .replace('"schema": 1,\n "games"', '"schema": 2,\n "games"'), "later version"),
}  # fmt: skip


@pytest.mark.parametrize(("damage", "says"), DAMAGES.values(), ids=DAMAGES)
def test_what_is_no_whole_copy_is_refused(keeper, damage, says):
    with pytest.raises(Refused, match=says):
        take_in(damage(copy_of([keeper])), KNOWN, as_it_is)


WRONG = {
    "a deal too far on": (lambda game: game["log"][1]["entry"].update(deal=7), 2, "comes next"),
    "an unknown kind": (lambda game: game["log"][2]["entry"].update(kind="x"), 3, "later version"),
    "a key twice": (lambda game: game["log"][2].update(key=game["log"][1]["key"]), None, "damaged"),
    "no time": (lambda game: game["log"][1].update(at="noon"), 2, "noon"),
    "a name in disguise": (
        lambda game: game["log"][0]["entry"]["players"][0].update(name="\u202eMara"), 1, "damaged"
    ),
    "rules of its own": (
        lambda game: game["definition"].update(name="Mine"), None, "never used here"
    ),
    "no log": (lambda game: game.update(log=[]), None, "1 to 5000 lines"),
    "no game": (lambda game: game.clear(), None, "damaged"),
}  # fmt: skip


@pytest.mark.parametrize(("change", "line", "says"), WRONG.values(), ids=WRONG)
def test_a_game_that_cannot_be_taken_says_where(keeper, change, line, says):
    (found,) = take_in(changed(copy_of([keeper]), change), KNOWN, as_it_is)
    assert (found.started, found.line) == (None, line)
    assert says in found.says


def test_a_deleted_game_is_gone(keeper):
    delete_game(keeper)
    with pytest.raises(NotAllowed):
        write(keeper, written(2, "p1", 0, 5, 5, 5), key="entry-no-9", base=4)
