"""Building a game from its definition and the house options of a table."""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from difflib import get_close_matches
from functools import lru_cache
from itertools import chain
from types import MappingProxyType

from referee.language import ENGLISH, Value, say
from referee.rules.building.rulebook import HEADINGS, READING_ORDER, WORDING
from referee.rules.cards import JOKER, JOKER_RANK, RANKS, SUIT_SIGNS, Card
from referee.rules.findings import message_of
from referee.rules.schema.melds import Deal, Runs, Sets
from referee.rules.schema.options import (
    Option,
    OptionError,
    OptionValue,
    as_written,
    lacking,
    same,
    value_at,
    why_lacking,
)
from referee.rules.schema.play import LAST_CARD_WAYS
from referee.rules.schema.reading import SchemaError, patched, path, read_table
from referee.rules.schema.variant import KNOBS, Variant

EDITION = 2
"""The schema that definitions are written in now; they carry its number."""

OF_A_DEAL = {
    "wilds", "sets", "runs", "contracts", "opening", "further_melds", "lay_off", "take_wild",
    "discard", "ranks",
}  # fmt: skip
"""The tables of the schema whose knobs a deal may set for itself."""

_WILD = ("wilds.ranks", "wilds.by_deal")
_OF_DECK = ("ranks.order", "suits")

MOST_TABLES = 256
"""How many games under some options are kept: those of the same ones are one object."""

MOST_NEAR = 8
"""How many options are named that an unknown one may be meant for."""


def build(
    definition: Mapping[str, object], *, id: str, options: Mapping[str, object] | None = None
) -> Variant:
    """Build a game from its definition and the options chosen for a table.

    `definition` is what a TOML or JSON reader gives, parents already merged. `options` overrides
    defaults, by the name of an option or the key of a knob. Raises `SchemaError` for a mistake in
    the definition and `OptionError` for an option or value that the game has not, and for values
    that cannot go together.
    """
    if (edition := definition.get("edition", 1)) != EDITION:
        raise SchemaError("edition", say("schema-edition", most=EDITION, given=repr(edition)))
    file = read_table(
        Variant, definition, id=id, chosen={}, options={}, wording=WORDING, definition=definition,
        file=None,
    )  # fmt: skip
    _check_sections(file)
    offered = MappingProxyType(dict(_options(file)))
    return rebuild(replace(file, options=offered), options or {})


def _check_sections(game: Variant) -> None:
    sections: dict[str, str] = {}
    for section, rules in game.says.items():
        key = path("says", section)
        for rule in rules:
            named, _, code = rule.partition(" ")
            _expect(named in READING_ORDER, key, "schema-no-rule", rule=rule)
            has_words = not code or ENGLISH.has(message_of(named, code))
            _expect(has_words, key, "schema-no-sentence", rule=rule)
            placed = sections.setdefault(rule, section)
            _expect(placed == section, key, "schema-placed", rule=rule, section=placed)


def _offered(game: Variant) -> Mapping[str, tuple[str, ...]]:
    """What the source offers of an option, by key or name, () for any value."""
    offered = {}
    for offer in game.offers:
        key, _, values = offer.partition("=")
        known = key in game.own_options or key in KNOBS
        _expect(known, path("offers", offer), "schema-no-option")
        offered[key] = tuple(filter(None, values.split("|")))
    return offered


def _options(game: Variant) -> Iterator[tuple[str, Option]]:
    """The options of a game: its own, and every knob by its alias, or by its key."""
    offers, own = _offered(game), game.own_options
    for name, option in own.items():
        yield name, option.named(name)._replace(offers=offers.get(name))
    # The most players are those whom it has packs and cards for, its own number at least.
    seats = {players for players, _ in game.packs.by_players.numbers}
    if not game.deals:
        seats &= {players for players, _ in game.cards_each.numbers} if game.cards_each else set()
    for key, knob in KNOBS.items():
        name = key if knob.alias in own else knob.alias or key
        if key == "players.most":
            knob = knob._replace(least=game.players.least, most=max(game.players.most, *seats, 0))
        if key.startswith("wilds."):
            has = set(game.deck.ranks)
            answers = [one for one in knob.answers if not isinstance(one, tuple) or has >= {*one}]
            knob = knob._replace(answers=tuple(answers))
        default, offered = knob.called(setting_of(game, key)), offers.get(key)
        if name != knob.name or offered is not None or not same(default, knob.default):
            knob = knob._replace(name=name, default=default, offers=offered)
        yield name, knob


def setting_of(game: Variant, key: str) -> OptionValue:
    """What a game has at the key of a knob, as files write it."""
    table, _, part = key.partition(".")
    if table != "points":
        return as_written(value_at(key, game))
    if part == "low_ace" and game.points.low_ace is not None:
        return game.points.low_ace
    rank = {"joker": JOKER_RANK, "low_ace": "A"}.get(part, part)
    return game.points.with_joker().of(Card(rank))


def rebuild(variant: Variant, options: Mapping[str, object]) -> Variant:
    """Build the same game with other options, those not named at their defaults.

    As `build` with the game's definition, but without reading it again; raises `OptionError`.
    """
    file = variant.file or variant
    called = _called(file, options)
    wished = {name: file.options[name].read(options[called[name]]) for name in called}
    turned = {
        name: wished[name]
        for name, option in file.options.items()
        if not same(wished.get(name, option.default), option.default)
    }
    try:
        return _built(file, tuple(turned.items()))
    except SchemaError as error:
        raise _blamed(error, file, turned, called) from None


def _called(file: Variant, options: Mapping[str, object]) -> dict[str, str]:
    """What each option that is given is called; raises `OptionError`.

    For one that the game has not, and where two names of one option are given different values.
    """
    called: dict[str, str] = {}
    for given, value in options.items():
        if given not in file.names:
            raise OptionError(given, _unknown(given, file))
        option = file.options[file.names[given]]
        other = called.setdefault(option.name, given)
        if not same(option.read(value), option.read(options[other])):
            raise OptionError(given, say("options-twice", name=other, other=given))
    return called


def _unknown(given: str, file: Variant) -> str:
    """What is said of a name that no option has: the nearest names, or all where none is near."""
    within = [name for name in file.names if given in name.replace("_", ".").split(".")]
    near = dict.fromkeys([*within, *get_close_matches(given, file.names)])
    if near:
        return say("options-near", name=given, near=", ".join([*near][:MOST_NEAR]))
    return say("options-unknown", name=given, known=", ".join(sorted(file.options)))


@lru_cache(MOST_TABLES)
def _built(file: Variant, turned_to: tuple[tuple[str, OptionValue], ...]) -> Variant:
    """The game with some options turned; raises `SchemaError` where its parts do not fit."""
    options, turned = file.options, dict(turned_to)
    chosen = {name: turned.get(name, option.default) for name, option in options.items()}
    variant = replace(file, chosen=MappingProxyType(chosen), file=file)
    # What is the game's own goes beyond what a knob sets.
    for option in sorted((options[name] for name in turned), key=lambda option: option.own):
        for key in option.replaces:
            variant = patched(variant, key, None)
        for key, value in option.sets(chosen[option.name]):
            try:
                variant = patched(variant, key, value)
            except LookupError:
                void = [one for one in map(options.get, turned) if one and _voids(one, key)]
                if void:
                    raise SchemaError(void[0].key, say("lacks-own-say")) from None
                nothing = say("schema-sets-nothing", key=key)
                raise SchemaError(f"options.{option.name}", nothing) from None
    keys = {options[name].key for name in turned}
    wild = [rank for rank in variant.wilds.ranks if f"points.{rank}" not in keys]
    points = variant.points.with_wilds(wild, variant.wilds.colour)
    points = points.with_joker() if "jokers.per_pack" in keys else points
    variant = replace(variant, points=points)
    if keys & {"sets.least", "runs.least"}:
        variant = replace(variant, deals=tuple(_grown(deal, variant) for deal in variant.deals))
    _check(variant)
    return variant


def _voids(option: Option, key: str) -> bool:
    """Whether an option makes the table void in which a key is."""
    return any(key.startswith(f"{table}.") for table in option.replaces)


def _grown(deal: Deal, variant: Variant) -> Deal:
    """A deal with every meld of its contract as long as a meld of this table must be."""
    least = {"set": variant.sets.least, "run": variant.runs.least}
    contract, *others = [
        tuple([replace(piece, size=max(piece.size, least[piece.kind])) for piece in pieces])
        for pieces in (deal.contract, *deal.instead)
    ]
    return replace(deal, contract=contract, instead=tuple(others))


def _blamed(
    error: SchemaError, file: Variant, turned: Mapping[str, OptionValue], called: Mapping[str, str]
) -> OptionError:
    """That an option cannot go together with what else the error is about.

    Raises `SchemaError` where the definition is wrong without any option.
    """
    _built(file, ())
    name = next(iter(turned))
    for one in turned:
        with suppress(SchemaError):
            _built(file, tuple((other, turned[other]) for other in turned if other != one))
            name = one
            break
    offered, why = file.options, error.message.rstrip(".")
    keys = [key for key in (error.key, *error.with_keys) if key not in (name, offered[name].key)]
    code, other = ("clash", keys[0]) if keys else ("wrong", "")
    others = [other for other in offered.values() if other.key in keys or other.name in keys]
    clash = [error.message, *(say("clash-other", asks=other.asks) for other in others)]
    message = say(f"options-{code}", name=called[name], other=other, why=why)
    return OptionError(name, message, clash=" ".join(clash))


def _check(variant: Variant) -> None:
    """Check that the parts of a game fit together.

    Raises `SchemaError` naming the key: a number of players without packs or cards, a contract
    smaller than its melds may be, and the like.
    """
    deck, players, go_out = variant.deck, variant.players, variant.go_out
    least, most = players.least, players.most
    _expect(1 < least <= most, "players", "schema-players", least=least, most=most)
    for number in players.numbers:
        packs = variant.packs.always or variant.packs.by_players.of(number)
        _expect(bool(packs), "packs.by_players", "schema-by-players", players=number)
        each = variant.deals or (variant.cards_each and variant.cards_each.of(number))
        _expect(bool(each), "cards_each", "schema-by-players", players=number)
    _check_melds(variant)
    if variant.tracks:
        alike = len({(deal.cards, deal.whole_hand, deal.claims) for deal in variant.deals}) == 1
        _expect(alike and variant.scoring.highest_wins, "contracts.track", "schema-track")
    for option in (option for option in variant.options.values() if option.own):
        key, number = f"options.{option.name}", option.is_number
        fits = number or option.default in option.answers
        _expect(fits, f"{key}.default", "schema-no-choice")
        _expect(not number or bool(option.key), f"{key}.key", "schema-missing")
        whole = not number or type(option.default) is int
        _expect(whole, f"{key}.default", "schema-whole")
    if variant.showdown.goes_out:
        laid_off = "lay-off" in go_out.by and {*go_out.by} != {*LAST_CARD_WAYS}
        _expect(not laid_off, "go_out.by", "clash-no-lay-offs", "showdown.by")
    for at, note in enumerate(variant.own_notes, 1):
        known = ", ".join(HEADINGS)
        _expect(note.heading in HEADINGS, f"notes.{at}.heading", "schema-one-of", known=known)
        _expect(KNOBS.keys() >= {*note.rests_on}, f"notes.{at}.rests_on", "schema-no-option")
    for key in (*_WILD, "ranks.removed", *_OF_DECK):
        items = value_at(key, variant)
        what, there = ("suit", SUIT_SIGNS) if key == "suits" else ("rank", RANKS)
        for item in items:
            _expect(item in there, key, f"schema-no-{what}", item=item, known=" ".join(there))
            once = key not in _OF_DECK or items.count(item) == 1
            _expect(once, key, "schema-twice", item=item)
    for key in _WILD:
        for rank in value_at(key, variant):
            _expect(rank in deck.ranks, key, "schema-out-of-deck", rank=rank)
    _expect(bool(variant.suits), "suits", "schema-missing")
    _expect(len(deck.line) > 1, "ranks.order", "schema-few-ranks")
    jokers = [JOKER] if variant.has_jokers and variant.has_points else []
    costing = [Card(rank, suit) for rank in deck.ranks for suit in variant.suits] + jokers
    for card in costing:
        rank = "joker" if card.is_joker else card.rank
        _expect(card in variant.points.costs, f"points.{rank}", "schema-missing")


def _expect(holds: bool, key: str, message: str, *others: str, **values: Value) -> None:
    if not holds:
        raise SchemaError(key, say(message, **values), with_keys=others)


def _check_melds(variant: Variant) -> None:
    for kind, law in _laws(variant).items():
        fits = not law.most or law.least <= law.most
        sizes = {"least": law.least, "most": law.most}
        _expect(fits, f"{kind}s.most", f"clash-{kind}-sizes", f"{kind}s.least", **sizes)
    _expect(bool(variant.go_out.by), "go_out.by", "schema-no-way")
    for at, deal in enumerate(variant.deals, 1):
        key = f"deals.{at}.contract"
        laws = _laws(_in_deal(variant, at))
        for piece in chain(deal.contract, *deal.instead):
            law = laws[piece.kind]
            _expect(piece.size >= law.least, key, "schema-small", piece=piece)
            sizes = {"deal": at, "size": piece.size, "most": law.most}
            fits = not law.most or piece.size <= law.most
            _expect(fits, key, f"clash-contract-{piece.kind}", deal.option, **sizes)
        known = not deal.option or deal.option in variant.options
        _expect(known, f"deals.{at}.option", "schema-no-option")
        _check_ways(deal.out_by, f"deals.{at}.out_by")
    _check_ways(variant.go_out.by, "go_out.by")


def _laws(variant: Variant) -> Mapping[str, Sets | Runs]:
    return {"set": variant.sets, "run": variant.runs}


def _in_deal(variant: Variant, number: int) -> Variant:
    """The game by the rules of one of its deals; raises `SchemaError`."""
    under, keys = f"deals.{number}.set", variant.deals[number - 1].set
    for key in keys:
        known = key in KNOBS and key.partition(".")[0] in OF_A_DEAL
        _expect(known, f"{under}.{key}", "schema-not-of-deal")
    try:
        own = variant.in_deal(number)
    except SchemaError as error:
        raise SchemaError(f"{under}.{error.key}", error.message) from None
    for key in keys:
        if lacks := lacking(own, KNOBS[key].applies):
            raise SchemaError(f"{under}.{key}", say("schema-idle", why=why_lacking(lacks)))
    return own


def _check_ways(ways: tuple[str, ...], key: str) -> None:
    known = ", ".join(LAST_CARD_WAYS)
    _expect({*ways} <= {*LAST_CARD_WAYS}, key, "schema-some", known=known)
