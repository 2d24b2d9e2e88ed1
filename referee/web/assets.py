"""Files for the screen, under an address that changes with what is in them."""

import hashlib
import mimetypes
import re
from pathlib import Path
from typing import Final

from flask import Flask, Response, abort, jsonify, render_template

from referee.paths import STATIC
from referee.web.limits import STATIC_SECONDS


def init_app(app: Flask) -> None:
    """Serve the static folder and give templates `asset("css/base.css")`.

    One hash stands for the whole folder, so that a module or a style sheet reaches its
    neighbours by relative addresses and still gets the right ones. The files are few and small:
    they are read once, and no address ever becomes a path.
    """
    files = screen_files()
    version = folder_hash(files)

    @app.get("/static/<version_asked>/<path:name>", endpoint="static")
    def static(version_asked: str, name: str) -> Response:
        """One file, kept by browsers for good where the address names its present content."""
        if name not in files:
            abort(404)
        kept = f"public, max-age={STATIC_SECONDS}, immutable"
        headers = {"Cache-Control": kept if version_asked == version else "no-cache"}
        return Response(files[name], content_type=type_of(name), headers=headers)

    @app.get("/manifest.webmanifest")
    def manifest() -> Response:
        """What a phone needs to keep the site among its apps."""
        icons = [
            {"src": f"static/{version}/img/{name}", "sizes": sizes, "type": type_of(name), **more}
            for name, sizes, more in _ICONS
        ]
        return jsonify(_MANIFEST | {"icons": icons})

    @app.get("/worker.js")
    def worker() -> Response:
        """The service worker: at the root, so that it may serve every page."""
        headers = {"Cache-Control": "no-cache"}
        return Response(files["js/worker.js"], content_type=type_of("worker.js"), headers=headers)

    @app.get("/offline")
    def offline() -> str:
        """What the service worker shows of a page that it did not keep, without a server."""
        return render_template("errors/offline.html")

    root = app.jinja_env.globals["root"]
    app.jinja_env.globals["asset"] = lambda name: f"{root}/static/{version}/{name}"


_MANIFEST = {
    "name": "Rummy referee",
    "short_name": "Rummy",
    # Seen from the manifest, wherever the site lies.
    "start_url": "./",
    "scope": "./",
    "display": "standalone",
    "background_color": "#14452f",
    "theme_color": "#14452f",
}
_ICONS: tuple[tuple[str, str, dict[str, str]], ...] = (
    ("icon.svg", "any", {}),
    ("icon-192.png", "192x192", {}),
    ("icon-512.png", "512x512", {"purpose": "any maskable"}),
)


def read_folder(folder: Path) -> dict[str, bytes]:
    """Every file of a folder by its path inside it."""
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}


def screen_files() -> dict[str, bytes]:
    """The files for the screen by their paths, styles and scripts without comments and margins.

    Those are a fifth of what a first visit loads of them, even compressed.
    """
    files = read_folder(STATIC)
    for name, content in files.items():
        if comments := _COMMENTS.get(Path(name).suffix):
            files[name] = re.sub(rb"\n\s*", b"\n", comments.sub(b"", content))
        if name.endswith(".css"):
            files[name] += _in_light(files[name])
    files[COMMON] = b"".join(files[f"css/{sheet}.css"] for sheet in _EVERYWHERE)
    return files


def _in_light(css: bytes) -> bytes:
    """The rules by which a browser that does not know `light-dark()` shows the light scheme."""
    rules = b"".join(
        b"%s{color-scheme: light;%s}" % (selectors, b"".join(lights))
        for selectors, block in re.findall(rb"([^{}]+)\{([^{}]*)\}", css)
        if (lights := [b"%s: %s;" % both for both in _LIGHT_DARK.findall(block)])
    )
    return rules and b"@supports not (color: light-dark(#000, #fff)) {%s}" % rules


_LIGHT_DARK: Final = re.compile(rb"(--[\w-]+): light-dark\((#\w+), #\w+\)")


COMMON: Final = "css/common.css"
"""The sheets of every page in one: a slow line waits for each file anew."""
_EVERYWHERE: Final = ("base", "frame", "controls", "lists", "cards")


_COMMENTS: Final = {
    ".css": re.compile(rb"/\*.*?\*/", re.DOTALL),
    # Those that have lines of their own.
    ".js": re.compile(rb"^ *(//[^\n]*|/\*\*.*?\*/)$", re.DOTALL | re.MULTILINE),
}


def folder_hash(files: dict[str, bytes]) -> str:
    """Twelve hexadecimal digits that stand for the names and contents of files."""
    digest = hashlib.sha256()
    for name, content in files.items():
        digest.update(f"{name}\0{len(content)}\0".encode())
        digest.update(content)
    return digest.hexdigest()[:12]


def type_of(name: str) -> str:
    """What a file is, by its name; the same on every machine for the kinds that we ship."""
    kind = _TYPES.get(Path(name).suffix) or mimetypes.guess_type(name)[0]
    return kind or "application/octet-stream"


_TYPES = {
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".mjs": "text/javascript; charset=utf-8",
    ".wasm": "application/wasm",
    ".svg": "image/svg+xml",
    ".woff2": "font/woff2",
    ".txt": "text/plain; charset=utf-8",
}
