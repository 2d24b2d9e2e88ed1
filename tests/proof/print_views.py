"""Every sheet, printed by the browser from its print view, beside its PDF.

Chromium prints the view on paper of the size that its stylesheet asks for, WeasyPrint the PDF: as
many pages of the same sizes, and on each the same letters in the same places. Of each sheet every
pair of two choices is compared; `whole` takes every game.
"""

import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from math import dist
from operator import sub
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import urlencode

import pypdfium2
from playwright.sync_api import Page, Route, sync_playwright

from referee.printing.options import UPS, Duplex, Inks, Orientation, Paper, PrintSize
from referee.printing.sheets import SHEETS
from referee.rules.schema.variant import Variant
from referee.variants import catalogue
from referee.web.prints import views
from referee.web.rate_limit import RateLimit
from tests.books.table import Table
from tests.conftest import BROWSER, CHROMIUM
from tests.pages import CheckedClient
from tests.printing.conftest import sizes_of
from tests.proof.paper import Row, every_pair
from tests.sites import client_of, site_in

HOST = "http://localhost"
GAMES = 2
MOVED = 10.0
"""Millimetres by which a letter may stand elsewhere: a line or two that end at another word."""
OUTSIDE = 2.0
"""Millimetres by which anything may stand farther out than on the PDF."""
FEW = 0.25
"""How many of a page's letters may stand farther off."""

PLAYED = "table"
"""Printed of a table."""


def main(games: int = GAMES) -> bool:
    """Compare every pair of choices; true where each view prints as its PDF does."""
    with TemporaryDirectory() as folder, sync_playwright() as playwright:
        views.pace = RateLimit(10**9)  # type: ignore[misc]
        client = client_of(site_in(Path(folder)))
        browser = playwright.chromium.launch(executable_path=BROWSER, args=[*CHROMIUM])
        page = browser.new_page()
        page.route("**/*", lambda route: _answer(client, route))
        compared, wrong, most = 0, 0, 0.0
        for address, query in _asked(client, games):
            problems, difference = _compared(client, page, address, query)
            compared += 1
            wrong += bool(problems)
            most = max(most, difference)
            if problems:
                print(f"  {address}?{query}: {'; '.join(problems)}", flush=True)
        print(
            f"  {compared} compared, {wrong} differ; letters stand {most:.1f} mm elsewhere at most"
        )
        return wrong == 0


def whole() -> bool:
    """Compare them with every game."""
    return main(len(catalogue()))


def _answer(client: CheckedClient, route: Route) -> None:
    path = route.request.url.removeprefix(HOST)
    answer = client.get(path)
    route.fulfill(status=answer.status_code, headers=dict(answer.headers), body=answer.data)


def _asked(client: CheckedClient, games: int) -> Iterator[tuple[str, str]]:
    """The address of what is printed, and what its query says."""
    variants = catalogue()[:: len(catalogue()) // games][:games]
    tables = {variant.id: _played(client, variant) for variant in variants}
    offered: Mapping[str, Sequence[str]] = {
        "game": [variant.id for variant in variants],
        "of": ["blank", PLAYED],
        "paper": list(Paper),
        "turn": list(Orientation),
        "print": list(PrintSize),
        "inks": list(Inks),
        "up": [str(up) for up in UPS],
        "duplex": ["one", *Duplex],
    }
    for sheet in SHEETS:

        def placed(row: Row, sheet: str = sheet) -> tuple[str, str]:
            chosen = {name: value for name, value in row.items() if name not in ("game", "of")}
            game = row["game"]
            root = f"{tables[game]}/print" if row["of"] == PLAYED else f"/prints/{game}"
            return root, urlencode({"sheet": sheet, **chosen})

        def fits(row: Row) -> bool:
            root, query = placed(row)
            return client.get(f"{root}/view?{query}").status_code == 200

        yield from map(placed, every_pair(offered, fits))


def _played(client: CheckedClient, variant: Variant) -> str:
    """The table of a game with two deals."""
    names = ("Mara", "Jon", "Edith", "Żółć")[: max(2, variant.players.least)]
    table = Table(client, client.start(variant.id, *names))
    for deal in (1, 2):
        hands = {f"p{seat}": str(5 * seat * deal) for seat in range(2, len(names) + 1)}
        table.deal(deal, "p1", **hands)
    return table.address


def _compared(
    client: CheckedClient, page: Page, address: str, query: str
) -> tuple[list[str], float]:
    """What differs on paper, and the share of letters that moved."""
    pdf = client.get(f"{address}/pdf?{query}")
    if pdf.status_code != 200:
        return [f"no PDF: {pdf.status_code}"], 0
    page.goto(f"{HOST}{address}/view?{query}")
    page.evaluate("document.fonts.ready")
    return differences(pdf.data, page.pdf(prefer_css_page_size=True))


def differences(pdf: bytes, view: bytes) -> tuple[list[str], float]:
    """What differs between a PDF file and what a browser prints, and how many letters moved.

    That is the largest share of those of a page, between each and the nearest one like it.
    """
    if sizes_of(pdf) != sizes_of(view):
        return [f"pages {sizes_of(pdf)}, the view {sizes_of(view)}"], 0
    found, most = [], 0.0
    for number, (made, printed) in enumerate(zip(_letters(pdf), _letters(view), strict=True), 1):
        counts, there = (
            Counter({one: len(at) for one, at in page.items()}) for page in (made, printed)
        )
        if counts != there:
            found.append(f"page {number}: lacks {counts - there}, has besides {there - counts}")
            continue
        if counts and max(map(sub, _edges(made), _edges(printed))) > OUTSIDE:
            found.append(f"page {number}: from {_edges(printed)}, on the PDF {_edges(made)}")
        moved = sum(
            min(dist(here, at) for at in printed[letter]) > MOVED
            for letter, places in made.items()
            for here in places
        )
        share = moved / max(counts.total(), 1)
        most = max(most, share)
        if share > FEW:
            found.append(f"page {number}: {moved} of {counts.total()} letters stand elsewhere")
    return found, most


def _edges(page: Mapping[str, Sequence[tuple[float, float]]]) -> tuple[float, ...]:
    """How far left and low the letters of a page reach, then how far right and high, negative."""
    across, up = zip(*(at for places in page.values() for at in places), strict=True)
    return min(across), min(up), -max(across), -max(up)


def _letters(pdf: bytes) -> Iterator[dict[str, list[tuple[float, float]]]]:
    """Where each letter stands on each page, in millimetres."""
    for page in pypdfium2.PdfDocument(pdf):
        text, letters = page.get_textpage(), dict[str, list[tuple[float, float]]]()
        for at in range(text.count_chars()):
            letter = text.get_text_range(at, 1)
            left, low, right, high = (side * 25.4 / 72 for side in text.get_charbox(at))
            if letter.strip("\ufffe\x02 \r\n\xa0"):
                letters.setdefault(letter, []).append(((left + right) / 2, (low + high) / 2))
        yield letters


if __name__ == "__main__":
    sys.exit(0 if main() else 1)
