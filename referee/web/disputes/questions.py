"""The questions that the desk takes, as data: one more is one more entry here and its words."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final

from referee.rules.variant import (
    Claim,
    Further,
    NeedsContract,
    Owner,
    Playable,
    SettledBy,
    StockOut,
    Turn,
    Use,
    Variant,
    When,
    plain,
)
from referee.web.disputes.taps import MELD_BREAK
from referee.web.numbers import place_in

OPTION: Final = "option-"
AT: Final = "at"
"""The name that addresses have for the game at whose table a question is asked."""


class Holds(StrEnum):
    """What a field of a question holds."""

    MELD = "meld"
    """Cards that lie together: a wild may be said to stand for one."""
    MELDS = "melds"
    """As `MELD`, several of them."""
    HAND = "hand"
    """Cards that stand for nothing but themselves."""
    CARD = "card"
    RANKS = "ranks"
    """As `HAND`; suits are no matter."""
    WORD = "word"
    """One of a few words."""
    NUMBER = "number"
    NAMES = "names"
    SEAT = "seat"
    """One of the players."""
    SEATS = "seats"
    """Any of the players."""


ON_CARDS: Final = frozenset({Holds.MELD, Holds.MELDS, Holds.HAND, Holds.CARD, Holds.RANKS})
LAID: Final = frozenset({Holds.MELD, Holds.MELDS})

Fits = Callable[[Variant], bool]


def _always(_: Variant) -> bool:
    return True


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """One field of a question, by its name in the case.

    `asked`: whether this game needs it. `needed`: it may not be left empty. `aside`: it seldom
    matters, so it is folded away. `unasked` goes into the case where the field is not asked.
    `wording` names its words where `name` does not.
    """

    name: str
    holds: Holds
    asked: Fits = _always
    needed: bool = True
    aside: bool = False
    unasked: Any = None
    wording: str = ""

    @property
    def words(self) -> str:
        """The name of its label."""
        return self.wording or self.name


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """One question: `ask` as cases name it, its fields in the order shown, the games that have it.

    `finish` makes the fields as they are asked into those of the case.
    """

    ask: str
    fields: tuple[Field, ...]
    asked: Fits = _always
    finish: Callable[[dict[str, Any]], dict[str, Any]] = lambda case: case

    def fields_for(self, variant: Variant) -> tuple[Field, ...]:
        """The fields that a game needs."""
        return tuple(one for one in self.fields if one.asked(variant))


def _has_contracts(variant: Variant) -> bool:
    return variant.has_contracts


def _has_wilds(variant: Variant) -> bool:
    return variant.has_wilds


def _contract_kinds_matter(variant: Variant) -> bool:
    return variant.further_melds.allowed is Further.CONTRACT_KINDS


def _further_waits(variant: Variant) -> bool:
    rules = variant.further_melds
    if variant.has_contracts:
        return rules.allowed is not Further.NONE
    return rules.melds_per_turn == 1


def _lay_off_waits(variant: Variant) -> bool:
    rules = variant.lay_off
    later = variant.has_contracts and rules.when is When.LATER_TURN
    return rules.needs_contract or later


def _taking_waits(variant: Variant) -> bool:
    return variant.has_contracts and variant.take_wild.needs_contract is not NeedsContract.NO


def _owner_matters(variant: Variant) -> bool:
    return variant.take_wild.owner is Owner.OTHERS


def _turn_matters(variant: Variant) -> bool:
    return variant.take_wild.turn is Turn.OWN


def _use_matters(variant: Variant) -> bool:
    rules = variant.take_wild
    open_to_table = "take-wild.use" in variant.rules and (
        variant.basis("take-wild.use").by is SettledBy.TABLE
    )
    completes = rules.needs_contract is NeedsContract.OR_COMPLETES
    return rules.use is Use.NOW or completes or open_to_table


def _several_wilds(variant: Variant) -> bool:
    return len(variant.wilds.ranks) + variant.has_jokers > 1


def _playable_barred(variant: Variant) -> bool:
    return variant.discard.playable is Playable.BARRED_ONCE_DOWN


def _last_deals_differ(variant: Variant) -> bool:
    return len({(deal.out_by, deal.whole_hand) for deal in variant.deals}) > 1


def _claims_differ(variant: Variant) -> bool:
    return len({deal.claims for deal in variant.deals}) > 1


def _whole_hand(variant: Variant) -> bool:
    return any(deal.whole_hand for deal in variant.deals)


def _first_caller(variant: Variant) -> bool:
    return variant.claim.by is Claim.FIRST_CALLER


def _any_claims(variant: Variant) -> bool:
    return variant.claim.by not in (Claim.FIRST_CALLER, Claim.PASSED_LEFT)


def _stock_forces(variant: Variant) -> bool:
    return variant.stock.out is StockOut.MUST_TAKE_DISCARD


def _deal(asked: Fits) -> Field:
    return Field(name="deal", holds=Holds.NUMBER, asked=asked)


def _down(asked: Fits, unasked: str) -> Field:
    return Field(name="down", holds=Holds.WORD, asked=asked, unasked=unasked)


PLAYERS: Final = Field(name="players", holds=Holds.NUMBER, needed=False, aside=True)


def _as_melds(case: dict[str, Any]) -> dict[str, Any]:
    """Cards parted into melds are a list of them."""
    if MELD_BREAK in case.get("cards", ""):
        case["melds"] = melds_in(case.pop("cards"))
    return case


def _whole(case: dict[str, Any]) -> dict[str, Any]:
    """The hand holds the card that is thrown; the one just taken is that card."""
    case["hand"] = f"{case.get('card', '')} {case.get('hand', '')}".strip()
    if case.pop("took", "no") == "yes":
        case["took"] = case.get("card")
    if "table" in case:
        case["table"] = melds_in(case["table"])
    return case


def _called(case: dict[str, Any]) -> dict[str, Any]:
    """The player whose turn it is takes or declines; only the others claim."""
    case["wants"] = case.get("wants") == "yes"
    case["claims"] = [name for name in case.get("claims", ()) if name != case.get("turn")]
    return case


def melds_in(text: str) -> list[str]:
    """The melds of one field."""
    return [meld for part in text.split(MELD_BREAK) if (meld := part.strip())]


QUESTIONS: Final = (
    Question(
        ask="meld",
        fields=(
            Field(name="cards", holds=Holds.MELD),
            Field(name="kind", holds=Holds.WORD, needed=False, aside=True),
            PLAYERS,
        ),
    ),
    Question(
        ask="contract",
        asked=_has_contracts,
        fields=(
            _deal(_always),
            Field(name="cards", holds=Holds.MELDS),
            Field(name="hand", holds=Holds.HAND, asked=_whole_hand, needed=False, aside=True),
            PLAYERS,
        ),
        finish=_as_melds,
    ),
    Question(
        ask="further-meld",
        fields=(
            _deal(lambda v: _contract_kinds_matter(v) or _whole_hand(v)),
            Field(name="cards", holds=Holds.MELD),
            _down(_further_waits, "this-turn"),
            PLAYERS,
        ),
    ),
    Question(
        ask="lay-off",
        fields=(
            _deal(_whole_hand),
            Field(name="onto", holds=Holds.MELD),
            Field(name="cards", holds=Holds.MELD),
            _down(_lay_off_waits, "earlier"),
            PLAYERS,
        ),
    ),
    Question(
        ask="take-wild",
        asked=_has_wilds,
        fields=(
            _deal(_whole_hand),
            Field(name="meld", holds=Holds.MELD),
            Field(name="give", holds=Holds.CARD),
            Field(name="take", holds=Holds.CARD, asked=_several_wilds, needed=False, aside=True),
            _down(_taking_waits, "earlier"),
            Field(name="whose", holds=Holds.WORD, asked=_owner_matters, unasked="other"),
            Field(name="turn", holds=Holds.WORD, asked=_turn_matters, unasked="own"),
            Field(name="use", holds=Holds.WORD, asked=_use_matters, unasked="keep"),
            PLAYERS,
        ),
    ),
    Question(
        ask="discard",
        fields=(
            _deal(_last_deals_differ),
            Field(name="card", holds=Holds.CARD),
            Field(name="hand", holds=Holds.HAND, needed=False),
            Field(name="took", holds=Holds.WORD),
            _down(_playable_barred, "no"),
            Field(name="table", holds=Holds.MELDS, asked=_playable_barred, needed=False),
            PLAYERS,
        ),
        finish=_whole,
    ),
    Question(
        ask="claim",
        fields=(
            _deal(_claims_differ),
            Field(name="seats", holds=Holds.NAMES),
            Field(name="turn", holds=Holds.SEAT),
            Field(name="wants", holds=Holds.WORD),
            Field(
                name="claims", holds=Holds.SEAT, asked=_first_caller, needed=False,
                wording="first claims",
            ),
            Field(name="claims", holds=Holds.SEATS, asked=_any_claims, needed=False),
            Field(name="stock", holds=Holds.WORD, asked=_stock_forces, needed=False),
        ),
        finish=_called,
    ),
    Question(
        ask="go-out",
        fields=(_deal(_last_deals_differ), Field(name="last", holds=Holds.WORD)),
    ),
    Question(ask="points", fields=(Field(name="cards", holds=Holds.RANKS), PLAYERS)),
    Question(
        ask="arrange",
        fields=(_deal(_has_contracts), Field(name="cards", holds=Holds.HAND), PLAYERS),
    ),
    Question(ask="stock-out", fields=(_deal(lambda _: False),)),
)  # fmt: skip


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
    for field in question.fields:
        text = typed.get(field.name, "").strip()
        if field.asked(variant):
            value = _value(field, text, seats)
        elif field.name == "deal":
            # It matters to no rule of this game here, but a case of a numbered deal names one.
            value = _number(text or "1") if variant.deals else None
        else:
            value = field.unasked
        if value not in (None, ""):
            case.setdefault(field.name, value)
    return question.finish(case)


def _value(field: Field, text: str, seats: Sequence[str]) -> Any:
    if field.holds is Holds.NUMBER or field.name == "stock":
        return _number(text)
    if field.holds is Holds.NAMES:
        return list(seats)
    if field.holds is Holds.SEATS or field.name == "claims":
        return _names(text, seats)
    if field.holds is Holds.SEAT:
        return next(iter(_names(text, seats)), None)
    return text


def _number(text: str) -> int | str:
    """A whole number as such; what is none is left for the rules to refuse."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 7 else text


def _names(places: str, seats: Sequence[str]) -> list[str]:
    """The players on the places named, from 0."""
    named = (place_in(one, len(seats)) for one in places.split())
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


def desk_query(variant: Variant, *, players: int, deal: int | None, table: str) -> dict[str, str]:
    """The desk's address for one table: its game, deal, players and options filled in."""
    query = {"game": variant.id, "players": str(players), AT: table}
    if variant.deals:
        # A play-off is the last deal once more.
        query["deal"] = str(min(deal or len(variant.deals), len(variant.deals)))
    changed = changed_options(variant)
    return query | {OPTION + name: plain(value) for name, value in changed.items()}
