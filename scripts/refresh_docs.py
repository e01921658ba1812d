"""Regenerates what README.md and docs/ say of the code: `python scripts/refresh_docs.py`.

A generated block stands between `<!-- generated: NAME -->` and `<!-- end -->`.
`--check` writes nothing and fails where a block is out of date. The blocks of answers (`ask …`) run the
demonstration questions in a data home of their own; `--quick` leaves those as they stand.
"""

from __future__ import annotations

import argparse
import importlib
import json
import os
import re
import subprocess
import sys
import tempfile
import tomllib
import warnings
from collections.abc import Callable, Iterable, Sequence
from fnmatch import fnmatchcase
from functools import cache, partial
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

PAGES = ("README.md", *(f"docs/{page.name}" for page in sorted((ROOT / "docs").glob("*.md"))))
FIGURES = ROOT / "docs" / "figures"
BLOCK = re.compile(r"(<!-- generated: (?P<name>[^>\n]{1,80}) -->\n).*?(<!-- end -->)", re.DOTALL)
QUESTIONS = {
    "vitamin-d": "Does vitamin D prevent severe COVID-19?",
    "aspirin": "Does aspirin reduce heart attack risk?",
}
COMMANDS = (
    "ask",
    "explain",
    "questions",
    "show",
    "export",
    "import",
    "import-edges",
    "serve",
    "key",
    "near",
    "review",
    "alias",
    "remove",
    "retract",
    "refresh",
    "status",
    "doctor",
    "sources",
    "sql",
    "db",
    "dev",
)


# The command line


def commands() -> dict[str, Any]:
    """Every command by what a person types, groups before their commands."""
    import click

    from cli.main import cli

    context = click.Context(cli, info_name="aitia")
    found: dict[str, Any] = {"aitia": cli}
    for name in cli.list_commands(context):
        command = cli.get_command(context, name)
        found[f"aitia {name}"] = command
        if isinstance(command, click.Group):
            found.update({f"aitia {name} {sub}": command.commands[sub] for sub in command.commands})
    return found


def help_of(name: str) -> str:
    """The help of a command and of the commands under it, 88 characters wide."""
    import click

    wanted = "aitia" if name == "aitia" else f"aitia {name}"
    parts = []
    for typed, command in commands().items():
        if typed == wanted or (wanted != "aitia" and typed.startswith(f"{wanted} ")):
            context = click.Context(command, info_name=typed, terminal_width=88, max_content_width=88)
            context.help_option_names = ["-h", "--help"]
            parts.append(f"$ {typed} --help\n{command.get_help(context)}")
    return _fenced("\n\n".join(parts))


# Answers of the demonstration


def answer(name: str) -> str:
    """The beginning of the answer to a demonstration question: up to the first list of sources."""
    text = answers()[QUESTIONS[name]]
    kept = []
    for section in re.split(r"(?m)^(?=## )", text):
        title = section.partition("\n")[0]
        if title in ("## Studies", "## Other outcomes", "## Limitations", "## Certainty, step by step"):
            continue
        kept.append(_first_source(section) if title == "## Sources" else section)
    left_out = "studies, steps of the grade, other outcomes, limitations and most sources are left out"
    return _fenced("".join(kept).rstrip() + f"\n\n[extract: {left_out}]")


def _first_source(section: str) -> str:
    sources = re.split(r"(?m)^(?=\d+\. )", section)
    return "".join(sources[:2]) + f"[… and {max(0, len(sources) - 2)} more sources]\n"


@cache
def answers() -> dict[str, str]:
    """What `aitia ask` prints for the demonstration questions, in a new data home that is removed again."""
    program = [sys.executable, "-m", "cli.main"]
    with tempfile.TemporaryDirectory(prefix="aitia-docs-") as home:
        Path(home).chmod(0o755)
        outside = {
            k: v for k, v in os.environ.items() if not k.startswith("AITIA_") or k == "AITIA_CACHE_HOME"
        }
        environment = {**outside, "AITIA_DATA_HOME": home}

        def run(*words: str) -> str:
            done = subprocess.run(
                [*program, *words], cwd=ROOT, env=environment, text=True, capture_output=True, check=True
            )
            return done.stdout

        try:
            return {question: run("ask", "--quiet", question) for question in QUESTIONS.values()}
        finally:
            run("db", "stop")


# Settings


def settings_table() -> str:
    """One table for each group of `scripts/docs_settings.toml`, defaults from the code."""
    from resources.settings import Settings

    fields = Settings.model_fields
    parts = []
    for group in tomllib.loads(_read("scripts/docs_settings.toml")).values():
        rows = [
            (f"`{variable(name)}`", _default(name, fields[name]), meaning)
            for name, meaning in group["settings"].items()
            if name in fields
        ]
        parts.append(f"### {group['title']}\n\n" + _table(("variable", "default", "meaning"), rows))
    return "\n\n".join(parts)


def described_settings() -> set[str]:
    """The settings that `scripts/docs_settings.toml` explains."""
    groups = tomllib.loads(_read("scripts/docs_settings.toml")).values()
    return {name for group in groups for name in group["settings"]}


def variable(name: str) -> str:
    """The environment variable of a setting."""
    return f"AITIA_{name.upper()}"


def _default(name: str, field: Any) -> str:
    if name in ("data_home", "cache_home"):
        return "the user's data home" if name == "data_home" else "the user's cache"
    value = field.get_default(call_default_factory=True)
    if value in (None, (), {}, ""):
        return "not set"
    if isinstance(value, bool):
        return "`true`" if value else "`false`"
    return f"`{','.join(value)}`" if isinstance(value, tuple) else f"`{value}`"


# Assets, checks, automation


@cache
def definitions() -> Any:
    """The project's definitions, as Dagster loads them."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return importlib.import_module("definitions")


def assets_table() -> str:
    """Every asset with its group, what it follows, what it does and the checks on it."""
    from validators.suites import SUITES

    rows = []
    for asset in definitions().ASSETS:
        spec = next(iter(asset.specs))
        after = ", ".join(f"`{dep.asset_key.to_user_string()}`" for dep in spec.deps)
        name = spec.key.to_user_string()
        checks = ", ".join(f"`{suite.name}`" for suite in SUITES if suite.asset == name)
        rows.append((f"`{name}`", spec.group_name or "", after, _line(spec.description), checks))
    return _table(("asset", "group", "after", "what it does", "checks"), rows)


def checks_table() -> str:
    """Every suite with its promise."""
    from validators.suites import SUITES

    rows = [(f"`{s.name}`", f"`{s.asset}`", s.promise, "yes" if s.blocking else "no") for s in SUITES]
    return _table(("check", "on", "promise", "blocks the run"), rows)


def automation_table() -> str:
    """The schedule and the sensors."""
    from assets.automation.sensors import SCHEDULES, SENSORS

    rows = [(f"`{s.name}`", f"schedule, `{s.cron_schedule}` UTC", _docstring(s)) for s in SCHEDULES]
    rows += [(f"`{s.name}`", f"sensor, every {s.minimum_interval_seconds} s", _docstring(s)) for s in SENSORS]
    return _table(("name", "when", "what it does"), rows)


def _docstring(automation: Any) -> str:
    """The docstring of the function behind a schedule or sensor, which Dagster wraps."""
    module = _read("assets/automation/sensors.py")
    found = re.search(rf'def {automation.name}\(.*?"""(.*?)"""', module, re.DOTALL)
    return _line(found.group(1) if found else automation.description)


# Rules, sources, store


def validators_table() -> str:
    """Every rule in the order in which it is asked."""
    from validators.catalogue import CATALOGUE

    return _table(("rule", "what must hold"), [(f"`{name}`", text) for name, text in CATALOGUE.items()])


def sources_table() -> str:
    """The live services, with the addresses that are asked and the filters that a plan may send."""
    from resources.sources import catalogue

    rows = []
    for name, kind in catalogue._SERVICES.items():
        module = importlib.import_module(kind.__module__)
        filters = ", ".join(f"`{item}`" for item in sorted(module.FILTERS))
        rows.append((f"`{name}`", f"`{module.BASE_URL}`", filters))
    return _table(("source", "address", "filters"), rows)


def tables_table() -> str:
    """Every table of the store with the first sentence of its class."""
    from sqlmodel import SQLModel

    importlib.import_module("resources.store.tables")
    classes = [m.class_ for m in SQLModel._sa_registry.mappers]
    found = [(c.__tablename__, c.__doc__) for c in classes if c.__module__.startswith("resources.store")]
    rows = [(f"`{table}`", _line(doc)) for table, doc in sorted(found)]
    return _table(("table", "one row is"), rows)


def sql_table(folder: str) -> str:
    """The .sql files of a folder, each with its first comment."""
    rows = []
    for file in sorted((ROOT / "sql" / folder).glob("*.sql")):
        says = file.read_text(encoding="utf-8").splitlines()[0].removeprefix("--").strip()
        link = f"[`{file.stem}`](../sql/{folder}/{file.name})"
        rows.append((link, says))
    return _table(("view" if folder == "views" else "query", "what it shows"), rows)


# Figures


def figures_table(every: bool) -> str:
    """The figures in docs/figures beside the commands that wrote them; in the README chosen ones only."""
    parts, missing = [], []
    for figure in tomllib.loads(_read("scripts/docs_figures.toml"))["figure"]:
        file = FIGURES / f"{figure['name']}.json"
        if not file.is_file():
            missing.append(figure["name"])
            continue
        rows = json.loads(file.read_text(encoding="utf-8"))
        chosen = rows if every else [row for row in rows if _chosen(row["measure"], figure["readme"])]
        if chosen:
            heading = f"**{figure['title']}**: `{figure['command']}`"
            parts.append(f"{heading}\n\n" + _table(_HEADINGS, [_figure_row(row) for row in chosen]))
    if missing:
        parts.append(f"Not measured yet for this version: {', '.join(missing)}.")
    return "\n\n".join(parts)


def measure(names: Sequence[str]) -> None:
    """Run the benchmarks of those names (all without one), each writing its figures into docs/figures."""
    figures = {
        figure["name"]: figure for figure in tomllib.loads(_read("scripts/docs_figures.toml"))["figure"]
    }
    if unknown := sorted(set(names) - set(figures)):
        raise SystemExit(f"no benchmark is called {', '.join(unknown)}; known: {', '.join(figures)}")
    FIGURES.mkdir(exist_ok=True)
    data = os.environ.get("AITIA_SHARED", str(ROOT.parent / "shared"))
    for name in names or figures:
        words = figures[name]["command"].replace("$AITIA_SHARED", data).split()
        print(f"== {name}", flush=True)
        command = [sys.executable, *words[1:], "--json", str(FIGURES / f"{name}.json")]
        subprocess.run(command, cwd=ROOT, check=True)


def _chosen(name: str, patterns: Sequence[str]) -> bool:
    return any(fnmatchcase(name, pattern) for pattern in patterns)


_HEADINGS = ("measure", "value", "n", "95% interval", "constant baseline")


def _figure_row(row: dict[str, Any]) -> tuple[str, ...]:
    low, high = row.get("ci") or (None, None)
    interval = "" if low is None or high is None else f"{_number(low)} to {_number(high)}"
    return (row["measure"], _number(row["value"]), str(row["n"]), interval, _number(row.get("baseline")))


def _number(value: float | None) -> str:
    return "" if value is None else f"{value:.3g}" if abs(value) < 1000 else f"{value:,.0f}"


# Markdown


def _table(headings: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = ["| " + " | ".join(headings) + " |", "|" + "---|" * len(headings)]
    return "\n".join(lines + ["| " + " | ".join(c.replace("|", "\\|") for c in row) + " |" for row in rows])


def _fenced(text: str) -> str:
    return f"```text\n{text.rstrip()}\n```"


def _line(text: str | None) -> str:
    """The first paragraph of a docstring on one line."""
    return " ".join((text or "").strip().split("\n\n")[0].split())


def _read(path: str) -> str:
    return (ROOT / path).read_text(encoding="utf-8")


BLOCKS: dict[str, Callable[[], str]] = {
    **{f"help {name}": partial(help_of, name) for name in ("aitia", *COMMANDS)},
    **{f"ask {name}": partial(answer, name) for name in QUESTIONS},
    "settings": settings_table,
    "assets": assets_table,
    "checks": checks_table,
    "automation": automation_table,
    "validators": validators_table,
    "sources": sources_table,
    "tables": tables_table,
    "views": lambda: sql_table("views"),
    "queries": lambda: sql_table("queries"),
    "figures": lambda: figures_table(every=False),
    "all figures": lambda: figures_table(every=True),
}


def refreshed(text: str, quick: bool) -> str:
    """A page with every generated block anew; raises SystemExit for a block that nothing generates."""

    def replace(match: re.Match[str]) -> str:
        name = match["name"]
        if name not in BLOCKS:
            raise SystemExit(f"nothing generates the block {name!r}; known: {', '.join(BLOCKS)}")
        if quick and name.startswith("ask "):
            return match[0]
        return f"{match[1]}{BLOCKS[name]()}\n{match[3]}"

    return BLOCK.sub(replace, text)


def main() -> None:
    """Rewrite the pages, or with --check say which are out of date."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--quick", action="store_true", help="leave the answers of the demonstration as they are"
    )
    parser.add_argument(
        "--check", action="store_true", help="write nothing; fail where a page is out of date"
    )
    parser.add_argument(
        "--measure", nargs="*", metavar="NAME", help="run these benchmarks first, or all of them"
    )
    chosen = parser.parse_args()
    if chosen.measure is not None:
        measure(chosen.measure)
    stale = []
    for page in PAGES:
        old = _read(page)
        new = refreshed(old, chosen.quick)
        if new != old:
            stale.append(page)
            if not chosen.check:
                (ROOT / page).write_text(new, encoding="utf-8")
    print(f"out of date: {', '.join(stale)}" if stale else "every generated block is up to date")
    sys.exit(bool(stale and chosen.check))


if __name__ == "__main__":
    main()
