"""What a verdict is exported as, read back by the programs it is for."""

from __future__ import annotations

import csv
import io
import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import jsonschema
import pyoxigraph
import pytest
import rispy
from bibtexparser.entrypoint import parse_string
from pyoxigraph import RdfFormat

from aitia.model.errors import NotFound
from aitia.report.export.document import schema
from assets.steps.dossier import exported

ROOT = Path(__file__).resolve().parents[2]
QUERIES = sorted((ROOT / "docs" / "queries").glob("*.rq"))


def export(world: Any, form: str) -> dict[str, bytes]:
    return dict(exported(world.bench, world.question.question_id, form))


def rows(content: bytes) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(content.decode())))


@pytest.fixture(scope="module")
def graph(answered: Any) -> pyoxigraph.Store:
    store = pyoxigraph.Store()
    store.load(export(answered, "rdf")["verdict.ttl"], format=RdfFormat.TURTLE)
    return store


def test_estimates_are_the_numbers_that_metafor_pools(answered: Any) -> None:
    files = export(answered, "csv")
    assert set(files) == {"studies.csv", "estimates.csv", "decisions.csv", "searches.csv"}
    found = [row for row in rows(files["estimates.csv"]) if row["role"] == "main"]
    assert len(found) == 4
    first = next(row for row in found if row["point"] == "0.7")
    assert float(first["yi"]) == pytest.approx(-0.35667, abs=1e-4)
    assert float(first["vi"]) == pytest.approx(((0.89 / 0.55) ** 0.5 and 0.01508), abs=2e-4)
    assert first["quote"][: len("Zeltamine")] == "Zeltamine"
    assert {row["decision"] for row in rows(files["decisions.csv"])} <= {"accepted", "review", "rejected"}


METAFOR = """
suppressPackageStartupMessages(library(metafor)); d <- read.csv(commandArgs(TRUE)[1])
d <- subset(d, role == "main" & design_group == "trials" & !is.na(weight))
m <- rma(yi, vi, data = d, test = commandArgs(TRUE)[2])
cat(nrow(d), exp(m$b), exp(m$ci.lb), exp(m$ci.ub), m$tau2, weights(m) / 100)
"""


def test_rma_of_metafor_reads_the_table_and_pools_to_the_same_effect(answered: Any, tmp_path: Path) -> None:
    script = shutil.which("Rscript")
    if (
        script is None
        or subprocess.run([script, "-e", "library(metafor)"], capture_output=True, check=False).returncode
    ):
        pytest.skip("R or metafor is not installed: apt-get install r-base-core r-cran-metafor")
    (tmp_path / "estimates.csv").write_bytes(export(answered, "csv")["estimates.csv"])
    (tmp_path / "pool.R").write_text(METAFOR)
    groups = answered.verdict()["payload"]["groups"]
    pool = next(group["pooled"] for group in groups if group["group"] == "trials")
    test = "knha" if pool["hartung_knapp"] else "z"
    done = subprocess.run(
        [script, "--vanilla", tmp_path / "pool.R", tmp_path / "estimates.csv", test],
        capture_output=True, text=True, timeout=400, check=True,
    )  # fmt: skip
    count, point, low, high, tau2, *weights = map(float, done.stdout.split())
    assert pool["model"] == "reml"
    assert (count, pool["k"]) == (3, 3)
    assert [point, low, high] == pytest.approx([pool[name] for name in ("point", "low", "high")], rel=1e-6)
    assert tau2 == pytest.approx(pool["tau2"], abs=1e-6)
    assert sorted(weights) == pytest.approx(sorted(pool["weights"].values()), rel=1e-4)


def test_included_and_excluded_papers_are_read_back_with_the_reason(answered: Any) -> None:
    ris = rispy.loads(export(answered, "ris")["papers.ris"].decode())
    bib = parse_string(export(answered, "bibtex")["papers.bib"].decode())
    assert len(ris) == len(bib.entries) == 6
    assert not bib.failed_blocks
    standing = {entry["title"]: entry["keywords"] for entry in ris}
    assert standing["Growth of barley under blue light"] == ["excluded"]
    assert sum(value == ["included"] for value in standing.values()) == 5


def test_the_json_keeps_to_the_schema_that_is_published(answered: Any) -> None:
    published = json.loads((ROOT / "docs" / "schema" / "verdict-1.json").read_text(encoding="utf-8"))
    assert published == schema()
    document = json.loads(export(answered, "json")["verdict.json"])
    jsonschema.Draft202012Validator(published).validate(document)
    del document["verdict"]["conclusion"]
    assert list(jsonschema.Draft202012Validator(published).iter_errors(document))


def test_rdf_holds_every_edge_with_quote_and_place(answered: Any, graph: pyoxigraph.Store) -> None:
    found = list(graph.query((ROOT / "docs" / "queries" / "quotes_where_they_stand.rq").read_text("utf-8")))
    edges = answered.sql("SELECT id, evidence FROM edges ORDER BY id")
    assert [(row["edge"].value, row["cut"].value) for row in found] == [
        (f"urn:aitia:edge:{edge['id']}", edge["evidence"]) for edge in edges
    ]
    assert all(row["quote"] == row["cut"] for row in found)


@pytest.mark.parametrize("path", QUERIES, ids=lambda path: path.stem)
def test_the_example_queries_run_and_find_something(graph: pyoxigraph.Store, path: Path) -> None:
    found = list(graph.query(path.read_text(encoding="utf-8")))
    assert found or path.stem == "papers_of_low_grade_claims"


def test_the_shapes_hold_and_refuse_an_edge_without_a_quote(graph: pyoxigraph.Store) -> None:
    from pyshacl import validate

    shapes = (ROOT / "aitia" / "report" / "export" / "shapes.ttl").read_text(encoding="utf-8")
    # The reader behind SHACL knows RDF 1.1: the reified triples themselves are left out for it.
    plain = [quad.triple for quad in graph if not isinstance(quad.object, pyoxigraph.Triple)]
    for dropped, conforms in (("", True), ("urn:aitia:term:quote", False)):
        kept = [triple for triple in plain if triple.predicate.value != dropped]
        data = pyoxigraph.serialize(kept, format=RdfFormat.N_TRIPLES)
        assert data is not None
        found, _, report = validate(
            data.decode(), shacl_graph=shapes, data_graph_format="nt", shacl_graph_format="turtle"
        )
        assert found is conforms, report


def test_the_grade_table_gives_every_domain_its_reason(answered: Any) -> None:
    found = rows(export(answered, "grade")["grade.csv"])
    assert found[0]["role"] == "main"
    assert {row["role"] for row in found} >= {"main", "harm"}
    assert all(row["certainty"] in ("high", "moderate", "low", "very_low") for row in found)
    assert all(row["imprecision_reason"] for row in found)


def test_a_question_without_a_verdict_is_named(answered: Any) -> None:
    with pytest.raises(NotFound, match="aitia questions"):
        exported(answered.bench, "question_0", "json")
