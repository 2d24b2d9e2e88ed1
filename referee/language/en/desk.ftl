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
ask-discard = May I throw this away?
ask-claim = Who gets the discard?
ask-go-out = Is the hand over?
ask-points = What do these cost me?
ask-arrange = What is the best I can lay down?
ask-stock-out = The stock is used up. What now?

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
answered = { $answer }.

## What was done

did-lay = { $name } lays { $melds }.
did-lay-off = { $cards } added to a meld of { $name }.
did-take-wild = { $cards } put in for a { $wild } of { $name }.
