"""The finding of a paper that answers a question, turned to the question's order of arms."""

from __future__ import annotations

from collections.abc import Sequence

from aitia.model.claim import Claim, StudyFacts
from aitia.model.paper import Paper
from aitia.model.passage import Passage
from aitia.model.scales import Domain, QuestionKind
from aitia.question.specification import Question
from aitia.reading.answers.arm_numbers import with_arm_numbers
from aitia.reading.answers.page import in_papers_names, page_claims, read_page
from aitia.reading.paper.document import read_document
from aitia.reading.statements.findings import evidence_sentences, turn
from aitia.reading.statements.landscape import read_landscape
from aitia.reading.statements.matching import SAME, term_match
from aitia.reading.trained import WORDS_ALONE, LocalModels
from aitia.words.methods import method_key


def answer_finding(
    question: Question,
    paper: Paper,
    passages: Sequence[Passage],
    facts: StudyFacts,
    models: LocalModels = WORDS_ALONE,
) -> tuple[Claim, ...]:
    """The paper's claims on the question's outcome, best first; none where outcome or arms are not reported.

    Cause and effect are the question's intervention and outcome where the paper names them, else the paper's
    own words for them; the direction is turned where the paper states it for the comparator.
    """
    if question.domain == Domain.MACHINE_LEARNING or question.kind is QuestionKind.LANDSCAPE:
        return _landscape(question, paper, passages)
    evidence = evidence_sentences(paper, passages, facts)
    if not evidence:
        return ()
    page = read_page(question, paper, passages, models)
    found = page_claims(question, paper, facts, page, evidence, models.names)
    found = with_arm_numbers(question, passages, found)
    named_so = (in_papers_names(question, paper, page, claim, models.names) for claim in found)
    return tuple(as_told_of(question, claim) for claim in named_so)


def as_told_of(question: Question, claim: Claim) -> Claim:
    """The claim in the order of the arm that its cause names.

    The paper's own name of an arm may be the question's comparator: the claim then says what that arm does,
    as `match_claim` takes it. Printed estimates stand in the other order and are left out.
    """
    stated = claim.comparator == question.intervention or claim.cause == question.intervention
    if stated or not question.comparator:
        return claim
    rival = term_match(question.comparator, claim.cause)
    if rival < SAME or rival <= term_match(question.intervention, claim.cause):
        return claim
    more, less, same = claim.direction_shares or (0.0, 0.0, 0.0)
    return claim.model_copy(
        update={
            "comparator": question.intervention,
            "direction": turn(claim.direction, True),
            "direction_shares": (less, more, same) if claim.direction_shares else None,
            "estimates": (),
        }
    )


def _landscape(question: Question, paper: Paper, passages: Sequence[Passage]) -> tuple[Claim, ...]:
    claims = read_landscape(paper, read_document(passages))
    asked = method_key(question.outcome)
    answers = []
    for claim in claims:
        if method_key(claim.effect) == asked or term_match(question.outcome, claim.effect) >= SAME:
            fits = question.relation is None or claim.relation == question.relation
            sure = claim.confidence if fits else 0.5 * claim.confidence
            answers.append(claim.model_copy(update={"answers_question": round(sure, 3)}))
    return tuple(sorted(answers, key=lambda c: -(c.answers_question or 0.0)))
