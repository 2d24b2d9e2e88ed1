"""The kinds of sheets, and how a module declares one: each module here does."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import import_module
from pkgutil import iter_modules
from types import MappingProxyType
from typing import Final

from referee.language import say
from referee.printing.imposition import Layout
from referee.printing.models import GameOnPaper
from referee.printing.options import PrintOptions
from referee.rules.schema.variant import Variant

LayOut = Callable[[Variant, PrintOptions, GameOnPaper | None], Layout]
Suits = Callable[[Variant, bool], bool]


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """One kind of sheet: its id, its place among the others, and the function that lays it out.

    The id is that of its messages (`sheet-ID`, `sheet-ID-about`) and the name of its folder in
    `printables`, for a `face.html` or `sheet.css` of its own. `suits`: whether it can be printed
    of a game, blank or (True) with a table's game on it, and `refusal` is the message that says why
    not. In a kit its pages are `numbered`, unless they are cut or folded, on paper of their own.
    """

    id: str
    place: int
    lay_out: LayOut
    suits: Suits = lambda variant, has_game: variant.is_card_game
    refusal: str = "paper-no-rules"
    numbered: bool = True
    in_kit: bool = True

    @property
    def title(self) -> str:
        """What players call it."""
        return say(f"sheet-{self.id}")

    @property
    def about(self) -> str:
        """What it is for, in a line."""
        return say(f"sheet-{self.id}-about")


def of_games(variant: Variant, has_game: bool) -> bool:
    """Whether a sheet of a table's game, and of nothing else, can be printed."""
    return has_game


_declared: Final[list[Sheet]] = []


def sheet(id: str, place: int, **about: object) -> Callable[[LayOut], LayOut]:
    """Declare a sheet by the function that lays it out; arguments as the fields of `Sheet`."""

    def declare(lay_out: LayOut) -> LayOut:
        _declared.append(Sheet(id=id, place=place, lay_out=lay_out, **about))  # type: ignore[arg-type]
        return lay_out

    return declare


for _module in iter_modules(__path__):
    import_module(f"{__name__}.{_module.name}")

SHEETS: Final[Mapping[str, Sheet]] = MappingProxyType(
    {sheet.id: sheet for sheet in sorted(_declared, key=lambda sheet: sheet.place)}
)
"""Every sheet by its id, in the order in which players see them."""
