"""`python -m referee`: the command line without an installed script."""

import sys

from referee.cli import main

if __name__ == "__main__":
    sys.exit(main())
