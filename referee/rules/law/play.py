"""Play after the first meld: further melds, laying off, taking wilds, discarding, going out."""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from referee.language import OneOf, Phrase, Value
from referee.rules.cards import Card, Cards, Laid, LaidCard, cards_of, stands_as_itself
from referee.rules.findings import Finding, Findings, broken, find, ruled
from referee.rules.law.faults import meld_faults, missing_from_run, order_fault, standing_faults
from referee.rules.law.meld_law import Meld, law_of, standing, violations
from referee.rules.law.melds import JudgedMeld, judge_meld
from referee.rules.law.readings import told_cards
from referee.rules.law.table import barred, lay_off_choices, on_table, ways_to_grow, wilds_replaced
from referee.rules.phrases import a_card, laid_as, standings, these
from referee.rules.schema.melds import KINDS
from referee.rules.schema.variant import Terms


def judge_further_meld(terms: Terms, laid: Laid, *, down: str) -> tuple[JudgedMeld, Findings]:
    """Judge whether cards may go down as a meld besides the contract.

    `down` is when the contract (in a game without
    one, the player's first meld) went down: `no`, `this-turn` or `earlier`.
    """
    rules, cards = terms.further_melds, cards_of(laid)
    meld = judge_meld(terms, laid)
    if meld.readings and rules.allowed == "contract-kinds":
        fitting = [kind for kind in KINDS if kind in {piece.kind for piece in terms.contract}]
        alone = judge_meld(terms, laid, kind=fitting[0]) if len(fitting) == 1 else meld
        meld = alone if alone.readings else meld
    findings = list(meld.findings)
    if terms.must_open:
        findings += _after_contract(terms, meld, cards, down)
    else:
        findings.append(find(terms, "further-meld.allowed", "meld", cards=cards))
    if rules.allowed != "none" and all(finding.ok for finding in findings):
        findings += _number_in_turn(terms, down)
    return meld, tuple(findings)


def _number_in_turn(terms: Terms, down: str) -> list[Finding]:
    """What the rules say of several melds in a turn, where this may be one of several."""
    many = terms.further_melds.melds_per_turn
    if terms.must_open:
        return [] if many or down == "no" else [find(terms, "further-meld.number")]
    if down != "this-turn":
        return []
    if many == 1:
        return [broken(terms, "further-meld.number", "many", most=many)]
    return [find(terms, "further-meld.number")]


def _after_contract(
    terms: Terms, meld: JudgedMeld, cards: tuple[Card, ...], down: str
) -> Iterator[Finding]:
    rules = terms.further_melds
    if rules.allowed == "none":
        yield broken(terms, "further-meld.allowed", "none")
        return
    if down == "no":
        words = "first" if terms.has_contracts else "open"
        yield broken(terms, "further-meld.contract", words, least=terms.least_opening)
    elif down == "this-turn" and rules.when == "later-turn":
        yield broken(terms, "further-meld.when", "later")
    kinds = {piece.kind for piece in terms.contract}
    readable = {reading.kind for reading in meld.readings}
    if not terms.has_contracts:
        yield find(terms, "further-meld.allowed", "meld", cards=cards)
    elif rules.allowed == "contract-kinds" and readable and not readable & kinds:
        yield broken(terms, "further-meld.allowed", "kind", kind=min(readable))
    else:
        yield find(terms, "further-meld.allowed", melds=(laid_as(cards),))


def judge_lay_off(
    terms: Terms, cards: Laid, onto: Laid, *, down: str, whose: str = ""
) -> tuple[Findings, list[list[str]]]:
    """Judge whether cards may be added to a meld on the table.

    `whose` meld it is may be left out. Gives the findings and, where the cards fit, every meld that
    may come of it, the assumed one first, as cases write it.
    """
    false = standing_faults(terms, (*cards, *onto))
    findings = [*false, *_lay_off_time(terms, down)]
    if whose == "other" and "lay-off.owner" in terms.rules:
        own = terms.lay_off.owner == "own"
        findings.append(ruled(not own, terms, "lay-off.owner", "other" if own else ""))
    table = on_table(terms, onto)
    if table is None and not false:
        findings.append(broken(terms, "lay-off.fit", "no-meld", onto=cards_of(onto)))
        findings += meld_faults(terms, onto)
    if false or table is None:
        return tuple(findings), []
    grown = lay_off_choices(terms, cards, table)
    findings += _fit_findings(terms, cards, onto, table, grown)
    legal = all(finding.ok for finding in findings)
    return tuple(findings), [meld.written for meld in grown] if legal else []


def _lay_off_time(terms: Terms, down: str) -> list[Finding]:
    rules = terms.lay_off
    if rules.needs_contract and down == "no":
        words = "first" if terms.has_contracts else "first-meld"
        return [broken(terms, "lay-off.contract", words)]
    if rules.when == "later-turn" and down == "this-turn":
        return [broken(terms, "lay-off.when", "later" if terms.has_contracts else "later-meld")]
    return [find(terms, "lay-off.contract", "own" if rules.owner == "own" else "")]


def _fit_findings(
    terms: Terms, cards: Laid, onto: Laid, table: Meld, grown: Sequence[Meld]
) -> list[Finding]:
    named: dict[str, Value] = {"added": these(cards_of(cards)), "onto": cards_of(onto)}
    if not grown:
        return _why_not_on(terms, cards, onto, table, named)
    if not terms.has_wilds:
        return [_fit(terms, table, grown, named)]
    lies = grown[0].pairs
    moved = [
        (laid_card.card, wild.card)
        for laid_card, wild in wilds_replaced(terms, cards, table)
        if (wild.card, laid_card.card) not in lies
    ]
    ways = _ways_to_move(moved[0][1], table, grown) if len(moved) == len(cards) == 1 else ()
    # Where one wild moves, that is all that its player may choose.
    fits = find(terms, "lay-off.fit", count=1, **named) if ways else None
    findings = [fits or _fit(terms, table, grown, named)]
    wilds = len(grown[0].wilds)
    if wilds > len(table.wilds):
        wrong = () if terms.lay_off.any_wilds else violations(terms, grown[0])[:1]
        findings += [_too_wild(terms, fault, wilds, onto, cards) for fault in wrong]
        if not wrong and wilds > 1:
            findings.append(find(terms, "lay-off.wilds"))
    for card, wild in moved:
        told: dict[str, Value] = {"to": OneOf(ways)} if ways else {}
        code = "to" if ways else ""
        findings.append(find(terms, "lay-off.moves-wild", code, card=card, wild=wild, **told))
    return findings


def _too_wild(terms: Terms, fault: Finding, wilds: int, onto: Laid, cards: Laid) -> Finding:
    """That a meld would hold too many wilds, in the words of laying off."""
    if fault.rule != "wild.number":
        return broken(terms, fault.rule, fault.code, cards=cards_of((*onto, *cards)))
    most = dict(fault.values)["most"]
    return broken(terms, "lay-off.wilds", "many", most=most, has=wilds, onto=cards_of(onto))


def _ways_to_move(wild: Card, table: Meld, grown: Sequence[Meld]) -> tuple[Value, ...]:
    """Where a wild may move that gives up its place in a run, the assumed end first."""
    ways: dict[Value, None] = {}
    for run in grown:
        for end, message in ((-1, "moves-up"), (0, "moves-down")):
            card, stands = run.pairs[end]
            if card == wild and stands != table.stands[end]:
                ways[Phrase(message, (("as", a_card(stands)),))] = None
    return tuple(ways)


def _fit(terms: Terms, table: Meld, grown: Sequence[Meld], named: dict[str, Value]) -> Finding:
    """That cards fit, and what the wilds among them then stand for."""
    added = list(grown[0].standings)
    for one in table.standings:
        if one in added:
            added.remove(one)
    count = len(grown[0].standings) - len(table.standings)
    named = named | {"count": count}
    wilds = [one.pair for one in added if one.wild]
    if not wilds or table.kind == "set":
        return find(terms, "lay-off.fit", **named)
    # Of alike places one is meant, and its player may name another.
    if count == len(wilds) == len(added) == 1:
        words = "one-choice" if len(grown) > 1 else "one"
        return find(terms, "lay-off.fit", words, stands=a_card(wilds[0][1]), **named)
    words = "choice" if len(grown) > 1 else "as"
    return find(terms, "lay-off.fit", words, wilds=standings(wilds), **named)


def _why_not_on(
    terms: Terms, cards: Laid, onto: Laid, table: Meld, named: dict[str, Value]
) -> list[Finding]:
    """Why cards do not fit a meld on the table, as far as that meld tells."""
    given, rank = cards_of(cards), table.ranks[0]
    together = [*table.stands, *told_cards(terms, cards)]

    def misfit(code: str, **told: Value) -> Finding:
        return broken(terms, "lay-off.fit", code, **named, **told)

    laid = (*map(LaidCard, table.stands), *cards)
    fault = order_fault(terms, laid, together) if table.kind == "run" else None
    suit = "" if terms.runs.mixed else table.suit
    alike = not suit or all(card.suit == suit for card in together)
    at_the_ace = (
        [broken(terms, fault.rule, fault.code, cards=cards_of((*onto, *cards)))]
        if fault and alike and fault.rule in ("run.ace", "run.both-ends")
        else []
    )
    if fault and fault.rule == "run.both-ends" and terms.ranks.ace == "low-or-high" and at_the_ace:
        return at_the_ace
    for unlawful in ways_to_grow(terms, cards, table)[:1]:
        wrong = [fault for fault in barred(terms, unlawful) if fault.rule != "set.size"]
        if wrong:
            return [fault for fault in wrong if fault.code == "many"] or wrong
    if table.kind == "set":
        full = [
            broken(terms, rule, "full", **told, has=len(laid), cards=given)
            for rule, code, told in law_of(terms, "set").counts(len(laid), 0)
            if (rule, code) == ("set.size", "many")
        ]
        if all(card.rank == rank for card in together):
            return full or [misfit("not")]
        return [misfit("not-next", fitting=a_card(Card(rank))), *full]
    if len(together) == len(laid):
        if fault and fault.rule == "run.ace" and at_the_ace:
            return [misfit("not"), *at_the_ace]
        if missing := missing_from_run(terms, together):
            return [misfit("not-gap", missing=missing)]
    if wilds := [
        pair for pair in table.wilds if any(stands_as_itself(card, pair[1]) for card in given)
    ]:
        taken = "run" in terms.take_wild.kinds and len(wilds) == 1
        return [misfit("not-taken" if taken else "not-free", wilds=standings(wilds))]
    if len(table.standings) == law_of(terms, "run").most:
        return [misfit("not-full")]
    naturals = (card for rank in terms.deck.line if not terms.is_wild(card := Card(rank, suit)))
    ends = tuple(card for card in naturals if lay_off_choices(terms, (LaidCard(card),), table))
    fitting: dict[str, Value] = {"fitting": OneOf(tuple(map(a_card, ends)))} if ends else {}
    return [misfit("not-next" if ends else "not", **fitting)]


class JudgedTaking(NamedTuple):
    """What the rules say of taking a wild: the meld afterwards, and the wild taken."""

    findings: Findings
    becomes: list[str]
    takes: str | None = None


def judge_take_wild(
    terms: Terms,
    give: tuple[Card, ...],
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
    findings = list(_taking_rules(terms, down=down, whose=whose, turn=turn, use=use))
    table = on_table(terms, meld)
    if table is None:
        findings.append(broken(terms, "lay-off.fit", "no-meld", onto=cards_of(meld)))
        return JudgedTaking((*findings, *meld_faults(terms, meld)), [])
    if not terms.take_wild.kinds:
        return JudgedTaking((*findings, _never_taken(terms)), [])
    if table.kind not in terms.take_wild.kinds:
        words = f"from-{table.kind}"
        findings.append(broken(terms, "take-wild.kind", words, meld=cards_of(meld)))
    at = _wild_to_take(terms, give, table, take)
    kept = _wild_to_take(terms, give, table, take, other=True) if at is None else None
    if kept is not None:
        takes = table.standings[kept].card
        findings.append(broken(terms, "take-wild.jokers", take=takes))
        return JudgedTaking(tuple(findings), [])
    if at is None:
        findings += (
            [*_suits_lacking(terms, give, meld, table)]
            or _suit_there(terms, give, table)
            or [_not_taken(terms, give, meld, table, take)]
        )
        return JudgedTaking(tuple(findings), [])
    wild, stands, _ = table.standings[at]
    if all(finding.ok for finding in findings):
        code, given = ("both", give) if len(give) > 1 else ("", give[0])
        named: dict[str, Value] = {"wild": wild, "stands": a_card(stands), "give": given}
        shown = [find(terms, "take-wild.kind", code, **named)]
        if table.kind == "set" and "take-wild.suits" in terms.rules:
            shown.append(find(terms, "take-wild.suits", code, give=given, meld=cards_of(meld)))
        findings = shown + findings
    return JudgedTaking(tuple(findings), _with_given(terms, table, at, give).written, wild.code)


def _suits_lacking(terms: Terms, give: Cards, meld: Laid, table: Meld) -> Iterator[Finding]:
    """That a set frees its wild for both suits that it lacks, or for none."""
    if table.kind == "set" and table.wilds and terms.frees_by_all_suits:
        full = len(table.standings) >= law_of(terms, "set").most
        if full or len(give) < _BOTH:
            code = "full" if full else "one"
            yield broken(terms, "take-wild.suits", code, meld=cards_of(meld))


_BOTH = 2
"""For so many cards a set of three frees a wild where one is not enough."""


def _not_taken(
    terms: Terms, give: Cards, meld: Laid, table: Meld, take: LaidCard | None
) -> Finding:
    """Why a card cannot take the place of a wild."""
    wilds, cards = table.wilds, cards_of(meld)
    if not wilds:
        if itself := tuple([card for card in cards if terms.is_wild(card)]):
            return broken(terms, "take-wild.kind", "itself", meld=cards, cards=itself)
        return broken(terms, "take-wild.kind", "none", meld=cards)
    given: Value = give[0] if len(give) == 1 else tuple(give)
    if any(map(terms.is_wild, give)) and not terms.wilds.as_itself:
        return broken(terms, "take-wild.kind", "wild", give=given)
    named: dict[str, Value] = {"give": given, "meld": cards}
    if take is None:
        return broken(terms, "take-wild.kind", "other", wilds=standings(wilds), **named)
    if asked := [pair for pair in wilds if pair[0] == take.card]:
        named |= {"take": take.card, "wilds": standings(asked)}
        return broken(terms, "take-wild.kind", "another", **named)
    return broken(terms, "take-wild.kind", "natural", take=take.card, meld=cards)


def _never_taken(terms: Terms) -> Finding:
    """That no wild is taken in this game, by the rule that the game has for it."""
    if terms.has_wilds:
        return broken(terms, "take-wild.kind", "never")
    return broken(terms, "cards.packs", "none-wild")


def _wild_to_take(
    terms: Terms, give: Cards, table: Meld, take: LaidCard | None, *, other: bool = False
) -> int | None:
    """The place of the wild that a card may take, or None.

    `other`: of one that it may not, since only jokers are taken.
    """
    if any(map(terms.is_wild, give)) and not terms.wilds.as_itself:
        return None
    of_set = table.kind == "set"
    if len(give) != (_BOTH if of_set and terms.frees_by_all_suits else 1):
        return None
    for at, (card, stands, wild) in enumerate(table.standings):
        if not wild or (take and (take.card != card or take.says not in (None, stands))):
            continue
        if other != (terms.take_wild.jokers and not card.is_joker):
            continue
        as_rank = Card(stands.rank) if of_set else stands
        if all(stands_as_itself(card, as_rank) for card in give):
            return None if barred(terms, _with_given(terms, table, at, give)) else at
    return None


def _with_given(terms: Terms, table: Meld, at: int, give: Cards) -> Meld:
    """The meld with a card in the place of the wild that lies there."""
    given, lies = [standing(terms, card, card) for card in give], table.standings
    return Meld(table.kind, (*lies[:at], *given, *lies[at + 1 :]))


def _suit_there(terms: Terms, give: Cards, table: Meld) -> list[Finding]:
    """Why a card of a set's rank cannot take the place of a wild in it: its suit is there."""
    if table.kind != "set" or {*table.ranks, *(card.rank for card in give)} != {give[0].rank}:
        return []
    stands = [*(one.stands for one in table.standings if not one.wild), *give]
    breaches = law_of(terms, "set").places(stands, ())
    return [broken(terms, rule, code, **told) for rule, code, told in breaches]


def _taking_rules(terms: Terms, *, down: str, whose: str, turn: str, use: str) -> Iterator[Finding]:
    """What the rules say of the time, the owner and the use, whatever the cards."""
    rules = terms.take_wild
    if not rules.kinds:
        return
    if rules.owner == "others" and whose == "own":
        yield broken(terms, "take-wild.owner", "own")
    else:
        yield find(terms, "take-wild.owner", "other" if whose == "other" else "mine")
    if turn == "other":
        own_only = rules.turn == "own"
        yield ruled(not own_only, terms, "take-wild.turn", "other" if own_only else "")
    elif rules.turn == "own":
        yield find(terms, "take-wild.turn", "own")
    if down == "no":
        yield _taking_before_melding(terms, use)
    elif down == "this-turn":
        waits = terms.lay_off.when == terms.further_melds.when == "later-turn"
        # A wild that must be played at once cannot be, in a turn in which no more is played.
        if rules.use == "now" and waits:
            yield broken(terms, "lay-off.when", "wild")
    if use == "keep":
        at_once = rules.use == "now"
        yield ruled(not at_once, terms, "take-wild.use", "keep" if at_once else "")
    elif rules.use == "now":
        yield find(terms, "take-wild.use", "now")
        if "take-wild.into" in terms.rules:
            yield find(terms, "take-wild.into", rules.into)


def _taking_before_melding(terms: Terms, use: str) -> Finding:
    """What the rules say before the contract or, in a game without one, the first meld is down."""
    needs = terms.take_wild.needs_contract
    words, ok = "use", False
    if needs == "yes":
        words = "first"
    elif needs == "no":
        words, ok = "free", True
    elif use == "now":
        words, ok = "completes", True
    first = "" if terms.has_contracts else "-meld"
    return ruled(ok, terms, "take-wild.contract", words + first)


def judge_discard(
    terms: Terms,
    card: Card,
    hand: Cards,
    *,
    took: Cards,
    table: Sequence[Laid] | None,
    down: str,
) -> Findings:
    """Judge whether a card may be discarded.

    `hand` holds the card still; `took` are the cards taken from the discard pile this turn, the
    lowest first; `table` are the melds on the table, None where they were not named.
    """
    findings = [*_took(terms, card, hand, took, down)] if took else []
    if terms.has_wilds and terms.is_wild(card):
        allowed = terms.discard.wilds
        words = "" if allowed else "barred"
        findings.append(ruled(allowed, terms, "discard.wild", words, card=card))
    findings += _playable(terms, card, table, down)
    if len(hand) == 1:
        findings += judge_go_out(terms, "discard")
    return tuple(findings) or (find(terms, "discard.card", card=card),)


def _took(terms: Terms, card: Card, hand: Cards, pile: Cards, down: str) -> Iterator[Finding]:
    """What the rules say of cards that were taken from the discard pile in this turn."""
    rules, took, deep = terms.take_discard, pile[0], len(pile) > 1
    kept = took in hand
    unplayed = kept and (deep or rules.use == "now")
    if deep or "take-discard.depth" in terms.rules:
        code = "deep" if deep and rules.depth == "any" else "top" if deep else ""
        yield ruled(code != "top", terms, "take-discard.depth", code, cards=tuple(pile))
    if rules.when == "open" and down == "no":
        words = "contract" if terms.has_contracts else "meld"
        yield broken(terms, "take-discard.when", words, card=took)
    elif "take-discard.when" in terms.rules:
        yield find(terms, "take-discard.when", rules.when, card=took)
    if unplayed:
        yield broken(terms, "take-discard.use", "kept", card=took)
    elif "take-discard.use" in terms.rules:
        yield find(terms, "take-discard.use", "free" if kept else "now", card=took)
    if took == card and not (unplayed and terms.discard.taken):
        yield _taken(terms, card, hand)


def _taken(terms: Terms, card: Card, hand: Cards) -> Finding:
    rules = terms.discard
    if rules.taken:
        return find(terms, "discard.taken", "back", card=card)
    if hand.count(card) < 2 or not terms.many_packs:
        return broken(terms, "discard.taken", "same", card=card)
    allowed = rules.twin_of_taken
    return ruled(allowed, terms, "discard.twin", "" if allowed else "barred", card=card)


def _playable(terms: Terms, card: Card, table: Sequence[Laid] | None, down: str) -> list[Finding]:
    """What the rules say of discarding a card that can be played on the table."""
    rule = terms.discard.playable
    barred = rule in ("barred", "barred-until-down" if down == "no" else "barred-once-down")
    for meld in table or ():
        goes = _goes_on(terms, card, meld)
        if goes:
            words = "barred" if barred else _UNBARRED[rule]
            named: dict[str, Value] = {"card": card, "goes": goes}
            return [ruled(not barred, terms, "discard.playable", words, **named)]
    words = "unsaid" if table is None else ""
    return [find(terms, "discard.playable", words, card=card)] if barred else []


_UNBARRED = {"free": "fits", "barred-once-down": "early", "barred-until-down": "late"}
"""What is said of a card that fits and may be discarded, by the rule on that."""


def _goes_on(terms: Terms, card: Card, meld: Laid) -> Phrase | None:
    """How a card can be played on a meld, added to it or put in the place of a wild, if it can."""
    table = on_table(terms, meld)
    if table is None:
        return None
    grows = bool(lay_off_choices(terms, (LaidCard(card),), table))
    moved = wilds_replaced(terms, (LaidCard(card),), table) if grows else []
    if grows and not moved:
        return Phrase.of("goes-on", meld=cards_of(meld))
    takes = table.kind in terms.take_wild.kinds
    at = _wild_to_take(terms, (card,), table, None) if takes else None
    wild = moved[0][1] if moved else None if at is None else table.standings[at]
    return wild and Phrase.of("goes-for-wild", wild=wild.card, meld=cards_of(meld))


def judge_go_out(terms: Terms, last: str) -> Findings:
    """Judge whether the last card may leave the hand by `discard`, `meld` or `lay-off`."""
    if terms.deal.whole_hand and last == "discard":
        allowed = terms.deal.last_card_discarded
        words = "any" if allowed else "any-left"
        return (ruled(allowed, terms, "contract.last-card", words),)
    own, ways = terms.deal.out_by, terms.ways_out
    if last in ways:
        return (find(terms, "go-out.last", "deal" if own else "", way=a_way(last)),)
    code = "deal-barred" if own else "barred"
    return (broken(terms, "go-out.last", code, way=a_way(last), ways=one_of(ways)),)


@lru_cache
def a_way(way: str) -> Phrase:
    """A way of a last card, such as `melded`."""
    return Phrase.of("way", way=way)


def one_of(ways: Iterable[str]) -> OneOf:
    """Ways of a last card, such as `melded or laid off`."""
    return OneOf(tuple(map(a_way, ways)))
