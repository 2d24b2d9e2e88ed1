"""Which options a table is offered: the few that it argues about first, and all others."""

from collections.abc import Collection, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Any, NamedTuple

from referee.language import OneOf, say
from referee.rules.building.build import setting_of
from referee.rules.building.rulebook import HEADINGS, RULEBOOK
from referee.rules.cards import RANKS, Card
from referee.rules.schema.deck import BESIDE_RANKS, COLOURS, ranks_of
from referee.rules.schema.options import (
    Option,
    OptionError,
    as_written,
    lacking,
    same,
    value_at,
    why_lacking,
)
from referee.rules.schema.reading import SchemaError, holds_key
from referee.rules.schema.variant import KNOBS, Variant

HEADING_OF = {entry.id: entry.heading for entry in RULEBOOK}
"""The heading of the rule card under which each rule stands."""


class HouseRules(NamedTuple):
    """The names of the options that matter in a game: `first`, and `more` behind them."""

    first: tuple[str, ...]
    more: tuple[str, ...]


@lru_cache
def house_rules(variant: Variant) -> HouseRules:
    """The options that matter in a game as this table plays it."""
    options = variant.options.values()
    own = {key for option in options if option.own for key in option.keys}
    offered = [
        option
        for option in options
        if option.own
        or option.name in variant.turned
        or (option.key not in own and variant.is_card_game and not _lacks(variant, option))
    ]
    first = tuple([option.name for option in offered if _comes_first(variant, option)])
    more = tuple([option.name for option in offered if option.name not in first])
    return HouseRules(first, more)


def _comes_first(variant: Variant, option: Option) -> bool:
    if option.own or option.first or option.offers is not None or option.name in variant.turned:
        return True
    return option.common and any(
        (basis := variant.basis(rule)).by == "table" and basis.option == option.name
        for rule in option.rules
        if rule in variant.rules
    )


_CURES: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "has_wilds": ("wilds.ranks", "wilds.by_deal", "wilds.drawn", "jokers.per_pack"),
        "has_wild_ranks": ("wilds.ranks", "wilds.by_deal", "wilds.drawn"),
        "wilds.drawn": ("wilds.drawn",),
        "has_jokers": ("jokers.per_pack",),
        "limits_wilds": ("wilds.most_per_meld", "wilds.limit"),
        "not wilds.balanced": ("wilds.limit",),
        "runs_may_overlap": ("contracts.same_suit_runs",),
        "melds_further": ("further_melds.allowed",),
        "takes_wilds": ("take_wild.kinds",),
        "swaps_in_unlike_sets": ("take_wild.kinds", "sets.suits"),
        "least_opening": ("opening.value",),
        "plays_taken_wilds": ("take_wild.use",),
        "takes_wilds_out_of_turn": ("take_wild.turn",),
        "many_packs": ("packs.always",),
        "suits_may_repeat": ("packs.always",),
        "not discard.taken": ("discard.taken",),
        "bars_discards": ("discard.wilds", "discard.playable", "go_out.by"),
        "has_claims": ("claim.by",),
        "has_discard_pile": ("claim.by",),
        "has_callers": ("claim.by",),
        "scoring.charges_losers": ("scoring.winner",),
        "not scoring.melded": ("scoring.melded",),
        "go_out.by_hand": ("go_out.melded",),
        "showdown.leaves_points": ("showdown.knock", "showdown.by_upcard"),
        "has_end": ("end.target", "end.rounds"),
        "not end.rounds": ("end.rounds",),
        "not end.target": ("end.target",),
        "end.out_at": ("end.out_at",),
        "end.rejoin": ("end.rejoin",),
        "end.box": ("end.box",),
        "end.target": ("end.target",),
        "not end.last_wins": ("end.target", "end.rounds"),
    }
)
"""The knobs that give a game what another knob needs to matter, where any does."""


def check_effect(variant: Variant, changed: Collection[str], given: Collection[str] = ()) -> None:
    """Check that each option that was changed matters in the game as the table plays it.

    `given`: those that were answered besides, as they come; what is changed may not belie them. All
    are names of options or keys of knobs. Raises `OptionError` for one that changes nothing, with
    the options that it needs. Games in the score book are read without this check.
    """
    different = set(map(variant.option_name, changed))
    for called in dict.fromkeys((*changed, *given)):
        name = variant.option_name(called)
        if name in variant.turned:
            why, others = why_idle(variant, name) if name in different else ("", ())
        else:
            others = _belying(variant, variant.options[name])
            belies = bool(others) and not different.isdisjoint((name, *others))
            why = say("lacks-own-say") if belies else ""
        if why:
            raise _idle(variant, called, why, others)


def why_idle(variant: Variant, name: str) -> tuple[str, tuple[str, ...]]:
    """Why the answer to an option changes nothing, and what would help; empty where it does.

    A total to reach, for one, means nothing where a number of rounds ends the game.
    """
    option = variant.options[name]
    sets = dict(option.sets(variant.chosen[name]))
    packs = {number for key, number in sets.items() if key.startswith("packs.by_players.")}
    if variant.packs.always and packs - {variant.packs.always}:
        return say("lacks-own-say"), ("packs.always",)
    if not option.own:
        if lacks := _lacks(variant, option):
            return why_lacking(lacks), _CURES.get(lacks, ())
        if own := _overriding(variant, option):
            return say("lacks-own-say"), own[:1]
        if option.key == "sets.most" and _suits_limit(variant):
            return say("lacks-longer-sets", suits=len(variant.suits)), ("sets.suits",)
        if option.key == "wilds.naturals_per_meld" and _limit_asks_a_natural(variant):
            lacks = "not wilds.balanced"
            return why_lacking(lacks), _CURES[lacks]
    return "", ()


def _suits_limit(variant: Variant) -> bool:
    """Whether suits limit a set as much as the table's number of cards does, or the game's own."""
    numbers = {variant.sets.most, (variant.file or variant).sets.most}
    return variant.sets.suits == "different" and numbers.isdisjoint(range(1, len(variant.suits)))


def _limit_asks_a_natural(variant: Variant) -> bool:
    """Whether no meld is of wilds alone, by the table's number of naturals and the game's own."""
    own = (variant.file or variant).wilds.naturals_per_meld
    return variant.wilds.balanced and max(variant.wilds.naturals_per_meld, own) < 2


def _lacks(variant: Variant, knob: Option) -> str:
    """What a game lacks for a knob to matter in it; empty where it has all."""
    rank = knob.key.removeprefix("points.")
    if rank in RANKS and Card(rank) not in variant.deck.known:
        return "rank"
    return lacking(variant, knob.applies)


def check_use(variant: Variant, own: Mapping[str, Any]) -> None:
    """Check that a game uses what its file sets, at some table at least.

    `own` is the plain data of the file, without its parents. Raises `SchemaError`. Games in the
    score book are read without this check.
    """
    for key, knob in KNOBS.items():
        lacks = lacking(variant, knob.applies) if holds_key(own, key) else ""
        # What no table may turn may be said all the same, as that melds are laid down at all.
        replaced = (other for other in knob.replaces if holds_key(own, other))
        said = (rule for rule in knob.rules if rule in variant.rules)
        if lacks and lacks not in _CURES and (any(replaced) or not any(said)):
            raise SchemaError(key, _nothing(lacks))
    for at, deal in enumerate(variant.deals, 1):
        for part, needs in (("whole_hand", "contract"), ("last_card_discarded", "whole_hand")):
            if getattr(deal, part) and not getattr(deal, needs):
                raise SchemaError(f"deals.{at}.{part}", _nothing(f"deal.{needs}"))
    for span in own.get("points", ()):
        ranks, _, suits = span.partition(".")
        for rank in set(RANKS).intersection(ranks.split("-")).difference(variant.deck.ranks):
            raise SchemaError(f"points.{span}", say("schema-out-of-deck", rank=rank))
        if suits and not {*COLOURS[suits]}.intersection(variant.suits):
            raise SchemaError(f"points.{span}", _nothing("suit"))
    for rank in own.get("ranks", {}).get("removed", ()):
        if rank not in variant.ranks.order:
            raise SchemaError("ranks.removed", say("schema-out-of-deck", rank=rank))
    if variant.deals and "cards_each" in own:
        raise SchemaError("cards_each", _nothing("not deals"))
    for key in ("packs.by_players", "jokers.by_players", "cards_each"):
        given = value_at(key, variant) if holds_key(own, key) else None
        for players, _ in given.numbers if given else ():
            if not variant.players.least <= players <= variant.most_seats:
                raise SchemaError(key, say("schema-nobody", players=players))


def _nothing(lacks: str) -> str:
    """That something changes nothing, and what is lacking for that."""
    return say("schema-idle", why=why_lacking(lacks))


def _overriding(variant: Variant, option: Option) -> tuple[str, ...]:
    """The options of the game's own that set the same key after a knob, to something else."""
    if same(setting_of(variant, option.key), option.meant(variant.chosen[option.name])):
        return ()
    turned = (variant.options[name] for name in variant.turned)
    return tuple(one.name for one in turned if one.own and _sets(one, option.key))


def _sets(own: Option, key: str) -> bool:
    """Whether an option of the game's own sets the key of a knob, by itself or in a span."""
    table, _, rank = key.partition(".")
    spans = [one.removeprefix("points.") for one in own.keys if one.startswith("points.")]
    in_span = (rank in ranks_of(span, key) for span in spans if span not in BESIDE_RANKS)
    return key in own.keys or (table == "points" and any(in_span))


def _belying(variant: Variant, option: Option) -> tuple[str, ...]:
    """The options turned by which the game is not as an answer that was left as it comes says."""
    if not option.own:
        return _overriding(variant, option)
    others = (choice.set for choice in option.choices if choice.set)
    turned = (name for name in variant.turned if variant.options[name].key in option.keys)
    settled = (sets.keys() <= KNOBS.keys() and _plays(variant, sets) for sets in others)
    return tuple(turned) if any(settled) else ()


def _plays(variant: Variant, sets: Mapping[str, object]) -> bool:
    """Whether a game has all the values that an answer would set."""
    return all(same(setting_of(variant, key), as_written(value)) for key, value in sets.items())


def _idle(variant: Variant, called: str, why: str, others: tuple[str, ...]) -> OptionError:
    """That an option changes nothing, why, and the options, by name or key, that would help."""
    message = say("options-idle", name=called, why=why)
    if others:
        quoted = tuple(f"“{other}”" for other in others)
        message = say("options-idle-without", name=called, why=why, others=OneOf(quoted))
    asked = (variant.options[variant.option_name(other)].asks for other in others)
    clash = [say("clash-idle", why=why), *(say("clash-other", asks=asks) for asks in asked)]
    return OptionError(variant.option_name(called), message, clash=" ".join(clash))


def heading_of(option: Option) -> str:
    """The heading of the rule card that an option belongs to."""
    rules = (rule.partition(" ")[0] for rule in option.rules)
    return next((HEADING_OF[rule] for rule in rules if rule in HEADING_OF), HEADINGS[0])
