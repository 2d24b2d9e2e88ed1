"""For programs: `POST /api/rulings`, one case in and one ruling out, and what describes it."""

import json
from functools import partial
from typing import Final

from flask import Blueprint, Response, jsonify, render_template

from referee.language import say
from referee.rules import CaseError, rule
from referee.rules.questions import QUESTIONS
from referee.rules.questions.cases import Question
from referee.rules.questions.fields import ALWAYS
from referee.rules.questions.json_types import Schema
from referee.web import openapi
from referee.web.costs import Work, costly
from referee.web.endpoints import PATHS, endpoint, schema_ref
from referee.web.games.api_types import KINDS_SENT
from referee.web.limits import RULINGS_PER_MINUTE
from referee.web.parsing import parse_json
from referee.web.rate_limit import RateLimit

blueprint: Final = Blueprint("rulings", __name__)
pace: Final = RateLimit(RULINGS_PER_MINUTE)


def _content() -> Schema:
    """What a case holds, by its question."""
    refs = {ask: schema_ref(name) for ask, name in openapi.CASES.items()}
    mapping = {ask: ref["$ref"] for ask, ref in refs.items()}
    return {
        "schema": {
            "oneOf": [*refs.values()],
            "discriminator": {"propertyName": "ask", "mapping": mapping},
        },
        "examples": {ask: {"value": openapi.example(ask)} for ask in refs},
    }


@endpoint(
    blueprint,
    "POST",
    "/api/rulings",
    sends=_content(),
    answers={
        "200": ("api-ruling-given", "Ruling"),
        "413": "api-case-long",
        "422": "api-case-wrong",
        "429": "api-too-many-questions",
    },
)
@costly(Work.RULING)
def api_rule() -> tuple[Response, int]:
    """Rule on the case in the body: 200 and the ruling, or 422 and what is wrong with the case.

    It reads no cookie and writes nothing, so that any program may ask.
    """
    pace.count()
    try:
        case = parse_json()
        if case is None:
            raise CaseError("", "case-no-body")
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
            for path, doors in PATHS.items()
            if path.startswith("/api/games")
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
