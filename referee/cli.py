"""The command line: `referee serve`, `rule`, `print`, `backup`, `restore`, `migrate`, `static`."""

import argparse
import os
import sys
from collections.abc import Sequence
from contextlib import nullcontext, suppress
from enum import StrEnum
from io import BufferedIOBase
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, Final, TypeVar, cast
from urllib.parse import urlsplit

from referee.instance import CommandError, default_folder
from referee.language import ISOLATE, ISOLATED, UnknownLanguage, catalogue, say, use

if TYPE_CHECKING:
    from referee.printing.options import PrintOptions

# Each command imports its own package when it is called: a ruling need not wait for the web.

CASES_UNREAD: Final = 2

Kind = TypeVar("Kind", bound=StrEnum)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status; what is wrong is a sentence on standard error."""
    try:
        with use(catalogue(os.environ.get("REFEREE_LANGUAGE") or "en")):
            return _run(arguments)
    except UnknownLanguage as error:
        return _fail(error)


def _run(arguments: Sequence[str] | None) -> int:
    chosen = _parser().parse_args(arguments)
    try:
        status: int = chosen.command(chosen)
    except CommandError as error:
        return _fail(error)
    except KeyboardInterrupt:
        return 130
    except Exception as error:
        from referee.advice import advice

        sentence = advice(error)
        if sentence is None:
            raise
        return _fail(sentence)
    return status


def _fail(sentence: object) -> int:
    # What is copied from a terminal must hold no marks that cannot be seen.
    print(str(sentence).replace(ISOLATE, "").replace(ISOLATED, ""), file=sys.stderr)
    return 1


_ARGPARSE: Final = {
    "usage: ": "usage",
    "positional arguments": "positional-arguments",
    "options": "options-heading",
    "show this help message and exit": "help-help",
    "%(prog)s: error: %(message)s\n": "wrong-arguments",
    "argument %(argument_name)s: %(message)s": "wrong-argument",
    "the following arguments are required: %s": "wrong-missing",
    "unrecognized arguments: %s": "wrong-unknown",
    "invalid %(type)s value: %(value)r": "wrong-value",
    "invalid choice: %(value)r (choose from %(choices)s)": "wrong-choice",
    "unknown parser %(parser_name)r (choices: %(choices)s)": "wrong-command",
    "ambiguous option: %(option)s could match %(matches)s": "wrong-ambiguous",
    "ignored explicit argument %r": "wrong-explicit",
    "expected one argument": "wrong-count-one",
}
"""The texts of argparse, and the messages that say the same."""


def _translate(text: str) -> str:
    message = _ARGPARSE.get(text)
    return text if message is None else say(message) + "\n" * text.count("\n")


def _parser() -> argparse.ArgumentParser:
    # argparse asks gettext for its own texts, and offers no other way to translate them.
    vars(argparse)["_"] = _translate
    parser = argparse.ArgumentParser(prog="referee", description=say("command-line"))
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    serve = commands.add_parser("serve", help=say("help-serve"))
    serve.add_argument("--host", default="0.0.0.0", help=say("help-host"))
    serve.add_argument("--port", type=_port, default=8080, help=say("help-port"))
    serve.add_argument("--address", type=_address, metavar="URL", help=say("help-address"))
    serve.set_defaults(command=_serve)

    rule = commands.add_parser("rule", help=say("help-rule"))
    rule.add_argument("files", nargs="*", type=Path, metavar="FILE.jsonl")
    rule.set_defaults(command=_rule)

    _add_print(commands)

    backup = commands.add_parser("backup", help=say("help-backup"))
    backup.add_argument("file", type=Path, metavar="FILE")
    backup.set_defaults(command=_backup)

    restore = commands.add_parser("restore", help=say("help-restore"))
    restore.add_argument("file", type=Path, metavar="FILE")
    restore.add_argument("--yes", action="store_true", help=say("help-yes"))
    restore.set_defaults(command=_restore)

    migrate = commands.add_parser("migrate", help=say("help-migrate"))
    migrate.set_defaults(command=_migrate)

    static = commands.add_parser("static", help=say("help-static"))
    static.add_argument("folder", type=Path, metavar="FOLDER", help=say("help-static-folder"))
    static.add_argument("--serve", action="store_true", help=say("help-static-serve"))
    static.add_argument("--port", type=_port, default=8080, help=say("help-port"))
    static.set_defaults(command=_static)

    for command in (serve, backup, restore, migrate):
        command.add_argument(
            "--instance", type=Path, default=None, metavar="DIR", help=say("help-instance")
        )
    return parser


def _add_print(commands: Any) -> None:
    command = commands.add_parser("print", help=say("help-print"))
    command.add_argument("sheet", help=say("help-sheet"))
    command.add_argument("game", nargs="?", help=say("help-game"))
    command.add_argument("--link", metavar="URL", help=say("help-link"))
    command.add_argument("--out", type=Path, metavar="FILE", help=say("help-out"))
    command.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    command.add_argument("--paper", default="a4", help=say("help-paper"))
    command.add_argument("--across", action="store_true", help=say("help-across"))
    command.add_argument("--up", type=int, default=1, help=say("help-up"))
    command.add_argument("--stacked", action="store_true", help=say("help-stacked"))
    command.add_argument("--copies", type=int, default=1, help=say("help-copies"))
    command.add_argument("--players", type=int, help=say("help-players"))
    command.add_argument("--rows", type=int, help=say("help-rows"))
    command.add_argument("--large", action="store_true", help=say("help-large"))
    command.add_argument("--inks", default="red", help=say("help-inks"))
    command.add_argument("--no-code", action="store_true", help=say("help-no-code"))
    command.add_argument("--both-sides", action="store_true", help=say("help-both-sides"))
    command.add_argument("--short-edge", action="store_true", help=say("help-short-edge"))
    command.add_argument("--sheets", default="", metavar="A,B", help=say("help-sheets"))
    command.add_argument("--booklet", action="store_true", help=say("help-booklet"))
    command.add_argument("--beside", default="", metavar="GAME", help=say("help-beside"))
    command.add_argument("--instance", type=Path, metavar="DIR", help=say("help-instance"))
    command.set_defaults(command=_print)


def _port(text: str) -> int:
    if text.isascii() and text.isdigit() and len(text) <= 5 and 0 < int(text) < 65536:
        return int(text)
    raise argparse.ArgumentTypeError(say("wrong-port", text=text))


def _address(text: str) -> str:
    """The address of a site, without a path."""
    with suppress(ValueError):
        parts = urlsplit(text)
        # Asking for a port that cannot be one is an error, too.
        named = parts.hostname and parts.port != 0
        if parts.scheme in {"http", "https"} and named and parts.path in {"", "/"}:
            return f"{parts.scheme}://{parts.netloc}"
    raise argparse.ArgumentTypeError(say("wrong-address", text=text))


def _serve(chosen: argparse.Namespace) -> int:
    from referee.serve import serve

    serve(chosen.instance or default_folder(), chosen.host, chosen.port, chosen.address)
    return 0


def _rule(chosen: argparse.Namespace) -> int:
    from referee.rule_lines import rule_lines

    asked = map(_opened, chosen.files) if chosen.files else [nullcontext(sys.stdin.buffer)]
    status = 0
    try:
        for opened in asked:
            with opened as cases:
                if not rule_lines(cast(BufferedIOBase, cases), sys.stdout.buffer):
                    status = CASES_UNREAD
    except BrokenPipeError:
        # The reader has seen enough; Python would complain of it once more at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    return status


def _opened(path: Path) -> BinaryIO:
    try:
        return path.open("rb")
    except OSError as error:
        problem = str(error.strerror)
        raise CommandError(say("file-unread", file=str(path), problem=problem)) from error


def _print(chosen: argparse.Namespace) -> int:
    from referee.paper_files import write_pdf

    file = write_pdf(
        chosen.out,
        chosen.sheet,
        _print_options(chosen),
        game=chosen.game,
        house_rules=chosen.option,
        link=chosen.link,
        folder=chosen.instance,
    )
    print(say("done-print", file=str(file)))
    return 0


def _print_options(chosen: argparse.Namespace) -> "PrintOptions":
    from referee.printing.options import (
        Duplex,
        Inks,
        Orientation,
        Paper,
        PrintOptions,
        PrintSize,
        SheetError,
    )

    try:
        return PrintOptions(
            paper=_one_of(Paper, chosen.paper, "paper"),
            orientation=Orientation.ACROSS if chosen.across else Orientation.UPRIGHT,
            up=chosen.up,
            stacked=chosen.stacked,
            copies=chosen.copies,
            players=chosen.players,
            rows=chosen.rows,
            print=PrintSize.LARGE if chosen.large else PrintSize.NORMAL,
            inks=_one_of(Inks, chosen.inks, "inks"),
            code=not chosen.no_code,
            both_sides=chosen.both_sides,
            duplex=Duplex.SHORT if chosen.short_edge else Duplex.LONG,
            kit=tuple(filter(None, chosen.sheets.split(","))),
            booklet=chosen.booklet,
            beside=chosen.beside,
        )
    except SheetError as error:
        raise CommandError(str(error)) from error


def _one_of(kind: type[Kind], text: str, option: str) -> Kind:
    try:
        return kind(text)
    except ValueError as error:
        known = ", ".join(kind)
        problem = say("wrong-print-choice", option=option, text=text, known=known)
        raise CommandError(problem) from error


def _backup(chosen: argparse.Namespace) -> int:
    from referee.backup import backup

    backup(chosen.instance or default_folder(), chosen.file)
    print(say("done-backup", file=str(chosen.file)))
    return 0


def _restore(chosen: argparse.Namespace) -> int:
    from referee.restore import restore

    def confirm(score_book: Path, kept: Path) -> bool:
        names = {"place": str(score_book), "file": str(chosen.file), "kept": str(kept)}
        print(say("confirm-restore", **names), end=" ", flush=True)
        return sys.stdin.readline().strip() == "yes"

    folder = chosen.instance or default_folder()
    kept = restore(folder, chosen.file, None if chosen.yes else confirm)
    print(say("done-restore", file=str(chosen.file)))
    if kept:
        print(say("kept-restore", kept=str(kept)))
    return 0


def _static(chosen: argparse.Namespace) -> int:
    from referee.serve import why_not
    from referee.static_site.build import build, first_visit, served

    try:
        serving = served(chosen.folder, chosen.port) if chosen.serve else nullcontext()
    except OSError as error:
        raise CommandError(why_not(error, "localhost", chosen.port)) from error
    with serving as server:
        sizes = build(chosen.folder)
        for name, size in sorted(sizes.items(), key=lambda item: -item[1])[:8]:
            print(f"{size:>10,}  {name}")
        megabytes = first_visit(sizes) / 1e6
        print(say("done-static", folder=str(chosen.folder), megabytes=f"{megabytes:.1f}"))
        if server:
            url = f"http://localhost:{server.server_port}/"
            print(say("open-here", url=url), say("how-to-stop"), sep="\n", flush=True)
            server.serve_forever()
    return 0


def _migrate(chosen: argparse.Namespace) -> int:
    from referee.instance import prepare
    from referee.serve import migrate

    migrate(prepare(chosen.instance or default_folder()))
    print(say("done-migrate"))
    return 0
