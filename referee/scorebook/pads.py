"""A pad as somebody types it in: several deals at once, checked against the totals on paper.

A field of a deal is named as in the form of one deal, behind the number of its line: `2-out`,
`2-points-p1`. `total-p1` holds a total of the paper, `rows` how many lines are shown, `by` says
whether the pad has the points that are written for each deal, or what each player held, and
`running` is set where it has running totals instead of the points of each deal.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from operator import itemgetter
from typing import Final

from referee.language import Value, say
from referee.rules.deals import deal_count
from referee.rules.schema.variant import Variant
from referee.rules.scoring.tally import Doubt
from referee.scorebook import limits
from referee.scorebook.drafts import DealDraft, carried_number, fingerprint, form_problems, mark_of
from referee.scorebook.errors import Refused
from referee.scorebook.events.deals import WholeDeal
from referee.scorebook.projection import ScoreBook
from referee.scorebook.replay import after_trial, book_at
from referee.scorebook.ways import Way, may_be_points, terms_of, way_of

MORE_ROWS: Final = 10
"""Lines that an empty pad has in a game without a last deal, and that are added to it at a time."""

POINTS: Final = "points"
HANDS: Final = "hands"
"""What a pad has of each deal: the points that are written, or what each player held."""

_HELD_IS_WRITTEN: Final = ("cards", "numbers", "shown")
"""The ways of writing a deal in which both may be the same."""


@dataclass(frozen=True, kw_only=True)
class PadLine:
    """A line of the pad: what was typed, its deal once read, and the totals after it by player."""

    texts: Mapping[str, str]
    draft: DealDraft | None = None
    totals: Mapping[str, int] = field(default_factory=dict)

    def of(self, name: str) -> str:
        """What stands in a field of the line."""
        return self.texts.get(name, "")

    @property
    def problems(self) -> Mapping[str, tuple[str, ...]]:
        """What is wrong with its deal, as that has it."""
        return self.draft.problems if self.draft else {}

    def typed(self, *, points: bool) -> Mapping[str, str]:
        """What was typed for its deal; in a pad of `points`, nothing that was typed of hands."""
        return {
            name: text
            for name, text in self.texts.items()
            if text and not (points and not name.startswith("points-"))
        }


@dataclass(frozen=True, kw_only=True)
class PadDraft:
    """The lines of a pad from the next deal of a game on, as they were typed.

    `texts` is what stands in the fields that belong to no line. `problems` are sentences about the
    whole pad; those about a deal stand with its line. `oddities` are to be agreed to, with the
    number of their line, and so are `differences` from the paper. `events` are the deals to be
    written, none until nothing is wrong, and all that is odd was agreed to.
    """

    book: ScoreBook
    texts: Mapping[str, str]
    lines: tuple[PadLine, ...]
    problems: tuple[str, ...] = ()
    oddities: tuple[tuple[int, Doubt], ...] = ()
    differences: tuple[str, ...] = ()
    events: tuple[WholeDeal, ...] = ()

    @classmethod
    def read(cls, book: ScoreBook, sent: Mapping[str, str]) -> "PadDraft":
        """What was sent for the deals from the next one on; raises `Refused` in a game that ended.

        The lines belong to the deals that come next, whatever was written since they were shown.
        """
        first = book.next_deal
        if first is None:
            raise Refused("deal-not-now", deal=len(book.deals) + 1)
        last = deal_count(book.variant)
        rows = carried_number(sent.get("rows", "")) or MORE_ROWS
        rows += MORE_ROWS if sent.get("look") == "more" else 0
        most = (last or limits.DEALS) - first + 1
        rows = min(most if last else rows, limits.PAD_ROWS, most)
        texts = {name: sent.get(name, "") for name in ("key", "sure")}
        texts |= _kind_of(book.variant, sent)
        texts |= {"base": sent.get("base", "") or str(book.version), "rows": str(rows)}
        texts |= {"slip": sent.get("slip", "") or str(book.next_deal_id)}
        texts |= {f"total-{seat.key}": sent.get(f"total-{seat.key}", "") for seat in book.players}
        typed = defaultdict[str, dict[str, str]](dict)
        for name, text in sent.items():
            number, _, own = name.partition("-")
            typed[number][own] = text.strip()
        lines = tuple([PadLine(texts=typed[str(number)]) for number in range(rows)])
        return cls(book=book, texts=texts, lines=lines)

    @property
    def first(self) -> int:
        """The number of the deal in the first line."""
        return self.book.next_deal or 0

    @property
    def by_points(self) -> bool:
        """Whether the pad has the points that are written, and nothing of what players held."""
        return self.texts["by"] == POINTS

    @property
    def other(self) -> str:
        """What else the pad may have of each deal; empty where there is nothing else."""
        other = HANDS if self.by_points else POINTS
        return other if _may_differ(self.book.variant) else ""

    @property
    def lists_wins(self) -> bool:
        """Whether each column has the wins of its player one below the other, each a deal."""
        return self.by_points and _lists_wins(self.book.variant)

    @cached_property
    def way(self) -> Way:
        """How the deals of the pad are written."""
        return way_of(self.book.variant, numbers=self.by_points)

    @cached_property
    def outs(self) -> tuple[tuple[str, str], ...]:
        """Who may have gone out in a deal, and the names."""
        return DealDraft.read(self.book, self.first, {"way": self.way.kind}).outs

    @property
    def sums(self) -> bool:
        """Whether the pad may have running totals alone: points are what lies between them."""
        return self.by_points or _held_is_written(self.book.variant)

    @property
    def may_fall(self) -> bool:
        """Whether points of a card game may be below nought; number keys have no minus."""
        return self.by_points and self.book.variant.scoring.takes_points_off

    def line_words(self, number: int) -> str:
        """What a line is called, counted from 0: by its deal, or as the wins of a column."""
        wins = self.lists_wins
        return say("pad-line", line="win" if wins else "deal", number=self.label(number))

    def label(self, number: int) -> int:
        """The number before a line, counted from 0: of its deal, or of wins in a column."""
        return number + (1 if self.lists_wins else self.first)

    @property
    def more(self) -> bool:
        """Whether the pad may have more lines."""
        return not deal_count(self.book.variant) and len(self.lines) < limits.PAD_ROWS

    @property
    def mark(self) -> str:
        """What a yes to all that is odd, and to the totals as they are shown, is a yes to."""
        said = [f"{number} {doubt.player} {doubt.said()}" for number, doubt in self.oddities]
        totals = [str(line.totals) for line in self.lines]
        return fingerprint("\n".join([*said, *self.differences, *totals]))

    def refused(self, problem: str) -> "PadDraft":
        """The pad with what is wrong with it as a whole."""
        return replace(self, problems=(*self.problems, problem), events=())

    def moved(self, book: ScoreBook) -> "PadDraft":
        """The pad for the deals that come next in a book that went on: another, under a new key."""
        now = {"slip": str(book.next_deal_id), "base": str(book.version), "key": ""}
        found = replace(self, book=book, texts={**self.texts, **now}, events=())
        return found.refused(say("pad-moved", deal=found.first))

    def judged(self) -> "PadDraft":
        """The pad with what is wrong or odd, or its events."""
        if problems := form_problems(self.texts):
            return replace(self, problems=problems)
        book = self.book
        shown = book_at(book, carried_number(self.texts["base"]) or book.version)
        if self.texts["slip"] != str(book.next_deal_id) or shown.next_deal != book.next_deal:
            return self.moved(book)
        typed = [line.typed(points=self.by_points) for line in self.lines]
        while typed and not typed[-1]:
            typed.pop()
        if not typed:
            return replace(self, problems=(say("pad-empty"),))
        lines, events, odd = list(self.lines), [], []
        for number, entered in self._deals(typed):
            line = lines[number]
            if book.next_deal is None:
                return replace(self, lines=tuple(lines), problems=(self._over(number, entered),))
            draft = self._deal(book, entered)
            if draft.event:
                try:
                    book = after_trial(book, draft.event)
                except Refused as refused:
                    draft = draft.refused("", str(refused))
            reached = {
                key: total
                for key, total in book.totals.items()
                if not self.lists_wins or f"points-{key}" in entered
            }
            totals = {**line.totals, **reached} if draft.event else {}
            lines[number] = replace(line, draft=draft, totals=totals)
            if draft.event is None:
                return replace(self, lines=tuple(lines))
            events.append(draft.event)
            odd += [(number, doubt) for doubt in draft.oddities]
        found = replace(
            self,
            lines=tuple(lines),
            oddities=tuple(odd),
            differences=tuple(self._differences(book)),
        )
        agreed = not (odd or found.differences) or self.texts["sure"] == found.mark
        return replace(found, events=tuple(events)) if agreed else found

    def _over(self, number: int, entered: Mapping[str, str]) -> str:
        """That the game ended before what was typed for a deal in a line."""
        line = self.line_words(number)
        if not self.lists_wins:
            return say("pad-over", line=line)
        (name,) = [name for key, name in self.book.names.items() if f"points-{key}" in entered]
        return say("pad-over-win", line=line, name=name)

    def _deals(self, lines: Sequence[Mapping[str, str]]) -> list[tuple[int, Mapping[str, str]]]:
        """What was typed for each deal in some lines, with the number of its line."""
        if not self.lists_wins:
            return [*enumerate(lines)]
        columns = []
        for key, total in self.book.totals.items():
            name, wins = f"points-{key}", list[tuple[int, Mapping[str, str]]]()
            for at, text in enumerate(line.get(name, "") for line in lines):
                before, terms = total, [*map(int, terms_of(text))]
                if terms:
                    total = sum(terms) + (0 if self.texts["running"] else total)
                # What is no number is told of later, and no win is no deal.
                if text and (total != before or not terms):
                    wins.append((at, {name: text}))
            columns.append((total, wins))
        # Where two stand in one line, the paper does not say who won when, but that the last win of
        # the winner ended the game. On the pad of a game that had begun each line is a deal.
        deals = [win for _, wins in sorted(columns, key=itemgetter(0)) for win in wins]
        apart = len({at for at, _ in deals}) == len(deals)
        return sorted(deals, key=itemgetter(0)) if apart else deals

    def _deal(self, book: ScoreBook, entered: Mapping[str, str]) -> DealDraft:
        """The deal of a line, after those above it; what is odd in it is agreed to for now."""
        texts = {**entered, "key": self.texts["key"], "way": self.way.kind}
        scoring, falls = book.variant.scoring, dict[str, dict[str, Value]]()
        if self.texts["running"]:
            texts |= (between := _points_between(book, texts))
            falls = {
                player: {"before": total, "after": entered.get(name, "")}
                for player, total in book.totals.items()
                if between.get(name := f"points-{player}", "").startswith("-")
            }
        if self.by_points:
            texts |= _noughts(book, texts)
        assert book.next_deal
        draft = DealDraft.read(book, book.next_deal, texts).judged({})
        if out := [seat.name for seat in self.book.players if seat.name in draft.gone]:
            # Unlike the form of one deal, the next has a field for them still.
            problems = {"": tuple([say("pad-gone", name=name) for name in out])}
            return replace(draft, problems=problems, event=None)
        told = self._gaps(book, entered)
        if self.way.cards or scoring.winner_alone:
            told |= {player: (say("pad-falls", **values),) for player, values in falls.items()}
        if told:
            return replace(draft, problems={**draft.problems, **told}, event=None)
        if draft.event is None and draft.oddities:
            agreed = draft.filled({}, sure=mark_of(draft.oddities)).judged({})
            draft = replace(agreed, oddities=draft.oddities)
        if self.by_points and not scoring.takes_points_off:
            fell = [Doubt.odd(player, "falls", **values) for player, values in falls.items()]
            draft = replace(draft, oddities=(*draft.oddities, *fell))
        return draft

    def _gaps(self, book: ScoreBook, entered: Mapping[str, str]) -> dict[str, tuple[str, ...]]:
        """What is said of running totals below an empty field, which hold points of both deals."""
        above = book.state.deals[len(self.book.state.deals) :] if self.texts["running"] else ()
        missing = {player for deal in above for player in deal.missing}
        return {player: (say("pad-gap"),) for player in missing if entered.get(f"points-{player}")}

    def _differences(self, after: ScoreBook) -> list[str]:
        """How the totals of the paper differ from ours, and that there are none to compare with."""
        typed = {seat: self.texts[f"total-{seat.key}"].strip() for seat in self.book.players}
        found = []
        for seat, text in typed.items():
            terms, ours = terms_of(text), after.totals[seat.key]
            # Paper may have what is added at the end, or not.
            ends = (ours, after.final[seat.key])
            if text and not (terms and sum(map(int, terms)) in ends):
                found.append(say("pad-differs", name=seat.name, ours=ours, paper=text))
        if not any(typed.values()) and not self.texts["running"]:
            found.append(say("pad-compare"))
        return found


def _held_is_written(variant: Variant) -> bool:
    """Whether players write just what they held, so that a pad has both in one."""
    way, scoring = way_of(variant), variant.scoring
    same = way.kind in _HELD_IS_WRITTEN and scoring.winner == "zero"
    return same and not (way.parts or way.asked or way.fates or scoring.out_bonus)


def _may_differ(variant: Variant) -> bool:
    """Whether a pad may have the points that are written, or what players held."""
    return may_be_points(variant) and not _held_is_written(variant)


def _lists_wins(variant: Variant) -> bool:
    """Whether a pad of points has a column of wins for each player, of one game at a time."""
    return variant.lists_wins and variant.end.at_once == "one"


def _kind_of(variant: Variant, sent: Mapping[str, str]) -> dict[str, str]:
    """The fields `by` and `running` of a pad: as sent, or as pads of the game usually are."""
    # Forms of earlier commits had hands alone.
    usual = HANDS if "key" in sent or variant.scoring.melded else POINTS
    by = next((by for by in (sent.get("look"), sent.get("by")) if by in (HANDS, POINTS)), usual)
    by = by if _may_differ(variant) else HANDS
    running = sent.get("running", "")
    if "key" not in sent or sent.get("look") == by:
        running = "yes" if by == POINTS and _lists_wins(variant) else ""
    return {"by": by, "running": running}


def _points_between(book: ScoreBook, texts: Mapping[str, str]) -> dict[str, str]:
    """The points of a deal by the names of their fields, from running totals after it.

    An empty field stays as it is, and so does what is no number. Who went out has nothing, unless
    the total changed, nor has anybody who takes no part.
    """
    points = {}
    nothing = {texts.get("out"), *book.names.keys() - {seat.key for seat in book.players}}
    for key, total in book.totals.items():
        name = f"points-{key}"
        if terms := terms_of(texts.get(name, "")):
            gained = sum(map(int, terms)) - total
            points[name] = "" if not gained and key in nothing else str(gained)
    return points


def _noughts(book: ScoreBook, texts: Mapping[str, str]) -> dict[str, str]:
    """What the empty fields of a deal say by its points, by their names.

    Where one alone gets points, or all but one, whoever has no number has none.
    """
    names, scoring = [f"points-{seat.key}" for seat in book.players], book.variant.scoring
    empty = [name for name in names if not texts.get(name)]
    gained = sum(sum(map(int, terms_of(texts.get(name, "")))) > 0 for name in names)
    all_but_one = gained == len(names) - 1 and not scoring.melded
    told = len(empty) < len(names) if scoring.winner_alone else all_but_one
    return dict.fromkeys(empty, "0") if told else {}
