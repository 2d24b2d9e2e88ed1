### What a ruling says: by the rule, and after an underscore the word for which of its sentences.
### A sentence begins with a capital letter whatever it starts with.

## Parts of sentences

way = { $way ->
        [discard] discarded
        [meld] melded
       *[lay-off] laid off
    }
laid = { $cards }
the-card = the { $card }
all-jokers = { $count ->
        [2] both jokers
       *[other] the { number } jokers
    }
these = { $cards-count ->
        [one] the { $cards }
       *[other] { $cards }
    }
only-cards = { $cards-count ->
        [one] { $cards } is only one card
       *[other] { $cards } are only { $cards-count } cards
    }
here-are = { $cards-count ->
        [one] here is { $cards-count }
       *[other] here are { $cards-count }
    }
has-wilds = { $has ->
        [0] here are none
        [one] here is { $has }
       *[other] here are { $has }
    }
a-piece = { $piece-kind ->
        [set] a { $piece }
       *[run] a { $piece }
    }
sum-of = { $name }: { $sum }
sums = { $before }; { $next }

# What wilds stand for. $may is yes where they may stand for something else.
stands = { $may ->
        [yes] the { $wild } may stand for { $as }
       *[no] the { $wild } stands for { $as }
    }
stands-itself = { $may ->
        [yes] the { $wild } may count as a wild in its own place
       *[no] the { $wild } counts as a wild in its own place
    }
stands-too = the { $wild } for { $as }
stand = { $may ->
        [yes] may stand for
       *[no] stand for
    }
wild-plural = { $wild-rank ->
        [joker] jokers
       *[other] { $wild }
    }
stand-alike = { $count ->
        [2] both { wild-plural } { stand } { $as }
       *[other] the { number } { wild-plural } { stand } { $as }
    }
stand-unlike = { $wilds } { stand } { $as }
stand-each = the { wild-plural } { stand } { $as }

## Cards and players

players-number_few = This game is for { $least } to { $most } players, not { $has }.
players-number_many = This game is for { $least } to { $most } players, not { $has }.
players-number_only = This game is for { $least } players, not { $has }.
cards-packs = { $packs } are in play.
cards-packs_one = { $packs } is in play.
cards-packs_jokers = { $packs } and { $jokers } are in play.
cards-packs_none = There’s no { $card } in this game.
cards-packs_single = There’s only one { $card } in play, and here are { $has }.
cards-packs_many = { $card-suit ->
        [none] There are only { $copies } { $ranks } in play, and here are { $has }.
       *[other] There are only { $copies } of the { $card } in play, and here are { $has }.
    }
cards-packs_none-wild = No card is wild in this game, so there’s none to take.
cards-packs_natural = No card is wild here, so the { $card } can’t stand for { $says }.
cards-packs_natural-itself = No card is wild here, so just lay the { $card }.
cards-dealt = { $cards ->
        [one] Each player gets one card.
       *[other] Each player gets { $cards } cards.
    }
wild-drawn = { $ranks } were drawn as wild for this deal.
wild-drawn_joker = A joker was drawn, so { $ranks } are wild in this deal.
wild-drawn_untold = Nobody said which rank was drawn as wild; here jokers alone are.
wild-cards_single = There’s only one { $card } in play, and here are { $has }.
wild-cards_many = There are only { $copies } jokers in play, and here are { $has }.
wild-cards_none = There are no jokers in play at this table.
wild-cards_natural = The { $card } isn’t wild, so it can’t stand for { $says }.
wild-cards_natural-itself = The { $card } isn’t wild, so just lay it.

## Melds

set-rank = { $cards } make a set of { $ranks }.
set-rank_wilds = { $cards } make a set.
set-rank_mixed = A set is all of one rank; { $cards } are { $ranks }.
set-size_short = At this table { $has ->
        [one] one card is
       *[other] { $has } cards are
    } enough for a set.
set-size_few = { only-cards }; a set needs { $least }.
set-size_many = A set has at most { $most } cards; { here-are }: { $cards }.
set-size_full = A set has at most { $most } cards; with { these } there would be { $has }.
run-order = { $cards } make a run of { suit-name }.
run-order_wilds = { $cards } make a run.
run-order_long = A run has at most { $most } cards; { here-are }: { $cards }.
run-order_twice = A run has each rank once; { $cards } hold several { $ranks }.
run-order_missing = { $missing-count ->
        [one] Missing: the { $missing }.
       *[other] Missing: { $missing }.
    }
run-order_gap = { $cards } don’t follow one another.
run-order_wild-gap = { $wilds ->
        [one] { $cards } leave more room between them than one wild can fill.
       *[other] { $cards } leave more room between them than { $wilds } wilds can fill.
    }
run-length_few = { only-cards }; a run needs { $least }.
run-length_many = A run has at most { $most } cards; { here-are }: { $cards }.
run-length_short = At this table { $has ->
        [one] one card is
       *[other] { $has } cards are
    } enough for a run.
run-ace_low = The { $card } is low here, the lowest card of its run.
run-ace_high = The { $card } is high here, the highest card of its run.
run-ace_inner = Past { $cards } the run goes on.
run-ace_not-low = The ace is high here, so it can’t be the lowest card: { $cards }.
run-ace_not-high = The ace is low here, so it can’t be the highest card: { $cards }.
run-ace_low-or-high = An ace is the lowest card of a run or the highest; { $cards } fit neither.
run-ace_corner = A run can’t wrap past the ace: { $cards }.
run-ace_corner-high = The ace is the highest card here, and no card follows it: { $cards }.
run-both-ends = The run of { suit-name } may have an ace at both ends.
run-both-ends_both = An ace may be low or high, but not both in one run: { $cards }.
wild-standing = { $wilds }.
wild-standing_in = In { $cards } { $wilds }.
wild-standing_no-rank = The { $card } can’t stand for { $says }: there’s no such card in this game.
wild-naturals = A meld may be of wilds alone: { $cards }.
wild-naturals_few = { $least ->
        [one] A meld needs at least one natural card; { has-wilds }: { $cards }.
       *[other] A meld with wilds needs at least { $least } natural cards; { has-wilds }: { $cards }.
    }
wild-number = A meld may hold several wilds.
wild-number_any = A meld may hold any number of wilds.
wild-number_natural = { $least ->
        [one] A meld with a natural card may hold any number of wilds.
       *[other] A meld with { $least } natural cards may hold any number of wilds.
    }
wild-number_up-to = { $most ->
        [one] A meld may hold one wild; { has-wilds }: { $cards }.
       *[other] A meld may hold up to { $most } wilds; { has-wilds }: { $cards }.
    }
wild-number_many = { $most ->
        [one] A meld may hold only one wild; { has-wilds }: { $cards }.
       *[other] A meld may hold at most { $most } wilds; { has-wilds }: { $cards }.
    }
wild-balance = A meld may hold as many wilds as natural cards: { $cards }.
wild-balance_as-many = A meld holds fewer wilds than natural cards: { $cards }.
wild-balance_many = A meld may not hold more wilds than natural cards: { $cards }.
wild-itself = { $cards } may stand as printed.
wild-itself_no-rank = The { $card } can’t stand for { $says }: there are no natural cards of its rank.

## Contract

a-deal = { $tracks ->
        [yes] contract { $deal }
       *[no] deal { $deal }
    }
contract-pieces = { a-deal }: { $contract }.
contract-pieces_whole = { a-deal }: { $contract }. The whole hand goes down at once.
contract-pieces_short = { a-deal } asks for { $contract }; { a-piece } is missing.
contract-pieces_kind = { $kind ->
        [set] { a-deal } asks for { $contract }; { $cards } are a run, and a set is missing.
       *[run] { a-deal } asks for { $contract }; { $cards } are a set, and a run is missing.
    }
contract-pieces_small = { $cards-count ->
        [one] { $cards } is one card; the contract needs { a-piece }.
       *[other] { $cards } is { $cards-count } cards; the contract needs { a-piece }.
    }
contract-pieces_undivided = { a-deal } asks for { $contract }; these cards don’t make it.
is-so-many = { $cards-count ->
        [one] { $cards } is one card
       *[other] { $cards } are { $cards-count } cards
    }
contract-pieces_lacking = { is-so-many }; this deal needs { a-piece }.
contract-pieces_twice = { is-so-many }; this deal needs { a-piece }, and the { $card } can’t serve twice.
contract-pieces_besides = Still missing is { a-piece }, and nothing else here comes near one.
contract-pieces_nothing = This deal needs { a-piece }, and nothing here comes near one.
contract-pieces_other = { $kind ->
        [set] { $cards } are a set, and { a-deal } asks for { $contract }.
       *[run] { $cards } are a run, and { a-deal } asks for { $contract }.
    }
contract-pieces_over = { $cards-count ->
        [one] The contract is here, but the { $cards } would be left over.
       *[other] The contract is here, but { $cards } would be left over.
    }
contract-whole-hand_over = { $cards-count ->
        [one] The { $cards } is left over.
       *[other] { $cards } are left over.
    }
contract-pieces_unknown = { a-deal } asks for { $contract }. There are too many ways to lay these cards: separate them into melds, and each is ruled on.
contract-pieces_beyond = { a-deal } asks for { $contract }; these cards don’t make it.
contract-pieces_beyond-whole = { a-deal } asks for { $contract } and the whole hand; these cards don’t make it.
contract-pieces_not-found = { a-deal } asks for { $contract }; no way to lay it was found.
contract-size = A meld of the contract may be longer than it asks: { $cards }.
contract-size_long = The contract asks for { a-piece } and no more; { $cards } is { $cards-count } cards.
contract-size_besides = The deal asks for { $contract } and no more; { $cards } can’t go down with it.
contract-same-rank = Sets of one contract may share a rank: here { $ranks }.
contract-same-rank_barred = Sets of one contract may not share a rank: here { $ranks }.
contract-same-suit = Two runs of { suit-name } may both serve the contract.
contract-track = Everybody lays the next contract after the last that they laid.
contract-instead = In place of the contract of { a-deal } may be laid { $contract }.
contract-same-suit_different = The runs of a contract are all of different suits; { $first } and { $second } are both of { suit-name }.
contract-same-suit_touching = Two runs of { suit-name } in a contract may not join up: { $first } and { $second }.
contract-same-suit_gap = { $apart ->
        [0] Two runs of { suit-name } in a contract may not overlap: { $first } and { $second }.
       *[other] Two runs of { suit-name } in a contract need a gap of at least one rank: { $first } and { $second }.
    }
contract-overlap = Two runs of { suit-name } in a contract may share ranks.
contract-overlap_barred = Two runs of { suit-name } in a contract may not share ranks: { $first } and { $second }.
contract-wilds = A meld of the contract may hold more wilds than natural cards: { $cards }.
contract-wilds_as-many = A meld of the contract holds fewer wilds than natural cards: { $cards }.
contract-wilds_many = A meld of the contract may not hold more wilds than natural cards: { $cards }.
contract-whole-hand = The contract takes the whole hand.
contract-whole-hand_if-all = The contract takes the whole hand here, so this is legal only if these are all your cards.
contract-whole-hand_but-one = The contract takes the whole hand here, so this is legal only if you hold one more card at most.
contract-whole-hand_nothing-lies = In this deal the whole hand goes down at once, so nothing lies on the table before the deal is over.
contract-whole-hand_left = In this deal the whole hand must go down at once; { $cards } would be left.
contract-last-card = The last card, the { $card }, may be discarded.
contract-last-card_left = The whole hand must go down at once; the { $card } may not be discarded instead.
contract-last-card_any = The last card may be discarded in this deal.
contract-last-card_any-left = The whole hand must go down at once in this deal, so no card is left to discard.

## Turn

turn-own = This may be done in another player’s turn.
turn-own_other = It’s another player’s turn: lay down, lay off and discard in your own turn.
turn-drawn = This may be done before drawing.
turn-drawn_before = Draw first: nothing is laid down, laid off or discarded before that.
turn-drawn_before-taking = Draw first: nothing is done with the melds on the table before that.
claim-who_turn = { $name } takes the discard: the player whose turn it is has first choice.
claim-who_nobody = Nobody claims the discard, so { $name } draws from the stock.
claim-who_rotation = { $name } is the next in turn who wants it.
claim-who_caller = { $name } gets the discard: the first to call for it.
claim-who_left = { $name } sits to the left and gets the discard.
claim-who_draws = { $name } leaves the discard and draws.
claim-who_then = { $name } then draws from the stock.
claim-who_none-takes = Only the player whose turn it is may take the discard in this game, so { $name } takes it.
claim-who_none-draws = Only the player whose turn it is may take the discard in this game, so it stays and { $name } draws from the stock.
claim-cards = { $cards ->
        [one] One card from the stock comes with it.
       *[other] { $cards } cards from the stock come with it.
    }
claim-number = { $names-count ->
        [one] { $names } has no claims left in this deal.
       *[other] { $names } have no claims left in this deal.
    }
claim-down = { $names-count ->
        [one] The contract of { $names } is down, so { $names } may not claim the discard.
       *[other] The contracts of { $names } are down, so they may not claim the discard.
    }
claim-deal_takes = The discard may not be claimed in deal { $deal }, so { $name } takes it.
claim-deal_draws = The discard may not be claimed in deal { $deal }, so it stays and { $name } draws from the stock.
claim-deal_late = The discard may not be claimed in deal { $deal } at all.
claim-forced = One stock card is left, so the discard must be taken.
claim-forced_last = The last card of the stock stays there, and the discard must be taken.
stock-out_reshuffle = The top discard stays; the others make the new stock.
stock-out_deal-ends = Nobody draws any more, and the deal is over.
stock-out_must-take-discard = Each player in turn takes the top discard and plays on.

## On the table

further-meld-allowed = { $melds } may go down besides the contract.
further-meld-allowed_meld = { $cards } may go down.
further-meld-allowed_none = Once the contract lies, you may only add to melds.
further-meld-allowed_kind = { $kind ->
        [set] Only melds of the kinds that the contract names may go down now, so no set.
       *[run] Only melds of the kinds that the contract names may go down now, so no run.
    }
meld-worth = { $cards } ({ $points })
plus = { $before } + { $after }
opening-value = { $melds } = { $value }, and { $least } are enough to open.
opening-at-once = All the cards go down at once, so they need not reach { $least }.
opening-at-once_asked = Even all the cards at once must reach { $least }.
opening-rounds = Round { $round } is not too early.
opening-rounds_early = Round { $round } is too early: that is allowed from round { $first } on.
opening-value_few = { $melds } = { $value }; opening takes { $least }.
opening-value_over = { $cards-count ->
        [one] The { $cards } would be left over, in no meld.
       *[other] { $cards } would be left over, in no meld.
    }
opening-value_unknown = There are too many ways to lay these cards: separate them into melds, and each is ruled on.
opening-value_beyond = Opening takes { $least }; { $value ->
        [0] there is no meld here.
       *[other] the melds here are worth { $value } at most.
    }
opening-value_beyond-all = Opening takes { $least }; these cards don’t reach it.
opening-value_not-found = Opening takes { $least }; no way to reach that was found.
further-meld-contract_open = You have to open first, with melds that are worth { $least } or more together.
further-meld-contract_first = The contract of this deal must be down first.
further-meld-when_later = In the turn of your contract no other meld goes down; more may follow from your next turn on.
further-meld-number = Several melds may go down in one turn.
further-meld-number_many = { $most ->
        [one] Only one meld may go down in a turn.
       *[other] At most { $most } melds may go down in a turn.
    }
further-meld-number_besides = { $most ->
        [one] Only one meld besides the contract may go down in a turn.
       *[other] At most { $most } melds besides the contract may go down in a turn.
    }
go-on = { $count ->
        [one] { $added } fits { $onto }
       *[other] { $added } fit { $onto }
    }
lay-off-fit = { go-on }.
lay-off-fit_one = { go-on } as { $stands }.
lay-off-fit_one-or = { go-on } as { $stands }, or as { $others } if the player says so.
lay-off-fit_as = { go-on }: { $wilds }.
lay-off-fit_choice = { go-on }: { $wilds }, unless the player says otherwise.
lay-off-fit_not = { $added } can’t be added to { $onto }.
lay-off-fit_not-free = { $added } can’t be added to { $onto }: { $wilds } there.
lay-off-fit_not-taken = { $added } can’t be added to { $onto }: { $wilds } there. Ask about taking it instead.
lay-off-fit_not-next = What fits { $onto } is { $fitting }, not { $added }.
lay-off-fit_not-gap = { $missing-count ->
        [one] { $added } can’t be added to { $onto }: the { $missing } is missing between.
       *[other] { $added } can’t be added to { $onto }: { $missing } are missing between.
    }
lay-off-fit_not-full = { $added } can’t be added to { $onto }: that run is full.
lay-off-fit_no-meld = { $onto } isn’t a meld, so nothing can be added to it or taken from it.
lay-off-contract = Cards may be added to any meld on the table.
lay-off-contract_own = Cards may be added to melds of your own.
lay-off-owner = Melds of others may be added to.
lay-off-owner_other = This meld is another player’s, and you may add only to your own.
lay-off-contract_first = Your own contract must be down before you add cards to melds.
lay-off-contract_first-meld = A meld of your own must be down before you add cards to melds.
lay-off-when_later = Your contract went down in this turn; you may add cards to melds from your next turn on.
lay-off-when_later-meld = Your first meld went down in this turn; cards may be added to melds from the next turn on.
lay-off-when_wild = A wild that is taken must be played at once, and nothing more is played in this turn.
lay-off-wilds = Further wilds may be added to a meld on the table.
lay-off-wilds_many = { $most ->
        [one] A meld may hold only one wild; { $onto } would have { $has }.
       *[other] A meld may hold at most { $most } wilds; { $onto } would have { $has }.
    }
moves-up = up as { $as }
moves-down = down as { $as }
lay-off-moves-wild_to = The { $card } replaces the { $wild }, which moves { $to }.
lay-off-moves-wild = The { $card } replaces the { $wild }, which moves to an end of the run.
take-wild-kind = The { $wild } is { $stands }.
take-wild-kind_both = The { $wild } stands for { $stands }, and { $give } take its place.
take-wild-kind_from-set = { $meld } is a set, and a wild may be taken only from a run.
take-wild-kind_from-run = { $meld } is a run, and a wild may be taken only from a set.
take-wild-kind_never = Wilds are never taken from melds in this game.
take-wild-kind_none = There’s no wild in { $meld } to take.
take-wild-kind_itself = There’s no wild in { $meld } to take: { $cards-count ->
        [one] the { $cards } lies there as itself.
       *[other] { $cards } lie there as themselves.
    }
take-wild-kind_other = The { $give } doesn’t fit: in { $meld } { $wilds }.
take-wild-kind_others = { $give } don’t fit: in { $meld } { $wilds }.
take-wild-kind_several = A wild is taken for one card, not for { $give }.
take-wild-kind_another = The { $give } can’t be given for the { $take }: in { $meld } { $wilds }.
take-wild-kind_wild = The { $give } is wild itself, and can’t be given for a wild.
take-wild-kind_natural = The { $take } isn’t wild in { $meld }, so there’s nothing to give for it.
take-wild-suits = One card of a missing suit is enough.
take-wild-suits_both = { $give } are two cards that { $meld } lacks.
take-wild-suits_one = To take a wild from the set { $meld }, put both missing suits in its place.
take-wild-suits_two = To take a wild from the set { $meld }, put two missing suits in its place.
take-wild-suits_full = { $meld } is full, and no wild is taken from it any more.
take-wild-into_anywhere = It goes into any meld.
take-wild-into_same-runs = It has to go into a run of the same player.
take-wild-jokers = Only jokers may be taken, and the { $take } is none.
take-wild-contract_completes = It may be taken if it completes the contract at once.
take-wild-contract_completes-meld = It may be taken if it goes into your first meld at once.
take-wild-contract_free = It may be taken before your contract is down.
take-wild-contract_free-meld = It may be taken before a meld of your own is down.
take-wild-contract_first = Your own contract must be down before you take a wild.
take-wild-contract_first-meld = A meld of your own must be down before you take a wild.
take-wild-contract_use = Before your contract is down, you may take a wild only to complete it at once.
take-wild-contract_use-meld = Before you have a meld of your own down, you may take a wild only to lay it down in one at once.
take-wild-owner_own = A wild may be taken from another player’s meld only.
take-wild-owner_mine = A wild may be taken from your own meld.
take-wild-owner_other = A wild may be taken from another player’s meld.
take-wild-turn_own = It’s your turn.
take-wild-turn = A wild may be taken out of turn; if several players want it, the next in turn goes first.
take-wild-turn_other = A wild may be taken in your own turn only.
take-wild-use = The wild may be kept in hand.
take-wild-use_now = The wild is played at once.
take-wild-use_keep = A wild that was taken must be played in the same turn.

## Discard and going out

discard-card = No rule keeps the { $card } in your hand.
take-discard-when_contract = The { $card } may not be taken: your contract must be down first, or go down in this turn.
take-discard-when_meld = The { $card } may not be taken: melds of yours must be down first, or go down in this turn.
take-discard-when_needs = { $name } must have melds down already, or lay the first ones down in this turn.
take-discard-when_open = With melds of one’s own down, the { $card } may be taken.
take-discard-when_always = The { $card } may be taken in any turn.
take-discard-depth = The { $cards } on top of the discards may be taken.
take-discard-depth_deep = { $cards } may be taken from the discard pile together; the first of them, the lowest, has to be played.
take-discard-depth_top = Only the top discard may be taken, not { $cards }.
take-discard-use_now = The { $card }, taken from the discard pile, was played.
take-discard-use_free = The { $card }, taken from the discard pile, may be kept.
take-discard-use_kept = The { $card } was taken from the discard pile, and must be played in the same turn.
discard-taken_back = The { $card } may go straight back.
discard-taken_same = The { $card } was just taken, so it stays for this turn.
discard-twin = The other { $card } may be discarded, though an identical card was just taken.
discard-twin_barred = No { $card } may be discarded: one was just taken from the discard pile.
discard-wild = The { $card } may be discarded, though it is wild.
discard-wild_barred = The { $card } is wild, and wilds may not be discarded.
goes-on = goes on { $meld }
goes-for-wild = takes the place of the { $wild } in { $meld }
discard-playable = The { $card } goes on no meld on the table.
discard-playable_fits = The { $card } { $goes }, and may be discarded all the same.
discard-playable_early = The { $card } { $goes }, but while your contract isn’t down it may be discarded.
discard-playable_late = The { $card } { $goes }, but with melds of yours down it may be discarded.
discard-playable_unsaid = The { $card } may be discarded unless it fits a meld on the table; you named none.
discard-playable_barred = The { $card } { $goes }, and a card that can be played may not be discarded.
go-out-last = The last card may be { $way }.
go-out-last_gone = Nothing is left in the hand, and no discard is needed: the player is out.
go-out-last_barred = The last card may not be { $way }; it has to be { $ways }.
go-out-last_deal = In this deal the last card may be { $way }.
go-out-last_deal-barred = In this deal the last card may not be { $way }; it has to be { $ways }.
you-go-out = { $cards-count ->
        [0] You can go out.
       *[other] You can go out: discard { these }.
    }
stays-in = You can’t go out without laying off.
no-last-card = These cards can all be laid down, but the last one must be { $ways }, and none can be kept for it.
go-out-last_deal-out = { you-go-out }
go-out-last_deal-stays = { stays-in }
go-out-last_deal-no-last = { no-last-card }
go-out-last_out = { you-go-out }
go-out-last_not-now = You can’t go out in this turn.
go-out-last_stays = { stays-in }
go-out-last_left-over = You can’t go out: that takes all cards but one in melds.
go-out-last_no-last = { no-last-card }

## The showdown

showdown-by = Melds stay in the hand until the deal ends.
showdown-knock_gin = Every card is in a meld: gin.
showdown-knock_big-gin = Every card is in a meld, the drawn one too: big gin.
showdown-knock_closed = Every card is in a meld.
showdown-knock_chinchon = All the cards are one run: chinchón.
showdown-knock_many = { $cards } { left-over }: { $most ->
        [one] one card would be the most
       *[other] { $most } cards would be the most
    }.
showdown-knock_knock = { $cards } { left-over }, { $points ->
        [one] one point
       *[other] { $points } points
    }: { $most ->
        [one] one is allowed
       *[other] up to { $most } are allowed
    }.
showdown-knock_over = { $cards } { left-over }, { $points } points: { $most } would be the most.
showdown-knock_gin-only = { $cards } { left-over }, and here every card must be in a meld.
showdown-knock_undiscarded = These are { $has } cards, and { $dealt } were dealt: discard one before you knock.
showdown-knock_short = { $has ->
        [one] This is one card
       *[other] These are { $has } cards
    }, and { $dealt } were dealt: all that are kept have to be shown.
left-over = { $cards-count ->
        [one] is left over
       *[other] are left over
    }
showdown-lay-offs = { $name } adds { $cards } to the knocker’s melds.
showdown-lay-offs_gin = After gin nothing is added to melds.
showdown-lay-offs_closed = Nothing was left over, so nothing is added to melds.
showdown-last-turn_ends = The deal then ends at once.
showdown-last-turn = Each other player then has one more turn.

## Scoring

points-cards_one = { $points ->
        [one] This card costs one point.
       *[other] This card costs { $points }.
    }
points-cards = { $sum } = { $points }.
points-cards_counted = { $sums }.
points-cards_left-one = { $points ->
        [one] The { $cards } would be left: 1 point.
       *[other] The { $cards } would be left: { $points } points.
    }
points-cards_left = { $cards } would be left: { $sum } = { $points }.
points-cards_left-out = If it stayed in hand, the { $cards } would cost { $points }.
points-cards_fits-own = { $cards-count ->
        [one] That is before lay-offs: the { $cards } then fits your own melds.
       *[other] That is before lay-offs: { $cards } then fit your own melds.
    }
points-cards_none-left = No card would be left.
points-cards_nothing = No cards, no points.
points-cards_none-count = None of the cards held count.
points-joker = A joker counts as much as the dearest other card: { $points }.
points-low-ace = An ace that is low in its run counts { $points }.
score-held_all = Every card of a hand counts.
score-held_counts = { $points ->
        [one] Whoever keeps this hand counts every card of it, those in sets and runs too: 1 point.
       *[other] Whoever keeps this hand counts every card of it, those in sets and runs too: { $points } points.
    }
score-held_ungrouped = Only cards in no set or run count.
score-difference_counted = { $better }’s { $less } against { $worse }’s { $more }: { $difference }.
score-difference_level = { $better } and { $worse } have { $less } each: no difference.
score-gin = Gin brings { $points } more.
score-closed = { $name } had nothing left, which takes { $points } off.
score-chinchon = { $name } had one run of all cards, which takes { $points } off.
score-big-gin = Big gin brings { $points } more.
score-undercut = { $name } undercuts, which brings { $points } more.
score-spades = The { $card } was turned up, a spade, so all of this counts double.
score-melded_counted = { $sums }.
score-from-hand_off = { $name } laid down and went out in one turn: { $points } points less.
score-cut = { $names } cut exactly: { $points } points less.
score-from-hand_doubled = { $name } went out with all cards at once, so what the others hold counts double.
score-grouped_spared = Only the cards in no set or run count against { $names }.
score-grouped_no-pure = { $names-count ->
        [0] A pure run is missing, so no card is left out.
        [one] { $names } has no pure run, so all those cards count.
       *[other] { $names } have no pure run, so all those cards count.
    }
score-grouped_full = { $names-count ->
        [0] Another run is missing, and the hand counts the most either way.
        [one] { $names } has too few runs, and counts the most either way.
       *[other] { $names } have too few runs, and count the most either way.
    }
score-grouped_lacking = { $names-count ->
        [0] Another run is missing, so no card is left out.
        [one] { $names } has too few runs, so all those cards count.
       *[other] { $names } have too few runs, so all those cards count.
    }
score-dropped_first = { $names } dropped before the first turn: { $points } points, whatever the cards.
score-dropped_middle = { $names } dropped later on: { $points } points, whatever the cards.
score-wrong-declaration = { $names } declared wrongly: { $points } points, whatever the cards.
score-unopened = { $names } laid nothing down: { $points } points, whatever the cards.
score-cap_capped = { $names-count ->
        [0] The most that is written for one deal is { $most }.
       *[other] { $names } would write more than { $most }, the most for one deal.
    }
score-winner_laid = Whoever laid their contract writes 1, and goes on to the next.
score-winner_one = { $name } won the deal, and writes 1.
score-winner_zero = { $name } went out and has { $points }; the others count the cards they hold.
score-winner_zero-left = { $name } went out and has { $points }; the others count what they have left.
score-winner_zero-knock = { $name } knocked; everybody counts what they have left.
score-winner_knock-off = { $name } knocked and has { $points } for it; everybody counts what they have left.
score-winner_collects-knock = { $name } knocked and is credited with what everybody has left, the knocker too.
score-winner_collects = { $name } went out and is credited with what the others hold.
showdown-by_whole = All { $cards } cards of the hand are in sets and runs.
showdown-by_last = One card is discarded, and the whole hand is shown; there is no other way out.
showdown-by_few = A hand of { $dealt } cards is declared whole; here are only { $has }.
showdown-by_many = A hand of { $dealt } cards is declared, with one discarded before; here are { $has }.
showdown-by_ungrouped = { $cards-count ->
        [one] The { $cards } is in no set or run.
       *[other] { $cards } are in no set or run.
    }
showdown-runs = { $runs ->
        [one] There is one run
       *[other] There are { $runs } runs
    }{ $pure ->
        [0] .
       *[other] , { $pure } of them without a wild card.
    }
showdown-runs_few = { $has ->
        [0] There is no run
        [one] There is only one run
       *[other] There are only { $has } runs
    }; a declaration needs { $needs }.
showdown-runs_pure = { $needs ->
        [one] No run is pure, without a card used as a wild; a declaration needs one.
       *[other] A declaration needs { $needs } pure runs, without a card used as a wild; { $has ->
            [0] here are none
            [one] here is one
           *[other] here are { $has }
        }.
    }
go-out-melded_enough = { $has } cards lie melded, and { $needs } win the deal.
go-out-melded_lays = { $has } cards can be melded from this hand; { $needs } win the deal.
go-out-melded_plays-on = Nothing is left in the hand, and there is nothing to discard. The deal goes on until { $needs } cards of a player lie melded.
go-out-melded_few = Only { $has } cards lie melded; { $needs } win the deal.
score-nobody-out_all-count = If nobody goes out, everyone counts the cards they hold.
score-nobody-out_nothing = If nobody goes out, nobody has any points.
score-nobody-out_same-dealer = If nobody goes out, nobody has any points, and the same player deals the next one.
score-nobody-out_not-scored = If nobody goes out, the deal isn’t scored.
end-when_open = Nothing ends this game but the table.
end-when_going = { $ends ->
        [deals] { $left ->
                [1] One deal is still to play.
               *[other] { $left } deals are still to play.
            }
        [rounds] { $left ->
                [1] One round is still to play.
               *[other] { $left } rounds are still to play.
            }
       *[target] Nobody has reached { $target } yet.
    }
end-when_out = { $names-count ->
        [one] { $names } has { $target } or more, and is out of the game.
       *[other] { $names } have { $target } or more, and are out of the game.
    }
end-when_going-out = The game goes on until one player is left{ $names-count ->
        [0] {" "}below { $target }
       *[other] : { $names } play on, below { $target }
    }.
end-when_over = { $ends ->
        [deals] The last deal has been played.
        [rounds] The last round has been played.
       *[target] { $names-count ->
                [one] { $names } has reached { $target }.
               *[other] { $names } have reached { $target }.
            }
    }
end-winner = { $best ->
        [lowest] The lowest total wins: { $names }.
       *[highest] The highest total wins: { $names }.
    }
end-rejoin = { $name } came back after round { $round }, with one point more than the highest of the others.
end-rejoin_level = { $name } came back after round { $round }, with as many points as the highest of the others.
end-winner_last = The last player left wins: { $names }.
end-winner_left = { $names } left for good, and so can’t win.
end-game-bonus = { $names-count ->
        [one] { $names } adds { $points } for the game.
       *[other] { $names } add { $points } each for the game.
    }
end-game-bonus_double = { $names-count ->
        [one] { $names } adds { $points } for the game, as nobody else has any points.
       *[other] { $names } add { $points } each for the game, as nobody else has any points.
    }
end-box = Deals won: { $sums }.
end-box_at-once = Three games were scored at once, and each has its bonus and its boxes.
end-ties = { $names } share the win.
end-ties_decided = There was a tie for first, and another deal decided.
end-ties_off = { $names } are tied, so another deal decides.

## What would be legal instead

nearest-then = { $what ->
        [set] it’s a set
        [run] it’s a run
        [lay-off] it fits
        [opening] that is enough to open
        [declare] the hand can be declared
       *[contract] the contract is met
    }
nearest_exchange = Swap the { $old } for the { $new } and { nearest-then }.
nearest_less = Leave out the { $old } and { nearest-then }.
nearest_exchange-another = Swap the { $old } for another { $new } and { nearest-then }.
nearest_more-another = Add another { $new } and { nearest-then }.
nearest_less-any = Leave out any one of the { $ranks } and { nearest-then }.
nearest_more = Add the { $new } and { nearest-then }.
nearest_exchange-of-meld = In { $meld } swap the { $old } for the { $new } and { nearest-then }.
nearest_exchange-another-of-meld = In { $meld } swap the { $old } for another { $new } and { nearest-then }.
nearest_less-of-meld = Leave the { $old } out of { $meld } and { nearest-then }.
nearest_less-any-of-meld = Leave any one of the { $ranks } out of { $meld } and { nearest-then }.
nearest_more-of-meld = Add the { $new } to { $meld } and { nearest-then }.
nearest_more-another-of-meld = Add another { $new } to { $meld } and { nearest-then }.
nearest_swap = Swap { $old } for { $new }, and { nearest-then }.
nearest_group = Group them so: { $melds }.
nearest_stands = Legal if the { $old } stands for { $new }.
nearest_itself = Legal if the { $old } stands for itself.

## If something goes wrong
irregularity-drew-two_put-back-next-may-take = The lower card goes back. The next player may look at it and take it, or else have it put into the middle of the stock.
irregularity-drew-two_put-back = The second card goes back on the stock.
irregularity-drew-two_unseen = Nobody has seen either card.
irregularity-drew-two_keeps-both = Both cards are kept, and one card more is discarded.
irregularity-no-discard_discard-anyway = No card here may be discarded, so any card may go.
irregularity-no-discard_keep-all = No card here may be discarded, so the player keeps them all and the turn ends.
irregularity-no-discard_play-it = No card here may be discarded, so one is played on the table instead.
irregularity-no-discard_take-upcard-and-stock-card = No card here may be discarded, so the player takes the top discard and the top stock card, plays what can be played, and then discards.
irregularity-no-discard_empty-discard-anyway = Nothing is left to discard: the player takes back one card just played and discards it.
irregularity-no-discard_empty-keep-all = Nothing is left to discard: the turn ends without a discard, and the player isn’t out.
irregularity-no-discard_empty-play-it = Nothing is left to discard: the last card counts as played, and the player is out.
irregularity-no-discard_empty-take-upcard-and-stock-card = Nothing is left to discard, so the player takes the top discard and the top stock card, plays what can be played, and then discards.
irregularity-no-discard_may-go = { $cards-count ->
        [one] The { $cards } may be discarded.
       *[other] These may be discarded: { $cards }.
    }
irregularity-wild-upcard_turn-another = The { $card } is wild: shuffle it back in and turn up another card.
irregularity-wild-upcard_stands = Though the { $card } is wild, it stays as the first discard.
irregularity-wild-upcard_natural = The { $card } isn’t wild, so it stays there.
irregularity-wild-wanted_next-in-turn = { $name } gets the wild, as the next in turn of those who want it.
irregularity-wild-wanted_first-caller = { $name } gets the wild, as the first to call for it.
irregularity-count-before-draw_redeal = The hand has the wrong number of cards, and nobody has drawn yet: deal again.
irregularity-count-before-draw_draw-without-discarding = The hand is too small: the player draws without discarding until it is right.
irregularity-count-before-draw_discard-without-drawing = The hand is too large: the player discards without drawing until it is right.
irregularity-count-before-draw_stands = Play on with the hand as it is.
irregularity-count-before-draw_right = The hand has the right number of cards.
irregularity-count-after-draw_redeal = The hand has the wrong number of cards: deal again.
irregularity-count-after-draw_draw-without-discarding = The hand is too small: the player draws without discarding until it is right.
irregularity-count-after-draw_discard-without-drawing = The hand is too large: the player discards without drawing until it is right.
irregularity-count-after-draw_stands = Play on with the hand as it is.
irregularity-count-after-draw_right = The hand has the right number of cards.
irregularity-false-meld_take-back = The wrong meld goes back into the hand.
irregularity-false-meld_stands = The meld stands: it was noticed too late.
irregularity-false-meld_never = The meld stands, even though it was wrong.
irregularity-late-claim_stands = The claim is in time.
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
irregularity-false-out_plays-on = The player takes back what was played to go out, and the deal goes on.
irregularity-false-out_deal-ends = The deal ends all the same, and nobody is out.
irregularity-count-after-out_stands = The hand counts as it is.
irregularity-count-after-out_redeal = The hand has the wrong number of cards: the deal is void, so deal again.
irregularity-count-after-out_right = The hand has the right number of cards.
irregularity-discarded-two_take-back = One of the two discards goes back into the hand.
irregularity-discarded-two_stands = Both discards stay: it was noticed too late.
irregularity-discarded-two_never = Both discards stay.
irregularity-took-two_put-back = The second discard goes back on the pile.
irregularity-took-two_keeps-both = Both discards are kept, and one card more is discarded.
irregularity-stock-card-seen_into-middle = The card goes into the middle of the stock.
irregularity-stock-card-seen_shown = Everybody sees the card, and it goes back to its place.
irregularity-stock-card-seen_stands = The card stays where it is.
irregularity-wrong-dealer_redeal = The wrong player dealt: the right one deals again.
irregularity-wrong-dealer_stands = The deal stands: it was noticed too late.
irregularity-wrong-dealer_never = The deal stands, even though the wrong player dealt.
irregularity-imperfect-pack_redeal = The pack isn’t right: this deal is void, and deals before it stand.
irregularity-imperfect-pack_stands = This deal is played to its end, and the pack is put right for the next.
irregularity-skipped-turn_take-back = Play goes back to the player who was skipped.
irregularity-skipped-turn_stands = The turn is lost: it was noticed too late.
irregularity-skipped-turn_never = The turn is lost.
irregularity-wrong-score_correct = The score is corrected.
irregularity-wrong-score_stands = The score stands: it was noticed too late.
irregularity-wrong-score_never = The score stands as it was written.
irregularity-false-take-wild_take-back = The wild card goes back, and the card given for it is taken back.
irregularity-false-take-wild_stands = The wild card stays with its new owner: it was noticed too late.
irregularity-false-take-wild_never = The wild card stays with its new owner.
