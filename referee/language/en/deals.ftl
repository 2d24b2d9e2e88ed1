### What is wrong with a deal that is asked for, and what is odd in the hands at its end.

deal-play-off = Play-off

no-deal-below = Deals count from 1, so there’s no deal { $deal }.
no-deal-above = { $what ->
        [deals] { $game } has { $count ->
                [one] one deal: there’s no deal { $deal }.
               *[other] { $count } deals: there’s no deal { $deal }, only 1 to { $count }.
            }
       *[rounds] { $game } has { $count ->
                [one] one round at this table: there’s no deal { $deal }.
               *[other] { $count } rounds at this table: there’s no deal { $deal }, only 1 to { $count }.
            }
    }
no-deal-players = { $game } is for { $players }, not { $has }.
no-deal-packs = { $players } players with { $each } cards each need at least { $needed } cards, and { $packs-count ->
        [one] { $packs } holds { $cards }
       *[other] { $packs } hold { $cards }
    }: use at least { $least } packs.

doubt-together = In all hands together: { $says }
doubt-out-holds = Went out, so has no cards left. Who went out?
doubt-empty = Nothing is left in this hand, but nobody went out.
doubt-empty-other = Nothing is left in this hand, but somebody else went out.
doubt-empty-both = Nothing is left in this hand, nor in another, but only one player can go out.
doubt-melds-blank = Nothing is entered for melds, so they count 0.
doubt-knock = A knock with { $points } left: at most { $most } may be.
doubt-cards = That’s { $has } cards, but { $dealt } were dealt.
doubt-below = A hand can’t come to { $points }: enter 0 or more.
doubt-above = { $points } is more than all the cards in play, which come to { $all }.
doubt-takes = { $points } takes { $cards } cards or more, but { $dealt } were dealt.
doubt-takes-tap = { $points } takes { $cards } cards or more, but { $dealt } were dealt. If it’s right, enter the cards, such as K 7 7.
doubt-step = In this game every hand comes to a multiple of { $step }: not { $points }, but { $below } or { $above }.
doubt-no-sum = No cards of this game come to { $points }.
doubt-counted-melded = You entered { $typed } for melds, but this player’s phone counted { $counted }.
doubt-counted-points = You entered { $typed }, but this player’s phone counted { $counted }.
doubt-missing = No score yet. You can add it later; until then the totals aren’t complete.
doubt-falls = The total falls from { $before } to { $after }.
doubt-not-scored = A deal in which nobody went out isn’t scored: choose who did, or deal again.
doubt-all-count = Nobody went out, and everybody’s cards count.
only = { $copies ->
        [one] only one is in play
       *[other] only { $copies } are in play
    }
doubt-no-jokers = There are no jokers in this game.
doubt-many = That’s { $card } { $has } times, but { only }.
doubt-many-ranks = That’s { $has } { $ranks }, but { only }.
doubt-all-above = All hands together come to { $points }, but all the cards in play only to { $all }.
