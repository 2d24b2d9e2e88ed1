"""What a person sees when a page cannot be shown: what happened, and what to do now."""

import logging
from typing import Final

from flask import Flask, Response, current_app, make_response, render_template, request
from flask_wtf.csrf import CSRFError
from werkzeug.exceptions import (
    BadRequest,
    Forbidden,
    HTTPException,
    InternalServerError,
    SecurityError,
    ServiceUnavailable,
    TooManyRequests,
)

from referee.advice import advice
from referee.language import has, say
from referee.scorebook.errors import NotAllowed, Refused
from referee.scorebook.outages import Outage, Reason, reason_of
from referee.web import keyring
from referee.web.keyring import KeepersAlone, LinkReplaced
from referee.web.limits import COPY_BYTES, QUERY_FIELDS
from referee.web.parsing import TooManyFields
from referee.web.submitted import submitted_values

log: Final = logging.getLogger(__name__)

_DISK: Final = (Reason.FULL, Reason.READ_ONLY)
"""Reasons that stop other files too from being written."""

RETRY_SECONDS: Final = 10
"""When to try again while the score book cannot be used."""


def init_app(app: Flask) -> None:
    """Answer every error with a page of the site, or with JSON where a program asked."""
    app.register_error_handler(HTTPException, _answer)
    app.register_error_handler(Exception, _failed)
    app.register_error_handler(Outage, _out_of_use)
    # A link may be taken back while its holder is writing.
    app.register_error_handler(NotAllowed, lambda _: _answer(Forbidden()))
    app.register_error_handler(Refused, lambda _: _answer(BadRequest()))


def _failed(error: Exception) -> Response:
    if isinstance(error, OSError) and (reason := reason_of(error)) in _DISK:
        return _out_of_use(Outage(reason, str(error.filename or "a file of this site")))
    # The address may hold the secret of a link: only the name of the view is logged.
    log.error("The view %s failed.", request.endpoint, exc_info=error)
    return _answer(InternalServerError())


def _out_of_use(outage: Outage) -> Response:
    """503 with the reason, and a button that sends the same form again."""
    log.error("%s", advice(outage))
    whose = "-alone" if current_app.config.get("WITHOUT_SERVER") else ""
    named = f"outage-{outage.reason}{whose}"
    message = named if has(named) else f"outage-closed{whose}"
    answer = _shown(message, ServiceUnavailable.code, "errors/again.html")
    answer.headers["Retry-After"] = str(RETRY_SECONDS)
    return answer


def _shown(message: str, code: int, page: str) -> Response:
    """What happened, and what to do now: a page, or JSON for programs."""
    title = say(f"{message}-title")
    text = say(message, megabytes=COPY_BYTES // 2**20, fields=QUERY_FIELDS)
    if request.path.startswith("/api/"):
        return make_response({"error": {"field": "", "message": f"{title}. {text}"}}, code)
    # Who may not do something in a game may still read it.
    game = (request.view_args or {}).get("game_id") if code == Forbidden.code else None
    access = keyring.current().access_to(game) if game else None
    html = render_template(
        page, code=code, title=title, text=text, mine=_submitted(), access=access
    )
    return make_response(html, code)


def _answer(error: HTTPException) -> Response:
    if error.response is not None and error.code is None:
        return make_response(error.response)
    code = error.code or 500
    if code < 400:
        return make_response(error.get_response())
    page = "errors/again.html" if code == TooManyRequests.code else "errors/page.html"
    answer = _shown(_message_of(error, code), code, page)
    if code == 405 and (allowed := getattr(error, "valid_methods", None)):
        answer.headers["Allow"] = ", ".join(sorted(allowed))
    if wait := getattr(error, "retry_after", None):
        answer.headers["Retry-After"] = str(wait)
    return answer


def _submitted() -> tuple[tuple[str, str], ...]:
    """What was sent with a form of ours; a form of another site is not repeated."""
    try:
        own = request.origin in (None, request.host_url.rstrip("/"))
        return submitted_values(request.form, {}) if own else ()
    except HTTPException:
        # The form itself, or the address, is what could not be read.
        return ()


def _message_of(error: HTTPException, code: int) -> str:
    for kind, message in _BY_KIND.items():
        if isinstance(error, kind):
            return message
    return f"error-{code}" if has(f"error-{code}") else f"error-{400 if code < 500 else 500}"


_BY_KIND: Final = {
    SecurityError: "error-host",
    CSRFError: "error-form",
    TooManyFields: "error-fields",
    LinkReplaced: "error-replaced",
    KeepersAlone: "error-keeper",
}
