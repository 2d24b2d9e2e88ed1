"""The whole case law, ruled on in a browser: the same answers as here, byte by byte.

Every case of `tests/cases` goes through the interface for programs of the folder without a server,
in Chromium, and through that of the same site in this Python.
"""

import json
import platform
import sys
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.folders import folder_open
from tests.rules.caselaw import precedents
from tests.sites import client_of, site_in

BATCH = 200
SHOWN = 10

ASK = """async ([root, bodies]) => {
  const answers = [];
  for (const body of bodies) {
    const headers = { "Content-Type": "application/json" };
    const answer = await fetch(`${root}api/rulings`, { method: "POST", headers, body });
    const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
    answers.push([answer.status, decoder.decode(await answer.arrayBuffer())]);
  }
  return answers;
}"""

Answer = tuple[int, bytes]


def main() -> bool:
    """Rule on every case here and there; true where no answer differs in a byte."""
    law = precedents()
    bodies = [json.dumps(precedent.case, ensure_ascii=False) for precedent in law]
    here, there = _here(bodies), _there(bodies)
    differ = [one.id for one, a, b in zip(law, here, there, strict=True) if a != b]
    answered = sum(status == 200 for status, _ in here)
    print(
        f"  {len(law)} cases, {answered} ruled on and {len(law) - answered} refused, "
        f"{sum(len(body) for _, body in here)} bytes of CPython {platform.python_version()}; "
        f"{len(differ)} differ in the browser",
        *differ[:SHOWN],
    )
    return not differ


def _here(bodies: Sequence[str]) -> list[Answer]:
    with TemporaryDirectory() as folder:
        client = client_of(site_in(Path(folder), WITHOUT_SERVER=True))
        answers = [
            client.post("/api/rulings", data=body.encode(), content_type="application/json")
            for body in bodies
        ]
        return [(answer.status_code, answer.data) for answer in answers]


def _there(bodies: Sequence[str]) -> list[Answer]:
    answers: list[Answer] = []
    with folder_open() as (_, frame, address):
        for start in range(0, len(bodies), BATCH):
            given = frame.evaluate(ASK, [address, bodies[start : start + BATCH]])
            answers += [(status, text.encode()) for status, text in given]
    return answers


if __name__ == "__main__":
    sys.exit(0 if main() else 1)
