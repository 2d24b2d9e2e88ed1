"""The cards of a question as the page draws them, each wild with what it stands for."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from referee.rules.cards import Card, CardsError, LaidCard, parse_laid
from referee.rules.variant import Variant
from referee.web.disputes.questions import MELD_BREAK, Question


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawn:
    """A card, and what it stands for where it is wild and stands for another."""

    card: Card
    stands_for: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class LaidMeld:
    """Cards that lie together; `requires` is the part of the contract that they fulfil, or ""."""

    cards: tuple[Drawn, ...]
    requires: str = ""


def laid_out(
    variant: Variant, asked: Question, typed: Mapping[str, str], ruling: Any
) -> tuple[LaidMeld, ...]:
    """The melds of a question, as the ruling reads them where it does."""
    facts = ruling.facts
    if asked.several and facts.get("matches"):
        return tuple(
            LaidMeld(cards=_drawn(variant, _cards(match["cards"]), match["reads_as"]),
                     requires=str(match["requires"]))
            for match in facts["matches"]
        )  # fmt: skip
    melds = typed["cards"].split(MELD_BREAK) if asked.several else [typed["cards"]]
    standing = facts.get("reads_as") or ()
    laid = (parse_laid(meld) for meld in melds if meld.strip())
    return tuple(LaidMeld(cards=_drawn(variant, cards, standing)) for cards in laid)


def _cards(cards: str | Sequence[str]) -> tuple[LaidCard, ...]:
    return parse_laid(cards if isinstance(cards, str) else " ".join(cards))


def _drawn(
    variant: Variant, laid: Sequence[LaidCard], reads_as: Sequence[str]
) -> tuple[Drawn, ...]:
    standing = [*reads_as, *[""] * (len(laid) - len(reads_as))]
    return tuple(
        Drawn(card=one.card, stands_for=_standing(variant, one, code))
        for one, code in zip(laid, standing, strict=False)
    )


def _standing(variant: Variant, one: LaidCard, code: str) -> str | None:
    if not variant.is_wild(one.card) or code == one.card.code:
        return None
    said = one.says.code if one.says else ""
    return " ".join(str(card.card) for card in _readable(code or said)) or None


def _readable(code: str) -> tuple[LaidCard, ...]:
    try:
        return parse_laid(code, suits=False)
    except CardsError:
        return ()


def typed_cards(text: str) -> tuple[Card | None, ...]:
    """The cards of a field one by one, None for a break between melds; as far as they read."""
    words = text.replace(MELD_BREAK, f" {MELD_BREAK} ").split()
    cards: list[Card | None] = []
    for word in words:
        cards += [None] if word == MELD_BREAK else [one.card for one in _readable(word)]
    return tuple(cards)
