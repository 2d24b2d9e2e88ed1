"""What a table settles besides deals and people: house rules, notes, points, melds, rulings."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from json import dumps
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeAlias

import msgspec
from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from referee.language import Phrase, Value, say
from referee.rules.building.build import rebuild
from referee.rules.building.house_rules import check_effect
from referee.rules.cards import CardsError, parse_laid
from referee.rules.phrases import contract_of
from referee.rules.schema.options import Option, OptionError, OptionValue, as_written, plain
from referee.rules.schema.variant import Variant
from referee.rules.stored import phrase_of_plain, worded
from referee.scorebook import limits
from referee.scorebook.checked import fitting, text, whole
from referee.scorebook.errors import LimitReached, Refused
from referee.scorebook.events.base import (
    Cards,
    DealId,
    Event,
    Options,
    Phrasing,
    PlayerKey,
    Points,
    sentence_of,
)
from referee.scorebook.events.players import check_goes_on
from referee.scorebook.events.state import Folded, GameState, Given
from referee.scorebook.events.undoing import Undone, undone_as
from referee.scorebook.names import clean_note

if TYPE_CHECKING:
    from referee.scorebook.projection import ScoreBook


class OptionsChanged(Event, frozen=True, kw_only=True):
    """From the next deal on the table plays by these values of some options."""

    options: Options

    @property
    def conflict_keys(self) -> frozenset[str]:
        return frozenset(f"option {name}" for name in self.options)

    def repeats(self, other: Event) -> bool:
        # Sent again, a form has nothing left to change.
        changed = other.options if isinstance(other, OptionsChanged) else {}
        return all(changed.get(name) == value for name, value in self.options.items())

    def check(self, book: "ScoreBook") -> None:
        try:
            after = with_options(book.variant, self.options)
        except OptionError as error:
            raise Refused("", str(error)) from error
        if not options_changed(book.variant, after):
            raise Refused("no-option")

    def check_new(self, book: "ScoreBook") -> None:
        try:
            with_new_options(book.variant, self.options)
        except OptionError as error:
            raise Refused("", str(error)) from error

    def apply(self, state: GameState) -> Folded:
        before, after = state.variant, with_options(state.variant, self.options)
        lines = tuple(
            OptionChange(before.options[name], before.chosen[name], after.chosen[name])
            for name in options_changed(before, after)
        )
        return Folded(replace(state, variant=after), lines or (Phrase.of("log-option-same"),))


class GameEnded(Event, frozen=True, kw_only=True):
    """The game is over with the deals that are written, and whoever leads wins."""

    subjects = ("end",)

    def check(self, book: "ScoreBook") -> None:
        if not book.deals:
            raise Refused("no-end-early")
        check_goes_on(book)

    def apply(self, state: GameState) -> Folded:
        line = Phrase.of("log-ended-here", deal=len(state.deals))
        return Folded(replace(state, ended=bool(state.deals)), (line,))


class Noted(Event, frozen=True, kw_only=True):
    """The game carries a note as its title, and a day (2026-11-21), each empty for none."""

    title: Annotated[str, text(limits.NOTE_LENGTH)]
    day: Annotated[str, text(len("2026-11-21"), "fits-day")]

    subjects = ("note",)
    is_change = False

    def check(self, book: "ScoreBook") -> None:
        if clean_note(self.title) != self.title:
            raise Refused("no-note-clean")
        if self.day and not _is_day(self.day):
            raise Refused("no-day")

    def apply(self, state: GameState) -> Folded:
        lines = [Phrase.of("log-noted", title=self.title)] if self.title != state.title else []
        lines += [Phrase.of("log-dated", day=self.day)] if self.day != state.day else []
        after = replace(state, title=self.title, day=self.day)
        return Folded(after, tuple(lines) or (Phrase.of("log-noted-same"),))


@dataclass(frozen=True, slots=True)
class OptionChange:
    """An option that was set otherwise, said in the language in use."""

    option: Option
    before: OptionValue
    now: OptionValue

    def __hash__(self) -> int:
        return hash((self.option.words, self.before, self.now))

    def phrase(self) -> Phrase:
        """The question, with the answer now and before."""
        label = self.option.label
        return Phrase.of(
            "log-option", asks=self.option.asks, now=label(self.now), before=label(self.before)
        )


def with_options(variant: Variant, options: Mapping[str, object]) -> Variant:
    """The game with some options otherwise; raises `OptionError`."""
    if not options:
        return variant
    changed = {variant.option_name(name): as_written(value) for name, value in options.items()}
    return rebuild(variant, {**variant.turned, **changed})


def with_new_options(variant: Variant, options: Mapping[str, object]) -> Variant:
    """As `with_options` for what a table settles now: `OptionError` also where it changes nothing.

    What the book holds is read without that.
    """
    after = with_options(variant, options)
    check_effect(after, options_changed(variant, after), options)
    return after


def options_changed(before: Variant, after: Variant) -> tuple[str, ...]:
    """The names of the options that differ."""
    return tuple(
        name for name in before.options if plain(before.chosen[name]) != plain(after.chosen[name])
    )


def rules_changed(before: Variant, after: Variant) -> tuple[tuple[str, str], ...]:
    """The text of each rule and each contract that reads otherwise, before and after."""
    old, new = map(_texts, (before, after))
    texts = ((old.get(rule, ""), new.get(rule, "")) for rule in old | new)
    return tuple((was, now) for was, now in texts if was != now)


def _texts(game: Variant) -> dict[str, str]:
    """The rules of a game in words by id, and the contracts of its deals."""
    contracts = {
        f"deal {number}": say("contract-in-deal", deal=number, contract=contract_of(deal.contract))
        for number, deal in enumerate(game.deals, 1)
        if deal.contract
    }
    return {rule: game.text(rule) for rule in game.rules} | contracts


def _is_day(day: str) -> bool:
    """Whether a day is written as it is kept: other forms of ISO 8601 are not."""
    try:
        return date.fromisoformat(day).isoformat() == day
    except ValueError:
        return False


class PointsGiven(Event, frozen=True, kw_only=True):
    """Points for a player outside a deal, and why; they count in the total from then on.

    `id` counts from 1. Under one that was given before, this is what they should have been: 0 where
    they were never given.
    """

    id: Annotated[int, whole(1, limits.ENTRIES, "api-points-id")]
    player: PlayerKey
    points: Points
    why: Annotated[str, text(limits.NOTE_LENGTH)]

    subjects = ("points {0.id}",)

    def check(self, book: "ScoreBook") -> None:
        if self.id not in {*book.state.given, next_points_id(book)}:
            raise Refused("no-points-there")
        if self.player not in book.names:
            raise Refused("no-player")
        if not self.points and self.id not in book.state.given:
            raise Refused("no-points")
        if clean_note(self.why) != self.why:
            raise Refused("no-note-clean")

    def apply(self, state: GameState) -> Folded:
        if self.player not in state.names:
            return Folded(state)
        before, given, earned = state.given.get(self.id), dict(state.given), dict(state.earned)
        if before:
            earned[before.player] = earned.get(before.player, 0) - before.points
            del given[self.id]
        if self.points:
            after = before.after if before else state.deals[-1].deal_id if state.deals else 0
            given[self.id] = Given(self.player, self.points, self.why, after)
            earned[self.player] = earned.get(self.player, 0) + self.points
        named: dict[str, Value] = {
            "player": state.names[self.player],
            "points": self.points,
            "sign": "plus" if self.points > 0 else "minus",
            "why": self.why,
            "explained": "yes" if self.why else "no",
        }
        message = "log-points"
        if before:
            message = "log-points-changed" if self.points else "log-points-gone"
            named |= {"before": before.points, "whose": state.names.get(before.player, "")}
        changed = replace(state, given=given, earned=earned)
        return Folded(changed, (Phrase.of(message, **named),))


def next_points_id(book: "ScoreBook") -> int:
    """The id of the next points outside a deal: never one that was used, taken back or not."""
    events = (recorded.event for recorded in book.events)
    return 1 + max((event.id for event in events if isinstance(event, PointsGiven)), default=0)


class LaidMeld(Struct, frozen=True, kw_only=True):
    """A meld on the table: `by` is the key of the player who laid it, `cards` as cases write it."""

    by: PlayerKey
    cards: Cards


class MeldsLaid(Event, frozen=True, kw_only=True):
    """The melds of a deal as they all lie now; `did` is what was done. No points follow from it."""

    deal: DealId
    melds: Annotated[
        tuple[LaidMeld, ...],
        fitting(Phrase.of("fits-melds", most=limits.TABLE_MELDS), max_length=limits.TABLE_MELDS),
    ]
    did: Phrasing

    subjects = ("melds {0.deal}",)

    is_annotation = True

    def repeats(self, other: Event) -> bool:
        return isinstance(other, MeldsLaid) and self.did == other.did

    def check(self, book: "ScoreBook") -> None:
        if book.next_deal is None or self.deal != book.next_deal_id:
            raise Refused("no-deal-over")
        try:
            phrase_of_plain(self.did)
        except ValueError as error:
            raise Refused("no-did", most=limits.SENTENCE_LENGTH) from error
        if isinstance(self.did, dict) and len(dumps(self.did)) > limits.SENTENCE_LENGTH:
            raise LimitReached("no-did", most=limits.SENTENCE_LENGTH)
        for meld in self.melds:
            try:
                known = meld.by in book.names and parse_laid(meld.cards)
            except CardsError as error:
                raise Refused("", str(error)) from error
            if not known:
                raise Refused("no-hands", players=", ".join(book.names.values()))

    def apply(self, state: GameState) -> Folded:
        return Folded(state, (phrase_of_plain(self.did),))


IfDown: TypeAlias = Literal["contract", "meld"] | UnsetType
"""What a player must have laid for an answer to hold that was given without knowing whether."""


class RulingKept(Event, frozen=True, kw_only=True):
    """A ruling as it was given; nothing in the game follows from it.

    `asks` is the question and `answers` the answer. `case` and `ruling` are plain data, the ruling
    as `store_ruling` gives it or with the sentences of an earlier version. `deal` is the number of
    the deal it was about, or None. `doubted`: it came in a copy, and was not what the referee said
    of the case when the copy was taken in. `if_down`: what must be down for it to hold, where
    nobody had said whether it is.
    """

    asks: Phrasing
    answers: Phrasing
    case: dict[str, Any]
    ruling: dict[str, Any]
    deal: int | None = None
    doubted: bool | UnsetType = UNSET
    if_down: IfDown = UNSET

    @property
    def asked(self) -> str:
        """The question as players read it."""
        return sentence_of(self.asks)

    @property
    def answered(self) -> str:
        """The answer as players read it."""
        return sentence_of(self.answers)

    def worded(self) -> dict[str, Any]:
        """The ruling as plain data with its sentences."""
        return worded(self.ruling)

    is_annotation = True
    from_programs = False

    def repeats(self, other: Event) -> bool:
        return isinstance(other, RulingKept) and self.asks == other.asks

    def check(self, book: "ScoreBook") -> None:
        try:
            phrase_of_plain(self.asks), phrase_of_plain(self.answers)
        except ValueError as error:
            raise Refused("no-ruling-damaged") from error
        if len(dumps(msgspec.to_builtins(self))) > limits.RULING_LENGTH:
            raise LimitReached("no-ruling-long")

    def apply(self, state: GameState) -> Folded:
        line = Phrase.of(
            "log-ruling-doubted" if self.doubted else "log-ruling-kept",
            asks=phrase_of_plain(self.asks),
            answers=phrase_of_plain(self.answers),
        )
        return Folded(state, (line,), self.deal)


def melds_of(book: "ScoreBook") -> tuple[LaidMeld, ...]:
    """The melds that lie on the table in the deal that is played, in the order laid."""
    deal, before = book.next_deal_id, book.version + 1
    for recorded in reversed(book.events):
        event, number = recorded.event, recorded.number
        if number >= before:
            continue
        if (moves := book.moves.get(number)) and moves[1] == deal:
            deal = moves[0]
        if number not in book.effective:
            continue
        if isinstance(event, MeldsLaid) and event.deal == deal:
            return event.melds
        if isinstance(event, Undone) and undone_as(book.events, event, book.effective) == deal:
            # What was laid between an undo and its redo is of the deal that stands again.
            before = event.entry
    return ()
