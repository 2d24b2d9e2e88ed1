"""Run by `build` in the browser's own Python: compile and pack what the browser loads.

The same files go in wherever the build runs, and so the same bytes come out. `/source` is a folder
of files to pack into `/out`, one zip for each folder in it; of the site's own, `/libraries` holds
the packed libraries, and templates are compiled and an empty score book begun.
"""

import importlib.util
import marshal
import shutil
import sys
import zipfile
from collections.abc import Mapping
from pathlib import Path
from types import CodeType
from typing import Any

_FIRST_DAY = (1980, 1, 1, 0, 0, 0)
_SOURCE = Path("/source")


def _pack() -> None:
    if (_SOURCE / "site").is_dir():
        for libraries in Path("/libraries").glob("*.zip"):
            with zipfile.ZipFile(libraries) as packed:
                packed.extractall("/packed")
        sys.path[:0] = [str(_SOURCE / "site"), "/packed"]
        _prepare(_SOURCE / "site")
    for folder in _SOURCE.iterdir():
        files = {
            path.relative_to(folder).as_posix(): path.read_bytes()
            for path in folder.rglob("*")
            if path.is_file() and "__pycache__" not in path.parts
        }
        own = folder.name == "site"
        _write(Path("/out", f"{folder.name}.zip"), _compiled(files, lines=own))


def _prepare(site: Path) -> None:
    """Compile the templates, and begin the empty score book that a phone starts with."""
    from werkzeug.test import Client

    from referee.scorebook import storage
    from referee.static_site.engine import EMPTY_BOOK, TEMPLATES
    from referee.web import create_app

    folder = Path("/tmp")
    app = create_app({"INSTANCE": folder, "TRUSTED_HOSTS": None, "WITHOUT_SERVER": True})
    storage.migrate(storage.book_app(folder, None))
    (site / EMPTY_BOOK).write_bytes((folder / "referee.sqlite3").read_bytes())
    asset: Any = app.jinja_env.globals["asset"]
    files = asset("").strip("/")
    shell = app.jinja_env.from_string((site / "referee/static_site/browser/index.html").read_text())
    Path("/out/index.html").write_text(shell.render(files=files))
    for address, name in {
        "manifest.webmanifest": "manifest.webmanifest",
        "offline": "offline.html",
    }.items():
        Path("/out", name).write_bytes(Client(app).get(f"/{address}").data)
    app.jinja_env.compile_templates(str(site / TEMPLATES), zip=None, ignore_errors=False)
    # Nobody reads what they were compiled from.
    shutil.rmtree(site / "templates")


def _compiled(files: Mapping[str, bytes], *, lines: bool) -> dict[str, bytes]:
    """The same files, with compiled modules in the place of their texts.

    Without `lines`, a traceback names the line where a function begins: a tenth less to fetch.
    """
    packed = {}
    for name, content in files.items():
        # Migrations are found by their files.
        if name.endswith(".py") and "/migrations/" not in name:
            code = compile(content, name, "exec", dont_inherit=True, optimize=2)
            code = code if lines else _without_lines(code)
            # As in any .pyc file, here one that is never checked against its source.
            head = importlib.util.MAGIC_NUMBER + (0b01).to_bytes(4, "little") + bytes(8)
            packed[f"{name}c"] = head + marshal.dumps(code)
        else:
            packed[name] = content
    return packed


def _without_lines(code: CodeType) -> CodeType:
    # Eight instructions to an entry, which says: the line stays the same.
    whole, rest = divmod(len(code.co_code) // 2, 8)
    table = b"\xef\0" * whole + (bytes((0xE8 + rest - 1, 0)) if rest else b"")
    within = (_without_lines(it) if isinstance(it, CodeType) else it for it in code.co_consts)
    return code.replace(co_linetable=table, co_consts=tuple(within))


def _write(file: Path, files: Mapping[str, bytes]) -> None:
    with zipfile.ZipFile(file, "w") as packed:
        for name, content in sorted(files.items()):
            packed.writestr(zipfile.ZipInfo(name, _FIRST_DAY), content)


_pack()
