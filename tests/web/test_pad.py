"""A pad of paper, typed in: many deals at once, checked against the totals on the paper."""

from collections.abc import Mapping

import pytest

from referee.scorebook.limits import PAD_ROWS
from referee.scorebook.plain import plain_game
from tests.pages import CheckedClient
from tests.web.test_changes import do

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
    assert "Somebody saved a deal meanwhile. The first line is now deal 3" in client.page.text
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
    typed = {"0-out": "p1", "0-points-p3": "10"}
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
    assert send(client, table, knocks) == 422
    assert "Compare the totals" in client.page.text
    assert send(client, table, knocks, sure=client.page.answers["sure"]) == 302
    # 24 less 4; then 9 less 5 and 25 for the undercut.
    assert "Ann, deal 2: 29 , in all 49" in client.see(table).text


def test_who_may_not_write_may_not_type_a_pad_in(client: CheckedClient, table: str) -> None:
    stranger = client.application.test_client()
    assert stranger.get(f"{table}/pad").status_code == 404
