"""Names and titles as they reach paper."""

import pytest

from referee.printing.text_cleanup import cleaned, shortened_to


@pytest.mark.parametrize(
    ("typed", "written"),
    [
        pytest.param("  Mara   Lu ", "Mara Lu", id="blanks"),
        pytest.param("Ma\x00ra\x1b[2J", "Mara[2J", id="control characters"),
        pytest.param("Ann\nBen\tChi", "Ann Ben Chi", id="line ends"),
        pytest.param("Ann\u202eneB\u2066", "AnnneB", id="direction characters"),
        pytest.param("Jose\u0301", "José", id="composed"),
        pytest.param("A\ud800nn", "Ann", id="half a character"),
        pytest.param("👩\u200d🌾", "👩\u200d🌾", id="joined emoji"),
        pytest.param("محمد", "\u2068محمد\u2069", id="right to left"),
        pytest.param("<b>Ann</b> & Co", "<b>Ann</b> & Co", id="markup stays text"),
        pytest.param("x" * 10_000, "x" * 39 + "…", id="ten thousand letters"),
        pytest.param("\u200b\u00ad", "", id="nothing to see"),
    ],
)
def test_what_is_typed_becomes_one_clean_line(typed: str, written: str) -> None:
    assert cleaned(typed, 40) == written


@pytest.mark.parametrize(
    ("text", "room", "kept"),
    [
        pytest.param("Ann", 3, "Ann", id="fits"),
        pytest.param("Annabel", 5, "Anna…", id="letters"),
        pytest.param("Ann Bell", 5, "Ann…", id="no blank before the dots"),
        pytest.param("\u2068שרה דוד\u2069", 5, "\u2068שרה…\u2069", id="kept apart"),
    ],
)
def test_a_long_text_is_shortened_to_its_room(text: str, room: int, kept: str) -> None:
    assert shortened_to(text, lambda cut: len(cut.strip("\u2068\u2069")) <= room) == kept
