"""What goes into a sheet of paper: its size, and the values of one game."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

MOST_PLAYERS: Final = 8
MOST_ROWS: Final = 60
MOST_NAME: Final = 40
MOST_TITLE: Final = 80
MOST_LINK: Final = 500


class Paper(StrEnum):
    """The size of the sheet, always upright."""

    A4 = "a4"
    LETTER = "letter"

    @property
    def label(self) -> str:
        """What players read: "A4 (210 × 297 mm)"."""
        return _LABELS[self]

    @property
    def css_size(self) -> str:
        """The size as `@page` writes it."""
        return _CSS_SIZES[self]

    @property
    def css_width(self) -> str:
        """The width as a style writes it."""
        return _CSS_WIDTHS[self]


# They stand below the class because they are keyed by its members.
_LABELS: Final = {Paper.A4: "A4 (210 × 297 mm)", Paper.LETTER: "Letter (8½ × 11 in)"}
_CSS_SIZES: Final = {Paper.A4: "A4", Paper.LETTER: "Letter"}
_CSS_WIDTHS: Final = {Paper.A4: "210mm", Paper.LETTER: "8.5in"}


@dataclass(frozen=True, slots=True, kw_only=True)
class PaperDeal:
    """One deal that is written: who dealt, who went out, and a number for each seat.

    `points` and `running` are in seat order, as long as the names; None where nothing is written.
    """

    number: int
    dealer: str
    out: str | None
    points: tuple[int | None, ...]
    running: tuple[int | None, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class GameOnPaper:
    """A running or finished game as a sheet shows it.

    `names` are in seat order. `rows` holds the deals written so far, by number. `dealers` names
    the dealer of every deal of the game from the first, or of as many as are known. `totals` is in
    seat order; `winners` are names, empty until the game is over. `link` is the address that the
    QR code leads to, http or https; None for no code. `date` is the day as players read it.
    """

    title: str
    names: tuple[str, ...]
    rows: tuple[PaperDeal, ...] = ()
    dealers: tuple[str, ...] = ()
    totals: tuple[int | None, ...] = ()
    winners: tuple[str, ...] = ()
    finished: bool = False
    link: str | None = None
    date: str = ""


class SheetError(ValueError):
    """A sheet cannot be laid out from these values; the text says what would be right."""
