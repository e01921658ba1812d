"""What a page does not compare is asked about as not reported, and one arm alone as it is answered."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

from aitia.reading.trained.blend import NO_COMPARATOR
from aitia.reading.trained.layout import AskedOutcome
from aitia.reading.trained.marks import Text, names_of
from aitia.reading.trained.network import network
from bench.training.close.beside import (
    ALONE,
    BOTH_ARMS,
    MENTIONED,
    NEIGHBOUR,
    OTHER_ARM,
    Papers,
    alone,
    got_by_both,
    in_both_arms,
    is_other,
)
from bench.training.close.rows import Question
from bench.training.reader.examples import ANSWERS, Example, make_asked, make_page
from bench.training.reader.lines import as_lines
from bench.training.reader.subject import Corpus

ZINC = [
    "We assigned 240 adults with a cold to zinc or to placebo; all could take paracetamol.",
    "The cold was significantly shorter with zinc than with placebo (p < 0.001).",
]
HONEY = [
    "We assigned 180 children with a cold to honey or to dextromethorphan.",
    "Cough was significantly less severe with honey than with dextromethorphan (p = 0.01).",
]


def _embed(names: Sequence[str]) -> np.ndarray[tuple[int, int], np.dtype[np.float64]]:
    counts = np.array([[1.0 + name.lower().count(letter) for letter in "aez"] for name in names])
    unit: np.ndarray[tuple[int, int], np.dtype[np.float64]] = counts / np.linalg.norm(counts, axis=1)[:, None]
    return unit


def _example(key: str, title: str, lines: Sequence[str], asked: AskedOutcome) -> Example:
    encoder = network().encoder
    page = make_page(encoder, title, as_lines(lines))
    return Example(key, page, (make_asked(encoder, page, "review", asked, ANSWERS["lower"], (1,)),))


def _papers() -> Papers:
    examples = [
        _example(
            "z", "Zinc for the common cold", ZINC, AskedOutcome("zinc", "placebo", "length of the cold")
        ),
        _example(
            "h", "Honey for cough", HONEY, AskedOutcome("honey", "dextromethorphan", "severity of cough")
        ),
    ]
    rows = [("z", "Zinc for the common cold", " ".join(ZINC)), ("h", "Honey for cough", " ".join(HONEY))]
    vectors = np.asarray(_embed([text for _, _, text in rows]))
    return Papers.of(examples, network(), Corpus(rows, vectors, network().encoder), _embed)


def _question(asked: AskedOutcome, natural: bool | None) -> Question:
    text = Text.of("Zinc for the common cold", ZINC)
    names = names_of(text, asked)
    arms = (asked.intervention, asked.comparator)
    return Question("z", "review", asked, ANSWERS["lower"], text, arms, (1,), (1,), names, names, natural)


def test_one_arm_alone_is_answered_as_with_the_other_and_a_control_is_not_asked_about() -> None:
    asked = AskedOutcome("zinc", "honey", "length of the cold")
    rng, seen = random.Random(1), set()
    for _ in range(20):
        found = alone(_question(asked, True), rng)
        assert found is not None
        assert found.kind == ALONE
        assert found.asked.comparator == NO_COMPARATOR
        seen.add((found.asked.intervention, found.answer, found.natural))
    assert seen == {("zinc", ANSWERS["lower"], True), ("honey", ANSWERS["higher"], False)}
    none = AskedOutcome("placebo", "no treatment", "length of the cold")
    assert all(alone(_question(none, True), rng) is None for _ in range(10))
    once = alone(_question(asked, True), rng)
    assert once is not None
    assert alone(replace(once, kind="review"), random.Random(2)) is None


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("paracetamol", True),
        ("honey", True),
        ("zinc gluconate", False),
        ("placebo", False),
    ],
)
def test_what_the_page_compares_by_any_name_or_calls_itself_after_is_no_other(name: str, other: bool) -> None:
    page = _papers().examples[0].page
    assert is_other(name, ["zinc", "placebo"], page) is other


@pytest.mark.parametrize(
    ("one", "other", "both"),
    [
        ("palonosetron plus dexamethasone", "dexamethasone", ["dexamethasone"]),
        ("aspirin", "warfarin with aspirin", ["aspirin"]),
        ("bupivacaine alone", "bupivacaine and clonidine", ["bupivacaine"]),
        ("metformin with placebo", "metformin and sitagliptin", ["metformin"]),
        ("aspirin 75 mg", "aspirin 300 mg", []),
        ("intravenous morphine", "morphine", []),
        ("zinc", "placebo", []),
    ],
)
def test_what_both_arms_got_is_told_from_doses_of_one_drug(one: str, other: str, both: list[str]) -> None:
    assert got_by_both(one, other) == both


def test_what_both_arms_got_is_asked_about_alone_and_not_reported() -> None:
    asked = AskedOutcome("palonosetron plus dexamethasone", "dexamethasone", "vomiting")
    example = _example("p", "Palonosetron", ["Vomiting was rarer with palonosetron."] * 2, asked)
    assert in_both_arms(example.questions, random.Random(1)) == [
        AskedOutcome("dexamethasone", NO_COMPARATOR, "vomiting")
    ]
    papers = _papers()
    papers = Papers.of([example, *papers.examples], papers.network, papers.corpus, _embed)
    drawn = papers.beside(example, random.Random(1)).questions
    assert [(q.asked.intervention, q.answer) for q in drawn if q.kind == BOTH_ARMS] == [("dexamethasone", 0)]
    silent = [replace(q, answer=0) for q in example.questions]
    assert in_both_arms(silent, random.Random(1)) == []


def test_questions_beside_a_page_are_not_reported_by_it() -> None:
    papers = _papers()
    drawn = [
        question
        for seed in range(5)
        for question in papers.beside(papers.examples[0], random.Random(seed)).questions
    ]
    assert {q.kind for q in drawn} == {MENTIONED, OTHER_ARM}
    assert {q.asked.intervention for q in drawn} == {"paracetamol", "honey"}
    assert {q.answer for q in drawn} == {ANSWERS["not reported"]}
    near = [e for seed in range(5) for e in papers.neighbours(papers.examples[0], random.Random(seed))]
    assert {(e.key, q.kind, q.asked.intervention, q.answer) for e in near for q in e.questions} == {
        ("h", NEIGHBOUR, "zinc", 0)
    }
