"""The pages on the phone: the only room that knows requests."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from flask import Flask
from jinja2 import StrictUndefined

from referee.files import TEMPLATES
from referee.language import Catalogue, catalogue, isolated, shown_number, use
from referee.language.markup import settle_templates
from referee.rules.variant import plain
from referee.scorebook import storage
from referee.web import (
    assets,
    cards,
    disputes,
    errors,
    games,
    keyring,
    prints,
    rate_limit,
    rules,
    rulings,
    security,
)
from referee.web.forms import new_key


def create_app(config: Mapping[str, Any] | None = None) -> Flask:
    """Make the site.

    `config` needs `INSTANCE`, the folder of this installation; `SECRET_KEY`, `TRUSTED_HOSTS`,
    `DATABASE_URL`, `PUBLIC_URL` (what phones open) and `LANGUAGE` (the name of its folder) where
    they matter. The score book must have been brought up to date by `storage.migrate`.
    """
    app = Flask(__name__, static_folder=None, template_folder=str(TEMPLATES))
    app.config.from_mapping(config or {})
    app.config["INSTANCE"] = Path(app.config["INSTANCE"])
    if language := app.config.get("LANGUAGE"):
        app.wsgi_app = _in_language(app.wsgi_app, catalogue(language))  # type: ignore[assignment, method-assign]
    _settle_templates(app)
    rate_limit.init_app(app)
    security.init_app(app)
    keyring.init_app(app)
    errors.init_app(app)
    assets.init_app(app)
    cards.init_app(app)
    storage.init_app(app)
    for part in (games, disputes, rules, prints, rulings):
        app.register_blueprint(part.blueprint)
    return app


def _in_language(app: WSGIApplication, language: Catalogue) -> WSGIApplication:
    def speaking(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        with use(language):
            return app(environ, start_response)

    return speaking


def _settle_templates(app: Flask) -> None:
    settle_templates(app.jinja_env)
    app.jinja_env.undefined = StrictUndefined
    app.jinja_env.trim_blocks = True
    app.jinja_env.lstrip_blocks = True
    app.jinja_env.auto_reload = False
    app.jinja_env.filters["points"] = shown_number
    app.jinja_env.filters["isolated"] = isolated
    app.jinja_env.filters["option_value"] = plain
    app.jinja_env.globals["new_key"] = new_key
    # Not url_for: error pages are shown even where the address itself was refused.
    app.jinja_env.globals["root"] = (app.config.get("APPLICATION_ROOT") or "/").rstrip("/")
