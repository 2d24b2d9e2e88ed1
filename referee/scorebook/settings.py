"""What a table settles while it plays: its options, and the note and day that the game carries."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import date
from functools import lru_cache

from referee.rules.build import OptionError, build
from referee.rules.knobs import as_written
from referee.rules.variant import Variant, plain
from referee.scorebook import limits
from referee.scorebook.errors import Refused
from referee.scorebook.events import Noted, OptionsChanged, Recorded
from referee.scorebook.messages import says
from referee.scorebook.names import clean_note
from referee.scorebook.projection import ScoreBook, check
from referee.scorebook.state import GameState, fold, with_log_line


@fold.register
def _change(
    entry: OptionsChanged, sheet: GameState, variant: Variant, stamped: Recorded
) -> GameState:
    after = with_options(variant, entry.options)
    lines = [
        says("option", asks=asks, before=before, now=now)
        for asks, before, now in options_changed(variant, after)
    ]
    changed = replace(sheet, variant=after)
    return with_log_line(changed, stamped, *(lines or [says("option.same")]))


@fold.register
def _note(entry: Noted, sheet: GameState, variant: Variant, stamped: Recorded) -> GameState:
    lines = [says("noted", title=entry.title)] if entry.title != sheet.title else []
    lines += [says("dated", day=entry.day)] if entry.day != sheet.day else []
    after = replace(sheet, title=entry.title, day=entry.day)
    return with_log_line(after, stamped, *(lines or [says("noted.same")]))


def with_options(variant: Variant, options: Mapping[str, object]) -> Variant:
    """The game with some options otherwise; raises `OptionError`."""
    wished = ((variant.option_name(name), as_written(value)) for name, value in options.items())
    return _built(variant, tuple((name, value, type(value)) for name, value in wished))


@lru_cache(maxsize=limits.VARIANTS_KEPT)
def _built(variant: Variant, options: tuple[tuple[str, object, type], ...]) -> Variant:
    changed = {name: value for name, value, _ in options}
    return build(variant.definition, id=variant.id, options={**variant.turned, **changed})


def options_changed(before: Variant, after: Variant) -> tuple[tuple[str, str, str], ...]:
    """The question of each option that differs, with the answer before and after."""
    return tuple(
        (option.asks, option.label(before.chosen[name]), option.label(after.chosen[name]))
        for name, option in before.options.items()
        if plain(before.chosen[name]) != plain(after.chosen[name])
    )


def rules_changed(before: Variant, after: Variant) -> tuple[tuple[str, str], ...]:
    """The text of each rule that reads otherwise, before and after."""
    rules = dict.fromkeys((*before.rules, *after.rules))
    texts = ((_text(before, rule), _text(after, rule)) for rule in rules)
    return tuple((old, new) for old, new in texts if old != new)


def _text(variant: Variant, rule: str) -> str:
    return variant.text(rule) if rule in variant.rules else ""


@check.register
def _check_options(entry: OptionsChanged, book: ScoreBook) -> None:
    try:
        after = with_options(book.variant, entry.options)
    except OptionError as error:
        raise Refused(str(error)) from error
    if not options_changed(book.variant, after):
        raise Refused(says("no.option"))


@check.register
def _check_note(entry: Noted, book: ScoreBook) -> None:
    if clean_note(entry.title) != entry.title:
        raise Refused(says("no.note.clean"))
    if entry.day and not _is_day(entry.day):
        raise Refused(says("no.day"))


def _is_day(day: str) -> bool:
    """Whether a day is written as it is kept: other forms of ISO 8601 are not."""
    try:
        return date.fromisoformat(day).isoformat() == day
    except ValueError:
        return False
