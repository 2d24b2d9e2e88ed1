"""What Lighthouse gives the pages on a phone: its lowest mark of all that it looks at.

Speed on a slow phone and a slow line, accessibility, good practice, and what search engines read.
Pages of a game are kept out of search engines, so that one question is not asked of them.
"""

import json
import os
import shutil
import subprocess
import sys
from functools import cache, partial
from pathlib import Path
from typing import Any

from tests.bench import SMALLEST, Figure, NotHere, benchmark
from tests.bench.tables import PAGES, Phone
from tests.conftest import CHROMIUM

LOCKED = Path(__file__).parent / "lighthouse"
INSTALLED = Path(sys.prefix) / "lighthouse"
LEAST = 95
SECONDS = 180


@cache
def _lighthouse() -> Path:
    """The program, installed at the first call."""
    npm, node = shutil.which("npm"), shutil.which("node")
    if SMALLEST:
        raise NotHere("Lighthouse has one size only.")
    if not (npm and node):
        raise NotHere("Lighthouse needs Node.js 18.16 or newer, with npm.")
    program = INSTALLED / "node_modules" / "lighthouse" / "cli" / "index.js"
    lock = LOCKED / "package-lock.json"
    made = INSTALLED / lock.name
    if not program.exists() or made.read_bytes() != lock.read_bytes():
        INSTALLED.mkdir(exist_ok=True)
        for file in LOCKED.iterdir():
            shutil.copy(file, INSTALLED)
        print("Installing Lighthouse, once.", file=sys.stderr)
        ended = subprocess.run(
            [npm, "ci", "--ignore-scripts", "--no-audit", "--no-fund"],
            cwd=INSTALLED,
            capture_output=True,
            text=True,
        )
        if ended.returncode:
            made.unlink(missing_ok=True)
            said = [line for line in ended.stderr.splitlines() if line.startswith("npm error")]
            raise NotHere(f"npm could not install Lighthouse: {' '.join(said)[:300]}")
    return program


# No name leads anywhere: a browser that looks for news of itself would be measured as well.
_FLAGS = (*CHROMIUM, "--headless=new", '--host-resolver-rules="MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"')


def _report(program: Path, phone: Phone, path: str) -> dict[str, Any]:
    """Everything that Lighthouse says of a page; it loses its thread now and then."""
    written = INSTALLED / "report.json"
    command = [
        "node",
        str(program),
        f"http://127.0.0.1:{phone.connection.port}{path}",
        "--quiet",
        "--output=json",
        f"--output-path={written}",
        "--no-enable-error-reporting",
        f"--chrome-flags={' '.join(_FLAGS)}",
        f"--extra-headers={json.dumps({'Cookie': phone.cookie})}",
    ]
    if path.startswith("/games/"):
        command.append("--skip-audits=is-crawlable")
    for _ in range(2):
        written.unlink(missing_ok=True)
        ended = subprocess.run(
            command,
            capture_output=True,
            text=True,
            timeout=SECONDS,
            env={**os.environ, "CHROME_PATH": "/usr/bin/chromium"},
        )
        if written.exists():
            report: dict[str, Any] = json.loads(written.read_text(encoding="utf-8"))
            if not report.get("runtimeError"):
                return report
    raise NotHere(f"Lighthouse could not look: {ended.stderr.strip()[-300:]}")


def _lowest(name: str) -> Figure:
    report = _report(_lighthouse(), *PAGES[name]())
    marks = {each["title"]: each["score"] for each in report["categories"].values()}
    lowest = min(marks.values())
    if lowest * 100 < LEAST:
        faults = [one["title"] for one in report["audits"].values() if one["score"] == 0]
        print(f"{name}: {marks}; {'; '.join(faults)}", file=sys.stderr)
    return Figure(mark=round(lowest * 100))


for _name in PAGES:
    benchmark(
        f"Lighthouse on a phone, {_name}",
        aim=f"≥ {LEAST} in everything",
        meets=lambda figure: (figure.mark or 0) >= LEAST,
    )(partial(_lowest, _name))
