"""Starting a game: which one, what tells them apart, who plays and deals, and by which rules."""

import hashlib
import re
from collections import defaultdict
from collections.abc import Sequence
from typing import Final

from flask import redirect, render_template, request, url_for
from werkzeug.wrappers import Response
from wtforms import Field, Form, RadioField, StringField
from wtforms.validators import ValidationError

from referee.language import say
from referee.printing.comparison import FACTS, Two, contracts_apart, facts_apart, rules_apart
from referee.rules.building.house_rules import house_rules
from referee.rules.deals import contract_words
from referee.rules.schema.options import OptionError
from referee.rules.schema.variant import Variant
from referee.scorebook.checked import parse_whole
from referee.scorebook.errors import NameRefused, Refused
from referee.scorebook.events.base import Hand, player_key
from referee.scorebook.events.deals import DealWritten
from referee.scorebook.events.table import with_new_options
from referee.scorebook.limits import KEYRING, SEATS
from referee.scorebook.names import clean_names, clean_note
from referee.scorebook.plain import plain_game
from referee.scorebook.repository import KnownGame, known_games, players_in, start_game, write
from referee.variants import catalogue
from referee.web import keyring
from referee.web.forms import (
    NAME_FIELD,
    FieldGroup,
    grouped,
    new_key,
    option_fields,
    option_problem,
    sent_key,
)
from referee.web.game_choice import choice_page
from referee.web.games.pages import blueprint, starts
from referee.web.limits import NAMES_OFFERED
from referee.web.on_paper import make_first_sheets
from referee.web.rule_card import variant_or_404

DRAW: Final = "draw"
"""The answer that leaves the first dealer to chance."""

USUAL_PLAYERS: Final = 4
"""How many sit down where nobody says so."""


def drawn(key: str, players: int) -> int:
    """Who deals first by the draw: the same seat each time the same form arrives."""
    return int.from_bytes(hashlib.sha256(f"draw {key}".encode()).digest()[:8], "big") % players


class StartForm(Form):
    """A new game of a variant.

    `seats` are the fields of the names, by the number of the seat from 0; `chosen` is the variant
    under the house rules that were filled in. `usual` sit down where nobody says how many.
    """

    called = StringField(render_kw=NAME_FIELD)
    parts = StringField(render_kw={"maxlength": 200, "autocomplete": "off"})
    players = RadioField(choices=[], validate_choice=False)
    dealer = RadioField(choices=[], validate_choice=False)

    def __init__(self, variant: Variant, usual: int) -> None:
        sent = request.form if request.method == "POST" else None
        super().__init__(sent, data={"dealer": DRAW})
        self.key = sent_key() if sent else new_key()
        self.is_plain = variant is plain_game()
        self.variant = self.chosen = variant
        most = min(variant.most_seats, SEATS)
        self.numbers = range(variant.players.least, most + 1)
        self.players.choices = [(str(number), str(number)) for number in self.numbers]
        self.usual = min(max(usual, variant.players.least), variant.players.most)
        fields = {str(seat): StringField(render_kw=NAME_FIELD) for seat in range(most)}
        self.seats = FieldGroup("name-", fields, sent)
        self.options = option_fields(variant, house_rules(variant).first, sent)

    def validate_called(self, field: Field) -> None:
        """Call the game, and the parts of its scores, as the table does."""
        if not self.is_plain:
            return
        parts = filter(None, map(clean_note, re.split("[,;]", self.parts.data or "")))
        try:
            self.variant = plain_game(clean_note(field.data or ""), tuple(parts))
        except Refused as refused:
            raise ValidationError(str(refused)) from refused

    def typed(self) -> dict[int, str]:
        """The names that are filled in, by the number of their seat from 0."""
        return {int(seat): name for seat, name in self.seats.texts().items() if name}

    def names(self) -> dict[int, str]:
        """Who sits down, by the number of the seat: who has no name is Player 1, and so on."""
        typed = self.typed()
        wanted = parse_whole(self.players.data or "") or (
            self.variant.players.least if typed else self.usual
        )
        free = [seat for seat in range(len(self.seats.texts())) if seat not in typed]
        seated = sorted([*typed, *free[: max(wanted - len(typed), 0)]])
        return {
            seat: typed.get(seat) or say("new-player", number=place)
            for place, seat in enumerate(seated, 1)
        }

    def first_dealer(self) -> int:
        """The index among the names of who deals first, drawn where that is wished."""
        if self.dealer.data == DRAW:
            return drawn(self.key, len(self.names()))
        return [*self.names()].index(int(self.dealer.data or 0))

    def validate_players(self, field: Field) -> None:
        """Raise `ValidationError` where more names are filled in than players were chosen."""
        given = len(self.typed())
        if field.data and given > (parse_whole(field.data) or 0):
            raise ValidationError(say("new-too-many", given=given))

    def validate_dealer(self, field: Field) -> None:
        """Raise `ValidationError` where nobody sits on the seat of the first dealer."""
        if not field.data:
            raise ValidationError(say("new-no-dealer"))
        if field.data != DRAW and field.data not in map(str, self.names()):
            raise ValidationError(say("new-dealer-empty"))

    def validate(self, extra_validators: object = None) -> bool:
        """Whether a game can be started; else the fields say why not."""
        return all([super().validate(), self._options_agree(), self._names_agree()])

    def _options_agree(self) -> bool:
        wished = {name: text or "0" for name, text in self.options.texts().items()}
        given, seats = len(self.names()), self.variant.seats_option
        try:
            self.chosen = with_new_options(self.variant, wished)
            if seats and given > self.chosen.players.most:
                # So many sit there: nobody need look for the house rule that allows it.
                self.chosen = with_new_options(self.variant, {**wished, seats: given})
        except OptionError as error:
            name, problem = error.option, option_problem(self.variant, error)
            if name in self.options:
                self.options[name].errors = [problem]
            else:
                self.form_errors.append(problem)
            return False
        return True

    def _names_agree(self) -> bool:
        names = self.names()
        try:
            clean_names([*names.values()])
        except NameRefused as refused:
            seat = [*names][refused.seat or 0]
            self.seats[str(seat)].errors = [str(refused)]
            return False
        return True


@blueprint.get("/games/new")
def choose() -> str:
    """Choose which game to play."""
    return choice_page("games/choose.html", (*catalogue(), plain_game()))


@blueprint.get("/games/compare")
def compare() -> str:
    """The games that are asked for side by side, in that order, or all of them fact by fact.

    Of two there is nothing but what tells them apart: their rules as well as the facts.
    """
    known = {game.id: game for game in catalogue()}
    asked = dict.fromkeys(request.args.getlist("game"))
    games = [known[game] for game in asked if game in known] or list(catalogue())
    facts = {name: [read(game) for game in games] for name, read in FACTS.items()}
    alike = {name: defaultdict[str, list[Variant]](list) for name in facts}
    for name, texts in facts.items():
        for text, game in zip(texts, games, strict=True):
            alike[name][text].append(game)
    if len(games) == 2:
        rows = [(lead, texts, False) for lead, texts in _apart((games[0], games[1]))]
    else:
        rows = [(say(f"compare-{name}"), facts[name], len(alike[name]) > 1) for name in facts]
    return render_template(
        "games/compare.html",
        named=[(game.id, game.name) for game in catalogue()],
        games=games,
        rows=rows,
        alike=alike,
    )


def _apart(games: Two) -> list[tuple[str, list[str]]]:
    contracts = ((lead, texts) for lead, texts, _ in contracts_apart(games, contract_words))
    said, none = [*facts_apart(games), *contracts, *rules_apart(games)], say("compare-no-such")
    return [(lead, [text or none for text in texts]) for lead, texts in said]


@blueprint.route("/games/new/<game>", methods=["GET", "POST"])
def new(game: str) -> Response | str | tuple[str, int]:
    """Say who plays and deals, and start the game."""
    variant = plain_game() if game == plain_game().id else variant_or_404(game)
    known = known_games(keyring.tokens())
    # Those who played last will mostly play again.
    form = StartForm(variant, len(known[0].book.players) if known else USUAL_PLAYERS)
    if request.method != "POST":
        return _page(form, known)
    if not form.validate() or not keyring.has_free_place():
        return _page(form, known), 422
    starts.count()
    names = [*form.names().values()]
    try:
        started = start_game(form.chosen, names, form.first_dealer(), key=form.key)
    except Refused as refused:
        return _page(form, known, str(refused)), 422
    keyring.claim_game(started)
    make_first_sheets(started.game_id)
    return redirect(url_for("games.table", game_id=started.game_id))


_SAMPLE_DEALS: Final = ((0, 25, 40), (30, 0, 15))
"""The points of each player in the deals of the sample game."""


@blueprint.post("/games/sample")
def sample() -> Response:
    """Start a game to look around in, with some deals written; the same form starts one only."""
    starts.count()
    players = [say("new-player", number=place) for place in range(1, len(_SAMPLE_DEALS[0]) + 1)]
    key = sent_key()
    started = start_game(catalogue()[0], players, 0, key=key, note=say("sample-title"))
    keyring.claim_game(started)
    access = keyring.keeper_or_404(started.game_id)
    deals = [
        DealWritten(
            deal=deal,
            out=player_key(points.index(0) + 1),
            hands={player_key(at): Hand(points=had) for at, had in enumerate(points, 1)},
        )
        for deal, points in enumerate(_SAMPLE_DEALS, 1)
    ]
    write(access, *deals, key=key, base=1)
    return redirect(url_for("games.table", game_id=started.game_id))


def _page(form: StartForm, known: Sequence[KnownGame], problem: str = "") -> str:
    variant = form.variant
    offered = [name for name in house_rules(variant).first if name != "best" or not form.is_plain]
    return render_template(
        "games/new.html",
        variant=variant,
        form=form,
        best=form.options["best"] if form.is_plain else None,
        wrong=[*form.form_errors, *filter(None, [problem])],
        groups=grouped(variant, offered),
        shown=max(form.usual, *(seat + 1 for seat in form.names())),
        known=players_in(known)[:NAMES_OFFERED],
        room=keyring.has_free_place(),
        most=KEYRING,
    )
