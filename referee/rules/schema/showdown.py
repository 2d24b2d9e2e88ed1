"""The showdown in the schema of a game: hands that stay together until the deal ends."""

from typing import Literal

from referee.rules.schema.options import knob, table

By = Literal["none", "knock", "declare", "out"]
"""How a deal ends in which nothing is laid down before. `knock`: with few points left ungrouped,
`declare`: with the whole hand grouped and shown, `out`: with all of it grouped but one discard.
"""


@table
class Showdown:
    """`[showdown]`: how a deal ends in which nothing is laid down before.

    `knock`: the most points that may be left ungrouped, 0 for none, and `most_left` in how many
    cards at most, 0 for any number; with `by_upcard` as many points as the card counts that was
    turned up. `lay_offs`: after a knock the others may add to the melds shown. `runs`: the fewest
    runs of a declared hand, and `pure_runs` those without a wild among them. `last_turn`: once
    somebody is out, the others have one more turn.
    """

    by: By = knob(
        "showdown.by", "further-meld.allowed",
        applies="not has_contracts and go_out.by_hand",
    )  # fmt: skip
    knock: int = knob(
        "showdown.knock", default=10, most=50, applies="showdown.knocks and not showdown.by_upcard",
        first=True,
    )  # fmt: skip
    most_left: int = knob(
        "showdown.knock", most=6, unlimited=True,
        applies="showdown.knocks and showdown.knock",
    )  # fmt: skip
    by_upcard: bool = knob("showdown.knock", applies="showdown.knocks")
    upcard_ace: Literal["gin", "one"] = knob(
        "showdown.knock", applies="showdown.knocks and showdown.by_upcard",
    )  # fmt: skip
    """How much may be left where an ace is turned up. `gin`: nothing."""
    lay_offs: bool = knob("showdown.lay-offs", default=True, applies="showdown.knocks")
    runs: int = knob("showdown.runs", most=4, applies="showdown.declares")
    pure_runs: int = knob("showdown.runs", most=4, applies="showdown.declares")
    last_turn: bool = knob("showdown.last-turn", applies="showdown.goes_out")

    @property
    def knocks(self) -> bool:
        """Whether a deal ends with a knock."""
        return self.by == "knock"

    @property
    def leaves_points(self) -> bool:
        """Whether who knocks may have points left."""
        return self.by_upcard or self.knock > 0

    @property
    def declares(self) -> bool:
        """Whether a deal ends with a declaration."""
        return self.by == "declare"

    @property
    def goes_out(self) -> bool:
        """Whether a deal ends as somebody shows a whole hand in melds."""
        return self.by == "out"
