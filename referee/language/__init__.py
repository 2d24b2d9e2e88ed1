"""What people read, by language: sentences in `*.ftl` files, and the values that stand in them.

Written in Fluent (projectfluent.org). The library is imported when the first sentence is made.
"""

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

if TYPE_CHECKING:
    from referee.language.messages import Bundle

FOLDER = Path(__file__).resolve().parent

ISOLATE = "\u2068"
ISOLATED = "\u2069"
"""The marks before and after text that is written in its own direction, whatever is beside it."""


class CatalogueError(LookupError):
    """A message that is missing or written twice, or a value that it needs and was not given."""


def isolated(text: str) -> str:
    """What somebody typed, kept from turning round what stands beside it in a line.

    Letters that are written from right to left take numbers and names beside them along. Text that
    has none, or that is kept apart already, stays as it is.
    """
    if text.isascii() or ISOLATE in text:
        return text
    turns = any(unicodedata.bidirectional(letter) in ("R", "AL", "AN") for letter in text)
    return f"{ISOLATE}{text}{ISOLATED}" if turns else text


def shown_number(number: int) -> str:
    """A number in figures, ungrouped, with a real minus sign."""
    return str(int(number)).replace("-", "\N{MINUS SIGN}")


@dataclass(frozen=True, slots=True)
class Phrase:
    """A part of a sentence that a message of its own says, such as the name of a rank."""

    message: str
    values: tuple[tuple[str, "Value"], ...] = ()

    @classmethod
    def of(cls, message: str, /, **values: "Value") -> "Phrase":
        """A phrase by its message and the values in it."""
        return cls(message, tuple(values.items()))


@dataclass(frozen=True, slots=True)
class OneOf:
    """Things of which any one is meant, such as `melded or laid off`."""

    things: tuple["Value", ...]


@dataclass(frozen=True, slots=True)
class Series:
    """Things side by side with nothing but commas between them, such as `Ana 10, Ben 5`."""

    things: tuple["Value", ...]


class Sayable(Protocol):
    """A value that has a phrase of its own, such as a card."""

    def phrase(self) -> Phrase:
        """The phrase that names it."""


Value: TypeAlias = str | int | Phrase | OneOf | Series | Sayable | tuple["Value", ...]
"""What a sentence may hold: a name or a word to select by, a number, things, and rows of them.

A truth is the word `yes` or `no`.
"""


class Catalogue:
    """The messages of one language.

    `sources` are texts in Fluent's syntax; without them, the files of the language's folder.
    """

    def __init__(self, language: str, sources: Iterable[str] | None = None) -> None:
        self.language = language
        self._falls_back = sources is None and language != "en"
        if sources is None:
            files = sorted((FOLDER / language).glob("*.ftl"))
            sources = [file.read_text(encoding="utf-8") for file in files]
        self.sources = tuple(sources)
        self._made: dict[tuple[object, ...], str] = {}

    @cached_property
    def ids(self) -> frozenset[str]:
        """The ids of all messages."""
        return frozenset(name for name in self._entries if not name.startswith("-"))

    @cached_property
    def _entries(self) -> Mapping[str, str]:
        """The source of each message by its id, and that of each term."""
        entries: dict[str, str] = {}
        for source in self.sources:
            # All lines of an entry but its first are indented, or end a placeable.
            for entry in re.split(r"^(?=[a-zA-Z-])", source, flags=re.MULTILINE)[1:]:
                name, equals, _ = entry.partition("=")
                if not equals:
                    raise CatalogueError(f"This is no message: {entry}")
                if entries.setdefault(name.strip(), entry) is not entry:
                    raise CatalogueError(f"The message “{name.strip()}” is written twice.")
        return entries

    @cached_property
    def _bundle(self) -> "Bundle":
        from referee.language.messages import Bundle

        return Bundle(self.language, self._entries)

    def has(self, id: str) -> bool:
        """Whether there is a message of that id."""
        return id in self._entries

    def say(self, id: str, /, **values: Value) -> str:
        """What a message says with some values in it; an underscore in a name is a hyphen there.

        A thing that has a phrase gives the message its own values too: of a card named `card`,
        `$card-rank` and `$card-suit`. A row gives `$cards-count`, and of a single thing its values.
        Raises `CatalogueError` where the message, or a value that it needs, is missing.
        """
        # A page drawn again says most of its sentences with the same values as before.
        asked = (id, *values.items())
        made = self._made.get(asked)
        if made is None:
            made = self._format(id, self.arguments(values))
            if len(self._made) >= MOST_SENTENCES:
                self._made.clear()
            self._made[asked] = made
        return made

    def arguments(self, values: Mapping[str, Value]) -> "Arguments":
        """Values as `say` takes them, for many messages about the same things: see `say_of`."""
        return Arguments(values, self._arguments)

    def say_of(self, given: "Arguments", id: str) -> str:
        """What a message says of arguments that this catalogue made; raises `CatalogueError`."""
        return self._format(id, given)

    def _format(self, id: str, given: dict[str, Any]) -> str:
        if self._falls_back and not self.has(id):
            # A later version of the program has messages that a folder of somebody's own lacks.
            return ENGLISH._format(id, given)
        return self._bundle.said(id, given)

    def _arguments(self, name: str, value: Value) -> Iterator[tuple[str, object]]:
        """The arguments of a message that one value comes to."""
        if isinstance(value, bool):
            yield name, "yes" if value else "no"
        elif isinstance(value, str):
            # A rank in figures: Fluent's keys in figures match numbers alone.
            figures = value in _FIGURES
            yield name, self._bundle.count(int(value)) if figures else _given_text(value)
        elif isinstance(value, int):
            yield name, self._bundle.count(value)
        elif isinstance(value, tuple):
            yield name, self.listed(value)
            yield f"{name}-count", self._bundle.count(len(value))
            if len(value) == 1:
                yield from self._parts(name, value[0])
        else:
            yield name, self._said(value)
            yield from self._parts(name, value)

    def _parts(self, name: str, value: Value) -> Iterator[tuple[str, object]]:
        """The values of a phrase, each under a name of its own."""
        if isinstance(value, (str, int, tuple, OneOf, Series)):
            return
        phrase = value if isinstance(value, Phrase) else value.phrase()
        for part, inner in phrase.values:
            yield from self._arguments(f"{name}-{part.replace('_', '-')}", inner)

    def _said(self, value: Value) -> str:
        """One value as people read it."""
        if isinstance(value, str):
            return _given_text(value)
        if isinstance(value, int):
            return shown_number(value)
        if isinstance(value, tuple):
            return self.listed(value)
        if isinstance(value, OneOf):
            return self._joined("list-or", [self._said(thing) for thing in value.things])
        if isinstance(value, Series):
            return self._joined("list-more", [self._said(thing) for thing in value.things])
        phrase = value if isinstance(value, Phrase) else value.phrase()
        return self.say(phrase.message, **dict(phrase.values))

    def listed(self, things: Iterable[Value]) -> str:
        """Things in a row: cards with blanks between, anything else as `one, two and three`."""
        things = tuple(things)
        said = [self._said(thing) for thing in things]
        return " ".join(said) if _are_cards(things) else self._joined("list-and", said)

    def _joined(self, message: str, said: list[str]) -> str:
        if not said:
            return ""
        *before, last = said
        if not before:
            return last
        row = before[0]
        for text in before[1:]:
            row = self._format("list-more", {"before": row, "next": text})
        return self._format(message, {"before": row, "last": last, "next": last})


class Arguments(dict[str, Any]):
    """The arguments of messages, each made when it is first asked for.

    The words of a rule are given all values of a game, and most speak of two or three of them.
    """

    def __init__(
        self,
        values: Mapping[str, Value],
        arguments: Callable[[str, Value], Iterator[tuple[str, object]]],
    ) -> None:
        self._values = {name.replace("_", "-"): value for name, value in values.items()}
        self._arguments = arguments

    def __missing__(self, name: str) -> object:
        # `card-rank` is a value of its own, or else a part of `card`.
        whole = name
        while whole:
            if whole in self._values:
                self.update(self._arguments(whole, self._values[whole]))
                if name in self:
                    return self[name]
            whole = whole.rpartition("-")[0]
        raise KeyError(name)


_FIGURES = frozenset(map(str, range(2, 11)))

LONGEST_TEXT = 2000
"""Characters of one text in a sentence; the rest is cut off. Fluent takes no more than 2,500."""

MOST_SENTENCES = 8192
"""How many sentences a catalogue keeps before it begins again."""


def _given_text(text: str) -> str:
    if len(text) > LONGEST_TEXT:
        # At the end of a word, where there is one.
        text = text[: LONGEST_TEXT - 1].rsplit(" ", 1)[0] + "…"
    return isolated(str(text))


def _are_cards(things: tuple[Value, ...]) -> bool:
    """Whether things in a row are cards, as the first of them tells."""
    if not things or isinstance(things[0], (str, int, tuple, OneOf, Phrase, Series)):
        return False
    return things[0].phrase().message == "card"


class UnknownLanguage(CatalogueError):
    """A language without a folder."""

    def __init__(self, language: str) -> None:
        super().__init__(say("wrong-language", language=language, known=languages()))


def languages() -> tuple[str, ...]:
    """The names of the folders that hold catalogues."""
    return tuple(sorted({file.parent.name for file in FOLDER.glob("*/*.ftl")}))


@cache
def catalogue(language: str) -> Catalogue:
    """The catalogue of a language, by the name of its folder; raises `UnknownLanguage`."""
    if language not in languages():
        raise UnknownLanguage(language)
    return Catalogue(language)


ENGLISH = catalogue("en")

_in_use: ContextVar[Catalogue] = ContextVar("language", default=ENGLISH)


def in_use() -> Catalogue:
    """The catalogue that sentences are made from now."""
    return _in_use.get()


@contextmanager
def use(catalogue: Catalogue) -> Iterator[None]:
    """Make sentences from a catalogue, in this thread, until the block ends."""
    token = _in_use.set(catalogue)
    try:
        yield
    finally:
        _in_use.reset(token)


def say(id: str, /, **values: Value) -> str:
    """What a message says in the language in use: `Catalogue.say`."""
    return _in_use.get().say(id, **values)


def has(id: str) -> bool:
    """Whether the language in use has a message of that id."""
    return _in_use.get().has(id)


def listed(things: Iterable[Value]) -> str:
    """Things in a row in the language in use: `Catalogue.listed`."""
    return _in_use.get().listed(things)


def capitalized(text: str) -> str:
    """A text with a capital letter first, and the rest as it is."""
    return text[:1].upper() + text[1:]


def sentence(id: str, values: tuple[tuple[str, Value], ...]) -> str:
    """What a message says, with a capital letter first unless a name that was typed begins it.

    `tracks`, whether everybody stands at a contract of their own, is no where `values` do not say.
    """
    return _sentence(_in_use.get(), id, values)


@lru_cache(maxsize=MOST_SENTENCES)
def _sentence(language: Catalogue, id: str, values: tuple[tuple[str, Value], ...]) -> str:
    said = language.say(id, **{"tracks": "no", **dict(values)})
    typed = tuple(value for _, value in values if isinstance(value, str))
    return said if said.startswith(typed) else capitalized(said)
