"""The question of what is written for a deal, and why."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import chain

from referee.rules.cards import Card, Cards, Laid, cards_in, cards_of, without, write_cards
from referee.rules.findings import Finding, Ruling, answered, find, judged, violations
from referee.rules.law.melds import drawn_rank
from referee.rules.law.points import Lies, has_low_ace, laid_value, low_ace_change, points_of
from referee.rules.law.table import on_table
from referee.rules.phrases import laid_as
from referee.rules.questions import fields
from referee.rules.questions.cases import Case, check_size, dealt_to, question
from referee.rules.questions.fields import NEVER, CaseError, Field
from referee.rules.questions.scores import (
    rank_faults,
    side_by_side,
    usual_joker,
    with_sum,
    worth_of,
)
from referee.rules.schema.variant import Terms, Variant
from referee.rules.scoring.parts import (
    CUT,
    LAID,
    OUT_FROM_HAND,
    DealOutcome,
    Parts,
    events_of,
    points_in,
    score_deal,
    undercutters,
)
from referee.rules.search.deadwood import Grouping
from referee.rules.search.declaring import why_spared
from referee.rules.search.showdown import Shown, grouped, judge_knock, show

_HANDS = Field("hands", fields.HANDS)
_OUT = Field("out", fields.NAME, or_null=True)


_MELDED = Field("melded", fields.MELDS_BY_NAME, needed=NEVER)
_EVENTS = Field("events", fields.WORDS_BY_NAME, needed=NEVER)
_DROPPED = Field("dropped", fields.WORD_BY_NAME, needed=NEVER, words=("first", "middle"))


@question(
    "score",
    fields.WILD_DEAL,
    _HANDS,
    _OUT,
    _MELDED,
    _EVENTS,
    _DROPPED,
    fields.PLAYERS,
    example={"hands": {"Ann": "", "Bo": "K 7", "Cy": "* A"}, "out": "Ann"},
    facts={
        "points": {str: int},
        "parts": {str: {str: int}},
        "result": str,
        "deadwood": {str: int},
        "laid_off": {str: str},
        "proven": bool,
    },
    asked=NEVER,
)
def score_question(case: Case) -> Ruling:
    """What is written for each player for a deal."""
    variant, hands = case.variant, case[_HANDS]
    scoring = variant.scoring
    if "out" not in case.given:
        raise CaseError("out", "case-out-missing")
    out = case.given["out"]
    if out is not None and out not in hands:
        raise CaseError("out", "case-out-unknown")
    if out is not None and hands[out] and variant.lays_melds:
        raise CaseError("hands", "case-out-holds", name=out)
    melded, events, dropped = _melded(case, hands), _events(case, out), _dropped(case, out)
    cards = [card for held in hands.values() for card in held]
    lying = {name: [_lies(case, meld) for meld in melds] for name, melds in melded.items()}
    laid = [*chain.from_iterable(lying.values())] if variant.lays_melds else []
    terms = case.terms_of_any
    low = {name: _low_aces(terms, melds, melded) for name, melds in melded.items()}
    if too_many := rank_faults(case, terms, [*cards, *(card for lies in laid for card, _ in lies)]):
        return judged(too_many)
    spared = {*dropped, *(name for name, did in events.items() if scoring.charges.keys() & {*did})}
    findings: list[Finding] = []
    left: Mapping[str, Cards] = hands
    knock = None
    if variant.is_showdown:
        counting = {name: () if name in spared else hand for name, hand in hands.items()}
        findings, left, knock = _shown(case, counting, out, melded)
        if wrong := violations(findings):
            return judged(wrong)
    worth = {name: worth_of(terms, held) for name, held in left.items()}
    outcome = DealOutcome(
        held={name: sum(costs) for name, costs in worth.items()},
        out=out,
        gin=knock.kind if knock and knock.kind != "knock" else "",
        melded={
            name: sum(laid_value(terms, lies) for lies in melds)
            + sum(low_ace_change(terms, ace) for ace in low[name])
            for name, melds in lying.items()
        },
        events=events,
        dropped=dropped,
        doubled=_spade(case) is not None,
    )
    parts = score_deal(variant, outcome)
    if variant.has_points:
        sums = {name: with_sum(costs) for name, costs in worth.items() if costs}
        if sums:
            findings.append(find(variant, "points.cards", "counted", sums=side_by_side(sums)))
        else:
            code = "none-count" if cards else "nothing"
            findings.append(find(variant, "points.cards", code))
    findings += [*usual_joker(variant, cards), *drawn_rank(terms)]
    if any(low.values()) or any(has_low_ace(terms, [one for _, one in lies]) for lies in laid):
        findings.append(find(variant, "points.low-ace", points=variant.points.low_ace or 0))
    facts: dict[str, object] = {"points": points_in(parts), "parts": parts}
    if variant.is_showdown:
        facts["deadwood"] = dict(outcome.held)
    if knock:
        cut = scoring.difference and undercutters(scoring, outcome)
        facts["result"] = "undercut" if cut else knock.kind
        facts["laid_off"] = {name: write_cards(added) for name, added in knock.added.items()}
        facts["proven"] = knock.proven
    return answered([*findings, *_ways_of_scoring(case, outcome, parts)], facts)


def _lies(case: Case, meld: Laid) -> Lies:
    """A meld as it lies; cards added to those of others lie by themselves.

    An ace among these is low where the card that follows it is there, too.
    """
    if lies := on_table(case.terms_of_any, meld):
        return lies.pairs
    lowest = case.variant.deck.beside_ace[0]
    is_low = any(card.rank == lowest for card in cards_of(meld))
    cards = sorted(cards_of(meld), key=lambda card: (card.rank == "A") != is_low)
    return tuple([(card, card) for card in cards])


def _low_aces(terms: Terms, melds: fields.Melds, melded: Mapping[str, fields.Melds]) -> list[Card]:
    """The aces laid by themselves that fit nothing on the table but the low end of a run."""
    if terms.points.low_ace is None:
        return []
    tables, loose = [], set[Card]()
    for meld in chain.from_iterable(melded.values()):
        if table := on_table(terms, meld):
            tables.append(table)
        else:
            loose.update(cards_of(meld))

    def fits(ace: Card, end: int) -> bool:
        """Whether the cards beside it, laid by themselves too, lead to that end of a run."""
        for rank in terms.deck.beside_ace[:: 1 if end == 0 else -1]:
            card = Card(rank, ace.suit)
            if any(table.kind == "run" and table.stands[end] == card for table in tables):
                return True
            if card not in loose:
                return False
        return False

    if any(table.kind == "set" and table.stands[0].rank == "A" for table in tables):
        return []
    alone = [cards_of(meld) for meld in melds if len(meld) == 1]
    return [ace for (ace,) in alone if ace.rank == "A" and fits(ace, 0) and not fits(ace, -1)]


def _shown(
    case: Case, hands: fields.Hands, out: str | None, melded: Mapping[str, fields.Melds]
) -> tuple[list[Finding], Mapping[str, Cards], Shown | None]:
    """What decides which cards count of hands that stayed together, these, and what a knock did."""
    variant, terms = case.variant, case.terms_of_any
    if any(not card.suit and not card.is_joker for hand in hands.values() for card in hand):
        raise CaseError("hands", "case-hands-suits", game=variant.name)
    check_size("hands", max(hands.values(), key=len))
    findings, knock = [find(variant, "score.held", variant.scoring.held)], None
    if out is not None and variant.showdown.knocks:
        if variant.limited_by_upcard:
            case[fields.UPCARD]
        dealt = dealt_to(case)
        knock = show(terms, hands, out, dealt, _named(case, hands[out], out, melded))
        ways = knock.hands
        findings.insert(0, judge_knock(terms, hands[out], ways[out], dealt))
        findings += _laid_off(variant, knock)
    else:
        ways = {name: grouped(terms, hand) for name, hand in hands.items()}
        if out is not None and (left := ways[out].left):
            raise CaseError("hands", "case-out-left", name=out, cards=left)
        if out is not None:
            findings += _spared(terms, {one: way for one, way in ways.items() if one != out})
    counts = {name: way.left for name, way in ways.items()}
    if not variant.scoring.spares_groups:
        counts |= {name: hand for name, hand in hands.items() if knock or name != out}
    return findings, counts, knock


def _spared(terms: Terms, hands: Mapping[str, Grouping]) -> Iterable[Finding]:
    """Whom their groups spare cards, where it takes runs to be spared any."""
    if terms.scoring.grouped == "any" or not terms.scoring.spares_groups:
        return
    codes = {
        name: why_spared(terms, hand.melds, hand.left)
        for name, hand in hands.items()
        if hand.left or hand.melds
    }
    for code in dict.fromkeys(codes.values()):
        names = tuple(name for name, own in codes.items() if own == code)
        yield find(terms, "score.grouped", code, names=names)


def _laid_off(variant: Variant, knock: Shown) -> Iterable[Finding]:
    """What the others add to the melds of a knock."""
    if variant.showdown.lay_offs and knock.kind != "knock":
        yield find(variant, "showdown.lay-offs", "gin" if variant.scoring.difference else "closed")
    for name, added in knock.added.items():
        if added:
            yield find(variant, "showdown.lay-offs", name=name, cards=added)


def _named(
    case: Case, hand: Cards, out: str, melded: Mapping[str, fields.Melds]
) -> Grouping | None:
    """The knocker's hand in the melds that the case names; None where it names none."""
    if not melded:
        return None
    if set(melded) != {out}:
        raise CaseError("melded", "case-melded-knock")
    laid = cards_in(melded[out])
    if Counter(laid) - Counter(hand):
        raise CaseError("melded", "case-melded-hand", name=out)
    for meld in melded[out]:
        if on_table(case.terms_of_any, meld) is None:
            raise CaseError("melded", "case-melded-no-meld", meld=laid_as(cards_of(meld)))
    left = without(hand, laid)
    return Grouping(melded[out], left, points_of(case.terms_of_any, left))


def _melded(case: Case, hands: fields.Hands) -> Mapping[str, fields.Melds]:
    """What each player laid down, where that is scored."""
    melded = case.if_given(_MELDED) or {}
    if melded and not case.variant.scoring.melded and not case.variant.showdown.knocks:
        raise CaseError("melded", "case-melded-unscored")
    if strangers := [name for name in melded if name not in hands]:
        raise CaseError("melded", "case-melded-stranger", name=strangers[0])
    return melded


def _events(case: Case, out: str | None) -> Mapping[str, Sequence[str]]:
    """What else happened in the deal, by the player who did it."""
    variant, events, hands = case.variant, case.if_given(_EVENTS), case[_HANDS]
    if not events:
        return {}
    known, others = events_of(variant), hands.keys() - {out}
    befell: Mapping[str, Collection[object]] = {OUT_FROM_HAND: [out], CUT: hands, LAID: hands}
    for name, event in ((name, event) for name, happened in events.items() for event in happened):
        if event not in known:
            raise CaseError("events", "case-no-event", event=event, known=known)
        if name not in befell.get(event, others):
            code = "stranger" if event in (CUT, LAID) else "out"
            raise CaseError("events", f"case-{event}-{code}", name=name)
    if len(cutters := _who(events, CUT)) > 1:
        raise CaseError("events", "case-cut-many", names=cutters)
    return events


def _who(of_each: Mapping[str, Collection[str]], what: str) -> tuple[str, ...]:
    """The players of whom something is told, whatever else is."""
    return tuple(name for name, own in of_each.items() if what in own)


def _dropped(case: Case, out: str | None) -> Mapping[str, str]:
    """Who dropped out of the deal, and when."""
    dropped, hands = case.if_given(_DROPPED) or {}, case[_HANDS]
    if dropped and not case.variant.showdown.declares:
        raise CaseError("dropped", "case-no-dropping", game=case.variant.name)
    if others := [name for name in dropped if name == out or name not in hands]:
        raise CaseError("dropped", "case-dropped-who", name=others[0])
    return dropped


def _ways_of_scoring(case: Case, outcome: DealOutcome, parts: Parts) -> Iterable[Finding]:
    """The rules by which the cards come to what is written."""
    variant, scoring, out = case.variant, case.variant.scoring, outcome.out
    if scoring.melded:
        sums = {name: f"{own['melded']} − {-own['held']}" for name, own in parts.items()}
        yield find(variant, "score.melded", "counted", sums=side_by_side(sums))
        return
    if scoring.difference and out is not None:
        yield from _differences(variant, outcome, out)
    else:
        if variant.tracks:
            yield find(variant, "score.winner", "laid")
        elif out is None:
            yield find(variant, "score.nobody-out", scoring.with_nobody_out)
        else:
            code: str = scoring.winner
            if variant.is_showdown and code == "zero":
                code = "zero-knock" if variant.showdown.knocks else "zero-left"
                code = "knock-off" if code == "zero-knock" and scoring.out_bonus else code
            elif variant.showdown.knocks and code == "collects":
                code = "collects-knock"
            yield find(variant, "score.winner", code, name=out, points=-scoring.out_bonus)
        if out and (points := -parts[out].get(outcome.gin, 0)):
            whose = "chinchon" if outcome.gin == "chinchon" and scoring.chinchon else "closed"
            yield find(variant, f"score.{whose}", name=out, points=points)
    if (card := _spade(case)) is not None:
        yield find(variant, "score.spades", card=card)
    if out is not None and OUT_FROM_HAND in outcome.events.get(out, ()):
        if scoring.from_hand == "doubles" and not scoring.counts_deals:
            yield find(variant, "score.from-hand", "doubled", name=out)
        if off := -parts[out].get(OUT_FROM_HAND, 0):
            yield find(variant, "score.from-hand", "off", name=out, points=off)
    if cutters := _who(parts, CUT):
        yield find(variant, "score.cut", names=cutters, points=scoring.cut_bonus)
    for when in dict.fromkeys(outcome.dropped.values()):
        names = tuple(name for name, own in outcome.dropped.items() if own == when)
        # Where a deal counts one for its winner, dropping costs nothing.
        if points := parts[names[0]].get("dropped", 0):
            yield find(variant, "score.dropped", when, names=names, points=points)
    for event, points in scoring.charges.items():
        if names := _who(parts, event):
            yield find(variant, f"score.{event}", names=names, points=points)
    if capped := _who(parts, "capped"):
        yield find(variant, "score.cap", "capped", names=capped, most=scoring.cap)


def _differences(variant: Variant, outcome: DealOutcome, out: str) -> Iterable[Finding]:
    """How a knock comes out against each of the others, and what it brings besides."""
    scoring, held = variant.scoring, {name: points or 0 for name, points in outcome.held.items()}
    cut = undercutters(scoring, outcome)
    for name in [name for name in held if name != out]:
        better, worse = (name, out) if name in cut else (out, name)
        less, more = held[better], held[worse]
        counted = {"more": more, "difference": more - less} if more != less else {}
        code = "counted" if counted else "level"
        yield find(
            variant, "score.difference", code, better=better, worse=worse, less=less, **counted
        )
        if name in cut:
            yield find(variant, "score.undercut", name=name, points=scoring.undercut)
    if outcome.gin:
        yield find(variant, f"score.{outcome.gin}", points=scoring.brings(outcome.gin))


def _spade(case: Case) -> Card | None:
    """The card turned up, where it doubles what the deal brings."""
    if not (case.variant.scoring.difference and case.variant.scoring.spades_double):
        return None
    card = case.drawn.upcard
    if card is None:
        raise CaseError("upcard", "case-missing", field="upcard", how=fields.UPCARD.how)
    return card if card.suit == "s" else None
