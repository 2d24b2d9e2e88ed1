"""Forty small faults, put into copies of the project one at a time: does a test notice each?

A fault is a pattern that stands once in its files, what replaces it, and the tests that should
notice. `python -m tests.proof.mutants WORDS` takes the faults whose names hold these words.
"""

import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]
FAILED = re.compile(r"^(?:FAILED|ERROR) (.*?)(?: - .*)?$", re.MULTILINE)
NOT_RUN = 2
"""What pytest answers from here on where it could not run any test at all."""


class Mutant(NamedTuple):
    """A fault: files by their pattern, text by a regular expression, tests as pytest takes them."""

    name: str
    files: str
    old: str
    new: str
    tests: str


@dataclass(frozen=True, slots=True)
class Outcome:
    """The fate of a mutant: `killed`, `survived` or `not placed`, and the test that killed it."""

    mutant: Mutant
    fate: str
    by: str
    seconds: float


CASES = "tests/rules/test_cases.py"
SHEETS = "tests/printing/test_pictures.py tests/printing/test_largest.py"
MUTANTS = (
    # Rules
    Mutant(
        "an ace that is low is high",
        "referee/rules/**/*.py",
        r'"low": \(\("A", \*middle\),\)',
        '"low": ((*middle, "A"),)',
        CASES,
    ),
    Mutant(
        "the target has to be passed",
        "referee/rules/**/*.py",
        r"max\(totals\.values\(\)\) >= target",
        "max(totals.values()) > target",
        f"tests/rules/test_scoring.py {CASES}",
    ),
    Mutant(
        "places after a tie leave no gap",
        "referee/rules/**/*.py",
        r"dict\.fromkeys\(level, len\(places\) \+ 1\)",
        "dict.fromkeys(level, len(set(places.values())) + 1)",
        f"tests/rules/test_scoring.py {CASES}",
    ),
    Mutant(
        "two on top play no further deal",
        "referee/rules/**/*.py",
        r"written\.count\(best\(written\)\) > 1",
        "written.count(best(written)) > 2",
        f"tests/rules/test_scoring.py {CASES}",
    ),
    Mutant(
        "the first caller comes before the next player",
        "referee/rules/questions/*.py",
        r"next\(name for name in others if name in claims\)",
        "claims[0]",
        CASES,
    ),
    Mutant(
        "an empty stock is drawn from",
        "referee/rules/questions/*.py",
        r"stock is None or stock > extra",
        "stock is None or stock >= extra",
        f"tests/rules/test_rulings.py {CASES}",
    ),
    Mutant(
        "a set with few naturals is none",
        "referee/rules/**/*.py",
        r"if naturals < self\.naturals",
        "if naturals <= self.naturals",
        CASES,
    ),
    Mutant(
        "as many wilds as naturals are too many",
        "referee/rules/**/*.py",
        r"naturals - wilds < self\.lead",
        "naturals - wilds <= self.lead",
        CASES,
    ),
    Mutant(
        "two changes are offered as three",
        "referee/rules/**/*.py",
        r"^MOST_OFFERED = 2$",
        "MOST_OFFERED = 3",
        "tests/rules/test_nearest.py tests/language/test_rulings.py",
    ),
    Mutant(
        "a hand may hold two cards too many",
        "referee/rules/**/*.py",
        r"return self\.plan\.cards_each \+ 1$",
        "return self.plan.cards_each + 2",
        f"tests/rules/test_tally.py {CASES}",
    ),
    # Games
    Mutant(
        "an ace of 6-7-8-9-10 costs 20",
        "referee/variants/six-to-ten.toml",
        r"points = \{ 2 = 20, A = 15,",
        "points = { 2 = 20, A = 20,",
        f"{CASES} tests/variants/test_games.py",
    ),
    Mutant(
        "a set of five twins in Rummy with wild cards",
        "referee/variants/rummy-wild.toml",
        r"sets\.most = 4",
        "sets.most = 5",
        f"{CASES} tests/variants/test_games.py",
    ),
    Mutant(
        "a table of two deals seven as usual",
        "referee/variants/rummy-wild.toml",
        r'value = 7, set = \{ "cards_each\.2" = 7 \}',
        'value = 7, set = { "cards_each.2" = 8 }',
        f"{CASES} tests/variants/test_games.py",
    ),
    # Language
    Mutant(
        "one pack is called two",
        "referee/language/en/rules.ftl",
        r"\[1\] one pack$",
        "[1] two packs",
        "tests/variants/test_words.py tests/variants/test_games.py tests/rules/test_sentences.py",
    ),
    Mutant(
        "the wrong player may take the discard",
        "referee/language/en/rules.ftl",
        r"Only the player whose turn it is may take the discard\.",
        "Only the player whose turn is next may take the discard.",
        "tests/variants/test_words.py tests/variants/test_games.py tests/rules/test_sentences.py",
    ),
    # Score book
    Mutant(
        "an undo that is undone still counts",
        "referee/scorebook/**/*.py",
        r"^(        if recorded\.number in gone:\n            )continue$",
        r"\1pass",
        "tests/scorebook/test_log.py tests/scorebook/test_book.py",
    ),
    Mutant(
        "a name may be longer than its column",
        "referee/scorebook/limits.py",
        r"^(NAME_LENGTH[^=]*= )40$",
        r"\g<1>41",
        "tests/scorebook/test_names.py tests/scorebook/test_repository.py",
    ),
    Mutant(
        "a second scorer shares the game as well",
        "referee/scorebook/links.py",
        r"return self\.role is Role\.KEEPER",
        "return self.role is not Role.VIEWER",
        "tests/scorebook/test_links.py tests/web/test_live.py",
    ),
    Mutant(
        "a withdrawn link goes on writing",
        "referee/scorebook/links.py",
        r'(bindparam\("link_id"\),\n) *LinkRow\.withdrawn_at\.is_\(None\),\n',
        r"\1",
        "tests/scorebook/test_links.py",
    ),
    Mutant(
        "wide letters tell names apart",
        "referee/scorebook/**/*.py",
        r'unicodedata\.normalize\("NFKC", unicodedata\.normalize\("NFKC", plain\)\.casefold\(\)\)',
        'unicodedata.normalize("NFC", unicodedata.normalize("NFC", plain).casefold())',
        "tests/scorebook/test_names.py",
    ),
    Mutant(
        "a copy that was changed is taken",
        "referee/scorebook/**/*.py",
        r'is_whole = whole\.get\("check"\) == _digest\(games\)',
        "is_whole = bool(_digest(games))",
        "tests/scorebook/test_transfer.py tests/web/test_copies.py",
    ),
    Mutant(
        "PostgreSQL locks no game",
        "referee/scorebook/**/*.py",
        r"\n    \.with_for_update\(of=GameRow\)",
        "",
        "tests/scorebook/test_writers.py",
    ),
    Mutant(
        "a moment loses its zone",
        "referee/scorebook/**/*.py",
        r"return value\.astimezone\(UTC\) if value\.tzinfo else value\.replace\(tzinfo=UTC\)",
        "return value",
        "tests/scorebook/test_storage.py tests/scorebook/test_repository.py",
    ),
    # Paper
    Mutant(
        "the back of a card lies behind its neighbour",
        "referee/printing/*.py",
        r"\[row\[::-1\] for row in rows\]",
        "rows",
        "tests/printing/test_imposition.py",
    ),
    Mutant(
        "totals below nought leave the chart",
        "referee/printing/*.py",
        r"else high - total",
        "else -total",
        "tests/printing/test_chart.py",
    ),
    Mutant(
        "the cache of sheets is emptied too far",
        "referee/printing/*.py",
        r"if room < 0:",
        "if room < self._most_bytes:",
        "tests/printing/test_pdf_cache.py",
    ),
    Mutant(
        "A5 has the margin of an index card",
        "referee/printing/*.py",
        r"white=9,",
        "white=5,",
        SHEETS,
    ),
    Mutant(
        "names on a pad break nowhere",
        "referee/printing/*.py",
        r"\[rest\] if fits\(rest\) else _pieces\(rest, fits\)",
        "[rest]",
        SHEETS,
    ),
    # Pages
    Mutant(
        "one request a minute fewer",
        "referee/web/*.py",
        r"before >= self\.per_minute",
        "before + 1 >= self.per_minute",
        "tests/web/test_rate_limit.py",
    ),
    Mutant(
        "a page with a secret is kept",
        "referee/web/*.py",
        r'"no-store" if "shows_secret" in g else "private, no-cache"',
        '"private, no-cache"',
        "tests/web/test_security.py",
    ),
    Mutant(
        "a second scorer sees the keeper's pages",
        "referee/web/keyring.py",
        r"if not access\.keeps:",
        "if not access.writes:",
        "tests/web/test_live.py",
    ),
    Mutant(
        "a screen is told of nothing new",
        "referee/web/polls.py",
        r'asked\.get\("version"\) == str\(access\.version\)',
        '"version" in asked',
        "tests/web/test_live.py",
    ),
    Mutant(
        "Undo is called Redo",
        "templates/games/table.html",
        r'undo\(book\.undo, say\("log-undo"\)',
        'undo(book.undo, say("log-redo")',
        "tests/web/test_table.py tests/web/test_changes.py",
    ),
    # Server, command line
    Mutant(
        "an address has one thread more than its share",
        "referee/server/*.py",
        r"self\._running\[waiting\] < self\._share",
        "self._running[waiting] <= self._share",
        "tests/test_fair_pool.py",
    ),
    Mutant(
        "a case of the longest line is refused",
        "referee/rule_lines.py",
        r"if len\(line\) > LONGEST_LINE:",
        "if len(line) >= LONGEST_LINE:",
        "tests/test_rule_lines.py",
    ),
    Mutant(
        "a backup is kept unchecked",
        "referee/backup.py",
        r'if copied\.execute\("PRAGMA integrity_check\(1\)"\)\.fetchone\(\) != \("ok",\):',
        'if copied.execute("PRAGMA user_version").fetchone() is None:',
        "tests/test_backup.py tests/test_states.py",
    ),
    # In the browser
    Mutant(
        "a tapped card takes the next one with it",
        "referee/web/disputes/*.py",
        r"del words\[index\]",
        "del words[index : index + 2]",
        "tests/browser/test_desk.py",
    ),
    Mutant(
        "the answer of a hotel's Wi-Fi counts as ours",
        "static/js/*.js",
        r"answer\.headers\.get\(KEY\) !== entry\.key",
        "false",
        "tests/browser/test_outbox.py",
    ),
    Mutant(
        "targets are smaller than a thumb",
        "static/css/base.css",
        r"--target: 44px;",
        "--target: 36px;",
        "tests/browser/test_pages.py -k fit_for",
    ),
    Mutant(
        "soft print is too pale in the dark",
        "static/css/base.css",
        r"--quiet: light-dark\(#4a4538, #c8c0ac\);",
        "--quiet: light-dark(#4a4538, #4a524b);",
        "tests/browser/test_pages.py -k fit_for",
    ),
)  # fmt: skip


def main(words: list[str] | None = None) -> bool:
    """Put each fault into a copy of the project; true where every one of them is killed."""
    chosen = [one for one in MUTANTS if all(word in one.name for word in words or [])]
    outcomes = []
    for mutant in chosen:
        outcome = outcome_of(mutant)
        outcomes.append(outcome)
        print(f"  {outcome.fate}: {mutant.name} ({outcome.seconds:.0f} s) {outcome.by}", flush=True)
    killed = sum(outcome.fate == "killed" for outcome in outcomes)
    print(f"  {killed} of {len(chosen)} killed")
    return killed == len(chosen)


def outcome_of(mutant: Mutant) -> Outcome:
    """Run the tests of a fault in a copy of the project that has it."""
    start = time.perf_counter()
    with _copy() as copy:
        if not _put(mutant, copy):
            return Outcome(mutant, "not placed", "", time.perf_counter() - start)
        command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider",
                   *shlex.split(mutant.tests)]  # fmt: skip
        run = subprocess.run(
            command, cwd=copy, env=_environment(copy), capture_output=True, text=True
        )
    failed = FAILED.search(run.stdout)
    by = failed[1] if failed else ""
    if run.returncode >= NOT_RUN and not by:
        by = run.stdout[-500:] + run.stderr[-500:]
    fate = "killed" if failed else "survived" if run.returncode == 0 else "not placed"
    return Outcome(mutant, fate, by, time.perf_counter() - start)


@contextmanager
def _copy() -> Iterator[Path]:
    """A copy of the files that git knows or would take in, with what of them is not committed."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    with tempfile.TemporaryDirectory(prefix="referee-mutant-") as folder:
        for name in filter(None, listed.stdout.split("\0")):
            source, target = ROOT / name, Path(folder, name)
            if source.is_file():
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(source, target)
        yield Path(folder)


def places_of(mutant: Mutant, root: Path) -> list[Path]:
    """The files in which a fault can be put, each as often as its pattern stands there."""
    pattern = re.compile(mutant.old, re.MULTILINE)
    texts = {path: path.read_text("utf-8") for path in sorted(root.glob(mutant.files))}
    return [path for path, text in texts.items() for _ in pattern.findall(text)]


def _put(mutant: Mutant, copy: Path) -> bool:
    """Put a fault into a copy; false unless its pattern stands there once."""
    places = places_of(mutant, copy)
    if len(places) != 1:
        return False
    text = places[0].read_text("utf-8")
    mutated = re.sub(mutant.old, mutant.new, text, flags=re.MULTILINE)
    places[0].write_text(mutated, encoding="utf-8")
    return True


def _environment(copy: Path) -> dict[str, str]:
    """The variables of this process, with the copy before the project that is installed."""
    return {**os.environ, "PYTHONPATH": str(copy), "PYTHONDONTWRITEBYTECODE": "1"}


if __name__ == "__main__":
    sys.exit(not main(sys.argv[1:]))
