"""What tells games apart, for the page and the sheet that compare them."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from functools import lru_cache
from itertools import groupby
from operator import itemgetter
from typing import Final

from referee.language import Phrase, Value, listed, say
from referee.printing.game_facts import deal_numbers, deal_plan, plans
from referee.printing.sections import RULES, rules_under
from referee.rules.building.rulebook import holds_unsaid
from referee.rules.deals import wild_cards
from referee.rules.law.points import card_values
from referee.rules.phrases import span
from referee.rules.schema.melds import Piece
from referee.rules.schema.options import value_at
from referee.rules.schema.variant import KNOBS, Variant
from referee.rules.scoring.standings import game_end
from referee.variants import catalogue


def others_than(variant: Variant) -> Iterator[Variant]:
    """The games to compare one with: itself as it comes as well, where a table changed it."""
    return (one for one in catalogue() if one.id != variant.id or variant.turned)


def spanned(numbers: Iterable[int]) -> str:
    """The least and the greatest of some numbers in words, or the one that they all are."""
    each = [*numbers]
    return listed((span(min(each), max(each)),))


def _dealt(variant: Variant, what: str) -> str:
    """Cards or packs, over all deals and numbers of players."""
    return spanned(
        getattr(deal_plan(variant, players, deal), what)
        for deal in deal_numbers(variant)
        for players in variant.players.numbers
    )


FACTS: Final[Mapping[str, Callable[[Variant], str]]] = {
    "players": lambda variant: spanned((variant.players.least, variant.players.most)),
    "cards": lambda variant: _dealt(variant, "cards_each"),
    "packs": lambda variant: _dealt(variant, "packs"),
    "wilds": lambda variant: listed(_wilds(variant)) or say("compare-none"),
    "contract": lambda variant: say(
        "compare-contract-is", contract=variant.has_contracts, value=variant.least_opening
    ),
    "lay-off": lambda variant: say("compare-lay-off-is", when=_lays_off(variant)),
    "further": lambda variant: KNOBS["further_melds.allowed"].label(variant.further_melds.allowed),
    "buying": lambda variant: KNOBS["claim.by"].label(variant.claim.by),
    "end": lambda variant: say(
        "compare-end-is",
        tracks=variant.tracks,
        **dict(zip(("deals", "target", "out_at"), game_end(variant), strict=True)),
    ),
    "winner": lambda variant: say("compare-wins", best=variant.who_wins),
}
"""A handful of facts of a game, each by the end of the message that names it."""


def _wilds(variant: Variant) -> Iterator[Value]:
    yield from wild_cards(variant)
    if variant.wilds.by_deal or variant.wilds.drawn:
        yield Phrase.of("compare-wild-rank", drawn=variant.wilds.drawn)


def _lays_off(variant: Variant) -> str:
    """When cards may be added to melds: any `time`, once `down`, after a `knock`, or `never`."""
    if variant.lays_melds:
        return "down" if variant.lay_off.needs_contract else "time"
    return "knock" if variant.showdown.knocks and variant.showdown.lay_offs else "never"


_ALIKE: Final = 0.6
"""Part of the words that two sentences share from which what differs is worth showing."""


@lru_cache(maxsize=512)  # Sheets are laid out in several sizes of print.
def differing(text: str, other: str) -> Sequence[tuple[str, bool]]:
    """A text in pieces, each with whether a like sentence of another text says something else."""
    pieces: list[tuple[str, bool]] = []
    others = [_words(sentence) for sentence in _sentences(other) or [""]]
    for sentence in _sentences(text):
        words, said = re.findall(r"\S+\s*", sentence), _words(sentence)
        compared = (SequenceMatcher(None, said, one, autojunk=False) for one in others)
        nearest = max(compared, key=SequenceMatcher.ratio)
        differs = [nearest.ratio() >= _ALIKE] * len(words)
        for start, _, count in nearest.get_matching_blocks():
            # A single word between such as differ tells nothing by itself.
            if count > 1 or start in (0, len(words) - 1):
                differs[start : start + count] = [False] * count
        for alone, some in groupby(zip(differs, words, strict=True), itemgetter(0)):
            pieces.append(("".join(word for _, word in some), alone))
    return pieces


def _sentences(text: str) -> list[str]:
    """Its sentences, each with the space behind it."""
    return re.findall(r"\S.*?(?:\.\s+|$)", text, re.DOTALL)


def _words(sentence: str) -> list[str]:
    return [word.strip(".,:;") for word in sentence.split()]


Two = tuple[Variant, Variant]
Apart = Iterator[tuple[str, list[str]]]
"""What something is called, and what each of two games says of it; "" where one says nothing."""

Contracts = Sequence[tuple[Piece, ...]]


def facts_apart(games: Two) -> Apart:
    """How many play, and what cards count, where two games differ: their rules say all else."""
    for name, read in ("compare-players", FACTS["players"]), ("paper-points", _points):
        one, other = map(read, games)
        if one != other:
            yield say(name), [one, other]


def contracts_apart(
    games: Two, words: Callable[[tuple[Piece, ...]], str]
) -> Iterator[tuple[str, list[str], tuple[Contracts, Contracts]]]:
    """The contracts in which two games differ, in `words` and as melds, whatever their order.

    Deals that only one of them has stand together, each on a line, and have no melds of the other.
    """
    one, other = ([plan.contract for plan in plans(game, None) if plan.contract] for game in games)
    for number, asked in enumerate(zip(one, other, strict=False), 1):
        if Counter(asked[0]) != Counter(asked[1]):
            lead = say("compared-deal", deals=(number,), several=False)
            yield lead, [*map(words, asked)], (asked[:1], asked[1:])
    least = min(len(one), len(other))
    if alone := one[least:] + other[least:]:
        several = len(alone) > 1
        lead = say("compared-deal", deals=(span(least + 1, least + len(alone)),), several=several)
        said = (f"{deal}: " * several + words(asked) for deal, asked in enumerate(alone, least + 1))
        texts = ["\n".join(said), say("compared-no-deal", deals=least)]
        yield lead, texts if one[least:] else texts[::-1], (one[least:], other[least:])


_IN_OTHER_WORDS: Final = ("turn.own", "turn.drawn")
"""Rules whose words differ, by what a turn has, also where two games have the same knob."""


def rules_apart(games: Two) -> Apart:
    """The rules that only one of two games has, by the word on cards that they stand under."""
    one, other = games
    # The facts say for how many a game is.
    told = ["players.number"]
    told += [key for key in _IN_OTHER_WORDS if value_at(key, one) == value_at(key, other)]
    for word in RULES:
        rules = [rule for rule in rules_under(word) if rule not in told]
        said = [_sentences_of(game, others, rules) for game, others in (games, games[::-1])]
        texts = [" ".join(text for text in own if text not in rest)
                 for own, rest in (said, said[::-1])]  # fmt: skip
        if any(texts):
            yield say(f"card-{word}", by=""), texts


def _sentences_of(game: Variant, other: Variant, rules: Iterable[str]) -> list[str]:
    """What a game says by some rules, and by those of another as far as they can hold here."""
    texts = [
        game.text(rule)
        for rule in rules
        if rule in game.rules or (rule in other.rules and holds_unsaid(game, rule))
    ]
    return [*map(str.strip, _sentences(" ".join(filter(None, texts))))]


def _points(game: Variant) -> str:
    values = card_values(game)
    said = (say("compared-points", cards=one.label, points=one.points) for one in values)
    return "\n".join(said) or say("compared-no-points")
