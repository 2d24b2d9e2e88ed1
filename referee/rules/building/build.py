"""Building a game from its definition and the house options of a table."""

from collections import Counter
from collections.abc import Iterator, Mapping
from copy import deepcopy
from dataclasses import replace
from operator import attrgetter
from types import MappingProxyType
from typing import Any, NamedTuple

from referee.language import Value, say
from referee.rules.building.definition import EDITION, Definition, read_definition
from referee.rules.building.earlier import read_first_edition
from referee.rules.building.rulebook import HEADINGS
from referee.rules.cards import JOKER_RANK, RANKS, SUIT_SIGNS
from referee.rules.schema.deck import BESIDE_RANKS, PIPS, ranks_of
from referee.rules.schema.knobs import Knob, OptionValue, as_written, same
from referee.rules.schema.melds import Deal
from referee.rules.schema.options import Option, OptionError, chosen_values, knob_option
from referee.rules.schema.play import LAST_CARD_WAYS
from referee.rules.schema.reading import SchemaError, read_into
from referee.rules.schema.variant import KNOBS, Book, Variant


def build(
    definition: Mapping[str, object], *, id: str, options: Mapping[str, object] | None = None
) -> Variant:
    """Build a game from its definition and the options chosen for a table.

    `definition` is what a TOML or JSON reader gives, parents already merged, of this edition or an
    earlier one. `options` overrides defaults, by the name of an option or the key of a knob. Raises
    `SchemaError` for a mistake in the definition and `OptionError` for an option or value that the
    game has not, and for values that cannot go together.
    """
    parts = _taken_apart(definition)
    values = MappingProxyType(dict(parts.values))
    game = _Game(id, definition, values, parts.book, MappingProxyType({}))
    unturned = read_into(Variant, values, **game._asdict(), chosen={})
    offered = MappingProxyType(dict(_options(parts, unturned)))
    return _under(game._replace(options=offered), options or {})


def rebuild(variant: Variant, options: Mapping[str, object]) -> Variant:
    """Build the same game with other options, those not named at their defaults.

    As `build` with the game's definition, but without reading it again; raises `OptionError`.
    """
    game = _Game(variant.id, variant.definition, variant.values, variant.book, variant.options)
    return _under(game, options)


class _Game(NamedTuple):
    """What a game is built from at any table."""

    id: str
    definition: Mapping[str, object]
    values: Mapping[str, object]
    book: Book
    options: Mapping[str, Option]


def _under(game: _Game, options: Mapping[str, object]) -> Variant:
    chosen = chosen_values(game.options, _names(game.options), options)
    try:
        return _built(game, chosen)
    except SchemaError as error:
        given = {_names(game.options).get(name, name): name for name in options}
        raise _blamed(error, game, chosen, given) from None


def _built(game: _Game, chosen: Mapping[str, OptionValue]) -> Variant:
    """The game under these options; raises `SchemaError` where its parts do not fit together."""
    offered = game.options
    turned = {
        name: value for name, value in chosen.items() if not same(value, offered[name].default)
    }
    variant = read_into(
        Variant,
        _patched(game.values, offered, turned),
        **game._asdict(),
        chosen=MappingProxyType(dict(chosen)),
    )
    turned_keys = {offered[name].key for name in turned}
    wild = [rank for rank in variant.wilds.ranks if f"points.{rank}" not in turned_keys]
    variant = replace(variant, points=variant.points.with_wilds(wild))
    if "jokers.per_pack" in turned_keys:
        variant = replace(variant, points=variant.points.with_joker())
    if turned_keys & {"sets.least", "runs.least"}:
        variant = replace(variant, deals=tuple(_grown(deal, variant) for deal in variant.deals))
    check(variant)
    return variant


def _grown(deal: Deal, variant: Variant) -> Deal:
    """A deal with every meld of its contract as long as a meld of this table must be."""
    least = {"set": variant.sets.least, "run": variant.runs.least}
    contract = (replace(piece, size=max(piece.size, least[piece.kind])) for piece in deal.contract)
    return replace(deal, contract=tuple(contract))


def _taken_apart(definition: Mapping[str, object]) -> Definition:
    edition = definition.get("edition", 1)
    if edition == 1:
        return read_first_edition(definition)
    if edition != EDITION:
        raise SchemaError("edition", say("schema-edition", most=EDITION, given=repr(edition)))
    return read_definition(definition)


def _options(parts: Definition, game: Variant) -> Iterator[tuple[str, Option]]:
    """The options of a game: its own, and every knob by its alias, or by its key."""
    yield from parts.own.items()
    for key, knob in KNOBS.items():
        name = key if knob.name in parts.own else knob.name
        if key == "players.most":
            knob = replace(knob, least=game.players.least, most=_most_seats(game))
        if key.startswith("wilds."):
            knob = _of_the_deck(game, knob)
        default = _default(game, key)
        yield name, knob_option(knob, default=default, offers=parts.offers.get(key), name=name)


def _of_the_deck(game: Variant, knob: Knob) -> Knob:
    """A knob without those answers that name ranks which the deck has not."""
    answers = (
        answer
        for answer in knob.answers
        if not isinstance(answer, tuple) or set(answer) <= set(game.deck.ranks)
    )
    return replace(knob, answers=tuple(answers))


def _most_seats(game: Variant) -> int:
    """The most players whom a game has packs and cards for, its own number at least."""
    seats = {players for players, _ in game.packs.by_players.numbers}
    if not game.deals:
        seats &= {players for players, _ in game.cards_each.numbers} if game.cards_each else set()
    return max((game.players.most, *seats))


def _names(options: Mapping[str, Option]) -> dict[str, str]:
    """The name of each knob's option by the key of the knob."""
    return {option.knob.key: name for name, option in options.items() if option.knob}


def _default(game: Variant, key: str) -> OptionValue:
    """What a game has for a knob before a table turns it."""
    table, _, part = key.partition(".")
    if table == "points":
        return game.points.with_joker().by_rank.get(JOKER_RANK if part == "joker" else part, 0)
    return as_written(attrgetter(key)(game))


def _patched(
    values: Mapping[str, object], options: Mapping[str, Option], turned: Mapping[str, OptionValue]
) -> dict[str, object]:
    """The values of a game with those that a table turned: knobs, and then the game's own."""
    patched: dict[str, Any] = deepcopy(dict(values))
    for name in sorted(turned, key=lambda name: options[name].knob is None):
        option = options[name]
        for key in option.knob.replaces if option.knob else ():
            table, _, part = key.partition(".")
            patched.get(table, {}).pop(part, None)
        for key, value in option.sets(turned[name]):
            _set(patched, key, value, name)
    return patched


def _set(table: object, key: str, value: object, option: str) -> None:
    *steps, last = key.split(".")
    for step in steps:
        table = _inside(table, step, key, option)
    if isinstance(table, list):
        table[int(last) - 1] = value
    elif isinstance(table, dict):
        if steps == ["points"]:
            _part_spans(table, last)
        table[last] = value


def _inside(table: object, step: str, key: str, option: str) -> object:
    if isinstance(table, dict) and step not in table and not step.isdigit():
        return table.setdefault(step, {})
    try:
        return table[int(step) - 1] if isinstance(table, list) else table[step]  # type: ignore[index]
    except (KeyError, IndexError, TypeError, ValueError):
        raise SchemaError(f"options.{option}", say("schema-sets-nothing", key=key)) from None


def _part_spans(points: dict[str, object], rank: str) -> None:
    """Write the points of a span out for each rank of it, so that one of them can differ."""
    spans = [span for span in points if span not in (rank, *BESIDE_RANKS)]
    for span in [span for span in spans if rank in ranks_of(span, "points")]:
        number = points.pop(span)
        for single in ranks_of(span, "points"):
            points[single] = int(single) if number == PIPS else number


def _blamed(
    error: SchemaError,
    game: _Game,
    chosen: Mapping[str, OptionValue],
    given: Mapping[str, str],
) -> Exception:
    """The error of an option that does not go together with the rest of the game.

    The error itself where the definition is wrong without any option. `given`: what the options
    were called.
    """
    usual = {name: option.default for name, option in game.options.items()}
    try:
        _built(game, usual)
    except SchemaError as of_file:
        return of_file
    turned = [name for name in chosen if not same(chosen[name], usual[name])]
    for name in turned:
        try:
            _built(game, {**chosen, name: usual[name]})
        except SchemaError:
            continue
        return _clash(error, name, given, game.options)
    return _clash(error, turned[0], given, game.options)


def _clash(
    error: SchemaError, name: str, given: Mapping[str, str], offered: Mapping[str, Option]
) -> OptionError:
    """That an option cannot go together with what else the error is about."""
    keys = [key for key in (error.key, *error.with_keys) if key not in (name, offered[name].key)]
    why = error.message.rstrip(".")
    if keys:
        message = say("options-clash", name=given[name], other=keys[0], why=why)
    else:
        message = say("options-wrong", name=given[name], why=why)
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
    _check_deck(variant)


def _check_deck(variant: Variant) -> None:
    wild = {"wilds.ranks": variant.wilds.ranks, "wilds.by_deal": variant.wilds.by_deal}
    own = {"ranks.order": variant.ranks.order, "suits": variant.suits}
    for key, items in {**wild, "ranks.removed": variant.ranks.removed, **own}.items():
        what, known = ("suit", SUIT_SIGNS) if key == "suits" else ("rank", RANKS)
        for item, times in Counter(items).items():
            _expect(item in known, key, f"schema-no-{what}", item=item, known=" ".join(known))
            _expect(times == 1 or key not in own, key, "schema-twice", item=item)
    for key, ranks in wild.items():
        for rank in ranks:
            _expect(rank in variant.deck.ranks, key, "schema-out-of-deck", rank=rank)
    _expect(bool(variant.suits), "suits", "schema-missing")
    _expect(len(variant.deck.line) > 1, "ranks.order", "schema-few-ranks")
    for rank in (*variant.deck.ranks, *([JOKER_RANK] if variant.has_jokers else [])):
        key = "points.joker" if rank == JOKER_RANK else f"points.{rank}"
        _expect(rank in variant.points.by_rank, key, "schema-missing")


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
        if option.knob:
            continue
        values = [choice.value for choice in option.choices]
        fits = option.is_number or option.default in values
        _expect(fits, f"options.{name}.default", "schema-no-choice")
        if option.is_number:
            _expect(bool(option.key), f"options.{name}.key", "schema-missing")
            _expect(type(option.default) is int, f"options.{name}.default", "schema-whole")
