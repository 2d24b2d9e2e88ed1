"""The schema of a game: every value that a variant file may set, and what each means.

A variant is data. `build` turns the plain data of a file into one frozen `Variant` and applies the
house options chosen for a table. Each class below is one table of the file; each field one key.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from enum import StrEnum
from functools import cached_property, lru_cache
from types import MappingProxyType

from referee.language import Phrase
from referee.rules.cards import JOKER_RANK, RANKS, Card
from referee.rules.schema import NOT_IN_FILES, SchemaError, path

LAST_CARD_WAYS = ("discard", "meld", "lay-off")
"""How a last card may leave the hand."""

OptionValue = str | int | bool


class Ace(StrEnum):
    """Where an ace may stand in a run."""

    LOW = "low"
    HIGH = "high"
    EITHER = "low-or-high"
    BOTH = "both"
    """At either end, and at both ends of one 14-card run."""


class Kind(StrEnum):
    """The two kinds of meld."""

    SET = "set"
    RUN = "run"


class SettledBy(StrEnum):
    """Who decides: the game's text, or the table where the text is silent."""

    RULES = "rules"
    TABLE = "table"


class Size(StrEnum):
    """How the sizes in a contract are meant."""

    AT_LEAST = "at-least"
    EXACT = "exact"


class SameSuitRuns(StrEnum):
    """How two runs of one suit in one contract may lie to each other."""

    FREE = "free"
    NOT_CONSECUTIVE = "not-consecutive"
    """They may not follow on from each other; overlapping is left to `overlapping_runs`."""
    GAP = "gap"
    """At least one rank between them, and no overlap."""


class Further(StrEnum):
    """Which melds may follow the contract."""

    NONE = "none"
    ANY = "any"
    CONTRACT_KINDS = "contract-kinds"
    """Only the kinds that the deal's contract names."""


class When(StrEnum):
    """From when on something is allowed after the contract."""

    SAME_TURN = "same-turn"
    LATER_TURN = "later-turn"


class NeedsContract(StrEnum):
    """Whether one's own contract must be down first."""

    NO = "no"
    YES = "yes"
    OR_COMPLETES = "or-completes"
    """Down, or the card taken completes the contract now."""


class Owner(StrEnum):
    """Whose melds something is allowed on."""

    ANYONE = "anyone"
    OTHERS = "others"


class Turn(StrEnum):
    """In whose turn something is allowed."""

    OWN = "own"
    ANY = "any"


class Use(StrEnum):
    """What becomes of a wild card that was taken from a meld."""

    FREE = "free"
    NOW = "now"
    """It must be played in the same turn."""


class Playable(StrEnum):
    """Whether a card that fits on the table may be discarded."""

    FREE = "free"
    BARRED_ONCE_DOWN = "barred-once-down"


class Claim(StrEnum):
    """Who gets the discard that the player whose turn it is does not take."""

    NONE = "none"
    ROTATION = "rotation"
    FIRST_CALLER = "first-caller"
    PASSED_LEFT = "passed-left"
    """It is passed to the player on the left, with the top stock card."""


class StockOut(StrEnum):
    """What happens when the stock is used up."""

    RESHUFFLE = "reshuffle"
    DEAL_ENDS = "deal-ends"
    MUST_TAKE_DISCARD = "must-take-discard"


class Winner(StrEnum):
    """What is written for the player who goes out."""

    ZERO = "zero"
    COLLECTS = "collects"
    """The value of all the cards that the others hold."""


class Best(StrEnum):
    """Which total wins the game."""

    LOWEST = "lowest"
    HIGHEST = "highest"


class NobodyOut(StrEnum):
    """What is written when a deal ends with nobody out."""

    ALL_COUNT = "all-count"
    NOT_SCORED = "not-scored"


class Ties(StrEnum):
    """What becomes of players who are level on top at the end."""

    SHARED = "shared"
    PLAYED_OFF = "played-off"


_SPAN = re.compile(r"(\d+)(?:-(\d+))?")

PLACEHOLDER = re.compile(r"\{(\w+)\}")
"""A place in a rule's text that an option's value takes."""


@dataclass(frozen=True, slots=True)
class ByPlayers:
    """A whole number for each number of players, written `{ "3-4" = 2, "5-8" = 3 }`."""

    numbers: tuple[tuple[int, int], ...]

    @classmethod
    def read(cls, value: object, key: str) -> "ByPlayers":
        """Read the table; raises `SchemaError` for a key that is no number or span."""
        if not isinstance(value, Mapping):
            raise SchemaError(key, f"needs a table by number of players, not {value!r}")
        numbers: dict[int, int] = {}
        for span, number in value.items():
            found = _SPAN.fullmatch(str(span))
            if not found or type(number) is not int:
                raise SchemaError(path(key, str(span)), 'needs the form "3-4" = 2')
            low, high = int(found[1]), int(found[2] or found[1])
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
        found = re.fullmatch(r"(set|run) of (\d+)", str(value))
        if not found:
            raise SchemaError(key, f'needs the form "set of 3" or "run of 4", not {value!r}')
        return cls(Kind(found[1]), int(found[2]))

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
    most: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Packs:
    """`[packs]`: packs of 52 by number of players; `always` overrides them when not 0."""

    by_players: ByPlayers
    always: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Jokers:
    """`[jokers]`: by number of players, or for each pack, or players less `players_minus`.

    With none of them there are no jokers.
    """

    by_players: ByPlayers | None = None
    per_pack: int = 0
    players_minus: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Ranks:
    """`[ranks]`: where the ace stands, and ranks that no run or set is made of."""

    ace: Ace
    removed: tuple[str, ...] = ()


class Suits(StrEnum):
    """Which suits the cards of a set may have."""

    FREE = "free"
    DIFFERENT = "different"
    """All different, so that a set has four cards at most."""


class WildLimit(StrEnum):
    """How many wilds may lie in a meld, beside its natural cards."""

    ANY = "any"
    AT_MOST_NATURALS = "at-most-naturals"


@dataclass(frozen=True, slots=True, kw_only=True)
class Wilds:
    """`[wilds]`: which ranks are wild besides jokers, and how many a meld may hold.

    `as_itself`: a wild of a rank may also stand as the card it is. `naturals_per_meld`: the fewest
    natural cards in a meld. `most_per_meld`: the most wilds in a meld, 0 for any number.
    `limit`: the most of them beside its natural cards. `adjacent`: two of them may lie side by side
    in a run. `by_deal`: the rank that is wild in each deal besides, begun again after the last.
    """

    ranks: tuple[str, ...] = ()
    as_itself: bool = False
    naturals_per_meld: int = 1
    most_per_meld: int = 0
    limit: WildLimit = WildLimit.ANY
    adjacent: bool = True
    by_deal: tuple[str, ...] = ()

    def in_deal(self, number: int) -> "Wilds":
        """What is wild in the deal of that number, from 1."""
        if not self.by_deal or number < 1:
            return self
        ranks = (*self.ranks, self.by_deal[(number - 1) % len(self.by_deal)])
        return replace(self, ranks=tuple(dict.fromkeys(ranks)))

    @property
    def balanced(self) -> bool:
        """Whether no meld may hold more wilds than natural cards."""
        return self.limit is WildLimit.AT_MOST_NATURALS


@dataclass(frozen=True, slots=True, kw_only=True)
class Sets:
    """`[sets]`: fewest and most cards, `most` 0 for no limit, and which suits."""

    least: int
    most: int = 0
    suits: Suits = Suits.FREE


@dataclass(frozen=True, slots=True, kw_only=True)
class Runs:
    """`[runs]`: fewest cards; the most follows from the ranks. Always of one suit."""

    least: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Contracts:
    """`[contracts]`: what holds for the contract of every deal.

    `overlapping_runs` bars or allows runs of one suit that share a rank, where `same_suit_runs`
    leaves that open.
    """

    size: Size = Size.AT_LEAST
    same_suit_runs: SameSuitRuns = SameSuitRuns.FREE
    overlapping_runs: bool = True
    same_rank_sets: bool = True
    wilds: WildLimit = WildLimit.ANY


@dataclass(frozen=True, slots=True, kw_only=True)
class Deal:
    """One of `[[deals]]`: its name, cards each, contract, and what differs in it.

    `option` names the house option that chooses its contract. `whole_hand`: the contract must take
    the whole hand; `last_card_discarded` lets one card of it go to the discard instead. `out_by`,
    where given, replaces `[go_out]`. `claims`: whether `[claim]` holds. `special`: a line for
    players on what differs.
    """

    name: str
    cards: int
    contract: tuple[Piece, ...] = ()
    option: str = ""
    whole_hand: bool = False
    last_card_discarded: bool = False
    out_by: tuple[str, ...] = ()
    claims: bool = True
    special: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class FurtherMelds:
    """`[further_melds]`: melds besides the contract, and their sizes where they differ."""

    allowed: Further
    when: When = When.SAME_TURN
    melds_per_turn: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class LayOff:
    """`[lay_off]`: adding to melds on the table.

    `moves_wild`: a card that a wild in a run stands for may be laid off, and the wild moves to an
    end of the run. `any_wilds`: the limits of `[wilds]` hold for melds as they are laid down only.
    """

    needs_contract: bool
    when: When = When.SAME_TURN
    moves_wild: bool = False
    any_wilds: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeWild:
    """`[take_wild]`: taking a wild out of a meld for the card it stands for.

    `kinds`: the kinds of meld it may be taken from; none where wilds are never taken.
    """

    kinds: tuple[Kind, ...] = ()
    needs_contract: NeedsContract = NeedsContract.NO
    owner: Owner = Owner.ANYONE
    turn: Turn = Turn.OWN
    use: Use = Use.FREE


@dataclass(frozen=True, slots=True, kw_only=True)
class Discard:
    """`[discard]`: what may be thrown away.

    `taken`: the card just taken from the discard may be thrown back. `twin_of_taken`: another copy
    of it may. `wilds`: wild cards may.
    """

    taken: bool
    twin_of_taken: bool = True
    wilds: bool = True
    playable: Playable = Playable.FREE


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayTime:
    """`[turn]`: when a player may lay down, lay off and discard.

    `own`: in their own turn only. `drawn`: only after drawing.
    """

    own: bool = True
    drawn: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class GoOut:
    """`[go_out]`: how the last card may leave the hand: `discard`, `meld`, `lay-off`."""

    by: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Claims:
    """`[claim]`: who gets a discard that is not wanted, and with how many stock cards."""

    by: Claim
    extra_cards: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Stock:
    """`[stock]`: what happens when it is used up."""

    out: StockOut


@dataclass(frozen=True, slots=True, kw_only=True)
class Scoring:
    """`[scoring]`: what is written for a deal, and which total is best."""

    winner: Winner
    best: Best
    nobody_out: NobodyOut
    ties: Ties = Ties.SHARED


@dataclass(frozen=True, slots=True, kw_only=True)
class End:
    """`[end]`: a target that ends the game, or a number of rounds; 0 for neither.

    A game with `[[deals]]` ends after the last of them.
    """

    target: int = 0
    rounds: int = 0


@dataclass(frozen=True, slots=True)
class CardPoints:
    """`[points]`: points by rank, `joker`, or a span of ranks such as `"3-9" = 5`."""

    by_rank: Mapping[str, int]

    @classmethod
    def read(cls, value: object, key: str) -> "CardPoints":
        """Read the table; raises `SchemaError` where a rank is unknown, twice or without points."""
        if not isinstance(value, Mapping):
            raise SchemaError(key, f"needs a table of points by rank, not {value!r}")
        points: dict[str, int] = {}
        for span, number in value.items():
            if type(number) is not int:
                raise SchemaError(path(key, str(span)), "needs a whole number of points")
            for rank in _ranks_of(str(span), path(key, str(span))):
                if rank in points:
                    raise SchemaError(path(key, str(span)), f"gives {rank} its points twice")
                points[rank] = number
        for rank in RANKS:
            if rank not in points:
                raise SchemaError(path(key, rank), "is missing")
        return cls(MappingProxyType(points))


def _ranks_of(span: str, key: str) -> tuple[str, ...]:
    if span == "joker":
        return (JOKER_RANK,)
    first, _, last = span.partition("-")
    if first not in RANKS or (last and last not in RANKS):
        raise SchemaError(key, 'needs a rank, "joker", or a span such as "3-9"')
    low, high = RANKS.index(first), RANKS.index(last or first)
    return RANKS[low : high + 1]


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """One value of an option: what players read, and the keys of the variant that it sets."""

    value: OptionValue
    label: str
    set: Mapping[str, object] = field(default_factory=lambda: MappingProxyType({}))

    @classmethod
    def read(cls, value: object, key: str) -> "Choice":
        """Read the table; raises `SchemaError` where it holds something else."""
        if not isinstance(value, Mapping) or not {"value", "label"} <= set(value):
            raise SchemaError(key, "needs the keys value and label")
        if extra := set(value) - {"value", "label", "set"}:
            raise SchemaError(path(key, min(extra)), "is not a key here")
        sets = value.get("set", {})
        if not isinstance(sets, Mapping):
            raise SchemaError(path(key, "set"), "needs a table of keys and their values")
        return cls(
            value=value["value"], label=str(value["label"]), set=MappingProxyType(dict(sets))
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Option:
    """`[options.NAME]`: something that a table may settle for itself.

    `asks`: the question as players read it. `default`: the value that the variant's own keys
    already have. Either `choices`, or a number from `least` to `most` (0 then stands for
    `zero_means` where that is given) set at `key`. `source_offers`: the game's own text offers the
    choice. `players`: it matters with that many players only, 0 for always.
    """

    asks: str
    default: OptionValue
    key: str = ""
    choices: tuple[Choice, ...] = ()
    least: int = 0
    most: int = 0
    zero_means: str = ""
    source_offers: bool = False
    players: int = 0

    @property
    def is_number(self) -> bool:
        """Whether it takes a number rather than one of its choices."""
        return not self.choices

    def label(self, value: OptionValue) -> str:
        """What players read for one of its values."""
        if self.is_number:
            return self.zero_means if value == 0 and self.zero_means else str(value)
        return next(one.label for one in self.choices if one.value == value)


@dataclass(frozen=True, slots=True, kw_only=True)
class Ground:
    """`[rules."ID".grounds.WORDS]`: what one sentence of a rule rests on.

    `source`: the section of the source that says so, empty where the source is silent. `by`: who
    decides. `option`: the house option that would change it.
    """

    source: str = ""
    by: SettledBy = SettledBy.RULES
    option: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule(Ground):
    """`[rules."ID"]`: one rule of the game as players read it.

    `text`: in the project's own words. `text_when` replaces it by the value of `option`, and before
    that by the value of any other, under a key such as `rounds=0`. `{value}` stands for the value
    of `option`, `{rounds}` for that of another. `grounds`: what some of its sentences rest on
    instead, by the words that choose them.
    """

    text: str
    text_when: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    grounds: Mapping[str, Ground] = field(default_factory=lambda: MappingProxyType({}))


@dataclass(frozen=True, slots=True)
class Basis:
    """What a rule, or one of its sentences, rests on at one table.

    `by`: who decides, the table too where it set an option against what the text says. `source`:
    title and section of the source, or that it is silent. `option`: the house option that would
    change it, empty where the text decides.
    """

    by: SettledBy
    source: str
    option: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Note:
    """`[[notes]]`: something that players do and no ruling rests on, under a rulebook heading."""

    heading: str
    text: str
    source: str = ""


@dataclass(frozen=True, kw_only=True, eq=False)
class Variant:
    """One game with the options that one table plays it by.

    Made by `build`. `id` names its file; `definition` is the plain data it was built from and
    `chosen` the value of every option, so that both can be stored with a game.
    """

    id: str = field(metadata=NOT_IN_FILES)
    chosen: Mapping[str, OptionValue] = field(metadata=NOT_IN_FILES)
    definition: Mapping[str, object] = field(metadata=NOT_IN_FILES, repr=False)
    name: str
    about: str
    source: Source
    players: Players
    packs: Packs
    jokers: Jokers
    ranks: Ranks
    wilds: Wilds
    sets: Sets
    runs: Runs
    contracts: Contracts = field(default_factory=Contracts)
    cards_each: ByPlayers | None = None
    deals: tuple[Deal, ...] = ()
    turn: PlayTime = field(default_factory=PlayTime)
    further_melds: FurtherMelds
    lay_off: LayOff
    take_wild: TakeWild
    discard: Discard
    go_out: GoOut
    claim: Claims
    stock: Stock
    points: CardPoints
    scoring: Scoring
    end: End
    options: Mapping[str, Option]
    rules: Mapping[str, Rule]
    notes: tuple[Note, ...] = ()

    @property
    def has_contracts(self) -> bool:
        """Whether the deals of this game ask for contracts."""
        return any(deal.contract for deal in self.deals)

    @cached_property
    def counts_cards(self) -> bool:
        """Whether points come from cards left in the hand; else any number may be written."""
        return any(self.points.by_rank.values())

    @cached_property
    def has_wilds(self) -> bool:
        """Whether any card of this game is wild."""
        return bool(self.wilds.ranks or self.wilds.by_deal) or self.has_jokers

    @cached_property
    def has_jokers(self) -> bool:
        """Whether jokers are in play."""
        given = self.jokers.by_players, self.jokers.per_pack, self.jokers.players_minus
        return any(one not in (None, 0) for one in given)

    @cached_property
    def many_packs(self) -> bool:
        """Whether the game may use more than one pack, so that a card may have a twin."""
        return max(self.packs.always, *(n for _, n in self.packs.by_players.numbers)) > 1

    @cached_property
    def wild_ranks(self) -> frozenset[str]:
        """The ranks that are wild, that of jokers among them whether they are in play or not."""
        return frozenset((JOKER_RANK, *self.wilds.ranks))

    @cached_property
    def seats_option(self) -> str | None:
        """The option that says how many may play at most, or None where the game itself does."""
        return next((name for name, one in self.options.items() if one.key == "players.most"), None)

    @cached_property
    def most_seats(self) -> int:
        """The most players that the game can be set to."""
        set_to = self.options[self.seats_option].most if self.seats_option else 0
        return max(self.players.most, set_to)

    def at(self, number: int | None = None) -> "Terms":
        """What holds in the deal of that number, from 1; without one, whichever deal it is.

        Deals after the last, as where players who are level play on, are the last deal once more.
        """
        return _terms(self, number or 0)

    def is_wild(self, card: Card) -> bool:
        """Whether a card is a joker or of a wild rank."""
        return card.rank in self.wild_ranks

    @cached_property
    def overturned(self) -> tuple[str, ...]:
        """The options that the table set otherwise than they come, and that no text offers."""
        return tuple(
            name
            for name, option in self.options.items()
            if self.chosen[name] != option.default and not option.source_offers
        )

    def basis(self, rule: str, words: str = "") -> Basis:
        """What a rule rests on at this table, or the one of its sentences that `words` name."""
        bases = self._bases
        return bases.get((rule, words)) or bases[rule, ""]

    @cached_property
    def _bases(self) -> Mapping[tuple[str, str], Basis]:
        return {
            (id, words): self._basis(ground)
            for id, rule in self.rules.items()
            for words, ground in (("", rule), *rule.grounds.items())
        }

    def _basis(self, ground: Ground) -> Basis:
        turned = ground.by is SettledBy.RULES and ground.option in self.overturned
        told = f"{self.source.title}: {ground.source}"
        if not ground.source:
            told = f"{self.source.title} is silent"
        elif turned:
            told = f"As this table plays, unlike {told}"
        by = SettledBy.TABLE if turned else ground.by
        return Basis(by, told, ground.option if by is SettledBy.TABLE else "")

    def text(self, rule: str) -> str:
        """A rule as players read it, under the options of this table."""
        found = self.rules[rule]
        own = plain(self.chosen[found.option]) if found.option else ""
        text = found.text_when.get(own, found.text)
        for when, other in found.text_when.items():
            name, named, value = when.partition("=")
            if named and plain(self.chosen[name]) == value:
                text = other
        return PLACEHOLDER.sub(lambda place: self._label(place[1], found.option), text)

    def _label(self, name: str, own: str) -> str:
        name = own if name == "value" else name
        return self.options[name].label(self.chosen[name])


@dataclass(frozen=True, kw_only=True, eq=False)
class Terms(Variant):
    """A game as it is played in one deal.

    Made by `Variant.at`. `number` counts deals from 1, and is 0 where none is meant; `deal` is None
    there and in games without numbered deals.
    """

    game: Variant
    number: int
    deal: Deal | None

    def at(self, number: int | None = None) -> "Terms":
        """What holds in another deal of the same game."""
        return self.game.at(number)

    @property
    def contract(self) -> tuple[Piece, ...]:
        """The contract of the deal; empty where there is none."""
        return self.deal.contract if self.deal is not None else ()

    @property
    def option(self) -> str:
        """The house option that chooses the contract; empty where there is none."""
        return self.deal.option if self.deal is not None else ""

    @property
    def claimed(self) -> bool:
        """Whether discards may be claimed as the game has it."""
        return self.deal is None or self.deal.claims

    @property
    def whole_hand(self) -> bool:
        """Whether the contract must take the whole hand."""
        return self.deal is not None and self.deal.whole_hand

    @property
    def last_card_discarded(self) -> bool:
        """Whether one card of a whole hand may go to the discard instead."""
        return self.deal is not None and self.deal.last_card_discarded

    @property
    def own_ways_out(self) -> bool:
        """Whether the deal has ways of its own in which the last card may leave the hand."""
        return self.deal is not None and bool(self.deal.out_by)

    @property
    def ways_out(self) -> tuple[str, ...]:
        """The ways in which the last card may leave the hand."""
        return self.deal.out_by if self.deal is not None and self.deal.out_by else self.go_out.by


@lru_cache(maxsize=1024)
def _terms(game: Variant, number: int) -> Terms:
    place = min(number, len(game.deals)) - 1
    values = {one.name: getattr(game, one.name) for one in fields(Variant)}
    values["wilds"] = game.wilds.in_deal(number)
    deal = game.deals[place] if place >= 0 else None
    return Terms(**values, game=game, number=number, deal=deal)


def plain(value: OptionValue) -> str:
    """An option's value as files and forms write it: `true`, `500`, `low`."""
    return str(value).lower() if isinstance(value, bool) else str(value)
