"""A question's text becomes a typed specification, or an error that says what was understood."""

from __future__ import annotations

import re

from aitia.domains import adapters, outcome_polarity
from aitia.model.errors import QuestionError
from aitia.model.scales import Domain, QuestionKind
from aitia.question.causal import direction_of
from aitia.question.comparison import read_comparison
from aitia.question.conditions import Parts, arm_parts, lead_parts, outcome_parts
from aitia.question.draft import Draft
from aitia.question.effect import read_deed, read_effect
from aitia.question.events import read_abductive
from aitia.question.focus import as_effect, cut_focus
from aitia.question.other_kinds import read_landscape, read_pairwise
from aitia.question.phrases import arm_name, is_named, outcome_name
from aitia.question.pico import without_labels
from aitia.question.refusal import refuse_for_whom, refuse_incomplete, refuse_wording
from aitia.question.rewording import reworded
from aitia.question.specification import Condition, ConditionKind, Question
from aitia.question.views import read_view
from aitia.question.wording import clean, folded, question_id

_LEAD = re.compile(
    r"^(?P<lead>(?:in|among|amongst|for|during|at|within|on) [^?]{1,400}?), ?(?P<rest>(?:does|do|did|is|"
    r"are|was|were|can|could|"
    r"will|would|may|might|what|how|which)\b.{2,})$",
    re.IGNORECASE,
)
_COMPARED_LEAD = re.compile(
    r"^(?:when )?(?:compared (?:with|to)|relative to|versus|instead of|rather than) "
    r"(?P<second>[^,?]{1,200}), ?(?P<rest>.{2,})$",
    re.IGNORECASE,
)
_AROUND_SURGERY = re.compile(
    r"(?<=\S) (?P<words>(?:before|after|during|prior to|following|undergoing) [^,]{1,100}?"
    r"(?:surgery|operation|transplantation|chemotherapy|radiotherapy|delivery|birth|resection|section|"
    r"replacement|procedures?|an(?:a)?esthesia|stroke|infarction|\w{3,20}(?:ectomy|plasty|otomy)))$",
    re.IGNORECASE,
)
_RESTRICTING = frozenset({ConditionKind.AGE, ConditionKind.SEX, ConditionKind.RISK, ConditionKind.PREVENTION})


def read_question(text: str) -> Question:
    """The question's kind, intervention, comparator, outcome, population and conditions.

    Nothing is guessed: raises QuestionError, with the parts that were understood, when the text is empty,
    too long, holds control characters, asks for something else than a cause's effect, or names no cause
    or outcome.
    """
    typed = clean(text)
    plain = without_labels(folded(typed))
    for read in (read_pairwise, read_abductive):
        draft = read(plain)
        if draft is not None:
            return _whole(typed, draft)
    match = _LEAD.match(plain)
    lead, rest = (match["lead"], match["rest"]) if match else ("", plain)
    against = _COMPARED_LEAD.match(rest)
    if against:
        rest = f"{against['rest']} compared with {against['second']}"
    focus, asked = cut_focus(reworded(rest))
    for_whom = refuse_for_whom(typed, asked)
    if for_whom is not None:
        raise for_whom
    draft = (read_landscape(asked) or read_view(asked, _domain(typed))) if focus is None else None
    if draft is not None and is_named(draft.outcome):
        return _whole(typed, draft)
    deed = read_deed(asked) if focus is not None else None
    draft = deed or read_comparison(asked) or read_effect(asked)
    if draft is None and focus is not None:
        draft = read_effect(as_effect(asked))
    if draft is None:
        raise refuse_wording(typed, rest)
    return _pico(typed, lead, draft).model_copy(update={"focus": focus})


def _whole(typed: str, draft: Draft) -> Question:
    """A question whose parts are taken as they stand."""
    domain = draft.domain or _domain(typed)
    outcome = outcome_name(draft.outcome) if draft.kind is QuestionKind.LANDSCAPE else draft.outcome
    polarity = outcome_polarity(outcome, domain)
    return Question(
        question_id=question_id(typed),
        text=typed,
        kind=draft.kind,
        domain=domain,
        intervention=draft.intervention,
        outcome=outcome,
        expected_direction=direction_of(draft.sense, polarity),
        outcome_polarity=polarity,
        options=draft.options,
        relation=draft.relation,
    )


def _pico(typed: str, lead: str, draft: Draft) -> Question:
    measured = outcome_parts(draft.outcome)
    first, second = _arms(draft)
    leading = lead_parts(lead) if lead else Parts("")
    intervention, outcome = arm_name(first.core), outcome_name(measured.core)
    comparator = arm_name(second.core) if second is not None else None
    problem = refuse_incomplete(typed, draft.kind, intervention, outcome, comparator)
    if problem is not None:
        raise problem
    domain = _domain(typed)
    polarity = outcome_polarity(_framed(draft.outcome, outcome), domain)
    parts = [part for part in (leading, measured, first, second) if part is not None]
    population = next((part.population for part in parts if part.population), None)
    conditions = tuple(dict.fromkeys(condition for part in parts for condition in part.conditions))
    return Question(
        question_id=question_id(typed),
        text=typed,
        kind=_kind(draft.kind, population, conditions),
        domain=domain,
        intervention=intervention,
        outcome=outcome,
        comparator=comparator,
        population=population,
        conditions=conditions,
        expected_direction=direction_of(draft.sense, polarity),
        outcome_polarity=polarity,
    )


def _framed(raw: str, name: str) -> str:
    """The outcome as polarity reads it: "risk of" says that the outcome is unwanted."""
    return f"risk of {name}" if re.match(r"\s*(?:the |an? )?risk of\b", raw, re.IGNORECASE) else name


def _kind(kind: QuestionKind, population: str | None, conditions: tuple[Condition, ...]) -> QuestionKind:
    restricted = population is not None or any(condition.kind in _RESTRICTING for condition in conditions)
    return QuestionKind.CONDITIONAL if kind is QuestionKind.EFFECT and restricted else kind


def _arms(draft: Draft) -> tuple[Parts, Parts | None]:
    """Both arms without what holds for both; a difference that is the comparison itself stays."""
    first = arm_parts(draft.intervention)
    if draft.comparator is None:
        return first, None
    around = _AROUND_SURGERY.search(draft.comparator)
    text = draft.comparator[: around.start()] if around else draft.comparator
    second = arm_parts(text)
    if around:
        condition = Condition(kind=ConditionKind.OTHER, text=around["words"])
        second = Parts(second.core, second.population, (*second.conditions, condition))
    if arm_name(first.core).lower() == arm_name(second.core).lower():
        return Parts(draft.intervention), Parts(draft.comparator)
    return first, second


def _domain(text: str) -> Domain:
    """The first domain one of whose cue words the question holds; biomedical otherwise."""
    lowered = f" {text.lower()} "
    for adapter in adapters().values():
        if any(re.search(rf"(?<!\w){re.escape(cue)}(?!\w)", lowered) for cue in adapter.cues):
            return adapter.name
    return Domain.BIOMEDICAL


__all__ = ["Question", "QuestionError", "read_question"]
