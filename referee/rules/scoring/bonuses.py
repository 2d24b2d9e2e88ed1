"""What is added to the totals once a game is over."""

from collections.abc import Mapping, Sequence

from referee.rules.schema.variant import Variant


def game_bonus(
    variant: Variant, rounds: Sequence[Mapping[str, int]], winners: Sequence[str]
) -> int:
    """What each winner of a game adds, more where nobody else ever had any points."""
    end = variant.end
    others = [points for scores in rounds for name, points in scores.items() if name not in winners]
    shut_out = bool(others) and not any(others)
    return end.game_bonus * (2 if end.shutout == "double" and shut_out else 1)


def boxes(rounds: Sequence[Mapping[str, int]], player: str) -> int:
    """How many of the rounds a player won: those that brought any points."""
    return sum(scores.get(player, 0) > 0 for scores in rounds)


def final_totals(
    variant: Variant,
    rounds: Sequence[Mapping[str, int]],
    totals: Mapping[str, int],
    winners: Sequence[str],
) -> dict[str, int]:
    """The totals of a finished game with what is added to them."""
    bonus = game_bonus(variant, rounds, winners)
    return {
        player: total + variant.end.box * boxes(rounds, player) + bonus * (player in winners)
        for player, total in totals.items()
    }
