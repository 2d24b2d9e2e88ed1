"""What the table and its deals do to a game: how they are read, checked and told."""

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

from referee.language import listed
from referee.rules.cards import CardsError, parse_cards
from referee.rules.scoring import ScoreError, points_of, score_deal
from referee.rules.variant import Variant
from referee.scorebook import limits
from referee.scorebook.errors import LimitReached, Refused
from referee.scorebook.events import (
    DealCorrected,
    DealDeleted,
    DealInserted,
    DealWritten,
    Hand,
    Recorded,
    ResultsSwapped,
    Started,
    WholeDeal,
)
from referee.scorebook.messages import says
from referee.scorebook.projection import ScoreBook, check
from referee.scorebook.state import NOTHING, GameState, PlayedDeal, fold, with_log_line


@fold.register
def _sit_down(entry: Started, sheet: GameState, variant: Variant, stamped: Recorded) -> GameState:
    sat = replace(sheet, seats=entry.players, first_dealer=entry.first_dealer)
    names = sat.names
    line = says("started", players=listed(list(names.values())), dealer=names[entry.first_dealer])
    return with_log_line(sat, stamped, line)


@fold.register
def _write(entry: DealWritten, sheet: GameState, variant: Variant, stamped: Recorded) -> GameState:
    ended = _ended(sheet, entry, variant, named=sheet.named, brought=sheet.brought)
    after = replace(sheet, deals=(*sheet.deals, ended), named=None, brought=NOTHING)
    number = len(after.deals)
    return with_log_line(after, stamped, _says_written(after, ended, number), deal=number)


@fold.register
def _insert(
    entry: DealInserted, sheet: GameState, variant: Variant, stamped: Recorded
) -> GameState:
    place = sheet.index_of(entry.before)
    if place is None:
        place = len(sheet.deals)
    deals = list(sheet.deals)
    brought: Mapping[str, int] = NOTHING
    if place < len(deals):
        # Whoever sat down before the next deal sat down before this one.
        following = deals[place]
        variant, brought = following.variant, following.brought
        deals[place] = replace(following, brought=NOTHING)
    ended = _ended(sheet, entry, variant, named=None, brought=brought)
    deals.insert(place, ended)
    after = replace(sheet, deals=tuple(deals))
    line = says("inserted", line=_says_written(after, ended, place + 1))
    return with_log_line(after, stamped, line, deal=place + 1)


@fold.register
def _correct(
    entry: DealCorrected, sheet: GameState, variant: Variant, stamped: Recorded
) -> GameState:
    place = sheet.index_of(entry.deal)
    if place is None:
        return sheet
    before = sheet.deals[place]
    now = _rewritten(before, entry.out, _of_the_deal(before, entry.hands))
    after = _with_deal(sheet, place, now)
    return with_log_line(
        after, stamped, *_says_corrected(sheet, place + 1, before, now), deal=place + 1
    )


@fold.register
def _swap(
    entry: ResultsSwapped, sheet: GameState, variant: Variant, stamped: Recorded
) -> GameState:
    place = sheet.index_of(entry.deal)
    if place is None or not {entry.one, entry.other} <= sheet.deals[place].hands.keys():
        return sheet
    before = sheet.deals[place]
    swapped = {entry.one: entry.other, entry.other: entry.one}
    hands = {key: before.hands[swapped.get(key, key)] for key in before.hands}
    now = _rewritten(before, swapped.get(before.out or "", before.out), hands)
    names = sheet.names
    line = says("swapped", deal=place + 1, one=names[entry.one], other=names[entry.other])
    return with_log_line(_with_deal(sheet, place, now), stamped, line, deal=place + 1)


@fold.register
def _delete(entry: DealDeleted, sheet: GameState, variant: Variant, stamped: Recorded) -> GameState:
    place = sheet.index_of(entry.deal)
    if place is None:
        return sheet
    gone = sheet.deals[place]
    after = _handed_on(replace(sheet, deals=sheet.deals[:place]), gone, sheet.deals[place + 1 :])
    return with_log_line(after, stamped, says("deleted", deal=place + 1), deal=place + 1)


def _handed_on(sheet: GameState, gone: PlayedDeal, later: tuple[PlayedDeal, ...]) -> GameState:
    """Let what was said before a deal that is gone hold for the deal after it."""
    next_one: PlayedDeal | GameState = later[0] if later else sheet
    named = next_one.named or gone.named
    brought = MappingProxyType(
        {
            key: gone.brought.get(key, 0) + next_one.brought.get(key, 0)
            for key in (*gone.brought, *next_one.brought)
        }
    )
    if not later:
        return replace(sheet, named=named, brought=brought)
    first = replace(later[0], named=named, brought=brought)
    return replace(sheet, deals=(*sheet.deals, first, *later[1:]))


def _ended(
    sheet: GameState,
    entry: WholeDeal,
    variant: Variant,
    *,
    named: str | None,
    brought: Mapping[str, int],
) -> PlayedDeal:
    # Somebody whose joining was taken back has no hand any more.
    hands = {key: hand for key, hand in entry.hands.items() if key in sheet.order}
    whole = PlayedDeal(
        slip=entry.deal,
        out=None,
        hands=NO_HANDS,
        points=NOTHING,
        order=sheet.order,
        variant=variant,
        named=named,
        brought=brought,
    )
    return _rewritten(whole, entry.out if entry.out in hands else None, hands)


NO_HANDS: Mapping[str, Hand] = MappingProxyType({})


def _rewritten(ended: PlayedDeal, out: str | None, hands: Mapping[str, Hand]) -> PlayedDeal:
    counts = {player: hand.points for player, hand in hands.items()}
    points = MappingProxyType(score_deal(ended.variant, counts, out))
    return replace(ended, out=out, hands=MappingProxyType(dict(hands)), points=points)


def _of_the_deal(ended: PlayedDeal, hands: Mapping[str, Hand]) -> dict[str, Hand]:
    """The hands of those who took part in a deal, as they should be."""
    return {key: hands.get(key, hand) for key, hand in ended.hands.items()}


def _with_deal(sheet: GameState, place: int, now: PlayedDeal) -> GameState:
    return replace(sheet, deals=(*sheet.deals[:place], now, *sheet.deals[place + 1 :]))


def _says_written(sheet: GameState, ended: PlayedDeal, number: int) -> str:
    counts = ended.variant.counts_cards
    held = ", ".join(
        _says_held(name, ended.hands[player], "held" if counts else "scored")
        for player, name in sheet.names.items()
        if player != ended.out and player in ended.hands
    )
    if ended.out is None:
        return says("written.nobody" if counts else "written.scores", deal=number, held=held)
    return says("written", deal=number, out=sheet.names[ended.out], held=held)


def _says_held(name: str, hand: Hand, how: str) -> str:
    if hand.points is None:
        return says("missing", player=name)
    return says(how, player=name, points=hand.points)


def _says_corrected(sheet: GameState, deal: int, before: PlayedDeal, now: PlayedDeal) -> list[str]:
    """What a correction changed, players whose points stayed left out."""
    lines = [_says_out(sheet, deal, before.out, now.out)] if before.out != now.out else []
    for player, name in sheet.names.items():
        if player not in before.hands:
            continue
        old, new = before.points.get(player), now.points.get(player)
        held, holds = before.hands[player].points, now.hands[player].points
        if old is None and new is not None:
            lines.append(says("corrected.came", player=name, deal=deal, now=new))
        elif new is None and old is not None:
            lines.append(says("corrected.gone", player=name, deal=deal, before=old))
        elif old != new:
            lines.append(says("corrected.points", player=name, deal=deal, before=old, now=new))
        elif held != holds:
            # Where the winner collects, the others' points stay 0 whatever they held.
            lines.append(says("corrected.held", player=name, deal=deal, before=held, now=holds))
    unchanged = "corrected.nothing" if before.hands == now.hands else "corrected.cards"
    return lines or [says(unchanged, deal=deal)]


def _says_out(sheet: GameState, deal: int, before: str | None, now: str | None) -> str:
    names = sheet.names
    if now is None:
        return says("corrected.out.nobody", deal=deal, before=names[before or ""])
    if before is None:
        return says("corrected.out.somebody", deal=deal, out=names[now])
    return says("corrected.out", deal=deal, out=names[now], before=names[before])


@check.register
def _check_written(entry: DealWritten, book: ScoreBook) -> None:
    if book.sheet.index_of(entry.deal) is not None:
        raise Refused(says("no.deal.again", deal=entry.deal))
    if book.next_deal is None:
        raise Refused(says("no.deal.over" if book.finished else "no.deal.waits"))
    if entry.deal != book.next_deal_id:
        raise Refused(says("no.deal.next", next=book.next_deal_id, deal=entry.deal))
    if len(book.sheet.deals) >= limits.DEALS:
        raise LimitReached(says("no.deal.more", most=limits.DEALS))
    _check_deal(entry, book, [seat.key for seat in book.players], book.variant)


@check.register
def _check_inserted(entry: DealInserted, book: ScoreBook) -> None:
    place = book.sheet.index_of(entry.before)
    if entry.deal != book.next_deal_id or place is None:
        raise Refused(says("no.insert"))
    before = book.sheet.deals[place]
    _check_deal(entry, book, list(before.hands), before.variant)


@check.register
def _check_corrected(entry: DealCorrected, book: ScoreBook) -> None:
    place = book.sheet.index_of(entry.deal)
    if place is None:
        raise Refused(says("no.deal.yet", deal=entry.deal))
    before = book.sheet.deals[place]
    _check_deal(entry, book, list(before.hands), before.variant)


@check.register
def _check_deleted(entry: DealDeleted, book: ScoreBook) -> None:
    if book.sheet.index_of(entry.deal) is None:
        raise Refused(says("no.deal.there"))


@check.register
def _check_swapped(entry: ResultsSwapped, book: ScoreBook) -> None:
    place = book.sheet.index_of(entry.deal)
    if place is None:
        raise Refused(says("no.deal.there"))
    hands = book.sheet.deals[place].hands
    if entry.one == entry.other or not {entry.one, entry.other} <= hands.keys():
        raise Refused(says("no.swap"))


def _check_deal(entry: WholeDeal, book: ScoreBook, players: list[str], variant: Variant) -> None:
    names = {key: name for key, name in book.names.items() if key in players}
    if type(entry.deal) is not int:
        raise Refused(says("no.deal.there"))
    if set(entry.hands) != set(names) or (entry.out is not None and entry.out not in names):
        raise Refused(says("no.hands", players=listed(list(names.values()))))
    for seat, (player, name) in enumerate(names.items()):
        hand = entry.hands[player]
        wrong = _wrong_with(hand, name, variant)
        if not wrong and player == entry.out and hand.points != 0:
            wrong = says("no.hand.out", player=name)
        if wrong:
            raise Refused(wrong, seat=seat)
    if all(hand.points is None for hand in entry.hands.values()):
        raise Refused(says("no.hand.any"))
    try:
        score_deal(variant, {key: hand.points for key, hand in entry.hands.items()}, entry.out)
    except ScoreError as error:
        raise Refused(str(error)) from error


def _wrong_with(hand: Hand, name: str, variant: Variant) -> str:
    """What is wrong with a hand by itself, or the empty text."""
    least = 0 if variant.counts_cards else -limits.HAND_POINTS
    if hand.points is None:
        whole = hand.cards is None and hand.sum is None
        return "" if whole else says("no.hand.missing", player=name)
    if type(hand.points) is not int or not least <= hand.points <= limits.HAND_POINTS:
        return says("no.hand.points", player=name, least=least, most=limits.HAND_POINTS)
    # Programs send what they like.
    added: object = "" if hand.sum is None else hand.sum
    if not isinstance(added, str) or len(added) > limits.SUM_LENGTH:
        return says("no.hand.sum", player=name, most=limits.SUM_LENGTH)
    cards: object = hand.cards
    if cards is None:
        return ""
    if not isinstance(cards, str) or len(cards) > limits.CARDS_LENGTH:
        return says("no.hand.many", player=name)
    try:
        worth = points_of(variant, parse_cards(cards, suits=False))
    except CardsError as error:
        return says("no.hand.cards", player=name, why=error)
    if worth != hand.points:
        return says("no.hand.worth", player=name, worth=worth, points=hand.points)
    return ""
