"""Questions about a deal as a whole: what is dealt, what cards cost, and who leads."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import reduce
from itertools import chain
from typing import Final

from referee.language import Phrase, say
from referee.rules.cards import JOKER_RANK, Card, LaidCard, cards_of, write_cards
from referee.rules.deals import DealError, DealPlan, jokers_of, packs_of, plan_deal
from referee.rules.findings import Finding, Ruling, answered, broken, by_option, find, judged
from referee.rules.law.contracts import judge_contract
from referee.rules.law.faults import packs_faults
from referee.rules.law.melds import judge_meld
from referee.rules.law.play import one_of
from referee.rules.law.points import Lies, has_low_ace, laid_value, point_of_rank
from referee.rules.law.table import on_table
from referee.rules.phrases import contract_of
from referee.rules.questions.cases import (
    ALWAYS,
    DEAL,
    HANDS,
    HELD,
    MELDS_BY_NAME,
    NAME,
    NEVER,
    PLAYERS,
    RANKS,
    ROUNDS,
    SOME_NAMES,
    WORDS_BY_NAME,
    Case,
    CaseError,
    Field,
    Melds,
)
from referee.rules.questions.declared import asked_deal, question
from referee.rules.questions.json_types import (
    FLAG,
    FLAG_OR_NULL,
    TEXT,
    TEXTS,
    THEN,
    TOTALS,
    WHOLE,
    by_name,
    listed,
    table,
)
from referee.rules.questions.shared import ASKED_PLAYERS
from referee.rules.schema.variant import Terms, Variant
from referee.rules.scoring.parts import OUT_FROM_HAND, ScoreError, Told, points_in, score_deal
from referee.rules.scoring.standings import Standings, ended_after, game_end, standings
from referee.rules.search.arrange import MOST_CARDS, Arrangement, arrange
from referee.rules.search.why_not import gap_findings, nearest_to_contract

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
        whole = "whole" if terms.deal.whole_hand else ""
        asked = find(terms, "contract.pieces", whole, deal=terms.number, contract=contract)
        findings.append(by_option(terms, asked, terms.deal.option))
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
    ASKED_PLAYERS,
    example={"cards": "K 7 7 *"},
    facts={"points": WHOLE},
)
def _points(case: Case) -> Ruling:
    cards = case[_RANKS]
    if not case.variant.has_points:
        raise CaseError("ask", say("case-no-points", game=case.variant.name))
    too_many = _rank_faults(case, cards)
    if too_many:
        return judged(too_many, {})
    worth = _worth(case.variant, cards)
    findings = [_costs(case.variant, worth), *_usual_joker(case.variant, cards)]
    return answered(findings, {"points": sum(worth)})


def _worth(variant: Variant, cards: Iterable[Card]) -> list[int]:
    """What each card costs."""
    return [point_of_rank(variant, card.rank) for card in cards]


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


def _with_sum(worth: Sequence[int]) -> str | int:
    return worth[0] if len(worth) == 1 else f"{_sum(worth)} = {sum(worth)}"


def _rank_faults(case: Case, cards: Sequence[Card]) -> tuple[Finding, ...]:
    """More of a card, or of a rank where suits were left out, than there are."""
    faults = packs_faults(case.variant, case.players, cards)
    if faults or all(card.suit or card.is_joker for card in cards):
        return faults
    return packs_faults(case.variant, case.players, [Card(card.rank) for card in cards])


_HANDS: Final = Field("hands", HANDS)
_OUT: Final = Field("out", NAME, or_null=True)


_MELDED: Final = Field("melded", MELDS_BY_NAME, needed=NEVER)
_EVENTS: Final = Field("events", WORDS_BY_NAME, needed=NEVER)


@question(
    "score",
    _HANDS,
    _OUT,
    _MELDED,
    _EVENTS,
    PLAYERS,
    example={"hands": {"Ann": "", "Bo": "K 7", "Cy": "* A"}, "out": "Ann"},
    facts={"points": TOTALS, "parts": by_name(TOTALS)},
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
    melded, events = _melded(case, hands), _events(case, out)
    cards = [card for held in hands.values() for card in held]
    lying = {name: tuple(_lying(case, melds)) for name, melds in melded.items()}
    laid = [lies for melds in lying.values() for lies in melds]
    too_many = _rank_faults(case, [*cards, *(card for lies in laid for card, _ in lies)])
    if too_many:
        return judged(too_many, {})
    worth = {name: _worth(variant, held) for name, held in hands.items()}
    told = Told(
        held={name: sum(costs) for name, costs in worth.items()},
        out=out,
        melded={
            name: sum(laid_value(case.terms_of_any, lies) for lies in melds)
            for name, melds in lying.items()
        },
        events=events,
    )
    try:
        parts = score_deal(variant, told)
    except ScoreError as error:
        raise CaseError(error.field, str(error)) from None
    counted = [_counted(variant, worth)] if variant.has_points else []
    counted += _usual_joker(variant, cards)
    if any(has_low_ace(case.terms_of_any, lies) for lies in laid):
        counted.append(find(variant, "points.low-ace", points=variant.points.low_ace or 0))
    facts = {"points": points_in(parts), "parts": parts}
    return answered([*counted, *_ways_of_scoring(case, told, parts)], facts)


def _melded(case: Case, hands: Mapping[str, object]) -> Mapping[str, Melds]:
    """What each player laid down, where that is scored."""
    melded = case.if_given(_MELDED) or {}
    if melded and case.variant.scoring.one_wins:
        raise CaseError("melded", say("case-melded-unscored"))
    for name in melded:
        if name not in hands:
            raise CaseError("melded", say("case-melded-stranger", name=name))
    return melded


def _events(case: Case, out: str | None) -> Mapping[str, Sequence[str]]:
    """What else happened in the deal, by the player who did it."""
    variant, events = case.variant, case.if_given(_EVENTS) or {}
    doubles = variant.scoring.one_wins and variant.scoring.from_hand == "doubles"
    known = (OUT_FROM_HAND,) if doubles else ()
    for name, happened in events.items():
        for event in happened:
            if event not in known:
                raise CaseError("events", say("case-no-event", event=event, known=known))
            if name != out:
                raise CaseError("events", say("case-hand-out", name=name))
    return events


def _lying(case: Case, melds: Melds) -> Iterable[Lies]:
    """The melds of a player as they lie; cards added to those of others lie by themselves."""
    for meld in melds:
        lies = on_table(case.terms_of_any, meld)
        yield lies.pairs if lies else tuple([(card, card) for card in cards_of(meld)])


def _ways_of_scoring(
    case: Case, told: Told, parts: Mapping[str, Mapping[str, int]]
) -> Iterable[Finding]:
    """The rules by which the cards come to what is written."""
    variant, out = case.variant, told.out
    if not variant.scoring.one_wins:
        sums = [
            Phrase.of("sum-of", name=name, sum=f"{own['melded']} − {-own['held']}")
            for name, own in parts.items()
        ]
        yield find(variant, "score.melded", "counted", sums=_side_by_side(sums))
        return
    yield _winner_rule(variant, out)
    if out is not None and OUT_FROM_HAND in told.events.get(out, ()):
        yield find(variant, "score.from-hand", "doubled", name=out)
    if capped := tuple(name for name, own in parts.items() if "capped" in own):
        yield find(variant, "score.cap", "capped", names=capped, most=variant.scoring.cap)


def _side_by_side(sums: Sequence[Phrase]) -> Phrase:
    return reduce(lambda before, following: Phrase.of("sums", before=before, next=following), sums)


def _counted(variant: Variant, worth: Mapping[str, Sequence[int]]) -> Finding:
    """What the cards that each player holds cost, by what each of them is worth."""
    sums = [
        Phrase.of("sum-of", name=name, sum=_with_sum(costs))
        for name, costs in worth.items() if costs
    ]  # fmt: skip
    if not sums:
        return find(variant, "points.cards", "nothing")
    return find(variant, "points.cards", "counted", sums=_side_by_side(sums))


def _winner_rule(variant: Variant, out: str | None) -> Finding:
    if out is None:
        return find(variant, "score.nobody-out", str(variant.scoring.with_nobody_out))
    return find(variant, "score.winner", str(variant.scoring.winner), name=out)


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
    players = tuple(dict.fromkeys(name for scores in rounds for name in scores))
    left = _who_left(case, players)
    staying = tuple([name for name in players if name not in left])
    over = ended_after(variant, rounds[:-1], players)
    if over is not None and ended_after(variant, rounds[:-1], staying or players) is not None:
        raise CaseError("rounds", say("case-after-the-end", round=over))
    everybody = final = standings(variant, rounds, players)
    if left:
        final = standings(variant, rounds, staying) if staying else replace(everybody, winners=())
    facts: dict[str, object] = {
        "totals": dict(everybody.totals),
        "order": [list(level) for level in everybody.order],
        "finished": final.finished,
        "winners": list(final.winners),
    }
    findings = [*_end_findings(variant, final, len(rounds))]
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


def _end_findings(variant: Variant, final: Standings, played: int) -> Iterable[Finding]:
    count, target = game_end(variant)
    ends = "deals" if variant.deals else "rounds" if count else "target"
    if not final.finished:
        level = final.order[0] if final.order else ()
        if variant.deals and played >= len(variant.deals):
            yield find(variant, "end.ties", "off", names=level)
        elif count:
            yield find(variant, "end.when", "going", ends=ends, left=count - played)
        elif not target:
            yield find(variant, "end.when", "open")
        else:
            yield find(variant, "end.when", "going", ends=ends, target=target)
        return
    if variant.deals and played > len(variant.deals):
        yield find(variant, "end.ties", "decided")
    if count:
        yield find(variant, "end.when", "over", ends=ends)
    else:
        reached = tuple([name for name, total in final.totals.items() if total >= target])
        yield find(variant, "end.when", "over", ends=ends, names=reached, target=target)
    if not final.winners:
        return
    best = "lowest" if variant.scoring.best == "lowest" else "highest"
    yield find(variant, "end.winner", best=best, names=final.winners)
    if len(final.winners) > 1:
        yield find(variant, "end.ties", names=final.winners)


_HELD: Final = Field("cards", HELD)


@question(
    "arrange",
    asked_deal(lambda game: game.has_contracts),
    _HELD.at_desk(),
    ASKED_PLAYERS,
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
    if len(cards) > MOST_CARDS:
        raise CaseError("cards", say("case-hand-size", has=len(cards), most=MOST_CARDS))
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
        hand = [*chain.from_iterable(map(cards_of, best.melds)), *best.left]
        return judge_contract(terms, best.melds, players=case.players, hand=hand).findings
    if best.can_lay_contract is None:
        several = len(best.melds) > 1
        melds = [judge_meld(terms, meld, among=several) for meld in best.melds]
        findings = [finding for meld in melds for finding in meld.findings]
        return [*findings, find(terms, "further-meld.number")] if several else findings
    words = "beyond-whole" if terms.deal.whole_hand else "beyond"
    code = words if best.proven else "not-found"
    contract = contract_of(terms.contract)
    beyond = broken(terms, "contract.pieces", code, deal=terms.number, contract=contract)
    left = [LaidCard(card) for card in best.left]
    near = nearest_to_contract(terms, left, players=case.players)
    return [beyond, *(gap_findings(terms, near) if near and near.lacking else ())]


def _left_findings(terms: Terms, best: Arrangement, worth: Sequence[int]) -> Iterable[Finding]:
    """Whether the player can go out, and what the cards left are worth."""
    own = "deal-" if terms.deal.out_by else ""
    if terms.go_out.melded:
        laid = sum(map(len, best.melds))
        yield find(terms, "go-out.melded", "lays", has=laid, needs=terms.go_out.melded)
    elif best.way_out is not None:
        last = best.way_out.discard
        yield find(terms, "go-out.last", own + "out", cards=(last,) if last else ())
    elif best.can_go_out is False and best.left:
        yield broken(terms, "go-out.last", own + "stays")
    elif best.can_go_out is False:
        ways = one_of(terms.ways_out)
        yield broken(terms, "go-out.last", own + "no-last", ways=ways)
    if not terms.has_points:
        return
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
    findings = []
    forced = then == "must-take-discard" and "claim.forced" in variant.rules
    if forced and variant.basis("claim.forced").by == "rules":
        findings.append(find(variant, "claim.forced", "last"))
    findings.append(find(variant, "stock.out", str(then)))
    if then == "deal-ends" and variant.scoring.one_wins:
        findings.append(find(variant, "score.nobody-out", str(variant.scoring.with_nobody_out)))
    return answered(findings, {"then": str(then)})
