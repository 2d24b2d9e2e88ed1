"""The contract sheet: what each deal asks for, or the melds of a game that has no contracts."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import ceil
from typing import Final

from markupsafe import Markup

from referee.printing.codes import draw_code
from referee.printing.drawing import draw_melds, example_melds, unbroken
from referee.printing.paper import MOST_TITLE, GameOnPaper, Paper
from referee.printing.terms import ByPlayers, cards_each, check_players, packs, settings, values
from referee.printing.words import cleaned
from referee.rules.cards import JOKER, Card
from referee.rules.deals import contract_words, deal_count, plan_deal
from referee.rules.variant import Kind, Piece, Variant

_CARDS_WIDE: Final = 128.0

# Millimetres of the page without its margins, and of what stands around the rows.
_TALL: Final = {Paper.A4: 297 - 20, Paper.LETTER: 279 - 20}
_HEAD: Final = 19
_FOOT: Final = 12
_NOTE_LINE: Final = 5.0
_NOTE_WIDTH: Final = 98

# Millimetres of a line of the rules on melds, and its letters.
_TEXT_LINE: Final = 6.0
_TEXT_BESIDE_CARDS: Final = 34
_TEXT_WIDE: Final = 62

ROW_HEIGHTS: Final = range(14, 43)
_WORDS_TALL: Final = 13
_LEAST_CARDS: Final = 9.0
_MOST_CARDS: Final = 24.0

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
    """One row of a sheet of contracts: a deal, what it asks for, and what is special about it."""

    number: int
    name: str
    words: Markup
    cards: Markup | str
    cards_each: tuple[ByPlayers, ...]
    special: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MeldRow:
    """One row of a sheet of melds: a word, cards that show it, and the rules on it."""

    head: str
    cards: Markup | str
    texts: tuple[str, ...]


def lay_out(
    variant: Variant, paper: Paper, players: int | None, game: GameOnPaper | None
) -> Mapping[str, object]:
    """Everything that the template of the sheet shows; raises `SheetError`."""
    count = len(game.names) if game else players
    if count is not None:
        check_players(variant, count)
    notes = _notes(variant, count) if variant.has_contracts else ()
    melds = () if variant.has_contracts else _melds(variant)
    height = _row_height(paper, deal_count(variant) or 1, notes)
    if melds:
        height = _meld_height(paper, melds)
    return {
        "variant": variant,
        "title": cleaned(game.title, MOST_TITLE) if game else "",
        "players": count,
        "asks": _asks(variant, count, height) if variant.has_contracts else (),
        "melds": melds,
        "height": height,
        "values": values(variant),
        "cards_each": cards_each(variant, count),
        "packs": packs(variant, count),
        "notes": notes,
        "changed": tuple(one for one in settings(variant, count) if one.changed),
        "code": draw_code(game.link, "The game online") if game else None,
    }


def _notes(variant: Variant, count: int | None) -> tuple[str, ...]:
    return tuple(variant.text(rule) for rule in _FOOT_RULES if rule in variant.rules)


def _row_height(paper: Paper, rows: int, notes: Sequence[str]) -> int:
    """How tall one of so many rows is, in whole millimetres."""
    foot = _FOOT + _NOTE_LINE * (1 + sum(ceil(len(note) / _NOTE_WIDTH) for note in notes))
    room = _TALL[paper] - _HEAD - foot
    return max(min(int(room // rows), ROW_HEIGHTS[-1]), ROW_HEIGHTS[0])


def _meld_height(paper: Paper, melds: Sequence[MeldRow]) -> int:
    """How tall a row of melds is at least, in whole millimetres, where longer ones are taller."""
    tall = [_texts_tall(row) for row in melds] + [_TEXT_LINE]
    room = _TALL[paper] - _HEAD - _FOOT - _NOTE_LINE
    fits = (h for h in reversed(ROW_HEIGHTS) if sum(max(h, one) for one in tall) <= room)
    return next(fits, ROW_HEIGHTS[0])


def _texts_tall(row: MeldRow) -> float:
    letters = _TEXT_BESIDE_CARDS if row.cards else _TEXT_WIDE
    return 4 + _TEXT_LINE * sum(ceil(len(text) / letters) for text in row.texts)


def _asks(variant: Variant, count: int | None, height: int) -> tuple[Ask, ...]:
    deals = range(1, (deal_count(variant) or 0) + 1)
    return tuple(_ask(variant, count, deal, height) for deal in deals)


def _ask(variant: Variant, count: int | None, deal: int, height: int) -> Ask:
    plan = plan_deal(variant, count or variant.players.least, deal)
    words = contract_words(plan.contract)
    melds = example_melds(variant, plan.contract)
    tall = min(max(height - _WORDS_TALL, _LEAST_CARDS), _MOST_CARDS)
    return Ask(
        number=deal,
        name=plan.name,
        words=unbroken(words),
        cards=draw_melds(melds, words, tall, _CARDS_WIDE) if melds else "",
        cards_each=cards_each(variant, count, deal),
        special=plan.special,
    )


def _melds(variant: Variant) -> tuple[MeldRow, ...]:
    drawn = _drawn_melds(variant)
    rows = []
    for head, rules in _MELD_RULES:
        texts = tuple(filter(None, map(variant.text, filter(variant.rules.__contains__, rules))))
        if texts:
            rows.append(MeldRow(head=head, cards=drawn.get(head, ""), texts=texts))
    return tuple(rows)


def _drawn_melds(variant: Variant) -> Mapping[str, Markup | str]:
    tall, wide = 21.0, 62.0
    a_set = example_melds(variant, [Piece(Kind.SET, variant.sets.least)])
    a_run = example_melds(variant, [Piece(Kind.RUN, variant.runs.least)])
    wild = (*((JOKER,) if variant.has_jokers else ()), *map(Card, variant.wilds.ranks))
    return {
        "Set": draw_melds(a_set, f"A set of {variant.sets.least}", tall, wide),
        "Run": draw_melds(a_run, f"A run of {variant.runs.least}", tall, wide),
        "Wild": draw_melds((wild,), "Wild cards", tall, wide) if wild else "",
    }
