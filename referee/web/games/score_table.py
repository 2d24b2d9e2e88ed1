"""The table as its page shows it: a book laid out in rows, so that the template only draws."""

from dataclasses import dataclass
from datetime import date
from itertools import islice

from referee.language import say
from referee.rules.deals import contract_words, deal_count, packs_words
from referee.rules.variant import Piece
from referee.scorebook.projection import DealRow, LogLine, ScoreBook
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
class Place:
    """One line of the standings; `leads` is shared by all who are level in front.

    `whole`: none of the player's points are missing. Nobody leads while anybody's are.
    """

    place: int
    name: str
    total: int
    leads: bool
    whole: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """What one player wrote in one deal; `went_out` marks the player who went out.

    `points` is None for who took no part, and where they are `missing` as yet: neither is a 0.
    `brought` are points that the player sat down with just before. `running` is None before the
    player joined.
    """

    player: str
    name: str
    points: int | None
    running: int | None
    went_out: bool
    brought: int = 0
    missing: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Missing:
    """Points that are still missing: the deal, the player's key, and both in words."""

    deal: int
    player: str
    says: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One deal of the grid: written where it has cells, the current one, or still to come."""

    number: int
    about: str
    dealer: str
    cells: tuple[Cell, ...]
    is_next: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class TableView:
    """Everything that the table page shows of a book."""

    day: date | None
    banner: Banner | None
    places: tuple[Place, ...]
    missing: tuple[Missing, ...]
    away: tuple[tuple[str, int], ...]
    started: bool
    absent: bool
    counts: bool
    ends: bool
    rows: tuple[Row, ...]
    brings: tuple[str, ...]
    log: tuple[LogLine, ...]
    earlier: int


def lay_out(book: ScoreBook) -> TableView:
    """Lay a book out for the table page."""
    lines = tuple(reversed(book.log))
    day = date.fromisoformat(book.state.day) if book.state.day else None
    return TableView(
        day=day,
        banner=banner(book, book.next_deal) if book.next_deal else None,
        places=places(book),
        missing=tuple(_missing(book, row, key) for row, key in book.missing),
        away=tuple((seat.name, book.totals[seat.key]) for seat in book.away),
        started=bool(book.deals),
        counts=book.variant.counts_cards,
        ends=bool(deal_count(book.variant) or book.variant.end.target),
        absent=any(len(row.hands) < len(book.everyone) for row in book.deals),
        rows=(*(_written(book, row) for row in book.deals), *_to_come(book)),
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


def places(book: ScoreBook) -> tuple[Place, ...]:
    """The standings, best first; nobody leads before a deal is written."""
    stand, names = book.standings, book.names
    return tuple(
        Place(
            place=stand.places[player],
            name=names[player],
            total=stand.totals[player],
            leads=bool(book.deals) and stand.places[player] == 1 and not book.incomplete,
            whole=player not in book.incomplete,
        )
        for group in stand.order
        for player in group
    )


def _missing(book: ScoreBook, row: DealRow, key: str) -> Missing:
    return Missing(
        deal=row.number,
        player=key,
        says=say("table-missing-of", player=book.names[key], deal=row.number),
    )


def _written(book: ScoreBook, row: DealRow) -> Row:
    return Row(
        number=row.number,
        about=_about(book, row.number),
        dealer=book.names[row.dealer],
        cells=tuple(
            Cell(
                player=seat.key,
                name=seat.name,
                points=row.points.get(seat.key),
                running=row.running.get(seat.key),
                went_out=seat.key == row.out,
                brought=row.starting_points.get(seat.key, 0),
                missing=seat.key in row.missing,
            )
            for seat in book.everyone
        ),
        is_next=False,
    )


def _to_come(book: ScoreBook) -> tuple[Row, ...]:
    """The deals that are still to be played: all of them where the game has a number."""
    if book.next_deal is None:
        return ()
    last = deal_count(book.variant) or book.next_deal
    return tuple(
        Row(
            number=number,
            about=_about(book, number),
            dealer=book.names[dealer],
            cells=(),
            is_next=number == book.next_deal,
        )
        for number, dealer in zip(
            range(book.next_deal, max(last, book.next_deal) + 1),
            islice(book.state.dealers(), book.next_deal - 1, None),
            strict=False,
        )
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


def _about(book: ScoreBook, deal: int) -> str:
    return contract_words(book.plan_of(deal).contract)
