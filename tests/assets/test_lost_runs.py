"""A run whose process and code server are both gone is reported as failed; any other is left alone."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import dagster as dg
import pytest
from dagster import DagsterRunStatus
from dagster._core.events import EngineEventData

from assets.automation.lost_runs import settle_lost_runs


@dg.op
def step() -> None:
    """Nothing."""


@dg.job
def work() -> None:
    step()


@pytest.fixture
def instance(tmp_path: Path) -> Iterator[dg.DagsterInstance]:
    (tmp_path / "home").mkdir()
    with dg.DagsterInstance.local_temp(str(tmp_path / "home")) as made:
        yield made


def started(instance: dg.DagsterInstance, address: str | None, process: int) -> str:
    """A run under way, started by the code server at that address in that process."""
    tags = {".dagster/grpc_info": json.dumps({"host": "localhost", "socket": address})} if address else {}
    run = instance.create_run_for_job(work, status=DagsterRunStatus.STARTED, tags=tags)
    instance.report_engine_event("Started process for run", run, EngineEventData.in_process(process))
    return run.run_id


def gone() -> int:
    """The id of a process that has ended."""
    process = subprocess.Popen([sys.executable, "-c", ""])
    process.wait()
    return process.pid


def status(instance: dg.DagsterInstance, run_id: str) -> DagsterRunStatus:
    run = instance.get_run_by_id(run_id)
    assert run is not None
    return run.status


def test_a_run_that_died_with_its_code_server_fails_and_says_why(
    instance: dg.DagsterInstance, tmp_path: Path
) -> None:
    run_id = started(instance, str(tmp_path / "no socket"), gone())
    assert settle_lost_runs(instance) == (run_id,)
    assert status(instance, run_id) is DagsterRunStatus.FAILURE
    said = [str(entry.dagster_event.message) for entry in instance.all_logs(run_id) if entry.dagster_event]
    assert any("died together with its code server" in message for message in said)
    assert settle_lost_runs(instance) == ()


def test_a_socket_that_nobody_listens_on_is_a_dead_code_server(
    instance: dg.DagsterInstance, tmp_path: Path
) -> None:
    address = str(tmp_path / "s")
    with socket.socket(socket.AF_UNIX) as left_behind:
        left_behind.bind(address)
    assert settle_lost_runs(instance) == ()
    run_id = started(instance, address, gone())
    assert settle_lost_runs(instance) == (run_id,)


def test_a_run_whose_process_or_code_server_lives_or_that_had_none_is_left_alone(
    instance: dg.DagsterInstance, tmp_path: Path
) -> None:
    address = str(tmp_path / "s")
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(address)
        listening.listen()
        runs = [
            started(instance, address, gone()),
            started(instance, str(tmp_path / "no socket"), os.getpid()),
            started(instance, None, gone()),
        ]
        assert settle_lost_runs(instance) == ()
    assert {status(instance, run_id) for run_id in runs} == {DagsterRunStatus.STARTED}
