"""The tables of a game's file. Each class of this package is one of them; each field one key."""

from collections.abc import Mapping
from dataclasses import MISSING, dataclass, field

from referee.rules.cards import RANKS, SUITS
from referee.rules.schema.basis import Note, Source
from referee.rules.schema.deck import ByPlayers, CardPoints, Jokers, Packs, Players, Ranks
from referee.rules.schema.irregularities import Irregularities
from referee.rules.schema.melds import Contracts, Deal, Runs, Sets, Wilds
from referee.rules.schema.options import OwnOption, knob
from referee.rules.schema.play import (
    Claims,
    Discard,
    FurtherMelds,
    GoOut,
    LayOff,
    Opening,
    PlayTime,
    Stock,
    TakeDiscard,
    TakeWild,
)
from referee.rules.schema.scores import End, Scoring
from referee.rules.schema.showdown import Showdown


@dataclass(frozen=True, kw_only=True, eq=False)
class Tables:
    """What the file of a game says of it, table by table.

    `edition`: of the schema that it is written in. `says`: the rules, or single sentences, that
    each section of the source says; under no name those that it is silent on. `offers`: what the
    source leaves open, by the section that does: the key of a knob, with the values that it offers,
    `key=one|other`, or the name of an option.
    """

    own_name: str = field(metadata={"in-files": "name"})
    own_about: str = field(metadata={"in-files": "about"})
    source: Source
    players: Players
    packs: Packs
    jokers: Jokers
    ranks: Ranks
    suits: tuple[str, ...] = SUITS
    wilds: Wilds
    sets: Sets
    runs: Runs
    contracts: Contracts
    cards_each: ByPlayers | None = None
    deals: tuple[Deal, ...] = ()
    turn: PlayTime
    opening: Opening
    further_melds: FurtherMelds
    lay_off: LayOff
    take_wild: TakeWild
    take_discard: TakeDiscard
    discard: Discard
    go_out: GoOut
    showdown: Showdown
    claim: Claims
    stock: Stock
    points: CardPoints = knob(
        "points.cards", default=MISSING, most=500, applies="has_points",
        parts={
            "joker": {
                "alias": "joker_points", "applies": "has_points and has_jokers",
                "rules": ("points.cards", "points.joker"),
            },
            "low_ace": {"rules": ("points.low-ace",), "applies": "has_points and counts_places"},
            **{rank: {} for rank in RANKS},
        },
    )  # fmt: skip
    scoring: Scoring
    end: End
    irregularities: Irregularities
    own_notes: tuple[Note, ...] = field(default=(), metadata={"in-files": "notes"})
    edition: int = 1
    says: Mapping[str, tuple[str, ...]]
    offers: Mapping[str, str]
    own_options: Mapping[str, OwnOption] = field(metadata={"in-files": "options"})
