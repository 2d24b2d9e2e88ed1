"""Sites in the process of the tests."""

from pathlib import Path
from typing import Any

from flask import Flask
from jinja2 import BytecodeCache
from jinja2.bccache import Bucket
from sqlalchemy import event

from referee.scorebook import storage
from referee.scorebook.models import db
from referee.web import create_app
from tests.pages import CheckedClient


class _Compiled(BytecodeCache):
    """Templates as the first site compiled them, for all others."""

    def __init__(self) -> None:
        self._code: dict[str, Any] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        bucket.code = self._code.get(bucket.key + bucket.checksum)

    def dump_bytecode(self, bucket: Bucket) -> None:
        self._code[bucket.key + bucket.checksum] = bucket.code


# Of all sites in this process, and of those that are forked from it.
Flask.jinja_options = {**Flask.jinja_options, "bytecode_cache": _Compiled()}


def site_in(folder: Path, **settings: Any) -> Flask:
    """The site over the score book in a folder, which is begun where there is none.

    Its clients check every page. Nothing waits for the disk: what survives a crash is tried with
    servers that are killed.
    """
    site = create_app({"INSTANCE": folder, "SECRET_KEY": b"s" * 32, **settings})
    site.test_client_class = CheckedClient
    with site.app_context():
        event.listen(db.engine, "connect", _never_wait)
    storage.migrate(site)
    return site


def client_of(site: Flask) -> CheckedClient:
    """A browser with an empty ring of keys."""
    client = site.test_client()
    assert isinstance(client, CheckedClient)
    return client


def _never_wait(connection: Any, _: object) -> None:
    connection.execute("PRAGMA synchronous = OFF")
