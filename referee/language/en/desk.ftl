### The questions that players ask the referee, the answers in a word, and what was done at the table.

## What a table calls a wild card of its game
# $kind is joker where only jokers are wild, rank where only the cards of $rank are, or any.

wild-word = { $kind ->
        [joker] joker
        [rank] { one-rank }
       *[any] wild card
    }
one-rank = { $rank ->
        [A] ace
        [2] two
        [3] three
        [4] four
        [5] five
        [6] six
        [7] seven
        [8] eight
        [9] nine
        [10] ten
        [J] jack
        [Q] queen
       *[K] king
    }

## Questions

ask-meld = Is this a meld?
ask-contract = Can I go down with these?
ask-further-meld = Can I put another meld down?
ask-lay-off = May I add this card to that meld?
ask-take-wild = May I take that { $wild }?
ask-discard = May I discard this?
ask-claim = Who gets the discard?
ask-go-out = Can I go out like this?
ask-points = What do these cost me?
ask-arrange = What is the best I can lay down?
ask-stock-out = The stock has run out. What now?

## Something went wrong

ask-drew-two = Somebody drew two cards
ask-no-legal-discard = I hold no card I may discard
ask-upcard-wild = The first card turned up is wild
ask-wild-wanted-by-two = Two players want the same { $wild }
ask-too-many-cards = Somebody has too many cards
ask-too-few-cards = Somebody has too few cards
ask-false-meld = A meld on the table is wrong
ask-late-claim = Somebody wants the discard too late
ask-out-of-turn = Somebody played out of turn
ask-shown-by-dealer = A card was shown while dealing
ask-shown-by-player = A player showed a card

## Answers

answer-legal = Yes
answer-illegal = No
answer-points = { $points ->
        [one] 1 point
       *[other] { $points } points
    }
answer-claim = { $name } gets it
answer-claim-nobody = Nobody gets it
answer-reshuffle = Shuffle the discards
answer-deal-ends = The deal ends
answer-must-take-discard = Take the discard
answer-no-contract = No contract
answer-no-meld = No meld
answer-all = All of them
answer-then-put-back-next-may-take = Put the lower one back
answer-then-put-back = Put the second one back
answer-then-keeps-both = Keep both
answer-then-keep-all = Keep them all
answer-then-play-it = Play one
answer-then-take-upcard-and-stock-card = Take two cards
answer-then-discard-anyway = Discard any card
answer-then-may-go = You can discard
answer-then-turn-another = Turn up another
answer-then-stands = It stands
answer-then-redeal = Deal again
answer-then-draw-without-discarding = Draw, but don’t discard
answer-then-discard-without-drawing = Discard, but don’t draw
answer-then-take-back = Take it back
answer-then-too-late = Too late
answer-then-replace = Swap the card
answered = { $answer }.

## What was done

did-lay = { $name } lays { $melds }.
did-lay-off = { $cards } added to { $name }’s meld.
did-take-wild = { $cards } swapped for a { $wild } in { $name }’s meld.
