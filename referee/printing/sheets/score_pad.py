"""The score pad: a row a deal, a column a player, blank or with a game on it."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import accumulate, product
from math import ceil
from typing import Final

from referee.language import capitalized, say
from referee.printing.blocks import Block, Writer, flow, ladder, room_below
from referee.printing.card_svg import contract_sentence, sentence_unbroken
from referee.printing.game_facts import (
    Setting,
    alike,
    cards_each,
    deal_plan,
    packs,
    plans,
    player_numbers,
    players_words,
    settings,
)
from referee.printing.header import Header, dotted, dotted_lines, on_face
from referee.printing.imposition import Face, Layout
from referee.printing.marks import draw_notation, fitting_height, notation_width
from referee.printing.models import GameOnPaper, figure, shown_points
from referee.printing.names import LARGE_SIZES, SIZES, fit_names
from referee.printing.options import MOST_ROWS, SheetError
from referee.printing.pad import LEAST_NOTATION, Way, columns_of, rule
from referee.printing.sections import check_length, goal_words, rules_text, totals_told
from referee.printing.sheets import Job, sheet
from referee.printing.text_metrics import (
    GLUE,
    POINT,
    largest,
    line_count,
    text_height,
    text_width,
)
from referee.rules.deals import DealPlan, contract_words, deal_count, own_rules_words, wild_in_deal
from referee.rules.law.points import card_values
from referee.scorebook.score_table import ScoreRow, ScoreTable

_COLUMNS: Final = 4
"""Columns of a blank pad, unless the game or the table is for others."""

_FEW: Final = 4
_TO_COME: Final = 5
"""Rows of a game without a number of deals at least, and how many are empty while it goes on."""

_WORDS: Final = (13.0, 12.0, 11.0, 10.0, 9.0)
_LARGE_WORDS: Final = (18.0, 16.0)
_NOTATIONS: Final = (7.0, 5.4, 4.6, LEAST_NOTATION)
_FOOT_SIZES: Final = (12, 10.5)
"""Print of words, millimetres of small cards, and print of the foot."""

_WORDS_LINE: Final = 1.15
_ABOVE_WORDS: Final = 1.0
_ABOVE_DEALT: Final = 0.6
_ABOUT_LABELS: Final = 2.0
"""The height of a line of words in sizes of print, and millimetres above it, above the number of
cards, and about the labels of squares, as the stylesheet sets them."""

_NUMERAL: Final = 12
_BESIDE: Final = 2
"""Print at least of the number of a deal, and millimetres of white beside it."""

_WHITE: Final = 1.5
"""Millimetres beside the words of a deal, and as many more beside its cards."""

_BETWEEN: Final = 5
_BELOW_GAMES: Final = 1.0
"""Millimetres between two games side by side, and below them."""

_WINS: Final = 5
_FIVES: Final = 10
_MORE_TOTAL: Final = 4
_RESULT: Final = (1.3, 1)
"""Rows of a pad of games for two, for which less is said below them, and above which groups of five
are whole, how many millimetres a total may have more than it needs, and its print in that of what
is added, on large paper, and in large print or on other paper."""

_READ: Final = 5.0
_LARGE_COLUMN: Final = 16
"""Millimetres of cards that can be counted easily, and of a column that large figures have room
in."""


@sheet("score-pad", place=1, suits=lambda variant, has_game: True)
def lay_out(job: Job) -> Layout:
    """The pad on its faces; raises `SheetError`.

    A blank one for no number of players in particular is for four, or as many as have room.
    """
    if job.game:
        check_length(job.game)
        return _Pad(job, len(job.game.names)).layout()
    if job.variant.end.box and job.variant.players.most == 2:
        return _games(job)
    if job.count:
        return _Pad(job, job.count).layout()
    numbers = player_numbers(job.variant)
    for players in range(min(max(_COLUMNS, numbers[0]), numbers[-1]), numbers[0] - 1, -1):
        try:
            return _Pad(job, players).layout()
        except SheetError as error:
            refused = error
    raise refused


def _brought(game: GameOnPaper) -> list[str]:
    """What players sat down with before a deal, on one line; none where nobody did."""
    brought = [
        say("paper-brought", name=name, points=figure(cell.starting_points), deal=row.number)
        for row in game.scores.rows
        for name, cell in zip(game.names, row.cells, strict=True)
        if cell.starting_points
    ]
    return [dotted(*brought)] * bool(brought)


def _changed(write: Writer, settings: Sequence[Setting]) -> list[Block]:
    """What the table changed, as running text; nothing where it changed nothing."""
    told = [(one.asks, one.answer) for one in settings if one.changed]
    return _told(write, say("card-house"), told)


def _counted(write: Writer) -> list[Block]:
    """What cards count, as running text."""
    values = card_values(write.variant)
    return _told(write, say("paper-points"), [(value.label, value.points) for value in values])


def _told(write: Writer, lead: str, pairs: Sequence[tuple[str, object]]) -> list[Block]:
    """Of each pair the second in bold, one behind the other after a word; nothing without any."""
    said = f"{lead} " + f"{GLUE}· ".join(f"{asks} {answer}" for asks, answer in pairs)
    height = text_height(said, write.frame.inner_width / 1.02, write.size, "narrow") + 1.6
    told = Block(kind="settings", height=height, size=write.size, text=lead, table=tuple(pairs))
    return [told] * bool(pairs)


class _Pad:
    """One pad: a game or none, for so many columns, on its paper."""

    def __init__(self, job: Job, columns: int) -> None:
        variant, game, frame = job.variant, job.game, job.frame
        self.job, self.variant, self.game, self.frame = job, variant, game, frame
        self.seated = min(columns, variant.players.most)
        self.scores = game.scores if game else ScoreTable(rows=(), to_come=(), totals=())
        self.small = max(frame.least, frame.by_width(10.5, 9, 0))
        self.settings = settings(variant, self.seated)
        deals, written = deal_count(variant), len(self.scores.rows)
        if game and not game.finished and not deals:
            # There are rows to write the next deals in, however long the game is.
            written = min(written + _TO_COME, MOST_ROWS)
        self.rows = max(deals or job.options.rows or _FEW, written)
        # Beside the name of a deal the number of cards takes no line of its own.
        self.dealt = alike(self._each(plan) * (not plan.name) for plan in self._plans())
        self.asked = [plan.contract for plan in self._plans() if plan.contract]
        across = columns_of(frame, columns, game.figure_width if game else 0, self._named(columns))
        parts = variant.scoring.melded and across.halved
        labelled = parts and self._labelled(across.column / 2)
        self.header = self._header(columns, parts=parts, labelled=labelled)
        names = game.heads if game else ("",) * columns
        self.heads = fit_names(names, across.column, LARGE_SIZES if frame.large else SIZES)
        self.room = across.before - self.indent - _WHITE
        sizes = () if frame.large else _FOOT_SIZES
        feet = [(0, self._at_foot(size)) for size in (*sizes, frame.least)]
        # What cards count on a line, or nothing.
        feet += [(1, _counted(job.write)), (2, [])]
        self.pad = rule(
            frame,
            across,
            room_below(frame, self.header),
            names=max(head.height for head in self.heads),
            rows=self.rows,
            ways=self._ways(),
            feet=[(brief, sum(block.height for block in foot)) for brief, foot in feet],
            lost=any(setting.changed for setting in self.settings),
            more=not (deals or job.options.rows or (game and game.finished)),
            melded=variant.scoring.melded,
            labels=ceil(frame.least * POINT + _ABOUT_LABELS) if labelled else 0,
        )
        self.brief, self.foot = feet[self.pad.foot]
        if self.asked and not self.pad.way.words:
            self._widen_columns()

    def _widen_columns(self) -> None:
        """Give the players' columns what cards without words leave of the room before them."""
        pad, words = self.pad, [line for plan in self._plans() for line in self._lines(plan)]
        drawn = max(notation_width(one, pad.way.cards) for one in self.asked) + _WHITE
        told = max((text_width(line, self.small, "narrow") for line in words), default=0)
        behind = text_width(say("pad-behind"), self.frame.least) if pad.behind else 0
        needed = ceil(max(self.indent + max(drawn, told) + _WHITE, behind))
        before = min(needed, pad.before)
        self.pad = replace(pad, before=before, column=(pad.width - before) / pad.columns)
        self.room = before - self.indent - _WHITE

    def layout(self) -> Layout:
        """The pad on its faces, and what is said at its foot on more where it has no room."""
        faces = self._faces()
        # What nobody changed is worth no paper but a back.
        blank = self.job.options.both_sides and len(faces) % 2
        shown = [setting for setting in self.settings if blank or setting.changed]
        if shown and (blank or self.brief):
            most = self.frame.by_width(18, 12)
            behind = flow(self.job.write, self.header, lambda at: self._behind(shown, at), most)
            faces += [{"kind": "blocks", **face} for face in behind]
        heads = (on_face(self.header, at, len(faces)) for at in range(len(faces)))
        faces = [{**face, "head": head} for face, head in zip(faces, heads, strict=True)]
        return self.job.on_paper(self.header.title, faces)

    def _labelled(self, width: float) -> bool:
        """Whether what stands in squares of that width has room above them."""
        said = say("pad-left"), say("pad-right")
        return max(text_width(one, self.frame.least, "narrow") for one in said) <= width - 1

    def _header(self, columns: int, *, parts: bool, labelled: bool) -> Header:
        variant, frame, game, cards = self.variant, self.frame, self.game, self.variant.is_card_game
        known = bool(game or self.job.options.players)
        melded = "laid" if variant.tracks else parts or "less" * variant.scoring.melded
        told = [say("pad-dealer", dealer="known" if known else "mark")]
        points = [*[say("pad-signs")] * parts, say("pad-points", melded=melded)]
        # What no label says and no dot shows comes first, as the last gives way.
        told = [*told, *points] if labelled or known else [*points, *told]
        told += [say("pad-ring", by=variant.ended_by)] * cards
        header = partial(
            self.job.header, self.job.title, self.job.played, about=" ".join(told), code=True
        )
        below = (
            packs(variant, self.seated if known else None) if frame.roomy and cards else "",
            self.dealt,
            game.date if game else "",
            goal_words(variant, game, staged=True),
        )
        # Columns show how many play, unless some sit out.
        first, *rest = filter(None, below)
        first = first if self.job.played else capitalized(first)
        said: list[tuple[str, ...]] = [(players_words(variant, self.seated), *below)]
        said += [(first, *rest)] * (self.seated == columns)
        # Where deals have numbers alone, what stands before the columns is too narrow for a date.
        dated = [say("paper-date")] * (not (game or variant.deals))
        blanks = [dated] if frame.wide else [dated, []]
        made = (header(*parts, blanks=written) for written in blanks for parts in said)
        return min(made, key=lambda header: header.height)

    @property
    def indent(self) -> int:
        """Millimetres of the number of a deal, with white beside the widest of them."""
        scale, widest = self.frame.scale, text_width(str(self.rows), _NUMERAL, "title") + _BESIDE
        return max(int(scale.numeral) - (2 if scale.side >= 100 else 1), ceil(widest))

    def _named(self, columns: int) -> tuple[float, float, float]:
        """Millimetres before the columns: at least, for what is easily read there, and at most."""
        least, width = self.frame.least, self.frame.inner_width
        parts = [part for plan in self._plans() for part in self._dealt(plan)]
        part = max((text_width(part, self.small, "narrow") for part in parts), default=0)
        if not self.asked:
            total = text_width(say("paper-total"), least, "title") + 1.5
            named = max(self.indent + part + 4.5 if part else 0, total)
            return named, max(named, 0.11 * width * (1.2 if self.frame.large else 1)), 0
        size = max(least, self.frame.by_width(12, 11, 9))
        said = [contract_sentence(contract, width, size) for contract in self.asked]
        first, whole = (
            max(text_width(one.split(" ", parts)[0], size, "strong") for one in said) + part + 3
            for parts in (1, 0)
        )
        seen, read, most = (
            max(notation_width(one, cards) for one in self.asked) + _WHITE
            for cards in (LEAST_NOTATION, _READ, _NOTATIONS[0])
        )
        before = self.indent + _WHITE
        # Large words on a line without a number leave room for cards below.
        if self.frame.large and self.dealt and before + whole + columns * _LARGE_COLUMN <= width:
            first = whole
        return before + seen, before + max(read, first), before + max(most, whole)

    def _ways(self) -> list[Way]:
        """What a row may say, the most first."""
        room, small = self.room, self.small
        dealt = [[*self._lines(plan)] for plan in self._plans()]
        # The names and numbers below what any deal asks, or white.
        below = _ABOVE_DEALT + max(
            sum(text_height(one, room, small, "narrow") for one in said) for said in dealt
        )
        if not self.asked:
            return [Way(small, 0, "below", _ABOVE_WORDS, below)]
        number = max(text_width(dotted(*said), small, "narrow") for said in dealt) + 2
        # All cards are of one size.
        fitting = (fitting_height(self.asked, high, room - _WHITE) for high in _NOTATIONS)
        drawn = [cards for cards in fitting if cards >= LEAST_NOTATION]
        ways = [Way(0, cards, "below", _ABOVE_WORDS, below) for cards in drawn]
        for size in _LARGE_WORDS if self.frame.large else _WORDS:
            line = _WORDS_LINE * size * POINT
            said = [contract_sentence(one, room, size) for one in self.asked]
            # The number of cards stands at the end of the first line.
            taken = GLUE * ceil(number / text_width(GLUE, size, "strong"))
            first = [taken + one for one in said]
            words, beside = (
                _ABOVE_WORDS + max(line_count(one, room, size, "strong") for one in some) * line
                for some in (said, first)
            )
            fits = any(map(any, dealt)) and room >= max(
                text_width(one.split(" ")[0], size, "strong") for one in first
            )
            ways += [Way(size, 0, "below", words, below), Way(size, 0, "", words, _ABOVE_DEALT)]
            for cards in drawn:
                ways.append(Way(size, cards, "below", words, below))
                ways += [Way(size, cards, "beside", beside, _ABOVE_DEALT)] * fits
        # Cards as large as may be are worth smaller words.
        return sorted(ways, key=lambda way: (way.rank, -way.words - way.cards))

    def _plans(self) -> Iterator[DealPlan]:
        return (deal_plan(self.variant, self.seated, at + 1) for at in range(self.rows))

    def _each(self, plan: DealPlan) -> str:
        cards = self.variant.deals and self.variant.is_card_game
        return cards_each(self.variant, self.seated, plan.number) if cards else ""

    def _dealt(self, plan: DealPlan) -> tuple[str, ...]:
        """The name of a deal, the cards of each player where they differ, and which are wild."""
        if not self.variant.deals:
            return ()
        each = "" if self.dealt else self._each(plan)
        return tuple(filter(None, (plan.name, each, wild_in_deal(plan.terms))))

    def _lines(self, plan: DealPlan) -> Iterator[str]:
        return dotted_lines(self._dealt(plan), self.room, self.small, "narrow")

    def _at_foot(self, size: float) -> list[Block]:
        """Points, what is special, and what the table changed."""
        return [*self._said(size), *_changed(self.job.write.at(size), self.settings)]

    def _behind(self, shown: Sequence[Setting], write: Writer) -> list[Block]:
        """The same on faces of its own, each answer on a line of a list."""
        played = (write.item(one.asks, one.answer) for one in shown)
        return [*self._said(write.size), *write.section(say("paper-how-played"), played)]

    def _said(self, size: float) -> list[Block]:
        """Points, and what is special in a deal or a game."""
        frame, game, write = self.frame, self.game, self.job.write.at(size)
        low, notes = rules_text(self.variant, "points.low-ace"), [*self._notes(size)]
        if game:
            notes += (*_brought(game), *totals_told(game, 0.95 * frame.inner_width, size))
        chips = write.at(max(size, frame.by_width(10.5, size))).chips()
        told = [write.paragraph("", note) for note in notes]
        return [*chips, *([write.paragraph(low)] if low else []), *told]

    def _notes(self, size: float) -> Iterator[str]:
        """What differs in each deal."""
        for plan in plans(self.variant, self.seated):
            if special := own_rules_words(plan.terms):
                said = say("paper-deal-special", deal=plan.number, special=special)
                instead = plan.terms.deal.instead
                yield sentence_unbroken(said, instead, self.frame.inner_width, size)

    def _faces(self) -> list[Face]:
        pad, frame = self.pad, self.frame
        most = 26 if pad.row >= 14 and frame.scale.side >= 190 else 18 if pad.row >= 11 else 14
        before = self.indent if self.variant.deals else pad.before
        ends = [*accumulate(pad.faces)]
        dated = int(pad.before - text_width(f"{say('paper-date')} ", self.small) - 3)
        lasts = [*[False] * (len(ends) - 1), True]
        return [
            {
                "kind": "rows",
                "pad": pad,
                "heads": self.heads,
                "blank": dated if self.game is None and end == count else 0,
                "fifths": not self.asked,
                "indent": self.indent,
                "numeral": largest(str(ends[-1]), before - _BESIDE, most, _NUMERAL),
                "words": pad.way.words,
                "small": frame.least,
                "dealt": self.small,
                "total_size": largest(
                    say("paper-total"), pad.before - 1.5, 20 if pad.total >= 14 else 12, frame.least
                ),
                "sums": max(frame.least, pad.sums) if pad.size >= 9 else pad.size,
                "rows": [*map(self._row, range(end - count, end))],
                "totals": self._totals() if last else None,
                "foot": self.foot if last else (),
            }
            for count, end, last in zip(pad.faces, ends, lasts, strict=True)
        ]

    def _dealer(self, deal: int) -> int | None:
        """The column of who deals, as far as it is known; deals are counted from 0."""
        if self.game is None:
            return None if self.job.options.players is None else deal % self.pad.columns
        known = [*self.scores.rows, *self.scores.to_come][deal : deal + 1]
        players = [player.player for player in self.scores.totals]
        return players.index(known[0].dealer) if known and known[0].dealer in players else None

    def _row(self, deal: int) -> dict[str, object]:
        """What a row shows of a deal, counted from 0: what is asked, and cells once it is written.

        `corrected`: figures that are struck out are shown, for they have room.
        """
        plan, way = deal_plan(self.variant, self.seated, deal + 1), self.pad.way
        written = self.scores.rows[deal] if deal < len(self.scores.rows) else None
        dealt, title = [*self._lines(plan)], contract_words(plan.contract)
        return {
            "number": deal + 1,
            "dealer": self._dealer(deal),
            "words": contract_sentence(plan.contract, self.room, way.words) if way.words else "",
            "cards": draw_notation(plan.contract, title, way.cards, self.room) if way.cards else "",
            "dealt": dealt if way.number else (),
            "cells": written.cells if written else (),
            "corrected": bool(written and self._shows_struck(written)),
        }

    def _shows_struck(self, written: ScoreRow) -> bool:
        """Whether what was struck out of a deal stands beside what it is now."""
        pad, least = self.pad, self.frame.least
        widths = [
            text_width(shown_points(cell) + "00", pad.size, "bold")
            + text_width(figure(cell.was), least)
            for cell in written.cells
            if cell.was is not None
        ]
        return 0 < max(widths, default=0) <= pad.box

    def _totals(self) -> list[tuple[str, str]]:
        """The last row: totals, and how far behind; to be written in until the end."""
        game = self.game
        if game is None or not game.finished:
            return [("", "")] * self.pad.columns
        best = [player.total for player in self.scores.totals if player.name in game.winners]
        return [
            (
                game.shown_total(player),
                figure(abs(player.total - best[0])) if best and player.complete else "",
            )
            for player in self.scores.totals
        ]


def _games(job: Job) -> Layout:
    """A pad for two of three games, which may be scored at once, each from a further win on.

    Both names stand above the rows of each game.
    """
    variant, frame, write = job.variant, job.frame, job.write
    end, scoring, width = variant.end, variant.scoring, frame.inner_width
    at_once = end.at_once == "three"
    each = [say("games-from", number=at + 1) * at_once for at in range(3)]
    labels = [
        say("games-bonus", bonus=end.game_bonus),
        say("games-boxes", box=end.box),
        say("paper-total"),
    ]
    numeral = 20 if frame.roomy else 14
    # Games at once are worth smaller print.
    most = max(frame.least, frame.by_width(11, 10, 9))
    for count, size in product((3, 2, 1), ladder(most, frame.least if at_once else most)):
        # Two columns of labels, and the number of a game with what it says beside it.
        widest = 2 * max(text_width(label, size) + 2.4 for label in labels)
        heads = (text_width(one or say("games-game"), size) for one in each[:count])
        named = max(widest, text_width("0", numeral, "title") + 3 + max(heads))
        if count * named + (count - 1) * _BETWEEN <= width:
            break
    about = say("games-about", games=count, once=end.at_once)
    first, *rest = filter(None, (about, goal_words(variant)))
    dated = [say("paper-date")] * frame.wide
    header = job.header(variant.name, capitalized(first), *rest, blanks=dated)
    shutout = 2 * end.game_bonus if end.shutout == "double" else 0
    texts = [
        say("games-box", gin=scoring.gin, big=scoring.big_gin, undercut=scoring.undercut),
        say("games-won", shutout=shutout),
    ]
    write = write.at(frame.by_width(10.5, frame.least))
    key = [*write.chips(), *map(write.paragraph, texts)]
    whole = [*key, *_changed(write, settings(variant, 2))]
    high, head = 10 if frame.scale.side >= 190 else 8, 11 if frame.roomy else 9
    # Names and all labels but the total have rows as high as those of wins.
    last, others = frame.scale.total, 1 + len(labels[:-1])
    for below, row in ((whole, high), (key, 7), (write.chips(), 7), (_counted(write), 7)):
        room = room_below(frame, header, below) - head - _BELOW_GAMES - last
        rows = int(room // row) - others
        if rows >= _WINS:
            break
    if rows < 1:
        raise SheetError(say("paper-pad-too-small"))
    # Groups of five are whole where rows are many.
    if rows > _FIVES:
        rows -= rows % 5
        row = int(room // (rows + others))
    table = {
        "heads": each[:count],
        "dated": not frame.wide,
        "rows": rows,
        "row": row,
        "last": last + int(min(room - row * (rows + others), _MORE_TOTAL)),
        "head": head,
        "labels": labels,
        "numeral": numeral,
        "total": size * _RESULT[frame.large or not frame.roomy],
    }
    games = Block(kind="games", height=0, size=size, table=table)
    face = {"head": header, "kind": "blocks", "columns": [[games, *below]]}
    return job.on_paper(variant.name, [face])
