"""The instance folder: the files of one installation, readable only by their owner."""

import os
import secrets
import stat
from pathlib import Path
from typing import Final

from referee.language import say
from referee.paths import DATABASE_FILE

PRIVATE_UMASK: Final = 0o077
SECRET_BYTES: Final = 32

_SECRET = "secret_key"


class CommandError(Exception):
    """A command cannot be carried out; the text says what to do instead."""


def default_folder() -> Path:
    """`REFEREE_INSTANCE` where it is set, else `rummy-referee` in the user's data folder."""
    if named := os.environ.get("REFEREE_INSTANCE"):
        return Path(named)
    # A relative XDG_DATA_HOME is to be ignored, says the XDG Base Directory Specification.
    data_home = Path(os.environ.get("XDG_DATA_HOME", ""))
    if not data_home.is_absolute():
        data_home = Path.home() / ".local" / "share"
    return data_home / "rummy-referee"


def prepare(folder: Path) -> Path:
    """Make the instance folder (0700) where it is missing, and return its absolute path.

    From here on, every file that this process makes is 0600.
    Raises `CommandError` where the folder cannot be made, or is somebody else's or open to others.
    """
    os.umask(PRIVATE_UMASK)
    folder = folder.absolute()
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        _close_to_others(folder)
    except OSError as error:
        problem = str(error.strerror)
        raise CommandError(say("folder-refused", folder=str(folder), problem=problem)) from error
    return folder


def _close_to_others(folder: Path) -> None:
    """Remove the permissions of others, where the folder is empty or plainly ours."""
    if not stat.S_IMODE(folder.stat().st_mode) & PRIVATE_UMASK:
        return
    contents = {path.name for path in folder.iterdir()}
    if contents and not contents & {_SECRET, DATABASE_FILE}:
        raise CommandError(say("folder-shared", folder=str(folder)))
    folder.chmod(0o700)


def key_file(folder: Path) -> Path:
    """The file of the key that signs cookies."""
    return folder / _SECRET


def has_key(folder: Path) -> bool:
    """Whether this folder has had a score book: the key is made after it."""
    return key_file(folder).exists()


def secret_key(folder: Path) -> bytes:
    """The key that signs cookies: 32 random bytes, made at the first start.

    Raises `CommandError` where its file is damaged, and `OSError` where it cannot be read or made.
    """
    path = key_file(folder)
    if not path.exists():
        _write_once(path, secrets.token_bytes(SECRET_BYTES))
    key = path.read_bytes()
    if len(key) < SECRET_BYTES:
        raise CommandError(say("key-damaged", file=str(path)))
    return key


def _write_once(path: Path, content: bytes) -> None:
    """Write a new file, unless another process has made it first.

    It is written under another name and linked, so that nobody ever reads half of it.
    """
    draft = path.with_name(f".{path.name}.{secrets.token_hex(8)}")
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        # A browser has no links, and no other process either.
        getattr(os, "link", os.rename)(draft, path)
    except FileExistsError:
        pass
    finally:
        draft.unlink(missing_ok=True)


def database_url() -> str | None:
    """`DATABASE_URL`, or None where it is not set: a SQLite file in the folder keeps the book."""
    return os.environ.get("DATABASE_URL")
