"""Two of Celery's workers, with Redis between them, answer two questions on one store."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

import dagster as dg
import pytest

if TYPE_CHECKING:
    from resources.settings import Settings

ROOT = Path(__file__).resolve().parents[2]
QUESTIONS = ("Does vitamin D prevent severe COVID-19?", "Does aspirin reduce heart attack risk?")


def until(found: Callable[[], bool], seconds: float) -> None:
    end = time.monotonic() + seconds
    while not found():
        assert time.monotonic() < end, f"nothing within {seconds} s"
        time.sleep(0.5)


def accepts(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


@contextmanager
def program(*command: str, log: Path, environment: dict[str, str]) -> Iterator[subprocess.Popen[bytes]]:
    """A program in a process session of its own, ended as a whole."""
    with log.open("wb") as out:
        process = subprocess.Popen(
            command, cwd=ROOT, env=environment, stdout=out, stderr=out, start_new_session=True
        )
    try:
        yield process
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait(10)


@pytest.fixture
def environment(
    store_settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[dict[str, str]]:
    """The environment of a worker, with Redis running."""
    pytest.importorskip("dagster_celery", reason="the package dagster-celery is not installed")
    redis = shutil.which("redis-server")
    if redis is None:
        pytest.skip("redis-server is not installed: apt-get install redis-server")
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    assert store_settings.database_url is not None
    from assets.automation.answer import dagster_environment, dagster_instance

    for name in ("AITIA_DAGSTER_URL", "AITIA_DAGSTER_FILES", "DAGSTER_HOME"):
        monkeypatch.setenv(name, "")
    with dagster_instance(store_settings):  # its tables and pools
        pass
    chosen = {
        **dagster_environment(store_settings),
        "AITIA_DATABASE_URL": store_settings.database_url.get_secret_value(),
        "AITIA_DATA_HOME": str(store_settings.data_home),
        "AITIA_CELERY_BROKER": f"redis://127.0.0.1:{port}/0",
        "DAGSTER_HOME": str(ROOT / "deploy" / "celery"),
    }
    for name, value in chosen.items():
        monkeypatch.setenv(name, value)
    everything = dict(os.environ)
    with program(
        redis, "--port", str(port), "--save", "", log=tmp_path / "redis.log", environment=everything
    ):
        until(lambda: accepts(port), 30)
        yield everything


def launched(instance: dg.DagsterInstance, question: str) -> str:
    """A run of the question, given to the launcher as the daemon gives it; returns its id."""
    from dagster._core.code_pointer import CodePointer
    from dagster._core.launcher import LaunchRunContext
    from dagster._core.origin import DEFAULT_DAGSTER_ENTRY_POINT, JobPythonOrigin, RepositoryPythonOrigin

    from definitions import defs

    place = RepositoryPythonOrigin(
        executable_path=sys.executable,
        code_pointer=CodePointer.from_module("definitions", "defs", str(ROOT)),
        container_image=None,
        entry_point=DEFAULT_DAGSTER_ENTRY_POINT,
    )
    instance.add_dynamic_partitions("question", [question])
    run = instance.create_run_for_job(
        defs.resolve_job_def("answer_question"),
        tags={"dagster/partition": question},
        job_code_origin=JobPythonOrigin("answer_question", place),
    )
    assert instance.run_launcher is not None
    instance.run_launcher.launch_run(LaunchRunContext(run, None))
    return run.run_id


@pytest.mark.timeout(900)
@pytest.mark.filterwarnings("ignore:Task name")  # the launcher makes its task anew for every run
def test_two_questions_are_answered_by_two_workers(environment: dict[str, str], tmp_path: Path) -> None:
    worker = (sys.executable, "-m", "celery", "--app", "deploy.celery.worker", "worker", "--queues", "aitia")
    with ExitStack() as stack:
        workers = {}
        for name in ("one", "two"):
            options = ("--pool", "solo", "--hostname", f"{name}@%h")
            log = tmp_path / f"{name}.log"
            workers[log] = stack.enter_context(program(*worker, *options, log=log, environment=environment))
        instance = stack.enter_context(dg.DagsterInstance.get())
        ids = [launched(instance, question) for question in QUESTIONS]

        def ended() -> bool:
            for log, process in workers.items():
                assert process.poll() is None, log.read_text(errors="replace")[-2000:]
            runs = [instance.get_run_by_id(run_id) for run_id in ids]
            return all(run is not None and run.is_finished for run in runs)

        until(ended, 600)
        for run_id in ids:
            run = instance.get_run_by_id(run_id)
            assert run is not None
            assert run.status is dg.DagsterRunStatus.SUCCESS
        assert instance.get_materialized_partitions(dg.AssetKey("verdict")) == set(QUESTIONS)
