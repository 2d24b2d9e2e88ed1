"""A ruling that comes from elsewhere, beside what the referee says of its case today."""

import json
import time
from collections.abc import Mapping
from typing import Any

from msgspec import UNSET, structs

from referee.language import Phrase, listed
from referee.rules import CaseError
from referee.rules.build import OptionError
from referee.rules.rulings import rule_by
from referee.rules.stored import store_ruling, to_plain
from referee.rules.variant import Variant
from referee.scorebook.errors import Refused
from referee.scorebook.events import RulingKept
from referee.scorebook.settings import with_options
from referee.scorebook.transfer import Judge
from referee.web.disputes import words
from referee.web.disputes.past_sentences import ANSWERS, OFFERS, QUESTIONS, SENTENCES, was_said
from referee.web.disputes.shown import shown
from referee.web.words import says


def judging(seconds: float) -> Judge:
    """`judged_again` for so many seconds of computing; rulings after that are doubted unheard."""
    until = time.thread_time() + seconds
    return lambda variant, kept: judged_again(variant, kept, heard=time.thread_time() < until)


def judged_again(variant: Variant, kept: RulingKept, *, heard: bool = True) -> RulingKept:
    """The ruling, doubted unless it is `heard` and the referee rules the same in the same words.

    Raises `Refused` for one that could not be shown.
    """
    try:
        options = kept.case.get("options", {})
        played = with_options(variant, options) if options else variant
        shown(played, kept.case, kept.worded())
        # What was doubted when it came here, or before, is not believed for its new words.
        same = heard and not kept.doubted and _is_ours(played, kept)
    except (CaseError, OptionError, KeyError, TypeError, ValueError, AttributeError) as error:
        raise Refused(says("ruling.unreadable")) from error
    return structs.replace(kept, doubted=not same or UNSET)


def _is_ours(variant: Variant, kept: RulingKept) -> bool:
    """Whether the referee says the same of the case of a ruling today."""
    now = rule_by(variant, kept.case)
    asks = words.asking(variant, str(kept.case["ask"]))
    answer = shown(variant, kept.case, now.as_dict()).answer
    ours: Any = json.loads(json.dumps(store_ruling(now)))
    if isinstance(kept.asks, str):
        return _was_ours(kept, ours, answer)
    answers = Phrase.of("answered", answer=answer)
    if (kept.asks, kept.answers) != (to_plain(asks), to_plain(answers)):
        return False
    return _sourced_as(ours, kept.ruling) == kept.ruling


def _sourced_as(ours: Mapping[str, Any], kept: Mapping[str, Any]) -> Mapping[str, Any]:
    """Our ruling, with sources as text where the one that was kept has them so."""
    if not any(isinstance(finding["source"], str) for finding in kept["findings"]):
        return ours
    findings = [
        {**finding, "source": _source_then(finding["source"])} for finding in ours["findings"]
    ]
    return {**ours, "findings": findings}


def _source_then(source: Mapping[str, Any]) -> str:
    """A source as earlier versions wrote it."""
    values = source["with"]
    return {
        "source": "{title}: {section}",
        "source-silent": "{title} is silent",
        "source-unlike": "As this table plays, unlike {title}: {section}",
    }[source["say"]].format(**values)


def _was_ours(kept: RulingKept, ours: Mapping[str, Any], answer: Phrase) -> bool:
    """Whether a ruling of an earlier version is the same but for its words, which were of then."""
    told = [(finding.get("says"), finding["rule"]) for finding in kept.ruling["findings"]]
    offers = kept.ruling["facts"].get("nearest", [])
    return (
        was_said(kept.asks, QUESTIONS)
        and was_said(kept.answers, ANSWERS)
        and kept.answered == f"{listed((answer,))}."
        and _decided(kept.ruling) == _decided(_sourced_as(ours, kept.ruling))
        and all(was_said(says, SENTENCES.get(rule, ())) for says, rule in told)
        and all(was_said(offer, OFFERS) for offer in offers)
    )


def _decided(ruling: Mapping[str, Any]) -> tuple[object, ...]:
    """What a ruling decided, without its sentences."""
    names = ("rule", "ok", "settled_by", "source", "option")
    return (
        ruling["verdict"],
        ruling["settled_by"],
        [[finding.get(name) for name in names] for finding in ruling["findings"]],
        {name: fact for name, fact in ruling["facts"].items() if name != "nearest"},
    )
