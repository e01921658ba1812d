"""The comparison of names of questions and findings, on two abstracts of our own."""

from __future__ import annotations

from bench.names import comparisons, measures

ROWS = [
    {
        "id": "1",
        "findings": [
            {
                "intervention": "aspirin",
                "comparator": "placebo",
                "outcome": "heart attack",
                "evidence": [[0, 9]],
            },
            {"intervention": "aspirin", "comparator": "placebo", "outcome": "nausea", "evidence": [[20, 30]]},
        ],
        "questions": [
            {"intervention": "placebo", "outcome": "myocardial infarction", "evidence": [[0, 9]]},
            {"intervention": "aspirin", "outcome": "stroke", "evidence": []},
        ],
    },
    {
        "id": "2",
        "findings": [
            {"intervention": "yoga", "comparator": "baseline", "outcome": "pain", "evidence": [[0, 9]]}
        ],
        "questions": [],
    },
]


def test_only_an_answered_question_is_compared_and_other_findings_are_the_counterexamples() -> None:
    found = [(c.asked, c.found, c.same) for c in comparisons(ROWS)]
    assert found == [
        ("myocardial infarction", "heart attack", True),
        ("myocardial infarction", "nausea", False),
        ("placebo", "aspirin", True),
        ("placebo", "placebo", True),
        ("placebo", "yoga", False),
    ]


def test_leaving_the_names_out_costs_the_match() -> None:
    values = {measure.measure: measure.value for measure in measures(ROWS)}
    assert values["all: own outcome matched"] == 1.0
    assert values["words alone: own outcome matched"] == 0.0
    assert values["all: own outcome above another"] == 1.0
    assert values["words alone: own outcome above another"] == 0.5
    assert values["all: own arm matched"] == 1.0
    assert values["all: another abstract's arm matched"] == 0.0
