"""Messages as Fluent reads them: the one place that knows its library."""

from collections.abc import Mapping
from typing import Any

from fluent.runtime import FluentBundle, FluentResource
from fluent.runtime.resolver import CurrentEnvironment, ResolverEnvironment
from fluent.runtime.types import FluentInt
from fluent.syntax.ast import Junk

from referee.language import CatalogueError, shown_number


class Count(FluentInt):
    """A number that messages select plurals by."""

    def format(self, locale: object) -> str:
        """The number as it is printed: many times quicker than by a pattern of the locale."""
        return shown_number(self)


class Bundle(FluentBundle):
    """The messages of one language, in Fluent's syntax. Their arguments are text and `Count`.

    A message is parsed when it is first said: to parse all would be a quarter of a server's start.
    """

    def __init__(self, language: str, sources: Mapping[str, str]) -> None:
        super().__init__([language], use_isolating=False)
        self._sources = sources

    def _lookup(self, entry_id: str, term: bool = False) -> Any:
        name = f"-{entry_id}" if term else entry_id
        if name in self._sources and name not in self._compiled:
            parsed = FluentResource(self._sources[name])
            if any(isinstance(entry, Junk) for entry in parsed.body):
                raise CatalogueError(f"This is no message: {self._sources[name]}")
            self.add_resource(parsed)
        return super()._lookup(entry_id, term)

    count = Count

    def said(self, id: str, given: dict[str, Any]) -> str:
        """What a message says; raises `CatalogueError` where it or a value is missing."""
        if id not in self._sources:
            raise CatalogueError(f"There is no message “{id}” in “{self.locales[0]}”.")
        pattern = self.get_message(id).value
        if pattern is None:
            raise CatalogueError(f"The message “{id}” has no words.")
        errors: list[Exception] = []
        current = CurrentEnvironment(args=given)
        text = pattern(ResolverEnvironment(context=self, current=current, errors=errors))
        if errors:
            raise CatalogueError(f"The message “{id}”: {errors[0]}")
        return str(text)
