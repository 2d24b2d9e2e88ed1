"""Files for the screen, under an address that changes with what is in them."""

import hashlib
from pathlib import Path

from flask import Flask, Response, abort, send_from_directory

from referee.files import STATIC
from referee.web.limits import STATIC_SECONDS


def init_app(app: Flask) -> None:
    """Serve the static folder and give templates `asset("css/page.css")`.

    One hash stands for the whole folder, so that a module or a style sheet reaches its
    neighbours by relative addresses and still gets the right ones.
    """
    version = folder_hash(STATIC)

    @app.get("/static/<hash>/<path:name>", endpoint="static")
    def static(hash: str, name: str) -> Response:
        """One file, kept by browsers for good where the address names its present content."""
        response = send_from_directory(STATIC, name)
        response.headers["Cache-Control"] = (
            f"public, max-age={STATIC_SECONDS}, immutable" if hash == version else "no-cache"
        )
        return response

    @app.get("/favicon.ico")
    def favicon() -> Response:
        """Browsers ask for it unasked; the page names its own."""
        abort(404)

    prefix = (app.config.get("APPLICATION_ROOT") or "/").rstrip("/")
    app.jinja_env.globals["asset"] = lambda name: f"{prefix}/static/{version}/{name}"


def folder_hash(folder: Path) -> str:
    """Twelve hexadecimal digits that stand for every file of a folder and its name."""
    digest = hashlib.sha256()
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            digest.update(f"{path.relative_to(folder).as_posix()}\0".encode())
            digest.update(path.read_bytes())
    return digest.hexdigest()[:12]
