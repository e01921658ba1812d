"""A quote is verbatim or it is refused; only renderings of the same characters fold."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aitia.model.keys import PaperId, PassageId
from aitia.model.passage import Passage, Quote
from aitia.text.quotes import QuoteStatus, locate, quote_hash, verify

TEXT = (
    "Among 1,240 adults the drug did not lower the death rate (RR 0.93; 95% CI, 0.80–1.08; P = 0.31). "
    "Mean change was −2.4 ± 0.7 mmHg, and 12% of the well-treated group were re-admitted (p < 0.05) at "
    "10² units, ½ dose, with an efficient first-line α-blocker; pre- and post-test scores were similar."
)


def _passage(text: str, paper: str = "paper_a", name: str = "passage_a") -> Passage:
    return Passage(
        passage_id=PassageId(name), paper_id=PaperId(paper), section_id="abstract", part_index=0, text=text
    )


def _quote(text: str, start: int = 0, name: str = "passage_a") -> Quote:
    return Quote(passage_id=PassageId(name), char_start=start, char_end=start + len(text), text=text)


@pytest.mark.parametrize(
    "quote",
    [
        "did not lower the death rate (RR 0.93; 95% CI, 0.80-1.08; P = 0.31)",
        "did not lower the\ndeath  rate",
        "Mean change was -2.4 ± 0.7 mmHg",
        "an eﬃcient ﬁrst-line",
        "(p &lt; 0.05)",
        "(p &amp;lt; 0.05)",
        "(p\u2009<\u20090.05)",
        "the well\u2011treated group",
        "the death ra\u00adte",
        "the dea-\nth rate",
        "the well-\ntreated group",
        "12&#37; of the",
        "12\u2009% of the",
        "ｄｒｕｇ did not",
    ],
)
def test_accepts_another_rendering_of_the_same_characters(quote: str) -> None:
    span = locate(quote, TEXT)
    assert span is not None
    assert TEXT[span[0] : span[1]].strip() == TEXT[span[0] : span[1]]


@pytest.mark.parametrize(
    "quote",
    [
        "did lower the death rate",
        "Mean change was 2.4 ± 0.7 mmHg",
        "Mean change was −2.4 0.7 mmHg",
        "Mean change was −2.4 ± 0.8 mmHg",
        "(p > 0.05)",
        "(p = 0.05)",
        "(p 0.05)",
        "(p ≤ 0.05)",
        "12 of the well-treated",
        "2% of the well-treated",
        "and 12",
        "2.4 ± 0.7 mmHg",
        "0.7 mmHg, and 1",
        "10 units",
        "102 units",
        "1/2 dose",
        "the welltreated group",
        "the well treated group",
        "were readmitted",
        "the death [mortality] rate",
        "the drug ... the death rate",
        "the drug … rate",
        "thedrug did not",
        "The drug did not lower",
        "rug did not lower",
        "the drug did not low",
        "1240 adults",
        "240 adults",
        "efficient second-line",
        "",
        "…",
        "(",
    ],
)
def test_refuses_anything_that_is_not_the_same_characters(quote: str) -> None:
    assert locate(quote, TEXT) is None


def test_a_pre_and_post_dash_is_not_a_line_break() -> None:
    assert locate("preand post-test", TEXT) is None


def test_composed_and_decomposed_letters_are_the_same_but_a_lost_accent_is_not() -> None:
    text = "The Ménière cohort fell ill."
    assert locate("Me\u0301nie\u0300re cohort", text) == (4, 18)
    assert locate("Meniere cohort", text) is None


@given(st.text(max_size=80), st.text(min_size=1, max_size=80), st.text(max_size=80))
def test_a_span_that_is_found_is_in_the_text(before: str, quote: str, after: str) -> None:
    text = f"{before} {quote} {after}"
    span = locate(quote, text)
    if span is not None:
        assert 0 <= span[0] < span[1] <= len(text)
        assert locate(text[span[0] : span[1]], text) is not None


@given(
    st.lists(
        st.sampled_from(["alpha", "beta", "not", "12", "3.5", "−4", "(p<0.01)", "±", "7%", "rose", "fell"]),
        min_size=3,
        max_size=30,
    )
)
def test_every_sequence_of_whole_words_is_found(words: list[str]) -> None:
    text = " ".join(words)
    quote = " ".join(words[1:])
    if any(char.isalnum() for char in quote) and not quote.startswith(("±", "7%")):
        span = locate(quote, text)
        assert span is not None
        assert text[span[0] : span[1]] == quote


@given(st.integers(min_value=0, max_value=len(TEXT) - 1), st.sampled_from("0123456789<>%±−x"))
def test_a_changed_solid_character_is_refused(place: int, char: str) -> None:
    original = TEXT[place]
    if original.isspace() or original == char or (original in "-–−" and char in "-–−"):
        return
    assert locate(TEXT[:place] + char + TEXT[place + 1 :], TEXT) is None


def test_verify_keeps_the_given_offsets_when_they_are_right() -> None:
    start = TEXT.index("the drug")
    check = verify(_quote("the drug did not", start), _passage(TEXT))
    assert check.status is QuoteStatus.VERBATIM
    assert check.digest == quote_hash("the drug did not")


def test_verify_moves_a_quote_whose_offsets_are_wrong() -> None:
    check = verify(_quote("the ﬁrst", 3), _passage("It was the first of all."))
    assert check.status is QuoteStatus.RELOCATED
    assert check.quote is not None
    assert check.quote.text == "the first"


def test_verify_refuses_a_quote_that_cuts_a_number_even_at_matching_offsets() -> None:
    text = "It was −2.4 points."
    assert not verify(_quote("2.4 points", 8), _passage(text)).accepted


def test_verify_refuses_a_quote_that_is_too_long() -> None:
    text = "word " * 80
    assert not verify(_quote(text.strip()), _passage(text)).accepted


def test_a_quote_of_another_paper_stands_nowhere() -> None:
    check = verify(_quote("Deaths were fewer"), _passage(TEXT))
    assert check.status is QuoteStatus.ABSENT
    assert check.quote is None


def test_hostile_text_neither_crashes_nor_takes_long() -> None:
    for noise in (
        "a" * 200_000,
        "- " * 100_000,
        "&amp;" * 40_000,
        "\u00ad\n" * 100_000,
        "\x00\ufffd" * 50_000,
    ):
        assert locate("a b - ﬁ c", noise) is None
        locate(noise[:300], noise)
