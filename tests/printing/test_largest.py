"""Every sheet of every game at its largest, on A4 and Letter, either way round.

As many players, deals and letters as a game may have: whatever was put in must be read on paper,
inside its margins.
"""

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache

import pypdfium2
import pytest

from referee.printing import (
    SHEETS,
    GameOnPaper,
    Orientation,
    Paper,
    PaperDeal,
    PrintOptions,
    lay_out,
)
from referee.printing.game_facts import settings
from referee.printing.models import MOST_NAME, MOST_ROWS, MOST_TITLE
from referee.printing.sheets.values import examples
from referee.rules.deals import contract_words, deal_count, plan_deal
from referee.rules.rulebook import RULEBOOK
from referee.rules.scoring import card_values
from referee.rules.variant import Variant
from referee.scorebook.plain import plain_game
from referee.variants import catalogue
from tests.printing.conftest import outside_faces, printed, read

GAMES = (*catalogue(), plain_game())
DEALS = 20
"""Deals of a game that has no last one; one of them has as many as paper takes."""

PARTS = ("set", "run", "ace", "wild")
UNTITLED = ("rules", "tents")
SAYS_CONTRACTS = ("score-pad", "contracts", "tents", "rules")
SAYS_CARDS_DEALT = ("score-pad", "contracts", "tents")
SAYS_VALUES = ("score-pad", "contracts", "values")

PAPERS = [
    PrintOptions(paper=paper, orientation=turn)
    for paper in (Paper.A4, Paper.LETTER)
    for turn in Orientation
]


@cache
def largest(variant: Variant) -> GameOnPaper:
    """A finished game of as many players, letters and deals as there may be.

    No two figures of it are alike: points have four digits, totals four and a minus sign.
    """
    names = tuple(
        f"Maximiliane{seat} von{seat} Hohensteinsee{seat}".ljust(MOST_NAME, "n")
        for seat in range(variant.players.most)
    )
    count = len(names)
    deals = deal_count(variant) or (DEALS if variant.counts_cards else MOST_ROWS)
    rows = tuple(
        PaperDeal(
            number=deal,
            dealer=names[deal % count],
            out=names[deal % count],
            points=tuple(1000 + deal * count + seat for seat in range(count)),
            running=tuple(-3000 - deal * count - seat for seat in range(count)),
        )
        for deal in range(1, deals + 1)
    )
    return GameOnPaper(
        title="The longest title that anybody gave a game".ljust(MOST_TITLE, "!"),
        names=names,
        rows=rows,
        dealers=tuple(row.dealer for row in rows),
        totals=rows[-1].running,
        places=tuple(range(1, count + 1)),
        winners=names[:1],
        finished=True,
        link="https://rummy.example.org/k/4rGkPvXwq2NTdMzB7sYhJc",
        date="21 November 2026",
    )


CASES = [
    pytest.param(variant, sheet.id, id=f"{variant.id}-{sheet.id}")
    for variant in GAMES
    for sheet in SHEETS.values()
    if sheet.suits(variant, True)
]


@pytest.mark.parametrize("options", PAPERS, ids=lambda one: f"{one.paper}-{one.orientation}")
@pytest.mark.parametrize(("variant", "sheet"), CASES)
def test_all_that_was_put_in_is_read_within_the_margins(
    variant: Variant, sheet: str, options: PrintOptions
) -> None:
    game = largest(variant)
    layout = lay_out(sheet, variant, options, game)
    pdf = printed(sheet, variant, options, game=game)
    pages = [page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(pdf)]
    assert len(pages) == len(layout.imposition.order)
    assert outside_faces(pdf, layout) == []
    assert is_whole(pdf, game.title if sheet not in UNTITLED else variant.name)
    text = "\n".join(pages)
    figures = Counter(re.findall(r"−?\d{4,}", text))
    assert not Counter(figures_of(sheet, game)) - figures
    plain = bare(text)
    assert [one for one in words_of(sheet, variant, game) if bare(one) not in plain] == []


def is_whole(pdf: bytes, title: str) -> bool:
    """Whether a file names itself and its language, is tagged, and brings its fonts along."""
    reader = read(pdf)
    fonts = [font for page in reader.pages for font in page["/Resources"]["/Font"].values()]
    inner = [font["/DescendantFonts"][0]["/FontDescriptor"].get_object() for font in fonts]
    return (
        str(reader.metadata.title).startswith(title)
        and reader.root_object["/Lang"] == "en"
        and reader.root_object["/MarkInfo"]["/Marked"]
        and bool(reader.root_object["/StructTreeRoot"]["/K"])
        and all(re.fullmatch(r"/[A-Z]{6}\+Sheet.*", one["/FontName"]) for one in inner)
        and all("/FontFile2" in one for one in inner)
    )


def bare(text: str) -> str:
    """Text without what line ends, dots of lists and hyphens at the end of a line make of it."""
    return re.sub(r"[\s•\ufffe\u00ad\x02-]", "", text)


def figures_of(sheet: str, game: GameOnPaper) -> Iterator[str]:
    """Every figure that a game puts on a sheet, as often as it stands there."""
    if sheet not in ("score-pad", "final"):
        return
    for row in game.rows:
        yield from (str(points) for points in row.points)
        yield from (f"−{-total}" for total in row.running if total)
    # The last row of all, and on the final sheet the places as well.
    for _ in range(2 if sheet == "final" else 1):
        yield from (f"−{-total}" for total in game.totals if total)


def words_of(sheet: str, variant: Variant, game: GameOnPaper) -> Iterator[str]:
    """What must be read on a sheet in words."""
    players = variant.players.most
    plans = [plan_deal(variant.at(deal), players) for deal in range(1, len(variant.deals) + 1)]
    if sheet not in UNTITLED:
        yield game.title
    if sheet in ("final", "agreement"):
        yield from (word for name in game.names for word in name.split())
    if sheet in SAYS_CONTRACTS:
        yield from (contract_words(plan.contract) for plan in plans)
    if sheet in SAYS_CARDS_DEALT and variant.counts_cards:
        yield from (f"{plan.cards_each} cards" for plan in plans)
        yield from (plan.special for plan in plans)
    if sheet in SAYS_VALUES and variant.counts_cards:
        yield from (f"{value.label} {value.points}" for value in card_values(variant))
    if sheet == "values":
        yield from (one.says for part in PARTS for one in examples(variant, part))
    if sheet == "agreement":
        yield from (f"{one.asks} {one.answer}" for one in settings(variant, players))
    if sheet == "rules":
        yield from (variant.text(entry.id) for entry in RULEBOOK if entry.id in variant.rules)
