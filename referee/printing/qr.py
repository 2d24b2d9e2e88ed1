"""QR codes."""

import io
from functools import lru_cache
from typing import Final

import segno
from markupsafe import Markup

MOST_LINK: Final = 500
_QUIET: Final = 2


@lru_cache(maxsize=256)
def qr_code(link: str) -> segno.QRCode:
    """The QR code of a link, which can be read where up to 15 % of it is covered."""
    return segno.make_qr(link, error="m")


@lru_cache(maxsize=256)
def draw_code(link: str | None, title: str) -> Markup | None:
    """The QR code of an http or https address; None for anything else and for one too long."""
    if not link or len(link) > MOST_LINK or not (link.isascii() and link.isprintable()):
        return None
    if not link.startswith(("http://", "https://")):
        return None
    drawn = io.BytesIO()
    qr_code(link).save(
        drawn, kind="svg", xmldecl=False, border=_QUIET, omitsize=True, title=title, nl=False
    )
    return Markup(drawn.getvalue().decode())
