"""A ruling that comes from elsewhere, beside what the referee says of its case today."""

import json
import time
from dataclasses import replace

from referee.rules import CaseError
from referee.rules.build import OptionError
from referee.rules.rulings import rule_by
from referee.rules.variant import Variant
from referee.scorebook.copies import Judge
from referee.scorebook.kept import RulingKept
from referee.scorebook.refusals import Refused
from referee.scorebook.settled import with_options
from referee.web.disputes import words
from referee.web.disputes.shown import shown
from referee.web.words import says


def judging(seconds: float) -> Judge:
    """`judged_again` for so many seconds of computing; rulings after that are doubted unheard."""
    until = time.thread_time() + seconds
    return lambda variant, kept: judged_again(variant, kept, heard=time.thread_time() < until)


def judged_again(variant: Variant, kept: RulingKept, *, heard: bool = True) -> RulingKept:
    """The ruling, doubted unless it is `heard` and the referee rules the same, word for word.

    Raises `Refused` for one that could not be shown.
    """
    try:
        options = kept.case.get("options", {})
        played = with_options(variant, options) if options else variant
        asks = words.asks(played, str(kept.case["ask"]))
        shown(played, kept.case, kept.ruling)
        kept.body()
        same = heard and (asks, *_ruled(played, kept)) == (kept.asks, kept.answers, kept.ruling)
    except (CaseError, OptionError, KeyError, TypeError, ValueError, AttributeError) as error:
        raise Refused(says("ruling.unreadable")) from error
    return replace(kept, doubted=not same)


def _ruled(variant: Variant, kept: RulingKept) -> tuple[str, object]:
    """The answer of the referee today to the case of a ruling, and the ruling as in a file."""
    now = rule_by(variant, kept.case).as_dict()
    return f"{shown(variant, kept.case, now).headline}.", json.loads(json.dumps(now))
