"""What people read when something they sent cannot be taken: one sentence each, by name."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

FORMS: Mapping[str, str] = MappingProxyType(
    {
        "quick": "Too many requests. Wait a moment, then send it again.",
        "names.few": "{game} needs at least {least} players. Add {more} more names.",
        "names.few.one": "{game} needs at least {least} players. Add one more name.",
        "names.many": "You entered {given} names above: choose {given} or more here, "
        "or clear a name.",
        "dealer.none": "Choose who deals first, or choose a random dealer.",
        "dealer.seat": "The first dealer’s seat is empty. Choose another dealer.",
        "option.number": "Enter a whole number from {least} to {most}.",
        "out.none": "Choose who went out.",
        "out.none.nobody": "Choose who went out, or “Nobody”.",
        "deal.none": "You can’t enter deal {deal} now. Go back to the table "
        "to see which deal is next.",
        "hand.empty": "There’s no score for {name} yet. Enter the points, or tap the cards "
        "that were left.",
        "hand.gone": "{name} isn’t in this deal any more. You entered: {typed}. Save again to "
        "leave that out. If {name} did play, let {name} return first, under Players.",
        "hand.points": "Enter a number or a sum, such as 45 or 12+11+7.",
        "hand.large": "That’s more than a hand can hold. Enter at most {most}.",
        "hand.both": "The cards add up to {cards}, but you typed {points}. Keep one and clear "
        "the other.",
        "copy.busy": "Someone else is importing games right now. Wait half a minute, then "
        "choose the file and send it again.",
        "copy.renewed": "It was imported before, and its link has been replaced since. Ask its "
        "scorekeeper for the new link.",
        "ruling.unreadable": "This ruling can’t be read: its question or its answer is damaged.",
        "begins.none": "Choose what the new player starts with.",
        "begins.points": "Enter a whole number of points, such as 40 or −10.",
        "option.same": "Nothing would change.",
        "form.long": "That’s too long. Shorten it.",
        "form.longer": "That’s too long. Use at most {most} characters.",
        "form.key": "This form has expired. Reload the page.",
        "print.doubted": "From a copy: the referee didn’t confirm it.",
        "print.kit": "A kit is one PDF file. To print from your browser, open its sheets "
        "one by one.",
        "print.wrong": "One of the choices below isn’t possible.",
    }
)


LABELS: Mapping[str, str] = MappingProxyType(
    {
        "join.dealer": "{dealer} deals deal {deal}, wherever the new player sits.",
        "join.dealer.unless": "{dealer} still deals deal {deal}. To the left of {beside}, the new "
        "player would deal it.",
        "join.packs": "From then on: {packs}, {cards} cards each.",
        "return.deals": "{player} then deals deal {deal}.",
        "brings.joined": "{player} starts with {points}.",
        "brings.returned": "{player} is back, with {points} added.",
        "hand.use": "Use {points}",
        "odd.asks": "Is this right?",
        "odd.yes": "Yes, save it",
        "missing.asks": "Save without {players}’s score?",
        "missing.asks.more": "Save without scores for {players}?",
        "missing.yes": "Save anyway",
        "missing.write": "Add {player}, deal {deal}",
        "missing.of": "{player}, deal {deal}",
        "moves.one": "Deal {first} becomes deal {now}.",
        "moves.more": "Deals {first} to {last} become {now} to {then}.",
        "dealt": "{dealer} dealt",
        "hand.gone.out": "went out",
        "deal.save": "Save deal {deal}",
        "deal.save.title": "Enter deal {deal}",
        "deal.correct": "Correct deal {deal}",
        "deal.correct.title": "Correct deal {deal}",
        "deal.insert": "Insert the deal",
        "deal.insert.title": "Insert a deal before deal {deal}",
        "begins.nought": "0",
        "begins.average": "The average: {points}",
        "begins.worst": "Same as last place: {points}",
        "begins.typed": "Another number",
        "back.nought": "Nothing: keep the old total",
        "back.average": "Up to the average: {points} added",
        "back.worst": "Level with last place: {points} added",
        "back.typed": "Another number",
    }
)
"""Headings and answers to choose from: no sentences."""


_ORDINALS: Final = (
    "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth",
    "eleventh", "twelfth", "thirteenth", "fourteenth", "fifteenth", "sixteenth",
)  # fmt: skip


def says(name: str, /, **words: object) -> str:
    """The sentence of that name, with its blanks filled in."""
    return FORMS[name].format(**words)


def label(name: str, /, **words: object) -> str:
    """The label of that name, with its blanks filled in."""
    return LABELS[name].format(**words)


def ordinal(place: int) -> str:
    """A place from 1 as it is read out, `first`, and past all seats of a table `number 17`."""
    return _ORDINALS[place - 1] if place <= len(_ORDINALS) else f"number {place}"
