"""The kinds of sheets, and how a module declares one: each module here does."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from importlib import import_module
from pkgutil import iter_modules
from types import MappingProxyType
from typing import Final

from referee.language import say
from referee.printing.blocks import MakeBlocks, TextFace, Writer, flow
from referee.printing.game_facts import players_of
from referee.printing.geometry import Frame, frame_of, grid_of, text_columns
from referee.printing.header import Header, make_header
from referee.printing.imposition import FOLDED, Face, Layout, back_to_back, side_by_side
from referee.printing.models import GameOnPaper
from referee.printing.options import PrintOptions
from referee.rules.schema.variant import Variant


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """A sheet to be laid out: a game, blank or as a table plays it, and what was chosen for it.

    `count`: how many sit down at once, None for any number. `frame`: the room for one face.
    """

    variant: Variant
    options: PrintOptions
    game: GameOnPaper | None
    count: int | None
    frame: Frame

    @property
    def own_title(self) -> str:
        """The title that the table gave its game, "" where it is the name of what is played."""
        title = self.game.title if self.game else ""
        return title if title != self.variant.name else ""

    @property
    def title(self) -> str:
        """The title of the table's game, else the name of what is played."""
        return self.own_title or self.variant.name

    @property
    def played(self) -> str:
        """The name of what is played, "" where it is the title already."""
        return self.variant.name if self.own_title else ""

    @property
    def write(self) -> Writer:
        """What writes blocks of this game in the smallest print."""
        return Writer(self.frame, self.variant, self.count, self.frame.least)

    def in_columns(self, most: int = 9) -> "Job":
        """The same with text in as many columns as there is room for, at most so many."""
        columns = min(text_columns(self.frame.whole_width), most)
        return replace(self, frame=replace(self.frame, columns=columns))

    def header(
        self,
        title: str,
        *below: str,
        blanks: Sequence[str] = (),
        about: str = "",
        code: bool = False,
    ) -> Header:
        """The head of each face; arguments as of `make_header`, with the game's `code` or not."""
        game = self.game if code and self.options.code else None
        # It stands across all columns.
        frame = replace(self.frame, columns=1)
        return make_header(frame, self.variant, title, below, game=game, blanks=blanks, about=about)

    def text(self, title: str, header: Header, most: float, *ways: MakeBlocks) -> Layout:
        """Blocks on faces as of `fewest`, as they are."""
        return self.on_paper(title, self.fewest(header, most, *ways))

    def fewest(self, header: Header, most: float, *ways: MakeBlocks) -> Sequence[TextFace]:
        """Blocks on as few faces as can be, in print of at most so many points.

        Of several `ways` to make them, the first that takes the fewest is taken.
        """
        faces = flow(self.write, header, ways[0], most)
        for make in ways[1:] * (len(faces) > 1):
            faces = min(faces, flow(self.write, header, make, most), key=len)
        return faces

    def on_paper(
        self, title: str, faces: Sequence[Face], *, backs: bool = True, folded: bool = False
    ) -> Layout:
        """Faces on a page, or side by side on it, as often as was chosen.

        `backs`: whether one face may be printed on the back of another. `folded`: they are the four
        of a card, which both sides of the paper always hold.
        """
        chosen, grid = self.options, grid_of(self.options)
        order, copies = FOLDED if folded else range(len(faces)), chosen.copies
        stacked = chosen.stacked and not folded
        if folded or chosen.both_sides:
            pages = back_to_back(order, grid, chosen.duplex, copies, stacked=stacked, backs=backs)
        else:
            pages = side_by_side(order, grid, copies, stacked=stacked)
        return Layout(title=title, faces=tuple(faces), grid=grid, pages=pages, options=chosen,
                      folded=folded)  # fmt: skip


def job_of(variant: Variant, options: PrintOptions, game: GameOnPaper | None) -> Job:
    """What a sheet is laid out from; raises `SheetError` for what no sheet can be printed of."""
    count, game = players_of(variant, options.players, game), game.cleaned() if game else None
    return Job(variant=variant, options=options, game=game, count=count, frame=frame_of(options))


LayOut = Callable[[Job], Layout]
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

    def title_in(self, variant: Variant) -> str:
        """What players of a game call it."""
        return say(f"sheet-{self.id}", contracts=variant.has_contracts)

    def about_in(self, variant: Variant) -> str:
        """What it is for in a game, in a line."""
        return say(f"sheet-{self.id}-about", contracts=variant.has_contracts)


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
