"""Tables to write down: entries and logs as short as tests want them."""

from datetime import UTC, datetime, timedelta

from flask import Flask

from referee.scorebook import storage
from referee.scorebook.counting import open_code, start_counting, take_seat
from referee.scorebook.events.base import Event, Hand, Recorded, Seat
from referee.scorebook.events.deals import DealCorrected, DealWritten, Started
from referee.scorebook.links import Access, open_game

EVENING = datetime(2024, 5, 17, 20, 0, tzinfo=UTC)
SECRET = b"the secret key of a test, thirty-two bytes"


def open_book(instance, database_url=None) -> Flask:
    """An app with nothing but a score book, its tables made."""
    app = Flask(__name__)
    app.config.update(INSTANCE=instance, SECRET_KEY=SECRET, DATABASE_URL=database_url)
    storage.init_app(app)
    storage.migrate(app)
    return app


def started(*names: str, first_dealer: int = 0) -> Started:
    """A table of these players in seat order."""
    seats = tuple(Seat(key=f"p{number}", name=name) for number, name in enumerate(names, 1))
    return Started(players=seats, first_dealer=seats[first_dealer].key)


def hands(*points: int | Hand) -> dict[str, Hand]:
    """A hand for each player in seat order."""
    given = (hand if isinstance(hand, Hand) else Hand(points=hand) for hand in points)
    return {f"p{number}": hand for number, hand in enumerate(given, 1)}


def written(deal: int, out: str | None, *points: int | Hand) -> DealWritten:
    """A deal written for the first time."""
    return DealWritten(deal=deal, out=out, hands=hands(*points))


def corrected(deal: int, out: str | None, *points: int | Hand) -> DealCorrected:
    """A deal as it should be."""
    return DealCorrected(deal=deal, out=out, hands=hands(*points))


def seat(keeper: Access, player: str) -> Access:
    """The game of a keeper as the phone of one of its players opens it."""
    opened = open_code(start_counting(keeper))
    assert opened
    access = open_game(take_seat(opened, player, over=True))
    assert access
    return access


def log_of(*entries: Event) -> list[Recorded]:
    """A log, one entry a minute."""
    return [
        Recorded(
            number=number,
            key=f"key-{number:05}",
            at=EVENING + timedelta(minutes=number),
            link_id="link",
            link_label="scorekeeper’s phone",
            base=number - 1,
            event=entry,
        )
        for number, entry in enumerate(entries, 1)
    ]
