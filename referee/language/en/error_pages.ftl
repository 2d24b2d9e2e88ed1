### What a page or a program gets instead of what it asked for: what happened, and what to do now.

error-400-title = We couldn’t read that
error-400 = Something in the address or the form is wrong. Go back and try again.
error-form-title = This form can’t be used
error-form = Cookies are off, or the form belongs to another browser. Nothing was saved. Go back, reload the page, and send it again.
error-host-title = This address isn’t allowed
error-host = Open the address that was shown when the referee was started. Whoever runs it can allow more addresses with REFEREE_HOSTS.
error-403-title = Your link is view only
error-403 = You can follow the game, but not change it. To help keep score, ask the scorekeeper for a scorer’s link.
error-keeper-title = Only the scorekeeper can do this
error-keeper = You can still enter and correct scores. To share or delete the game, ask the scorekeeper.
error-404-title = Page not found
error-404 = The link may be incomplete or withdrawn. Ask for the game’s link again, or start from the home page.
error-405-title = This page doesn’t work that way
error-405 = Start from the home page, and use the buttons there.
error-replaced-title = This game already exists
error-replaced = This game was started before, and its link has been replaced since. Ask its scorekeeper for the new link, or start another game from the home page.
error-413-title = That’s too large
error-413 = What you sent is larger than any game needs, or is a file of more than { $megabytes } MB. Send less at once.
error-414-title = That question is too long
error-414 = Ask about fewer cards at once.
error-fields-title = That question has too many fields
error-fields = A question can have at most { $fields } fields. Go back and ask again.
error-429-title = Too many requests
error-429 = Wait a moment, then try again. Nothing is lost.
error-503-title = The referee is busy
error-503 = Wait a few seconds, then try again. Nothing is lost.
error-500-title = Something went wrong
error-500 = It’s our fault. What you saved before is safe. Try again.

error-home = Go home
error-code = Error { $code }

## Why the score book can’t be used

outage-full-title = The disk is full
outage-full = The computer that keeps the scores has no space left, so nothing new can be saved. Ask whoever runs it to free some space.
outage-full-alone-title = This phone is full
outage-full-alone = There is no space left on it for the score book, so nothing new can be saved. What you saved before is safe. Delete something else from this phone, then try again.
outage-read-only-title = Nothing can be saved right now
outage-read-only = The disk that keeps the scores is read-only. You can still look at your games. Ask whoever runs this to check the disk.
outage-busy-title = The score book is busy
outage-busy = Another program is using it. Try again in a moment.
outage-unreachable-title = The database isn’t answering
outage-unreachable = The scores are kept in a database that can’t be reached right now. Try again in a moment, or ask whoever runs this to start it.
outage-damaged-title = The score book can’t be read
outage-damaged = Its file or its disk is damaged. Ask whoever runs this to restore a backup.
outage-replaced-title = The score book was replaced
outage-replaced = Ask whoever runs this to restart the server.
outage-later-title = The score book was updated
outage-later = A newer version of this program has updated it. Ask whoever runs this to restart the server.
# For every other reason.
outage-closed-title = The score book can’t be opened
outage-closed = Ask whoever runs this to check the computer that keeps the scores: it shows what to do.
outage-closed-alone-title = The score book can’t be opened
outage-closed-alone = Close every other window of this site, then try again. If that doesn’t help, open this address in another browser and import your copy of the games there.

outage-reload = Reload the page
outage-kept = It wasn’t saved, but this page still has it.
outage-send = Send it again
outage-lost = What you sent wasn’t saved. Go back and send it again.

## What somebody entered in a form that was not saved

submitted-heading = You entered:
submitted-out = Went out
submitted-player = Player
submitted-player-number = Player { $player }
submitted-after = Plays after
submitted-dealer = First dealer
submitted-one = Swap the results of
submitted-other = and
submitted-name = Name
submitted-title = Note
submitted-day = Day
submitted-begins = Starts with
submitted-points = Points
submitted-why = Why
submitted-yes = yes
submitted-order = Seats
submitted-seat = Seat { $seat }

## Connections and requests that the server ends, in plain text

refused-connections = This address has too many connections open.
refused-all-connections = The referee has too many connections open.
refused-requests = Too many requests from this address are waiting. Try again in a moment.
refused-row = Too many requests in a row.
refused-head = The head of the request is too long.
refused-slow = The request took too long to arrive.
refused-unreadable = The request can’t be read.
refused-large = That’s too large.
refused-busy = The referee is busy. Try again in a moment.

offline-title = No connection
offline-needs = The server can’t be reached. The referee, prints and new games need it.
offline-works = Games you opened on this phone still open. Deals you enter are saved on this phone and sent later.
offline-again = Try again
alone-title = The referee isn’t answering
alone-needs = It’s still starting, or another window keeps it busy. Close other windows of this site, then try again.
