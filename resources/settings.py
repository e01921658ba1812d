"""Every setting, typed. Environment variables (prefix `AITIA_`) are read here and nowhere else."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated, Any, Literal

import platformdirs
from pydantic import AliasChoices, BeforeValidator, Field, SecretStr, ValidationError
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

from aitia.model.errors import SettingsError

_SYSTEM_DATA_HOME = Path("/var/lib/aitia")
_SYSTEM_CACHE_HOME = Path("/var/cache/aitia")


def _is_root() -> bool:
    return hasattr(os, "geteuid") and os.geteuid() == 0


def _default_data_home() -> Path:
    """The user's data home; as root a folder that the unprivileged server account can reach."""
    return _SYSTEM_DATA_HOME if _is_root() else Path(platformdirs.user_data_dir("aitia"))


def _default_cache_home() -> Path:
    return _SYSTEM_CACHE_HOME if _is_root() else Path(platformdirs.user_cache_dir("aitia"))


def _absolute(value: object) -> object:
    return Path(value).expanduser().absolute() if isinstance(value, str | Path) and str(value) else value


def _absolute_or_dash(value: object) -> object:
    return Path("-") if str(value) == "-" else _absolute(value)


def _split(separator: str) -> BeforeValidator:
    """Read "a,b" as ("a", "b"); anything that is not text passes through."""

    def split(value: object) -> object:
        if not isinstance(value, str):
            return value
        return tuple(part.strip() for part in value.split(separator) if part.strip())

    return BeforeValidator(split)


def _none_of_them(value: object) -> object:
    return () if isinstance(value, str) and value.strip().casefold() == "none" else value


def _blank_is_none(value: object) -> object:
    return None if isinstance(value, str) and not value.strip() else value


TENANT = r"^[a-z0-9][a-z0-9_-]{0,39}$"
"""What a tenant may be called; names reach connection options and must hold nothing that acts there."""
ModelTask = Literal["question", "plan", "gaps", "causes", "summary", "rephrase"]
MODEL_TASKS: tuple[ModelTask, ...] = ("question", "plan", "gaps", "causes", "summary", "rephrase")
ModelTasks = Annotated[tuple[ModelTask, ...], NoDecode, _split(","), BeforeValidator(_none_of_them)]
AbsolutePath = Annotated[Path, BeforeValidator(_absolute)]
OptionalSecret = Annotated[SecretStr | None, BeforeValidator(_blank_is_none)]
OptionalText = Annotated[str | None, BeforeValidator(_blank_is_none)]


def _key(name: str, *also: str) -> Any:
    """An API key, read from AITIA_<NAME> or from the names that its service's own tools use."""
    return Field(default=None, validation_alias=AliasChoices(name, f"AITIA_{name.upper()}", *also))


class Settings(BaseSettings):
    """All settings. Secrets are `SecretStr`: printing a Settings object never shows them.

    `gate_threshold` None means the threshold that was calibrated for the embedder; with `gate` False
    every candidate is read, whatever its scores; with `close_reading` False local models read twice as fast
    and more, and are less often right. Budgets are per question unless the name says otherwise; None means no
    limit. `source_urls` replaces a service's address, for mirrors and tests:
    {"europepmc": "http://127.0.0.1:8000"}. `engine_rates` are requests per
    minute by model ("*": any other), `engine_prices` US dollars per million prompt and output tokens;
    `engine_batch` reads papers in Gemini's batches: half the price, within a day;
    `engine_samples` readings are compared with each other, `engine_tasks` are what a language model does
    beside reading papers.
    """

    model_config = SettingsConfigDict(
        env_prefix="AITIA_", frozen=True, extra="ignore", populate_by_name=True, env_ignore_empty=True
    )

    # Where things are kept
    database_url: OptionalSecret = None
    data_home: AbsolutePath = Field(default_factory=_default_data_home)
    cache_home: AbsolutePath = Field(default_factory=_default_cache_home)
    durable: bool = True
    log_file: Annotated[Path | None, BeforeValidator(_absolute_or_dash)] = None
    connect_timeout: int = Field(default=10, ge=1, le=600)
    tenant: str = Field(default="default", pattern=TENANT)

    # What is read, and by whom
    documents: Annotated[tuple[AbsolutePath, ...], NoDecode, _split(os.pathsep)] = ()
    sources: Annotated[tuple[str, ...], NoDecode, _split(",")] = ("demonstration",)
    source_urls: dict[str, str] = {}
    full_text: bool = False
    contact_email: OptionalText = None
    http_timeout: float = Field(default=30.0, gt=0, le=600)
    engine: Literal["local", "gemini", "openai_compatible"] = "local"
    close_reading: bool = True
    engine_model: OptionalText = None
    engine_url: OptionalText = None
    engine_concurrency: int = Field(default=8, ge=1, le=256)
    engine_rates: dict[str, Annotated[float, Field(gt=0)]] = {}
    engine_prices: dict[str, tuple[float, float]] = {}
    engine_timeout: float = Field(default=60.0, gt=0, le=600)
    engine_attempts: int = Field(default=5, ge=1, le=20)
    engine_batch: bool = False
    engine_samples: int = Field(default=1, ge=1, le=9)
    engine_tasks: ModelTasks = MODEL_TASKS
    vertex_project: OptionalText = None
    vertex_location: str = "us-central1"
    embedder: Literal["minilm", "gemini"] = "minilm"
    reranker_path: AbsolutePath | None = None

    # Who is told that a verdict changed
    notify_webhook: OptionalSecret = None
    notify_mail: OptionalText = None
    smtp_url: OptionalSecret = None

    # Where `aitia serve` answers, for the links to its pages
    pages_url: str = Field(default="http://127.0.0.1:8100", pattern=r"^https?://\S+$")

    # Keys
    gemini_api_key: OptionalSecret = _key("gemini_api_key", "GEMINI_API_KEY", "GOOGLE_API_KEY")
    openai_api_key: OptionalSecret = _key("openai_api_key", "OPENAI_API_KEY")
    ncbi_api_key: OptionalSecret = _key("ncbi_api_key", "NCBI_API_KEY")
    semantic_scholar_api_key: OptionalSecret = _key("semantic_scholar_api_key", "SEMANTIC_SCHOLAR_API_KEY")
    openalex_api_key: OptionalSecret = _key("openalex_api_key", "OPENALEX_API_KEY")

    # How much is done
    gate: bool = True
    gate_threshold: float | None = Field(default=None, ge=-1, le=1)
    gate_top_n: int = Field(default=100, ge=1, le=100_000)
    max_rounds: int = Field(default=2, ge=1, le=20)
    search_limit: int = Field(default=200, ge=1, le=10_000)
    budget_calls: int | None = Field(default=None, ge=0)
    budget_tokens: int | None = Field(default=None, ge=0)
    budget_usd: float | None = Field(default=None, ge=0)
    budget_usd_per_day: float | None = Field(default=None, ge=0)

    # The read-only SQL command
    sql_timeout: float = Field(default=30.0, gt=0, le=3600)
    sql_row_limit: int = Field(default=1000, ge=1, le=1_000_000)
    sql_byte_limit: int = Field(default=16 * 2**20, ge=1024, le=2**30)
    reader_url: OptionalSecret = None

    @property
    def server_home(self) -> Path:
        """Where the embedded PostgreSQL keeps its data, password and port."""
        return self.data_home / "postgres"

    @property
    def run_log(self) -> Path | None:
        """The file in which runs log; None: standard error."""
        if self.log_file is None:
            return self.data_home / "dagster" / "runs.jsonl"
        return None if str(self.log_file) == "-" else self.log_file

    @property
    def reports_home(self) -> Path:
        """Where reports are written."""
        return self.data_home / "reports"


def get_settings(**overrides: Any) -> Settings:
    """The settings as the environment gives them now, with `overrides` on top.

    Raises SettingsError that names the variable and what is wrong with it, never its value.
    """
    try:
        return Settings(**overrides)
    except ValidationError as problem:
        faults = "; ".join(f"{_variable(error['loc'])}: {error['msg']}" for error in problem.errors())
        raise SettingsError(f"Settings cannot be read. {faults}. Correct or unset it.") from None
    except ValueError as problem:  # pydantic-settings on malformed JSON for a dict-valued variable
        raise SettingsError(f"Settings cannot be read: {type(problem).__name__}: {problem}.") from None


def _variable(location: tuple[int | str, ...]) -> str:
    name = str(location[0]) if location else "settings"
    return name if name.isupper() else f"AITIA_{name.upper()}"
