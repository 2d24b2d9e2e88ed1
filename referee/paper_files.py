"""Sheets of paper as files, from the command line: blank ones, or those of a table's game."""

import os
from collections.abc import Mapping, Sequence
from itertools import chain, count
from pathlib import Path

from referee.instance import CommandError
from referee.language import say
from referee.printing.document import KIT, UnknownSheet
from referee.printing.models import GameOnPaper
from referee.printing.options import PrintOptions, SheetError
from referee.printing.renderer import RenderFailed, print_sheet
from referee.rules.deals import deal_count
from referee.rules.schema.options import Option, OptionError
from referee.rules.schema.variant import Variant
from referee.variants import UnknownGame, load


def write_pdf(
    file: Path | None,
    sheet: str,
    options: PrintOptions,
    *,
    game: str | None,
    house_rules: Sequence[str],
    link: str | None,
    folder: Path | None,
) -> Path:
    """Print a sheet, or a kit, into a new file, and return it; the same bytes as the pages make.

    Of a `game` under `house_rules`, each as `name=value`, or of the game that a table's `link`
    opens in the score book of a folder. Without a name the file is named by game and sheet, with a
    number where such a file is there. Raises `CommandError` with a sentence for what cannot be
    printed, and where the named file is there.
    """
    try:
        if link:
            variant, on_paper = _of_link(link, folder)
            if house_rules or (game or variant.id) != variant.id:
                raise CommandError(say("print-link-has-game", game=variant.name))
        else:
            variant, on_paper = _of_game(game, house_rules), None
        _check(sheet, variant, options)
        pdf = print_sheet(sheet, variant, options, game=on_paper)
    except (SheetError, UnknownSheet, RenderFailed, UnknownGame, OptionError) as error:
        raise CommandError(str(error)) from error
    file = file or _free(Path(f"{variant.id}-{sheet}.pdf"))
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
    return file


def _free(file: Path) -> Path:
    """The file, or the next of that name with a number that is not there yet."""
    numbered = (file.with_stem(f"{file.stem}-{number}") for number in count(2))
    return next(one for one in chain((file,), numbered) if not one.exists())


def _check(sheet: str, variant: Variant, options: PrintOptions) -> None:
    """Raise `CommandError` for options that the print page does not offer."""
    deals = deal_count(variant)
    if options.rows is not None and deals is not None:
        raise CommandError(say("print-rows-given", game=variant.name, deals=deals))
    if sheet == KIT and options.up > 1:
        raise CommandError(say("print-kit-up"))


def _of_game(id: str | None, house_rules: Sequence[str]) -> Variant:
    if not id:
        raise CommandError(say("print-no-game"))
    options = load(id).options
    return load(id, dict(_house_rule(text, options) for text in house_rules))


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
    by_text = {str(answer).lower(): answer for answer in option.values}
    return name, by_text.get(value.lower(), value)


def _of_link(link: str, in_folder: Path | None) -> tuple[Variant, GameOnPaper]:
    from referee.instance import database_url, default_folder, prepare
    from referee.scorebook import book_file, storage
    from referee.serve import settings
    from referee.web import create_app
    from referee.web.on_paper import game_of_link

    folder = (in_folder or default_folder()).absolute()
    file = book_file.database_file(database_url(), folder)
    if not folder.is_dir() or (file and not os.path.lexists(file)):
        raise CommandError(say("book-missing", folder=str(folder)))
    storage.check(storage.book_app(folder, database_url()))
    app = create_app(settings(prepare(folder)))
    with app.app_context():
        game = game_of_link(link)
    if game is None:
        raise CommandError(say("print-no-link"))
    return game
