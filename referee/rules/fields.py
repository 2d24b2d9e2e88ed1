"""What a case is made of: its fields, what each holds, where it is needed, and how it is asked."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar

from referee.language import say
from referee.rules.json_types import Schema
from referee.rules.variant import Variant

if TYPE_CHECKING:
    from referee.rules.cases import Case

MOST_POINTS: Final = 1_000_000
"""The largest number, either way, that a case may hold."""

KNOWN: Final = {"game", "ask", "options"}
"""The names of all fields that a case may have, whatever it asks; questions add theirs."""

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Where:
    """Some games: those that `fits` picks; the message `needed-NAME` says which."""

    name: str
    fits: Callable[[Variant], bool]

    def __call__(self, variant: Variant) -> bool:
        return self.fits(variant)


ALWAYS: Final = Where("", lambda _: True)
NEVER: Final = Where("", lambda _: False)


@dataclass(frozen=True, slots=True, eq=False)
class Holds(Generic[T]):
    """A kind of field: its name for people who write programs, how it is read, and its schema."""

    name: str
    read: "Callable[[Case, Field[T]], T]"
    schema: Schema


@dataclass(frozen=True, slots=True, kw_only=True)
class AtDesk:
    """How the desk asks players for a field.

    `asked`: the games in which it matters. `needed`: it may not be left empty. `aside`: it seldom
    matters, so it is folded away. `unasked` goes into the case where the field is not asked.
    `preset` is the answer that nearly always holds: it is given unless another is chosen.
    `choices` are the answers to choose from, where they are few. `words` is the name of its label.
    """

    name: str
    holds: Holds[Any]
    asked: Callable[[Variant], bool]
    needed: bool
    aside: bool
    unasked: str | None
    preset: str
    choices: tuple[str, ...]
    words: str


@dataclass(frozen=True, slots=True)
class Field(Generic[T]):
    """One field of a case.

    `words` are those it may hold, `default` is what stands where it is not needed and not given,
    `or_null` whether null is an answer, `least` and `most` bound a number.
    """

    name: str
    holds: Holds[T]
    needed: Where = ALWAYS
    words: tuple[str, ...] = ()
    default: str | None = None
    or_null: bool = False
    least: int = -MOST_POINTS
    most: int = MOST_POINTS
    desk: tuple[AtDesk, ...] = ()

    @property
    def how(self) -> str:
        """What would be right."""
        return say(f"how-{self.name}")

    def at_desk(
        self,
        *,
        asked: Callable[[Variant], bool] = ALWAYS,
        needed: bool = True,
        aside: bool = False,
        unasked: str | None = None,
        preset: str = "",
        holds: Holds[Any] | None = None,
        choices: tuple[str, ...] = (),
        words: str = "",
    ) -> "Field[T]":
        """The same field, for which the desk asks, too; `holds` is what it holds there."""
        shown = AtDesk(
            name=self.name,
            holds=holds or self.holds,
            asked=asked,
            needed=needed,
            aside=aside or bool(preset),
            unasked=unasked,
            preset=preset,
            choices=choices or self.words,
            words=words or self.name,
        )
        return replace(self, desk=(*self.desk, shown))
