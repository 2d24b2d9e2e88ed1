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
            title="We couldn’t read that",
            says="Something in the address or the form is wrong. Go back and try again.",
        ),
        "form": ErrorWords(
            title="This form can’t be used",
            says="Cookies are off, or the form belongs to another browser. Nothing was saved. "
            "Go back, reload the page, and send it again.",
        ),
        "host": ErrorWords(
            title="This address isn’t allowed",
            says="Open the address that was shown when the referee was started. "
            "Whoever runs it can allow more addresses with REFEREE_HOSTS.",
        ),
        "403": ErrorWords(
            title="Your link is view only",
            says="You can follow the game, but not change it. To help keep score, ask the "
            "scorekeeper for a scorer’s link.",
        ),
        "404": ErrorWords(
            title="Page not found",
            says="The link may be incomplete or withdrawn. "
            "Ask for the game’s link again, or start from the home page.",
        ),
        "405": ErrorWords(
            title="This page doesn’t work that way",
            says="Start from the home page, and use the buttons there.",
        ),
        "renewed": ErrorWords(
            title="This game already exists",
            says="This game was started before, and its link has been replaced since. Ask its "
            "scorekeeper for the new link, or start another game from the home page.",
        ),
        "413": ErrorWords(
            title="That’s too large",
            says="What you sent is larger than any game needs, or is a file of more than "
            f"{COPY_BYTES // 2**20} MB. Send less at once.",
        ),
        "414": ErrorWords(
            title="That question is too long",
            says="Ask about fewer cards at once.",
        ),
        "fields": ErrorWords(
            title="That question has too many fields",
            says=f"A question can have at most {QUERY_FIELDS} fields. Go back and ask again.",
        ),
        "429": ErrorWords(
            title="Too many requests",
            says="Wait a moment, then try again. Nothing is lost.",
        ),
        "503": ErrorWords(
            title="The referee is busy",
            says="Wait a few seconds, then try again. Nothing is lost.",
        ),
        "500": ErrorWords(
            title="Something went wrong",
            says="It’s our fault. What you saved before is safe. Try again.",
        ),
    }
)

OUTAGES: Mapping[Reason, ErrorWords] = MappingProxyType(
    {
        Reason.FULL: ErrorWords(
            title="The disk is full",
            says="The computer that keeps the scores has no space left, so nothing new can be "
            "saved. Ask whoever runs it to free some space.",
        ),
        Reason.READ_ONLY: ErrorWords(
            title="Nothing can be saved right now",
            says="The disk that keeps the scores is read-only. You can still look at your "
            "games. Ask whoever runs this to check the disk.",
        ),
        Reason.BUSY: ErrorWords(
            title="The score book is busy",
            says="Another program is using it. Try again in a moment.",
        ),
        Reason.UNREACHABLE: ErrorWords(
            title="The database isn’t answering",
            says="The scores are kept in a database that can’t be reached right now. "
            "Try again in a moment, or ask whoever runs this to start it.",
        ),
        Reason.DAMAGED: ErrorWords(
            title="The score book can’t be read",
            says="Its file or its disk is damaged. Ask whoever runs this to restore a backup.",
        ),
        Reason.REPLACED: ErrorWords(
            title="The score book was replaced",
            says="Ask whoever runs this to restart the server.",
        ),
    }
)
"""Why the score book cannot be used; for other reasons there is `CLOSED`."""

CLOSED: Final = ErrorWords(
    title="The score book can’t be opened",
    says="Ask whoever runs this to check the computer that keeps the scores: it shows what to do.",
)

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
        "entered.begins": "Starts with",
        "entered.points": "Points",
        "entered.order": "Seats",
        "entered.seat": "Seat {seat}",
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
