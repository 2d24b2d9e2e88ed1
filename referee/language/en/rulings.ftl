

## If something goes wrong
irregularity-drew-two_put-back-next-may-take = The lower card goes back. The next player may look at it and take it, or else have it put into the middle of the stock.
irregularity-drew-two_put-back = The second card goes back on the stock.
irregularity-drew-two_unseen = Nobody has seen either card, so the second goes back on the stock.
irregularity-drew-two_keeps-both = Both cards are kept, and one card more is discarded.
irregularity-no-discard_discard-anyway = No card here may be discarded, so any card may go.
irregularity-no-discard_keep-all = No card here may be discarded, so the player keeps them all and the turn ends.
irregularity-no-discard_play-it = No card here may be discarded, so one is played on the table instead.
irregularity-no-discard_take-upcard-and-stock-card = No card here may be discarded, so the player takes the top discard and the top stock card, plays what can be played, and then discards.
irregularity-no-discard_may-go = { $cards-count ->
        [one] The { $cards } may be discarded.
       *[other] These may be discarded: { $cards }.
    }
irregularity-wild-upcard_turn-another = The { $card } is wild: shuffle it back in and turn up another card.
irregularity-wild-upcard_stands = The { $card } is wild, and stays there all the same.
irregularity-wild-upcard_natural = The { $card } isn’t wild, so it stays there.
irregularity-wild-wanted_next-in-turn = { $name } gets the wild, as the next in turn of those who want it.
irregularity-wild-wanted_first-caller = { $name } gets the wild, as the first to call for it.
irregularity-count-before-draw_redeal = The hand has the wrong number of cards, and nobody has drawn yet: deal again.
irregularity-count-before-draw_draw-without-discarding = The hand is { $missing } short: the player draws without discarding until it is right.
irregularity-count-before-draw_discard-without-drawing = The hand is { $extra } too large: the player discards without drawing until it is right.
irregularity-count-before-draw_stands = Play on with the hand as it is.
irregularity-count-before-draw_right = The hand has the right number of cards.
irregularity-count-after-draw_redeal = The hand has the wrong number of cards: deal again.
irregularity-count-after-draw_draw-without-discarding = The hand is { $missing } short: the player draws without discarding until it is right.
irregularity-count-after-draw_discard-without-drawing = The hand is { $extra } too large: the player discards without drawing until it is right.
irregularity-count-after-draw_stands = Play on with the hand as it is.
irregularity-count-after-draw_right = The hand has the right number of cards.
irregularity-false-meld_take-back = The wrong meld goes back into the hand.
irregularity-false-meld_stands = The meld stands: it was noticed too late.
irregularity-false-meld_never = The meld stands, even though it was wrong.
irregularity-late-claim_stands = The claim stands.
irregularity-late-claim_too-late = It’s too late to claim the discard.
irregularity-out-of-turn_take-back = { $did ->
        [drew] The card goes back where it was drawn from.
        [discarded] The discard goes back into the hand.
       *[melded] The meld goes back into the hand.
    }
irregularity-out-of-turn_stands = { $did ->
        [drew] The card is kept, even though it was drawn out of turn.
        [discarded] The discard stands, even though it was out of turn.
       *[melded] The meld stands, even though it was out of turn.
    }
irregularity-exposed-by-dealer_redeal = A card was shown while dealing: deal again.
irregularity-exposed-by-dealer_replace = The card goes back into the stock, and another is dealt for it.
irregularity-exposed-by-dealer_stands = The card stays where it was dealt.
irregularity-exposed-by-player_redeal = A player has shown a card: deal again.
irregularity-exposed-by-player_replace = The card goes back into the stock, and another takes its place.
irregularity-exposed-by-player_stands = The card stays in the hand.
