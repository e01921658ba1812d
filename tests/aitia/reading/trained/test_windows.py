"""What of a longer paper is read: the results that bear on the question, wherever they stand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

from aitia.model.claim import Claim
from aitia.model.keys import PaperId
from aitia.model.paper import Paper, Section
from aitia.model.scales import Direction
from aitia.question.reader import read_question
from aitia.reading.answers import answering
from aitia.reading.paper.document import read_document
from aitia.reading.study.facts import read_study_facts
from aitia.reading.trained import AskedOutcome, PaperReading, network, read_with_network
from aitia.reading.trained.answers import Answer
from aitia.reading.trained.blend import Parts, blended
from aitia.reading.trained.close import MARK, CloseRow, Scores
from aitia.reading.trained.layout import Encoder
from aitia.reading.trained.paper import close_readings
from aitia.reading.trained.windows import FROM_THE_BODY, Shown, Whole, shown_of
from aitia.text.passages import make_passages

TITLE = "Yoga against stretching for chronic back pain: a randomised trial"
ABSTRACT = (
    "BACKGROUND: Back pain is common. METHODS: We assigned 240 adults to yoga or to stretching. "
    "RESULTS: Pain did not differ between the groups at twelve weeks (P = 0.45)."
)
SLEEP = "Sleep quality was higher with yoga than with stretching (P < 0.001)."
FILLER = " ".join(f"Attendance in week {n} was {90 - n}% in the first centre." for n in range(1, 30))
SECTIONS = (
    Section(section_id="methods", text="Sleep quality was measured with a diary in both groups."),
    Section(section_id="results/attendance", text=FILLER),
    Section(section_id="results/secondary-outcomes-2", text=SLEEP),
    Section(section_id="discussion", text="Adherence may have been overestimated."),
)
ASKED = AskedOutcome("yoga", "stretching", "sleep quality")


def _paper(sections: tuple[Section, ...] = SECTIONS, abstract: str = ABSTRACT) -> Paper:
    return Paper(
        paper_id=PaperId("paper_yoga"),
        title=TITLE,
        abstract=abstract,
        source="test",
        record_id="1",
        sections=sections,
    )


def _shown(asked: AskedOutcome | None, paper: Paper) -> Shown:
    return shown_of(paper.title, read_document(make_passages(paper)), asked)


def _read(asked: AskedOutcome, paper: Paper) -> PaperReading:
    return read_with_network(paper.title, make_passages(paper), asked)


def test_an_abstract_is_shown_as_it_is() -> None:
    paper = _paper(())
    shown = _shown(ASKED, paper)
    assert [s.section_id for s in shown.lines] == ["abstract"] * 3
    assert shown.whole is None


def test_the_body_result_that_is_asked_for_is_shown_and_counts_most() -> None:
    shown = _shown(ASKED, _paper())
    texts = [s.text for s in shown.lines]
    assert SLEEP in texts
    assert sum(s.section_id != "abstract" for s in shown.lines) == FROM_THE_BODY
    assert not any("measured with a diary" in text or "assigned" in text for text in texts)
    assert [s.index for s in shown.lines] == sorted(s.index for s in shown.lines)
    whole = shown.whole
    assert whole is not None
    assert texts[max(whole.evidence, key=lambda number: whole.evidence[number])] == SLEEP
    assert texts.index(SLEEP) in whole.first()
    assert sum(whole.shares) == pytest.approx(1)


def test_without_an_abstract_more_of_the_body_is_shown() -> None:
    shown = _shown(ASKED, _paper(abstract=""))
    assert len(shown.lines) == 2 * FROM_THE_BODY
    assert {s.section_id for s in shown.lines} <= {s.section_id for s in SECTIONS}


def test_without_a_question_the_first_results_of_the_body_are_shown() -> None:
    shown = _shown(None, _paper())
    assert [s.section_id for s in shown.lines[:3]] == ["abstract"] * 3
    assert shown.lines[3].text.startswith("Attendance in week 1 ")
    assert shown.whole is None


def test_what_only_the_body_reports_is_answered_from_it() -> None:
    reading = _read(ASKED, _paper())
    assert reading.answer.reported > _read(ASKED, _paper(())).answer.reported
    assert reading.answer.direction is Direction.INCREASES
    assert reading.lines[reading.answer.evidence[0][0]].text == SLEEP


def test_exchanged_arms_exchange_more_and_less_exactly_in_a_longer_paper() -> None:
    more, less, same = _read(ASKED, _paper()).answer.shares
    assert _read(ASKED.turned(), _paper()).answer.shares == pytest.approx((less, more, same), abs=1e-9)


def test_what_was_shown_and_the_whole_count_by_halves() -> None:
    answer = Answer(0.9, (0.6, 0.3, 0.1), 0.0, 0.5, ((2, 0.8), (0, 0.2)))
    parts = Parts(answer, 0.7, np.array([0.6, 0.3, 0.1]))
    weights = network().weights
    shown = blended(parts, weights)
    both = blended(replace(parts, whole=Whole((0.2, 0.1, 0.7), {0: 0.9, 1: 0.1})), weights)
    assert both.shares == pytest.approx(np.add(shown.shares, (0.2, 0.1, 0.7)) / 2)
    assert [number for number, _ in both.evidence] == [0, 2, 1]
    assert [share for _, share in both.evidence] == pytest.approx([0.55, 0.4, 0.05])
    assert both.reported == shown.reported


@pytest.mark.parametrize(
    ("whole", "read"),
    [
        (None, [0]),
        (Whole((0.2, 0.1, 0.7), {1: 0.1, 2: 0.9}), [1, 2]),
        (Whole((0.2, 0.1, 0.7), {}), [0]),
    ],
)
def test_read_closely_is_what_counts_most_in_the_whole(whole: Whole | None, read: list[int]) -> None:
    reading = _read(ASKED, _paper(()))
    answer = Answer(0.9, (0.6, 0.3, 0.1), 0.0, 0.5, ((0, 1.0),))
    asked = [(ASKED, Parts(answer, 0.7, whole=whole))]
    (closely,) = close_readings(_Undecided(), reading.page, reading.names, asked)
    assert sorted(closely.evidence) == read


def test_the_body_answers_where_it_is_told_there_and_nothing_does_where_it_is_not() -> None:
    assert _claims(_paper())[0].quote.text == SLEEP
    assert _claims(_paper(())) == ()


def _claims(paper: Paper) -> tuple[Claim, ...]:
    passages = make_passages(paper)
    question = read_question("Does yoga improve sleep quality compared with stretching?")
    return answering.answer_finding(question, paper, passages, read_study_facts(paper, passages))


class _Undecided:
    """Takes every answer and every sentence for as likely as the others."""

    version = "undecided"

    @property
    def encoder(self) -> Encoder:
        return network().encoder

    def scores(self, rows: Sequence[CloseRow]) -> tuple[Scores, list[Scores]]:
        marks = [row.count(MARK) for row in rows]
        return np.zeros((len(rows), 5)), [np.full(n, 1 / n) for n in marks]

    def found(self, row: CloseRow) -> Scores:
        raise AssertionError(f"a page of {len(row)} tokens was read without a question")


def test_of_an_abstract_longer_than_any_the_results_are_shown_before_all_else() -> None:
    told = "RESULTS: Pain fell with yoga (P = 0.01). CONCLUSIONS: Yoga reduced pain."
    padded = f"BACKGROUND: {' '.join(f'Clinic {n} was open in May.' for n in range(90))} {told}"
    paper = Paper(paper_id=PaperId("p"), source="s", record_id="1", title=TITLE, abstract=padded)
    document = read_document(make_passages(paper))
    shown = shown_of(TITLE, document, None).lines
    assert len(shown) == 60 < len(document)
    assert [line.text for line in shown[-2:]] == ["Pain fell with yoga (P = 0.01).", "Yoga reduced pain."]
    assert [line.index for line in shown] == sorted(line.index for line in shown)
