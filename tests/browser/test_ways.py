"""Games with more to a deal than what is left, played with a thumb from start to end."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.phones import new_page, start_game
from tests.servers import Served

pytestmark = pytest.mark.browser


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    page = new_page(browser, has_touch=True)
    yield page
    page.context.close()


class Scorer:
    """A thumb on the form of a deal."""

    def __init__(self, page: Page, table: str) -> None:
        self.page, self.table, self.deal = page, table, 0

    def open(self, out: str = "") -> None:
        """Open the next deal, and say who ended it."""
        self.deal += 1
        self.page.goto(f"{self.table}/deals/{self.deal}")
        if self.page.locator("[data-went-out]").count() and out:
            self.page.locator(".hand", has_text=out).click()
            self.page.locator("[data-went-out]").click()
        elif out:
            self.page.get_by_role("radio", name=out, exact=True).click()

    def befell(self, player: str, fate: str) -> None:
        """Say what befell a player."""
        self.page.locator(f".hand[data-player={player}]").click()
        self.page.locator(f"[name=fate-{player}]").select_option(fate)

    def hand(self, player: str, cards: str) -> None:
        """Tap the cards of a player: a suit is tapped before the ranks that have it."""
        self.page.locator(f".hand[data-player={player}]").click()
        suit = ""
        for card in cards.split():
            rank, now = (card, suit) if card[-1] not in "shdc" else (card[:-1], card[-1])
            if now != suit:
                self.page.locator(f"[data-suit={now}]").click()
                suit = now
            self.page.locator(f".key[data-rank='{rank}']").click()

    def digits(self, player: str, number: str) -> None:
        """Tap the points of a player."""
        self.page.locator(f".hand[data-player={player}]").click()
        for digit in number:
            self.page.locator(f".key[data-digit='{digit}']").click()

    def save(self, *totals: int) -> None:
        """Save the deal, with a yes where it is asked; the totals are in the order of places."""
        self.page.locator("#write").click()
        expect(self.page.locator("[name=sure], .places").first).to_be_visible()
        # What is asked about is let go of by a script, and kept twice where it is answered before.
        self.page.wait_for_load_state()
        if self.page.locator("[name=sure]").count():
            self.page.locator("[name=sure]").click()
        expect(self.page).to_have_url(re.compile(f"{self.table}(#saved)?$"))
        numbers = [str(total) for total in totals]
        expect(self.page.locator(".places .total")).to_have_text(
            [re.compile(rf"\b{number}\b") for number in numbers]
        )


def test_gin_on_a_phone(page: Page, server: Served) -> None:
    scorer = Scorer(page, start_game(page, server.url, "gin", ("Ann", "Bo")))
    # Ann keeps 2. Bo adds the 6 of hearts and the king of diamonds, and holds two fives: 8 more.
    scorer.open("Ann")
    scorer.hand("p1", "3h 4h 5h Ks Kh Kc 8h 8c 8d 2d")
    scorer.hand("p2", "6h Qh Qd Qs 9s 9c 9d Kd 5d 5c")
    expect(page.locator(".result")).to_have_text("Ann knocked with 2. Ann gets 8 and stands at 8.")
    scorer.save(8, 0)
    # Nobody knocks: nothing counts, and nothing is asked for.
    scorer.open("Nobody")
    scorer.save(8, 0)
    # Bo undercuts: 9 and 4, which is 5 and 25.
    scorer.open("Ann")
    scorer.hand("p1", "9")
    scorer.hand("p2", "4")
    expect(page.locator(".result")).to_have_text(
        "Ann knocked with 9. Bo gets 30 (difference 5, undercut 25) and stands at 30."
    )
    scorer.save(30, 8)
    # Big gin: 31, and the 35 that Bo holds, entered as the difference with one tap on what it was;
    # that is never two things at once. Then gin: 25 and 20. That is 119.
    scorer.open("Ann")
    page.locator("[data-kind]:visible").click()
    scorer.digits("p1", "35")
    expect(page.locator("#write")).to_be_hidden()
    for kind in ("Gin", "Big gin"):
        page.locator("label").get_by_text(kind, exact=True).click()
    expect(page.locator(".result")).to_contain_text("difference 35, big gin 31")
    scorer.save(74, 30)
    scorer.open("Ann")
    scorer.digits("p1", "0")
    scorer.digits("p2", "20")
    # 100 for the game, 25 for each of three deals and of one.
    scorer.save(119 + 175, 30 + 25)
    expect(page.locator(".winner").first).to_contain_text("Ann won")


def test_indian_rummy_on_a_phone(page: Page, server: Served) -> None:
    table = start_game(page, server.url, "indian-rummy", ("Ann", "Bo", "Cy"))
    page.goto(table)
    page.locator(".drawn button[value='7']").click()
    expect(page.locator(".banner")).to_contain_text("evens")
    scorer = Scorer(page, table)
    # Bo holds K 9 and a wild 7: 19. Cy dropped first: 20.
    scorer.open("Ann")
    scorer.hand("p2", "K 9 7")
    scorer.befell("p3", "first")
    scorer.save(0, 19, 20)
    # Ann holds a pure run, a run with a joker and a set; K and 4 are left: 14. Cy: 40.
    scorer.open("Bo")
    scorer.hand("p1", "3s 4s 5s 6s 9h 10h * 8s 8h 8c Kd 4c")
    scorer.befell("p3", "middle")
    scorer.save(14, 19, 60)
    # Cy declares wrongly: 80, out of the game with 140. Nothing else is to be said.
    scorer.open()
    scorer.befell("p3", "wrong-declaration")
    scorer.save(14, 19, 140)
    # Nine tens, capped at 80; then another deal with a king and a queen.
    scorer.open("Ann")
    scorer.hand("p2", "K K Q Q J J 10 10 A")
    scorer.save(14, 99, 140)
    scorer.open("Ann")
    scorer.hand("p2", "K Q")
    scorer.save(14, 119, 140)
    expect(page.locator(".winner").first).to_contain_text("Ann won")


def test_what_was_won_is_written_with_two_taps(page: Page, server: Served) -> None:
    table = start_game(page, server.url, "conquian", ("Ann", "Bo"))
    scorer = Scorer(page, table)
    scorer.open("Bo")
    scorer.save(1, 0)


def test_an_ace_that_is_tapped_is_low_beside_the_lowest_card(page: Page, server: Served) -> None:
    scorer = Scorer(page, start_game(page, server.url, "five-hundred", ("Ann", "Bo")))
    scorer.open()
    page.locator("#melded-p1").click()
    for cards, points in (("A 2 3", 6), ("2 A", 3), ("A 2 2", 19), ("Q K A 2 3", 40)):
        for rank in cards.split():
            page.locator(f".key[data-rank='{rank}']").click()
        expect(page.locator("#melded-p1")).to_have_value(str(points))
        for _ in cards.split():
            page.locator("[data-back]").click()


def test_in_a_line_of_a_pad_the_only_one_without_points_went_out(
    page: Page, server: Served
) -> None:
    page.goto(f"{start_game(page, server.url, 'six-to-ten', ('Ann', 'Bo'))}/pad")
    for line, points in enumerate((("0", "5"), ("5", "0"), ("0", "0"), ("5", "10"))):
        for seat, typed in enumerate(points, 1):
            page.locator(f"[name='{line}-points-p{seat}']").fill(typed)
    outs = page.locator("[name$='-out']").evaluate_all("all => all.map((out) => out.value)")
    assert outs == ["p1", "p2", "", "", ""]
    page.locator("[name='0-points-p1']").fill("10")
    expect(page.locator("[name='0-out']")).to_have_value("")
    page.locator("[name='0-points-p1']").fill("0")
    # Who was chosen stays, and a running total of 0 says nothing of its deal.
    page.locator("[name='1-out']").select_option("nobody")
    page.locator("[name='1-points-p1']").fill("10")
    page.get_by_text("Running totals").click()
    for seat, typed in ((1, "0"), (2, "15")):
        page.locator(f"[name='4-points-p{seat}']").fill(typed)
    outs = page.locator("[name$='-out']").evaluate_all("all => all.map((out) => out.value)")
    assert outs == ["p1", "nobody", "", "", ""]
