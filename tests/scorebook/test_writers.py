"""Many writers at once: nothing doubled, nothing lost."""

import time
from collections import Counter, defaultdict
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import replace
from threading import Barrier

import pytest
import sqlalchemy as sa

from referee.rules.building.build import build
from referee.scorebook import cache, models, storage
from referee.scorebook.cache import book_of
from referee.scorebook.counting import count_hand
from referee.scorebook.errors import Refused
from referee.scorebook.events.base import Hand
from referee.scorebook.links import Access, lock_game, open_game
from referee.scorebook.repository import Stale, Written, start_game, write
from referee.scorebook.transfer import export_games, import_games
from referee.variants import load
from tests.processes import Process
from tests.scorebook.conftest import EACH_DATABASE
from tests.scorebook.tables import corrected, open_book, seat, written
from tests.scorebook.writers import keep_writing

pytestmark = EACH_DATABASE

# A deal in which nobody held anything never ends this game.
ENDLESS = load("basic-rummy")


@pytest.fixture
def keeper(app) -> Access:
    """A game of two opened by its keeper's link."""
    access = open_game(start_game(ENDLESS, ("Mara", "Jon"), 0).keeper_token)
    assert access is not None
    return access


def at_once(app, times, call):
    """The answers of one call made by so many threads at the same moment."""
    ready = Barrier(times)

    def wait_and_call(number):
        with app.app_context():
            ready.wait()
            return call(number)

    with ThreadPoolExecutor(times) as threads:
        return list(threads.map(wait_and_call, range(times)))


def test_fifty_keys_sent_four_times_at_once_are_fifty_entries(app, keeper):
    for number in range(1, 51):
        deal = written(number, "p1", 0, 0)
        key = f"deal-no-{number}"
        answers = at_once(
            app, 4, lambda _, deal=deal, key=key: write(keeper, deal, key=key, base=deal.deal)
        )
        assert sorted(answer.again for answer in answers) == [False, True, True, True]
    with storage.reading() as connection:
        count = sa.select(sa.func.count()).select_from(models.EventRow)
        # And the one that the game started with.
        assert connection.scalar(count) == 51


def test_a_form_sent_four_times_at_once_starts_one_game(app):
    games = at_once(app, 4, lambda _: start_game(ENDLESS, ("A", "B"), 0, key="one-form"))
    assert len(set(games)) == 1


def test_games_that_nobody_played_before_may_be_started_at_once(app):
    # Each round is of an edition that the book does not have, and every form is sent twice.
    for number in range(15):
        edition = build({**ENDLESS.definition, "name": f"Rummy {number}"}, id="basic-rummy")
        games = at_once(
            app,
            8,
            lambda n, edition=edition, number=number: start_game(
                edition, ("A", "B"), 0, key=f"form-no-{number}-{n // 2}"
            ),
        )
        assert len(set(games)) == 4


def test_copies_of_games_that_nobody_played_before_may_be_taken_in_at_once(app, tmp_path):
    (tmp_path / "home").mkdir()
    home = open_book(tmp_path / "home")
    for number in range(8):
        edition = build({**ENDLESS.definition, "name": f"Rummy {number}"}, id="basic-rummy")
        with home.app_context():
            played = open_game(start_game(edition, ("A", "B"), 0).keeper_token)
            assert played is not None
            copy = export_games([played])
            models.db.engine.dispose()
        known = {edition.id: edition}
        games = at_once(
            app,
            8,
            lambda n, copy=copy, known=known: (
                import_games(
                    copy, known, lambda variant, ruling, left: ruling, key=f"form-no-{n // 2}"
                )[0].started
            ),
        )
        assert None not in games
        assert len(set(games)) == 4


def test_four_forms_sent_at_once_start_four_games(app):
    games = at_once(app, 4, lambda n: start_game(ENDLESS, ("A", "B"), 0, key=f"form-no-{n}"))
    assert len(set(games)) == 4


def test_of_four_phones_that_write_one_deal_one_is_first(app, keeper):
    answers = at_once(
        app,
        4,
        lambda phone: write(keeper, written(1, "p1", 0, phone), key=f"phone-no-{phone}", base=1),
    )
    first = [answer for answer in answers if isinstance(answer, Written)]
    others = [answer for answer in answers if isinstance(answer, Stale)]
    assert (len(first), len(others)) == (1, 3)
    assert all(answer.theirs == (first[0].recorded,) for answer in others)


def test_corrections_of_eight_deals_at_once_are_all_kept(app, keeper):
    for number in range(1, 9):
        write(keeper, written(number, "p1", 0, 0), key=f"deal-no-{number}", base=number)
    at_once(
        app,
        8,
        lambda n: write(keeper, corrected(n + 1, "p1", 0, 5), key=f"correction-{n}", base=9),
    )
    assert book_of(replace(keeper, version=17)).standings.totals["p1"] == 40


@pytest.mark.slow
def test_a_server_killed_while_six_write_loses_nothing_acknowledged(app, tmp_path, database_url):
    tokens = [start_game(ENDLESS, ("Mara", "Jon"), 0).keeper_token for _ in range(6)]
    acknowledged: dict[str, int] = defaultdict(int)
    for _ in range(2):
        for token, number in _killed_writers(tmp_path, database_url, tokens):
            assert number > acknowledged[token]
            acknowledged[token] = number
    assert len(acknowledged) == 6
    for token, number in acknowledged.items():
        access = open_game(token)
        assert access is not None
        assert number <= access.version
        assert book_of(access).version == access.version


def _killed_writers(folder, database_url, tokens):
    """What two processes with three writers each acknowledged before they were killed."""
    logs = [folder / f"writers-{at}" for at in range(2)]
    with ExitStack() as running:
        for at, log in enumerate(logs):
            process = Process(keep_writing, folder, database_url, tokens[at::2], output=log)
            running.callback(process.wait)
            running.callback(process.kill)
        give_up = time.monotonic() + 60
        while not _each_wrote(4, tokens, logs) and time.monotonic() < give_up:
            time.sleep(0.05)
    return _acknowledged(logs)


def _each_wrote(least, tokens, logs):
    counts = Counter(token for token, _ in _acknowledged(logs))
    return all(counts[token] >= least for token in tokens)


def _acknowledged(logs):
    """Every token and number in what the writers printed."""
    for log in logs:
        # What was killed halfway through its last line acknowledged nothing.
        for line in log.read_text().split("\n")[:-1]:
            token, number, _ = line.split()
            yield token, int(number)


# Nobody waits while a book is read


def while_locked(statements):
    """Those of some statements that were asked while other writers waited."""
    waited: list[list[str]] = []
    for statement in statements:
        if "BEGIN IMMEDIATE" in statement or "FOR UPDATE" in statement:
            waited.append([])
        elif waited:
            waited[-1].append(statement)
        if "UPDATE game SET version" in statement or "INSERT INTO counted_hand" in statement:
            yield from waited.pop()
            waited.clear()


def test_no_book_is_read_while_other_writers_wait(app, keeper, statements):
    cache.forget()
    assert isinstance(write(keeper, written(1, "p1", 0, 5), key="deal-no-1", base=1), Written)
    cache.forget()
    seat(keeper, "p2")
    cache.forget()
    count_hand(seat(keeper, "p2"), 2, Hand(points=3), out=False, seen=0)
    locked = list(while_locked(statements))
    assert any("INSERT INTO entry" in statement for statement in locked)
    assert any("INSERT INTO counted_hand" in statement for statement in locked)
    assert not [each for each in locked if "FROM entry" in each]


ANSWERS = {
    "conflict": lambda keeper: write(keeper, corrected(1, "p1", 0, 9), key="another-key", base=1),
    "again": lambda keeper: write(keeper, written(1, "p1", 0, 5), key="deal-no-1", base=1),
    "refused": lambda keeper: write(keeper, corrected(7, "p1", 0, 9), key="another-key", base=2),
}


@pytest.mark.parametrize("answer", ANSWERS.values(), ids=ANSWERS)
def test_what_writes_nothing_waits_for_no_writer(app, keeper, answer):
    write(keeper, written(1, "p1", 0, 5), key="deal-no-1", base=1)
    opened = replace(keeper, version=2)
    with storage.writing() as session:
        lock_game(session.connection(), keeper)
        try:
            [came] = at_once(app, 1, lambda _: answer(opened))
        except Refused:
            came = None
    assert came is None or isinstance(came, Stale) or came.again
