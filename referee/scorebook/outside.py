"""What holds for everything that comes from outside, whatever kind of entry it is in."""

from referee.scorebook import limits
from referee.scorebook.names import is_seen
from referee.scorebook.refusals import Refused
from referee.scorebook.wording import says


def check_plain(plain: object) -> None:
    """Check every text and number of an entry as plain data, names of fields too.

    Raises `Refused` for a text with signs that cannot be seen, which no page could show, and for a
    number beyond what every database and program keeps as it is.
    """
    # What a file holds may be nested deeper than functions can call themselves.
    rest = [plain]
    while rest:
        one = rest.pop()
        if isinstance(one, str):
            if not is_seen(one):
                raise Refused(says("no.text.seen"))
        elif isinstance(one, dict):
            rest += [*one.keys(), *one.values()]
        elif isinstance(one, list):
            rest += one
        elif isinstance(one, int | float) and not abs(one) <= limits.NUMBER:
            raise Refused(says("no.number", most=limits.NUMBER))
