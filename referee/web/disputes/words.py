"""What the desk says: for each question, field, answer and verdict, in players' words.

`{wild}` is what a table calls a wild card of its game: a joker, a two, or a wild card.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from referee.language import ENGLISH, Phrase
from referee.rules.variant import Variant

ASKS: Final = (
    "meld", "contract", "further-meld", "lay-off", "take-wild", "discard", "claim", "go-out",
    "points", "arrange", "stock-out",
)  # fmt: skip
"""The questions, by the word that cases have for them."""

LABELS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "cards": "The cards",
        "lay-off cards": "The card to add",
        "points cards": "The cards in your hand",
        "arrange cards": "The cards in your hand",
        "hand": "The whole hand",
        "discard hand": "What else you hold",
        "onto": "The meld on the table",
        "meld": "The meld on the table",
        "give": "Your card",
        "take": "Which {wild}",
        "card": "The card to throw",
        "table": "The melds on the table",
        "kind": "Is it meant as a set or a run?",
        "deal": "Which deal is it?",
        "players": "How many play?",
        "down": "Is your contract down?",
        "own meld": "Is a meld of yours down?",
        "whose": "Whose meld is it?",
        "turn": "Is it your turn?",
        "claim turn": "Whose turn is it?",
        "use": "What becomes of the {wild}?",
        "took": "Did you just take it from the discards?",
        "last": "How does the last card go?",
        "seats": "Who plays, in order round the table?",
        "wants": "Does that player take the discard?",
        "claims": "Who else wants it?",
        "first claims": "Who called first?",
        "stock": "What is left of the stock?",
    }
)
"""What a field asks for, by its name, with the question before it where it differs there."""

HINTS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "meld cards": "In any order.",
        "contract cards": "All that you lay down. The referee finds the melds, or you part them.",
        "contract hand": "Where the whole hand must go down at once.",
        "lay-off cards": "One card, or several.",
        "discard hand": "Nothing, if this is your last card.",
        "discard table": "Only those that the card might go on.",
        "seats": "Names with commas between.",
    }
)
"""A line under a field, by question and name."""

CHOICES: Final[Mapping[str, Mapping[str, str]]] = MappingProxyType(
    {
        "kind": {"": "Either", "set": "A set", "run": "A run"},
        "down": {"no": "No", "this-turn": "Yes, this turn", "earlier": "Yes, before"},
        "whose": {"other": "Another player’s", "own": "Mine"},
        "turn": {"own": "Yes", "other": "No"},
        "use": {"now": "It is played at once", "keep": "I keep it"},
        "took": {"no": "No", "yes": "Yes"},
        "last": {"discard": "Thrown away", "meld": "In a meld", "lay-off": "Added to a meld"},
        "wants": {"yes": "Yes", "no": "No"},
        "stock": {"": "Several cards", "1": "One card", "0": "Nothing"},
    }
)
"""The answers to choose from, by field."""

MISSING: Final[Mapping[str, str]] = MappingProxyType(
    {
        "cards": "Write or tap the cards first.",
        "word": "Choose one.",
        "names": "Write the names first.",
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
        "becomes": "The meld then",
        "onto": "On the table",
        "adds": "To be added",
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
        "changed": "The melds on the table have changed. Look again, and ask once more.",
    }
)
"""Why melds were not put on the table."""


def wild_word(variant: Variant) -> str:
    """What a table calls a wild card of this game."""
    return ENGLISH.listed((wild_named(variant),))


def wild_named(variant: Variant) -> Phrase:
    """What a table calls a wild card of this game, as a part of a sentence."""
    ranks = variant.wilds.ranks
    if variant.has_jokers and not ranks:
        return Phrase.of("wild-word", kind="joker")
    if len(ranks) == 1 and not variant.has_jokers:
        return Phrase.of("wild-word", kind="rank", rank=ranks[0])
    return Phrase.of("wild-word", kind="any")


def asks(variant: Variant, ask: str) -> str:
    """A question as the players of a game put it."""
    return ENGLISH.listed((asking(variant, ask),))


def asking(variant: Variant, ask: str) -> Phrase:
    """A question as a log keeps it."""
    if ask not in ASKS:
        raise KeyError(ask)
    if ask == "take-wild":
        return Phrase.of("ask-take-wild", wild=wild_named(variant))
    return Phrase.of(f"ask-{ask}")


def label(variant: Variant, ask: str, name: str) -> str:
    """What a field asks for."""
    if name == "down" and not variant.has_contracts:
        name = "own meld"
    return LABELS.get(f"{ask} {name}", LABELS[name]).format(wild=wild_word(variant))


def hint(ask: str, name: str) -> str:
    """The line under a field; empty where none is needed."""
    return HINTS.get(f"{ask} {name}", HINTS.get(name, ""))


def counted(number: int, one: str, more: str = "") -> str:
    """A number with its word, such as `1 point` or `12 points`."""
    return f"{number} {one if number == 1 else more or one + 's'}"
