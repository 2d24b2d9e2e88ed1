"""The tables of a game's file. Each class of this package is one of them; each field one key."""

from collections.abc import Mapping
from dataclasses import dataclass, field

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
from referee.rules.schema.reading import in_files
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

    own_name: str = field(metadata=in_files("name"))
    own_about: str = field(metadata=in_files("about"))
    source: Source
    players: Players
    packs: Packs
    jokers: Jokers = field(default_factory=Jokers)
    ranks: Ranks = field(default_factory=Ranks)
    suits: tuple[str, ...] = SUITS
    wilds: Wilds = field(default_factory=Wilds)
    sets: Sets = field(default_factory=Sets)
    runs: Runs = field(default_factory=Runs)
    contracts: Contracts = field(default_factory=Contracts)
    cards_each: ByPlayers | None = None
    deals: tuple[Deal, ...] = ()
    turn: PlayTime = field(default_factory=PlayTime)
    opening: Opening = field(default_factory=Opening)
    further_melds: FurtherMelds = field(default_factory=FurtherMelds)
    lay_off: LayOff = field(default_factory=LayOff)
    take_wild: TakeWild = field(default_factory=TakeWild)
    take_discard: TakeDiscard = field(default_factory=TakeDiscard)
    discard: Discard = field(default_factory=Discard)
    go_out: GoOut = field(default_factory=GoOut)
    showdown: Showdown = field(default_factory=Showdown)
    claim: Claims = field(default_factory=Claims)
    stock: Stock = field(default_factory=Stock)
    points: CardPoints = knob(
        "points.cards", most=500, applies="has_points",
        parts={
            "joker": {
                "alias": "joker_points", "applies": "has_points and has_jokers",
                "rules": ("points.cards", "points.joker"),
            },
            "low_ace": {"rules": ("points.low-ace",), "applies": "has_points and counts_places"},
            **{rank: {} for rank in RANKS},
        },
    )  # fmt: skip
    scoring: Scoring = field(default_factory=Scoring)
    end: End = field(default_factory=End)
    irregularities: Irregularities = field(default_factory=Irregularities)
    own_notes: tuple[Note, ...] = field(default=(), metadata=in_files("notes"))
    edition: int = 1
    says: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    offers: Mapping[str, str] = field(default_factory=dict)
    own_options: Mapping[str, OwnOption] = field(default_factory=dict, metadata=in_files("options"))
