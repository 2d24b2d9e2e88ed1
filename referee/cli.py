"""The command line: `referee serve`, `rule`, `print`, `backup` and `migrate`."""

import argparse
import os
import sys
from collections.abc import Sequence
from enum import StrEnum
from io import BufferedIOBase
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar, cast
from urllib.parse import urlsplit

from referee.instance import Refusal, default_folder

if TYPE_CHECKING:
    from referee.printing import Choices

# Each command imports its own room when it is called: a ruling need not wait for the web.

CASES_UNREAD: Final = 2

Kind = TypeVar("Kind", bound=StrEnum)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status; a refusal is one sentence on standard error."""
    chosen = _parser().parse_args(arguments)
    try:
        status: int = chosen.command(chosen)
    except Refusal as refusal:
        print(refusal, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    except Exception as error:
        from referee.advice import advice

        sentence = advice(error)
        if sentence is None:
            raise
        print(sentence, file=sys.stderr)
        return 1
    return status


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="referee", description="Keeps score for rummy players and settles their arguments."
    )
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    serve = commands.add_parser("serve", help="serve the pages to the players’ phones")
    serve.add_argument("--host", default="0.0.0.0", help="address to listen on (all of them)")
    serve.add_argument("--port", type=_port, default=8080, help="port to listen on (8080)")
    serve.add_argument(
        "--address", type=_address, metavar="URL", help="the address that phones open instead"
    )
    serve.set_defaults(command=_serve)

    rule = commands.add_parser("rule", help="rule on cases, one JSON object a line")
    rule.add_argument("files", nargs="*", type=Path, metavar="FILE.jsonl")
    rule.set_defaults(command=_rule)

    _add_print(commands)

    backup = commands.add_parser("backup", help="copy the score book, even while it’s in use")
    backup.add_argument("file", type=Path, metavar="FILE")
    backup.set_defaults(command=_backup)

    migrate = commands.add_parser("migrate", help="update the score book to this version")
    migrate.set_defaults(command=_migrate)

    for command in (serve, backup, migrate):
        command.add_argument(
            "--instance", type=Path, default=None, metavar="DIR", help="folder of the score book"
        )
    return parser


def _add_print(commands: Any) -> None:
    one = commands.add_parser("print", help="make a sheet as a PDF file")
    one.add_argument("sheet", help="score-pad, contracts, tents, rules, values, … or kit")
    one.add_argument("game", nargs="?", help="the game by its id, for a blank sheet")
    one.add_argument("--link", metavar="URL", help="a game’s link: print its names and points")
    one.add_argument("--out", type=Path, metavar="FILE", help="the file (SHEET-GAME.pdf)")
    one.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    one.add_argument("--paper", default="a4", help="a4, letter, a5, a6, 4x6 or 3x5 (a4)")
    one.add_argument("--across", action="store_true", help="landscape")
    one.add_argument("--up", type=int, default=1, help="1, 2 or 4 on a page (1)")
    one.add_argument("--stacked", action="store_true", help="pages in cut-stack order")
    one.add_argument("--copies", type=int, default=1, help="1 to 50 (1)")
    one.add_argument("--players", type=int, help="how many players a blank sheet is for")
    one.add_argument(
        "--rows", type=int, help="how many deals the pad has, if the game has no fixed number"
    )
    one.add_argument("--large", action="store_true", help="large text: nothing under 14 points")
    one.add_argument("--inks", default="red", help="suits in red, four colours or black (red)")
    one.add_argument("--no-code", action="store_true", help="no QR code to the game")
    one.add_argument("--both-sides", action="store_true", help="print on both sides")
    one.add_argument("--short-edge", action="store_true", help="flip on the short edge")
    one.add_argument("--sheets", default="", metavar="A,B", help="the sheets of a kit (all)")
    one.add_argument("--instance", type=Path, metavar="DIR", help="folder of the score book")
    one.set_defaults(command=_print)


def _port(text: str) -> int:
    """A port number, from 1 to 65535."""
    if text.isascii() and text.isdigit() and 0 < int(text) < 65536:
        return int(text)
    raise argparse.ArgumentTypeError(f"{text} isn’t a port: use a number from 1 to 65535")


def _address(text: str) -> str:
    """The address of a site, without a path."""
    parts = urlsplit(text)
    if parts.scheme in {"http", "https"} and parts.hostname and parts.path in {"", "/"}:
        return f"{parts.scheme}://{parts.netloc}"
    raise argparse.ArgumentTypeError(f"{text} isn’t an address such as https://rummy.example.org")


def _serve(chosen: argparse.Namespace) -> int:
    from referee.serve import serve

    serve(chosen.instance or default_folder(), chosen.host, chosen.port, chosen.address)
    return 0


def _rule(chosen: argparse.Namespace) -> int:
    from referee.rule_lines import rule_lines

    try:
        if not chosen.files:
            asked = cast(BufferedIOBase, sys.stdin.buffer)
            return 0 if rule_lines(asked, sys.stdout.buffer) else CASES_UNREAD
        return _rule_files(chosen.files)
    except BrokenPipeError:
        # The reader has seen enough; Python would complain of it once more at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0


def _rule_files(paths: Sequence[Path]) -> int:
    from referee.rule_lines import rule_lines

    status = 0
    for path in paths:
        try:
            cases = path.open("rb")
        except OSError as error:
            raise Refusal(f"{path} can’t be read ({error.strerror}).") from error
        with cases:
            if not rule_lines(cases, sys.stdout.buffer):
                status = CASES_UNREAD
    return status


def _print(chosen: argparse.Namespace) -> int:
    from referee.paper_files import Paperwork, options_of, write_paper

    named = filter(None, (chosen.sheet, chosen.game))
    file = chosen.out or Path("-".join(Path(name).name for name in named) + ".pdf")
    asked = Paperwork(
        sheet=chosen.sheet,
        choices=_choices(chosen),
        game=chosen.game,
        options=options_of(chosen.option),
        link=chosen.link,
        folder=chosen.instance,
    )
    write_paper(asked, file)
    print(f"{file} is ready.")
    return 0


def _choices(chosen: argparse.Namespace) -> "Choices":
    from referee.printing import Choices, Duplex, Inks, Paper, Print, SheetError, Turn

    try:
        return Choices(
            paper=_one_of(Paper, chosen.paper, "paper"),
            turn=Turn.ACROSS if chosen.across else Turn.UPRIGHT,
            up=chosen.up,
            stacked=chosen.stacked,
            copies=chosen.copies,
            players=chosen.players,
            rows=chosen.rows,
            print=Print.LARGE if chosen.large else Print.NORMAL,
            inks=_one_of(Inks, chosen.inks, "inks"),
            code=not chosen.no_code,
            both_sides=chosen.both_sides,
            duplex=Duplex.SHORT if chosen.short_edge else Duplex.LONG,
            kit=tuple(filter(None, chosen.sheets.split(","))),
        )
    except SheetError as error:
        raise Refusal(str(error)) from error


def _one_of(kind: type[Kind], text: str, what: str) -> Kind:
    try:
        return kind(text)
    except ValueError as error:
        raise Refusal(f"There is no {what} “{text}”. There are: {', '.join(kind)}.") from error


def _backup(chosen: argparse.Namespace) -> int:
    from referee.backup import backup

    backup(chosen.instance or default_folder(), chosen.file)
    print(f"The score book is copied to {chosen.file}.")
    return 0


def _migrate(chosen: argparse.Namespace) -> int:
    from referee.instance import prepare
    from referee.serve import migrate

    migrate(prepare(chosen.instance or default_folder()))
    print("The score book is up to date.")
    return 0
