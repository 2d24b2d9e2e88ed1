"""Whole games of every kind as their tables write them, with totals that were added up by hand."""

import csv
import io
from typing import Any

import pytest
from flask import Flask

from referee.language import say
from referee.scorebook.ways import way_of
from referee.variants import catalogue
from tests.books.table import Table
from tests.pages import CheckedClient, Form
from tests.rules.test_whole_games import HOLLYWOOD_GIN
from tests.web.test_live import let_write, other_phone
from tests.web.test_together import phone, send


def write(client: CheckedClient, table: str, deal: int, out: str, *held: str, **more: str) -> None:
    """Write a deal, and say yes to what is odd; a player's field is named with an underscore."""
    values = {f"points-p{seat}": text for seat, text in enumerate(held, 1)}
    values |= {name.replace("_", "-"): text for name, text in more.items()}
    answer = client.send(f"{table}/deals/{deal}", {"out": out} | values)
    if answer.status_code == 422:
        fields = client.page.forms[0].fields | {"sure": client.page.answers["sure"]}
        answer = client.post(f"{table}/deals/{deal}", data=fields)
    assert answer.status_code == 302, client.page.text


def game(client: CheckedClient, table: str) -> dict[str, Any]:
    """The game as programs read it."""
    kept = Table(client, table)
    secret = kept.links()[0][1]
    head = {"Authorization": f"Bearer {secret}"}
    read: dict[str, Any] = client.get(f"/api{table}", headers=head).get_json()
    return read


def entered(client: CheckedClient, table: str, entry: dict[str, Any]) -> dict[str, Any]:
    """What a program is answered that writes an entry."""
    head = {"Authorization": f"Bearer {Table(client, table).links()[0][1]}"}
    sent = {
        "key": f"made-by-a-program-{entry['kind']}",
        "base": game(client, table)["version"],
        "entry": entry,
    }
    answer: dict[str, Any] = client.post(f"/api{table}/entries", json=sent, headers=head).get_json()
    return answer


def totals(client: CheckedClient, table: str) -> list[int]:
    return list(game(client, table)["totals"].values())


def sums_of_spreadsheet(client: CheckedClient, table: str) -> dict[str, int]:
    """What the lines of each player add up to in a spreadsheet, by name."""
    sums: dict[str, int] = {}
    for line in csv.DictReader(io.StringIO(client.get(f"{table}/copy.csv").text)):
        sums[line["player"]] = sums.get(line["player"], 0) + int(line["points"])
    return sums


def parts(client: CheckedClient, table: str) -> list[dict[str, int]]:
    """The parts of the last deal, player by player."""
    return list(game(client, table)["deals"][-1]["parts"].values())


def draw(client: CheckedClient, page: str, **what: str) -> None:
    """Say what the table drew, on its page or on that of a deal."""
    form = next(one for one in client.see(page).forms if one.action.endswith("/drawn"))
    assert client.post(form.action, data=form.fields | what).status_code == 302


def test_gin_with_an_undercut_a_gin_and_a_big_gin(client: CheckedClient) -> None:
    table = client.start("gin", "Ann", "Bo", target="150")
    # Ann knocks with 4, Bo holds 24: 20.
    write(client, table, 1, "p1", "4", "24")
    assert totals(client, table) == [20, 0]
    # Ann knocks with 9, Bo holds 6: undercut, Bo has 3 and 25.
    write(client, table, 2, "p1", "9", "6")
    assert totals(client, table) == [20, 28]
    assert parts(client, table)[1] == {"difference": 3, "undercut": 25}
    # Bo goes gin, Ann holds 31: 31 and 25.
    write(client, table, 3, "p2", "31", "0")
    assert totals(client, table) == [20, 84]
    # Nobody knocks: nothing.
    write(client, table, 4, "nobody", "30", "30")
    assert totals(client, table) == [20, 84]
    # It comes to the same where nobody says what was held.
    write(client, table, 4, "nobody", "", "")
    assert totals(client, table) == [20, 84]
    # Bo goes big gin, Ann holds 40: 40 and 31.
    write(client, table, 5, "p2", "40", "0", big_gin="yes")
    assert totals(client, table) == [20, 155]
    assert "Bo won" in client.see(table).text
    log = client.see(f"{table}/log").text
    assert "Deal 5: Bo knocked; Ann 0, Bo 71 (difference 40, big gin 31)" in log
    assert "difference 3, undercut 25" in client.see(table).text
    sheet = client.get(f"{table}/copy.csv").text
    assert '"difference 3, undercut 25"' in sheet
    # And three deals of Bo’s, and the game.
    assert sums_of_spreadsheet(client, table) == {"Ann": 20 + 25, "Bo": 155 + 3 * 25 + 100}


def test_a_knock_is_written_by_its_difference_and_how_it_came_out(client: CheckedClient) -> None:
    table = client.start("gin", "Ann", "Bo")
    # 12 for a knock, for whichever player it is entered; then 12 and 25 for gin.
    write(client, table, 1, "p1", "12", "", knock="yes")
    assert totals(client, table) == [12, 0]
    write(client, table, 2, "p1", "", "12", gin="yes")
    assert totals(client, table) == [12 + 12 + 25, 0]
    # Bo undercuts by 5, which is 30.
    write(client, table, 3, "p1", "", "5", undercut="yes")
    assert totals(client, table) == [49, 30]
    # Both hands would say gin, but it was a knock; so it stays where the form is sent again.
    write(client, table, 4, "p2", "20", "0", knock="yes")
    assert totals(client, table) == [49, 50]
    write(client, table, 4, "p2", "21", "0")
    assert totals(client, table) == [49, 51]
    # 9 against 7 is an undercut, and no knock; and there is one kind at most.
    sent = {"out": "p2", "points-p1": "7", "points-p2": "9"}
    assert client.send(f"{table}/deals/5", sent | {"knock": "yes"}).status_code == 422
    both = {"undercut": "yes", "gin": "yes"}
    assert client.send(f"{table}/deals/5", sent | both).status_code == 422
    assert client.send(f"{table}/deals/5", sent | {"undercut": "yes"}).status_code == 302


def test_gin_is_over_with_its_bonus_and_its_boxes(client: CheckedClient) -> None:
    table = client.start("gin", "Ann", "Bo")
    write(client, table, 1, "p1", "4", "64")
    write(client, table, 2, "p2", "9", "4")
    write(client, table, 3, "p1", "0", "20")
    read = game(client, table)
    assert (read["finished"], read["totals"]) == (True, {"p1": 105, "p2": 5})
    paper = client.see(f"{table}/print/view?sheet=final").text
    assert (
        "Ann: difference 80, gin 25" in paper
        and "Ann 105 + 100 for the game + 50 for 2 wins" in paper
    )
    # 100 for the game, and 25 for each deal that was won.
    assert read["final"] == {"p1": 105 + 100 + 50, "p2": 5 + 25}
    shown = client.see(table).text
    assert "105 + 100 for the game + 50 for 2 wins" in shown and "5 + 25 for one win" in shown
    assert (
        "End 255 105 + 100 for the game + 50 for 2 wins 30 5 + 25 for one win"
        in client.see(f"{table}/chart").text
    )
    assert say("table-won-by", points=225, names="Bo") in shown


def test_three_games_of_gin_at_once_stand_on_the_page_and_on_paper(client: CheckedClient) -> None:
    table = client.start("gin", "Ann", "Bo", dealer=0, **{"end.at_once": "three"})
    for deal, (name, points) in enumerate(HOLLYWOOD_GIN, 1):
        out, held = ("p1", ("", str(points))) if name == "Ann" else ("p2", (str(points), ""))
        assert not game(client, table)["finished"]
        write(client, table, deal, out, *held, knock="yes")
    assert game(client, table)["final"] == {"p1": 870, "p2": 160}
    assert sums_of_spreadsheet(client, table) == {"Ann": 870, "Bo": 160}
    shown = client.see(table).text
    assert "110 + 250 bonus" in shown and "40 + 25 bonus" in shown
    # What counts in several games is no bonus.
    games = client.see(table).text.partition(say("scores-at-once"))[0]
    assert "360 + 260 + 250" in games and "bonus" not in games
    assert "for the game" not in client.see(f"{table}/chart").text
    for sheet in ("final", "score-pad"):
        paper = client.see(f"{table}/print/view?sheet={sheet}").text
        assert "Game 2: Ann 110 + 150 and Bo 70 + 25." in paper


def with_cy_out(client: CheckedClient) -> tuple[str, Form]:
    """The table of a game in which Cy is out after two deals, and the form to come back."""
    table = client.start("kalooki-40", "Ann", "Bo", "Cy")
    write(client, table, 1, "p1", "", "100", "90")
    write(client, table, 2, "p1", "", "20", "70")
    return table, next(one for one in client.see(table).forms if one.action.endswith("/rejoin"))


def test_who_is_out_comes_back_by_the_rule_and_is_last_where_first_out(
    client: CheckedClient,
) -> None:
    table, form = with_cy_out(client)
    assert say("table-rejoin", player="Cy", points=120) in client.page.text
    assert totals(client, table) == [0, 120, 160]
    typed = {"kind": "returned", "player": "p3", "begins": "typed", "points": 0}
    says = entered(client, table, typed)["error"]["message"]
    assert says.startswith("Cy is out of the game and comes back only by its rules, given −40 poi")
    assert client.post(form.action, data=form.fields).status_code == 302
    assert totals(client, table) == [0, 120, 120]
    assert sums_of_spreadsheet(client, table) == {"Ann": 0, "Bo": 120, "Cy": 120}
    assert "Cy comes back into the game with 120" in client.see(f"{table}/log").text
    # Nobody else may, and nobody twice.
    again = client.see(table).forms[0].fields | {"player": "p2"}
    assert client.post(form.action, data=again).status_code == 422
    # Bo is out first, with more than Cy has later.
    write(client, table, 3, "p1", "", "80", "0")
    write(client, table, 4, "p1", "", "", "31", points_p3="31")
    assert game(client, table)["places"] == {"p1": 1, "p3": 2, "p2": 3}
    assert sums_of_spreadsheet(client, table) == {"Ann": 0, "Bo": 200, "Cy": 151}
    assert "Cy,-40,,,,on coming back," in client.get(f"{table}/copy.csv").text
    assert "back, −40 added" in client.see(table).text
    assert "to begin with" not in client.page.text
    # Cy had 160, and 120 from then on.
    pad = client.see(f"{table}/print/view?sheet=score-pad").text
    assert "Cy: −40 before deal 3" in pad


def test_a_return_of_a_player_who_was_not_out_is_told_and_can_be_undone(
    client: CheckedClient,
) -> None:
    table, form = with_cy_out(client)
    assert client.post(form.action, data=form.fields).status_code == 302
    returned = str(game(client, table)["version"])
    told = say("table-never-out", player="Cy", deal=3, points=-40)
    assert told not in client.see(table).text
    write(client, table, 1, "p1", "", "100", "9")
    assert told in client.see(table).text
    write(client, table, 3, "p2", "10", "", "5")
    # The points stay as they were written until somebody undoes the return.
    assert totals(client, table) == [10, 120, 79 - 40 + 5]
    assert told in client.see(table).text
    assert say("table-never-out-undo", player="Cy") in client.page.text
    undo = next(one for one in client.page.forms if one.fields.get("entry") == returned)
    assert client.post(undo.action, data=undo.fields).status_code == 302
    assert totals(client, table) == [10, 120, 79 + 5]
    assert told not in client.see(table).text
    # Redone, and out after all: there is nothing to tell.
    redo, _ = [one for one in client.page.forms if one.action.endswith("/undo-last")]
    assert client.post(redo.action, data=redo.fields).status_code == 302
    assert told in client.see(table).text
    write(client, table, 1, "p1", "", "100", "90")
    assert told not in client.see(table).text


def test_gin_by_cards_groups_and_adds_to_the_melds_of_the_knocker(client: CheckedClient) -> None:
    table = client.start("gin", "Ann", "Bo")
    # Ann: 3 4 5 of hearts, three kings, three eights, and 2 left. Bo adds the 6 and 7 of hearts to
    # the run and the king of diamonds to the kings; queens are a set; 9 5 A 4 are left: 19.
    ann = "3h 4h 5h Ks Kh Kc 8s 8h 8c 2d"
    bo = "6h 7h Kd Qs Qh Qd 9c 5c Ac 4s"
    counted = client.send(
        f"{table}/deals/1", {"out": "p1", "points-p1": ann, "points-p2": bo, "count": "yes"}
    )
    # 17 more than Ann.
    assert counted.status_code == 200
    assert "Ann knocked with 2. Ann gets 17 and stands at 17." in client.page.text
    write(client, table, 1, "p1", ann, bo)
    assert totals(client, table) == [17, 0]
    # Eleven cards in melds and no discard: big gin, 31, and the 15 that Bo holds.
    write(client, table, 2, "p1", "3h 4h 5h 6h Ks Kh Kc 8s 8h 8c 8d", "9 5 A")
    assert totals(client, table) == [17 + 15 + 31, 0]
    again = client.see(f"{table}/deals/2").forms[0].fields
    assert again["big-gin"] == "yes"


def test_gin_under_oklahoma_heeds_the_card_turned_up(client: CheckedClient) -> None:
    table = client.start("gin", "Ann", "Bo", oklahoma="spades")
    assert "knock with" not in client.see(table).text
    draw(client, table, upcard="6", suit="s")
    assert "Turned up: 6♠, knock with 6 at most; the deal counts double" in client.see(table).text
    assert say("table-knock", points=6) not in client.page.text
    # A knock with 7 is more than the 6 that was turned up.
    answer = client.send(f"{table}/deals/1", {"out": "p1", "points-p1": "7", "points-p2": "20"})
    assert answer.status_code == 422
    assert say("doubt-knock", points=7, most=6) in client.page.text
    # With 5 it goes: 15, twice for the spade.
    write(client, table, 1, "p1", "5", "20")
    assert totals(client, table) == [30, 0]
    assert "Ann knocked; Ann 30 (doubled), Bo 0" in client.see(f"{table}/log").text
    assert "Ann, deal 1: 30 , went out, in all 30 doubled" in client.see(table).text
    assert "Ring: knocked." in client.page.text
    assert "knock with" not in client.page.text


def test_what_was_turned_up_is_said_once_the_deal_is_saved(client: CheckedClient) -> None:
    table = client.start("gin", "Ann", "Bo", oklahoma="spades")
    write(client, table, 1, "p1", "5", "20")
    write(client, table, 2, "p2", "20", "0")
    assert totals(client, table) == [15, 45]
    draw(client, f"{table}/deals/1", upcard="6", suit="s")
    assert totals(client, table) == [30, 45]
    # A correction keeps to it, and so does the sheet that says what was corrected.
    write(client, table, 1, "p1", "4", "20")
    assert totals(client, table) == [32, 45]
    assert "Ann 32, not 15" in client.see(f"{table}/print/view?sheet=final").text


@pytest.mark.parametrize(
    ("cards", "points", "comes"),
    [
        ("2 A", 3, True),
        ("2 A", 17, True),
        ("A 2 3 7 7 7 2 A", 30, True),
        ("A 2 3 7 7 7 2 A", 44, True),
        ("A 2 3 7 7 7 2 A", 58, True),
        ("A 2 3 7 7 7 2 A", 43, False),
    ],
)
def test_melds_come_in_with_as_many_low_aces_as_were_counted(
    client: CheckedClient, cards: str, points: int, comes: bool
) -> None:
    table = client.start("five-hundred", "Ann", "Bo")
    hands = {"p1": {"points": 0}, "p2": {"points": 0}}
    deal = {"kind": "deal-written", "deal": 1, "out": "p1", "hands": hands}
    besides = {"melded": {"p1": {"points": points, "cards": cards}}}
    assert ("error" not in entered(client, table, deal | {"besides": besides})) == comes
    assert totals(client, table) == ([points, 0] if comes else [0, 0])


def test_a_card_drawn_as_wild_changes_nothing_of_melds_that_were_counted(
    client: CheckedClient,
) -> None:
    table = client.start("five-hundred", "Ann", "Bo")
    wild = {"kind": "options-changed", "options": {"wilds.drawn": True}}
    assert "error" not in entered(client, table, wild)
    hands = {"p1": {"points": 0}, "p2": {"points": 5}}
    # An earlier version took this ace to be high.
    besides = {"melded": {"p1": {"points": 17, "cards": "2 A"}}}
    deal = {"kind": "deal-written", "deal": 1, "out": "p1", "hands": hands, "besides": besides}
    assert "error" not in entered(client, table, deal)
    drawn = {"kind": "cards-drawn", "deal": 1, "wild": "7"}
    assert "error" not in entered(client, table, drawn)
    assert totals(client, table) == [17, -5]


def test_500_counts_what_was_melded_less_what_is_held(client: CheckedClient) -> None:
    table = client.start("five-hundred", "Ann", "Bo", "Cy", target="100")
    # 60; 45 less 20; 0 less 35.
    write(client, table, 1, "", "0", "20", "35", melded_p1="60", melded_p2="45", melded_p3="")
    assert totals(client, table) == [60, 25, -35]
    assert parts(client, table)[1] == {"melded": 45, "held": -20}
    for sheet in ("final", "score-pad"):
        paper = client.see(f"{table}/print/view?sheet={sheet}").text
        assert "Bo: melded 45, held −20" in paper
    # By cards: 10 10 10 and 7; three aces, 45, less a joker, 15; nothing.
    write(client, table, 2, "", "7", "*", "0", melded_p1="K Q J", melded_p2="A A A", melded_p3="0")
    assert totals(client, table) == [60 + 23, 25 + 30, -35]
    # 40: that is more than 100. Who laid cards down alone of those without a number holds nothing.
    write(client, table, 3, "", "", "5", "5", melded_p1="40", melded_p2="10", melded_p3="20")
    assert totals(client, table) == [123, 60, -20]
    assert "Ann won" in client.see(table).text
    # Programs see what the points come from.
    wrote = game(client, table)["deals"][1]
    assert wrote["hands"]["p2"] == {"points": 15, "cards": "*"}
    assert wrote["besides"]["melded"]["p2"] == {"points": 45, "cards": "A A A"}
    # The form holds what was melded; a correction keeps the rest.
    assert client.see(f"{table}/deals/2").forms[0].fields["melded-p2"] == "A A A"
    write(client, table, 2, "", "7", "*", "0", melded_p1="10")
    assert totals(client, table) == [103, 60, -20]
    # Three kings and a low run of the ace: 36; an ace that is held costs as much as ever.
    write(client, table, 3, "", "A 2 3", "*", "0", melded_p1="K K K A 2 3")
    assert parts(client, table)[0] == {"melded": 36, "held": -20}


def test_indian_rummy_with_drops_a_wrong_declaration_and_an_elimination(
    client: CheckedClient,
) -> None:
    table = client.start("indian-rummy", "Ann", "Bo", "Cy")
    draw(client, table, wild="7")
    assert "sevens" in client.see(table).text
    # Ann declares; Bo is left with K 9 and a 7 that is wild: 19; Cy dropped first: 20.
    write(client, table, 1, "p1", "", "K 9 7", "", fate_p3="first")
    assert totals(client, table) == [0, 19, 20]
    # Bo declares; Ann holds her whole hand: a pure run of four, a run with a joker, a set of 8s,
    # and K 4 ungrouped, which is 14. Cy dropped later: 40.
    hand = "3s 4s 5s 6s 9h 10h * 8s 8h 8c Kd 4c"
    write(client, table, 2, "p2", hand, "", "", fate_p3="middle")
    assert totals(client, table) == [14, 19, 60]
    # Cy declares wrongly: 80, and nobody else has any; with 140 Cy is out.
    sent = {"out": "nobody", "fate-p3": "wrong-declaration"}
    assert client.send(f"{table}/deals/3", sent).status_code == 302
    assert totals(client, table) == [14, 19, 140]
    log = client.see(f"{table}/log").text
    assert "Deal 2: Bo declared; Ann 14" in log and "Cy is out of the game" in log
    text = client.see(f"{table}/deals/4").text
    assert "Cy" not in text.partition(say("deal-who-declare"))[2]
    # 90 are capped at 80: Bo has 99; then 5 more, and Ann is the last.
    write(client, table, 4, "p1", "", "90")
    assert totals(client, table) == [14, 99, 140]
    assert parts(client, table)[1] == {"held": 90, "capped": -10}
    write(client, table, 5, "p1", "", "5")
    assert totals(client, table) == [14, 104, 140]
    assert "Ann won" in client.see(table).text
    assert "Deal 5: Ann declared; Bo 5" in client.see(f"{table}/log").text
    log = client.see(f"{table}/log").text
    assert "Deal 1: Ann declared; Ann 0, Bo 19, Cy 20 (dropped 20)" in log


def test_romme_counts_double_for_who_goes_out_from_the_hand(client: CheckedClient) -> None:
    table = client.start("romme", "Ann", "Bo", "Cy", target="150")
    write(client, table, 1, "p1", "", "30", "45")
    assert totals(client, table) == [0, 30, 45]
    # Bo goes out from the hand: twice 10 and twice 36 (11 and a joker's 25).
    write(client, table, 2, "p2", "K", "", "A *", hand="yes")
    assert totals(client, table) == [20, 30, 117]
    assert parts(client, table)[2] == {"held": 36, "hand": 36}
    # It was not they who went out so.
    assert "Cy 72 (held 36, doubling 36)" in client.see(f"{table}/log").text
    assert "held 81, doubling 36" in client.see(table).text
    assert client.see(f"{table}/deals/2").forms[0].fields["hand"] == "yes"
    # Corrected: it was no hand after all.
    form = client.page.forms[0]
    fields = {name: text for name, text in form.fields.items() if name != "hand"}
    assert client.post(form.action, data=fields).status_code == 302
    assert totals(client, table) == [10, 30, 81]
    write(client, table, 3, "p1", "", "5", "70")
    assert totals(client, table) == [10, 35, 151]
    assert "Ann won" in client.see(table).text


def test_three_thirteen_groups_the_hands_of_the_others(client: CheckedClient) -> None:
    table = client.start("three-thirteen", "Ann", "Bo")
    # Threes are wild: 9 9 and a wild are a set; the second deal, with fours wild, leaves a king.
    write(client, table, 1, "p1", "", "9h 9s 3c")
    write(client, table, 2, "p1", "", "5s 5h 5d Kc")
    assert totals(client, table) == [0, 10]
    for deal in range(3, 12):
        write(client, table, deal, "p2", "5", "")
    # Nine deals with 5.
    assert totals(client, table) == [45, 10]
    assert "Bo won" in client.see(table).text


@pytest.mark.parametrize(
    ("game", "says"),
    [
        ("conquian", "Nobody won? Then there’s nothing to save."),
        ("basic-rummy", "Nobody went out? Then there’s nothing to save."),
        ("kalooki-40", "Nobody went out"),
        ("indian-rummy", "Nobody declared"),
    ],
)
def test_a_form_says_what_to_do_if_nobody_ended_the_deal(
    client: CheckedClient, game: str, says: str
) -> None:
    table = client.start(game, "Ann", "Bo")
    assert says in client.see(f"{table}/deals/1").text


def test_conquian_asks_who_won_and_nothing_else(client: CheckedClient) -> None:
    table = client.start("conquian", "Ann", "Bo", target="3")
    assert "Ring:" not in client.see(table).text
    for deal, out in enumerate(("p1", "p2", "p1"), 1):
        write(client, table, deal, out)
    assert totals(client, table) == [2, 1]
    assert "Ring: winner of the deal." in client.see(table).text
    answer = client.send(f"{table}/deals/4", {"out": ""})
    assert answer.status_code == 422
    assert say("deal-no-out", way="won") in client.page.text
    assert "If nobody did, there’s nothing to save for this deal." in client.page.text
    write(client, table, 4, "p1")
    assert totals(client, table) == [3, 1]
    assert "Ann won" in client.see(table).text
    assert "went out" not in client.page.text and "won 3 times" in client.page.text
    write(client, table, 4, "p2")
    text = client.see(f"{table}/log").text
    assert "Deal 4: winner Bo, not Ann" in text and "Deal 4: winner Ann" in text
    assert "went out" not in client.page.text


def test_forms_of_earlier_commits_hold_what_a_player_writes(client: CheckedClient) -> None:
    table = client.start("gin", "Ann", "Bo")
    fields = client.see(f"{table}/deals/1").forms[0].fields
    del fields["way"]
    sent = fields | {"points-p1": "-13", "points-p2": "20"}
    assert client.post(f"{table}/deals/1", data=sent).status_code == 302
    assert totals(client, table) == [-13, 20]
    # It is corrected as it was written.
    write(client, table, 1, "", "-12", "20")
    assert totals(client, table) == [-12, 20]


IMPOSSIBLE = {
    "big gin with cards left": ("gin", "p1", {"points-p1": "5", "points-p2": "9", "big-gin": "y"}),
    "no number": ("gin", "p1", {"points-p1": "x", "points-p2": "9"}),
    "nobody said who declared": ("indian-rummy", "", {"points-p2": "9"}),
    "melded cards that are none": ("five-hundred", "", {"points-p1": "5", "melded-p1": "huh"}),
}


@pytest.mark.parametrize(("name", "out", "typed"), IMPOSSIBLE.values(), ids=IMPOSSIBLE)
def test_what_cannot_be_is_refused(
    client: CheckedClient, name: str, out: str, typed: dict[str, str]
) -> None:
    table = client.start(name, "Ann", "Bo")
    answer = client.send(f"{table}/deals/1", {"out": out} | typed)
    assert answer.status_code == 422
    assert "sure" not in client.page.answers
    fields = client.page.forms[0].fields
    assert all(fields[field] for field in typed if field != "big-gin")


def test_two_phones_are_asked_which_deal_is_right(app: Flask, client: CheckedClient) -> None:
    table = client.start("five-hundred", "Ann", "Bo")
    other = other_phone(app, let_write(client, table))
    mine = other.see(f"{table}/deals/1").forms[0].fields
    write(client, table, 1, "", "5", "5", melded_p1="50", melded_p2="20")
    mine |= {"points-p1": "5", "points-p2": "5", "melded-p1": "60", "melded-p2": "20"}
    assert other.post(f"{table}/deals/1", data=mine).status_code == 409
    assert "Ann, melded 50 60" in other.page.text
    form = other.page.forms[0]
    assert other.post(form.action, data=form.fields).status_code == 302
    assert totals(client, table) == [55, 15]


def test_a_forgotten_deal_that_two_phones_wrote_is_shown_as_each_has_it(
    client: CheckedClient,
) -> None:
    table = client.start("gin", "Ann", "Bo")
    write(client, table, 1, "p1", "4", "24")
    forgotten = f"{table}/deals/1/before"
    mine = client.see(forgotten).forms[0].fields
    theirs = client.see(forgotten).forms[0].fields
    held = {"out": "p1", "points-p1": "0", "points-p2": "31"}
    assert client.post(forgotten, data=theirs | held | {"gin": "yes"}).status_code == 302
    assert client.post(forgotten, data=mine | held | {"points-p2": "30"}).status_code == 409
    assert "Gin" in client.page.text and "31" in client.page.text


def test_phones_count_their_own_hands_for_a_knock(app: Flask, client: CheckedClient) -> None:
    table = client.start("gin", "Ann", "Bo")
    client.send(f"{table}/together")
    ann, bo = (phone(app, client, table, player) for player in ("p1", "p2"))
    assert say("seat-out", way="knock") in ann.see(f"{table}/seat").text
    assert send(ann, table, **{"points-p1": "4", "out": "p1"}).status_code == 302
    assert send(bo, table, **{"points-p2": "K 9"}).status_code == 302
    # The form is filled with who knocked, and both hands.
    fields = client.see(f"{table}/deals/1").forms[0].fields
    assert (fields["out"], fields["points-p1"], fields["points-p2"]) == ("p1", "4", "K 9")
    assert client.post(f"{table}/deals/1", data=fields).status_code == 302
    assert totals(client, table) == [15, 0]
    assert "Ann 15" in bo.see(f"{table}/seat").text
    form = next(one for one in bo.see(f"{table}/seat").forms if one.action.endswith("/sign"))
    assert bo.post(form.action, data=form.fields).status_code == 302
    assert "Agreed by Bo" in client.see(f"{table}/deals/1").text


def test_a_phone_says_that_its_player_won(app: Flask, client: CheckedClient) -> None:
    table = client.start("conquian", "Ann", "Bo")
    client.send(f"{table}/together")
    bo = phone(app, client, table, "p2")
    assert send(bo, table, out="p2").status_code == 302
    fields = client.see(f"{table}/deals/1").forms[0].fields
    assert client.post(f"{table}/deals/1", data=fields).status_code == 302
    assert totals(client, table) == [0, 1]


def test_the_form_takes_over_what_phones_said_besides(app: Flask, client: CheckedClient) -> None:
    table = client.start("frustration", "Ann", "Bo", "Cy")
    client.send(f"{table}/together")
    bo, cy = (phone(app, client, table, player) for player in ("p2", "p3"))
    assert send(bo, table, **{"fate-p2": "laid"}).status_code == 302
    assert "Sent: Laid." in bo.see(f"{table}/seat").text
    assert send(cy, table).status_code == 302
    page = client.see(f"{table}/deals/1")
    assert "Bo Laid Cy nothing to count" in page.text
    fields = page.forms[0].fields
    assert (fields["fate-p2"], fields.get("fate-p3")) == ("laid", None)
    answer = client.post(f"{table}/deals/1", data=fields | {"out": "p1"})
    assert answer.status_code == 302
    assert totals(client, table) == [1, 1, 0]
    # A deal that is saved otherwise says so on the phone.
    write(client, table, 1, "p1", fate_p3="laid")
    assert say("seat-saved-other", deal=1) in cy.see(f"{table}/seat").text


def test_a_phone_says_how_its_player_went_out_or_cut(app: Flask, client: CheckedClient) -> None:
    table = client.start("continental", "Ann", "Bo")
    client.send(f"{table}/together")
    ann, bo = (phone(app, client, table, player) for player in ("p1", "p2"))
    assert send(ann, table, out="p1", hand="yes").status_code == 302
    assert send(bo, table, **{"points-p2": "60", "hand": "yes"}).status_code == 302
    fields = client.see(f"{table}/deals/1").forms[0].fields
    assert (fields["out"], fields["hand"], fields["points-p2"]) == ("p1", "yes", "60")
    client.post(f"{table}/deals/1", data=fields)
    assert totals(client, table) == [-10, 60]
    cuts = next(one for one in catalogue() if way_of(one).feats)
    table = client.start(cuts.id, "Ann", "Bo")
    client.send(f"{table}/together")
    bo = phone(app, client, table, "p2")
    assert send(bo, table, **{"points-p2": "20", "cut": "p2"}).status_code == 302
    assert client.see(f"{table}/deals/1").forms[0].fields["cut"] == "p2"


def test_a_phone_drops_its_player_or_says_what_was_melded(
    app: Flask, client: CheckedClient
) -> None:
    table = client.start("indian-rummy", "Ann", "Bo", "Cy")
    client.send(f"{table}/together")
    bo = phone(app, client, table, "p2")
    assert send(bo, table, **{"points-p2": "40", "fate-p2": "middle"}).status_code == 302
    fields = client.see(f"{table}/deals/1").forms[0].fields
    assert (fields["points-p2"], fields["fate-p2"]) == ("", "middle")
    # What is entered otherwise than the phone counted is asked about, melds as hands.
    table = client.start("five-hundred", "Ann", "Bo")
    client.send(f"{table}/together")
    bo = phone(app, client, table, "p2")
    assert send(bo, table, **{"points-p2": "7", "melded-p2": "K Q J"}).status_code == 302
    form = client.see(f"{table}/deals/1").forms[0].fields
    assert (form["points-p2"], form["melded-p2"]) == ("7", "K Q J")
    typed = form | {"points-p1": "5", "melded-p1": "20", "melded-p2": "40"}
    assert client.post(f"{table}/deals/1", data=typed).status_code == 422
    asked = say("doubt-counted-melded", typed=40, counted=30)
    assert asked in client.page.text
    assert client.post(f"{table}/deals/1", data=typed | {"melded-p2": "30"}).status_code == 302
    assert totals(client, table) == [15, 23]


def test_results_are_swapped_with_what_was_melded(client: CheckedClient) -> None:
    table = client.start("five-hundred", "Ann", "Bo", "Cy")
    write(client, table, 1, "", "0", "20", "35", melded_p1="60", melded_p2="45", melded_p3="")
    forms = client.see(f"{table}/deals/1").forms
    form = next(one for one in forms if one.action.endswith("/swap"))
    sent = form.fields | {"one": "p1", "other": "p2"}
    assert client.post(form.action, data=sent).status_code == 302
    assert totals(client, table) == [25, 60, -35]


def test_points_are_taken_off_for_going_out_at_once_and_for_a_cut(client: CheckedClient) -> None:
    table = client.start("continental", "Ann", "Bo")
    write(client, table, 1, "p1", "0", "60", hand="yes")
    write(client, table, 2, "p2", "29", "0")
    assert totals(client, table) == [-10 + 29, 60]
    assert parts(client, table) == [{"held": 29}, {"held": 0}]
    table = client.start("red-aces", "Ann", "Bo")
    write(client, table, 1, "p1", "0", "60")
    assert totals(client, table) == [-25, 60]
    table = client.start("liverpool", "Ann", "Bo", "Cy")
    write(client, table, 1, "p1", "0", "17", "30", cut="p2")
    assert totals(client, table) == [0, 17 - 50, 30]
    # Its form keeps the hand of who cut. Corrected, the cut stays; then Ann did it.
    form = next(one for one in client.see(f"{table}/deals/1").forms if "cut" in one.fields)
    assert (form.fields["points-p2"], form.fields["cut"]) == ("17", "p2")
    write(client, table, 1, "p1", "0", "18", "30")
    assert totals(client, table) == [0, 18 - 50, 30]
    write(client, table, 1, "p1", "0", "18", "30", cut="p1")
    assert totals(client, table) == [-50, 18, 30]


def test_everybody_goes_on_from_contract_to_contract_on_their_own(client: CheckedClient) -> None:
    table = client.start("frustration", "Ann", "Bo", "Cy")
    assert client.see(table).text.count("contract 1: three sets of 3") == 3
    assert "Deal 1 · first to lay 14 contracts" in client.page.text
    write(client, table, 1, "p1", fate_p2="laid")
    assert totals(client, table) == [1, 1, 0]
    assert parts(client, table) == [{"laid": 1}, {"laid": 1}, {}]
    seen = client.see(table).text
    assert seen.count("contract 2: a set of 3 and a run of 4") == 2
    assert seen.count("contract 1: three sets of 3") == 1
    form = next(one for one in client.see(f"{table}/deals/1").forms if "out" in one.fields)
    assert (form.fields["out"], form.fields.get("fate-p2")) == ("p1", "laid")
    # Corrected: Bo had not laid it.
    write(client, table, 1, "p1", fate_p2="")
    assert totals(client, table) == [1, 0, 0]
    for deal in range(2, 14):
        write(client, table, deal, "p1", fate_p3="laid")
    assert "contract 14: a set of 3 and a run of 9" in client.see(table).text
    # The deals of others may be more than there are contracts.
    write(client, table, 14, "p3")
    write(client, table, 15, "nobody", fate_p1="laid", fate_p3="laid")
    assert totals(client, table) == [14, 0, 14]
    assert "Ann and Cy won" in client.see(table).text


def test_who_laid_nothing_down_writes_what_the_table_agreed_on(client: CheckedClient) -> None:
    table = client.start("remi-51", "Ann", "Bo", "Cy", closing="true")
    write(client, table, 1, "p1", "0", "", "31", fate_p2="unopened")
    assert totals(client, table) == [-40, 100, 31]
    assert parts(client, table)[1] == {"unopened": 100}
    # Corrected: Cy had laid nothing down either, and Ann went out with all cards at once.
    form = next(one for one in client.see(f"{table}/deals/1").forms if "fate-p2" in one.fields)
    assert (form.fields["fate-p2"], form.fields["fate-p3"]) == ("unopened", "")
    write(client, table, 1, "p1", "0", "", "", hand="yes", fate_p2="unopened", fate_p3="unopened")
    assert totals(client, table) == [-80, 100, 100]
    usual = client.start("remi-51", "Ann", "Bo")
    assert "unopened" not in client.see(f"{usual}/deals/1").text


PROGRAMS = {
    "a contract of one's own where there is none": (
        "romme",
        {"besides": {"events": {"p2": ["laid"]}}},
    ),
    "nothing laid down where the cards count": (
        "remi-51",
        {"besides": {"events": {"p2": ["unopened"]}}},
    ),
    "gin where nobody knocked": ("gin", {"out": None, "besides": {"gin": "gin"}}),
    "melded where it does not count": ("gin", {"besides": {"melded": {"p1": {"points": 5}}}}),
    "a drop where nobody drops": ("romme", {"besides": {"dropped": {"p2": "first"}}}),
    "who went out dropped": ("indian-rummy", {"besides": {"dropped": {"p1": "first"}}}),
    "from the hand without going out": ("romme", {"besides": {"events": {"p2": ["hand"]}}}),
    "a stranger": ("indian-rummy", {"besides": {"dropped": {"p9": "first"}}}),
    "a word that is none": ("gin", {"besides": {"gin": "huge"}}),
    "points alone of who went out": ("gin", {"besides": {"points_alone": True}}),
    "points alone and more": (
        "gin",
        {"out": None, "besides": {"points_alone": True, "melded": {}, "dropped": {"p1": "first"}}},
    ),
    "points alone where each deal won counts one": (
        "conquian",
        {"out": None, "besides": {"points_alone": True}},
    ),
    "points alone where contracts count": (
        "frustration",
        {"out": None, "besides": {"points_alone": True}},
    ),
    "points alone of cards": (
        "indian-rummy",
        {
            "out": None,
            "hands": {"p1": {"points": 20, "cards": "K Q"}, "p2": {"points": 0}},
            "besides": {"points_alone": True},
        },
    ),
    "points alone of two winners": (
        "gin",
        {
            "out": None,
            "hands": {"p1": {"points": 5}, "p2": {"points": 5}},
            "besides": {"points_alone": True},
        },
    ),
}


@pytest.mark.parametrize(("name", "more"), PROGRAMS.values(), ids=PROGRAMS)
def test_a_program_is_told_what_cannot_be(
    client: CheckedClient, name: str, more: dict[str, Any]
) -> None:
    table = client.start(name, "Ann", "Bo")
    head = {"Authorization": f"Bearer {Table(client, table).links()[0][1]}"}
    entry = {
        "kind": "deal-written",
        "deal": 1,
        "out": "p1",
        "hands": {"p1": {"points": 0}, "p2": {"points": 20}},
    }
    sent = {"key": "made-by-a-test", "base": 1, "entry": entry | more}
    answer = client.post(f"/api{table}/entries", headers=head, json=sent)
    assert answer.status_code == 422
    right = {"key": "made-by-a-test", "base": 1, "entry": entry | {"besides": {}}}
    assert client.post(f"/api{table}/entries", headers=head, json=right).status_code == 201


def test_five_crowns_counts_stars_and_the_wild_rank_of_the_deal(client: CheckedClient) -> None:
    table = client.start("five-crowns", "Ann", "Bo")
    assert "★" in client.see(f"{table}/deals/1").text
    # Threes are wild and cost 20; then fours, with which two stars make a set.
    write(client, table, 1, "p1", "", "5t 9d 3t")
    write(client, table, 2, "p1", "", "8t 8t 4c Kt")
    assert totals(client, table) == [0, 34 + 13]


def test_a_card_whose_suit_counts_has_a_key_for_each_cost(client: CheckedClient) -> None:
    table = client.start("kalooki-jamaica", "Ann", "Bo", "Cy")
    shown = client.see(f"{table}/deals/1").text
    assert "A♥\ufe0e♦" in shown.replace(" ", "") and "A♠" in shown.replace(" ", "")
    answer = client.send(f"{table}/deals/1", {"out": "p1", "points-p2": "A K", "points-p3": "5"})
    assert answer.status_code == 422
    assert "follows from its suit" in client.page.text
    write(client, table, 1, "p1", "", "Ad K", "As 5")
    assert totals(client, table) == [0, 11, 20]


def test_chinchon_takes_points_off_for_a_hand_without_a_card_left(client: CheckedClient) -> None:
    table = client.start("chinchon", "Ann", "Bo")
    # Bo adds 4s and 5s to the run.
    write(client, table, 1, "p1", "As 2s 3s 7h 7d 7c 4d", "4s 5s Kd Kh Js Jc 2h")
    assert totals(client, table) == [4, 42]
    write(client, table, 2, "p2", "20", "0")
    assert totals(client, table) == [24, 32]
    write(client, table, 3, "p1", "Ad 2d 3d 4d 5d 6d 7d", "5")
    assert totals(client, table) == [-1, 37]
    write(client, table, 4, "p2", "5", "0", chinchon="yes")
    assert totals(client, table) == [4, 12]
    assert parts(client, table)[1]["chinchon"] == -25
    write(client, table, 5, "p2", "60", "3")
    write(client, table, 6, "p2", "40", "0")
    assert "Bo won" in client.see(table).text
