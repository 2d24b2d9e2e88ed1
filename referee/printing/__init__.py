"""Paper: what goes on each sheet, and the press that makes PDF files of them.

Everything that other rooms use is here. Importing it never loads WeasyPrint.
"""

from referee.printing.paper import GameOnPaper, Paper, PaperDeal, SheetError
from referee.printing.press import PressFailed, available, print_sheet, warm_up
from referee.printing.sheets import SHEETS, Sheet, UnknownSheet, sheet_css, sheet_html

__all__ = [
    "SHEETS",
    "GameOnPaper",
    "Paper",
    "PaperDeal",
    "PressFailed",
    "Sheet",
    "SheetError",
    "UnknownSheet",
    "available",
    "print_sheet",
    "sheet_css",
    "sheet_html",
    "warm_up",
]
