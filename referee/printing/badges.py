"""What stands for a player in pictures: an initial in the player's colour."""

from dataclasses import dataclass
from typing import Final

COLOURS: Final = (
    "#6a2a5c", "#832d0d", "#1c4586", "#0b545a", "#5a4a00", "#84204a", "#3c3a7b", "#4a4038",
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
