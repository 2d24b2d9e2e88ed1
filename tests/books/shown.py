"""What a score book shows of a game: its figures, and the words around them apart from those.

Both are read from the pages and from the interface for programs. A page that is drawn otherwise
later is read otherwise here; what was shown then stays as it is.
"""

import csv
import io
import json
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from typing import Any
from urllib.parse import parse_qs, urlsplit
from xml.etree.ElementTree import Element, TreeBuilder

from referee.language import say
from tests.books.table import Table

PHONE = re.compile("^(?:score)?(keeper|second scorer|viewer)’s phone")
NUMBER = re.compile(r"[-−]?\d+")
SUITS = {"spades": "♠", "hearts": "♥", "diamonds": "♦", "clubs": "♣"}
UNCLOSED = frozenset({"base", "br", "hr", "img", "input", "link", "meta"})

Shown = dict[str, Any]


def plain_game(table: Table, secret: str) -> Shown:
    """A game as programs read it with the secret of a link, the words of its log left out."""
    head = {"Authorization": f"Bearer {secret}"}
    game: Shown = json.loads(table.phone.get(f"/api{table.address}", headers=head).text)
    # Earlier commits knew no totals with what is added at the end.
    assert game.pop("final") == (game["totals"] if game["finished"] else {})
    del game["id"]
    for deal in game["deals"]:
        # Earlier commits gave no hands and no parts; the points are the sums of these.
        hands, besides = deal.pop("hands"), deal.pop("besides")
        assert {*deal["points"], *deal["missing"]} == {*hands} or besides
        parts = deal.pop("parts")
        assert all(sum(own.values()) == deal["points"][key] for key, own in parts.items())
    names = [player["name"] for player in game["players"]]
    game["log"] = [_line(line, names) for line in game["log"]]
    return game


def figures(table: Table, secret: str) -> Shown:
    """Everything of a game that no later wording may change; `secret` is that of a link."""
    game = plain_game(table, secret)
    names = [player["name"] for player in game["players"]]
    page = _page(table, "")
    rulings = {number: _ruling(ruling) for number, ruling in _rulings(table)}
    standings = [_standing(line, names) for line in _places(page)]
    return game | {
        "standings": standings,
        "sheet": _sheet(page, names, standings),
        "melds": _melds(table),
        "rulings": rulings,
        "csv": _first_columns(table.phone.get(f"{table.address}/copy.csv").text),
    }


def texts(table: Table) -> Shown:
    """The sentences of a game that may be worded better one day."""
    banner = _page(table, "").find(".//section[@aria-label]")
    assert banner is not None
    return {
        "banner": [_text(part) for part in banner.iter() if part.tag in ("h2", "li", "p")],
        "log": [
            _text(line)
            for line in _page(table, "/log").iter()
            if "says" in line.get("class", "").split()
        ],
        "rulings": {number: _words(ruling) for number, ruling in _rulings(table)},
    }


def _first_columns(text: str) -> str:
    """A spreadsheet without what came later: parts, addresses, and lines that no deal brought."""
    later = (*(say("csv-brought", back=back) for back in (False, True)), say("csv-bonus"))
    out = io.StringIO()
    rows = csv.reader(io.StringIO(text))
    csv.writer(out).writerows(row[:-2] for row in rows if row[-2] not in later)
    return out.getvalue()


def _line(line: Shown, names: list[str]) -> list[Any]:
    """A line of the log: its entry, when, who, whether it stands, its numbers and its names.

    A phone without a name of its own is called as it was when the first book was made.
    """
    says = line["says"]
    named = sorted(name for name in names for _ in range(says.count(name)))
    numbers = sorted(NUMBER.findall(says))
    who = PHONE.sub(r"\1's phone", line["who"])
    return [line["number"], line["at"], who, line["stands"], " ".join(numbers), named]


def _places(page: Element) -> list[Element]:
    """The lines of the standings."""
    lists = [ol for ol in page.iter("ol") if "places" in ol.get("class", "").split()]
    return [line for ol in lists for line in ol]


def _standing(line: Element, names: list[str]) -> list[Any]:
    """A line of the standings: the place, the player and the total."""
    who = next(part for part in line.iter("span") if part.get("class") == "who")
    total = next(part for part in line.iter("span") if part.get("class") == "total")
    return [line.get("value", "–"), [_text(who)], NUMBER.findall(_text(total))]


def _sheet(page: Element, names: list[str], standings: list[list[Any]]) -> list[list[str]]:
    """The scores row by row as the first book had them.

    Deals to come had no figures, and below all stood totals and places, which are in the standings.
    """
    rows = [[_numbers(cell) for cell in row.iterfind("td")] for row in page.iterfind(".//tr")]
    to_come = [
        *page.findall(".//section[@class='banner']"),
        *page.findall(".//*[@class='fold later']//span[@class='plain']"),
        *page.findall(".//*[@class='panel later']/span"),
    ]
    lines = {who[0]: (NUMBER.findall(place), total) for place, who, total in standings}
    places = [" ".join(lines[name][0]) for name in names]
    totals = [" ".join(lines[name][1]) for name in names]
    return [*rows, *([] for _ in to_come), totals, places]


def _numbers(cell: Element) -> str:
    return " ".join(NUMBER.findall(_text(cell)))


def _melds(table: Table) -> list[str]:
    """The melds on the table in the order of the seats, as their addresses say them."""
    asked = [parse_qs(urlsplit(link).query) for link in _links(_page(table, "/melds"))]
    return [one["onto"][0] for one in asked if "onto" in one]


def _rulings(table: Table) -> Iterator[tuple[str, Element]]:
    """The number and the page of each ruling that is kept."""
    for link in _links(_page(table, "/log")):
        if "/rulings/" in link:
            number = link.rpartition("/")[2]
            yield number, _page(table, f"/rulings/{number}")


def _in_signs(text: str) -> str:
    """A sentence with its cards in signs: the page spells out a card that stands alone in it."""

    def signs(card: re.Match[str]) -> str:
        rank, suit = card.groups()
        return (rank if rank.isdecimal() else rank[0].upper()) + SUITS[suit]

    return re.sub(rf"\b(\d+|ace|jack|queen|king) of ({'|'.join(SUITS)})\b", signs, text)


def _ruling(page: Element) -> Shown:
    """A ruling as it was kept: what it said then is said word for word for ever."""
    verdict = next(one for one in page.iter("div") if "verdict" in _classes(one))
    decides = [one for one in verdict.iterfind("p") if "reason" in _classes(one)]
    others = page.findall(".//ul[@class='reasons']/li")
    said = [(one, _in_signs(_text(one))) for one in decides] + [(one, _said(one)) for one in others]
    return {
        "verdict": _classes(verdict)[1],
        # Which of them comes first is no part of what was said.
        "reasons": sorted(["against" not in _classes(one), text] for one, text in said),
        "nearest": sum("nearest" in _classes(one) for one in page.iter("div")),
        "doubted": page.find(".//div[@role='note']") is not None,
    }


def _said(reason: Element) -> str:
    """The sentence of a reason, without the words before it for those who cannot see its mark."""
    unseen = reason.find("p/span[@class='vh']")
    assert unseen is not None
    assert unseen.tail
    return " ".join(unseen.tail.split())


def _words(page: Element) -> list[str]:
    """What stands on the page of a ruling around the reasons that it gave."""
    boxes = [one for one in page.iter("div") if {"verdict", "nearest"} & set(_classes(one))]
    parts = [part for box in boxes for part in box if part.tag in ("h2", "p")]
    parts = [part for part in parts if "reason" not in _classes(part)]
    listed = page.findall(".//ul[@class='reasons']/li/p[@class='soft small']")
    sources = [*page.iterfind(".//blockquote/footer"), *listed]
    return [_text(part) for part in (*page.iter("h1"), *parts, *sources)]


class _Tree(HTMLParser):
    """A page as a tree: the pages of this site close what they open."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.builder = TreeBuilder()
        self.feed(html)
        self.root: Element = self.builder.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.builder.start(tag, {name: value or "" for name, value in attrs})
        if tag in UNCLOSED:
            self.builder.end(tag)

    def handle_endtag(self, tag: str) -> None:
        self.builder.end(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.builder.start(tag, {})
        self.builder.end(tag)

    def handle_data(self, data: str) -> None:
        self.builder.data(data)


def _page(table: Table, page: str) -> Element:
    answer = table.phone.get(f"{table.address}{page}")
    assert answer.status_code == 200, answer.text
    _, begins, main = answer.text.partition("<main")
    return _Tree(f"{begins}{main.partition('</main>')[0]}</main>").root


def _links(page: Element) -> list[str]:
    return [one.get("href", "") for one in page.iter("a")]


def _classes(one: Element) -> list[str]:
    return one.get("class", "").split()


def _text(one: Element) -> str:
    return " ".join("".join(one.itertext()).split())
