"""A sentence is read for two arms, and exchanging the arms turns the answer round."""

from __future__ import annotations

import subprocess
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aitia.model.scales import Direction
from aitia.reading.paper.arms import group_labels, make_names, mark_roles
from aitia.reading.statements.outcome_features import number_order, p_class
from aitia.reading.trained.outcome_reader import (
    prepare_article,
    rank_sentences,
    read_article,
    read_sentence,
)
from aitia.text.sentences import sentences
from aitia.words.abbreviations import find_abbreviations

TURNED = {
    Direction.INCREASES: Direction.DECREASES,
    Direction.DECREASES: Direction.INCREASES,
    Direction.NO_DIFFERENCE: Direction.NO_DIFFERENCE,
    Direction.UNCLEAR: Direction.UNCLEAR,
}
ARTICLE = (
    "BACKGROUND: Gout hurts. METHODS: We randomly assigned 80 adults to lesurad or placebo. "
    "RESULTS: Serum urate was significantly lower with lesurad than with placebo (5.1 vs 6.8, p<0.001). "
    "Pain scores did not differ between the groups (p = 0.62). CONCLUSION: Lesurad lowers urate."
)


@pytest.mark.parametrize(
    ("sentence", "outcome", "direction"),
    [
        ("Nausea was more frequent with lesurad than with placebo (p<0.01).", "nausea", Direction.INCREASES),
        ("Urate was significantly lower with lesurad than with placebo (p<0.001).", "urate",
         Direction.DECREASES),
        ("There was no significant difference in pain between lesurad and placebo (p = 0.4).", "pain",
         Direction.NO_DIFFERENCE),
    ],
)  # fmt: skip
def test_clear_sentences_are_read(sentence: str, outcome: str, direction: Direction) -> None:
    assert read_sentence(sentence, "lesurad", "placebo", outcome).direction is direction


TEXT = st.text(alphabet=st.characters(codec="utf-8", exclude_categories=("Cs",)), max_size=200)


@settings(max_examples=60, deadline=None)
@given(TEXT, TEXT, TEXT, TEXT, TEXT)
def test_exchanging_the_arms_turns_every_answer(
    sentence: str, first: str, second: str, outcome: str, context: str
) -> None:
    asked = read_sentence(sentence, first, second, outcome, context)
    turned = read_sentence(sentence, second, first, outcome, context)
    if first != second:
        assert turned.direction is TURNED[asked.direction]
        assert turned.probabilities[0] == pytest.approx(asked.probabilities[1])
        assert turned.probabilities[2] == pytest.approx(asked.probabilities[2])


def test_exchanging_the_arms_of_an_article_turns_its_answer() -> None:
    article = prepare_article(ARTICLE, sentences(ARTICLE))
    asked = read_article(article, "lesurad", "placebo", "serum urate")
    turned = read_article(article, "placebo", "lesurad", "serum urate")
    assert (asked.direction, turned.direction) == (Direction.DECREASES, Direction.INCREASES)
    assert asked.text == turned.text


def test_the_sentence_that_answers_is_found_and_its_place_is_right() -> None:
    article = prepare_article(ARTICLE, sentences(ARTICLE))
    best = rank_sentences(article, "lesurad", "placebo", "pain scores")[0]
    assert best.text.startswith("Pain scores did not differ")
    assert ARTICLE[best.start : best.end] == best.text


def test_reading_twice_gives_the_same() -> None:
    first, second = (
        read_article(prepare_article(ARTICLE, sentences(ARTICLE)), "lesurad", "placebo", "urate")
        for _ in range(2)
    )
    assert first == second


def test_nothing_to_read_is_unclear_without_confidence() -> None:
    reading = read_article(prepare_article("", ()), "lesurad", "placebo", "urate")
    assert (reading.direction, reading.confidence, reading.start) == (Direction.UNCLEAR, 0.0, -1)


@pytest.mark.parametrize("text", ["", "\x00\x01\x02" * 400, "日本語の文章です。" * 200, "p<0.05 " * 5_000])
def test_odd_text_is_survived(text: str) -> None:
    read_article(prepare_article(text, sentences(text)), "a", "b", "c")
    read_sentence(text, "", "", "")


def test_arms_are_marked_by_name_abbreviation_and_label() -> None:
    text = (
        "Chloroquine (CQ) was given in group A and saline in group B. Group A: chloroquine. Group B: saline."
    )
    names = group_labels(text, make_names("chloroquine", "saline", "fever", find_abbreviations(text)))
    roles = {t.text: t.role for t in mark_roles("Fever fell with CQ, rose in group B", names) if t.role}
    assert roles == {"Fever": "O", "CQ": "X", "B": "Y"}


def test_an_added_arm_is_told_from_the_shared_one() -> None:
    names = make_names("lesurad plus colchicine", "colchicine", "flares")
    roles = [t.role for t in mark_roles("fewer flares with lesurad than with colchicine alone", names)]
    assert roles == ["", "O", "", "X", "", "", "Y", ""]


def test_printed_figures_are_put_to_their_arms() -> None:
    names = make_names("lesurad", "placebo", "nausea")
    for sentence, order in [
        ("Nausea: 12% vs 5% with lesurad and placebo", 1),
        ("Nausea occurred in 5% with lesurad and 12% with placebo", -1),
        ("Nausea was rare", 0),
    ]:
        assert number_order(sentence, mark_roles(sentence, names))[0] == order


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("p<0.05", "PS"),
        ("P = 0.3", "PN"),
        ("P=.04", "PS"),
        ("p > 0.05", "PN"),
        ("p=0.01 and p=0.2", "PM"),
        ("", ""),
    ],
)
def test_p_values_are_classed(text: str, expected: str) -> None:
    assert p_class(text) == expected


def test_the_readers_need_no_torch() -> None:
    code = (
        "import sys; from aitia.reading.trained.outcome_reader import read_sentence; "
        "read_sentence('', '', '', ''); "
        "assert 'torch' not in sys.modules and 'sklearn' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_the_arm_that_the_other_adds_to_is_the_control() -> None:
    names = make_names("ultrasound plus mammography", "mammography alone", "interval cancer")
    assert (names.first_control, names.second_control) == (False, True)


def test_an_operation_may_be_called_surgery_and_an_arm_by_its_letter() -> None:
    text = "Adults had chemoradiation and oesophagectomy (arm A) or chemoradiation alone (arm B)."
    names = group_labels(text, make_names("oesophagectomy", "observation", "survival"))
    marked = {t.text: t.role for t in mark_roles("Survival was longer in the surgery group, arm A.", names)}
    assert (marked["surgery"], marked["A"]) == ("X", "X")
