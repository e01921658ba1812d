"""The answer to an abductive question: which options hold, each with the sentences that say so.

Nothing is graded or pooled: documents tell of single events; what they tell together is shown, not tested.
"""

from __future__ import annotations

from collections.abc import Sequence

from aitia.model.gap import Gap, GapKind, SearchOutcomeSummary
from aitia.model.options import OptionFinding, Options, State
from aitia.model.scales import Conclusion, Direction, EvidenceType, Likelihood, Polarity
from aitia.model.search import SearchStatus
from aitia.question.specification import Question
from aitia.verdict.comparison import ComparisonFeatures, decide
from aitia.verdict.gaps import incomplete_searches
from aitia.verdict.models import Verdict

_RULE = (
    "an option holds when nothing contradicts precedence, mechanism and counterfactual, and it is told of "
    "nearest to where the event is told of"
)


def conclude_event(
    question: Question, options: Options | None, searches: Sequence[SearchOutcomeSummary], fingerprint: str
) -> Verdict:
    """The verdict on an event with options; without any sentence that was read it is insufficient."""
    weighed = options is not None and options.sentences > 0
    return Verdict(
        question=question,
        conclusion=Conclusion.LISTED if weighed else Conclusion.INSUFFICIENT_EVIDENCE,
        likelihood=Likelihood.PROBABLE if options and _standing(options) else Likelihood.INSUFFICIENT,
        comparison=decide(ComparisonFeatures()),
        direction=Direction.UNCLEAR,
        polarity=Polarity.UNKNOWN,
        certainty=None,
        effect=None,
        absolute=None,
        used_group=None,
        used_reason="options are judged by the sentences of the documents; nothing is graded or pooled",
        rule=_RULE,
        headline=_headline(question, options if weighed else None),
        options=options,
        limitations=_limitations(options, searches),
        gaps=(*incomplete_searches(searches), *_gaps(options)),
        searches=tuple(searches),
        confidence=options.confidence if options else 0.0,
        fingerprint=fingerprint,
    )


def _standing(options: Options) -> list[OptionFinding]:
    return [finding for finding in options.findings if finding.stands]


def _headline(question: Question, options: Options | None) -> str:
    if options is None:
        return f"No sentence was read that could tell what caused this: {question.outcome}."
    standing = _standing(options)
    if not standing:
        none = f" (option {_letters(options.none_letters)})" if options.none_letters else ""
        return f"None of the options is shown to have caused this{none}: {question.outcome}."
    named = " and ".join(f"{_letters(f.letters)}) {f.text}" for f in standing)
    return f"Most likely cause of this ({question.outcome}): {named}."


def _letters(letters: str) -> str:
    return ", ".join(letters)


def _limitations(options: Options | None, searches: Sequence[SearchOutcomeSummary]) -> tuple[str, ...]:
    notes = ["What documents tell together is no proof: no trial stands behind a single event."]
    if options is not None:
        notes += [
            f"Options {_letters(f.letters)} are the same event and count once."
            for f in options.findings
            if len(f.letters) > 1
        ]
        if any(f.stands and f.precedence.state is State.OPEN for f in options.findings):
            notes.append(
                "That the chosen option came before the event is not said by any date or wording read."
            )
        if len(options.findings) == 1:
            notes.append("One option only names an event: there was nothing to compare it with.")
        if options.method:
            notes.append(options.method)
    failed = sorted({search.source for search in searches if search.status is SearchStatus.INCOMPLETE})
    if failed:
        notes.append(f"The search is incomplete: {', '.join(failed)} did not answer in full.")
    return tuple(notes)


def _gaps(options: Options | None) -> list[Gap]:
    """What to search for next; nothing once an option stands on sentences of its own: that is SUFFICIENT."""
    if options is None or not options.findings:
        return []
    if any(f.stands and f.mechanism.state is State.HOLDS for f in options.findings):
        return []
    return [
        Gap(
            kind=GapKind.EVIDENCE_TYPE,
            text=f'No sentence that was read ties "{finding.text}" to the event.',
            would_change="Documents on it could show that it led to the event, or that it did not.",
            evidence_type=EvidenceType.OBSERVATIONAL,
            terms=(finding.text,),
        )
        for finding in options.findings
        if State.FAILS in (finding.mechanism.state, finding.counterfactual.state)
    ]
