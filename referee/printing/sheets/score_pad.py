"""The score pad: a row a deal, a box a player, blank or with a game on it."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

from markupsafe import Markup

from referee.language import listed, say
from referee.printing.badges import LARGE_NAME_SIZES, NAME_SIZES, Head, fit_heads
from referee.printing.blocks import Block, flow, item, paragraph, section, worth
from referee.printing.card_svg import deal_melds, draw_melds, fan_height
from referee.printing.footer import Footer, footer_options
from referee.printing.game_facts import (
    Setting,
    cards_each,
    deal_plan,
    packs,
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
from referee.printing.models import GameOnPaper, shown_points
from referee.printing.options import MOST_ROWS, PrintOptions, SheetError
from referee.printing.pad_layout import DealLabel, PadLayout, contract_label, dealt_lines, fit_pad
from referee.printing.sheets import sheet
from referee.printing.text_cleanup import cleaned
from referee.printing.text_metrics import LINE, POINT, text_width
from referee.rules.deals import DealPlan, contract_words, deal_count, own_rules_words, wild_cards
from referee.rules.law.points import card_values
from referee.rules.schema.variant import Variant
from referee.scorebook.score_table import ScoreCell, ScoreTable

_OPEN_ROWS: Final = 12
_DEALER_LENGTH: Final = 16
_OF_SPARE: Final = 0.7
"""How much of what is left of a row makes its cards taller."""

_MOST_CARDS: Final = 18.0
_LEAST_FIGURES: Final = 6.0
"""Print of the widest figures in the narrowest column, in points, where print is not large."""

_BESIDE_FIGURES: Final = 1.0
"""Millimetres of a column that its figures leave free."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PadRow:
    """One deal of the pad.

    `blank`: who deals is to be written in behind the last line of `dealt`. `cells` are empty before
    the deal is written.
    """

    number: int
    words: str
    cards: Markup | str
    dealt: tuple[str, ...]
    blank: bool
    cells: tuple[ScoreCell, ...]


@sheet(
    "score-pad",
    place=1,
    suits=lambda variant, has_game: True,
)
def lay_out(variant: Variant, options: PrintOptions, game: GameOnPaper | None) -> Layout:
    """The pad on its faces; raises `SheetError`.

    A blank one for no number of players in particular is for as many as have room to write.
    """
    if game:
        check_length(game)
    if game or options.players is not None:
        players = players_of(variant, options.players, game) or 0
        return _Pad(variant, options, game, len(game.names) if game else players).layout()
    *most_first, least = reversed(player_numbers(variant))
    for players in most_first:
        with suppress(SheetError):
            return _Pad(variant, options, None, players).layout()
    return _Pad(variant, options, None, least).layout()


def check_length(game: GameOnPaper) -> None:
    """Raise `SheetError` for a game of more deals than paper takes."""
    deals = len(game.scores.rows)
    if deals > MOST_ROWS:
        raise SheetError(say("paper-pad-deals", most=MOST_ROWS, deals=deals))


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
        self.figure_width = game.figure_width if game else 0.0
        self.header = self._header()
        self.settings = settings(variant, self.seated)
        self.notes = tuple(_notes(variant, plans(variant, self.seated)))
        self.labels = [self._label(deal) for deal in range(1, self._row_count() + 1)]
        self.fit: PadLayout = fit_pad(
            self.frame,
            self.header.height,
            self.labels,
            columns,
            footer_options(self.frame, card_values(variant), self.notes, self.settings),
            open_ended=deal_count(variant) is None and options.rows is None,
            figures=self._least_figures() * self.figure_width + _BESIDE_FIGURES,
        )
        # An open pad may have room for more rows than must be there.
        rows = range(len(self.labels) + 1, sum(self.fit.faces) + 1)
        self.labels += [self._label(deal) for deal in rows]

    def layout(self) -> Layout:
        """The pad on its faces, and what is said at its foot on more where it has no room."""
        faces = self._faces()
        if self._has_more(self.fit.footer, len(faces)):
            # What nobody changed is worth no paper but a back.
            both_sides = self.options.both_sides
            shown = [setting for setting in self.settings if both_sides or setting.changed]
            if shown or card_values(self.variant):
                faces += self._overleaf(shown)
        return impose(self.header.title, faces, self.options)

    def _header(self) -> Header:
        variant, frame, game = self.variant, self.frame, self.game
        parts = [game_name(variant.name, game), players_words(variant, self.seated)]
        if frame.roomy and variant.is_card_game:
            parts.append(packs(variant, self.seated))
        if game:
            parts += [game.date_shown, stage_words(variant, game)]
        blanks = [] if game else [say("paper-date"), say("paper-place")]
        return make_header(
            frame,
            game_title(variant.name, game),
            [dotted(*parts)],
            game=game,
            blanks=blanks if frame.roomy and not frame.low else blanks[:1],
            most=22,
            beside=True,
        )

    def _row_count(self) -> int:
        """The rows that must be there."""
        game, deals, written = self.game, deal_count(self.variant), len(self.scores.rows)
        if game and not game.finished and not deals:
            # There is a row to write the next deal in, however long the game is.
            written = min(written + 1, MOST_ROWS)
        open_rows = _OPEN_ROWS if self.frame.inner_height >= 180 else 6
        return max(deals or self.options.rows or open_rows, written)

    def _label(self, deal: int) -> DealLabel:
        contract = deal_plan(self.variant, self.seated, deal)
        known = [*self.scores.rows, *self.scores.to_come][deal - 1 : deal]
        return DealLabel(
            name=contract.name,
            contract=contract.contract,
            cards=cards_each(self.variant, self.seated, deal) if self.variant.is_card_game else "",
            dealer=cleaned(known[0].dealer_name, _DEALER_LENGTH) if known else "",
        )

    def _has_more(self, footer: Footer | None, faces: int) -> bool:
        """Whether a face behind is worth its paper: for points, or as a back that is white."""
        white = self.options.both_sides and faces % 2 == 1
        return footer is None or (white and sum(map(len, footer.columns)) < len(self.settings))

    def _overleaf(self, shown: Sequence[Setting]) -> list[Face]:
        """What is said at the foot, on faces of its own."""
        frame = self.frame

        def blocks(size: float) -> Sequence[Block]:
            points = (worth(value.label, value.points, size) for value in card_values(self.variant))
            how = (item(frame, setting.asks, size, setting.answer) for setting in shown)
            return [
                *section(frame, say("paper-points"), size, points),
                *(paragraph(frame, "", size, note) for note in self.notes),
                *section(frame, say("paper-how-played"), size, how),
            ]

        title = make_header(frame, self.variant.name, most=16)
        faces = flow(frame, title, blocks, max(frame.least, 12), frame.least)
        return [{"kind": "blocks", **face} for face in faces]

    def _faces(self) -> list[Face]:
        frame, fit, game = self.frame, self.fit, self.game
        names = game.names_shown if game else ("",) * self.columns
        sizes = LARGE_NAME_SIZES if frame.large else NAME_SIZES
        badges = game.badges(frame) if game else ()
        heads = fit_heads(names, badges, fit.column, fit.shape.names - 1, sizes)
        cards = self._cards_height()
        faces: list[Face] = []
        start = 0
        for count in fit.faces:
            rows = [self._row(deal, cards) for deal in range(start + 1, start + count + 1)]
            faces.append(self._face(heads, rows, last=len(faces) == len(fit.faces) - 1))
            start += count
        return faces

    def _face(self, heads: tuple[Head, ...], rows: Sequence[PadRow], *, last: bool) -> Face:
        fit, least = self.fit, self.frame.least
        unwritten = sum(not row.cells for row in rows)
        figures, hangs = self._figure_size()
        return {
            "kind": "rows",
            "head": self.header,
            "shape": fit.shape,
            "row": fit.row,
            "heads": heads,
            "rows": rows,
            "unwritten": unwritten,
            "column": fit.column,
            "totals": self._totals() if last else None,
            "goes_out": self.variant.is_card_game,
            "total": self._total(figures),
            "foot": fit.footer if last else None,
            "number": figures,
            "hangs": hangs,
            "ask": fit.shape.words,
            "dealt": fit.shape.dealt,
            "small": least,
        }

    def _row(self, deal: int, cards: float) -> PadRow:
        shape, label = self.fit.shape, self.labels[deal - 1]
        written = self.scores.rows[deal - 1 : deal]
        melds = deal_melds(self.variant, deal) if shape.cards else ()
        words = contract_label(shape, label)
        title = contract_words(label.contract)
        drawn = draw_melds(melds, title, cards, shape.ask - 3, self.frame.inks) if melds else ""
        return PadRow(
            number=deal,
            words=words,
            cards=drawn,
            dealt=dealt_lines(shape, label, dealer=self.fit.dealer),
            blank=self.fit.dealer and not label.dealer,
            cells=written[0].cells if written else (),
        )

    def _totals(self) -> list[tuple[str, bool]]:
        """The last row: totals and who won when the game is over, to be written in until then."""
        game = self.game
        if game is None or not game.finished:
            return [("", False)] * self.columns
        return [
            (game.shown_total(player), player.name in game.winners) for player in self.scores.totals
        ]

    def _total(self, figures: float) -> dict[str, object]:
        """What stands before the totals: which one wins, on its own line where there is no room.

        "size" is the print of the word before it, "figures" that of the totals: smaller than that
        of points where a word below one would have no room.
        """
        shape, least = self.fit.shape, self.frame.least
        wins = say("paper-wins", best=self.variant.who_wins)
        size = 17 if shape.ask > 34 else least + 2
        whole = text_width(f"{say('paper-total')} ", size, bold=True) + text_width(wins, least)
        parted = whole > shape.number + shape.room
        return {
            "wins": wins,
            "parted": parted,
            "size": least + 1 if parted else size,
            "figures": min(figures, (shape.totals - 1) / POINT / LINE - least),
        }

    def _least_figures(self) -> float:
        return self.frame.least if self.frame.large else _LEAST_FIGURES

    def _figure_size(self) -> tuple[float, bool]:
        """Print of points, and whether the mark of who went out hangs beside them.

        As large as five figures fit in a column and two lines in a row, and a little less where a
        mark would have no room beside its figure then. Less yet where there are wider figures.
        """
        fit, least = self.fit, self.frame.least
        most = min(fit.column / 1.1, fit.row / 2 / 0.46, 19)
        size = float(max(int(most), least if self.frame.large else 8))
        if self.figure_width:
            widest = (fit.column - _BESIDE_FIGURES) / self.figure_width
            size = max(min(size, int(2 * widest) / 2), self._least_figures())
        marked = [
            f"*{shown_points(cell)}*"
            for row in self.scores.rows
            for cell in row.cells
            if cell.went_out
        ]
        smaller = range(int(size), int(min(size, max(least, 10))) - 1, -1)
        for points in smaller:
            if all(text_width(text, points) <= fit.column - 0.8 for text in marked):
                return points, True
        return size, False

    def _cards_height(self) -> float:
        """Millimetres of the cards drawn: taller where every row and the column have room."""
        shape, deals = self.fit.shape, range(1, len(self.variant.deals) + 1)
        if not shape.cards:
            return 0
        widest = min(fan_height(deal_melds(self.variant, deal), shape.ask - 3) for deal in deals)
        taller = min(shape.cards + _OF_SPARE * self.fit.spare, widest, _MOST_CARDS)
        return max(taller, shape.cards)
