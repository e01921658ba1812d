"""Questions about a whole field of machine learning, and the documented queries beside them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

import pytest

from aitia.question import read_question
from resources.store.migrate import SQL
from resources.store.reader import query
from tests.assets.scenes import worlds

if TYPE_CHECKING:
    from pathlib import Path

    from resources.embedders.base import Embedder
    from resources.store.server import EmbeddedServer
    from tests.assets.scenes import Paper, World

# Both workers would ask the question that these tests share.
pytestmark = pytest.mark.xdist_group("field")

Answers = Mapping[str, Mapping[str, Any]]


def _paper(number: int, name: str, year: int, abstract: str) -> Paper:
    return {
        "arxiv_id": f"2401.{number:05d}",
        "title": f"{name}: on 3D Gaussian Splatting",
        "abstract": f"3D Gaussian Splatting renders scenes fast. {abstract}",
        "year": year,
    }


PAPERS = (
    _paper(
        1,
        "PebbleGS",
        2024,
        "We propose PebbleGS, a compact representation based on 3D Gaussian Splatting. PebbleGS uses a "
        "diffusion model as prior and uses COLMAP for poses. Experiments on the ScanNet dataset show that "
        "PebbleGS outperforms 3D Gaussian Splatting.",
    ),
    _paper(
        2,
        "RiverGS",
        2025,
        "We propose RiverGS, which extends PebbleGS to moving water. RiverGS uses diffusion models as prior "
        "and uses COLMAP for poses. Experiments on the ScanNet dataset show good results.",
    ),
    _paper(
        3,
        "CliffGS",
        2026,
        "We propose CliffGS, a fast renderer. CliffGS outperforms 3D Gaussian Splatting in speed by half.",
    ),
    _paper(
        4,
        "MeadowGS",
        2025,
        "We propose MeadowGS. MeadowGS outperforms RiverGS in quality. Experiments on the DTU dataset show "
        "that MeadowGS is sharper.",
    ),
)
ASKED = {
    "foundations": "What are the foundations of 3D Gaussian Splatting?",
    "current_work": "What is the current work on 3D Gaussian Splatting?",
    "data_sets": "Which data sets are used for 3D Gaussian Splatting?",
    "gaps": "What are the gaps in research on 3D Gaussian Splatting?",
    "builds_on": "What builds on 3D Gaussian Splatting?",
    "concept_clusters": "Which concepts cluster around 3D Gaussian Splatting?",
}


@pytest.fixture(scope="module")
def asked(
    store_server: EmbeddedServer, embedder: Embedder, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[World, Answers]]:
    """A world of four papers that was asked every view; the payload of each verdict by view."""
    root: Path = tmp_path_factory.mktemp("field")
    with worlds(store_server, embedder, root) as make:
        world = make(PAPERS, ASKED["foundations"])
        world.bench.settings = world.bench.settings.model_copy(update={"gate": False})
        found = {}
        for view, text in ASKED.items():
            world.question = read_question(text)
            world.ask()
            found[view] = world.verdict()["payload"]
        yield world, found


def _groups(payload: Mapping[str, Any]) -> dict[str, list[str]]:
    groups: dict[str, list[str]] = {}
    for entry in payload["landscape"]:
        groups.setdefault(entry["group"], []).append(entry["name"])
    return groups


def test_foundations_are_counted_by_paper_whatever_their_number(asked: tuple[World, Answers]) -> None:
    groups = _groups(asked[1]["foundations"])
    assert sorted(groups["COLMAP (2 of 2 papers; 2024: 1, 2025: 1)"]) == ["PebbleGS", "RiverGS"]
    assert [len(names) for heading, names in groups.items() if heading.startswith("diffusion")] == [2]
    assert not any("Gaussian Splatting" in heading for heading in groups)


def test_current_work_stands_newest_first(asked: tuple[World, Answers]) -> None:
    groups = _groups(asked[1]["current_work"])
    assert list(groups) == ["2026", "2024"]
    assert groups["2026"] == ["CliffGS"]


def test_data_sets_are_counted(asked: tuple[World, Answers]) -> None:
    groups = _groups(asked[1]["data_sets"])
    assert {heading: sorted(names) for heading, names in groups.items()} == {
        "ScanNet dataset (2 papers)": ["PebbleGS", "RiverGS"]
    }


def test_gaps_are_gains_without_a_data_set_and_data_sets_of_one_paper(asked: tuple[World, Answers]) -> None:
    groups = _groups(asked[1]["gaps"])
    assert groups == {
        "claim to improve on 3D Gaussian Splatting and name no data set (one paper)": ["CliffGS"],
        "data sets that one paper alone names (one paper)": ["MeadowGS"],
    }


def test_what_builds_on_a_method_is_followed_over_other_methods(asked: tuple[World, Answers]) -> None:
    groups = _groups(asked[1]["builds_on"])
    assert list(groups) == ["directly (2 papers)", "over 1 other (one paper)", "over 2 others (one paper)"]
    assert sorted(groups["directly (2 papers)"]) == ["CliffGS", "PebbleGS"]
    assert groups["over 1 other (one paper)"] == ["RiverGS"]
    assert groups["over 2 others (one paper)"] == ["MeadowGS"]


def test_concepts_of_the_same_papers_are_one_cluster(asked: tuple[World, Answers]) -> None:
    (heading,) = _groups(asked[1]["concept_clusters"])
    assert "COLMAP" in heading
    assert "diffusion model" in heading


@pytest.mark.parametrize(
    ("name", "column", "values"),
    [
        ("find_the_foundations_of_a_method", "foundation", {"colmap"}),
        ("list_current_work_on_a_method", "paper_id", {"arxiv:2401.00003", "arxiv:2401.00001"}),
        ("count_data_sets_used_with_a_method", "data_set", {"scannet"}),
        ("find_gaps_in_work_on_a_method", "paper_id", {"arxiv:2401.00003"}),
        ("follow_what_builds_on_a_method", "method", {"pebblegs", "rivergs", "meadowgs", "cliffgs"}),
    ],
)
def test_each_documented_query_finds_what_the_answer_rests_on(
    asked: tuple[World, Answers], name: str, column: str, values: set[str]
) -> None:
    statement = (SQL / "queries" / f"{name}.sql").read_text(encoding="utf-8")
    answer = query(asked[0].bench.store, statement, row_limit=50, timeout=10)
    place = list(answer.columns).index(column)
    assert values <= {row[place] for row in answer.rows}


def test_a_field_is_asked_about_in_machine_learning_only() -> None:
    from aitia.model.errors import QuestionError

    with pytest.raises(QuestionError):
        read_question("What are the gaps in research on vitamin D?")
    assert read_question("Which benchmarks are used for NeRF?").relation == "data_sets"
    assert read_question("Which papers build on 3D Gaussian Splatting?").relation == "extends"


@pytest.mark.parametrize(("free", "most"), [(True, 1_000), (False, 100)])
def test_a_landscape_reads_every_paper_on_its_subject_where_reading_is_free(free: bool, most: int) -> None:
    from types import SimpleNamespace

    from assets.steps.gated_papers import papers_that_may_pass

    bench: Any = SimpleNamespace(settings=SimpleNamespace(gate_top_n=100), engine=SimpleNamespace(free=free))
    assert papers_that_may_pass(bench, read_question(ASKED["gaps"])) == most
    assert papers_that_may_pass(bench, read_question("Does aspirin reduce stroke?")) == 100
