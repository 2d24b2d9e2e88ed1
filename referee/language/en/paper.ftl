### Sheets of paper: what stands on them, and why one cannot be printed.

## The kinds of sheets
# Each has a title, and a line on what it is for.

sheet-score-pad = Score pad
sheet-score-pad-about = A row for every deal, with big boxes.
sheet-contracts = { $contracts ->
        [yes] Contracts
       *[no] Main rules
    }
sheet-contracts-about = { $contracts ->
        [yes] What to lay down, to read across the table.
       *[no] Melds, the end and points, to read across the table.
    }
sheet-card = Player’s card
sheet-card-about = Turn, { $contracts ->
        [yes] contracts
       *[no] melds
    } and points, for every pocket.
sheet-tents = Table tents
sheet-tents-about = One contract a sheet, folded to stand.
sheet-rules = Rule card
sheet-rules-about = The whole game on both sides of one sheet.
sheet-values = Points and melds
sheet-values-about = What cards count; right and wrong melds.
sheet-compared = Two games compared
sheet-compared-about = Only the differences.
sheet-agreement = House agreement
sheet-agreement-about = Your house rules, with room to sign.
sheet-final = Final sheet
sheet-final-about = Places, every deal and a chart.
sheet-own-rules = Our own rules
sheet-own-rules-about = Boxes to tick, ten contracts to fill in.
sheet-dealer = Dealer’s card
sheet-dealer-about = Packs and cards by number of players.
sheet-evening = Rummy evening
sheet-evening-about = Four tables, two rounds, everybody’s place.
sheet-season = Season table
sheet-season-about = A line an evening, a column a player.
sheet-sign = Table sign
sheet-sign-about = A QR code to follow the scores.
sheet-certificate = Certificate
sheet-certificate-about = What was won, when and against whom.
sheet-kit = Table kit
sheet-kit-about = Several sheets in one file, with a page of contents.
# The name of a file, as its reader shows it.
paper-document = { $title } – { $sheet }

## What several sheets say

paper-players = { $players } players
paper-for-players = { $players } players: { $what }
paper-cards = { $cards } dealt
tents-cards = { $cards } cards each
paper-deal = Deal
# What is special about one deal.
paper-deal-special = Deal { $deal }: { $special }
paper-points = Points
paper-how-played = How this table plays
paper-total = Total
# How many deals a game has.
paper-deals = { $deals } deals
# The points that end the game, or with which a player is out of it.
paper-until = { $end ->
        [game] to { $points } points
       *[player] out at { $points }
    }
paper-wins = { $best ->
        [last] the last one left wins
        [lowest] lowest wins
       *[highest] highest wins
    }
paper-game-online = The game online
# How far a game is.
paper-over = final
paper-ended = ended after deal { $deal }
paper-before = before the first deal
paper-after = after deal { $deal }{ $deals ->
        [0] { "" }
       *[other] {" "}of { $deals }
    }
paper-date = Date
paper-page = { $page } of { $pages }
# A heading, again above what goes on below it on the next page.
paper-continued = { $heading }, continued

## Score pad

# At the foot of a pad, as many of these as have room. known: a dot stands in the column of the
# dealer; mark: it is to be set. yes: what was melded and held have squares of their own.
pad-dealer = { $dealer ->
    [known] ● deals.
   *[mark] Mark the dealer with a dot.
}
pad-signs = + melded, − held.
# Above the boxes of each player: what stands in the upper and in the lower ones.
pad-left = melded/held
pad-right = deal/total
pad-points = { $melded ->
    [yes] Right: deal, total.
    [laid] Write 1 for a contract that was laid, then how many in all.
    [less] Melded minus held, then the total.
   *[no] Points of the deal first, then the total.
}
pad-ring = Ring the score of whoever { ended-deal }.
# What somebody did who ended a deal, as games call it.
ended-deal = { $by ->
        [knock] knocked
        [declare] declared
        [won] won the deal
       *[other] went out
    }
pad-behind = Behind the winner
# Read out where the lines of a pad are drawn, and where paper is cut or folded.
pad-lines = Lines to write on
paper-cut = Marks to cut and fold by
# A pad of several games for two.
games-about = { $games ->
    [one] { "" }
   *[other] { $games } games{ $once ->
        [three] { " " }at once
       *[one] { "" }
    }
}
games-from = { $number ->
    [1] from the 1st win on
    [2] from your 2nd win on
   *[other] from your { $number }rd win on
}
games-box = Tick a win, or write G: gin +{ $gin }, { $big ->
        [0] { "" }
       *[other] B: big gin +{ $big },{ " " }
    }U: undercut +{ $undercut }.
games-won = Write running sums.{ $shutout ->
    [0] { "" }
   *[other] { " " }Game +{ $shutout } where the loser has no points.
}
games-end = At the end add { $box } for each win{ $bonus ->
        [0] { "" }
       *[other] , and { $bonus } for the game{ $shutout ->
            [0] { "" }
           *[other] { " " }({ $shutout } where the loser has no points)
        }
    }.
games-game = Game
games-bonus = Game +{ $bonus }
games-boxes = Wins × { $box }

## Contracts

# Above the figures beside contracts: how many cards everybody gets, and how many a contract asks for.
contract-dealt = cards dealt
contract-needed = { $alone ->
    [yes] cards needed
   *[no] needed
}
# What a card says rules under, in one short word or two.
card-turn = Your turn
card-contracts = Contracts
card-step-draw = Draw from the stock, or take the discard.
card-step-lay = { $by ->
        [knock] Knock.
        [declare] Declare.
        [out] Go out.
       *[none] Lay down.
    }
card-step-drop = Discard.
card-set = Set
card-run = Run
card-ace = Ace
card-wild = Wild
card-contract = Contract
card-open = Opening
card-knock = { $by ->
        [knock] Knock
        [declare] Declare
        [out] Go out
       *[none] Showing
    }
card-claim = Draw
card-down = Lay down
card-lay-off = Lay off
card-swap = Swap
card-discard = Discard
card-out = Out
card-score = Score
card-end = End
card-stock = Stock
card-setup = Set-up
card-mistakes = Mistakes
card-house = House
card-main = Main rules
card-no-melds = Not melds
# What a set and a run are, below pictures of both.
card-a-set = Set: one rank{ $suits ->
        [different] , all suits different
       *[other] { "" }
    }.
card-a-run = Run:{ "\u00A0" }{ $suits ->
        [any] any suits
        [colour] one colour
        [alternating] red and black in turn
       *[one] one suit
    }, in order.

## Rule card

# edge: over which the printer turns the paper.
rules-fold = { $cards ->
        [1] Print on both sides, and fold at the marks.
       *[other] Print on both sides, cut, and fold at the marks.
    }{ $edge ->
        [short] {" "}Flip on the short edge.
       *[long] {" "}Flip on the long edge.
    }

## Points and melds

values-melds = These are melds
values-no-melds = These are not
values-right = ✓ right:
values-wrong = ✗ wrong:

## Two games compared

compared-title = { $games }
compared-own = Your { $game }
compared-deal = { $several ->
        [yes] Deals
       *[no] Deal
    } { $deals }
compared-no-deal = { $deals ->
        [0] No contracts.
       *[other] Only { $deals } deals.
    }
compared-points = { $cards }: { $points }
compared-no-points = Cards count nothing.

## House agreement

agreement-changed = Changed
agreement-kept = As the rules say
agreement-silent = Where the rules are silent
agreement-also = Also agreed
agreement-signed = Agreed by

## Final sheet

final-winner = { $winners-count ->
        [1] { $winners } wins
       *[other] { $winners } share the win
    }
final-place = { $place }.
final-left = { $name } (left)
# Over what each total is the sum of.
final-totals = What is in the totals
final-chart = How it went
final-behind = How far behind
# At the right of either.
final-chart-about = { $behind ->
        [yes] Points behind the leader
       *[no] Running totals, { $best ->
            [lowest] lowest
           *[highest] highest
        } at the top
    }
final-so-far = So far
final-legend = Bold: this deal; light: total.{ $rings ->
    [yes] { " " }Ring: { ended-deal }.
   *[no] { "" }
}
# Below who won. ahead: points between the winner and the next.
paper-at-the-end = At the end: { $sums }.
paper-at-once = Game { $number }: { $sums }.
paper-total-of = { $name } { $points }
paper-brought = { $name }: { $points } before deal { $deal }
paper-parts = { $name }: { $parts }
paper-bonus = { $name } { $points } + { $bonus }
final-by = with { $points } points, { $ahead } ahead of { $name }
final-corrections = Changes
final-rulings = Rulings
final-signatures = Agreed to
final-note = Note

## Forms

own-name = Name
own-mark = Draw a mark in the box
own-agreed = Agreed on
own-by = by
own-packs = Packs
# Choices, parted by bars: "_" at the end asks to write, "-" at the beginning has no box.
own-packs-choices = 1 | 2 | 3 | 4 | jokers:_ | twos wild | other wilds:_
own-ace = Ace
own-ace-choices = low | high | either | both at once
own-discard = Discard
own-discard-choices = top card only | deeper cards too
own-claim = Claim
own-claim-choices = nobody | next player | anyone | extra:_
own-then = Turn
own-then-choices = new melds | swap wilds | add to all melds
own-out = Out
own-out-choices = with a discard | by laying down | whole hand only
own-points = Points
own-points-choices = -joker_ | -A_ | -K–10_ | -9–2_
own-winner = Winner
own-winner-choices = lowest | highest | first to_ | after all deals
own-house = House rules
# Heads of columns, parted by bars: a set is drawn above one that begins with "=", a run with "/".
own-contract = dealt | =sets | cards each | /runs | cards each
dealer-players = Players
dealer-packs = Packs
dealer-jokers = Jokers in all
dealer-each = Cards each
dealer-in = Cards, { $several ->
        [yes] deals
       *[no] deal
    } { $deals }
evening-club = Club
evening-player = Name
evening-round = Round { $round }
evening-sum = Sum
evening-table = Table { $table }
evening-all = Final ranking
evening-added = Both rounds added, { $best } first
season-year = Year
season-evening = Evening
season-columns = The { $best } sum wins
season-place = Place
sign-words = Scan to follow the scores
sign-about = View only: you can’t change anything.
certificate-blank = The winner
certificate-signed = Scorekeeper
certificate-witness = Witness
certificate-points = with { $points } points
certificate-against = against { $others }
certificate-others = against { $count } others
paper-no-game-sign = A table sign leads to a game: open it from its own table.
paper-no-game-certificate = A certificate is printed of a game: open it from its own table.
paper-sign-long = The link of this game has no room on a sign here. Choose larger paper or normal print.
paper-no-sign = This game has no link to follow it. Make one under “Share”, then print the sign.

## Table kit

kit-contents = In this kit
kit-notes = Notes

## Why a sheet cannot be printed

paper-no-sheet = There is no sheet “{ $sheet }”. There are: { $sheets }.
paper-no-rules = A score pad and a final sheet are all that is printed of “{ $game }”: it has no rules and no card values here.
paper-no-game = A final sheet is printed of a game: open it from its own table.
paper-no-contracts = { $game } has no contracts to stand on the table.
paper-too-small = { $print ->
        [large] Large print needs
       *[normal] A sheet needs
    } paper at least { $least } mm wide for each. Choose larger paper or fewer on a page.
paper-pad-too-small = There is no room for a score pad here. Choose larger paper or fewer on a page.
paper-tents-too-small = There is no room for tents here. Choose larger paper or fewer on a page.
paper-pad-too-many = There is room for columns of { $room } players here, not { $players }. Choose larger paper, fewer on a page, or paper that lies across.
paper-pad-deals = A pad takes at most { $most } deals, not { $deals }.
paper-players-not = { $game } on paper is for { $players }, not { $has }.
paper-rules-long = The rules of { $game } do not fit a folded card of this size in this print. Choose larger paper, or one on a page.
paper-rules-four = One or two folded rule cards lie on a page, not { $up }.
paper-kit-empty = Choose at least one sheet for the kit.
paper-ups-not = Put 1, 2 or 4 on a page, not { $up }.
paper-copies-not = Print 1 to { $most } copies at a time, not { $copies }.
paper-names-not = Paper takes up to { $most } players, not { $players }.
paper-rows-not = A pad takes 1 to { $most } deals, not { $rows }.

## Why no PDF file came out

pdf-busy = Other sheets are being printed. Try again in a few seconds.
pdf-late = The sheet took longer than { $seconds } seconds and was stopped. Try again, or use the print view.
pdf-broken = Something went wrong with this sheet. Try again, or use the print view.
pdf-failed = This sheet couldn’t be made. Use the print view instead.
pdf-no-weasyprint = PDF files need WeasyPrint. Install it with: pip install weasyprint
pdf-no-library = PDF files need the library { $library }, which is not on this machine. Install it with: { $command }

## Why the command line prints nothing

print-no-game = Name the game the sheet is for, or give a game’s link with --link.
print-no-link = This link doesn’t open a game in this score book.
print-link-has-game = The link opens a game of { $game } with house rules of its own. Leave out GAME and --option.
print-no-option = { $text } isn’t an option such as target=300.
print-rows-given = { $game } has { $deals } deals, which is what its pad has rows for. Leave out --rows.
print-kit-up = A kit has one sheet on a page. Leave out --up.
print-file-exists = { $file } already exists. Name another file.
print-file-unwritten = { $file } can’t be written ({ $reason }).

## Names in letters that no font has

paper-player = Player { $number }
