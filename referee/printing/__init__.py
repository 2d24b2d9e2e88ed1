"""Paper: what goes on each sheet, and the renderer that makes PDF files of them.

Everything that other rooms use is here. Importing it never loads WeasyPrint.
"""

from referee.printing.card_svg import Meld, deal_melds
from referee.printing.document import (
    KIT,
    PICTURE_MM,
    UnknownSheet,
    html_of,
    lay_out,
    layout_name,
    sheet_css,
)
from referee.printing.kit import fitting_sheets
from referee.printing.models import GameOnPaper
from referee.printing.options import (
    Duplex,
    Inks,
    Orientation,
    Paper,
    PrintOptions,
    PrintSize,
    SheetError,
)
from referee.printing.renderer import RenderFailed, available, print_sheet, warm_up
from referee.printing.sheet import Sheet
from referee.printing.sheets import SHEETS

__all__ = [
    "KIT",
    "PICTURE_MM",
    "SHEETS",
    "Duplex",
    "GameOnPaper",
    "Inks",
    "Meld",
    "Orientation",
    "Paper",
    "PrintOptions",
    "PrintSize",
    "RenderFailed",
    "Sheet",
    "SheetError",
    "UnknownSheet",
    "available",
    "deal_melds",
    "fitting_sheets",
    "html_of",
    "lay_out",
    "layout_name",
    "print_sheet",
    "sheet_css",
    "warm_up",
]
