"""The fields of cases: what each may hold, how it is read, and how the desk asks for it."""

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar

from referee.language import say
from referee.rules.cards import MOST_CARDS, Card, CardsError, Laid
from referee.rules.questions.json_types import TEXT, WHOLE, Schema, json_schema
from referee.rules.refusals import Refusal
from referee.rules.schema.deck import Deck, cards_of_deck, laid_of
from referee.rules.schema.options import Needs, holds
from referee.rules.schema.variant import Variant

if TYPE_CHECKING:
    from referee.rules.questions.cases import Case

LONGEST_NAME = 80
"""The most characters of a player's name in a case."""

MOST_NAMES = 20
"""The most players, claims or melds that one field of a case may list."""

MOST_ROUNDS = 1000
"""The most rounds that one case may hold."""

MOST_POINTS = 1_000_000
"""The largest number, either way, that a case may hold."""

T = TypeVar("T")
Melds = tuple[Laid, ...]
Hands = dict[str, tuple[Card, ...]]


class CaseError(Refusal):
    """A case that cannot be ruled on."""

    def __str__(self) -> str:
        return f"{self.field}: {self.message}" if self.field else self.message

    def as_dict(self) -> dict[str, object]:
        """The error as plain data."""
        return {"error": {"field": self.field, "message": self.message}}


@dataclass(frozen=True, slots=True)
class Where:
    """Some games: those that `fits` picks; the message `needed-NAME` says which."""

    name: str
    fits: Needs

    def __call__(self, variant: Variant) -> bool:
        return holds(self.fits, variant)


ALWAYS = Where("", "")
NEVER = Where("", lambda _: False)


@dataclass(frozen=True, slots=True, eq=False)
class FieldType(Generic[T]):
    """What a field holds: how it is read, and its schema.

    `read` is given the field, its value, and the case, by whose deck cards are read.
    """

    read: "Callable[[Field[Any], Any, Case], T]"
    schema: Schema


class AtDesk(NamedTuple):
    """How the desk asks players for a field.

    `asked`: the games in which it matters. `needed`: it may not be left empty. `aside`: it seldom
    matters, so it is folded away. `unasked` goes into the case where the field is not asked.
    `preset` is the answer that nearly always holds: it is given unless another is chosen.
    `choices` are the answers to choose from, where they are few. `words` is the name of its label.
    """

    name: str
    holds: FieldType[Any]
    words: str
    asked: Where = ALWAYS
    needed: bool = True
    aside: bool = False
    unasked: str | None = None
    preset: str = ""
    choices: tuple[str, ...] = ()


class Field(NamedTuple, Generic[T]):
    """One field of a case.

    `words` are those it may hold, `default` is what stands where it is not needed and not given,
    `or_null` whether null is an answer, `least` and `most` bound a number.
    """

    name: str
    holds: FieldType[T]
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
        if self.words and self.holds is WORD:
            return say("case-word", words=", ".join(self.words))
        return say(f"how-{self.name}")

    def refusal(self) -> "CaseError":
        """The error for what the field cannot hold, which says what would be right."""
        return CaseError(self.name, "", self.how)

    def at_desk(self, *, asked: Needs = "", **said: Any) -> "Field[T]":
        """The same field, for which the desk asks, too: see `AtDesk`.

        It holds there what it holds in cases, unless something else is said. Where no `choices` are
        given, they are its words, or yes and no, and none of them where it may be left empty. What
        is folded away need not be filled in, and what is preset is folded away.
        """
        own: dict[str, Any] = {"name": self.name, "holds": self.holds, "words": self.name}
        own["needed"] = "aside" not in said
        shown = AtDesk(asked=Where("", asked), **(own | said))
        answers = self.words or (("yes", "no") if shown.holds is TRUTH else ())
        if answers and not shown.needed:
            answers = ("", *answers)
        aside, choices = shown.aside or bool(shown.preset), shown.choices or answers
        return self._replace(desk=(*self.desk, shown._replace(aside=aside, choices=choices)))


def _word(field: Field[str], value: Any, _: object) -> str:
    if not isinstance(value, str) or (field.words and value not in field.words):
        raise field.refusal()
    return value


def _number(field: Field[int], value: Any, _: object) -> int:
    if type(value) is not int or not field.least <= value <= field.most:
        raise field.refusal()
    return value


def _truth(field: Field[bool], value: Any, _: object) -> bool:
    if not isinstance(value, bool):
        raise field.refusal()
    return value


def _name(field: Field[str], value: Any, _: object) -> str:
    if not isinstance(value, str) or not 0 < len(value.strip()) <= LONGEST_NAME:
        raise CaseError(field.name, "case-name", most=LONGEST_NAME)
    return value


def _cards(
    parse: Callable[[Deck, str], tuple[T, ...]], empty: str = ""
) -> Callable[[Field[Any], Any, "Case"], tuple[T, ...]]:
    """How a text of cards is read; `empty` is the message for blank text where it may not be."""

    def read(field: Field[Any], value: Any, case: "Case") -> tuple[T, ...]:
        if not isinstance(value, str):
            raise field.refusal()
        try:
            cards = parse(case.variant.deck, value)
        except CardsError as error:
            raise CaseError(field.name, "", str(error)) from None
        if empty and not cards:
            raise CaseError(field.name, empty, field=field.name, how=field.how)
        return cards

    return read


def _card(field: Field[Card], value: Any, case: "Case") -> Card:
    cards = _cards(cards_of_deck, "case-no-cards")(field, value, case)
    if len(cards) != 1:
        raise CaseError(field.name, "case-one-card", has=len(cards))
    return cards[0]


def _rank(field: Field[str], value: Any, case: "Case") -> str:
    if isinstance(value, str):
        with suppress(CardsError):
            cards = cards_of_deck(case.variant.deck, value, suits=False)
            if len(cards) == 1 and not cards[0].suit:
                return cards[0].rank
    raise field.refusal()


def _several(of: FieldType[T], most: int = MOST_NAMES) -> FieldType[tuple[T, ...]]:
    """A list."""

    def read(field: Field[Any], value: Any, case: "Case") -> tuple[T, ...]:
        if not isinstance(value, list | tuple):
            raise field.refusal()
        if len(value) > most:
            raise CaseError(
                field.name, "case-long-list", field=field.name, most=most, has=len(value)
            )
        return tuple([of.read(field, item, case) for item in value])

    return FieldType(read, {"type": "array", "items": of.schema, "maxItems": most})


def _by_name(of: FieldType[T], **least: int) -> FieldType[dict[str, T]]:
    """The same for some players, by name; for one at least where `minProperties` says so."""

    def read(field: Field[Any], value: Any, case: "Case") -> dict[str, T]:
        if not isinstance(value, Mapping) or not len(least) <= len(value) <= MOST_NAMES:
            raise field.refusal()
        return {_name(field, one, case): of.read(field, has, case) for one, has in value.items()}

    schema = {"type": "object", "additionalProperties": of.schema, "maxProperties": MOST_NAMES}
    return FieldType(read, schema | least)


_TEXT: Schema = TEXT | {"maxLength": MOST_CARDS * 12}
_SOME_TEXT: Schema = _TEXT | {"minLength": 1}
_POINTS: Schema = WHOLE | {"minimum": -MOST_POINTS, "maximum": MOST_POINTS}

LAID = FieldType(_cards(laid_of, "case-no-cards"), _SOME_TEXT)
"""Cards in the order given, wilds with what they are said to stand for."""
HELD = FieldType(_cards(cards_of_deck), _TEXT)
"""Cards that stand for themselves; none for blank text."""
RANKS = FieldType(_cards(partial(cards_of_deck, suits=False)), _TEXT)
"""As `HELD`; suits are no matter."""
SOME_CARDS = FieldType(_cards(cards_of_deck, "case-no-cards"), _SOME_TEXT)
"""As `HELD`, one at least."""
CARD = FieldType(_card, _SOME_TEXT)
RANK = FieldType(_rank, _SOME_TEXT)
"""A bare rank, `*` for a joker."""
MELDS = _several(FieldType(_cards(laid_of, "case-empty-meld"), _SOME_TEXT))
"""A list of melds, each a text of cards; none for an empty list."""
NUMBER = FieldType(_number, WHOLE)
TRUTH = FieldType(_truth, json_schema(bool))
WORD = FieldType(_word, TEXT)
"""One of a few words; any text where a field lists none."""
NAME = FieldType(_name, TEXT | {"minLength": 1, "maxLength": LONGEST_NAME})
NAMES = _several(NAME)
"""A list of players' names."""
SOME_NAMES = _several(NAME)
"""As `NAMES`, of players who are named elsewhere in the case."""
HANDS = _by_name(RANKS, minProperties=1)
"""The cards that each player holds, by name; suits are no matter."""
MELDS_BY_NAME = _by_name(MELDS)
"""The melds that each player laid down, by name."""
WORDS_BY_NAME = _by_name(NAMES)
"""Words for what each player did, by name."""
WORD_BY_NAME = _by_name(WORD)
"""One word for what each player did, by name."""
NUMBER_BY_NAME = _by_name(NUMBER)
"""A number for some players, by name."""
ROUNDS = _several(_by_name(FieldType(_number, _POINTS)), MOST_ROUNDS)
"""Points by name for each round."""

ON_CARDS = frozenset({LAID, MELDS, HELD, CARD, RANKS})
"""What is filled by tapping cards."""

GAME = Field("game", WORD)
ASK = Field("ask", WORD)
PLAYERS = Field("players", NUMBER, needed=NEVER)
DEAL = Field("deal", NUMBER, needed=Where("deals-numbered", "deals"))
WILD = Field("wild", RANK, needed=Where("wild-drawn", "wilds.drawn")).at_desk(asked="wilds.drawn")
"""The rank that the table drew as wild for the deal, `*` where it drew a joker."""
UPCARD = Field("upcard", CARD, needed=Where("upcard-limits", "limited_by_upcard"))
"""The card turned up after the deal, in games in which something hangs on it."""
SEATS = Field("seats", NAMES)
WHOSE_TURN = Field("turn", NAME)
DOWN = Field(
    "down",
    WORD,
    needed=Where("must-open", "must_open"),
    words=("no", "this-turn", "earlier"),
    default="no",
)
"""Whether the player has laid down the contract."""
OWN_OR_OTHER = ("own", "other")
TURN = Field("turn", WORD, needed=NEVER, words=OWN_OR_OTHER, default="own")
DRAWN = Field("drawn", TRUTH, needed=NEVER)
ASKED_DRAWN = DRAWN.at_desk(asked="turn.drawn", aside=True)
ASKED_PLAYERS = PLAYERS.at_desk(aside=True)
IN_TURN = (TURN, ASKED_DRAWN, ASKED_PLAYERS)
CARDS = Field("cards", LAID)
LAYING = Where("laying", "lays_melds")
WILD_DEAL = DEAL._replace(needed=Where("wild-by-deal", "wilds.by_deal"))
HAND = Field("hand", HELD)
