"""Ranked paths through the graph around the question, in words; worked out once per subgraph."""

from collections import Counter
from collections.abc import Mapping, Sequence

from sqlmodel import Session

from aitia.graph import Arc, Path, find_paths, neighbourhood, verbalise
from aitia.model.keys import NodeId, content_hash, stable_id
from aitia.model.scales import QuestionKind
from aitia.question import Question
from assets.steps.causes import judge_options
from assets.steps.evidence import cluster_of
from assets.steps.graded_relations import load_relations
from assets.steps.step import StepReport, markdown_table
from resources.store import graph, questions, reasoning
from resources.store.graph import StoredEdge
from resources.store.tables import InsightRow
from resources.workbench import Workbench

DEPTH = 2
_MAIN = "main"


def find_insights(workbench: Workbench, question: Question, run_id: str) -> StepReport:
    """Take the subgraph within two arcs of the question's ends and rank the paths between them.

    For an abductive question: the options that hold, where a language model judges them.
    """
    if question.kind is QuestionKind.ABDUCTIVE:
        options = judge_options(workbench, question, run_id)
        with workbench.store.session() as session:
            _note(session, question, options[0].fingerprint if options else "")
        return _options_report(options)
    with workbench.store.session() as session:
        ends = _ends(session, question)
        if ends is None:
            _note(session, question, "")
            return StepReport(content=("no evidence on the question's own outcome",), counts={"paths": 0})
        edges = _around(session, ends)
        cluster = cluster_of(session, {n for e in edges for n in (e.source_node_id, e.target_node_id)})
        arcs = _arcs(edges, cluster)
        start, goal = (cluster.get(node, node) for node in ends)
        near = neighbourhood(arcs, [start, goal], DEPTH)
        arcs = [arc for arc in arcs if arc.source in near and arc.target in near]
        fingerprint = content_hash(
            start, goal, *sorted(f"{a.edge_id} {a.source} {a.target} {a.confidence}" for a in arcs)
        )
        found = reasoning.insights_of(session, question.question_id, fingerprint)
        if not found:
            paths = find_paths(arcs, [start], [goal])
            _save(session, question, fingerprint, paths, _names(session, edges, paths), run_id)
            found = reasoning.insights_of(session, question.question_id, fingerprint)
        _note(session, question, fingerprint)
    table: list[tuple[object, ...]] = [(row.rank, row.score, row.text) for row in found]
    return StepReport(
        content=(fingerprint, *[row.insight_id for row in found]),
        counts={"paths": len(found), "edges": len(arcs)},
        tables={"paths": markdown_table(("rank", "score", "path"), table)},
    )


def _note(session: Session, question: Question, fingerprint: str) -> None:
    """Say with the round which insights stand; those of earlier subgraphs stay stored."""
    newest = questions.latest_round(session, question.question_id)
    if questions.round_notes(session, question.question_id, newest).get(reasoning.INSIGHTS) != fingerprint:
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


def _around(session: Session, ends: Sequence[NodeId]) -> list[StoredEdge]:
    """Edges within `DEPTH` arcs of the ends, aliases included, whichever question brought them."""
    edges: dict[str, StoredEdge] = {}
    frontier = set(ends)
    reached: set[NodeId] = set()
    for _ in range(DEPTH):
        frontier |= set(cluster_of(session, frontier))
        reached |= frontier
        found = graph.edges_around(session, frontier)
        edges.update({edge.id: edge for edge in found})
        frontier = {n for e in found for n in (e.source_node_id, e.target_node_id)} - reached
    return [edges[edge_id] for edge_id in sorted(edges)]


def _arcs(edges: Sequence[StoredEdge], cluster: Mapping[NodeId, NodeId]) -> list[Arc]:
    arcs = [
        Arc(
            edge.id,
            cluster.get(edge.source_node_id, edge.source_node_id),
            cluster.get(edge.target_node_id, edge.target_node_id),
            edge.relationship_type,
            edge.confidence,
        )
        for edge in edges
    ]
    return [arc for arc in arcs if arc.source != arc.target]


def _names(
    session: Session, edges: Sequence[StoredEdge], paths: Sequence[Path]
) -> dict[NodeId, tuple[str, str]]:
    """Type and name of each node on a path: the name that its edges use most, whichever came first."""
    used: dict[NodeId, Counter[str]] = {}
    for edge in edges:
        used.setdefault(edge.source_node_id, Counter())[edge.claim.cause.strip()] += 1
        used.setdefault(edge.target_node_id, Counter())[edge.claim.effect.strip()] += 1
    nodes = graph.load_nodes(session, {node for path in paths for node in path.nodes})
    return {
        key: (
            node.type,
            min(used[key], key=lambda name: (-used[key][name], name)) if key in used else node.name,
        )
        for key, node in nodes.items()
    }


def _save(
    session: Session,
    question: Question,
    fingerprint: str,
    paths: Sequence[Path],
    names: Mapping[NodeId, tuple[str, str]],
    run_id: str,
) -> None:
    rows = [
        {
            "insight_id": stable_id("insight", question.question_id, fingerprint, str(rank)),
            "question_id": question.question_id,
            "fingerprint": fingerprint,
            "rank": rank,
            "score": path.score,
            "text": verbalise(path, names),
            "path": [arc.edge_id for arc in path.arcs],
            "run_id": run_id,
        }
        for rank, path in enumerate(paths, start=1)
    ]
    reasoning.save_insights(session, rows)
