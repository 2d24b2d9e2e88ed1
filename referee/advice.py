"""What somebody at the terminal reads when the score book cannot be used: why, and the cure."""

import getpass
import os
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Final

from referee.scorebook.outages import Outage, Reason, reason_of

_CURES: Final[Mapping[Reason, str]] = MappingProxyType(
    {
        Reason.FULL: "The disk of {place} is full: free some space on it, then try again.",
        Reason.READ_ONLY: "The disk of {place} is read-only: mount it for writing "
        "(mount -o remount,rw), or check it for faults.",
        Reason.BUSY: "{place} is in use by another program, such as a server that is starting or a "
        "database shell: stop that one, or wait for it, then try again.",
        Reason.UNREACHABLE: "PostgreSQL refuses the connection at {place}{detail}: start it, or "
        "correct DATABASE_URL.",
        Reason.DAMAGED: "{place} is damaged, or its disk is: move it and the files whose names "
        "start the same to another folder, and copy your last backup to that name.",
        Reason.DENIED: "{place} belongs to another user, perhaps because it was first started as "
        "root: type sudo chown -R {user} '{folder}', or name another folder with --instance DIR.",
        Reason.MISSING: "The score book at {place} is missing: put it or a backup "
        "back there, or start a new one in another folder with --instance DIR.",
        Reason.REPLACED: "{place} was replaced by another file: restart the server.",
        Reason.EMPTY: "There’s a database but no score book at {place}: put a backup there, "
        "correct DATABASE_URL if it is set, or start a new one in another folder with "
        "--instance DIR.",
        Reason.FOLDER: "{place} is a folder where a file should be: move it away.",
        Reason.LATER: "{place} was written by a later version of this program: install that "
        "version (git pull), or restore an older backup.",
        Reason.EARLIER: "{place} was written by an earlier version of this program: type "
        "./run migrate (or referee migrate) to update it.",
        Reason.ADDRESS: "{place} isn’t the address of a database: set DATABASE_URL to "
        "postgresql://USER:PASSWORD@HOST/NAME or sqlite:////PATH/TO/FILE, or unset it.",
        Reason.DRIVER: "The driver for {place} is missing: ./run installs it, and so does "
        "pip install 'psycopg[binary]'.",
    }
)


def advice(error: BaseException) -> str | None:
    """One sentence for an outage or an error of the system; None for what is neither."""
    if isinstance(error, Outage):
        reason, place, detail = error.reason, error.place, error.detail
    elif isinstance(error, OSError) and (known := reason_of(error)):
        reason, place, detail = known, str(error.filename or "what is written to"), ""
    else:
        return None
    return _CURES[reason].format(
        place=place,
        detail=detail and f" ({detail})",
        user=_user(),
        folder=Path(place).parent,
    )


def _user() -> str:
    try:
        return getpass.getuser()
    except (KeyError, OSError):
        return str(os.getuid())
