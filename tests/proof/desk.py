"""The desk and the interface for programs, asked far more than the tests ask them."""

from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from schemathesis import GenerationMode

from referee.variants import catalogue
from referee.web import programs
from referee.web.disputes import views
from referee.web.rate_limit import RateLimit
from tests.sites import client_of, site_in
from tests.web.test_disputes import broken_by
from tests.web.test_programs import document_of, hold_to_document

TIMES = 100
"""How often each question is asked of each game with anything at all."""
REQUESTS = 2_000
"""To the interface, of those that keep to its document, and of those that break it."""


def main() -> bool:
    """Ask, and tell what had no answer; raises where an answer is not as it is described."""
    with TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        for part in (views, programs):
            patch.setattr(part, "pace", RateLimit(10**9))
        site = site_in(Path(folder))
        broken = [
            query for game in catalogue() for query in broken_by(client_of(site), game, times=TIMES)
        ]
        document = document_of(site)
        for mode in GenerationMode:
            hold_to_document(document, mode, REQUESTS)
    print(f"each question {TIMES} times; {REQUESTS} requests of either kind")
    print(*broken, sep="\n")
    return not broken
