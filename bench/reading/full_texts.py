"""Measure: the questions of Evidence Inference put to whole papers, on the way of a paper in the pipeline.

An article becomes a paper with title, abstract and sections, is cut into passages, its study facts are read,
and the first claim answers. Once for each article the outcome of another paper is asked for, which this one
should leave alone.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from aitia.model.keys import PaperId
from aitia.model.paper import Paper
from aitia.model.scales import SentenceRole
from aitia.text.roles import heading_role
from bench.reading.evidence_inference import Prompt, headed_parts, read_prompts
from bench.reading.labels import (
    NOT_REPORTED,
    Labelled,
    answer_claims,
    direction_told,
    share_of,
    shipped_models,
)
from bench.report import Measure
from resources.sources.records import unique_section_ids

_DIRECTIONS = ("higher", "lower", "same")
_WORD = re.compile(r"[a-z0-9]+")
_SAME_WORDS = 0.6
"""From this share of the shorter one's words on, a quote and a marked sentence are taken for the same."""
_CLOSES = re.compile(r"(?i)competing|abbreviation|history|acknowledg|contribution|supporting|supplement")


@dataclass(frozen=True)
class Told:
    """What a paper answered to a prompt, and whether its quote is a marked sentence."""

    article: str
    gold: str
    given: str
    quoted: bool


def full_text_measures(path: Path) -> tuple[list[Measure], str]:
    """The figures, and a note on what the readers learned from."""
    prompts, texts = read_prompts(path)
    papers = {key: Labelled(article_paper(key, text), {}) for key, text in texts.items()}
    models = shipped_models()

    def ask(prompt: Prompt, outcome: str) -> Told:
        item = papers[prompt.article]
        asked = {
            "intervention": prompt.intervention,
            "comparator": prompt.comparator,
            "outcome": outcome,
        }
        claims = answer_claims(item, asked, models)
        given = direction_told(item, asked, claims)
        quoted = bool(claims) and _is_marked(claims[0].quote.text, prompt)
        return Told(prompt.article, _DIRECTIONS[prompt.label], given, quoted)

    told = [ask(prompt, prompt.outcome) for prompt in prompts]
    others = [ask(prompt, outcome) for prompt, outcome in foreign_outcomes(prompts, texts)]
    note = "the close reader learned from the questions of Evidence Inference's training articles"
    return _figures(told, others), note


def article_paper(key: str, text: str) -> Paper:
    """The article as a record gives it: subsections stand under the section that they follow."""
    title, parts = headed_parts(text)
    abstract, sections, around = list[str](), list[tuple[str, str]](), ""
    for heading, start, end in parts:
        kind, _, name = heading.rpartition(".")
        words = text[start:end].strip()
        if heading.startswith("ABSTRACT"):
            abstract.append(f"{name}: {words}" if kind else words)
            continue
        if heading_role(name) not in (None, SentenceRole.METHOD) or "METHOD" in name or _CLOSES.search(name):
            around, path = name, name
        else:
            path = f"{around}/{name}" if around else name
        sections.append((path, words))
    return Paper(
        paper_id=PaperId(key),
        title=title,
        abstract="\n".join(abstract),
        source="articles",
        record_id=key,
        sections=unique_section_ids(sections),
    )


def foreign_outcomes(prompts: Sequence[Prompt], texts: dict[str, str]) -> list[tuple[Prompt, str]]:
    """For the first prompt of each article the next outcome of another that has a word the article lacks."""
    firsts: dict[str, int] = {}
    for place, prompt in enumerate(prompts):
        firsts.setdefault(prompt.article, place)
    found = []
    for article, place in firsts.items():
        held = _words(texts[article])
        later = (prompts[(place + k) % len(prompts)] for k in range(1, len(prompts)))
        for other in later:
            if other.article != article and any(len(w) > 3 for w in _words(other.outcome) - held):
                found.append((prompts[place], other.outcome))
                break
    return found


def _figures(told: Sequence[Told], others: Sequence[Told]) -> list[Measure]:
    gold, given = np.array([t.gold for t in told]), np.array([t.given for t in told])
    quoted, answered = np.array([t.quoted for t in told]), given != NOT_REPORTED
    ways = ("higher", "lower")
    both = np.isin(gold, ways) & np.isin(given, ways)
    usual = max(float((gold == name).mean()) for name in _DIRECTIONS)
    groups = [t.article for t in told]
    silent = np.array([t.given == NOT_REPORTED for t in others])
    everything = np.ones_like(answered)
    return [
        share_of("full texts: answered", everything, answered, groups, 1.0),
        share_of("full texts: right of all", everything, given == gold, groups, usual),
        share_of("full texts: right of the answered", answered, given == gold, groups, usual),
        share_of("full texts: opposite of the directional", both, given != gold, groups, 0.5),
        share_of("full texts: a marked sentence quoted first", everything, quoted, groups, None),
        share_of(
            "full texts: outcomes of other papers left unanswered",
            np.ones_like(silent),
            silent,
            [t.article for t in others],
            0.0,
        ),
    ]


def _is_marked(quote: str, prompt: Prompt) -> bool:
    own = _words(quote)
    return any(
        own and marked and len(own & marked) >= _SAME_WORDS * min(len(own), len(marked))
        for marked in (_words(sentence) for _, sentence in prompt.answers)
    )


def _words(text: str) -> set[str]:
    return set(_WORD.findall(text.lower()))
