"""One deal on its page: which deal it is, the form, and what is wrong with what was typed."""

from collections.abc import Mapping
from typing import Final

from flask import request

from referee.language import say
from referee.rules.cards import JOKER_RANK, Card
from referee.rules.deals import contract_words, deal_count
from referee.rules.scoring.tally import Doubt
from referee.scorebook.errors import Refused
from referee.scorebook.events.base import Hand
from referee.scorebook.events.deals import DealCorrected, DealInserted, DealWritten, WholeDeal
from referee.scorebook.projection import ScoreBook, read_book, resolve_deal_id
from referee.web.forms import new_key
from referee.web.games.deal_form import (
    HAND,
    NOBODY,
    DealForm,
    HandError,
    HandMissing,
    TypedHand,
    doubts_in,
    filled_with,
    fingerprint,
    read_hand,
)

COUNTED: Final = "counted"
"""The doubt about a hand whose own player counted another value."""

DEALS_AHEAD: Final = 20
"""Deals of an open-ended game that a phone can write without a connection."""


class DealPage:
    """The page of one deal.

    `variant` is the game under the options of that deal, and `players` are those who take part, in
    seat order. It `counts` where points come from the cards left in the hands; else any number may
    be written. `nobody`: it may end with nobody out. `problems` are sentences by the player whom
    they are about, or by `out` for who went out, and `whole` those about the deal. `row` is the
    deal as it is written, None for the next one and for a forgotten one, which was played just
    `before` another. `meant` is the id under which a new deal would be written, and `sent_key` the
    key of the form that was sent. `shown` is what the fields of a deal to correct were shown with.
    `opened` is the player whose hand comes first. `missing` are the players for whom nothing is
    typed, though they did not go out; `odd` are the doubts to agree to.
    """

    def __init__(
        self,
        book: ScoreBook,
        number: int,
        *,
        forgotten: bool = False,
        anew: bool = False,
        form: DealForm | None = None,
    ) -> None:
        """The page of a deal that is written or comes next, with its form as it was sent.

        `forgotten`: of a deal that was played just before the one of that number. `anew`: what was
        typed goes on from this newer book, under another key, so that it can be kept after all.
        Raises `Refused` for any other number, and where the deal that a form was shown for is not
        to be written any more, or not yet.
        """
        # Deals may have moved since the form was shown: it names its own by the id.
        form = form or DealForm()
        shown_for, shown_at = form.deal(), form.shown_at(book)
        meant = resolve_deal_id(book, shown_for, shown_at) if shown_for else 0
        row = book.deal_by_id(meant) if meant else book.deal(number)
        if row:
            number = row.number
        elif meant and not forgotten and book.next_deal:
            number = book.next_deal
        elif forgotten or number != book.next_deal:
            raise Refused(say("deal-not-now", deal=number))
        then = _book_then(book, shown_at) if meant else book
        self.book = book
        self.number = number
        self.row = corrected = None if forgotten else row
        self.before = row if forgotten else None
        self.variant = book.variant_of(number)
        self.counts = self.variant.counts_cards
        self.nobody = self.variant.scoring.with_nobody_out != "not-scored"
        self.players = (
            tuple(seat for seat in book.everyone if seat.key in row.hands) if row else book.players
        )
        self.form = form
        self.meant = meant or book.next_deal_id
        filled = filled_with(corrected.out, corrected.hands) if corrected else {}
        self.shown = _as_shown(then, shown_for) if meant and corrected else filled
        self.names = {**then.names, **book.names}
        self.opened = request.args.get("player", "")
        self.sent_key = str(form.key.data or "")
        self.problems: dict[str, list[str]] = {}
        self.whole: list[str] = []
        self.missing: list[str] = []
        self.odd: tuple[Doubt, ...] = ()
        known = {
            "key": new_key(),
            "base": str(book.version),
            "slip": str(row.deal_id if row else book.next_deal_id),
        }
        form.fill([seat.key for seat in self.players], self.names, filled | known)
        form.out.choices = self.outs
        if anew:
            self._begin_anew(known)

    def _begin_anew(self, known: Mapping[str, str]) -> None:
        out = self.form.went_out()
        if out and self.is_as_shown(out):
            self.form.hands[out].data = ""
        for name, text in known.items():
            self.form[name].data = text

    @property
    def kind(self) -> str:
        """What is done with the deal, as messages call it."""
        return "insert" if self.before else "correct" if self.row else "save"

    @property
    def endpoint(self) -> str:
        """The endpoint that takes the form."""
        return "games.forgotten" if self.before else "games.deal"

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
    def outs(self) -> list[tuple[str, str]]:
        """Who may have gone out: the values of the form, and the names."""
        seats = [(seat.key, seat.name) for seat in self.players]
        return [*seats, (NOBODY, say("deal-nobody"))] if self.nobody else seats

    @property
    def keys(self) -> list[tuple[Card, int, bool]]:
        """The keys of the keypad, none without cards: what each costs, and whether it is wild.

        The joker is last, where the game has any.
        """
        terms = self.variant.at(self.number)
        ranks = (*terms.deck.ranks, *((JOKER_RANK,) if terms.has_jokers else ()))
        return [(card, terms.points.of(card), terms.is_wild(card)) for card in map(Card, ranks)]

    @property
    def missing_names(self) -> tuple[str, ...]:
        """The names of those for whom nothing is typed."""
        return tuple(self.book.names[player] for player in self.missing)

    @property
    def odd_kind(self) -> str:
        """What all doubts are about, as messages call it: `missing` points, or those `counted`."""
        codes = {doubt.code for doubt in self.odd}
        return codes.pop() if codes in ({"missing"}, {COUNTED}) else "odd"

    @property
    def odd_mark(self) -> str:
        """The fingerprint of the doubts."""
        return fingerprint(self.odd)

    def points_of(self, player: str) -> int | None:
        """What a player's hand comes to as entered; None for nothing, or nothing readable."""
        try:
            return read_hand(self.variant, self.form.hand(player), "").hand.points
        except HandError:
            return None

    def is_as_shown(self, player: str) -> bool:
        """Whether what stands for a player is what the deal had when its page was shown."""
        return self.form.hand(player) == self.shown.get(HAND + player)

    @property
    def gone(self) -> tuple[tuple[str, str], ...]:
        """What was typed for players who are not in the deal any more: each name, and the text."""
        gone = []
        for player in self.names.keys() - self.form.players:
            typed = list(filter(None, [self.form.hand(player)]))
            if self.counts and self.form.out.data == player:
                typed.insert(0, say("deal-gone-out"))
            if typed:
                gone.append((self.names[player], ", ".join(typed)))
        return tuple(sorted(gone))

    def event(self, counted: Mapping[str, int | None]) -> WholeDeal | None:
        """The deal as it is to be written; None where the page now says what is wrong.

        `counted` are the points that players counted on their own phones.
        """
        self.whole += self.form.problems()
        if not self.whole and self.form.seen() > self.book.version:
            self.whole.append(say("form-expired"))
        if not self.whole:
            self.whole += [say("deal-gone", name=name, typed=typed) for name, typed in self.gone]
        if self.whole:
            return None
        out = self.form.went_out() if self.counts else None
        if self.counts and out is None and not (self.form.out.data == NOBODY and self.nobody):
            self.refuse("out", say("deal-no-out-nobody" if self.nobody else "deal-no-out"))
            return None
        hands = self._typed_hands(out)
        if self.problems or self._doubted(hands, counted):
            return None
        return self._event(out, hands)

    def _event(self, out: str | None, typed: Mapping[str, TypedHand]) -> WholeDeal:
        hands = {player: hand.hand for player, hand in typed.items()}
        hands |= {player: Hand(points=None) for player in self.missing}
        if self.row:
            return DealCorrected(deal=self.row.deal_id, out=out, hands=hands)
        if self.before:
            slip = self.book.next_deal_id
            return DealInserted(deal=slip, out=out, hands=hands, before=self.before.deal_id)
        return DealWritten(deal=self.meant, out=out, hands=hands)

    def _typed_hands(self, out: str | None) -> dict[str, TypedHand]:
        typed = {}
        for seat in self.players:
            entered = self.form.hand(seat.key)
            # Prefilled, not entered, for a player who is now said to have gone out.
            if seat.key == out and (self.is_as_shown(out) or not entered.strip("0")):
                typed[out] = TypedHand(hand=Hand(points=0, cards=""), cards=())
                continue
            try:
                typed[seat.key] = read_hand(self.variant, entered, seat.name)
            except HandMissing:
                self.missing.append(seat.key)
            except HandError as error:
                self.refuse(seat.key, str(error))
        if self.problems or not typed:
            for seat in self.players:
                if seat.key in self.missing:
                    self.refuse(seat.key, say("deal-no-score", name=seat.name))
        return typed

    def _doubted(self, typed: Mapping[str, TypedHand], counted: Mapping[str, int | None]) -> bool:
        """Say what cannot be, or ask once about what is odd, missing, or counted otherwise."""
        doubted = doubts_in(
            self.variant, self.number, len(self.players), typed, self.form.went_out()
        )
        impossible = [doubt for doubt in doubted if doubt.impossible]
        for doubt in impossible:
            self.refuse(doubt.player, doubt.said())
        lacks = [Doubt.odd(player, "missing") for player in self.missing]
        others = [
            Doubt.odd(player, COUNTED, typed=hand.hand.points or 0, counted=counted[player] or 0)
            for player, hand in typed.items()
            if player in counted and hand.hand.points != counted[player]
        ]
        self.odd = (*lacks, *others, *(() if impossible else doubted))
        return bool(impossible or (self.odd and self.form.sure.data != self.odd_mark))

    def refuse(self, player: str | None, problem: str) -> None:
        """Say what is wrong, beside the player whom it is about."""
        if player is None:
            self.whole.append(problem)
        else:
            self.problems.setdefault(player, []).append(problem)


def _lead(book: ScoreBook, number: int) -> str:
    """What is asked for in a deal, and who deals it."""
    asked = contract_words(book.plan_of(number).contract)
    dealt = say("deal-dealt", dealer=book.names[book.dealer_of(number)])
    return " · ".join(filter(None, (asked[:1].upper() + asked[1:], dealt)))


def _as_shown(then: ScoreBook, slip: int) -> Mapping[str, str]:
    """What the fields of a deal held when its form was shown; nothing if it was to come then."""
    row = then.deal_by_id(slip)
    return filled_with(row.out, row.hands) if row else {}


def _book_then(book: ScoreBook, version: int) -> ScoreBook:
    """The book as it stood when a form was shown."""
    if version == book.version:
        return book
    return read_book(book.initial_variant, book.events[: max(version, 1)])
