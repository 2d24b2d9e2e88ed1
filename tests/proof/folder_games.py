"""Whole games in the folder without a server, and the same on a server: every page says the same.

Both games of `tests/data` are tapped in to the end, with every total after every deal, corrected,
undone and redone, the network off. Then every game of `tests.books` is played in the folder and
here: house rules, corrections, deals undone, every question of the desk with its ruling. Each page
that is seen has the same words. The copies go to a server's book and from one, and show the same
figures there.
"""

import base64
import json
import re
import sys
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from playwright.sync_api import Frame
from werkzeug import Request, Response
from werkzeug.test import TestResponse

from tests.books import games
from tests.books.shown import figures, texts
from tests.books.table import Table, bring
from tests.browser.test_static import Walk
from tests.conftest import DATA
from tests.folders import folder_open
from tests.pages import CheckedClient
from tests.sites import client_of, site_in

PLAYED: tuple[Callable[[CheckedClient], None], ...] = (
    games.six_to_ten, games.six_to_ten_of_a_house, games.bicycle, games.bicycle_of_a_house,
    games.house_card, games.house_card_of_a_house, games.rummy, games.encyclopedia,
    games.wild_cards, games.wild_cards_of_a_house, games.shanghai_of_a_house,
    games.other_scores, games.other_scores_of_a_house, games.by_program, games.brought_back,
)  # fmt: skip
"""Tables of one phone."""
FETCH = """async ([method, url, headers, body]) => {
  const sent = Uint8Array.from(atob(body), (one) => one.charCodeAt(0));
  const answer = await fetch(url, { method, headers, body: method === "GET" ? undefined : sent });
  const type = answer.headers.get("Content-Type") ?? "";
  return [answer.redirected ? 302 : answer.status, answer.url, type, await answer.text()];
}"""
SENT = ("Content-Type", "Authorization", "Idempotency-Key")
TRIES = 200
CHANCE = re.compile(r"https?://\S+|\d+ [A-Z][a-z]+, \d\d:\d\d UTC")
"""What is never the same twice: addresses with secrets, and moments."""

Words = list[tuple[str, int, str]]


class Phone(CheckedClient):
    """A phone that remembers the words of every page that it has seen."""

    seen: Words

    def open(self, *args: Any, **kwargs: Any) -> TestResponse:
        answer = super().open(*args, **kwargs)
        if answer.mimetype == "text/html" and answer.status_code not in range(300, 400):
            path = re.sub(r"\w{12,}", "…", answer.request.path)
            self.seen.append((path, answer.status_code, CHANCE.sub("…", self.page.text)))
        return answer


def main() -> bool:
    """Play all, here and there; true where nothing differs, raises where a total does."""
    with folder_open() as (_, frame, address), TemporaryDirectory() as made:
        _tap(frame, address)
        # The page of a game that is deleted would look again, and what is asked from it be lost.
        frame.goto(address)
        there = _phone(Path(made, "there"), lambda site: _through(frame, address))
        _forget(there)
        here = _phone(Path(made, "here"), None)
        for play in PLAYED:
            play(there)
            play(here)
        differ = [f"{a}\n    {b}" for a, b in zip(there.seen, here.seen, strict=True) if a != b]
        told = f"{len(there.seen)} pages seen of {len(PLAYED)} tables, {len(differ)} differ"
        print(f"  {told}", flush=True)
        print(*differ[:5], sep="\n")
        went = _carried(there, _phone(Path(made, "server"), None))
        came = _carried(here, _phone(Path(made, "back"), lambda site: _through(frame, address)))
        print(f"  {went} games went to a server, {came} came from one")
        return not differ


def _tap(frame: Frame, address: str) -> None:
    """Tap both games in, and hold every total."""
    played = json.loads((DATA / "sample-games.json").read_text("utf-8"))
    # A form has room for as many as sat down last.
    for game in sorted(played, key=lambda game: -len(game["players"])):
        walk = Walk(frame, address)  # type: ignore[arg-type]
        walk.start(game)
        totals = dict.fromkeys(game["players"], 0)
        for number, deal in enumerate(game["deals"], 1):
            walk.write(game, number)
            totals = {name: total + deal["points"][name] for name, total in totals.items()}
            _holds(walk, totals)
        before = {name: total - deal["points"][name] for name, total in totals.items()}
        for button, told in (("Undo", before), ("Redo", totals)):
            frame.get_by_role("button", name=re.compile(f"^{button}: ")).click()
            _holds(walk, told)
        walk.try_correction(game)
        walk.holds_what_it_must(game)
        # A game is over: there is a copy to keep, and then nothing more is said of that.
        keep = frame.locator("#keep")
        with frame.page.expect_download() as download:
            keep.get_by_role("link").click()
        assert game["players"][0] in download.value.path().read_text("utf-8")
        assert keep.is_hidden()
        print(f"  {game['title']}: {len(game['deals'])} deals, {game['totals']}", flush=True)


def _forget(phone: Phone) -> None:
    """Delete every game, for a phone that has none says other things of the next."""
    fields = phone.see("/games/room").forms[-1].fields
    phone.post("/games/room", data=fields | {"game": _games(phone), "do": "delete", "sure": "yes"})
    assert not _games(phone)
    phone.seen.clear()


def _holds(walk: Walk, totals: Mapping[str, int]) -> None:
    """Wait until the table shows these totals; raises where it does not."""
    for _ in range(TRIES):
        if walk.totals() == totals:
            return
        walk.page.wait_for_timeout(50)
    raise AssertionError(f"{walk.totals()}, not {totals}")


def _phone(folder: Path, through: Callable[[Any], Any] | None) -> Phone:
    folder.mkdir()
    site = site_in(folder, WITHOUT_SERVER=True)
    site.test_client_class = Phone
    if through:
        site.wsgi_app = through(site)  # type: ignore[method-assign]
    phone = client_of(site)
    assert isinstance(phone, Phone)
    phone.seen = []
    return phone


def _through(frame: Frame, address: str) -> Callable[..., Iterable[bytes]]:
    """The site of the folder, as WSGI: each request is sent from its page."""

    def answer(environ: Mapping[str, Any], start_response: Any) -> Iterable[bytes]:
        request = Request(dict(environ))
        headers = {name: text for name in SENT if (text := request.headers.get(name))}
        url = address + request.full_path.rstrip("?").removeprefix("/")
        body = base64.b64encode(request.get_data()).decode()
        status, url, kind, text = frame.evaluate(FETCH, [request.method, url, headers, body])
        given = Response(text, status, content_type=kind)
        if status == 302:
            given.headers["Location"] = url.removeprefix(address.rstrip("/"))
        return given(dict(environ), start_response)

    return answer


def _carried(of: Phone, to: Phone) -> int:
    """Take every game of a phone to another, one after the other; how many show the same there."""
    for game in (games := _games(of)):
        table = Table(of, f"/games/{game}")
        [brought] = bring(to, of.get(f"{table.address}/copy.json").text)
        shown, there = _shown(table), _shown(Table(to, brought.address))
        differ = {key: (shown[key], there[key]) for key in shown if shown[key] != there[key]}
        assert not differ, differ
    return len(games)


def _games(phone: Phone) -> list[str]:
    return re.findall(r'name="game" value="(\w+)"', phone.get("/games/room").text)


def _shown(table: Table) -> Mapping[str, Any]:
    """All that a game shows: its figures, and its sentences."""
    secret = table.links()[0][1]
    return figures(table, secret) | {"texts": texts(table)}


if __name__ == "__main__":
    sys.exit(0 if main() else 1)
