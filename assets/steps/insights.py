"""What the graph around the question adds: ranked chains, disagreements, common causes; once per subgraph."""

from collections.abc import Sequence

from sqlmodel import Session

from aitia.graph import Insight, orphans
from aitia.graph import find_insights as insights_of
from aitia.model.keys import NodeId, stable_id
from aitia.model.scales import QuestionKind
from aitia.question import Question
from assets.steps.causes import judge_options
from assets.steps.graded_relations import load_relations
from assets.steps.options import weigh_options
from assets.steps.step import StepReport, markdown_table
from assets.steps.surroundings import Surroundings, surroundings
from resources.store import questions, reasoning, standing
from resources.store.tables import InsightRow
from resources.workbench import Workbench

_MAIN = "main"
_MOST_ORPHANS = 100


def find_insights(workbench: Workbench, question: Question, run_id: str) -> StepReport:
    """Take the subgraph within two arcs of the question's ends and say what it adds to the graded evidence.

    For an abductive question: the options that hold, where a language model judges them.
    """
    if question.kind is QuestionKind.ABDUCTIVE:
        weigh_options(workbench, question)
        options = judge_options(workbench, question, run_id)
        with workbench.store.session() as session:
            _note(session, question, options[0].fingerprint if options else "")
        return _options_report(options)
    with workbench.store.session() as session:
        ends = _ends(session, question)
        if ends is None:
            _note(session, question, "")
            return StepReport(content=("no evidence on the question's own outcome",), counts={"paths": 0})
        around = surroundings(session, ends)
        fingerprint = around.fingerprint
        found = reasoning.insights_of(session, question.question_id, fingerprint)
        if not found and around.start != around.goal:
            insights = insights_of(around.arcs, around.start, around.goal, around.names)
            _save(session, question, fingerprint, insights, run_id)
            found = reasoning.insights_of(session, question.question_id, fingerprint)
        _note(session, question, fingerprint)
    if around.left_out:
        workbench.tell(f"note: {around.left_out} edges around the question were not looked at for insights")
    return _report(around, found)


def _report(around: Surroundings, found: Sequence[InsightRow]) -> StepReport:
    table: list[tuple[object, ...]] = [(row.rank, row.score, row.kind, row.text, row.why) for row in found]
    alone = sorted(around.names[node] for node in orphans(around.arcs))
    listed: list[tuple[object, ...]] = [(kind, name) for kind, name in alone[:_MOST_ORPHANS]]
    return StepReport(
        content=(around.fingerprint, *[row.insight_id for row in found]),
        counts={
            "paths": sum(row.kind == "path" for row in found),
            "patterns": sum(row.kind != "path" for row in found),
            "edges": len(around.arcs),
            "edges_left_out": around.left_out,
            "orphans": len(alone),
        },
        tables={
            "paths": markdown_table(("rank", "score", "kind", "insight", "why"), table),
            "orphans": markdown_table(("type", "named by one paper alone"), listed),
        },
    )


def _note(session: Session, question: Question, fingerprint: str) -> None:
    """Say with the round which insights stand; those of earlier subgraphs stay stored."""
    newest = questions.latest_round(session, question.question_id)
    if standing.round_notes(session, question.question_id, newest).get(reasoning.INSIGHTS) != fingerprint:
        questions.note_round(session, question.question_id, newest, {reasoning.INSIGHTS: fingerprint})


def _options_report(found: Sequence[InsightRow]) -> StepReport:
    table: list[tuple[object, ...]] = [(row.rank, row.text) for row in found]
    return StepReport(
        content=tuple(row.insight_id for row in found) or ("no language model judged the options",),
        counts={"paths": 0, "options": len(found)},
        tables={"options": markdown_table(("rank", "option and its sentences"), table)},
    )


def _ends(session: Session, question: Question) -> tuple[NodeId, NodeId] | None:
    relations = load_relations(session, question.question_id)
    if _MAIN not in relations:
        return None
    relation = relations[_MAIN][1]
    return relation.cause_node, relation.effect_node


def _save(
    session: Session, question: Question, fingerprint: str, insights: Sequence[Insight], run_id: str
) -> None:
    rows = [
        InsightRow(
            insight_id=stable_id("insight", question.question_id, fingerprint, str(rank)),
            question_id=question.question_id,
            fingerprint=fingerprint,
            rank=rank,
            score=insight.score,
            text=insight.text,
            kind=insight.kind.value,
            why=insight.why,
            path=list(insight.edges),
            run_id=run_id,
        )
        for rank, insight in enumerate(insights, start=1)
    ]
    reasoning.save_insights(session, rows)
