"""Pages that are drawn and compressed once, and filled in anew each time they are sent."""

import re
import secrets
import zlib
from collections.abc import Callable, Mapping
from struct import pack
from typing import Final

from flask import request
from flask_wtf.csrf import generate_csrf
from werkzeug.wrappers import Response

from referee.web.forms import new_key

# Random placeholders, new at each start, that no name or title can contain.
TOKEN: Final = secrets.token_hex()
KEY: Final = secrets.token_hex()
"""What stands in a page for the token and the idempotency key of a form until it is sent."""

_FILLED: Final[Mapping[str, Callable[[], str]]] = {TOKEN: generate_csrf, KEY: new_key}
_LEVEL: Final = 6
_HEAD: Final = b"\x1f\x8b\x08\0\0\0\0\0\0\xff"
_LAST_BLOCK: Final = b"\x03\0"


class DrawnPage:
    """A page whose forms are good for whichever browser it is sent to, and for one sending each.

    What lies between is compressed once: each time would take a quarter of what sending it takes.
    `size` is about how many bytes of memory it takes.
    """

    def __init__(self, html: str) -> None:
        between = re.split(f"({TOKEN}|{KEY})", html)
        packing = zlib.compressobj(_LEVEL, wbits=-zlib.MAX_WBITS)
        self._marks = between[1::2]
        self._texts = [text.encode() for text in between[::2]]
        # Each begins anew, so that it does not matter how long what is filled in before it is.
        self._packed = [
            packing.compress(text) + packing.flush(zlib.Z_FULL_FLUSH) for text in self._texts
        ]
        self.size = sum(map(len, (*self._texts, *self._packed)))

    def sent(self) -> Response:
        """The answer to this request, in gzip where its browser takes that and nothing better."""
        filled = [*[_FILLED[mark]().encode() for mark in self._marks], b""]
        plain = b"".join(b"".join(both) for both in zip(self._texts, filled, strict=True))
        answer = Response(plain, mimetype="text/html")
        takes = request.accept_encodings
        if takes["gzip"] and not takes["br"]:
            blocks = [pack("<BHH", 0, len(text), len(text) ^ 0xFFFF) + text for text in filled]
            pieces = [b"".join(both) for both in zip(self._packed, blocks, strict=True)]
            check = pack("<II", zlib.crc32(plain), len(plain))
            answer.set_data(b"".join((_HEAD, *pieces, _LAST_BLOCK, check)))
            answer.content_encoding = "gzip"
        return answer
