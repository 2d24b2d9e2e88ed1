### Each knob on what may lie together as a meld: its question, its answers, the rule of the card, and
### what a ruling says where the rule is broken.

## Which suits a set has
knob-sets-suits = May a set hold two cards of one suit?
knob-sets-suits-free = yes
knob-sets-suits-different = no
knob-sets-suits-spread = only beside cards of all suits
rule-set-suits = { $sets-suits ->
        [spread] { a-set-has }as many suits as cards; with { $suit-count } cards or more it has all { $suit-count }.
       *[different] { $short ->
            [yes] its suits
           *[no] The suits of a set
        } all differ.{ $wild ->
            [none] { "" }
           *[other] {" "}A wild card stands for a missing suit.
        }
    }
set-suits_spread = { $cards } are of too few suits: the suits of a set are different, until all are there.
set-suits_same = The suits of a set are all different; { $cards } are { suit-name }.
set-suits_many = The suits of a set are all different, so it has at most { $most } cards; { here-are }: { $cards }.

## Which suits a run has
knob-runs-suits = Must the cards of a run be of one suit?
knob-runs-suits-one = yes
knob-runs-suits-colour = no, but all are red or all black
knob-runs-suits-alternating = no, red and black take turns
knob-runs-suits-any = no, any suits will do
rule-run-suit = { $runs-suits ->
        [any] { $short ->
            [yes] any suits
           *[no] The cards of a run may be of any suits
        }.
        [colour] { $short ->
            [yes] all red
           *[no] The cards of a run are all red
        } or all black, of either suit.
        [alternating] { in-a-run }red and black cards take turns, whatever their suits.
       *[one] { $short ->
            [yes] one suit
           *[no] A run is of one suit
        }.
    }
run-suit_mixed = A run is all of one suit; { $cards } are { $suits }.
run-suit_of-any = A run may be of any suits: { $cards }.
run-suit_of-colour = A run may be of both suits of one colour: { $cards }.
run-suit_of-alternating = In a run red and black take turns: { $cards }.
run-suit_colour = A run is all red or all black: { $cards } are not.
run-suit_alternating = In a run red and black take turns; in { $cards } they do not.

## Wilds side by side
knob-wilds-adjacent = May two wild cards lie side by side in a run?
knob-wilds-adjacent-true = yes
knob-wilds-adjacent-false = no
rule-wild-adjacent = In a run, no two wild cards lie side by side.
wild-adjacent_beside = Two wilds may not lie side by side in a run: { $cards }.

## Runs with wilds in them
knob-runs-most-with-wilds = How many cards may a run with a wild card in it have at most?
knob-runs-most-with-wilds-0 = as many as any run
rule-run-with-wilds = A run with a wild card in it has at most { $runs-most-with-wilds } cards.
run-with-wilds_many = A run with a wild in it has at most { $most } cards; { here-are }: { $cards }.

## Wilds at the ends of a run
knob-wilds-ends = May a wild card be the first or the last card of a run?
knob-wilds-ends-true = yes
knob-wilds-ends-false = no, it only fills gaps
rule-wild-ends = A wild card is never the first or the last card of a run: it only fills a gap.
wild-ends_end = A wild may not be the first or the last card of a run: { $cards }.

## Which melds may hold wilds
knob-wilds-kinds = Which melds may hold wild cards?
knob-wilds-kinds-both = sets and runs
knob-wilds-kinds-sets = sets only
knob-wilds-kinds-runs = runs only
knob-wilds-kinds-none = none
rule-wild-kinds = { $wilds-kinds ->
        [none] No meld may hold a wild card.
        [sets] Wild cards lie in sets only, never in a run.
       *[other] Wild cards lie in runs only, never in a set.
    }
wild-kinds_set = No wild may lie in a set: { $cards }.
wild-kinds_run = No wild may lie in a run: { $cards }.
