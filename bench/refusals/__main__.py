"""`python -m bench.refusals`."""

import sys

from bench.refusals.command import main

if __name__ == "__main__":
    sys.exit(main())
