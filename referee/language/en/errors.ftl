### What cannot be read, and what would be right: cards, cases, house options and games' files.
# Names of fields, keys and options stand in these as programs write them.

## Cards
cards-none-such = “{ $text }” is not a card. Write rank and suit, such as 10d for the 10 of diamonds; a joker is *.
cards-two-ways = “{ $text }” can be read two ways. Put blanks between the cards.
cards-joker-as = A wild card stands for a card, never for a joker: write *=8h.
cards-not-of-deck = There’s no { $card } in this game: the ranks are { $ranks }, the suits { $suits }.
cards-alone = Write { $card } alone here: only a card in a meld stands for another.
cards-suitless = “{ $rank }” needs a suit: { $rank }s, { $rank }h, { $rank }d or { $rank }c.{ $rank ->
        [J] {" "}A joker is written *.
       *[other] { "" }
    }
cards-too-many = These are { $has } cards: { $most } at most.
cards-too-long = That is too much text for cards: { $most } cards at most.

## Cases
case-no-case = A case is an object such as {"{"}"game": …, "ask": …{"}"}.
case-no-body = Send one case as a JSON object, such as {"{"}"game": "…", "ask": "meld", "cards": "9s 9d 9c"{"}"}.
case-long-line = A case takes at most { $most } bytes; this line is longer.
case-not-text = A case has to be in UTF-8; this line isn’t.
case-not-json = A case is one JSON object on a line{ $column ->
        [0] { "." }
       *[other] : this one can’t be read from column { $column } on.
    }
case-no-object = A case is one JSON object, such as {"{"}"game": …, "ask": …{"}"}.
case-no-field = There is no such field. The fields are { $fields }.
case-no-question = “{ $ask }” is not a question. The questions are { $known }.
case-no-game = “{ $game }” is no game here. The games are { $known }.
case-broken-game = The file of “{ $game }” cannot be read. { $problem }
case-options-table = Write a table of options by name, such as {"{"}"ace": "low"{"}"}.
case-missing = “{ $field }” is missing. { $how }
case-word = Write one of these: { $words }.
case-one-card = This is about one card, not { $has }.
case-no-cards = “{ $field }” holds no cards. { $how }
case-empty-meld = One of these melds has no cards. Leave it out.
case-long-list = “{ $field }” may list { $most } at most, not { $has }.
case-name = A name is a text of 1 to { $most } characters.
case-seats = Name each player once, in order of play.
case-turn = Name the player whose turn it is, as in “seats”.
case-deal = { $count ->
        [0] The deals of { $game } are numbered from 1 on.
       *[other] The deals of { $game } are numbered from 1 to { $count }.
    }
case-hand-size = These are { $has } cards: a hand of { $most } at most.
case-melds-or-cards = Give either “melds”, a list of melds, or “cards”, all in one text.
case-cards-or-groups = Give either “cards”, the whole hand in one text, or “groups”, a list of its groups.
case-no-points = In { $game } cards have no points.
case-no-declaring = In { $game } nobody declares.
case-no-contracts = { $game } has no contracts. Ask “meld” instead.
case-suit-counts = What this card counts follows from its suit: write { $cards }.
case-no-laying = In { $game } nothing is laid down before a deal ends, so nothing can be added or taken either.
case-no-going-out = In { $game } a deal doesn’t end with a last card, but as somebody shows the whole hand.
case-no-knocking = In { $game } nobody knocks.
case-laid-not-held = The { $card } is laid down but not in the hand. Write all cards held.
case-thrown-not-held = The { $card } is not in the hand. Write all cards held, with that one.
case-one-wild = Name one wild, not { $has }.
case-not-in-meld = There is no { $card } in { $meld }.
case-all-seats = Name all { $players } players, or leave “players” out.
case-not-seated = “{ $name }” is not seated. Name players as in “seats”.
case-own-claim = The player whose turn it is takes the discard by “wants”.
case-out-missing = “out” is missing. Name the player who went out, or null.
case-out-unknown = Name the player who went out as in “hands”, or null.
case-out-holds = { $name } went out, so { $name } can hold no cards.
case-out-stranger = “{ $name }” holds no hand here: name a player of this deal.
case-out-left = { $name } went out, so every card of { $name } is in a set or run; here { $cards } would be left.
case-hands-suits = In { $game } hands are grouped to be counted, so give every card its suit.
case-melded-hand = { $name } has not all cards of these melds. Name melds of that hand.
case-melded-no-meld = { $meld } is no meld.
case-melded-knock = Only the melds of the player who knocked are named.
case-out-points = Whoever goes out holds no cards, so write 0 there, not { $points }.
case-melded-unscored = In this game cards that were laid down count for nobody; leave “melded” out.
case-melded-stranger = “{ $name }” holds no hand here. Name players as in “hands”.
case-no-wild = No rank is drawn as wild in { $game }; leave “wild” out.
case-no-upcard = Nothing hangs on the upcard in { $game }; leave “upcard” out.
case-joker-upcard = A joker as the upcard decides nothing: write the card that was turned up in its place.
case-no-event = “{ $event }” is no event of this game. { $known-count ->
        [0] It has none.
       *[other] Write { $known }.
    }
case-hand-out = Only the player who went out can do so with all cards at once, not { $name }.
case-after-the-end = This game was over after round { $round }; leave out those after.
case-laid-stranger = “{ $name }” can’t have laid a contract: name a player of “hands”.
case-cut-many = Only one player cuts a deal; name one of { $names }.
case-cut-stranger = “{ $name }” can’t have cut: name a player of “hands”.
case-unopened-out = “{ $name }” can’t have laid nothing down: name a player of “hands” who didn’t go out.
case-wrong-declaration-out = “{ $name }” can’t have declared wrongly: name a player of “hands” who didn’t go out.
case-no-dropping = In { $game } nobody drops out of a deal; leave “dropped” out.
case-dropped-who = “{ $name }” can’t have dropped: name a player of “hands” who didn’t go out.
case-no-rejoining = At this table nobody comes back who is out of the game; leave “rejoined” out.
case-rejoined-stranger = “{ $name }” can’t come back after round { $round }. Name players and rounds as in “rounds”.
case-rejoin-in = { $name } wasn’t out of the game after round { $round }. Name the round after which they came back.
case-rejoin-many = { $name } would come back with { $points } points after round { $round }, which is out of the game at once.
case-points-out = { $name } was out of the game before round { $round }. Leave them out of it; where the table lets players come back, say in “rejoined” after which round they did.
case-left-stranger = “{ $name }” has no points. Name players as in “rounds”.
case-mishap-never = “{ $what }” can’t happen at this table: { $why }
case-mishap-field = “{ $what }” has no “{ $field }”. { $count ->
        [0] It needs no more fields.
       *[other] Its fields are { $fields }.
    }
case-wanting = Name those who want the wild, as in “seats”.

## House options
options-near = “{ $name }” is no option of this game. Did you mean one of these: { $near }?
options-unknown = “{ $name }” is no option of this game. Its options are { $known }.
options-twice = “{ $name }” and “{ $other }” are one option with two values.
options-number = “{ $name }” takes a whole number from { $least } to { $most }.
options-number-zero = “{ $name }” takes a whole number from { $least } to { $most }, or 0 for “{ $zero }”.
options-words = “{ $name }” takes one of these: { $known }.
options-items = “{ $name }” takes one of these: { $known }, or a list of { $items }.

options-clash = “{ $name }” and “{ $other }” cannot go together: { $why }.
options-idle = “{ $name }” changes nothing here: { $why }
options-idle-without = “{ $name }” changes nothing here: { $why } That rests on { $others }.
options-wrong = “{ $name }”: { $why }.

## Games’ files: what stands after the key
schema-kind = { $kind ->
        [str] a text
        [bool] true or false
        [int] a whole number
        [list] a list
        [by-players] a table by number of players
        [points] a table of points by rank
        [parent] the name of another file
       *[table] a table
    }
schema-needs = needs { $what }, not { $given }
schema-words = needs one of { $known }, not { $given }
schema-some = needs some of { $known }
schema-form = needs the form { $form }
schema-form-given = needs the form { $form }, not { $given }
schema-missing = is missing
schema-one-of = needs one of { $known }
schema-whole = needs a whole number
schema-players = needs two players or more, not { $least } to { $most }
schema-by-players = does not say how many for { $players } players
schema-no-way = needs one way at least
schema-track = contracts of one’s own need deals of as many cards each, and the highest total to win
schema-small = { $piece-kind ->
        [set] a { $piece } is smaller than a set may be
       *[run] a { $piece } is smaller than a run may be
    }
schema-out-of-deck = “{ $rank }” is a rank that this game takes out of the deck.
schema-not-of-deal = is no knob that a deal may set for itself, such as “runs.suits”
schema-idle = changes nothing: { $why }
schema-nobody = says how many for { $players } players, for whom the game is not
schema-no-rank = “{ $item }” is no rank
schema-few-ranks = needs two ranks or more that sets and runs are made of
schema-no-suit = “{ $item }” is no suit: they are { $known }
schema-twice = “{ $item }” stands there twice
schema-no-choice = is none of its choices
schema-sets-nothing = sets { $key }, which is not there
schema-unknown-key = is not a key here; the keys are { $keys }
schema-edition = needs a number up to { $most }, not { $given }
schema-points = needs a whole number of points
schema-points-twice = gives { $rank } its points twice
schema-pips = “{ $word }” needs ranks in figures
schema-span = needs a rank, "joker", or a span such as "3-9"
schema-no-option = is no option here
schema-no-rule = “{ $rule }” is no rule that a game can have
schema-no-sentence = “{ $rule }” is no sentence of this rule
schema-placed = “{ $rule }” stands under “{ $section }” already
schema-no-file = there is no { $file }
schema-no-parent = there is no { $file }; the files are { $known }
schema-circle = leads round in a circle: { $way }
schema-encoding = is not written in UTF-8
schema-toml = is no TOML { $line ->
        [0] at its end
       *[other] at line { $line }, column { $column }
    }
