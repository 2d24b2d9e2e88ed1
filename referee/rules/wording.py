"""Every sentence of a ruling, by rule: the one table to change or to translate."""

import unicodedata
from collections.abc import Mapping, Sequence
from types import MappingProxyType

from referee.rules.cards import Card, stands_as_itself

SAYS: Mapping[str, str] = MappingProxyType({
    # Cards and players
    "players.number few": "This game is for {least} to {most} players, not {has}.",
    "players.number many": "This game is for {least} to {most} players, not {has}.",
    "cards.packs": "{packs} are in play.",
    "cards.packs one": "{packs} is in play.",
    "cards.packs jokers": "{packs} are in play.",
    "cards.packs none": "There is no {card} in this game.",
    "cards.packs single": "There is only one {card} in play, and here are {has}.",
    "cards.packs many": "There are only {copies} of the {card} in play, and here are {has}.",
    "cards.packs natural": "No card is wild here, so the {card} cannot stand for {says}.",
    "cards.packs natural-itself": "No card is wild here: lay the {card} as it is, and say nothing of it.",
    "cards.dealt": "Each player gets {cards} cards.",
    "wild.cards single": "There is only one {card} in play, and here are {has}.",
    "wild.cards many": "There are only {copies} jokers in play, and here are {has}.",
    "wild.cards none": "There are no jokers in play at this table.",
    "wild.cards natural": "The {card} is not wild, so it cannot stand for {says}.",
    "wild.cards natural-itself": "The {card} is not wild: lay it as it is, and say nothing of it.",
    # Melds
    "set.rank": "{cards} are of one rank: a set.",
    "set.rank wilds": "{cards} are a set.",
    "set.rank mixed": "A set is of one rank; {cards} are {ranks}.",
    "set.size short": "At this table {has} cards are enough for a set.",
    "run.length short": "At this table {has} cards are enough for a run.",
    "set.size few": "A set needs at least {least} cards; here {are}: {cards}.",
    "set.size many": "A set has at most {most} cards; here {are}: {cards}.",
    "set.size full": "A set has at most {most} cards; with {cards} there would be {has}.",
    "run.order": "{cards} follow on from each other in {suit}: a run.",
    "run.order wilds": "{cards} are a run.",
    "run.order long": "A run has at most {most} cards; here {are}: {cards}.",
    "run.order twice": "A run has each rank once; {cards} hold several {ranks}.",
    "run.order gap": "{cards} do not follow on from each other.",
    "run.order wild-gap": "{cards} do not follow on from each other, and {wilds} cannot fill the gaps.",
    "run.suit mixed": "A run is of one suit; {cards} are of {suits}.",
    "run.length few": "A run needs at least {least} cards; here {are}: {cards}.",
    "run.ace low": "The {card} is low here, below the two.",
    "run.ace high": "The {card} is high here, above the king.",
    "run.ace not-low": "The ace is high here, above the king, so it cannot be the lowest card: {cards}.",
    "run.ace not-high": "The ace is low here, below the two, so it cannot be the highest card: {cards}.",
    "run.ace low-or-high": "An ace is below the two or above the king; {cards} fit neither.",
    "run.ace corner": "A run does not go round the corner from king to two: {cards}.",
    "run.ace corner-high": "The ace is the highest card here, and no card follows it: {cards}.",
    "run.both-ends": "The run in {suit} may have an ace at both ends.",
    "run.both-ends both": "An ace may be low or high, but not both in one run: {cards}.",
    "wild.standing": "{wilds}.",
    "wild.standing in": "In {cards} {wilds}.",
    "wild.standing no-rank": "The {card} cannot stand for {says}: no such card is in this game.",
    "wild.naturals": "A meld may be of wilds alone: {cards}.",
    "wild.naturals few": "A meld needs at least {least}; here {are}: {cards}.",
    "wild.number": "A meld may hold several wilds.",
    "wild.number any": "A meld may hold any number of wilds.",
    "wild.number natural": "A meld with {least} may hold any number of wilds.",
    "wild.number up-to": "A meld may hold up to {most}; here {are}: {cards}.",
    "wild.number many": "A meld may hold at most {most}; here {are}: {cards}.",
    "wild.balance": "A meld may hold as many wilds as natural cards: {cards}.",
    "wild.balance many": "A meld may not hold more wilds than natural cards: {cards}.",
    "wild.itself": "{cards} may stand as printed.",
    "wild.itself no-rank": "The {card} cannot stand for {says}: there are no natural cards of its rank.",
    # Contract
    "contract.pieces": "This is the contract of deal {deal}: {contract}.",
    "contract.pieces whole":
        "This is the contract of deal {deal}: {contract}. The whole hand goes down at once.",
    "contract.pieces short": "Deal {deal} asks for {contract}; a {piece} is missing.",
    "contract.pieces kind": "Deal {deal} asks for {contract}; {cards} are no {kind}.",
    "contract.pieces small": "The contract asks for a {piece}; {cards} have only {has} cards.",
    "contract.pieces undivided": "Deal {deal} asks for {contract}; no way of laying all these cards makes it.",
    "contract.pieces beyond": "Deal {deal} asks for {contract}; these cards do not make it.",
    "contract.pieces beyond-whole": "Deal {deal} asks for {contract} and the whole hand; these cards do not make it.",
    "contract.pieces not-found": "Deal {deal} asks for {contract}; no way to lay it was found.",
    "contract.size": "A meld of the contract may be longer than it asks: {cards}.",
    "contract.size long": "The contract asks for a {piece} and no more; {cards} have {has} cards.",
    "contract.size besides": "The deal asks for {contract} and no more; {cards} cannot go down with it.",
    "contract.same-rank": "Sets of one contract may share a rank: here {ranks}.",
    "contract.same-rank barred": "Sets of one contract may not share a rank: here {ranks}.",
    "contract.same-suit": "Two runs of {suit} may both serve the contract.",
    "contract.same-suit touching":
        "Two runs of {suit} in a contract may not follow on from each other: {first} and {second}.",
    "contract.same-suit gap":
        "Two runs of {suit} in a contract need a gap of at least one rank: {first} and {second}.",
    "contract.overlap": "Two runs of {suit} in a contract may share ranks.",
    "contract.overlap barred": "Two runs of {suit} in a contract may not share ranks: {first} and {second}.",
    "contract.wilds": "A meld of the contract may hold more wilds than natural cards: {cards}.",
    "contract.wilds many": "A meld of the contract may not hold more wilds than natural cards: {cards}.",
    "contract.whole-hand": "The contract takes the whole hand.",
    "contract.whole-hand if-all":
        "The contract takes the whole hand here, so this is legal only if these are all your cards.",
    "contract.whole-hand but-one":
        "The contract takes the whole hand here, so this is legal only if you hold one more card at most.",
    "contract.whole-hand left": "In this deal the whole hand must go down at once; {cards} would be left.",
    "contract.whole-hand nothing-lies":
        "In this deal the whole hand goes down at once, so nothing lies on the table before the deal is over.",
    "contract.last-card": "The last card, {cards}, may be discarded.",
    "contract.last-card left": "The whole hand must go down at once; the {cards} may not be discarded instead.",
    "contract.last-card any": "The last card may be discarded in this deal.",
    "contract.last-card any-left": "The whole hand must go down at once in this deal, so no card is left to discard.",
    # Turn
    "turn.own": "This may be done in another player's turn.",
    "turn.own other": "It is another player's turn: lay down, lay off and discard in your own turn.",
    "turn.drawn": "This may be done before drawing.",
    "turn.drawn before": "Draw first: nothing is laid down, laid off or discarded before that.",
    "claim.who turn": "{name} takes the discard: the choice is first with the player whose turn it is.",
    "claim.who nobody": "Nobody claims the discard, so {name} draws from the stock.",
    "claim.who rotation": "{name} gets the discard: of those who claim it, the next in turn.",
    "claim.who caller": "{name} gets the discard: the first to call for it.",
    "claim.who left": "{name} sits to the left and gets the discard.",
    "claim.who draws": "{name} leaves the discard and draws.",
    "claim.who then": "{name} then draws from the stock.",
    "claim.who none takes":
        "Only the player whose turn it is may take the discard in this game, so {name} takes it.",
    "claim.who none draws":
        "Only the player whose turn it is may take the discard in this game, so it stays and {name} draws from the stock.",
    "claim.cards": "With it goes {cards} from the stock.",
    "claim.deal takes": "The discard may not be claimed in deal {deal}, so {name} takes it.",
    "claim.deal draws":
        "The discard may not be claimed in deal {deal}, so it stays and {name} draws from the stock.",
    "claim.forced": "One stock card is left, so the discard must be taken.",
    "claim.forced last": "The last card of the stock stays there, and the discard must be taken.",
    "stock.out reshuffle": "The stock is used up: the discards are shuffled, all but the top one, and are the new stock.",
    "stock.out deal-ends": "The stock is used up, so the deal ends.",
    "stock.out must-take-discard": "The stock is used up, so the discard must be taken.",
    # On the table
    "further-meld.allowed": "{cards} may go down besides the contract.",
    "further-meld.allowed meld": "{cards} may go down.",
    "further-meld.allowed none": "No melds besides the contract may go down.",
    "further-meld.allowed kind": "Only melds of the kinds that the contract names may go down now, so no {kind}.",
    "further-meld.contract first": "The contract of this deal must be down first.",
    "further-meld.when later":
        "No other meld goes down in the turn of the contract; it may from the next turn on.",
    "further-meld.number": "Several melds may go down in one turn.",
    "further-meld.number many": "At most {most} melds may go down in one turn.",
    "lay-off.fit": "{cards} {go} on {onto}.",
    "lay-off.fit one": "{cards} goes on {onto} as {stands}.",
    "lay-off.fit one-choice": "{cards} goes on {onto} as {stands}, unless said otherwise.",
    "lay-off.fit as": "{cards} {go} on {onto}: {wilds}.",
    "lay-off.fit choice": "{cards} {go} on {onto}: {wilds}, unless said otherwise.",
    "lay-off.fit not": "{cards} cannot be added to {onto}.",
    "lay-off.fit not-rank": "{cards} cannot be added to {onto}, a set of {ranks}.",
    "lay-off.fit not-free": "{cards} cannot be added to {onto}: {wilds} there.",
    "lay-off.fit not-taken":
        "{cards} cannot be added to {onto}: {wilds} there. Ask about taking it instead.",
    "lay-off.fit not-run": "{cards} cannot be added to {onto}, a run from the {first} to the {last}.",
    "lay-off.fit not-low": "{cards} cannot be added to {onto}: the ace is high here, above the king.",
    "lay-off.fit not-high": "{cards} cannot be added to {onto}: the ace is low here, below the two.",
    "lay-off.fit not-full": "{cards} cannot be added to {onto}: that run is full.",
    "lay-off.fit never": "No card is wild in this game, so there is none to take.",
    "lay-off.fit kept": "Wilds are never taken from melds in this game.",
    "lay-off.fit no-meld": "{onto} is no meld to add to.",
    "lay-off.contract": "Cards may be added to any meld on the table.",
    "lay-off.contract first": "A player's own contract must be down before cards may be added to melds.",
    "lay-off.contract first-meld": "A player's own meld must be down before cards may be added to melds.",
    "lay-off.when later":
        "The contract went down in this turn; cards may be added to melds from the next turn on.",
    "lay-off.when wild": "A wild that is taken must be played at once, and nothing more is played in this turn.",
    "lay-off.wilds": "Further wilds may be added to a meld on the table.",
    "lay-off.wilds many": "A meld may hold at most {most}; {onto} would have {has}.",
    "lay-off.moves-wild": "The {card} takes the place of the {wild}, which moves to an end of the run.",
    "take-wild.kind": "The {wild} stands for the {stands}, and the {give} takes its place.",
    "take-wild.kind set": "A wild may be taken from a run here, not from a set.",
    "take-wild.kind run": "A wild may be taken from a set here, not from a run.",
    "take-wild.kind never": "Wilds are never taken from melds in this game.",
    "take-wild.kind none": "There is no wild in {meld} to take.",
    "take-wild.kind other": "The {give} does not fit: in {meld} {wilds}.",
    "take-wild.kind another": "The {give} cannot be given for the {take}: in {meld} {wilds}.",
    "take-wild.kind wild": "The {give} is wild itself, and cannot be given for a wild.",
    "take-wild.kind natural": "The {take} is not wild in {meld}, so there is nothing to give for it.",
    "take-wild.contract completes": "It may be taken if it completes the contract at once.",
    "take-wild.contract free": "It may be taken before any contract is down.",
    "take-wild.contract free-meld": "It may be taken before any meld of one's own is down.",
    "take-wild.contract first": "The player's own contract must be down before a wild may be taken.",
    "take-wild.contract use": "Before the contract is down, a wild may be taken only to complete it at once.",
    "take-wild.owner own": "A wild may be taken from another player's meld only.",
    "take-wild.owner mine": "A wild may be taken from one's own meld.",
    "take-wild.owner other": "A wild may be taken from another player's meld.",
    "take-wild.turn own": "It is taken in one's own turn.",
    "take-wild.turn": "It may be taken out of turn; of several players the next in turn goes first.",
    "take-wild.turn other": "A wild may be taken in one's own turn only.",
    "take-wild.use": "The wild may be kept in hand.",
    "take-wild.use now": "The wild is played at once.",
    "take-wild.use keep": "A wild that was taken must be played in the same turn.",
    # Discard and going out
    "discard.card": "The {card} may be discarded.",
    "discard.taken back": "The card just taken from the discard may be thrown back: the {card}.",
    "discard.taken same": "The {card} was just taken from the discard and may not be thrown back in the same turn.",
    "discard.twin": "The other {card} may go, though its twin was just taken.",
    "discard.twin barred": "No {card} may be discarded: one was just taken from the discard.",
    "discard.wild": "The {card} is wild, and may be discarded all the same.",
    "discard.wild barred": "The {card} is wild, and wilds may not be discarded.",
    "discard.playable": "The {card} goes on no meld that lies on the table.",
    "discard.playable fits": "The {card} {goes}, and may be discarded all the same.",
    "discard.playable early":
        "The {card} {goes}, but while one's own contract is not down it may be discarded.",
    "discard.playable unsaid":
        "The {card} may be discarded unless it goes on a meld on the table; none was named.",
    "discard.playable barred": "The {card} {goes}, and a card that can be played may not be discarded.",
    "go-out.last": "The last card may be {way}.",
    "go-out.last barred": "The last card may not be {way}; it is {ways}.",
    "go-out.last deal": "In this deal the last card may be {way}.",
    "go-out.last deal-barred": "In this deal the last card may not be {way}; it is {ways}.",
    "go-out.last deal-out": "All these cards can leave the hand in this turn, with nothing laid off.",
    "go-out.last deal-stays":
        "These cards cannot all leave the hand in this turn with nothing laid off.",
    "go-out.last deal-no-last":
        "These cards can all be laid down, but the last one must be {ways}, and none can be kept for it.",
    "go-out.last out": "All these cards can leave the hand in this turn, with nothing laid off.",
    "go-out.last stays": "These cards cannot all leave the hand in this turn with nothing laid off.",
    "go-out.last no-last":
        "These cards can all be laid down, but the last one must be {ways}, and none can be kept for it.",
    # Scoring
    "points.cards one": "This card costs {points}.",
    "points.cards": "{sum} = {points}.",
    "points.cards counted": "{sums}.",
    "points.cards left-one": "The {cards} would be left, and costs {points}.",
    "points.cards left": "{cards} would be left: {sum} = {points}.",
    "points.cards none-left": "No card would be left.",
    "points.cards nothing": "No cards, no points.",
    "score.winner zero": "{name} went out and has 0; the others count the cards they hold.",
    "score.winner collects": "{name} went out and is credited with what the others hold.",
    "score.nobody-out all-count": "Where nobody went out, everyone counts the cards they hold.",
    "score.nobody-out not-scored": "Where nobody went out, nothing is written.",
    "end.when going": "The game goes on {until}.",
    "end.when over": "The game is over {after}.",
    "end.winner": "The {best} total wins: {names}.",
    "end.winner left": "{names} left for good, and so cannot win.",
    "end.ties": "{names} share the win.",
    "end.ties decided": "Players were level on top, and another deal decided.",
    "end.ties off": "{names} are level, so another deal decides.",
})  # fmt: skip
"""What a finding says: by the rule's id and, where it has several sentences, a word for which."""

NEAREST: Mapping[str, str] = MappingProxyType({
    "exchange": "With the {new} instead of the {old} {then}.",
    "less": "Without the {old} {then}.",
    "more": "With the {new} as well {then}.",
    "stands": "Legal if the {old} stands for {new}.",
    "itself": "Legal if the {old} stands for itself.",
    # What comes of it
    "set": "this is a set",
    "run": "this is a run",
    "lay-off": "this fits",
    "contract": "the contract is met",
})  # fmt: skip
"""What would be legal instead: by the change, and by what comes of it."""

GOES: Mapping[str, str] = MappingProxyType({
    "on": "goes on {meld}",
    "wild": "takes the place of the {wild} in {meld}",
})  # fmt: skip
"""How a card can be played on the table."""

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")

_COURT: Mapping[str, str] = MappingProxyType({"A": "ace", "J": "jack", "Q": "queen", "K": "king"})

_RANKS: Mapping[str, str] = MappingProxyType({
    "A": "aces", "2": "twos", "3": "threes", "4": "fours", "5": "fives", "6": "sixes",
    "7": "sevens", "8": "eights", "9": "nines", "10": "tens", "J": "jacks", "Q": "queens",
    "K": "kings",
})  # fmt: skip


def a_card(card: Card) -> str:
    """A card as one speaks of it: `the 9♥`, or by its rank alone `an 8`, `a king`."""
    if card.suit:
        return f"the {card}"
    return f"{'an' if card.rank in ('A', '8') else 'a'} {_COURT.get(card.rank, card.rank)}"


def cards_of(rank: str) -> str:
    """The cards of a rank: `eights`, `kings`."""
    return _RANKS[rank]


def are(count: int) -> str:
    """How many there are: `are 3`, `is 1`, `is none`."""
    return f"are {count}" if count > 1 else f"is {count or 'none'}"


def counted(count: int, thing: str) -> str:
    """So many of a thing: `1 wild`, `3 wilds`."""
    return f"{count} {thing}" if count == 1 else f"{count} {thing}s"


def signed(number: int) -> str:
    """A number in figures, with a real minus sign."""
    return str(number).replace("-", "\N{MINUS SIGN}")


def in_words(number: int) -> str:
    """A whole number from 0 as one reads it, `no`, `one` … `ten`, and past that in figures."""
    return _NUMBERS[number] if number < len(_NUMBERS) else str(number)


def listed(words: Sequence[str]) -> str:
    """Words in a row, `8, 9 and 10`; empty where there are none."""
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


ISOLATE = "\u2068"
ISOLATED = "\u2069"
"""The marks before and after text that is written in its own direction, whatever is beside it."""


def isolated(text: str) -> str:
    """What somebody typed, kept from turning round what stands beside it in a line.

    Letters that are written from right to left take numbers and names beside them along. Text that
    has none, or that is kept apart already, stays as it is.
    """
    if text.isascii() or ISOLATE in text:
        return text
    turns = any(unicodedata.bidirectional(letter) in ("R", "AL", "AN") for letter in text)
    return f"{ISOLATE}{text}{ISOLATED}" if turns else text


def listed_names(names: Sequence[str]) -> str:
    """Names in a row, each in a direction of its own."""
    return listed([isolated(name) for name in names])


def wilds_words(told: Sequence[tuple[Card, Card]], *, may: bool = False) -> str:
    """What wilds stand for, or `may`, such as `the joker stands for the 9♥`.

    `told` are pairs of each wild and the card it stands for, a bare rank in a set.
    """
    if len(told) == 1 or any(stands_as_itself(*one) for one in told):
        return listed([_wild_words(*one, may=may) for one in told])
    stand = "may stand for" if may else "stand for"
    wilds = [card for card, _ in told]
    alike = len(set(wilds)) == 1
    if len(set(told)) == 1 or len({stands for _, stands in told}) == 1:
        stands = told[0][1]
        what = a_card(stands) if stands.suit else cards_of(stands.rank)
        return (
            f"{_all_of(wilds) if alike else listed([f'the {one}' for one in wilds])} {stand} {what}"
        )
    if alike:
        return f"the {_plural(wilds[0])} {stand} {listed([a_card(stands) for _, stands in told])}"
    (card, stands), *others = told
    first = f"the {card} {'may stand' if may else 'stands'} for {a_card(stands)}"
    return listed([first, *(f"the {card} for {a_card(stands)}" for card, stands in others)])


def _wild_words(card: Card, stands: Card, *, may: bool) -> str:
    if stands_as_itself(card, stands):
        return f"the {card} {'may count' if may else 'counts'} as a wild in its own place"
    return f"the {card} {'may stand' if may else 'stands'} for {a_card(stands)}"


def _all_of(wilds: Sequence[Card]) -> str:
    count = len(wilds)
    how = "both" if count == 2 else f"the {in_words(count)}"
    return f"{how} {_plural(wilds[0])}"


def _plural(card: Card) -> str:
    return "jokers" if card.is_joker else str(card)
