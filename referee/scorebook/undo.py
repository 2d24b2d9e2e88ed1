"""Taking back what was written: any entry of the log, a taking back as well.

Nothing leaves the log. An entry that was taken back is passed over when the log is read, until the
taking back is itself taken back.
"""

from collections.abc import Sequence

from referee.scorebook.events import Recorded, Undone


def effective(entries: Sequence[Recorded]) -> frozenset[int]:
    """The numbers of the entries that count: those that nothing which counts itself takes back."""
    gone: set[int] = set()
    stands: set[int] = set()
    for stamped in reversed(entries):
        if stamped.number in gone:
            continue
        stands.add(stamped.number)
        if isinstance(stamped.event, Undone):
            gone.add(stamped.event.entry)
    return frozenset(stands)


class Counted:
    """Which entries of a log count, kept up while that list grows."""

    def __init__(self, entries: Sequence[Recorded]) -> None:
        self._entries = entries
        # How many that count themselves take back the entry of a number.
        self._against: dict[int, int] = {}
        counts = effective(entries)
        for stamped in entries:
            if isinstance(stamped.event, Undone) and stamped.number in counts:
                self._take(stamped.event.entry, 1)

    def stands(self, number: int) -> bool:
        """Whether the entry of that number counts."""
        return not self._against.get(number)

    def take_back(self, undone: Undone) -> list[int]:
        """Let the newest entry take another back: the numbers of all that count otherwise now.

        One after the other takes back the next, so that the last alone may be no taking back.
        """
        otherwise: list[int] = []
        number, more = undone.entry, 1
        while self._take(number, more):
            otherwise.append(number)
            entry = self._entries[number - 1].event
            if not isinstance(entry, Undone):
                break
            number, more = entry.entry, -more
        return otherwise

    def _take(self, number: int, more: int) -> bool:
        """Count one more or less against an entry; whether that changes if it stands."""
        before = self._against.get(number, 0)
        self._against[number] = before + more
        return (before == 0) is not (before + more == 0)


def root(entries: Sequence[Recorded], number: int) -> tuple[int, bool]:
    """What taking back an entry is about in the end, and whether that puts it back."""
    puts_back = False
    entry = entries[number - 1].event
    while isinstance(entry, Undone):
        number, puts_back = entry.entry, not puts_back
        entry = entries[number - 1].event
    return number, puts_back
