"""Small disks that tests mount for themselves."""

from __future__ import annotations

import subprocess
import time
from pathlib import Path

_PATIENCE = 60.0


def unmount(disk: Path) -> None:
    """Take a disk away that nothing uses any more: the last process of a stopped server may need a moment
    to let go of it. Raises AssertionError with the system's words where it stays in use."""
    given_up = time.monotonic() + _PATIENCE
    while True:
        done = subprocess.run(["umount", str(disk)], capture_output=True, text=True, check=False)
        if done.returncode == 0:
            return
        assert time.monotonic() < given_up, done.stderr.strip()
        time.sleep(0.2)
