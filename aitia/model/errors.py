"""Every error that Aitia raises on purpose.

    AitiaError
    ├── QuestionError             the question cannot be read; carries what was understood
    ├── DocumentError             a local document cannot be read; carries path and line
    ├── SourceError               a literature service failed
    │   ├── SourceUnavailable     no answer, or an answer that says "later"
    │   └── SourceMalformed       an answer that is not what the service documents
    ├── EngineError               a language model failed
    │   ├── EngineUnavailable     no key, no answer, unknown model
    │   ├── EngineRefused         safety block or empty candidates
    │   ├── EngineOutputInvalid   output that is truncated or not of the schema
    │   └── BudgetExceeded        the limit for this question or day is reached
    ├── ModelFileError            a local model file is missing or has the wrong hash
    ├── StatisticsError           numbers that no formula may be applied to
    ├── NotFound                  what was asked for is not stored, or not for whoever asks
    ├── BundleError               a bundle that was altered, or that this store cannot take in
    ├── SettingsError             a setting is missing or contradicts another
    └── StoreError                PostgreSQL
        ├── StoreUnavailable      cannot be reached or started
        ├── StoreVersionError     server, extension or schema of the wrong version
        └── StoreFull             no space left

A message says what failed, on which thing, and what to do next.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path


class AitiaError(Exception):
    """Base of every deliberate error; the command line prints it as one line."""


class QuestionError(AitiaError):
    """The question cannot be read. `understood` holds the parts that could be."""

    def __init__(self, message: str, understood: Mapping[str, str] | None = None) -> None:
        super().__init__(message)
        self.understood = dict(understood or {})


class DocumentError(AitiaError):
    """A local document cannot be read at `path`, from `line` (1-based) when it is known."""

    def __init__(self, message: str, path: Path | None = None, line: int | None = None) -> None:
        super().__init__(message)
        self.path = path
        self.line = line


class SourceError(AitiaError):
    """A literature service failed; the search is incomplete, never empty."""


class SourceUnavailable(SourceError):
    """The service gave no answer in time, or asked to come back later."""


class SourceMalformed(SourceError):
    """The service answered with something other than it documents."""


class EngineError(AitiaError):
    """A language model failed."""


class EngineUnavailable(EngineError):
    """No key, no answer, or a model that the service does not know."""


class EngineRefused(EngineError):
    """The model declined: a safety block or no candidates."""


class EngineOutputInvalid(EngineError):
    """The model's output is truncated or does not fit the schema."""


class BudgetExceeded(EngineError):
    """The limit of calls, tokens or money is reached; what was answered is kept."""


class ModelFileError(AitiaError):
    """A local model file is missing or does not have the expected hash."""


class StatisticsError(AitiaError):
    """Numbers that no formula may be applied to (events above totals, negative variance)."""


class NotFound(AitiaError):
    """What was asked for is not stored, or not for whoever asks."""


class BundleError(AitiaError):
    """A bundle was altered, is incomplete, or cannot stand beside what the store holds."""


class SettingsError(AitiaError):
    """A setting is missing, malformed or contradicts another one."""


class StoreError(AitiaError):
    """PostgreSQL failed."""


class StoreUnavailable(StoreError):
    """The database cannot be reached or started."""


class StoreVersionError(StoreError):
    """The server, the vector extension or the schema has the wrong version."""


class StoreFull(StoreError):
    """The database has no space left; nothing was lost, free space and run again."""
