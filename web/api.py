"""`/api/v1`: ask, status, verdict, evidence, export, search. Its OpenAPI page is made from this file."""

from __future__ import annotations

import json
from typing import Any, Literal

from fastapi import APIRouter, HTTPException, Query, Request, Response
from pydantic import BaseModel, Field

from aitia.question.wording import of_tenant
from aitia.report.dossier import Dossier
from aitia.report.export import EXPORTS
from aitia.report.export.document import document
from assets.steps.bundle import export_bundle
from assets.steps.dossier import load_dossier, standing_verdict
from resources.store import explore, reviews
from web.app import Asker, Asking, site_of

router = APIRouter(prefix="/api/v1")


class Ask(BaseModel):
    """A question to answer."""

    question: str = Field(min_length=1, max_length=2000)


class Review(BaseModel):
    """A person's decision."""

    subject_type: Literal["edge", "claim", "alias_link", "study_link", "study_pair", "paper"]
    subject_id: str = Field(min_length=1, max_length=300)
    decision: Literal["accept", "reject", "undo"]
    reviewer: str = Field(min_length=1, max_length=200)
    note: str = Field(default="", max_length=2000)


def dossier_of(asker: Asker, question_id: str) -> Dossier:
    """The dossier of a question that the asker sees. Raises NotFound."""
    with asker.store.session() as session:
        return load_dossier(session, standing_verdict(session, question_id))


def ask_question(request: Request, asker: Asker, question: str) -> dict[str, str]:
    """Begin to answer; raises QuestionError for one that cannot be read, 429 while too many are answered."""
    from aitia.question import read_question

    site = site_of(request)
    read = read_question(question)
    job = site.jobs.start(asker.tenant, read.text, of_tenant(read.question_id, asker.tenant))
    if job is None:
        raise HTTPException(
            429, "Other questions are being answered: ask again in a while.", {"Retry-After": "10"}
        )
    return {"job_id": job.job_id, "question_id": job.question_id}


@router.get("/questions")
def list_questions(asker: Asking) -> list[dict[str, Any]]:
    """Your questions with their newest verdicts, newest first."""
    with asker.store.session() as session:
        return explore.rows(session, "list_verdicts")


@router.post("/questions", status_code=202)
def ask(request: Request, asked: Ask, asker: Asking) -> dict[str, str]:
    """Ask a question; follow it under `/jobs`."""
    return ask_question(request, asker, asked.question)


@router.get("/jobs/{job_id}")
def status(request: Request, job_id: str, asker: Asking) -> dict[str, Any]:
    """How far a question is: `running`, `done` or `failed`, with its progress lines."""
    job = site_of(request).jobs.of(asker.tenant, job_id)
    if job is None:
        raise HTTPException(404, "There is no such job.")
    return {"job_id": job_id, "question_id": job.question_id, "status": job.status, "lines": job.lines}


@router.get("/questions/{question_id}")
def verdict(question_id: str, asker: Asking) -> Response:
    """The verdict with all that it rests on, by the schema in docs/schema."""
    return Response(document(dossier_of(asker, question_id)), media_type="application/json")


@router.get("/questions/{question_id}/evidence")
def evidence(question_id: str, asker: Asking) -> list[dict[str, Any]]:
    """Every sentence that the verdict rests on: edge, quote, passage, offsets, paper."""
    return [source.model_dump(mode="json") for source in dossier_of(asker, question_id).verdict.sources]


@router.get("/questions/{question_id}/export/{form}")
def export(
    question_id: str, form: Literal["csv", "ris", "bibtex", "json", "rdf", "grade", "bundle"], asker: Asking
) -> Response:
    """The verdict in another form; `csv` is a JSON object of files, `bundle` a zip."""
    if form == "bundle":
        content = export_bundle(asker.store, question_id)
        return Response(content, media_type="application/zip", headers=_named("bundle.zip"))
    files = EXPORTS[form](dossier_of(asker, question_id))
    if len(files) > 1:
        return Response(json.dumps({n: c.decode() for n, c in files.items()}), media_type="application/json")
    name, content = next(iter(files.items()))
    return Response(content, media_type="text/plain; charset=utf-8", headers=_named(name))


@router.get("/search")
def search(asker: Asking, q: str = Query(max_length=300)) -> dict[str, list[dict[str, Any]]]:
    """Questions, claims and papers that hold every word of `q`."""
    with asker.store.session() as session:
        return dict(explore.search(session, q))


@router.get("/reviews")
def list_reviews(asker: Asking) -> dict[str, list[dict[str, Any]]]:
    """What waits with both its sides, what people decided, and how far they agree (Cohen's κ)."""
    with asker.store.session() as session:
        return {
            "waiting": reviews.waiting(session),
            "decided": reviews.decided(session),
            "agreement": [item.model_dump() for item in reviews.reviewers_agreement(session)],
        }


@router.post("/reviews", status_code=201)
def review(decided: Review, asker: Asking) -> dict[str, str]:
    """Accept, reject, or take back what stands."""
    with asker.store.session() as session:
        return {"review_id": reviews.save_review(session, **decided.model_dump())}


def _named(name: str) -> dict[str, str]:
    return {"Content-Disposition": f'attachment; filename="{name}"'}
