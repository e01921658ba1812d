"""Regenerates what README.md and docs/ say of the code: `python scripts/refresh_docs.py`.

A generated block stands between `<!-- generated: NAME -->` and `<!-- end -->`.
`--check` writes nothing and fails where a block is out of date. The blocks of answers (`ask …`) run the
demonstration questions in a data home of their own; `--quick` leaves those as they stand.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from scripts.docs_blocks.answers import QUESTIONS, answer
from scripts.docs_blocks.command_line import COMMANDS, help_of
from scripts.docs_blocks.dagster import assets_table, automation_table, checks_table
from scripts.docs_blocks.figures import figures_table, measure
from scripts.docs_blocks.markdown import ROOT, read
from scripts.docs_blocks.settings import settings_table
from scripts.docs_blocks.store import sources_table, sql_table, tables_table, validators_table

PAGES = ("README.md", *(f"docs/{page.name}" for page in sorted((ROOT / "docs").glob("*.md"))))
BLOCK = re.compile(r"(<!-- generated: (?P<name>[^>\n]{1,80}) -->\n).*?(<!-- end -->)", re.DOTALL)


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
        old = read(page)
        new = refreshed(old, chosen.quick)
        if new != old:
            stale.append(page)
            if not chosen.check:
                (ROOT / page).write_text(new, encoding="utf-8")
    print(f"out of date: {', '.join(stale)}" if stale else "every generated block is up to date")
    sys.exit(bool(stale and chosen.check))


if __name__ == "__main__":
    main()
