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
needed-deals-numbered = Needed where deals are numbered.
needed-has-contracts = Needed where the game has contracts.
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
