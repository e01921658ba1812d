"""A verdict with all that it rests on, loaded from the store for report, exports and pages."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from pathlib import Path

from sqlalchemy import text
from sqlmodel import Session, col, select

from aitia.model.claim import StudyFacts
from aitia.model.errors import NotFound
from aitia.model.keys import PaperId, PassageId
from aitia.model.passage import Passage, Quote
from aitia.report.dossier import (
    DecisionLine,
    Dossier,
    PaperLine,
    PathLine,
    Provenance,
    SearchLine,
    StepLine,
    VersionLine,
)
from aitia.report.export import EXPORTS, Files
from aitia.report.marked import option_quotes, quotes_of
from aitia.verdict import Verdict
from assets.steps.graded_relations import load_relations
from assets.steps.wordings import PATHS, as_sections, further_words
from resources.store import reading, reasoning, standing
from resources.store.tables import EdgeRow, PassageRow, VerdictRow
from resources.workbench import Workbench
from validators import VALIDATORS_VERSION

_SQL = Path(__file__).resolve().parents[2] / "sql" / "reports"


def exported(workbench: Workbench, question_id: str, form: str) -> Files:
    """The standing verdict of a question in one of `EXPORTS`, as named files. Raises NotFound."""
    with workbench.store.session() as session:
        dossier = load_dossier(session, standing_verdict(session, question_id), workbench.embedder.name)
    return EXPORTS[form](dossier)


def standing_verdict(session: Session, question_id: str) -> VerdictRow:
    """The newest version of a question's verdict. Raises NotFound that names the next step."""
    row = reasoning.current_verdict(session, question_id)
    if row is None:
        raise NotFound(f"{question_id!r} has no verdict. `aitia questions` lists what was asked.")
    return row


def load_dossier(session: Session, row: VerdictRow, embedder: str = "") -> Dossier:
    """The dossier of a stored version of a verdict; papers and searches are as they stand now."""
    question_id = row.question_id
    further = {kind: words for kind, words in further_words(session, row).items() if kind != PATHS}
    relations = [relation for _, relation in load_relations(session, question_id).values()]
    decisions, paths = _decisions(session, question_id), _paths(session, question_id)
    facts = {item.paper_id: item.facts for item in reading.question_extractions(session, question_id)}
    verdict = Verdict.model_validate(row.payload)
    return Dossier(
        verdict=verdict,
        verdict_id=row.verdict_id,
        provenance=Provenance(
            engine=row.engine, embedder=embedder, run_id=row.run_id or "", created_at=_moment(row.created_at)
        ),
        further=as_sections(further).strip(),
        relations=tuple(sorted(relations, key=lambda r: r.relation_key)),
        paths=paths,
        flow=_flow(session, question_id),
        searches=_searches(session, question_id),
        papers=_papers(session, question_id),
        decisions=decisions,
        facts=facts,
        passages=_passages(session, _quoted(verdict, decisions, paths, facts.values())),
        versions=_versions(session, question_id),
    )


def _rows(session: Session, name: str, question_id: str, **values: object) -> Sequence[dict[str, object]]:
    statement = text((_SQL / f"{name}.sql").read_text(encoding="utf-8"))
    found = session.execute(statement, {"question_id": question_id, **values})
    return [dict(row) for row in found.mappings()]


def _moment(at: object) -> str:
    return at.strftime("%Y-%m-%d %H:%M UTC") if isinstance(at, datetime) else ""


def _flow(session: Session, question_id: str) -> dict[str, int]:
    """The PRISMA counts; the view itself refuses sums that do not add up."""
    found = _rows(session, "count_flow", question_id)
    return {name: value for name, value in found[0].items() if isinstance(value, int)} if found else {}


def _searches(session: Session, question_id: str) -> tuple[SearchLine, ...]:
    return tuple(
        SearchLine.model_validate(
            row | {"sent_at": _moment(row["sent_at"]), "filters": _plain(row["filters"])}
        )
        for row in _rows(session, "list_searches", question_id)
    )


def _plain(filters: object) -> dict[str, str]:
    return {str(key): str(value) for key, value in filters.items()} if isinstance(filters, dict) else {}


def _papers(session: Session, question_id: str) -> tuple[PaperLine, ...]:
    return tuple(PaperLine.model_validate(row) for row in _rows(session, "list_papers", question_id))


def _decisions(session: Session, question_id: str) -> tuple[DecisionLine, ...]:
    found = _rows(session, "list_decisions", question_id, validators_version=VALIDATORS_VERSION)
    return tuple(DecisionLine.model_validate(row) for row in found)


def _paths(session: Session, question_id: str) -> tuple[PathLine, ...]:
    shown = standing.shown_insights(session, question_id)
    ids = sorted({edge for item in shown for edge in item.path})
    edges = {edge.id: edge for edge in session.exec(select(EdgeRow).where(col(EdgeRow.id).in_(ids)))}
    return tuple(
        PathLine(
            text=item.text,
            score=item.score,
            kind=item.kind or "path",
            why=item.why or "",
            steps=tuple(_step(edges[e]) for e in item.path if e in edges),
        )
        for item in shown
    )


def _step(edge: EdgeRow) -> StepLine:
    return StepLine(
        edge_id=edge.id,
        paper_id=PaperId(str(edge.provenance["meta"]["source_paper_id"])),
        quote=Quote(
            passage_id=PassageId(edge.passage_id),
            char_start=edge.char_start,
            char_end=edge.char_end,
            text=edge.evidence,
        ),
    )


def _quoted(
    verdict: Verdict,
    decisions: Sequence[DecisionLine],
    paths: Sequence[PathLine],
    facts: Iterable[StudyFacts],
) -> set[str]:
    """The passages that something of the dossier quotes."""
    sources = (*verdict.sources, *verdict.excluded, *(entry.source for entry in verdict.landscape))
    quotes = [quote for source in sources for quote in quotes_of(source)]
    quotes += [step.quote for path in paths for step in path.steps]
    quotes += [item.quote for item in option_quotes(verdict)]
    for item in facts:
        quotes += [*item.quotes.values(), *(signal.quote for signal in item.bias_signals)]
    return {quote.passage_id for quote in quotes} | {line.passage_id for line in decisions}


def _passages(session: Session, wanted: set[str]) -> dict[PassageId, Passage]:
    found = session.exec(select(PassageRow).where(col(PassageRow.passage_id).in_(sorted(wanted))))
    return {
        PassageId(row.passage_id): Passage(
            passage_id=PassageId(row.passage_id),
            paper_id=PaperId(row.paper_id),
            section_id=row.section_id,
            part_index=row.part_index,
            text=row.text,
            char_offset=row.char_offset,
        )
        for row in found
    }


def _versions(session: Session, question_id: str) -> tuple[VersionLine, ...]:
    statement = select(VerdictRow).where(col(VerdictRow.question_id) == question_id)
    return tuple(
        VersionLine(
            version=row.version,
            created_at=_moment(row.created_at),
            conclusion=row.conclusion,
            direction=row.direction,
            certainty=row.certainty,
            changes=tuple(str(change) for change in row.changes),
        )
        for row in session.exec(statement.order_by(col(VerdictRow.version).desc()))
    )
