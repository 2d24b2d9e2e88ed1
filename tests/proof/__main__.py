"""Run every proof of this folder, or those whose name holds a given word."""

import importlib
import pkgutil
import sys
import time

from tests import proof


def main(words: list[str]) -> int:
    """Print what each proof counted; 1 where one of them found a difference."""
    names = [module.name for module in pkgutil.iter_modules(proof.__path__)]
    chosen = [name for name in names if name != "__main__" and all(w in name for w in words)]
    held = True
    for name in chosen:
        start = time.perf_counter()
        print(f"{name} …", flush=True)
        found = importlib.import_module(f"tests.proof.{name}").main()
        print(f"{name}: {'holds' if found else 'DIFFERS'}, {time.perf_counter() - start:.0f} s")
        held = held and found
    return 0 if held else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
