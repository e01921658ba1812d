"""Landscape questions about a whole field: foundations, current work, data sets, gaps, descent, clusters."""

from __future__ import annotations

import re

from aitia.model.landscape import View
from aitia.model.scales import Domain, QuestionKind
from aitia.question.draft import Draft

_SETS = r"(?:data ?-?sets?|benchmarks?)"
_SHAPES: tuple[tuple[View, str], ...] = (
    (
        View.FOUNDATIONS,
        r"(?:what|which) (?:are|is) the (?:\w+ )?(?:foundations?|roots|basis|bases)"
        r" of (?P<x>.+)",
    ),
    (View.FOUNDATIONS, r"what (?:is|are) (?P<x>.+?) (?:built|based|founded) (?:up)?on"),
    (View.FOUNDATIONS, r"what (?:does|do) (?P<x>.+?) (?:build|rest|rely|depend) (?:up)?on"),
    (
        View.CURRENT,
        r"what (?:is|are) the (?:current|latest|recent|newest) (?:work|research|papers|methods|developments?|"
        r"advances) (?:on|in|of|about|with) (?P<x>.+)",
    ),
    (View.CURRENT, r"(?:what|which) (?:current|latest|recent|newest) \w+ (?:is|are) (?:there )?on (?P<x>.+)"),
    (View.CURRENT, r"what is the state of the art (?:in|on|of|for) (?P<x>.+)"),
    (
        View.DATA_SETS,
        rf"(?:what|which) {_SETS} (?:are|is) (?:\w+ly )?(?:used|common)"
        r"(?: to (?:evaluate|test|train|measure)| (?:for|in|by|with|on))? (?P<x>.+)",
    ),
    (
        View.DATA_SETS,
        rf"(?:on )?(?:what|which) {_SETS} (?:is|are|do|does) (?P<x>.+?) (?:evaluated|tested|trained|"
        r"measured|use|used)(?: on)?",
    ),
    (
        View.GAPS,
        r"(?:what|which|where) (?:are|is) (?:the |there )?(?:open |research |main )*gaps? "
        r"(?:there )?(?:in|of|on|around) (?P<x>.+)",
    ),
    (View.GAPS, r"(?:what|which) (?:research )?gaps (?:are there|exist|remain) (?:in|on|around) (?P<x>.+)"),
    (View.GAPS, r"what is (?:still )?missing (?:in|from) (?:the )?(?P<x>.+)"),
    (View.BUILDS_ON, r"what (?:\w+ly |directly or indirectly )?(?:builds|is built) (?:up)?on (?P<x>.+)"),
    (View.BUILDS_ON, r"what (?:descends|derives|comes|came) from (?P<x>.+)"),
    (
        View.CLUSTERS,
        r"(?:what|which) (?:are|is) the (?:concept |topic |research )?(?:clusters?|topics|themes) "
        r"(?:in|of|around|on|within) (?P<x>.+)",
    ),
    (
        View.CLUSTERS,
        r"(?:what|which) (?:concepts?|topics?|themes|ideas) cluster (?:around|in|within) (?P<x>.+)",
    ),
)
_PATTERNS = tuple((view, re.compile(pattern, re.IGNORECASE)) for view, pattern in _SHAPES)
_ABOUT = re.compile(
    r"^(?:(?:the )?(?:papers|work|research|literature|studies|methods|field) (?:on|of|in|about) |the )+",
    re.IGNORECASE,
)


def read_view(text: str, domain: Domain) -> Draft | None:
    """A question on a field of machine learning; None for other shapes and other domains."""
    if domain is not Domain.MACHINE_LEARNING:
        return None
    for view, pattern in _PATTERNS:
        match = pattern.fullmatch(text)
        if match:
            about = _ABOUT.sub("", match["x"].strip())
            return Draft(QuestionKind.LANDSCAPE, "papers", about, domain=domain, relation=view.value)
    return None
