"""The questions that the desk takes, and the cases that their forms come to."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from referee.rules.cases import (
    CARD,
    HELD,
    LAID,
    MELDS,
    NAME,
    NAMES,
    NUMBER,
    RANKS,
    SOME_NAMES,
    TRUTH,
)
from referee.rules.declared import MISHAPS, Question
from referee.rules.declared import QUESTIONS as DECLARED
from referee.rules.fields import NEVER, AtDesk
from referee.rules.variant import Variant, plain
from referee.web.disputes.taps import MELD_BREAK
from referee.web.parsing import parse_index

OPTION: Final = "option-"
AT: Final = "at"
"""The name that addresses have for the game at whose table a question is asked."""

ON_CARDS: Final = frozenset({LAID, MELDS, HELD, CARD, RANKS})
"""What is filled by tapping cards."""

STANDING: Final = frozenset({LAID, MELDS})
"""Cards that lie together: a wild may be said to stand for one."""

QUESTIONS: Final = (
    *(one for one in DECLARED.values() if one.asked is not NEVER),
    *MISHAPS.values(),
)
"""All questions that the desk has in any game."""


def questions_for(variant: Variant) -> tuple[Question, ...]:
    """The questions that make sense in a game."""
    return tuple(one for one in QUESTIONS if one.asked(variant))


def question(variant: Variant, ask: str) -> Question | None:
    """The question of that name, or None where the game has no such question."""
    return next((one for one in questions_for(variant) if one.ask == ask), None)


def case_of(
    variant: Variant, question: Question, typed: Mapping[str, str], seats: Sequence[str]
) -> dict[str, Any]:
    """The case that the fields of a question come to; `seats` are the names of the players."""
    case: dict[str, Any] = {"game": variant.id, "ask": question.ask}
    if options := changed_options(variant):
        case["options"] = options
    for one in question.at_desk:
        text = typed.get(one.name, "").strip()
        if one.asked(variant):
            value = _value(one, text, seats)
        elif one.name == "deal" and one.unasked is None:
            # It matters to no rule of this game here, but a case of a numbered deal names one.
            value = _number(text or "1") if variant.deals else None
        else:
            value = one.unasked
        if value not in (None, ""):
            case.setdefault(one.name, value)
    return question.finish(case)


def _value(one: AtDesk, text: str, seats: Sequence[str]) -> Any:
    if one.holds is NUMBER:
        return _number(text)
    if one.holds is TRUTH:
        return text == "yes" if text or one.needed else None
    if one.holds is MELDS:
        return melds_in(text) if text else None
    if one.holds is NAMES:
        return list(seats)
    if one.holds is SOME_NAMES:
        return _names(text, seats)
    if one.holds is NAME:
        return next(iter(_names(text, seats)), None)
    return text


def melds_in(text: str) -> list[str]:
    """The melds of one field."""
    return [meld for part in text.split(MELD_BREAK) if (meld := part.strip())]


def _number(text: str) -> int | str:
    """A whole number as such; what is none is left for the rules to refuse."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 7 else text


def _names(places: str, seats: Sequence[str]) -> list[str]:
    """The players on the places named, from 0."""
    named = (parse_index(one, len(seats)) for one in places.split())
    return [seats[at] for at in named if at is not None]


def names_in(text: str) -> tuple[str, ...]:
    """Names as they are typed, with commas between."""
    return tuple(name for part in text.split(",") if (name := part.strip()))


def changed_options(variant: Variant) -> dict[str, Any]:
    """The options of a table that are not as the game has them by default."""
    return {
        name: value
        for name, value in variant.chosen.items()
        if value != variant.options[name].default
    }


def deal_named(variant: Variant, deal: int | None) -> str:
    """What the desk calls a deal of a table, the next one; empty where it matters to no rule."""
    if variant.deals:
        # A play-off is the last deal once more.
        return str(min(deal or len(variant.deals), len(variant.deals)))
    turns = len(variant.wilds.by_deal)
    return str((deal - 1) % turns + 1) if turns and deal else ""


def desk_query(variant: Variant, *, players: int, deal: int | None, table: str) -> dict[str, str]:
    """The desk's address for one table: its game, deal, players and options filled in."""
    query = {"game": variant.id, "players": str(players), AT: table}
    if named := deal_named(variant, deal):
        query["deal"] = named
    changed = changed_options(variant)
    return query | {OPTION + name: plain(value) for name, value in changed.items()}
