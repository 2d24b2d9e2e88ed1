"""Messages as Fluent reads them: the one place that knows its library."""

from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from fluent.runtime import FluentBundle, FluentResource
from fluent.runtime.resolver import CurrentEnvironment, ResolverEnvironment
from fluent.runtime.types import FluentInt
from fluent.syntax.ast import Junk, Message

from referee.language.typed import CatalogueError, shown_number


class Count(FluentInt):
    """A number that messages select plurals by."""

    def format(self, locale: object) -> str:
        """The number as it is printed: many times quicker than by a pattern of the locale."""
        return shown_number(self)


class Bundle(FluentBundle):
    """The messages of one language. Its arguments are text and `Count`."""

    @property
    def ids(self) -> frozenset[str]:
        """The ids of all messages."""
        return frozenset(self._messages)

    count = staticmethod(lru_cache(maxsize=1024)(Count))

    def said(self, id: str, given: dict[str, Any]) -> str:
        """What a message says; raises `CatalogueError` where it or a value is missing."""
        if not self.has_message(id):
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


def bundle_of(language: str, sources: Iterable[str]) -> Bundle:
    """The messages that some texts in Fluent's syntax hold."""
    bundle = Bundle([language], use_isolating=False)
    seen: set[str] = set()
    for source in sources:
        resource = FluentResource(source)
        for entry in resource.body:
            if isinstance(entry, Junk):
                raise CatalogueError(f"This is no message: {entry.content}")
            if isinstance(entry, Message):
                if entry.id.name in seen:
                    raise CatalogueError(f"The message “{entry.id.name}” is written twice.")
                seen.add(entry.id.name)
        bundle.add_resource(resource)
    return bundle
