"""Which proposals stand. Every refusal is a row with its rule; every edge has its verbatim quote."""

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache

from sqlmodel import Session

from aitia.domains import adapter_for
from aitia.model.claim import Claim
from aitia.model.keys import PaperId, stable_id
from aitia.model.passage import Passage
from aitia.model.scales import Decision, Domain
from aitia.question import Question
from aitia.words.methods import method_key
from aitia.words.names import other_names
from aitia.words.naming import canonical_name, node_id
from assets.steps.step import StepReport, markdown_table
from resources.store import graph, papers
from resources.store import reading as rows
from resources.store.graph import StoredNode
from resources.store.passages import load_passages
from resources.store.tables import EdgeRow
from resources.workbench import Workbench
from validators import VALIDATORS_VERSION
from validators.decide import decide
from validators.findings import ClaimContext, ClaimDecision

_MOST_NAMES = 30
_METHODS = frozenset(adapter_for(Domain.MACHINE_LEARNING).node_types)


def validate_claims(workbench: Workbench, question: Question, run_id: str) -> StepReport:
    """Decide on the claims that this version of the rules has not seen, and store what stands as edges."""
    workbench.tell("checking claims")
    with workbench.store.session() as session:
        rows.put_in_force(session, VALIDATORS_VERSION, run_id)
        extractions = rows.question_extractions(session, question.question_id)
        contexts = _contexts(workbench, session, question, extractions)
        ids = [item.extraction_id for item in extractions]
        claims = rows.load_claims(session, ids)
        known = rows.decided_claims(session, ids, VALIDATORS_VERSION)
        approved = _approved(session, [claim.claim_id for _, claim in claims])
        decided: list[tuple[str, ClaimDecision]] = []
        for extraction_id, claim in claims:
            new = (claim.claim_id, extraction_id) not in known
            if new or claim.claim_id in approved:
                decided.append((extraction_id, decide(claim, contexts[extraction_id])))
        rows.save_decisions(
            session, VALIDATORS_VERSION, [_decision(item, extraction) for extraction, item in decided], run_id
        )
        decisions = rows.decided_claims(session, ids, VALIDATORS_VERSION)
        admitted = _admitted(decided, decisions, approved)
        _save_edges(session, admitted, contexts, run_id)
        edges = graph.question_edges(session, question.question_id)
    return _report(decisions, [edge.id for edge in edges])


def _contexts(
    workbench: Workbench,
    session: Session,
    question: Question,
    extractions: Sequence[rows.StoredExtraction],
) -> dict[str, ClaimContext]:
    @cache
    def synonyms(term: str) -> tuple[str, ...]:
        return (*other_names(term), *workbench.vocabulary.expand(term, _MOST_NAMES))

    paper_ids = [item.paper_id for item in extractions]
    found = papers.load_papers(session, paper_ids)
    passages: Mapping[PaperId, tuple[Passage, ...]] = load_passages(session, paper_ids)
    adapter = adapter_for(question.domain)
    return {
        item.extraction_id: ClaimContext.of(
            found[item.paper_id], passages.get(item.paper_id, ()), item.facts, adapter, synonyms
        )
        for item in extractions
    }


def _approved(session: Session, claim_ids: Sequence[str]) -> set[str]:
    """Claims that a person accepted; that lifts a claim out of review, never over a refusal."""
    reviews = graph.reviews_of(session, "claim", claim_ids)
    return {claim_id for claim_id, review in reviews.items() if review.decision == "accept"}


def _decision(item: ClaimDecision, extraction_id: str) -> rows.StoredDecision:
    findings: list[dict[str, object]] = [
        {"rule": f.rule, "outcome": f.outcome.value, "reason": f.reason, "estimate": f.estimate}
        for f in item.findings
    ]
    lets_in = item.decision is not Decision.REJECTED
    admitted: dict[str, object] | None = item.claim.model_dump(mode="json") if lets_in else None
    return rows.StoredDecision(
        item.claim.claim_id, extraction_id, item.decision.value, item.rule, item.reason, findings, admitted
    )


def _admitted(
    decided: Sequence[tuple[str, ClaimDecision]],
    stored: Mapping[tuple[str, str], rows.StoredDecision],
    approved: set[str],
) -> list[tuple[str, Claim]]:
    """The claims that the decisions as stored let in, each as it was let in, with its extraction."""
    found = []
    for extraction_id, item in decided:
        key = item.claim.claim_id, extraction_id
        waits = stored[key].decision == Decision.REVIEW.value and item.claim.claim_id in approved
        if waits or stored[key].decision == Decision.ACCEPTED.value:
            claim = stored[key].admitted
            found.append((extraction_id, Claim.model_validate(claim) if claim else item.claim))
    return found


def _save_edges(
    session: Session,
    admitted: Sequence[tuple[str, Claim]],
    contexts: Mapping[str, ClaimContext],
    run_id: str,
) -> None:
    nodes = {node.id: node for _, claim in admitted for node in _ends(claim)}
    graph.save_nodes(session, list(nodes.values()), run_id)
    graph.save_edges(
        session,
        [
            _edge(claim, extraction_id, contexts[extraction_id].passages[claim.quote.passage_id], run_id)
            for extraction_id, claim in one_per_quote(admitted)
        ],
    )


def one_per_quote(admitted: Sequence[tuple[str, Claim]]) -> list[tuple[str, Claim]]:
    """One claim of those that one reading makes of the same two things in the same words: they are one piece
    of evidence. The answer to the question goes before an open finding, then the more confident."""
    kept: dict[tuple[object, ...], tuple[str, Claim]] = {}
    for extraction_id, claim in sorted(admitted, key=_rank):
        source, target = _ends(claim)
        quote = claim.quote
        place = quote.passage_id, quote.char_start, quote.char_end
        kept.setdefault((extraction_id, source.id, target.id, claim.relation, *place), (extraction_id, claim))
    return list(kept.values())


def _rank(item: tuple[str, Claim]) -> tuple[bool, float, str]:
    _, claim = item
    return claim.answers_question is None, -claim.confidence, claim.claim_id


def _ends(claim: Claim) -> tuple[StoredNode, StoredNode]:
    return _node(claim.cause_type, claim.cause), _node(claim.effect_type, claim.effect)


def _node(kind: str, name: str) -> StoredNode:
    canonical = method_key(name) if kind in _METHODS else canonical_name(name)
    return StoredNode(node_id(kind, canonical), kind, canonical, name.strip())


def _edge(claim: Claim, extraction_id: str, passage: Passage, run_id: str) -> EdgeRow:
    source, target = _ends(claim)
    quote = claim.quote
    return EdgeRow(
        id=stable_id("edge", claim.claim_id, extraction_id),
        source_node_id=source.id,
        target_node_id=target.id,
        relationship_type=claim.relation,
        direction=claim.direction.value,
        confidence=claim.confidence,
        evidence=quote.text,
        passage_id=quote.passage_id,
        char_start=quote.char_start,
        char_end=quote.char_end,
        claim_id=claim.claim_id,
        extraction_id=extraction_id,
        provenance={
            "meta": {
                "source_paper_id": claim.paper_id,
                "section_id": passage.section_id,
                "part_index": passage.part_index,
                "char_start": quote.char_start,
                "char_end": quote.char_end,
                "extraction_id": extraction_id,
                "passage_id": quote.passage_id,
            },
            "claim": claim.model_dump(mode="json"),
        },
        run_id=run_id,
    )


def _report(decisions: Mapping[tuple[str, str], rows.StoredDecision], edges: Sequence[str]) -> StepReport:
    counts = Counter(decision.decision for decision in decisions.values())
    rules = Counter(decision.rule for decision in decisions.values() if decision.rule)
    table: list[tuple[object, ...]] = list(rules.most_common())
    return StepReport(
        content=(VALIDATORS_VERSION, *sorted(edges)),
        counts={**counts, "edges": len(edges)},
        tables={"refusals by rule": markdown_table(("rule", "claims"), table)},
    )
