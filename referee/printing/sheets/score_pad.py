"""The score pad: a row a deal, a column a player, blank or with a game on it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import ceil, inf
from typing import Final

from markupsafe import Markup

from referee.language import listed, say
from referee.printing.blocks import Block, chips, flow, paragraph, room_below
from referee.printing.card_svg import contract_sentence
from referee.printing.game_facts import (
    Setting,
    cards_each,
    deal_plan,
    plans,
    player_numbers,
    players_of,
    players_words,
    seated,
    settings,
    stage_words,
)
from referee.printing.geometry import Frame, frame_of
from referee.printing.header import Header, dotted, game_name, game_title, make_header
from referee.printing.imposition import Face, Layout, impose
from referee.printing.marks import draw_notation
from referee.printing.models import GameOnPaper, figure, shown_points
from referee.printing.names import LARGE_SIZES, SIZES, Head, fit_names
from referee.printing.options import MOST_ROWS, PrintOptions, SheetError
from referee.printing.pad import UPPER, Pad, draw_games, draw_pad, fit_pad
from referee.printing.sections import goal_words, packs_line
from referee.printing.sheets import sheet
from referee.printing.text_metrics import largest, text_height, text_width
from referee.rules.deals import DealPlan, contract_words, deal_count, own_rules_words, wild_cards
from referee.rules.law.points import card_values
from referee.rules.schema.variant import Variant
from referee.scorebook.score_table import ScoreCell, ScoreColumn, ScoreRow, ScoreTable

_COLUMNS: Final = 4
"""Columns of a blank pad, unless the game or the table is for others."""

_WORDS: Final = (13.0, 12.0, 11.0, 10.0, 9.0)
_LARGE_WORDS: Final = (18.0, 16.0)
_NUMERALS: Final = (26, 23, 20, 18, 16, 14)
_NOTATION: Final = 4.6
_MOST_NOTATION: Final = 7.0
_ROOMY_ROW: Final = 16
"""Millimetres of a row above which a pad has room for all house rules at its foot."""


Way = tuple[int, float]
"""How much of a deal a row says, from 0 for all to 3 for words alone, and the print of these."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PadRow:
    """One deal of the pad: what is asked, and its cells, none before the deal is written.

    `letter`: that of its correction, where figures that are struck out have room.
    """

    number: int
    words: str
    cards: Markup | str
    dealt: str
    cells: tuple[ScoreCell, ...]
    letter: str


@sheet(
    "score-pad",
    place=1,
    suits=lambda variant, has_game: True,
)
def lay_out(variant: Variant, options: PrintOptions, game: GameOnPaper | None) -> Layout:
    """The pad on its faces; raises `SheetError`.

    A blank one for no number of players in particular is for four, or as many as have room.
    """
    if game:
        check_length(game)
    if not game and variant.end.box and variant.players.most == 2:
        return _games(variant, options)
    if game or options.players is not None:
        players = players_of(variant, options.players, game) or 0
        return _Pad(variant, options, game, len(game.names) if game else players).layout()
    numbers = player_numbers(variant)
    for players in range(min(max(_COLUMNS, numbers[0]), numbers[-1]), 1, -1):
        try:
            return _Pad(variant, options, None, players).layout()
        except SheetError as error:
            refused = error
    raise refused


def check_length(game: GameOnPaper) -> None:
    """Raise `SheetError` for a game of more deals than paper takes."""
    deals = len(game.scores.rows)
    if deals > MOST_ROWS:
        raise SheetError(say("paper-pad-deals", most=MOST_ROWS, deals=deals))


def at_the_end(game: GameOnPaper) -> list[str]:
    """What was added to the totals at the end of a game, in sentences; none where nothing was.

    Of games that are scored at once, what each of them comes to.
    """
    if game.scores.at_once:
        return [_at_once(game, one) for one in game.scores.at_once]
    sums = [
        say("paper-bonus", name=name, points=figure(total.total - total.bonus), bonus=total.bonus)
        for name, total in zip(game.names_shown, game.scores.totals, strict=True)
        if total.bonus
    ]
    return [say("paper-at-the-end", sums=listed(sums))] if sums else []


def _at_once(game: GameOnPaper, one: ScoreColumn) -> str:
    """What one of the games that are scored at once comes to, in a sentence."""
    sums = [
        say(
            "paper-bonus" if one.bonuses[total.player] else "paper-total-of",
            name=name,
            points=figure(one.totals[total.player]),
            bonus=one.bonuses[total.player],
        )
        for name, total in zip(game.names_shown, game.scores.totals, strict=True)
        if total.player in one.totals
    ]
    return say("paper-at-once", number=one.number, sums=listed(sums))


def played(frame: Frame, shown: Sequence[Setting], size: float) -> list[Block]:
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

    def __init__(
        self, variant: Variant, options: PrintOptions, game: GameOnPaper | None, columns: int
    ) -> None:
        self.variant, self.options, self.game = variant, options, game
        self.columns = columns
        self.seated = seated(variant, columns)
        self.frame: Frame = frame_of(options)
        self.scores = game.scores if game else ScoreTable(rows=(), to_come=(), totals=())
        self.header = self._header()
        self.settings = settings(variant, self.seated)
        self.notes = tuple(_notes(variant, plans(variant, self.seated)))
        self.open_ended = deal_count(variant) is None and options.rows is None
        self.fit, self.foot, (self.level, self.words_size) = self._fit()

    def layout(self) -> Layout:
        """The pad on its faces, and what is said at its foot on more where it has no room."""
        faces = self._faces()
        both = self.options.both_sides
        # What nobody changed is worth no paper but a back.
        shown = [setting for setting in self.settings if both or setting.changed]
        said_all = any(block.table == self.settings for block in self.foot)
        changed = any(setting.changed for setting in shown)
        if (changed and not self.foot) or (both and len(faces) % 2 and not said_all):
            blocks = self._at_foot(shown, self.frame.least)
            if blocks:
                more = flow(self.frame, self.header, lambda size: self._at_foot(shown, size), 12,
                            self.frame.least)  # fmt: skip
                faces += [{"kind": "blocks", **face} for face in more]
        return impose(self.header.title, faces, self.options)

    def _header(self) -> Header:
        variant, frame, game = self.variant, self.frame, self.game
        note = goal_words(variant)
        parts = [game_name(variant.name, game), players_words(variant, self.seated)]
        known = bool(game or self.options.players)
        if frame.roomy and variant.is_card_game:
            parts.append(packs_line(variant, self.seated if known else None))
        if game:
            parts += [game.date_shown, stage_words(variant, game)]
        about = say("pad-legend", dealer="known" if known else "mark",
                    out="yes" if variant.is_card_game else "no",
                    melded="laid" if variant.tracks else "yes" if variant.scoring.melded else "no",
        )  # fmt: skip
        if not frame.roomy or (frame.large and not frame.wide):
            parts, note = [*parts, note], ""
        return make_header(
            frame, variant, game_title(variant.name, game), [dotted(*parts)],
            note=note, game=game, about=about if frame.roomy else "",
        )  # fmt: skip

    def _row_count(self) -> int:
        """The rows that must be there."""
        game, deals, written = self.game, deal_count(self.variant), len(self.scores.rows)
        if game and not game.finished and not deals:
            # There is a row to write the next deal in, however long the game is.
            written = min(written + 1, MOST_ROWS)
        return max(deals or self.options.rows or 5, written)

    def _fit(self) -> tuple[Pad, list[Block], Way]:
        """The pad, what stands at its foot, and how much each row says."""
        heads = self._heads(self.frame.inner_width / self.columns)
        changed = [setting for setting in self.settings if setting.changed]
        least = self.frame.least
        feet = [self._at_foot(shown, least) for shown in (self.settings, changed)]
        fitting: list[tuple[Pad, list[Block], Way]] = []
        refused = SheetError(say("paper-pad-too-small"))
        for foot in (*feet, []):
            try:
                pad, way = self._with_words(self._ruled(heads, foot, 0), heads, foot)
            except SheetError as error:
                refused = error
            else:
                fitting.append((pad, foot, way))
        if not fitting:
            raise refused
        fewest = min(len(pad.faces) for pad, _, _ in fitting)
        return next(
            found
            for found in fitting
            if len(found[0].faces) == fewest
            and (self.open_ended or found[0].row >= _ROOMY_ROW or found[1] is not feet[0])
        )

    def _ruled(self, heads: Sequence[Head], foot: Sequence[Block], least_row: int) -> Pad:
        game = self.game
        return fit_pad(
            self.frame,
            room_below(self.frame, self.header),
            self.columns,
            self._row_count(),
            names=max(10 if self.frame.scale.side >= 130 else 8, self._name_row(heads)),
            words=self.variant.has_contracts,
            named=self._named(),
            parts=self.variant.scoring.melded,
            open_ended=self.open_ended,
            foot=sum(block.height for block in foot),
            figures=game.figure_width if game else 0.0,
            least_row=least_row,
        )

    def _named(self) -> float:
        """Millimetres of deals that have no contract: their numbers, and what is dealt in each."""
        if self.variant.has_contracts or not self.variant.deals:
            return 0
        deals = range(1, self._row_count() + 1)
        dealt = (self._dealt(deal_plan(self.variant, self.seated, deal), deal) for deal in deals)
        widest = max(text_width(words, self.frame.least, "narrow") for words in dealt)
        return ceil(self._indent) + widest + 4.5

    def _name_row(self, heads: Sequence[Head]) -> int:
        return ceil(max(head.height for head in heads) + 2)

    def _heads(self, column: float) -> tuple[Head, ...]:
        names = self.game.names_shown if self.game else ("",) * self.columns
        return fit_names(names, column, LARGE_SIZES if self.frame.large else SIZES)

    def _with_words(
        self, pad: Pad, heads: Sequence[Head], foot: Sequence[Block]
    ) -> tuple[Pad, Way]:
        """The pad with rows that hold their words, names and columns fitted to each other."""
        heads = self._heads(pad.column)
        if self._name_row(heads) > pad.names:
            pad = self._ruled(heads, foot, 0)
        if not self.variant.has_contracts:
            return pad, (1, 9.0)
        sizes = _LARGE_WORDS if self.frame.large else _WORDS
        ways = {(level, size): self._row_height(pad, level, size)
                for level in range(4) for size in sizes}  # fmt: skip
        if min(ways.values()) > pad.row:
            # No row is lower than its words; on the smallest faces these stand alone.
            least = ways[2 if self.frame.scale.side >= 130 else 3, sizes[-1]]
            pad = self._ruled(heads, foot, ceil(least))
        return pad, next(way for way, high in ways.items() if high <= pad.row)

    @cached_property
    def _cards_height(self) -> float:
        """Millimetres of small cards, in the upper part of rows as tall as words leave room."""
        spare = self.fit.row - self._row_height(self.fit, 0, self.words_size)
        return _NOTATION if self.level else min(_NOTATION + spare * UPPER, _MOST_NOTATION)

    @property
    def _indent(self) -> float:
        """Millimetres of the number of a deal."""
        return self.frame.scale.numeral - (2 if self.frame.scale.side >= 100 else 1)

    def _words_room(self, pad: Pad) -> float:
        """Millimetres of a contract beside the number of its deal."""
        return pad.before - self._indent - 1.5

    def _row_height(self, pad: Pad, level: int, size: float) -> float:
        """What the highest row takes: words, cards and cards dealt, less of them at each level."""
        least = self.frame.least
        room = self._words_room(pad)
        heights = []
        for deal in range(1, self._row_count() + 1):
            plan = deal_plan(self.variant, self.seated, deal)
            words = contract_sentence(plan.contract, room, size)
            high = text_height(words, room, size, "strong") + 1.4
            said = self._dealt(plan, deal)
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

    def _dealt(self, plan: DealPlan, deal: int) -> str:
        cards = self.variant.is_card_game
        each = cards_each(self.variant, self.seated, deal) if cards else ""
        return dotted(plan.name, each)

    def _at_foot(self, shown: Sequence[Setting], size: float) -> list[Block]:
        """Points, what is special, and how the table plays."""
        frame = self.frame
        blocks = chips(frame, card_values(self.variant), max(size, 10.5 if frame.wide else size))
        notes = (*self.notes, *(at_the_end(self.game) if self.game else ()))
        blocks += [paragraph(frame, "", size, note) for note in notes]
        return [*blocks, *played(frame, shown, size)]

    def _faces(self) -> list[Face]:
        pad, heads = self.fit, self._heads(self.fit.column)
        faces: list[Face] = []
        start = 0
        for count in pad.faces:
            last = len(faces) == len(pad.faces) - 1
            deals = range(start + 1, start + count + 1)
            faces.append(self._face(heads, [self._row(deal) for deal in deals], last=last))
            start += count
        return faces

    def _face(self, heads: Sequence[Head], rows: Sequence[PadRow], *, last: bool) -> Face:
        pad, game, frame = self.fit, self.game, self.frame
        dealers = [self._dealer(one.number) for one in rows]
        indent = self._indent if self.variant.has_contracts else pad.before
        most = 26 if pad.row >= 14 and frame.scale.side >= 190 else 18 if pad.row >= 11 else 14
        return {
            "kind": "rows",
            "head": self.header,
            "pad": pad,
            "drawn": draw_pad(pad, len(rows), dealers, last),
            "heads": heads,
            "rows": rows,
            "totals": self._totals() if last else None,
            "blank": say("paper-date") if game is None else "",
            "foot": self.foot if last else (),
            "level": self.level,
            "indent": ceil(self._indent),
            "numeral": largest([size for size in _NUMERALS if size <= most],
                               str(sum(pad.faces)), indent - 1.5),
            "words": self.words_size,
            "small": frame.least,
            "total_size": max(frame.least, 20 if pad.total >= 14 and pad.before >= 26 else
                              12 if pad.before >= 20 else 9),
            "sums": max(frame.least, min(pad.figures, 11)) if pad.figures >= 9 else pad.figures,
        }  # fmt: skip

    def _dealer(self, deal: int) -> int | None:
        """The column of who deals, as far as it is known."""
        known = [*self.scores.rows, *self.scores.to_come][deal - 1 : deal]
        if known and self.game:
            players = [player.player for player in self.scores.totals]
            return players.index(known[0].dealer) if known[0].dealer in players else None
        if self.game or self.options.players is None:
            return None
        return (deal - 1) % self.columns

    def _row(self, deal: int) -> PadRow:
        pad, level = self.fit, self.level
        plan = deal_plan(self.variant, self.seated, deal)
        written = self.scores.rows[deal - 1 : deal]
        title = contract_words(plan.contract)
        room = self._words_room(pad)
        dealt = self._dealt(plan, deal)
        words = contract_sentence(plan.contract, room, self.words_size)
        if level == 1:
            room -= text_width(dealt, self.frame.least, "narrow") + 2
        high = self._cards_height
        drawn = draw_notation(plan.contract, title, high, room) if plan.contract else ""
        return PadRow(
            number=deal,
            words=words,
            cards=drawn if level < 2 else "",
            dealt=dealt if level < 3 and self.variant.deals else "",
            cells=written[0].cells if written else (),
            letter=self._letter(written[0]) if written else "",
        )

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


def _games(variant: Variant, options: PrintOptions) -> Layout:
    """A pad for two on which three games are scored at once, each from a further win on."""
    frame = frame_of(options)
    players_of(variant, options.players, None)
    end, size = variant.end, frame.least
    count = 3 if frame.inner_width >= 120 else 2 if frame.inner_width >= 88 else 1
    note = say("games-each", target=end.target) if end.target else ""
    header = make_header(frame, variant, variant.name, [say("games-about", games=count)], note=note)
    texts = [
        say("games-box", gin=variant.scoring.gin, undercut=variant.scoring.undercut),
        say("games-won", shutout=2 * end.game_bonus if end.shutout == "double" else 0),
    ]
    foot = [
        *chips(frame, card_values(variant), size),
        *(paragraph(frame, text, size) for text in filter(None, texts)),
        *played(frame, settings(variant, 2), size),
    ]
    labels = [say("games-points"), say("games-bonus", bonus=end.game_bonus),
              say("games-boxes", box=end.box), say("paper-total")]  # fmt: skip
    height = frame.inner_height - header.height - 20 - sum(block.height for block in foot)
    row = 10 if frame.scale.side >= 190 else 8
    rows = max(5, min(int(height // row) - len(labels), 18))
    if (rows + len(labels)) * row > height:
        foot, row = foot[:1], 7
        rows = int((frame.inner_height - header.height - 29) // row) - len(labels)
    face: Face = {
        "kind": "games",
        "head": header,
        "games": count,
        "drawn": draw_games(frame.inner_width, rows, row, len(labels), count),
        "rows": rows,
        "row": row,
        "labels": labels,
        "small": size,
        "numeral": 20 if frame.roomy else 14,
        "foot": foot,
    }
    return impose(variant.name, [face], options)
