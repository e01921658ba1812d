"""Commands in environments in which something is broken: `python -m bench.broken_environments [--json PATH]`.

Every environment of `broken_environments.toml` with every command, in a process of its own. None prints a
trace, none hangs, and what fails says so in a few lines.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from bench.model.runs import ROOT
from bench.report import Measure, emit

_PATIENCE = 180.0
_FEW_LINES = 12


@dataclass(frozen=True)
class Case:
    """A command and the variables that it is called with."""

    name: str
    command: tuple[str, ...]
    variables: dict[str, str]


def cases() -> Iterator[Case]:
    """Every environment with every command."""
    held = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
    for name, variables in held["environments"].items():
        for command in held["commands"]:
            yield Case(f"{name}: aitia {' '.join(command[:2])}", tuple(command), variables)


def fault(case: Case) -> str | None:
    """What is wrong with how the command ended; None where it told its trouble as it should, or had none."""
    with tempfile.TemporaryDirectory(prefix="aitia-bench-", ignore_cleanup_errors=True) as folder:
        home = Path(folder)
        home.chmod(0o755)
        (home / "file").write_text("", encoding="utf-8")
        (home / "half" / "postgres" / "data").mkdir(parents=True)
        (home / "half" / "postgres" / "data" / "PG_VERSION").write_text("99\n", encoding="utf-8")
        told = {name: value.replace("{home}", folder) for name, value in case.variables.items()}
        kept = {name: value for name, value in os.environ.items() if not name.startswith("AITIA_")}
        try:
            done = subprocess.run(
                [sys.executable, "-m", "cli.main", *case.command],
                cwd=ROOT,
                env={**kept, "AITIA_DATA_HOME": str(home / "home"), "AITIA_DURABLE": "false", **told},
                capture_output=True,
                text=True,
                timeout=_PATIENCE,
                check=False,
                stdin=subprocess.DEVNULL,
            )
        except subprocess.TimeoutExpired:
            return f"did not end in {_PATIENCE:.0f} s"
        finally:
            _stop(home / "home")
    return _what_is_wrong(done)


def _stop(home: Path) -> None:
    """Stop a server that the command started after all."""
    from resources.settings import get_settings
    from resources.store.server import EmbeddedServer

    settings = get_settings(data_home=home, database_url=None, durable=False)
    if (settings.server_home / "data" / "postmaster.pid").exists():
        EmbeddedServer(settings.server_home, False).stop()


def _what_is_wrong(done: subprocess.CompletedProcess[str]) -> str | None:
    if "Traceback (most recent call last)" in done.stdout + done.stderr:
        return "a traceback"
    if done.returncode < 0:
        return f"ended by signal {-done.returncode}"
    lines = len(done.stderr.strip().splitlines())
    if done.returncode and lines > _FEW_LINES:
        return f"{lines} lines of trouble"
    if done.returncode and not (done.stderr + done.stdout).strip():
        return "fails without a word"
    return None


def main() -> None:
    """Try all of them and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", type=Path)
    given = parser.parse_args()
    tried = list(cases())
    found = []
    for case in tried:
        if wrong := fault(case):
            found.append(wrong)
            print(f"{case.name}: {wrong}", flush=True)
    traces = sum(wrong == "a traceback" for wrong in found)
    emit(
        [
            Measure("broken environments: tracebacks", traces, len(tried)),
            Measure(
                "broken environments: other faults (hangs, signals, many lines, no word)",
                len(found) - traces,
                len(tried),
            ),
        ],
        given.json,
        "Commands in broken environments",
    )


if __name__ == "__main__":
    main()
