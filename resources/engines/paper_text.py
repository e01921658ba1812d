"""A paper as a model is given it: numbered sentences between markers, and which of them were planted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from aitia.keys import content_hash
from aitia.passage import Passage
from aitia.reading.document import ReadSentence, read_document
from aitia.reading.own_text import blanked, own_paper, planted_in
from aitia.vocabulary import SentenceRole
from resources.engines.base import ReadingTask

MAX_CHARACTERS = 60_000
_EVIDENCE = (SentenceRole.RESULT, SentenceRole.CONCLUSION)
_MOST = {"normal": 600, "compact": 60, "minimal": 14}


@dataclass(frozen=True)
class PaperText:
    """The sentences of a paper. `planted` maps the index of what is not the paper's own to the reason."""

    sentences: tuple[ReadSentence, ...]
    planted: Mapping[int, str]

    def role(self, sentence: ReadSentence) -> SentenceRole:
        """The sentence's role as code reads it; planted text is nobody's finding."""
        return SentenceRole.OTHERS if sentence.index in self.planted else sentence.role

    def shown(self, mode: str) -> list[ReadSentence]:
        """What a mode shows: everything, the evidence, or the evidence's last sentences with the title."""
        if mode == "normal":
            chosen = list(self.sentences)
        else:
            chosen = [s for s in self.sentences if s.role in _EVIDENCE and s.section_id != "title"]
            chosen = chosen or list(self.sentences)
            chosen = [*(s for s in self.sentences if s.section_id == "title"), *chosen[-_MOST[mode] :]]
        kept, length = [], 0
        for sentence in chosen[: _MOST[mode] + 1]:
            length += len(sentence.text)
            if length > MAX_CHARACTERS:
                break
            kept.append(sentence)
        return kept

    def content(self, mode: str) -> str:
        """One line per sentence, so that no text can pass for a line of its own, between markers."""
        lines = [f"[{s.index}] ({s.section_id}) {' '.join(s.text.split())}" for s in self.shown(mode)]
        return delimited("PAPER", lines)


def delimited(name: str, lines: Sequence[str]) -> str:
    """Lines between markers that hold a hash of them: text cannot close its own enclosure."""
    body = "\n".join(lines)
    mark = f"{name} {content_hash(body)[:16]}"
    return f"<<<{mark}\n{body}\n{mark}>>>"


def paper_text(passages: Sequence[Passage]) -> PaperText:
    """The sentences of the passages with what was planted among them."""
    document = read_document(passages)
    return PaperText(document, planted_in(document))


def without_planted(task: ReadingTask, text: PaperText) -> ReadingTask:
    """The task with planted sentences blanked, every other character where it was."""
    if not text.planted:
        return task
    passages = blanked(task.passages, [s for s in text.sentences if s.index in text.planted])
    return task.model_copy(update={"passages": passages, "paper": own_paper(task.paper)})
