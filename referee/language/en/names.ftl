### Names of cards, kinds and numbers, and how they stand in rows.

## Cards
# $rank is A, 2 … 10, J, Q, K or joker; $suit is s, h, d, c or none.

card = { $rank ->
        [joker] joker
       *[other] { $rank }{ suit-sign }
    }
suit-sign = { $suit ->
        [s] ♠
        [h] ♥
        [d] ♦
        [c] ♣
        [t] ★
       *[none] { "" }
    }
suit = { suit-sign }
suit-name = { $suit ->
        [s] spades
        [h] hearts
        [d] diamonds
        [t] stars
       *[c] clubs
    }
# A card as one speaks of it: the 9♥, or by its rank alone an 8, a king.
a-card = { $suit ->
        [none] { a-rank }
       *[other] the { card }
    }
a-rank = { $rank ->
        [A] an ace
        [8] an 8
        [J] a jack
        [Q] a queen
        [K] a king
       *[other] a { $rank }
    }
# All cards of a rank.
rank = { $rank ->
        [A] aces
        [2] twos
        [3] threes
        [4] fours
        [5] fives
        [6] sixes
        [7] sevens
        [8] eights
        [9] nines
        [10] tens
        [J] jacks
        [Q] queens
        [K] kings
       *[joker] jokers
    }

rank-of-colour = { $colour ->
        [red] red { rank }
        [black] black { rank }
        [s] { rank } of spades
        [h] { rank } of hearts
        [d] { rank } of diamonds
        [c] { rank } of clubs
       *[all] { rank }
    }

# A card as it is read out on the screen, and what its button does.
card-joker = Joker
card-rank = { $rank ->
        [A] Ace
        [J] Jack
        [Q] Queen
        [K] King
        [joker] { card-joker }
       *[other] { $rank }
    }
card-suited = { $rank } of { $suit }
instead-in-deal = { $contract } in deal { $deal }
# Cards that each count the number on them.
face-value = face value
wild-of-deal = { $colour ->
        [all] rank wild in the deal
       *[other] wild cards of the deal’s rank
    }
card-remove = Remove { $card }

## Numbers and rows

number = { $count ->
        [0] no
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
       *[other] { $count }
    }
list-and = { $before } and { $last }
list-or = { $before } or { $last }
list-more = { $before }, { $next }

## Where a rule comes from

source = { $title }: { $section }
source-silent = The text of “{ $title }” says nothing on this
source-unlike = As this table plays, unlike { $title }: { $section }

## Contracts

piece = { $kind ->
        [set] set of { $size }
       *[run] run of { $size }
    }
pieces = { $kind ->
        [set] { $count ->
                [1] a set of { $size }
               *[other] { number } sets of { $size }
            }
       *[run] { $count ->
                [1] a run of { $size }
               *[other] { number } runs of { $size }
            }
    }
packs = { $count ->
        [1] one pack
       *[other] { number } packs
    }
jokers = { $count ->
        [1] one joker
       *[other] { number } jokers
    }

## Players
players = { $most } players
players-between = { $least } to { $most } players
