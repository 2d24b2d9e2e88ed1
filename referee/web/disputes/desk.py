"""One visit to the desk: the game and the table, the question, its form, and the ruling."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode

from flask import url_for

from referee.rules import CaseError, rule_by
from referee.rules.build import OptionError, build
from referee.rules.cases import CARD, MELDS, NAMES, RANKS
from referee.rules.declared import Question
from referee.rules.fields import AtDesk
from referee.rules.findings import Ruling
from referee.rules.variant import OptionValue, Terms, Variant, plain
from referee.scorebook.cache import book_of
from referee.scorebook.links import Access
from referee.scorebook.projection import ScoreBook
from referee.variants import load
from referee.web import keyring
from referee.web.disputes import words
from referee.web.disputes.forms import DeskForm, desk_form
from referee.web.disputes.questions import (
    AT,
    ON_CARDS,
    OPTION,
    STANDING,
    case_of,
    deal_named,
    names_in,
    question,
)
from referee.web.disputes.shown import Shown, shown
from referee.web.disputes.taps import TAPS
from referee.web.variants.named import variant_or_404

GIVEN_BY_TABLE = frozenset({"deal", "players", "seats"})
"""Fields that may be filled in before anybody has asked anything."""

KNOWN_AT_TABLE = frozenset({"players", "seats"})
"""Fields that nobody is asked for at a table."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """The table that a question comes from: its game as this browser may open it."""

    access: Access
    book: ScoreBook


def table_of(sent: Mapping[str, str]) -> Table | None:
    """The table that an address names, or None where this browser has no key to it."""
    access = keyring.access_to(sent[AT]) if AT in sent else None
    return Table(access=access, book=book_of(access)) if access else None


def variant_of(table: Table | None, game: str, options: Mapping[str, Any]) -> Variant:
    """The game of a table as it was when it was started, or of a file, under some options.

    Raises `OptionError` for an option that the game has not.
    """
    if table is None:
        return load(game, options)
    variant = table.book.variant
    asked = dict(variant.turned) | dict(options)
    if all(plain(variant.chosen.get(name, "")) == plain(asked[name]) for name in asked):
        return variant
    return build(variant.definition, id=variant.id, options=asked)


@dataclass(slots=True, kw_only=True)
class Desk:
    """A question at the desk.

    `sent` is what the address says. `case`, `ruling` and `shown` are None until it is asked and can
    be ruled on.
    """

    variant: Variant
    asked: Question
    sent: dict[str, str]
    table: Table | None
    seats: tuple[str, ...]
    form: DeskForm
    case: dict[str, Any] | None = None
    ruling: Ruling | None = None
    shown: Shown | None = None
    fields: tuple[AtDesk, ...] = field(default=())

    @classmethod
    def open(cls, sent: dict[str, str], table: Table | None, asked: Question) -> "Desk":
        """The desk as an address has it."""
        game = table.book.variant if table else variant_or_404(sent["game"])
        if table:
            sent = _filled(table, sent)
        seats = _seats(table, sent)
        form = desk_form(game, asked, sent, seats)
        try:
            variant = variant_of(table, game.id, form.options())
        except OptionError as error:
            variant = game
            form.say(OPTION + error.option, str(error))
        else:
            if variant.chosen == game.chosen:
                variant = game
            else:
                form = desk_form(variant, asked, sent, seats)
        known = KNOWN_AT_TABLE if table else frozenset()
        fields = tuple(
            one for one in asked.fields_for(variant) if one.name in form and one.name not in known
        )
        return cls(variant=variant, asked=asked, sent=sent, table=table, seats=seats, form=form,
                   fields=fields)  # fmt: skip

    @property
    def title(self) -> str:
        """The question in words."""
        return words.asks(self.variant, self.asked.ask)

    @property
    def card_fields(self) -> tuple[AtDesk, ...]:
        """The fields that are filled by tapping cards."""
        return tuple(one for one in self.fields if one.holds in ON_CARDS)

    @property
    def suited(self) -> bool:
        """Whether suits matter to this question."""
        return any(one.holds is not RANKS for one in self.card_fields)

    @property
    def single(self) -> frozenset[str]:
        """The fields that hold one card."""
        return frozenset(one.name for one in self.card_fields if one.holds is CARD)

    @property
    def into(self) -> str:
        """The field that a tapped card goes into."""
        names = [one.name for one in self.card_fields if not one.aside]
        chosen = self.sent.get("into", "")
        if chosen in {one.name for one in self.card_fields}:
            return chosen
        return names[0] if names else ""

    @property
    def parts(self) -> bool:
        """Whether its cards may be parted into melds."""
        return any(one.holds is MELDS for one in self.card_fields)

    @property
    def terms(self) -> Terms:
        """What holds in the deal asked about; where none is, whichever it is."""
        named = self.form.typed().get("deal", "")
        return self.variant.at(int(named) if named.isdecimal() and len(named) < 4 else None)

    @property
    def stands(self) -> frozenset[str]:
        """The fields in which a wild may be said to stand for a card."""
        wilds = self.variant.has_wilds
        return frozenset(one.name for one in self.card_fields if wilds and one.holds in STANDING)

    @property
    def is_whole(self) -> bool:
        """Whether every field can be asked now; not before players are named."""
        return all(one.name in self.form for one in self.asked.fields_for(self.variant))

    @property
    def shows_options(self) -> bool:
        """Whether what the table has settled is unfolded."""
        wrong = any(field.errors for field in self.form if field.name.startswith(OPTION))
        return wrong or "options" in self.sent

    @property
    def usual(self) -> list[str]:
        """The answers to options that an address need not say, as `name=value`."""
        here = self.table.book.variant if self.table else self.variant
        return [
            f"{OPTION}{name}={plain(option.default)}"
            for name, option in self.variant.options.items()
            if OPTION + name in self.form and (not self.table or name not in here.turned)
        ]

    def is_asked(self) -> bool:
        """Whether the question is put, and not only being made ready."""
        if "more" in self.sent:
            return False
        needed = {one.name for one in self.fields} - GIVEN_BY_TABLE
        ready = not needed and self.is_whole
        return "rule" in self.sent or ready or any(name in self.sent for name in needed)

    def ask(self) -> None:
        """Rule on the question; the form says what is wrong where it cannot be ruled on."""
        typed = self.form.typed()
        self.form.validate()
        for one in self.fields:
            if one.needed and not typed[one.name].strip():
                kind = "cards" if one.holds in ON_CARDS else "word"
                kind = "names" if one.holds is NAMES else kind
                self.form.say(one.name, words.MISSING[kind])
        if self.form.has_problems():
            return
        case = case_of(self.variant, self.asked, self.sent | typed, self.seats)
        try:
            self.ruling = rule_by(self.variant, case)
        except CaseError as error:
            self.form.say(error.field, error.message)
            return
        self.case = case
        self.shown = shown(self.variant, case, self.ruling.as_dict())

    def address(self, **more: str) -> str:
        """The address of this question with more said in it; what is empty is left out."""
        usual = dict(one.split("=", 1) for one in self.usual)
        said = {
            name: text
            for name, text in self.sent.items()
            if name not in _PASSING and usual.get(name) != text
        }
        return desk_address({name: text for name, text in (said | more).items() if text})

    def other(self, ask: str) -> str:
        """The address of another question of the same game and table."""
        kept = {
            name: text
            for name, text in self.sent.items()
            if name in ("game", AT, *GIVEN_BY_TABLE) or name.startswith(OPTION)
        }
        return desk_address(kept | ({"ask": ask} if ask else {}))


_PASSING = frozenset({*TAPS, "more", "rule", "into", "suit", "tapping", "wild", "options"})
"""What an address says of the keypad alone."""


def desk_address(query: Mapping[str, OptionValue]) -> str:
    """An address of the desk."""
    return f"{url_for('disputes.desk')}?{urlencode(query)}"


def _filled(table: Table, sent: Mapping[str, str]) -> dict[str, str]:
    """What was sent, and for what was not, what the table has."""
    variant = table.book.variant
    known = {OPTION + name: plain(value) for name, value in variant.turned.items()}
    known |= {"game": variant.id, "players": str(len(table.book.players))}
    if named := deal_named(variant, table.book.next_deal):
        known["deal"] = named
    return known | dict(sent) | {"game": variant.id}


def _seats(table: Table | None, sent: Mapping[str, str]) -> tuple[str, ...]:
    if table:
        return tuple(seat.name for seat in table.book.players)
    return names_in(sent.get("seats", ""))


def asked_in(table: Table | None, sent: Mapping[str, str]) -> Question | None:
    """The question that an address names; with cards alone, whether they are a meld."""
    variant = table.book.variant if table else variant_or_404(sent["game"])
    return question(variant, sent.get("ask", "meld" if {"cards", "rule"} & sent.keys() else ""))
