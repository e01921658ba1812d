"""Which small faults no test would notice: `python tests/mutants.py [--only ROOM …] [--list]`.

`tests/mutants.toml` lists small faults: a file, the text that stands there, the text that replaces it, and
the tests of its room. Each is planted in a copy of the tree, alone, and those tests are run; a fault with
which they all pass is a survivor. Ends with 1 when one survives, 2 when a fault's text is not in its file or
the tests of a room fail without it. Runs outside CI: a run takes minutes. ROOM is part of a file's path or of
a fault's name. The library code that the tests need is loaded once, before the faults are planted, so that a
fault costs the seconds of its tests alone.
"""

from __future__ import annotations

import argparse
import compileall
import contextlib
import importlib
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from py_compile import PycInvalidationMode
from time import monotonic, sleep

ROOT = Path(__file__).resolve().parents[1]
LIST = Path(__file__).with_suffix(".toml")
_LOADED_ONCE = (
    "numpy",
    "scipy.stats",
    "pydantic",
    "rapidfuzz",
    "hypothesis.strategies",
    "_hypothesis_pytestplugin",
    "xdist.plugin",
    "pytest_timeout",
)
_LOADED_FOR_THE_STORE = ("sqlmodel", "dagster")
_QUIET = (
    *("-q", "-x", "-p", "no:cacheprovider", "-W", "ignore::pytest.PytestAssertRewriteWarning"),
    "--timeout=0",
)
_DOMAIN = ("aitia", "validators")
_STORE = ("assets", "resources")
# Limits of the tests of one fault. Processor time: on a busy machine slow tests would look like failing ones.
_MOST_PROCESSOR_SECONDS = 300
_LONGEST = 3600


@dataclass(frozen=True)
class Mutation:
    """A small fault: `old` stands once in `file`; `tests` should fail once `new` stands in its place."""

    name: str
    file: str
    old: str
    new: str
    tests: tuple[str, ...]


def mutations(path: Path = LIST) -> list[Mutation]:
    """The faults of the list; those of a room share its tests unless they name their own."""
    return [
        Mutation(
            item["name"],
            item.get("file") or room["file"],
            item["old"],
            item["new"],
            tuple(item.get("tests") or room["tests"]),
        )
        for room in tomllib.loads(path.read_text(encoding="utf-8"))["room"]
        for item in room["mutation"]
    ]


def misplaced(known: Sequence[Mutation], root: Path = ROOT) -> list[str]:
    """The faults whose text does not stand exactly once in its file, or whose tests do not exist."""
    return [
        mutation.name
        for mutation in known
        if (root / mutation.file).read_text(encoding="utf-8").count(mutation.old) != 1
        or mutation.old == mutation.new
        or not all((root / test.partition("::")[0]).exists() for test in mutation.tests)
    ]


@contextlib.contextmanager
def planted(tree: Path, mutation: Mutation) -> Iterator[None]:
    """The tree with the fault in it."""
    file = tree / mutation.file
    text = file.read_text(encoding="utf-8")
    file.write_text(text.replace(mutation.old, mutation.new, 1), encoding="utf-8")
    try:
        yield
    finally:
        file.write_text(text, encoding="utf-8")


def fails(tree: Path, tests: Sequence[str]) -> bool:
    """Whether tests fail in the tree as it stands; those that never end count as failing."""
    child = os.fork()
    if child == 0:
        _run_tests(tree, tests)
    ends = monotonic() + _LONGEST
    while monotonic() < ends:
        gone, status = os.waitpid(child, os.WNOHANG)
        if gone:
            return os.waitstatus_to_exitcode(status) != 0
        sleep(0.05)
    os.kill(child, 9)
    os.waitpid(child, 0)
    return True


def _run_tests(tree: Path, tests: Sequence[str]) -> None:
    """In a child process: run the tests of the tree and end with pytest's exit code."""
    code = 3
    try:
        resource.setrlimit(resource.RLIMIT_CPU, (_MOST_PROCESSOR_SECONDS, _MOST_PROCESSOR_SECONDS))
        os.chdir(tree)
        sys.path[:] = [str(tree), *(place for place in sys.path if Path(place or ".").resolve() != ROOT)]
        quiet = os.open(os.devnull, os.O_WRONLY)
        os.dup2(quiet, 1)
        os.dup2(quiet, 2)
        import pytest

        code = int(pytest.main([*_QUIET, *tests]))
    finally:
        os._exit(code)


def copy_of_the_tree(folder: Path) -> Path:
    """The tracked and new files of this checkout, copied."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    )
    for name in filter(None, listed.stdout.split("\0")):
        if (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, folder / name)
    return folder


def main(arguments: Sequence[str] | None = None) -> int:
    """Command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--only", nargs="+", default=[""], metavar="ROOM", help="faults whose file or name holds it"
    )
    parser.add_argument("--list", action="store_true", help="name the faults and plant none")
    options = parser.parse_args(arguments)
    chosen = [m for m in mutations() if any(room in m.name or room in m.file for room in options.only)]
    lost = misplaced(chosen)
    if lost:
        print("no longer where the list says:", *lost, sep="\n  ")
        return 2
    if options.list:
        print(*(f"{m.file}: {m.name}" for m in chosen), sep="\n")
        return 0
    survivors, failing = survivors_of(chosen)
    print(
        f"{len(survivors)} of {len(chosen)} survive", *(f"  {m.file}: {m.name}" for m in survivors), sep="\n"
    )
    if failing:
        print("these tests fail without any fault:", *(" ".join(tests) for tests in failing), sep="\n  ")
        return 2
    return 1 if survivors else 0


def survivors_of(chosen: Sequence[Mutation]) -> tuple[list[Mutation], list[tuple[str, ...]]]:
    """The faults that no test noticed, and the tests that fail without any: their faults are not planted."""
    sys.dont_write_bytecode = True
    os.environ["PYTHONDONTWRITEBYTECODE"] = "1"
    os.environ.setdefault("AITIA_SHARED", str(ROOT.parent / "shared"))
    stored = any(not test.startswith(("tests/aitia", "tests/validators")) for m in chosen for test in m.tests)
    for name in (*_LOADED_ONCE, *(_LOADED_FOR_THE_STORE if stored else ())):
        importlib.import_module(name)
    survivors: list[Mutation] = []
    sound: dict[tuple[str, ...], bool] = {}
    with tempfile.TemporaryDirectory(prefix="aitia-mutants-") as home:
        os.chmod(home, 0o755)
        tree = copy_of_the_tree(Path(home))
        # Compiled once; what a fault changes is seen by its hash.
        for folder in (*_DOMAIN, *(_STORE if stored else ())):
            compileall.compile_dir(tree / folder, quiet=2, invalidation_mode=PycInvalidationMode.CHECKED_HASH)
        os.environ["PYTHONPATH"] = str(tree)
        for number, mutation in enumerate(chosen, 1):
            if mutation.tests not in sound:
                sound[mutation.tests] = not fails(tree, mutation.tests)
            if sound[mutation.tests]:
                started = monotonic()
                with planted(tree, mutation):
                    killed = fails(tree, mutation.tests)
                survivors += [] if killed else [mutation]
                word = f"{'noticed ' if killed else 'SURVIVES'} {monotonic() - started:5.1f} s"
            else:
                word = "its tests fail without it"
            print(f"{number:3}/{len(chosen)} {word}  {mutation.name}", flush=True)
    return survivors, [tests for tests, whole in sound.items() if not whole]


if __name__ == "__main__":
    sys.exit(main())
