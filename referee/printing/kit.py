"""The table kit: the sheets chosen in one file, after a page that says what is where."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import accumulate
from typing import Final

from referee.language import say
from referee.printing.blocks import WRITE, Block, Writer, kept
from referee.printing.document import KIT, find_sheet, lay_out
from referee.printing.imposition import Layout, turns_over_its_top
from referee.printing.models import GameOnPaper
from referee.printing.options import PrintOptions, SheetError
from referee.printing.sheets import SHEETS, Job, job_of
from referee.rules.schema.variant import Variant

_FIRST: Final = "card"
"""The sheet that everybody looks at first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class KitPart:
    """One sheet of a kit, and the number of its first page, printed where it is `numbered`."""

    sheet_id: str
    layout: Layout
    first_page: int = 1
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
    laid = list[KitPart]()
    chosen = [find_sheet(one) for one in dict.fromkeys(options.kit)]
    for sheet in chosen or [SHEETS[one] for one in fitting_sheets(variant, game)]:
        # Of all sheets, those there is no room for are left out; of those chosen, none.
        with suppress(*(() if options.kit else (SheetError,))):
            both = options.both_sides and not sheet.numbered
            layout = lay_out(sheet.id, variant, replace(single, both_sides=both), game)
            laid.append(KitPart(sheet_id=sheet.id, layout=layout, numbered=sheet.numbered))
    if not laid:
        raise SheetError(say("paper-kit-empty"))
    laid.sort(key=lambda part: (part.sheet_id != _FIRST, not part.layout.folded))
    inside = [part for part in laid if part.numbered]
    apart = [part for part in laid if not part.numbered]
    job = job_of(variant, replace(single, both_sides=False), game)
    notes = say("kit-notes")
    blank = job.text(notes, job.header(variant.name, notes), 0, lambda _: [WRITE])
    folds = options.both_sides or any(part.layout.folded for part in apart)

    def filled(some: Sequence[KitPart], every: int) -> Sequence[KitPart]:
        """The same with pages for notes, to as many as lie on so much paper."""
        white = KitPart(sheet_id=KIT, layout=blank, numbered=some is not apart)
        return [*some, *[white] * (-sum(len(part.layout.pages) for part in some) % every)]

    def in_order(inside: Sequence[KitPart]) -> Sequence[KitPart]:
        inside = filled(inside, 4 if options.booklet else 2 if folds else 1)
        parts = [*inside, *filled(apart, 2 if folds and options.copies > 1 else 1)]
        firsts = accumulate((len(part.layout.pages) for part in parts), initial=1)
        return [replace(part, first_page=at) for part, at in zip(parts, firsts, strict=False)]

    parts, at = in_order(inside), sum(part.sheet_id == _FIRST for part in inside)
    # The contents take a page or two themselves, so that their own length comes first.
    for _ in range(2):
        contents = KitPart(sheet_id=KIT, layout=_contents(job, parts))
        parts = in_order([*inside[:at], contents, *inside[at:]])
    turns = options.both_sides and not options.booklet
    if turns and turns_over_its_top(blank.grid, options.duplex):
        parts = [_turned(part) if part.numbered else part for part in parts]
    return tuple(parts)


def _turned(part: KitPart) -> KitPart:
    """The same where the printer turns the paper over its top: backs stand on their heads."""
    pages = tuple(
        tuple(replace(slot, turned=page_number % 2 == 0) for slot in page)
        for page_number, page in enumerate(part.layout.pages, part.first_page)
    )
    return replace(part, layout=replace(part.layout, pages=pages))


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
