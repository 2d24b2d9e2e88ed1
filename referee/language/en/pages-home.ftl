### Home, a new game, and all that a browser does with its games.

home-title = Home
home-heading = Keep score. Settle arguments.
home-lead = Play with real cards. This keeps the score, and the referee settles what you can’t agree on.
home-start = New game
home-join = Join with the code on another phone
sample-open = Look at a sample game
sample-title = Sample game
sample-about = This is a sample: try everything, nothing here counts.
sample-leave = Leave and remove it
home-alone = Everything stays on this phone. Phones that follow live, codes for seats and PDF files need a server: on a computer with Python, <code>./run</code> in the folder of this program starts one; its README says more.
home-games = Your games
home-resume = Back to the table
home-leads = { $count ->
        [one] { $names } leads with { $points }
       *[other] { $names } lead with { $points }
    }
home-won = { $count ->
        [one] { $names } won with { $points }
       *[other] { $names } shared the win with { $points }
    }
home-again = Same again
home-again-about = same rules
home-again-start = Start
home-finished = { $games ->
        [one] 1 finished game
       *[other] { $games } finished games
    }
home-unplayed = { $games ->
        [one] 1 game without a deal
       *[other] { $games } games without a deal
    }
home-unplayed-remove = Delete games without a deal
home-search = Search players and games
home-no-match = No game matches “{ $asked }”.
home-deals = { $deals ->
        [one] 1 deal
       *[other] { $deals } deals
    }
home-no-score = no score yet
home-view-only = view only
home-more = Print, statistics, this phone
home-prints = Print score sheets
home-prints-about = Score pads and contract cards, on A4 or Letter.
home-rules = Rules

## A new game
choose-title = New game
choose-asks = Which game?
choose-search = Find a game
choose-kinds = Games of one kind
choose-group-played = Played here
choose-group-contracts = Contracts
choose-group-showdown = Knock or declare
choose-group-melds = Meld as you like
choose-group-scores = Scores only
choose-kind-two = For two
choose-kind-many = For six
choose-kind-contracts = With contracts
choose-kind-showdown = Knock or declare
choose-kind-no-wilds = No wilds
choose-known = { $deals ->
        [0] { "" }
       *[other] { $deals } deals
    }{ $jokers ->
        [no] {" "}no jokers
       *[yes] { "" }
    }
choose-none = No game is called that.
choose-all = See all games
choose-compare = Compare the games
compare-title = Compare the games
compare-caption = The games side by side; rows in bold tell them apart
compare-game = Game { $number }
compare-no-game = Choose a game
compare-add = Add a game
compare-do = Compare
compare-alike = All { $games } games by …
compare-none = none
compare-no-such = No such rule.
compare-wild-rank = { $drawn ->
        [yes] a rank drawn in each deal
       *[no] another rank in each deal
    }
compare-players = Players
compare-cards = Cards each
compare-packs = Packs
compare-wilds = Wild cards
compare-contract = Contract
compare-contract-is = { $contract ->
        [yes] one for each deal
       *[no] { $value ->
            [0] no
           *[other] melds worth { $value }
        }
    }
compare-lay-off = Laying off
compare-lay-off-is = { $when ->
        [down] once you are down
        [knock] after a knock
        [never] never
       *[time] any time
    }
compare-further = More melds
compare-buying = Who else may take the discard
compare-end = Ends
compare-end-is = { $deals ->
        [0] { $tracks ->
            [yes] once somebody has laid all { $target } contracts
           *[no] { $target ->
                [0] { $out-at ->
                    [0] as you agree
                   *[other] when all but one have { $out-at } points
                }
               *[other] at { $target } points
            }
        }
        [1] after { $deals } deal
       *[other] after { $deals } deals
    }
compare-winner = Wins
compare-wins = { $best ->
        [last] the last one left
        [lowest] { knob-scoring-best-lowest }
       *[highest] { knob-scoring-best-highest }
    }
new-title = New game of { $game }
new-rules = Rules
new-called = What’s it called?
new-parts = Parts of a score, if you write several
new-parts-about = Such as: melded, held. Each deal then asks for every part, and adds them up.
new-how-many = How many play?
new-how-many-about = Or just type the names.
new-players = { $direction ->
        [right] Players, anticlockwise
       *[left] Players, clockwise
    }
new-player = Player { $number }
new-deals-first = deals<span class="vh"> first: seat { $seat }</span>
new-known = Names from your games
new-draw = Random dealer
new-options-about = The defaults suit most tables. Every other rule can be changed at the table, under “House rules”.
new-start = Start the game
new-no-dealer = Choose who deals first, or choose a random dealer.
new-dealer-empty = The first dealer’s seat is empty. Choose who deals first.
new-too-many = You entered { $given } names: choose { $given } players, or clear a name.

## Room for games
room-title = Manage games
room-about = Archive or delete them.
room-archived = { $games ->
        [one] 1 is archived.
       *[other] { $games } are archived.
    }
room-refused = No room for another game
room-none = This browser already has { $most } games, the most it can keep. Delete one, or remove one from your list.
room-nothing-started = Nothing was started or opened: make room, then try again.
room-left = This browser has room for { $games ->
        [one] 1 more game
       *[other] { $games } more games
    }.
room-copy = Save a copy of all games
room-order = The game you changed most recently comes last.
room-viewing = View-only games make room automatically.
room-is-archived = archived
room-choose = Tick a game first.
room-archive = Archive
room-restore = Bring back
room-delete = Delete

## Copies
bring-title = Save or import games
bring-here = <a class="change" href="{ $address }">{ $game }</a> { $was ->
        [changed] was here already, and has changed since this copy.
        [here] was here already.
       *[new] was added as a new game.
    }
bring-game = Game { $number }
bring-line = line { $line }
bring-waiting = { $games ->
        [one] <b>1 more game is in the file.</b>
       *[other] <b>{ $games } more games are in the file.</b>
    } Choose the same file again to import the rest.
bring-save = Save all games in this browser
bring-part = Copy to import later, file { $part } of { $parts }
bring-copy = Copy to import later
bring-csv = For a spreadsheet
bring-import = Import games
bring-file = A copy saved here or elsewhere
bring-about = Every game of the copy is added as a new game, once. Nothing is overwritten.
bring-no-file = Choose a file first.
bring-busy = Someone else is importing games right now. Wait half a minute, then choose the file and send it again.
bring-replaced = It was imported before, and its link has been replaced since. Ask its scorekeeper for the new link.
csv-game = game
csv-day = day
csv-deal = deal
csv-player = player
csv-points = points
csv-total = total
csv-out = went out
csv-dealer = dealer
csv-parts = parts
csv-address = address
csv-yes = yes
csv-brought = { $back ->
        [yes] on coming back
       *[no] to begin with
    }
csv-bonus = bonus

## Links
links-title = Share this game
links-keeper = The main link
links-keeper-about = Keeps score, shares and deletes the game. Never give it away: it’s for your own second phone.
links-scorer = Scorer
links-scorer-about = Enters and corrects scores. If two phones enter different scores, you’re asked which to keep.
links-viewer = Follow the game
links-viewer-about = Scan it with a phone’s camera. It shows the scores of this game and of those that follow it with “Play again”. It can’t change anything.
links-fold-viewer = More links to follow
links-fold-scorer = Let someone help keep score
links-fold-keeper = Use this game on your second phone
links-invites = Follow our game
links-share = Share
links-copy = Copy link
links-copied = Copied
links-code = Code for another phone: { $link }
links-unshown = This link still works, but it can’t be shown again. Make a new link to get its code.
links-mine = You’re using this link.
links-used = Last used
links-unused = Not used yet.
links-hand-over = Make { $name } the scorekeeper
links-hand-over-phone = Make its phone the scorekeeper
links-hand-over-about = That phone then shares and deletes the game, and only it can give that back. You can still enter and correct scores.
links-hand-over-yes = Yes, hand it over
links-handed-over = The other phone keeps the game now. You can still enter and correct scores here.
links-looks-on = This phone only follows this game. To help keep score, ask the scorekeeper for a scorer’s link.
links-rename-replace = Rename or replace
links-rename-withdraw = Rename or withdraw
links-whose = Whose phone?
links-phone-example = Ann’s phone
links-phone = { $name }’s phone
links-save-name = Save name
links-stops = A link that you replace or withdraw stops working at once.
links-replace = Replace it with a new link
links-withdraw = Withdraw it
links-add-scorer = Add a scorer
links-add-viewer = Add another link to follow
links-screen = Show on a big screen

## Statistics
statistics-title = Statistics
statistics-about = Games, wins and places of your players.
statistics-finished = Finished games in this browser.
statistics-unfinished = { $games ->
        [one] Finished games in this browser; 1 unfinished is left out.
       *[other] Finished games in this browser; { $games } unfinished are left out.
    }
statistics-who-left = Players who left before the end aren’t counted.
statistics-none = No finished games yet.
statistics-game = Game
statistics-every-game = All games
statistics-period = When
statistics-period-all = All time
statistics-period-year = This year
statistics-period-twelve-months = Last 12 months
statistics-show = Show
statistics-won = of { $games ->
        [one] 1 game
       *[other] { $games } games
    } won
statistics-shared = { $games } shared
statistics-average = Average place
statistics-place = { $place ->
        [1] 1st
        [2] 2nd
        [3] 3rd
       *[other] { $place }th
    }: { $times }
statistics-row = Most wins in a row
statistics-out = Went out
statistics-of = { $some } of { $all }
statistics-worst = Worst hand
statistics-partial = missed deals in { $games ->
        [one] 1 game
       *[other] { $games } games
    }
statistics-closest = Closest finish
statistics-closest-by = { $gap ->
        [0] { $winner } tied.
        [one] { $winner } won by 1 point, ahead of { $next }.
       *[other] { $winner } won by { $gap } points, ahead of { $next }.
    }
statistics-pairs = Head to head
statistics-ties = { $ties ->
        [one] 1 tie
       *[other] { $ties } ties
    }

## Deals that are not sent yet
outbox-no-connection = No connection.
outbox-no-answer = The server isn’t answering.
outbox-not-ours = This Wi-Fi may need you to sign in first.
outbox-busy = The referee is busy.
outbox-fault = Something went wrong in the referee.
outbox-refused = The referee didn’t accept it.
outbox-out = { $name } went out
outbox-nobody = Nobody went out
outbox-hand = { $name }: { $typed }
outbox-nothing = nothing
outbox-open = Open
outbox-send = Send again
outbox-delete = Delete
outbox-really-delete = Really delete
outbox-button = { $does }: { $deal }
outbox-title = Not sent yet ({ $count })
outbox-needs = Decision needed.
outbox-decide = Saved on this phone until you decide.
outbox-waits = Deal { $deal } is waiting to be sent.
outbox-wait-together = Deals { $first } to { $last } are waiting to be sent.
outbox-kept = No connection. This page is from { $at }.
outbox-old = This page is from { $at }.
outbox-loads = Load it again
outbox-later = Saved on this phone; it will be sent later.
outbox-unchanged = No connection. Nothing was changed; you can try again.

## Taking a game to another phone

take-title = Take this game along
take-hint = To another phone or a server: a code, a link or a file.
take-about = The code and the link hold the whole game as it is now. Opened elsewhere, it goes on there by itself.
take-code = Code with the whole game
take-long = This game is too long for a code. Share the link or the file.
take-invites = Our game
take-share = Share the link
take-file = Share the file
keep-about = Only this phone has your games.
keep-copy = Keep a copy
alone-pdf = The print view goes to the printer. PDF files, and all sheets in one, take a server: <a href="{ $address }">how to start one</a>.
alone-starting = The referee is starting.
alone-kept = The referee is starting. This page is from { $at }.
alone-silent = The referee is starting. Last updated { $ago } ago.
alone-waits = The referee is starting. Your cards are kept, and asked about once it is ready.
alone-follow = For other phones to follow along takes a server: <a href="{ $address }">how to start one</a>.
install-title = Put it on the home screen first
install-iphone = <b>iPhone:</b> tap Share, then Add to Home Screen. The app there keeps games of its own.
install-android = <b>Android:</b> tap the menu ⋮, then Install.
install-not = Not now
bring-came = A game came with this address. Tap “Import games” to take it in.
bring-broken-link = The address of this game is not whole. Share it once more, or as a file.
