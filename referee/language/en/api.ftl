### The page for people who write programs.

api-title = API
api-about = Ask for rulings and keep score from your own program. Everything is JSON; an error names the field and says how to fix it.
api-rulings = Rulings
api-games = Games
api-document = OpenAPI document
api-example = An example

## Rulings
api-send-case = Send one case to <code>POST { $root }/api/rulings</code>; the response is a ruling.
api-every-case = Every case has <code>game</code> and <code>ask</code>; <code>options</code> holds the house rules that differ from the game’s defaults.
api-required = required
api-facts = Its facts:
api-ruling = The ruling
api-ruling-holds = <code>verdict</code> is <code>legal</code>, <code>illegal</code> or <code>answer</code>; <code>settled_by</code> is <code>rules</code> or <code>table</code>; <code>findings</code> lists every rule that decided, with <code>rule</code>, <code>ok</code>, <code>says</code> and <code>source</code>; <code>facts</code> holds the answer to the question.
needed-owner-matters = Needed where it matters whose meld a wild is taken from.
needed-what-happened = Needed where “what” happened hangs on it.
needed-by-hand = Needed where an empty hand wins.
needed-by-melds = Needed where so many cards on the table win.
needed-deals-numbered = Needed where deals are numbered.
needed-must-open = Needed where a player’s first melds must be a contract, or be worth enough.
needed-upcard-limits = Needed for a knock where the card turned up is the limit.
needed-wild-drawn = Needed where a card is drawn whose rank is wild.
needed-wild-by-deal = Needed where the wild rank changes from deal to deal.
holds = { $what ->
        [some-cards] Some cards.
        [card] Card.
        [melds] Melds.
        [number] Number.
        [truth] Truth.
        [word] Word.
        [name] Name.
        [names] Names.
        [some-names] Some names.
        [hands] Hands.
        [rounds] Rounds.
       *[cards] Cards.
    }

## Games
api-secret = You open a game with the secret of one of its links: the part of its address after <code>/k/</code>. The scorekeeper’s secret reads and writes, the viewer’s only reads.
api-key = <code>key</code> is an idempotency key: an entry sent twice with the same key is stored once. <code>base</code> is the last <code>version</code> you read. If another client has changed the same thing since, nothing is stored: the response is 409, with both versions.
api-kinds = These are the kinds of entry; the OpenAPI document lists their fields:
api-stand-for = <code>GAME</code>, <code>KEEPER</code> and <code>VIEWER</code> stand for values in the first response. The other responses hold more than is shown.
api-too-many = Too many questions, games or entries in a minute get 429 with <code>Retry-After</code>.

## OpenAPI document
api-document-about = Rulings on the questions of a rummy table, and every reason. Games: start one, read it, and write in its score book with the secret of one of its links.
api-document-name = Rummy referee
api-rule = Rule on one case
api-ruling-given = The ruling.
api-case-long = The case is too long.
api-case-wrong = The case can’t be ruled on.
api-wait = Seconds to wait.
api-start = Start a game
api-started = The game, with the secrets of its two links.
api-entry-large = The entry is too large.
api-start-wrong = The game can’t be started like this.
api-book-out = The score book can’t be used right now; nothing is lost.
api-read = Read a game
api-version-seen = The last version you read: 204 if nothing has changed since.
api-log-after = Send the lines of the log after the entry of this number, oldest first; the last entries by default.
api-log-limit = The most entries whose lines are sent.
api-read-wrong = A value can’t be used, and what would be right.
api-game = The game.
api-unchanged = Nothing has changed since that version.
api-no-game = No such game, or the secret doesn’t open it.
api-write = Add an entry to the log of a game
api-again = It was already saved.
api-saved = It’s saved.
api-read-only = This secret is read-only.
api-entry-wrong = It can’t be saved, and why.
api-secret-of-link = The secret of a link: the part of its address after /k/.
api-deal-id = The id of a deal: it stays the same when deals are inserted before it.
api-points-id = One more than that of the last points outside a deal, or that of points to change.
api-about-undone = Set by the score book; copies contain it.
api-first-dealer = The seat of the first dealer, from 0; 0 by default.
api-key-start = A key that you draw at random, such as a UUID, and tell nobody. The same start sent twice with the same key starts one game, and both answers hold the secret of its scorekeeper.
api-key-made = An idempotency key you make: an entry sent twice with the same key is saved once.
api-base = The last version you read.
api-options = House rules by name, where they differ from the game’s defaults.
api-finding-rule = The rule that decided, by its id.
api-finding-ok = Whether the rule was followed.
api-finding-says = A sentence for the players.
api-finding-text = The rule as it is at this table.
api-finding-source = Where the rule comes from.
api-finding-option = The house rule that would change it.
api-error-field = The field that is wrong, if any.
api-error-message = What’s wrong, and how to fix it.
api-step-deal = Enter a deal
api-step-standings = Read the standings
api-conflict = Conflict: another client changed the same thing, or the key was used for another entry. The saved version is returned.
api-called = What the table calls any other game (scores), at most { $name-length } characters. Whether the highest or the lowest total wins is its option best.
api-parts = The parts in which the points of any other game are written, such as [“bid”, “tricks”]: up to { $parts }, each of at most { $part-length } characters.
api-note = At most { $note-length } characters.
api-too-many-questions = Too many questions in a minute.
api-too-many-writes = Too many new games, entries or wrong secrets in a minute.
api-type-deal-written = The next deal, written for the first time.
api-besides = What is said of the deal besides hands. Where a game counts more than what is held, points are what a player writes if this is left out.
api-type-besides = What is said of a deal besides who ended it and what everybody held. gin is gin or big-gin, or where hands are not compared closed or chinchon; melded holds what each player laid down, where that counts; events are hand (out with all cards at once), cut (exactly as many cards as are dealt), wrong-declaration, unopened (laid nothing down) and laid (their own contract, where everybody has one); dropped is first or middle.
api-type-hand = The value of the cards that one player held when a deal ended. points is null while nobody knows it yet: that is neither 0 nor a deal sat out. cards are those cards where they were tapped; sum is what was typed where it was more than a number, such as 12+11+7.
api-type-deal-corrected = A deal that was written before, whole, as it should be.
api-type-deal-inserted = A deal that was forgotten, and was played just before the deal of the id before.
api-type-deal-deleted = The deal of that id was never played.
api-type-results-swapped = What stood for one player in a deal was the other’s: hands, and who went out.
api-type-undone = The event of that number counts no more; about are the sorted conflict keys of it.
api-type-joined = Somebody sits down whose turn comes next after the player after, with so many points.
api-type-seat = A place at the table: key never changes (p1), name is how the player is called.
api-type-begins = What somebody who joins late, or returns, is given for the deals that were missed; by the rule of the game a player comes back who was out of it.
api-type-left = A player takes no part from the next deal on; the total stays as it is.
api-type-returned = A player who left, or was out of the game, takes part again, with so many points more.
api-type-renamed = A player is called otherwise; what was written stays the player’s.
api-type-seats-moved = From the next deal on this is the order of play.
api-type-cards-drawn = What the table drew for the next deal, or for one that is written: wild is the rank, * for a joker, and upcard the card turned up.
api-type-dealer-changed = A player deals next, whoever’s turn it was; after that the deal goes on in order of play.
api-type-options-changed = From the next deal on the table plays by these values of some options.
api-type-points-given = Points for a player outside a deal, and why. Under an id that was given before, this is what they should have been: 0 where they were never given.
api-type-game-points = Points outside a deal, under the id by which an entry changes them; after is the id of the deal before, 0 before the first.
api-type-noted = The game carries a note as its title, and a day (2026-11-21), each empty for none.
api-type-melds-laid = The melds of a deal as they all lie now; did is what was done. No points follow from it.
api-type-laid-meld = A meld on the table: by is the key of the player who laid it, cards as cases write it.
api-type-game-start = What starts a game.
api-type-game-started = A game that was just started.
api-type-secrets = The secrets of the two links that a game starts with.
api-type-entry-sent = What writes an entry.
api-type-game = A game: players, deals, standings, what comes next, and a part of the log. called is what the table calls any other game, empty for the rest; final are the totals with what is added to them once the game is over, empty before.
api-type-game-player = Somebody who ever sat down; plays is false for those who left.
api-type-game-deal = A deal as it stands now; slip is the id that events call it by. hands and besides are what its points come from, as the table wrote it.
api-type-next-deal = The deal that comes next.
api-type-game-log-line = A line of the log as players read it.
api-type-entry-written = What was written; again: it was saved before.
api-type-entry-conflict = What is saved instead of an entry that was not written.
api-type-wrong = The field that is wrong, or an empty text, and what would be right.

## What does not fit, and what would: the words after “send it as”
fits-player-key = the key of a player, such as p1
fits-day = a day, such as 2026-11-21, or an empty text
fits-key = { $least } to 64 letters, digits, _ and -
fits-entry = an object with its kind
fits-option = text, a whole number, or true or false, or a list of texts
fits-options = an object: the values of options by their names
fits-hands = an object: the hands of the players by their keys
fits-besides = an object: what else is said of the deal, each at wish: “gin”, “melded”, “events”, “dropped”
fits-events = an object: lists of what else happened, by the keys of the players
fits-dropped = an object: when a player left the deal, by the player’s key
fits-texts = a list of texts
fits-whole = a whole number from { $least } to { $most }
fits-exactly = a whole number { $most }
fits-text = text of at most { $most } characters, without invisible ones
fits-line = text in one line of at most { $line-length } characters
fits-keys = a list of at most { $most } keys
fits-melds = a list of at most { $most } melds
fits-players = a list of 2 to { $most } names, in the order they sit
fits-one-of = one of these: { $known }
fits-object = an object with { $names }
fits-or-null = { $what }, or null
fits-any-text = text
field-missing = { $field } is missing: send it as { $what }.
field-only = Send { $field } with only { $names }.
field-wrong = Send { $field } as { $what }.
field-wrong-optional = Send { $field } as { $what }, or leave it out.
field-ruling = Rulings are saved from the pages.
field-kind = Send entry.kind as one of these: { $kinds }.
field-called = Only any other game ({ $game }) has a name and parts of the table’s own: leave called and parts out.
field-dealer = Send the seat of the first dealer, from 0 to { $most }.
field-key-used = This key was used for another entry: make a new key for each.
field-object = Send a JSON object.
field-no-game = There’s no such game, or this secret doesn’t open it.
field-stale = Another phone changed the same thing.
