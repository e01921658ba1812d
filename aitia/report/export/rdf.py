"""A dossier as RDF 1.2: each edge is a reifier of its triple, with quote, place, paper, grade and decision.

That a paper claims something does not make it so: the triples themselves are never asserted, only reified.
Beside PROV-O and Dublin Core the terms are those of `vocabulary.ttl`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from urllib.parse import quote as percent

from pyoxigraph import Literal, NamedNode, RdfFormat, Triple, serialize

from aitia.model.keys import PassageId
from aitia.model.passage import Passage
from aitia.report.dossier import DecisionLine, Dossier, PaperLine
from aitia.verdict.models import Verdict

TERMS = "urn:aitia:term:"
PREFIXES = {
    "aitia": TERMS,
    "rdf": "http://www.w3.org/1999/02/22-rdf-syntax-ns#",
    "rdfs": "http://www.w3.org/2000/01/rdf-schema#",
    "xsd": "http://www.w3.org/2001/XMLSchema#",
    "prov": "http://www.w3.org/ns/prov#",
    "dcterms": "http://purl.org/dc/terms/",
}
_HALVES = re.compile("[\ud800-\udfff]")
"""Halves of a character: all that no string of RDF may hold (RDF 1.2 Concepts, "Strings in RDF")."""


def turtle(dossier: Dossier) -> bytes:
    """The dossier as Turtle 1.2 (UTF-8)."""
    return _written(triples(dossier))


def graph_of(
    lines: Iterable[DecisionLine], passages: Mapping[PassageId, Passage], papers: Iterable[PaperLine]
) -> bytes:
    """Edges with the passages and papers that they quote as Turtle 1.2, without any verdict."""
    edges = list(lines)
    found = (*(_edge(line, None, None) for line in edges), _passages(edges, passages), *map(_paper, papers))
    return _written(chain.from_iterable(found))


def _written(found: Iterable[Triple]) -> bytes:
    made = serialize(dict.fromkeys(found), format=RdfFormat.TURTLE, prefixes=PREFIXES)
    assert made is not None
    return made


def triples(dossier: Dossier) -> Iterator[Triple]:
    """Every triple, in the order verdict, relations, edges, passages, papers, searches."""
    yield from _verdict(dossier)
    yield from _relations(dossier)
    grades = {g.study_id: g.grade.value for r in dossier.relations for g in r.study_grades}
    studies = {s.edge_id: s.study_id for r in dossier.relations for s in r.sources}
    for line in dossier.decisions:
        if line.edge_id and line.cause_node and line.effect_node:
            study = studies.get(line.edge_id)  # type: ignore[call-overload]
            yield from _edge(line, study, grades.get(study))
    yield from _passages(dossier.decisions, dossier.passages)
    for paper in dossier.papers:
        yield from _paper(paper)
    for search in dossier.searches:
        it = _of("search", search.search_id)
        yield Triple(it, _a, _prov("Activity"))
        yield Triple(it, _a, _term("Search"))
        yield Triple(it, _term("source"), _text(search.source))
        yield Triple(it, _term("query"), _text(search.query))
        yield Triple(it, _term("status"), _text(search.status))


def _verdict(dossier: Dossier) -> Iterator[Triple]:
    verdict: Verdict = dossier.verdict
    it = _of("verdict", dossier.verdict_id)
    yield Triple(it, _a, _term("Verdict"))
    yield Triple(it, _a, _prov("Entity"))
    yield Triple(it, _term("question"), _text(verdict.question.text))
    yield Triple(it, _term("conclusion"), _text(verdict.conclusion.value))
    yield Triple(it, _term("direction"), _text(verdict.direction.value))
    yield Triple(it, _term("headline"), _text(verdict.headline))
    yield Triple(it, _term("fingerprint"), _text(verdict.fingerprint))
    yield Triple(it, _term("version"), Literal(verdict.version))
    if verdict.certainty:
        yield Triple(it, _term("certainty"), _text(verdict.certainty.value))
    if dossier.provenance.engine:
        yield Triple(it, _prov("wasAttributedTo"), _of("engine", dossier.provenance.engine))
        yield Triple(_of("engine", dossier.provenance.engine), _a, _prov("SoftwareAgent"))
    for source in verdict.sources:
        yield Triple(it, _prov("wasDerivedFrom"), _of("edge", source.edge_id))
    for search in dossier.searches:
        yield Triple(it, _prov("wasInfluencedBy"), _of("search", search.search_id))


def _relations(dossier: Dossier) -> Iterator[Triple]:
    verdict = _of("verdict", dossier.verdict_id)
    for relation in dossier.relations:
        it = _of("relation", f"{dossier.verdict.question.question_id}/{relation.relation_key}")
        yield Triple(it, _a, _term("GradedRelation"))
        yield Triple(verdict, _term("restsOn"), it)
        yield Triple(it, _term("cause"), _of("node", relation.cause_node))
        yield Triple(it, _term("effect"), _of("node", relation.effect_node))
        yield Triple(it, _term("direction"), _text(relation.direction.value))
        yield Triple(it, _term("role"), _text(relation.role.value))
        if relation.certainty:
            yield Triple(it, _term("certainty"), _text(relation.certainty.value))
        if relation.pooled:
            yield Triple(it, _term("measure"), _text(relation.pooled.measure.value))
            for name in ("point", "low", "high"):
                yield Triple(it, _term(name), Literal(float(getattr(relation.pooled, name))))
        for edge in relation.edge_ids:
            yield Triple(it, _prov("wasDerivedFrom"), _of("edge", edge))


def _edge(line: DecisionLine, study: str | None, grade: str | None) -> Iterator[Triple]:
    it = _of("edge", line.edge_id or "")
    cause, effect = _of("node", line.cause_node or ""), _of("node", line.effect_node or "")
    yield Triple(it, _rdf("reifies"), Triple(cause, _term(line.relation), effect))
    yield Triple(it, _a, _term("Edge"))
    yield Triple(it, _a, _prov("Entity"))
    yield Triple(it, _term("cause"), cause)
    yield Triple(it, _term("relation"), _term(line.relation))
    yield Triple(it, _term("effect"), effect)
    yield Triple(it, _term("quote"), _text(line.quote))
    yield Triple(it, _prov("wasQuotedFrom"), _of("passage", line.passage_id))
    yield Triple(it, _prov("wasDerivedFrom"), _of("paper", line.paper_id))
    yield Triple(it, _prov("wasGeneratedBy"), _of("extraction", line.extraction_id))
    yield Triple(it, _term("charStart"), Literal(line.char_start))
    yield Triple(it, _term("charEnd"), Literal(line.char_end))
    yield Triple(it, _term("direction"), _text(line.direction))
    yield Triple(it, _term("confidence"), Literal(float(line.confidence)))
    yield Triple(it, _term("decision"), _text(line.decision))
    if line.rule:
        yield Triple(it, _term("rule"), _text(line.rule))
    if study:
        yield Triple(it, _term("study"), _of("study", study))
    if grade:
        yield Triple(it, _term("grade"), _text(grade))
    for node, name, kind in (
        (cause, line.cause_name, line.cause_type),
        (effect, line.effect_name, line.effect_type),
    ):
        yield Triple(node, _a, _term("Concept"))
        yield Triple(node, NamedNode(PREFIXES["rdfs"] + "label"), _text(name))
        yield Triple(node, _term("conceptType"), _text(kind))
    yield Triple(_of("extraction", line.extraction_id), _a, _prov("Activity"))


def _passages(lines: Iterable[DecisionLine], passages: Mapping[PassageId, Passage]) -> Iterator[Triple]:
    """The passages that edges quote."""
    quoted = {line.passage_id for line in lines if line.edge_id}
    for passage in passages.values():
        if passage.passage_id in quoted:
            it = _of("passage", passage.passage_id)
            yield Triple(it, _a, _term("Passage"))
            yield Triple(it, _prov("wasDerivedFrom"), _of("paper", passage.paper_id))
            yield Triple(it, _term("section"), _text(passage.section_id))
            yield Triple(it, _term("part"), Literal(passage.part_index))
            yield Triple(it, _term("text"), _text(passage.text))


def _paper(paper: PaperLine) -> Iterator[Triple]:
    it = _of("paper", paper.paper_id)
    yield Triple(it, _a, _term("Paper"))
    yield Triple(it, _a, _prov("Entity"))
    yield Triple(it, NamedNode(PREFIXES["dcterms"] + "title"), _text(paper.title))
    yield Triple(it, _term("retractionStatus"), _text(paper.retraction_status.value))
    if paper.year:
        yield Triple(it, _term("year"), Literal(paper.year))
    for name in ("doi", "pmid", "pmcid", "arxiv_id"):
        if value := getattr(paper, name):
            yield Triple(it, NamedNode(PREFIXES["dcterms"] + "identifier"), _text(f"{name}:{value}"))
    if paper.decision:
        yield Triple(it, _term("gate"), _text(paper.decision.value))


def _of(kind: str, key: str) -> NamedNode:
    return NamedNode(f"urn:aitia:{kind}:{percent(key.encode('utf-8', 'replace'), safe=':/._-')}")


def _term(name: str) -> NamedNode:
    return NamedNode(TERMS + percent(name, safe="_-"))


def _rdf(name: str) -> NamedNode:
    return NamedNode(PREFIXES["rdf"] + name)


def _prov(name: str) -> NamedNode:
    return NamedNode(PREFIXES["prov"] + name)


def _text(value: str) -> Literal:
    return Literal(_HALVES.sub("\ufffd", value))


_a = _rdf("type")
