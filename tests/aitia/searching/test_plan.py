"""Search plans: strongest evidence first, each source's syntax, follow-ups for gaps only."""

from __future__ import annotations

import re
from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aitia.domains import adapter_for
from aitia.model.gap import Gap, GapKind
from aitia.model.scales import Domain, EvidenceType
from aitia.question import QuestionError, read_question
from aitia.searching.plan import plan_searches
from aitia.searching.queries import author_query

ASPIRIN = read_question("Does aspirin reduce heart attack risk?")
SYNONYMS = {"aspirin": ("Acetylsalicylic Acid",), "heart attack": ("Myocardial Infarction", "heart attacks")}


def synonyms(term: str) -> tuple[str, ...]:
    return SYNONYMS.get(term, ())


def test_every_type_of_evidence_is_asked_strongest_first() -> None:
    planned = plan_searches(ASPIRIN, ["pubmed", "europe_pmc"])
    types = list(dict.fromkeys(request.evidence_type for request in planned))
    assert types == list(EvidenceType)
    assert {(r.source, r.evidence_type) for r in planned} == {
        (source, kind) for source in ("pubmed", "europe_pmc") for kind in EvidenceType
    }


def test_pubmed_queries_name_fields_mesh_and_publication_types() -> None:
    review, trial, *_ = plan_searches(ASPIRIN, ["pubmed"], expand=synonyms)
    assert '"acetylsalicylic acid"[Title/Abstract]' in review.query
    assert '"aspirin"[MeSH Terms]' in review.query
    assert '"myocardial infarction"[Title/Abstract]' in review.query
    assert "meta-analysis[Publication Type]" in review.query
    assert "randomized controlled trial[Publication Type]" in trial.query


def test_europe_pmc_queries_name_its_own_fields() -> None:
    review = plan_searches(ASPIRIN, ["europe_pmc"])[0]
    assert review.query == (
        '(TITLE_ABS:"aspirin") AND (TITLE_ABS:"heart attack") '
        'AND (PUB_TYPE:"systematic review" OR PUB_TYPE:"meta-analysis")'
    )


@pytest.mark.parametrize("source", ["semantic_scholar", "crossref", "one_not_known_yet"])
def test_other_services_get_plain_words(source: str) -> None:
    trial = plan_searches(ASPIRIN, [source])[1]
    assert trial.query == "aspirin heart attack randomized controlled trial"


def test_arxiv_queries_name_title_and_abstract() -> None:
    trial = plan_searches(ASPIRIN, ["arxiv"])[1]
    assert trial.query == (
        '(ti:"aspirin" OR abs:"aspirin") AND (ti:"heart attack" OR abs:"heart attack") '
        'AND (all:"randomized controlled trial")'
    )


def test_openalex_queries_join_phrases() -> None:
    review = plan_searches(ASPIRIN, ["openalex"])[0]
    assert review.query == '("aspirin") AND ("heart attack") AND ("systematic review" OR "meta-analysis")'


def test_harms_are_searched_without_the_outcome() -> None:
    harm = next(r for r in plan_searches(ASPIRIN, ["pubmed"]) if r.evidence_type is EvidenceType.HARM)
    assert "heart attack" not in harm.query
    assert "adverse" in harm.query


def test_local_sources_are_asked_once_with_the_questions_words() -> None:
    requests = plan_searches(ASPIRIN, ["documents", "demonstration"])
    assert [request.source for request in requests] == ["documents", "demonstration"]
    assert requests[0].terms == ("aspirin", "heart attack")
    assert requests[0].filters["evidence_types"].split(",") == [kind.value for kind in EvidenceType]


def test_a_population_that_names_a_disease_narrows_and_an_age_does_not() -> None:
    disease = plan_searches(read_question("Does dexamethasone reduce mortality in COVID-19?"), ["pubmed"])[0]
    age = plan_searches(read_question("Does aspirin reduce stroke in people over 65?"), ["pubmed"])[0]
    assert '"covid-19"[Title/Abstract]' in disease.query
    assert "65" not in age.query


def test_the_same_question_has_the_same_plan() -> None:
    assert plan_searches(ASPIRIN, ["pubmed"], expand=synonyms) == plan_searches(
        ASPIRIN, ["pubmed"], expand=synonyms
    )


def test_a_source_named_twice_is_asked_once() -> None:
    assert plan_searches(ASPIRIN, ["pubmed", "pubmed"]) == plan_searches(ASPIRIN, ["pubmed"])


def gap(kind: GapKind, evidence_type: EvidenceType | None, *terms: str, source: str | None = None) -> Gap:
    return Gap(
        kind=kind,
        text=f"Missing: {kind}",
        would_change="much",
        evidence_type=evidence_type,
        terms=terms,
        source=source,
    )


def test_a_later_round_asks_for_its_gaps_only_and_says_why() -> None:
    planned = plan_searches(ASPIRIN, ["pubmed"], 2, [gap(GapKind.HARM, EvidenceType.HARM)])
    assert [request.evidence_type for request in planned] == [EvidenceType.HARM]
    assert planned[0].reason == "round 2: Missing: harm"


def test_a_later_round_without_gaps_asks_nothing() -> None:
    assert plan_searches(ASPIRIN, ["pubmed", "documents"], 2) == ()


def test_a_missing_population_is_searched_by_its_words() -> None:
    wanted = gap(GapKind.POPULATION, EvidenceType.RANDOMISED_TRIAL, "women over 65")
    pubmed, folder = plan_searches(ASPIRIN, ["pubmed", "documents"], 2, [wanted])
    assert '"women over 65"[Title/Abstract]' in pubmed.query
    assert "women over 65" in folder.query


def test_a_search_that_failed_is_repeated_at_its_source_for_every_type_of_evidence() -> None:
    failed = gap(GapKind.SEARCH_INCOMPLETE, None, source="pubmed")
    again = plan_searches(ASPIRIN, ["pubmed", "europe_pmc"], 2, [failed])
    first = plan_searches(ASPIRIN, ["pubmed"])
    assert [request.query for request in again] == [request.query for request in first]


def test_the_bundled_corpus_is_not_asked_twice() -> None:
    assert plan_searches(ASPIRIN, ["demonstration"], 2, [gap(GapKind.HARM, EvidenceType.HARM)]) == ()


@dataclass(frozen=True)
class PlainGap:
    """A gap with a kind and a text and nothing else."""

    kind: str
    text: str


def test_any_object_with_kind_and_text_is_a_gap() -> None:
    planned = plan_searches(ASPIRIN, ["pubmed"], 3, [PlainGap("harm", "no harm was read")])
    assert [request.evidence_type for request in planned] == [EvidenceType.HARM]


LANDSCAPE = "Which papers improve on 3D Gaussian Splatting?"


def test_a_landscape_plan_asks_for_every_kind_of_paper_on_its_subject() -> None:
    planned = plan_searches(read_question(LANDSCAPE), ["semantic_scholar", "arxiv"])
    assert {r.evidence_type for r in planned} == set(adapter_for(Domain.MACHINE_LEARNING).evidence_types)
    assert "3d gaussian splatting" in {request.query for request in planned}
    assert '(ti:"3d gaussian splatting" OR abs:"3d gaussian splatting")' in {r.query for r in planned}


@pytest.mark.parametrize(
    ("text", "seed"),
    [
        ("Which papers improve on 3D Gaussian Splatting (arXiv:2308.04079)?", None),
        (LANDSCAPE, "ARXIV:2308.04079"),
    ],
)
def test_a_known_seed_paper_is_asked_for_its_citations_and_references(text: str, seed: str | None) -> None:
    planned = plan_searches(read_question(text), ["semantic_scholar", "arxiv"], seed=seed)
    related = [request for request in planned if "relation" in request.filters]
    assert [r.filters["relation"] for r in related] == ["citations", "references", "recommendations"]
    assert {request.query for request in related} == {"ARXIV:2308.04079"}
    assert all("2308" not in request.query for request in planned if request not in related)


HOSTILE = [
    'Does "aspirin") OR (1=1)[All Fields] reduce death?',
    "Does aspirin reduce death https://attacker.example/steal?x=1",
    "Does aspirin* reduce death AND NOT review[pt]?",
    "Does TITLE_ABS:aspirin reduce SRC:MED?",
    "Does -aspirin +site:www.attacker.example reduce death | all:*?",
]


@pytest.mark.parametrize("text", HOSTILE)
def test_a_questions_text_cannot_bring_operators_fields_or_addresses_into_a_query(text: str) -> None:
    question = read_question(text)
    for request in plan_searches(question, ["pubmed", "europe_pmc", "semantic_scholar", "arxiv"]):
        assert "attacker.example" not in request.query
        outside = re.sub(r'"[^"]*"', "", request.query)
        assert request.query.count('"') % 2 == 0
        assert "All Fields" not in request.query
        assert "SRC:" not in request.query
        if request.source != "semantic_scholar":
            assert "aspirin" not in outside
            assert outside.count("(") == outside.count(")")
        else:
            assert not set(request.query) & set('"()[]*:|+=/')


@given(st.text(max_size=300), st.text(max_size=300))
def test_queries_of_any_question_are_bounded_and_balanced(cause: str, outcome: str) -> None:
    try:
        question = read_question(f"Does {cause} reduce {outcome}?")
    except QuestionError:
        return
    for request in plan_searches(question, ["pubmed", "europe_pmc", "arxiv", "documents"]):
        assert len(request.query) < 4_000
        assert request.query.count('"') % 2 == 0
        assert request.query.count("(") == request.query.count(")")


SEEDED = "Which papers improve on 3D Gaussian Splatting (arXiv:2308.04079)?"


def test_the_seed_papers_authors_are_asked_for_in_the_syntax_of_each_source() -> None:
    authors = ["Ada Berg", "O'Neill, Bo Carl", "Chen Wu", "Dee Holm"]
    sources = ["arxiv", "pubmed", "europe_pmc", "semantic_scholar"]
    plain = plan_searches(read_question(SEEDED), sources)
    added = [r for r in plan_searches(read_question(SEEDED), sources, authors=authors) if r not in plain]
    # The first two and the last.
    assert [request.query for request in added] == [
        'au:"Ada Berg"',
        '"Berg A"[Author]',
        'AUTH:"Berg A"',
        'au:"Bo Carl O\'Neill"',
        '"O\'Neill BC"[Author]',
        'AUTH:"O\'Neill BC"',
        'au:"Dee Holm"',
        '"Holm D"[Author]',
        'AUTH:"Holm D"',
    ]
    assert {request.reason for request in added} == {
        "first round: papers by an author of the seed paper ARXIV:2308.04079"
    }


def test_authors_are_asked_for_in_the_first_round_of_landscape_questions_only() -> None:
    assert plan_searches(ASPIRIN, ["pubmed"], authors=["Ada Berg"]) == plan_searches(ASPIRIN, ["pubmed"])
    assert plan_searches(read_question(SEEDED), ["arxiv"], 2, authors=["Ada Berg"]) == ()


@pytest.mark.parametrize(
    "name", ['Ada") OR all:"x', "Ada[Author] OR Berg", 'Berg, A"*:', "", "Group", ",", "12 34"]
)
@pytest.mark.parametrize("source", ["arxiv", "pubmed", "europe_pmc"])
def test_no_name_brings_an_operator_into_a_query(name: str, source: str) -> None:
    query = author_query(source, name)
    if query is not None:
        assert query.count('"') == 2
        assert re.fullmatch(r"""(?:au:|AUTH:)?"[^"()\[\]*:|+=/]+"(?:\[Author\])?""", query)
