"""How a paper stands, and notices told from the papers they speak of."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aitia.identity import NoticeKind, assess_retraction, notice_kind, retraction_status
from aitia.identity.retraction import (
    is_retracted_title,
    list_signal,
    nothing_known,
    signal_from_link,
    signal_from_update,
    signals_from_text,
)
from aitia.model.paper import RetractionSignal
from aitia.model.scales import RetractionStatus

RETRACTED = RetractionStatus.RETRACTED


@pytest.mark.parametrize(
    "title",
    [
        "Retracted: Daily zinc and colds",
        "RETRACTED: Daily zinc and colds",
        "RETRACTED ARTICLE: Daily zinc and colds",
        "[Retracted] Daily zinc and colds",
        "[RETRACTED ARTICLE] Daily zinc and colds",
        "RETRACTED—Daily zinc and colds",
        "Daily zinc and colds [Retracted]",
        "WITHDRAWN: Zinc for the common cold",
        "Withdrawn: Zinc for the common cold",
        "RETRACTED Daily zinc and colds",
    ],
)
def test_a_title_that_says_retracted_marks_the_paper_itself(title: str) -> None:
    assert is_retracted_title(title)
    assert notice_kind(title) is None
    assert signals_from_text(title, (), "documents")[0].status is RETRACTED


@pytest.mark.parametrize(
    ("title", "kind"),
    [
        ("Retraction: Daily zinc and colds", NoticeKind.RETRACTION),
        ("Retraction notice to: Daily zinc and colds", NoticeKind.RETRACTION),
        ("Retraction Note: Daily zinc and colds", NoticeKind.RETRACTION),
        ("Notice of Retraction: Daily zinc and colds", NoticeKind.RETRACTION),
        ('Retraction of "Daily zinc and colds"', NoticeKind.RETRACTION),
        ("Correction: Daily zinc and colds", NoticeKind.CORRECTION),
        ("Correction to: Daily zinc and colds", NoticeKind.CORRECTION),
        ("Author Correction: Daily zinc and colds", NoticeKind.CORRECTION),
        ("Publisher's correction: Daily zinc and colds", NoticeKind.CORRECTION),
        ("Erratum: Daily zinc and colds", NoticeKind.CORRECTION),
        ("Corrigendum to Daily zinc and colds", NoticeKind.CORRECTION),
        ("Erratum", NoticeKind.CORRECTION),
        ("Expression of concern: Daily zinc and colds", NoticeKind.CONCERN),
        ("Editorial Expression of Concern on a paper about zinc", NoticeKind.CONCERN),
        ("Daily zinc and colds", None),
        ("Retraction of the soft palate during sleep", None),
        ("Eyelid retraction after surgery", None),
        ("Correction of anaemia with intravenous iron", None),
        ("Correction of Anaemia With Intravenous Iron", None),
        ("Retracted eardrums in children: a cohort", None),
        ("Errata in drug labels: a survey", None),
        ("Withdrawal of statins in older adults", None),
        ("Opioid withdrawal: a trial", None),
    ],
)
def test_notices_are_told_from_papers_about_retraction(title: str, kind: NoticeKind | None) -> None:
    assert notice_kind(title) is kind
    assert not is_retracted_title(title)


def test_publication_types_tell_a_notice_from_a_retracted_paper() -> None:
    assert notice_kind("Zinc", ("Journal Article", "Retraction of Publication")) is NoticeKind.RETRACTION
    assert notice_kind("Zinc", ("Published Erratum",)) is NoticeKind.CORRECTION
    assert notice_kind("Zinc", ("Expression of Concern",)) is NoticeKind.CONCERN
    assert notice_kind("Zinc", ("Journal Article", "Retracted Publication")) is None
    assert [s.status for s in signals_from_text("Zinc", ("Retracted Publication",), "pubmed")] == [RETRACTED]


def test_without_any_signal_the_standing_is_unknown_not_fine() -> None:
    assert retraction_status(()) is RetractionStatus.UNKNOWN
    assert retraction_status([nothing_known("pubmed")]) is RetractionStatus.NONE


def test_two_origins_confirm_a_retraction_and_the_earliest_date_counts() -> None:
    signals = [
        nothing_known("openalex"),
        signal_from_link("RetractionIn", "pubmed", noticed_on=date(2021, 5, 2)),
        signal_from_update("retraction", "crossref", noticed_on=date(2021, 4, 30)),
    ]
    found = assess_retraction([s for s in signals if s])
    assert (found.status, found.confirmed, found.since) == (RETRACTED, True, date(2021, 4, 30))


def test_one_origin_alone_is_retracted_but_not_confirmed() -> None:
    found = assess_retraction(signals_from_text("Retracted: Zinc", (), "documents"))
    assert (found.status, found.confirmed, found.since) == (RETRACTED, False, None)


@pytest.mark.parametrize(
    ("link", "status"),
    [
        ("RetractionIn", RETRACTED),
        ("Retraction in", RETRACTED),
        ("ExpressionOfConcernIn", RetractionStatus.CONCERN),
        ("Erratum in", RetractionStatus.CORRECTED),
        ("CorrectedandRepublishedIn", RetractionStatus.CORRECTED),
    ],
)
def test_links_to_notices_say_how_the_paper_stands(link: str, status: RetractionStatus) -> None:
    signal = signal_from_link(link, "pubmed", other="pmid:2")
    assert signal is not None
    assert (signal.status, signal.about) == (status, None)


def test_a_notice_speaks_of_the_other_paper_not_of_itself() -> None:
    signal = signal_from_link("RetractionOf", "pubmed", other="pmid:7")
    assert signal is not None
    assert signal.about == "pmid:7"
    assert assess_retraction([signal]).status is RetractionStatus.UNKNOWN
    assert signal_from_link("CommentIn", "pubmed", other="pmid:7") is None
    assert signal_from_update("new_version", "crossref") is None


def test_a_list_says_retracted_or_none_and_nothing_of_papers_without_a_pubmed_id() -> None:
    found = list_signal("5", frozenset({"5"}), "list")
    absent = list_signal("6", frozenset({"5"}), "list")
    assert found is not None
    assert found.status is RETRACTED
    assert absent is not None
    assert absent.status is RetractionStatus.NONE
    assert list_signal(None, frozenset({"5"}), "list") is None


signals = st.builds(
    RetractionSignal,
    status=st.sampled_from(RetractionStatus),
    origin=st.sampled_from(["pubmed", "crossref", "list"]),
    noticed_on=st.none() | st.dates(),
)
GRAVITY = list(RetractionStatus)


@given(st.lists(signals, max_size=6), signals)
def test_one_more_signal_never_makes_the_standing_look_better(
    held: list[RetractionSignal], more: RetractionSignal
) -> None:
    before, after = retraction_status(held), retraction_status([*held, more])
    assert GRAVITY.index(after) >= GRAVITY.index(before)
    assert assess_retraction(held) == assess_retraction(held[::-1])


@given(st.text(max_size=400))
def test_any_title_is_judged(title: str) -> None:
    assert not (is_retracted_title(title) and notice_kind(title))
