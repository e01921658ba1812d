"""Reports become studies: by registration, name, size and authors, and by a person's word above all."""

from __future__ import annotations

import random
import sys
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aitia.evidence.independence import (
    LinkMethod,
    Override,
    StudyDecision,
    StudyLink,
    link_studies,
    studies,
)
from aitia.model.claim import StudyFacts
from aitia.model.keys import PaperId
from aitia.model.paper import Paper
from aitia.model.scales import StudyDesign

Report = tuple[Paper, StudyFacts]


def report(
    name: str,
    registration: str | None = None,
    cohort: str | None = None,
    size: int | None = None,
    authors: Sequence[str] = (),
    design: StudyDesign = StudyDesign.RANDOMISED_TRIAL,
    year: int = 2020,
) -> Report:
    paper = Paper(
        source="test", record_id=name, title=name, authors=tuple(authors), year=year, paper_id=PaperId(name)
    )
    facts = StudyFacts(
        design=design,
        sample_size=size,
        registration_ids=(registration,) if registration else (),
        cohort_name=cohort,
    )
    return paper, facts


def by_paper(links: Sequence[StudyLink]) -> dict[str, StudyLink]:
    return {link.paper_id: link for link in links}


REPORTS = [
    report("a", "NCT01234567"),
    report("b", "nct 1234567", year=2022),
    report("c", "NCT07654321"),
    report("d", cohort="The Harbour Heart Study", design=StudyDesign.COHORT),
    report("e", cohort="Harbour Heart study", design=StudyDesign.COHORT),
    report("f", size=412, authors=["Okoye, Ada", "Lindqvist, Per"]),
    report("g", size=412, authors=["Lindqvist P", "Okoye A", "Third B"]),
    report("h", size=412, authors=["Someone, Else", "Lindqvist, Per"]),
    report("m", "NCT01234567", design=StudyDesign.META_ANALYSIS),
]


def test_one_registration_number_is_one_study_whatever_its_spelling() -> None:
    links = by_paper(link_studies(REPORTS))
    assert links["a"].study_id == links["b"].study_id != links["c"].study_id
    assert links["b"].method is LinkMethod.REGISTRATION
    assert links["b"].reason == "both registered as NCT1234567"
    assert links["b"].linked_to == "a"


def test_one_cohort_name_is_one_study() -> None:
    links = by_paper(link_studies(REPORTS))
    assert links["d"].study_id == links["e"].study_id
    assert links["d"].method is LinkMethod.COHORT_NAME


def test_the_same_size_counts_only_with_two_shared_authors() -> None:
    links = by_paper(link_studies(REPORTS))
    assert links["f"].study_id == links["g"].study_id
    assert links["g"].method is LinkMethod.SIZE_AND_AUTHORS
    assert links["h"].method is LinkMethod.ALONE


def test_different_registrations_keep_like_reports_apart() -> None:
    one = report("p", "NCT00000001", size=300, authors=["Abe X", "Bell Y"])
    other = report("q", "NCT00000002", size=300, authors=["Abe X", "Bell Y"])
    links = by_paper(link_studies([one, other]))
    assert links["p"].study_id != links["q"].study_id


def test_a_meta_analysis_is_never_linked_with_its_trials() -> None:
    assert by_paper(link_studies(REPORTS))["m"].method is LinkMethod.ALONE


@pytest.mark.parametrize("name", ["cohort study", "Trial", "pilot study", "the randomised trial"])
def test_names_that_any_study_could_bear_link_nothing(name: str) -> None:
    links = link_studies([report("x", cohort=name), report("y", cohort=name)])
    assert {link.method for link in links} == {LinkMethod.ALONE}


def test_a_person_separates_and_taking_it_back_restores_the_links() -> None:
    before = link_studies(REPORTS)
    word = StudyDecision(decision_id="1", first=PaperId("b"), second=PaperId("a"), override=Override.SEPARATE)
    apart = by_paper(link_studies(REPORTS, [word]))
    assert apart["a"].study_id != apart["b"].study_id
    assert link_studies(REPORTS, []) == before


def test_a_person_joins_what_no_rule_would() -> None:
    word = StudyDecision(decision_id="1", first=PaperId("a"), second=PaperId("h"), override=Override.JOIN)
    links = by_paper(link_studies(REPORTS, [word]))
    assert links["a"].study_id == links["b"].study_id == links["h"].study_id
    assert links["h"].method is LinkMethod.PERSON
    assert "1" in links["h"].reason


def test_separating_two_leaves_a_third_with_one_of_them() -> None:
    three = [report(n, "NCT00000009") for n in "xyz"]
    word = StudyDecision(decision_id="1", first=PaperId("x"), second=PaperId("y"), override=Override.SEPARATE)
    links = by_paper(link_studies(three, [word]))
    assert links["x"].study_id != links["y"].study_id
    assert links["z"].study_id in (links["x"].study_id, links["y"].study_id)


def test_studies_lists_reports_by_study() -> None:
    assert ("a", "b") in studies(link_studies(REPORTS)).values()


def test_no_report_is_no_study() -> None:
    assert link_studies([]) == ()


@given(st.permutations(REPORTS))
def test_the_order_of_reports_does_not_matter(mixed: list[Report]) -> None:
    assert link_studies(mixed) == link_studies(REPORTS)


def test_a_later_report_does_not_rename_the_study() -> None:
    first = by_paper(link_studies(REPORTS))["a"].study_id
    later = [*REPORTS, report("0", "NCT01234567", year=2024)]
    assert by_paper(link_studies(later))["0"].study_id == first


WORDS = ("trial", "tea", "risk", "heart", "adults", "group", "weekly", "dose", "fell", "rose", "mean")


def copied(
    name: str, size: int | None, changed: int = 0, seed: int = 1, authors: Sequence[str] = ()
) -> Report:
    """A report of a wording that `seed` makes, with its own size and some words of its own."""
    chance = random.Random(seed)
    words = [chance.choice(WORDS) + chance.choice(WORDS) for _ in range(120)]
    own = name.translate(str.maketrans("0123456789", "qrstuvwxyz"))
    words[:changed] = [own + chance.choice(WORDS) for _ in range(changed)]
    paper, facts = report(name, size=size, authors=authors)
    text = f"{' '.join(words[:60])} n = {size} {' '.join(words[60:])}, p = 0.0{size or 1}"
    return paper.model_copy(update={"abstract": text}), facts


def study_count(reports: Sequence[Report]) -> int:
    return len(studies(link_studies(reports)))


def test_copies_of_one_text_with_sizes_a_little_apart_are_one_study() -> None:
    copies = [copied(f"c{n:02}", 1200 + n % 3, changed=n % 5) for n in range(30)]
    links = link_studies(copies)
    assert len(studies(links)) == 1
    assert {link.method for link in links} == {LinkMethod.SAME_WORDING}


def test_copies_under_other_authors_are_one_study_whatever_their_size() -> None:
    copies = [copied(f"c{n}", 500 * n, authors=[f"Name{n}, A"]) for n in range(1, 9)]
    assert study_count(copies) == 1


def test_one_form_of_words_filled_in_for_different_trials_keeps_them_apart() -> None:
    assert study_count([copied(f"c{n}", 500 * n) for n in range(1, 9)]) == 8


def test_different_texts_of_one_size_are_different_studies() -> None:
    assert study_count([copied(f"c{n}", 1200, seed=n, authors=[f"Name{n}, A"]) for n in range(1, 9)]) == 8
    assert study_count([copied(f"c{n}", 1200, changed=100) for n in range(1, 9)]) == 8


def test_a_person_separates_copies() -> None:
    word = StudyDecision(decision_id="1", first=PaperId("a"), second=PaperId("c"), override=Override.SEPARATE)
    links = by_paper(link_studies([copied(name, 300) for name in "abc"], [word]))
    assert links["a"].study_id == links["b"].study_id != links["c"].study_id


def test_a_review_and_its_copy_are_one_and_a_trial_of_the_same_words_is_another() -> None:
    review = [(p, f.model_copy(update={"design": StudyDesign.META_ANALYSIS})) for p, f in
              (copied("a", 900), copied("b", 901))]  # fmt: skip
    assert sorted(studies(link_studies([*review, copied("t", 900)])).values()) == [("a", "b"), ("t",)]


def test_a_thousand_reports_of_one_study_are_linked_without_a_pair_for_every_two() -> None:
    many = [report(f"r{n:04}", "NCT01234567") for n in range(1000)]
    assert study_count(many) == 1
    same = [report(f"s{n:04}", size=412, authors=["Okoye, Ada", "Lindqvist, Per"]) for n in range(1000)]
    assert study_count(same) == 1
    assert study_count([copied(f"c{n:04}", 1200, changed=n % 4) for n in range(1000)]) == 1


def test_the_work_grows_with_the_reports_and_not_with_their_pairs() -> None:
    def calls(number: int) -> int:
        reports = [copied(f"c{n}", 1200 + n, seed=n, authors=[f"A{n}, B", f"C{n}, D"]) for n in range(number)]
        reports += [copied(f"d{n}", 1200, seed=7) for n in range(number)]
        counted = 0

        def count(frame: object, event: str, argument: object) -> None:
            nonlocal counted
            counted += event == "call"

        sys.setprofile(count)
        try:
            link_studies(reports)
        finally:
            sys.setprofile(None)
        return counted

    assert calls(160) < 2.5 * calls(80)


def test_all_authors_of_a_report_count_however_many() -> None:
    crowd = [f"Member{n}, X" for n in range(600)]
    pair = ["Okoye, Ada", "Lindqvist, Per"]
    links = link_studies([report("x", size=99, authors=crowd + pair), report("y", size=99, authors=pair)])
    assert len({link.study_id for link in links}) == 1
