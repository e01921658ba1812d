"""What the evidence says of each outcome, graded; only what changed is worked out again."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypedDict

from sqlmodel import Session

from aitia.evidence.relations import GradedRelation, grade_relation, relation_inputs
from aitia.model.keys import stable_id
from aitia.question import Question
from assets.steps.evidence import Evidence, accepted_claims, link_evidence
from assets.steps.step import StepReport, markdown_table
from resources.store import changes
from resources.store import reasoning as rows
from resources.store.tables import GradedRelationRow
from resources.workbench import Workbench


@dataclass(frozen=True)
class Regraded:
    """Which relations were worked out, left as they stood, or withdrawn."""

    changed: tuple[str, ...]
    unchanged: tuple[str, ...]
    withdrawn: tuple[str, ...]


def grade_question(workbench: Workbench, question: Question, run_id: str) -> StepReport:
    """Link reports into studies, then grade the relations whose fingerprint differs from the stored one."""
    with workbench.store.session() as session:
        rows.lock_question(session, question.question_id)
        evidence = link_evidence(session, question, run_id)
    with workbench.store.session() as session:
        rows.lock_question(session, question.question_id)
        done = _regrade(workbench, session, question, evidence, run_id)
        changes.advance(session, question.question_id, evidence.below)
        current = rows.current_relations(session, question.question_id)
    workbench.tell(f"graded {len(done.changed)} relations, {len(done.unchanged)} unchanged")
    standing = {key: version for key, version in current.items() if not version.withdrawn}
    return StepReport(
        content=tuple(f"{key} {version.fingerprint}" for key, version in sorted(standing.items())),
        counts={
            "relations": len(standing),
            "graded": len(done.changed),
            "unchanged": len(done.unchanged),
            "withdrawn": len(done.withdrawn),
        },
        tables={"relations": _table(standing)},
    )


def load_relations(session: Session, question_id: str) -> dict[str, tuple[str, GradedRelation]]:
    """(row id, relation) of every relation that stands, by relation key."""
    return {
        key: (version.graded_relation_id, GradedRelation.model_validate(version.payload))
        for key, version in rows.current_relations(session, question_id).items()
        if not version.withdrawn
    }


def _regrade(
    workbench: Workbench, session: Session, question: Question, evidence: Evidence, run_id: str
) -> Regraded:
    inputs = relation_inputs(question, accepted_claims(workbench, session, question, evidence))
    current = rows.current_relations(session, question.question_id)
    changed = []
    for key, entry in inputs.items():
        old = current.get(key)
        if old is not None and old.fingerprint == entry.fingerprint and not old.withdrawn:
            continue
        relation = grade_relation(question, key, entry.claims)
        _save(session, question, relation, old, run_id)
        changed.append(key)
    gone = [old for key, old in current.items() if key not in inputs and not old.withdrawn]
    for old in gone:
        _withdraw(session, question, old, run_id)
    unchanged = [key for key in inputs if key not in changed]
    return Regraded(tuple(changed), tuple(unchanged), tuple(old.relation_key for old in gone))


def _save(
    session: Session,
    question: Question,
    relation: GradedRelation,
    old: rows.RelationVersion | None,
    run_id: str,
) -> None:
    pooled = relation.pooled
    body = relation.body
    row = GradedRelationRow(
        **_version(question, relation.relation_key, old, run_id),
        fingerprint=relation.fingerprint,
        outcome_role=relation.role.value,
        source_node_id=relation.cause_node,
        target_node_id=relation.effect_node,
        cause=relation.cause,
        effect=relation.effect,
        direction=relation.direction.value,
        certainty=relation.certainty.value if relation.certainty else None,
        measure=pooled.measure.value if pooled else None,
        point=pooled.point if pooled else None,
        low=pooled.low if pooled else None,
        high=pooled.high if pooled else None,
        i2=pooled.i2 if pooled else None,
        studies=len(relation.studies),
        participants=body.participants if body else None,
        payload=relation.model_dump(mode="json"),
    )
    study_of = {source.edge_id: source.study_id for source in relation.sources}
    rows.save_relation(session, row, sorted(study_of.items()))


def _withdraw(session: Session, question: Question, old: rows.RelationVersion, run_id: str) -> None:
    """A relation that no evidence supports any more gets a last version that says so."""
    row = GradedRelationRow(
        **_version(question, old.relation_key, old, run_id),
        fingerprint="",
        outcome_role=old.payload.get("role", ""),
        withdrawn=True,
    )
    rows.save_relation(session, row, [])


class _Version(TypedDict):
    """What tells one version of a question's relation from the others."""

    graded_relation_id: str
    question_id: str
    relation_key: str
    version: int
    supersedes: str | None
    run_id: str


def _version(question: Question, key: str, old: rows.RelationVersion | None, run_id: str) -> _Version:
    version = old.version + 1 if old else 1
    return {
        "graded_relation_id": stable_id("relation", question.question_id, key, str(version)),
        "question_id": question.question_id,
        "relation_key": key,
        "version": version,
        "supersedes": old.graded_relation_id if old else None,
        "run_id": run_id,
    }


def _table(standing: Mapping[str, rows.RelationVersion]) -> str:
    lines: list[tuple[object, ...]] = []
    for version in standing.values():
        relation = GradedRelation.model_validate(version.payload)
        pooled = relation.pooled
        effect = (
            f"{pooled.measure.value} {pooled.point:.2f} ({pooled.low:.2f} to {pooled.high:.2f})"
            if pooled
            else ""
        )
        certainty = relation.certainty.value if relation.certainty else ""
        lines.append(
            (
                relation.role.value,
                relation.effect,
                relation.direction.value,
                effect,
                certainty,
                len(relation.studies),
            )
        )
    return markdown_table(("role", "outcome", "direction", "pooled effect", "certainty", "studies"), lines)
