"""Where the three outer folders are: inside the installed package, or beside it in a checkout."""

from pathlib import Path
from typing import Final

_PACKAGE = Path(__file__).resolve().parent
_HOME = _PACKAGE if (_PACKAGE / "templates").is_dir() else _PACKAGE.parent

TEMPLATES: Final = _HOME / "templates"
STATIC: Final = _HOME / "static"
PRINTABLES: Final = _HOME / "printables"
