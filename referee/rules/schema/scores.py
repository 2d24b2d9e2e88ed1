"""Scores in the schema of a game: what is written for a deal, and when the game ends."""

from dataclasses import dataclass
from typing import Literal

from referee.rules.schema.knobs import knob

Winner = Literal["zero", "collects", "one"]
"""What is written for the player who goes out. `collects`: the value of all the cards that the
others hold. `one`: one, for the deal: what the others hold is no matter.
"""

OutFromHand = Literal["nothing", "doubles"]
"""What it brings to go out with all cards at once, with nothing laid down before. `doubles`: the
others write their cards twice.
"""

Best = Literal["lowest", "highest"]
"""Which total wins the game."""

NobodyOut = Literal["all-count", "not-scored"]
"""What is written when a deal ends with nobody out."""

Ties = Literal["shared", "played-off"]
"""What becomes of players who are level on top at the end."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Scoring:
    """`[scoring]`: what is written for a deal, and which total is best.

    `melded`: every player is credited with the cards laid down, and charged with those held.
    `from_hand`: what it brings to go out with all cards at once. `cap`: the most that a player is
    charged for a deal, 0 for no limit.
    """

    melded: bool = knob(
        "score.melded", default=False, shares=("score.winner",), applies=("has_points",),
    )  # fmt: skip
    winner: Winner = knob("score.winner", default="zero", applies=("scoring.one_wins",))
    from_hand: OutFromHand = knob(
        "score.from-hand", default="nothing", shares=("score.winner",),
        applies=("scoring.one_wins", "has_points"),
    )  # fmt: skip
    cap: int = knob(
        "score.cap", default=0, shares=("score.winner",), most=150, unlimited=True,
        applies=("scoring.one_wins", "has_points"),
    )  # fmt: skip
    best: Best = knob("end.winner", default="lowest")
    nobody_out: NobodyOut = knob(
        "score.nobody-out", default="all-count", alias="nobody_out",
        applies=("scoring.one_wins", "scoring.charges_losers"), common=True,
    )  # fmt: skip
    ties: Ties = knob(
        "end.ties", default="shared", alias="ties", applies=("has_end",), common=True,
    )  # fmt: skip

    @property
    def charges_losers(self) -> bool:
        """Whether players are charged with the cards that they hold."""
        return not self.one_wins or self.winner == "zero"

    @property
    def one_wins(self) -> bool:
        """Whether a deal is won by whoever goes out, rather than scored by what each laid down."""
        return not self.melded

    @property
    def with_nobody_out(self) -> NobodyOut:
        """What is written when a deal ends with nobody out: nothing where a winner collects."""
        return self.nobody_out if self.charges_losers else "not-scored"


@dataclass(frozen=True, slots=True, kw_only=True)
class End:
    """`[end]`: a target that ends the game, or a number of rounds; 0 for neither.

    A game with `[[deals]]` ends after the last of them.
    """

    target: int = knob(
        "end.when", default=0, alias="target", most=99_999, unlimited=True,
        applies=("has_no_deals", "end.waits_for_target"), first=True,
    )  # fmt: skip
    rounds: int = knob(
        "end.when", default=0, alias="rounds", most=100, unlimited=True, applies=("has_no_deals",),
        common=True,
    )  # fmt: skip

    @property
    def waits_for_target(self) -> bool:
        """Whether no number of rounds ends the game before a total does."""
        return not self.rounds
