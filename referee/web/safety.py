"""What every answer carries, and what every request must keep to."""

import secrets
from datetime import timedelta
from typing import Any, Final

from flask import Flask, Response, request
from flask.sessions import SecureCookieSessionInterface
from flask_wtf.csrf import CSRFProtect
from itsdangerous import SignatureExpired, TimestampSigner, URLSafeTimedSerializer

from referee.web import limits

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
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
}
PRIVATE_PREFIXES: Final = ("/games/", "/k/")
"""Pages that belong to one game: kept by nobody but the browser, listed by no search engine."""

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
    )
    if app.secret_key is None:
        app.secret_key = secrets.token_bytes(32)
    app.session_interface = _Sessions()
    csrf.init_app(app)
    app.after_request(add_headers)


def add_headers(response: Response) -> Response:
    """Add the headers that a view has not set itself."""
    headers = response.headers
    own_policy = "Content-Security-Policy" in headers
    headers.extend(_BUT_POLICY if own_policy else _ALL)
    if "X-Frame-Options" not in headers:
        headers["X-Frame-Options"] = "DENY"
    if "Cache-Control" not in headers:
        headers["Cache-Control"] = "private, no-cache"
    if request.path.startswith(PRIVATE_PREFIXES):
        headers["X-Robots-Tag"] = "noindex, nofollow"
    return response


class _Signer(TimestampSigner):
    """Opens what it signed while the clock went fast: set back, it must lock nobody out."""

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
    def get_signing_serializer(self, app: Flask) -> URLSafeTimedSerializer | None:
        serializer = super().get_signing_serializer(app)
        if serializer:
            serializer.signer = _Signer
        return serializer


_ALL: Final = tuple(HEADERS.items())
_BUT_POLICY: Final = tuple(
    (name, text) for name, text in HEADERS.items() if name != "Content-Security-Policy"
)
