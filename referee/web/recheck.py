"""A ruling that comes in a copy, held to what the referee says of its case today."""

import json

from msgspec import UNSET, structs

from referee.language import Phrase
from referee.rules import CaseError
from referee.rules.questions import question_of
from referee.rules.rulings import rule_by
from referee.rules.schema.options import OptionError
from referee.rules.schema.variant import Variant
from referee.rules.stored import store_ruling, to_plain
from referee.scorebook.errors import Refused
from referee.scorebook.events.table import RulingKept, with_options
from referee.web.verdict_view import VerdictView


def recheck(variant: Variant, kept: RulingKept, left: float) -> RulingKept:
    """The ruling as the referee gives it today, or else the one that was kept, doubted.

    It is doubted unless it decides what the referee decides today, and where no seconds are `left`
    to hear it. Raises `Refused` for one that could not be shown.
    """
    try:
        options = dict(kept.case.get("options", {}))
        played = with_options(variant, options)
        VerdictView(played, kept.case, kept.worded())
        # What was doubted when it came here, or before, is not believed for its new words.
        if left > 0 and kept.doubted is not True and _is_same(kept, ours := _ruled(played, kept)):
            return ours
    except (CaseError, OptionError, KeyError, TypeError, ValueError, AttributeError) as error:
        raise Refused("ruling-unreadable") from error
    return structs.replace(kept, doubted=True)


def _ruled(variant: Variant, kept: RulingKept) -> RulingKept:
    """What the referee says of the case of a ruling today."""
    question = question_of(kept.case)
    if question is None:
        raise CaseError("ask", "", str(kept.case["ask"]))
    ruling = rule_by(variant, kept.case)
    if_down = kept.if_down if ruling.verdict == "legal" else UNSET
    answer = VerdictView(variant, kept.case, ruling.as_dict(), if_down=if_down).answer
    return structs.replace(
        kept,
        asks=to_plain(question.phrase(variant)),
        answers=to_plain(Phrase.of("answered", answer=answer)),
        ruling=json.loads(json.dumps(store_ruling(ruling))),
    )


def _is_same(kept: RulingKept, ours: RulingKept) -> bool:
    """Whether both decide the same; the reasons of today are taken for those that were kept."""
    told, facts = kept.ruling["facts"], ours.ruling["facts"]
    decided = all(facts.get(name) == fact for name, fact in told.items() if name != "nearest")
    # An earlier version kept sentences, not what they are made of.
    texts = isinstance(kept.asks, str) and all("says" in one for one in kept.ruling["findings"])
    same = texts or (kept.asks, kept.answers) == (ours.asks, ours.answers)
    return same and decided and kept.ruling["verdict"] == ours.ruling["verdict"]
