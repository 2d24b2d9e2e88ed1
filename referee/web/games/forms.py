"""The forms that change a game besides its deals: each makes an event of what was filled in."""

from dataclasses import dataclass
from typing import Final, Self

from flask import request
from wtforms import HiddenField, RadioField, StringField
from wtforms.widgets import DateInput

from referee.language import say
from referee.rules.schema.options import OptionError, OptionValue, plain
from referee.scorebook.errors import OptionRefused, Refused
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
    next_key,
    points_to_begin_with,
)
from referee.scorebook.events.settings import Noted, OptionsChanged, with_new_options
from referee.scorebook.events.undoing import Undone
from referee.scorebook.limits import HAND_POINTS, NOTE_LENGTH
from referee.scorebook.names import clean_name, clean_note
from referee.scorebook.projection import ScoreBook
from referee.web.forms import (
    NAME_FIELD,
    OPTION,
    ChoiceField,
    FieldGroup,
    KeyForm,
    TextField,
    carried,
    new_key,
    option_fields,
    option_problem,
)
from referee.web.parsing import parse_whole


class ChangeForm(KeyForm):
    """What every form that changes a game carries: a key, and the version that its writer saw."""

    base = carried(r"[0-9]{1,8}")

    @classmethod
    def blank(cls, book: ScoreBook, **filled: str) -> Self:
        """The form as a page shows it first, filled for a player or a deal."""
        data = filled | {"key": new_key(), "base": str(book.version)}
        form: Self = cls(formdata=None, data=data)
        return form

    def seen(self) -> int:
        """The version of the book that the writer saw."""
        return parse_whole(self.base.data or "") or 0

    def typed(self, book: ScoreBook) -> dict[str, str]:
        """What stands in each field, by the name under which it is sent."""
        return {field.name: str(field.data or "") for field in self}


class EventForm(ChangeForm):
    """A form that is an event of the log once it is filled in.

    `sure` is a yes to deals that it gives other numbers; `problem` is why it was refused.
    """

    sure = carried(r"(yes)?")
    problem = ""

    def event(self, book: ScoreBook) -> Event:
        """The event; raises `Refused` for what is filled in wrongly."""
        raise NotImplementedError


class UndoForm(EventForm):
    """Undo an event, or redo it."""

    entry = HiddenField()

    def event(self, book: ScoreBook) -> Event:
        return Undone(entry=parse_whole(self.entry.data or "") or 0)


class BeginForm(EventForm):
    """What somebody sits down with who was not there from the start."""

    begins = RadioField(choices=[], validate_choice=False)
    points = TextField(
        render_kw={"inputmode": "numeric", "maxlength": 6, "autocomplete": "off"},
    )

    def beginning(self, book: ScoreBook, player: str = "") -> tuple[Begins, int]:
        """What was chosen, and the points that it comes to; raises `Refused`."""
        try:
            begins = Begins(self.begins.data or Begins.NOUGHT)
        except ValueError as error:
            raise Refused(say("people-no-beginning")) from error
        points = self._points() if begins is Begins.TYPED else 0
        return begins, points_to_begin_with(book, begins, points, player)

    def typed(self, book: ScoreBook) -> dict[str, str]:
        typed = super().typed(book)
        if typed["begins"] in set(Begins):
            typed["begins"] = say(f"people-chose-{typed['begins']}")
        return typed

    def _points(self) -> int:
        number = (self.points.data or "").strip().replace("−", "-")
        points = parse_whole(number.removeprefix("-"))
        if points is None or len(number.removeprefix("-")) > len(str(HAND_POINTS)):
            raise Refused(say("people-no-number"))
        return -points if number.startswith("-") else points


class JoinForm(BeginForm):
    """Let somebody sit down to the left of another."""

    name = TextField(render_kw=NAME_FIELD)
    after = ChoiceField()

    def event(self, book: ScoreBook) -> Event:
        seat = Seat(key=next_key(book), name=clean_name(self.name.data or ""))
        begins, points = self.beginning(book)
        return Joined(player=seat, after=self.after.data or "", begins=begins, points=points)


class ReturnForm(BeginForm):
    """Let somebody who left take part again."""

    player = HiddenField()

    def event(self, book: ScoreBook) -> Event:
        player = self.player.data or ""
        begins, points = self.beginning(book, player)
        return Returned(player=player, begins=begins, points=points)


class LeaveForm(EventForm):
    """Let a player leave."""

    player = HiddenField()

    def event(self, book: ScoreBook) -> Event:
        return Left(player=self.player.data or "")


class RenameForm(EventForm):
    """Change the name of a player."""

    player = HiddenField()
    name = TextField(render_kw=NAME_FIELD)

    def event(self, book: ScoreBook) -> Event:
        return Renamed(player=self.player.data or "", name=clean_name(self.name.data or ""))


class SeatsForm(EventForm):
    """Move the seats."""

    order = HiddenField()

    def event(self, book: ScoreBook) -> Event:
        return SeatsMoved(order=tuple((self.order.data or "").split()))


class DealerForm(EventForm):
    """Let another player deal next."""

    dealer = RadioField(choices=[], validate_choice=False)

    def event(self, book: ScoreBook) -> Event:
        return DealerChanged(dealer=self.dealer.data or "")


class OptionsForm(EventForm):
    """Change house rules: those that the form names."""

    def event(self, book: ScoreBook) -> Event:
        return OptionsChanged(options=changed_options(book, _options_sent(book)))

    def typed(self, book: ScoreBook) -> dict[str, str]:
        chosen = _options_sent(book).sent()
        return super().typed(book) | {OPTION + name: text for name, text in chosen.items()}


def _options_sent(book: ScoreBook) -> FieldGroup:
    return option_fields(book.variant, book.variant.options, request.form)


class DrawnForm(EventForm):
    """Say what the table drew for the next deal: the rank that is wild, or the card turned up."""

    slip = HiddenField()
    wild = HiddenField()
    upcard = HiddenField()
    suit = HiddenField()

    def event(self, book: ScoreBook) -> Event:
        upcard = self.upcard.data or ""
        return CardsDrawn(
            deal=parse_whole(self.slip.data or "") or 0,
            wild=self.wild.data or book.drawn.wild,
            upcard=upcard and f"{upcard}{self.suit.data or ''}",
        )


class NoteForm(EventForm):
    """Name the game, and say on which day it was played."""

    title = TextField(render_kw={"maxlength": NOTE_LENGTH, "autocomplete": "off"})
    day = StringField(widget=DateInput())

    def event(self, book: ScoreBook) -> Event:
        return Noted(title=clean_note(self.title.data or ""), day=(self.day.data or "").strip())


class DeleteDealForm(EventForm):
    """Delete a deal that was never played."""

    slip = HiddenField()

    def event(self, book: ScoreBook) -> Event:
        return DealDeleted(deal=parse_whole(self.slip.data or "") or 0)


class SwapForm(EventForm):
    """Swap the results of two players in a deal."""

    slip = HiddenField()
    one = ChoiceField()
    other = ChoiceField()

    def event(self, book: ScoreBook) -> Event:
        deal = parse_whole(self.slip.data or "") or 0
        return ResultsSwapped(deal=deal, one=self.one.data or "", other=self.other.data or "")


@dataclass(frozen=True, slots=True, kw_only=True)
class Act:
    """What can be done at a table besides its deals, and the form that does it.

    `page` is the endpoint of the page that the form is on, shown again where it is refused; `then`
    is the one that follows.
    """

    form: type[EventForm]
    page: str
    then: str


_TABLE: Final = "games.table"

ACTS: Final = {
    "undo": Act(form=UndoForm, page="games.log", then="games.log"),
    "undo-last": Act(form=UndoForm, page=_TABLE, then=_TABLE),
    "join": Act(form=JoinForm, page="games.people", then="games.people"),
    "leave": Act(form=LeaveForm, page="games.people", then="games.people"),
    "return": Act(form=ReturnForm, page="games.people", then="games.people"),
    "rename": Act(form=RenameForm, page="games.people", then="games.people"),
    "seats": Act(form=SeatsForm, page="games.seats", then=_TABLE),
    "dealer": Act(form=DealerForm, page="games.seats", then=_TABLE),
    "options": Act(form=OptionsForm, page="games.options", then=_TABLE),
    "drawn": Act(form=DrawnForm, page=_TABLE, then=_TABLE),
    "note": Act(form=NoteForm, page="games.about", then="games.about"),
    "strike": Act(form=DeleteDealForm, page=_TABLE, then=_TABLE),
    "swap": Act(form=SwapForm, page=_TABLE, then=_TABLE),
}
"""The acts by the names that addresses give them."""


def changed_options(book: ScoreBook, fields: FieldGroup) -> dict[str, OptionValue]:
    """The house rules in some fields that differ from those in force; raises `OptionRefused`."""
    wished = {name: text or "0" for name, text in fields.sent().items()}
    try:
        after = with_new_options(book.variant, wished)
    except OptionError as error:
        option = book.variant.option_name(error.option)
        raise OptionRefused(option_problem(book.variant, error), option=option) from error
    return {
        name: value
        for name, value in after.chosen.items()
        if plain(value) != plain(book.variant.chosen[name])
    }
