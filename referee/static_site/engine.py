"""The site in a browser: Flask's own application, asked by a script instead of a server."""

import os
from collections.abc import Sequence
from http.cookies import SimpleCookie
from pathlib import Path
from shutil import copyfile
from typing import Final
from urllib.parse import urlsplit

from jinja2 import ModuleLoader
from werkzeug.test import EnvironBuilder, run_wsgi_app

from referee import instance
from referee.paths import DATABASE_FILE
from referee.scorebook import storage
from referee.scorebook.book_file import beside
from referee.web import create_app

PARTS: Final = Path(__file__).parents[2]
"""The folder that `pack` made."""
TEMPLATES: Final = "templates-compiled"
EMPTY_BOOK: Final = "empty.sqlite3"
_COOKIES: Final = "cookies"

_IN_THE_FRAME: Final = (
    ("Content-Security-Policy", ("frame-ancestors 'none'", "frame-ancestors 'self'")),
    ("X-Frame-Options", ("DENY", "SAMEORIGIN")),
)

Fields = Sequence[Sequence[str]]
"""Names and values of headers."""


def settings(folder: Path, address: str) -> dict[str, object]:
    """The configuration of the site at an address, its folder prepared."""
    parts = urlsplit(address)
    return {
        "INSTANCE": folder,
        "SECRET_KEY": instance.secret_key(folder),
        "TRUSTED_HOSTS": [parts.hostname],
        "PUBLIC_URL": address.rstrip("/"),
        "APPLICATION_ROOT": parts.path.rstrip("/") or "/",
        "WITHOUT_SERVER": True,
    }


class Engine:
    """The site over the score book of a folder, at the address where its files lie."""

    def __init__(self, folder: str, address: str) -> None:
        self._folder = Path(folder)
        self._address = address.rstrip("/")
        _begin_book(self._folder)
        self._app = create_app(settings(self._folder, address))
        self._app.jinja_env.loader = ModuleLoader(PARTS / TEMPLATES)
        kept = self._folder / _COOKIES
        self._cookies = SimpleCookie(kept.read_text() if kept.exists() else "")

    def answer(
        self, method: str, address: str, headers: Fields, body: memoryview
    ) -> tuple[int, list[tuple[str, str]], bytes]:
        """Answer a request to an address of the site: status, headers and body.

        Cookies come from and go to this phone's own jar: no script of a browser may set them.
        """
        path, _, query = address.removeprefix(self._address).partition("?")
        request = EnvironBuilder(
            base_url=self._address, path=path or "/", query_string=query,
            method=method, headers=[(name, text) for name, text in headers], data=bytes(body),
        )  # fmt: skip
        environ = request.get_environ()
        environ["HTTP_COOKIE"] = self._cookies.output(attrs=(), header="", sep=";").strip()
        environ["REMOTE_ADDR"] = "127.0.0.1"
        answered, status, given = run_wsgi_app(self._app, environ, buffered=True)
        self._keep_cookies(given.getlist("Set-Cookie"))
        given.remove("Set-Cookie")
        # Pages stand in the frame of the folder's own page, and in no other.
        for name, text in _IN_THE_FRAME:
            given[name] = given.get(name, "").replace(*text)
        return int(status.split()[0]), list(given), b"".join(answered)

    def _keep_cookies(self, given: Sequence[str]) -> None:
        if not given:
            return
        for cookie in given:
            for name, morsel in SimpleCookie(cookie).items():
                self._cookies.pop(name, None)
                if morsel.value and morsel["max-age"] != "0":
                    self._cookies[name] = morsel.value
        draft = self._folder / f"{_COOKIES}.new"
        draft.write_text(self._cookies.output(attrs=(), header="", sep=";"))
        draft.replace(self._folder / _COOKIES)


def _begin_book(folder: Path) -> None:
    """Have a score book of this version in a folder: an empty one comes with the site."""
    book = folder / DATABASE_FILE
    if not instance.has_key(folder):
        # The key is made after the book: without it, nothing was ever written there.
        draft = beside(book, ".new")
        copyfile(PARTS / EMPTY_BOOK, draft)
        draft.replace(book)
    app = storage.book_app(folder, None)
    storage.migrate(app, begin=False)


def start(folder: str, address: str) -> Engine:
    """Start the site; raises what `storage.migrate` raises."""
    os.umask(instance.PRIVATE_UMASK)
    return Engine(folder, address)
