"""What players read in the log of a game, beside its links, and where something is refused."""

from collections.abc import Sequence
from types import MappingProxyType
from typing import Final

SAYS: Final = MappingProxyType(
    {
        "started": "{players} sit down; {dealer} deals first",
        "written": "Deal {deal}: {out} went out; {held}",
        "written.nobody": "Deal {deal}: nobody went out; {held}",
        "corrected.out": "Deal {deal}: {out} went out, not {before}",
        "corrected.out.nobody": "Deal {deal}: nobody went out, not {before}",
        "corrected.out.somebody": "Deal {deal}: {out} went out after all",
        "corrected.points": "{player}, deal {deal}: from {before} to {now}",
        "corrected.held": "{player}, deal {deal}: held {now}, not {before}",
        "corrected.cards": "Deal {deal}: hands written anew, the same points",
        "corrected.nothing": "Deal {deal}: looked at again, nothing changed",
        "ruling.kept": "Ruling kept. {asks} {answers}",
        "no.ruling.long": "This ruling is too long to keep: ask about fewer cards.",
        "inserted": "Put in. {line}",
        "deleted": "Deal {deal} struck out: it was never played",
        "swapped": "Deal {deal}: {one} and {other} swapped results",
        "held": "{player} held {points}",
        "joined.nought": "{player} joins, with {points}",
        "joined.average": "{player} joins, with the average: {points}",
        "joined.worst": "{player} joins, with the worst total: {points}",
        "joined.typed": "{player} joins, with {points} as agreed",
        "left": "{player} leaves, with {points}",
        "returned.nought": "{player} returns, with nothing added",
        "returned.average": "{player} returns, brought to the average: {points} added",
        "returned.worst": "{player} returns, brought to the worst total: {points} added",
        "returned.typed": "{player} returns, {points} added as agreed",
        "renamed": "{before} is now called {name}",
        "seats.moved": "New seats: {players}, to the left",
        "dealer.changed": "{dealer} deals deal {deal}",
        "option": "{asks} From now on: {now}. Before: {before}",
        "option.same": "Options looked at again, nothing changed",
        "noted": "Note: {title}",
        "dated": "Day: {day}",
        "noted.same": "Note looked at again, nothing changed",
        "taken.back": "Taken back: {what}",
        "put.back": "Put back: {what}",
        "ended": "That ends the game: {winners} won",
        "ended.shared": "That ends the game: {winners} share it",
        "ended.otherwise": "{winners} won, not {before}",
        "opened.again": "The game is open again",
        "link.keeper": "keeper's link",
        "link.scorer": "second scorer's link",
        "link.viewer": "viewer's link",
        "link.renewed": "{link} {number}",
        # What is refused, and what would be right.
        "no.name": "{whose} is missing: type 1 to {most} characters.",
        "no.name.long": "{whose} is too long: {most} characters at most.",
        "no.name.twice": "Seats {first} and {second} are both called {name}: "
        "add a letter so that the two can be told apart.",
        "whose": "The name",
        "whose.player": "The name of player {number}",
        "no.note.long": "The note is too long: {most} characters at most.",
        "no.dealer": "Say which of the players deals first.",
        "no.key": "This form is damaged: open it again and send it once more.",
        "no.start.again": "A game cannot be started twice: start another one.",
        "no.deal.again": "Deal {deal} is written already: correct it instead.",
        "no.deal.over": "The game is over: correct a deal if one was written wrong.",
        "no.deal.next": "Deal {next} comes next, not deal {deal}.",
        "no.deal.more": "A game has at most {most} deals: start another one.",
        "no.deal.yet": "Deal {deal} is not written yet, so there is nothing to correct.",
        "no.hands": "A deal needs one hand for each of {players}.",
        "no.hand.out": "{player} went out, so {player} holds 0 points.",
        "no.hand.points": "{player} needs a whole number of points from {least} to {most}.",
        "no.hand.sum": "{player}'s sum is too long: {most} characters at most.",
        "no.hand.many": "{player} cannot hold that many cards.",
        "no.hand.cards": "{player}'s cards: {why}",
        "no.hand.worth": "{player}'s cards are worth {worth} points, not {points}.",
        "no.deal.there": "This deal stands no more: open the table again.",
        "no.insert": "The deals have moved meanwhile: open the table and choose the place again.",
        "no.swap": "Choose two players who both took part in this deal.",
        "no.undo.start": "The start cannot be taken back: delete the game instead.",
        "no.undo.line": "There is no such line to take back.",
        "no.undo.again": "This line is taken back already.",
        "no.then": "That cannot be now: {why}",
        "no.then.names": "That cannot be now: two players would be called {name}.",
        "no.join.key": "Somebody else sat down meanwhile: open this page again.",
        "no.join.seat": "Say who sits to the right of the new player.",
        "no.join.more": "A game has at most {most} players, those who left among them.",
        "no.join.points": "Write a whole number of points, at most {most}.",
        "no.join.early": "Nothing is written yet, so everybody begins with 0.",
        "no.name.clean": "This name has signs that cannot be seen: type it anew.",
        "no.name.taken": "There is a {name} in this game already: "
        "add a letter so that the two can be told apart.",
        "no.player": "Nobody of that name plays now: open this page again.",
        "no.return": "Only somebody who left can return: open this page again.",
        "no.people.over": "The game is over: start another one, or take back its last deal first.",
        "no.seats": "Give every player a seat of their own.",
        "no.option": "Nothing was changed: choose another answer first.",
        "no.day": "Write the day as year, month and day: 2026-11-21.",
        "no.copy": "This file is no copy of games: choose one that was saved here.",
        "no.copy.later": "This copy was saved by a later version: bring this one up to date.",
        "no.copy.whole": "This copy was changed or cut short since it was saved: save it anew.",
        "no.copy.many": "A copy holds at most {most} games.",
        "no.copy.game": "Its data is damaged.",
        "no.copy.log": "Its log needs 1 to {most} lines.",
        "no.copy.rules": "Its rules ({variant}) are of a version that was never used here.",
        "no.later.book": "This score book was written by a later version of this program: "
        "bring this one up to date.",
        "no.entries": "This game's log is full ({most} entries): start another one.",
        "no.links": "A game has had at most {most} links: start another one.",
        "no.link": "This game has no such link: open its links again.",
        "no.link.keeper": "The keeper's link can be replaced, not withdrawn.",
        "no.link.scorer": "Only a second scorer can become the keeper: make a link for one first.",
        "may.not.delete": "Only the keeper deletes a game.",
        "may.not.write": "This link only reads: ask the keeper.",
        "may.not.any.more": "This link was withdrawn: ask the keeper for the new one.",
        "may.not.see.links": "Only the keeper sees the links of a game.",
    }
)


def says(entry: str, /, **words: object) -> str:
    """One sentence of the table with its words filled in."""
    return SAYS[entry].format(**words)


def listed(words: Sequence[str]) -> str:
    """Words as a list that people read: `Mara, Jon and Edith`."""
    *most, last = words
    return f"{', '.join(most)} and {last}" if most else last
