"""The sentences of rulings as versions before the catalogue wrote them, to know them in a copy.

Nothing is said in these words any more. They stay as they are for as long as such copies come in.
"""

import re
from collections.abc import Iterable, Mapping
from functools import cache
from types import MappingProxyType

SENTENCES: Mapping[str, tuple[str, ...]] = MappingProxyType({
    "players.number": (
        "This game is for {least} to {most} players, not {has}.",
    ),
    "cards.packs": (
        "{packs} are in play.",
        "{packs} is in play.",
        "There is no {card} in this game.",
        "There is only one {card} in play, and here are {has}.",
        "There are only {copies} of the {card} in play, and here are {has}.",
        "No card is wild here, so the {card} cannot stand for {says}.",
        "No card is wild here: lay the {card} as it is, and say nothing of it.",
    ),
    "cards.dealt": (
        "Each player gets {cards} cards.",
    ),
    "wild.cards": (
        "There is only one {card} in play, and here are {has}.",
        "There are only {copies} jokers in play, and here are {has}.",
        "There are no jokers in play at this table.",
        "The {card} is not wild, so it cannot stand for {says}.",
        "The {card} is not wild: lay it as it is, and say nothing of it.",
    ),
    "set.rank": (
        "{cards} are of one rank: a set.",
        "{cards} are a set.",
        "A set is of one rank; {cards} are {ranks}.",
    ),
    "set.size": (
        "At this table {has} cards are enough for a set.",
        "A set needs at least {least} cards; here {are}: {cards}.",
        "A set has at most {most} cards; here {are}: {cards}.",
        "A set has at most {most} cards; with {cards} there would be {has}.",
    ),
    "run.length": (
        "At this table {has} cards are enough for a run.",
        "A run needs at least {least} cards; here {are}: {cards}.",
    ),
    "run.order": (
        "{cards} follow on from each other in {suit}: a run.",
        "{cards} are a run.",
        "A run has at most {most} cards; here {are}: {cards}.",
        "A run has each rank once; {cards} hold several {ranks}.",
        "{cards} do not follow on from each other.",
        "{cards} do not follow on from each other, and {wilds} cannot fill the gaps.",
    ),
    "run.suit": (
        "A run is of one suit; {cards} are of {suits}.",
    ),
    "run.ace": (
        "The {card} is low here, below the two.",
        "The {card} is high here, above the king.",
        "The ace is high here, above the king, so it cannot be the lowest card: {cards}.",
        "The ace is low here, below the two, so it cannot be the highest card: {cards}.",
        "An ace is below the two or above the king; {cards} fit neither.",
        "A run does not go round the corner from king to two: {cards}.",
        "The ace is the highest card here, and no card follows it: {cards}.",
    ),
    "run.both-ends": (
        "The run in {suit} may have an ace at both ends.",
        "An ace may be low or high, but not both in one run: {cards}.",
    ),
    "wild.standing": (
        "{wilds}.",
        "In {cards} {wilds}.",
        "The {card} cannot stand for {says}: no such card is in this game.",
    ),
    "wild.naturals": (
        "A meld may be of wilds alone: {cards}.",
        "A meld needs at least {least}; here {are}: {cards}.",
    ),
    "wild.number": (
        "A meld may hold several wilds.",
        "A meld may hold any number of wilds.",
        "A meld with {least} may hold any number of wilds.",
        "A meld may hold up to {most}; here {are}: {cards}.",
        "A meld may hold at most {most}; here {are}: {cards}.",
    ),
    "wild.itself": (
        "{cards} may stand as printed.",
        "The {card} cannot stand for {says}: there are no natural cards of its rank.",
    ),
    "contract.pieces": (
        "This is the contract of deal {deal}: {contract}.",
        "This is the contract of deal {deal}: {contract}. The whole hand goes down at once.",
        "Deal {deal} asks for {contract}; a {piece} is missing.",
        "Deal {deal} asks for {contract}; {cards} are no {kind}.",
        "The contract asks for a {piece}; {cards} have only {has} cards.",
        "Deal {deal} asks for {contract}; no way of laying all these cards makes it.",
        "Deal {deal} asks for {contract}; these cards do not make it.",
        "Deal {deal} asks for {contract} and the whole hand; these cards do not make it.",
        "Deal {deal} asks for {contract}; no way to lay it was found.",
    ),
    "contract.size": (
        "A meld of the contract may be longer than it asks: {cards}.",
        "The contract asks for a {piece} and no more; {cards} have {has} cards.",
        "The deal asks for {contract} and no more; {cards} cannot go down with it.",
    ),
    "contract.same-rank": (
        "Sets of one contract may share a rank: here {ranks}.",
        "Sets of one contract may not share a rank: here {ranks}.",
    ),
    "contract.same-suit": (
        "Two runs of {suit} may both serve the contract.",
        "Two runs of {suit} in a contract may not follow on from each other: {first} and {second}.",
        "Two runs of {suit} in a contract need a gap of at least one rank: {first} and {second}.",
    ),
    "contract.overlap": (
        "Two runs of {suit} in a contract may share ranks.",
        "Two runs of {suit} in a contract may not share ranks: {first} and {second}.",
    ),
    "contract.wilds": (
        "A meld of the contract may hold more wilds than natural cards: {cards}.",
        "A meld of the contract may not hold more wilds than natural cards: {cards}.",
    ),
    "contract.whole-hand": (
        "The contract takes the whole hand.",
        "In this deal the whole hand must go down at once; {cards} would be left.",
    ),
    "contract.last-card": (
        "The last card, {cards}, may be discarded.",
        "The whole hand must go down at once; the {cards} may not be discarded instead.",
        "The last card may be discarded in this deal.",
        "The whole hand must go down at once in this deal, so no card is left to discard.",
    ),
    "claim.who": (
        "{name} takes the discard: the choice is first with the player whose turn it is.",
        "Nobody claims the discard, so {name} draws from the stock.",
        "{name} gets the discard: of those who claim it, the next in turn.",
        "{name} gets the discard: the first to call for it.",
        "{name} sits to the left and gets the discard.",
        "Only the player whose turn it is may take the discard in this game.",
    ),
    "claim.cards": (
        "With it goes {cards} from the stock.",
    ),
    "claim.deal": (
        "The discard may not be claimed in deal {deal}.",
    ),
    "claim.forced": (
        "One stock card is left, so the discard must be taken.",
    ),
    "stock.out": (
        "The stock is used up: the discards are shuffled, all but the top one, and are the new stock.",
        "The stock is used up, so the deal ends.",
        "The stock is used up, so the discard must be taken.",
    ),
    "further-meld.allowed": (
        "{cards} may go down besides the contract.",
        "{cards} may go down.",
        "No melds besides the contract may go down.",
        "Only melds of the kinds that the contract names may go down now, so no {kind}.",
    ),
    "further-meld.contract": (
        "The contract of this deal must be down first.",
    ),
    "further-meld.when": (
        "No other meld goes down in the turn of the contract; it may from the next turn on.",
    ),
    "further-meld.number": (
        "Several melds may go down in one turn.",
        "At most {most} melds may go down in one turn.",
    ),
    "lay-off.fit": (
        "{cards} {go} on {onto}.",
        "{cards} goes on {onto} as {stands}.",
        "{cards} goes on {onto} as {stands}, unless said otherwise.",
        "{cards} {go} on {onto}: {wilds}.",
        "{cards} {go} on {onto}: {wilds}, unless said otherwise.",
        "{cards} cannot be added to {onto}.",
        "{cards} cannot be added to {onto}, a set of {ranks}.",
        "{cards} cannot be added to {onto}: {wilds} there.",
        "{cards} cannot be added to {onto}: {wilds} there. Ask about taking it instead.",
        "{cards} cannot be added to {onto}, a run from the {first} to the {last}.",
        "{cards} cannot be added to {onto}: the ace is high here, above the king.",
        "{cards} cannot be added to {onto}: the ace is low here, below the two.",
        "{cards} cannot be added to {onto}: that run is full.",
        "No card is wild in this game, so there is none to take.",
        "{onto} is no meld to add to.",
    ),
    "lay-off.contract": (
        "Cards may be added to any meld on the table.",
        "A player's own contract must be down before cards may be added to melds.",
        "A player's own meld must be down before cards may be added to melds.",
    ),
    "lay-off.when": (
        "The contract went down in this turn; cards may be added to melds from the next turn on.",
        "A wild that is taken must be played at once, and nothing more is played in this turn.",
    ),
    "lay-off.wilds": (
        "Further wilds may be added to a meld on the table.",
        "A meld may hold at most {most}; {onto} would have {has}.",
    ),
    "lay-off.moves-wild": (
        "The {card} takes the place of the {wild}, which moves to an end of the run.",
    ),
    "take-wild.kind": (
        "The {wild} stands for the {stands}, and the {give} takes its place.",
        "A wild may be taken from a run here, not from a set.",
        "A wild may be taken from a set here, not from a run.",
        "Wilds are never taken from melds in this game.",
        "There is no wild in {meld} to take.",
        "The {give} does not fit: in {meld} {wilds}.",
        "The {give} cannot be given for the {take}: in {meld} {wilds}.",
        "The {give} is wild itself, and cannot be given for a wild.",
        "The {take} is not wild in {meld}, so there is nothing to give for it.",
    ),
    "take-wild.contract": (
        "It may be taken if it completes the contract at once.",
        "It may be taken before any contract is down.",
        "It may be taken before any meld of one's own is down.",
        "The player's own contract must be down before a wild may be taken.",
        "Before the contract is down, a wild may be taken only to complete it at once.",
    ),
    "take-wild.owner": (
        "A wild may be taken from another player's meld only.",
        "A wild may be taken from one's own meld.",
        "A wild may be taken from another player's meld.",
    ),
    "take-wild.turn": (
        "It is taken in one's own turn.",
        "It may be taken out of turn; of several players the next in turn goes first.",
        "A wild may be taken in one's own turn only.",
    ),
    "take-wild.use": (
        "The wild may be kept in hand.",
        "The wild is played at once.",
        "A wild that was taken must be played in the same turn.",
    ),
    "discard.card": (
        "The {card} may be discarded.",
    ),
    "discard.taken": (
        "The card just taken from the discard may be thrown back: the {card}.",
        "The {card} was just taken from the discard and may not be thrown back in the same turn.",
    ),
    "discard.twin": (
        "The other {card} may go, though its twin was just taken.",
        "No {card} may be discarded: one was just taken from the discard.",
    ),
    "discard.wild": (
        "The {card} is wild, and may be discarded all the same.",
        "The {card} is wild, and wilds may not be discarded.",
    ),
    "discard.playable": (
        "The {card} goes on no meld that lies on the table.",
        "The {card} {goes}, and may be discarded all the same.",
        "The {card} {goes}, but while one's own contract is not down it may be discarded.",
        "The {card} may be discarded unless it goes on a meld on the table; none was named.",
        "The {card} {goes}, and a card that can be played may not be discarded.",
    ),
    "go-out.last": (
        "The last card may be {way}.",
        "The last card may not be {way}; it is {ways}.",
        "In this deal the last card may be {way}.",
        "In this deal the last card may not be {way}; it is {ways}.",
        "All these cards can leave the hand in this turn, with nothing laid off.",
        "These cards cannot all leave the hand in this turn with nothing laid off.",
        "These cards can all be laid down, but the last one must be {ways}, and none can be kept for it.",
    ),
    "points.cards": (
        "This card costs {points}.",
        "{sum} = {points}.",
        "{sums}.",
        "The {cards} would be left, and costs {points}.",
        "{cards} would be left: {sum} = {points}.",
        "No card would be left.",
        "No cards, no points.",
    ),
    "score.winner": (
        "{name} went out and has 0; the others count the cards they hold.",
        "{name} went out and is credited with what the others hold.",
    ),
    "score.nobody-out": (
        "Where nobody went out, everyone counts the cards they hold.",
        "Where nobody went out, nothing is written.",
    ),
    "end.when": (
        "The game goes on {until}.",
        "The game is over {after}.",
    ),
    "end.winner": (
        "The {best} total wins: {names}.",
    ),
    "end.ties": (
        "{names} share the win.",
        "Players were level on top, and another deal decided.",
        "{names} are level, so another deal decides.",
    ),
})  # fmt: skip
"""By the rule; what stands in braces were cards, names and numbers."""

OFFERS = (
    "With the {new} instead of the {old} this is a set.",
    "With the {new} instead of the {old} this is a run.",
    "With the {new} instead of the {old} this fits.",
    "With the {new} instead of the {old} the contract is met.",
    "Without the {old} this is a set.",
    "Without the {old} this is a run.",
    "Without the {old} this fits.",
    "Without the {old} the contract is met.",
    "With the {new} as well this is a set.",
    "With the {new} as well this is a run.",
    "With the {new} as well this fits.",
    "With the {new} as well the contract is met.",
    "Legal if the {old} stands for {new}.",
    "Legal if the {old} stands for itself.",
)
"""What would have been legal instead."""

QUESTIONS = (
    "Is this a meld?",
    "Can I go down with these?",
    "Can I put another meld down?",
    "May I add this card to that meld?",
    "May I take that {wild}?",
    "May I throw this away?",
    "Who gets the discard?",
    "Is the hand over?",
    "What do these cost me?",
    "What is the best I can lay down?",
    "The stock is used up. What now?",
)
"""What was asked."""

ANSWERS = (
    "Yes.", "No.", "{count} point.", "{count} points.", "{name} gets it.", "Nobody gets it.",
    "Shuffle the discards.", "The deal ends.", "Take the discard.", "No contract.", "No meld.",
    "All of them.",
)  # fmt: skip
"""What was answered."""


def was_said(text: object, sentences: Iterable[str]) -> bool:
    """Whether a text is one of some sentences, with whatever in its braces."""
    return isinstance(text, str) and any(_pattern(one).fullmatch(text) for one in sentences)


@cache
def _pattern(sentence: str) -> re.Pattern[str]:
    parts = (re.escape(part) for part in re.split(r"\{[a-z]+\}", sentence))
    return re.compile(".+?".join(parts), re.IGNORECASE)
