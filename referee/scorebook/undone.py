"""Taking back what was written: any entry of the log, a taking back as well.

Nothing leaves the log. An entry that was taken back is passed over when the log is read, until the
taking back is itself taken back.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Self

from referee.scorebook.entries import Entry, Plain, Stamped, kind


@kind("undone")
@dataclass(frozen=True, slots=True, kw_only=True)
class Undone(Entry):
    """The entry of that number counts no more; `about` is what that entry touches."""

    entry: int
    about: frozenset[str] = frozenset()

    @property
    def touches(self) -> frozenset[str]:
        return self.about | {f"entry {self.entry}"}

    def body(self) -> dict[str, Any]:
        return {"entry": self.entry, "about": sorted(self.about)}

    @classmethod
    def of(cls, body: Plain) -> Self:
        return cls(entry=int(body["entry"]), about=frozenset(body["about"]))


def standing(entries: Sequence[Stamped]) -> frozenset[int]:
    """The numbers of the entries that count: those that nothing which counts itself takes back."""
    gone: set[int] = set()
    stands: set[int] = set()
    for stamped in reversed(entries):
        if stamped.number in gone:
            continue
        stands.add(stamped.number)
        if isinstance(stamped.entry, Undone):
            gone.add(stamped.entry.entry)
    return frozenset(stands)


def root(entries: Sequence[Stamped], number: int) -> tuple[int, bool]:
    """What taking back an entry is about in the end, and whether that puts it back."""
    puts_back = False
    entry = entries[number - 1].entry
    while isinstance(entry, Undone):
        number, puts_back = entry.entry, not puts_back
        entry = entries[number - 1].entry
    return number, puts_back
