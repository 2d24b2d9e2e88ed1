"""Melds on the table: what a ruling changes there, and how they are shown."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, Final

from referee.language import Phrase, listed, say
from referee.rules.cards import cards_of, parse_laid, write_cards
from referee.rules.deals import contract_words
from referee.rules.phrases import laid_as, wild_word
from referee.rules.schema.variant import Variant
from referee.rules.stored import to_plain
from referee.scorebook.events.table import LaidMeld, MeldsLaid, melds_of
from referee.scorebook.projection import ScoreBook
from referee.web.disputes.dispute import ABOUT_A_MELD, Dispute
from referee.web.parsing import parse_index
from referee.web.verdict_view import MeldView, meld_view

LAY_DOWN: Final = frozenset({"meld", "contract", "further-meld"})


Lying = tuple[MeldView, str, str | None]
"""A meld on the table, where to ask about adding to it, and where about its wild; None for none."""


def table_seats(
    book: ScoreBook, address: Callable[..., str]
) -> Iterator[tuple[str, list[Lying], str | None]]:
    """Each player with their melds, and where to ask about one more; None for no more.

    `address` makes an address of the desk.
    """
    terms, melds = book.terms, melds_of(book)
    for seat in book.players:
        own = [
            _lying(terms, meld.cards, partial(address, lies=place, more="yes"))
            for place, meld in enumerate(melds)
            if meld.by == seat.key
        ]
        ask = "contract" if terms.must_open else "meld"
        if own:
            ask = "" if terms.further_melds.allowed == "none" else "further-meld"
        yield seat.name, own, address(ask=ask, by=seat.key) if ask else None


def _lying(variant: Variant, cards: str, address: Callable[..., str]) -> Lying:
    wild = any(variant.is_wild(laid_card.card) for laid_card in parse_laid(cards))
    takes = wild and variant.take_wild.kinds
    return (
        meld_view(variant, cards),
        address(ask="lay-off", onto=cards, into="cards"),
        address(ask="take-wild", meld=cards, into="give") if takes else None,
    )


def can_lay(dispute: Dispute) -> bool:
    """Whether a ruling allows something that can be put on the table."""
    if dispute.ruled is None or dispute.ruled.ruling.verdict != "legal":
        return False
    if dispute.question.ask in LAY_DOWN:
        return "by" in dispute.sent
    return dispute.question.ask in ABOUT_A_MELD and "lies" in dispute.sent


def worth_now(dispute: Dispute) -> str:
    """What a meld does for the contract of the deal at the table; empty where that is no matter."""
    terms, ruled = dispute.terms, dispute.ruled
    if "deal" not in dispute.sent or ruled is None or dispute.question.ask != "meld":
        return ""
    readings: Any = ruled.ruling.facts.get("readings", ())
    if ruled.ruling.verdict != "legal" or not terms.contract:
        return ""
    kinds = [reading["kind"] for reading in readings]
    size = len(readings[0]["reads_as"])
    asked = [piece.size for piece in terms.contract if str(piece.kind) in kinds]
    exact = terms.contracts.size == "exact"
    fit = any(size == least if exact else size >= least for least in asked)
    fits = "part" if fit else "size" if asked else "other"
    contract = contract_words(terms.contract)
    return say("worth-now", kind=kinds[0], fits=fits, contract=contract)


def ways_to_lay(dispute: Dispute) -> tuple[str, ...]:
    """The ways in which what is allowed may lie on the table, as people read them."""
    if not can_lay(dispute) or dispute.ruled is None:
        return ()
    facts: Any = dispute.ruled.ruling.facts
    return tuple(_standing(choice) for choice in facts.get("choices", ())) or ("",)


def _standing(cards: list[str]) -> str:
    """Cards with what wilds stand for, such as `8♥ joker as 9♥`."""
    return " ".join(
        say("melds-way", card=laid_card.card, **{"as": laid_card.says})
        if laid_card.says
        else listed((laid_card.card,))
        for laid_card in parse_laid(" ".join(cards))
    )


def melds_after(dispute: Dispute, book: ScoreBook, which: str = "") -> MeldsLaid | None:
    """The melds of the table once a ruling is carried out; None where it is about no meld there.

    `which` is the place, from 0, of one of several ways in which it may lie then.
    """
    ruled = dispute.ruled
    if book.next_deal is None or ruled is None:
        return None
    facts: Any = ruled.ruling.facts
    melds, ask = list(melds_of(book)), dispute.question.ask
    if ask in LAY_DOWN:
        by = dispute.sent["by"]
        if by not in {seat.key for seat in book.players}:
            return None
        # A single meld is told by its case.
        laid = facts.get("matches") or [{**ruled.case, **facts}]
        new = [LaidMeld(by=by, cards=_saying(meld["cards"], meld["reads_as"])) for meld in laid]
        shown = tuple([laid_as(cards_of(parse_laid(meld.cards))) for meld in new])
        did = Phrase.of("did-lay", name=book.names[by], melds=shown)
        return MeldsLaid(deal=book.next_deal_id, melds=(*melds, *new), did=to_plain(did))
    onto, joins = ABOUT_A_MELD[ask]
    at = parse_index(dispute.sent["lies"], len(melds))
    if at is None:
        return None
    by = melds[at].by
    if parse_laid(melds[at].cards) != parse_laid(ruled.case[onto]):
        return None
    choices = facts.get("choices") or [facts["becomes"]]
    becomes = choices[parse_index(which, len(choices)) or 0]
    melds[at] = LaidMeld(by=by, cards=" ".join(becomes))
    more = {"wild": wild_word(book.variant)} if ask == "take-wild" else {}
    joined = cards_of(parse_laid(ruled.case[joins]))
    did = Phrase.of(f"did-{ask}", cards=joined, **more, name=book.names[by])
    return MeldsLaid(deal=book.next_deal_id, melds=tuple(melds), did=to_plain(did))


def _saying(cards: Any, reads_as: list[str]) -> str:
    laid = parse_laid(cards if isinstance(cards, str) else " ".join(cards))
    said = [
        laid_card.card.code
        if stands in (laid_card.card.code, laid_card.card.rank)
        else f"{laid_card.card.code}={stands}"
        for laid_card, stands in zip(laid, reads_as, strict=True)
    ]
    return write_cards(parse_laid(" ".join(said)))
