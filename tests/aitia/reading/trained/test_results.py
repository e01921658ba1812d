"""Which words a page takes for its arms: spelled out, each by itself, and none that is an outcome's."""

from __future__ import annotations

import pytest

from aitia.model.keys import PaperId
from aitia.model.paper import Paper
from aitia.reading.paper.arms import stems
from aitia.reading.trained import read_with_network
from aitia.reading.trained.results import PaperNames, is_same_arm
from aitia.text.passages import make_passages


def _names(title: str, abstract: str) -> PaperNames:
    paper = Paper(paper_id=PaperId("p1"), source="s", record_id="1", title=title, abstract=abstract)
    return read_with_network(title, make_passages(paper)).names


def test_an_arm_that_the_paper_shortens_is_spelled_out() -> None:
    names = _names(
        "Continuous loop walking for knee pain: a randomised trial",
        "METHODS: We randomly assigned 90 adults to continuous loop walking (CLW) or rest. RESULTS: Pain was "
        "significantly lower with CLW than with rest (p = 0.01). CLW did not change stiffness (p = 0.4). "
        "CONCLUSIONS: CLW reduces knee pain.",
    )
    assert (names.intervention, names.comparator) == ("continuous loop walking", "rest")


def test_two_arms_joined_in_the_title_are_two_arms() -> None:
    names = _names(
        "Zinc and iron against fatigue: a randomised comparison",
        "METHODS: We compared zinc and iron in 90 women. RESULTS: Fatigue was significantly lower with zinc "
        "than with iron (p = 0.01).",
    )
    assert (names.intervention.lower(), names.comparator.lower()) == ("zinc", "iron")


@pytest.mark.parametrize(
    ("title", "abstract", "arm"),
    [
        (
            "Coffee and gout: a cohort study",
            "RESULTS: In this cohort study of 900 nurses, coffee use was associated with a lower risk of "
            "gout (HR 0.7; 95% CI 0.5-0.9).",
            "coffee",
        ),
        ("Tea", "stream p<0.05 reduced 0.5", ""),
    ],
)
def test_a_title_names_what_the_abstract_speaks_of_and_no_outcome(
    title: str, abstract: str, arm: str
) -> None:
    assert _names(title, abstract).intervention.lower() == arm


def test_a_number_after_and_is_no_part_of_an_arm() -> None:
    names = _names(
        "Calcifediol and outcomes of pneumonia: an observational cohort",
        "METHODS: This cohort study included 838 patients, of whom 447 received calcifediol and 391 did not. "
        "RESULTS: Death occurred in 21/447 patients with calcifediol and in 62/391 without it (p < 0.01).",
    )
    assert "391" not in (names.intervention, names.comparator)
    assert names.intervention.lower() == "calcifediol"


def test_two_names_of_one_arm_are_not_two_arms() -> None:
    names = _names(
        "Granisetron plus dexamethasone against vomiting after surgery: a randomised trial",
        "METHODS: We randomly assigned 120 women to granisetron plus dexamethasone or granisetron alone. "
        "RESULTS: Vomiting was significantly rarer with granisetron and dexamethasone than with granisetron "
        "alone (p = 0.01). CONCLUSIONS: Granisetron and dexamethasone prevents vomiting better.",
    )
    arms = [stems(arm) for arm in (names.intervention, names.comparator)]
    assert arms[0] != arms[1]
    assert stems("dexamethasone") <= arms[0]
    assert not stems("dexamethasone") <= arms[1]


@pytest.mark.parametrize(
    ("name", "taken", "same"),
    [
        ("granisetron and dexamethasone", "granisetron plus dexamethasone", True),
        ("control group", "control", True),
        ("without sedation", "sedation", False),
        ("women", "men", False),
        ("granisetron", "granisetron plus dexamethasone", False),
        ("granisetron", "", False),
    ],
)
def test_names_that_differ_by_small_words_are_one_arms(name: str, taken: str, same: bool) -> None:
    assert is_same_arm(name, taken) is same
