"""Everything of the outside world that the assets use, opened once per run."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from time import monotonic
from types import TracebackType
from typing import TYPE_CHECKING, TypedDict

from resources.embedders.known import GEMINI, full_name
from resources.engines.versions import LOCAL, local_version
from resources.run_log import RunLog
from resources.settings import Settings
from resources.store.session import Store, open_store

if TYPE_CHECKING:
    from aitia.question import Question
    from resources.embedders.base import Embedder
    from resources.engines.assistant import Assistant
    from resources.engines.base import ReadingEngine
    from resources.http import HttpOptions
    from resources.sources.base import LiteratureSource
    from resources.sources.catalogue import ServiceState
    from resources.store.turns import StoreTurns
    from resources.vocabulary import Vocabulary


class _Reach(TypedDict):
    """How services are reached."""

    urls: Mapping[str, str]
    keys: Mapping[str, str | None]
    options: HttpOptions


Progress = Callable[[str], None]
_NOTE = "note: "
"""Begins a line about something that is not as it should be."""
_MOST_WORDS = 2_000


def _silent(_message: str) -> None:
    return None


@dataclass
class Workbench:
    """Store, engine, embedder and sources as the settings name them; models load when first used."""

    settings: Settings
    store: Store
    progress: Progress = field(default=_silent)
    _questions: dict[str, Question] = field(default_factory=dict)
    _asked: str | None = None
    _about: dict[str, str] = field(default_factory=dict)
    _begun: float = 0.0

    @cached_property
    def log(self) -> RunLog:
        """The log of the settings."""
        return RunLog(self.settings.run_log)

    def at(self, step: str, question_id: str, run_id: str) -> None:
        """A run has come to this step of this question: what is told from now on is logged as its."""
        self._about = {"question_id": question_id, "run_id": run_id, "step": step}
        self._begun = monotonic()

    def tell(self, line: str, **facts: object) -> None:
        """A line of progress, logged with the step that it comes from, and with facts such as `paper_id`."""
        self.progress(line)
        if self._about:
            level = "warning" if line.startswith(_NOTE) else "info"
            self.log.write(level, line.removeprefix(_NOTE), **self._about, **facts)

    def done(self, counts: Mapping[str, object]) -> None:
        """The step has come to its end: log what it did, and in how many seconds."""
        if self._about:
            seconds = round(monotonic() - self._begun, 3)
            self.log.write("info", "done", **self._about, seconds=seconds, counts=dict(counts))

    @contextmanager
    def silent(self) -> Iterator[None]:
        """While it lasts nothing is told and nothing logged."""
        progress, about = self.progress, self._about
        self.progress, self._about = _silent, {}
        try:
            yield
        finally:
            self.progress, self._about = progress, about

    def failed(self, problem: BaseException) -> None:
        """The step has failed: log why, in one line."""
        said = " ".join(str(problem).split())[:_MOST_WORDS]
        self.log.write("error", said, **self._about, error=type(problem).__name__)

    @cached_property
    def engine(self) -> ReadingEngine:
        """The reading engine of the settings."""
        from resources.readers import make_engine

        return make_engine(self.settings, self.store)

    def readers_mark(self) -> tuple[str, str, str]:
        """Name and version of the engine, and the embedder's name; the local ones are not loaded for it."""
        known = vars(self)
        engine = (LOCAL, local_version(self.settings.close_reading))
        if "engine" in known or self.settings.engine != LOCAL:
            engine = (self.engine.name, self.engine.version)
        embedder = self.embedder.name if "embedder" in known else full_name(self.settings.embedder)
        return (*engine, embedder)

    @cached_property
    def assistant(self) -> Assistant | None:
        """The language model's smaller tasks; None with the local engine, or when the settings name none."""
        settings, store = self.settings, self.store
        if settings.engine == "local" or not settings.engine_tasks:
            return None
        from resources.engines.assistant import Assistant
        from resources.readers import make_caller

        return Assistant(
            lambda question_id, run_id: make_caller(settings, store, question_id, run_id),
            settings.engine_tasks,
            self.tell,
        )

    def question(self, text: str) -> Question:
        """The question as it is read here; once per text. Raises QuestionError when it cannot be."""
        known = self._questions.get(text)
        if known is None:
            from aitia.question import read_question
            from aitia.question.wording import of_tenant

            known = self.assistant.read_question(text) if self.assistant else read_question(text)
            own = of_tenant(known.question_id, self.settings.tenant)
            known = known.model_copy(update={"question_id": own})
            self._questions[text] = known
        self._asked = known.question_id
        return known

    @cached_property
    def embedder(self) -> Embedder:
        """The embedder of the settings; one that costs goes through the ledger of the question last asked."""
        from resources.embedders.catalogue import make_embedder

        made = make_embedder(self.settings)
        if made.name != GEMINI:
            return made
        from resources.calls.prices import price_of
        from resources.embedders.ledgered import LedgeredEmbedder
        from resources.readers import limits_of
        from resources.store.ledger import StoreLedger

        price = price_of(made.name, self.settings.engine_prices)
        return LedgeredEmbedder(
            made, lambda: StoreLedger(self.store, self._asked), limits_of(self.settings), price
        )

    @cached_property
    def vocabulary(self) -> Vocabulary:
        """Synonyms and narrower terms; empty, and saying so, where its files are absent."""
        from resources.vocabulary import load_vocabulary

        return load_vocabulary()

    def source(self, name: str, documents: Sequence[Path]) -> LiteratureSource:
        """The source of that name; `documents` are the paths that "documents" reads."""
        from resources.sources.catalogue import make_source

        return make_source(name, documents=documents, home=self.settings.data_home, **self._reach())

    def services(self) -> dict[str, ServiceState]:
        """The live services as they would be asked."""
        from resources.sources.catalogue import service_states

        return service_states(**self._reach())

    def _reach(self) -> _Reach:
        from resources.http import HttpOptions

        settings = self.settings
        keys = {
            "pubmed": settings.ncbi_api_key,
            "semantic_scholar": settings.semantic_scholar_api_key,
            "openalex": settings.openalex_api_key,
        }
        return {
            "urls": {key: url for key, url in settings.source_urls.items() if key != "gemini"},
            "keys": {service: key.get_secret_value() for service, key in keys.items() if key},
            "options": HttpOptions(
                contact=settings.contact_email,
                timeout=settings.http_timeout,
                cache_home=settings.cache_home / "http",
                turns=self._turns,
            ),
        }

    @cached_property
    def _turns(self) -> StoreTurns:
        """By which all processes on the store keep to a service's pace together."""
        from resources.store.turns import StoreTurns

        return StoreTurns(self.store)

    def close(self) -> None:
        """Return the store's connections."""
        if "_turns" in vars(self):
            self._turns.close()
        self.store.close()

    def __enter__(self) -> Workbench:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def open_workbench(settings: Settings, progress: Progress = _silent) -> Workbench:
    """Start or reach the database, bring its schema up to date, and hand out the rest lazily."""
    return Workbench(settings, open_store(settings), progress)
