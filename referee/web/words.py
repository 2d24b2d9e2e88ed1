"""What people read when something they sent cannot be taken: one sentence each, by name."""

from collections.abc import Mapping
from types import MappingProxyType

FORMS: Mapping[str, str] = MappingProxyType(
    {
        "option.number": "Enter a whole number from {least} to {most}.",
    }
)


def says(name: str, /, **words: object) -> str:
    """The sentence of that name, with its blanks filled in."""
    return FORMS[name].format(**words)
