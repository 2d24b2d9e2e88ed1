"""A pad of paper, typed in: many deals at once, checked against the totals on the paper."""

from collections.abc import Mapping

import pytest

from referee.scorebook.drafts import NOBODY
from referee.scorebook.limits import PAD_ROWS
from referee.scorebook.plain import plain_game
from tests.browser.whole_games import GAMES, WholeGame
from tests.pages import CheckedClient
from tests.web.test_changes import do
from tests.web.test_ways import game

KEYS = [f"p{number}" for number in range(1, 9)]
WHOLE = [whole for whole in GAMES if not any("rejoin" in said for said in whole.before.values())]

DEALS = {
    "0-out": "p1", "0-points-p2": "25", "0-points-p3": "10",
    "1-out": "p2", "1-points-p1": "5", "1-points-p3": "40",
}  # fmt: skip
TOTALS = {"total-p1": "5", "total-p2": "25", "total-p3": "50"}


@pytest.fixture
def table(client: CheckedClient) -> str:
    """A game of seven deals for three."""
    return client.start("contract-rummy-bicycle", "Ann", "Bo", "Cleo")


def pad(client: CheckedClient) -> dict[str, str]:
    """What stands in the fields of the pad on the page that is open."""
    (form,) = [form for form in client.page.forms if "rows" in form.fields]
    return form.fields


def send(client: CheckedClient, table: str, typed: Mapping[str, str], **more: str) -> int:
    """Type in the pad, as the page stands that is open, or else anew."""
    if not any("rows" in form.fields for form in client.page.forms):
        client.see(f"{table}/pad")
    sent = {**pad(client), **typed, **more}
    return client.post(f"{table}/pad", data=sent).status_code


def test_a_table_without_deals_leads_to_the_pad(client: CheckedClient, table: str) -> None:
    assert "Deals on paper already?" in client.see(table).text
    client.write(table, 1, "p1", p2="20", p3="30")
    assert "Deals on paper already?" not in client.see(table).text


def test_deals_that_add_up_are_saved_at_once_each_by_itself(
    client: CheckedClient, table: str
) -> None:
    assert send(client, table, DEALS | TOTALS) == 302
    text = client.see(table).text
    assert "Ann, deal 2: 5 , in all 5" in text and "Cleo, deal 2: 40 , in all 50" in text
    assert do(client, table, "undo-last", "") == 302
    text = client.see(table).text
    assert "Cleo, deal 1: 10 , in all 10" in text and "deal 2: 40" not in text


def test_a_pad_asks_where_its_lines_belong_once_a_deal_before_it_is_undone(
    client: CheckedClient, table: str
) -> None:
    assert send(client, table, DEALS | TOTALS) == 302
    client.see(f"{table}/pad")
    sent = pad(client) | {"0-out": "p1", "0-points-p2": "15", "0-points-p3": "25"}
    assert do(client, table, "undo-last", "") == 302
    assert client.post(f"{table}/pad", data=sent).status_code == 422
    assert "The first line is now deal 2" in client.page.text


def test_fields_of_a_deal_are_named_beside_them(client: CheckedClient) -> None:
    page = client.see(client.start("five-hundred", "Ann", "Bo") + "/pad")
    named = [word for word in page.words if word in ("melded", "held")]
    assert named and named == ["melded", "held"] * (len(named) // 2)


def test_all_deals_of_a_pad_are_said_to_be_saved(client: CheckedClient, table: str) -> None:
    client.see(f"{table}/pad")
    answer = client.post(f"{table}/pad", data=pad(client) | DEALS | TOTALS)
    assert "Deals 1 to 2 saved." in client.see(answer.headers["Location"]).text


def test_a_pad_of_one_number_has_no_names_beside_it(client: CheckedClient, table: str) -> None:
    assert not {"melded", "held"} & set(client.see(f"{table}/pad").words)


def test_the_same_pad_sent_twice_is_saved_once(client: CheckedClient, table: str) -> None:
    client.see(f"{table}/pad")
    sent = pad(client) | DEALS | TOTALS
    assert client.post(f"{table}/pad", data=sent).status_code == 302
    assert client.post(f"{table}/pad", data=sent).status_code == 422
    assert (
        "The deals before these have changed meanwhile. The first line is now deal 3"
        in client.page.text
    )
    # From there the pad goes on.
    third = {"0-out": "p3", "0-points-p1": "5", "0-points-p2": "10", "0-points-p3": ""}
    totals = {"total-p1": "10", "total-p2": "35", "total-p3": "50"}
    sent = pad(client) | third | dict.fromkeys(["1-out", "1-points-p1", "1-points-p3"], "")
    assert client.post(f"{table}/pad", data=sent | totals).status_code == 302
    assert "Bo, deal 3: 10 , in all 35" in client.see(table).text
    assert "Cleo, deal 2: 40 , in all 50" in client.see(table).text


def test_nothing_is_saved_before_the_paper_agrees_or_is_said_to_be_wrong(
    client: CheckedClient, table: str
) -> None:
    wrong = TOTALS | {"total-p3": "45"}
    assert send(client, table, DEALS | wrong) == 422
    assert "Cleo: the deals add up to 50, the paper says 45. Saving keeps 50." in client.page.text
    assert "in all 50" not in client.see(table).text
    client.see(f"{table}/pad")
    send(client, table, DEALS | wrong)
    assert send(client, table, DEALS | wrong, sure=client.page.answers["sure"]) == 302
    assert "Cleo, deal 2: 40 , in all 50" in client.see(table).text


def test_without_totals_of_the_paper_ours_are_to_be_compared(
    client: CheckedClient, table: str
) -> None:
    assert send(client, table, DEALS) == 422
    assert "Compare the totals under the last line with your paper." in client.page.text
    assert send(client, table, DEALS, sure=client.page.answers["sure"]) == 302


def test_a_yes_to_one_pad_is_no_yes_to_another(client: CheckedClient, table: str) -> None:
    send(client, table, DEALS | TOTALS | {"total-p3": "45"})
    mark = client.page.answers["sure"]
    assert send(client, table, DEALS | TOTALS | {"total-p3": "44"}, sure=mark) == 422
    # Nor is it where totals were compared before a number changed.
    none = dict.fromkeys(TOTALS, "")
    send(client, table, DEALS | none)
    mark = client.page.answers["sure"]
    assert send(client, table, DEALS | none | {"1-points-p3": "4"}, sure=mark) == 422


def test_what_is_wrong_is_said_by_its_line_and_nothing_typed_is_lost(
    client: CheckedClient, table: str
) -> None:
    assert send(client, table, DEALS | {"1-out": "", "1-points-p3": "abc"} | TOTALS) == 422
    assert "Deal 2:" in client.page.text
    assert (pad(client)["0-points-p2"], pad(client)["1-points-p3"]) == ("25", "abc")


def test_an_empty_line_between_deals_is_no_deal(client: CheckedClient, table: str) -> None:
    apart = {name.replace("1-", "2-", 1): text for name, text in DEALS.items()}
    assert send(client, table, apart | TOTALS) == 422
    assert "Deal 2: Choose who went out" in client.page.text


def test_more_points_than_a_hand_takes_are_saved_as_cards(client: CheckedClient) -> None:
    table = client.start("basic-rummy", "Ann", "Bo", "Cleo")
    typed = {"0-out": "p1", "0-points-p3": "10", "by": "hands"}
    assert send(client, table, typed | {"0-points-p2": "140"}) == 422
    assert "If it’s right, enter the cards, such as K 7 7." in client.page.text
    held = {"0-points-p2": "K K K K Q Q Q Q J J J J 10 10"}
    assert send(client, table, typed | held) == 422
    assert send(client, table, typed | held, sure=client.page.answers["sure"]) == 302


def test_a_running_total_that_falls_is_said_to_fall(client: CheckedClient, table: str) -> None:
    running = {"0-out": "p1", "0-points-p2": "25", "0-points-p3": "10", "1-out": "p1"}
    falls = running | {"1-points-p2": "20", "1-points-p3": "15"}
    assert send(client, table, falls, running="yes") == 422
    assert (
        "Deal 2: Bo: The total falls from 25 to 20. In this game it can’t: check both lines."
        in client.page.text
    )
    assert "a number or a sum" not in client.page.text


def test_running_totals_alone_are_enough(client: CheckedClient, table: str) -> None:
    running = {
        "0-out": "p1", "0-points-p1": "0", "0-points-p2": "25", "0-points-p3": "10",
        "1-out": "p2", "1-points-p1": "5", "1-points-p2": "25", "1-points-p3": "50",
    }  # fmt: skip
    assert send(client, table, running, running="yes") == 302
    assert "Cleo, deal 2: 40 , in all 50" in client.see(table).text


def test_a_pad_goes_on_after_what_is_saved_and_ends_with_the_game(
    client: CheckedClient, table: str
) -> None:
    send(client, table, DEALS | TOTALS)
    client.see(f"{table}/pad")
    assert "From deal 3 on" in client.page.text
    assert {name for name in pad(client) if name.endswith("-out")} == {f"{n}-out" for n in range(5)}


def test_sixty_deals_of_eight_come_in_at_once(client: CheckedClient) -> None:
    names = ("Ann", "Bo", "Cleo", "Dan", "Eve", "Fay", "Gus", "Hal")
    table = client.start(plain_game().id, *names)
    typed = {
        f"{deal}-points-p{seat}": str(deal + seat)
        for deal in range(PAD_ROWS)
        for seat in range(1, 9)
    }
    totals = {
        f"total-p{seat}": str(sum(deal + seat for deal in range(PAD_ROWS))) for seat in range(1, 9)
    }
    client.see(f"{table}/pad")
    for _ in range(5):
        send(client, table, {}, look="more")
    assert pad(client)["rows"] == str(PAD_ROWS)
    assert send(client, table, typed | totals) == 302
    assert "Hal, deal 60: 67 , in all 2250" in client.see(table).text


def test_deals_of_a_knock_are_typed_by_both_hands(client: CheckedClient) -> None:
    table = client.start("gin", "Ann", "Bo")
    knocks = {
        "0-out": "p1", "0-points-p1": "4", "0-points-p2": "24",
        "1-out": "p2", "1-points-p1": "5", "1-points-p2": "9",
    }  # fmt: skip
    send(client, table, {}, look="hands")
    assert send(client, table, knocks) == 422
    assert "Compare the totals" in client.page.text
    assert send(client, table, knocks, sure=client.page.answers["sure"]) == 302
    # 24 less 4; then 9 less 5 and 25 for the undercut.
    assert "Ann, deal 2: 29 , in all 49" in client.see(table).text


def test_a_pad_of_gin_has_the_running_sums_of_each_players_wins(client: CheckedClient) -> None:
    """Ann's wins stand below each other, and so do Bo's: nobody wrote who won when."""
    table = client.start("gin", "Ann", "Bo")
    sums = {
        "0-points-p1": "20", "1-points-p1": "55", "2-points-p1": "104",
        "0-points-p2": "12", "1-points-p2": "37", "2-points-p2": "50", "3-points-p2": "61",
    }  # fmt: skip
    client.see(f"{table}/pad")
    assert "Enter each player’s wins as they stand" in client.page.text
    assert pad(client)["running"] == "yes"
    assert send(client, table, sums) == 302
    text = client.see(table).text
    # Bo's four deals, then Ann's, of which the last ended the game.
    assert "Ann, deal 7: 49 , in all 104" in text and "Ann won" in text
    # 100 for the game, and 25 for each of three wins and of four.
    assert game(client, table)["final"] == {"p1": 279, "p2": 161}
    assert do(client, table, "undo-last", "") == 302
    assert "Ann, deal 6: 35 , in all 55" in client.see(table).text


def test_lines_of_a_pad_of_gin_with_one_win_each_are_deals(client: CheckedClient) -> None:
    """So is the pad of a game that had begun when it was printed."""
    table = client.start("gin", "Ann", "Bo")
    sums = {"0-points-p2": "12", "1-points-p1": "20", "2-points-p2": "37", "3-points-p1": "50"}
    assert send(client, table, sums) == 302
    points = [deal["points"] for deal in game(client, table)["deals"]]
    assert [deal["p1"] or deal["p2"] for deal in points] == [12, 20, 25, 30]


@pytest.mark.parametrize(
    ("paper", "agrees"), [("104", True), ("229", True), ("104+125", True), ("129", False)]
)
def test_paper_may_have_what_is_added_at_the_end(
    client: CheckedClient, paper: str, agrees: bool
) -> None:
    table = client.start("gin", "Ann", "Bo")
    sums = {"0-points-p1": "104", "0-points-p2": "12", "total-p1": paper}
    assert send(client, table, sums) == (302 if agrees else 422)
    assert ("the paper says" in client.page.text) != agrees


def test_a_pad_of_three_games_at_once_has_deals(client: CheckedClient) -> None:
    """Its columns have some wins twice and three times."""
    table = client.start("gin", "Ann", "Bo", dealer=0, **{"end.at_once": "three"})
    client.see(f"{table}/pad")
    assert (pad(client)["by"], pad(client).get("running", "")) == ("points", "")
    assert "Enter each player’s wins" not in client.page.text


def test_the_winners_points_alone_make_a_deal(client: CheckedClient) -> None:
    table = client.start("basic-rummy", "Ann", "Bo", "Cleo")
    won = {"0-points-p1": "35", "1-points-p3": "140", "2-points-p1": "20", "2-points-p2": "0"}
    totals = {"total-p1": "55", "total-p2": "0", "total-p3": "140"}
    assert send(client, table, won | totals) == 302
    text = client.see(table).text
    assert "Cleo, deal 2: 140 , in all 140" in text and "Ann, deal 3: 20 , in all 55" in text
    assert "Deal 2: Ann 0, Bo 0, Cleo 140" in client.see(f"{table}/log").text
    # It is corrected by its points, too.
    form = next(one for one in client.see(f"{table}/deals/2").forms if "points-p3" in one.fields)
    assert (form.fields["points-p3"], "out" in form.fields) == ("140", False)
    assert "Cards left in the hand" not in client.page.text
    assert "or cards" not in client.page.text
    sent = {**form.fields, "points-p3": "", "points-p2": "14"}
    assert client.post(f"{table}/deals/2", data=sent).status_code == 422
    client.post(f"{table}/deals/2", data={**sent, "points-p3": "0"})
    assert "Bo, deal 2: 14 , in all 14" in client.see(table).text


def test_two_winners_of_a_deal_are_refused(client: CheckedClient) -> None:
    table = client.start("basic-rummy", "Ann", "Bo", "Cleo")
    for points in ({"0-points-p1": "35", "0-points-p2": "5"}, {"0-points-p1": "-5"}):
        assert send(client, table, points) == 422
        assert "one player alone gets points for a deal, none below 0" in client.page.text


def test_points_of_a_deal_may_be_taken_off(client: CheckedClient) -> None:
    """In Chinchón the knocker's ten are taken off, which no hand holds."""
    table = client.start("chinchon", "Ann", "Bo")
    typed = {"0-points-p1": "-10", "0-points-p2": "24", "1-points-p1": "", "1-points-p2": "9"}
    assert send(client, table, typed | {"total-p1": "-10", "total-p2": "33"}) == 302
    assert "Ann, deal 2: 0 , in all -10" in client.see(table).text.replace("−", "-")


def test_what_is_typed_stays_where_the_pad_has_hands_after_all(client: CheckedClient) -> None:
    table = client.start("basic-rummy", "Ann", "Bo")
    send(client, table, {"0-points-p2": "35"}, look="hands")
    assert "Went out" in client.page.words or "Went out" in client.page.text
    send(client, table, {"0-out": "p1"}, look="points")
    assert pad(client)["0-points-p2"] == "35"
    send(client, table, {}, look="hands")
    assert (pad(client)["0-out"], pad(client)["by"]) == ("p1", "hands")
    assert send(client, table, {"total-p1": "35", "total-p2": "0"}) == 302


def test_what_was_typed_of_hands_makes_no_deal_of_a_pad_of_points(client: CheckedClient) -> None:
    table = client.start("basic-rummy", "Ann", "Bo", "Cleo")
    send(client, table, {}, look="hands")
    send(client, table, {"0-out": "p1", "1-out": "p2"}, look="points")
    totals = {"total-p1": "0", "total-p2": "20", "total-p3": "0"}
    assert send(client, table, {"0-points-p2": "20"} | totals) == 302
    assert [deal["points"] for deal in game(client, table)["deals"]] == [
        {"p1": 0, "p2": 20, "p3": 0}
    ]


def test_an_empty_line_between_the_winners_points_is_no_deal(client: CheckedClient) -> None:
    table = client.start("basic-rummy", "Ann", "Bo", "Cleo")
    won = {"0-points-p1": "35", "2-points-p1": "20"}
    totals = {"total-p1": "55", "total-p2": "0", "total-p3": "0"}
    assert send(client, table, won | totals) == 422
    assert "Deal 2: Ann: There’s no score for Ann yet. Enter the points." in client.page.text


@pytest.mark.parametrize("game_id", ["gin", "basic-rummy"])
def test_a_sum_among_running_totals_is_the_total_that_it_comes_to(
    client: CheckedClient, game_id: str
) -> None:
    table = client.start(game_id, "Ann", "Bo")
    sums = {"0-points-p1": "20", "1-points-p1": "20+15"}
    assert send(client, table, sums, running="yes") == 302
    assert game(client, table)["totals"] == {"p1": 35, "p2": 0}


def test_what_a_pad_of_points_does_not_tell_is_not_told_at_the_end(client: CheckedClient) -> None:
    table = client.start("romme", "Ann", "Bo")
    client.write(table, 1, "p1", p2="20")
    send(
        client, table, {"0-points-p1": "0", "0-points-p2": "95", "total-p1": "0", "total-p2": "115"}
    )
    do(client, table, "end", "")
    text = client.see(table).text
    assert "Ann won" in text and "went out once" not in text and "worst hand" not in text


def test_who_is_out_of_the_game_may_have_the_same_running_total_below(
    client: CheckedClient,
) -> None:
    table = client.start("kalooki-40", "Ann", "Bo", "Cy")
    sums = {
        "0-points-p1": "0", "0-points-p2": "100", "0-points-p3": "10",
        "1-points-p1": "0", "1-points-p2": "160", "1-points-p3": "30",
        "2-points-p1": "0", "2-points-p2": "160", "2-points-p3": "50",
    }  # fmt: skip
    assert send(client, table, sums | {"2-points-p2": "170"}, running="yes") == 422
    assert "Deal 3: Bo is out of the game before this deal. Leave that" in client.page.text
    assert send(client, table, sums, running="yes") == 302
    assert game(client, table)["deals"][2]["points"] == {"p1": 0, "p3": 20}


def test_a_total_that_falls_for_once_is_asked_about(client: CheckedClient) -> None:
    table = client.start("romme", "Ann", "Bo")
    sums = {"0-points-p1": "0", "0-points-p2": "125", "1-points-p1": "10", "1-points-p2": "25"}
    assert send(client, table, sums, running="yes") == 422
    assert "Deal 2: Bo: The total falls from 125 to 25. Yes, save" in client.page.text
    assert send(client, table, sums, running="yes", sure=client.page.answers["sure"]) == 302
    # In this game ten are taken off now and then.
    table = client.start("chinchon", "Ann", "Bo")
    sums = {"0-points-p1": "5", "0-points-p2": "12", "1-points-p1": "-5", "1-points-p2": "24"}
    assert send(client, table, sums, running="yes") == 302


@pytest.mark.parametrize(
    ("game_id", "points", "asked"),
    [
        ("romme", {"0-points-p2": "25", "0-points-p3": "10"}, False),
        ("romme", {"0-points-p1": "0", "0-points-p3": "10"}, True),
        ("chinchon", {"0-points-p1": "-10", "0-points-p3": "10"}, True),
        ("five-hundred", {"0-points-p1": "60", "0-points-p3": "45"}, True),
    ],
)
def test_who_has_no_number_is_asked_about_where_that_says_nothing(
    client: CheckedClient, game_id: str, points: dict[str, str], asked: bool
) -> None:
    table = client.start(game_id, "Ann", "Bo", "Cleo")
    client.see(f"{table}/pad?by=points")
    assert send(client, table, points) == 422
    assert ("No score yet" in client.page.text) == asked


def test_a_win_after_the_end_is_told_by_whose_it_is(client: CheckedClient) -> None:
    table = client.start("gin", "Ann", "Bo")
    sums = {"0-points-p1": "100", "0-points-p2": "60", "1-points-p2": "110"}
    assert send(client, table, sums) == 422
    assert "Win 1 of Bo: the game is over before it." in client.page.text


def test_a_deal_that_nobody_won_is_not_written_where_it_is_not_scored(
    client: CheckedClient,
) -> None:
    nothing = {"0-points-p1": "0", "0-points-p2": "0", "total-p1": "0", "total-p2": "0"}
    table = client.start("basic-rummy", "Ann", "Bo")
    assert send(client, table, nothing) == 422
    assert "Deal 1: In this game somebody gets points for every deal." in client.page.text
    # In this game the same player deals again.
    table = client.start("gin", "Ann", "Bo", dealer=0, **{"end.at_once": "three"})
    assert send(client, table, nothing) == 302


def test_no_running_total_is_taken_below_one_that_is_missing(client: CheckedClient) -> None:
    """It would hold the points of two deals, and those of the first be added once more later."""
    table = client.start("romme", "Ann", "Bo", "Cleo")
    sums = {
        "0-points-p1": "0", "0-points-p2": "", "0-points-p3": "10",
        "1-points-p1": "0", "1-points-p2": "25", "1-points-p3": "30",
    }  # fmt: skip
    assert send(client, table, sums, running="yes") == 422
    assert "Deal 2: Bo: There’s no total in a line above. Enter that one" in client.page.text
    assert send(client, table, sums | {"0-points-p2": "5"}, running="yes") == 302


def test_a_pad_of_before_that_a_phone_kept_has_hands(client: CheckedClient) -> None:
    table = client.start("gin", "Ann", "Bo")
    client.see(f"{table}/pad")
    sent = {**pad(client), "0-out": "p1", "0-points-p1": "4", "0-points-p2": "24"}
    sent |= {"total-p1": "20", "total-p2": "0"}
    del sent["by"], sent["running"]
    assert client.post(f"{table}/pad", data=sent).status_code == 302
    assert game(client, table)["deals"][0]["points"] == {"p1": 20, "p2": 0}


def typed_pad(whole: WholeGame, *, running: bool) -> dict[str, str]:
    """What stands on a pad of a game: what each writes, or running totals; with the last totals."""
    typed, totals = dict[str, str](), dict.fromkeys(whole.players, 0)
    for at, deal in enumerate(whole.deals):
        typed[f"{at}-out"] = NOBODY
        for key, name in zip(KEYS, whole.players, strict=False):
            if name in deal.points:
                totals[name] += (points := deal.points[name])
                typed[f"{at}-points-{key}"] = str(totals[name] if running else points)
            if name == deal.out:
                typed[f"{at}-out"] = key
            if deal.events.get(name) == ["laid"]:
                typed[f"{at}-fate-{key}"] = "laid"
    ends = zip(KEYS, totals.values(), strict=False)
    return typed | {f"total-{key}": str(total) for key, total in ends}


@pytest.mark.parametrize("running", [False, True], ids=["points", "running"])
@pytest.mark.parametrize("whole", WHOLE, ids=[whole.game for whole in WHOLE])
def test_a_whole_pad_of_any_game_is_typed_in(
    client: CheckedClient, whole: WholeGame, running: bool
) -> None:
    table = client.start(whole.game, *whole.players, dealer=0, **whole.options)
    client.see(f"{table}/pad")
    while int(pad(client)["rows"]) < len(whole.deals):
        send(client, table, {}, look="more")
    sums = "running" in {field["name"] for field in client.page.fields if "name" in field}
    if running and not sums:
        pytest.skip("its pad has wins alone")
    sent = typed_pad(whole, running=running)
    status = send(client, table, sent, running="yes" if running else "", by="points")
    if status == 422 and (sure := client.page.answers.get("sure")):
        status = send(client, table, sent, running="yes" if running else "", sure=sure)
    assert status == 302, client.page.text
    found = game(client, table)
    names = [player["name"] for player in found["players"]]
    totals = found["final"] or found["totals"]
    assert dict(zip(names, totals.values(), strict=True)) == whole.totals
    assert len(found["deals"]) == len(whole.deals)


def test_who_may_not_write_may_not_type_a_pad_in(client: CheckedClient, table: str) -> None:
    stranger = client.application.test_client()
    assert stranger.get(f"{table}/pad").status_code == 404
