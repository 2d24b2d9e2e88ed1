"""The score pad: a row a deal, a column a player, blank or with a game on it."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cached_property
from math import ceil, inf
from typing import Final

from referee.language import listed, say
from referee.printing.blocks import Block, chips, flow, paragraph, room_below
from referee.printing.card_svg import contract_sentence
from referee.printing.game_facts import (
    Setting,
    cards_each,
    deal_plan,
    plans,
    player_numbers,
    players_words,
    seated,
    settings,
    stage_words,
)
from referee.printing.geometry import Frame
from referee.printing.header import Header, dotted, dotted_lines
from referee.printing.imposition import Face, Layout
from referee.printing.marks import draw_notation
from referee.printing.models import GameOnPaper, figure, shown_points
from referee.printing.names import LARGE_SIZES, SIZES, Head, fit_names
from referee.printing.options import MOST_ROWS, SheetError
from referee.printing.pad import UPPER, Pad, draw_pad, on_faces
from referee.printing.sections import goal_words, packs_line
from referee.printing.sheets import Job, sheet
from referee.printing.text_cleanup import cleaned_sentence
from referee.printing.text_metrics import POINT, largest, text_height, text_width
from referee.rules.deals import DealPlan, contract_words, deal_count, own_rules_words, wild_cards
from referee.rules.law.points import card_values
from referee.rules.schema.variant import Variant
from referee.scorebook.score_table import ScoreRow, ScoreTable

_COLUMNS: Final = 4
"""Columns of a blank pad, unless the game or the table is for others."""

_WORDS: Final = (13.0, 12.0, 11.0, 10.0, 9.0)
_LARGE_WORDS: Final = (18.0, 16.0)
_NUMERALS: Final = (26, 23, 20, 18, 16, 14)
_NOTATION: Final = 4.6
_MOST_NOTATION: Final = 7.0
_FOOT_SIZES: Final = (12, 10.5)
_ROOMY_ROW: Final = 16
"""Millimetres of a row above which a pad has room for all house rules at its foot."""

_WISH: Final = 32
"""Millimetres of a player's column for which the column before them is narrower."""

_PEN: Final = {130: 8, 0: 7}
"""Millimetres that a row to write in has at least, by the shorter side of the face."""

_LEAST: Final = 9.0
_LEAST_LARGE: Final = 13.0
_PART: Final = 10.5
_MOST_ROW: Final = 28
_MOST_LARGE_ROW: Final = 36

_FIGURES: Final = 16.0
_LEAST_FIGURES: Final = 6.0
_EDGE: Final = 1.4
"""Print of figures at most and at least, and millimetres of a column that they leave free."""

_MOST_PARTS: Final = 80
"""Characters of what a total is the sum of."""

Way = tuple[int, float]
"""How much of a deal a row says, from 0 for all to 3 for words alone, and the print of these."""


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
    for players in range(min(max(_COLUMNS, numbers[0]), numbers[-1]), 1, -1):
        try:
            return _Pad(job, players).layout()
        except SheetError as error:
            refused = error
    raise refused


def check_length(game: GameOnPaper) -> None:
    """Raise `SheetError` for a game of more deals than paper takes."""
    deals = len(game.scores.rows)
    if deals > MOST_ROWS:
        raise SheetError(say("paper-pad-deals", most=MOST_ROWS, deals=deals))


def totals_told(game: GameOnPaper, width: float, size: float) -> list[str]:
    """What totals are the sum of, and what was added at the end, in lines; none for neither.

    Of games that are scored at once, what each of them comes to.
    """
    seats = [*zip(game.names_shown, game.scores.totals, strict=True)]
    parts = (
        say("paper-parts", name=name, parts=cleaned_sentence(seat.parts, _MOST_PARTS))
        for name, seat in seats
        if seat.parts
    )
    said = [*dotted_lines(parts, width, size)]
    for number, one in enumerate(game.scores.at_once, 1):
        sums = [
            _sum(name, one.totals[seat.player], one.bonuses[seat.player])
            for name, seat in seats
            if seat.player in one.totals
        ]
        said.append(say("paper-at-once", number=number, sums=listed(sums)))
    sums = [_sum(name, seat.total - seat.bonus, seat.bonus) for name, seat in seats if seat.bonus]
    if sums and not game.scores.at_once:
        said.append(say("paper-at-the-end", sums=listed(sums)))
    return said


def _sum(name: str, points: int, bonus: int) -> str:
    message = "paper-bonus" if bonus else "paper-total-of"
    return say(message, name=name, points=figure(points), bonus=bonus)


def _brought(game: GameOnPaper) -> list[str]:
    """What players sat down with before a deal, on one line; none where nobody did."""
    brought = [
        say("paper-brought", name=name, points=figure(cell.starting_points), deal=row.number)
        for row in game.scores.rows
        for name, cell in zip(game.names_shown, row.cells, strict=True)
        if cell.starting_points
    ]
    return [dotted(*brought)] * bool(brought)


def _played(frame: Frame, shown: Sequence[Setting], size: float) -> list[Block]:
    """How the table plays, as running text; nothing where there is nothing to say."""
    said = f"{say('paper-how-played')} " + dotted(*(one.text for one in shown))
    height = text_height(said, frame.inner_width / 1.02, size, "narrow") + 1.6
    return [Block(kind="settings", height=height, size=size, table=tuple(shown))] * bool(shown)


def _notes(variant: Variant, deals: Sequence[DealPlan]) -> Iterator[str]:
    """What differs in each deal, and in one line which cards are wild in which."""
    for plan in deals:
        if special := own_rules_words(plan.terms):
            yield say("paper-deal-special", deal=plan.number, special=special)
    if variant.wilds.by_deal:
        yield say(
            "paper-deals-wild", cards="; ".join(listed(wild_cards(plan.terms)) for plan in deals)
        )


class _Pad:
    """One pad: a game or none, for so many columns, on its paper."""

    def __init__(self, job: Job, columns: int) -> None:
        self.job, self.columns = job, columns
        self.variant, self.game, self.frame = job.variant, job.game, job.frame
        self.large, self.side = job.frame.large, job.frame.scale.side
        self.figures = job.game.figure_width if job.game else 0
        """Millimetres of the widest figure for a point of print, 0 on a blank pad."""
        self.least_figures = job.frame.least if self.large else _LEAST_FIGURES
        self.seated = seated(job.variant, columns)
        self.scores = job.game.scores if job.game else ScoreTable(rows=(), to_come=(), totals=())
        self.header = self._header()
        self.settings = settings(job.variant, self.seated)
        self.notes = tuple(_notes(job.variant, plans(job.variant, self.seated)))
        deals, rows, written = deal_count(job.variant), job.options.rows, len(self.scores.rows)
        self.open_ended = deals is None and rows is None
        if self.game and not self.game.finished and not deals:
            # There is a row to write the next deal in, however long the game is.
            written = min(written + 1, MOST_ROWS)
        self.rows = max(deals or rows or 5, written)
        """The rows that must be there."""
        self.fit, self.foot, (self.level, self.words_size) = self._fit()

    def layout(self) -> Layout:
        """The pad on its faces, and what is said at its foot on more where it has no room."""
        faces = self._faces()
        both = self.job.options.both_sides
        # What nobody changed is worth no paper but a back.
        shown = [setting for setting in self.settings if both or setting.changed]
        said_all = any(block.table == self.settings for block in self.foot)
        changed = any(setting.changed for setting in shown)
        more = (changed and not self.foot) or (both and len(faces) % 2 and not said_all)
        if more and self._at_foot(shown, self.frame.least):
            behind = flow(self.frame, self.header, lambda size: self._at_foot(shown, size), 12)
            faces += [{"kind": "blocks", **face} for face in behind]
        return self.job.on_paper(self.header.title, faces)

    def _header(self) -> Header:
        variant, frame, game, cards = self.variant, self.frame, self.game, self.variant.is_card_game
        known = bool(game or self.job.options.players)
        packs = packs_line(variant, self.seated if known else None)
        about = say("pad-legend", dealer="known" if known else "mark",
                    out="yes" if cards else "no",
                    melded="laid" if variant.tracks else "yes" if variant.scoring.melded else "no",
        )  # fmt: skip
        return self.job.header(
            self.job.title,
            self.job.played,
            players_words(variant, self.seated),
            packs if frame.roomy and cards else "",
            game.date_shown if game else "",
            stage_words(variant, game) if game else "",
            goal_words(variant),
            about=about if frame.roomy else "",
            code=True,
        )

    def _fit(self) -> tuple[Pad, list[Block], Way]:
        """The pad, what stands at its foot, and how much each row says.

        All that can be agreed stands at the foot if that makes no row low, what was changed if it
        takes no further face, or else nothing; in larger print where that costs the pad nothing.
        """
        changed = [setting for setting in self.settings if setting.changed]
        feet = [self._at_foot(shown, self.frame.least) for shown in (self.settings, changed)]
        fitting: list[tuple[Pad, list[Block], Way]] = []
        for foot in (*feet, []):
            # Nothing at its foot is the last that a pad can do without.
            with suppress(*[SheetError] * bool(foot)):
                pad, way = self._with_words(foot)
                fitting.append((pad, foot, way))
        fewest = min(len(pad.faces) for pad, _, _ in fitting)
        pad, foot, way = next(
            (pad, foot, way)
            for pad, foot, way in fitting
            if len(pad.faces) == fewest
            and (self.open_ended or pad.row >= _ROOMY_ROW or foot is not feet[0])
        )
        for size in _FOOT_SIZES if foot is feet[0] and not self.large else ():
            with suppress(SheetError):
                larger = self._at_foot(self.settings, size)
                if self._with_words(larger) == (pad, way):
                    return pad, larger, way
        return pad, foot, way

    def _with_words(self, foot: Sequence[Block]) -> tuple[Pad, Way]:
        """The pad with rows that hold their words, and how much these say."""
        pad = self._ruled(foot, 0)
        if not self.variant.has_contracts:
            return pad, (1, 9.0)
        sizes = _LARGE_WORDS if self.large else _WORDS
        ways = {(level, size): self._row_height(pad, level, size)
                for level in range(4) for size in sizes}  # fmt: skip
        if min(ways.values()) > pad.row:
            # No row is lower than its words; on the smallest faces these stand alone.
            least = ways[2 if self.side >= 130 else 3, sizes[-1]]
            pad = self._ruled(foot, ceil(least))
        return pad, next(way for way, high in ways.items() if high <= pad.row)

    def _ruled(self, foot: Sequence[Block], least_row: int) -> Pad:
        """Columns with names above them, and rows, with room for a foot below the last.

        `least_row`: what a row takes for its words. Raises `SheetError` where columns are too
        narrow to write in, or nothing has room.
        """
        before, least = self._before()
        side, large = self.side, self.large
        column = (self.frame.inner_width - before) / self.columns
        names = ceil(max(head.height for head in self._heads(column)) + 2)
        names = max(10 if side >= 130 else 8, names)
        pen = next(mm for least_side, mm in _PEN.items() if side >= least_side)
        total = 14 if side >= 190 else 11 if side >= 130 else 8
        total = max(total, ceil(self.frame.least * 0.8))
        full = room_below(self.frame, self.header) - names
        last = full - sum(block.height for block in foot) - total
        parts = self.variant.scoring.melded and column >= 2 * _PART
        ways: dict[bool, tuple[int, tuple[int, ...]]] = {}
        for split in (False, True):
            if split and (parts or column / 2 < max(least, _PART)):
                continue
            row = max(pen if split else 2 * pen, least_row)
            count = max(self.rows, self.open_ended * min(int(last // row), MOST_ROWS))
            if full >= row and last >= 0:
                ways[split] = row, on_faces(count, int(full // row), int(last // row))
        if not ways:
            raise SheetError(say("paper-pad-too-small"))
        # Points stand beside the total where more rows are wanted, or fewer faces do.
        split = (self.open_ended and True in ways) or min(ways, key=lambda way: len(ways[way][1]))
        row, faces = ways[split]
        filled = [int(full // rows) for rows in faces[:-1]] + [int(last // (faces[-1] or 1))]
        most = pen + 2 if split and self.open_ended else _MOST_LARGE_ROW if large else _MOST_ROW
        row = max(row, min(*filled, most))
        pad = Pad(
            width=self.frame.inner_width, before=before, column=column, columns=self.columns,
            names=names, row=row, total=total, split=split, parts=parts, faces=faces,
            behind=pen if last - faces[-1] * row >= pen and not large else 0, figures=_FIGURES,
        )  # fmt: skip
        fitting = ((column / 2 if split or parts else column) - _EDGE) / (self.figures or 1e-9)
        size = min(_FIGURES, min(pad.upper, 16) / POINT / 1.25, fitting)
        size = max(size, self.least_figures)
        return replace(pad, figures=int(size * 2) / 2)

    def _before(self) -> tuple[int, float]:
        """Millimetres of the columns before the players', and of each of theirs at least.

        Raises `SheetError` where the players' columns have no room.
        """
        width, words = self.frame.inner_width, self.variant.has_contracts
        high = 0.36 if words else 0.11
        low = 0.23 if words and self.side >= 190 else high
        grown = 1.2 if self.large else 1
        wish = max(width - self.columns * _WISH, width * low * grown)
        before = max(round(min(wish, width * high * grown)), ceil(self._named))
        least = _LEAST_LARGE if self.large else _LEAST
        least = max(least, self.figures * self.least_figures + _EDGE)
        if words and (width - before) / self.columns < least:
            before = max(22, int(width - self.columns * least))
        room = int((width - before) / least)
        if room < self.columns:
            says = say("paper-pad-too-many", room=room, players=self.columns)
            raise SheetError(says if room > 1 else say("paper-pad-too-small"))
        return before, least

    @cached_property
    def _named(self) -> float:
        """Millimetres before the columns without contracts: deals as they are named, or a total."""
        if self.variant.has_contracts:
            return 0
        if not self.variant.deals:
            return text_width(say("paper-total"), self.frame.least, "title") + 1.5
        dealt = map(self._dealt, self._plans())
        widest = max(text_width(words, self.frame.least, "narrow") for words in dealt)
        return ceil(self._indent) + widest + 4.5

    def _heads(self, column: float) -> tuple[Head, ...]:
        names = self.game.names_shown if self.game else ("",) * self.columns
        return fit_names(names, column, LARGE_SIZES if self.large else SIZES)

    @property
    def _indent(self) -> float:
        """Millimetres of the number of a deal."""
        return self.frame.scale.numeral - (2 if self.side >= 100 else 1)

    def _words_room(self, pad: Pad) -> float:
        """Millimetres of a contract beside the number of its deal."""
        return pad.before - self._indent - 1.5

    def _row_height(self, pad: Pad, level: int, size: float) -> float:
        """What the highest row takes: words, cards and cards dealt, less of them at each level."""
        least, room = self.frame.least, self._words_room(pad)
        heights = []
        for plan in self._plans():
            words = contract_sentence(plan.contract, room, size)
            high = text_height(words, room, size, "strong") + 1.4
            said = self._dealt(plan)
            dealt = text_height(said, room, least, "narrow")
            if level == 1 and text_width(said, least, "narrow") > 0.55 * room:
                dealt = inf
            by_level = (
                max((high + _NOTATION) / UPPER, dealt / (1 - UPPER) + 1),
                high + max(_NOTATION, dealt),
                high + dealt,
                high,
            )
            heights.append(by_level[level])
        return max(heights)

    @cached_property
    def _cards_height(self) -> float:
        """Millimetres of small cards, in the upper part of rows as tall as words leave room."""
        spare = self.fit.row - self._row_height(self.fit, 0, self.words_size)
        return _NOTATION if self.level else min(_NOTATION + spare * UPPER, _MOST_NOTATION)

    def _plans(self) -> Iterator[DealPlan]:
        return (deal_plan(self.variant, self.seated, at + 1) for at in range(self.rows))

    def _dealt(self, plan: DealPlan) -> str:
        cards = self.variant.is_card_game
        each = cards_each(self.variant, self.seated, plan.number) if cards else ""
        return dotted(plan.name, each)

    def _at_foot(self, shown: Sequence[Setting], size: float) -> list[Block]:
        """Points, what is special, and how the table plays."""
        frame = self.frame
        told = (
            (*_brought(self.game), *totals_told(self.game, 0.95 * frame.inner_width, size))
            if self.game
            else ()
        )
        notes = (*self.notes, *told)
        return [
            *chips(frame, card_values(self.variant), max(size, frame.by_width(10.5, size))),
            *(paragraph(frame, "", size, note) for note in notes),
            *_played(frame, shown, size),
        ]

    def _faces(self) -> list[Face]:
        pad, frame, faces = self.fit, self.frame, list[Face]()
        indent = self._indent if self.variant.has_contracts else pad.before
        most = 26 if pad.row >= 14 and self.side >= 190 else 18 if pad.row >= 11 else 14
        numerals = [size for size in _NUMERALS if size <= most]
        totals = [20.0, 16.0, 12.0] if pad.total >= 14 else [12.0]
        totals = [*(size for size in totals if size > frame.least), frame.least]
        shared = {
            "kind": "rows",
            "head": self.header,
            "pad": pad,
            "heads": self._heads(pad.column),
            "blank": say("paper-date") if self.game is None else "",
            "level": self.level,
            "indent": ceil(self._indent),
            "numeral": largest(numerals, str(sum(pad.faces)), indent - 1.5),
            "words": self.words_size,
            "small": frame.least,
            "total_size": largest(totals, say("paper-total"), pad.before - 1.5),
            "sums": max(frame.least, min(pad.figures, 11)) if pad.figures >= 9 else pad.figures,
        }
        start = 0
        for count in pad.faces:
            last = len(faces) == len(pad.faces) - 1
            deals = range(start, start + count)
            dealers = [self._dealer(deal) for deal in deals]
            faces.append(
                {
                    **shared,
                    "drawn": draw_pad(pad, count, dealers, last),
                    "rows": [self._row(deal) for deal in deals],
                    "totals": self._totals() if last else None,
                    "foot": self.foot if last else (),
                }
            )
            start += count
        return faces

    def _dealer(self, deal: int) -> int | None:
        """The column of who deals, as far as it is known; deals are counted from 0."""
        if self.game:
            known = [*self.scores.rows, *self.scores.to_come][deal : deal + 1]
            players = [player.player for player in self.scores.totals]
            dealer = known[0].dealer if known else None
            return players.index(dealer) if dealer in players else None
        return None if self.job.options.players is None else deal % self.columns

    def _row(self, deal: int) -> dict[str, object]:
        """What a row shows of a deal, counted from 0: what is asked, and cells once it is written.

        `letter`: that of its correction, where figures that are struck out have room.
        """
        plan = deal_plan(self.variant, self.seated, deal + 1)
        level, room = self.level, self._words_room(self.fit)
        written = self.scores.rows[deal] if deal < len(self.scores.rows) else None
        dealt = self._dealt(plan)
        words = contract_sentence(plan.contract, room, self.words_size)
        if level == 1:
            room -= text_width(dealt, self.frame.least, "narrow") + 2
        title, high = contract_words(plan.contract), self._cards_height
        drawn = level < 2 and plan.contract
        return {
            "number": deal + 1,
            "words": words,
            "cards": draw_notation(plan.contract, title, high, room) if drawn else "",
            "dealt": dealt if level < 3 and self.variant.deals else "",
            "cells": written.cells if written else (),
            "letter": self._letter(written) if written else "",
        }

    def _letter(self, written: ScoreRow) -> str:
        """The letter of a deal that was corrected, where what is struck out stands beside all."""
        pad, least = self.fit, self.frame.least
        letter = self.game.letters.get(written.number, "") if self.game else ""
        widths = (
            text_width(shown_points(cell) + "00", pad.figures, "bold")
            + text_width(f"{figure(cell.was)} {letter}", least)
            for cell in written.cells
            if cell.was is not None
        )
        room = pad.column / 2 if pad.split or pad.parts else pad.column
        return letter if all(width <= room for width in widths) else ""

    def _totals(self) -> list[tuple[str, bool, str]]:
        """The last row: totals, who won, and how far behind; to be written in until the end."""
        game = self.game
        if game is None or not game.finished:
            return [("", False, "")] * self.columns
        best = [player.total for player in self.scores.totals if player.name in game.winners]
        return [
            (
                game.shown_total(player),
                player.name in game.winners,
                figure(abs(player.total - best[0])) if best and player.complete else "",
            )
            for player in self.scores.totals
        ]


def _games(job: Job) -> Layout:
    """A pad for two on which three games are scored at once, each from a further win on.

    Both names stand above the rows of each game.
    """
    variant, frame, size = job.variant, job.frame, job.frame.least
    end, width = variant.end, frame.inner_width
    count = 3 if width >= 120 else 2 if width >= 88 else 1
    note = say("games-each", target=end.target) if end.target else ""
    header = job.header(variant.name, say("games-about", games=count), note)
    texts = [
        say("games-box", gin=variant.scoring.gin, undercut=variant.scoring.undercut),
        say("games-won", shutout=2 * end.game_bonus if end.shutout == "double" else 0),
    ]
    foot = [
        *chips(frame, card_values(variant), size),
        *(paragraph(frame, text, size) for text in filter(None, texts)),
        *_played(frame, settings(variant, 2), size),
    ]
    labels = [say("games-points"), say("games-bonus", bonus=end.game_bonus),
              say("games-boxes", box=end.box), say("paper-total")]  # fmt: skip
    row, head = 10 if frame.scale.side >= 190 else 8, 12 if frame.roomy else 10
    height = room_below(frame, header, foot) - head
    others = 1 + len(labels)
    rows = max(5, min(int(height // row) - others, 18))
    if (rows + others) * row > height:
        foot, row = foot[:1], 7
        rows = int((room_below(frame, header, foot) - head) // row) - others
    table = {"games": count, "rows": rows, "row": row, "head": head, "labels": labels,
             "numeral": 20 if frame.roomy else 14}  # fmt: skip
    games = Block(kind="games", height=0, size=size, table=table)
    return job.on_paper(
        variant.name, [{"head": header, "kind": "blocks", "blocks": [games, *foot]}]
    )
