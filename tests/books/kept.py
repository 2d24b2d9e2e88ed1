"""The books that are kept as test data: where their parts are, and how one is opened."""

import base64
import gzip
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from flask import Flask

from referee.paths import DATABASE_FILE
from referee.scorebook import cache
from tests.books.table import Table
from tests.pages import CheckedClient
from tests.sites import client_of, site_in

BOOKS: Final = Path(__file__).parents[1] / "data" / "books"


@dataclass(frozen=True, slots=True)
class KeptBook:
    """A book by its name: the commit that wrote it."""

    name: str

    @property
    def folder(self) -> Path:
        """Where its parts lie."""
        return BOOKS / self.name

    @property
    def database(self) -> Path:
        """The score book itself, packed."""
        return self.folder / "book.sqlite3.gz"

    @property
    def copy_file(self) -> Path:
        """The copy of all its games, packed."""
        return self.folder / "all.json.gz"

    @property
    def keys_file(self) -> Path:
        """The key of the installation and the secrets of the links."""
        return self.folder / "keys.json"

    @property
    def shown_file(self) -> Path:
        """Its figures, game by game."""
        return self.folder / "shown.json"

    @property
    def texts_file(self) -> Path:
        """Its sentences, game by game."""
        return self.folder / "texts.json"

    @property
    def keys(self) -> dict[str, Any]:
        """The key of the installation in base64, and the secrets of the links of every game."""
        return _read(self.keys_file)

    @property
    def copy(self) -> str:
        """The copy of all its games."""
        return gzip.decompress(self.copy_file.read_bytes()).decode()

    @property
    def shown(self) -> list[dict[str, Any]]:
        """Its figures, game by game, the reasons of each ruling sorted."""
        games: list[dict[str, Any]] = _read(self.shown_file)
        for game in games:
            for ruling in game["rulings"].values():
                ruling["reasons"].sort()
        return games

    @property
    def texts(self) -> list[dict[str, Any]]:
        """Its sentences, game by game."""
        return _read(self.texts_file)


def _read(path: Path) -> Any:
    return json.loads(path.read_text("utf-8"))


def opened(book: KeptBook, instance: Path) -> Flask:
    """The site of today over a copy of a book in an empty folder."""
    database = gzip.decompress(book.database.read_bytes())
    (instance / DATABASE_FILE).write_bytes(database)
    # The same games may have been opened before, and continued.
    cache.forget()
    return site_in(instance, SECRET_KEY=base64.b64decode(book.keys["secret_key"]))


def phone_of(site: Flask, book: KeptBook) -> CheckedClient:
    """A phone that has opened the keeper's link of every game of a book."""
    phone = client_of(site)
    for game in reversed(book.keys["games"]):
        assert phone.get(f"/k/{game['keeper']}").status_code == 302
    return phone


def tables_of(phone: CheckedClient, book: KeptBook) -> Iterator[tuple[Table, dict[str, Any]]]:
    """Every game of a book on a phone, with the secrets of its links."""
    for game in book.keys["games"]:
        yield Table(phone, f"/games/{game['game']}"), game
