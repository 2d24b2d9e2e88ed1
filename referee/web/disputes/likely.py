"""The question that is likely meant by cards alone, as the rules see them."""

from typing import Final

from referee.rules.deals import DealError, plan_deal
from referee.rules.findings import Verdict
from referee.web.disputes.card_field import MELD_BREAK, words_in
from referee.web.disputes.dispute import Dispute, Table, melds_lying, query_of, question_named
from referee.web.parsing import parse_whole
from referee.web.rule_card import variant_or_404

LIKELY: Final = "likely"
"""What an address asks for that leaves the question to the cards in it."""


def likely_question(table: Table | None, sent: dict[str, str]) -> str:
    """The question that is likely meant by the cards of an address; empty where it has none."""
    variant = table.book.variant if table else variant_or_404(sent["game"])
    query = query_of(table, sent)
    count = sum(word != MELD_BREAK for word in words_in(query.get("cards", "")))
    deal, players = parse_whole(query.get("deal", "")), parse_whole(query.get("players", ""))
    terms = variant.at(deal or 1)
    contract = sum(piece.size for piece in terms.contract)
    try:
        hand = plan_deal(terms, players or variant.players.least).cards_each
    except DealError:
        hand = 0
    melds = len(melds_lying(table)) if table else 0

    def is_allowed(ask: str, **more: str) -> bool:
        question = question_named(variant, ask)
        if question is None:
            return False
        dispute = Dispute.open(query | more | {"ask": ask}, table, question)
        dispute.ask()
        return dispute.ruling is not None and dispute.ruling.verdict is Verdict.LEGAL

    if count < 2:
        return ("lay-off" if melds else "discard") if count else ""
    if 0 < hand <= count != contract:
        return "arrange"
    if 0 < contract <= count and is_allowed("contract"):
        return "contract"
    if is_allowed("meld"):
        return "meld"
    if any(is_allowed("lay-off", lies=str(place)) for place in range(melds)):
        return "lay-off"
    if 0 < contract <= count:
        return "contract"
    return "lay-off" if melds and count < min(terms.sets.least, terms.runs.least) else "meld"
