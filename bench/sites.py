"""Stores to put through random sequences, each with two questions and a folder of papers for each."""

from __future__ import annotations

import json
import shutil
import uuid
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np
from sqlalchemy import text

from aitia.question import Question, read_question
from assets.steps.order import AFTER_PLAN
from assets.steps.search_plan import RoundConfig, plan_round
from resources.calls.base import ReadingResult
from resources.engines.base import ReadingTask
from resources.engines.local import LocalEngine
from resources.settings import get_settings
from resources.store.changes import is_touched
from resources.workbench import Workbench, open_workbench

QUESTION = "Does zeltamine reduce stroke risk?"
OTHER = "Does atrial fibrillation increase stroke risk?"
_EMPTY = Path(__file__).with_name("empty_store.sql")
STATE = {
    "relations": """SELECT question_id, relation_key, fingerprint, payload FROM current_relations
                    ORDER BY 1, 2""",
    "verdict": """SELECT conclusion, certainty, direction, point, low, high, fingerprint
                  FROM current_verdicts ORDER BY question_id""",
    "gate": "SELECT question_id, paper_id, decision, reason FROM question_papers ORDER BY 1, 2",
    "edges": """SELECT e.id, e.confidence, e.by_person FROM standing_edges e
                JOIN question_extractions USING (extraction_id) ORDER BY 1""",
    # What a person says of two names gives a link another id and reason each time, and hides the rules' own.
    "aliases": """SELECT node_a, node_b, tier, CASE WHEN tier <> 'person' THEN similarity END AS similarity
                  FROM current_aliases WHERE active ORDER BY 1, 2""",
    "studies": """SELECT s.paper_id, s.study_id, s.method, s.reason FROM current_studies s
                  WHERE s.paper_id IN (SELECT paper_id FROM question_extractions) ORDER BY 1""",
    "insights": """SELECT kind, score, text, why, path FROM insights i
                   WHERE fingerprint = (SELECT changed ->> 'insights' FROM rounds r
                   WHERE r.question_id = i.question_id ORDER BY round_no DESC LIMIT 1)
                     AND NOT EXISTS (SELECT FROM removed_subjects gone
                                     WHERE gone.subject_type = 'question' AND gone.subject_id = i.question_id)
                   ORDER BY question_id, rank""",
}

Paper = dict[str, Any]


_HARMS = (
    "Zeltamine increased atrial fibrillation (AF) (RR 1.40, 95% CI 1.10 to 1.78). ",
    "Zeltamine increased AF (RR 1.31, 95% CI 1.05 to 1.63). ",
    "",
)


def trial(number: int, altered: bool = False) -> Paper:
    """An invented trial. Two reports share a registration each; some declare a short form, some use it."""
    low, high = 0.45 + number % 5 * 0.04 + 0.05 * altered, 0.82 + number % 4 * 0.03
    return {
        "pmid": str(93000000 + number),
        "title": f"Zeltamine for the prevention of stroke: randomised trial report {number}",
        "abstract": (
            f"Methods: We randomly assigned {1200 + 170 * (number // 2)} adults to zeltamine or placebo. "
            "Results: Zeltamine reduced the risk of stroke compared with placebo "
            f"(RR {(low * high) ** 0.5:.2f}, 95% CI {low:.2f} to {high:.2f}). {_HARMS[number % 3]}"
            "Conclusions: Zeltamine reduced stroke in adults. "
            f"Registered at ClinicalTrials.gov, NCT0{1000000 + number // 2}."
        ),
        "publication_types": ["Randomized Controlled Trial"],
        "year": 2005 + number,
    }


COHORTS: tuple[Paper, ...] = tuple(
    {
        "pmid": str(93500000 + number),
        "title": f"Atrial fibrillation and the risk of stroke: cohort number {number}",
        "abstract": (
            f"Methods: In this prospective cohort study we followed {9000 + 700 * number} adults. "
            f"Results: Atrial fibrillation (AF) increased the risk of stroke (HR {ratio}). "
            "Conclusions: Adults with atrial fibrillation had more strokes."
        ),
        "publication_types": ["Observational Study"],
        "year": 2010 + number,
    }
    for number, ratio in enumerate(("2.10, 95% CI 1.70 to 2.59", "1.80, 95% CI 1.40 to 2.31"))
)


@dataclass
class Site:
    """One database, two questions and a folder of papers for each, asked step by step."""

    bench: Workbench
    folder: Path
    question: Question = field(default_factory=lambda: read_question(QUESTION))
    other: Question = field(default_factory=lambda: read_question(OTHER))

    def ask(self, papers: dict[int, Paper]) -> None:
        """Write the papers of the first question and run its steps."""
        _write(self.folder / "papers", [papers[number] for number in sorted(papers)])
        self._run(self.question, self.folder / "papers")

    def ask_other(self) -> None:
        """Run the steps of the second question on its own papers, which never change."""
        _write(self.folder / "others", COHORTS)
        self._run(self.other, self.folder / "others")

    def touched(self, question: Question) -> bool:
        """Whether the change log says that the question must reason again."""
        with self.bench.store.session() as session:
            return is_touched(session, question.question_id)

    def _run(self, question: Question, folder: Path) -> None:
        """Every step but the report, which is no part of what counts."""
        run = f"run_{uuid.uuid4().hex}"
        plan_round(self.bench, question, RoundConfig(documents=[str(folder)]), run)
        for name, step in AFTER_PLAN.items():
            if name != "report" and step(self.bench, question, run).nothing_new:
                break

    def rows(self, statement: str, **values: object) -> list[dict[str, Any]]:
        """Rows of a statement."""
        with self.bench.store.session() as session:
            result: Any = session.execute(text(statement), values)
            return [dict(row) for row in result.mappings()] if result.returns_rows else []

    def state(self) -> dict[str, str]:
        """A hash of each part of what counts."""
        return {
            part: sha256(json.dumps(self.rows(query), sort_keys=True, default=str).encode()).hexdigest()
            for part, query in STATE.items()
        }


def _write(folder: Path, papers: Sequence[Paper]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    lines = "".join(json.dumps(paper) + "\n" for paper in papers)
    (folder / "papers.jsonl").write_text(lines, encoding="utf-8")


class _Remembering(LocalEngine):
    """The local engine; a text that it read before, in any store, is not read twice."""

    def __init__(self, models: Path) -> None:
        super().__init__(workers=1, models=models)
        self._known: dict[str, ReadingResult] = {}

    def _read_one(self, task: ReadingTask) -> ReadingResult:
        key = self.key(task)
        if key not in self._known:
            self._known[key] = super()._read_one(task)
        return self._known[key]


class _RememberingEmbedder:
    """An embedder; a text that it had before is not embedded twice."""

    def __init__(self, embedder: Any) -> None:
        self._embedder = embedder
        self._known: dict[str, Any] = {}

    def __getattr__(self, name: str) -> Any:
        return getattr(self._embedder, name)

    def embed(self, texts: Sequence[str]) -> Any:
        """Unit vectors of the texts, of shape (n, dimensions)."""
        new = sorted(set(texts) - self._known.keys())
        if new:
            self._known |= dict(zip(new, self._embedder.embed(new), strict=True))
        if not texts:
            return self._embedder.embed(texts)
        return np.stack([self._known[text] for text in texts])


class Sites:
    """Makes sites on a server, each with a database of its own; one that is given back is emptied.

    `remember`: texts are read and embedded once, however many stores meet them.
    """

    def __init__(self, root: Path, server: Any, embedder: Any, stack: ExitStack, remember: bool) -> None:
        self._root, self._server, self._stack = root, server, stack
        self._parts = {"embedder": _RememberingEmbedder(embedder) if remember else embedder}
        if remember:
            self._parts["engine"] = _Remembering(get_settings().cache_home / "models")
        self._free: list[Site] = []

    def __call__(self) -> Site:
        """An empty site."""
        if self._free:
            return self._free.pop()
        name = f"site_{uuid.uuid4().hex[:12]}"
        self._server.ensure_database(name, template="template_aitia")
        self._stack.callback(self._server.drop_database, name)
        place = get_settings(
            database_url=self._server.url(name), data_home=self._root / name, sources=("demonstration",)
        )
        bench = self._stack.enter_context(open_workbench(place))
        bench.__dict__.update(self._parts)
        return Site(bench, self._root / name)

    def give_back(self, site: Site) -> None:
        """Take a site that is no longer used."""
        site.rows(_EMPTY.read_text(encoding="utf-8"))
        for folder in ("papers", "others"):
            shutil.rmtree(site.folder / folder, ignore_errors=True)
        self._free.append(site)


@contextmanager
def sites(root: Path, server: Any, embedder: Any, remember: bool = True) -> Iterator[Sites]:
    """A maker of sites on `server`; their databases go at the end."""
    with ExitStack() as stack:
        yield Sites(root, server, embedder, stack, remember)
