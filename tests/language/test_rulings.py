"""The sentences of rulings: every one is there, and English is one language among others."""

import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, cast

from fluent.syntax import FluentParser, FluentSerializer, ast
from fluent.syntax.visitor import Transformer

from referee import static_site
from referee.language import ENGLISH, FOLDER, Catalogue, use
from referee.paths import PRINTABLES, TEMPLATES
from referee.rules import Ruling
from referee.rules.building.rulebook import READING_ORDER
from referee.rules.findings import Offer, message_of
from referee.rules.questions import QUESTIONS
from referee.rules.questions.cases import Question
from referee.rules.questions.irregularities import MISHAPS
from tests.rules.caselaw import rulings

CARD = re.compile(r"(?:10|[2-9AJQK])[♠♥♦♣]|\b(?:10|[2-9AJQK])\b")
WORD = re.compile(r"[^\W\d_]+")


class Bracketed(Transformer):
    """Puts every piece of text between brackets."""

    def visit_TextElement(self, node: ast.TextElement) -> ast.TextElement:  # noqa: N802
        # Blanks between cards in a row are of no language.
        node.value = re.sub(r"\S(?:.*\S)?", lambda found: f"⟦{found[0]}⟧", node.value, flags=re.S)
        return node


@cache
def bracketed() -> Catalogue:
    """A language that differs from English in every word."""
    parser, serializer = FluentParser(), FluentSerializer()
    trees = [Bracketed().visit(parser.parse(source)) for source in ENGLISH.sources]
    return Catalogue("en", [serializer.serialize(tree) for tree in trees])


def unbracketed(text: str) -> str:
    """What stands outside all brackets, cards left out."""
    before = ""
    while before != text:
        before, text = text, re.sub(r"⟦[^⟦⟧]*⟧", " ", text)
    return CARD.sub(" ", text)


def law() -> Iterator[tuple[str, frozenset[str], Ruling]]:
    """The rulings of the case law, each with the names in its case."""
    for precedent, ruling in rulings():
        yield precedent.id, _names_in(precedent.case), ruling


def _names_in(case: Mapping[str, Any]) -> frozenset[str]:
    """The words of what players are called."""
    named: list[object] = [*case.get("seats", ()), case.get("turn"), case.get("out")]
    for table in (case.get("hands", {}), *case.get("rounds", ())):
        named += table
    return frozenset(word for name in named if isinstance(name, str) for word in WORD.findall(name))


def test_every_sentence_of_a_rule_or_an_offer_has_a_code_that_the_referee_names() -> None:
    quoted = re.compile(r"[\"']([a-z-]+)[\"']")
    named = {word for text in _code() for code in quoted.findall(text) for word in code.split("-")}
    earlier = Catalogue("en", [(FOLDER / "en" / "rulings_earlier.ftl").read_text()]).ids
    codes = {id: id.partition("_")[2].split("-") for id in _sentences() - earlier if "_" in id}
    assert not {id for id, words in codes.items() if not named.issuperset(words)}


def test_every_sentence_that_the_code_finds_is_in_the_catalogue() -> None:
    finds = re.compile(r'\b(?:find|broken)\(\s*[\w.]+,\s*"([a-z.-]+)",\s*(?:"([a-z-]*)"[,)]|\w+=)')
    found = {message_of(*match) for text in _code() for match in finds.findall(text)}
    assert len(found) > 50
    assert found <= ENGLISH.ids


def _sentences() -> set[str]:
    """The messages that findings and offers say."""
    rules = {message_of(rule, "") for rule in (*READING_ORDER, "nearest")}
    return {id for id in ENGLISH.ids if id.partition("_")[0] in rules}


def test_every_message_is_used() -> None:
    # A message within another stands alone between braces: arguments begin with a dollar.
    referred = {
        id for source in ENGLISH.sources for id in re.findall(r"{ *([a-z][\w-]*) *}", source)
    }
    declared = (*QUESTIONS.values(), *MISHAPS.values())
    named = _named_in_code() | {id for one in declared for id in _words_of(one)}
    # These are made of ids: test_knobs.py walks rules and options, printing/test_wording.py the
    # headings of the rulebook, scorebook/test_wording.py links and who joins, test_errors.py the
    # others.
    walked = {
        id
        for id in ENGLISH.ids
        if re.match(
            r"(knob|option|item|heading|error|outage|submitted|advice|link|log-joined|log-returned)-"
            r"|(.*-)?rule-",
            id,
        )
    }
    unused, families = ENGLISH.ids - _sentences() - referred - named - walked, _families()
    assert {id for id in unused if not id.startswith(families)} == set()


def _words_of(question: Question) -> Iterator[str]:
    """The messages that the form of a question may say."""
    for one in question.at_desk:
        for kind in ("label", "hint"):
            yield from (f"{kind}-{one.words}", f"{kind}-{question.ask}_{one.words}")
        yield from (f"choice-{one.name}_{answer or 'unsaid'}" for answer in one.choices)


@cache
def _code() -> tuple[str, ...]:
    """The texts of the referee's code and of its templates."""
    from tests.test_import_law import SOURCES

    folders = (TEMPLATES, PRINTABLES, Path(static_site.__file__).parent)
    pages = [page for folder in folders for page in folder.rglob("*.html")]
    return tuple(path.read_text("utf-8") for path in (*SOURCES, *pages))


def _families() -> tuple[str, ...]:
    """The beginnings of messages whose ends are added in code, such as `heading-`."""
    begun = re.compile(r'"([a-z][a-z-]*-)(?:\{|" ~)')
    return tuple({beginning for text in _code() for beginning in begun.findall(text)})


def _named_in_code() -> set[str]:
    """Every text in quotation marks in the code of the referee and in its templates."""
    quoted = re.compile(r'"([a-z][a-z0-9_-]+)"')
    named = {name for text in _code() for name in quoted.findall(text)}
    kinds = (
        "answer",
        "answer-then",
        "ask",
        "caption",
        "choice",
        "doubt",
        "heading",
        "how",
        "label",
        "missing",
        "needed",
        "values",
    )
    return named | {f"{kind}-{name}" for kind in kinds for name in named}


def test_no_english_is_left_in_a_ruling_of_another_language() -> None:
    left = {}
    for id, names, ruling in law():
        with use(bracketed()):
            says = [finding.said() for finding in ruling.findings]
            says += [one.said() for one in cast(list[Offer], ruling.facts.get("nearest", ()))]
            says += [str(finding.as_dict()["rule_text"]) for finding in ruling.findings]
        for text in says:
            if strange := set(WORD.findall(unbracketed(text))) - names:
                left[id] = (strange, text)
    assert not left
