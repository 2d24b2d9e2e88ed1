"""`referee serve`: the listening socket, the addresses of this machine, and the announcement."""

import errno
import io
import os
import socket
import sys
import time
from collections.abc import Mapping
from contextlib import nullcontext
from functools import partial
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

from referee import server
from referee.instance import (
    PRIVATE_UMASK,
    CommandError,
    database_url,
    has_key,
    key_file,
    prepare,
    secret_key,
)
from referee.language import in_use, say
from referee.printing.qr import qr_code
from referee.scorebook import book_file, storage
from referee.web import create_app

PATIENCE_SECONDS: Final = 2.0
"""How long to wait for the port of a server that was just killed."""

AHEAD: Final = True
"""Whether the sheets that tables want first are made before anybody asks for them."""

Settings = Mapping[str, Any]


def serve(folder: Path, host: str, port: int, address: str | None = None) -> None:
    """Serve the score book of an instance folder until told to stop.

    `address` is what phones open, where that is not this machine itself (behind a proxy).
    Raises `CommandError` where the folder or the port cannot be used.
    """
    folder = prepare(folder)
    listener = listen(host, port)
    public_url = address or address_for_phones(host, port)
    file = book_file.database_file(database_url(), folder)
    with book_file.hold(file) if file else nullcontext():
        had_key = has_key(folder)
        had_book = migrate(folder)
        chosen = {
            **settings(folder, public_url=public_url, host=host),
            "BOOK_STATUS": file.stat() if file else None,
            "PRINTS_AHEAD": AHEAD,
        }
        if had_book and not had_key:
            print(say("key-new", file=str(key_file(folder))), file=sys.stderr, flush=True)
        announce(public_url)
        os.umask(PRIVATE_UMASK)
        server.run(partial(create_app, chosen), listener)


def settings(
    folder: Path, *, public_url: str = "http://localhost:8080", host: str = ""
) -> Settings:
    """The configuration of the app, from the prepared instance folder and the environment."""
    return {
        "INSTANCE": folder,
        "SECRET_KEY": secret_key(folder),
        "DATABASE_URL": database_url(),
        "PUBLIC_URL": public_url,
        "TRUSTED_HOSTS": trusted_hosts(host, urlsplit(public_url).hostname or ""),
        "LANGUAGE": in_use().language,
    }


def migrate(folder: Path) -> bool:
    """Update the score book to this version, and leave no connection open; raises `Outage`.

    Gives whether there was a score book before.

    Call it before the secret key is made: a key in the folder then means that there was a score
    book, so that a missing one is never replaced by an empty one.
    """
    book = storage.book_app(folder, database_url())
    return storage.migrate(book, begin=not has_key(folder))


def trusted_hosts(*more: str) -> list[str]:
    """The host names of this site: this machine's own, and those in `REFEREE_HOSTS`.

    Others are refused, which stops DNS rebinding.
    """
    own = socket.gethostname().lower()
    named = os.environ.get("REFEREE_HOSTS", "").split(",")
    names = ["localhost", "127.0.0.1", own, f"{own}.local", *own_addresses(), *more, *named]
    return sorted({name.strip().lower() for name in names} - {"", "0.0.0.0"})


def lan_address() -> str:
    """This machine's address on its network, or 127.0.0.1 without one."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # Connecting a datagram socket chooses the route, and sends nothing.
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return "127.0.0.1"
        address: str = probe.getsockname()[0]
        return address


def own_addresses() -> set[str]:
    """This machine's IPv4 addresses, by its host name and its route to the network."""
    try:
        addresses = socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)
    except OSError:
        addresses = []
    return {lan_address(), *(str(address[4][0]) for address in addresses)}


def listen(host: str, port: int) -> socket.socket:
    """A listening socket; raises `CommandError` where the port cannot be used."""
    give_up = time.monotonic() + PATIENCE_SECONDS
    while True:
        try:
            return socket.create_server((host, port))
        except OSError as error:
            if error.errno != errno.EADDRINUSE or time.monotonic() > give_up:
                raise CommandError(why_not(error, host, port)) from error
        time.sleep(0.1)


def why_not(error: OSError, host: str, port: int) -> str:
    """Why the port cannot be used, and what to do instead."""
    if error.errno == errno.EADDRINUSE:
        other = port + 1 if port < 65535 else port - 1
        return say("port-taken", port=port, other=other)
    if error.errno == errno.EACCES:
        return say("port-needs-root", port=port)
    return say("port-refused", host=host, problem=str(error.strerror))


def announce(url: str) -> None:
    """Print the address and its QR code for the players' phones."""
    name = urlsplit(url).hostname or ""
    here = name == "localhost" or name.startswith("127.")
    opened = say("open-here" if here else "open-on-phone", url=url)
    print(opened, "", _qr_code(url), say("how-to-stop"), sep="\n", flush=True)


def _qr_code(url: str) -> str:
    """A QR code in half blocks; on a terminal in white on black, whatever its colours."""
    picture = io.StringIO()
    qr_code(url).terminal(out=picture, border=2, compact=True)
    if not sys.stdout.isatty():
        return picture.getvalue()
    return "".join(f"\033[97;40m{line}\033[0m\n" for line in picture.getvalue().splitlines())


def address_for_phones(host: str, port: int) -> str:
    """The address that a phone opens to reach a server listening on `host`."""
    reached_at = lan_address() if host in {"", "0.0.0.0"} else host
    return f"http://{reached_at}" if port == 80 else f"http://{reached_at}:{port}"
