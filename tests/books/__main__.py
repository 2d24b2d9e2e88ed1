"""Make a score book with the program as it stands: `python -m tests.books NAME`.

The book goes into tests/data/books/NAME, with everything that it shows. `NAME --texts` writes
today's sentences of a book that is there over those it is compared with.
"""

import base64
import gzip
import json
import os
import secrets
import sqlite3
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from referee.paths import DATABASE_FILE
from referee.web import keyring
from tests.books.games import play
from tests.books.kept import KeptBook, opened, phone_of, tables_of
from tests.books.shown import figures, texts
from tests.books.table import Table
from tests.pages import CheckedClient
from tests.sites import client_of, site_in


def main(arguments: Sequence[str]) -> int:
    """Make a book, or write the sentences of one anew."""
    # The days of a spreadsheet are those of this machine.
    os.environ["TZ"] = "UTC"
    time.tzset()
    match arguments:
        case [name]:
            make(name)
        case [name, "--texts"]:
            write_texts(KeptBook(name))
        case _:
            print(__doc__, file=sys.stderr)
            return 2
    return 0


def make(name: str) -> None:
    """Play every game into a new book, and keep it with what it shows."""
    with tempfile.TemporaryDirectory() as folder:
        instance = Path(folder)
        key = secrets.token_bytes(32)
        site = site_in(instance, SECRET_KEY=key)
        phone = client_of(site)
        second = client_of(site)
        withdrawn = play(phone, second)
        _check_kinds(phone)
        book = KeptBook(name)
        book.folder.mkdir(parents=True)
        copy = phone.get("/games/all.json").data
        book.copy_file.write_bytes(gzip.compress(copy, mtime=0))
        keys = {"secret_key": base64.b64encode(key).decode(), "withdrawn": withdrawn}
        _write(book.keys_file, {**keys, "games": _links(phone, second)})
        vacuumed = instance / "vacuumed.sqlite3"
        with sqlite3.connect(instance / DATABASE_FILE) as connection:
            connection.execute("VACUUM INTO ?", (str(vacuumed),))
        book.database.write_bytes(gzip.compress(vacuumed.read_bytes(), mtime=0))
    with tempfile.TemporaryDirectory() as folder:
        phone = phone_of(opened(book, Path(folder)), book)
        shown = [figures(table, link["keeper"]) for table, link in tables_of(phone, book)]
        _write_figures(book.shown_file, shown)
    write_texts(book)


def write_texts(book: KeptBook) -> None:
    """Write the sentences that a book has today over those that are kept."""
    with tempfile.TemporaryDirectory() as folder:
        phone = phone_of(opened(book, Path(folder)), book)
        _write(book.texts_file, [texts(table) for table, _ in tables_of(phone, book)])


def _check_kinds(phone: CheckedClient) -> None:
    """Every kind of entry that the program knows has to be in the book."""
    copy = json.loads(phone.get("/games/all.json").text)
    written = {line["entry"]["kind"] for game in copy["games"] for line in game["log"]}
    described = json.loads(phone.get("/api/openapi.json").text)
    kinds = described["components"]["schemas"]["Entry"]["discriminator"]["mapping"]
    lacking = {*kinds, "started", "ruling-kept"} - written
    assert not lacking, f"no game of the book has {lacking}"


def _links(phone: CheckedClient, second: CheckedClient) -> list[dict[str, object]]:
    """The secrets of the links of every game, in the order in which the copy has the games."""
    games: list[dict[str, object]] = []
    with phone:
        phone.get("/games/all.json")
        ring = [game for game, _ in keyring.current().pairs]
    for game in ring:
        keeps = phone.get(f"/games/{game}/links").status_code == 200
        links = Table(phone if keeps else second, f"/games/{game}").links()
        secret = [secret for _, secret in links]
        games.append({"game": game, "keeper": secret[0], "viewer": secret[-1], "links": secret})
    return games


def _write(path: Path, content: object) -> None:
    path.write_text(json.dumps(content, ensure_ascii=False, indent=1) + "\n", "utf-8")


def _write_figures(path: Path, games: list[dict[str, object]]) -> None:
    """One line for each thing that is shown of a game, for nobody writes these anew."""
    shown = [
        ",\n".join(f" {json.dumps(name)}: {json.dumps(value, ensure_ascii=False)}"
                   for name, value in game.items())
        for game in games
    ]  # fmt: skip
    path.write_text("[\n{\n" + "\n},\n{\n".join(shown) + "\n}\n]\n", "utf-8")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
