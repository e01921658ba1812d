"""Statements of cause, association or no effect in a document, each with its verbatim sentence."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from aitia.model.claim import Claim
from aitia.model.paper import Paper
from aitia.model.passage import MAX_QUOTE_LENGTH, Passage, Quote
from aitia.model.scales import Direction
from aitia.reading.open_findings import read_findings
from aitia.reading.paper.document import ReadSentence, read_document
from aitia.reading.statements.direction import read_statements
from aitia.reading.statements.findings import names_a_thing
from aitia.reading.statements.statement import Statement
from aitia.reading.study.facts import read_study_facts


class Link(StrEnum):
    """What a statement says of its two ends."""

    CAUSAL = "causal"
    ASSOCIATION = "association"
    NO_EFFECT = "no effect"


@dataclass(frozen=True, slots=True)
class Said:
    """One statement. `relation` is a verb for a reader; the quote stands at its offsets in its passage."""

    cause: str
    effect: str
    relation: str
    link: Link
    quote: Quote
    paper: str
    title: str


_LONGEST, _WORDS = 1_000, 8
_CAUSES = re.compile(
    r"(?i)\b(?:causes?|caused|leads? to|led to|results? in|resulted in|triggers?|triggered|induces?|induced|"
    r"gives? rise to|gave rise to|brings? about|brought about)\b"
)
_CAUSED_BY = re.compile(
    r"(?i)\b(?:(?:is|are|was|were|being|been) (?:\w+ly )?(?:caused|triggered|induced|brought about) by|"
    r"results? from|resulted from|(?:is|are|was|were) due to)\b"
)
_DOUBT = re.compile(
    r"(?i)\b(?:not|no|never|neither|whether|hypothes\w{1,6}|may|might|could|if|unclear|unknown|aimed?|"
    r"root causes?|suggests?)\b"
)
_CLAUSE = re.compile(r"[,;:]|\b(?:and|but|while|whereas|which|because|although)\b")
_LEAD = re.compile(r"(?i)^(?:the|a|an|this|that|these|those|its|their|therefore|thus|also|further) ")
_VERBS = {Direction.INCREASES: "increases", Direction.DECREASES: "decreases", Direction.UNCLEAR: "affects"}


def statements_of(paper: Paper, passages: Sequence[Passage]) -> tuple[Said, ...]:
    """The paper's own findings, and what its other sentences state outright of two named things.

    Hypotheses and questions are left out. A statement whose quote is not in the passage letter for letter is
    left out too.
    """
    texts = {passage.passage_id: passage.text for passage in passages}
    facts = read_study_facts(paper, passages)
    found = [_of_claim(claim, paper) for claim in read_findings(paper, passages, facts)]
    taken = {(said.quote.passage_id, said.quote.char_start) for said in found}
    found += [s for s in _outright(paper, passages) if (s.quote.passage_id, s.quote.char_start) not in taken]
    return tuple(
        said
        for said in dict.fromkeys(found)
        if texts.get(said.quote.passage_id, "")[said.quote.char_start : said.quote.char_end]
        == said.quote.text
    )


def _of_claim(claim: Claim, paper: Paper) -> Said:
    return Said(
        claim.cause,
        claim.effect,
        _relation(claim.direction, claim.relation == "associated_with"),
        _link(claim.direction, claim.relation == "associated_with"),
        claim.quote,
        paper.paper_id,
        paper.title,
    )


def _outright(paper: Paper, passages: Sequence[Passage]) -> Iterator[Said]:
    for sentence in read_document(passages):
        for statement in read_statements(sentence.text):
            ends = _ends(sentence.text, statement)
            if ends is not None:
                relation = _relation(statement.direction, statement.associative)
                link = _link(statement.direction, statement.associative)
                yield Said(*ends, relation, link, _whole(sentence), paper.paper_id, paper.title)
        for cause, effect in causes_in(sentence.text):
            yield Said(cause, effect, "causes", Link.CAUSAL, _whole(sentence), paper.paper_id, paper.title)


def causes_in(sentence: str) -> list[tuple[str, str]]:
    """(cause, effect) where a clause says outright that one thing causes another: "A leads to B"."""
    if "?" in sentence or _DOUBT.search(sentence):
        return []
    found = []
    for clause in _CLAUSE.split(sentence[:_LONGEST]):
        forward, backward = _CAUSES.search(clause), _CAUSED_BY.search(clause)
        verb = backward or forward
        if verb is None:
            continue
        ends = _named(clause[: verb.start()], last=True), _named(clause[verb.end() :], last=False)
        if all(names_a_thing(name) for name in ends):
            found.append((ends[1], ends[0]) if backward else ends)
    return found


def _named(text: str, last: bool) -> str:
    """The thing that stands next to the verb: its words up to a preposition's clause, eight at most."""
    text = _LEAD.sub("", text.strip(" .,;:()"))
    words = text.split()
    return " ".join(words[-_WORDS:] if last else words[:_WORDS])


def _whole(sentence: ReadSentence) -> Quote:
    return sentence.quote(0, min(len(sentence.text), MAX_QUOTE_LENGTH))


def _ends(text: str, statement: Statement) -> tuple[str, str] | None:
    """The names of cause and effect; None where one is missing or nothing is asserted."""
    if statement.hedged or statement.sense == "open" or not statement.cause or not statement.effect:
        return None
    cause, effect = (text[slice(*span)].strip() for span in (statement.cause, statement.effect))
    return (cause, effect) if names_a_thing(cause) and names_a_thing(effect) else None


def _link(direction: Direction, associative: bool) -> Link:
    if direction is Direction.NO_DIFFERENCE:
        return Link.NO_EFFECT
    return Link.ASSOCIATION if associative else Link.CAUSAL


def _relation(direction: Direction, associative: bool) -> str:
    if direction is Direction.NO_DIFFERENCE:
        return "does not change"
    if not associative:
        return _VERBS[direction]
    more = {Direction.INCREASES: " more", Direction.DECREASES: " less"}.get(direction, "")
    return f"goes with{more}"
