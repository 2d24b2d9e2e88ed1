"""The table kit: the sheets chosen in one file, after a page that says what is where."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from math import ceil

from referee.language import say
from referee.printing.blocks import Block, flow, heading, paragraph
from referee.printing.document import KIT, lay_out
from referee.printing.geometry import frame_of
from referee.printing.header import dotted, game_name, game_title, make_header
from referee.printing.imposition import Layout, Slot, impose
from referee.printing.models import GameOnPaper
from referee.printing.options import PrintOptions, SheetError
from referee.printing.sheets import SHEETS
from referee.printing.text_metrics import line_height
from referee.rules.schema.variant import Variant


@dataclass(frozen=True, slots=True, kw_only=True)
class KitPart:
    """One sheet of a kit, and the number of its first page; None where none is printed on it."""

    sheet_id: str
    layout: Layout
    first_page: int | None


def fitting_sheets(variant: Variant, game: GameOnPaper | None) -> tuple[str, ...]:
    """The sheets that can be in a kit of this game, by id."""
    return tuple(sheet.id for sheet in SHEETS.values() if sheet.suits(variant, game is not None))


def lay_out_kit(
    variant: Variant, options: PrintOptions, game: GameOnPaper | None
) -> tuple[KitPart, ...]:
    """Contents and sheets, each once and one on a page; raises `SheetError` and `UnknownSheet`."""
    single = replace(options, up=1, copies=1, stacked=False, kit=())
    layouts = []
    for sheet_id in dict.fromkeys(options.kit) or fitting_sheets(variant, game):
        # Of all sheets, those there is no room for are left out; of those chosen, none.
        with suppress(*(() if options.kit else (SheetError,))):
            layouts.append((sheet_id, _every_page(lay_out(sheet_id, variant, single, game))))
    if not layouts:
        raise SheetError(say("paper-kit-empty"))
    # The contents take a page or two themselves, so that their own length comes first.
    own = len(_contents(variant, single, game, layouts, 1).imposition.order)
    contents = _contents(variant, single, game, layouts, own)
    parts = [KitPart(sheet_id=KIT, layout=_every_page(contents), first_page=1)]
    page = own + 1
    for (sheet_id, layout), begins in zip(layouts, _begins(layouts, own), strict=True):
        if begins > page:
            parts[-1] = _with_white_page(parts[-1])
        first = begins if SHEETS[sheet_id].numbered else None
        parts.append(KitPart(sheet_id=sheet_id, layout=layout, first_page=first))
        page = begins + len(layout.imposition.order)
    folds = any(layout.imposition.folded for _, layout in layouts)
    if options.copies > 1 and page % 2 == 0 and folds:
        parts[-1] = _with_white_page(parts[-1])
    return tuple(parts)


def _begins(layouts: Sequence[tuple[str, Layout]], own: int) -> list[int]:
    """The first page of every sheet: what is folded begins on paper of its own, an odd page."""
    begins, page = [], own + 1
    for _, layout in layouts:
        page += layout.imposition.folded and page % 2 == 0
        begins.append(page)
        page += len(layout.imposition.order)
    return begins


def _with_white_page(part: KitPart) -> KitPart:
    imposition = part.layout.imposition
    white = (Slot(None),) * imposition.grid.slots
    order = (*imposition.order, len(imposition.pages))
    imposition = replace(imposition, pages=(*imposition.pages, white), order=order)
    return replace(part, layout=replace(part.layout, imposition=imposition))


def _every_page(layout: Layout) -> Layout:
    """The same sheet with every page by itself, so that each can have a number of its own."""
    imposition = layout.imposition
    pages = tuple(imposition.pages[number] for number in imposition.order)
    by_itself = replace(imposition, pages=pages, order=tuple(range(len(pages))))
    return replace(layout, imposition=by_itself)


def _contents(
    variant: Variant,
    options: PrintOptions,
    game: GameOnPaper | None,
    layouts: Sequence[tuple[str, Layout]],
    own: int,
) -> Layout:
    frame = frame_of(options)
    title = game_title(variant.name, game)
    below = dotted(game_name(variant.name, game), say("sheet-kit"))
    header = make_header(frame, variant, title, [below], game=game)

    def blocks(size: float) -> Sequence[Block]:
        made = [heading(frame, say("kit-contents"), size)]
        for (sheet_id, layout), page in zip(layouts, _begins(layouts, own), strict=True):
            last = page + len(layout.imposition.order) - 1
            sheet = SHEETS[sheet_id]
            line = Block(
                kind="contents",
                height=ceil(line_height(size)) + 2,
                size=size,
                text=sheet.title,
                strong=f"{page}" if page == last else f"{page}–{last}",
                keeps=True,
            )
            made += [line, paragraph(frame, sheet.about, max(size * 0.75, frame.least))]
        return made

    faces = flow(frame, header, blocks, 16 if frame.wide else 12, frame.least)
    return impose(title, faces, options)
