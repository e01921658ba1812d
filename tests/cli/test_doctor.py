"""`aitia doctor` and `aitia status` in a process of their own, on healthy and on broken installations."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from resources.settings import Settings

ROOT = Path(__file__).resolve().parents[2]


def aitia(settings: Settings, *arguments: str, **more: str) -> subprocess.CompletedProcess[str]:
    assert settings.database_url is not None
    return subprocess.run(
        [sys.executable, "-m", "cli.main", *arguments],
        cwd=ROOT,
        env=os.environ
        | {
            "AITIA_DATABASE_URL": settings.database_url.get_secret_value(),
            "AITIA_DATA_HOME": str(settings.data_home),
            **more,
        },
        capture_output=True,
        text=True,
        check=False,
    )


def findings(done: subprocess.CompletedProcess[str]) -> dict[str, list[dict[str, Any]]]:
    found: dict[str, list[dict[str, Any]]] = {}
    for finding in json.loads(done.stdout):
        found.setdefault(finding["part"], []).append(finding)
    return found


def test_a_healthy_installation_has_nothing_to_do(store_settings: Settings) -> None:
    done = aitia(store_settings, "doctor", "--json")
    assert done.returncode == 0, done.stdout
    found = findings(done)
    assert {"versions", "settings", "disk", "database", "models", "engine", "sources", "notices"} <= set(
        found
    )
    assert "up to date" in found["database"][1]["said"]
    assert not any(finding["state"] == "fail" for part in found.values() for finding in part)


@pytest.mark.parametrize(
    ("broken", "part", "said"),
    [
        ({"AITIA_DATABASE_URL": "postgresql://me:secret@127.0.0.1:9/aitia"}, "database", "cannot be reached"),
        ({"AITIA_ENGINE": "gemini"}, "engine", "gemini lacks its settings"),
        ({"AITIA_DOCUMENTS": "/no/such/folder"}, "sources", "/no/such/folder does not exist"),
        ({"AITIA_RERANKER_PATH": "/no/such/file.onnx"}, "models", "/no/such/file.onnx is missing"),
        ({"AITIA_GATE_TOP_N": "many"}, "settings", "AITIA_GATE_TOP_N"),
        ({"AITIA_NOTIFY_MAIL": "me@example.org"}, "notices", "AITIA_SMTP_URL"),
    ],
)
def test_what_is_broken_is_named_with_what_to_do(
    store_settings: Settings, broken: dict[str, str], part: str, said: str
) -> None:
    done = aitia(store_settings, "doctor", "--json", **broken)
    assert done.returncode == 1
    failed = [finding for finding in findings(done)[part] if finding["state"] == "fail"]
    assert any(said in finding["said"] for finding in failed)
    assert "secret" not in done.stdout
    assert done.stderr == ""


def test_a_store_of_a_newer_aitia_is_told(store_settings: Settings) -> None:
    from sqlalchemy import text

    from resources.store.session import open_store

    opened = open_store(store_settings)
    with opened.session() as session:
        session.connection().execute(text("UPDATE schema_version SET version_num = '9999'"))
    opened.close()
    done = aitia(store_settings, "doctor")
    assert done.returncode == 1
    assert "version 9999" in done.stdout
    assert "→ Install the newer aitia." in done.stdout


def test_status_counts_what_an_empty_store_holds_and_refresh_needs_a_question(
    store_settings: Settings,
) -> None:
    done = aitia(store_settings, "status", "--json")
    assert done.returncode == 0, done.stderr
    counted = json.loads(done.stdout)
    assert (counted["questions"], counted["model calls"], counted["US dollars"]) == (0, 0, 0)
    assert counted["refused by rule"] == {}
    unknown = aitia(store_settings, "refresh", "Does zeltamine reduce stroke risk?", "--every", "6h")
    assert unknown.returncode == 1
    assert "was never asked" in unknown.stderr
    for wrong in (("--every", "never"), ("--pause", "--resume"), ()):
        assert aitia(store_settings, "refresh", "Does zeltamine reduce stroke risk?", *wrong).returncode == 2
