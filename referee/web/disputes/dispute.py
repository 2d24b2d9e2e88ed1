"""A question at the desk: the game and the table, its form, and the ruling."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final
from urllib.parse import urlencode

from flask import url_for
from msgspec import UNSET
from wtforms import RadioField

from referee.language import listed
from referee.rules import CaseError, rule_by
from referee.rules.building.house_rules import house_rules
from referee.rules.cards import JOKER_RANK
from referee.rules.findings import Ruling
from referee.rules.questions import QUESTIONS
from referee.rules.questions.cases import Question
from referee.rules.questions.fields import CARD, MELDS, NAME, NEVER, ON_CARDS, SOME_NAMES, AtDesk
from referee.rules.questions.irregularities import MISHAPS
from referee.rules.schema.deck import NOTHING_DRAWN, Drawn
from referee.rules.schema.options import OptionError, OptionValue, plain
from referee.rules.schema.variant import Terms, Variant
from referee.scorebook.cache import book_of
from referee.scorebook.checked import parse_whole
from referee.scorebook.events.table import IfDown, LaidMeld, melds_of, with_new_options
from referee.scorebook.links import Access
from referee.scorebook.projection import ScoreBook
from referee.variants import load
from referee.web import keyring
from referee.web.disputes.card_field import BUTTONS, MELD_BREAK, melds_in, words_in
from referee.web.disputes.form import (
    case_of,
    choices_of,
    filled,
    label_of,
    question_form,
    what_lacks,
)
from referee.web.forms import OPTION, FieldGroup, option_problem
from referee.web.parsing import parse_index
from referee.web.rule_card import variant_or_404
from referee.web.verdict_view import VerdictView

AT: Final = "at"
"""The name that addresses have for the game at whose table a question is asked."""

_FIRST: Final = (
    *("meld", "contract", "declare", "lay-off", "discard", "take-wild", "go-out", "claim"),
    *("arrange", "further-meld", "points", "stock-out"),
)
"""The questions that tables have most often; what is not named here comes after."""

ASKED: Final = (
    *sorted(
        (question for question in QUESTIONS.values() if question.asked is not NEVER),
        key=lambda question: _FIRST.index(question.ask) if question.ask in _FIRST else len(_FIRST),
    ),
    *MISHAPS.values(),
)
"""All questions that the desk has in any game, in the order in which players are shown them."""

ABOUT_A_MELD: Final = {"lay-off": ("onto", "cards"), "take-wild": ("meld", "give")}
"""Questions about a meld that lies there: the fields of the meld and of the cards that join it."""

SEVERAL: Final = frozenset(
    field.name for asked in ASKED for field in asked.at_desk if field.holds is SOME_NAMES
)
"""Fields to which an address may give several answers."""

GIVEN_BY_TABLE: Final = frozenset({"deal", "players", "seats"})
"""Fields that may be filled in before anybody has asked anything."""

KNOWN_AT_TABLE: Final = frozenset({"players", "seats"})
"""Fields that nobody is asked for at a table."""

_PASSING: Final = frozenset({*BUTTONS, "more", "rule", "into", "saying", "options", "suit"})
"""What an address says of the keypad alone."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """The table that a question comes from: its game as this browser may open it."""

    access: Access
    book: ScoreBook


def table_of(sent: Mapping[str, str]) -> Table | None:
    """The table that an address names, or None where this browser has no key to it."""
    access = keyring.current().access_to(sent[AT]) if AT in sent else None
    return Table(access=access, book=book_of(access)) if access else None


@dataclass(frozen=True)
class Desk:
    """What an address says, and the table that it names, or None."""

    sent: dict[str, str]
    table: Table | None

    @cached_property
    def game(self) -> Variant:
        """The game of the table, or the one that the address names; 404 where there is none."""
        return self.table.book.variant if self.table else variant_or_404(self.sent["game"])

    @cached_property
    def query(self) -> dict[str, str]:
        """What the address says, and for what it does not, what the table has."""
        known = desk_query(self.table.access, self.table.book) if self.table else {}
        return known | self.sent

    @property
    def terms(self) -> Terms:
        """What holds in the deal that is played, or that the address names."""
        return self.game.at(parse_whole(self.query.get("deal", "")))

    @cached_property
    def melds(self) -> tuple[LaidMeld, ...]:
        """The melds that lie in the deal that is played, in the order in which `lies` counts."""
        return melds_of(self.table.book) if self.table and self.table.book.next_deal else ()

    @property
    def question(self) -> Question | None:
        """The question that the address names; with cards alone, whether they are a meld."""
        entering = {"more", *BUTTONS} & self.sent.keys()
        default = "meld" if {"cards", "rule"} & self.sent.keys() and not entering else ""
        return question_named(self.game, self.sent.get("ask", default))


def questions_for(variant: Variant) -> tuple[Question, ...]:
    """The questions that make sense in a game."""
    return tuple(question for question in ASKED if question.asked(variant))


def question_named(variant: Variant, ask: str) -> Question | None:
    """The question of that name, or None where the game has no such question."""
    return next((one for one in questions_for(variant) if one.ask == ask), None)


@dataclass(frozen=True, slots=True)
class Ruled:
    """A case, the ruling on it, and what its page shows."""

    case: dict[str, Any]
    ruling: Ruling
    view: VerdictView


class Dispute:
    """A question as an address puts it.

    `sent` is what the address says, and `seats` are the names of the players. `wrong` says of a
    house rule of the address why the game has none like it, by its field.
    """

    def __init__(self, desk: Desk, question: Question) -> None:
        game, table = desk.game, desk.table
        sent = _put_in(game, question, desk.sent, lying=bool(desk.melds))
        if table:
            sent = _laid(desk, question, Desk(sent, table).query | {"game": game.id})
        named = {name: sent.get(OPTION + name) for name in game.options}
        variant = game
        self.wrong: dict[str, str] = {}
        try:
            chosen = {name: answer for name, answer in named.items() if answer is not None}
            variant = with_new_options(game, chosen) if table else load(game.id, chosen)
        except OptionError as error:
            self.wrong[OPTION + game.option_name(error.option)] = option_problem(game, error)
        self.variant = variant
        self.question = question
        self.sent = sent
        self.table = table
        self.melds = desk.melds
        if table:
            self.seats = tuple(seat.name for seat in table.book.players)
        else:
            self.seats = tuple(filter(None, map(str.strip, sent.get("seats", "").split(","))))
        fields = question.fields_for(variant)
        # Nobody is chosen from players before they are named.
        self._asked = [f for f in fields if self.seats or f.holds not in (NAME, SOME_NAMES)]
        self.is_whole = len(self._asked) == len(fields)
        """Whether every field can be asked now; not before players are named."""
        known = KNOWN_AT_TABLE if table else frozenset()
        self.fields = tuple(field for field in self._asked if field.name not in known)
        """What it is asked for, but for what the table knows."""
        self.typed = filled(self._asked) | sent
        """What stands in its form."""

    @cached_property
    def _judged(self) -> tuple[Ruled | None, dict[str, str]]:
        """The ruling on it, or else why there is none, in words by field."""
        if wrong := self.wrong or what_lacks(self.fields, self.typed, self.seats):
            return None, wrong
        case = case_of(self.variant, self.question, self.typed, self.seats)
        try:
            ruling = rule_by(self.variant, case)
        except CaseError as error:
            return None, {error.field: error.message}
        if_down: IfDown = UNSET
        if self.presumes_down and ruling.verdict == "legal":
            if_down = "contract" if self.variant.has_contracts else "meld"
        view = VerdictView(self.variant, case, ruling.as_dict(), if_down=if_down)
        return Ruled(case, ruling, view), {}

    @property
    def presumes_down(self) -> bool:
        """Whether the player is taken to have laid down, which nobody said and nothing shows."""
        preset = any(field.name == "down" and field.preset for field in self.fields)
        lies = any(meld.by == self.sent.get("by") for meld in self.melds)
        return preset and "down" not in self.sent and not lies

    @property
    def ruled(self) -> Ruled | None:
        """The ruling on it, whether it is asked already or not; None where there are problems."""
        return self._judged[0]

    @cached_property
    def problems(self) -> Mapping[str, str]:
        """What is missing or wrong, in words by field: before it is asked, house rules alone."""
        return self._judged[1] if self.is_asked else self.wrong

    @cached_property
    def form(self) -> FieldGroup:
        """Its form, which a page that shows a ruling does without."""
        given = self.options, self.seats, self.typed, self.problems
        return question_form(self.variant, self.question, self._asked, *given)

    @property
    def title(self) -> str:
        """The question in words."""
        return listed((self.question.phrase(self.variant),))

    @property
    def card_fields(self) -> tuple[AtDesk, ...]:
        """The fields that are filled by tapping cards."""
        return tuple(field for field in self.fields if field.holds in ON_CARDS)

    @property
    def terms(self) -> Terms:
        """What holds in the deal asked about; where none is, whichever it is."""
        game, wild = self.variant, self.typed.get("wild", "")
        known = game.wilds.drawn and wild in (JOKER_RANK, *game.deck.ranks)
        drawn = Drawn(wild) if known else NOTHING_DRAWN
        return game.at(parse_whole(self.typed.get("deal", "")), drawn)

    @property
    def single(self) -> frozenset[str]:
        """The fields that hold one card."""
        return frozenset(field.name for field in self.card_fields if field.holds is CARD)

    @property
    def into(self) -> str:
        """The field that a tapped card goes into: the first that is empty, unless one is chosen."""
        chosen = self.sent.get("into", "")
        if chosen in {field.name for field in self.card_fields}:
            return chosen
        names = self._tapped
        return next((name for name in names if not self.typed[name]), names[0] if names else "")

    @property
    def _tapped(self) -> list[str]:
        """The fields that cards go into one after another."""
        # A meld that lies there is chosen by a tap on it.
        chosen = self.on_table if self.lying and not self.typed[self.on_table] else ""
        return [f.name for f in self.card_fields if not (f.aside or f.name == chosen)]

    def into_after(self, name: str) -> str:
        """The field for the next card, once one is tapped into the field of that name."""
        # The first card of a field leads on to the next one that is empty, where one is enough.
        leading = (*self.single, *ABOUT_A_MELD.get(self.question.ask, ())[1:])
        if name not in leading or (self.typed[name] and name not in self.single):
            return name
        names = self._tapped
        later = names[names.index(name) + 1 :] if name in names else ()
        return next((other for other in later if not self.typed[other]), name)

    @property
    def options(self) -> tuple[str, ...]:
        """The house rules on its form: those offered first, and any that the address names."""
        named = {name.removeprefix(OPTION) for name in self.sent if name.startswith(OPTION)}
        named |= {self.sent.get("options", ""), *house_rules(self.variant).first}
        return tuple(name for name in self.variant.options if name in named)

    @cached_property
    def usual(self) -> dict[str, str]:
        """The fields of house rules with what an address need not say of them."""
        here = self.table.book.variant if self.table else self.variant
        return {
            OPTION + name: plain(self.variant.options[name].default)
            for name in self.options
            if not self.table or name not in here.turned
        }

    @property
    def last_choice(self) -> str:
        """The choice that is made by a button which asks, too: the only one not made yet."""
        unknown = [
            field.name
            for field in self.fields
            if not (field.aside or field.name in self.sent or field.name in GIVEN_BY_TABLE)
            and isinstance(self.form[field.name], RadioField)
        ]
        return unknown[0] if self.is_whole and len(unknown) == 1 else ""

    @property
    def assumed(self) -> Iterator[tuple[str, list[tuple[str, str, bool]]]]:
        """The fields of answers that hold unless another is chosen, each by its label.

        Each answer comes with the address that gives it, and whether it is the one that holds.
        """
        open_one = "down" if self.ruled and self.ruled.view.if_down else ""
        for field in self.fields:
            if field.preset:
                name, holds = field.name, self.typed[field.name]
                answers = choices_of(self.variant, field, self.seats)
                yield (
                    label_of(self.variant, self.question, field),
                    [
                        (
                            words,
                            desk_address(self.said() | {name: answer}),
                            answer == holds and name != open_one,
                        )
                        for answer, words in answers.items()
                    ],
                )

    @property
    def on_table(self) -> str:
        """The field of a meld that lies on the table; empty where there is none."""
        return ABOUT_A_MELD.get(self.question.ask, ("",))[0]

    @property
    def lying(self) -> bool:
        """Whether melds that it may be about are known to lie on the table."""
        return bool(self.on_table and self.melds)

    @property
    def _is_ready(self) -> bool:
        """Whether nothing is missing that has to be said."""
        return self.is_whole and all(
            field.name in self.sent
            for field in self.fields
            if field.needed and not field.preset and field.name not in GIVEN_BY_TABLE
        )

    @cached_property
    def is_asked(self) -> bool:
        """Whether the question is put, and not only being made ready."""
        return "more" not in self.sent and ("rule" in self.sent or self._is_ready)

    def answer(self) -> VerdictView | None:
        """What the answer would be, before it is asked; None while something is missing."""
        return self.ruled.view if self._asked and self._is_ready and self.ruled else None

    def query(self) -> str:
        """What the address of this question says; what goes without saying is left out."""
        return urlencode(self.said())

    def again(self) -> str:
        """The address of its form, filled."""
        return desk_address(self.said() | {"more": "yes"})

    def said(self) -> dict[str, str]:
        usual = self.usual
        return {
            name: text
            for name, text in (self.sent | {"ask": self.question.ask}).items()
            if text and name not in _PASSING and usual.get(name) != text
        }

    def menu(self) -> str:
        """The address of the other questions of the same game and table, its cards entered."""
        entered = filter(None, (self.typed[one.name] for one in self.card_fields))
        first = "" if self.is_asked and self.ruled else next(entered, "")
        cards = {"cards": first, "more": "yes"} if first else {}
        return desk_address(of_game(self.sent) | cards)


def of_game(sent: Mapping[str, str]) -> dict[str, str]:
    """What an address says of the game and the table, whatever is asked."""
    return {
        name: text
        for name, text in sent.items()
        if name in ("game", AT, "wild", *GIVEN_BY_TABLE) or name.startswith(OPTION)
    }


def _put_in(
    game: Variant, question: Question, sent: dict[str, str], *, lying: bool
) -> dict[str, str]:
    """Cards entered before the question was chosen, in the fields that they belong to.

    Of cards about a meld one joins it: the part that stands alone, or the first that was tapped;
    where melds are known to lie there, all of them join one.
    """
    fields = {
        field.name: field
        for field in question.fields_for(game)
        if field.holds in ON_CARDS and not field.aside
    }
    words = words_in(sent.get("cards", ""), game.suits)
    onto, joins = ABOUT_A_MELD.get(question.ask, ("", "cards"))
    put: dict[str, str] = {}
    if (
        onto
        and not lying
        and onto not in sent
        and joins not in sent.keys() - {"cards"}
        and len(words) > 1
    ):
        melds = melds_in(" ".join(words))
        first = min(melds, key=lambda meld: len(meld.split())) if melds[1:] else words[0]
        rest = [meld for meld in melds if meld is not first] if melds[1:] else words[1:]
        put = {joins: first, onto: " ".join(rest)}
    elif words and "cards" not in fields:
        takes = (
            name for name, field in fields.items() if field.holds is not CARD or len(words) == 1
        )
        put = {next(takes, "cards"): sent["cards"]}
    sent = {name: text for name, text in sent.items() if name != "cards" or not put} | put
    # Only melds are parted.
    return sent | {
        name: sent[name].replace(MELD_BREAK, " ")
        for name, field in fields.items()
        if name in sent and field.holds is not MELDS
    }


def _laid(desk: Desk, question: Question, sent: dict[str, str]) -> dict[str, str]:
    """What was sent with the melds that lie on the table, where the question is about them."""
    melds = desk.melds
    lies = parse_index(sent.get("lies", ""), len(melds))
    if lies is not None and question.ask in ABOUT_A_MELD:
        sent = {ABOUT_A_MELD[question.ask][0]: melds[lies].cards} | sent
    if melds and any(field.name == "table" for field in question.at_desk):
        sent = {"table": f" {MELD_BREAK} ".join(meld.cards for meld in melds)} | sent
    return sent


def desk_address(query: Mapping[str, OptionValue]) -> str:
    """An address of the desk."""
    return f"{url_for('disputes.desk')}?{urlencode(query)}"


def desk_query(access: Access, book: ScoreBook) -> dict[str, str]:
    """What the address of the desk says for a table: its game, deal, players and options."""
    variant = book.variant
    query = {"game": variant.id, "players": str(len(book.players)), AT: access.game_id}
    deal, count, turns = book.next_deal, len(variant.deals), len(variant.wilds.by_deal)
    if variant.tracks:
        query |= {"deal": str(book.contract_of(access.seat))} if access.seat else {}
    elif count:
        # A play-off is the last deal once more.
        query["deal"] = str(min(deal or count, count))
    elif turns and deal:
        query["deal"] = str((deal - 1) % turns + 1)
    drawn = book.terms.drawn
    query |= {"wild": drawn.wild} if drawn.wild else {}
    query |= {"upcard": drawn.upcard.code} if drawn.upcard else {}
    return query | {OPTION + name: plain(value) for name, value in variant.turned.items()}
