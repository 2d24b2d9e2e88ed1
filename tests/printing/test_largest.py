"""Every sheet of every game at its largest, on A4 and Letter, either way round.

As many players, deals and letters as a game may have: whatever was put in must be read on paper,
inside its margins.
"""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import cache

import pytest

from referee.language import listed
from referee.printing.card_svg import beside_its_cards
from referee.printing.game_facts import deal_plan, settings
from referee.printing.game_facts import plans as plans_of
from referee.printing.models import GameOnPaper
from referee.printing.options import MOST_ROWS, Orientation, Paper, PrintOptions
from referee.printing.sections import rules_under
from referee.printing.sheets import SHEETS
from referee.rules.building.rulebook import RULEBOOK, needed_rules
from referee.rules.deals import (
    contract_words,
    deal_count,
    own_rules_words,
    wild_cards,
)
from referee.rules.examples import examples
from referee.rules.law.points import card_values
from referee.rules.schema.variant import Variant
from referee.scorebook.limits import NAME_LENGTH, NOTE_LENGTH
from referee.scorebook.plain import plain_game
from referee.scorebook.score_table import ScoreTable
from referee.variants import catalogue
from tests.printing.checks import PARTS, wrong_on_paper
from tests.printing.conftest import game_of, lay_out, printed, read, text_of
from tests.shares import some

GAMES = (*catalogue(), plain_game())
DEALS = 20
"""Deals of a game that has no last one; one of them has as many as paper takes."""

UNTITLED = (
    "rules", "tents", "own-rules", "dealer", "evening", "season", "certificate", "compared",
)  # fmt: skip
SAYS_CONTRACTS = ("score-pad", "contracts", "tents", "rules")
SAYS_CARDS_DEALT = ("score-pad", "contracts", "tents")
SAYS_VALUES = ("score-pad", "contracts", "values")
ON_MELDS = [rule for word in ("set", "run", "wild") for rule in rules_under(word)]

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
        f"Maximiliane{seat} von{seat} Hohensteinsee{seat}".ljust(NAME_LENGTH, "n")
        for seat in range(variant.players.most)
    )
    count = len(names)
    deals = deal_count(variant) or (DEALS if variant.counts_cards else MOST_ROWS)
    points = [[1000 + deal * count + seat for seat in range(count)] for deal in range(deals)]
    game = game_of(
        variant,
        names,
        points=points,
        title="The longest title that anybody gave a game".ljust(NOTE_LENGTH, "!"),
        winners=names[:1],
        finished=True,
    )
    return replace(game, scores=below_nought(game.scores))


def below_nought(scores: ScoreTable) -> ScoreTable:
    """The same scores with totals of four digits and a minus sign, no two alike."""
    count = len(scores.totals)
    rows = tuple(
        replace(
            row,
            cells=tuple(
                replace(cell, running=-3000 - row.number * count - seat)
                for seat, cell in enumerate(row.cells)
            ),
        )
        for row in scores.rows
    )
    last = [cell.running or 0 for cell in rows[-1].cells]
    totals = tuple(
        replace(player, total=total) for player, total in zip(scores.totals, last, strict=True)
    )
    return replace(scores, rows=rows, totals=totals)


CASES = [
    pytest.param(
        variant, sheet.id, options,
        id=f"{variant.id}-{sheet.id}-{options.paper}-{options.orientation}",
    )
    for variant in GAMES
    for sheet in SHEETS.values()
    for options in PAPERS
    if sheet.suits(variant, True)
]  # fmt: skip


@pytest.mark.parametrize(("variant", "sheet", "options"), some(CASES, 31))
def test_all_that_was_put_in_is_read_within_the_margins(
    variant: Variant, sheet: str, options: PrintOptions
) -> None:
    game = largest(variant)
    assert wrong_on_paper(sheet, variant, options, game) == []
    pdf = printed(sheet, variant, options, game=game)
    text = text_of(pdf)
    title = lay_out(sheet, variant, options, game).title
    assert (title == game.title) is (sheet not in UNTITLED) or sheet == "certificate"
    figures = Counter(re.findall(r"−?\d{4,}", text))
    assert not Counter(figures_of(sheet, game)) - figures
    plain = bare(text)
    if missing := [one for one in words_of(sheet, variant, game) if bare(one) not in plain]:
        # PDFium mixes up some lines of a panel that stands upside down.
        written = bare(" ".join(" ".join(page.extract_text() for page in read(pdf).pages).split()))
        assert [one for one in missing if bare(one) not in written] == []


def bare(text: str) -> str:
    """Text without what line ends, dots of lists and capitals at their beginning make of it."""
    return re.sub(r"[\s•\u00ad-]", "", text).casefold()


def figures_of(sheet: str, game: GameOnPaper) -> Iterator[str]:
    """Every figure that a game puts on a sheet, as often as it stands there."""
    if sheet not in ("score-pad", "final"):
        return
    for row in game.scores.rows:
        yield from (str(cell.points) for cell in row.cells)
        yield from (f"−{-cell.running}" for cell in row.cells if cell.running)
    # The last row of all, and on the final sheet the places as well.
    for _ in range(2 if sheet == "final" else 1):
        yield from (f"−{-player.total}" for player in game.scores.totals)


def words_of(sheet: str, variant: Variant, game: GameOnPaper) -> Iterator[str]:
    """What must be read on a sheet in words."""
    players = variant.players.most
    plans = plans_of(variant, players)
    if sheet == "score-pad":
        # Where everybody stands at a contract of their own, the deals of a pad have none.
        plans = tuple(deal_plan(variant, players, plan.number) for plan in plans)
    if sheet not in UNTITLED:
        yield game.title
    if sheet in ("final", "agreement"):
        yield from (word for name in game.names for word in name.split())
    if sheet in SAYS_CONTRACTS:
        yield from (contract_words(plan.contract) for plan in plans)
    by_deals = variant.has_contracts or sheet == "score-pad"
    if sheet in SAYS_CARDS_DEALT and variant.counts_cards and by_deals:
        # Where they differ by the deal they stand in a column below their name.
        column = sheet == "contracts" and len({plan.cards_each for plan in plans}) > 1
        named = " cards each" if sheet == "tents" else " dealt" * (not column)
        yield from (f"{plan.cards_each}{named}" for plan in plans)
        pad = sheet == "score-pad"
        yield from (own_rules_words(plan.terms) if pad else plan.special for plan in plans)
        if pad and variant.wilds.by_deal:
            yield from (listed(wild_cards(plan.terms)) for plan in plans)
    if sheet in SAYS_VALUES and variant.counts_cards:
        yield from (f"{value.label} {value.points}" for value in card_values(variant))
    if sheet == "values":
        ruled = (one for part in PARTS for one in examples(variant, part, players))
        yield from (beside_its_cards(one.says) for one in ruled if not one.right)
        rules = (rule for rule in needed_rules(variant) if rule in ON_MELDS)
        yield from (variant.text(rule, short=True) for rule in rules)
    if sheet == "agreement":
        yield from (f"{one.asks} {one.answer}" for one in settings(variant, players))
    if sheet == "rules":
        # What stands beside cards is read word by word on a panel that is turned; chips say points.
        shown = {"points.cards", "wild.cards"}
        # Where a note sums a turn up, it says so that one draws first.
        shown |= {rule for note in variant.notes if note.heading == "turn" for rule in note.rests_on
                  if rule == "turn.drawn"}  # fmt: skip
        rules = (one.id for one in RULEBOOK if one.id in variant.rules and one.id not in shown)
        yield from (variant.text(rule, short=True) for rule in rules)
