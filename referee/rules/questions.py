"""The questions of a case: each reads its fields, asks the rules, and gives the ruling."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import reduce
from itertools import chain

from referee.language import Phrase, Value
from referee.rules.arrange import Arrangement, arrange
from referee.rules.cards import Card, LaidCard, show_cards, write_cards
from referee.rules.cases import Case, CaseError
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
from referee.rules.dividing import divide
from referee.rules.faults import packs_faults
from referee.rules.fields import DOWN, OWN_OR_OTHER, USES
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
    Kind,
    SettledBy,
    StockOut,
    Terms,
    Variant,
    Winner,
)

Question = Callable[[Case], Ruling]

QUESTIONS: dict[str, Question] = {}
"""Every question that a case may ask, by the word for it."""


def question(ask: str) -> Callable[[Question], Question]:
    """Register the function that answers one kind of question."""

    def register(answer: Question) -> Question:
        QUESTIONS[ask] = answer
        return answer

    return register


def _in_turn(answer: Question) -> Question:
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
    out_of_turn = case.word("turn", OWN_OR_OTHER, "own") == "other"
    undrawn = case.has("drawn") and not case.truth("drawn")
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


@question("meld")
def _meld(case: Case) -> Ruling:
    laid = case.laid("cards")
    kind = Kind(case.word("kind", tuple(Kind))) if case.has("kind") else None
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


@question("contract")
@_in_turn
def _contract(case: Case) -> Ruling:
    _needs_contract(case)
    terms = case.terms
    hand = case.cards("hand") if case.has("hand") else None
    if case.has("melds") == case.has("cards"):
        raise CaseError(
            "melds", "Give either “melds”, a list of melds, or “cards”, all in one text."
        )
    melds = case.melds("melds") if case.has("melds") else None
    laid = case.laid("cards") if melds is None else [one for meld in melds for one in meld]
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
    near = nearest_to_contract(terms, _physical(laid), players=players)
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
        raise CaseError("ask", f"{case.variant.name} has no contracts. Ask “meld” instead.")


def _held(hand: Sequence[Card] | None, laid: Sequence[Card]) -> None:
    """Whether the cards laid down are in the hand at all, where it was given."""
    if hand is None:
        return
    held = Counter(hand)
    for card, count in Counter(laid).items():
        if held[card] < count:
            raise CaseError(
                "hand", f"The {card} is laid down but not in the hand. Write all cards held."
            )


@question("further-meld")
@_in_turn
def _further_meld(case: Case) -> Ruling:
    laid = case.laid("cards")
    terms = case.terms
    if strange := _strange_faults(case, _physical(laid)):
        return judged(strange, {})
    down = _down(case)
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


def _down(case: Case) -> str:
    """Whether the contract is down; where a game has none it is no matter."""
    return case.word("down", DOWN, None if case.variant.has_contracts else "no")


def _nothing_lies(terms: Terms) -> tuple[Finding, ...]:
    """Why nothing can be added to the table in a deal whose contract takes the whole hand."""
    if not terms.whole_hand:
        return ()
    return (broken(terms, "contract.whole-hand", "nothing-lies"),)


@question("lay-off")
@_in_turn
def _lay_off(case: Case) -> Ruling:
    terms = case.terms
    cards, onto = case.laid("cards"), case.laid("onto")
    if strange := _strange_faults(case, _physical((*cards, *onto))):
        return judged(strange, {})
    case.word("whose", OWN_OR_OTHER, "other")
    down = _down(case)
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


@question("take-wild")
def _take_wild(case: Case) -> Ruling:
    terms = case.terms
    meld, give = case.laid("meld"), case.card("give")
    if strange := _strange_faults(case, [*_physical(meld), give]):
        return judged(strange, {})
    found = judge_take_wild(
        terms,
        give,
        meld,
        take=_wild_named(case, meld) if case.has("take") else None,
        down=_down(case),
        whose=case.word(
            "whose", OWN_OR_OTHER, "other" if terms.take_wild.owner == "anyone" else None
        ),
        turn=case.word("turn", OWN_OR_OTHER, "own"),
        use=case.word("use", USES),
    )
    if barred := _nothing_lies(terms):
        return judged(barred, {})
    too_many = packs_faults(terms, case.players, [*_physical(meld), give])
    findings = (*found.findings, *too_many)
    facts = {"becomes": found.becomes, "takes": found.takes} if all(f.ok for f in findings) else {}
    return judged(findings, facts)


def _wild_named(case: Case, meld: Sequence[LaidCard]) -> LaidCard:
    """The wild of a meld that the case names."""
    named = case.laid("take")
    if len(named) != 1:
        raise CaseError("take", f"Name one wild, not {len(named)}.")
    if named[0].card not in _physical(meld):
        raise CaseError("take", f"There is no {named[0].card} in {show_cards(_physical(meld))}.")
    return named[0]


@question("discard")
@_in_turn
def _discard(case: Case) -> Ruling:
    card, hand = case.card("card"), case.cards("hand")
    if strange := _strange_faults(case, hand):
        return judged(strange, {})
    if card not in hand:
        raise CaseError(
            "hand", f"The {card} is not in the hand. Write all cards held, with that one."
        )
    findings = judge_discard(
        case.terms,
        card,
        hand,
        took=case.card("took") if case.has("took") else None,
        table=case.melds("table") if case.has("table") else None,
        down=_down(case),
    )
    return judged((*findings, *packs_faults(case.variant, case.players, hand)), {})


@question("go-out")
def _go_out(case: Case) -> Ruling:
    last = case.word("last", LAST_CARD_WAYS)
    return judged(judge_go_out(case.terms, last), {})


@question("claim")
def _claim(case: Case) -> Ruling:
    terms = case.terms
    seats = case.names("seats")
    turn = case.given.get("turn")
    if len(set(seats)) < len(seats) or not seats:
        raise CaseError("seats", "Name each player once, in order of play.")
    if turn not in seats:
        raise CaseError("turn", "Name the player whose turn it is, as in “seats”.")
    if case.players not in (None, len(seats)):
        raise CaseError("seats", f"Name all {case.players} players, or leave “players” out.")
    if wrong_number := players_faults(case.variant, len(seats)):
        return judged(wrong_number, {"discard_to": None, "extra_cards": {}})
    claims = case.names("claims") if case.has("claims") else ()
    for name in claims:
        if name not in seats:
            raise CaseError("claims", f"“{name}” is not seated. Name players as in “seats”.")
        if name == turn:
            raise CaseError("claims", "The player whose turn it is takes the discard by “wants”.")
    stock = case.number("stock", 0, 52 * 8) if case.has("stock") else None
    found = judge_claim(
        terms, seats, str(turn), claims, wants=case.truth("wants"), stock=stock,
    )  # fmt: skip
    facts = {"discard_to": found.discard_to, "extra_cards": dict(found.extra_cards)}
    if violations(found.findings):
        return judged(found.findings, facts)
    return answered(found.findings, facts)


@question("deal")
def _deal(case: Case) -> Ruling:
    players, terms = case.number("players"), case.terms
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


@question("points")
def _points(case: Case) -> Ruling:
    cards = case.cards("cards", suits=False)
    too_many = _rank_faults(case, cards)
    if too_many:
        return judged(too_many, {})
    worth = [point_of_rank(case.variant, card.rank) for card in cards]
    return answered([_costs(case.variant, worth)], {"points": sum(worth)})


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


@question("score")
def _score(case: Case) -> Ruling:
    variant, hands = case.variant, case.hands("hands")
    if "out" not in case.given:
        raise CaseError("out", "“out” is missing. Name the player who went out, or null.")
    out = case.given["out"]
    if out is not None and (not isinstance(out, str) or out not in hands):
        raise CaseError("out", "Name the player who went out as in “hands”, or null.")
    if out is not None and hands[out]:
        raise CaseError("hands", f"{out} went out, so {out} can hold no cards.")
    too_many = _rank_faults(case, [card for held in hands.values() for card in held])
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
    return answered([_counted(variant, hands), _winner_rule(variant, out)], {"points": points})


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


@question("standings")
def _standings(case: Case) -> Ruling:
    variant, rounds = case.variant, case.rounds("rounds")
    players = tuple(dict.fromkeys(name for one in rounds for name in one))
    left = _who_left(case, players)
    staying = tuple(name for name in players if name not in left)
    over = ended_after(variant, rounds[:-1], players)
    if over is not None and ended_after(variant, rounds[:-1], staying or players) is not None:
        raise CaseError("rounds", f"This game was over after round {over}; leave out those after.")
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
    left = tuple(dict.fromkeys(case.names("left"))) if case.has("left") else ()
    for name in left:
        if name not in players:
            raise CaseError("left", f"“{name}” has no points. Name players as in “rounds”.")
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


@question("stock-out")
def _stock_out(case: Case) -> Ruling:
    case.deal()
    variant, then = case.variant, case.variant.stock.out
    found = []
    by_text = (
        "claim.forced" in variant.rules and variant.basis("claim.forced").by is SettledBy.RULES
    )
    if then is StockOut.MUST_TAKE_DISCARD and by_text:
        found.append(find(variant, "claim.forced", "last"))
    found.append(find(variant, "stock.out", str(then)))
    if then is StockOut.DEAL_ENDS:
        found.append(find(variant, "score.nobody-out", str(variant.scoring.nobody_out)))
    return answered(found, {"then": str(then)})


@question("arrange")
def _arrange(case: Case) -> Ruling:
    cards, terms = case.cards("cards"), case.terms
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
    near = nearest_to_contract(terms, best.left, players=case.players)
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
