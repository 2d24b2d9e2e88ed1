"""The form of a question, made of what the question declares. It is sent by address."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from wtforms import RadioField, SelectField, SelectMultipleField, StringField
from wtforms.widgets import CheckboxInput

from referee.language import has, listed, say
from referee.rules.cards import JOKER_RANK, Card
from referee.rules.deals import contract_words, wild_cards
from referee.rules.phrases import wild_word
from referee.rules.questions.cases import Question
from referee.rules.questions.fields import (
    LAID,
    MELDS,
    NAME,
    NAMES,
    NUMBER,
    ON_CARDS,
    RANK,
    SOME_NAMES,
    TRUTH,
    AtDesk,
    Field,
)
from referee.rules.schema.options import plain
from referee.rules.schema.variant import Terms, Variant
from referee.scorebook.checked import parse_whole
from referee.web.disputes.card_field import melds_parted
from referee.web.forms import OPTION, FieldGroup, option_field
from referee.web.limits import CARDS_LENGTH, NAMES_LENGTH, QUERY_BYTES
from referee.web.parsing import parse_index


class CardsField(StringField):
    """Cards, tapped or typed, in melds where it is `parted`.

    `stands`: a wild among them may be said to stand for a card.
    """

    def __init__(self, label: str, *, declared: AtDesk, **given: Any) -> None:
        super().__init__(label, **given)
        self.parted = declared.holds is MELDS
        self.stands = declared.holds in (LAID, MELDS)


def filled(fields: Iterable[AtDesk]) -> dict[str, str]:
    """What stands in fields before anybody fills them in."""
    return {field.name: "1" if field.name == "deal" else field.preset for field in fields}


def what_lacks(
    fields: Iterable[AtDesk], typed: Mapping[str, str], seats: Sequence[str]
) -> dict[str, str]:
    """What is missing, too long, or names nobody in some fields, in words, by field."""
    problems: dict[str, str] = {}
    for field in fields:
        text = typed.get(field.name, "")
        if len(text) > _most(field):
            problems[field.name] = say("form-too-long", most=_most(field))
        elif field.needed and (not text or _value(field, text, seats) in (None, [])):
            kind = "cards" if field.holds in ON_CARDS else "word"
            problems[field.name] = say(f"missing-{'names' if field.holds is NAMES else kind}")
    return problems


def _most(field: AtDesk) -> int:
    """How many characters a field takes."""
    if field.holds is NAMES:
        return NAMES_LENGTH
    return CARDS_LENGTH if field.holds in ON_CARDS else QUERY_BYTES


def question_form(
    variant: Variant,
    question: Question,
    fields: Sequence[AtDesk],
    options: Iterable[str],
    seats: Sequence[str],
    typed: Mapping[str, str],
    problems: Mapping[str, str],
) -> FieldGroup:
    """A form of some fields of a question about a game, filled with what was typed.

    It writes nothing, so it needs no token. `options` are the house rules on it, `seats` the names
    of the players to choose among, and `problems` what is wrong with a field.
    """
    given = {field.name: _field(variant, question, field, seats) for field in fields}
    house = {OPTION + name: variant.options[name] for name in options}
    usual = {name: plain(option.default) for name, option in house.items()}
    several = {one.name: typed[one.name].split() for one in fields if one.holds is SOME_NAMES}
    given |= {name: option_field(option) for name, option in house.items()}
    form = FieldGroup("", given, filled=usual | dict(typed) | several)
    for field in form:
        field.errors = [problems[field.name]] if field.name in problems else []
    return form


_ANY: Final = Field("cards", MELDS).at_desk().desk[0]


def first_form(sent: Mapping[str, str]) -> FieldGroup:
    """A field for cards before anybody has said what is asked about them."""
    most = {"maxlength": CARDS_LENGTH}
    field = CardsField(say("label-first_cards"), declared=_ANY, render_kw=most)
    return FieldGroup("", {"cards": field}, filled=sent)


_TYPED: Final = (
    {"autocomplete": "off", "autocapitalize": "words", "spellcheck": "false"},
    {"autocomplete": "off", "inputmode": "numeric"},
)
"""How names are typed, and how a number is."""


def _field(variant: Variant, question: Question, field: AtDesk, seats: Sequence[str]) -> Any:
    label = label_of(variant, question, field)
    hint = _about("hint", question, field)
    about = say(hint) if has(hint) else ""
    asks = {"maxlength": _most(field), "required": field.needed}
    if field.holds in ON_CARDS:
        return CardsField(label, declared=field, description=about, render_kw=asks)
    choices = choices_of(variant, field, seats)
    if field.holds is NAMES or (field.holds is NUMBER and not choices):
        typed = _TYPED[field.holds is NUMBER]
        return StringField(label, description=about, render_kw=asks | typed)
    if field.name in ("deal", "players"):
        return SelectField(label, choices=choices, render_kw={"required": field.needed})
    if field.holds is SOME_NAMES:
        return SelectMultipleField(label, choices=choices, option_widget=CheckboxInput())
    return RadioField(label, choices=choices)


def label_of(variant: Variant, question: Question, field: AtDesk) -> str:
    """What a field asks for."""
    if field.words == "down" and not variant.has_contracts:
        return say("label-own-meld")
    if field.words == "deal" and variant.tracks:
        return say("label-own-contract")
    return say(_about("label", question, field), wild=wild_word(variant))


def _about(kind: str, question: Question, field: AtDesk) -> str:
    """The message about a field, by the question where it differs there."""
    own = f"{kind}-{question.ask}_{field.words}"
    return own if has(own) else f"{kind}-{field.words}"


def choices_of(variant: Variant, field: AtDesk, seats: Sequence[str]) -> dict[str, str]:
    """The answers to choose among, in words; `seats` are the names of the players."""
    if field.name == "deal":
        # Those of the game, or one for each rank that is wild in turn.
        count = len(variant.deals) or len(variant.wilds.by_deal)
        return {str(number): _deal(variant.at(number)) for number in range(1, count + 1)}
    if field.name == "players":
        numbers = {str(number): str(number) for number in variant.players.numbers}
        return {"": say("choice-players_unsaid")} | numbers
    if field.holds in (NAME, SOME_NAMES):
        nobody = {} if field.needed or field.holds is SOME_NAMES else {"": say("choice-nobody")}
        return nobody | {str(seat): name for seat, name in enumerate(seats)}
    if field.holds is RANK:
        ranks = (*variant.deck.ranks, *((JOKER_RANK,) if variant.has_jokers else ()))
        return {rank: listed((Card(rank).phrase(),)) for rank in ranks}
    return {answer: say(f"choice-{field.name}_{answer or 'unsaid'}") for answer in field.choices}


def _deal(terms: Terms) -> str:
    """The number of a deal, what it asks for, and what is wild in it where that changes."""
    asks = contract_words(terms.contract) or terms.deal.name
    wild = say("deal-wild-only", cards=wild_cards(terms)) if terms.wilds.by_deal else ""
    about = " · ".join(filter(None, (wild, asks)))
    return say("choice-deal", number=terms.number, what=about) if about else str(terms.number)


def case_of(
    variant: Variant, question: Question, typed: Mapping[str, str], seats: Sequence[str]
) -> dict[str, Any]:
    """The case that the fields of a question come to; `seats` are the names of the players."""
    case: dict[str, Any] = {"game": variant.id, "ask": question.ask}
    if variant.turned:
        case["options"] = dict(variant.turned)
    for field in question.at_desk:
        text = typed.get(field.name, "").strip()
        if field.asked(variant):
            value = _value(field, text, seats)
        elif field.name == "deal" and field.unasked is None:
            # It matters to no rule of this game here, but a case of a numbered deal names one.
            value = _number(text or "1") if variant.deals else None
        else:
            value = field.unasked
        if value not in (None, ""):
            case.setdefault(field.name, value)
    return question.finish(case)


def _value(field: AtDesk, text: str, seats: Sequence[str]) -> Any:
    if field.holds is NUMBER:
        return _number(text)
    if field.holds is TRUTH:
        return text == "yes" if text or field.needed else None
    if field.holds is MELDS:
        return melds_parted(text) if text else None
    if field.holds is NAMES:
        return list(seats)
    if field.holds in (NAME, SOME_NAMES):
        places = (parse_index(place, len(seats)) for place in text.split())
        named = [seats[place] for place in places if place is not None]
        return named if field.holds is SOME_NAMES else next(iter(named), None)
    return text


def _number(text: str) -> int | str:
    """A whole number as such; what is none is left for the rules to refuse."""
    number = parse_whole(text)
    return text if number is None else number
