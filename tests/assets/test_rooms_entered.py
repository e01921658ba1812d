"""What is worked out is read: paths stand in the report, and the reranker decides which papers are kept."""

from __future__ import annotations

import html
from pathlib import Path
from typing import TYPE_CHECKING

from tests.resources.test_rerankers import write_model

if TYPE_CHECKING:
    from tests.assets.scenes import World


def shown(world: World) -> str:
    folder = world.bench.settings.reports_home / world.question.question_id
    return html.unescape((folder / "report.html").read_text(encoding="utf-8"))


def test_a_path_of_more_than_one_step_is_shown_with_the_sentence_of_each_step(world: World) -> None:
    from assets.steps.report import write_report

    edges = world.sql("SELECT id, evidence FROM edges ORDER BY id LIMIT 2")
    world.sql(
        "INSERT INTO insights (insight_id, question_id, fingerprint, rank, score, text, path)"
        " VALUES ('path', :q, 'as it stands', 1, 0.5, 'Intervention zeltamine → clots → stroke',"
        " jsonb_build_array(CAST(:one AS text), CAST(:other AS text))),"
        " ('earlier', :q, 'as it stood', 1, 0.9, 'Intervention zeltamine → an earlier thought → stroke',"
        " jsonb_build_array(CAST(:one AS text), CAST(:other AS text)))",
        q=world.question.question_id,
        one=edges[0]["id"],
        other=edges[1]["id"],
    )
    assert "clots" not in shown(world)
    world.sql(
        """UPDATE rounds SET changed = changed || '{"insights": "as it stands"}', finished_at = now()"""
    )
    write_report(world.bench, world.question, "run-2")
    page = shown(world)
    assert "How it may come about" in page
    assert "zeltamine → clots → stroke" in page
    assert all(edge["evidence"] in page for edge in edges)
    assert "an earlier thought" not in page


def test_the_insights_that_stand_are_noted_with_the_round(world: World) -> None:
    noted = world.value("SELECT changed ->> 'insights' FROM rounds")
    stored = {row["fingerprint"] for row in world.sql("SELECT DISTINCT fingerprint FROM insights")}
    assert stored <= {noted}
    assert noted is not None


def test_the_papers_that_the_cross_encoder_puts_first_are_those_that_are_kept(
    world: World, tmp_path: Path
) -> None:
    """The tiny encoder scores a pair by its words, so the longest paper comes first."""
    from assets.steps.gated_papers import gate_papers

    kept = "SELECT paper_id FROM question_papers WHERE decision <> 'excluded' ORDER BY rank"
    before = [row["paper_id"] for row in world.sql(kept)]
    settings = world.bench.settings
    world.bench.settings = settings.model_copy(update={"gate_top_n": 1})
    gate_papers(world.bench, world.question, "run-2")
    (best,) = world.sql(kept)
    world.bench.settings = settings.model_copy(
        update={"gate_top_n": 1, "reranker_path": write_model(tmp_path)}
    )
    report = gate_papers(world.bench, world.question, "run-3")
    (first,) = world.sql(kept)
    lengths = world.sql(
        "SELECT paper_id FROM papers WHERE paper_id = ANY(:ids)"
        " ORDER BY cardinality(regexp_split_to_array(title || ' ' || abstract, '\\w+')) DESC",
        ids=before,
    )
    assert first["paper_id"] == lengths[0]["paper_id"] != best["paper_id"]
    assert str(report.counts["order"]).startswith("cross-encoder")
