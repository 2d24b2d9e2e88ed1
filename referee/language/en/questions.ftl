### Questions put to the referee: what would be right in a field, by its name in a case.

how-game = Name the game by its id.
how-ask = Say what is asked, such as “meld”.
how-players = Write a whole number, such as 4.
how-deal = Write the number of the deal, from 1.
how-cards = Write cards such as “8s 9s 10s”.
how-hand = Write the cards held, such as “7c 9d Kd”.
how-melds = Write a list of melds, such as ["9s 9d 9c", "4s 5s 6s"].
how-table = Write a list of the melds on the table, such as ["4c 5c 6c"].
how-onto = Write the meld on the table, such as “8s 9s 10s”.
how-meld = Write the meld on the table, such as “8s * 10s”.
how-give = Write the card that takes the wild’s place, such as “9s”; two where both missing suits are needed.
how-take = Write the wild to be taken, such as “*” or “2h”.
how-card = Write the card, such as “7c”.
how-round = Write which round of turns it is, such as 3.
how-is_last = Write true or false: is the card, named alone as the hand, the last one held?
how-took = Write the card that was taken from the discard, such as “7c”.
how-seats = Write a list of names in order of play, such as ["Ann", "Bob"].
how-turn = Name the player whose turn it is.
how-drawn = Write true or false: has the player drawn in this turn?
how-wants = Write true or false: does that player take the discard?
how-claims = Write a list of names in the order they called; [] for none.
how-laid = Write a list of the names of those whose contract is down.
how-spent = Write a list of the names of those who have no claims left in this deal.
how-stock = Write the number of cards left in the stock.
how-hands = Write a table of the cards that players hold, such as {"{"}"Ann": "", "Bob": "K 7"{"}"}.
how-melded = Write a table of the melds that players laid down, such as {"{"}"Ann": ["7s 7h 7d"]{"}"}; for “go-out” the number of cards that lie melded.
how-events = Write a table of lists of what players did, such as {"{"}"Ann": ["hand"]{"}"}.
how-out = Name the player who went out, or null where nobody did.
how-left = Write a list of the names of those who left for good, such as ["Cid"].
how-rejoined = Write a table of the rounds after which players came back, such as {"{"}"Cid": 4{"}"}.
how-dropped = Write a table of when players dropped, “first” or “middle”, such as {"{"}"Cid": "first"{"}"}.
how-rounds = Write a list of tables of points, such as [{"{"}"Ann": 20, "Bob": 0{"}"}].
how-seen = Write true or false: has either card been seen?
how-groups = Write a list of the groups of the hand, such as ["3h 4h 5h", "8s 9s *"].
how-wild = Write the rank drawn as wild, such as “7”, or “*” for a joker.
how-upcard = Write the card turned up, such as “2h”.
how-wanting = Write a list of the names of those who want the wild, in the order they called.
how-before_first_draw = Write true or false: was it noticed before anybody drew?
how-more = Write how many cards the hand has too many, or a negative number if it has too few.
how-drawn_next = Write true or false: has the next player drawn?

## The form of the desk: what it asks for in a field, by its name, and where that differs by question

label-melded = How many cards lie melded?
label-cards = The cards
label-first_cards = Cards in question, if any
label-lay-off_cards = The card to add
label-points_cards = The cards in your hand
label-ungrouped = The cards in no set or run
label-arrange_cards = The cards in your hand
label-hand = The whole hand
label-knock_hand = The cards you keep after your discard
label-discard_hand = The other cards in your hand
label-onto = The meld on the table
label-meld = The meld on the table
label-give = Your card
label-round = Which round of turns is it?
label-take = Which { $wild }
label-card = The card to discard
label-table = The melds on the table
label-discard_table = Melds on the table that it might fit, if any
label-kind = Is it meant as a set or a run?
label-deal = Which deal is it?
label-wild = Which rank was drawn as wild?
label-players = How many play?
label-down = Is your contract down?
label-own-contract = Which contract is it?
label-own-meld = Is a meld of yours down?
label-whose = Whose meld is it?
label-turn = Is it your turn?
label-whose-turn = Whose turn is it?
label-use = What will you do with the { $wild }?
label-drawn = Has the player drawn in this turn?
label-is_last = Is it your last card?
label-took = Did you just take it from the discard pile?
label-last = How was the last card played?
label-seats = Players, in order of play
label-wants = Does that player want the discard?
label-claims = Who else wants it?
label-laid = Whose contract is down already?
label-spent = Who has no claims left in this deal?
label-first-claims = Who called first?
label-stock = What is left of the stock?
label-seen = Has anybody seen one of the two?
label-no-legal-discard_hand = The cards you hold
label-upcard = The card turned up
label-wanting = Who wants it?
label-before_first_draw = Was it noticed before anybody drew?
label-when = When was it noticed?
label-drawn_next = Has the next player drawn?
label-did = What was done?

## A line under a field

hint-meld_cards = Tap the cards, in any order.
hint-contract_cards = Everything you lay down. We find the melds, or separate them yourself.
hint-contract_hand = If the whole hand must go down at once.
hint-lay-off_cards = One card, or several.
hint-discard_table = Only those the card might fit.
hint-seats = Separate the names with commas.

## The answers to choose from, by field

choice-nobody = Nobody
choice-players_unsaid = Not given
choice-deal = { $number }: { $what }

choice-kind_unsaid = Either
choice-kind_set = A set
choice-kind_run = A run

choice-down_no = No
choice-down_this-turn = Yes, this turn
choice-down_earlier = Yes, before

choice-whose_other = Another player’s
choice-whose_own = Mine

choice-turn_own = Yes
choice-turn_other = No

choice-use_now = Play it at once
choice-use_keep = Keep it

choice-drawn_unsaid = Not said
choice-drawn_yes = Yes
choice-drawn_no = No
choice-is_last_no = No
choice-is_last_yes = Yes
choice-took_no = No
choice-took_yes = Yes

choice-last_discard = Discarded
choice-last_meld = In a meld
choice-last_lay-off = Laid off

choice-wants_yes = Yes
choice-wants_no = No

choice-seen_yes = Yes
choice-seen_no = No
choice-before_first_draw_yes = Yes
choice-before_first_draw_no = No
choice-when_at-once = At once
choice-when_later = Later
choice-drawn_next_no = No
choice-drawn_next_yes = Yes
choice-did_drew = A card was drawn
choice-did_discarded = A card was discarded
choice-did_melded = A meld was laid

choice-stock_unsaid = Several cards
choice-stock_1 = One card
choice-stock_0 = Nothing
