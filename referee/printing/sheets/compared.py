"""Two games side by side, and nothing but what tells them apart."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import zip_longest
from math import ceil
from typing import cast

from referee.language import say
from referee.printing.blocks import Block, blocks_of, flow, pair
from referee.printing.comparison import FACTS, others_than
from referee.printing.game_facts import players_of
from referee.printing.geometry import Frame, frame_of
from referee.printing.header import Header, dotted, make_header
from referee.printing.imposition import Face, Layout, impose
from referee.printing.marks import draw_notation
from referee.printing.models import GameOnPaper
from referee.printing.options import PrintOptions, SheetError
from referee.printing.sections import RULES
from referee.printing.sheets import sheet
from referee.rules.deals import contract_words
from referee.rules.law.points import card_values
from referee.rules.schema.variant import Variant
from referee.variants import UnknownGame, load

Two = tuple[Variant, Variant]


@sheet("compared", place=7, in_kit=False)
def lay_out(variant: Variant, options: PrintOptions, game: GameOnPaper | None) -> Layout:
    """The sheet on its faces; raises `SheetError`."""
    players_of(variant, options.players, game)  # Refuses a number that cannot play, as any sheet.
    games = variant, _other(variant, options.beside)
    title = say("compared-title", games=tuple(one.name for one in games))
    frame = frame_of(options)
    header = make_header(frame, variant, title, [say("sheet-compared")])
    most = 12 if frame.wide else 10
    # Whose columns they are stands on every face.
    names = pair(frame, "", [one.name for one in games], max(frame.least, most))
    below = replace(header, height=header.height + ceil(names.height))
    faces = flow(frame, below, partial(_blocks, games, frame), most, frame.least)
    return impose(title, [_named(face, names) for face in faces], options)


def _named(face: Face, names: Block) -> Face:
    head = cast(Header, face["head"])
    head = replace(head, height=head.height - ceil(names.height))
    return {"head": head, "blocks": [names, *blocks_of(face)]}


def _other(variant: Variant, id: str) -> Variant:
    """The game to compare with, as it comes: also the same where a table changed it."""
    try:
        return load(id) if id else next(others_than(variant))
    except UnknownGame as error:
        raise SheetError(str(error)) from error


def _blocks(games: Two, frame: Frame, size: float) -> Sequence[Block]:
    facts = ((say(f"compare-{name}"), map(read, games)) for name, read in FACTS.items())
    points = say("paper-points"), map(_points, games)
    rules = ((say(f"card-{word}"), _rules(games, word)) for word in RULES)
    return [
        *_rows(frame, [*facts, points], size),
        *_contracts(games, frame, size),
        *_rows(frame, rules, size),
    ]


def _rows(frame: Frame, said: Iterable[tuple[str, Iterable[str]]], size: float) -> Iterator[Block]:
    """What both say of some things, where that differs."""
    for lead, each in said:
        texts = tuple(each)
        if texts[0] != texts[1]:
            yield pair(frame, lead, [text or "–" for text in texts], size)


def _points(game: Variant) -> str:
    values = card_values(game)
    return dotted(*(say("compared-points", cards=one.label, points=one.points) for one in values))


def _rules(games: Two, word: str) -> Iterator[str]:
    """The rules of each under a word that the other has not."""
    texts = [[game.text(rule) for rule in RULES[word] if rule in game.rules] for game in games]
    for own, others in (texts, texts[::-1]):
        yield " ".join(text for text in own if text and text not in others)


def _contracts(games: Two, frame: Frame, size: float) -> Iterator[Block]:
    """What each deal asks for, where that is not the same."""
    contracts = [[deal.contract for deal in game.deals] for game in games]
    for number, asked in enumerate(zip_longest(*contracts, fillvalue=()), 1):
        if asked[0] != asked[1]:
            words = [contract_words(contract) if contract else "–" for contract in asked]
            drawn = [
                draw_notation(contract, text, max(size * 0.42, 3.4), frame.inner_width * 0.3)
                if contract else ""
                for contract, text in zip(asked, words, strict=True)
            ]  # fmt: skip
            lead = say("compared-deal", deal=number)
            yield pair(frame, lead, [text[:1].upper() + text[1:] for text in words], size, drawn)
