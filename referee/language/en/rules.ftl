### The rules of a game, as its card has them.
# Each speaks of the values of the game: $sets-least and the like, by the keys of the knobs.

## Parts of rules
span = { $first }–{ $last }
packs-all = { so-many-packs }
packs-for = { so-many-packs } for { $players } players
so-many-packs = { $packs ->
        [1] one pack
        [2] two packs
        [3] three packs
        [4] four packs
       *[other] { $packs } packs
    }
jokers-for = { $jokers ->
        [0] none
        [1] one
        [2] two
        [3] three
        [4] four
        [5] five
        [6] six
        [7] seven
        [8] eight
        [9] nine
        [10] ten
       *[other] { $jokers }
    } for { $players } players
cards-all = { $cards }
cards-for = { $cards } for { $players } players
cards-rising = { $first } in the first deal, then one more in each, { $last } in the last
cards-in-deal = { $cards } in deal { $deals }
cards-in-deals = { $cards } in deals { $deals }
points-of = { $ranks } { $points }
points-rest = every other card { $points }
points-pips = every other card the number on it

## Cards and players
rule-players-number = { $one-number ->
        [yes] For { $players-least } players.
       *[no] For { $players-least } to { $players-most } players.
    }
rule-cards-packs = { $packs-always ->
        [0] In play: { $packs-row }.
        [1] In play: one pack, whatever the number of players.
        [2] In play: two packs, whatever the number of players.
        [3] In play: three packs, whatever the number of players.
        [4] In play: four packs, whatever the number of players.
       *[other] In play: { $packs-always } packs, whatever the number of players.
    }{ $joker-count ->
        [none] {" "}There are no jokers.
       *[other] { "" }
    }{ $taken-out ->
        [none] { "" }
       *[some] {" "}Taken out of each pack: { $taken-out-ranks }.
    }{ $suits ->
        [usual] { "" }
       *[own] {" "}The suits of each pack: { $suit-names }.
    }
rule-cards-dealt = { $deals ->
        [0] Cards for each player: { $cards-row }.
       *[other] { $cards-row-count ->
            [1] { $cards-rise ->
                [yes] Cards for each player: { $cards-row }.
               *[no] Everybody gets { $cards-row } cards in every deal.
            }
           *[other] Cards for each player: { $cards-row }.
        }
    }
rule-wild-cards = { $wild ->
        [joker] { $short ->
            [yes] jokers.
           *[no] Jokers are wild.
        }
        [none] { $wilds-by-deal ->
            [none] { $wilds-drawn ->
                [yes] In each deal { $wilds-colour ->
                    [all] one rank is wild
                   *[other] { cards-of-colour } of one rank are wild
                }.
               *[no] No card is wild.
            }
           *[other] In each deal { another-rank-is-wild }, in this order: { $wild-turns }.
        }
       *[other] { $short ->
            [yes] { $wild-cards }.
           *[no] Wild cards: { $wild-cards }.
        }
    }{ $joker-count ->
        [each] {" "}Each pack comes with { $jokers-per-pack ->
            [1] one joker
            [2] two jokers
            [3] three jokers
            [4] four jokers
           *[other] { $jokers-per-pack } jokers
        }.
        [fewer] {" "}There is one joker fewer than there are players.
        [players] {" "}{ $short ->
            [yes] { $wild ->
                [joker] In play
               *[other] Jokers in play
            }
           *[no] Jokers in play
        }: { $jokers-row }.
       *[none] { "" }
    }{ $wild ->
        [none] { "" }
       *[other] { $wilds-by-deal ->
            [none] { "" }
           *[other] {" "}In each deal { another-rank-is-wild } as well, in this order: { $wild-turns }.
        }
    }
another-rank-is-wild = { $wilds-colour ->
        [all] another rank is wild
       *[other] { cards-of-colour } of another rank are wild
    }
cards-of-colour = { $wilds-colour ->
        [red] the red cards
        [black] the black cards
        [s] the spades
        [h] the hearts
        [d] the diamonds
       *[c] the clubs
    }
rule-wild-drawn = { $wilds-drawn ->
        [yes] After the deal a card is drawn: { $wilds-colour ->
            [all] all cards
           *[other] { cards-of-colour }
        } of its rank are wild in this deal.{ $joker-count ->
            [none] { "" }
           *[other] {" "}If it is a joker, all { $joker-draws } are.
        }
       *[no] No card is drawn to make its rank wild.
    }

## Melds
# What these begin with is left out ($short) below a word that says what they are about.
a-set-is = { $short ->
        [yes] { "" }
       *[no] A set is of{ " " }
    }
a-set-has = { $short ->
        [yes] { "" }
       *[no] A set has{ " " }
    }
a-run-has = { $short ->
        [yes] { "" }
       *[no] A run has{ " " }
    }
in-a-run = { $short ->
        [yes] { "" }
       *[no] In a run{ " " }
    }
ranks-of-run = { $short ->
        [yes] ranks
       *[no] The ranks of a run
    }
rule-set-rank = { $sets-suits ->
        [different] { a-set-is }one rank.
        [spread] { a-set-is }one rank.
       *[free] { $many-packs ->
            [yes] { a-set-is }one rank and any suits; identical cards are allowed.
           *[no] { a-set-is }one rank and any suits.
        }
    }
rule-set-size = { $one-size ->
        [yes] { a-set-has }exactly { $sets-least } cards.
       *[no] { $sets-most ->
            [0] { a-set-has }{ $sets-least } cards or more.
           *[other] { a-set-has }at least { $sets-least } and at most { $sets-most } cards.
        }
    }
rule-run-order = { ranks-of-run } follow one another without a gap; the cards may lie in any order.
rule-run-length = { $runs-most ->
        [0] { a-run-has }{ $runs-least } cards or more.
       *[other] { $one-run-size ->
            [yes] { a-run-has }exactly { $runs-most } cards.
           *[no] { a-run-has }at least { $runs-least } and at most { $runs-most } cards.
        }
    }
rule-run-ace = { $ranks-ace ->
        [low] { in-a-run }the ace is low only.
        [high] { in-a-run }the ace is high only.
        [cyclic] A run may go on past the ace: the ace follows { $highest }, and { $lowest } follows the ace. No rank comes twice.
        [endless] A run may go on past the ace: the ace follows { $highest }, and { $lowest } follows the ace, round and round without end.
       *[other] { in-a-run }the ace is low or high, never in the middle.
    }
rule-run-both-ends = { $ranks-ace ->
        [both] A run may have an ace at both ends: { $longest-run } cards at most.
       *[other] No run has an ace at both ends.
    }
rule-wild-standing = A wild card stands for any card that its meld needs. If it could stand for several, say which.
rule-wild-naturals = { $wilds-naturals-per-meld ->
        [0] { meld-of-mostly-wilds } may be made of wild cards alone.
        [1] A meld needs at least one non-wild card.
       *[other] A meld with wild cards needs at least { $wilds-naturals-per-meld } non-wild cards.
    }
meld-of-mostly-wilds = { $contracts-wilds ->
        [any] A meld
       *[at-most-naturals] A meld outside the contract
    }
rule-wild-number = { $wilds-most-per-meld ->
        [0] A meld may hold several wild cards.
        [1] A meld may hold one wild card{ when-laid-down }, no more.
       *[other] A meld may hold at most { $wilds-most-per-meld } wild cards{ when-laid-down }.
    }
when-laid-down = { $lay-off-any-wilds ->
        [yes] {" "}when it is laid down
       *[no] { "" }
    }
rule-wild-itself = { $wilds-as-itself ->
        [yes] A wild card with a rank may also be just what it shows.
       *[no] A wild card with a rank is always wild, never just what it shows.
    }

## The contract
# Below its word ($short) no more is said that these are of a contract.
melds-of-contract = { $short ->
        [yes] its melds
       *[no] The melds of a contract
    }
of-contract = { $short ->
        [yes] { "" }
       *[no] { " " }of a contract
    }
in-contract = { $short ->
        [yes] { "" }
       *[no] { " " }in a contract
    }
rule-contract-pieces = { $tracks ->
        [yes] Everybody works at a contract. Lay it down all at once, before anything else.
       *[no] The contract of the deal goes down all at once, before anything else.
    }
rule-contract-track = The contracts are laid in their order, one in a deal at most. Whoever laid theirs goes on to the next one in the next deal; whoever did not tries the same one again.
rule-contract-size = { $contracts-size ->
        [at-least] { melds-of-contract } may be longer than asked.
       *[exact] { melds-of-contract } are exactly as long as asked.
    }
rule-contract-same-rank = { $contracts-same-rank-sets ->
        [yes] Two sets{ of-contract } may have the same rank.
       *[no] Each set{ of-contract } needs a rank of its own.
    }
rule-contract-instead = Instead of the contract you may lay { $instead-row }.
rule-contract-same-suit = { $contracts-same-suit-runs ->
        [free] { $contracts-overlapping-runs ->
            [yes] Two runs of one suit may both serve the contract, even where they touch or overlap.
           *[no] Two runs of one suit may both serve the contract, even where they touch.
        }
        [not-consecutive] Two runs of one suit{ in-contract } may not join up into one.
        [different] The runs{ of-contract } are all of different suits.
       *[gap] Between two runs of one suit{ in-contract } at least one rank must be missing, and they may not overlap.
    }
rule-contract-overlap = { $contracts-overlapping-runs ->
        [yes] Two runs of one suit{ in-contract } may share ranks.
       *[no] Two runs of one suit{ in-contract } may not share any rank.
    }
rule-contract-wilds = { $contracts-wilds ->
        [any] A meld of the contract may hold wild cards like any other meld.
        [fewer-than-naturals] A meld of the contract holds fewer wild cards than non-wild ones.
       *[at-most-naturals] A meld of the contract may not hold more wild cards than non-wild ones.
    }
rule-contract-whole-hand = { $keeps-last ->
        [yes] In deal { $whole-deals } the contract goes down at once and takes the whole hand but for one last card.
       *[no] In deal { $whole-deals } the contract goes down at once and takes the whole hand.
    }
rule-contract-last-card = { $keeps-last ->
        [yes] In deal { $whole-deals } one last card may be discarded when all the others go down.
       *[no] In deal { $whole-deals } the drawn card goes down too: it may not be discarded instead.
    }

## Drawing and claiming
rule-claim-who = { $claim-by ->
        [none] Only the player whose turn it is may take the discard.
        [rotation] If you leave the discard, the others may claim it. The next in turn who wants it gets it.
        [first-caller] If you leave the discard, whoever calls for it first gets it.
       *[passed-left] If you leave the discard, it goes to the player on your left. Then you draw from the stock.
    }
rule-claim-cards = { $claim-extra-cards ->
        [0] No card from the stock comes with it.
        [1] Whoever gets the discard this way also takes one card from the stock.
       *[other] Whoever gets the discard this way also takes { $claim-extra-cards } cards from the stock.
    }
rule-claim-number = { $claim-most ->
        [0] A player may claim the discard as often as they like.
        [1] A player may claim the discard once in a deal.
       *[other] A player may claim the discard up to { $claim-most } times in a deal.
    }
rule-claim-down = { $claim-once-down ->
        [yes] A player whose contract is down may claim the discard too.
       *[no] Once your own contract is down you may not claim a discard any more.
    }
rule-claim-deal = { $claim-by ->
        [passed-left] In deal { $unclaimed-deals } a discard that you leave goes to nobody.
       *[other] In deal { $unclaimed-deals } nobody may claim the discard.
    }
rule-claim-forced = When a single card is left in the stock it stays there, and the discard has to be taken.
rule-stock-out = { $stock-out ->
        [reshuffle] When the stock is used up, the discards are shuffled, all but the top one, and make a new stock.
        [deal-ends] { $stock-left ->
            [0] When the stock is used up
           *[other] When only { $stock-left ->
                [1] one card is
                [2] two cards are
               *[other] { $stock-left } cards are
            } left in the stock and nobody { $showdown-by ->
                [knock] knocks
               *[other] goes out
            }
        }, the deal is over.
       *[must-take-discard] When no card is left in the stock, each player in turn has to take the discard.
    }

## The showdown
rule-showdown-by = { $showdown-by ->
        [none] Melds are laid down while a deal lasts.
       *[other] Nothing is laid down before a deal ends. { who-ends-it }
    }
who-ends-it = { $showdown-by ->
        [knock] Whoever has { $showdown-knock-only-gin ->
            [yes] the whole hand in sets and runs
           *[no] few enough points outside sets and runs
        } may knock: they discard one card and show the rest.
        [declare] Whoever has the whole hand in sets and runs declares: they discard one card and show the rest.
       *[out] Whoever has the whole hand in sets and runs goes out and shows it.
    }
rule-showdown-knock = { $showdown-by-upcard ->
        [yes] You may knock with as many points as the first upcard counts, { $showdown-upcard-ace ->
            [gin] a court card for 10. If it is an ace, every card must be in a meld.
           *[one] a court card for 10 and an ace for 1.
        }
       *[no] { $showdown-knock ->
            [0] You may end a deal only with every card in a meld.
           *[other] You may knock with { $showdown-knock } points or fewer left over{ $showdown-most-left ->
                [0] { "" }
                [1] {" "}in a single card
               *[other] {" "}in { $showdown-most-left } cards at most
            }.
        }
    }{ $scoring-difference ->
        [yes] {" "}{ $showdown-knock-only-gin ->
            [yes] That is gin
           *[no] With every card in a meld it is gin
        }, and big gin if the drawn card is melded too.
       *[no] { "" }
    }
rule-showdown-lay-offs = { $showdown-lay-offs ->
        [yes] { $showdown-knock-only-gin ->
            [yes] { nobody-lays-off }
           *[no] After a knock { $scoring-difference ->
                [yes] the other player lays
               *[no] the others lay
            } out their own melds and may add cards left over to the knocker’s melds, but not { $scoring-difference ->
                [yes] after gin
               *[no] if it left nothing over
            }. The knocker adds nothing.
        }
       *[no] { nobody-lays-off }
    }
nobody-lays-off = After a knock everybody lays out their own melds, and nobody adds to those of others.
rule-showdown-runs = { $needed-runs ->
        [0] A declared hand needs no runs.
        [1] A declared hand needs a run{ $showdown-pure-runs ->
            [0] { "" }
           *[other] {" "}that is pure: each card of it is just what it shows
        }.
       *[other] A declared hand has at least { $needed-runs } runs{ $showdown-pure-runs ->
            [0] { "" }
            [1] , at least one of them pure: each card of it is just what it shows
           *[other] , at least { $showdown-pure-runs } of them pure: each card of them is just what it shows
        }.
    }
rule-showdown-last-turn = { $showdown-last-turn ->
        [yes] Once somebody is out, each other player has one more turn.
       *[no] Once somebody is out, the deal ends at once.
    }

## On the table
rule-opening-value = { $opening-value ->
        [0] Your first melds may be worth as little as you like.
       *[other] The melds that you first lay down, all in one turn, must be worth { $opening-value } or more together.{ $wild ->
            [none] { "" }
           *[other] {" "}A wild card counts as the card that it stands for.
        }
    }
rule-opening-at-once = { $opening-at-once ->
        [yes] A whole hand laid down at once may be worth less.
       *[no] Even a whole hand laid down at once must be worth as much as any first melds.
    }
rule-opening-rounds = { $showdown-by ->
        [none] { $opening-rounds ->
            [0] Melds may be laid down from the first turn on.
            [1] In the first round of turns nobody lays down melds.
           *[other] In the first { $opening-rounds } rounds of turns nobody lays down melds.
        }
       *[knock] { $opening-rounds ->
            [0] You may knock from the first turn on.
            [1] In the first round of turns nobody knocks.
           *[other] In the first { $opening-rounds } rounds of turns nobody knocks.
        }
    }
rule-further-meld-allowed = { $contracts ->
        [no] You may lay down sets and runs.
       *[yes] { $further-melds-allowed ->
            [none] Besides the contract no melds are laid down.
            [contract-kinds] After the contract you may lay down melds of the kinds that it names.
           *[any] After the contract you may lay down melds of any kind.
        }
    }
rule-further-meld-contract = { $contracts ->
        [yes] More melds may follow once your own contract is down.
       *[no] Melds that follow may be worth any number of points.
    }
rule-further-meld-when = { $further-melds-when ->
        [later-turn] In the turn in which your contract goes down, no other meld does. More may follow from your next turn on.
       *[same-turn] More melds may follow in the turn in which your contract goes down.
    }
rule-further-meld-number = { $further-melds-melds-per-turn ->
        [0] You may lay down as many melds as you like in one turn.
        [1] { besides-the-contract } one meld in each turn.
       *[other] { besides-the-contract } at most { $further-melds-melds-per-turn } melds in one turn.
    }
besides-the-contract = { $contracts ->
        [yes] { $further-melds-when ->
            [later-turn] After the turn of your contract you may lay down
           *[same-turn] Besides the contract you may lay down
        }
       *[no] You may lay down
    }
rule-lay-off-fit = { $one-size ->
        [yes] A card may be added to either end of a run that it continues.
       *[no] A card may be added to a set of its rank, or to either end of a run that it continues.
    }
rule-lay-off-contract = { $lay-off-needs-contract ->
        [no] { $lay-off-owner ->
            [own] You may add to your own melds.
           *[anyone] You may add to anybody’s melds, even if you have none yourself.
        }
       *[yes] { $contracts ->
            [yes] You may add to { $lay-off-owner ->
                [own] melds of your own
               *[anyone] anybody’s melds
            } once your own contract is down.
           *[no] You may add to { $lay-off-owner ->
                [own] your own
               *[anyone] anybody’s
            } melds once you have a meld of your own on the table.
        }
    }
rule-lay-off-owner = { $lay-off-owner ->
        [own] Nobody adds to the melds of others.
       *[anyone] You may add to the melds of others as to your own.
    }
rule-lay-off-when = { $lay-off-when ->
        [later-turn] { $contracts ->
            [yes] In the turn in which your contract goes down you add nothing to any meld. You may from your next turn on.
           *[no] In the turn in which your first meld goes down you add nothing to any meld. You may from your next turn on.
        }
       *[same-turn] { $contracts ->
            [yes] You may add to melds in the turn in which your contract goes down.
           *[no] You may add to melds in the turn in which your first meld goes down.
        }
    }
rule-lay-off-wilds = { $lay-off-any-wilds ->
        [yes] Wild cards may be added to a meld, as many as fit.
       *[no] { $wilds-most-per-meld ->
            [0] { $wilds-limit ->
                [any] Wild cards may be added to a meld, as many as fit.
               *[at-most-naturals] Wild cards may be added to a meld until they are half of it.
            }
           *[other] Wild cards may be added to a meld until it holds { $wilds-most-per-meld }.
        }
    }
rule-lay-off-moves-wild = { $lay-off-moves-wild ->
        [yes] In a run you may lay off the card that a wild card stands for: the wild card moves to an end.
       *[no] A wild card in a run does not move to make room.
    }
rule-take-wild-kind = { $take-wild-kinds ->
        [run] A wild card may be taken from a run for the card that it stands for, never from a set.
        [set] A wild card may be taken from a set for the card that it stands for, never from a run.
        [set-run] A wild card may be taken from a run, or from a set, for the card that it stands for.
       *[none] Wild cards are never taken from melds.
    }
rule-take-wild-suits = { $take-wild-suits ->
        [all] To take a wild card from a set of three, put both missing suits in its place. From a set of four it is never taken.
       *[one] To take a wild card from a set, put a card of any missing suit in its place.
    }
rule-take-wild-jokers = { $take-wild-jokers ->
        [yes] Only jokers are taken, never another wild card.
       *[no] Any wild card may be taken, not only jokers.
    }
rule-take-wild-contract = { $take-wild-needs-contract ->
        [no] You may take a wild card even if no meld of yours is down.
        [or-completes] { $contracts ->
            [yes] You may take a wild card once your own contract is down, or if it completes your contract at once.
           *[no] You may take a wild card once a meld of your own is down, or if it goes into your first one at once.
        }
       *[yes] { $contracts ->
            [yes] You may take a wild card once your own contract is down.
           *[no] You may take a wild card once a meld of your own is down.
        }
    }
rule-take-wild-owner = { $take-wild-owner ->
        [others] You may take wild cards that others laid down, not your own.
       *[anyone] Wild cards may be taken from anybody’s melds, your own too.
    }
rule-take-wild-turn = { $take-wild-turn ->
        [any] You may take a wild card out of turn.
       *[own] Wild cards are taken in your own turn.
    }
wild-taken = { $short ->
        [yes] what you took
       *[no] A wild card that you took
    }
rule-take-wild-use = { $take-wild-use ->
        [now] { wild-taken } goes back on the table in the same turn.
       *[free] { wild-taken } may stay in your hand.
    }
rule-take-wild-into = { $take-wild-into ->
        [same-runs] { wild-taken } goes into a run of the player from whose run it came.
       *[anywhere] { wild-taken } goes into any meld.
    }

## Discarding and going out
rule-discard-card = End your turn by discarding one card{ $go-out-by ->
        [discard] { "" }
       *[other] , unless none is left
    }.
rule-take-discard-when = { $take-discard-when ->
        [open] { $contracts ->
            [yes] You may take the discard only once your contract is down, or to lay it down in that turn.
           *[no] You may take the discard only once melds of yours are down, or to lay down your first ones in that turn.
        }
       *[always] You may take the discard in every turn of yours.
    }
rule-take-discard-use = { $take-discard-use ->
        [now] If you take the discard, play it in the same turn.
       *[free] If you take the discard, you may keep it.
    }
rule-take-discard-depth = { $take-discard-depth ->
        [any] You may take any card of the discards, with all that lie above it. A card from below the top has to be played in that turn.
       *[top] You may take the top discard, and none below it.
    }
rule-discard-taken = { $discard-taken ->
        [yes] The discard that you took may go straight back.
       *[no] The discard that you took may not go straight back.
    }
rule-discard-twin = { $discard-taken ->
        [yes] { "" }
       *[no] { $discard-twin-of-taken ->
            [yes] With two packs, an identical copy of the card taken may be discarded.
           *[no] With two packs, an identical copy of the card taken may not be discarded either.
        }
    }
rule-discard-wild = { $discard-wilds ->
        [yes] A wild card may be discarded.
       *[no] A wild card is never discarded.
    }
rule-discard-playable = { $discard-playable ->
        [free] A card that fits on the table may be discarded.
        [barred] A card that fits on the table may not be discarded.
        [barred-until-down] { $contracts ->
            [yes] Until your contract is down, a card that fits on the table may not be discarded. After that, any card may.
           *[no] Until a meld of yours is down, a card that fits on the table may not be discarded. After that, any card may.
        }
       *[barred-once-down] { $contracts ->
            [yes] Once your contract is down, a card that fits on the table may not be discarded. Before that, any card may.
           *[no] Once a meld of yours is down, a card that fits on the table may not be discarded. Before that, any card may.
        }
    }
rule-go-out-melded = { $go-out-melded ->
        [0] The deal is won with an empty hand.
       *[other] The deal is won by whoever first has { $go-out-melded } cards in melds on the table.
    }
rule-go-out-last = { $go-out-by ->
        [discard] { out-but-for } only by discarding your last card.
        [discard-meld] { out-but-for } by discarding or melding your last card.
        [discard-lay-off] { out-but-for } by discarding your last card or adding it to a meld.
        [meld-lay-off] { out-but-for } by melding your last card or adding it to a meld, never by discarding it.
        [meld] { out-but-for } only by melding your last card.
        [lay-off] { out-but-for } only by adding your last card to a meld.
       *[other] { out-but-for } by discarding your last card, melding it or adding it to a meld.
    }{ $own-ways ->
        [none] { "" }
        [meld] {" "}In deal { $own-ways-deals } the last card is melded.
        [discard] {" "}In deal { $own-ways-deals } the last card is discarded.
        [meld-discard] {" "}In deal { $own-ways-deals } the last card is melded or discarded.
       *[meld-lay-off] {" "}In deal { $own-ways-deals } nothing is discarded: the last card is melded or laid off.
    }
out-but-for = { $own-ways ->
        [none] You go out
       *[other] Except in deal { $own-ways-deals }, you go out
    }

## Points and the end
rule-points-cards = Points: { $points-row }.{ $costs-change ->
        [no] { "" }
        [drawn] {" "}Cards of the rank drawn count { $deal-wild-points }.
        [some] {" "}Cards that their rank makes wild in the deal count { $deal-wild-points }.
       *[turns] {" "}Cards of the rank that is wild in the deal count { $deal-wild-points }.
    }
rule-points-joker = A joker counts as much as the dearest other card: { $joker-points }.
rule-points-low-ace = An ace that is the lowest card of a run counts { $low-ace }.
rule-score-held = { $scoring-held ->
        [ungrouped] Only cards in no set or run count against their holder.
       *[all] All cards of a hand count against their holder, even those in sets and runs.
    }
rule-score-grouped = { $scoring-grouped ->
        [any] Whoever did not declare leaves out the cards in any set or run.
        [two-runs] Whoever did not declare leaves out the cards in sets and runs if they hold the runs that a declaration needs. If not, all their cards count.
        [pure-run] Whoever did not declare leaves out the cards in sets and runs if they hold a pure run. If not, all their cards count.
       *[by-steps] Whoever did not declare leaves out the cards in runs if they hold a pure run, and those in sets too if they hold the runs that a declaration needs. All their other cards count.
    }
rule-score-wrong-declaration = { $scoring-wrong-declaration ->
        [0] A wrong declaration costs nothing.
       *[other] A wrong declaration costs { $scoring-wrong-declaration } points, and the cards do not count besides.
    }
rule-score-dropped = Dropping out of a deal costs { $scoring-dropped-first } points before one’s first turn, later { $scoring-dropped-middle }, whatever the cards.
rule-score-difference = { $scoring-difference ->
        [yes] If the knocker has fewer points left than the other, the knocker scores the difference.
       *[no] Hands are not compared.
    }
rule-score-gin = { $scoring-gin ->
        [0] Gin brings nothing more.
       *[other] Gin brings { $scoring-gin } points more.
    }
rule-score-big-gin = { $scoring-big-gin ->
        [0] Big gin brings nothing more.
       *[other] Big gin brings { $scoring-big-gin } points more.
    }
rule-score-closed = { $scoring-closed ->
        [0] Knocking with every card in a meld takes nothing off.
       *[other] Knocking with every card in a meld takes { $scoring-closed } points off one’s total.
    }
rule-score-chinchon = { $scoring-chinchon ->
        [0] A run of all cards takes off as much as any other such hand.
       *[other] If all the cards are one run, that is a chinchón, and it takes { $scoring-chinchon } points off instead.
    }
rule-score-undercut = { $scoring-undercut-when ->
        [level] If the other has as many points left or fewer, that is an undercut:
       *[lower] If the other has fewer points left, that is an undercut:
    } the other scores the difference{ $scoring-undercut ->
        [0] { "" }
       *[other] {" "}and { $scoring-undercut } points
    }. Gin is never undercut.
rule-score-spades = { $scoring-spades-double ->
        [yes] If the first upcard is a spade, all points of the deal count double.
       *[no] Points do not double if the first upcard is a spade.
    }
rule-score-melded = { $scoring-melded ->
        [yes] Everybody scores the cards that they laid down or added to melds, less those that they hold.
       *[no] Cards on the table count for nobody.
    }
rule-score-from-hand = { $scoring-from-hand ->
        [doubles] Whoever goes out with all cards at once, having laid down nothing before, doubles what the others hold.{ $scoring-winner ->
            [zero] { $scoring-hand-bonus ->
                [0] { "" }
               *[other] {" "}They have { $scoring-hand-bonus } points taken off as well.
            }
           *[other] { "" }
        }
       *[nothing] { $scoring-hand-bonus ->
            [0] It makes no difference whether somebody goes out with all cards at once.
           *[other] Whoever lays down and goes out in one turn, having laid down nothing before, has { $scoring-hand-bonus } points taken off.
        }
    }
rule-score-cut = { $scoring-cut-bonus ->
        [0] Cutting exactly brings nothing.
       *[other] Whoever cuts exactly as many cards as are dealt and turned up has { $scoring-cut-bonus } points taken off.
    }
rule-score-unopened = { $scoring-unopened ->
        [0] Whoever has laid nothing down counts their cards like anybody else.
       *[other] Whoever has laid nothing down when the deal ends writes { $scoring-unopened }, whatever the cards.
    }
rule-score-cap = { $scoring-cap ->
        [0] However much is held counts in full.
       *[other] Nobody writes more than { $scoring-cap } for one deal.
    }
rule-score-winner = { $tracks ->
        [yes] Whoever laid their contract writes 1. Cards left in hand cost nothing.
       *[no] { score-by-winner }
    }
score-by-winner = { $scoring-winner ->
        [one] Whoever wins the deal writes 1, the others nothing.
        [zero] { $showdown-by ->
            [none] Whoever goes out writes { $out-points }, the others what the cards in their hands are worth.
            [knock] Everybody writes what they have left, the knocker too{ $out-points ->
                [0] { "" }
               *[other] , less { $scoring-out-bonus } for the knock
            }.
            [declare] Whoever declares writes { $out-points }, the others what they have left.
           *[other] Whoever goes out writes { $out-points }, the others what they have left.
        }
       *[collects] { $showdown-by ->
            [knock] Whoever knocks is credited with what everybody has left, the knocker too. The others write nothing.
           *[other] Whoever goes out is credited with the cards that the others hold. The others write nothing.
        }
    }
rule-score-nobody-out = { $scoring-nobody-out ->
        [all-count] { if-nobody }, everybody writes what { $showdown-by ->
            [none] their cards are worth
           *[other] they have left
        }.
        [nothing] { if-nobody }, nobody has any points for the deal.
        [same-dealer] { if-nobody }, nobody has any points for the deal, and the same player deals the next one.
       *[not-scored] { if-nobody }, nothing is written for the deal.
    }
if-nobody = { $showdown-by ->
        [knock] If nobody knocked
        [declare] If nobody declared
       *[other] If nobody went out
    }
rule-end-when = { $tracks ->
        [yes] The game is over once somebody has laid all { $deals } contracts.
       *[no] { end-of-game }
    }
end-of-game = { $deals ->
        [0] { $end-rounds ->
            [0] { $end-target ->
                [0] { $out-at ->
                    [0] The game goes on as long as you like.
                   *[other] The game goes on until one player is left.
                }
               *[other] The game is over as soon as somebody has { $end-target } points.
            }
            [1] The game is over after one round.
           *[other] The game is over after { $end-rounds } rounds.
        }
       *[other] The game is over after { $deals } deals.
    }{ $out-at ->
        [0] { "" }
       *[other] {" "}Whoever has { $out-at } points or more is out.
    }
rule-end-rejoin = { $end-rejoin ->
        [yes] Whoever is out may come back { $end-rejoin-at ->
            [level] with as many points as the highest of the others.
           *[above] with one point more than the highest of the others.
        }
       *[no] Whoever is out does not come back.
    }
rule-end-winner = { $last-wins ->
    [yes] The last player left wins.{ $scoring-best ->
        [lowest] { "" }
       *[highest] {" "}Among those left, and those who go out together, the highest total is ahead.
    }
   *[no] { end-best-total }
    }
end-best-total = { $scoring-best ->
        [lowest] The lowest total wins.
       *[highest] The highest total wins.
    }
rule-end-game-bonus = { $end-game-bonus ->
        [0] Winning the game brings nothing more.
       *[other] When the game is over, its winner adds { $end-game-bonus } points{ $end-shutout ->
            [double] , or twice as many if { $scoring-difference ->
                [yes] the other player has
               *[no] the others have
            } none at all
           *[none] { "" }
        }.
    }
rule-end-box = { $end-box ->
        [0] Deals won bring nothing more.
       *[other] When the game is over, everybody adds { $end-box } points for each deal they won.
    }{ $end-at-once ->
        [three] {" "}Three games are scored at once: what you win first counts in the first of them, the next time in the second too, then in all.
       *[one] { "" }
    }
rule-end-ties = { $scoring-ties ->
        [shared] Players who tie for first share the win.
       *[played-off] Players who tie for first play on, deal by deal, until one is ahead.
    }

## Deals that differ
rule-in-deals = In deal { $deals }: { $rule }
contract-in-deal = Deal { $deal }: { $contract }
deal-whole-hand = The whole hand goes down at once, with no discard.
deal-whole-hand-but-one = The whole hand goes down at once; one last card may be discarded.
deal-instead = Or { $contract } instead.
deal-any-kinds = Each meld may be a set or a run.
deal-no-discard = No discard: what the contract leaves over is laid off.
deal-unclaimed = Nobody may claim the discard.
deal-unpassed = A discard that you leave goes to nobody.
values-first-deal = The melds shown are those of deal 1: { $cards } are wild in it.
deal-wild-only = { $cards } wild
deal-wild = Wild in this deal: { $cards }.
deal-wild-always = { $cards } are wild
deal-wild-none = no wild cards

## Turns and wilds
rule-turn-direction = Deal and play go to the right.
rule-turn-own = { $turn-own ->
        [yes] { $showdown-by ->
            [none] Lay down, add and discard in your own turn only.
           *[other] Discard in your own turn only.
        }
       *[no] { $showdown-by ->
            [none] You may lay down and add in another player’s turn too.
           *[other] You may discard in another player’s turn too.
        }
    }
rule-turn-drawn = { $turn-drawn ->
        [yes] { $showdown-by ->
            [none] Draw before you lay down, add or discard anything.
           *[other] Draw before you discard.
        }
       *[no] { $showdown-by ->
            [none] You may lay down, add and discard before you draw.
           *[other] You may discard before you draw.
        }
    }
rule-wild-balance = { $wilds-limit ->
        [any] { meld-of-mostly-wilds } may hold more wild cards than non-wild cards.
        [fewer-than-naturals] A meld holds fewer wild cards than non-wild cards{ when-laid-down }.
       *[at-most-naturals] A meld may not hold more wild cards than non-wild cards{ when-laid-down }.
    }

## If something goes wrong
rule-irregularity-drew-two = { $irregularities-drew-two ->
        [put-back-next-may-take] If you draw two stock cards by mistake and see one, the lower goes back. The next player may look at it and take it, or else have it put into the middle of the stock.
        [put-back] If you draw two stock cards by mistake, the second goes back on the stock.
       *[keeps-both] If you draw two stock cards by mistake, you keep both and discard one card more.
    }
rule-irregularity-no-discard = { $irregularities-no-discard ->
        [discard-anyway] If you hold no card that may be discarded, discard any card.
        [keep-all] If you hold no card that may be discarded, keep all your cards and end your turn.
        [play-it] If you hold no card that may be discarded, play one on the table instead.
       *[take-upcard-and-stock-card] If you hold no card that may be discarded, take the top discard and the top stock card, play what can be played, and discard then.
    }
rule-irregularity-wild-upcard = { $irregularities-wild-upcard ->
        [turn-another] If the first upcard is wild, shuffle it back in and turn up another.
       *[stands] If the first upcard is wild, it stays there.
    }
rule-irregularity-wild-wanted = { $irregularities-wild-wanted ->
        [next-in-turn] If several players hold the card that a wild card on the table stands for, the next in turn gets it.
       *[first-caller] If several players hold the card that a wild card on the table stands for, the first to call gets it.
    }
rule-irregularity-count-before-draw = { $irregularities-count-before-draw ->
        [redeal] If a hand has too many cards or too few before anybody has drawn, deal again.
        [corrected] If a hand has too many cards or too few before anybody has drawn, that player draws without discarding or discards without drawing until it is right.
       *[stands] If a hand has too many cards or too few, play on as it is.
    }
rule-irregularity-count-after-draw = { $irregularities-count-after-draw ->
        [redeal] If a hand turns out to have too many cards or too few, deal again.
        [corrected] If a hand turns out to have too many cards or too few, that player draws without discarding or discards without drawing until it is right.
       *[stands] If a hand turns out to have too many cards or too few, play on as it is.
    }
rule-irregularity-false-meld = { $irregularities-false-meld ->
        [at-once] A wrong meld is taken back if somebody notices before the next player draws. After that it stands.
        [always] A wrong meld is taken back whenever somebody notices.
       *[never] A meld that was laid stands, even if it was wrong.
    }
rule-irregularity-late-claim = { $irregularities-late-claim ->
        [until-drawn] A late claim to the discard counts until the next player draws.
        [always] A late claim to the discard counts even after the next player has drawn.
       *[never] Whoever doesn’t claim the discard at once can’t claim it later.
    }
rule-irregularity-out-of-turn = { $irregularities-out-of-turn ->
        [take-back] What was done out of turn is taken back.
       *[stands] What was done out of turn stands.
    }
rule-irregularity-exposed-by-dealer = { $irregularities-exposed-by-dealer ->
        [redeal] If a card is shown while dealing, deal again.
        [replace] If a card is shown while dealing, it goes back into the stock and another takes its place.
       *[stands] If a card is shown while dealing, it stays where it was dealt.
    }
rule-irregularity-exposed-by-player = { $irregularities-exposed-by-player ->
        [redeal] If a player shows a card by mistake, deal again.
        [replace] If a player shows a card by mistake, it goes back into the stock and another takes its place.
       *[stands] If a player shows a card by mistake, it stays in the hand.
    }
rule-irregularity-false-out = { $irregularities-false-out ->
        [plays-on] If you say that you are out and can’t go out, take back what you played for it. The deal goes on.
       *[deal-ends] If you say that you are out and can’t go out, the deal ends all the same, with nobody out.
    }
rule-irregularity-count-after-out = { $irregularities-count-after-out ->
        [stands] If a hand has too many cards or too few when somebody is out, it counts as it is.
       *[redeal] If a hand has too many cards or too few when somebody is out, the deal is void: deal again.
    }
rule-irregularity-discarded-two = { $irregularities-discarded-two ->
        [at-once] If you discard two cards, take one back before the next player draws. After that both stay.
        [always] If you discard two cards, take one back, whenever it is noticed.
       *[never] If you discard two cards, both stay on the pile.
    }
rule-irregularity-took-two = { $irregularities-took-two ->
        [put-back] If you take two discards by mistake, the second goes back on the pile.
       *[keeps-both] If you take two discards by mistake, you keep both and discard one card more.
    }
rule-irregularity-stock-card-seen = { $irregularities-stock-card-seen ->
        [into-middle] A card of the stock that somebody looked at goes into the middle of the stock.
        [shown] A card of the stock that somebody looked at is shown to everybody and goes back to its place.
       *[stands] A card of the stock that somebody looked at stays where it is.
    }
rule-irregularity-wrong-dealer = { $irregularities-wrong-dealer ->
        [at-once] If the wrong player dealt, the right one deals again, but only before anybody has drawn.
        [always] If the wrong player dealt, the right one deals again, whenever it is noticed.
       *[never] If the wrong player dealt, play on. The next deal goes to the player whose turn it is to deal.
    }
rule-irregularity-imperfect-pack = { $irregularities-imperfect-pack ->
        [redeal] If a card is missing or one is too many, this deal is void. Deals before it stand.
       *[stands] If a card is missing or one is too many, play this deal to its end and put the pack right for the next.
    }
rule-irregularity-skipped-turn = { $irregularities-skipped-turn ->
        [at-once] If a player was skipped and it is noticed at once, play goes back to that player. Later the turn is lost.
        [always] If a player was skipped, play goes back to that player, whenever it is noticed.
       *[never] A player who was skipped has lost that turn.
    }
rule-irregularity-wrong-score = { $irregularities-wrong-score ->
        [at-once] A score written wrongly is corrected until the next deal is dealt. After that it stands.
        [always] A score written wrongly is corrected whenever it is noticed.
       *[never] A score stands as it was written.
    }
rule-irregularity-false-take-wild = { $irregularities-false-take-wild ->
        [at-once] A wild card that was taken wrongly goes back if somebody notices before the next player draws. After that it stays.
        [always] A wild card that was taken wrongly goes back whenever somebody notices.
       *[never] A wild card that was taken stays with its new owner, even if it was taken wrongly.
    }
