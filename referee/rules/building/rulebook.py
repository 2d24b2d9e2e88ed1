"""Every rule that a game can have: its id, its heading on a rule card, and where it stands."""

from collections.abc import Callable, Container
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain

from referee.rules.building.words import rule_words
from referee.rules.law.meld_law import bars_alone, law_of
from referee.rules.schema.basis import Wording
from referee.rules.schema.melds import KINDS, Kind
from referee.rules.schema.variant import KNOBS, Variant
from referee.rules.scoring.standings import game_end

Needs = Callable[[Variant], bool]

HEADINGS = ("cards", "melds", "contract", "turn", "table", "discard", "scoring", "irregularities")
"""The parts of a rule card, in the order in which players read them."""


@dataclass(frozen=True, slots=True)
class Entry:
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
        return self.applies(variant) and (self.id in said or self.needed(variant))


def _always(variant: Variant) -> bool:
    return True


def _never(variant: Variant) -> bool:
    return False


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


def _in_a_meld(mixed: Callable[[int, int], bool]) -> Needs:
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


def _melds_after_contract(variant: Variant) -> bool:
    return variant.must_open and variant.melds_further


def _counts_usual_joker(variant: Variant) -> bool:
    return variant.has_jokers and variant.points.usual_joker


def _one_wins_cards(variant: Variant) -> bool:
    return variant.has_points and variant.scoring.by_winner


def _lays_melds(variant: Variant) -> bool:
    return variant.lays_melds


def _lays_wilds(variant: Variant) -> bool:
    return variant.lays_melds and variant.has_wilds


def _compares(variant: Variant) -> bool:
    return variant.scoring.difference


_BOOK: dict[str, dict[str, Needs | tuple[Needs, Needs]]] = {
    "cards": {
        "players.number": _always,
        "cards.packs": _always,
        "cards.dealt": _always,
        "wild.cards": (_always, lambda v: v.has_wilds),
        "wild.drawn": (_always, lambda v: v.wilds.drawn),
    },
    "melds": {
        "set.rank": _always,
        "set.size": _always,
        "set.suits": lambda v: v.sets.suits == "different",
        "run.suit": _always,
        "run.order": _always,
        "run.length": _always,
        "run.ace": lambda v: v.has_aces,
        "run.both-ends": lambda v: v.has_aces and v.ranks.ace != "high",
        "wild.standing": lambda v: v.has_wilds,
        "wild.naturals": _limits_naturals,
        "wild.number": lambda v: v.has_wilds,
        "wild.balance": (_may_be_mostly_wild, lambda v: v.wilds.balanced),
        "wild.adjacent": _bars_neighbours,
        "wild.itself": lambda v: v.has_wild_ranks,
    },
    "contract": {
        "contract.pieces": lambda v: v.has_contracts,
        "contract.size": lambda v: v.has_contracts,
        "contract.same-rank": _two_of("set"),
        "contract.same-suit": _two_of("run"),
        "contract.overlap": (lambda v: v.runs_may_overlap, _says_overlap),
        "contract.wilds": (
            lambda v: v.has_contracts and not v.wilds.balanced and _may_be_mostly_wild(v),
            lambda v: v.contracts.wilds != "any",
        ),
        "contract.whole-hand": lambda v: v.any_whole_hand,
        "contract.last-card": lambda v: v.any_whole_hand,
    },
    "turn": {
        "turn.own": _always,
        "turn.drawn": _always,
        "claim.who": _always,
        "claim.cards": lambda v: v.has_claims,
        "claim.number": (lambda v: v.has_callers, lambda v: v.claim.most > 0),
        "claim.deal": lambda v: v.has_claims and any(not deal.claims for deal in v.deals),
        "claim.forced": (_always, lambda v: v.stock.out == "must-take-discard"),
        "stock.out": _always,
    },
    "table": {
        "showdown.by": (lambda v: not v.has_contracts, lambda v: v.is_showdown),
        "showdown.knock": lambda v: v.showdown.knocks,
        "showdown.lay-offs": lambda v: v.showdown.knocks,
        "showdown.runs": lambda v: v.showdown.declares,
        "showdown.last-turn": (lambda v: v.showdown.goes_out, lambda v: v.showdown.last_turn),
        "opening.value": (
            lambda v: v.has_points and v.lays_melds, lambda v: v.least_opening > 0,
        ),
        "further-meld.allowed": _lays_melds,
        "further-meld.contract": _melds_after_contract,
        "further-meld.when": (
            lambda v: v.has_contracts and v.melds_further,
            lambda v: v.further_melds.when == "later-turn",
        ),
        "further-meld.number": lambda v: v.melds_further,
        "lay-off.fit": _lays_melds,
        "lay-off.contract": _lays_melds,
        "lay-off.when": (_lays_melds, lambda v: v.lay_off.when == "later-turn"),
        "lay-off.wilds": _lays_wilds,
        "lay-off.moves-wild": (_lays_wilds, lambda v: v.lay_off.moves_wild),
        "take-wild.kind": (_lays_wilds, lambda v: v.takes_wilds),
        "take-wild.contract": lambda v: v.takes_wilds,
        "take-wild.owner": lambda v: v.takes_wilds,
        "take-wild.turn": lambda v: v.takes_wilds,
        "take-wild.use": lambda v: v.takes_wilds,
    },
    "discard": {
        "discard.card": _always,
        "discard.taken": _always,
        "discard.twin": lambda v: not v.discard.taken and v.many_packs,
        "discard.wild": lambda v: v.has_wilds,
        "discard.playable": _lays_melds,
        "go-out.last": lambda v: v.goes_out,
        "go-out.melded": (_lays_melds, lambda v: v.go_out.melded > 0),
    },
    "scoring": {
        "points.cards": lambda v: v.has_points,
        "points.joker": _counts_usual_joker,
        "points.low-ace": lambda v: v.counts_places and v.points.low_ace is not None,
        "score.held": lambda v: v.is_showdown and v.has_points,
        "score.grouped": lambda v: v.showdown.declares and v.scoring.spares_groups,
        "score.difference": (lambda v: v.showdown.knocks, _compares),
        "score.gin": (_compares, lambda v: v.scoring.gin > 0),
        "score.big-gin": (_compares, lambda v: v.scoring.big_gin > 0),
        "score.undercut": _compares,
        "score.spades": (_compares, lambda v: v.scoring.spades_double),
        "score.wrong-declaration": lambda v: v.showdown.declares,
        "score.dropped": (
            lambda v: v.showdown.declares,
            lambda v: v.scoring.dropped_first + v.scoring.dropped_middle > 0,
        ),
        "score.melded": (
            lambda v: v.has_points and v.lays_melds, lambda v: v.scoring.melded,
        ),
        "score.winner": lambda v: v.scoring.by_winner,
        "score.from-hand": (
            lambda v: _one_wins_cards(v) and v.lays_melds,
            lambda v: v.scoring.from_hand != "nothing",
        ),
        "score.cap": (_one_wins_cards, lambda v: v.scoring.cap > 0),
        "score.nobody-out": lambda v: v.scoring.one_wins,
        "end.when": _always,
        "end.rejoin": lambda v: game_end(v)[2] > 0,
        "end.winner": _always,
        "end.ties": lambda v: v.has_end and v.end.best_wins,
        "end.game-bonus": (lambda v: v.has_end, lambda v: v.end.game_bonus > 0),
        "end.box": (lambda v: v.has_end, lambda v: v.end.box > 0),
    },
    # On the card only where the source says it or the table agreed on it: no game needs them.
    "irregularities": {
        knob.rules[0]: (knob.matters_in, _never)
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
    Entry(id, heading, *(where if isinstance(where, tuple) else (where, _always)))
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
