"""A question from one store to another: packed with checksums, taken in only when all of it holds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from pydantic import ValidationError
from sqlalchemy.exc import DBAPIError
from sqlmodel import Session, col, select

from aitia.evidence import METHOD_VERSION
from aitia.model.errors import BundleError, NotFound, StoreError
from aitia.question import Question
from aitia.report.export.bundle import pack, unpack
from aitia.verdict import Verdict
from assets.steps.verdict import concluded_anew
from resources.store import bundle_rows, reading, reasoning, standing
from resources.store.migrate import head_revision
from resources.store.session import Store
from resources.store.tables import VerdictRow
from resources.workbench import Workbench
from validators import VALIDATORS_VERSION


@dataclass(frozen=True)
class TakenIn:
    """What an import brought: the verdict that stands, and how many rows are new."""

    question_id: str
    question: str
    version: int
    conclusion: str
    fingerprint: str
    added: int


def export_bundle(store: Store, question_id: str) -> bytes:
    """The bundle of a question; the same rows give the same bytes. Raises NotFound."""
    with store.session() as session:
        row = reasoning.current_verdict(session, question_id)
        if row is None:
            raise NotFound(f"{question_id!r} has no verdict. `aitia questions` lists what was asked.")
        rows = bundle_rows.collect(session, question_id)
        fingerprint = row.fingerprint
    about = {
        "question_id": question_id,
        "fingerprint": fingerprint,
        "schema": head_revision(),
        "method": METHOD_VERSION,
        "rules": VALIDATORS_VERSION,
    }
    return pack(rows, about)


def import_bundle(workbench: Workbench, content: bytes) -> TakenIn:
    """Store a bundle's rows, all or none. Raises BundleError.

    The database checks every quote and rule again; the verdict is concluded anew from the rows, and must be
    the one in the bundle. What was added must then export to the same bytes.
    """
    rows, about = unpack(content)
    for name, own in (("schema", head_revision()), ("method", METHOD_VERSION), ("rules", VALIDATORS_VERSION)):
        if about.get(name) != own:
            raise BundleError(
                f"The bundle was made with {name} {about.get(name)}, this program has {own}: "
                "export it again with the same version of aitia."
            )
    question_id = str(about.get("question_id"))
    if [row.get("question_id") for row in rows.get("questions", [])] != [question_id]:
        raise BundleError("The bundle was altered: it holds another question than its manifest names.")
    try:
        with workbench.store.session() as session:
            reading.put_in_force(session, VALIDATORS_VERSION, "import")
            added = bundle_rows.add(session, rows)
            session.flush()
            taken = _verified(session, question_id, about, added)
            if bundle_rows.collect(session, question_id) != rows:
                raise BundleError(
                    "The bundle was not taken in: what this store holds beside it changes what it rests on. "
                    "Use an empty store, named by AITIA_DATABASE_URL or AITIA_DATA_HOME."
                )
            return taken
    except (StoreError, DBAPIError) as problem:
        raise BundleError(f"The database refused the bundle, and nothing was stored: {problem}") from problem
    except (KeyError, TypeError, AttributeError) as problem:
        raise BundleError(f"The bundle was altered: a row of it lacks {problem}.") from problem


def _verified(session: Session, question_id: str, about: dict[str, Any], added: int) -> TakenIn:
    row = reasoning.current_verdict(session, question_id)
    if row is None or row.fingerprint != about.get("fingerprint"):
        raise BundleError("The bundle was altered: its verdict is not the one that its manifest names.")
    asked = standing.load_questions(session, [question_id])[question_id]
    question: Question = asked.question
    try:
        stored = Verdict.model_validate(row.payload)
    except ValidationError:
        raise BundleError("The bundle was altered: its verdict cannot be read.") from None
    anew = concluded_anew(session, question)
    told = {"version", "changes"}
    if anew.model_dump(exclude=told) != stored.model_dump(exclude=told):
        raise BundleError("The bundle was altered: its rows lead to another verdict than the one in it.")
    statement = select(VerdictRow).where(col(VerdictRow.verdict_id) == row.verdict_id)
    kept = session.exec(statement).one()
    if kept.conclusion != stored.conclusion.value or kept.fingerprint != stored.fingerprint:
        raise BundleError("The bundle was altered: the columns of its verdict are not what the verdict says.")
    return TakenIn(question_id, question.text, row.version, row.conclusion, row.fingerprint, added)
