"""What open screens ask about every two seconds, answered before anything that only pages need.

Only this is answered here: that a screen shows the game as it is. Whatever else there is to say is
said by the view of the same address.
"""

import re
from collections.abc import Iterable, Mapping
from urllib.parse import parse_qsl
from wsgiref.types import StartResponse, WSGIEnvironment

from flask import Flask
from werkzeug.http import parse_cookie
from werkzeug.sansio.utils import host_is_trusted

from referee.scorebook.links import Access
from referee.scorebook.outages import Outage
from referee.web.costs import BUSY
from referee.web.keyring import Keyring


def init_app(app: Flask) -> None:
    """Answer polls of screens that show their game as it is; all views are registered."""
    answer = app.wsgi_app
    (rule,) = app.url_map.iter_rules("games.news")
    poll = re.compile(re.sub("<[^>]+>", r"(\\w+)", rule.rule))

    def answer_poll(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        asked = poll.fullmatch(environ.get("PATH_INFO", ""))
        if asked and _is_unchanged(app, environ, asked[1]):
            start_response("204 NO CONTENT", [("Cache-Control", "no-store")])
            return ()
        return answer(environ, start_response)

    app.wsgi_app = answer_poll  # type: ignore[method-assign]


def _is_unchanged(app: Flask, environ: WSGIEnvironment, game_id: str) -> bool:
    trusted = app.config["TRUSTED_HOSTS"]
    if (
        environ["REQUEST_METHOD"] != "GET"
        or BUSY in environ
        or not (trusted is None or host_is_trusted(environ.get("HTTP_HOST", "").lower(), trusted))
    ):
        return False
    query: str = environ.get("QUERY_STRING", "")
    asked = dict(parse_qsl(query, keep_blank_values=True))
    keyring = Keyring(parse_cookie(environ.get("HTTP_COOKIE")))
    with app.app_context():
        try:
            access = keyring.access_to(game_id)
        except Outage:
            return False
    # A cookie that grows old is renewed by the view, and what a scorer enters for a hand changes no
    # version.
    return not (access is None or keyring.old or "typed" in asked) and shows(access, asked)


def shows(access: Access, asked: Mapping[str, str]) -> bool:
    """Whether a screen that `asked` so shows its game as it is, in the seat that it has there."""
    return (
        asked.get("version") == str(access.version)
        and asked.get("next", access.next_game) == access.next_game
        and asked.get("seat", access.seat) == access.seat
    )
