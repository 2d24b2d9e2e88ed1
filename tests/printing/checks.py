"""What holds of every sheet that is printed, whichever it is."""

import ctypes
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise, product
from typing import Any

import pypdfium2
from pypdfium2 import raw

from referee.language import say
from referee.printing.card_svg import beside_its_cards
from referee.printing.document import html_of
from referee.printing.game_facts import players_of
from referee.printing.imposition import Layout
from referee.printing.models import GameOnPaper
from referee.printing.options import Paper, PrintOptions, PrintSize
from referee.printing.text_metrics import text_width
from referee.printing.transliteration import in_plain_letters
from referee.rules.examples import examples
from referee.rules.schema.variant import Variant
from tests.printing.conftest import (
    lay_out,
    lines_of,
    outside_faces,
    printed,
    sizes_of,
    texts_of,
    words_of_html,
)

SENTENCES = ("rules", "values", "agreement")
CONTRACTS = ("score-pad", "contracts", "tents")
PARTS = ("set", "run", "ace", "wild")

_HAIR = 0.6
_LINE = 2.0
"""Points that boxes which touch have in common, and that a line is thick at most."""


def wrong_on_paper(
    sheet: str, variant: Variant, options: PrintOptions, game: GameOnPaper | None = None
) -> list[str]:
    """What is wrong with a sheet as it is printed; raises `SheetError` where it is refused."""
    layout = lay_out(sheet, variant, options, game)
    pdf = printed(sheet, variant, options, game=game)
    wrong = _other_letters(pdf, sheet, layout)
    # Where no font here has all letters of the names, plain ones stand for them.
    if wrong and game and (plain := in_plain_letters(game)):
        layout = lay_out(sheet, variant, options, plain)
        wrong = _other_letters(pdf, sheet, layout)
    wrong += _other_pages(pdf, layout)
    wrong += [f"in the margin: {letter}" for letter in outside_faces(pdf, layout)[:3]]
    wrong += [f"one over the other: {both}" for both in one_over_the_other(pdf)[:3]]
    if not _is_whole(pdf, layout.title):
        wrong.append("not named, not tagged, or without its fonts")
    # What stands on its head is not read line by line.
    if not any(slot.turned for page in layout.pages for slot in page):
        wrong += [f"torn: {line}" for line in _torn(pdf, sheet, variant, options, game, layout)]
    return wrong


def _other_letters(pdf: bytes, sheet: str, layout: Layout) -> list[str]:
    """Where a page has not just the letters of its HTML, each as often as there."""
    pages = html_of(sheet, layout).split('<div class="page">')[1:]
    laid_out = [Counter(_bare(words_of_html(page))) for page in pages]
    wrong = []
    for number, (letters, text) in enumerate(zip(laid_out, texts_of(pdf), strict=False), 1):
        there = Counter(_bare(text))
        if letters != there:
            lost, new = letters - there, there - letters
            wrong.append(f"page {number} without {dict(lost)}, with {dict(new)}")
    return wrong


def _bare(text: str) -> str:
    """Text without what the end of a line makes of it, dots of lists, and marks not seen."""
    text = text.replace("…", "...")  # Beside letters from right to left it is read so.
    return re.sub(r"[\s·•\u00ad\u200b-\u200f\u2060-\u2069-]", "", text)


def _other_pages(pdf: bytes, layout: Layout) -> list[str]:
    """Pages too many or too few, or of another size than the paper."""
    grid, pages = layout.grid, sizes_of(pdf)
    paper = (round(grid.width), round(grid.height))
    wrong = [f"a page of {size}, not {paper}" for size in set(pages) if size != paper]
    if len(pages) != len(layout.pages):
        wrong.append(f"{len(pages)} pages, not {len(layout.pages)}")
    return wrong


Box = tuple[float, float, float, float]
"""Left, low, right and high, in points."""


def one_over_the_other(pdf: bytes) -> list[str]:
    """Words that stand over others, and words that a drawing or a line of a sheet runs into."""
    found = []
    for number, page in enumerate(pypdfium2.PdfDocument(pdf), start=1):
        texts, shapes = words_and_shapes(page)
        for (said, box), (other, behind) in combinations(texts, 2):
            if _meet(box, behind):
                found.append(f"page {number}: {said} | {other}")
        for (said, box), (filled, drawn) in product(texts, shapes):
            if _meet(box, drawn) and _runs_into(box, drawn, filled=filled):
                found.append(f"page {number}: {said} | a drawing")
    return found


def words_and_shapes(
    page: pypdfium2.PdfPage,
) -> tuple[list[tuple[str, Box]], list[tuple[bool, Box]]]:
    """What is said on a page, and what is drawn, filled or not, each with its box."""
    reader, texts, shapes = page.get_textpage(), [], []
    for one in page.get_objects(max_depth=1):
        if one.type == raw.FPDF_PAGEOBJ_TEXT and (said := _said(one, reader)):
            texts.append((said, one.get_bounds()))
        elif one.type == raw.FPDF_PAGEOBJ_FORM:
            texts.append(("a word of a drawing", one.get_bounds()))
        elif one.type == raw.FPDF_PAGEOBJ_PATH:
            shapes.append((_is_filled(one), one.get_bounds()))
    return texts, shapes


def _said(text: pypdfium2.PdfObject, page: pypdfium2.PdfTextPage) -> str:
    size = raw.FPDFTextObj_GetText(text, page, None, 0)
    said = ctypes.create_string_buffer(size)
    raw.FPDFTextObj_GetText(text, page, ctypes.cast(said, ctypes.POINTER(ctypes.c_ushort)), size)
    return said.raw.decode("utf-16-le").rstrip("\0").strip()


def _is_filled(path: pypdfium2.PdfObject) -> bool:
    how, stroked = ctypes.c_int(), ctypes.c_int()
    raw.FPDFPath_GetDrawMode(path, how, stroked)
    return bool(how.value)


def _meet(box: Box, other: Box) -> bool:
    """Whether boxes have more than a hair in common: those of glyphs are larger than their ink."""
    left, low, right, high = box
    west, south, east, north = other
    return min(high, north) - max(low, south) > _HAIR and min(right, east) - max(left, west) > _HAIR


def _runs_into(box: Box, drawn: Box, *, filled: bool) -> bool:
    """Whether a drawing that meets words is neither around them nor the line that strikes them."""
    hair = max(_HAIR, 0.15 * (box[3] - box[1]))
    around = all(
        drawn[at] <= box[at] + hair and drawn[at + 2] >= box[at + 2] - hair for at in range(2)
    )
    wide, high = drawn[2] - drawn[0], drawn[3] - drawn[1]
    if min(wide, high) > _LINE:
        # Lines that are no box run anywhere in theirs.
        return filled and not around
    return high > wide or drawn[0] < box[0] - _LINE or drawn[2] > box[2] + _LINE


def _torn(
    pdf: bytes,
    sheet: str,
    variant: Variant,
    options: PrintOptions,
    game: GameOnPaper | None,
    layout: Layout,
) -> Iterator[str]:
    """What stands on two lines and should be read in one go."""
    lines, width = lines_of(pdf), layout.grid.slot_width
    if sheet in SENTENCES:
        # A short last word alone.
        yield from (line for line in lines if re.fullmatch(r"[a-z]{1,8}\.", line))
    if sheet in CONTRACTS and variant.has_contracts and game is None:
        roomy = options.print is PrintSize.NORMAL and width >= Paper.A4.width
        yield from _torn_contracts(pdf, "and" if roomy else "sets?|runs?", layout.faces[0])
    if sheet == "score-pad" and width >= Paper.A5.width and game is None:
        wins = ("st wins", "left wins")
        yield from () if any(word in line for line in lines for word in wins) else ["who wins"]
    if sheet == "values":
        yield from _torn_melds(pdf, variant, players_of(variant, options.players, game))


def _torn_contracts(pdf: bytes, inside: str, face: Any) -> Iterator[str]:
    """Lines of a contract that do not end where a piece of it does.

    `inside`: what besides ends no line; which line an `and` ends depends on the room. In the column
    of a pad a piece that is wider than it may be torn.
    """

    def wide(part: str) -> bool:
        room = face["pad"].before - face["indent"] - 1.5
        return text_width(part, face["words"], "strong") > room

    for text in texts_of(pdf):
        lines = text.split(say("card-house"))[0].splitlines()
        for line, following in pairwise([*map(str.strip, lines), ""]):
            torn = re.search(rf"\b(a|two|three|of|{inside})$", line)
            # Rules, too, speak of two runs; a contract goes on with the size of a piece.
            rest = re.match(r"((a|two|three)\s)?((set|run)s?\s)?(of\s)?\d+", following)
            if torn and rest and not ("pad" in face and wide(f"{torn[0]} {rest[0]}")):
                yield line


def _torn_melds(pdf: bytes, variant: Variant, players: int | None) -> Iterator[str]:
    """Cards that are named together and do not stand on one line."""
    lines = [" ".join(line.split()) for line in lines_of(pdf)]
    for line in lines:
        if line.endswith(("♠ and", "♥ and")):
            yield line
    for part in PARTS:
        for one in examples(variant, part, players):
            named = one.cards.replace("*", "joker")
            for suit, sign in zip("shdc", "♠♥♦♣", strict=True):
                named = named.replace(suit, sign)
            said = "" if one.right else beside_its_cards(one.says)
            if named in " ".join(said.split()) and not any(named in line for line in lines):
                yield named


def _is_whole(pdf: bytes, title: str) -> bool:
    """Whether a file names itself and its language, is tagged, and brings its fonts along."""
    document = pypdfium2.PdfDocument(pdf)
    language = ctypes.create_string_buffer(16)
    raw.FPDFCatalog_GetLanguage(
        document, ctypes.cast(language, ctypes.POINTER(ctypes.c_ushort)), len(language)
    )
    pages = list(document)
    tags = map(raw.FPDF_StructTree_GetForPage, pages)
    return (
        document.get_metadata_value("Title").startswith(title)
        and language.raw.decode("utf-16-le").rstrip("\0") == "en"
        and raw.FPDFCatalog_IsTagged(document)
        and any(map(raw.FPDF_StructTree_CountChildren, tags))
        and all(
            embedded and re.fullmatch(r"[A-Z]{6}\+Sheet.*", name)
            for name, embedded in _fonts(pages)
        )
    )


def _fonts(pages: Sequence[pypdfium2.PdfPage]) -> set[tuple[str, bool]]:
    """The fonts of all text by their names, and whether the file brings them along."""
    fonts = set()
    for page in pages:
        for text in page.get_objects(filter=[raw.FPDF_PAGEOBJ_TEXT]):
            name = ctypes.create_string_buffer(64)
            font = raw.FPDFTextObj_GetFont(text)
            raw.FPDFFont_GetBaseFontName(font, name, len(name))
            fonts.add((name.value.decode(), bool(raw.FPDFFont_GetIsEmbedded(font))))
    return fonts
