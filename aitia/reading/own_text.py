"""A paper without what was planted in it: every other character stays where it was."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from aitia.paper import Paper
from aitia.passage import Passage
from aitia.reading.document import ReadSentence, read_document
from aitia.text.addressed import addressed, own_part, own_rest, planted
from aitia.text.sentences import sentences

_LABEL = re.compile(r"(?:[\[(][^\[\]()]{0,20}[\])]\s{0,3}){0,4}[^.!?\n\[\]()]{0,60}:\s{0,3}\Z")


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


def own_paper(paper: Paper) -> Paper:
    """The paper without planted text in title and abstract."""
    update = {}
    for name, text in (("title", paper.title), ("abstract", paper.abstract)):
        found = sentences(text, name)
        gone = planted([s.text for s in found])
        for place in sorted(gone, reverse=True):
            start = _begin(text, found[place].start, found[place].text)
            end = found[place].start + own_rest(found[place].text)
            text = text[:start] + " " + text[end:]
        update[name] = text.strip() if gone else text
    return paper.model_copy(update=update)


def _begin(body: str, start: int, sentence: str) -> int:
    """Where planted text begins: within its sentence, or at a label of its own in front of it."""
    own = own_part(sentence)
    if own:
        return start + own
    label = _LABEL.search(body[max(0, start - 80) : start])
    return start - len(label.group()) if label and addressed(label.group()) else start
