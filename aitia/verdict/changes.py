"""What changed between two versions of a verdict, in sentences."""

from __future__ import annotations

from collections.abc import Iterable

from aitia.evidence.relations.models import EvidenceSource
from aitia.model.evidence import PooledEffect
from aitia.verdict.models import Verdict
from aitia.verdict.parts import describe_effect


def describe_changes(old: Verdict | None, new: Verdict) -> tuple[str, ...]:
    """One sentence per change, what matters most first; empty when nothing of substance changed."""
    if old is None:
        return ()
    return tuple(
        sentence
        for sentence in (
            _value("The conclusion", old.conclusion.value, new.conclusion.value),
            _value("The likelihood", old.likelihood.value, new.likelihood.value),
            _value("The answer", old.answer.value, new.answer.value),
            _value("The direction", old.direction.value, new.direction.value),
            _value("The certainty", _text(old.certainty), _text(new.certainty)),
            _value("The effect", _effect(old.effect), _effect(new.effect)),
            _value("The evidence used", _text(old.used_group), _text(new.used_group)),
            *_sources(old, new),
            *_steps(old, new),
            _listed("New harm", "Harm no longer shown", _harms(old), _harms(new)),
            _listed("New conflict", "Conflict gone", _conflicts(old), _conflicts(new)),
            _listed("New gap", "Gap closed", (g.text for g in old.gaps), (g.text for g in new.gaps)),
            _listed("New limitation", "Limitation gone", old.limitations, new.limitations),
        )
        if sentence
    )


def _value(what: str, old: str, new: str) -> str:
    return "" if old == new else f"{what} changed from {_plain(old)} to {_plain(new)}."


def _plain(value: str) -> str:
    return value.replace("_", " ")


def _text(value: str | None) -> str:
    return "none" if value is None else str(value)


def _effect(pooled: PooledEffect | None) -> str:
    return "none" if pooled is None else describe_effect(pooled)


def _sources(old: Verdict, new: Verdict) -> list[str]:
    before, after = _by_paper(old.sources), _by_paper(new.sources)
    dropped = _by_paper(new.excluded)
    added = [after[key] for key in sorted(after.keys() - before.keys())]
    gone = sorted(before.keys() - after.keys())
    retracted = [before[key] for key in gone if key in dropped and "retracted" in dropped[key].note]
    removed = [before[key] for key in gone if key not in dropped or "retracted" not in dropped[key].note]
    return [
        f"{what}: {', '.join(source.label for source in part)}."
        for what, part in (
            ("New evidence", added),
            ("Retracted since", retracted),
            ("No longer used", removed),
        )
        if part
    ]


def _by_paper(sources: Iterable[EvidenceSource]) -> dict[str, EvidenceSource]:
    return {source.paper_id: source for source in sources}


def _steps(old: Verdict, new: Verdict) -> list[str]:
    before = {step.domain: step for step in old.steps}
    return [
        f"Grade, {step.domain.replace('_', ' ')}: {before[step.domain].change:+d} became {step.change:+d}"
        f" ({step.reason})."
        for step in new.steps
        if step.domain in before and before[step.domain].change != step.change
    ]


def _harms(verdict: Verdict) -> list[str]:
    return [harm.outcome for harm in verdict.harms]


def _conflicts(verdict: Verdict) -> list[str]:
    return [conflict.text.rstrip(".") for conflict in verdict.conflicts]


def _listed(added: str, gone: str, old: Iterable[str], new: Iterable[str]) -> str:
    before, after = list(old), list(new)
    parts = [
        f"{word}: {'; '.join(item.rstrip('.') for item in part)}."
        for word, part in (
            (added, [item for item in after if item not in before]),
            (gone, [item for item in before if item not in after]),
        )
        if part
    ]
    return " ".join(parts)
