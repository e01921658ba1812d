"""The page shows conflicts as the table that the Markdown has: study, direction, what differs."""

from __future__ import annotations

import pytest

from aitia.evidence.relations import grade_relations
from aitia.model.scales import Direction
from aitia.report import render_page
from aitia.report.dossier import Dossier, Provenance
from aitia.report.explanation.evidence import conflicts_table
from aitia.verdict import Verdict, conclude
from tests.aitia.conftest import Make

UP = Direction.INCREASES
FROM = Provenance(engine="local 1", embedder="none", run_id="run", created_at="2026-01-01")


def section(page: str) -> str:
    """The part of the page on conflicts; empty where there is none."""
    _, _, rest = page.partition('<section aria-labelledby="conflicts">')
    return rest.partition("</section>")[0]


@pytest.fixture
def disagreeing(make: Make) -> Verdict:
    asked = make.question()
    claims = [
        make.claim("adams", (0.8, 0.7, 0.9), n=3000, population="men"),
        make.claim("brown", (1.3, 1.15, 1.5), n=3000, direction=UP, population="women"),
    ]
    return conclude(asked, grade_relations(asked, claims), [])


def test_each_study_of_a_conflict_is_a_row_with_what_differs(disagreeing: Verdict) -> None:
    assert disagreeing.conflict_table is not None
    shown = section(render_page(Dossier(verdict=disagreeing, verdict_id="v", provenance=FROM)))
    assert shown.count("<tr>") == 3, "a heading and two studies"
    heads = [part.split("</th>")[0] for part in shown.split('<th scope="col">')[1:]]
    assert heads == ["study", "finding", *disagreeing.conflict_table.axes, "sentences"]
    for study, finding in (("Adams 2020", "reduction"), ("Brown 2020", "increase")):
        (row,) = [line for line in shown.splitlines() if study in line]
        assert f'<td data-name="finding">{finding}</td>' in row
    markdown = conflicts_table(disagreeing)
    assert all(axis in markdown for axis in disagreeing.conflict_table.axes)


def test_without_a_conflict_there_is_no_section(make: Make) -> None:
    asked = make.question()
    verdict = conclude(asked, grade_relations(asked, [make.claim("adams", (0.8, 0.7, 0.9))]), [])
    assert section(render_page(Dossier(verdict=verdict, verdict_id="v", provenance=FROM))) == ""


def test_a_verdict_of_before_the_table_still_says_its_conflicts(disagreeing: Verdict) -> None:
    older = disagreeing.model_copy(update={"conflict_table": None})
    shown = section(render_page(Dossier(verdict=older, verdict_id="v", provenance=FROM)))
    assert "<table" not in shown
    assert (
        "1 study finds" in shown.replace("</a>", "").replace(' class="number"', "") or "study finds" in shown
    )
