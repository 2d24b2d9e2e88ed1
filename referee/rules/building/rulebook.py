"""Every rule that a game can have: its id, its heading on a rule card, and where it stands."""

from collections.abc import Callable, Container, Iterator
from dataclasses import replace
from functools import partial
from typing import NamedTuple

from referee.language import say
from referee.rules.building.words import rule_words
from referee.rules.law.meld_law import UNLIMITED, bars_alone, law_of
from referee.rules.schema.basis import Wording
from referee.rules.schema.melds import KINDS
from referee.rules.schema.options import Needs, Option, holds, value_at
from referee.rules.schema.variant import KNOBS, Terms, Variant

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


def _says_overlap(variant: Variant) -> bool:
    """Whether overlapping runs need a rule beside that on runs of one suit."""
    free = variant.contracts.same_suit_runs == "free"
    return not (free and variant.contracts.overlapping_runs)


def _in_a_meld(mixed: Callable[[int, int], bool]) -> Callable[[Variant], bool]:
    """Whether any meld could hold so many natural cards and wilds, were none limited to a half."""

    def holds(variant: Variant) -> bool:
        laws = (law_of(variant.at(), kind) for kind in KINDS)
        return variant.has_wilds and any(
            mixed(size - wilds, wilds) and replace(law, lead=-UNLIMITED).fits(size - wilds, wilds)
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


def _is_set(knob: Option, variant: Variant) -> bool:
    return bool(value_at(knob.key, variant) != knob.default)


def _bars_neighbours(variant: Variant) -> bool:
    """Whether two wilds could lie side by side in a run, and may not."""
    return not variant.wilds.adjacent and (
        _may_hold_two_wilds(variant) or (variant.has_wilds and variant.lay_off.any_wilds)
    )


_READING = {
    "cards": "players.number cards.packs cards.dealt wild.cards wild.drawn",
    "melds": "set.rank set.size set.suits run.suit run.order run.length run.ace run.both-ends "
    "wild.standing wild.naturals wild.number wild.balance wild.adjacent wild.itself",
    "contract": "contract.pieces contract.track contract.instead contract.size contract.same-rank "
    "contract.same-suit contract.overlap contract.wilds contract.whole-hand contract.last-card",
    "turn": "turn.direction turn.own turn.drawn take-discard.when take-discard.use "
    "take-discard.depth claim.who claim.cards "
    "claim.number claim.down claim.deal claim.forced stock.out",
    "table": "showdown.by showdown.knock showdown.lay-offs showdown.runs showdown.last-turn "
    "opening.value opening.at-once opening.rounds further-meld.allowed further-meld.contract "
    "further-meld.when further-meld.number lay-off.fit lay-off.contract lay-off.owner "
    "lay-off.when lay-off.wilds lay-off.moves-wild take-wild.kind take-wild.suits take-wild.jokers "
    "take-wild.contract take-wild.owner take-wild.turn take-wild.use take-wild.into",
    "discard": "discard.card discard.taken discard.twin discard.wild discard.playable "
    "go-out.last go-out.melded",
    "scoring": "points.cards points.joker points.low-ace score.held score.grouped "
    "score.difference score.gin score.big-gin score.closed score.chinchon score.undercut "
    "score.spades score.wrong-declaration score.dropped score.melded score.winner "
    "score.from-hand score.cut score.unopened score.cap "
    "score.nobody-out end.when end.rejoin end.winner end.ties end.game-bonus end.box",
}
"""The rules under each heading, in reading order."""

_KNOB_OF: dict[str, Option] = {}
for _knob in KNOBS.values():
    _KNOB_OF.setdefault(_knob.rules[0], _knob)


def _said_of_hands(rule: str) -> Callable[[Variant], bool]:
    """That a rule about what players hold says anything: not where the winner writes one.

    Its knobs may be turned there all the same, as they could be before.
    """
    needs = _KNOB_OF[rule].applies
    return lambda variant: holds(needs, variant) and not variant.scoring.counts_deals


def _counts_from_hand(variant: Variant) -> bool:
    scoring = variant.scoring
    doubles = scoring.from_hand == "doubles"
    changes = doubles or scoring.writes_hands or not scoring.hand_bonus
    return _said_of_hands("score.from-hand")(variant) and changes


def _takes_in_depth(variant: Variant) -> bool:
    """Whether discards from below the top may be taken, at this table or by the game's text."""
    depths = {variant.take_discard.depth, (variant.file or variant).take_discard.depth}
    return depths != {"top"} and holds(_KNOB_OF["take-discard.depth"].applies, variant)


_APPLIES: dict[str, Needs] = {
    "cards.packs": "",
    "set.suits": lambda v: v.sets.suits != "free",
    "run.suit": "",
    "run.both-ends": lambda v: v.has_aces and v.ranks.ace not in ("high", "cyclic", "endless"),
    "wild.standing": "has_wilds",
    "wild.drawn": lambda v: v.wilds.drawn or (v.file or v).wilds.drawn,
    "wild.naturals": _limits_naturals,
    "wild.balance": _may_be_mostly_wild,
    "wild.adjacent": _bars_neighbours,
    "take-discard.depth": _takes_in_depth,
    "contract.pieces": "has_contracts",
    "contract.track": "tracks",
    "contract.instead": lambda v: any(deal.instead for deal in v.deals),
    "contract.same-rank": lambda v: any(deal.asks_two_of("set") for deal in v.deals),
    "contract.same-suit": "asks_two_runs",
    "contract.wilds": (
        lambda v: v.has_contracts and not v.wilds.balanced and _may_be_mostly_wild(v)
    ),
    "contract.whole-hand": "any_whole_hand",
    "contract.last-card": "any_whole_hand",
    "claim.deal": lambda v: v.has_claims and any(not deal.claims for deal in v.deals),
    "showdown.by": "not has_contracts",
    "showdown.knock": "showdown.knocks",
    "turn.direction": lambda v: v.players.direction == "right",
    "further-meld.allowed": "lays_melds",
    "further-meld.contract": "must_open and melds_further",
    "lay-off.fit": "lays_melds",
    "lay-off.wilds": "lays_melds and has_wilds",
    "points.cards": "has_points",
    "points.joker": "has_jokers and points.usual_joker",
    "points.low-ace": lambda v: v.counts_places and v.points.low_ace is not None,
    "score.difference": "showdown.knocks",
    "score.winner": "scoring.by_winner",
    "score.from-hand": _counts_from_hand,
    "score.cap": _said_of_hands("score.cap"),
    "score.dropped": _said_of_hands("score.dropped"),
    "score.wrong-declaration": _said_of_hands("score.wrong-declaration"),
    "score.closed": "closes_for_points and scoring.writes_hands",
    "score.chinchon": "closes_for_points and scoring.writes_hands",
    "score.nobody-out": "not scoring.melded and not tracks",
    "end.when": "",
    "end.winner": "",
    "end.game-bonus": "has_end",
    "end.box": "has_end",
}
"""The games to which a rule can apply. One that is not listed can apply where its knob matters or,
without a knob, to every game."""


def _never(variant: Variant) -> bool:
    return False


_NEEDED: dict[str, Needs] = {
    "turn.direction": _never,
    # Taking a wild out of turn says nothing of who goes first.
    "irregularity.wild-wanted": "",
    "wild.cards": "has_wilds",
    "contract.overlap": _says_overlap,
    "claim.forced": lambda v: v.stock.out == "must-take-discard",
    # What has to be played at once never goes back.
    "discard.taken": lambda v: not (v.discard.taken and v.take_discard.use == "now"),
    "score.from-hand": "scoring.heeds_hand",
    "score.dropped": lambda v: v.scoring.dropped_first + v.scoring.dropped_middle > 0,
}
"""Which games have to word a rule that can apply, where not all of them do."""

_WHERE_SET = (
    "wild.drawn wild.balance contract.wilds take-discard.when take-discard.use take-discard.depth "
    "claim.number claim.down opening.value take-wild.suits "
    "showdown.by take-wild.jokers score.closed score.chinchon score.cut take-wild.into "
    "showdown.last-turn opening.at-once opening.rounds further-meld.when lay-off.when "
    "lay-off.owner lay-off.moves-wild go-out.melded score.difference score.gin score.big-gin "
    "score.spades score.melded score.unopened score.cap end.game-bonus end.box"
)
"""Rules that a game has to word where it sets their knob."""

for _rule in _WHERE_SET.split():
    _NEEDED[_rule] = partial(_is_set, _KNOB_OF[_rule])

_OWN_PLACE = frozenset(" ".join(_READING.values()).split())


def _entries() -> Iterator[Entry]:
    for heading in HEADINGS[:-1]:
        for rule in _READING[heading].split():
            applies = _KNOB_OF[rule].applies if rule in _KNOB_OF else ""
            yield Entry(rule, heading, _APPLIES.get(rule, applies), _NEEDED.get(rule, ""))
        # Any other rule of a knob on melds stands where it bars a meld that no other rule does.
        for rule, knob in _KNOB_OF.items() if heading == "melds" else ():
            if knob.key.startswith(("wilds.", "sets.", "runs.")) and rule not in _OWN_PLACE:
                yield Entry(rule, heading, partial(bars_alone, rule), "")
    # On the card only where the source says it or the table agreed on it, but for a few.
    for key, knob in KNOBS.items():
        if key.startswith("irregularities."):
            needed = _NEEDED.get(knob.rules[0], _never)
            yield Entry(knob.rules[0], HEADINGS[-1], knob.applies, needed)


RULEBOOK = tuple(_entries())
"""The whole book, in reading order."""


def needed_rules(variant: Variant) -> tuple[str, ...]:
    """The ids of the rules that a game must word, in reading order."""
    return tuple(entry.id for entry in RULEBOOK if entry.stands(variant))


READING_ORDER: tuple[str, ...] = tuple(entry.id for entry in RULEBOOK)
"""The ids of all rules, in the order in which players read them."""


def _on_card(variant: Variant) -> tuple[str, ...]:
    """The rules that the game needs, names, or has turned, as far as they apply.

    Those too that a deal has of its own, on the card of the game.
    """
    turned = {rule for name in variant.turned for rule in variant.options[name].rules}
    said = {*variant.sections, *turned}
    deals = [] if isinstance(variant, Terms) else _own_deals(variant)
    own = {rule for number in deals for rule in _of_deal(variant, number)}
    return tuple(e.id for e in RULEBOOK if e.id in own or e.stands(variant, said))


def _own_deals(variant: Variant) -> list[int]:
    return [number for number, deal in enumerate(variant.deals, 1) if deal.set]


def _of_deal(variant: Variant, number: int, *, short: bool = False) -> dict[str, str]:
    """The rules that a deal has of its own, in the words that hold there."""
    own, keys = variant.in_deal(number), variant.deals[number - 1].set
    rules = [rule for rule in (KNOBS[key].rules[0] for key in keys) if _stands(own, rule)]
    words = partial(rule_words, short=short)
    worded = {rule: words(own, rule) for rule in rules}
    return {rule: said for rule, said in worded.items() if said != words(variant, rule)}


def _stands(variant: Variant, rule: str) -> bool:
    return any(entry.id == rule and entry.stands(variant, (rule,)) for entry in RULEBOOK)


def holds_unsaid(variant: Variant, rule: str) -> bool:
    """Whether a rule that a game need not word holds there all the same, by its knob."""
    return rule in _KNOB_OF and _stands(variant, rule)


def _worded(variant: Variant, rule: str, short: bool) -> str:
    """A rule in words, with those of each deal in which it is another."""
    own: dict[str, list[int]] = {}
    for number in _own_deals(variant):
        if words := _of_deal(variant, number, short=short).get(rule):
            own.setdefault(words, []).append(number)
    usual = rule_words(variant, rule, short=short)
    if not own:
        return usual
    deals = [say("rule-in-deals", deals=tuple(at), rule=words) for words, at in own.items()]
    return " ".join([usual] * _stands(variant, rule) + deals)


WORDING = Wording(
    rules=_on_card,
    text=_worded,
    of_deal=lambda variant, number: tuple(_of_deal(variant, number).values()),
)
"""The rules of every game in the words of the catalogue."""
