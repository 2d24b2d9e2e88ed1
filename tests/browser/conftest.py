"""Phones for the tests of a real browser, and the folder without a server."""

import fcntl
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from referee.static_site.build import PARTS, build, first_visit
from tests.browser.phones import Phones, sit_down
from tests.servers import Served


@pytest.fixture
def phones(browser: Browser, server: Served) -> Iterator[Phones]:
    """Two phones at the table of a game just begun."""
    both = sit_down(browser, server.url)
    yield both
    both.close()


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Path:
    """The folder that runs the site without a server, made once for all workers."""
    if not (PARTS / "node_modules").exists():
        pytest.skip("What the folder is made of is not here: ./run static fetches it")
    place = tmp_path_factory.getbasetemp()
    folder = (place if worker_id == "master" else place.parent) / "built"
    with folder.with_suffix(".lock").open("wb") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not folder.exists():
            assert first_visit(build(folder)) < 9_000_000
    return folder
