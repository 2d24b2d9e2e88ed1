"""What rulings say to the people at the table, sentence by sentence, and where it comes from."""

import pytest

from referee.rules import CaseError, rule, rule_by
from referee.rules.building.build import build
from referee.variants import load

SIX, BICYCLE, HOUSE = "six-to-ten", "contract-rummy-bicycle", "contract-rummy-house"
BASIC, ENCYCLOPEDIA, WILD = "basic-rummy", "contract-rummy-encyclopedia", "rummy-wild"


def findings(game, ask, **case):
    """What is found, told by its sentence."""
    return {one.said(): one for one in rule({"game": game, "ask": ask, **case}).findings}


ALONE = {"natural_cards_per_meld": 0}
BALANCED = {"contract_wilds": "at-most-naturals"}
TWOS = {"wild_twos": True, "wild_as_itself": False}
WHOLE_SUIT = "3c 4c 5c 6c 7c 8c 9c 10c Jc Qc Kc Ac"
SHOWN_SUIT = "3♣ 4♣ 5♣ 6♣ 7♣ 8♣ 9♣ 10♣ J♣ Q♣ K♣ A♣"
TAKING = {"deal": 1, "down": "earlier", "use": "keep"}
TURN_OF_BOB = {"seats": ["Ann", "Bob", "Cay"], "turn": "Bob"}
LEVEL = {"A": 500, "B": 500, "C": 3}
ALL_BUT_A_JOKER = "* 2s 2c 3c 4s 3s 2d 2h 3c 4c 2c 3h 3s 3d"
TWELVE = "4h 5h 6h 7h 8s 9s 10s Js 2c 3c 4c 5c"
LAST_CONTRACT = {"deal": 7, "melds": ["4h 5h 6h 7h", "8s 9s 10s Js", "2c 3c 4c 5c"]}
THROWN = {"deal": 2, "hand": "7c 9c Ks", "table": ["5c 6c * 8c"]}


@pytest.mark.parametrize(
    ("game", "ask", "case", "words", "section"),
    [
        (HOUSE, "contract", {"deal": 5, "melds": ["9s 9d 9c"]}, "is missing", "12 cards"),
        (HOUSE, "contract", {"deal": 1, "melds": ["9s 9d 9c 9h", "3s 3d 3c"]}, "no more",
         "opening lines"),
        (HOUSE, "go-out", {"deal": 7, "last": "lay-off"}, "laid off", "12 cards"),
        (HOUSE, "go-out", {"deal": 6, "last": "lay-off"}, "laid off", "Play ..."),
        (BICYCLE, "go-out", {"deal": 7, "last": "lay-off"}, "laid off", "Basic Contracts"),
        (BICYCLE, "meld", {"cards": f"Ac 2c * * {WHOLE_SUIT}"}, "at most", "The Play"),
        (BICYCLE, "meld", {"cards": "9s * *", "players": 4}, "only one joker", "The Pack"),
        (ENCYCLOPEDIA, "go-out", {"deal": 7, "last": "discard"}, "discarded",
         "Sequence of Hands"),
        (ENCYCLOPEDIA, "go-out", {"deal": 1, "last": "discard"}, "discarded", "Winning the game"),
        (SIX, "meld", {"cards": f"2s {WHOLE_SUIT}"}, "at most", "the Deck"),
        (BICYCLE, "meld", {"cards": "4h 5h 7h 8h"}, "Missing", "Rank of Cards"),
        (BASIC, "take-wild", {"give": "8h", "meld": "4h 5h 6h", "use": "now"}, "No card is wild",
         "Deck"),
    ],
)  # fmt: skip
def test_a_sentence_cites_the_section_that_says_so(game, ask, case, words, section):
    found = findings(game, ask, **case)
    one = next(one for says, one in found.items() if words in says)
    assert one.as_dict()["source"].endswith(section)


@pytest.mark.parametrize(
    ("game", "ask", "case", "says"),
    [
        (HOUSE, "arrange", {"deal": 1, "cards": "5s 5d 5c 9h 9d 9s Kc Ks Qc Jc 2c"},
         "You can’t go out in this turn."),
        (BASIC, "standings", {"rounds": [LEVEL], "options": {"ties": "played-off"}},
         "A and B are tied, so another deal decides."),
        (BASIC, "standings",
         {"rounds": [LEVEL, {"A": 1, "B": 2}], "options": {"ties": "played-off", "rounds": 1}},
         "There was a tie for first, and another deal decided."),
        ("scala-40", "standings", {"rounds": [{"A": 101, "B": 101, "C": 120}]},
         "The lowest total wins: A and B."),
        ("scala-40", "arrange", {"players": 5, "cards": ALL_BUT_A_JOKER},
         "You can go out: discard the joker."),
        (BICYCLE, "claim",
         {"deal": 1, **TURN_OF_BOB, "wants": False, "claims": [], "stock": 0},
         "The top discard stays; the others make the new stock."),
        (HOUSE, "claim",
         {"deal": 1, **TURN_OF_BOB, "wants": False, "claims": ["Ann"], "stock": 1},
         "Nobody draws any more, and the deal is over."),
        ("indian-rummy", "arrange",
         {"wild": "5", "cards": "Ks Kh Kd 2c", "options": {"showdown.by": "none"}},
         "K♠ K♥ K♦ make a set of kings."),
        ("indian-rummy", "arrange",
         {"wild": "2", "cards": "7s 8s 9s 10s", "options": {"packs": 1}},
         "Another run is missing, so no card is left out."),
        ("conquian", "irregularity", {"what": "no-legal-discard", "hand": ""},
         "Nothing is left in the hand, and there is nothing to discard. The deal goes on until 9 "
         "cards of a player lie melded."),
        (BICYCLE, "irregularity", {"what": "no-legal-discard", "deal": 7, "hand": "4s"},
         "No card here may be discarded, so any card may go."),
        ("progressive", "further-meld",
         {"deal": 2, "cards": "6h 7h 8h", "down": "this-turn",
          "options": {"further_melds": "contract-kinds"}},
         "6♥ 7♥ 8♥ may go down besides the contract."),
        (SIX, "arrange", {"deal": 1, "cards": "8s 8h 8d 9s 9h 9d"},
         "These cards can all be laid down, but the last one must be discarded, and none can be "
         "kept for it."),
        (SIX, "arrange", {"deal": 1, "cards": "8s 8h 8d 9s 9h 9d Kd"},
         "You can go out: discard the K♦."),
        (BICYCLE, "arrange", {"deal": 1, "cards": "8s 8h 8d 9s 9h 9d Kd"},
         "If it stayed in hand, the K♦ would cost 10."),
        (WILD, "arrange", {"cards": "* * * 5s 5h Kd 9s"},
         "In 5♠ 5♥ joker the joker stands for a 5."),
        (WILD, "arrange", {"cards": "9s 9h *"}, "The joker stands for a 9."),
        (BICYCLE, "arrange", {"deal": 1, "cards": "8s 8h 8d 9s 9h 9d Kd 3s"},
         "K♦ 3♠ would be left: 10 + 3 = 13."),
        (WILD, "meld", {"cards": "8s 8d *"}, "The joker stands for an 8."),
        (WILD, "meld", {"cards": "8s 8d * *"}, "Both jokers stand for eights."),
        (WILD, "meld", {"cards": "8s 8d * *"},
         "A meld with a natural card may hold any number of wilds."),
        (WILD, "meld", {"cards": "8s 8d * *", "options": {"wilds_per_meld": 3}},
         "A meld may hold up to 3 wilds; here are 2: 8♠ 8♦ joker joker."),
        (WILD, "meld", {"cards": "8s 8d * *", "options": {"wilds_per_meld": 1}},
         "A meld may hold only one wild; here are 2: 8♠ 8♦ joker joker."),
        (WILD, "meld", {"cards": "* * *", "players": 6, "options": ALONE},
         "Joker joker joker make a set."),
        (WILD, "meld", {"cards": "* * *", "players": 6, "options": ALONE},
         "The three jokers stand for aces."),
        (WILD, "meld", {"cards": "* * *", "players": 6, "options": ALONE},
         "A meld may hold any number of wilds."),
        (WILD, "meld", {"cards": "8s * *", "options": {"natural_cards_per_meld": 2}},
         "A meld with wilds needs at least 2 natural cards; here is 1: 8♠ joker joker."),
        (WILD, "meld", {"cards": "Ks Kd *"}, "The joker stands for a king."),
        (ENCYCLOPEDIA, "meld", {"cards": "8s * * Js"}, "The jokers stand for the 9♠ and the 10♠."),
        (ENCYCLOPEDIA, "meld", {"cards": "8s * * Js", "options": BALANCED},
         "A meld may hold several wilds."),
        (ENCYCLOPEDIA, "meld", {"cards": "2s 3s 4s 5s", "options": TWOS},
         "The 2♠ counts as a wild in its own place."),
        (SIX, "meld", {"cards": "9s 2h 2d"}, "The 2♥ and the 2♦ stand for nines."),
        (SIX, "meld", {"cards": "9s 2h 2d Js"}, "The 2♥ stands for the 10♠ and the 2♦ for the Q♠."),
        (SIX, "meld", {"cards": "As 2h 3s 4s"},
         "The ace is high here, so it can’t be the lowest card: A♠ 2♥ 3♠ 4♠."),
        (SIX, "meld", {"cards": "As 3s 4s"},
         "The ace is high here, so it can’t be the lowest card: A♠ 3♠ 4♠."),
        (SIX, "meld", {"cards": "Ks As 3s"},
         "The ace is the highest card here, and no card follows it: K♠ A♠ 3♠."),
        (SIX, "meld", {"cards": "Qs Ks As"}, "The A♠ is high here, the highest card of its run."),
        (SIX, "meld", {"cards": "As 2h 3s 4s", "options": {"ace": "both"}},
         "The A♠ is low here, the lowest card of its run."),
        (SIX, "meld", {"cards": "Qs Ks As", "options": {"ace": "both"}},
         "The A♠ is high here, the highest card of its run."),
        (SIX, "meld", {"cards": "Ks As 3s", "options": {"ace": "both"}},
         "A run can’t wrap past the ace: K♠ A♠ 3♠."),
        (BASIC, "meld", {"cards": "Qd Kd Ad"},
         "The ace is low here, so it can’t be the highest card: Q♦ K♦ A♦."),
        (SIX, "meld", {"cards": "9s=9s 9d 9c"},
         "The 9♠ isn’t wild, so just lay it."),
        (BASIC, "meld", {"cards": "9s=9s 9d 9c"},
         "No card is wild here, so just lay the 9♠."),
        (SIX, "meld", {"cards": "9s=8 9d 9c"}, "The 9♠ isn’t wild, so it can’t stand for an 8."),
        (BASIC, "meld", {"cards": "8s 8d Ks"},
         "A set is all of one rank; 8♠ 8♦ K♠ are eights and kings."),
        (BICYCLE, "meld", {"cards": "3h 3h 4h 5h"},
         "A run has each rank once; 3♥ 3♥ 4♥ 5♥ hold several threes."),
        (BICYCLE, "meld", {"cards": f"Ac Ad {WHOLE_SUIT}"},
         "A♣ A♦ 3♣ 4♣ 5♣ 6♣ 7♣ 8♣ 9♣ 10♣ J♣ Q♣ K♣ A♣ don’t follow one another."),
        (BICYCLE, "meld", {"cards": f"Ac 2c {WHOLE_SUIT}"},
         "The run of clubs may have an ace at both ends."),
        (HOUSE, "contract", {"deal": 6, "melds": ["3s 3d", "4s 5s 6s", "8s 9s 10s Js"]},
         "3♠ 3♦ are only 2 cards; a set needs 3."),
        (HOUSE, "contract", {"deal": 6, "melds": ["3s 3d", "4s 5s 6s", "8s 9s 10s Js"]},
         "4♠ 5♠ 6♠ are only 3 cards; a run needs 4."),
        (ENCYCLOPEDIA, "contract", {"deal": 1, "melds": ["3s 3d 3c", "3s 3h *"]},
         "In 3♠ 3♥ joker the joker stands for a 3."),
        (ENCYCLOPEDIA, "contract", {"deal": 1, "melds": ["3s 3d 3c", "3s 3h *"]},
         "Sets of one contract may share a rank: here threes."),
        (WILD, "lay-off", {"cards": "* *", "onto": "5h 6h 7h", "options": {"wilds_per_meld": 1}},
         "A meld may hold only one wild; 5♥ 6♥ 7♥ would have 2."),
        (BASIC, "lay-off", {"cards": "8h", "onto": "8s 8d 8c 8h"},
         "A set has at most 4 cards; with the 8♥ there would be 5."),
        (WILD, "lay-off", {"cards": "8h", "onto": "8s 8d 8c"}, "The 8♥ fits 8♠ 8♦ 8♣."),
        (WILD, "lay-off", {"cards": "8h 9h", "onto": "5h 6h 7h"}, "8♥ 9♥ fit 5♥ 6♥ 7♥."),
        (WILD, "lay-off", {"cards": "*", "onto": "8s 8d 8c"}, "The joker fits 8♠ 8♦ 8♣."),
        (WILD, "lay-off", {"cards": "*", "onto": "5h 6h 7h"},
         "The joker fits 5♥ 6♥ 7♥ as the 8♥, or as the 4♥ if the player says so."),
        (WILD, "lay-off", {"cards": "2s", "onto": "3s 4s 5s", "options": {"wilds": "twos"}},
         "The 2♠ fits 3♠ 4♠ 5♠ as the 6♠, or as the 2♠ if the player says so."),
        (WILD, "lay-off", {"cards": "*=4h", "onto": "5h 6h 7h"},
         "The joker fits 5♥ 6♥ 7♥ as the 4♥."),
        (WILD, "lay-off", {"cards": "7h", "onto": "5h 6h *"},
         "The 7♥ can’t be added to 5♥ 6♥ joker: the joker stands for the 7♥ there. Ask "
         "about taking it instead."),
        (WILD, "lay-off", {"cards": "* *", "onto": "5h 6h 7h"},
         "Both jokers fit 5♥ 6♥ 7♥: the jokers stand for the 8♥ and the 9♥, unless the "
         "player says otherwise."),
        (BICYCLE, "lay-off", {"deal": 3, "down": "earlier", "cards": "2s Ks", "onto": "As * 3s 4s"},
         "What fits A♠ joker 3♠ 4♠ is the 2♠ or the 5♠, not 2♠ K♠."),
        (BICYCLE, "lay-off", {"deal": 3, "down": "earlier", "cards": "8s", "onto": "9s * 7s 6s"},
         "The 8♠ replaces the joker, which moves up as the 10♠ or down as the 5♠."),
        (WILD, "lay-off", {"cards": "9h", "onto": "5h 6h *"},
         "The 9♥ can’t be added to 5♥ 6♥ joker: the 8♥ is missing between."),
        (WILD, "lay-off", {"cards": "9h", "onto": "8s 8d *"},
         "What fits 8♠ 8♦ joker is an 8, not the 9♥."),
        (BASIC, "lay-off", {"cards": "As", "onto": "Js Qs Ks"},
         "The A♠ can’t be added to J♠ Q♠ K♠."),
        (SIX, "lay-off", {"deal": 1, "down": "earlier", "cards": "2h", "onto": WHOLE_SUIT},
         "The 2♥ can’t be added to 3♣ 4♣ 5♣ 6♣ 7♣ 8♣ 9♣ 10♣ J♣ Q♣ K♣ A♣: that run is full."),
        (HOUSE, "lay-off", {"deal": 1, "down": "this-turn", "cards": "8h", "onto": "8s 8d 8c"},
         "Your contract went down in this turn; "
         "you may add cards to melds from your next turn on."),
        (HOUSE, "further-meld", {"deal": 1, "down": "this-turn", "cards": "8s 8d 8c"},
         "In the turn of your contract no other meld goes down; "
         "more may follow from your next turn on."),
        (SIX, "further-meld", {"deal": 1, "down": "earlier", "cards": "8s 8d 8c"},
         "8♠ 8♦ 8♣ may go down besides the contract."),
        (BASIC, "further-meld", {"cards": "8s 8d 8c"}, "8♠ 8♦ 8♣ may go down."),
        (SIX, "contract", {"deal": 1, "melds": ["3s 3d 3c", "9s 9d 9c", "5s 6s 7s", "Ks Kd Kc"]},
         "5♠ 6♠ 7♠ and K♠ K♦ K♣ may go down besides the contract."),
        (SIX, "contract", {"deal": 1, "cards": "3s 3d 3c 9s 9d Kd Kc"},
         "K♦ K♣ are 2 cards; this deal needs a set of 3."),
        (SIX, "contract", {"deal": 2, "cards": "4h 5h 6h 7s 7d 7h"},
         "4♥ 5♥ 6♥ are 3 cards; this deal needs a run of 4, and the 7♥ can’t serve twice."),
        (SIX, "contract", {"deal": 1, "cards": "9h 9d 9c"},
         "Still missing is a set of 3, and nothing else here comes near one."),
        (BICYCLE, "contract", {"deal": 3, "cards": "4h 5h 6h 7h Ks Qs Js 10s 2c"},
         "The contract is here, but the 2♣ would be left over."),
        (SIX, "contract", {"deal": 4, "cards": "9h 8d 5s 6d Ks Qd 4h 7c 10c"},
         "Deal 4 asks for three sets of 3; these cards don’t make it."),
        (WILD, "take-wild", {"give": "4h", "meld": "5h 6h *", "use": "keep"},
         "The 4♥ doesn’t fit: in 5♥ 6♥ joker the joker stands for the 7♥."),
        (WILD, "take-wild", {"give": "7h", "meld": "5h 6h *", "use": "keep"},
         "It may be taken before a meld of your own is down."),
        (SIX, "take-wild", TAKING | {"give": "10s", "meld": "8s 2h 2d Js", "take": "2h"},
         "The 10♠ can’t be given for the 2♥: in 8♠ 2♥ 2♦ J♠ the 2♥ stands for the 9♠."),
        (SIX, "take-wild", TAKING | {"give": "10s", "meld": "8s 2h 2d Js", "take": "8s"},
         "The 8♠ isn’t wild in 8♠ 2♥ 2♦ J♠, so there’s nothing to give for it."),
        ("kalooki-40", "take-wild", TAKING | {"give": "8h", "meld": "8s * *", "use": "now"},
         "To take a wild from the set 8♠ joker joker, put two missing suits in its place."),
        (SIX, "take-wild", TAKING | {"give": "2s", "meld": "8s 2h 10s"},
         "The 2♠ is wild itself, and can’t be given for a wild."),
        (ENCYCLOPEDIA, "discard", THROWN | {"card": "9c", "down": "no"},
         "The 9♣ goes on 5♣ 6♣ joker 8♣, but while your contract isn’t down it may be "
         "discarded."),
        (ENCYCLOPEDIA, "discard", THROWN | {"card": "7c", "down": "earlier"},
         "The 7♣ takes the place of the joker in 5♣ 6♣ joker 8♣, and a card that can be played "
         "may not be discarded."),
        (BICYCLE, "discard", THROWN | {"card": "7c", "down": "earlier"},
         "The 7♣ takes the place of the joker in 5♣ 6♣ joker 8♣, and may be discarded all the "
         "same."),
        (HOUSE, "claim", {"deal": 1, "seats": ["Ann", "Bob", "Cay"], "turn": "Bob", "wants": False},
         "Nobody claims the discard, so Bob draws from the stock."),
        (HOUSE, "claim", {"deal": 7, **TURN_OF_BOB, "wants": False},
         "Bob leaves the discard and draws."),
        (HOUSE, "claim", {"deal": 7, **TURN_OF_BOB, "wants": False, "claims": ["Cay"]},
         "The discard may not be claimed in deal 7, so it stays and Bob draws from the stock."),
        (HOUSE, "claim", {"deal": 7, **TURN_OF_BOB, "wants": True, "claims": ["Cay"]},
         "The discard may not be claimed in deal 7, so Bob takes it."),
        (BASIC, "take-wild", {"give": "9s", "meld": "8s 2h 10s", "use": "now"},
         "No card is wild in this game, so there’s none to take."),
        (BASIC, "claim", {"deal": 1, **TURN_OF_BOB, "wants": False},
         "Bob leaves the discard and draws."),
        (BASIC, "claim", {"deal": 1, **TURN_OF_BOB, "wants": True, "claims": ["Cay"]},
         "Only the player whose turn it is may take the discard in this game, so Bob takes it."),
        (HOUSE, "claim", {"deal": 1, **TURN_OF_BOB, "wants": False, "claims": ["Cay"]},
         "Bob then draws from the stock."),
        (SIX, "claim", {"deal": 1, **TURN_OF_BOB, "wants": False},
         "Bob then draws from the stock."),
        (BICYCLE, "contract", {"deal": 1, "cards": "9s 9d 9c 4h 5h 6h"},
         "Deal 1 asks for two sets of 3; 4♥ 5♥ 6♥ are a run, and a set is missing."),
        (BICYCLE, "contract", {"deal": 1, "cards": "9s 9d 9c 4h 5h 6h 7h"},
         "4♥ 5♥ 6♥ 7♥ are a run, and deal 1 asks for two sets of 3."),
        (BICYCLE, "contract", {"deal": 1, "cards": "9s 9d 9c Ks Qd 5c"},
         "Still missing is a set of 3, and nothing else here comes near one."),
        (BICYCLE, "contract", LAST_CONTRACT,
         "The contract takes the whole hand here, so this is legal only if these are all your "
         "cards."),
        (BICYCLE, "contract", LAST_CONTRACT | {"options": {"last_deal_discard": True}},
         "The contract takes the whole hand here, so this is legal only if you hold one more card "
         "at most."),
        (BICYCLE, "contract", LAST_CONTRACT | {"hand": TWELVE},
         "The contract takes the whole hand."),
        (BICYCLE, "arrange", {"deal": 7, "cards": TWELVE}, "The contract takes the whole hand."),
        (SIX, "stock-out", {"deal": 1},
         "The last card of the stock stays there, and the discard must be taken."),
        (SIX, "stock-out", {"deal": 1}, "Each player in turn takes the top discard and plays on."),
        (HOUSE, "stock-out", {"deal": 1}, "Nobody draws any more, and the deal is over."),
        (HOUSE, "deal", {"deal": 7, "players": 4},
         "Deal 7: two runs of 4 and a run of 5. The whole hand goes down "
         "at once."),
        (HOUSE, "score", {"hands": {"Ann": "", "Bob": "K 5", "Cay": "9"}, "out": "Ann"},
         "Bob: 10 + 5 = 15; Cay: 9."),
        (BASIC, "score", {"hands": {"Ann": "", "Bob": ""}, "out": "Ann"}, "No cards, no points."),
        ("five-crowns", "score", {"deal": 1, "hands": {"Ann": "", "Bob": "3c 9d *"}, "out": "Ann"},
         "None of the cards held count."),
    ],
)  # fmt: skip
def test_a_ruling_says(game, ask, case, says):
    assert says in findings(game, ask, **case)


@pytest.mark.parametrize(
    "laid", [{"melds": ["3h 4h 5h", "8s 9s 10s"]}, {"cards": "3h 4h 5h 8s 9s 10s"}]
)
def test_of_several_contracts_only_the_one_that_was_laid_is_named(laid):
    said = findings("progressive", "contract", deal=4, **laid)
    named = [sentence for sentence in said if sentence.startswith("In place of")]
    assert named == ["In place of the contract of deal 4 may be laid two runs of 3."]


@pytest.mark.parametrize(
    ("case", "message"),
    [
        ({"ask": "meld", "cards": "7x 8s"}, "“7x” is not a card."),
        ({"ask": "meld", "cards": "8s9x"}, "“9x” is not a card."),
        ({"ask": "meld", "cards": "8sx"}, "“x” is not a card."),
        ({"ask": "meld", "cards": "8s", "kind": "book"}, "Write one of these: set, run."),
        ({"ask": "meld", "cards": "8s", "players": "two"}, "Write a whole number, such as 4."),
        ({"game": "indian-rummy", "ask": "score", "wild": "J", "hands": {"Ann": "", "Bob": ""},
          "out": "Ann", "dropped": {"Bob": "last"}}, "Write a table of when players dropped"),
        ({"ask": "meld", "cards": "8s", "options": [1]}, "Write a table of options by name"),
        ({"ask": "meld", "cards": "8s", "options": {1: 2}}, "Write a table of options by name"),
        ({"ask": "meld", "cards": "8s", "options": {"packs": 9}},
         "“packs” takes a whole number from 1 to 6, or 0 for “as the rules say”."),
    ],
    ids=str,
)  # fmt: skip
def test_what_cannot_be_read_is_quoted_with_what_would_be_right(case, message):
    with pytest.raises(CaseError) as error:
        rule({"game": HOUSE, **case})
    assert error.value.message.startswith(message)


def test_a_wild_that_is_never_taken_is_wild_all_the_same():
    keeps = build(dict(load(WILD).definition) | {"take_wild": {"kinds": []}}, id=WILD)
    case = {"game": WILD, "ask": "take-wild", "give": "5h", "meld": "4h * 6h", "use": "now"}
    said = [one.said() for one in rule_by(keeps, case).findings if not one.ok]
    assert said == ["Wilds are never taken from melds in this game."]
