"""`kill -9` of a browser that keeps the score book itself: what was acknowledged is there, once.

A page of the folder writes deals as fast as the engine answers, game after game, and the browser is
killed, all its processes at once, at a moment of chance. It starts again on the same files, and
every game must have its acknowledged deals in their order, at most one more that was not
acknowledged, and nothing else.
"""

import os
import random
import shutil
import signal
import sys
import tempfile
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from playwright.sync_api import BrowserContext, Error, Frame, sync_playwright

from referee.static_site.build import build, served
from tests.conftest import BROWSER, CHROMIUM
from tests.folders import frame_of
from tests.servers import answering

KILLS = 40

WRITER = """async ([root, deals]) => {
  const ask = async (path, body, token) => {
    for (;;) {
      const headers = { "Content-Type": "application/json", Authorization: `Bearer ${token}` };
      const sent = { method: "POST", headers, body: JSON.stringify(body) };
      const answer = await fetch(root + path, sent);
      if (answer.status !== 429) return [answer.status, await answer.json()];
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  };
  for (;;) {
    const start = { game: "basic-rummy", players: ["Mara", "Jon"], key: crypto.randomUUID() };
    const [, game] = await ask("api/games", start);
    await heard(game.id, game.secrets.keeper, 0);
    for (let deal = 1; deal <= deals; deal += 1) {
      const hands = { p1: { points: 5 * deal }, p2: { points: 0 } };
      const entry = { kind: "deal-written", deal, out: "p2", hands };
      const sent = { key: crypto.randomUUID(), base: deal, entry };
      const [status] = await ask(`api/games/${game.id}/entries`, sent, game.secrets.keeper);
      if (status === 201) await heard(game.id, game.secrets.keeper, deal);
    }
  }
}"""
READER = """async ([root, game, token]) => {
  const headers = { Authorization: `Bearer ${token}` };
  return (await fetch(`${root}api/games/${game}`, { headers })).json();
}"""
DEALS = 12


@dataclass(slots=True)
class _Game:
    token: str
    acknowledged: int = 0
    seen: int = 0


@dataclass(slots=True)
class _Proof:
    address: str
    profile: Path
    games: dict[str, _Game] = field(default_factory=dict)
    wrong: list[str] = field(default_factory=list)

    def acknowledge(self, game: str, token: str, deal: int) -> None:
        self.games.setdefault(game, _Game(token)).acknowledged = deal

    def run(self, playwright: Any, *, kill: bool) -> None:
        """Open the book of the run before, read every game again, then write until killed."""
        context: BrowserContext = playwright.chromium.launch_persistent_context(
            self.profile, executable_path=BROWSER, args=[*CHROMIUM]
        )
        page = context.pages[0] if context.pages else context.new_page()
        page.expose_function("heard", lambda *said: self.acknowledge(*said))
        frame = frame_of(page, self.address)
        self.read(frame)
        if kill:
            before = self.count()
            frame.evaluate(f"({WRITER})({[self.address, DEALS]!r}).catch(() => {{}}), 0")
            while self.count() == before:
                page.wait_for_timeout(20)
            page.wait_for_timeout(random.uniform(0, 1500))
            _kill(self.profile)
        with suppress(Error):
            context.close()

    def count(self) -> int:
        return sum(game.acknowledged for game in self.games.values())

    def read(self, frame: Frame) -> None:
        for id, game in self.games.items():
            if game.seen == DEALS:
                continue
            now = frame.evaluate(READER, [self.address, id, game.token])
            points = [max(deal["points"].values()) for deal in now.get("deals", ())]
            if points != [5 * deal for deal in range(1, len(points) + 1)] or not (
                game.acknowledged <= len(points) <= game.acknowledged + 1
            ):
                self.wrong.append(f"{id}: {game.acknowledged} acknowledged, {points} there")
            # One more that was on the disk before its answer arrived is there from now on.
            game.acknowledged = game.seen = len(points)


def _kill(profile: Path) -> None:
    """Kill every process of the browser that keeps its files in this folder."""
    for entry in Path("/proc").iterdir():
        with suppress(OSError):
            if entry.name.isdigit() and str(profile) in (entry / "cmdline").read_text():
                os.kill(int(entry.name), signal.SIGKILL)


def main(kills: int = KILLS) -> bool:
    """Kill the browser so often; true where nothing differs."""
    folder = Path(tempfile.mkdtemp(prefix="referee-folder-"))
    build(folder / "site")
    try:
        with answering(served(folder / "site")) as server:
            proof = _Proof(f"http://localhost:{server.server_port}/", folder / "profile")
            for number in range(kills + 1):
                with sync_playwright() as playwright:
                    proof.run(playwright, kill=number < kills)
                print(f"  {number}: {len(proof.games)} games, {proof.count()} deals", flush=True)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    print(*proof.wrong, sep="\n")
    return not proof.wrong


if __name__ == "__main__":
    sys.exit(0 if main(int(sys.argv[1]) if sys.argv[1:] else KILLS) else 1)
