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

_CARD: Final = (7.0, 12.5)
_STAR: Final = "l1.1 2.6 2.8.2-2.2 1.8.7 2.8-2.4-1.5-2.4 1.5.7-2.8-2.2-1.8 2.8-.2z"
_SMALL: Final = (8.0, 12.0)
_GAP: Final = 1.6
_BETWEEN: Final = 7.0
_CLIMB: Final = 3.4
_RISE: Final = 13.0
_TALL: Final = _SMALL[1] + _RISE
"""One small card of the notation, between two, between melds, and how a run climbs at most."""


def draw_mark(variant: Variant, width: float, ink: str = "#000") -> Markup:
    """The mark of a game as an SVG `width` millimetres wide; `ink` may be `currentColor`."""
    return _mark(_drawn(variant), variant.name, width, ink)


def draw_reversed(variant: Variant, width: float) -> Markup:
    """The same in white on black, to tell two games apart whose marks are alike."""
    inside = (
        '<rect width="60" height="40" rx="4"/>'
        f'<g transform="translate(6 4) scale(.8)">{_drawn(variant)}</g>'
    )
    return _mark(inside, variant.name, width, "#fff")


def draw_blank(width: float) -> Markup:
    """A field to draw a mark of one's own in."""
    inside = (
        '<rect x="1" y="1" width="58" height="38" rx="3" fill="none" stroke="#000" '
        'stroke-dasharray="3 2"/>'
    )
    return _mark(inside, say("own-name"), width, "")


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
        asked = (sum(piece.size for piece in deal.contract) for deal in variant.deals)
        return _bricks([own or deal.cards for own, deal in zip(asked, variant.deals, strict=True)])
    if variant.showdown.knocks:
        return _files()["_knocks"]
    if variant.showdown.declares:
        return _files()["_declares"]
    if variant.least_opening:
        return _files()["_opening"]
    return _melds(variant) if variant.is_card_game else _files()["_numbers"]


def _melds(variant: Variant) -> str:
    """A set that stands and a run that climbs, a wild among its cards where there are any."""
    level, climbing = min(variant.sets.least, 3), min(variant.runs.least, 4)
    step = min(9.6, 58 / (level + climbing))
    cards = [(1 + step * at, 25.5, *_CARD) for at in range(level)]
    rise = 22 / climbing
    cards += [(1 + step * (level + at), 25.5 - rise * (at + 1), *_CARD) for at in range(climbing)]
    if not variant.has_wilds:
        return _solid(cards)
    x, y, wide, high = cards.pop(-2)
    return _solid(cards) + (
        f'<rect x="{x + 0.6:.2f}" y="{y + 0.6:.2f}" width="{wide - 1.2:.2f}" '
        f'height="{high - 1.2:.2f}" rx="1.4" fill="none" stroke="{{ink}}" stroke-width="1.2"/>'
        f'<path fill="{{ink}}" d="M{x + 3.5:g} {y + 2.4:g}{_STAR}"/>'
    )


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


_Box = tuple[float, float, float, float]


def _solid(boxes: Iterable[_Box]) -> str:
    """Filled cards."""
    return "".join(
        f'<rect x="{x:.2f}" y="{y:.2f}" width="{wide:.2f}" height="{high:.2f}" '
        f'rx="0.7" fill="{{ink}}"/>'
        for x, y, wide, high in boxes
    )


def notation_width(contract: Iterable[Piece], height: float) -> float:
    """How wide a contract is whose small cards are so high, in the unit of `height`."""
    across = sum(piece.size * (_SMALL[0] + _GAP) + _BETWEEN - _GAP for piece in contract)
    return (across - _BETWEEN) / _TALL * height


def fitting_height(contracts: Iterable[tuple[Piece, ...]], height: float, width: float) -> float:
    """The height at which no contract is wider than so many millimetres, or `height` if less."""
    return min(height, *(width / notation_width(contract, 1) for contract in contracts))


@lru_cache(maxsize=512)
def draw_notation(contract: tuple[Piece, ...], title: str, height: float, width: float) -> Markup:
    """A contract as small black cards, `height` millimetres or less if it would be over `width`.

    One height gives cards of one size, whatever the contract. `title` says it in words.
    """
    wide, high = _SMALL
    x = 0.0
    boxes: list[_Box] = []
    for piece in contract:
        climb = min(_CLIMB, _RISE / (piece.size - 1)) if piece.kind == "run" else 0
        for card in range(piece.size):
            boxes.append((x, _RISE - climb * card, wide, high))
            x += wide + _GAP
        x += _BETWEEN - _GAP
    scale = fitting_height([contract], height, width) / _TALL
    across = x - _BETWEEN
    drawn = _solid(boxes).format(ink="#000")
    return Markup(
        f'<svg xmlns="http://www.w3.org/2000/svg" class="notation" role="img" '
        f'viewBox="0 0 {across:g} {_TALL:g}" width="{across * scale:.2f}mm" '
        f'height="{_TALL * scale:.2f}mm"><title>{escape(title)}</title>{drawn}</svg>'
    )
