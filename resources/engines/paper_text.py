"""A paper as a model is given it: numbered sentences between markers, and which of them were planted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from aitia.model.keys import content_hash
from aitia.model.passage import Passage
from aitia.model.scales import SentenceRole
from aitia.question.specification import Question
from aitia.reading.paper.document import ReadSentence, read_document
from aitia.reading.paper.own_text import blanked, own_paper, planted_in
from resources.engines.base import ReadingTask
from resources.engines.second_opinion import most_telling

WHOLE = 24_000
"""Characters up to which a paper is shown whole; of a longer one evidence and windows."""
MAX_CHARACTERS = 60_000
FINDINGS, ANSWER = "findings", "answer"
_EVIDENCE = (SentenceRole.RESULT, SentenceRole.CONCLUSION)
_MOST = {"normal": 600, "compact": 60, "minimal": 14}
_BEGINNING = frozenset({"title", "abstract"})
_OWN_SHARE = 0.6
_WINDOWS = 16


@dataclass(frozen=True)
class PaperText:
    """The sentences of a paper. `planted` maps the index of what is not the paper's own to the reason."""

    sentences: tuple[ReadSentence, ...]
    planted: Mapping[int, str]

    def role(self, sentence: ReadSentence) -> SentenceRole:
        """The sentence's role as code reads it; planted text is nobody's finding."""
        return SentenceRole.OTHERS if sentence.index in self.planted else sentence.role

    def shown(self, mode: str, question: Question | None = None, findings: bool = True) -> list[ReadSentence]:
        """What a mode shows: everything, the evidence, or the evidence's last sentences with the title.

        Of a long paper: title and abstract, results and conclusions where `findings` are wanted, and the
        stretches (tables included) that the local ranker finds most telling for the question.
        """
        if mode == "normal":
            return self._whole_or_windows(question, findings)
        evidence = [s for s in self.sentences if s.role in _EVIDENCE and s.section_id != "title"]
        titles = [s for s in self.sentences if s.section_id == "title"]
        return _within([*titles, *(evidence or self.sentences)[-_MOST[mode] :]], MAX_CHARACTERS)

    def _whole_or_windows(self, question: Question | None, findings: bool) -> list[ReadSentence]:
        whole = list(self.sentences[: _MOST["normal"]])
        if len(whole) == len(self.sentences) and sum(len(s.text) for s in whole) <= WHOLE:
            return whole
        kept = {
            s.index for s in _within([s for s in self.sentences if s.section_id in _BEGINNING], WHOLE // 2)
        }
        if question is not None:
            for index in most_telling(question, self.sentences, _WINDOWS):
                kept |= {index - 1, index, index + 1}
        if findings:
            own = [s for s in self.sentences if s.role in _EVIDENCE and s.section_id not in _BEGINNING]
            kept |= {s.index for s in _within(own, round(_OWN_SHARE * WHOLE))}
        return _within([s for s in self.sentences if s.index in kept], MAX_CHARACTERS)

    def content(self, mode: str, question: Question | None = None, findings: bool = True) -> str:
        """The paper, then the question and what is wanted: what many calls share comes first.

        One line per sentence, so that no text can pass for a line of its own, between markers.
        """
        shown = self.shown(mode, question, findings)
        lines = [f"[{s.index}] ({s.section_id}) {' '.join(s.text.split())}" for s in shown]
        wanted = [FINDINGS] * findings + [ANSWER] * (question is not None)
        asked = [] if question is None else [delimited("QUESTION", question_lines(question))]
        return "\n".join([delimited("PAPER", lines), *asked, f"WANTED: {', '.join(wanted)}"])

    @property
    def fingerprint(self) -> str:
        """Hash of all that the paper says, whatever of it is shown for a question."""
        return content_hash(*(f"{s.section_id} {s.text}" for s in self.sentences))


def question_lines(question: Question) -> list[str]:
    """The parts of a question, one to a line."""
    parts = (
        ("intervention", question.intervention),
        ("comparator", question.comparator or "none named: placebo, no treatment, usual care or less of it"),
        ("outcome", question.outcome),
        ("population", question.population),
        *((condition.kind.value, condition.text) for condition in question.conditions),
    )
    return [f"{name}: {' '.join(text.split())[:300]}" for name, text in parts if text]


def _within(sentences: Sequence[ReadSentence], most: int) -> list[ReadSentence]:
    """The first sentences that have at most so many characters together."""
    kept, length = [], 0
    for sentence in sentences:
        length += len(sentence.text)
        if length > most:
            break
        kept.append(sentence)
    return kept


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
