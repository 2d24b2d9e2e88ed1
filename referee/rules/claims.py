"""Claims: who gets a discard, and what comes with it."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from referee.rules.findings import Finding, broken, find
from referee.rules.variant import Claim, SettledBy, StockOut, Terms


class JudgedClaim(NamedTuple):
    """Who gets the discard, and how many stock cards each player takes with it.

    `discard_to` is None where it stays on the pile. The ordinary draw is not counted.
    """

    findings: tuple[Finding, ...]
    discard_to: str | None = None
    extra_cards: Mapping[str, int] = MappingProxyType({})


def judge_claim(
    terms: Terms,
    seats: Sequence[str],
    turn: str,
    claims: Sequence[str],
    *,
    wants: bool,
    stock: int | None = None,
    spent: tuple[str, ...] = (),
) -> JudgedClaim:
    """Judge who gets the discard.

    `seats` are the players in order of play, `turn` whose draw it is, `wants` whether that player
    takes the discard, `claims` the others in the order they called, `stock` the cards left in it,
    `spent` those who have claimed as often as they may in this deal.
    """
    if terms.claim.most and (late := tuple([name for name in claims if name in spent])):
        claims = [name for name in claims if name not in late]
        ruling = judge_claim(terms, seats, turn, claims, wants=wants, stock=stock)
        too_often = find(terms, "claim.number", names=late)
        return ruling._replace(findings=(too_often, *ruling.findings))
    by = terms.claim.by
    barred = not terms.deal.claims
    if claims and (by is Claim.NONE or barred):
        rule, words = ("claim.who", "none") if by is Claim.NONE else ("claim.deal", "")
        # A claim that is barred changes nothing for the player whose turn it is.
        words = f"{words}-{'takes' if wants else 'draws'}".strip("-")
        finding = broken(terms, rule, words, deal=terms.number, name=turn)
        return JudgedClaim((finding,), turn if wants else None)
    if wants:
        return JudgedClaim((find(terms, "claim.who", "turn", name=turn),), turn)
    forced = _forced(terms, stock)
    if forced:
        return JudgedClaim(forced)
    if stock == 0 and terms.stock.out is StockOut.DEAL_ENDS:
        return JudgedClaim((find(terms, "stock.out", "deal-ends"),))
    if by is Claim.PASSED_LEFT:
        return _given(terms, _after(seats, turn)[0], turn, "left", stock)
    if not claims:
        words = "draws" if by is Claim.NONE or barred else "nobody"
        return JudgedClaim((find(terms, "claim.who", words, name=turn),))
    if by is Claim.FIRST_CALLER:
        return _given(terms, claims[0], turn, "caller", stock)
    first = next(name for name in _after(seats, turn) if name in claims)
    return _given(terms, first, turn, "rotation", stock)


def _after(seats: Sequence[str], turn: str) -> list[str]:
    """The players in order of play, from the left of the one whose turn it is round to that one."""
    at = list(seats).index(turn)
    return [*seats[at + 1 :], *seats[: at + 1]]


def _forced(terms: Terms, stock: int | None) -> tuple[Finding, ...]:
    """Whether so few cards in the stock force the discard on the player whose turn it is.

    The last card may force it by the text, whatever the table does once there is none.
    """
    forces = terms.stock.out is StockOut.MUST_TAKE_DISCARD
    said = "claim.forced" in terms.rules
    by_text = said and terms.basis("claim.forced").by is SettledBy.RULES
    if stock == 1 and said and (forces or by_text):
        return (broken(terms, "claim.forced"),)
    if stock == 0 and forces:
        return (broken(terms, "stock.out", "must-take-discard"),)
    return ()


def _given(terms: Terms, name: str, turn: str, words: str, stock: int | None) -> JudgedClaim:
    """The discard goes to `name`, and `turn`, who left it, draws from what the stock then holds."""
    extra = terms.claim.extra_cards
    findings = [find(terms, "claim.who", words, name=name)]
    if extra:
        findings.append(find(terms, "claim.cards", cards=extra))
    if stock is not None and stock < extra:
        findings.append(find(terms, "stock.out", str(terms.stock.out)))
    if stock is None or stock > extra or terms.stock.out is StockOut.RESHUFFLE:
        findings.append(find(terms, "claim.who", "then", name=turn))
    return JudgedClaim(tuple(findings), name, {name: extra} if extra else {})
