"""A ruling as its page shows it: the headline, the cards as they were read, and what else may be.

It goes by plain data alone, so that a ruling kept in a game's log is shown as it was given.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, repeat
from typing import Any

from referee.language import Phrase, listed
from referee.rules.cards import Card, CardsError, LaidCard, parse_laid
from referee.rules.variant import StockOut, Variant
from referee.web.disputes.words import CAPTIONS, SETTLED, counted
from referee.web.variants.card import anchor_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawn:
    """A card, and what is said under it: what a wild stands for, or what a card left costs."""

    card: Card
    under: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class LaidMeld:
    """Cards that lie together, and what stands over them."""

    cards: tuple[Drawn, ...]
    caption: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reason:
    """One rule that decided; `option` asks what the table has settled, `chosen` is its answer.

    `text` is the rule as it is at the table, and `anchor` its place on the page of rules.
    `turned`: the table chose otherwise than is usual.
    """

    ok: bool
    says: str
    anchor: str
    text: str
    source: str
    by_table: bool
    option: str = ""
    asks: str = ""
    chosen: str = ""
    turned: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """What the page of a ruling shows. `shape` is the verdict; `others` may stand instead."""

    shape: str
    answer: Phrase
    lines: tuple[str, ...]
    melds: tuple[LaidMeld, ...]
    reasons: tuple[Reason, ...]
    nearest: tuple[str, ...]
    others: tuple[LaidMeld, ...]

    @property
    def headline(self) -> str:
        """The answer in a word or two."""
        return listed((self.answer,))


def shown(variant: Variant, case: Mapping[str, Any], ruling: Mapping[str, Any]) -> Shown:
    """Lay out a ruling and its case, both as plain data."""
    ask, facts = str(case["ask"]), ruling["facts"]
    reasons = tuple(_reason(variant, finding) for finding in ruling["findings"])
    answer, lines = _answer(ask, ruling, reasons)
    nearest = facts.get("nearest") or ()
    return Shown(
        shape=str(ruling["verdict"]),
        answer=answer,
        lines=lines,
        melds=tuple(_melds(variant, ask, case, facts)),
        reasons=reasons,
        nearest=(nearest,) if isinstance(nearest, str) else tuple(map(str, nearest)),
        others=tuple(_others(variant, case, facts)),
    )


def _answer(
    ask: str, ruling: Mapping[str, Any], reasons: Sequence[Reason]
) -> tuple[Phrase, tuple[str, ...]]:
    facts, name = ruling["facts"], str(ruling["verdict"])
    if name != "answer":
        turned = any(reason.turned for reason in reasons if reason.by_table)
        by = "house" if turned and ruling["settled_by"] == "table" else ruling["settled_by"]
        return Phrase.of(f"answer-{name}"), (SETTLED[f"{name} {by}"],)
    if ask == "points":
        return Phrase.of("answer-points", points=facts["points"]), ()
    if ask == "claim":
        return _claim_answer(facts)
    if ask == "stock-out":
        return Phrase.of(f"answer-{StockOut(facts['then'])}"), ()
    if ask == "irregularity":
        return _mended(facts["then"]), ()
    return _arranged_answer(facts)


def _mended(then: str | None) -> Phrase:
    """What happens after something went wrong."""
    kind, _, name = (then or "may-go").partition(":")
    return Phrase.of("answer-claim", name=name) if name else Phrase.of(f"answer-then-{kind}")


def _claim_answer(facts: Mapping[str, Any]) -> tuple[Phrase, tuple[str, ...]]:
    if facts["discard_to"] is None:
        return Phrase.of("answer-claim-nobody"), ()
    extra = facts["extra_cards"].get(facts["discard_to"], 0)
    cards = "one card" if extra == 1 else f"{extra} cards"
    more = f"Plus {cards} from the stock." if extra else ""
    return Phrase.of("answer-claim", name=facts["discard_to"]), tuple(filter(None, (more,)))


def _arranged_answer(facts: Mapping[str, Any]) -> tuple[Phrase, tuple[str, ...]]:
    out = "Discard the last card and you’re out." if facts["left"] else "You can go out."
    out = out if facts.get("can_go_out") else ""
    unproven = (
        "" if facts.get("proven", True) else "This is the best we found; there may be a better one."
    )
    left = counted(facts["points_left"], "point")
    if facts["can_lay_contract"] is False:
        return Phrase.of("answer-no-contract"), (f"All {left} stay in your hand.",)
    if not facts["melds"]:
        return Phrase.of("answer-no-meld"), (f"All {left} stay in your hand.",)
    if not facts["left"]:
        return Phrase.of("answer-all"), tuple(filter(None, (out, unproven)))
    points = Phrase.of("answer-points", points=facts["points_left"])
    return points, tuple(filter(None, ("left in your hand.", out, unproven)))


def _reason(variant: Variant, finding: Mapping[str, Any]) -> Reason:
    name = str(finding.get("option", ""))
    option = variant.options.get(name)
    return Reason(
        ok=bool(finding["ok"]),
        says=str(finding["says"]),
        anchor=anchor_of(str(finding["rule"])),
        text=str(finding.get("rule_text", "")),
        source=str(finding["source"]),
        by_table=finding["settled_by"] == "table",
        option=name if option else "",
        asks=option.asks if option else "",
        chosen=option.label(variant.chosen[name]) if option else "",
        turned=option is not None and variant.chosen[name] != option.default,
    )


def _melds(
    variant: Variant, ask: str, case: Mapping[str, Any], facts: Mapping[str, Any]
) -> Sequence[LaidMeld]:
    def laid(name: str, caption: str = "") -> list[LaidMeld]:
        return [meld_shown(variant, case[name], caption=CAPTIONS.get(caption, caption))]

    if ask == "contract":
        return _contract(variant, case, facts)
    if ask == "arrange" and "melds" in facts:
        return _arranged(variant, facts)
    if ask == "lay-off":
        if "becomes" in facts:
            return [meld_shown(variant, facts["becomes"], caption=CAPTIONS["becomes"])]
        return [*laid("onto", "onto"), *laid("cards", "adds")]
    if ask == "take-wild":
        if "becomes" in facts:
            then = meld_shown(variant, facts["becomes"], caption=CAPTIONS["becomes"])
            return [then, meld_shown(variant, facts["takes"], caption=CAPTIONS["takes"])]
        return [*laid("meld", "onto"), *laid("give", "gives")]
    if ask == "discard":
        return laid("card")
    if ask == "irregularity":
        return laid("hand") if "hand" in case else []
    if "cards" not in case:
        return []
    return [meld_shown(variant, case["cards"], facts.get("reads_as") or ())]


def _contract(
    variant: Variant, case: Mapping[str, Any], facts: Mapping[str, Any]
) -> list[LaidMeld]:
    if facts.get("matches"):
        return [
            meld_shown(
                variant, match["cards"], match["reads_as"], str(match["requires"]).capitalize()
            )
            for match in facts["matches"]
        ]
    return [meld_shown(variant, one) for one in case.get("melds") or [case["cards"]]]


def _arranged(variant: Variant, facts: Mapping[str, Any]) -> list[LaidMeld]:
    melds = [meld_shown(variant, one) for one in facts["melds"]]
    if facts["left"]:
        melds.append(_left(variant, facts))
    return melds


def _left(variant: Variant, facts: Mapping[str, Any]) -> LaidMeld:
    """The cards left in hand, each with what it costs."""
    left = meld_shown(variant, facts["left"], caption=CAPTIONS["left"])
    costs = [str(one["points"]) for one in facts.get("left_points", ())]
    cards = zip(left.cards, chain(costs, repeat("")), strict=False)
    drawn = tuple(Drawn(card=one.card, under=cost) for one, cost in cards)
    return LaidMeld(cards=drawn, caption=left.caption)


def _others(
    variant: Variant, case: Mapping[str, Any], facts: Mapping[str, Any]
) -> Sequence[LaidMeld]:
    if readings := facts.get("readings"):
        return [
            meld_shown(variant, case["cards"], one["reads_as"], CAPTIONS[one["kind"]])
            for one in readings[1:]
        ]
    return [
        meld_shown(variant, one, caption=CAPTIONS["instead"])
        for one in facts.get("choices", ())[1:]
    ]


def meld_shown(
    variant: Variant,
    cards: str | Sequence[str],
    reads_as: Sequence[str] = (),
    caption: str = "",
) -> LaidMeld:
    """Cards as they lie; each wild says what it stands for where that is known."""
    laid = parse_laid(cards if isinstance(cards, str) else " ".join(cards), suits=False)
    standing = zip(laid, chain(reads_as, repeat("")), strict=False)
    drawn = tuple(
        Drawn(card=one.card, under=_standing(variant, one, code)) for one, code in standing
    )
    return LaidMeld(cards=drawn, caption=caption)


def _standing(variant: Variant, one: LaidCard, code: str) -> str:
    said = code or (one.says.code if one.says else "")
    if not variant.is_wild(one.card) or said in ("", one.card.code):
        return ""
    try:
        return "is " + " ".join(str(read.card) for read in parse_laid(said, suits=False))
    except CardsError:
        return ""
