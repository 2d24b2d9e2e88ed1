"""The foot of a pad: card values, what is special, and how this table plays."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from referee.printing.frames import Frame
from referee.printing.heads import halves
from referee.printing.measure import line, lines, tall, wide
from referee.printing.terms import Setting, Value

HOW: Final = "How this table plays"

_CHIP: Final = 4.2
_BETWEEN: Final = 4.0
_COLUMN_GAP: Final = 3.0
_DOT: Final = " · "


@dataclass(frozen=True, slots=True, kw_only=True)
class Foot:
    """A foot as high as `tall` millimetres; sizes of print in half points.

    How the table plays stands in two `columns`, or as `running` text.
    """

    values: tuple[Value, ...]
    values_size: int
    notes: tuple[str, ...]
    columns: tuple[tuple[Setting, ...], ...]
    running: tuple[Setting, ...]
    size: int
    tall: float


def feet(
    frame: Frame, values: Sequence[Value], notes: Sequence[str], settings: Sequence[Setting]
) -> tuple[Foot, ...]:
    """The feet that a pad may have, fullest first; every one says what the table changed."""
    least = frame.least
    changed = [one for one in settings if one.changed]
    roomy = max(least, 10.5)
    found = []
    if frame.room_wide >= 150:
        found.append(_foot(frame, values, notes, settings, roomy, columns=True))
        found.append(_foot(frame, values, notes, settings, max(least, 10)))
    found.append(_foot(frame, values, notes, settings, least))
    if len(changed) < len(settings):
        found.append(_foot(frame, values, notes, changed, least))
    return tuple(found)


def _foot(
    frame: Frame,
    values: Sequence[Value],
    notes: Sequence[str],
    settings: Sequence[Setting],
    size: float,
    *,
    columns: bool = False,
) -> Foot:
    values_size = max(frame.least, 11 if frame.room_wide >= 150 else 9)
    high = 3 + values_tall(values, frame.room_wide, values_size) + 1
    high += sum(tall(note, frame.room_wide, size, bold=True) for note in notes)
    left = 0
    if settings:
        high += line(size + 1) + 1
        if columns:
            left, listed = in_columns(settings, (frame.room_wide / 2) - _COLUMN_GAP, size)
            high += listed
        else:
            texts = [f"{one.asks} {one.answer}" for one in settings]
            high += tall(_DOT.join(texts), frame.room_wide, size * 1.03)
    return Foot(
        values=tuple(values),
        values_size=halves(values_size),
        notes=tuple(notes),
        columns=(tuple(settings[:left]), tuple(settings[left:])) if columns and settings else (),
        running=() if columns else tuple(settings),
        size=halves(size),
        tall=high,
    )


def values_tall(values: Sequence[Value], room: float, size: float) -> float:
    """Millimetres of the list of card values, as chips on one line or more; 0 without any."""
    if not values:
        return 0
    rows, used = 1, wide("Points", size, bold=True) + _BETWEEN
    for value in values:
        long = wide(value.label, size, bold=True) + wide(f" {value.points}", size) + _CHIP
        if used + long > room:
            rows, used = rows + 1, 0.0
        used += long + _BETWEEN + wide(" ", size)
    return rows * (line(size) + 0.8)


def in_columns(settings: Sequence[Setting], room: float, size: float) -> tuple[int, float]:
    """How many settings the left of two columns takes so that they end level, and their height."""
    taken = [lines(f"{one.asks} {one.answer}", room, size * 1.03) for one in settings]
    rows = reversed(range(len(taken) + 1))
    left = min(rows, key=lambda at: max(sum(taken[:at]), sum(taken[at:])))
    return left, max(sum(taken[:left]), sum(taken[left:])) * line(size)
