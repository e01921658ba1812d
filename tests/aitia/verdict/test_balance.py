"""What may explain an association otherwise, and benefit beside harm."""

from __future__ import annotations

from aitia.evidence.relations import grade_relations
from aitia.model.evidence import OutcomeRole
from aitia.model.scales import Direction, StudyDesign
from aitia.report.explanation import explain
from aitia.verdict import conclude
from aitia.verdict.parts import p_words

UP = Direction.INCREASES


def built(make, harm: Direction = UP, point: float = 0.7):
    claims = [make.claim(f"s{i}", (point, point - 0.08, point + 0.09), n=4000) for i in range(3)]
    told = (1.6, 1.3, 2.0) if harm is UP else (1.0, 0.8, 1.2)
    claims += [make.claim("h1", told, direction=harm, role=OutcomeRole.HARM, effect="major bleeding", n=4000)]
    return conclude(make.question(), grade_relations(make.question(), claims), [])


def test_benefit_stands_beside_the_harm_that_was_shown(make):
    text = explain(built(make))
    assert "Benefit against harm: a reduction in the event; against it major bleeding." in text


def test_without_a_benefit_or_a_shown_harm_there_is_no_balance(make):
    assert "Benefit against harm" not in explain(built(make, Direction.NO_DIFFERENCE))
    assert "Benefit against harm" not in explain(built(make, UP, point=1.0))


def test_a_case_control_study_leaves_the_order_in_time_open(make):
    claims = [make.claim("boston", (0.7, 0.5, 0.9), design=StudyDesign.CASE_CONTROL)]
    verdict = conclude(make.question(), grade_relations(make.question(), claims), [])
    assert any("learn of the drug after the event" in item.text for item in verdict.alternatives)


def test_a_p_value_is_told_as_papers_print_it():
    assert [p_words(p) for p in (7.66e-05, 0.034, 0.5)] == ["< 0.001", "= 0.034", "= 0.5"]
