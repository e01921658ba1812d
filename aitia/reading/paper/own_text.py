"""A paper without what was planted in it: every other character stays where it was."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import pairwise

from aitia.model.paper import Paper
from aitia.model.passage import Passage
from aitia.reading.paper.document import ReadSentence, read_document
from aitia.text.addressed import addressed, own_part, own_rest, planted
from aitia.text.sentences import sentences

_LABEL = re.compile(r"(?:[\[(][^\[\]()]{0,20}[\])]\s{0,3}){0,4}[^.!?\n\[\]()]{0,60}:\s{0,3}\Z")

_RUNS_ON = 4


def planted_in(document: Sequence[ReadSentence]) -> dict[int, str]:
    """Index to reason of the sentences that are not the paper's own."""
    found = planted([s.text for s in document], [s.section_id for s in document])
    return {document[place].index: reason for place, reason in found.items()}


def own_passages(passages: Sequence[Passage]) -> tuple[Passage, ...]:
    """The passages with planted text blanked, so that offsets hold."""
    document = read_document(passages)
    gone = planted_in(document)
    return blanked(passages, [s for s in document if s.index in gone]) if gone else tuple(passages)


def blanked(passages: Sequence[Passage], gone: Iterable[ReadSentence]) -> tuple[Passage, ...]:
    """The passages with these sentences blanked, but for what is the paper's own in them."""
    held = {p.passage_id: p.text for p in passages}
    for s in gone:
        body = held[s.passage.passage_id]
        start, end = _begin(body, s.start, s.text), s.start + own_rest(s.text)
        held[s.passage.passage_id] = body[:start] + " " * (end - start) + body[end:]
    return tuple(p.model_copy(update={"text": held[p.passage_id]}) for p in passages)


def behind_planted(document: Sequence[ReadSentence]) -> frozenset[int]:
    """Indices of the sentences that run on behind planted text in the same paragraph.

    They may be the paper's own or the rest of the plant; alone they prove nothing.
    """
    gone, found, left = planted_in(document), set(), 0
    for before, sentence in pairwise(document):
        if before.index in gone:
            left = _RUNS_ON
        elif not left:
            continue
        left = left - 1 if _runs_on(before, sentence) else 0
        if left and sentence.index not in gone:
            found.add(sentence.index)
    return frozenset(found)


def _runs_on(before: ReadSentence, sentence: ReadSentence) -> bool:
    same = before.passage.passage_id == sentence.passage.passage_id and before.end <= sentence.start
    between = sentence.passage.text[before.end : sentence.start] if same else "\n"
    return not between.strip() and "\n" not in between and "\n" not in before.text


def own_paper(paper: Paper) -> Paper:
    """The paper without planted text in title and abstract."""
    parts = {"title": paper.title, "abstract": paper.abstract}
    found = [(name, s) for name, text in parts.items() for s in sentences(text, name)]
    gone = planted([s.text for _, s in found], [name for name, _ in found])
    if not gone:
        return paper
    for place in sorted(gone, reverse=True):
        name, sentence = found[place]
        text = parts[name]
        start = _begin(text, sentence.start, sentence.text)
        parts[name] = text[:start] + " " + text[sentence.start + own_rest(sentence.text) :]
    touched = {found[place][0] for place in gone}
    return paper.model_copy(update={name: parts[name].strip() for name in touched})


def _begin(body: str, start: int, sentence: str) -> int:
    """Where planted text begins: within its sentence, or at a label of its own in front of it."""
    own = own_part(sentence)
    if own:
        return start + own
    label = _LABEL.search(body[max(0, start - 80) : start])
    return start - len(label.group()) if label and addressed(label.group()) else start
