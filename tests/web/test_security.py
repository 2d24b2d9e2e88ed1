"""What every answer carries, what every request must keep to, and what a person sees otherwise."""

import gzip
import re
from datetime import timedelta
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from flask import Flask, url_for
from flask.sessions import SecureCookieSessionInterface
from flask.testing import FlaskClient
from itsdangerous import TimestampSigner

from referee.language import ENGLISH, LONGEST_TEXT, say
from referee.paths import STATIC, TEMPLATES
from referee.scorebook.links import ID_LENGTH
from referee.variants import catalogue
from referee.web import create_app, limits
from referee.web.rate_limit import RateLimit
from tests.pages import CheckedClient, PageReader


def is_error(message: str) -> bool:
    """Whether a message is the text of an error page or of an outage."""
    return f"{message}-title" in ENGLISH.ids


GAME = next(variant.id for variant in catalogue() if variant.players.least == 3)
NEW = f"/games/new/{GAME}"
LONG = "Z" * 3_000
PAGES = ("/", "/games/new", NEW, "/disputes", f"/disputes?game={GAME}", f"/rules/{GAME}", "/prints",
         f"/prints?game={GAME}", "/nothing")  # fmt: skip
HEADERS = {
    "Content-Security-Policy": "default-src 'none'",
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "Permissions-Policy": "camera=()",
    "Cache-Control": "private",
}


@pytest.mark.parametrize("header", HEADERS)
@pytest.mark.parametrize("page", PAGES)
def test_every_page_carries_the_headers(client: CheckedClient, page: str, header: str) -> None:
    assert HEADERS[header] in client.get(page).headers[header]


def test_the_policy_allows_nothing_inline(client: CheckedClient) -> None:
    assert "unsafe" not in client.get("/").headers["Content-Security-Policy"]


def test_pages_of_a_game_are_kept_out_of_search_engines(client: CheckedClient) -> None:
    table = client.start(GAME, "Ann", "Bo", "Cy")
    assert "noindex" in client.get(table).headers["X-Robots-Tag"]


def test_the_cookie_is_out_of_reach_of_scripts_and_other_sites(client: CheckedClient) -> None:
    cookie = client.send(NEW, {"name-0": "A", "name-1": "B", "name-2": "C"}).headers["Set-Cookie"]
    assert "HttpOnly" in cookie and "SameSite=Lax" in cookie


def test_no_name_is_taken_for_what_stands_for_a_key_or_token(client: CheckedClient) -> None:
    name = "-key-of-this-form-"
    table = client.start(GAME, name, "Bo", "Cy")
    assert name in client.see(table).text


def test_keys_open_after_the_clock_of_the_server_was_set_back(client: CheckedClient) -> None:
    table = client.start(GAME, "Ann", "Bo", "Cy")
    serializer = SecureCookieSessionInterface().get_signing_serializer(client.application)
    (name, value), *_ = [one for one in client.cookies().items() if one[0].startswith("game-")]
    day, key = value.split(".")
    client.set_cookie(name, f"{int(day) + 1}.{key}")
    assert client.get(table).status_code == 200
    assert serializer
    serializer.signer = _InAnHour
    client.forget()
    held = {"ring": [[key[:ID_LENGTH], key[ID_LENGTH:]]]}
    client.set_cookie("ring", str(serializer.dumps(held)))
    assert client.get(table).status_code == 200


def test_keys_of_long_ago_open_nothing(client: CheckedClient) -> None:
    table = client.start(GAME, "Ann", "Bo", "Cy")
    (_, key), *_ = [one.split(".") for one in client.cookies().values() if one[:1].isdigit()]
    client.forget()
    with client.session_transaction() as held:
        held["ring"] = [[key[:ID_LENGTH], key[ID_LENGTH:]]]
    client.application.config["PERMANENT_SESSION_LIFETIME"] = -1
    try:
        assert client.get(table).status_code == 404
    finally:
        client.application.config["PERMANENT_SESSION_LIFETIME"] = timedelta(days=limits.COOKIE_DAYS)


class _InAnHour(TimestampSigner):
    """Signs as a clock that goes an hour fast."""

    def get_timestamp(self) -> int:
        return super().get_timestamp() + 3600


@pytest.mark.parametrize(
    ("takes", "comes"),
    [("gzip, deflate", "gzip"), ("gzip, deflate, br, zstd", "br"), ("identity", None)],
)
def test_pages_and_what_they_need_are_compressed_as_a_browser_takes_them(
    client: CheckedClient, takes: str, comes: str | None
) -> None:
    table = client.start(GAME, "Ann", "Bo", "Cy")
    style = re.findall(r"/static/\w+/css/common.css", client.get(table).text)[0]
    for path in (table, f"{table}/deals/1", style):
        answer = client.get(path, headers={"Accept-Encoding": takes})
        assert answer.headers.get("Content-Encoding") == comes, path
        assert "Accept-Encoding" in answer.headers["Vary"], path


def test_a_compressed_page_is_the_page(client: CheckedClient) -> None:
    path = f"/rules/{GAME}"
    plain = client.get(path).data
    sent = client.get(path, headers={"Accept-Encoding": "gzip"}).data
    assert gzip.decompress(sent) == plain
    assert len(sent) < len(plain) / 2


def test_a_page_drawn_once_is_the_page_in_gzip_too_with_keys_of_its_own(
    client: CheckedClient,
) -> None:
    table = client.start(GAME, "Ann", "Bo \U0001f600", "Cy")
    client.write(table, 1, out="p1", p2="5", p3="7")
    pages = [client.get(table, headers={"Accept-Encoding": takes}).data for takes in ("", "gzip")]
    pages[1] = gzip.decompress(pages[1])
    filled = [re.findall(rb'name="(csrf_token|key)" value="([^"]+)"', page) for page in pages]
    assert {name for name, _ in filled[0]} == {b"csrf_token", b"key"}
    keys = [value for fields in filled for name, value in fields if name == b"key"]
    assert len(set(keys)) == len(keys)
    for place, fields in enumerate(filled):
        for _, value in fields:
            pages[place] = pages[place].replace(value, b"")
    assert pages[0] == pages[1]


def test_a_page_that_shows_the_secret_of_a_link_is_neither_compressed_nor_kept(
    client: CheckedClient,
) -> None:
    table = client.start(GAME, "Ann", "Bo", "Cy")
    for page in ("links", "screen"):
        answer = client.get(f"{table}/{page}", headers={"Accept-Encoding": "gzip"})
        assert "Content-Encoding" not in answer.headers
        assert (answer.status_code, answer.headers["Cache-Control"]) == (200, "no-store")


def test_an_answer_of_nothing_stays_nothing(client: CheckedClient) -> None:
    table = client.start(GAME, "Ann", "Bo", "Cy")
    answer = client.get(f"{table}/news?version=1", headers={"Accept-Encoding": "gzip"})
    assert (answer.status_code, answer.data) == (204, b"")


@pytest.mark.parametrize(
    "post", [NEW, "/games/x/deals/1", "/games/x/again", "/games/x/links/y/renew"]
)
def test_a_form_without_its_token_is_refused(client: CheckedClient, post: str) -> None:
    assert client.post(post, data={"key": "k" * 20}).status_code == 400


def test_a_refused_form_says_what_to_do(client: CheckedClient) -> None:
    client.post(NEW, data={})
    assert "Nothing was saved" in client.page.text


@pytest.mark.parametrize("host", ["evil.example", "localhost.evil.example", "127.0.0.1.nip.io"])
def test_another_name_for_this_site_gets_a_kind_no(tmp_path: Path, host: str) -> None:
    site = create_app({"INSTANCE": tmp_path, "TRUSTED_HOSTS": ["localhost"]})
    answer = site.test_client().get("/", headers={"Host": host})
    assert (answer.status_code, "This address isn’t allowed" in answer.text) == (400, True)


@pytest.mark.parametrize("address", ["/api/rulings", "/api/games"])
@pytest.mark.parametrize(
    "sent",
    [
        {"game": LONG, "ask": "meld", "cards": "9s 9h 9d"},
        {"game": GAME, "ask": LONG},
        {"game": GAME, "ask": "meld", "cards": LONG},
        {"game": GAME, "ask": "meld", "cards": "9s 9h 9d", "options": {LONG: 1}},
        {"game": GAME, "ask": "meld", "cards": "9s 9h 9d", "options": {"ace": LONG}},
        {"key": "k" * 32, "variant": LONG, "names": ["Ann", "Bo"]},
        {"key": "k" * 32, "variant": GAME, "names": ["Ann", LONG]},
        {"key": "k" * 32, "variant": GAME, "names": ["Ann", "Bo"], "options": {LONG: 1}},
    ],
)
def test_a_long_name_is_refused_in_words(
    client: CheckedClient, address: str, sent: dict[str, Any]
) -> None:
    answer = client.post(address, json=sent)
    assert answer.status_code == 422
    assert len(answer.get_json()["error"]["message"]) < 3 * LONGEST_TEXT


def test_a_field_that_arrives_as_a_file_is_refused(app: Flask, client: CheckedClient) -> None:
    table = client.start(GAME, "Ann", "Bo")
    values: dict[str, Any] = {
        "game_id": table.rpartition("/")[2],
        "deal": 1,
        "code": "BBBBBB",
        "number": 1,
    }
    posts = [
        rule
        for rule in app.url_map.iter_rules()
        if "POST" in (rule.methods or ()) and not rule.rule.startswith("/api")
    ]
    assert posts
    for rule in posts:
        with app.test_request_context():
            address = url_for(rule.endpoint, **{n: values.get(n, "x") for n in rule.arguments})
        for name in ("key", "base", "csrf_token"):
            sent = {name: (BytesIO(b"x"), "x.txt")}
            answer = client.post(address, data=sent, content_type="multipart/form-data")
            assert 400 <= answer.status_code < 500, (address, name)


def test_a_body_at_the_limit_is_read_and_one_above_is_not(client: CheckedClient) -> None:
    fits, over = ("x" * size for size in (limits.BODY_BYTES, limits.BODY_BYTES + 1))
    statuses = [client.post("/api/rulings", data=body).status_code for body in (fits, over)]
    assert statuses == [422, 413]


def test_more_fields_than_any_form_has_are_refused(client: CheckedClient) -> None:
    data = {f"field-{number}": "x" for number in range(limits.FORM_PARTS + 1)}
    answer = client.post(NEW, data=data, content_type="multipart/form-data")
    assert answer.status_code == 413


def test_too_long_a_question_is_refused(client: CheckedClient) -> None:
    client.see(f"/disputes?game={GAME}&cards={'9s+' * limits.QUERY_BYTES}", 414)


@pytest.mark.parametrize(
    ("method", "address", "status"),
    [
        ("get", "/nothing", 404),
        ("get", "/k/not-a-link", 404),
        ("get", f"/k/{'A' * 26}", 404),
        ("get", "/games/AAAAAAAAAAAA", 404),
        ("get", "/games/AAAAAAAAAAAA/deals/0", 404),
        ("get", "/rules/nothing", 404),
        ("get", f"/rules/{LONG}", 404),
        ("get", f"/games/new/{LONG}", 404),
        ("get", f"/prints/{LONG}/view", 404),
        ("get", f"/prints/{LONG}/pdf", 404),
        ("get", f"/prints?game={LONG}", 404),
        ("get", f"/disputes?game={LONG}", 414),
        ("get", "/prints?game=nothing", 404),
        ("get", "/disputes?game=nothing", 404),
        ("get", "/static/x/nothing.css", 404),
        ("get", "/static/x/..%2f..%2fpyproject.toml", 404),
        ("get", "/prints/fonts/..%2fpage.css", 404),
        ("get", f"/prints/{GAME}/pdf?sheet=nothing", 400),
        ("get", f"/prints/{GAME}/pdf?paper=a0", 400),
        ("post", "/", 405),
        ("delete", NEW, 405),
        ("get", "/games/AAAAAAAAAAAA/again", 405),
    ],
)
def test_what_is_not_there_gets_a_page_that_says_so(
    client: CheckedClient, method: str, address: str, status: int
) -> None:
    answer = getattr(client, method)(address)
    assert (answer.status_code, say(f"error-{status}-title") in answer.text) == (status, True)


def test_a_fault_of_ours_shows_no_trace(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    site = create_app({"INSTANCE": tmp_path})
    site.add_url_rule("/k/secret-<word>", "broken", lambda word: str(1 // 0))
    answer = site.test_client().get("/k/secret-token")
    assert (answer.status_code, "ZeroDivision" in answer.text) == (500, False)
    assert "secret-token" not in caplog.text


def test_a_program_that_fails_gets_json(client: CheckedClient) -> None:
    assert client.get("/api/rulings").get_json()["error"]["message"]


@pytest.fixture
def paced() -> FlaskClient:
    """At a page that may be asked for twice a minute."""
    pace, site = RateLimit(2), Flask(__name__)

    @site.get("/")
    def count() -> str:
        pace.count()
        return ""

    return site.test_client()


def test_too_quick_is_told_how_long_to_wait(paced: FlaskClient) -> None:
    statuses = [paced.get("/").status_code for _ in range(3)]
    assert statuses == [200, 200, 429]
    assert int(paced.get("/").headers["Retry-After"]) <= 60


def test_addresses_are_counted_each_whatever_they_say_of_themselves(paced: FlaskClient) -> None:
    statuses: list[int] = []
    for address in ("10.0.0.9", "10.0.0.9", "10.0.0.9", "10.0.0.8"):
        paced.environ_base["REMOTE_ADDR"] = address
        says = {"X-Forwarded-For": f"10.0.0.{len(statuses)}"}
        statuses.append(paced.get("/", headers=says).status_code)
    assert statuses == [200, 200, 429, 200]


@pytest.mark.parametrize("scheme", ["http", "https"])
def test_the_cookie_is_kept_to_https_where_it_was_set_over_it(
    client: CheckedClient, scheme: str
) -> None:
    answer = client.get(NEW, base_url=f"{scheme}://localhost")
    assert ("Secure" in answer.headers["Set-Cookie"]) is (scheme == "https")


@pytest.mark.usefixtures("same_minute")
def test_guessing_links_is_slowed(client: CheckedClient) -> None:
    statuses = [
        client.get(f"/k/{number:026d}").status_code
        for number in range(limits.GUESSES_PER_MINUTE + 1)
    ]
    assert statuses[-1] == 429


@pytest.mark.parametrize("name", sorted(path.name for path in STATIC.rglob("*") if path.is_file()))
def test_every_static_file_is_served_for_good(client: CheckedClient, name: str) -> None:
    path = next(STATIC.rglob(name)).relative_to(STATIC)
    version = client.get("/").text.split("/static/")[1].split("/")[0]
    answer = client.get(f"/static/{version}/{path.as_posix()}")
    assert (answer.status_code, "immutable" in answer.headers["Cache-Control"]) == (200, True)


def test_styles_and_scripts_are_sent_without_their_comments(client: CheckedClient) -> None:
    for path in [*STATIC.rglob("*.css"), *STATIC.rglob("*.js")]:
        sent = client.get(f"/static/now/{path.relative_to(STATIC).as_posix()}").text
        lines = [line for line in sent.splitlines() if line.startswith(("//", "/*", " "))]
        assert lines == [], path.name
        # Nothing else is left out; what is for older browsers is added at the end.
        sent = sent.partition("@supports not (color: light-dark(")[0]
        own = path.read_text("utf-8")
        assert [sent.count(mark) for mark in "{;`"] == [
            re.sub(r"/\*.*?\*/|^ *//.*?$", "", own, flags=re.S | re.M).count(mark) for mark in "{;`"
        ], path.name


def test_a_static_file_under_an_old_address_is_not_kept(client: CheckedClient) -> None:
    assert client.get("/static/old/css/base.css").headers["Cache-Control"] == "no-cache"


@pytest.mark.parametrize(
    "name", sorted(path.relative_to(TEMPLATES).as_posix() for path in TEMPLATES.rglob("*.html"))
)
def test_every_template_compiles(app: Flask, name: str) -> None:
    assert app.jinja_env.get_template(name).name == name


@pytest.mark.parametrize(
    "text",
    [
        *(ENGLISH.say(id, megabytes=8, fields=9) for id in sorted(ENGLISH.ids) if is_error(id)),
    ],
)
def test_what_people_read_is_whole_sentences(text: str) -> None:
    assert text.endswith(".") and text[0].isupper() | (text[0] == "{")
    assert not {"entry", "payload", "invalid", "error"} & set(text.lower().split())


def test_no_game_is_named_in_code_or_templates() -> None:
    here = Path(TEMPLATES).parent
    files = [*(here / "referee" / "web").rglob("*.py"), *TEMPLATES.rglob("*.html"),
             *STATIC.rglob("*.js")]  # fmt: skip
    ids = "|".join(variant.id for variant in catalogue())
    named = re.compile(rf"(?<![\w-])({ids})(?![\w-])")
    assert not [path for path in files if named.search(path.read_text("utf-8"))]


def test_forms_that_a_new_browser_loads_at_once_are_all_good(
    app: Flask, client: CheckedClient
) -> None:
    client.get("/")
    tab = app.test_client()
    if (ring := client.get_cookie("ring")) is not None:
        tab.set_cookie("ring", ring.value)
    [form] = [one for one in PageReader(client.get(NEW).text).forms if one.method == "post"]
    tab.get(NEW)
    last = tab.get_cookie("ring")
    assert last is not None
    client.set_cookie("ring", last.value)
    seats = {"name-0": "Mara", "name-1": "Jon", "name-2": "Edith", "dealer": "0"}
    assert client.post(NEW, data=form.fields | seats).status_code == 302
