"""What several sheets say of a game: its contracts as rows, and its rules under a word each."""

from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import chain, pairwise
from math import ceil, inf
from typing import Final, TypeVar

from markupsafe import Markup

from referee.language import listed, say
from referee.printing.blocks import (
    BESIDE_DRAWN,
    CARDS_HEIGHT,
    HEADING,
    Block,
    Writer,
    going_on,
    kept,
    ladder,
)
from referee.printing.card_svg import (
    contract_sentence,
    draw_melds,
    drawn_height,
    drawn_width,
    fan_height,
)
from referee.printing.game_facts import alike, cards_each, house_texts, plans, stage_words
from referee.printing.geometry import Frame
from referee.printing.header import dotted, dotted_lines
from referee.printing.marks import draw_notation, notation_width
from referee.printing.models import GameOnPaper, figure
from referee.printing.options import MOST_ROWS, SheetError
from referee.printing.text_cleanup import cleaned_sentence
from referee.printing.text_metrics import (
    GLUE,
    evened,
    largest,
    line_height,
    text_height,
    text_width,
)
from referee.rules.cards import parse_cards
from referee.rules.deals import DealPlan, contract_words, deal_count, pieces_laid
from referee.rules.examples import Example, deal_melds, right_and_wrong
from referee.rules.law.points import card_values
from referee.rules.schema.melds import KINDS
from referee.rules.schema.variant import Variant
from referee.scorebook.score_table import ScoreTotal

Thing = TypeVar("Thing")

_NOTATION: Final = 0.42
_LEAST_NOTATION: Final = 3.4
"""Millimetres that small cards are high for a point of print, and at least."""

_NEXT: Final = 84
_LEAST_BESIDE: Final = 0.9
_LEAST_CROWDED: Final = 0.6
_MOST_BESIDE: Final = 1.1
"""Millimetres of a face from which small cards stand beside the words of a contract, and parts of
the height that they would have below these: at least, at least where they have no room below, and
at most on an upright face."""

_CLEAR: Final = 3
_ABOVE_CARDS: Final = 0.6
_ABOVE_NOTE: Final = 0.8
"""Millimetres that are free beside the words and the number of a contract, above its cards, and
above a note below them."""

_IN_BOX: Final = 3.8
_BETWEEN_BOXES: Final = 1.5
_WORTH: Final = 1.4
"""Millimetres at the sides of a box of what cards count, and between two of these, and the print of
what they count in that of the cards."""

_MOST_PARTS: Final = 80
"""Characters of what a total is the sum of."""

RULES: Final[Mapping[str, Sequence[str]]] = {
    "setup": ("players.number", "cards.packs", "cards.dealt", "turn.direction",
              "irregularity.wild-upcard"),
    "set": ("set.rank set.suits set.size",),
    "run": ("run.suit run.order run.length run.ace", "run.both-ends"),
    "wild": ("wild.cards wild.drawn", "wild.balance", "wild.standing", "wild.naturals",
             "wild.adjacent", "wild.kinds", "wild.ends", "run.with-wilds", "wild.itself",
             "wild.number"),
    "contract": ("contract.track", "contract.size", "contract.same-suit contract.overlap",
                 "contract.wilds", "contract.same-rank",
                 "contract.whole-hand contract.last-card", "contract.instead"),
    "open": ("opening.value opening.at-once", "opening.rounds"),
    "knock": ("showdown.by showdown.knock showdown.runs", "showdown.lay-offs",
              "showdown.last-turn"),
    "claim": ("claim.who claim.cards take-discard.when take-discard.use take-discard.depth",
              "claim.down", "claim.number", "claim.deal", "claim.forced",
              "irregularity.late-claim", "turn.drawn"),
    "down": ("contract.pieces", "further-meld.allowed", "further-meld.contract",
             "further-meld.when", "further-meld.number"),
    "lay-off": ("lay-off.contract", "lay-off.owner", "lay-off.fit", "lay-off.when", "lay-off.wilds",
                "lay-off.moves-wild"),
    "swap": ("take-wild.kind", "take-wild.suits", "take-wild.jokers", "take-wild.contract",
             "take-wild.owner", "take-wild.turn", "take-wild.use", "take-wild.into",
             "irregularity.wild-wanted"),
    "discard": ("discard.card", "discard.taken", "discard.twin", "discard.wild",
                "discard.playable", "irregularity.no-discard", "turn.own"),
    "out": ("go-out.last", "go-out.melded"),
    "score": ("score.winner score.melded score.difference points.low-ace",
              "score.gin score.undercut", "score.held score.grouped", "score.big-gin",
              "score.closed", "score.chinchon",
              "score.wrong-declaration", "score.dropped", "score.cap", "score.from-hand",
              "score.unopened", "score.cut", "points.joker",
              "score.nobody-out", "score.spades"),
    "end": ("end.when end.winner", "end.game-bonus end.box", "end.rejoin", "end.ties"),
    "stock": ("stock.out",),
    "mistakes": ("irregularity.drew-two", "irregularity.took-two", "irregularity.discarded-two",
                 "irregularity.out-of-turn", "irregularity.skipped-turn",
                 "irregularity.false-meld", "irregularity.false-take-wild",
                 "irregularity.false-out", "irregularity.count-before-draw",
                 "irregularity.count-after-draw", "irregularity.count-after-out",
                 "irregularity.exposed-by-player", "irregularity.exposed-by-dealer",
                 "irregularity.stock-card-seen", "irregularity.wrong-dealer",
                 "irregularity.imperfect-pack", "irregularity.wrong-score"),
}  # fmt: skip
"""The words under which a card says rules, and the rules under each, the most disputed first.

Rules in one are never parted: without the others each says too little. What cards count is shown.
"""

_NOTED: Final = {
    "claim": "turn", "lay-off": "table", "discard": "discard", "contract": "contract",
    "wild": "melds", "score": "scoring", "setup": "cards", "mistakes": "irregularities",
}  # fmt: skip
"""The words under which notes of a game stand, and the headings that these have."""


def rules_under(word: str) -> list[str]:
    """The rules under a word, one by one."""
    return " ".join(RULES[word]).split()


def notation_height(size: float) -> float:
    """Millimetres that small cards beside print of that size are high."""
    return max(size * _NOTATION, _LEAST_NOTATION)


def rule_texts(
    variant: Variant, word: str, most: float = 99, told: Container[str] = ()
) -> list[str]:
    """What a game says under a word: so many rules at most that are not `told`, and all notes.

    A part more is one rule more under so large a part of the words, here and there. A note that
    sums a turn up is left out: three steps do so.
    """
    words = list(RULES)
    texts = (rules_text(variant, rules, short=True) for rules in RULES[word] if rules not in told)
    notes = [
        note.text
        for note in variant.notes
        if note.heading == _NOTED.get(word) and "turn.drawn" not in note.rests_on
    ]
    count = int(most + words.index(word) * 4 % len(words) / len(words))
    return [*[*filter(None, texts)][:count], *notes]


def rules_text(variant: Variant, rules: str, *, short: bool = False) -> str:
    """What a game says by some rules, one behind the other; "" where it says nothing.

    `short`: below a word that says what they are about.
    """
    texts = (variant.text(rule, short=short) for rule in rules.split() if rule in variant.rules)
    return " ".join(filter(None, texts))


def rule_rows(
    write: Writer, words: Sequence[str], most: float = 99, *, run_in: bool = False, tall: float = 0
) -> list[Block]:
    """Rows for each word under which a game says anything, with melds beside rules on these.

    `run_in`: the words begin the text, and do not stand before it. `tall`: millimetres of runs;
    0 for as many as suit the print.
    """
    high, wide = tall or write.size * CARDS_HEIGHT, write.frame.inner_width
    shown = dict[str, list[Markup]]()
    for kind in KINDS:
        if kind in words:
            melds = right_and_wrong(write.variant, kind, write.count)
            shown[kind] = drawn_melds(write, melds, high, wide)
    # Text begins beside the widest cards.
    widths = (sum(BESIDE_DRAWN + drawn_width(one) for one in drawn) for drawn in shown.values())
    half, rows = max(widths, default=0), list[Block]()
    for word in words:
        texts, drawn = rule_texts(write.variant, word, most), shown.get(word, ())
        if texts:
            lead = say(f"card-{word}", by=write.variant.showdown.by)
            lead, strong = ("", f"{lead}.") if run_in else (lead, "")
            made = write.rows(lead, texts, strong=strong, drawn=drawn, half=half)
            # What stands in columns is not parted between them.
            rows += kept(made) if write.frame.columns > 1 else made
    return rows


def house_rows(write: Writer, *, lines: bool = True) -> list[Block]:
    """What the table changed, or where it changed nothing, maybe `lines` to write on."""
    lead, changed = say("card-house"), house_texts(write.variant, write.count)
    if not changed:
        return write.lines(lead) * lines
    row = write.row(lead, dotted(*changed))
    # What is high is parted between house rules.
    parted = row.height > write.frame.inner_height / 2
    return going_on([write.row(lead, text) for text in changed] if parted else [row])


def drawn_melds(write: Writer, melds: Iterable[Example], tall: float, wide: float) -> list[Markup]:
    """Melds one by one, wrong ones struck through; arguments as of `draw_melds`."""
    return [
        draw_melds(
            (parse_cards(one.cards),), one.says, tall, wide, write.frame.inks,
            kind=one.kind, struck=not one.right,
        )
        for one in melds
    ]  # fmt: skip


def point_boxes(write: Writer) -> list[Block]:
    """What cards count, in boxes of one width, or as chips where these have no room; or nothing."""
    frame, values = write.frame, tuple(card_values(write.variant))
    if not values:
        return []

    def lines_in(size: float) -> int:
        labels = (text_width(one.label, size, "bold") for one in values)
        worths = (text_width(str(one.points), _WORTH * size, "title") for one in values)
        widest = max(*labels, *worths)
        most = int((frame.inner_width + _BETWEEN_BOXES) / (widest + _IN_BOX + _BETWEEN_BOXES))
        return ceil(len(values) / most)

    # Somewhat smaller print is worth fewer lines.
    large, small = (int(part * write.size) / 2 for part in (2.3, 1.5))
    size = min(ladder(large, max(small, frame.least)), key=lines_in)
    lines = lines_in(size)
    height = lines * ((1 + _WORTH) * line_height(size) + 3.8) + 3.4
    if height > frame.inner_height / 2:
        return write.chips()
    across = ceil(len(values) / lines)
    return [Block(kind="boxes", height=height, size=size, table=values, beside=across)]


def goal_words(variant: Variant, game: GameOnPaper | None = None, *, staged: bool = False) -> str:
    """How many deals or points a game goes on for, and who wins.

    A table's game has its stage instead of its goal where it is `staged`, or ended early.
    """
    deals, end = deal_count(variant), variant.end
    points, ends = end.target or end.out_at, "game" if end.target else "player"
    until = say("paper-until", points=points, end=ends) if points else ""
    goal = say("paper-deals", deals=deals) if deals else until
    ended = game is not None and game.ended
    if game and (staged or ended):
        goal = stage_words(variant, game)
    # Of a game that ended early nobody is the last one left.
    best = variant.scoring.best if ended else variant.who_wins
    return dotted(goal, say("paper-wins", best=best))


def dealt_alike(variant: Variant, count: int | None) -> str:
    """How many cards everybody gets, where that is the same in every deal; else ""."""
    return alike(cards_each(variant, count, plan.number) for plan in plans(variant, count))


def smaller(frame: Frame, size: float) -> float:
    """The print of what is said besides contracts in print of that size, in half points."""
    return max(frame.least, min(round(size * 0.8 * 2) / 2, 15))


def contract_section(write: Writer, title: str = "", tall: float = 0) -> list[Block]:
    """A row for each deal below `title`: its name or number, its contract in words and as cards.

    `tall`: millimetres of the cards that show it at most; 0 for small black ones. They stand beside
    the words where they are hardly smaller there than below them, and on the smallest card, where
    its print can't be smaller, nowhere else.
    """
    frame, variant, size = write.frame, write.variant, write.size
    clear = _CLEAR - frame.smallest
    deals, small = plans(variant, write.count), smaller(frame, size)
    figures = _figures(deals, 2 if tall else 1)
    widths = [
        ceil(max(text_width(f"{max(each)}", size, "bold"), at * text_width(name, small)) + clear)
        for at, (name, each) in enumerate(figures.items())
    ]
    # What a deal is called stands clear of its contract, the longest of all too.
    leads = [plan.name or str(plan.number) for plan in deals]
    longest = max(leads, key=lambda lead: text_width(lead, size, "title"))
    numeral = largest(longest, frame.scale.numeral, size * 1.25, size)
    indent = ceil(text_width(longest, numeral, "title") + clear)
    below = frame.inner_width - indent
    main = below - sum(widths)
    # Beside the words, of which no piece is on two lines, cards have what is left.
    whole = [contract_sentence(plan.contract, inf, size) for plan in deals]
    pieces = chain(*(said.split(" ") for said in whole))
    most, least = (max(text_width(one, size, "strong") for one in some) for some in (whole, pieces))
    # Cards of all deals are of one size.
    melds = [deal_melds(variant, plan.number) if tall else () for plan in deals]
    steep = min(
        fan_height(cards, 1) if tall else 1 / notation_width(plan.contract, 1)
        for cards, plan in zip(melds, deals, strict=True)
    )
    wanted = tall or notation_height(size)
    high = min(wanted, steep * main)
    # Small ones stand beside words on one line alone, so that all rows are alike.
    fewest = least if tall else most
    column = ceil(max(fewest, min(most, main - high / steep - clear)) + clear)
    upright = frame.height > frame.width and not frame.large
    aside = min(wanted * (_MOST_BESIDE if upright else 1), steep * (main - column))
    # On the smallest cards they make no row higher.
    aside = min(aside, line_height(size)) if frame.smallest else aside
    wide = frame.roomy if tall else frame.smallest or frame.inner_width >= _NEXT
    crowded = frame.smallest and size <= frame.least
    beside = wide and aside >= (_LEAST_CROWDED if crowded else _LEAST_BESIDE) * high
    high, room = (aside, column - clear) if beside else (high, main)
    rows: list[Block] = []
    if title or figures:
        # The names of figures stand at its right, or alone.
        head = (write if title else write.at(small / HEADING)).heading(title or GLUE)
        rows = [replace(head, strong=head.text, parts=tuple(figures), table=(small, widths))]
    shown = zip(leads, melds, strict=True)
    for plan, (lead, cards), *each in zip(deals, shown, *figures.values(), strict=True):
        said, drawn = contract_words(plan.contract), Markup()
        if tall:
            drawn = draw_melds(cards, said, high, main, frame.inks)
        elif beside or not crowded:
            drawn = draw_notation(plan.contract, said, high, main)
        words = evened(contract_sentence(plan.contract, room, size), room, size, "strong")
        special = evened(plan.special, below, small)
        text, shows = text_height(words, room, size, "strong"), drawn_height(drawn)
        height = max(text, shows) if beside else text + shows + _ABOVE_CARDS * bool(tall)
        height += text_height(special, below, small) + _ABOVE_NOTE * bool(special and tall)
        height += 2 if tall or (frame.roomy and not frame.smallest) else 1.2
        rows.append(
            Block(
                kind="contract",
                height=ceil(height),
                size=size,
                text=words,
                strong=special,
                lead=lead,
                parts=tuple(map(str, each)),
                drawn=drawn,
                beside=column * beside,
                table={
                    "small": small,
                    "numeral": numeral,
                    "indent": indent,
                    "widths": widths,
                    "right": clear,
                    "shown": "below-cards" if tall else "",
                },
            )
        )
    return rows


def _figures(deals: Sequence[DealPlan], most: int) -> dict[str, list[int]]:
    """What stands at the right of contracts, each under its name, as far as it tells them apart.

    The cards dealt, and how many a contract needs.
    """
    dealt = [plan.cards_each for plan in deals]
    needed = [sum(piece.size for piece in pieces_laid(plan.terms)) for plan in deals]
    figures = {say("contract-dealt"): dealt} if len({*dealt}) > 1 else {}
    if needed != dealt and len(figures) < most:
        figures[say("contract-needed", alone=not figures)] = needed
    return figures


def check_length(game: GameOnPaper) -> None:
    """Raise `SheetError` for a game of more deals than paper takes."""
    deals = len(game.scores.rows)
    if deals > MOST_ROWS:
        raise SheetError(say("paper-pad-deals", most=MOST_ROWS, deals=deals))


def evenly(things: Sequence[Thing], most: int) -> list[Sequence[Thing]]:
    """All of them in turn in as few groups of at most so many as can be, none much smaller."""
    count = ceil(len(things) / most)
    ends = [ceil(len(things) * group / count) for group in range(count + 1)]
    return [things[start:end] for start, end in pairwise(ends)]


def totals_told(game: GameOnPaper, width: float, size: float) -> list[str]:
    """What totals are the sum of, and what was added at the end, in lines; none for neither.

    Of games that are scored at once, what each of them comes to.
    """
    seats = game.scores.totals
    parts = (
        say("paper-parts", name=seat.name, parts=cleaned_sentence(seat.parts, _MOST_PARTS))
        for seat in seats
        if seat.parts
    )
    said = [*dotted_lines(parts, width, size)]
    for number, one in enumerate(game.scores.at_once, 1):
        sums = [
            _sum(seat, one.totals[seat.player], figure(one.bonuses[seat.player] or None))
            for seat in seats
            if seat.player in one.totals
        ]
        said.append(say("paper-at-once", number=number, sums=listed(sums)))
    sums = [_sum(seat, seat.total - seat.bonus, seat.bonus_parts) for seat in seats if seat.bonus]
    if sums and not game.scores.at_once:
        said.append(say("paper-at-the-end", sums=listed(sums)))
    return said


def _sum(seat: ScoreTotal, points: int, bonus: str) -> str:
    message = "paper-bonus" if bonus else "paper-total-of"
    return say(message, name=seat.name, points=figure(points), bonus=bonus)
