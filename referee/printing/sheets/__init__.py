"""The kinds of sheets: each module here declares one."""

from collections.abc import Mapping
from importlib import import_module
from pkgutil import iter_modules
from types import MappingProxyType
from typing import Final

from referee.printing.sheet import Sheet, declared_sheets

for _module in iter_modules(__path__):
    import_module(f"{__name__}.{_module.name}")

SHEETS: Final[Mapping[str, Sheet]] = MappingProxyType(
    {sheet.id: sheet for sheet in sorted(declared_sheets, key=lambda sheet: sheet.place)}
)
"""Every sheet by its id, in the order in which players see them."""
