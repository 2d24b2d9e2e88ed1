"""What rulings say to the people at the table, sentence by sentence, and where it comes from."""

import pytest

from referee.rules import rule

SIX, BICYCLE, HOUSE = "six-to-ten", "contract-rummy-bicycle", "contract-rummy-house"
BASIC, ENCYCLOPEDIA, WILD = "basic-rummy", "contract-rummy-encyclopedia", "rummy-wild"


def findings(game, ask, **case):
    """What is found, told by its sentence."""
    return {one.says: one for one in rule({"game": game, "ask": ask, **case}).findings}


WHOLE_SUIT = "3c 4c 5c 6c 7c 8c 9c 10c Jc Qc Kc Ac"


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
    ],
)  # fmt: skip
def test_a_sentence_cites_the_section_that_says_so(game, ask, case, words, section):
    found = findings(game, ask, **case)
    one = next(one for says, one in found.items() if words in says)
    assert one.source.endswith(section)


@pytest.mark.parametrize(
    ("game", "ask", "case", "says"),
    [
        (SIX, "arrange", {"deal": 1, "cards": "8s 8h 8d 9s 9h 9d"},
         "These cards can all be laid down, but the last one must be discarded, and none can be "
         "kept for it."),
        (SIX, "arrange", {"deal": 1, "cards": "8s 8h 8d 9s 9h 9d Kd"},
         "All these cards can leave the hand in this turn, with nothing laid off."),
        (BICYCLE, "arrange", {"deal": 1, "cards": "8s 8h 8d 9s 9h 9d Kd"},
         "The K♦ would be left, and costs 10."),
        (BICYCLE, "arrange", {"deal": 1, "cards": "8s 8h 8d 9s 9h 9d Kd 3s"},
         "K♦ 3♠ would be left: 10 + 3 = 13."),
    ],
)  # fmt: skip
def test_a_ruling_says(game, ask, case, says):
    assert says in findings(game, ask, **case)
