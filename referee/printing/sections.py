"""What several sheets say of a game: its contracts as rows, and its rules under a word each."""

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from math import ceil, inf
from typing import Final, NamedTuple

from markupsafe import Markup

from referee.language import listed, say
from referee.printing.blocks import CARDS_HEIGHT, HEADING, ROW, Block, Writer
from referee.printing.card_svg import (
    cards_unbroken,
    contract_sentence,
    draw_melds,
    drawn_height,
    fan_height,
    fan_width,
    sentence_unbroken,
)
from referee.printing.game_facts import alike, cards_each, plans
from referee.printing.geometry import Frame
from referee.printing.header import dotted, dotted_lines
from referee.printing.marks import draw_notation, notation_width
from referee.printing.models import GameOnPaper, figure
from referee.printing.options import MOST_ROWS, SheetError
from referee.printing.text_cleanup import cleaned_sentence
from referee.printing.text_metrics import (
    GLUE,
    POINT,
    evened,
    largest,
    line_height,
    text_height,
    text_width,
)
from referee.rules.cards import JOKER, Card, parse_cards
from referee.rules.deals import DealPlan, contract_words, deal_count
from referee.rules.examples import deal_melds, right_and_wrong
from referee.rules.schema.melds import KINDS, Kind
from referee.rules.schema.variant import Variant


class Shown(NamedTuple):
    """Cards meant as a kind of meld, which show a word: what they are, and whether they are one."""

    kind: Kind
    cards: tuple[Card, ...]
    title: str
    right: bool = True


_NOTATION: Final = 0.42
_LEAST_NOTATION: Final = 3.4
"""Millimetres that small cards are high for a point of print, and at least."""

_LEAST_NEXT: Final = 0.72
_NEXT: Final = 84.0
_NEXT_TALL: Final = 110.0
_DRAWN: Final = 80.0
_BETWEEN_DRAWN: Final = 2.0
"""Millimetres of cards beside the words for a point of print, or for one of small cards at least,
and of a face from which small ones stand there, or others do, or from which melds are drawn beside
their rules, so far apart."""

_CLEAR: Final = 3.0
"""Millimetres that are free beside the words and the number of a contract."""

_MOST_PARTS: Final = 80
"""Characters of what a total is the sum of."""

RULES: Final[Mapping[str, Sequence[str]]] = {
    "set": ("set.rank set.suits set.size",),
    "run": ("run.suit run.order run.length", "run.ace", "run.both-ends"),
    "wild": ("wild.cards wild.drawn", "wild.standing", "wild.naturals", "wild.balance",
             "wild.adjacent", "wild.kinds", "wild.ends", "run.with-wilds", "wild.itself",
             "wild.number"),
    "contract": ("contract.track", "contract.size", "contract.same-suit contract.overlap",
                 "contract.wilds", "contract.same-rank",
                 "contract.whole-hand contract.last-card"),
    "open": ("opening.value opening.at-once", "opening.rounds"),
    "knock": ("showdown.by showdown.knock showdown.runs", "showdown.lay-offs",
              "showdown.last-turn"),
    "claim": ("claim.who claim.cards take-discard.when take-discard.use take-discard.depth",
              "claim.down", "claim.number", "claim.deal", "claim.forced",
              "irregularity.late-claim"),
    "down": ("contract.pieces", "further-meld.allowed", "further-meld.contract",
             "further-meld.when", "further-meld.number"),
    "lay-off": ("lay-off.contract", "lay-off.owner", "lay-off.fit", "lay-off.when", "lay-off.wilds",
                "lay-off.moves-wild"),
    "swap": ("take-wild.kind", "take-wild.suits", "take-wild.jokers", "take-wild.contract",
             "take-wild.owner", "take-wild.turn", "take-wild.use", "take-wild.into",
             "irregularity.wild-wanted"),
    "discard": ("discard.card", "discard.taken", "discard.twin", "discard.wild",
                "discard.playable", "irregularity.no-discard"),
    "out": ("go-out.last", "go-out.melded"),
    "score": ("score.winner score.melded score.difference", "score.held score.grouped",
              "score.gin", "score.big-gin", "score.closed", "score.chinchon", "score.undercut",
              "score.wrong-declaration", "score.dropped", "score.cap", "score.from-hand",
              "score.unopened", "score.cut", "score.spades", "points.joker", "points.low-ace",
              "score.nobody-out"),
    "end": ("end.when end.winner", "end.rejoin", "end.ties", "end.game-bonus", "end.box"),
    "stock": ("stock.out",),
}  # fmt: skip
"""The words under which a card says rules, and the rules under each, the most disputed first.

Rules in one are never parted: without the others each says too little.
"""

_SETUP: Final = ("cards.packs", "cards.dealt", "turn.direction", "irregularity.wild-upcard")


def rules_under(word: str) -> list[str]:
    """The rules under a word, one by one."""
    return " ".join(RULES.get(word, _SETUP)).split()


def notation_height(size: float) -> float:
    """Millimetres that small cards beside print of that size are high."""
    return max(size * _NOTATION, _LEAST_NOTATION)


def rule_texts(variant: Variant, word: str, most: float = 99) -> list[str]:
    """What a game says under a word, in so many rules at most.

    A part more is one rule more under so large a part of the words, here and there.
    """
    words, texts = list(RULES), (rules_text(variant, rules) for rules in RULES[word])
    count = int(most + words.index(word) * 4 % len(words) / len(words))
    return [*filter(None, texts)][:count]


def rules_text(variant: Variant, rules: str) -> str:
    """What a game says by some rules, one behind the other; "" where it says nothing."""
    texts = (variant.text(rule) for rule in rules.split() if rule in variant.rules)
    return " ".join(filter(None, texts))


def rule_rows(write: Writer, words: Iterable[str], most: float = 99) -> list[Block]:
    """A row for each word under which a game says anything, with cards that show a meld.

    On a narrow face these have a row of their own, the first. Cards that are higher than so many
    rules have as many beside them as they leave room for.
    What is higher than half a face has a row for each rule, so that no row has more than a face.
    """
    frame, variant = write.frame, write.variant
    beside = draws_melds(frame)
    rows = [] if beside else meld_rows(write)
    shown = _shown(variant, write.count) if beside else {}
    for word in words:
        texts, every = rule_texts(variant, word, most), rule_texts(variant, word)
        if not texts:
            continue
        drawn, width = _drawn(write, shown.get(word, ()), frame.inner_width * 0.35)
        lead = say(f"card-{word}")
        make = partial(write.row, lead, drawn=drawn, drawn_width=width)
        whole = make(" ".join(texts))
        while drawn and len(texts) < len(every):
            longer = make(" ".join(every[: len(texts) + 1]))
            if longer.height > whole.height:
                break
            texts, whole = every[: len(texts) + 1], longer
        if whole.height <= frame.inner_height / 2:
            rows.append(whole)
        else:
            rows += [make(texts[0]), *(write.row(lead, text) for text in texts[1:])]
    return rows


def _drawn(write: Writer, shown: Sequence[Shown], most: float = inf) -> tuple[Markup, float]:
    """Cards beside print of that size, and how wide they are, at most so many millimetres."""
    tall = write.size * CARDS_HEIGHT
    fans = sum(fan_width(len(one.cards), tall) for one in shown)
    between = _BETWEEN_DRAWN * max(len(shown) - 1, 0)
    tall *= min(1, (most - between) / max(fans, 1))
    return _fans(write.frame, shown, tall), min(fans + between, most)


def _fans(frame: Frame, shown: Sequence[Shown], tall: float, *, climbs: bool = False) -> Markup:
    fans = (
        draw_melds(
            (cards,), title, tall, inf, frame.inks, kind=kind, struck=not right, climbs=climbs
        )
        for kind, cards, title, right in shown
    )
    return Markup("").join(fans)


def _shown(variant: Variant, count: int | None) -> dict[str, list[Shown]]:
    """What shows the meaning of a word: of each kind of meld a right and a wrong one."""
    shown: dict[str, list[Shown]] = {
        kind: [
            Shown(kind, parse_cards(one.cards), cards_unbroken(one.says), one.right)
            for one in right_and_wrong(variant, kind, count)
        ]
        for kind in KINDS
    }
    wild = (*((JOKER,) if variant.has_jokers else ()), *_wild_ranks(variant))
    if wild:
        shown["wild"] = [Shown("set", wild[:3], say("meld-row-wild-cards"))]
    return shown


def _wild_ranks(variant: Variant) -> Iterator[Card]:
    """A card of each rank that is wild, with a suit where only some of its suits are."""
    for rank in variant.wilds.ranks:
        yield next(card for suit in ("", "h", "s") if variant.is_wild(card := Card(rank, suit)))


def meld_rows(write: Writer) -> list[Block]:
    """A row of cards for each kind of meld, why the last is none, and for what is wild.

    A narrow face has one row of right and wrong melds, and no words.
    """
    shown = {word: cards for word, cards in _shown(write.variant, write.count).items() if cards}
    if not draws_melds(write.frame):
        return _melds_in_line(write, {word: shown[word] for word in KINDS if word in shown})
    rows = []
    for word, cards in shown.items():
        drawn, width = _drawn(write, cards)
        *_, last = cards
        lead, verdict = say(f"card-{word}"), "" if last.right else say("values-wrong")
        text = last.title if word in KINDS else write.variant.text("wild.cards")
        rows.append(write.row(lead, text, strong=verdict, drawn=drawn, drawn_width=width))
    return rows


def draws_melds(frame: Frame) -> bool:
    """Whether a face is so wide that melds are drawn beside their rules."""
    return frame.inner_width >= _DRAWN


def _melds_in_line(write: Writer, shown: Mapping[str, Sequence[Shown]]) -> list[Block]:
    """Melds side by side after the word for their kind, in one row."""
    frame, size = write.frame, write.size
    leads = {word: say(f"card-{word}") for word in shown}
    cards = [one.cards for melds in shown.values() for one in melds]
    words = sum(text_width(lead, size, "title") for lead in leads.values())
    room = frame.inner_width - words - _BETWEEN_DRAWN * (len(cards) + 2 * len(leads) - 1)
    tall = min(size * CARDS_HEIGHT, room / max(sum(fan_width(len(one), 1) for one in cards), 1))
    fans = (_fans(frame, melds, tall, climbs=True) for melds in shown.values())
    parts = tuple(zip(leads.values(), fans, strict=True))
    return [Block(kind="melds", height=tall + ROW, size=size, table=parts)] * bool(parts)


def setup_texts(variant: Variant, told: Container[str] = ()) -> list[str]:
    """Packs and cards, but for rules that are told already, and what a game notes of these."""
    texts = (rules_text(variant, rule) for rule in rules_under("setup") if rule not in told)
    notes = (note.text for note in variant.notes if note.heading == "cards")
    return [*filter(None, texts), *notes]


def goal_words(variant: Variant, stage: str = "") -> str:
    """How far a game is, or how many deals it has where that is settled, and who wins."""
    deals = deal_count(variant)
    wins = say("paper-wins", best=variant.who_wins)
    return dotted(stage or (say("paper-deals", deals=deals) if deals else ""), wins)


def dealt_alike(variant: Variant, count: int | None) -> str:
    """How many cards everybody gets, where that is the same in every deal; else ""."""
    return alike(cards_each(variant, count, plan.number) for plan in plans(variant, count))


def smaller(frame: Frame, size: float) -> float:
    """The print of what is said besides contracts in print of that size."""
    return max(frame.least, min(size * 0.8, 15))


def contract_section(write: Writer, title: str = "", tall: float = 0) -> list[Block]:
    """A row for each deal below `title`: its name or number, its contract in words and as cards.

    `tall`: millimetres of the cards that show it; 0 for small black ones. They stand beside the
    words where the face is wide.
    """
    frame, variant, size = write.frame, write.variant, write.size
    deals, small = plans(variant, write.count), smaller(frame, size)
    figures = _figures(deals, 2 if tall else 1)
    widths = [
        ceil(max(text_width(f"{max(each)}", size, "bold"), at * text_width(name, small)) + _CLEAR)
        for at, (name, each) in enumerate(figures.items())
    ]
    # What a deal is called stands clear of its contract, the longest of all too.
    leads, most = [plan.name or str(plan.number) for plan in deals], min(size * 1.5, 48)
    longest = max(leads, key=lambda lead: text_width(lead, size, "title"))
    numeral = largest(longest, frame.scale.numeral, most, min(size, most))
    lead_width = text_width(longest, numeral, "title") + _CLEAR
    indent = ceil(max(frame.scale.numeral, lead_width))
    main = frame.inner_width - indent - sum(widths)
    # Beside the words, of which no piece is on two lines, cards have what is left.
    sentences = [contract_sentence(plan.contract, inf, size) for plan in deals]
    whole = max(text_width(one, size, "strong") for one in sentences)
    piece = max(text_width(one, size, "strong") for said in sentences for one in said.split(" "))
    melds = [deal_melds(variant, plan.number) for plan in deals]
    # Cards of all deals are of one size.
    steep = min(
        fan_height(cards, 1) if tall else 1 / notation_width(plan.contract, 1)
        for cards, plan in zip(melds, deals, strict=True)
    )
    high = tall or notation_height(size)
    beside = frame.inner_width >= (_NEXT_TALL if tall else _NEXT)
    beside &= steep * (main - piece - _CLEAR) >= _LEAST_NEXT * (size if tall else high)
    column = ceil(max(piece, min(whole, main - high / steep - _CLEAR)) + _CLEAR) * beside
    high, room = min(high, steep * (main - column)), column - _CLEAR if beside else main
    least = max(line_height(size), 0.8 * numeral * POINT)
    rows = [_heading(write, title, [*figures], widths, small)]
    for plan, lead, cards, *each in zip(deals, leads, melds, *figures.values(), strict=True):
        said, words = contract_words(plan.contract), contract_sentence(plan.contract, room, size)
        drawn = (
            draw_melds(cards, said, high, main, frame.inks, climbs=True)
            if tall
            else draw_notation(plan.contract, said, high, main)
        )
        below = frame.inner_width - indent
        special = sentence_unbroken(plan.special, plan.terms.deal.instead, below, small)
        special = evened(special, below, small)
        text = text_height(words, room, size, "strong")
        tops = max(text, drawn_height(drawn)) if beside else text + drawn_height(drawn) + 0.6
        height = max(tops, least) + text_height(special, below, small)
        rows.append(
            Block(
                kind="contract",
                height=ceil(height + (2 if frame.roomy or tall else 1.4)),
                size=size,
                text=words,
                strong=special,
                lead=lead,
                parts=tuple(map(str, each)),
                drawn=drawn,
                beside=column,
                table={"small": small, "numeral": numeral, "indent": indent, "widths": widths},
            )
        )
    return rows


def _figures(deals: Sequence[DealPlan], most: int) -> dict[str, list[int]]:
    """What stands at the right of contracts, each under its name, as far as it tells them apart.

    The cards dealt, and how many a contract needs.
    """
    dealt = [plan.cards_each for plan in deals]
    needed = [sum(piece.size for piece in plan.contract) for plan in deals]
    figures = {say("contract-dealt"): dealt} if len({*dealt}) > 1 else {}
    if needed != dealt and len(figures) < most:
        figures[say("contract-needed", alone=not figures)] = needed
    return figures


def _heading(
    write: Writer, title: str, names: Sequence[str], widths: Sequence[int], small: float
) -> Block:
    """A heading with the names of figures at the right, or these alone, above all that goes on."""
    block = (write if title else write.at(small / HEADING)).heading(title or GLUE)
    beside = sum(widths[1:]) + text_width("".join(names[:1]), small) + _CLEAR
    more = text_width(block.strong, block.size, "title") + beside <= write.frame.inner_width
    strong = block.strong if title and more else block.text
    height = block.height if title else line_height(small) + 2
    return replace(block, height=height, strong=strong, parts=tuple(names), table=(small, widths))


def check_length(game: GameOnPaper) -> None:
    """Raise `SheetError` for a game of more deals than paper takes."""
    deals = len(game.scores.rows)
    if deals > MOST_ROWS:
        raise SheetError(say("paper-pad-deals", most=MOST_ROWS, deals=deals))


def totals_told(game: GameOnPaper, width: float, size: float) -> list[str]:
    """What totals are the sum of, and what was added at the end, in lines; none for neither.

    Of games that are scored at once, what each of them comes to.
    """
    seats = [*zip(game.names, game.scores.totals, strict=True)]
    parts = (
        say("paper-parts", name=name, parts=cleaned_sentence(seat.parts, _MOST_PARTS))
        for name, seat in seats
        if seat.parts
    )
    said = [*dotted_lines(parts, width, size)]
    for number, one in enumerate(game.scores.at_once, 1):
        sums = [
            _sum(name, one.totals[seat.player], one.bonuses[seat.player])
            for name, seat in seats
            if seat.player in one.totals
        ]
        said.append(say("paper-at-once", number=number, sums=listed(sums)))
    sums = [_sum(name, seat.total - seat.bonus, seat.bonus) for name, seat in seats if seat.bonus]
    if sums and not game.scores.at_once:
        said.append(say("paper-at-the-end", sums=listed(sums)))
    return said


def _sum(name: str, points: int, bonus: int) -> str:
    message = "paper-bonus" if bonus else "paper-total-of"
    return say(message, name=name, points=figure(points), bonus=bonus)
