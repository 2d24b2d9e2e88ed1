"""What stands for a player on paper and in pictures: an initial in the player's colour, a name."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from referee.printing.options import Inks
from referee.printing.text_cleanup import shortened_to
from referee.printing.text_metrics import line_height, text_height, text_width
from referee.scorebook.score_table import ScoreTotal

COLOURS: Final = (
    "#17593f", "#8f1f14", "#15498f", "#664600", "#5f3579", "#0a545d", "#8a1f5c", "#3d4843",
)  # fmt: skip
"""The colours of players in turn, as the pages have them."""

_AROUND: Final = 1.5


@dataclass(frozen=True, slots=True, kw_only=True)
class Badge:
    """A player's badge, by number from 1; the ninth and those after it are rings.

    On paper: `points` of the print of its initial, and how many millimetres it is wide.
    """

    number: int
    initial: str
    inks: Inks = Inks.RED
    points: float = 0
    width: float = 0

    @property
    def colour(self) -> str:
        """The player's colour, or black where nothing else is printed."""
        return COLOURS[self.ink - 1] if self.ink else "#000"

    @property
    def ink(self) -> int:
        """The number of the player's colour from 1, and 0 where nothing but black is printed."""
        return 0 if self.inks is Inks.BLACK else (self.number - 1) % len(COLOURS) + 1

    @property
    def hollow(self) -> bool:
        """Whether it is a ring, since another player has the colour."""
        return self.number > len(COLOURS)


def badges_of(players: Sequence[ScoreTotal], inks: Inks, points: float) -> tuple[Badge, ...]:
    """The badges of players, all of one width."""
    widest = max(text_width(player.initial, points, bold=True) for player in players)
    width = round(max(widest + _AROUND, line_height(points) + _AROUND / 2), 2)
    return tuple(
        Badge(number=player.number, initial=player.initial, inks=inks, points=points, width=width)
        for player in players
    )


NAME_SIZES: Final = (14.0, 12.0, 11.0, 10.0, 9.0, 8.0)
LARGE_NAME_SIZES: Final = (16.0, 14.0)
"""Sizes of print for a name at the head of a column, in points."""

_NAME_EDGE: Final = 1.6


@dataclass(frozen=True, slots=True, kw_only=True)
class Head:
    """The head of a player's column: a name, empty on a blank pad, its print in points, a badge."""

    name: str
    size: float
    badge: Badge | None = None


def fit_names(
    names: Sequence[str], width: float, height: float, sizes: Sequence[float]
) -> tuple[Head, ...]:
    """Names side by side, all in the largest print that holds each of them in its column.

    A name that not even the smallest print holds is cut to its column in that, by itself.
    """
    room, least = width - _NAME_EDGE, sizes[-1]

    def fits(name: str, size: float) -> bool:
        return text_height(name, room, size, bold=True) <= height

    def is_whole(name: str, size: float) -> bool:
        words = (text_width(word, size, bold=True) for word in name.split())
        return fits(name, size) and all(word <= room for word in words)

    sizes_of = [next((size for size in sizes if is_whole(name, size)), None) for name in names]
    size = min(filter(None, sizes_of), default=least)
    return tuple(
        Head(name=name, size=size)
        if whole
        else Head(name=shortened_to(name, lambda cut: fits(cut, least)), size=least)
        for name, whole in zip(names, sizes_of, strict=True)
    )


def fit_heads(
    names: Sequence[str],
    badges: Sequence[Badge],
    width: float,
    height: float,
    sizes: Sequence[float],
) -> tuple[Head, ...]:
    """Heads so wide and so tall; without badges where names would be cut, or smaller than they."""
    widest = max((badge.width for badge in badges), default=width)
    below = fit_names(names, width, height - widest, sizes)
    if widest < width and all(
        head.name == name and head.size >= badge.points
        for head, name, badge in zip(below, names, badges, strict=True)
    ):
        return tuple(replace(head, badge=badge) for head, badge in zip(below, badges, strict=True))
    return fit_names(names, width, height, sizes)
