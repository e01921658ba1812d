"""A trial of our own about aspirin, and what the reader answers of such an abstract."""

from __future__ import annotations

from aitia.model.claim import Claim
from aitia.model.keys import PaperId
from aitia.model.paper import Paper
from aitia.question.reader import read_question
from aitia.reading.answers.answering import answer_finding
from aitia.reading.study.facts import read_study_facts
from aitia.text.passages import make_passages

PLAIN = (
    "METHODS: In a randomised trial, 900 adults took aspirin or placebo for five years. RESULTS: Heart "
    "attacks were significantly less frequent with aspirin than with placebo (P = 0.01)."
)


def paper_of(abstract: str, title: str = "Aspirin for primary prevention: a randomised trial") -> Paper:
    return Paper(paper_id=PaperId("p1"), source="s", record_id="1", title=title, abstract=abstract)


def answers_to(question: str, paper: Paper) -> tuple[Claim, ...]:
    passages = make_passages(paper)
    facts = read_study_facts(paper, passages)
    return answer_finding(read_question(question), paper, passages, facts)
