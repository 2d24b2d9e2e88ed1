"""What a game and its rules rest on: a text, or the table where that is silent."""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import TYPE_CHECKING, Literal, NamedTuple

from referee.language import Catalogue, Phrase, has, say
from referee.rules.schema.options import table

if TYPE_CHECKING:
    from referee.rules.schema.variant import Variant


@table
class Source:
    """`[source]`: the text that the game comes from; `title` as findings name it."""

    title: str


def game_text(id: str, part: str, own: str) -> str:
    """A text of a game: that of the language in use, else its own.

    A language may hold `game-ID-name`, `game-ID-about` and `game-ID-note-HEADING-1`.
    """
    message = f"game-{id}-{part}"
    return say(message) if own and has(message) else own


@table
class Note:
    """`[[notes]]`: something that players do and no ruling rests on, under a rulebook heading.

    `rests_on`: keys of knobs; where the table turned one of them it stands no longer.
    """

    heading: str
    text: str
    source: str = ""
    rests_on: tuple[str, ...] = ()


SettledBy = Literal["rules", "table"]
"""Who decides: the game's text, or the table where the text is silent."""


@dataclass(frozen=True, eq=False, kw_only=True)
class Basis:
    """What a rule, or one of its sentences, rests on at one table.

    `by`: who decides, the table too where it set an option against what the text says. `section`:
    the part of the source that says so, empty where it is silent. `option`: the house option that
    would change it, empty where the text decides. `turned`: the table set it against the text.
    """

    variant: "Variant" = field(repr=False)
    rule: str
    by: SettledBy
    section: str = ""
    option: str = ""
    turned: bool = False

    @cached_property
    def source(self) -> Phrase:
        """Title and section of the source, or that it is silent."""
        title = self.variant.source.title
        if not self.section:
            return Phrase.of("source-silent", title=title)
        message = "source-unlike" if self.turned else "source"
        return Phrase.of(message, title=title, section=self.section)

    @cached_property
    def worded(self) -> Callable[[Catalogue], tuple[str, str]]:
        """Gives the rule at this table, empty where it has no text, and its source in words."""
        worded = self.rule in self.variant.rules or self.rule.startswith("irregularity.")
        text = self.variant.text if worded else lambda rule: ""
        return cache(lambda language: (text(self.rule), language.listed((self.source,))))


class Wording(NamedTuple):
    """How a game gives the rules on its card in reading order, and the text of each, short or not.

    `of_deal`: the texts of those that a deal has of its own.
    """

    rules: Callable[["Variant"], tuple[str, ...]]
    text: Callable[["Variant", str, bool], str]
    of_deal: Callable[["Variant", int], tuple[str, ...]]
