"""`aitia dev` killed in mid-run with everything that it started, started again, and ended with Ctrl-C."""

from __future__ import annotations

import os
import signal
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.assets.pages import ended, launch, location, run_of, runs, serving, until
from tests.assets.scenes import worlds

if TYPE_CHECKING:
    from resources.embedders.base import Embedder
    from resources.store.server import EmbeddedServer

pytestmark = [pytest.mark.timeout(1800), pytest.mark.xdist_group("pages")]


def test_a_run_that_died_with_everything_around_it_goes_on_after_a_restart_and_ctrl_c_ends_it(
    store_server: EmbeddedServer, embedder: Embedder, tmp_path: Path
) -> None:
    with worlds(store_server, embedder, tmp_path) as make:
        world = make()
        with world.bench.store.engine.connect() as connection:
            # The run waits here, in the middle of its steps, until everything is gone.
            connection.exec_driver_sql("LOCK TABLE graded_relations IN ACCESS EXCLUSIVE MODE")
            with serving(world) as pages:
                killed = launch(pages, location(pages.port), world.question.text)
                until(lambda: "alias_links" in {s["stepKey"] for s in run_of(pages, killed)["stepStats"]})
                for process in pages.processes():
                    with suppress(ProcessLookupError):
                        os.kill(process, signal.SIGKILL)
            connection.rollback()
        with serving(world) as pages:
            location(pages.port)
            assert ended(pages, killed) == "FAILURE"
            again = until(lambda: runs(pages, dagster__parent_run_id=killed))[0]
            assert ended(pages, again) == "SUCCESS"
            assert "candidate_papers" not in {s["stepKey"] for s in run_of(pages, again)["stepStats"]}
            until(lambda: not pages.run_workers(), seconds=120)
            # Once a run has been made, Ctrl-C still ends everything at once and leaves nobody behind.
            pages.process.send_signal(signal.SIGINT)
            pages.process.wait(60)
            until(lambda: not pages.processes(), seconds=30)
