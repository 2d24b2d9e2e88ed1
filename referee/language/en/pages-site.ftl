### What every page has, and what forms say.

site-name = Rummy referee
site-about = Keeps score for rummy players and settles their arguments.
site-speak = Read it aloud
left-handed = Left-handed
four-colours = Suits in four colours
four-colours-about = Blue diamonds and green clubs, on this phone.
large-keys = Large keys
large-keys-about = At the referee: choose a suit, then tap ranks.
next-cards = Ring the cards that may come next
next-cards-about = At the referee: those that would go on with the last meld.
left-handed-about = Puts what the thumb taps most on the left, on this phone.
site-skip = Skip to the page
site-navigation = Site
site-to-table = Back to the table
# A moment and a day, as patterns of dates (unicode.org, “Date Format Patterns”).
site-moment = d MMM, HH:mm 'UTC'
site-day = d MMMM y

## Forms

form-expired = This form has expired. Reload the page.
form-too-long = That’s too long. Use at most { $most } characters.

option-number = Enter a whole number from { $least } to { $most }.
option-no-such-answer = Choose one of the answers.
option-clash = This doesn’t go with the other rules. { $why }

heading-cards = Cards and players
heading-melds = Melds
heading-contract = The contract
heading-turn = Drawing and claiming
heading-table = On the table
heading-discard = Discarding and going out
heading-scoring = Points and the end
heading-irregularities = If something goes wrong

# The page of the folder that runs without a server.
folder-getting = Getting ready, once: about 9 megabytes. From then on this phone needs no connection.
folder-no-script = This works with JavaScript only. Allow it for this address, and open it again.
folder-no-storage = This browser keeps nothing here, so no game would be safe. Open this address in an ordinary window, not a private one, of a browser of the last two years (on an iPhone iOS 16.4 or newer), over https.
folder-full = This phone has no space left for the score book: nothing new can be saved. What was saved is still here. Delete something else from the phone, then open this again.
folder-gone = The browser has deleted what was kept here. If you have a copy of your games, import it; deals that you write now are kept.
folder-framed = Another page shows this one inside itself. Open it in a window of its own.
folder-back = Back
folder-print = Print
folder-starting = Opening the score book…
folder-failed = This could not be started. Close every other window of it, then try again. What was written is still here.
folder-unheard = There was no answer. What you wrote is still here: try again.
folder-missing = Not everything came over the connection. What came is kept: try again for the rest.
