"""For programs: `POST /api/rulings`, one case in and one ruling out, and what describes it."""

import json
from functools import partial
from typing import Final

from flask import Blueprint, Response, jsonify, render_template

from referee.language import say
from referee.rules import CaseError, rule
from referee.rules.questions import QUESTIONS
from referee.rules.questions.declared import Question
from referee.rules.questions.fields import ALWAYS
from referee.web import openapi
from referee.web.games.api_types import KINDS_SENT
from referee.web.limits import RULINGS_PER_MINUTE
from referee.web.parsing import parse_json
from referee.web.rate_limit import RateLimit
from referee.web.security import csrf

blueprint: Final = Blueprint("rulings", __name__)
pace: Final = RateLimit(RULINGS_PER_MINUTE)


@blueprint.post("/api/rulings")
@csrf.exempt  # type: ignore[untyped-decorator]
def ruling() -> tuple[Response, int]:
    """Rule on the case in the body: 200 and the ruling, or 422 and what is wrong with the case.

    It reads no cookie and writes nothing, so that any program may ask.
    """
    pace.count()
    try:
        case = parse_json()
        if case is None:
            raise CaseError("", say("case-no-body"))
        return jsonify(rule(case).as_dict()), 200
    except CaseError as error:
        return jsonify(error.as_dict()), 422


@blueprint.get("/api/openapi.json")
def described() -> Response:
    """The description that programs read."""
    return jsonify(openapi.document())


@blueprint.get("/api")
def programs() -> str:
    """The same description for people who write programs."""
    return render_template(
        "rulings/programs.html",
        questions=[_example(question) for question in QUESTIONS.values()],
        doors=[
            (method.upper(), path, say(door["summary"]))
            for path, doors in openapi.PATHS.items()
            for method, door in doors.items()
        ],
        kinds=list(KINDS_SENT),
        steps=openapi.EXAMPLE,
        plain=partial(json.dumps, ensure_ascii=False),
        always=ALWAYS,
    )


def _example(question: Question) -> tuple[object, ...]:
    """A question, its fields with their schemas, and a case of it with its ruling."""
    case = openapi.example(question.ask)
    fields = [(field, openapi.field_schema(field)) for field in question.fields]
    return question, fields, case, rule(case).as_dict()
