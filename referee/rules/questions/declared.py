"""How a question is declared: once, with the function that answers it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any, Final

from referee.language import Phrase
from referee.rules.findings import Ruling
from referee.rules.phrases import wild_word
from referee.rules.questions.cases import (
    ALWAYS,
    CARD,
    DEAL,
    HELD,
    KNOWN,
    LAID,
    MELDS,
    NEVER,
    RANKS,
    UPCARD,
    WILD,
    AtDesk,
    Case,
    Field,
    Where,
)
from referee.rules.questions.json_types import Schema
from referee.rules.schema.variant import Variant

Answer = Callable[[Case], Ruling]


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """One question that a case may ask: all that is known of it.

    `ask` is the word for it, `fields` are those of its cases besides `game`, `ask` and `options`,
    in the order in which people are asked for them. `example` is a case without its game and
    `facts` are what the ruling may hold besides its findings, as JSON Schema. `games`: those that
    have it, and `asked`: those whose desk does. `finish` makes what is asked at the desk into the
    fields of the case.
    """

    ask: str
    answer: Answer
    fields: tuple[Field[Any], ...]
    example: Mapping[str, object]
    facts: Mapping[str, Schema]
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


ON_CARDS: Final = frozenset({LAID, MELDS, HELD, CARD, RANKS})
"""What is filled by tapping cards."""

QUESTIONS: Final[dict[str, Question]] = {}
"""Every question that a case may ask, by the word for it."""

MISHAPS: Final[dict[str, Question]] = {}
"""What the desk asks when something went wrong: each is one `what` of the question on that."""


def question(
    ask: str,
    *fields: Field[Any],
    example: Mapping[str, object],
    facts: Mapping[str, Schema] = MappingProxyType({}),
    games: Where = ALWAYS,
    asked: Callable[[Variant], bool] = ALWAYS,
    finish: Callable[[dict[str, Any]], dict[str, Any]] = lambda case: case,
) -> Callable[[Answer], Answer]:
    """Declare a question with the function that answers it; see `Question`.

    Every question may say what the table drew; the desk asks for it where cards are tapped.
    """
    tapped = any(desk.holds in ON_CARDS for own in fields for desk in own.desk)
    named = {own.name for own in fields}
    drawn = (WILD if tapped else replace(WILD, desk=()), UPCARD)
    fields = (*(field for field in drawn if field.name not in named), *fields)

    def declare(answer: Answer) -> Answer:
        KNOWN.update(field.name for field in fields)
        QUESTIONS[ask] = Question(
            ask=ask, answer=answer, fields=fields, example=example, facts=facts, games=games,
            asked=asked if asked is NEVER else lambda game: games(game) and asked(game),
            finish=finish,
        )  # fmt: skip
        return answer

    return declare


def asked_deal(
    *matters: Callable[[Variant], bool], of: Field[int] = DEAL, unasked: str | None = None
) -> Field[int]:
    """The deal, as the desk asks for it: where one of these matters, or the wild rank changes."""

    def asked(game: Variant) -> bool:
        return bool(game.wilds.by_deal) or any(matter(game) for matter in matters)

    return of.at_desk(asked=asked, unasked=unasked)


def mishap(
    name: str,
    *fields: Field[Any],
    known: Mapping[str, object],
    asked: Callable[[Variant], bool] = ALWAYS,
) -> None:
    """Declare something that goes wrong, as the desk asks about it.

    `known` is what its case says besides `fields`: `what` happened, and what its name tells.
    """
    of = QUESTIONS["irregularity"]
    fields = (WILD, *fields) if any(own.holds in ON_CARDS for own in fields) else fields
    MISHAPS[name] = replace(
        of, ask=name, fields=fields, asked=asked,
        finish=lambda case: of.finish(case) | {"ask": of.ask, **known},
    )  # fmt: skip


def question_of(case: Mapping[str, Any]) -> Question | None:
    """The question of a case, as the desk asks it; None for one that it never asks."""
    for mishap in MISHAPS.values():
        if mishap.finish({}).items() <= case.items():
            return mishap
    question = QUESTIONS.get(case["ask"])
    return None if question is None or question.asked is NEVER else question
