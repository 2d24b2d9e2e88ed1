"""Finding the rules that answer a question in a player's words.

A page does the same while somebody types (`rules.js`), with the same vocabulary.
"""

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

from referee.language import say
from referee.web.game_choice import plain_letters
from referee.web.limits import SEARCH_LENGTH

CLOSEST: Final = 3
"""How many rules are shown at most where none holds every word."""
STEM: Final = 3
"""Letters of a word that an ending leaves at least."""


class Vocabulary(NamedTuple):
    """The words by which the rules of a language are searched.

    `endings` come off a word, the longest first; words `passed_over` say nothing of what is wanted;
    `alike` are the phrases of the rules that a phrase of players may mean.
    """

    endings: tuple[str, ...]
    passed_over: tuple[str, ...]
    alike: dict[str, tuple[str, ...]]

    def stem(self, word: str) -> str:
        """A word without its ending."""
        ends = (end for end in self.endings if word.endswith(end) and len(word) >= STEM + len(end))
        return word.removesuffix(next(ends, ""))

    def terms(self, question: str) -> list[tuple[str, ...]]:
        """What a question asks for: of each term the phrases any of which may stand in a rule."""
        words = _words(question[:SEARCH_LENGTH])
        stems = [self.stem(word) for word in words]
        terms: dict[str, tuple[str, ...]] = {}
        start = 0
        while start < len(words):
            ends = range(len(words), start, -1)
            phrases = {end: " ".join(stems[start:end]) for end in ends}
            end = next((end for end in ends if phrases[end] in self.alike), start + 1)
            phrase = phrases[end]
            if phrase in self.alike or words[start] not in self.passed_over or len(words) == 1:
                terms[phrase] = (phrase, *self.alike.get(phrase, ()))
            start = end
        return list(terms.values())


class Found(NamedTuple):
    """The rules that answer a question; where none holds every term, those that hold the most."""

    shown: Sequence[str]
    is_closest: bool = False


def find(terms: Sequence[Sequence[str]], texts: Sequence[str]) -> Found:
    """Which texts hold every term, or the few that hold the most.

    A term weighs as much as there are texts without it.
    """
    spaced = {text: f" {' '.join(_words(text))}" for text in texts}
    holding = [
        {text for text in texts if any(f" {phrase}" in spaced[text] for phrase in term)}
        for term in terms
    ]
    if whole := [text for text in texts if all(text in held for held in holding)]:
        return Found(whole)
    scores = {
        text: sum(len(texts) + 1 - len(held) for held in holding if text in held) for text in texts
    }
    most = max(scores.values())
    near = (text for text in texts if scores[text] and 2 * scores[text] >= most)
    shown = sorted(near, key=lambda text: -scores[text])[:CLOSEST]
    return Found(shown, bool(shown))


def vocabulary() -> Vocabulary:
    """The words of the language in use."""
    endings = sorted(say("rules-search-endings").split(), key=len, reverse=True)
    known = Vocabulary(tuple(endings), tuple(_words(say("rules-search-passed-over"))), {})
    for line in say("rules-alike").splitlines():
        said, meant = line.split(": ")
        meanings = tuple(" ".join(_words(phrase)) for phrase in meant.split(", "))
        for phrase in said.split(", "):
            known.alike[" ".join(map(known.stem, _words(phrase)))] = meanings
    return known


def _words(text: str) -> list[str]:
    """The words of a text in plain letters; what an apostrophe joins is one word."""
    return re.findall(r"[^\W_]+", plain_letters(re.sub("['’]", "", text)))
