"""The rules of a game in words: the message of each rule, and the values that it speaks of."""

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache, partial
from itertools import groupby

from referee.language import Arguments, Catalogue, Phrase, Value, capitalized, in_use
from referee.rules.cards import JOKER, JOKER_RANK, RANKS, SUITS, Card
from referee.rules.deals import cards_without_deals, wild_cards
from referee.rules.law.meld_law import UNLIMITED, law_of
from referee.rules.law.points import cards_that_differ
from referee.rules.phrases import a_card, contract_of, span, suit_named, wild_of_rank
from referee.rules.schema.options import OptionValue, as_written, value_at
from referee.rules.schema.runs import longest_run
from referee.rules.schema.variant import KNOBS, Variant
from referee.rules.scoring.standings import game_end

_FEW_DEALS = 2
"""So many deals are listed one by one, even where each has a card more than that before."""

_WHICH_ARE_WILD = {"wilds.ranks", "wilds.by_deal", "wilds.drawn", "jokers.per_pack"}


def rule_words(variant: Variant, rule: str, *, short: bool = False) -> str:
    """A rule in the words of the language in use: those of this game, where it has its own.

    A game's own words may be none for values that they do not suit. `short`: as it stands below a
    word that says what it is about.
    """
    message = f"rule-{rule.replace('.', '-')}"
    own = f"{variant.id}-{message}"
    language = in_use()
    arguments = _arguments(variant, language, short=short)
    words = language.say_of(arguments, own) if language.has(own) else ""
    words = words or language.say_of(arguments, message)
    return capitalized(words) if short else words


@lru_cache
def _arguments(variant: Variant, language: Catalogue, *, short: bool) -> Arguments:
    """Everything that the words of a rule may choose by or speak of."""
    table_deals = [deal for deal in variant.deals if deal.out_by]
    most = law_of(variant.at(), "set").most
    beside_aces = [*map(Card, variant.deck.beside_ace)]
    values: dict[str, Value] = {
        **{
            key.replace(".", "_"): _word(as_written(value_at(key, variant)))
            for key in KNOBS
            if not key.startswith("points.")
        },
        "short": short,
        "go_out_by": _word(variant.at().ways_out if variant.goes_out else ("discard",)),
        "showdown_knock_only_gin": not variant.showdown.leaves_points,
        "players_least": variant.players.least,
        "one_number": variant.players.least == variant.players.most,
        "sets_most": most if most < UNLIMITED else 0,
        "one_size": variant.sets.least == most,
        "longest_run": longest_run(variant.at()),
        "lowest": a_card(beside_aces[0]),
        "highest": a_card(beside_aces[-1]),
        "own_wilds": not variant.turned_keys & _WHICH_ARE_WILD,
        "scoring_nobody_out": str(variant.scoring.with_nobody_out),
        "wild": _wild_token(variant),
        "wild_cards": wild_cards(variant),
        "deal_wild_points": variant.points.wild or 0,
        "costs_change": variant.costs_change
        and (
            "some" if variant.wilds.colour != "all" else "drawn" if variant.wilds.drawn else "turns"
        ),
        "joker_draws": wild_of_rank(variant, variant.wilds.drawn_joker),
        "wild_turns": _ranks(variant.wilds.by_deal),
        "joker_count": _joker_count(variant),
        "one_run_size": variant.runs.least == variant.runs.most,
        "out_at": game_end(variant)[2],
        "last_wins": variant.end.last_wins,
        "needed_runs": max(variant.showdown.runs, variant.showdown.pure_runs),
        "low_ace": variant.points.low_ace or 0,
        "out_points": -variant.scoring.out_bonus,
        "stock_left": variant.stock.left,
        "joker_points": variant.points.of(JOKER),
        "contracts": variant.has_contracts,
        "tracks": variant.tracks,
        "many_packs": variant.many_packs,
        "deals": len(variant.deals),
        "taken_out": "some" if set(RANKS).difference(variant.deck.ranks) else "none",
        "taken_out_ranks": _ranks([rank for rank in RANKS if rank not in variant.deck.ranks]),
        "suits": "usual" if variant.suits == SUITS else "own",
        "suit_count": len(variant.suits),
        "suit_names": tuple(suit_named(suit) for suit in variant.suits),
        "packs_row": tuple(
            Phrase.of("packs-for" if players else "packs-all", packs=packs, players=players)
            for packs, players in _spans(variant, variant.deck.packs)
        ),
        "jokers_row": tuple(
            Phrase.of("jokers-for", jokers=jokers, players=players or variant.players.least)
            for jokers, players in _spans(variant, variant.deck.jokers)
        ),
        "cards_row": tuple(_cards_row(variant)),
        "cards_rise": _cards_rise(variant),
        "points_row": tuple(_points_row(variant)),
        "whole_deals": _numbers(variant, lambda n: variant.deals[n - 1].whole_hand),
        "instead_row": tuple(
            Phrase.of("instead-in-deal", deal=number, contract=contract_of(other))
            for number, deal in enumerate(variant.deals, 1)
            for other in deal.instead
        ),
        "keeps_last": any(d.last_card_discarded for d in variant.deals),
        "unclaimed_deals": _numbers(variant, lambda n: not variant.deals[n - 1].claims),
        "own_ways_deals": _numbers(variant, lambda n: bool(variant.deals[n - 1].out_by)),
        "own_ways": _word(table_deals[0].out_by) if table_deals else "none",
    }
    return language.arguments(values)


def _word(value: OptionValue) -> Value:
    """A value as messages choose by it: `low`, `discard-meld`, 4."""
    return ("-".join(value) or "none") if isinstance(value, tuple) else value


def _numbers(variant: Variant, holds: Callable[[int], bool]) -> tuple[Value, ...]:
    return tuple(number for number in range(1, len(variant.deals) + 1) if holds(number))


def _joker_count(variant: Variant) -> str:
    """How jokers are counted: `none`, for `each` pack, `fewer` than players, by `players`."""
    if not variant.has_jokers:
        return "none"
    if variant.jokers.by_players is not None:
        return "players"
    return "each" if variant.jokers.players_minus is None else "fewer"


def _wild_token(variant: Variant) -> str:
    """Which cards are wild, as messages choose by it: `joker`, `rank`, `both`, `none`."""
    if not variant.wilds.ranks:
        return "joker" if variant.has_jokers else "none"
    return "both" if variant.has_jokers else "rank"


def _cards_rise(variant: Variant) -> bool:
    """Whether each deal has a card more than the one before."""
    cards = [deal.cards for deal in variant.deals]
    return len(cards) > _FEW_DEALS and cards == list(range(cards[0], cards[-1] + 1))


def _cards_row(variant: Variant) -> Iterator[Phrase]:
    """The cards dealt to each, by deals or by players."""
    if variant.deals:
        if _cards_rise(variant):
            first, *_, last = variant.deals
            yield Phrase.of("cards-rising", first=first.cards, last=last.cards)
            return
        numbered = enumerate((deal.cards for deal in variant.deals), 1)
        for cards, group in groupby(numbered, key=lambda pair: pair[1]):
            deals = [number for number, _ in group]
            which = span(deals[0], deals[-1])
            whole = len(deals) == len(variant.deals)
            message = "cards-all" if whole else "cards-in-deals" if deals[1:] else "cards-in-deal"
            yield Phrase.of(message, cards=cards, deals=which)
        return

    for cards, players in _spans(variant, partial(cards_without_deals, variant)):
        yield Phrase.of("cards-for" if players else "cards-all", cards=cards, players=players)


def _spans(variant: Variant, of: Callable[[int], int]) -> Iterator[tuple[int, Value]]:
    """What is the same for several numbers of players, and these; `""` for all of them."""
    numbers = variant.players.numbers
    for what, group in groupby(numbers, key=of):
        players = list(group)
        yield what, "" if len(players) == len(numbers) else span(players[0], players[-1])


def _points_row(variant: Variant) -> Iterator[Phrase]:
    """What the cards cost: ranks that cost the same together, the dearest first."""
    costs = variant.points.by_rank
    pips = [rank for rank in variant.deck.ranks if rank == str(costs[rank])]
    worth: dict[int, list[Value]] = {}
    for rank in costs:
        if rank == JOKER_RANK and (variant.points.usual_joker or not variant.has_jokers):
            continue
        if Card(rank) not in variant.deck.known:
            continue
        if len(pips) < _SHOWN_AS_PIPS or rank not in pips:
            for card in cards_that_differ(variant, rank):
                word = card if card.suit else _ranks([rank])[0]
                worth.setdefault(variant.points.of(card), []).append(word)
    rest = max(worth, key=lambda points: len(worth[points]))
    for points in sorted(worth, reverse=True):
        if points != rest or len(pips) >= _SHOWN_AS_PIPS:
            yield Phrase.of("points-of", ranks=tuple(worth[points]), points=points)
    if len(pips) >= _SHOWN_AS_PIPS:
        yield Phrase.of("points-pips")
    else:
        yield Phrase.of("points-rest", points=rest)


_SHOWN_AS_PIPS = 5
"""How many ranks must cost the number on them for that to be said of them together."""


def _ranks(ranks: Sequence[str]) -> tuple[Value, ...]:
    return tuple(Phrase.of("rank", rank="joker" if rank == JOKER_RANK else rank) for rank in ranks)
