"""What tests of the site share."""

from itertools import count
from types import SimpleNamespace

import pytest

from referee.web import rate_limit

_minutes = count(1)


@pytest.fixture
def same_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    """All within one minute, and half of it left: in the next as many more may ask."""
    half_past = 60.0 * next(_minutes) + 30
    monkeypatch.setattr(rate_limit, "time", SimpleNamespace(monotonic=lambda: half_past))
