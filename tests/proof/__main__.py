"""Run every proof of this folder, or those whose name holds a given word.

With the word `whole`, a proof that takes a choice of its cases takes them all; with `2/8` besides,
the second eighth of them.
"""

import importlib
import pkgutil
import re
import sys
import time

from tests import proof

WHOLE = "whole"
SHARE = re.compile(r"(\d+)/(\d+)")


def main(words: list[str]) -> int:
    """Print what each proof counted; 1 where one of them found a difference."""
    names = [module.name for module in pkgutil.iter_modules(proof.__path__)]
    shares = [(int(one[1]), int(one[2])) for one in map(SHARE.fullmatch, words) if one]
    asked = [word for word in words if word != WHOLE and not SHARE.fullmatch(word)]
    chosen = [name for name in names if name != "__main__" and all(w in name for w in asked)]
    held = True
    for name in chosen:
        start = time.perf_counter()
        print(f"{name} …", flush=True)
        module = importlib.import_module(f"tests.proof.{name}")
        if WHOLE in words and hasattr(module, WHOLE):
            found = module.whole(*shares[:1])
        else:
            found = module.main()
        print(f"{name}: {'holds' if found else 'DIFFERS'}, {time.perf_counter() - start:.0f} s")
        held = held and found
    return 0 if held else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
