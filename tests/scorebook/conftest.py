"""A score book in a real file, and in a real PostgreSQL where its programs are installed."""

import pytest

from referee.scorebook import storage
from tests.scorebook.tables import open_book


@pytest.fixture(params=["sqlite", "postgresql"])
def database_url(request):
    """Where a score book is kept; None for the file in its instance folder."""
    if request.param == "sqlite":
        return None
    return request.getfixturevalue("postgres_url")


@pytest.fixture
def app(tmp_path, database_url):
    """An app with an empty score book, in its context."""
    app = open_book(tmp_path, database_url)
    with app.app_context():
        yield app
        storage.db.engine.dispose()
