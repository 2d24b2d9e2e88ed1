### Counting together: the code, each player’s own page, and what came in.

together-title = Count together
together-lead = Everyone writes their own part of a deal on their own phone. You see it come in, and save the deal.
together-start = Show the code
together-code = Join with this code
together-image = QR code to join this table
together-type = Scan it, or open { $address } and type:
together-seats = Phones
together-stop = Stop counting together
together-stop-about = The code and every player’s page stop working. Nothing that is saved is lost.

join-title = Join a table
join-lead = The scorer’s phone shows a code of six letters, under Share or on the page of the deal.
join-code = Code
join-example = ABC DEF
join-go = Join
join-no-code = No table has this code now. Check the letters, or ask the scorer for a new code.

sit-title = Who are you?
sit-lead = Choose your name once. You then write your own part of each deal on this phone.
sit-here = That’s me<span class="vh">: { $name }</span>
sit-over = Take over<span class="vh"> { $name }</span>
sit-taken = on another phone

seat-title = { $name }’s hand
# Under the name in the bar
seat-place = { place } of { $players }
seat-deals = you deal
seat-rulings = { $rulings ->
        [0] No rulings yet
        [one] 1 ruling in this game
       *[other] { $rulings } rulings in this game
    }
seat-name = { $name }’s hand in deal { $deal }
seat-out = { $way ->
        [knock] I knocked
        [declare] I declared
        [won] I won the deal
       *[other] I went out
    }
seat-hand-points = Left in my hand
seat-hand-melded = Laid down
seat-fate-laid = I laid my contract
seat-feat-cut = I cut exactly
seat-send = Send my hand
seat-send-again = Send again
seat-sent = Sent: { $says }. You can still change it.
seat-sent-out = Sent: you went out. You can still change it.
seat-denied = The scorer still has { $typed }.
seat-which = { $typed } or { $counted }?
seat-typed = The scorer has { $typed } for you. You counted { $counted }.
seat-which-about = Nothing is saved yet. The scorer’s phone is told what you choose.
seat-cards = The cards that you counted
seat-right = { $points } is right
seat-stands = On the other page: { $says }
seat-saved = Deal { $deal } is already saved with { $saved } for you, but you counted { $mine }. Tell the scorer.
seat-saved-other = Deal { $deal } is already saved otherwise than you sent it. Tell the scorer.
seat-saved-without = Deal { $deal } is already saved without your score. Tell the scorer.
seat-saved-deal = Deal { $deal }, as saved
seat-went-out = went out
seat-agree = I agree with deal { $deal }
seat-agreed = You agreed to this.
seat-agreed-earlier = Another phone agreed to this for you.
seat-changed = This was changed after you agreed.
seat-odd-yes = Yes, send it
seat-gone-title = This hand isn’t counted here now
seat-gone-why = Another phone took over this hand, or the scorer stopped counting together.
seat-gone-way = To count on this phone again, enter the code from the scorer’s phone and pick your name.
seat-over = { $next ->
        [yes] The game is over, and the next one has started.
       *[no] The game is over. If you play again, a button to the next game appears here.
    }
seat-waits = There’s no hand to count now.

counted-title = From the phones
counted-waits = on a phone, not sent yet
counted-no-phone = no phone yet
counted-hand = counted { $points }
counted-melded = { $melded } melded and { $held } held
counted-sent = nothing to count
counted-denied = and says that { $typed } isn’t right
counted-use = Use { $points }<span class="vh"> for { $name }</span>
counted-start = Count together, each on their own phone
counted-code = Show the code
table-seat = Count your hand
