"""Make the close reader's graph once, ahead of the first question: `python -m resources.close_reader`."""

from __future__ import annotations

import sys

from aitia.model.errors import AitiaError
from resources.close_reader.reader import close_reader
from resources.settings import get_settings


def main() -> int:
    """Build the graph where it is not there yet; without its packages there is nothing to do."""
    try:
        reader = close_reader(get_settings().cache_home / "models")
        if reader is not None:
            reader.prepare()
    except AitiaError as problem:
        print(f"The close reader's graph was not made ({problem}); it is tried again when it is needed.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
