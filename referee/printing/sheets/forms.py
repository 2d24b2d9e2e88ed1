"""Sheets to write on and to hang up: agreement, own rules, dealer's card, tables, sign."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import chain, groupby, product, zip_longest
from math import ceil
from operator import itemgetter
from typing import Final

from markupsafe import Markup

from referee.language import capitalized, say
from referee.printing.blocks import (
    HEADING,
    MOST_AIR,
    WRITE,
    Block,
    MakeBlocks,
    TextFace,
    Writer,
    beside,
    fitting,
    flow,
    free_on,
    room_below,
    together,
    white,
)
from referee.printing.card_svg import Meld, draw_melds, drawn_height
from referee.printing.comparison import spanned
from referee.printing.game_facts import (
    Setting,
    deal_numbers,
    deal_plan,
    house_texts,
    player_numbers,
    ruled_by,
    settings,
)
from referee.printing.geometry import Frame, text_columns
from referee.printing.header import Header, dotted_lines
from referee.printing.imposition import Layout
from referee.printing.marks import draw_blank, draw_notation
from referee.printing.names import LARGE_SIZES, SIZES, Head, fit_names
from referee.printing.options import SheetError
from referee.printing.qr import draw_code
from referee.printing.sections import evenly, goal_words, rule_texts
from referee.printing.sheets import Job, of_games, sheet
from referee.printing.text_metrics import (
    GLUE,
    POINT,
    largest,
    line_height,
    lines_of,
    text_height,
    text_width,
)
from referee.rules.cards import parse_cards
from referee.rules.deals import contract_words
from referee.rules.examples import deal_melds, right_and_wrong
from referee.rules.schema.melds import KINDS, Piece
from referee.rules.schema.variant import Variant

_MOST_MORE: Final = 8
"""Millimetres that a row to write in may be higher than a pen needs."""

_BOX: Final = 1.6
_TICK_LINE: Final = 1.6
_BETWEEN_TICKS: Final = 3.0
_BLANK: Final = 12
_MOST_TICK: Final = 140
_NUMBER: Final = 0.72
"""Parts of its print: a box to tick with white beside it, and a line of choices; and millimetres
between two of these, of a line to write on at least, of a choice at most, which goes to the margin,
and of a column of numbers for each point of their heads."""

_PLAYER: Final = (18.0, 15.0, 11.5)
_DATED: Final = (0.16, 0.18)
_NAME: Final = 1.4
_EVENINGS: Final = 5
"""Millimetres of a player of a season on a wide face, a roomy one and a small one, the part of the
width that the number of an evening and its date have, lines to write on that a name takes, and how
few evenings there are at least where they have room."""

_MOST_DEALT: Final = 3
_MOST_BETWEEN: Final = 4
_LED: Final = 0.4
_LARGE: Final = 1.5
"""Rows of a dealer's card for cards that differ by the deal, and half millimetres of air of each of
its texts, at most, the part of the width that the words before figures have, and lines of print in
a row whose figures are large."""

_SEATS: Final = 6
_TABLES: Final = 4
_PLACES: Final = 16
"""Seats of a table at most, and tables and places of an evening at least."""

_MOST_CODE: Final = 140.0
_LEAST_CODE: Final = 20.0
_WHITE: Final = white(3)
_LEAST_CARDS: Final = 12.0
_CERTIFIED: Final = 1.5
_HOUSE: Final = 0.8
_BELOW_RULE: Final = 0.4
"""Millimetres of a code at most and at least, white between two parts, millimetres of the cards on
a certificate at least, the print of its title in that of others, and of house rules in that of the
words above at most, and white below the words between two rules in widths of the mark."""

_QUESTIONS: Final = ("packs", "ace", "discard", "claim", "then", "out", "points", "winner")
_CONTRACTS: Final = 10
_PIECES: Final = {"=": Piece("set", 3), "/": Piece("run", 4)}
"""What is drawn above the head of a column that begins so."""


def ticks(write: Writer, lead: str, choices: Sequence[str], label: float, indent: int) -> Block:
    """A word in print of `label` points and choices, each after a box to tick, or a line to write.

    Where one has "_" something is written, on a line up to the next; no box stands before one that
    begins with "-". Choices begin at stops, the first `indent` millimetres from the margin.
    """
    size, room = write.size, int(write.frame.inner_width - indent)
    stop = room // (4 if write.frame.wide else 2) // (1 + (len(choices) > 4))

    def laid(choice: str) -> int:
        """Millimetres of a choice with the space to the next; a line to write on fills them."""
        box = _BOX * size * POINT * (choice[0] != "-")
        told = text_width(f"{choice.strip('-').replace('_', '')} ", size) + box + _BETWEEN_TICKS
        needed = told + (_BLANK + 2) * choice.count("_")
        return min(ceil(needed / stop) * stop, room)

    widths = [*map(laid, choices)]
    lines = lines_of(widths, room)
    alone = lines_of(widths[:-1], room) < lines
    if alone and choices[-1][0] != "-" and choices[-1].endswith("_"):
        # Behind a box that stands alone the line is as long as there is room for.
        widths = [*widths[:-1], min(room, _MOST_TICK)]
    height = max(lines, 1) * _TICK_LINE * size * POINT
    return Block(
        kind="ticks", height=height + 2.4, size=size, lead=lead, parts=tuple(choices),
        table=(label, indent, widths),
    )  # fmt: skip


def ruled(
    heads: Sequence[str],
    rows: Sequence[Sequence[str]],
    size: float,
    high: float,
    most: int,
    shown: str = "",
    *,
    head: int = 0,
    lead: int = 0,
) -> list[Block]:
    """Tables with lines to write on: heads, and a row for each, empty where it is to be filled.

    `most`: rows of a table, of which there may be several. `shown`: classes of the stylesheet:
    rows that begin with no more than a number are `numbered`, or `dated` with room for a date;
    `sums` stand in the last column; what `counts` is large, and `few` columns are narrow.
    `head`, `lead`: millimetres that the heads are high and the first column is wide, 0 for what
    they need.
    """
    high_head = head or line_height(size) + 2
    return [
        Block(
            kind="ruled",
            height=ceil(high_head + len(some) * round(high) + 2),
            size=size,
            parts=tuple(heads),
            table={"rows": some, "row": round(high), "shown": shown, "head": head, "lead": lead},
        )
        for some in (rows[at : at + most] for at in range(0, len(rows), most))
    ]


def in_rows(tables: Sequence[Block], columns: int) -> list[Block]:
    """The tables one below the other, or side by side where there are several columns."""
    rows = zip_longest(*[iter([table] for table in tables)] * columns, fillvalue=())
    return [beside(*row) for row in rows] if columns > 1 else [*tables]


def _across(frame: Frame) -> bool:
    """Whether a face lies across, in print of which two columns have room."""
    return frame.width > frame.height and not frame.large


def poster(job: Job, header: Header, make: MakeBlocks, most: float) -> Layout:
    """Blocks in the middle of a face and spread over it, in print of at most so many points.

    What is signed stands at its foot.
    """
    made: list[TextFace] = []
    for face in flow(job.write, header, make, most):
        blocks = face["columns"][0]
        # Where no name stands at the foot its room is free, too.
        room = free_on(job.frame, face) + job.frame.scale.foot * (not header.game)
        free = int(room / (len(blocks) + (blocks[-1].kind != "sign")))
        spread = Block(kind="poster", height=0, beside=free, table=blocks)
        made.append({"head": face["head"], "columns": [[spread]]})
    return job.on_paper(job.title, made)


@sheet("agreement", place=6)
def agreement(job: Job) -> Layout:
    """The house agreement: the options in force, where the rules are silent, and room to sign."""
    # Across wide paper an answer would stand far from its question.
    job = job.in_columns() if _across(job.frame) else job
    variant, game, frame = job.variant, job.game, job.frame
    date = game.date if game else ""
    blanks = () if date else (say("paper-date"),)
    title = say("sheet-agreement")
    header = job.header(title, variant.name, job.own_title, date, blanks=blanks, code=True)

    def signed(write: Writer, signers: Sequence[str]) -> list[Block]:
        return [write.heading(say("agreement-signed")), *write.signs(signers)]

    signers = game.names if game else ("",) * (job.count or player_numbers(variant)[-1])
    # Of lines without names there are no more than one face has room for.
    while not game and room_below(frame, header, signed(job.write, signers)) < 0:
        signers = signers[1:]
    agreed = settings(variant, job.count)
    silent = silent_rules(variant, agreed)
    rests_on = [
        "change" if one.changed else variant.basis(_answered(variant, one.name)).by
        for one in agreed
    ]

    def blocks(answered: Callable[..., Block], write: Writer) -> Sequence[Block]:
        def answers(basis: str) -> Iterator[Block]:
            some = (one for one, by in zip(agreed, rests_on, strict=True) if by == basis)
            return (answered(write, setting.asks, setting.answer) for setting in some)

        stated, asked = [*map(write.item, silent)], [*answers("table")]
        # A line stands between them.
        between = [_WHITE] * bool(stated and asked and asked[0].kind == "answer")
        return [
            *write.section(say("agreement-changed"), answers("change")),
            *write.section(say("agreement-silent"), stated + between + asked),
            *write.section(say("agreement-kept"), answers("rules")),
            *write.section(say("agreement-also"), [WRITE]),
            *signed(write, signers),
        ]

    # Answers stand below one another at the edge, unless that takes a face more.
    ways = (partial(blocks, answered) for answered in (Writer.answer, Writer.item))
    return job.text(job.title, header, frame.by_width(16, 10), *ways)


def _answered(variant: Variant, option: str) -> str:
    """The rule that the answer to an option says: the first of those that it changes."""
    changed = ruled_by(variant, option)
    own = (rule for rule in variant.options[option].rules if rule in changed)
    return next((rule for rule in own if variant.text(rule)), changed[0])


def silent_rules(variant: Variant, options: Sequence[Setting]) -> tuple[str, ...]:
    """What holds because the table agreed on it, as far as the answers to its options do not say.

    An answer says one rule alone, and not where another option has a share in the rule. That of an
    option that the table changed says all that rests on it.
    """
    silent = (rule for rule in variant.rules if variant.basis(rule).by == "table")
    asked = {setting.name for setting in options}
    shares = Counter(rule for name in asked for rule in ruled_by(variant, name))

    def is_answered(rule: str) -> bool:
        option = variant.basis(rule).option
        return option in asked and (
            option in variant.turned or (rule == _answered(variant, option) and shares[rule] == 1)
        )

    texts = (variant.text(rule) for rule in silent if not is_answered(rule))
    return tuple(filter(None, texts))


@sheet("own-rules", place=8)
def own_rules(job: Job) -> Layout:
    """A card of a table's own game: boxes to tick, and slots for contracts."""
    frame, title = job.frame, say("sheet-own-rules")
    narrow = frame.smallest or (frame.large and not frame.roomy)
    agreed = [] if narrow else [say("own-agreed"), say("own-by")]
    header = job.header(title, say("own-mark"), blanks=agreed)
    mark, turned = draw_blank(frame.scale.mark), draw_blank(frame.scale.foot_mark)
    header = replace(header, mark=mark, turned=turned, game=title)
    write = job.in_columns().write if _across(frame) else job.write

    def blocks(write: Writer) -> Sequence[Block]:
        leads = {word: say(f"own-{word}") for word in ("name", *_QUESTIONS)}
        # All words are in one size.
        room = write.frame.scale.label
        label = max(min(fitting(one, write.size, room) for one in leads.values()), frame.least)
        widest = max(text_width(one, label, "title") for one in leads.values())
        tick = partial(ticks, write, label=label, indent=ceil(widest) + 5)
        asked = (tick(leads[word], say(f"own-{word}-choices").split(" | ")) for word in _QUESTIONS)
        # Lines for house rules fill what the questions leave of a face, contracts the next.
        house = write.section(say("own-house"), [WRITE])
        heading = write.heading(say("card-contracts"))
        slots = _slots(write, room_below(frame, header, [heading]))
        return [tick(leads["name"], []), *asked, *house, heading, *slots]

    faces = flow(write, header, blocks, frame.by_width(11.5, 11))
    return job.on_paper(title, [_filled(frame, face) for face in faces])


def _slots(write: Writer, room: float) -> list[Block]:
    """Tables to write contracts in, in one where `room` is enough, or side by side on low paper."""
    frame, pen, words = write.frame, write.frame.scale.pen, say("own-contract").split(" | ")
    columns = 2 if _across(frame) and frame.roomy else 1
    width = replace(frame, columns=columns * frame.columns).inner_width - _NUMBER * write.size
    cell = width / len(words) - 1
    size = largest(max(words, key=len), cell, write.size, frame.least, "bold")
    high = size * 0.38
    drawn = {
        sign: draw_notation((piece,), str(piece), high, cell) for sign, piece in _PIECES.items()
    }
    heads = [Markup("{}{}").format(drawn.get(word[0], ""), word.lstrip("=/")) for word in words]
    rows = [[str(at), *[""] * len(words)] for at in range(1, _CONTRACTS + 1)]
    head = ceil(line_height(size) + high + 2)
    free = room - head - 4 - 5 * (columns - 1)
    most = ceil(_CONTRACTS / ceil(_CONTRACTS / min(_CONTRACTS // columns, max(free // pen, 1))))
    tables = ruled(["", *heads], rows, size, pen, most, "numbered pieces", head=head)
    return in_rows(tables, columns)


@sheet("dealer", place=9)
def dealer(job: Job) -> Layout:
    """What the dealer needs: packs, jokers and cards for each number of players, and the set-up."""
    variant, frame = job.variant, job.frame
    header = job.header(say("sheet-dealer"), variant.name)
    numbers = [job.count] if job.count else [*player_numbers(variant)]

    def dealt(what: str, deal: int = 1) -> list[int]:
        return [getattr(deal_plan(variant, number, deal), what) for number in numbers]

    rows = {say(f"dealer-{what}"): dealt(what) for what in ("packs", "jokers")}
    # Where cards differ in many deals a rule says it in a line.
    deals = groupby(deal_numbers(variant), key=partial(dealt, "cards_each"))
    each = [(cards, [*some]) for cards, some in deals]
    in_table = len(each) <= _MOST_DEALT
    for cards, some in each if in_table else ():
        within = say("dealer-in", deals=spanned(some), several=len(some) > 1)
        rows[within if each[1:] else say("dealer-each")] = cards
    # Numbers of players for whom all is the same share a column.
    columns = groupby(zip(numbers, *rows.values(), strict=True), key=itemgetter(slice(1, None)))
    shared = {spanned(number for number, *_ in some): column for column, some in columns}
    # What is the same for all numbers stands in one cell across their columns.
    cells = [
        [lead, *map(str, same if len({*same}) > 1 else same[:1])]
        for lead, *same in zip(rows, *shared.values(), strict=True)
    ]
    # The table has what the rules say of packs and cards.
    told = ["players.number", "cards.packs", *["cards.dealt"] * in_table]
    below = [
        (say(f"card-{word}"), rule_texts(variant, word, told=told)) for word in ("setup", "stock")
    ]
    longest = max(rows, key=lambda lead: text_width(lead, 1, "bold"))
    shown = "counts few" if len(shared) == 1 else "counts"
    named = _LED * frame.inner_width - 1.5

    def blocks(write: Writer) -> Sequence[Block]:
        size = largest(longest, named, write.size, frame.least, "bold")
        said = (
            write.section(title, map(write.item if texts[1:] else write.paragraph, texts))
            for title, texts in below
        )
        line = line_height(size)
        least = max(text_height(longest, named, size, "bold") + 2, 7 if frame.roomy else 6)
        high = max(least, _LARGE * line)
        most = max(int((room_below(frame, header) - line - 6) / round(high)), 1)
        heads = [say("dealer-players"), *shared]
        return [*ruled(heads, cells, size, high, most, shown), *chain(*said)]

    faces = flow(job.write, header, blocks, frame.by_width(22, 17, 14))
    return job.on_paper(variant.name, [_filled(frame, face, _MOST_BETWEEN) for face in faces])


@sheet("evening", place=10)
def evening(job: Job) -> Layout:
    """Tables of an evening for as many as play, with two rounds each, and everybody's place."""
    title, frame, variant = say("sheet-evening"), job.frame, job.variant
    blanks = [say("evening-club"), say("paper-date")]
    header = job.header(title, variant.name, blanks=blanks)
    columns = text_columns(frame.whole_width)
    # Beside a third would be nothing.
    columns += columns > 2
    size = max(frame.least, frame.by_width(11, 11, 9))
    rounds = [say("evening-round", round=number) for number in (1, 2)]
    if text_width(rounds[1], size, "bold") > replace(frame, columns=columns).inner_width * 0.2 - 2:
        rounds = ["1", "2"]
    total = say("evening-sum")
    seats = min(job.count or variant.players.most, _SEATS)
    seated = [[""] * 4] * seats
    tables = max(_TABLES, _PLACES // seats)
    places = max(_PLACES, tables * seats)
    ranked = [[f"{place}", "", ""] for place in range(1, places + 1)]
    # As many places stand in a table as have room on a face, in rows for a pen.
    head = line_height(size * HEADING) + 2
    room = room_below(frame, header) - head - 6
    pen = min(frame.scale.pen, int(room / seats))
    # Many places stand in three tables, narrower than those of players.
    abreast = max(columns, 3 * (frame.wide and places > _PLACES))
    times = ceil(places / (abreast * max(int((room - line_height(size) - 2) / pen), 1)))

    def blocks(write: Writer) -> Sequence[Block]:
        names = (say("evening-table", table=at) for at in range(1, tables + 1))
        [*seatings] = chain.from_iterable(
            ruled([table, *rounds, total], seated, size, pen, seats, "sums", head=ceil(head))
            for table in names
        )
        added = say("evening-added", best=variant.scoring.best)
        heading = write.heading(say("evening-all"), added)
        heads, each = ["", say("evening-player"), total], ceil(places / (abreast * times))
        ranks = ruled(heads, ranked, size, pen, each, "numbered places sums")
        return [*in_rows(seatings, columns), heading, *in_rows(ranks, abreast)]

    faces = flow(job.write, header, blocks, size)
    return job.on_paper(variant.name, [_filled(frame, face) for face in faces])


def _filled(frame: Frame, face: TextFace, most: int = MOST_AIR) -> TextFace:
    """The same with rows to write in as high as there is room for, all of them alike.

    Others have at `most` so many half millimetres of air.
    """
    columns, airs = [], []
    for blocks, air in zip(face["columns"], face["air"], strict=True):
        airs.append(min(air, most))
        rows = sum(block.kind in ("item", "ticks") for block in blocks)
        # Half a millimetre stays free, as A3 has a little less room than the A4 that it enlarges.
        room = room_below(frame, face["head"]) - 0.5 - rows * airs[-1] / 2
        ways = ([_higher(block, mm) for block in blocks] for mm in range(_MOST_MORE, 0, -1))
        columns.append(next((way for way in ways if together(way).height <= room), blocks))
    return {**face, "columns": columns, "air": airs}


def _higher(block: Block, mm: int) -> Block:
    """The same with each row to write in so many millimetres higher."""
    table = block.table
    if block.kind == "beside":
        return beside(*([_higher(one, mm) for one in stack] for stack in table))
    if block.kind != "ruled":
        return block
    high = block.height + mm * len(table["rows"])
    return replace(block, height=high, table={**table, "row": table["row"] + mm})


@sheet("season", place=11)
def season(job: Job) -> Layout:
    """A table of a season: a line an evening, a column a player, and below them sums and places."""
    frame, title, variant, pen = job.frame, say("sheet-season"), job.variant, job.frame.scale.pen
    below = variant.name, say("season-columns", best=variant.scoring.best)
    header = job.header(title, *below, blanks=[say("season-year")])
    size = max(frame.least, frame.by_width(12, 10))
    evening, date = say("season-evening"), say("paper-date")
    ends = say("evening-sum"), say("season-place")
    widest = max(text_width(end, HEADING * size, "title") for end in ends)
    widest = max(widest, text_width(evening, size, "bold")) + 2
    dated = ceil(max(frame.by_width(*_DATED) * frame.inner_width, widest))
    across = max(int((frame.inner_width - dated) / frame.by_width(*_PLAYER)), 1)
    players = job.game.heads if job.game else ("",) * (job.count or across)
    sizes = LARGE_SIZES if frame.large else SIZES

    def way(across: int) -> tuple[list[tuple[Head, ...]], int, float]:
        """Heads, and millimetres of them, in which a name can be written, and of what is below."""
        parts, width = evenly(players, across), frame.inner_width - dated
        heads = [fit_names(some, width / len(some), sizes) for some in parts]
        tallest = max(2 * line_height(size), *(one.height for one in chain(*heads)))
        head = ceil(max(_NAME * pen, tallest + 1.5))
        return heads, head, room_below(frame, header) - head - 3

    # Long names have wider columns where heads would leave no room for evenings.
    ways, least = [*map(way, range(min(across, len(players)), 0, -1))], _EVENINGS + len(ends)
    enough = min(least * pen, max(room for *_, room in ways) - pen)
    heads, head, room = next(way for way in ways if way[2] >= enough)
    most = max(int(room / pen), 1)
    # Many evenings are in whole groups of five.
    most -= (most - len(ends)) % _EVENINGS * (most >= least + _EVENINGS)
    # Low paper has evenings on several faces.
    lines = most * ceil(least / most)
    number = Markup('<span class="number">{}</span>').format
    leads = [*map(number, range(1, lines - len(ends) + 1)), *ends]
    first = Markup("{}<br>{}").format(evening, date)
    named_in = Markup('<span class="pt-{}">{}</span>').format
    tables: list[Block] = []
    for some in heads:
        named = (named_in(int(2 * one.size), Markup("<br>").join(one.lines)) for one in some)
        cells = [[lead, *[""] * len(some)] for lead in leads]
        *others, last = ruled(
            [first, *named], cells, size, pen, most, "dated", head=head, lead=dated
        )
        tables += [*others, replace(last, table={**last.table, "shown": "dated ends"})]
    faces = flow(job.write, header, lambda _: tables, size)
    return job.on_paper(variant.name, [_filled(frame, face) for face in faces])


@sheet("sign", place=13, suits=of_games, refusal="paper-no-game-sign")
def sign(job: Job) -> Layout:
    """A code to scan for the table, with what it is for in words; raises `SheetError`."""
    game, frame = job.game, job.frame
    assert game is not None, "the sheet suits games alone"
    about = capitalized(goal_words(job.variant, game))
    header = job.header(job.title, job.played, about=about)
    code = draw_code(game.link, say("paper-game-online"))
    if code is None:
        raise SheetError(say("paper-no-sign"))
    words = say("sign-words")
    # Browsers need no more where it begins so.
    link = (game.link or "").removeprefix("https://")
    # What lies across has the words beside the code, else they are about as wide.
    across = frame.width > frame.height
    column = replace(frame, columns=1 + across, topic=0 if across else 0.2 * frame.inner_width)
    width, small = column.inner_width, max(frame.least, 0.7 * frame.scale.title)
    # What stands before its last slash and behind it has a line each, torn where that is full.
    start = link.rfind("/") + 1
    longer = max(link[:start], link[start:], key=len)
    read = largest(longer, width, small, max(frame.least, 0.75 * small), "bold")
    address = f"{link[:start]}\n{link[start:]}"

    def blocks(write: Writer) -> Sequence[Block]:
        write = replace(write, frame=column)
        said = write.at(small).paragraph(say("sign-about")), write.at(read).paragraph("", address)
        between = [white(int(line_height(small)))] * (not frame.large)
        below = chain(*([*between, one] for one in said))
        told = [together([write.big(words, write.size, write.size), *below])]
        # Beside the words there is white about it, too.
        free = room_below(frame, header, [beside([])] if across else told)
        side = int(max(min(width, free * (1 if across else 0.9), _MOST_CODE), _LEAST_CODE))
        drawn = Markup('<div class="big-code w-{0} h-{0}">{1}</div>').format(side, code)
        shown = Block(kind="custom", height=side, drawn=drawn)
        return [beside([shown], told)] if across else [shown, *told]

    most = min(largest(half, width, 1.5 * frame.scale.title) for half in words.rsplit(" ", 2))
    if room_below(frame, header, blocks(job.write)) < 0:
        raise SheetError(say("paper-sign-long"))
    return poster(job, header, blocks, most)


def _last_melds(variant: Variant) -> tuple[tuple[Meld, ...], str]:
    """Melds to win with, those of the last contract or one of each kind, and what they show."""
    if variant.has_contracts:
        last = len(variant.deals)
        return deal_melds(variant, last), contract_words(variant.deals[-1].contract)
    ruled = [one for kind in KINDS for one in right_and_wrong(variant, kind) if one.right]
    return tuple(parse_cards(one.cards) for one in ruled), " ".join(one.says for one in ruled)


@sheet("certificate", place=14, suits=of_games, refusal="paper-no-game-certificate")
def certificate(job: Job) -> Layout:
    """Who won, what, when and against whom, for the wall, with room to sign."""
    variant, game, frame = job.variant, job.game, job.frame
    assert game is not None, "the sheet suits games alone"
    scale, width = frame.scale, frame.inner_width
    alone = replace(job.header(say("sheet-certificate")), game="", turned=Markup())
    # The title stands in the middle, larger and below the mark where there is room for both.
    size = int(alone.size * _CERTIFIED)
    high = ceil(line_height(size)) + 2
    both = replace(alone, size=size, height=alone.height + high, further=alone.further + high)
    alone = replace(alone, mark=Markup())
    winners = game.winners
    # No line ends within a name.
    others = tuple(name.replace(" ", GLUE) for name in game.names if name not in winners)
    words = say("final-winner", winners=winners) if winners else say("certificate-blank")
    best = [game.shown_total(one) for one in game.scores.totals if one.name in winners]
    points = say("certificate-points", points=best[0]) if best and best[0] else ""
    named = say("certificate-against", others=others) if others and winners else ""
    played = job.own_title, game.date
    longest, least = max(variant.name, *played, key=len), max(frame.least, 0.5 * scale.title)
    house = house_texts(variant, None)
    rule = Block(kind="rule", height=scale.rule + 2 + _BELOW_RULE * scale.mark)

    def blocks(against: str, header: Header, part: float, write: Writer) -> Sequence[Block]:
        small = largest(longest, width, part * scale.title, least, "regular")
        told = write.at(small)
        won = [write.big(words, write.size, write.size), rule]
        won += map(told.paragraph, filter(None, (points, against)))
        won += [*[_WHITE] * (frame.wide + (not frame.smallest)), told.paragraph("", variant.name)]
        won += map(told.paragraph, dotted_lines(played, width, small))
        signed = write.at(max(frame.least, small * 0.6))
        asked = largest(max(house, key=len, default=""), width, _HOUSE * small, signed.size)
        below = [
            *[together([*map(told.at(asked).paragraph, house)])] * any(house),
            *signed.signs([say("certificate-signed"), say("certificate-witness")]),
        ]
        tall = min(0.75 * room_below(frame, header, [rule, *won, *below]), width / 4)
        if tall < _LEAST_CARDS:
            # The names of many winners leave no room for what stands below them.
            parted = room_below(frame, header, won) < 0
            return [won[0], *won[2:], *below] if parted else [together(won), *below]
        cards = draw_melds(*_last_melds(variant), tall, width, frame.inks, spread=True)
        drawn = Block(kind="custom", height=drawn_height(cards), drawn=cards)
        return [drawn, together([rule, *won]), *below]

    # Where not all names have room, it says how many they are.
    many = say("certificate-others", count=len(others))
    heads = (both, frame.by_width(0.95, 0.85)), (alone, 0.7)
    ways = [
        (header, partial(blocks, against, header, part))
        for against, (header, part) in product((named, many), heads)
    ]
    fitting = (way for way in ways if room_below(frame, way[0], way[1](job.write)) >= 0)
    header, make = next(fitting, ways[-1])
    most = largest(words, width, 3 * scale.title, 16)
    return poster(job, header, make, most)
