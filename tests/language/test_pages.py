"""The pages of games in a language that differs from English in every word."""

import json
import re
from collections.abc import Callable, Iterator
from html.parser import HTMLParser
from io import BytesIO

import pytest
from flask import Flask

from referee.language import ENGLISH, use
from referee.paths import TEMPLATES
from referee.scorebook.names import initials
from referee.scorebook.plain import plain_game
from referee.variants import catalogue
from tests.language.test_rulings import WORD, bracketed, unbracketed
from tests.pages import CheckedClient
from tests.sites import client_of

GAME = next(game for game in catalogue() if game.deals and game.players.most > 4)
OPEN_ENDED = next(game for game in catalogue() if not game.deals)
NAMES = ("Anastasia", "Bo", "Maximilian")
READ_OUT = ("alt", "aria-label", "content", "placeholder", "title")
UNTRANSLATED = {"script", "style", "time"}
OWN_WORDS = {
    word
    for game in (*catalogue(), plain_game())
    for text in (
        *(game.name, game.about, game.source.title, *(deal.name for deal in game.deals)),
        *(part for note in game.notes for part in (note.text, note.source)),
        *(game.basis(rule).section for rule in game.rules),
    )
    for word in WORD.findall(text)
} | {*NAMES, *initials(NAMES)}
"""What games and players are called, initials too, and what each game says of itself."""


class Texts(HTMLParser):
    """Every text of a page that somebody reads or hears."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.body: list[str] = []
        self.attributes: list[str] = []
        self.open: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.open.append(tag)
        given = dict(attrs)
        if tag != "meta" or given.get("name") == "description":
            self.attributes += [text for name in READ_OUT if (text := given.get(name))]
        self.attributes += json.loads(given.get("data-texts") or "{}").values()

    def handle_endtag(self, tag: str) -> None:
        while tag in self.open and self.open.pop() != tag:
            pass

    def handle_data(self, data: str) -> None:
        if UNTRANSLATED.isdisjoint(self.open):
            self.body.append(data)


def english_in(html: str) -> dict[str, set[str]]:
    """The words of a page that are in no catalogue, by the text that they stand in."""
    texts = Texts(html)
    found = {}
    for text in (" ".join(texts.body), *texts.attributes):
        left = re.sub(r"https?://\S+|\{\w+\}", " ", unbracketed(text))
        if strange := set(WORD.findall(left)) - OWN_WORDS:
            found[text.strip()[:200]] = strange
    return found


@pytest.fixture(scope="module", autouse=True)
def other_language() -> Iterator[None]:
    """Everything here is in brackets."""
    with use(bracketed()):
        yield


def play(client: CheckedClient) -> str:
    """A game of three with two deals, one of them without somebody's points."""
    table = client.start(GAME.id, *NAMES)
    client.write(table, 1, "p1", p2="20", p3="30")
    client.send(f"{table}/deals/2", {"out": "p1", "points-p2": "20"})
    sure = client.page.answers["sure"]
    form = client.page.forms[0]
    client.post(f"{table}/deals/2", data=form.fields | {"sure": sure})
    return table


@pytest.fixture(scope="module")
def seen(app: Flask) -> tuple[CheckedClient, str]:
    """A phone with a game that nobody changes."""
    phone = client_of(app)
    return phone, play(phone)


def ended(client: CheckedClient) -> str:
    table = client.start(plain_game().id, *NAMES)
    client.write(table, 1, "", p1="1", p2="2", p3="3")
    fields = client.see(f"{table}/options?look=yes&option-rounds=1").forms[0].fields
    client.post(f"{table}/changes/options", data=fields)
    return table


def stale(client: CheckedClient, table: str) -> str:
    mine = client.see(f"{table}/deals/1").forms[0].fields | {"points-p2": "45"}
    client.send(f"{table}/deals/1", {"points-p2": "25"})
    return client.post(f"{table}/deals/1", data=mine).text


def changed(client: CheckedClient, table: str) -> str:
    mine = client.see(f"{table}/about").forms[0].fields | {"title": "Bo"}
    client.send(f"{table}/about", {"title": "Anastasia"})
    return client.post(f"{table}/changes/note", data=mine).text


def left(client: CheckedClient, table: str) -> None:
    forms = client.see(f"{table}/people").forms
    form = next(one for one in forms if one.action.endswith("/leave"))
    client.post(form.action, data=form.fields)


def left_and_back(client: CheckedClient, table: str) -> str:
    left(client, table)
    return client.get(f"{table}/people").text + client.get(table).text


def undone(client: CheckedClient, table: str) -> str:
    client.send(f"{table}/log")
    return client.get(f"{table}/log").text + client.get(table).text


def links(client: CheckedClient, table: str) -> str:
    for form in client.see(f"{table}/links").forms[-2:]:
        client.post(form.action, data=form.fields)
    return client.get(f"{table}/links").text


def imported(client: CheckedClient, content: bytes) -> str:
    form = client.see("/games/bring").forms[0]
    sent = form.fields | {"file": (BytesIO(content), "games.json")}
    return client.post("/games/bring", data=sent, content_type="multipart/form-data").text


def sent(client: CheckedClient, page: str, values: dict[str, str], form: int = 0) -> str:
    return client.send(page, values, form=form).text


Shown = Callable[[CheckedClient, str], str]
PAGES_OF_A_GAME = (
    "", "/deals/1", "/deals/3", "/deals/2/before", "/menu", "/people", "/options", "/log",
    "/points",
    "/seats?order=p1+p2+p3&move=p2", "/about", "/chart", "/links", "/screen", "/rules",
    "/delete", "/options?look=yes", "/options?look=yes&option-sets.most=4",
    "/options?look=yes&option-packs=900",
)  # fmt: skip
OTHER_PAGES = (
    "/", "/games/new", f"/games/new/{GAME.id}", f"/games/new/{OPEN_ENDED.id}",
    "/games/people", "/games/room", "/games/bring",
)  # fmt: skip
STATES: dict[str, Shown] = {
    "new, alike": lambda client, table: sent(
        client, f"/games/new/{GAME.id}", {"name-0": "Bo", "name-1": "Bo"}
    ),
    "new, key": lambda client, table: sent(client, f"/games/new/{GAME.id}", {"key": "x"}),
    "deal, nobody out": lambda client, table: sent(client, f"{table}/deals/3", {}),
    "deal, wrong": lambda client, table: sent(
        client, f"{table}/deals/3",
        {"out": "p1", "points-p2": "x", "points-p3": "K K"},
    ),
    "deal, odd": lambda client, table: sent(
        client, f"{table}/deals/3", {"out": "p1", "points-p2": "0", "points-p3": "5"}
    ),
    "deal, missing": lambda client, table: sent(
        client, f"{table}/deals/3", {"out": "p1", "points-p2": "5"}
    ),
    "deal, not now": lambda client, table: client.post(
        f"{table}/deals/9", data=client.see(f"{table}/deals/3").forms[0].fields | {"slip": "0"}
    ).text,
    "deal, stale": stale,
    "changed meanwhile": changed,
    "people, wrong": lambda client, table: sent(client, f"{table}/people", {}, form=-1),
    "people, no number": lambda client, table: sent(
        client, f"{table}/people", {"name": "Bo", "begins": "typed", "points": "?"}, form=-1
    ),
    "somebody left": left_and_back,
    "undone": undone,
    "renumbered": lambda client, table: sent(client, f"{table}/deals/1", {}, form=2),
    "links, more": links,
    "ended": lambda client, table: client.get(ended(client)).text + client.get("/").text,
    "statistics": lambda client, table: (ended(client), client.get("/games/people").text)[1],
    "plain deal": lambda client, table: client.get(
        client.start(plain_game().id, *NAMES) + "/deals/1"
    ).text,
    "imported": lambda client, table: imported(client, client.get(f"{table}/copy.json").data),
    "not imported": lambda client, table: imported(client, b"no copy"),
    "for a spreadsheet": lambda client, table: client.get(f"{table}/copy.csv").text,
}  # fmt: skip


@pytest.mark.parametrize("page", [*PAGES_OF_A_GAME, *OTHER_PAGES])
def test_no_english_is_left_on_a_page(seen: tuple[CheckedClient, str], page: str) -> None:
    phone, table = seen
    address = page if page in OTHER_PAGES else f"{table}{page}"
    assert english_in(phone.get(address).text) == {}


@pytest.mark.parametrize("state", STATES)
def test_no_english_is_left_in_a_state(client: CheckedClient, state: str) -> None:
    assert english_in(STATES[state](client, play(client))) == {}


def test_every_message_of_a_template_is_in_the_catalogue() -> None:
    said = re.compile(r'\bsay(?:_html)?\("([^"]+)"(?! ~)')
    asked = {
        id for path in TEMPLATES.rglob("*.html") for id in said.findall(path.read_text("utf-8"))
    }
    assert asked - ENGLISH.ids == set()
