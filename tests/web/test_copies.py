"""Games as files: saved, brought back, and deleted."""

import csv
import fcntl
import io
import json
import re
from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode

import pytest
from flask import Flask

from referee.scorebook import events, limits
from referee.scorebook.events.players import Left
from referee.scorebook.limits import LINKS
from referee.scorebook.transfer import _digest
from referee.variants import catalogue
from referee.web import keyring
from referee.web.games import transfer
from referee.web.games.transfer import LOCK_FILE, as_text
from referee.web.limits import COPY_BYTES
from tests.pages import CheckedClient
from tests.sites import client_of

GAME = next(one for one in catalogue() if one.has_jokers)


@pytest.fixture
def table(client: CheckedClient) -> str:
    """A table of three with a deal written; one of them has the name of a formula."""
    table = client.start(GAME.id, "Ann", "=1+1", "Cy")
    client.write(table, 1, "p1", p2="20", p3="30")
    return table


def bring(client: CheckedClient, content: bytes) -> int:
    fields = client.see("/games/bring").forms[-1].fields
    parts = [*((name, "", text.encode()) for name, text in fields.items() if name != "file"),
             ("file", '; filename="copy.json"', content)]  # fmt: skip
    head = '--part\r\nContent-Disposition: form-data; name="{}"{}\r\n\r\n'
    # Written out, for the client leaves the file open that it puts a large form in.
    form = b"".join(head.format(name, more).encode() + data + b"\r\n" for name, more, data in parts)
    kind = "multipart/form-data; boundary=part"
    return client.post("/games/bring", data=form + b"--part--\r\n", content_type=kind).status_code


def test_a_copy_is_brought_back_to_another_phone(
    app: Flask, client: CheckedClient, table: str
) -> None:
    saved = client.get(f"{table}/copy.json").data
    phone = client_of(app)
    assert bring(phone, saved) == 200
    address = next(link for link in phone.page.links if re.fullmatch(r"/games/\w{12}", link))
    assert "Cy, deal 1: 30" in phone.see(address).text


def test_a_large_copy_is_brought_back(client: CheckedClient, table: str) -> None:
    assert bring(client, client.get(f"{table}/copy.json").data + b" " * 200_000) == 200


def test_a_copy_brought_back_overwrites_nothing(client: CheckedClient, table: str) -> None:
    saved = client.get(f"{table}/copy.json").data
    client.write(table, 2, "p1", p2="20", p3="30")
    bring(client, saved)
    assert "Cy, deal 2: 30" in client.see(table).text


def another_phone(app: Flask, client: CheckedClient, table: str, heading: str = "") -> Any:
    """Another phone, which has opened the link under a heading of the page of links, if any."""
    phone = client_of(app)
    if heading:
        found = re.search(rf"{heading}.*?(/k/\w+)", client.see(f"{table}/links").text)
        assert found
        phone.see(found[1])
    return phone


def test_who_looks_on_does_not_keep_the_game_that_the_keeper_brought_back(
    app: Flask, client: CheckedClient, table: str
) -> None:
    phone = another_phone(app, client, table, "Follow the game")
    saved = phone.get(f"{table}/copy.json").data
    back = brought(client, saved, table)
    theirs = brought(phone, saved, table)
    assert theirs != back
    assert phone.get(f"{back}/links").status_code == 404
    assert phone.send(f"{theirs}/delete", form=0).status_code == 302
    assert client.get(back).status_code == 200


def test_a_copy_brought_back_by_two_strangers_is_two_games(
    app: Flask, client: CheckedClient, table: str
) -> None:
    saved = client.get(f"{table}/copy.json").data
    one, other = (another_phone(app, client, table) for _ in range(2))
    assert brought(one, saved, table) != brought(other, saved, table)


def test_a_viewer_of_a_game_brought_back_brings_one_of_its_own(
    app: Flask, client: CheckedClient, table: str
) -> None:
    saved = client.get(f"{table}/copy.json").data
    back = brought(client, saved, table)
    phone = another_phone(app, client, back, "Follow the game")
    theirs = brought(phone, saved, back)
    assert theirs != back
    assert phone.get(f"{back}/links").status_code == 403


def test_a_copy_brought_back_twice_is_one_game(client: CheckedClient, table: str) -> None:
    saved = client.get(f"{table}/copy.json").data
    back = brought(client, saved, table)
    assert f"{GAME.name} was added as a new game." in client.page.text
    assert brought(client, saved, table) == back
    assert f"{GAME.name} was here already." in client.page.text


def test_bringing_a_copy_again_tells_that_its_game_has_changed_since(
    client: CheckedClient, table: str
) -> None:
    saved = client.get(f"{table}/copy.json").data
    back, changed = brought(client, saved, table), "was here already, and has changed since"
    assert brought(client, saved, table) == back
    assert changed not in client.page.text
    client.write(back, 2, "p1", p2="20", p3="30")
    assert bring(client, saved) == 200
    assert changed in client.page.text


def test_a_form_with_a_copy_sent_twice_at_once_is_one_game(
    app: Flask, client: CheckedClient, table: str
) -> None:
    saved = client.get(f"{table}/copy.json").data
    phone = another_phone(app, client, table)
    fields = phone.see("/games/bring").forms[-1].fields
    before = phone.cookies()
    made = []
    for _ in range(2):
        # The second is on its way before the answer to the first has come with its key.
        phone.forget()
        for name, value in before.items():
            phone.set_cookie(name, value)
        phone.post("/games/bring", data=fields | {"file": (io.BytesIO(saved), "copy.json")})
        made.append(table_of(phone, table))
    assert made[0] == made[1]


def test_a_copy_is_brought_back_again_after_its_game_was_deleted(
    client: CheckedClient, table: str
) -> None:
    saved = client.get(f"{table}/copy.json").data
    client.send(f"{brought(client, saved, table)}/delete", form=0)
    assert client.get(brought(client, saved, table)).status_code == 200


def test_bringing_a_copy_again_leaves_a_renewed_key_on_the_ring(
    client: CheckedClient, table: str
) -> None:
    saved = client.get(f"{table}/copy.json").data
    back = brought(client, saved, table)
    client.see(f"{back}/links")
    renew = next(form for form in client.page.forms if form.action.endswith("renew"))
    client.post(renew.action, data=renew.fields)
    assert brought(client, saved, table) == back
    assert client.get(f"{back}/links").status_code == 200


def test_a_file_without_the_key_of_its_form_is_refused(client: CheckedClient, table: str) -> None:
    saved = client.get(f"{table}/copy.json").data
    fields = client.see("/games/bring").forms[-1].fields | {"key": ""}
    sent = client.post("/games/bring", data=fields | {"file": (io.BytesIO(saved), "copy.json")})
    assert sent.status_code == 422
    assert "This form has expired." in client.page.text


def test_all_games_of_a_browser_are_one_copy(client: CheckedClient, table: str) -> None:
    client.start(GAME.id, "Ann", "Bo", "Cy")
    assert client.get("/games/all.json").text.count('"variant"') == 2


def test_a_form_without_a_file_asks_for_one(client: CheckedClient) -> None:
    assert bring(client, b"") == 422
    assert "Choose a file first." in client.page.text


def test_a_file_that_is_no_copy_is_refused(client: CheckedClient) -> None:
    assert bring(client, b"\xff\x00 no copy") == 422
    assert "isn’t a copy of games" in client.page.text


def test_a_copy_with_half_a_sign_is_refused(client: CheckedClient, table: str) -> None:
    saved = client.get(f"{table}/copy.json").text
    assert bring(client, saved.replace('"Cy"', '"Cy\\ud800"').encode()) == 422
    assert "Save it again" in client.page.text


def test_a_spreadsheet_has_a_line_for_each_player_in_each_deal(
    client: CheckedClient, table: str
) -> None:
    lines = list(csv.DictReader(io.StringIO(client.get(f"{table}/copy.csv").text)))
    assert [(line["player"], line["points"], line["went out"]) for line in lines] == [
        ("Ann", "0", "yes"), ("'=1+1", "20", ""), ("Cy", "30", ""),
    ]  # fmt: skip


def test_a_spreadsheet_tells_games_of_one_title_and_day_apart(client: CheckedClient) -> None:
    tables = [client.start(GAME.id, "Ann", "Bo", "Cy") for _ in range(2)]
    for table in tables:
        client.write(table, 1, "p1", p2="20", p3="30")
    lines = list(csv.DictReader(io.StringIO(client.get("/games/all.csv").text)))
    assert len({(line["game"], line["day"]) for line in lines}) == 1
    assert {line["address"] for line in lines} == {f"http://localhost{table}" for table in tables}


def two_games(client: CheckedClient) -> bytes:
    """A copy of the two games of a browser."""
    for name in ("Ann", "Eve"):
        client.write(client.start(GAME.id, name, "Bo", "Cy"), 1, "p1", p2="20", p3="30")
    return client.get("/games/all.json").data


def tables_of(client: CheckedClient) -> set[str]:
    """The tables that the page links to."""
    return {link for link in client.page.links if re.fullmatch(r"/games/\w{12}", link)}


def test_a_copy_that_takes_long_is_brought_back_by_sending_it_again(
    app: Flask, client: CheckedClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    saved = two_games(client)
    phone = client_of(app)
    monkeypatch.setattr(limits, "COPY_SECONDS", 0)
    assert bring(phone, saved) == 200
    assert "1 more game is in the file. Choose the same file again" in phone.page.text
    assert len(tables_of(phone)) == 1
    assert bring(phone, saved) == 200
    assert "more game" not in phone.page.text
    assert len(tables_of(phone)) == 2


def test_a_ring_with_room_for_what_is_missing_takes_the_rest_of_a_copy(
    app: Flask, client: CheckedClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    saved = two_games(client)
    phone = client_of(app)
    monkeypatch.setattr(keyring, "KEYRING", 2)
    monkeypatch.setattr(limits, "COPY_SECONDS", 0)
    bring(phone, saved)
    assert bring(phone, saved) == 200
    assert len(tables_of(phone)) == 2


def test_a_copy_of_too_many_lines_is_refused(
    client: CheckedClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    saved = two_games(client)
    monkeypatch.setattr(limits, "COPY_ENTRIES", 4)
    assert bring(client, saved) == 200
    monkeypatch.setattr(limits, "COPY_ENTRIES", 3)
    assert bring(client, saved) == 422
    assert "at most 3 log lines, but this one has 4: save fewer games" in client.page.text


def test_no_file_of_the_largest_size_that_was_saved_here_has_too_many_lines() -> None:
    at = "2026-11-22T20:00:00+00:00"
    entry = events.write(Left(player="p1"))
    line = {"at": at, "who": "A", "key": "12345678", "base": 1, "entry": entry}
    assert len(json.dumps(line)) * limits.COPY_ENTRIES > COPY_BYTES


def test_one_brings_games_back_at_a_time(app: Flask, client: CheckedClient, table: str) -> None:
    saved = client.get(f"{table}/copy.json").data
    with (app.config["INSTANCE"] / LOCK_FILE).open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        assert bring(client, saved) == 503
        assert "Someone else is importing games right now. Wait" in client.page.text
    assert bring(client, saved) == 200


def test_rulings_that_take_too_long_are_kept_as_not_confirmed(
    client: CheckedClient, table: str, ruled: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "COPY_RULING_SECONDS", 0)
    back = brought(client, ruled.encode(), table)
    assert "Ruling from a copy, not confirmed by the referee." in client.see(f"{back}/log").text
    assert "From a copy" in client.see(f"{back}/rulings/3").text


def test_each_game_of_a_copy_has_its_own_time_for_rulings(
    app: Flask, client: CheckedClient, table: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for one in (table, client.start(GAME.id, "Eve", "Bo", "Cy")):
        for cards in ("9s 9d 9c", "8s 8d 8c"):
            rule(client, one, cards)
    saved = client.get("/games/all.json").data
    monkeypatch.setattr(limits, "COPY_RULING_SECONDS", 1e-9)
    phone = client_of(app)
    bring(phone, saved)
    for back in tables_of(phone):
        log = phone.see(f"{back}/log").text
        assert (log.count("Ruling saved. "), log.count("not confirmed by the referee")) == (1, 1)


def test_more_than_one_file_can_hold_is_saved_in_several(
    app: Flask, client: CheckedClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = len(two_games(client))
    monkeypatch.setattr(transfer, "PART_BYTES", whole - 1)
    assert client.get("/games/all.json").headers["Location"] == "/games/bring"
    parts = [link for link in client.see("/games/bring").links if "all.json" in link]
    assert [link[-6:] for link in parts] == ["part=1", "part=2"]
    phone = client_of(app)
    for number, part in enumerate(parts, 1):
        answer = client.get(part)
        assert f"games-{number}-of-2.json" in answer.headers["Content-Disposition"]
        assert len(answer.data) < whole
        assert bring(phone, answer.data) == 200
    monkeypatch.setattr(transfer, "PART_BYTES", COPY_BYTES)
    assert len(json.loads(phone.get("/games/all.json").data)["games"]) == 2


def test_a_part_that_is_not_there_holds_no_games(client: CheckedClient) -> None:
    two_games(client)
    assert json.loads(client.get("/games/all.json?part=2").data)["games"] == []


HEADS = {
    "equals": "=1+1",
    "full-width equals": "\uff1d1+1",
    "full-width plus": "\uff0b1",
    "full-width minus": "\uff0d1",
    "full-width at": "\uff20A1",
    "minus sign": "\u22121+1",
    "small equals": "\ufe661+1",
}


@pytest.mark.parametrize("name", HEADS.values(), ids=HEADS)
def test_no_spreadsheet_takes_a_name_for_a_formula(client: CheckedClient, name: str) -> None:
    table = client.start(GAME.id, name, "Bo", "Cy")
    client.write(table, 1, "p1", p2="20", p3="30")
    lines = csv.DictReader(io.StringIO(client.get(f"{table}/copy.csv").text))
    assert {line["dealer"] for line in lines} == {f"'{name}"}


@pytest.mark.parametrize("before", [" ", "\t", "\r", "\u3000", "\u200b", "\x00", " \x1f\ufeff"])
def test_what_cannot_be_seen_before_a_formula_does_not_hide_it(before: str) -> None:
    assert as_text(f"{before}=1+1") == f"'{before}=1+1"


@pytest.mark.parametrize("text", ["Ann", "Ann = Bo", " Ann", "1+1", ""])
def test_a_text_that_is_no_formula_stays_as_it_is(text: str) -> None:
    assert as_text(text) == text


def test_names_in_a_copied_log_leave_all_links_to_the_keeper(
    client: CheckedClient, table: str
) -> None:
    for points in ("10", "15"):
        assert client.write(table, 1, "p1", p2=points, p3="30").status_code == 302
    whole = json.loads(client.get(f"{table}/copy.json").data)
    log = whole["games"][0]["log"]
    log += [log[2 + number % 2] | {"base": number, "key": f"change-{number}"}
            for number in range(len(log), LINKS + 20)]  # fmt: skip
    for number, line in enumerate(log):
        line["who"] = f"Phone {number}"
    back = brought(client, sealed(whole), table)
    assert client.send(f"{back}/links", {"role": "viewer"}, form=-1).status_code == 302
    assert f"Phone {LINKS + 5}" in client.see(f"{back}/log").text


def test_a_game_is_deleted_for_good(client: CheckedClient, table: str) -> None:
    client.send(f"{table}/delete", form=0)
    assert client.get(table).status_code == 404


def test_a_deleted_game_is_asked_about_first(client: CheckedClient, table: str) -> None:
    client.see(f"{table}/delete")
    assert "Cy, deal 1: 30" in client.see(table).text


@pytest.fixture
def ruled(client: CheckedClient, table: str) -> str:
    """The copy of a game with a ruling in its log."""
    rule(client, table, "9s 9d 9c")
    return client.get(f"{table}/copy.json").text


def rule(client: CheckedClient, table: str, cards: str, ask: str = "meld", **said: str) -> None:
    """Ask about a meld, or something else, and keep the ruling with the game of a table."""
    at = table.rpartition("/")[2]
    asked = urlencode({"at": at, "ask": ask, "cards": cards, "rule": "yes", **said})
    assert client.send(f"/disputes?{asked}").status_code == 302


def ruling_of(copy: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """A copy as plain data, and the ruling in its log."""
    whole = json.loads(copy)
    log = whole["games"][0]["log"]
    return whole, next(one["entry"] for one in log if one["entry"]["kind"] == "ruling-kept")


def sealed(whole: dict[str, Any]) -> bytes:
    """A copy that somebody changed, its check made good again."""
    return json.dumps(whole | {"check": _digest(whole["games"])}).encode()


def brought(client: CheckedClient, content: bytes, before: str) -> str:
    """The table of the only game of a copy that is brought back."""
    assert bring(client, content) == 200
    return table_of(client, before)


def table_of(client: CheckedClient, before: str) -> str:
    """The table that the page shows beside one that was there before."""
    return next(
        link for link in client.page.links
        if re.fullmatch(r"/games/\w{12}", link) and link != before
    )  # fmt: skip


def test_a_ruling_comes_back_as_it_was(client: CheckedClient, table: str, ruled: str) -> None:
    back = brought(client, ruled.encode(), table)
    assert "Ruling saved. " in client.see(f"{back}/log").text
    assert "From a copy" not in client.see(f"{back}/rulings/3").text


def test_a_ruling_that_hangs_on_something_comes_back_as_it_was(
    client: CheckedClient, table: str
) -> None:
    rule(client, table, "Qh", "lay-off", onto="8h 9h 10h Jh")
    copy = client.get(f"{table}/copy.json").text
    back = brought(client, copy.encode(), table)
    text = client.see(f"{back}/rulings/3").text
    assert "Only if" in text and "From a copy" not in text
    whole, entry = ruling_of(copy)
    entry.pop("if_down")
    text = client.see(f"{brought(client, sealed(whole), back)}/rulings/3").text
    assert "From a copy." in text


def test_a_ruling_of_an_earlier_commit_with_fewer_facts_and_other_reasons_is_not_doubted(
    client: CheckedClient, table: str, ruled: str
) -> None:
    whole, entry = ruling_of(ruled)
    del entry["ruling"]["facts"]["readings"], entry["ruling"]["findings"][0]
    back = brought(client, sealed(whole), table)
    text = client.see(f"{back}/rulings/3").text
    assert "9♠ 9♦ 9♣ make a set of nines" in text and "From a copy" not in text


@pytest.mark.parametrize(
    "change",
    [
        lambda entry: entry.update(answers="Not allowed."),
        lambda entry: entry.update(asks="Is that a run?"),
        lambda entry: entry["ruling"].update(verdict="illegal"),
        lambda entry: entry["case"].update(cards="9s 9d Kc"),
    ],
    ids=["answer", "question", "verdict", "cards"],
)
def test_a_ruling_that_was_changed_is_noticed(
    client: CheckedClient, table: str, ruled: str, change: Callable[[dict[str, Any]], None]
) -> None:
    whole, entry = ruling_of(ruled)
    change(entry)
    back = brought(client, sealed(whole), table)
    assert "Ruling from a copy, not confirmed by the referee." in client.see(f"{back}/log").text
    assert "From a copy." in client.see(f"{back}/rulings/3").text


@pytest.mark.parametrize(
    ("part", "holds"), [("case", {"ask": "x"}), ("ruling", {"ask": "x"}), ("options", None)]
)
def test_a_ruling_that_cannot_be_read_is_not_taken(
    client: CheckedClient, ruled: str, part: str, holds: object
) -> None:
    whole, entry = ruling_of(ruled)
    (entry["case"] if part == "options" else entry)[part] = holds
    assert bring(client, sealed(whole)) == 200
    assert "This ruling can’t be read" in client.page.text
