"""Scores in the schema of a game: what is written for a deal, and when the game ends."""

from typing import Literal

from referee.rules.schema.options import knob, table

Best = Literal["lowest", "highest"]
"""Which total wins the game."""

NobodyOut = Literal["all-count", "not-scored", "nothing", "same-dealer"]
"""What is written when a deal ends with nobody out. `not-scored`: the deal is not written at all,
`nothing`: nobody has any points of it, `same-dealer`: the same, and whoever dealt it deals again.
"""

Held = Literal["all", "ungrouped"]
"""Which of the cards held count where hands stay together until the end."""

Grouped = Literal["any", "two-runs", "pure-run", "by-steps"]
"""Which groups of a hand that lost its holder is spared. `two-runs`: all of them, if there are two
runs, one without a wild; `pure-run`: all, if there is such a run; `by-steps`: with such a run all
runs, with a second run all.
"""


@table
class Scoring:
    """`[scoring]`: what is written for a deal, and which total is best.

    `melded`: every player is credited with the cards laid down, and charged with those held.
    `held` and `grouped`: which cards count against their holder in a showdown. `difference`: who
    knocks and who has fewer points are compared, and the better of them has the difference;
    `gin`, `big_gin` and `undercut` are what it brings besides, and `spades_double` doubles it all
    where a spade was turned up. Where hands are not compared, `closed` is taken off for a knock
    with nothing left, and `chinchon` for one whose cards are one run. `from_hand`: what it brings
    to go out with all cards at once. `out_bonus`, `hand_bonus` and `cut_bonus` are points off for
    going out, for doing so with all cards at once, and for cutting exactly as many cards as are
    dealt and turned up.
    `wrong_declaration`, `dropped_first` and `dropped_middle`: what those are charged, and
    `unopened` who has laid nothing when a deal ends, 0 where their cards count. `cap`: the
    most that a player is charged for a deal, 0 for no limit. `parts`: the names of those in which
    the points of a deal are written, where no cards are counted; none for points alone.
    """

    parts: tuple[str, ...] = ()

    held: Held = knob("score.held", applies="is_showdown and has_points")
    grouped: Grouped = knob("score.grouped", applies="showdown.declares and scoring.spares_groups")
    difference: bool = knob("score.difference", applies="showdown.knocks and has_points")
    gin: int = knob("score.gin", most=100, applies="scoring.difference", common=True)
    big_gin: int = knob("score.big-gin", most=100, applies="scoring.difference", common=True)
    undercut: int = knob(
        "score.undercut", most=100, applies="scoring.difference and showdown.leaves_points",
        common=True,
    )  # fmt: skip
    undercut_when: Literal["level", "lower"] = knob(
        "score.undercut", applies="scoring.difference and showdown.leaves_points",
    )  # fmt: skip
    """When a knock is undercut: where another has as few points, or only where one has fewer."""
    closed: int = knob("score.closed", most=100, applies="closes_for_points")
    chinchon: int = knob("score.chinchon", most=100, applies="closes_for_points")
    spades_double: bool = knob(
        "score.spades", shares=("score.difference",), applies="scoring.difference",
    )  # fmt: skip
    wrong_declaration: int = knob("score.wrong-declaration", most=200, applies="showdown.declares")
    dropped_first: int = knob("score.dropped", most=100, applies="showdown.declares")
    dropped_middle: int = knob("score.dropped", most=100, applies="showdown.declares")
    melded: bool = knob(
        "score.melded", shares=("score.winner",),
        applies="has_points and lays_melds",
    )  # fmt: skip
    winner: Literal["zero", "collects", "one"] = knob(
        "score.winner", applies="scoring.by_winner and not tracks"
    )
    """What is written for the player who goes out. `collects`: the value of all the cards that the
    others hold. `one`: one, for the deal: what the others hold is no matter.
    """
    from_hand: Literal["nothing", "doubles"] = knob(
        "score.from-hand", shares=("score.winner",),
        applies="scoring.by_winner and has_points and lays_melds",
    )  # fmt: skip
    """What it brings to go out with all cards at once, with nothing laid down before. `doubles`:
    the others write their cards twice.
    """
    out_bonus: int = knob("score.winner", most=100, applies="scoring.takes_off")
    hand_bonus: int = knob(
        "score.from-hand", shares=("score.winner",), most=100,
        applies="scoring.takes_off and lays_melds",
    )  # fmt: skip
    cut_bonus: int = knob("score.cut", most=100, applies="scoring.takes_off")
    unopened: int = knob(
        "score.unopened", most=300, unlimited=True,
        applies="scoring.takes_off and lays_melds and has_points",
    )  # fmt: skip
    cap: int = knob(
        "score.cap", shares=("score.winner",), most=150, unlimited=True,
        applies="scoring.by_winner and has_points and not showdown.knocks",
    )  # fmt: skip
    best: Best = knob("end.winner", applies="not tracks")
    nobody_out: NobodyOut = knob(
        "score.nobody-out", alias="nobody_out",
        applies="not scoring.melded and scoring.charges_losers and not tracks", common=True,
    )  # fmt: skip
    ties: Literal["shared", "played-off"] = knob(
        "end.ties", alias="ties", applies="has_end and not end.last_wins",
        common=True,
    )  # fmt: skip
    """What becomes of players who are level on top at the end."""

    @property
    def charges(self) -> dict[str, int]:
        """What is written for those to whom something happened, whatever their cards."""
        return {"wrong-declaration": self.wrong_declaration, "unopened": self.unopened}

    @property
    def charges_losers(self) -> bool:
        """Whether players are charged with the cards that they hold."""
        return self.melded or self.writes_hands

    @property
    def counts_deals(self) -> bool:
        """Whether the winner of a deal writes one, whatever the others hold."""
        return self.by_winner and self.winner == "one"

    @property
    def writes_hands(self) -> bool:
        """Whether everybody writes what they hold themselves, less what is taken off."""
        return self.by_winner and self.winner == "zero"

    @property
    def by_winner(self) -> bool:
        """Whether what all write follows from what each holds and from who went out."""
        return not self.melded and not self.difference

    @property
    def winner_alone(self) -> bool:
        """Whether one player alone writes points for a deal, and never less than none."""
        return not self.melded and (self.difference or self.winner != "zero")

    def brings(self, kind: str) -> int:
        """What a knock with nothing left brings, by its kind, besides what is left."""
        lone_run = self.chinchon or self.closed
        bonus = {"gin": self.gin, "big-gin": self.big_gin, "closed": -self.closed}
        return bonus.get(kind, -lone_run)

    @property
    def takes_off(self) -> bool:
        """Whether points may be taken off for what somebody did: few points win."""
        return self.writes_hands and not self.highest_wins

    @property
    def takes_points_off(self) -> bool:
        """Whether a deal may bring somebody less than no points."""
        off = (self.out_bonus, self.hand_bonus, self.cut_bonus, self.closed, self.chinchon)
        return self.melded or any(off)

    @property
    def heeds_hand(self) -> bool:
        """Whether it matters that somebody goes out with all cards at once."""
        return self.by_winner and (self.from_hand == "doubles" or self.hand_bonus > 0)

    @property
    def spares_groups(self) -> bool:
        """Whether cards in groups do not count against who holds them."""
        return self.held == "ungrouped"

    @property
    def highest_wins(self) -> bool:
        """Whether the highest total wins."""
        return self.best == "highest"

    @property
    def with_nobody_out(self) -> NobodyOut:
        """What is written when a deal ends with nobody out; no deal without one who collects."""
        fits = self.charges_losers or self.spares_all
        return self.nobody_out if fits else "not-scored"

    @property
    def spares_all(self) -> bool:
        """Whether nobody has any points for a deal that ends with nobody out."""
        return self.nobody_out in ("nothing", "same-dealer")


@table
class End:
    """`[end]`: a target that ends the game, or a number of rounds; 0 for neither.

    `out_at`: who has so many points is out of the game, and the last player left wins; 0 for never.
    `rejoin`: such a player may come back, with as many points as `rejoin_at` says. A game with
    `[[deals]]` ends after the last of them. `game_bonus` is for the winner of the game and `box`
    for each deal that a player won; both are added when it is over. `shutout`: what becomes of the
    bonus where the others have no points.
    """

    target: int = knob(
        "end.when", alias="target", most=99_999, unlimited=True,
        applies="not deals and not end.rounds", first=True,
    )  # fmt: skip
    rounds: int = knob(
        "end.when", alias="rounds", most=100, unlimited=True, applies="not deals",
        common=True,
    )  # fmt: skip
    out_at: int = knob(
        "end.when", alias="out_at", most=1_000, unlimited=True,
        applies="not deals and not end.target",
    )  # fmt: skip
    rejoin: bool = knob("end.rejoin", applies="not deals and not end.target and end.out_at")
    rejoin_at: Literal["above", "level"] = knob("end.rejoin", applies="end.rejoin")
    """With how many points. `level`: as many as the highest of the others, `above`: one more."""
    game_bonus: int = knob("end.game-bonus", most=1000, applies="has_end and scoring.highest_wins")
    shutout: Literal["none", "double"] = knob(
        "end.game-bonus", applies="has_end and end.game_bonus"
    )
    """What it brings at the end that the others have no points. `double`: twice the game bonus."""
    box: int = knob("end.box", most=100, applies="has_end and scoring.highest_wins")
    at_once: Literal["one", "three"] = knob("end.box", applies="end.box and end.target", first=True)
    """How many games are scored at once. `three`: what a player wins first counts in the first
    of them, the next time in the second too, and then in all; the last of them ends the evening.
    """

    @property
    def adds_bonuses(self) -> bool:
        """Whether anything is added to the totals once the game is over."""
        return bool(self.game_bonus or self.box)

    @property
    def last_wins(self) -> bool:
        """Whether players are out of the game at a total, until one is left, who wins."""
        return self.out_at > 0 and not (self.rounds or self.target)
