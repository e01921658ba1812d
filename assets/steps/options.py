"""The options of an abductive question, weighed on the sentences of what was read. Imports no Dagster."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from pydantic import ValidationError
from sqlmodel import Session

from aitia.abduction import (
    OptionFinding,
    OptionQuote,
    Options,
    Told,
    Weighed,
    all_shares,
    best_set,
    choice_model,
    merged_options,
    most_telling,
    set_shares,
    top_documents,
    weigh,
)
from aitia.abduction.choice import expected
from aitia.model.keys import PaperId
from aitia.model.options import State
from aitia.model.scales import RetractionStatus
from aitia.question import Question
from aitia.reading.paper.document import ReadSentence, read_document
from aitia.reading.paper.own_text import planted_in
from resources.store import papers, questions, reading, standing
from resources.store.passages import load_passages
from resources.workbench import Workbench

NOTE = "options"
MOST_SENTENCES = 2_000
_SHORTEST, _LONGEST = 15, 600
_QUOTES = 3


def weigh_options(workbench: Workbench, question: Question) -> Options:
    """Judge the options, and note the judgement with the newest round where it does not stand there."""
    with workbench.store.session() as session:
        titles, sentences = _sentences(session, question)
    told = [Told(s.passage.paper_id, s.index, s.text) for s in sentences]
    options, none = merged_options(question.options)
    kept = most_telling(told, [question.outcome, *(o.text for o in options)], MOST_SENTENCES)
    told, sentences = [told[n] for n in kept], [sentences[n] for n in kept]
    embedder = workbench.embedder
    asked = embedder.embed([question.outcome, *(o.text for o in options)])
    vectors = embedder.embed([s.text for s in told]) if told else np.zeros((0, asked.shape[1]), np.float32)
    model = choice_model()
    weighed = weigh(question.outcome, options, told, vectors, asked)
    possible, shares = set_shares(weighed, model), all_shares(weighed, model)
    answer = best_set(possible) if possible else ()
    chosen = "".join(sorted("".join(weighed[n].option.letters for n in answer)))
    found = Options(
        findings=tuple(
            _finding(item, n in answer, sum(p for s, p in shares.items() if n in s), told, sentences, titles)
            for n, item in enumerate(weighed)
        ),
        none_letters=none,
        chosen=chosen or (none if weighed else ""),
        confidence=round(expected(answer, shares), 2) if answer else 0.0,
        sentences=len(told),
        documents=len({s.document for s in told}),
        method="" if embedder.name == model.embedder else _OTHER.format(embedder.name, model.embedder),
    )
    with workbench.store.session() as session:
        if stored_options(session, question) != found:
            newest = questions.latest_round(session, question.question_id)
            questions.note_round(session, question.question_id, newest, {NOTE: found.model_dump(mode="json")})
    return found


_OTHER = "The options were compared by {}; the choice among them was fitted on {}."


def stored_options(session: Session, question: Question) -> Options | None:
    """The judgement noted with the newest round, None where none is."""
    newest = questions.latest_round(session, question.question_id)
    noted = standing.round_notes(session, question.question_id, newest).get(NOTE)
    try:
        return None if noted is None else Options.model_validate(noted)
    except ValidationError:
        return None  # written by another program; the next run notes it anew


def _sentences(session: Session, question: Question) -> tuple[Mapping[PaperId, str], list[ReadSentence]]:
    """Titles, and the sentences of the papers that were read, without retracted ones and planted text."""
    ids = sorted({item.paper_id for item in reading.question_extractions(session, question.question_id)})
    stored = papers.load_papers(session, ids)
    ids = [i for i in ids if stored[i].retraction_status is not RetractionStatus.RETRACTED]
    found: list[ReadSentence] = []
    for _, passages in sorted(load_passages(session, ids).items()):
        document = read_document(passages)
        planted = planted_in(document)
        once = {s.text: s for s in reversed(document) if s.index not in planted and _tells(s)}
        found += sorted(once.values(), key=lambda s: s.index)
    return {i: stored[i].title for i in ids}, found


def _tells(sentence: ReadSentence) -> bool:
    return sentence.section_id != "title" and _SHORTEST <= len(sentence.text) <= _LONGEST


def _finding(
    item: Weighed,
    stands: bool,
    share: float,
    told: Sequence[Told],
    sentences: Sequence[ReadSentence],
    titles: Mapping[PaperId, str],
) -> OptionFinding:
    together = item.together if item.mechanism.state is not State.FAILS else ()
    alone = [n for n in item.alone if n not in together][: max(1, _QUOTES - len(together))]
    quotes = [_quote(sentences[n], "both", titles) for n in together[:_QUOTES]]
    quotes += [_quote(sentences[n], "option", titles) for n in alone]
    return OptionFinding(
        letters=item.option.letters,
        text=item.option.text,
        stands=stands,
        share=round(share, 2),
        precedence=item.precedence,
        mechanism=item.mechanism,
        counterfactual=item.counterfactual,
        quotes=tuple(quotes),
        documents=tuple(titles[PaperId(name)] or name for name, _ in top_documents(told, item.both)),
    )


def _quote(sentence: ReadSentence, about: str, titles: Mapping[PaperId, str]) -> OptionQuote:
    paper_id = sentence.passage.paper_id
    return OptionQuote(paper_id=paper_id, title=titles[paper_id], about=about, quote=sentence.quote())
