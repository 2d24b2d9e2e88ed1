"""Cases and questions: how one is read and the other declared, and what all questions share."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from types import MappingProxyType
from typing import Any, NamedTuple, TypeVar

from referee.language import Phrase
from referee.rules.cards import JOKER_RANK, Card, Cards
from referee.rules.deals import DealError, plan_deal
from referee.rules.findings import (
    Finding,
    Findings,
    Offer,
    Ruling,
    broken,
    judged,
    ruled,
    violations,
)
from referee.rules.law.faults import packs_faults
from referee.rules.phrases import wild_word
from referee.rules.questions.fields import (
    ALWAYS,
    ASK,
    DEAL,
    DRAWN,
    GAME,
    NEVER,
    NUMBER,
    ON_CARDS,
    PLAYERS,
    SEATS,
    TURN,
    UPCARD,
    WILD,
    AtDesk,
    CaseError,
    Field,
    Where,
)
from referee.rules.schema.deck import NOTHING_DRAWN, Drawn
from referee.rules.schema.options import Needs, OptionError, holds
from referee.rules.schema.variant import Terms, Variant
from referee.rules.search.arrange import MOST_CARDS

T = TypeVar("T")
Load = Callable[[str, Mapping[str, object] | None], Variant]


class Case:
    """One question, its game found and its fields read as they are asked for.

    `case[field]` reads a field. Every method raises `CaseError` for one that is missing or holds
    what it may not. `mends`: it is told, too, what would be legal instead of what is not.
    """

    __slots__ = ("_read", "ask", "given", "mends", "players", "variant")

    def __init__(self, given: Mapping[str, Any], load: Load) -> None:
        self.given, self.mends = given, True
        self._read: dict[str, Any] = {}
        self.variant = self._game(load)
        self.ask = self[ASK]
        self.players = self.if_given(PLAYERS)

    def _game(self, load: Load) -> Variant:
        options = self.given.get("options")
        if options is not None and not (
            isinstance(options, Mapping) and all(isinstance(name, str) for name in options)
        ):
            raise CaseError("options", "case-options-table")
        try:
            return load(self[GAME], options)
        except LookupError as error:
            raise CaseError("game", "", str(error)) from None
        except OptionError as error:
            raise CaseError("options", "", str(error)) from None

    def by(self, variant: Variant) -> "Case":
        """The same case by a game with other options; it is told no `mends`."""
        other = Case(self.given, lambda game, options: variant)
        other.mends = False
        if variant.deck is self.variant.deck:
            other._read = self._read
        return other

    def __getitem__(self, field: Field[T]) -> T:
        value = self.if_given(field)
        if value is not None:
            return value
        if field.default is not None and not field.needed(self.variant):
            return field.default
        raise CaseError(field.name, "case-missing", field=field.name, how=field.how)

    def if_given(self, field: Field[T]) -> T | None:
        """What a field holds, or None where it is not given."""
        if (name := field.name) not in self._read:
            value = self.given.get(name)
            self._read[name] = None if value is None else field.holds.read(field, value, self)
        read: T | None = self._read[name]
        return read

    def has(self, field: Field[Any]) -> bool:
        """Whether a field is given and not null."""
        return self.given.get(field.name) is not None

    def check(self, own: Iterable[Field[Any]]) -> None:
        """Read each of these fields that is given, and those that are always needed."""
        for field in own:
            given = self.has(field) or field.needed is ALWAYS
            if given and not (field.or_null and field.name in self.given):
                self[field]

    def table(self) -> tuple[tuple[str, ...], str]:
        """The players in order of play, and which of them is in turn."""
        seats, turn = self[SEATS], self.given.get("turn")
        if len(set(seats)) < len(seats) or not seats:
            raise CaseError("seats", "case-seats")
        if turn not in seats:
            raise CaseError("turn", "case-turn")
        return seats, str(turn)

    def deal(self) -> int:
        """The number of the deal, from 1; 1 where none is given and deals are not numbered."""
        count = len(self.variant.deals)
        if not count and not self.has(DEAL):
            return 1
        number = self[DEAL]
        if number < 1 or (count and number > count):
            raise CaseError("deal", "case-deal", game=self.variant.name, count=count)
        return number

    @property
    def drawn(self) -> Drawn:
        """What the table drew for the deal, as far as the game has a use for it."""
        if "wild" not in self.given and "upcard" not in self.given:
            return NOTHING_DRAWN
        game = self.variant
        wild = self.if_given(WILD) if game.wilds.drawn else None
        return Drawn(wild or "", self.if_given(UPCARD) if game.heeds_upcard else None)

    def check_drawn(self, own: Iterable[Field[Any]]) -> None:
        """Hold what the table drew to what the game has a use for, where a field is for that."""
        game = self.variant
        if self.has(WILD) and not game.wilds.drawn:
            raise CaseError("wild", "case-no-wild", game=game.name)
        if (wild := self.drawn.wild) and wild not in (JOKER_RANK, *game.deck.ranks):
            raise WILD.refusal()
        if self.has(UPCARD) and UPCARD in [field._replace(desk=()) for field in own]:
            if not game.heeds_upcard:
                raise CaseError("upcard", "case-no-upcard", game=game.name)
            if self[UPCARD].is_joker:
                raise CaseError("upcard", "case-joker-upcard")

    @property
    def terms(self) -> Terms:
        """What holds in the deal asked about."""
        return self.variant.at(self.deal(), self.drawn, self.players)

    @property
    def any_deal(self) -> Terms:
        """What holds whichever deal it is."""
        return self.variant.at(None, self.drawn, self.players)

    @property
    def terms_of_any(self) -> Terms:
        """As `terms`, where the deal need not be given if nothing turns on it."""
        game = self.variant
        by_deal = game.wilds.by_deal or (game.deals_differ and self.has(DEAL))
        return self.terms if by_deal else self.any_deal


Answer = Callable[[Case], Ruling]


class Question(NamedTuple):
    """One question that a case may ask: all that is known of it.

    `ask` is the word for it, `fields` are those of its cases besides `game`, `ask` and `options`,
    in the order in which people are asked for them. `example` is a case without its game and
    `facts` are the shapes, as `json_schema` takes them, of what the ruling may hold besides its
    findings. `games`: those that have it, and `asked`: those whose desk asks it. `finish` makes
    what is asked at the desk into the fields of the case.
    """

    ask: str
    answer: Answer
    fields: tuple[Field[Any], ...]
    example: Mapping[str, object]
    facts: Mapping[str, Any] = MappingProxyType({})
    games: Where = ALWAYS
    asked: Where = ALWAYS
    finish: Callable[[dict[str, Any]], dict[str, Any]] = lambda case: case

    def phrase(self, variant: Variant) -> Phrase:
        """The question as the players of a game put it."""
        if self.ask in ("take-wild", "wild-wanted-by-two", "false-take-wild"):
            return Phrase.of(f"ask-{self.ask}", wild=wild_word(variant))
        return Phrase.of(f"ask-{self.ask}", showdown="yes" if variant.is_showdown else "no")

    def fields_for(self, variant: Variant) -> tuple[AtDesk, ...]:
        """What the desk asks for in a game."""
        return tuple(field for field in self.at_desk if field.asked(variant))

    @property
    def at_desk(self) -> tuple[AtDesk, ...]:
        """What the desk may ask for."""
        return tuple(desk_field for field in self.fields for desk_field in field.desk)


def question(
    ask: str,
    *fields: Field[Any],
    games: Where = ALWAYS,
    asked: Where | None = None,
    **declared: Any,
) -> Callable[[Answer], Question]:
    """Declare a question by the function that answers it; see `Question`.

    Every question may say what the table drew; the desk asks for it where cards are tapped.
    """
    wild = WILD if takes_cards(*fields) else WILD._replace(desk=())
    named = {field.name for field in fields}
    drawn = [field for field in (wild, UPCARD) if field.name not in named]
    return lambda answer: Question(
        ask, answer, (*drawn, *fields), games=games, asked=asked or games, **declared
    )


def takes_cards(*fields: Field[Any]) -> bool:
    """Whether the desk has cards tapped for any of some fields."""
    return any(desk.holds in ON_CARDS for field in fields for desk in field.desk)


def asked_deal(*matters: Needs, of: Field[int] = DEAL, unasked: str | None = None) -> Field[int]:
    """The deal, as the desk asks for it: where one of these matters, or the wild rank changes."""

    def asked(game: Variant) -> bool:
        return game.deals_differ or any(holds(matter, game) for matter in matters)

    return of.at_desk(asked=asked, unasked=unasked)


def dealt_to(case: Case, usual: int = 0) -> int:
    """How many cards each player was dealt: to the `usual` number of them where nobody says.

    That is the fewest where none is given.
    """
    return plan_deal(case.terms, case.players or usual or case.variant.players.least).cards_each


def fewest_dealt(case: Case) -> int:
    """How many cards each player was dealt at least: as many as to the most where nobody says."""
    # House rules may leave too few cards for so many.
    with suppress(DealError):
        return dealt_to(case, case.variant.players.most)
    return dealt_to(case)


def check_size(field: str, cards: Cards) -> None:
    """Raise `CaseError` for more cards than a hand can have."""
    if len(cards) > MOST_CARDS:
        raise CaseError(field, "case-hand-size", has=len(cards), most=MOST_CARDS)


def last_deals_differ(game: Variant) -> bool:
    """Whether deals differ in how they end."""
    return len({(deal.out_by, deal.whole_hand) for deal in game.deals}) > 1


def claims_differ(game: Variant) -> bool:
    """Whether the discard may be claimed in some deals and not in others."""
    return len({deal.claims for deal in game.deals}) > 1


def in_turn(answer: Answer) -> Answer:
    """A question on what players do in their own turn, after they have drawn."""

    def asked(case: Case) -> Ruling:
        ruling, variant, turn = answer(case), case.variant, case.variant.turn
        done = (
            ("turn.own", "other", case[TURN] == "other", turn.own),
            ("turn.drawn", "before", case.if_given(DRAWN) is False, turn.drawn),
        )
        findings = [
            ruled(not barred, variant, rule, code)
            for rule, code, did, barred in done
            if did and rule in variant.rules
        ]
        if not findings:
            return ruling
        kept = {"matches": [], "value": ruling.facts.get("value")}
        facts = {name: kept[name] for name in kept if name in ruling.facts}
        return judged(
            (*ruling.findings, *findings), facts if violations(findings) else ruling.facts
        )

    return asked


def players_faults(variant: Variant, players: int) -> Findings:
    """Why a game cannot be played by so many."""
    least, most = variant.players.least, variant.players.most
    if least <= players <= most:
        return ()
    words = "only" if least == most else "few" if players < least else "many"
    return (broken(variant, "players.number", words, least=least, most=most, has=players),)


def strange_faults(case: Case, cards: Iterable[Card]) -> Findings:
    """That there are jokers, or cards of a rank, in a game without any: no more can be said."""
    terms = case.any_deal
    strange = [card for card in cards if not terms.copies(card)]
    return packs_faults(terms, strange) if strange else ()


def nearest(case: Case, mends: Callable[[], list[Offer]]) -> dict[str, object]:
    """What would be legal instead, where there is such a thing."""
    offers = mends() if case.mends else []
    return {"nearest": offers} if offers else {}


def parted_as(name: str, case: dict[str, Any]) -> dict[str, Any]:
    """A case whose cards are a list by that `name` where they are parted, else one text."""
    parts = case.pop("cards", None)
    if parts is None:
        return case
    return case | ({"cards": parts[0]} if len(parts) == 1 else {name: parts})


def nothing_lies(terms: Terms) -> Findings:
    """Why nothing can be added to the table in a deal whose contract takes the whole hand."""
    if not terms.deal.whole_hand:
        return ()
    return (broken(terms, "contract.whole-hand", "nothing-lies"),)


ROUND = Field("round", NUMBER, needed=NEVER, least=1, most=99).at_desk(
    asked="opening.rounds", aside=True
)
"""Which round of turns it is, from 1."""


def in_round(case: Case) -> Iterator[Finding]:
    """What the rules say of the round of turns in which somebody first lays down, or knocks."""
    played, rounds = case.if_given(ROUND), case.terms_of_any.opening.rounds
    if played and rounds:
        late, first = played > rounds, rounds + 1
        yield ruled(late, case.variant, "opening.rounds", "early", round=played, first=first)
