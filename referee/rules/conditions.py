"""What games have, and so which questions and fields matter in them."""

from referee.rules.variant import (
    Claim,
    Further,
    NeedsContract,
    Owner,
    Playable,
    SettledBy,
    StockOut,
    Turn,
    Use,
    Variant,
    When,
)


def has_contracts(variant: Variant) -> bool:
    """Whether deals ask for contracts."""
    return variant.has_contracts


def has_wilds(variant: Variant) -> bool:
    """Whether any card is wild."""
    return variant.has_wilds


def contract_kinds_matter(variant: Variant) -> bool:
    """Whether further melds are of the kinds that the contract asks for."""
    return variant.further_melds.allowed is Further.CONTRACT_KINDS


def further_waits(variant: Variant) -> bool:
    """Whether a further meld depends on what the player has laid down."""
    rules = variant.further_melds
    if variant.has_contracts:
        return rules.allowed is not Further.NONE
    return rules.melds_per_turn == 1


def lay_off_waits(variant: Variant) -> bool:
    """Whether laying off depends on what the player has laid down."""
    rules = variant.lay_off
    return rules.needs_contract or rules.when is When.LATER_TURN


def drawn_matters(variant: Variant) -> bool:
    """Whether players draw before they play."""
    return variant.turn.drawn


def taking_needs_draw(variant: Variant) -> bool:
    """Whether the game's text has players draw before they take a wild in their own turn."""
    drawn = variant.turn.drawn and variant.basis("turn.drawn").by is SettledBy.RULES
    return drawn and takes_wilds(variant)


def taking_waits(variant: Variant) -> bool:
    """Whether taking a wild depends on what the player has laid down."""
    return variant.take_wild.needs_contract is not NeedsContract.NO


def owner_matters(variant: Variant) -> bool:
    """Whether a wild is taken from the melds of others only."""
    return variant.take_wild.owner is Owner.OTHERS


def turn_matters(variant: Variant) -> bool:
    """Whether a wild is taken in one's own turn only."""
    return variant.take_wild.turn is Turn.OWN


def use_matters(variant: Variant) -> bool:
    """Whether it matters what becomes of a wild that is taken."""
    rules = variant.take_wild
    open_to_table = "take-wild.use" in variant.rules and (
        variant.basis("take-wild.use").by is SettledBy.TABLE
    )
    completes = rules.needs_contract is NeedsContract.OR_COMPLETES
    return rules.use is Use.NOW or completes or open_to_table


def wild_by_deal(variant: Variant) -> bool:
    """Whether the wild rank changes from deal to deal."""
    return bool(variant.wilds.by_deal)


def several_wilds(variant: Variant) -> bool:
    """Whether different cards are wild."""
    wilds = variant.wilds
    return len(wilds.ranks) + bool(wilds.by_deal) + variant.has_jokers > 1


def playable_barred(variant: Variant) -> bool:
    """Whether a card that fits the table may not be thrown."""
    return variant.discard.playable is Playable.BARRED_ONCE_DOWN


def last_deals_differ(variant: Variant) -> bool:
    """Whether deals differ in how they end."""
    return len({(deal.out_by, deal.whole_hand) for deal in variant.deals}) > 1


def claims_differ(variant: Variant) -> bool:
    """Whether deals differ in who may claim the discard."""
    return len({deal.claims for deal in variant.deals}) > 1


def whole_hand(variant: Variant) -> bool:
    """Whether any contract takes the whole hand at once."""
    return any(deal.whole_hand for deal in variant.deals)


def first_caller(variant: Variant) -> bool:
    """Whether the first who calls gets the discard."""
    return variant.claim.by is Claim.FIRST_CALLER


def any_claims(variant: Variant) -> bool:
    """Whether all who claim the discard are weighed."""
    return variant.claim.by not in (Claim.FIRST_CALLER, Claim.PASSED_LEFT)


def stock_forces(variant: Variant) -> bool:
    """Whether the end of the stock forces a player to take the discard."""
    return variant.stock.out is StockOut.MUST_TAKE_DISCARD


def takes_wilds(variant: Variant) -> bool:
    """Whether wilds may be taken from melds."""
    return variant.has_wilds and bool(variant.take_wild.kinds)


def claims_exist(variant: Variant) -> bool:
    """Whether others than the player in turn may get the discard."""
    return variant.claim.by is not Claim.NONE


def claims_counted(variant: Variant) -> bool:
    """Whether a player may claim the discard only so often in a deal."""
    return claims_exist(variant) and variant.claim.most > 0
