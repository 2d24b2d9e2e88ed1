"""Whole games of every kind, as data, and the thumbs that play them from start to end.

Points are added up by hand; those of most games stand in `tests.rules.test_whole_games`.
"""

import re
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from playwright.sync_api import Browser, Locator, Page, expect

from referee.language import say, shown_number
from referee.scorebook.ways import way_of
from referee.variants import load
from tests.browser.phones import new_page
from tests.printing.conftest import text_of
from tests.rules import test_whole_games as rules
from tests.rules.test_whole_games import Dealt, contracts

NAMES = ("Ann", "Bo", "Cy", "Di")


@dataclass(frozen=True, slots=True, kw_only=True)
class WholeGame:
    """A game, its deals, and the totals that everybody has at its end, best first.

    `before`: what the table says before a deal, by its number: `wild 7`, `upcard 6s`, or
    `rejoin Cy 56`. `phones`: whether everybody's phone counts its own hand. `ends`: whether the
    table says that it was the last deal.
    """

    game: str
    deals: Sequence[Dealt]
    totals: Mapping[str, int]
    options: Mapping[str, str] = field(default_factory=dict)
    before: Mapping[int, str] = field(default_factory=dict)
    phones: bool = False
    ends: bool = False

    @property
    def players(self) -> tuple[str, ...]:
        """Everybody, in seat order."""
        return tuple(sorted({*self.deals[0].hands, *self.deals[0].points}))


def _of(game: str, deals: Sequence[Dealt], **totals: int) -> WholeGame:
    return WholeGame(game=game, deals=deals, totals=totals)


CONTRACT = contracts(
    "Ann | Bo: * A K = 40 | Cy: 9 2 = 11",
    "Bo | Ann: Q 7 = 17 | Cy: J = 10",
    *["Cy | Ann: A = 15 | Bo: 3 4 = 7"] * 5,
)
"""Seven deals of games in which jokers and aces count 15, and numbers what they show."""

GAMES = (
    # On four phones.
    WholeGame(
        game="gin",
        options={"oklahoma": "spades"},
        phones=True,
        before={1: "upcard 8h", 2: "upcard 6s", 3: "upcard Kd", 4: "upcard 5c"},
        # The undercut brings 2 and 25, twice for the spade. At the end 100, and 25 for each deal.
        deals=[
            rules.GIN[0],
            rules.GIN[1]._replace(points={"Ann": 0, "Bo": 54}),
            *rules.GIN[2:],
        ],
        totals={"Ann": 46 + 51 + 97 + 100 + 3 * 25, "Bo": 54 + 25},
    ),
    WholeGame(
        game="five-hundred",
        options={"target": "200"},
        phones=True,
        # What was melded stands before the bar.
        deals=contracts(
            "Ann: K K K Q J / = 50 | Bo: A A A / 7 = 38 | Cy: / K A = -25 | Di: 5 6 7 / * = 3",
            "Bo: A A A A * / = 75 | Ann: 2 3 4 / K = -1 | Cy: 9 9 9 / 2 = 25 | Di: / 2 = -2",
            "Di: K Q J 10 / = 40 | Ann: A A A / 3 = 42 | Bo: 8 8 8 / 4 = 20 | Cy: / 5 5 = -10",
            "Bo: A A A K K K / = 75 | Ann: 7 7 7 / 3 = 18 | Cy: 6 6 6 / 3 = 15 | Di: / A = -15",
        ),
        totals={"Bo": 208, "Ann": 109, "Di": 26, "Cy": 5},
    ),
    WholeGame(
        game="indian-rummy",
        options={"end.rejoin": "true"},
        phones=True,
        before={1: "wild 7", 2: "wild 2", 3: "wild 9", 4: "rejoin Cy 56"},
        deals=contracts(
            # The wild 7 costs nothing.
            "Ann | Bo: K 9 7 = 19 | Cy [first]: = 20 | Di: Q Q 5 = 25",
            # Ann holds a pure run, a run with a joker and a set: K and 4 are left.
            "Bo | Ann: 3s 4s 5s 6s 9h 10h * 8s 8h 8c Kd 4c = 14 | Cy [middle]: = 40"
            " | Di: 10 10 10 = 30",
            # With 140 Cy is out; comes back with one more than the 55 of Di.
            "Nobody | Ann: = 0 | Bo: = 0 | Cy [wrong-declaration]: = 80 | Di: = 0",
            # Nine tens are capped at 80. Di is out.
            "Ann | Bo: K K Q Q J J 10 10 A = 80 | Cy: K = 10 | Di: A K Q J 6 = 46",
            # Bo is out with 101.
            "Cy | Ann: K Q = 20 | Bo: 2 = 2",
            "Ann | Cy: K Q J 5 = 35",
        ),
        totals={"Ann": 34, "Cy": 101, "Bo": 101, "Di": 101},
    ),
    WholeGame(
        game="romme",
        options={"target": "150"},
        phones=True,
        deals=contracts(
            "Ann | Bo: K Q J = 30 | Cy: * 10 10 = 45 | Di: 5 = 5",
            # From the hand: all count twice.
            "Bo [hand] | Ann: K = 20 | Cy: A * = 72 | Di: 9 = 18",
            "Di | Ann: 2 3 = 5 | Bo: A A = 22 | Cy: K K K 10 = 40",
        ),
        totals={"Di": 23, "Ann": 25, "Bo": 52, "Cy": 157},
    ),
    WholeGame(
        game="conquian",
        options={"target": "3"},
        phones=True,
        deals=contracts("Ann: = 1 | Bo", "Bo: = 1 | Ann", "Ann: = 1 | Bo", "Ann: = 1 | Bo"),
        totals={"Ann": 3, "Bo": 1},
    ),
    WholeGame(
        game="three-thirteen",
        phones=True,
        deals=rules.THREE_THIRTEEN,
        totals={"Ann": 78, "Bo": 136, "Cy": 150},
    ),
    WholeGame(
        game="shanghai-rum",
        phones=True,
        deals=contracts(
            "Ann | Bo: * A K = 45 | Cy: 9 2 = 10 | Di: 10 = 10",
            "Bo | Ann: Q 7 = 15 | Cy: J = 10 | Di: 5 5 5 = 15",
            *["Cy | Ann: A = 15 | Bo: 3 4 = 10 | Di: K K = 20"] * 4,
            *["Di | Ann: 2 = 5 | Bo: 9 9 = 10 | Cy: * = 20"] * 4,
        ),
        totals={"Ann": 95, "Cy": 100, "Di": 105, "Bo": 125},
    ),
    # On one phone.
    _of(
        "basic-rummy",
        # Who goes out has what all others hold.
        contracts(
            *["Ann: = 100 | Bo: A A K K Q 5 = 0 | Cy: A Q J = 0"] * 4,
            "Bo: = 30 | Ann: A = 0 | Cy: A = 0",
            "Ann: = 125 | Bo: A A A K K 9 = 0 | Cy: A Q Q J 5 5 = 0",
        ),
        Ann=525, Bo=30, Cy=0,
    ),
    _of(
        "rummy-wild",
        contracts(
            *["Ann: = 110 | Bo: * A A K 5 = 0 | Cy: A A Q K = 0"] * 2,
            *["Bo: = 135 | Ann: A * K K = 0 | Cy: A A * K Q J 9 5 = 0"] * 4,
        ),
        Bo=540, Ann=220, Cy=0,
    ),
    _of(
        "six-to-ten",
        contracts(
            "Ann | Bo: 2 A K = 45 | Cy: 9 3 = 10",
            "Bo | Ann: 10 = 10 | Cy: 2 2 = 40",
            *["Cy | Ann: A 5 = 20 | Bo: Q = 10"] * 3,
        ),
        Cy=50, Ann=70, Bo=75,
    ),
    _of("contract-rummy-bicycle", CONTRACT, Cy=21, Bo=75, Ann=92),
    _of(
        "contract-rummy-encyclopedia",
        contracts(
            "Ann | Bo: * A K = 50 | Cy: 9 2 = 25",
            *["Bo | Ann: Q 7 = 15 | Cy: J = 10"] * 6,
        ),
        Bo=50, Cy=85, Ann=90,
    ),
    _of("contract-rummy-house", CONTRACT, Cy=21, Bo=75, Ann=92),
    _of("liverpool", rules.LIVERPOOL, Cy=19, Ann=65, Bo=73),
    _of("continental", rules.CONTINENTAL, Bo=83, Ann=139),
    _of("carioca", rules.CARIOCA, Ann=76, Bo=79, Cy=123),
    _of("zioncheck", rules.ZIONCHECK, Ann=28, Bo=40),
    _of("king-rummy", rules.KING_RUMMY, Ann=12, Cy=24, Bo=40, Di=61),
    _of("hollywood", rules.HOLLYWOOD, Di=12, Ann=35, Cy=64, Bo=93),
    _of("jo", rules.SEVEN_ALIKE, Ann=0, Cy=63, Bo=294),
    _of("may-i", rules.SEVEN_ALIKE, Ann=0, Cy=63, Bo=294),
    _of("progressive", rules.PROGRESSIVE, Ann=11, Bo=204),
    _of("red-aces", rules.RED_ACES, Ann=-130, Bo=155, Cy=335),
    _of("twos-wild", rules.TWOS, Ann=0, Cy=63, Bo=385),
    # No card counts.
    _of(
        "frustration",
        [deal._replace(hands=dict.fromkeys(deal.hands, "")) for deal in rules.FRUSTRATION],
        Bo=14, Ann=10, Cy=5,
    ),
    _of("frustration-ten", rules.FRUSTRATION_TEN, Cy=100, Bo=110, Di=115, Ann=165),
    _of("five-crowns", rules.FIVE_CROWNS, Bo=102, Ann=151),
    _of("chinchon", rules.CHINCHON, Ann=26, Bo=127),
    _of("kalooki-40", rules.KALOOKI_40, Bo=90, Ann=152, Cy=151),
    _of("scala-40", rules.SCALA_40, Ann=66, Cy=102, Bo=101),
    WholeGame(
        game="remi-51", deals=rules.REMI_51, totals={"Bo": 46, "Cy": 55, "Ann": 59}, ends=True,
    ),
    _of("kalooki-jamaica", rules.KALOOKI_JAMAICA, Ann=94, Cy=129, Bo=189),
)  # fmt: skip


@dataclass(slots=True)
class Thumb:
    """What taps a phone."""

    page: Page
    taps: int = 0

    def tap(self, what: str | Locator) -> None:
        (self.page.locator(what) if isinstance(what, str) else what).first.click()
        self.taps += 1

    def hand(self, section: str, cards: str) -> None:
        """Enter cards by the keypad: a suit is tapped before the ranks that have it."""
        page = self.page
        hand = page.locator(f".hand[aria-labelledby='hand-{section}']")
        if not hand.get_attribute("data-current"):
            self.tap(hand)
        if not page.locator(".key[data-rank]").first.is_visible():
            self.tap("[data-kind]:visible")
        suit = ""
        for card in cards.split():
            rank, now = (card, suit) if card[-1] not in "shdct" else (card[:-1], card[-1])
            if now != suit and page.locator("[data-suit]").count():
                self.tap(f"[data-suit='{now}']")
            suit, key = now, f".key[data-rank='{rank}']"
            # Where suits cost different points, there is a key for those that are alike.
            suited = page.locator(f"{key}[data-suits*='{now}']") if now else page.locator(".none")
            self.tap(suited if suited.count() else key)


@dataclass(slots=True)
class Evening:
    """A game that is played on phones: the keeper's, those of seats by name, and others."""

    whole: WholeGame
    url: str
    keeper: Thumb
    seats: dict[str, Thumb] = field(default_factory=dict)
    others: list[Thumb] = field(default_factory=list)
    table: str = ""

    @property
    def phones(self) -> list[Thumb]:
        return [self.keeper, *self.seats.values(), *self.others]

    @property
    def taps(self) -> int:
        return sum(phone.taps for phone in self.phones)

    def key(self, name: str) -> str:
        return f"p{self.whole.players.index(name) + 1}"

    def start(self) -> None:
        """Start the game from the home page."""
        keeper, page = self.keeper, self.keeper.page
        page.goto(self.url)
        keeper.tap(page.get_by_role("link", name="New game"))
        name = load(self.whole.game).name
        keeper.tap(page.locator(".door", has=page.get_by_text(name, exact=True)))
        page.wait_for_url(re.compile(r"/games/new/[^/]+$"))
        for seat, player in enumerate(self.whole.players):
            page.locator(f"#name-{seat}").fill(player)
        page.locator("input[name=dealer][value='0']").check()
        for option, value in self.whole.options.items():
            self._choose(option, value)
        keeper.tap(page.get_by_role("button", name="Start the game"))
        page.wait_for_url(re.compile(r"/games/(?!new)\w+$"))
        self.table = page.url

    def _choose(self, option: str, value: str) -> None:
        page = self.keeper.page
        named = page.locator(f"[name='option-{option}']")
        # Folds are opened, whatever they say.
        named.first.evaluate("one => one.closest('details')?.setAttribute('open', '')")
        kind = named.first.evaluate("one => one.type")
        if kind == "radio":
            page.locator(f"[name='option-{option}'][value='{value}']").check()
        elif kind.startswith("select"):
            named.select_option(value)
        elif kind == "checkbox":
            named.set_checked(value == "true")
        else:
            named.fill(value)

    def join(self, browser: Browser) -> None:
        """Let three phones join by the code, and take seats as far as there are any."""
        keeper, page = self.keeper, self.keeper.page
        page.goto(f"{self.table}/together")
        keeper.tap(page.get_by_role("button", name="Show the code"))
        code = page.locator(".join-code").inner_text()
        players = self.whole.players[-3:]
        for name in players:
            phone = Thumb(new_page(browser, has_touch=True))
            phone.page.goto(f"{self.url}/join")
            phone.page.locator("#code").fill(code)
            phone.tap(phone.page.get_by_role("button", name="Join"))
            phone.tap(phone.page.locator("li", has_text=name).get_by_role("button"))
            phone.page.get_by_role("heading", name=f"{name}’s hand").wait_for()
            self.seats[name] = phone
        for _ in range(3 - len(players)):
            page.goto(f"{self.table}/links")
            link = page.locator("a[href*='/k/']").first.get_attribute("href") or ""
            phone = Thumb(new_page(browser))
            phone.page.goto(self.url + link[link.index("/k/") :])
            self.others.append(phone)

    def play(self) -> None:
        """Play every deal, and see the totals after each."""
        totals = dict.fromkeys(self.whole.players, 0)
        for number, deal in enumerate(self.whole.deals, 1):
            self.keeper.page.goto(self.table)
            if said := self.whole.before.get(number):
                self._say(said, totals)
            for name in self.seats:
                self._count(name, number, deal)
            self._write(number, deal)
            totals = {name: total + deal.points.get(name, 0) for name, total in totals.items()}
            if number < len(self.whole.deals):
                assert self.shown() == totals, (number, self.shown(), totals)
        if self.whole.ends:
            self.keeper.tap(self.keeper.page.get_by_text(say("table-end-here")))
            self.keeper.tap(self.keeper.page.get_by_role("button", name=say("table-end-do")))
            self.keeper.page.locator(".winner").wait_for()
        assert list(self.shown().items()) == list(self.whole.totals.items())
        winner = next(iter(self.whole.totals))
        for phone in (self.keeper, *self.others):
            phone.page.goto(self.table)
            expect(phone.page.locator(".winner h2")).to_contain_text(winner)

    def _say(self, said: str, totals: dict[str, int]) -> None:
        """Say what was drawn, or that somebody comes back."""
        keeper, page = self.keeper, self.keeper.page
        what, *words = said.split()
        if what == "rejoin":
            name, total = words
            keeper.tap(page.get_by_role("button", name=f"{name} comes back with {total}"))
            totals[name] = int(total)
        else:
            [card] = words
            if what == "upcard":
                keeper.tap(page.locator(f".drawn label:has([value='{card[-1]}'])"))
                card = card[:-1]
            keeper.tap(f".drawn button[value='{card}']")
        page.wait_for_load_state()

    def _count(self, name: str, number: int, deal: Dealt) -> None:
        """Let the phone of a player count its hand, or say who ended the deal."""
        held, out = deal.hands.get(name), deal.out == name
        way = way_of(load(self.whole.game, dict(self.whole.options)))
        if held is None or not (held or out) or deal.events.get(name, ["hand"])[0] not in EVENTS:
            return
        phone, page = self.seats[name], self.seats[name].page
        # The page goes on to the next deal by itself.
        page.locator(f"[name=slip][value='{number}']").wait_for(state="attached")
        page.wait_for_load_state()
        if out and way.asks_out:
            phone.tap("[data-went-out], .pills:not(.outs) label:has([name=out])")
        if held.strip(" /"):
            self._enter(phone, name, held)
        elif not out or not way.asks_out:
            return
        self._send(phone)
        expect(page.get_by_text(re.compile("^Sent")).first).to_be_visible()

    def _enter(self, phone: Thumb, name: str, hand: str) -> None:
        """Enter what a player laid down and holds, where it did not come from another phone."""
        melded, _, held = hand.rpartition("/")
        key = self.key(name)
        for section, entry, cards in (
            (f"melded-{key}", f"#melded-{key}", melded),
            (key, f"#points-{key}", held),
        ):
            if cards.strip() and not phone.page.locator(entry).input_value():
                phone.hand(section, cards)

    def _send(self, phone: Thumb) -> None:
        """Go on to the last hand, and send the form."""
        while phone.page.locator("[data-next]:visible").count():
            phone.tap("[data-next]")
        phone.tap("#write")

    def _write(self, number: int, deal: Dealt) -> None:
        keeper, page = self.keeper, self.keeper.page
        way = way_of(load(self.whole.game, dict(self.whole.options)))
        keeper.tap(page.get_by_role("link", name=f"Enter deal {number}"))
        page.locator(".deal-form").wait_for()
        # A script fills in what came from phones: until then it can't be told what did.
        page.wait_for_load_state()
        if way.asks_out and not page.locator("[name=out]:checked").count():
            self._end(deal.out)
        for name, did in deal.events.items():
            self._did(name, did[0])
        for name in self.whole.players:
            self._enter(keeper, name, deal.hands.get(name, ""))
        self._send(keeper)
        expect(page.locator("[name=sure], .places").first).to_be_visible()
        page.wait_for_load_state()
        if page.locator("[name=sure]").count():
            keeper.tap("[name=sure]")
        expect(page).to_have_url(re.compile(f"{self.table}(#saved)?$"))

    def _end(self, out: str | None) -> None:
        """Say who ended the deal, by the key of the keypad where there is one."""
        keeper, page = self.keeper, self.keeper.page
        if out is None or out not in self.whole.players:
            # A key says who ended a deal; that nobody did follows from what else is said.
            if not page.locator(".outs").count():
                keeper.tap("label:has(#out-nobody)")
        elif page.locator("[data-went-out]").count():
            keeper.tap(f".hand[aria-labelledby='hand-{self.key(out)}']")
            keeper.tap("[data-went-out]")
        else:
            keeper.tap(f"label:has([name=out][value='{self.key(out)}'])")

    def _did(self, name: str, did: str) -> None:
        """Say what else happened: one tap for a box, two for a choice from a list."""
        page = self.keeper.page
        fate = f"[name=fate-{self.key(name)}]"
        box = f"label:has({'[name=hand]' if did == 'hand' else f'{fate}[type=checkbox]'})"
        if did == "cut":
            box = f"label:has([name=cut][value='{self.key(name)}'])"
        if did == "hand" or page.locator(box).count():
            self.keeper.tap(box)
            return
        hand = page.locator(f".hand[aria-labelledby='hand-{self.key(name)}']")
        if not hand.get_attribute("data-current"):
            self.keeper.tap(hand)
        page.locator(fate).select_option(did)
        self.keeper.taps += 2

    def shown(self) -> dict[str, int]:
        """The standings as the keeper's page has them, best first."""
        lines = self.keeper.page.locator(".places li").all()
        totals = [line.locator(".total").inner_text().split()[0] for line in lines]
        names = [line.locator(".who").inner_text() for line in lines]
        return dict(zip(names, (int(total.replace("−", "-")) for total in totals), strict=True))

    def print(self) -> None:
        """Print the final sheet and the pad: on both stands a row of the totals, in seat order."""
        totals = [shown_number(self.whole.totals[name]) for name in self.whole.players]
        row = re.compile(r"Total\s+" + r"\b[^\d−]*".join(map(re.escape, totals)) + r"\b", re.I)
        for sheet in ("final", "score-pad"):
            address = f"{self.table}/print/pdf?sheet={sheet}"
            text = text_of(self.keeper.page.request.get(address, timeout=60_000).body())
            assert row.search(text), (self.whole.game, sheet, totals, text)


EVENTS = ("hand", "cut")
"""What happens to players whose hands count."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Played:
    """What a game took until its last total."""

    whole: WholeGame
    taps: int
    seconds: float

    def __str__(self) -> str:
        phones = 4 if self.whole.phones else 1
        totals = ", ".join(f"{name} {total}" for name, total in self.whole.totals.items())
        return (
            f"{self.whole.game}: {totals}; {len(self.whole.deals)} deals, {phones} "
            f"phone{'s' * (phones > 1)}, {self.taps} taps, {self.seconds:.0f} s"
        )


def play(browser: Browser, url: str, whole: WholeGame) -> Played:
    """Play a game from its start to its end, on four phones or on one, and print it."""
    began = time.perf_counter()
    evening = Evening(whole, url, Thumb(new_page(browser, has_touch=True)))
    evening.start()
    if whole.phones:
        evening.join(browser)
    evening.play()
    took = time.perf_counter() - began
    evening.print()
    for phone in evening.phones:
        phone.page.context.close()
    return Played(whole=whole, taps=evening.taps, seconds=took)
