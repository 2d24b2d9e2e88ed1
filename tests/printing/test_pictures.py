"""The main sheets as pictures, held beside those that were looked at and kept.

After a change that is meant: `KEEP_PICTURES=yes pytest tests/printing/test_pictures.py`, and look
at what `git diff` shows before it is committed.
"""

import os
from dataclasses import dataclass, field, replace
from pathlib import Path

import pypdfium2
import pytest
from PIL import Image, ImageChops, ImageStat

from referee.printing.models import GameOnPaper
from referee.printing.options import Inks, Paper, PrintOptions, PrintSize
from referee.printing.sheets import SHEETS
from referee.rules.schema.variant import Variant
from referee.variants import catalogue
from tests.printing.conftest import game_of, printed

KEPT = Path(__file__).with_name("pictures")
SCALE = 0.5
"""Pixels to a point: enough to see where everything stands."""

DIFFERENCE = 0.3
"""Mean difference in levels of grey, of 255, that no eye sees."""

CONTRACTS = next(one for one in catalogue() if one.has_contracts)
OPEN_ENDED = next(one for one in catalogue() if not one.deals)


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """One picture: a sheet of a game, and the page of it that is shown."""

    name: str
    sheet: str
    variant: Variant
    options: PrintOptions = field(default_factory=PrintOptions)
    page: int = 0

    @property
    def game(self) -> GameOnPaper | None:
        """A finished game, where the sheet needs one."""
        if SHEETS[self.sheet].suits(self.variant, False):
            return None
        names = ("Mara", "Jon", "Edith")[: self.variant.players.most]
        game = game_of(self.variant, names, written=5)
        return replace(game, finished=True, winners=("Mara",))


PICTURES = [
    *(
        Shown(name=f"{sheet}-{kind}", sheet=sheet, variant=variant)
        for kind, variant in (("contracts", CONTRACTS), ("open", OPEN_ENDED))
        for sheet in SHEETS
        if SHEETS[sheet].suits(variant, True)
    ),
    Shown(name="pad-large", sheet="score-pad", variant=CONTRACTS,
          options=PrintOptions(print=PrintSize.LARGE, inks=Inks.BLACK)),
    Shown(name="pads-four-up", sheet="score-pad", variant=CONTRACTS, options=PrintOptions(up=4)),
    Shown(name="contracts-card", sheet="contracts", variant=CONTRACTS,
          options=PrintOptions(paper=Paper.CARD_4X6, inks=Inks.FOUR)),
    Shown(name="compared-card", sheet="compared", variant=OPEN_ENDED,
          options=PrintOptions(paper=Paper.A6)),
    Shown(name="rules-inside", sheet="rules", variant=CONTRACTS, page=1,
          options=PrintOptions(up=2)),
]  # fmt: skip


def picture_of(shown: Shown) -> Image.Image:
    """The page in levels of grey."""
    pdf = printed(shown.sheet, shown.variant, shown.options, game=shown.game)
    page = pypdfium2.PdfDocument(pdf)[shown.page]
    picture: Image.Image = page.render(scale=SCALE, grayscale=True).to_pil().convert("L")
    return picture


@pytest.mark.parametrize("shown", PICTURES, ids=lambda one: one.name)
def test_a_sheet_looks_as_it_did(shown: Shown) -> None:
    kept, picture = KEPT / f"{shown.name}.png", picture_of(shown)
    if os.environ.get("KEEP_PICTURES"):
        KEPT.mkdir(exist_ok=True)
        picture.quantize(32).save(kept, optimize=True)
    before = Image.open(kept).convert("L")
    assert picture.size == before.size
    assert difference(picture, before) < DIFFERENCE


def test_a_sheet_with_other_print_looks_different() -> None:
    plain, large = (
        picture_of(Shown(name="", sheet="agreement", variant=CONTRACTS, options=options))
        for options in (PrintOptions(), PrintOptions(players=2))
    )
    assert difference(plain, large) > DIFFERENCE


def difference(picture: Image.Image, before: Image.Image) -> float:
    """The mean difference of two pictures in levels of grey.

    Sixteen levels are kept, which by itself makes a difference of a level or so: it is left out.
    """
    seen = ImageChops.difference(picture, before)
    return float(ImageStat.Stat(seen.point(lambda grey: max(grey - 16, 0))).mean[0])


def test_no_picture_is_kept_for_nothing() -> None:
    assert {one.stem for one in KEPT.glob("*.png")} == {shown.name for shown in PICTURES}
