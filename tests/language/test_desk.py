"""The desk in another language, in each of its states: no English is left over."""

import json
from collections.abc import Iterator, Mapping
from html.parser import HTMLParser
from urllib.parse import urlencode

import pytest

from referee.language import use
from referee.rules.schema.variant import Variant
from referee.variants import catalogue, load
from referee.web.disputes import views
from referee.web.disputes.dispute import questions_for
from referee.web.rate_limit import RateLimit
from tests.language.test_rulings import WORD, bracketed, unbracketed
from tests.pages import CheckedClient

READ = ("aria-label", "title", "alt", "placeholder", "data-stands-for")
"""Attributes that people read, or that scripts make of what they read."""

TYPED = {"Ann", "Bo", "Cy", "x", "UTC"}
GAME = load("contract-rummy-bicycle")
TWOS = load("six-to-ten")


class MainReader(HTMLParser):
    """What can be read in the main part of a page, shapes for scripts among it."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.texts: list[str] = []
        self.words: list[str] = []
        self.is_moment = False
        main = html.partition("<main")[2].partition("</main>")[0]
        assert main
        self.feed(f"<main{main}")

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        own = {name: value or "" for name, value in attrs}
        # Cards are written alike in every language.
        self.texts += [own[name] for name in READ if name in own and own[name][:2] != "9s"]
        if "data-names" in own:
            names = json.loads(own["data-names"])
            self.texts += [*names["ranks"].values(), *names["suits"].values()]
            patterns = (names["suited"], names["remove"])
            self.texts += [one.format(rank="", suit="", card="") for one in patterns]

        self.is_moment = tag == "time"

    def handle_data(self, data: str) -> None:
        # The months of moments are the library's.
        if not self.is_moment:
            self.words.append(data)


def names_of_games() -> set[str]:
    """The words of games, of what they are and of their sources, which no language translates."""
    games = catalogue()
    words = [text for game in games for text in (game.name, game.about, game.source.title)]
    words += [section for game in games for section in game.definition["says"]]  # type: ignore[attr-defined]
    words += [deal.name for game in games for deal in game.deals]
    return set(WORD.findall(" ".join(words)))


NAMES = names_of_games() | TYPED


def english_on(client: CheckedClient, address: str) -> set[str]:
    """The words on a page that are in no brackets and are no names."""
    with use(bracketed()):
        answer = client.get(address, follow_redirects=True)
    assert answer.status_code in (200, 422)
    main = MainReader(answer.text.replace("{card}", "").replace("\u00a0", " "))
    # A sentence may have tags in it.
    texts = [*main.texts, " ".join(main.words)]
    return {word for text in texts for word in WORD.findall(unbracketed(text))} - NAMES


@pytest.fixture(autouse=True)
def _patience(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(views, "pace", RateLimit(10**9))
    yield


def desk(game: str = GAME.id, **said: str) -> str:
    return f"/disputes?{urlencode({'game': game, **said})}"


@pytest.mark.parametrize("address", ["/disputes", desk(), desk(TWOS.id)])
def test_menus(client: CheckedClient, address: str) -> None:
    assert not english_on(client, address)


@pytest.mark.parametrize("game", catalogue(), ids=lambda game: game.id)
def test_questions(client: CheckedClient, game: Variant) -> None:
    asked = (desk(game.id, ask=one.ask, seats="Ann, Bo, Cy") for one in questions_for(game))
    assert {address: found for address in asked if (found := english_on(client, address))} == {}


@pytest.mark.parametrize("ask", [one.ask for one in questions_for(GAME)])
def test_questions_with_nothing_said(client: CheckedClient, ask: str) -> None:
    assert not english_on(client, desk(ask=ask, rule="yes"))


VERDICTS: Mapping[str, Mapping[str, str]] = {
    "a meld": {"ask": "meld", "cards": "8h * 10h Jh"},
    "two readings": {"ask": "meld", "cards": "8h * *"},
    "no meld": {"ask": "meld", "cards": "8h 9s"},
    "no card": {"ask": "meld", "cards": "8h x"},
    "a contract": {"ask": "contract", "deal": "2", "cards": "9s 9d 9c / 8h * 10h Jh"},
    "no contract": {"ask": "contract", "deal": "1", "cards": "9s 9d 9c 8h * 10h Jh"},
    "a card added": {"ask": "lay-off", "onto": "8h * 10h", "cards": "Jh", "down": "earlier"},
    "no card to add": {"ask": "lay-off", "onto": "8h * 10h", "cards": "2c", "down": "earlier"},
    "a wild taken": {"ask": "take-wild", "meld": "8h * 10h Jh", "give": "9h", "down": "earlier",
                     "whose": "other"},
    "no wild to take": {"ask": "take-wild", "meld": "8h 9h 10h", "give": "2h", "down": "no",
                        "whose": "other"},
    "a discard": {"ask": "discard", "card": "7c", "hand": "9d Kd", "took": "yes"},
    "a claim": {"ask": "claim", "seats": "Ann, Bo, Cy", "turn": "0", "wants": "no",
                "claims": "1"},
    "going out": {"ask": "go-out", "deal": "1", "last": "discard"},
    "points": {"ask": "points", "cards": "K 7 7 *"},
    "the best": {"ask": "arrange", "deal": "1", "cards": "9s 9d 9c Ks Kd Kc 4h 5h *"},
    "nothing": {"ask": "arrange", "deal": "1", "cards": "9s 4h 5d"},
    "no stock": {"ask": "stock-out"},
    "two drawn": {"ask": "drew-two", "seen": "yes"},
    "two want it": {"ask": "wild-wanted-by-two", "seats": "Ann, Bo, Cy", "turn": "0",
                    "wanting": "1"},
    "cards on the keypad": {"ask": "meld", "cards": "8h * 10h / 2c x", "more": "yes",
                            "wild": "cards:1"},
    "another house rule": {"ask": "meld", "cards": "8h * * Jh", "option-wilds.most_per_meld": "1"},
    "a house rule that clashes": {"ask": "meld", "cards": "8h 9h 10h", "option-sets.most": "2"},
}  # fmt: skip


@pytest.mark.parametrize("said", VERDICTS.values(), ids=VERDICTS)
def test_verdicts(client: CheckedClient, said: Mapping[str, str]) -> None:
    assert not english_on(client, desk(**said))


def test_a_table_its_melds_and_a_ruling_that_was_saved(client: CheckedClient) -> None:
    table = client.start(GAME.id, "Ann", "Bo", "Cy")
    at = table.rpartition("/")[2]
    by = {"at": at, "ask": "contract", "deal": "2", "cards": "9s 9d 9c 8h * 10h Jh", "by": "p2"}
    assert not english_on(client, f"/disputes?{urlencode({'at': at})}")
    assert not english_on(client, f"{table}/melds")
    asked = f"/disputes?{urlencode(by)}"
    assert not english_on(client, asked)
    assert client.send(asked).status_code == 302
    assert not english_on(client, f"{table}/melds")
    added = {"at": at, "ask": "lay-off", "onto": "8h *=9h 10h Jh", "cards": "9h", "lies": "1"}
    assert not english_on(client, f"/disputes?{urlencode(added | {'down': 'earlier'})}")
    kept = client.send(asked, form=1).headers["Location"]
    assert not english_on(client, str(kept))
