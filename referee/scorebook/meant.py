"""Which deal a form means that was shown a while ago, or on a phone without a connection."""

from collections.abc import Sequence

from referee.scorebook.errors import Refused
from referee.scorebook.events import DealDeleted, DealWritten, Recorded
from referee.scorebook.messages import says
from referee.scorebook.projection import ScoreBook
from referee.scorebook.undo import effective


def resolve_deal_id(book: ScoreBook, slip: int, base: int) -> int:
    """The slip that a deal has now which a form called `slip` when the book was at `base`.

    Up to the slips given then it is a deal that stood. The next is the deal that was to come, the
    one after it the deal after that, and so on: the same as the deals that were written since, in
    the order in which they came, whoever wrote them; a deal put in before another is none of them.
    Such a deal may have been taken back meanwhile, and keeps its slip. Raises `Refused` for a deal
    that stood and was struck out, and where a deal before it is not written yet.
    """
    given = 1 + max((one.event.new_deal_id for one in book.entries[:base]), default=0)
    if slip < given:
        if book.deal_by_id(slip) is None:
            raise Refused(says("no.deal.gone"))
        return slip
    place = slip - given
    since = [one for one in book.entries[base:] if isinstance(one.event, DealWritten)]
    there = [one.event.new_deal_id for one in since if _stood_before(book, since, one) == place]
    if there:
        return there[-1]
    slips = {one.event.new_deal_id for one in since}
    if place != sum(row.slip in slips for row in book.deals):
        raise Refused(says("no.deal.before"))
    return book.next_deal_id


def _stood_before(book: ScoreBook, since: Sequence[Recorded], this: Recorded) -> int:
    """How many of some deals stood when one of them was written."""
    entries = book.entries[: this.number - 1]
    counts = effective(entries)
    struck = {
        one.event.deal
        for one in entries
        if isinstance(one.event, DealDeleted) and one.number in counts
    }
    return sum(one.number in counts and one.event.new_deal_id not in struck for one in since)
