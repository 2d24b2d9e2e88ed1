"""Counting together: phones take seats by a short code, and send the hands that they counted.

A code is six of 22 letters, so there are 22⁶, 113 million. It follows from the installation's own
key, so a copy of the database holds none. It opens a game until that is over, and then the next in
the same seats, until a scorer stops it, and for `limits.CODE_HOURS` at most; the site takes 10
wrong codes a minute from one address (`web.limits`). Whoever guesses from 100 addresses while 100
tables count together finds one of them after 113 million / 100 / 1,000 minutes, 19 hours, on
average, and then holds a seat: it sees what a viewer sees, and the scorer sees that it was taken. A
limit for all addresses together would slow that more, but anybody could shut out every table with
it.

A counted hand is nothing that the game follows from: a scorer saves the deal, as ever. It belongs
to the phone that counted it: whoever takes the seat over does not see it, and counts anew. The log
says that a phone took a seat over, or moved to another; what was signed on that seat before is
marked from then on. So no phone agrees for one player after the other unnoticed.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final

import msgspec
import sqlalchemy as sa
from sqlalchemy.orm import Session

from referee.language import say, shown_number
from referee.rules.scoring.parts import BEFELL
from referee.rules.scoring.tally import Doubt
from referee.scorebook import limits
from referee.scorebook.cache import book_of, load_or_refresh
from referee.scorebook.checked import check
from referee.scorebook.drafts import (
    CARRIED,
    MELDS_BLANK,
    besides_of,
    carried_number,
    doubts_of,
    fields_of,
    form_problems,
    mark_of,
)
from referee.scorebook.errors import Refused
from referee.scorebook.events.base import (
    NOTHING_BESIDES,
    POINTS_ALONE,
    Besides,
    Hand,
    Seat,
    player_key,
    player_number,
)
from referee.scorebook.events.deals import DealWritten, check_besides
from referee.scorebook.events.hands import NOTHING, HandError, check_hands, read_hand
from referee.scorebook.events.signing import SeatTaken
from referee.scorebook.events.undoing import Undone, effective, undone_as
from referee.scorebook.links import (
    ID_LENGTH,
    OPENED_GAME,
    TOKEN_LENGTH,
    Access,
    Role,
    add_link,
    check_writes,
    derived,
    labels_changed,
    new_id,
    replace_secret,
    token_of,
    writing_in,
)
from referee.scorebook.models import CodeRow, CountedHandRow, GameRow, LinkRow
from referee.scorebook.projection import DealRow, ScoreBook
from referee.scorebook.repository import write_along
from referee.scorebook.storage import insert_once, now, reading, writing
from referee.scorebook.ways import Way, way_of

LETTERS: Final = "ABCDEFGHJKLMNPRSTVWXYZ"
"""Letters of codes: none that looks like another letter or like a digit."""


class CountedMeanwhile(Refused):
    """The same seat counted its hand otherwise in the meantime: `stands`."""

    def __init__(self, stands: "CountedHand") -> None:
        super().__init__("no-count-changed")
        self.stands = stands


@dataclass(frozen=True, slots=True, kw_only=True)
class CountedHand:
    """A hand as its player counted it; `version` goes up with every change, from 1.

    `out`: the player went out. `besides`: what melds were laid down, or what befell the player, who
    has no hand to count then. `at` is in UTC. `typed` are the points that a scorer has entered for
    it otherwise, and `denied` those of which the player has said that they aren't right.
    """

    player: str
    hand: Hand
    out: bool
    besides: Besides
    version: int
    at: datetime
    typed: int | None = None
    denied: int | None = None

    @property
    def is_denied(self) -> bool:
        """Whether the player has said that what is entered for the hand isn't right."""
        return self.typed is not None and self.typed == self.denied

    @property
    def points(self) -> Mapping[str, int | None]:
        """What was counted, by the names of the fields of a deal's form."""
        melded = {f"melded-{player}": hand.points for player, hand in self.besides.melded.items()}
        return {f"points-{self.player}": self.hand.points, **melded}

    def texts(self, way: Way) -> Mapping[str, str]:
        """What the fields of a deal's form hold of it, by their names."""
        hands = {} if self.hand == NOTHING else {self.player: self.hand}
        said = fields_of(DealWritten(deal=1, out=None, hands=hands, besides=self.besides), way)
        del said["out"]
        mine = (*names_of(self.player), *(way.marks if self.out else ()))
        return dict.fromkeys(mine, "") | said

    @property
    def amount(self) -> str:
        """What was counted, in words; empty where there was nothing to count."""
        held = "" if self.hand == NOTHING else shown_number(self.hand.points or 0)
        melded = self.besides.melded.get(self.player)
        return say("counted-melded", melded=melded.points or 0, held=held) if melded else held

    @property
    def says(self) -> str:
        """What came in, in words."""
        if self.amount:
            return say("counted-hand", points=self.amount)
        fate = self.besides.fate_of(self.player)
        told = "hand-out" if self.out else f"hand-fate-{fate}" if fate else "counted-sent"
        return say(told)


@dataclass(frozen=True, slots=True, kw_only=True)
class CountedLine:
    """What is known of one player's hand: `hand` where it came in, else whether a phone has it.

    `texts` is what the fields of the deal's form hold of it, by their names.
    """

    seat: Seat
    hand: CountedHand | None
    on_phone: bool
    texts: Mapping[str, str]


@dataclass(frozen=True, kw_only=True)
class SeatDraft:
    """The hand of the deal that comes next, as its player's own phone sends it.

    Its `base` is the version of the hand, not of the book. `out`: the player went out. `saved`:
    the deal is saved just so already. `hand` is what to keep with what is `besides`, None until
    `judged` finds nothing to say. `entered` is what stands in the fields of the player, by name.
    `number`: that of the deal as the form showed it, 0 where it did not say.
    """

    book: ScoreBook
    player: str
    texts: Mapping[str, str]
    entered: Mapping[str, str]
    out: bool
    number: int = 0
    problem: str = ""
    oddities: tuple[Doubt, ...] = ()
    hand: Hand | None = None
    besides: Besides = NOTHING_BESIDES
    saved: bool = False

    @classmethod
    def read(cls, book: ScoreBook, player: str, sent: Mapping[str, str]) -> "SeatDraft":
        """What the phone of a player sent."""
        texts = {name: sent.get(name, "") for name in CARRIED}
        way = way_of(book.variant)
        read = way.read(sent, [player])
        entered = {name: read.get(name, "") for name in (*names_of(player), *way.marks, *way.feats)}
        out = sent.get("out") == player
        number = carried_number(sent.get("number", ""))
        return cls(book=book, player=player, texts=texts, entered=entered, out=out, number=number)

    @property
    def is_empty(self) -> bool:
        """Whether nothing is entered."""
        return not (self.out or any(self.entered.values()))

    @property
    def deal_id(self) -> int:
        """The id of the deal that the form was shown for."""
        return carried_number(self.texts["slip"])

    @property
    def seen(self) -> int:
        """The version of the hand that the phone showed."""
        return carried_number(self.texts["base"])

    def refused(self, problem: str) -> "SeatDraft":
        """The draft with what is wrong with it."""
        return replace(self, problem=problem)

    def judged(self) -> "SeatDraft":
        """The draft with what is wrong or odd, or the hand that is to be kept."""
        if expired := form_problems(self.texts, *self.entered.values()):
            return self.refused(" ".join(expired))
        book, player = self.book, self.player
        text, laid, fate = (self.entered[name] for name in names_of(player))
        row, due = book.deal_by_id(self.deal_id), book.next_deal
        if not row and self.number and due and self.number != due:
            return self.refused(say("deal-moved", deal=due, was=self.number))
        terms = row.variant.at(row.number, row.drawn) if row else book.terms
        way = way_of(terms.game)
        if fate not in way.fates or (self.out and way.fields):
            fate = ""
        nothing = not way.fields or fate or (self.out and not way.out_holds)
        blank = way.kind == "melded" and not laid
        if not (nothing or text or laid):
            return self.refused(say("deal-no-score", name=book.names[player], cards=way.cards))
        try:
            # Whoever laid melds down and enters nothing else holds nothing.
            hand, held = (NOTHING, ()) if nothing else read_hand(terms, text or "0", way)
            laid_down = laid or "0" * blank
            melded = {player: read_hand(terms, laid_down, way, laid=True)[0]} if laid_down else {}
        except HandError as error:
            return self.refused(str(error))
        out = player if self.out else None
        besides = besides_of(terms, way, self.entered, out, melded, {player: fate})
        if row and player in row.hands:
            differs = saved_otherwise(row, player, hand, besides)
            return self.refused(differs) if differs else replace(self, saved=True)
        odd: tuple[Doubt, ...] = ()
        if not nothing and due:
            players, alone = len(book.players), {player: hand}
            # Another player went out.
            odd = doubts_of(terms, way, players, alone, {player: held}, "")
            if blank:
                odd = (Doubt.odd(player, MELDS_BLANK), *odd)
        if impossible := [doubt.said() for doubt in odd if doubt.impossible]:
            return self.refused(" ".join(impossible))
        if odd and self.texts["sure"] != mark_of(odd):
            return replace(self, oddities=odd)
        return replace(self, hand=hand, besides=besides)


def names_of(player: str) -> tuple[str, str, str]:
    """The fields of a deal's form that a player fills: what is held, what was laid, what befell."""
    return f"points-{player}", f"melded-{player}", f"fate-{player}"


def saved_otherwise(row: DealRow, player: str, hand: Hand, besides: Besides) -> str:
    """That a deal is saved otherwise than its player sent it; empty where it is not.

    Nor is it where nobody said what was held.
    """
    if row.besides == POINTS_ALONE:
        return ""
    saved, said = row.hands[player].points, row.besides or NOTHING_BESIDES
    if saved is None:
        return say("seat-saved-without", deal=row.number)
    if saved != hand.points:
        return say("seat-saved", deal=row.number, saved=saved, mine=hand.points or 0)
    same = _of_player(said, player) == _of_player(besides, player)
    return "" if same else say("seat-saved-other", deal=row.number)


def _of_player(besides: Besides, player: str) -> tuple[object, ...]:
    melded = besides.melded.get(player)
    befell = BEFELL.intersection(besides.events.get(player, ()))
    return (melded.points or 0) if melded else 0, befell, besides.dropped.get(player)


def start_counting(access: Access) -> str:
    """The code under which phones take their seats, made where there is none.

    Raises `NotAllowed` for links that only read, and `Refused` where the game is over.
    """
    check_writes(access.writes)
    book = book_of(access)
    with writing_in(access) as (session, writer):
        if load_or_refresh(session, access, writer.version, book).finished:
            raise Refused("no-count-over")
        code = _code_of(session.get(CodeRow, access.row))
        while code is None:
            session.execute(sa.delete(CodeRow).where(CodeRow.game_id == access.row))
            nonce = new_id()
            made = _code(nonce)
            values = {
                "game_id": access.row,
                "public_id": nonce,
                "code_hash": _hash(made),
                "made_at": now(),
            }
            # Another game may have the same code.
            code = made if insert_once(session, CodeRow, values) is not None else None
    return code


def stop_counting(access: Access) -> None:
    """Withdraw the code of a game and every seat that was taken."""
    check_writes(access.writes)
    with writing_in(access) as (session, _):
        session.execute(sa.delete(CodeRow).where(CodeRow.game_id == access.row))
        session.execute(sa.delete(CountedHandRow).where(CountedHandRow.game_id == access.row))
        for seat in _seats(session, access):
            seat.withdrawn_at = seat.withdrawn_at or now()


def counting_code(access: Access) -> str | None:
    """The code of a game that counts together, for those who write; else None."""
    if not access.writes:
        return None
    with reading() as session:
        row = session.get(CodeRow, access.row)
    code = _code_of(row)
    return None if code is None or book_of(access).finished else code


def next_code(access: Access) -> str | None:
    """The code of the next game at this table, for a phone that has a seat in this one."""
    if not access.seat:
        return None
    following = sa.select(CodeRow).join(GameRow, CodeRow.game_id == GameRow.id)
    with reading() as session:
        row = session.scalar(following.where(GameRow.public_id == access.next_game))
    return _code_of(row)


def open_code(code: str) -> Access | None:
    """Open a game by its code, as a viewer would; None where it opens nothing (any more).

    Capitals, blanks and hyphens do not matter.
    """
    letters = "".join(code.upper().replace("-", " ").split())
    if len(letters) != limits.CODE_LENGTH or not set(letters) <= set(LETTERS):
        return None
    opened = (
        sa.select(*OPENED_GAME)
        .join_from(CodeRow, GameRow, CodeRow.game_id == GameRow.id)
        .where(CodeRow.code_hash == _hash(letters), CodeRow.made_at > _oldest())
    )
    with reading() as session:
        game = session.execute(opened).mappings().first()
    if game is None:
        return None
    access = Access(**game, role=Role.VIEWER, link_id="", link_number=0)
    return None if book_of(access).finished else access


def seats_taken(access: Access) -> frozenset[str]:
    """The keys of the players whose seats a phone has taken."""
    with reading() as session:
        seats = _seats(session, access)
    return frozenset(player_key(seat.number) for seat in seats if seat.withdrawn_at is None)


def take_seat(opened: Access, player: str, *, over: bool = False, leaves: str = "") -> str:
    """Take the seat of a player in a game that `open_code` opened; gives the secret of the link.

    A seat has one link: whoever takes it `over` withdraws it from the phone that had it. `leaves`
    is the id of another seat's link that this phone gives up for it. Either is written in the log,
    and hands that were counted on a seat that another phone has now are gone. Raises `Refused`,
    also where another phone has the seat.
    """
    book = book_of(opened)
    with writing() as session:
        game = sa.select(GameRow.version).where(GameRow.id == opened.row).with_for_update()
        version = session.scalar(game)
        if version is None or _code_of(session.get(CodeRow, opened.row)) is None:
            raise Refused("no-count-stopped")
        book = load_or_refresh(session, opened, version, book)
        name = book.names.get(player, "")
        if player not in {seat.key for seat in book.players}:
            raise Refused("no-count-player", player=name)
        seats = {row.number: row for row in _seats(session, opened)}
        held = {number for number, row in seats.items() if row.withdrawn_at is None}
        left = {number for number in held if seats[number].public_id == leaves}
        for each in left:
            seats[each].withdrawn_at = now()
        number = player_number(player)
        seat = seats.get(number)
        if seat is None:
            seat = add_link(session, opened.row, Role.SEAT, number, name)
        elif number in held and not over:
            raise Refused("no-count-taken", player=name)
        else:
            if seat.name != name:
                labels_changed(session, opened)
            seat.name = name
            replace_secret(seat)
        if left or number in held:
            keys = [player_key(each) for each in {number, *left}]
            theirs = CountedHandRow.player.in_(keys), CountedHandRow.game_id == opened.row
            session.execute(sa.delete(CountedHandRow).where(*theirs))
            by = next(map(player_key, left), None)
            taken = SeatTaken(player=player, by=by, over=number in held)
            access = replace(
                opened, role=Role.SEAT, link_id=seat.public_id, link_number=number, link_name=name
            )
            write_along(session, access, seat.id, book, taken)
        return token_of(seat.public_id)


def count_hand(
    access: Access,
    deal: int,
    hand: Hand,
    besides: Besides = NOTHING_BESIDES,
    *,
    out: bool,
    seen: int,
) -> CountedHand:
    """Keep the hand of a seat's own player in the deal of that id, which is to be saved next.

    `besides` is what else is said of it, and `seen` the version of the hand that the phone showed,
    0 for none. Raises `CountedMeanwhile` where another page of the seat counted otherwise since,
    `NotAllowed` for anything but a seat, `Refused` for another deal and a hand that cannot be, and
    `WrongField` for one that is no hand.
    """
    player = access.seat
    check_writes(player)
    book = book_of(access)
    with writing_in(access) as (session, writer):
        book = load_or_refresh(session, access, writer.version, book)
        _check(book, player, deal, hand, besides, out=out)
        hands = _hands(session, access, book, deal)
        before = hands.get(player)
        if before and (before.hand, before.besides, before.out) == (hand, besides, out):
            return before
        if before and before.version != seen:
            raise CountedMeanwhile(before)
        counted = CountedHand(
            player=player,
            hand=hand,
            besides=besides,
            out=out,
            version=before.version + 1 if before else 1,
            at=now(),
        )
        mine = CountedHandRow.player == player
        session.execute(sa.delete(CountedHandRow).where(CountedHandRow.game_id == access.row, mine))
        place = {"game_id": access.row, "deal": deal, "player": player}
        stamp = {"out": out, "version": counted.version, "at": counted.at}
        stamp |= {"besides": msgspec.to_builtins(besides)}
        values = place | msgspec.structs.asdict(hand) | stamp
        session.execute(sa.insert(CountedHandRow).values(values))
    return counted


def ask_on_phones(
    access: Access, deal: int, lines: Iterable[CountedLine], typed: Mapping[str, int | None]
) -> None:
    """Keep what a scorer is entering for hands that came in, so that their players are asked.

    `lines` are those of the deal, and `typed` holds for the player of each the points, None for who
    is to be asked nothing.
    """
    hands = {line.seat.key: line.hand for line in lines if line.hand}
    differ = {
        player: None if typed[player] == hand.hand.points else typed[player]
        for player, hand in hands.items()
    }
    changed = {p: points for p, points in differ.items() if hands[p].typed != points}
    if not changed:
        return
    check_writes(access.writes)
    deals = book_of(access).ids_of(deal)
    with writing_in(access) as (session, _):
        for player, points in changed.items():
            session.execute(_hand_of(access, deals, player).values(typed=points))


def deny(access: Access, deal: int, points: int) -> None:
    """Keep that the player of a seat says that the points entered for that hand aren't right."""
    check_writes(access.seat)
    deals = book_of(access).ids_of(deal)
    with writing_in(access) as (session, _):
        session.execute(_hand_of(access, deals, access.seat).values(denied=points))


def _hand_of(access: Access, deals: Collection[int], player: str) -> sa.Update:
    return sa.update(CountedHandRow).where(
        CountedHandRow.game_id == access.row,
        CountedHandRow.deal.in_(deals),
        CountedHandRow.player == player,
    )


def counted_hands(access: Access, deal: int) -> Mapping[str, CountedHand]:
    """The hands of a deal that came in from the phones of their players, by player."""
    with reading() as session:
        return _hands(session, access, book_of(access), deal)


def counted_lines(access: Access, book: ScoreBook) -> tuple[CountedLine, ...]:
    """The hands of the deal that comes next, in seat order; none while nobody counts together."""
    if book.next_deal is None or not access.has_code or counting_code(access) is None:
        return ()
    hands, taken = counted_hands(access, book.next_deal_id), seats_taken(access)
    way = way_of(book.variant)
    return tuple(
        CountedLine(
            seat=seat,
            hand=(hand := hands.get(seat.key)),
            on_phone=seat.key in taken,
            texts=hand.texts(way) if hand else {},
        )
        for seat in book.players
    )


def _check(
    book: ScoreBook, player: str, deal: int, hand: Hand, besides: Besides, *, out: bool
) -> None:
    if book.next_deal is None or deal != book.next_deal_id:
        raise Refused("no-count-deal")
    if player not in {seat.key for seat in book.players}:
        raise Refused("no-count-player", player=book.names.get(player, ""))
    check(hand)
    name = book.names[player]
    terms = book.terms
    ended, names = player if out else None, {player: name}
    check_hands({player: hand}, names, terms, ended)
    check_besides(besides, ended, names, terms)


def _hands(session: Session, access: Access, book: ScoreBook, deal: int) -> dict[str, CountedHand]:
    rows = session.scalars(
        sa.select(CountedHandRow)
        .where(CountedHandRow.game_id == access.row, CountedHandRow.deal.in_(book.ids_of(deal)))
        .order_by(CountedHandRow.player)
    )
    return {
        row.player: CountedHand(
            player=row.player,
            hand=Hand(points=row.points, cards=row.cards, sum=row.sum),
            out=row.out,
            besides=msgspec.convert(row.besides or {}, Besides),
            version=row.version,
            at=row.at,
            typed=row.typed,
            denied=row.denied,
        )
        for row in rows
        if not (_is_of_redone(book, row) or _is_of_later(book, row))
    }


def _is_of_redone(book: ScoreBook, row: CountedHandRow) -> bool:
    """Whether a hand was counted between the undo of a deal and its redo."""
    return any(
        book.events[event.entry - 1].at <= row.at <= recorded.at
        for recorded in book.events
        if isinstance(event := recorded.event, Undone)
        and recorded.number in book.effective
        and undone_as(book.events, event, book.effective) == row.deal
    )


def _is_of_later(book: ScoreBook, row: CountedHandRow) -> bool:
    """Whether a hand was counted while the id of its deal was not yet that of the one before it."""
    gave = {
        recorded.number
        for recorded in book.events
        if isinstance(event := recorded.event, Undone)
        and event.moves
        and event.moves[1] == row.deal
    }
    if not gave & book.effective:
        return False
    return not gave & effective([recorded for recorded in book.events if recorded.at < row.at])


def _seats(session: Session, access: Access) -> list[LinkRow]:
    seats = sa.select(LinkRow).where(LinkRow.game_id == access.row, LinkRow.role == Role.SEAT.value)
    return list(session.scalars(seats))


def _oldest() -> datetime:
    return now() - timedelta(hours=limits.CODE_HOURS)


def _code_of(row: CodeRow | None) -> str | None:
    """The code that a row stands for; None for one that opens nothing any more."""
    if row is None or row.made_at <= _oldest():
        return None
    code = _code(row.public_id)
    # The installation's own key may be another by now.
    return code if _hash(code) == row.code_hash else None


def _code(nonce: str) -> str:
    return derived(f"code {nonce}", limits.CODE_LENGTH, LETTERS)


def _hash(code: str) -> str:
    """What the database keeps of a code: six letters are too few for a hash without a key."""
    return derived(f"hash of code {code}", TOKEN_LENGTH + ID_LENGTH)
