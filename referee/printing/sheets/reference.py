"""Sheets that say the rules: contracts, a player's card, the folded card, two games compared."""

import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cache, partial
from itertools import chain, product, zip_longest
from math import ceil, inf
from typing import Final, NamedTuple

from referee.language import say
from referee.printing.blocks import (
    BESIDE_DRAWN,
    CARDS_HEIGHT,
    HEADING,
    ROUNDED,
    Block,
    Cell,
    MakeBlocks,
    TextFace,
    Writer,
    abreast,
    faces_needed,
    first_fitting,
    fit,
    flow,
    going_on,
    kept,
    ladder,
    tallest,
    together,
    white,
    within,
)
from referee.printing.card_svg import contract_sentence, drawn_width
from referee.printing.comparison import (
    Contracts,
    Two,
    contracts_apart,
    facts_apart,
    others_than,
    rules_apart,
)
from referee.printing.game_facts import house_texts, packs, players_words
from referee.printing.geometry import Frame, frame_of
from referee.printing.header import Header
from referee.printing.imposition import Layout
from referee.printing.marks import draw_notation, draw_pair, fitting_height
from referee.printing.options import Orientation, SheetError
from referee.printing.sections import (
    contract_section,
    dealt_alike,
    drawn_melds,
    house_rows,
    notation_height,
    point_boxes,
    rule_rows,
    rule_texts,
    rules_text,
    smaller,
)
from referee.printing.sheets import Job, sheet
from referee.printing.sheets.values import meld_rows, no_meld_rows
from referee.printing.text_metrics import GLUE, largest, text_width
from referee.rules.examples import right_and_wrong
from referee.rules.law.points import card_values
from referee.rules.schema.melds import KINDS
from referee.rules.schema.variant import Variant
from referee.variants import UnknownGame, load

# The contract sheet

_DECIDING: Final = (
    "wild.cards", "wild.balance", "claim.who claim.cards", "contract.same-suit contract.overlap",
    "contract.size", "go-out.last", "run.ace",
)  # fmt: skip
"""What a glance at the sheet should settle besides the contract, the most disputed first.

Of two rules in one the second goes on from the first.
"""

_WORTH: Final = 0.8
"""Print of contracts for the sake of these, in what it would be without them, at least."""

_MELD_ROWS: Final = ("set", "run", "wild", "open", "knock", "down", "lay-off", "out", "end")
_LEFT_OUT: Final = ("lay-off", "down", "end")
"""The words under which a game without contracts says its rules, and those that the smallest cards
leave out where they have no room, the first before the others."""


@sheet("contracts", place=2)
def contracts(job: Job) -> Layout:
    """What each deal asks for, or the melds of a game that has no contracts."""
    variant, count = job.variant, job.count
    facts = (say_of(variant, count) for say_of in (players_words, dealt_alike, packs))
    about = say("card-contracts") if variant.has_contracts else ""
    header = job.header(variant.name, about, job.own_title, *facts, code=True)
    if job.frame.smallest:
        job = replace(job, frame=_held_near(job.frame))
    if not variant.has_contracts:
        melds = _brief(job, header) if job.frame.smallest else _melds
        return job.text(job.title, header, job.frame.by_width(20, 15), melds)
    # On paper that lies across, two columns may have room for larger cards.
    jobs = [job, replace(job, frame=replace(job.frame, columns=2))]
    across = job.frame.width > job.frame.height
    across &= job.frame.smallest or jobs[1].frame.inner_width >= _KINDS
    ways = (_contracts(one, header) for one in jobs[: 1 + across])
    faces, _, write, made = min(ways, key=lambda way: (way[0], -way[1], -way[2].size))
    # Below the rows as many of the deciding rules as there is room for, in as large print as the
    # points; what is left is for the rows.
    texts, sizes = _deciding(variant), _below_rows(job.frame, write.size)

    def way(
        texts: Sequence[str], size: float, rows: Sequence[Block] = made
    ) -> tuple[TextFace, ...]:
        return within(write, header, [*rows, *map(write.at(size).item, texts)], faces)

    fitting: list[str] = []
    for text in texts:
        fitting += [text] * bool(way([*fitting, text], sizes[-1]))
    found = (way(fitting, size, rows) for rows in (_apart(made), made) for size in sizes)
    return job.on_paper(job.title, next(filter(None, found)))


def _apart(blocks: Sequence[Block]) -> Sequence[Block]:
    """The same blocks with more white between contracts and what cards count."""
    kinds = [block.kind for block in blocks]
    at = kinds.index("chips") if "chips" in kinds else 0
    clear = [white(1, keeps=True)] * ("contract" in kinds[at - 1 : at])
    return [*blocks[:at], *clear, *blocks[at:]]


def _contracts(job: Job, header: Header) -> tuple[int, float, Writer, Sequence[Block]]:
    """The rows in the largest print there is room for, their cards as tall as is left.

    Before them how many faces they take, and how tall the cards are, 0 for small ones.
    """
    frame, write = job.frame, job.write
    most = replace(frame, columns=1).by_width(20, 16, 12)
    house = house_texts(job.variant, job.count)
    texts = _deciding(job.variant)

    def rows(write: Writer, tall: float = 0, said: Sequence[str] = ()) -> Sequence[Block]:
        """The contracts and the points, and the house rules and what else is `said` below them."""
        asked = contract_section(write, tall=tall)
        small = write.at(smaller(frame, write.size))
        told = write.at(_below_rows(frame, write.size)[-1])
        return [*asked, *small.chips(), *map(small.item, house), *map(told.item, said)]

    # On the smallest card, all contracts are seen at once with what is wild.
    small = flow(write, header, partial(rows, said=texts[: frame.smallest]), most)
    faces, size, least = len(small), _print_of(small, "contract"), 0.0
    if not frame.smallest:
        cards = flow(write, header, lambda at: rows(at, at.size * 0.8), most)
        # Small black cards show a contract where others take a face more, or much smaller print.
        part = frame.by_width(0.6, 0.8) * (frame.columns < 2)
        if len(cards) <= faces and (shown := _print_of(cards, "contract")) >= part * size:
            faces, size, least = len(cards), shown, 0.8
    # Somewhat smaller print and cards leave room for what is disputed most.
    worth = frame.least if frame.smallest else _WORTH * size
    while texts:
        made = flow(write, header, lambda at: rows(at, least * at.size, texts), size)
        if len(made) == faces and _print_of(made, "contract") >= worth:
            size = _print_of(made, "contract")
            break
        texts.pop()
    write = write.at(size)

    def fits(tall: float) -> bool:
        return fit(frame, header, rows(write, tall, texts), faces)

    tall = tallest(fits, least * size) if least else 0
    return faces, tall, write, rows(write, tall)


def _print_of(faces: Sequence[TextFace], kind: str) -> float:
    """The print of blocks of a kind, of which there is one on the first face."""
    return next(block.size for block in faces[0]["columns"][0] if block.kind == kind)


def _deciding(variant: Variant) -> list[str]:
    """What decides disputes in a game, the most disputed first, but for what house rules say."""
    turned = {rule for rule in variant.rules if variant.basis(rule).option in variant.turned}
    unsettled = (rules for rules in _DECIDING if turned.isdisjoint(rules.split()))
    return [*filter(None, (rules_text(variant, rules) for rules in unsettled))]


def _below_rows(frame: Frame, size: float) -> Sequence[float]:
    """Sizes of print of what is said below contracts in print of `size`, the largest first."""
    most, clear = smaller(frame, size), 0 if frame.smallest else frame.by_width(11, 9)
    return ladder(most, min(most, max(frame.least, clear)))


def _melds(write: Writer, words: Sequence[str] = _MELD_ROWS, most: float = 0) -> Sequence[Block]:
    """The melds of a game without contracts, its points, and what this table changed.

    `most`: rules under each of the words at most, which then begin the text; 0 for all of them.
    """
    told = rule_rows(write, words, most or 99, run_in=bool(most))
    # Without lines between them there is room for more.
    told = going_on(told) if most else told
    house = map(write.item, house_texts(write.variant, write.count))
    return [*told, *write.chips(in_column=not most), *house]


def _brief(job: Job, header: Header) -> MakeBlocks:
    """The same on a side of the smallest card, or on both, with all the rules that have room."""
    words = [[word for word in _MELD_ROWS if word not in _LEFT_OUT[:few]] for few in range(4)]
    ways = [*((words[0], most) for most in _SHORTER if most > 1), *((some, 1) for some in words)]

    def made(way: tuple[Sequence[str], float]) -> Sequence[Block]:
        return _melds(job.write, *way)

    sides = faces_needed(job.frame, header, made(ways[-1]))
    best = first_fitting(ways, lambda way: fit(job.frame, header, made(way), sides))
    return lambda write: _melds(write, *best)


# A player's own card

_LEAST: Final = 8.0
_CLEARER: Final = 8.5
"""Print on small cards in points, and where that takes no more sides than the smallest; nothing
else on paper is held as near."""

_KINDS: Final = 87
"""Millimetres between the margins, both ways, from which melds are told in words too."""

_SIDES: Final = 2
_SHORTER: Final = (99, 6, *(eighths / 8 for eighths in range(40, 7, -1)), 0)
"""How many rules stand under a word at most, so that a card has two sides: the longest first."""

_STEPS: Final = (
    ("draw", ("claim",)),
    ("lay", ("open", "down", "knock", "lay-off")),
    ("drop", ("discard", "out")),
)
"""The three steps of a turn, and the words under which their rules stand."""

_SOME: Final = 2
_DEALT: Final = 3
_ELSEWHERE: Final = ("players.number", "cards.dealt")
"""How many rules are some, and texts on the set-up that each card has room for: for whom a game is,
and what is dealt. That stands elsewhere: at the head, and beside contracts where it changes."""

_LENGTHS: Final = ("set.size", "run.length run.ace")
"""The rules on how long melds of each kind are."""

_COSTLY: Final = 4
"""How many times as many rules tell what points come to as stand under other words."""

_LARGER: Final = tuple(1 + part / 40 for part in range(16, -1, -1))
_BESIDE_WORDS: Final = 0.9
"""How many times as large as all else contracts are: as large as has room, but for so little print
as takes their cards from beside their words."""

_BRIEF: Final = ("wild", "swap", "score", "end")
_BEHIND: Final = ("wild", "contract", "swap", "score", "end", "stock")


@sheet("card", place=3)
def card(job: Job) -> Layout:
    """The turn, the contracts and the points, and behind them what is disputed.

    Where all that a game says takes more than two sides of a small card, the rules that are
    disputed least are left to the rule card.
    """
    players = players_words(job.variant, job.count)
    header = job.header(job.title, job.played, say("card-main"), players, code=job.frame.roomy)
    most, least = job.frame.by_width(14, 11), job.frame.by_width(11, 0)
    job = replace(job, frame=_held_near(job.frame))
    # The words beside large text need more than a column has for them.
    job = job if job.frame.large else job.in_columns()
    least = max(least, job.frame.least)
    few = 1 if job.frame.columns > 1 else _SIDES
    smallest, asks = job.frame.smallest, job.variant.has_contracts

    # However many rules are tried, contracts of one size stay as they are.
    @cache
    def asked(size: float) -> Sequence[Block]:
        """The contracts, if the game has any, below their heading."""
        return contract_section(job.write.at(size), say("card-contracts")) if asks else []

    def blocks(way: _Way) -> Sequence[Block]:
        most = int(2 * way.larger * way.size) / 2
        low = least if smallest else max(way.size, _BESIDE_WORDS * most)
        # In the largest print in which small cards stand beside them, if they do in any.
        sizes = (one for one in ladder(most, low) if any(row.beside for row in asked(one)[-1:]))
        rows = asked(next(sizes, most))[1:]
        write = replace(job.write.at(way.size), lined=way.lined)
        return _card(write, way, kept([*asked(way.size)[:1], *rows]))

    @cache
    def sides(way: _Way) -> int:
        return faces_needed(job.frame, header, blocks(way))

    def best(ways: Sequence[_Way], most: int) -> _Way:
        """The first way that takes so many sides at most; often that is the very first."""
        tried = ways[:1] if sides(ways[0]) <= most else ways
        return first_fitting(tried, lambda way: sides(way) <= most)

    # Contracts stand behind a turn where that takes no side more.
    shapes = _Way(least, last=False), _Way(least, last=True)
    way = min(shapes, key=lambda way: max(few, sides(way)))
    most_sides = max(few, sides(way))
    if not smallest:
        way = best([way._replace(size=max(least, _CLEARER), rules=1), way], most_sides)
    # What is free is for rules, for print, for that of contracts, for a turn, and for all else.
    steps: Sequence[tuple[str, Sequence[float]]] = (
        ("rules turn", _SHORTER),
        ("size", ladder(most, way.size)),
        ("larger", _LARGER),
        ("turn", _SHORTER),
        ("rules", _SHORTER),
        ("lined", range(3, 9)),
    )
    for fields, values in steps:
        each = (dict.fromkeys(fields.split(), value) for value in values)
        way = best([*(_Way(**way._asdict() | some) for some in each), way], most_sides)
        most_sides = sides(way)
    made = (within(job.write, header, some(blocks(way)), most_sides) for some in (_apart, list))
    laid = job.on_paper(job.title, next(filter(None, made)))
    # Two sides beside each other are folded to one card.
    beside = laid.grid.columns == len(laid.faces) == _SIDES
    return replace(laid, folded=beside and not (job.options.both_sides or job.options.stacked))


class _Way(NamedTuple):
    """How a player's card of print of `size` says what it has room for.

    `rules`: how many stand under a word at most, in a `turn` under each of its words. `larger`:
    how many times as large as all else contracts are. `last`: they stand below all else. `lined`:
    from how many rules under a word each begins a line.
    """

    size: float
    last: bool
    rules: float = 0
    turn: float = 0
    larger: float = 1
    lined: float = inf


def _narrow(frame: Frame) -> bool:
    """Whether rules on sets and runs give way to the cards that show them."""
    return min(frame.inner_width, frame.inner_height) < _KINDS


def _held_near(frame: Frame) -> Frame:
    """The same room, in smaller print where a card is small, unless large print was chosen."""
    near = frame.smallest or not frame.roomy
    return replace(frame, least=_LEAST) if near and not frame.large else frame


def _card(write: Writer, way: _Way, asked: Sequence[Block]) -> Sequence[Block]:
    """What a player's card says, with the contracts after a turn or below all else."""
    variant, frame, most = write.variant, write.frame, way.rules
    some = max(most, 1)
    # The head says how many play, and contracts what is dealt where that is not alike.
    apart = variant.has_contracts and not dealt_alike(variant, write.count)
    told = _ELSEWHERE[: 1 + apart]
    lead = say("card-setup")
    set_up = rule_texts(variant, "setup", told=told)[: int(max(most, _DEALT)) - len(told)]
    # On narrow cards, melds need no more words before all else has some, on the smallest all.
    narrow, smallest = _narrow(frame), frame.smallest
    ample = most > (_SHORTER[1] if smallest else _SOME)
    worded, below = ample or not narrow, [] if narrow else ["out"]
    # Beside a column of words there is no room for large print, nor on the smallest cards.
    run_in = smallest or frame.large
    rows = partial(rule_rows, write, run_in=run_in)
    costly = most * _COSTLY * smallest
    # Neither melds nor what is dealt ever give way.
    melds = kept(rule_rows(write, KINDS, some, run_in=True)) if worded else _meld_rows(write)
    words = _BEHIND if most else ("contract",) * variant.tracks + _BRIEF
    said = [
        # How contracts follow one another is what makes a game in which everybody has their own.
        *chain(*(rows([word], max(some, costly * (word == "score"))) for word in words)),
        *write.rows(lead * (not run_in), set_up, strong=f"{lead}." * run_in),
    ]
    if smallest:
        # Without lines between them there is room for more.
        said = going_on(said)
    # Where these go on, no heading need be said again.
    melds, said = ([replace(row, kind="label") for row in some] for some in (melds, said))
    points, turned = write.chips(), _turn(write, below, max(way.turn, 1))
    house = house_rows(write, lines=ample or frame.columns > 1)
    asked, behind = ([], asked) if way.last else (asked, [])
    said += [*house, *behind]
    if frame.columns > 1 and ample:
        melds = write.section(say("heading-melds"), melds)
    if smallest:
        # Contracts head their back.
        return [*turned, *points, *melds, *asked, *said]
    return [write.heading(say("card-turn")), *turned, *asked, *points, *melds, *said]


def _meld_rows(write: Writer) -> list[Block]:
    """Melds of each kind, right and wrong, side by side on one line, with how long they are.

    Contracts say that themselves. The smallest cards have what a meld is in a few words, too, and
    upright a row for each kind in games without contracts.
    """
    variant, smallest, sized = write.variant, write.frame.smallest, not write.variant.has_contracts
    lengths = [rules_text(variant, rules, short=smallest) * sized for rules in _LENGTHS]
    melds = [one for kind in KINDS for one in right_and_wrong(variant, kind, write.count)]
    drawn_at = partial(drawn_melds, write, melds, wide=inf)
    tall = write.size * CARDS_HEIGHT
    drawn = drawn_at(tall)
    room = write.frame.inner_width - BESIDE_DRAWN * (len(drawn) - 1) - 2 * ROUNDED
    drawn = drawn_at(tall * min(1, room / sum(map(drawn_width, drawn))))
    kinds = (
        say("card-a-set", suits=variant.sets.suits),
        say("card-a-run", suits=variant.runs.suits),
    )
    said = [*map(" ".join, zip(kinds, lengths, strict=True))] if smallest else lengths
    kept_apart = smallest and sized and write.frame.height > write.frame.width
    pairs = [
        [each for one, each in zip(melds, drawn, strict=True) if one.kind == kind] for kind in KINDS
    ]
    widths = [sum(BESIDE_DRAWN + drawn_width(one) for one in pair) for pair in pairs]
    if not kept_apart:
        if smallest:
            # What is said of runs begins below these.
            before = widths[0] - text_width(said[0], write.size)
            said[0] += GLUE * int(before / text_width(GLUE, write.size))
        said, pairs = [" ".join(said).strip(" ")], [drawn]
    each = zip(said, pairs, strict=True)
    half = max(widths) * kept_apart
    return kept(
        going_on([write.row("", text.strip(), drawn=pair, half=half) for text, pair in each])
    )


def _turn(write: Writer, below: Sequence[str], most: float = 99) -> list[Block]:
    """A turn in three numbered steps, so many rules at most under each word, and some `below`."""
    rows: list[Block] = []
    for number, (step, words) in enumerate(_STEPS, 1):
        said = (rule_texts(write.variant, word, most) for word in words if word not in below)
        texts = [*chain(*said)]
        lead = say(f"card-step-{step}", by=write.variant.showdown.by)
        rows += write.rows(str(number), texts, numeral=True, strong=lead)
    return [*rows, *rule_rows(write, below, most, run_in=True)]


# The rule card, printed on both sides, cut and folded

_PANELS: Final = 4
_PICTURED: Final = ("card-contracts", "heading-melds", "card-no-melds")
"""How many panels there are, and what those are about whose cards are as large as has room."""

_READABLE: Final = 10.0
_MOST_NAMED: Final = 1.3
_TORN: Final = 0.75
"""Print beside melds in pictures at least, parts of the print of rules that contracts have beside
cards at most, and points of print that it is worth that nothing goes on on a further card."""


@sheet("rules", place=4, numbered=False)
def rules(job: Job) -> Layout:
    """The whole game on a card folded once, or on plain cards of paper too small to fold."""
    variant, options = job.variant, job.options
    if options.up > 2:
        raise SheetError(say("paper-rules-four", up=options.up))
    # Two panels beside each other for every card, however the paper lies.
    panels = replace(options, up=2 * options.up, orientation=Orientation.UPRIGHT)
    with suppress(SheetError):
        card = replace(job, options=panels, frame=frame_of(panels))
        if faces := _folded(card):
            return card.on_paper(variant.name, faces, folded=True)
    if options.up > 1:
        raise SheetError(say("paper-rules-long", game=variant.name))
    header = job.header(variant.name, say("sheet-rules"))

    def whole(lines: bool, keep: bool, write: Writer) -> Sequence[Block]:
        subjects = _subjects(write, titled=True).items()
        made = ((say(title), make(0)) for title, make in subjects)
        # Contracts have their heading already.
        each = (
            said if said[0].kind == "heading" else write.section(to, kept(said) if keep else said)
            for to, said in made
        )
        return [*chain(*each), *house_rows(write, lines=lines)]

    def worse(faces: Sequence[TextFace]) -> tuple[int, float]:
        """How many cards there are, and how small the print is, and more for what goes on."""
        first = (face["columns"][0][0] for face in faces)
        torn = sum(block.kind == "heading" and not block.strong for block in first)
        return len(faces), _TORN * torn - _print_of(faces, "step")

    # Lines to write on are worth neither a card nor smaller print.
    each = (partial(whole, *way) for way in product((True, False), (True, False)))
    ways = (flow(job.write, header, way, 12) for way in each)
    cards = min(ways, key=worse)
    return job.on_paper(variant.name, cards)


def _folded(job: Job) -> Sequence[TextFace]:
    """Four panels, with melds in pictures where there is room for them; () where there is none."""
    # Without smaller print, two cards of some games would have no room on a sheet of paper.
    job = replace(job, frame=_held_near(job.frame))
    for pictured, least in (True, _READABLE), (False, 0):
        size = max(job.frame.least, least)
        # Set-up stands on the first panel, or on the last where print is larger then.
        early = _panels(job, size, pictured=pictured, early=True)
        larger = _print_of(early, "step") + 0.5 if early else size
        if found := _panels(job, larger, pictured=pictured, early=False) or early:
            return found
    return ()


def _panels(job: Job, least: float, *, pictured: bool, early: bool) -> Sequence[TextFace]:
    """Four panels of a subject each in the largest print that all have room in; () for none.

    How to print and fold stands at the foot of the last one, and before it what the table changed,
    or two lines to write on, or as many as there is room for.
    """
    frame, variant = job.frame, job.variant
    subjects = partial(_subjects, pictured=pictured, early=early)
    how = say("rules-fold", edge=job.options.duplex, cards=job.options.up // 2)
    titles, heads = [*subjects(job.write)][:_PANELS], list[Header]()
    for number, title in enumerate(titles, 1):
        page = say("paper-page", page=number, pages=_PANELS)
        named = (say(title), variant.name) if heads else (variant.name, say("sheet-rules"))
        heads.append(job.header(*named, page, about=how if number == _PANELS else ""))

    @cache
    def panel(number: int, size: float, tall: float = 0) -> Sequence[Block]:
        """What stands on a panel; the last one goes on with all that is left."""
        write, last = job.write.at(size), number == _PANELS - 1
        makes = [*subjects(write).values()][number : None if last else number + 1]
        blocks = [*chain(*(make(tall) for make in makes))]
        blocks = blocks if number else write.section(say("card-turn"), blocks)
        return [*blocks, *(house_rows(write) if last else [])]

    def fits(number: int, size: float, tall: float = 0) -> bool:
        return fit(frame, heads[number], panel(number, size, tall), 1)

    # Text is clearly smaller than the title, unless large print was chosen.
    most = frame.by_width(28, 18) if frame.large else frame.by_width(21, 16.5)
    sizes, numbers = (*ladder(most, least), 0) if least <= most else (0,), range(_PANELS)
    if not (size := first_fitting(sizes, lambda size: all(fits(one, size) for one in numbers))):
        return ()
    found: list[TextFace] = []
    for number, title in enumerate(titles):
        tall = tallest(partial(fits, number, size), 0) if title in _PICTURED else 0
        found += within(job.write.at(size), heads[number], panel(number, size, tall), 1)
    return found


def _subjects(
    write: Writer, *, pictured: bool = False, titled: bool = False, early: bool = False
) -> Mapping[str, Callable[[float], Sequence[Block]]]:
    """All that a game says, by what a player asks for at the table, under the id of its heading.

    Each is made for cards so many millimetres high, 0 for small ones. `pictured`: aces and wild
    cards are shown in melds too, and what is no meld: all of it where no contracts take the room,
    else one with an ace. `titled`: contracts stand below their heading, with the names of figures
    beside it. `early`: what is set up stands below a turn.
    """
    title = say("card-contracts") if titled else ""
    told, asks = partial(rule_rows, write, run_in=True), write.variant.has_contracts
    melds = partial(meld_rows, write, wrong="ace" if asks else "")
    # Of folded panels the last has more room than the first.
    below = ["lay-off", "stock" if titled else "out", *["setup"] * early]
    rest = [word for word in ("stock", "setup", "mistakes") if word not in below]

    def named(tall: float) -> Writer:
        # Words beside large cards are larger than text.
        return write.at(max(write.size, int(2 * min(tall, _MOST_NAMED * write.size)) / 2))

    subjects = {
        "card-turn": lambda tall: _turn(write, below),
        "card-contracts": lambda tall: [
            *kept(contract_section(named(tall), title, tall)),
            *told(["contract"]),
        ],
        "heading-melds": lambda tall: [
            *(melds(tall) if pictured else told([*KINDS, "wild"], tall=tall)),
            *told(["swap"]),
        ],
        "card-no-melds": lambda tall: no_meld_rows(write, tall),
        "heading-scoring": lambda tall: [*point_boxes(write), *told(["score", "end"])],
        "heading-cards": lambda tall: told(rest),
    }
    left_out = {"card-contracts": not asks, "card-no-melds": asks or not pictured}
    return {title: make for title, make in subjects.items() if not left_out.get(title)}


# Two games, and nothing but what tells them apart


_NAMED: Final = 0.7
"""Print of names in that of the title at most."""

_TOPIC: Final = 28
_SHOWN: Final = 0.42
"""Millimetres before two games that stand side by side for what they are compared in, and the part
of a row that small cards of a contract have at most."""


@sheet("compared", place=7, in_kit=False)
def compared(job: Job) -> Layout:
    """Two games, and nothing but what tells them apart, each behind or below its name."""
    games = job.variant, _other(job.variant, job.options.beside)
    # The narrowest cards would take too many in larger print.
    frame = _held_near(job.frame) if _narrow(job.frame) else job.frame
    # Wide paper has a second face rather than smaller print.
    least = max(frame.least, 10 * frame.wide)
    most = max(frame.by_width(18, 14, 11), least * 1.2)
    job = replace(job, frame=replace(frame, least=least))
    names = tuple(one.name for one in games)
    if games[0].id == games[1].id:
        names = say("compared-own", game=names[0]), names[1]
    title = say("compared-title", games=names)
    header = job.header(say("sheet-compared"), title, say("sheet-compared-about"))
    scale = frame.scale
    foot = largest(title, frame.whole_width - 2 * scale.foot_mark, header.foot, 1)
    # Names stand above every face where each game has a column of its own.
    half = _side_by_side(job.write.at(scale.title * _NAMED))
    heads: list[Block] = []
    if half.frame.columns > 1:
        widest = max(names, key=lambda name: text_width(name, 1, "title"))
        half = half.at(largest(widest, half.frame.inner_width, half.size, least) / HEADING)
        heads = abreast([[*map(half.heading, names)]], "", half.size, _TOPIC)
    high = ceil(sum(block.height for block in heads))
    header = replace(
        header, mark=draw_pair(*games, scale.mark), turned=draw_pair(*games, scale.foot_mark),
        foot=foot, game=title if foot >= least else "",
        height=header.height + high, further=header.further + high,
    )  # fmt: skip
    # What both say of one thing stays on one face unless that takes a face more.
    ways = (partial(_compared, games, names, whole=whole) for whole in (True, False))
    faces = min((flow(job.write, header, way, most) for way in ways), key=len)
    # Rows have as much room between them on all faces.
    air = min(face["air"][0] for face in faces)
    made: list[TextFace] = []
    for face in faces:
        head = replace(face["head"], height=face["head"].height - high)
        made.append({"head": head, "columns": [[*heads, *face["columns"][0]]], "air": [air]})
    return job.on_paper(title, made)


def _side_by_side(write: Writer) -> Writer:
    """The same for a game in half of wide paper, beside which the other stands; else the same."""
    frame = write.frame
    if not frame.wide or frame.large:
        return write
    return replace(write, frame=replace(frame, columns=2, topic=_TOPIC))


def _other(variant: Variant, id: str) -> Variant:
    """The game to compare with, as it comes: also the same where a table changed it."""
    try:
        return load(id) if id else next(others_than(variant))
    except UnknownGame as error:
        raise SheetError(str(error)) from error


def _compared(games: Two, names: Sequence[str], write: Writer, *, whole: bool) -> Sequence[Block]:
    half = _side_by_side(write)
    across = replace(half, frame=replace(half.frame, columns=1))
    # What shows contracts has a part of a row at most, and is of one size.
    room = half.frame.inner_width * _SHOWN
    told = half.frame.inner_width - room - BESIDE_DRAWN - text_width("00: ", write.size)
    sentence = partial(contract_sentence, width=told, size=write.size, cut="regular")
    asked_apart = [*contracts_apart(games, sentence)]
    all_asked = chain.from_iterable(chain(*asked) for _, _, asked in asked_apart)
    high = fitting_height(all_asked, notation_height(write.size), room)
    blocks: list[Block] = []

    def tell(lead: str, cells: Sequence[Cell], asked: Sequence[Contracts] = ((), ())) -> None:
        """What both say, or behind its name in the room of both the text of one of them alone."""
        alone = not (all(cells) or any(asked))
        rows: list[Sequence[Block]] = []
        for named, cell, other, contracts in zip(names, cells, cells[::-1], asked, strict=True):
            # What stands below its name does not begin with it.
            name = f"{named}." if half == write else ""
            block = partial(half.of_game, other=other)
            if alone:
                rows += [across.rows("", [str(cell)], strong=f"{named}.")] * bool(cell)
            # Large print leaves cards of contracts out.
            elif isinstance(cell, str) and contracts and not write.frame.large:
                each = zip(contracts, cell.split("\n"), strict=True)
                above = bool(name and contracts[1:])
                stand = partial(block, "" if above else name)
                drawn = (stand(of, drawn=draw_notation(one, of, high, room)) for one, of in each)
                rows.append([*[block(name, "")] * above, *drawn])
            else:
                rows.append(_in_parts(partial(block, name), half, cell) if cell else [])
        if half == write:
            made = going_on([*chain(*rows)])
            blocks.extend(write.section(lead, kept(made) if whole else made))
        else:
            size = largest(lead, _TOPIC - BESIDE_DRAWN, write.size)
            lines = zip_longest(*rows, fillvalue=half.of_game("", "", ""))
            blocks.extend(
                abreast([[*map(together, rows)]] if any(asked) else lines, lead, size, _TOPIC)
            )

    for lead, texts in facts_apart(games):
        chips = [card_values(game) if lead == say("paper-points") else () for game in games]
        tell(lead, [some or text for some, text in zip(chips, texts, strict=True)])
    for lead, texts, asked in asked_apart:
        # An empty cell would look like a mistake, and a row of none more like one.
        cells = [
            text * (bool(some) or half != write) for text, some in zip(texts, asked, strict=True)
        ]
        tell(lead, cells, asked)
    for lead, texts in rules_apart(games):
        tell(lead, texts)
    return blocks


def _in_parts(block: Callable[[Cell], Block], write: Writer, cell: Cell) -> list[Block]:
    """What a game says, in parts of half a face at most."""
    parts: list[Block] = []
    said = ""
    for part in re.findall(r".+?(?:\. |\n|$)", cell) if isinstance(cell, str) else ():
        if said and block(said + part).height > write.frame.inner_height / 2:
            parts.append(block(said.rstrip()))
            said = ""
        said += part
    return [*parts, block(said or cell)]
