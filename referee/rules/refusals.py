"""Refusals: what cannot be taken as it was given."""

from referee.language import Value, say


class Refusal(ValueError):
    """Something that cannot be taken as it was given.

    `field` names what is wrong. `message` says what would be right: what it `says`, or else the
    sentence `code` of the catalogue.
    """

    def __init__(self, field: str, code: str = "", says: str = "", /, **values: Value) -> None:
        self.field = field
        self.message = says or say(code, **values)
        super().__init__(self.message)
