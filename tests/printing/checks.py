"""What holds of every sheet that is printed, whichever it is."""

import re
from collections import Counter
from collections.abc import Iterator

from referee.language import say
from referee.printing import GameOnPaper, PrintOptions, PrintSize, html_of, lay_out
from referee.printing.game_facts import players_of
from referee.printing.imposition import Layout
from referee.printing.sheets.values import examples
from referee.printing.transliteration import in_plain_letters
from referee.rules.variant import Variant
from tests.printing.conftest import (
    lines_of,
    outside_faces,
    printed,
    read,
    sizes_of,
    texts_of,
    words_of_html,
)

SENTENCES = ("rules", "values", "agreement")
CONTRACTS = ("score-pad", "contracts", "tents")
PARTS = ("set", "run", "ace", "wild")


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
    if sheet in SENTENCES:
        wrong += _torn_sentences(pdf)
    if game is None and sheet in CONTRACTS and variant.has_contracts:
        wrong += _torn_contracts(pdf, options, layout)
    if game is None and sheet == "score-pad" and not any(map(_says_who_wins, lines_of(pdf))):
        wrong.append("torn: who wins")
    if sheet == "values":
        wrong += _torn_melds(pdf, variant, players_of(variant, options.players, game))
    if not is_whole(pdf, layout.title):
        wrong.append("not named, not tagged, or without its fonts")
    return wrong


def _other_letters(pdf: bytes, sheet: str, layout: Layout) -> list[str]:
    """Where a page has not just the letters of its HTML, each as often as there."""
    pages = html_of(sheet, layout).split('<div class="page">')[1:]
    laid_out = [Counter(_bare(words_of_html(page))) for page in pages]
    wrong = []
    for number, text in enumerate(texts_of(pdf)):
        letters, there = laid_out[layout.imposition.order[number]], Counter(_bare(text))
        if letters != there:
            lost, new = letters - there, there - letters
            wrong.append(f"page {number + 1} without {dict(lost)}, with {dict(new)}")
    return wrong


def _bare(text: str) -> str:
    """Text without what the end of a line makes of it, dots of lists, and marks not seen."""
    return re.sub(r"[\s·\u00ad\u200b-\u200f\u2060-\u2069-]", "", text)


def _other_pages(pdf: bytes, layout: Layout) -> list[str]:
    """Pages too many or too few, or of another size than the paper."""
    grid, pages = layout.imposition.grid, sizes_of(pdf)
    paper = (round(grid.width), round(grid.height))
    wrong = [f"a page of {size}, not {paper}" for size in set(pages) if size != paper]
    if len(pages) != len(layout.imposition.order):
        wrong.append(f"{len(pages)} pages, not {len(layout.imposition.order)}")
    return wrong


def _says_who_wins(line: str) -> bool:
    return line.endswith("st wins")


def _torn_sentences(pdf: bytes) -> Iterator[str]:
    """Short last words that stand alone on a line."""
    for line in lines_of(pdf):
        if re.fullmatch(r"[a-z]{1,8}\.", line):
            yield f"torn: {line}"


def _torn_contracts(pdf: bytes, options: PrintOptions, layout: Layout) -> Iterator[str]:
    """Lines of a contract that do not end where a piece of it does."""
    roomy = options.print is PrintSize.NORMAL and layout.imposition.grid.slot_width > 200
    inside = "and" if roomy else r"sets?|runs?"
    for text in texts_of(pdf):
        for line in text.split(say("paper-how-played"))[0].splitlines():
            if re.search(rf"\b(a|two|three|of|{inside})$", line.strip()):
                yield f"torn: {line}"


def _torn_melds(pdf: bytes, variant: Variant, players: int | None) -> Iterator[str]:
    """Cards that are named together and do not stand on one line."""
    lines = [" ".join(line.split()) for line in lines_of(pdf)]
    for line in lines:
        if line.endswith(("♠ and", "♥ and")):
            yield f"torn: {line}"
    for part in PARTS:
        for one in examples(variant, part, players):
            named = one.cards.replace("*", "joker")
            for suit, sign in zip("shdc", "♠♥♦♣", strict=True):
                named = named.replace(suit, sign)
            if named in " ".join(one.says.split()) and not any(named in line for line in lines):
                yield f"torn: {named}"


def is_whole(pdf: bytes, title: str) -> bool:
    """Whether a file names itself and its language, is tagged, and brings its fonts along."""
    reader = read(pdf)
    fonts = [font for page in reader.pages for font in page["/Resources"]["/Font"].values()]
    inner = [font["/DescendantFonts"][0]["/FontDescriptor"].get_object() for font in fonts]
    return (
        str(reader.metadata.title).startswith(title)
        and reader.root_object["/Lang"] == "en"
        and reader.root_object["/MarkInfo"]["/Marked"]
        and bool(reader.root_object["/StructTreeRoot"]["/K"])
        and all(re.fullmatch(r"/[A-Z]{6}\+Sheet.*", one["/FontName"]) for one in inner)
        and all("/FontFile2" in one for one in inner)
    )
