"""A throw-away store with three tenants that have asked, reviewed and begun jobs, and its site."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import psycopg
from sqlalchemy import text
from starlette.testclient import TestClient

from assets.steps.order import run_steps
from assets.steps.search_plan import RoundConfig
from bench.synthetic import question, write_corpus
from resources.settings import Settings
from resources.store.reviews import save_review
from resources.store.session import Store, open_store
from resources.store.tenants import new_key, tenant_store
from resources.workbench import Workbench, open_workbench
from web.app import Site, make_app
from web.guard import Rates
from web.jobs import Job, Jobs

TENANTS = ("default", "acme", "zenith")
TRIED = tomllib.loads((Path(__file__).parent / "tried.toml").read_text(encoding="utf-8"))
_SHARED_DRUG = 7


@dataclass
class Scene:
    """The site's client and routes; by tenant its key, job, stores, ids, and marks of others."""

    store: Store
    client: TestClient
    routes: list[tuple[str, str]]
    analyst: str
    keys: dict[str, str] = field(default_factory=dict)
    jobs: dict[str, str] = field(default_factory=dict)
    own: dict[str, dict[str, list[str]]] = field(default_factory=dict)
    marks: dict[str, frozenset[str]] = field(default_factory=dict)
    opened: dict[str, Store] = field(default_factory=dict)
    pages: dict[str, Store] = field(default_factory=dict)


@contextmanager
def scene(settings: Settings) -> Iterator[Scene]:
    """Three tenants over common papers: each asks of two drugs of its own and of one with the others."""
    folder = write_corpus(settings.data_home / "papers", 60, _SHARED_DRUG + 1)
    with ExitStack() as stack:
        benches: dict[str, Workbench] = {}
        for place, tenant in enumerate(TENANTS):
            bench = stack.enter_context(open_workbench(settings.model_copy(update={"tenant": tenant})))
            if benches:
                bench.__dict__["embedder"] = benches[TENANTS[0]].embedder
            benches[tenant] = bench
            for number in (*_drugs(place), _SHARED_DRUG):
                config = RoundConfig(sources=["documents"], documents=[str(folder)])
                run_steps(bench, bench.question(question(number)), config, f"{tenant}-{number}")
        first = benches[TENANTS[0]]
        jobs = Jobs({}, most=0)  # nobody's question is answered: the routes are asked, not the pipeline
        app = make_app(Site(first, True, jobs, Rates(1e9, 10**9)), ["testserver"])
        client = stack.enter_context(TestClient(app, raise_server_exceptions=False))
        made = Scene(first.store, client, list(_routes(app)), _analyst(first.store))
        for tenant in TENANTS:
            _add_tenant(made, tenant, settings, jobs)
            stack.callback(made.opened[tenant].close)
            stack.callback(made.pages[tenant].close)
        for place, tenant in enumerate(TENANTS):
            made.marks[tenant] = _marks(made, place, tenant)
        yield made


def _drugs(place: int) -> tuple[int, int]:
    return 2 * place, 2 * place + 1


def _add_tenant(made: Scene, tenant: str, settings: Settings, jobs: Jobs) -> None:
    made.keys[tenant] = new_key(made.store, tenant)
    job = Job(f"job-of-{tenant}", tenant, f"Asked by {tenant}?", "q")
    jobs._jobs[job.job_id] = job
    made.jobs[tenant] = job.job_id
    made.opened[tenant] = open_store(settings.model_copy(update={"tenant": tenant}))
    made.pages[tenant] = tenant_store(made.store, tenant)
    with made.pages[tenant].session() as session:
        edge = session.execute(text("SELECT min(id) FROM edges")).scalar_one()
        save_review(session, "edge", edge, "accept", f"reviewer of {tenant}", "seen")
    with made.store.session() as session:
        made.own[tenant] = {
            name: sorted({str(v) for v in session.execute(text(chain), {"tenant": tenant}).scalars()})
            for name, chain in TRIED["ids"].items()
        }


def _marks(made: Scene, place: int, tenant: str) -> frozenset[str]:
    """What an answer to the tenant must not hold: ids of others' rows, and words of others."""
    mine = {i for ids in made.own[tenant].values() for i in ids}
    others = [other for other in TENANTS if other != tenant]
    theirs = {i for other in others for ids in made.own[other].values() for i in ids}
    said = {word for other in others for word in (f"Asked by {other}?", f"reviewer of {other}")}
    asked = {question(n) for p in range(len(TENANTS)) if p != place for n in _drugs(p)}
    return frozenset(theirs - mine | said | asked)


def _routes(app: Any) -> Iterator[tuple[str, str]]:
    """Every method and path of the site."""
    for route in app.routes:
        inner: Mapping[str, Any] = vars(route)
        held = inner["original_router"].routes if "original_router" in inner else [route]
        for one in held:
            for method in sorted((one.methods or set()) - {"HEAD"}):
                yield method, one.path


def _analyst(store: Store) -> str:
    """The address of a role of an administrator's own making, which may read every table."""
    address = (store.owner or store.engine.url).set(drivername="postgresql")
    with psycopg.connect(address.render_as_string(hide_password=False)) as connection:
        connection.execute("CREATE ROLE analyst LOGIN PASSWORD 'x'")
        connection.execute("GRANT SELECT ON ALL TABLES IN SCHEMA public TO analyst")
    return address.set(username="analyst", password="x").render_as_string(hide_password=False)
