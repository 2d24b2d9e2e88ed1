"""Cases: what a question put to the referee is made of, read with a kind error for every field."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final, Generic, TypeVar

from referee.language import say
from referee.rules.cards import JOKER_RANK, MOST_CARDS, Card, CardsError, LaidCard
from referee.rules.questions.json_types import FLAG, TEXT, WHOLE, Schema, listed
from referee.rules.schema.deck import NOTHING_DRAWN, Deck, Drawn, cards_of_deck, laid_of
from referee.rules.schema.options import OptionError
from referee.rules.schema.variant import Terms, Variant

LONGEST_NAME: Final = 80
"""The most characters of a player's name in a case."""

MOST_NAMES: Final = 20
"""The most players, claims or melds that one field of a case may list."""

MOST_ROUNDS: Final = 1000
"""The most rounds that one case may hold."""

MOST_POINTS: Final = 1_000_000
"""The largest number, either way, that a case may hold."""

KNOWN: Final = {"game", "ask", "options"}
"""The names of all fields that a case may have, whatever it asks; questions add theirs."""

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


@dataclass(frozen=True, slots=True)
class Where:
    """Some games: those that `fits` picks; the message `needed-NAME` says which."""

    name: str
    fits: Callable[[Variant], bool]

    def __call__(self, variant: Variant) -> bool:
        return self.fits(variant)


ALWAYS: Final = Where("", lambda _: True)
NEVER: Final = Where("", lambda _: False)


@dataclass(frozen=True, slots=True, eq=False)
class Holds(Generic[T]):
    """A kind of field: its name for people who write programs, how it is read, and its schema.

    Cards are those of the deck of the case's game.
    """

    name: str
    read: "Callable[[Field[T], Any, Case], T]"
    schema: Schema


@dataclass(frozen=True, slots=True, kw_only=True)
class AtDesk:
    """How the desk asks players for a field.

    `asked`: the games in which it matters. `needed`: it may not be left empty. `aside`: it seldom
    matters, so it is folded away. `unasked` goes into the case where the field is not asked.
    `preset` is the answer that nearly always holds: it is given unless another is chosen.
    `choices` are the answers to choose from, where they are few. `words` is the name of its label.
    """

    name: str
    holds: Holds[Any]
    asked: Callable[[Variant], bool]
    needed: bool
    aside: bool
    unasked: str | None
    preset: str
    choices: tuple[str, ...]
    words: str


@dataclass(frozen=True, slots=True)
class Field(Generic[T]):
    """One field of a case.

    `words` are those it may hold, `default` is what stands where it is not needed and not given,
    `or_null` whether null is an answer, `least` and `most` bound a number.
    """

    name: str
    holds: Holds[T]
    needed: Where = ALWAYS
    words: tuple[str, ...] = ()
    default: T | None = None
    or_null: bool = False
    least: int = -MOST_POINTS
    most: int = MOST_POINTS
    desk: tuple[AtDesk, ...] = ()

    @property
    def how(self) -> str:
        """What would be right."""
        if self.words:
            return say("case-word", words=", ".join(self.words))
        return say(f"how-{self.name}")

    def at_desk(
        self,
        *,
        asked: Callable[[Variant], bool] = ALWAYS,
        needed: bool = True,
        aside: bool = False,
        unasked: str | None = None,
        preset: str = "",
        holds: Holds[Any] | None = None,
        choices: tuple[str, ...] = (),
        words: str = "",
    ) -> "Field[T]":
        """The same field, for which the desk asks, too; `holds` is what it holds there."""
        shown = AtDesk(
            name=self.name,
            holds=holds or self.holds,
            asked=asked,
            needed=needed,
            aside=aside or bool(preset),
            unasked=unasked,
            preset=preset,
            choices=choices or self.words,
            words=words or self.name,
        )
        return replace(self, desk=(*self.desk, shown))


def _word(field: Field[str], value: Any, *_: object) -> str:
    if not isinstance(value, str) or (field.words and value not in field.words):
        raise CaseError(field.name, field.how)
    return value


def _number(field: Field[int], value: Any, *_: object) -> int:
    if type(value) is not int or not field.least <= value <= field.most:
        raise CaseError(field.name, field.how)
    return value


def _truth(field: Field[bool], value: Any, *_: object) -> bool:
    if not isinstance(value, bool):
        raise CaseError(field.name, field.how)
    return value


def _laid(field: Field[Any], value: Any, case: "Case") -> tuple[LaidCard, ...]:
    return _some(field, _read(field, value, case, laid_of))


def _held(field: Field[Any], value: Any, case: "Case") -> tuple[Card, ...]:
    return _read(field, value, case, cards_of_deck)


def _ranks(field: Field[Any], value: Any, case: "Case") -> tuple[Card, ...]:
    return _read(field, value, case, _suitless)


def _suitless(deck: Deck, text: str) -> tuple[Card, ...]:
    return cards_of_deck(deck, text, suits=False)


def _rank(field: Field[str], value: Any, case: "Case") -> str:
    cards = _ranks(field, value, case)
    if len(cards) != 1 or cards[0].suit:
        raise CaseError(field.name, field.how)
    return cards[0].rank


def _card(field: Field[Card], value: Any, case: "Case") -> Card:
    cards = _some(field, _read(field, value, case, cards_of_deck))
    if len(cards) != 1:
        raise CaseError(field.name, say("case-one-card", has=len(cards)))
    return cards[0]


def _melds(field: Field[Any], value: Any, case: "Case") -> Melds:
    melds = tuple([_read(field, meld, case, laid_of) for meld in _list(field, value)])
    if not all(melds):
        raise CaseError(field.name, say("case-empty-meld"))
    return melds


def _name(field: Field[Any], value: Any, *_: object) -> str:
    if not isinstance(value, str) or not 0 < len(value.strip()) <= LONGEST_NAME:
        raise CaseError(field.name, say("case-name", most=LONGEST_NAME))
    return value


def _names(field: Field[Any], value: Any, *_: object) -> tuple[str, ...]:
    return tuple([_name(field, name) for name in _list(field, value)])


def _hands(field: Field[Hands], value: Any, case: "Case") -> Hands:
    if not isinstance(value, Mapping) or not 0 < len(value) <= MOST_NAMES:
        raise CaseError(field.name, field.how)
    return {_name(field, name): _ranks(field, held, case) for name, held in value.items()}


def _by_each(field: Field[Any], value: Any) -> Iterator[tuple[str, Any]]:
    """What is given for each player."""
    if not isinstance(value, Mapping) or len(value) > MOST_NAMES:
        raise CaseError(field.name, field.how)
    return ((_name(field, name), given) for name, given in value.items())


def _melds_by_name(field: Field[dict[str, Melds]], value: Any, case: "Case") -> dict[str, Melds]:
    return {name: _melds(field, melds, case) for name, melds in _by_each(field, value)}


def _words_by_name(
    field: Field[dict[str, tuple[str, ...]]], value: Any, *_: object
) -> dict[str, Any]:
    return {name: _names(field, words) for name, words in _by_each(field, value)}


def _word_by_name(field: Field[Any], value: Any, *_: object) -> dict[str, str]:
    return {name: _word(field, word) for name, word in _by_each(field, value)}


def _number_by_name(field: Field[Any], value: Any, *_: object) -> dict[str, int]:
    return {name: _number(field, number) for name, number in _by_each(field, value)}


def _rounds(field: Field[Rounds], value: Any, *_: object) -> Rounds:
    rounds = _list(field, value, MOST_ROUNDS)
    names: set[object] = set()
    for scores in rounds:
        if not isinstance(scores, Mapping) or len(scores) > MOST_NAMES:
            raise CaseError(field.name, field.how)
        for points in scores.values():
            if type(points) is not int or abs(points) > MOST_POINTS:
                raise CaseError(field.name, field.how)
        names.update(scores)
    for name in names:
        _name(field, name)
    return [dict(scores) for scores in rounds]


def _list(field: Field[Any], value: Any, most: int = MOST_NAMES) -> list[Any]:
    if not isinstance(value, list | tuple):
        raise CaseError(field.name, field.how)
    if len(value) > most:
        long = say("case-long-list", field=field.name, most=most, has=len(value))
        raise CaseError(field.name, long)
    return list(value)


def _read(
    field: Field[Any], text: Any, case: "Case", read: Callable[[Deck, str], tuple[T, ...]]
) -> tuple[T, ...]:
    if not isinstance(text, str):
        raise CaseError(field.name, field.how)
    try:
        return read(case.variant.deck, text)
    except CardsError as error:
        raise CaseError(field.name, str(error)) from None


def _some(field: Field[Any], cards: tuple[T, ...]) -> tuple[T, ...]:
    if not cards:
        raise CaseError(field.name, say("case-no-cards", field=field.name, how=field.how))
    return cards


def _many(items: Schema, most: int = MOST_NAMES) -> Schema:
    return listed(items) | {"maxItems": most}


def _by_name(values: Schema) -> Schema:
    return {"type": "object", "additionalProperties": values, "maxProperties": MOST_NAMES}


_CARDS: Final[Schema] = TEXT | {"maxLength": MOST_CARDS * 12}
_SOME_CARDS: Final[Schema] = _CARDS | {"minLength": 1}
_NAME: Final[Schema] = TEXT | {"minLength": 1, "maxLength": LONGEST_NAME}
_POINTS: Final[Schema] = WHOLE | {"minimum": -MOST_POINTS, "maximum": MOST_POINTS}

LAID: Final[Holds[tuple[LaidCard, ...]]] = Holds("cards", _laid, _SOME_CARDS)
"""Cards in the order given, wilds with what they are said to stand for."""
HELD: Final[Holds[tuple[Card, ...]]] = Holds("some cards", _held, _CARDS)
"""Cards that stand for themselves; none for blank text."""
RANKS: Final[Holds[tuple[Card, ...]]] = Holds("some cards", _ranks, _CARDS)
"""As `HELD`; suits are no matter."""
CARD: Final = Holds("card", _card, _SOME_CARDS)
RANK: Final = Holds("rank", _rank, _SOME_CARDS)
"""A bare rank, `*` for a joker."""
MELDS: Final = Holds("melds", _melds, _many(_SOME_CARDS))
"""A list of melds, each a text of cards; none for an empty list."""
NUMBER: Final = Holds("number", _number, WHOLE)
TRUTH: Final = Holds("truth", _truth, FLAG)
WORD: Final = Holds("word", _word, TEXT)
"""One of a few words; any text where a field lists none."""
NAME: Final[Holds[str]] = Holds("name", _name, _NAME)
NAMES: Final = Holds("names", _names, _many(_NAME))
"""A list of players' names."""
SOME_NAMES: Final = Holds("some names", _names, _many(_NAME))
"""As `NAMES`, of players who are named elsewhere in the case."""
HANDS: Final = Holds("hands", _hands, _by_name(_CARDS) | {"minProperties": 1})
"""The cards that each player holds, by name; suits are no matter."""
MELDS_BY_NAME: Final = Holds("melds by name", _melds_by_name, _by_name(_many(_SOME_CARDS)))
"""The melds that each player laid down, by name."""
WORDS_BY_NAME: Final = Holds("words by name", _words_by_name, _by_name(_many(_NAME)))
"""Words for what each player did, by name."""
WORD_BY_NAME: Final = Holds("word by name", _word_by_name, _by_name(TEXT))
"""One word for what each player did, by name."""
NUMBER_BY_NAME: Final = Holds("number by name", _number_by_name, _by_name(WHOLE))
"""A number for some players, by name."""
ROUNDS: Final = Holds("rounds", _rounds, _many(_by_name(_POINTS), MOST_ROUNDS))
"""Points by name for each round."""

GAME: Final = Field("game", WORD)
ASK: Final = Field("ask", WORD)
PLAYERS: Final = Field("players", NUMBER, needed=NEVER)
DEAL: Final = Field(
    "deal",
    NUMBER,
    needed=Where("deals-numbered", lambda variant: bool(variant.deals)),
)
WILD: Final = Field(
    "wild", RANK, needed=Where("wild-drawn", lambda variant: variant.wilds.drawn)
).at_desk(asked=lambda game: game.wilds.drawn)
"""The rank that the table drew as wild for the deal, `*` where it drew a joker."""
UPCARD: Final = Field(
    "upcard", CARD, needed=Where("upcard-limits", lambda variant: variant.limited_by_upcard)
)
"""The card turned up after the deal, in games in which something hangs on it."""
SEATS: Final = Field("seats", NAMES)
WHOSE_TURN: Final = Field("turn", NAME)
DOWN: Final = Field(
    "down",
    WORD,
    needed=Where("must-open", lambda variant: variant.must_open),
    words=("no", "this-turn", "earlier"),
    default="no",
)
"""Whether the player has laid down the contract."""


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
        self.ask = self[ASK]
        self.players = self.if_given(PLAYERS)

    def _game(self, load: Load) -> Variant:
        options = self.given.get("options")
        if options is not None and not isinstance(options, Mapping):
            raise CaseError("options", say("case-options-table"))
        if options and not all(isinstance(name, str) for name in options):
            raise CaseError("options", say("case-options-names"))
        try:
            return load(self[GAME], options)
        except LookupError as error:
            raise CaseError("game", str(error)) from None
        except OptionError as error:
            raise CaseError("options", str(error)) from None

    def __getitem__(self, field: Field[T]) -> T:
        value = self.given.get(field.name)
        if value is not None:
            return field.holds.read(field, value, self)
        if field.default is not None and not field.needed(self.variant):
            return field.default
        raise CaseError(field.name, say("case-missing", field=field.name, how=field.how))

    def if_given(self, field: Field[T]) -> T | None:
        """What a field holds, or None where it is not given."""
        value = self.given.get(field.name)
        return None if value is None else field.holds.read(field, value, self)

    def has(self, field: Field[Any]) -> bool:
        """Whether a field is given and not null."""
        return self.given.get(field.name) is not None

    def check(self, fields: Iterable[Field[Any]]) -> None:
        """Read each of these fields that is given, and those that are always needed."""
        for field in fields:
            given = self.has(field) or field.needed is ALWAYS
            if given and not (field.or_null and field.name in self.given):
                self[field]

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
    def drawn(self) -> Drawn:
        """What the table drew for the deal, as far as the game has a use for it."""
        game = self.variant
        if not self.given.keys() & {"wild", "upcard"}:
            return NOTHING_DRAWN
        wild = self.if_given(WILD) if game.wilds.drawn else None
        return Drawn(wild or "", self.if_given(UPCARD) if game.heeds_upcard else None)

    def check_drawn(self, fields: Iterable[Field[Any]]) -> None:
        """Hold what the table drew to what the game has a use for, where a field is for that."""
        game = self.variant
        if not self.given.keys() & {"wild", "upcard"}:
            return
        if self.has(WILD) and not game.wilds.drawn:
            raise CaseError("wild", say("case-no-wild", game=game.name))
        if self.drawn.wild not in ("", JOKER_RANK, *game.deck.ranks):
            raise CaseError("wild", WILD.how)
        unheeded = self.has(UPCARD) and not game.heeds_upcard
        if unheeded and UPCARD in [replace(field, desk=()) for field in fields]:
            raise CaseError("upcard", say("case-no-upcard", game=game.name))

    @property
    def terms(self) -> Terms:
        """What holds in the deal asked about."""
        return self.variant.at(self.deal(), self.drawn)

    @property
    def terms_of_any(self) -> Terms:
        """As `terms`, where the deal need not be given if nothing turns on it."""
        return self.terms if self.variant.wilds.by_deal else self.variant.at(None, self.drawn)
