"""The folder that runs the site in a browser, made twice: the same files, byte for byte."""

import tempfile
from pathlib import Path

from referee.static_site.build import build
from referee.web.assets import read_folder


def main() -> bool:
    """Make it twice and print what differs; true where nothing does."""
    with tempfile.TemporaryDirectory() as made:
        first, second = (_built(Path(made, name)) for name in ("first", "second"))
    differ = {name for name in first | second if first.get(name) != second.get(name)}
    print(f"  {len(first)} files, {len(differ)} differ", *sorted(differ))
    return not differ


def _built(folder: Path) -> dict[str, bytes]:
    build(folder)
    return dict(read_folder(folder))
