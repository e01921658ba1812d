"""What the explanation says of evidence: designs, studies, synthesis, steps, conflicts, sources."""

from __future__ import annotations

import pytest

from aitia.evidence.relations import grade_relations
from aitia.model.evidence import OutcomeRole
from aitia.model.scales import Direction, QuestionKind, RetractionStatus, StudyDesign
from aitia.report.explanation import explain, numbers_supported
from aitia.report.explanation.evidence import by_design, conflicts_table, grade_steps, studies_table
from aitia.report.explanation.sources import MOST_QUOTES, excluded_lines, source_lines
from aitia.report.explanation.template import MOST_OUTCOMES
from aitia.verdict import conclude

NONE, UP = Direction.NO_DIFFERENCE, Direction.INCREASES


@pytest.fixture
def verdict(make):
    def of(*claims, **question):
        asked = make.question(**question)
        return conclude(asked, grade_relations(asked, list(claims)), [])

    return of


def test_every_design_has_its_line_and_one_is_used(make, verdict):
    found = verdict(
        make.claim("adams", (0.8, 0.7, 0.9), n=3000),
        make.claim("clark", (0.4, 0.3, 0.53), design=StudyDesign.COHORT, n=5000),
    )
    lines = by_design(found).splitlines()
    assert [line.count("(used)") for line in lines[:2]] == [1, 0]
    assert "(1, 3,000 participants)" in lines[0]
    assert "(1, 5,000 participants)" in lines[1]
    assert lines[-1].startswith("Used for the verdict: ")


def test_without_studies_there_is_nothing_to_show(verdict):
    found = verdict()
    assert (by_design(found), studies_table(found), grade_steps(found), source_lines(found)) == ("",) * 4
    assert "## Sources" not in explain(found)


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        ({"ratio": (0.8, 0.7, 0.9)}, "| reduction | RR 0.80 (0.70 to 0.90) |"),
        ({"ratio": None, "significant": True}, "| reduction | significant |"),
        ({"ratio": None, "significant": False, "direction": NONE}, "| no difference | not significant |"),
        ({"ratio": None}, "| reduction | not stated |"),
    ],
)
def test_a_study_s_row_says_what_it_found_and_how(make, verdict, given, shown):
    assert shown in studies_table(verdict(make.claim("adams", n=3000, **given)))


def test_a_study_of_unstated_size_has_a_question_mark(make, verdict):
    assert "| randomised trial | ? |" in studies_table(verdict(make.claim("adams", (0.8, 0.7, 0.9), n=None)))


def test_what_was_written_for_the_demonstration_is_marked_where_it_stands(make, verdict):
    found = verdict(
        make.claim("adams", (0.8, 0.7, 0.9), demonstration=True), make.claim("brown", (0.9, 0.8, 1.0))
    )
    table = studies_table(found)
    assert table.endswith("\\* written for the demonstration")
    assert [line for line in table.splitlines() if line.startswith("| Adams") and "\\*" in line]
    assert table.count("\\*") == 2


def test_the_steps_start_and_end_at_a_certainty(make, verdict):
    lines = grade_steps(verdict(make.claim("adams", (0.8, 0.7, 0.9), n=90))).splitlines()
    assert lines[0].startswith("- Starts at high")
    assert lines[-1].startswith("- Ends at ")
    assert any(line.startswith("- Imprecision: -2: only 90 participants") for line in lines)


def test_a_conflict_is_one_row_a_study(make, verdict):
    found = verdict(
        make.claim("adams", (0.8, 0.7, 0.9), n=3000, population="men"),
        make.claim("brown", (1.3, 1.15, 1.5), n=3000, direction=UP, population="women"),
    )
    table = conflicts_table(found)
    assert len([line for line in table.splitlines() if line.startswith("| ") and "finding" not in line]) >= 2


def test_a_paper_s_quotes_are_verbatim_once_and_not_without_end(make, verdict):
    claims = [
        make.claim(
            f"adams_{n}", (0.8, 0.7, 0.9), study="adams", quote=f"Quote {n % 8} of the drug and the event."
        )
        for n in range(12)
    ]
    lines = source_lines(verdict(*claims)).splitlines()
    quotes = [line for line in lines if line.startswith("   > ")]
    assert len(quotes) == len(set(quotes)) <= MOST_QUOTES
    assert len([line for line in lines if line[0].isdigit()]) == 1


def test_what_was_left_out_is_named_with_its_reason(make, verdict):
    found = verdict(
        make.claim("adams", (0.8, 0.7, 0.9)),
        make.claim("brown", (0.5, 0.4, 0.6), retraction=RetractionStatus.RETRACTED),
    )
    (line,) = excluded_lines(found).splitlines()
    assert "Brown" in line
    assert "retracted" in line.casefold()
    assert "Brown" not in source_lines(found)


def test_harms_and_other_outcomes_are_told(make, verdict):
    harm = {"role": OutcomeRole.HARM, "effect": "major bleeding", "direction": UP}
    found = verdict(
        make.claim("adams", (0.8, 0.7, 0.9), n=3000),
        make.claim("adams_bleed", (1.6, 1.3, 1.97), n=3000, study="adams", **harm),
    )
    text = explain(found)
    assert "## Harms" in text
    assert "**major bleeding**" in text
    assert "RR 1.60" in text


def test_many_outcomes_are_counted_not_listed(make, verdict):
    other = {"role": OutcomeRole.OTHER}
    claims = [
        make.claim(f"adams_{n}", (0.8, 0.7, 0.9), effect=f"outcome number {n}", study="adams", **other)
        for n in range(MOST_OUTCOMES + 3)
    ]
    text = explain(verdict(make.claim("adams", (0.8, 0.7, 0.9)), *claims))
    assert "3 more outcomes are in the data" in text


def test_a_comparison_says_its_answer(make, verdict):
    found = verdict(make.claim("adams", (0.8, 0.7, 0.9), n=3000), kind=QuestionKind.COMPARISON)
    assert f"- Answer: {found.answer.value}" in explain(found)


@pytest.mark.parametrize(
    ("text", "strange"),
    [
        ("The ratio was 0.8.", ()),
        ("The ratio was 0.80 (0.7 to 0.9) in 3,000 people.", ()),
        ("The ratio was 0·80.", ()),
        ("The ratio was −0.80.", ("−0.80",)),
        ("It halves the risk.", ("halves",)),
        ("About 47 people.", ("47",)),
        ("It was shown by Zuckerberg.", ("Zuckerberg",)),
        ("Adams's trial agrees.", ()),
        ("We asked GPT-9.", ("GPT-9",)),
    ],
)
def test_a_rephrasing_says_only_what_the_rows_say(make, verdict, text, strange):
    found = verdict(make.claim("adams", (0.8, 0.7, 0.9), n=3000))
    assert set(strange) <= set(numbers_supported(text, found))
    if not strange:
        assert numbers_supported(text, found) == ()


def test_a_rephrasing_beyond_all_measure_is_not_read(make, verdict):
    found = verdict(make.claim("adams", (0.8, 0.7, 0.9), n=3000))
    assert "text beyond 200000 characters" in numbers_supported("a " * 100_001, found)
