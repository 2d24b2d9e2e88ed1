"""The table as its page shows it: a book laid out in rows, so that the template only draws."""

from dataclasses import dataclass
from datetime import date

from referee.language import say
from referee.rules.deals import contract_words, deal_count, packs_words
from referee.rules.variant import Piece
from referee.scorebook.projection import DealRow, LogLine, ScoreBook
from referee.scorebook.score_table import ScoreRow, ScoreTotal, score_table
from referee.web.limits import LOG_LINES


@dataclass(frozen=True, slots=True, kw_only=True)
class Banner:
    """What the table needs to know to play a deal.

    `deals` is None in games without a number, and in a play-off after the last of them. `counts`:
    points come from cards left in the hand.
    """

    number: int
    deals: int | None
    asks: str
    contract: tuple[Piece, ...]
    contract_words: str
    cards_each: int
    packs_words: str
    special: str
    dealer: str
    leader: str
    counts: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Missing:
    """Points that are still missing: the deal, the player's key, and both in words."""

    deal: int
    player: str
    says: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TableView:
    """Everything that the table page shows of a book."""

    day: date | None
    banner: Banner | None
    places: tuple[ScoreTotal, ...]
    missing: tuple[Missing, ...]
    away: tuple[tuple[str, int], ...]
    started: bool
    absent: bool
    counts: bool
    ends: bool
    rows: tuple[ScoreRow, ...]
    next_deal: int | None
    brings: tuple[str, ...]
    log: tuple[LogLine, ...]
    earlier: int


def lay_out(book: ScoreBook) -> TableView:
    """Lay a book out for the table page."""
    lines, scores = tuple(reversed(book.log)), score_table(book)
    day = date.fromisoformat(book.state.day) if book.state.day else None
    return TableView(
        day=day,
        banner=banner(book, book.next_deal) if book.next_deal else None,
        places=scores.standings,
        missing=tuple(_missing(book, row, key) for row, key in book.missing),
        away=tuple((seat.name, book.totals[seat.key]) for seat in book.away),
        started=bool(book.deals),
        counts=book.variant.counts_cards,
        ends=bool(deal_count(book.variant) or book.variant.end.target),
        absent=any(len(row.hands) < len(book.everyone) for row in book.deals),
        rows=(*scores.rows, *scores.to_come),
        next_deal=book.next_deal,
        brings=_brings(book),
        log=lines[:LOG_LINES],
        earlier=max(len(lines) - LOG_LINES, 0),
    )


def banner(book: ScoreBook, deal: int) -> Banner:
    """The banner of any deal of a game."""
    plan = book.plan_of(deal)
    count = deal_count(book.variant)
    return Banner(
        number=deal,
        deals=count if count and deal <= count else None,
        asks=contract_words(plan.contract) or plan.name,
        contract=plan.contract,
        contract_words=contract_words(plan.contract),
        cards_each=plan.cards_each,
        packs_words=packs_words(plan),
        special=plan.special,
        dealer=book.names[book.dealer_of(deal)],
        leader=book.names[book.leader_of(deal)],
        counts=book.variant.counts_cards,
    )


def _missing(book: ScoreBook, row: DealRow, key: str) -> Missing:
    return Missing(
        deal=row.number,
        player=key,
        says=say("table-missing-of", player=book.names[key], deal=row.number),
    )


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
