"""For programs: `POST /api/rulings`, one case in and one ruling out, and what describes it."""

import json
from functools import cache, partial
from typing import Any, Final

from flask import Blueprint, Response, jsonify, render_template, request

from referee.language import Catalogue, in_use, say
from referee.rules import CaseError, rule
from referee.rules.declared import QUESTIONS, Question
from referee.rules.fields import ALWAYS, Field
from referee.rules.json_types import Schema
from referee.web import openapi
from referee.web.games.api_types import KINDS_SENT
from referee.web.limits import RULINGS_PER_MINUTE
from referee.web.rate_limit import RateLimit
from referee.web.security import csrf

Example = tuple[Question, list[tuple[Field[Any], Schema]], Schema, object]
"""A question, its fields with their schemas, and a case of it with its ruling."""

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
        return jsonify(rule(_case()).as_dict()), 200
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
        questions=_examples(in_use()),
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


@cache
def _examples(language: Catalogue) -> list[Example]:
    """An example of every question, in the language in use."""
    cases = [(question, openapi.example(question.ask)) for question in QUESTIONS.values()]
    return [
        (question, [(field, openapi.field_schema(field)) for field in question.fields], case,
         rule(case).as_dict())
        for question, case in cases
    ]  # fmt: skip


def _case() -> Any:
    try:
        case = request.get_json(force=True, silent=True)
    except RecursionError:
        case = None
    if not isinstance(case, dict):
        raise CaseError("", say("case-no-body"))
    return case
