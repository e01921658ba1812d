"""The flow diagram's sums are those of the rows, and it says them without being seen."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from aitia.model.keys import PaperId
from aitia.model.scales import GateDecision
from aitia.report.dossier import PaperLine
from aitia.report.flow import flow_diagram, flow_steps

_STATES = [
    (None, False, None),
    (GateDecision.EXCLUDED, False, None),
    (GateDecision.BORDERLINE, False, None),
    (GateDecision.BORDERLINE, True, None),
    (GateDecision.INCLUDED, True, None),
    (GateDecision.INCLUDED, False, "no answer"),
    (GateDecision.INCLUDED, False, None),
]


def papers(states: list[int]) -> list[PaperLine]:
    return [
        PaperLine(
            paper_id=PaperId(f"pmid:{place}"),
            title="",
            decision=_STATES[state][0],
            read=_STATES[state][1],
            reading_error=_STATES[state][2],
        )
        for place, state in enumerate(states)
    ]


@given(st.lists(st.integers(0, len(_STATES) - 1), max_size=40))
def test_what_stays_and_what_leaves_is_what_came_before(states: list[int]) -> None:
    found = papers(states)
    read = sum(paper.read for paper in found)
    flow = {"records_identified": len(found) + 3, "duplicates_removed": 3}
    steps = flow_steps(flow, found, {"from pubmed": len(found) + 3}, read // 2, read // 2)
    came = [step.stays[0][1] for step in steps]
    left = [sum(count for _, count in step.leaves) for step in steps]
    assert all(before - gone == after for (before, after), gone in zip(pairwise(came), left, strict=False))
    assert all(count >= 0 for step in steps for _, count in (*step.stays, *step.leaves))


def test_the_text_alternative_holds_every_count_and_no_word_becomes_markup() -> None:
    steps = flow_steps(
        {"records_identified": 7, "duplicates_removed": 2}, papers([1, 4, 4, 0]), {"<b>": 7}, 1, 1
    )
    drawn = str(flow_diagram(steps, "screening"))
    assert "<desc" in drawn
    assert "Records identified 7" in drawn
    assert "<b>" not in drawn
    assert drawn.count('href="#screening"') == sum(len(step.stays) + len(step.leaves) for step in steps)
    assert 'role="img"' in str(flow_diagram(steps))
