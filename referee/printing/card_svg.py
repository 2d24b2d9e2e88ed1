"""Cards drawn as SVG: shapes only, so that they need no font, and no colour to be read."""

import json
import re
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from typing import Any, Final

from markupsafe import Markup, escape

from referee.language import Catalogue, capitalized, in_use, listed, say
from referee.paths import PRINTABLES
from referee.printing.options import Inks
from referee.printing.text_metrics import GLUE, Cut, text_width
from referee.rules.cards import JOKER_RANK, SUIT_SIGNS, Card
from referee.rules.phrases import contract_of
from referee.rules.schema.melds import Kind, Piece

Meld = tuple[Card, ...]

# One card, in the units of the drawing.
_WIDTH: Final = 24.0
_HEIGHT: Final = 34.0
_STEP: Final = 14.0
_BETWEEN_MELDS: Final = 9.0
_CLIMB: Final = 4.0
_RISE: Final = 8.0
_LINE: Final = 1.1
_TALL: Final = _HEIGHT + _RISE + 2 * _LINE
_LEFT: Final = 1.9
_ROOM: Final = 10.2
_RANK_TOP: Final = 5.4
_STROKE: Final = 1.8
_BLACK_STROKE: Final = 2.4
_STROKE_AT: Final = (7.0, 18.6)
_STROKE_OVER: Final = 4.0
_STROKE_EDGE: Final = 1.3
_SUIT: Final = (2.512, 20.112, 0.8976)
_STAR: Final = (_LEFT, 5.0, 1.15)
"""Where a suit and the star of a joker stand, from the left and from above, and their size."""

_MOST_LINE: Final = 0.45
_MOST_OVER: Final = 2.0
_MOST_SPREAD: Final = 14.0
"""Millimetres that the edge of a large card is wide at most, and that a stroke reaches beyond it,
and what melds that are spread stand further apart at most, in the units of the drawing."""

_BLACK: Final = "#000"
_RED: Final = "#c4122f"
_INKS: Final[Mapping[Inks, Mapping[str, str]]] = {
    Inks.RED: {"h": _RED, "d": _RED},
    Inks.FOUR: {"h": _RED, "d": "#0a55a0", "c": "#14703a"},
    Inks.BLACK: {},
}


def contract_sentence(
    contract: tuple[Piece, ...], width: float, size: float, cut: Cut = "strong"
) -> str:
    """A contract in words whose parts, such as "and a set of 3", no line end may break.

    Lines are `width` millimetres wide. Of a part that is wider, as much of its end as stands on
    one is kept together.
    """
    return _unbroken(in_use(), contract, width, size, cut)


@lru_cache(maxsize=512)
def _unbroken(
    _language: Catalogue, contract: tuple[Piece, ...], width: float, size: float, cut: Cut
) -> str:
    words = listed(listed((part,)).replace(" ", GLUE) for part in contract_of(contract))
    # What stands between two parts, such as "and", belongs to the second.
    words = re.sub(rf"(?<= )([^ {GLUE}]+) ", rf"\1{GLUE}", words)
    kept = []
    for part in words.split(" "):
        while text_width(part, size, cut) > width and GLUE in part:
            word, part = part.split(GLUE, 1)
            kept.append(word)
        kept.append(part)
    return capitalized(" ".join(kept))


def drawn_height(drawn: Markup | str) -> float:
    """Millimetres that a drawing is tall, as it says itself; 0 for none."""
    return float(str(drawn).partition(' height="')[2].partition("mm")[0] or 0)


def drawn_width(drawn: Markup | str) -> float:
    """Millimetres that a drawing is wide, as it says itself; 0 for none."""
    return float(str(drawn).partition(' width="')[2].partition("mm")[0] or 0)


def beside_its_cards(text: str) -> str:
    """A sentence without the clauses that name several cards, which are drawn beside it.

    Where every clause does it stays whole, and no line end may break them.
    """
    joker, signs = re.escape(say("card", rank="joker", suit="none")), "".join(SUIT_SIGNS.values())
    card = rf"(?:(?:10|[2-9JQKA])?[{signs}]|{joker})"
    named = re.compile(rf"{card}(?: {card}){{1,6}}")
    told = [clause for clause in re.split(r"(?<=[;:]) ", text) if not named.search(clause)]
    if not told:
        return named.sub(lambda cards: cards[0].replace(" ", GLUE), text)
    return capitalized(f"{' '.join(told).rstrip(':;.')}.")


def fan_height(melds: Sequence[Meld], width: float) -> float:
    """Millimetres that melds side by side are tall where they are as wide as that."""
    return width / _across(melds) * _TALL


def _across(melds: Sequence[Meld]) -> float:
    """How wide melds are, side by side in the units of the drawing."""
    fans = sum(_STEP * (len(meld) - 1) + _WIDTH for meld in melds)
    return fans + _BETWEEN_MELDS * (len(melds) - 1) + 2 * _LINE


def draw_melds(
    melds: tuple[Meld, ...],
    title: str,
    height: float,
    width: float,
    inks: Inks = Inks.RED,
    *,
    kind: Kind | None = None,
    struck: bool = False,
    spread: bool = False,
) -> Markup:
    """Melds side by side as fans of cards, `height` or less if they would be over `width`.

    Sets stand level and runs climb; cards are of one size for one height. `spread`: melds stand as
    far apart as they have room for. `kind`: what they are meant as, where the cards alone do not
    say it. `title` says in words what they show; what is `struck` through is no meld.
    """
    across = _across(melds) + _STROKE_OVER * struck
    scale = min(height / _TALL, width / across)
    more = min((width / scale - across) / max(len(melds) - 1, 1), _MOST_SPREAD) * spread
    over = min(_STROKE_OVER, _MOST_OVER / scale) * struck
    inside = _fans(melds, kind, inks, over, _BETWEEN_MELDS + more)
    across += more * (len(melds) - 1)
    return Markup(
        f'<svg xmlns="http://www.w3.org/2000/svg" class="cards" role="img" '
        f'viewBox="0 0 {across:.1f} {_TALL:g}" '
        f'stroke-width="{min(_LINE, _MOST_LINE / scale):.3g}" '
        f'width="{across * scale:.2f}mm" height="{_TALL * scale:.2f}mm">'
        f"<title>{escape(title)}</title>{inside}</svg>"
    )


@lru_cache(maxsize=512)  # A sheet is laid out in several sizes until one fits.
def _fans(
    melds: tuple[Meld, ...], kind: Kind | None, inks: Inks, over: float, between: float
) -> str:
    """The cards of melds as SVG, each over the one before.

    A stroke has a white edge, and reaches so far beyond them; 0 for none.
    """
    drawn, x, top = "", _LINE, 0.0
    for meld in melds:
        climb = min(_CLIMB, _RISE / max(len(meld) - 1, 1)) if _is_run(meld, kind) else 0.0
        for at, card in enumerate(meld):
            top = _LINE + _RISE - climb * at
            drawn += f'<g transform="translate({x:g} {top:g})">{_card(card, inks)}</g>'
            x += _STEP
        x += _WIDTH - _STEP + between
    if not over:
        return drawn
    # As steep as its cards, it runs between ranks and suits, below the tail of a queen.
    slope, end = climb / _STEP, x - between + over
    middle, below = _STROKE_AT
    first = below + _LINE + _RISE + slope * (over + _LINE + middle)
    last = first - slope * (end + over)
    line = f'd="M-{over:.2f} {first:.2f}L{end:.2f} {last:.2f}"'
    # In black alone it is thicker, as edges of cards are black, too.
    ink, wide = (_RED, _STROKE) if _INKS[inks] else (_BLACK, _BLACK_STROKE)
    strokes = ("white", _STROKE_EDGE * wide), (ink, wide)
    return drawn + "".join(
        f'<path fill="none" stroke="{ink}" stroke-width="{wide:g}" {line}/>'
        for ink, wide in strokes
    )


def _is_run(meld: Meld, kind: Kind | None) -> bool:
    if kind:
        return kind == "run"
    natural = [card for card in meld if not card.is_joker]
    return len({card.rank for card in natural}) > 1 == len({card.suit for card in natural})


@cache
def _card(card: Card, inks: Inks) -> str:
    """A card, its upper left corner at 0, with its index where no other card lies over it."""
    ink, suits = _INKS[inks].get(card.suit, _BLACK), _shapes()["suits"]
    paint = f'fill="{ink}"'
    edge = f'<rect width="{_WIDTH:g}" height="{_HEIGHT:g}" rx="3" fill="white" stroke="{_BLACK}"/>'
    if card.is_joker:
        index = _placed(suits[JOKER_RANK], paint, *_STAR)
    else:
        rank = _shapes()["ranks"][card.rank]
        left = _LEFT + (_ROOM - rank["width"]) / 2
        index = _placed(rank["path"], paint, left, _RANK_TOP)
    if card.suit:
        if inks is Inks.BLACK and card.suit in "hd":
            paint = f'fill="none" stroke="{ink}" stroke-width="1.2" stroke-linejoin="round"'
        index += _placed(suits[card.suit], paint, *_SUIT)
    return edge + index


def _placed(path: str, paint: str, x: float, y: float, scale: float = 1) -> str:
    """A shape in its place."""
    return f'<path {paint} transform="translate({x:g} {y:g}) scale({scale:g})" d="{path}"/>'


@cache
def _shapes() -> Mapping[str, Any]:
    shapes: Mapping[str, Any] = json.loads((PRINTABLES / "cards.json").read_text("utf-8"))
    return shapes
