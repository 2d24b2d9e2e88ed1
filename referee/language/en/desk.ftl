### The questions that players ask the referee, the answers in a word, what was done at the table,
### and the pages on which they ask.

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
ask-contract = Can I go down?
ask-further-meld = One more meld down?
ask-lay-off = May I lay this off?
ask-take-wild = May I take that { $wild }?
ask-discard = May I discard this?
ask-claim = Who gets the discard?
ask-knock = May I knock with this?
ask-go-out = Can I go out like this?
ask-points = What do these cost?
ask-declare = May I declare this?
ask-arrange = { $showdown ->
        [yes] How do I group these best?
       *[no] What can I lay down?
    }
ask-stock-out = The stock has run out

## Something went wrong

ask-drew-two = Somebody drew two cards
ask-no-legal-discard = I hold no card I may discard
ask-nothing-to-discard = I have no card left to discard
ask-upcard-wild = The first card turned up is wild
ask-wild-wanted-by-two = Two players want the same { $wild }
ask-too-many-cards = Somebody has too many cards
ask-too-few-cards = Somebody has too few cards
ask-false-meld = A meld on the table is wrong
ask-late-claim = Somebody wants the discard too late
ask-out-of-turn = Somebody played out of turn
ask-shown-by-dealer = A card was shown while dealing
ask-shown-by-player = A player showed a card
ask-stock-card-seen = Somebody looked at a stock card
ask-took-two = Somebody took two discards
ask-discarded-two = Somebody discarded two cards
ask-skipped-turn = A player was skipped
ask-false-take-wild = A { $wild } was taken wrongly
ask-false-out = Somebody wasn’t out after all
ask-too-many-after-out = Too many cards in a hand at the end
ask-too-few-after-out = Too few cards in a hand at the end
ask-wrong-score = A score was written wrongly
ask-wrong-dealer = The wrong player dealt
ask-imperfect-pack = The pack isn’t right

## Answers

answer-legal = Yes
answer-illegal = No
answer-if-down = { verdict-if } { if-down }
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
answer-no-contract-found = No contract found
answer-no-opening = Not enough to open
answer-no-opening-found = No opening found
answer-no-meld = No meld
answer-all-count = All cards count
answer-laid = { $cards } cards
answer-all = All of them
answer-out = You can go out: discard the { $cards }
answer-out-all = You can go out
answer-then-put-back-next-may-take = Put the lower one back
answer-then-put-back = Put the second one back
answer-then-keeps-both = Keep both
answer-then-keep-all = Keep them all
answer-then-play-it = Play one
answer-then-take-upcard-and-stock-card = Take two cards
answer-then-discard-anyway = Discard any card
answer-then-may-go = You can discard
answer-then-turn-another = Turn up another
answer-then-stands = { $what ->
        [exposed-card] The card stays in the hand
        [wrong-count] Play on
        [wrong-count-after-out] Count it as it is
       *[other] It stands
    }
answer-then-redeal = Deal again
answer-then-draw-without-discarding = Draw, but don’t discard
answer-then-discard-without-drawing = Discard, but don’t draw
answer-then-take-back = Take it back
answer-then-too-late = Too late
answer-then-replace = Swap the card
answer-then-plays-on = The deal goes on
answer-then-deal-ends = The deal ends
answer-then-into-middle = Into the middle of the stock
answer-then-shown = Show it to everybody
answer-then-correct = Correct it
answered = { $answer }.

line-stock-cards = { $cards ->
        [one] Plus one card from the stock.
       *[other] Plus { $cards } cards from the stock.
    }
answer-unknown = Not known
line-unproven = This is the best we found; there may be a better one.
line-all-stay = { $points ->
        [one] All 1 point stays in your hand.
       *[other] All { $points } points stay in your hand.
    }
line-left-in-hand = That’s before you discard.

## What stands over cards, and under one
caption-set = As a set
caption-run = As a run
caption-pure-run = Pure run
caption-becomes = The meld becomes
caption-onto = On the table
caption-adds = You add
caption-takes = You take
caption-gives = Your card
caption-left = Left in hand
caption-instead = Or the meld becomes
stands-as = as { $card }

## What was done

did-lay = { $name } lays { $melds }.
did-lay-off = { $cards } added to { $name }’s meld.
did-take-wild = { $cards } swapped for a { $wild } in { $name }’s meld.

## The pages: games and questions to choose from
desk-ask = Ask the referee
desk-which-game = Which game? If you keep score here, ask from your game: there the referee knows the deal.
desk-api = API
desk-question = What’s the question?
desk-deal = { $tracks ->
        [yes] Contract { $deal }
       *[no] Deal { $deal }
    }: { $contract }
desk-all = All
desk-every = All questions
desk-go-back = Back to the cards
desk-waits = No connection. Your cards are kept, and asked about once it is back.
desk-mishaps = Something went wrong
desk-to-table = Back to the table
desk-another-game = Another game
desk-another-question = Another question

## A question
desk-by = { $name }, { $game }
desk-problem = { $asks ->
        [yes] { $field } { $problem }
       *[no] { $field }: { $problem }
    }
desk-go-on = Go on
desk-more = More details
desk-house-rules = House rules
desk-house-rules-once = Another answer here holds for this question only.
missing-cards = Tap or type the cards first.
missing-word = Choose an answer.
missing-names = Enter the names first.

## A field of cards, and the keypad
field-add-here = Add here
field-stands-for = stands{ "\u00A0" }for { $card }
field-say = say what this { $wild } stands for, or remove it
field-tap-away = Remove it
field-type = Type instead
field-other-meld = Another meld
field-typed = { $field }, typed
pad-stands = What does the { $wild } stand for?
pad-open = Leave it open
pad-next = Next meld
pad-wild = { $card }, wild
pad-cards = Cards
pad-suits = Suit of the keys
pad-back = Remove the last card

## A verdict
verdict-deal = { $game }, { $tracks ->
        [yes] contract
       *[no] deal
    } { $deal }
verdict-ruling = The ruling
ruling-unreadable = This ruling can’t be read: its question or its answer is damaged.
verdict-doubted = <b>From a copy.</b> When this game was imported, the referee didn’t confirm this ruling. Ask again to see what it says now.
verdict-lay = Lay it on the table
verdict-lay-as = Lay { $way }
verdict-missing = Missing:
verdict-fix = How to fix it
verdict-why = All the reasons
verdict-for = In favour:
verdict-against = Against:
verdict-house-rule = House rule: { $asks } At this table: <b>{ $answer }.</b>
verdict-usual = The source doesn’t cover this: { $asks } Usual answer: <b>{ $answer }.</b>
# An answer that holds once the player has laid down, and what it hangs on, read in one.
verdict-if = Only if
verdict-if-down = { if-down }.
if-down = { $down ->
        [contract] you have laid your contract
       *[meld] a meld of yours is down
    }
verdict-otherwise = Play it otherwise
verdict-from-now = From now on, at this table: { $asks } Now: <b>{ $answer }.</b>
verdict-changed = Someone else has changed this house rule in the meantime. This answer goes by what holds now.
verdict-silent = The source doesn’t cover this.
verdict-change-rule = Change this house rule
verdict-other-answer = Ask with another answer
verdict-other-readings = Other readings
# $fits: part of the contract, size where it is of the right kind and has another size, or other
worth-now = { $kind ->
        [set] A set
       *[run] A run
    }{ $fits ->
        [part] {""}, and part of this deal’s contract ({ $contract }).
        [size] , but not as long as this deal’s contract asks ({ $contract }).
       *[other] , but not part of this deal’s contract ({ $contract }).
    }
verdict-save = We agree
verdict-saved = Agreed, and saved with the game
verdict-not-agreed = Not agreed: the table changed this house rule
verdict-change = Change the question

## The rulings of a game
rulings-title = Rulings
rulings-agreed = agreed
rulings-otherwise = not agreed: house rule changed
rulings-own = Your table’s own rule
rulings-none = No rulings yet. Tap “We agree” under an answer of the referee, and it is kept here.

## Melds on the table
melds-title = Melds on the table
melds-about = Keep track of who laid what, if you like. The referee checks each one.
melds-deal = Deal { $deal }
melds-over = The game is over
melds-none = No melds yet.
melds-add = Add a card
melds-add-to = to this meld of { $name }
melds-swap = Swap the { $wild }
melds-swap-in = in this meld of { $name }
melds-lay = { $name } lays down
melds-lay-more = { $name } lays down another
melds-scores = Enter the scores
melds-undo = Undo a change
melds-changed = The melds on the table have changed. Check them, then ask again.
melds-way = { $card } as { $as }
