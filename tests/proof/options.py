"""Every option of every game at each value: it changes an answer, or is refused by its name."""

from referee.variants import catalogue
from tests.rules.idle_options import idle


def main() -> bool:
    """Try all of them, and tell which change nothing."""
    found = {game.id: idle(game, game.options) for game in catalogue()}
    for game, wrong in found.items():
        print(f"  {game:28} {'; '.join(wrong) or 'each changes an answer'}", flush=True)
    return not any(found.values())
