"""Table tents: a contract a sheet, folded across the middle, to be read from both sides."""

from dataclasses import dataclass
from typing import Final

from markupsafe import Markup

from referee.printing.choices import Choices
from referee.printing.contracts import each
from referee.printing.drawing import deal_melds, draw_melds, unbroken
from referee.printing.frames import Frame, frame, grid
from referee.printing.heads import halves
from referee.printing.laid import Laid, on_pages
from referee.printing.measure import line, tall
from referee.printing.paper import GameOnPaper
from referee.printing.terms import cards_each, players_of
from referee.printing.wording import WORDS
from referee.rules.deals import contract_words, deal_count, plan_deal
from referee.rules.variant import Variant

_SIZES: Final = (46, 42, 38, 34, 30, 27, 24, 21, 19, 17, 15, 14, 13, 12, 11, 10, 9)
_NUMBER: Final = 0.75
_LEAST_CARDS: Final = 8.0
_GAPS: Final = 9.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Tent:
    """What stands on both halves of one tent; sizes of print in half points."""

    number: int
    number_size: int
    game: str
    words: str
    size: int
    cards: Markup | str
    dealt: str
    special: str
    small: int


def lay_out(variant: Variant, choices: Choices, game: GameOnPaper | None) -> Laid:
    """A tent for every deal; raises `SheetError`."""
    count = players_of(variant, choices.players, game)
    cut = grid(choices)
    room = frame(choices, cut)
    deals = range(1, (deal_count(variant) or 0) + 1)
    faces = [{"tent": _tent(variant, room, count, deal)} for deal in deals]
    return on_pages(f"{variant.name} – {WORDS['tents']}", faces, choices, cut, backs=False)


def _tent(variant: Variant, room: Frame, count: int | None, deal: int) -> Tent:
    plan = plan_deal(variant.at(deal), count or variant.players.least)
    words = contract_words(plan.contract)
    dealt = each(cards_each(variant, count, deal), " cards")
    size, small, cards = _print(room, words, (variant.name, dealt, plan.special))
    drawn = draw_melds(deal_melds(variant, deal), words, cards, room.room_wide, room.inks)
    return Tent(
        number=deal,
        number_size=halves(_number(size, small)),
        game=variant.name,
        words=unbroken(words, room.room_wide, size),
        size=halves(size),
        cards=drawn,
        dealt=dealt,
        special=plan.special,
        small=halves(small),
    )


def _number(size: float, small: float) -> float:
    """The print of the number of the deal, between that of the contract and that of the rest."""
    return max(round(size * _NUMBER), small)


def _print(room: Frame, words: str, rest: tuple[str, str, str]) -> tuple[float, float, float]:
    """The largest print of the contract that leaves room for cards, the rest's, and their height.

    Where not even the smallest leaves room, the cards are as small as they may be.
    """
    high = room.tall / 2 - 2 * room.margin
    name, dealt, special = rest
    size, small, cards = 0.0, 0.0, 0.0
    for size in (one for one in _SIZES if one >= room.least):
        small = max(room.least, size * 0.5)
        texts = line(_number(size, small))
        texts += tall(unbroken(words, room.room_wide, size), room.room_wide, size, bold=True)
        texts += tall(f"{dealt} · {name} · {special}", room.room_wide, small)
        cards = high - texts - _GAPS
        if cards >= max(_LEAST_CARDS, line(size) * 1.2):
            break
    return size, small, min(max(cards, _LEAST_CARDS), 55)
