"""Disks for tests that can be filled and made read-only, where this machine lets us mount any."""

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

WITHOUT_RIGHTS = ("setpriv", "--bounding-set", "-dac_override,-dac_read_search")
"""What runs a command as root, but held to the permissions of files as everybody is."""
SOMEBODY_ELSE = 65534


def _mount(*arguments: str) -> None:
    if subprocess.run(["mount", *arguments], capture_output=True).returncode:
        pytest.skip("this needs the right to mount disks (root)")


@contextmanager
def disk(folder: Path, *, megabytes: int = 8) -> Iterator[Path]:
    """A small disk of its own, made in memory, mounted on a new folder."""
    folder.mkdir()
    folder.chmod(0o700)
    _mount("-t", "tmpfs", "-o", f"size={megabytes}m,mode=700", "none", str(folder))
    try:
        yield folder
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], check=True)


@contextmanager
def faulty_disk(folder: Path) -> Iterator[Path]:
    """A disk with a file system that turns read-only when it meets a fault, see `fault`."""
    image = folder.with_name(f"{folder.name}.img")
    image.write_bytes(b"")
    os.truncate(image, 16 * 2**20)
    if subprocess.run(["mkfs.ext4", "-q", str(image)], capture_output=True).returncode:
        pytest.skip("this needs mkfs.ext4")
    folder.mkdir()
    _mount("-o", "loop,errors=remount-ro", str(image), str(folder))
    folder.chmod(0o700)
    try:
        yield folder
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], check=True)


def fault(folder: Path) -> None:
    """Have the file system meet a fault, with its files open: nothing can be written any more."""
    _mount("-o", "remount,abort", str(folder))


def set_writable(folder: Path, writable: bool) -> None:
    """Let a disk whose files nobody has open for writing be written to, or only be read."""
    _mount("-o", f"remount,{'rw' if writable else 'ro'}", str(folder))


def fill(folder: Path) -> Path:
    """Fill a disk to its last byte; room comes back when the file is deleted."""
    filling = folder / "filling"
    with filling.open("wb", buffering=0) as file:
        for size in (2**20, 4096, 1):
            try:
                while file.write(b"x" * size):
                    pass
            except OSError:
                continue
    return filling


def give_away(path: Path) -> None:
    """Make a file or folder somebody else's."""
    try:
        os.chown(path, SOMEBODY_ELSE, SOMEBODY_ELSE)
    except PermissionError:
        pytest.skip("this needs the right to give files away (root)")


@contextmanager
def mounted_over_read_only(folder: Path) -> Iterator[None]:
    """Whatever is opened in a folder while the block runs can only be read."""
    _mount("--bind", str(folder), str(folder))
    try:
        _mount("-o", "remount,ro,bind", str(folder))
        yield
    finally:
        subprocess.run(["umount", str(folder)], check=True)
