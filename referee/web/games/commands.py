"""What a table can do besides its deals: one table of commands, each with the event it makes."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from wtforms import RadioField, SelectField, StringField
from wtforms.widgets import DateInput

from referee.scorebook.checked import parse_whole
from referee.scorebook.drafts import carried_number
from referee.scorebook.errors import Refused
from referee.scorebook.events.base import Event, Seat
from referee.scorebook.events.deals import CardsDrawn, DealDeleted, ResultsSwapped
from referee.scorebook.events.players import (
    Begins,
    DealerChanged,
    Joined,
    Left,
    Renamed,
    Returned,
    SeatsMoved,
    coming_back,
    next_key,
    points_to_begin_with,
)
from referee.scorebook.events.table import GameEnded, Noted, PointsGiven
from referee.scorebook.events.undoing import Undone
from referee.scorebook.limits import HAND_POINTS, NOTE_LENGTH
from referee.scorebook.names import clean_name, clean_note
from referee.scorebook.projection import ScoreBook
from referee.web.forms import NAME_FIELD, FieldGroup, change_of_options

Texts = Mapping[str, str]
"""What was sent, by the names of the fields; empty for a field that was not."""

Answers = list[tuple[str, str]]
"""What may be chosen in a field, each with its words."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Command:
    """Something that a table can do besides its deals.

    `event` is what follows from what was sent; it raises `Refused` for what is filled in wrongly.
    `fields` are those that somebody fills in, on the `page` of that name, which is shown again
    where the command is refused; without one there is no place for it. `then` is the page that
    follows.
    """

    event: Callable[[ScoreBook, Texts], Event]
    fields: Mapping[str, Any] = field(default_factory=dict)
    page: str = ""
    then: str = "table"

    def form(self, filled: Texts, **answers: Answers) -> FieldGroup:
        """Its fields as a page shows them, filled for a player, with the answers of some."""
        form = FieldGroup("", self.fields, filled=filled)
        for name, offered in answers.items():
            choice: Any = form[name]
            choice.choices = offered
        return form


class Sent(dict[str, str]):
    """The texts of a form; what was not sent is empty."""

    def __missing__(self, name: str) -> str:
        return ""


@dataclass(frozen=True, slots=True)
class Attempt:
    """A command with what was sent for it, and why it was refused."""

    command: Command
    sent: Texts
    problem: str = ""


def signed_number(text: str) -> int:
    """Points as somebody types them, such as 40 or −10; raises `Refused` for any other text."""
    number = text.strip().replace("−", "-")
    points = parse_whole(number.removeprefix("-"))
    if points is None or points > HAND_POINTS:
        raise Refused("people-no-number")
    return -points if number.startswith("-") else points


def _beginning(book: ScoreBook, sent: Texts, player: str = "") -> dict[str, Any]:
    """What somebody begins with who was not there from the start, and the points it comes to.

    A number that was typed counts, whatever is chosen above it.
    """
    chosen = sent["begins"] or Begins.NOUGHT
    try:
        begins = Begins.TYPED if sent["points"].strip() else Begins(chosen)
    except ValueError as error:
        raise Refused("people-no-beginning") from error
    typed = signed_number(sent["points"]) if begins is Begins.TYPED else 0
    return {"begins": begins, "points": points_to_begin_with(book, begins, typed, player)}


def _joined(book: ScoreBook, sent: Texts) -> Event:
    seat = Seat(key=next_key(book), name=clean_name(sent["name"]))
    return Joined(player=seat, after=sent["after"], **_beginning(book, sent))


def _returned(book: ScoreBook, sent: Texts) -> Event:
    player = sent["player"]
    return Returned(player=player, **_beginning(book, sent, player))


def _drawn(book: ScoreBook, sent: Texts) -> Event:
    deal, upcard = carried_number(sent["slip"]), sent["upcard"]
    written = book.state.deal(deal)
    return CardsDrawn(
        deal=deal,
        wild=sent["wild"] or (written or book.terms).drawn.wild,
        upcard=upcard and upcard + sent["suit"],
    )


def _ended(book: ScoreBook, sent: Texts) -> Event:
    if sent["deals"] and carried_number(sent["deals"]) != len(book.deals):
        raise Refused("table-end-since")
    return GameEnded()


def _points_given(_: ScoreBook, sent: Texts) -> Event:
    points = 0 if sent["delete"] else signed_number(sent["points"])
    return PointsGiven(
        id=carried_number(sent["id"]),
        player=sent["player"],
        points=-abs(points) if sent["sign"] == "minus" else points,
        why=clean_note(sent["why"]),
    )


_NUMBER: Final = {"inputmode": "numeric", "maxlength": 6, "autocomplete": "off"}
_BEGINS: Final = {"begins": RadioField(), "points": StringField(render_kw=_NUMBER)}
_NAME: Final = {"name": StringField(render_kw=NAME_FIELD)}
_NOTE: Final = {"maxlength": NOTE_LENGTH, "autocomplete": "off"}

COMMANDS: Final = {
    "undo": Command(
        event=lambda _, sent: Undone(entry=carried_number(sent["entry"])), page="log", then="log"
    ),
    "undo-last": Command(event=lambda _, sent: Undone(entry=carried_number(sent["entry"]))),
    "join": Command(
        event=_joined,
        fields={**_NAME, "after": SelectField(), **_BEGINS},
        page="people",
        then="people",
    ),
    "leave": Command(
        event=lambda _, sent: Left(player=sent["player"]), page="people", then="people"
    ),
    "return": Command(event=_returned, fields=_BEGINS, page="people", then="people"),
    "rejoin": Command(
        event=lambda book, sent: Returned(
            player=sent["player"],
            begins=Begins.RULE,
            points=coming_back(book).get(sent["player"], 0),
        )
    ),
    "rename": Command(
        event=lambda _, sent: Renamed(player=sent["player"], name=clean_name(sent["name"])),
        fields=_NAME,
        page="people",
        then="people",
    ),
    "seats": Command(
        event=lambda _, sent: SeatsMoved(order=tuple(sent["order"].split())), page="seats"
    ),
    "dealer": Command(
        event=lambda _, sent: DealerChanged(dealer=sent["dealer"]),
        fields={"dealer": RadioField()},
        page="seats",
    ),
    "points": Command(
        event=_points_given,
        fields={
            "player": SelectField(),
            "sign": RadioField(),
            "points": StringField(render_kw=_NUMBER),
            "why": StringField(render_kw=_NOTE),
        },
        page="points",
        then="points",
    ),
    "options": Command(
        event=lambda book, sent: change_of_options(book.variant, sent), page="options"
    ),
    "end": Command(event=_ended),
    "drawn": Command(event=_drawn),
    "note": Command(
        event=lambda _, sent: Noted(title=clean_note(sent["title"]), day=sent["day"].strip()),
        fields={"title": StringField(render_kw=_NOTE), "day": StringField(widget=DateInput())},
        page="about",
        then="about",
    ),
    "strike": Command(event=lambda _, sent: DealDeleted(deal=carried_number(sent["slip"]))),
    "swap": Command(
        event=lambda _, sent: ResultsSwapped(
            deal=carried_number(sent["slip"]), one=sent["one"], other=sent["other"]
        ),
        fields={"one": SelectField(), "other": SelectField()},
    ),
}
"""The commands by the names that addresses give them."""
