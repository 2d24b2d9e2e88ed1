### Where a game is at home, and where it speaks of a rule in its own way.

## Where games are at home, and what they are called there
at-home-basic-rummy = United States: Rum, Rummy
at-home-five-hundred = United States: Rummy 500, 500 Rummy
at-home-conquian = Mexico: Conquián
at-home-indian-rummy = India: Rummy, Paplu
at-home-gin = United States: Gin
at-home-romme = Germany, Austria: Rommé, Rommee, Rommy
at-home-kalooki-40 = Great Britain: Kalooki, Kaluki
at-home-scala-40 = Italy: Scala quaranta
at-home-remi-51 = Serbia, Croatia, Romania: Remi
at-home-kalooki-jamaica = Jamaica: Kalooki, Kaluki
at-home-chinchon = Spain, Argentina, Uruguay: Chinchón
at-home-carioca = Chile: Carioca
at-home-continental = Spain, Mexico: Continental
at-home-jo = Australia: Jo

## What else is typed by who looks for a game
also-gin = Jin, Jinn
also-scala-40 = Ramino
also-remi-51 = Ramino
also-three-thirteen = 313, 3-13

## 6-7-8-9-10
six-to-ten-rule-run-ace = { $own-wilds ->
        [yes] { $ranks-ace ->
            [high] { in-a-run }the ace is high only. The lowest card of a run is the three.
           *[other] { "" }
        }
       *[no] { "" }
    }
six-to-ten-rule-wild-itself = { $own-wilds ->
        [yes] { $wilds-as-itself ->
            [yes] A two may also lie in a set as the two that it is.
           *[no] A two is always wild, never just a two.
        }
       *[no] { "" }
    }
six-to-ten-rule-take-wild-kind = { $own-wilds ->
        [yes] { $take-wild-kinds ->
            [set-run] A two may be taken from a run, or from a set, for the card that it stands for.{ six-to-ten-any-of-rank }
            [run] A two may be taken from a run for the card that it stands for, never from a set.
            [set] A two may be taken from a set for the card that it stands for, never from a run.{ six-to-ten-any-of-rank }
           *[none] Twos are never taken from melds.
        }
       *[no] { "" }
    }
six-to-ten-any-of-rank = { $sets-suits ->
        [free] {" "}In a set any natural card of the rank will do.
       *[different] { "" }
    }

## Contract Rummy (encyclopedia)
contract-rummy-encyclopedia-rule-run-order = { ranks-of-run } follow one another without a gap. On the table the cards lie in that order.

## Gin Rummy
# For tables that began before the file of the game said how many cards are left then.
gin-rule-stock-out = { $stock-left ->
        [0] { $stock-out ->
            [deal-ends] When only two cards are left in the stock and nobody knocks, the deal is over.
           *[reshuffle] { "" }
        }
       *[other] { "" }
    }

## Progressive Rummy
progressive-rule-contract-instead = Each meld of a contract may be a set or a run, as you like.

## The house card
contract-rummy-house-rule-claim-who = { $claim-by ->
        [rotation] If you leave the discard, the others may say “May I”. Of several, the one whose turn comes next gets it.
        [none] Only the player whose turn it is may take the discard.
        [first-caller] If you leave the discard, it goes to whoever says “May I” first.
       *[passed-left] If you leave the discard, it goes to the player on your left. Then you draw from the stock.
    }
contract-rummy-house-rule-contract-last-card = In deal 7 no card is left to discard: the card you drew is part of the contract.
contract-rummy-house-rule-set-size = { $contracts-size ->
        [exact] { rule-set-size } The sets of a contract are as long as the deal says.
       *[at-least] { "" }
    }
contract-rummy-house-rule-run-length = { $contracts-size ->
        [exact] { rule-run-length } The runs of a contract are as long as the deal says.
       *[at-least] { "" }
    }

## Rummy with wild cards
rummy-wild-rule-wild-standing = A wild card stands for any card. In a set nobody need say which; in a run the higher end is meant.
