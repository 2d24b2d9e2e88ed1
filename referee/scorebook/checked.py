"""Plain data from outside read as the types that declare it; what does not fit gets a sentence.

A type says what fits by `Meta(extra={"says": …})`: the phrase that goes on after “send it as”.
"""

from collections.abc import Iterator
from enum import Enum
from types import NoneType, UnionType
from typing import Annotated, Any, Final, Literal, TypeVar, Union, get_args, get_origin

import msgspec
from msgspec import Meta, Struct

from referee.language import Phrase, Series, say
from referee.scorebook import limits
from referee.scorebook.errors import Refused
from referee.scorebook.names import is_visible

T = TypeVar("T")

LENGTHS: Final = {
    "line_length": limits.SENTENCE_LENGTH,
    "note_length": limits.NOTE_LENGTH,
    "name_length": limits.NAME_LENGTH,
    "parts": limits.PARTS,
    "part_length": limits.PART_LENGTH,
}
"""The numbers that messages for programs speak of."""


class WrongField(Refused):
    """A field does not fit; the message says what would be right."""

    def __init__(self, field: str, says: str) -> None:
        super().__init__("", says)
        self.field = field


MOST_DIGITS: Final = 8


def parse_whole(text: str) -> int | None:
    """A whole number from 0 of `MOST_DIGITS` digits at most; None for any other text."""
    plain = text.isascii() and text.isdecimal() and len(text) <= MOST_DIGITS
    return int(text) if plain else None


def whole(least: int, most: int, about: str = "") -> Meta:
    """Limits of a whole number; `about` is for readers of the interface's description."""
    message = "fits-whole" if least < most else "fits-exactly"
    return fitting(Phrase.of(message, least=str(least), most=str(most)), about, ge=least, le=most)


def text(most: int, says: str = "") -> Meta:
    """Limits of a text without invisible characters."""
    usual = Phrase.of("fits-text", most=most)
    return fitting(says or usual, says, max_length=most)


def fitting(says: str | Phrase, about: str = "", **limits: Any) -> Meta:
    """What fits as a phrase or a message, and the limits of `msgspec.Meta`.

    `about` is the message that describes it in the OpenAPI document.
    """
    phrase = says if isinstance(says, Phrase) else Phrase.of(says, **LENGTHS)
    return Meta(description=about or None, extra={"says": phrase}, **limits)


def read_as(kind: type[T], plain: object, field: str = "") -> T:
    """Plain data as a value of a type; raises `WrongField` with the innermost part that is wrong.

    `field` is the path of the data itself, such as `entry`.
    """
    try:
        return msgspec.convert(plain, kind)
    except (msgspec.ValidationError, UnicodeEncodeError):
        raise wrong_field(kind, plain, field) from None


def check(value: Struct) -> None:
    """Check a value that was made here as if it came from outside, every text and number of it.

    Raises `WrongField` and `Refused`, as `read_as` and `check_plain` do.
    """
    plain = msgspec.to_builtins(value)
    read_as(type(value), plain)
    check_plain(plain)


def wrong_field(kind: Any, value: Any, field: str, *, optional: bool = False) -> WrongField:
    """The innermost part that is wrong of a value that does not fit, or is not all visible."""
    for part, part_kind, path, may_miss in _parts(kind, value, field):
        if part is msgspec.UNSET:
            return WrongField(path, say("field-missing", field=path, what=_phrase(part_kind)))
        if not _fits(part_kind, part):
            return wrong_field(part_kind, part, path, optional=may_miss)
    bare = _bare(kind)
    if isinstance(value, dict) and _is_struct(bare):
        names = tuple(field.name for field in msgspec.structs.fields(bare))
        return WrongField(field, say("field-only", field=field, names=names))
    message = "field-wrong-optional" if optional else "field-wrong"
    return WrongField(field, say(message, field=field, what=_phrase(kind)))


def _parts(kind: Any, value: Any, field: str) -> Iterator[tuple[Any, Any, str, bool]]:
    """The parts of a value, each with its type, its path and whether it may be left out."""
    bare = _bare(kind)
    if isinstance(value, dict) and _is_struct(bare):
        for part in msgspec.structs.fields(bare):
            path = f"{field}.{part.name}" if field else part.name
            if part.name in value:
                yield value[part.name], part.type, path, not part.required
            elif part.required:
                yield msgspec.UNSET, part.type, path, False
    elif isinstance(value, dict) and get_origin(bare) is dict:
        for name, part in value.items():
            yield part, get_args(bare)[1], f"{field}.{name}", False
    elif isinstance(value, list) and get_origin(bare) is tuple:
        for place, part in enumerate(value):
            yield part, get_args(bare)[0], f"{field}.{place}", False


def _fits(kind: Any, value: Any) -> bool:
    try:
        msgspec.convert(value, kind)
    except (msgspec.ValidationError, UnicodeEncodeError):
        return False
    # A plain `str` is cleaned before it is kept.
    return kind is str or not isinstance(value, str) or is_visible(value)


def _bare(kind: Any) -> Any:
    return get_args(kind)[0] if get_origin(kind) is Annotated else kind


def _is_struct(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, Struct)


def _phrase(kind: Any) -> Phrase:
    """What fits a type."""
    if get_origin(kind) is Annotated:
        for note in get_args(kind)[1:]:
            if isinstance(note, Meta) and note.extra and isinstance(note.extra.get("says"), Phrase):
                fits: Phrase = note.extra["says"]
                return fits
    bare = _bare(kind)
    if get_origin(bare) in (Union, UnionType):
        first, *others = get_args(bare)
        fits = _phrase(first)
        return Phrase.of("fits-or-null", what=fits) if NoneType in others else fits
    if get_origin(bare) is Literal:
        known = tuple(filter(None, get_args(bare)))
        return Phrase.of("fits-one-of", known=Series(known))
    if _is_struct(bare):
        needed = tuple(field.name for field in msgspec.structs.fields(bare) if field.required)
        return Phrase.of("fits-object", names=needed)
    if isinstance(bare, type) and issubclass(bare, Enum):
        return Phrase.of("fits-one-of", known=Series(tuple(str(choice.value) for choice in bare)))
    return Phrase.of("fits-any-text")


def check_plain(plain: object) -> None:
    """Check every text and number of plain data from outside, names of fields too.

    Raises `Refused` for a text with invisible characters, which no page could show, and for a
    number beyond what every database and program keeps as it is.
    """
    # A file may be nested deeper than functions can call themselves.
    rest = [plain]
    while rest:
        part = rest.pop()
        if isinstance(part, str):
            # Most are plain, and need no look at each sign.
            if not (part.isascii() and part.isprintable()) and not is_visible(part):
                raise Refused("no-text-seen")
        elif isinstance(part, dict):
            rest += [*part.keys(), *part.values()]
        elif isinstance(part, list | tuple):
            rest += part
        elif isinstance(part, int | float) and not abs(part) <= limits.NUMBER:
            raise Refused("no-number", most=limits.NUMBER)
