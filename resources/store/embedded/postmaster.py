"""Whether the server process named in `postmaster.pid` is alive, and ours."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from resources.store.embedded.account import Account

PID_FILE = "postmaster.pid"
# One more than Linux's largest possible process id: PostgreSQL sees at once that nobody has it.
_NOBODYS_PID = 2**22 + 1


@dataclass(frozen=True)
class PidFile:
    """The lines of `postmaster.pid` that matter."""

    pid: int
    port: int | None


def read_pid_file(data: Path) -> PidFile | None:
    """What the pid file of a data directory says; None when there is none or it is unfinished."""
    try:
        lines = (data / PID_FILE).read_text(encoding="utf-8", errors="replace").splitlines()
        return PidFile(int(lines[0]), int(lines[3]) if len(lines) > 3 else None)
    except (FileNotFoundError, IndexError, ValueError):
        return None


def live_pid(data: Path) -> int | None:
    """The id of the living server of this data directory.

    None when the process is gone, is a zombie that its parent has not collected (usual in containers),
    or is some other program that was given the same id later.
    """
    noted = read_pid_file(data)
    if noted is None:
        return None
    if not Path("/proc/self/stat").exists():
        return noted.pid if _answers_signals(noted.pid) else None
    process = Path("/proc") / str(noted.pid)
    try:
        state = (process / "stat").read_text(errors="replace").rsplit(")", 1)[1].split()[0]
        arguments = (process / "cmdline").read_bytes().split(b"\0")
    except (OSError, IndexError):
        return None
    return noted.pid if state not in "ZX" and os.fsencode(data) in arguments else None


def disown_pid_file(data: Path, account: Account) -> None:
    """Say in the pid file that its process is gone, for ids that are a zombie's or were given away.

    The file is kept, not removed: it names the shared memory by which PostgreSQL itself refuses to
    start while children of the dead server still live.
    """
    path = data / PID_FILE
    try:
        lines = path.read_text(encoding="utf-8", errors="replace").splitlines(keepends=True)
    except FileNotFoundError:
        return
    if not lines:
        path.unlink()
        return
    changed = path.with_name(".postmaster.pid.disowned")
    changed.write_text(f"{_NOBODYS_PID}\n" + "".join(lines[1:]), encoding="utf-8")
    changed.chmod(0o600)
    account.adopt(changed)
    changed.replace(path)


def _answers_signals(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True
