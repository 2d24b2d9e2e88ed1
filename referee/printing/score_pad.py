"""The score pad: a row a deal, a box a player, blank or with a game on it."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import takewhile

from markupsafe import Markup

from referee.printing.blocks import Block, flow, heading, item, paragraph, worth
from referee.printing.boxes import draw_boxes
from referee.printing.choices import Choices
from referee.printing.drawing import deal_melds, draw_melds, melds_tall
from referee.printing.fitting import Asked, Fit, asked_words, dealt_lines, fit_pad
from referee.printing.foot import HOW, Foot, feet
from referee.printing.frames import Frame, frame, grid
from referee.printing.heads import Head, game_title, halves, head
from referee.printing.laid import Face, Laid, on_pages
from referee.printing.measure import LINE, POINT, wide
from referee.printing.names import LARGE, SIZES, Column, fit_names
from referee.printing.paper import (
    MOST_NAME,
    MOST_ROWS,
    GameOnPaper,
    PaperDeal,
    SheetError,
    figure,
)
from referee.printing.terms import (
    Setting,
    packs,
    player_numbers,
    players_of,
    seated,
    settings,
    values,
)
from referee.printing.wording import WORDS
from referee.printing.words import cleaned, shortened
from referee.rules.deals import contract_words, deal_count, plan_deal
from referee.rules.variant import Variant

_OPEN_ROWS = 12
_OF_SPARE = 0.7
"""How much of what is left of a row makes its cards taller."""

_MOST_CARDS = 18.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Box:
    """One box of the pad: points of a deal, the running total, and whether this player went out."""

    points: str = ""
    total: str = ""
    out: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One deal of the pad.

    `blank`: who deals is to be written in behind the last line of `dealt`.
    """

    number: int
    words: str
    cards: Markup | str
    dealt: tuple[str, ...]
    blank: bool
    boxes: tuple[Box, ...]


def lay_out(variant: Variant, choices: Choices, game: GameOnPaper | None) -> Laid:
    """The pad on its faces; raises `SheetError`.

    A blank one for no number of players in particular is for as many as have room to write.
    """
    if game:
        check_game(game)
    if game or choices.players is not None:
        players = players_of(variant, choices.players, game)
        return _laid(variant, choices, game, len(game.names) if game else players or 0)
    *most_first, least = reversed(player_numbers(variant))
    for count in most_first:
        with suppress(SheetError):
            return _laid(variant, choices, game, count)
    return _laid(variant, choices, game, least)


def _laid(variant: Variant, choices: Choices, game: GameOnPaper | None, count: int) -> Laid:
    cut = grid(choices)
    room = frame(choices, cut)
    top = _head(variant, room, count, game)
    asked = _asked(variant, choices, room, count, game)
    in_force = settings(variant, seated(variant, count))
    offered = feet(room, values(variant), _notes(variant, count), in_force)
    open_ended = deal_count(variant) is None and choices.rows is None
    fit = fit_pad(room, top.tall, asked, count, offered, open_ended=open_ended)
    faces = _faces(variant, room, top, fit, count, game)
    if _has_more(choices, fit.foot, in_force, len(faces)):
        # What nobody changed is worth no paper but a back.
        said = [one for one in in_force if choices.both_sides or one.changed]
        if said or values(variant):
            faces += _overleaf(variant, room, count, said)
    return on_pages(f"{top.title} – score pad", faces, choices, cut)


def _has_more(choices: Choices, foot: Foot | None, in_force: Sequence[Setting], faces: int) -> bool:
    """Whether a face behind these is worth its paper: for points, or as a back that is white."""
    said = len(foot.running) + sum(map(len, foot.columns)) if foot else 0
    white = choices.both_sides and faces % 2 == 1
    return foot is None or (white and said < len(in_force))


def _overleaf(variant: Variant, room: Frame, count: int, in_force: Sequence[Setting]) -> list[Face]:
    """What is said at the foot, on faces of its own."""

    def blocks(size: float) -> Sequence[Block]:
        points = values(variant)
        found = [heading(room, WORDS["values.points"], size)] if points else []
        found += [worth(value.label, value.points, size) for value in points]
        found += [paragraph(room, "", size, note) for note in _notes(variant, count)]
        found += [heading(room, HOW, size)] if in_force else []
        found += [item(room, one.asks, size, one.answer) for one in in_force]
        return found

    title = head(room, variant.name, (), most=16)
    faces = flow(room, title, blocks, max(room.least, 12), room.least)
    return [{"kind": "blocks", **face} for face in faces]


def _head(variant: Variant, room: Frame, count: int, game: GameOnPaper | None) -> Head:
    title = game_title(variant.name, game)
    name = variant.name if title != variant.name else ""
    parts = [name, f"{seated(variant, count)} players"]
    if room.room_wide >= 110 and variant.counts_cards:
        parts.append(packs(variant, seated(variant, count))[0].what)
    if game:
        parts += [cleaned(game.date, MOST_NAME), _stage(variant, game)]
    line = " · ".join(filter(None, parts))
    roomy = room.room_wide >= 110 and room.room_tall >= 100
    blanks = () if game else ("Date", "Place") if roomy else ("Date",)
    return head(room, title, [line], game=game, blanks=blanks, most=22, beside=True)


def _stage(variant: Variant, game: GameOnPaper) -> str:
    """How far the game is."""
    if game.finished or not game.rows:
        return "final" if game.finished else ""
    deals = deal_count(variant)
    return f"after deal {game.rows[-1].number}" + (f" of {deals}" if deals else "")


def check_game(game: GameOnPaper) -> None:
    """Raise `SheetError` for a game whose numbers do not go with its names."""
    if len(game.rows) > MOST_ROWS:
        raise SheetError(f"A pad takes at most {MOST_ROWS} deals, not {len(game.rows)}.")
    if game.totals and len(game.totals) != len(game.names):
        raise SheetError("The totals need a number, or None, for every name.")
    for row in game.rows:
        if not len(row.points) == len(row.running) == len(game.names):
            raise SheetError(f"Deal {row.number} needs a number, or None, for every name.")


def _notes(variant: Variant, count: int) -> tuple[str, ...]:
    """What is special about single deals, in the words of the variant."""
    plans = (
        plan_deal(variant.at(deal), seated(variant, count))
        for deal in range(1, (deal_count(variant) or 0) + 1)
    )
    return tuple(f"Deal {plan.number}: {plan.special}" for plan in plans if plan.special)


def _asked(
    variant: Variant, choices: Choices, room: Frame, count: int, game: GameOnPaper | None
) -> list[Asked]:
    """What stands before the boxes of every row that must be there."""
    written = game.rows[-1].number if game and game.rows else 0
    deals = deal_count(variant)
    if game and not game.finished and not deals:
        # There is a row to write the next deal in, however long the game is.
        written = min(written + 1, MOST_ROWS)
    rows = max(deals or choices.rows or _open_rows(room), written)
    return [_ask(variant, count, deal, game) for deal in range(1, rows + 1)]


def _open_rows(room: Frame) -> int:
    """The deals that a pad without an end should take at least."""
    return _OPEN_ROWS if room.room_tall >= 180 else 6


def _ask(variant: Variant, count: int, deal: int, game: GameOnPaper | None) -> Asked:
    plan = plan_deal(variant.at(deal), seated(variant, count))
    dealer = _dealer_of(game, deal)
    return Asked(
        name=plan.name,
        words=contract_words(plan.contract),
        cards=f"{plan.cards_each} cards" if variant.counts_cards else "",
        dealer=dealer,
    )


def _dealer_of(game: GameOnPaper | None, deal: int) -> str:
    written = _written(game, deal)
    dealer = written.dealer if written else _dealer(game, deal)
    return shortened(cleaned(dealer, MOST_NAME), 16)


def _names(game: GameOnPaper | None, count: int) -> Sequence[str]:
    if game is None:
        return [""] * count
    return [cleaned(name, MOST_NAME) for name in game.names]


def _faces(
    variant: Variant, room: Frame, top: Head, fit: Fit, count: int, game: GameOnPaper | None
) -> list[Face]:
    faces: list[Face] = []
    sizes = LARGE if room.large else SIZES
    columns = fit_names(_names(game, count), fit.column, fit.shape.names - 1, sizes)
    cards = _cards_tall(variant, fit)
    deal = 1
    for rows in fit.faces:
        shown = [
            _row(variant, room, fit, count, one, game, cards) for one in range(deal, deal + rows)
        ]
        last = len(faces) == len(fit.faces) - 1
        faces.append(_face(variant, room, top, fit, columns, shown, game, last))
        deal += rows
    return faces


def _face(
    variant: Variant,
    room: Frame,
    top: Head,
    fit: Fit,
    columns: Sequence[Column],
    rows: Sequence[Row],
    game: GameOnPaper | None,
    last: bool,
) -> Face:
    number, hangs = _number_size(room, fit, game)
    unwritten = _unwritten(rows)
    return {
        "kind": "rows",
        "head": top,
        "shape": fit.shape,
        "row": fit.row,
        "columns": columns,
        "rows": rows,
        "unwritten": unwritten,
        "boxes": draw_boxes(len(columns), unwritten, fit.column, fit.row),
        "totals": _totals(game, len(columns)) if last else None,
        "goes_out": variant.counts_cards,
        "total": _total(variant, room, fit, number),
        "foot": fit.foot if last else None,
        "number": halves(number),
        "hangs": hangs,
        "ask": halves(fit.shape.words),
        "dealt": halves(fit.shape.dealt),
        "small": halves(room.least),
    }


def _total(variant: Variant, room: Frame, fit: Fit, number: float) -> Mapping[str, object]:
    """What stands before the totals: which one wins, on a line of its own where there is no room.

    "size" is the print of the word before it, "figures" that of the totals: smaller than that of
    points where a word below one would have no room.
    """
    wins = f"{variant.scoring.best} wins"
    size = 17 if fit.shape.ask > 34 else room.least + 2
    one = wide("Total ", size, bold=True) + wide(wins, room.least)
    parted = one > fit.shape.number + fit.shape.room
    return {
        "wins": wins,
        "parted": parted,
        "size": halves(room.least + 1 if parted else size),
        "figures": halves(min(number, (fit.shape.totals - 1) / POINT / LINE - room.least)),
    }


def _unwritten(rows: Sequence[Row]) -> int:
    """The rows at the foot in which nothing stands yet."""
    empty = takewhile(lambda row: not any(box != Box() for box in row.boxes), reversed(rows))
    return sum(1 for _ in empty)


def _number_size(room: Frame, fit: Fit, game: GameOnPaper | None) -> tuple[float, bool]:
    """Print of points, and whether the mark of who went out hangs beside them.

    As large as five figures fit in a column and two lines in a row, and a little less where a mark
    would have no room beside its figure then.
    """
    most = min(fit.column / 1.1, fit.row / 2 / 0.46, 19)
    size = max(int(most), room.least if room.large else 8)
    rows = game.rows if game else ()
    names = game.names if game else ()
    marked = [f"*{row.figure(names.index(row.out))}*" for row in rows if row.out in names]

    def hangs(points: float) -> bool:
        return all(wide(one, points) <= fit.column - 0.8 for one in marked)

    least = max(room.least, 10)
    smaller = (size - step for step in range(max(int(size - least), 0) + 1))
    found = next(filter(hangs, smaller), None)
    return found or size, found is not None


def _cards_tall(variant: Variant, fit: Fit) -> float:
    """Millimetres of the cards drawn: taller where every row and the column have room for it."""
    if not fit.shape.cards:
        return 0
    deals = range(1, len(variant.deals) + 1)
    across = fit.shape.ask - 3
    widest = min(melds_tall(deal_melds(variant, deal), across) for deal in deals)
    taller = min(fit.shape.cards + _OF_SPARE * fit.spare, widest, _MOST_CARDS)
    return max(taller, fit.shape.cards)


def _row(
    variant: Variant,
    room: Frame,
    fit: Fit,
    count: int,
    deal: int,
    game: GameOnPaper | None,
    cards: float,
) -> Row:
    ask = _ask(variant, count, deal, game)
    drawn = deal_melds(variant, deal) if fit.shape.cards else ()
    written = _written(game, deal)
    return Row(
        number=deal,
        words=asked_words(fit.shape, ask.words),
        cards=draw_melds(drawn, ask.words, cards, fit.shape.ask - 3, room.inks) if drawn else "",
        dealt=dealt_lines(fit.shape, ask, dealer=fit.dealer),
        blank=fit.dealer and not ask.dealer,
        boxes=_boxes(written, game) if written and game else (Box(),) * count,
    )


def _written(game: GameOnPaper | None, deal: int) -> PaperDeal | None:
    rows = game.rows if game else ()
    return next((row for row in rows if row.number == deal), None)


def _dealer(game: GameOnPaper | None, deal: int) -> str:
    dealers = game.dealers if game else ()
    return dealers[deal - 1] if deal <= len(dealers) else ""


def _boxes(written: PaperDeal, game: GameOnPaper) -> tuple[Box, ...]:
    return tuple(
        Box(points=written.figure(seat), total=figure(total), out=name == written.out)
        for seat, (name, total) in enumerate(zip(game.names, written.running, strict=True))
    )


def _totals(game: GameOnPaper | None, count: int) -> tuple[Box, ...]:
    """The last row: filled when the game is over, to be written in until then."""
    if game is None or not game.finished or not game.totals:
        return (Box(),) * count
    return tuple(
        Box(total=figure(total), out=name in game.winners)
        for name, total in zip(game.names, game.totals, strict=True)
    )
