"""A site that lives below a path of its host."""

import re
from typing import Any

import pytest
from werkzeug.test import TestResponse

from referee.variants import catalogue
from tests.pages import CheckedClient
from tests.sites import client_of, site_in

PREFIX = "/rummy"
GAME = next(one for one in catalogue() if one.has_contracts)


class ClientBelow(CheckedClient):
    """A client that opens addresses as pages write them: it adds the path of the site itself."""

    def open(self, *args: Any, **kwargs: Any) -> TestResponse:
        own = [one.removeprefix(PREFIX) if isinstance(one, str) else one for one in args]
        return super().open(*own, **kwargs)


@pytest.fixture(scope="module")
def below(tmp_path_factory: pytest.TempPathFactory) -> CheckedClient:
    """A browser at a site that is served below a path."""
    site = site_in(tmp_path_factory.mktemp("below"), APPLICATION_ROOT=PREFIX)
    site.test_client_class = ClientBelow
    return client_of(site)


def addresses(client: CheckedClient) -> list[str]:
    """Where the links and forms of the page go, within the site."""
    found = [*client.page.links, *(form.action for form in client.page.forms)]
    return [address for address in found if address.startswith("/")]


def play(below: CheckedClient) -> str:
    """A table of three with two deals written."""
    table = below.start(GAME.id, "Ann", "Bo", "Cy")
    for deal in (1, 2):
        assert below.write(table, deal, "p1", p2="10", p3="20").status_code == 302
    return table


@pytest.fixture(scope="module")
def table(below: CheckedClient) -> str:
    """A table that nobody changes."""
    return play(below)


PAGES = (
    "", "/screen", "/log", "/links", "/chart", "/menu", "/people", "/seats", "/options", "/about",
    "/delete", "/deals/1", "/deals/3", "/print",
)  # fmt: skip


@pytest.mark.parametrize("page", PAGES)
def test_every_page_of_a_table_leads_to_the_site(
    below: CheckedClient, table: str, page: str
) -> None:
    below.see(f"{table}{page}")
    assert addresses(below)
    assert [one for one in addresses(below) if not one.startswith(f"{PREFIX}/")] == []


@pytest.mark.parametrize("page", ["/", "/games/new", "/games/bring", "/disputes", "/prints", "/no"])
def test_every_page_outside_games_leads_to_the_site(below: CheckedClient, page: str) -> None:
    below.get(page)
    assert [one for one in addresses(below) if not one.startswith(f"{PREFIX}/")] == []


def test_what_is_asked_before_deals_move_is_answered_at_the_site(below: CheckedClient) -> None:
    table = play(below)
    below.see(f"{table}/log")
    form = next(form for form in below.page.forms if form.fields.get("entry") == "2")
    below.post(form.action, data=form.fields)
    asked = re.search(r"Deal 2 becomes deal 1", below.page.text)
    form = next(form for form in below.page.forms if form.action.endswith("/undo"))
    assert (bool(asked), form.action) == (True, f"{table}/changes/undo")
    below.post(form.action, data=form.fields | {"sure": "yes"})
    assert "Deal 2 of" in below.see(table).text


def test_the_address_of_a_link_is_the_sites(below: CheckedClient, table: str) -> None:
    shown = re.findall(r"http://localhost\S*?/k/\w+", below.see(f"{table}/links").text)
    assert shown and all(one.startswith(f"http://localhost{PREFIX}/k/") for one in shown)
