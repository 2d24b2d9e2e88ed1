"""What sheets say of a game: cards dealt, packs, card values, and options in force."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby

from referee.language import say
from referee.printing.models import GameOnPaper
from referee.printing.options import SheetError
from referee.rules.building.house_rules import house_rules, why_idle
from referee.rules.building.rulebook import needed_rules
from referee.rules.deals import DealPlan, deal_count, packs_words, plan_at_table, plan_deal
from referee.rules.phrases import players_between, span
from referee.rules.schema.deck import NOTHING_DRAWN
from referee.rules.schema.variant import Variant
from referee.scorebook.limits import SEATS


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """One option in force by name: the question, the answer, and whether the table changed it."""

    name: str
    asks: str
    answer: str
    changed: bool


def player_numbers(variant: Variant) -> range:
    """The numbers of players that both the game and the paper take."""
    return range(variant.players.least, min(variant.players.most, SEATS) + 1)


def players_of(variant: Variant, players: int | None, game: GameOnPaper | None) -> int | None:
    """How many sit down at once: as many as were chosen, or those of a game; None for any number.

    Of a game, without those who left, as others may have joined in their place. Raises `SheetError`
    for a number that the game, or the paper, does not take.
    """
    if game and variant.players.least <= len(game.names) <= SEATS:
        seated = sum(player.place is not None for player in game.scores.totals)
        return min(max(seated, variant.players.least), variant.players.most)
    count = len(game.names) if game else players
    numbers = player_numbers(variant)
    if count is not None and count not in numbers:
        between = players_between(numbers[0], numbers[-1])
        raise SheetError(say("paper-players-not", game=variant.name, players=between, has=count))
    return count


def players_words(variant: Variant, players: int | None) -> str:
    """How many play: "4 players" or, for any number, "2–6 players"."""
    between = span(variant.players.least, variant.players.most)
    return say("paper-players", players=players or between)


def stage_words(variant: Variant, game: GameOnPaper) -> str:
    """How far a game is: over, or after which deal."""
    if game.finished and not game.ended:
        return say("paper-over")
    if not game.scores.rows:
        return say("paper-before")
    last = game.scores.rows[-1].number
    if game.ended:
        return say("paper-ended", deal=last)
    return say("paper-after", deal=last, deals=deal_count(variant) or 0)


def settings(variant: Variant, players: int | None) -> tuple[Setting, ...]:
    """The options in force that can matter for so many players, those the table changed first."""
    asked_first = house_rules(variant).first
    in_force = [
        Setting(
            name=name,
            asks=option.asks,
            answer=option.label(variant.chosen[name]),
            changed=name in variant.turned,
        )
        for name, option in variant.options.items()
        if name in asked_first and _matters(variant, name, players)
    ]
    return tuple(sorted(in_force, key=lambda setting: not setting.changed))


def house_texts(variant: Variant, players: int | None) -> tuple[str, ...]:
    """What the table changed, each option and its answer on a line."""
    in_force = settings(variant, players) if variant.turned else ()
    return tuple(f"{one.asks} {one.answer}" for one in in_force if one.changed)


def _matters(variant: Variant, name: str, players: int | None) -> bool:
    """Whether the answer to an option changes anything at a table of so many."""
    option = variant.options[name]
    # How many may play is settled as soon as they sit down.
    if players is not None and (option.players not in (0, players) or name == variant.seats_option):
        return False
    if name in variant.turned:
        return not any(why_idle(variant, name))
    no_end = option.unlimited and option.key.startswith("end.") and not variant.chosen[name]
    return not no_end and bool(ruled_by(variant, name))


@lru_cache(maxsize=2048)  # Many sheets ask for each option.
def ruled_by(variant: Variant, name: str) -> Sequence[str]:
    """The rules of the game that an option changes."""
    option = variant.options[name]
    return [rule for rule in needed_rules(variant) if rule in (*option.rules, *option.shares)]


def deal_numbers(variant: Variant) -> Sequence[int]:
    """The deals of a game that may differ from one another; the first where they have no number."""
    return range(1, len(variant.deals) + 1) or (1,)


def alike(words: Iterable[str]) -> str:
    """What is said, where it is the same every time; else ""."""
    each = set(words)
    return each.pop() if len(each) == 1 else ""


def packs(variant: Variant, players: int | None) -> str:
    """The packs in play where they are the same for any number of players; else ""."""
    numbers = _numbers(variant, players)
    return alike(packs_words(deal_plan(variant, number, 1)) for number in numbers)


def cards_each(
    variant: Variant, players: int | None, deal: int = 1, said: str = "paper-cards"
) -> str:
    """How many cards each player is dealt, for one number of players or for each."""

    def dealt(number: int) -> str:
        return say(said, cards=deal_plan(variant, number, deal).cards_each)

    groups = [(what, [*same]) for what, same in groupby(_numbers(variant, players), key=dealt)]
    if len(groups) == 1:
        return groups[0][0]
    return "; ".join(
        say("paper-for-players", players=span(group[0], group[-1]), what=what)
        for what, group in groups
    )


def _numbers(variant: Variant, players: int | None) -> Sequence[int]:
    return player_numbers(variant) if players is None else (players,)


def plans(variant: Variant, players: int | None) -> tuple[DealPlan, ...]:
    """What each deal or contract of a game asks for, in order; () where they have no number."""
    count = len(variant.deals) or deal_count(variant) or 0
    seats = players or variant.players.least
    return tuple(plan_deal(variant.at(deal), seats) for deal in range(1, count + 1))


def deal_plan(variant: Variant, players: int | None, deal: int) -> DealPlan:
    """What one deal asks for."""
    return plan_at_table(variant, deal, NOTHING_DRAWN, players or variant.players.least)
