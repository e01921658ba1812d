"""The demonstration corpus: labelled, identified, and true to the published figures."""

from __future__ import annotations

import asyncio
import csv
import re
from collections import Counter
from pathlib import Path

import pytest

from aitia.model.scales import EvidenceType
from aitia.model.search import SearchRequest, SearchStatus
from aitia.question import read_question
from resources.sources.demonstration import DemonstrationSource, demonstration_records, load_synopses

NUMBER = re.compile(r"\d*\.?\d+")
QUESTIONS = ("Does vitamin D prevent severe COVID-19?", "Does aspirin reduce heart attack risk?")
_NO_PAPER = {"Medizin-transparent (HealthFC row)"}
_LABELS = {"JPPP (Ikeda)": "jppp-2014", "Million-person cohort (Hammond & Garfinkel)": "hammond-1975"}


def request(limit: int = 200) -> SearchRequest:
    return SearchRequest(
        source="demonstration",
        evidence_type=EvidenceType.SYSTEMATIC_REVIEW,
        query="aspirin heart attack",
        terms=("aspirin", "heart attack"),
        limit=limit,
    )


def test_both_questions_have_at_least_nineteen_studies_and_forty_papers_are_off_topic() -> None:
    topics = Counter(synopsis.topic for synopsis in load_synopses())
    assert topics["vitamin_d_covid"] >= 19
    assert topics["aspirin_heart"] >= 19
    assert topics["off_topic"] >= 40


def test_ids_and_identifiers_are_unique() -> None:
    for values in (
        [r.record_id for r in demonstration_records()],
        [r.pmid for r in demonstration_records() if r.pmid],
        [r.doi for r in demonstration_records() if r.doi],
        [r.pmcid for r in demonstration_records() if r.pmcid],
    ):
        assert len(values) == len(set(values))


def test_every_record_is_marked_and_its_label_stands_beside_the_journal() -> None:
    for record in demonstration_records():
        assert record.demonstration
        assert "written for this demonstration" in record.venue
        assert "written for this demonstration" not in record.title + record.abstract


def test_fictitious_synopses_carry_no_identifier_and_no_figure() -> None:
    for synopsis in load_synopses():
        assert synopsis.fictitious == (synopsis.topic == "off_topic")
        if synopsis.fictitious:
            assert "fictitious" in synopsis.label
            known = (synopsis.pmid, synopsis.pmcid, synopsis.doi, synopsis.authors, synopsis.year)
            assert not any(known)
            assert not re.search(r"\d", synopsis.abstract)


def test_every_study_can_be_looked_up() -> None:
    for synopsis in load_synopses():
        if not synopsis.fictitious:
            assert any((synopsis.pmid, synopsis.pmcid, synopsis.doi))
            assert synopsis.year


def test_abstracts_are_structured() -> None:
    for record in demonstration_records():
        heads = re.findall(r"^([A-Z]+): ", record.abstract, re.MULTILINE)
        assert heads == ["BACKGROUND", "METHODS", "RESULTS", "CONCLUSIONS"], record.record_id


def test_trials_cohorts_reviews_and_genetic_studies_are_there() -> None:
    vitamin_d = [s for s in load_synopses() if s.topic == "vitamin_d_covid"]
    types = Counter(kind for synopsis in vitamin_d for kind in synopsis.publication_types)
    assert types["Randomized Controlled Trial"] >= 5
    assert types["Observational Study"] >= 5
    assert types["Mendelian Randomization Analysis"] >= 3
    assert types["Systematic Review"] + types["Meta-Analysis"] >= 3
    assert any("case-control" in synopsis.abstract for synopsis in vitamin_d)


def test_aspirin_studies_tell_primary_from_secondary_prevention_and_name_bleeding() -> None:
    aspirin = [s for s in load_synopses() if s.topic == "aspirin_heart"]
    assert sum("primary prevention" in s.abstract for s in aspirin) >= 15
    assert sum("secondary prevention" in s.abstract for s in aspirin) >= 3
    assert sum(bool(re.search("bleed|haemorrhag", s.abstract)) for s in aspirin) >= 10


def numbers(text: str) -> set[float]:
    """The figures of a text; "23%" and "23", "19,114" and "19114" are the same."""
    joined = re.sub(r"(?<=\d)[,\u2009\u202f](?=\d{3}\b)", "", text)
    return {float(value) for value in NUMBER.findall(joined)}


def figures(row: dict[str, str]) -> set[float]:
    """The figures of a row that a synopsis must hold: estimate, interval, n, and those said in words."""
    said = re.sub(r"\b\d+(?:st|nd|rd|th)\b", "", row["other_result"])
    said = re.sub(r"\b(\d{4})-(\d\d)-(\d\d)\b", r"\1 \3", said)
    return numbers(" ".join((row["estimate"], row["ci_low"], row["ci_high"], row["n"], said)))


def test_every_published_figure_stands_in_the_synopsis_of_its_study(shared: Path) -> None:
    path = shared / "data" / "worked_examples" / "reference_facts.csv"
    if not path.is_file():
        pytest.skip(f"shared data not present: {path}")
    by_id: dict[str, str] = {}
    for synopsis in load_synopses():
        for key in (synopsis.pmid, synopsis.pmcid, synopsis.doi, synopsis.record_id):
            if key:
                by_id[key] = synopsis.abstract
    seen = 0
    with path.open(encoding="utf-8") as file:
        for row in csv.DictReader(file):
            if row["study"] in _NO_PAPER:
                continue
            keys = re.findall(r"PMC\d+|10\.\d{4,9}/[^\s;]+|(?<=PMID )\d+", row["identifier"])
            keys.append(_LABELS.get(row["study"], ""))
            texts = {by_id[key] for key in keys if key in by_id}
            assert len(texts) == 1, row["study"]
            missing = figures(row) - numbers(texts.pop())
            assert not missing, (row["study"], row["outcome"], missing)
            seen += 1
    assert seen >= 37


def test_a_search_returns_on_and_off_topic_synopses_and_warns_what_they_are() -> None:
    outcome = asyncio.run(DemonstrationSource().search(request()))
    assert outcome.status is SearchStatus.COMPLETE
    assert len(outcome.records) == outcome.reported == len(load_synopses())
    assert "written for this project" in outcome.warnings[0]


def test_a_small_limit_returns_the_best_synopses_for_the_words() -> None:
    outcome = asyncio.run(DemonstrationSource().search(request(limit=5)))
    assert len(outcome.records) == 5
    assert "aspirin" in outcome.records[0].title.lower()


@pytest.mark.parametrize("text", QUESTIONS)
def test_the_questions_that_it_is_for_can_be_read(text: str) -> None:
    assert read_question(text).outcome
