"""Behind a proxy that speaks https: pages, forms, cookies and links. Skipped where Caddy is not."""

import json
import shutil
import ssl
import subprocess
import time
import urllib.request
from collections.abc import Iterator
from contextlib import suppress
from http.cookiejar import CookieJar
from pathlib import Path
from urllib.parse import urlencode

import pytest

from referee.scorebook.plain import plain_game
from tests.pages import check
from tests.servers import reserved_port, serving

CADDY = shutil.which("caddy")
CADDYFILE = """
{{
    admin off
    auto_https disable_redirects
    skip_install_trust
}}
https://localhost:{outside} {{
    tls internal
    reverse_proxy 127.0.0.1:{inside}
}}
"""
pytestmark = pytest.mark.skipif(CADDY is None, reason="needs Caddy: apt-get install caddy")


class Browser:
    """A browser that trusts the certificate of this proxy and keeps its cookies."""

    def __init__(self, url: str, root: Path) -> None:
        self.url = url
        self.cookies = CookieJar()
        context = ssl.create_default_context(cafile=str(root))
        self.opener = urllib.request.build_opener(
            urllib.request.HTTPSHandler(context=context),
            urllib.request.HTTPCookieProcessor(self.cookies),
        )

    def see(self, path: str, fields: dict[str, str] | None = None) -> tuple[str, str]:
        """The address that a page was found at, and its text."""
        data = urlencode(fields).encode() if fields else None
        request = urllib.request.Request(self.url + path, data, {"Referer": self.url + path})
        with self.opener.open(request, timeout=10) as answer:
            return answer.url.removeprefix(self.url), answer.read().decode()


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    assert CADDY
    folder = tmp_path_factory.mktemp("https")
    with reserved_port() as inside, reserved_port() as outside:
        url = f"https://localhost:{outside}"
        (folder / "Caddyfile").write_text(CADDYFILE.format(inside=inside, outside=outside))
        with (
            serving(folder / "instance", port=inside, options=("--address", url)),
            (folder / "caddy.log").open("w") as log,
        ):
            process = subprocess.Popen(
                [CADDY, "run", "--config", "Caddyfile", "--adapter", "caddyfile"],
                cwd=folder,
                env=dict.fromkeys(("HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME"), str(folder)),
                stdout=log,
                stderr=log,
            )
            try:
                yield _answering(url, folder / "caddy/pki/authorities/local/root.crt")
            finally:
                process.terminate()
                process.wait(timeout=10)


def _answering(url: str, root: Path) -> Browser:
    give_up = time.monotonic() + 30
    while time.monotonic() < give_up:
        with suppress(OSError):
            browser = Browser(url, root)
            browser.see("/")
            return browser
        time.sleep(0.1)
    raise AssertionError("the proxy did not answer")


@pytest.fixture(scope="module")
def table(browser: Browser) -> str:
    """A table that was started through the proxy."""
    new = f"/games/new/{plain_game().id}"
    form = check(browser.see(new)[1]).forms[0].fields
    names = {"name-0": "Ann", "name-1": "Bo", "dealer": "0"}
    return browser.see(new, form | names)[0]


def test_a_deal_is_written(browser: Browser, table: str) -> None:
    form = check(browser.see(f"{table}/deals/1")[1]).forms[0].fields
    leads_to, page = browser.see(f"{table}/deals/1", form | {"points-p1": "45", "points-p2": "7"})
    assert (leads_to.partition("#")[0], "Ann, deal 1: 45" in check(page).text) == (table, True)


def test_the_cookie_is_for_https_alone(browser: Browser, table: str) -> None:
    names = {cookie.name.partition("-")[0]: cookie.secure for cookie in browser.cookies}
    assert names == {"ring": True, "game": True}


def test_links_begin_as_the_proxy_does(browser: Browser, table: str) -> None:
    page = check(browser.see(f"{table}/links")[1])
    shared = [link for link in page.links if "/k/" in link]
    assert shared and all(link.startswith(f"{browser.url}/k/") for link in shared)


def test_the_app_can_be_installed(browser: Browser) -> None:
    assert json.loads(browser.see("/manifest.webmanifest")[1])["start_url"] == "./"
    assert "addEventListener" in browser.see("/worker.js")[1]
