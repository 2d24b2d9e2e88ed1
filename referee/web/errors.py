"""What a person sees when a page cannot be shown: what happened, and what to do now."""

import logging
from typing import Final

from flask import Flask, Response, make_response, render_template, request
from flask_wtf.csrf import CSRFError
from werkzeug.exceptions import (
    BadRequest,
    Forbidden,
    HTTPException,
    InternalServerError,
    SecurityError,
    ServiceUnavailable,
)

from referee.advice import advice
from referee.scorebook.outages import Outage, Reason, reason_of
from referee.scorebook.refusals import NotAllowed, Refused
from referee.web.disputes.views import TooManyFields
from referee.web.keyring import LinkReplaced
from referee.web.submitted import submitted_values
from referee.web.words import CLOSED, ERRORS, OUTAGES, ErrorWords

log: Final = logging.getLogger(__name__)

_DISK: Final = (Reason.FULL, Reason.READ_ONLY)
"""What keeps other files than the score book from being written too."""

RETRY_SECONDS: Final = 10
"""When to try again what could not be done because the score book is out of use."""


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
    """503, with the reason; what a form was sent with stays on the page, to be sent again."""
    log.error("%s", advice(outage))
    words = OUTAGES.get(outage.reason, CLOSED)
    code = ServiceUnavailable.code
    if request.path.startswith("/api/"):
        answer = _plain(words, code)
    else:
        # A file cannot be sent a second time from here.
        sent = [] if request.files else list(request.form.items(multi=True))
        page = render_template(
            "errors/outage.html", code=code, words=words, mine=_entered(), sent=sent
        )
        answer = make_response(page, code)
    answer.headers["Retry-After"] = str(RETRY_SECONDS)
    return answer


def _plain(words: ErrorWords, code: int) -> Response:
    """An error for programs."""
    return make_response({"error": {"field": "", "message": f"{words.title}. {words.says}"}}, code)


def _answer(error: HTTPException) -> Response:
    if error.response is not None and error.code is None:
        return make_response(error.response)
    code = error.code or 500
    if code < 400:
        return make_response(error.get_response())
    words = _words(error, code)
    if request.path.startswith("/api/"):
        answer = _plain(words, code)
    else:
        page = render_template("errors/page.html", code=code, words=words, mine=_entered())
        answer = make_response(page, code)
    if code == 405 and (allowed := getattr(error, "valid_methods", None)):
        answer.headers["Allow"] = ", ".join(sorted(allowed))
    if wait := getattr(error, "retry_after", None):
        answer.headers["Retry-After"] = str(wait)
    return answer


def _entered() -> tuple[tuple[str, str], ...]:
    """What was sent with a form of ours, whose words nobody else chose."""
    try:
        own = request.origin in (None, request.host_url.rstrip("/"))
        return submitted_values(request.form, {}) if own else ()
    except HTTPException:
        # The form itself, or the address, is what could not be read.
        return ()


def _words(error: HTTPException, code: int) -> ErrorWords:
    if isinstance(error, SecurityError):
        return ERRORS["host"]
    if isinstance(error, CSRFError):
        return ERRORS["form"]
    if isinstance(error, TooManyFields):
        return ERRORS["fields"]
    if isinstance(error, LinkReplaced):
        return ERRORS["renewed"]
    return ERRORS.get(str(code)) or ERRORS["500" if code >= 500 else "400"]
