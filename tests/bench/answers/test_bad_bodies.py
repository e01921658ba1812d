"""Awkward bodies of evidence, each from the papers' words to the verdict's sentence, read locally."""

from __future__ import annotations

import pytest

from aitia.model.scales import ComparisonAnswer, Conclusion
from aitia.report.explanation import explain
from aitia.verdict.consistency import contradictions
from bench.answers.direct import answer_directly, locally
from bench.answers.questions import AskedQuestion

STROKE, DEATH = "Does zorvastin reduce stroke?", "Does zorvastin reduce mortality?"
LESS = (
    "Stroke was significantly less frequent with zorvastin than with placebo "
    "(risk ratio 0.70, 95% CI 0.60 to 0.82; P<0.001)."
)
MORE = (
    "There were significantly more strokes with zorvastin than with placebo "
    "(risk ratio 1.43, 95% CI 1.22 to 1.67; P<0.001)."
)
ONLY_P = "Stroke was significantly less frequent with zorvastin than with placebo (P=0.01)."
AGAINST_P = LESS.replace("significantly ", "").replace("P<0.001", "P=0.60")
DIED = "Mortality was lower with zorvastin than with placebo (risk ratio 0.70, 95% CI 0.60 to 0.82; P<0.001)."
LIVED = "Survival was significantly higher with zorvastin than with placebo (P=0.002)."
REGISTERED = "The trial was registered as NCT01234567."
PLACES = ("Norway", "adults in Brazil", "India", "older people in Japan")
WAYS = (
    "METHODS: We randomly assigned {n} adults to zorvastin or placebo. RESULTS: {said}",
    "In this double-blind trial {n} people were randomised to receive placebo or zorvastin every day. {said}",
    "A total of {n} patients underwent randomisation at forty hospitals to zorvastin or placebo. {said}",
)

TABLE = [
    ("one study", STROKE, [(8000, LESS)], 1, "lower", ["reduces stroke", "RR 0.70"], []),
    (
        "opposite signs, equal sizes",
        STROKE,
        [(2000, LESS), (2000, MORE)],
        2,
        "uncertain effect",
        ["stroke"],
        ["reduces stroke:", "increases stroke:", "probably", "high certainty"],
    ),
    (
        "only p values",
        STROKE,
        [(900, ONLY_P), (1100, ONLY_P), (1300, ONLY_P)],
        3,
        "lower",
        ["reduces"],
        ["RR"],
    ),
    ("nobody", STROKE, [(0, LESS)], 1, "lower", ["may reduce stroke", "low certainty"], ["high", "moderate"]),
    ("a million", STROKE, [("1,000,000", LESS)], 1, "lower", ["reduces stroke", "RR 0.70"], []),
    (
        "an interval that its p contradicts",
        STROKE,
        [(2000, AGAINST_P)],
        0,
        "insufficient data",
        ["not enough evidence"],
        ["0.70", "reduces"],
    ),
    (
        "two polarities",
        DEATH,
        [(2000, DIED), (2100, LIVED)],
        2,
        "lower",
        ["reduces mortality"],
        ["increases"],
    ),
    (
        "ten reports of one trial",
        STROKE,
        [(8000, f"{LESS} {REGISTERED}")] * 10,
        1,
        "lower",
        ["reduces stroke", "RR 0.70 (95% CI 0.60 to 0.82)"],
        [],
    ),
]


@pytest.fixture(scope="module")
def reader():
    """The local reader with the rules, without a sentence model."""
    return locally(None)


def papers(trials):
    return {
        str(900100 + i): {
            "title": f"Zorvastin or placebo, report {i} from {PLACES[i % 4]}: a randomised controlled trial",
            "content": WAYS[i % 3].format(n=n, said=said),
            "date": "2015",
        }
        for i, (n, said) in enumerate(trials)
    }


@pytest.mark.parametrize(
    ("question", "trials", "studies", "answer", "told", "untold"),
    [row[1:] for row in TABLE],
    ids=[row[0] for row in TABLE],
)
def test_an_awkward_body_ends_in_an_honest_sentence(reader, question, trials, studies, answer, told, untold):
    asked = AskedQuestion("1", question, ComparisonAnswer.LOWER, None, "r", papers(trials))
    (found,) = answer_directly(reader, [asked])
    verdict = found.verdict
    assert verdict is not None, found.error
    assert len(verdict.studies) == studies
    assert verdict.answer.value == answer
    assert [words for words in told if words not in verdict.headline] == []
    assert [words for words in untold if words in verdict.headline] == []
    assert contradictions(verdict) == ()
    assert verdict.headline in explain(verdict)
    if studies == 1:
        assert "One study only: nothing confirms it." in verdict.limitations
    if answer == "uncertain effect":
        assert verdict.conflict_table is not None
        assert verdict.conclusion is not Conclusion.ESTABLISHED_CAUSAL
