"""Questions about a turn: discarding, claiming the discard, and going out."""

from typing import Any, Final

from referee.language import say
from referee.rules.cases import (
    CARD,
    DEAL,
    DOWN,
    MELDS,
    NAME,
    NEVER,
    NUMBER,
    PLAYERS,
    SEATS,
    SOME_NAMES,
    TRUTH,
    WHOSE_TURN,
    WORD,
    Case,
    CaseError,
    Field,
)
from referee.rules.claims import judge_claim
from referee.rules.declared import asked_deal, question
from referee.rules.faults import packs_faults
from referee.rules.findings import Ruling, answered, judged, violations
from referee.rules.json_types import NAME_OR_NULL, TOTALS
from referee.rules.play import judge_discard, judge_go_out
from referee.rules.questions.shared import (
    ASKED_DRAWN,
    ASKED_PLAYERS,
    HAND,
    TURN,
    in_turn,
    last_deals_differ,
    players_faults,
    strange_faults,
)
from referee.rules.variant import LAST_CARD_WAYS, Claim, Playable, StockOut

_CARD: Final = Field("card", CARD)
_TOOK: Final = Field("took", CARD, needed=NEVER)
_TABLE: Final = Field("table", MELDS, needed=NEVER)


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
    HAND.at_desk(needed=False, aside=True),
    _TOOK.at_desk(holds=TRUTH, choices=("no", "yes")),
    DOWN.at_desk(
        asked=lambda game: game.discard.playable is not Playable.FREE,
        unasked="no",
        preset="earlier",
    ),
    _TABLE.at_desk(asked=lambda game: game.discard.playable is not Playable.FREE, needed=False),
    TURN,
    ASKED_DRAWN,
    ASKED_PLAYERS,
    example={"deal": 1, "card": "7c", "hand": "7c 9d Kd", "took": "7c", "down": "no"},
    finish=_with_the_card,
)
@in_turn
def _discard(case: Case) -> Ruling:
    card, hand = case[_CARD], case[HAND]
    if strange := strange_faults(case, hand):
        return judged(strange, {})
    if card not in hand:
        raise CaseError("hand", say("case-thrown-not-held", card=card))
    findings = judge_discard(
        case.terms,
        card,
        hand,
        took=case.if_given(_TOOK),
        table=case.if_given(_TABLE),
        down=case[DOWN],
    )
    return judged((*findings, *packs_faults(case.variant, case.players, hand)), {})


_WANTS: Final = Field("wants", TRUTH)
_CLAIMS: Final = Field("claims", SOME_NAMES, needed=NEVER)
_SPENT: Final = Field("spent", SOME_NAMES, needed=NEVER)
_STOCK: Final = Field("stock", NUMBER, needed=NEVER, least=0, most=52 * 8)


def _of_the_others(case: dict[str, Any]) -> dict[str, Any]:
    """The player whose turn it is takes or declines; only the others claim."""
    called = case.get("claims") or []
    named = [called] if isinstance(called, str) else called
    return case | {"claims": [name for name in named if name != case.get("turn")]}


@question(
    "claim",
    DEAL.at_desk(asked=lambda game: len({deal.claims for deal in game.deals}) > 1),
    SEATS.at_desk(),
    WHOSE_TURN.at_desk(),
    _WANTS.at_desk(choices=("yes", "no"), preset="no"),
    _CLAIMS.at_desk(
        asked=lambda game: game.claim.by is Claim.FIRST_CALLER,
        needed=False,
        holds=NAME,
        words="first-claims",
    ).at_desk(
        asked=lambda game: game.claim.by not in (Claim.FIRST_CALLER, Claim.PASSED_LEFT),
        needed=False,
    ),
    _SPENT.at_desk(asked=lambda game: game.has_claims and game.claim.most > 0, needed=False),
    _STOCK.at_desk(
        asked=lambda game: game.stock.out is StockOut.MUST_TAKE_DISCARD,
        needed=False,
        choices=("", "1", "0"),
    ),
    PLAYERS,
    example={"deal": 1, "seats": ["Ann", "Bo", "Cy"], "turn": "Ann"}
    | {"wants": False, "claims": ["Cy", "Bo"]},
    facts={"discard_to": NAME_OR_NULL, "extra_cards": TOTALS},
    finish=_of_the_others,
)
def _claim(case: Case) -> Ruling:
    terms = case.terms
    seats, turn = case.table()
    if case.players not in (None, len(seats)):
        raise CaseError("seats", say("case-all-seats", players=case.players))
    if wrong_number := players_faults(case.variant, len(seats)):
        return judged(wrong_number, {"discard_to": None, "extra_cards": {}})
    claims = case.if_given(_CLAIMS) or ()
    for name in claims:
        if name not in seats:
            raise CaseError("claims", say("case-not-seated", name=name))
        if name == turn:
            raise CaseError("claims", say("case-own-claim"))
    stock = case.if_given(_STOCK)
    judged_claim = judge_claim(
        terms, seats, turn, claims, wants=case[_WANTS], stock=stock,
        spent=case.if_given(_SPENT) or (),
    )  # fmt: skip
    facts = {"discard_to": judged_claim.discard_to, "extra_cards": dict(judged_claim.extra_cards)}
    if violations(judged_claim.findings):
        return judged(judged_claim.findings, facts)
    return answered(judged_claim.findings, facts)


_LAST: Final = Field("last", WORD, words=LAST_CARD_WAYS)


@question(
    "go-out",
    DEAL.at_desk(asked=last_deals_differ),
    _LAST.at_desk(),
    PLAYERS,
    example={"deal": 1, "last": "discard"},
)
def _go_out(case: Case) -> Ruling:
    last = case[_LAST]
    return judged(judge_go_out(case.terms, last), {})
