### The table, the big screen, the scores, the standings, the chart.

table-now = The deal now
table-end = The end
# $deals is 0 where their number is open; $asks is the contract or the name of the deal.
table-deal = { $deals ->
        [0] Deal { $deal }
       *[other] Deal { $deal } of { $deals }
    }
# What a deal without a contract is headed: the rank that is wild, the least for a first lay-down, else who deals.
table-wild = Wild: { $rank }
table-opening = First meld { $points }
table-deals-now = { $player } deals
table-cards = { $cards ->
        [one] 1 card each
       *[other] { $cards } cards each
    }
table-knock = knock with { $points } or less
table-out-at = out at { $points }
table-draws-wild = Which card was drawn as wild?
table-draws-upcard = Which card was turned up?
table-turned-up = Turned up: { $card }{ $most ->
        [-1] { "" }
        [0] , nothing may be left
       *[other] , knock with { $most } at most
    }{ $doubles ->
        [yes] ; the deal counts double
       *[no] { "" }
    }
table-target = { $tracks ->
        [yes] first to lay { $points } contracts
       *[no] to { $points }
    }
table-contract = contract { $number }: { $contract }
table-referee = Referee
table-enter = Enter deal { $deal }
table-last-saved = The last deal is saved
table-ends-then = The game ends when the missing points are in.
table-won = { $names } won
table-won-about = { $count ->
        [one] That was the last deal.
       *[other] You share the win.
    }
table-won-by = { $points ->
        [one] 1 point ahead of { $names }.
       *[other] { $points } points ahead of { $names }.
    }
table-again = Play again
table-again-about = Same seats, same rules; { $dealer } deals first.
table-next-game = Next game
table-picture = Picture to share
table-picture-short = Picture
table-picture-wide = Save it wide
table-picture-square = Save it square
# How long the game took; $hours is 0 within the first, $minutes within an hour.
table-lasted = { $hours ->
        [0] { $minutes ->
            [0] { table-count }
            [one] { table-count } in 1 minute
           *[other] { table-count } in { $minutes } minutes
        }
        [one] { table-count } in 1 hour { $minutes } min
       *[other] { table-count } in { $hours } hours { $minutes } min
    }
table-count = { $deals ->
        [one] 1 deal
       *[other] { $deals } deals
    }
table-deals-played = { $deals ->
        [one] After 1 deal
       *[other] After { $deals } deals
    }
table-missing-label = Missing points
table-missing = Points are missing.
table-missing-add = The totals aren’t complete until you add them.
table-missing-which = The totals aren’t complete: { $missing }.
table-missing-of = { $player }, deal { $deal }
table-missing-write = Add { $missing }
table-joined = { $player } starts with { $points }.
table-returned = { $player } is back, with { $points } added.
table-never-out = { $player } came back before deal { $deal }, with { $points } added. As the deals now stand, { $player } wasn’t out then.
table-never-out-undo = Undo { $player }’s return
table-rejoin = { $player } comes back with { $points }
table-standings = Standings
table-final = Final standings
table-paper = Deals on paper already?
table-end-here = End the game here
table-end-do = End the game
table-end-since = Another phone has saved a deal meanwhile, so the game goes on. Look at the table again before you end it.
# Where the table ended the game, and something was corrected since.
table-go-on = Go on with this game
table-players = Players
table-then = Deal { $deal }:
table-later = Show all deals
table-share = Share
table-rules = Rules
table-chart = Chart
table-print = Print
table-screen = Big screen

## What the phone reads aloud: “Deal 4 of 7.” “Ann leads with 35.” “Jon has 60 and Bo has 71.”
spoken-deal = { table-deal }.
spoken-first = { $finished ->
        [yes] { $names } won with { $points }.
       *[no] { $count ->
            [one] { $names } leads with { $points }.
           *[other] { $names } lead with { $points }.
        }
    }
spoken-others = { $totals }.
spoken-total = { $name } has { $points }

## Scores
scores-at-once = Games at once
scores-game = Game
scores-title = Scores
scores-caption = Points by deal and player, with running totals
scores-tap = Tap a number to correct it.
scores-legend = Large: this deal. Small: running total.
scores-ring = Ring: { $way ->
        [knock] knocked
        [declare] declared
        [won] winner of the deal
       *[other] went out
    }.
scores-dash = Dash: didn’t play.
scores-question = Question mark: no score yet.
scores-check = Check mark: a player agreed.
scores-agreed = agreed by { $players }
scores-deal = Deal
scores-deals = { $dealer } deals
scores-missing = <span class="vh">{ $name }, deal { $deal }: points</span><b aria-hidden="true">?</b><small>missing</small><span class="vh">{ scores-out }</span>
scores-absent = <span class="vh">{ $name }, deal { $deal }: didn’t play</span><b aria-hidden="true">–</b>
scores-points = <span class="vh">{ $name }, deal { $deal }: </span><b>{ $points }</b><span class="vh">{ scores-out }, in all </span><small>{ $running }</small>
scores-out = { $out ->
        [yes] , went out
        [won] , winner
       *[no] { "" }
    }
scores-brought = { $back ->
        [yes] back, { $points } added
       *[no] with { $points }<span class="vh"> to begin with</span>
    }
scores-given = with { points-given }<span class="vh"> outside a deal</span>

## Standings
place-points = { $points ->
        [one] { $points }<span class="vh"> point</span>
       *[other] { $points }<span class="vh"> points</span>
    }
place-not-whole = , not complete
place-leads = leads
place-won = won
place-out = out
place-near = { $points } from out
place-dealer = dealer
place-begins = plays first
place-to-go = { $tracks ->
        [yes] { $points ->
            [one] 1 contract
           *[other] { $points } contracts
        }
       *[no] { $points }
    } to go
place-boxes = { $boxes ->
        [one] 1 box
       *[other] { $boxes } boxes
    }
place-times-out = { $way ->
        [knock] knocked
        [declare] declared
        [won] won
       *[other] went out
    } { $times ->
        [1] once
        [2] twice
       *[other] { $times } times
    }
place-worst = worst hand { $points }
place-bonus = { $before } + { $points } bonus
place-added = { $before } + { $parts }
place = { $place ->
        [1] first
        [2] second
        [3] third
        [4] fourth
        [5] fifth
        [6] sixth
        [7] seventh
        [8] eighth
        [9] ninth
        [10] tenth
        [11] eleventh
        [12] twelfth
        [13] thirteenth
        [14] fourteenth
        [15] fifteenth
        [16] sixteenth
       *[other] number { $place }
    }

## The big screen
screen-total = Total
screen-last = <span class="vh">last deal </span><b>{ $points }</b><span class="vh">,</span>
screen-missing = Points are missing: { $missing }.
screen-code = Code to follow this game
screen-scan = Scan to follow
live-silent = No connection. Last updated { $ago } ago.
live-seconds = { $number } s
live-minutes = { $number } min
live-hours = { $number } h

## The chart
chart-title = Totals deal by deal
chart-none = The chart starts after the first deal.
chart-label = Chart of the totals of { $names }; the numbers are in the table below.
chart-totals = Totals
chart-caption = Total of each player after each deal
chart-deal = Deal
chart-end = End
chart-not-yet = not playing yet

## The rules
rules-title = Rules of { $game }
rules-of-table = As this table plays.
rules-search = Search the rules
rules-none = No rule has these words.
rules-closest = No rule has all of these words. The closest:
# What comes off the end of a word that is searched for, as a rule may have it with another ending.
rules-search-endings = s e es ed ing
# What says nothing of the rule that a question is about.
rules-search-passed-over =
    a about after all already am an and any are as at be been before being but by can cant could did do does doesnt dont else elses
    even ever for from get gets getting got had happens has have he her his how i if ill im in is isnt it its ive just let lets
    make many may me might mine much must my need needs of ok okay on or our possible put shall she should so still than that
    the their them then there these they this those to too us use using was we were what whats when where which while who whom whose
    why will with would yet you your
# What players call what the rules name otherwise, in small letters: on each line phrases of
# players, and after the colon the beginnings of what the rules say.
rules-alike =
    ace high, ace low, around, corner, wrap, wraparound: ace is, ace at both ends, past the ace
    add, build on, hit, laid off, lay off, tack on: add to, add cards, add nothing, adds to, added to, adding it, lay off, nothing is laid
    adjacent, beside, in a row, next to each other: side by side, several
    another meld, extra meld, further meld, more meld: besides the contract, after the contract, more melds, as many melds
    another turn, last turn, one more turn: more turn
    anyone, everyone, opponent, other, other people, other player, somebody, someone: anybody, everybody, others, other player
    bid, bought, buy, call: claim, call, gets the discard, discard this way, leave the discard, may take the discard, say may i
    bonus: adds, brings, taken off, takes
    book, group, of a kind: set
    box: for each deal
    clockwise, direction, way round, which way: to the right, to the left
    close, declare, knock, show: knock, declare, show
    club, diamond, heart, spade: suit
    copy, duplicate, identical, same card, twin: identical
    count, cost, how many point, value, worth: counts, costs, brings, points, worth
    court card, face card, picture card: jacks
    deadwood: left over, what they have left, no set or run
    deck: pack, stock
    discard pile, pile: discard
    drew: draw
    eliminated, knocked out, out of the game: is out, one player is left
    empty, run out, used up: used up, left in the stock
    end, over: is over, goes on until, goes on as long
    exchange, replace, steal, swap, swapped: take wild, take a wild, taken from
    finish, go out, goes out, going out, gone out, went out: go out, goes out, went out, last card, is out
    first round, first turn: first round, first 2 rounds
    fold, give up, quit: dropping
    forget, forgot, mistake, misdeal: by mistake, late, wrong
    go down, goes down, going down, gone down, i meld, have meld, havent meld, ive meld, laid, lay down, laid down, put down: goes down, go down, is down, are down, lay down, laid, first lay down, of your own, open
    go first, goes first, plays first, start, starter: begins, first draws, plays first
    grab, pick up: draw, take, gets
    how long, how many deal, how many hand, how many round: game is over, game goes on
    how many card: cards for each player, everybody gets, cards or more, at least
    how many deck, how many pack: in play
    how many joker, how many wild: joker, wild cards, several wild, non wild
    how many people, how many player: players
    how many point do we play to, how many point to win, play to, point to win, target: game is over, game goes on
    is wild, are wild, what wild: is wild, are wild, wild cards two
    joker: wild
    keep: stay in
    least, fewest, minimum: at least, or more, or fewer
    length, long, longer, big: cards or more, at least, at most, longer, as long
    limit, max, maximum, more than, most: at most, more than, as many, exactly, not hold more, nobody writes more
    look, peek: drawn, sees, seen, shown
    minus, negative, subtract: less, taken off, off one
    open: first lay down, goes down, go down, is down, are down, of your own, of yours
    out of turn, not my turn: whose turn, out of turn, own turn, the others may, other players turns
    pay, penalty, penalties: costs, writes, points more
    put back, straight back, throw back: straight back, goes back
    rejoin, buy back, come back, back in: come back
    removed, left out, missing card: taken out
    round, each hand, next hand, this hand: deal
    score: writes, scores, points, credited
    sequence, straight: run
    shuffle: stock
    shut out, shutout: none at all
    take back: taken back, lies, stands, may be taken, take wild, took
    take, took: take, took, may be taken
    threw, throw, thrown: discard
    tie, tied, draw level: tie, share
    undo: taken back, stands
    win, winner, won: win, won, goes out, last player left
rules-minute = How to play in a minute
rules-step = { $rule ->
        [cards-dealt] Deal
        [turn-drawn] Draw
        [contract-pieces] Lay your contract
        [opening-value] Lay your first melds
        [further-meld-allowed] Lay down melds
        [showdown-by] Keep your melds in hand
        [lay-off-contract] Then lay off
        [showdown-knock] Knock
        [discard-card] Discard
        [go-out-last] Go out
        [go-out-melded] Win the deal
       *[other] Count the points
    }
rules-contents = Contents
rules-sources = Show where each comes from. In our words, after: { $source }
rules-print = Print
rules-deals = { $tracks ->
        [yes] The contracts
       *[no] The deals
    }
rules-values = What the cards count
rules-silent = The source doesn’t say; our default.
rules-choose = Your table can choose: { $asks }
