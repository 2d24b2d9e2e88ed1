"""Whole games of every kind, to their end and back over it."""

import re

import pytest

from referee.language import say
from referee.rules.deals import deal_count
from referee.rules.schema.variant import Variant
from referee.scorebook.ways import way_of
from referee.variants import catalogue, load
from tests.pages import CheckedClient

GAMES = [game for game in catalogue() if not game.end.last_wins]
NAMES = ("Ann", "Bob", "Cy")
until_one_is_left = [game for game in catalogue() if game.end.last_wins]
every_game = pytest.mark.parametrize("game", GAMES, ids=[game.id for game in GAMES])
to_a_number = [game for game in GAMES if deal_count(game)]
to_a_target = [game for game in GAMES if not (deal_count(game) or game.tracks)]


def write(client: CheckedClient, table: str, deal: int, out: str, *left: str) -> None:
    """Write a deal in which the others were left with so much, and say yes to what is odd.

    Who knocks is left with 5, and the other of two with all of it more; where melds count, who went
    out melded as much as the others hold elsewhere, and they nothing. A fourth player, where the
    game needs one, is left with all of it.
    """
    text = client.see(f"{table}/deals/{deal}").text
    fields = client.page.forms[0].fields
    players = [f"p{seat}" for seat in range(1, 9) if f"points-p{seat}" in fields]
    others = [player for player in players[:3] if player != out]
    hands = dict.fromkeys(players, "+".join(left)) | dict(zip(others, left, strict=False))
    hands[out] = ""
    more: dict[str, str] = {}
    if say("deal-who-knock") in text:
        hands[out] = "5"
        if len(players) == 2:
            hands = {out: "5", others[0]: "+".join((*left, "5"))}
    elif say("hand-of-melded", name="Ann") in text:
        hands = dict.fromkeys(hands, "0")
        more = {f"melded-{out}": "+".join(left)}
    values = {f"points-{player}": hand for player, hand in hands.items()}
    answer = client.send(f"{table}/deals/{deal}", {"out": out} | values | more)
    if answer.status_code == 422:
        fields = client.page.forms[0].fields | {"sure": client.page.answers["sure"]}
        answer = client.post(f"{table}/deals/{deal}", data=fields)
    assert answer.status_code == 302, client.page.text


def start(client: CheckedClient, game: Variant, **options: str) -> str:
    if game in to_a_target:
        # What the winner of each deal has after four of them, or one of those who write cards.
        losers_write = game.counts_cards and game.scoring.winner == "zero"
        options["target"] = "120" if losers_write else "200" if game.has_points else "4"
    return client.start(game.id, *NAMES, dealer=0, **options)


def last_deal(game: Variant) -> int:
    """How many deals it takes if Ann goes out each time, and the others are left with 50."""
    return len(game.deals) or deal_count(game) or 4


def play(client: CheckedClient, game: Variant, table: str, deals: int) -> None:
    for deal in range(1, deals + 1):
        write(client, table, deal, "p1", "20", "30")


def pages(client: CheckedClient, table: str) -> list[str]:
    """What the table and the television say of a game."""
    return [client.see(page).text for page in (table, f"{table}/screen")]


@every_game
def test_a_game_ends_with_its_last_deal_and_is_open_again_without_it(
    client: CheckedClient, game: Variant
) -> None:
    table = start(client, game)
    play(client, game, table, last_deal(game) - 1)
    assert not [text for text in pages(client, table) if "won" in text]
    write(client, table, last_deal(game), "p1", "20", "30")
    texts = pages(client, table)
    assert all("Ann won" in text for text in texts), texts
    assert all("Ann , first, won" in text for text in texts), texts
    assert "That ends the game: Ann won" in client.see(f"{table}/log").text
    assert client.get(f"{table}/deals/{last_deal(game) + 1}").status_code == 404
    forms = [form for form in client.see(table).forms if form.action.endswith("undo-last")]
    client.post(forms[0].action, data=forms[0].fields)
    text = client.see(table).text
    assert f"Enter deal {last_deal(game)}" in text
    assert "Ann won" not in text and "Play again" not in text
    assert "The game is open again" in client.see(f"{table}/log").text


@pytest.mark.parametrize("game", to_a_target, ids=[game.id for game in to_a_target])
def test_a_correction_goes_back_and_forth_over_the_target(
    client: CheckedClient, game: Variant
) -> None:
    table = start(client, game)
    play(client, game, table, 4)
    write(client, table, 2, "p1" if game.has_points else "p2", "10", "20")
    assert "Enter deal 5" in client.see(table).text
    write(client, table, 2, "p1", "20", "40")
    assert "Play again" in client.see(table).text
    text = client.see(f"{table}/log").text
    assert "The game is open again" in text
    assert text.count("That ends the game: Ann won") == 2


@pytest.mark.parametrize(("id", "fan"), [("five-crowns", "KQJ109"), ("may-i", "AKQJ10")])
def test_the_cards_drawn_for_a_winner_are_of_the_deck(
    client: CheckedClient, id: str, fan: str
) -> None:
    game = next(one for one in GAMES if one.id == id)
    table = start(client, game)
    play(client, game, table, last_deal(game))
    drawn = client.get(table).text.partition('class="won-hand"')[2].partition("</div>")[0]
    assert re.sub("<.*?>|&.*?;|[^A-Z0-9]", "", drawn.partition(">")[2]) == fan


# Where going out takes points off, one deal more does not turn who won.
turns = [game for game in to_a_number if not game.scoring.out_bonus]


@pytest.mark.parametrize("game", turns, ids=[game.id for game in turns])
def test_a_correction_after_the_end_says_who_won_instead(
    client: CheckedClient, game: Variant
) -> None:
    table = start(client, game)
    deals = last_deal(game)
    for deal in range(1, deals + 1):
        write(client, table, deal, "p2" if deal == 1 else "p3", "10", "20")
    assert "Cy won" in client.see(table).text
    write(client, table, deals, "p1", "10", "90")
    assert "Ann , first, won" in client.see(table).text
    assert "Ann won, not Cy" in client.see(f"{table}/log").text


def level(client: CheckedClient, game: Variant, table: str) -> None:
    """Play a whole game that leaves Ann and Bob level in front."""
    for deal in range(1, last_deal(game) + 1):
        if deal == 1 and last_deal(game) % 2:
            write(client, table, deal, "p3", "20", "20")
        else:
            write(client, table, deal, "p1" if deal % 2 else "p2", "20", "40")


@pytest.mark.parametrize("game", to_a_number, ids=[game.id for game in to_a_number])
def test_who_are_level_share_the_win(client: CheckedClient, game: Variant) -> None:
    table = start(client, game, ties="shared")
    level(client, game, table)
    texts = pages(client, table)
    assert all("Ann and Bob won" in text for text in texts), texts
    assert "Ann , first, won" in texts[0] and "Bob , first, won" in texts[0]
    assert "Cy , third," in texts[0]


@pytest.mark.parametrize("game", to_a_number, ids=[game.id for game in to_a_number])
def test_who_are_level_play_it_off(client: CheckedClient, game: Variant) -> None:
    table = start(client, game, ties="played-off")
    level(client, game, table)
    deal = last_deal(game) + 1
    text = client.see(table).text
    assert "won" not in text and f"Enter deal {deal}" in text
    write(client, table, deal, "p2", "20", "40")
    assert "Bob won" in client.see(table).text


@pytest.mark.parametrize("game", until_one_is_left, ids=[game.id for game in until_one_is_left])
def test_players_go_out_of_a_game_until_one_is_left(client: CheckedClient, game: Variant) -> None:
    table = client.start(game.id, *NAMES, dealer=0)
    # Twice this is what it takes to be out.
    half = str((game.end.out_at + 10) // 2)
    write(client, table, 1, "p1", "20", half)
    write(client, table, 2, "p2", "10", half)
    assert "Cy is out of the game" in client.see(f"{table}/log").text
    assert "Cy (out)" in client.see(f"{table}/people").text
    renaming = [one.fields for one in client.page.forms if one.action.endswith("/rename")]
    assert [fields["player"] for fields in renaming] == ["p1", "p2", "p3"]
    assert "Cy leaves" not in client.page.text
    assert "won" not in client.see(table).text
    text = client.see(f"{table}/deals/3").text
    assert "Bob" in text and "Cy" not in text.partition(say("deal-who-declare"))[2]
    for deal in range(3, 9):
        if "Ann , first, won" not in client.see(table).text:
            write(client, table, deal, "p1", "40")
    assert "Ann , first, won" in client.see(table).text
    assert say("table-end-here") not in client.page.text
    ended = {"knock": "knocked", "declare": "declared"}.get(way_of(game).kind, "went out")
    assert re.search(rf"{ended} (once|twice|\d times)", client.page.text)
    assert "That ends the game: Ann won" in client.see(f"{table}/log").text
    forms = [form for form in client.see(table).forms if form.action.endswith("undo-last")]
    client.post(forms[0].action, data=forms[0].fields)
    write(client, table, 2, "p2", "10", "30")
    assert "Cy is in the game again" in client.see(f"{table}/log").text


def end_here(client: CheckedClient, table: str) -> None:
    """End a game after the deals that are written, on the page of its table."""
    client.see(table)
    [form] = [form for form in client.page.forms if form.action.endswith("/changes/end")]
    assert client.post(form.action, data=form.fields).status_code == 302


def undo(client: CheckedClient, table: str) -> None:
    """Undo what was done last."""
    client.see(table)
    forms = [form for form in client.page.forms if form.action.endswith("undo-last")]
    assert client.post(forms[0].action, data=forms[0].fields).status_code == 302


@pytest.mark.parametrize("game", catalogue(), ids=[game.id for game in catalogue()])
def test_a_table_ends_any_game_after_the_deals_that_are_written(
    client: CheckedClient, game: Variant
) -> None:
    table = client.start(game.id, *NAMES, dealer=0)
    assert say("table-end-here") not in client.see(table).text
    play(client, game, table, 1)
    assert say("options-ends-now", winners=("Ann",), won=1) in client.see(table).text
    end_here(client, table)
    texts = pages(client, table)
    assert all("Ann won" in text for text in texts), texts
    assert all("Ann , first, won" in text for text in texts), texts
    assert say("table-end-here") not in texts[0]
    log = client.see(f"{table}/log").text
    assert say("log-ended-here", deal=1) in log and "That ends the game: Ann won" in log
    assert client.get(f"{table}/deals/2").status_code == 404
    undo(client, table)
    assert "Ann won" not in client.see(table).text
    write(client, table, 2, "p2", "20", "30")
    assert "Deal 2" in client.see(f"{table}/log").text


@pytest.mark.parametrize(
    ("game", "ended"),
    [("gin", "knocked"), ("chinchon", "knocked"), ("indian-rummy", "declared"),
     ("conquian", "won the deal"), ("three-thirteen", "went out"), ("six-to-ten", "went out")],
)  # fmt: skip
def test_paper_rings_who_ended_a_deal_in_the_words_of_the_game(
    client: CheckedClient, game: str, ended: str
) -> None:
    variant = load(game)
    table = client.start(game, *NAMES[: variant.players.most], dealer=0)
    play(client, variant, table, 1)
    assert f"Ring: {ended}." in client.see(f"{table}/print/view?sheet=final").text
    pad = client.see(f"/prints/{game}/view?sheet=score-pad").text
    assert "Ring the score" not in pad or f"Ring the score of whoever {ended}." in pad


@pytest.mark.parametrize(
    ("game", "wins"),
    [("basic-rummy", "highest wins"), ("six-to-ten", "lowest wins"), ("chinchon", "lowest wins")],
)
@pytest.mark.parametrize("sheet", ["final", "score-pad"])
def test_paper_says_after_which_deal_a_table_ended_a_game(
    client: CheckedClient, game: str, wins: str, sheet: str
) -> None:
    table = client.start(game, *NAMES, dealer=0)
    play(client, load(game), table, 1)
    end_here(client, table)
    text = client.see(f"{table}/print/view?sheet={sheet}").text
    assert f"ended after deal 1 · {wins}" in text
    undo(client, table)
    assert "ended after" not in client.see(f"{table}/print/view?sheet={sheet}").text


def test_the_next_game_is_played_by_the_rules_of_one_that_was_ended(client: CheckedClient) -> None:
    table = client.start("basic-rummy", *NAMES, dealer=0)
    play(client, load("basic-rummy"), table, 1)
    end_here(client, table)
    again = next(form for form in client.see(table).forms if form.action.endswith("/again"))
    started = client.post(again.action, data=again.fields).headers["Location"]
    write(client, started, 1, "p1", "20", "30")
    assert "to 500" in client.see(started).text


def test_a_game_that_was_ended_goes_on_with_what_was_corrected_since(client: CheckedClient) -> None:
    table = client.start("basic-rummy", *NAMES, dealer=0)
    write(client, table, 1, "p1", "20", "30")
    end_here(client, table)
    # Undo does it until something else is done.
    assert say("table-go-on") not in client.see(table).text
    write(client, table, 1, "p1", "25", "30")
    assert say("table-go-on") in client.see(table).text
    *_, form = [form for form in client.page.forms if form.action.endswith("undo-last")]
    assert client.post(form.action, data=form.fields).status_code == 302
    text = client.see(table).text
    assert "Ann won" not in text and say("table-go-on") not in text
    write(client, table, 2, "p1", "20", "30")
    assert "105 points" in client.see(table).text


def test_a_game_that_is_over_besides_does_not_go_on(client: CheckedClient) -> None:
    table = client.start("basic-rummy", *NAMES, dealer=0, target="100")
    write(client, table, 1, "p1", "20", "30")
    end_here(client, table)
    write(client, table, 1, "p1", "60", "70")
    assert say("table-go-on") not in client.see(table).text


def test_a_game_does_not_end_after_a_deal_that_was_not_on_the_page(client: CheckedClient) -> None:
    table = client.start("basic-rummy", *NAMES, dealer=0)
    write(client, table, 1, "p1", "20", "30")
    client.see(table)
    [form] = [form for form in client.page.forms if form.action.endswith("/changes/end")]
    # Another phone saves a deal meanwhile, and somebody else would win.
    write(client, table, 2, "p2", "50", "50")
    assert client.post(form.action, data=form.fields).status_code == 422
    assert say("table-end-since") in client.page.text
    assert "Bob won" not in client.see(table).text
    end_here(client, table)
    assert "Bob won" in client.see(table).text


def test_who_are_level_share_the_win_of_a_game_that_is_ended(client: CheckedClient) -> None:
    game = load("basic-rummy", {"ties": "played-off"})
    table = client.start(game.id, *NAMES, dealer=0, ties="played-off")
    for deal, player in enumerate(("p1", "p2"), 1):
        write(client, table, deal, player, "20", "30")
    end_here(client, table)
    assert "Ann and Bob won" in client.see(table).text


def test_a_game_that_is_ended_waits_for_missing_points(client: CheckedClient) -> None:
    table = client.start("basic-rummy", *NAMES, dealer=0)
    client.write(table, 1, "p1", p2="20")
    fields = client.page.forms[0].fields | {"sure": client.page.answers["sure"]}
    client.post(f"{table}/deals/1", data=fields)
    end_here(client, table)
    assert say("table-ends-then") in client.see(table).text
    write(client, table, 1, "p1", "20", "30")
    assert "Ann won" in client.see(table).text


def test_a_winner_of_an_ended_game_has_the_bonuses(client: CheckedClient) -> None:
    table = client.start("gin", "Ann", "Bob", dealer=0)
    for deal, player in enumerate(("p1", "p1", "p2"), 1):
        write(client, table, deal, player, "20")
    end_here(client, table)
    text = client.see(table).text
    # Two deals won and the game, beside the one deal of the other.
    assert "Ann , first, won" in text
    assert f"{40 + 2 * 25 + 100}" in text and f"{20 + 25}" in text
