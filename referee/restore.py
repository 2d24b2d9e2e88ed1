"""A backup put in the place of the score book, which is kept."""

import os
import sqlite3
from collections.abc import Callable
from contextlib import closing
from itertools import count
from pathlib import Path

from referee.backup import copy_book, draft_of, sync
from referee.instance import CommandError, database_url, prepare
from referee.language import say
from referee.scorebook.book_file import beside, check_log, database_file, hold, logs, open_read_only
from referee.scorebook.outages import Outage, Reason
from referee.scorebook.storage import newest_revision

Confirm = Callable[[Path, Path], bool]
"""Whether the score book of the first path may be kept under the second, and be replaced."""


def restore(folder: Path, copy: Path, confirm: Confirm | None = None) -> Path | None:
    """Put a backup in the place of the score book of an instance folder; gives where that is kept.

    None where there was no score book. It is kept with its log, which SQLite would apply to the
    backup otherwise. Raises `CommandError` where nothing is confirmed or there is no such backup,
    and `Outage` where the backup is damaged or a server runs.
    """
    score_book = database_file(database_url(), prepare(folder))
    if score_book is None:
        raise CommandError(say("restore-not-sqlite", file=str(copy)))
    try:
        copy.open("rb").close()
    except OSError as error:
        problem = str(error.strerror)
        raise CommandError(say("file-unread", file=str(copy), problem=problem)) from error
    with hold(score_book, alone=True), draft_of(score_book) as draft:
        check_log(copy)
        try:
            copy_book(open_read_only(copy.absolute()), copy, draft)
        except Outage as error:
            if error.reason is Reason.EMPTY:
                raise CommandError(say("restore-no-backup", file=str(copy))) from error
            raise
        _check_version(draft, copy)
        standing = [file for file in (score_book, *logs(score_book)) if os.path.lexists(file)]
        kept = _free_name(score_book)
        if standing and confirm and not confirm(score_book, kept):
            raise CommandError(say("restore-not-confirmed"))
        # The file goes first: a server that starts without it says so, whatever logs are there.
        for file in standing:
            file.rename(beside(kept, file.name.removeprefix(score_book.name)))
        beside(score_book, "-shm").unlink(missing_ok=True)
        sync(score_book.parent)
        draft.rename(score_book)
        sync(score_book.parent)
    return kept if standing else None


def _check_version(draft: Path, copy: Path) -> None:
    """Raise `Outage` where a later version of this program wrote the backup."""
    with closing(sqlite3.connect(draft)) as opened:
        [revision] = opened.execute("SELECT version_num FROM alembic_version").fetchone()
    if revision > newest_revision():
        raise Outage(Reason.LATER, str(copy))


def _free_name(score_book: Path) -> Path:
    """A name beside the score book that neither a file nor its log has."""
    names = (f"{score_book.stem}-replaced-{number}{score_book.suffix}" for number in count(1))
    return next(
        path
        for path in map(score_book.with_name, names)
        if not any(map(os.path.lexists, (path, *logs(path))))
    )
