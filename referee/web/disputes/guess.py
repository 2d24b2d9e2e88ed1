"""What is most likely asked about cards, before anybody has said so."""

from collections.abc import Mapping

from referee.rules.deals import DealError, plan_deal
from referee.rules.findings import Ruling, violations
from referee.rules.questions.cases import Question
from referee.rules.questions.fields import ON_CARDS
from referee.rules.questions.irregularities import MISHAPS
from referee.rules.schema.variant import Terms
from referee.scorebook.checked import parse_whole
from referee.web.disputes.card_field import MELD_BREAK, melds_parted, readable, words_in
from referee.web.disputes.dispute import Desk, Dispute, questions_for


def likely(desk: Desk) -> tuple[str, ...]:
    """The questions that are likely meant by the cards of an address, the likeliest first.

    Without cards they are those that need none.
    """
    game, suits = desk.game, desk.game.suits
    words = [word for word in words_in(desk.query.get("cards", ""), suits) if word != MELD_BREAK]
    asked = {question.ask: question for question in questions_for(game)}
    if not words:
        return tuple(
            ask
            for ask, question in asked.items()
            if ask not in MISHAPS
            and not any(
                field.holds in ON_CARDS and field.needed for field in question.fields_for(game)
            )
        )
    wild = any(game.is_wild(laid.card) for word in words for laid in readable(word, suits))
    terms = game.at(desk.terms.number or 1)
    contract = sum(piece.size for piece in terms.contract)
    ranked = (
        _guess(desk, asked, len(words), terms, contract),
        *(("discard", "lay-off", "take-wild") if len(words) == 1 else ()),
        *(("contract",) if 0 < contract <= len(words) + 1 else ()),
        *(("take-wild",) if wild else ()),
        *("lay-off", "points", "meld", "contract", "arrange"),
    )
    return tuple(ask for ask in dict.fromkeys(ranked) if ask in asked)


def _guess(
    desk: Desk, asked: Mapping[str, Question], count: int, terms: Terms, contract: int
) -> str:
    """The question that so many cards are most likely about, of which a contract takes some."""
    melds = len(desk.melds)
    players = parse_whole(desk.query.get("players", ""))
    try:
        hand = plan_deal(terms, players or desk.game.players.least).cards_each
    except DealError:
        hand = 0

    def ruling_on(ask: str, **more: str) -> Ruling | None:
        if ask not in asked:
            return None
        asking = Desk(desk.query | more | {"ask": ask}, desk.table)
        ruled = Dispute(asking, asked[ask]).ruled
        return ruled.ruling if ruled else None

    def is_allowed(ask: str, **more: str) -> bool:
        ruling = ruling_on(ask, **more)
        return ruling is not None and ruling.verdict == "legal"

    def are_first_melds() -> bool:
        ruling = ruling_on("contract") if terms.least_opening else None
        broken = violations(ruling.findings) if ruling else ()
        return ruling is not None and all(one.message == "opening-value_few" for one in broken)

    if count < 2:
        return "lay-off" if melds else "discard"
    if 0 < hand <= count != contract and not (terms.contract and terms.deal.whole_hand):
        return "arrange"
    if 0 < contract <= count and is_allowed("contract"):
        return "contract"
    if is_allowed("meld"):
        return "meld"
    if any(is_allowed("lay-off", lies=str(place)) for place in range(melds)):
        return "lay-off"
    parted = len(melds_parted(desk.query["cards"])) > 1
    if 0 < contract <= count or parted or are_first_melds():
        return "contract"
    return "lay-off" if melds and count < min(terms.sets.least, terms.runs.least) else "meld"
