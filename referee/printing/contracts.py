"""The contract sheet: what each deal asks for, or the melds of a game that has no contracts."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Final

from markupsafe import Markup

from referee.printing.choices import Choices
from referee.printing.drawing import deal_melds, draw_melds, example_melds, unbroken
from referee.printing.flowing import in_largest, ladder, pack
from referee.printing.foot import values_tall
from referee.printing.frames import Frame, frame, grid
from referee.printing.heads import Head, halves, head
from referee.printing.laid import Face, Laid, on_pages
from referee.printing.measure import tall, wide
from referee.printing.paper import MOST_TITLE, GameOnPaper
from referee.printing.terms import (
    ByPlayers,
    cards_each,
    packs,
    players_of,
    settings,
    values,
)
from referee.printing.words import cleaned
from referee.rules.cards import JOKER, Card
from referee.rules.deals import contract_words, deal_count, plan_deal
from referee.rules.variant import Kind, Piece, Variant

ROW_HEIGHTS: Final = range(8, 61)
_MOST_SPARE: Final = 14.0
_LEAST_CARDS: Final = 7.0
_MOST_CARDS: Final = 24.0
_EDGE: Final = 3.0
_CARDS_EDGE: Final = 1.6
_GROWTH: Final = (0.75, 0.9)
"""Part of what a row has to spare that its cards grow by, with a line below them or not."""

_WIDE_FRAME: Final = 150
_SIDE: Final = 36
_SLIM_SIDE: Final = 18
_LEAST_MAIN: Final = 60
"""Millimetres at the side for the cards dealt, on wide and slim paper, and beside them at least."""

_BESIDE: Final = 230
_CARDS_BESIDE: Final = 115
"""Millimetres of a row from which cards stand beside the words, and of those cards."""

_HEADS: Final = 32
_CARDS_WIDE: Final = 42

STYLE: Final = MappingProxyType(
    {"row_heights": ROW_HEIGHTS, "sides": (_SIDE, _SLIM_SIDE), "cards_beside": _CARDS_BESIDE}
)
"""What the stylesheet is filled with."""

_FOOT_RULES: Final = ("wild.cards", "run.ace", "go-out.last")
"""What a glance at the sheet should settle besides the contract."""

_MELD_RULES: Final = (
    ("Set", ("set.rank", "set.size")),
    ("Run", ("run.suit", "run.length", "run.ace")),
    ("Wild", ("wild.cards", "wild.standing")),
    ("Lay off", ("lay-off.fit", "lay-off.contract")),
    ("Out", ("go-out.last",)),
    ("End", ("end.when", "end.winner")),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Ask:
    """One row of contracts: a deal, what it asks for, and what is special about it."""

    number: int
    name: str
    words: str
    marked: str
    melds: tuple[tuple[Card, ...], ...]
    dealt: str
    special: str
    cards: Markup | str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class MeldRow:
    """One row of melds: a word, cards that show it, and the rules on it."""

    head: str
    melds: tuple[tuple[Card, ...], ...]
    title: str
    texts: tuple[str, ...]
    cards: Markup | str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Cut:
    """Rows cut to faces: print in points, which rows on each, and millimetres of their cards."""

    size: float
    rows: tuple[range, ...]
    cards: float


def lay_out(variant: Variant, choices: Choices, game: GameOnPaper | None) -> Laid:
    """The sheet on its faces; raises `SheetError`."""
    count = players_of(variant, choices.players, game)
    cut = grid(choices)
    room = frame(choices, cut)
    top = _head(variant, room, count, game)
    foot = _foot(variant, room, count)
    make = _asks if variant.has_contracts else _melds
    faces = make(variant, room, count, top, foot)
    kind = "contracts" if variant.has_contracts else "melds"
    title = cleaned(game.title, MOST_TITLE) if game else ""
    return on_pages(f"{title or variant.name} – {kind}", faces, choices, cut)


def _head(variant: Variant, room: Frame, count: int | None, game: GameOnPaper | None) -> Head:
    title = cleaned(game.title, MOST_TITLE) if game else ""
    many = f"{count}" if count else f"{variant.players.least}–{variant.players.most}"
    parts = [title if title != variant.name else "", f"{many} players"]
    dealt = each(packs(variant, count))
    if room.room_wide >= _WIDE_FRAME:
        return head(room, variant.name, [" · ".join(filter(None, [*parts, dealt]))], game=game)
    below = [" · ".join(filter(None, parts)), dealt if count else ""]
    return head(room, variant.name, below, game=game)


def each(groups: Sequence[ByPlayers], unit: str = "") -> str:
    """What holds for each number of players, in words."""
    return "; ".join(
        (f"{group.players} players: " if group.players else "") + group.what + unit
        for group in groups
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Foot:
    values: tuple[object, ...]
    values_size: int
    texts: tuple[str, ...]
    size: int
    tall: float


def _foot(variant: Variant, room: Frame, count: int | None) -> _Foot:
    texts = []
    if variant.has_contracts:
        texts = [variant.text(rule) for rule in _FOOT_RULES if rule in variant.rules]
    changed = [one for one in settings(variant, count) if one.changed]
    texts += [f"{one.asks} {one.answer}" for one in changed]
    size = max(room.least, 11.5 if room.room_wide >= _WIDE_FRAME else 9)
    worth = max(room.least, 15 if room.room_wide >= _WIDE_FRAME else 9.5)
    found = values(variant)
    high = 3 + values_tall(found, room.room_wide, worth) + 1
    high += sum(tall(text, room.room_wide, size) for text in texts)
    return _Foot(
        values=found,
        values_size=halves(worth),
        texts=tuple(texts),
        size=halves(size),
        tall=high,
    )


def _asks(variant: Variant, room: Frame, count: int | None, top: Head, foot: _Foot) -> list[Face]:
    most = 20 if room.room_wide >= _WIDE_FRAME else 15
    sizes = ladder(most, max(room.least, 9))
    deals = range(1, (deal_count(variant) or 0) + 1)
    side = _side(room, [_dealt(variant, count, deal) for deal in deals])
    main = _main_wide(room, most, side)
    asks = [_ask(variant, count, deal, main, most) for deal in deals]
    space = room.room_tall - top.tall

    def cut(size: float) -> Cut:
        cards = max(_LEAST_CARDS, size * 0.62)
        heights = [_ask_tall(one, room, size, cards, side) for one in asks]
        return Cut(size=size, rows=pack(heights, space, foot.tall), cards=cards)

    best = in_largest(sizes, cut, lambda one: len(one.rows))
    heights = [_ask_tall(one, room, best.size, best.cards, side) for one in asks]
    spare = min(_spare(best.rows, heights, space, foot.tall), _MOST_SPARE)
    if _is_beside(room):
        cards = min(min(heights) + spare - _EDGE - _CARDS_EDGE, _MOST_CARDS)
    else:
        cards = min(best.cards + _GROWTH[side > 0] * spare, _MOST_CARDS)
    drawn = [_drawn(one, room, cards, side) for one in asks]
    return [
        {
            "kind": "asks",
            "head": top,
            "rows": [(drawn[at], int(heights[at] + spare)) for at in rows],
            "wide": room.room_wide >= _WIDE_FRAME,
            "beside": _is_beside(room),
            "side": side,
            "size": halves(best.size),
            "small": halves(_small(room, best.size)),
            "dealt": halves(_side_print(room, best.size, side)),
            "number": halves(min(best.size * 1.7, 34)),
            "foot": foot if at == len(best.rows) - 1 else None,
        }
        for at, rows in enumerate(best.rows)
    ]


def _spare(faces: Sequence[range], heights: Sequence[float], room: float, foot: float) -> float:
    """Millimetres by which every row may be taller on the fullest face."""
    spare = []
    for at, rows in enumerate(faces):
        below = foot if at == len(faces) - 1 else 0
        if rows:
            spare.append((room - below - sum(heights[row] for row in rows)) / len(rows))
    return max(min(spare), 0)


def _small(room: Frame, size: float) -> float:
    return max(room.least, round(size * 0.7 * 2) / 2)


def _is_beside(room: Frame) -> bool:
    """Whether cards stand beside the words rather than below them."""
    return room.room_wide >= _BESIDE


def _side(room: Frame, dealt: Sequence[str]) -> int:
    """Millimetres at the right for the cards dealt; 0 where they stand below instead."""
    if room.room_wide >= _WIDE_FRAME:
        return _SIDE
    widest = max(wide(one, room.least, bold=True) for one in dealt)
    roomy = room.room_wide - _number_wide(room.least) - _SLIM_SIDE >= _LEAST_MAIN
    return _SLIM_SIDE if roomy and widest <= _SLIM_SIDE - 2 else 0


def _main_wide(room: Frame, size: float, side: int) -> float:
    """Millimetres of the column that holds the contract."""
    cards = _CARDS_BESIDE if _is_beside(room) else 0
    return room.room_wide - _number_wide(size) - side - cards - 2


def _number_wide(size: float) -> float:
    return 15 if size > 12 else 9


def _ask_tall(ask: Ask, room: Frame, size: float, cards: float, side: int) -> float:
    main, small = _main_wide(room, size, side), _side_print(room, size, side)
    high = tall(ask.words, main, size, bold=True) + tall(ask.special, main, _small(room, size))
    cards += _CARDS_EDGE
    high = max(high, cards) if _is_beside(room) else high + cards
    if side:
        high = max(high, tall(ask.dealt, side - 2, small, bold=True))
    else:
        high += tall(ask.dealt, main, small)
    return high + _EDGE


def _side_print(room: Frame, size: float, side: int) -> float:
    """The print of the cards dealt: on slim paper no larger than their side has room for."""
    return room.least if side == _SLIM_SIDE else _small(room, size)


def _ask(variant: Variant, count: int | None, deal: int, main: float, size: float) -> Ask:
    plan = plan_deal(variant.at(deal), count or variant.players.least)
    words = contract_words(plan.contract)
    return Ask(
        number=deal,
        name=plan.name,
        words=words,
        marked=unbroken(words, main, size),
        melds=deal_melds(variant, deal),
        dealt=_dealt(variant, count, deal),
        special=plan.special,
    )


def _dealt(variant: Variant, count: int | None, deal: int) -> str:
    return each(cards_each(variant, count, deal), " cards")


def _drawn(ask: Ask, room: Frame, cards: float, side: int) -> Ask:
    wide_mm = _CARDS_BESIDE - 4 if _is_beside(room) else min(_main_wide(room, 20, side), 128)
    drawn = draw_melds(ask.melds, ask.words, cards, wide_mm, room.inks) if ask.melds else ""
    return replace(ask, cards=drawn)


def _melds(variant: Variant, room: Frame, count: int | None, top: Head, foot: _Foot) -> list[Face]:
    rows = _meld_rows(variant, count)
    sizes = ladder(17 if room.room_wide >= _WIDE_FRAME else 13, max(room.least, 9))
    space = room.room_tall - top.tall

    def cut(size: float) -> Cut:
        cards = size * 1.1
        heights = [_meld_tall(one, room, size, cards) for one in rows]
        return Cut(size=size, rows=pack(heights, space, foot.tall), cards=cards)

    best = in_largest(sizes, cut, lambda one: len(one.rows))
    heights = [_meld_tall(one, room, best.size, best.cards) for one in rows]
    spare = min(_spare(best.rows, heights, space, foot.tall), _MOST_SPARE)
    drawn = [_drawn_melds(one, room, best.cards) for one in rows]
    return [
        {
            "kind": "melds",
            "head": top,
            "rows": [(drawn[at], int(heights[at] + spare)) for at in shown],
            "wide": room.room_wide >= _WIDE_FRAME,
            "size": halves(best.size),
            "small": halves(best.size),
            "number": halves(min(best.size * 1.25, 20)),
            "foot": foot if at == len(best.rows) - 1 else None,
        }
        for at, shown in enumerate(best.rows)
    ]


def _meld_tall(row: MeldRow, room: Frame, size: float, cards: float) -> float:
    if room.room_wide >= _WIDE_FRAME:
        text_wide = room.room_wide - _HEADS - 4 - (_CARDS_WIDE if row.melds else 0)
        high = max(sum(tall(text, text_wide, size) for text in row.texts), cards * bool(row.melds))
        return high + _EDGE + 2
    text_wide = room.room_wide - 2
    high = tall(row.head, text_wide, min(size * 1.25, 20), bold=True)
    high += cards + 1.6 if row.melds else 0
    return high + sum(tall(text, text_wide, size) for text in row.texts) + _EDGE


def _drawn_melds(row: MeldRow, room: Frame, cards: float) -> MeldRow:
    drawn = draw_melds(row.melds, row.title, cards, 38, room.inks) if row.melds else ""
    return replace(row, cards=drawn)


def _meld_rows(variant: Variant, count: int | None) -> list[MeldRow]:
    shown = _shown_melds(variant)
    dealt = each(cards_each(variant, count), " cards")
    rows = [MeldRow(head="Deal", melds=(), title="", texts=(dealt,))]
    for word, rules in _MELD_RULES:
        texts = tuple(filter(None, map(variant.text, filter(variant.rules.__contains__, rules))))
        melds, title = shown.get(word, ((), ""))
        if texts:
            rows.append(MeldRow(head=word, melds=melds, title=title, texts=texts))
    return rows


def _shown_melds(variant: Variant) -> dict[str, tuple[tuple[tuple[Card, ...], ...], str]]:
    a_set = example_melds(variant, [Piece(Kind.SET, variant.sets.least)])
    a_run = example_melds(variant, [Piece(Kind.RUN, variant.runs.least)])
    wild = (*((JOKER,) if variant.has_jokers else ()), *map(Card, variant.wilds.ranks))
    shown = {
        "Set": (a_set, f"A set of {variant.sets.least}"),
        "Run": (a_run, f"A run of {variant.runs.least}"),
    }
    return shown | ({"Wild": ((wild,), "Wild cards")} if wild else {})
