"""Cases: reading a question put to the referee, with a kind error for every field."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

from referee.rules.build import OptionError
from referee.rules.cards import Card, CardsError, LaidCard, parse_cards, parse_laid
from referee.rules.fields import CaseField, Holds, Needed
from referee.rules.variant import Terms, Variant

LONGEST_NAME = 80
"""The most characters of a player's name in a case."""

MOST_NAMES = 20
"""The most players, claims or melds that one field of a case may list."""

MOST_ROUNDS = 1000
"""The most rounds that one case may hold."""

MOST_POINTS = 1_000_000
"""The most points, either way, that one player may have in one round of a case."""

FIELDS = frozenset(
    {
        "game", "ask", "players", "deal", "options", "kind", "cards", "melds", "hand", "down",
        "whose", "onto", "give", "meld", "take", "turn", "use", "card", "took", "table", "last",
        "seats", "wants", "claims", "stock", "hands", "out", "rounds", "left",
            "drawn",
    }
)  # fmt: skip
"""Every field that a case may have, whatever it asks."""

T = TypeVar("T")
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

    Every method raises `CaseError` for a field that is missing or holds what it may not.
    """

    __slots__ = ("ask", "given", "players", "variant")

    def __init__(self, given: object, load: Load) -> None:
        if not isinstance(given, Mapping):
            raise CaseError("case", 'A case is an object such as {"game": …, "ask": …}.')
        for name in given:
            if name not in FIELDS:
                known = ", ".join(sorted(FIELDS))
                raise CaseError(str(name)[:40], f"There is no such field. The fields are {known}.")
        self.given: Mapping[str, Any] = given
        self.variant = self._game(load)
        self.ask = self._text("ask")
        self.players = None if given.get("players") is None else self.number("players")

    def _game(self, load: Load) -> Variant:
        options = self.given.get("options")
        if options is not None and not isinstance(options, Mapping):
            raise CaseError("options", "needs a table of options by name.")
        if options and not all(isinstance(name, str) for name in options):
            raise CaseError("options", "needs the names of options as text.")
        try:
            return load(self._text("game"), options)
        except LookupError as error:
            raise CaseError("game", str(error)) from None
        except OptionError as error:
            raise CaseError("options", str(error)) from None

    def has(self, field: str) -> bool:
        """Whether a field is given and not null."""
        return self.given.get(field) is not None

    def _given(self, field: str) -> Any:
        value = self.given.get(field)
        if value is None:
            raise CaseError(field, f"“{field}” is missing. {HOW[field]}")
        return value

    def _text(self, field: str) -> str:
        value = self._given(field)
        if not isinstance(value, str):
            raise CaseError(field, HOW[field])
        return value

    def number(self, field: str, least: int = -MOST_POINTS, most: int = MOST_POINTS) -> int:
        """A whole number."""
        value = self._given(field)
        if type(value) is not int or not least <= value <= most:
            raise CaseError(field, HOW[field])
        return value

    def truth(self, field: str) -> bool:
        """True or false."""
        value = self._given(field)
        if not isinstance(value, bool):
            raise CaseError(field, HOW[field])
        return value

    def word(self, field: str, words: tuple[str, ...], default: str | None = None) -> str:
        """One of a few words; `default` where the field is not given and that is no matter."""
        value = self.given.get(field)
        if value is None and default is not None:
            return default
        if value is None or value not in words:
            missing = f"“{field}” is missing. " if value is None else ""
            raise CaseError(field, f"{missing}Write one of these: {', '.join(words)}.")
        return str(value)

    def laid(self, field: str) -> tuple[LaidCard, ...]:
        """Cards in the order given, wilds with what they are said to stand for."""
        return self._cards(field, lambda text: parse_laid(text))

    def cards(self, field: str, *, suits: bool = True) -> tuple[Card, ...]:
        """Cards that stand for themselves; none for blank text."""
        return _read(field, self._text(field), lambda text: parse_cards(text, suits=suits))

    def card(self, field: str) -> Card:
        """One card."""
        cards = self._cards(field, lambda text: parse_cards(text))
        if len(cards) != 1:
            raise CaseError(field, f"This is about one card, not {len(cards)}.")
        return cards[0]

    def _cards(self, field: str, read: Callable[[str], tuple[T, ...]]) -> tuple[T, ...]:
        cards = _read(field, self._text(field), read)
        if not cards:
            raise CaseError(field, f"“{field}” holds no cards. {HOW[field]}")
        return cards

    def melds(self, field: str) -> tuple[tuple[LaidCard, ...], ...]:
        """A list of melds, each a text of cards; none for an empty list."""
        listed = self._list(field)
        melds = tuple(_read(field, _as_text(field, one), parse_laid) for one in listed)
        if not all(melds):
            raise CaseError(field, "One of these melds has no cards. Leave it out.")
        return melds

    def _list(self, field: str, most: int = MOST_NAMES) -> list[Any]:
        value = self._given(field)
        if not isinstance(value, list | tuple):
            raise CaseError(field, HOW[field])
        if len(value) > most:
            raise CaseError(field, f"“{field}” may list {most} at most, not {len(value)}.")
        return list(value)

    def names(self, field: str) -> tuple[str, ...]:
        """A list of players' names."""
        return tuple(_name(field, one) for one in self._list(field))

    def hands(self, field: str) -> dict[str, tuple[Card, ...]]:
        """The cards that each player holds, by name; suits are no matter."""
        value = self._given(field)
        if not isinstance(value, Mapping) or not 0 < len(value) <= MOST_NAMES:
            raise CaseError(field, HOW[field])
        return {
            _name(field, name): _read(field, _as_text(field, held), _suitless)
            for name, held in value.items()
        }

    def rounds(self, field: str) -> list[dict[str, int]]:
        """Points by name for each round."""
        rounds = self._list(field, MOST_ROUNDS)
        for one in rounds:
            if not isinstance(one, Mapping) or len(one) > MOST_NAMES:
                raise CaseError(field, HOW[field])
            for name, points in one.items():
                _name(field, name)
                if type(points) is not int or abs(points) > MOST_POINTS:
                    raise CaseError(field, HOW[field])
        return [dict(one) for one in rounds]

    def read(self, fields: Iterable[CaseField]) -> None:
        """Read each of these fields that is given, and those that are always needed."""
        for field in fields:
            given = self.has(field.name) or field.needed is Needed.ALWAYS
            if given and not (field.or_null and field.name in self.given):
                self._read(field)

    def _read(self, field: CaseField) -> None:
        match field.holds:
            case Holds.CARDS:
                self.laid(field.name)
            case Holds.SOME_CARDS:
                self.cards(field.name, suits=False)
            case Holds.MELDS:
                self.melds(field.name)
            case Holds.NUMBER:
                self.number(field.name)
            case Holds.TRUTH:
                self.truth(field.name)
            case Holds.WORD:
                self.word(field.name, field.words)
            case Holds.NAME:
                _name(field.name, self._given(field.name))
            case Holds.NAMES:
                self.names(field.name)
            case Holds.HANDS:
                self.hands(field.name)
            case Holds.ROUNDS:
                self.rounds(field.name)

    def deal(self) -> int:
        """The number of the deal, from 1; 1 where none is given and deals are not numbered."""
        count = len(self.variant.deals)
        if not count and not self.has("deal"):
            return 1
        number = self.number("deal")
        if number < 1 or (count and number > count):
            most = f"from 1 to {count}" if count else "from 1 on"
            raise CaseError("deal", f"The deals of {self.variant.name} are numbered {most}.")
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


def _as_text(field: str, value: object) -> str:
    if not isinstance(value, str):
        raise CaseError(field, HOW[field])
    return value


def _name(field: str, value: object) -> str:
    if not isinstance(value, str) or not 0 < len(value.strip()) <= LONGEST_NAME:
        raise CaseError(field, f"A name is a text of 1 to {LONGEST_NAME} characters.")
    return value


def _read(field: str, text: str, read: Callable[[str], tuple[T, ...]]) -> tuple[T, ...]:
    try:
        return read(text)
    except CardsError as error:
        raise CaseError(field, str(error)) from None


HOW: Mapping[str, str] = {
    "game": "Name the game by its id.",
    "ask": "Say what is asked, such as “meld”.",
    "players": "Write a whole number, such as 4.",
    "deal": "Write the number of the deal, from 1.",
    "cards": "Write cards such as “8s 9s 10s”.",
    "hand": "Write the cards held, such as “7c 9d Kd”.",
    "melds": 'Write a list of melds, such as ["9s 9d 9c", "4s 5s 6s"].',
    "table": 'Write a list of the melds on the table, such as ["4c 5c 6c"].',
    "onto": "Write the meld on the table, such as “8s 9s 10s”.",
    "meld": "Write the meld on the table, such as “8s * 10s”.",
    "give": "Write the card that takes the wild's place, such as “9s”.",
    "take": "Write the wild to be taken, such as “*” or “2h”.",
    "card": "Write the card, such as “7c”.",
    "took": "Write the card that was taken from the discard, such as “7c”.",
    "seats": 'Write a list of names in order of play, such as ["Ann", "Bob"].',
    "turn": "Name the player whose turn it is.",
    "drawn": "Write true or false: has the player drawn in this turn?",
    "wants": "Write true or false: does that player take the discard?",
    "claims": "Write a list of names in the order they called; [] for none.",
    "stock": "Write the number of cards left in the stock.",
    "hands": 'Write a table of the cards that players hold, such as {"Ann": "", "Bob": "K 7"}.',
    "out": "Name the player who went out, or null where nobody did.",
    "left": 'Write a list of the names of those who left for good, such as ["Cid"].',
    "rounds": 'Write a list of tables of points, such as [{"Ann": 20, "Bob": 0}].',
}  # fmt: skip
"""What would be right, by field."""
