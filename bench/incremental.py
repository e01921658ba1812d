"""Incremental equals rebuilt: `python -m bench.incremental [--sequences 500] [--steps 8] [--papers 10000]`.

Random sequences (Hypothesis, stateful) of papers added, altered, taken out, retracted and removed, edges
reviewed, names linked and parted, and rules changed, over papers with abbreviations, registrations and shared
trials. After each sequence all that counts is compared with a store that only ever saw how it ended. Before
that: what one paper more costs in a store of 100 papers and in a large one.
"""

from __future__ import annotations

import argparse
import json
import statistics
import tempfile
import time
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    precondition,
    rule,
    run_state_machine_as_test,
)
from sqlalchemy import text

from aitia.question import Question, read_question
from assets.steps.order import run_steps
from assets.steps.removal import remove_subject, restore_subject
from assets.steps.search_plan import RoundConfig
from bench.report import Measure, emit
from bench.store_scale import fill
from resources.settings import get_settings
from resources.store.aliases import add_alias, revoke_alias
from resources.store.reading import put_in_force
from resources.store.reviews import save_review
from resources.workbench import Workbench, open_workbench

QUESTION = "Does zeltamine reduce stroke risk?"
STATE = {
    "relations": "SELECT relation_key, fingerprint, payload FROM current_relations ORDER BY 1",
    "verdict": "SELECT conclusion, certainty, direction, point, low, high, fingerprint FROM current_verdicts",
    "gate": "SELECT paper_id, decision, reason FROM question_papers ORDER BY 1",
    "edges": """SELECT e.id, e.confidence, e.by_person FROM standing_edges e
                JOIN question_extractions USING (extraction_id) ORDER BY 1""",
    # What a person says of two names gives a link another id and reason each time, and hides the rules' own.
    "aliases": """SELECT node_a, node_b, tier, CASE WHEN tier <> 'person' THEN similarity END AS similarity
                  FROM current_aliases WHERE active ORDER BY 1, 2""",
    "studies": """SELECT s.paper_id, s.study_id, s.method, s.reason FROM current_studies s
                  WHERE s.paper_id IN (SELECT paper_id FROM question_extractions) ORDER BY 1""",
    "insights": """SELECT kind, score, text, why, path FROM insights i
                   WHERE fingerprint = (SELECT changed ->> 'insights' FROM rounds r
                   WHERE r.question_id = i.question_id ORDER BY round_no DESC LIMIT 1) ORDER BY rank""",
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


@dataclass
class Site:
    """One database and one folder of papers, asked step by step."""

    bench: Workbench
    folder: Path
    question: Question = field(default_factory=lambda: read_question(QUESTION))

    def ask(self, papers: dict[int, Paper]) -> None:
        """Write the papers and run every step."""
        self.folder.mkdir(parents=True, exist_ok=True)
        lines = "".join(json.dumps(papers[number]) + "\n" for number in sorted(papers))
        (self.folder / "papers.jsonl").write_text(lines, encoding="utf-8")
        config = RoundConfig(documents=[str(self.folder)])
        run_steps(self.bench, self.question, config, f"run_{uuid.uuid4().hex}")

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


MakeSite = Callable[[], Site]


@contextmanager
def sites(root: Path, server: Any, embedder: Any) -> Iterator[MakeSite]:
    """A maker of sites on `server`, each with a database of its own from the template `template_aitia`."""
    opened: list[tuple[str, Any]] = []

    def make() -> Site:
        name = f"site_{uuid.uuid4().hex[:12]}"
        server.ensure_database(name, template="template_aitia")
        place = get_settings(database_url=server.url(name), data_home=root / name, sources=("demonstration",))
        context = open_workbench(place)
        bench = context.__enter__()
        opened.append((name, context))
        bench.__dict__["embedder"] = embedder
        return Site(bench, root / name / "papers")

    yield make
    for name, context in opened:
        context.__exit__(None, None, None)
        server.drop_database(name)


def machine(make: MakeSite) -> type[RuleBasedStateMachine]:
    """The state machine over sites that `make` makes."""

    class Incremental(RuleBasedStateMachine):
        """What is done to one store, and what a clean build needs to know of it."""

        def __init__(self) -> None:
            super().__init__()
            self.papers: dict[int, Paper] = {}
            self.retracted: set[int] = set()
            self.removed: set[int] = set()
            self.rejected: set[int] = set()
            self.linked = False

        @initialize(first=st.sets(st.integers(0, 7), min_size=2, max_size=4))
        def begin(self, first: set[int]) -> None:
            self.site = make()
            self.papers = {number: trial(number) for number in first}
            self.seen = set(first)
            self.site.ask(self.papers)

        def done(self) -> None:
            self.site.ask(self.papers)

        @rule(number=st.integers(0, 7))
        def add(self, number: int) -> None:
            self.papers[number] = trial(number)
            self.seen.add(number)
            self.done()

        @rule(number=st.integers(0, 7))
        def alter(self, number: int) -> None:
            if number in self.papers and number not in self.rejected:
                self.papers[number] = trial(number, altered=True)
                self.done()

        @rule(number=st.integers(0, 7))
        def take_out(self, number: int) -> None:
            if len(self.papers) > 1 and number in self.papers:
                del self.papers[number]
                self.done()

        @rule(number=st.integers(0, 7))
        def retract_or_restore(self, number: int) -> None:
            if number in self.seen:
                self.retracted ^= {number}
                retract(self.site, number, number in self.retracted)
                self.done()

        @rule(number=st.integers(0, 7))
        def remove_or_restore(self, number: int) -> None:
            if number in self.seen:
                self.removed ^= {number}
                do = remove_subject if number in self.removed else restore_subject
                do(self.site.bench, "paper", paper_id(number), "a machine", "")
                self.done()

        @rule(number=st.integers(0, 7))
        def reject_or_undo(self, number: int) -> None:
            if number in self.papers and self.papers[number] == trial(number):
                self.rejected ^= {number}
                review(self.site, number, "reject" if number in self.rejected else "undo")
                self.done()

        @rule()
        def link_or_part(self) -> None:
            if alias(self.site, self.linked):
                self.linked = not self.linked
                self.done()

        @precondition(lambda self: bool(self.papers))
        @rule()
        def change_rules(self) -> None:
            with self.site.bench.store.session() as session:
                put_in_force(session, f"other {uuid.uuid4().hex[:8]}", "run")
            self.done()

        def teardown(self) -> None:
            if not self.papers:
                return
            clean = make()
            # Decisions are on what is stored: all that was ever seen is read, then only what stands.
            clean.ask({n: self.papers.get(n, trial(n)) for n in self.seen})
            for number in sorted(self.retracted):
                retract(clean, number, True)
            for number in sorted(self.rejected):
                review(clean, number, "reject")
            for number in sorted(self.removed):
                remove_subject(clean.bench, "paper", paper_id(number), "a machine", "")
            if self.linked:
                alias(clean, False)
            clean.ask(self.papers)
            found, expected = self.site.state(), clean.state()
            differ = [part for part in expected if found[part] != expected[part]]
            assert not differ, f"{', '.join(differ)} differ from a clean build"

    return Incremental


def paper_id(number: int) -> str:
    """The id of a paper in the store."""
    return f"pmid:{trial(number)['pmid']}"


def retract(site: Site, number: int, gone: bool) -> None:
    """Note that a paper is retracted, or not."""
    status = "retracted" if gone else "none"
    site.rows("UPDATE papers SET retraction_status = :s WHERE paper_id = :p", s=status, p=paper_id(number))


def review(site: Site, number: int, decision: str) -> None:
    """Decide on the edges of a paper."""
    found = site.rows(
        "SELECT e.id, r.decision FROM edges e JOIN passages p USING (passage_id) LEFT JOIN standing_reviews r"
        " ON r.subject_type = 'edge' AND r.subject_id = e.id WHERE p.paper_id = :p ORDER BY e.id",
        p=paper_id(number),
    )
    with site.bench.store.session() as session:
        for row in found:
            if decision == "reject" or row["decision"] == "reject":
                save_review(session, "edge", row["id"], decision, "a machine", "")


def alias(site: Site, linked: bool) -> bool:
    """Link two names by hand, or part them; False where one of them is not stored."""
    named = site.rows("SELECT id FROM nodes WHERE canonical_name IN ('stroke', 'af') AND type = 'Outcome'")
    if len(named) < 2:
        return False
    with site.bench.store.session() as session:
        (revoke_alias if linked else add_alias)(session, "stroke", "AF", "a machine", "")
    return True


def run(make: MakeSite, sequences: int, steps: int, seeded: bool = True) -> None:
    """Run that many sequences. Raises AssertionError with a sequence that ends otherwise."""
    profile = settings(
        max_examples=sequences,
        stateful_step_count=steps,
        deadline=None,
        derandomize=seeded,
        database=None,
        phases=[Phase.generate],  # a sequence takes minutes: it is told as drawn, not made shorter first
        suppress_health_check=list(HealthCheck),
    )
    run_state_machine_as_test(machine(make), settings=profile)


def growth_measures(make: MakeSite, sizes: tuple[int, int], added: int = 7) -> list[Measure]:
    """What one paper more costs a question in a small and in a large store, in the same run.

    Seconds are medians over `added` papers, taken in turn in both stores, without Dagster.
    """
    stores: list[tuple[Site, dict[int, Paper], list[float]]] = []
    for size in sizes:
        site = make()
        with site.bench.store.session() as session:
            fill(session, size, max(1, size // 100))
        site.rows("ANALYZE")
        papers = {number: trial(number) for number in range(6)}
        site.ask(papers)
        stores.append((site, papers, []))
    for number in range(6, 6 + added):
        for site, papers, spent in stores:
            papers[number] = trial(number)
            begin = time.perf_counter()
            site.ask(papers)
            spent.append(time.perf_counter() - begin)
    small, large = (statistics.median(spent) for _, _, spent in stores)
    return [
        Measure(f"one paper more among {sizes[0]} papers: seconds", round(small, 3), added),
        Measure(f"one paper more among {sizes[1]} papers: seconds", round(large, 3), added),
        Measure("the large store's cost by the small one's", round(large / small, 3), added),
    ]


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sequences", type=int, default=500)
    parser.add_argument("--steps", type=int, default=8)
    parser.add_argument("--papers", type=int, default=10_000, help="of the large store")
    parser.add_argument("--json", type=Path)
    given = parser.parse_args()
    from bench.graph import template_server
    from resources.embedders.catalogue import make_embedder

    begin = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="aitia-bench-", ignore_cleanup_errors=True) as folder:
        Path(folder).chmod(0o755)
        embedder = make_embedder(get_settings())
        with template_server(Path(folder)) as server, sites(Path(folder), server, embedder) as make:
            grown = growth_measures(make, (100, given.papers))
            run(make, given.sequences, given.steps)
    emit(
        [
            *grown,
            Measure("sequences whose end differs from a clean build", 0.0, given.sequences),
            Measure("seconds", round(time.monotonic() - begin, 1), given.sequences),
        ],
        given.json,
        f"incremental equals rebuilt, up to {given.steps} steps a sequence",
    )


if __name__ == "__main__":
    main()
