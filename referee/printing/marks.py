"""The mark of each game and the notation of contracts: a set stands level, a run climbs.

A mark is drawn in a field of 60 by 40 whose unit is the card: solid where it is laid down, an
outline where it is held, with a star where it is wild, with bars where it lies face down. A game
that is known by something its rules do not tell has a drawing in `printables/marks`, by its id, and
each kind of game without deals of its own has one there; all others are drawn from their rules.
"""

from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from typing import Final

from markupsafe import Markup, escape

from referee.language import say
from referee.paths import PRINTABLES
from referee.rules.schema.melds import Piece
from referee.rules.schema.variant import Variant

_SMALL: Final = (7.6, 12.0)
_GAP: Final = 2.0
_BETWEEN: Final = 7.4
_CLIMB: Final = 3.4
_RISE: Final = 13.0
_TALL: Final = _SMALL[1] + _RISE
"""One small card of the notation, between two, between melds, and how a run climbs at most."""


def draw_mark(variant: Variant, width: float, ink: str = "#000") -> Markup:
    """The mark of a game as an SVG `width` millimetres wide; `ink` may be `currentColor`."""
    return _mark(_drawn(variant), variant.name, width, ink)


def draw_pair(one: Variant, other: Variant, width: float) -> Markup:
    """The marks of two games in one field, the other below the first."""
    lower = f'<g transform="translate(31 20.7) scale(.48)">{_drawn(other)}</g>'
    upper = f'<g transform="scale(.48)">{_drawn(one)}</g>'
    return _mark(upper + lower, f"{one.name}, {other.name}", width, "#000")


def draw_blank(width: float) -> Markup:
    """A field to draw a mark of one's own in."""
    return _mark(_files()["_blank"], say("own-name"), width, "#000")


def _mark(inside: str, name: str, width: float, ink: str) -> Markup:
    return Markup(
        '<svg xmlns="http://www.w3.org/2000/svg" class="mark" aria-hidden="true" '
        f'viewBox="0 0 60 40" width="{width:g}mm" height="{width * 2 / 3:g}mm">'
        f"<title>{escape(name)}</title>{inside.replace('{ink}', ink)}</svg>"
    )


@lru_cache(maxsize=256)
def _drawn(variant: Variant) -> str:
    return _files().get(variant.id) or _from_rules(variant)


@cache
def _files() -> dict[str, str]:
    """What is drawn in the files, by the id of the game."""
    files = (PRINTABLES / "marks").glob("*.svg")
    texts = {file.stem: file.read_text("utf-8") for file in files}
    return {
        name: text[text.index(">") + 1 : text.rindex("<")].replace("currentColor", "{ink}")
        for name, text in texts.items()
    }


def _from_rules(variant: Variant) -> str:
    """A mark that the rules tell, from what a player would tell first."""
    if variant.deals:
        cards = [sum(piece.size for piece in deal.contract) or deal.cards for deal in variant.deals]
        return _bricks(cards)
    told = {
        "_knocks": variant.showdown.knocks,
        "_declares": variant.showdown.declares,
        "_opening": variant.least_opening,
        "_wild": variant.has_wilds,
        "_melds": variant.is_card_game,
        "_numbers": True,
    }
    return _files()[next(name for name, holds in told.items() if holds)]


def _bricks(columns: Sequence[int]) -> str:
    """Columns of bricks, one brick a card and one column a deal."""
    across, up = 58 / len(columns), min(38 / max(*columns, 1), 4)
    wide, thick = min(across - 1.4, 7), up * 0.72
    path = "".join(
        f"M{1 + across * at + thick / 2:.2f} {39 - up * (row + 0.5):.2f}h{wide - thick:.2f}"
        for at, cards in enumerate(columns)
        for row in range(cards)
    )
    return (
        f'<path fill="none" stroke="{{ink}}" stroke-width="{thick:.2f}" '
        f'stroke-linecap="round" d="{path}"/>'
    )


def notation_width(contract: Iterable[Piece], height: float) -> float:
    """How wide a contract is whose small cards are so high, in the unit of `height`."""
    across = sum(piece.size * (_SMALL[0] + _GAP) + _BETWEEN - _GAP for piece in contract)
    return (across - _BETWEEN) / _TALL * height


def fitting_height(contracts: Iterable[tuple[Piece, ...]], height: float, width: float) -> float:
    """The height at which no contract is wider than so many millimetres, or `height` if less."""
    return min([height, *(width / notation_width(contract, 1) for contract in contracts)])


@lru_cache(maxsize=512)
def draw_notation(contract: tuple[Piece, ...], title: str, height: float, width: float) -> Markup:
    """A contract as small black cards, `height` millimetres or less if it would be over `width`.

    One height gives cards of one size, whatever the contract. `title` says it in words.
    """
    wide, high = _SMALL
    x, drawn = 0.0, ""
    for piece in contract:
        climb = min(_CLIMB, _RISE / (piece.size - 1)) if piece.kind == "run" else 0
        for card in range(piece.size):
            y = _RISE - climb * card
            drawn += f'<rect x="{x:.2f}" y="{y:.2f}" width="{wide:g}" height="{high:g}" rx=".7"/>'
            x += wide + _GAP
        x += _BETWEEN - _GAP
    across = notation_width(contract, _TALL)
    tall = fitting_height([contract], height, width)
    return Markup(
        f'<svg xmlns="http://www.w3.org/2000/svg" class="notation" role="img" '
        f'viewBox="0 0 {across:g} {_TALL:g}" width="{across * tall / _TALL:.2f}mm" '
        f'height="{tall:.2f}mm"><title>{escape(title)}</title>{drawn}</svg>'
    )
