"""What goes into a sheet of paper: its size, and the values of one game."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from referee.language import shown_number

MOST_NAMES: Final = 16
"""Names of one game, those who left among them, and seats: as many as a score book takes."""

MOST_ROWS: Final = 60
MOST_NAME: Final = 40
MOST_TITLE: Final = 80
MOST_LINK: Final = 500
MOST_NOTE: Final = 400
MOST_LINES: Final = 60
"""Lines of the log, and rulings, that a final sheet takes: the newest."""


class Paper(StrEnum):
    """The size of the sheet in the printer."""

    A4 = "a4"
    LETTER = "letter"
    A5 = "a5"
    A6 = "a6"
    CARD_4X6 = "4x6"
    CARD_3X5 = "3x5"

    @property
    def width(self) -> float:
        """Millimetres of the shorter side."""
        return _SIZES[self][0]

    @property
    def height(self) -> float:
        """Millimetres of the longer side."""
        return _SIZES[self][1]


# It stands below the class because it is keyed by its members.
_SIZES: Final = {
    Paper.A4: (210.0, 297.0),
    Paper.LETTER: (215.9, 279.4),
    Paper.A5: (148.0, 210.0),
    Paper.A6: (105.0, 148.0),
    Paper.CARD_4X6: (101.6, 152.4),
    Paper.CARD_3X5: (76.2, 127.0),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class PaperDeal:
    """One deal that is written: who dealt, who went out, and a number for each seat.

    `points` and `running` are in seat order, as long as the names; None where nothing is written
    yet. `absent` are the seats, from 0, that took no part.
    """

    number: int
    dealer: str
    out: str | None
    points: tuple[int | None, ...]
    running: tuple[int | None, ...]
    absent: tuple[int, ...] = ()

    def figure(self, seat: int) -> str:
        """The points of a seat as paper shows them: a dash for who took no part."""
        return "–" if seat in self.absent else figure(self.points[seat])


def figure(number: int | None) -> str:
    """A number as paper shows it, with a minus sign; "" where nothing is written."""
    return "" if number is None else shown_number(number)


@dataclass(frozen=True, slots=True, kw_only=True)
class GameOnPaper:
    """A running or finished game as a sheet shows it.

    `names` are in seat order. `rows` holds the deals written so far, by number. `dealers` names
    the dealer of every deal of the game from the first, or of as many as are known. `totals` and
    `places` are in seat order; `winners` are names, empty until the game is over. `link` is the
    address that the QR code leads to, http or https; None for no code. `date` is the day as players
    read it. `note` is what the table wrote on the evening; `corrections` and `rulings` are
    sentences, oldest first.
    """

    title: str
    names: tuple[str, ...]
    rows: tuple[PaperDeal, ...] = ()
    dealers: tuple[str, ...] = ()
    totals: tuple[int | None, ...] = ()
    places: tuple[int, ...] = ()
    winners: tuple[str, ...] = ()
    finished: bool = False
    link: str | None = None
    date: str = ""
    note: str = ""
    corrections: tuple[str, ...] = ()
    rulings: tuple[str, ...] = ()


class SheetError(ValueError):
    """A sheet cannot be laid out from these values; the text says what would be right."""
