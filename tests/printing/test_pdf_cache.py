"""The cache of finished sheets."""

import os
from pathlib import Path

from referee.printing.pdf_cache import PdfCache
from tests.processes import Process

PDF = b"%PDF-1.7 sheet %%EOF\n"


def test_what_is_put_in_is_taken_out(tmp_path: Path) -> None:
    cache = PdfCache(tmp_path / "prints")
    cache.set("a" * 64, PDF)
    assert cache.get("a" * 64) == PDF


def test_what_is_not_there_is_none(tmp_path: Path) -> None:
    assert PdfCache(tmp_path / "prints").get("a" * 64) is None


def test_a_torn_file_is_as_good_as_none(tmp_path: Path) -> None:
    cache = PdfCache(tmp_path)
    cache.set("torn", PDF)
    (tmp_path / "torn.pdf").write_bytes(PDF[:8])
    assert cache.get("torn") is None


def test_only_the_owner_reads_it(tmp_path: Path) -> None:
    PdfCache(tmp_path / "prints").set("one", PDF)
    assert (tmp_path / "prints" / "one.pdf").stat().st_mode & 0o077 == 0
    assert (tmp_path / "prints").stat().st_mode & 0o077 == 0


def test_it_stays_within_its_room(tmp_path: Path) -> None:
    cache = PdfCache(tmp_path, most_bytes=10 * len(PDF))
    for number in range(50):
        cache.set(str(number), PDF)
        assert sum(file.stat().st_size for file in tmp_path.iterdir()) <= 10 * len(PDF)


def test_what_was_unused_for_longest_goes_first(tmp_path: Path) -> None:
    cache = PdfCache(tmp_path, most_bytes=4 * len(PDF))
    for age, name in enumerate("dcba"):
        cache.set(name, PDF)
        os.utime(tmp_path / f"{name}.pdf", (1000 + age, 1000 + age))
    cache.get("d")
    cache.set("new", PDF)
    left = {file.stem for file in tmp_path.iterdir()}
    assert {"new", "d"} <= left
    assert "c" not in left


def test_a_folder_that_cannot_be_written_costs_nothing_but_time(tmp_path: Path) -> None:
    (tmp_path / "prints").write_text("a file where the folder should be")
    cache = PdfCache(tmp_path / "prints")
    cache.set("one", PDF)
    assert cache.get("one") is None


def write_and_read(folder: Path) -> None:
    cache = PdfCache(folder, most_bytes=200_000)
    for turn in range(300):
        name = str(turn % 7)
        cache.set(name, b"%PDF-" + name.encode() * 10_000 + b"%%EOF")
        kept = cache.get(str((turn + 3) % 7))
        assert kept is None or len(kept) == 10_010, len(kept)


def test_processes_share_it_without_tearing_a_file(tmp_path: Path) -> None:
    cached = tmp_path / "cached"
    cached.mkdir()
    outputs = [tmp_path / f"writer-{number}" for number in range(3)]
    writers = [Process(write_and_read, cached, output=file) for file in outputs]
    assert [writer.wait(60) for writer in writers] == [0, 0, 0], outputs[0].read_text()
    assert not list(cached.glob("*.part"))
