"""`aitia near`: stored papers by meaning, with a filter by year."""

from __future__ import annotations

import json
from typing import Any

import pytest
from click.testing import CliRunner

from aitia.model.keys import PaperId
from cli.main import cli


def test_the_nearest_papers_come_first_and_a_year_leaves_out_what_is_older(
    store_settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    from resources.store.embeddings import save_embeddings
    from resources.store.tables import PaperRow
    from resources.workbench import open_workbench

    titles = {
        "paper_1": ("Zinc lozenges shorten the common cold", 2005),
        "paper_2": ("Oral zinc for colds: a randomised trial", 2015),
        "paper_3": ("Growth of barley under blue light", 2018),
    }
    with open_workbench(store_settings) as workbench:
        embedder = workbench.embedder
        vectors = embedder.embed([title for title, _ in titles.values()])
        with workbench.store.session() as session:
            for paper_id, (title, year) in titles.items():
                session.add(PaperRow(paper_id=paper_id, title=title, year=year))
            session.flush()
            stored = {PaperId(p): ("hash", v) for p, v in zip(titles, vectors, strict=True)}
            save_embeddings(session, embedder.name, embedder.short_dimensions, stored, "run")
    monkeypatch.setenv("AITIA_DATABASE_URL", store_settings.database_url.get_secret_value())

    def near(*options: str) -> list[str]:
        done = CliRunner().invoke(cli, ["near", "zinc for the common cold", "--json", *options])
        assert done.exit_code == 0, done.output
        return [row["paper_id"] for row in json.loads(done.stdout)]

    assert near()[2] == "paper_3"
    assert near("--limit", "1") == near()[:1]
    assert near("--since", "2010") == ["paper_2", "paper_3"]
