"""Choosing one of the games: by a word, or by what is known of it."""

import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from difflib import get_close_matches
from itertools import filterfalse
from typing import Final

from flask import render_template, request

from referee.language import has, say
from referee.rules.deals import deal_count
from referee.rules.schema.variant import Variant
from referee.scorebook.repository import known_games
from referee.web import keyring
from referee.web.limits import SEARCH_LENGTH

KINDS: Final[Mapping[str, Callable[[Variant], bool]]] = {
    "two": lambda game: game.players.least <= 2,
    "many": lambda game: game.players.most >= 6,
    "contracts": lambda game: game.has_contracts,
    "showdown": lambda game: game.is_showdown,
    "no-wilds": lambda game: game.is_card_game and not game.has_wilds,
}
"""What people know of a game, each with whether a game is such."""

GROUPS: Final[Mapping[str, Callable[[Variant], bool]]] = {
    "contracts": KINDS["contracts"],
    "showdown": KINDS["showdown"],
    "melds": lambda game: game.is_card_game,
    "scores": lambda _: True,
}
"""The headings below which games are listed, each game below the first that it fits."""

ALIKE: Final = 0.75
"""How much of a word has to be as it is typed, from 0 to 1."""
SHORT: Final = 3
"""The letters of a word that has to be as it is typed, but for what may follow."""


def choice_page(template: str, games: Sequence[Variant]) -> str:
    """The page that asks which of the games, of all or of those that fit what is known of it."""
    wanted, kind = request.args.get("q", "")[:SEARCH_LENGTH], request.args.get("kind", "")
    played = [game.book.variant.id for game in known_games(keyring.tokens())]
    found = fitting_games(games, wanted=wanted, kind=kind)
    return render_template(
        template,
        catalogue=found,
        groups=_grouped(found, list(dict.fromkeys(played))),
        kinds=KINDS,
        wanted=wanted,
        kind=kind,
        most=SEARCH_LENGTH,
    )


def fitting_games(games: Sequence[Variant], *, wanted: str, kind: str) -> list[Variant]:
    """The games of a kind in whose names, words or source all words stand, or words spelt alike.

    So may what is known of them, such as `7 deals` and `no jokers`. A kind that there is not is
    any.
    """
    asked = _words(wanted)
    # Any of them may be called a rummy besides.
    rest = [one for one in asked if one != "rummy"]
    of_kind: Callable[[Variant], bool] = KINDS.get(kind, lambda _: True)
    found = (
        [game for game in games if of_kind(game) and _fits(game, one)] for one in (asked, rest)
    )
    return next(filter(None, found), [])


def _grouped(games: Iterable[Variant], played: Sequence[str]) -> dict[str, list[Variant]]:
    """The games by what they stand under; first those whose ids were `played`, in that order."""
    groups: dict[str, list[Variant]] = {group: [] for group in ("played", *GROUPS)}
    for game in games:
        fits = (group for group, holds in GROUPS.items() if holds(game))
        groups["played" if game.id in played else next(fits)].append(game)
    groups["played"].sort(key=lambda game: played.index(game.id))
    return groups


def _fits(game: Variant, asked: Sequence[str]) -> bool:
    known = say("choose-known", deals=deal_count(game) or 0, jokers=game.has_jokers)
    also = say(message) if has(message := f"also-{game.id}") else ""
    words = _words(f"{game.name} {game.at_home} {also} {game.about} {game.source.title} {known}")
    # Of short words nothing is spelt alike: `no` is neither `nobody` nor `now`.
    return all(
        one in words
        or (len(one) >= SHORT and any(word.startswith(one) for word in words))
        or (len(one) > SHORT and get_close_matches(one, words, 1, ALIKE))
        for one in asked
    )


def _words(text: str) -> list[str]:
    return re.findall(r"[a-z0-9]+", plain_letters(text))


def plain_letters(text: str) -> str:
    """A text in small letters without accents."""
    letters = unicodedata.normalize("NFKD", text).casefold()
    return "".join(filterfalse(unicodedata.combining, letters))
