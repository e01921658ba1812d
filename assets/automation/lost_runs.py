"""Runs whose process died with its code server: nobody is left to say so, and they keep their slots."""

from __future__ import annotations

import json
import os
import socket
from pathlib import Path

import dagster as dg
from dagster import DagsterEventType, DagsterRunStatus

_GRPC_INFO = ".dagster/grpc_info"
_UNDER_WAY = [DagsterRunStatus.STARTING, DagsterRunStatus.STARTED, DagsterRunStatus.CANCELING]
_PATIENCE = 2.0
REASON = "The run's process died together with its code server; it goes on from the step where it stood."


def settle_lost_runs(instance: dg.DagsterInstance) -> tuple[str, ...]:
    """Report every such run as failed, so that its slots come free and it is tried again; their ids in order.

    A run is lost when the code server that started it listens on its socket of this machine no more and the
    process that the run named is gone. Runs of other machines, and those started without a code server, are
    left alone.
    """
    lost = []
    for run in reversed(instance.get_runs(dg.RunsFilter(statuses=_UNDER_WAY))):
        address = json.loads(run.tags.get(_GRPC_INFO, "{}")).get("socket")
        if not address or _listens(address) or any(map(_lives, _processes(instance, run.run_id))):
            continue
        instance.report_run_failed(run, message=REASON)
        lost.append(run.run_id)
    return tuple(lost)


def _listens(address: str) -> bool:
    if not Path(address).exists():
        return False
    with socket.socket(socket.AF_UNIX) as probe:
        probe.settimeout(_PATIENCE)
        try:
            probe.connect(address)
        except OSError:
            return False
    return True


def _processes(instance: dg.DagsterInstance, run_id: str) -> list[int]:
    """The processes that the run says it was started in."""
    found = []
    for entry in instance.all_logs(run_id, of_type=DagsterEventType.ENGINE_EVENT):
        told = entry.get_dagster_event().engine_event_data.metadata.get("pid")
        text = str(told.value) if told is not None else ""
        if text.isdigit():
            found.append(int(text))
    return found


def _lives(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True
