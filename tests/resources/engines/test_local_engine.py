"""The local engine reads every task once, the same way each time, in one process or several."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import numpy as np
import pytest

from aitia.model.keys import PaperId
from aitia.model.paper import Paper
from aitia.question.reader import read_question
from aitia.reading.study.facts import read_study_facts
from aitia.reading.trained import LocalModels, network
from aitia.reading.trained.close import CloseRow, Scores
from aitia.reading.trained.layout import Encoder
from aitia.reading.trained.page_closely import COLUMNS
from aitia.text.passages import make_passages
from resources.calls.base import ReadingResult
from resources.close_reader.slices import installed_slices
from resources.embedders.names import NameVectors
from resources.engines.base import ReadingTask
from resources.engines.local import LocalEngine, with_open_findings
from resources.engines.versions import local_version
from resources.local_models import local_models
from resources.readers import make_engine
from resources.settings import Settings, get_settings
from resources.store.session import Store
from resources.workbench import Workbench

ABSTRACT = (
    "METHODS: We randomly assigned {n} adults to tea or water. RESULTS: Gout was less frequent with tea "
    "than with water "
    "(relative risk 0.7; 95% CI 0.5 to 0.9). Headache was more frequent with tea (relative risk 1.5; 95% "
    "CI 1.1 to 2.0)."
)


def _task(number: int, abstract: str = ABSTRACT, question: str = "Does tea prevent gout?") -> ReadingTask:
    paper = Paper(
        paper_id=PaperId(f"p{number}"),
        source="s",
        record_id=str(number),
        title="Tea and gout: a randomised trial",
        abstract=abstract.replace("{n}", str(100 + number)),
    )
    return ReadingTask(paper=paper, passages=make_passages(paper), question=read_question(question))


def _run(engine: LocalEngine, tasks: Sequence[ReadingTask]) -> list[ReadingResult]:
    async def collect() -> list[ReadingResult]:
        return [result async for result in engine.read(tasks)]

    return asyncio.run(collect())


def test_every_task_has_one_result_with_facts_and_claims() -> None:
    tasks = [_task(i) for i in range(30)]
    results = _run(LocalEngine(), tasks)
    assert [r.key for r in results] == [LocalEngine().key(t) for t in tasks]
    first = results[0].reading
    assert first is not None
    assert first.study.sample_size == 100
    assert {c.effect.lower() for c in first.claims} == {"gout", "headache"}
    (closely,) = _run(LocalEngine(models=get_settings().cache_home / "models"), tasks[:1])
    assert closely.reading is not None
    assert closely.reading.claims[0].answers_question is not None
    assert {c.effect.lower() for c in closely.reading.claims} == {"gout", "headache"}


def test_processes_and_one_process_read_the_same() -> None:
    tasks = [_task(i) for i in range(24)]
    shared = LocalEngine(workers=2, many=10, close=False)
    assert _run(shared, tasks) == _run(LocalEngine(workers=1, close=False), tasks)


def test_the_key_follows_content_and_question() -> None:
    engine = LocalEngine()
    assert engine.key(_task(1)) == engine.key(_task(1))
    assert engine.key(_task(1)) != engine.key(_task(2))
    assert engine.key(_task(1)) != engine.key(_task(1, question="Does tea prevent headache?"))


def test_no_tasks_no_results() -> None:
    assert _run(LocalEngine(), []) == []


@pytest.mark.parametrize(
    "abstract",
    [
        "",
        "\x00\x01\ufffd" * 1000,
        "RESULTS: " * 25_000,
        "お茶は痛風を減らした。" * 50,
        "Tea (RR 0.7; 95% CI 0.9-0.5) gout.",
    ],
)
def test_bad_text_is_read_without_error(abstract: str) -> None:
    (result,) = _run(LocalEngine(), [_task(1, abstract)])
    assert result.error is None
    assert result.reading is not None


def test_without_close_reading_the_version_says_so_and_papers_are_read_anew() -> None:
    models = get_settings().cache_home / "models"
    engine = LocalEngine(models=models, close=False)
    assert engine.version.endswith("without close reader")
    assert local_models(models, close=False).close is None
    whole = LocalEngine(models=models)
    if installed_slices() is None:
        pytest.skip("the packages with all-mpnet-base-v2 are not installed: make install")
    assert local_models(models).close is not None
    assert engine.key(_task(1)) != whole.key(_task(1))


def test_a_name_has_the_same_vector_to_the_last_bit_in_any_company() -> None:
    folder = get_settings().cache_home / "models"
    names = ("iron", "low-dose aspirin taken every other day for primary prevention", "usual care")
    together = NameVectors(folder)(names)
    alone = np.concatenate([NameVectors(folder)([name]) for name in names])
    assert np.array_equal(together, alone)


def test_a_language_models_readings_follow_the_setting_of_close_reading(
    store_settings: Settings, store: Store
) -> None:
    if installed_slices() is None:
        pytest.skip("the packages with all-mpnet-base-v2 are not installed: make install")
    own = {"engine": "openai_compatible", "engine_model": "m", "engine_url": "http://127.0.0.1:9/v1"}
    keys = {
        make_engine(store_settings.model_copy(update={**own, "close_reading": close}), store).key(_task(1))
        for close in (True, False)
    }
    assert len(keys) == 2


@pytest.mark.parametrize("close", [True, False])
def test_what_is_kept_of_readings_follows_the_setting_of_close_reading(
    store_settings: Settings, store: Store, close: bool
) -> None:
    bench = Workbench(store_settings.model_copy(update={"close_reading": close}), store)
    before = bench.readers_mark()[:2]
    assert before == (bench.engine.name, bench.engine.version)
    assert bench.engine.version == local_version(close)


class SeesNothing:
    """A close reader to which no sentence of a page states a result."""

    version = "sees nothing"

    def __init__(self) -> None:
        self.pages = list[CloseRow]()

    @property
    def encoder(self) -> Encoder:
        return network().encoder

    def scores(self, rows: Sequence[CloseRow]) -> tuple[Scores, list[Scores]]:
        raise AssertionError(f"{len(rows)} questions were asked")

    def found(self, row: CloseRow) -> Scores:
        self.pages.append(row)
        return np.full((len(row), COLUMNS), -8.0)


def test_what_else_a_paper_found_is_read_by_the_close_reader_where_there_is_one() -> None:
    task, reader = _task(1), SeesNothing()
    facts = read_study_facts(task.paper, task.passages)
    with_open_findings(task, facts, (), LocalModels(None, reader))
    assert len(reader.pages) == 1
    with_open_findings(task, facts, ())
    assert len(reader.pages) == 1
