"""What a rule card may not say: sentences that cannot apply at a table, or that clash."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import chain
from typing import Any

from referee.rules import CaseError
from referee.rules.findings import violations
from referee.rules.rulings import rule_by
from referee.rules.schema.runs import longest_run, rank_lines
from referee.rules.schema.variant import Variant
from referee.web.rule_card import RuleCard

Holds = Callable[[Variant], bool]


def _runs_from_two(table: Variant) -> bool:
    return any("2" in line for line in rank_lines(table.at().deck))


def _out_of_turn(table: Variant) -> bool:
    return table.takes_wilds and table.take_wild.turn == "any"


NEEDS: Mapping[str, Holds] = {
    r"(?<!No card is )(?<!another rank is )(?<!one rank is )\b[Ww]ilds?\b": lambda t: t.has_wilds,
    r"[Jj]okers?\b(?<!no jokers)": lambda t: t.has_jokers,
    r"\b[Cc]ontracts?\b": lambda t: t.has_contracts,
    r"\bclaim|“May I”|gets the discard this way": lambda t: t.has_claims,
    r"claim the discard (up|once|as often)|late claim": lambda t: t.has_callers,
    r"[Ii]dentical c|With two packs, an identical": lambda t: t.many_packs,
    r"More( melds)? may follow|^(After the|Besides the) contract you may":
        lambda t: t.has_contracts and t.melds_further,
    r"^You may take a wild|^You may take wild|wild card that you took|taken from (a|your)":
        lambda t: t.takes_wilds,
    r"Wild cards are taken in your own|take a wild card out of turn": lambda t: t.takes_wilds,
    r"first to call gets it": _out_of_turn,
    r"^(A two|Twos)\b": lambda t: "2" in t.wilds.ranks,
    r"(before|below|of|to) (the )?two\b": _runs_from_two,
    r"the three": lambda t: not _runs_from_two(t),
    r"14 cards": lambda t: longest_run(t.at()) == 14,
    r"ace is low or high": lambda t: t.ranks.ace in ("low-or-high", "both"),
    r"as the dearest other card": lambda t: t.has_jokers and t.points.usual_joker,
    r"the others may say|others may claim": lambda t: t.claim.by == "rotation",
    r"counts even after": lambda t: t.irregularities.late_claim == "always",
    r"and any suits|identical cards are allowed": lambda t: t.sets.suits == "free",
    r"points (taken )?off": lambda t: t.scoring.winner == "zero",
    r"doubles what|declaration costs|Dropping out of a deal costs|writes more than":
        lambda t: t.scoring.winner != "one",
}  # fmt: skip
"""Sentences, by a pattern of their words, and what has to hold at a table that has them."""

CLASHES: tuple[tuple[str, str], ...] = (
    ("No card is wild", r"\bwild card|Wild cards|[Jj]okers are wild|is wild,"),
    ("no melds are laid down", "may follow|you may lay down|as many melds"),
    ("Only the player whose turn it is may take the discard",
     "may claim|late claim|gets the discard|discard.* goes to|May I|Take the discard or leave it"),
    ("never taken from melds", "may be taken|may take (a )?wild|wild card that you took|are taken"),
    ("Wild cards are taken in your own turn", "wild card out of turn|first to call"),
    ("ace is high only", "ace is low|low or high|go on past the ace|ace at both ends: "),
    ("ace is low only", "ace is high|low or high|go on past the ace|ace at both ends: "),
    ("A meld may be made of wild cards alone", "may not hold more wild|needs at least"),
    ("A meld may hold more wild cards than non-wild",
     "may not hold more wild|as many as the non-wild|may hold one wild card"),
    (r"A meld may not hold more wild cards than non-wild cards\.", "as many as fit"),
    (r"may hold (one wild card, no more|at most \d wild cards)\.", "as many as fit"),
    ("no two wild cards lie side by side", r"may hold one wild card, no more\."),
    ("A wild card in a run stays", "may be taken from a run|then moves"),
    ("no other meld does", "^Besides the contract you may|may follow in the turn"),
    ("In your turn, after drawing", "before you draw|in another player’s turn"),
    ("Draw before you", "before you draw"),
    ("before you draw", "Draw one card, lay down|Draw one card\\. Lay|leave it, lay down"),
    ("only by discarding your last card", "unless you have none left"),
    ("wild card in a run stays where it is", "may be taken from a run"),
    ("credited with the cards", "everybody writes|penalties here|writes 0"),
    ("The highest total wins", "the fewest win|penalties here"),
    ("exactly as long as asked", "may be longer"),
    ("as long as the deal says", "may be longer"),
    ("suits of a set all differ",
     r"set has .*at most ([6-9]|1\d) cards|set has \d cards or more"),
    ("stands for a missing suit", "any natural card of the rank"),
    ("Only one discard lies", "may claim|next in turn who wants it|two discards|top one"),
    ("whatever the number of players", "With two packs|With three|packs for"),
    ("added to a set of its rank", r"A set has exactly"),
    ("goes to the player on your left", "nobody may claim|claim the discard|whoever (calls|says)"),
    ("is always wild", "may also (lie in a|be just)"),
    ("may share ranks|touch or overlap", "may not share|may not overlap"),
    ("goes back on the table in the same turn", "may stay in your hand"),
    ("wild card may be discarded", "wild card is never discarded"),
    ("Whoever goes out writes 0", "credited"),
    ("When the stock is used up, the deal is over", "cards are left in the stock"),
    ("stock it stays there", "When the stock is used up, each player"),
    ("eights and nines are left out", "eights, nines and tens"),
)  # fmt: skip
"""Pairs of patterns of which a card may hold one sentence alone."""

AWKWARD = (
    r"at least (\d+) and at most \1\b|For (\d+) to \2 players|\{|  "
    r"|no matter|Part with|rank more|with each pack|cards of who|is spared|[Tt]he one who knocked"
)
"""Words that say a thing twice, leave a place open, or mean nothing where they stand alone."""

ONCE = (r"suits .*\bdiffer|cards of a set .* different suits", r"[Ii]f several players")
"""What one sentence of a card says at most."""


def sentences(table: Variant) -> list[str]:
    """Every sentence of the rule card."""
    card = RuleCard(table)
    texts = chain.from_iterable(
        [*(line.text for line in section.rules), *(note.text for note in section.notes)]
        for section in card.sections
    )
    return [*chain.from_iterable(map(_parted, texts)), *map(str.strip, _specials(card))]


def _parted(text: str) -> list[str]:
    return re.split(r"(?<=[.”]) (?=[A-Z])", text)


def _specials(card: RuleCard) -> Iterator[str]:
    return filter(None, dict.fromkeys(deal.special for deal in card.deals))


def wrong_on_card(table: Variant) -> list[str]:
    """What stands on the card of a table that cannot apply there, clashes, or stands twice."""
    said, own = sentences(table), {*map(str.strip, _specials(RuleCard(table)))}
    wrong = [f"twice: {text}" for text, times in Counter(said).items() if times > 1]
    wrong += [f"awkward: {text}" for text in said if re.search(AWKWARD, text)]
    for pattern in ONCE:
        several = [text for text in said if re.search(pattern, text)]
        wrong += [f"twice: {text}" for text in several[1:]]
    for pattern, holds in NEEDS.items():
        named = [text for text in said if re.search(pattern, text)]
        wrong += [] if not named or holds(table) else [f"cannot apply: {named[0]}"]
    for one, other in CLASHES:
        # What a deal has of its own is an exception.
        usual = [text for text in said if not text.startswith("In deal ") and text not in own]
        first, second = (
            [text for text in usual if re.search(pattern, text)] for pattern in (one, other)
        )
        if first and second and (first != second or len(first) > 1):
            wrong.append(f"clash: {first[0]} | {second[0]}")
    return wrong


def barred_off_card(table: Variant, cases: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    """What the referee bars at a table by rules of which none is on its card."""
    for case in cases:
        try:
            ruling = rule_by(table, {**case, "options": {}})
        except CaseError:
            continue
        broken = {finding.rule for finding in violations(ruling.findings)}
        if broken and not broken & {*table.rules}:
            yield f"barred by {', '.join(broken)}: {case}"
