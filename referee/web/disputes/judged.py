"""A ruling that comes from elsewhere, beside what the referee says of its case today."""

import json
from dataclasses import replace

from referee.rules import CaseError
from referee.rules.build import OptionError
from referee.rules.rulings import rule_by
from referee.rules.variant import Variant
from referee.scorebook.kept import RulingKept
from referee.scorebook.refusals import Refused
from referee.scorebook.settled import with_options
from referee.web.disputes import words
from referee.web.disputes.shown import shown
from referee.web.words import says


def judged_again(variant: Variant, kept: RulingKept) -> RulingKept:
    """The ruling, doubted unless the referee rules the same today, word for word.

    Raises `Refused` for one that could not be shown.
    """
    try:
        options = kept.case.get("options", {})
        played = with_options(variant, options) if options else variant
        now = rule_by(played, kept.case).as_dict()
        asks = words.asks(played, str(kept.case["ask"]))
        answers = f"{shown(played, kept.case, now).headline}."
        shown(played, kept.case, kept.ruling)
        kept.body()
    except (CaseError, OptionError, KeyError, TypeError, ValueError, AttributeError) as error:
        raise Refused(says("ruling.unreadable")) from error
    # As it would be read from a file.
    same = json.loads(json.dumps(now)) == kept.ruling
    return replace(kept, doubted=not same or (asks, answers) != (kept.asks, kept.answers))
