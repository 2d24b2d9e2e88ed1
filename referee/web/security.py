"""Headers of every response, the session cookie, CSRF protection and compression."""

import secrets
from datetime import timedelta
from functools import partial
from typing import TYPE_CHECKING, Any, Final
from wsgiref.types import WSGIEnvironment

from flask import Flask, Request, Response, g, request
from flask.sessions import SecureCookieSessionInterface
from flask_wtf.csrf import CSRFProtect
from itsdangerous import SignatureExpired, TimestampSigner, URLSafeTimedSerializer

from referee.scorebook.limits import KEY
from referee.web import limits

if TYPE_CHECKING:
    from flask_compress import Compress

CONTENT_SECURITY_POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
HEADERS: Final = {
    "Content-Security-Policy": CONTENT_SECURITY_POLICY,
    # no-referrer would make Chromium send "Origin: null" with the page's own forms.
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
}
PRIVATE_PREFIXES: Final = ("/games/", "/k/", "/join")
"""Pages of one game, which no search engine may list."""

csrf = CSRFProtect()


def init_app(app: Flask) -> None:
    """Set the limits, the cookie, the protection of forms and the headers."""
    app.config.update(
        MAX_CONTENT_LENGTH=limits.BODY_BYTES,
        MAX_FORM_MEMORY_SIZE=limits.FORM_MEMORY_BYTES,
        MAX_FORM_PARTS=limits.FORM_PARTS,
        SESSION_COOKIE_NAME="ring",
        SESSION_COOKIE_HTTPONLY=True,
        SESSION_COOKIE_SAMESITE="Lax",
        SESSION_REFRESH_EACH_REQUEST=False,
        PERMANENT_SESSION_LIFETIME=timedelta(days=limits.COOKIE_DAYS),
        # A form left open over supper still counts.
        WTF_CSRF_TIME_LIMIT=None,
        # Browsers ask for nothing but gzip over plain http. Higher levels save a few hundred bytes
        # of a page and take up to three times as long.
        COMPRESS_ALGORITHM=["br", "gzip"],
        COMPRESS_BR_LEVEL=3,
        COMPRESS_LEVEL=3,
        COMPRESS_REGISTER=False,
        COMPRESS_EVALUATE_CONDITIONAL_REQUEST=False,
    )
    if app.secret_key is None:
        app.secret_key = secrets.token_bytes(32)
    app.session_interface = _Sessions()
    app.request_class = _Request
    csrf.init_app(app)
    app.after_request(add_headers)
    if not app.config.get("WITHOUT_SERVER"):
        # Nothing travels there, and the library is not there either.
        from flask_compress import Compress

        compressing = Compress(app)
        app.after_request(partial(compress, compressing))


def mark_secret() -> None:
    """Mark the response to this request as one that shows the secret of a link, or a code.

    It is neither compressed nor kept by the browser.
    """
    g.shows_secret = True


def compress(how: "Compress", response: Response) -> Response:
    """Compress a response where the browser accepts that, unless it shows the secret of a link."""
    # The length of a compressed page tells an eavesdropper whether text that he got into it occurs
    # twice (BREACH). Secrets of links never change, so their pages are sent as they are. CSRF
    # tokens are signed anew every second, and our cookie is SameSite=Lax.
    if response.status_code == 204 or "shows_secret" in g:
        return response
    return how.after_request(response)


KEY_HEADER: Final = "Idempotency-Key"
"""The header with the key of a form that a script sends; our responses repeat it.

A script cannot see where a redirect leads, and a captive portal may answer instead of the server:
only a response with the key is ours.
"""


def sent_by_script() -> bool:
    """Whether a script sent the form and reads the response."""
    return KEY.fullmatch(request.headers.get(KEY_HEADER, "")) is not None


def add_headers(response: Response) -> Response:
    """Add the headers that a view has not set itself."""
    headers = response.headers
    cached = "no-store" if "shows_secret" in g else "private, no-cache"
    for name, text in ("Cache-Control", cached), *HEADERS.items():
        headers.setdefault(name, text)
    if request.method == "POST" and sent_by_script():
        headers[KEY_HEADER] = request.headers[KEY_HEADER]
    if request.path.startswith(PRIVATE_PREFIXES):
        headers["X-Robots-Tag"] = "noindex, nofollow"
    return response


class _Request(Request):
    """A request whose Host header may be in any case."""

    def __init__(self, environ: WSGIEnvironment, *args: Any, **kwargs: Any) -> None:
        if "HTTP_HOST" in environ:
            environ["HTTP_HOST"] = environ["HTTP_HOST"].lower()
        super().__init__(environ, *args, **kwargs)


class _Signer(TimestampSigner):
    """Accepts signatures from the future.

    Beside Windows a laptop often starts with its clock hours ahead: forms that were open when the
    clock is set right, and keys in sessions, must still be good.
    """

    def unsign(
        self, signed_value: str | bytes, max_age: int | None = None, return_timestamp: Any = False
    ) -> Any:
        try:
            return super().unsign(signed_value, max_age, return_timestamp)
        except SignatureExpired as expired:
            now = self.timestamp_to_datetime(self.get_timestamp())
            if expired.date_signed is None or expired.date_signed <= now:
                raise
            return super().unsign(signed_value, None, return_timestamp)


class _Sessions(SecureCookieSessionInterface):
    def get_cookie_secure(self, app: Flask) -> bool:
        # At home most tables play over plain http, where no browser would keep a Secure cookie.
        return request.is_secure

    def get_signing_serializer(self, app: Flask) -> URLSafeTimedSerializer | None:
        if made := super().get_signing_serializer(app):
            made.signer = _Signer
        return made
