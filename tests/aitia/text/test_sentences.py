"""Sentences end where a reader would end them, and know what they do in the paper."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aitia.model.scales import SentenceRole
from aitia.text.roles import role_of
from aitia.text.sentences import sentences
from aitia.text.splitting import sentence_spans

STRUCTURED = (
    "BACKGROUND: Falls are common. OBJECTIVE: To test exercise. METHODS: We randomised 90 adults to "
    "exercise or "
    "rest (n = 45 each). RESULTS: Falls were fewer with exercise (12/45 vs. 20/45; p < 0.05). Pain did not "
    "differ. "
    "CONCLUSIONS: Exercise reduces falls."
)


def _texts(text: str) -> list[str]:
    return [text[a:b] for a, b in sentence_spans(text)]


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("The risk was lower (p < 0.05). Then it rose.", 2),
        ("The risk was lower (p < 0.05).The group then rose.", 2),
        ("Doses of 5 mg vs. 10 mg, e.g. at noon, i.e. 12 p.m., were used by Smith et al. in Fig. 2.", 1),
        ("S. aureus and E. coli grew. C. albicans did not.", 2),
        ("The ratio was 0·56 (0·45–0·70). 12 people died.", 2),
        ("Given b.i.d. for 3 wk. They then left.", 2),
        ("They were put in group A. The others were in group B. Nobody left.", 3),
        ("Was it so? It was! Truly.", 3),
        ("It was seen in the U.S. population in no. 3 of the list.", 1),
        ("研究は終わった。効果はない。", 2),
        ("", 0),
        ("   \n \n ", 0),
    ],
)
def test_counts_sentences(text: str, count: int) -> None:
    assert len(_texts(text)) == count


def test_a_line_break_inside_a_sentence_does_not_end_it() -> None:
    wrapped = "This sentence was wrapped by a narrow column of print so that it\ngoes on in the next line."
    text = f"{wrapped} Another one."
    assert len(_texts(text)) == 2


def test_table_rows_and_headings_stand_alone() -> None:
    text = "## Results\n| arm | deaths |\n|---|---|\n| drug | 3/40 |\nDeaths were fewer."
    assert "| drug | 3/40 |" in _texts(text)
    assert _texts(text)[-1] == "Deaths were fewer."


def test_labels_of_a_structured_abstract_give_roles() -> None:
    found = sentences(STRUCTURED)
    assert [s.role for s in found] == [
        SentenceRole.BACKGROUND,
        SentenceRole.BACKGROUND,
        SentenceRole.METHOD,
        SentenceRole.RESULT,
        SentenceRole.RESULT,
        SentenceRole.CONCLUSION,
    ]


def _roles(text: str) -> list[str]:
    return [str(s.role.value) for s in sentences(text)]


def test_labels_that_end_with_a_full_stop_give_roles_and_are_no_sentences() -> None:
    text = (
        "Objectives. To compare two techniques. Methods and Materials. We randomised 40 men. "
        "Results. Operations were shorter with the first. Conclusions. Both are safe."
    )
    assert _roles(text) == ["background", "method", "result", "conclusion"]
    assert [s.text for s in sentences(text)][2] == "Operations were shorter with the first."
    assert _roles(text.replace("Objectives. ", "Objectives "))[1:] == _roles(text)[1:]


def test_one_word_before_a_full_stop_is_no_label() -> None:
    text = "We randomised 90 adults to yoga or rest. Results. They had fewer falls with yoga (p < 0.05)."
    assert "Results." in [s.text for s in sentences(text)]


def test_methods_with_principal_findings_are_read_by_wording() -> None:
    text = (
        "BACKGROUND: Falls are common. METHODOLOGY/PRINCIPAL FINDINGS: We randomly assigned 90 adults to "
        "yoga or rest. Falls were fewer with yoga (12/45 vs 20/45, p < 0.05). CONCLUSIONS: Yoga helps."
    )
    assert _roles(text) == ["background", "method", "result", "conclusion"]


def test_wording_and_place_give_roles_without_labels() -> None:
    text = (
        "Migraine is common. We aimed to compare two drugs. Patients were randomly assigned to drug A or "
        "drug B. "
        "Attacks were significantly fewer with drug A (3.1 vs 4.5; P=0.01). Drug A may be preferred to "
        "drug B."
    )
    assert [s.role for s in sentences(text)] == [
        SentenceRole.BACKGROUND,
        SentenceRole.BACKGROUND,
        SentenceRole.METHOD,
        SentenceRole.RESULT,
        SentenceRole.CONCLUSION,
    ]


def test_what_others_found_is_told_apart() -> None:
    text = (
        "Previous studies have shown that tea prevents strokes. We found no effect of tea on them (p = 0.5)."
    )
    roles = [s.role for s in sentences(text, "discussion")]
    assert roles[0] is SentenceRole.OTHERS
    assert roles[1] is not SentenceRole.OTHERS


def test_plans_of_a_protocol_are_methods() -> None:
    text = "Participants will be randomised to yoga or rest. The primary outcome will be pain at 12 weeks."
    assert {s.role for s in sentences(text)} == {SentenceRole.METHOD}


def test_a_title_is_a_conclusion_only_when_it_states_a_finding() -> None:
    assert sentences("Yoga reduces back pain in nurses", "title")[0].role is SentenceRole.CONCLUSION
    assert sentences("Does yoga reduce back pain?", "title")[0].role is SentenceRole.BACKGROUND
    assert sentences("Yoga for back pain: a trial", "title")[0].role is SentenceRole.BACKGROUND


@given(st.text(alphabet=st.characters(codec="utf-8"), max_size=400))
def test_offsets_are_exact_ordered_and_disjoint(text: str) -> None:
    end = 0
    for sentence in sentences(text):
        assert text[sentence.start : sentence.end] == sentence.text
        assert sentence.text.strip() == sentence.text != ""
        assert sentence.start >= end
        end = sentence.end


@given(
    st.lists(
        st.sampled_from(["A", "b.", "0.5", "(p", "<", "vs.", "\n", " ", "Group", "?", "II."]), max_size=60
    )
)
def test_splitting_loses_no_solid_character(parts: list[str]) -> None:
    text = "".join(parts)
    assert "".join("".join(_texts(text)).split()) == "".join(text.split())


@pytest.mark.parametrize("noise", ["a. " * 60_000, "RESULTS: " * 20_000, "#" * 200_000, "\x00\x07" * 90_000])
def test_long_noise_is_split_without_trouble(noise: str) -> None:
    assert all(noise[s.start : s.end] == s.text for s in sentences(noise))


def test_an_aim_is_no_result_whatever_it_compares() -> None:
    aim = "To assess disability and less frequent infection of the lower limb with a dressing vs. gauze."
    assert role_of(aim, None, 0.6) is SentenceRole.BACKGROUND
    assert role_of("Infection was rarer with the dressing vs. gauze (P = 0.01).", None, 0.6) is (
        SentenceRole.RESULT
    )
