"""A game as one table plays it, and as it is in one deal.

A variant is data. `build` turns the plain data of a file into one frozen `Variant` and applies the
house options chosen for a table.
"""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields, replace
from functools import cache, cached_property, lru_cache
from types import MappingProxyType

from referee.language import Catalogue, has, in_use, say
from referee.rules.cards import JOKER, SUIT_SIGNS, Card
from referee.rules.schema.basis import Basis, Note, Wording, game_text
from referee.rules.schema.deck import COLOURS, NOTHING_DRAWN, Deck, Drawn, deck_of
from referee.rules.schema.melds import Deal, Kind, Piece
from referee.rules.schema.options import Option, OptionValue, knobs_of, same
from referee.rules.schema.reading import NOT_IN_FILES, patched
from referee.rules.schema.tables import Tables


@dataclass(frozen=True, kw_only=True, eq=False)
class Variant(Tables):
    """One game with the options that one table plays it by.

    Made by `build`. `id` names its file; `definition` is the plain data it was built from and
    `chosen` the value of every option, so that both can be stored with a game. `file` is the
    game before any option.
    """

    id: str = field(metadata=NOT_IN_FILES)
    chosen: Mapping[str, OptionValue] = field(metadata=NOT_IN_FILES)
    options: Mapping[str, Option] = field(metadata=NOT_IN_FILES, repr=False)
    wording: Wording = field(metadata=NOT_IN_FILES, repr=False)
    definition: Mapping[str, object] = field(metadata=NOT_IN_FILES, repr=False)
    file: "Variant | None" = field(metadata=NOT_IN_FILES, repr=False)

    @property
    def name(self) -> str:
        """What the game is called, in the language in use."""
        return game_text(self.id, "name", self.own_name)

    @property
    def about(self) -> str:
        """What kind of game it is, in the language in use."""
        return game_text(self.id, "about", self.own_about)

    @property
    def at_home(self) -> str:
        """Where it is at home and what it is called there, in the language in use; maybe empty."""
        message = f"at-home-{self.id}"
        return say(message) if has(message) else ""

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

    @cached_property
    def has_contracts(self) -> bool:
        """Whether the deals of this game ask for contracts."""
        return any(deal.contract for deal in self.deals)

    @cached_property
    def asks_two_runs(self) -> bool:
        """Whether any contract, or one that may be laid instead of it, asks for two runs."""
        return any(deal.asks_two_of("run") for deal in self.deals)

    @cached_property
    def tracks(self) -> bool:
        """Whether everybody stands at a contract of their own, and writes one for each laid."""
        return self.contracts.track == "players"

    @property
    def must_open(self) -> bool:
        """Whether the first melds of a player have to be a contract or be worth enough."""
        return self.has_contracts or self.least_opening > 0

    @property
    def least_opening(self) -> int:
        """What the first melds of a player have to be worth, 0 where no melds are laid."""
        return self.opening.value if self.lays_melds else 0

    @property
    def counts_places(self) -> bool:
        """Whether it matters where an ace lies that is laid down."""
        return (self.scoring.melded or self.least_opening > 0) and self.ranks.ace != "high"

    @property
    def lays_melds(self) -> bool:
        """Whether melds are laid on the table before a deal ends."""
        return self.showdown.by == "none"

    @property
    def lays_or_knocks(self) -> bool:
        """Whether something is shown before or as a deal ends for which it may be too early."""
        return self.lays_melds or self.showdown.knocks

    @property
    def is_showdown(self) -> bool:
        """Whether hands stay together until a deal ends."""
        return not self.lays_melds

    @property
    def goes_out(self) -> bool:
        """Whether a deal ends as the last card leaves a hand, or its melds are shown."""
        return self.go_out.by_hand and self.showdown.by in ("none", "out")

    @property
    def ended_by(self) -> str:
        """How somebody ends a deal: as `showdown.by`, or `won` where nothing else counts."""
        counts = self.tracks or (self.has_points and not self.scoring.counts_deals)
        return self.showdown.by if counts else "won"

    @cached_property
    def deals_differ(self) -> bool:
        """Whether what may lie together as a meld hangs on the deal."""
        return bool(self.wilds.by_deal or any(deal.set for deal in self.deals))

    def in_deal(self, number: int) -> "Variant":
        """The game by the rules that its deal of that number, from 1, has of its own."""
        return _in_deal(self, number)

    @cached_property
    def any_whole_hand(self) -> bool:
        """Whether the contract of any deal takes the whole hand at once."""
        return any(deal.whole_hand for deal in self.deals)

    @property
    def has_end(self) -> bool:
        """Whether the game ends by itself: after so many deals, or with a total."""
        return bool(self.deals or self.end.rounds or self.end.target or self.end.out_at)

    @property
    def who_wins(self) -> str:
        """Who wins the game: the `last` one left, else the `lowest` or `highest` total."""
        return "last" if self.end.last_wins else self.scoring.best

    @property
    def runs_may_overlap(self) -> bool:
        """Whether the law on runs of one suit in a contract leaves it open that they overlap."""
        return self.has_contracts and self.contracts.same_suit_runs not in ("gap", "different")

    @property
    def melds_further(self) -> bool:
        """Whether melds may be laid down besides the contract."""
        return self.lays_melds and self.further_melds.allowed != "none"

    @property
    def takes_wilds(self) -> bool:
        """Whether wilds may be taken from melds."""
        return self.lays_melds and self.has_wilds and bool(self.take_wild.kinds)

    @property
    def swaps_in_unlike_sets(self) -> bool:
        """Whether wilds may be taken from sets whose suits are all different."""
        return self.takes_wilds and "set" in self.take_wild.kinds and self.sets.suits != "free"

    @property
    def frees_by_all_suits(self) -> bool:
        """Whether a wild is taken from a set for several cards at once."""
        return self.swaps_in_unlike_sets and self.take_wild.suits == "all"

    @property
    def plays_taken_wilds(self) -> bool:
        """Whether wilds that are taken from melds are played at once."""
        return self.take_wild.use == "now"

    @property
    def takes_wilds_out_of_turn(self) -> bool:
        """Whether several players may want one wild at once."""
        return self.takes_wilds and self.take_wild.turn == "any"

    @property
    def closes_for_points(self) -> bool:
        """Whether a knock brings something by itself, as hands are not compared."""
        return self.showdown.knocks and not self.scoring.difference

    @property
    def full_knocks(self) -> tuple[str, ...]:
        """The kinds of knock that leave nothing, the usual one first."""
        if not self.showdown.knocks:
            return ()
        return ("gin", "big-gin") if self.scoring.difference else ("closed", "chinchon")

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
        always, usual = self.packs.always, self.packs.by_players
        return not always or any(usual.of(number) != always for number in self.players.numbers)

    @property
    def suits_may_repeat(self) -> bool:
        """Whether the cards of a set could be of one suit."""
        return self.many_packs or self.has_wilds

    @property
    def heeds_suits(self) -> bool:
        """Whether anything hangs on the suit of a card that is no wild."""
        alike = self.runs.suits == "any" and self.sets.suits == "free"
        return not alike or self.points.differ or self.wilds.colour != "all"

    @property
    def limits_wilds(self) -> bool:
        """Whether a meld may hold only so many wilds."""
        return bool(self.wilds.most_per_meld) or self.wilds.balanced

    @property
    def bars_discards(self) -> bool:
        """Whether a player may be left without a card to discard who has to discard one."""
        barred = self.has_wilds and not self.discard.wilds
        return barred or (
            self.lays_melds and (self.discard.playable != "free" or self.go_out.by == ("discard",))
        )

    @cached_property
    def has_points(self) -> bool:
        """Whether cards of this game are worth points."""
        return any(self.points.costs.values()) and not self.tracks

    @property
    def is_card_game(self) -> bool:
        """Whether cards are dealt to play with, rather than any numbers written down."""
        each = self.cards_each.numbers if self.cards_each else ()
        return bool(self.deals) or any(cards > 1 for _, cards in each)

    @property
    def lists_wins(self) -> bool:
        """Whether its pad has a column of wins for each of two players, not a row for each deal."""
        return bool(self.end.box) and self.players.most == 2

    @cached_property
    def counts_cards(self) -> bool:
        """Whether a deal is written by what each player holds; else any number may be written."""
        return self.has_points and self.scoring.by_winner

    @cached_property
    def writes_numbers(self) -> bool:
        """Whether a deal of this card game has more to it than what each player holds."""
        return self.is_card_game and not self.counts_cards

    @cached_property
    def has_wilds(self) -> bool:
        """Whether any card of this game is wild."""
        return self.has_wild_ranks or self.has_jokers

    @property
    def has_wild_ranks(self) -> bool:
        """Whether cards of any rank are wild, in some deal at least."""
        return bool(self.wilds.ranks or self.wilds.by_deal or self.wilds.drawn)

    @property
    def costs_change(self) -> bool:
        """Whether what a card costs hangs on which rank is wild in the deal."""
        return self.points.wild is not None and bool(self.wilds.by_deal or self.wilds.drawn)

    @property
    def heeds_upcard(self) -> bool:
        """Whether anything hangs on the card turned up after the deal."""
        doubled = self.scoring.difference and self.scoring.spades_double
        return self.limited_by_upcard or doubled

    @property
    def limited_by_upcard(self) -> bool:
        """Whether that card says how many points may be left for a knock."""
        return self.showdown.knocks and self.showdown.by_upcard

    @cached_property
    def has_jokers(self) -> bool:
        """Whether jokers are in play."""
        return self.deck.jokers() > 0

    @cached_property
    def many_packs(self) -> bool:
        """Whether the game may use more than one pack, so that a card may have a twin."""
        return self.deck.packs() > 1

    @property
    def has_aces(self) -> bool:
        """Whether runs and sets may have aces."""
        return "A" in self.deck.line

    @cached_property
    def deck(self) -> Deck:
        """The cards that it is played with."""
        own, removed = (self.file or self).wilds, set(self.ranks.removed)
        out = removed.difference(own.ranks, own.by_deal)
        ranks = tuple(rank for rank in self.ranks.order if rank not in out)
        # Where a table makes another rank wild, they are ranks as all others.
        line = tuple(rank for rank in ranks if rank not in removed.intersection(self.wilds.ranks))
        return deck_of(
            self.players, self.packs, self.jokers, ranks, self.suits, line, self.ranks.ace
        )

    @cached_property
    def wild_cards(self) -> frozenset[Card]:
        """The cards that are wild, one of a rank without a suit where all of its suits are."""
        colour = self.wilds.colour
        suits = ("", *SUIT_SIGNS) if colour == "all" else COLOURS[colour]
        return frozenset(
            (JOKER, *(Card(rank, suit) for rank in self.wilds.ranks for suit in suits))
        )

    @cached_property
    def seats_option(self) -> str:
        """The option that says how many may play at most."""
        return self.names["players.most"]

    @property
    def most_seats(self) -> int:
        """The most players that the game can be set to."""
        return max(self.players.most, self.options[self.seats_option].most)

    def at(
        self, number: int | None = None, drawn: Drawn = NOTHING_DRAWN, playing: int | None = None
    ) -> "Terms":
        """What holds in the deal of that number, from 1; without one, whichever deal it is.

        `drawn` is what the table drew for it, and `playing` how many play. Deals after the last, as
        where players who are level play on, are the last deal once more.
        """
        return _terms(self, number or 0, drawn, playing)

    def is_wild(self, card: Card) -> bool:
        """Whether a card is a joker, or of a wild rank and of the colour that is wild."""
        return card in self.wild_cards

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
        return self.wording.rules(self)

    def option_name(self, name: str) -> str:
        """The name of an option that is given by its name or by the key of its knob."""
        return self.names.get(name, name)

    @cached_property
    def names(self) -> Mapping[str, str]:
        """The name of each option, by its name and by the key of its knob."""
        keys = {option.key: name for name, option in self.options.items() if not option.own}
        return keys | {name: name for name in self.options}

    @cached_property
    def sections(self) -> Mapping[str, str]:
        """Where the source says a rule, or one of its sentences; empty where it is silent."""
        return {rule: section for section, rules in self.says.items() for rule in rules}

    def options_of(self, rule: str) -> tuple[Option, ...]:
        """The options that a rule rests on, or a single sentence of one, its own first."""
        options = self.options.values()
        own = [option for option in options if rule in option.rules]
        return (*own, *(option for option in options if rule in option.shares))

    @cached_property
    def basis(self) -> Callable[..., Basis]:
        """Gives what a rule rests on at this table, or the sentence of it that is named."""
        return cache(self._rests_on)

    def _rests_on(self, rule: str, words: str = "") -> Basis:
        """The section that says so, unless the table turned what it says."""
        name = sentence if (sentence := f"{rule} {words}") in self.sections else rule
        section = self.sections.get(name, "")
        options = self.options_of(name)
        against = [option for option in options if self._overturns(option, name)]
        by_text = bool(section) and not against
        named = () if by_text else against or options
        return Basis(
            variant=self, rule=rule, by="rules" if by_text else "table", section=section,
            option=named[0].name if named else "", turned=bool(section) and not by_text,
        )  # fmt: skip

    def _overturns(self, option: Option, rule: str) -> bool:
        if option.name not in self.overturned or rule not in option.rules:
            return False
        spares = option.spares
        return not (spares and spares(self, rule, option.meant(option.default)))

    def text(self, rule: str, *, short: bool = False) -> str:
        """A rule as players read it, under the options of this table.

        `short`: as it stands below a word that says what it is about.
        """
        return self._text(rule, in_use(), short)

    @cached_property
    def _text(self) -> Callable[[str, Catalogue, bool], str]:
        return cache(lambda rule, language, short: self.wording.text(self, rule, short))


@dataclass(frozen=True, kw_only=True, eq=False)
class Terms(Variant):
    """A game as it is played in one deal.

    Made by `Variant.at`. `number` counts deals from 1, and is 0 where none is meant; `deal` is
    there, and in games without numbered deals, one in which nothing differs. `drawn` is what the
    table drew. `playing`: how many play, None where nobody said.
    """

    game: Variant
    number: int
    deal: Deal
    drawn: Drawn
    playing: int | None

    def at(
        self, number: int | None = None, drawn: Drawn = NOTHING_DRAWN, playing: int | None = None
    ) -> "Terms":
        """What holds in another deal of the same game."""
        return self.game.at(number, drawn, playing)

    @cached_property
    def copies(self) -> Callable[[Card], int]:
        """Gives how many copies of a card are in play: of a bare rank, in all suits together."""
        return cache(lambda card: self.deck.copies(card, self.playing))

    # What a rule rests on, and how players read it, is the same in every deal.
    @cached_property
    def basis(self) -> Callable[..., Basis]:
        return self.game.basis

    @cached_property
    def _text(self) -> Callable[[str, Catalogue, bool], str]:
        return self.game._text

    @property
    def contract(self) -> tuple[Piece, ...]:
        """The contract of the deal; empty where there is none."""
        return self.deal.contract

    @cached_property
    def instead(self) -> tuple["Terms", ...]:
        """The deal with each of the contracts that may be laid instead of its own."""
        deals = [replace(self.deal, contract=other, instead=()) for other in self.deal.instead]
        return tuple([replace(self, deal=deal) for deal in deals])

    @cached_property
    def contract_kinds(self) -> frozenset[Kind]:
        """The kinds of meld that the contract names, or one that may be laid instead of it."""
        return frozenset(piece.kind for way in (self, *self.instead) for piece in way.contract)

    @property
    def ways_out(self) -> tuple[str, ...]:
        """The ways in which the last card may leave the hand."""
        ways = self.deal.out_by or self.go_out.by
        return ways if self.lays_melds else tuple(way for way in ways if way != "lay-off")


@lru_cache(1024)
def _terms(game: Variant, number: int, drawn: Drawn, playing: int | None) -> Terms:
    own = _in_deal(game, number)
    values = {field.name: getattr(own, field.name) for field in fields(Variant)}
    values["wilds"] = wilds = own.wilds.in_deal(number, drawn.wild)
    if of_deal := set(wilds.ranks) - set(game.wilds.ranks):
        values["points"] = game.points.with_wilds(of_deal, wilds.colour)
    deal = _deal(game, number)
    return Terms(**values, game=game, number=number, deal=deal, drawn=drawn, playing=playing)


def _deal(game: Variant, number: int) -> Deal:
    place = min(number, len(game.deals)) - 1
    return game.deals[place] if place >= 0 else Deal(cards=0)


@lru_cache(maxsize=1024)
def _in_deal(game: Variant, number: int) -> Variant:
    for key, value in _deal(game, number).set.items():
        game = patched(game, key, value)
    return game


KNOBS: Mapping[str, Option] = MappingProxyType(dict(knobs_of(Variant)))
"""Every knob by its key."""
