"""The contract sheet: what each deal asks for, or the melds of a game that has no contracts."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from markupsafe import Markup

from referee.language import say
from referee.printing.card_svg import Meld, deal_melds, draw_melds, example_melds, unbroken
from referee.printing.footer import Footer, make_footer
from referee.printing.game_facts import (
    cards_each,
    packs,
    plans,
    players_of,
    players_words,
    settings,
)
from referee.printing.geometry import Frame, frame_of
from referee.printing.header import Header, dotted, game_name, game_title, make_header
from referee.printing.imposition import Face, Layout, impose
from referee.printing.models import GameOnPaper
from referee.printing.options import PrintOptions
from referee.printing.pagination import fill_pages, ladder, largest_size
from referee.printing.sheets import sheet
from referee.printing.text_metrics import text_height, text_width
from referee.rules.cards import JOKER, Card
from referee.rules.deals import DealPlan, contract_words
from referee.rules.law.points import card_values
from referee.rules.schema.melds import Kind, Piece
from referee.rules.schema.variant import Variant

_MOST_SPARE: Final = 14.0
_LEAST_CARDS: Final = 7.0
_MOST_CARDS: Final = 24.0
_EDGE: Final = 3.0
_CARDS_EDGE: Final = 1.6
_GROWTH: Final = (0.75, 0.9)
"""Part of what a row has to spare that its cards grow by, with a line below them or not."""

_SIDE: Final = 36
_SLIM_SIDE: Final = 18
_LEAST_MAIN: Final = 60
"""Millimetres at the side for the cards dealt, on wide and slim paper, and beside them at least."""

_BESIDE: Final = 230
_CARDS_BESIDE: Final = 115
"""Millimetres of a row from which cards stand beside the words, and of those cards."""

_MELD_HEADS: Final = 32
_MELD_CARDS: Final = 42

_FOOT_RULES: Final = ("wild.cards", "run.ace", "go-out.last")
"""What a glance at the sheet should settle besides the contract."""

MELD_RULES: Final = {
    "meld-row-set": ("set.rank", "set.size"),
    "meld-row-run": ("run.suit", "run.length", "run.ace"),
    "meld-row-wild": ("wild.cards", "wild.standing"),
    "meld-row-lay-off": ("lay-off.fit", "lay-off.contract"),
    "meld-row-showdown": ("showdown.by", "showdown.knock", "showdown.lay-offs", "showdown.runs"),
    "meld-row-out": ("go-out.last", "showdown.last-turn"),
    "meld-row-end": ("end.when", "end.winner"),
}
"""The rows of a game without contracts, and the rules in each."""


class _Contract(NamedTuple):
    """What a deal asks for, in words too, and what is said of the cards dealt."""

    plan: DealPlan
    words: str
    dealt: str


class _Fit(NamedTuple):
    """Rows on faces: print in points, which rows lie on each, and the heights of all rows.

    `spare`: millimetres by which every row is higher than it need be.
    """

    size: float
    faces: tuple[range, ...]
    heights: Sequence[float]
    spare: float


class _Surround(NamedTuple):
    """What rows stand in: a frame, with a header on each face and a footer on the last."""

    frame: Frame
    header: Header
    foot: Footer

    def fit(self, most: float, heights: Callable[[float], Sequence[float]]) -> _Fit:
        """The rows in the largest print that needs no more faces; `heights` by print."""
        room = self.frame.inner_height - self.header.height

        def fit(size: float) -> _Fit:
            rows = heights(size)
            faces = fill_pages(rows, room, self.foot.height)
            spare = []
            for face in faces:
                below = self.foot.height if face is faces[-1] else 0
                left = room - below - sum(rows[row] for row in face)
                spare += [left / len(face)] if face else []
            return _Fit(size, faces, rows, min(max(min(spare), 0), _MOST_SPARE))

        return largest_size(
            ladder(most, max(self.frame.least, 9)), fit, lambda made: len(made.faces)
        )

    def faces(
        self, fit: _Fit, row: Callable[[int], Mapping[str, object]], **shared: object
    ) -> list[Face]:
        """The faces with their rows, each in whole millimetres; every face has what is `shared`."""
        return [
            {
                "head": self.header,
                "rows": [
                    {**row(number), "height": int(fit.heights[number] + fit.spare)}
                    for number in face
                ],
                "wide": self.frame.wide,
                "size": fit.size,
                "foot": self.foot if face is fit.faces[-1] else None,
                **shared,
            }
            for face in fit.faces
        ]


@sheet("contracts", place=2)
def lay_out(variant: Variant, options: PrintOptions, game: GameOnPaper | None) -> Layout:
    """The sheet on its faces; raises `SheetError`."""
    count = players_of(variant, options.players, game)
    frame = frame_of(options)
    header, foot = _header(variant, frame, count, game), _footer(variant, frame, count)
    make = _contract_faces if variant.has_contracts else _meld_faces
    faces = make(variant, count, _Surround(frame, header, foot))
    return impose(game_title(variant.name, game), faces, options)


def _header(variant: Variant, frame: Frame, count: int | None, game: GameOnPaper | None) -> Header:
    name = game_title(variant.name, game) if game_name(variant.name, game) else ""
    players, dealt = players_words(variant, count), packs(variant, count)
    if frame.wide:
        return make_header(frame, variant.name, [dotted(name, players, dealt)], game=game)
    below = [dotted(name, players), dealt if count else ""]
    return make_header(frame, variant.name, below, game=game)


def _footer(variant: Variant, frame: Frame, count: int | None) -> Footer:
    texts = []
    if variant.has_contracts:
        texts = [variant.text(rule) for rule in _FOOT_RULES if rule in variant.rules]
    texts += [setting.text for setting in settings(variant, count) if setting.changed]
    wide = frame.wide
    size, values_size = max(frame.least, 11.5 if wide else 9), max(frame.least, 15 if wide else 9.5)
    return make_footer(
        frame, card_values(variant), texts, size, values_size=values_size, bold=False
    )


def _contract_faces(variant: Variant, count: int | None, around: _Surround) -> list[Face]:
    frame = around.frame
    beside = frame.inner_width >= _BESIDE
    deals = plans(variant, count)
    each = [cards_each(variant, count, plan.number) for plan in deals]
    side = _side(frame, each)
    contracts = [
        _Contract(plan, contract_words(plan.contract), cards if side else dotted(plan.name, cards))
        for plan, cards in zip(deals, each, strict=True)
    ]
    most = 20 if frame.wide else 15

    def main(size: float) -> float:
        """Millimetres of the column that holds the contract."""
        cards = _CARDS_BESIDE if beside else 0
        return frame.inner_width - _number_width(size) - side - cards - 2

    def small(size: float) -> float:
        return max(frame.least, round(size * 0.7 * 2) / 2)

    def side_size(size: float) -> float:
        """The print of the cards dealt: on slim paper no larger than their side has room for."""
        return frame.least if side == _SLIM_SIDE else small(size)

    def cards(size: float) -> float:
        return max(_LEAST_CARDS, size * 0.62)

    def height(contract: _Contract, size: float) -> float:
        column, print_of_dealt = main(size), side_size(size)
        text = text_height(contract.words, column, size, bold=True)
        text += text_height(contract.plan.special, column, small(size))
        drawn = cards(size) + _CARDS_EDGE
        text = max(text, drawn) if beside else text + drawn
        if not side:
            return text + text_height(contract.dealt, column, print_of_dealt) + _EDGE
        texts = (contract.plan.name, contract.dealt)
        at_side = sum(text_height(line, side - 2, print_of_dealt, bold=True) for line in texts)
        return max(text, at_side) + _EDGE

    fit = around.fit(most, lambda size: [height(contract, size) for contract in contracts])
    if beside:
        drawn = min(fit.heights) + fit.spare - _EDGE - _CARDS_EDGE
    else:
        drawn = cards(fit.size) + _GROWTH[side > 0] * fit.spare
    width = _CARDS_BESIDE - 4 if beside else min(main(20), 128)

    def row(number: int) -> dict[str, object]:
        contract = contracts[number]
        melds = deal_melds(variant, contract.plan.number)
        return {
            "contract": contract,
            "words": unbroken(contract.plan.contract, main(most), most),
            "cards": draw_melds(melds, contract.words, min(drawn, _MOST_CARDS), width, frame.inks),
        }

    return around.faces(
        fit,
        row,
        kind="contracts",
        beside=beside,
        side=side,
        cards_column=_CARDS_BESIDE,
        small=small(fit.size),
        dealt=side_size(fit.size),
        number=min(fit.size * 1.7, 34),
    )


def _side(frame: Frame, dealt: Sequence[str]) -> int:
    """Millimetres at the right for the cards dealt; 0 where they stand below instead."""
    if frame.wide:
        return _SIDE
    widest = max(text_width(cards, frame.least, bold=True) for cards in dealt)
    roomy = frame.inner_width - _number_width(frame.least) - _SLIM_SIDE >= _LEAST_MAIN
    return _SLIM_SIDE if roomy and widest <= _SLIM_SIDE - 2 else 0


def _number_width(size: float) -> float:
    return 15 if size > 12 else 9


@dataclass(frozen=True, slots=True, kw_only=True)
class _MeldRow:
    """One row of melds: a word, cards that show it, and the rules on it."""

    head: str
    texts: tuple[str, ...]
    melds: tuple[Meld, ...] = ()
    title: str = ""


def _meld_faces(variant: Variant, count: int | None, around: _Surround) -> list[Face]:
    frame, rows = around.frame, _meld_rows(variant, count)

    def cards(size: float) -> float:
        return size * 1.1

    def height(row: _MeldRow, size: float) -> float:
        drawn = cards(size) if row.melds else 0
        if frame.wide:
            width = frame.inner_width - _MELD_HEADS - 4 - (_MELD_CARDS if row.melds else 0)
            texts = sum(text_height(text, width, size) for text in row.texts)
            return max(texts, drawn) + _EDGE + 2
        width = frame.inner_width - 2
        texts = sum(text_height(text, width, size) for text in row.texts)
        head = text_height(row.head, width, min(size * 1.25, 20), bold=True)
        return head + (drawn + 1.6 if row.melds else 0) + texts + _EDGE

    fit = around.fit(17 if frame.wide else 13, lambda size: [height(row, size) for row in rows])

    def shown(number: int) -> dict[str, object]:
        row, drawn = rows[number], Markup("")
        if row.melds:
            drawn = draw_melds(row.melds, row.title, cards(fit.size), 38, frame.inks)
        return {"head": row.head, "texts": row.texts, "cards": drawn}

    number, columns = min(fit.size * 1.25, 20), (_MELD_HEADS, _MELD_CARDS)
    return around.faces(fit, shown, kind="melds", columns=columns, number=number)


def _meld_rows(variant: Variant, count: int | None) -> list[_MeldRow]:
    wild = (*((JOKER,) if variant.has_jokers else ()), *map(Card, variant.wilds.ranks))
    sizes: dict[Kind, int] = {"set": variant.sets.least, "run": variant.runs.least}
    shown: dict[str, tuple[tuple[Meld, ...], str]] = {
        f"meld-row-{kind}": (
            example_melds(variant, [Piece(kind, size)]),
            say(f"meld-row-{kind}-of", size=size),
        )
        for kind, size in sizes.items()
    }
    if wild:
        shown["meld-row-wild"] = ((wild,), say("meld-row-wild-cards"))
    rows = [_MeldRow(head=say("meld-row-deal"), texts=(cards_each(variant, count),))]
    for word, rules in MELD_RULES.items():
        texts = tuple(filter(None, map(variant.text, filter(variant.rules.__contains__, rules))))
        melds, title = shown.get(word, ((), ""))
        if texts:
            rows.append(_MeldRow(head=say(word), texts=texts, melds=melds, title=title))
    return rows
