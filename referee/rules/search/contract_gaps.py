"""What a heap of cards lacks for the contract of a deal: the division that comes nearest to it."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, combinations

from referee.rules.cards import JOKER, SUITS, Card, LaidCard, Meld, cards_of
from referee.rules.deals import copies_in_play
from referee.rules.findings import Finding, broken, violations
from referee.rules.law.contracts import judge_contract
from referee.rules.law.meld_law import UNLIMITED
from referee.rules.law.melds import judge_meld
from referee.rules.phrases import contract_of
from referee.rules.schema.melds import Piece
from referee.rules.schema.variant import Terms
from referee.rules.search.arrange import MOST_CARDS
from referee.rules.search.laying import Waived, as_given, contract_pieces, lay, task_of
from referee.rules.search.solver import Budget

MOST_LACKING = 3
"""The most cards that a heap may lack for what it lacks to be looked for."""

MOST_STEPS = 20_000
"""The work that all looks for the nearest division of some cards may do."""


@dataclass(frozen=True, slots=True)
class NearMeld:
    """One meld of the nearest division.

    `piece` is what the contract asks for, `cards` are those held, `lacking` the natural cards that
    would complete it.
    """

    piece: Piece
    cards: Meld
    lacking: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True)
class NearDivision:
    """A division of cards into the melds of a contract that lacks as few cards as possible.

    `left` are the cards that no meld uses.
    """

    melds: tuple[NearMeld, ...]
    left: tuple[LaidCard, ...]

    @property
    def lacking(self) -> tuple[Card, ...]:
        """All cards that are missing, in the order of the melds."""
        return tuple(card for meld in self.melds for card in meld.lacking)

    def serving(self, card: Card) -> NearMeld | None:
        """The meld that uses a card already, where one does."""
        return next((meld for meld in self.melds if LaidCard(card) in meld.cards), None)


def gap_findings(terms: Terms, division: NearDivision) -> tuple[Finding, ...]:
    """Why cards hold no contract: what each meld lacks, or which cards are left over."""
    short = [meld for meld in division.melds if meld.lacking]
    if not short:
        left = cards_of(division.left)
        if terms.deal.whole_hand:
            return (broken(terms, "contract.whole-hand", "over", cards=left),)
        return (broken(terms, "contract.pieces", "over", cards=left),)
    return tuple(_short_of(terms, division, meld) for meld in short)


def heap_findings(
    terms: Terms, division: NearDivision, laid: Sequence[LaidCard]
) -> tuple[Finding, ...]:
    """Why cards that were all laid down are not the contract."""
    short = [meld for meld in division.melds if meld.lacking]
    if len(short) == 1 and len(short[0].cards) < 2 and division.left:
        return (_of_no_use(terms, short[0].piece, (*short[0].cards, *division.left), laid),)
    return gap_findings(terms, division)


def _of_no_use(terms: Terms, piece: Piece, cards: Meld, laid: Sequence[LaidCard]) -> Finding:
    """That cards beside the rest of a contract do not come near the piece it still asks for."""
    count = Counter(cards)
    cards = tuple(laid_card for laid_card in laid if _take(count, laid_card))
    readings = judge_meld(terms, cards).readings
    kind = readings[0].kind if readings else piece.kind
    return broken(
        terms, "contract.pieces", "kind" if kind == piece.kind else "other",
        deal=terms.number, contract=contract_of(terms.contract),
        cards=cards_of(cards), kind=kind,
    )  # fmt: skip


def _short_of(terms: Terms, division: NearDivision, meld: NearMeld) -> Finding:
    if len(meld.cards) < 2 < meld.piece.size:
        return broken(terms, "contract.pieces", "nothing", piece=meld.piece)
    cards = cards_of(meld.cards)
    if len(cards) >= meld.piece.size and meld.piece.kind == "run":
        return broken(terms, "run.order", "missing", cards=cards, missing=meld.lacking)
    for card in meld.lacking:
        if division.serving(card) not in (None, meld):
            return broken(
                terms, "contract.pieces", "twice", piece=meld.piece, cards=cards, card=card
            )
    return broken(terms, "contract.pieces", "lacking", piece=meld.piece, cards=cards)


def nearest_to_contract(
    terms: Terms,
    laid: Sequence[LaidCard],
    *,
    players: int | None = None,
    most_lacking: int = MOST_LACKING,
    most_left: int = UNLIMITED,
) -> NearDivision | None:
    """Divide cards into a deal's contract with as few cards lacking as possible.

    Jokers that nobody holds are dealt in, one more at a time, until
    the contract can be laid; the natural cards they stand for are what is lacking. None where
    more than `most_lacking` cards are, where more than `most_left` would be left over, or where
    the search ended before it knew.
    """
    if not terms.contract:
        return None
    budget = Budget(MOST_STEPS)
    for lacking in range(min(most_lacking, MOST_CARDS - len(laid)) + 1):
        lent = (LaidCard(JOKER),) * lacking
        # A limit on wilds does not concern the natural cards that lent jokers stand for.
        for waived in (Waived.LAWS, Waived.NOTHING) if lacking else (Waived.NOTHING,):
            task = task_of(terms, waived)
            if task is None:
                continue
            demands = task.demands[: len(task.owed)]
            if lacking:
                # A meld may be lacking altogether: then it is of lent jokers alone.
                demands = tuple(
                    replace(demand, law=replace(demand.law, naturals=0)) for demand in demands
                )
            contract = replace(task, demands=demands, further=0)
            melds = lay(terms, contract, (*laid, *lent), budget, most_left)
            if melds is not None:
                gaps = _without_lent(terms, laid, melds, lacking, players)
                if gaps is not None:
                    return gaps
    return None


def _without_lent(
    terms: Terms,
    laid: Sequence[LaidCard],
    melds: Sequence[Meld],
    lacking: int,
    players: int | None,
) -> NearDivision | None:
    """The division with natural cards in the place of the jokers that were lent."""
    said = Counter(laid_card for laid_card in laid if laid_card.says)
    jokers = []
    for meld, cards in enumerate(melds):
        for place, laid_card in enumerate(cards):
            said[laid_card] -= 1
            if laid_card.card.is_joker and said[laid_card] < 0:
                jokers.append((meld, place))
    lent = len(jokers) - laid.count(LaidCard(JOKER))
    if lent != lacking:
        return None
    # What is lacking is told best of one meld, so ways that leave others whole come first.
    ways = sorted(combinations(jokers, lent), key=lambda way: len({meld for meld, _ in way}))
    for way in ways:
        named = _named(terms, melds, way, players)
        if named is None:
            continue
        whole = [
            tuple(
                LaidCard(named[meld, place]) if (meld, place) in named else laid_card
                for place, laid_card in enumerate(cards)
            )
            for meld, cards in enumerate(melds)
        ]
        if not violations(judge_contract(terms, whole, players=players).findings):
            return _division(terms, laid, melds, named)
    return None


def _named(
    terms: Terms,
    melds: Sequence[Meld],
    lent: Sequence[tuple[int, int]],
    players: int | None,
) -> dict[tuple[int, int], Card] | None:
    """The natural card that each lent joker stands for; None where the packs hold no more of it."""
    used = Counter(cards_of(chain.from_iterable(melds)))
    named: dict[tuple[int, int], Card] = {}
    for meld, place in lent:
        stands = melds[meld][place].says
        there = {*cards_of(melds[meld])} | {
            card for (other, _), card in named.items() if other == meld
        }
        # The suit that is used least comes first.
        for card in sorted(
            _naturals(terms, stands), key=lambda natural: (natural in there, used[natural])
        ):
            if used[card] < copies_in_play(terms, players, card):
                named[meld, place] = card
                used[card] += 1
                break
        else:
            return None
    return named


def _naturals(terms: Terms, stands: Card | None) -> Iterator[Card]:
    """The natural cards that are what a wild stands for."""
    if stands is None:
        return
    for suit in [stands.suit] if stands.suit else SUITS:
        card = Card(stands.rank, suit)
        if not terms.is_wild(card):
            yield card


def _division(
    terms: Terms,
    laid: Sequence[LaidCard],
    melds: Sequence[Meld],
    named: dict[tuple[int, int], Card],
) -> NearDivision:
    near = [
        NearMeld(
            piece,
            tuple(laid_card for place, laid_card in enumerate(cards) if (at, place) not in named),
            tuple(named[at, place] for place in range(len(cards)) if (at, place) in named),
        )
        for at, (piece, cards) in enumerate(zip(contract_pieces(terms), melds, strict=True))
    ]
    given = as_given([meld.cards for meld in near], laid)
    left = Counter(laid) - Counter(laid_card for meld in given for laid_card in meld)
    return NearDivision(
        tuple(near), tuple(laid_card for laid_card in laid if _take(left, laid_card))
    )


def _take(left: Counter[LaidCard], laid_card: LaidCard) -> bool:
    left[laid_card] -= 1
    return left[laid_card] >= 0
