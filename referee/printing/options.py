"""What people choose for a sheet: paper, how many on it, size of print, inks, and copies."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from referee.language import say
from referee.scorebook.limits import SEATS

UPS: Final = (1, 2, 4)
MOST_COPIES: Final = 50
MOST_ROWS: Final = 60
"""Deals of a game on paper."""


class SheetError(ValueError):
    """A sheet cannot be laid out from these values; the text says what would be right."""


class Paper(StrEnum):
    """The size of the sheet in the printer: millimetres of its shorter and its longer side."""

    A4 = "a4", 210.0, 297.0
    LETTER = "letter", 215.9, 279.4
    A3 = "a3", 297.0, 420.0
    A5 = "a5", 148.0, 210.0
    A6 = "a6", 105.0, 148.0
    CARD_4X6 = "4x6", 101.6, 152.4
    CARD_3X5 = "3x5", 76.2, 127.0

    width: float
    height: float

    def __new__(cls, name: str, width: float = 0, height: float = 0) -> "Paper":
        paper = str.__new__(cls, name)
        paper._value_, paper.width, paper.height = name, width, height
        return paper


class Orientation(StrEnum):
    """How the paper lies."""

    UPRIGHT = "upright"
    ACROSS = "across"


class Inks(StrEnum):
    """What the suits are printed in. They always differ in shape as well."""

    RED = "red"
    FOUR = "four"
    BLACK = "black"
    """Black alone, hearts and diamonds hollow: saves ink, and copies well."""


class Duplex(StrEnum):
    """Over which edge the printer turns a sheet of paper that is printed on both sides."""

    LONG = "long"
    SHORT = "short"


class PrintSize(StrEnum):
    """The size of print."""

    NORMAL = "normal"
    LARGE = "large"


LEAST_POINTS: Final = {PrintSize.NORMAL: 9.0, PrintSize.LARGE: 16.0}
"""The smallest print on a sheet. Long names in narrow columns go down to 8 in normal print."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintOptions:
    """All that can be chosen for a sheet; the limits of it are in this module alone.

    `up`: how many lie side by side on the paper. `stacked`: pages in cut-stack order, so that one
    cut and the piles put on one another lie in sequence. `players` and `rows`: for whom a blank
    pad is, and how many deals it takes where the game leaves that open; None for as many as fit.
    `both_sides`: on the back of the paper too, turned over the edge that `duplex` names, as folded
    cards always are. `code`: a QR code to the game. `kit`: the sheets of a table kit, by id; none
    stand for all, in the order of a `booklet` or not. `beside`: the id of the game to compare with,
    "" for the first other one. Raises
    `SheetError` with a sentence for what cannot be.
    """

    paper: Paper = Paper.A4
    orientation: Orientation = Orientation.UPRIGHT
    up: int = 1
    stacked: bool = False
    copies: int = 1
    players: int | None = None
    rows: int | None = None
    print: PrintSize = PrintSize.NORMAL
    inks: Inks = Inks.RED
    code: bool = True
    both_sides: bool = False
    duplex: Duplex = Duplex.LONG
    kit: tuple[str, ...] = ()
    booklet: bool = False
    beside: str = ""

    def __post_init__(self) -> None:
        if self.up not in UPS:
            raise SheetError(say("paper-ups-not", up=self.up))
        if not 1 <= self.copies <= MOST_COPIES:
            raise SheetError(say("paper-copies-not", most=MOST_COPIES, copies=self.copies))
        if self.players is not None and not 1 <= self.players <= SEATS:
            raise SheetError(say("paper-names-not", most=SEATS, players=self.players))
        if self.rows is not None and not 1 <= self.rows <= MOST_ROWS:
            raise SheetError(say("paper-rows-not", most=MOST_ROWS, rows=self.rows))

    @property
    def least(self) -> float:
        """The smallest print allowed, in points."""
        return LEAST_POINTS[self.print]


LEAST_SIDE: Final = {PrintSize.NORMAL: 70, PrintSize.LARGE: 100}
"""Millimetres that the shorter side of a sheet has at least, where several lie on a page too."""
