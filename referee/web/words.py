"""What people read when something they sent cannot be taken: one sentence each, by name."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from referee.scorebook.outages import Reason
from referee.web.limits import COPY_BYTES, QUERY_FIELDS


@dataclass(frozen=True, slots=True, kw_only=True)
class ErrorWords:
    """An error page: what happened, and what to do now."""

    title: str
    says: str


ERRORS: Mapping[str, ErrorWords] = MappingProxyType(
    {
        "400": ErrorWords(
            title="That could not be read",
            says="Something in the address or the form was not as it should be. "
            "Go back, and try it once more.",
        ),
        "form": ErrorWords(
            title="This form is no longer good",
            says="Cookies are off, or the form belongs to another browser. Nothing was written. "
            "Go back, load the page again, and send it once more.",
        ),
        "host": ErrorWords(
            title="This address is not known here",
            says="Open the address that was shown when the referee was started. "
            "Whoever runs it can allow another one with REFEREE_HOSTS.",
        ),
        "403": ErrorWords(
            title="Only the keeper writes here",
            says="Your link lets you follow the game. Ask the keeper for the other link "
            "if you are to write the deals.",
        ),
        "404": ErrorWords(
            title="There is nothing here",
            says="Perhaps the link was cut short, or it was taken back. "
            "Ask for the game’s link again, or begin at home.",
        ),
        "405": ErrorWords(
            title="This page cannot be used that way",
            says="Begin at home, and follow the buttons from there.",
        ),
        "renewed": ErrorWords(
            title="This game is there already",
            says="This game was started before, and its link was renewed since. Ask whoever keeps "
            "the game for its new link, or start another game from home.",
        ),
        "413": ErrorWords(
            title="That was too much at once",
            says="It was larger than any table needs, or a file of more than "
            f"{COPY_BYTES // 2**20} MB. Send less.",
        ),
        "414": ErrorWords(
            title="That question is too long",
            says="Ask about fewer cards at once.",
        ),
        "fields": ErrorWords(
            title="That question has too many fields",
            says=f"A question has at most {QUERY_FIELDS} fields. Go back, and ask again from the "
            "desk.",
        ),
        "429": ErrorWords(
            title="That was very quick",
            says="Wait a moment, then try once more. Nothing is lost.",
        ),
        "503": ErrorWords(
            title="The referee is busy",
            says="Wait a few seconds, then try once more. Nothing is lost.",
        ),
        "500": ErrorWords(
            title="That went wrong",
            says="The fault is ours, and what was written before is safe. Try it once more.",
        ),
    }
)

OUTAGES: Mapping[Reason, ErrorWords] = MappingProxyType(
    {
        Reason.FULL: ErrorWords(
            title="The disk is full",
            says="The computer that keeps the scores has no room for more, so nothing new can be "
            "saved. Ask whoever runs it to free some space.",
        ),
        Reason.READ_ONLY: ErrorWords(
            title="Nothing can be saved now",
            says="The disk that keeps the scores can only be read. You can still look at your "
            "games. Ask whoever runs this to check the disk.",
        ),
        Reason.BUSY: ErrorWords(
            title="The score book is busy",
            says="Another program has been using it for some seconds. Try again in a moment.",
        ),
        Reason.UNREACHABLE: ErrorWords(
            title="The database does not answer",
            says="The scores are kept in a database that cannot be reached right now. "
            "Try again in a moment, or ask whoever runs this to start it.",
        ),
        Reason.DAMAGED: ErrorWords(
            title="The score book cannot be read",
            says="Its file or its disk is damaged. Ask whoever runs this to put back a backup.",
        ),
        Reason.REPLACED: ErrorWords(
            title="The score book was replaced",
            says="Ask whoever runs this to stop the server and start it again.",
        ),
    }
)
"""Why the score book cannot be used; for other reasons there is `CLOSED`."""

CLOSED: Final = ErrorWords(
    title="The score book cannot be opened",
    says="Ask whoever runs this to look at the computer that keeps the scores: "
    "it says there what to do.",
)

FORMS: Mapping[str, str] = MappingProxyType(
    {
        "quick": "That was very quick. Wait a moment, then send it once more.",
        "names.few": "{game} needs at least {least} players. Write {more} more names.",
        "names.few.one": "{game} needs at least {least} players. Write one more name.",
        "names.many": "There are {given} names above: write {given} or more, or clear a name.",
        "dealer.none": "Say who deals first, or draw for it.",
        "dealer.seat": "Nobody sits on the seat that deals first. Choose another.",
        "option.number": "Write a whole number from {least} to {most}.",
        "out.none": "Say who went out.",
        "out.none.nobody": "Say who went out, or that nobody did.",
        "deal.none": "Deal {deal} cannot be written now: look at the table first.",
        "hand.empty": "Nothing is written for {name} yet. Write the points, or tap the cards "
        "that were left.",
        "hand.gone": "{name} isn't in this deal any more. You entered: {typed}. Save again to "
        "leave that out. If {name} did play, let {name} come back first, under Players.",
        "hand.points": "Write a number or a sum, such as 45 or 12+11+7.",
        "hand.large": "Nobody can hold that much. Write at most {most}.",
        "hand.both": "The cards come to {cards}, and {points} is typed. Keep one of them, and "
        "clear the other.",
        "copy.busy": "Somebody else is bringing games back just now. Wait half a minute, then "
        "choose the file and send it again.",
        "copy.renewed": "It was brought back before, and its link was renewed since. Ask whoever "
        "keeps the game for its new link.",
        "ruling.unreadable": "This ruling cannot be read: its case or its answer is damaged.",
        "begins.none": "Choose what the new player begins with.",
        "begins.points": "Write a whole number of points, such as 40 or −10.",
        "option.same": "That is how this table plays already.",
        "form.long": "That is longer than there is room for. Write less.",
        "form.longer": "That is longer than there is room for. Write at most {most} letters.",
        "form.key": "This form is no longer whole. Load the page again.",
        "print.doubted": "From a copy, not what the referee says.",
        "print.kit": "A kit is one PDF file. Each of its sheets has a print view of its own.",
        "print.wrong": "Look through the choices below: one of them cannot be.",
    }
)


LABELS: Mapping[str, str] = MappingProxyType(
    {
        "join.dealer": "{dealer} deals deal {deal}, wherever the new player sits.",
        "join.dealer.unless": "{dealer} still deals deal {deal}. To the left of {beside} the new "
        "player would deal it.",
        "join.packs": "From then on: {packs}, {cards} cards each.",
        "return.deals": "{player} then deals deal {deal}.",
        "brings.joined": "{player} starts with {points}.",
        "brings.returned": "{player} goes on with {points} added.",
        "hand.use": "Use {points}",
        "odd.asks": "Is that right?",
        "odd.yes": "Yes, that is right",
        "missing.asks": "Write the deal without {players}?",
        "missing.yes": "Write it without",
        "missing.write": "Write {player}, deal {deal}",
        "missing.of": "{player}, deal {deal}",
        "moves.one": "Deal {first} becomes deal {now}.",
        "moves.more": "Deals {first} to {last} become {now} to {then}.",
        "dealt": "{dealer} dealt",
        "hand.gone.out": "went out",
        "entered.out": "Went out",
        "entered.player": "Player",
        "entered.player.number": "Player {player}",
        "entered.after": "To the left of",
        "entered.dealer": "First dealer",
        "entered.one": "Swap the results of",
        "entered.other": "and",
        "entered.name": "Name",
        "entered.title": "Note",
        "entered.day": "Day",
        "entered.begins": "Begins with",
        "entered.points": "Points",
        "entered.order": "Seats",
        "entered.seat": "Seat {seat}",
        "deal.write": "Write deal {deal}",
        "deal.correct": "Correct deal {deal}",
        "deal.put in": "A deal before deal {deal}",
        "begins.nought": "0",
        "begins.average": "The average: {points}",
        "begins.worst": "As the last in the standings: {points}",
        "begins.typed": "A number you agree on",
        "back.nought": "Nothing: on with the old total",
        "back.average": "Brought to the average: {points} added",
        "back.worst": "Brought to the last in the standings: {points} added",
        "back.typed": "A number you agree on",
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
