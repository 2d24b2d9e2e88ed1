"""Pages as tests open them: each is checked for what every page must have."""

import re
from collections import Counter
from dataclasses import dataclass, field
from html import unescape
from itertools import count
from typing import Any, Final

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

UNSEEN = {"hidden", "submit", "button"}
FIELDS = {"input", "select", "textarea"}
UNREAD: Final = re.compile(r"<template\b.*?</template>|<!.*?>", re.DOTALL)
"""Comments, and what scripts alone take anything from."""
TOKEN: Final = re.compile(r'([^<]+)|<(/?)([a-z][a-z0-9]*)([^">]*(?:"[^"]*"[^">]*)*)>')
ATTRIBUTE: Final = re.compile(r'([^\s="/]+)(?:="([^"]*)")?')
_clients = count(1)


@dataclass(slots=True)
class Form:
    """A form of a page: where it is sent, and what stands in it."""

    action: str
    method: str
    fields: dict[str, str] = field(default_factory=dict)


class PageReader:
    """Reads what the checks and the tests need out of a page, as our own templates write it.

    `html.parser` reads whatever the web has, and takes several times as long.
    """

    def __init__(self, html: str) -> None:
        self.tags: Counter[str] = Counter()
        self.ids: Counter[str] = Counter()
        self.inline: list[str] = []
        self.fields: list[dict[str, str]] = []
        self.labels: set[str] = set()
        self.lang = self.title = ""
        self.forms: list[Form] = []
        self.links: list[str] = []
        self.answers: dict[str, str] = {}
        self.hides: list[str] = []
        self.words: list[str] = []
        self._within: set[str] = set()
        self._select = ""
        for text, end, tag, attributes in TOKEN.findall(UNREAD.sub("", html)):
            if text:
                self._read_text(unescape(text))
            elif end:
                self._within.discard(tag)
            else:
                self._read_tag(tag, attributes)

    def _read_tag(self, tag: str, attributes: str) -> None:
        own = {name: unescape(value) for name, value in ATTRIBUTE.findall(attributes)}
        self.tags[tag] += 1
        self._within.add(tag)
        if "id" in own:
            self.ids[own["id"]] += 1
        if tag == "style" or (tag == "script" and "src" not in own):
            self.inline.append(tag)
        self.inline += [name for name in own if name == "style" or name.startswith("on")]
        if tag == "html":
            self.lang = own.get("lang", "")
        elif tag == "a":
            self.links.append(own.get("href", ""))
        elif tag == "label":
            self.labels.add(own.get("for", ""))
        elif tag == "button" and "value" in own:
            self.answers[own.get("name", "")] = own["value"]
        elif tag == "form":
            self.forms.append(Form(own.get("action", ""), own.get("method", "get")))
        elif tag in FIELDS and own.get("type", "") not in UNSEEN:
            self.fields.append(own | {"wrapped": "yes" if "label" in self._within else ""})
        if self.forms:
            self._fill(tag, own)

    def _fill(self, tag: str, own: dict[str, str]) -> None:
        fields = self.forms[-1].fields
        if tag == "select":
            self._select = own.get("name", "")
        chosen = "selected" in own or self._select not in fields
        if tag == "option" and "select" in self._within and self._select and chosen:
            fields[self._select] = own.get("value", "")
        if tag == "button" and own.get("name") in fields:
            self.hides.append(own["name"])
        left_out = own.get("type") in {"radio", "checkbox"} and "checked" not in own
        if tag == "input" and "name" in own and not left_out:
            fields[own["name"]] = own.get("value", "")

    def _read_text(self, text: str) -> None:
        if "title" in self._within and "svg" not in self._within:
            self.title += text
        elif text.strip():
            self.words.append(text.strip())

    @property
    def text(self) -> str:
        """What can be read on the page, with single blanks."""
        return " ".join(" ".join(self.words).split())


def check(html: str) -> PageReader:
    """Read a page, and hold it to what every page must have."""
    page = PageReader(html)
    assert page.tags["h1"] == 1, f"{page.tags['h1']} first headings"
    assert page.title.strip(), "no title"
    assert page.lang, "no language"
    assert not [name for name, times in page.ids.items() if times > 1], "an id is there twice"
    assert not page.inline, f"inline: {page.inline}"
    # Of two that are sent, the server reads what comes first.
    assert not page.hides, f"a field is sent before the button of its name: {page.hides}"
    for one in page.fields:
        labelled = one["wrapped"] or one.get("aria-label") or one.get("id") in page.labels
        assert labelled, f"no label: {one}"
    return page


class CheckedClient(FlaskClient):
    """A client that checks every page it opens, at an address with limits of its own."""

    page: PageReader

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        number = next(_clients)
        self.environ_base["REMOTE_ADDR"] = f"10.0.{number // 256}.{number % 256}"

    def open(self, *args: Any, **kwargs: Any) -> TestResponse:
        answer = super().open(*args, **kwargs)
        readable = answer.mimetype == "text/html" and "Content-Encoding" not in answer.headers
        if readable and answer.status_code not in range(300, 400):
            self.page = check(answer.text)
        return answer

    def cookies(self) -> dict[str, str]:
        """What this browser sends with each request."""
        return {cookie.key: cookie.value for cookie in (self._cookies or {}).values()}

    def forget(self, prefix: str = "") -> None:
        """Forget every cookie whose name begins so."""
        for name in self.cookies():
            if name.startswith(prefix):
                self.delete_cookie(name)

    def see(self, address: str, status: int = 200) -> PageReader:
        """Open a page and read it."""
        answer = self.get(address, follow_redirects=True)
        assert answer.status_code == status, answer.text
        return self.page

    def send(
        self, address: str, values: dict[str, str] | None = None, *, form: int = 0
    ) -> TestResponse:
        """Open a page, fill a form of it in, and send it."""
        forms = [one for one in self.see(address).forms if one.method == "post"]
        return self.post(forms[form].action or address, data=forms[form].fields | (values or {}))

    def start(self, game: str, *names: str, dealer: int = 0, **options: str) -> str:
        """Start a game through its form; gives the address of the table."""
        seats = {f"name-{seat}": name for seat, name in enumerate(names)}
        chosen = {f"option-{name}": value for name, value in options.items()}
        answer = self.send(f"/games/new/{game}", seats | chosen | {"dealer": str(dealer)})
        assert answer.status_code == 302, answer.text
        return str(answer.headers["Location"])

    def write(self, table: str, deal: int, out: str, **hands: str) -> TestResponse:
        """Write a deal through its form; a hand is points, a sum, or cards."""
        values = {f"points-{player}": hand for player, hand in hands.items()}
        return self.send(f"{table}/deals/{deal}", values | {"out": out})
