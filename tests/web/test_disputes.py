"""The dispute desk, and the same rulings for programs."""

import json
import random
import re
from html import unescape as html_unescape
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest

from referee.language import listed, say
from referee.rules.questions.cases import Question
from referee.rules.questions.fields import ON_CARDS
from referee.rules.schema.variant import Variant
from referee.variants import catalogue, load
from referee.web.disputes import views
from referee.web.disputes.dispute import ASKED, question_named, questions_for
from referee.web.limits import CARDS_LENGTH, QUERY_FIELDS
from referee.web.rate_limit import RateLimit
from tests.books.table import Table
from tests.pages import CheckedClient, PageReader

GAME = next(v for v in catalogue() if v.has_contracts and v.has_jokers)
OPENED = next(v for v in catalogue() if v.opening.value == 40)
DESK = f"/disputes?game={GAME.id}"
RUN_YES = "Yes 8♥ 9♥ 10♥ J♥ make a run of hearts."
WILD_YES = "Yes The joker stands for the 9 of hearts."
PAIR_NO = "No 8♥ 9♠ are only 2 cards; a set needs 3."
CONTRACT_YES = "Yes Deal 1: two sets of 3."
GAMES = pytest.mark.parametrize("game", catalogue(), ids=lambda game: game.id)
FORMS_OF_QUESTIONS = {
    (asked.ask, asked.phrase(game), *(one.name for one in asked.fields_for(game))): (game, asked)
    for game in catalogue()
    for asked in questions_for(game)
}
"""Each question with every form that it has in some game, and a game that asks it so."""
EVERY_QUESTION = pytest.mark.parametrize(
    ("game", "asked"),
    FORMS_OF_QUESTIONS.values(),
    ids=lambda one: getattr(one, "id", None) or one.ask,
)


def ask(client: CheckedClient, cards: str, **more: str) -> str:
    """Ask about cards; gives what the page says."""
    return put(client, GAME.id, cards=cards, **more)


def put(client: CheckedClient, game: str, **said: str) -> str:
    """Put a question; gives what the page says."""
    client.get(f"/disputes?{urlencode({'game': game, 'rule': 'yes', **said})}")
    return client.page.text


def in_address(address: str) -> dict[str, str]:
    """What an address says."""
    return {name: texts[0] for name, texts in parse_qs(urlsplit(address).query).items()}


@GAMES
def test_every_game_has_a_desk_with_its_questions(client: CheckedClient, game) -> None:
    text = client.see(f"/disputes?game={game.id}&ask=all").text
    assert [one.ask for one in ASKED if listed((one.phrase(game),)) in text] == [
        one.ask for one in questions_for(game)
    ]


@EVERY_QUESTION
def test_every_question_has_its_page(client: CheckedClient, game, asked) -> None:
    html = client.get(f"/disputes?game={game.id}&ask={asked.ask}&seats=Ann,Bo,Cy&more=yes").text
    assert listed((asked.phrase(game),)) in client.page.text
    # Cards are tapped.
    said = (one.name for one in asked.fields_for(game) if one.holds not in ON_CARDS)
    assert [name for name in said if f'name="{name}"' not in html] == []


@EVERY_QUESTION
def test_nothing_said_is_answered_with_what_is_missing(client: CheckedClient, game, asked) -> None:
    address = f"/disputes?game={game.id}&ask={asked.ask}&rule=yes"
    needed = [one for one in asked.fields_for(game) if one.needed and one.name != "deal"]
    assert client.get(address).status_code == (422 if needed else 200)


def _further_melds_follow(game) -> bool:
    return game.has_contracts and game.further_melds.allowed != "none"


@GAMES
@pytest.mark.parametrize(
    ("asked", "words", "when"),
    [
        ("lay-off", "Is your contract down?", lambda game: game.has_contracts),
        ("further-meld", "Is your contract down?", _further_melds_follow),
        ("meld", "Joker", lambda game: game.has_jokers),
        ("take-wild", "Whose meld is it?", lambda game: game.take_wild.owner == "others"),
        (
            "discard",
            "Melds on the table that it might fit",
            lambda game: game.discard.playable in ("barred-once-down", "barred-until-down"),
        ),
        (
            "claim",
            "What is left of the stock?",
            lambda game: game.stock.out == "must-take-discard" or game.stock.ends_with > 0,
        ),
        ("claim", "Who called first?", lambda game: game.claim.by == "first-caller"),
        (
            "arrange",
            "Which deal is it?",
            lambda game: not game.tracks and bool(game.has_contracts or game.wilds.by_deal),
        ),
        ("arrange", "Which contract is it?", lambda game: game.tracks),
        (
            "lay-off",
            "Which deal is it?",
            lambda game: any(deal.whole_hand or deal.set for deal in game.deals),
        ),
    ],
    ids=["contract", "contract too", "joker", "owner", "table", "stock", "first", "deal", "own",
         "whole hand"],
)  # fmt: skip
def test_each_game_is_asked_only_what_it_needs(
    client: CheckedClient, game, asked: str, words: str, when
) -> None:
    if asked in {one.ask for one in questions_for(game)}:
        text = client.see(f"/disputes?game={game.id}&ask={asked}&seats=Ann,Bo,Cy").text
        assert (words in text.partition("House rules")[0]) == when(game)


@GAMES
def test_a_question_and_its_ruling_name_the_contract_where_each_player_has_their_own(
    client: CheckedClient, game: Variant
) -> None:
    if game.has_contracts:
        table = client.start(game.id, *"ABCD"[: max(2, game.players.least)])
        about = f"/disputes?at={table.rpartition('/')[2]}&ask=contract&deal=2"
        for address in (about, f"{about}&cards=4h+4d&rule=yes"):
            text = client.see(address).text
            assert (f"{game.name}, contract 2" in text) == game.tracks
            assert (f"{game.name}, deal 2" in text) == (not game.tracks)


@GAMES
def test_who_played_out_of_turn_laid_a_meld_only_where_melds_are_laid(
    client: CheckedClient, game: Variant
) -> None:
    text = client.see(f"/disputes?game={game.id}&ask=out-of-turn").text
    assert say("choice-did_drew") in text and say("choice-did_discarded") in text
    assert (say("choice-did_melded") in text) == game.lays_melds


@GAMES
def test_the_melds_on_the_table_are_asked_for_where_they_bar_discards(
    client: CheckedClient, game: Variant
) -> None:
    for question in ("discard", "no-legal-discard"):
        client.see(f"/disputes?game={game.id}&ask={question}")
        asks = any(field.get("name") == "table" for field in client.page.fields)
        assert asks == (game.discard.playable != "free")


def test_what_becomes_of_a_wild_is_asked_where_it_matters(client: CheckedClient) -> None:
    at_once = next(game for game in catalogue() if game.take_wild.use == "now")
    asked = {
        game.id: "Play it at once" in client.see(f"/disputes?game={game.id}&ask=take-wild").text
        for game in (at_once, GAME)
    }
    assert asked == {at_once.id: True, GAME.id: False}


@GAMES
def test_the_keypad_has_each_card_of_the_deck(client: CheckedClient, game: Variant) -> None:
    html = client.get(f"/disputes?game={game.id}&ask=meld").get_data(as_text=True)
    keys = re.findall(r'class="key [^"]*" name="tap" value="([^"/]+)"', html)
    others = ["back", *(["*"] if game.has_jokers else [])]
    assert sorted(keys) == sorted([card.code for card in game.deck.pack] + others)


@pytest.mark.parametrize(
    ("asked", "option", "value"),
    [("lay-off", "lay_off_needs_meld", "true"), ("further-meld", "melds_per_turn", "1")],
)
def test_without_contracts_a_meld_of_ones_own_may_matter(
    client: CheckedClient, asked: str, option: str, value: str
) -> None:
    game = next(one for one in catalogue() if option in one.options and not one.has_contracts)
    address, words = f"/disputes?game={game.id}&ask={asked}", "Is a meld of yours down?"
    assert words not in client.see(address).text
    assert words in client.see(f"{address}&option-{option}={value}").text


def test_a_wild_is_called_what_the_game_has(client: CheckedClient) -> None:
    twos = next(game for game in catalogue() if game.wilds.ranks == ("2",))
    assert "May I take that two?" in client.see(f"/disputes?game={twos.id}&ask=all").text
    assert "May I take that joker?" in client.see(f"{DESK}&ask=all").text


def test_a_good_meld_is_allowed(client: CheckedClient) -> None:
    assert RUN_YES in ask(client, "8h 9h 10h Jh")


def test_a_bad_meld_is_not_and_every_reason_is_given(client: CheckedClient) -> None:
    text = ask(client, "8h 9s")
    assert PAIR_NO in text and text.count("Against:") == 1


def test_a_reason_names_its_source(client: CheckedClient) -> None:
    assert GAME.source.title in ask(client, "8h 9s")


def test_a_wild_is_labelled_with_what_it_stands_for(client: CheckedClient) -> None:
    assert "as 9♥" in ask(client, "8h * 10h Jh")


def test_what_the_table_settles_is_said_to_be_silent_in_the_rules(client: CheckedClient) -> None:
    assert "The source doesn’t cover this:" in ask(client, "8h * * Jh")


@pytest.mark.parametrize(
    ("asked", "said", "answer"),
    [
        ("contract", {"cards": "9s 9d 9c Ks Kd Kc", "deal": "1"}, CONTRACT_YES),
        (
            "further-meld",
            {"cards": "9s 9d 9c", "down": "earlier"},
            "No Once the contract lies, you may only add to melds.",
        ),
        ("lay-off", {"onto": "8h * 10h Jh", "cards": "Qh", "down": "earlier"}, "The meld becomes"),
        ("lay-off", {"onto": "8h 9h 10h Jh", "cards": "2c", "down": "earlier"}, "You add"),
        (
            "take-wild",
            {"meld": "8h * 10h Jh", "give": "9h", "down": "earlier", "whose": "other"},
            "You take",
        ),
        ("discard", {"card": "7c", "hand": "9d", "took": "yes"}, "may go straight back"),
        ("discard", {"card": "7c", "took": "no", "deal": "7"}, "Yes No rule keeps the 7 of clubs"),
        (
            "discard",
            {"card": "7c", "took": "no", "deal": "7", "is_last": "yes"},
            "No The whole hand must go down",
        ),
        ("claim", {"seats": "Ann, Bo, Cy", "turn": "0", "wants": "no", "claims": "2"}, "Cy gets"),
        ("claim", {"seats": "Ann, Bo, Cy", "turn": "0", "wants": "yes"}, "Ann gets it"),
        ("claim", {"seats": "Ann, Bo, Cy", "turn": "0", "wants": "no"}, "Nobody gets it"),
        ("go-out", {"last": "discard", "deal": "1"}, "Yes The last card may be discarded."),
        (
            "go-out",
            {"last": "discard", "deal": "7"},
            "No The whole hand must go down at once in this deal, so no card is left to discard.",
        ),
        ("points", {"cards": "K 7 *"}, "32 points"),
        (
            "arrange",
            {"cards": "9s 9d 9c Ks Kd Kc 4h", "deal": "1"},
            "You can go out: discard the 4♥",
        ),
        ("arrange", {"cards": "9s 9d 9c Ks Kd", "deal": "1"}, "No contract"),
        ("stock-out", {}, "Shuffle the discards"),
    ],
)
def test_every_question_is_answered(
    client: CheckedClient, asked: str, said: dict[str, str], answer: str
) -> None:
    assert answer in put(client, GAME.id, ask=asked, **said)


SEVENS_AND_KINGS = "3s 4s 5s 9h Jh 3d 7s 7d 7c Ks Kd Kc Kh"
DECLARED = "5s 6s 7s 8s 2h 3h 4h Kc Kd Ks 9c 9d 9h"
RUNS_OF_FOUR = "4h 5h 6h 7h 8s 9s 10s Js 2c 3c 4c 5c"


@pytest.mark.parametrize(
    ("game", "said", "answer"),
    [
        ("conquian", {"ask": "go-out", "melded": "8"}, "No Only 8 cards lie melded"),
        ("conquian", {"ask": "go-out", "melded": "9"}, "Yes 9 cards lie melded"),
        ("conquian", {"ask": "arrange", "cards": "5s 6s 7s Js Qs Kd Kc Kh"}, "All of them 8 cards"),
        (
            "conquian",
            {"ask": "arrange", "cards": "5s 6s 7s Js Qs Kd Kc 2h"},
            "5 cards The deal is won by whoever first has 9",
        ),
        ("conquian", {"ask": "arrange", "cards": "5s 6s Jd 2h"}, "No meld 0 cards can be melded"),
        (
            "indian-rummy",
            {"ask": "arrange", "wild": "2", "cards": SEVENS_AND_KINGS},
            "All cards count Another run is missing, so no card is left out. All 95 points stay",
        ),
        (
            "three-thirteen",
            {"ask": "arrange", "deal": "1", "cards": "7s 8s 9s 10s"},
            "You can go out: discard the 7♠",
        ),
        (
            "indian-rummy",
            {"ask": "arrange", "wild": "J", "cards": f"{DECLARED} 9s"},
            "You can go out: discard the 5♠",
        ),
        (
            "indian-rummy",
            {"ask": "arrange", "wild": "J", "cards": f"{DECLARED[3:]} 2c"},
            "2 points",
        ),
        ("gin", {"ask": "arrange", "cards": "5s 5d 5c 2h 3h 4h 9s 9d 9h Kc"}, "10 points"),
        (
            "basic-rummy",
            {"ask": "arrange", "cards": "3c 3h 2c 2s 2d 2h 3d Ac"},
            "You can go out: discard the A♣ 3♥ 3♦ 3♣ make a set of threes.",
        ),
        (
            "contract-rummy-bicycle",
            {"ask": "contract", "deal": "7", "cards": RUNS_OF_FOUR},
            "so this is legal only if these are all your cards. 2 ♣",
        ),
        ("gin", {"ask": "points", "more": "yes"}, "The cards in no set or run"),
        (
            "gin",
            {"ask": "meld", "cards": "7s 8s 9s 3d 3c 3h"},
            "How to fix it Group them so: 3♥ 3♦ 3♣ and 7♠ 8♠ 9♠",
        ),
        ("gin", {"ask": "meld", "cards": "7s 8s 9s 3d 3c 3h"}, "No A set is all of one rank"),
        (
            "scala-40",
            {"ask": "take-wild", "meld": "7s 8s 10s", "give": "9s"},
            "No There’s no wild in 7♠ 8♠ 10♠ to take.",
        ),
    ],
)
def test_an_answer_is_what_holds_in_that_game(
    client: CheckedClient, game: str, said: dict[str, str], answer: str
) -> None:
    assert answer in put(client, game, **said)


def test_nothing_is_asked_that_cannot_be_in_a_game() -> None:
    def asks(game: str) -> set[str]:
        return {one.ask for one in questions_for(load(game))}

    assert "points" not in asks("conquian")
    for game in ("conquian", "gin", "indian-rummy"):
        assert "nothing-to-discard" not in asks(game)
    assert "nothing-to-discard" in asks("scala-40")


def test_of_a_hand_too_rich_to_search_through_nothing_is_said_that_is_not_known(
    client: CheckedClient,
) -> None:
    # The contract could be laid, but for more work than one answer is worth.
    options = {
        "wild_twos": "K", "set_size": "2", "same_suit_runs": "gap", "melds_per_turn": "2",
        "points.9": "2", "jokers_per_pack": "3",
    }  # fmt: skip
    cards = "Ks Kh Kh * 5d 2d Jd 4d 7d 7d 6d 2d 8d 4d Qd 3d 10d 10d 6d 9d"
    said = {f"option-{name}": value for name, value in options.items()}
    text = put(client, "six-to-ten", ask="arrange", deal="3", cards=cards, **said)
    assert "No contract found" in text
    assert "there may be a better one" in text
    assert "You can’t go out" not in text


@pytest.mark.parametrize("asked", ["claim", "wild-wanted-by-two"])
def test_a_player_who_is_none_is_asked_for(client: CheckedClient, asked: str) -> None:
    said = {"turn": "Ann", "wants": "no", "wanting": "Bo"}
    text = put(client, GAME.id, ask=asked, seats="Ann, Bo, Cy", **said)
    assert "Choose an answer." in text and "“seats”" not in text


@pytest.mark.parametrize(("stock", "over"), [("2", True), ("3", False), ("", False)])
def test_a_deal_of_gin_is_over_before_its_last_cards_are_drawn(
    client: CheckedClient, stock: str, over: bool
) -> None:
    said = f"/disputes?game=gin&ask=claim&seats=Ann,Bo&turn=0&wants=no&stock={stock}"
    text = client.see(said).text
    assert ("Nobody draws any more, and the deal is over." in text) is over
    assert ("Ann leaves the discard and draws." in text) is not over


def test_several_who_claim_are_all_heard(client: CheckedClient) -> None:
    said = f"{DESK}&ask=claim&seats=Ann,Bo,Cy,Di&turn=1&wants=no&claims=0&claims=3"
    assert "Di gets it" in client.see(said).text


def test_the_nearest_thing_that_would_do_is_offered(client: CheckedClient) -> None:
    assert "How to fix it Swap the 9♠ for the 9♥" in ask(client, "8h 9s 10h Jh")


def test_other_standings_are_folded_away(client: CheckedClient) -> None:
    assert "Other readings" in ask(client, "8h 9h 10h *")


def test_asking_writes_nothing_and_sets_no_cookie(client: CheckedClient) -> None:
    assert "Set-Cookie" not in client.get(f"{DESK}&cards=8h").headers


@pytest.mark.parametrize(
    ("cards", "says"),
    [("8h x", "not a card"), ("J 9s", "suit"), (" ", "cards first"), ("8" * 401, "400")],
    ids=["no card", "no suit", "blank", "long"],
)
def test_what_cannot_be_read_is_said_beside_the_cards(
    client: CheckedClient, cards: str, says: str
) -> None:
    text = ask(client, cards)
    assert says in text, text


def test_cards_typed_stay(client: CheckedClient) -> None:
    ask(client, "8h x")
    assert client.page.forms[0].fields["cards"] == "8h x"


def test_a_key_leads_to_an_address_with_one_card_more(client: CheckedClient) -> None:
    answer = client.get(f"{DESK}&ask=meld&cards=8h&tap=9h&into=cards")
    assert in_address(answer.headers["Location"])["cards"] == "8h 9h"


def test_while_tapping_nothing_is_ruled_yet(client: CheckedClient) -> None:
    client.get(f"{DESK}&ask=meld&cards=8h&tap=9h&into=cards", follow_redirects=True)
    assert "a meld!" not in client.page.text and "Why" not in client.page.text


@pytest.mark.parametrize(
    ("said", "leads_to"),
    [
        ("ask=meld&cards=8h+9h&untap=cards:0", {"cards": "9h"}),
        ("ask=meld&cards=8h9h&untap=cards:1", {"cards": "8h"}),
        ("ask=contract&cards=8h+9h&tap=/&into=cards", {"cards": "8h 9h /"}),
        ("ask=contract&cards=8h+/&tap=/&into=cards", {"cards": "8h /"}),
        ("ask=contract&cards=8h+/+9h&tap=back&into=cards", {"cards": "8h /"}),
        ("ask=meld&tap=back", {"cards": None}),
        ("ask=meld&cards=8h+*&says=cards:1", {"cards": "8h *", "saying": "cards:1"}),
        ("ask=meld&cards=8h+*&saying=cards:1&tap=9h", {"cards": "8h *=9h"}),
        ("ask=meld&cards=8h+*=9h&saying=cards:1&tap=open", {"cards": "8h *"}),
        ("ask=meld&cards=8h+*&saying=cards:1&untap=cards:1", {"cards": "8h", "saying": None}),
        ("ask=take-wild&into=give&give=8h&tap=9h", {"give": "9h"}),
        ("ask=lay-off&tap=9h", {"cards": "9h", "into": "onto"}),
        ("ask=lay-off&cards=9h&tap=10h&into=cards", {"cards": "9h 10h", "into": "cards"}),
        ("ask=lay-off&tap=9h&into=onto", {"onto": "9h"}),
        ("tap=9h&cards=8h", {"cards": "8h 9h", "more": "yes", "ask": None}),
        ("untap=cards:0&cards=8h", {"cards": None, "more": "yes"}),
    ],
)
def test_a_tap_leads_to_an_address(
    client: CheckedClient, said: str, leads_to: dict[str, str]
) -> None:
    found = in_address(client.get(f"{DESK}&{said}").headers["Location"])
    assert {name: found.get(name) for name in leads_to} == leads_to


@pytest.mark.parametrize(
    ("cards", "taps", "melds"),
    [
        ("", ["3s 4s 5s 6s", "8h 9h 10h"], "3s 4s 5s 6s / 8h 9h 10h /"),
        ("", ["4h 5h 6h 7h", "8h 9h"], "4h 5h 6h 7h 8h 9h /"),
        ("", ["9s 9h 9d", "9s 9h 9d"], "9s 9h 9d / 9s 9h 9d /"),
        ("9s", ["9d 9c", "4s 4h 4d"], "9s 9d 9c / 4s 4h 4d /"),
        ("8h *", ["10h Jh", "Qh", "Kc"], "8h * 10h Jh Qh / Kc /"),
        ("", ["3s 4s 5s", "9s"], "3s 4s 5s / 9s /"),
        ("9s 4h Kd", ["7c 8c"], "9s 4h Kd 7c 8c"),
        ("9s 9d 9c 4h", ["4s"], "9s 9d 9c 4h 4s"),
    ],
)
def test_a_stroke_lays_a_meld_or_goes_on_with_one(
    client: CheckedClient, cards: str, taps: list[str], melds: str
) -> None:
    for tap in taps:
        address = client.get(f"{DESK}&{urlencode({'cards': cards, 'tap': tap})}").headers[
            "Location"
        ]
        cards = in_address(address)["cards"]
    assert cards == melds


@pytest.mark.parametrize(
    ("game", "goes_on"), [("six-to-ten", True), ("carioca", True), ("basic-rummy", False)]
)
def test_an_ace_goes_on_with_a_king_where_runs_do(
    client: CheckedClient, game: str, goes_on: bool
) -> None:
    said = {"game": game, "cards": "Js Qs Ks /", "tap": "As"}
    address = client.get(f"/disputes?{urlencode(said)}").headers["Location"]
    assert in_address(address)["cards"] == ("Js Qs Ks As /" if goes_on else "Js Qs Ks / As /")


@pytest.mark.parametrize(
    ("asked", "cards", "fields"),
    [
        ("lay-off", "9h 9s 9d 9c", {"cards": "9h", "onto": "9s 9d 9c"}),
        ("lay-off", "8h 9h 10h Jh / Qh", {"cards": "Qh", "onto": "8h 9h 10h Jh"}),
        ("take-wild", "9h 8h * 10h Jh", {"give": "9h", "meld": "8h * 10h Jh"}),
        ("meld", "8h 9h / 10h", {"cards": "8h 9h   10h"}),
        ("contract", "9s 9d 9c / 4h 4s 4d", {"cards": "9s 9d 9c / 4h 4s 4d"}),
    ],
)
def test_each_card_goes_where_it_belongs(
    client: CheckedClient, asked: str, cards: str, fields: dict[str, str]
) -> None:
    said = urlencode({"ask": asked, "cards": cards, "more": "yes"})
    shown = client.see(f"{DESK}&{said}").forms[0].fields
    assert {name: shown[name] for name in fields} == fields


@pytest.mark.parametrize("ask", ["claim", "wild-wanted-by-two"])
def test_who_has_the_turn_is_asked_for_by_name(client: CheckedClient, ask: str) -> None:
    page = client.see(f"{DESK}&ask={ask}&seats=Ann,+Bob,+Cid&more=yes")
    assert "Whose turn is it?" in page.text
    assert "Is it your turn?" not in page.text


def test_after_a_single_card_the_next_field_is_filled(client: CheckedClient) -> None:
    answer = client.get(f"{DESK}&ask=take-wild&tap=9h")
    found = in_address(answer.headers["Location"])
    assert (found["give"], found["into"]) == ("9h", "meld")


def guessed(client: CheckedClient, of: str, cards: str) -> str:
    """What the button asks about cards that are entered."""
    html = client.get(f"/disputes?{of}&{urlencode({'cards': cards, 'more': 'yes'})}").text
    button = r'class="button big" name="ask" value="[\w-]+">(?:<span><small>)?([^<]+)<'
    return html_unescape(re.findall(button, html)[-1])


def title_of(game: Variant, ask: str) -> str:
    question = question_named(game, ask)
    return listed((question.phrase(game),)) if question else "All questions"


@pytest.mark.parametrize(
    ("game", "cards", "guess"),
    [
        (GAME.id, "9h", "discard"),
        (GAME.id, "9h 9s", "meld"),
        (GAME.id, "9h 9s 9d", "meld"),
        (GAME.id, "9h 9s 9d 4h 4s 4d", "contract"),
        (GAME.id, "9h 9s 9d 4h 4s 4d 5h 6h 7h 8h", "arrange"),
        ("basic-rummy", "9h 9s 9d 4h 4s 4d", "meld"),
        ("basic-rummy", "9h 9s 9d 4h 4s 4d 5h 6h 7h 8h 9h", "arrange"),
        (OPENED.id, "Kh Ks Kd", "meld"),
        (OPENED.id, "Kh Ks Kd Ah As Ad", "contract"),
        (OPENED.id, "2h 3h 4h 9h 9s 9d", "contract"),
        (OPENED.id, "2h 3h 4h 6h 9h 9s 9d", "meld"),
    ],
)
def test_what_is_asked_is_guessed_from_the_number_of_cards(
    client: CheckedClient, game: str, cards: str, guess: str
) -> None:
    assert guessed(client, f"game={game}", cards) == title_of(load(game), guess)


@pytest.mark.parametrize(
    "game", [game for game in catalogue() if game.take_discard.when == "open"], ids=lambda it: it.id
)
def test_who_gets_the_discard_hears_that_melds_come_first(
    client: CheckedClient, game: Variant
) -> None:
    needs = "Ann must have melds down already, or lay the first ones down in this turn."
    asked = {"ask": "claim", "seats": "Ann, Bo, Cy", "turn": "0"}
    text = put(client, game.id, wants="yes", **asked)
    assert "Ann gets it" in text
    assert needs in text.partition("All the reasons")[0]
    assert "You may take the discard only once melds of yours are down" in text
    assert needs not in put(client, game.id, wants="no", **asked)


@pytest.mark.parametrize(
    ("game", "cards", "following"),
    [
        (GAME.id, "Ks", ""),
        (GAME.id, "4h 5h 6h", "3h 7h"),
        (GAME.id, "4h 6h", "3h 5h 7h"),
        (GAME.id, "9s 9d *", "9c 9h"),
        (GAME.id, "9s 9d Ah 2h", "3h"),
        (GAME.id, "9s 4h", ""),
        (GAME.id, "4h Qh", ""),
        (GAME.id, "Qs Ks", "As Js"),
        (GAME.id, "Ks As", "Qs"),
        ("basic-rummy", "Qs Ks", "Js"),
        ("basic-rummy", "Ks As", ""),
        ("six-to-ten", "Ks As", "Qs"),
        ("carioca", "Ks As", "2s Qs"),
    ],
)
def test_the_keys_of_cards_that_may_come_next_are_marked(
    client: CheckedClient, game: str, cards: str, following: str
) -> None:
    said = urlencode({"game": game, "cards": cards, "more": "yes"})
    html = client.get(f"/disputes?{said}").text
    marked = re.findall(r'class="key [^"]*likely"[^>]* value="(\w+)"', html)
    assert " ".join(sorted(marked)) == following


@pytest.mark.parametrize(
    ("cards", "says"),
    [
        ("4h 5h 6h 8h", "No. Missing: the 7 of hearts."),
        ("9s 9d 9c", "Yes. 9♠ 9♦ 9♣ make a set of nines."),
        ("9s", ""),
    ],
)
def test_the_answer_stands_on_the_button_while_cards_are_entered(
    client: CheckedClient, cards: str, says: str
) -> None:
    query = urlencode({"cards": cards, "more": "yes"})
    html = client.get(f"/disputes?game=basic-rummy&{query}").text.replace("\u00a0", " ")
    said = re.findall(r'<span class="answer-now[^"]*"><b>(\w+)</b>(.*?)</span>', html)
    assert ["".join(each) for each in said] == ([says] if says else [])


@pytest.mark.parametrize(
    ("asked", "field"), [("discard", "card"), ("take-wild", "give"), ("lay-off", "cards")]
)
def test_cards_entered_first_go_where_the_question_has_them(
    client: CheckedClient, asked: str, field: str
) -> None:
    fields = client.see(f"{DESK}&ask={asked}&cards=9h").forms[0].fields
    assert fields[field] == "9h"


def test_cards_are_not_lost_on_the_way_to_another_question(client: CheckedClient) -> None:
    page = client.see(f"{DESK}&ask=discard&cards=9h")
    other = next(link for link in page.links if "ask=" not in link and "cards=" in link)
    assert client.see(other).forms[0].fields["cards"] == "9h"


def test_what_an_answer_hangs_on_stands_first_and_is_asked_beside_the_ruling(
    client: CheckedClient,
) -> None:
    said = {"onto": "8h 9h 10h Jh", "cards": "Qh"}
    text = put(client, GAME.id, ask="lay-off", **said)
    assert "Only if you have laid your contract. The Q♥ fits 8♥ 9♥ 10♥ J♥." in text
    assert "aria-current" not in client.get(f"{DESK}&ask=lay-off&{urlencode(said)}").text
    answers = {link.partition("down=")[2]: link for link in client.page.links if "down=" in link}
    text = client.see(answers["earlier"]).text
    assert "Yes The Q♥ fits" in text and "Only if" not in text
    assert "No Your own contract must be down" in client.see(answers["no"]).text


@pytest.mark.parametrize("at_table", [False, True])
def test_a_verdict_asks_by_links_and_has_nothing_to_fill_in(
    client: CheckedClient, at_table: bool
) -> None:
    table = table_with(client) if at_table else ""
    at = {"at": table.rpartition("/")[2]} if at_table else {"game": GAME.id}
    said = {"ask": "take-wild", "meld": "8h *=9h 10h Jh", "give": "9h", "down": "earlier"}
    html = client.get(f"/disputes?{urlencode(at | said)}").text
    chosen = re.findall(r'<a class="pill" href="([^"]*)" aria-current="true">', html)
    assert len(chosen) == html.count('<legend class="small strong">') > 1
    assert not client.page.fields
    for link in map(html_unescape, chosen):
        assert client.get(link).text.count('aria-current="true"') == len(chosen)


@pytest.mark.parametrize(
    "said", ["untap=cards:9", "untap=x:0", "untap=cards:-1", "says=cards", "tap=9h&into=x"]
)
def test_no_button_of_ours_is_refused(client: CheckedClient, said: str) -> None:
    answer = client.get(f"{DESK}&ask=meld&cards=8h&{said}")
    assert answer.status_code in (302, 400)
    if answer.status_code == 302:
        assert "x=" not in answer.headers["Location"]


def test_a_contract_is_asked_meld_by_meld(client: CheckedClient) -> None:
    text = ask(client, "9s 9d 9c / Ks Kd Kc", ask="contract", deal="1", players="4")
    assert CONTRACT_YES in text and "A set is of one rank" in text


def test_a_contract_is_divided_by_the_referee(client: CheckedClient) -> None:
    text = ask(client, "9s Ks 9d Kd 9c Kc", ask="contract", deal="1", players="4")
    assert CONTRACT_YES in text and "A set is of one rank" in text


def test_games_without_contracts_are_not_asked_for_one(client: CheckedClient) -> None:
    game = next(variant.id for variant in catalogue() if not variant.has_contracts)
    assert "contract" not in client.see(f"/disputes?game={game}").text.lower()


def test_an_unknown_question_is_answered_with_those_there_are(client: CheckedClient) -> None:
    assert "What’s the question?" in client.see(f"{DESK}&ask=weather").text


PIECES = (
    *("8h", "9h", "10h", "Jh", "*", "*=9h", "2c", "2c=9d", "As", "K", "/", "x", "=", "🃏", "\x00"),
    *("0", "1", "7", "99", "-1", "yes", "no", "earlier", "own", "keep", "discard", "Ann,", "Bo"),
)
CARDS_ALONE = 7
"""How many of the pieces, from the first, are cards."""


@GAMES
def test_nothing_that_can_be_asked_breaks_the_desk(
    client: CheckedClient, game, monkeypatch
) -> None:
    """As `./run proof desk` does with many more questions."""
    monkeypatch.setattr(views, "pace", RateLimit(10**9))
    assert broken_by(client, game, times=1) == []


def broken_by(client: CheckedClient, game: Variant, *, times: int) -> list[str]:
    """What the desk has no answer to, of anything at all asked so often in each question."""
    chance = random.Random(game.id)
    asked = [anything_asked(chance, game, one) for one in questions_for(game) * times]
    fine = (200, 302, 400, 422)
    return [query for query in asked if client.get(f"/disputes?{query}").status_code not in fine]


def anything_asked(chance: random.Random, game: Variant, asked: Question) -> str:
    names = [one.name for one in asked.fields]
    names += ["into", "tap", "untap", "says", "saying", "more"]
    said = {name: _anything(chance) for name in names if chance.random() < 0.7}
    if chance.random() < 0.8:
        for button in ("tap", "untap", "says", "more"):
            said.pop(button, None)
    return urlencode({"game": game.id, "ask": asked.ask, "rule": "yes"} | said)


def _anything(chance: random.Random) -> str:
    return " ".join(
        chance.choices(PIECES[: chance.choice((CARDS_ALONE, None))], k=chance.randrange(9))
    )


def test_more_jokers_than_there_are_arrange_nothing(client: CheckedClient) -> None:
    text = put(client, GAME.id, ask="arrange", cards="* * * * *", deal="1")
    assert re.search(r"No There(’s| are) only \w+ jokers? in play", text)


# At a table.


def table_with(client: CheckedClient, **options: str) -> str:
    """A table of as many as the game needs; gives its address."""
    names = ("Ann", "Bo", "Cy")[: GAME.players.least]
    return client.start(GAME.id, *names, dealer=0, **options)


def desk_of(client: CheckedClient, table: str) -> str:
    """The address of the desk as the table has it."""
    link = next(link for link in client.see(table).links if "/disputes?" in link)
    return link.replace("&amp;", "&")


def test_the_desk_opened_from_a_table_knows_its_deal(client: CheckedClient) -> None:
    table = table_with(client, natural_cards_per_meld="2")
    client.write(table, 1, "p1", p2="5", p3="10")
    fields = client.see(desk_of(client, table) + "&ask=contract").forms[0].fields
    assert fields["players"] == str(GAME.players.least)
    assert fields["deal"] == "2"
    assert fields["option-natural_cards_per_meld"] == "2"


def test_a_table_is_ruled_by_its_own_options(client: CheckedClient) -> None:
    table = table_with(client, natural_cards_per_meld="2")
    game_id = table.rpartition("/")[2]
    text = put(client, GAME.id, at=game_id, ask="meld", cards="8h * * *")
    assert "No There’s only one joker" in text
    assert "A meld with wilds needs at least 2 natural cards" in text


def test_another_answer_may_be_tried_for_one_question(client: CheckedClient) -> None:
    table = table_with(client, natural_cards_per_meld="2")
    said = {"at": table.rpartition("/")[2], "option-natural_cards_per_meld": "1"}
    text = put(client, GAME.id, ask="meld", cards="8h * 10h Jh", **said)
    assert WILD_YES in text


def test_what_goes_without_saying_is_not_in_the_address(client: CheckedClient) -> None:
    said = "&option-natural_cards_per_meld=1&option-overlapping_runs=false"
    page = client.see(f"{DESK}&ask=meld&cards=8h+9h&rule=yes{said}")
    again = in_address(next(link for link in page.links if "more=yes" in link))
    assert {name for name in again if name.startswith("option-")} == {"option-overlapping_runs"}


def test_what_is_usual_elsewhere_is_said_at_a_table_that_plays_otherwise(
    client: CheckedClient,
) -> None:
    table = table_with(client, natural_cards_per_meld="2")
    at, tried = table.rpartition("/")[2], "&option-natural_cards_per_meld=1"
    page = client.see(f"/disputes?at={at}&ask=meld&cards=8h+9h&rule=yes{tried}")
    again = in_address(next(link for link in page.links if "more=yes" in link))
    assert again["option-natural_cards_per_meld"] == "1"


def test_a_table_knows_its_players(client: CheckedClient) -> None:
    table = table_with(client)
    text = client.see(desk_of(client, table) + "&ask=claim").text
    assert "Ann" in text and "Players, in order of play" not in text


def test_who_gets_the_discard_is_ruled_on_with_the_players_of_the_table(
    client: CheckedClient,
) -> None:
    at = table_with(client).rpartition("/")[2]
    assert "Cy gets it" in put(client, GAME.id, at=at, ask="claim", turn="0", claims="2")


def test_a_table_of_somebody_else_is_no_table(client: CheckedClient) -> None:
    table = table_with(client)
    client.forget()
    text = put(client, GAME.id, at=table.rpartition("/")[2], ask="meld", cards="8h 9h 10h Jh")
    assert RUN_YES in text and "We agree" not in text and "Ann" not in text


def test_a_field_that_is_too_long_says_what_to_do(client: CheckedClient) -> None:
    asked = f"/disputes?game={GAME.id}&ask=meld&cards="
    says = "That’s too long. Use at most 400 characters."
    assert says not in client.see(asked + "8" * CARDS_LENGTH, 422).text
    assert client.see(asked + "8" * (CARDS_LENGTH + 1), 422).text.count(says) == 1


def kept(client: CheckedClient, table: str, **said: str) -> str:
    """Ask at a table and keep the ruling; gives where it is kept."""
    at = table.rpartition("/")[2]
    query = urlencode({"game": GAME.id, "at": at, **said})
    answer = client.send(f"/disputes?{query}")
    assert answer.status_code == 302, answer.text
    return str(answer.headers["Location"])


def settled_otherwise(client: CheckedClient, table: str) -> PageReader:
    """Ask at a table, and change the house rule that decides; gives the page with the ruling."""
    at = table.rpartition("/")[2]
    page = client.see(f"/disputes?at={at}&ask=go-out&last=discard&deal=7")
    (option,) = (name for name in page.answers if name.startswith("option-"))
    fields = page.forms[-1].fields | {option: page.answers[option]}
    assert client.post(page.forms[-1].action, data=fields).status_code == 302
    return page


def test_a_ruling_is_kept_with_the_game(client: CheckedClient) -> None:
    table = table_with(client)
    where = kept(client, table, ask="meld", cards="8h * 10h Jh")
    text = client.see(where).text
    assert WILD_YES in text and "as 9♥" in text
    assert "Is this a meld? Yes." in client.see(f"{table}/log").text
    assert where in client.see(f"{table}/log").links


def test_a_ruling_on_what_was_pasted_is_kept(client: CheckedClient) -> None:
    table = table_with(client)
    where = kept(client, table, ask="meld", cards="8h\u200b *\t10h Jh\x00")
    assert WILD_YES in client.see(where).text


def test_a_kept_ruling_is_seen_by_those_who_follow_the_game(client: CheckedClient) -> None:
    table = table_with(client)
    where = kept(client, table, ask="meld", cards="8h 9s")
    viewer = re.findall(r"/k/\w+", client.get(f"{table}/links").text)[0]
    client.forget()
    client.get(viewer)
    assert PAIR_NO in client.see(where).text
    desk = f"/disputes?{urlencode({'at': table.rpartition('/')[2], 'cards': '8h 9s'})}"
    assert "We agree" not in client.see(desk).text


def test_a_kept_ruling_is_nobody_elses(client: CheckedClient) -> None:
    where = kept(client, table_with(client), ask="meld", cards="8h 9s")
    client.forget()
    assert client.get(where).status_code == 404


def test_what_is_no_ruling_is_not_shown_as_one(client: CheckedClient) -> None:
    assert client.get(f"{table_with(client)}/rulings/1").status_code == 404


@pytest.mark.parametrize("query", ["", "ask=meld&cards=8h+x", "ask=weather", "%", "ask=claim"])
def test_what_cannot_be_ruled_on_is_not_kept(client: CheckedClient, query: str) -> None:
    table = table_with(client)
    client.see(f"/disputes?at={table.rpartition('/')[2]}&cards=8h")
    fields = next(one for one in client.page.forms if one.method == "post").fields
    answer = client.post(f"{table}/rulings", data=fields | {"query": query})
    assert answer.status_code == 400


def test_a_kept_ruling_says_how_the_table_played_then(client: CheckedClient) -> None:
    table = table_with(client)
    said = {"option-natural_cards_per_meld": "3"}
    text = client.see(kept(client, table, ask="meld", cards="8h 8d *", **said)).text
    assert "No A meld with wilds needs at least 3 natural cards" in text
    assert "House rule:" in text


# Melds on the table.


def put_down(client: CheckedClient, table: str, **said: str) -> int:
    """Ask about something at a table and put it there; gives the status of the answer."""
    query = urlencode({"at": table.rpartition("/")[2], **said})
    forms = [one for one in client.see(f"/disputes?{query}").forms if one.method == "post"]
    assert forms[0].action.endswith("/melds"), client.page.text
    return client.post(forms[0].action, data=forms[0].fields).status_code


RUN = {"ask": "contract", "deal": "2", "cards": "9s 9d 9c 8h * 10h Jh", "by": "p2"}


def test_a_contract_is_laid_on_the_table(client: CheckedClient) -> None:
    table = table_with(client)
    assert put_down(client, table, **RUN) == 302
    text = client.see(f"{table}/melds").text
    assert "as 9♥" in text and text.count("Add a card") == 2
    assert "Bo lays" in client.see(f"{table}/log").text


@pytest.mark.parametrize(
    ("said", "then"),
    [
        ({"ask": "lay-off", "onto": "8h *=9h 10h Jh", "cards": "Qh"}, "J ♥ Jack of hearts Q"),
        ({"ask": "take-wild", "meld": "8h *=9h 10h Jh", "give": "9h", "whose": "other"}, "9 ♥"),
    ],
    ids=["add", "swap"],
)
def test_a_meld_on_the_table_is_added_to_and_its_wild_swapped(
    client: CheckedClient, said: dict[str, str], then: str
) -> None:
    table = table_with(client)
    put_down(client, table, **RUN)
    assert put_down(client, table, lies="1", down="earlier", **said) == 302
    text = client.see(f"{table}/melds").text
    assert then.replace("♥", "♥\ufe0e") in text


def test_melds_on_the_table_are_offered_at_a_table_alone(client: CheckedClient) -> None:
    desk = desk_of(client, table_with(client))
    assert "Melds on the table" in client.see(desk).text
    assert "Melds on the table" not in client.see(DESK).text


def test_a_wild_that_may_go_to_either_end_goes_where_it_is_put(client: CheckedClient) -> None:
    table = table_with(client)
    put_down(client, table, **RUN)
    said = {"ask": "lay-off", "onto": "8h *=9h 10h Jh", "cards": "9h", "down": "earlier"}
    query = urlencode({"at": table.rpartition("/")[2], "lies": "1", **said})
    page = client.see(f"/disputes?{query}")
    assert "Lay joker as 7♥ 8♥ 9♥ 10♥ J♥" in page.text
    form = next(one for one in page.forms if one.action.endswith("/melds"))
    client.post(form.action, data=form.fields | {"which": "1"})
    assert "as 7♥" in client.see(f"{table}/melds").text


def test_who_has_melds_on_the_table_is_not_asked_whether_one_is_down(
    client: CheckedClient,
) -> None:
    table = client.start("scala-40", "Ann", "Bo", "Cy")
    put_down(client, table, ask="contract", cards="Ks Kd Kc 10s Js Qs", by="p2")
    more = {"at": table.rpartition("/")[2], "ask": "further-meld", "cards": "2s 2d 2c"}
    assert "Only if" in put(client, "scala-40", **more, by="p1")
    assert "Only if" not in put(client, "scala-40", **more, by="p2")


def test_what_is_tapped_on_the_table_is_asked_about(client: CheckedClient) -> None:
    table = table_with(client)
    put_down(client, table, **RUN)
    link = next(one for one in client.see(f"{table}/melds").links if "take-wild" in one)
    fields = client.see(link).forms[0].fields
    assert (fields["meld"], fields["lies"]) == ("", "1")
    text = put(client, **fields | {"give": "9h"})
    assert "The meld becomes 8 ♥" in text


def test_a_meld_of_the_table_is_chosen_by_its_place(client: CheckedClient) -> None:
    table = table_with(client)
    put_down(client, table, **RUN)
    at = table.rpartition("/")[2]
    assert "The meld becomes" in put(client, GAME.id, at=at, ask="lay-off", lies="1", cards="Qh")
    assert "The meld becomes" not in put(
        client, GAME.id, at=at, ask="lay-off", lies="0", cards="Qh"
    )


@pytest.mark.parametrize(
    ("lies", "guesses"),
    [
        (
            False,
            {
                "": "",
                "9s": "discard",
                "9s 9d 9c": "meld",
                "9s * 9c": "meld",
                "9s 10s Js": "meld",
                "9s 10s Jh": "meld",
                "9s 9d 9c 4h 4s 4d": "contract",
                "9s 9d 9c 4h 4s 5d": "contract",
                "9s 10s Js Qs Ks As": "meld",
                "9s 9d 9c 4h 4s 4d Kh": "contract",
                "9s 9d 9c 4h 4s 4d Kh Kd 2c 7c": "arrange",
                "9s x": "meld",
            },
        ),
        (
            True,
            {
                "Qh": "lay-off",
                "Qh Kh": "lay-off",
                "Qh Kh Ah": "lay-off",
                "6h 7h Qh": "lay-off",
                "5s 5d 5c": "meld",
                "5s 5d 6c": "meld",
            },
        ),
    ],
    ids=["nothing lies", "melds lie"],
)
def test_what_is_likely_asked_follows_the_rules(
    client: CheckedClient, lies: bool, guesses: dict[str, str]
) -> None:
    table = table_with(client)
    if lies:
        put_down(client, table, **RUN)
    at = f"at={table.rpartition('/')[2]}"
    answers = {cards: guessed(client, at, cards) for cards in guesses}
    assert answers == {cards: title_of(GAME, ask) for cards, ask in guesses.items()}


def test_the_likely_question_is_asked_without_a_script(client: CheckedClient) -> None:
    table = table_with(client)
    at = f"at={table.rpartition('/')[2]}"
    assert "9♠ 9♦ 9♣ make a set of nines" in client.get(
        f"/disputes?{at}&cards=9s+9d+9c&ask=likely"
    ).text.replace("\u00a0", " ")


@pytest.mark.parametrize(
    ("deal", "cards", "says"),
    [
        ("1", "8h 9h 10h Jh", "A run, but not part of this deal’s contract (two sets of 3)."),
        ("1", "8h 8s 8c", "A set, and part of this deal’s contract (two sets of 3)."),
        ("3", "8h 9h 10h", "A run, but not as long as this deal’s contract asks (two runs of 4)."),
    ],
)
def test_a_meld_says_what_it_does_for_the_contract(
    client: CheckedClient, deal: str, cards: str, says: str
) -> None:
    assert says in put(client, "six-to-ten", cards=cards, deal=deal)


def test_every_page_of_a_game_leads_to_the_desk_of_its_table(client: CheckedClient) -> None:
    table = table_with(client)
    desk = f"/disputes?at={table.rpartition('/')[2]}"
    for page in ("", "/deals/1", "/menu", "/log", "/rules", "/melds", "/links", "/options"):
        assert desk in client.see(table + page).links, page


def test_agreeing_is_the_one_action_of_a_ruling(client: CheckedClient) -> None:
    table = table_with(client)
    html = client.get(f"/disputes?at={table.rpartition('/')[2]}&cards=8h+9h+10h+Jh").text
    ways = ["Another question", "Back to the table", "We agree"]
    places = [html.index(way) for way in ways]
    assert places == sorted(places)
    assert re.findall(r'class="button big"[^>]*>(?:<svg.*?</svg>)?([^<]+)', html) == ["We agree"]


def test_a_table_settles_otherwise_what_its_house_rules_decide(client: CheckedClient) -> None:
    table = table_with(client)
    asked = f"/disputes?at={table.rpartition('/')[2]}&ask=go-out&last=discard&deal=7"
    page = client.see(asked)
    assert "Play it otherwise From now on, at this table:" in page.text
    form = page.forms[-1]
    (option,) = (name for name in page.answers if name.startswith("option-"))
    answer = client.post(form.action, data=form.fields | {option: page.answers[option]})
    assert answer.status_code == 302
    assert "Yes The last card may be discarded in this deal." in client.see(asked).text
    kept(client, table, ask="go-out", last="discard", deal="7")
    kept(client, table, ask="meld", cards="8h 9s")
    assert client.see(f"{table}/rulings").text.count("Your table’s own rule") == 1


def test_the_ruling_that_a_table_settles_otherwise_is_kept_as_it_was(client: CheckedClient) -> None:
    table = table_with(client)
    page = settled_otherwise(client, table)
    links = [link for link in client.see(f"{table}/rulings").links if "/rulings/" in link]
    assert len(links) == 1
    given = page.text.partition(" No ")[2].partition(" Change the question")[0]
    assert given in client.see(links[0]).text
    assert "Now: yes. No, all 13 go down" in client.page.text


def test_a_ruling_that_a_table_settles_otherwise_is_not_called_agreed(
    client: CheckedClient,
) -> None:
    table = table_with(client)
    settled_otherwise(client, table)
    kept(client, table, ask="meld", cards="8h 9s")
    rulings = client.see(f"{table}/rulings")
    agreed, otherwise = (link for link in rulings.links if "/rulings/" in link)
    assert rulings.text.count("not agreed: house rule changed") == 1
    assert "Not agreed: the table changed this house rule" in client.see(otherwise).text
    assert "Agreed, and saved with the game" in client.see(agreed).text
    # With the change undone the house rule is as the ruling says.
    Table(client, table).undo(3)
    assert "not agreed" not in client.see(f"{table}/rulings").text


def test_a_rule_that_two_phones_settle_at_once_is_ruled_on_anew(client: CheckedClient) -> None:
    table = table_with(client)
    at = table.rpartition("/")[2]
    asked = f"/disputes?at={at}&ask=go-out&last=discard&deal=7"
    one, other = client.see(asked), client.see(asked)
    (option,) = (name for name in one.answers if name.startswith("option-"))
    for page, status in ((one, 302), (other, 409)):
        fields = page.forms[-1].fields | {option: page.answers[option]}
        assert client.post(page.forms[-1].action, data=fields).status_code == status
    assert "Nothing would change" in client.page.text
    links = [link for link in client.see(f"{table}/rulings").links if "/rulings/" in link]
    assert len(links) == 1


def test_only_what_the_table_can_choose_is_offered(client: CheckedClient) -> None:
    ask = "no-legal-discard"
    game = next(one for one in catalogue() if question_named(one, ask) and not one.bars_discards)
    option = "option-irregularities.no_discard"
    table = client.start(game.id, *("Ann", "Bo", "Cy", "Di")[: game.players.least], dealer=0)
    said = {"ask": ask, "hand": "7s 8s"}
    page = client.see(f"/disputes?{urlencode(said | {'at': table.rpartition('/')[2]})}")
    assert "Usual answer:" in page.text and "Play it otherwise" not in page.text
    # Another phone may have made it so since the page was opened.
    fields = page.forms[-1].fields | {"base": "0", option: "keep-all"}
    answer = client.post(f"{table}/rulings", data=fields)
    assert answer.status_code == 409
    assert "That changes nothing here: any card may be discarded. " in client.page.text
    client.forget()
    text = client.see(f"/disputes?{urlencode(said | {'game': game.id})}").text
    assert "Usual answer:" in text and "Ask with another answer" not in text


def test_the_rulings_of_a_game_are_one_tap_from_its_table(client: CheckedClient) -> None:
    table = table_with(client)
    assert f"{table}/rulings" in client.see(table).links
    assert "No rulings yet." in client.see(f"{table}/rulings").text
    first = kept(client, table, ask="meld", cards="8h 9s")
    second = kept(client, table, ask="lay-off", onto="8h 9h 10h", cards="Jh", down="no")
    page = client.see(f"{table}/rulings")
    assert [link for link in page.links if "/rulings/" in link] == [second, first]
    assert f"{PAIR_NO} Is this a meld?" in page.text
    assert "No Your own contract must be down before you add" in page.text


def test_a_ruling_that_hangs_on_something_is_kept_as_one(client: CheckedClient) -> None:
    table = table_with(client)
    where = kept(client, table, ask="lay-off", onto="8h 9h 10h Jh", cards="Qh")
    says = "Only if you have laid your contract"
    assert f"{says}. The Q♥ fits 8♥ 9♥ 10♥ J♥." in client.see(f"{table}/rulings").text
    assert f"{says}." in client.see(f"{table}/log").text
    assert f"{says}. The Q♥ fits 8♥ 9♥ 10♥ J♥." in client.see(where).text


def test_what_is_not_allowed_is_not_laid(client: CheckedClient) -> None:
    table = table_with(client)
    said = RUN | {"cards": "9s 9d 9c 8h * 10h Jd", "at": table.rpartition("/")[2]}
    assert "Lay it on the table" not in client.see(f"/disputes?{urlencode(said)}").text


def test_a_meld_that_has_changed_since_is_looked_at_again(client: CheckedClient) -> None:
    table = table_with(client)
    put_down(client, table, **RUN)
    said = {"ask": "lay-off", "onto": "8h *=9h 10h", "cards": "Jh", "down": "earlier"}
    assert (
        put_down(client, table, lies="1", **said | {"onto": "8h 9h 10h Jh", "cards": "Qh"}) == 409
    )
    assert "have changed" in client.page.text


def test_who_lays_down_is_named(client: CheckedClient) -> None:
    table = table_with(client)
    page = client.see(f"{table}/melds")
    link = next(one for one in page.links if "by=p2" in one)
    assert "Bo, " in client.see(link).text


def test_the_way_to_take_melds_back_is_beside_them(client: CheckedClient) -> None:
    table = table_with(client)
    assert f"{table}/log" in client.see(f"{table}/melds").links


def test_laid_melds_are_taken_back_like_anything_else(client: CheckedClient) -> None:
    table = table_with(client)
    put_down(client, table, **RUN)
    client.send(f"{table}/log")
    assert "Add a card" not in client.see(f"{table}/melds").text


def test_the_next_deal_begins_with_nothing_on_the_table(client: CheckedClient) -> None:
    table = table_with(client)
    put_down(client, table, **RUN)
    client.write(table, 1, "p1", p2="5", p3="10")
    assert "Add a card" not in client.see(f"{table}/melds").text


def test_those_who_look_on_see_the_melds_and_change_nothing(client: CheckedClient) -> None:
    table = table_with(client)
    put_down(client, table, **RUN)
    viewer = re.findall(r"/k/\w+", client.get(f"{table}/links").text)[0]
    client.forget()
    client.get(viewer)
    text = client.see(f"{table}/melds").text
    assert "as 9♥" in text and "Add a card" not in text


# API.


def test_a_program_gets_the_ruling(client: CheckedClient) -> None:
    case = {"game": GAME.id, "ask": "meld", "cards": "8h 9h 10h Jh"}
    answer = client.post("/api/rulings", json=case)
    assert (answer.status_code, answer.get_json()["verdict"]) == (200, "legal")


@pytest.mark.parametrize(
    "body",
    ["", "[]", "null", "{", '"meld"', json.dumps({"game": GAME.id}), '{"game": 7}',
     json.dumps({"game": GAME.id, "ask": "meld", "cards": "8h x"}), "[" * 60_000],
    ids=["nothing", "list", "null", "torn", "text", "no ask", "number", "no card", "deep"],
)  # fmt: skip
def test_a_program_hears_what_is_wrong(client: CheckedClient, body: str) -> None:
    answer = client.post("/api/rulings", data=body)
    assert answer.status_code == 422
    assert set(answer.get_json()["error"]) == {"field", "message"}


MANY_FIELDS = "&".join(f"f{number}=1" for number in range(QUERY_FIELDS))


@pytest.mark.parametrize("where", ["rulings", "melds"])
def test_a_question_of_too_many_fields_is_refused_in_words(
    client: CheckedClient, where: str
) -> None:
    table = table_with(client)
    at = table.rpartition("/")[2]
    client.see(f"/disputes?at={at}&cards=8h+9h+10h")
    fields = next(one for one in client.page.forms if one.method == "post").fields
    query = f"ask=meld&cards=8h+9h+10h&{MANY_FIELDS}"
    answer = client.post(f"{table}/{where}", data=fields | {"query": query})
    assert answer.status_code == 400
    assert "too many fields" in client.page.text


def test_an_address_of_too_many_fields_is_refused_in_words(client: CheckedClient) -> None:
    asked = f"/disputes?game={GAME.id}&ask=meld"
    short = MANY_FIELDS.replace("=1", "")
    assert client.get(f"{asked}&{short}").status_code == 400
    assert "too many fields" in client.page.text
    assert client.get(f"{asked}&{'&'.join(short.split('&')[2:])}").status_code == 200


@pytest.mark.parametrize(
    ("query", "answer", "reason"),
    [
        ("rummy-wild&ask=drew-two&seen=yes", "Put the lower one back", "The next player may look"),
        ("basic-rummy&ask=drew-two&seen=no", "Put the second one back", "Nobody has seen either"),
        ("six-to-ten&ask=upcard-wild&upcard=2h", "Turn up another", "shuffle it back in"),
        ("basic-rummy&ask=shown-by-dealer&rule=yes", "Deal again", "A card was shown"),
        ("basic-rummy&ask=too-few-cards&before_first_draw=no", "Draw, but don’t discard", "small"),
        (
            "six-to-ten&ask=no-legal-discard&hand=2s+2h&deal=1",
            "Discard any card",
            "any card may go",
        ),
        (
            "six-to-ten&ask=no-legal-discard&hand=2s+9h&deal=1",
            "You can discard",
            "The 9 of hearts may be",
        ),
        (
            "contract-rummy-bicycle&ask=wild-wanted-by-two&seats=Ann,+Bob,+Cid,+Dee&turn=2"
            "&wanting=0&wanting=3",
            "Dee gets it",
            "as the next in turn",
        ),
    ],
)
def test_what_to_do_when_something_went_wrong(
    client: CheckedClient, query: str, answer: str, reason: str
) -> None:
    page = client.see(f"/disputes?game={query}")
    assert answer in page.text
    assert reason in page.text


def test_a_rule_that_stands_on_no_card_is_said_without_a_link(client: CheckedClient) -> None:
    page = "/disputes?game=contract-rummy-house&ask=wrong-score&when=later&rule=yes"
    said = "Usual answer: whenever it is noticed."
    shown = client.see(page)
    assert said in shown.text
    assert not [link for link in shown.links if "#rule-" in link]
    shown = client.see("/disputes?game=basic-rummy&ask=meld&cards=4h+5h+6h&rule=yes")
    assert [link for link in shown.links if "#rule-run" in link]
