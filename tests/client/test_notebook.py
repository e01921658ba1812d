"""What the notebook shows runs as it stands, and the client says in one line what it cannot do."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from aitia.model.errors import AitiaError
from aitia_client import Aitia

NOTEBOOK = Path(__file__).resolve().parents[2] / "docs" / "notebook.ipynb"


def test_every_cell_of_the_notebook_runs(store_settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AITIA_DATABASE_URL", store_settings.database_url.get_secret_value())
    monkeypatch.setenv("AITIA_DATA_HOME", str(store_settings.data_home))
    names: dict[str, Any] = {}
    for cell in json.loads(NOTEBOOK.read_text(encoding="utf-8"))["cells"]:
        if cell["cell_type"] == "code":
            exec(compile("".join(cell["source"]), str(NOTEBOOK), "exec"), names)
    answer = names["answer"]
    assert answer.verdict.question.text == "Does aspirin reduce heart attack risk?"
    assert {"yi", "vi", "slab"} <= set(answer.estimates.columns)
    assert len(answer.studies) == len(answer.verdict.studies)
    assert answer.estimates["vi"].gt(0).all()
    with pytest.raises(AitiaError, match="aitia questions"):
        Aitia().show("Does zinc shorten colds?")


def test_a_server_that_refuses_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    import httpx

    client = Aitia("http://127.0.0.1:9", key="x")
    monkeypatch.setattr(
        client, "_server", httpx.Client(base_url="http://x", transport=httpx.MockTransport(_refuse))
    )
    with pytest.raises(AitiaError, match=r"refused \(401\): A key is needed"):
        client.ask("Does x reduce y?")


def _refuse(_: Any) -> Any:
    import httpx

    return httpx.Response(401, json={"error": "A key is needed"})
