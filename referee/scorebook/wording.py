"""What players read in the log of a game and beside its links: one table."""

from collections.abc import Sequence
from types import MappingProxyType
from typing import Final

SAYS: Final = MappingProxyType(
    {
        "started": "{players} sit down; {dealer} deals first",
        "written": "Deal {deal}: {out} went out; {held}",
        "written.nobody": "Deal {deal}: nobody went out; {held}",
        "corrected.out": "Deal {deal}: {out} went out, not {before}",
        "corrected.out.nobody": "Deal {deal}: nobody went out, not {before}",
        "corrected.out.somebody": "Deal {deal}: {out} went out after all",
        "corrected.points": "{player}, deal {deal}: from {before} to {now}",
        "corrected.held": "{player}, deal {deal}: held {now}, not {before}",
        "corrected.cards": "Deal {deal}: other cards, the same points",
        "corrected.nothing": "Deal {deal}: looked at again, nothing changed",
        "held": "{player} held {points}",
        "link.keeper": "keeper's link",
        "link.viewer": "viewer's link",
        "link.renewed": "{link} {number}",
    }
)


def says(entry: str, **words: object) -> str:
    """One sentence of the table with its words filled in."""
    return SAYS[entry].format(**words)


def listed(words: Sequence[str]) -> str:
    """Words as a list that people read: `Mara, Jon and Edith`."""
    *most, last = words
    return f"{', '.join(most)} and {last}" if most else last
