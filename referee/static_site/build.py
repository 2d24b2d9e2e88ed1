"""`referee static`: the folder of files that runs the site in a browser, without a server."""

import gzip
import hashlib
import json
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from importlib.metadata import files
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final
from zipfile import ZipFile

from referee.instance import CommandError
from referee.language import say
from referee.paths import PRINTABLES, STATIC, TEMPLATES
from referee.web.assets import folder_hash, read_folder, screen_files, type_of

PARTS: Final = Path(sys.prefix) / "static"
"""Where `./run static` puts what comes from package registries."""

_HERE: Final = Path(__file__).parent
_BROWSER: Final = _HERE / "browser"
_PYODIDE: Final = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")

_LARGE: Final = 100_000
_FONTS: Final = tuple(
    f"prints/{font.relative_to(PRINTABLES).as_posix()}"
    for font in sorted((PRINTABLES / "fonts").iterdir())
    if font.suffix in (".ttf", ".txt")
)
"""The fonts of sheets, and their licences beside them."""
_LATER: Final = ("migrating.zip", *_FONTS)
"""What a first visit does not need: letters of sheets, and what an earlier score book asks for."""

_LIBRARIES: Final = (
    "anyascii", "attrs", "babel", "blinker", "cachetools", "click", "flask", "flask-sqlalchemy",
    "flask-wtf", "fluent-runtime", "fluent-syntax", "itsdangerous", "jinja2", "markupsafe",
    "pyphen", "pytz", "segno", "sqlalchemy", "typing-extensions", "werkzeug", "wtforms",
)  # fmt: skip
"""What the site imports in a browser: plain Python, the very files that the server has."""

_MIGRATING: Final = ("alembic", "flask-migrate", "mako")
"""What only a score book of an earlier version needs."""

_MIGRATING_TOO: Final = re.compile(
    r"sqlalchemy/(connectors/(?!asyncio|__init__)|dialects/(mssql|mysql|oracle|postgresql)/|ext/)|"
    r"python_stdlib/(argparse|configparser|logging/(config|handlers)|shlex|timeit)\.py"
)
_DATA: Final = re.compile(
    r"babel/(global\.dat|locale-data/(root|en|en_001)\.dat)|pyphen/dictionaries/hyph_(it_IT|uk_UA)\.dic"
)
_UNUSED: Final = re.compile(
    r".*/(testing|tests?)/|.*/(testing|testapp|_reloader|_winconsole|_win32|provision)\.py|"
    r"sqlalchemy/ext/(asyncio|automap|baked|horizontal_shard|mypy)|sqlalchemy/util/tool_support|"
    r"babel/(messages/|units)|click/shell_completion|jinja2/(ext|meta|nativetypes|sandbox)\.py|"
    r"segno/(cli|helpers)|"
    r"werkzeug/(debug/|middleware/(?!__init__))"
)
_UNUSED_STANDARD: Final = re.compile(
    r"(__p?hello__|_ast_unparse|_pydatetime|_pyio|_pyrepl|antigravity|bdb|cProfile|cmd|colorsys|"
    r"compileall|compression/zstd|"
    r"concurrent/(futures/process|interpreters)|ctypes/(_aix|macholib|wintypes)|doctest|email/mime|"
    r"filecmp|fileinput|ftplib|html/parser|http/cookiejar|idlelib|imaplib|json/(__main__|tool)|"
    r"lib2to3|mailbox|modulefinder|"
    r"multiprocessing/(?!__init__|connection|context|process|reduction|util)|netrc|optparse|pdb|"
    r"pickletools|plistlib|poplib|profile|pstats|pyclbr|pty|pydoc|pydoc_data|"
    r"pyodide/console|rlcompleter|sched|shelve|smtplib|sqlite3/__main__|statistics|symtable|"
    r"tabnanny|tarfile|this|trace|tracemalloc|turtle|unittest|"
    r"urllib/robotparser|wave|wsgiref/(handlers|simple_server|validate)|xml/(dom|etree|sax/expatreader)|xmlrpc|zipapp)\b|"
    r"asyncio/(__main__|proactor_events|tools|windows_\w+)\.py|sysconfig/__main__|"
    r"encodings/(big5|cp(?!437|1252)|euc_|gb|hp_|hz|iso2022|iso8859_(?!1\.)|johab|koi8|kz|mac_|palmos|"
    r"ptcp|shift_jis|tis_)"
)
"""Of others' files: what nothing of the site asks for."""
_UNUSED_OWN: Final = re.compile(
    r"static_site/|server/|(__main__|backup|cli|paper_files|restore|rule_lines|serve)\.py|"
    r"printing/render_worker\.py|language/\w+/terminal\.ftl|fonts/[A-Z].*\.(ttf|txt)|.*__pycache__"
)
"""Of its own: what is for a server and the command line."""


def build(out: Path) -> Mapping[str, int]:
    """Make the folder anew; the bytes of its files by name.

    Raises `CommandError` where its parts are missing, and where something else stands there.
    """
    pyodide = PARTS / "node_modules" / "pyodide"
    if not pyodide.exists():
        raise CommandError(say("static-parts"))
    taken = any(out.iterdir()) if out.is_dir() else out.exists()
    if taken and not (out / "engine.js").exists():
        raise CommandError(say("static-taken", folder=str(out)))
    standard = pyodide / "python_stdlib.zip"
    with TemporaryDirectory() as made:
        others, site, packed = (Path(made, name) for name in ("others", "site", "packed"))
        packed.mkdir()
        _lay_out(others, _standard_files(standard))
        _lay_out(others, _library_files())
        _pack(pyodide, standard, others, others, packed)
        _lay_out(site / "site", _site())
        _pack(pyodide, packed / "python_stdlib.zip", site, packed, packed)
        loaded = read_folder(_BROWSER) | read_folder(packed)
    loaded |= {name: (pyodide / name).read_bytes() for name in _PYODIDE}
    loaded["pyodide-lock.json"] = json.dumps(
        {"info": json.loads((pyodide / "pyodide-lock.json").read_bytes())["info"], "packages": {}}
    ).encode()
    shutil.rmtree(out, ignore_errors=True)
    return _write(out, loaded)


def first_visit(sizes: Mapping[str, int]) -> int:
    """The bytes that a browser fetches before the first page."""
    return sum(size for name, size in sizes.items() if name.removesuffix(".pack") not in _LATER)


def served(folder: Path, port: int = 0) -> ThreadingHTTPServer:
    """A file server for the folder on this machine, which the caller runs; raises `OSError`."""
    return ThreadingHTTPServer(("127.0.0.1", port), partial(_Handler, directory=str(folder)))


class _Handler(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:
        """Say nothing of what is asked for."""


def _write(out: Path, loaded: dict[str, bytes]) -> Mapping[str, int]:
    """Write the folder, what is large compressed: not every host does it."""
    fonts = read_folder(PRINTABLES / "fonts")
    loaded |= {name: fonts[Path(name).name] for name in _FONTS}
    static = screen_files()
    version = f"static/{folder_hash(static)}"
    loaded |= {f"{version}/{name}": content for name, content in static.items()}
    worker = loaded.pop("worker.js")
    known, written = {}, dict[str, bytes]()
    for name, content in sorted(loaded.items()):
        packed = len(content) > _LARGE
        # No time and no name in the head: the same bytes always.
        stored = gzip.compress(content, mtime=0) if packed else content
        written[f"{name}.pack" if packed else name] = stored
        known[name] = {
            "hash": hashlib.sha256(content).hexdigest(),
            "bytes": len(stored),
            "type": type_of(name),
            "packed": packed,
        }
    folder = {"FILES": known, "LATER": _LATER, "PAGES": f"{version}/js/worker.js"}
    text = json.dumps(folder, indent=1)
    written["worker.js"] = f"self.folder = {text};\n".encode() + worker
    _lay_out(out, written.items())
    return {name: len(content) for name, content in written.items()}


def _standard_files(standard: Path) -> Iterator[tuple[str, bytes]]:
    with ZipFile(standard) as opened:
        for name in opened.namelist():
            if name[-1] != "/" and not _UNUSED_STANDARD.match(name):
                later = _MIGRATING_TOO.match(f"python_stdlib/{name}")
                yield f"{'migrating' if later else 'python_stdlib'}/{name}", opened.read(name)


def _library_files() -> Iterator[tuple[str, bytes]]:
    for library in (*_LIBRARIES, *_MIGRATING):
        for file in files(library) or ():
            name = file.as_posix()
            if not (name.endswith(".py") or _DATA.fullmatch(name)) or _UNUSED.match(name):
                continue
            later = library in _MIGRATING or _MIGRATING_TOO.match(name)
            yield (
                f"{'migrating' if later else 'libraries'}/{name}",
                Path(str(file.locate())).read_bytes(),
            )
    for name, content in read_folder(PARTS / "python").items():
        if name.endswith((".py", ".so")):
            yield f"libraries/{name}", content


def _site() -> Iterator[tuple[str, bytes]]:
    for folder in (Path(__file__).parents[1], TEMPLATES, PRINTABLES, STATIC):
        for name, content in read_folder(folder).items():
            if not _UNUSED_OWN.match(name):
                yield f"{folder.name}/{name}", content
    for name in ("__init__.py", "engine.py", "browser/index.html"):
        yield f"referee/static_site/{name}", (_HERE / name).read_bytes()


def _lay_out(folder: Path, contents: Iterable[tuple[str, bytes]]) -> None:
    for name, content in contents:
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content)


def _pack(pyodide: Path, standard: Path, source: Path, libraries: Path, out: Path) -> None:
    """Have the browser's own Python pack each folder of the source into a zip."""
    node = Path(sys.prefix, "bin", "node")
    given = (pyodide, standard, source, libraries, out)
    subprocess.run([node, _HERE / "pack.mjs", *map(str, given)], check=True)
