"""The games of `tests/data` played on a phone, with scripts and without; then again with every tap
doubled, and with the server killed after the start and after every deal."""

import json
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.browser.evening import Evening, play_on_killed_servers
from tests.conftest import BROWSER, CHROMIUM, DATA, PHONE
from tests.servers import for_many_tests, serving


def main() -> bool:
    """Play them all; raises where a total, a winner or an entry is not what it must be."""
    games = json.loads((DATA / "sample-games.json").read_text("utf-8"))
    with tempfile.TemporaryDirectory() as made, sync_playwright() as playwright:
        folder = Path(made)
        browser = playwright.chromium.launch(executable_path=BROWSER, args=list(CHROMIUM))
        for number, game in enumerate(games, 1):
            for scripts in (True, False):
                context = browser.new_context(viewport=PHONE, java_script_enabled=scripts)
                with serving(
                    folder / f"served-{number}-{scripts}", prepare=for_many_tests
                ) as server:
                    evening = Evening(context.new_page(), server.url)
                    evening.play(game)
                    evening.holds_what_it_must(game)
                kills = folder / f"killed-{number}-{scripts}"
                kills.mkdir()
                play_on_killed_servers(kills, context.new_page(), game)
                context.close()
                print(f"game {number}, {'with' if scripts else 'without'} scripts", flush=True)
    return True


if __name__ == "__main__":
    sys.exit(not main())
