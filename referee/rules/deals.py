"""The deals of a game: cards each, packs and jokers, and the contract, for so many players."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import product

from referee.language import Phrase, listed, say
from referee.rules.phrases import contract_of, players_between, wild_of_rank
from referee.rules.refusals import Refusal
from referee.rules.schema.deck import Drawn
from referee.rules.schema.melds import KINDS, Piece
from referee.rules.schema.variant import Terms, Variant

_UPCARD_AND_STOCK = 2
"""Besides the hands there must be a card to turn up and a card to draw."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DealPlan:
    """What to deal, and what is asked for, in one deal.

    `number` counts from 1. `cards_in_play` counts every card of the packs with their jokers.
    `contract` is empty in games without one. A plan is of no language: its words are made when they
    are read.
    """

    terms: Terms = field(repr=False, compare=False)
    number: int
    cards_each: int
    packs: int
    jokers: int
    cards_in_play: int
    contract: tuple[Piece, ...]

    @property
    def name(self) -> str:
        """What the deal is called; empty where it has a number alone."""
        count = deal_count(self.terms.game)
        if count and self.number > count:
            return say("deal-play-off")
        return self.terms.deal.name

    @property
    def asked(self) -> str:
        """The contract of this deal or else the rank that is wild in it alone, in words."""
        return contract_words(self.contract) or wild_in_deal(self.terms)

    @property
    def special(self) -> str:
        """What differs in this deal, in words; empty where nothing does."""
        return special_words(self.terms)


class DealError(Refusal):
    """A `deal` that the game has not, or so many `players` that it cannot be dealt for."""


@lru_cache(1024)
def plan_at_table(variant: Variant, number: int, drawn: Drawn, players: int) -> DealPlan:
    """As `plan_deal`, without a contract where everybody stands at one of their own."""
    if not variant.tracks:
        return plan_deal(variant.at(number, drawn), players)
    return replace(plan_deal(variant.at(1, drawn), players), number=number, contract=())


@lru_cache(1024)
def plan_deal(terms: Terms, players: int) -> DealPlan:
    """What is dealt in one deal for so many players.

    Where players who are level on top play on, deals may follow the last: each is the last deal
    once more. Raises `DealError` for a deal that the game has not, for a number of players that it
    is not for, and where the packs of this table are too few for the largest deal of the game.
    """
    variant = terms.game
    _check_players(variant, players)
    _check_deal(variant, terms.number)
    deck = variant.deck
    return DealPlan(
        terms=terms,
        number=terms.number,
        cards_each=terms.deal.cards or cards_without_deals(variant, players),
        packs=deck.packs(players),
        jokers=deck.jokers(players),
        cards_in_play=deck.cards(players),
        contract=terms.contract,
    )


def pieces_laid(terms: Terms) -> tuple[Piece, ...]:
    """The contract of a deal as it is laid: the last meld takes what a whole hand has besides."""
    deal = terms.deal
    if not deal.whole_hand or terms.contracts.size == "exact":
        return deal.contract
    asked = sum(piece.size for piece in deal.contract)
    over = max(deal.cards + 1 - deal.last_card_discarded - asked, 0)
    *others, last = deal.contract
    return (*others, replace(last, size=last.size + over))


def special_words(terms: Terms) -> str:
    """What differs in a deal, in words; empty where nothing does."""
    wild = wild_words(terms) if terms.wilds.by_deal else ""
    return " ".join(filter(None, (own_rules_words(terms), wild)))


def own_rules_words(terms: Terms) -> str:
    """What differs in a deal besides its wild cards, in words; empty where nothing does."""
    instead = [say("deal-instead", contract=contract_of(one)) for one in terms.deal.instead]
    if instead[1:] and _any_kinds(terms):
        instead = [say("deal-any-kinds")]
    own = terms.wording.of_deal(terms.game, terms.number) if terms.deal.set else ()
    return " ".join([*map(say, _special_messages(terms)), *instead, *own])


def _any_kinds(terms: Terms) -> bool:
    """Whether each meld of a deal's contract may be of either kind, of the same size."""
    asked = {frozenset(Counter(one).items()) for one in (terms.contract, *terms.deal.instead)}
    kinds = product(KINDS, repeat=len(terms.contract))
    sizes = [piece.size for piece in terms.contract]
    return asked == {frozenset(Counter(map(Piece, some, sizes)).items()) for some in kinds}


def wild_words(terms: Terms) -> str:
    """Which cards are wild, as a sentence, whether in this deal alone or in all of them."""
    cards = wild_cards(terms)
    if terms.wilds.by_deal:
        return say("deal-wild", cards=cards)
    return say("deal-wild-always" if cards else "deal-wild-none", cards=cards)


def wild_in_deal(terms: Terms) -> str:
    """The ranks that are wild where they change with the deal, such as `fours wild`; else empty."""
    # Jokers are wild in all deals.
    ranks = wild_cards(terms)[: len(terms.wilds.ranks)]
    return say("deal-wild-only", cards=ranks) if terms.wilds.by_deal else ""


def _special_messages(terms: Terms) -> Iterator[str]:
    deal = terms.deal
    if deal.whole_hand:
        yield "deal-whole-hand-but-one" if deal.last_card_discarded else "deal-whole-hand"
    elif deal.out_by and "discard" not in deal.out_by:
        yield "deal-no-discard"
    if terms.has_claims and not deal.claims:
        yield "deal-unclaimed" if terms.has_callers else "deal-unpassed"


def wild_cards(variant: Variant) -> tuple[Phrase, ...]:
    """The cards that are wild, such as `twos` and `jokers`."""
    ranks = [wild_of_rank(variant, rank) for rank in variant.wilds.ranks]
    return (*ranks, *([Phrase.of("rank", rank="joker")] if variant.has_jokers else []))


def deal_count(variant: Variant) -> int | None:
    """How many deals, or agreed rounds, a game has; None where it goes to a target."""
    return (0 if variant.tracks else len(variant.deals)) or variant.end.rounds or None


def contract_words(pieces: Sequence[Piece]) -> str:
    """A contract in words, such as `two sets of 3 and a run of 4`; empty without one."""
    return listed(contract_of(pieces))


def packs_words(plan: DealPlan) -> str:
    """The packs of a deal in words, such as `two packs and one joker`."""
    packs, jokers = packs_of(plan), jokers_of(plan)
    return listed((packs, jokers) if plan.jokers else (packs,))


def packs_of(plan: DealPlan) -> Phrase:
    """The packs of a deal without their jokers: `two packs`."""
    return Phrase.of("packs", count=plan.packs)


def jokers_of(plan: DealPlan) -> Phrase:
    """The jokers of a deal: `one joker`."""
    return Phrase.of("jokers", count=plan.jokers)


def cards_without_deals(variant: Variant, players: int) -> int:
    """The cards dealt to each in a game without numbered deals; 0 where the game has them."""
    return (variant.cards_each.of(players) or 0) if variant.cards_each else 0


def _check_deal(variant: Variant, deal: int) -> None:
    count = len(variant.deals) or deal_count(variant)
    if count is None:
        if deal < 1:
            raise DealError("deal", "no-deal-below", deal=deal)
    elif deal < 1 or (deal > count and variant.scoring.ties != "played-off"):
        what = "deals" if variant.deals else "rounds"
        raise DealError(
            "deal", "no-deal-above", game=variant.name, count=count, what=what, deal=deal
        )


@lru_cache(1024)
def _check_players(variant: Variant, players: int) -> None:
    least, most = variant.players.least, variant.players.most
    if players not in variant.players.numbers:
        raise DealError(
            "players",
            "no-deal-players",
            game=variant.name,
            players=players_between(least, most),
            has=players,
        )
    # The largest deal counts, so that no table finds out in the middle of an evening.
    each = max((deal.cards for deal in variant.deals), default=0)
    each = each or cards_without_deals(variant, players)
    cards, needed = variant.deck.cards(players), players * each + _UPCARD_AND_STOCK
    if needed > cards:
        loose = 0 if variant.jokers.per_pack else variant.deck.jokers(players)
        raise DealError(
            "players",
            "no-deal-packs",
            players=players,
            each=each,
            needed=needed,
            packs=Phrase.of("packs", count=variant.deck.packs(players)),
            cards=cards,
            # Jokers that come with a pack count.
            least=-(-(needed - loose) // (len(variant.deck.pack) + variant.jokers.per_pack)),
        )
