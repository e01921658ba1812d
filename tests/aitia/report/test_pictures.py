"""The report's pictures by themselves: whole SVGs that bring their colours and fetch and run nothing."""

from __future__ import annotations

import base64
import re

import pytest
from defusedxml import ElementTree

from aitia.report.flow import flow_diagram, flow_steps
from aitia.report.forest import forest_plot
from aitia.report.pictures import as_image
from tests.aitia.report.test_forest import POOL, study

_IMAGE = re.compile(r"!\[([a-z ]+)\]\(data:image/svg\+xml;base64,([A-Za-z0-9+/=]+)\)")


def drawn(image: str) -> str:
    """The SVG inside an image in Markdown."""
    found = _IMAGE.fullmatch(image)
    assert found is not None
    return base64.b64decode(found[2]).decode("utf-8")


@pytest.mark.parametrize("label", ["Murai 2021", "<script>alert(1)</script>", "\x00\x1b[2J & “late”", "](x"])
def test_a_picture_is_a_whole_svg_of_its_own_size_with_its_style_and_every_label(label: str) -> None:
    svg = drawn(as_image(forest_plot([study(label, 0.7), study("b", 0.8)], POOL), "forest plot"))
    root = ElementTree.fromstring(svg)
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    assert int(root.get("width")) > int(root.get("height")) > 50
    texts = " ".join(element.text or "" for element in root.iter("{http://www.w3.org/2000/svg}text"))
    assert "0.70" in texts
    assert re.sub(r"[\x00-\x1f]", "", label) in texts
    assert "--accent" in svg
    assert "<script" not in svg
    assert not re.search(r'(?:href|src)="|url\(', svg)


def test_the_flow_is_drawn_with_its_counts() -> None:
    steps = flow_steps({"records_identified": 1234}, [], {"from pubmed": 1234}, 0, 0)
    svg = drawn(as_image(str(flow_diagram(steps)), "flow"))
    ElementTree.fromstring(svg)
    assert "1,234" in svg
