"""Sheets to write on and to hang up: own rules, dealer's card, tables, a sign, a certificate."""

from collections.abc import Sequence
from math import ceil
from typing import Final

from markupsafe import Markup

from referee.language import say
from referee.printing.blocks import (
    Block,
    blocks_of,
    flow,
    heading,
    paragraph,
    placed,
    room_below,
    row,
    section,
    sign_lines,
    write_lines,
)
from referee.printing.game_facts import deal_plan, house_texts, player_numbers, players_of
from referee.printing.geometry import Frame, frame_of, in_text_columns
from referee.printing.header import Header, dotted, game_name, game_title, make_header, own_title
from referee.printing.imposition import Layout, impose
from referee.printing.marks import draw_mark
from referee.printing.models import GameOnPaper
from referee.printing.options import PrintOptions, SheetError
from referee.printing.qr import draw_code
from referee.printing.sections import rule_rows, setup_texts
from referee.printing.sheets import of_games, sheet
from referee.printing.text_metrics import largest, line_height, text_height, text_width
from referee.rules.schema.variant import Variant

_ROW: Final = 9.0
_LOW_ROW: Final = 8.0
_MOST_ROW: Final = 13.0
_BOX: Final = 8.0
"""Millimetres of a row to write in, and of a box to tick with the white around it."""

_QUESTIONS: Final = ("packs", "ace", "discard", "then", "out", "points", "winner")
_CONTRACTS: Final = 10
_BLANK: Final = "_"
_LARGEST: Final = (60.0, 54.0, 48.0, 40.0, 36.0, 30.0, 26.0, 22.0, 19.0, 16.0)


def ticks(frame: Frame, lead: str, choices: Sequence[str], size: float) -> Block:
    """A word, and boxes to tick before some choices; of one that ends in "_" a part is written."""
    width, lines, used = frame.inner_width - frame.scale.label, 1, 0.0
    for choice in choices:
        wide = text_width(choice.rstrip(_BLANK), size) + _BOX + 15 * choice.endswith(_BLANK)
        if used and used + wide > width:
            lines, used = lines + 1, 0.0
        used += wide
    parts = tuple(choices)
    height = lines * max(line_height(size) + 1.6, 6.4) + 2.4
    return Block(kind="ticks", height=height, size=size, lead=lead, parts=parts)


def ruled(
    heads: Sequence[str],
    rows: Sequence[Sequence[str]],
    size: float,
    high: float,
    *,
    numbered: bool = False,
) -> Block:
    """A table with lines to write on: heads, and a row for each, empty where it is to be filled.

    `numbered`: each row begins with no more than a number.
    """
    table = {"rows": [tuple(cells) for cells in rows], "row": round(high), "numbered": numbered}
    height = line_height(size) + 2 + len(rows) * round(high) + 3
    return Block(kind="ruled", height=ceil(height), size=size, parts=tuple(heads), table=table)


def in_parts(rows: Sequence[list[str]], most: int) -> list[Sequence[list[str]]]:
    """All rows in parts of so many at most."""
    return [rows[at : at + most] for at in range(0, len(rows), most)]


def big(words: str, width: float, size: float) -> Block:
    """Words to be read across the room."""
    return Block(kind="big", height=text_height(words, width, size, "title"), size=size, text=words)


def poster(title: str, frame: Frame, header: Header, blocks: Sequence[Block],
           options: PrintOptions) -> Layout:  # fmt: skip
    """Blocks in the middle of one face and spread over it, or one below the other on more."""
    if room_below(frame, header, blocks) < 0:
        return impose(title, placed(frame, header, blocks), options)
    spread = Block(kind="poster", height=0, table=tuple(blocks))
    return impose(title, [{"head": header, "blocks": [spread]}], options)


@sheet("own-rules", place=8)
def own_rules(variant: Variant, options: PrintOptions, game: GameOnPaper | None) -> Layout:
    """A card of a table's own game: boxes to tick, and slots for contracts."""
    players_of(variant, options.players, game)
    frame = frame_of(options)
    blanks = [say("own-name")]
    header = make_header(frame, variant, say("sheet-own-rules"), blanks=blanks)

    def blocks(size: float) -> Sequence[Block]:
        asked = [
            ticks(frame, say(f"own-{word}"), say(f"own-{word}-choices").split(" | "), size)
            for word in _QUESTIONS
        ]
        slots = [
            ticks(frame, str(number), say("own-contract").split(" | "), size)
            for number in range(1, _CONTRACTS + 1)
        ]
        contracts = section(frame, say("card-contracts"), size, slots)
        return [*asked, *contracts, heading(frame, say("card-house"), size), *write_lines(2)]

    *before, last = flow(frame, header, blocks, 13 if frame.wide else 11, frame.least)
    [line] = write_lines(1)
    more = int(room_below(frame, header, blocks_of(last)) // line.height)
    faces = [*before, {**last, "blocks": [*blocks_of(last), *write_lines(max(more, 0))]}]
    return impose(say("sheet-own-rules"), faces, options)


@sheet("dealer", place=9)
def dealer(variant: Variant, options: PrintOptions, game: GameOnPaper | None) -> Layout:
    """What the dealer needs: packs, jokers and cards for each number of players, and the set-up."""
    count = players_of(variant, options.players, game)
    frame = frame_of(options)
    header = make_header(frame, variant, variant.name, [say("sheet-dealer")])
    numbers = [count] if count else list(player_numbers(variant))
    deals = range(1, len(variant.deals) + 1) or range(1, 2)

    def blocks(size: float) -> Sequence[Block]:
        plans = {number: deal_plan(variant, number, 1) for number in numbers}
        rows = [
            [say("dealer-packs"), *(str(plan.packs) for plan in plans.values())],
            [say("dealer-jokers"), *(str(plan.jokers) for plan in plans.values())],
        ]
        seen: dict[tuple[str, ...], list[int]] = {}
        for deal in deals:
            each = tuple(str(deal_plan(variant, number, deal).cards_each) for number in numbers)
            seen.setdefault(each, []).append(deal)
        for each, alike in seen.items():
            first, last = alike[0], alike[-1]
            lead = say("dealer-cards", deals=last - first + 1, first=first, last=last)
            rows.append([lead if len(seen) > 1 else say("dealer-each"), *each])
        heads = [say("dealer-players"), *map(str, numbers)]
        high = max(line_height(size) + 2, 7 if frame.roomy else 6)
        lines = max(int((room_below(frame, header) - line_height(size) - 6) / round(high)), 1)
        return [
            *(ruled(heads, some, size, high) for some in in_parts(rows, lines)),
            row(frame, say("card-setup"), setup_texts(variant), size),
            *rule_rows(frame, variant, ("claim", "stock"), size),
        ]

    most = 16 if frame.wide else 13 if frame.roomy else 10
    return impose(variant.name, flow(frame, header, blocks, most, frame.least), options)


@sheet("evening", place=10)
def evening(variant: Variant, options: PrintOptions, game: GameOnPaper | None) -> Layout:
    """Four tables of an evening with two rounds each, and everybody's place."""
    players_of(variant, options.players, game)
    whole = frame_of(options)
    blanks = [say("evening-club"), say("paper-date")]
    header = make_header(whole, variant, say("sheet-evening"), [variant.name], blanks=blanks)
    frame = in_text_columns(whole)
    # A column takes a table and all places, each below its head; a smaller one a table each.
    room, heads_high = room_below(frame, header), 18 + 0.8 * frame.least
    whole_column = frame.columns > 1 and room >= 22 * _LOW_ROW + 2 * heads_high
    high = (room - 2 * heads_high) // 22 if whole_column else (room - heads_high) // 6
    high = max(min(high, _MOST_ROW), _LOW_ROW)
    most = 16 if whole_column else max(int((room - heads_high) // high), 1)

    def blocks(size: float) -> Sequence[Block]:
        heads = [say("evening-player"), *(say("evening-round", round=at) for at in (1, 2))]
        heads.append(say("evening-sum"))
        seats, places = [[""] * 4] * 6, [[f"{place}", "", ""] for place in range(1, 17)]
        made: list[Block] = []
        for number in range(1, 5):
            tables = [ruled(heads, some, size, high) for some in in_parts(seats, most)]
            made += section(frame, say("evening-table", table=number), size, tables)
        heads = ["", say("evening-player"), say("evening-sum")]
        tables = [ruled(heads, some, size, high, numbered=True) for some in in_parts(places, most)]
        return [*made, *section(frame, say("evening-all"), size, tables)]

    return impose(say("sheet-evening"), flow(frame, header, blocks, 11), options)


@sheet("season", place=11)
def season(variant: Variant, options: PrintOptions, game: GameOnPaper | None) -> Layout:
    """A table of a season: a line a player, a column an evening, and the sum."""
    players_of(variant, options.players, game)
    frame = frame_of(options)
    header = make_header(
        frame, variant, say("sheet-season"), [variant.name], blanks=[say("season-year")]
    )
    evenings = max(3, min(int((frame.inner_width * 0.7 - 14) / 12), 12))
    names = list(game.names_shown) if game else []
    high = _ROW if frame.scale.side >= 190 else _LOW_ROW

    def blocks(size: float) -> Sequence[Block]:
        heads = [say("evening-player"), *map(str, range(1, evenings + 1)), say("evening-sum")]
        room = frame.inner_height - header.height - line_height(size) - 8
        lines = max(int(room / high), 1)
        seats = [*names, *[""] * (lines - len(names))]
        rows = [[name, *[""] * (evenings + 1)] for name in seats]
        return [ruled(heads, some, size, high) for some in in_parts(rows, lines)]

    return impose(say("sheet-season"), flow(frame, header, blocks, 10, frame.least), options)


@sheet("sign", place=13, suits=of_games, refusal="paper-no-game-sign")
def sign(variant: Variant, options: PrintOptions, game: GameOnPaper | None) -> Layout:
    """A code to scan for the table, with what it is for in words; raises `SheetError`."""
    assert game is not None, "the sheet suits games alone"
    players_of(variant, None, game)
    frame = frame_of(options)
    title = game_title(variant.name, game)
    below = dotted(game_name(variant.name, game), say("sheet-sign"))
    header = make_header(frame, variant, title, [below])
    code = draw_code(game.link, say("paper-game-online"))
    if code is None:
        raise SheetError(say("paper-no-sign"))
    room = frame.inner_height - header.height
    side = int(min(frame.inner_width * 0.8, room * 0.55, 120))
    drawn = Markup('<div class="big-code w-{0} h-{0}">{1}</div>').format(side, code)
    words, width = say("sign-words"), frame.inner_width
    size = largest([one for one in _LARGEST if one <= 40], words, width)
    small = max(frame.least, 16 if frame.wide else 12 if frame.roomy else 9)
    blocks = [
        Block(kind="custom", height=side, drawn=drawn),
        big(words, width, size),
        paragraph(frame, say("sign-about"), small),
        paragraph(frame, "", max(frame.least, small * 0.75), game.link or ""),
    ]
    return poster(title, frame, header, blocks, options)


@sheet("certificate", place=14, suits=of_games, refusal="paper-no-game-certificate")
def certificate(variant: Variant, options: PrintOptions, game: GameOnPaper | None) -> Layout:
    """Who won, what, when and against whom, for the wall, with room to sign."""
    assert game is not None, "the sheet suits games alone"
    players_of(variant, None, game)
    frame = frame_of(options)
    title = game_title(variant.name, game)
    header = make_header(frame, variant, say("sheet-certificate"), [variant.name])
    winners = game.winners_shown
    others = [name for name in game.names_shown if name not in winners]
    words = say("final-winner", winners=winners) if winners else say("certificate-blank")
    width = frame.inner_width
    size = largest(_LARGEST, words, width)
    small = max(frame.least, 18 if frame.wide else 14 if frame.roomy else 9)
    best = [game.shown_total(one) for one in game.scores.totals if one.name in game.winners]
    lines = [
        dotted(variant.name, own_title(variant.name, game), game.date_shown),
        dotted(
            say("certificate-points", points=best[0]) if best and best[0] else "",
            say("certificate-against", others=tuple(others)) if others and winners else "",
        ),
    ]
    mark = frame.scale.mark * 2.5
    blocks = [
        Block(kind="custom", height=mark * 2 / 3, drawn=draw_mark(variant, mark)),
        big(words, width, size),
        *(paragraph(frame, line, small) for line in filter(None, lines)),
        *(paragraph(frame, text, frame.least) for text in house_texts(variant, None)),
        *sign_lines(frame, [say("certificate-signed")] * 2, frame.least),
    ]
    return poster(title, frame, header, blocks, options)
