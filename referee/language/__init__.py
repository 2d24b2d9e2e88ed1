"""What people read, by language: sentences in `*.ftl` files, and the values that stand in them.

Written in Fluent (projectfluent.org). The library is imported when the first sentence is made.
"""

from referee.language.catalogue import (
    ENGLISH,
    ISOLATE,
    ISOLATED,
    Catalogue,
    CatalogueError,
    OneOf,
    Phrase,
    Sayable,
    Series,
    UnknownLanguage,
    Value,
    catalogue,
    has,
    in_use,
    isolated,
    languages,
    listed,
    say,
    sentence,
    shown_number,
    use,
)

__all__ = [
    "ENGLISH",
    "ISOLATE",
    "ISOLATED",
    "Catalogue",
    "CatalogueError",
    "OneOf",
    "Phrase",
    "Sayable",
    "Series",
    "UnknownLanguage",
    "Value",
    "catalogue",
    "has",
    "in_use",
    "isolated",
    "languages",
    "listed",
    "say",
    "sentence",
    "shown_number",
    "use",
]
