"""What to print, on which paper, for how many. It is sent by address and writes nothing."""

from collections.abc import Mapping
from typing import Any

from werkzeug.datastructures import MultiDict
from wtforms import Form, SelectField
from wtforms.validators import AnyOf

from referee.printing import SHEETS, Paper
from referee.rules.variant import Variant

_PAPERS = {paper.value: paper.label for paper in Paper}


class SheetForm(Form):
    """Which sheet and which paper."""

    sheet = SelectField("Sheet", choices={sheet.id: sheet.title for sheet in SHEETS.values()})
    paper = SelectField("Paper", choices=_PAPERS, default=Paper.A4.value)

    def chosen_paper(self) -> Paper:
        """The size of the paper."""
        return Paper(self.paper.data)

    def chosen_players(self) -> int | None:
        """For how many; None for as many as there is room for."""
        text = self["players"].data if "players" in self else ""
        return int(text) if text else None


def sheet_form(sent: Mapping[str, str], variant: Variant | None = None) -> SheetForm:
    """The form filled with what the address says; with a game, how many players as well."""
    fields: dict[str, Any] = {}
    if variant:
        numbers = [str(n) for n in range(variant.players.least, variant.players.most + 1)]
        choices = {"": "as many as fit"} | {number: number for number in numbers}
        fields["players"] = SelectField("Players", [AnyOf(["", *numbers])], choices=choices)
    defaults = {"sheet": next(iter(SHEETS)), "paper": Paper.A4.value, "players": ""}
    form: SheetForm = type("SheetForm", (SheetForm,), fields)(MultiDict(defaults | dict(sent)))
    return form
