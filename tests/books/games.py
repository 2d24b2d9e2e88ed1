"""The games of a book: each game under its rules and under a house's, and every kind of entry.

Each function plays one or more tables on the phone that it is given.
"""

import hashlib
import json
from typing import Any

from tests.books.table import Table, bring
from tests.pages import CheckedClient

WILDS = ("A", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "twos")


def play(phone: CheckedClient, second: CheckedClient) -> list[str]:
    """Play every table, one of them with a second phone; gives the secrets taken back."""
    six_to_ten(phone)
    six_to_ten_of_a_house(phone)
    bicycle(phone)
    bicycle_of_a_house(phone)
    house_card(phone)
    house_card_of_a_house(phone)
    rummy(phone)
    rummy_of_a_house(phone)
    encyclopedia(phone)
    encyclopedia_of_a_house(phone)
    wild_cards(phone)
    wild_cards_of_a_house(phone)
    withdrawn = shanghai(phone, second)
    shanghai_of_a_house(phone)
    other_scores(phone)
    other_scores_of_a_house(phone)
    by_program(phone)
    drawn_cards(phone)
    brought_back(phone)
    return withdrawn


def _start(phone: CheckedClient, game: str, *names: str, dealer: int = 0, **options: str) -> Table:
    return Table(phone, phone.start(game, *names, dealer=dealer, **options))


def six_to_ten(phone: CheckedClient) -> None:
    """Every way to write a deal and to change one, and a ruling on every question."""
    table = _start(phone, "six-to-ten", "Mara", "Jon", "Edith", dealer=1)
    table.deal(1, "p2", p1="K K 5", p3="2h 9s 9d")
    table.deal(2, "p1", p2="12+11+7", p3="")
    table.deal(2, "p1", p2="12+11+7", p3="25")
    table.deal(3, "nobody", p1="5", p2="10", p3="15")
    table.put_in(2, "p3", p1="A 3", p2="20")
    table.change("/deals/4", "swap", one="p1", other="p3")
    table.deal(4, "p2", p1="15", p2="", p3="5")
    table.deal(1, "p2", p1="K Q 5", p3="2h 9s 9d")
    table.change("/deals/4", "strike")
    _press_undo_last(table)
    _press_undo_last(table, "redo")
    table.undo(9)
    table.keep("meld", cards="10d Jd 2c Kd")
    table.keep("meld", cards="8h 9s")
    table.keep("meld", cards="8h 9h Jh")
    table.keep("contract", deal="2", cards="9s 9d 9c / 4s 5s 6s 7s")
    table.keep("contract", deal="2", cards="9s 9d 9c / 4s 5s 6s")
    table.keep("further-meld", deal="1", cards="5s 6s 7s", down="this-turn")
    table.keep("lay-off", onto="5s 6s 7s", cards="2h", down="earlier")
    table.keep("lay-off", onto="5s 6s 7s", cards="10s", down="earlier")
    table.keep("take-wild", meld="8s 2h 10s", give="9s", down="earlier", whose="other", turn="own",
               use="keep")  # fmt: skip
    table.keep("discard", card="7c", hand="9d Kd", took="yes", down="no")
    table.keep("claim", turn="1", wants="no", claims="0", stock="9")
    table.keep("go-out", last="discard")
    table.keep("points", cards="2 2 K 5")
    table.keep("arrange", cards="9s 9d 9c 4s 5s 6s 7s Kd 2h Qc")
    table.keep("stock-out")
    table.options(
        stock_out="reshuffle", same_suit_runs="not-consecutive", wild_needs_contract="or-completes"
    )
    table.change("/about", "note", title="At the lake — “wet” & windy", day="2026-08-14")


def _press_undo_last(table: Table, what: str = "undo") -> None:
    """The buttons Undo and Redo of the table: Undo is the second of them where both are there."""
    forms = [one for one in table.phone.see(table.address).forms if "undo-last" in one.action]
    form = forms[0 if what == "redo" else -1]
    assert table.phone.post(form.action, data=form.fields).status_code == 302


def six_to_ten_of_a_house(phone: CheckedClient) -> None:
    """Five deals that end level, a deal that decides, and the same game again."""
    table = _start(
        phone, "six-to-ten", "Zoë", "O’Neil", "Łukasz", "Ñandú", dealer=3, ties="played-off",
        natural_cards_per_meld="2", redeal_discard="true", stock_out="deal-ends",
        wilds_per_meld="1", same_rank_sets="false", packs="2", contract_size="exact",
        same_suit_runs="gap", wild_needs_contract="no", twin_discard="false",
        nobody_out="not-scored",
    )  # fmt: skip
    table.deal(1, "p1", p2="10", p3="15", p4="20")
    table.deal(2, "p2", p1="10", p3="15", p4="20")
    for number, out in enumerate(("p3", "p4", "p3"), 3):
        held = {"p1": "30", "p2": "30", "p3": "5", "p4": "5"}
        table.deal(number, out, **{key: held[key] for key in held if key != out})
    level = {"p1": "10", "p2": "10"}
    table.deal(3, "p3", **level, p4="20")
    table.deal(4, "p4", **level, p3="20")
    table.deal(5, "p4", **level, p3="20")
    table.keep("contract", deal="1", cards="9s 9d 9c 9h / 4s 4d 4h")
    table.keep("contract", deal="3", cards="3s 4s 5s 6s / 7s 8s 9s 10s")
    table.deal(6, "p2", p1="5", p3="30", p4="30")
    table.change("/about", "note", title="Played off", day="2026-10-31")
    again = table.again()
    again.deal(1, "p4", p1="2 2", p2="5", p3="10")


def bicycle(phone: CheckedClient) -> None:
    """Names from right to left, points that stay missing, and people who come and go."""
    table = _start(phone, "contract-rummy-bicycle", "מרים", "أمينة", "Дарья", "李雷", dealer=2)
    table.deal(1, "p3", p1="K Q *", p2="14", p4="33")
    table.change("/people", "join", name="Late Lou 🃏", after="p4", begins="average")
    table.deal(2, "p5", p1="8", p2="21", p3="5+6", p4="40")
    table.change("/people", "leave", player="p2")
    table.deal(3, "p1", p3="19", p4="25", p5="")
    table.change("/people", "return", player="p2", begins="worst")
    table.change("/people", "rename", player="p3", name="Dasha")
    table.change("/people", "leave", player="p4")
    table.deal(4, "p2", p1="", p3="11", p5="7")
    table.deal(3, "p1", p3="18", p4="25", p5="")
    table.options(stock_out="deal-ends")


def bicycle_of_a_house(phone: CheckedClient) -> None:
    """Seven deals with three packs, a dealer put right, seats moved, and a win alone."""
    table = _start(
        phone, "contract-rummy-bicycle", "Ann", "Bo", "Cy", "Di", "Eva", packs="3",
        natural_cards_per_meld="2", redeal_discard="false", stock_out="must-take-discard",
        ties="played-off", wilds_per_meld="2", same_rank_sets="false", overlapping_runs="false",
        last_deal_discard="true", nobody_out="not-scored",
    )  # fmt: skip
    table.deal(1, "p1", p2="10", p3="20", p4="30", p5="40")
    table.change("/seats", "dealer", dealer="p4")
    table.deal(2, "p2", p1="15", p3="25", p4="35", p5="45")
    table.change("/seats?order=p1+p3+p2+p5+p4", "seats")
    for number in range(3, 8):
        table.deal(number, "p1", p2=f"{number}", p3="12", p4="1+2+3", p5="9")
    table.keep("contract", deal="7", cards="2h 3h 4h 5h / 4h 5h 6h 7h")
    table.change("/deals/7", "strike")
    _press_undo_last(table)


def house_card(phone: CheckedClient) -> None:
    """Seven deals and a win that two share."""
    table = _start(phone, "contract-rummy-house", "Ida", "Kai", "Lu", dealer=2)
    for number in range(1, 8):
        out, other = ("p1", "p2") if number % 2 else ("p2", "p1")
        held = "20" if number == 7 else "15"
        table.deal(number, out, **{other: held if number % 2 else "K 5 5"}, p3="30")
    table.deal(2, "p2", p1="40", p3="30")
    table.deal(4, "p2", p1="20", p3="30")
    table.deal(6, "p2", p1="5", p3="30")
    table.change("/about", "note", title="Shared", day="")


def house_card_of_a_house(phone: CheckedClient) -> None:
    """Twelve at the table, and options changed in the middle."""
    names = [f"Player {number} of the big table" for number in range(1, 13)]
    table = _start(
        phone, "contract-rummy-house", *names, most_players="12", second_deal="set-and-run",
        run_size="3", wild_needs_contract="yes", packs="6", stock_out="reshuffle",
        natural_cards_per_meld="3", wilds_per_meld="3", redeal_discard="false",
        same_rank_sets="false", ties="played-off",
    )  # fmt: skip
    hands = {f"p{number}": str(number * 3) for number in range(2, 13)}
    table.deal(1, "p1", **hands)
    table.options(second_deal="two-sets", run_size="4", natural_cards_per_meld="0")
    table.deal(2, "p1", **hands)
    table.change("/people", "leave", player="p7")
    table.options(stock_out="must-take-discard", redeal_discard="true")
    table.keep("take-wild", meld="8s * 10s Js", give="9s", down="no", whose="other", turn="own",
               use="now")  # fmt: skip


def rummy(phone: CheckedClient) -> None:
    """The winner collects until somebody has the points of the target."""
    table = _start(phone, "basic-rummy", "Pia", "Quentin", "Rosa")
    table.deal(1, "p1", p2="K Q J 10", p3="A A 5")
    table.deal(2, "p2", p1="85", p3="60+10")
    table.deal(3, "p1", p2="85", p3="70")
    table.deal(4, "p1", p2="75", p3="80")
    table.deal(5, "p1", p2="85", p3="")
    table.deal(5, "p1", p2="85", p3="70")
    table.keep("meld", cards="Qh Kh Ah")
    table.keep("arrange", cards="3s 4s 5s 9d 9h 9c Kd")


def rummy_of_a_house(phone: CheckedClient) -> None:
    """So many rounds instead of a target, changed on the way."""
    table = _start(
        phone, "basic-rummy", "Sam", "Tess", "Uwe", "Vera", rounds="4",
        ace="low-or-high", final_discard="true", melds_per_turn="1", natural_cards_per_meld="2",
        redeal_discard="true", stock_out="must-take-discard", ties="played-off",
    )  # fmt: skip
    table.deal(1, "p4", p1="5", p2="10", p3="15")
    table.options(rounds="2", melds_per_turn="3", stock_out="deal-ends")
    table.deal(2, "p3", p1="25", p2="10", p4="15")
    table.options(rounds="3")
    table.deal(3, "p3", p1="10", p2="10", p4="As Ks")
    table.undo(5)
    table.undo(7)


def encyclopedia(phone: CheckedClient) -> None:
    """Melds on the table: laid down, added to, a joker taken, and taken back."""
    table = _start(phone, "contract-rummy-encyclopedia", "Wim", "Xenia", "Yves", "Zora", dealer=1)
    table.deal(1, "p2", p1="* A 2", p3="35", p4="10")
    table.lay("contract", deal="2", by="p1", cards="5s 5d 5c / 4h 5h * 7h")
    table.lay("contract", deal="2", by="p3", cards="8s 8d * / 9c 10c Jc Qc")
    table.lay("lay-off", onto="9c 10c Jc Qc", lies="3", cards="Kc", down="earlier")
    table.lay("take-wild", meld="4h 5h *=6h 7h", lies="1", give="6h", down="earlier",
              whose="own", turn="own", use="keep")  # fmt: skip
    table.undo(5)
    table.options(stock_out="must-take-discard")
    table.keep("take-wild", meld="5c 6c * 8c 9c", give="7c", down="earlier", whose="own",
               turn="own", use="keep")  # fmt: skip
    table.keep("go-out", deal="7", last="discard")


def encyclopedia_of_a_house(phone: CheckedClient) -> None:
    """Wild twos, melds left lying when the deal was written, and a joker with several readings."""
    table = _start(
        phone, "contract-rummy-encyclopedia", "Abe", "Bea", "Cal", most_players="12", ace="both",
        contract_wilds="at-most-naturals", same_suit_runs="not-consecutive", further_melds="any",
        keep_taken_wild="false", nobody_out="not-scored", wilds_per_meld="3",
        stock_out="deal-ends", redeal_discard="false", natural_cards_per_meld="0",
        ties="played-off",
    )  # fmt: skip
    table.options(wild_twos="2", wild_as_itself="false", packs="4", same_rank_sets="false")
    table.lay("contract", deal="1", by="p2", cards="9s 9d 2c / Ks Kd Kc")
    table.lay("further-meld", deal="1", by="p2", cards="5s 6s 7s 8s", down="this-turn")
    table.lay("lay-off", onto="5s 6s 7s 8s", lies="2", cards="*", down="earlier", which="1")
    table.deal(1, "p2", p1="2 2 *", p3="A Q")
    table.lay("contract", deal="2", by="p1", cards="9s 9d 9c / 4s 5s 6s 2h")
    table.options(same_suit_runs="gap", further_melds="contract-kinds", contract_wilds="any")
    table.keep("further-meld", deal="2", cards="5s 6s 7s 8s", down="earlier")


def wild_cards(phone: CheckedClient) -> None:
    """Two players, and other cards wild in every deal."""
    table = _start(phone, "rummy-wild", "Ann", "Bo", dealer=1)
    for number, rank in enumerate(WILDS, 1):
        table.options(wilds=rank)
        table.deal(number, "p1", p2="A A 2" if number % 3 else "20+5")
    table.options(rounds="20", stock_out="must-take-discard")
    table.keep("meld", cards="9s 2h Js")
    table.keep("points", cards="2 A K")


def wild_cards_of_a_house(phone: CheckedClient) -> None:
    """Penalties instead of a winner who collects, and one more who begins with typed points."""
    table = _start(
        phone, "rummy-wild", "=1+1", "<b>Bo</b>", "C & D", scoring="penalties", wilds="twos",
        most_players="12", two_player_cards="7", wild_as_itself="false",
        lay_off_needs_meld="true", twin_discard="false", target="150", rounds="0",
        natural_cards_per_meld="0", wilds_per_meld="2", redeal_discard="true",
        stock_out="deal-ends", ties="played-off",
    )  # fmt: skip
    table.deal(1, "p1", p2="30", p3="45")
    table.change("/people", "join", name="-7", after="p1", begins="typed", points="−7")
    table.deal(2, "p4", p1="60", p2="25", p3="45")
    table.options(joker_points="50", wilds="jokers", jokers_per_pack="4", wilds_per_meld="0")
    table.deal(3, "p4", p1="95", p2="* *", p3="45")
    table.keep("discard", card="7c", hand="9d Kd", took="yes", down="no")


def shanghai(phone: CheckedClient, second: CheckedClient) -> list[str]:
    """Links named, made anew, withdrawn and handed over, with what each of them wrote."""
    table = _start(phone, "shanghai-rum", "Gil", "Hedda", "Ivo", "June")
    table.deal(1, "p1", p2="* 5", p3="15", p4="20")
    table.new_link("scorer")
    table.new_link("scorer")
    table.new_link("viewer")
    scorer = table.links()[1][1]
    table.link(1, "name", name="June’s phone")
    second.see(f"/k/{scorer}")
    theirs = Table(second, table.address)
    theirs.deal(2, "p2", p1="25", p3="5", p4="10")
    withdrawn = [table.links()[place][1] for place in (2, 4)]
    table.link(2, "renew")
    table.link(4, "withdraw")
    table.link(1, "keeper")
    theirs.deal(3, "p3", p1="5", p2="", p4="40")
    table.deal(2, "p2", p1="20", p3="5", p4="10")
    theirs.link(1, "name", name="Gil’s old phone")
    table.keep("claim", turn="1", wants="no", claims="2 3")
    theirs.keep("stock-out")
    theirs.options(
        stock_out="must-take-discard", same_suit_runs="gap", further_melds="contract-kinds",
        nobody_out="not-scored",
    )  # fmt: skip
    return withdrawn


def shanghai_of_a_house(phone: CheckedClient) -> None:
    """Ten deals to the end, one of them without anybody out."""
    table = _start(
        phone, "shanghai-rum", "Kim", "Leo", "Mia", packs="3", contract_size="exact",
        same_suit_runs="not-consecutive", further_melds="any", bought_cards="2",
        final_discard="true", joker_points="50", natural_cards_per_meld="2",
        redeal_discard="false", stock_out="deal-ends", ties="played-off", wilds_per_meld="1",
        same_rank_sets="false",
    )  # fmt: skip
    for number in range(1, 11):
        if number == 5:
            table.deal(number, "nobody", p1="25", p2="50", p3="* K")
        else:
            out = f"p{number % 3 + 1}"
            held = {"p1": "5", "p2": "10", "p3": "20"}
            table.deal(number, out, **{key: held[key] for key in held if key != out})
    table.undo(4)
    table.undo(12)


def other_scores(phone: CheckedClient) -> None:
    """Any numbers, below nought too; nobody goes out and the game goes on for ever."""
    table = _start(
        phone, "scores", "Nora", "Otto", "e\u0301tienne", "Maximiliane-Konstanze von Hohenau-Lerche"
    )
    table.deal(1, "", p1="-12", p2="40-15", p3="0", p4="1-2")
    table.deal(2, "", p1="−30", p2="100", p3="-5-5", p4="250")
    table.change("/people", "join", name="Rut", after="p4", begins="average")
    table.deal(3, "", p1="7", p2="", p3="−1", p4="", p5="12")
    table.put_in(2, "", p1="1", p2="2", p3="3", p4="9999")
    table.change("/about", "note", title="Skat, then Wizard", day="2026-02-28")


def other_scores_of_a_house(phone: CheckedClient) -> None:
    """The lowest wins after so many rounds; the game once more with the seats rotated."""
    table = _start(phone, "scores", "Nora", "Otto", best="lowest", rounds="2", target="300")
    table.deal(1, "", p1="-3", p2="8")
    table.deal(2, "", p1="-4", p2="-20")
    again = table.again()
    again.deal(1, "", p1="15", p2="15")
    again.deal(2, "", p1="0", p2="0")


def by_program(phone: CheckedClient) -> None:
    """Every kind of entry that programs write, written by one; the phone then looks at it."""
    options = {"ties": "played-off", "packs": 2}
    asked = {"game": "six-to-ten", "players": ["Ada", "Ben", "Cleo"], "first_dealer": 1}
    answer = phone.post("/api/games", json={**asked, "options": options, "note": "By a program"})
    assert answer.status_code == 201, answer.text
    started = json.loads(answer.text)
    secret = started["secrets"]["keeper"]
    table = Table(phone, f"/games/{started['id']}")

    def write(kind: str, **more: Any) -> None:
        table.program(secret, kind=kind, **more)

    def hands(*points: int | None) -> dict[str, dict[str, Any]]:
        return {f"p{number}": {"points": one} for number, one in enumerate(points, 1)}

    tapped = {"p3": {"points": 50, "cards": "2h 2 K"}}
    write("deal-written", deal=1, out="p1", hands=hands(0, 25, 40))
    write("deal-corrected", deal=1, out="p1", hands=hands(0, 20) | tapped)
    write("deal-written", deal=2, out=None, hands=hands(5, None, 10))
    write("deal-inserted", deal=3, before=2, out="p3", hands=hands(15, 35, 0))
    write("results-swapped", deal=3, one="p1", other="p3")
    write("deal-written", deal=4, out="p2", hands=hands(5, 0, 5))
    write("deal-deleted", deal=4)
    write("undone", entry=8)
    write("undone", entry=9)
    write("undone", entry=10, about=["deal 4"])
    write("joined", player={"key": "p4", "name": "Dov"}, after="p1", begins="typed", points=-20)
    write("left", player="p4")
    write("returned", player="p4", begins="nought", points=0)
    write("renamed", player="p2", name="Benjamin")
    write("seats-moved", order=["p1", "p3", "p4", "p2"])
    write("dealer-changed", dealer="p3")
    write("options-changed", options={"redeal_discard": True, "wilds_per_meld": 2})
    write("points-given", id=1, player="p2", points=-10, why="Looked at the stock")
    write("noted", title="Written by a program", day="2026-11-01")
    melds = [{"by": "p1", "cards": "9s 9d 2c=9h"}, {"by": "p3", "cards": "4s 5s 6s 7s"}]
    write("melds-laid", deal=5, melds=melds, did="Two melds were laid down.")
    write("melds-laid", deal=5, melds=melds[1:], did="One meld was removed.")
    phone.see(f"/k/{secret}")


def drawn_cards(phone: CheckedClient) -> None:
    """A rank that is wild in one deal since a card of it was drawn; the table plays no further."""
    table = _start(phone, "indian-rummy", "Ann", "Bo")
    keeper = table.links()[0][1]
    table.program(keeper, kind="cards-drawn", deal=1, wild="7")
    table.deal(1, "p1", p2="K Q 7")
    table.program(keeper, kind="game-ended")


def brought_back(phone: CheckedClient) -> None:
    """A game from a copy, with a ruling in it that the referee never gave."""
    table = _start(phone, "contract-rummy-bicycle", "Ann", "Bo", "Cy", nobody_out="not-scored")
    table.deal(1, "p1", p2="10", p3="20")
    table.keep("meld", cards="8h 9s")
    table.keep("meld", cards="8h 8s 8d")
    copy = json.loads(phone.get(f"{table.address}/copy.json").text)
    kept = copy["games"][0]["log"][2]["entry"]
    kept["ruling"]["findings"][0]["says"] = "Somebody else said so."
    plain = json.dumps(
        copy["games"], sort_keys=True, ensure_ascii=False, separators=(",", ":")
    ).encode()
    copy["check"] = hashlib.sha256(plain).hexdigest()
    (brought,) = bring(phone, json.dumps(copy))
    brought.deal(2, "p3", p1="5", p2="15")
