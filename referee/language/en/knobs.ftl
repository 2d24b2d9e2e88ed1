### House rules: what a table is asked for each knob, and its answers.
# A message is the key of the knob; its answers are the same with the value after it.

answer-number = { $value }
answer-list = { $items }
item-set = sets
item-run = runs
item-discard = discarding
item-meld = melding
item-lay-off = laying off

## Cards and players
knob-players-most = How many players may take part at most?
knob-packs-always = How many packs do you play with?
knob-packs-always-0 = as the rules say
knob-jokers-per-pack = How many jokers come with each pack?
knob-jokers-per-pack-0 = no jokers

## Melds
knob-ranks-ace = Where may an ace stand in a run?
knob-ranks-ace-low = low only, before the two
knob-ranks-ace-high = high only, after the king
knob-ranks-ace-low-or-high = low or high, not both in one run
knob-ranks-ace-both = low, high, or both in one run
knob-wilds-ranks = Which ranks are wild?
knob-wilds-ranks-false = no rank
knob-wilds-ranks-true = twos
knob-wilds-ranks-A = aces
knob-wilds-ranks-3 = threes
knob-wilds-ranks-4 = fours
knob-wilds-ranks-5 = fives
knob-wilds-ranks-6 = sixes
knob-wilds-ranks-7 = sevens
knob-wilds-ranks-8 = eights
knob-wilds-ranks-9 = nines
knob-wilds-ranks-10 = tens
knob-wilds-ranks-J = jacks
knob-wilds-ranks-Q = queens
knob-wilds-ranks-K = kings
knob-wilds-as-itself = May a wild card with a rank also be an ordinary card?
knob-wilds-as-itself-true = yes
knob-wilds-as-itself-false = no
knob-wilds-naturals-per-meld = How many non-wild cards must a meld have at least?
knob-wilds-naturals-per-meld-0 = none: all wild is fine
knob-wilds-most-per-meld = How many wild cards may a meld have at most?
knob-wilds-most-per-meld-0 = as many as you like
knob-sets-least = How many cards must a set have at least?
knob-sets-most = How many cards may a set have at most?
knob-sets-most-0 = as many as you like
knob-runs-least = How many cards must a run have at least?

## The contract
knob-contracts-size = May melds of the contract be longer than it asks?
knob-contracts-size-at-least = yes
knob-contracts-size-exact = no, exactly that long
knob-contracts-same-suit-runs = How may two runs of one suit lie in a contract?
knob-contracts-same-suit-runs-free = any way
knob-contracts-same-suit-runs-not-consecutive = they must not join up
knob-contracts-same-suit-runs-gap = with a rank between them
knob-contracts-overlapping-runs = May two runs of one suit in a contract share ranks?
knob-contracts-overlapping-runs-true = yes
knob-contracts-overlapping-runs-false = no
knob-contracts-same-rank-sets = May two sets of one contract have the same rank?
knob-contracts-same-rank-sets-true = yes
knob-contracts-same-rank-sets-false = no, each its own rank
knob-contracts-wilds = How many wild cards may a meld of the contract hold?
knob-contracts-wilds-any = as many as in any meld
knob-contracts-wilds-at-most-naturals = no more than non-wild cards

## On the table
knob-further-melds-allowed = May you lay down more melds after your contract?
knob-further-melds-allowed-none = no
knob-further-melds-allowed-any = yes, of any kind
knob-further-melds-allowed-contract-kinds = yes, of the contract’s kinds
knob-further-melds-when = From when on may more melds follow?
knob-further-melds-when-same-turn = in the same turn
knob-further-melds-when-later-turn = from your next turn on
knob-further-melds-melds-per-turn = How many melds may go down in one turn?
knob-further-melds-melds-per-turn-0 = as many as you like
knob-lay-off-needs-contract = Must you have melds of your own down before you lay off?
knob-lay-off-needs-contract-true = yes
knob-lay-off-needs-contract-false = no
knob-lay-off-when = From when on may you lay off?
knob-lay-off-when-same-turn = in the same turn
knob-lay-off-when-later-turn = from your next turn on
knob-lay-off-moves-wild = May a wild card in a run move to make room?
knob-lay-off-moves-wild-true = yes, to an end of the run
knob-lay-off-moves-wild-false = no
knob-lay-off-any-wilds = May lay-offs go over the limit on wild cards?
knob-lay-off-any-wilds-true = yes
knob-lay-off-any-wilds-false = no
knob-take-wild-kinds = From which melds may a wild card be taken?
knob-take-wild-kinds-none = from none
knob-take-wild-kinds-set = from sets
knob-take-wild-kinds-run = from runs
knob-take-wild-kinds-set-run = from sets and runs
knob-take-wild-needs-contract = Must your contract be down before you take a wild card?
knob-take-wild-needs-contract-no = no
knob-take-wild-needs-contract-yes = yes
knob-take-wild-needs-contract-or-completes = yes, or it completes it now
knob-take-wild-owner = From whose melds may a wild card be taken?
knob-take-wild-owner-anyone = from anybody’s
knob-take-wild-owner-others = from other players’ only
knob-take-wild-turn = When may a wild card be taken?
knob-take-wild-turn-own = in your own turn
knob-take-wild-turn-any = out of turn too
knob-take-wild-use = May you keep a wild card that you took?
knob-take-wild-use-true = yes, for later
knob-take-wild-use-false = no, play it at once

## Drawing
knob-claim-by = Who gets a discard that the player in turn leaves?
knob-claim-by-none = nobody
knob-claim-by-rotation = of those who want it, the next in turn
knob-claim-by-first-caller = whoever calls for it first
knob-claim-by-passed-left = the player on the left
knob-claim-extra-cards = How many stock cards come with a claimed discard?
knob-claim-extra-cards-0 = no extra card
knob-stock-out = What happens when the stock is used up?
knob-stock-out-reshuffle = the discards are shuffled
knob-stock-out-deal-ends = the deal ends
knob-stock-out-must-take-discard = the discard must be taken

## Discarding and going out
knob-discard-taken = May you discard the card you just took from the pile?
knob-discard-taken-true = yes
knob-discard-taken-false = no, another card must go
knob-discard-twin-of-taken = May an identical copy of it be discarded?
knob-discard-twin-of-taken-true = yes
knob-discard-twin-of-taken-false = no
knob-discard-wilds = May wild cards be discarded?
knob-discard-wilds-true = yes
knob-discard-wilds-false = no
knob-discard-playable = May you discard a card that fits on the table?
knob-discard-playable-free = yes
knob-discard-playable-barred-once-down = not once your contract is down
knob-go-out-by = How may your last card be played?
knob-go-out-by-false = any way
knob-go-out-by-true = discarded, no other way
knob-go-out-by-discard-meld = discarded or melded
knob-go-out-by-discard-lay-off = discarded or laid off
knob-go-out-by-meld-lay-off = melded or laid off
knob-go-out-by-meld = melded, no other way
knob-go-out-by-lay-off = laid off, no other way

## Points and the end
knob-points-joker = How many points is a joker?
knob-points-A = How many points is an ace?
knob-points-2 = How many points is a two?
knob-points-3 = How many points is a three?
knob-points-4 = How many points is a four?
knob-points-5 = How many points is a five?
knob-points-6 = How many points is a six?
knob-points-7 = How many points is a seven?
knob-points-8 = How many points is an eight?
knob-points-9 = How many points is a nine?
knob-points-10 = How many points is a ten?
knob-points-J = How many points is a jack?
knob-points-Q = How many points is a queen?
knob-points-K = How many points is a king?
knob-scoring-winner = What does the player who goes out write?
knob-scoring-winner-zero = 0
knob-scoring-winner-collects = what the others still hold
knob-scoring-best = Which total wins?
knob-scoring-best-lowest = the lowest
knob-scoring-best-highest = the highest
knob-scoring-nobody-out = What if a deal ends and nobody went out?
knob-scoring-nobody-out-all-count = everybody counts
knob-scoring-nobody-out-not-scored = the deal is not written
knob-scoring-ties = If there is a tie for first?
knob-scoring-ties-shared = they share the win
knob-scoring-ties-played-off = another deal decides
knob-end-target = How many points end the game?
knob-end-target-0 = no number of points
knob-end-rounds = How many rounds do you play?
knob-end-rounds-0 = until the points are reached

## Choices of single games
option-packs = How many packs with three players?
option-packs-1 = one pack
option-packs-2 = two packs
option-second-deal = What is the contract of deal 2?
option-second-deal-two-sets = a set of 3 and a set of 4
option-second-deal-set-and-run = a set of 3 and a run of 4
option-last-deal-discard = May one last card be discarded in deal 7?
option-last-deal-discard-false = no, all 13 go down
option-last-deal-discard-true = yes
option-two-player-cards = How many cards does each of two players get?
option-two-player-cards-10 = 10 cards
option-two-player-cards-7 = 7 cards
option-wilds = Which cards are wild?
option-wilds-jokers = jokers
option-wilds-twos = twos
option-wilds-A = aces
option-wilds-3 = threes
option-wilds-4 = fours
option-wilds-5 = fives
option-wilds-6 = sixes
option-wilds-7 = sevens
option-wilds-8 = eights
option-wilds-9 = nines
option-wilds-10 = tens
option-wilds-J = jacks
option-wilds-Q = queens
option-wilds-K = kings
option-scoring = How are the cards left in hand written?
option-scoring-winner-collects = for the winner, most wins
option-scoring-penalties = against each player, fewest wins

## Other scores
option-best = Who wins?
option-best-highest = the highest total
option-best-lowest = the lowest total
option-target = Which total ends the game?
option-target-0 = no total
option-rounds = How many rounds do you play?
option-rounds-0 = as many as you like
