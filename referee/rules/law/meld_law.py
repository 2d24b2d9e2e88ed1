"""The law of melds: cards that lie together as a set or a run, and every rule that they break.

One answer for all who ask: who judges melds and contracts, who searches hands, who adds cards to
melds on the table. Rank, suit and order are what `readings` gives; this is what holds besides. A
knob on melds is a field of `Law` and its clause in `counts` or `places`.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property, lru_cache
from itertools import combinations, count, islice, pairwise, permutations, product, repeat
from typing import NamedTuple

from referee.language import Value
from referee.rules.cards import EVERY_SUIT, Card, Cards, Laid, LaidCard, cards_of, stands_as_itself
from referee.rules.findings import Findings, broken
from referee.rules.schema.deck import COLOURS
from referee.rules.schema.melds import KINDS, LEADS, Kind, Piece
from referee.rules.schema.runs import longest_run, runs_apart, runs_upwards
from referee.rules.schema.variant import Terms, Variant

UNLIMITED = 99

MOST_ORDERS = 64
"""In how many orders of cards of one rank a run is read at most that has ranks twice."""

RED = COLOURS["red"]
"""The red suits."""

OF_WILDS = ("wild.naturals", "wild.number", "wild.balance")
"""The rules on how many wilds a meld may hold, which a game may lift for cards that are added."""


class Standing(NamedTuple):
    """A card in a meld, the card that it stands for, and whether it is used as a wild.

    A wild in a set stands for a bare rank where nobody said its suit.
    """

    card: Card
    stands: Card
    wild: bool


class Meld(NamedTuple):
    """Cards read as a set or a run: as they were given, or as they lie, a run from low to high.

    `laid` are the cards with what was said of them, where they were just laid, and `piece` is what
    a contract asks for that they serve.
    """

    kind: Kind
    standings: tuple[Standing, ...]
    laid: Laid = ()
    piece: Piece | None = None

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards themselves."""
        return tuple([card for card, _, _ in self.standings])

    @property
    def stands(self) -> Cards:
        """What each card stands for."""
        return tuple([stands for _, stands, _ in self.standings])

    @property
    def pairs(self) -> tuple[tuple[Card, Card], ...]:
        """Each card with what it stands for."""
        return tuple([(card, stands) for card, stands, _ in self.standings])

    @property
    def ranks(self) -> tuple[str, ...]:
        """The rank of what each card stands for."""
        return tuple([stands.rank for _, stands, _ in self.standings])

    @property
    def suit(self) -> str:
        """The suit of a run whose cards are of one; of no matter in others."""
        return self.standings[0].stands.suit

    @property
    def wilds(self) -> list[tuple[Card, Card]]:
        """The wilds with what they stand for."""
        return [(card, stands) for card, stands, wild in self.standings if wild]

    @property
    def reads_as(self) -> list[str]:
        """What each card stands for, as cases write it."""
        return [stands.code for _, stands, _ in self.standings]

    @property
    def written(self) -> list[str]:
        """The cards as cases write them, every wild with what it stands for."""
        return [
            card.code if stands_as_itself(card, stands) else f"{card.code}={stands.code}"
            for card, stands in self.pairs
        ]


@lru_cache(4096)
def standing(terms: Terms, card: Card, stands: Card) -> Standing:
    """A card that stands for another, or for itself."""
    wild = card in terms.wild_cards
    return Standing(
        card, stands, wild and not (terms.wilds.as_itself and stands_as_itself(card, stands))
    )


def resolved(terms: Terms, kind: Kind, laid: Laid, stands: Cards) -> Meld:
    """Cards that are laid, each with what it stands for."""
    return Meld(kind, tuple(map(standing, repeat(terms), cards_of(laid), stands)), laid)


Breach = tuple[str, str, dict[str, Value]]
"""A rule that is broken, which of its sentences says so, and the values that it speaks of."""


@dataclass(frozen=True, kw_only=True)
class Law:
    """What a meld of one kind, or for one piece of a contract, may be made of.

    `least` and `most` are cards, and `over` is what is broken by more. `naturals` are the fewest
    natural cards where there are wilds, `wilds` the most wilds, and `lead` by how many naturals
    outnumber them at least. `spaced`: no two wilds side by side. `unlike`: all cards are of
    different suits. `spread`: of as many suits, or of all of that number. `most_with_wilds`: the
    most cards where there are wilds. `inner`: no wild at the end of a run. `pure`: no wilds at all.
    `colours`: red and black, all its cards of one `colour`, or `alternating`.
    """

    kind: Kind
    least: int
    most: int
    over: tuple[str, str]
    naturals: int = 0
    wilds: int = UNLIMITED
    lead: int = -UNLIMITED
    spaced: bool = False
    unlike: bool = False
    spread: int = 0
    most_with_wilds: int = UNLIMITED
    inner: bool = False
    pure: bool = False
    colours: str = ""

    def of_any_cards(self) -> "Law":
        """The law of a meld of any cards but wilds alone: its sizes."""
        return Law(
            kind=self.kind,
            least=self.least,
            most=self.most,
            over=self.over,
            naturals=min(self.naturals, 1),
        )

    @cached_property
    def takes_any(self) -> bool:
        """Whether it limits nothing but sizes, and melds of wilds alone."""
        return self == self.of_any_cards()

    @cached_property
    def ordered(self) -> bool:
        """Whether it matters where in a run its wilds lie, or its colours."""
        return self.spaced or self.inner or self.colours == "alternating"

    @property
    def falls_apart(self) -> bool:
        """Whether a long run with natural ends may always be laid as two that are shorter."""
        return self.lead < 0 and self.naturals < 2 and not self.inner

    def counts(self, naturals: int, wilds: int) -> Iterator[Breach]:
        """What so many natural cards and wilds in one meld break."""
        size = naturals + wilds
        if size < self.least:
            rule = "set.size" if self.kind == "set" else "run.length"
            yield rule, "few", {"least": self.least}
        if size > self.most:
            yield *self.over, {"most": self.most}
        if not wilds:
            return
        if self.pure:
            yield "wild.kinds", self.kind, {}
        if naturals < self.naturals:
            yield "wild.naturals", "few", {"least": self.naturals, "has": naturals}
        if wilds > self.wilds:
            yield "wild.number", "many", {"most": self.wilds, "has": wilds}
        if naturals - wilds < self.lead:
            yield "wild.balance", "as-many" if self.lead else "many", {}
        if size > self.most_with_wilds:
            yield "run.with-wilds", "many", {"most": self.most_with_wilds}

    def places(self, stands: Cards, wilds: Sequence[bool]) -> Iterator[Breach]:
        """What the cards of a meld, or of a part of a set, break by lying beside each other.

        `stands` says what each card stands for, those of a run from low to high, and `wilds` which
        are wilds. Of wilds alone nobody need say what they stand for.
        """
        if self.spaced and (True, True) in pairwise(wilds):
            yield "wild.adjacent", "beside", {}
        if self.inner and True in (*wilds[:1], *wilds[-1:]):
            yield "wild.ends", "end", {}
        if self.colours and not self.fit_colours(stands):
            yield "run.suit", self.colours, {}
        named = [card.suit for card in stands if card.suit]
        repeated = len(named) - len({*named})
        if repeated and len(stands) - repeated < self.spread:
            yield "set.suits", "spread", {"cards": tuple(stands)}
        for suit in EVERY_SUIT if self.unlike else ():
            alike = tuple([card for card in stands if card.suit == suit])
            if len(alike) > 1:
                yield "set.suits", "same", {"suit": suit, "cards": alike}

    def fit_colours(self, stands: Cards) -> bool:
        """Whether the colours of a run are as `colours` says, its cards from low to high."""
        turns = self.colours == "alternating"
        cards = [(at, card.suit) for at, card in enumerate(stands) if card.suit]
        reds = {(suit in RED) != (turns and at % 2) for at, suit in cards}
        return len(reds) < 2

    @cached_property
    def fits(self) -> Callable[[int, int], bool]:
        """Whether a meld may be of so many natural cards and wilds."""
        return cache(lambda naturals, wilds: not any(self.counts(naturals, wilds)))

    def may_lie(self, stands: Cards, wilds: Sequence[bool]) -> bool:
        """Whether cards may lie beside each other; the arguments are those of `places`."""
        return self.free or not any(self.places(stands, wilds))

    @cached_property
    def free(self) -> bool:
        """Whether cards may lie beside each other as they will."""
        return not (self.ordered or self.unlike or self.spread or self.colours)

    @cached_property
    def room(self) -> Callable[[int, int], int]:
        """How many more wilds fit a meld of so many natural cards and wilds."""

        def more(naturals: int, wilds: int) -> int:
            return next(n for n in count() if not self.fits(naturals, wilds + n + 1))

        return cache(more)


@lru_cache(4096)
def law_of(terms: Terms, kind: Kind, piece: Piece | None = None) -> Law:
    """The law of the melds of one kind in a deal, or of those that serve a piece of its contract.

    No meld serves the piece where `least` is above `most`.
    """
    wilds, sets, contracts = terms.wilds, terms.sets, terms.contracts
    law = Law(
        kind=kind,
        least=sets.least,
        most=sets.most or UNLIMITED,
        over=("set.size", "many"),
        naturals=wilds.naturals_per_meld if terms.has_wilds else 0,
        wilds=wilds.most_per_meld or UNLIMITED,
        lead=LEADS.get(wilds.limit, -UNLIMITED),
        pure=wilds.kinds not in ("both", f"{kind}s"),
    )
    if kind == "run":
        most = longest_run(terms) or UNLIMITED
        over = ("run.length", "many") if most == terms.runs.most else ("run.order", "long")
        law = replace(
            law,
            least=terms.runs.least,
            most=most,
            over=over,
            spaced=not wilds.adjacent,
            most_with_wilds=terms.runs.most_with_wilds or UNLIMITED,
            inner=not wilds.ends,
            colours=terms.runs.suits if terms.runs.suits in ("colour", "alternating") else "",
        )
    elif sets.suits == "different":
        law = replace(law, unlike=True)
        if law.most > len(terms.suits):
            law = replace(law, most=len(terms.suits), over=("set.suits", "many"))
    elif sets.suits == "spread":
        law = replace(law, spread=len(terms.suits))
    if piece is None:
        return law
    return replace(
        law,
        least=max(law.least, piece.size),
        most=min(law.most, piece.size) if contracts.size == "exact" else law.most,
        lead=max(law.lead, LEADS.get(contracts.wilds, law.lead)),
    )


def violations(terms: Terms, meld: Meld) -> Findings:
    """Every rule that the cards of a set or a run break as a meld; none where it is legal.

    The cards of a run may be given in any order.
    """
    law, wilds = law_of(terms, meld.kind), len(meld.wilds)
    naturals = len(meld.standings) - wilds
    if law.fits(naturals, wilds):
        matters = law.ordered and (wilds or law.colours)
        if law.free or not (matters or any(law.places(meld.stands, ()))):
            return ()
    ways = upwards(terms, meld) if law.ordered else [meld]
    wrong = [
        *law.counts(naturals, wilds),
        *min([[*law.places(way.stands, [one.wild for one in way.standings])] for way in ways],
             key=len),
    ]  # fmt: skip
    cards = meld.cards
    return tuple(
        [broken(terms, rule, code, **{"cards": cards, **values}) for rule, code, values in wrong]
    )


def bars_alone(rule: str, variant: Variant) -> bool:
    """Whether a rule bars any meld that no other rule bars."""
    terms, longest = variant.at(), len(variant.deck.line)
    return any(rule in _barring_alone(law_of(terms, kind), longest) for kind in KINDS)


@lru_cache
def _barring_alone(law: Law, longest: int) -> frozenset[str]:
    """The rules of which each bars a meld, of so many cards at most, that no other bars."""
    alone: set[str] = set()
    for size in range(law.least, min(law.most, longest) + 1):
        for wilds in range(1, size + 1):
            wrong = {breach[0] for breach in law.counts(size - wilds, wilds)}
            # Where a few cards may lie, more may too.
            ordered = law.ordered and size < 7 and len(wrong) < 2
            for way in combinations(range(size), wilds) if ordered else [()]:
                lies = law.places((), [at in way for at in range(size)])
                barring = wrong | {breach[0] for breach in lies}
                alone |= barring if len(barring) == 1 else set()
    return frozenset(alone)


def upwards(terms: Terms, meld: Meld) -> list[Meld]:
    """A run in each order in which it may lie from low to high, as given first where it does."""
    ways = [tuple([meld.standings[at] for at in way]) for way in orders_upwards(terms, meld)]
    return [Meld(meld.kind, way) for way in ways]


def orders_upwards(terms: Terms, meld: Meld) -> list[tuple[int, ...]]:
    """As `upwards`, each by the places of its cards in the meld."""
    given, ranks = meld.standings, meld.ranks
    orders = runs_upwards(terms.deck, len(given))
    fitting, as_given = orders.get(tuple(sorted(ranks)), ()), tuple(range(len(given)))
    if fitting == (ranks,) and len(set(ranks)) == len(ranks):
        return [as_given]
    alike: dict[str, list[int]] = {}
    for at, rank in enumerate(ranks):
        alike.setdefault(rank, []).append(at)
    placed = []
    for several in alike.values():
        unlike: dict[object, tuple[int, ...]] = {}
        for way in islice(permutations(several), MOST_ORDERS):
            unlike.setdefault(tuple([given[at] for at in way]), way)
        placed.append(unlike.values())
    ways = []
    for order in fitting:
        for each in islice(product(*placed), MOST_ORDERS):
            left = dict(zip(alike, map(iter, each), strict=True))
            ways.append(tuple([next(left[rank]) for rank in order]))
    ways.sort(key=lambda way: (way != as_given, way != as_given[::-1]))
    return ways


def in_order(terms: Terms, meld: Meld) -> Laid:
    """The cards of a meld just laid in the order in which they are shown.

    A run from low to high, a set by its suits with the wilds last for which nothing was named.
    """

    def place_in_set(card: LaidCard) -> tuple[bool, str]:
        return card.says is None and terms.is_wild(card.card), card.stands.suit

    if meld.kind == "set":
        return tuple(sorted(meld.laid, key=place_in_set))
    return tuple([meld.laid[at] for at in orders_upwards(terms, meld)[0]])


def stands_in_set(terms: Terms, there: Cards, own: Cards) -> Cards:
    """What wilds of the rank of a set stand for in it, each as itself where it may.

    Where suits have to be different, one whose suit is `there` already stands for a missing one.
    """
    law = law_of(terms, "set")
    if not (law.unlike or law.spread):
        return own
    named = [card.suit for card in there if card.suit]
    suits, twice = {*named}, []
    for at, card in enumerate(own):
        twice += [at] if card.suit in suits else []
        suits.add(card.suit)
    # How many cards are of a suit that another has, and how many may be.
    alike = len(named) + len(own) - len(suits)
    most = len(there) + len(own) - law.spread if law.spread else 0
    missing = [suit for suit in terms.suits if suit not in suits]
    stands = [*own]
    for at, suit in zip(twice[: max(alike - most, 0)], missing, strict=False):
        stands[at] = Card(own[at].rank, suit)
    return stands


def pair_breach(terms: Terms, one: Sequence[str], other: Sequence[str], *, runs: bool) -> str:
    """What bars two sets of one rank, or two runs of one suit, from serving one contract, if any.

    `one` and `other` are their ranks. For runs `different`, `gap`, `touching` or `overlap`.
    """
    rules = terms.contracts
    if not runs:
        return "" if rules.same_rank_sets or one[0] != other[0] else "same-rank"
    if rules.same_suit_runs == "different":
        return "different"
    apart = runs_apart(terms.deck, tuple(one), tuple(other))
    if rules.same_suit_runs == "gap" and apart < 2:
        return "gap"
    if rules.same_suit_runs == "not-consecutive" and apart == 1:
        return "touching"
    return "overlap" if apart == 0 and not rules.overlapping_runs else ""
