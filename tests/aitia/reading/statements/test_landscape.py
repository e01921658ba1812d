"""What a machine-learning paper introduces, improves on, extends, uses and is measured by."""

from __future__ import annotations

import pytest

from aitia.model.claim import Claim
from aitia.model.keys import PaperId
from aitia.model.paper import Paper
from aitia.question.reader import read_question
from aitia.reading.answers.answering import answer_finding
from aitia.reading.open_findings import read_findings
from aitia.reading.study.facts import read_study_facts
from aitia.text.passages import make_passages
from aitia.words.methods import method_key

ABSTRACT = (
    "3D Gaussian Splatting (3DGS) renders fast but needs much memory. We propose Pebble-GS, a compact "
    "scene representation "
    "based on 3D Gaussian Splatting. Experiments on the Mip-NeRF 360 dataset show that Pebble-GS "
    "outperforms 3DGS in PSNR "
    "while using a tenth of the memory."
)


def _paper(title: str = "Pebble-GS: compact scenes", abstract: str = ABSTRACT) -> Paper:
    return Paper(
        paper_id=PaperId("p1"),
        source="s",
        record_id="1",
        title=title,
        abstract=abstract,
        arxiv_id="2401.00001",
    )


def _claims(paper: Paper) -> tuple[Claim, ...]:
    passages = make_passages(paper)
    return read_findings(paper, passages, read_study_facts(paper, passages))


def test_relations_with_their_targets() -> None:
    said = {(c.cause, c.relation, method_key(c.effect), c.effect_type) for c in _claims(_paper())}
    assert ("Pebble-GS", "improves_on", "3d_gaussian_splatting", "Method") in said
    assert ("Pebble-GS", "extends", "3d_gaussian_splatting", "Method") in said
    assert ("Pebble-GS", "evaluates", "mip_nerf_360", "Dataset") in said
    assert ("Pebble-GS", "evaluates", "psnr", "Metric") in said
    assert any(relation == "introduces" for _, relation, _, _ in said)


def test_quotes_are_verbatim() -> None:
    paper = _paper()
    texts = {p.passage_id: p.text for p in make_passages(paper)}
    for claim in _claims(paper):
        quote = claim.quote
        assert texts[quote.passage_id][quote.char_start : quote.char_end] == quote.text
        assert claim.effect in quote.text


def test_a_landscape_question_gets_the_relations_to_its_method() -> None:
    question = read_question("Which papers improve on 3D Gaussian Splatting?")
    paper = _paper()
    passages = make_passages(paper)
    answers = answer_finding(question, paper, passages, read_study_facts(paper, passages))
    assert "improves_on" in {c.relation for c in answers}


def test_what_others_do_is_not_the_papers_own() -> None:
    abstract = "3D Gaussian Splatting (3DGS) has improved on NeRF. However, NeRF struggles with speed."
    assert _claims(_paper("A note", abstract)) == ()


@pytest.mark.parametrize(
    ("name", "canonical"),
    [
        ("3DGS", "3d_gaussian_splatting"),
        ("3D Gaussian Splatting (3DGS)", "3d_gaussian_splatting"),
        ("vanilla 3D-GS", "3d_gaussian_splatting"),
        ("NeRFs", "neural_radiance_fields"),
        ("Mip-NeRF360", "mip_nerf_360"),
        ("Pebble-GS", "pebble_gs"),
    ],
)
def test_one_name_for_a_method(name: str, canonical: str) -> None:
    assert method_key(name) == canonical


def test_techniques_that_a_method_rests_on_are_named_whatever_their_wording() -> None:
    abstract = (
        "We propose Pebble-GS, a compact scene representation based on 3D Gaussian Splatting. "
        "Our method uses Score Distillation Sampling (SDS) and a large language model, and we extend "
        "structure-from-motion (SfM). However, existing methods rely on signed distance functions."
    )
    said = {
        (c.relation, method_key(c.effect))
        for c in _claims(_paper(abstract=abstract))
        if c.effect_type == "Method"
    }
    assert {
        ("uses", "score_distillation_sampling"),
        ("uses", "large_language_model"),
        ("extends", "structure_from_motion"),
    } <= said
    assert not any(name == "signed_distance_function" for _, name in said)
