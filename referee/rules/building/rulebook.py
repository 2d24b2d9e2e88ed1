"""Every rule that a game can have: its id, its heading on a rule card, and where it stands."""

from collections.abc import Callable, Container
from dataclasses import replace
from functools import partial
from itertools import chain
from typing import NamedTuple

from referee.rules.building.words import rule_words
from referee.rules.law.meld_law import bars_alone, law_of
from referee.rules.schema.basis import Wording
from referee.rules.schema.melds import KINDS, Kind
from referee.rules.schema.options import Needs, holds
from referee.rules.schema.variant import KNOBS, Variant
from referee.rules.scoring.standings import game_end

HEADINGS = ("cards", "melds", "contract", "turn", "table", "discard", "scoring", "irregularities")
"""The parts of a rule card, in the order in which players read them."""


class Entry(NamedTuple):
    """One rule's place in the book: its id, its heading, and where it stands.

    `applies`: whether it can apply in a game; where it cannot, it stands on no card, whoever says
    it. `needed`: whether a game in which it applies has to word it, said or not.
    """

    id: str
    heading: str
    applies: Needs
    needed: Needs

    def stands(self, variant: Variant, said: Container[str] = ()) -> bool:
        """Whether it stands on the card of a game that says some rules besides what it needs."""
        return holds(self.applies, variant) and (self.id in said or holds(self.needed, variant))


def _two_of(kind: Kind) -> Needs:
    """Whether any contract asks for two melds of a kind."""
    return lambda v: any([p.kind for p in deal.contract].count(kind) > 1 for deal in v.deals)


def _says_overlap(variant: Variant) -> bool:
    """Whether overlapping runs need a rule beside that on runs of one suit."""
    free = variant.contracts.same_suit_runs == "free"
    return not (free and variant.contracts.overlapping_runs)


def _bars_alone(rule: str, variant: Variant) -> bool:
    """Whether a rule bars any meld that no other rule bars."""
    return bars_alone(variant.at(), rule)


def _in_a_meld(mixed: Callable[[int, int], bool]) -> Callable[[Variant], bool]:
    """Whether any meld could hold so many natural cards and wilds, were none limited to a half."""

    def holds(variant: Variant) -> bool:
        laws = (law_of(variant.at(), kind) for kind in KINDS)
        return variant.has_wilds and any(
            mixed(size - wilds, wilds) and replace(law, balanced=False).fits(size - wilds, wilds)
            for law in laws
            for size in range(law.least, min(law.most, len(variant.deck.line)) + 1)
            for wilds in range(1, size + 1)
        )

    return holds


_may_be_mostly_wild = _in_a_meld(lambda naturals, wilds: wilds > naturals)
_may_be_all_wild = _in_a_meld(lambda naturals, wilds: not naturals)
_may_hold_two_wilds = _in_a_meld(lambda naturals, wilds: wilds > 1)


def _limits_naturals(variant: Variant) -> bool:
    """Whether the fewest natural cards of a meld say what no other rule on wilds does."""
    if variant.wilds.naturals_per_meld:
        return variant.has_wilds
    return _may_be_all_wild(variant) and not variant.wilds.balanced


def _bars_neighbours(variant: Variant) -> bool:
    """Whether two wilds could lie side by side in a run, and may not."""
    return not variant.wilds.adjacent and (
        _may_hold_two_wilds(variant) or (variant.has_wilds and variant.lay_off.any_wilds)
    )


_BOOK: dict[str, dict[str, Needs | tuple[Needs, Needs]]] = {
    "cards": {
        "players.number": "",
        "cards.packs": "",
        "cards.dealt": "",
        "wild.cards": ("", "has_wilds"),
        "wild.drawn": ("", "wilds.drawn"),
    },
    "melds": {
        "set.rank": "",
        "set.size": "",
        "set.suits": lambda v: v.sets.suits == "different",
        "run.suit": "",
        "run.order": "",
        "run.length": "",
        "run.ace": "has_aces",
        "run.both-ends": lambda v: (
            v.has_aces and v.ranks.ace not in ("high", "cyclic", "endless")
        ),
        "wild.standing": "has_wilds",
        "wild.naturals": _limits_naturals,
        "wild.number": "has_wilds",
        "wild.balance": (_may_be_mostly_wild, "wilds.balanced"),
        "wild.adjacent": _bars_neighbours,
        "wild.itself": "has_wild_ranks",
    },
    "contract": {
        "contract.pieces": "has_contracts",
        "contract.size": "has_contracts",
        "contract.same-rank": _two_of("set"),
        "contract.same-suit": _two_of("run"),
        "contract.overlap": ("runs_may_overlap", _says_overlap),
        "contract.wilds": (
            lambda v: v.has_contracts and not v.wilds.balanced and _may_be_mostly_wild(v),
            lambda v: v.contracts.wilds != "any",
        ),
        "contract.whole-hand": "any_whole_hand",
        "contract.last-card": "any_whole_hand",
    },
    "turn": {
        "turn.own": "",
        "turn.drawn": "",
        "take-discard.when": ("lays_melds", lambda v: v.take_discard.when != "always"),
        "take-discard.use": ("lays_melds", lambda v: v.take_discard.use == "now"),
        "claim.who": "",
        "claim.cards": "has_claims",
        "claim.number": ("has_callers", "claim.most"),
        "claim.down": ("has_callers and lays_melds", "not claim.once_down"),
        "claim.deal": lambda v: v.has_claims and any(not deal.claims for deal in v.deals),
        "claim.forced": ("", lambda v: v.stock.out == "must-take-discard"),
        "stock.out": "",
    },
    "table": {
        "showdown.by": ("not has_contracts", "is_showdown"),
        "showdown.knock": "showdown.knocks",
        "showdown.lay-offs": "showdown.knocks",
        "showdown.runs": "showdown.declares",
        "showdown.last-turn": ("showdown.goes_out", "showdown.last_turn"),
        "opening.value": (
            "has_points and lays_melds", "least_opening",
        ),
        "opening.at-once": ("least_opening", "opening.at_once"),
        "opening.rounds": ("lays_or_knocks", "opening.rounds"),
        "further-meld.allowed": "lays_melds",
        "further-meld.contract": "must_open and melds_further",
        "further-meld.when": (
            "has_contracts and melds_further",
            lambda v: v.further_melds.when == "later-turn",
        ),
        "further-meld.number": "melds_further",
        "lay-off.fit": "lays_melds",
        "lay-off.contract": "lays_melds",
        "lay-off.when": ("lays_melds", lambda v: v.lay_off.when == "later-turn"),
        "lay-off.wilds": "lays_melds and has_wilds",
        "lay-off.moves-wild": ("lays_melds and has_wilds", "lay_off.moves_wild"),
        "take-wild.kind": ("lays_melds and has_wilds", "takes_wilds"),
        "take-wild.suits": ("swaps_in_unlike_sets", "frees_by_all_suits"),
        "take-wild.jokers": ("takes_wilds and has_jokers and has_wild_ranks", "take_wild.jokers"),
        "take-wild.contract": "takes_wilds",
        "take-wild.owner": "takes_wilds",
        "take-wild.turn": "takes_wilds",
        "take-wild.use": "takes_wilds",
        "take-wild.into": (
            "takes_wilds and plays_taken_wilds",
            lambda v: v.take_wild.into != "anywhere",
        ),
    },
    "discard": {
        "discard.card": "",
        "discard.taken": "",
        "discard.twin": "not discard.taken and many_packs",
        "discard.wild": "has_wilds",
        "discard.playable": "lays_melds",
        "go-out.last": "goes_out",
        "go-out.melded": ("lays_melds", "go_out.melded"),
    },
    "scoring": {
        "points.cards": "has_points",
        "points.joker": "has_jokers and points.usual_joker",
        "points.low-ace": lambda v: v.counts_places and v.points.low_ace is not None,
        "score.held": "is_showdown and has_points",
        "score.grouped": "showdown.declares and scoring.spares_groups",
        "score.difference": ("showdown.knocks", "scoring.difference"),
        "score.gin": ("scoring.difference", "scoring.gin"),
        "score.big-gin": ("scoring.difference", "scoring.big_gin"),
        "score.closed": ("closes_for_points", "scoring.closed"),
        "score.chinchon": ("closes_for_points", "scoring.chinchon"),
        "score.undercut": "scoring.difference",
        "score.spades": ("scoring.difference", "scoring.spades_double"),
        "score.wrong-declaration": "showdown.declares",
        "score.dropped": (
            "showdown.declares",
            lambda v: v.scoring.dropped_first + v.scoring.dropped_middle > 0,
        ),
        "score.melded": (
            "has_points and lays_melds", "scoring.melded",
        ),
        "score.winner": "scoring.by_winner",
        "score.from-hand": (
            "has_points and scoring.by_winner and lays_melds",
            "scoring.heeds_hand",
        ),
        "score.cut": ("scoring.takes_off", "scoring.cut_bonus"),
        "score.cap": ("has_points and scoring.by_winner", "scoring.cap"),
        "score.nobody-out": "not scoring.melded",
        "end.when": "",
        "end.rejoin": lambda v: game_end(v)[2] > 0,
        "end.winner": "",
        "end.ties": "has_end and not end.last_wins",
        "end.game-bonus": ("has_end", "end.game_bonus"),
        "end.box": ("has_end", "end.box"),
    },
    # On the card only where the source says it or the table agreed on it: no game needs them.
    "irregularities": {
        knob.rules[0]: (knob.applies, lambda v: False)
        for key, knob in KNOBS.items()
        if key.startswith("irregularities.")
    },
}  # fmt: skip

_LISTED = frozenset(chain.from_iterable(_BOOK.values()))

# Any other rule of a knob on melds stands where it bars a meld that no other rule does.
_BOOK["melds"] |= {
    knob.rules[0]: partial(_bars_alone, knob.rules[0])
    for key, knob in KNOBS.items()
    if key.startswith(("wilds.", "sets.", "runs.")) and knob.rules[0] not in _LISTED
}

RULEBOOK: tuple[Entry, ...] = tuple(
    Entry(id, heading, *(where if isinstance(where, tuple) else (where, "")))
    for heading, rules in _BOOK.items()
    for id, where in rules.items()
)
"""The whole book, in reading order."""


def needed_rules(variant: Variant) -> tuple[str, ...]:
    """The ids of the rules that a game must word, in reading order."""
    return tuple(entry.id for entry in RULEBOOK if entry.stands(variant))


READING_ORDER: tuple[str, ...] = tuple(entry.id for entry in RULEBOOK)
"""The ids of all rules, in the order in which players read them."""


def _on_card(variant: Variant) -> tuple[str, ...]:
    """The rules that the game needs, names, or has turned, as far as they apply."""
    turned = {rule for name in variant.turned for rule in variant.options[name].rules}
    said = {*variant.sections, *turned}
    return tuple(entry.id for entry in RULEBOOK if entry.stands(variant, said))


WORDING = Wording(rules=_on_card, text=rule_words)
"""The rules of every game in the words of the catalogue."""
