"""The smaller tasks of a language model. Each answer is checked by code; what fails the check is not used."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

from pydantic import BaseModel, ValidationError

from aitia.domains.polarity import outcome_polarity
from aitia.model.errors import EngineOutputInvalid, EngineRefused, QuestionError
from aitia.model.gap import Gap, GapKind
from aitia.model.scales import Domain, EvidenceType
from aitia.question.reader import read_question
from aitia.question.specification import Condition, Question
from aitia.question.wording import clean, question_id
from aitia.reading.paper.arms import stems
from aitia.report.explanation import explain, numbers_supported
from aitia.searching.queries import safe_words
from aitia.text.addressed import addressed
from aitia.verdict import Verdict
from resources.engines.answers import (
    WireCauses,
    WireGaps,
    WirePlan,
    WireQuery,
    WireQuestion,
    WireText,
)
from resources.engines.caller import Caller
from resources.engines.cross_check import stated_directions
from resources.engines.model import Finish, ModelRequest
from resources.engines.paper_text import delimited
from resources.engines.prompts import prompt
from resources.engines.wire import SCHEMA_VERSION, read_object

MAX_QUERIES = 5
_NO_QUERY = re.compile(
    r"://|www\.|[<>{}\[\]|;`$\\=]|\b(?:select|insert|drop|curl|http|fetch|import)\b", re.IGNORECASE
)
_ADDRESS = re.compile(r"://|www\.|<\s{0,3}[/!a-z]", re.IGNORECASE)
_HIDDEN = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]")
Shape = TypeVar("Shape", bound=BaseModel)


@dataclass(frozen=True)
class GapAnswer:
    """Whether the evidence is enough; else the follow-up searches as gaps that the plan understands."""

    sufficient: bool
    gaps: tuple[Gap, ...]
    refused: tuple[str, ...]


@dataclass(frozen=True)
class CauseAnswer:
    """The letters of the options that hold, each with the numbers of the sentences that show it."""

    holds: tuple[str, ...]
    shown_by: dict[str, tuple[int, ...]]


async def read_question_with(caller: Caller, text: str) -> Question:
    """A question as a model takes it apart, in its own words; kind and domain as the local reader has them.

    Raises QuestionError when the answer uses words that the question does not have.
    """
    typed = clean(text)
    wire = await ask_in_shape(
        caller, "question", "question-v1", (), delimited("QUESTION", [typed]), WireQuestion
    )
    parts = [wire.intervention, wire.outcome, wire.comparator, wire.population]
    parts += [condition.text for condition in wire.conditions]
    foreign = [part for part in parts if part and not stems(part) <= stems(typed)]
    if foreign:
        raise QuestionError(
            f"The model put words into the question that do not stand in it: {foreign[0]!r}. "
            "Ask in other words, or name one cause and one outcome.",
            {"intervention": wire.intervention, "outcome": wire.outcome},
        )
    try:
        local: Question | None = read_question(text)
    except QuestionError:
        local = None
    domain = local.domain if local else Domain.BIOMEDICAL
    read = Question(
        question_id=question_id(typed),
        text=typed,
        kind=local.kind if local else wire.kind,
        domain=domain,
        intervention=wire.intervention,
        outcome=wire.outcome,
        comparator=wire.comparator,
        population=wire.population,
        conditions=tuple(Condition(kind=c.kind, text=c.text) for c in wire.conditions),
        expected_direction=wire.expected_direction,
        outcome_polarity=outcome_polarity(wire.outcome, domain),
    )
    return (
        read
        if local is None
        else read.model_copy(update={"options": local.options, "relation": local.relation})
    )


async def plan_with(
    caller: Caller, question: Question, queries: Sequence[str], limit: int = MAX_QUERIES
) -> GapAnswer:
    """Planning: at most `limit` queries of plain words beside those that the rules plan."""
    parts = [question.intervention, question.outcome, question.comparator, question.population]
    names = ("intervention", "outcome", "comparator", "population")
    told = [question.text, *(f"{name}: {part}" for name, part in zip(names, parts, strict=True) if part)]
    told += [f"query made: {query}" for query in queries[:50]]
    wire = await ask_in_shape(caller, "plan", "plan-v1", _limits(limit), _evidence(told), WirePlan)
    gaps, refused = _admitted(wire.queries, queries, limit)
    return GapAnswer(False, gaps, refused)


async def find_gaps_with(
    caller: Caller, verdict: Verdict, queries: Sequence[str], limit: int = MAX_QUERIES
) -> GapAnswer:
    """The search agent: SUFFICIENT, or at most `limit` new follow-up queries of plain words.

    A query that holds an address, an operator or a command is refused, whatever the model's reason.
    """
    told = [verdict.question.text, verdict.headline, *(f"missing: {gap.text}" for gap in verdict.gaps)]
    told += [f"query made: {query}" for query in queries[:50]]
    wire = await ask_in_shape(caller, "gaps", "gaps-v1", _limits(limit), _evidence(told), WireGaps)
    if wire.status == "SUFFICIENT":
        return GapAnswer(True, (), ())
    gaps, refused = _admitted(wire.queries, queries, limit)
    return GapAnswer(not gaps and not refused, gaps, refused)


def _limits(limit: int) -> tuple[tuple[str, str], ...]:
    return ("limit", str(limit)), ("types", ", ".join(kind.value for kind in EvidenceType))


def _evidence(told: Sequence[str]) -> str:
    return delimited("EVIDENCE", [" ".join(line.split())[:500] for line in told])


def _admitted(
    wanted: Sequence[WireQuery], made: Sequence[str], limit: int
) -> tuple[tuple[Gap, ...], tuple[str, ...]]:
    """The queries that are plain words and new, as gaps; and those refused."""
    known = {" ".join(safe_words(query)) for query in made}
    gaps: dict[str, Gap] = {}
    refused = []
    for item in wanted:
        plain = " ".join(safe_words(item.query))
        if not plain or _NO_QUERY.search(item.query) or addressed(item.query):
            refused.append(item.query[:120])
        elif plain not in known and len(gaps) < limit:
            gaps.setdefault(plain, _gap(plain, item.evidence_type, item.reason or ""))
    return tuple(gaps.values()), tuple(refused)


def _gap(query: str, kind: EvidenceType, reason: str) -> Gap:
    why = "" if addressed(reason) else reason
    return Gap(
        kind=GapKind.EVIDENCE_TYPE,
        text=f"The model asks for {query}" + (f": {why}" if why else "."),
        would_change="Found papers pass the same gate and rules as all others.",
        evidence_type=kind,
        terms=(query,),
    )


async def find_causes_with(
    caller: Caller, event: str, options: Sequence[str], sentences: Sequence[str]
) -> CauseAnswer:
    """The causal agent: an option holds when it precedes, has a mechanism and a sentence, and is needed."""
    letters = "ABCDEFGH"[: len(options)]
    lines = [f"event: {' '.join(event.split())}"]
    lines += [f"option {letter}: {' '.join(o.split())}" for letter, o in zip(letters, options, strict=True)]
    lines += [f"[{n}] (document) {' '.join(s.split())}" for n, s in enumerate(sentences)]
    wire = await ask_in_shape(caller, "causes", "causes-v1", (), delimited("DOCUMENTS", lines), WireCauses)
    shown: dict[str, tuple[int, ...]] = {}
    for item in wire.options:
        numbers = tuple(n for n in item.sentences if n < len(sentences) and addressed(sentences[n]) is None)
        tests = item.precedes and item.mechanism and item.counterfactual
        if item.option in letters and item.holds and tests and numbers and not wire.none:
            shown[item.option] = numbers
    return CauseAnswer(tuple(sorted(shown)), shown)


async def rephrase_with(caller: Caller, verdict: Verdict) -> str | None:
    """The explanation in other words; None where it says a number or name that the verdict's rows do not."""
    return await _worded(caller, verdict, "rephrase", "rephrase-v1")


async def summarise_with(caller: Caller, verdict: Verdict) -> str | None:
    """A causal summary of a few sentences under the same check."""
    return await _worded(caller, verdict, "summary", "summary-v1")


async def _worded(caller: Caller, verdict: Verdict, task: str, version: str) -> str | None:
    lines = [line for line in explain(verdict).splitlines() if line.strip()]
    try:
        wire = await ask_in_shape(caller, task, version, (), delimited("EXPLANATION", lines), WireText)
    except (EngineOutputInvalid, EngineRefused):
        return None
    text = wire.text.strip()
    return text if text and _may_stand(text, verdict) else None


def _may_stand(text: str, verdict: Verdict) -> bool:
    """Whether a text says no number, name or direction that the verdict's own explanation does not."""
    if _HIDDEN.search(text) or _ADDRESS.search(text) or numbers_supported(text, verdict):
        return False
    asked = verdict.question.intervention, verdict.question.outcome
    return stated_directions(text, *asked) <= stated_directions(explain(verdict), *asked)


async def ask_in_shape(
    caller: Caller,
    task: str,
    version: str,
    values: Sequence[tuple[str, str]],
    content: str,
    shape: type[Shape],
) -> Shape:
    """One answer in its shape. Raises EngineRefused, EngineOutputInvalid, and what `Caller.ask` raises."""
    system = prompt(version)
    for name, value in values:
        system = system.replace(f"{{{name}}}", value)
    request = ModelRequest(task, version, SCHEMA_VERSION, system, content, shape)
    reply = (await caller.ask(request)).reply
    if reply.finish in (Finish.REFUSED, Finish.EMPTY):
        raise EngineRefused(f"the model declined the task {task}: {reply.reason}")
    if reply.finish is not Finish.COMPLETE:
        raise EngineOutputInvalid(f"the model's answer to the task {task} is unusable: {reply.reason}")
    try:
        return shape.model_validate(read_object(reply.text))
    except ValidationError as problem:
        fault = problem.errors()[0]
        place = ".".join(str(part) for part in fault["loc"])
        raise EngineOutputInvalid(f"the model's answer to the task {task}: {place}: {fault['msg']}") from None
