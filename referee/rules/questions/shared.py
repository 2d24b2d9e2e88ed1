"""What the questions of a case share: when they are asked, and what bars an answer."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from referee.language import Value
from referee.rules.cards import Card
from referee.rules.deals import plan_deal
from referee.rules.findings import (
    Finding,
    Findings,
    Offer,
    Ruling,
    broken,
    judged,
    ruled,
    violations,
)
from referee.rules.law.faults import packs_faults
from referee.rules.questions import fields
from referee.rules.questions.cases import Case
from referee.rules.questions.declared import Answer
from referee.rules.questions.fields import NEVER, Field
from referee.rules.schema.variant import Terms, Variant


def dealt_to(case: Case) -> int:
    """How many cards each player was dealt, by the fewest players where their number isn't said."""
    return plan_deal(case.terms, case.players or case.variant.players.least).cards_each


def least_dealt_to(case: Case) -> int:
    """How many cards each player was dealt, by the most players where their number isn't said."""
    return plan_deal(case.terms, case.players or case.variant.players.most).cards_each


def last_deals_differ(game: Variant) -> bool:
    """Whether deals differ in how they end."""
    return len({(deal.out_by, deal.whole_hand) for deal in game.deals}) > 1


def claims_differ(game: Variant) -> bool:
    """Whether the discard may be claimed in some deals and not in others."""
    return len({deal.claims for deal in game.deals}) > 1


def in_turn(answer: Answer) -> Answer:
    """A question on what players do in their own turn, after they have drawn."""

    def asked(case: Case) -> Ruling:
        ruling, variant, turn = answer(case), case.variant, case.variant.turn
        done = (
            ("turn.own", "other", case[fields.TURN] == "other", turn.own),
            ("turn.drawn", "before", case.if_given(fields.DRAWN) is False, turn.drawn),
        )
        findings = [
            ruled(not barred, variant, rule, code)
            for rule, code, did, barred in done
            if did and rule in variant.rules
        ]
        if not findings:
            return ruling
        kept = {"matches": [], "value": ruling.facts.get("value")}
        facts = {name: kept[name] for name in kept if name in ruling.facts}
        return judged(
            (*ruling.findings, *findings), facts if violations(findings) else ruling.facts
        )

    return asked


def players_faults(variant: Variant, players: int) -> Findings:
    """Why a game cannot be played by so many."""
    least, most = variant.players.least, variant.players.most
    if least <= players <= most:
        return ()
    named: dict[str, Value] = {"least": least, "most": most, "has": players}
    words = "only" if least == most else "few" if players < least else "many"
    return (broken(variant, "players.number", words, **named),)


def strange_faults(case: Case, cards: Iterable[Card]) -> Findings:
    """That there are jokers, or cards of a rank, in a game without any: no more can be said."""
    terms = case.any_deal
    strange = [card for card in cards if not terms.copies(card)]
    return packs_faults(terms, strange) if strange else ()


def nearest(case: Case, mends: Callable[[], list[Offer]]) -> dict[str, object]:
    """What would be legal instead, where there is such a thing."""
    offers = mends() if case.mends else []
    return {"nearest": offers} if offers else {}


def parted_as(name: str, case: dict[str, Any]) -> dict[str, Any]:
    """A case whose cards are a list by that `name` where they are parted, else one text."""
    parts = case.pop("cards", None)
    if parts is None:
        return case
    return case | ({"cards": parts[0]} if len(parts) == 1 else {name: parts})


def nothing_lies(terms: Terms) -> Findings:
    """Why nothing can be added to the table in a deal whose contract takes the whole hand."""
    if not terms.deal.whole_hand:
        return ()
    return (broken(terms, "contract.whole-hand", "nothing-lies"),)


ROUND = Field("round", fields.NUMBER, needed=NEVER, least=1, most=99).at_desk(
    asked="opening.rounds", needed=False, aside=True
)
"""Which round of turns it is, from 1."""


def in_round(case: Case) -> Iterator[Finding]:
    """What the rules say of the round of turns in which somebody first lays down, or knocks."""
    played, rounds = case.if_given(ROUND), case.terms_of_any.opening.rounds
    if played and rounds:
        named: dict[str, Value] = {"round": played, "first": rounds + 1}
        yield ruled(played > rounds, case.variant, "opening.rounds", "early", **named)
