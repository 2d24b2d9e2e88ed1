"""The folder that runs the site in a browser, made, served and opened as proofs ask it."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import BrowserContext, Frame, Page, sync_playwright

from referee.static_site.build import build, served
from tests.conftest import BROWSER, CHROMIUM, PHONE
from tests.servers import answering

READY = """async () => {
  const { held } = await navigator.locks.query();
  const site = document.querySelector("iframe")?.contentDocument;
  return held.some(({ name }) => name.startsWith("ready")) && site && site.URL !== "about:blank"
    && site.readyState === "complete" && !("kept" in site.documentElement.dataset)
    && !site.querySelector("#ask-again");
}"""
"""Whether the engine runs, and no page stands there that is asked for anew because of that."""


@contextmanager
def folder_open() -> Iterator[tuple[BrowserContext, Frame, str]]:
    """A browser that has the folder open, the frame of the site in it, and its address.

    Its engine runs, and nothing is served any more: there is no network from here on.
    """
    with TemporaryDirectory(prefix="referee-folder-") as folder, sync_playwright() as playwright:
        site = Path(folder, "site")
        build(site)
        browser = playwright.chromium.launch(executable_path=BROWSER, args=[*CHROMIUM])
        with browser, answering(served(site)) as server:
            context = browser.new_context(viewport=PHONE)
            address = f"http://localhost:{server.server_port}/"
            frame = frame_of(context.new_page(), address)
            # What a first page did not need comes too.
            frame.evaluate("fetch('/later')")
            server.shutdown()
            context.set_offline(True)
            yield context, frame, address


def frame_of(page: Page, address: str) -> Frame:
    """Open an address of the folder, and give the frame of the site once its engine answers."""
    page.goto(address, timeout=120_000)
    page.wait_for_selector("iframe:not([hidden])", timeout=120_000)
    while not page.evaluate(READY):
        page.wait_for_timeout(100)
    return next(frame for frame in page.frames if frame.parent_frame)
