"""The account that the server runs under: PostgreSQL refuses root, so root drops to `nobody`."""

from __future__ import annotations

import os
import pwd
import stat
from dataclasses import dataclass
from pathlib import Path

from aitia.model.errors import StoreUnavailable

UNPRIVILEGED = "nobody"


@dataclass(frozen=True)
class Account:
    """Whom the server runs as; `dropped` when that is not whoever started us."""

    uid: int
    gid: int
    dropped: bool

    def adopt(self, path: Path) -> None:
        """Give a file or folder to the server's account."""
        if self.dropped:
            os.chown(path, self.uid, self.gid)

    def may(self, path: Path, wanted: int) -> bool:
        """True when the mode bits grant `wanted` (a sum of 4 read, 2 write, 1 execute) to the account."""
        found = path.stat()
        if found.st_uid == self.uid:
            granted = stat.S_IMODE(found.st_mode) >> 6
        elif found.st_gid == self.gid:
            granted = stat.S_IMODE(found.st_mode) >> 3
        else:
            granted = stat.S_IMODE(found.st_mode)
        return granted & wanted == wanted

    def closed_parent(self, path: Path) -> Path | None:
        """The outermost existing folder above `path` that the account cannot pass, or None."""
        if not self.dropped:
            return None
        for folder in reversed(path.parents):
            if folder.exists() and not self.may(folder, 1):
                return folder
        return None


def server_account() -> Account:
    """The invoking user; for root the unprivileged account. Raises StoreUnavailable when that is missing."""
    if os.geteuid() != 0:
        return Account(os.geteuid(), os.getegid(), dropped=False)
    try:
        entry = pwd.getpwnam(UNPRIVILEGED)
    except KeyError:
        raise StoreUnavailable(
            f"PostgreSQL does not run as root and this system has no account '{UNPRIVILEGED}'. "
            "Run aitia as a normal user, or set AITIA_DATABASE_URL to a server of your own."
        ) from None
    return Account(entry.pw_uid, entry.pw_gid, dropped=True)


def make_folder(path: Path, account: Account) -> None:
    """Create `path` with its missing parents; as root they are made passable for the server's account.

    Folders that exist are left as they are. Raises StoreUnavailable naming the folder that bars the way.
    """
    missing = [folder for folder in (path, *path.parents) if not folder.exists()]
    try:
        for folder in reversed(missing):
            folder.mkdir(exist_ok=True)
            if account.dropped:
                folder.chmod(0o755)
    except OSError as problem:
        raise StoreUnavailable(
            f"The folder {path} for the database cannot be made: {problem.strerror or problem}. "
            "Set AITIA_DATA_HOME to a folder that you may write to."
        ) from problem
    if barred := account.closed_parent(path / "inside"):
        raise StoreUnavailable(
            f"The database server runs as '{UNPRIVILEGED}', which may not pass {barred} on the "
            f"way to {path}. Set AITIA_DATA_HOME to another folder (root's default is /var/lib/aitia), or "
            f"allow it: chmod o+x {barred}"
        )
    if not os.access(path, os.W_OK | os.X_OK):
        raise StoreUnavailable(
            f"The folder {path} for the database is not yours to write to. "
            "Set AITIA_DATA_HOME to one that is."
        )
