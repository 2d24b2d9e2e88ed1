"""The folder that runs the site in a browser: built, put on a plain file server, and walked."""

import gzip
import hashlib
import io
import json
import os
import re
import shutil
import threading
import time
import zipfile
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from itertools import count
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, BrowserContext, Frame, Page, expect

from referee.instance import CommandError
from referee.scorebook.storage import newest_revision
from referee.static_site.build import PARTS, build, served
from referee.web.assets import folder_hash, read_folder
from referee.web.security import CONTENT_SECURITY_POLICY
from tests.browser.evening import Evening
from tests.conftest import BROWSER, CHROMIUM, COMPILING_ONCE, PATIENCE, PHONE
from tests.pages import CheckedClient
from tests.servers import answering
from tests.shares import WHOLE

pytestmark = pytest.mark.slow

PATH = "/rummy/"
"""Where the folder lies on its host."""


class Walk(Evening):
    """An evening in the frame of the folder's page."""

    def reach(self, pattern: str) -> None:
        """Wait for a page in the frame."""
        self.page.wait_for_url(re.compile(pattern), timeout=PATIENCE)


@pytest.mark.skipif(WHOLE not in os.environ, reason="takes long: ./run proof shares has it")
@pytest.mark.skipif(not PARTS.exists(), reason="./run static fetches what the folder is made of")
def test_two_builds_at_once_make_the_same_folder(tmp_path: Path) -> None:
    with ThreadPoolExecutor() as pool:
        one, other = pool.map(lambda name: build(tmp_path / name), ("one", "other"))
    assert one == other
    assert folder_hash(read_folder(tmp_path / "one")) == folder_hash(
        read_folder(tmp_path / "other")
    )


@pytest.mark.skipif(not PARTS.exists(), reason="./run static fetches what the folder is made of")
@pytest.mark.parametrize("stands", ["a file", "a folder of others"])
def test_what_stands_where_the_folder_goes_is_left_alone(tmp_path: Path, stands: str) -> None:
    out = tmp_path / "out"
    other = out / "other" if stands == "a folder of others" else out
    other.parent.mkdir(exist_ok=True)
    other.write_text("mine")
    with pytest.raises(CommandError, match="something else already"):
        build(out)
    assert other.read_text() == "mine"


@pytest.fixture
def host(tmp_path: Path, built: Path) -> Iterator[tuple[str, Callable[[], None]]]:
    """The address of the folder on a plain file server, and what ends that server."""
    shutil.copytree(built, tmp_path / PATH.strip("/"))
    with answering(served(tmp_path)) as server:
        yield f"http://localhost:{server.server_port}{PATH}", server.shutdown


def opened(page: Page, address: str) -> Frame:
    """Open the folder, and give the frame of the site once it stands there."""
    # Where a later build takes over, the page begins anew at once.
    page.goto(address, wait_until="commit")
    expect(page.locator("iframe")).to_be_visible()
    frame = next(frame for frame in page.frames if frame.parent_frame)
    frame.wait_for_load_state()
    return frame


READY = """async () => {
  const wait = (next) => setTimeout(next, 50);
  while (!performance.getEntriesByName("ready").length) await new Promise(wait);
}"""
"""Wait for the engine."""

FREEZE = "performance.clearMarks('ready'), dispatchEvent(new Event('freeze'))"
"""What a browser tells a page that it puts to sleep; one without windows does that to none."""

SHARE_SHEET = """
navigator.canShare = () => true;
navigator.share = async (what) => { top.shared = what; };
"""
"""A phone's own, which takes what it is given."""

SHARED = """async () => {
  while (!window.shared) await new Promise((next) => setTimeout(next, 50));
  const [file] = shared.files;
  return [file.name, await file.text()];
}"""
"""The name and content of a file that was shared."""

LOOKED = """async () => {
  const { locks } = navigator;
  const query = locks.query.bind(locks);
  let times = 0;
  locks.query = () => {
    times += 1;
    return query();
  };
  await new Promise((next) => setTimeout(next, 2000));
  delete locks.query;
  return times;
}"""
"""How often the service worker looks, in two seconds, who has the engine."""

EVIL = """<!doctype html><title>Elsewhere</title>
<form method="post" action="{address}games/sample"><button>Top</button></form>
<form method="post" action="{address}games/sample" target="inside"><button>Inside</button></form>
<iframe name="inside" src="{address}"></iframe>
<script>
heard = [];
onmessage = () => heard.push("message");
navigator.serviceWorker.onmessage = () => heard.push("service worker");
for (const name of ["book", "ready", "book {path}", "ready {path}", "{path}", "rummy"]) {{
  const channel = new BroadcastChannel(name);
  channel.onmessage = () => heard.push(name);
  channel.postMessage({{ method: "GET", url: "{address}" }});
}}
for (const data of ["ready", {{ method: "GET", url: "{address}", headers: [], body: "" }}])
  setInterval(async () => {{
    const {{ port1, port2 }} = new MessageChannel();
    port1.onmessage = () => heard.push("port");
    frames.inside?.postMessage(data, "*", [port2]);
    (await navigator.serviceWorker.getRegistration("{path}"))?.active.postMessage(data);
  }}, 100);
</script>"""
"""A page that sends forged forms and messages, and has the folder in a frame."""


def reached_from_elsewhere(context: BrowserContext, address: str, evil_at: str) -> None:
    """Attack the folder, which is open in this browser and has no game, from another page."""
    evil = context.new_page()
    evil.goto(evil_at)
    evil.get_by_role("button", name="Inside").click(no_wait_after=True)
    evil.wait_for_timeout(500)
    if urlsplit(evil_at).netloc != urlsplit(address).netloc:
        inside = evil.frames[1]
        assert not inside.url.startswith(address) or "inside itself" in inside.content()
    assert evil.evaluate("heard") == []
    evil.get_by_role("button", name="Top").click(no_wait_after=True)
    evil.wait_for_url(address, timeout=PATIENCE)
    sample = opened(evil, address).get_by_role("button", name="Look at a sample game")
    expect(sample).to_be_visible()
    evil.close()


def says_what_it_may_do(page: Page, address: str) -> Frame:
    """Look at the policies of the folder's own page and of the site's pages, in the frame given."""
    with page.expect_response(f"{address}rules/six-to-ten") as own:
        frame = opened(page, f"{address}rules/six-to-ten")
    assert "frame-ancestors 'none'" in own.value.headers["content-security-policy"]
    page.evaluate(READY)
    read = "async () => (await fetch('/rummy/games/new')).headers.get('Content-Security-Policy')"
    policy = page.evaluate(read)
    assert policy == CONTENT_SECURITY_POLICY.replace("ancestors 'none'", "ancestors 'self'")
    return frame


def test_an_evening_without_a_server(
    browser: Browser,
    host: tuple[str, Callable[[], None]],
    sample_games: list[dict[str, Any]],
    client: CheckedClient,
    tmp_path: Path,
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    """One test, for what takes longest is to make the folder and to start Python in it."""
    address, end = host
    game = sample_games[0]
    context = browser.new_context(viewport=PHONE)
    context.add_init_script(SHARE_SHEET)
    page = context.new_page()
    opened(page, address)
    elsewhere = tmp_path_factory.mktemp("elsewhere")
    for folder in (elsewhere, tmp_path):
        (folder / "evil.html").write_text(EVIL.format(address=address, path=PATH))
    # From another host, and from another path of the same.
    with answering(served(elsewhere)) as server:
        evil_at = f"http://127.0.0.1:{server.server_port}/evil.html"
        reached_from_elsewhere(context, address, evil_at)
    reached_from_elsewhere(context, address, address.removesuffix(PATH) + "/evil.html")
    frame = says_what_it_may_do(page, address)
    asked = set[str]()
    context.on("request", lambda request: asked.add(urlsplit(request.url).netloc))
    walk = Walk(frame, address)  # type: ignore[arg-type]
    walk.start(game)
    for number in range(1, len(game["deals"])):
        walk.write(game, number)
    assert page.url.partition("#")[0] == walk.table
    # Nobody watches over what was answered long ago.
    assert context.service_workers[0].evaluate(LOOKED) < 10
    # What a first page did not need has come meanwhile; from here on nothing is served any more.
    page.evaluate("fetch('/rummy/later')")
    end()
    walk.page = opened(page, walk.table)  # type: ignore[assignment]
    page.evaluate(READY)
    walk.write(game, len(game["deals"]))
    walk.try_correction(game)
    walk.holds_what_it_must(game)
    # A second window asks the engine of the first, and has it when that one is put to sleep.
    second = context.new_page()
    walk.page = opened(second, walk.table)  # type: ignore[assignment]
    assert walk.totals() == game["totals"]
    page.evaluate(FREEZE)
    assert "Yes" in ruled(walk.page, address)
    page.close()
    # Alone, it is woken as often as it is put to sleep.
    for _ in range(2):
        second.evaluate(READY)
        second.evaluate(FREEZE)
    assert "Yes" in ruled(walk.page, address)
    # The whole game goes to a server and is there what it was here.
    walk.page.goto(f"{walk.table}/take")
    assert walk.page.locator("main img").is_visible()
    walk.page.get_by_role("button", name="Share the file").click()
    name, copy = second.evaluate(SHARED)
    form = client.see("/games/bring").forms[-1].fields
    sent = {**form, "file": (io.BytesIO(copy.encode()), name)}
    client.post("/games/bring", data=sent, content_type="multipart/form-data")
    there = next(link for link in client.page.links if re.fullmatch(r"/games/\w{12}", link))
    said = client.see(there).text
    assert all(f"{total} points" in said for total in game["totals"].values())
    # And back, in an address.
    shared = next(link for link in client.see(f"{there}/take").links if "#copy=" in link)
    again = opened(second, address + "#" + shared.partition("#")[2])
    again.wait_for_url(re.compile("/games/bring"), timeout=PATIENCE)
    again.locator("#came").wait_for()
    again.get_by_role("button", name="Import games").click()
    again.get_by_role("status").get_by_role("link").wait_for(timeout=PATIENCE)
    assert asked == {urlsplit(address).netloc}
    context.close()


def test_a_first_visit_that_breaks_off_says_so_and_goes_on(
    browser: Browser, built: Path, tmp_path: Path
) -> None:
    worker = shutil.copytree(built, tmp_path / PATH.strip("/")) / "worker.js"
    # It waits less long than people would.
    worker.write_text(worker.read_text().replace("= 30_000", "= 2000"))
    mended = threading.Event()

    class Breaking(SimpleHTTPRequestHandler):
        """Sends half of the largest file, and then nothing, until that is mended."""

        def copyfile(self, source: Any, out: Any) -> None:
            if "wasm" in self.path and not mended.is_set():
                out.write(source.read(1_000_000))
                mended.wait()
            else:
                super().copyfile(source, out)

    handler = partial(Breaking, directory=str(tmp_path))
    with answering(ThreadingHTTPServer(("127.0.0.1", 0), handler)) as server:
        context = browser.new_context(viewport=PHONE)
        context.set_default_timeout(PATIENCE)
        page = context.new_page()
        page.goto(f"http://localhost:{server.server_port}{PATH}")
        expect(page.locator("#says")).to_contain_text("Not everything came over the connection")
        mended.set()
        page.locator("#retry").click()
        expect(page.locator("iframe")).to_be_attached(timeout=PATIENCE)
        # Who waits longer for the engine than the page does had nothing kept before.
        page.evaluate(READY)
        page.wait_for_timeout(500)
        expect(page.locator("#notice")).to_be_hidden()
        context.close()


ASKED = "disputes?game=six-to-ten&ask=meld&cards=9s+9d+9c"
"""Whether three nines are a meld."""


def ruled(page: Page, address: str) -> str:
    """What the referee says of three nines."""
    page.goto(f"{address}{ASKED}", timeout=PATIENCE)
    return page.locator("main").inner_text()


@contextmanager
def standing_still(page: Page) -> Iterator[None]:
    """A page that runs nothing for a while, as one of a phone that put it to sleep."""
    session = page.context.new_cdp_session(page)
    session.send("Debugger.enable")
    session.send("Debugger.pause")
    yield
    session.send("Debugger.disable")


ASKS = """() => void (top.asks = new Promise((next) => {
  navigator.serviceWorker.addEventListener("message", ({ data }) => data.method && next());
}))"""
"""Hear it when the worker asks whoever has the engine: it asks every window."""


def waits_end(page: Page, address: str, table: str) -> None:
    """Ask in a second window while the first one, which has the engine, stands still."""
    second = page.context.new_page()
    frame = opened(second, table)
    # What is asked for the first time takes longest.
    frame.goto(f"{address}{ASKED.replace('9', '8')}")
    with standing_still(page):
        frame.goto(f"{address}{ASKED}")
        expect(frame.locator("h1")).to_have_text("The referee isn’t answering")
    frame.locator("#ask-again").click()
    expect(frame.locator("main")).to_contain_text("Yes")
    # A browser may end its worker at any time: whoever was asking hears nothing more of it.
    worker = page.context.new_cdp_session(second)
    worker.send("ServiceWorker.enable")
    with standing_still(page):
        second.evaluate(ASKS)
        frame.evaluate("next => void setTimeout(() => location.assign(next))", f"{address}rules/jo")
        second.evaluate("top.asks")
        worker.send("ServiceWorker.stopAllWorkers")
        expect(second.locator("#notice")).to_contain_text("There was no answer")
    assert "Yes" in ruled(frame, address)  # type: ignore[arg-type]
    expect(second.locator("#notice")).to_be_hidden()


def built_later(folder: Path, name: str, migration: str) -> None:
    """Put another build in the place of the folder's: another name, and a migration more."""
    packed = io.BytesIO(gzip.decompress((folder / "site.zip.pack").read_bytes()))
    with zipfile.ZipFile(packed, "a") as site:
        site.writestr("referee/scorebook/migrations/versions/0999_later.py", migration)
    manifest = json.dumps({"name": name}).encode()
    # The worker comes last, and whole: a browser may look for a later one at any time.
    (folder / "site.zip.pack").write_bytes(gzip.compress(packed.getvalue()))
    (folder / "manifest.webmanifest").write_bytes(manifest)
    named_as(folder, {"site.zip": packed.getvalue(), "manifest.webmanifest": manifest})


SECONDS = count(1)


def named_as(folder: Path, files: Mapping[str, bytes]) -> None:
    """Have the folder's worker know files as ones of that content."""
    text = (folder / "worker.js").read_text()
    for file, content in files.items():
        known = rf'("{file}": {{\s*"hash": ")\w+'
        text, found = re.subn(known, rf"\g<1>{hashlib.sha256(content).hexdigest()}", text)
        assert found == 1
    (folder / "worker.js").write_text(text)
    # Of a later second each time, or the server would say that it hasn't changed.
    changed = time.time() + next(SECONDS)
    os.utime(folder / "worker.js", (changed, changed))


MIGRATION = """from alembic import op

revision, down_revision = "0999", "{before}"

def upgrade():
    op.execute("UPDATE alembic_version SET version_num = version_num")
    op.execute("{does}")
"""


def says_why(page: Page, said: list[str], why: str) -> None:
    """Wait until the last that the console said ends so."""
    for _ in range(PATIENCE // 100):
        if said and said[-1].rstrip().endswith(why):
            return
        page.wait_for_timeout(100)
    raise AssertionError(said)


IN_CHARGE = "async () => (await (await fetch('/rummy/manifest.webmanifest')).json()).name"
BOOKS = "async () => Array.fromAsync((await navigator.storage.getDirectory()).keys())"
"""The folders that hold a score book."""
UPDATED = """async () => {
  const registration = await navigator.serviceWorker.getRegistration("/rummy/");
  await registration.update();
  const { installing } = registration;
  while (installing?.state === "installing") await new Promise((next) => setTimeout(next, 100));
  return installing?.state;
}"""
"""Look for a new build, and wait until it is installed or refused."""


def test_a_later_build_takes_over_where_it_opens_the_book(
    browser: Browser, host: tuple[str, Callable[[], None]], tmp_path: Path
) -> None:
    address, _ = host
    folder = tmp_path / PATH.strip("/")
    site = shutil.copytree(folder, tmp_path / "first")
    before = newest_revision()
    context = browser.new_context(viewport=PHONE)
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    opened(page, address).get_by_role("button", name="Look at a sample game").click()
    page.wait_for_url(re.compile(r"/games/\w{12}"))
    table = page.url
    said = list[str]()
    page.on("console", lambda message: said.append(message.text))
    # Of a build that is not wholly copied yet, nothing is taken.
    named_as(folder, {"shell.js": b"The later one"})
    assert page.evaluate(UPDATED) == "redundant"
    says_why(page, said, "shell.js is of another build")
    # As new files, or the server would say that none has changed since.
    shutil.copytree(site, folder, dirs_exist_ok=True, copy_function=shutil.copyfile)
    # What fails on a copy of the book never comes to the book itself.
    built_later(folder, "broken", MIGRATION.format(before=before, does="DROP TABLE nothing"))
    assert page.evaluate(UPDATED) == "redundant"
    says_why(page, said, "half")
    frame = next(frame for frame in page.frames if frame.parent_frame)
    assert frame.evaluate(IN_CHARGE) == "Rummy referee"
    # Nor does any build while somebody writes.
    frame.get_by_role("link", name=re.compile("^Enter deal")).click()
    points = frame.locator("[id^=points-]").last
    points.fill("35")
    shutil.copytree(site, folder, dirs_exist_ok=True)
    built_later(folder, "later", MIGRATION.format(before=before, does="SELECT 1"))
    # It waits less long than people would.
    for name, text, other in (
        ("worker.js", "= 30_000", "= 4000"),
        ("shell.js", "= 35_000", "= 6000"),
    ):
        changed = (folder / name).read_text().replace(text, other)
        (folder / name).write_text(changed)
        if name == "shell.js":
            named_as(folder, {name: changed.encode()})
    # The browser may have been trying the broken one once more.
    assert "installed" in (page.evaluate(UPDATED), page.evaluate(UPDATED)), said
    assert points.input_value() == "35"
    second = context.new_page()
    assert opened(second, table).evaluate(IN_CHARGE) == "Rummy referee"
    second.close()
    # The only page, opened anew, is of the later one, which has the book of the earlier.
    later = opened(page, table)
    assert later.evaluate(IN_CHARGE) == "later"
    # Asked for before the engine is ready, a page comes once it is.
    later.goto(f"{table}/log")
    expect(later.locator(".log li").nth(1)).to_be_visible()
    # A page that is opened past the worker is taken in by it.
    later.goto(address)
    with page.expect_event("load"):
        context.new_cdp_session(page).send("Page.reload", {"ignoreCache": True})
    expect(page.locator("iframe")).to_be_visible()
    waits_end(page, address, table)
    # Of the book that it was tried on, nothing is left.
    assert len(page.evaluate(BOOKS)) == 1
    context.close()


def test_where_no_file_can_be_kept_that_stays_said(
    browser: Browser, host: tuple[str, Callable[[], None]], tmp_path: Path
) -> None:
    address, _ = host
    folder = tmp_path / PATH.strip("/")
    # As WebKit's do where they open no files in a worker.
    engine = b'onmessage = () => postMessage({ failed: "Backend", name: "NotSupportedError" });'
    (folder / "engine.js").write_bytes(engine)
    worker = (folder / "worker.js").read_text()
    # It waits less long than people would.
    (folder / "worker.js").write_text(worker.replace("= 30_000", "= 2000"))
    named_as(folder, {"engine.js": engine})
    page = browser.new_context(viewport=PHONE).new_page()
    page.goto(address)
    says = page.locator("#says")
    expect(says).to_contain_text("not a private one", timeout=PATIENCE)
    # The page that was asked for is given up later, and does not come in the place of that.
    page.wait_for_timeout(4000)
    expect(says).to_be_visible(timeout=1)
    page.context.close()


def test_what_cannot_be_kept_is_said(
    browser: Browser, host: tuple[str, Callable[[], None]], tmp_path: Path
) -> None:
    address, _ = host
    context = browser.browser_type.launch_persistent_context(
        tmp_path / "profile",
        executable_path=BROWSER,
        args=[*CHROMIUM, COMPILING_ONCE],
        viewport=PHONE,
    )
    context.set_default_timeout(PATIENCE)
    page = context.pages[0]
    page.add_init_script("navigator.storage.persist = async () => window.asked = true")
    notice = page.locator("#notice")
    asked_for = {"origin": address.removesuffix(PATH)}
    storage = context.new_cdp_session(page)
    frame = opened(page, address)
    frame.get_by_role("button", name="Look at a sample game").click()
    page.wait_for_url(re.compile(r"/games/\w{12}"))
    table = page.url
    assert not notice.is_visible() and not page.evaluate("window.asked")
    # A disk that is full: what was typed stays on the page, and is sent again from there.
    storage.send("Storage.overrideQuotaForOrigin", {**asked_for, "quotaSize": 1000})
    frame = opened(page, table)
    page.evaluate(READY)
    frame.goto(f"{table}/deals/3")
    frame.get_by_role("radio").first.evaluate("one => one.click()")
    for points in frame.locator("[id^=points-]").all()[1:]:
        points.fill("35")
    frame.locator("#write").click()
    expect(notice).to_contain_text("no space left")
    expect(frame.locator("main")).to_contain_text("This phone is full")
    expect(frame.locator("main")).to_contain_text("this page still has it")
    storage.send("Storage.overrideQuotaForOrigin", asked_for)
    frame.get_by_role("button", name="Send it again").click()
    page.wait_for_url(re.compile(f"{table}(#saved)?$"))
    assert page.evaluate("window.asked")
    context.close()
