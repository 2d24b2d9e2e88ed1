"""Cases: reading a question put to the referee, with a kind error for every field."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final, TypeVar

from referee.language import say
from referee.rules.build import OptionError
from referee.rules.cards import MOST_CARDS, Card, CardsError, LaidCard, parse_cards, parse_laid
from referee.rules.fields import ALWAYS, KNOWN, MOST_POINTS, NEVER, Field, Holds, Where
from referee.rules.json_types import FLAG, TEXT, WHOLE, Schema, listed
from referee.rules.variant import Terms, Variant

LONGEST_NAME = 80
"""The most characters of a player's name in a case."""

MOST_NAMES = 20
"""The most players, claims or melds that one field of a case may list."""

MOST_ROUNDS = 1000
"""The most rounds that one case may hold."""

T = TypeVar("T")
Melds = tuple[tuple[LaidCard, ...], ...]
Hands = dict[str, tuple[Card, ...]]
Rounds = list[dict[str, int]]
Load = Callable[[str, Mapping[str, object] | None], Variant]


class CaseError(ValueError):
    """A case that cannot be ruled on.

    `field` names what is wrong in it, `message` says what would be right.
    """

    def __init__(self, field: str, message: str) -> None:
        super().__init__(f"{field}: {message}" if field else message)
        self.field = field
        self.message = message

    def as_dict(self) -> dict[str, object]:
        """The error as plain data."""
        return {"error": {"field": self.field, "message": self.message}}


class Case:
    """One question, its game found and its fields read as they are asked for.

    `case[field]` reads a field. Every method raises `CaseError` for one that is missing or holds
    what it may not.
    """

    __slots__ = ("ask", "given", "players", "variant")

    def __init__(self, given: object, load: Load) -> None:
        if not isinstance(given, Mapping):
            raise CaseError("case", say("case-no-case"))
        for name in given:
            if name not in KNOWN:
                known = ", ".join(sorted(KNOWN))
                raise CaseError(str(name)[:40], say("case-no-field", fields=known))
        self.given: Mapping[str, Any] = given
        self.variant = self._game(load)
        self.ask = self._text(ASK)
        self.players = self.if_given(PLAYERS)

    def _game(self, load: Load) -> Variant:
        options = self.given.get("options")
        if options is not None and not isinstance(options, Mapping):
            raise CaseError("options", say("case-options-table"))
        if options and not all(isinstance(name, str) for name in options):
            raise CaseError("options", say("case-options-names"))
        try:
            return load(self._text(GAME), options)
        except LookupError as error:
            raise CaseError("game", str(error)) from None
        except OptionError as error:
            raise CaseError("options", str(error)) from None

    def __getitem__(self, field: Field[T]) -> T:
        return field.holds.read(self, field)

    def if_given(self, field: Field[T]) -> T | None:
        """What a field holds, or None where it is not given."""
        return None if self.given.get(field.name) is None else field.holds.read(self, field)

    def has(self, field: Field[Any]) -> bool:
        """Whether a field is given and not null."""
        return self.given.get(field.name) is not None

    def check(self, fields: Iterable[Field[Any]]) -> None:
        """Read each of these fields that is given, and those that are always needed."""
        for field in fields:
            given = self.has(field) or field.needed is ALWAYS
            if given and not (field.or_null and field.name in self.given):
                self[field]

    def _given(self, field: Field[Any]) -> Any:
        value = self.given.get(field.name)
        if value is None:
            raise CaseError(field.name, say("case-missing", field=field.name, how=field.how))
        return value

    def _text(self, field: Field[Any]) -> str:
        return _as_text(field, self._given(field))

    def _number(self, field: Field[int]) -> int:
        value = self._given(field)
        if type(value) is not int or not field.least <= value <= field.most:
            raise CaseError(field.name, field.how)
        return value

    def _truth(self, field: Field[bool]) -> bool:
        value = self._given(field)
        if not isinstance(value, bool):
            raise CaseError(field.name, field.how)
        return value

    def _word(self, field: Field[str]) -> str:
        value = self.given.get(field.name)
        if value is None and field.default is not None and not field.needed(self.variant):
            return field.default
        if value is None or value not in field.words:
            how = say("case-word", words=", ".join(field.words))
            missing = say("case-missing", field=field.name, how=how)
            raise CaseError(field.name, missing if value is None else how)
        return str(value)

    def _laid(self, field: Field[tuple[LaidCard, ...]]) -> tuple[LaidCard, ...]:
        return self._cards(field, parse_laid)

    def _held(self, field: Field[tuple[Card, ...]]) -> tuple[Card, ...]:
        return _read(field, self._text(field), parse_cards)

    def _ranks(self, field: Field[tuple[Card, ...]]) -> tuple[Card, ...]:
        return _read(field, self._text(field), _suitless)

    def _card(self, field: Field[Card]) -> Card:
        cards = self._cards(field, parse_cards)
        if len(cards) != 1:
            raise CaseError(field.name, say("case-one-card", has=len(cards)))
        return cards[0]

    def _cards(self, field: Field[Any], read: Callable[[str], tuple[T, ...]]) -> tuple[T, ...]:
        cards = _read(field, self._text(field), read)
        if not cards:
            raise CaseError(field.name, say("case-no-cards", field=field.name, how=field.how))
        return cards

    def _melds(self, field: Field[Melds]) -> Melds:
        listed = self._list(field)
        melds = tuple(_read(field, _as_text(field, meld), parse_laid) for meld in listed)
        if not all(melds):
            raise CaseError(field.name, say("case-empty-meld"))
        return melds

    def _list(self, field: Field[Any], most: int = MOST_NAMES) -> list[Any]:
        value = self._given(field)
        if not isinstance(value, list | tuple):
            raise CaseError(field.name, field.how)
        if len(value) > most:
            long = say("case-long-list", field=field.name, most=most, has=len(value))
            raise CaseError(field.name, long)
        return list(value)

    def _name(self, field: Field[str]) -> str:
        return _as_name(field, self._given(field))

    def _names(self, field: Field[tuple[str, ...]]) -> tuple[str, ...]:
        return tuple(_as_name(field, name) for name in self._list(field))

    def _hands(self, field: Field[Hands]) -> Hands:
        value = self._given(field)
        if not isinstance(value, Mapping) or not 0 < len(value) <= MOST_NAMES:
            raise CaseError(field.name, field.how)
        return {
            _as_name(field, name): _read(field, _as_text(field, held), _suitless)
            for name, held in value.items()
        }

    def _rounds(self, field: Field[Rounds]) -> Rounds:
        rounds = self._list(field, MOST_ROUNDS)
        names: set[object] = set()
        for scores in rounds:
            if not isinstance(scores, Mapping) or len(scores) > MOST_NAMES:
                raise CaseError(field.name, field.how)
            for points in scores.values():
                if type(points) is not int or abs(points) > MOST_POINTS:
                    raise CaseError(field.name, field.how)
            names.update(scores)
        for name in names:
            _as_name(field, name)
        return [dict(scores) for scores in rounds]

    def table(self) -> tuple[tuple[str, ...], str]:
        """The players in order of play, and which of them is in turn."""
        seats, turn = self[SEATS], self.given.get("turn")
        if len(set(seats)) < len(seats) or not seats:
            raise CaseError("seats", say("case-seats"))
        if turn not in seats:
            raise CaseError("turn", say("case-turn"))
        return seats, str(turn)

    def deal(self) -> int:
        """The number of the deal, from 1; 1 where none is given and deals are not numbered."""
        count = len(self.variant.deals)
        if not count and not self.has(DEAL):
            return 1
        number = self[DEAL]
        if number < 1 or (count and number > count):
            raise CaseError("deal", say("case-deal", game=self.variant.name, count=count))
        return number

    @property
    def terms(self) -> Terms:
        """What holds in the deal asked about."""
        return self.variant.at(self.deal())

    @property
    def terms_of_any(self) -> Terms:
        """As `terms`, where the deal need not be given if nothing turns on it."""
        return self.terms if self.variant.wilds.by_deal else self.variant.at()


def _suitless(text: str) -> tuple[Card, ...]:
    return parse_cards(text, suits=False)


def _as_text(field: Field[Any], value: object) -> str:
    if not isinstance(value, str):
        raise CaseError(field.name, field.how)
    return value


def _as_name(field: Field[Any], value: object) -> str:
    if not isinstance(value, str) or not 0 < len(value.strip()) <= LONGEST_NAME:
        raise CaseError(field.name, say("case-name", most=LONGEST_NAME))
    return value


def _read(field: Field[Any], text: str, read: Callable[[str], tuple[T, ...]]) -> tuple[T, ...]:
    try:
        return read(text)
    except CardsError as error:
        raise CaseError(field.name, str(error)) from None


def _many(items: Schema, most: int = MOST_NAMES) -> Schema:
    return listed(items) | {"maxItems": most}


def _by_name(values: Schema) -> Schema:
    return {"type": "object", "additionalProperties": values, "maxProperties": MOST_NAMES}


_CARDS: Final[Schema] = TEXT | {"maxLength": MOST_CARDS * 12}
_SOME_CARDS: Final[Schema] = _CARDS | {"minLength": 1}
_NAME: Final[Schema] = TEXT | {"minLength": 1, "maxLength": LONGEST_NAME}
_POINTS: Final[Schema] = WHOLE | {"minimum": -MOST_POINTS, "maximum": MOST_POINTS}

LAID: Final = Holds("cards", Case._laid, _SOME_CARDS)
"""Cards in the order given, wilds with what they are said to stand for."""
HELD: Final = Holds("some cards", Case._held, _CARDS)
"""Cards that stand for themselves; none for blank text."""
RANKS: Final = Holds("some cards", Case._ranks, _CARDS)
"""As `HELD`; suits are no matter."""
CARD: Final = Holds("card", Case._card, _SOME_CARDS)
MELDS: Final = Holds("melds", Case._melds, _many(_SOME_CARDS))
"""A list of melds, each a text of cards; none for an empty list."""
NUMBER: Final = Holds("number", Case._number, WHOLE)
TRUTH: Final = Holds("truth", Case._truth, FLAG)
WORD: Final = Holds("word", Case._word, TEXT)
"""One of a few words."""
NAME: Final = Holds("name", Case._name, _NAME)
NAMES: Final = Holds("names", Case._names, _many(_NAME))
"""A list of players' names."""
SOME_NAMES: Final = Holds("some names", Case._names, _many(_NAME))
"""As `NAMES`, of players who are named elsewhere in the case."""
HANDS: Final = Holds("hands", Case._hands, _by_name(_CARDS) | {"minProperties": 1})
"""The cards that each player holds, by name; suits are no matter."""
ROUNDS: Final = Holds("rounds", Case._rounds, _many(_by_name(_POINTS), MOST_ROUNDS))
"""Points by name for each round."""

GAME: Final = Field("game", WORD)
ASK: Final = Field("ask", WORD)
PLAYERS: Final = Field("players", NUMBER, needed=NEVER)
DEAL: Final = Field(
    "deal",
    NUMBER,
    needed=Where("deals-numbered", lambda variant: bool(variant.deals)),
)
SEATS: Final = Field("seats", NAMES)
WHOSE_TURN: Final = Field("turn", NAME)
DOWN: Final = Field(
    "down",
    WORD,
    needed=Where("has-contracts", lambda variant: variant.has_contracts),
    words=("no", "this-turn", "earlier"),
    default="no",
)
"""Whether the player has laid down the contract."""
