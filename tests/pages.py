"""Pages as tests open them: each is checked for what every page must have."""

from collections import Counter
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

UNSEEN = {"hidden", "submit", "button"}
FIELDS = {"input", "select", "textarea"}


@dataclass(slots=True)
class Form:
    """A form of a page: where it is sent, and what stands in it."""

    action: str
    method: str
    fields: dict[str, str] = field(default_factory=dict)


class PageReader(HTMLParser):
    """Reads what the checks and the tests need out of a page."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: Counter[str] = Counter()
        self.ids: Counter[str] = Counter()
        self.inline: list[str] = []
        self.fields: list[dict[str, str]] = []
        self.labels: set[str] = set()
        self.lang = self.title = ""
        self.forms: list[Form] = []
        self.links: list[str] = []
        self.answers: dict[str, str] = {}
        self.words: list[str] = []
        self._open: list[str] = []
        self._select = ""
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        own = {name: value or "" for name, value in attrs}
        self.tags[tag] += 1
        self._open.append(tag)
        if "template" in self._open:
            # Scripts alone take anything from it.
            return
        if "id" in own:
            self.ids[own["id"]] += 1
        if tag == "style" or (tag == "script" and "src" not in own):
            self.inline.append(tag)
        self.inline += [name for name in own if name == "style" or name.startswith("on")]
        if tag == "html":
            self.lang = own.get("lang", "")
        if tag == "a":
            self.links.append(own.get("href", ""))
        if tag == "label":
            self.labels.add(own.get("for", ""))
        if tag == "button" and "value" in own:
            self.answers[own.get("name", "")] = own["value"]
        if tag == "form":
            self.forms.append(Form(own.get("action", ""), own.get("method", "get")))
        if tag in FIELDS and own.get("type", "") not in UNSEEN:
            self.fields.append(own | {"wrapped": "yes" if "label" in self._open else ""})
        self._fill(tag, own)

    def _fill(self, tag: str, own: dict[str, str]) -> None:
        if not self.forms:
            return
        fields = self.forms[-1].fields
        if tag == "select":
            self._select = own.get("name", "")
        if tag == "option" and self._select and ("selected" in own or self._select not in fields):
            fields[self._select] = own.get("value", "")
        left_out = own.get("type") in {"radio", "checkbox"} and "checked" not in own
        if tag == "input" and "name" in own and not left_out:
            fields[own["name"]] = own.get("value", "")

    def handle_endtag(self, tag: str) -> None:
        while tag in self._open and self._open.pop() != tag:
            pass
        if tag == "select":
            self._select = ""

    def handle_data(self, data: str) -> None:
        if "template" in self._open:
            return
        if "title" in self._open and "svg" not in self._open:
            self.title += data
        elif data.strip():
            self.words.append(data.strip())

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
    for one in page.fields:
        labelled = one["wrapped"] or one.get("aria-label") or one.get("id") in page.labels
        assert labelled, f"no label: {one}"
    return page


class CheckedClient(FlaskClient):
    """A client that checks every page it opens."""

    def open(self, *args: Any, **kwargs: Any) -> TestResponse:
        answer = super().open(*args, **kwargs)
        readable = answer.mimetype == "text/html" and "Content-Encoding" not in answer.headers
        if readable and answer.status_code not in range(300, 400):
            self.page = check(answer.text)
        return answer

    page: PageReader

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
