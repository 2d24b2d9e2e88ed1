"""The table kit: the sheets chosen in one file, after a page that says what is where."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from math import ceil

from referee.printing.blocks import Block, flow, heading
from referee.printing.choices import Choices
from referee.printing.frames import frame, grid
from referee.printing.heads import game_title, halves, head
from referee.printing.imposing import Imposed
from referee.printing.laid import Laid, on_pages
from referee.printing.measure import line
from referee.printing.paper import GameOnPaper, SheetError
from referee.printing.sheets import CONTENTS, SHEETS, find_sheet
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
    chosen = [sheet_id for sheet_id, _ in laid]
    counts = [len(one.imposed.order) for _, one in laid]
    # The contents take a page or two themselves, so that their own length comes first.
    own = len(_contents(variant, single, game, chosen, counts, 1).imposed.order)
    contents = _contents(variant, single, game, chosen, counts, own)
    parts = [KitPart(sheet_id=CONTENTS, laid=_every_page(contents), first_page=1)]
    page = own + 1
    for (sheet_id, one), count in zip(laid, counts, strict=True):
        first = page if SHEETS[sheet_id].numbered else None
        parts.append(KitPart(sheet_id=sheet_id, laid=one, first_page=first))
        page += count
    return tuple(parts)


def _laid(sheet_id: str, variant: Variant, choices: Choices, game: GameOnPaper | None) -> Laid:
    sheet = find_sheet(sheet_id)
    return _every_page(sheet.lay_out(variant, replace(choices, numbered=sheet.numbered), game))


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
    chosen: Sequence[str],
    counts: Sequence[int],
    own: int,
) -> Laid:
    cut = grid(choices)
    room = frame(choices, cut)
    title = game_title(variant.name, game)
    name = variant.name if title != variant.name else ""
    top = head(room, title, [" · ".join(filter(None, [name, WORDS["kit"]]))], game=game)

    def blocks(size: float) -> Sequence[Block]:
        found, page = [heading(room, WORDS["kit.contents"], size)], own + 1
        for sheet_id, count in zip(chosen, counts, strict=True):
            last = page + count - 1
            found.append(
                Block(
                    kind="contents",
                    tall=ceil(line(size)) + 3,
                    size=halves(size),
                    text=SHEETS[sheet_id].title,
                    strong=f"{page}" if count == 1 else f"{page}–{last}",
                )
            )
            page = last + 1
        return found

    faces = flow(room, top, blocks, 16 if room.room_wide >= 150 else 12, room.least)
    return on_pages(f"{title} – {WORDS['kit']}", faces, choices, cut)
