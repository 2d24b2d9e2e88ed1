"""`POST /api/rulings`: one case as JSON in, one ruling as JSON out."""

from typing import Any, Final

from flask import Blueprint, Response, jsonify, request

from referee.rules import CaseError, rule
from referee.web.limits import RULINGS_PER_MINUTE
from referee.web.pace import Pace
from referee.web.safety import csrf

blueprint: Final = Blueprint("rulings", __name__)
pace: Final = Pace(RULINGS_PER_MINUTE)


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


def _case() -> Any:
    try:
        case = request.get_json(force=True, silent=True)
    except RecursionError:
        case = None
    if not isinstance(case, dict):
        raise CaseError("", "Send one case as a JSON object, such as "
                        '{"game": "…", "ask": "meld", "cards": "9s 9d 9c"}.')  # fmt: skip
    return case
