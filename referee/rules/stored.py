"""Sentences as plain data that a log keeps: codes and values, worded when somebody reads them."""

from collections.abc import Mapping
from typing import Any

from referee.language import CatalogueError, OneOf, Phrase, Series, Value, sentence
from referee.rules.cards import Card, parse_cards, write_cards
from referee.rules.findings import Finding, Ruling, message_of
from referee.rules.schema.melds import Piece

DEEPEST = 12
"""How many phrases may stand in one another."""


def to_plain(value: Value) -> Any:
    """A value of a sentence as JSON holds it."""
    if isinstance(value, str):
        return str(value)
    if isinstance(value, int):
        return value
    if isinstance(value, Card):
        return {"card": value.code}
    if isinstance(value, Piece):
        return {"piece": str(value)}
    if isinstance(value, tuple):
        cards = [item for item in value if isinstance(item, Card)]
        if cards and len(cards) == len(value):
            return {"cards": write_cards(cards)}
        return [to_plain(item) for item in value]
    if isinstance(value, OneOf):
        return {"or": to_plain(value.things)}
    if isinstance(value, Series):
        return {"series": to_plain(value.things)}
    phrase = value if isinstance(value, Phrase) else value.phrase()
    return {"say": phrase.message, "with": _values_to_plain(phrase.values)}


def _values_to_plain(values: tuple[tuple[str, Value], ...]) -> dict[str, Any]:
    return {name: to_plain(value) for name, value in values}


def of_plain(plain: object, depth: int = 0) -> Value:
    """The value that `to_plain` gave; raises `ValueError` for anything else."""
    if depth > DEEPEST:
        raise ValueError("Too many phrases stand in one another.")
    if isinstance(plain, str) or type(plain) is int:
        return plain
    if isinstance(plain, list):
        return tuple([of_plain(item, depth + 1) for item in plain])
    match plain:
        case {"card": str(code)}:
            (card,) = parse_cards(code, suits=False)
            return card
        case {"cards": str(codes)}:
            return parse_cards(codes, suits=False)
        case {"piece": str(words)}:
            return Piece.read(words, "piece")
        case {"or": list(things)}:
            return OneOf(tuple([of_plain(thing, depth + 1) for thing in things]))
        case {"series": list(things)}:
            return Series(tuple([of_plain(thing, depth + 1) for thing in things]))
        case {"say": str(message), "with": dict(values)}:
            return Phrase(message, _values_of_plain(values, depth + 1))
    raise ValueError(f"{plain!r} is no value of a sentence.")


def _values_of_plain(values: Mapping[str, Any], depth: int = 0) -> tuple[tuple[str, Value], ...]:
    return tuple([(str(name), of_plain(value, depth)) for name, value in values.items()])


def store_ruling(ruling: Ruling) -> dict[str, Any]:
    """A ruling as a log keeps it: as `Ruling.as_dict`, with codes and values for sentences."""
    return ruling.plain(
        _store_finding, lambda offer: {"code": offer.code, "values": _values_to_plain(offer.values)}
    )


def _store_finding(finding: Finding) -> dict[str, Any]:
    plain: dict[str, Any] = {
        "rule": finding.rule,
        "ok": finding.ok,
        "settled_by": finding.settled_by,
        "source": to_plain(finding.source),
        "code": finding.code,
        "values": _values_to_plain(finding.values),
    }
    return plain | ({"option": finding.option} if finding.option else {})


def worded(ruling: Mapping[str, Any]) -> dict[str, Any]:
    """A ruling from a log with its sentences; those that were kept as text stay as they were."""
    findings = [_finding_worded(finding) for finding in ruling["findings"]]
    facts = dict(ruling["facts"])
    offers = facts.get("nearest")
    if isinstance(offers, list):
        facts["nearest"] = [
            _said({"rule": "nearest", **offer}) if isinstance(offer, dict) else offer
            for offer in offers
        ]
    return {**ruling, "findings": findings, "facts": facts}


def _finding_worded(finding: Mapping[str, Any]) -> Mapping[str, Any]:
    if "says" in finding:
        return finding
    source = phrase_of_plain(finding["source"])
    return {**finding, "says": _said(finding), "source": say_stored(source)}


def _said(plain: Mapping[str, Any]) -> str:
    id = message_of(str(plain["rule"]), str(plain["code"]))
    try:
        return sentence(id, _values_of_plain(plain["values"]))
    except (CatalogueError, TypeError, ValueError):
        return _unsaid(id)


def say_stored(said: str | Phrase) -> str:
    """A sentence that a log keeps: text of an earlier version as it is."""
    if isinstance(said, str):
        return said
    try:
        return sentence(said.message, said.values)
    except CatalogueError:
        return _unsaid(said.message)


def _unsaid(id: str) -> str:
    """What stands for a sentence of a later version, which is not in the catalogue."""
    return f"[{id}]"


def phrase_of_plain(plain: object) -> str | Phrase:
    """A sentence that a log keeps, text or a phrase; raises `ValueError` for anything else."""
    said = of_plain(plain)
    if isinstance(said, (str, Phrase)):
        return said
    raise ValueError(f"{plain!r} is no sentence.")
