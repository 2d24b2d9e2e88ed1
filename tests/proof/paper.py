"""Every sheet of every game on every paper, either way round, in any number and size of print.

Each is printed for real: it must pass all that `checks` of the tests ask of a sheet, give
WeasyPrint nothing to complain of, and hold the words that it is for. Of each sheet
every pair of two choices is printed; `whole` prints all choices of paper with one another.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import combinations, islice, product
from random import Random
from typing import Any

from referee.printing.document import lay_out
from referee.printing.game_facts import player_numbers
from referee.printing.models import GameOnPaper
from referee.printing.options import (
    UPS,
    Duplex,
    Inks,
    Orientation,
    Paper,
    PrintOptions,
    PrintSize,
    SheetError,
)
from referee.printing.renderer import RenderFailed, stop
from referee.printing.sheets import SHEETS
from referee.rules.deals import contract_words, deal_count, plan_deal
from referee.rules.law.points import card_values
from referee.rules.schema.variant import Variant
from referee.variants import catalogue, load
from tests.printing.checks import wrong_on_paper
from tests.printing.conftest import FILLED, game_of, sheet_html, words_of_html

LONG = "Maximiliane von und zu Hohenstein-Altd"
STRANGE = (
    "محمد الأمين",
    "山田太郎山田太郎",
    "👩\u200d🌾 Ola",
    "Żółć",
    "Ελένη",
    "שרה",
    "Bo",
    "한글",
)
SAYS_CONTRACTS = ("score-pad", "contracts", "tents", "rules")
SAYS_VALUES = ("score-pad", "contracts", "values")

OFFERED: Mapping[str, Sequence[Any]] = {
    "variant": [variant.id for variant in catalogue()],
    "paper": list(Paper),
    "orientation": list(Orientation),
    "up": list(UPS),
    "print": list(PrintSize),
    "inks": list(Inks),
    "both_sides": [False, True],
    "duplex": list(Duplex),
    "stacked": [False, True],
    "code": [False, True],
    "copies": [1, 3],
    "most": [False, True],
    "game": ["none", "begun", "over"],
}
"""What can be chosen of a sheet: `most` players or the fewest, `game` of strange or long names."""

TRIES = 60
"""Rows that are tried for a pair before it is taken for one that nothing can be printed with."""

Row = dict[str, Any]
Asked = tuple[str, Variant, PrintOptions, GameOnPaper | None]


def main() -> bool:
    """Print every pair of choices of every sheet, and tell what is wrong with any."""
    return _hold(_pairs())


def whole(share: tuple[int, int] = (1, 1)) -> bool:
    """Print all choices of paper with one another, and tell what is wrong with any.

    `share`: which of how many shares of them.
    """
    first, shares = share
    return _hold(islice(_all(), first - 1, None, shares))


def _hold(asked: Iterable[Asked]) -> bool:
    count = refused = wrong = 0
    try:
        for sheet, variant, options, game in asked:
            try:
                problems = _problems(sheet, variant, options, game)
            except SheetError:
                refused += 1
                continue
            # A complaint of WeasyPrint, too, is an assertion that fails.
            except (RenderFailed, AssertionError) as failed:
                problems = [str(failed)]
            count += 1
            wrong += bool(problems)
            if problems:
                told = f"{variant.id} {sheet} {_named(options, game)}: {'; '.join(problems[:3])}"
                print(f"  {told}", flush=True)
    finally:
        stop()
    print(f"  {count} printed, {refused} refused in a sentence, {wrong} wrong")
    return wrong == 0


def _pairs() -> Iterator[Asked]:
    for sheet in SHEETS:
        for row in every_pair(OFFERED, partial(_fits, sheet)):
            yield _asked(sheet, row)


def every_pair(offered: Mapping[str, Sequence[Any]], fits: Callable[[Row], bool]) -> Iterator[Row]:
    """Rows that hold every pair of two choices that fits at all, few of them, always the same."""
    chance = Random(1)
    missing = dict.fromkeys(
        ((a, x), (b, y))
        for a, b in combinations(offered, 2)
        for x in offered[a]
        for y in offered[b]
    )
    while missing:
        pair = next(iter(missing))
        for tried in range(TRIES):
            row = _row(offered, dict(pair), missing if tried < TRIES // 3 else {}, chance)
            if fits(row):
                yield row
                for held in combinations(row.items(), 2):
                    missing.pop(held, None)
                break
        missing.pop(pair, None)


def _row(
    offered: Mapping[str, Sequence[Any]], row: Row, missing: Mapping[Any, None], chance: Random
) -> Row:
    """The row with a choice of everything: those that make most missing pairs, or any."""

    def made(name: str, value: object) -> int:
        there = [tuple(sorted((one, (name, value)), key=order)) for one in row.items()]
        return sum(one in missing for one in there)

    places = {name: at for at, name in enumerate(offered)}

    def order(one: tuple[str, object]) -> int:
        return places[one[0]]

    for name in chance.sample([one for one in offered if one not in row], len(offered) - len(row)):
        values = chance.sample(list(offered[name]), len(offered[name]))
        row[name] = max(values, key=partial(made, name))
    return dict(sorted(row.items(), key=order))


def _fits(sheet: str, row: Row) -> bool:
    if not SHEETS[sheet].suits(load(row["variant"]), row["game"] != "none"):
        return False
    try:
        lay_out(*_asked(sheet, row))
    except SheetError:
        return False
    return True


def _asked(sheet: str, row: Row) -> Asked:
    variant = load(row["variant"])
    numbers = player_numbers(variant)
    players = numbers[-1] if row["most"] else numbers[0]
    chosen = {name: row[name] for name in row if name not in ("variant", "most", "game")}
    if row["game"] == "none":
        return sheet, variant, PrintOptions(**chosen, players=players), None
    if row["game"] == "begun":
        return (
            sheet,
            variant,
            PrintOptions(**chosen),
            game_of(variant, STRANGE[:players], written=3),
        )
    return sheet, variant, PrintOptions(**chosen), _over(variant, players)


def _over(variant: Variant, players: int) -> GameOnPaper:
    names = tuple(f"{LONG} {seat}" for seat in range(players))
    game = game_of(variant, names, written=deal_count(variant) or 20)
    return replace(
        game,
        finished=True,
        winners=names[:1],
        corrections=("Deal 2 was counted again: 15 for the first, and 40 for the last.",) * 7,
        rulings=("Deal 3: 4♠ 5♠ 7♠ is no run.",) * 5,
    )


def _all() -> Iterator[Asked]:
    """Paper with the fewest and the most players, blank and with a game of long names."""
    for sheet, variant in product(SHEETS, catalogue()):
        if not SHEETS[sheet].suits(variant, True):
            continue
        numbers = player_numbers(variant)
        for paper, turn, up, size in product(Paper, Orientation, UPS, PrintSize):
            options = PrintOptions(
                paper=paper, orientation=turn, up=up, print=size, inks=Inks.BLACK
            )
            for players in dict.fromkeys((numbers[0], numbers[-1])):
                if SHEETS[sheet].suits(variant, False):
                    yield sheet, variant, replace(options, players=players), None
                if sheet in ("score-pad", "agreement", "final"):
                    yield sheet, variant, options, _over(variant, players)


def _named(options: PrintOptions, game: GameOnPaper | None) -> str:
    """The choices that are not as usual."""
    usual = PrintOptions()
    told = [f"{at}={value}" for at in usual.__slots__
            if (value := getattr(options, at)) != getattr(usual, at)]  # fmt: skip
    return " ".join([*told, f"{len(game.names)} names" if game else ""]).strip()


def _problems(
    sheet: str, variant: Variant, options: PrintOptions, game: GameOnPaper | None
) -> list[str]:
    problems = wrong_on_paper(sheet, variant, options, game)
    html = sheet_html(sheet, variant, options, game=game)
    text, asked = _bare(words_of_html(html)), [*_contracts(sheet, variant, options)]
    if sheet == "score-pad":
        # Where words have no room in a row, it shows what its deal asks as cards.
        asked = [one for one in asked if f"<title>{one}</title>" not in html]
    if sheet in SAYS_VALUES and not (sheet == "score-pad" and _is_full(variant, options, game)):
        asked += [f"{value.label} {value.points}" for value in card_values(variant)]
    missing = [one for one in asked if _bare(one) not in text]
    if missing:
        problems.append(f"missing: {missing[:3]}")
    return problems


def _bare(text: str) -> str:
    """Text without spaces, without the capital that begins a line, and with suits filled."""
    return "".join(text.split()).casefold().translate(FILLED)


def _contracts(sheet: str, variant: Variant, options: PrintOptions) -> Iterator[str]:
    """The contracts that must stand on a sheet."""
    players = options.players or variant.players.least
    if sheet in SAYS_CONTRACTS:
        for deal in range(1, (deal_count(variant) or 0) + 1):
            yield contract_words(plan_deal(variant.at(deal), players).contract)


def _is_full(variant: Variant, options: PrintOptions, game: GameOnPaper | None) -> bool:
    """Whether a pad has nothing but rows: these come first, and nothing takes a further face."""
    faces: Any = lay_out("score-pad", variant, options, game).faces
    return all(face["kind"] == "rows" and not face["foot"] for face in faces)
