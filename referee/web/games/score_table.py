"""The table as its page shows it: a book laid out in rows, so that the template only draws."""

from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Final, NamedTuple

from msgspec.structs import replace

from referee.language import capitalized, listed, say, shown_number
from referee.rules.cards import JOKER_RANK, Card
from referee.rules.deals import (
    DealPlan,
    contract_words,
    own_rules_words,
    packs_words,
    wild_in_deal,
    wild_words,
)
from referee.rules.examples import deal_melds
from referee.rules.schema.deck import NOTHING_DRAWN
from referee.rules.schema.runs import from_the_top
from referee.rules.schema.variant import Terms
from referee.rules.scoring.standings import boxes, game_end
from referee.rules.search.showdown import knock_limit
from referee.scorebook.events.players import coming_back, groundless_returns
from referee.scorebook.events.state import is_doubled
from referee.scorebook.events.table import GameEnded
from referee.scorebook.projection import ScoreBook
from referee.scorebook.score_table import ScoreTotal, score_table
from referee.scorebook.statistics import worst_hands


class Banner:
    """What the table needs to know to play the deal that comes next, by its plan.

    For a `player`, with the contract that is theirs alone, where everybody has one.
    `deals` is None in games without a number, and in a play-off after the last of them; `target` is
    the total that ends the game, `out_at` that at which a player is out, each 0 for none. `heading`
    is what is read from afar. `melds` are cards that fulfil the contract, or those that are wild.
    `dealer` and `leader` are players' keys.
    """

    def __init__(self, book: ScoreBook, plan: DealPlan, player: str = "") -> None:
        variant, deal = book.variant, plan.number
        own = book.contract_of(player) if player else 0
        contract = variant.at(own).contract if own else plan.contract
        count, self.target, self.out_at = game_end(variant)
        self.number = deal
        self.deals = count if deal <= count else 0
        self.melds = deal_melds(plan.terms, own or deal) if contract else _wild(plan.terms)
        self.cards_each = plan.cards_each
        self.packs_words = packs_words(plan)
        self.special = own_rules_words(plan.terms)
        # What is said of the card turned up says how much may be left; before it nobody knows.
        knocks = variant.showdown.knocks and not variant.limited_by_upcard
        self.knock = knock_limit(plan.terms) if knocks else -1
        self.dealer = book.state.next_dealer
        self.leader = book.leader
        self.draws = draws_of(plan.terms)
        turns = capitalized(wild_in_deal(plan.terms))
        self.heading = (
            capitalized(contract_words(contract))
            or plan.name
            or (self.melds and say("table-wild", rank=plan.terms.drawn.wild))
            or turns
            or (variant.least_opening and say("table-opening", points=variant.least_opening))
            or say("table-deals-now", player=book.names[self.dealer])
        )
        headed = self.heading == turns and not plan.terms.has_jokers
        self.wild = "" if headed else wild_words(plan.terms)


def _wild(terms: Terms) -> tuple[tuple[Card, ...], ...]:
    """The cards of the rank that a table drew as wild, each apart."""
    rank = terms.drawn.wild
    return tuple((Card(rank, suit),) for suit in terms.deck.suits) if rank not in ("", "*") else ()


class Draws(NamedTuple):
    """What the table is asked to say that it drew, `what`: `wild` or `upcard`, or nothing.

    It is one of these `cards`, of the `suits` among which it matters. `drawn`: the table said it
    already, and `turned_up` is what hangs on the card turned up, in words.
    """

    what: str
    cards: tuple[Card, ...]
    suits: tuple[str, ...]
    drawn: bool
    turned_up: str


def draws_of(terms: Terms) -> Draws:
    """What a table is asked to say that it drew for a deal under these terms."""
    wild = terms.wilds.drawn
    joker = [Card(JOKER_RANK)] if wild and terms.has_jokers else []
    return Draws(
        what="wild" if wild else "upcard" if terms.heeds_upcard else "",
        cards=(*map(Card, terms.deck.ranks), *joker),
        suits=terms.deck.suits if terms.scoring.spades_double else (),
        drawn=terms.drawn != NOTHING_DRAWN,
        turned_up=_turned_up(terms),
    )


def _own_contract(book: ScoreBook, player: str) -> str:
    """The contract that a player stands at, in words, where everybody has one of their own."""
    number = book.contract_of(player)
    if not number or book.finished:
        return ""
    contract = contract_words(book.variant.at(number).contract)
    return say("table-contract", number=number, contract=contract)


def _turned_up(terms: Terms) -> str:
    """The card turned up, and what hangs on it, in words; empty where nobody said."""
    if (upcard := terms.drawn.upcard) is None:
        return ""
    most = knock_limit(terms) if terms.limited_by_upcard else -1
    doubles = is_doubled(terms.game, terms.drawn)
    return say("table-turned-up", card=upcard, most=most, doubles=doubles)


class TableView:
    """Everything that the table page shows of a book.

    `missing` are points still missing: the deal, the player's key, and both in words.
    `agreed`: somebody agreed to a deal as it stands. `rings`: what rings say, where there are any.
    `rows` are the deals that are written, `last` the cells of the last of them by player, and
    `later` the deals after the next. `away` are those who left. `winners` won, by so many points
    `ahead` of those whom they have `beaten`; `would_win` are the names of those who win if the
    table ends the game now; `ended_by` is the event by which it did, where the game would go on
    without it, 0 where that is the last there is to undo. `spoken` is what a phone reads of it.
    `coming_back` has those who may come back, with their totals then, `groundless` the returns of
    those who were not out, and `boxes` the deals that each won, where they count. `parts` are what
    totals are the sum of, in words, where that says more, and `near_out` the points that are left
    to those who are near to being out. `fan` are the highest cards of the deck, to be drawn for a
    winner.
    """

    def __init__(self, book: ScoreBook) -> None:
        scores = score_table(book)
        self.banner = Banner(book, book.next_plan) if book.next_plan else None
        self.places = scores.standings
        self.away = tuple(line for line in scores.totals if line.place is None)
        self.winners = tuple(line for line in self.places if line.leads and book.finished)
        highest = book.variant.scoring.highest_wins
        self.beaten, self.ahead = _beaten(
            self.places[len(self.winners) :], self.winners, highest=highest
        )
        self.missing = [
            (row.number, key, say("table-missing-of", player=book.names[key], deal=row.number))
            for row, key in book.missing
        ]
        self.absent = any(len(row.hands) < len(book.everyone) for row in book.deals)
        self.agreed = any(map(book.signers, book.deals))
        rings = any(row.out for row in book.deals)
        self.rings = say("scores-ring", way=book.variant.ended_by) if rings else ""
        self.would_win = replace(book.state, ended=True).winners
        self.ended_by = _ended_by(book)
        self.rows = scores.rows
        self.last = {cell.player: cell for row in self.rows[-1:] for cell in row.cells}
        self.later = scores.to_come[1:]
        self.parts = {
            line.player: _own_contract(book, line.player) or ("" if line.bonus else line.parts)
            for line in self.places
        }
        out_at = self.banner.out_at if self.banner else 0
        left = {line.player: out_at - line.total for line in self.places}
        self.near_out = {key: points for key, points in left.items() if 0 < points <= out_at // 5}
        self.size = _size((*self.places, *self.away))
        variant, rounds = book.variant, [row.points for row in book.deals]
        self.boxes = {
            line.player: boxes(rounds, line.player) for line in self.places if variant.end.box
        }
        self.brings = _brings(book)
        back = coming_back(book).items()
        self.coming_back = {key: book.totals[key] + points for key, points in back}
        self.groundless = groundless_returns(book)
        self.lasted = _lasted(book)
        deck = variant.deck
        self.fan = [Card(rank, deck.suits[0]) for rank in from_the_top(deck.ranks)[:5]]
        self.notes = _notes(book, self.places) if book.finished else {}
        self.spoken = _spoken(self.banner, self.places, finished=book.finished)


def _ended_by(book: ScoreBook) -> int:
    if not book.state.ended:
        return 0
    without = replace(book.state, ended=False).standings
    if without.finished or without.waits:
        return 0
    ends = (one.number for one in book.events if isinstance(one.event, GameEnded))
    number = max(one for one in ends if one in book.effective)
    return 0 if book.undo and book.undo.number == number else number


def _size(places: Sequence[ScoreTotal]) -> str:
    """How large the standings are written, as the style sheet names it: what fits, from afar."""
    name = max(len(line.name) for line in places)
    total = max(len(str(line.total)) for line in places)
    few = "middling" if len(places) > 4 or name > 7 or total > 3 else "few"
    size = "duel" if len(places) < 3 else "many" if len(places) > 6 else few
    if size == "duel" and total > 2:
        size += " hundreds" if total == 3 else " thousands"
    return size + " long" * (name > 10)


def _spoken(
    now: Banner | None, standings: Sequence[ScoreTotal], *, finished: bool
) -> tuple[str, ...]:
    """The deal and the totals as sentences, one each; last that points are missing."""
    leaders = [line for line in standings if line.leads]
    others = [line for line in standings if not line.leads]
    texts = [say("spoken-deal", deal=now.number, deals=now.deals or 0)] if now else []
    if leaders:
        texts.append(
            say(
                "spoken-first",
                finished=finished,
                names=listed(line.name for line in leaders),
                count=len(leaders),
                points=leaders[0].total,
            )
        )
    if others:
        totals = (say("spoken-total", name=line.name, points=line.total) for line in others)
        texts.append(say("spoken-others", totals=listed(totals)))
    if not all(line.complete for line in standings):
        texts.append(say("table-missing"))
    return tuple(texts)


def _beaten(
    others: Sequence[ScoreTotal], winners: Sequence[ScoreTotal], *, highest: bool
) -> tuple[tuple[str, ...], int]:
    """Who came next to the winners, and by how many points; nobody where that says nothing.

    With what is added at the end, somebody else may have more than a winner.
    """
    if not winners or not others:
        return (), 0
    ahead = (winners[0].total - others[0].total) * (1 if highest else -1)
    if ahead <= 0:
        return (), 0
    return tuple(line.name for line in others if line.total == others[0].total), ahead


def _brings(book: ScoreBook) -> tuple[str, ...]:
    """What somebody sits down with before the next deal, in words."""
    played = {key for row in book.deals for key in row.hands}
    return tuple(
        say(
            "table-returned" if key in played else "table-joined",
            player=book.names[key],
            points=points,
        )
        for key, points in book.state.starting_points.items()
        if points
    )


_AN_EVENING: Final = timedelta(hours=12)
"""A game that took longer was left lying."""


def _lasted(book: ScoreBook) -> str:
    """How many deals were played, and in what time, in words."""
    took = book.events[-1].at - book.events[0].at
    minutes = round(took.total_seconds() / 60) if took < _AN_EVENING else 0
    hours, minutes = divmod(minutes, 60)
    return say("table-lasted", deals=len(book.deals), hours=hours, minutes=minutes)


def _notes(book: ScoreBook, places: Sequence[ScoreTotal]) -> Mapping[str, str]:
    """What is worth telling of each player's game, in words, by key."""
    # Of a deal written by its points alone, nobody knows who went out, or was left with the most.
    known = not any(row.by_points for row in book.deals)
    rows = [row for row in book.deals if known and not row.missing]
    worst = worst_hands(rows) if book.variant.counts_cards else {}
    most = max(worst.values(), default=0)
    out, way = Counter(row.out for row in rows), book.variant.ended_by

    def note(line: ScoreTotal) -> str:
        player = line.player
        if games := book.standings.at_once:
            sums = (game.totals[player] + game.bonuses[player] for game in games)
            return " + ".join(map(shown_number, sums))
        if line.bonus:
            return say("place-added", before=line.total - line.bonus, parts=line.bonus_parts)
        if most and worst.get(player) == most:
            return say("place-worst", points=most)
        return say("place-times-out", way=way, times=out[player]) if out[player] else ""

    return {line.player: note(line) for line in places}
