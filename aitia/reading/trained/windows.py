"""Which sentences of a paper the network is shown: the abstract, and what else bears on a question."""

from __future__ import annotations

from collections.abc import Sequence

from aitia.model.scales import SentenceRole
from aitia.reading.paper.arms import stems
from aitia.reading.paper.document import ReadSentence
from aitia.reading.trained.layout import AskedOutcome

FROM_THE_BODY = 8
MOST_SENTENCES = 60
_EVIDENCE = (SentenceRole.RESULT, SentenceRole.CONCLUSION)


def shown_sentences(document: Sequence[ReadSentence], asked: AskedOutcome | None) -> tuple[ReadSentence, ...]:
    """The sentences of the abstract, and those results of the body that name most of what is asked.

    A paper without an abstract is read from its body alone. The title is shown apart.
    """
    abstract = [s for s in document if s.section_id == "abstract"]
    body = [s for s in document if s.section_id not in ("abstract", "title")]
    if not body:
        return tuple(abstract[:MOST_SENTENCES])
    chosen = _nearest(body, asked, FROM_THE_BODY if abstract else 2 * FROM_THE_BODY)
    return (*abstract[:MOST_SENTENCES], *chosen)


def _nearest(body: Sequence[ReadSentence], asked: AskedOutcome | None, most: int) -> list[ReadSentence]:
    results = [s for s in body if s.role in _EVIDENCE]
    if asked is None:
        return results[:most]
    outcome, arms = stems(asked.outcome), stems(asked.intervention) | stems(asked.comparator)

    def nearness(sentence: ReadSentence) -> float:
        held = stems(sentence.text, 2_000)
        share = len(held & outcome) / max(1, len(outcome)) + 0.5 * len(held & arms) / max(1, len(arms))
        return share + 0.1 * any(c.isdigit() for c in sentence.text)

    best = sorted(results, key=lambda s: (-nearness(s), s.index))[:most]
    return sorted(best, key=lambda s: s.index)
