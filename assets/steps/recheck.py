"""Whether what was concluded follows from what was read: everything worked out anew, nothing written."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sqlmodel import Session, select

from aitia.evidence.relations import grade_relation, relation_inputs
from aitia.question import Question
from assets.steps.alias_links import misnamed_edges
from assets.steps.evidence import accepted_claims, link_evidence
from assets.steps.verdict import concluded_anew, says_the_same
from resources.store import changes, reasoning, standing
from resources.store.rules import Misfit
from resources.store.tables import QuestionRow
from resources.store.verify import misfits
from resources.workbench import Workbench
from validators import VALIDATORS_VERSION


def verify_store(workbench: Workbench) -> Iterator[Misfit]:
    """Every row that does not fit, then every standing relation and verdict that does not follow."""
    with workbench.store.session() as session:
        yield from misfits(session, VALIDATORS_VERSION)
        ids = list(session.exec(select(QuestionRow.question_id).order_by(QuestionRow.question_id)))
    yield from recheck(workbench, ids)


def recheck(workbench: Workbench, question_ids: Sequence[str]) -> Iterator[Misfit]:
    """The standing relations and verdicts of the questions that do not follow from what was read for them.

    A question that something touched since is left out: asked again it is worked out anew in any case.
    """
    for question_id in question_ids:
        with workbench.store.session() as session:
            settled = standing.settled_from(session, question_id) is not None
            asked = standing.load_questions(session, [question_id])[question_id].question
            touched = changes.is_touched(session, question_id, nearby=False)
        if settled and not touched:
            with (
                workbench.store.trial() as session
            ):  # links of studies are worked out on the way, and not kept
                yield from _answer(workbench, session, asked)


def _answer(workbench: Workbench, session: Session, question: Question) -> list[Misfit]:
    try:
        named = [
            Misfit("edge_names", edge, "is noted under other names than it and its paper give")
            for edge in misnamed_edges(session, question.question_id)
        ]
        return [*named, *_relations(workbench, session, question), *_verdict(session, question)]
    except (ValueError, KeyError) as problem:  # what is stored cannot be read as what it should be
        what = f"cannot be worked out anew: {type(problem).__name__}"
        return [Misfit("questions", question.question_id, what)]


def _relations(workbench: Workbench, session: Session, question: Question) -> Iterator[Misfit]:
    evidence = link_evidence(session, question, "verify")
    inputs = relation_inputs(question, accepted_claims(workbench, session, question, evidence))
    stored = reasoning.current_relations(session, question.question_id)
    current = {key: version for key, version in stored.items() if not version.withdrawn}
    for key in sorted(inputs.keys() - current.keys()):
        yield Misfit("graded_relations", f"{question.question_id} {key}", "should stand and does not")
    for key, version in sorted(current.items()):
        if key not in inputs or inputs[key].fingerprint != version.fingerprint:
            what = "does not rest on the edges and study facts that stand"
        elif grade_relation(question, key, inputs[key].claims).model_dump(mode="json") != version.payload:
            what = "says something else than its evidence"
        else:
            continue
        yield Misfit("graded_relations", version.graded_relation_id, what)


def _verdict(session: Session, question: Question) -> Iterator[Misfit]:
    row = reasoning.current_verdict(session, question.question_id)
    if row is None:
        yield Misfit("verdicts", question.question_id, "no verdict is stored, though a run ended with one")
        return
    anew = concluded_anew(session, question)
    if anew.fingerprint != row.fingerprint or not says_the_same(row, anew):
        yield Misfit("verdicts", row.verdict_id, "does not follow from the relations that stand")
