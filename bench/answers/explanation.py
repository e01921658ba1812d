"""The quality of an explanation by written rules: what a reader needs to check it stands in it."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from aitia.report.explanation import explain, numbers_supported
from aitia.verdict import Verdict
from aitia.verdict.consistency import contradictions


def quality(verdict: Verdict) -> float:
    """The share of the rules that hold, 0 to 1."""
    text = explain(verdict)
    return sum(rule(verdict, text) for rule in RULES.values()) / len(RULES)


def _answers_first(verdict: Verdict, text: str) -> bool:
    return text.splitlines()[2].strip("*").startswith(verdict.headline[:40])


def _names_the_outcome(verdict: Verdict, _text: str) -> bool:
    return verdict.question.outcome.casefold() in verdict.headline.casefold()


def _says_how_sure(verdict: Verdict, text: str) -> bool:
    return verdict.certainty is None or verdict.certainty.value.replace("_", " ") in text


def _quotes_every_study(verdict: Verdict, text: str) -> bool:
    quoted = {s.edge_id for s in verdict.sources if s.quote.text[:40].split("|")[0][:25] in text}
    return all(quoted & set(study.edge_ids) for study in verdict.studies)


def _gives_a_reason_for_each_step(verdict: Verdict, text: str) -> bool:
    return all(step.reason for step in verdict.steps) and (not verdict.steps or "step by step" in text)


def _adds_no_number(verdict: Verdict, text: str) -> bool:
    return numbers_supported(text, verdict) == ()


def _contradicts_nothing(verdict: Verdict, _text: str) -> bool:
    return contradictions(verdict) == ()


def _says_what_is_missing(verdict: Verdict, text: str) -> bool:
    return bool(verdict.gaps or verdict.limitations) and ("missing" in text or "Limitations" in text)


RULES: Mapping[str, Callable[[Verdict, str], bool]] = {
    "the answer stands first": _answers_first,
    "the headline names the outcome asked for": _names_the_outcome,
    "the certainty is told": _says_how_sure,
    "every study stands there with its sentence": _quotes_every_study,
    "every step of the grade has its reason": _gives_a_reason_for_each_step,
    "no number is added": _adds_no_number,
    "no part contradicts another": _contradicts_nothing,
    "what is missing is told": _says_what_is_missing,
}
"""Each rule with what it asks for."""
