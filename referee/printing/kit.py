"""The table kit: the sheets chosen in one file, after a page that says what is where."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from math import ceil
from typing import Final

from referee.language import say
from referee.printing.blocks import Block, flow, heading, paragraph, room_below, write_lines
from referee.printing.document import KIT, find_sheet, lay_out
from referee.printing.geometry import frame_of
from referee.printing.header import dotted, game_name, game_title, make_header
from referee.printing.imposition import Layout, every_page, impose, turns_over_its_top
from referee.printing.models import GameOnPaper
from referee.printing.options import Duplex, PrintOptions, SheetError
from referee.printing.sheets import SHEETS
from referee.printing.text_metrics import line_height
from referee.rules.schema.variant import Variant

_FIRST: Final = "card"
"""The sheet that everybody looks at first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class KitPart:
    """One sheet of a kit, and the number of its first page, printed where it is `numbered`."""

    sheet_id: str
    layout: Layout
    first_page: int
    numbered: bool = True


def fitting_sheets(variant: Variant, game: GameOnPaper | None) -> tuple[str, ...]:
    """The sheets that a kit of everything has of this game, by id."""
    at_table = game is not None
    return tuple(one.id for one in SHEETS.values() if one.in_kit and one.suits(variant, at_table))


def lay_out_kit(
    variant: Variant, options: PrintOptions, game: GameOnPaper | None
) -> tuple[KitPart, ...]:
    """Contents and sheets, each once and one on a page; raises `SheetError` and `UnknownSheet`.

    The card of a player is first where it is in the kit, and what is cut or folded last, on paper
    of its own. Other sheets lie back to back, or in a booklet; what would be white there has lines
    for notes.
    """
    single = replace(options, up=1, copies=1, stacked=False, kit=())
    layouts = []
    chosen = [find_sheet(one) for one in dict.fromkeys(options.kit)]
    for sheet in chosen or [SHEETS[one] for one in fitting_sheets(variant, game)]:
        # Of all sheets, those there is no room for are left out; of those chosen, none.
        with suppress(*(() if options.kit else (SheetError,))):
            both = options.both_sides and not sheet.numbered
            layout = lay_out(sheet.id, variant, replace(single, both_sides=both), game)
            layouts.append((sheet.id, every_page(layout)))
    if not layouts:
        raise SheetError(say("paper-kit-empty"))
    layouts.sort(key=lambda part: (not SHEETS[part[0]].numbered, part[0] != _FIRST))
    one_side = replace(single, both_sides=False)
    at = int(layouts[0][0] == _FIRST)
    parts: tuple[KitPart, ...] = ()
    # The contents take a page or two themselves, so that their own length comes first.
    for _ in range(2):
        contents = _contents(variant, one_side, game, parts)
        ordered = [*layouts[:at], (KIT, every_page(contents)), *layouts[at:]]
        parts = tuple(_numbered(variant, one_side, ordered, options))
    turns = options.both_sides and not options.booklet
    return tuple(_turned(part, options.duplex) if turns else part for part in parts)


def _numbered(
    variant: Variant,
    one_side: PrintOptions,
    layouts: Sequence[tuple[str, Layout]],
    options: PrintOptions,
) -> Iterator[KitPart]:
    """Sheets with their first pages, and a page for notes where a back would be white."""
    page, every, folds = 1, 4 if options.booklet else 2, options.both_sides

    def notes() -> Iterator[KitPart]:
        nonlocal page
        while page % every != 1:
            yield KitPart(sheet_id=KIT, layout=_notes(variant, one_side), first_page=page)
            page += 1

    for sheet_id, layout in layouts:
        folded = layout.imposition.folded
        own_paper = sheet_id != KIT and not SHEETS[sheet_id].numbered
        if folded or (own_paper and (options.both_sides or options.booklet)):
            yield from notes()
            every = 2  # The booklet ends before it.
        yield KitPart(sheet_id=sheet_id, layout=layout, first_page=page, numbered=not own_paper)
        page += len(layout.imposition.order)
        folds = folds or folded
    if (folds and options.copies > 1) or every == 4:
        yield from notes()


def _notes(variant: Variant, options: PrintOptions) -> Layout:
    """A page of lines to write on."""
    frame = frame_of(options)
    header = make_header(frame, variant, variant.name, [say("kit-notes")])
    [line] = write_lines(1)
    count = int(room_below(frame, header) // line.height)
    face = {"head": header, "blocks": write_lines(count)}
    return every_page(impose(say("kit-notes"), [face], options))


def _turned(part: KitPart, duplex: Duplex) -> KitPart:
    """The same on paper with two sides: what is a back stands as the printer turns the paper."""
    imposition = part.layout.imposition
    if not part.numbered or not turns_over_its_top(imposition.grid, duplex):
        return part
    pages = tuple(
        tuple(replace(slot, turned=True) for slot in page) if page_number % 2 == 0 else page
        for page_number, page in enumerate(imposition.pages, part.first_page)
    )
    imposition = replace(imposition, pages=pages)
    return replace(part, layout=replace(part.layout, imposition=imposition))


def _contents(
    variant: Variant, options: PrintOptions, game: GameOnPaper | None, parts: Sequence[KitPart]
) -> Layout:
    frame = frame_of(options)
    title = game_title(variant.name, game)
    below = dotted(game_name(variant.name, game), say("sheet-kit"))
    header = make_header(frame, variant, title, [below], game=game)

    def blocks(size: float) -> Sequence[Block]:
        made = [heading(frame, say("kit-contents"), size)]
        for part in parts:
            if part.sheet_id == KIT:
                continue
            page, sheet = part.first_page, SHEETS[part.sheet_id]
            last = page + len(part.layout.imposition.order) - 1
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
