"""The sentences that findings may say: of each rule, the codes that name them."""

from collections.abc import Mapping
from types import MappingProxyType

_COUNTS = frozenset({
    "redeal", "draw-without-discarding", "discard-without-drawing", "stands", "right",
})  # fmt: skip

CODES: Mapping[str, frozenset[str]] = MappingProxyType({
    "players.number": frozenset({"few", "many"}),
    "cards.packs": frozenset({
        "", "one", "jokers", "none", "single", "many", "natural", "natural-itself",
    }),
    "cards.dealt": frozenset({""}),
    "wild.cards": frozenset({"single", "many", "none", "natural", "natural-itself"}),
    "set.rank": frozenset({"", "wilds", "mixed"}),
    "set.size": frozenset({"short", "few", "many", "full"}),
    "set.suits": frozenset({"same", "many"}),
    "run.length": frozenset({"short", "few"}),
    "run.order": frozenset({"", "wilds", "long", "twice", "gap", "wild-gap"}),
    "run.suit": frozenset({"mixed"}),
    "run.ace": frozenset({
        "low", "high", "not-low", "not-high", "low-or-high", "corner", "corner-high",
    }),
    "run.both-ends": frozenset({"", "both"}),
    "wild.standing": frozenset({"", "in", "no-rank"}),
    "wild.naturals": frozenset({"", "few"}),
    "wild.number": frozenset({"", "any", "natural", "up-to", "many"}),
    "wild.balance": frozenset({"", "many"}),
    "wild.adjacent": frozenset({"beside"}),
    "wild.itself": frozenset({"", "no-rank"}),
    "contract.pieces": frozenset({
        "", "whole", "short", "kind", "small", "undivided", "beyond", "beyond-whole", "not-found",
        "lacking", "nothing", "other", "over", "twice",
    }),
    "contract.size": frozenset({"", "long", "besides"}),
    "contract.same-rank": frozenset({"", "barred"}),
    "contract.same-suit": frozenset({"", "touching", "gap"}),
    "contract.overlap": frozenset({"", "barred"}),
    "contract.wilds": frozenset({"", "many"}),
    "contract.whole-hand": frozenset({"", "if-all", "but-one", "left", "nothing-lies"}),
    "contract.last-card": frozenset({"", "left", "any", "any-left"}),
    "turn.own": frozenset({"", "other"}),
    "turn.drawn": frozenset({"", "before", "before-taking"}),
    "claim.who": frozenset({
        "turn", "nobody", "rotation", "caller", "left", "draws", "then", "none-takes",
        "none-draws",
    }),
    "claim.cards": frozenset({""}),
    "claim.number": frozenset({""}),
    "claim.deal": frozenset({"takes", "draws"}),
    "claim.forced": frozenset({"", "last"}),
    "stock.out": frozenset({"reshuffle", "deal-ends", "must-take-discard"}),
    "further-meld.allowed": frozenset({"", "meld", "none", "kind"}),
    "further-meld.contract": frozenset({"first"}),
    "further-meld.when": frozenset({"later"}),
    "further-meld.number": frozenset({"", "many"}),
    "lay-off.fit": frozenset({
        "", "one", "one-choice", "as", "choice", "not", "not-rank", "not-free", "not-taken",
        "not-run", "not-low", "not-high", "not-full", "never", "kept", "no-meld",
    }),
    "lay-off.contract": frozenset({"", "first", "first-meld"}),
    "lay-off.when": frozenset({"later", "later-meld", "wild"}),
    "lay-off.wilds": frozenset({"", "many"}),
    "lay-off.moves-wild": frozenset({"", "to"}),
    "take-wild.kind": frozenset({
        "", "set", "run", "never", "none", "other", "another", "wild", "natural", "itself",
    }),
    "take-wild.contract": frozenset({
        "completes", "completes-meld", "free", "free-meld", "first", "first-meld", "use",
        "use-meld",
    }),
    "take-wild.owner": frozenset({"own", "mine", "other"}),
    "take-wild.turn": frozenset({"own", "", "other"}),
    "take-wild.use": frozenset({"", "now", "keep"}),
    "discard.card": frozenset({""}),
    "discard.taken": frozenset({"back", "same"}),
    "discard.twin": frozenset({"", "barred"}),
    "discard.wild": frozenset({"", "barred"}),
    "discard.playable": frozenset({"", "fits", "early", "unsaid", "barred"}),
    "go-out.last": frozenset({
        "", "barred", "deal", "deal-barred", "deal-out", "deal-stays", "deal-no-last", "out",
        "stays", "no-last",
    }),
    "points.cards": frozenset({
        "one", "", "counted", "left-one", "left", "none-left", "nothing", "left-out", "fits-own"
    }),
    "points.joker": frozenset({""}),
    "score.winner": frozenset({"zero", "collects"}),
    "score.nobody-out": frozenset({"all-count", "not-scored"}),
    "end.when": frozenset({"going", "over"}),
    "end.winner": frozenset({"", "left"}),
    "end.ties": frozenset({"", "decided", "off"}),
    "irregularity.drew-two": frozenset({
        "put-back-next-may-take", "put-back", "unseen", "keeps-both",
    }),
    "irregularity.no-discard": frozenset({
        "discard-anyway", "keep-all", "play-it", "take-upcard-and-stock-card", "may-go",
    }),
    "irregularity.wild-upcard": frozenset({"turn-another", "stands", "natural"}),
    "irregularity.wild-wanted": frozenset({"next-in-turn", "first-caller"}),
    "irregularity.count-before-draw": _COUNTS,
    "irregularity.count-after-draw": _COUNTS,
    "irregularity.false-meld": frozenset({"take-back", "stands", "never"}),
    "irregularity.late-claim": frozenset({"stands", "too-late"}),
    "irregularity.out-of-turn": frozenset({"take-back", "stands"}),
    "irregularity.exposed-by-dealer": frozenset({"redeal", "replace", "stands"}),
    "irregularity.exposed-by-player": frozenset({"redeal", "replace", "stands"}),
})  # fmt: skip
"""By rule; the empty code is the sentence that a rule has without one."""
