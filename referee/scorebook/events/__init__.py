"""The events of a game's log, each declared once with what it checks and what it does.

Storage, copies, the interface and its description read, check and write events by these types.
A later kind is one more class in the module of its family.
"""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from referee.language import say
from referee.scorebook.checked import WrongField, read_as
from referee.scorebook.errors import UnreadableEvent
from referee.scorebook.events import deals as deals
from referee.scorebook.events import players as players
from referee.scorebook.events import signing as signing
from referee.scorebook.events import table as table
from referee.scorebook.events import undoing as undoing
from referee.scorebook.events.base import SCHEMA, Event, kind_of
from referee.scorebook.events.base import write as write


def _kinds(family: type[Event]) -> Iterator[type[Event]]:
    """The classes of a family that no other goes on from."""
    for kind in family.__subclasses__():
        yield from _kinds(kind) if kind.__subclasses__() else [kind]


KINDS: Final[dict[str, type[Event]]] = {kind_of(event): event for event in _kinds(Event)}
"""The classes of events, by the name that the log has for them."""


def read(plain: Mapping[str, Any]) -> Event:
    """The event from what `write` gave; raises `UnreadableEvent` for damage and a later version."""
    name, schema = plain.get("kind"), plain.get("schema")
    if not isinstance(name, str) or not isinstance(schema, int):
        raise UnreadableEvent(say("no-copy-game"))
    if name not in KINDS or schema != SCHEMA:
        raise UnreadableEvent(say("no-copy-entry", kind=name[:40]))
    try:
        return read_as(KINDS[name], plain)
    except WrongField as wrong:
        raise UnreadableEvent(f"{say('no-copy-game')} {wrong}") from wrong
