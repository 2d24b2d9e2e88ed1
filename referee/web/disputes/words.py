"""What the desk says of a ruling and of its forms, in players' words."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from referee.language import Phrase, has, listed, say
from referee.rules.declared import MISHAPS, QUESTIONS
from referee.rules.fields import NEVER
from referee.rules.variant import Variant

MISSING: Final[Mapping[str, str]] = MappingProxyType(
    {
        "cards": "Tap or type the cards first.",
        "word": "Choose an answer.",
        "names": "Enter the names first.",
    }
)
"""What is said beside a field that is needed and empty."""

SETTLED: Final[Mapping[str, str]] = MappingProxyType(
    {
        "legal rules": "The rules allow it.",
        "legal table": "The source doesn’t cover this. Usual answer: yes.",
        "legal house": "The house rules of this table allow it.",
        "illegal rules": "The rules don’t allow it.",
        "illegal table": "The source doesn’t cover this. Usual answer: no.",
        "illegal house": "The house rules of this table don’t allow it.",
    }
)
"""Who settles it, by verdict: the text, nobody so that the usual answer holds, or the table."""

CAPTIONS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "set": "As a set",
        "run": "As a run",
        "becomes": "The meld becomes",
        "onto": "On the table",
        "adds": "You add",
        "takes": "You take",
        "gives": "Your card",
        "card": "The card",
        "cards": "The cards",
        "left": "Left in hand",
        "instead": "Or the meld becomes",
    }
)
"""What stands over cards that are drawn."""

LAID: Final[Mapping[str, str]] = MappingProxyType(
    {
        "changed": "The melds on the table have changed. Check them, then ask again.",
    }
)
"""Why melds were not put on the table."""


def wild_word(variant: Variant) -> str:
    """What a table calls a wild card of this game."""
    return listed((wild_named(variant),))


def wild_named(variant: Variant) -> Phrase:
    """What a table calls a wild card of this game, as a part of a sentence."""
    ranks = variant.wilds.ranks
    if variant.has_jokers and not ranks and not variant.wilds.by_deal:
        return Phrase.of("wild-word", kind="joker")
    if len(ranks) == 1 and not variant.has_jokers and not variant.wilds.by_deal:
        return Phrase.of("wild-word", kind="rank", rank=ranks[0])
    return Phrase.of("wild-word", kind="any")


def asks(variant: Variant, ask: str) -> str:
    """A question as the players of a game put it."""
    return listed((asking(variant, ask),))


def asking(variant: Variant, ask: str) -> Phrase:
    """A question as a log keeps it."""
    if ask not in MISHAPS and QUESTIONS[ask].asked is NEVER:
        raise KeyError(ask)
    if ask in ("take-wild", "wild-wanted-by-two"):
        return Phrase.of(f"ask-{ask}", wild=wild_named(variant))
    return Phrase.of(f"ask-{ask}")


def label(variant: Variant, ask: str, name: str) -> str:
    """What a field asks for."""
    if name == "down" and not variant.has_contracts:
        name = "own-meld"
    return say(_message("label", ask, name), wild=wild_named(variant))


def hint(ask: str, name: str) -> str:
    """The line under a field; empty where none is needed."""
    message = _message("hint", ask, name)
    return say(message) if has(message) else ""


def _message(kind: str, ask: str, name: str) -> str:
    """The message about a field, by the question where it differs there."""
    own = f"{kind}-{ask}_{name}"
    return own if has(own) else f"{kind}-{name}"


def choice(name: str, answer: str) -> str:
    """An answer to choose from."""
    return say(f"choice-{name}_{answer or 'unsaid'}")


def counted(number: int, one: str, more: str = "") -> str:
    """A number with its word, such as `1 point` or `12 points`."""
    return f"{number} {one if number == 1 else more or one + 's'}"
