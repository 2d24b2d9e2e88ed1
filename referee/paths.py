"""The three outer folders, in the installed package or beside it, and the names of files."""

from pathlib import Path
from typing import Final

_PACKAGE = Path(__file__).resolve().parent
_HOME = _PACKAGE if (_PACKAGE / "templates").is_dir() else _PACKAGE.parent

TEMPLATES: Final = _HOME / "templates"
STATIC: Final = _HOME / "static"
PRINTABLES: Final = _HOME / "printables"

DATABASE_FILE: Final = "referee.sqlite3"
"""The SQLite file of a score book, in its instance folder."""
