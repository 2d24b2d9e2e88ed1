### Where a game speaks of a rule in its own way.

## 6-7-8-9-10
six-to-ten-rule-run-ace = { $ranks-ace ->
        [high] The ace is high only, above the king. The lowest card of a run is the three.
        [low] The ace is low only, in the place of the two, below the three.
        [low-or-high] The ace goes below the three or above the king, never both in one run.
       *[both] The ace goes below the three or above the king, or both in one run.
    }
six-to-ten-rule-wild-itself = { $wilds-as-itself ->
        [yes] A two may also lie in a meld as the two that it is.
       *[no] A two never stands for a two: there is no natural two in this game.
    }
six-to-ten-rule-take-wild-kind = { $take-wild-kinds ->
        [set-run] A two may be taken from a run, or from a set, for the card that it stands for. In a set any natural card of the rank will do.
        [run] A two may be taken from a run for the card that it stands for, never from a set.
        [set] A two may be taken from a set for any natural card of the rank, never from a run.
       *[none] Twos are never taken from melds.
    }

six-to-ten-rule-irregularity-wild-upcard = { $irregularities-wild-upcard ->
        [turn-another] If the first card turned up is a two, shuffle it back in and turn up another.
       *[stands] If the first card turned up is a two, it stays there.
    }

## Contract Rummy (encyclopedia)
contract-rummy-encyclopedia-rule-run-order = The ranks of a run follow one another without a gap. On the table its cards lie in that order.

## The house card
contract-rummy-house-rule-claim-who = { $claim-by ->
        [rotation] If you leave the discard, the others may say “May I”. Of several, the one whose turn comes next gets it.
        [none] Only the player whose turn it is may take the discard.
        [first-caller] If you leave the discard, it goes to whoever says “May I” first.
       *[passed-left] If you leave the discard, it goes to the player on your left. You then draw the next card from the stock.
    }
contract-rummy-house-rule-contract-last-card = In deal 7 no card is left to discard: the card you drew is part of the contract.
contract-rummy-house-rule-set-size = { $sets-most ->
        [0] A set has { $sets-least } cards or more. The sets of a contract are as long as the deal says.
       *[other] A set has at least { $sets-least } and at most { $sets-most } cards.
    }
contract-rummy-house-rule-run-length = A run has { $runs-least } cards or more. The runs of a contract are as long as the deal says.

## Rummy with wild cards
rummy-wild-rule-wild-standing = A wild card stands for any card. In a set nobody need say which; in a run the higher end is meant.
