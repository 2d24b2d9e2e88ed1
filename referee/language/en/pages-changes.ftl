### The pages that change a game: players, seats, house rules, history, note, deleting.

menu-title = Change this game
menu-table = Table
menu-people = Players
menu-people-about = Names, and who joins, leaves or returns.
menu-seats = Seats and dealer
menu-seats-about = Who sits where, and who deals next.
menu-points = Bonus or penalty
menu-points-about = Points that belong to no deal.
menu-options = House rules
menu-options-about = See what a change would do first.
menu-about = Note, copies, delete
menu-about-about = Name it, save it, take it along.
menu-deals = To correct, delete or insert a deal, tap it in the scores.

## Players
people-title = Players
people-change = change
people-name = Name
people-save-name = Save name
people-leave = { $name } leaves
people-leave-about = A player who leaves keeps their points, but doesn’t deal and can’t win. They can come back later.
people-away = left
people-left = { $name } (left)
people-out = { $name } (out)
people-return-change = return
people-return = { $name } returns
people-missed = For the deals they missed
people-back-deals = { $name } then deals deal { $deal }.
people-over = The game is over.
people-add = Add a player
people-full = The table is full: { $game } is for at most { $most } players.
people-join = Add
people-after = Plays after
people-starts-with = Starts with
people-number = Or another number
people-no-beginning = Choose what the new player starts with.
people-no-number = Enter a whole number of points, such as 40 or −10.
people-begins-nought = 0 points
people-begins-average = { people-points }, the average
people-begins-worst = { people-points }, same as last place
people-points = { $points ->
        [one] 1 point
       *[other] { $points } points
    }
people-has-left = { $player } has left and keeps the points so far.
people-sits-nought = { $player } sits down with 0 points.
people-sits-average = { $player } sits down with { people-points }, the average.
people-sits-worst = { $player } sits down with { people-points }, same as last place.
people-sits-typed = { $player } sits down with { people-points }.
people-chose-nought = 0
people-chose-average = the average
people-chose-worst = same as last place
people-chose-typed = another number
people-back-nought = Nothing: keep the old total
people-back-average = Up to the average: { $points } added
people-back-worst = Level with last place: { $points } added
people-dealer = { $dealer } deals deal { $deal }, wherever the new player sits.
people-dealer-unless = { $dealer } still deals deal { $deal }. Seated after { $beside }, the new player would deal it.
people-packs = From then on: { $packs }, { $cards ->
        [one] 1 card each
       *[other] { $cards } cards each
    }.

## Seats
seats-title = Seats and dealer
seats-dealer = Who deals next?
seats-dealer-of = Who deals deal { $deal }?
seats-set-dealer = Set dealer
seats-left = left
seats-move-up = Move { $name } up
seats-move-down = Move { $name } down
seats-grip = Move { $name }: drag, or use the arrow keys
seats-now = { $name } sits on seat { $seat }
seats-order = { $direction ->
        [right] Anticlockwise, starting with the next deal.
       *[left] Clockwise, starting with the next deal.
    }
seats-save = Save seats

## House rules
options-title = House rules
options-more = More house rules
options-look = See what it changes
options-same = Nothing would change.
options-changes = This changes
options-no-rule = No rule on this.
options-none-changes = No rule changes.
options-from-then = From the next deal on. Deals that are saved keep their points.
options-ends-now = This ends the game now: { $winners } { $won ->
        [one] wins
       *[other] share the win
    }.
options-use = Use these rules

## History
log-title = History
log-older = Earlier
log-newer = Later
log-undone = Undone:
log-see = See it
log-undo = Undo
log-undo-earlier = Undo an earlier change
log-undo-earlier-about = Every change above now has its own button.
log-redo = Redo
log-undo-it = Undo: { $what }
log-redo-it = Redo: { $what }

## Note and copies
about-title = Note and copies
about-note = Note
about-day = Day
about-save = Save note
about-csv = Save for a spreadsheet
about-csv-about = One line for each player in each deal.
about-json = Save a copy
about-json-about = The whole game, to import here or elsewhere.
about-import = Import games
about-import-about = From a copy. You can also save all the games in this browser.
about-delete = Delete this game
about-delete-about = Permanently, for everyone.

## Deleting
delete-title = Delete games
delete-asks = { $games ->
        [one] Delete this game?
       *[other] Delete { $games } games?
    }
delete-about = Gone for everyone: the links stop working, and nothing brings it back.
delete-off = Someone else keeps this one. It only leaves your list; its link brings it back.
delete-back = Manage games
delete-copy = Save a copy first
delete-do = Delete permanently

## Deals that get other numbers, and totals that change with another entry
moves-title = { $what ->
        [deals] Renumber the deals?
       *[points] Change these totals?
    }
moves-about = Their points stay the same. { $contracts ->
        [yes] Their contract and dealer become those of the new number.
       *[no] Their dealer becomes that of the new number.
    }
moves-do = { $what ->
        [deals] Renumber
       *[points] Change them
    }
moves-total = { $player } goes from { $before } to { $now ->
        [one] 1 point
       *[other] { $now } points
    }.
moves-deal = Deal { $first } becomes deal { $now }.
moves-deals = Deals { $first } to { $last } become { $now } to { $then }.

## What was not saved
refused-title = Not saved
refused-instead = Use it for deal { $deal }
refused-check = You can check it there before you save it.
changed-title = Someone else changed this
changed-lead = Something else was saved first. What you entered isn’t saved.
changed-review = Review and change it anyway

## Bonus and penalty points

points-title = Bonus or penalty
points-about = These points count at once, and belong to no deal.
points-add = Add points, or take some off
points-player = Player
points-sign = Add or take off
points-plus = + add
points-minus = − take off
points-number = Points
points-why = Why, if you like
points-save = Save
points-delete = Delete
# Points outside a deal, and why, in the log too.
points-given = { $sign ->
        [plus] +{ $points }
       *[minus] { $points }
    }
points-reason = { $explained ->
        [yes] { "" } ({ $why })
       *[no] { "" }
    }
