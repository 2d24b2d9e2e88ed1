"""Cases: what a question put to the referee is made of, read field by field."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar, cast

from referee.rules.cards import JOKER_RANK
from referee.rules.questions import fields
from referee.rules.questions.fields import CaseError, Field
from referee.rules.schema.deck import NOTHING_DRAWN, Drawn
from referee.rules.schema.options import OptionError
from referee.rules.schema.variant import Terms, Variant

T = TypeVar("T")
Load = Callable[[str, Mapping[str, object] | None], Variant]


class Case:
    """One question, its game found and its fields read as they are asked for.

    `case[field]` reads a field. Every method raises `CaseError` for one that is missing or holds
    what it may not. `mends`: it is told, too, what would be legal instead of what is not.
    """

    __slots__ = ("_read", "ask", "given", "mends", "players", "variant")

    def __init__(self, given: Mapping[str, Any], load: Load, *, mends: bool = True) -> None:
        self.given, self.mends = given, mends
        self._read: dict[str, Any] = {}
        self.variant = self._game(load)
        self.ask = self[fields.ASK]
        self.players = self.if_given(fields.PLAYERS)

    def _game(self, load: Load) -> Variant:
        options = self.given.get("options")
        if options is not None and not isinstance(options, Mapping):
            raise CaseError("options", "case-options-table")
        if options and not all(isinstance(name, str) for name in options):
            raise CaseError("options", "case-options-names")
        try:
            return load(self[fields.GAME], options)
        except LookupError as error:
            raise CaseError("game", "", str(error)) from None
        except OptionError as error:
            raise CaseError("options", "", str(error)) from None

    def __getitem__(self, field: Field[T]) -> T:
        value = self.if_given(field)
        if value is not None:
            return value
        if field.default is not None and not field.needed(self.variant):
            return field.default
        raise CaseError(field.name, "case-missing", field=field.name, how=field.how)

    def if_given(self, field: Field[T]) -> T | None:
        """What a field holds, or None where it is not given."""
        if (name := field.name) not in self._read:
            value = self.given.get(name)
            self._read[name] = None if value is None else field.holds.read(field, value, self)
        return cast("T | None", self._read[name])

    def has(self, field: Field[Any]) -> bool:
        """Whether a field is given and not null."""
        return self.given.get(field.name) is not None

    def check(self, own: Iterable[Field[Any]]) -> None:
        """Read each of these fields that is given, and those that are always needed."""
        for field in own:
            given = self.has(field) or field.needed is fields.ALWAYS
            if given and not (field.or_null and field.name in self.given):
                self[field]

    def table(self) -> tuple[tuple[str, ...], str]:
        """The players in order of play, and which of them is in turn."""
        seats, turn = self[fields.SEATS], self.given.get("turn")
        if len(set(seats)) < len(seats) or not seats:
            raise CaseError("seats", "case-seats")
        if turn not in seats:
            raise CaseError("turn", "case-turn")
        return seats, str(turn)

    def deal(self) -> int:
        """The number of the deal, from 1; 1 where none is given and deals are not numbered."""
        count = len(self.variant.deals)
        if not count and not self.has(fields.DEAL):
            return 1
        number = self[fields.DEAL]
        if number < 1 or (count and number > count):
            raise CaseError("deal", "case-deal", game=self.variant.name, count=count)
        return number

    @property
    def drawn(self) -> Drawn:
        """What the table drew for the deal, as far as the game has a use for it."""
        game = self.variant
        if not self.given.keys() & {"wild", "upcard"}:
            return NOTHING_DRAWN
        wild = self.if_given(fields.WILD) if game.wilds.drawn else None
        return Drawn(wild or "", self.if_given(fields.UPCARD) if game.heeds_upcard else None)

    def check_drawn(self, own: Iterable[Field[Any]]) -> None:
        """Hold what the table drew to what the game has a use for, where a field is for that."""
        game = self.variant
        if not self.given.keys() & {"wild", "upcard"}:
            return
        if self.has(fields.WILD) and not game.wilds.drawn:
            raise CaseError("wild", "case-no-wild", game=game.name)
        if self.drawn.wild not in ("", JOKER_RANK, *game.deck.ranks):
            raise fields.WILD.refusal()
        unheeded = self.has(fields.UPCARD) and not game.heeds_upcard
        if unheeded and fields.UPCARD in [field._replace(desk=()) for field in own]:
            raise CaseError("upcard", "case-no-upcard", game=game.name)

    @property
    def terms(self) -> Terms:
        """What holds in the deal asked about."""
        return self.variant.at(self.deal(), self.drawn, self.players)

    @property
    def any_deal(self) -> Terms:
        """What holds whichever deal it is."""
        return self.variant.at(None, self.drawn, self.players)

    @property
    def terms_of_any(self) -> Terms:
        """As `terms`, where the deal need not be given if nothing turns on it."""
        game = self.variant
        by_deal = game.wilds.by_deal or (game.deals_differ and self.has(fields.DEAL))
        return self.terms if by_deal else self.any_deal
