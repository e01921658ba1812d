"""The smaller tasks of the language model as the pipeline asks for them: help that a run can do without.

Whatever goes wrong with one (a refusal, an unusable answer, no answer, a budget that is used up) is said
in the run's progress, and the run goes on with what code itself has. Reading papers is not among them.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import TypeVar

from aitia.model.errors import AitiaError, BudgetExceeded, EngineUnavailable, QuestionError
from aitia.model.scales import QuestionKind
from aitia.question.reader import read_question
from aitia.question.specification import ConditionKind, Question
from aitia.question.wording import clean, question_id
from aitia.reading.paper.arms import stems
from aitia.verdict import Verdict
from resources.engines.caller import Caller
from resources.engines.tasks import (
    CauseAnswer,
    GapAnswer,
    find_causes_with,
    find_gaps_with,
    plan_with,
    read_question_with,
    rephrase_with,
    summarise_with,
)

_OPEN_KINDS = frozenset({QuestionKind.EFFECT, QuestionKind.COMPARISON, QuestionKind.CONDITIONAL})
_RESTRICTING = frozenset({ConditionKind.AGE, ConditionKind.SEX, ConditionKind.RISK, ConditionKind.PREVENTION})
Result = TypeVar("Result")


class Assistant:
    """Asks the model for the chosen `tasks` (question, plan, gaps, causes, summary, rephrase), no others.

    `caller_for` gives the caller of a question and run, so that the ledger names them; `tell` takes lines of
    progress. Answers come from the ledger where they were paid for before.
    """

    def __init__(
        self,
        caller_for: Callable[[str | None, str | None], Caller],
        tasks: Sequence[str],
        tell: Callable[[str], None],
    ) -> None:
        self._caller_for = caller_for
        self._tasks = frozenset(tasks)
        self._tell = tell
        self._given_up: set[str] = set()

    def does(self, task: str) -> bool:
        """Whether the settings give the model this task."""
        return task in self._tasks

    def read_question(self, text: str) -> Question:
        """The question as the rules read it, with open parts filled in by the model in the question's words.

        A question that the rules cannot read is taken as the model takes it apart. Raises the rules'
        QuestionError when neither can read it.
        """
        asked = question_id(clean(text))
        local: Question | None = None
        problem: QuestionError | None = None
        try:
            local = read_question(text)
        except QuestionError as refused:
            problem = refused
        if local is not None and local.kind not in _OPEN_KINDS:
            return local
        read = self._ask("question", asked, None, lambda caller: read_question_with(caller, text))
        if problem is None and local is not None:
            return completed(local, read) if read else local
        if read is None or not _is_whole(read):
            raise problem or QuestionError("The question cannot be read.")
        self._tell(f"the model reads the question as: {read.intervention} → {read.outcome}")
        return read

    def plan(self, question: Question, queries: Sequence[str], run_id: str) -> GapAnswer | None:
        """Queries beside those that the rules plan; None where the model has nothing to say."""
        return self._ask(
            "plan", question.question_id, run_id, lambda caller: plan_with(caller, question, queries)
        )

    def find_gaps(self, verdict: Verdict, queries: Sequence[str], run_id: str) -> GapAnswer | None:
        """The search agent's answer on a verdict; None where there is none."""
        asked = verdict.question.question_id
        return self._ask("gaps", asked, run_id, lambda caller: find_gaps_with(caller, verdict, queries))

    def find_causes(self, question: Question, sentences: Sequence[str], run_id: str) -> CauseAnswer | None:
        """The causal agent's answer to an abductive question; None where there is none."""
        event, options = question.outcome, question.options
        return self._ask(
            "causes",
            question.question_id,
            run_id,
            lambda caller: find_causes_with(caller, event, options, sentences),
        )

    def word(self, kind: str, verdict: Verdict, run_id: str) -> str | None:
        """The verdict's "summary" or "rephrase"; None where it says anything that the rows do not."""
        work = {"summary": summarise_with, "rephrase": rephrase_with}[kind]
        return self._ask(kind, verdict.question.question_id, run_id, lambda caller: work(caller, verdict))

    def _ask(
        self, task: str, asked: str, run_id: str | None, work: Callable[[Caller], Awaitable[Result]]
    ) -> Result | None:
        """The task's result; None when it is not the model's, or failed. No answer once, none asked again."""
        if not self.does(task) or asked in self._given_up:
            return None
        try:
            return asyncio.run(_called(self._caller_for(asked, run_id), work))
        except (EngineUnavailable, BudgetExceeded) as problem:
            self._given_up.add(asked)
            self._tell(f"without the model's help ({task}): {problem}")
        except AitiaError as problem:
            self._tell(f"without the model's help ({task}): {problem}")
        except (ValueError, LookupError, RecursionError) as problem:
            self._tell(f"without the model's help ({task}): {type(problem).__name__}: {problem}"[:300])
        return None


async def _called(caller: Caller, work: Callable[[Caller], Awaitable[Result]]) -> Result:
    async with caller.opened():
        return await work(caller)


def completed(local: Question, read: Question) -> Question:
    """The rules' reading with the parts that it leaves open, where the model means the same question."""
    if not (_alike(local.intervention, read.intervention) and _alike(local.outcome, read.outcome)):
        return local
    known = stems(
        " ".join([local.intervention, local.outcome, local.comparator or "", local.population or ""])
    )
    known |= {stem for condition in local.conditions for stem in stems(condition.text)}
    added = tuple(c for c in read.conditions if stems(c.text) and not stems(c.text) & known)
    population = local.population
    if population is None and read.population and not stems(read.population) & known:
        population = read.population
    restricted = population is not None or any(c.kind in _RESTRICTING for c in (*local.conditions, *added))
    conditional = restricted and local.kind is QuestionKind.EFFECT
    return local.model_copy(
        update={
            "kind": QuestionKind.CONDITIONAL if conditional else local.kind,
            "comparator": local.comparator or _other(read.comparator, known),
            "population": population,
            "conditions": (*local.conditions, *added),
            "expected_direction": local.expected_direction or read.expected_direction,
        }
    )


def _other(name: str | None, known: frozenset[str] | set[str]) -> str | None:
    """A comparator that is neither arm nor outcome by another name."""
    return name if name and not stems(name) & known else None


def _alike(one: str, other: str) -> bool:
    return bool(stems(one) & stems(other))


def _is_whole(read: Question) -> bool:
    """Whether a question that only the model could read names a cause and something else as outcome."""
    cause, outcome = stems(read.intervention), stems(read.outcome)
    return bool(cause) and bool(outcome) and not cause & outcome and read.kind in _OPEN_KINDS
