"""Readings of papers from a file, served as a reading engine: what follows reading is measured by itself.

A line of the file is one paper: `pmid`, `design`, `participants`, `findings` and `answers`, each answer with
the `question_id` that it answers and its evidence as code points of the abstract. "not reported" and
"unclear" give no claim. An answer may carry `reported` (a probability) and `shares` (higher, lower, same).
"""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from aitia.evidence.effects import Unusable, standardise
from aitia.evidence.grading.thresholds import excludes_null
from aitia.model.claim import ArmCounts, ArmMeans, Claim, DirectionShares, EffectEstimate, Reading, StudyFacts
from aitia.model.errors import AitiaError
from aitia.model.keys import content_hash
from aitia.model.paper import Paper
from aitia.model.passage import Passage, Quote
from aitia.model.scales import Direction, EffectMeasure, SentenceRole, StudyDesign
from aitia.reading.paper.entities import cause_type, effect_type
from aitia.reading.paper.quoting import quote_window
from aitia.reading.statements.findings import claim_id, relation_for
from aitia.reading.statements.matching import term_match
from aitia.reading.study.facts import read_study_facts
from aitia.text.named import is_named
from bench.answers.questions import AskedQuestion
from resources.calls.base import ReadingResult
from resources.engines.base import ReadingTask

DIRECTIONS = {
    "higher": Direction.INCREASES,
    "lower": Direction.DECREASES,
    "same": Direction.NO_DIFFERENCE,
}
DESIGNS = {
    "rct": StudyDesign.RANDOMISED_TRIAL,
    "cluster_rct": StudyDesign.CLUSTER_TRIAL,
    "crossover": StudyDesign.CROSSOVER_TRIAL,
    "nrct": StudyDesign.NON_RANDOMISED_TRIAL,
    "before_after": StudyDesign.NON_RANDOMISED_TRIAL,
    "cohort": StudyDesign.COHORT,
    "diagnostic": StudyDesign.COHORT,
    "case_control": StudyDesign.CASE_CONTROL,
    "cross_sectional": StudyDesign.CROSS_SECTIONAL,
    "case_series": StudyDesign.CASE_SERIES,
    "sr": StudyDesign.SYSTEMATIC_REVIEW,
    "animal": StudyDesign.ANIMAL,
    "lab": StudyDesign.IN_VITRO,
    "review": StudyDesign.NARRATIVE_REVIEW,
    "protocol": StudyDesign.PROTOCOL,
}
SURE = 0.95
_MEASURES = {measure.value: measure for measure in EffectMeasure}
Row = Mapping[str, Any]


def read_readings(path: Path) -> dict[str, Row]:
    """The file's rows by PMID. Raises AitiaError naming the line that cannot be used."""
    if not path.is_file():
        raise AitiaError(f"No readings file at {path}: give one JSON line a paper, with pmid and answers.")
    found: dict[str, Row] = {}
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        if line.strip():
            try:
                row = json.loads(line)
                found[str(row["pmid"])] = {**row, "answers": list(row["answers"])}
            except (ValueError, KeyError, TypeError) as problem:
                raise AitiaError(f"{path}, line {number} is no reading: {problem!r}.") from None
    return found


class ReadingsEngine:
    """Serves a file's readings. A paper or question that the file does not hold is read as "not reported"."""

    name = "readings"
    prompt_version = ""
    free = True

    def __init__(self, rows: Mapping[str, Row], asked: Sequence[AskedQuestion]) -> None:
        self._rows = rows
        self._ids = {question.text.strip(): question.question_id for question in asked}
        self.version = content_hash(json.dumps(rows, sort_keys=True))[:12]

    def key(self, task: ReadingTask) -> str:
        """The paper, the question and the file."""
        return content_hash(self.name, self.version, task.paper.paper_id, task.question.text)

    async def read(self, tasks: Sequence[ReadingTask]) -> AsyncIterator[ReadingResult]:
        """Yield one result for each task, in order."""
        for task in tasks:
            yield ReadingResult(key=self.key(task), reading=self.reading(task))

    def reading(self, task: ReadingTask) -> Reading:
        """The file's design, size and answer; the rest of the facts as the local patterns read them."""
        paper = task.paper
        row = self._rows.get(paper.pmid or "")
        facts = _facts(read_study_facts(paper, task.passages), row)
        wanted = self._ids.get(task.question.text.strip())
        answers = [a for a in (row or {}).get("answers", ()) if str(a["question_id"]) == wanted]
        claims = [claim for a in answers if (claim := _claim(task, facts, row or {}, a)) is not None]
        return Reading(paper_id=paper.paper_id, study=facts, claims=tuple(claims))


def _facts(facts: StudyFacts, row: Row | None) -> StudyFacts:
    if row is None:
        return facts
    update: dict[str, object] = {"sample_size": row.get("participants")}
    if row.get("design") in DESIGNS:
        update |= {"design": DESIGNS[row["design"]], "design_confidence": SURE, "design_basis": "readings"}
    return facts.model_copy(update=update)


def _claim(task: ReadingTask, facts: StudyFacts, row: Row, answer: Row) -> Claim | None:
    """The answer as a claim in the question's order of arms; None where the paper does not report it."""
    direction = DIRECTIONS.get(answer["answer"])
    place = _place(task, answer["evidence"]) if direction is not None else None
    if direction is None or place is None:
        return None
    quote, near = place
    question, paper = task.question, task.paper
    cause, effect = _cause(task, row, answer, near), _effect(task, row, answer, near)
    return Claim(
        claim_id=claim_id(paper, quote, cause, effect, direction),
        paper_id=paper.paper_id,
        cause=cause,
        cause_type=cause_type(question.intervention),
        effect=effect,
        effect_type=effect_type(question.outcome),
        relation=relation_for(direction, facts.design, False, facts.design_basis),
        direction=direction,
        quote=quote,
        role=SentenceRole.RESULT,
        comparator=question.comparator,
        population=facts.population,
        significant=answer.get("significant"),
        outcome_polarity=question.outcome_polarity,
        estimates=_estimates(answer, direction, quote),
        confidence=SURE,
        answers_question=answer.get("reported", SURE),
        direction_shares=_shares(answer, direction),
    )


def _shares(answer: Row, direction: Direction) -> DirectionShares:
    if answer.get("shares"):
        up, down, none = answer["shares"]
        return float(up), float(down), float(none)
    rest = (1 - SURE) / 2
    up, down, none = (SURE if way is direction else rest for way in DIRECTIONS.values())
    return up, down, none


def _place(task: ReadingTask, evidence: Sequence[Sequence[int]]) -> tuple[Quote, str] | None:
    """The first evidence that stands in one passage of the abstract, and the text around it."""
    abstract = [p for p in task.passages if p.section_id == "abstract"]
    for start, end in evidence:
        for passage in abstract:
            if passage.char_offset <= start < passage.char_offset + len(passage.text):
                quote = _quote(passage, start - passage.char_offset, end - passage.char_offset)
                return quote, f"{passage.text} {task.paper.title}"
    return None


def _quote(passage: Passage, start: int, end: int) -> Quote:
    low, high = quote_window(passage.text[start:end], [])
    a, b = start + low, start + high
    return Quote(passage_id=passage.passage_id, char_start=a, char_end=b, text=passage.text[a:b])


def _cause(task: ReadingTask, row: Row, answer: Row, near: str) -> str:
    """The intervention as asked where the paper names it near the quote, else in the paper's own words."""
    asked = task.question.intervention
    told = [asked, answer["intervention"]]
    arms = [f.get(arm) or "" for f in row.get("findings", ()) for arm in ("intervention", "comparator")]
    return _named([*told, *sorted(arms, key=lambda arm: -term_match(asked, arm))], near, task.paper)


def _effect(task: ReadingTask, row: Row, answer: Row, near: str) -> str:
    asked = task.question.outcome
    told = [f["outcome"] for f in row.get("findings", ())]
    ranked = sorted(told, key=lambda name: -term_match(asked, name))
    return _named([asked, answer["outcome"], *ranked], near, task.paper)


def _named(names: Sequence[str], near: str, paper: Paper) -> str:
    """The first name that stands near the quote; the first of all where none does."""
    return next((name for name in names if name and is_named(name, near, paper.abstract)), names[0])


def _estimates(answer: Row, direction: Direction, quote: Quote) -> tuple[EffectEstimate, ...]:
    """What the file gives of numbers, where these do not contradict the direction that it states."""
    told, arms = answer.get("estimate") or {}, answer.get("arms") or {}
    measure = _MEASURES.get(told.get("m", ""))
    p = told.get("p")
    found = []
    if measure is not None and told.get("v") is not None:
        found.append(
            EffectEstimate(
                measure=measure,
                point=told["v"],
                low=told.get("lo"),
                high=told.get("hi"),
                p_value=p,
                p_operator="=" if p is not None else None,
                quote=quote,
            )
        )
    counts, means = _counts(arms), _means(arms)
    if counts is not None:
        found.append(EffectEstimate(measure=EffectMeasure.RISK_RATIO, counts=counts, quote=quote))
    if means is not None:
        found.append(EffectEstimate(measure=EffectMeasure.MEAN_DIFFERENCE, means=means, quote=quote))
    if p is not None and not any(estimate.p_value is not None for estimate in found):
        alone = EffectMeasure.STANDARDISED_MEAN_DIFFERENCE
        found.append(EffectEstimate(measure=alone, p_value=p, p_operator="=", quote=quote))
    return tuple(estimate for estimate in found if _agrees(estimate, direction, answer.get("significant")))


def _agrees(estimate: EffectEstimate, direction: Direction, significant: bool | None) -> bool:
    result = standardise(estimate)
    if isinstance(result, Unusable):
        return True
    sure = excludes_null(result.measure, result.low, result.high)
    if direction is Direction.NO_DIFFERENCE:
        return not sure
    wanted = 1 if direction is Direction.INCREASES else -1
    return wanted * result.effect > 0 and (significant is None or sure is significant)


def _counts(arms: Row) -> ArmCounts | None:
    values = [arms.get(key) for key in ("ei", "ni", "ec", "nc")]
    if any(value is None for value in values):
        return None
    keys = ("events_intervention", "total_intervention", "events_comparator", "total_comparator")
    return ArmCounts(**dict(zip(keys, (int(v) for v in values if v is not None), strict=True)))


def _means(arms: Row) -> ArmMeans | None:
    keys = ("mean_intervention", "sd_intervention", "n_intervention", "mean_comparator", "sd_comparator")
    values = [arms.get(key) for key in ("mi", "sdi", "ni", "mc", "sdc", "nc")]
    if any(value is None for value in values):
        return None
    return ArmMeans.model_validate(dict(zip((*keys, "n_comparator"), values, strict=True)))
