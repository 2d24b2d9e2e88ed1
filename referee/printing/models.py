"""A game as sheets of paper show it."""

from dataclasses import dataclass, replace
from functools import cached_property
from string import ascii_lowercase

from referee.language import shown_number
from referee.printing.text_cleanup import cleaned
from referee.printing.text_metrics import text_width
from referee.scorebook.limits import NAME_LENGTH, NOTE_LENGTH
from referee.scorebook.score_table import ScoreCell, ScoreTable, ScoreTotal


@dataclass(frozen=True, kw_only=True)
class GameOnPaper:
    """A running or finished game as a sheet shows it.

    `winners` are names, empty until the game is over; `ended`: the table ended it early. `link` is
    the address that the QR code leads to, http or https; None for no code. `date` is the day as
    players read it. `corrections`, `rulings` and `signatures` are sentences, oldest first.
    """

    title: str
    scores: ScoreTable
    winners: tuple[str, ...] = ()
    finished: bool = False
    ended: bool = False
    link: str | None = None
    date: str = ""
    corrections: tuple[str, ...] = ()
    rulings: tuple[str, ...] = ()
    signatures: tuple[str, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """Everybody who ever sat down, in seat order."""
        return tuple(player.name for player in self.scores.totals)

    @property
    def heads(self) -> tuple[str, ...]:
        """The names at the heads of columns, with a star before a winner's."""
        return tuple(f"★ {name}" if name in self.winners else name for name in self.names)

    def cleaned(self) -> "GameOnPaper":
        """The game with its title, its names and its date as they stand on paper."""

        def name(text: str) -> str:
            return cleaned(text, NAME_LENGTH)

        totals = tuple(replace(player, name=name(player.name)) for player in self.scores.totals)
        return replace(
            self,
            title=cleaned(self.title, NOTE_LENGTH),
            scores=replace(self.scores, totals=totals),
            winners=tuple(map(name, self.winners)),
            date=name(self.date),
        )

    @cached_property
    def letters(self) -> dict[int, str]:
        """The letter of each deal that was corrected, by its number."""
        corrected = [
            row.number
            for row in self.scores.rows
            if any(cell.was is not None for cell in row.cells)
        ]
        alphabet = len(ascii_lowercase)
        return {
            number: ascii_lowercase[at % alphabet] * (1 + at // alphabet)
            for at, number in enumerate(corrected)
        }

    @property
    def figure_width(self) -> float:
        """Millimetres of the widest figure of the game for each point of print."""
        cells = [cell for row in self.scores.rows for cell in row.cells]
        figures = {shown_points(cell) + "0" * cell.went_out for cell in cells}
        numbers = (n for cell in cells for n in (cell.known_total, cell.melded, cell.held))
        figures.update(map(figure, numbers))
        figures.update(map(self.shown_total, self.scores.totals))
        return max((text_width(text, 1, "bold") for text in figures), default=0)

    def shown_total(self, player: ScoreTotal) -> str:
        """What a player has in all; "" before the first deal and where points are missing."""
        return figure(player.total if self.scores.rows and player.complete else None)


def shown_points(cell: ScoreCell) -> str:
    """The points of a deal as paper shows them: a dash for who took no part."""
    return figure(cell.points) if cell.took_part else "–"


def figure(number: int | None) -> str:
    """A number as paper shows it, with a minus sign; "" where it is to be written in by hand."""
    return "" if number is None else shown_number(number)
