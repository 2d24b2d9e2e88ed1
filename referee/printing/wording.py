"""The words of the sheets that are not of any one game, in one place.

What a template always says, such as the head of a table, stands in the template.
"""

from collections.abc import Mapping
from types import MappingProxyType

WORDS: Mapping[str, str] = MappingProxyType(
    {
        "rules": "rules",
        "rules.fold": "Print on both sides. Cut along the line, and fold at the marks.",
        "rules.fold.one": "Print on both sides, and fold at the marks.",
        "values": "points and melds",
        "values.points": "Points",
        "values.set": "Sets",
        "values.run": "Runs",
        "values.ace": "The ace",
        "values.wild": "Wild cards",
        "values.right": "right",
        "values.wrong": "wrong",
        "agreement": "house agreement",
        "agreement.head": "House agreement",
        "agreement.changed": "What we changed",
        "agreement.kept": "What we left as it is",
        "agreement.silent": "Where the rules are silent",
        "agreement.none": "Nothing is left open.",
        "agreement.also": "Also agreed",
        "agreement.signed": "Agreed by",
        "agreement.name": "Name",
        "final": "final sheet",
        "final.places": "Places",
        "final.deals": "Deal by deal",
        "final.how": "Points above, total below.",
        "final.how.out": "Points above, total below. * went out",
        "final.chart": "How it went",
        "final.corrections": "Corrections",
        "final.rulings": "Disputes ruled on",
        "final.note": "Note",
        "plain.player": "Player {number}",
        "plain.seat": "Seat {number}",
        "tents": "table tents",
        "kit": "table kit",
        "kit.contents": "In this kit",
    }
)

REFUSALS: Mapping[str, str] = MappingProxyType(
    {
        "final.game": "A final sheet is printed of a game: open it from its own table.",
        "sheet.rules": "A score pad and a final sheet are all that is printed of “{game}”: it has "
        "no rules and no card values here.",
        "tents.contracts": "{game} has no contracts to stand on the table.",
        "rules.long": "The rules of {game} do not fit a folded card of this size in this print. "
        "Choose larger paper, or one on a page.",
        "rules.four": "One or two folded rule cards lie on a page, not {up}.",
        "kit.empty": "Choose at least one sheet for the kit.",
    }
)
