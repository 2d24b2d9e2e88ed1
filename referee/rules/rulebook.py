"""Every rule that a game can have: its id, its heading on a rule card, and which games need it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from referee.rules.options import Option
from referee.rules.variant import (
    Ace,
    Basis,
    SameSuitRuns,
    SettledBy,
    StockOut,
    Suits,
    Variant,
    When,
    WildLimit,
)
from referee.rules.words import rule_words

Needs = Callable[[Variant], bool]

HEADINGS = ("cards", "melds", "contract", "turn", "table", "discard", "scoring", "irregularities")
"""The parts of a rule card, in the order in which players read them."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One rule's place in the book: its id, its heading, and whether a game needs it."""

    id: str
    heading: str
    needed: Needs


def _always(variant: Variant) -> bool:
    return True


def _never(variant: Variant) -> bool:
    return False


def _says_overlap(variant: Variant) -> bool:
    """Whether overlapping runs need a rule beside that on runs of one suit."""
    free = variant.contracts.same_suit_runs is SameSuitRuns.FREE
    return not (free and variant.contracts.overlapping_runs)


_BOOK: Mapping[str, Mapping[str, Needs]] = {
    "cards": {
        "players.number": _always,
        "cards.packs": _always,
        "cards.dealt": _always,
        "wild.cards": lambda v: v.has_wilds,
    },
    "melds": {
        "set.rank": _always,
        "set.size": _always,
        "set.suits": lambda v: v.sets.suits is Suits.DIFFERENT,
        "run.suit": _always,
        "run.order": _always,
        "run.length": _always,
        "run.ace": _always,
        "run.both-ends": lambda v: v.ranks.ace is not Ace.HIGH,
        "wild.standing": lambda v: v.has_wilds,
        "wild.naturals": lambda v: v.has_wilds,
        "wild.number": lambda v: v.has_wilds,
        "wild.balance": lambda v: v.has_wilds and v.wilds.balanced,
        "wild.adjacent": lambda v: v.has_wilds and not v.wilds.adjacent,
        "wild.itself": lambda v: bool(v.wilds.ranks or v.wilds.by_deal),
    },
    "contract": {
        "contract.pieces": lambda v: v.has_contracts,
        "contract.size": lambda v: v.has_contracts,
        "contract.same-rank": lambda v: v.has_contracts,
        "contract.same-suit": lambda v: v.has_contracts,
        "contract.overlap": lambda v: v.runs_may_overlap and _says_overlap(v),
        "contract.wilds": lambda v: v.has_contracts and v.contracts.wilds is not WildLimit.ANY,
        "contract.whole-hand": lambda v: v.any_whole_hand,
        "contract.last-card": lambda v: v.any_whole_hand,
    },
    "turn": {
        "turn.own": _always,
        "turn.drawn": _always,
        "claim.who": _always,
        "claim.cards": lambda v: v.has_claims,
        "claim.number": lambda v: v.has_claims and v.claim.most > 0,
        "claim.deal": lambda v: any(not deal.claims for deal in v.deals),
        "claim.forced": lambda v: v.stock.out is StockOut.MUST_TAKE_DISCARD,
        "stock.out": _always,
    },
    "table": {
        "further-meld.allowed": _always,
        "further-meld.contract": lambda v: v.has_contracts and v.melds_further,
        "further-meld.when": lambda v: v.further_melds.when is When.LATER_TURN,
        "further-meld.number": lambda v: v.melds_further,
        "lay-off.fit": _always,
        "lay-off.contract": _always,
        "lay-off.when": lambda v: v.lay_off.when is When.LATER_TURN,
        "lay-off.wilds": lambda v: v.has_wilds,
        "lay-off.moves-wild": lambda v: v.lay_off.moves_wild,
        "take-wild.kind": lambda v: v.takes_wilds,
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
        "discard.playable": _always,
        "go-out.last": _always,
    },
    "scoring": {
        "points.cards": _always,
        "points.joker": lambda v: v.points.usual_joker,
        "score.winner": _always,
        "score.nobody-out": _always,
        "end.when": _always,
        "end.winner": _always,
        "end.ties": _always,
    },
    # On the card only where the source says it or the table agreed on it: no game needs them.
    "irregularities": {
        "irregularity.drew-two": _never,
        "irregularity.no-discard": _never,
        "irregularity.wild-upcard": _never,
        "irregularity.wild-wanted": _never,
        "irregularity.count-before-draw": _never,
        "irregularity.count-after-draw": _never,
        "irregularity.false-meld": _never,
        "irregularity.late-claim": _never,
        "irregularity.out-of-turn": _never,
        "irregularity.exposed-by-dealer": _never,
        "irregularity.exposed-by-player": _never,
        "irregularity.false-out": _never,
        "irregularity.count-after-out": _never,
        "irregularity.discarded-two": _never,
        "irregularity.took-two": _never,
        "irregularity.stock-card-seen": _never,
        "irregularity.wrong-dealer": _never,
        "irregularity.imperfect-pack": _never,
        "irregularity.skipped-turn": _never,
        "irregularity.wrong-score": _never,
        "irregularity.false-take-wild": _never,
    },
}

RULEBOOK: tuple[Entry, ...] = tuple(
    Entry(id, heading, needed) for heading, rules in _BOOK.items() for id, needed in rules.items()
)
"""The whole book, in reading order."""


def needed_rules(variant: Variant) -> tuple[str, ...]:
    """The ids of the rules that a game must word, in reading order."""
    return tuple(entry.id for entry in RULEBOOK if entry.needed(variant))


READING_ORDER: tuple[str, ...] = tuple(entry.id for entry in RULEBOOK)
"""The ids of all rules, in the order in which players read them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DeclaredBook:
    """Rules worded from the values of a game.

    `sections`: where the source says a rule, or one of its sentences; empty where it is named as
    silent. `offered`: where the source leaves a choice, by the key of a knob or the name of an
    option.
    """

    sections: Mapping[str, str]
    offered: Mapping[str, str]

    def ids(self, variant: Variant) -> tuple[str, ...]:
        """The rules that the game needs, those that it names, and those that the table turned."""
        options = (variant.options[name] for name in variant.turned)
        turned = {rule for option in options for rule in option.rules}
        wanted = {*needed_rules(variant), *self.sections, *turned}
        return tuple(rule for rule in READING_ORDER if rule in wanted)

    def text(self, variant: Variant, rule: str) -> str:
        """The rule in the words of the catalogue."""
        return rule_words(variant, rule)

    def basis(self, variant: Variant, rule: str, words: str) -> Basis:
        """The section that says so, unless the table turned what it says."""
        name = sentence if (sentence := f"{rule} {words}") in self.sections else rule
        section = self.sections.get(name, "")
        options = variant.options_of(name)
        against = [option for option in options if _overturns(variant, option, name)]
        if section and not against:
            return Basis(variant=variant, rule=rule, by=SettledBy.RULES, section=section)
        named = against or options
        option = named[0].name if named else ""
        return Basis(
            variant=variant, rule=rule, by=SettledBy.TABLE, section=section, option=option,
            turned=bool(section),
        )  # fmt: skip


def _overturns(variant: Variant, option: Option, rule: str) -> bool:
    if option.name not in variant.overturned or rule not in option.rules:
        return False
    knob = option.knob
    if knob is None or knob.spares is None:
        return True
    return not knob.spares(variant, rule, knob.meant(option.default))
