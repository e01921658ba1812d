"""`aitia sources`: every source, its key as set or not, and what came of its last search."""

from __future__ import annotations

import json
from typing import Any

import pytest
from click.testing import CliRunner

from aitia.model.scales import EvidenceType
from aitia.model.search import SearchOutcome, SearchRequest, SearchStatus
from cli.main import cli
from resources.sources.names import SOURCE_NAMES


def test_every_source_is_listed_with_its_state_and_no_key_is_shown(
    store_settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    from resources.store import questions as rows
    from resources.store import searches as search_rows
    from resources.workbench import open_workbench

    request = SearchRequest(source="pubmed", evidence_type=EvidenceType.HARM, query="zinc")
    with open_workbench(store_settings) as workbench:
        question = workbench.question("Does zinc shorten colds?")
        with workbench.store.session() as session:
            rows.save_question(session, question, ["pubmed"], [], "run")
            rows.save_round(session, question.question_id, 1, "first round", (), "run")
            search_rows.save_searches(session, question.question_id, 1, (request,), "run")
            (search,) = search_rows.load_searches(session, question.question_id)
            outcome = SearchOutcome(request=request, status=SearchStatus.INCOMPLETE, error="pubmed: is down")
            search_rows.record_outcome(session, search.search_id, outcome)
    monkeypatch.setenv("AITIA_DATABASE_URL", store_settings.database_url.get_secret_value())
    monkeypatch.setenv("AITIA_SOURCES", "demonstration,PubMed")
    monkeypatch.setenv("AITIA_SOURCE_URLS", '{"arxiv": "http://127.0.0.1:9/mirror"}')
    monkeypatch.setenv("NCBI_API_KEY", "hush-hush")
    done = CliRunner().invoke(cli, ["sources", "--json"], catch_exceptions=False)
    found = {row["source"]: row for row in json.loads(done.stdout)}
    assert tuple(found) == SOURCE_NAMES
    assert {name for name, row in found.items() if row["used"] == "yes"} == {"demonstration", "pubmed"}
    assert {name: row["key"] for name, row in found.items()} == {
        **dict.fromkeys(SOURCE_NAMES, "no key"),
        "pubmed": "set",
        "semantic_scholar": "not set",
        "openalex": "not set",
    }
    assert (found["pubmed"]["last_search"], found["pubmed"]["error"]) == ("incomplete", "pubmed: is down")
    assert found["pubmed"]["seconds_between_requests"] == 0.11
    assert found["arxiv"]["last_search"] == "never"
    assert found["arxiv"]["address"] == "http://127.0.0.1:9/mirror"
    assert "hush" not in done.output
