"""`python -m bench.tenants`."""

import sys

from bench.tenants.command import main

if __name__ == "__main__":
    sys.exit(main())
