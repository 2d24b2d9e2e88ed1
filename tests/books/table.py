"""One game as a phone plays it, through the forms of its pages alone."""

import json
import re
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from operator import itemgetter
from typing import Any
from urllib.parse import parse_qsl, urlencode, urlsplit

from werkzeug.test import TestResponse

from tests.pages import CheckedClient, Form


@dataclass(frozen=True, slots=True)
class Table:
    """A game on a phone; `address` is that of its page."""

    phone: CheckedClient
    address: str

    @property
    def game_id(self) -> str:
        """What the game is called in addresses."""
        return self.address.rpartition("/")[2]

    def form(self, page: str, ending: str) -> Form:
        """The first form of a page that is sent to an address with that ending."""
        forms = self.phone.see(f"{self.address}{page}").forms
        return _sent_to(forms, ending)

    def press(self, page: str, ending: str, /, **values: str) -> TestResponse:
        """Fill a form of a page in and send it; a question whether one is sure is answered yes."""
        form = self.form(page, ending)
        answer = self.phone.post(form.action, data=form.fields | values)
        if answer.status_code == 200:
            sure = _sent_to(self.phone.page.forms, ending)
            answer = self.phone.post(sure.action, data=sure.fields | {"sure": "yes"})
        assert answer.status_code == 302, self.phone.page.text
        return answer

    def change(self, page: str, what: str, /, **values: str) -> None:
        """Make one of the changes of a page."""
        self.press(page, f"/changes/{what}", **values)

    def deal(self, number: int, out: str, /, **hands: str) -> None:
        """Write or correct a deal; `out` is empty in a game in which nobody goes out.

        A hand is points, a sum, or cards.
        Points that are missing or odd are confirmed.
        """
        self._deal(f"/deals/{number}", out, hands)

    def put_in(self, before: int, out: str, /, **hands: str) -> None:
        """Write a deal that was forgotten, as `deal` does, before the one of a number."""
        self._deal(f"/deals/{before}/before", out, hands)

    def _deal(self, page: str, out: str, hands: Mapping[str, str]) -> None:
        form = self.form(page, page)
        values = form.fields | ({"out": out} if out else {})
        values |= {f"points-{player}": hand for player, hand in hands.items()}
        answer = self.phone.post(form.action, data=values)
        if answer.status_code == 422 and "sure" in self.phone.page.answers:
            values["sure"] = self.phone.page.answers["sure"]
            answer = self.phone.post(form.action, data=values)
        assert answer.status_code == 302, self.phone.page.text

    def undo(self, entry: int) -> None:
        """Take an entry back on the page of the log, or the taking back of one."""
        self.change("/log", "undo", entry=str(entry))

    def options(self, **chosen: str) -> None:
        """Look at other options, and take them."""
        query = urlencode({"look": "yes"} | {f"option-{name}": v for name, v in chosen.items()})
        self.change(f"/options?{query}", "options")

    def ask(self, ask: str, /, **said: str) -> str:
        """Put a question with what the table knows; gives the address of the ruling."""
        links = self.phone.see(self.address).links
        desk = next(link for link in links if link.startswith("/disputes?"))
        query = dict(parse_qsl(urlsplit(desk).query)) | {"ask": ask, "rule": "yes"} | said
        address = f"/disputes?{urlencode(query)}"
        self.phone.see(address)
        return address

    def keep(self, ask: str, /, **said: str) -> str:
        """Keep a ruling with the game; gives the address of the page that shows it."""
        self.ask(ask, **said)
        return str(self._send("/rulings").headers["Location"])

    def lay(self, ask: str, /, **said: str) -> None:
        """Put on the table what a ruling allows."""
        which = {"which": said.pop("which")} if "which" in said else {}
        self.ask(ask, **said)
        self._send("/melds", which)

    def _send(self, ending: str, values: dict[str, str] | None = None) -> TestResponse:
        form = _sent_to(self.phone.page.forms, ending)
        answer = self.phone.post(form.action, data=form.fields | (values or {}))
        assert answer.status_code == 302, self.phone.page.text
        return answer

    def again(self) -> "Table":
        """Play the same game again; gives the new table."""
        return Table(self.phone, str(self.press("", "/again").headers["Location"]))

    def new_link(self, role: str) -> None:
        """Make one more link."""
        form = self.form("/links", "/links")
        answer = self.phone.post(form.action, data=form.fields | {"role": role})
        assert answer.status_code == 302

    def links(self) -> list[tuple[str, str]]:
        """The id and the secret of every link of the game that opens it, the keeper's first."""
        page = self.phone.see(f"{self.address}/links")
        forms = [form for form in page.forms if form.action.endswith("/name")]
        shown = [link.rpartition("/k/")[2] for link in page.links if "/k/" in link]
        links = [
            (form.fields["open"], form.action.split("/")[-2], secret)
            for form, secret in zip(forms, shown, strict=True)
        ]
        return [link[1:] for link in sorted(links, key=itemgetter(0))]

    def link(self, place: int, what: str, /, **values: str) -> None:
        """Name, renew or withdraw the link at a place, or hand over to it."""
        self.press("/links", f"/links/{self.links()[place][0]}/{what}", **values)

    def program(self, secret: str, /, **entry: Any) -> None:
        """Write an entry as a program does."""
        head = {"Authorization": f"Bearer {secret}"}
        address = f"/api{self.address}"
        base = json.loads(self.phone.get(address, headers=head).text)["version"]
        sent = {"key": secrets.token_urlsafe(12), "base": base, "entry": entry}
        answer = self.phone.post(f"{address}/entries", json=sent, headers=head)
        assert answer.status_code == 201, answer.text


def _sent_to(forms: list[Form], ending: str) -> Form:
    sent = {urlsplit(form.action).path: form for form in reversed(forms) if form.method == "post"}
    fitting = [form for path, form in reversed(sent.items()) if path.endswith(ending)]
    assert fitting, f"no form is sent to {ending}, only to {list(sent)}"
    return fitting[0]


def bring(phone: CheckedClient, copy: str) -> list[Table]:
    """Bring the games of a copy back to a phone, in the order of the file."""
    fields = phone.see("/games/bring").forms[-1].fields
    parts = [(f'name="{name}"', text) for name, text in fields.items() if name != "file"]
    parts.append(('name="file"; filename="copy.json"', copy))
    head = "--part\r\nContent-Disposition: form-data; {}\r\n\r\n{}\r\n"
    # Written out, for the client leaves the file open that it puts a large form in.
    body = "".join(head.format(*part) for part in parts) + "--part--\r\n"
    kind = "multipart/form-data; boundary=part"
    answer = phone.post("/games/bring", data=body.encode(), content_type=kind)
    assert answer.status_code == 200, phone.page.text
    links = dict.fromkeys(phone.page.links)
    tables = [Table(phone, link) for link in links if re.fullmatch(r"/games/\w{12}", link)]
    # A game that is not taken says why on the page.
    assert len(tables) == len(json.loads(copy)["games"]), phone.page.text
    return tables
