"""Lists of edges, as Hetionet writes them and as people do."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aitia.model.errors import DocumentError
from aitia.pairs.edge_lists import ListedEdge, Reading, edges_of


def test_hetionets_own_table_has_types_before_the_ids_and_names_beside_it() -> None:
    lines = ["source\tmetaedge\ttarget", "Gene::9021\tGpBP\tBiological Process::GO:0071357"]
    (edge,) = edges_of(lines, {"Gene::9021": "SOCS3"})
    assert edge == ListedEdge("SOCS3", "GpBP", "GO:0071357", "Gene", "Biological Process")


def test_a_plain_table_is_read_by_its_header_in_any_order() -> None:
    lines = ["rel,b,b_type,a,a_type", 'TREATS,"pain, chronic",Disease,aspirin,Compound']
    assert list(edges_of(lines)) == [ListedEdge("aspirin", "TREATS", "pain, chronic", "Compound", "Disease")]


def test_three_columns_without_a_header_are_edges_from_the_first_line_on() -> None:
    assert len(list(edges_of(["smoke\tcauses\tcough", "# a remark", "", "rain\tcauses\tfloods"]))) == 2


def test_a_header_that_tells_no_columns_is_refused() -> None:
    with pytest.raises(DocumentError, match="tells no columns"):
        list(edges_of(["id,name", "1,x"]))


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("a,causes", "too few columns"),
        ("a,,b", "lacks a name"),
        ("a,causes,a", "to itself"),
        ("a,causes,b\x07", "control characters"),
        (f"a,causes,{'b' * 500}", "more than 400 characters"),
        (f"a,causes,{'b' * 30_000}", "too long"),
        ('a,"causes,b', "not closed"),
    ],
)
def test_a_line_that_is_no_edge_is_left_out_and_told(line: str, problem: str) -> None:
    reading = Reading()
    found = list(edges_of(["source,relation,target", line, "x,causes,y"], None, reading))
    assert [edge.source for edge in found] == ["x"]
    ((said, count),) = reading.wrong.items()
    assert problem in said
    assert count == 1
    assert reading.first[said] == 2


@given(st.lists(st.text(max_size=80), max_size=20))
def test_any_lines_after_a_header_are_read_or_left_out(lines: list[str]) -> None:
    for edge in edges_of(["source,relation,target", *lines]):
        assert edge.source
        assert edge.target
