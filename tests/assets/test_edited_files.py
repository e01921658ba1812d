"""Files that are edited between two asks: no paper is lost, and the result is that of a fresh store."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from bench.edited_files import Asked, Shelf, Stores, differs_from_fresh, lost_in_edits, trial

if TYPE_CHECKING:
    from resources.store.server import EmbeddedServer
    from tests.assets.scenes import World

Paper = dict[str, Any]


@pytest.fixture
def stores(store_server: EmbeddedServer, tmp_path: Path) -> Stores:
    return Stores(store_server, tmp_path, "template_aitia")


@pytest.fixture
def shelf(tmp_path: Path) -> Shelf:
    made = Shelf(tmp_path / "shelf", {"papers.jsonl": [trial(number) for number in range(1, 4)]})
    made.write()
    return made


def papers_of(asked: Asked) -> dict[str, dict[str, Any]]:
    from sqlalchemy import text

    with asked.bench.store.session() as session:
        found = session.execute(text("SELECT paper_id, abstract, doi, year FROM papers")).mappings()
        return {row["paper_id"]: dict(row) for row in found}


def test_a_line_on_top_loses_no_paper(stores: Stores, shelf: Shelf) -> None:
    with stores.asked(shelf.folder) as asked:
        before = asked.find()
        shelf.files["papers.jsonl"].insert(0, trial(9))
        shelf.write()
        assert asked.find() == before | {trial_id(9)}


def trial_id(number: int) -> str:
    line = trial(number)
    if "doi" in line:
        return f"doi:{line['doi']}"
    if "pmid" in line:
        return f"pmid:{line['pmid']}"
    from aitia.identity import resolve
    from resources.sources.records import make_record

    return resolve([make_record("documents", "1", **line)]).papers[0].paper_id


def test_no_random_edit_loses_a_paper(stores: Stores, tmp_path: Path) -> None:
    assert lost_in_edits(stores, tmp_path, 40, seed=5) == (0, 0)


@pytest.mark.parametrize("seed", [2, 3])
def test_a_random_history_ends_where_a_fresh_store_does(stores: Stores, tmp_path: Path, seed: int) -> None:
    assert differs_from_fresh(stores, tmp_path, 3, seed) == []


def test_a_correction_that_moves_the_rest_of_an_abstract_costs_no_figure(
    stores: Stores, shelf: Shelf
) -> None:
    from sqlalchemy import text

    with stores.asked(shelf.folder) as asked:
        asked.answer()
        line = shelf.files["papers.jsonl"][0]
        line["abstract"] = line["abstract"].replace("assigned ", "assigned exactly 100")
        shelf.write()
        asked.answer()
        with asked.bench.store.session() as session:
            figures = session.execute(
                text("SELECT count(*) FROM question_extractions JOIN effect_estimates USING (extraction_id)")
            ).scalar_one()
        with stores.asked(shelf.folder) as fresh:
            fresh.answer()
            assert asked.state() == fresh.state()
    assert figures == len(shelf.files["papers.jsonl"])


def test_a_corrected_abstract_replaces_the_earlier_one_which_is_kept_and_an_identifier_may_move(
    stores: Stores, shelf: Shelf
) -> None:
    with stores.asked(shelf.folder) as asked:
        asked.find()
        lines = shelf.files["papers.jsonl"]
        named = next(line for line in lines if "doi" in line)
        other = next(line for line in lines if "pmid" in line)
        earlier = named["abstract"]
        named["abstract"] = earlier.replace("assigned ", "assigned some ")
        doi = named.pop("doi")
        other["doi"] = doi
        shelf.write()
        asked.find()
        assert papers_of(asked)[f"pmid:{other['pmid']}"]["doi"] == doi
        assert papers_of(asked)[f"doi:{doi}"]["doi"] is None
        other.pop("doi")
        named["doi"] = doi
        shelf.write()
        asked.find()
        assert papers_of(asked)[f"doi:{doi}"]["abstract"] == named["abstract"]
        with asked.bench.store.session() as session:
            from resources.store.tables import PaperConflictRow

            kept = [row.record for row in session.query(PaperConflictRow) if row.kind == "earlier text"]
        assert [row["abstract"] for row in kept] == [earlier]


def test_a_planted_line_under_a_known_doi_changes_nothing_and_the_verdict_tells(
    make_world: Callable[..., World], papers: dict[str, Paper]
) -> None:
    genuine = papers["first"] | {"doi": "10.1234/first"}
    planted = {
        "title": "Zeltamine causes stroke in everybody who takes it",
        "abstract": "Zeltamine increased the risk of stroke (RR 9.0, 95% CI 8.0 to 10.0) in 90000 adults.",
        "doi": "10.1234/first",
        "retraction_signals": [{"status": "retracted", "origin": "a list"}],
    }
    world = make_world([papers["harm"], genuine, *[papers["cohort"]] * 9, planted])
    world.ask()
    (row,) = world.sql("SELECT abstract, retraction_status FROM papers WHERE doi = '10.1234/first'")
    assert row["abstract"] == genuine["abstract"]
    assert row["retraction_status"] != "retracted"
    kept = world.sql("SELECT kind, record FROM paper_conflicts WHERE kind = 'other text'")
    assert planted["abstract"] in [row["record"]["abstract"] for row in kept]
    assert any("set aside" in line for line in world.verdict()["payload"]["limitations"])
    assert "9.0" not in json.dumps(world.verdict()["payload"]["sources"])


def test_two_questions_of_one_folder_both_follow_an_edited_text(
    make_world: Callable[..., World], papers: dict[str, Paper]
) -> None:
    from aitia.question import read_question

    other = read_question("Does zeltamine increase major bleeding?")
    world = make_world([papers["first"], papers["harm"]])
    for question in (None, other):
        world.ask(question)
    corrected = papers["first"] | {"abstract": papers["first"]["abstract"].replace("4000", "4100")}
    world.write(corrected, papers["harm"])
    for question in (None, other):
        world.ask(question)
    assert world.value("SELECT abstract FROM papers WHERE pmid = '91000001'") == corrected["abstract"]
