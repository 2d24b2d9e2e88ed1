"""The table as its page shows it: a book laid out in rows, so that the template only draws."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from referee.language import listed, say
from referee.printing.card_svg import Meld, deal_melds
from referee.rules.deals import contract_words, deal_count, own_rules_words, packs_words, wild_words
from referee.scorebook.projection import DealRow, ScoreBook
from referee.scorebook.score_table import ScoreCell, ScoreRow, ScoreTotal, score_table


@dataclass(frozen=True, slots=True, kw_only=True)
class Banner:
    """What the table needs to know to play a deal.

    `deals` is None in games without a number, and in a play-off after the last of them; `target` is
    the total that ends the game, or None. `melds` are cards that fulfil the contract. `dealer` and
    `leader` are players' keys. `counts`: points come from cards left in the hand.
    """

    number: int
    deals: int | None
    asks: str
    contract_words: str
    melds: tuple[Meld, ...]
    cards_each: int
    packs_words: str
    wild: str
    special: str
    target: int | None
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
    """Everything that the table page shows of a book.

    `rows` are the deals that are written, `last` the cells of the last of them by player, and
    `later` the deals after the next. `away` are those who left. `winners` won, by so many points
    `ahead` of those whom they have `beaten`. `spoken` is what a phone reads aloud of it.
    """

    day: date | None
    banner: Banner | None
    places: tuple[ScoreTotal, ...]
    away: tuple[ScoreTotal, ...]
    winners: tuple[ScoreTotal, ...]
    beaten: tuple[str, ...]
    ahead: int
    missing: tuple[Missing, ...]
    absent: bool
    counts: bool
    ends: bool
    rows: tuple[ScoreRow, ...]
    last: Mapping[str, ScoreCell]
    later: tuple[ScoreRow, ...]
    brings: tuple[str, ...]
    spoken: tuple[str, ...]


def lay_out(book: ScoreBook) -> TableView:
    """Lay a book out for the table page."""
    scores = score_table(book)
    day = date.fromisoformat(book.state.day) if book.state.day else None
    winners = tuple(line for line in scores.standings if line.leads and book.finished)
    now = banner(book, book.next_deal) if book.next_deal else None
    beaten, ahead = _beaten(scores.standings[len(winners) :], winners)
    return TableView(
        day=day,
        banner=now,
        places=scores.standings,
        away=tuple(line for line in scores.totals if line.place is None),
        winners=winners,
        beaten=beaten,
        ahead=ahead,
        missing=tuple(_missing(book, row, key) for row, key in book.missing),
        absent=any(len(row.hands) < len(book.everyone) for row in book.deals),
        counts=book.variant.counts_cards,
        ends=bool(deal_count(book.variant) or book.variant.end.target),
        rows=scores.rows,
        last={cell.player: cell for cell in scores.rows[-1].cells} if scores.rows else {},
        later=scores.to_come[1:],
        brings=_brings(book),
        spoken=_spoken(now, scores.standings, finished=book.finished),
    )


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
                finished="yes" if finished else "no",
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
    others: Sequence[ScoreTotal], winners: Sequence[ScoreTotal]
) -> tuple[tuple[str, ...], int]:
    """Who came next to the winners, and by how many points; nobody where that says nothing."""
    if not winners or not others:
        return (), 0
    ahead = abs(winners[0].total - others[0].total)
    return tuple(line.name for line in others if line.total == others[0].total and ahead), ahead


def banner(book: ScoreBook, deal: int) -> Banner:
    """The banner of any deal of a game."""
    plan = book.plan_of(deal)
    variant = book.variant_of(deal)
    count = deal_count(variant)
    return Banner(
        number=deal,
        deals=count if count and deal <= count else None,
        asks=contract_words(plan.contract) or plan.name,
        contract_words=contract_words(plan.contract),
        melds=deal_melds(plan.terms, deal) if plan.contract else (),
        cards_each=plan.cards_each,
        packs_words=packs_words(plan),
        wild=wild_words(plan.terms),
        special=own_rules_words(plan.terms),
        target=variant.end.target or None,
        dealer=book.dealer_of(deal),
        leader=book.leader_of(deal),
        counts=variant.counts_cards,
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
