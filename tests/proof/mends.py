"""Every mend that a refusal offers is asked again; where one card mends, one is offered."""

import random
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, cast

from referee.rules import rule_by
from referee.rules.cards import JOKER, Card, cards_of, parse_laid, write_cards
from referee.rules.deals import DealError, plan_deal
from referee.rules.findings import Offer, Ruling
from referee.rules.schema.options import OptionError
from referee.rules.schema.variant import Variant
from referee.variants import catalogue, load
from tests.proof.planted import contract_melds, options_felt
from tests.rules.hands import a_hand, some_deal, some_options

MENDS = 20_000
SEED = 23

Cased = dict[str, Any]
"""A case as it is asked, without its game."""


def main(mends: int = MENDS) -> bool:
    """Spoil melds, lay-offs and contracts by a card until so many mends were applied."""
    chance = random.Random(SEED)
    applied: Counter[str] = Counter()
    asked: Counter[str] = Counter()
    false = missed = 0
    slowest = spent = 0.0
    while applied.total() < mends:
        variant, case = spoilt(chance)
        start = time.process_time()
        ruling = rule_by(variant, case)
        took = time.process_time() - start
        slowest, spent = max(slowest, took), spent + took
        if ruling.verdict != "illegal":
            continue
        what = case["ask"] + (" heap" if "cards" in case and case["ask"] == "contract" else "")
        asked[what] += 1
        offers = cast(Sequence[Offer], ruling.facts.get("nearest", ()))
        for offer in offers:
            for mended in applications(variant, case, offer):
                applied[what] += 1
                if (again := rule_by(variant, mended)).verdict != "legal":
                    false += 1
                    print(
                        _told(variant, case), offer.said(), "->", mended, again.findings[0].said()
                    )
        if not offers and asked.total() % 4 == 0 and (would := one_card(variant, case, ruling)):
            missed += 1
            print("not offered:", would, _told(variant, case))
    print(f"seed {SEED}: {dict(asked)} refused, {dict(applied)} mends applied, {false} false, "
          f"{missed} missed; {1e3 * spent / asked.total():.1f} ms each, "
          f"slowest {1e3 * slowest:.0f} ms")  # fmt: skip
    return not false and not missed


def _told(variant: Variant, case: Cased) -> str:
    return f"{case} {dict(variant.turned)}:"


def spoilt(chance: random.Random) -> tuple[Variant, Cased]:
    """A game under some options, and a case of cards that one change may have spoilt."""
    while True:
        game = chance.choice(catalogue()).id
        try:
            variant = some_options(chance, game) if chance.random() < 0.5 else load(
                game, options_felt(chance)
            )  # fmt: skip
        except OptionError:
            continue
        deal = some_deal(chance, variant)
        players = chance.randint(variant.players.least, variant.players.most)
        case: Cased = {"game": game, "players": players, **({"deal": deal} if deal else {})}
        melds = contract_melds(chance, variant, deal, players)
        match chance.choice(["meld", "lay-off", "contract", "heap"]):
            case "meld" if melds:
                laid = _spoil(chance, variant, list(chance.choice(melds)))
                return variant, case | {"ask": "meld", "cards": write_cards(laid)}
            case "lay-off" if melds and variant.lays_melds:
                onto = chance.choice(melds)
                cards = a_hand(chance, variant, chance.randint(1, 3), chance.choice([0, 0, 1]))
                if cards:
                    added = {"cards": write_cards(cards), "onto": write_cards(onto)}
                    return variant, case | added | {"ask": "lay-off", "down": "earlier"}
            case "contract" if melds and variant.has_contracts:
                at = chance.randrange(len(melds))
                spoilt_melds = [list(meld) for meld in melds]
                spoilt_melds[at] = _spoil(chance, variant, spoilt_melds[at])
                return variant, case | {
                    "ask": "contract",
                    "melds": [*map(write_cards, spoilt_melds)],
                }
            case "heap" if melds and variant.has_contracts:
                heap = _spoil(chance, variant, [card for meld in melds for card in meld])
                return variant, case | {"ask": "contract", "cards": write_cards(heap)}


def _spoil(chance: random.Random, variant: Variant, cards: list[Card]) -> list[Card]:
    """The cards with one less, one more or one other."""
    new = JOKER if chance.random() < 0.1 else chance.choice(variant.deck.pack)
    at = chance.randrange(len(cards))
    match chance.randrange(3):
        case 0 if len(cards) > 1:
            return [*cards[:at], *cards[at + 1 :]]
        case 1:
            return [*cards[:at], new, *cards[at:]]
    return [*cards[:at], new, *cards[at + 1 :]]


def applications(variant: Variant, case: Cased, offer: Offer) -> Iterator[Cased]:
    """The case after a mend, for each card that it may mean."""
    values: Mapping[str, Any] = dict(offer.values)
    if offer.code == "group":
        yield case | {"melds": [write_cards(dict(one.values)["cards"]) for one in values["melds"]]}
        return
    for place, text in _places(case):
        laid = parse_laid(text)
        if "meld" in values and cards_of(laid) != values["meld"]:
            continue
        if offer.code.startswith("more"):
            yield _with(case, place, f"{text} {values['new'].code}")
        elif offer.code.startswith("less-any"):
            rank = dict(values["ranks"].values)["rank"]
            named = [at for at, one in enumerate(laid) if one.card.phrase().values[0][1] == rank]
            for at in named:
                yield _with(case, place, write_cards((*laid[:at], *laid[at + 1 :])))
        else:
            held = [at for at, one in enumerate(laid) if one.card == values["old"]]
            if not held:
                continue
            at = held[0]
            come = (values["new"],) if offer.code.startswith("exchange") else ()
            yield _with(case, place, write_cards((*laid[:at], *come, *laid[at + 1 :])))
        return


def _places(case: Cased) -> list[tuple[int | None, str]]:
    if "melds" in case:
        return list(enumerate(case["melds"]))
    return [(None, case["cards"])]


def _with(case: Cased, place: int | None, text: str) -> Cased:
    if place is None:
        return case | {"cards": text}
    melds = list(case["melds"])
    melds[place] = text
    return case | {"melds": melds}


def one_card(variant: Variant, case: Cased, ruling: Ruling) -> str:
    """A card that mends by being left out, or swapped for another, if there is one."""
    if {finding.rule for finding in ruling.findings} & BEYOND:
        return ""
    for place, text in _places(case):
        laid = parse_laid(text)
        for at in range(len(laid)):
            rest = (*laid[:at], *laid[at + 1 :])
            tries: list[tuple[Any, ...]] = [rest] if rest else []
            if case["ask"] != "contract" or "melds" in case:
                tries += [
                    (*laid[:at], new, *laid[at + 1 :])
                    for new in _natural(variant.at(case.get("deal")))
                ]
            for tried in tries:
                mended = _with(case, place, write_cards(tried))
                if _fits_hand(variant, mended) and rule_by(variant, mended).verdict == "legal":
                    return str(mended.get("melds") or mended["cards"])
    return ""


BEYOND = {
    "contract.whole-hand", "contract.last-card", "further-meld.allowed", "further-meld.when",
    "further-meld.number",
}  # fmt: skip


def _natural(variant: Variant) -> list[Card]:
    every = variant.deck.pack
    return [card for card in every if not variant.is_wild(card) and variant.deck.copies(card)]


def _fits_hand(variant: Variant, case: Cased) -> bool:
    """Whether nothing else than the cards named decides: the deal takes no whole hand."""
    if "deal" not in case or not variant.deals:
        return True
    if variant.deals[case["deal"] - 1].whole_hand:
        return False
    try:
        plan_deal(variant.at(case["deal"]), case["players"])
    except DealError:
        return False
    return True
