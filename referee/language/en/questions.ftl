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
how-give = Write the card that takes the wild's place, such as “9s”.
how-take = Write the wild to be taken, such as “*” or “2h”.
how-card = Write the card, such as “7c”.
how-took = Write the card that was taken from the discard, such as “7c”.
how-seats = Write a list of names in order of play, such as ["Ann", "Bob"].
how-turn = Name the player whose turn it is.
how-drawn = Write true or false: has the player drawn in this turn?
how-wants = Write true or false: does that player take the discard?
how-claims = Write a list of names in the order they called; [] for none.
how-stock = Write the number of cards left in the stock.
how-hands = Write a table of the cards that players hold, such as {"{"}"Ann": "", "Bob": "K 7"{"}"}.
how-out = Name the player who went out, or null where nobody did.
how-left = Write a list of the names of those who left for good, such as ["Cid"].
how-rounds = Write a list of tables of points, such as [{"{"}"Ann": 20, "Bob": 0{"}"}].
