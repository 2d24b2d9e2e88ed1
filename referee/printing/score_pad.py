"""The score pad: what stands in every box of it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from referee.printing.codes import draw_code
from referee.printing.drawing import draw_melds, example_melds, unbroken
from referee.printing.fitting import Fit, Shape, fit_pad
from referee.printing.names import fit_name
from referee.printing.paper import (
    MOST_NAME,
    MOST_ROWS,
    MOST_TITLE,
    GameOnPaper,
    Paper,
    PaperDeal,
    SheetError,
)
from referee.printing.terms import check_players, player_numbers, settings, values
from referee.printing.words import cleaned, shortened
from referee.rules.deals import contract_words, deal_count, plan_deal
from referee.rules.variant import Variant


@dataclass(frozen=True, slots=True, kw_only=True)
class Box:
    """One box of the pad: points of a deal, the running total, and whether this player went out."""

    points: str = ""
    total: str = ""
    out: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One deal of the pad. `dealer` is empty where it is to be written in."""

    number: int
    words: Markup
    cards: Markup | str
    cards_each: int
    dealer: str
    boxes: tuple[Box, ...]


def lay_out(
    variant: Variant, paper: Paper, players: int | None, game: GameOnPaper | None
) -> Mapping[str, object]:
    """Everything that the template of the pad shows; raises `SheetError`."""
    count = _players(variant, players, game)
    notes, in_force = _notes(variant, count), settings(variant, count)
    asked = [f"{one.asks} {one.answer}" for one in in_force]
    fit = fit_pad(variant, paper, count, (notes, asked), len(game.rows) if game else 0)
    return {
        "variant": variant,
        "players": count,
        "fit": fit,
        "columns": tuple(fit_name(name, fit.column) for name in _names(game, count)),
        "pages": _pages(variant, fit, count, game),
        "totals": _totals(game, count),
        "values": values(variant),
        "notes": notes,
        "settings": in_force,
        "game": game,
        "title": cleaned(game.title, MOST_TITLE) if game else "",
        "date": cleaned(game.date, MOST_NAME) if game else "",
        "deals": deal_count(variant),
        "code": draw_code(game.link, "The game online") if game else None,
    }


def _players(variant: Variant, players: int | None, game: GameOnPaper | None) -> int:
    if game:
        _check_game(game)
    count = len(game.names) if game else players
    if count is None:
        return player_numbers(variant)[-1]
    check_players(variant, count)
    return count


def _check_game(game: GameOnPaper) -> None:
    if len(game.rows) > MOST_ROWS:
        raise SheetError(f"A pad takes at most {MOST_ROWS} deals, not {len(game.rows)}.")
    if game.totals and len(game.totals) != len(game.names):
        raise SheetError("The totals need a number, or None, for every name.")
    for row in game.rows:
        if not len(row.points) == len(row.running) == len(game.names):
            raise SheetError(f"Deal {row.number} needs a number, or None, for every name.")


def _notes(variant: Variant, count: int) -> tuple[str, ...]:
    """What is special about single deals, in the words of the variant."""
    plans = (plan_deal(variant, count, deal) for deal in range(1, (deal_count(variant) or 0) + 1))
    return tuple(f"Deal {plan.number}: {plan.special}" for plan in plans if plan.special)


def _names(game: GameOnPaper | None, count: int) -> Sequence[str]:
    if game is None:
        return [""] * count
    return [cleaned(name, MOST_NAME) for name in game.names]


def _pages(
    variant: Variant, fit: Fit, count: int, game: GameOnPaper | None
) -> tuple[tuple[Row, ...], ...]:
    pages, deal = [], 1
    for rows in fit.pages:
        deals = range(deal, deal + rows)
        pages.append(tuple(_row(variant, fit.shape, count, one, game) for one in deals))
        deal += rows
    return tuple(pages)


def _row(variant: Variant, shape: Shape, count: int, deal: int, game: GameOnPaper | None) -> Row:
    plan = plan_deal(variant, count, deal)
    words = contract_words(plan.contract)
    drawn = example_melds(variant, plan.contract)
    written = _written(game, deal)
    dealer = written.dealer if written else _dealer(game, deal)
    return Row(
        number=deal,
        words=unbroken(words),
        cards=draw_melds(drawn, words, shape.cards_tall, shape.cards_wide) if drawn else "",
        cards_each=plan.cards_each,
        dealer=shortened(cleaned(dealer, MOST_NAME), shape.dealer_room),
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
        Box(points=_number(points), total=_number(total), out=name == written.out)
        for name, points, total in zip(game.names, written.points, written.running, strict=True)
    )


def _totals(game: GameOnPaper | None, count: int) -> tuple[Box, ...]:
    """The last row: filled when the game is over, to be written in until then."""
    if game is None or not game.finished or not game.totals:
        return (Box(),) * count
    return tuple(
        Box(total=_number(total), out=name in game.winners)
        for name, total in zip(game.names, game.totals, strict=True)
    )


def _number(number: int | None) -> str:
    return "" if number is None else str(number).replace("-", "−")
