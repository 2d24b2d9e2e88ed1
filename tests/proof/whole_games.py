"""A whole game of every kind from its start to its end, on phones at a real server, and on paper.

Some are played on four phones: one starts, and three join by the code and take seats.
"""

import sys
import traceback

from tests.browser.phones import browser_at_a_server
from tests.browser.whole_games import GAMES, play


def main(*names: str) -> bool:
    """Play them all, or those named; true where every total was as added up by hand."""
    held = True
    with browser_at_a_server() as (browser, url):
        for whole in GAMES:
            if names and whole.game not in names:
                continue
            try:
                print(f"  {play(browser, url, whole)}", flush=True)
            except Exception:
                held = False
                print(f"  {whole.game}:\n{traceback.format_exc()}", flush=True)
    return held


if __name__ == "__main__":
    sys.exit(not main(*sys.argv[1:]))
