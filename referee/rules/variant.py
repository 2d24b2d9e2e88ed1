"""The schema of a game: every value that a variant file may set, and what each means.

A variant is data. `build` turns the plain data of a file into one frozen `Variant` and applies the
house options chosen for a table. Each class below is one table of the file; each field one key.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from functools import cache, cached_property, lru_cache, partial
from types import MappingProxyType
from typing import Literal, Protocol, get_args

from referee.language import Catalogue, Phrase, has, in_use, say
from referee.rules.cards import JOKER_RANK, RANKS, Card
from referee.rules.knobs import Knob, knob, knobs_of, same
from referee.rules.knobs import OptionValue as OptionValue
from referee.rules.knobs import plain as plain
from referee.rules.options import Choice as Choice
from referee.rules.options import Option as Option
from referee.rules.schema import (
    NOT_IN_FILES,
    SchemaError,
    in_files,
    needs,
    not_of_form,
    path,
    read_table,
)

LAST_CARD_WAYS = ("discard", "meld", "lay-off")
"""How a last card may leave the hand."""

Ace = Literal["low", "high", "low-or-high", "both"]
"""Where an ace may stand in a run. `both`: at either end, and at both ends of one 14-card run."""

Kind = Literal["set", "run"]
"""The two kinds of meld."""

KINDS: tuple[Kind, ...] = get_args(Kind)

SettledBy = Literal["rules", "table"]
"""Who decides: the game's text, or the table where the text is silent."""

Size = Literal["at-least", "exact"]
"""How the sizes in a contract are meant."""

SameSuitRuns = Literal["free", "not-consecutive", "gap"]
"""How two runs of one suit in one contract may lie to each other. `not-consecutive`: they may not
follow on from each other; overlapping is left to `overlapping_runs`. `gap`: at least one rank
between them, and no overlap.
"""

Further = Literal["none", "any", "contract-kinds"]
"""Which melds may follow the contract. `contract-kinds`: only the kinds that the deal's contract
names.
"""

When = Literal["same-turn", "later-turn"]
"""From when on something is allowed after the contract."""

NeedsContract = Literal["no", "yes", "or-completes"]
"""Whether one's own contract must be down first. `or-completes`: down, or the card taken completes
the contract now.
"""

Owner = Literal["anyone", "others"]
"""Whose melds something is allowed on."""

Turn = Literal["own", "any"]
"""In whose turn something is allowed."""

Use = Literal["free", "now"]
"""What becomes of a wild card that was taken from a meld. `now`: it must be played in the same
turn.
"""

Playable = Literal["free", "barred-once-down"]
"""Whether a card that fits on the table may be discarded."""

Claim = Literal["none", "rotation", "first-caller", "passed-left"]
"""Who gets the discard that the player whose turn it is does not take. `passed-left`: it is passed
to the player on the left, with the top stock card.
"""

StockOut = Literal["reshuffle", "deal-ends", "must-take-discard"]
"""What happens when the stock is used up."""

Winner = Literal["zero", "collects", "one"]
"""What is written for the player who goes out. `collects`: the value of all the cards that the
others hold. `one`: one, for the deal: what the others hold is no matter.
"""

OutFromHand = Literal["nothing", "doubles"]
"""What it brings to go out with all cards at once, with nothing laid down before. `doubles`: the
others write their cards twice.
"""

Best = Literal["lowest", "highest"]
"""Which total wins the game."""

NobodyOut = Literal["all-count", "not-scored"]
"""What is written when a deal ends with nobody out."""

Ties = Literal["shared", "played-off"]
"""What becomes of players who are level on top at the end."""

DrewTwo = Literal["put-back-next-may-take", "put-back", "keeps-both"]
"""What becomes of a second stock card drawn by mistake, once either has been seen.

`put-back-next-may-take`: it goes back, and the next player may look at it and take it.
"""

NoDiscard = Literal["discard-anyway", "keep-all", "play-it", "take-upcard-and-stock-card"]
"""What a player does who holds no card that may be discarded."""

WildUpcard = Literal["stands", "turn-another"]
"""What becomes of a wild card that is turned up as the first card of the discard pile."""

WildWanted = Literal["next-in-turn", "first-caller"]
"""Who of several gets a wild on the table that each has the card for."""

WrongCount = Literal["redeal", "corrected", "stands"]
"""What is done about a hand of too many cards or too few. `corrected`: the player draws without
discarding, or discards without drawing.
"""

TakenBack = Literal["at-once", "always", "never"]
"""How long a mistake is taken back. `at-once`: only before anybody plays on."""

LateClaim = Literal["until-drawn", "always", "never"]
"""How long the discard may be claimed. `until-drawn`: until the next player draws. `never`: not
once its turn has passed.
"""

OutOfTurn = Literal["take-back", "stands"]
"""What becomes of something done out of turn."""

Exposed = Literal["redeal", "replace", "stands"]
"""What becomes of a card that was shown by mistake. `replace`: it goes back into the stock, and
another takes its place.
"""

FalseOut = Literal["plays-on", "deal-ends"]
"""What follows when somebody says to be out who can't go out. `plays-on`: the cards go back into
the hand, and the deal goes on. `deal-ends`: the deal ends, and nobody has gone out.
"""

CountAfterOut = Literal["stands", "redeal"]
"""What is done about a hand of too many cards or too few, found when somebody is out. `stands`: it
counts as it is.
"""

StockCardSeen = Literal["into-middle", "shown", "stands"]
"""What becomes of a card of the stock that somebody looked at. `shown`: everybody sees it, and it
goes back to its place.
"""

ImperfectPack = Literal["redeal", "stands"]
"""What becomes of a deal that was played with a card missing or too many."""

TookTwo = Literal["put-back", "keeps-both"]
"""What becomes of a second discard that was taken by mistake."""


BESIDE_RANKS = ("wild", "low_ace")
"""Keys of `[points]` that are no ranks."""

PIPS = "pips"
"""What stands for the number on a card in place of its points."""

WAYS_OUT = (
    LAST_CARD_WAYS, ("discard",), ("discard", "meld"), ("discard", "lay-off"), ("meld", "lay-off"),
    ("meld",), ("lay-off",),
)  # fmt: skip
"""The sets of ways in which a last card may leave the hand."""


def _any_laid_off(variant: "Variant", rule: str, before: OptionValue) -> bool:
    return rule == "lay-off.wilds" and variant.lay_off.any_wilds


def _ace_at_both_ends(variant: "Variant", rule: str, before: OptionValue) -> bool:
    """An ace that is low or high stays so where a run may have both."""
    return rule == "run.ace" and {before, variant.ranks.ace} <= {"low-or-high", "both"}


_NOTHING_BESIDES: Mapping[str, object] = MappingProxyType({})

_DEAL = re.compile(r"(?:(?P<name>[^:,]+), )?(?P<cards>\d{1,2}):\s*(?P<contract>.*)")
_SPAN = re.compile(r"(\d+)(?:-(\d+))?")


@dataclass(frozen=True, slots=True)
class ByPlayers:
    """A whole number for each number of players, written `{ "3-4" = 2, "5-8" = 3 }`."""

    numbers: tuple[tuple[int, int], ...]

    @classmethod
    def read(cls, value: object, key: str) -> "ByPlayers":
        """Read the table; raises `SchemaError` for a key that is no number or span."""
        if not isinstance(value, Mapping):
            raise SchemaError(key, needs("by-players", given=value))
        numbers: dict[int, int] = {}
        for span, number in value.items():
            match = _SPAN.fullmatch(str(span))
            if not match or type(number) is not int:
                raise SchemaError(path(key, str(span)), say("schema-form", form='"3-4" = 2'))
            low, high = int(match[1]), int(match[2] or match[1])
            numbers.update(dict.fromkeys(range(low, high + 1), number))
        return cls(tuple(sorted(numbers.items())))

    def of(self, players: int) -> int | None:
        """The number for so many players, or None where there is none."""
        return dict(self.numbers).get(players)


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


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """`[source]`: the text that the game comes from; `title` as findings name it."""

    title: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Players:
    """`[players]`: how many may play."""

    least: int
    most: int = knob("players.number", alias="most_players", least=2, most=12, common=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class Packs:
    """`[packs]`: packs of 52 by number of players; `always` overrides them when not 0."""

    by_players: ByPlayers
    always: int = knob(
        "cards.packs", default=0, alias="packs", most=6, applies=("packs_are_changed",),
    )  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Jokers:
    """`[jokers]`: by number of players, or for each pack, or players less `players_minus`.

    With none of them there are no jokers.
    """

    by_players: ByPlayers | None = None
    per_pack: int = knob(
        "cards.packs", "cards.packs jokers", "wild.cards single", "wild.cards many", default=0,
        alias="jokers_per_pack", most=4, applies=("jokers.by_pack",),
        replaces=("jokers.by_players", "jokers.players_minus"),
    )  # fmt: skip
    players_minus: int | None = None

    @property
    def by_pack(self) -> bool:
        """Whether they are counted for each pack."""
        return self.by_players is None and self.players_minus is None


@dataclass(frozen=True, slots=True, kw_only=True)
class Ranks:
    """`[ranks]`: where the ace stands, and ranks that no run or set is made of.

    Of those `removed` the wild ones are in the deck, and stand for other cards alone. The others
    are taken out of it, and their neighbours in a run follow one another.
    """

    ace: Ace = knob(
        "run.ace", "run.both-ends", "run.ace low", "run.ace high", "run.ace low-or-high",
        "run.ace corner", default="low", alias="ace", common=True, spares=_ace_at_both_ends,
    )  # fmt: skip
    removed: tuple[str, ...] = ()


Suits = Literal["free", "different"]
"""Which suits the cards of a set may have. `different`: all different, so that a set has four cards
at most.
"""

WildLimit = Literal["any", "at-most-naturals"]
"""How many wilds may lie in a meld, beside its natural cards."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Wilds:
    """`[wilds]`: which ranks are wild besides jokers, and how many a meld may hold.

    `as_itself`: a wild of a rank may also stand as the card it is. `naturals_per_meld`: the fewest
    natural cards in a meld that has wilds; one without may be as small as its kind.
    `most_per_meld`: the most wilds in a meld, 0 for any number. `limit`: the most of them beside
    its natural cards. `adjacent`: two of them may lie side by side in a run. `by_deal`: the rank
    that is wild in each deal besides, begun again after the last.
    """

    ranks: tuple[str, ...] = knob(
        "wild.cards", shares=("wild.standing",), default=(), alias="wild_twos",
        calls=((False, ()), (True, ("2",))), answers=((), *((rank,) for rank in RANKS)),
        items=RANKS, common=True,
    )  # fmt: skip
    as_itself: bool = knob(
        "wild.itself", default=False, alias="wild_as_itself", applies=("has_wild_ranks",),
    )  # fmt: skip
    naturals_per_meld: int = knob(
        "wild.naturals", default=1, alias="natural_cards_per_meld", most=3, applies=("has_wilds",),
        common=True,
    )  # fmt: skip
    most_per_meld: int = knob(
        "wild.number", "lay-off.wilds", spares=_any_laid_off, default=0, alias="wilds_per_meld",
        most=6, unlimited=True, applies=("has_wilds",), common=True,
    )  # fmt: skip
    limit: WildLimit = knob(
        "wild.balance", default="any", applies=("has_wilds",), common=True,
    )  # fmt: skip
    adjacent: bool = knob(
        "wild.adjacent", shares=("wild.number",), default=True, applies=("has_wilds",), common=True,
    )  # fmt: skip
    by_deal: tuple[str, ...] = knob(
        "wild.cards", shares=("wild.standing",), default=(), answers=((), RANKS), items=RANKS,
    )  # fmt: skip

    def in_deal(self, number: int) -> "Wilds":
        """What is wild in the deal of that number, from 1."""
        if not self.by_deal or number < 1:
            return self
        ranks = (*self.ranks, self.by_deal[(number - 1) % len(self.by_deal)])
        return replace(self, ranks=tuple(dict.fromkeys(ranks)))

    @property
    def balanced(self) -> bool:
        """Whether no meld may hold more wilds than natural cards."""
        return self.limit == "at-most-naturals"


@dataclass(frozen=True, slots=True, kw_only=True)
class Sets:
    """`[sets]`: fewest and most cards, `most` 0 for no limit, and which suits."""

    least: int = knob("set.size", default=3, alias="set_size", least=2, most=4, common=True)
    most: int = knob("set.size", default=0, least=2, most=12, unlimited=True)
    suits: Suits = knob(
        "set.suits", shares=("set.rank",), default="free", applies=("suits_may_repeat",),
        common=True,
    )  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Runs:
    """`[runs]`: fewest cards, and most, 0 for as many as there are ranks. Always of one suit."""

    least: int = knob("run.length", default=3, alias="run_size", least=2, most=4, common=True)
    most: int = knob("run.length", default=0, least=3, most=10, unlimited=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class Contracts:
    """`[contracts]`: what holds for the contract of every deal.

    `overlapping_runs` bars or allows runs of one suit that share a rank; a `gap` bars them anyway.
    """

    size: Size = knob(
        "contract.size", default="at-least", alias="contract_size", applies=("has_contracts",),
    )  # fmt: skip
    same_suit_runs: SameSuitRuns = knob(
        "contract.same-suit", shares=("contract.overlap",), default="free",
        alias="same_suit_runs", applies=("has_contracts",), common=True,
    )  # fmt: skip
    overlapping_runs: bool = knob(
        "contract.overlap", default=True, alias="overlapping_runs",
        applies=("has_contracts", "runs_may_overlap"),
    )  # fmt: skip
    same_rank_sets: bool = knob(
        "contract.same-rank", default=True, alias="same_rank_sets", applies=("has_contracts",),
    )  # fmt: skip
    wilds: WildLimit = knob(
        "contract.wilds", default="any", alias="contract_wilds",
        applies=("has_contracts", "has_wilds", "melds_hold_many_wilds"), common=True,
    )  # fmt: skip

    @property
    def limits_same_suit_runs(self) -> bool:
        """Whether two runs of one suit may not lie to each other in any way."""
        return self.same_suit_runs != "free" or not self.overlapping_runs


@dataclass(frozen=True, slots=True, kw_only=True)
class Deal:
    """One of `deals`: its name, cards each, contract, and what differs in it.

    Written `"10: set of 3, run of 4"`, `"Six, 10: …"` with a name, or as a table.

    `option` names the house option that chooses its contract. `whole_hand`: the contract must take
    the whole hand; `last_card_discarded` lets one card of it go to the discard instead. `out_by`,
    where given, replaces `[go_out]`. `claims`: whether `[claim]` holds. `special`: a line for
    players on what differs.
    """

    name: str = ""
    cards: int
    contract: tuple[Piece, ...] = ()
    option: str = ""
    whole_hand: bool = False
    last_card_discarded: bool = False
    out_by: tuple[str, ...] = ()
    claims: bool = True
    special: str = ""

    @classmethod
    def read(cls, value: object, key: str) -> "Deal":
        """Read the text or the table; raises `SchemaError` where it is neither."""
        if not isinstance(value, str):
            return read_table(cls, value, key)
        match = _DEAL.fullmatch(value)
        if not match:
            raise SchemaError(key, not_of_form("10: set of 3, run of 4", given=value))
        pieces = enumerate(filter(None, re.split(r",\s*", match["contract"])), 1)
        return cls(
            name=match["name"] or "",
            cards=int(match["cards"]),
            contract=tuple(Piece.read(piece, f"{key}.contract.{at}") for at, piece in pieces),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class FurtherMelds:
    """`[further_melds]`: which melds may follow the contract, from when, and how many a turn."""

    allowed: Further = knob(
        "further-meld.allowed", shares=("further-meld.contract", "further-meld.number"),
        default="none", alias="further_melds", applies=("has_contracts",), common=True,
    )  # fmt: skip
    when: When = knob(
        "further-meld.when", default="same-turn", applies=("has_contracts", "melds_further"),
    )  # fmt: skip
    melds_per_turn: int = knob(
        "further-meld.number", default=0, alias="melds_per_turn", most=3, unlimited=True,
        applies=("melds_further",), common=True,
    )  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class LayOff:
    """`[lay_off]`: adding to melds on the table.

    `moves_wild`: a card that a wild in a run stands for may be laid off, and the wild moves to an
    end of the run. `any_wilds`: how many wilds a meld may hold is limited as it is laid down only.
    """

    needs_contract: bool = knob(
        "lay-off.contract", shares=("lay-off.fit",), default=True, alias="lay_off_needs_meld",
        common=True,
    )  # fmt: skip
    when: When = knob("lay-off.when", default="same-turn")
    moves_wild: bool = knob("lay-off.moves-wild", default=False, applies=("has_wilds",))
    any_wilds: bool = knob(
        "lay-off.wilds", default=False, applies=("has_wilds", "limits_wilds"),
    )  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeWild:
    """`[take_wild]`: taking a wild out of a meld for the card it stands for.

    `kinds`: the kinds of meld it may be taken from; none where wilds are never taken.
    """

    kinds: tuple[Kind, ...] = knob(
        "take-wild.kind", default=(), answers=((), ("set",), ("run",), ("set", "run")),
        items=KINDS, applies=("has_wilds",), common=True,
    )  # fmt: skip
    needs_contract: NeedsContract = knob(
        "take-wild.contract", default="no", alias="wild_needs_contract",
        applies=("takes_wilds",),
    )  # fmt: skip
    owner: Owner = knob("take-wild.owner", default="anyone", applies=("takes_wilds",))
    turn: Turn = knob("take-wild.turn", default="own", applies=("takes_wilds",))
    use: Use = knob(
        "take-wild.use", default="free", alias="keep_taken_wild",
        calls=((True, "free"), (False, "now")), applies=("takes_wilds",), common=True,
    )  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Discard:
    """`[discard]`: what may be thrown away.

    `taken`: the card just taken from the discard may be thrown back. `twin_of_taken`: another copy
    of it may. `wilds`: wild cards may.
    """

    taken: bool = knob(
        "discard.taken", default=True, shares=("discard.twin",), alias="redeal_discard",
        common=True,
    )  # fmt: skip
    twin_of_taken: bool = knob(
        "discard.twin", default=True, alias="twin_discard",
        applies=("many_packs", "discard.bars_taken"),
    )  # fmt: skip
    wilds: bool = knob("discard.wild", default=True, applies=("has_wilds",))
    playable: Playable = knob("discard.playable", default="free")

    @property
    def bars_taken(self) -> bool:
        """Whether the card just taken may not be thrown back."""
        return not self.taken


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayTime:
    """`[turn]`: when a player may lay down, lay off and discard.

    `own`: in their own turn only. `drawn`: only after drawing.
    """

    own: bool = knob("turn.own", default=True, alias="own_turn", common=True)
    drawn: bool = knob("turn.drawn", default=True, alias="draw_first", common=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class GoOut:
    """`[go_out]`: how the last card may leave the hand: `discard`, `meld`, `lay-off`.

    `melded`: the cards that one player has to have on the table to win the deal, 0 where the hand
    has to be empty.
    """

    by: tuple[str, ...] = knob(
        "go-out.last", default=LAST_CARD_WAYS, alias="final_discard",
        calls=((False, LAST_CARD_WAYS), (True, ("discard",))), answers=WAYS_OUT,
        items=LAST_CARD_WAYS, applies=("go_out.by_hand",), common=True,
    )  # fmt: skip
    melded: int = knob("go-out.melded", default=0, most=20, unlimited=True)

    @property
    def by_hand(self) -> bool:
        """Whether a deal is won with an empty hand."""
        return not self.melded


@dataclass(frozen=True, slots=True, kw_only=True)
class Claims:
    """`[claim]`: who gets a discard that is not wanted, and with how many stock cards.

    `most`: how often each player may claim one in a deal, 0 for as often as they like.
    """

    by: Claim = knob("claim.who", default="none", common=True)
    extra_cards: int = knob(
        "claim.cards", default=0, alias="bought_cards", most=3, applies=("has_claims",),
    )  # fmt: skip
    most: int = knob(
        "claim.number", default=0, alias="buys", most=9, unlimited=True, applies=("has_callers",),
    )  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Stock:
    """`[stock]`: what happens when it is used up."""

    out: StockOut = knob(
        "stock.out", default="reshuffle", shares=("claim.forced",), alias="stock_out",
        common=True,
    )  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Scoring:
    """`[scoring]`: what is written for a deal, and which total is best.

    `melded`: every player is credited with the cards laid down, and charged with those held.
    `from_hand`: what it brings to go out with all cards at once. `cap`: the most that a player is
    charged for a deal, 0 for no limit.
    """

    melded: bool = knob(
        "score.melded", default=False, shares=("score.winner",), applies=("has_points",),
    )  # fmt: skip
    winner: Winner = knob("score.winner", default="zero", applies=("scoring.one_wins",))
    from_hand: OutFromHand = knob(
        "score.from-hand", default="nothing", shares=("score.winner",),
        applies=("scoring.one_wins", "has_points"),
    )  # fmt: skip
    cap: int = knob(
        "score.cap", default=0, shares=("score.winner",), most=150, unlimited=True,
        applies=("scoring.one_wins", "has_points"),
    )  # fmt: skip
    best: Best = knob("end.winner", default="lowest")
    nobody_out: NobodyOut = knob(
        "score.nobody-out", default="all-count", alias="nobody_out",
        applies=("scoring.one_wins", "scoring.charges_losers"), common=True,
    )  # fmt: skip
    ties: Ties = knob(
        "end.ties", default="shared", alias="ties", applies=("has_end",), common=True,
    )  # fmt: skip

    @property
    def charges_losers(self) -> bool:
        """Whether players are charged with the cards that they hold."""
        return not self.one_wins or self.winner == "zero"

    @property
    def one_wins(self) -> bool:
        """Whether a deal is won by whoever goes out, rather than scored by what each laid down."""
        return not self.melded

    @property
    def with_nobody_out(self) -> NobodyOut:
        """What is written when a deal ends with nobody out: nothing where a winner collects."""
        return self.nobody_out if self.charges_losers else "not-scored"


@dataclass(frozen=True, slots=True, kw_only=True)
class End:
    """`[end]`: a target that ends the game, or a number of rounds; 0 for neither.

    A game with `[[deals]]` ends after the last of them.
    """

    target: int = knob(
        "end.when", default=0, alias="target", most=99_999, unlimited=True,
        applies=("has_no_deals", "end.waits_for_target"), first=True,
    )  # fmt: skip
    rounds: int = knob(
        "end.when", default=0, alias="rounds", most=100, unlimited=True, applies=("has_no_deals",),
        common=True,
    )  # fmt: skip

    @property
    def waits_for_target(self) -> bool:
        """Whether no number of rounds ends the game before a total does."""
        return not self.rounds


@dataclass(frozen=True, slots=True, kw_only=True)
class Irregularities:
    """`[irregularities]`: what happens when something goes wrong at the table.

    Few sources say. The defaults are what most card tables do: they are no rules of a game.
    """

    drew_two: DrewTwo = knob(
        "irregularity.drew-two", "irregularity.drew-two unseen", default="put-back",
    )  # fmt: skip
    no_discard: NoDiscard = knob(
        "irregularity.no-discard", default="discard-anyway", applies=("bars_discards",),
    )  # fmt: skip
    wild_upcard: WildUpcard = knob(
        "irregularity.wild-upcard", default="stands", applies=("has_wilds",),
    )  # fmt: skip
    wild_wanted: WildWanted = knob(
        "irregularity.wild-wanted", default="next-in-turn",
        applies=("takes_wilds", "takes_wilds_out_of_turn"),
    )  # fmt: skip
    count_before_draw: WrongCount = knob(
        "irregularity.count-before-draw", default="redeal",
    )  # fmt: skip
    count_after_draw: WrongCount = knob(
        "irregularity.count-after-draw", default="corrected",
    )  # fmt: skip
    false_meld: TakenBack = knob("irregularity.false-meld", default="at-once")
    late_claim: LateClaim = knob(
        "irregularity.late-claim", default="until-drawn", applies=("has_callers",),
    )  # fmt: skip
    out_of_turn: OutOfTurn = knob("irregularity.out-of-turn", default="take-back")
    exposed_by_dealer: Exposed = knob("irregularity.exposed-by-dealer", default="redeal")
    exposed_by_player: Exposed = knob("irregularity.exposed-by-player", default="stands")
    false_out: FalseOut = knob("irregularity.false-out", default="plays-on")
    count_after_out: CountAfterOut = knob(
        "irregularity.count-after-out", default="stands",
    )  # fmt: skip
    discarded_two: TakenBack = knob("irregularity.discarded-two", default="at-once")
    took_two: TookTwo = knob(
        "irregularity.took-two", default="put-back", applies=("has_discard_pile",),
    )  # fmt: skip
    stock_card_seen: StockCardSeen = knob(
        "irregularity.stock-card-seen", default="into-middle",
    )  # fmt: skip
    wrong_dealer: TakenBack = knob("irregularity.wrong-dealer", default="at-once")
    imperfect_pack: ImperfectPack = knob(
        "irregularity.imperfect-pack", default="redeal",
    )  # fmt: skip
    skipped_turn: TakenBack = knob("irregularity.skipped-turn", default="at-once")
    wrong_score: TakenBack = knob("irregularity.wrong-score", default="always")
    false_take_wild: TakenBack = knob(
        "irregularity.false-take-wild", default="at-once", applies=("has_wilds",),
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class CardPoints:
    """`[points]`: points by rank, `joker`, or a span of ranks such as `"3-9" = 5`.

    `"2-10" = "pips"` gives each rank the number on it. `wild`: what a card of a rank that is
    always wild costs, None where its rank alone decides, and `low_ace` what an ace counts that lies
    before the two in a run. `usual_joker`: the game says nothing of jokers, so that they cost as
    much as the dearest other card.
    """

    by_rank: Mapping[str, int]
    wild: int | None = None
    low_ace: int | None = None
    usual_joker: bool = False

    @classmethod
    def read(cls, value: object, key: str) -> "CardPoints":
        """Read the table; raises `SchemaError` where a rank is unknown, twice or without points."""
        if not isinstance(value, Mapping):
            raise SchemaError(key, needs("points", given=value))
        points: dict[str, int] = {}
        others = {name: value.get(name) for name in BESIDE_RANKS}
        for name, points_of_it in others.items():
            if points_of_it is not None and type(points_of_it) is not int:
                raise SchemaError(path(key, name), say("schema-whole"))
        for span, number in value.items():
            if span in BESIDE_RANKS:
                continue
            if type(number) is not int and number != PIPS:
                raise SchemaError(path(key, str(span)), say("schema-points"))
            for rank in ranks_of(str(span), path(key, str(span))):
                if rank in points:
                    raise SchemaError(path(key, str(span)), say("schema-points-twice", rank=rank))
                if number == PIPS and not rank.isdecimal():
                    raise SchemaError(path(key, str(span)), say("schema-pips", word=PIPS))
                points[rank] = int(rank) if number == PIPS else number
        for rank in RANKS:
            if rank not in points:
                raise SchemaError(path(key, rank), say("schema-missing"))
        return cls(MappingProxyType(points), others["wild"], others["low_ace"])

    def with_wilds(self, ranks: Iterable[str]) -> "CardPoints":
        """These points where cards of some ranks are wild."""
        if self.wild is None:
            return self
        by_rank = {**self.by_rank, **dict.fromkeys(ranks, self.wild)}
        return replace(self, by_rank=MappingProxyType(by_rank))

    def with_joker(self) -> "CardPoints":
        """These points, and the usual ones for jokers where none are given."""
        if JOKER_RANK in self.by_rank:
            return self
        joker = {JOKER_RANK: max(self.by_rank.values())}
        by_rank = MappingProxyType({**self.by_rank, **joker})
        return replace(self, by_rank=by_rank, usual_joker=True)


def ranks_of(span: str, key: str) -> tuple[str, ...]:
    """The ranks of a span such as `3-9`; raises `SchemaError` for anything else."""
    if span == "joker":
        return (JOKER_RANK,)
    first, _, last = span.partition("-")
    if first not in RANKS or (last and last not in RANKS):
        raise SchemaError(key, say("schema-span"))
    low, high = RANKS.index(first), RANKS.index(last or first)
    return RANKS[low : high + 1]


@dataclass(frozen=True, eq=False, kw_only=True)
class Basis:
    """What a rule, or one of its sentences, rests on at one table.

    `by`: who decides, the table too where it set an option against what the text says. `section`:
    the part of the source that says so, empty where it is silent. `option`: the house option that
    would change it, empty where the text decides. `turned`: the table set it against the text.
    """

    variant: "Variant" = field(repr=False)
    rule: str
    by: SettledBy
    section: str = ""
    option: str = ""
    turned: bool = False

    @cached_property
    def source(self) -> Phrase:
        """Title and section of the source, or that it is silent."""
        title = self.variant.source.title
        if not self.section:
            return Phrase.of("source-silent", title=title)
        message = "source-unlike" if self.turned else "source"
        return Phrase.of(message, title=title, section=self.section)

    @cached_property
    def worded(self) -> Callable[[Catalogue], tuple[str, str]]:
        """Gives the rule at this table, empty where it has no text, and its source in words."""
        worded = self.rule in self.variant.rules or self.rule.startswith("irregularity.")
        text = self.variant.text if worded else lambda rule: ""
        return cache(lambda language: (text(self.rule), language.listed((self.source,))))


class Book(Protocol):
    """The rules of a game as players read them, and what each rests on."""

    def ids(self, variant: "Variant") -> tuple[str, ...]:
        """The rules that stand on the game's card, in reading order."""

    def text(self, variant: "Variant", rule: str) -> str:
        """A rule under the options of a table."""

    def basis(self, variant: "Variant", rule: str, words: str) -> Basis:
        """What a rule, or the one of its sentences that `words` name, rests on."""


def game_text(id: str, part: str, own: str) -> str:
    """A text of a game: that of the language in use, else its own.

    A language may hold `game-ID-name`, `game-ID-about` and `game-ID-note-HEADING-1`.
    """
    message = f"game-{id}-{part}"
    return say(message) if own and has(message) else own


@dataclass(frozen=True, slots=True, kw_only=True)
class Note:
    """`[[notes]]`: something that players do and no ruling rests on, under a rulebook heading.

    `rests_on`: keys of knobs; where the table turned one of them it stands no longer.
    """

    heading: str
    text: str
    source: str = ""
    rests_on: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True, eq=False)
class Variant:
    """One game with the options that one table plays it by.

    Made by `build`. `id` names its file; `definition` is the plain data it was built from and
    `chosen` the value of every option, so that both can be stored with a game. `values` are the
    tables of the schema in the definition, before any option.
    """

    id: str = field(metadata=NOT_IN_FILES)
    chosen: Mapping[str, OptionValue] = field(metadata=NOT_IN_FILES)
    options: Mapping[str, Option] = field(metadata=NOT_IN_FILES, repr=False)
    book: Book = field(metadata=NOT_IN_FILES, repr=False)
    definition: Mapping[str, object] = field(metadata=NOT_IN_FILES, repr=False)
    values: Mapping[str, object] = field(metadata=NOT_IN_FILES, repr=False)
    own_name: str = field(metadata=in_files("name"))
    own_about: str = field(metadata=in_files("about"))
    source: Source
    players: Players
    packs: Packs
    jokers: Jokers = field(default_factory=Jokers)
    ranks: Ranks = field(default_factory=Ranks)
    wilds: Wilds = field(default_factory=Wilds)
    sets: Sets = field(default_factory=Sets)
    runs: Runs = field(default_factory=Runs)
    contracts: Contracts = field(default_factory=Contracts)
    cards_each: ByPlayers | None = None
    deals: tuple[Deal, ...] = ()
    turn: PlayTime = field(default_factory=PlayTime)
    further_melds: FurtherMelds = field(default_factory=FurtherMelds)
    lay_off: LayOff = field(default_factory=LayOff)
    take_wild: TakeWild = field(default_factory=TakeWild)
    discard: Discard = field(default_factory=Discard)
    go_out: GoOut = field(default_factory=GoOut)
    claim: Claims = field(default_factory=Claims)
    stock: Stock = field(default_factory=Stock)
    points: CardPoints = knob(
        "points.cards", most=500, applies=("has_points",),
        parts={
            "joker": {
                "alias": "joker_points", "applies": ("has_points", "has_jokers"),
                "rules": ("points.cards", "points.joker"),
            },
            **dict.fromkeys(RANKS, _NOTHING_BESIDES),
        },
    )  # fmt: skip
    scoring: Scoring = field(default_factory=Scoring)
    end: End = field(default_factory=End)
    irregularities: Irregularities = field(default_factory=Irregularities)
    own_notes: tuple[Note, ...] = field(default=(), metadata=in_files("notes"))

    @property
    def name(self) -> str:
        """What the game is called, in the language in use."""
        return game_text(self.id, "name", self.own_name)

    @property
    def about(self) -> str:
        """What kind of game it is, in the language in use."""
        return game_text(self.id, "about", self.own_about)

    @property
    def notes(self) -> tuple[Note, ...]:
        """The notes in the language in use; their messages count from 1 under each heading."""
        counted: Counter[str] = Counter()
        worded = []
        for note in self.own_notes:
            counted[note.heading] += 1
            if self.turned_keys.intersection(note.rests_on):
                continue
            part = f"note-{note.heading}-{counted[note.heading]}"
            worded.append(replace(note, text=game_text(self.id, part, note.text)))
        return tuple(worded)

    @property
    def has_contracts(self) -> bool:
        """Whether the deals of this game ask for contracts."""
        return any(deal.contract for deal in self.deals)

    @cached_property
    def any_whole_hand(self) -> bool:
        """Whether the contract of any deal takes the whole hand at once."""
        return any(deal.whole_hand for deal in self.deals)

    @property
    def has_end(self) -> bool:
        """Whether the game ends by itself: after so many deals, or with a total."""
        return bool(self.deals or self.end.rounds or self.end.target)

    @property
    def has_no_deals(self) -> bool:
        """Whether deals are not numbered, so that the table says when the game ends."""
        return not self.deals

    @property
    def runs_may_overlap(self) -> bool:
        """Whether the law on runs of one suit in a contract leaves it open that they overlap."""
        return self.has_contracts and self.contracts.same_suit_runs != "gap"

    @property
    def melds_further(self) -> bool:
        """Whether melds may be laid down besides the contract."""
        return self.further_melds.allowed != "none"

    @property
    def takes_wilds(self) -> bool:
        """Whether wilds may be taken from melds."""
        return self.has_wilds and bool(self.take_wild.kinds)

    @property
    def takes_wilds_out_of_turn(self) -> bool:
        """Whether several players may want one wild at once."""
        return self.takes_wilds and self.take_wild.turn == "any"

    @property
    def has_claims(self) -> bool:
        """Whether others than the player in turn may get the discard."""
        return self.claim.by != "none"

    @property
    def has_callers(self) -> bool:
        """Whether others may call for a discard that is left."""
        return self.claim.by in ("rotation", "first-caller")

    @property
    def has_discard_pile(self) -> bool:
        """Whether more than one discard may lie on the table."""
        return self.claim.by != "passed-left"

    @property
    def packs_are_changed(self) -> bool:
        """Whether any number of players has other packs than the game gives them."""
        always, seats = self.packs.always, range(self.players.least, self.players.most + 1)
        return not always or any(self.packs.by_players.of(n) != always for n in seats)

    @property
    def suits_may_repeat(self) -> bool:
        """Whether the cards of a set could be of one suit."""
        return self.many_packs or self.has_wilds

    @property
    def limits_wilds(self) -> bool:
        """Whether a meld may hold only so many wilds."""
        return bool(self.wilds.most_per_meld) or self.wilds.balanced

    @property
    def melds_hold_many_wilds(self) -> bool:
        """Whether melds may hold more wilds than natural cards."""
        return not self.wilds.balanced

    @property
    def bars_discards(self) -> bool:
        """Whether a player may be left without a card to discard who has to discard one."""
        barred = self.has_wilds and not self.discard.wilds
        barred = barred or self.discard.playable != "free"
        return barred or self.go_out.by == ("discard",)

    @cached_property
    def has_points(self) -> bool:
        """Whether cards of this game are worth points."""
        return any(self.points.by_rank.values())

    @property
    def is_card_game(self) -> bool:
        """Whether cards are dealt to play with, rather than any numbers written down."""
        each = self.cards_each.numbers if self.cards_each else ()
        return bool(self.deals) or any(cards > 1 for _, cards in each)

    @property
    def counts_cards(self) -> bool:
        """Whether a deal is written by what each player holds; else any number may be written."""
        return self.has_points and self.scoring.one_wins

    @property
    def writes_numbers(self) -> bool:
        """Whether a deal of this card game has more to it than what each player holds."""
        return self.is_card_game and not self.counts_cards

    @cached_property
    def has_wilds(self) -> bool:
        """Whether any card of this game is wild."""
        return bool(self.wilds.ranks or self.wilds.by_deal) or self.has_jokers

    @property
    def has_wild_ranks(self) -> bool:
        """Whether cards of any rank are wild, in some deal at least."""
        return bool(self.wilds.ranks or self.wilds.by_deal)

    @cached_property
    def has_jokers(self) -> bool:
        """Whether jokers are in play."""
        given = self.jokers.by_players, self.jokers.per_pack, self.jokers.players_minus
        return any(value not in (None, 0) for value in given)

    @cached_property
    def many_packs(self) -> bool:
        """Whether the game may use more than one pack, so that a card may have a twin."""
        return max(self.packs.always, *(n for _, n in self.packs.by_players.numbers)) > 1

    @cached_property
    def out_of_deck(self) -> frozenset[str]:
        """The ranks of which no cards are in play, whatever else a table makes wild."""
        wilds = self.values.get("wilds", {})
        own = (
            {*wilds.get("ranks", ()), *wilds.get("by_deal", ())}
            if isinstance(wilds, Mapping)
            else set()
        )
        return frozenset(rank for rank in self.ranks.removed if rank not in own)

    @cached_property
    def ranks_in_play(self) -> tuple[str, ...]:
        """The ranks of the cards in play, jokers apart, from the ace to the king."""
        return tuple(rank for rank in RANKS if rank not in self.out_of_deck)

    @cached_property
    def wild_ranks(self) -> frozenset[str]:
        """The ranks that are wild, that of jokers among them whether they are in play or not."""
        return frozenset((JOKER_RANK, *self.wilds.ranks))

    @cached_property
    def seats_option(self) -> str:
        """The option that says how many may play at most."""
        return next(name for name, option in self.options.items() if option.key == "players.most")

    @property
    def most_seats(self) -> int:
        """The most players that the game can be set to."""
        return max(self.players.most, self.options[self.seats_option].most)

    def at(self, number: int | None = None) -> "Terms":
        """What holds in the deal of that number, from 1; without one, whichever deal it is.

        Deals after the last, as where players who are level play on, are the last deal once more.
        """
        return _terms(self, number or 0)

    def is_wild(self, card: Card) -> bool:
        """Whether a card is a joker or of a wild rank."""
        return card.rank in self.wild_ranks

    @cached_property
    def turned(self) -> Mapping[str, OptionValue]:
        """The options that the table set otherwise than they come, with their values."""
        return MappingProxyType(
            {
                name: self.chosen[name]
                for name, option in self.options.items()
                if not same(self.chosen[name], option.default)
            }
        )

    @cached_property
    def turned_keys(self) -> frozenset[str]:
        """The keys of the game that those options set."""
        return frozenset(key for name in self.turned for key in self.options[name].keys)

    @cached_property
    def overturned(self) -> tuple[str, ...]:
        """The options that the table set otherwise than they come, and that no text offers."""
        return tuple(
            name for name, value in self.turned.items() if not self.options[name].is_offered(value)
        )

    @cached_property
    def rules(self) -> tuple[str, ...]:
        """The rules that stand on the game's card, in reading order."""
        return self.book.ids(self)

    def option_name(self, name: str) -> str:
        """The name of an option that is given by its name or by the key of its knob."""
        if name in self.options:
            return name
        options = self.options.items()
        return next(
            (own for own, option in options if option.knob and option.knob.key == name), name
        )

    @cached_property
    def options_of(self) -> Callable[[str], tuple[Option, ...]]:
        """Gives the options that a rule rests on, or a single sentence of one, its own first."""
        options = self.options.values()

        def of(rule: str) -> tuple[Option, ...]:
            own = [option for option in options if rule in option.rules]
            return (*own, *(option for option in options if rule in option.shares))

        return cache(of)

    def basis(self, rule: str, words: str = "") -> Basis:
        """What a rule rests on at this table, or the one of its sentences that `words` name."""
        return self._basis(rule, words)

    @cached_property
    def _basis(self) -> Callable[[str, str], Basis]:
        return cache(partial(self.book.basis, self))

    def text(self, rule: str) -> str:
        """A rule as players read it, under the options of this table."""
        return self._text(rule, in_use())

    @cached_property
    def _text(self) -> Callable[[str, Catalogue], str]:
        return cache(lambda rule, language: self.book.text(self, rule))


@dataclass(frozen=True, kw_only=True, eq=False)
class Terms(Variant):
    """A game as it is played in one deal.

    Made by `Variant.at`. `number` counts deals from 1, and is 0 where none is meant; `deal` is
    there, and in games without numbered deals, one in which nothing differs.
    """

    game: Variant
    number: int
    deal: Deal

    def at(self, number: int | None = None) -> "Terms":
        """What holds in another deal of the same game."""
        return self.game.at(number)

    # What a rule rests on, and how players read it, is the same in every deal.
    @cached_property
    def _basis(self) -> Callable[[str, str], Basis]:
        return self.game._basis

    @cached_property
    def _text(self) -> Callable[[str, Catalogue], str]:
        return self.game._text

    @property
    def contract(self) -> tuple[Piece, ...]:
        """The contract of the deal; empty where there is none."""
        return self.deal.contract

    @property
    def ways_out(self) -> tuple[str, ...]:
        """The ways in which the last card may leave the hand."""
        return self.deal.out_by or self.go_out.by


@lru_cache(maxsize=1024)
def _terms(game: Variant, number: int) -> Terms:
    place = min(number, len(game.deals)) - 1
    values = {field.name: getattr(game, field.name) for field in fields(Variant)}
    values["wilds"] = wilds = game.wilds.in_deal(number)
    # Where a table makes another rank wild, they are ranks as all others.
    out = (*wilds.ranks, *game.out_of_deck)
    removed = tuple(rank for rank in game.ranks.removed if rank in out)
    values["ranks"] = replace(game.ranks, removed=removed)
    deal = game.deals[place] if place >= 0 else Deal(cards=0)
    return Terms(**values, game=game, number=number, deal=deal)


KNOBS: Mapping[str, Knob] = MappingProxyType(dict(knobs_of(Variant)))
"""Every knob by its key."""
