"""Melds in the schema of a game: wild cards, sets, runs, and the contracts of deals."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Literal, get_args

from referee.language import Phrase
from referee.rules.cards import JOKER_RANK, RANKS
from referee.rules.schema.options import knob, table
from referee.rules.schema.reading import SchemaError, not_of_form, patched, read_table

Kind = Literal["set", "run"]
"""The two kinds of meld."""

KINDS: tuple[Kind, ...] = get_args(Kind)

Size = Literal["at-least", "exact"]
"""How the sizes in a contract are meant."""


_DEAL = re.compile(r"(?:(?P<name>[^:,]+), )?(?P<cards>\d{1,2}):\s*(?P<contract>.*)")


@dataclass(frozen=True, slots=True)
class Piece:
    """One meld that a contract asks for, written `set of 3` or `run of 4`."""

    kind: Kind
    size: int

    @classmethod
    def read(cls, value: object, key: str) -> "Piece":
        """Read the text; raises `SchemaError` where it has another form."""
        match = re.fullmatch(r"(set|run) of (\d+)", str(value))
        if not match:
            raise SchemaError(key, not_of_form("set of 3", "run of 4", given=value))
        return cls("set" if match[1] == "set" else "run", int(match[2]))

    def __str__(self) -> str:
        return f"{self.kind} of {self.size}"

    def phrase(self) -> Phrase:
        """What names it in a sentence."""
        return Phrase.of("piece", kind=self.kind, size=self.size)


Suits = Literal["free", "different", "spread"]
"""Which suits the cards of a set may have. `different`: all different, so that a set has four cards
at most. `spread`: as many different ones as there are cards, or all of them.
"""

WildLimit = Literal["any", "at-most-naturals", "fewer-than-naturals"]
"""How many wilds may lie in a meld, beside its natural cards."""

LEADS: Mapping[WildLimit, int] = MappingProxyType({"at-most-naturals": 0, "fewer-than-naturals": 1})
"""By how many the natural cards of a meld outnumber its wilds at least, where wilds are limited."""


@table
class Wilds:
    """`[wilds]`: which ranks are wild besides jokers, and how many a meld may hold.

    `as_itself`: a wild of a rank may also stand as the card it is. `naturals_per_meld`: the fewest
    natural cards in a meld that has wilds; one without may be as small as its kind.
    `most_per_meld`: the most wilds in a meld, 0 for any number. `limit`: the most of them beside
    its natural cards. `adjacent`: two of them may lie side by side in a run. `by_deal`: the rank
    that is wild in each deal besides, begun again after the last. `drawn`: a card is drawn in each
    deal whose rank is wild besides, and that of `drawn_joker` where it is a joker. `ends`: one may
    be the first or the last card of a run. `kinds`: the melds that may hold any.
    """

    ranks: tuple[str, ...] = knob(
        "wild.cards", shares=("wild.standing",), alias="wild_twos",
        calls=((False, ()), (True, ("2",))), answers=((), *((rank,) for rank in RANKS)),
        items=RANKS, common=True,
    )  # fmt: skip
    colour: Literal["all", "red", "black", "s", "h", "d", "c"] = knob(
        "wild.cards", "wild.drawn", shares=("wild.standing",), applies="has_wild_ranks",
    )  # fmt: skip
    """Which cards of those ranks are wild."""
    as_itself: bool = knob("wild.itself", alias="wild_as_itself", applies="has_wild_ranks")
    naturals_per_meld: int = knob(
        "wild.naturals", default=1, alias="natural_cards_per_meld", most=3, applies="has_wilds",
        common=True,
    )  # fmt: skip
    most_per_meld: int = knob(
        "wild.number", "lay-off.wilds", alias="wilds_per_meld", most=6, unlimited=True,
        spares=lambda game, rule, _: rule == "lay-off.wilds" and game.lay_off.any_wilds,
        applies="has_wilds", common=True,
    )  # fmt: skip
    limit: WildLimit = knob("wild.balance", applies="has_wilds", common=True)
    adjacent: bool = knob(
        "wild.adjacent", shares=("wild.number",), default=True, applies="has_wilds", common=True,
    )  # fmt: skip
    ends: bool = knob("wild.ends", shares=("wild.standing",), default=True, applies="has_wilds")
    kinds: Literal["both", "sets", "runs", "none"] = knob(
        "wild.kinds", shares=("wild.standing",), applies="has_wilds",
    )  # fmt: skip
    """The melds that may hold wilds."""
    by_deal: tuple[str, ...] = knob(
        "wild.cards", shares=("wild.standing",), answers=((), RANKS), items=RANKS,
    )  # fmt: skip
    drawn: bool = knob("wild.drawn", shares=("wild.standing",))
    drawn_joker: str = knob(
        "wild.drawn", default="A", answers=RANKS, applies="wilds.drawn and has_jokers",
    )  # fmt: skip

    def in_deal(self, number: int, drawn: str) -> "Wilds":
        """What is wild in the deal of that number, from 1, for which that rank was drawn."""
        turns = self.by_deal if number > 0 else ()
        ranks = [*self.ranks, *turns[(number - 1) % max(len(turns), 1) :][:1]]
        if self.drawn and drawn:
            ranks.append(self.drawn_joker if drawn == JOKER_RANK else drawn)
        return patched(self, "ranks", tuple(dict.fromkeys(ranks)))

    @property
    def balanced(self) -> bool:
        """Whether how many wilds a meld may hold hangs on its natural cards."""
        return self.limit in LEADS


@table
class Sets:
    """`[sets]`: fewest and most cards, `most` 0 for no limit, and which suits."""

    least: int = knob("set.size", default=3, alias="set_size", least=2, most=4, common=True)
    most: int = knob("set.size", least=2, most=12, unlimited=True)
    suits: Suits = knob("set.suits", shares=("set.rank",), applies="suits_may_repeat", common=True)


@table
class Runs:
    """`[runs]`: fewest cards, and most, 0 for as many as there are ranks.

    `suits`: whether its cards are of one suit, of any suits of one `colour`, or of both colours,
    `alternating` from card to card. `most_with_wilds`: the most cards of a run that has wilds, 0
    for no limit besides.
    """

    least: int = knob("run.length", default=3, alias="run_size", least=2, most=4, common=True)
    most: int = knob("run.length", least=3, most=10, unlimited=True)
    suits: Literal["one", "colour", "alternating", "any"] = knob(
        "run.suit", shares=("run.order",), applies="lays_melds"
    )
    most_with_wilds: int = knob(
        "run.with-wilds", shares=("run.length",), least=3, most=10, unlimited=True,
        applies="has_wilds",
    )  # fmt: skip

    @property
    def mixed(self) -> bool:
        """Whether the cards of a run may be of several suits."""
        return self.suits != "one"


@table
class Contracts:
    """`[contracts]`: what holds for the contract of every deal.

    `track`: whether everybody lays the contract of the deal, or `players` each the next after the
    last that they laid, whichever deal it is. `overlapping_runs` bars or allows runs of one suit
    that share a rank; a `gap` bars them anyway.
    """

    track: Literal["deals", "players"] = "deals"
    size: Size = knob("contract.size", alias="contract_size", applies="has_contracts")
    same_suit_runs: Literal["free", "not-consecutive", "gap", "different"] = knob(
        "contract.same-suit", shares=("contract.overlap",),
        alias="same_suit_runs", applies="has_contracts and asks_two_runs", common=True,
    )  # fmt: skip
    """How two runs of one suit in one contract may lie to each other. `not-consecutive`: they may
    not follow on from each other; overlapping is left to `overlapping_runs`. `gap`: at least one
    rank between them, and no overlap. `different`: there are no two.
    """
    overlapping_runs: bool = knob(
        "contract.overlap", default=True, alias="overlapping_runs",
        applies="has_contracts and asks_two_runs and runs_may_overlap",
    )  # fmt: skip
    same_rank_sets: bool = knob(
        "contract.same-rank", default=True, alias="same_rank_sets", applies="has_contracts",
    )  # fmt: skip
    wilds: WildLimit = knob(
        "contract.wilds", alias="contract_wilds",
        applies="has_contracts and has_wilds and not wilds.balanced", common=True,
    )  # fmt: skip


@table
class Deal:
    """One of `deals`: its name, cards each, contract, and what differs in it.

    Written `"10: set of 3, run of 4"`, `"Six, 10: …"` with a name, or as a table. What may be laid
    `instead` of the contract stands after an `or`.

    `option` names the house option that chooses its contract. `whole_hand`: the contract must take
    the whole hand; `last_card_discarded` lets one card of it go to the discard instead. `out_by`,
    where given, replaces `[go_out]`. `claims`: whether `[claim]` holds. `set`: the knobs that have
    another value in it, by key, such as `{ "runs.suits" = "any" }`.
    """

    name: str = ""
    cards: int
    contract: tuple[Piece, ...] = ()
    instead: tuple[tuple[Piece, ...], ...] = ()
    option: str = ""
    whole_hand: bool = False
    last_card_discarded: bool = False
    out_by: tuple[str, ...] = ()
    claims: bool = True
    set: Mapping[str, object] = field(default_factory=lambda: MappingProxyType({}))

    def asks_two_of(self, kind: Kind) -> bool:
        """Whether its contract, or one that may be laid instead, has two melds of a kind."""
        ways = (self.contract, *self.instead)
        return any([piece.kind for piece in way].count(kind) > 1 for way in ways)

    @classmethod
    def read(cls, value: object, key: str) -> "Deal":
        """Read the text or the table; raises `SchemaError` where it is neither."""
        if not isinstance(value, str):
            return read_table(cls, value, key)
        match = _DEAL.fullmatch(value)
        if not match:
            raise SchemaError(key, not_of_form("10: set of 3, run of 4", given=value))
        contract, *others = match["contract"].split(" or ")
        return cls(
            name=match["name"] or "",
            cards=int(match["cards"]),
            contract=_pieces(contract, f"{key}.contract"),
            instead=tuple(
                _pieces(other, f"{key}.instead.{at}") for at, other in enumerate(others, 1)
            ),
        )


def _pieces(text: str, key: str) -> tuple[Piece, ...]:
    pieces = enumerate(filter(None, re.split(r",\s*", text)), 1)
    return tuple(Piece.read(piece, f"{key}.{at}") for at, piece in pieces)
