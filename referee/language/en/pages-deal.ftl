### Entering a deal, and correcting one.

deal-save = Save deal { $deal }
deal-save-heading = Enter deal { $deal }
deal-correct = Correct deal { $deal }
deal-correct-heading = Correct deal { $deal }
deal-insert = Insert the deal
deal-insert-heading = Insert a deal before deal { $deal }
deal-save-any = Save
deal-dealt = { $dealer } dealt
deal-who-out = Who went out?
deal-nobody = Nobody
deal-points-hint = Points: such as 45, or 12+11+7.
deal-any-points-hint = Points: such as 40 or −10.
deal-more = More about this deal
deal-more-about = More about this deal: swap two results, delete it, insert one before
deal-swap-of = Swap the results of
deal-swap-and = and
deal-swap = Swap the two
deal-delete = Delete deal { $deal }
deal-delete-about = For a deal that was never played. You can undo this.
deal-insert-link = Insert a deal before this one

## What is wrong
deal-not-now = You can’t enter deal { $deal } now. Go back to the table to see which deal is next.
deal-not-saved = Not saved: { $lines ->
        [one] fix the line in red.
       *[other] fix the lines in red.
    }
deal-no-out = Choose who went out.
deal-no-out-nobody = Choose who went out, or “Nobody”.
deal-no-score = There’s no score for { $name } yet. Enter the points, or tap the cards that were left.
deal-gone = { $name } isn’t in this deal any more. You entered: { $typed }. Save again to leave that out. If { $name } did play, let { $name } return first, under Players.
deal-gone-out = went out
deal-no-number = Enter a number or a sum, such as 45 or 12+11+7.
deal-too-large = That’s more than a hand can hold. Enter at most { $most }.
deal-both = The cards add up to { $cards }, but you typed { $points }. Keep one and clear the other.
deal-odd-asks = Is this right?
deal-odd-yes = Yes, save it
deal-missing-asks = { $count ->
        [one] Save without { $players }’s score?
       *[other] Save without scores for { $players }?
    }
deal-missing-yes = Save anyway

## A hand
hand-no-score = no score yet
hand-out = Went out: 0
hand-cards = { $name }’s cards: tap one to remove it
hand-cards-left = Cards left<span class="vh"> in { $name }’s hand</span>
hand-points = Points<span class="vh"> for { $name }</span>
hand-tap = Tap cards<span class="vh"> left in { $name }’s hand</span>
hand-keypad = Cards for { $name }
hand-key = { $rank } for { $name }
hand-sign = Switch { $name }’s points between plus and minus
hand-use = Use { $points }<span class="vh"> for { $name }</span>

## Two versions of a deal
stale-title = Deal { $deal }: which version?
stale-asks = Which version is right?
stale-lead = Someone else has saved a different deal { $deal } in the meantime. Yours isn’t saved yet.
stale-theirs = Already saved
stale-mine = Yours
stale-just-now = Entered here just now
stale-out = Went out
stale-missing = missing
stale-undone = This deal was undone.
stale-keep = Keep this one
stale-gone = no longer in this deal
stale-differs = differs
stale-use-mine = Use mine
stale-both = If you use yours, the history shows both.
