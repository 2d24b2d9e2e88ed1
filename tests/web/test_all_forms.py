"""Every form of a game, sent after another phone has done any one thing to the game."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from typing import Any, NamedTuple
from urllib.parse import urlencode

import pytest
from flask import Flask

from referee.paths import DATABASE_FILE
from referee.rules.schema.options import plain
from referee.scorebook import cache
from referee.scorebook.links import Access, Role, new_link, open_game, renew_link
from referee.scorebook.repository import delete_game
from referee.variants import catalogue
from tests.pages import CheckedClient, Form
from tests.sites import client_of, site_in

GAME = next(one for one in catalogue() if one.deals and one.players.most > 5)
NAMES = ("Ann", "Bo", "Cy", "Dee", "Ed")
LOSERS = {"points-p2": "41", "points-p3": "42", "points-p5": "47"}
HELD = {"p1": 0, "p2": 5, "p3": 10, "p5": 20}


def result(**held: int) -> dict[str, Any]:
    """A deal in which the first player went out."""
    return {"out": "p1", "hands": {key: {"points": points} for key, points in held.items()}}


HAND, ALL = result(**HELD), result(**HELD, p4=15)


def some_option() -> dict[str, Any]:
    """An option of the game, changed."""
    name, option = next((name, one) for name, one in GAME.options.items() if one.values)
    return {name: next(one for one in option.values if one != option.default)}


OPTION = some_option()
OPTION_TYPED = {f"option-{name}": plain(value) for name, value in OPTION.items()}


@dataclass(frozen=True, slots=True, kw_only=True)
class Sends:
    """A form: the page it is on, what its address ends with, what is typed, and where it may write.

    `may` says which slips it may change, of those that stood and of the new one.
    """

    page: str
    action: str
    typed: Mapping[str, str] = field(default_factory=dict)
    shown: tuple[str, ...] = ()
    may: Callable[[int, int], bool] = lambda slip, new: False


FORMS = {
    "write": Sends(
        page="/deals/3", action="/deals/3", typed={"out": "p1", **LOSERS}, shown=("41", "42"),
        may=lambda slip, new: slip == new,
    ),
    "correct": Sends(
        page="/deals/1", action="/deals/1", typed={"points-p2": "43"}, shown=("43", "15"),
        may=lambda slip, new: slip == 1,
    ),
    "out": Sends(
        page="/deals/1", action="/deals/1", typed={"out": "p4", "points-p1": "44"}, shown=("44",),
        may=lambda slip, new: slip == 1,
    ),
    "before": Sends(
        page="/deals/2/before", action="/before", shown=("41", "42", "46"),
        typed={"out": "p1", **LOSERS, "points-p4": "46"}, may=lambda slip, new: slip == new,
    ),
    "swap": Sends(
        page="/deals/1", action="/swap", typed={"one": "p2", "other": "p4"},
        shown=("Bo|2", "Dee|4"),
        may=lambda slip, new: slip == 1,
    ),
    "strike": Sends(page="/deals/2", action="/strike", may=lambda slip, new: slip == 2),
    "undo last": Sends(page="", action="/undo-last", may=lambda slip, new: slip == 2),
    "undo": Sends(page="/log", action="/undo", may=lambda slip, new: slip == 2),
    "join": Sends(page="/people", action="/join", typed={"name": "Eve"}, shown=("Eve",)),
    "leave": Sends(page="/people", action="/leave"),
    "return": Sends(
        page="/people", action="/return", typed={"begins": "typed", "points": "77"}, shown=("77",)
    ),
    "rename": Sends(page="/people", action="/rename", typed={"name": "Anna"}, shown=("Anna",)),
    "dealer": Sends(page="/seats", action="/dealer", typed={"dealer": "p3"}, shown=("Cy|3",)),
    "seats": Sends(page="/seats?order=p1+p2+p3+p4+p5&move=p2", action="/seats"),
    "options": Sends(page=f"/options?look=1&{urlencode(OPTION_TYPED)}", action="/options"),
    "end": Sends(page="", action="/end"),
    "note": Sends(page="/about", action="/note", typed={"title": "Party"}, shown=("Party",)),
    "name a link": Sends(page="/links", action="/name", typed={"name": "Kim"}, shown=("Kim",)),
    "renew a link": Sends(page="/links", action="/renew"),
    "withdraw a link": Sends(page="/links", action="/withdraw"),
    "hand over": Sends(page="/links", action="/keeper"),
    "add a link": Sends(page="/links", action="/links"),
    "delete": Sends(page="/delete", action="/delete", may=lambda slip, new: True),
    "keep a ruling": Sends(page="?cards=8h+9h+10h&ask=meld", action="/rulings"),
    "lay melds": Sends(page="?cards=9h+9d+9s&ask=meld&by=p2", action="/melds"),
}  # fmt: skip

Api = Callable[..., Any]


def finish(write: Api) -> None:
    for deal in range(3, len(GAME.deals) + 1):
        write(kind="deal-written", deal=deal, **HAND)


ACTS: dict[str, Callable[[Api], Any]] = {
    "join": lambda write: write(
        kind="joined", player={"key": "p6", "name": "Fay"}, after="p1", begins="nought", points=0
    ),
    "leave": lambda write: write(kind="left", player="p3"),
    "return": lambda write: write(kind="returned", player="p4", begins="nought", points=0),
    "rename": lambda write: write(kind="renamed", player="p2", name="Bob"),
    "move": lambda write: write(kind="seats-moved", order=["p3", "p1", "p2", "p4", "p5"]),
    "deal": lambda write: write(kind="dealer-changed", dealer="p2"),
    "write": lambda write: write(kind="deal-written", deal=3, **HAND),
    "correct": lambda write: write(kind="deal-corrected", deal=1, **ALL),
    "insert": lambda write: write(kind="deal-inserted", deal=3, before=1, **ALL),
    "delete 1": lambda write: write(kind="deal-deleted", deal=1),
    "delete 2": lambda write: write(kind="deal-deleted", deal=2),
    "swap": lambda write: write(kind="results-swapped", deal=1, one="p1", other="p4"),
    "undo the deal": lambda write: write(kind="undone", entry=3),
    "undo both deals": lambda write: (
        write(kind="undone", entry=3), write(kind="undone", entry=2),
    ),
    "undo the leaving": lambda write: write(kind="undone", entry=4),
    "options": lambda write: write(kind="options-changed", options=OPTION),
    "note": lambda write: write(kind="noted", title="Lake", day=""),
    "meld": lambda write: write(
        kind="melds-laid", deal=3, melds=[{"by": "p1", "cards": "9s 9d 9c"}], did="Ann lays"
    ),
    "finish": finish,
}  # fmt: skip
LINKS = ("renew the keeper's link", "delete the game")


@dataclass(slots=True)
class Table:
    """A game on the phone of its keeper, who writes from another too; its book can be put back."""

    site: Flask
    phone: CheckedClient
    game_id: str
    keeper: str
    version: int = 1

    @property
    def address(self) -> str:
        return f"/games/{self.game_id}"

    def form(self, sends: Sends) -> Form:
        page = self.address + sends.page
        if "cards=" in sends.page:
            page = f"/disputes{sends.page}&at={self.game_id}"
        forms = [one for one in self.phone.see(page).forms if one.method == "post"]
        form = next(one for one in forms if (one.action or page).endswith(sends.action))
        form.action = form.action or page
        return form

    def read(self) -> Any:
        return self._api("get", "")

    def write(self, **entry: Any) -> None:
        self.version += 1
        sent = {"key": f"the-other-{self.version}", "base": self.version - 1, "entry": entry}
        self._api("post", "/entries", json=sent)

    def _api(self, method: str, path: str, **more: Any) -> Any:
        headers = {"Authorization": f"Bearer {self.keeper}"}
        answer = getattr(self.phone, method)(f"/api{self.address}{path}", headers=headers, **more)
        assert answer.status_code < 300, answer.text
        return answer.json

    def do(self, act: str) -> None:
        if act in ACTS:
            ACTS[act](self.write)
            return
        with self.access() as access:
            if act == "delete the game":
                delete_game(access)
            else:
                renew_link(access, access.link_id)

    @contextmanager
    def access(self) -> Iterator[Access]:
        with self.site.app_context():
            access = open_game(self.keeper)
            assert access
            yield access

    def book(self) -> sqlite3.Connection:
        """The file that holds the game."""
        return sqlite3.connect(self.site.config["INSTANCE"] / DATABASE_FILE)

    def state(self) -> State:
        """What the book holds now, to be put back."""
        held = sqlite3.connect(":memory:")
        with closing(self.book()) as book:
            book.backup(held)
        return State(held, self.version)

    def put_back(self, state: State) -> None:
        with closing(self.book()) as book:
            state.book.backup(book)
        self.version = state.version
        for naming in range(4):
            cache.forget_game(self.game_id, naming)


class State(NamedTuple):
    """A book, and the version of the game in it."""

    book: sqlite3.Connection
    version: int


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Table:
    """A game of two deals whose last player left, with a link for a second scorer."""
    site = site_in(tmp_path_factory.mktemp("forms"))
    phone = client_of(site)
    started = phone.post("/api/games", json={"game": GAME.id, "players": NAMES}).json
    assert started
    table = Table(site, phone, started["id"], started["secrets"]["keeper"])
    table.write(kind="deal-written", deal=1, **result(**HELD | {"p2": 25}, p4=15))
    table.write(kind="deal-written", deal=2, **ALL)
    table.write(kind="left", player="p4")
    with table.access() as access:
        new_link(access, Role.SCORER)
    return table


@pytest.fixture(scope="module")
def begun(table: Table) -> Iterator[State]:
    """The game before anything is done to it."""
    state = table.state()
    yield state
    state.book.close()


@pytest.fixture(scope="module")
def acted(table: Table, begun: State) -> Iterator[dict[str, tuple[State, Any]]]:
    """The game after each act, and how it reads where the keeper's link still opens it."""
    acted = {}
    for act in (*ACTS, *LINKS):
        table.put_back(begun)
        table.do(act)
        acted[act] = table.state(), None if act in LINKS else table.read()
    yield acted
    for state, _ in acted.values():
        state.book.close()


def deals(book: Any) -> dict[int, tuple[Any, Any]]:
    return {one["slip"]: (one["out"], one["points"]) for one in book["deals"]}


@pytest.mark.parametrize("name", FORMS)
def test_a_form_from_the_past_is_never_lost_and_never_anothers(
    table: Table, begun: State, acted: dict[str, tuple[State, Any]], name: str
) -> None:
    sends, said = FORMS[name], []
    table.put_back(begun)
    table.phone.forget()
    table.phone.get(f"/k/{table.keeper}")
    form = table.form(sends)
    cookies = table.phone.cookies()
    for act, (state, before) in acted.items():
        table.put_back(state)
        table.phone.forget()
        for cookie, text in cookies.items():
            table.phone.set_cookie(cookie, text)
        answer = table.phone.post(form.action, data={**form.fields, **sends.typed})
        where = f"{name} after {act}: {answer.status_code}"
        said.append(where)
        assert answer.status_code < 500, where
        written = answer.status_code == 302
        if not written:
            stands = " ".join(
                [
                    table.phone.page.text,
                    *(v for f in table.phone.page.forms for v in f.fields.values()),
                ]
            )
            for text in sends.shown:
                assert re.search(rf"\b({text})\b", stands), f"{where}: {text} is not shown"
        if before is None or (written and name in ("delete", "renew a link")):
            continue
        then, now = deals(before), deals(table.read())
        changed = {slip for slip in {*then, *now} if then.get(slip) != now.get(slip)}
        assert not changed or written, where
        new = before["next"]["slip"] if before["next"] else 4
        if written and "/deals" in sends.page and sends.typed.keys() - {"one", "other"}:
            points = [str(points) for slip in changed for points in now[slip][1].values()]
            typed = {text for field, text in sends.typed.items() if "points" in field}
            assert typed <= {*points}, where
        assert all(sends.may(slip, new) for slip in changed), f"{where} changed {changed}"
    assert any("302" in one or "200" in one for one in said), said
