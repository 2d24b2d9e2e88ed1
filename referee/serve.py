"""Serving the pages on the local network, and telling the table's phones where they are."""

import errno
import io
import os
import socket
import sys
import time
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

import segno

from referee import server
from referee.instance import PRIVATE_UMASK, CommandError, database_url, has_key, prepare, secret_key
from referee.language import in_use, say
from referee.scorebook import storage
from referee.web import create_app

PATIENCE_SECONDS: Final = 2.0
"""How long to wait for a port that a server killed a moment ago has not let go of yet."""

Settings = Mapping[str, Any]


def serve(folder: Path, host: str, port: int, address: str | None = None) -> None:
    """Serve the score book of an instance folder until told to stop.

    `address` is what phones open, where that is not this machine itself (behind a proxy).
    Raises `CommandError` where the folder or the port cannot be used.
    """
    folder = prepare(folder)
    listener = listen(host, port)
    public_url = address or address_for_phones(host, port)
    migrate(folder)
    chosen = {
        **settings(folder, public_url=public_url, host=host),
        "BOOK_STATUS": storage.status(database_url(folder), folder),
    }
    announce(public_url)
    os.umask(PRIVATE_UMASK)
    server.run(partial(create_app, chosen), listener)


def settings(
    folder: Path, *, public_url: str = "http://localhost:8080", host: str = ""
) -> Settings:
    """What the app is told about this installation, from its prepared folder and environment."""
    return {
        "INSTANCE": folder,
        "SECRET_KEY": secret_key(folder),
        "DATABASE_URL": database_url(folder),
        "PUBLIC_URL": public_url,
        "TRUSTED_HOSTS": trusted_hosts(host, urlsplit(public_url).hostname or ""),
        "LANGUAGE": in_use().language,
    }


def migrate(folder: Path) -> None:
    """Bring the score book up to this version, leaving no connection open to be forked.

    It comes before the key, so that where a key is, there was a score book. Raises `Outage`.
    """
    book = storage.book_app(folder, database_url(folder))
    storage.migrate(book, begin=not has_key(folder))


def trusted_hosts(*more: str) -> list[str]:
    """The names that this site answers to: this machine's own, and those in `REFEREE_HOSTS`.

    A page elsewhere that has its own name resolve to this machine gets no answer.
    """
    own = socket.gethostname().lower()
    named = os.environ.get("REFEREE_HOSTS", "").split(",")
    names = ["localhost", "127.0.0.1", own, f"{own}.local", *own_addresses(), *more, *named]
    return sorted({name.strip().lower() for name in names} - {"", "0.0.0.0"})


def lan_address() -> str:
    """This machine's address on the network that phones share with it, else 127.0.0.1."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # Chooses the way out; a datagram socket sends nothing by connecting.
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return "127.0.0.1"
        address: str = probe.getsockname()[0]
        return address


def own_addresses() -> set[str]:
    """This machine's IPv4 addresses, as far as its name and its way out tell."""
    try:
        found = socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)
    except OSError:
        found = []
    return {lan_address(), *(str(entry[4][0]) for entry in found)}


def listen(host: str, port: int) -> socket.socket:
    """A listening socket, so that a taken port is known before anything else is done.

    Raises `CommandError` with what to do where the port cannot be had.
    """
    give_up = time.monotonic() + PATIENCE_SECONDS
    while True:
        try:
            return socket.create_server((host, port))
        except OSError as error:
            if error.errno != errno.EADDRINUSE or time.monotonic() > give_up:
                raise CommandError(_why_not(error, host, port)) from error
        time.sleep(0.1)


def _why_not(error: OSError, host: str, port: int) -> str:
    """The one sentence for somebody whose server could not start."""
    if error.errno == errno.EADDRINUSE:
        other = port + 1 if port < 65535 else port - 1
        return say("port-taken", port=port, other=other)
    if error.errno == errno.EACCES:
        return say("port-needs-root", port=port)
    return say("port-refused", host=host, problem=str(error.strerror))


def announce(url: str) -> None:
    """Print the address and its QR code for the phones of the table."""
    name = urlsplit(url).hostname or ""
    here = name == "localhost" or name.startswith("127.")
    opened = say("open-here" if here else "open-on-phone", url=url)
    print(opened, "", _qr_code(url), say("how-to-stop"), sep="\n", flush=True)


def _qr_code(url: str) -> str:
    """A QR code in half blocks; on a terminal always light on dark, whatever its own colours."""
    picture = io.StringIO()
    segno.make(url, error="m", micro=False).terminal(out=picture, border=2, compact=True)
    if not sys.stdout.isatty():
        return picture.getvalue()
    return "".join(f"\033[97;40m{line}\033[0m\n" for line in picture.getvalue().splitlines())


def address_for_phones(host: str, port: int) -> str:
    """The address that a phone opens to reach a server listening on `host`."""
    reached_at = lan_address() if host in {"", "0.0.0.0"} else host
    return f"http://{reached_at}" if port == 80 else f"http://{reached_at}:{port}"
