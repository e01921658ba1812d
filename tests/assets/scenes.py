"""A small question of its own with papers written for the tests, and a world to change step by step."""

from __future__ import annotations

import json
import shutil
import uuid
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from aitia.question import Question
    from assets.steps.step import StepReport
    from resources.embedders.base import Embedder
    from resources.store.server import EmbeddedServer
    from resources.workbench import Workbench

Paper = dict[str, Any]
QUESTION = "Does zeltamine reduce stroke risk?"


def trial(number: int, ratio: str, interval: str, people: int, more: str = "") -> Paper:
    """A trial of an invented drug; every figure is made up."""
    return {
        "pmid": str(91000000 + number),
        "title": f"Zeltamine for the prevention of stroke: randomised trial number {number}",
        "abstract": (
            f"Background: Stroke is common. Methods: We randomly assigned {people} adults to zeltamine or "
            "placebo and followed them for two years. Results: Zeltamine reduced the risk of stroke compared "
            f"with placebo (RR {ratio}, 95% CI {interval}). {more}"
            "Conclusions: Zeltamine reduced stroke in adults."
        ),
        "publication_types": ["Randomized Controlled Trial"],
        "year": 2010 + number,
    }


BLEEDING = "Zeltamine increased major bleeding compared with placebo (RR 1.52, 95% CI 1.10 to 2.10). "
FIRST = trial(1, "0.70", "0.55 to 0.89", 4000)
SECOND = trial(2, "0.78", "0.62 to 0.98", 3600)
THIRD = trial(3, "0.74", "0.58 to 0.94", 5200, BLEEDING)
FOURTH = trial(4, "0.81", "0.66 to 0.99", 6100)
COHORT: Paper = {
    "pmid": "91000011",
    "title": "Zeltamine use and stroke in a cohort of older adults",
    "abstract": (
        "Background: Observational data on zeltamine are scarce. Methods: In this prospective cohort study "
        "we followed 12000 adults for five years. Results: Zeltamine use was associated with a lower risk of "
        "stroke (HR 0.66, 95% CI 0.54 to 0.81). Conclusions: Zeltamine use was associated with fewer strokes."
    ),
    "publication_types": ["Observational Study"],
    "year": 2016,
}
HARM: Paper = {
    "pmid": "91000012",
    "title": "Zeltamine and major bleeding: a randomised trial",
    "abstract": (
        "Methods: We randomly assigned 2100 adults to zeltamine or placebo. Results: Zeltamine increased the "
        "risk of major bleeding compared with placebo (RR 1.40, 95% CI 1.05 to 1.87). Conclusions: Zeltamine "
        "increased major bleeding."
    ),
    "publication_types": ["Randomized Controlled Trial"],
    "year": 2019,
}
OFF_TOPIC: Paper = {
    "pmid": "91000013",
    "title": "Growth of barley under blue light",
    "abstract": (
        "Background: Barley is a cereal. Methods: We grew barley under blue light. Results: Blue light "
        "increased leaf area by 12%. Conclusions: Light matters for barley."
    ),
    "publication_types": ["Journal Article"],
    "year": 2015,
}
PAPERS = (FIRST, SECOND, THIRD, COHORT, HARM, OFF_TOPIC)


def write_papers(folder: Path, papers: Sequence[Paper]) -> None:
    """The whole folder is one JSONL file with these papers, in this order."""
    folder.mkdir(parents=True, exist_ok=True)
    lines = "".join(json.dumps(paper, ensure_ascii=False) + "\n" for paper in papers)
    (folder / "papers.jsonl").write_text(lines, encoding="utf-8")


@dataclass
class World:
    """One database, one folder of papers and one question, asked step by step without Dagster."""

    bench: Workbench
    folder: Path
    question: Question
    asked: int = field(default=0)
    paths: str = field(default="")

    def write(self, *papers: Paper) -> None:
        write_papers(self.folder, papers)

    def ask(self, question: Question | None = None) -> dict[str, StepReport]:
        from assets.steps.order import run_steps
        from assets.steps.search_plan import RoundConfig

        self.asked += 1
        config = RoundConfig(documents=[str(self.folder)])
        reports = run_steps(self.bench, question or self.question, config, f"run-{self.asked}")
        self.paths = reports["insights"].tables.get("paths", "")
        return reports

    def sql(self, statement: str, **values: object) -> list[dict[str, Any]]:
        """Run one statement as a person would in psql; rows as dictionaries."""
        from sqlalchemy import CursorResult, text

        with self.bench.store.session() as session:
            result = session.execute(text(statement), values)
            assert isinstance(result, CursorResult)
            return [dict(row) for row in result.mappings()] if result.returns_rows else []

    def value(self, statement: str, **values: object) -> Any:
        """The single value of a query."""
        return next(iter(self.sql(statement, **values)[0].values()))

    def rows(self) -> dict[str, int]:
        """How many rows each table holds."""
        return {name: len(rows) for name, rows in self.tables().items()}

    def tables(self) -> dict[str, list[dict[str, Any]]]:
        """Every table's rows."""
        from sqlalchemy import select
        from sqlmodel import SQLModel

        import resources.store.tables  # noqa: F401

        with self.bench.store.session() as session:
            return {
                name: [dict(row) for row in session.execute(select(table)).mappings()]
                for name, table in SQLModel.metadata.tables.items()
            }

    def fingerprints(self) -> dict[str, str]:
        """Relation key to fingerprint, of the relations that stand."""
        found = self.sql(
            "SELECT relation_key, fingerprint FROM current_relations WHERE question_id = :q",
            q=self.question.question_id,
        )
        return {row["relation_key"]: row["fingerprint"] for row in found}

    def verdict(self) -> dict[str, Any]:
        """The verdict that stands."""
        (row,) = self.sql(
            "SELECT * FROM current_verdicts WHERE question_id = :q", q=self.question.question_id
        )
        return row

    def touched(self) -> bool:
        """Whether the change log holds something new under the question's verdict."""
        from resources.store.changes import is_touched

        with self.bench.store.session() as session:
            return is_touched(session, self.question.question_id)

    def retract(self, paper: Paper, status: str = "retracted") -> None:
        self.sql(
            "UPDATE papers SET retraction_status = :status WHERE pmid = :pmid",
            status=status,
            pmid=paper["pmid"],
        )

    def review(self, kind: str, subject: str, decision: str, supersedes: str | None = None) -> str:
        """A person's review, written in SQL; returns its id."""
        number = self.value("SELECT count(*) FROM reviews")
        review_id = f"review_{number + 1}"
        self.sql(
            "INSERT INTO reviews (review_id, subject_type, subject_id, decision, reviewer, note, supersedes)"
            " VALUES (:id, :kind, :subject, :decision, 'a person', 'for the test', :supersedes)",
            id=review_id,
            kind=kind,
            subject=subject,
            decision=decision,
            supersedes=supersedes,
        )
        return review_id

    def edges_of(self, paper: Paper) -> list[str]:
        """Ids of the edges that quote the paper."""
        found = self.sql(
            "SELECT id FROM edges WHERE provenance->'meta'->>'source_paper_id' = :paper ORDER BY id",
            paper=f"pmid:{paper['pmid']}",
        )
        return [row["id"] for row in found]

    def state(self) -> Mapping[str, object]:
        """What the question stands at: everything but versions, moments and run ids."""
        relations = self.sql(
            "SELECT relation_key, fingerprint, payload FROM current_relations"
            " WHERE question_id = :q ORDER BY relation_key",
            q=self.question.question_id,
        )
        verdict = self.verdict()
        payload = {k: v for k, v in verdict["payload"].items() if k not in ("version", "changes")}
        return {
            "relations": relations,
            "verdict": payload,
            "fingerprint": verdict["fingerprint"],
            "conclusion": verdict["conclusion"],
            "certainty": verdict["certainty"],
            "paths": self.paths,
            "gate": self.sql(
                "SELECT paper_id, decision, reason FROM question_papers WHERE question_id = :q"
                " ORDER BY paper_id",
                q=self.question.question_id,
            ),
        }


@contextmanager
def worlds(server: EmbeddedServer, embedder: Embedder, root: Path) -> Iterator[Callable[..., World]]:
    """A maker of worlds, each with a database of its own below `root`; all are dropped at the end."""
    from aitia.question import read_question
    from resources.settings import get_settings
    from resources.workbench import open_workbench

    names: list[str] = []
    with ExitStack() as stack:

        def make(
            papers: Sequence[Paper] = PAPERS,
            question: str = QUESTION,
            template: str = "template_aitia",
            home: Path | None = None,
        ) -> World:
            name = f"world_{uuid.uuid4().hex[:12]}"
            server.ensure_database(name, template=template)
            names.append(name)
            folder = (home or root / name) / "papers"
            settings = get_settings(
                database_url=server.url(name), data_home=folder.parent, sources=("demonstration",)
            )
            if home is None:  # else its files stand as they were read, to the moment
                write_papers(folder, papers)
            bench = stack.enter_context(open_workbench(settings))
            bench.__dict__["embedder"] = embedder
            return World(bench, folder, read_question(question))

        yield make
    for name in names:
        server.drop_database(name)


@dataclass(frozen=True)
class Answered:
    """A world answered once, put away: its database to copy, its folder as it was, its reports' paths.

    A copy needs the folder at its own place, since the plan names it; one copy at a time, therefore.
    """

    database: str
    home: Path
    kept: Path
    paths: str

    @classmethod
    def of(cls, world: World) -> Answered:
        """Close an answered world and put it away."""
        address = world.bench.settings.database_url
        assert address is not None
        home = world.folder.parent
        world.bench.close()
        kept = home.with_name(f"{home.name}_kept")
        shutil.copytree(home, kept)
        return cls(address.get_secret_value().rpartition("/")[2], home, kept, world.paths)

    def copy(self, make: Callable[..., World]) -> World:
        """The world as it was when it was put away, in a database of its own."""
        shutil.rmtree(self.home)
        shutil.copytree(self.kept, self.home)
        made = make(template=self.database, home=self.home)
        made.asked, made.paths = 1, self.paths
        return made
