"""The conclusion in one or two sentences, in GRADE's wording of certainty."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from aitia.evidence.effects import AbsoluteEffect
from aitia.evidence.grading.groups import SYNTHESIS_GROUPS
from aitia.evidence.grading.thresholds import excludes_null
from aitia.evidence.relations.models import Alternative, AlternativeKind, GradedRelation, GroupEvidence
from aitia.model.scales import Certainty, Conclusion, Direction, Likelihood
from aitia.question.specification import Focus, Question
from aitia.verdict.conclusion import Concluded
from aitia.verdict.consistency import agrees
from aitia.verdict.models import ConditionFinding
from aitia.verdict.parts import describe_direction, describe_effect, number

SUBGROUP_P = 0.10
"""Subgroups are named in the headline when a test of interaction is below this."""

_VERBS = {Direction.INCREASES: ("increases", "increase"), Direction.DECREASES: ("reduces", "reduce")}
_FOUND = {
    Direction.INCREASES: "an increase",
    Direction.DECREASES: "a reduction",
    Direction.NO_DIFFERENCE: "no significant difference",
    Direction.UNCLEAR: "no clear direction",
}
_HEAD = re.compile(r"^.*?(?=,? (?:of|in|with|for|from|by|on|to|at|during|after|plus) |$)")
_ONE = re.compile(
    r"(?:[sui]s|\b(?:diabetes|rabies|measles|herpes|caries|ascites|gas|lens|bias|pancreas|series|species))$"
)
"""The head of a name that ends as plurals do and is none: "illness", "virus", "sepsis", "diabetes"."""
_ADVERBS = {
    Certainty.HIGH: "",
    Certainty.MODERATE: "probably ",
    Certainty.LOW: "may ",
    Certainty.VERY_LOW: "may ",
}
_HOW_LIKELY = {Certainty.HIGH: "probable", Certainty.MODERATE: "probable"}
_WHOLE_FROM = 9.5
"""Events per 1,000 from which on a fraction of one tells nothing."""


def headline(
    question: Question,
    relation: GradedRelation | None,
    concluded: Concluded,
    conditions: Sequence[ConditionFinding] = (),
) -> str:
    """The conclusion for a reader: what, how sure, why not more, and where it holds and where not."""
    told = [sentence for condition in conditions if (sentence := _condition(condition))]
    asked = _focus(question, relation)
    return " ".join([*([asked] if asked else []), _conclusion(question, relation, concluded), *told])


def _focus(question: Question, relation: GradedRelation | None) -> str:
    """The answer to what a question asks of the evidence itself; empty where it asks for the effect alone."""
    if question.focus is None or relation is None or relation.body is None:
        return ""
    if question.focus is Focus.STRENGTH:
        sure, count = relation.body.grade.certainty.value.replace("_", " "), len(relation.body.study_ids)
        rests = "1 study" if count == 1 else f"{count} {relation.body.group.words}"
        return f"The evidence is of {sure} certainty (GRADE, {rests})."
    if question.focus is Focus.CONFLICT:
        table = relation.conflict_table
        if table is None:
            return "The studies do not conflict."
        why = f"; they differ in {' and '.join(table.explained_by)}" if table.explained_by else ""
        ways = Counter(row.direction for row in table.rows).most_common()
        told = ", ".join(f"{count} {_plural('find', count)} {_FOUND[way]}" for way, count in ways)
        return f"The studies conflict: {told}{why}."
    names = [_explanation(alternative) for alternative in relation.alternatives]
    if not names:
        return "No paper read names another explanation."
    return f"Other explanations that the papers raise: {', '.join(dict.fromkeys(names[:6]))}."


def _explanation(alternative: Alternative) -> str:
    """What another explanation is called in a list."""
    return {
        AlternativeKind.REVERSE_CAUSATION: f"reverse causation ({alternative.name} may come first)",
        AlternativeKind.TIMING: "a design that leaves the order in time open",
    }.get(alternative.kind, alternative.name)


def _plural(verb: str, count: int) -> str:
    return f"{verb}s" if count == 1 else verb


def _condition(condition: ConditionFinding) -> str:
    """A sentence where subgroups were shown to differ; empty where they agree or may well agree."""
    p = condition.split.interaction_p
    if not condition.holds_in or not (condition.not_shown_in or condition.opposite_in):
        return ""
    if p is None or p >= SUBGROUP_P:
        return ""  # an effect here and none shown there is no difference between here and there
    others = [f"not in {', '.join(condition.not_shown_in)}"] if condition.not_shown_in else []
    others += [f"the opposite in {', '.join(condition.opposite_in)}"] if condition.opposite_in else []
    return f"An effect was shown in {', '.join(condition.holds_in)}, {' and '.join(others)}."


def _conclusion(question: Question, relation: GradedRelation | None, concluded: Concluded) -> str:
    body = relation.body if relation else None
    if relation is None or body is None:
        return f"There is not enough evidence: no usable study of {_pair(question)} was found."
    certainty = body.grade.certainty
    sure = f"({certainty.value.replace('_', ' ')} certainty)"
    effect = _effect(body)
    if concluded.conclusion is Conclusion.ESTABLISHED_CAUSAL:
        return f"{_statement(question, body.direction, certainty)}{effect} {sure}."
    if concluded.conclusion is Conclusion.NO_CAUSAL_EFFECT:
        has = "have" if _is_many(question.intervention) else "has"
        word = {Certainty.HIGH: has, Certainty.MODERATE: f"probably {has}"}.get(certainty, "may have")
        cause = _capital(question.intervention)
        return f"{cause} {word} no important effect on {question.outcome}{effect} {sure}."
    inside = set(body.study_ids)
    ways = Counter(study.direction for study in relation.studies if study.study_id in inside)
    finding = f"{_finding(question, body, ways)}{effect}{_by_each(body, ways)} {sure}."
    if concluded.conclusion is Conclusion.INSUFFICIENT_EVIDENCE:
        return f"There is not enough evidence to say whether {_asked(question)}. {finding}"
    if concluded.likelihood is Likelihood.PROBABLE:
        how = _HOW_LIKELY.get(certainty, "possible")
        return f"It is {how}, but not established, that {_asked(question)}. {finding}"
    return f"It is unclear whether {_asked(question)}. {finding}"


def _effect(body: GroupEvidence) -> str:
    """The pool beside the direction of all studies, with what it holds, where it does not say otherwise: of
    some studies alone it says so only with an interval that shows that direction."""
    if body.pooled is None or not agrees(body.pooled, body.direction):
        return ""
    shown = excludes_null(body.pooled.measure, body.pooled.low, body.pooled.high)
    if body.synthesis_differs and body.direction in _VERBS and not shown:
        return ""
    part = f" in the {body.pooled.k} of {len(body.study_ids)} that print it" if body.synthesis_differs else ""
    return f": {describe_effect(body.pooled)}{part}"


def describe_absolute(absolute: AbsoluteEffect) -> str:
    """Events more or fewer per 1,000, with the risk that this starts from: whole ones from ten on."""
    word = "fewer" if absolute.difference < 0 else "more"
    low, high = sorted((absolute.low, absolute.high))
    span = f"{_signed(low)} to {_signed(high)}"
    return (
        f"{_events(abs(absolute.difference))} {word} per 1,000 (from {span}), "
        f"at {_events(absolute.baseline_per_1000)} per 1,000 without it"
    )


def _statement(question: Question, direction: Direction, certainty: Certainty) -> str:
    adverb = _ADVERBS[certainty]
    verb = f"may {_VERBS[direction][1]}" if adverb == "may " else f"{adverb}{_verb(question, direction)}"
    against = f" compared with {question.comparator}" if question.comparator else ""
    return f"{_capital(question.intervention)} {verb} {question.outcome}{against}"


def _finding(question: Question, body: GroupEvidence, ways: Counter[Direction]) -> str:
    one = len(body.study_ids) == 1
    who, s = ("The one study that counts", "s") if one else ("The studies", "")
    if body.direction is Direction.NO_DIFFERENCE:
        return _no_difference(question, body, ways, who)
    if body.direction is Direction.UNCLEAR:
        return f"{who} give{s} no clear direction for {question.outcome}"
    word = "an increase in" if body.direction is Direction.INCREASES else "a reduction in"
    strength = "" if body.significant else ", not shown to be significant"
    return f"{who} point{s} to {word} {question.outcome} with {question.intervention}{strength}"


def _no_difference(question: Question, body: GroupEvidence, ways: Counter[Direction], who: str) -> str:
    """That no difference was found: by each study, by all together, or by the review that speaks for all."""
    none = describe_direction(Direction.NO_DIFFERENCE, question.outcome)
    if set(ways) == {Direction.NO_DIFFERENCE}:
        return f"{who} found {none}"
    if ways.total() == 1:
        (way,) = ways
        strength = ", not shown to be significant" if way in _VERBS else ""
        return f"{who} found {describe_direction(way, question.outcome)}{strength}"
    if body.group in SYNTHESIS_GROUPS:
        return f"The review that speaks for all found {none}"
    return f"The studies together show {none}"


def _by_each(body: GroupEvidence, ways: Counter[Direction]) -> str:
    """What each study found, where all together show no difference and some of them do."""
    if body.direction is not Direction.NO_DIFFERENCE or len(ways) == 1:
        return ""
    told = ", ".join(f"{n} of {ways.total()} found {_FOUND[way]}" for way, n in ways.most_common())
    return f"; {told}"


def _asked(question: Question) -> str:
    against = f" compared with {question.comparator}" if question.comparator else ""
    verb = _verb(question, question.expected_direction)
    return f"{question.intervention} {verb} {question.outcome}{against}"


def _verb(question: Question, direction: Direction | None) -> str:
    """What the intervention does, by how many it is: "aspirin reduces", "statins reduce"."""
    third, plain = _VERBS.get(direction or Direction.UNCLEAR, ("changes", "change"))
    return plain if _is_many(question.intervention) else third


def _is_many(name: str) -> bool:
    head = _HEAD.match(name)
    return head is not None and (" and " in name or (head[0].endswith("s") and _ONE.search(head[0]) is None))


def _pair(question: Question) -> str:
    return f"{question.intervention} and {question.outcome}"


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _signed(value: float) -> str:
    return f"{_events(abs(value))} {'fewer' if value < 0 else 'more'}"


def _events(count: float) -> str:
    return f"{count:.0f}" if count >= _WHOLE_FROM else number(count)
