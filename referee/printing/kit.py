"""The table kit: the sheets chosen in one file, after a page that says what is where."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from math import ceil

from referee.printing.blocks import Block, flow, heading, paragraph
from referee.printing.choices import Choices
from referee.printing.frames import frame, grid
from referee.printing.heads import game_title, halves, head
from referee.printing.imposing import Imposed, Slot
from referee.printing.laid import Laid, on_pages
from referee.printing.measure import line
from referee.printing.paper import GameOnPaper, SheetError
from referee.printing.sheets import CONTENTS, SHEETS, find_sheet, lay_out
from referee.printing.wording import REFUSALS, WORDS
from referee.rules.variant import Variant


@dataclass(frozen=True, slots=True, kw_only=True)
class KitPart:
    """One sheet of a kit, and the number of its first page; None where none is printed on it."""

    sheet_id: str
    laid: Laid
    first_page: int | None


def fitting_sheets(variant: Variant, game: GameOnPaper | None) -> tuple[str, ...]:
    """The sheets that can be in a kit of this game, by id."""
    return tuple(sheet.id for sheet in SHEETS.values() if sheet.suits(variant, game is not None))


def lay_out_kit(
    variant: Variant, choices: Choices, game: GameOnPaper | None
) -> tuple[KitPart, ...]:
    """Contents and sheets, each once and one on a page; raises `SheetError` and `UnknownSheet`."""
    single = replace(choices, up=1, copies=1, stacked=False, kit=(), numbered=True)
    if choices.kit:
        laid = [(one, _laid(one, variant, single, game)) for one in dict.fromkeys(choices.kit)]
    else:
        laid = _all_that_fit(variant, single, game)
    if not laid:
        raise SheetError(REFUSALS["kit.empty"])
    # The contents take a page or two themselves, so that their own length comes first.
    own = len(_contents(variant, single, game, laid, 1).imposed.order)
    contents = _contents(variant, single, game, laid, own)
    parts = [KitPart(sheet_id=CONTENTS, laid=_every_page(contents), first_page=1)]
    page = own + 1
    for (sheet_id, one), begins in zip(laid, _begins(laid, own), strict=True):
        if begins > page:
            parts[-1] = _with_white_page(parts[-1])
        first = begins if SHEETS[sheet_id].numbered else None
        parts.append(KitPart(sheet_id=sheet_id, laid=one, first_page=first))
        page = begins + len(one.imposed.order)
    if choices.copies > 1 and page % 2 == 0 and any(one.imposed.folded for _, one in laid):
        parts[-1] = _with_white_page(parts[-1])
    return tuple(parts)


def _begins(laid: Sequence[tuple[str, Laid]], own: int) -> list[int]:
    """The first page of every sheet: what is folded begins on paper of its own, an odd page."""
    begins, page = [], own + 1
    for _, one in laid:
        page += one.imposed.folded and page % 2 == 0
        begins.append(page)
        page += len(one.imposed.order)
    return begins


def _with_white_page(part: KitPart) -> KitPart:
    imposed = part.laid.imposed
    white = (Slot(None),) * imposed.grid.slots
    order = (*imposed.order, len(imposed.pages))
    imposed = replace(imposed, pages=(*imposed.pages, white), order=order)
    return replace(part, laid=replace(part.laid, imposed=imposed))


def _laid(sheet_id: str, variant: Variant, choices: Choices, game: GameOnPaper | None) -> Laid:
    choices = replace(choices, numbered=find_sheet(sheet_id).numbered)
    return _every_page(lay_out(sheet_id, variant, choices, game))


def _all_that_fit(
    variant: Variant, choices: Choices, game: GameOnPaper | None
) -> list[tuple[str, Laid]]:
    """Every sheet that there is room for on this paper."""
    found = []
    for sheet_id in fitting_sheets(variant, game):
        with suppress(SheetError):
            found.append((sheet_id, _laid(sheet_id, variant, choices, game)))
    return found


def _every_page(laid: Laid) -> Laid:
    """The same sheet with every page by itself, so that each can have a number of its own."""
    imposed = laid.imposed
    pages = tuple(imposed.pages[at] for at in imposed.order)
    return replace(
        laid,
        imposed=Imposed(
            grid=imposed.grid,
            pages=pages,
            order=tuple(range(len(pages))),
            folded=imposed.folded,
        ),
    )


def _contents(
    variant: Variant,
    choices: Choices,
    game: GameOnPaper | None,
    laid: Sequence[tuple[str, Laid]],
    own: int,
) -> Laid:
    cut = grid(choices)
    room = frame(choices, cut)
    title = game_title(variant.name, game)
    name = variant.name if title != variant.name else ""
    top = head(room, title, [" · ".join(filter(None, [name, WORDS["kit"]]))], game=game)

    def blocks(size: float) -> Sequence[Block]:
        found = [heading(room, WORDS["kit.contents"], size)]
        for (sheet_id, one), page in zip(laid, _begins(laid, own), strict=True):
            last = page + len(one.imposed.order) - 1
            sheet = SHEETS[sheet_id]
            found.append(
                Block(
                    kind="contents",
                    tall=ceil(line(size)) + 2,
                    size=halves(size),
                    text=sheet.title,
                    strong=f"{page}" if page == last else f"{page}–{last}",
                    keeps=True,
                )
            )
            found.append(paragraph(room, sheet.about, max(size * 0.75, room.least)))
        return found

    faces = flow(room, top, blocks, 16 if room.room_wide >= 150 else 12, room.least)
    return on_pages(f"{title} – {WORDS['kit']}", faces, choices, cut)
