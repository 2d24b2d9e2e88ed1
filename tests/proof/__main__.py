"""Run every proof of this folder, or those whose name holds a given word.

With the word `whole`, a proof that takes a choice of its cases takes them all.
"""

import importlib
import pkgutil
import sys
import time

from tests import proof

WHOLE = "whole"


def main(words: list[str]) -> int:
    """Print what each proof counted; 1 where one of them found a difference."""
    names = [module.name for module in pkgutil.iter_modules(proof.__path__)]
    asked = [word for word in words if word != WHOLE]
    chosen = [name for name in names if name != "__main__" and all(w in name for w in asked)]
    held = True
    for name in chosen:
        start = time.perf_counter()
        print(f"{name} …", flush=True)
        module = importlib.import_module(f"tests.proof.{name}")
        prove = getattr(module, WHOLE, module.main) if WHOLE in words else module.main
        found = prove()
        print(f"{name}: {'holds' if found else 'DIFFERS'}, {time.perf_counter() - start:.0f} s")
        held = held and found
    return 0 if held else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
