"""A game as one table plays it, and as it is in one deal.

A variant is data. `build` turns the plain data of a file into one frozen `Variant` and applies the
house options chosen for a table. Each class of this package is one table of the file; each field
one key.
"""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields, replace
from functools import cache, cached_property, lru_cache, partial
from types import MappingProxyType
from typing import Literal, Protocol

from referee.language import Catalogue, Phrase, has, in_use, say
from referee.rules.cards import JOKER_RANK, RANKS, Card
from referee.rules.schema.deck import (
    ByPlayers,
    CardPoints,
    Jokers,
    Packs,
    Players,
    Ranks,
)
from referee.rules.schema.irregularities import Irregularities
from referee.rules.schema.knobs import Knob, knob, knobs_of, same
from referee.rules.schema.knobs import OptionValue as OptionValue
from referee.rules.schema.knobs import plain as plain
from referee.rules.schema.melds import (
    Contracts,
    Deal,
    Piece,
    Runs,
    Sets,
    Wilds,
)
from referee.rules.schema.options import Choice as Choice
from referee.rules.schema.options import Option as Option
from referee.rules.schema.play import (
    Claims,
    Discard,
    FurtherMelds,
    GoOut,
    LayOff,
    PlayTime,
    Stock,
    TakeWild,
)
from referee.rules.schema.reading import (
    NOT_IN_FILES,
    in_files,
)
from referee.rules.schema.scores import End, Scoring

SettledBy = Literal["rules", "table"]
"""Who decides: the game's text, or the table where the text is silent."""

_NOTHING_BESIDES: Mapping[str, object] = MappingProxyType({})


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """`[source]`: the text that the game comes from; `title` as findings name it."""

    title: str


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

    @cached_property
    def counts_cards(self) -> bool:
        """Whether a deal is written by what each player holds; else any number may be written."""
        return self.has_points and self.scoring.one_wins

    @cached_property
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
