"""Play after the first meld: further melds, laying off, taking wilds, discarding, going out."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from referee.language import OneOf, Phrase, Value
from referee.rules.cards import (
    Card,
    Cards,
    Laid,
    LaidCard,
    Melds,
    cards_in,
    cards_of,
    stands_as_itself,
    without,
)
from referee.rules.findings import Finding, Findings, broken, find, ruled
from referee.rules.law.contracts import further_findings
from referee.rules.law.faults import meld_faults, missing_from_run, order_fault, standing_faults
from referee.rules.law.meld_law import Meld, law_of, standing
from referee.rules.law.melds import JudgedMeld, judge_meld
from referee.rules.law.readings import told_cards
from referee.rules.law.table import (
    barred,
    faults_of_wilds_added,
    lay_off_choices,
    on_table,
    ways_to_grow,
    wilds_replaced,
)
from referee.rules.phrases import a_card, standings, these
from referee.rules.schema.variant import Terms


def judge_further_meld(terms: Terms, laid: Laid, *, down: str) -> tuple[JudgedMeld, Findings]:
    """Judge whether cards may go down as a meld besides the contract.

    `down` is when the contract (in a game without one, the player's first meld) went down: `no`,
    `this-turn` or `earlier`.
    """
    meld, kinds = judge_meld(terms, laid), terms.contract_kinds
    if meld.readings and terms.further_melds.allowed == "contract-kinds" and len(kinds) == 1:
        [kind] = kinds
        as_kind = judge_meld(terms, laid, kind=kind)
        meld = as_kind if as_kind.readings else meld
    further = further_findings(terms, [(cards_of(laid), meld.readings)], down=down)
    findings = (*meld.findings, *further)
    if not all(finding.ok for finding in findings):
        return meld, findings
    # What the rules say of several melds in a turn, where this may be one of several.
    most = terms.further_melds.melds_per_turn
    if terms.must_open and not most:
        findings = (*findings, find(terms, "further-meld.number"))
    elif not terms.must_open and down == "this-turn":
        findings = (*findings, ruled(most != 1, terms, "further-meld.number", "many", most=most))
    return meld, findings


def judge_lay_off(
    terms: Terms, cards: Laid, onto: Laid, *, down: str, whose: str = ""
) -> tuple[Findings, list[list[str]]]:
    """Judge whether cards may be added to a meld on the table.

    `whose` meld it is may be left out. Gives the findings and, where the cards fit, every meld that
    may come of it, the assumed one first, as cases write it.
    """
    rules, suffix = terms.lay_off, "" if terms.has_contracts else "-meld"
    false = standing_faults(terms, (*cards, *onto))
    findings = [*false]
    if rules.needs_contract and down == "no":
        findings.append(broken(terms, "lay-off.contract", "first" + suffix))
    elif rules.when == "later-turn" and down == "this-turn":
        findings.append(broken(terms, "lay-off.when", "later" + suffix))
    else:
        findings.append(find(terms, "lay-off.contract", "own" if rules.owner == "own" else ""))
    if whose == "other" and "lay-off.owner" in terms.rules:
        findings.append(ruled(rules.owner != "own", terms, "lay-off.owner", "other"))
    table = on_table(terms, onto)
    if table is None and not false:
        findings.append(broken(terms, "lay-off.fit", "no-meld", onto=cards_of(onto)))
        findings += meld_faults(terms, onto)
    if table is None or false:
        return tuple(findings), []
    ways = lay_off_choices(terms, cards, table)
    # With too many wilds only where there is no other way.
    grown = [way for way in ways if not faults_of_wilds_added(terms, way, table)] or ways
    if grown:
        findings += _fitting(terms, cards, onto, table, grown)
    else:
        findings += _why_not_on(terms, cards, onto, table)
    legal = all(finding.ok for finding in findings)
    return tuple(findings), [meld.written for meld in grown] if legal else []


def _fitting(
    terms: Terms, cards: Laid, onto: Laid, table: Meld, grown: Sequence[Meld]
) -> Iterator[Finding]:
    """That cards fit, what the wilds among them then stand for, and what becomes of others."""
    best, choice = grown[0], len(grown) > 1
    moved = [
        (laid_card.card, wild.card)
        for laid_card, wild in wilds_replaced(terms, cards, table)
        if (wild.card, laid_card.card) not in best.pairs
    ]
    # Where one wild moves, that is all that its player may choose.
    ways: dict[Value, None] = {}
    for run in grown if len(moved) == len(cards) == 1 else ():
        for end, message in ((-1, "moves-up"), (0, "moves-down")):
            card, stands = run.pairs[end]
            if card == moved[0][1] and stands != table.stands[end]:
                ways[Phrase(message, (("as", a_card(stands)),))] = None
    added = without(best.standings, table.standings)
    pairs = [(card, stands) for card, stands, wild in added if wild]
    named: dict[str, Value] = {"added": these(cards_of(cards)), "onto": cards_of(onto)}
    code = ""
    if pairs and table.kind == "run" and not ways:
        # Of alike places one is meant, and its player may name another.
        if len(cards) == len(pairs) == len(added) == 1:
            code = "one-or" if choice else "one"
            named["stands"] = a_card(pairs[0][1])
            others = [without(way.standings, table.standings)[0].stands for way in grown[1:]]
            if choice:
                named["others"] = OneOf(tuple(map(a_card, dict.fromkeys(others))))
        else:
            code = "choice" if choice else "as"
            named["wilds"] = standings(pairs)
    yield find(terms, "lay-off.fit", code, **named, count=len(cards))
    wilds = len(best.wilds)
    faults = faults_of_wilds_added(terms, best, table)[:1]
    for fault in faults:
        if fault.rule == "wild.number":
            named = {"most": dict(fault.values)["most"], "has": wilds, "onto": cards_of(onto)}
            yield broken(terms, "lay-off.wilds", "many", **named)
        else:
            yield broken(terms, fault.rule, fault.code, cards=cards_of((*onto, *cards)))
    if wilds > max(len(table.wilds), 1) and not faults:
        yield find(terms, "lay-off.wilds")
    for card, wild in moved:
        named = {"card": card, "wild": wild}
        if ways:
            named["to"] = OneOf(tuple(ways))
        yield find(terms, "lay-off.moves-wild", "to" if ways else "", **named)


def _why_not_on(terms: Terms, cards: Laid, onto: Laid, table: Meld) -> list[Finding]:
    """Why cards do not fit a meld on the table, as far as that meld tells."""
    given, rank = cards_of(cards), table.ranks[0]
    together = [*table.stands, *told_cards(terms, cards)]

    def misfit(code: str, **values: Value) -> Finding:
        named: dict[str, Value] = {"added": these(given), "onto": cards_of(onto)}
        return broken(terms, "lay-off.fit", code, **named, **values)

    laid = (*map(LaidCard, table.stands), *cards)
    fault = order_fault(terms, laid, together) if table.kind == "run" else None
    suit = "" if terms.runs.mixed else table.suit
    alike = not suit or all(card.suit == suit for card in together)
    at_the_ace = (
        [broken(terms, fault.rule, fault.code, cards=cards_of((*onto, *cards)))]
        if fault and alike and fault.rule in ("run.ace", "run.both-ends")
        else []
    )
    ace = at_the_ace[0].rule if at_the_ace else ""
    if ace == "run.both-ends" and terms.ranks.ace == "low-or-high":
        return at_the_ace
    full = [
        broken(terms, rule, "full", **values, has=len(laid), cards=given)
        for rule, code, values in law_of(terms, table.kind).counts(len(laid), 0)
        if (rule, code) == ("set.size", "many")
    ]
    for unlawful in ways_to_grow(terms, cards, table)[:1]:
        wrong = [fault for fault in barred(terms, unlawful) if fault.rule != "set.size"]
        if wrong:
            return [fault for fault in wrong if fault.code == "many"] or [*wrong, *full]
    if table.kind == "set":
        if all(card.rank == rank for card in together):
            return full or [misfit("not")]
        return [misfit("not-next", fitting=a_card(Card(rank))), *full]
    if len(together) == len(laid):
        if ace == "run.ace":
            return [misfit("not"), *at_the_ace]
        if missing := missing_from_run(terms, together):
            return [misfit("not-gap", missing=missing)]
    alone = [card for card in given if not lay_off_choices(terms, (LaidCard(card),), table)]
    if wilds := [
        pair for pair in table.wilds if any(stands_as_itself(card, pair[1]) for card in alone)
    ]:
        taken = "run" in terms.take_wild.kinds and len(wilds) == 1
        return [misfit("not-taken" if taken else "not-free", wilds=standings(wilds))]
    if len(table.standings) == law_of(terms, "run").most:
        return [misfit("not-full")]
    naturals = (card for rank in terms.deck.line if not terms.is_wild(card := Card(rank, suit)))
    ends = tuple(card for card in naturals if lay_off_choices(terms, (LaidCard(card),), table))
    if ends:
        return [misfit("not-next", fitting=OneOf(tuple(map(a_card, ends))))]
    return [misfit("not")]


class JudgedTaking(NamedTuple):
    """What the rules say of taking a wild: the meld afterwards, and the wild taken."""

    findings: Findings
    becomes: list[str]
    takes: str | None = None


def judge_take_wild(
    terms: Terms,
    give: Cards,
    meld: Laid,
    *,
    take: LaidCard | None,
    down: str,
    whose: str,
    turn: str,
    use: str,
) -> JudgedTaking:
    """Judge whether a card may take the place of a wild in a meld, and the wild be taken.

    `give` are two cards where a set frees its wild only for both suits that it lacks.
    `take` says which wild where there are several, `whose` whose meld it is (`own`, `other`),
    `turn` in whose turn, `use` whether the wild is played at once (`now`) or kept (`keep`).
    """
    kinds, cards = terms.take_wild.kinds, cards_of(meld)
    if not kinds:
        never = ("take-wild.kind", "never") if terms.has_wilds else ("cards.packs", "none-wild")
        return JudgedTaking((broken(terms, *never),), [])
    findings = [*_taking_rules(terms, down=down, whose=whose, turn=turn, use=use)]
    table = on_table(terms, meld)
    if table is None:
        if not any(map(terms.is_wild, cards)):
            findings.append(broken(terms, "take-wild.kind", "none", meld=cards))
        findings.append(broken(terms, "lay-off.fit", "no-meld", onto=cards))
        return JudgedTaking((*findings, *meld_faults(terms, meld)), [])
    if table.kind not in kinds:
        findings.append(broken(terms, "take-wild.kind", f"from-{table.kind}", meld=cards))
    free, kept = _wilds_for(terms, give, table, take)
    if not free:
        if kept:
            findings.append(broken(terms, "take-wild.jokers", take=table.standings[kept[0]].card))
        else:
            findings += _why_not_taken(terms, give, cards, table, take)
        return JudgedTaking(tuple(findings), [])
    wild, stands, _ = table.standings[free[0]]
    code, given = ("both", tuple(give)) if len(give) > 1 else ("", give[0])
    named: dict[str, Value] = {"wild": wild, "stands": a_card(stands), "give": given}
    shown = [find(terms, "take-wild.kind", code, **named)]
    if table.kind == "set" and "take-wild.suits" in terms.rules:
        shown.append(find(terms, "take-wild.suits", code, give=given, meld=cards))
    findings = shown + findings
    becomes = _with_given(terms, table, free[0], give).written
    return JudgedTaking(tuple(findings), becomes, wild.code)


_BOTH = 2
"""For so many cards a set of three frees a wild where one is not enough."""


def _wilds_for(
    terms: Terms, give: Cards, table: Meld, take: LaidCard | None
) -> tuple[list[int], list[int]]:
    """The places of wilds that some cards may take, and of those that stay, as jokers alone go."""
    of_set = table.kind == "set"
    free: list[int] = []
    stay: list[int] = []
    if len(give) != (_BOTH if of_set and terms.frees_by_all_suits else 1):
        return free, stay
    if any(map(terms.is_wild, give)) and not terms.wilds.as_itself:
        return free, stay
    for at, (wild, stands, is_wild) in enumerate(table.standings):
        asked = take is None or (take.card == wild and take.says in (None, stands))
        # In a set the suit is not that of the wild: what the meld would be says whether it fits.
        wanted = Card(stands.rank) if of_set else stands
        if not (is_wild and asked and all(stands_as_itself(card, wanted) for card in give)):
            continue
        if not barred(terms, _with_given(terms, table, at, give)):
            goes = wild.is_joker or not terms.take_wild.jokers
            (free if goes else stay).append(at)
    return free, stay


def _with_given(terms: Terms, table: Meld, at: int, give: Cards) -> Meld:
    """The meld with cards in the place of the wild that lies there."""
    given, lies = [standing(terms, card, card) for card in give], table.standings
    return Meld(table.kind, (*lies[:at], *given, *lies[at + 1 :]))


def _why_not_taken(
    terms: Terms, give: Cards, cards: tuple[Card, ...], table: Meld, take: LaidCard | None
) -> list[Finding]:
    """Why some cards cannot take the place of a wild."""
    law, wilds, of_set = law_of(terms, "set"), table.wilds, table.kind == "set"
    by_all = of_set and terms.frees_by_all_suits
    if wilds and by_all:
        full = len(cards) >= law.most
        if full or len(give) < _BOTH:
            code = "full" if full else "one" if len(wilds) == 1 else "two"
            few = broken(terms, "take-wild.suits", code, meld=cards)
            if full or give[0].rank in table.ranks or terms.is_wild(give[0]):
                return [few]
            lies = standings(wilds)
            other = broken(terms, "take-wild.kind", "other", wilds=lies, give=give[0], meld=cards)
            return [few, other]
    if of_set and {*table.ranks, *(card.rank for card in give)} == {give[0].rank}:
        stands = [*(one.stands for one in table.standings if not one.wild), *give]
        if breaches := [*law.places(stands, ())]:
            return [broken(terms, rule, code, **values) for rule, code, values in breaches]

    def fault(code: str, **values: Value) -> list[Finding]:
        return [broken(terms, "take-wild.kind", code, **values)]

    if not wilds:
        itself = tuple([card for card in cards if terms.is_wild(card)])
        return fault("itself" if itself else "none", meld=cards, cards=itself)
    given: Value = give[0] if len(give) == 1 else tuple(give)
    if len(give) > 1 and not by_all:
        return fault("several", give=given)
    if any(map(terms.is_wild, give)) and not terms.wilds.as_itself:
        return fault("wild", give=given)
    if take is None:
        code = "other" if len(give) == 1 else "others"
        return fault(code, wilds=standings(wilds), give=given, meld=cards)
    if asked := [pair for pair in wilds if pair[0] == take.card]:
        named: dict[str, Value] = {"take": take.card, "wilds": standings(asked)}
        return fault("another", give=given, meld=cards, **named)
    return fault("natural", take=take.card, meld=cards)


def _taking_rules(terms: Terms, *, down: str, whose: str, turn: str, use: str) -> Iterator[Finding]:
    """What the rules say of the time, the owner and the use, whatever the cards."""
    rules, now = terms.take_wild, terms.take_wild.use == "now"
    may, code = rules.owner != "others" or whose != "own", "other" if whose == "other" else "mine"
    yield ruled(may, terms, "take-wild.owner", "own", code)
    if turn == "other":
        yield ruled(rules.turn != "own", terms, "take-wild.turn", "other")
    elif rules.turn == "own":
        yield find(terms, "take-wild.turn", "own")
    if down == "no":
        suffix = "" if terms.has_contracts else "-meld"
        wrong, kept, ok = "first", "free", rules.needs_contract == "no"
        if rules.needs_contract == "or-completes":
            wrong, kept, ok = "use", "completes", use == "now"
        yield ruled(ok, terms, "take-wild.contract", wrong + suffix, kept + suffix)
    # A wild that must be played at once cannot be, in a turn in which no more is played.
    waits = terms.lay_off.when == terms.further_melds.when == "later-turn"
    if down == "this-turn" and now and waits:
        yield broken(terms, "lay-off.when", "wild")
    if use == "keep":
        yield ruled(not now, terms, "take-wild.use", "keep")
    elif now:
        yield find(terms, "take-wild.use", "now")
        if "take-wild.into" in terms.rules:
            yield find(terms, "take-wild.into", rules.into)


def judge_discard(
    terms: Terms,
    card: Card,
    hand: Cards,
    *,
    took: Cards,
    table: Melds | None,
    down: str,
    last: bool,
) -> Findings:
    """Judge whether a card may be discarded, or as the `last` of the hand.

    `hand` holds the card still; `took` are the cards taken from the discard pile this turn, the
    lowest first; `table` are the melds on the table, None where they were not named.
    """
    findings = [*_took(terms, card, hand, took, table or (), down)] if took else []
    if terms.is_wild(card):
        findings.append(ruled(terms.discard.wilds, terms, "discard.wild", "barred", card=card))
    # A card that can be played on the table.
    playable = terms.discard.playable if terms.lays_melds else ""
    bars = playable in ("barred", "barred-until-down" if down == "no" else "barred-once-down")
    lying = (table or ()) if playable else ()
    goes = next(filter(None, (_goes_on(terms, card, meld) for meld in lying)), None)
    if goes:
        kept = _UNBARRED.get(playable, "")
        said = ruled(not bars, terms, "discard.playable", "barred", kept, card=card, goes=goes)
        findings.append(said)
    elif bars:
        code = "unsaid" if table is None else ""
        findings.append(find(terms, "discard.playable", code, card=card))
    if last:
        findings += judge_go_out(terms, "discard")
    return tuple(findings) or (find(terms, "discard.card", card=card),)


_UNBARRED = {"free": "fits", "barred-once-down": "early", "barred-until-down": "late"}
"""What is said of a card that fits and may be discarded, by the rule on that."""


def _took(
    terms: Terms, card: Card, hand: Cards, pile: Cards, table: Melds, down: str
) -> Iterator[Finding]:
    """What the rules say of cards that were taken from the discard pile in this turn."""
    rules, took, deep = terms.take_discard, pile[0], len(pile) > 1
    # Of two packs, what lies on the table may be the very card, and what is held its twin.
    played = terms.many_packs and card != took and took in cards_in(table)
    kept, lays = took in hand and not played, terms.lays_melds
    unplayed = lays and kept and ((deep and rules.depth == "any") or rules.use == "now")
    if "take-discard.depth" in terms.rules or (deep and rules.depth == "top"):
        ok, code = not deep or rules.depth == "any", "deep" if deep else ""
        yield ruled(ok, terms, "take-discard.depth", "top", code, cards=tuple(pile))
    if lays and rules.when == "open" and down == "no":
        words = "contract" if terms.has_contracts else "meld"
        yield broken(terms, "take-discard.when", words, card=took)
    elif "take-discard.when" in terms.rules:
        yield find(terms, "take-discard.when", rules.when, card=took)
    if unplayed:
        yield broken(terms, "take-discard.use", "kept", card=took)
    elif "take-discard.use" in terms.rules:
        yield find(terms, "take-discard.use", "free" if kept else "now", card=took)
    if took != card or (unplayed and terms.discard.taken):
        return
    if terms.discard.taken:
        yield find(terms, "discard.taken", "back", card=card)
    elif hand.count(card) < 2 or not terms.many_packs:
        yield broken(terms, "discard.taken", "same", card=card)
    else:
        yield ruled(terms.discard.twin_of_taken, terms, "discard.twin", "barred", card=card)


def _goes_on(terms: Terms, card: Card, meld: Laid) -> Phrase | None:
    """How a card can be played on a meld, added to it or put in the place of a wild, if it can."""
    table, laid = on_table(terms, meld), (LaidCard(card),)
    if table is None:
        return None
    grown = lay_off_choices(terms, laid, table)
    grows = not all(faults_of_wilds_added(terms, one, table) for one in grown)
    moved = wilds_replaced(terms, laid, table) if grows else []
    if grows and not moved:
        return Phrase.of("goes-on", meld=cards_of(meld))
    takes = not grows and table.kind in terms.take_wild.kinds
    free = _wilds_for(terms, (card,), table, None)[0] if takes else []
    wilds = [wild for _, wild in moved] or [table.standings[at] for at in free]
    return Phrase.of("goes-for-wild", wild=wilds[0].card, meld=cards_of(meld)) if wilds else None


def judge_go_out(terms: Terms, last: str) -> Findings:
    """Judge whether the last card may leave the hand by `discard`, `meld` or `lay-off`."""
    if terms.deal.whole_hand and last == "discard":
        allowed = terms.deal.last_card_discarded
        return (ruled(allowed, terms, "contract.last-card", "any-left", "any"),)
    ways, wrong, kept = terms.ways_out, "barred", ""
    if terms.deal.out_by:
        wrong, kept = "deal-barred", "deal"
    named: dict[str, Value] = {"way": a_way(last), "ways": one_of(ways)}
    return (ruled(last in ways, terms, "go-out.last", wrong, kept, **named),)


def a_way(way: str) -> Phrase:
    """A way of a last card, such as `melded`."""
    return Phrase.of("way", way=way)


def one_of(ways: Iterable[str]) -> OneOf:
    """Ways of a last card, such as `melded or laid off`."""
    return OneOf(tuple(map(a_way, ways)))
