"""Sheets of paper as files, from the command line: blank ones, or those of a table's game."""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from referee.instance import CommandError
from referee.language import say
from referee.printing import (
    KIT,
    GameOnPaper,
    PrintOptions,
    RenderFailed,
    SheetError,
    UnknownSheet,
    print_sheet,
)
from referee.rules.build import OptionError
from referee.rules.deals import deal_count
from referee.rules.options import Option
from referee.rules.variant import Variant
from referee.variants import UnknownGame, load


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintJob:
    """What is printed: a sheet of a game as such, or of the game that a table's link opens.

    `house_rules`: options of the game, each as `name=value`.
    """

    sheet: str
    options: PrintOptions
    game: str | None = None
    house_rules: tuple[str, ...] = ()
    link: str | None = None
    folder: Path | None = None


def write_pdf(job: PrintJob, file: Path) -> None:
    """Print a sheet, or a kit, into a new file; the same bytes as the pages make.

    Raises `CommandError` with a sentence for what cannot be printed, and where the file is there.
    """
    try:
        pdf = _pdf(job)
    except (SheetError, UnknownSheet, RenderFailed, UnknownGame, OptionError) as error:
        raise CommandError(str(error)) from error
    try:
        with file.open("xb") as new:
            new.write(pdf)
    except FileExistsError as error:
        raise CommandError(say("print-file-exists", file=str(file))) from error
    except OSError as error:
        if file.is_file():
            file.unlink()
        reason = error.strerror or ""
        raise CommandError(say("print-file-unwritten", file=str(file), reason=reason)) from error


def _pdf(job: PrintJob) -> bytes:
    variant, game = _of_link(job) if job.link else (_of_game(job), None)
    deals = deal_count(variant)
    if job.options.rows is not None and deals is not None:
        raise CommandError(say("print-rows-given", game=variant.name, deals=deals))
    if job.sheet == KIT and job.options.up > 1:
        raise CommandError(say("print-kit-up"))
    return print_sheet(job.sheet, variant, job.options, game=game)


def _of_game(job: PrintJob) -> Variant:
    if not job.game:
        raise CommandError(say("print-no-game"))
    options = load(job.game).options
    return load(job.game, dict(_house_rule(text, options) for text in job.house_rules))


def _house_rule(text: str, options: Mapping[str, Option]) -> tuple[str, object]:
    """An option by name, and its value: of a choice, whatever the capitals."""
    name, equals, value = (part.strip() for part in text.partition("="))
    if not equals:
        raise CommandError(say("print-no-option", text=text))
    option = options.get(name)
    if option is None:
        return name, value  # the game says best which options it has
    if option.is_number and value.lstrip("-").isdecimal():
        return name, int(value)
    by_text = {str(choice.value).lower(): choice.value for choice in option.choices}
    return name, by_text.get(value.lower(), value)


def _of_link(job: PrintJob) -> tuple[Variant, GameOnPaper]:
    from referee.instance import database_url, default_folder, prepare
    from referee.scorebook import storage
    from referee.serve import settings
    from referee.web import create_app
    from referee.web.prints.on_paper import game_of_token

    folder = (job.folder or default_folder()).absolute()
    file = storage.database_file(database_url(folder), folder)
    if not folder.is_dir() or (file and not os.path.lexists(file)):
        raise CommandError(say("book-missing", folder=str(folder)))
    storage.check(storage.book_app(folder, database_url(folder)))
    app = create_app(settings(prepare(folder)))
    with app.app_context():
        game = game_of_token(str(job.link).rstrip("/").rpartition("/")[2])
    if game is None:
        raise CommandError(say("print-no-link"))
    return game
