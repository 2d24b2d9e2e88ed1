"""The folder that runs the site in a browser: built, put on a plain file server, and walked."""

import re
import threading
from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Frame, Page, expect

from referee.static_site.build import PARTS, build, first_visit, served
from tests.browser.evening import Evening
from tests.conftest import PHONE
from tests.pages import CheckedClient

LONG = 60_000
"""Milliseconds that a busy machine may take to start Python in a browser."""
PATH = "/rummy/"
"""Where the folder lies on its host."""


class Walk(Evening):
    """An evening in the frame of the folder's page."""

    def reach(self, pattern: str) -> None:
        """Wait for a page in the frame."""
        self.page.wait_for_url(re.compile(pattern), timeout=LONG)


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Callable[[], None]]]:
    """The address of the folder on a plain file server, and what ends that server."""
    if not (PARTS / "node_modules").exists():
        pytest.skip("What the folder is made of could not be fetched: see ./run static")
    folder = tmp_path_factory.mktemp("host")
    sizes = build(folder / PATH.strip("/"))
    assert first_visit(sizes) < 11_000_000
    server = served(folder)
    running = threading.Thread(target=server.serve_forever)
    running.start()
    try:
        yield f"http://localhost:{server.server_port}{PATH}", server.shutdown
    finally:
        server.shutdown()
        server.server_close()
        running.join()


def opened(page: Page, address: str) -> Frame:
    """Open the folder, and give the frame of the site once it stands there."""
    page.goto(address)
    expect(page.locator("iframe")).to_be_visible(timeout=LONG)
    frame = next(frame for frame in page.frames if frame.parent_frame)
    frame.wait_for_load_state()
    return frame


def test_an_evening_without_a_server(
    browser: Browser,
    host: tuple[str, Callable[[], None]],
    sample_games: list[dict[str, Any]],
    client: CheckedClient,
) -> None:
    address, end = host
    game = sample_games[0]
    context = browser.new_context(viewport=PHONE)  # type: ignore[arg-type]
    asked = set[str]()
    context.on("request", lambda request: asked.add(urlsplit(request.url).netloc))
    page = context.new_page()
    walk = Walk(opened(page, address), address)  # type: ignore[arg-type]
    walk.start(game)
    for number in range(1, len(game["deals"])):
        walk.write(game, number)
    assert page.url.partition("#")[0] == walk.table
    # From here on nothing is served any more.
    end()
    walk.page = opened(page, walk.table)  # type: ignore[assignment]
    walk.write(game, len(game["deals"]))
    walk.try_correction(game)
    walk.holds_what_it_must(game)
    assert asked == {urlsplit(address).netloc}
    context.close()
