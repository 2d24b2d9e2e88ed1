"""What sheets say of a game: cards dealt, packs, card values, wilds and options in force."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from referee.printing.paper import MOST_NAMES, GameOnPaper, SheetError
from referee.rules.deals import DealPlan, packs_words, plan_deal
from referee.rules.house_rules import house_rules
from referee.rules.options import Option
from referee.rules.rulebook import needed_rules
from referee.rules.rulings import heeds
from referee.rules.scoring import card_values
from referee.rules.variant import Variant


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """One option in force by name: the question, the answer, and whether the table changed it."""

    name: str
    asks: str
    answer: str
    changed: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Value:
    """Cards of one value: "K Q J 10" and 10, or "9–2" and "face value"."""

    label: str
    points: int | str


@dataclass(frozen=True, slots=True, kw_only=True)
class ByPlayers:
    """Something that holds for these numbers of players: "3–4", or "" for every number."""

    players: str
    what: str


def player_numbers(variant: Variant) -> range:
    """The numbers of players that both the game and the paper take."""
    return range(variant.players.least, min(variant.players.most, MOST_NAMES) + 1)


def check_players(variant: Variant, players: int) -> None:
    """Raise `SheetError` unless the game can be played, and printed, by so many."""
    numbers = player_numbers(variant)
    if players not in numbers:
        raise SheetError(
            f"{variant.name} on paper is for {numbers[0]} to {numbers[-1]} players, not {players}."
        )


def players_of(variant: Variant, players: int | None, game: GameOnPaper | None) -> int | None:
    """How many sit down at once: as many as were chosen, or those of a game; None for any number.

    With those who joined when others had left, a game may have more names than seats. Raises
    `SheetError` for a number that the game, or the paper, does not take.
    """
    if game is None:
        if players is not None:
            check_players(variant, players)
        return players
    names = len(game.names)
    if not variant.players.least <= names <= MOST_NAMES:
        check_players(variant, names)
    return seated(variant, names)


def seated(variant: Variant, names: int) -> int:
    """How many of so many names sit down at once at most."""
    return min(names, variant.players.most)


def settings(variant: Variant, players: int | None) -> tuple[Setting, ...]:
    """The options in force that can matter for so many players, those the table changed first."""
    found = [
        Setting(
            name=name,
            asks=option.asks,
            answer=option.label(variant.chosen[name]),
            changed=variant.chosen[name] != option.default,
        )
        for name, option in _offered(variant)
        if _matters(variant, name, players)
    ]
    return tuple(sorted(found, key=lambda one: not one.changed))


def _offered(variant: Variant) -> Iterator[tuple[str, Option]]:
    """The options that a table is asked about first."""
    names = house_rules(variant).first
    return ((name, variant.options[name]) for name in variant.options if name in names)


def _matters(variant: Variant, name: str, players: int | None) -> bool:
    """Whether the answer to an option changes anything at a table of so many."""
    option, value = variant.options[name], variant.chosen[name]
    if players is not None and (
        # How many may play is settled as soon as they sit down.
        option.players not in (0, players) or name == variant.seats_option
    ):
        return False
    if value != option.default:
        return heeds(variant, name)
    in_use = option.zero_means == "" or value != 0
    return in_use and _is_worded(variant, name)


def _is_worded(variant: Variant, name: str) -> bool:
    """Whether a rule that the game needs rests on an option."""
    return any(True for _ in ruled_by(variant, name))


def ruled_by(variant: Variant, name: str) -> Iterator[str]:
    """The rules of the game that an option changes."""
    for rule in needed_rules(variant):
        if any(option.name == name for option in variant.options_of(rule)):
            yield rule


def values(variant: Variant) -> tuple[Value, ...]:
    """What the cards of the game cost, highest first; () where they cost nothing."""
    if not variant.counts_cards:
        return ()
    return tuple(Value(label=one.label, points=one.points) for one in card_values(variant))


def packs(variant: Variant, players: int | None) -> tuple[ByPlayers, ...]:
    """The packs in play, for one number of players or for each."""
    return _by_players(variant, players, packs_words)


def cards_each(variant: Variant, players: int | None, deal: int = 1) -> tuple[ByPlayers, ...]:
    """How many cards each player is dealt, for one number of players or for each."""
    return _by_players(variant, players, lambda plan: str(plan.cards_each), deal)


def _by_players(
    variant: Variant, players: int | None, say: Callable[[DealPlan], str], deal: int = 1
) -> tuple[ByPlayers, ...]:
    numbers = player_numbers(variant) if players is None else (players,)
    said = [(number, say(plan_deal(variant.at(deal), number))) for number in numbers]
    groups = [(what, [n for n, _ in same]) for what, same in groupby(said, lambda one: one[1])]
    if len(groups) == 1:
        return (ByPlayers(players="", what=groups[0][0]),)
    return tuple(ByPlayers(players=_span(numbers), what=what) for what, numbers in groups)


def _span(numbers: Sequence[int]) -> str:
    return str(numbers[0]) if len(numbers) == 1 else f"{numbers[0]}–{numbers[-1]}"
