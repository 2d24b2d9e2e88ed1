"""The table kit: the sheets chosen in one file, after a page that says what is where."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Final

from referee.language import say
from referee.printing.blocks import WRITE, Block, Writer, kept
from referee.printing.document import KIT, find_sheet, lay_out
from referee.printing.imposition import Layout, turns_over_its_top
from referee.printing.models import GameOnPaper
from referee.printing.options import Duplex, PrintOptions, SheetError
from referee.printing.sheets import SHEETS, Job, job_of
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

    @property
    def last_page(self) -> int:
        """The number of its last page."""
        return self.first_page + len(self.layout.pages) - 1


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
            layouts.append((sheet.id, layout))
    if not layouts:
        raise SheetError(say("paper-kit-empty"))
    layouts.sort(key=lambda part: (not SHEETS[part[0]].numbered, part[0] != _FIRST))
    job = job_of(variant, replace(single, both_sides=False), game)
    at = int(layouts[0][0] == _FIRST)
    parts = tuple(_numbered(job, layouts, options))
    # The contents take a page or two themselves, so that their own length comes first.
    for _ in range(2):
        ordered = [*layouts[:at], (KIT, _contents(job, parts)), *layouts[at:]]
        parts = tuple(_numbered(job, ordered, options))
    turns = options.both_sides and not options.booklet
    return tuple(_turned(part, options.duplex) if turns else part for part in parts)


def _numbered(
    job: Job, layouts: Sequence[tuple[str, Layout]], options: PrintOptions
) -> Iterator[KitPart]:
    """Sheets with their first pages, and a page for notes where a back would be white."""
    page, every, folds = 1, 4 if options.booklet else 2, options.both_sides
    header = job.header(job.variant.name, say("kit-notes"))
    blank = job.text(say("kit-notes"), header, 0, lambda _: [WRITE])

    def notes() -> Iterator[KitPart]:
        nonlocal page
        while page % every != 1:
            yield KitPart(sheet_id=KIT, layout=blank, first_page=page)
            page += 1

    for sheet_id, layout in layouts:
        folded = layout.folded
        own_paper = sheet_id != KIT and not SHEETS[sheet_id].numbered
        if folded or (own_paper and (options.both_sides or options.booklet)):
            yield from notes()
            every = 2  # The booklet ends before it.
        yield KitPart(sheet_id=sheet_id, layout=layout, first_page=page, numbered=not own_paper)
        page += len(layout.pages)
        folds = folds or folded
    if (folds and options.copies > 1) or every == 4:
        yield from notes()


def _turned(part: KitPart, duplex: Duplex) -> KitPart:
    """The same on paper with two sides: what is a back stands as the printer turns the paper."""
    layout = part.layout
    if not part.numbered or not turns_over_its_top(layout.grid, duplex):
        return part
    pages = tuple(
        tuple(replace(slot, turned=True) for slot in page) if page_number % 2 == 0 else page
        for page_number, page in enumerate(layout.pages, part.first_page)
    )
    return replace(part, layout=replace(layout, pages=pages))


def _contents(job: Job, parts: Sequence[KitPart]) -> Layout:
    """What is where, each sheet with what it is for."""
    header = job.header(job.title, job.played, say("sheet-kit"), code=True)

    def blocks(write: Writer) -> Sequence[Block]:
        made, size = [write.heading(say("kit-contents"))], write.size
        for part in parts:
            if part.sheet_id == KIT:
                continue
            first, last, sheet = part.first_page, part.last_page, SHEETS[part.sheet_id]
            pages = f"{first}" if first == last else f"{first}–{last}"
            small = write.at(max(size * 0.75, job.frame.least))
            about = small.paragraph(sheet.about_in(job.variant))
            made += kept([write.answer(part.layout.sheet, pages, first=True), about])
        return made

    return job.text(job.title, header, job.frame.by_width(16, 12), blocks)
