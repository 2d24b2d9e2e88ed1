"""Questions about a turn: discarding, claiming the discard, and going out."""

from collections.abc import Sequence
from typing import Any

from referee.rules.cards import MOST_CARDS
from referee.rules.findings import (
    Finding,
    Ruling,
    answered,
    broken,
    find,
    judged,
    ruled,
    violations,
)
from referee.rules.law.faults import packs_faults
from referee.rules.law.play import judge_discard, judge_go_out
from referee.rules.questions import fields
from referee.rules.questions.cases import (
    Case,
    asked_deal,
    claims_differ,
    in_turn,
    last_deals_differ,
    players_faults,
    question,
    strange_faults,
)
from referee.rules.questions.fields import NEVER, CaseError, Field, Where
from referee.rules.schema.play import LAST_CARD_WAYS
from referee.rules.schema.variant import Terms, Variant

_CARD = Field("card", fields.CARD)
_TOOK = Field("took", fields.SOME_CARDS, needed=NEVER)
"""What was taken from the discard pile: the lowest card, and all that lay above it."""
_TABLE = Field("table", fields.MELDS, needed=NEVER)


_IS_LAST = Field("is_last", fields.TRUTH, needed=NEVER)
"""Whether a card that is named alone is the last one held, as it is where nobody says."""


def _last_stays(game: Variant) -> bool:
    """Whether the last card may not be discarded in some deal."""
    deals = [game.at(at + 1) for at, _ in enumerate(game.deals)] or [game.at(None)]
    return game.goes_out and any(violations(judge_go_out(deal, "discard")) for deal in deals)


def _with_the_card(case: dict[str, Any]) -> dict[str, Any]:
    """The hand holds the card that is thrown; the one just taken is that card."""
    case["hand"] = f"{case.get('card', '')} {case.get('hand', '')}".strip()
    if case.pop("took", False):
        case["took"] = case.get("card")
    return case


@question(
    "discard",
    asked_deal(last_deals_differ),
    _CARD.at_desk(),
    fields.HAND.at_desk(aside=True),
    _IS_LAST.at_desk(asked=_last_stays, unasked=False, choices=("no", "yes"), preset="no"),
    _TOOK.at_desk(holds=fields.TRUTH, choices=("no", "yes")),
    fields.DOWN.at_desk(
        asked=lambda game: game.discard.playable != "free" or game.take_discard.when == "open",
        unasked="no",
        preset="earlier",
    ),
    _TABLE.at_desk(asked=lambda game: game.discard.playable != "free", needed=False),
    *fields.IN_TURN,
    example={"deal": 1, "card": "7c", "hand": "7c 9d Kd", "took": "7c", "down": "no"},
    finish=_with_the_card,
)
@in_turn
def discard_question(case: Case) -> Ruling:
    """Whether a card may be discarded."""
    card, hand, said = case[_CARD], case[fields.HAND], case.if_given(_IS_LAST)
    last = len(hand) == 1 and said is not False
    if strange := strange_faults(case, hand):
        return judged(strange)
    if card not in hand:
        raise CaseError("hand", "case-thrown-not-held", card=card)
    took, terms, table = case.if_given(_TOOK) or (), case.terms, case.if_given(_TABLE)
    down = case[fields.DOWN]
    findings = judge_discard(terms, card, hand, took=took, table=table, down=down, last=last)
    return judged((*findings, *packs_faults(case.any_deal, hand)))


_WANTS = Field("wants", fields.TRUTH)
_CLAIMS = Field("claims", fields.SOME_NAMES, needed=NEVER)
_SPENT = Field("spent", fields.SOME_NAMES, needed=NEVER)
_LAID = Field("laid", fields.SOME_NAMES, needed=NEVER)
_STOCK = Field("stock", fields.NUMBER, needed=NEVER, least=0, most=999)


def _of_the_others(case: dict[str, Any]) -> dict[str, Any]:
    """The player whose turn it is takes or declines; only the others claim."""
    called = case.get("claims") or []
    named = [called] if isinstance(called, str) else called
    return case | {"claims": [name for name in named if name != case.get("turn")]}


@question(
    "claim",
    fields.DEAL.at_desk(asked=claims_differ),
    fields.SEATS.at_desk(),
    fields.WHOSE_TURN.at_desk(words="whose-turn"),
    _WANTS.at_desk(preset="no"),
    _CLAIMS.at_desk(
        asked=lambda game: game.claim.by == "first-caller",
        needed=False,
        holds=fields.NAME,
        words="first-claims",
    ).at_desk(
        asked=lambda game: game.claim.by not in ("first-caller", "passed-left"), needed=False
    ),
    _SPENT.at_desk(asked="has_claims and claim.most", needed=False),
    _LAID.at_desk(asked="has_callers and not claim.once_down", needed=False),
    _STOCK.at_desk(
        asked=lambda game: game.stock.out == "must-take-discard",
        needed=False,
        choices=("", "1", "0"),
    ).at_desk(asked="stock.ends_with", needed=False),
    fields.PLAYERS,
    example={"deal": 1, "seats": ["Ann", "Bo", "Cy"], "turn": "Ann"}
    | {"wants": False, "claims": ["Cy", "Bo"]},
    facts={"discard_to": str | None, "extra_cards": {str: int}},
    finish=_of_the_others,
)
def claim_question(case: Case) -> Ruling:
    """Who gets a discard."""
    terms = case.terms
    seats, turn = case.table()
    if case.players not in (None, len(seats)):
        raise CaseError("seats", "case-all-seats", players=case.players)
    if wrong_number := players_faults(case.variant, len(seats)):
        return judged(wrong_number, {"discard_to": None, "extra_cards": {}})
    claims = case.if_given(_CLAIMS) or ()
    for name in claims:
        if name not in seats:
            raise CaseError("claims", "case-not-seated", name=name)
        if name == turn:
            raise CaseError("claims", "case-own-claim")
    stock, wants, spent = case.if_given(_STOCK), case[_WANTS], case.if_given(_SPENT) or ()
    laid = () if terms.claim.once_down else case.if_given(_LAID) or ()
    down = tuple([name for name in claims if name in laid])
    late = tuple([name for name in claims if terms.claim.most and name in spent])
    in_time = [name for name in claims if name not in (*late, *down)]
    findings = [find(terms, "claim.number", names=late)] if late else []
    findings += [find(terms, "claim.down", names=down)] if down else []
    taker, how = _award(terms, seats, turn, in_time, wants=wants, stock=stock)
    findings.append(how)
    extra = terms.claim.extra_cards if taker not in (None, turn) else 0
    if extra:
        findings.append(find(terms, "claim.cards", cards=extra))
    if taker and terms.lays_melds and terms.take_discard.when == "open":
        findings.append(find(terms, "take-discard.when", "needs", name=taker))
    # Who left the discard draws from what the stock then holds.
    drawn = extra + (taker != turn)
    if stock is not None and stock < drawn and how.rule not in ("stock.out", "claim.forced"):
        findings.append(find(terms, "stock.out", terms.stock.out))
    draws = stock is None or stock > extra or terms.stock.out == "reshuffle"
    if draws and taker not in (None, turn):
        findings.append(find(terms, "claim.who", "then", name=turn))
    facts = {"discard_to": taker, "extra_cards": {taker: extra} if extra else {}}
    return (judged if violations(findings) else answered)(findings, facts)


def _award(
    terms: Terms,
    seats: Sequence[str],
    turn: str,
    claims: Sequence[str],
    *,
    wants: bool,
    stock: int | None,
) -> tuple[str | None, Finding]:
    """Who gets the discard, and what decides that.

    Nobody does where it stays on the pile. `seats` are the players in order of play, `turn` whose
    draw it is, `wants` whether that player takes the discard, `claims` the others in the order they
    called, `stock` the cards left in it.
    """
    by, out, barred = terms.claim.by, terms.stock.out, not terms.deal.claims
    if claims and (by == "none" or barred):
        rule, words = ("claim.who", "none") if by == "none" else ("claim.deal", "")
        # A claim that is barred changes nothing for the player whose turn it is.
        words = f"{words}-{'takes' if wants else 'draws'}".strip("-")
        finding = broken(terms, rule, words, deal=terms.number, name=turn)
        return turn if wants else None, finding
    if stock is not None and terms.stock.ends_with and stock <= terms.stock.ends_with:
        return None, find(terms, "stock.out", out)
    if wants:
        return turn, find(terms, "claim.who", "turn", name=turn)
    # The last card may force it by the text, whatever the table does once there is none.
    said, forces = "claim.forced" in terms.rules, out == "must-take-discard"
    if stock == 1 and said and (forces or terms.basis("claim.forced").by == "rules"):
        return turn, broken(terms, "claim.forced")
    if stock == 0 and (forces or out == "deal-ends"):
        return turn if forces else None, ruled(not forces, terms, "stock.out", out, out)
    at = seats.index(turn)
    others = [*seats[at + 1 :], *seats[:at]]
    if by == "passed-left" and not barred:
        taker, words = others[0], "left"
    elif not claims:
        words = "draws" if by == "none" or barred else "nobody"
        return None, find(terms, "claim.who", words, name=turn)
    elif by == "first-caller":
        taker, words = claims[0], "caller"
    else:
        taker, words = next(name for name in others if name in claims), "rotation"
    return taker, find(terms, "claim.who", words, name=taker)


_GOING_OUT = Where(
    "going-out", lambda game: game.goes_out or game.showdown.declares or not game.go_out.by_hand
)
_BY_HAND = Where("by-hand", lambda variant: variant.go_out.by_hand)
_BY_MELDS = Where("by-melds", lambda variant: not variant.go_out.by_hand)
_LAST = Field("last", fields.WORD, words=LAST_CARD_WAYS, needed=_BY_HAND)
_MELDED = Field("melded", fields.NUMBER, needed=_BY_MELDS, least=0, most=MOST_CARDS)


@question(
    "go-out",
    fields.DEAL.at_desk(asked=last_deals_differ),
    _LAST.at_desk(asked=_BY_HAND),
    _MELDED.at_desk(asked=_BY_MELDS),
    fields.PLAYERS,
    example={"deal": 1, "last": "discard"},
    games=_GOING_OUT,
)
def go_out_question(case: Case) -> Ruling:
    """Whether the last card may leave the hand so."""
    if needs := case.variant.go_out.melded:
        has = case[_MELDED]
        words = "few", "enough"
        return judged(
            [ruled(has >= needs, case.terms, "go-out.melded", *words, has=has, needs=needs)]
        )
    if case.variant.showdown.declares:
        discards = case[_LAST] == "discard"
        return judged([ruled(discards, case.terms, "showdown.by", "last", "last")])
    findings = judge_go_out(case.terms, case[_LAST])
    if "showdown.last-turn" in case.variant.rules and not violations(findings):
        code = "" if case.variant.showdown.last_turn else "ends"
        findings = (*findings, find(case.variant, "showdown.last-turn", code))
    return judged(findings)
