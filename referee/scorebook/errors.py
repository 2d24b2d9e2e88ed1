"""What the score book refuses; each text is one sentence or two that say what would be right."""

from referee.language import Value, say


class Refused(ValueError):
    """Something cannot be written in the score book.

    The text is what it `says`, or else the sentence `code` of the catalogue. `seat` is the index of
    the seat that it is about, from 0, or None.
    """

    def __init__(
        self, code: str, says: str = "", /, *, seat: int | None = None, **values: Value
    ) -> None:
        super().__init__(says or say(code, **values))
        self.seat = seat


class NameRefused(Refused):
    """A player's name cannot be used; `seat` says whose."""


class OptionRefused(Refused):
    """A house option does not take a value, or does not go with another; `option` names it."""

    def __init__(self, says: str, *, option: str) -> None:
        super().__init__("", says)
        self.option = option


class LimitReached(Refused):
    """The book would grow beyond one of its limits."""


class NotAllowed(PermissionError):
    """This link may only read, or was withdrawn meanwhile: the sentence `code` says so."""

    def __init__(self, code: str) -> None:
        super().__init__(say(code))


class UnreadableEvent(ValueError):
    """An entry of the log is of a kind or form that this version does not know."""
