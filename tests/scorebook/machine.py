"""Any sequence of entries, held against a plain model that counts on its fingers."""

from collections.abc import Mapping
from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from referee.scorebook.errors import Refused
from referee.scorebook.events.base import Besides, Event, Hand, Seat
from referee.scorebook.events.deals import (
    DealCorrected,
    DealDeleted,
    DealInserted,
    DealWritten,
    ResultsSwapped,
)
from referee.scorebook.events.players import (
    Begins,
    DealerChanged,
    Joined,
    Left,
    Returned,
    SeatsMoved,
    next_key,
)
from referee.scorebook.events.table import GameEnded, PointsGiven, next_points_id, with_new_options
from referee.scorebook.events.undoing import Undone
from referee.scorebook.plain import plain_game
from referee.scorebook.replay import follow, read_book
from referee.variants import load
from tests.scorebook.tables import log_of, started

GAMES = {
    "deals": load("six-to-ten"),
    "target": load("basic-rummy", {"target": 120}),
    "melded": load("five-hundred", {"target": 120}),
    "named": with_new_options(plain_game("Whist", ("bid", "tricks")), {"target": 120}),
}
NAMES = ("Ann", "Bo", "Cy", "Di")
points = st.integers(0, 40)
points_or_missing = st.integers(-3, 40).map(lambda number: None if number < 0 else number)


class Plain:
    """A table as somebody would keep it on paper who starts a new sheet after each taking back."""

    def __init__(self, game: str, steps: list[Event]) -> None:
        self.collects = GAMES[game].scoring.winner == "collects"
        self.ring = ["p1", "p2", "p3"]
        self.away: set[str] = set()
        self.named: str | None = None
        self.brought: list[tuple[str, int]] = []
        self.deals: list[dict[str, Any]] = []
        self.given: dict[int, tuple[str, int]] = {}
        self.ended = False
        for step in steps:
            getattr(self, f"do_{type(step).__name__}")(step)

    def at(self, slip: int) -> int | None:
        slips = [deal["slip"] for deal in self.deals]
        return slips.index(slip) if slip in slips else None

    def deal_of(self, entry: Any) -> dict[str, Any]:
        held = {key: hand.points for key, hand in entry.hands.items() if key in self.ring}
        out = entry.out if entry.out in held else None
        told = {"out": out, "ring": list(self.ring), "melded": self.melded_in(entry)}
        return {"slip": entry.deal, "held": held, **told}

    def melded_in(self, entry: Any) -> dict[str, int]:
        melded = entry.besides.melded if entry.besides else {}
        return {key: hand.points for key, hand in melded.items()}

    def do_DealWritten(self, entry: DealWritten) -> None:  # noqa: N802
        before = {"named": self.named, "brought": self.brought}
        self.deals.append(self.deal_of(entry) | before)
        self.named, self.brought = None, []

    def do_DealInserted(self, entry: DealInserted) -> None:  # noqa: N802
        place = self.at(entry.before)
        deal = self.deal_of(entry) | {"named": None, "brought": []}
        if place is None:
            self.deals.append(deal)
            return
        deal["brought"], self.deals[place]["brought"] = self.deals[place]["brought"], []
        self.deals.insert(place, deal)

    def do_DealCorrected(self, entry: DealCorrected) -> None:  # noqa: N802
        place = self.at(entry.deal)
        if place is not None:
            held = self.deals[place]["held"]
            held |= {key: hand.points for key, hand in entry.hands.items() if key in held}
            self.deals[place] |= {"out": entry.out, "melded": self.melded_in(entry)}

    def do_ResultsSwapped(self, entry: ResultsSwapped) -> None:  # noqa: N802
        place = self.at(entry.deal)
        if place is None or not {entry.one, entry.other} <= self.deals[place]["held"].keys():
            return
        deal, held = self.deals[place], self.deals[place]["held"]
        for each in filter(None, (held, deal["melded"])):
            each[entry.one], each[entry.other] = each[entry.other], each[entry.one]
        if deal["out"] in (entry.one, entry.other):
            deal["out"] = entry.other if deal["out"] == entry.one else entry.one

    def do_DealDeleted(self, entry: DealDeleted) -> None:  # noqa: N802
        place = self.at(entry.deal)
        if place is None:
            return
        gone = self.deals.pop(place)
        self.ended = self.ended and bool(self.deals)
        if place < len(self.deals):
            after = self.deals[place]
            after["named"] = after["named"] or gone["named"]
            after["brought"] = gone["brought"] + after["brought"]
        else:
            self.named = self.named or gone["named"]
            self.brought = gone["brought"] + self.brought

    def do_Joined(self, entry: Joined) -> None:  # noqa: N802
        place = self.ring.index(entry.after) + 1 if entry.after in self.ring else len(self.ring)
        self.ring.insert(place, entry.player.key)
        self.brought = [*self.brought, (entry.player.key, entry.points)]

    def do_Left(self, entry: Left) -> None:  # noqa: N802
        self.away |= {entry.player} & set(self.ring)

    def do_Returned(self, entry: Returned) -> None:  # noqa: N802
        if entry.player in self.away:
            self.away.remove(entry.player)
            self.brought = [*self.brought, (entry.player, entry.points)]

    def do_SeatsMoved(self, entry: SeatsMoved) -> None:  # noqa: N802
        known = [key for key in entry.order if key in self.ring]
        self.ring = known + [key for key in self.ring if key not in known]

    def do_DealerChanged(self, entry: DealerChanged) -> None:  # noqa: N802
        if entry.dealer in self.ring:
            self.named = entry.dealer

    def do_GameEnded(self, _: GameEnded) -> None:  # noqa: N802
        self.ended = bool(self.deals)

    def do_PointsGiven(self, entry: PointsGiven) -> None:  # noqa: N802
        if entry.player in self.ring:
            self.given[entry.id] = entry.player, entry.points

    def totals(self) -> dict[str, int]:
        totals = dict.fromkeys(self.ring, 0)
        for key, more in self.given.values():
            totals[key] = totals.get(key, 0) + more
        for deal in self.deals:
            for key, more in [*deal["brought"], *self.written(deal).items()]:
                totals[key] = totals.get(key, 0) + more
        for key, more in self.brought if self.deals else []:
            totals[key] += more
        return {key: total for key, total in totals.items() if key in self.ring}

    def written(self, deal: Mapping[str, Any]) -> dict[str, int]:
        held: dict[str, int | None] = deal["held"]
        known = {key: number for key, number in held.items() if number is not None}
        if melded := deal["melded"]:
            return {key: melded.get(key, 0) - number for key, number in known.items()}
        if not self.collects:
            return known
        collected = 0 if self.lacks(deal) else sum(known.values())
        return {key: collected if key == deal["out"] else 0 for key in known}

    def lacks(self, deal: Mapping[str, Any]) -> bool:
        """Whether anybody's points are missing in a deal."""
        return None in deal["held"].values()

    def dealers(self) -> list[str]:
        """Who dealt each deal, and who deals next."""
        found: list[str] = []
        here = {"named": self.named, "held": set(self.ring) - self.away, "ring": self.ring}
        for deal in [*self.deals, here]:
            ring, plays = deal["ring"], deal["held"]
            if deal["named"] in plays:
                found.append(deal["named"])
            elif not found and "p1" in plays:
                found.append("p1")
            else:
                at = (
                    ring.index(found[-1] if found else "p1")
                    if (found or ["p1"])[-1] in ring
                    else -1
                )
                turns = [ring[(at + step) % len(ring)] for step in range(1, len(ring) + 1)]
                found.append(next(key for key in turns if key in plays))
        return found


class TableMachine(RuleBasedStateMachine):
    """A table at which everything happens that can be written."""

    @initialize(game=st.sampled_from(sorted(GAMES)))
    def sit_down(self, game: str) -> None:
        self.game = game
        self.log: list[Event] = [started("Ann", "Bo", "Cy")]
        self.book = read_book(GAMES[game], log_of(*self.log))
        self.said = 1

    def write(self, entry: Event) -> None:
        try:
            self.book = follow(self.book, log_of(*self.log, entry)[-1])
        except Refused as refused:
            assert any(
                says in str(refused)
                for says in (
                    "isn’t possible now", "is over", "goes out", "starts with 0", "nobody went",
                    "still missing", "at least one player",
                )
            ), refused  # fmt: skip
            return
        self.log.append(entry)

    def hands(self, keys: list[str], held: list[int | None], out: int) -> dict[str, Any]:
        """What is said of a deal: who ended it, the hands, and what else the game asks."""
        who = keys[out % len(keys)] if GAMES[self.game].counts_cards else None
        dealt = {
            key: Hand(points=0 if key == who else number)
            for key, number in zip(keys, held, strict=False)
        }
        if self.game == "melded":
            melded = {key: Hand(points=out % 40 + place) for place, key in enumerate(keys)}
            return {"out": None, "hands": dealt, "besides": Besides(melded=melded)}
        if self.game == "named":
            dealt = {
                key: Hand(points=number - 20, sum=f"{number}-20") if number else Hand(points=number)
                for key, number in zip(keys, held, strict=False)
            }
        return {"out": who, "hands": dealt}

    many = st.lists(points_or_missing, min_size=16, max_size=16)
    some = st.integers(0, 999)

    @precondition(lambda self: self.book.next_deal is not None)
    @rule(held=many, out=some)
    def deal(self, held: list[int | None], out: int) -> None:
        said = self.hands([seat.key for seat in self.book.players], held, out)
        self.write(DealWritten(deal=self.book.next_deal_id, **said))

    @precondition(lambda self: self.book.deals)
    @rule(which=some, held=many, out=some)
    def correct(self, which: int, held: list[int | None], out: int) -> None:
        row = self.book.deals[which % len(self.book.deals)]
        said = self.hands(list(row.hands), held, out)
        self.write(DealCorrected(deal=row.deal_id, **said))

    @precondition(lambda self: self.book.deals)
    @rule(which=some, held=many, out=some)
    def insert(self, which: int, held: list[int | None], out: int) -> None:
        row = self.book.deals[which % len(self.book.deals)]
        said = self.hands(list(row.hands), held, out)
        slip = self.book.next_deal_id
        self.write(DealInserted(deal=slip, before=row.deal_id, **said))

    @precondition(lambda self: self.book.deals)
    @rule(which=some)
    def delete(self, which: int) -> None:
        self.write(DealDeleted(deal=self.book.deals[which % len(self.book.deals)].deal_id))

    @precondition(lambda self: self.book.deals)
    @rule(which=some, one=some)
    def swap(self, which: int, one: int) -> None:
        row = self.book.deals[which % len(self.book.deals)]
        keys = list(row.hands)
        first, second = keys[one % len(keys)], keys[(one + 1) % len(keys)]
        self.write(ResultsSwapped(deal=row.deal_id, one=first, other=second))

    @precondition(lambda self: len(self.book.everyone) < 10)
    @rule(after=some, begins=points)
    def join(self, after: int, begins: int) -> None:
        key = next_key(self.book)
        beside = self.book.everyone[after % len(self.book.everyone)].key
        seat = Seat(key=key, name=f"Guest {key}")
        self.write(Joined(player=seat, after=beside, begins=Begins.TYPED, points=begins))

    @rule(which=some)
    def leave(self, which: int) -> None:
        self.write(Left(player=self.book.players[which % len(self.book.players)].key))

    @precondition(lambda self: self.book.away)
    @rule(which=some, begins=points)
    def come_back(self, which: int, begins: int) -> None:
        key = self.book.away[which % len(self.book.away)].key
        self.write(Returned(player=key, begins=Begins.TYPED, points=begins))

    @rule(data=st.data())
    def move(self, data: st.DataObject) -> None:
        self.write(SeatsMoved(order=tuple(data.draw(st.permutations(list(self.book.names))))))

    @rule(which=some)
    def name_dealer(self, which: int) -> None:
        self.write(DealerChanged(dealer=self.book.players[which % len(self.book.players)].key))

    @rule(which=some, whose=some, number=points, penalty=st.booleans())
    def give(self, which: int, whose: int, number: int, penalty: bool) -> None:
        given, next_id = self.book.state.given, next_points_id(self.book)
        id = [*given, next_id][which % (len(given) + 1)]
        player = self.book.everyone[whose % len(self.book.everyone)].key
        if number or id in given:
            points = -number if penalty else number
            self.write(PointsGiven(id=id, player=player, points=points, why=""))

    @precondition(lambda self: self.book.deals and self.book.next_deal is not None)
    @rule()
    def end(self) -> None:
        self.write(GameEnded())

    @precondition(lambda self: len(self.log) > 1)
    @rule(which=some)
    def take_back(self, which: int) -> None:
        standing = sorted(self.book.effective - {1})
        if standing:
            self.write(self.book.undone(standing[which % len(standing)]))

    @precondition(lambda self: self.book.undo is not None)
    @rule()
    def undo(self) -> None:
        assert self.book.undo
        self.write(self.book.undone(self.book.undo.number))

    @precondition(lambda self: self.book.redo is not None)
    @rule()
    def redo(self) -> None:
        assert self.book.redo
        self.write(self.book.undone(self.book.redo.number))

    def plain(self) -> Plain:
        """The model: what stands of the log, done once more from the start."""
        gone: set[int] = set()
        for number in range(len(self.log), 0, -1):
            entry = self.log[number - 1]
            if isinstance(entry, Undone) and number not in gone:
                gone.add(entry.entry)
        steps = [
            entry
            for number, entry in enumerate(self.log, 1)
            if number > 1 and number not in gone and not isinstance(entry, Undone)
        ]
        return Plain(self.game, steps)

    @invariant()
    def totals_are_those_of_the_model(self) -> None:
        assert dict(self.book.totals) == self.plain().totals()

    @invariant()
    def running_totals_end_at_the_totals(self) -> None:
        running = self.book.deals[-1].running if self.book.deals else None
        begins = self.book.state.starting_points
        if running is not None:
            ends = {key: running.get(key, 0) + begins.get(key, 0) for key in self.book.names}
            assert ends == dict(self.book.totals)

    @invariant()
    def dealers_are_those_of_the_model(self) -> None:
        plain = self.plain().dealers()
        assert [row.dealer for row in self.book.deals] == plain[:-1]
        assert self.book.dealer in (plain[-1], None)

    @invariant()
    def the_end_is_that_of_the_model(self) -> None:
        plain, game = self.plain(), GAMES[self.game]
        totals = {key: n for key, n in plain.totals().items() if key not in plain.away}
        if game.deals:
            over = len(plain.deals) >= len(game.deals)
        else:
            over = bool(plain.deals) and max(totals.values()) >= game.end.target
        over = over or plain.ended
        over = over and not any(map(plain.lacks, plain.deals))
        best = max if game.scoring.best == "highest" else min
        won = {key for key, total in totals.items() if total == best(totals.values())}
        assert (self.book.finished, set(self.book.standings.winners)) == (
            over,
            won if over else set(),
        )

    @invariant()
    def no_line_is_ever_lost(self) -> None:
        assert len(self.book.log) >= self.said
        self.said = len(self.book.log)

    def teardown(self) -> None:
        if hasattr(self, "book"):
            assert read_book(GAMES[self.game], log_of(*self.log)) == self.book
