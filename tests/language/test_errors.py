"""Error pages, outages and refused connections in another language: no English is left over."""

import getpass
import re
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from html import unescape
from pathlib import Path

import pytest
from flask import Flask, abort
from flask.testing import FlaskClient
from flask_wtf.csrf import CSRFError
from werkzeug.exceptions import SecurityError

from referee.advice import advice
from referee.language import ENGLISH, UnknownLanguage, say, use
from referee.scorebook.outages import Outage, Reason
from referee.web import create_app, limits
from referee.web.keyring import KeepersAlone, LinkReplaced
from referee.web.parsing import TooManyFields
from tests.language.test_rulings import WORD, bracketed, unbracketed

CODES = (400, 403, 404, 405, 413, 414, 429, 500, 503)
RAISED = {"host": SecurityError, "form": CSRFError, "fields": TooManyFields,
          "replaced": LinkReplaced, "keeper": KeepersAlone}  # fmt: skip
PLACE = "/0/0"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Flask:
    """A site with an address for every error."""
    settings = {"INSTANCE": tmp_path_factory.mktemp("errors"), "WTF_CSRF_ENABLED": False}
    site = create_app(settings)
    for prefix in ("/raise", "/api/raise"):
        _add(site, prefix)
    return site


@pytest.fixture
def client(site: Flask) -> Iterator[FlaskClient]:
    """A client in the bracketed language."""
    with use(bracketed()):
        yield site.test_client()


def _add(site: Flask, prefix: str) -> None:
    def outage(reason: str) -> str:
        raise Outage(Reason(reason), PLACE)

    def kind(name: str) -> str:
        raise RAISED[name]

    def code(code: int) -> str:
        abort(code)

    for rule, view in (
        ("outage/<reason>", outage),
        ("kind/<name>", kind),
        ("code/<int:code>", code),
    ):
        site.add_url_rule(f"{prefix}/{rule}", f"{prefix}-{rule}", view, methods=["GET", "POST"])


def english_of(html: str) -> set[str]:
    """The words of the main part of a page that stand outside brackets."""
    main = html.partition("<main")[2].partition("</main>")[0] or html
    return set(WORD.findall(unbracketed(unescape(re.sub(r"<[^>]*>", " ", main.partition(">")[2])))))


ADDRESSES = (
    *(f"code/{code}" for code in CODES),
    *(f"kind/{name}" for name in RAISED),
    *(f"outage/{reason}" for reason in Reason),
)


@pytest.mark.parametrize("address", ADDRESSES)
@pytest.mark.parametrize("method", ["GET", "POST"])
def test_no_english_is_left_in_an_error_page(
    client: FlaskClient, address: str, method: str
) -> None:
    form = {"points-p1": "45", "name": "45", "out": "p1", "order": "p1 p2", "name-1": "4"}
    answer = client.open(f"/raise/{address}", method=method, data=form if method == "POST" else {})
    assert answer.status_code >= 400
    assert "⟦" in answer.text
    assert english_of(answer.text) == set()


@pytest.mark.parametrize("address", ADDRESSES)
def test_no_english_is_left_in_an_error_for_programs(client: FlaskClient, address: str) -> None:
    message = client.get(f"/api/raise/{address}").get_json()["error"]["message"]
    assert message.startswith("⟦")
    assert not WORD.findall(unbracketed(message))


def test_every_text_has_its_title() -> None:
    texts = {id for id in ENGLISH.ids if f"{id}-title" in ENGLISH.ids}
    named = {f"error-{code}" for code in CODES} | {f"error-{name}" for name in RAISED}
    outages = {id for id in texts if id.startswith("outage-")}
    reasons = {id.removesuffix("-alone") for id in outages}
    assert texts == named | outages
    assert reasons - {"outage-closed"} <= {f"outage-{reason}" for reason in Reason}


def test_without_a_server_every_outage_is_one_of_this_phone(tmp_path: Path) -> None:
    site = create_app({"INSTANCE": tmp_path, "WITHOUT_SERVER": True})
    _add(site, "/raise")
    client = site.test_client()
    assert "<h1>This phone is full</h1>" in client.get("/raise/outage/full").text
    for reason in Reason:
        said = client.get(f"/raise/outage/{reason}").text
        main = said.partition("<main")[2].partition("</main>")[0]
        assert not re.search("computer|database|server|whoever", main)


@pytest.mark.parametrize("reason", Reason)
def test_no_english_is_left_in_advice(reason: Reason) -> None:
    with use(bracketed()):
        told = advice(Outage(reason, PLACE, "1"))
    assert told
    assert not set(WORD.findall(unbracketed(told))) - {getpass.getuser()}


def test_file_that_is_too_large_is_told_how_large_it_may_be(site: Flask) -> None:
    assert f"{limits.COPY_BYTES // 2**20} MB" in site.test_client().get("/raise/code/413").text


def test_site_speaks_the_language_of_its_installation_in_every_thread(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "languages"
    (folder / "xx").mkdir(parents=True)
    sources = "\n".join(bracketed().sources)
    (folder / "xx" / "all.ftl").write_text(re.sub("(?m)^error-home =.*", "", sources), "utf-8")
    monkeypatch.setattr(sys.modules["referee.language"], "FOLDER", folder)
    site = create_app({"INSTANCE": tmp_path, "LANGUAGE": "xx"})
    with ThreadPoolExecutor(1) as pool:
        page = pool.submit(lambda: site.test_client().get("/nothing").text).result()
    assert '<html lang="xx">' in page
    assert "<h1>⟦Page not found⟧</h1>" in page
    # What a language lacks is said in English.
    assert ">Go home<" in page
    assert say("error-404-title") == "Page not found"


def test_site_without_its_language_is_not_made(tmp_path: Path) -> None:
    with pytest.raises(UnknownLanguage, match="There is no language “yy”"):
        create_app({"INSTANCE": tmp_path, "LANGUAGE": "yy"})
