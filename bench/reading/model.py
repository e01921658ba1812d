"""Measures of reading with a language model in place of the small trained models: `--engine gemini`.

The model reads as it does for a question: one call a text, its claims proposed, the quotes cut by code.
Figures have the names of the local ones. What the model itself was trained on is unknown.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.metrics import f1_score, precision_score, recall_score

from aitia.model.claim import Claim
from aitia.model.evidence import OutcomeRole
from aitia.model.keys import PaperId, stable_id
from aitia.model.paper import Paper
from aitia.model.scales import Direction, Domain, QuestionKind
from aitia.question.specification import Question
from aitia.reading.statements.findings import turn
from aitia.reading.statements.matching import match_claim, term_match
from aitia.reading.trained.outcome_reader import DIRECTIONS
from aitia.text.passages import make_passages
from bench.engines import Reader
from bench.labelled import (
    Abstract,
    Parts,
    directed_f1,
    labelled_rows,
    pair_fingerprint,
    read_medline,
    read_pairs,
    read_pubtator,
)
from bench.reading.evidence_inference import Prompt, read_prompts
from bench.reading.numeric import numeric_figures, numeric_rows
from bench.reading.outcomes import macro_f1
from bench.reading.relations import Triple, relation_figures
from bench.report import Measure, clustered_interval
from resources.calls.base import ReadingResult
from resources.engines.arm_figures import BINARY as COUNTED
from resources.engines.arm_figures import CONTINUOUS as MEASURED
from resources.engines.arm_figures import read_figures_with
from resources.engines.base import ReadingTask
from resources.engines.caller import Caller
from validators.findings import DEFAULT_REVIEW_BELOW

Result = tuple[list[Measure], str]
NOTE = "read by a language model, with the local reader as second opinion"
NUMERIC_NOTE = "read by a language model; a figure that the report does not print counts as no answer"
_SIGNS = {
    Direction.INCREASES: "Positive_Correlation",
    Direction.DECREASES: "Negative_Correlation",
    Direction.NO_DIFFERENCE: "",
    Direction.UNCLEAR: "Association",
}


def study_type_measures(reader: Reader, path: Path, limit: int | None) -> Result:
    """F1, precision and recall of the design that the model names; in a run code's own reading stands."""
    rows = labelled_rows(read_medline(path))[:limit]
    results = reader.read([_task(title, abstract) for title, abstract, _ in rows], "titles and abstracts")
    said = np.array([_names_trial(reader, result) for result in results])
    gold = np.array([label for _, _, label in rows])
    stem = np.array(["random" in (t + " " + a).lower() for t, a, _ in rows])
    groups = [str(number) for number in range(len(rows))]
    measures = [
        Measure(
            f"randomised trial: {name}",
            float(score(gold, said, zero_division=0.0)),
            len(gold),
            clustered_interval(groups, lambda i, s=score: float(s(gold[i], said[i], zero_division=0.0)), 300),  # type: ignore[misc]
            float(score(gold, stem, zero_division=0.0)),
        )
        for name, score in (("F1", f1_score), ("precision", precision_score), ("recall", recall_score))
    ]
    return measures, f"{NOTE}. Baseline: stem 'random'"


def _names_trial(reader: Reader, result: ReadingResult) -> bool:
    said = reader.said(result)
    named = [fact.value.casefold() for fact in said.facts if fact.field == "design"] if said else []
    return any("random" in n and "non-random" not in n and "nonrandom" not in n for n in named[:1])


def outcome_measures(reader: Reader, path: Path, limit: int | None) -> Result:
    """What an intervention did to an outcome, by the claim that answers best; none reads no difference."""
    prompts, texts = read_prompts(path)
    prompts = prompts[:limit]
    gold = np.array([p.label for p in prompts])
    groups = [p.article for p in prompts]
    constant = np.full(len(gold), np.bincount(gold, minlength=3).argmax())
    measures = []
    for name, shown in (
        ("marked sentence", [p.gold for p in prompts]),
        ("whole article", [texts[p.article] for p in prompts]),
    ):
        tasks = [_task("", text, _question(p)) for text, p in zip(shown, prompts, strict=True)]
        found = [_answer(task, result) for task, result in zip(tasks, reader.read(tasks, name), strict=True)]
        guess = np.array([DIRECTIONS.index(d) if d in DIRECTIONS else 2 for d in found])
        figures = (
            ("macro-F1", partial(_macro_f1, guess, gold), macro_f1(constant, gold)),
            ("accuracy", partial(_share, guess == gold), float((constant == gold).mean())),
            ("answered", partial(_share, np.array([d is not None for d in found])), None),
        )
        for figure, value, base in figures:
            interval = clustered_interval(groups, value, 300)
            whole = value(np.arange(len(gold)))
            measures.append(Measure(f"{name}: {figure}", whole, len(gold), interval, base))
    return measures, NOTE


def _answer(task: ReadingTask, result: ReadingResult) -> Direction | None:
    """The direction of the claim that answers the question best, turned where the arms are."""
    if result.reading is None:
        return None
    facts = result.reading.study
    matched = [(match_claim(task.question, claim, facts), claim) for claim in result.reading.claims]
    main = [(m, c) for m, c in matched if m.role is OutcomeRole.MAIN and c.direction in DIRECTIONS]
    if not main:
        return None
    match, claim = max(main, key=lambda pair: (pair[1].confidence >= DEFAULT_REVIEW_BELOW, pair[0].score))
    return turn(claim.direction, match.swapped)


def cause_effect_measures(reader: Reader, path: Path, limit: int | None) -> Result:
    """F1 of Cause-Effect with direction: a claim whose ends are the two marked nominals."""
    parts, gold = read_pairs(path)
    parts, gold = parts[:limit], gold[:limit]
    results = reader.read([_task("", "".join(p)) for p in parts], "sentences")
    guess = np.array([_caused(p, _claims(result)) for p, result in zip(parts, results, strict=True)])
    groups = [str(pair_fingerprint(p)) for p in parts]
    interval = clustered_interval(groups, lambda i: directed_f1(guess[i], gold[i]), 200)
    f1 = directed_f1(guess, gold)
    return [Measure("Cause-Effect with direction: F1", f1, len(gold), interval, 0.0)], NOTE


def _caused(parts: Parts, claims: Sequence[Claim]) -> int:
    first, second = parts[1], parts[3]
    for claim in claims:
        if claim.direction is Direction.NO_DIFFERENCE:
            continue
        if term_match(first, claim.cause) >= 0.6 and term_match(second, claim.effect) >= 0.6:
            return 1
        if term_match(second, claim.cause) >= 0.6 and term_match(first, claim.effect) >= 0.6:
            return 2
    return 0


def numeric_measures(reader: Reader, path: Path, articles: Path, limit: int | None) -> Result:
    """Numbers of the two arms, all exact: the model points at them, and each must stand in the report."""
    rows, texts = numeric_rows(path, articles)
    rows = rows[:limit]

    def job(row: dict[str, Any]) -> Callable[[Caller], Awaitable[tuple[float, ...] | None]]:
        arms = str(row["intervention"]), str(row["comparator"])
        fields = COUNTED if row["outcome_type"] == "binary" else MEASURED
        text = texts[str(row["pmcid"])]
        return lambda caller: read_figures_with(caller, text, arms, str(row["outcome"]), fields)

    return numeric_figures(rows, reader.ask([job(row) for row in rows])), NUMERIC_NOTE


def relation_measures(reader: Reader, path: Path, limit: int | None) -> Result:
    """F1 of relations between given entities: claims whose ends name two of them."""
    documents = read_pubtator(path)[:limit]
    results = reader.read([_task("", document.text) for document in documents], "abstracts")
    read = [_related(d, _claims(result)) for d, result in zip(documents, results, strict=True)]
    return relation_figures(documents, read), NOTE


def _related(document: Abstract, claims: Sequence[Claim]) -> set[Triple]:
    found: set[Triple] = set()
    for claim in claims:
        sign = "Association" if claim.relation == "associated_with" else _SIGNS[claim.direction]
        ends = _named(document, claim.cause), _named(document, claim.effect)
        for one in ends[0] if sign else ():
            found |= {(*sorted((one, other)), sign) for other in ends[1] if other != one}  # type: ignore[misc]
    return found


def _named(document: Abstract, name: str) -> set[str]:
    """The ids of the entities that a name holds."""
    held = f" {name.casefold()} "
    return {
        key
        for mention in document.mentions
        if f" {document.text[mention.start : mention.end].casefold()} " in held
        for key in mention.entity_ids
    }


def _claims(result: ReadingResult) -> tuple[Claim, ...]:
    return result.reading.claims if result.reading else ()


def _macro_f1(guess: NDArray[np.int64], gold: NDArray[np.int64], rows: NDArray[np.int64]) -> float:
    return macro_f1(guess[rows], gold[rows])


def _share(right: NDArray[np.bool_], rows: NDArray[np.int64]) -> float:
    return float(right[rows].mean())


def _task(title: str, text: str, question: Question | None = None) -> ReadingTask:
    key = PaperId(stable_id("paper", f"{title}\n{text}"))
    paper = Paper(paper_id=key, source="bench", record_id=key, title=title, abstract=text)
    return ReadingTask(paper=paper, passages=make_passages(paper), question=question or _anything())


def _question(prompt: Prompt) -> Question:
    text = f"What does {prompt.intervention} do to {prompt.outcome} compared with {prompt.comparator}?"
    return _asked(text, prompt.intervention, prompt.outcome, prompt.comparator)


def _anything() -> Question:
    return _asked("What was found?", "", "", None)


def _asked(text: str, intervention: str, outcome: str, comparator: str | None) -> Question:
    return Question(
        question_id=stable_id("question", text),  # type: ignore[arg-type]
        text=text,
        kind=QuestionKind.COMPARISON if comparator else QuestionKind.EFFECT,
        domain=Domain.BIOMEDICAL,
        intervention=intervention,
        outcome=outcome,
        comparator=comparator,
    )
