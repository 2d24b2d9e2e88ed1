"""What a table settles while it plays: its options, and the note and day that the game carries."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date
from functools import lru_cache
from typing import TYPE_CHECKING, Annotated

from referee.language import Phrase, say
from referee.rules.building.build import rebuild
from referee.rules.building.house_rules import check_effect
from referee.rules.schema.knobs import OptionValue, as_written, plain
from referee.rules.schema.options import Option, OptionError
from referee.rules.schema.variant import Variant
from referee.scorebook import limits
from referee.scorebook.checked import text
from referee.scorebook.errors import Refused
from referee.scorebook.events.base import Event, Options
from referee.scorebook.events.state import Folded, GameState
from referee.scorebook.names import clean_note

if TYPE_CHECKING:
    from referee.scorebook.projection import ScoreBook


class OptionsChanged(Event, frozen=True, kw_only=True):
    """From the next deal on the table plays by these values of some options."""

    options: Options

    @property
    def conflict_keys(self) -> frozenset[str]:
        return frozenset(f"option {name}" for name in self.options)

    def repeats(self, other: Event) -> bool:
        # Sent again, a form has nothing left to change.
        changed = other.options if isinstance(other, OptionsChanged) else {}
        return all(changed.get(name) == value for name, value in self.options.items())

    def check(self, book: "ScoreBook") -> None:
        try:
            after = with_options(book.variant, self.options)
        except OptionError as error:
            raise Refused(str(error)) from error
        if not options_changed(book.variant, after):
            raise Refused(say("no-option"))

    def apply(self, state: GameState) -> Folded:
        before, after = state.variant, with_options(state.variant, self.options)
        lines = tuple(
            OptionChange(before.options[name], before.chosen[name], after.chosen[name])
            for name in options_changed(before, after)
        )
        return Folded(replace(state, variant=after), lines or (Phrase.of("log-option-same"),))


class Noted(Event, frozen=True, kw_only=True):
    """The game carries a note as its title, and a day (2026-11-21), each empty for none."""

    title: Annotated[str, text(limits.NOTE_LENGTH)]
    day: Annotated[str, text(len("2026-11-21"), "fits-day")]

    subjects = ("note",)

    def check(self, book: "ScoreBook") -> None:
        if clean_note(self.title) != self.title:
            raise Refused(say("no-note-clean"))
        if self.day and not _is_day(self.day):
            raise Refused(say("no-day"))

    def apply(self, state: GameState) -> Folded:
        lines = [Phrase.of("log-noted", title=self.title)] if self.title != state.title else []
        lines += [Phrase.of("log-dated", day=self.day)] if self.day != state.day else []
        after = replace(state, title=self.title, day=self.day)
        return Folded(after, tuple(lines) or (Phrase.of("log-noted-same"),))


@dataclass(frozen=True, slots=True)
class OptionChange:
    """An option that was set otherwise, said in the language in use."""

    option: Option
    before: OptionValue
    now: OptionValue

    def __hash__(self) -> int:
        return hash((self.option.words, self.before, self.now))

    def phrase(self) -> Phrase:
        """The question, with the answer now and before."""
        label = self.option.label
        return Phrase.of(
            "log-option", asks=self.option.asks, now=label(self.now), before=label(self.before)
        )


def with_options(variant: Variant, options: Mapping[str, object]) -> Variant:
    """The game with some options otherwise; raises `OptionError`."""
    if not options:
        return variant
    wished = ((variant.option_name(name), as_written(value)) for name, value in options.items())
    return _built(variant, tuple((name, value, type(value)) for name, value in wished))


def with_new_options(variant: Variant, options: Mapping[str, object]) -> Variant:
    """As `with_options` for what a table settles now: `OptionError` also where it changes nothing.

    What the book holds is read without that.
    """
    after = with_options(variant, options)
    check_effect(after, options_changed(variant, after))
    return after


@lru_cache(maxsize=limits.VARIANTS_KEPT)
def _built(variant: Variant, options: tuple[tuple[str, object, type], ...]) -> Variant:
    changed = {name: value for name, value, _ in options}
    return rebuild(variant, {**variant.turned, **changed})


def options_changed(before: Variant, after: Variant) -> tuple[str, ...]:
    """The names of the options that differ."""
    return tuple(
        name for name in before.options if plain(before.chosen[name]) != plain(after.chosen[name])
    )


def rules_changed(before: Variant, after: Variant) -> tuple[tuple[str, str], ...]:
    """The text of each rule that reads otherwise, before and after."""
    old, new = ({rule: game.text(rule) for rule in game.rules} for game in (before, after))
    texts = ((old.get(rule, ""), new.get(rule, "")) for rule in old | new)
    return tuple((was, now) for was, now in texts if was != now)


def _is_day(day: str) -> bool:
    """Whether a day is written as it is kept: other forms of ISO 8601 are not."""
    try:
        return date.fromisoformat(day).isoformat() == day
    except ValueError:
        return False
