"""Card values and melds: what cards cost, and right and wrong melds that the referee ruled on."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial

from referee.printing.blocks import Block, heading, in_columns, item, shown, worth
from referee.printing.choices import Choices
from referee.printing.drawing import cards_unbroken, draw_melds, plain_ranks
from referee.printing.frames import Frame, frame, grid, with_columns
from referee.printing.heads import game_title, head
from referee.printing.laid import Laid, on_pages
from referee.printing.paper import GameOnPaper
from referee.printing.terms import players_of, values
from referee.printing.wording import WORDS
from referee.rules import rule_by
from referee.rules.cards import RANKS, parse_cards
from referee.rules.variant import Variant

_RULES = {
    "set": ("set.rank", "set.size"),
    "run": ("run.suit", "run.order", "run.length"),
    "ace": ("run.ace", "run.both-ends"),
    "wild": ("wild.cards", "wild.standing", "wild.naturals", "wild.number", "wild.itself"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Example:
    """Cards laid down as one kind of meld, and what the referee said to them."""

    cards: str
    right: bool
    says: str


def lay_out(variant: Variant, choices: Choices, game: GameOnPaper | None) -> Laid:
    """The sheet on its faces; raises `SheetError`."""
    players_of(variant, choices.players, game)
    cut = grid(choices)
    room = frame(choices, cut)
    title = game_title(variant.name, game)
    below = [WORDS["values"].capitalize() if title == variant.name else variant.name]
    top = head(room, title, below, game=game)
    most = 14 if room.room_wide >= 150 else 11
    room = with_columns(room)
    faces = in_columns(room, top, partial(_blocks, variant, room), most)
    return on_pages(f"{title} – {WORDS['values']}", faces, choices, cut)


def _blocks(variant: Variant, room: Frame, size: float) -> Sequence[Block]:
    blocks = [heading(room, WORDS["values.points"], size)]
    blocks += [worth(value.label, value.points, size) for value in values(variant)]
    most = max(len(one.cards.split()) for part in _RULES for one in examples(variant, part))
    for part, rules in _RULES.items():
        texts = [variant.text(rule) for rule in rules if rule in variant.rules]
        found = examples(variant, part)
        if not any(texts) and not found:
            continue
        blocks.append(heading(room, WORDS[f"values.{part}"], size))
        blocks += [item(room, text, size) for text in texts if text]
        blocks += [_example(room, one, size, most) for one in found]
    return blocks


def _example(room: Frame, example: Example, size: float, most: int) -> Block:
    cards = parse_cards(example.cards)

    def draw(high: float, wide: float):  # type: ignore[no-untyped-def]
        return draw_melds((cards,), example.cards, high, wide, room.inks)

    verdict = WORDS["values.right"] if example.right else WORDS["values.wrong"]
    mark = "✓" if example.right else "✗"
    says = cards_unbroken(example.says)
    return shown(room, says, size, draw, f"{mark} {verdict}", most)


@lru_cache(maxsize=256)
def examples(variant: Variant, part: str) -> tuple[Example, ...]:
    """Melds that show the rules of one part, each ruled on by the referee here and now."""
    return tuple(_ruled(variant, kind, cards) for kind, cards in _PARTS[part](variant))


def _ruled(variant: Variant, kind: str, cards: str) -> Example:
    ruling = rule_by(variant, {"game": variant.id, "ask": "meld", "cards": cards, "kind": kind})
    right = ruling.verdict == "legal"
    says = [one.says for one in ruling.findings if one.ok is right]
    return Example(cards=cards, right=right, says=" ".join(says[:2]))


def _sets(variant: Variant) -> Iterator[tuple[str, str]]:
    least, (*_, low, high) = variant.sets.least, plain_ranks(variant)
    suits = "shdc"
    yield "set", " ".join(f"{high}{suits[at % 4]}" for at in range(least))
    if variant.many_packs:
        twins = [f"{low}s", f"{low}s", *(f"{low}{suits[1 + at % 3]}" for at in range(least - 2))]
        yield "set", " ".join(twins)
    yield "set", " ".join(f"{low if at else high}{suits[at % 4]}" for at in range(least))
    yield "set", " ".join(f"{high}{suits[at % 4]}" for at in range(least - 1))


def _runs(variant: Variant) -> Iterator[tuple[str, str]]:
    ranks, least = plain_ranks(variant), variant.runs.least
    start = ranks[1 : least + 1]
    yield "run", " ".join(f"{rank}s" for rank in start)
    yield "run", " ".join(f"{rank}{'h' if rank == start[-1] else 's'}" for rank in start)
    yield "run", " ".join(f"{rank}s" for rank in (*start[:-1], ranks[least + 1]))
    yield "run", " ".join(f"{rank}s" for rank in start[:-1])


def _aces(variant: Variant) -> Iterator[tuple[str, str]]:
    least = variant.runs.least
    # The ranks beside the ace, as far as this game has them.
    plain = [rank for rank in RANKS if rank not in (*variant.ranks.removed, "A")]
    yield "run", " ".join(f"{rank}h" for rank in ("A", *plain[: least - 1]))
    yield "run", " ".join(f"{rank}h" for rank in (*plain[len(plain) - least + 1 :], "A"))
    # With a wild card among them it would show something else.
    natural = [rank for rank in plain if rank not in variant.wilds.ranks]
    yield "run", " ".join(f"{rank}h" for rank in (*natural[-1:], "A", *natural[: least - 2]))


def _wilds(variant: Variant) -> Iterator[tuple[str, str]]:
    if not variant.has_wilds:
        return
    wild = "*" if variant.has_jokers else f"{variant.wilds.ranks[0]}c"
    other = wild if variant.has_jokers else f"{variant.wilds.ranks[0]}d"
    ranks = plain_ranks(variant)
    start = ranks[1 : variant.runs.least + 1]
    high = ranks[-1]
    yield "run", " ".join([f"{start[0]}d", wild, *(f"{rank}d" for rank in start[2:])])
    yield "set", " ".join([f"{high}s", *(f"{high}h" for _ in range(variant.sets.least - 2)), wild])
    yield "set", " ".join([f"{high}s", wild, other])
    # One wild card where two are missing.
    gap = ranks[1 : variant.runs.least + 2]
    yield "run", " ".join([f"{gap[0]}d", wild, *(f"{rank}d" for rank in gap[3:])])


_PARTS = {"set": _sets, "run": _runs, "ace": _aces, "wild": _wilds}
