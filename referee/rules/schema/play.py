"""A turn in the schema of a game: laying down, adding, taking, discarding, going out."""

from typing import Literal

from referee.rules.schema.melds import KINDS, Kind
from referee.rules.schema.options import knob, table

LAST_CARD_WAYS = ("discard", "meld", "lay-off")
"""How a last card may leave the hand."""

When = Literal["same-turn", "later-turn"]
"""From when on something is allowed after the contract."""

Turn = Literal["own", "any"]
"""In whose turn something is allowed."""

Use = Literal["free", "now"]
"""What becomes of a card that was taken. `now`: it must be played in the same turn."""

StockOut = Literal["reshuffle", "deal-ends", "must-take-discard"]
"""What happens when the stock is used up."""

WAYS_OUT = (
    LAST_CARD_WAYS, ("discard",), ("discard", "meld"), ("discard", "lay-off"), ("meld", "lay-off"),
    ("meld",), ("lay-off",),
)  # fmt: skip
"""The sets of ways in which a last card may leave the hand."""


@table
class Opening:
    """`[opening]`: the least that the melds of a player's first lay-down are worth together.

    0 for any worth. A wild is worth what the card it stands for is. `at_once`: who lays down the
    whole hand, all but a card to discard, need not reach it. `rounds`: of so many rounds of turns
    at the start nobody lays down or knocks in any.
    """

    value: int = knob(
        "opening.value", most=200, unlimited=True, applies="has_points and lays_melds",
        common=True,
    )  # fmt: skip
    at_once: bool = knob("opening.at-once", applies="least_opening")
    rounds: int = knob("opening.rounds", most=5, unlimited=True, applies="lays_or_knocks")


@table
class TakeDiscard:
    """`[take_discard]`: when the player in turn may take the discard, and what becomes of it.

    `when`: `open` where melds of their own are down, or go down in that turn. `depth`: the top card
    alone, or `any` card with all that lie above it; one taken from below has to be played.
    """

    when: Literal["always", "open"] = knob("take-discard.when", applies="lays_melds")
    use: Use = knob("take-discard.use", applies="lays_melds")
    depth: Literal["top", "any"] = knob(
        "take-discard.depth", applies="lays_melds and has_discard_pile"
    )


@table
class FurtherMelds:
    """`[further_melds]`: which melds may follow the contract, from when, and how many a turn."""

    allowed: Literal["none", "any", "contract-kinds"] = knob(
        "further-meld.allowed", shares=("further-meld.contract", "further-meld.number"),
        alias="further_melds", applies="has_contracts", common=True,
    )  # fmt: skip
    """Which melds may follow the contract. `contract-kinds`: only the kinds that the deal's
    contract names.
    """
    when: When = knob("further-meld.when", applies="has_contracts and melds_further")
    melds_per_turn: int = knob(
        "further-meld.number", alias="melds_per_turn", most=3, unlimited=True,
        applies="melds_further", common=True,
    )  # fmt: skip


@table
class LayOff:
    """`[lay_off]`: adding to melds on the table.

    `moves_wild`: a card that a wild in a run stands for may be laid off, and the wild moves to an
    end of the run. `any_wilds`: how many wilds a meld may hold is limited as it is laid down only.
    """

    needs_contract: bool = knob(
        "lay-off.contract", shares=("lay-off.fit",), default=True, alias="lay_off_needs_meld",
        applies="lays_melds", common=True,
    )  # fmt: skip
    owner: Literal["anyone", "own"] = knob("lay-off.owner", applies="lays_melds")
    """Whose melds may be added to."""
    when: When = knob("lay-off.when", applies="lays_melds")
    moves_wild: bool = knob("lay-off.moves-wild", applies="has_wilds and lays_melds")
    any_wilds: bool = knob("lay-off.wilds", applies="has_wilds and limits_wilds and lays_melds")


@table
class TakeWild:
    """`[take_wild]`: taking a wild out of a meld for the card it stands for.

    `kinds`: the kinds of meld it may be taken from; none where wilds are never taken. `jokers`:
    only jokers may be taken, no other wilds.
    """

    kinds: tuple[Kind, ...] = knob(
        "take-wild.kind", answers=((), ("set",), ("run",), ("set", "run")),
        items=KINDS, applies="has_wilds and lays_melds", common=True,
    )  # fmt: skip
    needs_contract: Literal["no", "yes", "or-completes"] = knob(
        "take-wild.contract", alias="wild_needs_contract", applies="takes_wilds",
    )  # fmt: skip
    """Whether one's own contract must be down first. `or-completes`: down, or the card taken
    completes the contract now.
    """
    owner: Literal["anyone", "others"] = knob("take-wild.owner", applies="takes_wilds")
    """Whose melds something is allowed on."""
    jokers: bool = knob("take-wild.jokers", applies="takes_wilds and has_jokers and has_wild_ranks")
    turn: Turn = knob("take-wild.turn", applies="takes_wilds")
    suits: Literal["one", "all"] = knob("take-wild.suits", applies="swaps_in_unlike_sets")
    """What a wild is taken for from a set whose suits are all different. `all`: from a set of three
    for both cards that it lacks, and from one of four for nothing.
    """
    use: Use = knob(
        "take-wild.use", alias="keep_taken_wild",
        calls=((True, "free"), (False, "now")), applies="takes_wilds", common=True,
    )  # fmt: skip
    into: Literal["anywhere", "same-runs"] = knob(
        "take-wild.into", applies="takes_wilds and plays_taken_wilds",
    )  # fmt: skip
    """Where a wild goes that is played at once. `same-runs`: into a run of the player from whose
    run it was taken.
    """


@table
class Discard:
    """`[discard]`: what may be thrown away.

    `taken`: the card just taken from the discard may be thrown back. `twin_of_taken`: another copy
    of it may. `wilds`: wild cards may.
    """

    taken: bool = knob(
        "discard.taken", default=True, shares=("discard.twin",), alias="redeal_discard",
        common=True,
    )  # fmt: skip
    twin_of_taken: bool = knob(
        "discard.twin", default=True, alias="twin_discard",
        applies="many_packs and not discard.taken",
    )  # fmt: skip
    wilds: bool = knob("discard.wild", default=True, applies="has_wilds")
    playable: Literal["free", "barred-once-down", "barred-until-down", "barred"] = knob(
        "discard.playable", applies="lays_melds"
    )
    """Whether a card that fits on the table may be discarded."""


@table
class PlayTime:
    """`[turn]`: when a player may lay down, lay off and discard.

    `own`: in their own turn only. `drawn`: only after drawing.
    """

    own: bool = knob("turn.own", default=True, alias="own_turn", common=True)
    drawn: bool = knob("turn.drawn", default=True, alias="draw_first", common=True)


@table
class GoOut:
    """`[go_out]`: how the last card may leave the hand: `discard`, `meld`, `lay-off`.

    `melded`: the cards that one player has to have on the table to win the deal, 0 where the hand
    has to be empty.
    """

    by: tuple[str, ...] = knob(
        "go-out.last", default=LAST_CARD_WAYS, alias="final_discard",
        calls=((False, LAST_CARD_WAYS), (True, ("discard",))), answers=WAYS_OUT,
        items=LAST_CARD_WAYS, applies="go_out.by_hand and goes_out", common=True,
    )  # fmt: skip
    melded: int = knob("go-out.melded", most=20, unlimited=True, applies="lays_melds")

    @property
    def by_hand(self) -> bool:
        """Whether a deal is won with an empty hand."""
        return not self.melded


@table
class Claims:
    """`[claim]`: who gets a discard that is not wanted, and with how many stock cards.

    `most`: how often each player may claim one in a deal, 0 for as often as they like. `once_down`:
    who has laid down the contract may claim too.
    """

    by: Literal["none", "rotation", "first-caller", "passed-left"] = knob("claim.who", common=True)
    """Who gets the discard that the player whose turn it is does not take. `passed-left`: it is
    passed to the player on the left, with the top stock card.
    """
    extra_cards: int = knob("claim.cards", alias="bought_cards", most=3, applies="has_claims")
    most: int = knob("claim.number", alias="buys", most=9, unlimited=True, applies="has_callers")
    once_down: bool = knob("claim.down", default=True, applies="has_callers and lays_melds")


@table
class Stock:
    """`[stock]`: what happens when it is used up.

    `left`: where a deal then ends, with how many cards left in it.
    """

    out: StockOut = knob("stock.out", shares=("claim.forced",), alias="stock_out", common=True)
    left: int = 0

    @property
    def ends_with(self) -> int:
        """With how many cards left in it a deal ends; 0 where none have to be."""
        return self.left if self.out == "deal-ends" else 0
