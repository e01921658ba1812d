"""Files edited at random: `python -m bench.edited_files [--edits 10000] [--histories 200] [--json PATH]`.

Lines are put in, taken out, moved, doubled, corrected and named; files are renamed, split and joined.
After every edit the papers that the store finds are those that stand in the files (none lost, none too many);
after every history what the question stands at equals a store that only ever saw the last files.
"""

from __future__ import annotations

import argparse
import json
import random
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sqlalchemy import text

from aitia.identity import resolve
from aitia.question import Question, read_question
from assets.steps.candidate_papers import collect_papers
from assets.steps.order import run_steps
from assets.steps.search_plan import RoundConfig, plan_round
from bench.report import Measure, emit
from resources.settings import get_settings
from resources.sources.documents import read_documents
from resources.store import papers as rows
from resources.workbench import Workbench, open_workbench

if TYPE_CHECKING:
    from resources.store.server import EmbeddedServer

Line = dict[str, Any]
QUESTION = "Does zeltamine reduce stroke risk?"
LINES = 8
EDITS_A_HISTORY = 4
_STATE = (
    "SELECT relation_key, fingerprint, payload FROM current_relations ORDER BY 1",
    "SELECT conclusion, certainty, direction, point, low, high, fingerprint FROM current_verdicts",
    "SELECT paper_id, decision, reason FROM question_papers ORDER BY 1",
    "SELECT p.paper_id, title, abstract, year, doi, pmid FROM papers p JOIN question_papers USING (paper_id)"
    " ORDER BY 1",
)


def trial(number: int) -> Line:
    """A trial of an invented drug; every figure is made up. Every third has no identifier."""
    low, high = 0.40 + number % 7 * 0.03, 0.80 + number % 9 * 0.02
    line: Line = {
        "title": f"Zeltamine for the prevention of stroke: randomised trial number {number}",
        "abstract": (
            f"Methods: We randomly assigned {900 + 131 * number} adults to zeltamine or placebo. "
            "Results: Zeltamine reduced the risk of stroke compared with placebo "
            f"(RR {(low * high) ** 0.5:.2f}, 95% CI {low:.2f} to {high:.2f}). "
            "Conclusions: Zeltamine reduced stroke in adults."
        ),
        "year": 1990 + number % 30,
        "publication_types": ["Randomized Controlled Trial"],
    }
    names: tuple[Line, ...] = ({"pmid": str(92000000 + number)}, {"doi": f"10.1234/zel.{number}"}, {})
    return line | names[number % 3]


@dataclass
class Shelf:
    """A folder of JSON-lines files and the edits made of it."""

    folder: Path
    files: dict[str, list[Line]]
    made: int = field(default=0)

    def write(self) -> None:
        """Bring the folder up to date."""
        shutil.rmtree(self.folder, ignore_errors=True)
        self.folder.mkdir(parents=True)
        for name, lines in self.files.items():
            content = "".join(json.dumps(line) + "\n" for line in lines)
            (self.folder / name).write_text(content, encoding="utf-8")

    def edit(self, chance: random.Random) -> str:
        """Make one edit; returns its name."""
        edits: list[Callable[[random.Random, str], None]] = [
            self.insert, self.insert, self.take_out, self.move, self.double, self.correct, self.date,
            self.name, self.rename, self.split, self.join,
        ]  # fmt: skip
        chosen = chance.choice(edits)
        chosen(chance, chance.choice(sorted(self.files)))
        self.files = {name: lines for name, lines in self.files.items() if lines}
        if not self.files:
            self.insert(chance, "new.jsonl")
        self.write()
        return chosen.__name__

    def insert(self, chance: random.Random, name: str) -> None:
        """Put a new paper somewhere, the top as likely as all the rest."""
        self.made += 1
        lines = self.files.setdefault(name, [])
        lines.insert(chance.choice([0, chance.randint(0, len(lines))]), trial(100 + self.made))

    def take_out(self, chance: random.Random, name: str) -> None:
        """Delete a line."""
        self.files[name].pop(chance.randrange(len(self.files[name])))

    def move(self, chance: random.Random, name: str) -> None:
        """Put a file's lines into another order."""
        chance.shuffle(self.files[name])

    def double(self, chance: random.Random, name: str) -> None:
        """Copy a line word for word into some file."""
        target = self.files[chance.choice(sorted(self.files))]
        target.insert(chance.randint(0, len(target)), dict(chance.choice(self.files[name])))

    def correct(self, chance: random.Random, name: str) -> None:
        """Correct a figure in an abstract, in every copy of the line."""
        line = chance.choice(self.files[name])
        people = str(chance.randint(700, 90000))
        first, _, rest = line["abstract"].partition("assigned ")
        self._everywhere(line, abstract=f"{first}assigned {people} {rest.partition(' ')[2]}")

    def date(self, chance: random.Random, name: str) -> None:
        """Correct a year."""
        self._everywhere(chance.choice(self.files[name]), year=chance.randint(1980, 2024))

    def name(self, chance: random.Random, name: str) -> None:
        """Give a paper an identifier, or another one."""
        self.made += 1
        self._everywhere(chance.choice(self.files[name]), doi=f"10.1234/late.{self.made}")

    def rename(self, chance: random.Random, name: str) -> None:
        """Give a file another name."""
        self.made += 1
        self.files[f"{chance.choice('abyz')}{self.made}.jsonl"] = self.files.pop(name)

    def split(self, chance: random.Random, name: str) -> None:
        """Make two files of one."""
        self.made += 1
        at = chance.randint(0, len(self.files[name]))
        self.files[f"{chance.choice('abyz')}{self.made}.jsonl"] = self.files[name][at:]
        self.files[name] = self.files[name][:at]

    def join(self, chance: random.Random, name: str) -> None:
        """Make one file of two."""
        other = chance.choice(sorted(self.files))
        if other != name:
            self.files[name] += self.files.pop(other)

    def _everywhere(self, line: Line, **values: object) -> None:
        old = dict(line)
        for lines in self.files.values():
            for held in lines:
                if held == old:
                    held.update(values)


@dataclass
class Asked:
    """One store that is asked one question of a folder."""

    bench: Workbench
    question: Question
    folder: Path
    embedder: Callable[[Workbench], Any]
    runs: int = field(default=0)

    def find(self) -> set[str]:
        """Search only; the candidates afterwards."""
        self.runs += 1
        plan_round(self.bench, self.question, RoundConfig(documents=[str(self.folder)]), f"run-{self.runs}")
        collect_papers(self.bench, self.question, f"run-{self.runs}")
        with self.bench.store.session() as session:
            return set(rows.candidate_ids(session, self.question.question_id))

    def answer(self) -> None:
        """All steps of a round."""
        self.runs += 1
        self.bench.__dict__["embedder"] = self.embedder(self.bench)
        run_steps(self.bench, self.question, RoundConfig(documents=[str(self.folder)]), f"run-{self.runs}")

    def state(self) -> list[list[dict[str, Any]]]:
        """What the question stands at: everything but versions, moments and run ids."""
        with self.bench.store.session() as session:
            return [[dict(row) for row in session.execute(text(query)).mappings()] for query in _STATE]


class Stores:
    """A server that hands out stores, each with a database of its own."""

    def __init__(self, server: EmbeddedServer, home: Path, template: str | None = None) -> None:
        self._server, self._home, self._template = server, home, template
        self._made = 0
        self._embedder: Any = None

    def _shared_embedder(self, bench: Workbench) -> Any:
        self._embedder = self._embedder or bench.embedder
        return self._embedder

    @contextmanager
    def asked(self, folder: Path) -> Iterator[Asked]:
        """A new store that will be asked of the folder."""
        self._made += 1
        name = f"edits_{self._made}"
        self._server.ensure_database(name, **({"template": self._template} if self._template else {}))
        settings = get_settings(
            database_url=self._server.url(name), data_home=self._home / name, sources=("demonstration",)
        )
        try:
            with open_workbench(settings) as bench:
                yield Asked(bench, read_question(QUESTION), folder, self._shared_embedder)
        finally:
            self._server.drop_database(name)


def standing(folder: Path) -> set[str]:
    """The papers that a first reading makes of the files."""
    return {str(paper.paper_id) for paper in resolve(read_documents([folder]).records).papers}


def lost_in_edits(stores: Stores, home: Path, edits: int, seed: int) -> tuple[int, int]:
    """(papers lost, papers too many) over edits of one folder, each followed by a search."""
    chance = random.Random(seed)
    shelf = Shelf(home / "shelf", {"papers.jsonl": [trial(n) for n in range(LINES)]})
    shelf.write()
    lost = added = 0
    with stores.asked(shelf.folder) as asked:
        asked.find()
        for _ in range(edits):
            shelf.edit(chance)
            found, wanted = asked.find(), standing(shelf.folder)
            lost += len(wanted - found)
            added += len(found - wanted)
            while sum(map(len, shelf.files.values())) > 2 * LINES:
                shelf.take_out(chance, chance.choice(sorted(shelf.files)))
                shelf.files = {name: lines for name, lines in shelf.files.items() if lines}
    return lost, added


def differs_from_fresh(stores: Stores, home: Path, edits: int, seed: int) -> list[str]:
    """The edits of one random history that ended elsewhere than a fresh store; empty when equal."""
    chance = random.Random(seed)
    shelf = Shelf(home / f"shelf-{seed}", {"papers.jsonl": [trial(n) for n in range(4)]})
    shelf.write()
    done = []
    with ExitStack() as stack:
        asked = stack.enter_context(stores.asked(shelf.folder))
        asked.answer()
        for _ in range(edits):
            done.append(shelf.edit(chance))
            asked.answer()
        fresh = stack.enter_context(stores.asked(shelf.folder))
        fresh.answer()
        return [] if asked.state() == fresh.state() else done


@contextmanager
def _stores() -> Iterator[tuple[Stores, Path]]:
    from resources.store.server import EmbeddedServer

    with tempfile.TemporaryDirectory(prefix="aitia-bench-", ignore_cleanup_errors=True) as folder:
        home = Path(folder)
        home.chmod(0o755)
        server = EmbeddedServer(home / "postgres", durable=False)
        server.start()
        try:
            yield Stores(server, home), home
        finally:
            server.stop()


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--edits", type=int, default=10_000)
    parser.add_argument("--histories", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    with _stores() as (stores, home):
        lost, added = lost_in_edits(stores, home, options.edits, options.seed)
        histories = range(options.seed, options.seed + options.histories)
        unequal = [seed for seed in histories if differs_from_fresh(stores, home, EDITS_A_HISTORY, seed)]
    for seed in unequal:
        print(f"history {seed} differs from a fresh store")
    emit(
        [
            Measure("papers lost by edits of files", lost, options.edits),
            Measure("papers found that stand in no file", added, options.edits),
            Measure("histories that differ from a fresh store", len(unequal), options.histories),
        ],
        options.json,
        "Edited files",
    )


if __name__ == "__main__":
    main()
