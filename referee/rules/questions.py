"""The questions of a case, each declared with the function that answers it.

That reads the fields, asks the rules, and gives the ruling. The forms of the desk and the
description of the interface for programs are made from the declarations.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import reduce
from itertools import chain
from typing import Any, Final

from referee.language import Phrase, Value, say
from referee.rules.arrange import Arrangement, arrange
from referee.rules.cards import JOKER_RANK, Card, LaidCard, write_cards
from referee.rules.cases import (
    CARD,
    DEAL,
    DOWN,
    HANDS,
    HELD,
    LAID,
    MELDS,
    NAME,
    NUMBER,
    PLAYERS,
    RANKS,
    ROUNDS,
    SEATS,
    SOME_NAMES,
    TRUTH,
    WHOSE_TURN,
    WORD,
    Case,
    CaseError,
)
from referee.rules.claims import judge_claim
from referee.rules.contract_gaps import gap_findings, nearest_to_contract
from referee.rules.contracts import judge_contract
from referee.rules.deals import (
    DealError,
    DealPlan,
    jokers_in_play,
    jokers_of,
    packs_of,
    plan_deal,
)
from referee.rules.declared import Answer, asked_deal, question
from referee.rules.dividing import divide
from referee.rules.faults import packs_faults
from referee.rules.fields import ALWAYS, NEVER, Field, Where
from referee.rules.findings import (
    Finding,
    Offer,
    Ruling,
    answered,
    broken,
    by_option,
    find,
    judged,
    violations,
)
from referee.rules.json_types import (
    FLAG,
    FLAG_OR_NULL,
    MELD,
    NAME_OR_NULL,
    NEAREST,
    TEXT,
    TEXTS,
    THEN,
    TOTALS,
    WHOLE,
    listed,
    table,
)
from referee.rules.melds import JudgedMeld, judge_meld
from referee.rules.nearest import (
    BEYOND_A_CARD,
    nearest_contracts,
    nearest_division,
    nearest_lay_offs,
    nearest_melds,
)
from referee.rules.phrases import contract_of
from referee.rules.play import (
    judge_discard,
    judge_further_meld,
    judge_go_out,
    judge_lay_off,
    judge_take_wild,
    one_of,
)
from referee.rules.scoring import (
    ScoreError,
    Standings,
    ended_after,
    game_end,
    point_of_rank,
    score_deal,
    standings,
)
from referee.rules.variant import (
    LAST_CARD_WAYS,
    Best,
    Claim,
    Further,
    Kind,
    NeedsContract,
    Owner,
    Playable,
    SettledBy,
    StockOut,
    Terms,
    Turn,
    Use,
    Variant,
    When,
    Winner,
)

_OWN_OR_OTHER: Final = ("own", "other")
_TURN: Final = Field("turn", WORD, needed=NEVER, words=_OWN_OR_OTHER, default="own")
_DRAWN: Final = Field("drawn", TRUTH, needed=NEVER)
_ASKED_DRAWN: Final = _DRAWN.at_desk(
    asked=lambda game: game.turn.drawn, needed=False, aside=True, choices=("", "yes", "no")
)
_PLAYERS: Final = PLAYERS.at_desk(needed=False, aside=True)
_CARDS: Final = Field("cards", LAID)
_WILD_DEAL: Final = replace(
    DEAL, needed=Where("wild-by-deal", lambda game: bool(game.wilds.by_deal))
)
_HAND: Final = Field("hand", HELD)


def _last_deals_differ(game: Variant) -> bool:
    """Whether deals differ in how they end."""
    return len({(deal.out_by, deal.whole_hand) for deal in game.deals}) > 1


def _in_turn(answer: Answer) -> Answer:
    """A question on what players do in their own turn, after they have drawn."""

    def asked(case: Case) -> Ruling:
        ruling, found = answer(case), _turn_findings(case)
        if not found:
            return ruling
        facts: dict[str, object] = {"matches": []} if "matches" in ruling.facts else {}
        return judged((*ruling.findings, *found), facts if violations(found) else ruling.facts)

    return asked


def _turn_findings(case: Case) -> list[Finding]:
    """What the rules say of playing out of turn or before drawing."""
    variant = case.variant
    out_of_turn = case[_TURN] == "other"
    undrawn = case.if_given(_DRAWN) is False
    found = []
    if out_of_turn and "turn.own" in variant.rules:
        barred = variant.turn.own
        found.append(find(variant, "turn.own", "other" if barred else "", ok=not barred))
    if undrawn and "turn.drawn" in variant.rules:
        barred = variant.turn.drawn
        found.append(find(variant, "turn.drawn", "before" if barred else "", ok=not barred))
    return found


def _physical(laid: Iterable[LaidCard]) -> list[Card]:
    return [one.card for one in laid]


def players_faults(variant: Variant, players: int) -> tuple[Finding, ...]:
    """Why a game cannot be played by so many."""
    least, most = variant.players.least, variant.players.most
    if least <= players <= most:
        return ()
    named: dict[str, Value] = {"least": least, "most": most, "has": players}
    words = "few" if players < least else "many"
    return (broken(variant, "players.number", words, **named),)


def _strange_faults(case: Case, cards: Iterable[Card]) -> tuple[Finding, ...]:
    """Jokers in a game without any, so that nothing else can be said of them."""
    jokers = [card for card in cards if card.is_joker]
    if not jokers or jokers_in_play(case.variant, case.players):
        return ()
    return packs_faults(case.variant, case.players, jokers)


def _meld_facts(meld: JudgedMeld) -> dict[str, object]:
    """The kind, the standing assumed and all others, where cards are a meld."""
    if not meld.readings:
        return {}
    first = meld.readings[0]
    return {
        "kind": str(first.kind),
        "reads_as": first.reads_as,
        "readings": [reading.as_dict() for reading in meld.readings],
    }


_KIND: Final = Field("kind", WORD, needed=NEVER, words=tuple(Kind))


@question(
    "meld",
    asked_deal(of=_WILD_DEAL, unasked=""),
    _CARDS.at_desk(),
    _KIND.at_desk(needed=False, aside=True, choices=("", *map(str, Kind))),
    _PLAYERS,
    example={"cards": "8h * 10h Jh"},
    facts=MELD,
)
def _meld(case: Case) -> Ruling:
    laid = case[_CARDS]
    kind = Kind(case[_KIND]) if case.has(_KIND) else None
    terms = case.terms_of_any
    meld = judge_meld(terms, laid, kind=kind)
    too_many = packs_faults(case.variant, case.players, _physical(laid))
    if meld.readings and not too_many:
        return judged(meld.findings, _meld_facts(meld))
    offers = nearest_melds(terms, meld, kind=kind, players=case.players)
    return judged((*meld.findings, *too_many), _nearest(offers))


def _nearest(offers: list[Offer]) -> dict[str, object]:
    """What would be legal instead, where there is such a thing."""
    return {"nearest": offers} if offers else {}


_MELDS: Final = Field("melds", MELDS, needed=NEVER)
_HEAP: Final = replace(_CARDS, needed=NEVER)
_WHOLE_HAND: Final = replace(_HAND, needed=NEVER)


def _as_melds(case: dict[str, Any]) -> dict[str, Any]:
    """Cards that are not parted into melds are one text."""
    melds = case.pop("cards", None)
    if melds is None:
        return case
    return case | ({"cards": melds[0]} if len(melds) == 1 else {"melds": melds})


@question(
    "contract",
    asked_deal(ALWAYS),
    _MELDS,
    _HEAP.at_desk(holds=MELDS),
    _WHOLE_HAND.at_desk(asked=lambda game: game.any_whole_hand, needed=False, aside=True),
    _TURN,
    _ASKED_DRAWN,
    _PLAYERS,
    example={"deal": 2, "melds": ["9s 9d 9c", "4h 5h *=6h 7h"]},
    facts={"matches": listed(table(requires=TEXT, cards=TEXTS, reads_as=TEXTS))} | NEAREST,
    asked=lambda game: game.has_contracts,
    finish=_as_melds,
)
@_in_turn
def _contract(case: Case) -> Ruling:
    _needs_contract(case)
    terms = case.terms
    hand = case.if_given(_WHOLE_HAND)
    if case.has(_MELDS) == case.has(_HEAP):
        raise CaseError("melds", say("case-melds-or-cards"))
    melds = case.if_given(_MELDS)
    laid = case[_HEAP] if melds is None else [one for meld in melds for one in meld]
    _held(hand, _physical(laid))
    if strange := _strange_faults(case, _physical(laid)):
        return judged(strange, {"matches": []})
    if melds is not None:
        found = judge_contract(terms, melds, players=case.players, hand=hand)
    elif too_many := packs_faults(case.variant, case.players, _physical(laid)):
        return judged(too_many, {"matches": []})
    else:
        divided = divide(terms, laid, players=case.players)
        if divided is None:
            return _undivided(case, terms, laid)
        melds = divided.melds
        found = judge_contract(terms, melds, players=case.players, hand=hand)
    facts: dict[str, object] = {"matches": [match.as_dict() for match in found.matches]}
    wrong = {finding.rule for finding in violations(found.findings)}
    if wrong and not wrong & BEYOND_A_CARD:
        offers = nearest_contracts(terms, melds, players=case.players)
        facts |= _nearest(offers)
    return judged(found.findings, facts)


def _undivided(case: Case, terms: Terms, laid: Sequence[LaidCard]) -> Ruling:
    """Why cards are not the contract, told by the division that comes nearest to it."""
    players = case.players
    near = nearest_to_contract(terms, laid, players=players)
    offers = nearest_division(terms, tuple(laid), near, players=players)
    if near is not None and (near.lacking or near.left):
        findings = gap_findings(terms, near)
    else:
        contract = contract_of(terms.contract)
        findings = (
            broken(terms, "contract.pieces", "undivided", deal=terms.number, contract=contract),
        )
    return judged(findings, {"matches": [], **_nearest(offers)})


def _needs_contract(case: Case) -> None:
    if not case.variant.has_contracts:
        raise CaseError("ask", say("case-no-contracts", game=case.variant.name))


def _held(hand: Sequence[Card] | None, laid: Sequence[Card]) -> None:
    """Whether the cards laid down are in the hand at all, where it was given."""
    if hand is None:
        return
    held = Counter(hand)
    for card, count in Counter(laid).items():
        if held[card] < count:
            raise CaseError("hand", say("case-laid-not-held", card=card))


def _further_waits(game: Variant) -> bool:
    """Whether a further meld depends on what the player has laid down."""
    if game.has_contracts:
        return game.melds_further
    return game.further_melds.melds_per_turn == 1


@question(
    "further-meld",
    asked_deal(
        lambda game: game.further_melds.allowed is Further.CONTRACT_KINDS,
        lambda game: game.any_whole_hand,
    ),
    _CARDS.at_desk(),
    DOWN.at_desk(asked=_further_waits, unasked="this-turn"),
    _TURN,
    _ASKED_DRAWN,
    _PLAYERS,
    example={"deal": 1, "cards": "9s 9d 9c", "down": "earlier"},
    facts=MELD,
)
@_in_turn
def _further_meld(case: Case) -> Ruling:
    laid = case[_CARDS]
    terms = case.terms
    if strange := _strange_faults(case, _physical(laid)):
        return judged(strange, {})
    down = case[DOWN]
    if barred := _nothing_lies(terms):
        return judged(barred, {})
    meld, findings = judge_further_meld(terms, laid, down=down)
    too_many = packs_faults(case.variant, case.players, _physical(laid))
    if meld.readings:
        return judged((*findings, *too_many), {} if too_many else _meld_facts(meld))
    if BEYOND_A_CARD.intersection(finding.rule for finding in violations(findings)):
        return judged((*findings, *too_many), {})
    offers = nearest_melds(terms, meld, players=case.players)
    return judged((*findings, *too_many), _nearest(offers))


def _nothing_lies(terms: Terms) -> tuple[Finding, ...]:
    """Why nothing can be added to the table in a deal whose contract takes the whole hand."""
    if not terms.whole_hand:
        return ()
    return (broken(terms, "contract.whole-hand", "nothing-lies"),)


_ONTO: Final = Field("onto", LAID)
_WHOSE: Final = Field("whose", WORD, needed=NEVER, words=_OWN_OR_OTHER, default="other")


def _lay_off_waits(game: Variant) -> bool:
    """Whether laying off depends on what the player has laid down."""
    return game.lay_off.needs_contract or game.lay_off.when is When.LATER_TURN


@question(
    "lay-off",
    asked_deal(lambda game: game.any_whole_hand),
    _ONTO.at_desk(),
    _CARDS.at_desk(),
    DOWN.at_desk(asked=_lay_off_waits, unasked="earlier"),
    _WHOSE,
    _TURN,
    _ASKED_DRAWN,
    _PLAYERS,
    example={"deal": 1, "cards": "Qh", "onto": "8h 9h 10h Jh", "down": "this-turn"},
    facts={"becomes": TEXTS, "choices": listed(TEXTS)} | NEAREST,
)
@_in_turn
def _lay_off(case: Case) -> Ruling:
    terms = case.terms
    cards, onto = case[_CARDS], case[_ONTO]
    if strange := _strange_faults(case, _physical((*cards, *onto))):
        return judged(strange, {})
    case.if_given(_WHOSE)
    down = case[DOWN]
    if barred := _nothing_lies(terms):
        return judged(barred, {})
    findings, choices = judge_lay_off(terms, cards, onto, down=down)
    too_many = packs_faults(case.variant, case.players, _physical((*onto, *cards)))
    if choices and not too_many:
        return judged(findings, {"becomes": choices[0], "choices": choices})
    wrong = violations((*findings, *too_many))
    if BEYOND_A_CARD.intersection(finding.rule for finding in wrong):
        return judged(wrong, {})
    offers = nearest_lay_offs(terms, cards, onto, players=case.players)
    return judged(wrong, _nearest(offers))


def _owner_matters(game: Variant) -> bool:
    return game.take_wild.owner is Owner.OTHERS


def _use_matters(game: Variant) -> bool:
    """Whether it matters what becomes of a wild that is taken."""
    rules = game.take_wild
    rule = "take-wild.use"
    open_to_table = rule in game.rules and game.basis(rule).by is SettledBy.TABLE
    completes = rules.needs_contract is NeedsContract.OR_COMPLETES
    return rules.use is Use.NOW or completes or open_to_table


def _several_wilds(game: Variant) -> bool:
    """Whether different cards are wild."""
    return len(game.wilds.ranks) + bool(game.wilds.by_deal) + game.has_jokers > 1


def _taking_needs_draw(game: Variant) -> bool:
    """Whether the game's text has players draw before they take a wild in their own turn."""
    return game.turn.drawn and game.basis("turn.drawn").by is SettledBy.RULES


_MELD: Final = Field("meld", LAID)
_GIVE: Final = Field("give", CARD)
_TAKE: Final = Field("take", LAID, needed=NEVER)
_WHOSE_WILD: Final = replace(_WHOSE, needed=Where("owner-matters", _owner_matters))
_USE: Final = Field("use", WORD, words=("now", "keep"))


@question(
    "take-wild",
    asked_deal(lambda game: game.any_whole_hand),
    _MELD.at_desk(),
    _GIVE.at_desk(),
    _TAKE.at_desk(asked=_several_wilds, needed=False, aside=True, holds=CARD),
    DOWN.at_desk(
        asked=lambda game: game.take_wild.needs_contract is not NeedsContract.NO, unasked="earlier"
    ),
    _WHOSE_WILD.at_desk(asked=_owner_matters, unasked="other", choices=("other", "own")),
    _TURN.at_desk(asked=lambda game: game.take_wild.turn is Turn.OWN, unasked="own"),
    _USE.at_desk(asked=_use_matters, unasked="keep"),
    _DRAWN.at_desk(asked=_taking_needs_draw, needed=False, aside=True, choices=("", "yes", "no")),
    _PLAYERS,
    example={"deal": 3, "give": "9h", "meld": "8h * 10h Jh", "down": "earlier"}
    | {"whose": "other", "use": "keep"},
    facts={"becomes": TEXTS, "takes": TEXT},
    asked=lambda game: game.has_wilds,
)
def _take_wild(case: Case) -> Ruling:
    terms = case.terms
    meld, give = case[_MELD], case[_GIVE]
    if strange := _strange_faults(case, [*_physical(meld), give]):
        return judged(strange, {})
    found = judge_take_wild(
        terms,
        give,
        meld,
        take=_wild_named(case, meld) if case.has(_TAKE) else None,
        down=case[DOWN],
        whose=case[_WHOSE_WILD],
        turn=case[_TURN],
        use=case[_USE],
    )
    if barred := _nothing_lies(terms):
        return judged(barred, {})
    undrawn = case.if_given(_DRAWN) is False and case[_TURN] == "own"
    early = (
        [broken(terms, "turn.drawn", "before-taking")]
        if undrawn and _taking_needs_draw(terms)
        else []
    )
    too_many = packs_faults(terms, case.players, [*_physical(meld), give])
    findings = (*found.findings, *early, *too_many)
    facts = {"becomes": found.becomes, "takes": found.takes} if all(f.ok for f in findings) else {}
    return judged(findings, facts)


def _wild_named(case: Case, meld: Sequence[LaidCard]) -> LaidCard:
    """The wild of a meld that the case names."""
    named = case[_TAKE]
    if len(named) != 1:
        raise CaseError("take", say("case-one-wild", has=len(named)))
    if named[0].card not in _physical(meld):
        missing = say("case-not-in-meld", card=named[0].card, meld=tuple(_physical(meld)))
        raise CaseError("take", missing)
    return named[0]


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
    asked_deal(_last_deals_differ),
    _CARD.at_desk(),
    _HAND.at_desk(needed=False),
    _TOOK.at_desk(holds=TRUTH, choices=("no", "yes")),
    DOWN.at_desk(asked=lambda game: game.discard.playable is not Playable.FREE, unasked="no"),
    _TABLE.at_desk(asked=lambda game: game.discard.playable is not Playable.FREE, needed=False),
    _TURN,
    _ASKED_DRAWN,
    _PLAYERS,
    example={"deal": 1, "card": "7c", "hand": "7c 9d Kd", "took": "7c", "down": "no"},
    finish=_with_the_card,
)
@_in_turn
def _discard(case: Case) -> Ruling:
    card, hand = case[_CARD], case[_HAND]
    if strange := _strange_faults(case, hand):
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
    _WANTS.at_desk(choices=("yes", "no")),
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
    found = judge_claim(
        terms, seats, turn, claims, wants=case[_WANTS], stock=stock,
        spent=case.if_given(_SPENT) or (),
    )  # fmt: skip
    facts = {"discard_to": found.discard_to, "extra_cards": dict(found.extra_cards)}
    if violations(found.findings):
        return judged(found.findings, facts)
    return answered(found.findings, facts)


_LAST: Final = Field("last", WORD, words=LAST_CARD_WAYS)


@question(
    "go-out",
    DEAL.at_desk(asked=_last_deals_differ),
    _LAST.at_desk(),
    PLAYERS,
    example={"deal": 1, "last": "discard"},
)
def _go_out(case: Case) -> Ruling:
    last = case[_LAST]
    return judged(judge_go_out(case.terms, last), {})


_HOW_MANY: Final = replace(PLAYERS, needed=ALWAYS)


@question(
    "deal",
    _HOW_MANY,
    DEAL,
    example={"players": 4, "deal": 2},
    facts=dict.fromkeys(("cards_each", "packs", "jokers", "cards_in_play"), WHOLE)
    | {"contract": TEXTS},
    asked=NEVER,
)
def _deal(case: Case) -> Ruling:
    players, terms = case[_HOW_MANY], case.terms
    try:
        plan = plan_deal(terms, players)
    except DealError as error:
        raise CaseError(error.field, str(error)) from None
    facts: dict[str, object] = {
        "cards_each": plan.cards_each,
        "packs": plan.packs,
        "jokers": plan.jokers,
        "cards_in_play": plan.cards_in_play,
        "contract": [str(piece) for piece in plan.contract],
    }
    findings = [
        find(case.variant, "cards.dealt", cards=plan.cards_each),
        _packs_in_play(case.variant, plan),
    ]
    if plan.contract:
        contract = contract_of(plan.contract)
        whole = "whole" if terms.whole_hand else ""
        asked = find(terms, "contract.pieces", whole, deal=terms.number, contract=contract)
        findings.append(by_option(terms, asked, terms.option))
    return answered(findings, facts)


def _packs_in_play(variant: Variant, plan: DealPlan) -> Finding:
    if plan.jokers:
        jokers = jokers_of(plan)
        return find(variant, "cards.packs", "jokers", packs=packs_of(plan), jokers=jokers)
    return find(variant, "cards.packs", "one" if plan.packs == 1 else "", packs=packs_of(plan))


_RANKS: Final = Field("cards", RANKS)


@question(
    "points",
    _RANKS.at_desk(),
    _PLAYERS,
    example={"cards": "K 7 7 *"},
    facts={"points": WHOLE},
)
def _points(case: Case) -> Ruling:
    cards = case[_RANKS]
    too_many = _rank_faults(case, cards)
    if too_many:
        return judged(too_many, {})
    worth = [point_of_rank(case.variant, card.rank) for card in cards]
    findings = [_costs(case.variant, worth), *_usual_joker(case.variant, cards)]
    return answered(findings, {"points": sum(worth)})


def _usual_joker(variant: Variant, cards: Iterable[Card]) -> Iterable[Finding]:
    """What jokers among the cards cost, where the game does not say."""
    if variant.points.usual_joker and any(card.is_joker for card in cards):
        yield find(variant, "points.joker", points=variant.points.by_rank[JOKER_RANK])


def _costs(variant: Variant, worth: Sequence[int]) -> Finding:
    """What cards cost, by what each of them is worth."""
    if not worth:
        return find(variant, "points.cards", "nothing")
    if len(worth) == 1:
        return find(variant, "points.cards", "one", points=worth[0])
    return find(variant, "points.cards", sum=_sum(worth), points=sum(worth))


def _sum(worth: Sequence[int]) -> str:
    return " + ".join(map(str, worth))


def _rank_faults(case: Case, cards: Sequence[Card]) -> tuple[Finding, ...]:
    """More of a card, or of a rank where suits were left out, than there are."""
    faults = packs_faults(case.variant, case.players, cards)
    if faults or all(card.suit or card.is_joker for card in cards):
        return faults
    return packs_faults(case.variant, case.players, [Card(card.rank) for card in cards])


_HANDS: Final = Field("hands", HANDS)
_OUT: Final = Field("out", NAME, or_null=True)


@question(
    "score",
    _HANDS,
    _OUT,
    PLAYERS,
    example={"hands": {"Ann": "", "Bo": "K 7", "Cy": "* A"}, "out": "Ann"},
    facts={"points": TOTALS},
    asked=NEVER,
)
def _score(case: Case) -> Ruling:
    variant, hands = case.variant, case[_HANDS]
    if "out" not in case.given:
        raise CaseError("out", say("case-out-missing"))
    out = case.given["out"]
    if out is not None and (not isinstance(out, str) or out not in hands):
        raise CaseError("out", say("case-out-unknown"))
    if out is not None and hands[out]:
        raise CaseError("hands", say("case-out-holds", name=out))
    cards = [card for held in hands.values() for card in held]
    too_many = _rank_faults(case, cards)
    if too_many:
        return judged(too_many, {})
    counts = {
        name: sum(point_of_rank(variant, card.rank) for card in held)
        for name, held in hands.items()
    }
    try:
        points = score_deal(variant, counts, out)
    except ScoreError as error:
        raise CaseError(error.field, str(error)) from None
    counted = [_counted(variant, hands), *_usual_joker(variant, cards)]
    return answered([*counted, _winner_rule(variant, out)], {"points": points})


def _counted(variant: Variant, hands: Mapping[str, Sequence[Card]]) -> Finding:
    """What the cards that each player holds cost."""
    sums: list[Phrase] = []
    for name, held in hands.items():
        worth = [point_of_rank(variant, card.rank) for card in held]
        if len(held) > 1:
            sums.append(Phrase.of("sum-of", name=name, sum=f"{_sum(worth)} = {sum(worth)}"))
        elif held:
            sums.append(Phrase.of("sum-of", name=name, sum=sum(worth)))
    if not sums:
        return find(variant, "points.cards", "nothing")
    told = reduce(lambda before, following: Phrase.of("sums", before=before, next=following), sums)
    return find(variant, "points.cards", "counted", sums=told)


def _winner_rule(variant: Variant, out: str | None) -> Finding:
    if out is None:
        return find(variant, "score.nobody-out", str(variant.scoring.nobody_out))
    words = "collects" if variant.scoring.winner is Winner.COLLECTS else "zero"
    return find(variant, "score.winner", words, name=out)


_ROUNDS: Final = Field("rounds", ROUNDS)
_LEFT: Final = Field("left", SOME_NAMES, needed=NEVER)


@question(
    "standings",
    _ROUNDS,
    _LEFT,
    PLAYERS,
    example={"rounds": [{"Ann": 0, "Bo": 17, "Cy": 30}], "left": ["Cy"]},
    facts={"totals": TOTALS, "order": listed(TEXTS), "finished": FLAG, "winners": TEXTS},
    asked=NEVER,
)
def _standings(case: Case) -> Ruling:
    variant, rounds = case.variant, case[_ROUNDS]
    players = tuple(dict.fromkeys(name for one in rounds for name in one))
    left = _who_left(case, players)
    staying = tuple(name for name in players if name not in left)
    over = ended_after(variant, rounds[:-1], players)
    if over is not None and ended_after(variant, rounds[:-1], staying or players) is not None:
        raise CaseError("rounds", say("case-after-the-end", round=over))
    everybody = standings(variant, rounds, players)
    found = standings(variant, rounds, staying) if staying else replace(everybody, winners=())
    facts: dict[str, object] = {
        "totals": dict(everybody.totals),
        "order": [list(level) for level in everybody.order],
        "finished": found.finished,
        "winners": list(found.winners),
    }
    findings = [*_end_findings(variant, found, len(rounds))]
    if left:
        findings.append(find(variant, "end.winner", "left", names=left))
    return answered(findings, facts)


def _who_left(case: Case, players: Sequence[str]) -> tuple[str, ...]:
    """The names of those who left for good, each once."""
    named = case.if_given(_LEFT) or ()
    left = tuple(dict.fromkeys(named))
    for name in left:
        if name not in players:
            raise CaseError("left", say("case-left-stranger", name=name))
    return left


def _end_findings(variant: Variant, found: Standings, played: int) -> Iterable[Finding]:
    count, target = game_end(variant)
    ends = "deals" if variant.deals else "rounds" if count else "target"
    if not found.finished:
        level = found.order[0] if found.order else ()
        if variant.deals and played >= len(variant.deals):
            yield find(variant, "end.ties", "off", names=level)
        elif count:
            yield find(variant, "end.when", "going", ends=ends, left=count - played)
        else:
            yield find(variant, "end.when", "going", ends=ends, target=target)
        return
    if variant.deals and played > len(variant.deals):
        yield find(variant, "end.ties", "decided")
    if count:
        yield find(variant, "end.when", "over", ends=ends)
    else:
        reached = tuple([name for name, total in found.totals.items() if total >= target])
        yield find(variant, "end.when", "over", ends=ends, names=reached, target=target)
    if not found.winners:
        return
    best = "lowest" if variant.scoring.best is Best.LOWEST else "highest"
    yield find(variant, "end.winner", best=best, names=found.winners)
    if len(found.winners) > 1:
        yield find(variant, "end.ties", names=found.winners)


_HELD: Final = Field("cards", HELD)


@question(
    "arrange",
    asked_deal(lambda game: game.has_contracts),
    _HELD.at_desk(),
    _PLAYERS,
    example={"deal": 1, "players": 4, "cards": "9s 9d 9c Ks Kd Kc 4h 5h *"},
    facts={
        "can_lay_contract": FLAG_OR_NULL,
        "melds": TEXTS,
        "left": TEXTS,
        "points_left": WHOLE,
        "left_points": listed(table(card=TEXT, points=WHOLE)),
        "proven": FLAG,
        "can_go_out": FLAG_OR_NULL,
    },
)
def _arrange(case: Case) -> Ruling:
    cards, terms = case[_HELD], case.terms
    too_many = packs_faults(terms, case.players, cards)
    if too_many:
        return judged(too_many, {})
    best = arrange(terms, cards)
    worth = [point_of_rank(terms, card.rank) for card in best.left]
    facts: dict[str, object] = {
        "can_lay_contract": best.can_lay_contract,
        "melds": [write_cards(meld) for meld in best.melds],
        "left": [card.code for card in best.left],
        "points_left": best.points_left,
        "left_points": [
            {"card": card.code, "points": points}
            for card, points in zip(best.left, worth, strict=True)
        ],
        "proven": best.proven,
        "can_go_out": best.can_go_out,
    }
    findings = [*_laid_findings(case, terms, best), *_left_findings(terms, best, worth)]
    return answered(findings, facts)


def _laid_findings(case: Case, terms: Terms, best: Arrangement) -> Iterable[Finding]:
    """The rules that permit what is laid, or that bar laying anything."""
    if best.can_lay_contract:
        hand = [*chain.from_iterable(map(_physical, best.melds)), *best.left]
        return judge_contract(terms, best.melds, players=case.players, hand=hand).findings
    if best.can_lay_contract is None:
        several = len(best.melds) > 1
        told = [judge_meld(terms, meld, among=several) for meld in best.melds]
        found = [finding for meld in told for finding in meld.findings]
        return [*found, find(terms, "further-meld.number")] if several else found
    words = "beyond-whole" if terms.whole_hand else "beyond"
    code = words if best.proven else "not-found"
    contract = contract_of(terms.contract)
    beyond = broken(terms, "contract.pieces", code, deal=terms.number, contract=contract)
    left = [LaidCard(card) for card in best.left]
    near = nearest_to_contract(terms, left, players=case.players)
    return [beyond, *(gap_findings(terms, near) if near and near.lacking else ())]


def _left_findings(terms: Terms, best: Arrangement, worth: Sequence[int]) -> Iterable[Finding]:
    """Whether the player can go out, and what the cards left are worth."""
    own = "deal-" if terms.own_ways_out else ""
    if best.way_out is not None:
        last = best.way_out.discard
        yield find(terms, "go-out.last", own + "out", cards=(last,) if last else ())
    elif best.can_go_out is False and best.left:
        yield broken(terms, "go-out.last", own + "stays")
    elif best.can_go_out is False:
        ways = one_of(terms.ways_out)
        yield broken(terms, "go-out.last", own + "no-last", ways=ways)
    if not best.left:
        yield find(terms, "points.cards", "none-left")
    elif len(best.left) == 1:
        code = "left-out" if best.can_go_out else "left-one"
        yield find(terms, "points.cards", code, cards=best.left, points=best.points_left)
    else:
        left, points = best.left, best.points_left
        yield find(terms, "points.cards", "left", cards=left, sum=_sum(worth), points=points)
    if best.fits_own and not best.can_go_out:
        yield find(terms, "points.cards", "fits-own", cards=best.fits_own)


@question(
    "stock-out",
    DEAL.at_desk(asked=NEVER),
    PLAYERS,
    example={"deal": 1},
    facts={"then": THEN},
)
def _stock_out(case: Case) -> Ruling:
    case.deal()
    variant, then = case.variant, case.variant.stock.out
    found = []
    forced = then is StockOut.MUST_TAKE_DISCARD and "claim.forced" in variant.rules
    if forced and variant.basis("claim.forced").by is SettledBy.RULES:
        found.append(find(variant, "claim.forced", "last"))
    found.append(find(variant, "stock.out", str(then)))
    if then is StockOut.DEAL_ENDS:
        found.append(find(variant, "score.nobody-out", str(variant.scoring.nobody_out)))
    return answered(found, {"then": str(then)})
