"""The pages on the phone, and what programs ask: requests are known here alone, but that
`scorebook.cache` looks up in `flask.g` how long a game this request may ask for.
"""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any
from wsgiref.types import StartResponse, WSGIEnvironment

from flask import Flask
from jinja2 import StrictUndefined

from referee.language import catalogue, isolated, shown_number, use
from referee.language.markup import settle_templates
from referee.paths import TEMPLATES
from referee.rules.schema.options import plain
from referee.scorebook import storage
from referee.web import (
    assets,
    cards,
    costs,
    disputes,
    errors,
    games,
    keyring,
    polls,
    prints,
    programs,
    rules,
    security,
)
from referee.web.forms import new_key


def create_app(config: Mapping[str, Any] | None = None) -> Flask:
    """The site as a Flask app.

    `config` needs `INSTANCE`, the folder of this installation; `SECRET_KEY`, `TRUSTED_HOSTS`,
    `DATABASE_URL`, `PUBLIC_URL` (what phones open) and `LANGUAGE` (the name of its folder) where
    they matter; `WITHOUT_SERVER` where all this runs in the one browser that asks. The score
    book must have been brought up to date by `storage.migrate`.
    """
    app = Flask(__name__, static_folder=None, template_folder=str(TEMPLATES))
    app.config.from_mapping(config or {})
    app.config["INSTANCE"] = Path(app.config["INSTANCE"])
    _set_language(app)
    _set_up_templates(app)
    for shared in (storage, costs, security, keyring, errors, assets, cards):
        shared.init_app(app)
    for part in (games, disputes, rules, prints, programs):
        app.register_blueprint(part.blueprint)
    costs.learn(app)
    polls.init_app(app)
    return app


def _set_language(app: Flask) -> None:
    """Answer each request in the language of the installation, in whichever thread."""
    if not app.config.get("LANGUAGE"):
        return
    language = catalogue(app.config["LANGUAGE"])
    answer = app.wsgi_app

    def answer_in_language(
        environ: WSGIEnvironment, start_response: StartResponse
    ) -> Iterable[bytes]:
        with use(language):
            return answer(environ, start_response)

    app.wsgi_app = answer_in_language  # type: ignore[method-assign]


def _set_up_templates(app: Flask) -> None:
    settle_templates(app.jinja_env)
    app.jinja_env.undefined = StrictUndefined
    app.jinja_env.trim_blocks = True
    app.jinja_env.lstrip_blocks = True
    app.jinja_env.filters["points"] = shown_number
    app.jinja_env.filters["isolated"] = isolated
    app.jinja_env.filters["option_value"] = plain
    app.jinja_env.globals["new_key"] = new_key
    # Then there is one phone: no links to others, no codes, no seats.
    app.jinja_env.globals["alone"] = app.config.get("WITHOUT_SERVER", False)
    # Not url_for: error pages are shown even where the address itself was refused.
    app.jinja_env.globals["root"] = (app.config.get("APPLICATION_ROOT") or "/").rstrip("/")
