"""A pairwise question from text, from paths, and from both, with the quotes."""

from __future__ import annotations

from sqlmodel import Session

from aitia.model.scales import GateDecision
from aitia.pairs.path_features import as_text
from aitia.pairs.rankers import ranked, shipped_ranker
from aitia.pairs.reader import PairSentence, sentences_on, threshold
from aitia.question import Question
from aitia.text.markdown import plain
from aitia.words.names import other_names
from resources.engines.paper_text import paper_text
from resources.store.gate import load_gate
from resources.store.imported import ImportedPath, paths_between
from resources.store.passages import load_passages

SHOWN = 3
LONGEST_QUOTE = 300


def pair_section(session: Session, question: Question) -> str:
    """What the sentences of the papers say, what imported edges lead from one to the other, and both."""
    texts, places = _sentences(session, question)
    return pair_words(
        question, texts, places, paths_between(session, question.intervention, question.outcome)
    )


def pair_words(question: Question, texts: list[str], places: list[str], paths: list[ImportedPath]) -> str:
    """The section from the sentences, whose each of them is, and the paths."""
    causes = (question.intervention, *other_names(question.intervention))
    effects = (question.outcome, *other_names(question.outcome))
    said = sentences_on(texts, causes, effects)
    return "\n\n".join((_of_text(said, places), _of_paths(question, paths), _of_both(said, bool(paths))))


def _sentences(session: Session, question: Question) -> tuple[list[str], list[str]]:
    """The sentences of the papers that passed the gate, without planted ones, and whose each is."""
    gate = load_gate(session, question.question_id)
    passed = [row.paper_id for row in gate if row.decision is GateDecision.INCLUDED]
    texts, places = [], []
    for paper_id, passages in sorted(load_passages(session, passed).items()):
        text = paper_text(passages)
        own = [s for s in text.sentences if s.index not in text.planted]
        texts += [sentence.text for sentence in own]
        places += [str(paper_id)] * len(own)
    return texts, places


def _of_text(said: tuple[PairSentence, ...], places: list[str]) -> str:
    if not said:
        return "**From text:** no sentence of the papers names both."
    best = said[0].probability
    answer = "causal" if best >= threshold() else "not causal"
    lines = [f"**From text:** {answer} (probability {best:.2f}; causal from {threshold():.2f})."]
    for item in said[:SHOWN]:
        quote = item.text[:LONGEST_QUOTE]
        lines.append(f"- “{plain(quote)}” ({plain(places[item.place])}; {item.probability:.2f})")
    return "\n".join(lines)


def _of_paths(question: Question, paths: list[ImportedPath]) -> str:
    if not paths:
        return "**From paths:** no imported edges lead from one to the other (`aitia import-edges`)."
    whose = {item.path: item.sources for item in paths}
    best = ranked(shipped_ranker(), question.text, list(whose))[:SHOWN]
    lines = [f"**From paths:** {len(paths)} paths, which alone do not tell causes from other pairs:"]
    for path, _ in best:
        sources = ", ".join(f"{source}, {licence}" for source, licence in whose[path])
        lines.append(f"- {plain(as_text(path))} ({plain(sources)})")
    return "\n".join(lines)


def _of_both(said: tuple[PairSentence, ...], paths: bool) -> str:
    if not said:
        return "**From both:** undecided; paths are shown but have no vote."
    answer = "causal" if said[0].probability >= threshold() else "not causal"
    beside = "; paths are shown but have no vote, since measured they add nothing" if paths else ""
    return f"**From both:** {answer}, by the text{beside}."
