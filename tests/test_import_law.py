"""The import law: which room of the house may know which, read from the imports themselves."""

import ast
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

HOUSE = Path(__file__).resolve().parent.parent / "referee"

EVERYTHING_BUT_THE_DOORS = {
    "language", "rules", "variants", "scorebook", "printing", "paths", "instance", "backup",
    "rule_lines", "advice",
}  # fmt: skip

MAY_KNOW: dict[str, set[str]] = {
    "__init__": {"variants"},
    "language": set(),
    "rules": {"language"},
    "variants": {"language", "rules"},
    "scorebook": {"language", "rules", "variants", "paths"},
    "printing": {"language", "rules", "variants", "scorebook", "paths"},
    "web": EVERYTHING_BUT_THE_DOORS,
    "paths": set(),
    "instance": {"language", "paths"},
    "backup": {"instance", "language", "scorebook"},
    "restore": {"backup", "instance", "language", "scorebook"},
    "advice": {"language", "scorebook"},
    "rule_lines": {"language", "rules", "variants"},
    "paper_files": EVERYTHING_BUT_THE_DOORS | {"web", "serve"},
    "server": {"language", "web"},
    "serve": EVERYTHING_BUT_THE_DOORS | {"web", "server"},
    "cli": EVERYTHING_BUT_THE_DOORS | {"web", "serve", "paper_files", "restore", "static_site"},
    "static_site": EVERYTHING_BUT_THE_DOORS | {"web"},
    "__main__": {"cli"},
}
"""Each room, and the others whose modules it may import."""

KEPT_TO: dict[str, set[str]] = {
    "alembic": {"scorebook"},
    "anyascii": {"printing"},
    "babel": {"language"},
    "cachetools": {"scorebook"},
    "fluent": {"language"},
    "flask": {"scorebook", "web"},
    "flask_compress": {"web"},
    "flask_migrate": {"scorebook"},
    "flask_sqlalchemy": {"scorebook"},
    "flask_wtf": {"web"},
    "itsdangerous": {"web"},
    "jinja2": {"language", "printing", "static_site", "web"},
    "markupsafe": {"language", "printing", "web"},
    "msgspec": {"rule_lines", "scorebook", "web"},
    "PIL": {"printing"},
    "psycopg": {"scorebook"},
    "pyphen": {"printing"},
    "segno": {"printing"},
    "sqlalchemy": {"scorebook"},
    "uvicorn": {"server"},
    "weasyprint": {"printing"},
    "werkzeug": {"server", "static_site", "web"},
    "wtforms": {"web"},
}
"""Each library of others, and the rooms that may know it. No other library is known at all."""

NOT_IN_RULES = {
    "asyncio", "datetime", "fileinput", "glob", "http", "importlib", "io", "logging",
    "multiprocessing", "os", "pathlib", "random", "secrets", "shutil", "socket", "sqlite3",
    "subprocess", "sys", "tempfile", "threading", "time", "urllib", "uuid",
}  # fmt: skip
"""What reaches files, clocks, chance or other processes."""

READS_OR_PRINTS = {"open", "print", "input", "exec", "eval", "__import__", "breakpoint"}

BETWEEN_PARTS_OF_WEB: dict[str, set[str]] = {
    "__init__": {"disputes", "games", "prints", "programs", "rules"},
    "disputes": set(),
    "games": set(),
    "prints": set(),
    "programs": set(),
    "rules": set(),
}
"""The parts of the site, and the others that each may import: none. The modules that they share
import no part."""

FLOORS_OF_RULES = (
    "refusals", "cards", "schema", "phrases", "deals", "examples", "findings", "law", "search",
    "scoring", "building", "questions",
)  # fmt: skip
"""The modules and folders of the rules, each of which may import only those before it."""

PRINTED_OF_A_GAME = {"limits", "score_table"}
"""What sheets of paper may know of the score book: values, and neither its log nor its storage."""

SOURCES = sorted(HOUSE.rglob("*.py"))
RULES = [path for path in SOURCES if path.is_relative_to(HOUSE / "rules")]


def name_of(path: Path) -> str:
    return path.relative_to(HOUSE).as_posix()


def room_of(path: Path) -> str:
    """The room that a file belongs to: its folder in the house, or itself."""
    return path.relative_to(HOUSE).parts[0].removesuffix(".py")


def imports(path: Path) -> Iterator[str]:
    """The dotted name of everything that a file imports, wherever in it."""
    package = ["referee", *path.relative_to(HOUSE).parent.parts]
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) - node.level + 1] if node.level else []
            source = ".".join([*above, *filter(None, [node.module])])
            yield from (f"{source}.{alias.name}" for alias in node.names)


def rooms_known(path: Path) -> set[str]:
    """The other rooms that a file imports from."""
    dotted = (name.split(".") for name in imports(path))
    known = {name[1] for name in dotted if name[0] == "referee" and len(name) > 1}
    return {name for name in known if name in MAY_KNOW} - {room_of(path)}


def higher_floors_known(path: Path) -> set[str]:
    """The modules and folders of the rules that a file imports though they stand on it."""
    own = path.relative_to(HOUSE / "rules").parts[0].removesuffix(".py")
    dotted = (name.split(".") for name in imports(path))
    known = {name[2] for name in dotted if name[:2] == ["referee", "rules"] and len(name) > 2}
    higher = FLOORS_OF_RULES[FLOORS_OF_RULES.index(own) + 1 :]
    return known & {*higher}


def parts_known(path: Path) -> set[str]:
    """The other parts of the site that a file of the web imports."""
    dotted = (name.split(".") for name in imports(path))
    known = {name[2] for name in dotted if name[:2] == ["referee", "web"] and len(name) > 2}
    return known & BETWEEN_PARTS_OF_WEB.keys() - {part_of(path)}


def part_of(path: Path) -> str:
    """The part of the site that a file of the web belongs to: its folder, or itself."""
    return path.relative_to(HOUSE / "web").parts[0].removesuffix(".py")


def libraries_known(path: Path) -> set[str]:
    """The libraries of others that a file imports."""
    return {name.split(".")[0] for name in imports(path)} - sys.stdlib_module_names - {"referee"}


def names_called(path: Path) -> set[str]:
    """The functions that a file calls by a bare name."""
    return {
        node.func.id
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    }


def breaches(unlawful: Callable[[Path], set[str]], paths: Sequence[Path]) -> dict[str, set[str]]:
    """What is unlawful in each file, where anything is."""
    found = {name_of(path): unlawful(path) for path in paths}
    return {name: what for name, what in found.items() if what}


def test_room_knows_only_the_rooms_it_may() -> None:
    assert not breaches(lambda path: rooms_known(path) - MAY_KNOW[room_of(path)], SOURCES)


def test_part_of_the_site_knows_no_other() -> None:
    web = [path for path in SOURCES if room_of(path) == "web"]
    law = BETWEEN_PARTS_OF_WEB
    assert not breaches(lambda path: parts_known(path) - law.get(part_of(path), set()), web)
    folders = {path.parent.name for path in web} - {"web"}
    assert folders <= law.keys()


def test_folder_of_the_rules_knows_only_those_below_it() -> None:
    inside = [path for path in RULES if path.parts[-2:-1] != ("rules",)]
    floors = [path for path in RULES if path.stem in FLOORS_OF_RULES]
    assert not breaches(higher_floors_known, [*inside, *floors])


def test_paper_knows_the_scores_alone_of_a_score_book() -> None:
    def beyond_scores(path: Path) -> set[str]:
        dotted = (name.split(".") for name in imports(path))
        known = {name[2] for name in dotted if name[:2] == ["referee", "scorebook"]}
        return known - PRINTED_OF_A_GAME

    assert not breaches(beyond_scores, [path for path in SOURCES if room_of(path) == "printing"])


def test_library_is_known_only_where_it_belongs() -> None:
    def strangers(path: Path) -> set[str]:
        libraries = libraries_known(path)
        return {name for name in libraries if room_of(path) not in KEPT_TO.get(name, set())}

    assert not breaches(strangers, SOURCES)


def test_rules_reach_no_file_clock_or_chance() -> None:
    assert not breaches(
        lambda path: {name.split(".")[0] for name in imports(path)} & NOT_IN_RULES, RULES
    )


def test_rules_neither_read_nor_print() -> None:
    assert not breaches(lambda path: names_called(path) & READS_OR_PRINTS, RULES)


def test_law_names_every_room() -> None:
    assert {room_of(path) for path in SOURCES} == MAY_KNOW.keys()
