"""A verdict in Markdown, written from the verdict alone: conclusion first, sources last."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from aitia.model.scales import Direction, Likelihood, Polarity, QuestionKind
from aitia.report.explanation.evidence import (
    by_design,
    conflicts_table,
    grade_steps,
    studies_table,
    synthesis_lines,
    synthesis_title,
)
from aitia.report.explanation.landscape import explain_landscape
from aitia.report.explanation.options import explain_options
from aitia.report.explanation.sources import excluded_lines, source_lines
from aitia.text.markdown import bullets, plain, section
from aitia.verdict.consistency import agrees, tells_benefit
from aitia.verdict.headline import describe_absolute
from aitia.verdict.models import HarmFinding, OutcomeFinding, Verdict
from aitia.verdict.parts import describe_direction, describe_effect, describe_finding, number

MOST_OUTCOMES = 12
MOST_ALTERNATIVES = 12
_LIKELIHOOD = {
    Likelihood.ESTABLISHED: "established",
    Likelihood.PROBABLE: "probable",
    Likelihood.UNLIKELY: "unlikely",
    Likelihood.DISPROVEN: "disproven",
    Likelihood.INSUFFICIENT: "insufficient evidence",
}


def explain(verdict: Verdict) -> str:
    """The whole explanation; deterministic, ends with a newline."""
    if verdict.question.kind is QuestionKind.LANDSCAPE:
        return explain_landscape(verdict)
    if verdict.question.kind is QuestionKind.ABDUCTIVE:
        return explain_options(verdict)
    parts = [
        _conclusion(verdict),
        section("Evidence by design", by_design(verdict)),
        section(synthesis_title(verdict), synthesis_lines(verdict)),
        section("Studies", studies_table(verdict)),
        section("Certainty, step by step", grade_steps(verdict)),
        section("Conditions", _conditions(verdict)),
        section("Harms", _harms(verdict)),
        section("Other outcomes", _outcomes(verdict)),
        section("Conflicts", conflicts_table(verdict)),
        section("Alternative explanations", _alternatives(verdict)),
        section("Limitations", bullets(plain(note) for note in verdict.limitations)),
        section("What is missing, and what it would change", _gaps(verdict)),
        section("What changed", bullets(plain(change) for change in verdict.changes)),
        section("Sources", source_lines(verdict)),
        section("Left out", excluded_lines(verdict)),
    ]
    return "\n\n".join(part for part in parts if part) + "\n"


def _conclusion(verdict: Verdict) -> str:
    lines = [f"# {plain(verdict.question.text)}", f"**{plain(verdict.headline)}**"]
    conclusion, likelihood = verdict.conclusion.value.replace("_", " "), _LIKELIHOOD[verdict.likelihood]
    facts = [f"- Conclusion: {conclusion}" + (f" ({likelihood})" if likelihood != conclusion else "")]
    if verdict.question.kind is QuestionKind.COMPARISON:
        why = "; ".join(verdict.comparison.reasons)
        facts.append(f"- Answer: {verdict.answer.value}" + (f" ({plain(why)})" if why else ""))
    facts.append(f"- Rule: {plain(verdict.rule)}")
    if verdict.effect is not None:
        facts.append(
            f"- Effect in the studies that print it: {describe_effect(verdict.effect)}"
            f"{_heterogeneity(verdict)}{_otherwise(verdict)}"
        )
    if verdict.absolute is not None:
        facts.append(f"- In absolute terms: {describe_absolute(verdict.absolute)}")
    if verdict.certainty is not None:
        facts.append(f"- Certainty (GRADE): {verdict.certainty.value.replace('_', ' ')}")
    benefit = _benefit(verdict)
    if benefit:
        facts.append(f"- {benefit}")
    facts.append(f"- Confidence in this answer: {number(verdict.confidence)}")
    return "\n\n".join([*lines, "\n".join(facts)])


def _otherwise(verdict: Verdict) -> str:
    """What all studies say where those that print an effect say otherwise."""
    if verdict.effect is None or agrees(verdict.effect, verdict.direction):
        return ""
    return f"; all studies together: {plain(describe_direction(verdict.direction, verdict.question.outcome))}"


def _heterogeneity(verdict: Verdict) -> str:
    effect = verdict.effect
    if effect is None or effect.k < 2:
        return ""
    parts = [f"{effect.k} studies pooled"]
    if effect.i2 is not None:
        parts.append(f"I² {effect.i2:.0f}%")
    if effect.prediction_low is not None and effect.prediction_high is not None:
        parts.append(
            f"prediction interval {number(effect.prediction_low)} to {number(effect.prediction_high)}"
        )
    return f"; {', '.join(parts)}"


def _benefit(verdict: Verdict) -> str:
    if not tells_benefit(verdict) or verdict.polarity is Polarity.UNKNOWN:
        return ""
    good = (verdict.direction is Direction.DECREASES) == (verdict.polarity is Polarity.HARMFUL)
    return f"For the person this is a {'benefit' if good else 'harm'}."


def _conditions(verdict: Verdict) -> str:
    lines = []
    for condition in verdict.conditions:
        parts: Sequence[tuple[str, Sequence[str]]] = (
            ("shown in", condition.holds_in),
            ("not shown in", condition.not_shown_in),
            ("opposite in", condition.opposite_in),
        )
        short = "; ".join(f"{what} {', '.join(labels)}" for what, labels in parts if labels)
        lines.append(f"**By {condition.axis}**: {short}. {plain(condition.text)}")
    asked = [f"{condition.kind.value}: {plain(condition.text)}" for condition in verdict.question.conditions]
    lines.extend(f"Asked for {text}" for text in asked)
    return bullets(lines)


def _harms(verdict: Verdict) -> str:
    balance = _balance(verdict)
    return "\n\n".join([*([balance] if balance else []), bullets(_harm(harm) for harm in verdict.harms)])


def _balance(verdict: Verdict) -> str:
    """Benefit beside harms in one line, where a benefit may be named and a harm was shown."""
    shown = [h for h in verdict.harms if h.direction is Direction.INCREASES and h.significant is not False]
    if not _benefit(verdict).endswith("benefit.") or not shown:
        return ""
    fewer = (
        describe_absolute(verdict.absolute)
        if verdict.absolute
        else describe_direction(verdict.direction, verdict.question.outcome)
    )
    most = sorted(shown, key=lambda h: (h.absolute is None, -(h.absolute.difference if h.absolute else 0.0)))[
        0
    ]
    more = f", {describe_absolute(most.absolute)}" if most.absolute else ""
    others = f" and {len(shown) - 1} more" if len(shown) > 1 else ""
    return plain(f"Benefit against harm: {fewer}; against it {most.outcome}{more}{others}.")


def _harm(harm: HarmFinding) -> str:
    sure = f" ({harm.certainty.value.replace('_', ' ')} certainty)" if harm.certainty else ""
    labels = ", ".join(dict.fromkeys(study.label for study in harm.studies))
    absolute = f"; {describe_absolute(harm.absolute)}" if harm.absolute else ""
    down = [f"{step.domain.replace('_', ' ')} {step.change:+d}" for step in harm.steps if step.change]
    why = f"; {', '.join(down)}" if down else ""
    direction = describe_finding(harm.direction, harm.outcome, harm.effect, len(harm.studies))
    return f"**{plain(harm.outcome)}**: {plain(direction)}{sure}{absolute}{why}; from {plain(labels)}"


def _outcomes(verdict: Verdict) -> str:
    lines = [_outcome(outcome) for outcome in verdict.outcomes[:MOST_OUTCOMES]]
    left = len(verdict.outcomes) - len(lines)
    return bullets([*lines, *([f"{left} more outcomes are in the data"] if left > 0 else [])])


def _outcome(outcome: OutcomeFinding) -> str:
    kind = " (surrogate)" if outcome.surrogate else ""
    sure = f", {outcome.certainty.value.replace('_', ' ')} certainty" if outcome.certainty else ""
    count = f"{outcome.study_count} stud{'y' if outcome.study_count == 1 else 'ies'}"
    direction = describe_finding(outcome.direction, outcome.outcome, outcome.effect, outcome.study_count)
    return f"{plain(outcome.outcome)}{kind}: {plain(direction)} ({count}{sure})"


def _alternatives(verdict: Verdict) -> str:
    shown = verdict.alternatives[:MOST_ALTERNATIVES]
    left = len(verdict.alternatives) - len(shown)
    more = [f"{left} more are in the data"] if left else []
    return bullets([*(plain(alternative.text) for alternative in shown), *more])


def _gaps(verdict: Verdict) -> str:
    words: Callable[[str], str] = lambda text: plain(text).rstrip(".")  # noqa: E731
    return bullets(f"{words(gap.text)}. {words(gap.would_change)}." for gap in verdict.gaps)
