"""The questions that the desk takes, as data: one more is one more line here and its words."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from referee.rules.variant import Variant, plain

MELD_BREAK: Final = "/"
"""What stands between two melds in one field of cards."""

OPTION: Final = "option-"


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """One question: `ask` as cases name it, and the fields it needs, in the order shown.

    `several`: its cards may be several melds. `needs_contracts`: only games with contracts take it.
    """

    ask: str
    fields: tuple[str, ...]
    several: bool = False
    needs_contracts: bool = False


QUESTIONS: Final = (
    Question(ask="meld", fields=("cards", "kind", "players")),
    Question(
        ask="contract",
        fields=("cards", "deal", "players", "hand"),
        several=True,
        needs_contracts=True,
    ),
)


def questions_for(variant: Variant) -> tuple[Question, ...]:
    """The questions that make sense in a game."""
    return tuple(one for one in QUESTIONS if variant.has_contracts or not one.needs_contracts)


def question(variant: Variant, ask: str) -> Question:
    """The question of that name, or the first where the game has no such question."""
    offered = questions_for(variant)
    return next((one for one in offered if one.ask == ask), offered[0])


def case_of(variant: Variant, question: Question, typed: Mapping[str, str]) -> dict[str, Any]:
    """The case that the fields of a question come to."""
    case: dict[str, Any] = {"game": variant.id, "ask": question.ask}
    for field in question.fields:
        if text := typed.get(field, "").strip():
            case[field] = int(text) if text.isdecimal() and field in NUMBERS else text
    if question.several and MELD_BREAK in case.get("cards", ""):
        melds = (part.strip() for part in case.pop("cards").split(MELD_BREAK))
        case["melds"] = [meld for meld in melds if meld]
    if options := changed_options(variant):
        case["options"] = options
    return case


NUMBERS: Final = ("deal", "players")


def changed_options(variant: Variant) -> dict[str, Any]:
    """The options of a table that are not as the game has them by default."""
    return {
        name: value
        for name, value in variant.chosen.items()
        if value != variant.options[name].default
    }


def desk_query(variant: Variant, *, players: int, deal: int | None, table: str) -> dict[str, str]:
    """The desk's address for one table: its game, deal, players and options filled in."""
    query = {"game": variant.id, "players": str(players), "table": table}
    if deal:
        query["deal"] = str(deal)
    changed = changed_options(variant)
    return query | {OPTION + name: plain(value) for name, value in changed.items()}
