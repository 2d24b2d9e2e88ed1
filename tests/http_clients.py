"""Clients of a real server that run no browser: a phone that sends forms, and a program."""

import json
import re
import secrets
import urllib.error
import urllib.request
from collections.abc import Mapping
from dataclasses import dataclass, field
from email.message import Message
from http.client import HTTPException
from http.cookiejar import CookieJar
from typing import Any
from urllib.parse import urlencode

from tests.pages import Form, PageReader

SECONDS = 20
UNANSWERED = (OSError, HTTPException)
"""What a request ends with where no answer came."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """An answer, redirects not followed."""

    status: int
    text: str
    headers: Message

    @property
    def form(self) -> Form:
        """The one form of the page that is posted."""
        [form] = [form for form in PageReader(self.text).forms if form.method == "post"]
        return form

    @property
    def json(self) -> Any:
        return json.loads(self.text)


class _Stay(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_: object) -> None:
        return None


def _asked(opener: urllib.request.OpenerDirector, request: urllib.request.Request) -> Answer:
    try:
        with opener.open(request, timeout=SECONDS) as answer:
            return Answer(status=answer.status, text=answer.read().decode(), headers=answer.headers)
    except urllib.error.HTTPError as error:
        with error:
            return Answer(status=error.code, text=error.read().decode(), headers=error.headers)


def _from(address: str) -> dict[str, str]:
    """As if a proxy on this machine had been asked from another address; empty for this one."""
    return {"X-Forwarded-For": address} if address else {}


@dataclass(slots=True)
class Phone:
    """A browser without scripts: it keeps its cookies, and sends the forms of pages.

    `address` is the one to be counted with, where a limit counts by address.
    """

    url: str
    address: str = ""
    opener: urllib.request.OpenerDirector = field(
        default_factory=lambda: urllib.request.build_opener(
            urllib.request.HTTPCookieProcessor(CookieJar()), _Stay
        )
    )

    def get(self, path: str) -> Answer:
        request = urllib.request.Request(self.url + path, headers=_from(self.address))
        return _asked(self.opener, request)

    def post(self, path: str, fields: Mapping[str, str]) -> Answer:
        return self._post(path, urlencode(fields).encode(), "application/x-www-form-urlencoded")

    def bring(self, copy: str, fields: Mapping[str, str]) -> Answer:
        """Send the form that brings games back, with a file of games."""
        parts = [f'name="{name}"\r\n\r\n{value}' for name, value in fields.items()]
        parts.append(f'name="file"; filename="games.json"\r\n\r\n{copy}')
        line = "--part\r\nContent-Disposition: form-data; "
        content = "".join(f"{line}{part}\r\n" for part in parts) + "--part--\r\n"
        return self._post("/games/bring", content.encode(), "multipart/form-data; boundary=part")

    def _post(self, path: str, content: bytes, kind: str) -> Answer:
        headers = {"Origin": self.url, "Content-Type": kind, **_from(self.address)}
        return _asked(self.opener, urllib.request.Request(self.url + path, content, headers))

    def start(self, game: str = "basic-rummy") -> str:
        """Start a game of two; the path of its page."""
        path = f"/games/new/{game}"
        fields = self.get(path).form.fields | {"name-0": "Mara", "name-1": "Jon", "dealer": "0"}
        answer = self.post(path, fields)
        assert answer.status == 302, answer
        return re.sub(r"^http://[^/]*", "", answer.headers["Location"])


@dataclass(slots=True)
class Program:
    """A program that uses the interface, with the secret of a link once it has started a game."""

    url: str
    token: str = ""
    address: str = ""
    opener: urllib.request.OpenerDirector = field(default_factory=urllib.request.build_opener)

    def ask(self, path: str, body: object = None) -> Answer:
        headers = {"Content-Type": "application/json", **_from(self.address)}
        if self.token:
            headers["Authorization"] = f"Bearer {self.token}"
        content = None if body is None else json.dumps(body).encode()
        return _asked(self.opener, urllib.request.Request(self.url + path, content, headers))

    def start(self, key: str = "") -> str:
        """Start a game of two; the path of it."""
        key = key or secrets.token_hex(16)
        body = {"game": "basic-rummy", "players": ["Mara", "Jon"], "key": key}
        answer = Program(self.url, address=self.address).ask("/api/games", body)
        assert answer.status == 201, answer
        self.token = answer.json["secrets"]["keeper"]
        return f"/api/games/{answer.json['id']}"
