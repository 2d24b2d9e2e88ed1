"""The dispute desk. A question is an address: it can be sent on, and asking writes nothing."""

from collections.abc import Mapping
from typing import Any, Final
from urllib.parse import urlencode

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.exceptions import RequestURITooLarge
from werkzeug.wrappers import Response

from referee.rules import CaseError, rule
from referee.rules.build import OptionError
from referee.rules.cards import JOKER, RANKS, SUITS, Card
from referee.rules.variant import Variant
from referee.variants import catalogue, load
from referee.web.disputes.forms import DeskForm, desk_form
from referee.web.disputes.laid import laid_out, typed_cards
from referee.web.disputes.questions import (
    MELD_BREAK,
    OPTION,
    Question,
    case_of,
    question,
    questions_for,
)
from referee.web.games.new import option_groups
from referee.web.limits import QUERY_BYTES, RULINGS_PER_MINUTE
from referee.web.pace import Pace
from referee.web.variants.named import variant_or_404
from referee.web.words import says

blueprint: Final = Blueprint("disputes", __name__)
pace: Final = Pace(RULINGS_PER_MINUTE)
CARD_FIELDS: Final = ("cards", "hand")


@blueprint.get("/disputes")
def desk() -> Response | str | tuple[str, int]:
    """Choose a game, ask, and read the ruling with every reason."""
    pace.count()
    if len(request.query_string) > QUERY_BYTES:
        raise RequestURITooLarge
    sent = {name: text for name, text in request.args.items() if text.strip()}
    if "game" not in sent:
        return render_template("disputes/choose.html", catalogue=catalogue())
    variant = variant_or_404(sent["game"])
    if "tap" in sent or "untap" in sent:
        return redirect(_address(after_tap(sent)))
    asked = question(variant, sent.get("ask", ""))
    form = desk_form(variant, asked, sent)
    return _answer(variant, asked, form, sent)


def _answer(
    variant: Variant, asked: Question, form: DeskForm, sent: dict[str, str]
) -> str | tuple[str, int]:
    ruling = chosen = None
    if "cards" in request.args and "more" not in sent:
        try:
            chosen = load(variant.id, form.options())
            ruling = _ruling(chosen, asked, form)
        except OptionError as error:
            form.say(OPTION + error.option, str(error))
    page = render_template(
        "disputes/desk.html",
        variant=chosen or variant,
        asked=asked,
        doors=[(one, _address(sent | {"ask": one.ask})) for one in questions_for(variant)],
        form=form,
        sent=sent,
        groups=option_groups(variant),
        ruling=ruling,
        laid=laid_out(chosen, asked, form.typed(), ruling) if chosen and ruling else (),
        keys=[[Card(rank, suit) for rank in RANKS] for suit in SUITS],
        joker=JOKER if variant.has_jokers else None,
        typed_cards=typed_cards,
    )
    return (page, 422) if any(field.errors for field in form) else page


def _address(query: Mapping[str, str]) -> str:
    return f"{url_for('disputes.desk')}?{urlencode(query)}"


def _ruling(variant: Variant, asked: Question, form: DeskForm) -> Any:
    """The ruling on what stands in the form; None where the form now says what is wrong."""
    typed = form.typed()
    if not form.validate():
        return None
    if not typed["cards"].strip():
        form.say("cards", says("desk.cards"))
        return None
    try:
        return rule(case_of(variant, asked, typed))
    except CaseError as error:
        form.say(error.field, error.message)
        return None


def after_tap(sent: dict[str, str]) -> dict[str, str]:
    """The address after a key of the keypad was pressed, or a card tapped to remove it."""
    pressed, gone = sent.pop("tap", ""), sent.pop("untap", "")
    name, _, what = (pressed or gone).partition(":")
    if name not in CARD_FIELDS:
        abort(400)
    words = sent.get(name, "").replace(MELD_BREAK, f" {MELD_BREAK} ").split()
    if pressed:
        words.append(what)
    elif what.isdecimal() and int(what) < len(words):
        del words[int(what)]
    return sent | {name: " ".join(words), "more": "yes"}
