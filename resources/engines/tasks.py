"""The smaller tasks of a language model. Each answer is checked by code; what fails the check is not used."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

from pydantic import BaseModel, ValidationError

from aitia.domains.polarity import outcome_polarity
from aitia.errors import EngineOutputInvalid, EngineRefused, QuestionError
from aitia.explanation import explain, numbers_supported
from aitia.gaps import Gap, GapKind
from aitia.queries import safe_words
from aitia.question.reader import read_question
from aitia.question.specification import Condition, Question
from aitia.question.wording import clean, question_id
from aitia.reading.arms import stems
from aitia.text.addressed import addressed
from aitia.verdict import Verdict
from aitia.vocabulary import Domain, EvidenceType
from resources.engines.answers import WireCauses, WireGaps, WireQuestion, WireText
from resources.engines.caller import Caller
from resources.engines.model import Finish, ModelRequest
from resources.engines.paper_text import delimited
from resources.engines.prompts import prompt
from resources.engines.wire import SCHEMA_VERSION, read_object

MAX_QUERIES = 5
_NO_QUERY = re.compile(
    r"://|www\.|[<>{}\[\]|;`$\\=]|\b(?:select|insert|drop|curl|http|fetch|import)\b", re.IGNORECASE
)
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
    wire = await _ask(caller, "question", "question-v1", (), delimited("QUESTION", [typed]), WireQuestion)
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


async def find_gaps_with(
    caller: Caller, verdict: Verdict, queries: Sequence[str], limit: int = MAX_QUERIES
) -> GapAnswer:
    """The search agent: SUFFICIENT, or at most `limit` new follow-up queries of plain words.

    A query that holds an address, an operator or a command is refused, whatever the model's reason.
    """
    types = ", ".join(kind.value for kind in EvidenceType)
    told = [verdict.question.text, verdict.headline, *(f"missing: {gap.text}" for gap in verdict.gaps)]
    told += [f"query made: {query}" for query in queries[:50]]
    content = delimited("EVIDENCE", [" ".join(line.split())[:500] for line in told])
    wire = await _ask(caller, "gaps", "gaps-v1", (("limit", str(limit)), ("types", types)), content, WireGaps)
    if wire.status == "SUFFICIENT":
        return GapAnswer(True, (), ())
    made = {" ".join(safe_words(query)) for query in queries}
    gaps: dict[str, Gap] = {}
    refused = []
    for item in wire.queries:
        plain = " ".join(safe_words(item.query))
        if not plain or _NO_QUERY.search(item.query) or addressed(item.query):
            refused.append(item.query[:120])
        elif plain not in made and len(gaps) < limit:
            gaps.setdefault(plain, _gap(plain, item.evidence_type, item.reason or ""))
    return GapAnswer(not gaps and not refused, tuple(gaps.values()), tuple(refused))


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
    wire = await _ask(caller, "causes", "causes-v1", (), delimited("DOCUMENTS", lines), WireCauses)
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
        wire = await _ask(caller, task, version, (), delimited("EXPLANATION", lines), WireText)
    except (EngineOutputInvalid, EngineRefused):
        return None
    text = wire.text.strip()
    return text if text and not numbers_supported(text, verdict) else None


async def _ask(
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
