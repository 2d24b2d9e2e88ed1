"""The footer of a sheet: card values, what is special, and how this table plays."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from referee.language import say
from referee.printing.game_facts import Setting
from referee.printing.geometry import Frame
from referee.printing.header import dotted
from referee.printing.pagination import balance_pages
from referee.printing.text_metrics import line_count, line_height, text_height, text_width
from referee.rules.law.points import CardValue

_CHIP: Final = 4.2
_BETWEEN: Final = 4.0
_COLUMN_GAP: Final = 3.0
_INEXACT: Final = 1.03
"""Bold and regular print on one line is measured as regular print so much larger."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Footer:
    """A footer as high as `height` millimetres; sizes of print in points.

    How the table plays stands in two `columns`, or in one as running text.
    """

    card_values: tuple[CardValue, ...]
    values_size: float
    notes: tuple[str, ...]
    columns: tuple[tuple[Setting, ...], ...]
    size: float
    height: float


def footer_options(
    frame: Frame, values: Sequence[CardValue], notes: Sequence[str], settings: Sequence[Setting]
) -> tuple[Footer, ...]:
    """The footers that a pad may have, fullest first; every one says what the table changed."""
    least = frame.least
    footers = []
    if frame.wide:
        roomy = max(least, 10.5)
        footers.append(make_footer(frame, values, notes, roomy, settings, columned=True))
        footers.append(make_footer(frame, values, notes, max(least, 10), settings))
    footers.append(make_footer(frame, values, notes, least, settings))
    changed = [setting for setting in settings if setting.changed]
    if len(changed) < len(settings):
        footers.append(make_footer(frame, values, notes, least, changed))
    return tuple(footers)


def make_footer(
    frame: Frame,
    values: Sequence[CardValue],
    notes: Sequence[str],
    size: float,
    settings: Sequence[Setting] = (),
    *,
    columned: bool = False,
    bold: bool = True,
    values_size: float = 0,
) -> Footer:
    """A footer in print of so many points; `bold`: whether its notes are."""
    values_size = values_size or max(frame.least, 11 if frame.wide else 9)
    height = 3 + values_height(values, frame.inner_width, values_size) + 1
    height += sum(text_height(note, frame.inner_width, size, bold=bold) for note in notes)
    columns: tuple[tuple[Setting, ...], ...] = (tuple(settings),) if settings else ()
    if settings:
        height += line_height(size + 1) + 1
        if columned:
            width = frame.inner_width / 2 - _COLUMN_GAP
            lines = [line_count(setting.text, width, size) for setting in settings]
            # CSS would balance the columns by laying them out several times, which takes a sixth of
            # the time of a whole pad. Half a line more: where one has to be longer, the first is.
            rooms = (sum(lines) + 0.5, sum(lines))[: len(lines)]
            columns = tuple(
                tuple(settings[at] for at in part) for part in balance_pages(lines, rooms, ())
            )
            height += line_height(size) * max(
                sum(line_count(setting.text, width, size * _INEXACT) for setting in column)
                for column in columns
            )
        else:
            running = dotted(*(setting.text for setting in settings))
            height += text_height(running, frame.inner_width, size * _INEXACT)
    return Footer(
        card_values=tuple(values),
        values_size=values_size,
        notes=tuple(notes),
        columns=columns,
        size=size,
        height=height,
    )


def values_height(values: Sequence[CardValue], width: float, size: float) -> float:
    """Millimetres of the list of card values, as chips on one line or more; 0 without any."""
    if not values:
        return 0
    rows, used = 1, text_width(say("paper-points"), size, bold=True) + _BETWEEN
    for value in values:
        chip = text_width(value.label, size, bold=True) + _CHIP
        chip += text_width(f" {value.points}", size)
        if used + chip > width:
            rows, used = rows + 1, 0.0
        used += chip + _BETWEEN + text_width(" ", size)
    return rows * (line_height(size) + 0.8)
