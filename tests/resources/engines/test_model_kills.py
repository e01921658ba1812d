"""kill -9 at points of a run: no stored answer is paid twice, the rows are those of an undisturbed run."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bench.kill_runs import kill_once, undisturbed

if TYPE_CHECKING:
    from resources.settings import Settings
    from resources.store.server import EmbeddedServer

# Both workers would make the undisturbed run.
pytestmark = pytest.mark.xdist_group("model_kills")


@pytest.fixture(scope="module")
def expected(store_server: EmbeddedServer) -> str:
    store_server.ensure_database("undisturbed", template="template_aitia")
    return undisturbed(store_server.url("undisturbed"))


@pytest.mark.parametrize("after", [0.05, 0.5])
def test_a_killed_run_is_taken_up_where_it_stopped(
    expected: str, store_settings: Settings, after: float
) -> None:
    assert store_settings.database_url is not None
    killed = kill_once(after, expected, database_url=store_settings.database_url.get_secret_value())
    assert killed.paid_twice == 0
    assert killed.identical
    assert killed.on_the_wire <= 3
