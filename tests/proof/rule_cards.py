"""Rule cards of tables that turned many options at once, and the referee's word for them.

No card may say what cannot apply there, twice or against another sentence, and what the referee
bars, it bars by a rule on the card.
"""

from random import Random
from typing import Any

from referee.rules.schema.options import OptionError, plain
from referee.rules.schema.variant import Variant
from referee.variants import catalogue, load
from tests.rules.card_words import barred_off_card, wrong_on_card
from tests.rules.caselaw import precedents
from tests.rules.tables import turned, values_of

MIXES = 2000
MOST_TURNED = 12
ASKED = 8
"""How many cases the referee is asked at each table."""


def main() -> bool:
    """Read every card, and tell what is wrong with any."""
    chance, wrong = Random("rule cards"), 0
    for game in catalogue():
        tables = [*turned(game, game.options), *_mixes(game, chance)]
        cases = [p.case for p in precedents() if p.case.get("game") == game.id]
        for table in tables:
            asked = chance.sample(cases, ASKED)
            problems = [*wrong_on_card(table), *barred_off_card(table, asked)]
            wrong += bool(problems)
            if problems:
                options = " ".join(f"{name}={plain(value)}" for name, value in table.turned.items())
                print(f"  {game.id} {options}: {'; '.join(problems[:3])}", flush=True)
        print(f"  {game.id:28} {len(tables):5} cards", flush=True)
    return not wrong


def _mixes(game: Variant, chance: Random) -> list[Variant]:
    """Tables that turned a few options or many, as far as these go together."""
    tables: list[Variant] = []
    share = -(-MIXES // len(catalogue()))
    while len(tables) < share:
        names = chance.sample([*game.options], chance.randint(2, MOST_TURNED))
        options: dict[str, Any] = {}
        for name in names:
            wished = {**options, name: chance.choice(values_of(game.options[name]))}
            try:
                load(game.id, wished)
            except OptionError:
                continue
            options = wished
        tables.append(load(game.id, options))
    return tables
