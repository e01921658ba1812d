"""Study facts are read from a paper's own words, each with its quote."""

from __future__ import annotations

import pytest

from aitia.model.claim import RiskOfBias, StudyFacts
from aitia.model.keys import PaperId
from aitia.model.paper import Paper
from aitia.model.scales import StudyDesign as D
from aitia.reading.study.facts import read_study_facts
from aitia.text.passages import make_passages


def _facts(abstract: str, title: str = "A study", types: tuple[str, ...] = ()) -> StudyFacts:
    paper = Paper(
        paper_id=PaperId("p1"),
        source="s",
        record_id="1",
        title=title,
        abstract=abstract,
        publication_types=types,
    )
    passages = make_passages(paper)
    facts = read_study_facts(paper, passages)
    texts = {p.passage_id: p.text for p in passages}
    for quote in [*facts.quotes.values(), *(signal.quote for signal in facts.bias_signals)]:
        assert texts[quote.passage_id][quote.char_start : quote.char_end] == quote.text
    return facts


@pytest.mark.parametrize(
    ("title", "abstract", "types", "design"),
    [
        ("Tea and gout", "RESULTS: less gout.", ("Meta-Analysis",), D.META_ANALYSIS),
        ("Tea and gout", "Adults were allocated.", ("Randomized Controlled Trial",), D.RANDOMISED_TRIAL),
        ("Tea: a randomised crossover trial", "Adults were randomly assigned.", (), D.CROSSOVER_TRIAL),
        ("Tea: a cluster randomised trial", "Villages were randomised to tea or water.", (), D.CLUSTER_TRIAL),
        ("Tea: systematic review and meta-analysis", "We searched two databases.", (), D.META_ANALYSIS),
        ("Tea and gout: a case-control study", "Cases and controls were asked.", (), D.CASE_CONTROL),
        ("Tea and gout: a cohort study", "900 nurses were followed up.", (), D.COHORT),
        (
            "Urate and gout: a secondary analysis of the Teapot trial",
            "Adults were randomly assigned to tea or water. We examined the association of urate and gout.",
            ("Randomized Controlled Trial",),
            D.COHORT,
        ),
        (
            "Predictors of gout in people who drink tea",
            "This post hoc analysis used data of a randomised trial of tea. Urate predicted gout.",
            (),
            D.COHORT,
        ),
        (
            "Effect of tea on falls: a post hoc analysis of the Teapot trial",
            "Adults were randomly assigned to tea or water. Tea was associated with fewer falls.",
            (),
            D.RANDOMISED_TRIAL,
        ),
        (
            "Tea and falls: a secondary analysis of a randomised trial",
            "Adults were randomly assigned to tea or water. Falls were fewer with tea.",
            ("Randomized Controlled Trial",),
            D.RANDOMISED_TRIAL,
        ),
        (
            "Tea for gout: a randomised trial",
            "Adults were randomly assigned to tea or water. Predictors of gout were a secondary outcome.",
            (),
            D.RANDOMISED_TRIAL,
        ),
        (
            "Tea and gout: a Mendelian randomisation study",
            "Variants were used.",
            (),
            D.MENDELIAN_RANDOMISATION,
        ),
        ("Protocol for a trial of tea", "Adults will be randomised. Gout will be measured.", (), D.PROTOCOL),
        ("Tea lowers urate in mice", "Mice drank tea for a week.", (), D.ANIMAL),
        ("Tea in a dog shelter: a randomised trial", "We randomly assigned 90 dogs to tea.", (), D.ANIMAL),
        ("Cats as company", "We randomly assigned 90 adults to cats or no pets.", (), D.RANDOMISED_TRIAL),
        ("Tea extract in vitro", "Cell lines were exposed to the extract.", (), D.IN_VITRO),
        ("Retraction: tea and gout", "", (), D.UNKNOWN),
        ("", "", (), D.UNKNOWN),
    ],
)
def test_design(title: str, abstract: str, types: tuple[str, ...], design: D) -> None:
    facts = _facts(abstract, title, types)
    assert facts.design is design
    assert facts.design_basis


@pytest.mark.parametrize(
    ("abstract", "size"),
    [
        ("METHODS: A total of 1,240 adults were enrolled.", 1240),
        ("METHODS: Sixty-two patients were randomised to tea or water.", 62),
        ("METHODS: One hundred and thirty-seven women took part and were randomly assigned.", 137),
        ("METHODS: Patients received tea (n = 40) or water (n = 41).", 81),
        ("METHODS: We screened 900 patients. 120 patients were randomised to tea or water.", 120),
        ("METHODS: 1266 men took tea or water. RESULTS: Gout occurred in 31 men with tea.", 1266),
        (
            "METHODS: 4340 people aged 75 or over sampled from 20 general practices, excluding residents.",
            4340,
        ),
        ("METHODS: The tea group comprised 32 adults; the water group was comprised of 30 adults.", 62),
        ("METHODS: Nineteen adults drank tea. They were in the tea group (9 adults) or not.", 19),
        ("METHODS: Patients with COVID-19 veterans were compared.", None),
        ("In 2019 patients were invited.", None),
        ("", None),
        (
            "METHODS: The criteria were changed because of the deaths of 5 such patients. RESULTS: Of "
            "the 174 subjects who were initially assessed, 24 were randomly assigned to continued treatment "
            "and 24 to surgery. Five of the 19 surviving patients had no benefit.",
            48,
        ),
    ],
)
def test_sample_size(abstract: str, size: int | None) -> None:
    assert _facts(abstract).sample_size == size


def test_a_review_counts_its_studies_and_their_participants() -> None:
    abstract = (
        "METHODS: We searched Medline. RESULTS: We screened 4,100 records and included 13 trials with "
        "2,310 participants. "
        "Tea reduced gout."
    )
    facts = _facts(abstract, "Tea and gout: a systematic review")
    assert (facts.studies_included, facts.sample_size) == (13, 2310)


def test_registration_numbers_have_one_spelling() -> None:
    text = (
        "Registered as NCT 01234567, ISRCTN12345678, EudraCT number 2015-001234-12, "
        "ACTRN12605000567628 and ChiCTR2000029990."
    )
    assert _facts(text).registration_ids == (
        "NCT01234567",
        "ISRCTN12345678",
        "EudraCT2015-001234-12",
        "ACTRN12605000567628",
        "ChiCTR2000029990",
    )


def test_people_dose_and_times() -> None:
    facts = _facts(
        "METHODS: Adults with chronic gout took green tea 500 mg daily for 12 weeks. Urate was measured at "
        "24 weeks."
    )
    assert facts.population == "Adults with chronic gout"
    assert facts.dose == "500 mg daily"
    assert facts.duration == "12 weeks"
    assert facts.time_point == "24 weeks"


@pytest.mark.parametrize(
    ("sentence", "domain", "judgement"),
    [
        ("This was an open-label randomised trial.", "blinding", RiskOfBias.HIGH),
        ("In a double-blind trial adults took tea.", "blinding", RiskOfBias.LOW),
        ("Treatment was assigned by alternate allocation.", "randomisation", RiskOfBias.HIGH),
        ("Allocation was concealed in sealed envelopes.", "randomisation", RiskOfBias.LOW),
        ("Of these, 35% were lost to follow-up.", "missing data", RiskOfBias.HIGH),
        ("The trial was stopped early for benefit.", "early stopping", RiskOfBias.SOME_CONCERNS),
    ],
)
def test_statements_on_bias(sentence: str, domain: str, judgement: RiskOfBias) -> None:
    signals = {(s.domain, s.judgement) for s in _facts(f"METHODS: {sentence}").bias_signals}
    assert (domain, judgement) in signals


def test_who_paid() -> None:
    assert _facts("The study was funded by Acme Pharmaceuticals Inc.").industry_funded is True
    assert _facts("FUNDING: National Institute of Tea.").industry_funded is False
    assert _facts("Nobody is named.").industry_funded is None


@pytest.mark.parametrize(
    "noise", ["12 " * 60_000, "n = 5 " * 30_000, "a b c patients " * 14_000, "NCT" * 60_000]
)
def test_hostile_repetition_is_harmless(noise: str) -> None:
    _facts(noise)


@pytest.mark.parametrize(
    ("title", "abstract", "name"),
    [
        ("Tea and survival in older people: TEAPOT", "Adults were randomised.", "TEAPOT"),
        ("Tea and death", "In the TEAPOT double-blind randomised trial, 200 adults drank tea.", "TEAPOT"),
        ("Tea and death", "The TEAPOT trial randomised 200 adults.", "TEAPOT"),
        ("Tea for a new disease: COVID-19", "Adults were randomised.", None),
        ("Tea and death", "In the COVID-19 open-label trial 200 adults drank tea.", None),
    ],
)
def test_a_trial_is_known_by_its_acronym_and_no_disease_is_one(title: str, abstract: str, name: str) -> None:
    assert _facts(f"METHODS: {abstract}", title).cohort_name == name


@pytest.mark.parametrize(
    ("results", "dose"),
    [
        ("Blood loss was 63 mL with surgery and 120 mL without.", None),
        ("Morphine needed was 34.57 ± 14.64 mg with the block.", None),
        ("A single dose of 10 mg improved walking.", "10 mg"),
        ("Patients receiving 40 mg daily had fewer strokes.", "40 mg daily"),
    ],
)
def test_an_amount_among_results_is_a_dose_where_it_was_given(results: str, dose: str | None) -> None:
    assert _facts(f"METHODS: We randomly assigned 80 adults. RESULTS: {results}").dose == dose
