### Entering a deal, and correcting one.

deal-save = Save deal { $deal }
deal-save-heading = Enter deal { $deal }
deal-correct = Correct deal { $deal }
deal-correct-heading = Correct deal { $deal }
deal-insert = Insert the deal
deal-insert-heading = Insert a deal before deal { $deal }
deal-save-any = Save
deal-dealt = { $dealer } dealt
deal-who-cards = Who went out?
deal-who-shown = Who went out?
deal-who-knock = Who knocked?
deal-who-declare = Who declared?
deal-who-laid = Who went out?
deal-befell-laid = Who laid their contract?
deal-about-laid = Whoever went out has laid theirs.
deal-who-won = Who won the deal?
deal-mark-knock = Knock
deal-mark-gin = Gin
deal-mark-big-gin = Big gin
deal-mark-undercut = Undercut
deal-feat-cut = Who cut exactly?
deal-mark-chinchon = Chinchón
deal-mark-hand = Out from the hand at once
deal-about-knock = Enter what’s left after laying off.
deal-about-kinds = Only the difference? Tap what it was.
deal-count = Count
deal-ended-cards = { $out } went out.
deal-ended-shown = { $out } went out.
deal-ended-laid = { $out } went out.
deal-ended-won = { $out } won.
deal-ended-declare = { $out } declared.
deal-ended-knock = { $out } knocked with { $points }.
deal-gets = { $name } gets { $points }
deal-stands = and stands at { $total }
deal-nobody = Nobody
deal-nobody-ended = { $way ->
        [declare] Nobody declared
        [won] Nobody won
       *[other] Nobody went out
    }
deal-if-nobody = { deal-nobody-ended }? Then there’s nothing to save.
deal-hand-hint = For each hand: points, such as 45 or 12+11+7, or cards, such as K 7 7 *. A single card that is a number takes a comma: 7,
deal-points-hint = Points: such as 40 or −10.
deal-agreed = Agreed by { $players }
deal-agreed-before = { $players } agreed before this was changed
deal-more = More about this deal
deal-swap-of = Two results the wrong way round?
deal-swap-one = Swap the result of
deal-swap-other = with that of
deal-swap = Swap
deal-delete = Delete deal { $deal }
deal-forgotten = A deal forgotten before this one?
deal-delete-about = Never played? You can undo this.
deal-insert-link = Insert a deal before this one

## What is wrong
deal-not-now = You can’t enter deal { $deal } now. Go back to the table to see which deal is next.
deal-not-saved = Not saved: { $lines ->
        [one] fix the line in red.
       *[other] fix the lines in red.
    }
deal-no-out = Choose who { $way ->
        [knock] knocked
        [declare] declared
        [won] won the deal
       *[other] went out
    }. If nobody did, there’s nothing to save for this deal.
deal-no-out-nobody = Choose who { $way ->
        [knock] knocked
        [declare] declared
        [won] won the deal
       *[other] went out
    }, or “Nobody”.
deal-kinds = Choose one of knock, gin and undercut, or none: then both hands decide.
deal-kind-other = By these hands it is { $came ->
        [undercut] an undercut
       *[other] a knock
    }. For the other, enter only the difference, for one player.
deal-gin = Gin leaves nothing, but { $points } are left here.
deal-big-gin = Big gin leaves nothing, but { $points } are left here.
deal-chinchon = A chinchón leaves nothing, but { $points } are left here.
deal-no-score = There’s no score for { $name } yet. Enter { $cards ->
        [yes] the points, or the cards that were left
       *[no] the points
    }.
deal-moved = This is deal { $deal } now, no longer deal { $was }: deals before it have changed. Check it, and save again.
deal-gone = { $name } isn’t in this deal any more. You entered: { $typed }. Save again to leave that out. If { $name } did play, let { $name } return first, under Players.
deal-gone-out = went out
deal-no-hand = Enter points, such as 45 or 12+11+7, or cards, such as K 7 7.
deal-no-number = Enter a number or a sum, such as 45 or 12+11+7.
deal-negative = Cards never count less than 0. Enter a number or a sum, such as 45 or 12+11+7.
deal-too-large = That’s more than a hand can hold. Enter at most { $most }.
deal-odd-asks = Is this right?
deal-odd-yes = Yes, save it
deal-counted-asks = Which score is right?
deal-counted-yes = Save what I entered
deal-missing-asks = { $count ->
        [one] Save without { $players }’s score?
       *[other] Save without scores for { $players }?
    }
deal-missing-yes = Save anyway

## A hand
hand-out = went out
hand-declared = declared
hand-went-out = { $way ->
        [declare] Declared
       *[other] Went out
    }
hand-choose = Choose for { $name }
hand-keep = Keep { $points }
hand-use = Use { $points }
hand-differs = { $entered } here, { $counted } on the phone
hand-denied = { $name } says { $counted } is right, not { $entered }
hand-from-phone = from the phone
hand-of-points = { $name }, held
hand-of-part = { $name }: { $part }
hand-of-melded = { $name }, melded
hand-part-melded = melded
hand-part-points = held
hand-fate = What counts for { $name }
hand-counts = Counts
hand-fate-first = Dropped first
hand-fate-middle = Dropped later
hand-fate-wrong-declaration = Declared wrongly
hand-fate-laid = Laid
hand-fate-unopened = Laid nothing down
hand-suits = Suits: choose one for the ranks that follow
hand-suits-about = to group a whole hand
hand-field = { $name }: { $cards ->
        [yes] points or cards
       *[no] points
    }
hand-cards = { $name }: cards, tap one to remove it
hand-undo = Undo: bring back what { $name } had before
hand-now = { $name }: { $points }
hand-now-empty = { $name }: no score yet
hand-next = Next: { $name }
hand-whole = { $count } cards
hand-keypad = Cards left in the hand
hand-key = { $rank }, { $points ->
        [one] { $points } point
       *[other] { $points } points
    }
hand-nothing-key = Nothing left
hand-nothing-left = left
hand-number-pad = Points
hand-plus = plus
hand-back = Remove the last one
hand-sign = Switch between plus and minus
hand-to-points = Type points
hand-to-cards = Cards

## Two versions of a deal
stale-title = Deal { $deal }: which version?
stale-asks = Which version is right?
stale-lead = Someone else has saved a different deal { $deal } in the meantime. Yours isn’t saved yet.
stale-theirs = Already saved
stale-mine = Yours
stale-just-now = Entered here just now
stale-missing = missing
stale-undone = This deal was undone.
stale-keep = Keep the saved one
stale-keep-undone = Leave it undone
stale-gone = no longer in this deal
stale-differs = differs
stale-use-mine = Use mine
stale-both = If you use yours, the history shows both.

## What a saved deal changed, on the table's page
saved-deal = { $deals ->
        [one] Deal { $deal } saved.
       *[other] Deals { $first } to { $deal } saved.
    }
saved-leads = { $count ->
        [one] { $names } leads.
       *[other] { $names } are tied for the lead.
    }
saved-up = { $name } moves up to { place }.
saved-down = { $name } drops to { place }.

## A pad of paper, typed in
pad-title = Type in a pad
pad-about = From deal { $deal } on. You’re asked before anything is saved that doesn’t add up.
pad-running = Running totals
pad-by-points = Enter points
pad-by-hands = Enter hands
pad-wins = Enter each player’s wins as they stand on the pad. Where two share a line, one player’s deals are saved after the other’s.
pad-out-cards = Went out
pad-out-shown = Went out
pad-out-knock = Knocked
pad-out-declare = Declared
pad-out-laid = Out
pad-out-won = Won
pad-out = { $line }: { $way ->
        [knock] who knocked
        [declare] who declared
        [won] who won
       *[other] who went out
    }
pad-cell = { $line }, { $part ->
        [none] { $name }
        [points] { $name }, held
        [melded] { $name }, melded
       *[other] { $name }: { $part }
    }
pad-total = Total
pad-total-of = { $name }’s total on paper
pad-hint = Enter goes to the next field. Leave a line empty where the pad ends.
pad-save = Check and save
pad-more = More lines
pad-line = { $line ->
        [win] Win
       *[deal] Deal
    } { $number }
pad-asks = Is this right?
pad-yes = Yes, save
pad-differs = { $name }: the deals add up to { $ours }, the paper says { $paper }. Saving keeps { $ours }.
pad-falls = The total falls from { $before } to { $after }. In this game it can’t: check both lines.
pad-gone = { $name } is out of the game before this deal. Leave that field empty. If { $name } came back, save only the deals before this one first.
pad-gap = There’s no total in a line above. Enter that one too.
pad-compare = Compare the totals under the last line with your paper.
pad-empty = Enter a deal first.
pad-moved = The deals before these have changed meanwhile. The first line is now deal { $deal }: check that each line stands where it belongs.
pad-over = { $line }: the game is over before it. Leave that line empty.
pad-over-win = { $line } of { $name }: the game is over before it. Leave that field empty.
menu-pad = Type in a pad
menu-pad-about = Many deals at once, from paper.
