"""The events of a game's log, each declared once with what it checks and what it does.

Storage, copies, the interface and its description read, check and write events by these types.
A later kind is one more class in the module of its family, and its place in `KINDS`.
"""

from collections.abc import Mapping
from typing import Any, Final

import msgspec

from referee.scorebook.checked import WrongField, read_as
from referee.scorebook.errors import UnreadableEvent
from referee.scorebook.events.annotations import MeldsLaid, RulingKept
from referee.scorebook.events.base import (
    SCHEMA,
    Event,
    kind_of,
)
from referee.scorebook.events.deals import (
    DealCorrected,
    DealDeleted,
    DealInserted,
    DealSigned,
    DealWritten,
    ResultsSwapped,
    SeatTaken,
    Started,
)
from referee.scorebook.events.players import (
    DealerChanged,
    Joined,
    Left,
    Renamed,
    Returned,
    SeatsMoved,
)
from referee.scorebook.events.settings import Noted, OptionsChanged
from referee.scorebook.events.undoing import Undone

KINDS: Final[dict[str, type[Event]]] = {
    kind_of(event): event
    for event in (
        Started,
        DealWritten,
        DealCorrected,
        DealInserted,
        DealDeleted,
        DealSigned,
        SeatTaken,
        ResultsSwapped,
        Undone,
        Joined,
        Left,
        Returned,
        Renamed,
        SeatsMoved,
        DealerChanged,
        OptionsChanged,
        Noted,
        MeldsLaid,
        RulingKept,
    )
}
"""The classes of events, by the name that the log has for them."""


def write(event: Event) -> dict[str, Any]:
    """An event as plain data for the log, with its kind and the number of its form."""
    plain: dict[str, Any] = msgspec.to_builtins(event)
    return plain


def read(plain: Mapping[str, Any]) -> Event:
    """The event from what `write` gave; raises `UnreadableEvent` for a kind or form not known."""
    kind = KINDS.get(str(plain.get("kind")))
    if kind is None or plain.get("schema") != SCHEMA:
        raise UnreadableEvent(
            f"An entry of kind {plain.get('kind')!r}, form {plain.get('schema')!r}, "
            "was written by a later version of this program: bring this one up to date."
        )
    try:
        return read_as(kind, plain)
    except WrongField as wrong:
        raise UnreadableEvent(f"An entry of kind {kind_of(kind)!r} is damaged. {wrong}") from wrong
