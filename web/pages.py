"""The pages, rendered here; every form carries a token, every link leads to this server."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Annotated, Any
from urllib.parse import quote

from fastapi import APIRouter, Form, HTTPException, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response
from jinja2 import ChoiceLoader, Environment, PackageLoader, StrictUndefined

from aitia.model.keys import PaperId, PassageId
from aitia.model.passage import Passage, Quote
from aitia.report.citations import Citations
from aitia.report.page import page_parts, style
from resources.store import explore
from resources.store import reviews as queue
from web.api import ask_question, dossier_of
from web.app import Asking, session_of, site_of
from web.graph import MOST_NODES, draw
from web.guard import KEY, SESSION

router = APIRouter(include_in_schema=False)
_STATIC = Path(__file__).parent / "static"
_TYPES = {"css": "text/css", "js": "text/javascript"}
_RELATIONS_OF_DESIGN = (
    "meta_analysis", "systematic_review", "randomised_trial", "cohort", "case_control", "cross_sectional",
    "mendelian_randomisation",
)  # fmt: skip


def page(
    request: Request, name: str, code: int = 200, headers: Mapping[str, str] | None = None, **values: object
) -> HTMLResponse:
    """A page with the token of the browser's session."""
    session = session_of(request)
    token = site_of(request).forms.token(session)
    html = _templates().get_template(name).render(token=token, path=request.url.path, **values)
    answer = HTMLResponse(html, code, dict(headers or {}))
    answer.set_cookie(SESSION, session, httponly=True, samesite="strict")
    return answer


@router.get("/")
def questions(request: Request, asker: Asking) -> Response:
    """Questions and their verdicts."""
    with asker.store.session() as session:
        found = explore.rows(session, "list_verdicts")
    return page(request, "questions.html", questions=found)


@router.post("/ask")
def ask(
    request: Request,
    asker: Asking,
    question: Annotated[str, Form(max_length=2000)],
    token: Annotated[str, Form()] = "",
) -> Response:
    """Begin to answer a question."""
    _check_form(request, token)
    started = ask_question(request, asker, question)
    return RedirectResponse(f"/jobs/{started['job_id']}", 303)


@router.get("/jobs/{job_id}")
def job(request: Request, asker: Asking, job_id: str) -> Response:
    """How far a question is."""
    found = site_of(request).jobs.of(asker.tenant, job_id)
    if found is None:
        raise HTTPException(404, "There is no such job; the server may have been started anew.")
    return page(request, "job.html", job=found)


@router.get("/questions/{question_id}")
def verdict(request: Request, asker: Asking, question_id: str) -> Response:
    """A verdict with its evidence: the report, with ways on from it."""
    parts: dict[str, Any] = page_parts(dossier_of(asker, question_id))
    return page(request, "verdict.html", question_id=question_id, **parts)


@router.get("/graph")
def graph(
    request: Request,
    asker: Asking,
    question: str = "",
    relation: str = "",
    design: str = "",
    certainty: str = "",
    since: str = "",
    until: str = "",
) -> Response:
    """The graph around a question, or around all of them."""
    asked = {
        "question_id": question or None,
        "relation": relation or None,
        "design": design or None,
        "certainty": certainty or None,
        "since": _year(since),
        "until": _year(until),
    }
    with asker.store.session() as session:
        drawing = draw(explore.rows(session, "sum_edges", **asked))
        best = [row["best_edge"] for row in drawing.sums]
        edges = explore.rows(session, "show_edges", ids=best)
        nodes = sorted({row[f"{end}_node_id"] for row in drawing.sums for end in ("source", "target")})
        aliases = explore.rows(session, "list_aliases", nodes=nodes)
    counts = {row["best_edge"]: row["edges"] for row in drawing.sums}
    return page(
        request, "graph.html", drawing=drawing, edges=edges, aliases=aliases, counts=counts, asked=asked,
        designs=_RELATIONS_OF_DESIGN, most=MOST_NODES, relations=_relations(),
    )  # fmt: skip


@router.get("/papers/{paper_id:path}")
def paper(request: Request, asker: Asking, paper_id: str) -> Response:
    """A paper with its highlighted quotes."""
    with asker.store.session() as session:
        found = explore.paper(session, paper_id)
        passages = [Passage.model_validate(row) for row in explore.passages_of(session, paper_id)]
        quoted = explore.rows(session, "list_quotes_of_paper", paper_id=paper_id)
    citations = Citations({p.passage_id: p for p in passages})
    citations.add(
        Quote(
            passage_id=PassageId(row["passage_id"]),
            char_start=row["char_start"],
            char_end=row["char_end"],
            text=row["evidence"],
        )
        for row in quoted
    )
    shown = [(p, citations.marked_text(p)) for p in passages]
    return page(request, "paper.html", paper=found, passages=shown, paper_id=PaperId(paper_id))


@router.get("/search")
def search(request: Request, asker: Asking, q: str = "") -> Response:
    """Search over questions, claims and papers."""
    with asker.store.session() as session:
        found = explore.search(session, q[:300])
    return page(request, "search.html", q=q[:300], found=found)


@router.get("/reviews")
def reviews(request: Request, asker: Asking) -> Response:
    """The review queue, and what was decided."""
    with asker.store.session() as session:
        waiting, decided = queue.waiting(session), queue.decided(session)
        agreement = queue.reviewers_agreement(session)
    return page(request, "reviews.html", waiting=waiting, decided=decided, agreement=agreement)


@router.post("/reviews")
def decide(
    request: Request,
    asker: Asking,
    subject_type: Annotated[str, Form(max_length=40)],
    subject_id: Annotated[str, Form(max_length=300)],
    decision: Annotated[str, Form(max_length=20)],
    reviewer: Annotated[str, Form(max_length=200)] = "",
    note: Annotated[str, Form(max_length=2000)] = "",
    waited: Annotated[str, Form(max_length=10)] = "",
    token: Annotated[str, Form()] = "",
) -> Response:
    """Accept, reject or undo; what was seen waiting is refused where somebody decided on it meanwhile."""
    _check_form(request, token)
    with asker.store.session() as session:
        queue.save_review(session, subject_type, subject_id, decision, reviewer, note, overrule=not waited)
    return RedirectResponse("/reviews", 303)


@router.post("/key")
def enter(
    request: Request, key: Annotated[str, Form(max_length=200)], token: Annotated[str, Form()] = ""
) -> Response:
    """Remember a key in the browser."""
    _check_form(request, token)
    answer = RedirectResponse("/", 303)
    answer.set_cookie(
        KEY, key.strip(), httponly=True, samesite="strict", secure=request.url.scheme == "https"
    )
    return answer


@router.get("/api")
def api_page(request: Request) -> Response:
    """The interface for programs, described from its OpenAPI document."""
    return page(request, "api.html", spec=request.app.openapi())


@router.get("/static/{name}")
def static(name: str) -> Response:
    """Style sheets and the one script, from this server."""
    content = {"report.css": str(style()).encode(), **_files()}.get(name)
    if content is None:
        raise HTTPException(404, "There is no such file.")
    return Response(content, media_type=_TYPES[name.rpartition(".")[2]])


def _check_form(request: Request, token: str) -> None:
    site = request.headers.get("sec-fetch-site", "same-origin")
    if site not in ("same-origin", "none") or not site_of(request).forms.holds(
        request.cookies.get(SESSION), token
    ):
        raise HTTPException(
            403, "This form did not come from this page, or it is too old: load the page again."
        )


def _year(text: str) -> int | None:
    return int(text) if text.isdecimal() and len(text) <= 4 else None


def _relations() -> list[str]:
    from aitia.domains import adapters

    return sorted({word for adapter in adapters().values() for word in adapter.relation_types})


@cache
def _files() -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in _STATIC.iterdir() if path.suffix in (".css", ".js")}


@cache
def _templates() -> Environment:
    made = Environment(
        loader=ChoiceLoader([PackageLoader("web"), PackageLoader("aitia.report")]),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.filters["path"] = lambda value: quote(str(value), safe="")
    made.filters["words"] = lambda value: str(value or "").replace("_", " ")
    made.filters["pretty"] = lambda value: json.dumps(value, indent=1)
    return made


Page = Mapping[str, Any]
