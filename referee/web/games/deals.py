"""One deal on its page: the form, what each hand comes to, and what cannot be."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from flask import request

from referee.language import listed
from referee.rules.cards import JOKER_RANK, RANKS, Card, CardsError, parse_cards, write_cards
from referee.rules.deals import deal_count
from referee.rules.scoring import point_of_rank, points_of
from referee.rules.tally import Doubt, doubts
from referee.rules.variant import Variant
from referee.scorebook.deals import resolve_deal_id
from referee.scorebook.errors import Refused
from referee.scorebook.events import DealCorrected, DealInserted, DealWritten, Hand, Seat, WholeDeal
from referee.scorebook.projection import DealRow, ScoreBook, read_book
from referee.web.games.hands import (
    NOBODY,
    DealForm,
    HandError,
    HandMissing,
    Held,
    deal_form,
    filled_with,
    fingerprint,
    nobody_may,
    read_hand,
    read_points,
    went_out_with,
)
from referee.web.games.new import new_key
from referee.web.games.table import banner
from referee.web.parsing import parse_whole
from referee.web.words import label, says

TAP: Final = "tap"
UNTAP: Final = "untap"
USE: Final = "use"
DEALS_AHEAD: Final = 20
"""Deals of an open-ended game that a phone can write without a connection."""


@dataclass(slots=True, kw_only=True)
class DealPage:
    """The page of one deal: `problems` are sentences by player, `whole` those about the deal.

    `missing` are the players for whom nothing is typed, though they did not go out.

    `row` is the deal as it is written, None for the next one and for a forgotten one, which was
    played just `before` another. `meant` is the id under which a new deal would be written.
    `shown` is what the fields of a deal to correct were shown with.
    """

    book: ScoreBook
    number: int
    row: DealRow | None
    form: DealForm
    meant: int
    shown: Mapping[str, str]
    before: DealRow | None = None
    opened: str = ""
    problems: dict[str, list[str]] = field(default_factory=dict)
    whole: list[str] = field(default_factory=list)
    missing: list[str] = field(default_factory=list)
    odd: tuple[Doubt, ...] = ()
    odd_mark: str = ""

    @classmethod
    def open(
        cls, book: ScoreBook, number: int, *, forgotten: bool = False, anew: bool = False
    ) -> "DealPage | None":
        """The page of a deal that is written or comes next; None for any other.

        `forgotten`: of a deal that was played just before the one of that number. `anew`: what was
        typed goes on from this newer book, under another key, so that it can be kept after all.
        Raises `Refused` where the deal that a form was shown for is not to be written any more, or
        not yet.
        """
        # Deals may have moved since the form was shown: it names its own by the slip.
        slip = _slip_sent()
        meant = resolve_deal_id(book, slip, _base_sent(book)) if slip else 0
        row = book.deal_by_id(meant) if slip else book.deal(number)
        if row:
            number = row.number
        elif slip and not forgotten and book.next_deal:
            number = book.next_deal
        elif forgotten or number != book.next_deal:
            return None
        corrected = None if forgotten else row
        filled = filled_with(corrected.out, corrected.hands) if corrected else {}
        known = {
            "key": new_key(),
            "base": str(book.version),
            "slip": str(row.deal_id if row else book.next_deal_id),
        }
        page = cls(
            book=book,
            number=number,
            row=corrected,
            form=deal_form(_players(book, row), filled | known),
            meant=meant or book.next_deal_id,
            shown=_as_shown(book, slip) if slip and corrected else filled,
            before=row if forgotten else None,
            opened=request.args.get("player", ""),
        )
        if anew:
            page._begin_anew(known)
        return page

    def _begin_anew(self, known: Mapping[str, str]) -> None:
        out = self.form.went_out()
        if out and self.stands_as_shown(out):
            self.form.cards_of(out).data = self.form.points_of(out).data = ""
        for name, text in known.items():
            self.form[name].data = text

    @property
    def name(self) -> str:
        """What the button does, in words."""
        return label(self._labels[0], deal=self.number)

    @property
    def title(self) -> str:
        """The heading of the page."""
        return label(self._labels[1], deal=self.number)

    @property
    def _labels(self) -> tuple[str, str]:
        if self.before:
            return "deal.insert", "deal.insert.title"
        if self.row:
            return "deal.correct", "deal.correct.title"
        return "deal.save", "deal.save.title"

    @property
    def variant(self) -> Variant:
        """The game that is played, under the options of that deal."""
        return self.book.variant_of(self.number)

    @property
    def players(self) -> tuple[Seat, ...]:
        """Those who take part in the deal, in seat order."""
        return _players(self.book, self.row or self.before)

    @property
    def lead(self) -> str:
        """What was asked for, and who dealt."""
        return _lead(self.book, self.number)

    @property
    def following(self) -> tuple[tuple[int, str], ...]:
        """The number and the lead of the deals to come after this one.

        A phone that lost its connection goes on with them by itself.
        """
        if self.row or self.before:
            return ()
        last = deal_count(self.variant) or self.number + DEALS_AHEAD
        return tuple(
            (number, _lead(self.book, number)) for number in range(self.number + 1, last + 1)
        )

    @property
    def counts(self) -> bool:
        """Whether points come from cards left in the hand; else any number may be written."""
        return self.variant.counts_cards

    @property
    def nobody(self) -> bool:
        """Whether the deal may end with nobody out."""
        return nobody_may(self.variant)

    @property
    def ranks(self) -> tuple[str, ...]:
        """The keys of the keypad: the joker last, where the game has any."""
        return (*RANKS, JOKER_RANK) if self.variant.has_jokers else RANKS

    @property
    def values(self) -> Mapping[str, int]:
        """What each key is worth, for the tally that is added up while tapping."""
        return {rank: point_of_rank(self.variant, rank) for rank in self.ranks}

    def cards_of(self, seat: Seat) -> tuple[Card, ...]:
        """The cards of a player as far as they can be read."""
        try:
            return parse_cards(self.form.cards_of(seat.key).data or "", suits=False)
        except CardsError:
            return ()

    def tally_of(self, seat: Seat) -> int | None:
        """What a player's hand comes to as typed; None for nothing, or nothing readable."""
        if cards := self.cards_of(seat):
            return points_of(self.variant, cards)
        try:
            typed = (self.form.points_of(seat.key).data or "").strip()
            return read_points(typed, signed=not self.counts)
        except HandError:
            return None

    @property
    def gone(self) -> tuple[tuple[str, str], ...]:
        """What was typed for players who are not in the deal any more: each name, and the text."""
        typed: dict[str, list[str]] = {}
        out = request.form.get("out", "")
        if self.counts and out not in ("", NOBODY, *self.form.players):
            typed[out] = [label("hand.gone.out")]
        for name, text in request.form.items():
            kind, _, player = name.partition("-")
            if kind in ("cards", "points") and player not in self.form.players and text.strip():
                typed.setdefault(player, []).append(text.strip())
        if not typed:
            return ()
        # A player whose joining was undone has a name in the book of then alone.
        names = {**_book_then(self.book).names, **self.book.names}
        return tuple(
            (names[player], ", ".join(texts)) for player, texts in typed.items() if player in names
        )

    def is_filled(self, seat: Seat) -> bool:
        """Whether anything stands in the fields of a player."""
        typed = self.form.cards_of(seat.key).data, self.form.points_of(seat.key).data
        return any((text or "").strip() for text in typed)

    def stands_as_shown(self, player: str) -> bool:
        """Whether what stands for a player is what the deal had when its page was shown."""
        names = f"cards-{player}", f"points-{player}"
        stands = [str(self.form[name].data or "").strip() for name in names]
        return any(stands) and stands == [self.shown.get(name, "") for name in names]

    def tapped(self) -> bool:
        """Whether a key of a keypad was pressed rather than the deal written; it is then done."""
        for name, change in ((TAP, _added), (UNTAP, _removed)):
            if name not in request.form:
                continue
            player, _, what = request.form[name].partition(":")
            if player in {seat.key for seat in self.players}:
                cards = self.form.cards_of(player)
                cards.data = change(cards.data or "", what)
                self.opened = player
            return True
        return False

    def use(self) -> None:
        """Drop the cards of a player whose typed points are to be used instead."""
        player = request.form.get(USE, "")
        if player in {seat.key for seat in self.players}:
            self.form.cards_of(player).data = ""

    def usable(self, seat: Seat) -> str:
        """What a button offers where cards and points say two things, or nothing."""
        try:
            points = read_points((self.form.points_of(seat.key).data or "").strip())
        except HandError:
            return ""
        cards = self.cards_of(seat)
        differ = cards and points != points_of(self.variant, cards)
        return label("hand.use", points=points) if differ else ""

    def entry(self) -> WholeDeal | None:
        """The deal as it is to be written; None where the page now says what is wrong."""
        if not self.form.validate():
            self.whole += [text for texts in self.form.errors.values() for text in texts]
            return None
        if self.form.seen() > self.book.version:
            self.whole.append(says("form.key"))
            return None
        self.whole += [says("hand.gone", name=name, typed=typed) for name, typed in self.gone]
        if self.whole:
            return None
        if not self.counts:
            held = self._held(None)
            return None if self.problems or self._asks(()) else self._entry(None, held)
        if self.form.went_out() is None and not (self.form.out.data == NOBODY and self.nobody):
            self.whole.append(says("out.none.nobody" if self.nobody else "out.none"))
            return None
        held = self._held(self.form.went_out())
        if self.problems or self._doubted(held):
            return None
        return self._entry(self.form.went_out(), held)

    def _entry(self, out: str | None, held: Mapping[str, Held]) -> WholeDeal:
        hands = {player: one.hand for player, one in held.items()}
        hands |= {player: Hand(points=None) for player in self.missing}
        if self.row:
            return DealCorrected(deal=self.row.deal_id, out=out, hands=hands)
        if self.before:
            slip = self.book.next_deal_id
            return DealInserted(deal=slip, out=out, hands=hands, before=self.before.deal_id)
        return DealWritten(deal=self.meant, out=out, hands=hands)

    def _held(self, out: str | None) -> dict[str, Held]:
        held = {}
        for seat in self.players:
            cards = self.form.cards_of(seat.key).data or ""
            points = self.form.points_of(seat.key).data or ""
            try:
                if seat.key == out and self.stands_as_shown(out):
                    # Whoever is said to have gone out after all did not type this.
                    held[out] = went_out_with("", "", self.variant, seat.name)
                elif seat.key == out:
                    held[out] = went_out_with(cards, points, self.variant, seat.name)
                else:
                    held[seat.key] = read_hand(self.variant, cards, points, seat.name)
            except HandMissing:
                self.missing.append(seat.key)
            except HandError as error:
                self._say(seat.key, str(error))
        if self.problems or not held:
            for seat in self.players:
                if seat.key in self.missing:
                    self._say(seat.key, says("hand.empty", name=seat.name))
        return held

    def _doubted(self, held: Mapping[str, Held]) -> bool:
        """Say what cannot be, or ask once about what is odd."""
        hands = {
            player: one.hand.points or 0 if one.cards is None else one.cards
            for player, one in held.items()
        }
        found = doubts(
            self.variant.at(self.number),
            players=len(self.players),
            hands=hands,
            out=self.form.went_out(),
        )
        impossible = [doubt for doubt in found if doubt.impossible]
        for doubt in impossible:
            self._say(doubt.player, doubt.says)
        return self._asks(() if impossible else found) or bool(impossible)

    def _asks(self, found: Sequence[Doubt]) -> bool:
        """Ask once about what is odd, and about points that are missing."""
        lacks = [Doubt.odd(player, "missing") for player in self.missing]
        self.odd = (*lacks, *found)
        self.odd_mark = fingerprint(self.odd)
        return bool(self.odd and self.form.sure.data != self.odd_mark)

    @property
    def asks(self) -> tuple[str, str]:
        """The question about what is odd or missing, and the answer of the button below it."""
        if len(self.missing) < len(self.odd):
            return label("odd.asks"), label("odd.yes")
        names = listed([self.book.names[player] for player in self.missing])
        asks = "missing.asks" if len(self.missing) == 1 else "missing.asks.more"
        return label(asks, players=names), label("missing.yes")

    def say(self, refused: Refused) -> None:
        """Say what the score book refused, beside the player it is about."""
        about = None if refused.seat is None else self.players[refused.seat].key
        self._say(about, str(refused))

    def _say(self, player: str | None, text: str) -> None:
        if player is None:
            self.whole.append(text)
        else:
            self.problems.setdefault(player, []).append(text)


def _lead(book: ScoreBook, number: int) -> str:
    """What is asked for in a deal, and who deals it."""
    found = banner(book, number)
    asked = found.contract_words[:1].upper() + found.contract_words[1:]
    return " · ".join(filter(None, (asked, label("dealt", dealer=found.dealer))))


def _slip_sent() -> int:
    """The slip of the deal that a form was shown for, or 0."""
    return parse_whole(request.form.get("slip", "")) or 0


def _base_sent(book: ScoreBook) -> int:
    """The version of the book that a form was shown with; never a later one than there is."""
    base = parse_whole(request.form.get("base", ""))
    return book.version if base is None else min(base, book.version)


def _as_shown(book: ScoreBook, slip: int) -> Mapping[str, str]:
    """What the fields of a deal held when its form was shown; nothing if it was to come then."""
    row = _book_then(book).deal_by_id(slip)
    return filled_with(row.out, row.hands) if row else {}


def _book_then(book: ScoreBook) -> ScoreBook:
    """The book as it stood when a form was shown."""
    base = max(_base_sent(book), 1)
    return book if base == book.version else read_book(book.initial_variant, book.events[:base])


def _players(book: ScoreBook, row: DealRow | None) -> tuple[Seat, ...]:
    if row is None:
        return book.players
    return tuple(seat for seat in book.everyone if seat.key in row.hands)


def _added(cards: str, rank: str) -> str:
    known = rank in RANKS or rank == JOKER_RANK
    return f"{cards} {rank}".strip() if known else cards


def _removed(cards: str, place: str) -> str:
    try:
        kept = list(parse_cards(cards, suits=False))
        del kept[int(place)]
    except (CardsError, ValueError, IndexError):
        return cards
    return write_cards(kept)
