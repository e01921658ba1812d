"""`python -m bench.answers`."""

import sys

from bench.answers.command import main

if __name__ == "__main__":
    sys.exit(main())
