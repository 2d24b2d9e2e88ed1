"""What stands for a player on paper and in pictures: an initial in the player's colour."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from referee.printing.options import Inks
from referee.printing.text_metrics import NameColumn, fit_names, line_height, text_width
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
        return "#000" if self.inks is Inks.BLACK else COLOURS[(self.number - 1) % len(COLOURS)]

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


@dataclass(frozen=True, slots=True, kw_only=True)
class Heads:
    """The heads of players' columns: names, with badges above them where there are any."""

    names: tuple[NameColumn, ...]
    badges: tuple[Badge, ...] = ()


def fit_heads(
    names: Sequence[str],
    badges: Sequence[Badge],
    width: float,
    height: float,
    sizes: Sequence[float],
) -> Heads:
    """Heads so wide and so tall; without badges where names would be cut, or smaller than they."""
    widest = max((badge.width for badge in badges), default=width)
    below = fit_names(names, width, height - widest, sizes)
    if widest < width and all(
        head.name == name and head.size >= badge.points
        for head, name, badge in zip(below, names, badges, strict=True)
    ):
        return Heads(names=below, badges=tuple(badges))
    return Heads(names=fit_names(names, width, height, sizes))
