"""What a verdict is told with: conclusion first, every source quoted, nothing added, nothing markup."""

from __future__ import annotations

import re
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from aitia.model.evidence import OutcomeRole
from aitia.model.scales import (
    Direction,
    Polarity,
    QuestionKind,
    RetractionStatus,
    StudyDesign,
)
from aitia.report.explanation import explain, numbers_supported
from tests.aitia.verdict.conftest import answer


def test_the_explanation_puts_the_conclusion_first_and_quotes_every_source(
    make: Any, supplement: Any
) -> None:
    text = explain(answer(make, supplement))
    order = [
        text.index(part)
        for part in ("**", "## Evidence by design", "## Certainty", "## Conflicts", "## Sources")
    ]
    assert order == sorted(order)
    for claim in supplement:
        assert claim.claim.quote.text in text
        assert claim.paper.doi in text


def test_demonstration_papers_are_labelled(make: Any, supplement: Any) -> None:
    verdict = answer(make, supplement)
    assert explain(verdict).count("written for the demonstration") >= 2


def test_every_step_of_the_grade_is_explained(make: Any, supplement: Any) -> None:
    text = explain(answer(make, supplement))
    for domain in (
        "Risk of bias",
        "Inconsistency",
        "Indirectness",
        "Imprecision",
        "Publication bias",
        "Large effect",
    ):
        assert re.search(rf"- {domain}: (?:0|[+-]\d): \w", text), domain


def test_the_template_supports_itself(make: Any, supplement: Any, prevention: Any) -> None:
    for claims in (supplement, prevention):
        verdict = answer(make, claims)
        assert numbers_supported(explain(verdict), verdict) == ()


def test_a_rephrasing_may_not_bring_numbers_or_names(make: Any, supplement: Any) -> None:
    verdict = answer(make, supplement)
    assert numbers_supported("The trials by Adams and Brown found no difference.", verdict) == ()
    assert numbers_supported("In cohorts the ratio was 0.40 (0.30 to 0.53).", verdict) == ()
    assert numbers_supported("The ratio was 0.41.", verdict) == ("0.41",)
    assert numbers_supported("The ratio was -0.40.", verdict) == ("-0.40",)
    assert numbers_supported("A study by Zuckerberg found this.", verdict) == ("Zuckerberg",)
    assert "RECOVERY2" in numbers_supported("RECOVERY2 agrees.", verdict)


def test_hostile_titles_and_quotes_do_not_become_markup(make: Any) -> None:
    claim = make.claim(
        "ames", title="<script>alert(1)</script> [x](http://evil)", quote="p < 0.05 <img src=x> | # x"
    )
    text = explain(answer(make, [claim]))
    assert "<script>" not in text.replace("\\<script>", "")
    assert "](http" not in text.replace("\\](http", "")
    assert "p < 0.05" in text


odd = st.fixed_dictionaries(
    {
        "ratio": st.one_of(
            st.none(),
            st.tuples(st.floats(-2, 9), st.floats(-2, 9), st.floats(-2, 9)),
            st.just((0.8, 0.7, 0.9)),
        ),
        "n": st.one_of(st.none(), st.integers(1, 10**6)),
        "direction": st.sampled_from(list(Direction)),
        "design": st.sampled_from(list(StudyDesign)),
        "role": st.sampled_from(list(OutcomeRole)),
        "retraction": st.sampled_from(list(RetractionStatus)),
        "polarity": st.sampled_from(list(Polarity)),
        "swapped": st.booleans(),
        "answers": st.one_of(st.none(), st.floats(0, 1)),
        "counts": st.one_of(st.none(), st.tuples(*[st.integers(0, 50)] * 4)),
    }
)


@given(st.lists(odd, max_size=6), st.sampled_from(list(QuestionKind)))
def test_no_evidence_is_odd_enough_to_break_a_verdict(make: Any, rows: Any, kind: Any) -> None:
    claims = [make.claim(f"c{i}", **row) for i, row in enumerate(rows)]
    verdict = answer(make, claims, kind=kind)
    assert 0 <= verdict.confidence <= 1
    assert "NaN" not in verdict.model_dump_json()
    assert explain(verdict)
    assert answer(make, claims[::-1], kind=kind) == verdict
