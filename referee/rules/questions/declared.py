"""How a question is declared: once, with the function that answers it."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from referee.language import Phrase
from referee.rules.findings import Ruling
from referee.rules.phrases import wild_word
from referee.rules.questions.cases import Case
from referee.rules.questions.fields import (
    ALWAYS,
    DEAL,
    NEVER,
    ON_CARDS,
    UPCARD,
    WILD,
    AtDesk,
    Field,
    Where,
)
from referee.rules.schema.options import Needs, holds
from referee.rules.schema.variant import Variant

Answer = Callable[[Case], Ruling]


class Question(NamedTuple):
    """One question that a case may ask: all that is known of it.

    `ask` is the word for it, `fields` are those of its cases besides `game`, `ask` and `options`,
    in the order in which people are asked for them. `example` is a case without its game and
    `facts` are the shapes, as `json_schema` takes them, of what the ruling may hold besides its
    findings. `games`: those that have it, and `asked`: those whose desk does. `finish` makes what
    is asked at the desk into the fields of the case.
    """

    ask: str
    answer: Answer
    fields: tuple[Field[Any], ...]
    example: Mapping[str, object]
    facts: Mapping[str, Any]
    games: Where
    asked: Callable[[Variant], bool]
    finish: Callable[[dict[str, Any]], dict[str, Any]]

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
    example: Mapping[str, object],
    facts: Mapping[str, Any] = MappingProxyType({}),
    games: Where = ALWAYS,
    asked: Needs = ALWAYS,
    finish: Callable[[dict[str, Any]], dict[str, Any]] = lambda case: case,
) -> Callable[[Answer], Question]:
    """Declare a question by the function that answers it; see `Question`.

    Every question may say what the table drew; the desk asks for it where cards are tapped.
    """
    wild = WILD if takes_cards(*fields) else WILD._replace(desk=())
    named = {field.name for field in fields}
    drawn = [field for field in (wild, UPCARD) if field.name not in named]
    return lambda answer: Question(
        ask=ask, answer=answer, fields=(*drawn, *fields), example=example, facts=facts, games=games,
        asked=asked if asked is NEVER else lambda game: games(game) and holds(asked, game),
        finish=finish,
    )  # fmt: skip


def takes_cards(*fields: Field[Any]) -> bool:
    """Whether the desk has cards tapped for any of some fields."""
    return any(desk.holds in ON_CARDS for field in fields for desk in field.desk)


def asked_deal(*matters: Needs, of: Field[int] = DEAL, unasked: str | None = None) -> Field[int]:
    """The deal, as the desk asks for it: where one of these matters, or the wild rank changes."""

    def asked(game: Variant) -> bool:
        return game.deals_differ or any(holds(matter, game) for matter in matters)

    return of.at_desk(asked=asked, unasked=unasked)
