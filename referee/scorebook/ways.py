"""How a deal is written, as the declaration of its game asks: what is entered, and for whom."""

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import repeat
from types import MappingProxyType
from typing import Final

from referee.rules.schema.variant import Variant
from referee.rules.scoring.parts import CUT, LAID, OUT_FROM_HAND, UNOPENED, WRONG_DECLARATION
from referee.scorebook import limits

SIGNED: Final = re.compile(r"-?\d{1,6}(\s*[+-]\s*\d{1,6})*")
"""A number or a sum, below nought too."""
_TERM: Final = re.compile(r"-?\d+")

KNOCK: Final = "knock"
UNDERCUT: Final = "undercut"
"""How a knock may come out besides with a gin."""

NO_TEXTS: Final[Mapping[str, str]] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class HandField:
    """Something that is entered for every player of a deal, under a name and the player's key.

    `cards`: cards may stand there for what they cost. Else it is a number, below nought too. `part`
    is what the table calls it, where it writes points by parts.
    """

    name: str
    cards: bool
    part: str = ""
    most: int = limits.HAND_TYPED
    """Characters that it takes."""

    def of(self, player: str) -> str:
        """The name of the field of one player."""
        return f"{self.name}-{player}"

    def cards_of(self, player: str) -> str:
        """The name of the field that holds the cards which were tapped."""
        return f"cards-{player}" if self.name == "points" else f"cards-{self.name}-{player}"


def terms_of(text: str) -> tuple[str, ...]:
    """The terms of a sum such as `40-15`; none of what is no sum."""
    plain = "".join(text.replace("−", "-").split())
    return tuple(_TERM.findall(plain)) if SIGNED.fullmatch(plain) else ()


def _sum_of(texts: Iterable[str]) -> str:
    """The sum that several texts make, each with one term; what is no number stays as it is."""
    parts = [str(sum(map(int, terms))) if (terms := terms_of(text)) else text for text in texts]
    first, *others = (part or "0" for part in parts)
    return first + "".join(part if part.startswith("-") else f"+{part}" for part in others)


def text_of_cards(cards: str) -> str:
    """Cards as the field of a hand holds them: a comma tells the card `7,` from 7 points."""
    return f"{cards}," if cards.isdecimal() else cards


@dataclass(frozen=True, kw_only=True)
class Way:
    """How deals of a game are written.

    `kind` is the word that messages have for it: `cards` left, `knock`, `declare`, `shown`,
    `melded`, `won`, `laid`, or `numbers`, where the table counts by itself. `fields` are entered
    for every player, what is held first; for its number `parts` may be entered, whose sum it is.
    `asks_out`: somebody ends the deal. `marks` are ticked for the deal, and one of `fates` may
    befall each player. `kinds` are marks too, of which one at most says how a knock came out,
    where the hands do not. `feats` are what one of the players may have done.
    """

    kind: str
    fields: tuple[HandField, ...]
    asks_out: bool = True
    marks: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()
    fates: tuple[str, ...] = ()
    feats: tuple[str, ...] = ()
    parts: tuple[HandField, ...] = ()

    @cached_property
    def asked(self) -> tuple[str, ...]:
        """The fields about the deal as a whole, besides who ended it."""
        return (*self.marks, *self.kinds, *self.feats)

    def read(
        self, sent: Mapping[str, str], players: Collection[str], stood: Mapping[str, str] = NO_TEXTS
    ) -> dict[str, str]:
        """What was sent for a deal of some players, by the names of the fields.

        They are in the order of the form. Of a field that was not sent it is what `stood` there,
        but for one to tick. Cards that were tapped go before what was typed, and parts make a sum.
        """
        entered = {"out": sent.get("out", stood.get("out", ""))}
        fates = [f"fate-{player}" for player in players] if self.fates else ()
        for name in (*self.asked, *fates):
            entered[name] = (sent or stood).get(name, "").strip()
        for player in players:
            for field in reversed(self.fields):
                name, tapped = field.of(player), sent.get(field.cards_of(player), "").strip()
                typed = sent.get(name, stood.get(name, "")).strip()
                entered[name] = text_of_cards(tapped) if tapped else typed
        for player in players if self.parts else ():
            texts = [sent.get(part.of(player), "").strip() for part in self.parts]
            if any(texts[1:]):
                entered[f"points-{player}"] = _sum_of(texts)
        return entered

    def entered(self, player: str, hand: str) -> dict[str, str]:
        """The hand of a player by the names of its fields, in the order of its parts."""
        terms = terms_of(hand)
        texts = terms if len(terms) == len(self.parts) else (hand, *repeat("", len(self.parts)))
        return {part.of(player): text for part, text in zip(self.parts, texts, strict=False)}

    @cached_property
    def cards(self) -> bool:
        """Whether cards are counted."""
        return any(field.cards for field in self.fields)

    @cached_property
    def out_holds(self) -> bool:
        """Whether whoever ends the deal may hold something."""
        return self.kind == "knock"


@lru_cache(maxsize=64)
def way_of(variant: Variant, *, numbers: bool = False) -> Way:
    """How deals of a game are written; `numbers`: as games with more to a deal were before."""
    scoring, held = variant.scoring, HandField("points", cards=True)
    if numbers or not (variant.is_card_game or variant.counts_cards):
        parts = tuple(
            HandField("points" if place == 1 else f"part{place}", cards=False, part=part)
            for place, part in enumerate(scoring.parts, 1)
        )
        field = HandField("points", cards=False)
        return Way(kind="numbers", fields=(field,), asks_out=False, parts=parts)
    if scoring.melded:
        fields = (held, HandField("melded", cards=True))
        return Way(kind="melded", fields=fields, asks_out=False)
    if variant.tracks:
        return Way(kind="laid", fields=(), fates=(LAID,))
    if variant.ended_by == "won":
        return Way(kind="won", fields=())
    if variant.ended_by == "knock":
        usual, special = variant.full_knocks
        marks = (special,) if scoring.brings(special) else ()
        if scoring.difference:
            return Way(kind="knock", fields=(held,), kinds=(KNOCK, usual, *marks, UNDERCUT))
        return Way(kind="knock", fields=(held,), marks=marks)
    if variant.ended_by == "declare":
        fates = {"first": scoring.dropped_first, "middle": scoring.dropped_middle}
        fates |= {WRONG_DECLARATION: scoring.wrong_declaration}
        return Way(kind="declare", fields=(held,), fates=tuple(f for f in fates if fates[f]))
    marks = (OUT_FROM_HAND,) if scoring.heeds_hand and variant.lays_melds else ()
    feats = (CUT,) if scoring.cut_bonus else ()
    unopened = (UNOPENED,) if scoring.unopened else ()
    kind = "shown" if variant.is_showdown else "cards"
    return Way(kind=kind, fields=(held,), marks=marks, feats=feats, fates=unopened)


def may_be_points(variant: Variant) -> bool:
    """Whether a deal of cards may be written by its points alone, which may be any number."""
    return variant.is_card_game and bool(way_of(variant).fields)
