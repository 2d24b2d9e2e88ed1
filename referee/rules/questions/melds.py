"""Questions about melds: what is one, what is the contract, and what may be done on the table."""

from collections.abc import Callable
from functools import partial
from itertools import chain
from typing import cast

from referee.rules.cards import cards_of, without
from referee.rules.findings import (
    Findings,
    Offer,
    Ruling,
    answered,
    broken,
    find,
    judged,
    violations,
)
from referee.rules.law.contracts import JudgedContract, judge_contract
from referee.rules.law.faults import packs_faults
from referee.rules.law.melds import JudgedMeld, judge_meld
from referee.rules.law.play import judge_further_meld, judge_lay_off, judge_take_wild
from referee.rules.phrases import contract_of
from referee.rules.questions import fields
from referee.rules.questions.cases import (
    ROUND,
    Case,
    asked_deal,
    in_round,
    in_turn,
    nearest,
    nothing_lies,
    parted_as,
    question,
    strange_faults,
)
from referee.rules.questions.fields import NEVER, CaseError, Field, Where
from referee.rules.schema.melds import KINDS, Kind
from referee.rules.schema.variant import Variant
from referee.rules.search.mends import (
    BEYOND_A_CARD,
    nearest_contracts,
    nearest_divisions,
    nearest_lay_offs,
    nearest_melds,
)
from referee.rules.search.why_not import Unknown, divide, undivided


def _meld_facts(meld: JudgedMeld) -> dict[str, object]:
    """The kind, the standing assumed and all others, where cards are a meld.

    And that by which it is ruled, where the one that is assumed asks the table for more.
    """
    readings = [{"kind": one.kind, "reads_as": one.reads_as} for one in meld.readings]
    facts: dict[str, object] = {**readings[0], "readings": readings}
    ruled = meld.ruled and meld.ruled.reads_as
    return facts if ruled in (None, facts["reads_as"]) else facts | {"ruled_as": ruled}


_MELD_FACTS = {
    "kind": Kind,
    "reads_as": [str],
    "ruled_as": [str],
    "readings": [{"kind": Kind, "reads_as": [str]}],
    "nearest": [str],
}
_KIND = Field("kind", fields.WORD, needed=NEVER, words=KINDS)


@question(
    "meld",
    asked_deal(of=fields.WILD_DEAL, unasked=""),
    fields.CARDS.at_desk(),
    _KIND.at_desk(aside=True),
    fields.ASKED_PLAYERS,
    example={"cards": "8h * 10h Jh"},
    facts=_MELD_FACTS,
)
def meld_question(case: Case) -> Ruling:
    """Whether cards are a meld."""
    laid = case[fields.CARDS]
    kind = cast("Kind | None", case.if_given(_KIND))
    terms = case.terms_of_any
    meld = judge_meld(terms, laid, kind=kind)
    too_many = packs_faults(terms, cards_of(laid))
    if meld.readings and not too_many:
        return judged(meld.findings, _meld_facts(meld))
    facts = nearest(case, lambda: nearest_melds(terms, laid, kind=kind))
    return judged((*meld.findings, *too_many), facts)


def _mended(case: Case, findings: Findings, mends: Callable[[], list[Offer]]) -> dict[str, object]:
    """What would be legal instead, where rules are broken and another card would help."""
    wrong = {finding.rule for finding in violations(findings)}
    return nearest(case, mends) if wrong and not wrong & BEYOND_A_CARD else {}


_MELDS = Field("melds", fields.MELDS, needed=NEVER)
_HEAP = fields.CARDS._replace(needed=NEVER)
_WHOLE_HAND = fields.HAND._replace(needed=NEVER)


@question(
    "contract",
    asked_deal("has_contracts"),
    _MELDS,
    _HEAP.at_desk(holds=fields.MELDS),
    _WHOLE_HAND.at_desk(asked=lambda game: game.any_whole_hand or game.opening.at_once, aside=True),
    ROUND,
    *fields.IN_TURN,
    example={"deal": 2, "melds": ["9s 9d 9c", "4h 5h *=6h 7h"]},
    facts={
        "matches": [{"requires": str, "cards": [str], "reads_as": [str]}],
        "known": bool,
        "value": int,
        "nearest": [str],
    },
    games=Where("contracts", "must_open"),
    finish=partial(parted_as, "melds"),
)
@in_turn
def contract_question(case: Case) -> Ruling:
    """Whether melds, or cards in a heap, are the contract of a deal, or open."""
    terms = case.terms
    hand = case.if_given(_WHOLE_HAND)
    if case.has(_MELDS) == case.has(_HEAP):
        raise CaseError("melds", "case-melds-or-cards")
    melds = case.if_given(_MELDS)
    laid = case[_HEAP] if melds is None else tuple(chain.from_iterable(melds))
    missing = () if hand is None else without(cards_of(laid), hand)
    if missing:
        raise CaseError("hand", "case-laid-not-held", card=missing[0])
    strange = strange_faults(case, hand or cards_of(laid))
    if strange or (melds is None and (strange := packs_faults(terms, cards_of(laid)))):
        contract = JudgedContract(strange)
    elif melds is not None:
        contract = judge_contract(terms, melds, hand=hand)
    else:
        try:
            contract = divide(terms, laid, hand=hand) or undivided(terms, laid)
        except Unknown:
            asks = contract_of(terms.contract)
            rule = "contract.pieces" if asks else "opening.value"
            unknown = find(terms, rule, "unknown", deal=terms.number, contract=asks)
            return answered((unknown,), {"matches": [], "known": False})
    facts: dict[str, object] = {"matches": [
        {
            "requires": str(meld.piece or meld.kind),
            "cards": [one.code for one in meld.laid],
            "reads_as": meld.reads_as,
        }
        for meld in contract.melds
    ]}  # fmt: skip
    if contract.value is not None:
        facts["value"] = contract.value
    findings = (*in_round(case), *contract.findings)
    facts |= _mended(case, findings, lambda: (
        nearest_divisions(terms, laid, hand=hand) if melds is None
        else nearest_contracts(terms, melds, hand=hand)
    ))  # fmt: skip
    return judged(findings, facts)


def _further_waits(game: Variant) -> bool:
    """Whether a further meld depends on what the player has laid down."""
    if game.must_open:
        return game.melds_further
    return game.further_melds.melds_per_turn == 1


@question(
    "further-meld",
    asked_deal(lambda game: game.further_melds.allowed == "contract-kinds", "any_whole_hand"),
    fields.CARDS.at_desk(),
    fields.DOWN.at_desk(asked=_further_waits, unasked="this-turn", preset="earlier"),
    ROUND,
    *fields.IN_TURN,
    example={"deal": 1, "cards": "9s 9d 9c", "down": "earlier"},
    facts=_MELD_FACTS,
    games=fields.LAYING,
)
@in_turn
def further_meld_question(case: Case) -> Ruling:
    """Whether cards may go down as a meld besides the contract."""
    laid = case[fields.CARDS]
    terms = case.terms
    if strange := strange_faults(case, cards_of(laid)):
        return judged(strange)
    down = case[fields.DOWN]
    if barred := nothing_lies(terms):
        return judged(barred)
    meld, findings = judge_further_meld(terms, laid, down=down)
    too_many = packs_faults(terms, cards_of(laid))
    findings = (*in_round(case), *findings, *too_many)
    if meld.readings:
        return judged(findings, {} if too_many else _meld_facts(meld))
    return judged(findings, _mended(case, findings, lambda: nearest_melds(terms, laid)))


_ONTO = Field("onto", fields.LAID)
_WHOSE = Field("whose", fields.WORD, needed=NEVER, words=fields.OWN_OR_OTHER, default="other")


@question(
    "lay-off",
    asked_deal("any_whole_hand"),
    fields.CARDS.at_desk(),
    _ONTO.at_desk(),
    fields.DOWN.at_desk(
        asked=lambda game: game.lay_off.needs_contract or game.lay_off.when == "later-turn",
        unasked="earlier",
        preset="earlier",
    ),
    _WHOSE.at_desk(
        asked=lambda game: game.lay_off.owner == "own",
        unasked="other",
        preset="own",
        choices=("own", "other"),
    ),
    *fields.IN_TURN,
    example={"deal": 1, "cards": "Qh", "onto": "8h 9h 10h Jh", "down": "this-turn"},
    facts={"becomes": [str], "choices": [[str]], "nearest": [str]},
    games=fields.LAYING,
)
@in_turn
def lay_off_question(case: Case) -> Ruling:
    """Whether cards may be added to a meld on the table."""
    terms = case.terms
    cards, onto = case[fields.CARDS], case[_ONTO]
    if strange := strange_faults(case, cards_of((*cards, *onto))):
        return judged(strange)
    down = case[fields.DOWN]
    if barred := nothing_lies(terms):
        return judged(barred)
    whose = case.if_given(_WHOSE) or ""
    findings, choices = judge_lay_off(terms, cards, onto, down=down, whose=whose)
    too_many = packs_faults(terms, cards_of((*onto, *cards)))
    findings = (*findings, *too_many)
    if choices and not too_many:
        return judged(findings, {"becomes": choices[0], "choices": choices})
    return judged(findings, _mended(case, findings, lambda: nearest_lay_offs(terms, cards, onto)))


def _use_matters(game: Variant) -> bool:
    """Whether it matters what becomes of a wild that is taken."""
    rules, rule = game.take_wild, "take-wild.use"
    open_to_table = rule in game.rules and game.basis(rule).by == "table"
    return rules.use == "now" or rules.needs_contract == "or-completes" or open_to_table


def _several_wilds(game: Variant) -> bool:
    """Whether different cards are wild."""
    return (
        game.has_jokers + len(game.wilds.ranks) + bool(game.wilds.by_deal or game.wilds.drawn) > 1
    )


def _taking_needs_draw(game: Variant) -> bool:
    """Whether the game's text has players draw before they take a wild in their own turn."""
    return game.turn.drawn and game.basis("turn.drawn", "before-taking").by == "rules"


_MELD = Field("meld", fields.LAID)
_GIVE = Field("give", fields.SOME_CARDS)
_TAKE = Field("take", fields.LAID, needed=NEVER)
_OWNER_MATTERS = Where("owner-matters", lambda game: game.take_wild.owner == "others")
_WHOSE_WILD = _WHOSE._replace(needed=_OWNER_MATTERS)
_USE = Field("use", fields.WORD, words=("now", "keep"))


@question(
    "take-wild",
    asked_deal("any_whole_hand"),
    _GIVE.at_desk(asked="not frees_by_all_suits", holds=fields.CARD).at_desk(
        asked="frees_by_all_suits", holds=fields.HELD
    ),
    _MELD.at_desk(),
    _TAKE.at_desk(asked=_several_wilds, aside=True, holds=fields.CARD),
    fields.DOWN.at_desk(
        asked=lambda game: game.take_wild.needs_contract != "no",
        unasked="earlier",
        preset="earlier",
    ),
    _WHOSE_WILD.at_desk(
        asked=_OWNER_MATTERS, unasked="other", preset="other", choices=("other", "own")
    ),
    fields.TURN.at_desk(
        asked=lambda game: game.take_wild.turn == "own", unasked="own", preset="own"
    ),
    _USE.at_desk(asked=_use_matters, unasked="keep", preset="now"),
    fields.DRAWN.at_desk(asked=_taking_needs_draw, aside=True),
    fields.ASKED_PLAYERS,
    example={"deal": 3, "give": "9h", "meld": "8h * 10h Jh", "down": "earlier"}
    | {"whose": "other", "use": "keep"},
    facts={"becomes": [str], "takes": str},
    games=fields.LAYING,
    asked=Where("", "lays_melds and has_wilds"),
)
def take_wild_question(case: Case) -> Ruling:
    """Whether a card may take the place of a wild in a meld."""
    terms = case.terms
    meld, give = case[_MELD], case[_GIVE]
    if len(give) > (2 if terms.frees_by_all_suits else 1):
        raise CaseError("give", "case-one-card", has=len(give))
    if strange := strange_faults(case, [*cards_of(meld), *give]):
        return judged(strange)
    take = case.if_given(_TAKE)
    if take and len(take) != 1:
        raise CaseError("take", "case-one-wild", has=len(take))
    if take and take[0].card not in cards_of(meld):
        raise CaseError("take", "case-not-in-meld", card=take[0].card, meld=cards_of(meld))
    taking = judge_take_wild(
        terms,
        give,
        meld,
        take=take[0] if take else None,
        down=case[fields.DOWN],
        whose=case[_WHOSE_WILD],
        turn=case[fields.TURN],
        use=case[_USE],
    )
    if barred := nothing_lies(terms):
        return judged(barred)
    findings = [*taking.findings]
    undrawn = case.if_given(fields.DRAWN) is False and case[fields.TURN] == "own"
    if undrawn and _taking_needs_draw(terms):
        findings.append(broken(terms, "turn.drawn", "before-taking"))
    findings += packs_faults(terms, [*cards_of(meld), *give])
    facts = {"becomes": taking.becomes, "takes": taking.takes}
    return judged(findings, {} if violations(findings) else facts)
