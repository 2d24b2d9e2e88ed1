"""Paper: what goes on each sheet, and the press that makes PDF files of them.

Everything that other rooms use is here. Importing it never loads WeasyPrint.
"""

from referee.printing.choices import Choices, Duplex, Inks, Print, Turn
from referee.printing.kit import fitting_sheets
from referee.printing.paper import GameOnPaper, Paper, PaperDeal, SheetError
from referee.printing.press import PressFailed, available, print_kit, print_sheet, warm_up
from referee.printing.sheets import (
    PICTURE_MM,
    SHEETS,
    Sheet,
    UnknownSheet,
    html_of,
    lay_out,
    layout_name,
    sheet_css,
    sheet_html,
)

__all__ = [
    "PICTURE_MM",
    "SHEETS",
    "Choices",
    "Duplex",
    "GameOnPaper",
    "Inks",
    "Paper",
    "PaperDeal",
    "PressFailed",
    "Print",
    "Sheet",
    "SheetError",
    "Turn",
    "UnknownSheet",
    "available",
    "fitting_sheets",
    "html_of",
    "lay_out",
    "layout_name",
    "print_kit",
    "print_sheet",
    "sheet_css",
    "sheet_html",
    "warm_up",
]
