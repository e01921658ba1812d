"""Settings: typed, from the environment, and silent about secrets."""

from __future__ import annotations

from pathlib import Path

import pytest

from aitia.model.errors import SettingsError
from resources.settings import get_settings


def test_the_environment_is_read_when_it_is_asked(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("AITIA_DATA_HOME", str(tmp_path))
    monkeypatch.setenv("AITIA_SOURCES", "europepmc, pubmed ,")
    monkeypatch.setenv("AITIA_DOCUMENTS", f"{tmp_path}/a.jsonl:{tmp_path}/b")
    monkeypatch.setenv("AITIA_GATE_THRESHOLD", "0.4")
    monkeypatch.setenv("AITIA_SOURCE_URLS", '{"pubmed": "http://127.0.0.1:1"}')
    settings = get_settings(max_rounds=3)
    assert settings.data_home == tmp_path
    assert settings.server_home == tmp_path / "postgres"
    assert settings.sources == ("europepmc", "pubmed")
    assert settings.documents == (tmp_path / "a.jsonl", tmp_path / "b")
    assert settings.gate_threshold == 0.4
    assert settings.source_urls == {"pubmed": "http://127.0.0.1:1"}
    assert settings.max_rounds == 3


def test_empty_variables_count_as_not_set(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("AITIA_DATABASE_URL", "AITIA_GEMINI_API_KEY", "AITIA_MAX_ROUNDS", "AITIA_CONTACT_EMAIL"):
        monkeypatch.setenv(name, "")
    settings = get_settings()
    assert settings.database_url is None
    assert settings.gemini_api_key is None
    assert settings.contact_email is None


def test_a_key_is_found_under_its_services_own_name_and_never_printed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv("AITIA_GEMINI_API_KEY", raising=False)
    monkeypatch.setenv("GEMINI_API_KEY", "s3cret-key")
    monkeypatch.setenv("AITIA_DATABASE_URL", "postgresql://u:s3cret-word@h/d")
    settings = get_settings()
    assert settings.gemini_api_key is not None
    assert settings.gemini_api_key.get_secret_value() == "s3cret-key"
    assert "s3cret" not in f"{settings!r} {settings} {settings.model_dump()} {settings.model_dump_json()}"


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("AITIA_MAX_ROUNDS", "s3cret"),
        ("AITIA_ENGINE", "s3cret"),
        ("AITIA_GATE_TOP_N", "0"),
        ("AITIA_SOURCE_URLS", "{s3cret"),
        ("AITIA_GATE_THRESHOLD", "7"),
    ],
)
def test_a_value_that_does_not_fit_is_named_by_its_variable(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str
) -> None:
    monkeypatch.setenv(name, value)
    with pytest.raises(SettingsError) as caught:
        get_settings()
    assert name.removeprefix("AITIA_").lower() in str(caught.value).lower()
    assert "s3cret" not in str(caught.value)


def test_a_relative_data_home_becomes_absolute(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("AITIA_DATA_HOME", "here")
    assert get_settings().data_home == tmp_path / "here"
