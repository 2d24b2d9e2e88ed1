"""The form of the desk. It is sent by address, so that every ruling has one."""

from collections.abc import Iterable, Mapping
from typing import Any

from werkzeug.datastructures import MultiDict
from wtforms import Form, SelectField, StringField
from wtforms.validators import Length

from referee.rules.deals import deal_count
from referee.rules.variant import Variant
from referee.web.disputes.questions import OPTION, Question
from referee.web.games.new import option_field
from referee.web.limits import CARDS_LENGTH


class DeskForm(Form):
    """The fields of one question; it writes nothing, so it needs no token."""

    cards = StringField("Cards", [Length(max=CARDS_LENGTH)])
    hand = StringField("The whole hand, before laying down", [Length(max=CARDS_LENGTH)])
    kind = SelectField("As what?", choices={"": "Either", "set": "A set", "run": "A run"})

    def typed(self) -> dict[str, str]:
        """What stands in every field."""
        return {field.name: str(field.data or "") for field in self}

    def options(self) -> dict[str, str]:
        """What is chosen for every option."""
        return {
            name.removeprefix(OPTION): text
            for name, text in self.typed().items()
            if name.startswith(OPTION)
        }

    def say(self, name: str, text: str) -> None:
        """Put a problem beside its field, or beside the cards where it has none."""
        field = self[name] if name in self else self["cards"]
        field.errors = [*field.errors, text]


def desk_form(variant: Variant, question: Question, sent: Mapping[str, str]) -> DeskForm:
    """The form of a question about a game, filled with what the address says."""
    fields: dict[str, Any] = {
        "deal": SelectField("Deal", choices=_numbers(_deals(variant), "not said")),
        "players": SelectField("Players", choices=_numbers(_players(variant), "not said")),
    }
    for name, option in variant.options.items():
        fields[OPTION + name] = option_field(option)
    form: DeskForm = type("DeskForm", (DeskForm,), fields)(MultiDict(_complete(variant, sent)))
    return form


def _complete(variant: Variant, sent: Mapping[str, str]) -> dict[str, str]:
    """What was sent, and for what was not, the default."""
    said = {"deal": "1" if variant.has_contracts else "", "players": "", "kind": ""}
    defaults = said | {
        OPTION + name: str(option_field(option).kwargs["default"])
        for name, option in variant.options.items()
    }
    return defaults | dict(sent)


def _players(variant: Variant) -> range:
    return range(variant.players.least, variant.players.most + 1)


def _deals(variant: Variant) -> range:
    return range(1, (deal_count(variant) or 0) + 1)


def _numbers(numbers: Iterable[int], none: str) -> dict[str, str]:
    return {"": none} | {str(number): str(number) for number in numbers}
