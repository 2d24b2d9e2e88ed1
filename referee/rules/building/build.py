"""Building a game from its definition and the house options of a table."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from operator import attrgetter
from types import MappingProxyType

from referee.language import Value, say
from referee.rules.building.definition import Definition, read_definition
from referee.rules.building.rulebook import HEADINGS, WORDING
from referee.rules.cards import JOKER_RANK, RANKS
from referee.rules.schema.melds import Deal
from referee.rules.schema.options import (
    Option,
    OptionError,
    OptionValue,
    as_written,
    chosen_values,
    same,
)
from referee.rules.schema.play import LAST_CARD_WAYS
from referee.rules.schema.reading import SchemaError, patched, read_into
from referee.rules.schema.variant import KNOBS, Variant


def build(
    definition: Mapping[str, object], *, id: str, options: Mapping[str, object] | None = None
) -> Variant:
    """Build a game from its definition and the options chosen for a table.

    `definition` is what a TOML or JSON reader gives, parents already merged. `options` overrides
    defaults, by the name of an option or the key of a knob. Raises `SchemaError` for a mistake in
    the definition and `OptionError` for an option or value that the game has not, and for values
    that cannot go together.
    """
    parts = read_definition(definition)
    file = read_into(
        Variant, parts.values, id=id, chosen={}, options={}, sections=parts.sections,
        wording=WORDING, definition=definition, file=None,
    )  # fmt: skip
    offered = MappingProxyType(dict(_options(parts, file)))
    return rebuild(replace(file, options=offered), options or {})


def rebuild(variant: Variant, options: Mapping[str, object]) -> Variant:
    """Build the same game with other options, those not named at their defaults.

    As `build` with the game's definition, but without reading it again; raises `OptionError`.
    """
    file = variant.file or variant
    chosen = chosen_values(file.options, file.names, options)
    try:
        return _built(file, chosen)
    except SchemaError as error:
        raise _blamed(error, file, chosen, {file.names[name]: name for name in options}) from None


def _built(file: Variant, chosen: Mapping[str, OptionValue]) -> Variant:
    """The game under these options; raises `SchemaError` where its parts do not fit together."""
    options = file.options.values()
    turned = [option for option in options if not same(chosen[option.name], option.default)]
    variant = replace(file, chosen=MappingProxyType(chosen), file=file)
    # What is the game's own goes beyond what a knob sets.
    for option in sorted(turned, key=lambda option: option.own):
        variant = _turned(variant, option)
    keys = {option.key for option in turned}
    wild = [rank for rank in variant.wilds.ranks if f"points.{rank}" not in keys]
    points = variant.points.with_wilds(wild)
    points = points.with_joker() if "jokers.per_pack" in keys else points
    variant = replace(variant, points=points)
    if keys & {"sets.least", "runs.least"}:
        variant = replace(variant, deals=tuple(_grown(deal, variant) for deal in variant.deals))
    check(variant)
    return variant


def _turned(variant: Variant, option: Option) -> Variant:
    for key in option.replaces:
        variant = patched(variant, key, None)
    for key, value in option.sets(variant.chosen[option.name]):
        try:
            variant = patched(variant, key, value)
        except LookupError:
            nothing = say("schema-sets-nothing", key=key)
            raise SchemaError(f"options.{option.name}", nothing) from None
    return variant


def _grown(deal: Deal, variant: Variant) -> Deal:
    """A deal with every meld of its contract as long as a meld of this table must be."""
    least = {"set": variant.sets.least, "run": variant.runs.least}
    contract = (replace(piece, size=max(piece.size, least[piece.kind])) for piece in deal.contract)
    return replace(deal, contract=tuple(contract))


def _options(parts: Definition, game: Variant) -> Iterator[tuple[str, Option]]:
    """The options of a game: its own, and every knob by its alias, or by its key."""
    yield from parts.own.items()
    for key, knob in KNOBS.items():
        name = key if knob.alias in parts.own else knob.alias or key
        if key == "players.most":
            knob = replace(knob, least=game.players.least, most=_most_seats(game))
        if key.startswith("wilds."):
            in_deck = game.out_of_deck.isdisjoint
            answers = (one for one in knob.answers if not isinstance(one, tuple) or in_deck(one))
            knob = replace(knob, answers=tuple(answers))
        default = knob.called(_default(game, key))
        yield name, replace(knob, name=name, default=default, offers=parts.offers.get(key))


def _most_seats(game: Variant) -> int:
    """The most players whom a game has packs and cards for, its own number at least."""
    seats = {players for players, _ in game.packs.by_players.numbers}
    if not game.deals:
        seats &= {players for players, _ in game.cards_each.numbers} if game.cards_each else set()
    return max(game.players.most, *seats)


def _default(game: Variant, key: str) -> OptionValue:
    """What a game has for a knob before a table turns it."""
    table, _, part = key.partition(".")
    if table == "points":
        return game.points.with_joker().by_rank[JOKER_RANK if part == "joker" else part]
    return as_written(attrgetter(key)(game))


def _blamed(
    error: SchemaError, file: Variant, chosen: Mapping[str, OptionValue], given: Mapping[str, str]
) -> Exception:
    """The error of an option that does not go together with the rest of the game.

    The error itself where the definition is wrong without any option. `given`: what the options
    were called.
    """
    usual = {name: option.default for name, option in file.options.items()}
    try:
        _built(file, usual)
    except SchemaError as of_file:
        return of_file
    turned = [name for name in chosen if not same(chosen[name], usual[name])]
    for name in turned:
        try:
            _built(file, {**chosen, name: usual[name]})
        except SchemaError:
            continue
        return _clash(error, name, given[name], file.options)
    return _clash(error, turned[0], given[turned[0]], file.options)


def _clash(error: SchemaError, name: str, given: str, offered: Mapping[str, Option]) -> OptionError:
    """That an option, called as `given`, cannot go with what else the error is about."""
    keys = [key for key in (error.key, *error.with_keys) if key not in (name, offered[name].key)]
    why = error.message.rstrip(".")
    if keys:
        message = say("options-clash", name=given, other=keys[0], why=why)
    else:
        message = say("options-wrong", name=given, why=why)
    others = [other for other in offered.values() if other.key in keys or other.name in keys]
    clash = [error.message, *(say("clash-other", asks=clashing.asks) for clashing in others)]
    return OptionError(name, message, clash=" ".join(clash))


def check(variant: Variant) -> None:
    """Check that the parts of a game fit together.

    Raises `SchemaError` naming the key: a number of players without packs or cards, a contract
    smaller than its melds may be, and the like.
    """
    _check_players(variant)
    _check_sizes(variant)
    _check_deals(variant)
    _check_options(variant)
    for at, note in enumerate(variant.own_notes, 1):
        known = ", ".join(HEADINGS)
        _expect(note.heading in HEADINGS, f"notes.{at}.heading", "schema-one-of", known=known)
        for key in note.rests_on:
            _expect(key in KNOBS, f"notes.{at}.rests_on", "schema-no-option")
    for key in ("wilds.ranks", "wilds.by_deal", "ranks.removed"):
        for rank in attrgetter(key)(variant):
            _expect(rank in RANKS, key, "schema-no-rank", rank=rank)
            fits = rank not in variant.out_of_deck or key == "ranks.removed"
            _expect(fits, key, "schema-out-of-deck", rank=rank)
    if variant.has_jokers:
        _expect(JOKER_RANK in variant.points.by_rank, "points.joker", "schema-missing")


def _expect(holds: bool, key: str, message: str, *others: str, **values: Value) -> None:
    if not holds:
        raise SchemaError(key, say(message, **values), with_keys=others)


def _check_players(variant: Variant) -> None:
    least, most = variant.players.least, variant.players.most
    _expect(1 < least <= most, "players", "schema-players", least=least, most=most)
    for players in range(variant.players.least, variant.players.most + 1):
        packs = variant.packs.always or variant.packs.by_players.of(players)
        _expect(bool(packs), "packs.by_players", "schema-by-players", players=players)
        if not variant.deals:
            each = variant.cards_each.of(players) if variant.cards_each else None
            _expect(bool(each), "cards_each", "schema-by-players", players=players)


def _check_sizes(variant: Variant) -> None:
    for table, melds, message in (
        ("sets", variant.sets, "clash-set-sizes"),
        ("runs", variant.runs, "clash-run-sizes"),
    ):
        fits = not melds.most or melds.least <= melds.most
        sizes = {"least": melds.least, "most": melds.most}
        _expect(fits, f"{table}.most", message, f"{table}.least", **sizes)
    _expect(bool(variant.go_out.by), "go_out.by", "schema-no-way")


def _check_deals(variant: Variant) -> None:
    least = {"set": variant.sets.least, "run": variant.runs.least}
    most = {"set": variant.sets.most, "run": variant.runs.most}
    for at, deal in enumerate(variant.deals, 1):
        key = f"deals.{at}.contract"
        for piece in deal.contract:
            _expect(piece.size >= least[piece.kind], key, "schema-small", piece=piece)
            limit = most[piece.kind]
            sizes = {"deal": at, "size": piece.size, "most": limit}
            fits = not limit or piece.size <= limit
            _expect(fits, key, f"clash-contract-{piece.kind}", deal.option, **sizes)
        if deal.option:
            _expect(deal.option in variant.options, f"deals.{at}.option", "schema-no-option")
        _check_ways(deal.out_by, f"deals.{at}.out_by")
    _check_ways(variant.go_out.by, "go_out.by")


def _check_ways(ways: tuple[str, ...], key: str) -> None:
    for way in ways:
        _expect(way in LAST_CARD_WAYS, key, "schema-some", known=", ".join(LAST_CARD_WAYS))


def _check_options(variant: Variant) -> None:
    for name, option in variant.options.items():
        if not option.own:
            continue
        fits = option.is_number or option.default in option.answers
        _expect(fits, f"options.{name}.default", "schema-no-choice")
        if option.is_number:
            _expect(bool(option.key), f"options.{name}.key", "schema-missing")
            _expect(type(option.default) is int, f"options.{name}.default", "schema-whole")
