### The score book: what its log says, its links, and what it refuses.

## The log

log-started = New game: { $players }; { $dealer } deals first
log-started-named = New game of { $game }: { $players }; { $dealer } deals first
log-written = Deal { $deal }: { $out } went out; { $held }
log-written-nobody = Deal { $deal }: nobody went out; { $held }
log-written-scores = Deal { $deal }: { $held }
log-corrected-out = Deal { $deal }: { $out } went out, not { $before }
log-corrected-out-won = Deal { $deal }: winner { $out }, not { $before }
log-corrected-out-nobody = Deal { $deal }: nobody went out, not { $before }
log-corrected-out-somebody = Deal { $deal }: { $out } went out after all
log-corrected-points = { $player }, deal { $deal }: { $now }, not { $before }
log-corrected-held = { $player }, deal { $deal }: held { $now }, not { $before }
log-corrected-cards = Deal { $deal }: cards corrected, same points
log-corrected-nothing = Deal { $deal }: checked, nothing changed
log-ruling-kept = Ruling saved. { $asks } { $answers }
log-ruling-doubted = Ruling from a copy, not confirmed by the referee. { $asks } { $answers }
log-inserted = Inserted. { $line }
log-deleted = Deal { $deal } deleted: it was never played
log-swapped = Deal { $deal }: { $one }’s and { $other }’s scores swapped
log-signed = Deal { $deal }: agreed by { $player }
log-seat-over = Another phone took over from { $player }’s phone
log-seat-over-by = { $by }’s phone took over from { $player }’s phone
log-seat-moved = { $by }’s phone now counts for { $player }
log-signed-before = Deal { $deal }: agreed by { $players } before this change
# In the place of a name, wherever those are listed who agreed to a deal.
signed-earlier-phone = { $player } (on an earlier phone)
log-written-knock = Deal { $deal }: { $out } knocked; { $held }
log-written-won = Deal { $deal }: winner { $out }; { $held }
log-written-declare = Deal { $deal }: { $out } declared; { $held }
log-parts = { $player } { $points } ({ $parts })
part = { $part ->
        [held] held
        [melded] melded
        [collected] collected
        [difference] difference
        [undercut] undercut
        [gin] gin
        [big-gin] big gin
        [closed] nothing left
        [chinchon] chinchón
        [hand] from the hand
        [doubling] doubling
        [out] going out
        [cut] exact cut
        [dropped] dropped
        [wrong-declaration] declared wrongly
        [unopened] no melds
        [laid] contract
        [capped] limit
        [won] won
        [outside-joining] joining
        [outside-returning] coming back
        [outside-bonus] bonus
        [outside-penalty] penalty
       *[other] { $part }
    } { $points }
bonus-game = { $points } for the game
bonus-wins = { $points } for { $wins ->
        [one] one win
       *[other] { $wins } wins
    }
part-doubled = doubled
log-held = { $player } { $points }
log-missing = { $player } (no score yet)
log-missing-in = { $player } in deal { $deal }
log-corrected-came = { $player }, deal { $deal }: { $now }, no score before
log-corrected-gone = { $player }, deal { $deal }: no score again, { $before } before
log-waits = The last deal is saved. Still no score for { $missing }
log-joined-nought = { $player } joins with { $points }
log-joined-average = { $player } joins with the average: { $points }
log-joined-worst = { $player } joins level with last place: { $points }
log-joined-typed = { $player } joins with { $points }, as agreed
log-left = { $player } leaves with { $points }
log-returned-nought = { $player } returns with the old total
log-returned-average = { $player } returns at the average: { $points } added
log-returned-worst = { $player } returns level with last place: { $points } added
log-returned-rule = { $player } comes back into the game with { $total }
log-returned-typed = { $player } returns: { $points } added, as agreed
log-renamed = { $before } is now called { $name }
log-seats-moved = { $direction ->
        [right] New seats, anticlockwise: { $players }
       *[left] New seats, clockwise: { $players }
    }
log-drawn-wild = Drawn as wild for deal { $deal }: { $wild }
log-drawn-upcard = Turned up for deal { $deal }: { $upcard }
log-drawn-wild-upcard = Drawn as wild for deal { $deal }: { $wild }; turned up: { $upcard }
log-dealer-changed = { $dealer } deals deal { $deal }
log-points = Bonus or penalty: { $player } { points-given }{ points-reason }
log-points-changed = Bonus or penalty: { $player } { points-given }{ points-reason }, not { $whose } { $before }
log-points-gone = Bonus or penalty deleted: { $whose } { $before }
log-option = { $asks } From now on: { $now }. Before: { $before }
log-options = House rules changed: { $what }
log-option-same = House rules checked, nothing changed
log-noted = Note: { $title }
log-dated = Day: { $day }
log-noted-same = Note checked, nothing changed
log-both = { $one }; { $other }
log-taken-back = Undone: { $what }
log-put-back = Redone: { $what }
log-ended = That ends the game: { $winners } won
log-ended-shared = That ends the game: { $winners } share the win
log-ended-otherwise = { $winners } won, not { $before }
log-out = { $players-count ->
        [one] { $players } is out of the game
       *[other] { $players } are out of the game
    }
log-in-again = { $players-count ->
        [one] { $players } is in the game again
       *[other] { $players } are in the game again
    }
log-ended-here = The table ended the game after deal { $deal }
log-opened-again = The game is open again

## Links, as the log names them

link-keeper = scorekeeper’s phone
link-scorer = second scorer’s phone
link-seat = { $name }’s phone
link-viewer = viewer’s phone
link-copied = another phone
link-renewed = { $link } { $number }

## What is refused, and what would be right

no-ruling-damaged = This ruling can’t be read: its question or its answer is damaged.
no-ruling-long = This ruling is too long to save: ask about fewer cards.
no-name = { $whose } is missing: enter 1 to { $most } characters.
no-name-long = { $whose } is too long: { $most } characters at most.
no-name-twice = Seats { $first } and { $second } are both called { $name }: add a letter to tell them apart.
name-whose = The name
name-whose-player = The name of player { $number }
no-note-long = The note is too long: { $most } characters at most.
no-note-clean = This note contains invisible characters or too many spaces. Please retype it.
no-text-seen = This contains invisible characters. Please retype it.
no-number = A number is too large: { $most } at most.
no-did = Say what was done in one line of at most { $most } characters.
no-dealer = Choose which player deals first.
no-key = This form has expired. Reload the page.
no-start-again = This game has already started. Start another one.
no-deal-again = Deal { $deal } is already saved: correct it instead.
no-deal-over = The game is over. If a deal is wrong, correct it.
no-deal-next = Deal { $next } comes next, not deal { $deal }.
no-deal-gone = This deal was deleted or undone in the meantime, so nothing was saved.
no-deal-before = An earlier deal has no score yet: enter that one first.
no-deal-more = A game can have at most { $most } deals. Start another one.
no-deal-yet = Deal { $deal } has no score yet, so there’s nothing to correct.
no-hands = A deal needs one hand for each of { $players }.
no-hand-out = { $player } went out, so { $player } holds 0 points.
no-hand-points = { $player } needs a whole number of points from { $least } to { $most }.
no-hand-missing = { $player } has no points, so no cards or sum can be saved.
no-besides = What else is said of the deal can’t be in { $game }, or not of that player.
no-winner = In this game somebody gets points for every deal. Leave out one that nobody won.
no-two-winners = In this game one player alone gets points for a deal, none below 0.
no-hand-any = Enter points for at least one player.
no-deal-waits = The last deal is saved: enter the points that are still missing.
no-hand-cards = { $player }’s cards: { $why }
no-hand-worth = { $player }’s cards are worth { $worth } points, not { $points }.
no-parts = Name up to { $most } parts of a score, each different and of at most { $length } characters.
no-deal-there = This deal no longer exists: open the table again.
no-insert = The deals have been renumbered in the meantime: open the table and choose the place again.
no-sign-player = Only a player who took part in this deal can agree to it.
no-sign-changed = This deal was changed in the meantime. Look at it again before you agree.
no-swap = Choose two players who both played in this deal.
no-undo-start = The start of a game can’t be undone: delete the game instead.
no-undo-line = There’s no such change to undo.
no-undo-more = Too much has been undone in this game: correct what’s wrong instead.
no-undo-again = This change is already undone.
no-undo-seat = A phone that took over can’t be undone here. On the other phone, enter the code again and pick the name.
no-then = That isn’t possible now: { $why }
no-then-deal = That isn’t possible now. Deal { $deal }: { $why }
no-then-names = That isn’t possible now: two players would be called { $name }.
no-join-key = Someone else was added in the meantime: open this page again.
no-join-seat = Choose who the new player sits next to.
no-join-more = A game can have at most { $most } players, including those who left.
no-join-early = No deal has been played yet, so everyone starts with 0.
no-name-clean = This name contains invisible characters. Please retype it.
no-name-taken = Someone in this game is already called { $name }: add a letter to tell them apart.
no-name-left = { $name } has left this game: let them return, or add a letter to tell them apart.
no-points = Enter how many points: 0 changes nothing.
no-points-there = Other points were added or deleted in the meantime: open this page again.
no-player = That player isn’t in the game now: open this page again.
no-return = Only a player who left can return: open this page again.
no-return-points = Only who is out of the game comes back by its rules: open the table again.
no-return-rule = { $player } is out of the game and comes back only by its rules, given { $points } points: open the table again.
no-end-early = No deal has been saved yet, so there is no game to end.
no-people-over = The game is over: start another one, or undo what ended it first.
no-drawn = Say which rank was drawn as wild, or which card was turned up.
no-drawn-wild = At this table that is no rank that could be drawn as wild.
no-drawn-upcard = At this table that is no card that matters when it is turned up.
no-seats = Give every player a seat of their own.
no-option = Nothing would change: choose another answer first.
no-day = Enter the day as year, month and day: 2026-11-21.
no-copy = This file isn’t a copy of games. Choose one from “Save a copy” or “Copy to import later”.
no-copy-later = This copy was saved by a later version: update this one first.
no-copy-whole = This copy is incomplete, or was changed after it was saved. Save it again.
no-copy-many = A copy can hold at most { $most } games.
no-copy-room = This copy holds { $given } games that aren’t here yet, but this browser has room for { $room } more. Nothing was imported: make room first.
no-copy-lines = A copy can hold at most { $most } log lines, but this one has { $given }: save fewer games in one file.
no-copy-game = Its data is damaged.
no-copy-entry = “{ $kind }” was saved by a later version: update this one first.
no-copy-log = Its log needs 1 to { $most } lines.
no-copy-rules = Its rules ({ $variant }) are from a version never used here.
no-entries = This game’s log is full ({ $most } entries). Start another one.
no-count-over = The game is over, so there are no hands to count.
no-count-stopped = Counting together has stopped. Ask the scorer to start it again.
no-count-player = { $player } isn’t in the game now: choose another name.
no-count-taken = { $player } is counted on another phone. Take over if that’s you.
no-count-deal = This deal is already saved, or was undone.
no-count-changed = This hand was counted on another page in the meantime. Send it again to use this one.
no-links = A game can have at most { $most } links, withdrawn ones included.
no-link = This game has no such link: open “Share this game” again.
no-link-keeper = The scorekeeper’s link can be replaced, but not withdrawn.
no-link-scorer = Only a scorer can become the scorekeeper: add a scorer first.
may-not-delete = Only the scorekeeper can delete a game.
may-not-write = This link is view only. To help keep score, ask the scorekeeper.
may-not-any-more = This link was withdrawn: ask the scorekeeper for a new one.
may-not-see-links = Only the scorekeeper can see a game’s links.
