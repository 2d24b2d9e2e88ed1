"""A game's book as a sheet of paper shows it."""

from datetime import datetime
from itertools import islice

from referee.printing import GameOnPaper, PaperDeal
from referee.rules.deals import deal_count
from referee.scorebook.book import Book


def on_paper(book: Book, *, title: str, started_at: datetime, link: str | None) -> GameOnPaper:
    """What goes on paper of a game: names, deals so far, totals, and a link back to it."""
    keys = tuple(seat.key for seat in book.everyone)
    last = deal_count(book.variant) or len(book.deals) + (not book.finished)
    totals = book.totals
    return GameOnPaper(
        title=title,
        names=tuple(seat.name for seat in book.everyone),
        rows=tuple(
            PaperDeal(
                number=row.number,
                dealer=book.names[row.dealer],
                out=book.names[row.out] if row.out else None,
                points=tuple(row.points.get(key) for key in keys),
                running=tuple(row.running.get(key) for key in keys),
            )
            for row in book.deals
        ),
        dealers=tuple(book.names[key] for key in islice(book.sheet.dealers(), last)),
        totals=tuple(totals[key] if book.deals else None for key in keys),
        winners=book.winners,
        finished=book.finished,
        link=link,
        date=f"{started_at.day} {started_at:%B %Y}",
    )
