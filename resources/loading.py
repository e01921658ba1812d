"""Loading many modules at once."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def loading() -> Iterator[None]:
    """Look for no garbage while modules are loaded: they stay, and the search takes a quarter of the time.

    What exists at the end is never looked through again, neither later nor when the process ends, which
    takes as long once more.
    """
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        if enabled:
            gc.enable()
