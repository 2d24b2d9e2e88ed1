"""Sheets of paper as files, from the command line: blank ones, or those of a table's game."""

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from referee.instance import CommandError
from referee.language import say
from referee.printing import (
    Choices,
    GameOnPaper,
    PressFailed,
    SheetError,
    UnknownSheet,
    print_kit,
    print_sheet,
)
from referee.rules.build import OptionError
from referee.rules.deals import deal_count
from referee.rules.variant import Variant
from referee.variants import UnknownGame, load

KIT = "kit"


@dataclass(frozen=True, slots=True, kw_only=True)
class Paperwork:
    """What is printed: a sheet of a game as such, or of the game that a table's link opens."""

    sheet: str
    choices: Choices
    game: str | None = None
    options: Mapping[str, str] | None = None
    link: str | None = None
    folder: Path | None = None


def write_paper(asked: Paperwork, file: Path) -> None:
    """Print a sheet, or a kit, into a new file; the same bytes as the pages make.

    Raises `CommandError` with a sentence for what cannot be printed, and where the file is there.
    """
    try:
        variant, game = _of_link(asked) if asked.link else (_of_game(asked), None)
        _check(asked, variant)
        pdf = _printed(asked, variant, game)
    except (SheetError, UnknownSheet, PressFailed, UnknownGame, OptionError) as error:
        raise CommandError(str(error)) from error
    try:
        with file.open("xb") as new:
            new.write(pdf)
    except FileExistsError as error:
        raise CommandError(f"{file} already exists. Name another file.") from error
    except OSError as error:
        if file.is_file():
            file.unlink()
        raise CommandError(f"{file} can’t be written ({error.strerror}).") from error


def _check(asked: Paperwork, variant: Variant) -> None:
    """Raise `CommandError` for what was chosen and would change nothing."""
    deals = deal_count(variant)
    if asked.choices.rows is not None and deals is not None:
        raise CommandError(
            f"{variant.name} has {deals} deals, which is what its pad has rows for. "
            "Leave out --rows."
        )
    if asked.sheet == KIT and asked.choices.up > 1:
        raise CommandError("A kit has one sheet on a page. Leave out --up.")


def _printed(asked: Paperwork, variant: Variant, game: GameOnPaper | None) -> bytes:
    if asked.sheet == KIT:
        return print_kit(variant, asked.choices, game=game)
    return print_sheet(asked.sheet, variant, asked.choices, game=game)


def _of_game(asked: Paperwork) -> Variant:
    if not asked.game:
        raise CommandError("Name the game the sheet is for, or give a game’s link with --link.")
    variant = load(asked.game)
    return load(asked.game, _values(variant, asked.options or {}))


def _values(variant: Variant, options: Mapping[str, str]) -> dict[str, object]:
    """Options as the game knows them: numbers as numbers, choices by their written value."""
    return {name: _value(variant, name, text) for name, text in options.items()}


def _value(variant: Variant, name: str, text: str) -> object:
    option = variant.options.get(name)
    if option is None:
        return text  # the game says best which options it has
    if option.is_number:
        return int(text) if text.lstrip("-").isdecimal() else text
    by_text = {str(one.value).lower(): one.value for one in option.choices}
    return by_text.get(text.lower(), text)


def _of_link(asked: Paperwork) -> tuple[Variant, GameOnPaper]:
    from referee.instance import database_url, default_folder, prepare
    from referee.scorebook import storage
    from referee.serve import settings
    from referee.web import create_app
    from referee.web.prints.on_paper import game_of_token

    folder = (asked.folder or default_folder()).absolute()
    file = storage.database_file(database_url(folder), folder)
    if not folder.is_dir() or (file and not os.path.lexists(file)):
        raise CommandError(say("book-missing", folder=str(folder)))
    storage.check(storage.book_app(folder, database_url(folder)))
    app = create_app(settings(prepare(folder)))
    token = str(asked.link).rstrip("/").rpartition("/")[2]
    with app.app_context():
        found = game_of_token(token)
    if found is None:
        raise CommandError("This link doesn’t open a game in this score book.")
    return found


def options_of(texts: Sequence[str]) -> dict[str, str]:
    """Options written as `name=value`; raises `CommandError` for other text."""
    found = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals:
            raise CommandError(f"{text} isn’t an option such as target=300.")
        found[name.strip()] = value.strip()
    return found
