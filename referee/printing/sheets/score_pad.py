"""The score pad: a row a deal, a column a player, blank or with a game on it."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import accumulate, product
from math import ceil
from typing import Final

from referee.language import capitalized, say
from referee.printing.blocks import Block, Writer, flow, ladder, room_below
from referee.printing.card_svg import contract_sentence
from referee.printing.game_facts import (
    Setting,
    alike,
    cards_each,
    deal_plan,
    packs,
    player_numbers,
    players_words,
    settings,
)
from referee.printing.header import Header, dotted, dotted_lines, on_face
from referee.printing.imposition import Face, Layout
from referee.printing.marks import draw_notation, fitting_height, notation_width
from referee.printing.models import figure, shown_points
from referee.printing.names import LARGE_SIZES, SIZES, fit_names
from referee.printing.options import MOST_ROWS, SheetError
from referee.printing.pad import LEAST_NOTATION, Way, columns_of, rule
from referee.printing.sections import check_length, goal_words, rules_text, totals_told
from referee.printing.sheets import Job, sheet
from referee.printing.text_metrics import GLUE, POINT, largest, line_count, text_height, text_width
from referee.rules.deals import contract_words, deal_count, own_rules_words, wild_in_deal
from referee.rules.law.points import card_values
from referee.rules.schema.variant import Variant
from referee.scorebook.score_table import ScoreTable

_FEW: Final = 4
_TO_COME: Final = 5
"""Columns of a blank pad for no number of players in particular, rows of a game without a number of
deals at least, and how many of them are empty while it goes on."""

_WORDS: Final = (12.0, 11.0, 10.0, 9.0)
_LARGE_WORDS: Final = (18.0, 16.0)
_NOTATIONS: Final = (7.0, 5.4, 4.6, LEAST_NOTATION)
_READ: Final = 5.0
_LARGE_COLUMN: Final = 16
"""Print of words, millimetres of small cards, of those that can be counted easily, and of a column
that large figures have room in."""

_WORDS_LINE: Final = 1.15
_ABOVE_WORDS: Final = 1.0
_ABOVE_DEALT: Final = 0.6
_ABOUT_LABELS: Final = 2.0
"""The height of a line of words in sizes of print, and millimetres above it, above the number of
cards, and about the labels of squares, as the stylesheet sets them."""

_NUMERAL: Final = 12
_BESIDE: Final = 2
_WHITE: Final = 1.5
"""Print at least of the number of a deal, and millimetres of white beside it, beside the words of a
deal, and as many more beside its cards."""

_BETWEEN: Final = 5
_NUMBER: Final = 1.6
_WINS: Final = 5
"""Millimetres between two games side by side, and the number of one in sizes of print, as in the
stylesheet, and rows of wins for which less is said below them."""


@sheet("score-pad", place=1, suits=lambda variant, has_game: True)
def lay_out(job: Job) -> Layout:
    """The pad on its faces; raises `SheetError`.

    A blank one for no number of players in particular is for four, or as many as have room.
    """
    count, numbers = job.count, player_numbers(job.variant)
    if job.game:
        check_length(job.game)
        count = len(job.game.names)
    elif job.variant.lists_wins:
        return _games(job)
    most = count or min(max(_FEW, numbers[0]), numbers[-1])
    for players in range(most, (count or numbers[0]) - 1, -1):
        try:
            return _Pad(job, players).layout()
        except SheetError as error:
            refused = error
    raise refused


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
        self.seated = job.count or min(columns, variant.players.most)
        self.scores = game.scores if game else ScoreTable(rows=(), to_come=(), totals=())
        self.small = max(frame.least, frame.by_width(10.5, 9, 0))
        self.settings = settings(variant, self.seated)
        deals, written = deal_count(variant), len(self.scores.rows)
        if game and not game.finished and not deals:
            # There are rows to write the next deals in, however long the game is.
            written = min(written + _TO_COME, MOST_ROWS)
        rows = max(deals or job.options.rows or _FEW, written)
        self.plans = [deal_plan(variant, self.seated, at + 1) for at in range(rows)]
        by_deal = variant.deals and variant.is_card_game
        each = [cards_each(variant, self.seated, one.number) * bool(by_deal) for one in self.plans]
        self.dealt = alike(each)
        # The name of a deal, the cards of each player where they differ, and which are wild.
        self.said = [
            [*filter(None, (plan.name, cards * (not self.dealt), wild_in_deal(plan.terms)))]
            for plan, cards in zip(self.plans, each, strict=True)
        ] * bool(variant.deals)
        self.asked = [plan.contract for plan in self.plans if plan.contract]
        numbers = text_width(str(rows), _NUMERAL, "title") + _BESIDE
        self.indent = max(int(0.87 * frame.scale.numeral), ceil(numbers))
        across = columns_of(frame, columns, game.figure_width if game else 0, self._named(columns))
        self.parts = variant.scoring.melded and across.halved
        self.header = self._header(columns)
        names = game.heads if game else ("",) * columns
        self.heads = fit_names(names, across.column, LARGE_SIZES if frame.large else SIZES)
        self.room = across.before - self.indent - _WHITE
        self.lines = [[*dotted_lines(said, self.room, self.small, "narrow")] for said in self.said]
        write = job.write.at(self.small)
        feet = [(0, [*self._said(write), *_changed(write, self.settings)])]
        if variant.lists_wins and game and not game.finished:
            wins = map(write.paragraph, _wins_told(variant, "games-end"))
            feet.insert(0, (-1, [*feet[0][1], *wins]))
        # What cards count on a line, or nothing.
        feet += [(1, _counted(job.write)), (2, [])]
        words = (say(label) for label in ("pad-left", "pad-right"))
        labels = max(text_width(one, self.small, "narrow") for one in words) + 1
        self.pad = rule(
            frame,
            across,
            room_below(frame, self.header),
            max(head.height for head in self.heads),
            ceil(self.small * POINT + _ABOUT_LABELS) * (labels <= across.column / 2) * self.parts,
            rows,
            self._ways(),
            [(brief, sum(block.height for block in foot)) for brief, foot in feet],
            lost=any(setting.changed for setting in self.settings),
            more=not (deals or job.options.rows or (game and game.finished)),
            parts=self.parts,
        )
        self.brief, self.foot = feet[self.pad.foot]
        if self.asked and not self.pad.way.words:
            # The players' columns take what cards without words leave of the room before them.
            cards = (notation_width(one, self.pad.way.cards) + _WHITE for one in self.asked)
            lines = (text_width(one, self.small, "narrow") for said in self.lines for one in said)
            wide = self.indent + _WHITE + max(*cards, *lines)
            behind = text_width(say("pad-behind"), frame.least) if self.pad.behind else 0
            self.pad = replace(self.pad, before=min(ceil(max(wide, behind)), self.pad.before))
            self.room = self.pad.before - self.indent - _WHITE

    def layout(self) -> Layout:
        """The pad on its faces, and what is said at its foot on more where it has no room."""
        faces = self._faces()
        # What nobody changed is worth no paper but a back.
        blank = self.job.options.both_sides and len(faces) % 2
        shown = [setting for setting in self.settings if blank or setting.changed]
        if shown and (blank or self.brief > 0):

            def made(write: Writer) -> list[Block]:
                played = (write.item(one.asks, one.answer) for one in shown)
                return [*self._said(write), *write.section(say("paper-how-played"), played)]

            behind = flow(self.job.write, self.header, made, self.frame.by_width(18, 12))
            faces += [{"kind": "blocks", **face} for face in behind]
        heads = (on_face(self.header, at, len(faces)) for at in range(len(faces)))
        faces = [{**face, "head": head} for face, head in zip(faces, heads, strict=True)]
        return self.job.on_paper(self.header.title, faces)

    def _header(self, columns: int) -> Header:
        variant, frame, game, cards = self.variant, self.frame, self.game, self.variant.is_card_game
        known = bool(game or self.job.options.players)
        melded = "laid" if variant.tracks else self.parts or "less" * variant.scoring.melded
        dealer = [say("pad-dealer", dealer="known" if known else "mark")]
        points = [say("pad-signs")] * self.parts + [say("pad-points", melded=melded)]
        # What no dot shows comes first, as the last gives way.
        told = [*dealer, *points] if known else [*points, *dealer]
        told += [say("pad-ring", by=variant.ended_by)] * cards
        facts = (
            packs(variant, self.seated if known else None) if frame.roomy and cards else "",
            self.dealt,
            game.date if game else "",
            goal_words(variant, game, staged=True),
        )
        roomy = not (frame.smallest or (frame.large and not frame.wide))
        # Columns show how many play, unless some sit out.
        count = players_words(variant, self.seated) * (self.seated < columns)
        # Where deals have numbers alone, what stands before the columns is too narrow for a date.
        blanks = [say("paper-date")] * (roomy and not (game or variant.deals))
        first, *rest = filter(None, (self.job.played, count, *facts))
        said, about = (capitalized(first), *rest), " ".join(told)
        return self.job.header(self.job.title, *said, about=about, blanks=blanks, code=True)

    def _named(self, columns: int) -> tuple[float, float, float]:
        """Millimetres before the columns: at least, for what is easily read there, and at most."""
        least, width = self.frame.least, self.frame.inner_width
        words = (text_width(one, self.small, "narrow") for said in self.said for one in said)
        part = max(words, default=0)
        if not self.asked:
            total = text_width(say("paper-total"), least, "title") + 1.5
            named = max(self.indent + part + 4.5 if part else 0, total)
            return named, max(named, 0.11 * width), 0
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
        # Large words on a line leave room for cards below.
        if self.frame.large and before + whole + columns * _LARGE_COLUMN <= width:
            first = whole
        return before + seen, before + max(read, first), before + most

    def _ways(self) -> list[Way]:
        """What a row may say, the most first."""
        room, small = self.room, self.small
        # The names and numbers below what any deal asks, or white.
        heights = (
            sum(text_height(one, room, small, "narrow") for one in said) for said in self.lines
        )
        below = _ABOVE_DEALT + max(heights, default=0)
        if not self.asked:
            return [Way(small, 0, _ABOVE_WORDS, True, below)]
        # All cards are of one size.
        fitting = (fitting_height(self.asked, high, room - _WHITE) for high in _NOTATIONS)
        drawn = [cards for cards in fitting if cards >= LEAST_NOTATION]
        ways = [Way(0, cards, _ABOVE_WORDS, True, below) for cards in drawn]
        for size in _LARGE_WORDS if self.frame.large else _WORDS:
            line = _WORDS_LINE * size * POINT
            said = [contract_sentence(one, room, size) for one in self.asked]
            words = _ABOVE_WORDS + max(line_count(one, room, size, "strong") for one in said) * line
            ways += [Way(size, cards, words + _ABOVE_DEALT, True, below) for cards in drawn]
            ways += [Way(size, 0, words, *way) for way in ((True, below), (False, _ABOVE_DEALT))]
        # Cards as large as may be are worth smaller words.
        return sorted(ways, key=lambda way: (way.rank, -(way.words + 1) * way.cards))

    def _said(self, write: Writer) -> list[Block]:
        """Points, what is special in a deal or a game, and what players sat down with."""
        frame, game, size = self.frame, self.game, write.size
        low = rules_text(self.variant, "points.low-ace")
        notes = [
            say("paper-deal-special", deal=plan.number, special=special)
            for plan in self.plans
            if (special := own_rules_words(plan.terms))
        ]
        if game:
            brought = (
                say("paper-brought", name=name, points=figure(points), deal=row.number)
                for row in self.scores.rows
                for name, cell in zip(game.names, row.cells, strict=True)
                if (points := cell.starting_points)
            )
            notes += [dotted(*brought), *totals_told(game, 0.95 * frame.inner_width, size)]
        chips = write.at(max(size, frame.by_width(10.5, size))).chips()
        told = [write.paragraph("", note) for note in notes if note]
        return [*chips, *([write.paragraph(low)] if low else []), *told]

    def _faces(self) -> list[Face]:
        pad, frame = self.pad, self.frame
        deal, total = self.indent if self.variant.deals else pad.before, say("paper-total")
        rows, high = min(frame.scale.title, 2 * pad.row), min(20, 1.5 * pad.total)
        ends = [*accumulate(pad.faces)]
        dated = int(pad.before - text_width(f"{say('paper-date')} ", self.small) - 3)
        return [
            {
                "kind": "rows",
                "pad": pad,
                "heads": self.heads,
                "blank": dated if self.game is None and end == count else 0,
                "fifths": not self.asked,
                # Boxes that are not explained are worth nothing.
                "boxed": self.brief < 0,
                "indent": self.indent,
                "numeral": largest(str(ends[-1]), deal - _BESIDE, rows, _NUMERAL),
                "words": pad.way.words,
                "small": frame.least,
                "dealt": self.small,
                "total_size": largest(total, pad.before - 1.5, high, frame.least),
                "sums": min(pad.size, max(11, frame.least)),
                "carried": pad.carried * (end > count),
                "so_far": [row.cells for row in self.scores.rows[end - count - 1 : end - count]],
                "rows": [*map(self._row, range(end - count, end))],
                "totals": end == ends[-1],
                # The last row is to be written in until the end.
                "over": self.game if self.game and self.game.finished else None,
                "foot": self.foot if end == ends[-1] else (),
            }
            for count, end in zip(pad.faces, ends, strict=True)
        ]

    def _dealer(self, deal: int) -> int | None:
        """The column of who deals, as far as it is known; deals are counted from 0."""
        if self.game is None:
            return None if self.job.options.players is None else deal % self.pad.columns
        dealers = [row.dealer for row in (*self.scores.rows, *self.scores.to_come)][deal : deal + 1]
        players = [player.player for player in self.scores.totals]
        return next((players.index(one) for one in dealers if one in players), None)

    def _row(self, deal: int) -> dict[str, object]:
        """What a row shows of a deal, counted from 0: what is asked, and cells once it is written.

        `corrected`: figures that are struck out are shown, for they have room.
        """
        pad, plan = self.pad, deal_plan(self.variant, self.seated, deal + 1)
        way, asked, room = pad.way, plan.contract, self.room
        cells = [cell for row in self.scores.rows[deal : deal + 1] for cell in row.cells]
        struck = (
            text_width(f"{shown_points(cell)}00", pad.size, "bold")
            + text_width(figure(cell.was), self.frame.least)
            for cell in cells
            if cell.was is not None
        )
        return {
            "number": deal + 1,
            "dealer": self._dealer(deal),
            "words": contract_sentence(asked, room, way.words) if way.words else "",
            "cards": way.cards and draw_notation(asked, contract_words(asked), way.cards, room),
            "dealt": next(iter(self.lines[deal : deal + bool(way.number)]), ()),
            "cells": cells,
            "corrected": all(wide <= pad.box for wide in struck),
        }


def _wins_told(variant: Variant, message: str) -> tuple[str, str]:
    """What is written in the boxes of wins, and what these and the game add, by its message."""
    end, scoring = variant.end, variant.scoring
    # It adds something else where the loser has no points.
    shutout = 2 * end.game_bonus if end.shutout == "double" else 0
    return (
        say("games-box", gin=scoring.gin, big=scoring.big_gin, undercut=scoring.undercut),
        say(message, box=end.box, bonus=end.game_bonus, shutout=shutout),
    )


def _games(job: Job) -> Layout:
    """A pad for two of three games, which may be scored at once, each from a further win on.

    Both names stand above the rows of each game.
    """
    variant, frame, write = job.variant, job.frame, job.write
    end, width = variant.end, frame.inner_width
    at_once = end.at_once == "three"
    each = [say("games-from", number=at + 1) * at_once for at in range(3)]
    bonus = say("games-bonus", bonus=end.game_bonus)
    labels = [say("evening-sum"), bonus, say("games-boxes", box=end.box)]
    # Games at once are worth smaller print.
    most = max(frame.least, frame.by_width(11, 10, 9))
    for count, size in product((3, 2, 1), ladder(most, frame.least if at_once else most)):
        # Two columns of labels, and the number of a game with what it says beside it.
        widest = 2 * max(text_width(label, size) + 2.4 for label in labels)
        heads = (text_width(one or say("games-game"), size) for one in each[:count])
        named = max(widest, text_width("0", _NUMBER * size, "title") + 3 + max(heads))
        if count * named + (count - 1) * _BETWEEN <= width:
            break
    about = say("games-about", games=count, once=end.at_once)
    first, *rest = filter(None, (about, goal_words(variant)))
    dated = [say("paper-date")] * frame.wide
    header = job.header(variant.name, capitalized(first), *rest, blanks=dated)
    write = write.at(max(frame.least, frame.by_width(10.5, 0)))
    key = [*write.chips(), *map(write.paragraph, _wins_told(variant, "games-won"))]
    whole = [*key, *_changed(write, settings(variant, 2))]
    # Names, wins and all labels but the total have rows of one height.
    head = min(round(_NUMBER * size * POINT) + 2, 10)
    total, others = max(frame.scale.total, ceil(frame.least / 2)), 1 + len(labels)
    for below in (whole, key, write.chips(), _counted(write)):
        room = room_below(frame, header, below) - head - 1 - total
        rows = int(room // frame.scale.pen) - others
        if rows >= _WINS:
            break
    if rows < 1:
        raise SheetError(say("paper-pad-too-small"))
    # Groups of five are whole where rows are many.
    rows -= rows % 5 * (rows > 2 * _WINS)
    row = int(room // (rows + others))
    # What rows leave is room to write below labels.
    spare = min(row // 2, int((room - row * (rows + others)) // (len(labels) + 1)))
    table = {
        "heads": each[:count],
        "dated": not frame.wide,
        "head": head,
        "rows": rows,
        "row": row,
        "labelled": row + spare,
        "total": total + spare,
        "labels": labels,
    }
    games = Block(kind="games", height=0, size=size, table=table)
    face = {"head": header, "kind": "blocks", "columns": [[games, *below]]}
    return job.on_paper(variant.name, [face])
