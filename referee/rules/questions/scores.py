"""Questions about a deal as a whole: what is dealt, what cards cost, and who leads."""

from collections.abc import Iterable, Mapping, Sequence
from functools import reduce
from itertools import chain

from referee.language import OneOf, Phrase
from referee.rules.cards import JOKER, Card, Cards, LaidCard, cards_in, without, write_cards
from referee.rules.deals import jokers_of, packs_of, plan_deal
from referee.rules.findings import (
    Finding,
    Findings,
    Ruling,
    answered,
    broken,
    by_option,
    find,
    judged,
    violations,
)
from referee.rules.law.contracts import judge_contract
from referee.rules.law.faults import packs_faults
from referee.rules.law.melds import drawn_rank, judge_meld
from referee.rules.law.play import one_of
from referee.rules.law.points import cards_that_differ, points_of
from referee.rules.phrases import contract_of
from referee.rules.questions import fields
from referee.rules.questions.cases import (
    Case,
    asked_deal,
    check_size,
    dealt_to,
    fewest_dealt,
    question,
)
from referee.rules.questions.fields import NEVER, CaseError, Field, Where
from referee.rules.schema.play import StockOut
from referee.rules.schema.variant import Terms, Variant
from referee.rules.scoring.standings import (
    Rounds,
    Standings,
    bonuses_of,
    boxes,
    ended_after,
    game_bonus,
    game_end,
    standings,
)
from referee.rules.search.arrange import Arrangement, WayOut, arrange
from referee.rules.search.declaring import judge_hand, why_spared
from referee.rules.search.showdown import judge_knock, knocked
from referee.rules.search.solver import Budget
from referee.rules.search.why_not import (
    MOST_STEPS,
    dearest_melds,
    gap_findings,
    nearest_to_contract,
)

_DEALT = ("cards_each", "packs", "jokers", "cards_in_play")
_HOW_MANY = fields.PLAYERS._replace(needed=fields.ALWAYS)


@question(
    "deal",
    _HOW_MANY,
    fields.DEAL,
    example={"players": 4, "deal": 2},
    facts=dict.fromkeys(_DEALT, int) | {"contract": [str]},
    asked=NEVER,
)
def deal_question(case: Case) -> Ruling:
    """What is dealt to so many players."""
    terms = case.terms
    plan = plan_deal(terms, case[_HOW_MANY])
    facts = {name: getattr(plan, name) for name in _DEALT}
    jokers = {"jokers": jokers_of(plan)} if plan.jokers else {}
    code = "jokers" if jokers else "one" if plan.packs == 1 else ""
    findings = [
        find(terms, "cards.dealt", cards=plan.cards_each),
        find(terms, "cards.packs", code, packs=packs_of(plan), **jokers),
    ]
    if plan.contract:
        contract = contract_of(plan.contract)
        whole = "whole" if terms.deal.whole_hand else ""
        asked = find(terms, "contract.pieces", whole, deal=terms.number, contract=contract)
        findings.append(by_option(terms, asked, terms.deal.option))
    if terms.tracks:
        findings.append(find(terms, "contract.track"))
    return answered(findings, {**facts, "contract": list(map(str, plan.contract))})


_RANKS = Field("cards", fields.RANKS)


def _spares_groups(game: Variant) -> bool:
    """Whether the cards in sets and runs of a hand cost nothing."""
    return game.is_showdown and game.scoring.spares_groups


@question(
    "points",
    fields.DEAL._replace(needed=NEVER).at_desk(asked="wilds.by_deal and costs_change"),
    _RANKS.at_desk(asked=lambda game: not _spares_groups(game)).at_desk(
        asked=_spares_groups, words="ungrouped"
    ),
    fields.ASKED_PLAYERS,
    example={"cards": "K 7 7 *"},
    facts={"points": int},
    asked=Where("", "has_points"),
)
def points_question(case: Case) -> Ruling:
    """What cards cost."""
    cards, variant = case[_RANKS], case.variant
    if not variant.has_points:
        raise CaseError("ask", "case-no-points", game=variant.name)
    terms = case.terms if variant.costs_change and case.has(fields.DEAL) else case.any_deal
    if too_many := rank_faults(case, terms, cards):
        return judged(too_many)
    worth = worth_of(terms, cards)
    code, total = {0: "nothing", 1: "one"}.get(len(worth), ""), sum(worth)
    costs = find(terms, "points.cards", code, sum=_sum(worth), points=total)
    return answered([costs, *usual_joker(terms, cards), *drawn_rank(terms)], {"points": total})


def worth_of(variant: Variant, cards: Iterable[Card]) -> list[int]:
    """What each card costs."""
    return [variant.points.of(card) for card in cards]


def usual_joker(variant: Variant, cards: Iterable[Card]) -> Iterable[Finding]:
    """What jokers among the cards cost, where the game does not say."""
    if variant.points.usual_joker and any(card.is_joker for card in cards):
        yield find(variant, "points.joker", points=variant.points.of(JOKER))


def _sum(worth: Sequence[int]) -> str:
    return " + ".join(map(str, worth))


def with_sum(worth: Sequence[int]) -> str | int:
    """What cards of these points cost, added up."""
    return worth[0] if len(worth) == 1 else f"{_sum(worth)} = {sum(worth)}"


def side_by_side(sums: Mapping[str, str | int]) -> Phrase:
    """Sums of several players, by name, in one sentence."""
    each = (Phrase.of("sum-of", name=name, sum=sum) for name, sum in sums.items())
    return reduce(lambda before, after: Phrase.of("sums", before=before, next=after), each)


def rank_faults(case: Case, terms: Terms, cards: Cards) -> Findings:
    """More of a card, or of a rank where suits were left out, than there are.

    Raises `CaseError` for a card without its suit where that decides what it costs.
    """
    for card in cards:
        if not card.suit and (suited := cards_that_differ(terms, card.rank))[0].suit:
            field = "cards" if "cards" in case.given else "hands"
            raise CaseError(field, "case-suit-counts", cards=OneOf(suited))
    faults = packs_faults(case.any_deal, cards)
    if faults or len({card.suit == "" for card in cards}) < 2:
        return faults
    return packs_faults(case.any_deal, [Card(card.rank) for card in cards])


_ROUNDS = Field("rounds", fields.ROUNDS)
_LEFT = Field("left", fields.SOME_NAMES, needed=NEVER)
_REJOINED = Field("rejoined", fields.NUMBER_BY_NAME, needed=NEVER, least=1)


@question(
    "standings",
    _ROUNDS,
    _LEFT,
    _REJOINED,
    fields.PLAYERS,
    example={"rounds": [{"Ann": 0, "Bo": 17, "Cy": 30}], "left": ["Cy"]},
    facts={
        "totals": {str: int},
        "order": [[str]],
        "finished": bool,
        "winners": [str],
        "eliminated": [str],
        "final": {str: int},
    },
    asked=NEVER,
)
def standings_question(case: Case) -> Ruling:
    """Who leads after some rounds, and whether the game is over."""
    variant, rounds, end = case.variant, case[_ROUNDS], case.variant.end
    players = tuple(dict.fromkeys(name for scores in rounds for name in scores))
    named = case.if_given(_LEFT) or ()
    left = tuple(dict.fromkeys(named))
    if strangers := [name for name in left if name not in players]:
        raise CaseError("left", "case-left-stranger", name=strangers[0])
    back = case.if_given(_REJOINED) or {}
    if back and not (game_end(variant)[2] and end.rejoin):
        raise CaseError("rejoined", "case-no-rejoining")
    for name, after in back.items():
        if name not in players or after > len(rounds):
            raise CaseError("rejoined", "case-rejoined-stranger", name=name, round=after)
    staying = tuple([name for name in players if name not in left])
    kept = {name: after for name, after in back.items() if name in staying}
    everybody = final = standings(variant, rounds, players, rejoined=back)
    if left and staying:
        final = standings(variant, rounds, staying, rejoined=kept)
    elif left:
        final = everybody._replace(winners=())
    over = ended_after(variant, rounds[:-1], players, back)
    if over is not None and ended_after(variant, rounds[:-1], staying or players, kept) is not None:
        raise CaseError("rounds", "case-after-the-end", round=over)
    facts: dict[str, object] = {
        "totals": dict(everybody.totals),
        "order": list(map(list, everybody.order)),
        "finished": final.finished,
        "winners": list(final.winners),
        "eliminated": list(everybody.eliminated),
    }
    findings = [*_end_findings(variant, final, len(rounds))]
    code = "level" if end.rejoin_at == "level" else ""
    findings += [
        find(variant, "end.rejoin", code, name=name, round=after) for name, after in back.items()
    ]
    if final.finished and end.adds_bonuses:
        added = bonuses_of(variant, rounds, players, final.winners)
        facts["final"] = {name: total + added[name] for name, total in everybody.totals.items()}
        findings += _bonus_findings(variant, rounds, final)
    if left:
        findings.append(find(variant, "end.winner", "left", names=left))
    return answered(findings, facts)


def _bonus_findings(variant: Variant, rounds: Rounds, final: Standings) -> Iterable[Finding]:
    """What is added to the totals of a finished game."""
    end, names = variant.end, final.winners
    if end.at_once != "one":
        yield find(variant, "end.box", "at-once")
        return
    if end.game_bonus and names:
        bonus = game_bonus(variant, rounds, names)
        code = "double" if bonus > end.game_bonus else ""
        yield find(variant, "end.game-bonus", code, names=names, points=bonus)
    won = {name: boxes(rounds, name) for name in final.totals}
    sums = {name: f"{count} × {end.box}" for name, count in won.items() if count}
    if sums and end.box:
        yield find(variant, "end.box", sums=side_by_side(sums))


def _end_findings(variant: Variant, final: Standings, played: int) -> Iterable[Finding]:
    """Whether the game is over, by what, and who wins it."""
    count, target, out_at = game_end(variant)
    if final.eliminated:
        yield find(variant, "end.when", "out", names=final.eliminated, target=out_at)
    left = tuple([name for name in final.totals if name not in final.eliminated])
    if out_at and (len(left) < 2 or variant.end.last_wins):
        if not final.finished:
            yield find(variant, "end.when", "going-out", names=left, target=out_at)
        elif final.winners:
            # Where the last are out together, whoever has the best total of them wins.
            last = "" if {*final.winners} & {*final.eliminated} else "last"
            best = variant.scoring.best
            yield find(variant, "end.winner", last, best=best, names=final.winners)
        return
    deals = len(variant.deals) if count else 0
    ends = "deals" if deals else "rounds" if count else "target"
    more = {"left": count - played} if count else {"target": target}
    reached = tuple([name for name, total in final.totals.items() if total >= target])
    if not final.finished:
        if played >= count if count else target and reached:
            yield find(variant, "end.ties", "off", names=final.order[0] if final.order else ())
        elif count or target:
            yield find(variant, "end.when", "going", ends=ends, **more)
        else:
            yield find(variant, "end.when", "open")
        return
    if 0 < count < played:
        yield find(variant, "end.ties", "decided")
    yield find(variant, "end.when", "over", ends=ends, names=() if count else reached, **more)
    if final.winners:
        yield find(variant, "end.winner", best=variant.scoring.best, names=final.winners)
    if len(final.winners) > 1:
        yield find(variant, "end.ties", names=final.winners)


_HELD = Field("cards", fields.HELD)


@question(
    "arrange",
    asked_deal("has_contracts"),
    _HELD.at_desk(),
    fields.ASKED_PLAYERS,
    example={"deal": 1, "players": 4, "cards": "9s 9d 9c Ks Kd Kc 4h 5h *"},
    facts={
        "can_lay_contract": bool | None,
        "melds": [str],
        "left": [str],
        "points_left": int,
        "points_held": int,
        "left_points": [{"card": str, "points": int}],
        "proven": bool,
        "can_go_out": bool | None,
        "goes_out": {"melds": [str], "discard": str},
    },
)
def arrange_question(case: Case) -> Ruling:
    """What had better be laid down from a hand."""
    cards, terms = case[_HELD], case.terms
    if too_many := packs_faults(terms, cards):
        return judged(too_many)
    check_size("cards", cards)
    best = arrange(terms, cards)
    if terms.is_showdown:
        fewest = fewest_dealt(case)
        if not (best.way_out and _shows(case, best.way_out, cards, fewest)):
            # Before a card is drawn nobody can end the deal.
            drawn = len(cards) > fewest
            best = best._replace(way_out=None, can_go_out=False if drawn else None)
    facts: dict[str, object] = {
        "can_lay_contract": best.can_lay_contract,
        "melds": list(map(write_cards, best.melds)),
        "left": [card.code for card in best.left],
        "points_left": best.points_left,
        "left_points": [
            {"card": card.code, "points": points}
            for card, points in zip(best.left, worth_of(terms, best.left), strict=True)
        ],
        "proven": best.proven,
        "can_go_out": best.can_go_out,
    }
    shown = [find(terms, "showdown.by")] if terms.is_showdown else []
    if way := best.way_out:
        discard = (way.discard,) if way.discard else ()
        melds = list(map(write_cards, way.melds))
        facts["goes_out"] = {"melds": melds, "discard": write_cards(discard)}
        best = best._replace(melds=way.melds, left=discard, points_left=points_of(terms, discard))
    findings = [*shown, *drawn_rank(terms), *_laid(terms, best), *_left(terms, best)]
    counts_all = terms.is_showdown and terms.has_points and not terms.scoring.spares_groups
    if counts_all and not best.can_go_out:
        facts["points_held"] = held = points_of(terms, cards)
        findings.append(find(terms, "score.held", "counts", points=held))
    return answered(findings, facts)


def _shows(case: Case, way: WayOut, cards: Cards, fewest: int) -> bool:
    """Whether a hand that is shown so, after its discard, ends the deal; `fewest` are dealt."""
    terms, dealt = case.terms, dealt_to(case)
    kept = without(cards, (way.discard,)) if way.discard else cards
    if terms.showdown.declares:
        return not violations(judge_hand(terms, tuple(map(LaidCard, kept)), dealt).findings)
    if len(kept) < fewest:
        return False
    if terms.showdown.knocks:
        return not violations([judge_knock(terms, kept, knocked(terms, kept), dealt)])
    return len(kept) <= dealt


def _laid(terms: Terms, best: Arrangement) -> Iterable[Finding]:
    """The rules that permit what is laid, or that bar laying anything."""
    if best.can_lay_contract:
        hand = [*cards_in(best.melds), *best.left]
        return judge_contract(terms, best.melds, hand=hand).findings
    if best.can_lay_contract is None:
        several = len(best.melds) > 1
        melds = [judge_meld(terms, meld, among=several).findings for meld in best.melds]
        together = [find(terms, "further-meld.number")] if several and terms.lays_melds else []
        return [*chain.from_iterable(melds), *together]
    left = tuple(map(LaidCard, best.left))
    if not terms.contract:
        budget = Budget(MOST_STEPS)
        value = judge_contract(terms, dearest_melds(terms, left, budget)).value
        code = "not-found" if not best.proven else "beyond-all" if budget.is_spent else "beyond"
        return [broken(terms, "opening.value", code, least=terms.least_opening, value=value or 0)]
    words = "beyond-whole" if terms.deal.whole_hand else "beyond"
    code, contract = words if best.proven else "not-found", contract_of(terms.contract)
    beyond = broken(terms, "contract.pieces", code, deal=terms.number, contract=contract)
    near = nearest_to_contract(terms, left)
    return [beyond, *(gap_findings(terms, near) if near and near.lacking else ())]


def _left(terms: Terms, best: Arrangement) -> Iterable[Finding]:
    """Whether the player can go out, and what the cards left are worth."""
    own = "deal-" if terms.deal.out_by and terms.lays_melds else ""
    if terms.go_out.melded:
        laid = sum(map(len, best.melds))
        yield find(terms, "go-out.melded", "lays", has=laid, needs=terms.go_out.melded)
    elif not terms.goes_out or best.can_lay_contract is False:
        pass
    elif best.way_out is not None:
        last = best.way_out.discard
        yield find(terms, "go-out.last", own + "out", cards=(last,) if last else ())
    elif best.can_go_out is False:
        stays = "stays" if terms.lays_melds else "left-over"
        later = terms.lays_melds and best.left and terms.lay_off.when == "later-turn"
        code = "not-now" if later else own + (stays if best.left else "no-last")
        yield broken(terms, "go-out.last", code, ways=one_of(terms.ways_out))
    if not terms.has_points:
        return
    if _spares_groups(terms) and terms.scoring.grouped != "any" and not best.melds:
        yield find(terms, "score.grouped", why_spared(terms, (), best.left), names=())
        if best.points_left > terms.scoring.cap > 0:
            yield find(terms, "score.cap", "capped", names=(), most=terms.scoring.cap)
    out, points, code = best.can_go_out, best.points_left, "left"
    if not best.left:
        code = "none-left"
    elif len(best.left) == 1:
        code = "left-out" if out else "left-one"
    costs = _sum(worth_of(terms, best.left))
    yield find(terms, "points.cards", code, cards=best.left, sum=costs, points=points)
    if best.fits_own and not out:
        yield find(terms, "points.cards", "fits-own", cards=best.fits_own)


@question(
    "stock-out",
    fields.DEAL.at_desk(asked=NEVER),
    fields.PLAYERS,
    example={"deal": 1},
    facts={"then": StockOut},
)
def stock_out_question(case: Case) -> Ruling:
    """What happens once the stock is used up."""
    case.deal()
    variant, then = case.variant, case.variant.stock.out
    findings = []
    forced = then == "must-take-discard" and "claim.forced" in variant.rules
    if forced and variant.basis("claim.forced").by == "rules":
        findings.append(find(variant, "claim.forced", "last"))
    findings.append(find(variant, "stock.out", then))
    if then == "deal-ends" and not variant.scoring.melded:
        findings.append(find(variant, "score.nobody-out", variant.scoring.with_nobody_out))
    return answered(findings, {"then": then})
