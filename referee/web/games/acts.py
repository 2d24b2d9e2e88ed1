"""What can be changed at a table besides its deals: each act reads a form and makes an entry."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from referee.rules.build import OptionError
from referee.rules.variant import OptionValue, plain
from referee.scorebook.errors import OptionRefused, Refused
from referee.scorebook.events import (
    Begins,
    DealDeleted,
    DealerChanged,
    Event,
    Joined,
    Left,
    Noted,
    OptionsChanged,
    Renamed,
    ResultsSwapped,
    Returned,
    Seat,
    SeatsMoved,
    Undone,
)
from referee.scorebook.names import clean_name, clean_note
from referee.scorebook.players import next_key, points_to_begin_with
from referee.scorebook.projection import ScoreBook
from referee.scorebook.settings import with_options
from referee.web.limits import MOST_POINTS
from referee.web.parsing import parse_whole
from referee.web.words import says

Typed = Mapping[str, str]
"""The fields of a form as they were sent."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Act:
    """Something that can be done at a table.

    `page` is the endpoint of the page that it is done on, shown again where it is refused; `then`
    the one that follows it.
    """

    page: str
    then: str
    read: Callable[[ScoreBook, Typed], Event]


ACTS: Final[dict[str, Act]] = {}


def act(
    name: str, page: str, then: str = ""
) -> Callable[[Callable[[ScoreBook, Typed], Event]], Callable[[ScoreBook, Typed], Event]]:
    """Register an act under the name that addresses give it."""

    def register(read: Callable[[ScoreBook, Typed], Event]) -> Callable[[ScoreBook, Typed], Event]:
        ACTS[name] = Act(page=page, then=then or page, read=read)
        return read

    return register


@act("undo", "games.log")
@act("undo-last", "games.table")
def _undo(book: ScoreBook, typed: Typed) -> Event:
    return Undone(entry=_number(typed.get("entry", "")))


@act("join", "games.people")
def _join(book: ScoreBook, typed: Typed) -> Event:
    seat = Seat(key=next_key(book), name=clean_name(typed.get("name", "")))
    begins, points = _beginning(book, typed)
    return Joined(player=seat, after=typed.get("after", ""), begins=begins, points=points)


@act("leave", "games.people")
def _leave(book: ScoreBook, typed: Typed) -> Event:
    return Left(player=typed.get("player", ""))


@act("return", "games.people")
def _return(book: ScoreBook, typed: Typed) -> Event:
    player = typed.get("player", "")
    begins, points = _beginning(book, typed, player)
    return Returned(player=player, begins=begins, points=points)


@act("rename", "games.people")
def _rename(book: ScoreBook, typed: Typed) -> Event:
    return Renamed(player=typed.get("player", ""), name=clean_name(typed.get("name", "")))


@act("seats", "games.seats", "games.table")
def _seats(book: ScoreBook, typed: Typed) -> Event:
    order = tuple(typed.get("order", "").split())
    return SeatsMoved(order=order)


@act("dealer", "games.seats", "games.table")
def _dealer(book: ScoreBook, typed: Typed) -> Event:
    return DealerChanged(dealer=typed.get("dealer", ""))


@act("options", "games.options", "games.table")
def _options(book: ScoreBook, typed: Typed) -> Event:
    return OptionsChanged(options=options_typed(book, typed))


@act("note", "games.about")
def _note(book: ScoreBook, typed: Typed) -> Event:
    return Noted(title=clean_note(typed.get("title", "")), day=typed.get("day", "").strip())


@act("strike", "games.table")
def _strike(book: ScoreBook, typed: Typed) -> Event:
    return DealDeleted(deal=_number(typed.get("slip", "")))


@act("swap", "games.table")
def _swap(book: ScoreBook, typed: Typed) -> Event:
    one, other = typed.get("one", ""), typed.get("other", "")
    return ResultsSwapped(deal=_number(typed.get("slip", "")), one=one, other=other)


def option_problem(error: OptionError) -> str:
    """What is wrong with an option, as players read it."""
    return error.clash or str(error)


def options_typed(book: ScoreBook, typed: Typed) -> dict[str, OptionValue]:
    """The options that differ from those in force; raises `Refused`."""
    wished = {
        name: typed[f"option-{name}"].strip() or "0"
        for name in book.variant.options
        if f"option-{name}" in typed
    }
    try:
        after = with_options(book.variant, wished)
    except OptionError as error:
        option = book.variant.option_name(error.option)
        raise OptionRefused(option_problem(error), option=option) from error
    return {
        name: value
        for name, value in after.chosen.items()
        if plain(value) != plain(book.variant.chosen[name])
    }


def _beginning(book: ScoreBook, typed: Typed, player: str = "") -> tuple[Begins, int]:
    begins = typed.get("begins", Begins.NOUGHT)
    if begins not in set(Begins):
        raise Refused(says("begins.none"))
    points = 0
    if begins == Begins.TYPED:
        points = _points(typed.get("points", ""))
    return Begins(begins), points_to_begin_with(book, Begins(begins), points, player)


def _points(text: str) -> int:
    number = text.strip().replace("−", "-")
    digits = number.removeprefix("-")
    if not digits.isascii() or not digits.isdecimal() or len(digits) > len(str(MOST_POINTS)):
        raise Refused(says("begins.points"))
    return int(number)


def _number(text: str) -> int:
    return parse_whole(text) or 0
