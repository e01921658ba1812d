"""What words tell: subgroups, confounders, gradients."""

from __future__ import annotations

import pytest

from aitia.evidence.relations.confounders import confounders_named
from aitia.evidence.relations.text import (
    labels,
    length_label,
    names_reverse_causation,
    reports_gradient,
    synthesises_observational,
)


@pytest.mark.parametrize(
    ("text", "axis", "label"),
    [
        ("a trial of primary prevention", "prevention", "primary prevention"),
        ("adults without known cardiovascular disease", "prevention", "primary prevention"),
        ("apparently healthy men", "prevention", "primary prevention"),
        ("survivors of myocardial infarction", "prevention", "secondary prevention"),
        ("patients with a history of stroke", "prevention", "secondary prevention"),
        ("preterm infants", "age", "children"),
        ("older adults in care homes", "age", "older adults"),
        ("postmenopausal women", "sex", "women"),
        ("critically ill patients", "setting", "critically ill"),
        ("patients in the intensive care unit", "setting", "critically ill"),
        ("people without a history of cardiovascular disease", "prevention", "primary prevention"),
        ("low-dose aspirin", "dose", "low dose"),
        ("one high dose of the vitamin", "dose", "high dose"),
    ],
)
def test_subgroups_are_read_from_words(text, axis, label):
    assert labels(text)[axis] == label


def test_a_text_that_names_both_sides_of_an_axis_tells_nothing_on_it():
    assert "sex" not in labels("men and women")
    assert "prevention" not in labels("primary prevention and secondary prevention")


def test_an_outcome_is_no_setting():
    assert "setting" not in labels("There was no difference in admission to the intensive care unit.")


@pytest.mark.parametrize(
    ("duration", "label"),
    [
        ("12 weeks", "less than a year"),
        ("six months", "less than a year"),
        ("364 days", "less than a year"),
        ("12 months", "a year or longer"),
        ("5.3 years", "a year or longer"),
        ("2 to 4 years", "a year or longer"),
    ],
)
def test_the_length_of_treatment_is_read_in_years(duration, label):
    assert length_label(duration) == {"duration": label}


def test_a_length_that_is_not_told_says_nothing():
    assert length_label(None) == length_label("a while") == {}


def test_confounders_are_read_one_by_one():
    text = "Models were adjusted for age, sex, body mass index and smoking status. Later text, and more."
    assert confounders_named(text) == ("age", "sex", "body mass index", "smoking status")


def test_vague_words_are_no_confounders():
    assert confounders_named("after adjusting for multiple potential confounders, the effect remained") == ()


def test_a_denied_gradient_is_none():
    assert reports_gradient("There was a clear dose-response relation.")
    assert not reports_gradient("There was no evidence of a dose-response relation.")


def test_reverse_causation_and_observational_reviews_are_recognised():
    assert names_reverse_causation("Reverse causality cannot be ruled out.")
    assert synthesises_observational("A meta-analysis of cohort studies")
    assert not synthesises_observational("A meta-analysis of randomised trials and cohort studies")


def test_long_noise_is_read_in_bounded_time():
    assert confounders_named("adjusted for " * 20_000) == ()
    assert labels("no " * 100_000) == {}


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Controls were matched for age and sex.", ("age", "sex")),
        ("The association was independent of smoking and body weight.", ("smoking", "body weight")),
        ("Unmeasured health behaviour may contribute.", ("health behaviour",)),
        ("After accounting for season, income and diet, it held.", ("season", "income", "diet")),
        ("After adjusting for psychological factors, it held.", ("psychological factors",)),
        ("Adjusted for age and sex, the relative risks (RR) rose.", ("age", "sex")),
        ("We controlled for oxygen (air), PaO2 (rest) and AF.", ("oxygen", "PaO2", "AF")),
        ("Adjusted for school-level covariates (age, recess length), it held.", ("age", "recess length")),
        ("They were compared with age- and sex-matched controls.", ("age", "sex")),
        ("It was adjusted for gender and BMI.", ("sex", "body mass index")),
        ("Pairs were matched based on age and sex.", ("age", "sex")),
        ("After adjusting for delivery, however, drug use mattered.", ("delivery",)),
        ("Expression was stratified by stain, into weak and strong.", ()),
        ("It lowers risk independent of its lipid-lowering effects.", ()),
        ("Groups were matched for ten prognostic factors and compared for survival.", ()),
    ],
)
def test_matching_strata_and_what_was_not_measured_name_confounders_too(text, names):
    assert confounders_named(text) == names


def test_an_exposure_that_the_outcome_may_have_changed_is_reverse_causation():
    assert names_reverse_causation("Inflammation may already have lowered it.")
    assert names_reverse_causation("Vitamin D was measured after the onset of disease.")
    assert not names_reverse_causation("Levels were measured before infection.")
