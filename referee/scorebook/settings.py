"""What a table settles while it plays: its options, and the note and day that the game carries."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date
from functools import lru_cache

from referee.language import Phrase, say
from referee.rules.building.build import rebuild
from referee.rules.building.house_rules import check_effect
from referee.rules.schema.options import Option, OptionError, OptionValue, as_written, plain
from referee.rules.schema.variant import Variant
from referee.scorebook import limits
from referee.scorebook.errors import Refused
from referee.scorebook.events import Noted, OptionsChanged
from referee.scorebook.names import clean_note
from referee.scorebook.projection import ScoreBook, check
from referee.scorebook.state import Folded, GameState, fold


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


@fold.register
def _change(event: OptionsChanged, state: GameState) -> Folded:
    before, after = state.variant, with_options(state.variant, event.options)
    lines = tuple(
        OptionChange(before.options[name], before.chosen[name], after.chosen[name])
        for name in options_changed(before, after)
    )
    return Folded(replace(state, variant=after), lines or (Phrase.of("log-option-same"),))


@fold.register
def _note(event: Noted, state: GameState) -> Folded:
    lines = [Phrase.of("log-noted", title=event.title)] if event.title != state.title else []
    lines += [Phrase.of("log-dated", day=event.day)] if event.day != state.day else []
    after = replace(state, title=event.title, day=event.day)
    return Folded(after, tuple(lines) or (Phrase.of("log-noted-same"),))


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


@check.register
def _check_options(event: OptionsChanged, book: ScoreBook) -> None:
    try:
        after = with_options(book.variant, event.options)
    except OptionError as error:
        raise Refused(str(error)) from error
    if not options_changed(book.variant, after):
        raise Refused(say("no-option"))


@check.register
def _check_note(event: Noted, book: ScoreBook) -> None:
    if clean_note(event.title) != event.title:
        raise Refused(say("no-note-clean"))
    if event.day and not _is_day(event.day):
        raise Refused(say("no-day"))


def _is_day(day: str) -> bool:
    """Whether a day is written as it is kept: other forms of ISO 8601 are not."""
    try:
        return date.fromisoformat(day).isoformat() == day
    except ValueError:
        return False
