"""A thumb on a phone, and how often it has to tap."""

from collections.abc import Sequence
from dataclasses import dataclass

from playwright.sync_api import Locator, Page

from referee.variants import catalogue

GAME = next(game for game in catalogue() if game.has_jokers and game.players.most >= 4)
HANDS = ("K 7 7", "A *", "Q")
"""The cards of the three who did not go out of four."""

NUMBERS = ("20", "15", "5")
"""The points of the three instead."""


@dataclass(slots=True)
class Thumb:
    """What taps a phone: `keys` of the number pad, and of what leads on from it, beside `taps`."""

    page: Page
    taps: int = 0
    keys: int = 0

    def tap(self, what: str | Locator) -> None:
        (self.page.locator(what) if isinstance(what, str) else what).tap()
        self.taps += 1

    def key(self, what: str) -> None:
        self.page.locator(what).tap()
        self.keys += 1

    def open_deal(self) -> None:
        """From the table's page to the form of the next deal, and the first of them went out."""
        self.tap(self.page.get_by_role("link", name="Enter deal"))
        self.page.wait_for_url("**/deals/*")
        self.tap("[data-went-out]")

    def save(self, table: str) -> None:
        self.tap("#write")
        self.page.wait_for_url(table)

    def tap_deal(self, table: str, hands: Sequence[str] = HANDS) -> None:
        """Write a deal of four from the table's page, by tapping cards."""
        self.open_deal()
        for place, cards in enumerate(hands):
            if place:
                self.tap("[data-next]")
            for rank in cards.split():
                self.tap(f".key[data-rank='{rank}']")
        self.save(table)

    def type_deal(self, table: str, numbers: Sequence[str] = NUMBERS) -> None:
        """Write a deal of four from the table's page, by typing points."""
        self.open_deal()
        self.tap("[data-kind]:visible")
        for place, number in enumerate(numbers):
            if place:
                self.key("[data-next]")
            for digit in number:
                self.key(f".key[data-digit='{digit}']")
        self.save(table)
