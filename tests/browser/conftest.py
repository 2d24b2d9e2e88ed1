"""Phones for the tests of a real browser."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.browser.phones import Phones, sit_down
from tests.servers import Served


@pytest.fixture
def phones(browser: Browser, server: Served) -> Iterator[Phones]:
    """Two phones at the table of a game just begun."""
    both = sit_down(browser, server.url)
    yield both
    both.close()
