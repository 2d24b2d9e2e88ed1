"""What tests share: a site with a score book of its own, a client that checks every page it opens,
a real server process, and a phone."""

import gc
import json
import shutil
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize, expect, sync_playwright

from tests.pages import CheckedClient
from tests.postgres import Cluster, NoPostgres, cluster
from tests.servers import Served, for_many_tests, reserved_port, serving
from tests.sites import client_of, site_in

DATA = Path(__file__).parent / "data"
PHONE: ViewportSize = {"width": 390, "height": 844}
SHORT_PHONE: ViewportSize = {"width": 390, "height": 664}
"""What the bars of a browser leave of such a phone."""
NARROWEST: ViewportSize = {"width": 320, "height": 640}
PATIENCE = 60_000
"""Milliseconds to wait for what has to come: on a busy machine it takes ten times as long."""
expect.set_options(timeout=PATIENCE)
BROWSER = shutil.which("chromium-headless-shell") or "/usr/bin/chromium"
"""The shell without windows takes two thirds of the time for a page, where it is installed."""
CHROMIUM = (
    "--no-sandbox",
    "--disable-gpu",
    "--in-process-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
COMPILING_ONCE = "--js-flags=--liftoff-only"
"""WebAssembly is not compiled a second time for speed: tests start Python in a page more than they
use it."""


@pytest.hookimpl(wrapper=True, optionalhook=True)
def pytest_xdist_auto_num_workers() -> Generator[None, int, int]:
    """One worker more than xdist would start: a test waits a tenth of its time for others."""
    return (yield) + 1


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What takes longest comes first: at the end one worker would run it and the others wait."""
    items.sort(key=lambda item: item.get_closest_marker("slow") is None)


def pytest_configure() -> None:
    """Look for garbage more seldom, from the collecting of the tests on."""
    gc.set_threshold(20_000)


def pytest_collection_finish() -> None:
    """Look for no garbage among what was collected, which stays."""
    gc.freeze()


@pytest.fixture(scope="session")
def sample_games() -> list[dict[str, Any]]:
    """Two whole games with every card, deal and total."""
    games: list[dict[str, Any]] = json.loads((DATA / "sample-games.json").read_text("utf-8"))
    return games


@pytest.fixture(scope="session")
def app(tmp_path_factory: pytest.TempPathFactory) -> Flask:
    """The site over a score book of its own, in a file."""
    return site_in(tmp_path_factory.mktemp("instance"))


@pytest.fixture
def client(app: Flask) -> CheckedClient:
    """A browser with an empty ring of keys."""
    return client_of(app)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A real server process over a score book of its own, one for all tests."""
    folder = tmp_path_factory.mktemp("served") / "instance"
    with serving(folder, prepare=for_many_tests) as served:
        yield served


@pytest.fixture
def port() -> Iterator[int]:
    """A port for a server that starts again, which nobody gets in between."""
    with reserved_port() as port:
        yield port


@pytest.fixture(scope="session")
def postgres() -> Iterator[Cluster]:
    """A PostgreSQL server of our own, gone after the tests."""
    try:
        with cluster() as running:
            yield running
    except NoPostgres:
        pytest.skip("PostgreSQL's programs (initdb, pg_ctl) are not installed")


@pytest.fixture
def postgres_url(postgres: Cluster) -> str:
    """The URL of an empty database."""
    postgres.empty()
    return postgres.url


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """A real browser."""
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(
            executable_path=BROWSER, args=[*CHROMIUM, COMPILING_ONCE]
        )
        yield opened
        opened.close()


@pytest.fixture
def phone(browser: Browser) -> Iterator[Page]:
    """A page on a phone."""
    with_js = browser.new_context(viewport=PHONE, has_touch=True)
    yield from _page_of(with_js)


@pytest.fixture
def plain_phone(browser: Browser) -> Iterator[Page]:
    """A page on a phone that runs no scripts."""
    without = browser.new_context(viewport=PHONE, java_script_enabled=False)
    yield from _page_of(without)


def _page_of(context: BrowserContext) -> Iterator[Page]:
    context.set_default_timeout(PATIENCE)
    yield context.new_page()
    context.close()
