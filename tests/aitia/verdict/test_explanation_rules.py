"""The written rules on explanations hold for a built verdict, and each fails where it is broken."""

from __future__ import annotations

import pytest

from aitia.evidence.relations import grade_relations
from aitia.verdict import conclude
from bench.answers.explanation import RULES, quality


@pytest.fixture
def verdict(make):
    claims = [make.claim(f"s{i}", (0.8, 0.7, 0.92), n=4000) for i in range(3)]
    return conclude(make.question(), grade_relations(make.question(), claims), [])


def test_a_built_verdict_keeps_every_rule(verdict):
    assert quality(verdict) == 1


@pytest.mark.parametrize(
    ("changed", "rule"),
    [
        ({"headline": "Nothing is known."}, "the headline names the outcome asked for"),
        ({"sources": ()}, "every study stands there with its sentence"),
        ({"limitations": (), "gaps": ()}, "what is missing is told"),
        ({"headline": "The event: no significant difference."}, "no part contradicts another"),
    ],
)
def test_a_broken_one_loses_the_rule(verdict, changed, rule):
    from aitia.report.explanation import explain

    broken = verdict.model_copy(update=changed)
    assert not RULES[rule](broken, explain(broken))
    assert quality(broken) < 1
