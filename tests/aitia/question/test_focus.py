"""Questions about the evidence itself are questions about an effect, with what is asked of it in front."""

from __future__ import annotations

import pytest

from aitia.evidence.relations import grade_relations
from aitia.model.scales import Direction
from aitia.question import read_question
from aitia.question.specification import Focus
from aitia.verdict import conclude

S, C, A = Focus.STRENGTH, Focus.CONFLICT, Focus.ALTERNATIVES


@pytest.mark.parametrize(
    ("text", "focus", "cause", "outcome"),
    [
        ("How strong is the evidence that aspirin prevents stroke?", S, "aspirin", "stroke"),
        ("How good is the evidence for statins in dementia?", S, "statins", "dementia"),
        ("What is the quality of evidence for zinc against the common cold?", S, "zinc", "common cold"),
        ("What is the quality of the evidence that zinc shortens colds?", S, "zinc", "duration of colds"),
        ("What is the certainty of evidence on the effect of zinc on colds?", S, "zinc", "colds"),
        ("What is the quality of evidence for zinc shortening colds?", S, "zinc", "duration of colds"),
        (
            "What is the quality of evidence for clonidine prolonging nerve block?",
            S,
            "clonidine",
            "duration of nerve block",
        ),
        (
            "How strong is the evidence that terbinafine raises cure compared with rest?",
            S,
            "terbinafine",
            "cure",
        ),
        ("Is there conflicting evidence on vitamin D and depression?", C, "vitamin D", "depression"),
        ("Is there conflicting evidence on whether coffee causes cancer?", C, "coffee", "cancer"),
        ("Do studies disagree on whether aspirin reduces stroke?", C, "aspirin", "stroke"),
        ("Do trials disagree about the effect of aspirin on stroke?", C, "aspirin", "stroke"),
        ("Is the effect of coffee on cancer confounded?", A, "coffee", "cancer"),
        ("Could the association between coffee and cancer be due to confounding?", A, "coffee", "cancer"),
        ("What could confound the effect of coffee on cancer?", A, "coffee", "cancer"),
        ("Does aspirin reduce stroke?", None, "aspirin", "stroke"),
        ("Is there evidence that aspirin reduces stroke?", None, "aspirin", "stroke"),
    ],
)
def test_what_is_asked_of_the_evidence_is_told_from_the_effect(text, focus, cause, outcome):
    question = read_question(text)
    assert (question.focus, question.intervention, question.outcome) == (focus, cause, outcome)


def headline(make, focus, claims):
    question = make.question(focus=focus)
    return conclude(question, grade_relations(question, claims), []).headline


def test_the_strength_stands_in_front(make):
    claims = [make.claim("ames", (0.8, 0.7, 0.9), n=9000)]
    assert headline(make, S, claims).startswith("The evidence is of high certainty (GRADE, 1 study)")


def test_a_conflict_stands_in_front(make):
    claims = [
        make.claim("ames", (0.8, 0.7, 0.9)),
        make.claim("bell", (1.3, 1.1, 1.5), direction=Direction.INCREASES),
    ]
    assert headline(make, C, claims).startswith(
        "The studies conflict: 1 finds a reduction, 1 finds an increase."
    )
    assert headline(make, C, claims[:1]).startswith("The studies do not conflict.")


def test_without_another_explanation_that_is_said(make):
    told = headline(make, A, [make.claim("ames", (0.8, 0.7, 0.9))])
    assert told.startswith("No paper read names another explanation.")
