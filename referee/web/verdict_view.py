"""A ruling as its page shows it: the headline, the cards as they were read, and what else may be.

It goes by plain data alone, so that a ruling kept in a game's log is shown as it was given.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import chain, repeat
from typing import Any, Final

from msgspec import UNSET

from referee.language import Phrase, capitalized, listed, say
from referee.rules.building.house_rules import why_idle
from referee.rules.cards import SUIT_SIGNS, Card, LaidCard, cards_of, parse_laid
from referee.rules.schema.deck import Drawn
from referee.rules.schema.variant import Terms, Variant
from referee.scorebook.errors import OptionRefused
from referee.scorebook.events.table import IfDown
from referee.web.forms import changed_options
from referee.web.rule_card import anchor_of


@dataclass(frozen=True, slots=True, kw_only=True)
class CardView:
    """A card, and what is said under it: what a wild stands for, or what a card left costs.

    `stands` is what it is in its meld, None for a wild of which that is not known. It is `missing`
    where it is the gap in a run.
    """

    card: Card
    stands: Card | None
    under: str = ""
    missing: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class MeldView:
    """Cards that lie together, and what stands over them."""

    cards: tuple[CardView, ...]
    caption: str = ""


class ShownFinding:
    """One rule that decided; `option` asks what the table has settled, `chosen` is its answer.

    `text` is the rule as it is at the table, and `anchor` its place on the page of rules if it
    is `on_card`.
    `turned`: the table chose otherwise than is usual. `open`: another answer may change something.
    """

    def __init__(self, variant: Variant, finding: Mapping[str, Any]) -> None:
        self.ok = bool(finding["ok"])
        self.says = str(finding["says"])
        self.anchor = anchor_of(str(finding["rule"]))
        self.on_card = finding["rule"] in variant.rules
        # A ruling that was kept names its rule alone.
        known = "rule_text" in finding or not self.on_card
        self.text = str(finding.get("rule_text", "") if known else variant.text(finding["rule"]))
        self.source = str(finding["source"])
        self.by_table = finding["settled_by"] == "table"
        self.option = option = variant.options.get(str(finding.get("option", "")))
        self.chosen = option.label(variant.chosen[option.name]) if option else ""
        self.turned = option is not None and variant.chosen[option.name] != option.default
        self.open = option is not None and not why_idle(variant, option.name)[0]

    def others(self, variant: Variant) -> Iterator[tuple[str, str]]:
        """The answers that a table may turn to, each with its label; none for a number."""
        for value, label in self.option.labels if self.option else ():
            with suppress(OptionRefused):
                if self.option and changed_options(variant, {self.option.name: value}):
                    yield value, capitalized(label)


_TELLING: Final = (
    *("contract.pieces", "opening.value", "showdown.knock", "go-out.melded", "take-wild.kind"),
    *("lay-off.moves-wild", "lay-off.fit", "wild.standing", "wild.itself", "run.both-ends"),
    *("run.ace", "set.rank", "run.order"),
)
"""Rules that say why something is allowed, those that say most of it first."""


def deciding(ruling: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """The finding that a ruling rests on, by its plain data; None where it has none.

    It is settled as the ruling is. Of what was broken it is the first, but that a card does not
    fit says less than why. Points that are left answer what can be laid down, if anything can.
    """
    verdict, facts = ruling["verdict"], ruling["facts"]
    findings = [
        finding
        for finding in ruling["findings"]
        if verdict == "answer"
        or (finding["settled_by"] == ruling["settled_by"] and finding["ok"] == (verdict == "legal"))
    ]
    if verdict == "illegal":
        return min(findings, key=lambda finding: finding["rule"] == "lay-off.fit", default=None)
    is_left = not facts.get("can_go_out") and facts.get("can_lay_contract") is not False
    order = (
        ("score.grouped", "points.cards", *_TELLING)
        if verdict == "answer" and is_left
        else _TELLING
    )
    ranks = {rule: rank for rank, rule in enumerate(order)}
    return min(findings, key=lambda finding: ranks.get(finding["rule"], len(ranks)), default=None)


_CARD: Final = re.compile(rf"\b(10|[2-9AJQK])([{''.join(SUIT_SIGNS.values())}])\ufe0e?")
"""A card as sentences write it."""


class VerdictView:
    """What the page of a ruling shows, laid out from the ruling and its case, both plain data.

    `headline` is the answer in a word or two, `reason` the sentence under it, and `decides` the
    rule that it rests on; `more` are the other reasons. `other_readings` are melds that may stand
    instead. `if_down`: what must be down for it to be allowed, where nobody said whether it is.
    """

    def __init__(
        self,
        variant: Variant,
        case: Mapping[str, Any],
        ruling: Mapping[str, Any],
        *,
        if_down: IfDown = UNSET,
    ) -> None:
        ask, facts = str(case["ask"]), ruling["facts"]
        nearest = facts.get("nearest") or ()
        self.if_down = if_down
        self.verdict = str(ruling["verdict"])
        self.answer, self.lines = _answer(variant, case, ruling)
        self.headline = listed((self.answer,))
        finding = deciding(ruling)
        self.decides = ShownFinding(variant, finding) if finding else None
        self.reason = reason_of(ruling, self.headline)
        if if_down:
            # What an answer hangs on comes first.
            self.answer = Phrase.of("answer-if-down", down=if_down)
            self.lines = (self.reason, *self.lines)
            self.verdict, self.headline, self.reason = hanging(if_down)
        self.more = tuple(
            ShownFinding(variant, other) for other in ruling["findings"] if other is not finding
        )
        terms = variant.at(case.get("deal"), Drawn(str(case.get("wild", ""))))
        melds = _melds(terms, ask, case, facts)
        gaps = self.verdict == "illegal" and finding is not None and finding["rule"] == "run.order"
        self.melds = tuple(_with_gaps(terms, meld) if gaps else meld for meld in melds)
        self.nearest = (nearest,) if isinstance(nearest, str) else tuple(map(str, nearest))
        self.other_readings = tuple(_other_readings(terms, case, facts))


def hanging(if_down: str) -> tuple[str, str, str]:
    """The verdict, the headline and the reason of an answer that hangs on what must be down."""
    return "conditional", say("verdict-if"), say("verdict-if-down", down=if_down)


def reason_of(ruling: Mapping[str, Any], headline: str) -> str:
    """What the finding that decides says, or its rule where that would be the answer once more."""
    finding = deciding(ruling)
    if finding is None:
        return ""
    says, text = str(finding["says"]), str(finding.get("rule_text", ""))
    repeats = ruling["verdict"] == "answer" and headline.casefold() in says.casefold()
    return text if text and repeats else _spelt_out(says)


def _spelt_out(text: str) -> str:
    """A sentence with its only card in words: the sign of a suit is small in dim light."""
    signs = _CARD.findall(text)
    joker = re.escape(say("card", rank="joker", suit="none"))
    # A joker beside it is in a row with it.
    if len(signs) != 1 or re.search(f"{_CARD.pattern} {joker}|{joker} {_CARD.pattern}", text):
        return text
    rank, sign = signs[0]
    suit = next(suit for suit, drawn in SUIT_SIGNS.items() if drawn == sign)
    name = say(
        "card-suited", rank=say("card-rank", rank=rank).lower(), suit=say("suit-name", suit=suit)
    )
    return capitalized(_CARD.sub(name, text))


def _answer(
    variant: Variant, case: Mapping[str, Any], ruling: Mapping[str, Any]
) -> tuple[Phrase, tuple[str, ...]]:
    ask = case["ask"]
    facts, verdict = ruling["facts"], str(ruling["verdict"])
    if verdict != "answer":
        whole = (one for one in ruling["findings"] if one["rule"] == "contract.whole-hand")
        only_if = verdict == "legal" and "hand" not in case
        return Phrase.of(f"answer-{verdict}"), tuple(one["says"] for one in whole if only_if)
    if ask == "contract":
        return Phrase.of("answer-unknown"), ()
    if ask == "points":
        return Phrase.of("answer-points", points=facts["points"]), ()
    if ask == "claim":
        return _claim_answer(ruling)
    if ask == "stock-out":
        return Phrase.of(f"answer-{facts['then']}"), ()
    if ask == "irregularity":
        return _mended(facts["then"], case), ()
    return _arranged_answer(variant, ruling)


def _mended(then: str | None, case: Mapping[str, Any]) -> Phrase:
    """What happens after something went wrong."""
    if then is None and case.get("hand") == "":
        return Phrase.of("answer-out-all")
    kind, _, name = (then or "may-go").partition(":")
    if name:
        return Phrase.of("answer-claim", name=name)
    return Phrase.of(f"answer-then-{kind}", what=str(case["what"]))


def _claim_answer(ruling: Mapping[str, Any]) -> tuple[Phrase, tuple[str, ...]]:
    facts = ruling["facts"]
    name = facts["discard_to"]
    if name is None:
        return Phrase.of("answer-claim-nobody"), ()
    extra = facts["extra_cards"].get(name, 0)
    lines = (say("line-stock-cards", cards=extra),) if extra else ()
    needs = (one["says"] for one in ruling["findings"] if one["rule"] == "take-discard.when")
    return Phrase.of("answer-claim", name=name), (*lines, *needs)


def _arranged_answer(variant: Variant, ruling: Mapping[str, Any]) -> tuple[Phrase, tuple[str, ...]]:
    facts = ruling["facts"]
    points = facts["points_left"]
    unproven = () if facts.get("proven", True) else (say("line-unproven"),)
    if facts["can_lay_contract"] is False:
        what = "contract" if variant.has_contracts else "opening"
        code = f"answer-no-{what}-found" if unproven else f"answer-no-{what}"
        return Phrase.of(code), (say("line-all-stay", points=points), *unproven)
    if not facts["melds"]:
        # All cards of a hand without the runs that it needs count, its melds too.
        all_count = any(finding["rule"] == "score.grouped" for finding in ruling["findings"])
        answer = Phrase.of("answer-all-count" if all_count else "answer-no-meld")
        stay = (say("line-all-stay", points=points),) if variant.has_points else ()
        return answer, (*stay, *unproven)
    if facts.get("can_go_out"):
        left = cards_of(parse_laid(" ".join(_shown(facts)["left"])))
        return Phrase.of("answer-out", cards=left) if left else Phrase.of(
            "answer-out-all"
        ), unproven
    if not facts["left"]:
        return Phrase.of("answer-all"), unproven
    if not variant.has_points:
        laid = sum(len(parse_laid(meld)) for meld in facts["melds"])
        return Phrase.of("answer-laid", cards=laid), unproven
    return Phrase.of("answer-points", points=points), (say("line-left-in-hand"), *unproven)


_CAPTIONS: Final = {
    "lay-off": {"onto": "onto", "cards": "adds"},
    "take-wild": {"meld": "onto", "give": "gives"},
}
"""What stands over the cards of a question about a meld, by their field."""
_BECOMES: Final = {"becomes": "becomes", "takes": "takes"}
"""The same of what becomes of them."""
_ONE_FIELD: Final = {"discard": "card", "irregularity": "hand"}
"""The field of the cards that a question is about, where that is not `cards`."""


def _melds(
    variant: Variant, ask: str, case: Mapping[str, Any], facts: Mapping[str, Any]
) -> Sequence[MeldView]:
    if ask == "contract" and facts.get("matches"):
        return [meld_view(variant, match["cards"], match["reads_as"]) for match in facts["matches"]]
    if ask == "contract":
        melds = case["melds"] if "melds" in case else [case["cards"]]
        return [meld_view(variant, meld) for meld in melds]
    if ask in ("knock", "arrange") and "melds" in facts:
        shown = _shown(facts)
        return [*(meld_view(variant, meld) for meld in shown["melds"]), *_left(variant, shown)]
    if ask == "declare" and facts.get("groups"):
        return [
            meld_view(variant, group["cards"], group["reads_as"], say(f"caption-{group['kind']}"))
            for group in facts["groups"]
        ]
    if ask in _CAPTIONS:
        cards, captions = (facts, _BECOMES) if "becomes" in facts else (case, _CAPTIONS[ask])
        return [
            meld_view(variant, cards[name], caption=say(f"caption-{caption}"))
            for name, caption in captions.items()
            if name in cards
        ]
    asked = case.get(_ONE_FIELD.get(ask, "cards"))
    return [meld_view(variant, asked, _read_as(facts))] if asked else []


def _read_as(facts: Mapping[str, Any]) -> Sequence[str]:
    """What the cards of a meld stand for in the reading that the reasons are about."""
    return facts.get("ruled_as") or facts.get("reads_as") or ()


_FEW: Final = 2
"""So many cards that a run lacks are drawn; with more it was hardly meant as one."""


def _with_gaps(terms: Terms, meld: MeldView) -> MeldView:
    """A meld with the cards that its runs lack in their places."""
    cards, ranks = list(meld.cards), terms.deck.ranks
    for suit in terms.suits:
        places = [
            ranks.index(view.stands.rank)
            for view in meld.cards
            if view.stands and view.stands.suit == suit
        ]
        lacks = sorted(set(range(min(places), max(places))) - set(places)) if places[2:] else []
        for place in lacks if len(lacks) <= _FEW else ():
            before, card = Card(ranks[place - 1], suit), Card(ranks[place], suit)
            at = max(index for index, view in enumerate(cards) if view.stands == before)
            cards.insert(at + 1, CardView(card=card, stands=card, missing=True))
    return MeldView(cards=tuple(cards), caption=meld.caption)


def _shown(facts: Mapping[str, Any]) -> Mapping[str, Any]:
    """The melds of a hand and what they leave: those to go out with, where that is possible."""
    way = facts.get("goes_out")
    return {"melds": way["melds"], "left": way["discard"].split()} if way else facts


def _left(variant: Variant, facts: Mapping[str, Any]) -> Iterator[MeldView]:
    """The cards left in hand, if any, each with what it costs where that is told."""
    if held := facts.get("left") or facts.get("deadwood"):
        left = meld_view(variant, held)
        told = facts.get("left_points", ()) if variant.has_points else ()
        costs = [str(cost["points"]) for cost in told]
        cards = zip(left.cards, chain(costs, repeat("")), strict=False)
        views = tuple(replace(one, under=cost or one.under) for one, cost in cards)
        yield MeldView(cards=views, caption=say("caption-left"))


def _other_readings(
    variant: Variant, case: Mapping[str, Any], facts: Mapping[str, Any]
) -> Sequence[MeldView]:
    if readings := facts.get("readings"):
        return [
            meld_view(
                variant, case["cards"], reading["reads_as"], say(f"caption-{reading['kind']}")
            )
            for reading in readings
            if reading["reads_as"] != _read_as(facts)
        ]
    caption = say("caption-instead")
    return [meld_view(variant, choice, caption=caption) for choice in facts.get("choices", ())[1:]]


def meld_view(
    variant: Variant, cards: str | Sequence[str], reads_as: Sequence[str] = (), caption: str = ""
) -> MeldView:
    """Cards as they lie; each wild says what it stands for where that is known."""
    laid = parse_laid(cards if isinstance(cards, str) else " ".join(cards), suits=False)
    read = zip(laid, chain(reads_as, repeat("")), strict=False)
    views = tuple(_card_view(variant, laid_card, code) for laid_card, code in read)
    return MeldView(cards=views, caption=caption)


def _card_view(variant: Variant, laid_card: LaidCard, code: str) -> CardView:
    """A card of a meld; the code is what a ruling reads it as, where there is one."""
    card, stands = laid_card
    if not variant.is_wild(card):
        return CardView(card=card, stands=card)
    with suppress(ValueError):
        ((stands, _),) = parse_laid(code, suits=False)
    under = say("stands-as", card=stands) if stands and stands != card else ""
    return CardView(card=card, stands=stands, under=under)
