"""Play after the first meld: further melds, laying off, taking wilds, discarding, going out."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from referee.language import OneOf, Phrase, Value
from referee.rules.cards import RANKS, Card, LaidCard, Meld, cards_of
from referee.rules.findings import Finding, broken, find, violations
from referee.rules.law.faults import meld_faults, missing_from_run, order_faults, standing_faults
from referee.rules.law.meld_law import lying_faults, size_faults
from referee.rules.law.melds import JudgedMeld, judge_meld
from referee.rules.law.readings import stands_as_wild, told_cards
from referee.rules.law.table import (
    TableMeld,
    grown_runs,
    lay_off_choices,
    may_lie,
    on_table,
    ways_to_grow,
    wild_count,
    wilds_replaced,
)
from referee.rules.phrases import a_card, laid_as, standings, these
from referee.rules.schema.melds import KINDS
from referee.rules.schema.runs import longest_run
from referee.rules.schema.variant import Terms


def judge_further_meld(
    terms: Terms, laid: Meld, *, down: str
) -> tuple[JudgedMeld, tuple[Finding, ...]]:
    """Judge whether cards may go down as a meld besides the contract.

    `down` is when the contract (in a game without
    one, the player's first meld) went down: `no`, `this-turn` or `earlier`.
    """
    rules = terms.further_melds
    meld = judge_meld(terms, laid)
    if meld.readings and rules.allowed == "contract-kinds":
        fitting = [kind for kind in KINDS if kind in {piece.kind for piece in terms.contract}]
        alone = judge_meld(terms, laid, kind=fitting[0]) if len(fitting) == 1 else meld
        meld = alone if alone.readings else meld
    findings = list(meld.findings)
    if terms.must_open:
        findings += _after_contract(terms, meld, down)
    else:
        findings.append(find(terms, "further-meld.allowed", "meld", cards=cards_of(laid)))
    if rules.allowed != "none" and not violations(findings):
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


def _after_contract(terms: Terms, meld: JudgedMeld, down: str) -> Iterator[Finding]:
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
        yield find(terms, "further-meld.allowed", "meld", cards=cards_of(meld.laid))
    elif rules.allowed == "contract-kinds" and readable and not readable & kinds:
        yield broken(terms, "further-meld.allowed", "kind", kind=min(readable))
    else:
        yield find(terms, "further-meld.allowed", melds=(laid_as(cards_of(meld.laid)),))


def judge_lay_off(
    terms: Terms, cards: Meld, onto: Meld, *, down: str
) -> tuple[tuple[Finding, ...], list[list[str]]]:
    """Judge whether cards may be added to a meld on the table.

    Gives the findings and, where the cards fit, every meld that may come of it, the assumed one
    first, as cases write it.
    """
    false = standing_faults(terms, (*cards, *onto))
    findings = [*false, *_lay_off_time(terms, down)]
    table = on_table(terms, onto)
    if false:
        return tuple(findings), []
    if table is None:
        findings.append(broken(terms, "lay-off.fit", "no-meld", onto=cards_of(onto)))
        findings += meld_faults(terms, onto)
        return tuple(findings), []
    grown = lay_off_choices(terms, cards, table)
    findings += _fit_findings(terms, cards, onto, table, grown)
    return tuple(findings), [] if violations(findings) else [
        grown_meld.written for grown_meld in grown
    ]


def _lay_off_time(terms: Terms, down: str) -> list[Finding]:
    rules = terms.lay_off
    if rules.needs_contract and down == "no":
        words = "first" if terms.has_contracts else "first-meld"
        return [broken(terms, "lay-off.contract", words)]
    if rules.when == "later-turn" and down == "this-turn":
        return [broken(terms, "lay-off.when", "later" if terms.has_contracts else "later-meld")]
    return [find(terms, "lay-off.contract")]


def _fit_findings(
    terms: Terms, cards: Meld, onto: Meld, table: TableMeld, grown: Sequence[TableMeld]
) -> list[Finding]:
    named: dict[str, Value] = {"added": these(cards_of(cards)), "onto": cards_of(onto)}
    if not grown:
        if _goes_from_ace_to_ace(terms, cards, table):
            return [broken(terms, "run.both-ends", "both", cards=cards_of((*onto, *cards)))]
        for unlawful in ways_to_grow(terms, cards, table)[:1]:
            if wrong := _unlawful(terms, unlawful):
                return list(wrong)
        return _misfits(terms, cards, table, named)
    if not terms.has_wilds:
        return [_fit(terms, table, grown, named)]
    replaced = [(laid_card.card, wild) for laid_card, wild in wilds_replaced(terms, cards, table)]
    moved = [pair for pair in replaced if pair[::-1] not in grown[0].cards]
    ways = _ways_to_move(moved[0][1], table, grown) if len(moved) == len(cards) == 1 else ()
    # Where one wild moves, that is all that its player may choose.
    fits = find(terms, "lay-off.fit", "", ok=True, count=1, **named) if ways else None
    findings = [fits or _fit(terms, table, grown, named)]
    wilds = wild_count(terms, grown[0])
    added = wilds - wild_count(terms, table)
    most, any_wilds = terms.wilds.most_per_meld, terms.lay_off.any_wilds
    if added > 0 and most and wilds > most and not any_wilds:
        named = {"most": most, "has": wilds, "onto": cards_of(onto)}
        findings.append(broken(terms, "lay-off.wilds", "many", **named))
    elif added > 0 and 2 * wilds > len(grown[0].cards) and terms.wilds.balanced and not any_wilds:
        cards_then = cards_of((*onto, *cards))
        findings.append(broken(terms, "wild.balance", "many", cards=cards_then))
    elif added > 0 and wilds > 1:
        findings.append(find(terms, "lay-off.wilds"))
    for card, wild in moved:
        if ways:
            to = OneOf(ways)
            findings.append(find(terms, "lay-off.moves-wild", "to", card=card, wild=wild, to=to))
        else:
            findings.append(find(terms, "lay-off.moves-wild", card=card, wild=wild))
    return findings


def _ways_to_move(wild: Card, table: TableMeld, grown: Sequence[TableMeld]) -> tuple[Value, ...]:
    """Where a wild may move that gives up its place in a run, the assumed end first."""
    ways: dict[Value, None] = {}
    for run in grown:
        for end, message in ((-1, "moves-up"), (0, "moves-down")):
            card, stands = run.cards[end]
            if card == wild and stands != table.cards[end][1]:
                ways[Phrase(message, (("as", a_card(stands)),))] = None
    return tuple(ways)


def _unlawful(terms: Terms, grown: TableMeld) -> tuple[Finding, ...]:
    """Why cards that would fit a meld on the table may not lie with the others."""
    cards = tuple([card for card, _ in grown.cards])
    stands = [stands for _, stands in grown.cards]
    size = size_faults(terms, grown.kind, cards)
    return size or lying_faults(terms, grown.kind, cards, stands)


def _fit(
    terms: Terms, table: TableMeld, grown: Sequence[TableMeld], named: dict[str, Value]
) -> Finding:
    """That cards fit, and what the wilds among them then stand for."""
    added = list(grown[0].cards)
    for pair in table.cards:
        if pair in added:
            added.remove(pair)
    count = len(grown[0].cards) - len(table.cards)
    named = named | {"count": count}
    wilds = [pair for pair in added if stands_as_wild(terms, *pair)]
    if not wilds or table.kind == "set":
        return find(terms, "lay-off.fit", "", ok=True, **named)
    # Of alike places one is meant, and its player may name another.
    if count == len(wilds) == 1 and added == wilds:
        words = "one-choice" if len(grown) > 1 else "one"
        return find(terms, "lay-off.fit", words, ok=True, stands=a_card(wilds[0][1]), **named)
    words = "choice" if len(grown) > 1 else "as"
    return find(terms, "lay-off.fit", words, ok=True, wilds=standings(wilds), **named)


def _misfits(terms: Terms, cards: Meld, table: TableMeld, named: dict[str, Value]) -> list[Finding]:
    """That cards do not fit, and why as far as the meld on the table tells."""
    rank = table.cards[0][1].rank
    if table.kind == "set":
        full = _set_full(terms, cards, table)
        if all(_rank_of(terms, laid_card) in (rank, None) for laid_card in cards):
            return full or [broken(terms, "lay-off.fit", "not", **named)]
        fitting = a_card(Card(rank, ""))
        return [broken(terms, "lay-off.fit", "not-next", fitting=fitting, **named), *full]
    together = [*(stands for _, stands in table.cards), *told_cards(terms, cards)]
    if len(together) == len(table.cards) + len(cards):
        if (faults := order_faults(terms, together)) and faults[0].rule == "run.ace":
            return [broken(terms, "lay-off.fit", "not", **named), *faults]
        if missing := missing_from_run(terms, together):
            return [broken(terms, "lay-off.fit", "not-gap", missing=missing, **named)]
    return [_misfit_of_run(terms, cards, table, named)]


def _misfit_of_run(terms: Terms, cards: Meld, table: TableMeld, named: dict[str, Value]) -> Finding:
    """That cards do not go on a run."""
    given = cards_of(cards)
    wilds = [
        (card, stands) for card, stands in table.cards
        if stands in given and stands_as_wild(terms, card, stands)
    ]  # fmt: skip
    if wilds:
        taken = "run" in terms.take_wild.kinds and len(wilds) == 1
        words = "not-taken" if taken else "not-free"
        return broken(terms, "lay-off.fit", words, wilds=standings(wilds), **named)
    if len(table.cards) == longest_run(terms):
        return broken(terms, "lay-off.fit", "not-full", **named)
    suit = table.cards[0][1].suit
    naturals = (card for rank in RANKS if not terms.is_wild(card := Card(rank, suit)))
    ends = tuple(card for card in naturals if lay_off_choices(terms, (LaidCard(card),), table))
    if not ends:
        return broken(terms, "lay-off.fit", "not", **named)
    fitting = OneOf(tuple(map(a_card, ends)))
    return broken(terms, "lay-off.fit", "not-next", fitting=fitting, **named)


def _rank_of(terms: Terms, laid_card: LaidCard) -> str | None:
    """The rank that a card has in a set, or None for a wild that may have any."""
    if laid_card.says is not None:
        return laid_card.says.rank
    return None if terms.is_wild(laid_card.card) else laid_card.card.rank


def _goes_from_ace_to_ace(terms: Terms, cards: Meld, table: TableMeld) -> bool:
    """Whether cards would fit a run but for the aces that it then had at both its ends."""
    if table.kind == "set" or terms.ranks.ace != "low-or-high":
        return False
    fits = grown_runs(terms, cards, table.cards)
    return not fits and bool(grown_runs(terms, cards, table.cards, "both"))


def _set_full(terms: Terms, cards: Meld, table: TableMeld) -> list[Finding]:
    most = terms.sets.most
    count = len(table.cards) + len(cards)
    if table.kind == "set" and most and count > most:
        added = cards_of(cards)
        return [broken(terms, "set.size", "full", most=most, has=count, cards=added)]
    return []


@dataclass(frozen=True, slots=True)
class JudgedTaking:
    """What the rules say of taking a wild: the meld afterwards, and the wild taken."""

    findings: tuple[Finding, ...]
    becomes: list[str]
    takes: str | None = None


def judge_take_wild(
    terms: Terms,
    give: Card,
    meld: Meld,
    *,
    take: LaidCard | None,
    down: str,
    whose: str,
    turn: str,
    use: str,
) -> JudgedTaking:
    """Judge whether a card may take the place of a wild in a meld, and the wild be taken.

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
    if at is None and (alike := _suit_there(terms, give, table)):
        findings += alike
        return JudgedTaking(tuple(findings), [])
    if at is None:
        findings.append(_not_taken(terms, give, meld, table, take))
        return JudgedTaking(tuple(findings), [])
    wild, stands = table.cards[at]
    if not violations(findings):
        shown = find(terms, "take-wild.kind", wild=wild, stands=a_card(stands), give=give)
        findings.insert(0, shown)
    return JudgedTaking(tuple(findings), _with_given(table, at, give).written, wild.code)


def _not_taken(
    terms: Terms, give: Card, meld: Meld, table: TableMeld, take: LaidCard | None
) -> Finding:
    """Why a card cannot take the place of a wild."""
    wilds = [pair for pair in table.cards if stands_as_wild(terms, *pair)]
    cards = cards_of(meld)
    if not wilds:
        if itself := tuple([card for card in cards if terms.is_wild(card)]):
            return broken(terms, "take-wild.kind", "itself", meld=cards, cards=itself)
        return broken(terms, "take-wild.kind", "none", meld=cards)
    if terms.is_wild(give) and not terms.wilds.as_itself:
        return broken(terms, "take-wild.kind", "wild", give=give)
    named: dict[str, Value] = {"give": give, "meld": cards}
    if take is None:
        return broken(terms, "take-wild.kind", "other", wilds=standings(wilds), **named)
    if asked := [pair for pair in wilds if pair[0] == take.card]:
        named |= {"take": take.card, "wilds": standings(asked)}
        return broken(terms, "take-wild.kind", "another", **named)
    return broken(terms, "take-wild.kind", "natural", take=take.card, meld=cards)


def _never_taken(terms: Terms) -> Finding:
    """That no wild is taken in this game, by the rule that the game has for it."""
    if "take-wild.kind" in terms.rules:
        return broken(terms, "take-wild.kind", "never")
    if terms.has_wilds:
        return broken(terms, "lay-off.fit", "kept")
    return broken(terms, "cards.packs", "none-wild")


def _wild_to_take(terms: Terms, give: Card, table: TableMeld, take: LaidCard | None) -> int | None:
    """The place of the wild that a card may take, or None."""
    if terms.is_wild(give) and not terms.wilds.as_itself:
        return None
    for at, (card, stands) in enumerate(table.cards):
        if not stands_as_wild(terms, card, stands):
            continue
        if take is not None and (take.card != card or take.says not in (None, stands)):
            continue
        if give.rank == stands.rank and (table.kind == "set" or give.suit == stands.suit):
            return at if may_lie(terms, _with_given(table, at, give)) else None
    return None


def _with_given(table: TableMeld, at: int, give: Card) -> TableMeld:
    """The meld with a card in the place of the wild that lies there."""
    return TableMeld(table.kind, (*table.cards[:at], (give, give), *table.cards[at + 1 :]))


def _suit_there(terms: Terms, give: Card, table: TableMeld) -> tuple[Finding, ...]:
    """Why a card of a set's rank cannot take the place of a wild in it: its suit is there."""
    ranks = {stands.rank for _, stands in table.cards}
    if table.kind != "set" or ranks != {give.rank}:
        return ()
    stands = [
        standing for card, standing in table.cards if not stands_as_wild(terms, card, standing)
    ]
    return lying_faults(terms, table.kind, (), [*stands, give])


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
        yield find(terms, "take-wild.turn", "other" if own_only else "", ok=not own_only)
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
        yield find(terms, "take-wild.use", "keep" if at_once else "", ok=not at_once)
    elif rules.use == "now":
        yield find(terms, "take-wild.use", "now")


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
    return find(terms, "take-wild.contract", words + first, ok=ok)


def judge_discard(
    terms: Terms,
    card: Card,
    hand: Sequence[Card],
    *,
    took: Card | None,
    table: Sequence[Meld] | None,
    down: str,
) -> tuple[Finding, ...]:
    """Judge whether a card may be discarded.

    `hand` holds the card still; `took` is the card taken from the discard pile this turn; `table`
    are the melds on the table, None where they were not named.
    """
    findings = []
    if took == card:
        findings.append(_taken(terms, card, hand))
    if terms.has_wilds and terms.is_wild(card):
        allowed = terms.discard.wilds
        words = "" if allowed else "barred"
        findings.append(find(terms, "discard.wild", words, ok=allowed, card=card))
    findings += _playable(terms, card, table, down)
    if len(hand) == 1:
        findings += judge_go_out(terms, "discard")
    return tuple(findings) or (find(terms, "discard.card", card=card),)


def _taken(terms: Terms, card: Card, hand: Sequence[Card]) -> Finding:
    rules = terms.discard
    if rules.taken:
        return find(terms, "discard.taken", "back", card=card)
    if hand.count(card) < 2 or not terms.many_packs:
        return broken(terms, "discard.taken", "same", card=card)
    allowed = rules.twin_of_taken
    return find(terms, "discard.twin", "" if allowed else "barred", ok=allowed, card=card)


def _playable(terms: Terms, card: Card, table: Sequence[Meld] | None, down: str) -> list[Finding]:
    """What the rules say of discarding a card that can be played on the table."""
    barred = terms.discard.playable == "barred-once-down" and down != "no"
    for meld in table or ():
        goes = _goes_on(terms, card, meld)
        if goes:
            early = terms.discard.playable != "free"
            words = "barred" if barred else "early" if early else "fits"
            named: dict[str, Value] = {"card": card, "goes": goes}
            return [find(terms, "discard.playable", words, ok=not barred, **named)]
    words = "unsaid" if table is None else ""
    return [find(terms, "discard.playable", words, card=card)] if barred else []


def _goes_on(terms: Terms, card: Card, meld: Meld) -> Phrase | None:
    """How a card can be played on a meld, added to it or put in the place of a wild, if it can."""
    table = on_table(terms, meld)
    if table is None:
        return None
    grows = bool(lay_off_choices(terms, (LaidCard(card),), table))
    moved = wilds_replaced(terms, (LaidCard(card),), table) if grows else []
    if grows and not moved:
        return Phrase.of("goes-on", meld=cards_of(meld))
    takes = table.kind in terms.take_wild.kinds
    at = _wild_to_take(terms, card, table, None) if takes else None
    wild = moved[0][1] if moved else None if at is None else table.cards[at][0]
    if wild is None:
        return None
    return Phrase.of("goes-for-wild", wild=wild, meld=cards_of(meld))


def judge_go_out(terms: Terms, last: str) -> tuple[Finding, ...]:
    """Judge whether the last card may leave the hand by `discard`, `meld` or `lay-off`."""
    if terms.deal.whole_hand and last == "discard":
        allowed = terms.deal.last_card_discarded
        words = "any" if allowed else "any-left"
        return (find(terms, "contract.last-card", words, ok=allowed),)
    own, ways = terms.deal.out_by, terms.ways_out
    if last in ways:
        return (find(terms, "go-out.last", "deal" if own else "", way=a_way(last)),)
    code = "deal-barred" if own else "barred"
    return (broken(terms, "go-out.last", code, way=a_way(last), ways=one_of(ways)),)


@lru_cache(maxsize=8)
def a_way(way: str) -> Phrase:
    """A way of a last card, such as `melded`."""
    return Phrase.of("way", way=way)


def one_of(ways: Iterable[str]) -> OneOf:
    """Ways of a last card, such as `melded or laid off`."""
    return OneOf(tuple(map(a_way, ways)))
