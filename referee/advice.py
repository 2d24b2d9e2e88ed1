"""Why the score book cannot be used and what to do about it, for the terminal and the log."""

import getpass
import os
from pathlib import Path

from referee.language import say
from referee.scorebook.outages import Outage, reason_of


def advice(error: BaseException) -> str | None:
    """A sentence for an outage or an error of the operating system; None for other errors."""
    if isinstance(error, Outage):
        reason, place, detail = error.reason, error.place, error.detail
    elif isinstance(error, OSError) and (known := reason_of(error)):
        reason, place, detail = known, str(error.filename or say("written-file")), ""
    else:
        return None
    return say(
        f"advice-{reason}",
        place=place,
        detail=detail and f" ({detail})",
        user=_user(),
        folder=str(Path(place).parent),
    )


def _user() -> str:
    try:
        return getpass.getuser()
    except (KeyError, OSError):
        return str(os.getuid())
