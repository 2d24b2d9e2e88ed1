"""Cards drawn as SVG: shapes only, so that they need no font, and no colour to be read."""

import json
import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from typing import Any, Final

from markupsafe import Markup, escape

from referee.language import Catalogue, in_use, listed, say
from referee.paths import PRINTABLES
from referee.printing.options import Inks
from referee.printing.text_metrics import GLUE, Cut, text_width
from referee.rules.cards import JOKER_RANK, SUIT_SIGNS, Card
from referee.rules.phrases import contract_of
from referee.rules.schema.melds import Piece

Meld = tuple[Card, ...]

# One card, in the units of the drawing.
_WIDTH: Final = 24.0
_HEIGHT: Final = 34.0
_STEP: Final = 14.0
_BETWEEN_MELDS: Final = 9.0
_CLIMB: Final = 4.0
_RISE: Final = 8.0
_LINE: Final = 1.1
_CORNER: Final = 3.0
_TALL: Final = _HEIGHT + _RISE + 2 * _LINE
_LEFT: Final = 2.3
_ROOM: Final = 10.2
_RANK_TOP: Final = 5.4
_SUIT_TOP: Final = 19.5
_STAR_TOP: Final = 11.5
_STAR_SIZE: Final = 1.15

_BLACK: Final = "#000"
_RED: Final = "#c4122f"
_INKS: Final[Mapping[Inks, Mapping[str, str]]] = {
    Inks.RED: {"h": _RED, "d": _RED},
    Inks.FOUR: {"h": _RED, "d": "#0a55a0", "c": "#14703a"},
    Inks.BLACK: {},
}
_HOLLOW: Final = ("h", "d")
_HOLLOW_STROKE: Final = 1.2
_TOKEN: Final = re.compile(r"[MLCZ]|-?[\d.]+")


def unbroken(contract: Sequence[Piece], width: float, size: float, cut: Cut = "strong") -> str:
    """A contract in words whose parts, such as "and a set of 3", no line end may break.

    Lines are `width` millimetres wide. Of a part that is wider, as much of its end as stands on
    one is kept together.
    """
    return _unbroken(in_use(), tuple(contract), width, size, cut)


def contract_sentence(
    contract: Sequence[Piece], width: float, size: float, cut: Cut = "strong"
) -> str:
    """The same with a capital letter first."""
    words = unbroken(contract, width, size, cut)
    return words[:1].upper() + words[1:]


@lru_cache(maxsize=512)
def _unbroken(
    _language: Catalogue, contract: Sequence[Piece], width: float, size: float, cut: Cut
) -> str:
    parts = contract_of(contract)
    words = listed(parts)
    for part in parts:
        said = listed((part,))
        words = words.replace(said, said.replace(" ", GLUE))
    # What stands between two parts, such as "and", belongs to the second.
    words = re.sub(rf"(?<= )([^ {GLUE}]+) ", rf"\1{GLUE}", words)
    kept = []
    for whole in words.split(" "):
        first, end = "", whole
        while text_width(end, size, cut) > width and GLUE in end:
            word, end = end.split(GLUE, 1)
            first += f"{word} "
        kept.append(first + end)
    return " ".join(kept)


def drawn_height(drawn: Markup | str) -> float:
    """Millimetres that a drawing is tall, as it says itself; 0 for none."""
    return float(str(drawn).split(' height="')[1].split("mm")[0]) if drawn else 0.0


def fan_width(cards: int, height: float) -> float:
    """How wide a fan of so many cards is, in the unit of `height`."""
    return (_STEP * (cards - 1) + _WIDTH + 2 * _LINE) / _TALL * height


def cards_unbroken(text: str) -> str:
    """A sentence in which no line end may break a few cards named together."""
    joker, signs = re.escape(say("card", rank="joker", suit="none")), "".join(SUIT_SIGNS.values())
    card = rf"(?:(?:10|[2-9JQKA])?[{signs}]|{joker})"
    return re.sub(rf"{card}(?: {card}){{1,6}}", lambda cards: cards[0].replace(" ", GLUE), text)


def fan_height(melds: Sequence[Meld], width: float) -> float:
    """Millimetres that melds side by side are tall where they are as wide as that."""
    fans = sum(_STEP * (len(meld) - 1) + _WIDTH for meld in melds)
    wide_units = fans + _BETWEEN_MELDS * (len(melds) - 1) + 2 * _LINE
    return width / wide_units * _TALL


def draw_melds(
    melds: tuple[Meld, ...],
    title: str,
    height: float,
    width: float,
    inks: Inks = Inks.RED,
    *,
    struck: bool = False,
) -> Markup:
    """Melds side by side as fans of cards, `height` or less if they would be over `width`.

    Sets stand level and runs climb; cards are of one size for one height. `title` says in words
    what they show; what is `struck` through is no meld.
    """
    inside, across = _drawn(melds, inks, struck)
    scale = min(height / _TALL, width / across)
    return Markup(
        f'<svg xmlns="http://www.w3.org/2000/svg" class="cards" role="img" '
        f'viewBox="0 0 {across:.1f} {_TALL:.1f}" '
        f'width="{across * scale:.2f}mm" height="{_TALL * scale:.2f}mm">'
        f"<title>{escape(title)}</title>{inside}</svg>"
    )


@lru_cache(maxsize=512)  # A sheet is laid out in several sizes until one fits.
def _drawn(melds: tuple[Meld, ...], inks: Inks, struck: bool) -> tuple[str, float]:
    """The cards of melds as SVG, and how wide they are together.

    Few long paths rather than many short ones, and cards drawn only where they are seen: that is
    what makes it quick to print.
    """
    edges, marks, x = "", _Marks(inks), _LINE
    for meld in melds:
        climb = min(_CLIMB, _RISE / (len(meld) - 1)) if _climbs(meld) else 0.0
        for at, card in enumerate(meld):
            top, last = _LINE + _RISE - climb * at, at == len(meld) - 1
            edges += _whole_edge(x, top) if last else _covered_edge(x, top, climb)
            marks.add(card, x, top)
            x += _WIDTH if last else _STEP
        x += _BETWEEN_MELDS
    across = x - _BETWEEN_MELDS + _LINE
    ink = _INKS[inks].get("h", _BLACK)
    strike = (
        f'<path stroke="{ink}" stroke-width="2.4" stroke-linecap="round" '
        f'd="M1.5 {_TALL - 9:g}L{across - 1.5:g} {_RISE + 7:g}"/>'
    )
    edge = f'<path fill="none" stroke="{_BLACK}" stroke-width="{_LINE}" d="{edges}"/>'
    return edge + marks.drawn() + strike * struck, across


def _climbs(meld: Meld) -> bool:
    """Whether cards are no set: they differ in rank, wild or not."""
    return len({card.rank for card in meld if not card.is_joker}) > 1 and (
        len({card.suit for card in meld if not card.is_joker}) == 1
    )


class _Marks:
    """Ranks and suits of many cards, gathered into few paths."""

    def __init__(self, inks: Inks) -> None:
        self._inks = _INKS[inks]
        self._hollow = _HOLLOW if inks is Inks.BLACK else ()
        self._filled: dict[str, str] = defaultdict(str)
        self._outlines: dict[str, str] = defaultdict(str)

    def add(self, card: Card, x: float, top: float) -> None:
        """Put the index of a card at its place."""
        ink, suits = self._inks.get(card.suit, _BLACK), _shapes()["suits"]
        if card.is_joker:
            star = _placed(suits[JOKER_RANK], x + _LEFT, top + _STAR_TOP, _STAR_SIZE)
            self._filled[ink] += star
            return
        rank = _shapes()["ranks"][card.rank]
        inset = (_ROOM - rank["width"]) / 2
        self._filled[ink] += _placed(rank["path"], x + _LEFT + inset, top + _RANK_TOP, 1)
        if card.suit:
            paths = self._outlines if card.suit in self._hollow else self._filled
            paths[ink] += _placed(suits[card.suit], x + _LEFT, top + _SUIT_TOP, _ROOM / 10)

    def drawn(self) -> str:
        """All of them as SVG."""
        hollow = "".join(
            f'<path fill="none" stroke="{ink}" stroke-width="{_HOLLOW_STROKE}" '
            f'stroke-linejoin="round" d="{path}"/>'
            for ink, path in self._outlines.items()
        )
        filled = (f'<path fill="{ink}" d="{path}"/>' for ink, path in self._filled.items())
        return hollow + "".join(filled)


def _whole_edge(x: float, top: float) -> str:
    right, floor, r = x + _WIDTH, top + _HEIGHT, _CORNER
    return (
        f"M{x:g} {top + r:g}Q{x:g} {top:g} {x + r:g} {top:g}H{right - r:g}"
        f"Q{right:g} {top:g} {right:g} {top + r:g}V{floor - r:g}"
        f"Q{right:g} {floor:g} {right - r:g} {floor:g}H{x + r:g}"
        f"Q{x:g} {floor:g} {x:g} {floor - r:g}Z"
    )


def _covered_edge(x: float, top: float, climb: float) -> str:
    """What is seen of a card that the next one covers, which lies so much higher."""
    under, floor, r = x + _STEP + _CORNER / 3, top + _HEIGHT, _CORNER
    left = (
        f"M{under:g} {top:g}H{x + r:g}Q{x:g} {top:g} {x:g} {top + r:g}"
        f"V{floor - r:g}Q{x:g} {floor:g} {x + r:g} {floor:g}"
    )
    right = x + _WIDTH
    if climb < 1:
        return f"{left}H{under:g}"
    return f"{left}H{right - r:g}Q{right:g} {floor:g} {right:g} {floor - min(r, climb):g}"


def _placed(path: str, x: float, y: float, scale: float) -> str:
    """A shape moved and scaled; its path holds nothing but commands and pairs of numbers."""
    placed, is_x, gap = [], True, ""
    for token in _TOKEN.findall(path):
        if token.isalpha():
            placed.append(token)
            is_x, gap = True, ""
        else:
            number = float(token) * scale + (x if is_x else y)
            placed.append(f"{gap}{number:.1f}")
            is_x, gap = not is_x, " "
    return "".join(placed)


@cache
def _shapes() -> Mapping[str, Any]:
    shapes: Mapping[str, Any] = json.loads((PRINTABLES / "cards.json").read_text("utf-8"))
    return shapes
