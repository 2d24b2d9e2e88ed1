"""Deals as somebody types them: what is wrong, what is odd, and the event that they make.

A draft is read from the fields of a form by their names: `out`, and those that the way of the game
has, such as `points-p1`; `cards-p1` holds the cards that a phone counted to that number.
`key`, `base`, `slip` and `sure` say what the form was shown for. Phones keep forms that they could
not send, for weeks, so these names stay.
"""

import hashlib
import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Final

import msgspec
from msgspec import UNSET, UnsetType

from referee.language import say, shown_number
from referee.rules.schema.deck import NOTHING_DRAWN
from referee.rules.schema.variant import Terms
from referee.rules.scoring.parts import BEFELL, CUT, OUT_FROM_HAND, DealOutcome, Parts, undercutters
from referee.rules.scoring.tally import Doubt, doubts
from referee.rules.search.showdown import knock_limit
from referee.scorebook import limits
from referee.scorebook.checked import parse_whole
from referee.scorebook.errors import Refused
from referee.scorebook.events.base import NOTHING_BESIDES, POINTS_ALONE, Besides, Hand, Seat
from referee.scorebook.events.deals import DealCorrected, DealInserted, DealWritten, WholeDeal
from referee.scorebook.events.hands import (
    NOTHING,
    HandError,
    Held,
    read_hand,
    shown_hands,
    text_of_hand,
)
from referee.scorebook.events.players import check_goes_on
from referee.scorebook.events.state import PlayedDeal, parts_of, points_held
from referee.scorebook.projection import ScoreBook
from referee.scorebook.replay import book_at, resolve_deal_id
from referee.scorebook.ways import KNOCK, UNDERCUT, Way, terms_of, way_of

NOBODY: Final = "nobody"
"""The answer that nobody went out."""

COUNTED: Final = "counted"
"""The code of a doubt where a phone counted other `points` or `melded`, which follow a hyphen."""

MELDS_BLANK: Final = "melds-blank"
"""What the doubt is called that nothing is entered for the melds of a player."""

_MISSING: Final = "missing"
_UNKNOWN: Final = Hand(points=None)

CARRIED: Final = {
    "key": limits.KEY,
    "base": re.compile(r"[0-9]{1,8}"),
    "slip": re.compile(r"[0-9]{0,9}"),
    "sure": re.compile(r"[0-9a-f]{0,64}"),
}
"""The fields that nobody types, and what forms of ours hold in them."""


@dataclass(frozen=True, kw_only=True)
class DealDraft:
    """A deal as it was typed, beside what the table knows of it.

    `seen` is the version of the book that its writer saw, and `terms` the game as it is played in
    this deal. `row` is the deal that it corrects, None for a new one, which was played just
    `before` another where it was forgotten; `number` is the place that it has or gets, and
    `deal_id` the id that a deal to come would be written under. `was` is the number that its form
    had, 0 where that is the same. `entered` is what stands in the fields that the `way` of the game
    has, by their names, `shown` what stood there when the form was shown, and `texts` what the form
    carries. `gone` is what was typed for players who are not in the deal any more, by name.

    `problems` are sentences by the player or the field that they are about, those about the whole
    deal under the empty text. `oddities` are to be agreed to. `event` is the deal to be written,
    None until `judged` finds nothing to say.
    """

    book: ScoreBook
    seen: int
    number: int
    row: PlayedDeal | None
    before: PlayedDeal | None
    deal_id: int
    was: int
    terms: Terms
    players: tuple[Seat, ...]
    way: Way
    texts: Mapping[str, str]
    entered: Mapping[str, str]
    shown: Mapping[str, str]
    gone: Mapping[str, str]
    problems: Mapping[str, tuple[str, ...]]
    oddities: tuple[Doubt, ...] = ()
    event: WholeDeal | None = None

    @classmethod
    def read(
        cls, book: ScoreBook, number: int, sent: Mapping[str, str], *, forgotten: bool = False
    ) -> "DealDraft":
        """The deal of a number, or one `forgotten` just before it, with what was sent for it.

        Deals may have moved since the form was shown: it names its own by the id. Raises `Refused`
        for a number that cannot be written, and where the deal of the form is gone, or not yet due.
        """
        shown_for = carried_number(sent.get("slip", ""))
        seen = carried_number(sent["base"]) if "base" in sent else book.version
        base = min(seen or book.version, book.version)
        deal_id = resolve_deal_id(book, shown_for, base) if shown_for else 0
        deals = book.state.deals
        place = book.state.index_of(deal_id) if deal_id else number - 1
        row = deals[place] if place is not None and 0 <= place < len(deals) else None
        was = 0
        if row and place is not None:
            number = place + 1
        elif deal_id and not forgotten and book.next_deal:
            was = number if number != book.next_deal else 0
            number = book.next_deal
        elif forgotten or number != book.next_deal:
            check_goes_on(book)
            raise Refused("deal-not-now", deal=number)
        terms, players = book.terms, book.state.players
        if row:
            terms = row.variant.at(number, NOTHING_DRAWN if forgotten else row.drawn)
            players = tuple([seat for seat in book.everyone if seat.key in row.hands])
        variant = terms.game
        then = book_at(book, base)
        corrected = None if forgotten else row
        # Earlier commits wrote points alone without a word of it, and had no way in their forms.
        told = "way" in sent if corrected is None else corrected.besides is not None
        by_numbers = corrected.by_points if corrected else sent.get("way") == "numbers"
        if not (corrected or told) and variant.writes_numbers:
            by_numbers = any(name.startswith("points-") for name in sent)
        way = way_of(variant, numbers=by_numbers)
        stood = fields_of(corrected, way) if corrected else {}
        as_shown = then.state.deal(shown_for or corrected.deal_id) if corrected else None
        slip = str(row.deal_id if row else book.next_deal_id)
        texts = {"key": "", "sure": "", "base": str(seen), "slip": slip}
        keys = [seat.key for seat in players]
        entered = way.read(sent, keys, stood)
        if variant.is_card_game and (told if by_numbers else variant.writes_numbers):
            entered["way"] = way.kind
        return cls(
            book=book,
            seen=seen,
            number=number,
            row=corrected,
            before=row if forgotten else None,
            deal_id=deal_id or book.next_deal_id,
            was=was,
            terms=terms,
            players=players,
            way=way,
            problems={},
            texts={name: sent.get(name, text) for name, text in texts.items()},
            entered=entered,
            shown=fields_of(as_shown, way) if as_shown else {},
            gone=_gone(terms, way, sent, {**then.state.names, **book.state.names}, keys),
        )

    @property
    def outs(self) -> tuple[tuple[str, str], ...]:
        """Who may have gone out: what stands in the field, and the names; none in other games."""
        if not self.way.asks_out:
            return ()
        nobody = [(NOBODY, say("deal-nobody"))] if self.may_end_without else []
        return (*[(seat.key, seat.name) for seat in self.players], *nobody)

    @property
    def may_end_without(self) -> bool:
        """Whether a deal that nobody ended is written."""
        return self.terms.scoring.with_nobody_out != "not-scored"

    @property
    def out(self) -> str | None:
        """The player of this deal who went out, or None."""
        return self.entered["out"] if self.entered["out"] in self.hands else None

    @cached_property
    def hands(self) -> Mapping[str, str]:
        """What stands for each player, by key."""
        return {seat.key: self.entered.get(f"points-{seat.key}", "") for seat in self.players}

    @property
    def kind(self) -> str:
        """What is done with the deal, as messages call it."""
        return "insert" if self.before else "correct" if self.row else "save"

    def fate_of(self, player: str) -> str:
        """What befell a player, whose hand does not count then; empty for nothing."""
        fate = self.entered.get(f"fate-{player}", "")
        return fate if fate in self.way.fates else ""

    def points_of(self, player: str) -> int | None:
        """What a player's hand comes to as entered; None for nothing, or nothing readable."""
        try:
            return read_hand(self.terms, self.hands[player], self.way)[0].points
        except HandError:
            return None

    def filled(self, entered: Mapping[str, str], **texts: str) -> "DealDraft":
        """The draft with other texts in some of its fields, and of those that its form carries."""
        texts = {**self.texts, **texts}
        return replace(self, entered={**self.entered, **entered}, texts=texts)

    def anew(self) -> "DealDraft":
        """The draft under another key, going on from the book as it stands."""
        out = self.out
        held = f"points-{out}"
        emptied = {held: ""} if out and self.hands[out] == self.shown.get(held, "") else {}
        row, base = self.row or self.before, str(self.book.version)
        slip = str(row.deal_id if row else self.book.next_deal_id)
        return self.filled(emptied, key="", base=base, slip=slip)

    def refused(self, about: str, problem: str) -> "DealDraft":
        """The draft with one more problem, about a player, a field, or the whole deal."""
        problems = {**self.problems, about: (*self.problems.get(about, ()), problem)}
        return replace(self, problems=problems, event=None)

    def judged(self, counted: Mapping[str, int | None]) -> "DealDraft":
        """The draft with what is wrong or odd, or its event.

        `counted` is what players counted on their own phones, by the names of the fields.
        """
        if problems := self._form_problems():
            return replace(self, problems={"": problems})
        way, out = self.way, self.out if self.way.asks_out else None
        kinds = [*filter(self.entered.get, way.kinds)]
        if problem := self._ending_problem(kinds):
            return self.refused("out", problem)
        if out and kinds and (by_difference := self._by_difference(out, kinds[0])):
            return self.filled(by_difference).judged(counted)
        hands: dict[str, Hand] = {}
        held: dict[str, Held] = {}
        fates = {player: self.fate_of(player) for player in self.hands} if way.fates else {}
        melded: dict[str, Hand] = {}
        wrong: dict[str, tuple[str, ...]] = {}
        for player in self.hands:
            try:
                if laid := self.entered.get(f"melded-{player}"):
                    melded[player] = read_hand(self.terms, laid, way, laid=True)[0]
            except HandError as error:
                wrong[f"melded-{player}"] = (str(error),)
            try:
                hands[player], known = self._hand_of(player, out)
                if known is not None:
                    held[player] = known
            except HandError as error:
                wrong[player] = (str(error),)
        missing = [player for player, hand in hands.items() if hand is _UNKNOWN]
        if wrong or len(missing) == len(hands):
            names = self.book.names
            for player in missing:
                wrong[player] = (say("deal-no-score", name=names[player], cards=way.cards),)
            return replace(self, problems=wrong)
        odd = [Doubt.odd(player, _MISSING) for player in missing]
        if way.kind == "melded":
            blank = [player for player in hands if player not in (*melded, *missing)]
            odd += [Doubt.odd(player, MELDS_BLANK) for player in blank]
            melded |= dict.fromkeys(blank, Hand(points=0))
        read = {"melded": melded, "points": {player: hands[player] for player in held}}
        for what, entered in read.items() if counted else ():
            for player, hand in entered.items():
                typed, points = hand.points or 0, counted.get(f"{what}-{player}", hand.points) or 0
                if typed != points:
                    odd.append(Doubt.odd(player, f"{COUNTED}-{what}", typed=typed, counted=points))
        draft, besides = self, self._besides(out, hands, melded, fates)
        doubted = doubts_of(self.terms, way, len(self.players), hands, held, out)
        if besides and besides.gin and out and hands[out].points:
            draft = draft.refused(out, say(f"deal-{besides.gin}", points=hands[out].points or 0))
        if out and kinds and kinds[0] in (KNOCK, UNDERCUT) and besides:
            outcome = DealOutcome(points_held(hands), out)
            came = UNDERCUT if undercutters(self.terms.scoring, outcome) else KNOCK
            if came != kinds[0]:
                draft = draft.refused(out, say("deal-kind-other", came=came))
        for doubt in doubted:
            if doubt.impossible:
                draft = draft.refused(doubt.player or "", doubt.said())
        if not draft.problems:
            # As somebody types them: player by player, and melds before what is held.
            odd = sorted([*odd, *doubted], key=lambda doubt: [*hands, None].index(doubt.player))
            if not odd or self.texts["sure"] == mark_of(odd):
                return replace(draft, event=self._event(out, hands, besides or UNSET))
        return replace(draft, oddities=tuple(odd))

    def _form_problems(self) -> tuple[str, ...]:
        if problems := form_problems(self.texts, *self.entered.values()):
            return problems
        if self.seen > self.book.version:
            return (say("form-expired"),)
        moved = [say("deal-moved", deal=self.number, was=self.was)] if self.was else []
        gone = [say("deal-gone", name=name, typed=text) for name, text in self.gone.items()]
        return (*moved, *gone)

    def _ending_problem(self, kinds: Sequence[str]) -> str:
        """What is wrong with who ended the deal, and with the `kinds` of end; empty for nothing."""
        if self.way.asks_out and self.out is None:
            nobody = self.may_end_without
            if not (nobody and self.entered["out"] == NOBODY):
                message = "deal-no-out-nobody" if nobody else "deal-no-out"
                return say(message, way=self.terms.game.ended_by)
        return say("deal-kinds") if len(kinds) > 1 else ""

    def _hand_of(self, player: str, out: str | None) -> tuple[Hand, Held | None]:
        """A player's hand, and what it is counted by if that is known; raises `HandError`."""
        way, text = self.way, self.hands[player]
        # Nobody went out, so what the hands hold does not count.
        spared = way.asks_out and out is None and self.terms.scoring.spares_all
        # Prefilled, not entered, for a player who is now said to have gone out.
        nothing = not text.strip("0") or text == self.shown.get(f"points-{player}")
        if not way.fields or self.fate_of(player) or (spared and not text):
            return Hand(points=0), None
        if player == out and not way.out_holds and nothing:
            return NOTHING, ()
        if text:
            return read_hand(self.terms, text, way)
        # One alone of those who laid cards down went out, and holds nothing.
        blank = [key for key, held in self.hands.items() if not held]
        laid = [key for key in blank if self.entered.get(f"melded-{key}")]
        return NOTHING if laid == [player] else _UNKNOWN, None

    def _by_difference(self, out: str, kind: str) -> Mapping[str, str]:
        """Both hands, where only their difference was entered; nothing else.

        Who has fewer points has none of them then.
        """
        entered = [text for text in self.hands.values() if text]
        if len(self.hands) != 2 or len(entered) != 1 or not terms_of(entered[0]):
            return {}
        [other] = self.hands.keys() - {out}
        more, fewer = (out, other) if kind == UNDERCUT else (other, out)
        return {f"points-{more}": entered[0], f"points-{fewer}": "0"}

    def _besides(
        self,
        out: str | None,
        hands: dict[str, Hand],
        melded: dict[str, Hand],
        fates: Mapping[str, str],
    ) -> Besides | None:
        """What is said besides the hands; those that a knock counts otherwise are put right."""
        if self.way.kind == "numbers":
            return POINTS_ALONE if "way" in self.entered else None
        # Where nothing else can be said, nothing is.
        always = self.terms.writes_numbers
        marked = any(map(self.entered.get, self.way.asked))
        if not (always or marked or melded or fates or self.way.out_holds):
            return None
        gin = ""
        if self.way.out_holds:
            shown, gin = shown_hands(self.terms, out, hands)
            hands |= shown
        besides = besides_of(self.terms, self.way, self.entered, out, melded, fates, gin)
        return besides if always or besides != NOTHING_BESIDES else None

    def _event(
        self, out: str | None, hands: dict[str, Hand], besides: Besides | UnsetType
    ) -> WholeDeal:
        ended: dict[str, Any] = {"out": out, "hands": hands, "besides": besides}
        if self.row:
            return DealCorrected(deal=self.row.deal_id, **ended)
        if self.before:
            return DealInserted(deal=self.book.next_deal_id, before=self.before.deal_id, **ended)
        return DealWritten(deal=self.deal_id, **ended)

    @property
    def parts(self) -> Parts:
        """What each player writes, by its parts; none until it can be written."""
        event, terms = self.event, self.terms
        if event is None:
            return {}
        besides = event.besides or None
        return parts_of(terms.game, event.out, event.hands, besides, terms.drawn) or {}

    @property
    def missing(self) -> tuple[str, ...]:
        """The names of those whose points are to be written later, if that is agreed to."""
        names = self.book.names
        return tuple(names[odd.player or ""] for odd in self.oddities if odd.code == _MISSING)

    @property
    def odd_kind(self) -> str:
        """What all oddities are about, as messages call it: points `missing`, or `counted`."""
        codes = {odd.code.partition("-")[0] for odd in self.oddities}
        return codes.pop() if codes in ({_MISSING}, {COUNTED}) else "odd"


def form_problems(texts: Mapping[str, str], *hands: str) -> tuple[str, ...]:
    """What is wrong with a form itself, whatever it was shown for."""
    whole = all(pattern.fullmatch(texts[name]) for name, pattern in CARRIED.items())
    problems = [] if whole else [say("form-expired")]
    if max(map(len, hands), default=0) > limits.HAND_TYPED:
        problems.append(say("form-too-long", most=limits.HAND_TYPED))
    return tuple(problems)


def besides_of(
    terms: Terms,
    way: Way,
    entered: Mapping[str, str],
    out: str | None,
    melded: Mapping[str, Hand],
    fates: Mapping[str, str],
    gin: str = "",
) -> Besides:
    """What is entered besides hands, with what befell players; `gin` is that of the hands shown."""
    marked = [*filter(entered.get, (*way.marks, *way.kinds))]
    full = {KNOCK: "", UNDERCUT: ""} | {kind: kind for kind in terms.full_knocks}
    events: dict[str, tuple[str, ...]] = {
        player: (fate,) for player, fate in fates.items() if fate in BEFELL
    }
    did = {feat: entered[feat] for feat in way.feats}
    if out and OUT_FROM_HAND in marked:
        did[OUT_FROM_HAND] = out
    for feat, player in did.items():
        if f"points-{player}" in entered:
            events[player] = (*events.get(player, ()), feat)
    plain = {
        "gin": next((full[mark] for mark in marked if out and mark in full), gin),
        "melded": melded,
        "events": events,
        "dropped": {player: fate for player, fate in fates.items() if fate and fate not in BEFELL},
    }
    return msgspec.convert(plain, Besides)


def carried_number(text: str) -> int:
    """A whole number as forms carry it; 0 for any other text."""
    return parse_whole(text) or 0


def _gone(
    terms: Terms,
    way: Way,
    sent: Mapping[str, str],
    names: Mapping[str, str],
    players: Sequence[str],
) -> dict[str, str]:
    """What was sent for players who are not in a deal, by name: who went out, and their hands."""
    out = sent.get("out", "") if way.asks_out else ""
    others = {out, *[name.partition("-")[2] for name in sent]} & names.keys() - {*players}
    if not others:
        return {}
    entered = way.read(sent, others)
    typed = {
        player: _shown(terms, way, entered.get(f"points-{player}", ""))
        for player in names
        if player in others
    }
    if out in typed:
        typed[out] = ", ".join(filter(None, (say("deal-gone-out"), typed[out])))
    return {names[player]: text for player, text in typed.items() if text}


def _shown(terms: Terms, way: Way, text: str) -> str:
    """A hand as its form showed it: cards for what they come to."""
    if not text or terms_of(text):
        return text
    with suppress(HandError):
        return shown_number(read_hand(terms, text, way)[0].points or 0)
    return text


def fields_of(deal: PlayedDeal | WholeDeal, way: Way) -> dict[str, str]:
    """A deal that was written before, as its form holds it, by the names of the fields."""
    besides, out = deal.besides or NOTHING_BESIDES, deal.out
    happened: dict[str, str] = {}
    for player, did in besides.events.items():
        happened |= dict.fromkeys(did, player)
    told = {**besides.dropped, **besides.events}
    fates = {player: fate for player in told if (fate := besides.fate_of(player))}
    fields = {f"fate-{player}": fate for player, fate in fates.items()}
    if OUT_FROM_HAND in happened:
        fields[OUT_FROM_HAND] = "yes"
    if CUT in happened:
        fields[CUT] = happened[CUT]
    if deal.besides and KNOCK in way.kinds and out and deal.hands[out].points == 0:
        # The hands alone would say gin.
        fields[KNOCK] = "" if besides.gin else "yes"
    if besides.gin:
        fields[besides.gin] = "yes"
    for player, hand in deal.hands.items():
        if player not in fates and (hand.cards or way.out_holds or player != out):
            fields[f"points-{player}"] = text_of_hand(hand)
    fields |= {f"melded-{player}": text_of_hand(hand) for player, hand in besides.melded.items()}
    return {"out": out or NOBODY, **fields}


def doubts_of(
    terms: Terms,
    way: Way,
    players: int,
    hands: Mapping[str, Hand],
    held: Mapping[str, Held],
    out: str | None,
) -> tuple[Doubt, ...]:
    """What cannot be and what is odd in the hands of a deal, where cards are counted."""
    if not way.cards:
        return ()
    if not way.asks_out:
        # Whoever went out, nobody else holds nothing.
        empty = [player for player, hand in hands.items() if hand.points == 0 and not hand.cards]
        return tuple([Doubt.odd(player, "empty-both") for player in empty if len(empty) > 1])
    together = sum([hands[player].points or 0 for player in held])
    if way.out_holds:
        most, points = knock_limit(terms), (hands[out].points or 0) if out else 0
        odd = [Doubt.odd(out, "knock", points=points, most=most)] if out and points > most else ()
        return (*odd, *doubts(terms, players=players, hands=held, out="", together=together))
    return doubts(terms, players=players, hands=held, out=out, together=together)


def mark_of(oddities: Sequence[Doubt]) -> str:
    """A short text that stands for these oddities, so that a yes is a yes to them and no others."""
    return fingerprint("\n".join(f"{odd.player}: {odd.said()}" for odd in oddities))


def fingerprint(text: str) -> str:
    """A short text that stands for another."""
    return hashlib.sha256(text.encode()).hexdigest()[:16]
