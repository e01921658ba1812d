"""The server: who asks, what they may see, and the two faces (pages, `/api/v1`)."""

from __future__ import annotations

import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from threading import Lock
from typing import Annotated

from fastapi import Depends, FastAPI, HTTPException, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, Response
from starlette.exceptions import HTTPException as HttpError
from starlette.middleware.trustedhost import TrustedHostMiddleware

from aitia.model.errors import AitiaError, NotFound, QuestionError
from resources.store.session import Store
from resources.store.tenants import tenant_of_key, tenant_store
from resources.workbench import Workbench
from web.guard import KEY, SESSION, BodyLimit, Forms, Rates
from web.jobs import Jobs

MOST_BYTES = 1_000_000


@dataclass
class Site:
    """What every route uses. With `keys` a key says whose a request is, else the settings."""

    workbench: Workbench
    keys: bool
    jobs: Jobs
    rates: Rates = field(default_factory=lambda: Rates(20.0, 100))
    forms: Forms = field(default_factory=Forms)
    _stores: dict[str, Store] = field(default_factory=dict)
    _lock: Lock = field(default_factory=Lock)

    def store(self, tenant: str) -> Store:
        """The store as that tenant sees it."""
        with self._lock:
            if tenant not in self._stores:
                self._stores[tenant] = tenant_store(self.workbench.store, tenant)
            return self._stores[tenant]

    def close(self) -> None:
        """Give every connection back."""
        self.jobs.close()
        for store in self._stores.values():
            store.close()


@dataclass(frozen=True)
class Asker:
    """Whose request it is, and how the store looks to them."""

    tenant: str
    store: Store


def site_of(request: Request) -> Site:
    """The site of the app that a request came to."""
    site: Site = request.app.state.site
    return site


def asker(request: Request) -> Asker:
    """Whose request it is. Answers 401 without a key that is known, 429 beyond the rate."""
    site = site_of(request)
    client = request.client.host if request.client else "?"
    if not site.rates.allows(client):
        raise HTTPException(429, "Too many requests: wait a moment.", {"Retry-After": "1"})
    tenant = site.workbench.settings.tenant
    if site.keys:
        scheme, _, given = request.headers.get("authorization", "").partition(" ")
        key = given.strip() if scheme.lower() == "bearer" else request.cookies.get(KEY, "")
        known = tenant_of_key(site.workbench.store, key) if key else None
        if known is None:
            raise HTTPException(
                401, "A key is needed: `aitia key TENANT` makes one.", {"WWW-Authenticate": "Bearer"}
            )
        tenant = known
    return Asker(tenant, site.store(tenant))


Asking = Annotated[Asker, Depends(asker)]


def make_app(site: Site, hosts: list[str] | None = None) -> FastAPI:
    """The application; `hosts` are the names it answers to."""
    from web import api, pages

    @asynccontextmanager
    async def life(_: FastAPI) -> AsyncIterator[None]:
        yield
        site.close()

    app = FastAPI(
        title="Aitia", version="1", docs_url=None, redoc_url=None,
        openapi_url="/api/v1/openapi.json", lifespan=life
    )  # fmt: skip
    app.state.site = site
    app.include_router(api.router)
    app.include_router(pages.router)
    app.add_middleware(TrustedHostMiddleware, allowed_hosts=hosts or ["127.0.0.1", "localhost", "[::1]"])
    app.add_middleware(BodyLimit, most=MOST_BYTES)

    @app.exception_handler(AitiaError)
    def _ours(request: Request, problem: AitiaError) -> Response:
        code = 404 if isinstance(problem, NotFound) else 422 if isinstance(problem, QuestionError) else 400
        return _told(request, code, str(problem))

    @app.exception_handler(HttpError)
    def _http(request: Request, problem: HttpError) -> Response:
        return _told(request, problem.status_code, str(problem.detail), dict(problem.headers or {}))

    @app.exception_handler(RequestValidationError)
    def _invalid(request: Request, problem: RequestValidationError) -> Response:
        said = "; ".join(f"{'.'.join(map(str, e['loc'][1:]))}: {e['msg']}" for e in problem.errors()[:5])
        return _told(request, 422, said)

    return app


def session_of(request: Request) -> str:
    """The browser's session, made up where it has none yet."""
    return request.cookies.get(SESSION) or secrets.token_urlsafe(24)


def _told(request: Request, code: int, said: str, headers: dict[str, str] | None = None) -> Response:
    if request.url.path.startswith("/api/"):
        return JSONResponse({"error": said}, code, headers)
    from web.pages import page

    return page(request, "problem.html", code, headers, said=said, needs_key=code == 401)
