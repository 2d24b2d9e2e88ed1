"""Every sheet of every game on every paper, either way round, in any number and size of print.

Each is printed for real: it must take exactly the pages that were laid out for it, keep within its
margins, give WeasyPrint nothing to complain of, and hold the words that it is for.
"""

import logging
from collections.abc import Iterator
from dataclasses import replace
from itertools import product

from referee.printing import SHEETS, Choices, GameOnPaper, Inks, Paper, Print, SheetError, Turn
from referee.printing.choices import UPS
from referee.printing.press import print_sheet, stop
from referee.printing.sheets import lay_out
from referee.printing.terms import player_numbers
from referee.rules.deals import contract_words, deal_count, plan_deal
from referee.rules.scoring import card_values
from referee.rules.variant import Variant
from referee.variants import catalogue
from tests.printing.conftest import game_of, outside_faces, read, text_of

LONG = "Maximiliane von und zu Hohenstein-Altd"
SAYS_CONTRACTS = ("score-pad", "contracts", "tents", "rules")
SAYS_VALUES = ("score-pad", "contracts", "values")


def main() -> bool:
    """Print them all, and tell what is wrong with any; true where nothing is."""
    heard = _Heard()
    logging.getLogger().addHandler(heard)
    printed = refused = wrong = 0
    try:
        for sheet, variant in product(SHEETS, catalogue()):
            if not SHEETS[sheet].suits(variant, True):
                continue
            for choices, game in _asked(sheet, variant):
                heard.messages.clear()
                try:
                    problems = _problems(sheet, variant, choices, game)
                except SheetError:
                    refused += 1
                    continue
                printed += 1
                problems += heard.messages
                wrong += bool(problems)
                if problems:
                    print(f"  {variant.id} {sheet} {_named(choices)}: {'; '.join(problems[:3])}")
    finally:
        logging.getLogger().removeHandler(heard)
        stop()
    print(f"  {printed} printed, {refused} refused in a sentence, {wrong} wrong")
    return wrong == 0


class _Heard(logging.Handler):
    """Keeps what is complained of."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.messages: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.messages.append(record.getMessage())


def _asked(sheet: str, variant: Variant) -> Iterator[tuple[Choices, GameOnPaper | None]]:
    """Every choice with the fewest and the most players, blank and with a game of long names."""
    numbers = player_numbers(variant)
    for paper, turn, up, size in product(Paper, Turn, UPS, Print):
        choices = Choices(paper=paper, turn=turn, up=up, print=size, inks=Inks.BLACK)
        for players in {numbers[0], numbers[-1]}:
            if SHEETS[sheet].suits(variant, False):
                yield replace(choices, players=players), None
            if sheet in ("score-pad", "agreement", "final"):
                names = tuple(f"{LONG} {seat}" for seat in range(players))
                game = game_of(variant, names, written=deal_count(variant) or 20)
                yield choices, replace(game, finished=True, winners=names[:1])


def _named(choices: Choices) -> str:
    return f"{choices.paper} {choices.turn} {choices.up} {choices.print} {choices.players}"


def _problems(
    sheet: str, variant: Variant, choices: Choices, game: GameOnPaper | None
) -> list[str]:
    laid = lay_out(sheet, variant, choices, game)
    pdf = print_sheet(sheet, variant, choices, game=game)
    problems = []
    pages = len(read(pdf).pages)
    if pages != len(laid.imposed.order):
        problems.append(f"{pages} pages, not {len(laid.imposed.order)}")
    if outside := outside_faces(pdf, laid):
        problems.append(f"outside: {outside[:3]}")
    text = text_of(pdf).replace(" ", "")
    missing = [one for one in _words(sheet, variant, choices) if one.replace(" ", "") not in text]
    if missing:
        problems.append(f"missing: {missing[:3]}")
    return problems


def _words(sheet: str, variant: Variant, choices: Choices) -> Iterator[str]:
    """What must stand on a sheet."""
    players = choices.players or variant.players.least
    if sheet in SAYS_CONTRACTS:
        for deal in range(1, (deal_count(variant) or 0) + 1):
            yield contract_words(plan_deal(variant, players, deal).contract)
    if sheet in SAYS_VALUES:
        for value in card_values(variant):
            yield f"{value.label} {value.points}"
