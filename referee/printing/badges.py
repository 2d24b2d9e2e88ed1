"""What stands for a player in pictures: an initial in the player's colour."""

from dataclasses import dataclass
from typing import Final

COLOURS: Final = (
    "#17593f", "#8f1f14", "#15498f", "#664600", "#5f3579", "#0a545d", "#8a1f5c", "#3d4843",
)  # fmt: skip
"""The colours of players in turn, as the pages have them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Badge:
    """A player's badge, by number from 1; the ninth and those after it are rings."""

    number: int
    initial: str

    @property
    def colour(self) -> str:
        """The player's colour."""
        return COLOURS[(self.number - 1) % len(COLOURS)]

    @property
    def hollow(self) -> bool:
        """Whether it is a ring, since another player has the colour."""
        return self.number > len(COLOURS)
