"""The options of an abductive question in Markdown: a table, then for each its conditions and sentences."""

from __future__ import annotations

from aitia.model.options import OptionFinding
from aitia.text.markdown import bullets, plain, section, table
from aitia.verdict.models import Verdict

_HEADINGS = ("option", "event", "holds", "share", "before the event", "mechanism", "counterfactual")


def explain_options(verdict: Verdict) -> str:
    """The whole answer; deterministic, ends with a newline."""
    findings = verdict.options.findings if verdict.options else ()
    parts = [
        f"# {plain(verdict.question.text)}",
        f"**{plain(verdict.headline)}**",
        bullets(
            [
                f"Rule: {plain(verdict.rule)}",
                f"Confidence in this answer: {verdict.confidence:.2f}",
            ]
        ),
        section("Options", table(_HEADINGS, [_row(finding) for finding in findings])),
        *[section(_title(finding), _sentences(finding)) for finding in findings if finding.quotes],
        section("Limitations", bullets(plain(note) for note in verdict.limitations)),
        section("What is missing, and what it would change", bullets(_gaps(verdict))),
        section("What changed", bullets(plain(change) for change in verdict.changes)),
    ]
    return "\n\n".join(part for part in parts if part) + "\n"


def _row(finding: OptionFinding) -> tuple[str, ...]:
    checks = (finding.precedence, finding.mechanism, finding.counterfactual)
    return (
        ", ".join(finding.letters),
        finding.text,
        "yes" if finding.stands else "no",
        f"{finding.share:.2f}",
        *(check.state.value for check in checks),
    )


def _title(finding: OptionFinding) -> str:
    return plain(f"{', '.join(finding.letters)}) {finding.text}")


def _sentences(finding: OptionFinding) -> str:
    checks = {
        "Precedence": finding.precedence,
        "Mechanism": finding.mechanism,
        "Counterfactual": finding.counterfactual,
    }
    lines = [f"{name}: {check.state.value}, {plain(check.why)}" for name, check in checks.items()]
    lines += [
        f"Tells of {'option and event' if quote.about == 'both' else 'the option'}: "
        f"“{plain(quote.quote.text)}” ({plain(quote.title or quote.paper_id)})"
        for quote in finding.quotes
    ]
    if finding.documents:
        lines.append(f"Nearest documents: {plain('; '.join(finding.documents))}")
    return bullets(lines)


def _gaps(verdict: Verdict) -> list[str]:
    return [f"{plain(gap.text)} {plain(gap.would_change)}" for gap in verdict.gaps]
