"""The database: how it is opened, made and changed."""

import fcntl
import os
import sqlite3
import stat
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager

import flask_migrate
import psycopg
import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from flask import Flask

from referee.scorebook import cache, models, storage
from referee.scorebook.first_edition import second_edition
from referee.scorebook.links import open_game
from referee.scorebook.outages import Outage, Reason
from referee.scorebook.repository import Written, digest_of, start_game, write
from referee.variants import load
from tests.processes import Process
from tests.scorebook.conftest import EACH_DATABASE
from tests.scorebook.tables import SECRET, open_book, written
from tests.variants.test_editions import FIRST


@EACH_DATABASE
def test_tables_made_by_migrations_are_those_of_the_models(app):
    with models.db.engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, models.db.metadata) == []


@EACH_DATABASE
def test_constraints_are_named_as_the_models_name_them(app):
    with models.db.engine.connect() as connection:
        there = sa.inspect(connection)
        made = {
            constraint["name"]
            for table in models.db.metadata.tables
            for constraint in (
                there.get_pk_constraint(table),
                *there.get_foreign_keys(table),
                *there.get_unique_constraints(table),
            )
        }
    template = sa.create_mock_engine("sqlite://", lambda *_: None)
    assert made == {
        template.dialect.identifier_preparer.format_constraint(constraint)
        for table in models.db.metadata.tables.values()
        for constraint in table.constraints
    }


def downgrade(app, revision):
    """Take the tables of an app's score book back to those of an earlier version."""
    flask_migrate.Migrate(app, models.db, directory=str(storage.MIGRATIONS))
    flask_migrate.downgrade(revision=revision)


@EACH_DATABASE
def test_migrations_go_down_to_nothing_and_up_again(app):
    downgrade(app, "base")
    assert set(sa.inspect(models.db.engine).get_table_names()) == {"alembic_version"}
    storage.migrate(app)
    assert {"game", "link", "entry", "edition"} <= set(
        sa.inspect(models.db.engine).get_table_names()
    )


@EACH_DATABASE
def test_games_of_the_first_edition_are_stored_as_this_one(app):
    first = [("six-to-ten", place) for place in (0, 1, 1)] + [("shanghai-rum", 0)]
    tokens = [start_game(load(id), ["Mara", "Jon", "Edith"], 0).keeper_token for id, _ in first]
    late = open_game(start_game(load("basic-rummy"), ["Mara", "Jon"], 0).keeper_token)
    with storage.writing() as session:
        for row, (id, place) in enumerate(first, 1):
            stored = FIRST[id][place]
            edition = {"digest": digest_of(stored), "definition": stored}
            storage.insert_once(session, models.EditionRow, edition)
            game = session.get_one(models.GameRow, row)
            game.edition, game.options = edition["digest"], {"ties": "played-off"}
    downgrade(app, "0004")
    storage.migrate(app)
    cache.forget()
    for token, (id, place) in zip(tokens, first, strict=True):
        access = open_game(token)
        assert access
        variant = cache.book_of(access).variant
        assert variant.definition == second_edition(FIRST[id][place], id)
        assert variant.turned == {"ties": "played-off"}
        write(access, written(1, "p1", 0, 5, 5), key=f"{id}-{place}-{access.row}", base=1)
    assert late and cache.book_of(late).variant.definition == load("basic-rummy").definition
    with storage.reading() as session:
        kept = session.scalars(sa.select(models.EditionRow.definition)).all()
    assert all(definition["edition"] == 2 for definition in kept)


@EACH_DATABASE
def test_a_migration_that_fails_leaves_nothing_behind(app, monkeypatch):
    downgrade(app, "base")
    monkeypatch.setattr(sa, "UniqueConstraint", None)
    with pytest.raises(TypeError):
        storage.migrate(app)
    monkeypatch.undo()
    assert set(sa.inspect(models.db.engine).get_table_names()) == {"alembic_version"}


@EACH_DATABASE
def test_migrating_again_changes_nothing(app):
    storage.migrate(app)
    with models.db.engine.connect() as connection:
        assert connection.scalar(sa.text("SELECT count(*) FROM alembic_version")) == 1


@EACH_DATABASE
def test_tables_of_a_later_version_are_left_alone(app):
    with storage.writing() as connection:
        connection.execute(sa.text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(Outage) as outage:
        storage.migrate(app)
    assert outage.value.reason is Reason.LATER


HALVES = {
    "updated further than it says": "UPDATE alembic_version SET version_num = '0001'",
    "updated less far than it says": "DROP TABLE counted_hand",
}


@EACH_DATABASE
@pytest.mark.parametrize("change", HALVES.values(), ids=HALVES)
def test_tables_of_half_an_update_are_left_alone(app, change):
    with storage.writing() as connection:
        connection.execute(sa.text(change))
    tables = set(sa.inspect(models.db.engine).get_table_names())
    with pytest.raises(Outage) as outage:
        storage.migrate(app)
    assert outage.value.reason is Reason.HALF
    assert set(sa.inspect(models.db.engine).get_table_names()) == tables


@EACH_DATABASE
@pytest.mark.parametrize(
    ("version", "reason"), [("9999", Reason.LATER), ("0001", Reason.EARLIER)], ids=str
)
def test_nothing_is_written_in_tables_of_another_version(app, version, reason):
    new = start_game(load("six-to-ten"), ["Mara", "Jon"], 0)
    with storage.writing() as connection:
        connection.execute(sa.text(f"UPDATE alembic_version SET version_num = '{version}'"))
    with pytest.raises(Outage) as outage:
        start_game(load("six-to-ten"), ["Mara", "Jon"], 0)
    assert outage.value.reason is reason
    assert open_game(new.keeper_token)


def test_the_newest_revision_is_alembics_head():
    scripts = ScriptDirectory(str(storage.MIGRATIONS))
    assert scripts.get_current_head() == storage.newest_revision()


@EACH_DATABASE
def test_two_processes_may_start_together(tmp_path, database_url):
    outputs = [tmp_path / name for name in ("one", "other")]
    starting = [Process(open_book, tmp_path, database_url, output=file) for file in outputs]
    assert [process.wait(60) for process in starting] == [0, 0]
    assert [file.read_text() for file in outputs] == ["", ""]


@contextmanager
def _locked_elsewhere(folder, database_url):
    """The lock that another process holds while it migrates."""
    if database_url is None:
        with (folder / "referee.sqlite3.lock").open("w") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            yield
    else:
        with psycopg.connect(database_url) as connection:
            connection.execute("SELECT pg_advisory_xact_lock(%s)", [storage.MIGRATION_LOCK])
            yield


@EACH_DATABASE
def test_migrating_waits_for_another_process(tmp_path, database_url):
    with ThreadPoolExecutor(1) as thread:
        with _locked_elsewhere(tmp_path, database_url):
            opening = thread.submit(open_book, tmp_path, database_url)
            with pytest.raises(TimeoutError):
                opening.result(timeout=0.5)
        opening.result(timeout=30)


@EACH_DATABASE
def test_migrate_leaves_no_connection_open(tmp_path, database_url):
    app = open_book(tmp_path, database_url)
    with app.app_context():
        pool = models.db.engine.pool
        assert isinstance(pool, sa.QueuePool)
        assert pool.checkedin() == 0


PRAGMAS = {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1, "busy_timeout": 5_000}


@pytest.mark.parametrize(("pragma", "value"), PRAGMAS.items(), ids=PRAGMAS)
@pytest.mark.parametrize("way", [storage.reading, storage.writing], ids=["reading", "writing"])
def test_every_connection_to_sqlite_is_safe(app, way, pragma, value):
    with way() as connection:
        assert connection.execute(sa.text(f"PRAGMA {pragma}")).scalar() == value


def test_its_files_are_readable_by_their_owner_only(tmp_path):
    before = os.umask(0)
    try:
        app = open_book(tmp_path)
        with app.app_context(), storage.writing() as connection:
            connection.execute(sa.text("CREATE TABLE more (n INTEGER)"))
            files = {file.name: stat.S_IMODE(file.stat().st_mode) for file in tmp_path.iterdir()}
    finally:
        os.umask(before)
    assert files == dict.fromkeys(
        ["referee.sqlite3", "referee.sqlite3-wal", "referee.sqlite3-shm", "referee.sqlite3.lock"],
        0o600,
    )


URLS = {
    "nothing said": (None, "sqlite:////instance/referee.sqlite3"),
    "empty": ("", "sqlite:////instance/referee.sqlite3"),
    "a file": ("sqlite:////elsewhere/scores.db", "sqlite:////elsewhere/scores.db"),
    "a file in the folder": ("sqlite:///scores.db", "sqlite:////instance/scores.db"),
    "postgresql": ("postgresql://ann@db/scores", "postgresql+psycopg://ann@db/scores"),
    "postgres": ("postgres://ann@db/scores", "postgresql+psycopg://ann@db/scores"),
}


@pytest.mark.parametrize(("given", "used"), URLS.values(), ids=URLS)
def test_the_database_is_where_the_settings_say(given, used):
    app = Flask(__name__)
    app.config.update(INSTANCE="/instance", SECRET_KEY=SECRET, DATABASE_URL=given)
    storage.init_app(app)
    with app.app_context():
        assert str(models.db.engine.url) == used


def test_whoever_writes_has_the_turn_of_all_processes(app, tmp_path):
    with (
        storage.writing(),
        (tmp_path / "referee.sqlite3.lock").open() as file,
        pytest.raises(BlockingIOError),
    ):
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


def test_whoever_writes_keeps_out_those_who_know_of_no_turns(app, tmp_path):
    with (
        closing(sqlite3.connect(tmp_path / "referee.sqlite3", timeout=0)) as other,
        storage.writing(),
        pytest.raises(sqlite3.OperationalError, match="locked"),
    ):
        other.execute("BEGIN IMMEDIATE")


@EACH_DATABASE
def test_an_error_undoes_the_whole_write(app):
    with pytest.raises(KeyError), storage.writing() as connection:
        connection.execute(sa.insert(models.EditionRow).values(digest="d", definition={}))
        raise KeyError
    with storage.reading() as connection:
        assert connection.scalar(sa.select(sa.func.count()).select_from(models.EditionRow)) == 0


@EACH_DATABASE
def test_an_error_undoes_what_was_appended_and_the_connection_goes_on(app):
    game = start_game(load("six-to-ten"), ["Mara", "Jon"], 0)

    def opened():
        access = open_game(game.keeper_token)
        assert access
        return access

    keeper = opened()
    for _ in range(2):
        with pytest.raises(KeyError), storage.appending() as connection:
            connection.execute(sa.text("UPDATE game SET version = 9"))
            raise KeyError
        assert opened().version == 1
    assert isinstance(write(keeper, written(1, "p1", 0, 5), key="deal-no-1", base=1), Written)
    assert opened().version == 2


@EACH_DATABASE
def test_no_update_is_lost_between_threads(app):
    with storage.writing() as connection:
        connection.execute(sa.text("CREATE TABLE tally (n INTEGER)"))
        connection.execute(sa.text("INSERT INTO tally VALUES (0)"))
    count = sa.select(sa.column("n", sa.Integer)).select_from(sa.table("tally")).with_for_update()

    def add_one(_):
        with app.app_context(), storage.writing() as connection:
            n = connection.execute(count).scalar_one()
            connection.execute(sa.text("UPDATE tally SET n = :n"), {"n": n + 1})

    with ThreadPoolExecutor(8) as threads:
        list(threads.map(add_one, range(400)))
    with storage.reading() as connection:
        assert connection.scalar(count) == 400


@EACH_DATABASE
def test_reading_goes_on_while_somebody_writes(app):
    with storage.writing() as writer:
        writer.execute(sa.insert(models.EditionRow).values(digest="d", definition={}))
        with storage.reading() as reader:
            count = sa.select(sa.func.count()).select_from(models.EditionRow)
            assert reader.scalar(count) == 0


@EACH_DATABASE
def test_a_game_written_before_an_upgrade_goes_on_after_it(app):
    game = start_game(load("six-to-ten"), ["Mara", "Jon"], 0)
    keeper = open_game(game.keeper_token)
    assert keeper
    write(keeper, written(1, "p1", 0, 20), key="entry-no-1", base=1)
    downgrade(app, "0001")
    storage.migrate(app)
    cache.forget()
    again = open_game(game.keeper_token)
    assert again
    answer = write(again, written(2, "p2", 5, 0), key="entry-no-2", base=2)
    assert isinstance(answer, Written)
    assert [row.number for row in answer.book.deals] == [1, 2]
